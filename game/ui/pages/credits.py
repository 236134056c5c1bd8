"""The credits: the authors of the rules, the fonts, every library with its licence."""

from __future__ import annotations

import contextlib
import re
import tomllib
from collections.abc import Iterator
from functools import partial
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path
from typing import Final

from game import __version__, rulesets
from game.engine.rulebook.view import Line
from game.ui.shell.sheet_screen import OneSheetScreen
from game.ui.widgets.sheet import Section, columns_sheet
from game.wording import _

PROGRAM: Final = "inchwise"
_LICENCE = "License :: "
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


credits_screen = partial(OneSheetScreen, build=lambda host: columns_sheet(host.window.theme, _("Credits"), chapters()))


def chapters() -> tuple[Section, ...]:
    """Return the credits, each line with its licence if known."""
    rules = tuple(Line(f"{name}: {work}") for book in rulesets.usable() for name, work in book.credits())
    note = Line(_("The rules here are in our own words; please read the originals too."), tone="quiet")
    program_line = Line(_("{name} {version}, by the {name} authors", name=PROGRAM, version=__version__), "MIT")
    content_line = Line(_("Maps, rosters, icons and sounds were made for this game."), tone="quiet")
    licence_line = Line(_("The licence is stored beside the fonts."), tone="quiet")
    return (
        Section(_("The rules"), (*rules, note)),
        Section(_("The program"), (program_line, content_line)),
        Section(
            _("Fonts"),
            (Line("Open Sans, Steve Matteson", "Apache 2.0"), Line("Grenze, Omnibus-Type", "OFL 1.1"), licence_line),
        ),
        Section(_("Libraries"), tuple(_line(name) for name in libraries())),
        Section(_("Built on"), (Line("Python", "PSF"), Line("SDL", "zlib"), Line("GEOS", "LGPL 2.1"))),
    )


def libraries() -> tuple[str, ...]:
    """Return the names of the declared dependencies, extras last."""
    declared = list(_from_sources())  # sources may be newer than the installed metadata
    if not declared:
        with contextlib.suppress(PackageNotFoundError):
            declared = list(distribution(PROGRAM).requires or ())
    required = [line for line in declared if "extra ==" not in line]
    extras = [line for line in declared if "extra ==" in line]
    names = [match[0] for line in (*required, *extras) if (match := _NAME.match(line))]
    return tuple(dict.fromkeys(name for name in names if name.lower() != PROGRAM))


def _from_sources() -> Iterator[str]:
    """Yield the dependencies that the project file beside the sources declares."""
    path = Path(__file__).resolve().parents[3] / "pyproject.toml"
    if path.exists() and (project := tomllib.loads(path.read_text(encoding="utf-8"))["project"])["name"] == PROGRAM:
        yield from project["dependencies"]
        for name, lines in project.get("optional-dependencies", {}).items():
            yield from (f"{line.split(';')[0]} ; extra == '{name}'" for line in lines)


def _line(name: str) -> Line:
    """Return the line of a library with its version and licence."""
    try:
        package = distribution(name)
    except PackageNotFoundError:
        return Line(_("{name} (not installed here)", name=name), tone="quiet")
    return Line(f"{name} {package.version}", licence(package))


def licence(package: Distribution) -> str:
    """Return the short name of a package's licence, or ""."""
    metadata = package.metadata
    text = next((metadata[name].split("\n")[0] for name in ("License-Expression", "License") if name in metadata), "")
    if text and len(text) <= 60:
        return text
    classes = [
        str(classifier) for classifier in metadata.get_all("Classifier") or () if str(classifier).startswith(_LICENCE)
    ]
    return classes[0].split(" :: ")[-1] if classes else text[:60]
