"""Where a client runs: a scratch directory, an environment from nothing, a jail, and an end on every path."""
