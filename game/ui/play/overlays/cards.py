"""Overlay of the cards that a player holds: open for their owner alone; usable cards are raised."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import ClassVar, Final

import pygame

from game.engine.rulebook.view import CardView, Line
from game.play.session_model import Notice
from game.ui.board.labels import hidden
from game.ui.dock.layout import clear_of_handles
from game.ui.play.focus import bases, concerned
from game.ui.play.part import Part, Plate
from game.ui.play.parts.hand_over import Curtain, look_away
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import details_held, key_shown
from game.ui.widgets.sheet import Section, columns_sheet
from game.ui.widgets.text import blit_at, ink, line_height, wrap, write
from game.ui.widgets.theme import INK, INK_QUIET, LAMP, SLATE, SLATE_HOVER, SLATE_LINE, SLATE_RAISED, Colour
from game.wording import N_, _, ngettext

CARD: Final = (11.0, 7.5)
"""Width and height of a card in units of the theme."""
BACK: Final = 5.0
STACKED: Final = 1.0
"""The height of a card face down, and its distance from the next one, in units of the theme."""
RAISED: Final = 1.5
"""The units of the theme by which a usable card is raised."""
OPEN: Final = 22.0
"""The width of the card being read, in units of the theme."""
MOST: Final = 0.6
"""The most that all cards take of the table's width."""


class Cards(Part):
    """A player's cards at the lower edge of the table; face down while other players may see the screen."""

    height: ClassVar = 7
    title: ClassVar = N_("Cards")

    # -- whose cards -----------------------------------------------------------------------------

    def owner(self) -> str:
        """Return the player whose cards are shown: the only person, or else the one who decides; "" for none."""
        model = self.focus.model
        return model.viewer or (model.decider if model.bot is None and not self.focus.watched else "")

    def is_open(self) -> bool:
        """Return whether only the owner sees the screen: as the only person, or behind a curtain."""
        decision, model = self.focus.model.decision, self.focus.model
        return bool(model.viewer) or (decision is not None and decision.concealed and decision.player == self.owner())

    def held(self) -> Sequence[CardView]:
        """Return the cards of the player whose hand is shown."""
        session, owner = self.focus.model.session, self.owner()
        secrets = session.ruleset.secrets
        return secrets.cards(session.game, owner) if secrets is not None and owner else ()

    def rows(self, card: CardView) -> list[MenuItem]:
        """Return the rows that use a card now."""
        return [row for row in self.focus.actions.actions if row.enabled and row.rule == card.rule]

    # -- where they are --------------------------------------------------------------------------

    def places(self) -> list[tuple[CardView, pygame.Rect]]:
        """Return the cards with their places, from left to right; [] while something else is shown."""
        focus, cards = self.focus, self.held()
        if not cards or not focus.calm or focus.sheets:
            return []
        table, is_open, px = focus.layout.table, self.is_open(), self.theme.px
        if is_open:
            width, height = px(CARD[0]), max(px(CARD[1]), *(self._name_height(card, px(CARD[0])) for card in cards))
        else:
            width, height = self._label(len(cards)).get_width() + px(2), px(BACK)
        step = px(STACKED)
        if is_open:
            fitting_step = round((MOST * table.width - width) / max(1, len(cards) - 1))
            step = min(width + px(0.5), fitting_step)
        row = pygame.Rect(0, 0, width + step * (len(cards) - 1), height + self.theme.px(RAISED))
        left = self._anchored(row).left
        cards_with_places = []
        for number, card in enumerate(cards):
            place = pygame.Rect(left + number * step, table.bottom - height, width, height)
            if is_open and self.rows(card):
                place.top -= self.theme.px(RAISED)
                place.height += self.theme.px(RAISED)
            cards_with_places.append((card, place))
        return cards_with_places

    def _names(self, card: CardView, width: int) -> Sequence[str]:
        """Return the lines of a card's name."""
        return wrap(self.theme, card.name, width - self.theme.px(1.5), "small", "semibold")

    def _name_height(self, card: CardView, width: int) -> int:
        """Return the height of a card that shows its whole name."""
        return self.theme.px(1.5) + len(self._names(card, width)) * line_height(self.theme, "small")

    def _anchored(self, row: pygame.Rect) -> pygame.Rect:
        """Return the place of all cards at the lower edge where they hide the least of the bases in question.

        These are the pieces that can be chosen, that the decision is about, or that are in hand. Where that is equal,
        they hide the least of all others.
        """
        focus = self.focus
        table = clear_of_handles(focus.layout.table, focus.size, self.theme)
        marks = focus.input_target.marks() if focus.input_target is not None else {}
        in_question = [*concerned(focus, marks), *bases(focus, focus.ghost.pieces)]
        corners = ("bottomright", "bottomleft", "midbottom")
        places = [row.copy() for _corner in corners]
        for place, corner in zip(places, corners, strict=True):
            setattr(place, corner, getattr(table, corner))
        others = bases(focus, focus.animation.view.pieces)
        return min(places, key=lambda place: (hidden(place, in_question), hidden(place, others)))

    def read(self) -> CardView | None:
        """Return the card being read: under the mouse, or else of the marked row; None while cards are face down."""
        focus, places = self.focus, self.places() if self.is_open() else []
        under_mouse = [card for card, place in places if focus.pointing and place.collidepoint(focus.mouse)]
        pointed = focus.actions.pointed()
        of_row = [card for card, _place in places if pointed is not None and card.rule == pointed.rule]
        return next(iter([*reversed(under_mouse), *of_row]), None)

    # -- drawing ---------------------------------------------------------------------------------

    def draw(self, target: pygame.Surface) -> None:
        places = self.places()
        if not places:
            return
        if not self.is_open():
            self._backs(target, [place for _card, place in places])
            return
        read = self.read()
        for card, place in places:
            if card != read:
                self._card(target, card, place)
        if read is not None:
            self._open_card(target, read, next(place for card, place in places if card == read))

    def _card(self, target: pygame.Surface, card: CardView, place: pygame.Rect) -> None:
        """Draw a card of the hand with its name."""
        px, usable = self.theme.px, bool(self.rows(card))
        self._plate(
            target, place, SLATE_RAISED if usable else SLATE, LAMP if usable else SLATE_LINE, 3 if usable else 1
        )
        y, colour = place.top + px(0.75), INK if usable else INK_QUIET
        for line in self._names(card, place.width):
            blit_at(target, ink(self.theme, line, "small", "semibold", colour), midtop=(place.centerx, y))
            y += line_height(self.theme, "small")

    def _open_card(self, target: pygame.Surface, card: CardView, place: pygame.Rect) -> None:
        """Draw the card being read, larger, with its text."""
        theme, px, usable = self.theme, self.theme.px, bool(self.rows(card))
        inner = px(OPEN) - px(2)
        state = _("can be used now") if usable else card.moment or _("not now")
        lines = [*wrap(theme, card.text, inner, "small"), *wrap(theme, state, inner, "small")]
        height = px(2) + line_height(theme, "body") + len(lines) * line_height(theme, "small")
        box = pygame.Rect(0, 0, px(OPEN), max(height, place.height))
        box.midbottom = place.midbottom
        box.clamp_ip(self.focus.layout.table)
        self._plate(target, box, SLATE_HOVER, LAMP if usable else SLATE_LINE, 3 if usable else 1)
        blit_at(target, ink(theme, card.name, "body", "semibold", INK), topleft=(box.left + px(1), box.top + px(0.75)))
        y = write(target, theme, card.text, (box.left + px(1), box.top + px(0.75) + line_height(theme, "body")),
                         inner, "small")  # fmt: skip
        write(target, theme, state, (box.left + px(1), y), inner, "small", "semibold", LAMP if usable else INK_QUIET)
        if details_held():
            blit_at(target, ink(theme, card.rule, "small", colour=INK_QUIET), topright=(box.right - px(1), y))

    def _backs(self, target: pygame.Surface, places: Sequence[pygame.Rect]) -> None:
        """Draw all cards face down."""
        for place in places:
            self._plate(target, place, SLATE, SLATE_LINE, 1)
        blit_at(target, self._label(len(places)), center=places[-1].center)

    def _label(self, count: int) -> pygame.Surface:
        """Return a picture of the number of cards, and of the key that shows them to their owner."""
        text = ngettext("{n} card", "{n} cards", count)
        label = f"{text} ({key_shown(self.focus.options.keys, 'cards')})"
        return ink(self.theme, label, "small", "semibold", INK)

    def _plate(self, target: pygame.Surface, place: pygame.Rect, fill: Colour, edge: Colour, width: int) -> None:
        corners = {"border_top_left_radius": self.theme.px(1), "border_top_right_radius": self.theme.px(1)}
        pygame.draw.rect(target, fill, place, **corners)
        pygame.draw.rect(target, edge, place, width, **corners)

    def covering(self) -> Sequence[Plate]:
        return [("card", place) for place in self.vital()]

    def covers(self, pixel: tuple[int, int]) -> bool:
        return any(place.collidepoint(pixel) for _card, place in self.places())

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for _card, place in self.places()]

    # -- input -----------------------------------------------------------------------------------

    def input(self, event: pygame.event.Event) -> bool:
        """Use a clicked card, or list its uses; if cards are face down, show them to their owner."""
        if event.type != pygame.MOUSEBUTTONUP or not self.covers(event.pos):
            return False
        tool, read = self.focus.input_target, self.read()
        rows = self.rows(read) if read is not None else []
        if not self.is_open():
            self._show()
        elif rows and self.focus.tool is None and self.focus.controller is not None:
            self.focus.call(partial(self.focus.controller.choose, rows))
        elif tool is not None:
            spot = self.focus.camera.to_table(*event.pos)
            return not tool.rows_at(spot, self.focus.piece_at(spot))  # otherwise the click is for a piece below
        return True

    def commands(self) -> dict[str, Callable[[], None]]:
        return {"cards": self._show}

    def _show(self) -> None:
        """Show the hand as text: at once, or behind a curtain if others may look."""
        focus, held = self.focus, self.held()
        if not held:
            focus.model.notice = Notice(_("You hold no cards"))
        elif self.is_open():
            self._list()
        else:
            name = focus.model.player_name(self.owner())
            others = [player.name for player in focus.model.view.players if player.id != self.owner()]
            rows = [MenuItem("go", _("I am {name}: show me my cards", name=name), "return", primary=True),
                    MenuItem("close", _("Cancel"), "escape")]  # fmt: skip
            title = _("{name}'s cards", name=name)
            focus.show(Curtain(self.theme, title, [look_away(name, others)], rows, then=lambda _row: self._list()))

    def _list(self) -> None:
        sections = [Section(card.name, (Line(card.text, card.rule, "good" if self.rows(card) else "plain"),))
                    for card in self.held()]  # fmt: skip
        title = _("{name}'s cards", name=self.focus.model.player_name(self.owner()))
        self.focus.show(columns_sheet(self.theme, title, sections))
