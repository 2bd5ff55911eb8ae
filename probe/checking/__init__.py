"""The committed baseline and what a check does with it: which questions it asks, what is new, what it becomes."""
