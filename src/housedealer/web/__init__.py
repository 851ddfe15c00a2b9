"""The doors of the house: HTTP with JSON, one WebSocket, and the page. docs/protocol.md says how."""
