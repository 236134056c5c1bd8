"""The errors for unusable documents, in a small module that every other module may import."""

from collections.abc import Mapping, Sequence
from typing import Any


class DocumentError(ValueError):
    """An unusable document: its `file`, the place in it (such as `terrain[2].area[0]`, or ""), and the reason."""

    def __init__(self, file: str, where: str, reason: str) -> None:
        super().__init__(file, where, reason)
        self.file = file
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        place = f" at {self.where}:" if self.where else ""
        return f"{self.file}:{place} {self.reason}"

    @property
    def faults(self) -> "Sequence[DocumentError]":
        """Every fault found, this one first."""
        return (self,)


class DocumentErrors(DocumentError):
    """Several faults of one document. The text is that of the first fault, with the number of further faults."""

    def __init__(self, faults: Sequence[DocumentError]) -> None:
        first = faults[0]
        super().__init__(first.file, first.where, first.reason)
        self._faults = tuple(faults)

    def __str__(self) -> str:
        more = len(self._faults) - 1
        return super().__str__() + (f" (+{more})" if more else "")

    @property
    def faults(self) -> Sequence[DocumentError]:
        return self._faults


class UnfinishedError(DocumentError):
    """A roster that can be read, but cannot be played until something is added.

    `title` is its name, `lines` is the roster in words, `facts` the same as data, and `remarks` say what is missing.
    `cure` says which commands add it; in the window, rows do.
    """

    def __init__(
        self,
        file: str,
        reason: str,
        *,
        title: str,
        lines: Sequence[str],
        facts: Mapping[str, Any],
        remarks: Sequence[str],
        cure: str,
    ) -> None:
        super().__init__(file, "", reason)
        self.title, self.lines, self.facts, self.remarks, self.cure = title, lines, facts, remarks, cure

    @property
    def advice(self) -> str:
        """What is missing, and the commands that add it."""
        return f"{self.reason} - {self.cure}"

    def __str__(self) -> str:
        return f"{self.file}: {self.advice}"
