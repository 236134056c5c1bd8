"""A game is the same whatever language it is played in: decided, hashed, saved and replayed alike."""

import json
from pathlib import Path

import pytest

from game import rulesets, wording
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_document, save_game
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets.aos4.rules.events import ControlGained
from tests.samples import few
from tools.soak import batch_of

PLAYED = [
    ("score", 2, False, "random"),
    ("clash", 3, False, "random"),
    ("gathering", 1, True, "random"),
    ("score", 2, False, "greedy"),
]
"""Scenario, players, advanced rules, who plays."""
MOST = {"random": 160, "greedy": 14}
"""Decisions of a game that are compared."""
PART = 40
"""Decisions after which the language changes."""


def play(case: tuple[str, int, bool, str], *languages: str) -> Session:
    """Play a game, a part of it in each language in turn; what stands there is told and shown as it goes."""
    scenario, players, advanced, kind = case
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(batch_of((scenario, players, advanced), False).plan), KeyedDice(7))
    bots = {player: make_player(kind, 7 + place) for place, player in enumerate(ruleset.players(session.setup))}
    for number in range(MOST[kind]):
        if number % PART == 0:
            wording.use(languages[number // PART % len(languages)])
            ruleset.view(session.game)
        if session.decision is None:
            break
        session.answer(answer_with(bots[session.decision.player], session, number))
    return session


def saved(session: Session) -> str:
    """Return a game as it would be saved, but for the time of day."""
    return json.dumps(plain(save_document(session)) | {"saved_at": ""}, sort_keys=True)


@pytest.mark.parametrize("case", few(PLAYED), ids=lambda case: "-".join(map(str, case)))
def test_the_same_game_is_saved_alike_in_every_language(case: tuple[str, int, bool, str]) -> None:
    english = saved(play(case, "en"))
    assert saved(play(case, "de", "en")) == english
    assert saved(play(case, "de")) == english


def test_a_game_saved_in_one_language_goes_on_in_another(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    save_game(play(PLAYED[0], "de"), file)
    asked = []
    for language in ("en", "de"):
        wording.use(language)
        session, difference = load_game(file, rulesets.find)
        assert difference is None
        assert session.decision is not None
        asked.append(session.decision.prompt)
    assert asked[0] != asked[1]


def test_markers_of_a_game_that_was_loaded_are_named_in_the_language_that_is_spoken(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = play(PLAYED[0], "en")
    save_game(played, file)
    wording.use("de")
    session, _ = load_game(file, rulesets.find)
    names = {piece.name for piece in session.ruleset.view(session.game).pieces if piece.kind == "marker"}
    assert {"Hort von Ann", "Hort von Bob"} <= names
    assert saved(session) == saved(played)


def test_the_same_events_are_told_in_the_language_that_is_spoken() -> None:
    session = play(PLAYED[0], "en")
    told = {}
    for language in ("en", "de"):
        wording.use(language)
        told[language] = [session.ruleset.tell(session.game, event) for event in session.events]
    alike = [english for english, german in zip(told["en"], told["de"], strict=True) if english == german]
    assert alike == []


def test_objectives_of_a_map_are_shown_in_the_language_and_kept_as_on_the_map() -> None:
    ruleset = rulesets.load("aos4")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))

    def named() -> list[str]:
        return [each.name for each in ruleset.view(session.game).pieces if each.symbol == "objective"]

    assert named() == ["West Well", "Centre Well", "East Well"]
    wording.use("de")
    assert named() == ["Westbrunnen", "Mittelbrunnen", "Ostbrunnen"]
    gained = ControlGained(objective="west", player="ann", scores={"ann": 2, "bob": 1}, rule="A-OBJ-3")
    assert "Westbrunnen" in ruleset.tell(session.game, gained)
    assert "West Well" in saved(session)
    assert "Westbrunnen" not in saved(session)
