"""A rulebook for reference. Rules can be found by id, by chapter and by search, and link to each other."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

_WORD = re.compile(r"[\w″'′-]+")
_WORTH = (80, 50), (12, 10), (8, 5)
"""Search scores of a whole word and of the beginning of a word, for a title, a chapter's title, and a text.

Half of it counts for another form of the word, a quarter for a synonym.
"""


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in our own words. `see` has the ids of linked rules."""

    id: str
    title: str
    text: str
    chapter: str
    see: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()

    def plain(self) -> dict[str, Any]:
        """Return the rule as JSON-ready data."""
        return {
            "id": self.id,
            "title": self.title,
            "chapter": self.chapter,
            "text": self.text,
            "see": list(self.see),
            "examples": list(self.examples),
        }


class Rulebook:
    """The rules of one rulebook in order. Unknown ids and words give empty results, never an error."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = tuple(rules)
        self._by_id = {rule.id: rule for rule in self.rules}
        self._words = {
            rule.id: [_words(part) for part in (rule.title, rule.chapter, " ".join((rule.text, *rule.examples)))]
            for rule in self.rules
        }

    def find(self, identity: str) -> Rule | None:
        """Return the rule with an id, ignoring case. For the id of a family ("A-BC"), return its first rule."""
        wanted = identity.strip().upper()
        exact = (rule for rule in self.rules if rule.id.upper() == wanted)
        first = (rule for rule in self.rules if wanted and rule.id.upper().startswith(wanted + "-"))
        return next(exact, None) or next(first, None)

    def seen_from(self, rule: Rule) -> tuple[Rule, ...]:
        """Return the rules linked to a rule."""
        return tuple(self._by_id[identity] for identity in rule.see if identity in self._by_id)

    def chapters(self) -> dict[str, tuple[Rule, ...]]:
        """Return the rules by the title of their chapter, both in the order of the rulebook."""
        by_chapter: dict[str, list[Rule]] = {}
        for rule in self.rules:
            by_chapter.setdefault(rule.chapter, []).append(rule)
        return {title: tuple(rules) for title, rules in by_chapter.items()}

    def search(self, text: str) -> tuple[Rule, ...]:
        """Return the rules that have each word of the query, a form of it or a synonym, best matches first."""
        wanted = _words(text)
        scores = {rule.id: _search_score(rule, self._words[rule.id], wanted) for rule in self.rules}
        matches = [rule for rule in self.rules if scores[rule.id] > 0 or not wanted]
        return tuple(sorted(matches, key=lambda rule: -scores[rule.id]))


def _search_score(rule: Rule, words: Sequence[tuple[str, ...]], wanted: Sequence[str]) -> int:
    """Return the search score of a rule with these words; 0 if a wanted word is missing."""
    total = 0
    for word in wanted:
        forms = (_hits(words, stem(word)) // 2, *(_hits(words, synonym) // 4 for synonym in _synonyms(word)))
        identity, score = folded(rule.id), max(_hits(words, word), *forms)
        if identity == word:
            score = 1000
        elif identity.startswith(word) and "-" in word:
            score = 400
        elif not score and word not in identity:
            return 0
        total += score or 2
    return total


def _hits(words: Sequence[tuple[str, ...]], word: str) -> int:
    """Return the search score of a word in the title, the chapter's title and the text of a rule."""
    total = 0
    for part, (whole_word, beginning) in zip(words, _WORTH):
        hits = [whole_word if candidate == word else beginning for candidate in part if candidate.startswith(word)]
        total += max(hits, default=0)
    return total


SYNONYMS: Final = (
    "load embark board",
    "unload disembark out",
    "transport carrier dropship",
    "building house garrison",
    "shoot fire shot ranged ballistic",
    "melee fight quarters engage combat",
    "move walk run",
    "heal repair restore regain",
    "dead dying kill destroy slain remove casualty",
    "retreat flee escape withdraw disengage",
    "deploy setup",
    "score points victory win",
    "sight see visible line",
    "sneak hide hidden conceal camouflage",
    "reinforce reserve readiness summon",
    "tired exhausted",
    "climb level height elevated",
    "wound damage hurt injury",
    "token marker counter",
    "army roster list warband",
    "gold treasure coin hoard",
    "cast spell magic wizard",
    "fly aircraft airborne",
    "terrain scenery",
    "coherency together",
    "jump leap",
    "teleport displace swap",
    "hero leader commander general",
    "dice die roll",
    "initiative first priority",
)
"""Words, or their beginnings, by which players look for the same rule."""
ENDINGS: Final = ("ments", "ment", "ings", "ing", "ions", "ion", "ers", "er", "ent", "ed", "es", "s", "e")
"""Endings without which a word is searched for, too."""
LEAST: Final = 3
"""The fewest letters of a word without its ending."""


def stem(word: str) -> str:
    """Return an English word without its ending, so that its other forms begin the same way ("charging": "charg")."""
    ending = next((suffix for suffix in ENDINGS if word.endswith(suffix) and len(word) - len(suffix) >= LEAST), "")
    short = word.removesuffix(ending)
    doubled = ending[:1] in ("i", "e") and short[-1:] == short[-2:-1] and short[-1:] not in ("l", "s")
    return short[:-1] if doubled and len(short) > LEAST else short


_SYNONYMS: Final = {stem(word): group.split() for group in SYNONYMS for word in group.split()}


def _synonyms(word: str) -> Sequence[str]:
    """Return the stems of words that players may use for a word."""
    return [stem(synonym) for synonym in _SYNONYMS.get(stem(word), ()) if stem(synonym) != stem(word)]


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(folded(text)))


def folded(text: str) -> str:
    """Return a text for searching, in lower case and without accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
