"""A server that only syncs each move of one table to disk and answers four clients.

It has no rules, no frames and no database: an upper bound for servers that sync every move.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile

RECORD = b"x" * 8192  # as much as SQLite writes for a move
RECORDS = 500  # the file is overwritten in turn, because a growing file takes twice as long to sync
UPDATE = b'{"t":"update","view":"' + b"x" * 1600 + b'"}\n'


def main(port: int, folder: str) -> None:
    """Serves four clients until the first one disconnects."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file, socket.create_server(("127.0.0.1", port)) as listener:
        file.write(RECORD * RECORDS)
        os.fsync(file.fileno())
        sys.stdout.write("READY\n")
        sys.stdout.flush()
        clients = [listener.accept()[0] for _ in range(4)]
        for client in clients:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        move = 0
        while clients[0].recv(65536):
            os.pwrite(file.fileno(), RECORD, move % RECORDS * len(RECORD))
            os.fdatasync(file.fileno())
            move += 1
            for client in clients:
                client.sendall(UPDATE)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
