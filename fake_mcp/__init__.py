"""The synthetic MCP server. Knows nobody: standard library only, no other package of this project."""
