"""A game as a film: the table at every visible change, pieces gliding, dice as they fell; also as a GIF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import IO, Final

import pygame
from PIL import GifImagePlugin, Image, ImageChops

from game.engine.core.events import Event
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.engine.session import Session
from game.ui.board.dice_tray import Die, dice_of
from game.ui.board.pieces import liveries
from game.ui.export.photographs import Doing, Photographer

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
    players = {player.id: player.name for player in view.players}
    thrown = session.ruleset.terms.thrown
    known: dict[str, PieceView | UnitView] = {**view.units, **pieces}
    return dice_of(events, known, lambda identity: players.get(identity, identity), liveries(view), thrown)


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
