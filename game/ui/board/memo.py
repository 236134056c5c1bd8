"""Answers that are remembered because finding them takes long."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Answer = TypeVar("Answer")


class Memo(Generic[Answer]):
    """The answers to the latest `most` questions."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._known: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, question: Hashable) -> Answer | None:
        """Return the answer to a question if it is remembered."""
        return self._known.get(question)

    def of(self, question: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the answer to a question, found now unless it is remembered."""
        if question not in self._known:
            self._known[question] = find()
            while len(self._known) > self.most:
                self._known.popitem(last=False)
        self._known.move_to_end(question)
        return self._known[question]
