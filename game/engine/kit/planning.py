"""The common parts of every rulebook's plans for new games: maps by name, players' ids, agreements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final, get_args

from pydantic import BaseModel

from game.documents.error import DocumentError
from game.engine.rulebook.facets import MapProblem
from game.engine.rulebook.new_game import Agreement, GamePlan
from game.printable import LONGEST_NAME, shortened
from game.resources import bundled_map, find_map
from game.table.documents import MapDocument, load_map, maps_for
from game.wording import N_, _

NEW_GAME: Final = "new game"
"""The name of the document in refusals of a plan."""
LONGEST_SHOWN: Final = 60
"""The most characters of foreign text that a refusal repeats."""
LONGEST_PATH: Final = 1000
"""Characters in a map's name or file; longer paths exceed what most systems accept."""


def map_names(ruleset: str) -> list[str]:
    """Return the names of the bundled maps made for a rulebook."""
    return [path.stem for path in maps_for(ruleset)]


def named_map(name: str, ruleset: str) -> MapDocument:
    """Return the map with a name or file given by the user; raise `DocumentError`, `OSError`."""
    path = find_map(name)
    if len(name) > LONGEST_PATH or not path.exists():
        known = ", ".join(map_names(ruleset))
        reason = _("is neither a file nor a bundled map - the maps are {known}", known=known)
        raise DocumentError(shortened(name, LONGEST_NAME), "", reason)
    return load_map(path)


def with_named_map(plain: dict[str, Any], ruleset: str, file: str) -> dict[str, Any]:
    """Return a setup's data with the name of a bundled map replaced by the map; raise `DocumentError`.

    Documents never make the program read other files.
    """
    name = plain.get("map")
    if not isinstance(name, str):
        return plain
    path = bundled_map(name)
    if path is None:
        text = N_(
            "{name!r} is not a bundled map - use one of {known}, or include the map itself: a document cannot "
            "name files"
        )
        reason = _(text, name=name[:LONGEST_SHOWN], known=", ".join(map_names(ruleset)))
        raise DocumentError(file, "map", reason)
    return {**plain, "map": load_map(path).model_dump(mode="json")}


def made_for(document: MapDocument, ruleset: str) -> Iterator[MapProblem]:
    """Yield a problem if a map was made for other games."""
    if not document.is_for(ruleset):
        text = _("the map is made for {rulesets}, not for this game", rulesets=", ".join(document.rulesets))
        yield MapProblem("rulesets", text, "")


def in_inches(document: MapDocument, rule: str) -> Iterator[MapProblem]:
    """Yield a problem if the unit of a map is not inches."""
    if document.unit != 1.0:
        text = _("the unit is {unit:g}, but this game uses inches - set it to 1", unit=document.unit)
        yield MapProblem("unit", text, rule)


def agreement(options: type[BaseModel], name: str, rule: str, title: str, about: str, *labels: str) -> Agreement:
    """Return an agreement about a field of the document of options, with the labels of its values in order."""
    values = get_args(options.model_fields[name].annotation)
    return Agreement(name, title, tuple(zip(values, labels, strict=True)), rule, about)


def agreed(plan: GamePlan, agreements: Sequence[Agreement], ids: Sequence[str] = ()) -> dict[str, Any]:
    """Return a plan's agreements by name, with players by id; raise `DocumentError` for an unknown name or value."""
    known, settled = {agreement.name: agreement for agreement in agreements}, {}
    for name, value in plan.agreed:
        if name not in known:
            text = _("{name!r} is not something to agree on - use {known}", name=name[:40], known=", ".join(known))
            raise DocumentError(NEW_GAME, name[:40], text)
        values = [allowed for allowed, _label in known[name].values]
        player = dict(zip(plan.names, ids)).get(value) or player_ids([value])[0]
        seated = known[name].players and player in ids
        listed = value in values or known[name].metavar == "FILE"
        if not listed and not seated:
            values += plan.names if known[name].players else ()
            text = _("{value!r} is not available - use one of {known}", value=value[:40], known=", ".join(values))
            raise DocumentError(NEW_GAME, name, text)
        settled[name] = value if listed else player
    return settled


def player_ids(names: Sequence[str], longest: int = 40, nameless: str = "player") -> list[str]:
    """Return a different id for each player's name. Names without letters or digits get the id `nameless`.

    Ids are in lower case without dots, because the ids of pieces begin with them.
    """
    ids: list[str] = []
    for name in names:
        base = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:longest] or nameless
        candidates = (base, *(f"{base}-{number}" for number in range(2, len(names) + 2)))
        ids.append(next(candidate for candidate in candidates if candidate not in ids))
    return ids
