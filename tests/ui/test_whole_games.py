"""Whole games of every scenario through the window: by mouse with direct handling, by keys alone, by a gamepad."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile
from pathlib import Path

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Entry, Session
from game.rulesets.bushido.rules.events import SplitRevealed
from game.ui.score.ending import EndingSheet
from tests.games import NAMES
from tests.samples import few, some
from tests.ui.driver import Driver, Hurried
from tests.ui.persons import HANDS, Person

SCENARIOS = [offer.name for offer in rulesets.load(rulesets.DEFAULT).offers().scenarios]
EACH_BY = some(len(HANDS))
"""By how many sorts of hands a scenario is played; the next scenario begins with another sort."""
GAMES = [
    (scenario, hands, number * len(HANDS) + turn)
    for number, scenario in enumerate(SCENARIOS)
    for turn, hands in enumerate(HANDS)
    if (turn - number) % len(HANDS) < EACH_BY
]
IDOLS = [("mouse", 14), ("keys", 1)]
"""Hands and seeds of whole games of the second rulebook's first scenario, on different maps."""
PREPARES = {"ticked", "changed", "stepped back"}
IDLE = 40
"""The most gestures in a row that only prepare an answer: ticking, ordering, sharing out."""
TAKES_BACK = 0.1
"""How often a gesture is taken back."""
DIRECT = {
    "dragged",
    "put down",
    "clicked in the region",
    "clicked a piece",
    "clicked an enemy",
    "switched",
    "dragged against an enemy",
}


def begun(scenario: str, seed: int) -> Session:
    """Return a short game that is about to begin; number of players, map and optional rules come with the seed."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    offers = ruleset.offers()
    fewest, most = offers.seats[:2]
    players = max(fewest, min(most, (2, 1, 2, 2, 2, 2, 2, 2, 3, 2)[seed % 10]))
    switches = tuple(offer.name for offer in offers.switches) if seed % 2 else ()
    maps = [offer.name for offer in offers.maps]
    plan = GamePlan(NAMES[:players], scenario, maps[seed % len(maps)], rounds=3, switches=switches)
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))


def play(driver: Hurried, person: Person) -> None:
    """Play until the game is over, and now and then take a gesture back."""
    session, idle = driver.session, 0
    while not session.finished:
        if driver.scene.focus.sheets:
            person.go_on()
            continue
        driver.look()
        before, thrown = list(session.journal), session.state.rolls.total
        how = person.answer()
        if how == "stepped back":
            assert before[: len(session.journal)] == session.journal
            assert session.state.rolls.total == thrown, "no step back past dice"
        idle = 0 if session.journal != before else idle + 1
        assert idle == 0 or how in PREPARES, f"{how}: nothing came of it, {session.pending().plain()}"
        assert idle < IDLE, f"{session.pending().plain()} is not answered"
        assert not driver.scene.model.trouble
        if (
            len(session.journal) > len(before)
            and session.state.rolls.total == thrown
            and person.rng.random() < TAKES_BACK
        ):
            take_back(driver, person, before, how)


def take_back(driver: Driver, person: Person, before: list[Entry], how: str) -> None:
    """Take a gesture back, and do it again where there is a way to: it was one step of undo."""
    session = driver.session
    if session.finished:
        return
    after, digest = list(session.journal), session.state.digest()
    while driver.scene.focus.sheets:
        person.go_on()
    person.undo()
    same = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))]
    assert session.journal == same, f"{how}: {before} became {after}, and is {session.journal} taken back"
    if person.can_redo:
        while driver.scene.focus.sheets:
            person.go_on()
        person.redo()
        assert (session.journal, session.state.digest()) == (after, digest)


def idols(seed: int) -> Session:
    """Return a game of Idols with the sample warbands that is about to begin; the map comes with the seed."""
    ruleset = rulesets.load("bushido")
    maps = [offer.name for offer in ruleset.offers().maps]
    plan = GamePlan(NAMES[:2], "idols", maps[seed % len(maps)], rounds=3)
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed))


def played(folder: Path, session: Session, hands: str, seed: int, *, direct: bool = True) -> tuple[Driver, Person]:
    """Play a game with some hands to its end."""
    driver = Hurried(folder, session, (960, 600))
    driver.window.choose(replace(driver.window.options, gamepad=hands == "gamepad"))
    person = HANDS[hands](driver, seed)
    play(driver, person)
    if hands == "mouse" and direct:
        assert sum(person.done[how] for how in DIRECT) > person.done["row"] / 2
    return driver, person


@pytest.mark.parametrize(("hands", "seed"), few(IDOLS), ids=str)
def test_a_whole_game_of_idols(dummy_display: None, tmp_path: Path, hands: str, seed: int) -> None:
    driver, person = played(tmp_path, idols(seed), hands, seed)
    session = driver.session
    for _sheet in range(5):
        if isinstance(driver.scene.focus.sheets[-1], EndingSheet):
            break
        person.go_on()
    assert isinstance(driver.scene.focus.sheets[-1], EndingSheet)
    assert driver.scene.model.view.result
    if hands == "mouse":
        assert person.done["dragged against an enemy"]
        assert any(isinstance(event, SplitRevealed) for event in session.events)

    file = tmp_path / "game.json"
    save_game(session, file)
    again, difference = load_game(file, rulesets.find)
    assert difference is None
    assert again.state.digest() == session.state.digest()
    assert [again.ruleset.tell(again.game, event) for event in again.events] == [
        session.ruleset.tell(session.game, event) for event in session.events
    ]


def wells(seed: int) -> Session:
    """Return a short battle of Three Wells with the starter armies that is about to begin."""
    ruleset = rulesets.load("aos4")
    return Session(ruleset, ruleset.new_setup(GamePlan(NAMES[:2], "three-wells", rounds=some(2))), KeyedDice(seed))


@pytest.mark.parametrize(("hands", "seed"), few([("keys", 1), ("mouse", 0)]), ids=str)
def test_a_whole_battle_of_three_wells(dummy_display: None, tmp_path: Path, hands: str, seed: int) -> None:
    driver, person = played(tmp_path, wells(seed), hands, seed, direct=False)
    assert driver.scene.model.view.result
    assert person.done["arranged"]
    if hands == "mouse":
        assert person.done["dragged"]

    again = wells(seed)
    for entry in driver.session.journal:
        again.give(entry)
    assert again.state.digest() == driver.session.state.digest()


@pytest.mark.parametrize(("scenario", "hands", "seed"), few(GAMES[::-1], len(GAMES)), ids=str)
def test_a_whole_game(dummy_display: None, tmp_path: Path, scenario: str, hands: str, seed: int) -> None:
    driver, _person = played(tmp_path, begun(scenario, seed), hands, seed)

    again = begun(scenario, seed)
    for entry in driver.session.journal:
        again.give(entry)
    assert again.state.digest() == driver.session.state.digest()
    assert again.ruleset.view(again.game).result == driver.scene.model.view.result != ""
