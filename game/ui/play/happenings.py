"""What happened on the table in some answers, for a banner and its ghost trails: one happening for each activation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView
from game.ui.play.recap import RecapStep
from game.wording import _, ngettext

Loss = tuple[PieceView, int]
"""A piece that was hurt or removed, as it was before, and the damage that it took; 0 if it was removed."""


@dataclass
class Happening:
    """What one piece or unit, the `actor`, did or suffered; "" is nobody.

    `trails` has the places of each piece that moved, the latest last, and `losses` every piece that was hurt or
    removed. `against` are the pieces of other players that dice were rolled against.
    """

    actor: str
    trails: dict[str, list[PieceView]] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    against: list[PieceView] = field(default_factory=list)

    @property
    def is_attack(self) -> bool:
        """Whether it hurt somebody, or dice were rolled against somebody."""
        return bool(self.losses or self.against)

    def hurts(self, player: str) -> bool:
        """Return whether a player's piece was hurt or removed."""
        return any(piece.owner == player for piece, _amount in self.losses)

    def pieces(self) -> list[PieceView]:
        """Return every place of a piece that it is about."""
        return [
            *(place for trail in self.trails.values() for place in trail),
            *(piece for piece, _damage in self.losses),
        ]


def happenings(steps: Sequence[RecapStep], units: Units) -> list[Happening]:
    """Return what happened in some steps, in order; steps of one actor in a row are one happening."""
    found: list[Happening] = []
    for step in steps:
        moved, losses = step.moved(), _losses(step)
        actor = _actor(step, moved, units)
        against = _against(step, actor, units) if step.rolled and not losses else []
        if not (moved or losses or against):
            continue
        if not found or found[-1].actor != actor:
            found.append(Happening(actor))
        for was, now in moved:
            trail = found[-1].trails.setdefault(now.id, [was])
            trail.append(now)
        found[-1].losses += losses
        found[-1].against += against
    return found


def worth_telling(found: Sequence[Happening], player: str) -> list[Happening]:
    """Return happenings in the order in which a player should hear of them: own losses, the last attack, the rest."""
    attacks = [each for each in found if each.is_attack]
    first = [*(each for each in found if each.hurts(player)), *attacks[-1:], *reversed(found)]
    return [each for number, each in enumerate(first) if each not in first[:number]]


def _losses(step: RecapStep) -> list[Loss]:
    found: list[Loss] = []
    for name, was in step.before.items():
        now = step.after.get(name)
        if now is None and was.kind == "base":
            found.append((was, 0))
        elif now is not None and now.damage > was.damage:
            found.append((was, now.damage - was.damage))
    return found


def _actor(step: RecapStep, moved: Sequence[tuple[PieceView, PieceView]], units: Units) -> str:
    """Return the active piece or unit of a step; without one, the piece that moved."""
    for pieces in (step.after, step.before):
        if active := [piece for piece in pieces.values() if piece.active]:
            return active[0].unit or active[0].id
    known = dict.fromkeys(now.unit or now.id for _was, now in moved)
    return next(iter(known)) if len(known) == 1 else ""


def _against(step: RecapStep, actor: str, units: Units) -> list[PieceView]:
    """Return the pieces of other players among those that a step is about."""
    owners = {piece.owner for piece in step.before.values() if actor in (piece.id, piece.unit)}
    involved = [step.before[name] for name in step.involved if name in step.before]
    return [piece for piece in involved if owners and piece.kind == "base" and piece.owner not in owners]


def words_of(happening: Happening, player: str, names: Mapping[str, str]) -> str:
    """Return a happening in a few words for a player, by the names of pieces and units."""
    actor = names.get(happening.actor, "")
    theirs = [loss for loss in happening.losses if (loss[0].unit or loss[0].id) != happening.actor]
    mine = [loss for loss in theirs or happening.losses if loss[0].owner == player]
    if losses := mine or theirs or happening.losses:
        return _lost(actor if theirs else "", losses, names)
    if happening.against:
        met = happening.against[0]
        return _("{actor} rolled against {target}", actor=actor, target=names.get(met.unit or met.id, met.name))
    places = [trail[-1] for trail in happening.trails.values()]
    movers = list(dict.fromkeys(names.get(each.unit or each.id, each.name) for each in places))
    if actor and (actor in movers or not movers):
        return _("{piece} moved", piece=actor)
    if len(movers) == 1:
        return _("{piece} moved", piece=movers[0])
    more = len(movers) - 1
    return ngettext("{piece} and {n} other moved", "{piece} and {n} others moved", more, piece=movers[0], n=more)


def _lost(actor: str, losses: Sequence[Loss], names: Mapping[str, str]) -> str:
    """Return in words what was lost by the first piece or unit that lost anything."""
    first = losses[0][0]
    target = names.get(first.unit or first.id, first.name)
    own = [loss for loss in losses if (loss[0].unit or loss[0].id) == (first.unit or first.id)]
    removed, damage = sum(not amount for _piece, amount in own), sum(amount for _piece, amount in own)
    if removed and first.unit:
        return ngettext("{unit} lost {n} model", "{unit} lost {n} models", removed, unit=target, n=removed)
    if removed and actor:
        return _("{actor} took out {target}", actor=actor, target=target)
    if removed:
        return _("{target} is out", target=target)
    if actor:
        return _("{actor} hit {target} for {damage}", actor=actor, target=target, damage=damage)
    return _("{target} took {damage} damage", target=target, damage=damage)


def names_in(steps: Iterable[RecapStep], units: Units) -> dict[str, str]:
    """Return the names of all pieces and units in some steps, also of those that left the table."""
    pieces = {name: piece.name for step in steps for name, piece in (*step.before.items(), *step.after.items())}
    return pieces | {unit: card.name for unit, card in units.cards.items()}
