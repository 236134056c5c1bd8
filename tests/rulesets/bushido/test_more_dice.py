"""What rerolls and boosts change, before they are chosen (B-TEST-5, B-KI-20), and what dice come to once they lie."""

from __future__ import annotations

from typing import Any

import pytest

from game.engine.core.decisions import Choose
from game.engine.core.flow import Asking, Checkpoint
from game.engine.history.fairness import throws
from game.rulesets.bushido.rules.dice.tests import fear_test, opposed_ki, sees_through
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Shot
from game.rulesets.bushido.rules.melee.exchange import exchange
from game.rulesets.bushido.rules.shooting.attack import shoot
from game.rulesets.bushido.view import odds
from game.ui.board.dice_tray import Die
from tests.rulesets.bushido.bushido_kit import BLADE, BOW, Moment, duel, fight

KI = {"value": 1, "max": 6, "boost": 1}


class Run:
    """A flow that stops at its questions, so that their odds can be read before they are answered."""

    def __init__(self, at: Moment, flow: Asking[Any]) -> None:
        self.at, self.flow = at, flow
        self.asked: Any = next(flow)

    def answer(self, *answers: Any) -> None:
        for answer in answers:
            assert self.asked.allows(answer), self.asked.prompt
            self.asked = self.flow.send(answer)
            while isinstance(self.asked, Checkpoint):
                self.asked = next(self.flow)

    @property
    def answers(self) -> dict[str, str]:
        """The odds on the rows of the answers."""
        assert isinstance(self.asked, Choose)
        view = odds.compared(self.at.game, self.asked)
        return dict(view.answers) if view is not None else {}


def exchange_of(dice: tuple[int, ...], one: dict[str, Any], other: dict[str, Any], ki: int = 0) -> Run:
    at = duel(dice, one, other)
    at["a"].ki = ki
    return Run(at, exchange(at.game, Bout(Fighter(at["a"]), Fighter(at["b"]))))


def test_a_reroll_in_a_melee_says_both_chances_without_it_and_with_it() -> None:
    run = exchange_of((2, 4, 5), {"melee": 2, "traits": ["Prowess [Attack] (1)"]}, {"melee": 1})
    run.answer("0/1", "1/1")
    assert run.answers == {"0": "you hit 0% → 33% (success level 0.0 → 0.2), they 0%", "keep": "you hit 0%, they 0%"}
    view = odds.odds(run.at.game, run.asked, "0")
    assert view is not None
    assert [verdict.text for verdict in view.verdicts] == [run.answers["0"]]


def test_a_reroll_of_an_enemy_die_counts_for_the_player_who_rerolls() -> None:
    run = exchange_of((6, 3, 5, 2), {"melee": 2}, {"melee": 2, "traits": ["Dodge (1)"]})
    run.answer("1/1", "1/1")
    assert (run.asked.player, run.asked.about) == ("north", "south.a")
    # A hits unless its new face is 1, as a 2 is a tie that the active player wins; B hits in any case
    assert run.answers["0"] == "you hit 100%, they 100% → 83% (success level 4.0 → 1.7)"


def test_a_reroll_in_a_test_says_how_likely_it_succeeds() -> None:
    ki = {"traits": ["Prowess [Ki] (1)"]}
    at = duel((2, 5, 3, 6), ki, ki)
    run = Run(at, opposed_ki(at.game, at["a"], at["b"]))
    assert run.answers == {"0": "succeeds: 100% → 67%", "keep": "succeeds: 100%"}
    run.answer("0")  # a 3: the active model needs as much
    assert run.answers == {"0": "succeeds: 0% → 67%", "keep": "succeeds: 0%"}


def test_a_reroll_of_a_shot_says_by_how_much_it_hits() -> None:
    archer = {"ranged": {"value": 1}, "weapons": [BLADE, BOW], "traits": ["Prowess [Ranged] (1)"]}
    at = duel((5,), archer, {}, gap=4.0)
    run = Run(at, shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert run.answers["0"] == "hits: 100% → 50% (success level 1.0 → 0.5)"


@pytest.mark.parametrize(
    ("traits", "expected"),
    [
        ([], "succeeds: 50% → 83%"),
        (["Bravery"], "succeeds: 75% → 97%"),
        (["Cowardly"], "succeeds: 25% → 69%"),
    ],
)
def test_a_boost_of_a_fear_test_says_what_one_die_more_changes(traits: list[str], expected: str) -> None:
    at = duel((), {"ki": KI, "traits": traits}, {})
    at["a"].ki = 1
    assert Run(at, fear_test(at.game, at["a"], 4)).answers == {"boost": expected}


def test_a_boost_says_what_two_dice_change_if_both_can_be_paid() -> None:
    at = duel((), {"ki": {"value": 2, "max": 6, "boost": 1}}, {})
    at["a"].ki = 2
    at["b"].markers["Disguised"] = [5]
    run = Run(at, sees_through(at.game, at["a"], at["b"]))
    # 2 dice: 20 + 7 ways with a 4 and any support; the others are counted in the same way
    assert run.answers["boost"].startswith("succeeds: 69% → ")
    assert "; with two: succeeds: " in run.answers["boost"]
    run.answer("boost")
    assert "with two" not in run.answers["boost"]


def test_both_sides_of_an_opposed_test_see_their_own_chance() -> None:
    at = duel((), {"ki": KI}, {"ki": KI})
    at["a"].ki = at["b"].ki = 1
    run = Run(at, opposed_ki(at.game, at["a"], at["b"]))
    assert run.answers["boost"].startswith("succeeds: 42% → ")  # one die each: ties go to the active player
    run.answer("no")
    assert run.answers["boost"].startswith("succeeds: 58% → ")


def best(run: Run) -> tuple[str, ...]:
    """Return the chances of the split that gains most at the question about it."""
    view = odds.compared(run.at.game, run.asked)
    assert view is not None
    row = max(view.grids[0].rows, key=lambda row: float(row.cells[1]) - float(row.cells[3]))
    return row.cells[0], row.cells[2]


def test_a_boost_before_the_split_promises_what_the_split_then_offers() -> None:
    fighter = {"melee": 2, "wounds": 9}
    texts = []
    for answers in (("pass",), ("south.a/boost", "pass")):
        run = exchange_of((), fighter, {"melee": 2, "wounds": 9}, ki=4)
        texts.append(run.answers.get("south.a/boost", ""))
        run.answer(*answers, "1/1")
        texts.append(" ".join(best(run)))
    offered, plain, _same, boosted = texts
    (hit, suffer), (more, less) = plain.split(), boosted.split()
    assert offered.startswith(f"best split: you hit {hit} → {more}, they {suffer} → {less}; with two: ")


def test_a_boost_of_a_shot_promises_more_hits() -> None:
    archer = {"ranged": {"value": 1, "boost": 2}, "weapons": [BLADE, BOW]}
    at = duel((), archer, {}, gap=4.0)
    at["a"].ki = 2
    run = Run(at, shoot(at.game, Shot(at["a"], "Bow", at["b"])))
    assert run.answers == {"south.a/boost": "hits: 50% → 83%"}


def test_dice_that_lie_say_what_they_come_to_and_who_wins_by_how_much() -> None:
    at = duel((6, 3, 4, 2, 1, 1), {"melee": 3}, {"melee": 1})
    fight(at, "0/1", "2/1")
    rolled = at.told("PoolRolled")
    assert [event.sum for event in rolled] == ["6 + 1 = 7", "4", "", "2"]
    assert [Die(throw, "A", (0, 0, 0), "attack").caption for throw in throws(rolled[:1])] == ["attack: 6 + 1 = 7"] * 2
    assert [event.remark() for event in at.told("Compared")] == [
        ("north.b", "Hit by 5: 7 against 2"),
        ("south.a", "Defended: 4 against 0"),
    ]
    assert [throw.sum for throw in throws(at.told("DamageRolled"))] == ["1 + 1 = 2; table row 2, level 5: 2 wounds"] * 2
