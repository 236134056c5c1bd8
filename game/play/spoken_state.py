"""The state of a game in plain sentences, for screen readers and for text mode."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

import shapely

from game.engine.core.typed_dice import Awaiting
from game.engine.rulebook.units import strength
from game.engine.rulebook.view import PieceView
from game.lengths import coordinates, counted, in_words, length, of_an_inch, tape
from game.play.session_model import SessionModel
from game.table.facing import compass_of
from game.table.footprints import Footprint
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Piece
from game.wording import _, within_line


def state_line(model: SessionModel) -> str:
    """Return the state of the game in one line, with round, phase, pending decision and points."""
    return " ".join(state_parts(model))


def state_parts(model: SessionModel) -> list[str]:
    """Return the state of the game as a list of sentences."""
    view, decision = model.view, model.decision
    rolls = "" if model.session.awaiting is None else _("There are dice to roll.")
    parts = [round_sentence(model), rolls]
    if decision is not None:
        piece = model.units.standing(decision.about)
        parts += [question(model), piece_line(model, piece) if piece is not None else "", scores(model)]
    elif view.result:
        parts.append(with_full_stop(_("The game is over: {result}", result=view.result)))
    return [part for part in parts if part]


def question(model: SessionModel) -> str:
    """Return the pending decision and its player as a sentence, or "" if there is none."""
    decision = model.decision
    if decision is None:
        return ""
    name = model.player_name(decision.player)
    return with_full_stop(_("{player} decides: {prompt}", player=name, prompt=decision.prompt))


def with_full_stop(sentence: str) -> str:
    """Return a sentence with a full stop, unless it already ends in punctuation."""
    return sentence if sentence.endswith((".", "?", "!", ":")) else f"{sentence}."


def round_sentence(model: SessionModel) -> str:
    """Return the round and phase as a sentence."""
    view = model.view
    phase = view.phases[view.phase] if 0 <= view.phase < len(view.phases) else ""
    if not phase or phase == view.round_text:
        return _("{round}.", round=view.round_text)
    return _("{round}, {phase} phase.", round=view.round_text, phase=within_line(phase))


def scores(model: SessionModel) -> str:
    """Return all players' points as a sentence."""
    parts = []
    for player in model.view.players:
        notes = f" ({', '.join(player.notes)})" if player.notes else ""
        parts.append(_("{player} {score}", player=player.name, score=player.score) + notes)
    return _("Points: {scores}.", scores=", ".join(parts)) if parts else ""


def piece_line(model: SessionModel, piece: PieceView, nearest: bool = True) -> str:
    """Return a sentence about a piece: name, owner, die, state, position, and the range to the nearest enemy."""
    parts = [piece.name]
    if piece.owner:
        parts.append(_("owned by {player}", player=model.player_name(piece.owner)))
    if piece.die:
        parts.append(_("d{die}", die=piece.die))
    elif piece.kind != "base" and piece.symbol.lower() not in piece.name.lower():
        parts.append(piece.symbol)
    unit = model.view.units.get(piece.id)
    parts += state_words(piece) if unit is None else [strength(unit), *state_words(replace(piece, damage=0))]
    parts.append(place_of(piece.x, piece.y))
    if piece.facing is not None:
        parts.append(_("facing {bearing:g}°", bearing=compass_of(piece.facing)))
    if piece.level:
        parts.append(_("on level {level}", level=piece.level))
    if nearest and piece.kind == "base":
        closest = model.session.ruleset.closest(model.session.game, piece.id)
        hostile = [name for name in closest if model.units.parts(name)]
        parts += [range_line(model, *model.units.closest(piece.id, name)) for name in hostile[:1]]
    return ", ".join(filter(None, parts)) + "."


def state_words(piece: PieceView) -> list[str]:
    """Return the states of a piece in words."""
    words = (
        (piece.leader, _("leader")),
        (piece.damage, _("{damage} damage", damage=piece.damage)),
        (piece.active, _("active")),
        (piece.done and not piece.active, _("has acted")),
        (piece.engaged, _("engaged")),
        (piece.ready, _("ready")),
        (piece.compulsion, piece.compulsion),
        (piece.traits, _("has {traits}", traits=", ".join(map(_, piece.traits)))),
        (piece.carries, _("carries {things}", things=", ".join(piece.carries))),
    )
    return [text for holds, text in words if holds]


def range_line(model: SessionModel, piece: PieceView, other: PieceView) -> str:
    """Return the distance between two pieces, as range and tape reading."""
    ruler = model.session.game.ruler
    receipt = ruler.measure(base_of(piece), base_of(other))
    inches = tape(receipt.inches, spelled=True)
    if receipt.range is None:
        return _("out of reach of {other} ({inches})", other=other.name, inches=inches)
    if not (ruler.policy.rounds_down or ruler.policy.terrain_costs):
        return _("{range} from {other}", range=inches, other=other.name)
    return _("{range} from {other} ({inches})", range=counted(receipt.range), other=other.name, inches=inches)


def place_of(x: float, y: float) -> str:
    """Return a spot (inches from the lower left corner) in words, such as "at 12.5 by 8.0 inches"."""
    factor = of_an_inch()
    return _("at {x:.1f} by {y:.1f} {measure}", x=x * factor, y=y * factor, measure=in_words())


def base_of(piece: PieceView) -> Footprint:
    """Return the area that a piece covers, with its name, for the ruler."""
    return piece.base._replace(name=piece.name)


@dataclass
class AskedDie:
    """A die that people roll, with its label, rule and sides, and the face typed so far (0: none)."""

    label: str
    rule: str
    sides: int
    face: int = 0


def asked_dice(model: SessionModel, awaiting: Awaiting) -> list[AskedDie]:
    """Return the dice that people must roll, with labels from the rulebook."""
    dice = []
    for wanted in awaiting.rolls:
        purpose_and_owner = model.session.ruleset.roll_wanted(model.session.game, wanted.key)
        parts = [model.player_name(purpose_and_owner.owner)] if purpose_and_owner.owner else []
        if purpose_and_owner.subject and purpose_and_owner.subject != purpose_and_owner.owner:
            parts.append(model.name_of(purpose_and_owner.subject))
        die = _("d{sides} for {purpose}", sides=wanted.sides, purpose=purpose_and_owner.purpose)
        if any(roll.key == wanted.key for roll in awaiting.typed):
            die = _("{what}, again", what=die)
        dice.append(
            AskedDie(": ".join([", ".join(parts), die] if parts else [die]), purpose_and_owner.rule, wanted.sides)
        )
    return dice


FINE: Final = 0.15
"""Inches by which a described outline may differ from the real one, so that curves have few corners."""


def kinds(terrain: Piece) -> str:
    """Return the kinds of a terrain piece that matter for measuring and moving, in words."""
    if terrain.decoration:
        return _("decoration only")
    applies = {
        _("area terrain"): bool(terrain.area),
        _("impassable walls"): any(wall.impassable for wall in terrain.barricades),
        _("barricades"): any(not wall.impassable for wall in terrain.barricades),
        **{_("on level {level}", level=level): True for level in terrain.levels if level},
    }
    return ", ".join(kind for kind, is_one in applies.items() if is_one) or _("decoration only")


def outlines(terrain: Piece) -> Iterator[str]:
    """Yield the outline of a terrain piece in words: corners of its areas and bends of its barricades."""
    for polygon in polygons_of(shapely.simplify(terrain.area_shape, FINE)):
        yield _("area {corners}", corners=_corner_list(polygon.exterior.coords[:-1]))
    for wall in terrain.barricades:
        yield _("barricade {corners}, {width} wide", corners=_corner_list(wall.line), width=length(wall.width))


def _corner_list(corners: Iterable[tuple[float, ...]]) -> str:
    return " - ".join(coordinates(corner[0], corner[1], 1) for corner in corners)
