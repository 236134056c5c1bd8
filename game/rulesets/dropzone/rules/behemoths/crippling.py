"""Damage zones of Behemoths that are Crippled (D-BEH-9, D-BEH-10)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument, ZoneDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Unit
from game.wording import _, ngettext


def attacker(game: Game, behemoth: Unit) -> str:
    """Return who decides what being Crippled costs: the enemy who acts, else the first enemy in the order."""
    order = game.state.order or game.state.players
    others = [each for each in order if each != behemoth.owner]
    return game.state.player if game.state.player in others else others[0]


def cripple(game: Game) -> Flow:
    """Settle every threshold that a Behemoth has dropped past, and those that follow from it (D-BEH-9)."""
    while (due := next(_due(game), None)) is not None:
        unit, zone = due
        unit.crippled = {**unit.crippled, zone.zone: unit.crippled.get(zone.zone, 0) + 1}
        weapons = yield from _silenced(game, unit, zone)
        unit.silenced = [*unit.silenced, *weapons]
        game.emit(events.Crippled(unit=unit.id, zone=zone.zone, weapons=tuple(weapons), rule="D-BEH-9"))
        options = [each for each in zone_options(game, unit, "D-BEH-9") if each.key != zone.zone]
        if options:
            prompt = _("{unit} is Crippled: which other zone loses a damage point?", unit=unit.name)
            answer = yield from _chosen(game, unit, prompt, options)
            game.damage_zone(unit, answer, 1, "D-BEH-9")


def zone_options(game: Game, behemoth: Unit, rule: str) -> list[Option]:
    """Return the damage zones of a Behemoth with points left as options, the one with fewest first."""
    every = game.zones_left(behemoth).items()
    return [Option(zone, _left_in(zone, left), rule, (behemoth.id,)) for zone, left in every]


def _left_in(zone: str, left: int) -> str:
    return ngettext("{zone}, {n} damage point left", "{zone}, {n} damage points left", left, zone=_(zone))


def _due(game: Game) -> Iterator[tuple[Unit, ZoneDocument]]:
    """Yield the zones that have dropped past a threshold that has not counted yet, of Behemoths that still stand."""
    for unit in game.on_table():
        for zone in game.sheet(unit).zones if game.left(unit) else ():
            if unit.zones.get(zone.zone, 0) // zone.points > unit.crippled.get(zone.zone, 0):
                yield unit, zone


def _silenced(game: Game, unit: Unit, zone: ZoneDocument) -> Asking[list[str]]:
    """Ask which weapon falls silent, if one does; return it with its other profiles and those of its arcs."""
    sheet = game.sheet(unit)
    able = losable(sheet, zone)
    if not able:
        return []
    options = [Option(each.name, each.name, "D-BEH-9", (unit.id,)) for each in able]
    prompt = _("{unit} is Crippled: which weapon falls silent?", unit=unit.name)
    answer = yield from _chosen(game, unit, prompt, options)
    lost = next(each for each in able if each.name == answer)
    alternative = lost.rules.get("alt")
    alike = [each for each in sheet.weapons if alternative is not None and each.rules.get("alt") == alternative]
    arcs = [each for each in able if zone.silences == "arc" and each.arc == lost.arc]
    return [*dict.fromkeys(each.name for each in (lost, *alike, *arcs))]


def losable(sheet: UnitDocument, zone: ZoneDocument) -> list[WeaponDocument]:
    """Return the weapons of which one falls silent: those named, or all but Structural ones (D-BEH-10, D-SPEC-STC)."""
    if not zone.silences:
        return []
    named = [each for each in sheet.weapons if each.name in zone.weapons]
    return named if zone.weapons else [each for each in sheet.weapons if "structural" not in each.rules]


def _chosen(game: Game, unit: Unit, prompt: str, options: list[Option]) -> Asking[str]:
    """Ask the attacker, if there is a choice."""
    if len(options) == 1:
        return options[0].key
    player = attacker(game, unit)
    answer: str = yield Choose(player=player, prompt=prompt, rule="D-BEH-9", about=unit.id, options=options)
    return answer
