"""The server: routes, sockets and wire types over the table. Knows no rules."""
