"""The banner of a hand-over: when it comes and goes, what it says, and the trails of what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from random import Random

import pygame
import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, PieceView, TableView
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.ui.play.happenings import happenings, names_in, words_of, worth_telling
from game.ui.play.parts.hand_over import LEAST, Banner, Curtain
from game.ui.play.recap import RecapStep
from tests.samples import few
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]
BOOKS = ["godbreakers", "bushido", "aos4", "dropzone"]


def handed_over(window: Window) -> tuple[Driver, Banner]:
    driver = window(toy_session(3))
    driver.key("return")
    banner = driver.scene.hand_over.banner
    assert banner is not None
    return driver, banner


def began(book: str, seed: int) -> Session:
    ruleset = rulesets.load(book)
    offers = ruleset.offers()
    maps = [offer.name for offer in offers.maps]
    plan = GamePlan(("Ann", "Bob"), offers.scenarios[0].name, maps[seed % len(maps)])
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))


# -- when it comes -----------------------------------------------------------------------------


@pytest.mark.parametrize("book", few(BOOKS))
def test_it_comes_whenever_the_decider_changes_and_never_when_not(window: Window, book: str) -> None:
    session, rng = began(book, 3), Random(7)
    driver = window(session)
    scene, changes = driver.scene, 0
    for _answer in range(3000):
        if session.finished:
            break
        before, decider = scene.hand_over.banner, session.pending().player
        scene.model.answer(random_answer(session.pending(), rng))
        scene.sync()
        scene.focus.sheets.clear()
        if session.decision is None:
            break
        changed, hidden = session.decision.player != decider, session.decision.concealed
        changes += changed
        new = scene.hand_over.banner is not None and scene.hand_over.banner is not before
        assert new == (changed and not hidden), session.decision.plain()
        if new and scene.hand_over.banner is not None:
            assert scene.hand_over.banner.player == session.decision.player
    assert changes > 20


def test_a_computer_player_hands_over_as_well(window: Window) -> None:
    session, rng, announced = began("godbreakers", 3), Random(7), 0
    ann, bob = session.ruleset.players(session.setup)
    driver = window(session, bots={bob: lambda fork: random_answer(fork.pending(), Random(1))})
    scene, model = driver.scene, driver.scene.model
    for _answer in range(60):
        before, decider = scene.hand_over.banner, model.decider
        model.answer(random_answer(session.pending(), rng))
        scene.sync()
        scene.focus.sheets.clear()
        new = scene.hand_over.banner is not None and scene.hand_over.banner is not before
        assert new == (decider == bob and model.decider == ann), "nobody is asked while a computer player decides"
        announced += new
    assert announced


def test_only_a_secret_decision_has_a_curtain(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver, _banner = handed_over(window)
    assert driver.scene.focus.sheets == []
    monkeypatch.setattr(type(driver.scene.model.decision), "concealed", property(lambda decision: True))
    driver.scene.hand_over._hand_over()
    assert isinstance(driver.scene.focus.sheets[-1], Curtain)
    assert driver.scene.hand_over.banner is None


# -- how long it stays -------------------------------------------------------------------------


def test_it_stays_until_the_first_input_and_at_least_for_1500_ms() -> None:
    banner = Banner("ann", "Ann's turn", 10.0)
    assert banner.is_shown(1000.0)
    banner.dismiss(10.2)
    assert banner.is_shown(10.0 + LEAST - 0.01)
    assert not banner.is_shown(10.0 + LEAST)
    late = Banner("ann", "Ann's turn", 10.0)
    late.dismiss(20.0)
    assert not late.is_shown(20.0)
    assert late.strength(20.2) == pytest.approx(0.5)
    assert late.strength(20.5) == 0.0


def test_the_first_input_acts_and_lets_it_go(window: Window) -> None:
    driver, banner = handed_over(window)
    answers = len(driver.session.journal)
    driver.key("return")
    assert len(driver.session.journal) == answers + 1, "it blocks nothing"
    assert banner.until == banner.since + LEAST
    banner.since -= 10.0
    banner.until = None
    driver.handle(pygame.event.Event(pygame.MOUSEMOTION, pos=(500, 400), rel=(1, 1), buttons=(0, 0, 0)))
    assert banner.until is None, "a mouse that moves does nothing yet"


def test_it_never_dims_the_table(window: Window) -> None:
    driver, banner = handed_over(window)
    place = banner.place.copy()
    with_it = driver.screen.copy()
    driver.scene.hand_over.banner = None
    driver.frame()
    for picture in (with_it, driver.screen):
        picture.fill((0, 0, 0), place)
    assert with_it.get_buffer().raw == driver.screen.get_buffer().raw


def test_it_goes_to_the_lower_edge_if_a_piece_concerned_is_below_it(window: Window) -> None:
    driver, banner = handed_over(window)
    table = driver.scene.focus.layout.table
    assert banner.place.top < table.centery
    camera = driver.scene.focus.camera
    x, y = camera.to_table(*banner.place.center)
    moved = PieceView("b9", "Brand", "base", x, y, 0.5, "bob")
    banner.told = happenings([step({"b9": moved}, {"b9": shifted(moved, 2.0)})], driver.scene.model.units)
    driver.frame()
    assert banner.place.bottom > table.centery
    assert table.contains(banner.place)


# -- what it tells -----------------------------------------------------------------------------


def shifted(piece: PieceView, by: float, **more: object) -> PieceView:
    fields = {name: getattr(piece, name) for name in piece.__dataclass_fields__}
    return PieceView(**{**fields, "x": piece.x + by, **more})


def step(before: Mapping[str, PieceView], after: Mapping[str, PieceView], *, rolled: bool = False) -> RecapStep:
    return RecapStep((Line("it happened"),), before, after, tuple({**before, **after}), rolled)


def units_of(pieces: dict[str, PieceView]) -> Units:
    return Units(TableView("", "", (), 0, (), tuple(pieces.values())))


@pytest.fixture
def told() -> tuple[list[RecapStep], Units]:
    """Marrow moves twice; Gull moves and hits Wick, who is Ann's; then Kelpie rolls against Ember, and misses."""
    wick, ember = (
        PieceView("wick", "Wick", "base", 5, 5, 0.5, "ann"),
        PieceView("ember", "Ember", "base", 9, 9, 0.5, "ann"),
    )
    marrow, gull = (PieceView(name.lower(), name, "base", 2, 2, 0.5, "bob") for name in ("Marrow", "Gull"))
    kelpie = PieceView("kelpie", "Kelpie", "base", 9, 8, 0.5, "bob", active=True)
    states: list[dict[str, PieceView]] = [{each.id: each for each in (wick, ember, marrow, gull)}]
    for change in (
        shifted(marrow, 1.0, active=True),
        shifted(marrow, 3.0, active=True),
        marrow,
        shifted(gull, 2.0, active=True),
        shifted(wick, 0.0, damage=3),
        gull,
    ):
        states.append({**states[-1], change.id: change})
    states.append({**states[-1], "kelpie": kelpie})
    steps = [step(one, other) for one, other in pairwise(states)]
    missed = RecapStep((Line("missed"),), states[-1], states[-1], ("kelpie", "ember"), rolled=True)
    return [*steps[:2], *steps[3:5], missed], units_of(states[-1])


def test_one_line_for_each_activation_own_losses_first_then_the_last_attack(
    told: tuple[list[RecapStep], Units],
) -> None:
    steps, units = told
    found = worth_telling(happenings(steps, units), "ann")
    names = names_in(steps, units)
    assert [words_of(each, "ann", names) for each in found] == [
        "Gull hit Wick for 3",
        "Kelpie rolled against Ember",
        "Marrow moved",
    ]
    assert [[place.x for place in trail] for trail in found[2].trails.values()] == [[2, 3, 5]]


def test_a_piece_that_left_is_told_of(told: tuple[list[RecapStep], Units]) -> None:
    steps, units = told
    last = steps[-1].after
    gone = {name: piece for name, piece in last.items() if name != "ember"}
    steps = [step(last, gone)]
    [found] = happenings(steps, units)
    assert words_of(found, "ann", names_in(steps, units)) == "Kelpie took out Ember"


def test_what_happened_is_drawn_on_the_table(window: Window) -> None:
    driver, banner = handed_over(window)
    before = driver.screen.copy()
    piece = next(piece for piece in driver.scene.model.view.pieces if piece.owner == "ann")
    was = shifted(piece, 3.0)
    banner.told = happenings([step({piece.id: was}, {piece.id: piece})], driver.scene.model.units)
    driver.frame()
    x, y = driver.at(was.x, was.y)
    spot = pygame.Rect(round(x) - 3, round(y) - 3, 6, 6)
    assert driver.screen.subsurface(spot).copy().get_buffer().raw != before.subsurface(spot).copy().get_buffer().raw


def test_a_model_of_a_game_keeps_its_view_for_the_banner(window: Window) -> None:
    """The camera also shows where the pieces came from that a banner tells of."""
    driver, banner = handed_over(window)
    model: SessionModel = driver.scene.model
    piece = model.view.pieces[0]
    banner.told = happenings([step({piece.id: shifted(piece, 6.0)}, {piece.id: piece})], model.units)
    box = driver.scene.framing.concerned()
    assert box is not None
    assert box.east >= piece.x + 6.0
