"""Commands of the time machine: its menu, practising from a moment, writing the game down."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game.documents.files import home
from game.engine.rulebook.view import Line
from game.ui.export import exports
from game.ui.play.commands import Commands
from game.ui.shell.jobs import Job
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet
from game.wording import N_, _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene
    from game.ui.replay.screen import ReplayScreen

KINDS: Final = {
    "html": N_("Battle report: a page with pictures"),
    "gif": N_("Moving picture of the game"),
    "mp4": N_("Film of the game"),
    "png": N_("Picture of the table at this moment"),
}


class ReplayCommands(Commands):
    """The commands of a table on which nothing can be changed."""

    def __init__(self, scene: TableScene, screen: ReplayScreen) -> None:
        super().__init__(scene)
        self.screen = screen

    def table(self) -> dict[str, Callable[[], None]]:
        """Return every command; those that would change the game tell that they cannot."""
        screen = self.screen
        own = {name: partial(screen.do, name) for name in ("leave", "branch", "annotate", "export", "sandbox")}
        return (
            super().table()
            | own
            | dict.fromkeys(("undo", "load"), self._refuse)
            | {
                "save": own["export"],
                "menu": lambda: self.scene.show(menu(self)),
                "quit": self.scene.window.quit,
            }
        )

    def _refuse(self) -> None:
        self.scene.model.notice.title = _("The past can be looked at, but not changed: practise from here (B)")


def menu(commands: ReplayCommands) -> Sheet:
    """Return the menu of the time machine."""
    theme = commands.scene.theme
    actions = [
        MenuItem("close", _("Back to the replay"), "escape"),
        MenuItem("branch", _("Practise from here"), "b"),
        MenuItem("annotate", _("Note on this moment"), "a"),
        MenuItem("export", _("Report, film or picture"), "e"),
        MenuItem("sandbox", _("Open in the sandbox"), "s"),
        MenuItem("recap", _("What happened since")),
        MenuItem("fairness", _("How even the dice fell")),
        MenuItem("rules", _("Rules")),
        MenuItem("settings", _("Settings")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("leave", _("Leave the replay"), "q"),
        MenuItem("home", _("Main menu")),
    ]

    def perform(action: MenuItem) -> None:
        if action.id != "close":
            commands.do(action.id)

    return Sheet(theme, _("Replay"), (), with_keys(actions), perform, wide=58)


def to_sandbox(screen: ReplayScreen) -> None:
    """Open the moment that is shown in the sandbox."""
    from game.ui.sandbox.screen import open_sandbox

    open_sandbox(screen.window, screen.timeline.at(screen.scene.moment))


def branch_sheet(screen: ReplayScreen) -> Sheet:
    """Ask with which dice a practice game goes on."""
    session = screen.timeline.session
    reason = "" if session.finished else _("it would tell the dice of a game that goes on")
    actions = [
        MenuItem("other", _("With other dice"), "return", primary=True),
        MenuItem("same", _("With the same dice"), "s", reason=reason),
        MenuItem("close", _("Back to the replay"), "escape"),
    ]
    lines = [
        Line(_("A game of its own begins at this moment, from the question that was asked last.")),
        Line(_("The game that is looked at stays as it is."), tone="quiet"),
    ]

    def perform(action: MenuItem) -> None:
        if action.id != "close":
            screen.branch(screen.new_seed() if action.id == "other" else None)

    return Sheet(screen.scene.theme, _("Practise from here?"), lines, actions, perform, wide=60)


def export_sheet(screen: ReplayScreen) -> Sheet:
    """Ask what is to be written."""
    film = "" if find_spec("imageio_ffmpeg") else _("it needs: pip install {name}", name='"inchwise[film]"')
    actions = [
        *(MenuItem(kind, _(label), reason=film if kind == "mp4" else "") for kind, label in KINDS.items()),
        MenuItem("close", _("Back to the replay"), "escape"),
    ]

    def perform(action: MenuItem) -> None:
        if action.id != "close":
            ask_where(screen, action.id)

    return Sheet(screen.scene.theme, _("Write down"), (), with_keys(actions), perform, wide=60)


def ask_where(screen: ReplayScreen, kind: str) -> None:
    """Ask for the file, then write it."""
    scene = screen.scene
    folder = home() / "exports"
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        screen.tell(_("No folder to write to: {error}", error=error))
        return
    name = f"{screen.timeline.session.ruleset.name}-{len(screen.timeline.session.journal)}.{kind}"
    scene.dialogs.ask_file(
        _(KINDS[kind]),
        folder,
        name,
        scene.layout.window,
        existing=False,
        then=lambda text: write(screen, kind, Path(text)),
        suffix=f".{kind}",
    )


def write(screen: ReplayScreen, kind: str, path: Path) -> None:
    """Write the game down as a file of a kind, bit by bit."""
    path = path if path.suffix == f".{kind}" else path.with_name(f"{path.name}.{kind}")
    timeline, moment = screen.timeline, screen.scene.moment
    begin: dict[str, Callable[[], exports.Steps]] = {
        "html": lambda: exports.export_html(timeline, path, screen.differences),
        "gif": lambda: exports.export_gif(timeline, path),
        "mp4": lambda: exports.export_mp4(timeline, path),
        "png": lambda: exports.export_png(timeline, path, moment),
    }

    def done() -> None:
        screen.scene.sheets.clear()
        screen.scene.model.notice.title = _("Written: {name}", name=path.name)

    def failed(error: Exception) -> None:
        screen.scene.sheets.clear()
        screen.tell(_("{name} was not written: {error}", name=path.name, error=error))

    def stopped() -> None:
        screen.scene.model.notice.title = _("Stopped: {name} was not written", name=path.name)

    screen.begin(Job(_("Writing {name}", name=path.name), begin[kind](), done, failed, stopped))
