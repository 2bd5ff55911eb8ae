"""What the pytest plugin hands out, for use without pytest too. Imported only when a test asks for it."""
