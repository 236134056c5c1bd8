"""`reach` prints the legal moves of a piece, and the causes that exclude other spots."""

from collections.abc import Iterable, Iterator
from typing import Any

import click

from game.commands.measure import find_model
from game.commands.output import UsageRefusal, show
from game.commands.paths import region_of_paths, stops_option
from game.commands.run import run_position
from game.engine.pathfinding import Barriers
from game.engine.rulebook.view import Line, PieceView, ReachView
from game.engine.session import Session
from game.lengths import length
from game.table.placing.places import DrawnPlaces
from game.table.terrain.area import polygons_of
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game reach position.json --model Wick
  python -m game reach position.json --model Wick --png reach.png --json
  python -m game reach position.json --model Wick --path --budget 6
"""
)
@click.argument("position", type=click.Path())
@click.option("--model", "name", required=True, metavar="NAME", help="A model on the table, by id or name.")
@click.option("--png", type=click.Path(dir_okay=False), help="Also draw the table with the region to this file.")
@click.option(
    "--path",
    "--way",
    "by_path",
    is_flag=True,
    help="Show everything the base could reach along paths within --budget, even if it may not move now.",
)
@click.option("--budget", type=float, help="Inches of movement for these paths.")
@stops_option
@click.option("--json", "as_json", is_flag=True, help="Print area, outline and what is excluded as JSON.")
def command(
    position: str, name: str, png: str | None, by_path: bool, budget: float | None, stops: Barriers, as_json: bool
) -> None:
    """Print the exact legal move region of a model: area, outline, and the excluded area by cause."""
    session = run_position(position)
    piece = find_model(session, name)
    if by_path and piece is not None:
        if png is not None:
            raise UsageRefusal(_("--png draws the legal moves: leave out --path"))
        region = region_of_paths(session, piece.base, budget, stops)
        show({"model": piece.id, **_region_data(region)}, _region_lines(piece.name, region), as_json)
        return
    if budget is not None and not by_path:
        raise UsageRefusal(_("--budget needs --path"))
    reach = None if piece is None else _reach_of(session, piece, stops)
    if piece is not None and reach is not None and reach.move is None and png is None and reach.lines:
        no_move = [_("{name} does not move now:", name=piece.name), *(f"  {line.text}" for line in reach.lines)]
        show({"model": piece.id, "move": None}, no_move, as_json)
        return
    if piece is None or reach is None or reach.move is None:
        models = sorted(piece.id for piece in session.ruleset.view(session.game).pieces if piece.kind == "base")
        known = ", ".join(models) or _("none")
        raise UsageRefusal(_("no model on the table is called {name!r} (models: {known})", name=name, known=known))
    if png is not None:
        with undisturbed():
            from game.ui.export.photographs import save_table

        save_table(session, png, reach)
    lines = _text_lines(piece.name, reach.move, (*reach.lines, *_charge_lines(session, piece)), png)
    show({"model": piece.id, **_region_data(reach.move)}, lines, as_json)


def _reach_of(session: Session, piece: PieceView, stops: Barriers) -> ReachView:
    """Return where a piece can move: the rulebook's own reach, or else the reach of an ordinary move."""
    book, movement = session.ruleset, session.ruleset.movement
    stride = movement.stride(session.game, piece.id) if movement is not None else None
    if stride is None:
        return book.reach(session.game, piece.id)
    text = _("along paths of an ordinary move, {inches}", inches=length(stride))
    return ReachView(region_of_paths(session, piece.base, stride, stops), lines=(Line(text),))


def _charge_lines(session: Session, piece: PieceView) -> Iterator[Line]:
    """Yield each piece that a charge roll can reach from the present spot, with the chance."""
    movement = session.ruleset.movement
    charges = movement.charges(session.game, piece.id) if movement is not None else None
    cards = session.ruleset.view(session.game).units
    for figure in charges.figures if charges is not None else ():
        name = cards[figure.piece].name if figure.piece in cards else figure.piece
        yield Line(_("a charge at {enemy}: {figure}", enemy=name, figure=figure.text))


def _text_lines(name: str, region: DrawnPlaces, notes: Iterable[Line], png: str | None) -> Iterator[str]:
    first, *excluded = _region_lines(name, region)
    yield first
    for line in notes:
        yield f"  {line.text}  [{line.rule}]" if line.rule else f"  {line.text}"
    yield from excluded
    if png is not None:
        yield _("drawn to {png}", png=png)


def _region_lines(name: str, region: DrawnPlaces) -> Iterator[str]:
    parts, area = len(polygons_of(region.geometry)), float(region.geometry.area)
    yield _("{piece}: {area:.2f} square inches in {parts} part(s)", piece=name, area=area, parts=parts)
    for cause, geometry in region.excluded.items():
        yield _("  {cause}: {area:.2f} square inches excluded", cause=_(cause), area=geometry.area)


def _region_data(region: DrawnPlaces) -> dict[str, Any]:
    """Return a region as JSON-ready data: area, outlines with holes, and the excluded area by cause."""
    excluded = {
        cause: {"area": round(float(geometry.area), 4), "outline": [*map(plain_polygon, polygons_of(geometry))]}
        for cause, geometry in region.excluded.items()
    }
    outline = [*map(plain_polygon, polygons_of(region.geometry))]
    return {"area": round(float(region.geometry.area), 4), "outline": outline, "excluded": excluded}


def plain_polygon(polygon: Any) -> dict[str, Any]:
    """Return a polygon as JSON-ready data: its exterior and its holes."""
    exterior, *holes = (
        [[round(x, 4), round(y, 4)] for x, y in ring.coords] for ring in (polygon.exterior, *polygon.interiors)
    )
    return {"exterior": exterior, "holes": holes}
