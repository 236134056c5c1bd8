"""`desktop` adds the program to the applications of a Linux desktop, with its icon, and removes it again."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import click

from game.commands.output import UsageRefusal
from game.documents.files import replacing
from game.resources import resource
from game.wording import N_, _

NAME: Final = "inchwise"
ENTRY: Final = """\
[Desktop Entry]
Type=Application
Name=inchwise
GenericName=Tabletop simulator
GenericName[de]=Tabletop-Simulator
Comment=Miniatures on a table, measured to the inch
Comment[de]=Miniaturen auf einem Tisch, auf den Zoll genau gemessen
Exec={program}
Icon=inchwise
Terminal=false
Categories=Game;BoardGame;
StartupWMClass=inchwise
"""
"""See the Desktop Entry Specification; the class of the window is set in `game.ui.app`."""


@click.group(
    epilog="""\b
Examples:
  python -m game desktop install       inchwise is listed among your applications
  python -m game desktop uninstall
"""
)
def command() -> None:
    """List inchwise among the applications of your Linux desktop, for you alone. Your games are not touched."""
    if not sys.platform.startswith("linux"):
        text = N_("desktop: this is for Linux - on Windows and macOS make a shortcut to the program: {program}")
        raise UsageRefusal(_(text, program=" ".join(program())))


@command.command("install")
def install() -> None:
    """Write the entry and its icons; an older entry is replaced."""
    contents = {path: picture.read_bytes() for path, picture in icons()}
    contents[entry()] = ENTRY.format(program=" ".join(map(quoted, program()))).encode()
    for path, content in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as aside:
            aside.write_bytes(content)
    click.echo(_("Written: {name}", name=entry()))


@command.command("uninstall")
def uninstall() -> None:
    """Remove the entry and its icons."""
    if not entry().exists():
        raise UsageRefusal(_("desktop: {name} is not there - nothing was removed", name=entry()))
    for path in (entry(), *(path for path, _picture in icons())):
        path.unlink(missing_ok=True)
    click.echo(_("Removed: {name}", name=entry()))


def data_folder() -> Path:
    """Return the folder that desktops read. A relative XDG_DATA_HOME is ignored, as the specification demands."""
    named = Path(os.environ.get("XDG_DATA_HOME", ""))
    return named if named.is_absolute() else Path.home().joinpath(".local", "share")


def entry() -> Path:
    """Return the file of the entry."""
    return data_folder() / "applications" / f"{NAME}.desktop"


def icons() -> Iterator[tuple[Path, Path]]:
    """Yield the place of each icon with its picture."""
    for picture in sorted(resource("assets/application").glob(f"{NAME}*")):
        side = picture.stem.removeprefix(f"{NAME}-")
        size = "scalable" if picture.suffix == ".svg" else f"{side}x{side}"
        yield data_folder() / "icons" / "hicolor" / size / "apps" / f"{NAME}{picture.suffix}", picture


def program() -> Sequence[str]:
    """Return the words that start this program from any folder: the application, its script, or Python."""
    script = Path(sys.executable).with_name(NAME)
    if getattr(sys, "frozen", False):
        return (sys.executable,)
    if script.exists():
        return (str(script),)
    return ("env", f"PYTHONPATH={Path(__file__).parents[2]}", sys.executable, "-m", "game")


def quoted(word: str) -> str:
    """Return a word quoted for `Exec`, and escaped again like every text of an entry; a bare % would begin a field."""
    return '"' + re.sub(r'(["`$\\])', r"\\\1", word).replace("\\", "\\\\").replace("%", "%%") + '"'
