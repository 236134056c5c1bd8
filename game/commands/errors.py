"""How commands refuse: one clear line on standard error, exit code 2, no traceback."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import click

from game.documents.error import DocumentError
from game.printable import one_line
from game.wording import _

LONGEST = 1000
"""Letters of a refusal; what is quoted in it may be endless."""


class UsageRefusal(click.ClickException):
    """What was asked cannot be done, for a reason a person can mend."""

    exit_code = 2

    def format_message(self) -> str:
        """Return the reason on one line, whatever name is quoted in it."""
        line = one_line(self.message)
        return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def reason_of(error: DocumentError | OSError) -> str:
    """One line naming the file, the place in it and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        name = os.fsdecode(error.filename)
        return one_line(_("{filename}: cannot be read or written: {strerror}", filename=name, strerror=error.strerror))
    return one_line(str(error))


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Turn a bad document or an unreadable file into a `UsageRefusal`. A reader who went away is click's business."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (DocumentError, OSError) as error:
        raise UsageRefusal(reason_of(error)) from error
