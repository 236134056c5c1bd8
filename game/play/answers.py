"""Typed answers: a decision as numbered lines, and the parsing of a line."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from game.engine.core.decisions import (
    MOST_CORNERS,
    Allocate,
    Answer,
    Arrange,
    Choose,
    Decision,
    Lay,
    Option,
    Order,
    Pick,
    Place,
    answer_of,
)
from game.lengths import coordinates, in_words
from game.play.spoken_state import piece_line
from game.play.typed_spots import Misread, read_place
from game.table.facing import compass_of, facing_of_compass
from game.table.lattice import LATTICE_STEP, Position, position
from game.table.layout.moving import UnitMove, without_crossings
from game.table.layout.policy import Member
from game.table.layout.steps import MemberStep, ends_of, present_spots
from game.wording import N_, _

HINT: Final = N_(
    "Type move by 3, 0 - or move to 12, 8 - or 2 to 5, 4 to move only the second model - ranks 5 - repair - "
    "stay. Join several with ; as in move by 3, 0; 2 to 5, 4; repair."
)
_GAP: Final = 0.1
"""Inches between models in ranks."""

NamedId = Callable[[str], str]
"""A function that returns the id of the piece with a name, or "" if there is none."""


def read_arranging(decision: Arrange, line: str, named: NamedId) -> Answer:
    """Return the answer that a line means, legal or not; raise `Misread` if the line has no meaning."""
    draft = _Draft(decision, named)
    for part in line.split(";"):
        if part.strip():
            draft.apply(" ".join(part.casefold().split()))
    return answer_of(_snapped(decision, draft.steps()))


def _snapped(decision: Arrange, steps: tuple[MemberStep, ...]) -> tuple[MemberStep, ...]:
    """Return typed steps, or legal neighbours on the lattice if rounding moved a model into an obstacle.

    All models that move are shifted alike, as `Place.snapped` shifts one.
    """
    refusals = decision.why_not(answer_of(steps))
    if not refusals or any(refusal.short_by is None or refusal.short_by > LATTICE_STEP for refusal in refusals):
        return steps
    present, shifts = present_spots(decision.arrangements.members), (-LATTICE_STEP, 0.0, LATTICE_STEP)
    for _far, dx, dy in sorted((math.hypot(dx, dy), dx, dy) for dx in shifts for dy in shifts):
        shifted = tuple(
            step if step.at == present[step.id] else step._replace(at=position(step.at.x + dx, step.at.y + dy))
            for step in steps
        )
        if decision.allows(answer_of(shifted)):
            return shifted
    return steps


def read_bearing(text: str) -> int:
    """Return the facing of a bearing in degrees, such as 90 for the right; raise `Misread`."""
    try:
        return facing_of_compass(float(text))
    except (ValueError, OverflowError):
        raise Misread(_("Type where it faces as a bearing: facing 90 is to the right.")) from None


class _Draft:
    """An arrangement that is built part by part from a typed line."""

    def __init__(self, decision: Arrange, named: NamedId) -> None:
        self._legal, self._named_id = decision.arrangements, named
        self._at = {member.id: position(*member.disc[:2]) for member in self._legal.members}
        self._single_steps = dict[str, MemberStep]()
        self._facings = dict[str, int]()
        self._complete: tuple[MemberStep, ...] | None = None

    def steps(self) -> tuple[MemberStep, ...]:
        """Return the steps of the arrangement; steps of single models come last, in the order given."""
        if self._complete is not None:
            return self._complete
        block = [
            MemberStep(name, spot, (), self._facings.get(name))
            for name, spot in self._at.items()
            if name not in self._single_steps
        ]
        return (*block, *self._single_steps.values())

    def apply(self, part: str) -> None:
        """Change the arrangement by a part of a line; raise `Misread`."""
        ranks = re.fullmatch(r"ranks (\d{1,3})", part)
        move = re.fullmatch(r"move (to|by) (.+)", part)
        single = re.fullmatch(r"(.+?) (to|by) (.+)", part)
        facing = re.fullmatch(r"(?:(.+) )?facing (\S+)", part)
        if part == "stay":
            self._adopt_arrangement(self._legal.find(present_spots(self._legal.members)))
        elif part == "repair":
            steps = self.steps()
            turns = any(step.facing is not None for step in steps)
            self._adopt_arrangement(self._legal.nearest(steps if turns else self._at))
        elif facing is not None and (move or single) is None:
            self._face(facing[1], read_bearing(facing[2]))
        elif ranks is not None and int(ranks[1]):
            self._form_ranks(int(ranks[1]))
        elif move is not None:
            if "facing" in part:
                raise Misread(_("A unit turns in a part of its own: move by 3, 0; facing 45."))
            middle = self._middle()
            x, y = _spot_in_text(move[2], middle if move[1] == "to" else Position(0.0, 0.0))
            dx, dy = (x, y) if move[1] == "by" else (x - middle.x, y - middle.y)
            self._place_all({name: position(spot.x + dx, spot.y + dy) for name, spot in self._at.items()})
        elif single is not None:
            self._move_single(single[1], single[2], single[3])
        else:
            raise Misread(_("{line!r} is not understood. {hint}", line=part[:40], hint=_(HINT)))

    def _adopt_arrangement(self, arrangement: tuple[MemberStep, ...] | None) -> None:
        if arrangement is None:
            raise Misread(_("No legal arrangement was found."))
        self._place_all(self._at | ends_of(arrangement))
        self._complete = arrangement

    def _place_all(self, at: dict[str, Position]) -> None:
        self._at, self._complete = at, None
        self._single_steps = {}

    def _move_single(self, name: str, how: str, path: str) -> None:
        """Move a model along a typed path of spots and turns, such as "to 10, 4 then facing 45 then 12, 5"."""
        member = self._named_id(name)
        if member not in self._at:
            raise Misread(_("No model being placed is called {name!r}.", name=name[:40]))
        spot_so_far, facing, is_turned = self._at[member], self._facings.get(member), member in self._facings
        legs, turns_on_the_way = list[tuple[Position, int | None]](), False  # faces None: as it does now
        for part in map(str.strip, path.split("then")):
            if part.startswith("facing"):
                if is_turned:  # it turns twice on one spot
                    legs.append((spot_so_far, facing))
                elif facing is None:  # so far it faces as it does now
                    legs = [(spot, self._member_that_turns(member).before) for spot, _facing in legs]
                facing, is_turned, turns_on_the_way = read_bearing(part.removeprefix("facing")), True, True
                continue
            if "facing" in part:
                raise Misread(_("A turn is a step of its own: 2 to 10, 4 then facing 45 then 12, 5."))
            x, y = _spot_in_text(part, spot_so_far if how == "to" else Position(0.0, 0.0))
            spot_so_far = position(x, y) if how == "to" else position(spot_so_far.x + x, spot_so_far.y + y)
            legs.append((spot_so_far, facing))
            is_turned = False
        if is_turned:
            legs.append((spot_so_far, facing))
        self._at, self._complete = self._at | {member: spot_so_far}, None
        self._single_steps.pop(member, None)
        if len(legs) > MOST_CORNERS:
            raise Misread(_("A path has at most {most} corners.", most=MOST_CORNERS))
        *corners, (end, last_facing) = legs
        faces = tuple(faced for _spot, faced in corners if turns_on_the_way and faced is not None)
        self._single_steps[member] = MemberStep(
            member, end, tuple(spot for spot, _faced in corners), last_facing, faces
        )

    def _member_that_turns(self, member: str) -> Member:
        """Return a model by its id; raise `Misread` if its base is round, as it has no facing."""
        member_found = next((one for one in self._legal.members if one.id == member and one.facing is not None), None)
        if member_found is None:
            raise Misread(_("Only bases that are not round have a facing here."))
        return member_found

    def _face(self, name: str | None, facing: int) -> None:
        """Turn the named model, or all models that have a facing; on a path, turn at its end."""
        named_model = None if name is None else self._named_id(name)
        turned = [one.id for one in self._legal.members if one.facing is not None and named_model in (None, one.id)]
        if not turned:
            raise Misread(_("Only bases that are not round have a facing here."))
        self._facings |= dict.fromkeys(turned, facing)
        for step in [step for name, step in self._single_steps.items() if name in turned]:
            if step.faces and step.facing is not None:
                step = step._replace(via=(*step.via, step.at), faces=(*step.faces, step.facing))
            self._single_steps[step.id] = step._replace(facing=facing)
        self._complete = None

    def _middle(self) -> Position:
        spots = self._at.values()
        return position(*(sum(spot[axis] for spot in spots) / len(spots) for axis in (0, 1)))

    def _form_ranks(self, files: int) -> None:
        middle, step = self._middle(), 2 * max(member.disc.radius for member in self._legal.members) + _GAP
        ranks, files = math.ceil(len(self._at) / files), min(files, len(self._at))
        spots = {
            name: position(
                middle.x + (index % files - (files - 1) / 2) * step,
                middle.y - (index // files - (ranks - 1) / 2) * step,
            )
            for index, name in enumerate(self._at)
        }
        self._place_all(without_crossings(self._legal.members, self._at, spots))


def _spot_in_text(text: str, start: Position) -> tuple[float, float]:
    spot = read_place(text, start)
    if spot is None:
        raise Misread(_("Two numbers are needed, such as 12.5, 8 - or @45 6.5 for bearing and length."))
    return spot


if TYPE_CHECKING:
    from game.play.session_model import SessionModel


HINTS: Final = {
    Choose: N_("Type a number."),
    Place: N_(
        "Type place 12.5, 8 - or @45 6.5 for bearing and {measure} - or near 12.5, 8 for the nearest legal spot."
    ),
    Lay: N_("Type place 12.5, 8 - with turn 45 to turn it, counter-clockwise - or near 12.5, 8 for the nearest spot."),
    Order: N_("Type the numbers in the order you want, first to last."),
    Arrange: HINT,
    Allocate: N_("Share out {total}: type 1=2 3=1 to give two to the first and one to the third."),
}

_FACING: Final = r"\bfacing\s+(\S*)\s*$"


def cited(text: str, rule: str) -> str:
    """Return a text followed by its rule, if any."""
    return f"{text} [{rule}]" if rule else text


@dataclass(frozen=True)
class Offer:
    """A numbered line to choose: its key in the answer, its label and its rule. `whole`: the key alone is an answer."""

    key: str
    label: str
    rule: str = ""
    whole: bool = True

    def line(self, number: int) -> str:
        """Return the offer as a line of text."""
        return cited(f"  {number}. {self.label}", self.rule)


def offers(model: SessionModel, decision: Decision) -> list[Offer]:
    """Return everything that can be chosen by number, shortcuts last."""
    labels: dict[str, str] = {}
    options: tuple[Option, ...] = ()
    if isinstance(decision, Choose):
        options = tuple(decision.options)
    elif isinstance(decision, Pick):
        notes = {piece: decision.note(piece) for piece in decision.candidates}
        labels = {piece: _piece_text(model, piece) + (note and f": {note}") for piece, note in notes.items()}
    elif isinstance(decision, Order):
        labels = {item: model.name_of(item) for item in decision.items}
    elif isinstance(decision, Allocate):
        for item, limit in decision.limits.items():
            labels[item] = _("{item}, at most {limit}", item=model.name_of(item), limit=limit)
    elif isinstance(decision, Arrange):
        for member in decision.arrangements.members:
            spot = coordinates(member.disc.x, member.disc.y)
            label = _("{name} at {spot}", name=member.disc.name or model.name_of(member.id), spot=spot)
            faces = None if member.facing is None else _("facing {bearing:g}°", bearing=compass_of(member.facing))
            labels[member.id] = label if faces is None else f"{label}, {faces}"
    parts = [Offer(key, label, decision.rule, whole=False) for key, label in labels.items()]
    return parts + [Offer(option.key, option.label, option.rule) for option in (*options, *decision.shortcuts)]


def _piece_text(model: SessionModel, identity: str) -> str:
    piece = model.pieces.get(identity) or model.units.standing(identity)
    if piece is None:
        return model.name_of(identity)
    label = model.units.label(identity)
    text = piece_line(model, piece, nearest=False).rstrip(".")
    return f"{label}: {text}" if label else text


def hint(decision: Decision) -> str:
    """Return a hint on how to answer a decision."""
    if isinstance(decision, Pick) and (decision.minimum, decision.maximum) != (1, 1):
        text = N_("Choose {least} to {most}: type their numbers with spaces between.")
        if decision.minimum == 0:
            text = N_("Choose {least} to {most}: type their numbers with spaces between, or none.")
        return _(text, least=decision.minimum, most=decision.maximum)
    total = decision.total if isinstance(decision, Allocate) else 0
    path_hint = ""
    if isinstance(decision, Place) and decision.takes_paths:
        path_hint = " " + _("To draw your own path, name its corners: place 10, 6 then 12.5, 8.")
    if isinstance(decision, Place) and decision.turning is not None and decision.turning.is_choice:
        return (
            _(HINTS[Place], measure=in_words())
            + " "
            + _("Add facing 90 for a bearing: 0 is up, 90 to the right.")
            + path_hint
        )
    if isinstance(decision, Arrange) and any(one.facing is not None for one in decision.arrangements.members):
        turns = _("Type facing 90 to turn every base, or 2 facing 90 to turn the second one: 0 is up, 90 to the right.")
        path_hint = f" {turns}{path_hint}"
        if isinstance(decision.arrangements, UnitMove):
            path_hint += " " + _("To turn at a bend: 2 to 10, 4 then facing 45 then 12, 5.")
    return _(HINTS.get(type(decision), "Type a number."), measure=in_words(), total=total) + path_hint


def read_answer(model: SessionModel, decision: Decision, line: str) -> Answer:
    """Return the answer that a line means, legal or not; raise `Misread` if the line has no meaning."""
    listed = offers(model, decision)
    offer = _offer_named(line, listed)
    if offer is not None and offer.whole:
        return offer.key
    if isinstance(decision, Place):
        return _read_place(model, decision, line)
    if isinstance(decision, Arrange):
        return read_arranging(decision, line, lambda text: getattr(_offer_named(text, listed), "key", ""))
    if isinstance(decision, Pick):
        return [] if line.strip() in ("none", "0") else _keys_named(line, listed)
    if isinstance(decision, Order):
        named_items = _keys_named(line, listed)
        not_named = [item for item in decision.items if item not in named_items]
        order = named_items + not_named if len(not_named) == 1 else named_items  # the last item may be omitted
        if sorted(order) != sorted(decision.items):
            raise Misread(_("Type every number from 1 to {count} once.", count=len(decision.items)))
        return order
    if isinstance(decision, Allocate):
        return _read_shares(line, listed)
    raise _misread_line(line, listed)


def _read_place(model: SessionModel, decision: Place, line: str) -> Answer:
    """Return the answer that a line means. Corners of a path may come first, as in "place 10, 6 then 12.5, 8"."""
    *corners, end = re.split(r"\bthen\b", line)
    spot = [*read_placing(model, decision, end)]
    if not corners:
        return spot
    via = [[*read_spot(model, decision, corner)] for corner in corners]
    return {"at": spot[:2], "via": via, **({"facing": spot[2]} if spot[2:] else {})}


def read_placing(model: SessionModel, decision: Place, line: str) -> tuple[float, ...]:
    """Return the spot that a line means, followed by the turn or facing if the piece has one; raise `Misread`.

    A facing follows the spot as a bearing: "facing 90".
    """
    if not isinstance(decision, Lay):
        facing = _read_facing(decision, line)
        faced = replace(decision, region=decision.facing(facing[0])) if facing else decision
        return (*read_spot(model, faced, line), *facing)
    match = re.fullmatch(r"(.*?)[\s,]*\bturn (\d{1,4})", line.strip())
    text, degrees = (match[1], int(match[2]) % 360) if match else (line, 0)
    if degrees not in decision.turns:
        raise Misread(_("It turns in steps of {step} degrees. For example, type: turn 45", step=decision.step))
    return *read_spot(model, replace(decision, region=decision.turned(degrees)), text), degrees


def _read_facing(decision: Place, line: str) -> tuple[int, ...]:
    match = re.search(_FACING, line)
    if match is None or decision.turning is None:
        return ()
    return (read_bearing(match[1]),)


def read_spot(model: SessionModel, decision: Decision, line: str) -> tuple[float, float]:
    """Return the spot (inches) that a line means, such as "place 12.5, 8", "@45 6.5" or "near 12.5, 8".

    Bearings start at the piece to be placed, or else in the middle of the table. Raises `Misread`.
    """
    piece, table = model.pieces.get(decision.about), model.battlefield
    start = (table.width / 2, table.height / 2) if piece is None else (piece.x, piece.y)
    text = re.sub(r"^(place|near|try|why|odds)( |$)", "", re.sub(_FACING, "", line).strip())
    spot = read_place(text, start)
    if spot is None:
        text = _("Two numbers are needed: place 12.5, 8 - or @45 6.5 for bearing and {measure}.", measure=in_words())
        raise Misread(text)
    if not re.match(r"near( |$)", line.strip()):
        return decision.snapped(*spot) if isinstance(decision, Place) else spot
    assert isinstance(decision, Place)
    nearest = decision.region.nearest(spot)
    if nearest is None:
        raise Misread(_("No spot is legal."))
    return nearest.x, nearest.y


def _offer_named(line: str, listed: Sequence[Offer]) -> Offer | None:
    """Return the only offer whose number, key or label is `line`, or whose label begins with it; else None."""
    text = line.strip().casefold()
    if text.isdecimal():
        number = int(text)
        return listed[number - 1] if 1 <= number <= len(listed) else None
    exact = [offer for offer in listed if text in (offer.key.casefold(), offer.label.casefold())]
    beginnings = [offer for offer in listed if len(text) > 1 and offer.label.casefold().startswith(text)]
    whole_words = [offer for offer in beginnings if not offer.label[len(text) : len(text) + 1].isalnum()]
    matches = exact or whole_words or beginnings
    return matches[0] if len(matches) == 1 else None


def _keys_named(line: str, listed: Sequence[Offer]) -> list[str]:
    """Return the keys of the offers that a line names, each by a number or by one or more words."""
    keys = []
    words = re.split(r"[,\s]+", line.strip())
    longest = max((len(offer.label.split()) for offer in listed), default=1)
    while words:
        for count in range(min(len(words), longest), 0, -1):
            named = _offer_named(" ".join(words[:count]), listed)
            if named is not None:
                break
        else:
            raise _misread_line(words[0], listed)
        keys.append(named.key)
        words = words[count:]
    return keys


def _read_shares(line: str, listed: Sequence[Offer]) -> dict[str, int]:
    shares: dict[str, int] = {}
    for word in re.split(r"[,\s]+", line.strip()):
        name, sign, amount = word.partition("=")
        named = _offer_named(name, listed)
        if named is None or not sign or not re.fullmatch(r"\d{1,6}", amount):
            raise Misread(_("{word!r} is not understood: type 1=2 to give two to the first.", word=word[:40]))
        shares[named.key] = shares.get(named.key, 0) + int(amount)
    return {key: amount for key, amount in shares.items() if amount}


def _misread_line(line: str, listed: Sequence[Offer]) -> Misread:
    if not listed:
        return Misread(_("{line!r} is not understood: type help for a list of commands.", line=line[:40]))
    return Misread(_("{line!r} is not understood: type 1 to {count}, or help.", line=line[:40], count=len(listed)))
