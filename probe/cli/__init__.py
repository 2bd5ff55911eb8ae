"""The commands, one file a family. The only place that prints, and the only place that picks the parts."""
