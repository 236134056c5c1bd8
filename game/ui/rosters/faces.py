"""The page on which a player chooses the portraits of a roster's members: sigils, or pictures of their own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Final

import pygame

from game.documents.faces import MOST_FACES, sigil_names
from game.engine.kit.playing import FIRST_COLOUR
from game.engine.rosters import RosterEntry, RosterShelf
from game.engine.rulebook.making import Card
from game.ui.board.sigils import Sigil, Sigils, draw_face
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.theme import SLATE, colour_of
from game.ui.widgets.tiles import Page, Tile
from game.wording import _

FACE: Final = "face:"
MEMBER: Final = "member:"


@dataclass
class FacePage(Page):
    """Members at the left, all sigils at the right. Choices are saved at once."""

    shelf: RosterShelf = field(kw_only=True)
    roster: RosterEntry = field(kw_only=True)
    member: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.member = self._members()[0]

    def choose(self, face: str) -> None:
        """Give the marked member a portrait; "" is the sigil that suits its name. Raise `DocumentError`, `OSError`."""
        self.roster = self.shelf.choose_face(self.roster.name, self.member, face)

    def take(self, action: MenuItem | None) -> None:
        if action is not None and action.id.startswith(MEMBER):
            self.member = action.id.removeprefix(MEMBER)
            self.place(self.rect)
        else:
            super().take(action)

    def _members(self) -> list[str]:
        return list(dict.fromkeys(card.name for card in self.shelf.editor.card(self.roster.roster).members))

    def tiles(self) -> list[Tile]:
        theme = self.theme
        room = self.rect.inflate(-theme.px(8), -theme.px(6))
        title = MenuItem("", _("Faces of {roster}", roster=self.roster.title), heading=True)
        head = pygame.Rect(room.left, room.top, room.width, theme.px(6))
        left = pygame.Rect(room.left, head.bottom, room.width * 28 // 100, room.bottom - head.bottom)
        right = pygame.Rect(left.right + theme.px(3), left.top, room.right - left.right - theme.px(3), left.height)
        return [Tile(title, head, size="huge", plain=True), *self._left(left), *self._right(right)]

    def draw(self, target: pygame.Surface) -> None:
        target.fill(SLATE)
        self.list.draw(target)

    def _left(self, column: pygame.Rect) -> Iterator[Tile]:
        """Yield the members with their portraits."""
        theme, members = self.theme, self._members()
        sigils = sigils_of(tuple(members), tuple((self.roster.roster.faces or {}).items()))
        height = min(theme.px(9), max(theme.px(5), column.height // len(members) - theme.px(0.75)))
        for number, name in enumerate(members):
            rect = pygame.Rect(column.left, column.top + number * (height + theme.px(0.75)), column.width, height)
            paint = partial(_paint, sigils.of(name))
            yield Tile(MenuItem(MEMBER + name, name), rect, brass=name == self.member, paint=paint, side="left")

    def _right(self, room: pygame.Rect) -> Iterator[Tile]:
        """Yield the choices for the marked member: words at the top, sigils below."""
        theme, gap = self.theme, self.theme.px(0.75)
        words = with_keys([
            MenuItem(FACE, _("The sigil that suits the name")),
            MenuItem("picture", _("A picture of your own …")),
            MenuItem("close", _("Done"), "escape"),
        ])  # fmt: skip
        width, height = (room.width - gap * (len(words) - 1)) // len(words), theme.px(6)
        for number, item in enumerate(words):
            yield Tile(item, pygame.Rect(room.left + number * (width + gap), room.top, width, height))
        top = room.top + height + gap
        columns = max(4, room.width // (theme.px(9) + gap))
        side = (room.width - gap * (columns - 1)) // columns
        chosen = (self.roster.roster.faces or {}).get(self.member)
        for number, name in enumerate(sigil_names()):
            row, column = divmod(number, columns)
            rect = pygame.Rect(room.left + column * (side + gap), top + row * (side + gap), side, side)
            paint = partial(_paint, Sigil(name, "plain"))
            yield Tile(MenuItem(FACE + name, name), rect, brass=name == chosen, paint=paint, side="whole")


def _paint(sigil: Sigil, target: pygame.Surface, rect: pygame.Rect) -> None:
    """Draw a portrait as large as fits into a rectangle."""
    picture = face_picture(sigil, min(rect.size))
    target.blit(picture, picture.get_rect(center=rect.center))


@lru_cache(maxsize=200)
def face_picture(sigil: Sigil | None, side: int) -> pygame.Surface:
    """Return a portrait on a clear square, empty without a sigil. It is shared: do not modify it."""
    canvas = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    draw_face(canvas, sigil, side / 2, side * 0.46, colour_of(FIRST_COLOUR))
    return canvas


@lru_cache(maxsize=40)
def sigils_of(names: tuple[str, ...], chosen: tuple[tuple[str, str], ...]) -> Sigils:
    """Return the sigils of a roster's members; `chosen` has the faces chosen by name."""
    sigils = Sigils()
    sigils.chosen = {"": dict(chosen)}
    sigils.meet(names)
    return sigils


def new_faces(card: Card) -> dict[str, str]:
    """Return sigils for the members that have none, so that members added later do not change them."""
    names = tuple(dict.fromkeys(member.name for member in card.members))
    sigils, free = sigils_of(names, tuple(card.faces.items())), MOST_FACES - len(card.faces)
    return {name: sigils.of(name).charge for name in [name for name in names if name not in card.faces][:free]}
