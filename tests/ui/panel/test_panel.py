"""The drawer and the dock: odds and receipts, the legend, help, tooltips and plates that keep clear."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import combinations, product
from pathlib import Path
from pkgutil import walk_packages
from random import Random
from typing import Any, Final

import numpy as np
import pygame
import pytest
import shapely

from game import rulesets, ui, wording
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import FanView, PieceView, SlotView
from game.engine.session import Session
from game.engine.stakes import Stake
from game.players.random_player import random_answer
from game.ui.aids.asking import FITS
from game.ui.aids.instruments import REACHED, SEEN
from game.ui.aids.legend import swatch
from game.ui.board.camera import Camera
from game.ui.board.overlays import CHOICE, RANGE, AreaOverlay, AttackOverlay, Entry, Overlay, RegionOverlay, Sample
from game.ui.board.stake_art import stake_legend
from game.ui.decisions.control import CONTROLLED, FrontOverlay
from game.ui.dock.choices import name_lines
from game.ui.play.overlays import chip
from game.ui.play.overlays.around import BandOverlay, RangeOverlay
from game.ui.play.overlays.fan import FanOverlay
from game.ui.play.overlays.sites import Side, SidesOverlay
from game.ui.play.overlays.threats import LABELS
from game.ui.play.parts import tips
from game.ui.play.parts.bar import Bar
from game.ui.widgets.layers import Canvas
from game.ui.widgets.raster import frame_of
from game.ui.widgets.text import line_height, shorten
from game.ui.widgets.theme import CAUSES, INK, Theme
from game.ui.widgets.tooltip import clear_place, draw_tooltip
from tests.rulesets.aos4.battles import Battle
from tests.rulesets.aos4.battles import row as ranks
from tests.samples import few
from tests.toy.facing_rulebook import facing_session
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tests.ui.inked import noted
from tests.ui.overlaid import pixels
from tests.ui.seeing import SIGHTS, contrast, difference, luminance
from tools.situations import hover, keys, session_of, then, threats

Window = Callable[..., Driver]
SIZES: Final = [(960, 600), (1280, 720), (1920, 1080)]
TYPES: Final = (0.8, 1.0, 2.0)
MOMENTS: Final[dict[str, tuple[str, Callable[[Driver], None]]]] = {
    "odds": ("picking", keys("tab")),
    "odds of the last": ("picking", keys("tab", "tab")),
    "receipt": ("moving-market-ruins", then(hover(9, 9), keys("w"))),
    "ruler": ("moving-hollow-wood", then(hover(16, 11), keys("m", *["tab"] * 11))),
    "threats": ("choosing", threats),
}
CHIPPED: Final = ("choosing", "four", "moving-market-ruins")
GROUND: Final = (142, 130, 106)


def at(driver: Driver, scale: float) -> Any:
    """Return the scene at a size of type."""
    driver.window.rescale(scale)
    driver.frame()
    driver.frame()
    return driver.scene


# -- every section whole -----------------------------------------------------------------------


@pytest.mark.parametrize("moment", few([*MOMENTS], 3))
@pytest.mark.parametrize(
    ("size", "language"),
    [
        (size, language)
        for size in SIZES
        for language in wording.languages()
        if (language == wording.ENGLISH) == (size == SIZES[1])  # the others have the longer words
    ],
    ids=str,
)
def test_nothing_overlaps_and_odds_and_receipt_are_whole(
    window: Window, size: tuple[int, int], moment: str, language: str
) -> None:
    wording.use(language)
    game, act = MOMENTS[moment]
    with noted() as notes:
        driver = window(session_of(game), size)
        act(driver)
        for scale in TYPES:
            notes.clear()
            scene = at(driver, scale)
            if "odds" in moment:
                act(driver)  # whatever is looked at among the rows is let go by another size of type
                scene = at(driver, scale)
            driver.open("odds")
            layout, facts, rows = scene.focus.layout, scene.facts, scene.focus.actions
            parts = [layout.bar, layout.dock, layout.table, layout.drawer]
            for one, other in combinations(parts, 2):
                assert not one.colliderect(other)
            assert sum(part.width * part.height for part in parts) == size[0] * size[1]
            assert facts.content.odds is not None or facts.content.sections
            odds = facts.content.odds
            if odds is not None and scale < max(TYPES):
                most = facts.rect.height * (1.1 if size[0] < 1280 else 1.0)  # in a small window the rest is scrolled to
                assert facts.picture(odds, facts.rect.width - 2 * facts.theme.px(2)).get_height() < most
            if rows.cursor >= 0:
                assert rows.rect.contains(rows.rows()[rows.cursor][1])
            assert notes
            assert not [each for each in notes if each.narrowed and layout.drawer.collidepoint(each.box[:2])]
            driver.open("")


def test_the_row_under_the_mouse_stays_in_view_while_odds_come_and_go(window: Window) -> None:
    driver = window(session_of("picking"), (960, 600))
    at(driver, 2.0)
    rows = driver.scene.focus.actions
    for number in range(len(rows.actions)):
        driver.move(rows.rows()[0][1].center)
        spot = rows.rows()[number][1].center
        driver.move(spot)
        driver.frame()
        if rows.rect.collidepoint(spot):
            assert rows.at(spot) == number
            assert driver.scene.focus.odds() is not None


def test_help_for_a_row_is_a_tooltip_that_hides_no_row(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    plates: list[pygame.Rect] = []

    def watched(*args: Any, **kwargs: Any) -> pygame.Rect:
        plates.append(draw_tooltip(*args, **kwargs))
        return plates[-1]

    monkeypatch.setattr(tips, "draw_tooltip", watched)
    monkeypatch.setattr(tips, "AFTER", -1.0)
    driver = window(session_of("choosing"), (1280, 720))
    for scale in (1.0, 2.0):
        scene = at(driver, scale)
        plates.clear()
        driver.move(next(rect for action, rect in scene.focus.actions.rows() if action.rule).center)
        assert plates
        rows = [rect.clip(scene.focus.actions.rect) for _action, rect in scene.focus.actions.rows()]
        assert plates[-1].collidelist([rect for rect in rows if rect.height]) < 0


# -- the legend --------------------------------------------------------------------------------


def labels(driver: Driver) -> list[str]:
    driver.frame()
    return [entry.label for entry in driver.scene.content().legend]


def test_the_legend_lists_every_overlay_that_is_on_and_no_other(window: Window) -> None:
    driver = window(session_of("moving-market-ruins"))
    assert labels(driver)[0] == "legal"
    assert "overlaps a base" in labels(driver)
    assert "range ring" not in labels(driver)
    driver.keys("m", *["tab"] * 3, "r", "escape", "escape")
    assert "range ring" in labels(driver)
    threats(driver)
    assert any("could strike here" in label for label in labels(driver))
    driver.key("x")
    assert not any("could strike here" in label for label in labels(driver))
    driver.window.options.region = False
    assert labels(driver) == ["range ring"]


def test_the_legend_shows_what_a_piece_could_strike(window: Window) -> None:
    driver = window(session_of("choosing"))
    assert labels(driver) == ["legal", "could strike here"]


EVERYWHERE: Final = shapely.box(0.1, 0.1, 0.9, 0.9)
OWN: Final = ("one more", "two more", "three more", "four more")
EXCLUDED: Final = {cause: EVERYWHERE for cause in (*CAUSES, *OWN) if cause != "off the table"}
SAMPLES: Final[tuple[Overlay, ...]] = (
    RegionOverlay(Sample(EVERYWHERE)),
    RegionOverlay(Sample(EVERYWHERE), looked_at=True),
    AreaOverlay(EVERYWHERE, CHOICE),
    AttackOverlay(EVERYWHERE),
    AreaOverlay(EVERYWHERE, RANGE),
    AreaOverlay(EVERYWHERE, SEEN),
    FrontOverlay(EVERYWHERE),
    AreaOverlay(EVERYWHERE, CONTROLLED, "zone"),
    AreaOverlay(EVERYWHERE, REACHED, "reachable within 6"),
    AreaOverlay(EVERYWHERE, FITS),
    BandOverlay(EVERYWHERE, "7+", 1),
    RangeOverlay(EVERYWHERE, "12″", wholly=False),
    RangeOverlay(EVERYWHERE, "12″", wholly=True),
    FanOverlay(FanView("seen", (0.0, 0.0), 0.5, np.ones((3, 3)))),
    SidesOverlay([Side(SlotView("", "", (0.1, 0.1), (0.9, 0.1)), INK, True)]),
)
"""Every kind of overlay, each with one pattern."""


def kinds(of: type) -> set[type]:
    return {of}.union(*map(kinds, of.__subclasses__()))


def test_every_kind_of_overlay_paints_its_own_row_of_the_legend(dummy_display: None) -> None:
    for module in walk_packages(ui.__path__, "game.ui."):
        import_module(module.name)
    known = {kind for kind in kinds(Overlay) if kind.__module__.startswith("game.")} - {Overlay}
    assert {type(sample) for sample in SAMPLES} == known
    for sample in SAMPLES:
        frame = frame_of(sample.extent.bounds, 60.0, 4)
        (entry,) = sample.legend()
        assert entry.label
        painted = pixels(entry.paint(sample.extent, frame))
        assert np.array_equal(painted, pixels(sample.paint(frame))), type(sample).__name__


def look_about(driver: Driver) -> None:
    """Show what the piece that is asked about sees, its front arc, and a ring cut to that."""
    driver.key("m")
    driver.move(driver.at(5.0, 4.0))
    driver.keys("s", "a", "r", "z")


@pytest.mark.parametrize(
    ("session", "show"),
    [
        (facing_session, look_about),
        (partial(session_of, "choosing"), hover(9, 9)),
        (partial(session_of, "moving-market-ruins"), keys("m", *["tab"] * 3, "r")),
        (partial(session_of, "levels"), keys("tab")),
    ],
    ids=["sight", "choosing", "ring", "levels"],
)
def test_whatever_is_painted_on_the_table_stands_in_the_legend(
    window: Window, monkeypatch: pytest.MonkeyPatch, session: Callable[[], Session], show: Callable[[Driver], None]
) -> None:
    driver = window(session())
    painted: list[Overlay] = []
    draw = Overlay.draw

    def watched(overlay: Overlay, target: Canvas, camera: Camera) -> None:
        painted.append(overlay)
        draw(overlay, target, camera)

    monkeypatch.setattr(Overlay, "draw", watched)
    show(driver)
    painted.clear()
    shown = labels(driver)
    explained = [entry.label for overlay in painted for entry in overlay.legend()]
    assert explained, "nothing was painted"
    assert set(explained) <= set(shown)
    assert len(shown) == len(set(shown))


def entries() -> list[Entry]:
    piece = PieceView("a", "Ash", "base", 1, 1, 0.5)
    signs = stake_legend([Stake(piece, sign, certain=True) for sign in ("hurt", "helped")])
    overlays = (*SAMPLES, RegionOverlay(Sample(EVERYWHERE, EXCLUDED)))
    return [*{entry.label: entry for overlay in overlays for entry in overlay.legend()}.values(), *signs]


def test_patterns_in_the_legend_are_those_of_the_table_seen_and_told_apart_by_all_eyes(dummy_display: None) -> None:
    theme = Theme()
    pictures = {entry.label: pixels(swatch(theme, entry, GROUND)) for entry in entries()}
    assert len(pictures) == len(CAUSES) + 16 + len(OWN)
    ground = luminance(np.array(GROUND, np.uint8))
    for label, picture in pictures.items():
        assert np.max(contrast(luminance(picture), ground)) > 3, label
    for sight in SIGHTS:
        for one, other in combinations(pictures, 2):
            apart = difference(pictures[one], pictures[other], sight)
            assert np.mean(apart > 8) > 0.03, (sight, one, other)


def test_threats_of_each_number_have_patterns_of_their_own(window: Window) -> None:
    driver = window(session_of("choosing"))
    threats(driver)
    found = driver.scene.threats.legend()
    assert len(found) == len(LABELS)
    pictures = [pixels(swatch(Theme(), entry, GROUND)) for entry in found]
    for one, other in combinations(pictures, 2):
        assert np.mean(np.any(one != other, axis=2)) > 0.3


# -- tooltips ----------------------------------------------------------------------------------


def test_a_tooltip_goes_where_it_hides_nothing_as_near_as_it_can() -> None:
    room, size = pygame.Rect(0, 0, 800, 600), (200, 100)
    assert clear_place(size, (300, 300), 16, room, []).topleft == (316, 316)
    wall = pygame.Rect(300, 310, 400, 200)
    beside = clear_place(size, (300, 300), 16, room, [wall])
    assert not beside.colliderect(wall)
    assert beside.inflate(40, 40).collidepoint(300, 300)
    assert room.contains(clear_place(size, (799, 599), 16, room, []))
    full = clear_place(size, (300, 300), 16, room, [room, pygame.Rect(0, 0, 800, 450)])
    assert full.top >= 450, "it hides what it must, and no more"


@pytest.mark.parametrize(("game", "size"), few([*product(CHIPPED, SIZES)], 4), ids=str)
def test_the_chip_and_tooltips_keep_clear_of_pieces_buttons_and_readings(
    window: Window, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], game: str
) -> None:
    plates: list[pygame.Rect] = []

    def watched(*args: Any, **kwargs: Any) -> pygame.Rect:
        plates.append(draw_tooltip(*args, **kwargs))
        return plates[-1]

    monkeypatch.setattr(tips, "draw_tooltip", watched)
    monkeypatch.setattr(tips, "AFTER", -1.0)
    monkeypatch.setattr(chip, "AFTER", -1.0)
    driver = window(session_of(game), size)
    if game == "moving-market-ruins":
        driver.move(driver.at(9, 9))
        assert not driver.scene.focus.context.readings, "the chip says the measure of the move"
        driver.keys("m", *["tab"] * 4, "return", *["tab"] * 6, "return", "escape")
        assert len(driver.scene.focus.context.readings) == 1
    for piece in driver.scene.model.view.pieces:
        driver.move(driver.at(piece.x, piece.y))
        said = driver.scene.chip.rect
        if said.width and driver.scene.focus.layout.table.contains(said):
            assert said.collidelist(driver.scene.chip.avoided()) < 0, piece.name
        assert pygame.Rect((0, 0), size).contains(said)
    for button in driver.scene.bar.tools.shown.values():
        driver.move(button.rect.center)
        assert plates[-1].collidelist(driver.scene.tips.worth_seeing()) < 0
    assert len(plates) >= len(driver.scene.bar.tools.shown)


def test_a_tooltip_of_a_row_hides_nothing_of_what_is_asked(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    plates: list[pygame.Rect] = []

    def watched(*args: Any, **kwargs: Any) -> pygame.Rect:
        plates.append(draw_tooltip(*args, **kwargs))
        return plates[-1]

    monkeypatch.setattr(tips, "draw_tooltip", watched)
    monkeypatch.setattr(tips, "AFTER", -1.0)
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *ranks(10, 20, 8, 1.3, 5))
    battle.put("beaconwright", (30, 12))
    battle.put("hullbreakers", *ranks(5, 22, 20, 1.8))
    battle.put("barbcasters", *ranks(5, 34, 20, 1.8))
    battle.begin()
    driver = window(battle.session)
    for _row, rect in driver.scene.focus.actions.rows():
        driver.move(rect.center)
        for plate in plates[-1:]:
            assert not plate.colliderect(driver.scene.asked.head)
    assert plates


# -- plates ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "size"), few([*product([2, 4], SIZES)], 5), ids=str)
def test_plates_keep_their_places_over_a_whole_game(
    dummy_display: None, tmp_path: Path, size: tuple[int, int], players: int
) -> None:
    ruleset, rng = rulesets.load("godbreakers"), Random(6)
    plan = GamePlan(("Ann", "Bartholomew the Elder", "Cy", "Dee")[:players], rounds=3)
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(6))
    driver = Driver(tmp_path, session, size)
    seen, orders, scores = set(), set(), set()
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        view = driver.scene.model.view = ruleset.view(session.game)
        seen.add(tuple((name, *rect) for name, rect in driver.scene.bar.plates().items()))
        orders.add(tuple(player.id for player in view.players))
        scores.add(tuple(player.score for player in view.players))
    assert len(seen) == 1
    assert len(orders) > 1, "the initiative changed"
    assert len(scores) > 1


def test_a_long_score_is_not_written_over_the_swatch(window: Window) -> None:
    scene = at(window(session_of("four"), (960, 600)), 2.0)
    bar, view = scene.bar, scene.model.view
    swatches = []
    for score in (0, 88):
        scene.model.view = replace(view, players=tuple(replace(player, score=score) for player in view.players))
        target = pygame.Surface((960, 600), depth=32)
        bar.draw(target)
        left = [bar.framed(plate) for plate in bar.plates().values()]
        swatches.append(
            [pixels(target.subsurface((box.left, box.top, scene.window.theme.px(3.5), box.height))) for box in left]
        )
    assert all(np.array_equal(one, other) for one, other in zip(*swatches, strict=True))


def test_names_of_players_have_room_beside_the_phases(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    told = dict[str, str]()

    def shortened(theme: Theme, text: str, *more: Any) -> str:
        told[text] = shorten(theme, text, *more)
        return told[text]

    monkeypatch.setattr("game.ui.play.parts.bar.shorten", shortened)
    plan = GamePlan(("Player 1", "Player 2"))
    ruleset = rulesets.load("aos4")
    scene = at(window(Session(ruleset, ruleset.new_setup(plan), KeyedDice(3)), (1280, 720)), 1.3)
    scene.bar.draw(pygame.Surface((1280, 720), depth=32))
    assert told["Player 1"] == "Player 1"
    assert told["Player 2"] == "Player 2"


def test_a_click_and_a_tooltip_find_the_plate_of_each_player(window: Window) -> None:
    driver = window(toy_session())
    bar = driver.scene.bar
    for name, rect in bar.plates().items():
        found = bar.player_at(rect.center)
        assert found is not None
        assert found.id == name
    assert bar.player_at((2, 2)) is None


def test_keys_scroll_the_facts(window: Window) -> None:
    driver = window(session_of("moving-market-ruins"), (960, 600))
    driver.window.rescale(2.0)
    driver.keys("x", "i", "shift+pageup")
    view = driver.scene.facts.view
    assert view.whole > view.room.height
    driver.key("shift+pagedown")
    assert view.offset > 0
    driver.key("shift+pageup")
    assert view.offset == 0


def test_only_the_player_who_decides_is_framed_in_the_bar(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players that can be chosen, such as for the initiative, are underlined."""
    driver = window(toy_session())
    bar = driver.scene.bar
    other = next(player.id for player in driver.scene.model.view.players if player.id != driver.scene.model.decider)
    plate = bar.framed(bar.plates()[other])
    before = driver.screen.copy()
    monkeypatch.setattr(
        Bar, "_selectable_players", lambda _bar: {player.id: False for player in driver.scene.model.view.players}
    )
    driver.frame()
    for edge in (plate.midtop, plate.midleft, (plate.right - 1, plate.centery)):
        assert driver.screen.get_at(edge) == before.get_at(edge)
    assert driver.screen.get_at((plate.centerx, plate.bottom)) != before.get_at((plate.centerx, plate.bottom))


def test_the_question_of_a_computer_player_is_not_asked_of_those_who_watch(window: Window) -> None:
    driver = window(toy_session(), bots={"ann": lambda fork: None})
    heading = driver.scene.heading()
    assert heading.who == "Ann is thinking"
    assert heading.prompt == ""


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_the_card_of_another_piece_is_as_high_as_what_it_says(window: Window, scale: float) -> None:
    driver = window(session_of("choosing"))
    driver.window.rescale(scale)
    driver.frame()
    dock = driver.scene.asked
    box = pygame.Rect(dock.rect.left, 0, dock.rect.width - dock.theme.px(3), 500)
    short = replace(next(piece for piece in driver.scene.model.view.pieces if piece.kind == "base"), name="Gull")
    numbered, long = replace(short, name="Forgotten 4"), replace(short, name="Glarecoil Slingers of Hollow Wood")
    assert dock._draw_other(None, numbered, box) == dock._draw_other(None, short, box), "the name stays in one line"
    assert dock._draw_other(None, long, box) >= dock._draw_other(None, short, box)
    pixels, lines = name_lines(dock.theme, long.name, box.width - dock.theme.px(8.75))
    room = len(lines) * round(pixels * 1.15) + dock._health(None, long, 0, 0, box.width)
    assert dock._draw_other(None, long, box) >= room + 2 * line_height(dock.theme, "small")
