"""Looks up known vulnerabilities of all pinned dependencies, of Python and of Node, in the OSV database.

    python tools/audit.py

Exit code 0: all were looked up, and nothing is known. 1: something is known. 3: nothing can be said, because no
advisories could be read. A source counts as read only if it knows that the old versions in CANARIES are vulnerable:
an empty answer is no good news. OSV_URL names another server with the same interface.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
URL = os.environ.get("OSV_URL", "https://api.osv.dev").rstrip("/")
BATCH = 500  # queries per request; the service takes 1000
TIMEOUT = 30
FOUND, UNKNOWN = 1, 3
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^]]*\])?==([^\s;\\]+)", re.MULTILINE)


class Package(NamedTuple):
    """A pinned version."""

    ecosystem: str
    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version} ({self.ecosystem})"


CANARIES = (Package("PyPI", "jinja2", "2.4.1"), Package("npm", "minimist", "0.0.8"))


def pinned(root: Path) -> set[Package]:
    """All pins of the repository: requirements/*.txt and every package-lock.json."""
    found = {
        Package("PyPI", name.lower(), version)
        for file in root.glob("requirements/*.txt")
        for name, version in PIN.findall(file.read_text(encoding="utf-8"))
    }
    listed = subprocess.run(
        ["git", "ls-files", "*package-lock.json"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        locked = json.loads((root / name).read_text(encoding="utf-8"))["packages"]
        found |= {
            Package("npm", entry.get("name") or path.rpartition("node_modules/")[2], entry["version"])
            for path, entry in locked.items()
            if path and "version" in entry
        }
    return found


def look_up(packages: list[Package]) -> dict[Package, list[str]]:
    """The ids of the advisories for each package that has any."""
    found: dict[Package, list[str]] = {}
    for first in range(0, len(packages), BATCH):
        part = packages[first : first + BATCH]
        queries = [{"package": {"name": p.name, "ecosystem": p.ecosystem}, "version": p.version} for p in part]
        request = urllib.request.Request(
            f"{URL}/v1/querybatch", json.dumps({"queries": queries}).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
            results = json.load(answer)["results"]
        for package, result in zip(part, results, strict=True):
            if known := (result or {}).get("vulns"):
                found[package] = [advisory["id"] for advisory in known]
    return found


def main() -> int:
    """Prints what is known and returns the exit code."""
    packages = sorted(pinned(ROOT))
    try:
        found = look_up([*CANARIES, *packages])
    except (OSError, ValueError, KeyError, TypeError) as error:
        return _nothing_said(packages, f"{URL} cannot be asked: {error}")
    if missed := [str(package) for package in CANARIES if not found.pop(package, None)]:
        return _nothing_said(packages, f"{URL} has no advisories: it knows nothing about {', '.join(missed)}")
    for package, advisories in sorted(found.items()):
        print(f"{package}: {', '.join(advisories)}")
    print(f"{len(packages)} pinned packages were looked up; {len(found) or 'none'} of them with known vulnerabilities.")
    return FOUND if found else 0


def _nothing_said(packages: list[Package], why: str) -> int:
    print(
        f"NOT AUDITED: NO ADVISORIES COULD BE READ.\n{why}.\n"
        f"Nothing is known about the {len(packages)} pinned packages, neither good nor bad. Run this where the "
        "advisories can be reached, or set OSV_URL.",
        file=sys.stderr,
    )
    return UNKNOWN


if __name__ == "__main__":
    sys.exit(main())
