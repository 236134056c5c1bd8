"""Whom a choice would hurt or help, said and marked before it is made; what is looked at; what markers come to."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import replace

import pygame
import pytest

from game.engine.history.changes import Effect, effects_of
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.engine.sandbox import sandbox_from
from game.engine.stakes import Stake, stakes
from game.players.new_session import Seated
from game.table.documents import TerrainPiece
from game.ui.animation.beats import CHANGING, draw_effects
from game.ui.board.camera import Camera
from game.ui.board.pieces import Sprites
from game.ui.board.stake_art import draw_stakes, ring_of, said
from game.ui.play.overlays.reach import Reach
from game.ui.play.overlays.stakes import stake_lines
from game.ui.play.overlays.threats import SHADES
from game.ui.widgets.theme import CAUSES, Theme
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, objective, table, wood
from tests.ui.driver import Driver, part

Window = Callable[..., Driver]
COPSE = wood("Copse", 13.0, 8.0, 17.6, 12.0)


def told(found: list[Stake]) -> dict[tuple[str, str], tuple[bool, int, int, bool]]:
    return {(each.piece.id, each.sign): (each.certain, each.least, each.most, each.gone) for each in found}


def gold(trait: str, rank: int, *terrain: TerrainPiece) -> Play:
    """Raven, close to Nova, has a trait; Cinder stands apart; no die is scripted."""
    raven, nova = godbreaker("Raven", A, 15, 10, traits={trait: rank}), godbreaker("Nova", B, 16.5, 10)
    cinder = godbreaker("Cinder", B, 18.5, 10, die=8)
    play = begin(raven, nova, cinder, ground=table(*terrain))
    play.answer(["raven"])
    return play


def test_ruin_hurts_whoever_stands_there_if_it_succeeds_and_the_active_one_if_not() -> None:
    play = gold("Ruinous", 1, COPSE)
    play.answer("ruin")
    found = told(stakes(play.session, "copse"))
    assert found == {("raven", "hurt"): (True, 1, 2, False), ("nova", "hurt"): (False, 1, 1, False)}


def test_thunder_hurts_the_near_for_sure_and_the_rest_perhaps() -> None:
    found = told(stakes(gold("Thunderous", 1).session, "thunder"))
    assert found == {
        ("raven", "hurt"): (False, 1, 1, False),
        ("nova", "hurt"): (True, 1, 2, False),
        ("cinder", "hurt"): (False, 1, 1, False),
    }


def test_a_trial_takes_no_die_and_leaves_the_game_as_it_was() -> None:
    play = gold("Thunderous", 1)
    before = play.state.digest()
    assert stakes(play.session, "thunder")
    assert (play.state.digest(), play.state.rolls.total, len(play.dice.faces)) == (before, 0, 0)


def test_an_illegal_answer_promises_nothing() -> None:
    assert stakes(gold("Ruinous", 1, COPSE).session, "fly") == []


def test_g_eng_2_both_dice_of_an_engage_are_counted() -> None:
    """Two d6: each wins in 15 of 36 cases, by 1 to 5, and nothing happens in a tie."""
    play = gold("Ruinous", 1, COPSE)
    play.answer("engage")
    found = stakes(play.session, ["nova"])
    assert told(found) == {(name, "hurt"): (False, 1, 5, False) for name in ("raven", "nova")}
    assert [stake.chance for stake in found] == [15 / 36, 15 / 36]


def test_the_words_say_what_is_certain() -> None:
    piece = PieceView("a", "Ash", "base", 1, 1, 0.5)
    found = (
        Stake(piece, "hurt", certain=True, least=1, most=3),
        Stake(piece, "hurt", certain=False, gone=True, chance=0.25, gone_chance=1 / 12),
        Stake(piece, "helped", certain=False, least=2, most=2, chance=0.5),
        Stake(piece, "helped", certain=True),
    )
    texts = [line.text for line in stake_lines(found, Units(TableView("", "", (), 0, (), ())))]
    assert texts == [
        "Ash takes 1–3 damage",
        "Ash may be lost: 8%",
        "Ash may recover 2 damage: 50%",
        "Ash benefits",
    ]


def test_the_signs_differ_in_shape_and_in_their_gaps(dummy_display: None) -> None:
    shapes = [
        repr(ring_of(sign, (50.0, 50.0), 20.0, certain=certain))
        for sign in ("hurt", "helped")
        for certain in (True, False)
    ]
    assert len(set(shapes)) == 4
    pictures = []
    for sign in ("hurt", "helped"):
        target = pygame.Surface((100, 100), depth=32)
        camera = Camera(10, 10, target.get_rect())
        camera.x, camera.y, camera.scale = 5.0, 5.0, 10.0
        piece = PieceView("a", "Ash", "base", 5, 5, 1.5)
        draw_stakes(target, [(Stake(piece, sign, certain=True, most=2), piece)], camera, Theme())
        grey = pygame.transform.grayscale(target)
        pictures.append(pygame.image.tobytes(grey, "RGB"))
    assert pictures[0] != pictures[1], "not colour alone"


def test_models_of_a_unit_to_which_the_same_happens_share_a_plate(dummy_display: None) -> None:
    target = pygame.Surface((400, 400), depth=32)
    camera = Camera(20, 20, target.get_rect())
    models = [PieceView(f"pikes-{n}", "Pike", "base", 5 + 1.1 * n, 5, 0.5, unit="pikes") for n in range(4)]
    lost = [(Stake(each, "hurt", certain=True, gone=True), each) for each in models[:3]]
    hurt = (Stake(models[3], "hurt", certain=True, least=1, most=1), models[3])
    (plate,) = draw_stakes(target, lost, camera, Theme())
    assert plate.bottom < camera.to_screen(5, 5)[1]
    assert len(draw_stakes(target, [*lost, hurt], camera, Theme())) == 2


def test_a_plate_names_its_piece_where_several_have_stakes(dummy_display: None) -> None:
    target = pygame.Surface((400, 400), depth=32)
    camera = Camera(20, 20, target.get_rect())
    pieces = [PieceView("gull", "Gull", "base", 5, 5, 0.6), PieceView("wick", "Wick", "base", 14, 14, 0.6)]
    found = [(Stake(piece, "hurt", certain=True, least=1, most=2), piece) for piece in pieces]
    (alone,) = draw_stakes(target, found[:1], camera, Theme())
    assert all(place.width > alone.width for place in draw_stakes(target, found, camera, Theme()))


def test_plates_of_pieces_that_touch_hide_neither_bases_nor_names_nor_one_another(dummy_display: None) -> None:
    target = pygame.Surface((400, 400), depth=32)
    camera = Camera(20, 20, target.get_rect())
    camera.x, camera.y, camera.scale = 10.0, 10.0, 24.5
    for turn in range(0, 360, 15):
        spot = 10 + 1.2 * math.cos(math.radians(turn)), 10 + 1.2 * math.sin(math.radians(turn))
        pieces = [PieceView("gull", "Gull", "base", 10, 10, 0.6), PieceView("wick", "Wick", "base", *spot, 0.6)]
        sprites = Sprites(Theme())
        spots = [camera.to_screen(piece.x, piece.y) for piece in pieces]
        target.fill("black")
        sprites.label(target, pieces, spots, camera.scale, {}, "", {}, frozenset())
        bases = [pygame.Rect(0, 0, 0, 0) for _ in pieces]
        for rect, (x, y) in zip(bases, spots):
            rect.size = (round(1.2 * camera.scale * 0.9),) * 2
            rect.center = round(x), round(y)
        names = sprites.names.shown
        assert len(names) == 2
        found = [(Stake(piece, "hurt", certain=False, chance=0.53, least=1, most=8), piece) for piece in pieces]
        before = [pygame.image.tobytes(target.subsurface(name), "RGB") for name in names]
        places = draw_stakes(target, found, camera, Theme(), bases, names)
        assert [pygame.image.tobytes(target.subsurface(name), "RGB") for name in names] == before
        for place, other in itertools.combinations([*places, *names], 2):
            assert not place.colliderect(other), turn
        assert all(place.collidelist(bases) < 0 for place in places), turn


def legend_of(driver: Driver) -> list[str]:
    driver.frame()
    return [entry.label for entry in driver.scene.content().legend]


def test_a_row_pointed_at_and_terrain_under_the_mouse_mark_whom_they_concern(window: Window) -> None:
    play = gold("Ruinous", 1, COPSE)
    play.answer("ruin")
    driver = window(play.session)
    driver.move(driver.at(14.0, 11.5))
    driver.frames_until("what it would do", lambda: bool(driver.scene.stakes.weighed()))
    assert {stake.piece.id for stake in driver.scene.stakes.weighed()} == {"raven", "nova"}
    assert "would be harmed" in legend_of(driver)
    driver.frame()
    section = driver.scene.sections()[0]
    assert (section.title, section.lines[0].text) == ("Possible effects", "Raven takes 1–2 damage")
    driver.move((5, 5))
    driver.frame()
    assert driver.scene.stakes.weighed() == ()
    driver.key("tab")
    driver.frames_until("the same by the keyboard", lambda: bool(driver.scene.stakes.weighed()))


def test_one_region_is_that_of_a_choice_and_others_are_only_looked_at(window: Window) -> None:
    driver = window(gold("Ruinous", 1, COPSE).session)
    move, _attack = part(driver.scene, Reach).overlays()
    assert move is not None
    assert not move.looked_at
    assert legend_of(driver)[:1] == ["legal"]
    driver.click(driver.at(18.5, 10), button=3)
    move, _attack = part(driver.scene, Reach).overlays()
    assert move is not None
    assert move.looked_at
    assert "could move here" in legend_of(driver)


def test_the_region_of_what_a_bot_decides_about_is_only_shown_to_those_who_look(window: Window) -> None:
    """Painting it for every decision of a bot took longer than a frame, and it only flashed."""
    session, bot = gold("Ruinous", 1, COPSE).session, Seated("random")
    driver = window(session, bots={session.pending().player: bot})
    assert driver.scene.model.bot is bot
    assert part(driver.scene, Reach).overlays() == (None, None)
    driver.scene.focus.inspection.selected = session.pending().about
    assert part(driver.scene, Reach).overlays()[0] is not None


def test_what_is_inspected_vanishes_when_another_piece_is_asked_about(window: Window) -> None:
    driver = window(gold("Ruinous", 1, COPSE).session)
    driver.click(driver.at(18.5, 10), button=3)
    assert driver.scene.focus.inspection.selected == "cinder"
    driver.scene.focus.call(lambda: driver.scene.model.answer("move"))
    assert driver.scene.focus.inspection.selected == "cinder", "Raven is still the one asked about"
    driver.scene.focus.call(driver.scene.model.undo)
    driver.scene.focus.call(driver.scene.model.undo)
    assert driver.scene.focus.inspection.selected == ""


def test_over_a_region_a_threat_map_is_read_by_its_pattern() -> None:
    threats, causes = {kind for _colour, kind, _spacing in SHADES}, {kind for _colour, kind in CAUSES.values()}
    assert not threats & causes


@pytest.mark.parametrize(("controller", "changes"), [("", ["lost"]), (B, ["won"]), (A, [])])
def test_a_marker_that_changes_hands_is_a_change(controller: str, changes: list[str]) -> None:
    view = begin(godbreaker("Raven", A, 15, 10), godbreaker("Nova", B, 2, 2), objective(15, 11)).session
    before = view.ruleset.view(view.game)
    flag = next(piece for piece in before.pieces if piece.kind == "marker")
    assert flag.controller == A
    after = replace(before, pieces=tuple(
        replace(piece, controller=controller) if piece is flag else piece for piece in before.pieces
    ))  # fmt: skip
    found = list(effects_of(before, after))
    assert [effect.change for effect in found] == changes
    assert all(CHANGING[effect.change] >= 0.7 for effect in found)


@pytest.mark.parametrize("change", ["won", "lost", "gone"])
def test_a_marker_won_or_lost_has_a_sign_of_its_own(dummy_display: None, change: str) -> None:
    target = pygame.Surface((200, 200), depth=32)
    camera = Camera(10, 10, target.get_rect())
    flag = PieceView("flag", "Flag", "marker", 5, 5, 0.5, controller=A)
    effects = [Effect(change, flag)]  # type: ignore[arg-type]
    draw_effects(target, effects, 0.0, camera, Theme(), {}, still=True)
    assert target.get_bounding_rect().size != (0, 0)
    assert pygame.mask.from_threshold(target, (0, 0, 0), (1, 1, 1, 255)).count() < 200 * 200


def test_who_is_summoned_may_join_and_no_marker_is_hurt_by_changing_hands() -> None:
    raven = godbreaker("Raven", A, 15, 10, traits={"Summoning": 1})
    play = begin(raven, godbreaker("Nova", B, 2, 2), objective(15, 11.6), summons={"d8": 1})
    play.answer(["raven"])
    play.answer("summon")
    [joins] = stakes(play.session, [16.2, 10.0])
    assert (joins.piece.id, joins.sign, joins.certain) == (play.decision.about, "helped", False)


def test_an_edit_of_the_table_promises_nothing() -> None:
    play = gold("Ruinous", 1)
    sandbox = sandbox_from(play.session)
    assert stakes(sandbox, {"attacker": "raven", "target": "nova"}) == []


def test_a_sign_says_the_chance_of_what_is_not_certain() -> None:
    """ "lost?" stood there for one face of a d12."""
    piece = PieceView("a", "Ash", "base", 1, 1, 0.5)
    assert [
        said(Stake(piece, "hurt", certain=False, gone=True, chance=1 / 12, gone_chance=1 / 12)),
        said(Stake(piece, "hurt", certain=False, least=1, most=3, gone=True, chance=0.5, gone_chance=0.25)),
        said(Stake(piece, "hurt", certain=True, least=1, most=1)),
        said(Stake(piece, "hurt", certain=True, gone=True, gone_chance=1.0)),
        said(Stake(piece, "helped", certain=False, least=2, most=2, chance=0.5)),
    ] == ["lost 8%", "1–3 25%, lost 25%", "1", "lost in any case", "−2 50%"]


def test_the_chance_of_a_stake_is_the_share_of_faces_that_bring_it() -> None:
    play = gold("Ruinous", 1, COPSE)
    play.answer("ruin")
    chances = {(each.piece.id, each.sign): each.chance for each in stakes(play.session, "copse")}
    assert chances == {("raven", "hurt"): 1.0, ("nova", "hurt"): 0.5}, "a d6 passes a challenging test with 4 to 6"


def test_the_line_of_a_unit_says_the_chance_and_the_damage_too() -> None:
    """Three models are lost for sure, one perhaps, and one takes damage or is lost."""
    models = [PieceView(f"pikes-{n}", "Pike", "base", 5, 5, 0.5, unit="pikes") for n in range(5)]
    view = TableView("", "", (), 0, (), tuple(models), units={"pikes": UnitView("pikes", "Pikes")})
    found = [Stake(each, "hurt", certain=True, gone=True, gone_chance=1.0) for each in models[:3]]
    found.append(Stake(models[3], "hurt", certain=False, gone=True, chance=1 / 6, gone_chance=1 / 6))
    found.append(Stake(models[4], "hurt", certain=True, least=1, most=2, gone=True, gone_chance=1 / 3))
    texts = [line.text for line in stake_lines(found, Units(view))]
    assert texts == [
        "Pike may take 1\u20132 damage: 67%",
        "Pikes lose 3 of 5 models",
        "Pikes may lose 1 of 5 models: 17%",
        "Pikes may lose 1 of 5 models: 33%",
    ]


def test_a_sign_never_says_that_what_may_happen_is_certain_or_impossible() -> None:
    piece = PieceView("a", "Ash", "base", 1, 1, 0.5)
    rare = Stake(piece, "hurt", certain=False, least=1, most=1, chance=1 / 400)
    sure = Stake(piece, "hurt", certain=False, least=1, most=1, chance=399 / 400)
    assert [said(rare), said(sure)] == ["1 <1%", "1 >99%"]
    texts = [line.text for line in stake_lines((rare, sure), Units(TableView("", "", (), 0, (), ())))]
    assert texts == ["Ash may take 1 damage: <1%", "Ash may take 1 damage: >99%"]
