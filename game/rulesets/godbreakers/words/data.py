"""Texts as data, from the `wording.json` in each folder, and names as ids."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from game.engine.kit.wording import read_wording as read_any
from game.engine.rulebook.facets import Parameter, Verb

Run = TypeVar("Run", bound=Callable[..., Any])


read_wording = partial(read_any, "game.rulesets.godbreakers")


def read_verbs(folder: str, runs: dict[str, Run]) -> tuple[Verb[Run], ...]:
    """Return the verbs in the wording of a folder. `runs` maps the name of a verb to its function."""
    verbs = read_wording(folder)["verbs"]
    return tuple(
        Verb(name, verb["text"], tuple(Parameter(**parameter) for parameter in verb["parameters"]), runs[name])
        for name, verb in verbs.items()
    )


def slug(text: str) -> str:
    """Return `text` as an id in lower case, with dashes for everything except letters and digits."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-") or "x"
