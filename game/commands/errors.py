"""How commands refuse: one clear line on standard error, exit code 2, no traceback."""

import os
from pathlib import Path

import click

from game.documents.error import DocumentError
from game.printable import one_line
from game.wording import _

LONGEST = 1000
"""Letters of a refusal; what is quoted in it may be endless."""


class UsageRefusal(click.ClickException):
    """A request that cannot be met, for a reason a person can mend."""

    exit_code = 2

    def format_message(self) -> str:
        line = one_line(self.message)
        return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def reason_of(error: DocumentError | OSError) -> str:
    """Return one line naming the file, the place in it and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        name = os.fsdecode(error.filename)
        return one_line(_("{filename}: cannot be read or written: {strerror}", filename=name, strerror=error.strerror))
    return one_line(str(error))


def require_new(file: str) -> None:
    """Raise `UsageRefusal` where a file exists already."""
    if Path(file).exists():
        raise UsageRefusal(_("{file} exists already - give a new file, or move the old one away", file=file))
