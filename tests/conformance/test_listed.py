"""What is listed: every rulebook of the program, and what it offers people who learn it."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import CHECKPOINT, Flow
from inchwise_conformance import test_whole_games as whole_games
from inchwise_conformance.listing import Case
from inchwise_conformance.test_lessons import taught_by
from tests.conformance.conftest import Install
from tests.conformance.listed import LISTED
from tests.toy.race_rulebook import Race, RaceRulebook, RaceSetup, RaceState

TOYS = {"race", "hurdles", "toy", "units", "wayfarer"}


def test_every_rulebook_of_the_program_is_listed_and_teaches_a_first_game() -> None:
    assert {each.name for each in LISTED} - TOYS == set(rulesets.names()) - TOYS
    assert {each.name for each in LISTED if taught_by(each) is not None} == {each.name for each in LISTED} - TOYS


class Forgetful(RaceRulebook):
    """A race that counts its questions in the flow, not in the state."""

    name = "forgetful"

    def play(self, game: Race) -> Flow:
        yield CHECKPOINT
        for number in range(4):
            go = (Option("go", "Go"),)
            yield Choose(player=game.setup.players[0], prompt=f"Question {number}", rule="R-1", options=go)
            yield CHECKPOINT


class Careless(RaceRulebook):
    """A race that reads no state."""

    name = "careless"

    def read_state(self, plain: object, setup: RaceSetup, file: str = "state") -> RaceState:
        return RaceState()


FORGETFUL, CARELESS = Forgetful(), Careless()


@pytest.mark.parametrize(
    ("name", "check"),
    [
        ("forgetful", whole_games.test_a_new_flow_from_the_latest_checkpoint_asks_the_same_question),
        ("careless", whole_games.test_a_position_written_down_comes_back_at_the_same_decision),
    ],
)
def test_a_rulebook_that_breaks_a_promise_fails_its_check(install: Install, name: str, check: Any) -> None:
    install(name, f"tests.conformance.test_listed:{name.upper()}")
    with pytest.raises(AssertionError):
        check(Case(name, 2, None, None, 1))


def test_the_plugin_loads_nothing_of_the_program_until_a_rulebook_is_named() -> None:
    code = "import sys, inchwise_conformance.plugin; print({'game', 'numpy', 'pygame'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
