"""Armies for the command line: find, list, make at random, put into words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from game.engine.kit.rosters import ImportedRosters
from game.engine.rulebook.facets import Parameter, Values
from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.armies import ArmyDocument, SquadDocument
from game.rulesets.dropzone.documents.catalogue import ARMIES
from game.rulesets.dropzone.documents.legality import breaches
from game.rulesets.dropzone.rosters.chance import random_army
from game.rulesets.dropzone.rules.setup import GROUP_NAMES
from game.rulesets.dropzone.view.sheets import unit_lines
from game.wording import N_, _

LIMIT, MOST = 700, 3000
"""Points of an army made at random, and the most."""


class Armies(ImportedRosters[ArmyDocument]):
    """The rosters of Dropzone Commander: armies by name or file, and in words."""

    known, kind = ARMIES, "army"
    parameters: tuple[Parameter, ...] = (
        Parameter("faction", N_("Its faction; random if left out."), metavar="NAME"),
        Parameter("limit", N_("Its points limit; 700 if left out (D-ARMY-1)."), "number", most=MOST),
    )

    def own(self) -> list[tuple[str, dict[str, Any]]]:
        return []  # they can be changed, and are listed among those

    def listed(self, name: str, roster: ArmyDocument) -> tuple[str, dict[str, Any]]:
        squads = [*roster.squads]
        facts = {"faction": roster.faction, "points": roster.points, "limit": roster.limit, "squads": len(squads),
                 "units": sum(each.size for each in squads)}  # fmt: skip
        line = _("{name:<22}{title:<28}{squads} squads, {units} units, {points} of {limit} points", name=name,
                 title=roster.name, **facts)  # fmt: skip
        return line, {"army": name, "name": roster.name, **facts}

    def make(self, name: str, seed: int, values: Values) -> ArmyDocument:
        """Return a legal army by chance; raise `DocumentError`."""
        limit = values.get("limit")
        return random_army(name, seed, str(values.get("faction") or ""), LIMIT if limit is None else int(str(limit)))

    def sheet(self, roster: ArmyDocument) -> Iterator[str]:
        """Yield an army as lines of text, at the end the rules that it breaks."""
        facts = {"name": roster.name, "faction": roster.faction, "points": roster.points, "limit": roster.limit}
        yield _("{name} ({faction}), {points} of {limit} points", **facts)
        for group in roster.groups:
            yield ""
            yield _(GROUP_NAMES[group.kind])
            yield from (f"  {_squad(roster, squad)}" for squad in group.squads)
        if roster.auxiliaries:
            yield ""
            yield _("Auxiliary squads")
            yield from (f"  {_squad(roster, squad)}" for squad in roster.auxiliaries)
        for each in roster.commanders:
            words = {"name": each.name, "value": each.value, "points": each.points, "unit": each.unit}
            yield _("{name}, Command Value {value}, {points} points, in {unit}", **words)
        for unit in roster.units:
            yield ""
            yield _("{name} ({category}), {points} points", name=unit.name, category=_(unit.category),
                    points=unit.points)  # fmt: skip
            yield from (f"  {_cited(line)}" for line in unit_lines(unit))
        yield from (str(breach) for breach in breaches(roster))


def _cited(line: Line) -> str:
    return f"{line.text} ({line.rule})" if line.rule else line.text


def _squad(army: ArmyDocument, squad: SquadDocument) -> str:
    sheet = army.sheet(squad)
    points = _("{points} points", points=sheet.points * squad.size)
    aboard = _(", in {transport}", transport=" / ".join(squad.aboard)) if squad.aboard else ""
    return f"{sheet.name}{f' ×{squad.size}' if squad.size > 1 else ''}, {points}{aboard}"
