"""Games as files: a page, a moving picture, a film, a picture of the table.

Every export is an iterator that yields its progress. Files are written aside and renamed at the very end, so
an iterator that is closed early leaves nothing behind.
"""

from __future__ import annotations

import errno
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import repeat
from pathlib import Path
from typing import Any, Final

import pygame

from game.documents.files import replacing
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PieceView
from game.engine.saving.loading import Difference
from game.lab.html_report import Plate, html_report
from game.ui.board.dice_tray import MOST
from game.ui.board.picture import save_png
from game.ui.export.film import Frame, MovingPicture, caption_of, fallen, film
from game.ui.export.photographs import Doing, Photographer, encoded
from game.wording import _

Steps = Iterator[tuple[int, int]]
"""The number of finished parts and of all parts."""
REPORT_WIDTH: Final = 900
FILM_WIDTH: Final = 720
FRAMES_PER_SECOND: Final = 16
TRIED: Final = 10
"""Moments that are filmed to find out how long the whole film takes."""
PICTURE_SCALE: Final = 40.0
"""Pixels per inch of a picture by default."""


class NotInstalled(RuntimeError):
    """A library needed for this export is missing; the message says how to install it."""


def export_png(timeline: Timeline, path: Path, moment: int, scale: float = PICTURE_SCALE) -> Steps:
    """Write a picture of the table at a moment, in pixels per inch. Raises `ValueError` on an impossible scale."""
    session = timeline.at(moment)
    picture = Photographer.at_scale(session, scale).shot(session, session.ruleset.view(session.game))
    save_png(picture, path)
    yield 1, 1


def export_html(timeline: Timeline, path: Path, differences: Sequence[Difference] = ()) -> Steps:
    """Write the battle report: a page with the log, and pictures of every round's end and every casualty."""
    wanted, plates = report_moments(timeline), []
    photographer = Photographer(timeline.session, REPORT_WIDTH)
    for done, moment in enumerate(wanted, 1):
        session = timeline.at(moment)
        view = session.ruleset.view(session.game)
        lost = _lost(timeline, moment)
        text = caption_of(session) if lost else (view.result or _("the table at the end"))
        picture = encoded(photographer.shot(session, view, doing=Doing(lost=lost)), "picture.jpg")
        plates.append(Plate(moment, f"{view.round_text}: {text}", picture, "image/jpeg"))
        yield done, len(wanted) + 1
    text = html_report(timeline, plates, differences)
    with replacing(path) as aside:
        aside.write_text(text, encoding="utf-8")
    yield len(wanted) + 1, len(wanted) + 1


def _lost(timeline: Timeline, moment: int) -> tuple[PieceView, ...]:
    """Return the pieces lost at a moment, as they were just before."""
    if moment == 0 or all(landmark.sort != "casualty" for landmark in timeline.landmarks.get(moment, ())):
        return ()
    before, now = timeline.at(moment - 1), timeline.at(moment)
    standing = {piece.id for piece in now.ruleset.view(now.game).pieces}
    return tuple(piece for piece in before.ruleset.view(before.game).pieces if piece.id not in standing)


def report_moments(timeline: Timeline) -> list[int]:
    """Return the moments shown in a report: the end of the setup and of every round, and every casualty."""
    marks = [(index, mark) for index, marks in timeline.landmarks.items() for mark in marks]
    return sorted({*timeline.round_ends(), *(index for index, mark in marks if mark.sort == "casualty")})


def export_gif(
    timeline: Timeline, path: Path, *, start: int = 0, end: int | None = None, width: int = FILM_WIDTH
) -> Steps:
    """Write a moving picture of the whole game, or from moment `start` to moment `end`."""
    last = timeline.last if end is None else end
    photographer = Photographer(timeline.session, width, band=True)
    with replacing(path) as aside, aside.open("wb") as stream:
        samples = [_sample(photographer, timeline, at) for at in (start, (start + last) // 2, last)]
        picture = MovingPicture(stream, samples)
        for done, frames in enumerate(film(timeline, photographer, start, last), 1):
            for frame in frames:
                picture.add(frame)
            yield done, last - start + 1
        picture.finish()


def time_film(timeline: Timeline, kind: str, tell: Callable[[float], None]) -> Steps:
    """Find out about how many seconds a film ("gif" or "mp4") takes to write on this computer, and `tell` it.

    A few moments in the middle of the game are written for it and thrown away, and all pictures are counted. Raises
    `OSError`, `NotInstalled`.
    """
    begin = {"gif": export_gif, "mp4": export_mp4}[kind]
    work = list[int]()
    for frames in film(timeline, _Unpainted(timeline.session, 1)):
        work.append(_work(frames, kind))
        yield len(work), timeline.last + 1
    start = max(0, (timeline.last - TRIED) // 2)
    end = min(timeline.last, start + TRIED)
    times = [time.perf_counter()]
    with tempfile.TemporaryDirectory() as folder:
        for step in begin(timeline, Path(folder) / f"trial.{kind}", start=start, end=end):
            times.append(time.perf_counter())
            yield step
    first, last = times[1], times[-1]
    tried = [_work(frames, kind) for frames in film(timeline, _Unpainted(timeline.session, 1), start, end)]
    spent, ends = (last - first) / max(1, sum(tried[1:])), first - times[0] + time.perf_counter() - last
    tell(ends + spent * max(0, sum(work) - tried[0]))


class _Unpainted(Photographer):
    """Takes no pictures: for counting them."""

    def shot(self, *arguments: Any, **more: Any) -> pygame.Surface:
        return pygame.Surface((1, 1))


def _work(frames: Iterable[Frame], kind: str) -> int:
    """Return how many pictures of a film are written for frames: a video repeats each for as long as it stands."""
    return sum(_times(frame) if kind == "mp4" else 1 for frame in frames)


def _times(frame: Frame) -> int:
    """Return how often a frame stands in a video."""
    return max(1, round(frame.milliseconds * FRAMES_PER_SECOND / 1000))


def _sample(photographer: Photographer, timeline: Timeline, moment: int) -> pygame.Surface:
    """Return a picture with all colours of the film, the latest dice included."""
    session = timeline.at(moment)
    view = session.ruleset.view(session.game)
    dice = fallen(session, session.events, view, {piece.id: piece for piece in view.pieces})
    return photographer.shot(session, view, caption_of(session), doing=Doing(dice=tuple(dice[-MOST:])))


def export_mp4(
    timeline: Timeline, path: Path, *, start: int = 0, end: int | None = None, width: int = FILM_WIDTH * 3 // 2
) -> Steps:
    """Write a film as `export_gif` does. Raises `NotInstalled` without an encoder."""
    try:
        import imageio_ffmpeg  # an optional extra
    except ImportError:
        raise NotInstalled(
            _("writing a video needs one more library - install it with: pip install {name}", name='"inchwise[film]"')
        ) from None
    last = timeline.last if end is None else end
    photographer = Photographer(timeline.session, width, band=True)
    with replacing(path) as aside:
        writer: Any = imageio_ffmpeg.write_frames(
            str(aside),
            photographer.size,
            fps=FRAMES_PER_SECOND,
            macro_block_size=2,
            ffmpeg_log_level="error",
            quality=None,
            output_params=["-preset", "veryfast", "-crf", "24", "-f", "mp4"],
        )
        writer.send(None)
        try:
            for done, frames in enumerate(film(timeline, photographer, start, last), 1):
                for frame in frames:
                    content = pygame.image.tobytes(frame.picture, "RGB")
                    for picture in repeat(content, _times(frame)):
                        writer.send(picture)
                yield done, last - start + 1
        finally:
            writer.close()
        try:
            imageio_ffmpeg.count_frames_and_secs(str(aside))
        except RuntimeError:  # the encoder does not report a disk that was full when it finished
            raise OSError(errno.EIO, _("the video could not be finished - is the disk full?")) from None
