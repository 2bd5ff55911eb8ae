"""What is different between two captures of one question, judged by a table of rules."""
