"""The questions that can be put to a client: one a file, pure."""
