"""The dice tray: a film of rolling dice beside the pieces that rolled, then their values. It decides nothing."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

import pygame
import pymunk

from game.engine.core.events import Event
from game.engine.history.fairness import Throw, throws
from game.engine.rulebook.view import PieceView, UnitView
from game.ui.board.labels import hidden
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import NEUTRAL, Liveries
from game.ui.widgets.memo import Memo
from game.ui.widgets.signs import COLOURS, icon
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, shorten
from game.ui.widgets.theme import BAD, GOOD, INK, INK_QUIET, PAPER, SHADOW, WOOD_LIGHT, Colour, Theme, mix, readable_on
from game.ui.widgets.tooltip import clear_place
from game.wording import _

STEP: Final = 1 / 120
"""Seconds between two pictures of the film."""
ROLLING: Final = 0.56
SETTLING: Final = 0.24
"""Seconds in which dice roll, and in which they then glide into a row."""
LASTS: Final = ROLLING + SETTLING
_STICKY: Final = 0.035
"""The part of its speed that a die keeps after one second, as on felt."""


@dataclass(frozen=True)
class Pose:
    """The position of a die, in units of its width from the tray's upper left corner, and its turn in degrees."""

    x: float
    y: float
    turn: float


@dataclass(frozen=True)
class Tumble:
    """A film of rolling dice: the poses of all dice in each picture, and the row in which they end."""

    pictures: tuple[tuple[Pose, ...], ...]
    row: tuple[Pose, ...]

    def at(self, seconds: float) -> tuple[Pose, ...]:
        """Return the poses of the dice `seconds` after the roll."""
        if seconds >= LASTS:
            return self.row
        rolling = self.pictures[min(len(self.pictures) - 1, max(0, int(seconds / STEP)))]
        if seconds <= ROLLING:
            return rolling
        progress = (seconds - ROLLING) / SETTLING
        eased = progress * progress * (3 - 2 * progress)
        return tuple(
            Pose(start.x + (end.x - start.x) * eased, start.y + (end.y - start.y) * eased, start.turn * (1 - eased))
            for start, end in zip(rolling, self.row, strict=True)
        )


def tumble(count: int, width: float, height: float, seed: str) -> Tumble:
    """Return the film of `count` dice in a tray of a size in dice; the same seed gives the same film."""
    rng = random.Random(seed)
    space = pymunk.Space()
    space.damping = _STICKY
    for start, finish in (
        ((0, 0), (width, 0)),
        ((width, 0), (width, height)),
        ((width, height), (0, height)),
        ((0, height), (0, 0)),
    ):
        wall = pymunk.Segment(space.static_body, start, finish, 0.12)
        wall.elasticity, wall.friction = 0.7, 0.4
        space.add(wall)
    dice = [_new_die(space, rng, number, count, width, height) for number in range(count)]
    pictures = []
    for _picture in range(math.ceil(ROLLING / STEP) + 1):
        pictures.append(tuple(_pose_of(die, width, height) for die in dice))
        space.step(STEP)
    final_turns = [math.degrees(die.angle) for die in dice]  # subtracted from all turns, so that dice end upright
    turned = tuple(
        tuple(Pose(pose.x, pose.y, pose.turn - end) for pose, end in zip(picture, final_turns, strict=True))
        for picture in pictures
    )
    return Tumble(turned, row(count, width, height))


def row(count: int, width: float, height: float) -> tuple[Pose, ...]:
    """Return the poses of dice side by side in the upper part of the tray."""
    gap = width / max(1, count)
    return tuple(Pose(gap * (number + 0.5), height * 0.3, 0.0) for number in range(count))


def _new_die(
    space: pymunk.Space, rng: random.Random, number: int, count: int, width: float, height: float
) -> pymunk.Body:
    """Return a new die at the edge of the tray with a random speed and spin."""
    body = pymunk.Body(1.0, pymunk.moment_for_box(1.0, (0.9, 0.9)))
    from_left = number % 2 == 0  # rolled from two sides
    body.position = (0.8 if from_left else width - 0.8, height * (number + 1) / (count + 1))
    speed = rng.uniform(0.9, 1.7) * width * 2.2
    body.velocity = (speed if from_left else -speed, rng.uniform(-1.0, 1.0) * width)
    body.angle = rng.uniform(0, math.tau)
    body.angular_velocity = rng.choice((-1, 1)) * rng.uniform(18, 34)
    shape = pymunk.Poly.create_box(body, (0.86, 0.86), 0.06)
    shape.elasticity, shape.friction = 0.55, 0.5
    space.add(body, shape)
    return body


def _pose_of(body: pymunk.Body, width: float, height: float) -> Pose:
    """Return the pose of a die, kept inside the tray."""
    x, y = body.position
    return Pose(min(max(x, 0.5), width - 0.5), min(max(y, 0.5), height - 0.5), math.degrees(body.angle))


FADING: Final = 0.2
"""Seconds in which values fade in with reduced motion."""
SHOWN: Final = 3.5
"""Seconds that dice stay before the tray is cleared."""
READ: Final = 1.2
"""Seconds after which dice at rest fold into one line, if a person is asked something."""
LINE_MOST: Final = 44
"""The most width of the text of folded dice, in units of the theme."""
MOST: Final = 8
"""The most dice in the tray."""
DIE: Final = 5.5
"""The width of a die in units of the theme."""
ROOM: Final = 1.5
"""The space for a die in the tray, in widths of a die."""
GAP: Final = 10
"""The least pixels between the captions of two dice."""
ABOVE: Final = 2
"""Units of the theme from the tray up to the middle of the text above it."""
FELT: Final[Colour] = (38, 62, 56)
MISSED: Final = 0.55
"""The opacity of a die at rest that does not show the face it needs; one that does is underlined."""
LINE: Final = 0.3
"""The distance of the row from the tray's top, as a part of the tray's height."""
THROUGH: Final = 200
"""The opacity of a tray that yields to the mouse, from 0 to 255."""
_FLICKER: Final = 0.07
"""Seconds for which a rolling die shows the same face."""


@dataclass(frozen=True)
class Die:
    """A die in the tray: its roll, its roller's name and colour, and its purpose."""

    throw: Throw
    name: str
    colour: Colour
    purpose: str = ""

    @property
    def succeeds(self) -> bool | None:
        """Whether it shows the face that it needs; None if it needs none of its own."""
        return self.throw.result >= self.throw.needed if self.throw.needed else None

    @property
    def caption(self) -> str:
        """Its purpose in words, with the result of all dice of the roll or with the face that it needs."""
        text = self.purpose or self.throw.purpose
        needed, double = self.throw.needed, self.throw.doubled
        if text and needed and double:
            return _("{purpose} {needed}+, double {double}+", purpose=_(text), needed=needed, double=double)
        if text and self.throw.sum:
            return _("{purpose}: {sum}", purpose=_(text), sum=self.throw.sum)
        return _("{purpose} on {needed}+", purpose=_(text), needed=needed) if text and needed else _(text)


def dice_of(
    events: Sequence[Event],
    pieces: Mapping[str, PieceView | UnitView],
    name_of: Callable[[str], str],
    owners: Liveries,
    purpose_words: Mapping[str, str],
) -> list[Die]:
    """Return the dice rolled in these events, in their own colours or those of their owners.

    `pieces` includes units, and pieces that have left the table; `name_of` names other subjects of rolls.
    `purpose_words` has the rulebook's readable words for purposes that are coded in events.
    """
    dice = []
    for throw in throws(events):
        piece = pieces.get(throw.subject)
        owner = piece.owner if piece is not None else throw.subject
        name = piece.name if piece is not None else name_of(throw.subject)
        colour = COLOURS.get(throw.colour) or (owners[owner].colour if owner in owners else NEUTRAL)
        purpose = throw.colour or _purpose_in_words(throw, purpose_words)
        dice.append(Die(throw, name if throw.subject else "", colour, purpose))
    return dice


def _purpose_in_words(throw: Throw, purpose_words: Mapping[str, str]) -> str:
    """Return what a die is for, in the rulebook's words for its purpose, else for a part of the key of its pool."""
    parts = [throw.purpose] if throw.purpose else reversed(throw.key.split("/"))
    words = (part.partition(" ")[0] for part in parts)  # "hit railgun", "cast searing-ray", "deployment ann"
    known = (purpose_words[word] for word in words if word in purpose_words)
    return purpose_words.get(throw.purpose) or next(known, throw.purpose)


@dataclass
class DiceTray:
    """The tray with the dice of the latest answer. Times are seconds of any clock that the caller reads.

    `motion`: "full" shows dice rolling, "reduced" lets their values fade in, "off" shows values at once. `pace`
    multiplies the speed. `left_out` is the number of dice without room. While a person is `asked` something, dice at
    rest soon fold into one line; dice `in_question` stay.
    """

    theme: Theme
    motion: str = "full"
    pace: float = 1.0
    dice: tuple[Die, ...] = ()
    left_out: int = 0
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    asked: bool = False
    in_question: bool = False
    folded: bool = False
    _lies: bool = False
    _since: float = 0.0
    _tumble: Tumble | None = None
    _pictures: Memo[pygame.Surface] = field(default_factory=lambda: Memo(100), repr=False)

    def throw(self, dice: Sequence[Die], now: float) -> None:
        """Show a new roll of dice; if there are too many for the tray, the last ones."""
        self.left_out = max(0, len(dice) - MOST)
        self.dice = tuple(dice[-MOST:])
        self._since, self._lies, self.folded = now, False, False
        self._tumble = None
        if self.dice and self.motion == "full":
            seed = "|".join(f"{die.name} {die.throw.sides} {die.throw.faces}" for die in self.dice)
            self._tumble = tumble(len(self.dice), *self._units(), seed)

    def skip(self, now: float) -> None:
        """Skip to the dice at rest."""
        if self.running(now):
            self._since = now - self._moving() / self.pace

    def settle(self) -> None:
        """Show the dice at rest at once, at the best place for them now."""
        self.motion, self._tumble, self._lies = "off", None, False

    def clear(self) -> None:
        """Remove all dice."""
        self.dice = ()
        self._tumble = None

    def running(self, now: float) -> bool:
        """Return whether dice are still rolling or fading in."""
        return bool(self.dice) and self._passed(now) < self._moving()

    def _passed(self, now: float) -> float:
        return (now - self._since) * self.pace

    def lively(self, now: float) -> bool:
        """Return whether the next frame differs; once their time is over, clear the dice."""
        if self.in_question:
            return self.running(now)
        if self.dice and self._passed(now) >= self._moving() + SHOWN:
            self.clear()
            return True
        if self.asked and not self.folded and self.dice and self._passed(now) >= self._moving() + READ:
            self.folded, self._lies = True, False
            return True
        return self.running(now)

    def _moving(self) -> float:
        return {"full": LASTS, "reduced": FADING}.get(self.motion, 0.0)

    def place(
        self,
        table: pygame.Rect,
        things: Sequence[pygame.Rect] = (),
        others: Sequence[pygame.Rect] = (),
        near: tuple[int, int] | None = None,
    ) -> None:
        """Place the tray `near` a pixel, by default at the lower left, so that it hides none of the `things`.

        New dice avoid `others` too if possible. Dice already in place stay there unless they now hide more of the
        things.
        """
        if not self.dice:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        inner = table.inflate(-self.theme.px(4), -self.theme.px(4))
        text_height = self.theme.px(ABOVE) + line_height(self.theme, "small") if self.left_out else 0
        lines = 3 if any(map(_texts_below, self.dice)) else 2
        height = (
            round(self.theme.px(DIE) * 1.75) + lines * line_height(self.theme, "small") + self.theme.px(1) + text_height
        )
        width = min(max(2, len(self.dice)) * self._pitch() + self.theme.px(2), inner.width)
        if self.folded:
            width, height, text_height = (
                min(self._folded_dice().get_width(), inner.width),
                self._folded_dice().get_height(),
                0,
            )
        old = pygame.Rect(self.rect.left, self.rect.top - text_height, self.rect.width, self.rect.height + text_height)
        if self._lies and inner.contains(old) and not hidden(old, things):
            return
        goal = near or inner.bottomleft
        places = [clear_place((width, height), goal, 0, inner, avoided) for avoided in ((*things, *others), things)]
        best = min([old, *places] if self._lies else places, key=lambda place: hidden(place, things))
        self.rect, self._lies = (
            pygame.Rect(best.left, best.top + text_height, best.width, best.height - text_height),
            True,
        )

    def _pitch(self) -> int:
        """Return the width for one die; neighbouring dice of one roller and purpose share a caption."""
        theme, gap = self.theme, self.theme.px(0.75)
        size = theme.px(DIE) * ROOM
        for captions, dice in groupby(self.dice, _captions):
            group = list(dice)
            widest = max(ink(theme, text, "small").get_width() for text in captions)
            size = max(size, (widest + GAP) / len(group))
            for die in group:
                faces = [ink(theme, text, "small", "semibold").get_width() + gap for text, _struck in _texts_below(die)]
                size = max(size, sum(faces) + GAP - gap)
        return math.ceil(size)

    def _units(self) -> tuple[float, float]:
        """Return the size of the tray in widths of a die."""
        return max(2, len(self.dice)) * ROOM, 3.2

    def yields(self, mouse: tuple[int, int], moved: float) -> bool:
        """Return whether the tray is transparent, because the mouse moved onto it after the dice came to rest."""
        return bool(self.dice) and self.rect.collidepoint(mouse) and moved > self._since + self._moving() / self.pace

    def draw(self, target: pygame.Surface, now: float, *, yields: bool = False) -> None:
        """Draw the tray with its dice at the time `now`; transparent if it `yields`."""
        if not self.dice or not self.rect.width:
            return
        if not yields:
            self._draw(target, now)
            return
        area = self.rect.clip(target.get_rect())
        background = target.subsurface(area).copy()
        self._draw(target, now)
        background.set_alpha(THROUGH)
        target.blit(background, area)

    def _draw(self, target: pygame.Surface, now: float) -> None:
        """Draw the tray and its rolling dice, or the dice at rest with their captions, or in one line."""
        if self.folded:
            target.blit(self._folded_dice(), self.rect)
            return
        target.blit(self._pictures.of(self.rect.size, self._empty_tray), self.rect)
        passed = self._passed(now)
        size = min(self.theme.px(DIE), round(self.rect.width / max(2, len(self.dice)) / 1.3))
        inner = self.rect.inflate(-self.theme.px(2), -self.theme.px(2))
        if self._tumble is not None and passed < self._moving():
            width, height = self._units()
            for die, pose in zip(self.dice, self._tumble.at(passed), strict=True):
                picture = pygame.transform.rotozoom(
                    self._picture(die, _rolling_face(die, passed), size), pose.turn, 1.0
                )
                x, y = inner.left + pose.x / width * inner.width, inner.top + pose.y / height * inner.height
                blit_at(target, picture, center=(round(x), round(y)))
            return
        strength = 1.0 if self.motion != "reduced" else min(1.0, passed / FADING)
        step, bottom, number = inner.width / len(self.dice), inner.bottom + self.theme.px(0.25), 0
        for captions, dice in groupby(self.dice, _captions):
            first = number
            for number, die in enumerate(dice, first + 1):
                x = inner.left + step * (number - 0.5)
                picture = self._picture(die, str(die.throw.faces[-1]), size)
                picture.set_alpha(round(255 * strength * (MISSED if die.succeeds is False else 1.0)))
                place = blit_at(target, picture, center=(round(x), round(inner.top + inner.height * LINE)))
                if die.succeeds:
                    bar = pygame.Rect(place.left, place.bottom, place.width, max(2, self.theme.px(0.375)))
                    pygame.draw.rect(target, GOOD, bar, border_radius=2)
                self._draw_faces(target, die, x, bottom)
            middle, caption_width = inner.left + step * (first + number) / 2, round(step * (number - first)) - GAP
            top = bottom - 3 * line_height(self.theme, "small")
            for words, colour in zip(captions, (PAPER, INK_QUIET), strict=True):
                top += line_height(self.theme, "small")
                caption = ink(
                    self.theme, shorten(self.theme, words, caption_width, "small"), "small", "regular", colour
                )
                blit_at(target, caption, midtop=(round(middle), top))
        if self.left_out:
            text = _("{left_out} earlier: see the log", left_out=self.left_out)
            draw_pill(target, text, (self.rect.centerx, self.rect.top - self.theme.px(ABOVE)), self.theme)

    def _folded_dice(self) -> pygame.Surface:
        """Return the picture of folded dice: for each roller and purpose in one line, what was rolled."""
        texts = []
        for (name, caption), dice in groupby(self.dice, _captions):
            # the caption of a sum says what was rolled
            rolled = ", ".join(str(die.throw.result) for die in dice if not die.throw.sum)
            texts.append(": ".join(filter(None, (" ".join(filter(None, (name, caption))), rolled))))
        return self._pictures.of(("folded", *texts), lambda: self._felt_plate("; ".join(texts)))

    def _felt_plate(self, text: str) -> pygame.Surface:
        """Return a small plate of felt with a text."""
        text = shorten(self.theme, text, self.theme.px(LINE_MOST), "small", "semibold")
        words, pad = ink(self.theme, text, "small", "semibold", PAPER), self.theme.px(1)
        picture = pygame.Surface((words.get_width() + 2 * pad, words.get_height() + pad), pygame.SRCALPHA, 32)
        draw_plate(picture, picture.get_rect(), FELT, WOOD_LIGHT, pad)
        blit_at(picture, words, center=picture.get_rect().center)
        return picture

    def _empty_tray(self) -> pygame.Surface:
        """Return the picture of a tray with a wooden rim and felt."""
        picture = pygame.Surface(self.rect.size, pygame.SRCALPHA, 32)
        box, radius = picture.get_rect(), self.theme.px(1)
        felt = box.inflate(-12, -12)
        pygame.draw.rect(picture, mix(WOOD_LIGHT, SHADOW, 0.25), box, border_radius=radius)
        pygame.draw.rect(picture, WOOD_LIGHT, box.inflate(-4, -4), border_radius=radius)
        pygame.draw.rect(picture, mix(FELT, SHADOW, 0.35), felt, border_radius=radius)
        pygame.draw.rect(picture, FELT, felt.move(0, 2).clip(felt), border_radius=radius)
        return picture

    def _picture(self, die: Die, figure: str, size: int) -> pygame.Surface:
        key = (die.throw.sides, die.colour, figure, size)
        return self._pictures.of(key, lambda: _picture_of_die(self.theme, die, figure, size))

    def _draw_faces(self, target: pygame.Surface, die: Die, x: float, bottom: int) -> None:
        """Draw the texts below a die: rerolled faces, struck through, and a result that counts as another."""
        theme, parts = self.theme, _texts_below(die)
        top = bottom - 3 * line_height(theme, "small")
        pictures = [
            ink(theme, text, "small", "semibold", mix(BAD, INK, 0.35) if struck else INK) for text, struck in parts
        ]
        left = x - (sum(text.get_width() for text in pictures) + theme.px(0.75) * max(0, len(pictures) - 1)) / 2
        for text, part in zip(pictures, parts, strict=True):
            target.blit(text, (round(left), top))
            if part[1]:
                middle = top + text.get_height() // 2 + 1
                pygame.draw.line(target, BAD, (left - 2, middle), (left + text.get_width() + 1, middle), 2)
            left += text.get_width() + theme.px(0.75)


def _texts_below(die: Die) -> list[tuple[str, bool]]:
    """Return the texts between a die and its caption, each with whether it is struck through."""
    roll = die.throw
    earlier, is_changed = [(str(face), True) for face in roll.faces[:-1]], roll.result != roll.faces[-1]
    texts = [*earlier]
    if is_changed or earlier:
        texts.append((str(roll.faces[-1]), is_changed))
    if is_changed:
        texts.append((_("counts as {result}", result=roll.result), False))
    if roll.is_double:
        texts.append(("×2", False))
    return texts


def _captions(die: Die) -> tuple[str, str]:
    """Return the two captions of a die: its roller, and what it is for."""
    return die.name, die.caption


def _rolling_face(die: Die, passed: float) -> str:
    """Return a random face for a rolling die; close to the end, its final one."""
    if passed > LASTS - 0.2:
        return str(die.throw.faces[-1])
    return str(random.Random(f"{die.name}{die.throw.purpose}{int(passed / _FLICKER)}").randint(1, die.throw.sides))


def _picture_of_die(theme: Theme, die: Die, figure: str, size: int) -> pygame.Surface:
    """Return the picture of a die with a number on it."""
    picture = pygame.Surface((size + 4, size + 4), pygame.SRCALPHA, 32)
    name = f"die-d{die.throw.sides}"
    picture.blit(icon(name, size, mix(die.colour, SHADOW, 0.75)), (3, 4))
    picture.blit(icon(name, size, die.colour), (1, 1))
    text = theme.font_px(round(size * 0.4), "bold").render(figure, True, readable_on(die.colour))
    shift_down = round(size * (0.06 if die.throw.sides == 4 else 0.0))
    blit_at(picture, text, center=(size // 2 + 1, size // 2 + 1 + shift_down))
    return picture
