"""The dice tray: dice tumble in a corner of the table and lie there with the values the game has drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.engine.history.fairness import Throw
from game.ui.board.dice_physics import LASTS, Tumble, tumble
from game.ui.widgets.icons import icon
from game.ui.widgets.text import ink, line_height, shorten
from game.ui.widgets.theme import BAD, INK, INK_QUIET, PAPER, SHADOW, WOOD_LIGHT, Colour, Theme, mix, readable_on
from game.wording import _

MOTIONS: Final = ("full", "reduced", "off")
"""Dice tumble; values fade in; values are there at once."""
FADING: Final = 0.2
SHOWN: Final = 3.5
"""Seconds the dice lie there before the tray is cleared."""
MOST: Final = 8
FELT: Final[Colour] = (38, 62, 56)
LINE: Final = 0.3
"""Where the row of dice lies, as a share of the tray's height."""
_FLICKER: Final = 0.07


@dataclass(frozen=True)
class Die:
    """A die in the tray: what was thrown, for whom, in whose colour."""

    throw: Throw
    name: str
    colour: Colour


@dataclass
class DiceTray:
    """Holds the dice of the latest answer. Times are seconds of a clock that the caller reads."""

    theme: Theme
    motion: str = "full"
    dice: tuple[Die, ...] = ()
    left_out: int = 0
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    _since: float = 0.0
    _tumble: Tumble | None = None
    _pictures: dict[tuple[object, ...], pygame.Surface] = field(default_factory=dict, repr=False)

    # -- time ----------------------------------------------------------------------------------

    def throw(self, dice: Sequence[Die], now: float) -> None:
        """Throw dice; of more than fit, the last are shown."""
        self.left_out = max(0, len(dice) - MOST)
        self.dice = tuple(dice[-MOST:])
        self._since = now
        self._tumble = None
        self._pictures.clear()
        if self.dice and self.motion == "full":
            wide, high = self._units()
            seed = "|".join(f"{die.name} {die.throw.sides} {die.throw.faces}" for die in self.dice)
            self._tumble = tumble(len(self.dice), wide, high, seed)

    def skip(self, now: float) -> None:
        """Let the dice lie at once."""
        if self.running(now):
            self._since = now - self._moving()

    def settle(self) -> None:
        """Let the dice lie from now on without moving again, however the clock runs: for pictures."""
        self.motion, self._tumble = "off", None

    def clear(self) -> None:
        """Take the dice away."""
        self.dice = ()
        self._tumble = None

    def running(self, now: float) -> bool:
        """Say whether dice are still tumbling or fading in."""
        return bool(self.dice) and now - self._since < self._moving()

    def lively(self, now: float) -> bool:
        """Say whether the next frame looks different; takes the dice away when their time is over."""
        if self.dice and now - self._since >= self._moving() + SHOWN:
            self.clear()
            return True
        return self.running(now)

    def _moving(self) -> float:
        return {"full": LASTS, "reduced": FADING}.get(self.motion, 0.0)

    # -- place ---------------------------------------------------------------------------------

    def place(self, table: pygame.Rect) -> None:
        """Stand in the lower left corner of the table's part of the window."""
        if not self.dice:
            self.rect = pygame.Rect(0, 0, 0, 0)
            return
        width = min(self._size() * 2 * max(2, len(self.dice)) + self.theme.px(2), table.width - self.theme.px(4))
        high = round(self._size() * 1.75) + 3 * line_height(self.theme, "small") + self.theme.px(1)
        self.rect = pygame.Rect(0, 0, width, high)
        self.rect.bottomleft = (table.left + self.theme.px(2), table.bottom - self.theme.px(2))

    def _size(self) -> int:
        return self.theme.px(5.5)

    def _units(self) -> tuple[float, float]:
        return max(2, len(self.dice)) * 2.0, 3.2

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface, now: float) -> None:
        """Draw the tray with its dice as they are at this moment."""
        if not self.dice or not self.rect.width:
            return
        self._draw_tray(target)
        passed = now - self._since
        size = min(self._size(), round(self.rect.width / max(2, len(self.dice)) / 1.3))
        inner = self.rect.inflate(-self.theme.px(2), -self.theme.px(2))
        wide, high = self._units()
        landed = passed >= self._moving()
        if self._tumble is not None and not landed:
            for die, pose in zip(self.dice, self._tumble.at(passed), strict=True):
                x, y = inner.left + pose.x / wide * inner.width, inner.top + pose.y / high * inner.height
                self._draw_die(target, die, self._passing(die, passed), (x, y), size, pose.turn)
            return
        strength = 1.0 if self.motion != "reduced" else min(1.0, passed / FADING)
        step = inner.width / max(1, len(self.dice))
        for number, die in enumerate(self.dice):
            x = inner.left + step * (number + 0.5)
            self._draw_die(
                target, die, str(die.throw.faces[-1]), (x, inner.top + inner.height * LINE), size, 0.0, strength
            )
            self._caption(target, die, x, inner.bottom + self.theme.px(0.25), round(step))
        if self.left_out:
            more = ink(
                self.theme,
                _("{left_out} more before: see the log", left_out=self.left_out),
                "small",
                "regular",
                INK_QUIET,
            )
            target.blit(more, more.get_rect(bottomleft=(self.rect.left, self.rect.top - 2)))

    def _passing(self, die: Die, passed: float) -> str:
        """Return some face for a die that still tumbles; close to the end, the one that was drawn."""
        if passed > LASTS - 0.2:
            return str(die.throw.faces[-1])
        return str(random.Random(f"{die.name}{die.throw.purpose}{int(passed / _FLICKER)}").randint(1, die.throw.sides))

    def _draw_tray(self, target: pygame.Surface) -> None:
        key = ("tray", self.rect.size)
        picture = self._pictures.get(key)
        if picture is None:
            picture = pygame.Surface(self.rect.size, pygame.SRCALPHA, 32)
            box, round_ = picture.get_rect(), self.theme.px(1)
            pygame.draw.rect(picture, mix(WOOD_LIGHT, SHADOW, 0.25), box, border_radius=round_)
            pygame.draw.rect(picture, WOOD_LIGHT, box.inflate(-4, -4), border_radius=round_)
            pygame.draw.rect(picture, mix(FELT, SHADOW, 0.35), box.inflate(-12, -12), border_radius=round_)
            felt = box.inflate(-12, -12).move(0, 2)
            pygame.draw.rect(picture, FELT, felt.clip(box.inflate(-12, -12)), border_radius=round_)
            self._pictures[key] = picture
        target.blit(picture, self.rect)

    def _draw_die(
        self,
        target: pygame.Surface,
        die: Die,
        figure: str,
        spot: tuple[float, float],
        size: int,
        turn: float,
        strength: float = 1.0,
    ) -> None:
        picture = self._die_picture(die, figure, size)
        if turn:
            picture = pygame.transform.rotozoom(picture, turn, 1.0)
        picture.set_alpha(round(255 * strength))
        target.blit(picture, picture.get_rect(center=(round(spot[0]), round(spot[1]))))

    def _die_picture(self, die: Die, figure: str, size: int) -> pygame.Surface:
        key = (die.throw.sides, die.colour, figure, size)
        picture = self._pictures.get(key)
        if picture is None:
            picture = pygame.Surface((size + 4, size + 4), pygame.SRCALPHA, 32)
            name = f"die-d{die.throw.sides}"
            picture.blit(icon(name, size, mix(die.colour, SHADOW, 0.75)), (3, 4))
            picture.blit(icon(name, size, die.colour), (1, 1))
            text = self.theme.font_px(round(size * 0.4), "bold").render(figure, True, readable_on(die.colour))
            drop = round(size * (0.06 if die.throw.sides == 4 else 0.0))
            picture.blit(text, text.get_rect(center=(size // 2 + 1, size // 2 + 1 + drop)))
            self._pictures[key] = picture
        return picture

    def _caption(self, target: pygame.Surface, die: Die, x: float, bottom: int, room: int) -> None:
        """Write below a die: faces rolled again struck through, a result that counts as nothing, whose it is."""
        theme, throw = self.theme, die.throw
        top = bottom - 3 * line_height(theme, "small")
        parts = [(str(face), True) for face in throw.faces[:-1]]
        if throw.result != throw.faces[-1] or parts:
            parts.append((str(throw.faces[-1]), throw.result != throw.faces[-1]))
        if throw.result != throw.faces[-1]:
            parts.append((_("counts {result}", result=throw.result), False))
        inks = [
            (ink(theme, text, "small", "semibold", mix(BAD, INK, 0.35) if struck else INK), struck)
            for text, struck in parts
        ]
        left = x - (sum(text.get_width() for text, _unused in inks) + theme.px(0.75) * max(0, len(inks) - 1)) / 2
        for text, struck in inks:
            target.blit(text, (round(left), top))
            if struck:
                middle = top + text.get_height() // 2 + 1
                pygame.draw.line(target, BAD, (left - 2, middle), (left + text.get_width() + 1, middle), 2)
            left += text.get_width() + theme.px(0.75)
        top += line_height(theme, "small")
        for words, colour in ((die.name, PAPER), (_(throw.purpose), INK_QUIET)):
            text = ink(theme, shorten(theme, words, room - 4, "small"), "small", "regular", colour)
            target.blit(text, text.get_rect(midtop=(round(x), top)))
            top += line_height(theme, "small")
