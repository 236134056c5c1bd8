"""Direct handling where options say what a drag stands for: a drag is a walk, a run, a melee or a charge."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from random import Random
from typing import Any

import pygame
import pytest

from game.engine.core.decisions import Choose, Place
from game.engine.core.dice import KeyedDice
from game.engine.routes import routes_to_meet, routes_to_place
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.verdicts import of_odds
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.view.odds import compared
from game.rulesets.bushido.view.preview import outlook
from game.ui.decisions.place import PlaceController
from game.ui.play.hands import DEED
from game.ui.play.overlays.deeds import DeedPlates
from game.ui.play.parts.dock import Dock
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.ui.driver import Driver, part
from tests.ui.table.test_hands import drag, pixel

Window = Callable[..., Driver]
WARDEN, SPEAR, CUTTER = (9.0, 8.0), (13.0, 10.0), (14.5, 13.5)


def answered(driver: Driver) -> list[object]:
    """Return what was answered, without spots and feats declined."""
    journal = driver.session.journal
    return [
        entry for entry in journal if entry != "pass" and (isinstance(entry, str) or isinstance(next(iter(entry)), str))
    ]


def held(driver: Driver) -> PlaceController:
    """Return the controller of the piece in hand."""
    found = driver.scene.focus.controller
    assert isinstance(found, PlaceController)
    return found


def farther() -> tuple[float, float]:
    """Return where the Bell Warden can run, but not walk."""
    walk, run = (route.decision for route in routes_to_place(skirmish_session(), "ann.bell-warden"))
    assert isinstance(walk, Place)
    assert isinstance(run, Place)
    rng = Random(1)
    spots = (run.region.sample(rng) for _each in range(500))
    return next((spot.x, spot.y) for spot in spots if spot is not None and math.dist(spot, WARDEN) > 4.5)


def test_the_routes_of_a_drag_are_those_of_the_ground_or_of_the_enemy() -> None:
    found = routes_to_place(skirmish_session(), "ann.temple-guard-spear")
    assert [route.steps for route in found] == [("Walk",), ("Run",)]
    met = routes_to_meet(skirmish_session(), "ann.temple-guard-spear", "bob.river-bandit-cutter-1")
    assert [route.steps[-1] for route in met] == ["Melee", "Charge (2 counters)"]


def test_a_drag_is_a_walk_and_beyond_it_a_run(window: Window) -> None:
    driver = window(skirmish_session())
    drag(driver, WARDEN, (7.0, 9.0))
    assert answered(driver)[:2] == [["ann.bell-warden"], "ann.bell-warden walk"]

    driver = window(skirmish_session())
    drag(driver, WARDEN, farther(), drop=False)
    assert held(driver).decision.prompt == "Where does Bell Warden run to?"
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(driver, farther()), button=1))
    assert answered(driver)[:2] == [["ann.bell-warden"], "ann.bell-warden run"]


def test_a_drag_against_an_enemy_is_a_melee_and_its_letter_makes_it_a_charge(window: Window) -> None:
    driver = window(skirmish_session())
    drag(driver, SPEAR, (14.0, 12.4), drop=False)
    rows = {row.label: row.shortcut for row in held(driver).actions()}
    assert rows["Charge (2 counters)"] == "c"
    assert held(driver).decision.rule == "B-MOVE-9"
    driver.key("c")
    assert held(driver).decision.rule == "B-MOVE-8"
    assert held(driver).actions()[0].label.startswith("Charge (2 counters) to 14.")
    assert "Melee" in {row.label for row in held(driver).actions()}
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=tuple(map(round, driver.at(14.0, 12.4))), button=1))
    assert "ann.temple-guard-spear charge" in answered(driver)
    assert driver.session.state.models["ann.temple-guard-spear"].place == "table"


def test_the_right_button_lets_go_over_a_piece_too(window: Window) -> None:
    driver = window(skirmish_session())
    drag(driver, SPEAR, (14.0, 12.4), SPEAR, drop=False)
    driver.click(driver.at(*SPEAR), button=3)
    assert driver.scene.focus.hands.held is None
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(driver, SPEAR), button=1))
    assert not driver.session.journal


def test_a_drag_onto_the_middle_of_an_enemy_meets_it_too(window: Window) -> None:
    driver = window(skirmish_session())
    drag(driver, SPEAR, (14.0, 12.4), CUTTER)
    assert answered(driver)[:2] == [["ann.temple-guard-spear"], "ann.temple-guard-spear melee"]
    driver.key("ctrl+z")
    assert not driver.session.journal


@pytest.mark.parametrize("gesture", ["drag", "click", "click one with a feat", "click in the roster"])
def test_a_window_for_feats_goes_by_with_a_gesture(window: Window, gesture: str) -> None:
    driver = window(skirmish_session())
    assert driver.session.pending().prompt == "Use a feat before a model acts?"
    who = {"click": "herb-sister", "drag": "bell-warden"}.get(gesture, "temple-guard-archer")
    if gesture == "drag":
        drag(driver, WARDEN, (7.0, 9.0))
    elif gesture == "click in the roster":
        driver.open("sides")
        place = driver.scene.focus.roster_column.place(f"ann.{who}")
        assert place is not None
        driver.click(place.center)
    else:
        model = driver.session.state.models[f"ann.{who}"]
        driver.click(driver.at(model.x, model.y))
    assert driver.session.journal[:2] == ["pass", [f"ann.{who}"]]
    driver.key("ctrl+z")
    assert not driver.session.journal


def test_at_the_end_of_an_activation_a_click_names_a_feat_and_a_second_one_uses_it(window: Window) -> None:
    session = acting(skirmish_session(), "temple-guard-archer", "wait")
    assert session.pending().prompt == "Use a feat before the activation ends?"
    driver = window(session)
    archer, before = driver.session.state.models["ann.temple-guard-archer"], len(session.journal)
    driver.click(driver.at(archer.x, archer.y))
    assert len(session.journal) == before
    assert driver.scene.focus.inspection.selected == archer.id
    notice = driver.scene.model.notice
    assert notice is not None
    assert notice.title.endswith(" - click again to use it")
    driver.click(driver.at(archer.x, archer.y))
    assert session.journal[-1] == f"{archer.id}/Slow Breath"


@pytest.mark.parametrize("start", ["rosters", "dock"])
def test_a_piece_is_dragged_from_the_rosters_or_the_dock_onto_the_table(window: Window, start: str) -> None:
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols"))
    session = Session(RULESET, setup, KeyedDice(4))
    while not session.pending().deploys:
        decision = session.pending()
        session.answer(decision.options[0].key if isinstance(decision, Choose) else [decision.plain()["candidates"][0]])
    driver = window(session)
    owner = session.pending().player
    piece = next(each.id for each in session.state.models.values() if each.owner == owner)
    x = 5.0 if session.state.south == owner else 19.0
    focus, model = driver.scene.focus, session.state.models[piece]
    if start == "rosters":
        driver.open("sides")
        place = focus.roster_column.place(piece)
        assert place is not None
    else:
        place = driver.row(model.name)[1]
    focus.camera.show(x, x)
    goal = pixel(driver, (x, x))
    driver.move(place.center)
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=place.center, button=1))
    driver.move(goal)
    assert held(driver).decision.about == piece
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=goal, button=1))
    model = session.state.models[piece]
    assert model.place == "table"
    assert (model.x, model.y) == pytest.approx((x, x), abs=0.05)


def test_the_nearest_legal_place_takes_back_what_was_said_of_another(window: Window) -> None:
    driver = window(acting(skirmish_session(), "temple-guard-spear", "melee", ["bob.river-bandit-cutter-1"]))
    driver.key("return")
    assert driver.scene.model.notice.title.startswith("Not a legal spot")
    driver.key("n")
    assert driver.scene.model.notice.title == ""
    assert held(driver).legal


def test_a_path_is_drawn_corner_by_corner(window: Window) -> None:
    """P bends the path where the ghost is, Backspace takes the last bend back; what is drawn is answered."""
    driver = window(skirmish_session())
    drag(driver, WARDEN, (9.0, 7.0), drop=False)
    driver.key("p")
    driver.move(pixel(driver, (8.0, 7.0)))
    driver.key("p")
    driver.key("backspace")
    assert [tuple(bend) for bend in held(driver).bends.at] == [pytest.approx((9.0, 7.0), abs=0.05)]
    rows = {row.label: row.shortcut for row in held(driver).actions()}
    assert rows["Bend the path here"] == "p"
    assert held(driver).legal
    bend, end = held(driver).bends.at[0], held(driver).spot
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pixel(driver, (8.0, 7.0)), button=1))
    answer = next(entry for entry in driver.session.journal if isinstance(entry, dict))
    assert (answer["via"], answer["at"]) == ([[*bend]], [*end])
    warden = driver.session.state.models["ann.bell-warden"]
    assert (warden.x, warden.y) == end


def test_a_drawn_path_that_is_too_long_is_refused_with_its_inches(window: Window) -> None:
    driver = window(skirmish_session())
    drag(driver, WARDEN, (9.0, 7.0), drop=False)
    driver.key("p")
    driver.move(pixel(driver, (6.0, 9.5)))
    assert not held(driver).legal
    assert any("too far" in line.text for line in held(driver).lines())
    held(driver).commit()
    assert "bend the path here" in held(driver).model.notice.title
    assert not any(isinstance(entry, dict) for entry in driver.session.journal)


def test_a_run_says_in_hand_what_it_costs_later(window: Window) -> None:
    driver = window(skirmish_session())
    x, y = farther()
    driver.scene.focus.hands.lift(WARDEN, "ann.bell-warden")
    driver.scene.focus.hands.drag((x, y), free=False)
    placing = driver.scene.focus.hands.held
    assert placing is not None
    assert any("1 melee die fewer" in line.text for line in placing.placing.lines())
    near = WARDEN[0] - 1.0, WARDEN[1]
    driver.scene.focus.hands.drag(near, free=False)
    assert not any("melee die" in line.text for line in placing.placing.lines())


def test_a_click_on_an_enemy_names_every_action_in_words(window: Window) -> None:
    driver = window(skirmish_session(ki=5))
    session = driver.session
    while session.pending().rule == "B-KI-2":
        session.answer("pass")
    session.answer(["ann.herb-sister"])
    driver.scene.model.refresh()
    driver.frame()
    hands = driver.scene.focus.hands
    named = {route.steps[0] for route, _answer in hands.named("bob.reed-stalker")}
    assert any(step.startswith("Charge") for step in named)
    assert hands.name("bob.reed-stalker")
    driver.frame()
    assert driver.scene.model.notice.title == "Reed Stalker: choose what to do."
    labels = [row.label for row in driver.scene.focus.actions.actions]
    assert labels[0].startswith("Charge (2 counters)")
    assert any(label.startswith("Channel Ki: Bell Warden: Charge") for label in labels)


ARCHER, CLOSE = "ann.temple-guard-archer", "bob.river-bandit-cutter-1"


def archer_beside_an_enemy(window: Window, y: float = 8.0) -> Driver:
    """Return a window in which an archer at a height of the table acts who could shoot or fight an enemy."""
    session = skirmish_session(
        temple_guard_archer={"x": 19.0, "y": y, "facing": 9000},
        river_bandit_cutter_1={"x": 19.0, "y": y + 3.2, "facing": 9000},
    )
    session.answer("pass")
    session.answer([ARCHER])
    driver = window(session)
    assert driver.session.pending().about == ARCHER
    return driver


def test_a_click_never_chooses_between_several_attacks_and_each_button_has_its_odds(window: Window) -> None:
    driver = archer_beside_an_enemy(window)
    entries, enemy = len(driver.session.journal), driver.session.state.models[CLOSE]
    at = pixel(driver, (enemy.x, enemy.y))
    driver.click(at)
    assert len(driver.session.journal) == entries
    rows = [row for row in driver.scene.focus.actions.actions if row.id.startswith(DEED)]
    assert rows == driver.scene.focus.actions.actions[: len(rows)]
    details = {row.label: row.detail for row in rows}
    assert "to hit" in details["Ranged attack: Shoot from here"]
    assert details["Melee"]
    plates = part(driver.scene, DeedPlates)
    assert [row.label for row in plates.offered()[1]] == [*details]
    shot = next(place for row, place in plates._buttons if row.label == "Ranged attack: Shoot from here")
    driver.move(shot.center)
    odds = driver.scene.focus.odds()
    assert odds is not None
    driver.key("escape")
    assert not plates.offered()[1]
    assert len(driver.session.journal) == entries
    driver.click(at)
    shot = next(place for row, place in plates._buttons if row.label == "Ranged attack: Shoot from here")
    driver.click(shot.center)
    assert driver.session.journal[entries:][:2] == [f"{ARCHER} ranged", "stand"]


def test_a_button_of_an_attack_works_also_where_it_lies_over_the_active_piece(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = archer_beside_an_enemy(window)
    entries, enemy = len(driver.session.journal), driver.session.state.models[CLOSE]
    archer = driver.session.state.models[ARCHER]
    spot = pixel(driver, (archer.x, archer.y))

    def over_the_archer(*_args: object, **_more: object) -> pygame.Rect:
        return pygame.Rect(spot[0] - 120, spot[1] - 120, 240, 240)

    monkeypatch.setattr("game.ui.play.overlays.deeds.clear_place", over_the_archer)
    driver.click(pixel(driver, (enemy.x, enemy.y)))
    [shot] = [row for row, _place in part(driver.scene, DeedPlates)._buttons if row.label.endswith("Shoot from here")]
    place = next(place for row, place in part(driver.scene, DeedPlates)._buttons if row is shot)
    assert place.collidepoint(spot)
    driver.click(spot)
    assert driver.session.journal[entries:][:2] == [f"{ARCHER} ranged", "stand"]


@pytest.mark.parametrize(("y", "on_marker"), [(8.0, True), (2.5, False)])
def test_a_hasty_click_beside_an_enemy_is_no_attack(window: Window, y: float, on_marker: bool) -> None:
    driver = archer_beside_an_enemy(window, y)
    entries, enemy = len(driver.session.journal), driver.session.state.models[CLOSE]
    spot = enemy.x, enemy.y - enemy.radius - 0.1
    beside = pixel(driver, spot)
    assert bool(driver.scene.focus.piece_at(spot)) == on_marker
    driver.handle(
        pygame.event.Event(pygame.MOUSEMOTION, pos=beside, rel=(1, 1), buttons=(0, 0, 0)),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=beside, button=1),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=beside, button=1),
    )
    driver.frame()
    assert len(driver.session.journal) == entries
    assert (driver.scene.focus.hands.deeds is None) == on_marker


def test_nothing_is_crossed_out_before_anybody_tried_to_put_a_piece_anywhere(window: Window) -> None:
    driver = window(skirmish_session())
    session = driver.session
    while session.pending().rule == "B-KI-2":
        session.answer("pass")
    session.answer(["ann.bell-warden"])
    driver.scene.model.refresh()
    driver.frame()
    hands = driver.scene.focus.hands
    ahead = hands.ahead()
    assert ahead is not None
    hands.hover((WARDEN[0] - 1.0, WARDEN[1]), "")
    assert hands.hovering
    ahead.placing.nearest = lambda spot: None  # type: ignore[method-assign]
    hands.hover((20.0, 3.0), "")
    assert not hands.hovering


def test_the_price_of_a_reach_stands_on_the_button_of_the_action() -> None:
    session = skirmish_session(ki=5)
    while session.pending().rule == "B-KI-2":
        session.answer("pass")
    session.answer(["ann.bell-warden"])
    asked = session.pending()
    assert isinstance(asked, Choose)
    labels = {option.key.rpartition(" ")[2]: option for option in asked.options}
    assert labels["melee"].label == "Melee (3 Ki)"
    assert [stock.number for stock in labels["melee"].price if stock.icon == "count-ki"] == [3]
    assert labels["charge"].label == "Charge (2 counters)"


def test_a_row_explains_the_special_that_it_names_with_its_cost(window: Window) -> None:
    driver = archer_beside_an_enemy(window)
    for answer in (f"{ARCHER} ranged", "stand", [CLOSE], "pass"):
        driver.scene.model.answer(answer)
    driver.frame()
    row, place = driver.row("Powerful Attack (1)")
    tip = driver.scene.asked.tip(place.center)
    assert tip is not None
    assert tip[1][0].text == "Powerful Attack (1): +3 to the damage roll. Costs 1 die."
    assert row.label == tip[0]


def test_a_click_on_an_enemy_in_base_contact_is_a_melee(window: Window) -> None:
    session = skirmish_session(temple_guard_spear={"x": 14.5, "y": 12.319})
    driver = window(session)
    model = driver.session.state.models["ann.temple-guard-spear"]
    driver.click(driver.at(model.x, model.y))
    assert driver.session.pending().about == model.id
    driver.click(driver.at(*CUTTER))
    assert answered(driver) == [[model.id], f"{model.id} melee"]


def test_targets_too_far_are_last_and_enemies_that_are_no_targets_are_pale_with_the_reason(window: Window) -> None:
    far, behind = {"x": 15.0, "y": 22.5}, {"x": 8.5, "y": 1.5}
    session = skirmish_session(ferry_brute=far, river_bandit_cutter_1=behind)
    driver = window(acting(session, "temple-guard-archer", "ranged", "stand"))
    rows = driver.scene.focus.actions.actions
    labels = [row.label for row in rows if row.enabled]
    assert [label for label in labels if "too far" in label] == labels[-1:] == ["Ferry Brute: too far: will miss"]
    assert len(labels) > 1
    [pale] = [row for row in rows if row.reason]
    assert pale.subject == ("bob.river-bandit-cutter-1",)
    assert "see" in pale.reason
    assert driver.scene.focus.controller is not None
    assert driver.scene.focus.controller.rows_at((8.5, 1.5), pale.subject[0]) == []


def test_where_every_target_is_too_far_the_button_says_so(window: Window) -> None:
    names = ("river_bandit_chief", "river_bandit_cutter_1", "river_bandit_cutter_2", "reed_stalker", "ferry_brute")
    changes: dict[str, Any] = {name: {"x": 10.0 + 3 * number, "y": 22.5} for number, name in enumerate(names)}
    archer = {"x": 8.5, "y": 1.5}
    session = acting(skirmish_session(temple_guard_archer=archer, **changes), "temple-guard-archer", "ranged")
    driver = window(session)
    labels = [row.label for row in driver.scene.focus.actions.actions]
    assert labels[:3] == [
        "Shoot from here: no target in range",
        "Walk, then shoot (1 harder)",
        "Shoot, then walk: no target in range",
    ]
    shots = compared(session.game, session.pending())
    assert shots is not None
    assert [said.text for said in of_odds(shots)] == ["no target in range: a shot will miss"]


def test_a_walk_before_a_shot_knows_of_the_shot_until_it_ends() -> None:
    session = acting(skirmish_session(), "temple-guard-archer", "ranged", "before")
    assert session.game.then == "ranged"
    decision, archer = session.pending(), session.state.models["ann.temple-guard-archer"]
    lines = [*outlook(session.game, decision, archer.x, archer.y)][-1]
    assert any(line.text.startswith("then ") for line in lines)
    session.answer([archer.x, archer.y])
    assert session.game.then == ""


def test_a_near_enemy_that_cannot_be_seen_is_the_first_reason_why_nobody_can_be_hit(window: Window) -> None:
    names = ("river_bandit_chief", "river_bandit_cutter_1", "river_bandit_cutter_2", "ferry_brute")
    changes: dict[str, Any] = {name: {"x": 10.0 + 3 * number, "y": 22.5} for number, name in enumerate(names)}
    changes["reed_stalker"] = {"x": 8.5, "y": 1.0}  # behind its back
    archer = {"x": 8.5, "y": 3.5, "facing": 9000}
    session = acting(skirmish_session(temple_guard_archer=archer, **changes), "temple-guard-archer", "ranged")
    shots = compared(session.game, session.pending())
    assert shots is not None
    assert [said.text for said in of_odds(shots)] == ["Temple Guard Archer does not see Reed Stalker"]


def test_a_piece_beside_an_idol_snaps_into_contact_and_the_chip_says_so(window: Window) -> None:
    session = skirmish_session(scenario="idols", objectives=True, temple_guard_spear={"x": 14.5, "y": 9.5})
    driver = window(session)
    name = "ann.temple-guard-spear"
    idol, model = session.state.objectives["idol-2"], session.state.models[name]
    radii = idol.radius + model.radius
    share = (radii + 0.12) / math.dist((model.x, model.y), (idol.x, idol.y))
    beside = idol.x + share * (model.x - idol.x), idol.y + share * (model.y - idol.y)
    drag(driver, (14.5, 9.5), beside, drop=False)
    placing = held(driver)
    gap = math.dist(placing.spot, (idol.x, idol.y)) - radii
    assert 0.0 <= gap <= 0.001
    assert "in base contact with Idol 2" in [line.verdict.text for line in placing.lines() if line.verdict is not None]
    away = idol.x + (share + 0.1) * (model.x - idol.x), idol.y + (share + 0.1) * (model.y - idol.y)
    driver.move(driver.at(*away))
    [said] = [
        line.verdict.text for line in placing.lines() if line.verdict is not None and "Idol 2" in line.verdict.text
    ]
    assert re.fullmatch(r"\d\.\d+″ from Idol 2", said)


def test_while_another_piece_is_in_hand_the_dock_is_about_that_one(window: Window) -> None:
    driver = window(acting(skirmish_session(), "temple-guard-archer", "ranged"))
    dock = part(driver.scene, Dock)
    assert dock.piece is not None
    assert dock.piece.name == "Temple Guard Archer"
    drag(driver, WARDEN, (7.0, 9.0), drop=False)
    driver.frame()
    assert (dock.piece.name, held(driver).decision.about) == ("Bell Warden", "ann.bell-warden")
