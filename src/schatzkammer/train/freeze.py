"""Freezes a trained value into the package: `python -m schatzkammer.train.freeze FILE VERSION`."""

from __future__ import annotations

import sys
from pathlib import Path

from schatzkammer.bots.values.file import digest, read_value, write_value

DATA = Path(__file__).parents[1] / "bots/values/data"


def freeze(source: Path, version: int) -> Path:
    """Writes a value under its version and lists it; a version that exists is never overwritten."""
    about, weights = read_value(source.read_bytes())
    data = write_value(about._replace(version=version), weights)
    target = DATA / f"{about.game}-{version}.value"
    with target.open("xb") as file:
        file.write(data)
    listed = DATA / "values.toml"
    kept = [part for part in listed.read_text().split("\n\n") if not part.startswith(f"[{about.game}]")]
    entry = f'[{about.game}]\nversion = {version}\nfile = "{target.name}"\nsha256 = "{digest(data)}"'
    listed.write_text("\n\n".join([kept[0].strip(), *sorted([*(part.strip() for part in kept[1:]), entry])]) + "\n")
    return target


if __name__ == "__main__":
    freeze(Path(sys.argv[1]), int(sys.argv[2]))
