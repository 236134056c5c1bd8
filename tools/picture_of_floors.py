"""Draw the floors of the program from its imports: `python tools/picture_of_floors.py` writes game/floors.svg.

A folder stands above everything that it imports. A line leads to each folder that it imports, but for those that it
would reach by another line anyway.
"""

from __future__ import annotations

import re
import sys
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "game" / "floors.svg"
IMPORT = re.compile(r"^\s*from game(?:\.(\w+)[\w.]*)? import ([\w, ]*)", re.MULTILINE)
CELLAR = "cellar"
"""What is drawn as one: the files at the top of `game`, and its documents."""
WIDE, HIGH, APART, ROW = 178, 46, 18, 84
STYLE = (
    "text{font:13px sans-serif;fill:#1d2733}.what{font-size:10px;fill:#55606e}"
    "rect{fill:#eef2f6;stroke:#8a97a6}path{stroke:#8a97a6;fill:none}"
)
SAYS = {
    "commands": "the command line",
    "ui": "the window",
    "play": "a running game, for people",
    "api": "other programs",
    "lab": "many games at once",
    "drills": "exercises",
    "players": "computer players",
    "rulesets": "one folder for each rulebook",
    "engine": "decisions, events, sessions",
    "table": "bases, terrain, measuring",
    CELLAR: "documents, texts, units",
}


def folders() -> dict[str, set[str]]:
    """Return the folders of `game`, each with the other ones that it imports."""
    found: dict[str, set[str]] = {name: set() for name in SAYS}
    for path in sorted((ROOT / "game").rglob("*.py")):
        here = _folder(path.relative_to(ROOT).with_suffix("").parts)
        for folder, names in IMPORT.findall(path.read_text(encoding="utf-8")):
            for name in [folder] if folder else re.findall(r"\w+", names):
                found.setdefault(here, set()).add(_folder(("game", name)))
    for name in ("__main__", "cli"):  # they start everything
        found.pop(name, None)
    return {name: others - {name} for name, others in found.items()}


def _folder(parts: tuple[str, ...]) -> str:
    name = parts[1]
    if name in ("__main__", "cli"):
        return name
    return name if name != "documents" and (ROOT / "game" / name).is_dir() else CELLAR


def heights(imports: dict[str, set[str]]) -> dict[str, int]:
    """Return how high each folder stands: one above the highest that it imports."""
    found: dict[str, int] = {}

    def height(name: str) -> int:
        if name not in found:
            found[name] = 1 + max(map(height, imports[name]), default=-1)
        return found[name]

    return {name: height(name) for name in imports}


def nearest(imports: dict[str, set[str]], name: str) -> set[str]:
    """Return the folders that a folder imports, but for those that another one of them leads to."""

    def below(other: str) -> set[str]:
        return imports[other].union(*map(below, imports[other]))

    return imports[name] - set[str]().union(*map(below, imports[name]))


def picture() -> str:
    """Return the picture as SVG."""
    imports = folders()
    floors = heights(imports)
    top = max(floors.values())
    rows = [[name for name in SAYS if floors[name] == floor] for floor in range(top + 1)]
    width = max(map(len, rows)) * (WIDE + APART) + APART
    spots = {
        name: (width / 2 + (place - (len(row) - 1) / 2) * (WIDE + APART), APART + (top - floor) * ROW)
        for floor, row in enumerate(rows)
        for place, name in enumerate(row)
    }
    lines = [
        f'<path d="M{spots[name][0]:g} {spots[name][1] + HIGH:g}L{spots[other][0]:g} {spots[other][1]:g}"/>'
        for name in SAYS
        for other in sorted(nearest(imports, name))
    ]
    boxes = [
        f'<rect x="{x - WIDE / 2:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="6"/>'
        f'<text x="{x:g}" y="{y + 19:g}" text-anchor="middle">{escape(name)}</text>'
        f'<text class="what" x="{x:g}" y="{y + 36:g}" text-anchor="middle">{escape(SAYS[name])}</text>'
        for name, (x, y) in spots.items()
    ]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {(top + 1) * ROW:g}"><style>{STYLE}</style>'
    return "\n".join(
        [head, '<rect width="100%" height="100%" style="fill:#fff;stroke:none"/>', *lines, *boxes, "</svg>\n"]
    )


def main() -> int:
    """Write the picture."""
    PICTURE.write_text(picture(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
