"""The form of a new game: scenario, map, players, agreements, chosen as cards. Two clicks from the menu start one."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import pygame
import shapely

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rosters import editor_of, imports_foreign
from game.engine.rulebook.new_game import Offer, Sketch
from game.engine.rulebook.view import Line
from game.engine.saving.records import best_of, best_results, result_text
from game.players.helpers import cores_words
from game.players.strength import strength_words
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Camera
from game.ui.board.overlays import RANGE, AreaOverlay
from game.ui.board.picture import Paint, PictureFigure, map_picture
from game.ui.board.pieces import Livery, Sprites, bottom_up
from game.ui.board.table_art import RIM, TableLayer
from game.ui.model.new_game_draft import NewGameDraft, kind_words, last_choices, offer_of, turned
from game.ui.pages.texts import known, records_sheet
from game.ui.prefs.memory import remember
from game.ui.prefs.settings import following
from game.ui.shell.sheet_screen import SheetScreen, clean_name
from game.ui.shell.window import Window
from game.ui.widgets.actions import ActionList, MenuItem, with_keys
from game.ui.widgets.keys import key_label
from game.ui.widgets.sheet import FormSheet, ReaderSheet, Section, Sheet
from game.ui.widgets.text import blit_at, clipped, ink, line_height, wrap
from game.ui.widgets.theme import (
    INK,
    INK_QUIET,
    LAMP,
    SLATE_HOVER,
    SLATE_LINE,
    SLATE_RAISED,
    WOOD,
    Ground,
    Theme,
    colour_of,
)
from game.wording import _, ngettext, within_line

WIDE: Final = 23
"""The least width of a card in units of the theme."""
MOST: Final = 3
"""The most cards side by side."""
SHAPE: Final = 0.6
"""The height of a picture as a share of its width."""
SIDES: Final = {"1": Livery((74, 144, 217), "solid"), "2": Livery((224, 94, 60), "dashed")}
"""The liveries of the sides in a sketch."""
SLICE: Final = 0.06
"""Seconds of painting in one frame, after which the rest waits for the next frame."""
LARGE: Final = 2
"""Sketches are painted this many times larger and shrunk."""


@lru_cache(maxsize=64)
def sketched(sketch: Sketch, size: tuple[int, int]) -> pygame.Surface:
    """Return a picture of a sketch: a small table with its zones and pieces, with names below those that have one."""
    wide, high = size[0] * LARGE, size[1] * LARGE
    theme = Theme(max(0.8, size[0] / 300) * LARGE)
    canvas = pygame.Surface((wide, high), depth=32)
    canvas.fill(WOOD)
    camera = Camera(sketch.width, sketch.height, canvas.get_rect(), margin=RIM)
    camera.scale = min(wide / (sketch.width + 2 * RIM), high / (sketch.height + 2 * RIM))
    camera.x, camera.y = sketch.width / 2, sketch.height / 2
    TableLayer().draw(canvas, _bare(sketch.width, sketch.height), camera)
    for x, y, radius in sketch.zones:
        AreaOverlay(shapely.Point(x, y).buffer(radius), RANGE).draw(canvas, camera)
    sprites, named = Sprites(theme), [piece for piece in sketch.pieces if piece.name]
    for piece in bottom_up(sketch.pieces):
        sprites.draw(canvas, piece, camera.to_screen(piece.x, piece.y), camera.scale, SIDES)
    sprites.label(canvas, named, [camera.to_screen(piece.x, piece.y) for piece in named], camera.scale, {})
    used = pygame.Rect(0, 0, *(round((side + 2 * RIM) * camera.scale) for side in (sketch.width, sketch.height)))
    used.center = canvas.get_rect().center
    used.clamp_ip(canvas.get_rect())
    seen = canvas.subsurface(used.clip(canvas.get_rect()))
    return pygame.transform.smoothscale(seen, (seen.get_width() // LARGE, seen.get_height() // LARGE))


@lru_cache(maxsize=8)
def _bare(width: float, height: float) -> Ground:
    return Ground.of(Battlefield(width, height))


def picture_of(kind: str, offer: Offer) -> Paint | None:
    """Return the painter of an offer of a kind, such as "map", or None if it has no picture."""
    if kind == "map":
        return partial(map_picture, offer.name)
    sketch = offer.sketch
    return None if sketch is None else partial(sketched, sketch)


@dataclass
class CardList(ActionList):
    """Actions as cards in as many columns as fit; those without a picture are plain rows below.

    While some pictures are not painted yet, it is `waiting`: a frame takes no longer than `SLICE`.
    """

    paints: Mapping[str, Paint] = field(default_factory=dict)
    waiting: bool = False
    _until: float = 0.0
    _painted: dict[tuple[str, tuple[int, int]], pygame.Surface | None] = field(default_factory=dict)

    def height(self, width: int) -> int:
        self.rect.width = width
        rows = self.rows()
        return max((rect.bottom for _action, rect in rows), default=0) - self.rect.top + self.view.offset

    def rows(self) -> list[tuple[MenuItem, pygame.Rect]]:
        gap = self.theme.px(1.5)
        self.columns = max(1, min(MOST, (self.rect.width + gap) // (self.theme.px(WIDE) + gap)))
        wide = (self.rect.width - gap * (self.columns - 1)) // self.columns
        cards = [action for action in self.actions if action.id in self.paints]
        found, y = [], self.rect.top - self.view.offset
        for start in range(0, len(cards), self.columns):
            beside = cards[start : start + self.columns]
            high = max(self._card_height(action, wide) for action in beside)
            for place, action in enumerate(beside):
                found.append((action, pygame.Rect(self.rect.left + place * (wide + gap), y, wide, high)))
            y += high + gap
        for action in self.actions[len(cards) :]:
            high = self.row(action).height
            found.append((action, pygame.Rect(self.rect.left, y, self.rect.width, high)))
            y += high + self.theme.px(0.5)
        return found

    def _card_height(self, action: MenuItem, wide: int) -> int:
        theme, inner = self.theme, wide - self.theme.px(2)
        lines = len(wrap(theme, action.label, inner, "body", "semibold")) * line_height(theme)
        lines += len(wrap(theme, action.detail, inner, "small")) * line_height(theme, "small")
        return round(inner * SHAPE) + lines + theme.px(3)

    @property
    def _column_width(self) -> int:
        return self.rect.width

    def draw(self, target: pygame.Surface) -> None:
        self.clamp()
        self.waiting, self._until = False, time.monotonic() + SLICE
        with self.view.drawn(target, self.theme):
            for index, (action, rect) in enumerate(self.rows()):
                if not rect.colliderect(self.rect):
                    continue
                marked, hovered = index == self.cursor, index == self.hovered
                if action.id in self.paints:
                    self._draw_card(target, action, rect, marked=marked, hovered=hovered)
                else:
                    self.row(action).draw(target, rect, marked=marked, hovered=hovered)

    def _picture(self, name: str, size: tuple[int, int]) -> pygame.Surface | None:
        key = (name, size)
        if key not in self._painted:
            if time.monotonic() > self._until:
                self.waiting = True
                return None
            self._painted[key] = self.paints[name](size)
        return self._painted[key]

    def _draw_card(
        self, target: pygame.Surface, action: MenuItem, rect: pygame.Rect, *, marked: bool, hovered: bool
    ) -> None:
        theme = self.theme
        fill = SLATE_HOVER if marked or hovered else SLATE_RAISED
        pygame.draw.rect(target, fill, rect, border_radius=theme.px(1))
        edge = LAMP if marked else SLATE_LINE
        pygame.draw.rect(target, edge, rect, max(1, theme.px(0.25)) if marked else 1, border_radius=theme.px(1))
        frame = pygame.Rect(rect.left + theme.px(1), rect.top + theme.px(1), rect.width - theme.px(2), 0)
        frame.height = round(frame.width * SHAPE)
        picture = self._picture(action.id, frame.size)
        if picture is not None:
            blit_at(target, picture, center=frame.center)
        y = frame.bottom + theme.px(1)
        with clipped(target, rect.clip(target.get_clip())):
            for number, row in enumerate(wrap(theme, action.label, frame.width, "body", "semibold")):
                target.blit(ink(theme, row, "body", "semibold", LAMP if action.ticked else INK), (frame.left, y))
                if not number and action.shortcut:
                    key = ink(theme, key_label(action.shortcut), "small", "semibold", INK_QUIET)
                    blit_at(target, key, topright=(frame.right, y))
                y += line_height(theme)
            for row in wrap(theme, action.detail, frame.width, "small"):
                target.blit(ink(theme, row, "small", "regular", INK_QUIET), (frame.left, y))
                y += line_height(theme, "small")


@dataclass
class CardSheet(Sheet):
    """A choice among cards: the arrows go from card to card, Enter or a click takes one."""

    paints: Mapping[str, Paint] = field(default_factory=dict)
    wide: float = 124

    def __post_init__(self) -> None:
        super().__post_init__()
        self.list = CardList(self.theme, list(self.actions), paints=self.paints)
        self.list.mark(self.marked)
        self.list.view.offset = 0

    @property
    def waiting(self) -> bool:
        """Whether some pictures are still to be painted."""
        return isinstance(self.list, CardList) and self.list.waiting

    def place(self, window: pygame.Rect) -> None:
        self._fit(window, self.wide)

    def _key(self, event: pygame.event.Event) -> None:
        columns = self.list.columns
        steps = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_UP: -columns, pygame.K_DOWN: columns}
        if event.key not in steps:
            super()._key(event)
            return
        self.list.hovered = -1
        last = len(self.list.actions) - 1
        self.list.cursor = max(0, min(last, max(0, self.list.cursor) + steps[event.key]))
        self.list.show_cursor()


def card_sheet(
    theme: Theme, title: str, kind: str, offers: Sequence[Offer], chosen: str, then: Callable[[str], None]
) -> CardSheet | None:
    """Return a sheet on which one of the offers of a kind is chosen, or None if none of them has a picture."""
    paints = {offer.name: paint for offer in offers if (paint := picture_of(kind, offer)) is not None}
    if not paints:
        return None
    shown = [offer for offer in offers if offer.name in paints] + [each for each in offers if each.name not in paints]
    rows = [MenuItem(each.name, each.title, detail=each.text, ticked=each.name == chosen or None) for each in shown]
    rows = with_keys([*rows, MenuItem("close", _("Back"), "escape")])
    return CardSheet(theme, title, actions=rows, then=then, marked=chosen, paints=paints)


LONGEST_NAME: Final = 80
ODD: Final = "odd:"
"""Prefixes of row ids: before a seat's number, the row with notes about its roster; before "files", unreadable ones."""


class NewGameScreen(SheetScreen):
    """The form of a new game, with a sheet for the seats and one for the agreements."""

    makes_rosters = True
    """Whether the form leads to the making of rosters."""

    def __init__(self, window: Window, drafting: NewGameDraft | None = None) -> None:
        super().__init__(window)
        self.drafting = drafting or last_choices()

    def enter(self) -> None:
        if self.sheets:  # back from elsewhere, where rosters may have been made
            self.drafting.offer_again()
            self.renew()
        super().enter()

    def first(self) -> Sheet:
        return self._whole("")

    def _whole(self, marked: str) -> FormSheet:
        return self._form(self.title(), build=self._rows, turn=self._turn, perform=self._perform, marked=marked)

    def title(self) -> str:
        return _("New game")

    def tick(self) -> bool:
        sheet = self.sheets[-1] if self.sheets else None
        return super().tick() or (isinstance(sheet, CardSheet) and sheet.waiting)

    def keep(self) -> None:
        """Save the configuration for the next time; raise `OSError`."""
        remember(draft=self.drafting.draft, rulebook=self.drafting.draft.ruleset)

    def _form(self, title: str, **rows: Any) -> FormSheet:
        return FormSheet(self.theme, title, wide=118, aside=self, choose=self._choose, **rows)

    def _choose(self, action: MenuItem) -> bool:
        """Show all rulebooks, scenarios, maps or rosters as cards, if such a row was taken; return whether it was."""
        if action.id == "ruleset":
            self.show(self._rulebooks(action.label))
            return True
        offers, draft = self.drafting.offers, self.drafting.draft
        kind, _colon, number = action.id.partition(":")
        seat = self.drafting.seats[int(number)] if kind == "roster" else None
        known = {"scenario": (offers.scenarios, draft.scenario), "map": (offers.maps, draft.map)}
        shown, chosen = (offers.rosters, seat.roster) if seat is not None else known.get(kind, ((), ""))

        def then(name: str) -> None:
            if seat is None:
                self.drafting.change(**{kind: name})
            else:
                self.drafting.give(int(number), kind, name)
            self._refresh()

        sheet = card_sheet(self.theme, action.label, kind, shown, chosen, then)
        if sheet is not None:
            self.show(sheet)
        return sheet is not None

    def _rulebooks(self, title: str) -> Sheet:
        """Return the choice among all rulebooks, with the lessons of those that have one."""
        books, chosen = rulesets.usable(), self.drafting.ruleset
        rows = [MenuItem(book.name, _(book.title), ticked=book is chosen or None) for book in books]
        taught = {f"lesson:{book.name}": book for book in books if book.papers is not None and book.papers.lesson}
        learn = [MenuItem(name, _("Learn {title}", title=_(book.title))) for name, book in taught.items()]

        def then(name: str) -> None:
            if name in taught:
                self.window.open("lesson", book=taught[name])
            else:
                self.drafting.take_ruleset(name)
                self._refresh()

        back = MenuItem("close", _("Back"), "escape")
        return Sheet(self.theme, title, (), with_keys([*rows, *learn, back]), then=then, marked=chosen.name)

    def height(self, theme: Theme, width: int) -> int:
        return self.figure().height(theme, width)

    def draw(self, target: pygame.Surface, theme: Theme, rect: pygame.Rect) -> None:
        self.figure().draw(target, theme, rect)

    def figure(self) -> PictureFigure:
        """Return the picture of the subject of the row under mouse or cursor, or of the map."""
        row = self.sheets[-1].list.pointed() if self.sheets else None
        offers, draft = self.drafting.offers, self.drafting.draft
        kind, _colon, number = row.id.partition(":") if row is not None else ("", "", "")
        offer = None
        more: Sequence[Line] = ()
        if kind == "scenario":
            offer = offer_of(offers.scenarios, draft.scenario)
        elif kind in ("kind", "name", "roster") and number.isdigit():
            seat = draft.seats[int(number)]
            offer = offer_of(offers.rosters, seat.roster)
            more = self._strength(seat.kind) if kind == "kind" else ()
        paint = picture_of(kind, offer) if offer is not None else None
        if offer is None or paint is None:
            return self._map(more)
        return PictureFigure(paint, [Line(offer.title, "title"), Line(offer.text, tone="quiet"), *more])

    def _strength(self, kind: str) -> Sequence[Line]:
        """Return a kind of player's strength and cores, beside rows that keep still."""
        told = strength_words(self.drafting.draft.ruleset, kind), cores_words(kind, self.window.options.cores)
        known = [Line(text, tone="quiet") for text in told if text]
        return [Line(kind_words(kind), "title"), *known] if known else ()

    def _map(self, more: Sequence[Line] = ()) -> PictureFigure:
        drafting, draft = self.drafting, self.drafting.draft
        field = offer_of(drafting.offers.maps, draft.map)
        scenario = offer_of(drafting.offers.scenarios, draft.scenario)
        extent, _colon, terrain = field.text.partition(": ")
        lines = [Line(f"{field.title}, {extent}" if extent else field.title, "title")]
        lines += [Line(terrain, tone="quiet")] if terrain else []
        lines += [Line(scenario.title, "title"), Line(scenario.text, tone="quiet")]
        return PictureFigure(partial(map_picture, draft.map), [*lines, *more])

    def _rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows = [MenuItem("begin", _("Begin"), "b", reason=drafting.problem(), primary=True)]
        if len(rulesets.usable()) > 1:
            rows.append(MenuItem("ruleset", _("Rulebook"), value=_(drafting.ruleset.title)))
        if offers.scenarios:
            rows.append(MenuItem("scenario", _("Scenario"), value=offer_of(offers.scenarios, draft.scenario).title))
        if offers.maps:
            rows.append(MenuItem("map", _("Map"), value=offer_of(offers.maps, draft.map).title))
        if offers.rounds is not None:
            rows.append(MenuItem("rounds", _(drafting.ruleset.terms.rounds), value=str(draft.rounds)))
        if offers.seats[0] != offers.seats[1]:
            rows.append(MenuItem("players", _("Players"), value=str(draft.players)))
        papers = drafting.ruleset.papers
        if len(drafting.seats) == 1 and papers is not None and papers.solo_result is not None:
            rows.append(MenuItem("records", _("Best solo result: {best}", best=self._best())))
        for place, seat in enumerate(drafting.seats):
            swatch = colour_of(seat.colour)
            rows.append(MenuItem(f"kind:{place}", seat.name, value=kind_words(seat.kind), swatch=swatch))
        rosters = within_line(_(drafting.ruleset.terms.rosters))
        rows.append(MenuItem("seats", _("Names, {rosters}, colours", rosters=rosters)))
        return [
            *rows,
            MenuItem("agreed", self._agreed_label()),
            MenuItem("deploy", _("Deploy for everyone automatically"), ticked=draft.deploy),
            MenuItem("close", _("Back"), "escape"),
        ]

    def _best(self) -> str:
        """Return the best result so far for the form's choices, in a few words."""
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        field, roster = offer_of(offers.maps, draft.map), offer_of(offers.rosters, drafting.seats[0].roster)
        book, rounds = drafting.ruleset, draft.rounds
        best = best_of(known(best_results)[0], book.name, draft.scenario, field.title, roster.title, rounds)
        return _("none yet") if best is None else result_text(best, book)

    def _agreed_label(self) -> str:
        count = len(self.drafting.plan().switches)
        has_switches = bool(self.drafting.offers.switches)
        label = _("Advanced rules, agreements, dice") if has_switches else _("Agreements, dice")
        return _("{label} ({count} on)", label=label, count=count) if count else label

    def _turn(self, action: MenuItem, by: int) -> None:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        if action.id == "ruleset":
            drafting.turn_ruleset(by)
        elif action.id == "scenario":
            drafting.change(scenario=turned(offers.scenarios, draft.scenario, by))
        elif action.id == "map":
            drafting.change(map=turned(offers.maps, draft.map, by))
        elif action.id in ("rounds", "players"):
            limits = offers.seats if action.id == "players" else offers.rounds or (0, 0, 0)
            numbers = range(limits[0], limits[1] + 1)
            drafting.change(**{action.id: following(numbers, getattr(draft, action.id), by)})
        elif action.id == "deploy":
            drafting.change(deploy=not draft.deploy)
        else:
            self._turn_seat(action, by)
        self._refresh()

    def _refresh(self) -> None:
        """Show the changes."""
        self.renew()
        self.window.stale = True

    def _perform(self, action: MenuItem) -> None:
        if action.id == "begin":
            self._begin()
        elif action.id == "seats":
            self._show_seats()
        elif action.id == "records":
            name = self.drafting.ruleset.name
            self.show(records_sheet(self.theme, name, lambda row: self.show(self._whole("records"))))
        elif action.id == "agreed":
            title, rows, turn = _("Rules and dice"), self._agreed_rows, self._turn_agreed
            self.show(self._form(title, build=rows, turn=turn, perform=lambda row: self.show(self._whole("agreed"))))

    def _begin(self) -> None:
        try:
            session = self.drafting.begin()
            self.keep()
            self.window.open("new-table", instead=True, session=session)
        except (DocumentError, OSError) as error:
            self.show(self.first())
            self.report([str(error)], _("The game cannot begin"))

    def _seat_rows(self) -> list[MenuItem]:
        drafting, offers = self.drafting, self.drafting.offers
        rows: list[MenuItem] = []
        for place, seat in enumerate(drafting.seats):
            rows.append(MenuItem("", _("Seat {number}", number=place + 1), heading=True))
            rows.append(MenuItem(f"name:{place}", _("Name: {name}", name=seat.name)))
            if offers.rosters:
                label, roster = _(drafting.ruleset.terms.roster), offer_of(offers.rosters, seat.roster)
                rows.append(MenuItem(f"roster:{place}", label, value=roster.title, detail=roster.text))
                remarks = drafting.remarks(seat.roster)
                rows += [_to_know(f"{ODD}{place}", roster.title, remarks)] if remarks else []
            if offers.colours:
                tint = offer_of(offers.colours, seat.colour).title
                rows.append(MenuItem(f"colour:{place}", _("Colour"), value=tint, swatch=colour_of(seat.colour)))
        if self.makes_rosters and editor_of(drafting.ruleset) is not None:
            rosters = within_line(_(drafting.ruleset.terms.rosters))
            rows.append(MenuItem("rosters", _("Make and change {rosters}", rosters=rosters)))
        if self.makes_rosters and imports_foreign(drafting.ruleset):
            rows.append(MenuItem("import", _("Import a file")))
            unread = drafting.unread()
            text = ngettext("{n} file cannot be read", "{n} files cannot be read", len(unread))
            rows += [MenuItem(f"{ODD}files", text)] if unread else []
        return [*rows, MenuItem("close", _("Back"), "escape")]

    def _turn_seat(self, action: MenuItem, by: int) -> None:
        part, number = action.id.split(":")
        self.drafting.turn_seat(int(number), part, by)

    def _from_seats(self, action: MenuItem) -> None:
        if action.id == "close":
            self.show(self._whole("seats"))
        elif action.id == "rosters":
            self._show_seats(action.id)
            self.window.open("rosters", book=self.drafting.ruleset)
        elif action.id == "import":
            self._show_seats(action.id)
            self.ask_file(action.label, Path.cwd(), self._brought)
        elif action.id.startswith(ODD):
            self._show_seats(action.id)
            place = action.id.removeprefix(ODD)
            seat = self.drafting.seats[int(place)] if place.isdigit() else None
            self._tell(action.label, self.drafting.unread() if seat is None else self.drafting.remarks(seat.roster))
        else:
            self._show_seats(action.id)
            self._ask_name(int(action.id.removeprefix("name:")))

    def _brought(self, file: str) -> None:
        """Import a roster in a file, and show notes about it."""
        try:
            taken = self.drafting.take_file(file)
        except (DocumentError, OSError) as error:
            self.report([str(error)], _("It could not be imported"))
            return
        self._show_seats("import")
        title = offer_of(self.drafting.offers.rosters, taken.name).title
        self._tell(_("{title} is now yours: {name}", title=title, name=taken.name), taken.remarks)

    def _tell(self, title: str, lines: Sequence[str]) -> None:
        """Show lines, however many there are."""
        chapter = Section("", tuple(map(Line, lines)))
        back = with_keys([MenuItem("close", _("Back"), "escape")])
        self.show(ReaderSheet(self.theme, title, (), back, chapters=[chapter], wide=118, size="small"))

    def _show_seats(self, marked: str = "") -> None:
        build, turn, perform = self._seat_rows, self._turn_seat, self._from_seats
        self.show(self._form(_("Who plays"), build=build, turn=turn, perform=perform, marked=marked))

    def _ask_name(self, place: int) -> None:
        def named(text: str) -> None:
            if name := clean_name(text, LONGEST_NAME):
                self.drafting.change_seat(place, name=name)
            self.renew()

        self.ask_text(_("Name"), self.drafting.draft.seats[place].name, named)

    def _agreed_rows(self) -> list[MenuItem]:
        drafting, draft, offers = self.drafting, self.drafting.draft, self.drafting.offers
        rows: list[MenuItem] = []
        if offers.switches:
            rows.append(MenuItem("", _("Advanced rules"), heading=True))
        for each in offers.switches:
            missing = bool(each.needs) and each.needs not in draft.switches
            needs = _("only with {other}", other=offer_of(offers.switches, each.needs).title) if missing else ""
            on = each.name in draft.switches
            rows.append(MenuItem(f"switch:{each.name}", each.title, "", each.rule, needs, on, detail=each.text))
        if drafting.ruleset.agreements():
            rows.append(MenuItem("", _("Agreements"), heading=True))
        for agreement in drafting.ruleset.agreements():
            values = drafting.values(agreement)
            words = values.get(draft.agreed.get(agreement.name, ""), next(iter(values.values())))
            rows.append(MenuItem(f"agree:{agreement.name}", _(agreement.title), rule=agreement.rule, value=words))
        dice = _("real dice, typed in") if draft.typed_dice else _("rolled by the computer")
        rows.append(MenuItem("dice", _("Dice"), value=dice))
        return [*rows, MenuItem("close", _("Back"), "escape")]

    def _turn_agreed(self, action: MenuItem, by: int) -> None:
        if action.id == "dice":
            self.drafting.change(typed_dice=not self.drafting.draft.typed_dice)
            return
        on = self.drafting.draft.switches
        kind, name = action.id.split(":", 1)
        if kind == "agree":
            self.drafting.turn_agreement(name, by)
        else:
            kept = tuple(each for each in on if each != name)
            self.drafting.change(switches=kept if name in on else (*kept, name))


def _to_know(identity: str, title: str, remarks: Sequence[str]) -> MenuItem:
    """Return the row that leads to notes about a roster."""
    text = ngettext("{n} note about {title}", "{n} notes about {title}", len(remarks), title=title)
    return MenuItem(identity, text, detail=remarks[0])
