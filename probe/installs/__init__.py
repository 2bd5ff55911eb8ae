"""Client packages by exact version, in a cache of our own. Starts npm and nothing else; never starts a client."""
