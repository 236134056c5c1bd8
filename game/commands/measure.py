"""`measure` prints the range, line of sight or path between two pieces of a position."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from game.commands.output import UsageRefusal, show
from game.commands.paths import find_path, path_text_lines, plain_path, point_of, stops_option
from game.commands.run import run_position
from game.engine.pathfinding import Barriers
from game.engine.rulebook.view import PieceView
from game.engine.session import Session
from game.engine.sighting import sight_policy
from game.lengths import count_in, counted
from game.table.footprints import Footprint, Oblong
from game.table.measuring.receipt import Receipt
from game.table.shapes import Disc
from game.table.sight.receipt import SightReceipt
from game.table.sight.sight import Sight
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game measure position.json --from Wick --to Objective
  python -m game measure position.json --from Wick --to 14.5,10 --json
  python -m game measure position.json --from Wick --to Marrow --sight
  python -m game measure position.json --from Wick --to 14,10 --path --budget 6 --via 12,8
"""
)
@click.argument("position", type=click.Path())
@click.option(
    "--from", "origin", required=True, metavar="NAME", help="A piece by id or name, or a point x,y in inches."
)
@click.option(
    "--to", "target", required=True, metavar="NAME", help="A piece by id or name, a terrain piece, or a point."
)
@click.option("--sight", is_flag=True, help="Check line of sight instead: an open line, or what blocks every line.")
@click.option(
    "--path", "--way", "by_path", is_flag=True, help="Find the base's shortest path instead: legs, costs and obstacles."
)
@click.option("--budget", type=float, help="Inches of movement for that path.")
@click.option("--via", multiple=True, metavar="X,Y", help="A point on the path; may be repeated.")
@click.option("--base", "size", type=float, default=1.0, help="Base diameter in inches when starting from a point.")
@stops_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(
    position: str,
    origin: str,
    target: str,
    sight: bool,
    by_path: bool,
    budget: float | None,
    via: tuple[str, ...],
    size: float,
    stops: Barriers,
    as_json: bool,
) -> None:
    """Measure between two pieces: points, legs, rounding, margin and rules."""
    session = run_position(position)
    count_in(session.ruleset.terms.unit)
    if by_path and sight:
        raise UsageRefusal(_("--path and --sight cannot be combined - use one of them"))
    if (via or budget is not None) and not by_path:
        raise UsageRefusal(_("--budget and --via need --path"))
    if by_path:
        ends = find_disc(session, origin), find_disc(session, target)
        report = find_path(session, ends, size, budget, via, stops)
        show(plain_path(report), path_text_lines(session, report, stops), as_json)
        return
    if sight:
        pair = find_disc(session, origin), find_disc(session, target)
        receipt = Sight(sight_policy(session)).look(*pair)
        show(_sight_data(receipt), _sight_lines(session, receipt), as_json)
        return
    receipt = session.game.ruler.measure(find_target(session, origin), find_target(session, target))
    show(_receipt_data(receipt), _receipt_lines(receipt), as_json)


def find_piece(session: Session, name: str) -> PieceView | None:
    """Return the piece with an id or name, or None; raise `UsageRefusal` if several match."""
    pieces = session.ruleset.view(session.game).pieces
    matches = [piece for piece in pieces if piece.id == name]
    matches = matches or [piece for piece in pieces if piece.name.lower() == name.lower()]
    if len(matches) > 1:
        ids = ", ".join(piece.id for piece in matches)
        raise UsageRefusal(_("several pieces are called {name!r} - use an id: {fitting}", name=name, fitting=ids))
    return matches[0] if matches else None


def find_model(session: Session, name: str) -> PieceView | None:
    """Return the piece with an id or name, a unit's first model, or None; raise `UsageRefusal` if several match."""
    view = session.ruleset.view(session.game)
    units = [unit.id for unit in view.units.values() if name == unit.id or name.lower() == unit.name.lower()]
    models = [piece for piece in view.pieces if piece.unit in units[:1]]
    return models[0] if models else find_piece(session, name)


def find_target(session: Session, name: str) -> Any:
    """Return the disc, terrain piece or point with a name; raise `UsageRefusal` if there is none."""
    piece = find_piece(session, name)
    if piece is not None:
        return piece.base._replace(name=piece.name)
    for terrain in session.game.ruler.battlefield.pieces:
        if name in (terrain.id, terrain.name):
            return terrain
    if (point := point_of(name, 1e4)) is not None:
        return Disc(*point, 0.0, "({:g}, {:g})".format(*point), "point")
    known = ", ".join(sorted(piece.id for piece in session.ruleset.view(session.game).pieces))
    raise UsageRefusal(_("nothing on the table is called {name!r} (names: {known})", name=name, known=known))


def find_disc(session: Session, name: str) -> Footprint:
    """Return the base of a piece or a point by its name; raise `UsageRefusal` for anything else."""
    piece = find_piece(session, name)
    target = piece.base if piece is not None else find_target(session, name)
    if not isinstance(target, Disc | Oblong):
        raise UsageRefusal(_("{name!r} is terrain - name a piece or a point", name=name))
    return target


def _sight_data(receipt: SightReceipt) -> dict[str, Any]:
    figures = asdict(receipt)
    return {"from": figures.pop("observer"), "to": figures.pop("target"), **figures}


def _sight_lines(session: Session, receipt: SightReceipt) -> Iterator[str]:
    pieces = {piece.id: piece.name for piece in session.ruleset.view(session.game).pieces}
    rules = f"  [{', '.join(receipt.rules)}]" if receipt.rules else ""
    names = {"observer": pieces.get(receipt.observer, receipt.observer), "rules": rules}
    names["target"] = pieces.get(receipt.target, receipt.target)
    if receipt.seen:
        yield _("{observer} sees {target}{rules}", **names)
        (ax, ay), (bx, by) = receipt.start, receipt.end
        yield _("  an open line from {ax:.4f}, {ay:.4f} to {bx:.4f}, {by:.4f}", ax=ax, ay=ay, bx=bx, by=by)
    else:
        yield _("{observer} does not see {target}{rules}", **names)
    if receipt.turn > 0.0:
        yield _("  it would have to turn by {degrees:.2f} degrees", degrees=receipt.turn)
    if receipt.blocked_by:
        yield _(
            "  blocking every line: {names}",
            names=", ".join(pieces.get(blocker, blocker) for blocker in receipt.blocked_by),
        )
        yield _("  to see it without turning, the observer must move at least {short:.2f} inches", short=receipt.short)
    if receipt.cover:
        yield _("  has cover from {names}", names=", ".join(receipt.cover))


def _receipt_data(receipt: Receipt) -> dict[str, Any]:
    figures = asdict(receipt)
    legs = [{name: leg[name] for name in ("kind", "start", "end", "inches", "pieces")} for leg in figures["legs"]]
    between = {"from": figures.pop("origin"), "to": figures.pop("target"), "range": figures.pop("range")}
    return {**between, **figures, "legs": legs}


def _receipt_lines(receipt: Receipt) -> Iterator[str]:
    rules = f"  [{', '.join(receipt.rules)}]" if receipt.rules else ""
    figures = asdict(receipt) | {"rules": rules, "walls": ", ".join(receipt.blocked_by)}
    if receipt.range is None:
        yield _("{origin} to {target}: out of range, blocked by {walls}{rules}", **figures)
        return
    figures["range"] = counted(receipt.range)
    yield _("{origin} to {target}: {range}{rules}", **figures)
    yield _("  {inches:.4f} inches, {terrain_inches:.4f} of them in area terrain", **figures)
    for leg in receipt.legs:
        yield f"  {leg.inches:8.4f}  {leg.kind}  {', '.join(leg.pieces)}".rstrip()
    if receipt.detour:
        yield _("  the direct line is blocked by {walls}", **figures)
    if receipt.margin > 0:  # without rounding there is no next unit
        yield _("  {margin:.4f} inches to the next unit", **figures)
