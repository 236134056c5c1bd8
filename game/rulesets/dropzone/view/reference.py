"""Every rule by id, chapter after chapter; the text of a command card is where the card is defined."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.kit.wording import Entry, Reference, read_wording
from game.rulesets.dropzone.documents.cards import CARDS


class Rules(Reference):
    """The rules of Dropzone Commander."""

    def defined(self) -> Iterator[tuple[str, Entry]]:
        for card in CARDS.values():
            yield card.id, Entry(card.name, card.text)

    def place(self, rule: str) -> int:
        return self.chapter_number(rule)


RULES: Final = Rules(read_wording("game.rulesets.dropzone", "words"), "D-")
