"""Hand-overs between players: a banner with what happened since, trails on the table, curtains, and score cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise, product
from typing import ClassVar, Final

import pygame

from game.engine.core.decisions import Choose
from game.engine.core.windows import PASS
from game.engine.rulebook.view import Line, PieceView
from game.play.session_model import Notice
from game.ui.board.pieces import BLOOD, GHOST, NOBODYS, drawn_radius, paint_swatch
from game.ui.board.ruler_art import draw_dotted
from game.ui.play.focus import Focus, bases, concerned
from game.ui.play.happenings import MOST, Happening, happenings, names_in, words_of, worth_telling
from game.ui.play.part import Part, Plate
from game.ui.play.recap import RecapStep, Trail, recap_sheet
from game.ui.score.ending import CardWatch, score_sheet
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import key_shown
from game.ui.widgets.memo import Memo
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.text import blit_at, draw_plate, ink, line_height, shorten, wrap
from game.ui.widgets.theme import INK, LAMP, PAPER, SHADOW, SLATE, Colour, Theme, colour_of, mix
from game.ui.widgets.tooltip import clear_place
from game.wording import _, ngettext, series

LEAST: Final = 1.5
"""The least time that a banner stays, in seconds."""
COMING: Final = 0.2
FADING: Final = 0.4
"""Seconds in which a banner appears, and in which its trails fade once it is gone."""
STEPS: Final = 12
"""The number of steps along an edge of the table at which the banner is tried."""
SHARES: Final = (1.0, 0.65, 0.4)
"""The parts of the table's width that a banner can take, tried in turn."""
AIM: Final = 62
"""The width of the text about how a game is won, in units of the theme, if the title is narrower."""
REPLAY: Final = "recap"
"""The command of the banner's button."""
MOST_TRAILS: Final = 12
"""The most pieces whose trail is drawn."""
DISC: Final[Colour] = (173, 212, 249)
"""The colour of the disc below a number."""
INPUT: Final = (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.MOUSEWHEEL)


@dataclass
class Banner:
    """The banner for the player who decides now, with what happened since their last decision; `title` names them.

    If the game `begins`, it shows how to win instead. After an input it stays `until` a time.
    """

    player: str
    title: str
    since: float
    steps: Sequence[RecapStep] = ()
    told: Sequence[Happening] = ()
    words: Sequence[str] = ()
    begins: bool = False
    until: float | None = None
    place: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))
    button: pygame.Rect = field(default_factory=lambda: pygame.Rect(0, 0, 0, 0))

    def dismiss(self, now: float) -> None:
        """Let the banner go after an input, once it has been shown for long enough."""
        if self.until is None:
            self.until = max(now, self.since + LEAST)

    def is_shown(self, now: float) -> bool:
        """Return whether the banner is still shown."""
        return self.until is None or now < self.until

    def strength(self, now: float) -> float:
        """Return the strength of its trails, from 1 down to 0."""
        return 1.0 if self.until is None else max(0.0, min(1.0, 1.0 - (now - self.until) / FADING))

    def pieces(self) -> list[PieceView]:
        """Return all pieces in its happenings, at all their places."""
        return [piece for happening in self.told for piece in happening.pieces()]


class HandOver(Part):
    """Shows which player decides, once all events have been played. `last_person` decided last."""

    height: ClassVar = 10

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.last_person = ""
        self.spared: Callable[[], Sequence[pygame.Rect]] = tuple
        """Returns further places that the banner must not hide, such as the cards in hand."""
        self.result_shown = focus.watched
        self.trail, self.cards = Trail(), CardWatch()
        self.banner: Banner | None = None
        self._decider = ""
        self._due = False
        self._pictures = Memo[pygame.Surface](len(SHARES))

    def forget(self) -> None:
        """Forget who decided, because another game is on the table."""
        self.last_person, self._decider, self.banner = "", "", None

    def note(self, decided: str) -> None:
        """Record a change of the session after an answer by the player `decided` ("" for none)."""
        self.trail.note(self.focus.model, decided)
        self.focus.decided = tuple(piece.id for piece in self.trail.changed())
        self._due = not self.focus.watched
        if self.focus.model.bot is not None:
            self._decider = self.focus.model.decider

    def recap(self) -> list[RecapStep]:
        """Return the events since the deciding player's last decision."""
        return self.trail.since(self.focus.model, self.focus.model.decider or self.last_person)

    def go_on(self) -> None:
        """Show the hand-over that is due, unless events are still playing."""
        focus, model = self.focus, self.focus.model
        if not self._due or focus.animation.playing:
            return
        self._due = False
        if focus.controller is not None and model.decider != self.last_person:
            focus.animation.stage.hand_over(time.monotonic())
        self._show()

    def _show(self) -> None:
        """Show a hand-over, and on top of it the cards of turns and rounds that were scored, the earliest on top."""
        focus, model = self.focus, self.focus.model
        if model.decision is not None and model.bot is None and model.session.awaiting is None:
            self._hand_over()
        ended = self.cards.follow(model.session)
        if focus.options.score_card and model.people:
            for score, next_score, player in reversed(ended):
                focus.show(score_sheet(self.theme, model.session, score, next_score, player))

    def _hand_over(self) -> None:
        """Announce a person who decides after another: by a banner, before a secret decision by a curtain."""
        focus, person, decision = self.focus, self.focus.model.decider, self.focus.model.decision
        people = self.focus.model.people
        hidden = decision is not None and decision.concealed and len(people) > 1
        begins = (
            bool(person) and not self.last_person and self.focus.model.session.lesson is None
        )  # also after a game was loaded
        changed = bool(self._decider) and person != self._decider
        if hidden:
            self.banner = None
            focus.show(curtain(focus, person, people))
        elif focus.options.banner and begins and self._aim():
            self.banner = Banner(person, self._opening(person), time.monotonic(), begins=True)
        elif changed and focus.options.banner:
            self.announce(person)
        elif focus.options.banner and self.last_person == person:
            self._report(person)
        if hidden or changed:
            focus.window.play("turn")
        self.last_person = self._decider = person

    def _report(self, person: str) -> None:
        """Say what an enemy's attack did, although nobody else was asked since the person's answer to it."""
        focus = self.focus
        pieces, steps = focus.model.units.cards, self.recap()
        attacks = [
            happening
            for happening in happenings(steps)
            if happening.is_attack and happening.actor in pieces and pieces[happening.actor].owner not in ("", person)
        ]
        if attacks and not focus.model.notice.title:
            focus.model.notice = Notice(words_of(attacks[-1], person, self._names(steps)))

    def announce(self, person: str) -> None:
        """Show the banner of a person, with the events since that person's last decision."""
        focus = self.focus
        steps = self.recap() if focus.options.recap else []
        ordered = worth_telling(happenings(steps), person)
        names = self._names(steps)
        words = [words_of(happening, person, names) for happening in ordered[:MOST]]
        self.banner = Banner(person, self._title(person), time.monotonic(), steps, ordered, words)

    def _names(self, steps: Sequence[RecapStep]) -> dict[str, str]:
        """Return the names of the players, and of all pieces and units in a series of steps."""
        model = self.focus.model
        return names_in(steps, model.units) | {player.id: player.name for player in model.view.players}

    def _opening(self, person: str) -> str:
        """Return the title of the banner as a game begins: who the only person is, and against which players."""
        others = [player.name for player in self.focus.model.view.players if player.id != person]
        if self.focus.model.people != [person] or not others:
            return self._title(person)
        return _(
            "You are {person}, against {others}", person=self.focus.model.player_name(person), others=series(others)
        )

    def _title(self, person: str) -> str:
        """Return the title of a banner: the turn, the reaction, or the piece active meanwhile."""
        model, name = self.focus.model, self.focus.model.player_name(person)
        active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
        if active is None or active.owner == person:
            is_response = model.decision is not None and model.decision.window  # in any player's turn
            if model.view.turn not in ("", person):
                facts = {"person": name, "player": model.player_name(model.view.turn)}
                can_pass = isinstance(model.decision, Choose) and any(
                    option.key == PASS for option in model.decision.options
                )
                return (
                    _("{person} may react ({player}'s turn)", **facts)
                    if can_pass
                    else _("{person} decides ({player}'s turn)", **facts)
                )
            return _("A question for {player}", player=name) if is_response else _("{player}'s turn", player=name)
        card = model.units.card(active.id) or active
        return ngettext(
            "{person} decides while {active} is active",
            "{person} decides while {active} are active",
            len(model.units.parts(card.id)),
            person=name,
            active=card.name,
        )

    def _aim(self) -> Sequence[str]:
        """Return the way to win in one line; [] if the rulebook has no text about it."""
        aim = self.focus.model.view.aim
        return [aim.text] if aim is not None else []

    def told(self) -> list[PieceView]:
        """Return all pieces in the banner's happenings, at all their places."""
        return self.banner.pieces() if self.banner is not None else []

    # -- input ----------------------------------------------------------------------------------

    def takes(self, event: pygame.event.Event) -> bool:
        """Let the banner go at the first input; return whether that was its button, which replays the events."""
        banner, now = self.banner, time.monotonic()
        if banner is None or event.type not in INPUT or not banner.is_shown(now) or self.focus.sheets:
            return False
        banner.dismiss(now)
        clicked = event.type == pygame.MOUSEBUTTONDOWN and banner.button.collidepoint(event.pos)
        if not banner.steps or not clicked:
            return False
        banner.until = now
        self.focus.show(recap_sheet(self.focus, banner.steps))
        return True

    def covers(self, pixel: tuple[int, int]) -> bool:
        return any(place.collidepoint(pixel) for _kind, place in self.covering())

    def tick(self, now: float) -> bool:
        banner = self.banner
        if banner is None:
            return False
        if not banner.strength(now) or self.focus.model.decider != banner.player:
            self.banner = None
        return now < banner.since + COMING or banner.until is not None

    # -- drawing --------------------------------------------------------------------------------

    def covering(self) -> Sequence[Plate]:
        banner = self.banner
        return [("banner", banner.place)] if banner is not None and self._shows(banner, time.monotonic()) else []

    def vital(self) -> Sequence[pygame.Rect]:
        return [place for _name, place in self.covering()]

    def _shows(self, banner: Banner, now: float) -> bool:
        """Return whether a banner is visible: it is not over sheets, nor while events play."""
        return banner.is_shown(now) and not self.focus.sheets and self.focus.calm

    def draw(self, target: pygame.Surface) -> None:
        banner, now = self.banner, time.monotonic()
        if banner is None or not self._shows(banner, now):
            return
        picture = self._fitting(banner, target.get_clip())
        opacity = min(1.0, (now - banner.since) / COMING) if self.focus.options.motion == "full" else 1.0
        picture.set_alpha(round(255 * opacity))
        target.blit(picture, banner.place)
        button_width = self._button_width(banner)
        banner.button = pygame.Rect(
            banner.place.right - button_width, banner.place.top, button_width, banner.place.height
        )

    def _fitting(self, banner: Banner, visible: pygame.Rect) -> pygame.Surface:
        """Place the banner where it hides no piece concerned; return its picture, a narrower one if needed."""
        picture = pygame.Surface((0, 0))
        if banner.begins:  # in the language that is spoken now
            banner.title, banner.words = self._opening(banner.player), self._aim()
        for anywhere, part in product((False, True), SHARES):
            widest = round((visible.width - self.theme.px(3)) * part)
            key = banner.title, (*banner.words,), self.theme.scale, widest, self.theme.sharp
            picture = self._pictures.of(key, partial(self._picture, banner, widest))
            banner.place, hides = self._place(visible, picture.get_size(), anywhere=anywhere)
            if not hides:
                break
        return picture

    def _place(self, table: pygame.Rect, size: tuple[int, int], *, anywhere: bool) -> tuple[pygame.Rect, int]:
        """Return the best place of the banner, and how many of the pieces concerned it hides.

        It is at the upper or lower edge, or with `anywhere` on the whole table. Pieces concerned are those that the
        decision is about, that can be chosen, or that something happened to. Cards in hand count as such, and so does
        what aids say.
        """
        focus, margin = self.focus, self.theme.px(1.5)
        concerned_boxes = [*concerned(focus, focus.rings), *bases(focus, (*self.told(), *focus.ghost.pieces))]
        concerned_boxes += [focus.animation.tray.rect] if focus.animation.tray.dice else []
        concerned_boxes += [*self.spared(), *focus.context.readings]
        others = [*bases(focus, focus.animation.view.pieces), *focus.context.sprites.names.shown]
        inner, spare = table.inflate(-2 * margin, -2 * margin), max(0, table.width - 2 * margin - size[0])
        if anywhere:
            place = clear_place(size, inner.midtop, 0, inner, concerned_boxes)
            return place, _hidden(place, concerned_boxes)
        steps = sorted(range(STEPS + 1), key=lambda step: abs(2 * step - STEPS))  # the middle first
        lefts, tops = [inner.left + spare * step // STEPS for step in steps], (inner.top, inner.bottom - size[1])
        places = [pygame.Rect((left, top), size) for left in lefts for top in tops]
        best = min(places, key=lambda place: (_hidden(place, concerned_boxes), _hidden(place, others)))
        return best, _hidden(best, concerned_boxes)

    def _button_width(self, banner: Banner) -> int:
        return ink(self.theme, self._button(), "body", "semibold").get_width() + self.theme.px(5) if banner.steps else 0

    def _button(self) -> str:
        return f"{_('Recap')}   {key_shown(self.focus.options.keys, REPLAY)}"

    def _opening_picture(self, banner: Banner, widest: int) -> pygame.Surface:
        """Return the picture of the banner as a game begins: the title, and below it how the game is won."""
        theme, livery = self.theme, self.focus.context.owners.get(banner.player, NOBODYS)
        padding, swatch = theme.px(1.5), paint_swatch(livery, 2 * theme.px(1.75))
        title = theme.font_px(round(24 * theme.scale), "title-bold").render(banner.title, True, PAPER)
        head = swatch.get_width() + padding + title.get_width()
        text_width = min(widest - 2 * padding, max(head, theme.px(AIM)))
        lines = [line for text in banner.words for line in wrap(theme, text, text_width, "body")]
        high, step = theme.px(5.75), line_height(theme, "body")
        width = max(head, *(ink(theme, line, "body").get_width() for line in lines)) + 2 * padding
        canvas = pygame.Surface((width, high + len(lines) * step + padding), pygame.SRCALPHA, 32)
        draw_plate(canvas, canvas.get_rect(), mix(livery.colour, SHADOW, 0.62), livery.colour, theme.px(1.25), 2)
        left = blit_at(canvas, swatch, midleft=(padding, high / 2)).right + padding
        blit_at(canvas, title, midleft=(left, high / 2))
        for number, line in enumerate(lines):
            blit_at(canvas, ink(theme, line, "body", "regular", INK), topleft=(padding, high + number * step))
        return canvas

    def _picture(self, banner: Banner, widest: int) -> pygame.Surface:
        """Return the picture of the banner: the player's colour, the title, the events, and the button."""
        if banner.begins:
            return self._opening_picture(banner, widest)
        theme, focus = self.theme, self.focus
        livery = focus.context.owners.get(banner.player, NOBODYS)
        padding, height = theme.px(1.5), theme.px(5.75)
        title = theme.font_px(round(24 * theme.scale), "title-bold").render(banner.title, True, PAPER)
        swatch = paint_swatch(livery, 2 * theme.px(1.75))
        button = self._button_width(banner)
        around = 4 * padding + swatch.get_width() + button
        text_width = widest - (around + title.get_width())
        if sum(map(self._needed, banner.words[:2])) > text_width:  # what happened counts for more than the title
            title = theme.font("body", "semibold").render(banner.title, True, PAPER)
            text_width = widest - (around + title.get_width())
        happenings_shown = [*self._happening_pictures(banner, livery.colour, text_width)]
        width = widest - text_width + sum(picture.get_width() for picture in happenings_shown)
        canvas = pygame.Surface((min(width, widest), height), pygame.SRCALPHA, 32)
        draw_plate(canvas, canvas.get_rect(), mix(livery.colour, SHADOW, 0.62), livery.colour, theme.px(1.25), 2)
        left = blit_at(canvas, swatch, midleft=(padding, height / 2)).right + padding
        left = blit_at(canvas, title, midleft=(left, height / 2)).right + padding
        for picture in happenings_shown:
            left = blit_at(canvas, picture, midleft=(left, height / 2)).right
        if button:
            place = pygame.Rect(canvas.get_width() - button, 0, button, height).inflate(-theme.px(1.5), -theme.px(1.75))
            draw_plate(canvas, place, mix(livery.colour, SHADOW, 0.84), mix(livery.colour, SHADOW, 0.4), theme.px(0.75))
            blit_at(canvas, ink(theme, self._button(), "body", "semibold", INK), center=place.center)
        return canvas

    def _needed(self, words: str) -> int:
        """Return the width in pixels of the picture of a happening that is not shortened."""
        return ink(self.theme, words, "body").get_width() + self.theme.px(2.75) + 3 * self.theme.px(1)

    def _happening_pictures(self, banner: Banner, colour: Colour, space: int) -> Iterator[pygame.Surface]:
        """Yield a picture of each happening with its number, as many as fit; the second is shortened for the first.

        The first, often a loss of the player, is shortened only if the whole banner has no room for it.
        """
        theme = self.theme
        for number, words in enumerate(banner.words, 1):
            disc, padding = theme.px(2.75), theme.px(1)
            width = max(0, space - self._needed(""))
            text = shorten(theme, words, width, "body") if number < 3 else words
            written = ink(theme, text, "body", "regular", INK)
            width_used = self._needed(text)
            if width_used > space + padding or not text:
                return
            space -= width_used
            picture = pygame.Surface((width_used, disc), pygame.SRCALPHA, 32)
            if banner.told:  # numbered like the trails on the table
                draw_number(picture, (padding + disc / 2, disc / 2), number, theme.px(1.25), theme)
            blit_at(picture, written, midleft=(disc + 2 * padding, disc / 2))
            yield picture


class Trails(Part):
    """What happened, on the table: ghosts of moved pieces at their old places, arrows to the new ones, and losses."""

    height: ClassVar = -1

    def __init__(self, focus: Focus, hand_over: HandOver) -> None:
        super().__init__(focus)
        self._hand_over = hand_over

    def tick(self, now: float) -> bool:
        banner = self._hand_over.banner
        return banner is not None and banner.until is not None and banner.strength(now) > 0.0

    def draw(self, target: pygame.Surface) -> None:
        banner, focus = self._hand_over.banner, self.focus
        if banner is None or focus.sheets or not focus.calm:
            return
        strength, view = banner.strength(time.monotonic()), target.get_clip()
        if strength >= 1.0:
            self._draw(target, banner)
        elif strength > 0.0:
            faint = target.subsurface(view).copy()
            self._draw(target, banner)
            faint.set_alpha(round(255 * (1.0 - strength)))
            target.blit(faint, view)

    def _draw(self, target: pygame.Surface, banner: Banner) -> None:
        """Draw all happenings of a banner."""
        trails_left = MOST_TRAILS
        for number, happening in enumerate(banner.told, 1):
            units_with_arrow = set[str]()
            for trail in [*happening.trails.values()][:trails_left]:
                unit = trail[0].unit or trail[0].id
                self._draw_ghost(target, trail[0])
                if unit not in units_with_arrow:  # one arrow stands for all models of a unit
                    self._draw_trail(
                        target, trail, number if number <= len(banner.words) and not units_with_arrow else 0
                    )
                units_with_arrow.add(unit)
            trails_left -= len(happening.trails)
            if number <= len(banner.words):
                for new in happening.new_owners:
                    self._draw_new_owner(target, new.marker, number)
        self._draw_losses(target, banner)

    def _draw_new_owner(self, target: pygame.Surface, marker: PieceView, number: int) -> None:
        """Draw a ring round a marker in the colour of its new owner, with the number of its happening."""
        [base] = bases(self.focus, [marker])
        colour = mix(self.focus.context.owners.get(marker.owner, NOBODYS).colour, PAPER, 0.45)
        pygame.draw.circle(
            target, colour, base.center, base.width // 2 + self.theme.px(0.75), max(2, self.theme.px(0.4))
        )
        spot = base.right, base.top + base.height // 6
        draw_number(target, spot, number, self.theme.px(1.4), self.theme)

    def _draw_losses(self, target: pygame.Surface, banner: Banner) -> None:
        """Draw a badge on each piece that was hurt or removed, where it hides no other piece."""
        focus, badges = self.focus, list[pygame.Rect]()
        losses = [loss for happening in banner.told for loss in happening.losses]
        for piece in {loss.piece.id: loss.piece for loss in losses}.values():
            amounts = [loss.amount for loss in losses if loss.piece.id == piece.id]
            removed, present = not all(amounts), focus.model.pieces.get(piece.id)
            if present is None:
                self._draw_ghost(target, piece)
            words = _("out") if removed else f"\u2212{sum(amounts)}"
            text = ink(self.theme, words, "body", "bold", PAPER)
            others = [
                piece_on_table
                for piece_on_table in focus.model.view.pieces
                if piece_on_table.id != piece.id and piece_on_table.kind == "base"
            ]
            size = text.get_rect().inflate(self.theme.px(2), self.theme.px(0.5)).size
            [base] = bases(focus, [present or piece])
            place = badge_place(size, base, [*bases(focus, others), *badges], target.get_clip())
            badges.append(place)
            self._draw_badge(target, text, place, base)

    def _draw_badge(self, target: pygame.Surface, text: pygame.Surface, place: pygame.Rect, base: pygame.Rect) -> None:
        """Draw a badge, with a line to its piece if it lies beside the piece."""
        edge = mix(BLOOD, PAPER, 0.6)
        if not place.colliderect(base):
            pygame.draw.line(target, edge, place.center, base.center, max(2, self.theme.px(0.3)))
        draw_plate(target, place, BLOOD, edge, place.height // 2, 2)
        blit_at(target, text, center=place.center)

    def _draw_ghost(self, target: pygame.Surface, piece: PieceView) -> None:
        focus, camera = self.focus, self.focus.camera
        spot, owners = camera.to_screen(piece.x, piece.y), focus.context.owners
        focus.context.sprites.draw(target, replace(piece, active=False), spot, camera.scale, owners, opacity=GHOST)

    def _draw_trail(self, target: pygame.Surface, trail: Sequence[PieceView], number: int) -> None:
        """Draw a dashed arrow from the start of a trail to its end, with the number of its happening."""
        focus, camera, theme = self.focus, self.focus.camera, self.theme
        owner = focus.context.owners.get(trail[-1].owner, NOBODYS)
        colour, scale = mix(owner.colour, PAPER, 0.45), camera.scale
        spots = [camera.to_screen(piece.x, piece.y) for piece in trail]
        pairs = [(first, second) for first, second in pairwise(spots) if first != second]
        legs = [(pygame.Vector2(first), pygame.Vector2(second)) for first, second in pairs]
        if not legs:
            return
        radius = drawn_radius(trail[-1]) * scale
        start, end = legs[-1]
        tip = end - (end - start).normalize() * min(radius, (end - start).length() * 0.8)
        for first, second in [*legs[:-1], (start, tip)]:
            width = max(2, theme.px(0.4))
            draw_dotted(target, (first.x, first.y), (second.x, second.y), colour, length=theme.px(1), width=width)
        _draw_head(target, start, tip, theme.px(1.25), colour)
        if number:
            first, second = max(legs, key=lambda leg: (leg[1] - leg[0]).length())
            middle = first.x + (second.x - first.x) / 2, first.y + (second.y - first.y) / 2
            draw_number(target, middle, number, theme.px(1.4), theme)


def _draw_head(target: pygame.Surface, start: pygame.Vector2, tip: pygame.Vector2, size: int, colour: Colour) -> None:
    """Draw the head of an arrow."""
    ahead = (tip - start).normalize() if tip != start else pygame.Vector2(1, 0)
    sideways = pygame.Vector2(-ahead.y, ahead.x)
    corners = [tip, tip - ahead * size + sideways * size * 0.6, tip - ahead * size - sideways * size * 0.6]
    pygame.draw.polygon(target, SHADOW, [corner + (corner - tip) * 0.2 for corner in corners])
    pygame.draw.polygon(target, colour, corners)


def badge_place(
    size: tuple[int, int], base: pygame.Rect, others: Sequence[pygame.Rect], view: pygame.Rect
) -> pygame.Rect:
    """Return the place of a badge on its base, or near it if it would hide other pieces there."""
    places = [pygame.Rect((0, 0), size) for _spot in range(9)]
    upper, lower = base.top + base.height // 6, base.bottom - base.height // 6
    spots = [(x, y) for y in (upper, lower, base.centery) for x in (base.centerx, base.left, base.right)]
    for place, spot in zip(places, spots, strict=True):
        place.center = spot
    free_places = (place for place in places if view.contains(place) and place.collidelist([*others]) < 0)
    return next(free_places, None) or clear_place(size, base.center, 0, view, others)


def draw_number(target: pygame.Surface, spot: tuple[float, float], number: int, radius: int, theme: Theme) -> None:
    """Draw a number on a pale disc."""
    pygame.draw.circle(target, SHADOW, spot, radius + 2)
    pygame.draw.circle(target, DISC, spot, radius)
    blit_at(target, ink(theme, str(number), "small", "bold", SLATE), center=spot)


def _hidden(place: pygame.Rect, things: Sequence[pygame.Rect]) -> int:
    """Return the number of things that a place hides at least in part."""
    return len(place.collidelistall([*things]))


class Curtain(Sheet):
    """A sheet that hides the whole window until the named person asks to see it."""

    def draw_veil(self, target: pygame.Surface) -> None:
        target.fill(SLATE)


def curtain(focus: Focus, person: str, people: Sequence[str]) -> Sheet:
    """Return the curtain before a secret decision, which asks all but the deciding person to look away."""
    player, decision = focus.model.player(person), focus.model.decision
    name, more = focus.model.player_name(person), _("Choices stay hidden until everybody has chosen.")
    if decision is not None and not decision.secret:
        more = _("The choice may show what {name} holds.", name=name)
    others = [focus.model.player_name(other_person) for other_person in people if other_person != person]
    lines = [look_away(name, others), Line(more, decision.rule if decision else "")]
    action = MenuItem("go", _("I am {name}: show me the choice", name=name), "return", primary=True)
    accent = colour_of(player.colour) if player is not None else LAMP
    return Curtain(focus.window.theme, _("{name} decides in secret", name=name), lines, [action], accent=accent)


def look_away(name: str, others: Sequence[str]) -> Line:
    """Return the line that asks others to look away, so that only the named player looks at the screen."""
    return Line(_("Only {name} may look at the screen now. Look away, {others}.", name=name, others=series(others)))
