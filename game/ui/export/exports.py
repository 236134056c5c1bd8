"""What a game can be written down as: a page, a moving picture, a film, a picture of the table.

Every export is an iterator: it works a little, says how far it is, and so on. Whoever drives it shows the progress; a
closed one leaves nothing behind. Files are written aside and take their place at the very end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pygame

from game.documents.files import replacing
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PieceView
from game.engine.saving.saves import Difference
from game.lab.html_report import Plate, html_report
from game.ui.board.dice_tray import MOST
from game.ui.export.film import Frame, caption_of, fallen, film
from game.ui.export.photographs import Doing, Photographer, encoded
from game.wording import _

Steps = Iterator[tuple[int, int]]
"""How many of how many parts are done."""

REPORT_WIDTH: Final = 900
FILM_WIDTH: Final = 720
FRAMES_PER_SECOND: Final = 16
PICTURE_SCALE: Final = 40.0
"""Pixels per inch of a picture, where nothing is said."""


class NotInstalled(RuntimeError):
    """A library that this export needs is not there; the message says how to get it."""


def export_png(timeline: Timeline, path: Path, moment: int, scale: float = PICTURE_SCALE) -> Steps:
    """Write a picture of the table at a moment, in pixels per inch. Raises `ValueError` on an impossible scale."""
    session = timeline.at(moment)
    picture = Photographer.at_scale(session, scale).shot(session, session.ruleset.view(session.game))
    with replacing(path) as aside:
        aside.write_bytes(encoded(picture, "picture.png"))
    yield 1, 1


def export_html(timeline: Timeline, path: Path, differences: Sequence[Difference] = ()) -> Steps:
    """Write the battle report: a page with the log, and pictures of every round's end and every casualty."""
    wanted = report_moments(timeline)
    photographer = Photographer(timeline.session, REPORT_WIDTH)
    plates = []
    for done, moment in enumerate(wanted):
        session = timeline.at(moment)
        view = session.ruleset.view(session.game)
        lost = _lost(timeline, moment)
        text = caption_of(session) if lost else (view.result or _("how the table stands at its end"))
        caption = f"{view.round_text}: {text}"
        picture = photographer.shot(session, view, doing=Doing(lost=lost))
        plates.append(Plate(moment, caption, encoded(picture, "picture.jpg"), "image/jpeg"))
        yield done + 1, len(wanted) + 1
    text = html_report(timeline, plates, differences)
    with replacing(path) as aside:
        aside.write_text(text, encoding="utf-8")
    yield len(wanted) + 1, len(wanted) + 1


def _lost(timeline: Timeline, moment: int) -> tuple[PieceView, ...]:
    """Return the pieces that were lost at a moment, as they stood just before."""
    if moment == 0 or all(landmark.sort != "casualty" for landmark in timeline.landmarks.get(moment, ())):
        return ()
    before, now = timeline.at(moment - 1), timeline.at(moment)
    standing = {piece.id for piece in now.ruleset.view(now.game).pieces}
    return tuple(piece for piece in before.ruleset.view(before.game).pieces if piece.id not in standing)


def report_moments(timeline: Timeline) -> list[int]:
    """Return the moments that a report shows: the end of the setup and of every round, and every casualty."""
    lost = [
        index
        for index, landmarks in timeline.landmarks.items()
        if any(landmark.sort == "casualty" for landmark in landmarks)
    ]
    return sorted({*timeline.round_ends(), *lost})


def export_gif(
    timeline: Timeline, path: Path, *, start: int = 0, end: int | None = None, width: int = FILM_WIDTH
) -> Steps:
    """Write a moving picture of the whole game, or from moment `start` to moment `end`."""
    from game.ui.export.gif import MovingPicture

    last = timeline.last if end is None else end
    photographer = Photographer(timeline.session, width, band=True)
    with replacing(path) as aside, aside.open("wb") as stream:
        picture = MovingPicture(
            stream, [_sample(photographer, timeline, at) for at in (start, (start + last) // 2, last)]
        )
        for item in film(timeline, photographer, start, last):
            if isinstance(item, Frame):
                picture.add(item)
            else:
                yield item - start + 1, last - start + 1
        picture.finish()


def _sample(photographer: Photographer, timeline: Timeline, moment: int) -> pygame.Surface:
    """Return a picture that has all colours of the film: the latest dice lie there too."""
    session = timeline.at(moment)
    view = session.ruleset.view(session.game)
    dice = fallen(session.events, view, {piece.id: piece for piece in view.pieces})
    return photographer.shot(session, view, caption_of(session), doing=Doing(dice=tuple(dice[-MOST:])))


def export_mp4(timeline: Timeline, path: Path, *, width: int = FILM_WIDTH * 3 // 2) -> Steps:
    """Write a film of the whole game. Raises `NotInstalled` where nothing can encode it."""
    try:
        import imageio_ffmpeg  # an optional extra
    except ImportError:
        raise NotInstalled(
            _("writing films needs one more library - install it with: pip install {name}", name='"inchwise[film]"')
        ) from None
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
            for item in film(timeline, photographer):
                if isinstance(item, Frame):
                    content = pygame.image.tobytes(item.picture, "RGB")
                    for _unused in range(max(1, round(item.milliseconds * FRAMES_PER_SECOND / 1000))):
                        writer.send(content)
                else:
                    yield item + 1, timeline.last + 1
        finally:
            writer.close()
