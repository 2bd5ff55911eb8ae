"""Recording values in, capture out. Nothing here opens, sends, logs or reads a clock."""
