"""Army lists as text, read line by line and written: battlegroups as headings, squads with number and points (D-ARMY).

No line with a squad is dropped; a line that is not understood is noted in the remarks, with its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game.documents.list_lines import TextLine, counted, priced, text_lines, tidied, total, unpriced
from game.printable import shortened
from game.rulesets.dropzone.documents.armies import ArmyDocument, GroupKind, SquadDocument
from game.wording import N_, _

MOST_REMARKS: Final = 100
AUXILIARY: Final = "Auxiliary"


@dataclass(frozen=True)
class ListedSquad:
    """A squad of a list: its name, line, number of units, points of all of them, Commander with value, and notes."""

    name: str
    line: int
    size: int = 1
    points: int | None = None
    commander: str = ""
    value: int = 0
    notes: tuple[str, ...] = ()


@dataclass
class ListedGroup:
    """A battlegroup of a list; one whose kind is not said is a Frontline."""

    kind: GroupKind
    squads: list[ListedSquad] = field(default_factory=list)


@dataclass
class ArmyList:
    """A list as read from a text; without any squad under a battlegroup, it has no groups."""

    name: str = ""
    faction: str = ""
    points: int | None = None
    limit: int | None = None
    groups: list[ListedGroup] = field(default_factory=list)
    auxiliaries: list[ListedSquad] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    @property
    def squads(self) -> Iterator[ListedSquad]:
        """Every squad: of the battlegroups, then the auxiliaries."""
        for group in self.groups:
            yield from group.squads
        yield from self.auxiliaries


# -- reading ---------------------------------------------------------------------------------------

_KINDS: Final[tuple[tuple[GroupKind, str], ...]] = (
    ("HQ", r"hq|headquarters|command"),
    ("Frontline", r"front[- ]?line"),
    ("Armour", r"armou?r(?:ed)?"),
    ("Vanguard", r"vanguard|special"),
    ("War Engine", r"war[- ]?engines?|behemoths?"),
)
_BEHIND: Final = r"(?:\s+(?:battle\s?groups?|groups?|squads?|units?))?(?:\s*#?\d{1,2})?(?:\s*:)?"
_HEADINGS: Final = [(kind, re.compile(rf"(?:{words}){_BEHIND}", re.IGNORECASE)) for kind, words in _KINDS]
_AUXILIARY: Final = re.compile(rf"(?:auxiliar(?:y|ies)|extras?){_BEHIND}", re.IGNORECASE)
_CATEGORY: Final = re.compile(
    r"(?:scout|troops|exotic|support|standard|heavy|configuration|battle ?groups?)\s*:?", re.IGNORECASE
)
_FIELD: Final = re.compile(
    r"(?P<key>faction|army|name|points|limit|game size|size)\s*(?::|\s[-–—]\s)\s*(?P<value>\S.*)", re.IGNORECASE
)
_FOOTER: Final = re.compile(
    r"(?:created|generated|exported|made)\s+(?:with|by|in)\b.*|(?:app|data|version)(?: version)?\s*:.*|https?://\S+",
    re.IGNORECASE,
)
_COMMANDER: Final = re.compile(
    r"(?:(?:famous )?commander\s*[:\-–—]?\s*)(?P<name>.*?)\s*[,(]?\s*(?:CV|command value|level|value)?\s*"
    r"(?P<value>[1-6])\s*\)?",
    re.IGNORECASE,
)


def parse_list(text: str) -> ArmyList:
    """Return the army list in a text, without groups if the text looks like none."""
    return _Parser(text_lines(text)).parse()


@dataclass
class _Parser:
    """Reads the lines of one list in their order."""

    lines: list[TextLine]
    army: ArmyList = field(default_factory=ArmyList)
    facts: dict[str, Any] = field(default_factory=dict)
    squads: list[ListedSquad] | None = None
    """The squads under the present heading, which the next line joins; None before the first heading."""

    def parse(self) -> ArmyList:
        """Return the list that the lines make up."""
        for index, line in enumerate(self.lines):
            if not (_FOOTER.fullmatch(line.text) or self._title(line, index) or self._heading(line)):
                self._content(line)
        return replace(self.army, groups=[group for group in self.army.groups if group.squads], **self.facts)

    def _title(self, line: TextLine, index: int) -> bool:
        """Take "Name 690/700 pts" anywhere above the squads, or "Name (690 pts)" in the first line."""
        title = total(line.text)
        if title is not None:
            name, self.army.points, self.army.limit = title
            if name and self.squads is None:
                self.facts.setdefault("name", name)
            return True
        cost = priced(line.text)
        if index or cost.points is None or self._kind(cost.text) is not None:
            return False
        self.facts["name"], self.army.points = tidied(cost.text), cost.points
        return True

    @staticmethod
    def _kind(text: str) -> GroupKind | str | None:
        """Return the kind of battlegroup, or the auxiliaries, that a heading names; None for another line."""
        plain = tidied(text)
        if _AUXILIARY.fullmatch(plain):
            return AUXILIARY
        return next((kind for kind, pattern in _HEADINGS if pattern.fullmatch(plain)), None)

    def _heading(self, line: TextLine) -> bool:
        """Take a heading of a battlegroup, the auxiliaries or a category; return whether the line is one."""
        if line.bullet:
            return False
        cost = priced(line.text)
        kind = self._kind(line.text if cost.points is None else cost.text)
        if kind is None:
            return bool(self.squads is not None and cost.points is None and _CATEGORY.fullmatch(line.text))
        if kind == AUXILIARY:
            self.squads = self.army.auxiliaries
        else:
            self.army.groups.append(ListedGroup(kind))  # type: ignore[arg-type]  # one of the kinds
            self.squads = self.army.groups[-1].squads
        return True

    def _content(self, line: TextLine) -> None:
        """Take a line that is no heading: a field, a name, a Commander, a note or a squad."""
        match = _FIELD.fullmatch(line.text)
        if match is not None and not line.marked:
            key = match["key"].casefold()
            digits = re.search(r"\d+", match["value"].replace(",", ""))
            if key in ("faction", "army", "name"):
                self.facts.setdefault("name" if key == "name" else "faction", tidied(match["value"]))
            elif digits is not None and key == "points":
                self.army.points = int(digits[0][:6])
            elif digits is not None:
                self.army.limit = int(digits[0][:6])
        elif self.squads is None:
            self._above(line)
        elif line.bracketed or (line.marked and self.squads and priced(line.text).points is None):
            self._note(line)
        elif line.marked and self.squads and (commander := _COMMANDER.fullmatch(unpriced(line.text))) is not None:
            self._lead(commander)
        else:
            self._squad(line)

    def _above(self, line: TextLine) -> None:
        """Read a plain line above the first heading: the name, then the faction."""
        wanted = next((name for name in ("name", "faction") if name not in self.facts), None)
        if wanted is None or line.marked:
            self._remark(line)
        else:
            self.facts[wanted] = tidied(line.text)

    def _squad(self, line: TextLine) -> None:
        """Take a line with a squad, its number, points and notes."""
        assert self.squads is not None
        cost = priced(line.text)
        name, count = counted(cost.text)
        if not any(map(str.isalpha, name)):
            self._remark(line)
            return
        self.squads.append(ListedSquad(name, line.number, min(count or 1, 12), cost.points))
        for note in re.split(r"\s*[;,]\s*", cost.after.strip(" :-–—")):
            if note:
                self._note(replace(line, text=note))

    def _note(self, line: TextLine) -> None:
        """Take a note on the last squad, which may name its Commander."""
        assert self.squads is not None
        commander = _COMMANDER.fullmatch(unpriced(line.text))
        if not self.squads:
            self._remark(line)
        elif commander is not None:
            self._lead(commander)
        else:
            last = self.squads[-1]
            self.squads[-1] = replace(last, notes=(*last.notes, tidied(line.text)))

    def _lead(self, match: re.Match[str]) -> None:
        """Give the last squad the Commander of a match."""
        assert self.squads
        name = tidied(match["name"]) or "Commander"
        self.squads[-1] = replace(self.squads[-1], commander=name, value=int(match["value"]))

    def _remark(self, line: TextLine) -> None:
        if len(self.army.remarks) < MOST_REMARKS:
            text = N_("line {n} is not understood: {text!r}")
            self.army.remarks.append(_(text, n=line.number, text=shortened(line.text, 60)))


# -- writing ---------------------------------------------------------------------------------------


def listed(army: ArmyDocument) -> ArmyList:
    """Return an army in the form of a list: names, numbers and points."""
    leaders = {commander.unit: commander for commander in army.commanders}

    def squad(document: SquadDocument) -> ListedSquad:
        sheet = army.sheet(document)
        leader = next((leaders[unit] for unit in document.units if unit in leaders), None)
        squad_line = ListedSquad(sheet.name, 0, document.size, sheet.points * document.size)
        return squad_line if leader is None else replace(squad_line, commander=leader.name, value=leader.value)

    groups = [ListedGroup(group.kind, [*map(squad, group.squads)]) for group in army.groups]
    return ArmyList(army.name, army.faction, army.points, army.limit, groups, [*map(squad, army.auxiliaries)])


def list_text(army: ArmyList) -> Iterator[str]:
    """Yield a list as lines of text."""
    if army.points is not None and army.limit:
        yield f"{army.name} {army.points}/{army.limit} pts".strip()
    elif army.name:
        yield f"Name: {army.name}" if army.points is None else f"{army.name} ({army.points} pts)"
    if army.faction:
        yield f"Faction: {army.faction}"
    for group in army.groups:
        yield from ("-----", f"{group.kind} Battlegroup")
        yield from (line for squad in group.squads for line in _squad_lines(squad))
    if army.auxiliaries:
        yield from ("-----", "Auxiliary Squads")
    yield from (line for squad in army.auxiliaries for line in _squad_lines(squad))
    yield from ("-----", "Created with inchwise")


def _squad_lines(squad: ListedSquad) -> Iterator[str]:
    count = f"{squad.size} × " if squad.size > 1 else ""
    yield f"{count}{squad.name}" + (f" ({squad.points})" if squad.points is not None else "")
    if squad.commander:
        yield f"• Commander: {squad.commander}, Command Value {squad.value}"
    yield from (f"• {note}" for note in squad.notes)
