"""What `replay` does beyond the log: reports, pictures and films, notes and practice games."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import click

from game import rulesets
from game.commands.errors import UsageRefusal
from game.commands.run import event_lines
from game.documents.reading import load_document
from game.engine.core.notes import NoteDocument
from game.engine.history.timeline import NoSuchMoment, Retrace, Timeline
from game.engine.saving.documents import SaveDocument
from game.engine.saving.notes import note_in_file
from game.engine.saving.saves import save_game
from game.undisturbed import undisturbed
from game.wording import _


@dataclass(frozen=True)
class Wanted:
    """Names of files to make of a game, None for those not wanted; `at` names the moment, else the end."""

    at: str | None = None
    html: str | None = None
    gif: str | None = None
    mp4: str | None = None
    png: str | None = None
    scale: float | None = None
    annotate: str | None = None
    author: str = ""
    branch: str | None = None
    same_dice: bool = False

    @property
    def anything(self) -> bool:
        """Whether there is anything to make."""
        return any((self.at, self.html, self.gif, self.mp4, self.png, self.annotate, self.branch))


def make(file: str, wanted: Wanted) -> bool:
    """Play a game again and write what is wanted; return whether it came out as recorded.

    Raises `UsageRefusal`, `DocumentError` and `OSError`; every file is written whole or not at all.
    """
    if wanted.annotate is not None and not wanted.annotate.strip():
        raise UsageRefusal(_("--annotate: there is nothing to note - write some words"))
    document = load_document(file, SaveDocument)
    retrace = Retrace(document, rulesets.find, file)
    _drive(retrace.steps(), _("playing it again"))
    for difference in retrace.differences:
        click.echo(_("differs from the record {difference}", difference=difference), err=True)
    timeline = retrace.timeline()
    try:
        moment = timeline.find(wanted.at or "end")
    except NoSuchMoment as error:
        raise UsageRefusal(f"--at: {error}") from None
    if wanted.annotate is not None:
        _annotate(document, timeline, moment, Path(file), wanted)
    if wanted.branch is not None:
        _branch(timeline, moment, Path(wanted.branch), same_dice=wanted.same_dice)
    _export(timeline, moment, wanted, retrace)
    if wanted == Wanted(at=wanted.at):
        for line in event_lines(timeline.session, timeline.moments[moment].events):
            click.echo(line)
    return not retrace.differences


def _annotate(document: SaveDocument, timeline: Timeline, moment: int, file: Path, wanted: Wanted) -> None:
    note = NoteDocument(
        entries=timeline.moments[moment].entries,
        events=timeline.moments[moment].events,
        text=_sound(wanted.annotate or "", "--annotate").strip()[:2000],
        author=_sound(wanted.author, "--author")[:80],
        written_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    note_in_file(file, note, document.journal)
    timeline.session.notes.append(note)
    click.echo(_("Noted in {file}", file=file))


def _sound(text: str, option: str) -> str:
    """Return a text that can be saved; raise `UsageRefusal` where it holds bytes that are no letters."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise UsageRefusal(_("{option}: is not UTF-8 text", option=option)) from None
    return text


def _branch(timeline: Timeline, moment: int, path: Path, *, same_dice: bool) -> None:
    branch = timeline.branch(moment, None if same_dice else secrets.randbits(48))
    save_game(branch, path, "practice")
    prompt = branch.decision.prompt if branch.decision is not None else _("the game is over")
    click.echo(_("Practice game written to {path}: {asked}", path=path, asked=prompt))


def _export(timeline: Timeline, moment: int, wanted: Wanted, retrace: Retrace) -> None:
    if not any((wanted.html, wanted.gif, wanted.mp4, wanted.png)):
        return
    with undisturbed():
        from game.ui.export import exports

    jobs: tuple[tuple[str | None, Callable[[Path], exports.Steps]], ...] = (
        (wanted.png, lambda path: exports.export_png(timeline, path, moment, wanted.scale or exports.PICTURE_SCALE)),
        (wanted.html, lambda path: exports.export_html(timeline, path, retrace.differences)),
        (wanted.gif, lambda path: exports.export_gif(timeline, path)),
        (wanted.mp4, lambda path: exports.export_mp4(timeline, path)),
    )
    for name, begin in jobs:
        if name is None:
            continue
        try:
            _drive(begin(Path(name)), Path(name).name)
        except (exports.NotInstalled, ValueError) as error:
            raise UsageRefusal(f"{name}: {error}") from None
        click.echo(_("Written: {name}", name=name))


def _drive(steps: Iterator[tuple[int, int]], title: str) -> None:
    """Do a job step by step, with a bar on a terminal."""
    from tqdm import tqdm

    with tqdm(desc=title, disable=None, leave=False) as bar:
        for done, total in steps:
            bar.total = total
            bar.update(done - bar.n)
