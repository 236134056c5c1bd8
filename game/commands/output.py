"""What commands put out: JSON for programs, lines of text and pictures for people."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from game.commands.errors import reason_of
from game.documents.error import DocumentError
from game.undisturbed import undisturbed

if TYPE_CHECKING:
    from game.engine.session import Session


def show(data: Any, lines: Iterable[str], as_json: bool) -> None:
    """Print `data` as JSON, or else the lines."""
    for line in [json.dumps(data, indent=2)] if as_json else lines:
        click.echo(line)


def judge_all(
    names: Sequence[str], judge: Callable[[str], dict[str, Any]], line: Callable[[dict[str, Any]], str], as_json: bool
) -> None:
    """Judge documents one by one and print a verdict on each; exit code 2 if any of them is bad.

    `judge` returns what else there is to say of a good one, which `line` puts into words; of a bad one it raises
    `DocumentError` or `OSError`.
    """
    verdicts: list[dict[str, Any]] = []
    for name in names:
        try:
            verdicts.append({"file": name, "ok": True, **judge(name)})
        except (DocumentError, OSError) as error:
            where, reason = (error.where, error.reason) if isinstance(error, DocumentError) else ("", error.strerror)
            fault = {"where": where, "reason": reason, "message": reason_of(error)}
            verdicts.append({"file": name, "ok": False, **fault})
    show(verdicts, (line(each) if each["ok"] else each["message"] for each in verdicts), as_json)
    click.get_current_context().exit(0 if all(verdict["ok"] for verdict in verdicts) else 2)


def draw_table(session: Session, path: Path) -> None:
    """Draw the table as it stands to a PNG file; raise `OSError`."""
    with undisturbed():
        from game.ui.export.snapshots import save_table

    save_table(session, path)
