"""Commands of text play for what players do by hand: dice for any purpose, effects on any unit. See `ByHand`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from game.engine.rulebook.editing import ByHand, Deed, Edit
from game.play.session_model import SessionModel
from game.play.typed_spots import Misread
from game.wording import N_, _

HELP: Final = (
    N_("roll 3D6 4+       roll any dice, and count those that show enough"),
    N_("hand UNIT         what can be done to a unit by hand; hand UNIT, WHAT AMOUNT, from ABILITY, until END does it"),
)
_DICE: Final = re.compile(r"(?P<count>\d{0,2})[dD](?P<sides>\d{1,3})(?:\s+(?P<needed>\d{1,3})\+)?")
_AMOUNT: Final = re.compile(r"^(?P<label>.*?)\s+(?P<amount>[+-]?\d{1,2}|\d?D\d)$", re.IGNORECASE)


@dataclass
class HandCommands:
    """The commands for changes by hand, if the rulebook of the game offers any."""

    model: SessionModel

    def commands(self) -> Mapping[str, Callable[[str], Iterable[str]]]:
        """Return the functions of the commands by their words."""
        editor = self.model.session.ruleset.editor
        if editor is None or not editor.hand_rule:
            return {}
        return {"roll": self.roll, "hand": self.hand}

    def help(self) -> Iterator[str]:
        """Yield the lines of the help."""
        yield from map(_, HELP if self.commands() else ())

    def roll(self, rest: str) -> Iterator[str]:
        """Roll dice: "3D6 4+"."""
        match, editor = _DICE.fullmatch(rest.strip()), self.model.session.ruleset.editor
        if match is None or editor is None:
            raise Misread(_("Type dice as in 3D6, and the number that counts as in 3D6 4+."))
        edit = editor.rolled(int(match["count"] or 1), int(match["sides"]), int(match["needed"] or 0))
        yield from self._change(edit or {})

    def hand(self, rest: str) -> Iterator[str]:
        """List what can be done to a unit, or do it."""
        name, *parts = (part.strip() for part in rest.split(","))
        offered = self._unit(name)
        if not parts:
            yield from _listed(offered)
            return
        ending = re.fullmatch(r"end\s+(\d+)", parts[0].casefold())
        if ending is not None:
            endings = dict(enumerate(offered.endings, 1))
            if int(ending[1]) not in endings:
                raise Misread(_("{name} has no effect with that number.", name=offered.title))
            yield from self._change(endings[int(ending[1])].more or {})
            return
        deed, amount = _deed(offered, parts[0])
        source, span = next(iter(offered.sources.values())), next(iter(offered.spans.values()))
        for part in parts[1:]:
            word, _blank, text = part.partition(" ")
            if word.casefold() == "from":
                source = _starting(offered.sources, text)
            else:
                span = _starting(offered.spans, part)
        fields = (source, span) if deed.lasts else ({"source": source["source"]},)
        yield from self._change(deed.made(amount, *fields))

    def _unit(self, name: str) -> ByHand:
        model, wanted = self.model, name.casefold()
        units = [unit for unit in model.view.units.values() if unit.name.casefold().startswith(wanted)]
        exact = [unit for unit in units if unit.name.casefold() == wanted] or units
        editor = model.session.ruleset.editor
        if not wanted or len(exact) != 1 or editor is None:
            names = ", ".join(unit.name for unit in exact or model.view.units.values())
            raise Misread(_("Which unit? {names}", names=names))
        offered = editor.by_hand(model.session.game, exact[0].id, model.hand_of)
        if offered is None:
            raise Misread(_("Nothing can be done to {name} by hand.", name=exact[0].name))
        return offered

    def _change(self, edit: Edit) -> Iterator[str]:
        model = self.model
        if not model.change_by_hand(edit):
            yield model.notice.title
            yield from (f"  {refusal.text}" for refusal in model.notice.refusals)


def _listed(offered: ByHand) -> Iterator[str]:
    """Yield the possible changes by hand, in groups, and the effects that can be ended."""
    for group in dict.fromkeys(deed.group for deed in offered.deeds):
        labels = (
            f"{deed.label} {deed.amounts[0]}" if deed.amounts else deed.label
            for deed in offered.deeds
            if deed.group == group
        )
        yield f"{group}: {'; '.join(labels)}"
    yield _("From: {names}", names="; ".join(offered.sources))
    yield _("End: {names}", names="; ".join(offered.spans))
    for number, ending in enumerate(offered.endings, 1):
        yield _("end {n}: {label}", n=number, label=ending.label)


def _deed(offered: ByHand, text: str) -> tuple[Deed, str]:
    """Return the change by hand whose label begins with a text, and its amount."""
    match = _AMOUNT.match(text)
    label, amount = (match["label"], match["amount"].upper()) if match else (text, "")
    matches = [deed for deed in offered.deeds if deed.label.casefold() == text.casefold()]
    if matches:
        label, amount = text, ""
    matches = matches or [deed for deed in offered.deeds if deed.label.casefold().startswith(label.casefold())]
    exact = [deed for deed in matches if deed.label.casefold() == label.casefold()] or matches
    if len(exact) != 1:
        labels = "; ".join(deed.label for deed in exact or offered.deeds)
        raise Misread(_("What is done to {name}? {known}", name=offered.title, known=labels))
    amounts = exact[0].amounts
    amount = amount or (amounts[0] if amounts else "")
    known_amounts = {text.lstrip("+"): text for text in amounts}
    if amounts and amount.lstrip("+") not in known_amounts:
        raise Misread(_("How much? {known}", known=", ".join(amounts)))
    return exact[0], known_amounts.get(amount.lstrip("+"), "")


def _starting(known: Mapping[str, Edit], text: str) -> Edit:
    """Return the fields of the first name that begins with a text."""
    matches = [fields for name, fields in known.items() if text and name.casefold().startswith(text.casefold())]
    if not matches:
        raise Misread(_("{text!r} is not known here: {known}", text=text[:40], known="; ".join(known)))
    return matches[0]
