"""Floor 3: the rulebooks. Each package below is one; `load` finds it by name."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from game.documents.error import DocumentError
from game.engine.rulebook.editing import NO_EDITS, Editor
from game.engine.rulebook.ruleset import Ruleset
from game.undisturbed import undisturbed
from game.wording import _


def names() -> tuple[str, ...]:
    """Return the names of the rulebooks that are installed."""
    return tuple(module.name for module in iter_modules(__path__) if module.ispkg)


def load(name: str) -> Ruleset:
    """Return the rulebook called `name`; raise `KeyError` when there is none."""
    if name not in names():
        raise KeyError(f"no rulebook is called {name!r}; there are: {', '.join(names())}")
    with undisturbed():
        ruleset: Ruleset = import_module(f"game.rulesets.{name}").RULESET
    return ruleset


def find(name: str, file: str) -> Ruleset:
    """Return the rulebook that the document `file` names; raise `DocumentError` when there is none."""
    try:
        return load(name)
    except KeyError as error:
        raise DocumentError(file, "ruleset", str(error.args[0])) from None


def with_sandbox() -> Ruleset:
    """Return the first rulebook whose tables can be edited; raise `DocumentError` when none can."""
    for name in names():
        ruleset = load(name)
        if isinstance(ruleset, Editor):
            return ruleset
    raise DocumentError(", ".join(names()), "", _(NO_EDITS))
