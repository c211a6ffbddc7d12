"""Hooks of mkdocs: pages outside docs/, links that work in the repository and on the site, files of other packages."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "web/node_modules"
FONTS = MODULES / "@fontsource-variable"

# Pages of the root, which readers expect there, and where they are on the site.
ROOT_PAGES = {
    "README.md": "start.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
ASSETS = {
    "assets/icon.svg": ROOT / "web/public/icon.svg",
    "assets/fraunces.woff2": FONTS / "fraunces/files/fraunces-latin-wght-normal.woff2",
    "assets/source-sans.woff2": FONTS / "source-sans-3/files/source-sans-3-latin-wght-normal.woff2",
    "assets/source-sans-italic.woff2": FONTS / "source-sans-3/files/source-sans-3-latin-wght-italic.woff2",
    "assets/iframe-worker.js": MODULES / "iframe-worker/shim/index.js",
    "assets/swagger-ui.js": MODULES / "swagger-ui-dist/swagger-ui-bundle.js",
    "assets/swagger-ui.css": MODULES / "swagger-ui-dist/swagger-ui.css",
    "assets/swagger-ui.js.LICENSE.txt": MODULES / "swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt",
    "assets/swagger-ui.LICENSE": MODULES / "swagger-ui-dist/LICENSE",
    "assets/swagger-ui.NOTICE": MODULES / "swagger-ui-dist/NOTICE",
}
LANGUAGES = {".py": "python", ".toml": "toml", ".yaml": "yaml", ".env": "bash", ".service": "ini", "": "docker"}
META = {
    "README.md": {"hide": ["navigation", "toc"]},  # it is a table of contents itself
    "reference/http.md": {"template": "http-api.html"},
}
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
FOR_TESTS = re.compile(r"^<!-- test: .* -->\n", re.MULTILINE)
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages of the root, the sources that pages link to, assets, and the description of the HTTP API."""
    from schatzkammer.server.app import describe_api

    for name, uri in ROOT_PAGES.items():
        files.append(File.generated(config, uri, content=(ROOT / name).read_text(encoding="utf-8")))
    for uri, path in ASSETS.items():
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    described = f"window.openapi = {json.dumps(describe_api())};\n"  # not JSON: pages on the disk may not fetch
    files.append(File.generated(config, "assets/openapi.js", content=described))
    for path in sorted({path for file in files.documentation_pages() for path in _sources(file)}):
        files.append(File.generated(config, _source_uri(path), content=_source_page(path)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Lets links lead to where their targets are on the site; sets what pages in plain Markdown do not say."""
    here = page.file.src_uri
    page.meta.update(META.get(here, {}))
    if here.startswith("source/"):
        return markdown

    def lead(match: re.Match[str]) -> str:
        uri = _uri(_target(here, match[1]))
        return relpath(uri, normpath(f"{here}/..")) + (match[2] or "")

    parts = FENCED.split(FOR_TESTS.sub("", markdown))  # every second one is a code block
    parts[::2] = [LINK.sub(lead, part) for part in parts[::2]]
    return "".join(parts)


def _repository_path(uri: str) -> str:
    """Where a page of the site is in the repository."""
    return next((name for name, there in ROOT_PAGES.items() if there == uri), f"docs/{uri}")


def _target(uri: str, link: str) -> str:
    """The path in the repository that a link of a page leads to; of a folder, its README if it has one."""
    path = normpath(f"{_repository_path(uri)}/../{link}")
    return f"{path}/README.md" if (ROOT / path / "README.md").is_file() else path


def _uri(path: str) -> str:
    """Where a path of the repository is on the site."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    return _source_uri(path)


def _source_uri(path: str) -> str:
    return f"source/{path}.md"


def _sources(file: File) -> set[str]:
    """The files and folders outside docs/ that a page links to."""
    targets = {_target(file.src_uri, match[1]) for match in LINK.finditer(FENCED.sub("", file.content_string))}
    return {path for path in targets if (ROOT / path).exists() and _uri(path).startswith("source/")}


def _source_page(path: str) -> str:
    """A page that shows a file, or all files of a folder."""
    listed = subprocess.run(["git", "ls-files", "-z", path], cwd=ROOT, capture_output=True, check=True)
    names = [name for name in listed.stdout.decode().split("\0") if name]
    parts = ["---\nsearch:\n  exclude: true\n---\n", f"# {path}\n"]
    for name in names:
        language = LANGUAGES.get(Path(name).suffix, "text")
        text = (ROOT / name).read_text(encoding="utf-8").rstrip()
        heading = f"## {name.removeprefix(path).lstrip('/')}\n\n" if name != path else ""
        parts.append(f"{heading}~~~~{language}\n{text}\n~~~~\n")
    return "\n".join(parts)
