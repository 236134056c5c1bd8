"""Texts as data: the `wording.json` beside the module that reads it."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def read_wording(folder: str, name: str = "wording.json") -> dict[str, Any]:
    """Return the `wording.json` of a folder of this rulebook, or another file of it."""
    text = (files(f"game.rulesets.aos4.{folder}") / name).read_text(encoding="utf-8")
    plain: dict[str, Any] = json.loads(text)
    return plain
