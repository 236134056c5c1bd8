"""The time machine as a screen: its keys, commands and menu, practice games, and exports."""

from __future__ import annotations

import secrets
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, get_args

import pygame

from game.documents.error import DocumentError
from game.documents.files import home, saves_folder
from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Retrace, Timeline, Unit
from game.engine.rulebook.view import Line
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import Difference
from game.engine.saving.saves import note_in_file, save_game
from game.engine.session import Session
from game.lab.hindsight import Hindsight, activation_title, total_lines, worst_text
from game.play.session_model import SessionModel
from game.players import new_session
from game.players.coach import NoAdvice
from game.rulesets import find
from game.ui.board.picture import TableFigure
from game.ui.export import exports
from game.ui.menu.saved_games import OpeningScreen, Report
from game.ui.play.input import Commands
from game.ui.play.screen import SceneScreen, TableScreen
from game.ui.replay.scene import ReplayModel, ReplayScene, rows_of_a_moment
from game.ui.shell.jobs import Job, duration, in_thread
from game.ui.shell.window import Window
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.keys import CTRL
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.tasks import Stop, Task
from game.ui.widgets.theme import Theme
from game.wording import N_, _

ANSWER: Final = "answer:"
"""Prefix of the id of a row for a costly answer, before the number of earlier answers."""
REST: Final = 0.004
"""Seconds between two checks of the thread."""


def judging(hindsight: Hindsight) -> Iterator[tuple[int, int]]:
    """Judge in a thread; yield the numbers of judged answers and of all; closing it stops the thread.

    Raises `RuntimeError` for any failure.
    """
    stop, progress = Stop(), [(0, 1)]

    def judge() -> None:
        for progress[0] in hindsight.steps():
            if stop():
                return

    hindsight.stopped = stop
    task = Task(judge, "hindsight")
    try:
        while not task.done:
            time.sleep(REST)
            yield progress[0]
        task.result()
    except Exception as error:
        raise RuntimeError(_("The coach gave up ({reason}).", reason=f"{type(error).__name__}: {error}")) from error
    finally:
        stop.order()


def hindsight_sheet(theme: Theme, hindsight: Hindsight, go_to: Callable[[int], None]) -> Sheet:
    """Return the page of the costliest activations; `go_to` shows the moment after a number of answers."""
    costliest = hindsight.costliest()
    rows = [
        MenuItem(f"{ANSWER}{review.worst.entries}", activation_title(hindsight, review), detail=worst_text(review))
        for review in costliest
    ]
    lines = [Line(text, tone="quiet") for text in total_lines(hindsight)]
    if not rows:
        lines.insert(0, Line(_("No choice cost anything worth mentioning.")))

    def show_answer(name: str) -> None:
        if name.startswith(ANSWER):
            go_to(int(name.removeprefix(ANSWER)))

    title = _("What could have gone better, luck aside")
    return Sheet(
        theme, title, lines, [MenuItem("close", _("Back to the replay"), "escape"), *rows], then=show_answer, wide=100
    )


Keep = Callable[[NoteDocument], None]

KINDS: Final = {
    "html": N_("Replay page: plays in a browser, with log and report"),
    "gif": N_("Animated GIF of the game"),
    "mp4": N_("Video of the game"),
    "png": N_("Picture of the table at this moment"),
}
LONGEST_NOTE: Final = 2000


class ReplayCommands(Commands):
    """The commands of a table at which nothing can be changed; `keep` saves a note and may raise `OSError`."""

    scene: ReplayScene

    def __init__(self, scene: ReplayScene, keep: Keep, differences: Sequence[Difference]) -> None:
        super().__init__(scene)
        self.timeline = scene.timeline
        self.keep, self.differences = keep, differences
        self.job: Job | None = None
        scene.do = self.do

    def table(self) -> dict[str, Callable[[], None]]:
        scene, common = self.scene, super().table()
        stopping: dict[str, Callable[[], None]] = {
            f"{sign}{unit}": partial(scene.step, unit, step)
            for unit in get_args(Unit)
            for sign, step in (("-", -1), ("+", 1))
        }
        stopping |= {
            "first": lambda: scene.go(0),
            "last": lambda: scene.go(scene.timeline.last),
            "log_show": self._go_to_logged,
            "branch": self._ask_to_branch,
            "annotate": self._ask_for_note,
            "export": self._ask_what_to_write,
            "save": self._ask_what_to_write,
            "sandbox": common["sandbox"],
        }
        return {
            **common,
            **{name: partial(self._stopped, command) for name, command in stopping.items()},
            "coach": self._ask_coach,
            "undo": self._refuse,
            "redo": self._refuse,
            "load": self._refuse,
            "play": scene.play,
            "leave": scene.window.back,
            "menu": lambda: scene.focus.show(menu(self)),
            "quit": scene.window.quit,
        }

    def _stopped(self, command: Callable[[], None]) -> None:
        """Stop the automatic play, then carry out a command."""
        self.scene.playing = False
        command()

    def _refuse(self) -> None:
        self.scene.model.notice.title = _("The past can be looked at, but not changed: choose “Practise from here”")

    def _ask_for_note(self) -> None:
        scene = self.scene
        title = _("Note on {name}", name=scene.course.name_of(scene.moment))
        scene.focus.ask_text(title, "", self.annotate)

    def _go_to_logged(self) -> None:
        """Show the moment of the entry marked in the log."""
        if self.scene.log.cursor >= 0:
            self.scene.go(self.timeline.of_event(self.scene.log.cursor + 1))

    def annotate(self, text: str) -> None:
        """Save a note on the shown moment."""
        moment, text = self.timeline.moments[self.scene.moment], text.strip()[:LONGEST_NOTE]
        if not text:
            return
        now = datetime.now(UTC).isoformat(timespec="seconds")
        note = NoteDocument(entries=moment.entries, events=moment.events, text=text, written_at=now)
        try:
            self.keep(note)
        except (OSError, DocumentError) as error:
            self._report("", [_("The note was not saved: {error}", error=error)])
            return
        if note not in self.timeline.session.notes:
            self.timeline.session.notes.append(note)
        self.scene.model.notice.title = _("Noted")

    def _ask_coach(self) -> None:
        """Judge the activations of the whole game; at the end, or when stopped, show the costliest."""
        focus = self.scene.focus
        try:
            hindsight = Hindsight(self.timeline.session)
        except NoAdvice as refusal:
            self._report("", [str(refusal)])
            return

        def show_result() -> None:
            focus.show(hindsight_sheet(focus.window.theme, hindsight, self._go_to_answer))

        def show_part() -> None:
            if hindsight.reviewed:
                show_result()

        self._run(_("The coach is reviewing the whole game"), judging(hindsight), show_result, stopped=show_part)

    def _run(
        self,
        title: str,
        steps: Iterator[tuple[int, int]],
        done: Callable[[], None],
        message_of: Callable[[Exception], str] = str,
        stopped: Callable[[], None] = lambda: None,
    ) -> None:
        """Run a job under a sheet with its progress; `message_of` makes the message of a failure."""
        focus = self.scene.focus

        def finished() -> None:
            focus.sheets.clear()
            done()

        def failed(error: Exception) -> None:
            focus.sheets.clear()
            self._report("", [message_of(error)])

        self.job = Job(title, steps, finished, failed, stopped)
        focus.show(self.job.sheet(focus.window.theme))

    def _go_to_answer(self, entries: int) -> None:
        """Show the moment after a number of answers."""
        moments = enumerate(self.timeline.moments)
        self.scene.go(
            next(
                (index for index, moment in moments if moment.waiting and moment.entries == entries), self.timeline.last
            )
        )

    def _ask_to_branch(self) -> None:
        """Ask whether to practise from the shown moment with new or with the same dice."""
        reason = "" if self.timeline.session.finished else _("it would reveal the dice of a game still in progress")
        actions = [
            MenuItem("other", _("With new dice"), "return", primary=True),
            MenuItem("same", _("With the same dice"), "s", reason=reason),
            MenuItem("close", _("Back to the replay"), "escape"),
        ]
        lines = [
            Line(_("A separate game starts at this moment, from the last decision.")),
            Line(_("The game you are viewing stays as it is."), tone="quiet"),
        ]

        def branch(name: str) -> None:
            self.branch(secrets.randbits(48) if name == "other" else None)

        self.scene.focus.show(
            Sheet(self.scene.window.theme, _("Practise from here?"), lines, actions, then=branch, wide=60)
        )

    def branch(self, seed: int | None) -> None:
        """Open a practice game that continues from the shown moment; the game itself stays unchanged."""
        session = self.timeline.branch(self.scene.moment, seed)
        keep = partial(save_game, path=home() / "practice.json", title="practice")
        model = SessionModel(session, keep, saves_folder(), new_session.bots(session), practice=True)
        model.retry = self._ask_to_branch
        screen = TableScreen(self.scene.window, model)
        screen.scene.hand_over.result_shown = session.finished
        model.notice.title = _("Practice: the original game stays as it was")
        self.scene.window.go(screen)

    def _ask_what_to_write(self) -> None:
        """Ask for the kind of file to export."""
        film_trouble = "" if find_spec("imageio_ffmpeg") else _("it needs: pip install {name}", name='"inchwise[film]"')
        actions = [
            *(MenuItem(kind, _(label), reason=film_trouble if kind == "mp4" else "") for kind, label in KINDS.items()),
            MenuItem("close", _("Back to the replay"), "escape"),
        ]
        title, rows = _("Report, video or picture"), with_keys(actions)
        sheet = Sheet(self.scene.window.theme, title, (), rows, then=self.ask_where, wide=60)
        self.scene.focus.show(sheet)

    def ask_where(self, kind: str) -> None:
        """Ask for the path of a file of a kind; for a film, first estimate the time to write it."""
        if kind not in ("gif", "mp4"):
            self._ask_path(kind)
            return
        estimates = list[float]()

        def ask_path() -> None:
            text = _("It takes about {time} on this computer, and can be stopped.", time=duration(estimates[0]))
            self._ask_path(kind, (Line(text),))

        self._run(_("Estimating the time needed"), exports.time_film(self.timeline, kind, estimates.append), ask_path)

    def _ask_path(self, kind: str, facts: tuple[Line, ...] = ()) -> None:
        """Ask for the path of a file of a kind, showing some facts and the table."""
        session = self.timeline.session
        folder, name = home() / "exports", f"{session.ruleset.name}-{len(session.journal)}.{kind}"
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            self._report("", [_("No folder to write to: {error}", error=error)])
            return

        def write_file(text: str) -> None:
            self.write(kind, Path(text))

        session_shown = self.timeline.at(self.scene.moment)
        view = session_shown.ruleset.view(session_shown.game)
        table = TableFigure(session_shown, view, [view.title, view.round_text])
        self._ask_file(_(KINDS[kind]), write_file, folder, name, suffix=f".{kind}", facts=facts, aside=table)

    def write(self, kind: str, path: Path) -> None:
        """Export the game to a file of a kind under a progress sheet: a page in a thread, pictures in slices."""
        model, timeline, moment = self.scene.model, self.timeline, self.scene.moment
        exporters: dict[str, Callable[[], exports.Steps]] = {
            "html": lambda: in_thread(exports.export_html(timeline.apart(), path, self.differences), "page"),
            "gif": lambda: exports.export_gif(timeline, path),
            "mp4": lambda: exports.export_mp4(timeline, path),
            "png": lambda: exports.export_png(timeline, path, moment),
        }

        def show_written() -> None:
            model.notice.title = _("Written: {name}", name=path.name)
            self.scene.focus.show(self._written(path))

        def message_of(error: Exception) -> str:
            return _("Could not save {name}: {error}", name=path.name, error=error)

        def note_stop() -> None:
            model.notice.title = _("Stopped: {name} was not saved", name=path.name)

        self._run(_("Writing {name}", name=path.name), exporters[kind](), show_written, message_of, note_stop)

    def _written(self, path: Path) -> Sheet:
        """Return the sheet that names a written file and can open it."""

        def open_file(row: str) -> None:
            if row == "open" and not webbrowser.open(path.absolute().as_uri()):
                self._report("", [_("No program on this computer opens {name}.", name=path.name)])

        rows = [MenuItem("close", _("Back to the replay"), "escape"), MenuItem("open", _("Open it"), "o")]
        return Sheet(
            self.scene.window.theme, _("Written"), (Line(str(path.absolute())),), rows, then=open_file, wide=84
        )

    def work(self) -> bool:
        """Do a slice of the job, if there is one; return whether the job goes on."""
        job = self.job
        if job is not None:
            job.work()
            if not job.running and self.job is job:
                self.job = None
        return self.job is not None


def menu(commands: ReplayCommands) -> Sheet:
    """Return the menu of the time machine."""
    actions = [
        MenuItem("close", _("Back to the replay"), "escape"),
        *rows_of_a_moment(),
        MenuItem("coach", _("What could have gone better")),
        MenuItem("recap", _("Recap")),
        MenuItem("fairness", _("How evenly the dice fell")),
        MenuItem("rules", _("Rules")),
        MenuItem("settings", _("Settings")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("leave", _("Leave the replay"), "q"),
        MenuItem("home", _("Main menu")),
    ]
    return Sheet(commands.scene.window.theme, _("Replay"), (), with_keys(actions), then=commands.do, wide=58)


KEYS: Final = {
    pygame.K_HOME: "first",
    pygame.K_END: "last",
    pygame.K_PAGEUP: "-round",
    pygame.K_PAGEDOWN: "+round",
    pygame.K_LEFT: "-",
    pygame.K_RIGHT: "+",
}
"""The commands of keys; the unit of "-" and "+" depends on Shift and Ctrl."""


class ReplayScreen(SceneScreen):
    """The timeline with the table above it; `keep` saves a note and may raise `OSError`.

    It begins at a `moment`, else at the first difference, else at the end, and asks where to `write` a kind of file.
    Escape closes what is open above the table, else leaves: with `from_game`, to the running game.
    """

    scene: ReplayScene

    def __init__(
        self,
        window: Window,
        timeline: Timeline,
        keep: Keep,
        differences: Sequence[Difference] = (),
        *,
        moment: int | None = None,
        write: str = "",
        from_game: bool = False,
    ) -> None:
        model = ReplayModel(timeline.at(timeline.last), lambda session: None, saves_folder())
        super().__init__(window, ReplayScene(window, model, timeline, differences))
        self.scene.from_game = from_game
        self.commands = ReplayCommands(self.scene, keep, differences)
        self.input.obey(self.commands)
        self.scene.go(min(self.scene.differences, default=timeline.last) if moment is None else moment)
        if write == "coach":
            self.commands.do(write)
        elif write:
            self.commands.ask_where(write)

    def handle(self, event: pygame.event.Event) -> None:
        scene = self.scene
        on_table = not scene.focus.sheets
        if on_table and event.type == pygame.KEYDOWN and not scene.focus.inspection.focused and self._key(event):
            return
        super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        """Carry out the command of a key of the timeline; return whether it has one."""
        if event.key == pygame.K_ESCAPE:
            if not self.input.let_go():
                self.window.back()
            return True
        command = KEYS.get(event.key, "")
        if command in ("-", "+"):
            ctrl, shift = event.mod & CTRL, event.mod & pygame.KMOD_SHIFT
            if self.scene.focus.tool is not None and not ctrl:
                return False
            small_unit = "decision" if shift else "event"
            command += "activation" if ctrl else small_unit
        if command:
            self.commands.do(command)
        return bool(command)

    def tick(self) -> bool:
        working = self.commands.work()
        return super().tick() or working

    def leave(self) -> None:
        if self.commands.job is not None:
            self.commands.job.stop()


class RetracingScreen(OpeningScreen):
    """Replays the game saved at `path`, checks every answer, then opens the time machine at the beginning."""

    def begin(self, report: Report) -> tuple[Retrace, Timeline]:
        retrace = Retrace(load_document(self.path, SaveDocument), find, str(self.path))
        for done, total in retrace.steps():
            report(done / max(1, total) / 2)
        return retrace, retrace.timeline(lambda share: report(0.5 + share / 2))

    def opened(self, result: Any) -> None:
        retrace, timeline = result

        def keep(note: NoteDocument) -> None:
            note_in_file(self.path, note, retrace.document.journal)

        moment = None if retrace.differences else 0
        self.window.swap(ReplayScreen(self.window, timeline, keep, retrace.differences, moment=moment))


class LookingBackScreen(OpeningScreen):
    """Finds the moments of a running game, then opens the time machine in its own place.

    It shows the moment after a number of `events`, or else the last one, and asks where to `write` a kind of file.
    """

    def __init__(
        self, window: Window, session: Session, keep: Keep, events: int | None = None, write: str = ""
    ) -> None:
        super().__init__(window, Path())
        self._session, self._keep, self._events, self._write = session, keep, events, write

    def title(self) -> str:
        return _("Replay")

    def begin(self, report: Report) -> Timeline:
        return Timeline(self._session, report)

    def opened(self, result: Any) -> None:
        moment = None if self._events is None else result.of_event(self._events)
        self.window.swap(
            ReplayScreen(self.window, result, self._keep, moment=moment, write=self._write, from_game=True)
        )
