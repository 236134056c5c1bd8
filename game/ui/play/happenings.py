"""Happenings: what a series of answers changed on the table, one for each activation, for the banner and the trails."""

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
"""The most happenings in one banner."""
MOVED: Final = N_("{piece} moved"), *NN_("{piece} and {n} other moved", "{piece} and {n} others moved")
ARRIVED: Final = N_("{piece} arrived"), *NN_("{piece} and {n} other arrived", "{piece} and {n} others arrived")


class Loss(NamedTuple):
    """A piece that was hurt or removed: how it was before, and the damage that it took (0 if removed).

    `by` is the piece or unit that did it, or "". `kept` is set if the piece is removed only now for damage taken
    earlier.
    """

    piece: PieceView
    amount: int = 0
    by: str = ""
    kept: Deed | None = None

    @property
    def whose(self) -> str:
        """The unit of the piece, or the piece itself."""
        return self.piece.unit or self.piece.id


class Exit(NamedTuple):
    """A piece or unit that left the table without being lost: its owner, and the sentence about it."""

    owner: str
    text: str


class NewOwner(NamedTuple):
    """A marker, objective or zone that has another owner now, and how many of its sort each player has."""

    marker: PieceView
    tally: Mapping[str, int]


@dataclass
class Happening:
    """What one piece or unit, the `actor`, did or suffered in a row; "" if nothing acted.

    `trails` has the places of each piece that moved, the latest last. `arrived` are the pieces that came to the table;
    `returned` of them joined models of their unit. `losses` are all pieces that were hurt or removed, `attacks` the ids
    of each attacker and its target, `new_owners` the markers with another owner, `taken` each piece with what it picked
    up, `scores` each player with the points scored, `exits` the pieces that left without being lost.
    """

    actor: str
    trails: dict[str, list[PieceView]] = field(default_factory=dict)
    losses: list[Loss] = field(default_factory=list)
    attacks: list[tuple[str, str]] = field(default_factory=list)
    arrived: list[PieceView] = field(default_factory=list)
    returned: int = 0
    new_owners: list[NewOwner] = field(default_factory=list)
    taken: list[tuple[str, str]] = field(default_factory=list)
    scores: list[tuple[str, int]] = field(default_factory=list)
    exits: list[Exit] = field(default_factory=list)

    @property
    def is_news(self) -> bool:
        """Whether it changed who owns or carries something, what is on the table, or the score."""
        return bool(self.new_owners or self.taken or self.scores or self.exits)

    @property
    def is_attack(self) -> bool:
        """Whether a piece was hurt or removed, or attacked another."""
        return bool(self.losses or self.attacks)

    def hurts(self, player: str) -> bool:
        """Return whether a player's piece was hurt or removed, or left the table."""
        return player in {*(loss.piece.owner for loss in self.losses), *(gone.owner for gone in self.exits)}

    def pieces(self) -> list[PieceView]:
        """Return the pieces of this happening at all their places, for keeping them in view."""
        return [
            *(place for trail in self.trails.values() for place in trail),
            *(loss.piece for loss in self.losses),
            *self.arrived,
            *(new.marker for new in self.new_owners),
        ]


def happenings(steps: Sequence[RecapStep]) -> list[Happening]:
    """Return the happenings of a series of steps, in order. What one actor did in a row is one happening."""
    story = _Story()
    for step in steps:
        story.add(step)
    return _arrivals_joined(
        [
            happening
            for happening in story.found
            if happening.trails or happening.arrived or happening.is_attack or happening.is_news
        ]
    )


def worth_telling(happenings_in_order: Sequence[Happening], player: str) -> list[Happening]:
    """Return happenings by importance for a player: own losses, the last attack, markers and scores, then the rest.

    The last attack is always among the first `MOST`.
    """
    attacks = [happening for happening in happenings_in_order if happening.is_attack]
    own_losses = [happening for happening in happenings_in_order if happening.hurts(player)]
    news = [happening for happening in happenings_in_order if happening.is_news]
    ordered = [
        *own_losses[: MOST - 1],
        *attacks[-1:],
        *own_losses[MOST - 1 :],
        *reversed(news),
        *reversed(happenings_in_order),
    ]
    return [happening for number, happening in enumerate(ordered) if happening not in ordered[:number]]


class _Story:
    """Collects the happenings of steps. `_acting` is the piece or unit whose activation it is, "" without one."""

    def __init__(self) -> None:
        self.found: list[Happening] = []
        self._known: Mapping[str, PieceView] = {}
        self._acting = ""
        self._blows: list[Deed] = []  # the attacks and aimed abilities of this activation, the latest last
        self._kept: dict[str, Deed] = {}  # damage for which a piece is removed only later, by piece

    def add(self, step: RecapStep) -> None:
        """Add the changes of a step: moves first, then its deeds, then damage that no deed explains."""
        explained, sorts = {name for deed in step.deeds for name in deed.to}, {deed.sort for deed in step.deeds}
        self._acting = _active(step.before) or ("" if sorts & {"acts", "ends"} else _active(step.after))
        self._known = {**step.after, **step.before}
        self._add_moves(step)
        for deed in step.deeds:
            self._add_deed(deed)
        for name, old in step.before.items():
            now = step.after.get(name)
            if now is not None and now.damage > old.damage and not explained & {name, old.unit}:
                self._of("").losses.append(Loss(old, now.damage - old.damage))

        self._add_news(step)

    def _add_news(self, step: RecapStep) -> None:
        """Add markers with another owner, things that were picked up, and points."""
        actor, after = self._acting, step.after
        players = dict.fromkeys(piece.owner for piece in after.values() if piece.kind == "base" and piece.owner)
        for name, piece in after.items():
            old = step.before.get(name)
            if old is None:
                continue
            if piece.kind != "base" and piece.owner != old.owner:
                same_sort = [
                    other for other in after.values() if (other.kind, other.symbol) == (piece.kind, piece.symbol)
                ]
                tally = {player: sum(other.owner == player for other in same_sort) for player in players}
                self._of(actor).new_owners.append(NewOwner(piece, tally))
            for thing in piece.carries:
                if thing not in old.carries:
                    self._of(actor).taken.append((name, thing))
        for name, sentence in step.exits:
            left_piece = self._piece(name)
            self._of(actor).exits.append(Exit(left_piece.owner if left_piece is not None else "", sentence))
        for score in step.scores:
            self._of(actor).scores.append((score.subject, score.amount))

    def _add_moves(self, step: RecapStep) -> None:
        """Add pieces that moved or arrived to the active one's happening; without an active one, to their own."""
        activated = next((self._whole(deed.by) for deed in step.deeds if deed.sort == "acts"), "")
        for old, new in step.moved():
            self._of(self._acting or activated or new.unit or new.id).trails.setdefault(new.id, [old]).append(new)
        for name, piece in step.after.items():
            if name not in step.before and piece.kind == "base":
                happening = self._of(self._acting or activated or piece.unit or name)
                happening.arrived.append(piece)
                # it joins models that were on the table before
                if any(other.unit == piece.unit != "" for other in step.before.values()):
                    happening.returned += 1

    def _of(self, actor: str) -> Happening:
        """Return the last happening if it is this actor's, else a new one."""
        if not self.found or self.found[-1].actor != actor:
            self.found.append(Happening(actor))
        return self.found[-1]

    def _add_deed(self, deed: Deed) -> None:
        """Add a deed: it begins or ends an activation, is an attack, or hurts or removes pieces."""
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
        """Add the loss of a piece, or of a unit, for which any of its models stands."""
        piece, cause = self._piece(name), self._kept.pop(name, None)
        if piece is None:
            return
        if cause is not None and deed.sort == "removes":
            self._of("").losses.append(Loss(piece, kept=cause))
            return
        ids = {name, piece.id, piece.unit}
        # without an attacker, the last attack on it in this activation did it
        by = deed.by or next((blow.by for blow in reversed(self._blows) if ids & set(blow.to)), "")
        self._of(self._acting or self._whole(by)).losses.append(Loss(piece, deed.amount, self._whole(by)))

    def _piece(self, name: str) -> PieceView | None:
        """Return a piece, for a unit any of its models; None for anything else."""
        return self._known.get(name) or next((model for model in self._known.values() if model.unit == name), None)

    def _whole(self, name: str) -> str:
        """Return the unit of a piece; for a piece without a unit, and for a unit, itself."""
        return self._known[name].unit or name if name in self._known else name


def _active(pieces: Mapping[str, PieceView]) -> str:
    """Return the active piece or unit."""
    return next((piece.unit or piece.id for piece in pieces.values() if piece.active), "")


def _arrivals_joined(happenings_in_order: Sequence[Happening]) -> list[Happening]:
    """Return happenings in which arrivals of one player's pieces in a row are joined to one."""
    joined: list[Happening] = []
    for happening in happenings_in_order:
        last = joined[-1] if joined else Happening("")
        just_arrived = {piece.id for piece in last.arrived}
        same_player = {piece.owner for piece in happening.arrived} == {piece.owner for piece in last.arrived}
        if (
            just_arrived
            and not last.is_attack
            and not happening.is_attack
            and not (last.is_news or happening.is_news)
            # the next arrivals of this player, or moves of the pieces that just arrived
            and (same_player or (not happening.arrived and just_arrived >= {*happening.trails}))
        ):
            arrived, returned = [*last.arrived, *happening.arrived], last.returned + happening.returned
            joined[-1] = Happening(happening.actor, last.trails | happening.trails, [], [], arrived, returned)
        else:
            joined.append(happening)
    return joined


# -- in words ----------------------------------------------------------------------------------


def words_of(happening: Happening, player: str, names: Mapping[str, str]) -> str:
    """Return a happening in a few words for a player; `names` has the names of pieces, units and players."""
    news = _news(happening, player, names)
    if happening.is_attack or not news:
        news = [_done(happening, player, names), *news] if happening.is_attack else [_done(happening, player, names)]
    return "; ".join(news)


def _news(happening: Happening, player: str, names: Mapping[str, str]) -> list[str]:
    """Return the changes of markers, loads and scores in words."""
    actor, texts = names.get(happening.actor, ""), [departure.text for departure in happening.exits]
    for new in happening.new_owners:
        facts = {"actor": actor, "marker": new.marker.name}
        holder = _("you") if new.marker.owner == player else names.get(new.marker.owner, new.marker.owner)
        if new.marker.owner and actor:
            text = _("{actor} took {marker}", **facts)
        elif new.marker.owner:
            text = _("{marker} now belongs to {holder}", holder=holder, **facts)
        else:
            text = _("{actor} made {marker} neutral", **facts) if actor else _("{marker} is neutral now", **facts)
        ranked = sorted(new.tally.items(), key=lambda pair: -pair[1])
        shares = [f"{_('you') if name == player else names.get(name, name)} {count}" for name, count in ranked]
        is_last = new is happening.new_owners[-1]
        texts.append(f"{text}: {', '.join(shares)}" if is_last and shares else text)
    for piece, thing in happening.taken:
        texts.append(_("{piece} picked up {thing}", piece=names.get(piece, piece), thing=thing))
    for scorer, points in happening.scores:
        who = names.get(scorer, scorer)
        text = ngettext("{player} scored {n} point", "{player} scored {n} points", points, n=points, player=who)
        if scorer == player:
            text = ngettext("you scored {n} point", "you scored {n} points", points, n=points)
        texts.append(text)
    return texts


def _done(happening: Happening, player: str, names: Mapping[str, str]) -> str:
    """Return what pieces did or suffered, in words."""
    own_losses = [loss for loss in happening.losses if loss.piece.owner == player]
    if losses := own_losses or happening.losses:
        return _lost(happening, losses[0], names)
    if happening.attacks:
        attacker, target = happening.attacks[-1]
        return _(
            "{actor} attacked {target}: no damage",
            actor=names.get(attacker, attacker),
            target=names.get(target, target),
        )
    if happening.arrived and happening.returned == len(happening.arrived):
        n, unit = happening.returned, names.get(happening.arrived[0].unit, happening.arrived[0].name)
        return ngettext("{n} model of {unit} returned", "{n} models of {unit} returned", n, n=n, unit=unit)
    if happening.arrived:
        return _counted(happening.arrived, names, ARRIVED)
    places = [trail[-1] for trail in happening.trails.values()]
    places.sort(key=lambda place: (place.unit or place.id) != happening.actor)  # the actor first
    return _counted(places, names, MOVED)


def _lost(happening: Happening, loss: Loss, names: Mapping[str, str]) -> str:
    """Return a loss in words: which piece or unit was hurt or removed, how much, and by which."""
    same_losses = [other for other in happening.losses if other.whose == loss.whose and other.by == loss.by]
    removed, damage = sum(not other.amount for other in same_losses), sum(other.amount for other in same_losses)
    target, name_of_attacker = names.get(loss.whose, loss.piece.name), names.get(loss.by, "")
    if loss.kept is not None:
        return fell(target, loss.kept)
    if removed and loss.piece.unit:
        texts = ngettext("{unit} lost {n} model", "{unit} lost {n} models", removed, unit=target, n=removed)
        return _("{by}: {what}", by=name_of_attacker, what=texts) if name_of_attacker else texts
    if not name_of_attacker:
        text = _("{target} is out", target=target)
        return text if removed else _("{target} took {damage} damage", target=target, damage=damage)
    if loss.whose == happening.actor and any(attacker == happening.actor for attacker, _target in happening.attacks):
        if removed:
            return _("{actor} attacked {target} and fell", actor=target, target=name_of_attacker)
        return _("{actor} attacked {target} and took {damage}", actor=target, target=name_of_attacker, damage=damage)
    if removed:
        return _("{actor} took out {target}", actor=name_of_attacker, target=target)
    return _("{actor} hit {target} for {damage}", actor=name_of_attacker, target=target, damage=damage)


def _counted(pieces: Sequence[PieceView], names: Mapping[str, str], texts: tuple[str, str, str]) -> str:
    """Return a text about the first of several pieces or units, and the number of the others."""
    distinct = list(dict.fromkeys(names.get(other.unit or other.id, other.name) for other in pieces))
    if len(distinct) == 1:
        return _(texts[0], piece=distinct[0])
    singular, plural = texts[1:]
    return ngettext(singular, plural, len(distinct) - 1, piece=distinct[0], n=len(distinct) - 1)


def names_in(steps: Iterable[RecapStep], units: Units) -> dict[str, str]:
    """Return the names of all pieces and units in a series of steps, also of those that left the table."""
    pieces = {name: piece.name for step in steps for name, piece in (*step.before.items(), *step.after.items())}
    return pieces | {unit: card.name for unit, card in units.cards.items()}
