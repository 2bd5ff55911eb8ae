"""Everything about captured shapes: the file's model, its canonical text, the leak guard. Needs only pydantic."""
