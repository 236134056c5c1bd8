"""`engine` plays games for another program, in lines of JSON."""

import json
import sys
from typing import Final

import click

from game.api.engine import Engine, Reply, bounded_lines, refused
from game.commands.terminal import stopped_by
from game.documents.error import DocumentError
from game.printable import one_line
from game.wording import _

LONGEST: Final = 500
"""The most characters of a message about a fault of the program."""


@click.command(
    epilog="""\b
Example:
  $ python -m game engine
  {"do": "new", "players": ["human", "greedy"], "seed": 1}
  {"do": "options"}
  {"do": "answer", "answer": ["human-1-leader"]}
  {"do": "quit"}

\b
Requests: new, position, decision, options, answer, undo, fork, drop, quit.
Fields of each: python -m game schema engine
"""
)
def command() -> None:
    """Let another program play games: each line of input is a request, each line of output its reply, as JSON.

    A reply has "ok"; if something went wrong, "error" says what and where. Seats that are "human" belong to the other
    program; bots answer for the rest at once. Each seat sees only what it may know. Ends with "quit", or when the input
    ends.
    """
    engine = Engine()
    stream = getattr(sys.stdin, "buffer", None)
    for line in () if stream is None else bounded_lines(stream):
        click.echo(json.dumps(_reply(engine, line), separators=(",", ":")))
        sys.stdout.flush()
        if engine.over:
            return


def _reply(engine: Engine, line: str | DocumentError) -> Reply:
    if isinstance(line, DocumentError):
        where = ": ".join(part for part in (line.file, line.where) if part)
        return refused("request", where, line.reason)
    try:
        return engine.reply(line)
    except Exception as error:  # a fault of ours must not end the other program's games
        if stopped_by(error) is not None:
            raise
        fault = one_line(f"{type(error).__name__}: {error}")[:LONGEST]
        reason = _("the program failed: {fault} - please report the request", fault=fault)
        return refused("fault", "", reason)
