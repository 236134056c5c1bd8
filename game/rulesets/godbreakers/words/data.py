"""Texts as data: the `wording.json` beside the module that reads it."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from typing import Any, TypeVar

from game.engine.rulebook.facets import Parameter, Verb

Run = TypeVar("Run", bound=Callable[..., Any])


def read_wording(folder: str, name: str = "wording.json") -> dict[str, Any]:
    """Return the JSON file of a folder of this rulebook."""
    text = (files(f"game.rulesets.godbreakers.{folder}") / name).read_text(encoding="utf-8")
    plain: dict[str, Any] = json.loads(text)
    return plain


def read_verbs(folder: str, runs: dict[str, Run]) -> tuple[Verb[Run], ...]:
    """Return the verbs in the wording of a folder; `runs` maps names to functions."""
    verbs = read_wording(folder)["verbs"]
    return tuple(
        Verb(name, verb["text"], tuple(Parameter(**each) for each in verb["parameters"]), runs[name])
        for name, verb in verbs.items()
    )
