"""The bar below the table of a replay: rounds, activations, losses, scores, notes, and the moment shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import pygame

from game.engine.history.timeline import Timeline
from game.ui.widgets.signs import sign
from game.ui.widgets.text import ink
from game.ui.widgets.theme import INK, INK_FAINT, INK_QUIET, LAMP, SLATE, SLATE_LINE, SLATE_RAISED, Theme
from game.wording import N_, _, within_line

HIGH: Final = 9
"""Its height in steps of the grid."""
BUTTONS: Final = {
    "-activation": N_("{activation}: previous (Ctrl+Left)"),
    "-event": N_("Previous event (Left)"),
    "play": N_("Play (Space)"),
    "+event": N_("Next event (Right)"),
    "+activation": N_("{activation}: next (Ctrl+Right)"),
}
"""The buttons by their commands."""
SIGNS: Final = {"casualty": "cross", "score": "diamond"}
"""The sign of a landmark by its sort, the most important first."""


@dataclass
class TimelineBar:
    """The timeline of a game, with mouse handling. `flags` are moments that differ from the record."""

    theme: Theme
    timeline: Timeline
    flags: Sequence[int] = ()
    rect: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    _kept: tuple[tuple[object, ...], pygame.Surface] | None = None

    @property
    def track(self) -> pygame.Rect:
        """The line from the first to the last moment."""
        theme = self.theme
        left = self.button_rect(len(BUTTONS)).left + theme.px(2)
        right = self.rect.right - theme.px(3)
        return pygame.Rect(left, self.rect.top + theme.px(4), max(1, right - left), theme.px(2))

    def button_rect(self, place: int) -> pygame.Rect:
        """Return the rectangle of a button, counted from the left."""
        theme, size = self.theme, self.theme.px(4)
        box = pygame.Rect(self.rect.left + theme.px(1) + place * (size + theme.px(0.5)), 0, size, size)
        box.centery = self.rect.centery
        return box

    def button_at(self, spot: tuple[int, int]) -> str:
        """Return the name of the button under a pixel, or an empty string."""
        return next((name for place, name in enumerate(BUTTONS) if self.button_rect(place).collidepoint(spot)), "")

    def x_of(self, moment: int) -> int:
        return round(self.track.left + self.track.width * moment / max(1, self.timeline.last))

    def moment_at(self, x: int) -> int:
        share = (x - self.track.left) / self.track.width
        return max(0, min(self.timeline.last, round(share * self.timeline.last)))

    def snapped(self, x: int) -> int:
        """Return the moment to go to for a column, preferring one with a sign there."""
        near = [moment for moment, name in self.signs() if abs(self.x_of(moment) - x) <= self.theme.px(0.625)]
        return min(near, key=lambda moment: abs(self.x_of(moment) - x)) if near else self.moment_at(x)

    def signs(self) -> Iterator[tuple[int, str]]:
        """Yield every moment that has a sign, with the sign: a loss, a score, a note, a difference."""
        for moment, landmarks in self.timeline.landmarks.items():
            kinds = {SIGNS[landmark.sort] for landmark in landmarks if landmark.sort in SIGNS}
            kind = next((kind for kind in SIGNS.values() if kind in kinds), "")
            if kind:
                yield moment, kind
        for note in self.timeline.session.notes:
            yield self.timeline.index_of(note.entries, note.events), "flag"
        for moment in self.flags:
            yield moment, "warning"

    def name_of(self, moment: int) -> str:
        """Return the displayed name of a moment."""
        number, turn = self.timeline.places[moment]
        if not number and not self.timeline.session.from_setup:
            first = self.timeline.at(0)
            return first.ruleset.view(first.game).round_text
        terms = self.timeline.session.ruleset.terms
        if not number:
            return _(terms.before) if moment else _("The beginning")
        name = _(terms.round, number=number)
        if not turn:
            return _("{round} begins", round=name)
        return _("{round}, {activation} {turn}", round=name, activation=within_line(_(terms.activation)), turn=turn)

    def tip(self, name: str) -> str:
        """Return the description of a button with its key."""
        return _(BUTTONS[name], activation=_(self.timeline.session.ruleset.terms.activation))

    def draw(self, target: pygame.Surface, moment: int, mouse: tuple[int, int], *, playing: bool) -> None:
        """Draw it with the handle at a moment."""
        key = (tuple(self.rect), self.theme.scale, len(self.timeline), len(self.timeline.session.notes), *self.flags)
        if self._kept is None or self._kept[0] != key:
            picture = pygame.Surface(self.rect.size, depth=32)
            self._paint(picture)
            self._kept = key, picture
        target.blit(self._kept[1], self.rect)
        for place, name in enumerate(BUTTONS):
            self._button(target, self.button_rect(place), name, mouse, playing=playing)
        x, track, theme = self.x_of(moment), self.track, self.theme
        done = pygame.Rect(track.left, track.centery - theme.px(0.25), x - track.left, theme.px(0.5))
        pygame.draw.rect(target, LAMP, done)
        handle = pygame.Rect(0, 0, theme.px(1), theme.px(3))
        handle.center = (x, track.centery)
        pygame.draw.rect(target, LAMP, handle, border_radius=theme.px(0.5))
        pygame.draw.rect(target, SLATE, handle, 1, border_radius=theme.px(0.5))
        name, number, count = self.name_of(moment), moment + 1, len(self.timeline)
        words = _("{name}: moment {number} of {all}", name=name, number=number, all=count)
        label = ink(theme, words, "small", "semibold")
        spot = label.get_rect(midbottom=(x, self.rect.bottom - theme.px(0.25)))
        room = pygame.Rect(track.left, self.rect.top, track.width, self.rect.height)
        spot.clamp_ip(room if label.get_width() <= room.width else self.rect)
        target.blit(label, spot)

    def _paint(self, picture: pygame.Surface) -> None:
        theme, timeline = self.theme, self.timeline
        away = -self.rect.left, -self.rect.top
        track = self.track.move(away)
        picture.fill(SLATE)
        pygame.draw.line(picture, SLATE_LINE, (0, 0), (picture.get_width(), 0))
        pygame.draw.rect(picture, SLATE_RAISED, track, border_radius=theme.px(0.5))
        for moment in timeline.stops("activation"):
            x = self.x_of(moment) + away[0]
            pygame.draw.line(picture, INK_FAINT, (x, track.centery), (x, track.bottom - 1))
        room = theme.px(0)
        for moment in timeline.stops("round"):
            number, turn = timeline.places[moment]
            x = self.x_of(moment) + away[0]
            if moment == timeline.last or turn or not number:
                continue
            pygame.draw.line(picture, INK_QUIET, (x, track.top - theme.px(0.5)), (x, track.bottom - 1), 2)
            name = ink(theme, _(timeline.session.ruleset.terms.round, number=number), "small", "regular", INK_QUIET)
            if x >= room:
                picture.blit(name, (x + theme.px(0.5), theme.px(0.25)))
                room = x + name.get_width() + theme.px(1.5)
        for moment, kind in self.signs():
            up, size = (0.625, 0.5) if kind in ("cross", "diamond") else (0, 1.25)
            sign(picture, kind, (self.x_of(moment) + away[0], track.top - theme.px(up)), theme.px(size))

    def _button(
        self, target: pygame.Surface, box: pygame.Rect, name: str, mouse: tuple[int, int], *, playing: bool
    ) -> None:
        pygame.draw.rect(target, SLATE_RAISED, box, border_radius=self.theme.px(0.75))
        if box.collidepoint(mouse):
            pygame.draw.rect(target, LAMP, box, 1, border_radius=self.theme.px(0.75))
        size, (x, y) = self.theme.px(0.75), box.center
        if name == "play" and playing:
            for dx in (-size, size // 3):
                pygame.draw.rect(target, INK, (x + dx, y - size, size * 2 // 3, 2 * size))
            return
        way = -1 if name.startswith("-") else 1
        for middle in (x - size // 2, x + size // 2) if name.endswith("activation") else (x,):
            back = middle - way * size * 0.6
            pygame.draw.polygon(target, INK, [(back, y - size), (back, y + size), (middle + way * size * 0.8, y)])
        if name.endswith("event"):
            pygame.draw.line(target, INK, (x - way * size, y - size), (x - way * size, y + size), 2)
