"""How commands refuse: one clear line on standard error, exit code 2, no traceback."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from game.documents.error import DocumentError
from game.wording import _


class Refusal(click.ClickException):
    """What was asked cannot be done, for a reason a person can mend."""

    exit_code = 2


def reason_of(error: DocumentError | OSError) -> str:
    """One line naming the file, the place in it and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        return _("{filename}: cannot be read or written: {strerror}", filename=error.filename, strerror=error.strerror)
    return str(error)


@contextmanager
def told_in_one_line() -> Iterator[None]:
    """Turn a bad document or an unreadable file into a `Refusal`. A reader who went away is click's business."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (DocumentError, OSError) as error:
        raise Refusal(reason_of(error)) from error
