"""`maps` lists the bundled maps, makes new ones at random, and converts them."""

import secrets
from pathlib import Path
from typing import Any, Final

import click

from game.commands.output import UsageRefusal, require_new, show
from game.commands.rulebook import chosen, ruleset_option
from game.documents.files import write_text
from game.engine.rulebook.ruleset import AnyRuleset
from game.table.documents import MapDocument, load_map, maps_for
from game.table.maps.files import map_text
from game.table.maps.terms import COVERS, SYMMETRIES, MapTerms, Wish
from game.wording import N_, _

FEW_DIGITS: Final = 100_000
"""Seeds that nobody chose are below this, so that they are easy to pass on."""


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  python -m game maps
  python -m game maps --ruleset bushido --json
  python -m game maps new --ruleset aos4 --seed 17 --out map.json
  python -m game play --ruleset aos4 --map map.json
""",
)
@ruleset_option
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list instead of a table.")
@click.pass_context
def command(context: click.Context, ruleset: str, as_json: bool) -> None:
    """Maps: list the bundled ones of a rulebook, or make new ones."""
    context.obj = ruleset
    if context.invoked_subcommand is not None:
        return
    paths = maps_for(chosen(ruleset).name)
    rows = [{"map": path.stem, "file": str(path), **_map_facts(load_map(path))} for path in paths]
    show(rows, map(_map_line, rows), as_json)


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
@click.option("--size", metavar="WxH", default="", help="Width and height in inches; if left out, the usual size.")
@click.option("--style", default="", help="The look of the table; if left out, the seed chooses.")
@click.option("--cover", default="", metavar="HOW", help="light, medium or heavy; if left out, the seed chooses.")
@click.option("--symmetry", default="", metavar="HOW", help="turned, mirrored, fourfold or none.")
@click.option("--out", type=click.Path(), required=True, help="The new file.")
@click.option("--json", "as_json", is_flag=True, help="Print the map's facts as JSON.")
@click.pass_obj
def new(
    default: str, ruleset: str | None, seed: int | None, size: str, style: str, cover: str, symmetry: str, out: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Make a random map: legal for the rulebook, and as good for either side."""
    from game.table.maps.generating import new_map

    book = chosen(ruleset or default)
    terms = terms_of(book)
    require_new(out)
    seed = secrets.randbelow(FEW_DIGITS) if seed is None else seed
    made = new_map(terms, Wish(seed, _size(size), style, cover, symmetry))
    write_text(Path(out), map_text(made.document))
    facts = {"file": out, **_map_facts(made.document), "seed": seed, "style": made.wish.style, "cover": made.wish.cover,
             "symmetry": made.wish.symmetry, "fairness": made.fairness.percent,
             "measures": [measure._asdict() for measure in made.fairness.measures]}  # fmt: skip
    show(facts, [_made_line(terms, facts)], as_json)


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


def _size(words: str) -> tuple[float, float] | None:
    """Return a size given as two numbers with an x between them; raise `UsageRefusal`."""
    if not words:
        return None
    try:
        width, height = (float(word) for word in words.lower().split("x"))
    except ValueError:
        text = N_("--size {size!r} is not a size - give width and height in inches, as in 44x30")
        raise UsageRefusal(_(text, size=words[:40])) from None
    return width, height
