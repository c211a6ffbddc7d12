"""Views as the first release showed them: what later releases added is taken away, what they moved is put back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ADDED = {
    "ali-baba": {"standing", "amounts", "turns_left", "banned"},
    "monte-cristo": {"standing", "amounts", "ashore", "forecast"},
    "solomon": {"standing", "order", "families", "values", "objects", "shapes", "set", "prizes", "leaders"},
}
ADDED_TO_SEATS = {"score", "worth", "unknown"}
ADDED_TO_TURN = {"size", "cost", "money", "pays"}  # King Solomon
ADDED_TO_COLLECTING = {"hunters", "due", "payment", "refused"}  # Monte Cristo
ADDED_TO_DUNGEONS = {"sales", "order"}
ADDED_TO_PLACING = {"able"}


def first_release(
    view: Mapping[str, Any], outcomes: Mapping[str, Mapping[str, Any]], position: Mapping[str, Any] | None
) -> dict[str, Any]:
    """A view of today as it was in 0.1.0.

    King Solomon's digs were part of it and are outcomes now; two bounds of Monte Cristo's payments are only in the
    position now.
    """
    shown = without(view, ADDED[view["game"]])
    shown["seats"] = [without(seat, ADDED_TO_SEATS) for seat in view["seats"]]
    if view["game"] == "solomon":
        if view["turn"] is not None:
            shown["turn"] = without(view["turn"], ADDED_TO_TURN)
        acts = view["turn"] is not None and view["active"] == view["seat"]
        shown["digs"] = {move: dig(what) for move, what in outcomes.items() if is_dig(move, what)} if acts else None
    if view["game"] == "monte-cristo":
        shown["dungeons"] = {name: without(held, ADDED_TO_DUNGEONS) for name, held in view["dungeons"].items()}
        if view["placing"] is not None:
            shown["placing"] = without(view["placing"], ADDED_TO_PLACING)
    if view["game"] == "monte-cristo" and view["collecting"] is not None:
        bounds = position["collecting"] if position else {}
        kept = {name: bounds[name] for name in ("least", "largest") if name in bounds}
        shown["collecting"] = without(view["collecting"], ADDED_TO_COLLECTING) | kept
    return shown


def without(table: Mapping[str, Any], names: set[str]) -> dict[str, Any]:
    """The entries with other names."""
    return {name: value for name, value in table.items() if name not in names}


def is_dig(move: str, outcome: Mapping[str, Any]) -> bool:
    """Whether a move digs: the area of a card, or the last cell of one that is picked."""
    return move.split()[0] in ("dig", "cell") and "takes" in outcome


def dig(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """The outcome of a dig in the words of the first release."""
    return {
        "cells": outcome["places"],
        "tiles": outcome["takes"],
        "cost": outcome["cost"],
        "pays": outcome["pays"],
    }
