"""Most important models, and what victory points are given for, in which order (B-SCEN-8, B-SCEN-11, B-SCEN-12)."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.engine.rulebook.new_game import GamePlan
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.scenarios import Form, Scenario, decrease, find, removable
from game.rulesets.bushido.rules.secrets import deal_vims, name_vims, vim_is_gone, vim_of
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.setup_phase.deployment import goes_round
from game.rulesets.bushido.view.table import card_details
from tests.rulesets.bushido.bushido_kit import Moment, card, moment, warband


def named(how: str, *answers: str, **changes: Any) -> Moment:
    """Return a moment after the most important models were named: A, B and C in the south, X and Y in the north."""
    unlikely = (
        card("Crew", max=2),
        card("Beast", unique=True, types=["Animal"]),
        card("Boy", unique=True, traits=["Insignificant"]),
    )
    south = warband(*(card(name, unique=True, **changes) for name in "ABC"), *unlikely, faction="S")
    north = warband(card("X", unique=True), card("Y", unique=True), faction="N")
    at = moment((), south=south, north=north, vim=how)
    at.run(name_vims(at.game), *answers)
    return at


def test_b_scen_12_and_b_setup_1_each_names_a_unique_model_that_is_no_beast_and_counts() -> None:
    at = named("open", "south.b", "north.y")
    first, second = at.asked
    assert [option.key for option in first.options] == ["south.a", "south.b", "south.c"]  # type: ignore[attr-defined]
    assert [(each.player, each.secret) for each in (first, second)] == [("south", False), ("north", False)]
    assert [vim_of(at.game, side) for side in ("south", "north")] == [at["b"], at["y"]]
    assert [each.model for each in at.told("VimNamed")] == ["south.b", "north.y"]
    at.put("b", 5.0, 5.0)
    assert "The most important model of its side" in [line.text for line in card_details(at.game, at["b"])]
    assert not RULESET.secrets.private(at.game)


def test_b_scen_12_the_opponent_nominates_it() -> None:
    at = named("nominated", "south.c", "north.x")
    assert [each.player for each in at.asked] == ["north", "south"]
    assert vim_of(at.game, "south") is at["c"]


def test_b_scen_12_hidden_it_is_known_to_its_owner_alone() -> None:
    at = named("hidden", "south.a", "north.x")
    assert [(each.player, each.secret, each.sealed) for each in at.asked] == [("south", True, 0), ("north", True, 1)]
    assert at.told("VimNamed") == []
    at.put("a", 5.0, 5.0)
    other = named("hidden", "south.b", "north.x")
    other.put("a", 5.0, 5.0)
    assert list(card_details(at.game, at["a"])) == list(card_details(other.game, other["a"]))
    assert RULESET.secrets.private(at.game)
    dealt = set()
    for seed in range(20):
        deal_vims(at.game, at.game, "north", Random(seed))
        dealt.add(getattr(vim_of(at.game, "south"), "id", ""))
        assert vim_of(at.game, "north") is at["x"]
    assert dealt == {"south.a", "south.b", "south.c"}
    at.game.state.step = "over"
    assert not RULESET.secrets.private(at.game)


def test_b_scen_12_it_neither_goes_round_the_flank_nor_is_disguised() -> None:
    at = named("open", "south.a", "north.x", traits=["Flank"])
    assert at.run(goes_round(at.game, at["a"])) is False
    at.game.mark(at["a"], "Disguised", 4)
    assert not at["a"].has("Disguised")
    assert at.run(goes_round(at.game, at["b"]), "deploy") is False
    at.game.mark(at["b"], "Disguised", 4)
    assert at["b"].has("Disguised")


def test_b_scen_12_without_a_candidate_it_counts_as_lost() -> None:
    at = moment(
        (), south=warband(card("A", unique=True), faction="S"), north=warband(card("X"), faction="N"), vim="open"
    )
    at.run(name_vims(at.game), "south.a")
    at.put("a", 5.0, 5.0)
    at.put("x", 9.0, 9.0)
    assert [vim_is_gone(at.game, side) for side in ("south", "north")] == [False, True]
    at.game.kill(at["a"])
    assert vim_is_gone(at.game, "south")
    plain = moment()
    assert not vim_is_gone(plain.game, "south")
    plain.run(name_vims(plain.game))
    assert plain.asked == []


@pytest.fixture
def all_three() -> Any:
    """A scenario that gives victory points for everything at the end of turn 2."""

    scenarios.REGISTRY["everything"] = replace(
        find("keii"),
        name="everything",
        rule="B-SCEN-11",
        prayers=0,
        interaction="",
        conditions={"vim": (2, 4), "points": (2,), "influence": (2,)},
        decreasing={"influence": "scorer", "points": "any"},
    )
    yield find("everything")
    del scenarios.REGISTRY["everything"]


def test_b_scen_11_influence_then_points_then_models_each_with_its_decreasing(all_three: Scenario) -> None:
    at = named("open", "south.a", "north.x")
    state = at.game.state
    for name in ("a", "x"):
        at.put(name, 5.0, 5.0 + ord(name) % 9)
    at.game.kill(at["x"])
    state.objectives = find("idols").objectives(at.game)
    for each, player in zip(state.objectives.values(), ("south", "south", "north")):
        each.friendly_to = player
    state.turn, state.points = 2, {"south": 0, "north": 3}
    at.asked.clear()
    at.run(all_three.ending(at.game), ["idol-1"], ["idol-2"])
    assert [each.player for each in at.told("VictoryPoint")] == ["south", "north", "south"]
    assert [each.player for each in at.asked] == ["north", "south"]
    assert at.asked[1].allows(["idol-3"])
    state.turn = 4
    at.run(all_three.ending(at.game))  # three are given out
    assert state.victory == {"south": 2, "north": 1}


@pytest.mark.parametrize(
    ("form", "found"),
    [("scorer", ["idol-1", "idol-2"]), ("any", ["idol-1", "idol-2", "idol-3"]), ("popular", ["idol-2", "idol-3"])],
)
def test_b_scen_8_and_amb_28_the_three_forms_of_decreasing(form: Form, found: list[str]) -> None:
    at = moment(scenario="idols")
    state = at.game.state
    state.objectives = find("idols").objectives(at.game)
    for each, player, actions in zip(state.objectives.values(), ("south", "south", "north"), (1, 3, 3)):
        each.friendly_to, each.actions = player, actions
    assert [each.id for each in removable(at.game, "south", form)] == found
    at.run(decrease(at.game, "south", form), [found[-1]])
    assert not state.objectives[found[-1]].on_table
    assert at.asked[0].player == "north"
    assert at.asked[0].prompt.startswith("South has scored, so you remove one ")
    assert ("of its objectives" in at.asked[0].prompt) == (form == "scorer")
    state.objectives["idol-1"].actions = 9
    if form == "popular":  # one alone is the most popular: nobody is asked
        at.run(decrease(at.game, "south", form))
        assert not state.objectives["idol-1"].on_table


@pytest.mark.parametrize(("turns", "last", "others"), [(6, 6, (2, 4)), (5, 4, (2, 6)), (1, 0, (2, 4, 6))])
def test_b_scen_12_players_agree_that_the_last_victory_point_is_for_it(
    turns: int, last: int, others: tuple[int, ...]
) -> None:
    at = moment((), scenario="idols", vim="open", vim_point="last", turns=turns)
    idols = find("idols")
    assert idols.conditions_in(at.game).get("vim", ()) == ((last,) if last else ())
    assert idols.awards(at.game) == others
    assert ("At the end of turn" in idols.aim(at.game)) == bool(last)
    plain = moment((), scenario="idols", vim_point="last")
    assert idols.conditions_in(plain.game) == idols.conditions


def test_b_scen_12_the_last_victory_point_goes_to_who_alone_has_not_lost_theirs() -> None:
    at = named("open", "south.a", "north.x")
    options = at.game.setup.document.options.model_copy(update={"vim_point": "last"})
    document = at.game.setup.document.model_copy(update={"options": options, "scenario": "idols"})
    game = Game(Setup(document), at.game.state, at.game.dice)
    at.put("a", 5.0, 5.0)
    at.put("x", 9.0, 9.0)
    game.state.turn = 6
    won = Moment(game)
    won.run(find("idols").ending(game))
    assert [each.player for each in won.told("VictoryPoint")] == [""]
    game.kill(won["x"])
    won.run(find("idols").ending(game))
    point = won.told("VictoryPoint")[-1]
    assert (point.player, game.state.victory["south"]) == ("south", 1)
    assert "most important model" in RULESET.tell(game, point)
    aim = RULESET.view(game).aim
    assert aim is not None
    assert "most important model" in aim.text


def test_b_scen_12_players_agree_on_it_with_the_new_game() -> None:
    for how in ("none", "open", "hidden", "nominated"):
        plan = GamePlan(("Ann", "Bob"), "idols", agreed=(("vim", how), ("vim_point", "last")))
        options = RULESET.new_setup(plan).document.options
        assert (options.vim, options.vim_point) == (how, "last")
