"""The least a server can do for a move of one table: read it, sync it to the disk, and tell four clients.

No rules, no frames, no database. Whoever syncs every move cannot be faster with one table.
"""

from __future__ import annotations

import os
import socket
import sys
import tempfile

PAGES = b"x" * 8192  # what SQLite writes for a move
PLACES = 500  # its log is written over again and again: a file that grows takes twice as long to sync
TOLD = b'{"t":"update","view":"' + b"x" * 1600 + b'"}\n'


def main(port: int, folder: str) -> None:
    """Serves four clients until the first of them goes."""
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file, socket.create_server(("127.0.0.1", port)) as door:
        file.write(PAGES * PLACES)
        os.fsync(file.fileno())
        sys.stdout.write("READY\n")
        sys.stdout.flush()
        clients = [door.accept()[0] for _ in range(4)]
        for client in clients:
            client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        move = 0
        while clients[0].recv(65536):
            os.pwrite(file.fileno(), PAGES, move % PLACES * len(PAGES))
            os.fdatasync(file.fileno())
            move += 1
            for client in clients:
                client.sendall(TOLD)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
