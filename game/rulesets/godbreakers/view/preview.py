"""What an end position would mean before it is taken: obstacles, contacts, control, tokens, targets, threats."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from game.engine.core.decisions import Decision, Place
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, Preview
from game.rulesets.godbreakers.odds.odds import engage_odds, supposing, test_odds
from game.rulesets.godbreakers.rules.actions.engage import most_opponents, targets
from game.rulesets.godbreakers.rules.actions.move import CLIMB, ESCAPE, FALL, obstacles_to
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.placing import attack_range, landings, move_region, movement_range, within
from game.rulesets.godbreakers.rules.rounds.activation import leaves_time
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import closest
from game.rulesets.godbreakers.view.table import listed_tokens
from game.table.lattice import Position
from game.table.placing.conditions import AnyOf, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.wording import _, ngettext, told

_OBSTACLE_RULES = {ESCAPE: "G-MOVE-3", CLIMB: "G-ADV-3", FALL: "G-ADV-3"}
MOST_TARGETS = 4
"""Opponents whose odds are told one by one; of more, only the names."""


def preview(game: Game, decision: Decision, x: float, y: float) -> Preview:
    """Return what it would mean to put the piece a `Place` is about at (x, y)."""
    marker = game.state.markers.get(decision.about)
    if marker is not None:
        return _marker_preview(game, marker, x, y)
    model = game.state.models.get(decision.about)
    if model is None:
        return Preview()
    level = level_of(decision.region, model.level) if isinstance(decision, Place) else model.level
    there = model.disc._replace(x=x, y=y, level=level)
    near = [(piece.id, piece.name) for piece in game.present() if piece is not model and _beside(game, there, piece)]
    lines = []
    receipt = None
    moving = model.on_table and (decision.rule == "G-MOVE-1" or isinstance(decision, Editing))
    if model.on_table:
        receipt = game.ruler.measure(model.disc, there)
        if level == model.level:
            lines.append(_range_line(game, model, x, y))
        if moving:
            lines.extend(_obstacle_lines(game, model, Position(x, y), level))
            lines.extend(_fall_line(game, x, y, level))
    if near:
        lines.append(Line(_("Within 0 U: {near}", near=", ".join(name for _unused, name in near)), "G-MEAS-2"))
    lines.extend(_control_lines(game, model, there))
    if moving:
        lines.extend(_token_lines(game, there))
    under_way = isinstance(decision, Place) and moving and game.state.active == model.id
    lines.extend(_target_lines(game, model, there, last=under_way and not leaves_time(game, model)))
    return Preview(tuple(lines), tuple(identity for identity, _unused in near), receipt)


def outlook(game: Game, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
    """Yield who could reach the model a `Place` is about at (x, y), as far as is known: at once, or after a move."""
    model = game.state.models.get(decision.about)
    if model is None:
        return
    level = level_of(decision.region, model.level) if isinstance(decision, Place) else model.level
    there = model.disc._replace(x=x, y=y, level=level)
    now: list[str] = []
    later: list[str] = []
    for other in game.standing():
        if not game.hostile(other, model):
            continue
        with standing(model, there):
            if game.reaches(other, model, attack_range(game, other)):
                now.append(other.name)
            elif could_come_to_reach(game, other, model):
                later.append(other.name)
        yield _outlook_lines(now, later)
    if not now and not later:
        yield (Line(_("Nobody could reach it there, not even after a move"), "G-ENG-1", "good"),)


def _outlook_lines(now: list[str], later: list[str]) -> tuple[Line, ...]:
    found = []
    if now:
        found.append(
            Line(
                ngettext(
                    "{n} could reach it at once: {names}",
                    "{n} could reach it at once: {names}",
                    len(now),
                    names=", ".join(now),
                ),
                "G-ENG-1",
                "bad",
            )
        )
    if later:
        found.append(
            Line(
                ngettext(
                    "{n} could reach it after a move: {names}",
                    "{n} could reach it after a move: {names}",
                    len(later),
                    names=", ".join(later),
                ),
                "G-MOVE-1",
                "warning",
            )
        )
    return tuple(found)


def nearest_hostiles(game: Game, piece: str) -> tuple[str, ...]:
    """Return the models hostile to a model on the table that are closest to it, all that tie (G-MEAS-7)."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ()
    return tuple(found.id for found in closest(game, model, game.hostiles(model)))


@contextmanager
def standing(model: Model, there: Disc) -> Iterator[None]:
    """Let a model stand somewhere else for as long as the rules are asked what that would mean."""
    before = model.x, model.y, model.level, model.place
    model.x, model.y, model.level, model.place = there.x, there.y, there.level, "table"
    try:
        yield
    finally:
        model.x, model.y, model.level, model.place = before


def could_come_to_reach(game: Game, other: Model, model: Model) -> bool:
    """Say whether some end of a move of `other` has `model` in its attack range (G-MOVE-1, G-ENG-1)."""
    steps, n = movement_range(game, other), attack_range(game, other)
    gap = math.hypot(model.x - other.x, model.y - other.y) - model.radius - other.radius
    if gap >= steps + n + 2.0:  # walls and terrain only make it less
        return False
    return any(ends.has_room for ends in _striking_ends(game, other, model, n))


def _striking_ends(game: Game, other: Model, model: Model, n: int) -> Iterator[Region]:
    """Yield the ends of a move of `other` from which `model` is within `n` U, level by level (G-ADV-2, G-ADV-5)."""
    near = WithinRange(game.ruler, model.disc, n, other.radius, whole=False)
    if not game.levels:
        yield move_region(game, other, (near,))
        return
    for ends, level in landings(game, move_region(game, other)):
        # Whoever is Unbound may count as standing elsewhere for the attack too.
        told = [near.told_for(each) for each in game.levels_of(other, level) if abs(each - model.level) <= 1]
        if told:
            yield Region(ends.radius, (*ends.conditions, AnyOf(told)), ends.around)


def _beside(game: Game, there: Disc, piece: Piece) -> bool:
    """Say whether a piece is within 0 U of a spot; most are too far away to be measured (G-MEAS-2)."""
    gap = there.radius + piece.radius + 1.0
    near = -gap < piece.x - there.x < gap and -gap < piece.y - there.y < gap
    return near and game.ruler.within(there, piece.disc, 0)


def _marker_preview(game: Game, marker: Marker, x: float, y: float) -> Preview:
    there = marker.disc.moved_to(x, y)
    near = [model for model in game.standing() if _beside(game, there, model)]
    lines = [Line(_("Within 0 U: {near}", near=", ".join(model.name for model in near)), "G-MEAS-2")] if near else []
    return Preview(tuple(lines), tuple(model.id for model in near))


def _range_line(game: Game, model: Model, x: float, y: float) -> Line:
    """Say within how many U of where it stands the whole base would be (G-MEAS-5, Q3)."""
    most = movement_range(game, model)
    # The far rim is as many inches away as the middle has moved: no smaller range needs trying.
    least = max(1, math.floor(math.hypot(x - model.x, y - model.y) - 1.0))
    for n in range(least, most + 1):
        if within(game, model.disc, n, model.radius).allows(x, y):
            return Line(_("The whole base within {n} of {most} U", n=n, most=most), "G-MEAS-5")
    return Line(_("Not wholly within {most} U", most=most), "G-MEAS-5", "warning")


def _fall_line(game: Game, x: float, y: float, level: int) -> list[Line]:
    """Warn of a fall: there is nothing to stand on (G-ADV-4)."""
    if not game.levels or game.battlefield.has_surface(level, x, y):
        return []
    below = game.battlefield.surface_below(level, x, y)
    return [Line(_("Falls to level {below}: {damage} damage", below=below, damage=1 + level - below), "G-ADV-4", "bad")]


def _obstacle_lines(game: Game, model: Model, end: Position, level: int) -> list[Line]:
    obstacles = obstacles_to(game, model, end, level)
    if not obstacles:
        return [Line(_("No obstacle"), "G-MOVE-2", "good")]
    chance = test_odds(game, model, "Avoid Obstacles")
    return [
        *(Line(told(obstacle), _OBSTACLE_RULES.get(obstacle, "G-MOVE-4"), "warning") for obstacle in obstacles),
        Line(
            _(
                "Avoid Obstacles: {chance:.0%} to pass, else {obstacles} damage",
                chance=chance,
                obstacles=len(obstacles),
            ),
            "G-MOVE-2",
            "warning",
        ),
    ]


def _control_lines(game: Game, model: Model, there: Disc) -> list[Line]:
    """Say of every marker at the model now or then who would control it (G-TBL-6)."""
    found = []
    for marker in game.lying():
        here = model.on_table and game.within(model, marker, 0)
        beside = _beside(game, there, marker)
        if not here and not beside:
            continue
        before = _controller(game, marker)
        with standing(model, there):
            after = _controller(game, marker)
        name = game.player_name(after) if after else _("nobody")
        if before == after:
            found.append(Line(_("{marker} stays with {name}", marker=marker.name, name=name), "G-TBL-6"))
            continue
        was = _(" (now {before})", before=game.player_name(before)) if before else ""
        tone = "good" if after and after == model.owner else "warning"
        found.append(
            Line(
                _("{marker} would be controlled by {name}{was}", marker=marker.name, name=name, was=was),
                "G-TBL-6",
                tone,
            )
        )
    return found


def _controller(game: Game, marker: Marker) -> str:
    return next((player for player in game.playing() if game.controls(player, marker)), "")


def _token_lines(game: Game, there: Disc) -> list[Line]:
    tokens = [token for token in game.unclaimed() if _beside(game, there, token)]
    return [Line(_("May claim: {tokens}", tokens=listed_tokens(tokens)), "G-MOVE-5", "good")] if tokens else []


def _target_lines(game: Game, model: Model, there: Disc, *, last: bool) -> list[Line]:
    """Tell whom the model could engage from there and with which odds (G-ENG-1..4, G-REC-1).

    Of one that moves with the last of its actions only whom it would have in its attack range (G-ACT-4).
    """
    game, model = supposing(game, model, there)
    found = targets(game, model)
    names = ", ".join(other.name for other in found)
    if found and last:
        return [Line(_("In its attack range, with no action left: {found}", found=names), "G-ACT-4")]
    if len(found) > MOST_TARGETS:
        return [Line(_("Could engage: {found}", found=names), "G-ENG-1", "good")]
    lines = [line for other in found for line in _engage_lines(game, model, [other])]
    if 1 < len(found) <= most_opponents(game, model):
        lines.extend(_engage_lines(game, model, found))
    return lines


def _engage_lines(game: Game, model: Model, opponents: list[Model]) -> list[Line]:
    """Tell the odds of engaging these opponents at once, and who might then be lost at recovery."""
    odds = engage_odds(game, model, *opponents)
    names = _(" and ").join(other.name for other in opponents)
    chances = _("wins {win:.0%}, ties {tie:.0%}, loses {lose:.0%}", win=odds.win, tie=odds.tie, lose=odds.lose)
    tone = "good" if float(odds.win) >= float(odds.lose) else "warning"
    lines = [Line(_("Could engage {names}: {chances}", names=names, chances=chances), "G-ENG-1", tone)]
    everybody = zip([*opponents, model], [*odds.opponents, odds.active], strict=True)
    lost = [f"{each.name} {fate.casualty:.0%}" for each, fate in everybody if fate.casualty.weight]
    if lost:
        lines.append(Line(_("Lost at recovery then: {lost}", lost=", ".join(lost)), "G-REC-1"))
    return lines
