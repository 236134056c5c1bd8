"""Units at the table: one label, one card, one row, one voice, and clicks on any of their models."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

import pygame
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.routes import Route
from game.engine.rulebook.view import UnitView
from game.engine.session import Session
from game.play.spoken_state import piece_line, state_parts
from game.table.shapes import Disc
from game.ui.aids.instruments import Measurable
from game.ui.board.camera import Camera
from game.ui.board.labels import Crowd, UnitNames, outline, shortened
from game.ui.board.pieces import Livery, Sprites, drawn_radius
from game.ui.decisions.lists import PickController
from game.ui.play import hands
from game.ui.play.focus import gathered, outlines, rings
from game.ui.widgets.theme import Theme
from tests.rulesets.aos4.battles import Battle, row
from tests.toy.host_rulebook import HIGH, UNITS, WIDE, host_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
SLINGERS, WARDENS = "glarecoil-slingers", "ashlar-wardens"


def overlapping(places: Iterable[pygame.Rect]) -> list[tuple[pygame.Rect, pygame.Rect]]:
    return [(one, other) for one, other in combinations(places, 2) if one.colliderect(other)]


def labelled(seed: int, room: pygame.Rect) -> tuple[list[pygame.Rect], int]:
    """The plates of a host that just fits into a room, and how many pixels of bases they hide."""
    view = host_session(seed=seed).ruleset.view(host_session(seed=seed).game)
    camera = Camera(WIDE, HIGH, room)
    camera.fit()
    spots = [camera.to_screen(piece.x, piece.y) for piece in view.pieces]
    radii = [drawn_radius(piece) * camera.scale for piece in view.pieces]
    names = UnitNames(Theme(max(0.8, room.height / 900)))
    plates = [place for _plate, place in names.laid_out(Crowd(view.units, {}), room, view.pieces, spots, radii)]
    bodies = [pygame.Rect(x - r, y - r, 2 * r, 2 * r) for (x, y), r in zip(spots, radii, strict=True)]
    hidden = sum(place.clip(body).width * place.clip(body).height for place in plates for body in bodies)
    return plates, hidden


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 5000), st.sampled_from([(945, 600), (1400, 900), (700, 480)]))
def test_no_two_labels_of_units_overlap_and_all_are_in_sight(seed: int, size: tuple[int, int]) -> None:
    pygame.font.init()
    room = pygame.Rect((30, 80), size)
    plates, hidden = labelled(seed, room)
    assert len(plates) == len(UNITS)
    assert overlapping(plates) == []
    assert all(room.contains(plate) for plate in plates)
    assert hidden < 0.12 * sum(plate.width * plate.height for plate in plates)


def test_a_name_is_shortened_word_by_word() -> None:
    assert [*shortened("Ashlar Wardens")] == ["Ashlar Wardens", "A. Wardens", "AW"]
    assert [*shortened("Grot")] == ["Grot"]


@pytest.mark.parametrize(
    "stand",
    [
        [(0.0, 0.0, 0.5)],
        [(0.0, 0.0, 0.5), (1.5, 0.0, 0.5), (3.0, 0.0, 0.5)],
        [(1.1 * (n % 5), 1.2 * (n // 5), 0.4 + 0.2 * (n == 7)) for n in range(20)],
    ],
    ids=["one", "line", "block"],
)
def test_an_outline_goes_round_all_bases_of_a_unit(stand: list[tuple[float, float, float]]) -> None:
    inside = shapely.Polygon(outline([Disc(*base) for base in stand]))
    assert all(inside.contains(shapely.Point(x, y).buffer(radius)) for x, y, radius in stand)


def test_a_unit_has_one_label_and_its_models_none(window: Window) -> None:
    driver = window(host_session())
    driver.frame()
    plates = driver.scene.focus.context.sprites.names.shown
    assert len(plates) == len(UNITS)
    assert overlapping(plates) == []


def test_a_piece_without_a_unit_in_the_view_keeps_its_own_label(dummy_display: None) -> None:
    view = host_session().ruleset.view(host_session().game)
    models = [piece for piece in view.pieces if piece.unit == "umber-trolls"]
    spots = [(100.0 + 200 * number, 100.0) for number in range(len(models))]
    sprites, target = Sprites(Theme()), pygame.Surface((800, 200))
    sprites.label(target, models, spots, 20.0, {"bob": Livery()})
    assert len(sprites.names.shown) == len(models)
    units = {"umber-trolls": UnitView("umber-trolls", "Umber Trolls", "bob", 3, 3)}
    sprites.label(target, models, spots, 20.0, {"bob": Livery()}, units=units)
    assert len(sprites.names.shown) == 1


def test_the_rosters_have_one_row_for_a_unit(window: Window) -> None:
    driver = window(host_session())
    driver.frame()
    strip = driver.scene.focus.roster_column
    assert {chip.piece.id for chip in strip.chips} == set(UNITS)
    wardens = strip.piece(WARDENS)
    assert wardens is not None
    assert (wardens.name, wardens.value, wardens.damage, wardens.stock) == ("Ashlar Wardens", "×20", 2, "20/22")
    sage = strip.piece("loam-sage")
    assert sage is not None
    assert (sage.stock, sage.states) == ("1/2", ("ritual",))


def test_any_model_shows_the_card_of_its_unit(window: Window) -> None:
    driver = window(host_session())
    for number, titled in ((1, True), (9, False)):
        driver.move(driver.at(*host_session().state.spots[f"{SLINGERS}-{number}"]))
        found = driver.scene.tips.tip()
        assert found is not None
        told = [line.text for line in found[1]]
        assert found[0] == "Glarecoil Slingers · Bob, enemy"
        assert ("Champion" in told) == titled
        assert "20 of 22 models, 2 damage" in told


def test_the_unit_under_the_mouse_is_outlined(window: Window) -> None:
    driver = window(host_session())
    driver.move(driver.at(*host_session().state.spots[f"{SLINGERS}-4"]))
    found = outlines(driver.scene.focus, rings(driver.scene.focus))
    assert found[SLINGERS] == "hovered"
    assert found[WARDENS] == "candidate"
    assert "mire-reavers" not in found


def test_a_click_on_any_model_picks_its_unit(window: Window) -> None:
    driver = window(host_session())
    driver.click(driver.at(*host_session().state.spots["cinder-oath-7"]))
    assert driver.session.journal == [["cinder-oath"]]
    assert driver.session.pending().about == "cinder-oath"


def test_a_click_on_any_model_chooses_what_is_about_its_unit(window: Window) -> None:
    driver = window(host_session(1))
    driver.click(driver.at(*host_session().state.spots[f"{SLINGERS}-11"]))
    assert driver.session.journal == ["charge"]


def test_a_unit_that_cannot_be_picked_is_refused_by_name(window: Window) -> None:
    driver = window(host_session())
    driver.click(driver.at(*host_session().state.spots[f"{SLINGERS}-11"]))
    assert driver.session.journal == []
    assert driver.scene.model.notice.title == "Glarecoil Slingers cannot be chosen"


def test_models_are_told_apart_where_they_are_picked(window: Window) -> None:
    driver = window(host_session(2))
    labels = [row.label for row in driver.scene.focus.actions.actions]
    assert {"Champion", "Model 7"} <= set(labels)
    for number in (5, 7):
        driver.click(driver.at(*host_session().state.spots[f"{SLINGERS}-{number}"]))
    driver.key("return")
    assert driver.session.journal == [[f"{SLINGERS}-5", f"{SLINGERS}-7"]]


def test_a_mark_on_all_models_is_one_on_their_unit(window: Window) -> None:
    units = window(host_session()).scene.model.units
    marks = {f"umber-trolls-{number}": "candidate" for number in range(1, 4)} | {f"{SLINGERS}-3": "chosen"}
    assert gathered(marks, units) == {"umber-trolls": "candidate", f"{SLINGERS}-3": "chosen"}


def test_casualties_are_taken_from_a_suggested_end(window: Window) -> None:
    driver = window(host_session(2))

    def picked() -> list[str]:
        control = driver.scene.focus.controller
        assert isinstance(control, PickController)
        return list(control.picked)

    first = picked()
    assert len(first) == 2
    assert not any(driver.scene.model.pieces[piece].titles for piece in first)
    seen = {tuple(first)}
    for _end in range(3):
        driver.key("e")
        seen.add(tuple(picked()))
    assert len(seen) >= 3
    driver.key("e")
    assert picked() == first
    driver.key("return")
    assert driver.session.journal == [first]


def test_keys_go_from_unit_to_unit(window: Window) -> None:
    driver = window(host_session())
    seen = []
    for _step in UNITS:
        driver.key("i")
        seen.append(driver.scene.focus.inspection.selected)
    assert sorted(seen) == sorted(UNITS)
    driver.key("escape")
    driver.key("ctrl+r")
    first = driver.scene.focus.inspection.focused
    driver.key("right")
    assert {first, driver.scene.focus.inspection.focused} <= set(UNITS)
    assert first != driver.scene.focus.inspection.focused
    driver.key("return")


def test_a_row_of_the_rosters_picks_its_unit(window: Window) -> None:
    driver = window(host_session())
    driver.open("sides")
    chip = driver.scene.focus.roster_column.place("juniper-guard")
    assert chip is not None
    driver.click(chip.center)
    assert driver.session.journal == [["juniper-guard"]]


@pytest.mark.parametrize("step", range(5))
def test_every_question_about_units_is_shown(window: Window, step: int) -> None:
    driver = window(host_session(step))
    for key in ("tab", "tab", "i", "m", "escape", "escape", "escape"):
        driver.key(key)
    assert driver.scene.model.trouble == []


def test_a_ring_goes_round_the_whole_unit(window: Window) -> None:
    driver = window(host_session())
    spots = host_session().state.spots
    driver.key("m")
    driver.move(driver.at(*spots[f"{SLINGERS}-3"]))
    driver.key("r")
    measuring = driver.scene.focus.measuring
    assert [each.id for each in measuring.rings] == [SLINGERS]
    ring = measuring.ring(next(iter(measuring.rings)))
    assert ring is not None
    assert all(ring.extent.contains(shapely.Point(spots[f"{SLINGERS}-{number}"])) for number in range(1, 21))


def test_the_tape_measure_goes_from_unit_to_unit_by_keys(window: Window) -> None:
    driver = window(host_session())
    driver.key("m")
    seen = []
    for _step in UNITS:
        driver.key("tab")
        seen.append(driver.scene.focus.measuring.cursor.id)
    assert sorted(seen) == sorted(UNITS)


def test_between_units_the_closest_models_are_measured(window: Window) -> None:
    driver = window(host_session())
    measuring, pieces = driver.scene.focus.measuring, driver.scene.model.units.models
    receipt = measuring.receipt(Measurable("unit", SLINGERS), Measurable("unit", WARDENS))
    assert receipt is not None
    one, other = (
        shapely.union_all([shapely.Point(each.x, each.y).buffer(each.radius, 64) for each in pieces[unit]])
        for unit in (SLINGERS, WARDENS)
    )
    assert receipt.inches == pytest.approx(one.distance(other), abs=0.01)


def test_a_unit_is_told_in_one_sentence(window: Window) -> None:
    driver = window(host_session(1))
    assert "Ashlar Wardens, owned by Ann, 20 of 22 models, 2 damage, at" in " ".join(state_parts(driver.scene.model))


def shooting() -> Battle:
    """Slingers with two units in range."""
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *row(5, 20, 10, 1.3))
    battle.put("hullbreakers", *row(3, 18, 18, 1.5))
    battle.put("tide-reeve", (26, 18))
    return battle.begin()


def test_a_unit_is_said_with_its_strength_and_without_a_die(window: Window) -> None:
    model = window(shooting().session).scene.model
    for unit, told in (("bob.hullbreakers", "3 of 5 models"), ("bob.tide-reeve", "leader")):
        card = model.units.card(unit)
        assert card is not None
        assert piece_line(model, card, nearest=False).startswith(f"{card.name}, owned by Bob, {told}, ")


def test_a_second_click_within_a_frame_does_not_answer_the_next_question(window: Window) -> None:
    driver = window(shooting().session)
    spot = tuple(driver.row("Shoot")[1].center)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) * 2:
        driver.handle(pygame.event.Event(kind, pos=spot, button=1))
    driver.frame()
    assert len(driver.session.journal) == 1
    assert driver.scene.model.notice.title == ""


def test_whom_a_unit_attacks_is_an_option_and_no_route_is_looked_for(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[Session] = []

    def picks(session: Session) -> list[list[Route]]:
        looked.append(session)
        return []

    monkeypatch.setattr(hands, "routes_to_targets", picks)
    driver = window(shooting().use("shoot", "glarecoil-slingers").session)
    driver.move(driver.at(26, 18))
    assert looked == []
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert "Tide Reeve" in odds.title


def test_what_a_refusal_said_of_shares_goes_when_they_change(window: Window) -> None:
    driver = window(shooting().use("shoot", "glarecoil-slingers").session)
    driver.press_row("Split the attacks")
    driver.key("return")
    assert driver.scene.model.notice.refusals
    driver.press_row("Hullbreakers: 0 of 11")
    assert driver.scene.model.notice.title == ""
