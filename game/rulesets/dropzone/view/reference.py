"""Every rule by id, in the order of its file: chapter after chapter."""

from __future__ import annotations

from typing import Final

from game.engine.kit.wording import Reference, read_wording


class Rules(Reference):
    """The rules of Dropzone Commander."""

    def place(self, rule: str) -> int:
        return self.chapter_number(rule)


RULES: Final = Rules(read_wording("game.rulesets.dropzone", "words"), "D-")
