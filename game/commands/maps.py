"""`maps` lists the maps, bundled and your own, draws them, makes new ones at random, judges and converts them."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import click

from game import rulesets
from game.commands.new_game import read_names
from game.commands.output import UsageRefusal, require_new, show
from game.commands.rulebook import OPTION, chosen, ruleset_option
from game.documents.files import write_text
from game.engine.rosters import rosters_of
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import MapDocument, find_map, load_map, offered_maps
from game.table.maps.files import map_text
from game.table.maps.terms import COVERS, FEW_DIGITS, SYMMETRIES, MapTerms, Wish
from game.undisturbed import undisturbed
from game.wording import N_, _

SIDES: Final = 2


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  python -m game maps
  python -m game maps --ruleset bushido --json
  python -m game maps edit                         draw a new map
  python -m game maps edit my_map.json
  python -m game maps edit stone-ford              change a copy of a bundled map
  python -m game maps new --ruleset aos4 --seed 17 --out map.json
  python -m game maps convert map.json map.svg
  python -m game maps scorecard three-wells --ruleset aos4
  python -m game play --ruleset aos4 --map map.json
""",
)
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
@click.pass_context
def command(context: click.Context, ruleset: str, as_json: bool) -> None:
    """List the maps of a rulebook, bundled and your own; draw, make, compare for two rosters, or convert one."""
    context.obj = ruleset
    if context.invoked_subcommand is not None:
        return
    rows = []
    for name, document in offered_maps(chosen(ruleset).name):
        path = find_map(name)
        rows.append({"map": path.stem, "file": str(path), **_map_facts(document)})
    show(rows, map(_map_line, rows), as_json)


@command.command("edit")
@click.argument("file", required=False)
@click.option(OPTION, default="", help="The rulebook; by default the one of the map.")
@click.pass_obj
def edit(above: str, file: str | None, ruleset: str) -> None:
    """Draw a map in a window: a new one, a FILE, or a copy of a bundled map."""
    book_name = ruleset or (above if above != rulesets.DEFAULT else "")
    book = chosen(book_name) if book_name else None
    path = None if file is None else find_map(file)
    document = None if path is None else load_map(path)
    if document is not None and book is None:
        suitable = [name for name in rulesets.names() if document.is_for(name)]
        book = chosen((suitable or [rulesets.DEFAULT])[0])
    with undisturbed():
        from game.ui.app import display_available, show
        from game.ui.editor.maps import draft_of, new_map_screen
        from game.ui.editor.screen import EditorScreen

    if not display_available():
        raise UsageRefusal(_("there is no display - a map is drawn in a window"))
    if document is None or book is None:
        show(lambda window: new_map_screen(window, book))
    else:
        draft = draft_of(document, book, path)
        show(lambda window: EditorScreen(window, draft))


def _map_line(row: dict[str, Any]) -> str:
    size = f"{row['width']:g} x {row['height']:g}"
    walls = _(", {n} impassable", n=row["impassable"]) if row["impassable"] else ""
    line = N_("{map:<18}{name:<22}{size:>9} in  {pieces:>2} pieces: {areas} areas, {barricades} barricades{walls}")
    return _(line, size=size, walls=walls, **row)


def _map_facts(document: MapDocument) -> dict[str, Any]:
    barricades = [barricade for piece in document.terrain for barricade in piece.barricades]
    return {
        "name": document.name,
        "width": document.width,
        "height": document.height,
        "unit": document.unit,
        "pieces": len(document.terrain),
        "areas": sum(len(piece.area) for piece in document.terrain if not piece.decoration),
        "barricades": len(barricades),
        "impassable": sum(barricade.impassable for barricade in barricades),
        "rulesets": document.rulesets,
        "zones": len(document.zones),
        "objectives": len(document.objectives),
        "description": document.description,
    }


@command.command(
    "new",
    epilog="""\b
Examples:
  python -m game maps new --seed 17 --out map.json
  python -m game maps new --ruleset dropzone --seed 4 --style city --cover heavy --out city.json
  python -m game maps new --ruleset aos4 --seed 9 --size 60x44 --symmetry none --out map.json
""",
)
@click.option("--ruleset", help="The rulebook.")
@click.option("--seed", type=click.IntRange(0, 2**63), help="The same seed makes the same map again.")
@click.option("--size", metavar="WxH", help="Width and height in inches; if left out, the usual size.")
@click.option("--style", default="", help="The look of the table; if left out, the seed chooses.")
@click.option("--cover", default="", metavar="HOW", help="light, medium or heavy; if left out, the seed chooses.")
@click.option("--symmetry", default="", metavar="HOW", help="turned, mirrored, fourfold or none.")
@click.option("--out", type=click.Path(), required=True, help="The new file.")
@click.option("--json", "as_json", is_flag=True, help="Print the map's facts as JSON.")
@click.pass_obj
def new(
    default: str, ruleset: str | None, seed: int | None, size: str | None, style: str, cover: str, symmetry: str,
    out: str, as_json: bool,
) -> None:  # fmt: skip
    """Make a random map: legal for the rulebook, and as good for either side."""
    from game.table.maps.generating import new_map

    book = chosen(ruleset or default)
    terms = terms_of(book)
    require_new(out)
    seed = secrets.randbelow(FEW_DIGITS) if seed is None else seed
    made = new_map(terms, Wish(seed, read_size(size) if size is not None else None, style, cover, symmetry))
    write_text(Path(out), map_text(made.document))
    facts = {"file": out, **_map_facts(made.document), "seed": seed, "style": made.wish.style, "cover": made.wish.cover,
             "symmetry": made.wish.symmetry, "fairness": made.fairness.percent,
             "measures": [measure._asdict() for measure in made.fairness.measures]}  # fmt: skip
    show(facts, [_made_line(terms, facts)], as_json)


@command.command(
    "scorecard",
    epilog="""\b
Examples:
  python -m game maps scorecard three-wells --ruleset aos4
  python -m game maps scorecard my_map.json --rosters ann.json bob.json
  python -m game maps scorecard salt-road --ruleset aos4 --png card.png --html card.html --json

Both sides are lined up as the program would deploy them, the second as the mirror image of the first if both bring the
same. What a side can hit in turn one counts as if it moved first.
""",
)
@click.argument("map_name", metavar="MAP")
@click.option("--ruleset", help="The rulebook.")
@click.option(
    "--rosters", nargs=2, default=None, metavar="A B", help="Two rosters; if left out, the first two offered."
)
@click.option("--names", default="", metavar="A,B", help="The players' names; those of their rosters if left out.")
@click.option("--scenario", help="The scenario; the rulebook's first if left out.")
@click.option("--png", type=click.Path(dir_okay=False), help="Draw the table with both sides to this picture.")
@click.option("--html", type=click.Path(dir_okay=False), help="Write a page with pictures, to keep or print.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_obj
def scorecard_of(
    default: str, map_name: str, ruleset: str | None, rosters: tuple[str, str] | None, names: str, scenario: str | None,
    png: str | None, html: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Show what two rosters can hit and reach in turn one on a map, what is hidden, and how fair it is."""
    from game.engine.questions.scorecard import scorecard, why_no_scorecard
    from game.engine.questions.scorecard_words import lines, plain
    from game.players.lining_up import lined_up

    book = chosen(ruleset or default)
    offered = tuple(offer.name for offer in book.offers().rosters[:SIDES])
    called = read_names(names) if names else _names_of(book, rosters or offered)
    if len(called) != SIDES or not all(called):
        raise UsageRefusal(_("--names: {n} names are needed, as in Ann,Bob", n=SIDES))
    for file in filter(None, (png, html)):
        require_new(file)
    path = find_map(map_name)
    load_map(path)  # what is wrong with a file is said before anything else
    game = lined_up(book, GamePlan(called, scenario=scenario, map=map_name, rosters=rosters or offered))
    why_not = why_no_scorecard(book, game)
    if why_not:
        raise UsageRefusal(why_not)
    card = scorecard(book, game)
    show({"map": map_name, **plain(card)}, (line.text for line in lines(card)), as_json)
    with undisturbed():
        if png is not None:
            from game.ui.board.scorecard_art import save_scorecard

            save_scorecard(card, book.view(game), game.ruler.battlefield, Path(png))
        if html is not None:
            from game.ui.export.scorecard import save_page

            title = _("{map}: {one} against {other}", map=load_map(path).name, one=called[0], other=called[1])
            save_page(card, book.view(game), game.ruler.battlefield, title, Path(html))


def _names_of(book: AnyRuleset, rosters: Sequence[str]) -> tuple[str, ...]:
    """Return the names of two rosters, numbered if they are the same."""
    known, reader = {offer.name: offer.title for offer in book.offers().rosters}, rosters_of(book)
    names = [known.get(name) or (reader.read(name)[0].name if reader is not None else name) for name in rosters]
    return tuple(f"{name} {place}" if names.count(name) > 1 else name for place, name in enumerate(names, 1))


@command.command(
    "convert",
    epilog="""\b
Examples:
  python -m game maps convert three-wells wells.svg
  python -m game maps convert map.json map.geojson
  python -m game maps convert dungeon.dd2vtt dungeon.json --inches-per-square 1.5
  python -m game maps convert terrain-layouts.json table.json --layout two-hills
""",
)
@click.argument("source", metavar="IN")
@click.argument("out", metavar="OUT", type=click.Path())
@click.option("--inches-per-square", "inches", type=click.FloatRange(0.05, 50), default=1.0, show_default=True,
              help="Of a Universal VTT file.")  # fmt: skip
@click.option("--layout", default="", metavar="ID", help="The layout to take, if the file holds several.")
@click.option("--templates", type=click.Path(), help="The templates of a layout, if not in terrain-templates.json.")
def convert(source: str, out: str, inches: float, layout: str, templates: str | None) -> None:
    """Convert a map to another format, by the suffixes of the files.

    Reads maps and open terrain layouts (.json), GeoJSON (.geojson) and Universal VTT (.dd2vtt, .uvtt, .df2vtt). Writes
    maps (.json), GeoJSON and pictures (.svg).
    """
    from game.table.maps.formats.converting import read_any, written
    from game.table.maps.formats.universal_vtt import suffix_of

    require_new(out)
    read = read_any(find_map(source), inches, layout, None if templates is None else Path(templates))
    picture = Path(out).with_suffix(suffix_of(read.picture)) if read.picture else None
    if picture is not None:
        require_new(str(picture))
    write_text(Path(out), written(read.document, Path(out)))
    facts = _map_facts(read.document)
    text = N_("{file}: {name}, {width:g} x {height:g} in, {pieces} pieces, {barricades} barricades")
    click.echo(_(text, file=out, **facts))
    if picture is not None:
        picture.write_bytes(read.picture)
        click.echo(_("{file}: the picture of the ground", file=picture))


def terms_of(book: AnyRuleset) -> MapTerms:
    """Return a rulebook's terms for random maps; raise `UsageRefusal` if it has none."""
    terms = None if book.papers is None else book.papers.map_terms()
    if terms is None:
        raise UsageRefusal(_("{title} has no random maps", title=_(book.title)))
    return terms


def _made_line(terms: MapTerms, facts: dict[str, Any]) -> str:
    style, cover, symmetry = terms.styles[facts["style"]].title, COVERS[facts["cover"]], SYMMETRIES[facts["symmetry"]]
    text = N_("{file}: {name}, {style}, {cover}, {symmetry}, {pieces} pieces, fairness {fairness}%")
    return _(text, **{**facts, "style": _(style), "cover": _(cover), "symmetry": _(symmetry)})


def read_size(words: str) -> tuple[float, float]:
    """Return the width and height in a text such as "44x30"; raise `UsageRefusal` for other texts."""
    try:
        width, height = (float(word) for word in words.lower().replace("×", "x").split("x"))
    except ValueError:
        text = N_("--size {size!r} is not a size - give width and height in inches, as in 44x30")
        raise UsageRefusal(_(text, size=words[:40])) from None
    return width, height
