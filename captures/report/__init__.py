"""Captures as a page to look at."""
