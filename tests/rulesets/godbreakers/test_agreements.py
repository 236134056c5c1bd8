"""What the players settle before a game beside the advanced rules: how threats come by their traits (G-SCN-5, Q22)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from game.commands.new_game import read_request
from game.documents.error import DocumentError
from game.engine.core.decisions import Choose, Pick
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.new_session import deploy
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules.wild.unaligned import MIGHTY, TABLES
from game.table.documents import maps_for
from tests.commands.calls import refusal

PAIR = ("Ann", "Bob")


def test_g_scn_5_every_value_offered_can_be_agreed_on_and_the_first_holds_unasked() -> None:
    leader, traits, _supply = load("godbreakers").agreements()
    assert NEW_GAMES.planned(GamePlan(PAIR)).options.wild_handler == leader.values[0][0] == "lowest"
    assert NEW_GAMES.planned(GamePlan(PAIR, agreed=((leader.name, "Bob"),))).options.wild_handler == "bob"
    assert NEW_GAMES.planned(GamePlan(PAIR)).options.threat_traits == traits.values[0][0]
    for value, words in traits.values:
        assert NEW_GAMES.planned(GamePlan(PAIR, agreed=((traits.name, value),))).options.threat_traits == value
        assert words


@pytest.mark.parametrize(
    ("agreed", "where", "why"),
    [
        (("threat_traits", "guessed"), "threat_traits", "'guessed' is not available - use one of rolled, chosen"),
        (("wild_handler", "Eve"), "wild_handler", "'Eve' is not available - use one of lowest, Ann, Bob"),
        (
            ("weather", "rain"),
            "weather",
            "'weather' is not something to agree on - use wild_handler, threat_traits, supply",
        ),
    ],
)
def test_g_scn_5_what_cannot_be_agreed_on_is_refused_by_name(agreed: tuple[str, str], where: str, why: str) -> None:
    with pytest.raises(DocumentError) as caught:
        NEW_GAMES.planned(GamePlan(PAIR, agreed=(agreed,)))
    assert (caught.value.where, caught.value.reason) == (where, why)


def test_q22_agreed_on_the_command_line_a_player_chooses_the_traits_of_the_horror_they_place() -> None:
    asked = read_request(
        ruleset="godbreakers",
        scenario="nest",
        map_name="open-quarry",
        players="random,random",
        names="Ann,Bob",
        colours=None,
        rosters=(),
        rounds=3,
        switches=(),
        threat_traits="chosen",
        people=False,
    )
    ruleset, rng = load("godbreakers"), random.Random(1)
    session = Session(ruleset, ruleset.new_setup(asked.plan), KeyedDice(1), history=False)
    while session.pending().rule != "G-SCN-5":
        session.answer(random_answer(session.pending(), rng))
    decision = session.pending()
    assert isinstance(decision, Choose)
    assert decision.player == "bob"
    assert tuple(option.key for option in decision.options) == TABLES[MIGHTY]


# -- spare terrain (Q18) -----------------------------------------------------------------------


def spare(*agreed: tuple[str, str], map_name: str | None = None) -> list[str]:
    """The names of the pieces that wait off the table in a new game."""
    setup = NEW_GAMES.planned(GamePlan(PAIR, map=map_name, agreed=agreed))
    return [piece.name for piece in setup.document.terrain_supply]


def test_q18_a_new_game_has_a_few_spare_pieces_and_people_may_agree_on_more_or_none() -> None:
    supply = next(each for each in load("godbreakers").agreements() if each.name == "supply")
    assert [value for value, _ in supply.values] == ["few", "many", "none"]
    assert spare() == spare(("supply", "few")) == ["Copse 1", "Ruins 1", "Wall 1"]
    assert len(spare(("supply", "many"))) == 10
    assert spare(("supply", "none")) == []


@pytest.mark.parametrize("name", [path.stem for path in maps_for("godbreakers")])
def test_q18_spare_pieces_go_with_every_map_and_take_none_of_its_ids(name: str) -> None:
    setup = NEW_GAMES.planned(GamePlan(PAIR, map=name, agreed=(("supply", "many"),)))
    document = setup.document
    ids = [each.id for each in (*document.map.terrain, *document.terrain_supply)]
    assert len(set(ids)) == len(ids)


def test_q18_the_smallest_godbreaker_with_shaping_can_use_it_in_a_normal_new_game() -> None:
    ruleset = load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(PAIR, rounds=3)), KeyedDice(4))
    deploy(session)
    session.answer(["ann", "bob"])
    decision = session.pending()
    assert isinstance(decision, Pick)
    shaper = session.state.models[decision.candidates[0]]
    shaper.die, shaper.traits = 6, {"Shaping": 1}
    session.answer([shaper.id])
    assert session.pending().allows("shape")


def test_q18_the_supply_is_agreed_on_the_command_line(tmp_path: Path) -> None:
    line = refusal("play", "--headless", "--players", "random,random", "--supply", "plenty", "--out", tmp_path / "out")
    assert "'plenty' is not available - use one of few, many, none" in line
