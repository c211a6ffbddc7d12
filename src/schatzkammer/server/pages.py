"""The web client: one page for all its addresses, its files, and the page of the HTTP API at `/api`."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Awaitable, Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.exceptions import NotFoundException
from msgspec import Struct

from schatzkammer.server import errors
from schatzkammer.server.errors import AnyRequest
from schatzkammer.server.saved_page import TEMPLATE

API = ("/api/", "/ws/")  # for programs, which read JSON
PAGES = [
    *("/", "/play/{game:str}", "/rules/{game:str}", "/ratings/{game:str}"),
    *("/t/{table:str}", "/t/{table:str}/replay", "/tables", "/account", "/next", "/records"),
    *("/profile", "/people/{person:str}", "/groups", "/g/{group:str}", "/evening", "/evening/{evening:str}"),
]
IMMUTABLE = "public, max-age=31536000, immutable"  # file names change with their contents
REVALIDATE = "no-cache"
COMPRESSED = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": "font/woff2"}


class StaticFile(Struct, frozen=True):
    """A file in memory."""

    kind: str
    plain: bytes
    gzipped: bytes | None
    cache: str

    def response(self, request: AnyRequest, status: int = 200) -> Response[bytes]:
        """The file, compressed if the client accepts it."""
        headers = {"Cache-Control": self.cache, "Vary": "Accept-Encoding"}
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(self.gzipped, media_type=self.kind, headers=headers, status_code=status)
        return Response(self.plain, media_type=self.kind, headers=headers, status_code=status)


def shipped() -> Path | None:
    """The folder of the web client shipped with the package, if it was built."""
    folder = Path(str(files("schatzkammer").joinpath("web")))
    return folder if folder.joinpath("index.html").is_file() else None


class WebClient:
    """The web client of a folder, served from memory; it does its own routing."""

    def __init__(self, folder: Path, with_preview: Callable[[bytes, AnyRequest], Awaitable[bytes]]) -> None:
        self._with_preview = with_preview  # what a link to an address shows is in its page
        found = [path for path in folder.rglob("*") if path.is_file() and path.name != TEMPLATE]
        self._files = {path.relative_to(folder).as_posix(): _read(path) for path in found}
        self._page = self._files["index.html"]

    def routes(self) -> list[Any]:
        """The route handlers of its pages and files."""

        @get(PAGES, include_in_schema=False)
        async def client(request: AnyRequest) -> Response[bytes]:
            page = await self._with_preview(self._page.plain, request)
            headers = {"Cache-Control": REVALIDATE, "Vary": "Accept-Language"}
            return Response(page, media_type=self._page.kind, headers=headers)

        @get("/api", include_in_schema=False)
        async def api(request: AnyRequest) -> Response[bytes]:
            if (page := self._files.get("api.html")) is None:
                raise NotFoundException
            return page.response(request)

        @get(["/assets/{name:str}", "/{name:str}"], include_in_schema=False)
        async def file(request: AnyRequest) -> Response[bytes]:
            found = self._files.get(request.url.path.removeprefix("/"))
            if found is None:
                raise NotFoundException
            return found.response(request)

        return [client, api, file]

    def not_found(self, request: AnyRequest, error: NotFoundException) -> Response[Any]:
        """Answers browsers at unknown addresses with the page, which says so and has a way home."""
        path = request.url.path
        if "text/html" in request.headers.get("accept", "") and not path.startswith(API):
            return self._page.response(request, 404)
        return errors.http(request, error)


def _read(path: Path) -> StaticFile:
    kind = KINDS.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    plain = path.read_bytes()
    gzipped = gzip.compress(plain, 9, mtime=0) if kind.startswith(COMPRESSED) else None
    return StaticFile(kind, plain, gzipped, IMMUTABLE if path.parent.name == "assets" else REVALIDATE)
