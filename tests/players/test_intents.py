"""What each intent of a plan changes at a move in Bushido, Age of Sigmar and Dropzone Commander, at one decision each.

The Godbreaker Saga has whole rounds in `test_plans.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from game.engine.core.decisions import Arrange, Place
from game.engine.core.dice import KeyedDice
from game.engine.intents import Aim, Table, aims_of
from game.engine.plans import PlanDocument
from game.engine.session import Session
from game.players import answer_with, make_player, new_session
from game.players.intents import ends_after
from game.rulesets.dropzone import RULESET as DROPZONE
from game.rulesets.dropzone.rules.state import Objective
from tests.players.test_plans import plan_of
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.bushido.bushido_kit import acting, skirmish_session
from tests.rulesets.dropzone.dropzone_kit import Moment
from tools.promising.dropzone import as_active

Intents = Mapping[str, dict[str, Any]]


def bushido() -> Session:
    """A skirmish in which the spear is asked where it runs."""
    return acting(skirmish_session(ki=0), "temple-guard-spear", "run")


def aos4() -> Session:
    """Three pikes that are asked where they move."""
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(3, 20, 6, 1.4))
    battle.put("beaconwright", (10, 4))
    battle.put("hullbreakers", *row(2, 4, 20, 1.8))
    battle.put("barbcasters", *row(2, 30, 24, 1.4))
    return battle.begin(KeyedDice(3)).use("normal-move", "wallward-pikes").session


def tanks() -> Session:
    """Two tanks that are asked what they do, with infantry at their left and an objective ahead at their right."""
    at = Moment()
    state = at.game.state
    state.round, state.edges = 3, {"south": "south", "north": "north"}
    state.objectives["prize"] = Objective("prize", 30, 24, hidden=False, mobile=True)
    for name, x, y, degrees in (
        ("anvils-1", 24.0, 10.0, 90.0), ("anvils-2", 26.0, 10.0, 90.0), ("rifles-1", 10.0, 8.0, 90.0),
        ("rifles-2", 11.5, 8.0, 90.0), ("gales-1", 14.0, 30.0, 270.0), ("glaives-1", 34.0, 30.0, 270.0),
    ):  # fmt: skip
        at.put(name, x, y, degrees)
    battle = Session(DROPZONE, at.game.setup, KeyedDice(1), state=state, history=False)
    session = as_active(battle, at.squad("anvils-1"))
    assert session is not None
    return session


def dropzone() -> Session:
    session = tanks()
    session.answer("move")
    return session


def archer() -> Session:
    return acting(skirmish_session(ki=0), "temple-guard-archer", "ranged", "stand")


def slingers() -> Session:
    """Slingers that are asked at which of two units they shoot."""
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *row(4, 20, 12, 1.4))
    battle.put("hullbreakers", *row(2, 18, 20, 1.8))
    battle.put("barbcasters", *row(2, 26, 20, 1.4))
    return battle.begin(KeyedDice(3)).use("shoot", "glarecoil-slingers").session


def gunners() -> Session:
    session = tanks()
    session.answer("fire")
    return session


WHO = {"bushido": "Temple Guard Spear", "aos4": "Wallward Pikes", "dropzone": "Anvil Battle Tank"}
INTENTS: Mapping[str, Intents] = {
    "bushido": {
        "push": {"where": (2.0, 20.0)}, "screen": {"friend": "Herb Sister"}, "hunt": {"enemy": "Ferry Brute"},
    },
    "aos4": {
        "push": {"where": (40.0, 12.0)}, "screen": {"friend": "Beaconwright"}, "hunt": {"enemy": "Hullbreakers"},
    },
    "dropzone": {
        "push": {"where": (44.0, 12.0)}, "screen": {"friend": "Rifle Section"}, "hunt": {"enemy": "Gale Walker"},
    },
}  # fmt: skip
"""What the intents are about; each leads elsewhere than a free player goes."""
BEGINNINGS: Mapping[str, Callable[[], Session]] = {"bushido": bushido, "aos4": aos4, "dropzone": dropzone}


class Position:
    """A piece about to move, and the table after the answer of a computer player without a plan."""

    def __init__(self, name: str) -> None:
        self.name, self.session = name, BEGINNINGS[name]()
        self.start = Table.of(self.session.ruleset, self.session.game)
        self.free = self._answered(None)

    def _answered(self, plan: PlanDocument | None) -> Table:
        session = self.session.fork()
        decision = session.pending()
        assert isinstance(decision, Place | Arrange)
        if plan is not None:
            new_session.give_plan(session, decision.player, plan, "a plan")
        return self.start.moved(ends_after(decision, answer_with(make_player("greedy", 1), session, 1)))

    def with_plan(self, intent: str) -> tuple[Aim, Table]:
        """Return the aim of an intent, and the table after an answer by it."""
        more = {"until": 9} if intent == "reserve" else INTENTS[self.name].get(intent, {})
        plan = plan_of(**{WHO[self.name]: {"intent": intent, **more}})
        (aim,) = aims_of(plan, self.session.pending().player, self.session.ruleset, self.session.game)
        return aim, self._answered(plan)

    def miss(self, aim: Aim, table: Table) -> float:
        return aim.miss(table, self.start) or 0.0


@pytest.fixture(scope="module", params=BEGINNINGS)
def position(request: pytest.FixtureRequest) -> Position:
    return Position(request.param)


@pytest.mark.parametrize("intent", ["push", "screen", "hunt"])
def test_a_piece_goes_where_its_intent_leads_it(position: Position, intent: str) -> None:
    aim, planned = position.with_plan(intent)
    assert position.miss(aim, planned) < position.miss(aim, position.start) - 2.0
    assert position.miss(aim, planned) < position.miss(aim, position.free) - 0.8


def test_a_piece_that_holds_stays_and_one_without_a_plan_goes(position: Position) -> None:
    aim, planned = position.with_plan("hold")
    assert planned.discs == position.start.discs
    assert position.miss(aim, position.free) > 1.0


def test_a_reserve_does_not_go_nearer_to_the_enemy_and_one_without_a_plan_does(position: Position) -> None:
    aim, planned = position.with_plan("reserve")
    assert position.miss(aim, planned) < 0.1
    assert position.miss(aim, position.free) > 0.5


@pytest.mark.parametrize(
    ("begin", "who", "enemies"),
    [
        (archer, "Temple Guard Archer", {"bob.reed-stalker": "Reed Stalker", "bob.ferry-brute": "Ferry Brute"}),
        (slingers, "Glarecoil Slingers", {"bob.hullbreakers": "Hullbreakers", "bob.barbcasters": "Barbcasters"}),
        (gunners, "Anvil Battle Tank", {"north.gales-1": "Gale Walker", "north.glaives-1": "Glaive Skimmer"}),
    ],
)
def test_a_piece_that_hunts_attacks_the_enemy_that_it_would_have_spared(
    begin: Callable[[], Session], who: str, enemies: Mapping[str, str]
) -> None:
    session = begin()

    def target() -> str:
        answer = answer_with(make_player("greedy", 1), session, 1)
        assert not isinstance(answer, dict)
        return answer if isinstance(answer, str) else str(answer[0])

    free = target()
    spared = next(enemy for enemy in enemies if enemy != free)
    plan = plan_of(**{who: {"intent": "hunt", "enemy": enemies[spared]}})
    new_session.give_plan(session, session.pending().player, plan, "a plan")
    assert free in enemies
    assert target() == spared


def test_a_screen_is_not_brought_nearer_by_shooting_the_enemy_that_it_blocks() -> None:
    session = tanks()
    new_session.give_plan(
        session, "south", plan_of(**{WHO["dropzone"]: {"intent": "screen", "friend": "Rifle Section"}}), "a plan"
    )
    assert answer_with(make_player("greedy", 1), session, 1) == "move"
