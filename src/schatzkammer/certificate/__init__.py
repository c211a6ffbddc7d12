"""The certificate: proves again and again, for any time, that nothing hidden leaks from the engine or the server."""
