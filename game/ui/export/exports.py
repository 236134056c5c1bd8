"""Games as files: a page that plays, a moving picture, a film, a picture of the table.

Every export is an iterator that yields its progress. Files are written aside and renamed at the very end, so
an iterator that is closed early leaves nothing behind.
"""

from __future__ import annotations

import errno
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from operator import attrgetter
from pathlib import Path
from typing import IO, Any, Final

import pygame
from PIL import GifImagePlugin, Image, ImageChops

from game.documents.files import replacing
from game.engine.core.events import Event
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.ui.board.dice_tray import MOST, Die, dice_of
from game.ui.board.picture import save_png
from game.ui.board.pieces import liveries
from game.ui.export.course import Course
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
"""The fields of a piece visible from above."""


@dataclass(frozen=True)
class Frame:
    """A picture and its duration in milliseconds."""

    picture: pygame.Surface
    milliseconds: int


class Director:
    """Decides which moments of a game get a picture, and for how long."""

    def __init__(self, timeline: Timeline, photographer: Photographer) -> None:
        self.timeline = timeline
        self.photographer = photographer
        self._before: dict[str, PieceView] = {}
        self._events = 0
        self._dice: list[Die] = []
        self._ground: object = None

    def take(self, index: int, *, first: bool, last: bool) -> Iterator[Frame]:
        """Yield the pictures of a moment: none if nothing visible changed."""
        session = self.timeline.at(index)
        view = session.ruleset.view(session.game)
        now = {piece.id: piece for piece in view.pieces}
        before, self._before = self._before, now
        sorts = {landmark.sort for landmark in self.timeline.landmarks.get(index, ())}
        if first:
            before, self._events = now, len(session.events)
        dice = fallen(session, session.events[self._events :], view, {**now, **before})
        self._events = len(session.events)
        moves = tuple(
            (was, piece)
            for piece in view.pieces
            if (was := before.get(piece.id)) is not None and (was.x, was.y) != (piece.x, piece.y)
        )
        meant = {die.throw.purpose for die in dice} - {die.throw.purpose for die in self._dice}
        if moves or meant or sorts - {"casualty"}:  # clear the dice of earlier events
            self._dice.clear()
        self._dice += dice
        weighty = bool(sorts - {"activation"})
        ground = session.game.ruler.battlefield
        relaid, self._ground = ground is not self._ground, ground
        if not (
            first
            or last
            or weighty
            or dice
            or relaid
            or [*map(_looks, before.values())] != [*map(_looks, now.values())]
        ):
            return
        lost = tuple(piece for piece in before.values() if piece.id not in now) if "casualty" in sorts else ()
        caption, doing = caption_of(session), Doing(moves, lost, tuple(self._dice))
        if moves:
            yield from self._glide(session, view, caption, doing)
        hold = END_MS if last else WEIGHTY_MS if weighty else MOVED_MS if moves else HOLD_MS
        yield Frame(self.photographer.shot(session, view, caption, doing=doing), hold)

    def _glide(self, session: Session, view: TableView, caption: str, doing: Doing) -> Iterator[Frame]:
        moving = {piece.id for piece, after in doing.moves}
        for number in range(1, GLIDE + 1):
            share = number / (GLIDE + 1)
            share = share * share * (3 - 2 * share)
            moves = tuple((was, _between(was, piece, share)) for was, piece in doing.moves)
            pieces = [*(piece for piece in view.pieces if piece.id not in moving), *(now for was, now in moves)]
            picture = self.photographer.shot(session, view, caption, pieces, replace(doing, moves=moves))
            yield Frame(picture, GLIDE_MS)


def film(
    timeline: Timeline, photographer: Photographer, start: int = 0, end: int | None = None
) -> Iterator[Iterator[Frame]]:
    """Yield the frames of every moment, each valid until the next; none where nothing changes."""
    last = timeline.last if end is None else end
    director = Director(timeline, photographer)
    return (director.take(at, first=at == start, last=at == last) for at in range(start, last + 1))


def _between(was: PieceView, now: PieceView, share: float) -> PieceView:
    return replace(now, x=was.x + (now.x - was.x) * share, y=was.y + (now.y - was.y) * share)


def fallen(session: Session, events: Sequence[Event], view: TableView, pieces: Mapping[str, PieceView]) -> list[Die]:
    """Return the dice that were rolled in events, in their owners' colours."""
    names = {**view.names, **{player.id: player.name for player in view.players}}
    thrown = session.ruleset.terms.thrown
    known: dict[str, PieceView | UnitView] = {**view.units, **pieces}
    return dice_of(events, known, lambda identity: names.get(identity, identity), liveries(view), thrown)


def caption_of(session: Session) -> str:
    """Return the last public event in plain words."""
    event = next((event for event in reversed(session.events) if not event.audience), None)
    return session.ruleset.tell(session.game, event) if event is not None else ""


COLOURS: Final = 255
UNCHANGED: Final = 255
"""The palette index that leaves the previous picture unchanged."""


def _image_of(picture: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))


class MovingPicture:
    """A GIF that loops for ever, written frame by frame, each holding only the changes since the one before.

    Its colours are those of `samples`, pictures of the same size as the frames.
    """

    def __init__(self, stream: IO[bytes], samples: Sequence[pygame.Surface]) -> None:
        self._stream = stream
        images = [_image_of(sample) for sample in samples]
        sheet = Image.new("RGB", (images[0].width, sum(image.height for image in images)))
        for place, image in enumerate(images):
            sheet.paste(image, (0, place * image.height))
        self._palette = sheet.quantize(COLOURS, Image.Quantize.FASTOCTREE)
        self._before: Image.Image | None = None
        self._pending: tuple[Image.Image, tuple[int, int], int] | None = None

    def add(self, frame: Frame) -> None:
        """Add the next frame; raise `OSError` when it cannot be written."""
        image = _image_of(frame.picture)
        if self._before is None or self._pending is None:
            whole = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
            self._stream.write(b"".join(GifImagePlugin.getheader(whole, info={"loop": 0})[0]))
            self._pending = whole, (0, 0), frame.milliseconds
        else:
            difference = ImageChops.difference(self._before, image)
            box = difference.getbbox()
            if box is None:
                part, spot, before = self._pending
                self._pending = part, spot, before + frame.milliseconds
                return
            self._flush()
            part = image.crop(box).quantize(palette=self._palette, dither=Image.Dither.NONE)
            same = difference.crop(box).convert("L").point([255] + [0] * 255)
            part.paste(UNCHANGED, mask=same)
            self._pending = part, (box[0], box[1]), frame.milliseconds
        self._before = image

    def finish(self) -> None:
        self._flush()
        self._stream.write(b";")

    def _flush(self) -> None:
        if self._pending is not None:
            part, spot, milliseconds = self._pending
            blocks = GifImagePlugin.getdata(part, spot, duration=milliseconds, disposal=1, transparency=UNCHANGED)
            self._stream.write(b"".join(blocks))
            self._pending = None


Steps = Iterator[tuple[int, int]]
"""The number of finished parts and of all parts."""
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
    """Write the game as a page that plays in a browser, with its log and its report."""
    course, done = Course(timeline), 0
    for done, total in course.steps():
        yield done, total + 1
    text = replay_page(course, differences)
    with replacing(path) as aside:
        aside.write_text(text, encoding="utf-8", newline="\n")
    yield done + 1, done + 1


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
