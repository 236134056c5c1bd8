"""Floor 3: the rulebooks. `load` finds one by name: a package below, or one that is installed from elsewhere.

Each imports the engine and the table, none another one. A rulebook elsewhere is declared by an entry point of the
group `inchwise.rulesets`: its name is the rulebook's, its object the rulebook ("mygame = mypackage:RULESET"). The
built-in ones need no installation.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from game import outside
from game.documents.error import DocumentError
from game.undisturbed import undisturbed
from game.wording import _

if TYPE_CHECKING:  # the main menu needs no rulebook
    from game.engine.rulebook.ruleset import AnyRuleset

DEFAULT: Final = "godbreakers"
"""The rulebook used where none is named."""
GROUP: Final = "inchwise.rulesets"
"""The group of entry points by which rulebooks outside this package are found."""
COVER: Final = "cover.json"
"""The file that makes a folder of this package a rulebook. A built application has no source files to look for."""


_loaded: Final[dict[str, AnyRuleset]] = {}


class BrokenRulebook(DocumentError):
    """A rulebook that is installed but cannot be used."""


@cache
def own() -> tuple[str, ...]:
    """Return the names of the rulebooks in this package, the default first."""
    folders = (module.name for module in iter_modules(__path__) if module.ispkg)
    names = (name for name in folders if Path(__path__[0], name, COVER).exists())
    return tuple(sorted(names, key=lambda name: (name != DEFAULT, name)))


def names() -> tuple[str, ...]:
    """Return the names of the installed rulebooks, the default first."""
    return tuple(dict.fromkeys((*own(), *outside.installed(GROUP))))


class Cover(NamedTuple):
    """What people read of a rulebook before it is loaded: title, size and length of its games, and a sentence."""

    title: str
    label: str = ""
    text: str = ""


def cover(name: str) -> Cover:
    """Return the cover of a rulebook; one of another package has its title only, and its name until it is loaded."""
    if name in own():
        return _own_cover(name)
    book = loaded(name)
    return Cover(name if book is None else book.title)


@cache
def _own_cover(name: str) -> Cover:
    return Cover(**json.loads(Path(__path__[0], name, COVER).read_text(encoding="utf-8")))


def loaded(name: str) -> AnyRuleset | None:
    """Return the rulebook called `name` if it is loaded already; loading it may take half a second."""
    return _loaded.get(name)


def load(name: str) -> AnyRuleset:
    """Return the rulebook called `name`; raise `KeyError` when there is none, `BrokenRulebook` when it is broken."""
    if name not in _loaded:
        if name not in names():
            raise KeyError(f"no rulebook is called {name!r}; there are: {', '.join(names())}")
        with undisturbed():
            if name in own():
                _loaded[name] = import_module(f"game.rulesets.{name}").RULESET
            else:
                _loaded[name] = _from_elsewhere(name, outside.installed(GROUP)[name])
    return _loaded[name]


def _from_elsewhere(name: str, entry: EntryPoint) -> AnyRuleset:
    from game.engine.rulebook.ruleset import Ruleset

    inherited = {name for name in vars(Ruleset) if not name.startswith("_")}
    found = outside.loaded(entry, {*Ruleset.__annotations__, *inherited}, _broken)
    if missing := _lacking(found):
        raise _broken(entry, _("it lacks {names}", names=", ".join(missing)))
    if found.name != name:
        raise _broken(entry, _("it calls itself {name!r}", name=found.name))
    return cast("AnyRuleset", found)


def _lacking(book: AnyRuleset) -> list[str]:
    """Return the names that a rulebook's facets lack, such as "judge.worth", or that it defines outside its facets."""
    from game.engine.rulebook import editing, facets, questions

    kinds = (facets.Vision, facets.Movement, facets.Judge, facets.Secrets, facets.Papers)
    missing = []
    for kind in (*kinds, editing.Editor, questions.Questions):
        facet = kind.__name__.lower()
        offered = getattr(book, facet)
        names = [name for name in vars(kind) | kind.__annotations__ if not name.startswith("_")]
        asked = book if offered is None else offered
        missing += [f"{facet}.{name}" for name in names if hasattr(asked, name) is (offered is None)]
    return missing


def _broken(entry: EntryPoint, reason: str) -> BrokenRulebook:
    text = _("this rulebook cannot be used: {reason} - fix or remove {package}", reason=reason, package=entry.value)
    return BrokenRulebook(entry.name, "", text)


def find(name: str, file: str) -> AnyRuleset:
    """Return the rulebook that the document `file` names; raise `DocumentError` if it is missing or broken."""
    try:
        return load(name)
    except KeyError as error:
        raise DocumentError(file, "ruleset", str(error.args[0])) from None


def usable(report: Callable[[str], object] | None = None) -> tuple[AnyRuleset, ...]:
    """Return every rulebook that can be used, the default first; call `report` with a line about each that cannot."""
    found = []
    for name in names():
        try:
            found.append(load(name))
        except BrokenRulebook as error:
            if report is not None:
                report(str(error))
    return tuple(found)
