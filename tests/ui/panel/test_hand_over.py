"""The banner of a hand-over: when it comes and goes, what it says, and the trails of what happened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from importlib import import_module
from random import Random

import pygame
import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Deed, Event, Landmark
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, PieceView, TableView
from game.engine.session import Session
from game.play.session_model import Notice, SessionModel
from game.players.random_player import random_answer
from game.ui.play.happenings import MOST, happenings, names_in, words_of, worth_telling
from game.ui.play.parts.hand_over import LEAST, Banner, Curtain, badge_place
from game.ui.play.recap import RecapStep
from game.ui.widgets.theme import PAPER
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, hoard
from tests.samples import few
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver
from tests.ui.table.test_hands import duel

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


@pytest.mark.parametrize("book", BOOKS)
def test_a_game_begins_with_who_you_are_and_how_to_win(window: Window, book: str) -> None:
    session = began(book, 3)
    _ann, bob = session.ruleset.players(session.setup)
    driver = window(session, bots={bob: lambda fork: random_answer(fork.pending(), Random(1))})
    driver.scene.tick()
    hand_over = driver.scene.hand_over
    banner = hand_over.banner or Banner(_ann, hand_over._opening(_ann), 0.0, begins=True)
    assert banner.title == "You are Ann, against Bob"
    view = driver.scene.focus.layout.table
    picture = hand_over._fitting(banner, view)
    assert banner.words
    assert picture.get_height() > hand_over.theme.px(5.75) + hand_over.theme.px(2), "the aim is below the title"
    assert picture.get_width() <= view.width


def test_the_banner_lies_over_nothing_that_an_aid_says(window: Window) -> None:
    driver = window(began("godbreakers", 3))
    driver.frame()
    hand_over, view = driver.scene.hand_over, driver.scene.focus.layout.table
    size = view.width // 3, 60
    usual, _hidden = hand_over._place(view, size, anywhere=False)
    driver.scene.focus.context.readings.append(usual.copy())
    assert not hand_over._place(view, size, anywhere=False)[0].colliderect(usual)


def test_what_the_threat_map_says_counts_as_said_by_an_aid(window: Window) -> None:
    driver = window(began("godbreakers", 3))
    driver.key("x")
    driver.frame()
    view = driver.scene.focus.layout.table
    assert any(box.centerx == view.centerx and box.top < view.top + 40 for box in driver.scene.focus.context.readings)


def test_the_first_loss_is_not_cut_for_what_comes_second_nor_for_the_title(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_over = window(began("godbreakers", 3)).scene.hand_over
    words = "River Bandit Cutter 1 took out Temple Guard Archer", "Ferry Brute attacked Temple Guard Spear: no damage"
    needed = hand_over._needed(words[0])
    banner = Banner("ann", "Ann decides while Ferry Brute is active", 0.0, words=words)
    pictures = [picture.get_width() for picture in hand_over._happening_pictures(banner, PAPER, needed + 120)]
    assert pictures[0] == needed
    assert sum(pictures) <= needed + 120
    spaces = list[int]()

    def record(_banner: Banner, _colour: object, space: int) -> list[pygame.Surface]:
        spaces.append(space)
        return []

    monkeypatch.setattr(hand_over, "_happening_pictures", record)
    for told in (words, ("Marrow moved",)):
        hand_over._picture(replace(banner, words=told), 1200)
    assert spaces[0] > spaces[1], "long words make the title smaller"


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


def test_neither_chip_nor_tooltip_covers_it(window: Window) -> None:
    driver, banner = handed_over(window)
    assert banner.place in driver.scene.chip.avoided()
    assert banner.place in driver.scene.tips.worth_seeing()


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
    banner.told = happenings([step({"b9": moved}, {"b9": shifted(moved, 2.0)})])
    driver.frame()
    assert banner.place.bottom > table.centery
    assert table.contains(banner.place)


# -- what it tells -----------------------------------------------------------------------------


def shifted(piece: PieceView, by: float, **more: object) -> PieceView:
    fields = {name: getattr(piece, name) for name in piece.__dataclass_fields__}
    return PieceView(**{**fields, "x": piece.x + by, **more})


def step(before: Mapping[str, PieceView], after: Mapping[str, PieceView], *deeds: Deed) -> RecapStep:
    return RecapStep((Line("it happened"),), before, after, tuple({**before, **after}), deeds)


class Telling:
    """A table on which things happen: Wick and Ember are Ann's, the others are Bob's."""

    def __init__(self) -> None:
        spots = {"Wick": (5, 5), "Ember": (9, 9), "Marrow": (2, 2), "Gull": (2, 4), "Kelpie": (9, 8)}
        owners = {"Wick": "ann", "Ember": "ann"}
        self.pieces = {
            name: PieceView(name, name, "base", x, y, 0.5, owners.get(name, "bob")) for name, (x, y) in spots.items()
        }
        self.steps: list[RecapStep] = []

    def then(self, *deeds: Deed, active: str = "", gone: str = "", changed: PieceView | None = None) -> None:
        """Add a step: its deeds, the piece that is then active, the one that is gone, and a changed one."""
        before = self.pieces
        new = {changed.id: changed} if changed is not None else {}
        after = {name: replace(piece, active=name == active) for name, piece in {**before, **new}.items()}
        self.pieces = {name: piece for name, piece in after.items() if name != gone}
        self.steps.append(step(before, self.pieces, *deeds))

    def moved(self, name: str, by: float, active: str = "") -> None:
        self.then(active=active or name, changed=shifted(self.pieces[name], by))

    def hurt(self, name: str, amount: int, *deeds: Deed, active: str = "") -> None:
        self.then(*deeds, active=active, changed=replace(self.pieces[name], damage=amount))

    def words(self, player: str = "ann") -> list[str]:
        found, names = worth_telling(happenings(self.steps), player), names_in(self.steps, units_of(self.pieces))
        return [words_of(each, player, names) for each in found]


def units_of(pieces: dict[str, PieceView]) -> Units:
    return Units(TableView("", "", (), 0, (), tuple(pieces.values())))


def attack(by: str, to: str) -> Deed:
    return Deed("attacks", by, (to,))


def harm(by: str, to: str, amount: int) -> Deed:
    return Deed("hurts", by, (to,), amount)


def test_one_line_for_each_activation_own_losses_first_then_the_last_attack() -> None:
    table = Telling()
    table.moved("Marrow", 1.0)
    table.moved("Marrow", 2.0)
    table.then()
    table.moved("Gull", 2.0)
    table.hurt("Wick", 3, attack("Gull", "Wick"), harm("Gull", "Wick", 3), active="Gull")
    table.then()
    table.then(active="Kelpie")
    table.then(attack("Kelpie", "Ember"), active="Kelpie")
    assert table.words() == ["Gull hit Wick for 3", "Kelpie attacked Ember: no damage", "Marrow moved"]
    trails = worth_telling(happenings(table.steps), "ann")[2].trails
    assert [[place.x for place in trail] for trail in trails.values()] == [[2, 3, 5]]


def test_a_piece_that_leaves_the_table_without_being_lost_is_told_first() -> None:
    at = Telling()
    at.moved("Gull", 2.0)
    at.then(active="Marrow")
    at.then(attack("Marrow", "Gull"), active="Marrow", gone="Wick")
    at.steps[-1] = replace(at.steps[-1], exits=(("Wick", "Wick ascends"),))
    assert at.words()[0] == "Marrow attacked Gull: no damage; Wick ascends"


def test_a_marker_that_changes_hands_a_load_and_points_are_told_before_moves() -> None:
    at = Telling()
    markers = {
        f"idol-{n}": PieceView(f"idol-{n}", f"Idol {n}", "marker", n, 9, 0.6, symbol="objective") for n in (1, 2)
    }
    at.pieces |= markers
    at.moved("Gull", 2.0)
    at.then(active="Marrow")
    at.then(active="Marrow", changed=replace(at.pieces["idol-1"], owner="bob"))
    at.then(active="Kelpie")
    at.moved("Kelpie", 1.0)
    assert at.words()[0] == "Marrow took Idol 1: bob 1, you 0"
    at.then(active="Marrow")
    at.then(active="Marrow", changed=replace(at.pieces["idol-1"], owner=""))
    assert at.words()[0] == "Marrow made Idol 1 neutral: you 0, bob 0"
    at.then(active="Gull")
    at.then(active="Gull", changed=replace(at.pieces["Gull"], carries=("Shard",), active=True))
    assert at.words()[0] == "Gull picked up Shard"
    at.then()
    scored = (Landmark("score", "bob", 1), Landmark("score", "ann", 1), Landmark("score", "bob", 1))
    at.steps.append(replace(at.steps[-1], scores=scored))
    assert at.words()[0].endswith("; bob scored 2 points; you scored 1 point")


def test_a_model_lost_in_recovery_is_not_the_doing_of_the_one_that_acted_last() -> None:
    """The last answer of the round moves Kelpie, and ends the round: Gull recovers and falls."""
    table = Telling()
    table.then(active="Kelpie")
    recovered = Deed("keeps", "", ("Gull",), 3, "recovery")
    deeds = Deed("ends"), recovered, Deed("removes", "", ("Gull",)), Deed("ends")
    table.then(*deeds, gone="Gull", changed=shifted(table.pieces["Kelpie"], 2.0))
    assert table.words("bob") == ["Gull fell in recovery (3 damage points left)", "Kelpie moved"]


def test_who_attacks_and_loses_is_told_with_the_one_it_attacked() -> None:
    table = Telling()
    table.then(active="Gull")
    table.hurt("Gull", 8, attack("Gull", "Wick"), harm("Wick", "Gull", 8), Deed("ends"))
    assert table.words("bob") == ["Gull attacked Wick and took 8"]
    table = Telling()
    table.then(active="Gull")
    table.then(attack("Gull", "Ember"), Deed("removes", "Ember", ("Gull",)), gone="Gull")
    assert table.words("ann")[0] == "Gull attacked Ember and fell"


def test_who_aimed_at_a_piece_last_took_it_out() -> None:
    table = Telling()
    table.then(Deed("acts", "Kelpie"), active="Kelpie")
    table.then(attack("Kelpie", "Wick"), attack("Kelpie", "Ember"), Deed("removes", "", ("Ember",)), gone="Ember")
    assert table.words() == ["Kelpie took out Ember"]


def test_damage_that_no_piece_did_has_no_culprit() -> None:
    table = Telling()
    table.then(active="Kelpie")
    table.hurt("Ember", 2, harm("", "Ember", 2), active="Kelpie")
    assert table.words() == ["Ember took 2 damage"]
    table = Telling()
    table.hurt("Ember", 5, active="Kelpie")  # by an event of which no deed is known
    assert table.words() == ["Ember took 5 damage"]


def test_the_last_attack_is_always_among_what_is_told() -> None:
    table = Telling()
    table.pieces["Flint"] = replace(table.pieces["Wick"], id="Flint", name="Flint")
    for name in ("Wick", "Ember", "Flint"):
        table.hurt(name, 1, attack("Gull", name), harm("Gull", name, 1), active="Gull")
        table.then(Deed("ends"), active="Kelpie")
        table.moved("Kelpie", 1.0)
    table.then(active="Marrow")
    table.then(attack("Marrow", "Wick"), active="Marrow")
    assert table.words()[:MOST] == ["Gull hit Wick for 1", "Gull hit Ember for 1", "Marrow attacked Wick: no damage"]


def test_plunder_is_in_the_banner(window: Window) -> None:
    ada, bo = godbreaker("Ada", A, 10, 10), godbreaker("Bo", B, 20, 10)
    play = begin(ada, bo, hoard(B, 21.5, 10), dice=[6], scenario="score", priority=(B, A))
    driver = window(play.session)
    for answer in (["bo"], "plunder", "end"):
        driver.scene.model.answer(answer)
        driver.frame()
    banner = driver.scene.hand_over.banner
    assert banner is not None
    assert [*banner.words] == ["Bo picked up treasure"]
    assert "Bo claims treasure: 5 VP if it still has it at the end" in [entry.text for entry in driver.scene.model.log]


def test_what_an_enemy_did_while_nobody_else_was_asked_is_said_without_a_banner(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, told = window(duel().session), Telling()
    hand_over, model = driver.scene.hand_over, driver.scene.model
    enemy = next(piece for piece in model.view.pieces if piece.owner not in ("", model.decider)).id
    own = next(piece for piece in model.view.pieces if piece.owner == model.decider).id
    told.pieces = dict(model.pieces)
    told.hurt(own, 2, attack(enemy, own), harm(enemy, own, 2), active=enemy)
    monkeypatch.setattr(hand_over, "recap", lambda: told.steps)
    hand_over._hand_over()
    assert hand_over.banner is None or hand_over.banner.begins
    assert model.notice.title == f"{model.pieces[enemy].name} hit {model.pieces[own].name} for 2"
    model.notice = Notice("Another notice")
    hand_over._hand_over()
    assert model.notice.title == "Another notice"
    model.notice = Notice()
    told.then(active=own)
    told.hurt(enemy, 1, attack(own, enemy), harm(own, enemy, 1), active=own)
    hand_over._hand_over()
    assert model.notice.title == f"{model.pieces[enemy].name} hit {model.pieces[own].name} for 2", (
        "not one's own attack"
    )


def test_who_moves_twice_is_told_once_and_who_acts_next_has_done_nothing_yet() -> None:
    at = Telling()
    for _move in range(2):
        at.then(changed=replace(at.pieces["Gull"], x=at.pieces["Gull"].x + 2.0))
    assert at.words() == ["Gull moved"]
    at = Telling()
    idol = PieceView("Idol", "Idol", "marker", 8, 8, 0.5, "")
    at.then(changed=idol)
    at.then(Deed("ends"), active="Kelpie", changed=replace(idol, owner="bob"))
    assert at.words()[0].startswith("Idol now belongs to")


def test_all_that_arrived_is_told_together() -> None:
    table = Telling()
    for name in ("Lifter", "Riders", "Carrier", "Drone"):
        table.then(active=name, changed=PieceView(name, name, "base", 3, 3, 0.5, "bob"))
    table.moved("Drone", 1.0)
    assert table.words() == ["Lifter and 3 others arrived"]


def test_models_that_join_their_unit_returned_and_did_not_arrive() -> None:
    stands = PieceView("riders-1", "Riders", "base", 3, 3, 0.5, "bob", unit="riders")
    back = replace(stands, id="riders-2", x=4.0)
    happening = happenings([step({stands.id: stands}, {stands.id: stands, back.id: back})])[0]
    assert words_of(happening, "ann", {"riders": "Riders"}) == "1 model of Riders returned"


def test_what_is_only_aboard_is_not_lost() -> None:
    table = Telling()
    table.then(active="Marrow", gone="Gull")
    assert table.words("bob") == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_events_of_every_rulebook_say_who_did_what(book: str) -> None:
    classes = vars(import_module(f"game.rulesets.{book}.rules.events")).values()
    does = [each.does for each in classes if isinstance(each, type) and issubclass(each, Event) and each.does]
    assert {each.sort for each in does} >= {"attacks", "hurts", "removes", "ends"}
    session, rng = began(book, 3), Random(7)
    for _answer in range(400):
        if not session.finished:
            session.answer(random_answer(session.pending(), rng))
    deeds = [deed for event in session.events if (deed := event.deed()) is not None]
    assert deeds
    for deed in deeds:
        assert bool(deed.to) or deed.sort in ("acts", "ends"), deed
        assert deed.by or deed.sort != "attacks", deed


def test_a_badge_is_on_its_own_piece_and_on_no_other() -> None:
    view, size = pygame.Rect(0, 0, 400, 300), (40, 20)
    base = pygame.Rect(100, 100, 50, 50)
    assert badge_place(size, base, [], view).colliderect(base)
    around = [base.move(x, y) for x in (-52, 0, 52) for y in (-52, 0, 52) if (x, y) != (0, 0)]
    for others in (around, around[:3], around[5:], [base.move(8, 4)]):
        place = badge_place(size, base, others, view)
        assert place.collidelist(others) < 0
        assert view.contains(place)
    first = badge_place(size, base, [], view)
    assert not badge_place(size, base, [first], view).colliderect(first)


def test_what_happened_is_drawn_on_the_table(window: Window) -> None:
    driver, banner = handed_over(window)
    before = driver.screen.copy()
    piece = next(piece for piece in driver.scene.model.view.pieces if piece.owner == "ann")
    was = shifted(piece, 3.0)
    banner.told = happenings([step({piece.id: was}, {piece.id: piece})])
    driver.frame()
    x, y = driver.at(was.x, was.y)
    spot = pygame.Rect(round(x) - 3, round(y) - 3, 6, 6)
    assert driver.screen.subsurface(spot).copy().get_buffer().raw != before.subsurface(spot).copy().get_buffer().raw


def test_a_model_of_a_game_keeps_its_view_for_the_banner(window: Window) -> None:
    """The camera also shows where the pieces came from that a banner tells of."""
    driver, banner = handed_over(window)
    model: SessionModel = driver.scene.model
    piece = model.view.pieces[0]
    banner.told = happenings([step({piece.id: shifted(piece, 6.0)}, {piece.id: piece})])
    box = driver.scene.framing.concerned()
    assert box is not None
    assert box.east >= piece.x + 6.0
