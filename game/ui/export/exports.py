"""Games as files: a page that plays, a moving picture, a film, a picture of the table.

Every export is an iterator that yields its progress. Files are written beside the target and renamed at the very end,
so that an iterator closed early leaves nothing behind.
"""

from __future__ import annotations

import errno
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from typing import IO, Any, Final

import pygame
from PIL import GifImagePlugin, Image, ImageChops

from game.documents.files import replacing
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PieceView, TableView
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.ui.board.dice_tray import MOST, Die
from game.ui.board.picture import save_png
from game.ui.export.course import Course, fallen
from game.ui.export.opening import Opening, opening_steps
from game.ui.export.photographs import Doing, Photographer
from game.ui.export.replay_page import replay_page
from game.wording import _

GLIDE: Final = 4
"""Frames while a piece glides to its new place."""
GLIDE_MS: Final = 60
HOLD_MS: Final = 420
MOVED_MS: Final = 520
WEIGHTY_MS: Final = 1100
"""Duration of a casualty, a score or the beginning of a round, in milliseconds."""
END_MS: Final = 3000
_looks = attrgetter("id", "x", "y", "value", "damage", "owner", "active", "engaged", "ready", "carries", "level")
"""The fields of a piece that are visible from above."""


@dataclass(frozen=True)
class Frame:
    """A picture and its duration in milliseconds."""

    picture: pygame.Surface
    milliseconds: int


class Director:
    """Decides on the pictures of the moments of a game, and on their duration."""

    def __init__(self, timeline: Timeline, photographer: Photographer) -> None:
        self.timeline = timeline
        self.photographer = photographer
        self._before: dict[str, PieceView] = {}
        self._events = 0
        self._dice: list[Die] = []
        self._ground: object = None

    def take(self, index: int, *, first: bool, last: bool) -> Iterator[Frame]:
        """Yield the pictures of a moment; none if nothing visible has changed."""
        session = self.timeline.at(index)
        view = session.ruleset.view(session.game)
        pieces = {piece.id: piece for piece in view.pieces}
        old_pieces, self._before = self._before, pieces
        sorts = {landmark.sort for landmark in self.timeline.landmarks.get(index, ())}
        if first:
            old_pieces, self._events = pieces, len(session.events)
        dice = fallen(session, session.events[self._events :], view, {**pieces, **old_pieces})
        self._events = len(session.events)
        moves = tuple(
            (old, piece)
            for piece in view.pieces
            if (old := old_pieces.get(piece.id)) is not None and (old.x, old.y) != (piece.x, piece.y)
        )
        new_purposes = {die.throw.purpose for die in dice} - {die.throw.purpose for die in self._dice}
        if moves or new_purposes or sorts - {"casualty"}:  # the dice of earlier events are over
            self._dice.clear()
        self._dice += dice
        is_important = bool(sorts - {"activation"})
        ground = session.game.ruler.battlefield
        new_ground, self._ground = ground is not self._ground, ground
        if not (
            first
            or last
            or is_important
            or dice
            or new_ground
            or [*map(_looks, old_pieces.values())] != [*map(_looks, pieces.values())]
        ):
            return
        lost = tuple(piece for piece in old_pieces.values() if piece.id not in pieces) if "casualty" in sorts else ()
        caption, doing = caption_of(session), Doing(moves, lost, tuple(self._dice))
        if moves:
            yield from self._gliding_frames(session, view, caption, doing)
        hold = MOVED_MS if moves else HOLD_MS
        if is_important:
            hold = WEIGHTY_MS
        if last:
            hold = END_MS
        yield Frame(self.photographer.shot(session, view, caption, doing=doing), hold)

    def _gliding_frames(self, session: Session, view: TableView, caption: str, doing: Doing) -> Iterator[Frame]:
        """Yield the pictures of the moves, slow at their beginning and end."""
        moving = {piece.id for piece, new in doing.moves}
        for index in range(1, GLIDE + 1):
            share = index / (GLIDE + 1)
            # The share is eased: slow at both ends.
            share = share * share * (3 - 2 * share)
            moves = tuple((old, _between(old, piece, share)) for old, piece in doing.moves)
            pieces = [*(piece for piece in view.pieces if piece.id not in moving), *(moved for old, moved in moves)]
            picture = self.photographer.shot(session, view, caption, pieces, replace(doing, moves=moves))
            yield Frame(picture, GLIDE_MS)


def film(
    timeline: Timeline, photographer: Photographer, start: int = 0, end: int | None = None
) -> Iterator[Iterator[Frame]]:
    """Yield the frames of every moment, valid until those of the next; none for a moment without changes."""
    last = timeline.last if end is None else end
    director = Director(timeline, photographer)
    return (director.take(index, first=index == start, last=index == last) for index in range(start, last + 1))


def _between(old: PieceView, new: PieceView, share: float) -> PieceView:
    """Return a piece at a share of the way from its old place to its new one."""
    return replace(new, x=old.x + (new.x - old.x) * share, y=old.y + (new.y - old.y) * share)


def caption_of(session: Session) -> str:
    """Return the text of the last public event."""
    event = next((event for event in reversed(session.events) if not event.audience), None)
    return session.ruleset.tell(session.game, event) if event is not None else ""


COLOURS: Final = 255
UNCHANGED: Final = 255
"""The palette index that leaves the previous picture unchanged."""


def _image_of(picture: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))


class MovingPicture:
    """A looping GIF, written frame by frame, each with only the changes since the one before.

    Its colours are those of `samples`, pictures of the size of the frames.
    """

    def __init__(self, stream: IO[bytes], samples: Sequence[pygame.Surface]) -> None:
        self._stream = stream
        images = [_image_of(sample) for sample in samples]
        sheet = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
        for index, image in enumerate(images):
            sheet.paste(image, (0, index * image.height))
        self._palette = sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE)
        self._before: Image.Image | None = None
        self._pending: tuple[Image.Image, tuple[int, int], int] | None = None

    def add(self, frame: Frame) -> None:
        """Add the next frame; raise `OSError` if it cannot be written."""
        image = _image_of(frame.picture)
        if self._before is None or self._pending is None:
            first_image = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
            self._stream.write(b"".join(GifImagePlugin.getheader(first_image, info={"loop": 0})[0]))
            self._pending = first_image, (0, 0), frame.milliseconds
        else:
            difference = ImageChops.difference(self._before, image)
            # An equal frame only prolongs the pending one.
            changed = difference.getbbox()
            if changed is None:
                part, spot, milliseconds = self._pending
                self._pending = part, spot, milliseconds + frame.milliseconds
                return
            self._write_pending()
            part = image.crop(changed).quantize(palette=self._palette, dither=Image.Dither.NONE)
            unchanged_mask = difference.crop(changed).convert("L").point([255] + [0] * 255)
            part.paste(UNCHANGED, mask=unchanged_mask)
            self._pending = part, (changed[0], changed[1]), frame.milliseconds
        self._before = image

    def finish(self) -> None:
        self._write_pending()
        self._stream.write(b";")

    def _write_pending(self) -> None:
        """Write the pending frame."""
        if self._pending is not None:
            part, spot, milliseconds = self._pending
            blocks = GifImagePlugin.getdata(part, spot, duration=milliseconds, disposal=1, transparency=UNCHANGED)
            self._stream.write(b"".join(blocks))
            self._pending = None


Steps = Iterator[tuple[int, int]]
"""The numbers of finished parts and of all parts."""
FILM_WIDTH: Final = 720
FRAMES_PER_SECOND: Final = 16
TRIED: Final = 10
"""Moments that are filmed to estimate the time for the whole film."""
PICTURE_SCALE: Final = 40.0
"""Pixels per inch of a picture by default."""


class NotInstalled(RuntimeError):
    """The error that a library needed for an export is missing; the message says how to install it."""


def export_png(timeline: Timeline, path: Path, moment: int, scale: float = PICTURE_SCALE) -> Steps:
    """Write a picture of the table at a moment, `scale` pixels per inch; raise `ValueError` if impossible."""
    session = timeline.at(moment)
    picture = Photographer.at_scale(session, scale).shot(session, session.ruleset.view(session.game))
    save_png(picture, path)
    yield 1, 1


def export_html(timeline: Timeline, path: Path, differences: Sequence[Difference] = ()) -> Steps:
    """Write the game as a page that plays in a browser, with its log and its report."""
    course, moments_done, openings = Course(timeline), 0, list[Opening]()
    for moments_done, total in course.steps():
        yield moments_done, total + 1
    for _step in opening_steps(timeline, openings.append):
        yield moments_done, moments_done + 1
    text = replay_page(course, differences, next(iter(openings), None))
    with replacing(path) as partial_file:
        partial_file.write_text(text, encoding="utf-8", newline="\n")
    yield moments_done + 1, moments_done + 1


def export_gif(
    timeline: Timeline, path: Path, *, start: int = 0, end: int | None = None, width: int = FILM_WIDTH
) -> Steps:
    """Write a moving picture of the whole game, or from the moment `start` to the moment `end`."""
    last = timeline.last if end is None else end
    photographer = Photographer(timeline.session, width, band=True)
    with replacing(path) as partial_file, partial_file.open("wb") as stream:
        samples = [_sample_picture(photographer, timeline, index) for index in (start, (start + last) // 2, last)]
        picture = MovingPicture(stream, samples)
        for moments_done, frames in enumerate(film(timeline, photographer, start, last), 1):
            for frame in frames:
                picture.add(frame)
            yield moments_done, last - start + 1
        picture.finish()


def time_film(timeline: Timeline, kind: str, tell: Callable[[float], None]) -> Steps:
    """Estimate the seconds that writing a film ("gif" or "mp4") takes on this computer, and `tell` them.

    It films some moments in the middle of the game on trial, and counts the pictures of the whole film. Raises
    `OSError` or `NotInstalled`.
    """
    exporter = {"gif": export_gif, "mp4": export_mp4}[kind]
    picture_counts = list[int]()
    for frames in film(timeline, _Unpainted(timeline.session, 1)):
        picture_counts.append(_picture_count(frames, kind))
        yield len(picture_counts), timeline.last + 1
    start = max(0, (timeline.last - TRIED) // 2)
    end = min(timeline.last, start + TRIED)
    times = [time.perf_counter()]
    with tempfile.TemporaryDirectory() as folder:
        for step in exporter(timeline, Path(folder) / f"trial.{kind}", start=start, end=end):
            times.append(time.perf_counter())
            yield step
    first_time, last_time = times[1], times[-1]
    trial_counts = [
        _picture_count(frames, kind) for frames in film(timeline, _Unpainted(timeline.session, 1), start, end)
    ]
    seconds_each, other_seconds = (
        (last_time - first_time) / max(1, sum(trial_counts[1:])),
        first_time - times[0] + time.perf_counter() - last_time,
    )
    tell(other_seconds + seconds_each * max(0, sum(picture_counts) - trial_counts[0]))


class _Unpainted(Photographer):
    """Takes empty pictures, to count them quickly."""

    def shot(self, *arguments: Any, **options: Any) -> pygame.Surface:
        return pygame.Surface((1, 1))


def _picture_count(frames: Iterable[Frame], kind: str) -> int:
    """Return how many pictures these frames become; a video repeats each frame for its duration."""
    return sum(_repetitions(frame) if kind == "mp4" else 1 for frame in frames)


def _repetitions(frame: Frame) -> int:
    """Return the number of times that a video repeats a frame."""
    return max(1, round(frame.milliseconds * FRAMES_PER_SECOND / 1000))


def _sample_picture(photographer: Photographer, timeline: Timeline, moment: int) -> pygame.Surface:
    """Return a picture with all colours of the film, including the latest dice."""
    session = timeline.at(moment)
    view = session.ruleset.view(session.game)
    dice = fallen(session, session.events, view, {piece.id: piece for piece in view.pieces})
    return photographer.shot(session, view, caption_of(session), doing=Doing(dice=tuple(dice[-MOST:])))


def export_mp4(
    timeline: Timeline, path: Path, *, start: int = 0, end: int | None = None, width: int = FILM_WIDTH * 3 // 2
) -> Steps:
    """Write a video like `export_gif`; raise `NotInstalled` if there is no encoder."""
    try:
        import imageio_ffmpeg  # an optional extra
    except ImportError:
        raise NotInstalled(
            _("writing a video needs one more library - install it with: pip install {name}", name='"inchwise[film]"')
        ) from None
    last = timeline.last if end is None else end
    photographer = Photographer(timeline.session, width, band=True)
    with replacing(path) as partial_file:
        writer: Any = imageio_ffmpeg.write_frames(
            str(partial_file),
            photographer.size,
            fps=FRAMES_PER_SECOND,
            macro_block_size=2,
            ffmpeg_log_level="error",
            quality=None,
            output_params=["-preset", "veryfast", "-crf", "24", "-f", "mp4"],
        )
        writer.send(None)
        try:
            for moments_done, frames in enumerate(film(timeline, photographer, start, last), 1):
                for frame in frames:
                    content = pygame.image.tobytes(frame.picture, "RGB")
                    for picture in repeat(content, _repetitions(frame)):
                        writer.send(picture)
                yield moments_done, last - start + 1
        finally:
            writer.close()
        try:
            imageio_ffmpeg.count_frames_and_secs(str(partial_file))
        except RuntimeError:  # the encoder does not report a full disk itself
            raise OSError(errno.EIO, _("the video could not be finished - is the disk full?")) from None
