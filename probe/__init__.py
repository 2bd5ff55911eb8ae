"""Runs real clients against the fakes and records what they do. All I/O of the product is in here."""
