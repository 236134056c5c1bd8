"""The rosters in the drawer: they show what views say, find pieces, and take clicks and keys."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pygame
import pytest

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, PieceView, TableView
from game.players.random_player import random_answer
from game.ui.board.pieces import letters_of
from game.ui.play.focus import chips_marked, rings
from game.ui.play.roster_column import HIGH, Mark, RosterColumn, facts_of, sides_of
from game.ui.widgets.layers import Kept
from game.ui.widgets.text import shorten
from game.ui.widgets.theme import LAMP, Theme
from tests.games import random_game
from tests.rulesets.godbreakers.kit import A, B, C, D, Play, begin, forgotten, godbreaker
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Toy, ToyGame
from tests.ui.driver import Driver
from tests.ui.screens.test_pictures import extent

Window = Callable[..., Driver]
NOVA, PYRE, ENEMY = (10.0, 10.0), (14.0, 10.0), (10.0, 11.2)


def duel() -> Play:
    """Return a game in which Anna picks which of Nova and Pyre to activate; Scoria is Bert's."""
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Pyre", A, *PYRE, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    return begin(*pieces)


def crowd() -> Play:
    """Return a game of four players with five pieces each, and of 30 wild models."""
    own = [
        godbreaker(f"Piece {letter}{n}", owner, 2.0 + 2 * n, 2.0 + 2 * row, 8, traits={"Ranged": 1, "Fleet": 2})
        for row, (letter, owner) in enumerate(zip("ABCD", (A, B, C, D), strict=True))
        for n in range(5)
    ]
    wild = [forgotten(f"Wild {n}", 2.0 + 2 * (n % 13), 11.0 + 2 * (n // 13)) for n in range(30)]
    return begin(*own, *wild, players=4)


def chip(driver: Driver, piece: str) -> tuple[int, int]:
    """Return the pixel in the middle of a piece's row, in the open drawer."""
    driver.open("sides")
    place = driver.scene.focus.roster_column.place(piece)
    assert place is not None, f"{piece} is out of sight"
    return place.center


def bases(view: TableView) -> dict[str, PieceView]:
    return {piece.id: piece for piece in (*view.pieces, *view.reserve, *view.lost) if piece.kind == "base"}


# -- it shows what the views say ---------------------------------------------------------------


@pytest.mark.parametrize(("seed", "players"), [(9, 4)])
def test_it_shows_what_the_view_says_at_every_decision_of_a_game(window: Window, seed: int, players: int) -> None:
    session = random_game(seed, players, before_round=1)
    driver, rng, lost = window(session, (960, 600)), Random(seed), 0
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        driver.scene.focus.call(driver.scene.model.refresh)
        driver.scene.refresh_panel()
        view = session.ruleset.view(session.game)
        chips = driver.scene.focus.roster_column.chips
        assert {each.piece.id: each.piece for each in chips} == bases(view)
        assert len(chips) == len(bases(view)), "each piece once"
        for each in chips:
            side = driver.scene.focus.roster_column.sides[each.side]
            assert side.player == each.piece.owner
        lost = max(lost, len(view.lost))
        held = {token for piece in view.pieces for token in piece.carries}
        assert held <= {token for each in chips for token in each.piece.carries}
    assert lost, "nobody was lost, so that nothing was shown of it"


def test_of_every_marker_it_is_shown_who_controls_it_as_the_rules_say() -> None:
    session = random_game(4, before_round=1)
    rng, seen = Random(4), set()
    while session.decision is not None:
        session.answer(random_answer(session.decision, rng))
        game = session.game
        for piece in session.ruleset.view(game).pieces:
            if piece.kind == "marker":
                marker = game.state.markers[piece.id]
                owners = [player for player in game.playing() if game.controls(player, marker)]
                assert [piece.controller] == (owners or [""])
                seen.update(owners)
    assert len(seen) == 2, "not everybody controlled something at some time"


def test_sides_and_pieces_keep_their_places() -> None:
    session = random_game(5, before_round=1)
    view = session.ruleset.view(session.game)
    before = [(side.player, [piece.id for piece in side.pieces]) for side in sides_of(view, Units(view))]
    gone = replace(view.pieces[-1], fate=Line("Casualty", tone="bad"))
    later = replace(view, players=view.players[::-1], pieces=view.pieces[-2::-1], lost=(gone,))
    assert [(side.player, [piece.id for piece in side.pieces]) for side in sides_of(later, Units(later))] == before


def test_names_with_numbers_stand_in_their_natural_order() -> None:
    play = begin(godbreaker("Nova", A, *NOVA), *(forgotten(f"Wolf {n}", 2.0 * n, 5.0) for n in (10, 2, 1)))
    view = play.session.ruleset.view(play.game)
    sides = sides_of(view, Units(view))
    assert [[piece.name for piece in side.pieces] for side in sides] == [["Nova"], ["Wolf 1", "Wolf 2", "Wolf 10"]]


def test_any_rulebook_has_a_strip_and_what_it_says_of_losses_and_holders_is_shown(window: Window) -> None:
    class Sad(Toy):
        def view(self, game: ToyGame) -> TableView:
            view = super().view(game)
            gone = replace(view.pieces[0], fate=Line("Went home", "T-7", "bad"))
            flag = PieceView("flag", "Flag", "marker", 10, 10, 0.5, symbol="objective", controller="bob")
            return replace(view, pieces=(*view.pieces[1:], flag), lost=(gone,))

    plain = window(toy_session())
    assert [len(side.pieces) for side in plain.scene.focus.roster_column.sides] == [2, 2]
    driver = window(toy_session(0, Sad()))
    driver.move(chip(driver, "a1"))
    view = driver.scene.model.view
    assert facts_of(bases(view)["a1"], view) == ("Aldis Thorn · Ann", (Line("Went home", "T-7", "bad"), *DETAILS))
    assert driver.scene.focus.inspection.hovered == "a1"
    before = pygame.image.tobytes(driver.screen, "RGB")
    driver.scene.focus.context.owners = {
        key: livery for key, livery in driver.scene.focus.context.owners.items() if key != "bob"
    }
    driver.frame()
    assert pygame.image.tobytes(driver.screen, "RGB") != before, "the holder of the flag is shown"


def test_it_does_not_know_before_the_stage_has_shown_it(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.click(chip(driver, "nova"))
    driver.window.choose(replace(driver.window.options, pace=1.0))
    driver.click(driver.at(*ENEMY))
    assert driver.scene.model.pieces["scoria"].damage == 4
    told = driver.scene.focus.roster_column.piece("scoria")
    assert told is not None
    assert told.damage == 0, "the dice tumble"
    driver.scene.hurry()
    driver.frame()
    told = driver.scene.focus.roster_column.piece("scoria")
    assert told is not None
    assert told.damage == 4


DETAILS = (Line("d8, moves 6", "T-0"),)


def test_letters_of_players_differ() -> None:
    assert letters_of(["Ann", "Anna", "Ada", "Aa", "", "Ölaf"]) == ["A", "N", "D", "B", "C", "Ö"]


# -- mouse -------------------------------------------------------------------------------------


def test_hovering_finds_a_piece_on_the_table_and_on_the_strip(window: Window) -> None:
    driver = window(duel().session)
    driver.move(chip(driver, "scoria"))
    assert driver.scene.focus.inspection.hovered == "scoria"
    assert rings(driver.scene.focus)["scoria"] == "pointed"
    assert chips_marked(driver.scene.focus, rings(driver.scene.focus))["scoria"].filled
    driver.move(driver.at(*PYRE))
    assert "scoria" not in rings(driver.scene.focus)
    assert [
        piece for piece, mark in chips_marked(driver.scene.focus, rings(driver.scene.focus)).items() if mark.filled
    ] == ["pyre"]


def test_a_click_picks_switches_where_that_is_legal_and_looks_else(window: Window) -> None:
    driver = window(duel().session)
    driver.click(chip(driver, "nova"))
    assert driver.session.journal == [["nova"]]
    driver.click(chip(driver, "pyre"))
    assert driver.session.journal == [["pyre"]]
    assert driver.scene.focus.inspection.selected == ""
    driver.press_row("Move")
    driver.click(driver.at(15.0, 9.0))
    length = len(driver.session.journal)
    driver.click(chip(driver, "nova"))
    assert len(driver.session.journal) == length, "a move is committed"
    assert driver.scene.focus.inspection.selected == "nova"


def test_a_click_on_an_enemy_looks_at_it_even_where_it_is_in_reach(window: Window) -> None:
    driver = window(duel().session)
    driver.click(chip(driver, "nova"))
    driver.move(chip(driver, "scoria"))
    assert driver.scene.focus.odds() is None
    driver.click(chip(driver, "scoria"))
    assert driver.session.journal == [["nova"]]
    assert driver.scene.focus.inspection.selected == "scoria"
    driver.press_row("Engage")
    driver.click(chip(driver, "pyre"))
    assert driver.session.journal == [["pyre"]], "nothing was committed"
    assert driver.scene.focus.inspection.selected == ""


def test_a_click_on_whom_a_decision_asks_for_is_the_answer(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Raven", B, 10, 8.8, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.click(chip(driver, "nova"))
    driver.press_row("Engage")
    driver.move(chip(driver, "scoria"))
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert odds.title == "Nova engages Scoria"
    driver.click(chip(driver, "scoria"))
    assert driver.session.journal[:3] == [["nova"], "engage", ["scoria"]]


def test_a_right_click_only_looks(window: Window) -> None:
    driver = window(duel().session)
    driver.click(chip(driver, "nova"), button=3)
    assert driver.session.journal == []
    assert driver.scene.focus.inspection.selected == "nova"


def test_a_piece_that_is_dragged_onto_the_strip_stays_where_it_was(window: Window) -> None:
    driver = window(duel().session)
    x, y = driver.at(*NOVA)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1))
    driver.move(driver.at(8.0, 9.0))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=chip(driver, "pyre"), button=1))
    driver.frame()
    assert driver.session.journal == []
    assert driver.scene.focus.hands.held is None


def test_a_click_brings_a_piece_into_view(window: Window) -> None:
    driver = window(duel().session)
    for _unused in range(12):
        driver.scene.focus.camera.zoom(1, *driver.at(28.0, 18.0))
    assert not driver.scene.focus.layout.table.collidepoint(driver.at(*ENEMY))
    driver.move(chip(driver, "scoria"))
    corner = pygame.Rect(driver.scene.focus.layout.table.left, driver.scene.focus.layout.table.bottom - 60, 60, 60)
    assert extent(driver.screen.subsurface(corner), LAMP).width > 12, "an arrow points at it"
    driver.click(chip(driver, "scoria"))
    assert driver.scene.focus.layout.table.collidepoint(driver.at(*ENEMY))
    assert not extent(driver.screen.subsurface(corner), LAMP).width


# -- keys --------------------------------------------------------------------------------------


def test_arrows_move_along_it_and_enter_takes(window: Window) -> None:
    driver = window(duel().session)
    driver.key("ctrl+r")
    assert driver.scene.focus.inspection.focused == "nova"
    assert rings(driver.scene.focus)["nova"] == "pointed"
    driver.key("down")
    assert driver.scene.focus.inspection.focused == "pyre"
    assert driver.scene.focus.inspection.piece() == "pyre"
    driver.keys("right")
    assert driver.scene.focus.inspection.focused == "scoria"
    driver.keys("down", "up", "left", "down")
    assert driver.scene.focus.inspection.focused == "pyre"
    assert driver.session.journal == []
    driver.key("return")
    assert driver.session.journal == [["pyre"]]
    assert driver.scene.focus.inspection.focused == ""
    driver.keys("ctrl+r", "up", "return")
    assert driver.session.journal == [["nova"]]


@pytest.mark.parametrize("key", ["escape", "ctrl+r"])
def test_the_keys_are_given_back(window: Window, key: str) -> None:
    driver = window(duel().session)
    driver.keys("ctrl+r", key)
    assert driver.scene.focus.inspection.focused == ""
    assert not driver.table.sheets
    driver.keys("ctrl+r", "tab")
    assert driver.scene.focus.inspection.focused == ""
    assert driver.scene.focus.actions.cursor == 0


def test_another_key_means_what_it_always_does(window: Window) -> None:
    driver = window(duel().session)
    driver.key("ctrl+r")
    driver.key("m")
    assert driver.scene.focus.measuring.on
    assert driver.scene.focus.inspection.focused == ""


# -- open and shut -----------------------------------------------------------------------------


def test_a_key_opens_and_shuts_them(window: Window) -> None:
    driver = window(duel().session)
    table = driver.scene.focus.layout.table
    assert driver.scene.focus.roster_column.place("nova") is None
    driver.key("ctrl+shift+r")
    assert driver.scene.focus.roster_column.place("nova") is not None
    driver.key("ctrl+shift+r")
    assert driver.scene.focus.layout.table == table
    driver.key("ctrl+r")
    assert driver.scene.focus.inspection.focused == "nova"
    driver.key("ctrl+shift+r")
    assert driver.scene.focus.inspection.focused == ""


# -- room --------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.5, 2.0])
def test_a_crowd_fits_by_scrolling_and_covers_nothing(window: Window, size: tuple[int, int], scale: float) -> None:
    driver = window(crowd().session, size)
    driver.window.choose(replace(driver.window.options, scale=scale))
    driver.open("sides")
    scene, strip = driver.scene, driver.scene.focus.roster_column
    others = scene.drawer.rect, scene.focus.layout.table, scene.focus.layout.dock, scene.focus.layout.bar
    assert not any(strip.rect.colliderect(other) for other in others)
    assert len(strip.chips) == 50
    seen = set()
    for each in [*strip.chips, *reversed(strip.chips)]:
        strip.reveal(each.piece.id)
        place = strip.place(each.piece.id)
        assert place is not None
        assert place.height == driver.scene.rosters.theme.px(HIGH)
        assert strip.rect.contains(place)
        assert strip.at(place.center) == each.piece.id
        seen.add(each.piece.id)
    assert len(seen) == 50


def test_rows_stand_one_below_the_other(window: Window) -> None:
    driver = window(crowd().session, (1920, 1080))
    driver.open("sides")
    chips, high = driver.scene.focus.roster_column.chips, driver.scene.rosters.theme.px(HIGH)
    assert all(one.top + high <= other.top for one, other in pairwise(chips))


def test_the_wheel_scrolls(window: Window) -> None:
    driver = window(crowd().session, (960, 600))
    driver.open("sides")
    strip = driver.scene.focus.roster_column
    driver.move(strip.rect.center)
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1, flipped=False))
    assert strip.view.offset > 0
    driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=9, flipped=False))
    assert strip.view.offset == 0


def test_a_piece_under_the_mouse_on_the_table_is_scrolled_into_sight(window: Window) -> None:
    driver = window(crowd().session, (960, 600))
    driver.open("sides")
    wild = driver.scene.model.pieces["wild 12"]
    assert driver.scene.focus.roster_column.place("wild 12") is None
    driver.scene.focus.camera.show(wild.x, wild.y)
    driver.move(driver.at(wild.x, wild.y))
    assert driver.scene.focus.roster_column.place("wild 12") is not None


def test_marks_drawn_into_the_kept_picture_look_as_if_everything_were_drawn_anew(window: Window) -> None:
    """Marks follow the mouse: only the chips that have one are drawn again."""
    driver = window(crowd().session)
    driver.open("sides")
    scene, rng = driver.scene, Random(4)
    for turn in range(12):
        chosen = rng.sample([chip.piece.id for chip in scene.focus.roster_column.chips], 4)
        marks = {piece: Mark(LAMP, 1 + turn % 2, filled=turn % 3 == 0) for piece in chosen[: turn % 5]}
        scene.focus.roster_column.view.by(rng.randrange(-900, 900))
        pictures = []
        for strip in (
            scene.focus.roster_column,
            scene.focus.roster_column,
            scene.focus.roster_column,
            replaced(scene.focus.roster_column),
        ):  # kept as it repeats
            strip.draw(driver.screen, scene.focus.context.owners, marks)
            pictures.append(pygame.image.tobytes(driver.screen.subsurface(scene.focus.roster_column.rect), "RGB"))
        whole = driver.screen.subsurface(scene.focus.roster_column.rect)
        scene.focus.roster_column._draw(driver.screen, scene.focus.context.owners, marks)
        assert {*pictures} == {pygame.image.tobytes(whole, "RGB")}


def replaced(strip: RosterColumn) -> RosterColumn:
    """Return a strip that shows the same and has drawn nothing yet."""
    fresh = copy(strip)
    fresh._plain = Kept()
    return fresh


def test_rows_say_the_damage_of_pieces(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    play, said = duel(), list[str]()

    def heard(theme: Theme, text: str, *more: Any) -> str:
        said.append(text)
        return shorten(theme, text, *more)

    play.model("pyre").damage = 3
    driver = window(play.session)
    monkeypatch.setattr("game.ui.play.roster_column.shorten", heard)
    driver.open("sides")
    driver.frame()
    assert "Nova" in said
    assert {text for text in said if "damage" in text} == {"3 damage"}
