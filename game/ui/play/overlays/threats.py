"""Overlay of the threat map: the area where enemies could strike after a move.

A thread works the map out from copies; the window only adopts finished pictures, so that dragging stays smooth.
"""

from __future__ import annotations

import math
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Final

import pygame
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.rulebook.view import Line, PieceView
from game.engine.session import Session
from game.engine.still import work_on_copy
from game.play.session_model import SessionModel
from game.table.footprints import Footprint
from game.table.shapes import Bounds, Disc
from game.table.terrain.area import polygons_of
from game.table.threat.threat_map import Fringe, Strike, Threat, ThreatMap
from game.ui.board.camera import Spot
from game.ui.board.labels import hidden
from game.ui.board.overlays import Entry, draw_pill, pill_box
from game.ui.board.pieces import drawn_radius
from game.ui.decisions.ghost import Ghost
from game.ui.play.focus import Focus, bases
from game.ui.play.overlays.around import CHANCE, BandOverlay, along
from game.ui.play.part import Part
from game.ui.widgets.keys import ctrl_held, key_shown
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.raster import Frame, area_mask, frame_of, hatched, outlined, tinted
from game.ui.widgets.tasks import MOMENT, AidFault, Background, Task
from game.ui.widgets.theme import PAPER, Colour
from game.wording import N_, _

SHADES: Final[tuple[tuple[Colour, str, float], ...]] = (
    ((244, 210, 130), "waves", 20.0),
    ((244, 164, 106), "waves", 13.0),
    ((248, 140, 140), "waves", 9.5),
)
"""Colour, pattern and its spacing in pixels for 1, 2, and 3 or more threats."""
LABELS: Final = ("1", "2", "3+")
LEAST_LABELLED: Final = 2.5
"""Square inches from which an area of the map is labelled with its number of threats."""
NARROWEST: Final = 0.55
"""Inches around a label in which the number of threats must be the same."""
MOST_LABELS: Final = 5
EDGES: Final = ("midtop", "midbottom", "topleft", "topright", "bottomleft", "bottomright")
"""Where in the view the map may be explained, the usual place first."""
EDGE: Final = 0.8
"""Inches along the edge of an area that have its pattern; all over the table it would hide what lies below."""
EXPLAINED: Final = 2.5
"""Inches at the upper edge of the table kept free for the words about the map."""
PLACES: Final = 8
"""Columns and rows of a grid over an area, whose points are further places for its label."""
Taken = tuple[float, float, float]
"""A disc on the table: its centre and its radius."""


@dataclass
class Chart:
    """The map on display: a picture fixed to the table, the places of its labels, and the threats in it."""

    frame: Frame
    picture: pygame.Surface
    labels: list[tuple[list[Spot], str]]
    exact: bool
    threats: tuple[Threat, ...]
    levels: tuple[int, ...] = ()
    """The numbers of the shades that appear on it."""
    bands: tuple[BandOverlay, ...] = ()
    """The edges of the areas that are struck only with smaller chances."""
    _placed: Memo[list[tuple[Spot, str]]] = field(default_factory=Memo)

    def placed(self, taken: tuple[Taken, ...]) -> list[tuple[Spot, str]]:
        """Return the labels, each at a spot that no disc in `taken` covers, or else covers least."""
        return self._placed.of(taken, lambda: [(clearest(spots, taken), text) for spots, text in self.labels])


@dataclass(frozen=True)
class Question:
    """What the map is for: threats once the piece `about` is at `spot`, and strikes at `target` on `level`."""

    about: str = ""
    spot: Spot | None = None
    level: int = 0
    target: Footprint | None = None


def question_of(
    model: SessionModel, ghost: Ghost, about: str, looked_at: str, hovered: str, mouse: Spot | None
) -> Question:
    """Return the question for the map: about the ghost and its level, or else about the thing under the mouse."""
    in_hand = _in_block(model, ghost, mouse)
    if in_hand is not None:
        return Question(in_hand.id, (in_hand.x, in_hand.y), in_hand.level, _base(in_hand))
    if ghost.pieces and about in model.pieces:
        return Question(about, ghost.spot, ghost.level, _target(model, ghost, hovered, mouse, ghost.level))
    piece = model.units.standing(looked_at)
    level = piece.level if piece is not None else 0
    return Question("", None, level, _target(model, ghost, hovered, mouse, level))


def _in_block(model: SessionModel, ghost: Ghost, mouse: Spot | None) -> PieceView | None:
    """Return the model under the mouse of a unit being arranged, at its proposed spot; None without one."""
    if mouse is None or not ghost.unit:
        return None
    piece = min(ghost.pieces, key=lambda ghost_model: math.dist((ghost_model.x, ghost_model.y), mouse))
    return piece if piece.id in model.pieces and math.dist((piece.x, piece.y), mouse) <= piece.radius else None


def _target(model: SessionModel, ghost: Ghost, hovered: str, mouse: Spot | None, level: int) -> Footprint | None:
    """Return the ghost, the piece under the mouse if it is a base, or the bare spot there."""
    if ghost.preview is not None:
        [piece] = ghost.pieces
        if piece.kind == "base" and (ghost.shown or piece.id in model.pieces):
            return _base(piece)
    if mouse is None:
        return None
    hovered_piece = model.pieces.get(hovered)
    if hovered_piece is not None and hovered_piece.kind == "base":
        return _base(hovered_piece)
    return Disc(round(mouse[0], 2), round(mouse[1], 2), 0.0, _("this spot"), "point", level)


def _base(piece: PieceView) -> Footprint:
    base = piece.base._replace(name=piece.name, kind="base")
    return base._replace(facing=None) if isinstance(base, Disc) else base


def numbers(level: BaseGeometry, text: str) -> list[tuple[list[Spot], str]]:
    """Return a label for each of the largest parts of an area, with its possible places well inside, the best first."""
    roomy = shapely.buffer(level, -NARROWEST, quad_segs=2)
    parts = sorted((part for part in polygons_of(roomy) if part.area > LEAST_LABELLED / 4), key=lambda part: -part.area)
    return [(_places(part), text) for part in parts[:MOST_LABELS]]


def at_rim(fringe: Fringe, table: BaseGeometry) -> tuple[list[Spot], str]:
    """Return the label of a fringe with its possible places along the edge, except where the map is explained."""
    west, south, east, north = table.bounds
    inner = shapely.box(west + NARROWEST, south + NARROWEST, east - NARROWEST, north - EXPLAINED)
    return [spot for spot in along(fringe.area) if shapely.intersects_xy(inner, *spot)], fringe.text


def _places(part: shapely.Polygon) -> list[Spot]:
    """Return a spot in the middle of a part, then a grid of others, those nearest to the middle first."""
    middle, (west, south, east, north) = part.point_on_surface(), part.bounds
    grid = [
        (west + (east - west) * column / PLACES, south + (north - south) * row / PLACES)
        for column in range(1, PLACES)
        for row in range(1, PLACES)
    ]
    inside = [spot for spot in grid if shapely.contains_xy(part, *spot)]
    return [(middle.x, middle.y), *sorted(inside, key=lambda spot: math.dist(spot, (middle.x, middle.y)))]


def clearest(spots: Sequence[Spot], taken: Sequence[Taken]) -> Spot:
    """Return the first spot that no disc (centre and radius) covers, else the one covered least."""

    def covered(spot: Spot) -> float:
        return max((radius - math.dist(spot, (x, y)) for x, y, radius in taken), default=0.0)

    first_free = next(
        (spot for spot in spots if all(math.dist(spot, (x, y)) >= radius for x, y, radius in taken)), None
    )
    return first_free if first_free is not None else min(spots, key=covered)


def _sample(number: int, ground: BaseGeometry, frame: Frame) -> pygame.Surface:
    return paint_levels([ground if index == number else shapely.Polygon() for index in range(len(SHADES))], frame)


def paint_levels(levels: list[BaseGeometry], frame: Frame) -> pygame.Surface:
    """Return the picture of the map: a faint fill for each number of threats, a pattern along its edge, an outline."""
    canvas = pygame.Surface((frame.width, frame.height), pygame.SRCALPHA, 32)
    for number, (level, (colour, kind, spacing)) in enumerate(zip(levels, SHADES, strict=True)):
        if level.is_empty:
            continue
        edge = shapely.difference(level, shapely.buffer(level, -EDGE, quad_segs=4))
        canvas.blit(tinted(area_mask(level, frame), colour, 0.07 + 0.05 * number), (0, 0))
        canvas.blit(hatched(area_mask(edge, frame), kind, frame, colour, spacing, 1.0), (0, 0))
        canvas.blit(outlined(level, frame, colour, 1.5), (0, 0))
    return canvas


LESS_LIKELY: Final = 2
"""The number of the dashes for the likeliest fringe; unbroken and longer dashes are left to the map itself."""
BREATH: Final = 0.002
"""Seconds that the thread sleeps between two steps, so that the window can draw."""
REST: Final = 0.12
"""Seconds after which a ghost or the mouse counts as resting, so that the map is updated."""


@dataclass(frozen=True)
class _Wish:
    """What the thread is to work out. Equal wishes mean that nothing has changed."""

    threats: tuple[Threat, ...]
    but: frozenset[str]
    """The pieces left out."""
    scale: float
    target: Footprint | None
    level: int = 0
    view: Bounds | None = None
    """The part of the table in view; None if all of it is."""


class Threats(Part):
    """The threat map below the pieces, with labels and words above them. `hidden` are the pieces left out of it."""

    depth = 2
    height = 5
    title: ClassVar = N_("The threat map")

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.on = False
        self.hidden: set[str] = set()
        self.chart: Chart | None = None
        self._map = ThreatMap()  # used by the thread only
        self._wanted: _Wish | None = None
        self._done: _Wish | None = None
        self._position: tuple[object, ...] = ()
        self._threats: tuple[Threat, ...] = ()
        self._unknown = False  # the rulebook has no threats
        self._strikes: tuple[Footprint | None, list[Strike]] = (None, [])
        self._foreseer = Background[tuple[Threat, ...]](most=1)
        self._task: Task[None] | None = None
        self._drawn = (0, 0)
        self._ghost: tuple[object, float] = (None, 0.0)
        self._behind = False  # the map is out of date, and updated once the ghost rests
        self._question = Question()
        self._fault: Exception | None = None

    def close(self) -> None:
        self.on, self._fault, self._wanted, self._done, self._position = False, None, None, None, ()
        self._foreseer, self._map = Background(most=1), ThreatMap()

    def commands(self) -> dict[str, Callable[[], None]]:
        inspection = self.focus.inspection
        return {
            "threats": self._command,
            "threat_piece": lambda: self._command(inspection.selected or inspection.hovered),
        }

    def aids(self) -> Sequence[str]:
        return ("threats",) if self.on else ()

    def _command(self, piece: str | None = None) -> None:
        """Show or hide the map, or leave a piece out of it; show a notice if that is not possible."""
        if not self.focus.options.threat:
            self.focus.model.notice.title = _(
                "Threats are switched off in the settings ({key})", key=self._key("settings")
            )
        elif piece is None:
            self.on = not self.on
        elif not self._toggle_piece(piece):
            text = N_("Point at an enemy or select one with {key} to leave it out of the threat map")
            self.focus.model.notice.title = _(text, key=self._key("inspect"))

    def _key(self, command: str) -> str:
        """Return the key of a command as people read it."""
        return key_shown(self.focus.options.keys, command)

    def input(self, event: pygame.event.Event) -> bool:
        """Leave a piece clicked with Ctrl out of the map, or include it again."""
        if event.type != pygame.MOUSEBUTTONUP or not ctrl_held():
            return False
        return self._toggle_piece(self.focus.piece_at(self.focus.camera.to_table(*event.pos)))

    def _toggle_piece(self, piece: str) -> bool:
        """Leave a piece or its unit out of the map, or include it again; return whether it is in the map at all."""
        threat_id = self.focus.model.units.meant(piece, [listed.id for listed in self._threats])
        if not self.on or not threat_id:
            return False
        self.hidden ^= {threat_id}
        return True

    @property
    def awaits_drawing(self) -> bool:
        """Whether a newer map is being worked out or not drawn yet."""
        foreseeing = self._foreseer.busy
        drawn = self._drawn == (id(self.chart), id(self._strikes))
        return self.on and (self._behind or foreseeing or self._at_work or not drawn)

    @property
    def is_settled(self) -> bool:
        return self.chart is not None and self.chart.exact

    @property
    def _at_work(self) -> bool:
        return self._wanted is not None and self._done != self._wanted

    def question(self) -> Question:
        """Return the question for the map as things are now."""
        focus, mouse = self.focus, self.focus.mouse_spot if self.focus.pointing else None
        about = focus.drawn.decision.about if focus.drawn is not None else ""
        looked_at, hovered = focus.inspection.piece(), focus.inspection.hovered
        return question_of(focus.model, focus.ghost, about, looked_at, hovered, mouse)

    def tick(self, now: float) -> bool:
        self.on = self.on and self.focus.options.threat
        self._follow(self.question() if self.on else Question())
        return self.awaits_drawing

    def _follow(self, question: Question) -> None:
        """Ask the rules for the present threats if anything changed, and let the thread update the map."""
        focus, model = self.focus, self.focus.model
        player = model.viewpoint
        self._question = question
        if not self.on or not player or model.session.ruleset.vision is None:
            self._behind, self._unknown = False, model.session.ruleset.vision is None
            return
        if self._fault is not None:
            raise AidFault(self._fault)
        now = time.monotonic()
        asked_piece, spot = question.about, question.spot
        if spot != self._ghost[0]:
            self._ghost = (spot, now)
        rests = now - self._ghost[1] > REST
        position = (model.session, model.version, player, asked_piece, spot, question.level)
        self._behind = position != self._position
        if self._behind:
            if self._position[:3] == position[:3] and (self._at_work or not rests):
                return  # the ghost is being dragged: wait until it rests

            job = work_on_copy(model.session, _foreseen, player, asked_piece, spot, question.level)
            threats = self._foreseer.ask(position, job, MOMENT)
            self._behind = not self._foreseer.knows(position)
            if threats is None:
                self._unknown = not self._behind
                return
            self._position, self._threats = position, threats
        target = question.target if rests and now - focus.mouse_since > REST else None
        wish = _Wish(self._threats, frozenset(self.hidden), focus.camera.scale, target, question.level, self._view)
        if wish != self._wanted:  # the thread compares by identity
            self._wanted = wish
        if self._at_work and (self._task is None or self._task.done):
            self._task = Task(self._work, "threats")

    @property
    def _view(self) -> Bounds | None:
        """The part of the table in view, in inches; None if all of it is."""
        camera, room = self.focus.camera, self.focus.camera.viewport
        (west, north), (east, south) = camera.to_table(*room.topleft), camera.to_table(*room.bottomright)
        field = self.focus.model.battlefield
        inside = west > 0.0 or south > 0.0 or east < field.width or north < field.height
        return (west, south, east, north) if inside else None

    def under(self, target: Canvas) -> None:
        """Draw the map; after a zoom it is stretched until it is painted anew."""
        if not self.focus.calm:
            return
        camera = self.focus.camera
        chart, self._drawn = self.chart, (id(self.chart), id(self._strikes))
        if not self.on or chart is None:
            return
        left, top = camera.to_screen(chart.frame.west, chart.frame.north)
        picture = chart.picture
        if chart.frame.scale != camera.scale:
            factor = camera.scale / chart.frame.scale
            if max(picture.get_width(), picture.get_height()) * factor > 4000:
                return
            picture = pygame.transform.scale_by(picture, factor)
        target.blit(picture, (round(left), round(top)))

    def draw(self, target: pygame.Surface) -> None:
        """Draw the labels, mark the pieces left out, and explain the map at an edge of the table."""
        if not self.on:
            return
        units = self.focus.model.units
        camera, theme = self.focus.camera, self.focus.context.theme
        margin = theme.px(3) / camera.scale
        discs = tuple((piece.x, piece.y, drawn_radius(piece) + margin) for piece in units.pieces.values())
        for spot, text in self.chart.placed(discs) if self.chart is not None else ():
            number = int(text.removesuffix("+")) if text.removesuffix("+").isdecimal() else 0
            colour = SHADES[min(number, len(SHADES)) - 1][0] if number else CHANCE
            draw_pill(target, text, camera.to_screen(*spot), theme, colour)
        for piece in map(units.standing, sorted(self.hidden)):
            if piece is not None and piece.id in {threat.id for threat in self._threats}:
                x, y = camera.to_screen(piece.x, piece.y)
                draw_pill(target, _("not in the map"), (x, y + piece.radius * camera.scale + theme.px(2.5)), theme)
        self.focus.context.readings += self._draw_key(target)

    def _draw_key(self, target: pygame.Surface) -> list[pygame.Rect]:
        """Say what the map shows, and below that what the colours mean; return the places of these words."""
        theme, levels = self.focus.context.theme, self.chart.levels if self._threats and self.chart is not None else ()
        words = _("1 could strike"), _("2 could strike"), _("3 or more could strike")
        said, boxes = (
            pill_box(self._explanation(), theme),
            {number: pill_box(words[number], theme) for number in levels},
        )
        gap = theme.px(0.5)
        width, height = (
            sum(box.width + gap for box in boxes.values()) - gap,
            max(box.height for box in (said, *boxes.values())),
        )
        block = pygame.Rect(0, 0, max(said.width, width), said.height + (height if boxes else 0))
        block = self._freest(block, target.get_clip().inflate(-2 * theme.px(1), -2 * theme.px(1)))
        places = [draw_pill(target, self._explanation(), (block.centerx, block.top + said.height / 2), theme, PAPER)]
        left = block.centerx - width / 2
        for number, box in boxes.items():
            middle = left + box.width / 2, places[0].bottom + box.height / 2
            places.append(draw_pill(target, words[number], middle, theme, SHADES[number][0]))
            left += box.width + gap
        return places

    def _freest(self, block: pygame.Rect, view: pygame.Rect) -> pygame.Rect:
        """Return a rectangle moved to the edge of the view where it hides the least of bases and names."""
        pieces = [piece for piece in self.focus.animation.view.pieces if piece.kind == "base"]
        shown = [*bases(self.focus, pieces), *self.focus.context.sprites.names.shown]
        places = [block.copy() for _edge in EDGES]
        for place, edge in zip(places, EDGES, strict=True):
            setattr(place, edge, getattr(view, edge))
        return min(places, key=lambda place: hidden(place, shown))

    def _explanation(self) -> str:
        """Return the text about the map: the number of its enemies, or the reason for its emptiness."""
        key = self._key("threats")
        if not self._position:
            none = _("This game has no threat map · {key}: off", key=key)
            return none if self._unknown else _("Threat map: working it out…")
        if not self._threats:
            return _("Threat map: no enemy can strike before your next action · {key}: off", key=key)
        visible_count, threats = sum(threat.id not in self.hidden for threat in self._threats), len(self._threats)
        state = _(" (an estimate so far…)") if self.chart is None or not self.chart.exact else ""
        level, for_level = self._question.level, ""
        if len({approach.base.level for threat in self._threats for approach in threat.approaches}) > 1:
            for_level = _(" for level {level}", level=level) if level else _(" for the ground")
        note = next((f" · {threat.note}" for threat in self._threats if threat.note), "")
        map_text = N_("Threat map{where}: {shown} of {threats} enemies{state} · {key}: off")
        return _(map_text, key=key, where=for_level, shown=visible_count, threats=threats, state=state + note)

    def legend(self) -> Sequence[Entry]:
        if not self.on or self.chart is None or not self.focus.calm:
            return ()
        texts = (_("one could strike here"), _("two could strike here"), _("three or more could strike here"))
        shades = tuple(Entry(texts[number], partial(_sample, number)) for number in self.chart.levels)
        return (*shades, *(entry for band in self.chart.bands for entry in band.legend()))

    def lines(self) -> tuple[Line, ...]:
        """Return the strikes possible at the thing under the mouse, as far as they are known."""
        if not self.on:
            return ()
        target, strikes = self._strikes
        if target is None or target != self._question.target:
            return ()
        if not strikes:
            return (Line(_("No enemy could reach this after a move"), tone="good"),)
        return tuple(Line(strike.text, strike.rule, "bad" if strike.already else "warning") for strike in strikes)

    def _work(self) -> None:
        """Work out wishes in the thread until the latest one is done."""
        while (wish := self._wanted) is not None and wish != self._done:
            try:
                if not self._fulfil(wish):
                    continue
            except Exception as error:  # raised in the window
                traceback.print_exception(error)
                self._fault = error
            self._done = wish

    def _fulfil(self, wish: _Wish) -> bool:
        """Work out a wish; return whether it was finished before a newer wish came."""
        done = self._done
        if done is None or done.threats is not wish.threats or done.level != wish.level:
            fresh = done is None
            self._map.update(wish.threats, wish.level)
            for step in self._map.steps():
                if step in ("coarse", "regions") and (fresh or self.chart is None):
                    self.chart = self._painted(wish)
                if self._wanted is not wish:
                    return False  # the map keeps its finished steps
                time.sleep(BREATH)
        if done is None or replace(done, target=None, view=None) != replace(wish, target=None, view=None):
            self.chart = self._painted(wish)
        elif done.view != wish.view:
            repainted = self.chart is None or (done.view is None) != (wish.view is None)
            self.chart = self._painted(wish) if repainted else self._relabelled(self.chart, wish)
        if wish.target is not None:
            self._strikes = (wish.target, self._map.strikes(wish.target, wish.but))
        return True

    def _painted(self, wish: _Wish) -> Chart:
        """Return the chart of a wish: its picture, labels and fringes."""
        fringes, by_number = self._map.fringes(wish.but), self._counted(wish)
        levels = self._map.levels(wish.but, len(SHADES))
        bands = tuple(
            BandOverlay(fringe.area, fringe.text, number) for number, fringe in enumerate(fringes, LESS_LIKELY)
        )
        everything = shapely.union_all([*levels, *(fringe.area for fringe in fringes)])
        frame = frame_of((0.0, 0.0, 0.1, 0.1) if everything.is_empty else everything.bounds, wish.scale, 4)
        levels_shown = tuple(number for number, level in enumerate(levels) if not level.is_empty)
        picture = paint_levels(levels, frame)
        for level in by_number[len(SHADES) - 1 :] if len(by_number) > len(SHADES) else ():
            picture.blit(outlined(level, frame, SHADES[-1][0], 1.5), (0, 0))
        for band in bands:
            picture.blit(band.paint(frame), (0, 0))
        return Chart(frame, picture, self._labels(wish), self._map.is_exact, wish.threats, levels_shown, bands)

    def _counted(self, wish: _Wish) -> list[BaseGeometry]:
        """Return the areas with 1, 2, and 3 or more threats; for a part of the table, with every number."""
        return self._map.levels(wish.but, max(len(SHADES), len(wish.threats) if wish.view is not None else 0))

    def _labels(self, wish: _Wish) -> list[tuple[list[Spot], str]]:
        """Return the labels for the part of the table in view."""
        levels = self._counted(wish)
        texts = LABELS if wish.view is None else [str(number + 1) for number in range(len(levels))]
        if wish.view is not None:
            levels = [shapely.clip_by_rect(level, *wish.view) for level in levels]
        labels = [area_label for level, text in zip(levels, texts, strict=True) for area_label in numbers(level, text)]
        fringes = self._map.fringes(wish.but)
        return labels + [
            label for fringe in fringes if (label := at_rim(fringe, wish.threats[0].ruler.battlefield.table))[0]
        ]

    def _relabelled(self, chart: Chart | None, wish: _Wish) -> Chart | None:
        """Return a chart with the labels for another part of the table."""
        return replace(chart, labels=self._labels(wish), _placed=Memo()) if chart is not None else None


def _foreseen(session: Session, player: str, about: str, spot: Spot | None, level: int) -> tuple[Threat, ...] | None:
    """Return the threats that the rulebook foresees, None if it foresees none; run in a thread."""
    vision = session.ruleset.vision
    threats = vision.threats(session.game, player, about, spot, level) if vision is not None else None
    return tuple(threats) if threats is not None else None
