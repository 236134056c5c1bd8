"""The output of commands: one-line refusals, JSON for programs, lines of text and pictures for people."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from game.documents.error import DocumentError
from game.printable import one_line, unrepeated
from game.undisturbed import undisturbed
from game.wording import _

if TYPE_CHECKING:
    from game.engine.session import Session

LONGEST = 1000
"""The most characters of a refusal, which may quote long text."""


class UsageRefusal(click.ClickException):
    """The command cannot be carried out, for a reason that the user can fix."""

    exit_code = 2

    def format_message(self) -> str:
        line = one_line(self.message)
        return line if len(line) <= LONGEST else f"{line[:LONGEST]}..."


def reason_of(error: DocumentError | OSError) -> str:
    """Return an error as one line with the file, the place in the file, and the reason."""
    if isinstance(error, OSError) and error.filename is not None:
        name = os.fsdecode(error.filename)
        return one_line(_("{filename}: cannot be read or written: {strerror}", filename=name, strerror=error.strerror))
    return one_line(str(error))


def require_new(file: str) -> None:
    """Raise `UsageRefusal` if a file already exists."""
    if Path(file).exists():
        raise UsageRefusal(_("{file} already exists - name a new file, or move the old one away", file=file))


def show(data: Any, lines: Iterable[str], as_json: bool) -> None:
    """Print `data` as JSON if `as_json`, otherwise the lines."""
    for line in [json.dumps(data, indent=2)] if as_json else lines:
        click.echo(line)


def with_warnings(warnings: Sequence[str]) -> dict[str, Any]:
    """Return the warnings about a document as JSON-ready data, an empty dict if there are none."""
    return {"warnings": list(warnings)} if warnings else {}


def judge_all(
    names: Sequence[str], judge: Callable[[str], dict[str, Any]], line: Callable[[dict[str, Any]], str], as_json: bool
) -> None:
    """Check documents one by one and print a verdict on each; exit with code 2 if any is invalid.

    `judge` returns facts about a valid document, such as `warnings`, and `line` puts them into words. For an invalid
    document, `judge` raises `DocumentError` or `OSError`.
    """
    verdicts: list[dict[str, Any]] = []
    for name in names:
        try:
            verdicts.append({"file": name, "ok": True, **judge(name)})
        except (DocumentError, OSError) as error:
            place, reason = (error.where, error.reason) if isinstance(error, DocumentError) else ("", error.strerror)
            shorten = partial(unrepeated, given=[name])
            fault = {"where": place, "reason": shorten(reason or ""), "message": shorten(reason_of(error))}
            several = list(error.faults) if isinstance(error, DocumentError) and len(error.faults) > 1 else []
            all_faults = {"faults": [shorten(reason_of(fault)) for fault in several]} if several else {}
            verdicts.append({"file": shorten(name), "ok": False, **fault, **all_faults})
    lines = (text for verdict in verdicts for text in _verdict_lines(verdict, line))
    show(verdicts, lines, as_json)
    click.get_current_context().exit(0 if all(verdict["ok"] for verdict in verdicts) else 2)


def _verdict_lines(verdict: dict[str, Any], line: Callable[[dict[str, Any]], str]) -> Iterator[str]:
    """Yield a verdict in words: every fault of an invalid document, or the warnings about a valid one."""
    if verdict["ok"]:
        yield line(verdict)
        yield from (f"  {one_line(warning)}" for warning in verdict.get("warnings", ()))
    else:
        yield from verdict.get("faults") or [verdict["message"]]


def draw_table(session: Session, path: Path) -> None:
    """Draw the current table to a PNG file; raise `OSError`."""
    with undisturbed():
        from game.ui.export.photographs import save_table

    save_table(session, path)


def output_folder(name: str | Path) -> Path:
    """Return a folder for several output files, created if missing; raise `OSError`, also if the name is a link."""
    folder = Path(name)
    if folder.is_symlink():
        raise OSError(errno.ELOOP, _("it is a link - name the folder itself"), str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
