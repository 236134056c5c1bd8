"""What happened on the table in some answers, for a banner and its ghost trails: one happening for each activation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from game.engine.core.events import Deed
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView
from game.play.spoken_deeds import fell
from game.ui.play.recap import RecapStep
from game.wording import N_, NN_, _, ngettext

MOST: Final = 3
"""The most happenings that are put into words."""
MOVED: Final = N_("{piece} moved"), *NN_("{piece} and {n} other moved", "{piece} and {n} others moved")
ARRIVED: Final = N_("{piece} arrived"), *NN_("{piece} and {n} other arrived", "{piece} and {n} others arrived")


class Loss(NamedTuple):
    """A piece that was hurt or removed, as it was before, and the damage that it took; 0 if it was removed.

    `by` is the piece or unit that did it, "" if none did. A piece may also be removed for damage that it `kept`.
    """

    piece: PieceView
    amount: int = 0
    by: str = ""
    kept: Deed | None = None

    @property
    def whose(self) -> str:
        """The unit that lost something, or the piece itself."""
        return self.piece.unit or self.piece.id


@dataclass
class Happening:
    """What one piece or unit, the `actor`, did or suffered; "" is nobody.

    `trails` has the places of each piece that moved, the latest last, `arrived` the pieces that came to the table, of
    which `returned` joined models of their unit, and `losses` every piece that was hurt or removed. `attacks` are the
    ids of attackers and of their targets.
    """

    actor: str
    trails: dict[str, list[PieceView]] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    attacks: list[tuple[str, str]] = field(default_factory=list)
    arrived: list[PieceView] = field(default_factory=list)
    returned: int = 0

    @property
    def is_attack(self) -> bool:
        """Whether it hurt somebody, or a piece attacked another."""
        return bool(self.losses or self.attacks)

    def hurts(self, player: str) -> bool:
        """Return whether a player's piece was hurt or removed."""
        return any(loss.piece.owner == player for loss in self.losses)

    def pieces(self) -> list[PieceView]:
        """Return every place of a piece that it is about."""
        return [
            *(place for trail in self.trails.values() for place in trail),
            *(loss.piece for loss in self.losses),
            *self.arrived,
        ]


def happenings(steps: Sequence[RecapStep]) -> list[Happening]:
    """Return what happened in some steps, in order; what one actor did in a row is one happening."""
    story = _Story()
    for step in steps:
        story.add(step)
    return _arrivals_joined([each for each in story.found if each.trails or each.arrived or each.is_attack])


def worth_telling(found: Sequence[Happening], player: str) -> list[Happening]:
    """Return happenings in the order in which a player should hear of them: own losses, the last attack, the rest.

    The last attack is always among the first `MOST`.
    """
    attacks = [each for each in found if each.is_attack]
    own = [each for each in found if each.hurts(player)]
    first = [*own[: MOST - 1], *attacks[-1:], *own[MOST - 1 :], *reversed(found)]
    return [each for number, each in enumerate(first) if each not in first[:number]]


class _Story:
    """Finds out from steps what happened, and who did it: `acting` is the piece or unit that acts, "" for none."""

    def __init__(self) -> None:
        self.found: list[Happening] = []
        self._known: Mapping[str, PieceView] = {}
        self._acting = ""
        self._blows: list[Deed] = []  # the attacks and aimed abilities of this activation, the latest last
        self._kept: dict[str, Deed] = {}

    def add(self, step: RecapStep) -> None:
        """Add what happened in a step."""
        told, turns = {name for deed in step.deeds for name in deed.to}, {deed.sort for deed in step.deeds}
        self._acting = _active(step.before) or ("" if turns & {"acts", "ends"} else _active(step.after))
        self._known = {**step.after, **step.before}
        self._add_moves(step)
        for deed in step.deeds:
            self._add_deed(deed)
        for name, was in step.before.items():
            now = step.after.get(name)
            if now is not None and now.damage > was.damage and not told & {name, was.unit}:
                self._of("").losses.append(Loss(was, now.damage - was.damage))

    def _add_moves(self, step: RecapStep) -> None:
        """Add the pieces that moved or arrived to what the acting one did; without one, each is its own actor."""
        acts = next((self._whole(deed.by) for deed in step.deeds if deed.sort == "acts"), "")
        for was, now in step.moved():
            self._of(self._acting or acts or now.unit or now.id).trails.setdefault(now.id, [was]).append(now)
        for name, piece in step.after.items():
            if name not in step.before and piece.kind == "base":
                happening = self._of(self._acting or acts or piece.unit or name)
                happening.arrived.append(piece)
                happening.returned += any(each.unit == piece.unit != "" for each in step.before.values())

    def _of(self, actor: str) -> Happening:
        """Return the happening of an actor: the last one, or a new one."""
        if not self.found or self.found[-1].actor != actor:
            self.found.append(Happening(actor))
        return self.found[-1]

    def _add_deed(self, deed: Deed) -> None:
        by = self._whole(deed.by)
        if deed.sort in ("acts", "ends"):
            self._acting, self._blows = by, []
        if deed.sort in ("acts", "attacks"):
            self._blows.append(deed)
        if deed.sort == "attacks":
            self._of(self._acting or by).attacks += [(by, self._whole(target)) for target in deed.to]
        elif deed.sort == "keeps":
            self._kept |= dict.fromkeys(deed.to, deed)
        elif deed.sort in ("hurts", "removes"):
            for name in deed.to:
                self._lose(deed, name)

    def _lose(self, deed: Deed, name: str) -> None:
        """Add the loss of a piece or unit, of which one model stands for all."""
        piece = self._known.get(name) or next((each for each in self._known.values() if each.unit == name), None)
        kept = self._kept.pop(name, None)
        if piece is None:
            return
        if kept is not None and deed.sort == "removes":
            self._of("").losses.append(Loss(piece, kept=kept))
            return
        meant = {name, piece.id, piece.unit}
        by = deed.by or next((blow.by for blow in reversed(self._blows) if meant & set(blow.to)), "")
        self._of(self._acting or self._whole(by)).losses.append(Loss(piece, deed.amount, self._whole(by)))

    def _whole(self, name: str) -> str:
        """Return the unit of a piece, or else the piece or unit itself."""
        return self._known[name].unit or name if name in self._known else name


def _active(pieces: Mapping[str, PieceView]) -> str:
    """Return the active piece or unit."""
    return next((piece.unit or piece.id for piece in pieces.values() if piece.active), "")


def _arrivals_joined(found: Sequence[Happening]) -> list[Happening]:
    """Return happenings with those in a row that only brought one player's pieces to the table made one."""
    joined: list[Happening] = []
    for each in found:
        last = joined[-1] if joined else Happening("")
        here = {piece.id for piece in last.arrived}
        comes = {piece.owner for piece in each.arrived} == {piece.owner for piece in last.arrived}
        if (
            here
            and not last.is_attack
            and not each.is_attack
            and (comes or (not each.arrived and here >= {*each.trails}))
        ):
            arrived, back = [*last.arrived, *each.arrived], last.returned + each.returned
            joined[-1] = Happening(each.actor, last.trails | each.trails, [], [], arrived, back)
        else:
            joined.append(each)
    return joined


# -- in words ----------------------------------------------------------------------------------


def words_of(happening: Happening, player: str, names: Mapping[str, str]) -> str:
    """Return a happening in a few words for a player, by the names of pieces and units."""
    mine = [loss for loss in happening.losses if loss.piece.owner == player]
    if losses := mine or happening.losses:
        return _lost(happening, losses[0], names)
    if happening.attacks:
        by, target = happening.attacks[-1]
        return _("{actor} attacked {target}: no damage", actor=names.get(by, by), target=names.get(target, target))
    if happening.arrived and happening.returned == len(happening.arrived):
        n, unit = happening.returned, names.get(happening.arrived[0].unit, happening.arrived[0].name)
        return ngettext("{n} model of {unit} returned", "{n} models of {unit} returned", n, n=n, unit=unit)
    if happening.arrived:
        return _counted(happening.arrived, names, ARRIVED)
    places = [trail[-1] for trail in happening.trails.values()]
    places.sort(key=lambda place: (place.unit or place.id) != happening.actor)  # the actor first
    return _counted(places, names, MOVED)


def _lost(happening: Happening, loss: Loss, names: Mapping[str, str]) -> str:
    """Return in words what the piece or unit of a loss suffered, and who did it."""
    own = [each for each in happening.losses if each.whose == loss.whose and each.by == loss.by]
    removed, damage = sum(not each.amount for each in own), sum(each.amount for each in own)
    target, by = names.get(loss.whose, loss.piece.name), names.get(loss.by, "")
    if loss.kept is not None:
        return fell(target, loss.kept)
    if removed and loss.piece.unit:
        texts = ngettext("{unit} lost {n} model", "{unit} lost {n} models", removed, unit=target, n=removed)
        return _("{by}: {what}", by=by, what=texts) if by else texts
    if not by:
        text = _("{target} is out", target=target)
        return text if removed else _("{target} took {damage} damage", target=target, damage=damage)
    if loss.whose == happening.actor and any(one == happening.actor for one, _target in happening.attacks):
        if removed:
            return _("{actor} attacked {target} and fell", actor=target, target=by)
        return _("{actor} attacked {target} and took {damage}", actor=target, target=by, damage=damage)
    if removed:
        return _("{actor} took out {target}", actor=by, target=target)
    return _("{actor} hit {target} for {damage}", actor=by, target=target, damage=damage)


def _counted(pieces: Sequence[PieceView], names: Mapping[str, str], texts: tuple[str, str, str]) -> str:
    """Return what the first of some pieces or units did, and the number of the others."""
    found = list(dict.fromkeys(names.get(each.unit or each.id, each.name) for each in pieces))
    if len(found) == 1:
        return _(texts[0], piece=found[0])
    one, many = texts[1:]
    return ngettext(one, many, len(found) - 1, piece=found[0], n=len(found) - 1)


def names_in(steps: Iterable[RecapStep], units: Units) -> dict[str, str]:
    """Return the names of all pieces and units in some steps, also of those that left the table."""
    pieces = {name: piece.name for step in steps for name, piece in (*step.before.items(), *step.after.items())}
    return pieces | {unit: card.name for unit, card in units.cards.items()}
