"""Reads army lists shared as text, line by line: the publisher's app, Sigdex, Listbot, New Recruit (A-IMP-12).

No line with a unit is dropped. A line that cannot be read becomes a remark with its number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from game.documents.list_lines import (
    LONGEST_LINE,
    MOST_LINES,
    Priced,
    TextLine,
    counted,
    priced,
    text_lines,
    tidied,
    total,
    unpriced,
)
from game.printable import shortened
from game.wording import N_, _

MOST_REMARKS: Final = 100
MOST_OF_UNIT: Final = 1_000
"""Points that are more than any single unit costs."""

Section = Literal[
    "", "header", "regiments", "renown", "auxiliaries", "terrain", "manifestations", "lores", "tactics", "notes"
]
WITH_UNITS: Final = ("regiments", "renown", "auxiliaries", "terrain", "manifestations")


@dataclass(frozen=True)
class ListedUnit:
    """A unit of a list: its name, line, points and number as printed (None if not), and the notes below it.

    `doubtful`: its line may be a note to the unit before it, because it has neither points nor a number.
    """

    name: str
    line: int
    points: int | None = None
    count: int | None = None
    general: bool = False
    reinforced: bool = False
    notes: tuple[str, ...] = ()
    doubtful: bool = False


@dataclass(frozen=True)
class ListedRegiment:
    """A regiment of a list, or with `renown` a regiment of renown; `points` if its heading has points."""

    name: str
    line: int
    units: tuple[ListedUnit, ...] = ()
    renown: bool = False
    points: int | None = None


@dataclass(frozen=True)
class ArmyList:
    """A list as read from a text; `maker` is the program that wrote it ("" if the text does not name one)."""

    name: str = ""
    maker: str = ""
    alliance: str = ""
    faction: str = ""
    formation: str = ""
    battlepack: str = ""
    points: int | None = None
    limit: int | None = None
    drops: int | None = None
    lores: tuple[str, ...] = ()
    tactics: tuple[str, ...] = ()
    regiments: tuple[ListedRegiment, ...] = ()
    auxiliaries: tuple[ListedUnit, ...] = ()
    terrain: tuple[ListedUnit, ...] = ()
    manifestations: tuple[ListedUnit, ...] = ()
    remarks: tuple[str, ...] = ()
    formed: bool = False
    """Whether the text looks like a list: it has a heading, a footer, or units with points."""

    @property
    def units(self) -> Iterator[ListedUnit]:
        """Every unit, in the order of regiments, auxiliary units, terrain and manifestations."""
        for regiment in self.regiments:
            yield from regiment.units
        yield from (*self.auxiliaries, *self.terrain, *self.manifestations)


# -- words -----------------------------------------------------------------------------------------

_REGIMENT: Final = r"(?:regiments?|r[ée]giments?|regimenter|regimientos?|reggiment[oi]|regimentos?)"
_HEADINGS: Final[tuple[tuple[Section, str], ...]] = (
    (
        "renown",
        rf"(?:{_REGIMENT}\s+(?:of|de|di|des|von)\s+(?:renown|renombre|renom|rinomanza|ruhms?|rang und namen)|ror)",
    ),
    (
        "regiments",
        rf"(?:(?:general|warlord|leader|commander)'?s?'?\s+{_REGIMENT}"
        rf"|{_REGIMENT}\s+(?:du|des|del|do|of the)\s+g[eé]n[eé]ral\w*"
        rf"|{_REGIMENT}\s*(?:nr\.?|no\.?|n°|#)?\s*(?:\d{{1,2}}|[ivx]{{1,4}})\b"
        rf"|(?:\d{{1,2}}(?:st|nd|rd|th|\.)|first|second|third|fourth|fifth|main|lead)\s+{_REGIMENT}|{_REGIMENT})",
    ),
    (
        "auxiliaries",
        r"(?:auxiliar\w*|hilfs\w*|unit[ée]s auxiliaires|unidades auxiliares|unit[àa] ausiliarie)"
        r"(?:\s+(?:units?|einheiten))?",
    ),
    (
        "terrain",
        r"(?:faction\s+|fraktions)?(?:terrain|gel[äa]nde)(?:\s+(?:features?|pieces?))?"
        r"|(?:d[ée]cor|terrain|[ée]l[ée]ment de terrain) de faction|(?:terreno|escenograf[íi]a) de facci[óo]n"
        r"|terreno di fazione|scenery",
    ),
    (
        "manifestations",
        r"(?:(?:endless spells?|manifestations?|invocations?|manifestationen|manifestaciones)"
        r"(?:\s*(?:,|&|and|/)\s*)?)+",
    ),
    (
        "lores",
        r"(?:(?:spell|prayer|manifestation|magic|spells?|prayers?)\s*(?:&|and)?\s*)*lores?|spells?|prayers?"
        r"|(?:zauber|gebets?|manifestations?)lehren?|(?:savoir|domaine|saber|dottrina|sapere|lore) (?:[ée]sot[ée]rique"
        r"|(?:de|des|di|delle) (?:sorts?|pri[èe]res?|manifestations?|hechizos|plegarias|manifestaci[óo]n(?:es)?"
        r"|incantesimi|preghiere|manifestazion[ei]))",
    ),
    (
        "tactics",
        r"(?:battle|grand)\s+(?:tactics?|strateg(?:y|ies))(?:\s+(?:cards?|decks?))?|(?:gefechts|kampf|schlacht)taktik\w*"
        r"(?:-\w+)?|cartes? de tactiques? de bataille|cartas? de t[áa]cticas?(?: de batalla)?",
    ),
    (
        "regiments",
        r"(?:leaders?|hero(?:es)?|battle\s?line|behemoths?|artillery|(?:other\s+)?units?|others?|infantry|cavalry"
        r"|monsters?|war machines?|beasts?|characters?|core|troops|allies|allied units|warscrolls?|anf[üu]hrer"
        r"|einheiten|helden|unit[ée]s|h[ée]ros|unidades)(?:\s+units?)?",
    ),
    (
        "notes",
        r"(?:(?:core |warscroll )?battalions?|(?:additional )?enhancements?"
        r"|artefacts?(?: of power)?|heroic traits?|command traits?|configuration|army rules?|notes?"
        r"|battle traits?|rules?|settings|summary|selection rules|abilities|verbesserungen|optimisations|mejoras)",
    ),
)  # fmt: skip
_HEADING: Final = [
    (section, re.compile(rf"(?P<title>{words})(?:(?:\s*:|\s+[-–—])\s*(?P<rest>.*)|\s*)", re.IGNORECASE))
    for section, words in _HEADINGS
]
_CATEGORY: Final = re.compile(rf"(?!auxil|faction|terrain|{_REGIMENT}|general)", re.IGNORECASE)
"""The beginning of a heading that might also be the name of a unit."""
_REGIMENT_TITLE: Final = re.compile(rf"(?:\S+\s+){{1,3}}{_REGIMENT}", re.IGNORECASE)

_FIELDS: Final[dict[str, str]] = {
    "faction": "faction", "allegiance": "faction", "army": "faction", "army faction": "faction", "race": "faction",
    "faction keyword": "faction", "fraktion": "faction", "facción": "faction", "fazione": "faction",
    "name": "name", "army name": "name", "list name": "name", "roster": "name", "roster name": "name",
    "list": "name", "title": "name", "army list": "name",
    "battle formation": "formation", "formation": "formation", "subfaction": "formation", "sub-faction": "formation",
    "battle formations": "formation", "army of renown": "formation", "detachment": "formation",
    "formation de bataille": "formation", "schlachtformation": "formation", "formación de batalla": "formation",
    "grand alliance": "alliance", "alliance": "alliance",
    "battlepack": "battlepack", "battle pack": "battlepack", "season": "battlepack", "ghb": "battlepack",
    "general's handbook": "battlepack", "game mode": "battlepack", "game type": "battlepack", "pack": "battlepack",
    "force": "battlepack", "matched play": "battlepack", "format": "battlepack",
    "points": "points", "total": "points", "total points": "points", "army points": "points", "pts": "points",
    "total army points": "points", "points total": "points", "punkte": "points", "list points": "points",
    "points limit": "limit", "limit": "limit", "game size": "limit", "battle size": "limit", "army size": "limit",
    "max points": "limit", "maximum points": "limit", "size": "limit", "point limit": "limit",
    "aufstellungen": "drops", "déploiements": "drops", "despliegues": "drops", "schieramenti": "drops",
    "drops": "drops", "total drops": "drops", "number of drops": "drops", "deployments": "drops", "drop": "drops",
    "general": "general", "warlord": "general",
    "wounds": "known", "total wounds": "known", "health": "known", "models": "known", "model count": "known",
    "auxiliaires": "known", "auxiliares": "known", "hilfstruppen": "known", "hilfseinheiten": "known",
    "allies": "known",
    "units": "known", "unit count": "known", "auxiliaries": "known", "reinforced units": "known", "bodies": "known",
}  # fmt: skip
"""The keys of a header and the field that each fills; a "known" key repeats what the list says elsewhere."""
_KEYED: Final = re.compile(r"(?P<key>[^:\d]{2,40}?)\s*(?::|\s[-–—]\s)\s*(?P<value>.*)")
_ALLIANCE: Final = re.compile(
    r"(?:grande? alliance|gran alianza|grande alleanza|gro(?:ß|ss)e allianz):?\s+(?:(?:de|del|der|des|dell)\b\W*)?"
    r"(?:l')?(?P<name>\w+)",
    re.IGNORECASE,
)
_ALLIANCES: Final = ("order", "chaos", "death", "destruction")
_PACK: Final = re.compile(
    r"handbook|\bGHB\b|spearhead|path to glory|pitched battle|matched play|battlepack|\bseason\b|open play"
    r"|narrative play|handbuch des generals|manuel du g[ée]n[ée]ral|manual del general|manuale del generale",
    re.IGNORECASE,
)
_FOOTER: Final = re.compile(
    r"(?:created|generated|exported|made|built|produced|erstellt|cr[ée][ée]e?|creat[oa]|creado|generato)\s+"
    r"(?:with|by|in|using|on|from|mit|avec|par|con|da)\b.*"
    r"|(?:app|data|server|client|web|daten|donn[ée]es)(?:\s+version)?\s*:.*|version:?\s*v?\d.*|v\d+(?:\.\d+)+.*"
    r"|https?://\S+.*|sent from my .*|new ?recruit(?:\.eu)?\b.*|www\.\S+",
    re.IGNORECASE,
)
_MAKERS: Final = (
    ("scrollcaster", "Scrollcaster"),
    ("listbot", "Listbot"), ("sigdex", "Sigdex"), ("new recruit", "New Recruit"), ("newrecruit", "New Recruit"),
    ("battlescribe", "BattleScribe"), ("the app", "Age of Sigmar: The App"),
    ("age of sigmar", "Age of Sigmar: The App"),
)  # fmt: skip
_FORCE: Final = re.compile(r"(?P<force>.*\S)\s*\((?P<alliance>\w+ - )?(?P<catalogue>[^()]+)\)")
"""A force and its catalogue, as BattleScribe and New Recruit name them."""
_BEHIND: Final = re.compile(r"\s*[-–—|,]\s*(?:✦\s*)?(?P<pack>\S.*\S)\s*")
"""The battlepack after the points of a list."""
_GENERAL: Final = re.compile(
    r"(?:(?:army|your|my|the|is the|is)\s+)?(?:g[eé]n[eé]rale?|warlord)(?:\s*[:(,].*|:?\s*yes)?", re.IGNORECASE
)
_REINFORCED: Final = re.compile(
    r"(?:1\s*x\s*)?(?:reinforced|verst[äa]rkt|renforc[ée]e?s?|rinforzat[oaie]|reforzad[oa]s?)"
    r"(?:\s*(?:unit|[x×]\s*\d|\([x×]?\d\)|:?\s*yes|once|twice))?",
    re.IGNORECASE,
)
_NOTE: Final = re.compile(
    r"legends|leader|regimental leader|champion|musician|standard bearer|honou?r[ -]?bound|warmaster|unique|hero"
    r"|\d?\s*x?\s*(?:champion|musician|standard bearer)|\d+ (?:wounds|models|drops?)",
    re.IGNORECASE,
)
_ROLE: Final = re.compile(
    r"(?P<role>general|leader|hero|units?|troops?|auxiliary|option|companion|warlord|warscroll)\s*:\s*(?=\S)",
    re.IGNORECASE,
)
_ENHANCEMENT: Final = re.compile(
    r"[^:]{0,30}\b(?:artefacts?|artifacts?|traits?|enhancements?|relics?|spells?|prayers?|lores?|mounts?|weapons?|wargear"
    r"|options?|marks?|commands?|abilit(?:y|ies)|upgrades?|mutations?|names?|banners?|honou?r\S*|notes?|points|models?"
    r"|equipment|gifts?|oaths?|triumphs?|paths?|rank|renown|champion|musician|standard bearer)\b[^:]{0,20}:",
    re.IGNORECASE,
)
"""The beginning of a line that is a note about the unit above it."""
_DROPS: Final = re.compile(r"(?P<n>\d{1,3})\s+drops?", re.IGNORECASE)
_NO_NEWS: Final = ("army of renown", "illegal", "valid list", "legal")
"""Lines that only repeat what the list says elsewhere."""
MOST_OF_UPGRADE: Final = 30
"""The most points of an upgrade below a unit; hardly a unit costs so little."""
MOST_OF_FORMATION: Final = 60
"""The most points of a battle formation, which is named near the beginning of a list."""
_SENTENCE: Final = re.compile(r".{90,}|.*[a-z]{2}[.?]|(?:\S+\s+){4,}.*[a-z]{2}!|(?:\S+\s+){11,}.*")
_SPLIT: Final = re.compile(r"\s*[;|]\s*")


@dataclass
class _Open:
    """A regiment whose lines are being read; `lead` is the text after its heading if that may be a unit."""

    name: str
    line: int
    renown: bool = False
    points: int | None = None
    lead: ListedUnit | None = None
    units: list[ListedUnit] = field(default_factory=list)
    notes: list[tuple[int, str]] = field(default_factory=list)
    """Marked lines before its first unit."""


def parse_list(text: str) -> ArmyList:
    """Return the army list in a text from any program; `formed` is False if the text does not look like a list."""
    return _Parser(text_lines(text)).parse()


class _Parser:
    """Reads the lines of one list in order."""

    def __init__(self, lines: list[TextLine]) -> None:
        self.lines = lines
        self.facts: dict[str, str] = {}
        self.head: list[TextLine] = []
        self.lores: list[str] = []
        self.tactics: list[str] = []
        self.remarks: list[str] = []
        self.section: Section = "header"
        self.regiments: list[_Open] = []
        self.flat: dict[Section, list[ListedUnit]] = {"auxiliaries": [], "terrain": [], "manifestations": []}
        self.last: list[ListedUnit] | None = None
        """The list of units whose last unit gets the next note."""
        self.spent: int | None = None
        self.limit: int | None = None
        self.maker = ""
        self.form = False
        self.choices: list[str] | None = None
        """The lores or battle tactics to which following lines with bullets are added."""
        self.key = ""
        """The header key whose value is on the next line."""
        self.general = ""
        self.own_bullet: tuple[str, int] | None = None
        """The bullet and indent of lines with units, if they have one."""
        self.renown_mark = ("", 0)
        """The bullet and indent of the last regiment of renown."""
        self.bracketed_notes = any(line.bracketed and not line.bullet for line in lines)
        self.level = 0
        """The indent of the last unit or heading."""
        self.bare = _has_bare_points(self.lines[1:])
        unmarked = [line for line in self.lines if not line.marked and not line.indent]
        self.unmarked_notes = not any(line.marked for line in self.lines) and any(
            _GENERAL.fullmatch(line.text) or _REINFORCED.fullmatch(line.text) for line in unmarked
        )

    def parse(self) -> ArmyList:
        """Read all lines, and return the list."""
        for index, line in enumerate(self.lines):
            if self._begins_another(line):
                self._remark(line, N_("line {n} begins another list: {text!r} - save it in a file of its own"))
                break
            if len(line.text) >= LONGEST_LINE - 1:
                self._remark(line, N_("line {n} is longer than {most} characters: {text!r} - the rest is not read"))
            self._line(line, index)
        if self.lines and self.lines[-1].number == MOST_LINES:
            self._remark(self.lines[-1], N_("the list goes on after line {n}; the rest is not read"))
        return self._finished()

    # -- one line ----------------------------------------------------------------------------------

    def _line(self, line: TextLine, index: int) -> None:
        """Read one line: a footer, the title, a heading, a field of the header, or the content of a section."""
        if _FOOTER.fullmatch(line.text):
            makers = (name for word, name in _MAKERS if word in line.text.casefold())
            self.maker = self.maker or next(makers, "")
            self.form = True
            if self._has_units():
                self.section, self.last, self.choices = "notes", None, None
            return
        if self._is_title(line, index):
            return
        if self._heading(line) or self._alliance(line) or self._total(line) or self._field(line):
            return
        self._content(line)

    def _begins_another(self, line: TextLine) -> bool:
        """Return whether another list begins below the end of this one."""
        if self.section != "notes" or not self.maker or line.marked or not self._has_units():
            return False
        cost = priced(line.text)
        is_title = total(line.text) is not None or (cost.points is not None and cost.points >= MOST_OF_UNIT)
        return is_title or _ALLIANCE.match(line.text) is not None

    def _is_title(self, line: TextLine, index: int) -> bool:
        """Take the first line as the list's name if its points are the total of the list ("Sunhost 1990/2000 pts")."""
        cost = priced(line.text)
        is_late = cost.points is not None and cost.points >= MOST_OF_UNIT and not line.marked
        if self.section != "header" or self.facts or self._starts(line.text) or (index and not is_late):
            return False
        list_total = total(line.text)
        if list_total is not None:
            self.facts["name"], self.spent, self.limit = list_total
            return True
        unit_costs = [priced(other.text).points or 0 for other in self.lines[1:] if total(other.text) is None]
        has_headings = any(section_of(other.text) is not None for other in self.lines[1:])
        looks_like_title = line.heading or has_headings or (cost.points is not None and cost.points >= MOST_OF_UNIT)
        after_points = _BEHIND.fullmatch(cost.after)
        if (
            cost.points is not None
            and (looks_like_title or cost.points == sum(unit_costs))
            and (not cost.after or after_points)
        ):
            force = _FORCE.fullmatch(cost.text) if line.heading else None
            if force is not None and force["alliance"]:
                self.facts["faction"] = force["catalogue"]
            self.facts["name"], self.spent = tidied(cost.text if force is None else force["force"]), cost.points
            if after_points is not None:
                self.facts["battlepack"] = after_points["pack"]
            return True
        return False

    def _starts(self, text: str) -> bool:
        """Return whether a text is a heading or a field, and so not a name."""
        keyed = _KEYED.fullmatch(text)
        return section_of(text) is not None or (keyed is not None and keyed["key"].strip().casefold() in _FIELDS)

    def _alliance(self, line: TextLine) -> bool:
        """Read "Grand Alliance Order | Faction | Formation"."""
        match = _ALLIANCE.match(line.text)
        if match is None or self._has_units():
            return False
        parts = [part for part in map(tidied, line.text[match.end() :].split("|")) if part]
        self.facts["alliance"] = match["name"].capitalize()
        for name, part in zip(("faction", "formation", "battlepack"), parts):
            self.facts.setdefault(name, part)
        self.form = True
        return True

    def _total(self, line: TextLine) -> bool:
        """Read a line with the total points of the list."""
        list_total = total(line.text)
        if list_total is None:
            return False
        text_before, spent, limit = list_total
        if self.spent is None:
            self.spent, self.limit = spent, limit
        words = text_before.casefold().strip(" :")
        if words and words not in _FIELDS and not self._has_units():
            self.facts.setdefault("name", text_before)
        return True

    def _heading(self, line: TextLine) -> bool:
        """Begin a section or a regiment if the line is a heading. Return whether it is."""
        heading = section_of(line.text)
        if heading is None:
            return False
        section, title, text_after = heading
        is_emphasized = line.heading or priced(title).text.isupper() or line.text.endswith(":")
        if priced(title).points is not None and _CATEGORY.match(title) and not is_emphasized:
            return False  # a unit may be called "Troops"
        if text_after and _ROLE.match(line.text):
            return False  # "Leader: Captain (100)"
        if line.bullet and self._has_units() and section in ("lores", "tactics", "notes"):
            return False  # a hero's own spells
        cost = priced(text_after) if text_after else Priced("")
        if not text_after:
            title_cost = priced(title)
            title, cost = title_cost.text, replace(title_cost, text="")
        value = tidied(cost.text)
        if section in ("lores", "tactics"):
            return self._begin_choices(section, title, text_after)
        if section == "auxiliaries" and re.match(r"\d+\s*(?:\(|$)", text_after):
            return True  # a summary: the number of auxiliary units
        if section == "notes" and text_after:
            return False
        self.section, self.last, self.key, self.own_bullet = section, None, "", None
        self.level = line.indent
        self.form = self.form or section in ("regiments", "renown", "auxiliaries", "terrain")
        if section in ("regiments", "renown"):
            self._begin_regiment(line, section, title, value, cost)
        elif text_after and section in self.flat:
            for part in (
                re.split(r"\s*[,;|]\s*", text_after) if section == "manifestations" else _SPLIT.split(text_after)
            ):
                self._add_unit(replace(line, text=part), self.flat[section])
        return True

    def _begin_choices(self, section: Section, title: str, chosen: str) -> bool:
        """Begin the lores or battle tactics; a line may name one behind its title."""
        choices = self.lores if section == "lores" else self.tactics
        self.choices = choices if not self._has_units() else None
        chosen = unpriced(chosen)
        if chosen:
            is_generic = title.casefold() in ("spells", "spell", "prayers", "prayer", "lore", "lores")
            choices.append(chosen if section == "tactics" or is_generic else f"{tidied(title)} - {tidied(chosen)}")
        elif section == "lores" or self.section in ("header", "lores", "tactics", ""):
            self.section, self.last = section, None
        else:
            return False
        return True

    def _begin_regiment(self, line: TextLine, section: Section, title: str, value: str, cost: Priced) -> None:
        """Open a regiment, with a first unit if its heading names one."""
        renown = section == "renown"
        if renown and not value:
            return  # lines below name the regiments of renown
        name, count = counted(value)
        lead = None
        if any(map(str.isalpha, name)) and not renown:
            lead = ListedUnit(name, line.number, cost.points, count, doubtful=cost.points is None)
        label = tidied(value if renown or (value and cost.points is None) else title)
        if _GENERAL.fullmatch(value):
            label, lead = f"General's {tidied(title)}", None
        self.regiments.append(_Open(label, line.number, renown, cost.points, lead))
        self.last = self.regiments[-1].units

    def _field(self, line: TextLine) -> bool:
        """Read "Key: value" or "Key - value" of a header. Such lines can also be at the end of a list."""
        if (drops := _DROPS.fullmatch(line.text)) is not None and not line.marked:
            self.facts.setdefault("drops", drops["n"])
            return True
        match = _KEYED.fullmatch(f"{line.text}:" if line.heading else line.text)
        if match is None:
            return False
        key, value = tidied(match["key"]).casefold(), tidied(match["value"])
        name = _FIELDS.get(key, "")
        if name == "general" and priced(value).points is not None:
            return False  # "General: Captain (100)" is the unit itself
        if not name or (line.marked and self._has_units()):
            return False
        self.form = self.form or name in ("faction", "formation", "drops", "battlepack")
        if not value:
            self.key = name
        elif name in ("points", "limit"):
            digits = re.sub(r"(?<=\d)[,.' ](?=\d{3})", "", value)
            number = re.search(r"\d+", digits)
            if number and name == "points" and self.spent is None:
                self.spent = int(number[0][:6])
            elif number and name == "limit" and self.limit is None:
                self.limit = int(number[0][:6])
        elif name == "general":
            self.general = value
        elif name != "known":
            self.facts.setdefault(name, value)
        return True

    # -- the content of a section ------------------------------------------------------------------

    def _content(self, line: TextLine) -> None:
        """Read a line by the kind of the current section."""
        if self.section == "header":
            self._in_header(line)
        elif self.section in ("lores", "tactics"):
            self._in_choices(line, self.lores if self.section == "lores" else self.tactics)
        elif self.section == "notes":
            self._in_notes(line)
        else:
            self._in_units(line)

    def _in_header(self, line: TextLine) -> None:
        """Read a line of the header: a value, a formation, the first unit, or a line for `_head`."""
        if self.key:
            self.facts.setdefault(self.key, tidied(line.text))
            self.key = ""
        elif line.bullet and self.choices is not None:
            self.choices.append(unpriced(line.text))
        elif line.heading and (force := _FORCE.fullmatch(priced(line.text).text)) is not None:
            self.facts.setdefault("battlepack", force["force"])
            self.facts.setdefault("faction", force["catalogue"])
        elif self._is_formation(line):
            self.head.append(replace(line, text=unpriced(line.text)))
        elif self._is_unit(line, priced(line.text)):
            self.section, self.last = "regiments", None
            self._in_units(line)
        elif (cost := priced(line.text)).points is not None and not any(map(str.isalpha, cost.text)):
            self.spent = cost.points if self.spent is None else self.spent
        elif line.marked or ":" in line.text:
            self._remark(line)
        else:
            self.head.append(line)

    def _is_formation(self, line: TextLine) -> bool:
        """Return whether a line of the header is a battle formation with points, above the first regiment."""
        cost = priced(line.text)
        if line.marked or cost.points is None or cost.points > MOST_OF_FORMATION or counted(cost.text)[1] is not None:
            return False
        sections_below = (section_of(other.text) for other in self.lines if other.number > line.number)
        return bool(self.head) and any(section is not None and section[0] == "regiments" for section in sections_below)

    def _in_choices(self, line: TextLine, choices: list[str]) -> None:
        """Read a lore or battle tactic below its heading; a unit with points ends the section."""
        cost = priced(line.text)
        if cost.points is not None and cost.points >= 30 and not line.marked:
            self.section, self.last = "regiments", None
            self._in_units(line)
        else:
            choices.append(unpriced(line.text))

    def _in_notes(self, line: TextLine) -> None:
        """Read a line of a section without units; a unit with points ends the section."""
        cost = priced(line.text)
        if cost.points is not None and cost.points >= 50 and not cost.added and not line.marked:
            self.section, self.last = "regiments", None
            self._in_units(line)
        else:
            self._remark(line)

    def _in_units(self, line: TextLine) -> None:
        """Read a line of a section with units: a unit, a regiment of renown, a note, or a doubtful unit."""
        cost = self._priced(line, line.text)
        if self.section == "renown" and cost.points == 0 and self.regiments and self.regiments[-1].renown:
            self._add_unit(replace(line, text=unpriced(line.text)), self._units())
        elif self.section == "renown" and cost.points is not None and self._is_renown(line):
            self.regiments.append(_Open(counted(cost.text)[0], line.number, renown=True, points=cost.points))
            self.last, self.own_bullet, self.level = self.regiments[-1].units, None, line.indent
            self.renown_mark = line.bullet, line.indent
        elif self._is_unit(line, cost):
            self._add_unit(line, self._units())
        elif self._is_note(line):
            self._note(line)
        elif _SENTENCE.fullmatch(line.text) or (self.section == "renown" and not self.regiments[-1:]):
            self._remark(line)
        else:
            self._add_unit(line, self._units(), doubtful=True)

    def _is_renown(self, line: TextLine) -> bool:
        """Return whether a line with points names a regiment of renown, by the form of the others."""
        return not line.marked or self.last is None or (line.bullet, line.indent) == self.renown_mark

    def _units(self) -> list[ListedUnit]:
        """Return the units to which the next unit is added. Open a regiment if none is open."""
        if self.section in self.flat:
            return self.flat[self.section]
        if self.last is None or not self.regiments:  # a heading has closed the last regiment
            self.regiments.append(_Open(_("Regiment"), self.lines[0].number))
            self.last = self.regiments[-1].units
        return self.regiments[-1].units

    def _priced(self, line: TextLine, text: str) -> Priced:
        """Return the text of a line without its points, which may be bare where a list has no others."""
        return priced(text, bare=self.bare and (not line.marked or counted(text)[1] is not None))

    def _is_unit(self, line: TextLine, cost: Priced) -> bool:
        """Return whether a line is certainly a unit: it has points, and is not an enhancement with points."""
        if cost.points is None or cost.added or not any(letter.isalpha() for letter in cost.text):
            return False
        if not line.marked or (line.bullet, line.indent) == self.own_bullet:
            is_below = line.marked or line.indent > self.level or self.unmarked_notes
            is_cheap = cost.points <= MOST_OF_UPGRADE and self.section not in ("terrain", "manifestations")
            return not (self.last and is_below and is_cheap)
        if line.bracketed:
            return False
        first = self.own_bullet is None and not (self.last or ())
        return first or (counted(cost.text)[1] is not None and cost.points >= 30) or cost.points >= 50

    def _is_note(self, line: TextLine) -> bool:
        """Return whether a line without points is a note to the last unit."""
        if _GENERAL.fullmatch(line.text) or _REINFORCED.fullmatch(line.text) or _NOTE.fullmatch(line.text):
            return True
        if line.bracketed or (self.unmarked_notes and self.section in ("regiments", "auxiliaries")):
            return True
        if line.bullet:
            first = not self.last and self.section in WITH_UNITS
            if self.bracketed_notes and counted(priced(line.text).text)[1] is not None:
                return False  # Listbot: notes are in brackets
            return not first and (line.bullet, line.indent) != self.own_bullet
        if not self.last:
            return False
        return line.indent > self.level or _ENHANCEMENT.match(line.text) is not None

    def _note(self, line: TextLine) -> None:
        """Add a note to the last unit, or to the open regiment if it has no unit yet."""
        if not self.last:
            if self.regiments and self.section in ("regiments", "renown"):
                self.regiments[-1].notes.append((line.number, line.text))
            else:
                self._remark(line)
            return
        self.last[-1] = _with_notes(self.last[-1], line.text)

    def _add_unit(self, line: TextLine, units: list[ListedUnit], *, doubtful: bool = False) -> None:
        """Add the unit on a line to `units`, with the notes in brackets or after its points."""
        role = _ROLE.match(line.text)
        text = line.text[role.end() :] if role else line.text
        cost = self._priced(line, text)
        name, count = counted(cost.text)
        notes: list[str] = []
        for match in re.finditer(r"\s*[\[(]([^()\[\]]+)[\])]|\s+[-–—]\s+(\S+)$", name):
            words = (match[1] or match[2]).strip()
            if any(pattern.fullmatch(words) for pattern in (_GENERAL, _REINFORCED, _NOTE)):
                notes.append(words)
                name = name.replace(match[0], "")
        name = tidied(name)
        if not any(letter.isalpha() for letter in name):
            self._remark(line)
            return
        note_after, count_after = counted(cost.after) if cost.after else ("", None)
        unit = ListedUnit(name, line.number, cost.points, count if count is not None else count_after)
        is_doubtful = doubtful and (count is None or line.marked) and self.section not in self.flat
        unit = replace(unit, doubtful=is_doubtful)
        if role and role["role"].casefold() in ("general", "warlord"):
            unit = replace(unit, general=True)
        for text in (*notes, note_after):
            unit = _with_notes(unit, text) if text else unit
        if line.bullet and self.own_bullet is None and not units:
            self.own_bullet = line.bullet, line.indent
        units.append(unit)
        self.last = units
        if not doubtful or len(units) == 1:
            self.level = line.indent

    def _has_units(self) -> bool:
        return bool(self.regiments) or any(self.flat.values())

    def _remark(self, line: TextLine, text: str = N_("line {n} is not understood: {text!r}")) -> None:
        if len(self.remarks) < MOST_REMARKS:
            self.remarks.append(_(text, n=line.number, text=shortened(line.text, 60), most=LONGEST_LINE))

    # -- the end -----------------------------------------------------------------------------------

    def _finished(self) -> ArmyList:
        """Return the list after its last line."""
        self._head()
        regiments = tuple(
            regiment_read for opened in self.regiments if (regiment_read := _regiment(opened)) is not None
        )
        if not any(unit.general for regiment in regiments for unit in regiment.units):
            regiments = tuple(map(_led, regiments))
        if self.general:
            name_of_general = counted(priced(self.general).text)[0].casefold()
            regiments = tuple(_with_general(regiment, name_of_general) for regiment in regiments)
        units = [unit for regiment in regiments for unit in regiment.units]
        with_points = [unit for unit in (*units, *self.flat["auxiliaries"]) if unit.points is not None]
        return ArmyList(
            **{name: self.facts.get(name, "") for name in ("name", "alliance", "faction", "formation", "battlepack")},
            maker=self.maker,
            points=self.spent,
            limit=self.limit,
            drops=next((int(digits) for digits in re.findall(r"\d{1,3}", self.facts.get("drops", ""))), None),
            lores=tuple(dict.fromkeys(filter(None, self.lores))),
            tactics=tuple(dict.fromkeys(filter(None, self.tactics))),
            regiments=regiments,
            auxiliaries=tuple(self.flat["auxiliaries"]),
            terrain=tuple(self.flat["terrain"]),
            manifestations=tuple(self.flat["manifestations"]),
            remarks=tuple(self.remarks),
            formed=bool(regiments or self.flat["auxiliaries"]) and (self.form or len(with_points) > 1),
        )

    def _head(self) -> None:
        """Assign the plain lines of the header to the fields name, faction, formation and battlepack."""
        unassigned: list[TextLine] = []
        for line in self.head:
            if _PACK.search(line.text) and "battlepack" not in self.facts:
                self.facts["battlepack"] = tidied(line.text)
            elif line.text.casefold() in _NO_NEWS:
                continue
            elif line.text.casefold() in _ALLIANCES:
                self.facts.setdefault("alliance", line.text.capitalize())
            elif _SENTENCE.fullmatch(line.text):
                self._remark(line)
            else:
                unassigned.append(line)
        missing = [name for name in ("name", "faction", "formation") if name not in self.facts]
        if len(unassigned) < len(missing) and "name" in missing and (self.maker == "Listbot" or len(unassigned) > 1):
            missing.remove("name")
        for index, line in enumerate(unassigned):
            parts = [tidied(part) for part in line.text.split("|") if tidied(part)]
            if len(unassigned) == 1 and len(parts) == 1 and missing[-2:] == ["faction", "formation"]:
                parts = [tidied(part) for part in re.split(r"\s[-–—]\s", line.text)][:2]
            if 0 < len(missing) < len(parts) and index == len(unassigned) - 1:
                parts = parts[-len(missing) :]
            if len(parts) > 1 and len(missing) >= len(parts) and index == len(unassigned) - 1:
                missing = missing[-len(parts) :]
            for part in parts:
                if missing:
                    self.facts[missing.pop(0)] = part
                else:
                    self._remark(line)


def _has_bare_points(lines: list[TextLine]) -> bool:
    """Return whether the units of a list have points without brackets or a word, as in "Guard 150"."""
    plain = [line for line in lines if not line.bracketed and total(line.text) is None]
    costs = [priced(line.text) for line in plain]
    units = sum(cost.points is not None and cost.points > MOST_OF_FORMATION and not cost.added for cost in costs)
    bare = sum(
        cost.points is None and priced(line.text, bare=True).points is not None for line, cost in zip(plain, costs)
    )
    return bare > units or not units


def section_of(text: str) -> tuple[Section, str, str] | None:
    """Return the section that a heading begins, its title, and the text after a colon; None for other lines."""
    cost = priced(text)
    without_points = text if cost.points is None or cost.after or not cost.text else cost.text
    for section, pattern in _HEADING:
        match = pattern.fullmatch(without_points.strip()) or pattern.fullmatch(text.strip())
        if match is not None:
            text_after = (match["rest"] or "").strip()
            has_points = cost.points is not None and without_points is not text
            if text_after and has_points:
                text_after = text[len(match["title"]) :].strip(" :-–—")
            return section, text if not text_after else match["title"], text_after
    if cost.points is None and _REGIMENT_TITLE.fullmatch(text):
        return "regiments", text, ""
    return None


def _with_notes(unit: ListedUnit, text: str) -> ListedUnit:
    """Return a unit with a note below it applied; semicolons, bars or commas separate several notes."""
    general, reinforced, notes = unit.general, unit.reinforced, list(unit.notes)
    content = text[1:-1] if text[:1] + text[-1:] in ("[]", "()") else text
    for part in _SPLIT.split(content.strip()):
        pieces = [piece for piece in map(unpriced, part.split(",")) if piece]
        has_marks = [piece for piece in pieces if _GENERAL.fullmatch(piece) or _REINFORCED.fullmatch(piece)]
        for piece in pieces if has_marks or ":" not in part else [unpriced(part)]:
            if _GENERAL.fullmatch(piece):
                general = True
            elif _REINFORCED.fullmatch(piece):
                reinforced = True
            elif piece:
                notes.append(piece)
    return replace(unit, general=general, reinforced=reinforced, notes=tuple(dict.fromkeys(notes)))


def _regiment(opened: _Open) -> ListedRegiment | None:
    """Return a finished regiment, or None if it has no units. A regiment of renown without units counts as one."""
    units, heading_unit, points = list(opened.units), opened.lead, opened.points
    if heading_unit is not None and (
        not units
        or (heading_unit.points is not None and heading_unit.points != sum(unit.points or 0 for unit in units))
    ):
        units.insert(0, replace(heading_unit, doubtful=False))
        points = None
    if not units and opened.renown:
        units = [ListedUnit(opened.name, opened.line, opened.points)]
        points = None
    if not units:
        return None
    for _line, text in opened.notes:
        units[0] = _with_notes(units[0], text)
    if opened.renown and points is not None and not any(unit.points for unit in units):
        units[0] = replace(units[0], points=points)
    return ListedRegiment(opened.name, opened.line, tuple(units), opened.renown, points)


def _led(regiment: ListedRegiment) -> ListedRegiment:
    """Return a regiment with its first unit as the general if its heading calls it the general's."""
    if not regiment.name.casefold().startswith("general"):
        return regiment
    return replace(regiment, units=(replace(regiment.units[0], general=True), *regiment.units[1:]))


def _with_general(regiment: ListedRegiment, name: str) -> ListedRegiment:
    """Return a regiment in which units with this name are generals."""
    units = tuple(
        replace(unit, general=True) if unit.name.casefold() == name or unit.general else unit for unit in regiment.units
    )
    return replace(regiment, units=units)
