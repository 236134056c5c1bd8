"""A cache of the latest results."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Final, Generic, TypeVar

Answer = TypeVar("Answer")
_UNKNOWN: Final = object()


class Memo(Generic[Answer]):
    """The results for the latest `most` keys."""

    def __init__(self, most: int = 1) -> None:
        self.most = most
        self._known: OrderedDict[Hashable, Answer] = OrderedDict()

    def get(self, question: Hashable) -> Answer | None:
        """Return the cached result for a key, or None if there is none."""
        return self._known.get(question)

    def put(self, question: Hashable, answer: Answer) -> None:
        """Store a result for a key, in place of any earlier one."""
        self._known.pop(question, None)
        self.of(question, lambda: answer)

    def of(self, question: Hashable, find: Callable[[], Answer]) -> Answer:
        """Return the result for a key, computed by `find` if not cached."""
        cached = self._known.get(question, _UNKNOWN)  # one look-up, since a long key is slow to hash
        if cached is not _UNKNOWN:
            if self.most > 1:
                self._known.move_to_end(question)
            return cached  # type: ignore[return-value]
        answer = self._known[question] = find()
        self._known.move_to_end(question)  # `find` may have stored it too
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        return answer
