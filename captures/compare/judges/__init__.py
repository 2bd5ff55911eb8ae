"""Judges: each finds the differences of one part of a capture. `captures.compare.judges.table` lists them."""
