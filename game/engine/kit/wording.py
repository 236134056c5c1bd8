"""A rulebook's texts as data, and its rules in our own words, which prompts, log and reference share."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

from game.cached import cached_property
from game.engine.rulebook.game import Ending
from game.engine.rulebook.lessons import Lesson, lesson_of
from game.engine.rulebook.reference import Rule
from game.wording import _, translated


@cache
def read_wording(rulebook: str, folder: str, name: str = "wording.json") -> dict[str, Any]:
    """Return the `wording.json` of a folder in a rulebook's package, or another file in that folder."""
    text = (files(f"{rulebook}.{folder}") / name).read_text(encoding="utf-8")
    return cast(dict[str, Any], json.loads(text))


def first_lesson(rulebook: str) -> Lesson:
    """Return the first lesson, with the steps in `lesson/wording.json` and the position in `lesson/lesson.json`."""
    return lesson_of(read_wording(rulebook, "lesson"), read_wording(rulebook, "lesson", "lesson.json"))


def verdict(ending: Ending | None, name: Callable[[str], str]) -> str:
    """Return the winner and the reason in words, or "" while a game goes on; `name` returns a player's name by id."""
    if ending is None:
        return ""
    winners = _(" and ").join(map(name, ending.winners)) or _("Nobody")
    text = _("{winners} wins" if len(ending.winners) < 2 else "{winners} draw", winners=winners)
    return f"{text}: {translated(ending.reason)}"


def changed_hands(marker: str, new: str, old: str, viewer: str, name: Callable[[str], str]) -> str:
    """Return who gains or loses a marker. `new` and `old` are players (or ""), `name` returns a player's name."""
    if new and new == viewer:
        return _("gains {marker}", marker=marker)
    if old and old == viewer:
        return _("loses {marker}", marker=marker)
    if new:
        return _("{name} gains {marker}", name=name(new), marker=marker)
    return _("{name} loses {marker}", name=name(old), marker=marker)


class RuleText(NamedTuple):
    """A rule's title and text, in English."""

    title: str
    text: str


class Reference:
    """Every rule by id: the rules in `words`, and the rules `defined` elsewhere.

    A chapter in `words` has a `title`, and `begins`, with which the ids of its rules begin after the rulebook's
    `prefix`; the longest match counts. A rule has `title`, `text`, linked ids in `see`, and `examples`. A rule without
    a text only adds to a rule defined elsewhere. Several rules may share an id.
    """

    def __init__(self, words: Mapping[str, Any], prefix: str) -> None:
        self.words, self.prefix = words, prefix
        self.chapters = [(chapter["begins"], chapter["title"]) for chapter in words["chapters"]]

    def defined(self) -> Iterable[tuple[str, RuleText]]:
        """Return the rules that are written elsewhere, where they are defined."""
        return ()

    def place(self, rule: str) -> Any:
        """Return the sort key of a rule; by default a constant, so that the order stays."""
        return 0

    def linked(self, rule: str) -> Iterable[str]:
        """Return the ids to which a rule itself links."""
        return str(self.words["rules"].get(rule, {}).get("see", "")).split()

    def examples(self, rule: str) -> tuple[str, ...]:
        """Return worked examples of a rule, in the language in use."""
        return tuple(map(_, self.words["rules"].get(rule, {}).get("examples", ())))

    @cached_property
    def entries(self) -> dict[str, tuple[RuleText, ...]]:
        """The entries of every rule by id, in order."""
        entries: dict[str, list[RuleText]] = {}
        items = self.words["rules"].items()
        own = ((rule, RuleText(item["title"], item["text"])) for rule, item in items if "text" in item)
        for rule, entry in (*own, *self.defined()):
            entries.setdefault(rule, []).append(entry)
        return {rule: tuple(entries[rule]) for rule in sorted(entries, key=self.place)}

    @cached_property
    def links(self) -> dict[str, tuple[str, ...]]:
        """The ids of the rules linked to or from each rule, in order."""
        order = {rule: index for index, rule in enumerate(self.entries)}
        links: dict[str, set[str]] = {rule: set() for rule in order}
        for rule in order:
            for target in self.linked(rule):
                links[rule].add(target)
                links[target].add(rule)
        return {rule: tuple(sorted(others, key=order.__getitem__)) for rule, others in links.items()}

    def forget(self) -> None:
        """Make the next call look again for rules defined elsewhere."""
        for name in ("entries", "links"):
            vars(self).pop(name, None)

    def rules(self) -> tuple[Rule, ...]:
        """Return every rule in order, in the language in use."""
        return tuple(
            Rule(
                id=rule,
                title=", ".join(_(entry.title) for entry in entries),
                text=self.wording(rule),
                chapter=_(self.chapter(rule)),
                see=self.links[rule],
                examples=self.examples(rule),
            )
            for rule, entries in self.entries.items()
        )

    def wording(self, rule: str) -> str:
        """Return the text of a rule in the language in use, or "" for an unknown id."""
        entries = self.entries.get(rule, ())
        if len(entries) == 1:
            return _(entries[0].text)
        return " ".join(f"{_(entry.title)}: {_(entry.text)}" for entry in entries)

    def chapter(self, rule: str) -> str:
        """Return the English title of a rule's chapter, an empty string for an unknown id."""
        index = self.chapter_number(rule)
        return str(self.chapters[index][1]) if index < len(self.chapters) else ""

    def chapter_number(self, rule: str) -> int:
        """Return the index of a rule's chapter; the number of chapters for an unknown id."""
        name = rule.removeprefix(self.prefix)
        fitting = [(len(start), index) for index, (start, _title) in enumerate(self.chapters) if name.startswith(start)]
        return max(fitting, default=(0, len(self.chapters)))[1]
