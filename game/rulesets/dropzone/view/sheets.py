"""A squad's stat sheet in lines: profile, weapons, special rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.rulebook.view import Line
from game.rulesets.dropzone.documents.sheets import (
    DAMAGE_ZONES,
    WEAPON_RULES,
    Arc,
    UnitDocument,
    WeaponDocument,
    ZoneDocument,
    special,
)
from game.wording import N_, _, ngettext, numeral, series

ARCS: Final[dict[Arc, str]] = {"F": N_("front"), "SL": N_("left"), "SR": N_("right"), "R": N_("rear")}
EVERY_ARC: Final = 4


def profile(sheet: UnitDocument) -> tuple[tuple[str, str], ...]:
    """Return the most important numbers of a stat sheet, each with its word."""
    most = numeral(sheet.move[1], "g")
    return (f"{most}″", _("Move")), (str(sheet.armour), _("Armour")), (str(sheet.damage), _("Damage"))


def weapon_numbers(weapon: WeaponDocument) -> str:
    """Return the full range of a weapon, its shots if it has several, its Accuracy and its Energy: "24″ 2× 3+ 10"."""
    reach = _("CQB") if weapon.cq else "∞" if weapon.full is None else f"{numeral(weapon.full, 'g')}″"
    shots = [f"{weapon.shots}×"] if weapon.shots > 1 else []
    needed = [] if weapon.accuracy is None else [f"{weapon.accuracy}+"]
    return " ".join((reach, *shots, *needed, str(weapon.energy)))


def unit_lines(sheet: UnitDocument) -> Iterator[Line]:
    """Yield the stat sheet of a unit."""
    least, most = (numeral(inches, "g") for inches in sheet.move)
    move = most if least == "0" else f"{least}–{most}"
    facts = {"type": _(sheet.type), "move": move, "armour": sheet.armour}
    text = ngettext("{type}, moves {move}″, Armour {armour}, {n} damage point",
                    "{type}, moves {move}″, Armour {armour}, {n} damage points", sheet.damage, **facts)  # fmt: skip
    yield Line(text, "D-UNIT-2")
    yield from _countermeasures(sheet)
    if sheet.fortitude:
        yield Line(_("Fortitude {n}+", n=sheet.fortitude), "D-CQ-7")
    if sheet.carries:
        holds = series([f"{count} {symbol}" for symbol, count in sheet.carries.items()])
        yield Line(_("carries {what}", what=holds), "D-TRANS-1")
    if sheet.requires:
        sizes = _(" or ").join(f"{count} {symbol}" for symbol, count in sheet.requires.items())
        yield Line(_("takes {what} of a Transport", what=sizes), "D-TRANS-1")
    for text in sheet.special:
        yield Line(text, special(text).rule)
    for action in sheet.actions:
        yield Line(f"{action.name}: {action.text}", "D-ACT-10")
    for zone in sheet.zones:
        yield from _zone_lines(zone)
    for weapon in sheet.weapons:
        yield from _weapon_lines(weapon)


def _zone_lines(zone: ZoneDocument) -> Iterator[Line]:
    """Yield the points of a damage zone of a Behemoth, and what being Crippled costs (D-BEH-8, D-BEH-9)."""
    name = _(DAMAGE_ZONES[zone.zone])
    text = ngettext("{zone}: {n} × {points} damage points", "{zone}: {n} × {points} damage points", zone.thresholds,
                    zone=name, points=zone.points)  # fmt: skip
    yield Line(text, "D-BEH-8")
    costs = {
        _("Armour −{n}", n=zone.armour): zone.armour,
        _("Move −{n}″", n=numeral(zone.move, "g")): zone.move,
        _("saves worse by {n}", n=zone.passive): zone.passive,
        _("no longer {rule}", rule=zone.loses): zone.loses,
        _("one weapon falls silent"): zone.silences == "one",
        _("one weapon falls silent, and all of the same arcs"): zone.silences == "arc",
    }
    effects = series([cost for cost, counts in costs.items() if counts])
    if effects:
        yield Line(_("{zone} Crippled: {effects}", zone=name, effects=effects), "D-BEH-9", "quiet")
    if zone.weapons:
        yield Line(_("chosen among {weapons}", weapons=series(zone.weapons)), "D-BEH-10", "quiet")


def _countermeasures(sheet: UnitDocument) -> Iterator[Line]:
    if sheet.active:
        yield Line(_("active countermeasures: weapons reach it at their countered range"), "D-SHOOT-10")
    if sheet.passive:
        yield Line(_("passive countermeasures: saves on {n}+", n=sheet.passive), "D-SHOOT-18")
    if sheet.evasion:
        yield Line(_("Evasion: {n} harder to hit", n=sheet.evasion), "D-SHOOT-12")


def _weapon_lines(weapon: WeaponDocument) -> Iterator[Line]:
    facts = {"weapon": weapon.name, "shots": weapon.shots, "energy": weapon.energy, "range": _ranges(weapon)}
    hits = _("hits automatically") if weapon.accuracy is None else _("hits on {n}+", n=weapon.accuracy)
    text = N_("{weapon}: close quarters, {shots} × Energy {energy}") if weapon.cq else N_(
        "{weapon}: {range}, {shots} × Energy {energy}, {hits}"
    )  # fmt: skip
    yield Line(_(text, hits=hits, **facts), "D-UNIT-3")
    if weapon.silent_beyond is not None and not weapon.cq:
        inches = numeral(weapon.silent_beyond, "g")
        yield Line(_("{weapon} fires after moves of up to {inches}″", inches=inches, **facts), "D-SHOOT-6", "quiet")
    if len(weapon.arc) < EVERY_ARC and not weapon.cq:
        arcs = series([_(ARCS[arc]) for arc in weapon.arc])
        yield Line(_("{weapon} fires to the {arcs}", arcs=arcs, **facts), "D-GEO-11", "quiet")
    for text in weapon.special:
        yield Line(f"{weapon.name}: {text}", WEAPON_RULES.get(special(text).name, ""), "quiet")


def _ranges(weapon: WeaponDocument) -> str:
    full, countered = (_("any range") if each is None else f"{numeral(each, 'g')}″"
                       for each in (weapon.full, weapon.countered))  # fmt: skip
    return full if full == countered else _("{full} ({countered} countered)", full=full, countered=countered)
