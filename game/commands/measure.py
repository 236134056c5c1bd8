"""`measure`: the receipt between two pieces of a position."""

from __future__ import annotations

import json
from typing import Any

import click

from game.commands.errors import UsageRefusal
from game.commands.run import run_position
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.lengths import count_in, counted
from game.table.measuring.receipt import Receipt
from game.table.shapes import Disc
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game measure position.json --from Wick --to Objective
  python -m game measure position.json --from Wick --to 14.5,10 --json
"""
)
@click.argument("position", type=click.Path())
@click.option(
    "--from", "origin", required=True, metavar="NAME", help="A piece by id or name, or a point x,y in inches."
)
@click.option(
    "--to", "target", required=True, metavar="NAME", help="A piece by id or name, a terrain piece, or a point."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(position: str, origin: str, target: str, as_json: bool) -> None:
    """Measure between two pieces: points, legs, rounding, margin and rules."""
    session = run_position(position)
    count_in(session.ruleset.terms.unit)
    receipt = session.game.ruler.measure(find_thing(session, origin), find_thing(session, target))
    if as_json:
        click.echo(json.dumps(plain_receipt(receipt), indent=2))
    else:
        click.echo(told_receipt(receipt))


def find_piece(session: Session, name: str) -> PieceView | None:
    """Return the piece with this id or name, None when there is none; raise `UsageRefusal` when several fit."""
    pieces = session.ruleset.view(session.game).pieces
    fitting = [piece for piece in pieces if piece.id == name] or [
        piece for piece in pieces if piece.name.lower() == name.lower()
    ]
    if len(fitting) > 1:
        raise UsageRefusal(
            _(
                "several pieces are called {name!r} - use an id: {fitting}",
                name=name,
                fitting=", ".join(piece.id for piece in fitting),
            )
        )
    return fitting[0] if fitting else None


def find_thing(session: Session, name: str) -> Any:
    """Return the disc, terrain piece or point that `name` stands for; raise `UsageRefusal`."""
    piece = find_piece(session, name)
    if piece is not None:
        return Disc(piece.x, piece.y, piece.radius, piece.name, piece.kind, piece.level)
    for terrain in session.game.ruler.battlefield.pieces:
        if name in (terrain.id, terrain.name):
            return terrain
    point = _point(name)
    if point is not None:
        return point
    known = ", ".join(sorted(each.id for each in session.ruleset.view(session.game).pieces))
    raise UsageRefusal(_("nothing on the table is called {name!r} - there are {known}", name=name, known=known))


def _point(text: str) -> Disc | None:
    parts = text.split(",")
    try:
        x, y = (float(part) for part in parts)
    except ValueError:
        return None
    return Disc(x, y, 0.0, f"({x:g}, {y:g})", "point") if abs(x) < 1e4 and abs(y) < 1e4 else None


def plain_receipt(receipt: Receipt) -> dict[str, Any]:
    """Return a receipt as JSON-ready data."""
    return {
        "from": receipt.origin,
        "to": receipt.target,
        "range": receipt.range,
        "start": list(receipt.start),
        "end": list(receipt.end),
        "inches": receipt.inches,
        "open_inches": receipt.open_inches,
        "terrain_inches": receipt.terrain_inches,
        "margin": receipt.margin,
        "detour": receipt.detour,
        "blocked_by": list(receipt.blocked_by),
        "rules": list(receipt.rules),
        "legs": [
            {
                "kind": leg.kind,
                "start": list(leg.start),
                "end": list(leg.end),
                "inches": leg.inches,
                "pieces": list(leg.pieces),
            }
            for leg in receipt.legs
        ],
    }


def told_receipt(receipt: Receipt) -> str:
    """Return a receipt in plain words."""
    rules = f"  [{', '.join(receipt.rules)}]" if receipt.rules else ""
    if receipt.range is None:
        return _(
            "{origin} to {target}: out of range, blocked by {walls}{rules}",
            origin=receipt.origin,
            target=receipt.target,
            walls=", ".join(receipt.blocked_by),
            rules=rules,
        )
    lines = [
        _(
            "{origin} to {target}: {range}{rules}",
            origin=receipt.origin,
            target=receipt.target,
            range=counted(receipt.range),
            rules=rules,
        )
    ]
    lines.append(
        _(
            "  {inches:.4f} inches, {terrain_inches:.4f} of them in area terrain",
            inches=receipt.inches,
            terrain_inches=receipt.terrain_inches,
        )
    )
    lines.extend(f"  {leg.inches:8.4f}  {leg.kind}  {', '.join(leg.pieces)}".rstrip() for leg in receipt.legs)
    if receipt.detour:
        lines.append(_("  the direct line is blocked by {walls}", walls=", ".join(receipt.blocked_by)))
    lines.append(_("  {margin:.4f} inches to the next unit", margin=receipt.margin))
    return "\n".join(lines)
