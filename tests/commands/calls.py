"""Calling the program as a person or a script does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from game.cli import main

ROOT = Path(__file__).resolve().parents[2]
POSITIONS = ROOT / "tests" / "positions"
ENGAGE, PLACEMENT, SOLO = (POSITIONS / f"{name}.json" for name in ("engage", "placement", "solo-forgotten"))


def call(*arguments: str | Path) -> Result:
    """Run the program in this process."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def call_json(*arguments: str | Path) -> Any:
    """Run it with `--json` and read what it prints."""
    result = call(*arguments, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def refusal(*arguments: str | Path) -> str:
    """Run what must be refused: exit code 2, nothing printed but one line of error; return that line."""
    result = call(*arguments)
    assert isinstance(result.exception, SystemExit), repr(result.exception)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    *usage, line = result.stderr.strip().splitlines()
    # Of a wrong option click tells the usage first; whatever else is wrong takes one line.
    assert not usage or usage[0].startswith("Usage: ")
    assert line.startswith("Error: ")
    return line.removeprefix("Error: ")


def position(path: Path = ENGAGE, **changes: Any) -> dict[str, Any]:
    """One of the example positions with some of its parts replaced."""
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document | changes


def write(folder: Path, document: Any, name: str = "document.json") -> Path:
    """Put a document, or raw text or bytes, into a file."""
    path = folder / name
    if isinstance(document, bytes):
        path.write_bytes(document)
    else:
        path.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return path
