"""The web client: one page for every address of it, and the files that page needs."""

from __future__ import annotations

import gzip
import mimetypes
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from schatzkammer.core.errors import BadInput

PAGES = ["/", "/play/{game:str}", "/tables", "/t/{table:str}", "/t/{table:str}/replay", "/rules/{game:str}", "/account"]
FOR_EVER = "public, max-age=31536000, immutable"  # the names of these files change with what is in them
CHECKED = "no-cache"
WORTH_PACKING = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class NoWebClient(BadInput):
    """There is no built web client in the folder."""


class Kept(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    plain: bytes
    packed: bytes | None
    cache: str

    def answer(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """The file, packed for those who can unpack it."""
        headers = {"Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.packed, media_type=self.kind, headers={**headers, "Content-Encoding": "gzip"})
        return Response(self.plain, media_type=self.kind, headers=headers)


def shipped() -> Path | None:
    """The web client that came with the package, if it was built."""
    folder = Path(str(files("schatzkammer").joinpath("web")))
    return folder if folder.joinpath("index.html").is_file() else None


def handlers(folder: Path) -> list[Any]:
    """What serves the web client of a folder from memory. The client finds its way by the address itself."""
    if not folder.joinpath("index.html").is_file():
        raise NoWebClient(f"There is no web client in {folder}.")
    kept = {path.relative_to(folder).as_posix(): _kept(path) for path in folder.rglob("*") if path.is_file()}
    page = kept["index.html"]

    @get(PAGES, include_in_schema=False)
    async def client(request: Request[Any, Any, Any]) -> Response[bytes]:
        return page.answer(request)

    @get(["/assets/{name:str}", "/{name:str}"], include_in_schema=False)
    async def file(request: Request[Any, Any, Any]) -> Response[bytes]:
        found = kept.get(request.url.path.removeprefix("/"))
        if found is None:
            raise NotFoundException
        return found.answer(request)

    return [client, file]


def _kept(path: Path) -> Kept:
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    packed = gzip.compress(plain, 9, mtime=0) if kind.startswith(WORTH_PACKING) else None
    return Kept(kind, plain, packed, FOR_EVER if path.parent.name == "assets" else CHECKED)
