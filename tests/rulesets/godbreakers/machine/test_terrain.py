"""Machines bring terrain down on those who stand in it, and put it where enemies are (G-TRAIT-RUINOUS, -SHAPING)."""

from random import Random

import pytest

from game.engine.core.decisions import Answer, Choose
from game.players import answer_with, make_player
from game.rulesets.godbreakers.ai import evaluation
from game.rulesets.godbreakers.ai.evaluation import prospects
from game.rulesets.godbreakers.ai.position import hurt
from game.rulesets.godbreakers.odds.odds import test_odds as odds_of_test
from game.rulesets.godbreakers.rules.state import Model
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, table, wood

GROVE = table(wood("Grove", 15.4, 8, 20, 12))
POND = wood("Pond", 0, 0, 4, 3)
levels = pytest.mark.parametrize("kind", ["greedy", "veteran", "warlord"])


def wick(x: float = 14.5, **traits: int) -> Model:
    return godbreaker("Wick", A, x, 10, 8, traits=traits)


def foes(*spots: tuple[float, float], damage: int = 0) -> list[Model]:
    return [godbreaker(f"Gull{number}", B, *spot, 6, damage=damage) for number, spot in enumerate(spots)]


def activation(play: Play, kind: str, most: int = 9) -> list[Answer]:
    """Let a machine play one activation, or so many answers of it; return them."""
    player, given = make_player(kind, 1), list[Answer]()
    while play.decision.player == A and len(given) < most and not (given and not play.state.active):
        given.append(answer_with(player, play.session, len(given)))
        play.answer(given[-1])
    return given


@levels
def test_g_trait_ruinous_a_machine_ruins_the_wood_in_which_two_rivals_stand(kind: str) -> None:
    play = begin(wick(Ruinous=3), *foes((18, 9), (18, 11), damage=2), dice=[7], ground=GROVE)
    assert activation(play, kind, 3)[1:] == ["ruin", "grove"]
    assert [play.model(name).damage for name in ("Gull0", "Gull1")] == [5, 5]


@levels
def test_g_trait_ruinous_no_machine_ruins_a_wood_in_which_only_its_own_stand(kind: str) -> None:
    own = [godbreaker(f"Lark{number}", A, 18, 9 + 2 * number, activated=True) for number in range(2)]
    play = begin(wick(Ruinous=3), *own, *foes((28, 2)), ground=GROVE)
    assert "ruin" not in activation(play, kind)


@pytest.mark.parametrize("kind", ["greedy", "warlord"])  # a veteran finds a fight first, and leaves it at that
def test_g_trait_shaping_a_machine_puts_a_pond_on_a_rival_and_on_none_of_its_own(kind: str) -> None:
    lark = godbreaker("Lark", A, 14, 7, activated=True)
    # Gull is out of its reach unless it leaves Lark's side; the pond reaches over.
    play = begin(wick(14, Shaping=3), lark, *foes((17.5, 10), damage=3), dice=[7], supply=[POND])
    given = activation(play, kind, 5)
    assert given[1:3] == ["shape", "pond"]
    assert (play.model("Gull0").damage, play.model("Lark").damage, play.model("Wick").damage) == (6, 0, 0)


@levels
def test_g_trait_shaping_no_machine_shapes_terrain_that_reaches_nobody(kind: str) -> None:
    play = begin(wick(5, Shaping=3), *foes((28, 2)), supply=[POND])
    assert "shape" not in activation(play, kind)


def test_ruin_is_worth_the_damage_by_its_chance_less_what_a_failure_costs() -> None:
    play = begin(wick(Ruinous=1), *foes((18, 9), damage=2), ground=GROVE)
    play.answer(["wick"])
    worth, why = evaluation.special_worth(play.game, A, play.model("Wick"), "ruin")
    chance = float(odds_of_test(play.game, play.model("Wick"), "Ruin"))
    gain, loss = (hurt(play.game, A, play.model(name), amount) for name, amount in (("Gull0", 1), ("Wick", 2)))
    assert gain > 0 > loss
    assert worth == pytest.approx(chance * gain + (1 - chance) * loss)
    assert why == "62% to deal 1 damage to Gull0"
    assert isinstance(play.decision, Choose)
    rated = {each.answer: (each.worth, each.why) for each in prospects(play.game, play.decision, Random(1))}
    assert rated["ruin"] == (worth, why)
