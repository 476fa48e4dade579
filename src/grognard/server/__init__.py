"""The server of the browser client: tables over WebSocket, kept in SQLite, for this machine's user alone."""
