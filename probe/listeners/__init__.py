"""The fakes on their sockets: HTTP and WebSocket, MCP, names, refused connections. All of them are I/O at the rim."""
