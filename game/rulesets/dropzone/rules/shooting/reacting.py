"""Reaction fire: AA weapons shoot at Aircraft at a point of their path (D-RF)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Flow
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.hands import within
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.cards.targets import Occasion
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import NO_FIRE
from game.rulesets.dropzone.rules.shooting.legal import aim, arcs_of, eyes_of, sighted, vantage, why_silent
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.shooting.resolving import reallocate, resolve, under_cards
from game.rulesets.dropzone.rules.space import MIDDLES, are_in_arc, hover, middle
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.table.lattice import position
from game.table.path.along import AlongPath, Span
from game.table.path.path import Path, Point
from game.table.terrain.battlefield import Battlefield
from game.wording import _

Inches = NDArray[np.float64]
STEP: Final = 0.25
"""Inches between the points of a path at which Reaction Fire is judged."""


class Chance(NamedTuple):
    """A weapon that may react, its target, and the spans of the target's path where it may, in inches."""

    unit: Unit
    weapon: WeaponDocument
    target: Unit
    spans: Sequence[Span]

    @property
    def key(self) -> str:
        """The key of the option."""
        return f"{self.unit.id}|{self.weapon.name}|{self.target.id}"


def react(game: Game, squad: Squad, paths: Mapping[str, Sequence[Point]]) -> Flow:
    """Let enemies react to Aircraft that have just moved along paths, before they land (D-RF-1 to D-RF-5, R-26)."""
    lines = {name: Path.through([position(*at) for at in points]) for name, points in paths.items() if len(points) > 1}
    for player in game.state.order:
        if player == squad.owner:
            continue
        while found := [*chances(game, player, squad, lines)]:
            options = [_option(each) for each in found]
            options.append(NO_FIRE.shown())
            prompt = _("Reaction Fire at {squad}?", squad=squad.name)
            asked = Choose(player=player, prompt=prompt, rule="D-RF-1", about=squad.id, options=options)
            answer = yield asked
            if answer == NO_FIRE.key:
                break
            chance = next(each for each in found if each.key == answer)
            yield from _fire(game, player, chance, lines[chance.target.id])
            lines = {name: path for name, path in lines.items() if game.state.units[name].alive}


def _option(chance: Chance) -> Option:
    facts = {"unit": chance.unit.name, "weapon": chance.weapon.name, "target": chance.target.name}
    label = _("{unit} fires {weapon} at {target}", **facts)
    return Option(chance.key, label, "D-RF-2", (chance.unit.id,))


def chances(game: Game, player: str, squad: Squad, lines: Mapping[str, Path]) -> Iterator[Chance]:
    """Yield the weapons of a player that may react to units of a squad on their paths (D-RF-1, D-RF-3, D-RF-4)."""
    for unit in game.in_play():
        if unit.owner != player or game.squad_of(unit).left_air:
            continue
        for weapon in game.sheet(unit).weapons:
            rules = weapon.rules
            if "aa" not in rules or "indirect" in rules or why_silent(game, unit, weapon, reacting=True) is not None:
                continue
            for name, path in lines.items():
                found = spans(game, unit, weapon, game.state.units[name], path)
                if found:
                    yield Chance(unit, weapon, game.state.units[name], found)


def spans(game: Game, unit: Unit, weapon: WeaponDocument, target: Unit, path: Path) -> list[Span]:
    """Return the spans of an Aircraft's path at which a weapon may fire at it: arc, range and sight (D-RF-1)."""
    other, policy = game.sheet(target), game.ruler.policy
    most = weapon.range_to(countered=other.active) * vantage(game, unit) + policy.tolerance
    marks, spots = _marked(game.ruler.battlefield, path)
    x, y, bases = spots.T
    every, (arcs, half) = np.zeros(len(spots), dtype=bool), arcs_of(game, unit, weapon)
    for eye in eyes_of(game, unit, weapon):
        dx, dy, facing = x - eye.x, y - eye.y, eye.facing or 0
        height = eye.z if unit.place == "inside" else middle(game.body(unit))
        legal = policy.slanting(np.sqrt(dx * dx + dy * dy), bases + other.height / 2 - height) <= most
        if len(arcs) < len(MIDDLES):
            legal[legal] = are_in_arc(arcs, facing, dx[legal], dy[legal], half)
        if legal.any():
            shares = game.seeing.along(eye, other.radius, other.height, spots[legal].tolist(), target.squad)
            legal[legal] = shares > 0.0
        every |= legal
    return _runs(marks.tolist(), every.tolist())


@lru_cache(maxsize=64)
def _marked(field: Battlefield, path: Path) -> tuple[Inches, Inches]:
    """Return the marks on a path at which fire is judged, and x, y and the base of an Aircraft there, in inches."""
    marks = np.unique(np.append(np.arange(0.0, path.inches, STEP), path.inches))
    points = [path.at(float(mark)) for mark in marks]
    return marks, np.array([(*at, hover(field, *at)) for at in points])


def _runs(marks: Sequence[float], legal: Sequence[bool]) -> list[Span]:
    """Return the stretches of marks in which all are legal."""
    found: list[Span] = []
    for mark, good, before in zip(marks, legal, (False, *legal)):
        if good and before:
            found[-1] = found[-1][0], mark
        elif good:
            found.append((mark, mark))
    return found


def _fire(game: Game, player: str, chance: Chance, path: Path) -> Flow:
    """Ask for the point of the path, and fire at the unit there; if it dies, it crashes there (D-RF-2, D-RF-5).

    Shots at a Commander may go to another unit of the squad where that one is now (D-CMD-4).
    """
    unit, weapon, target, found = chance
    prompt = _("Where does {weapon} hit {target} on its path?", weapon=weapon.name, target=target.name)
    x, y = yield Place(
        player=player, prompt=prompt, rule="D-RF-2", about=target.id, region=AlongPath(path, found, rule="D-RF-2")
    )
    end = target.x, target.y
    target.x, target.y = x, y
    view = sighted(game, unit, weapon, target).view
    game.emit(events.Reacted(unit=unit.id, target=target.id, x=x, y=y, rule="D-RF-2"))
    fire = Fire(unit, weapon, target, aim(game, unit, weapon, target, view, reacting=True))
    yield from reallocate(game, [fire])
    with within(game):
        if (yield from offer(game, Occasion({target.owner: "RF"}, game.squad_of(target), [fire]))):
            fire.aim = under_cards(game, fire, fire.target)
        yield from resolve(game, [fire], reacting=True)
    if target.alive:
        target.x, target.y = end
