"""Lines from another program, of limited length whatever arrives."""

from collections.abc import Iterator
from typing import BinaryIO

from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES
from game.wording import _


def bounded_lines(stream: BinaryIO, most: int = MAX_BYTES) -> Iterator[str | DocumentError]:
    """Yield each line that is not blank as text, or its fault; a line that is too long is never held in memory."""
    number = 0
    while line := stream.readline(most + 1):
        number += 1
        place = line_name(number)
        if len(line) > most and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(most)
            reason = _("is longer than {most:,} bytes - no request needs that much", most=most)
            yield DocumentError(place, "", reason)
            continue
        try:
            text = line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            where = _("byte {start}", start=error.start)
            yield DocumentError(place, where, _("is not UTF-8 text - send UTF-8"))
            continue
        if text.strip():
            yield text


def line_name(number: int) -> str:
    """Return the name of a line in refusals."""
    return _("line {number}", number=number)
