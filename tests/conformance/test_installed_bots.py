"""Bots of other packages: found by their entry points; a broken one says so and stops no other."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from game import players
from game.api.engine import Engine
from game.commands.text.play import TextGame
from game.play.session_model import SessionModel
from game.players.bots import Bot
from game.players.helpers import cores_words
from game.players.new_session import bots
from game.players.outsiders import GROUP, BrokenPlayer
from game.ui.model.new_game_draft import kind_words, kinds
from tests.commands.calls import call, call_json, refusal
from tests.conformance.conftest import Install
from tests.toy.sessions import toy_session

PACKAGE = Path(__file__).resolve().parents[1] / "toy_bot"


class Stubborn:
    """A bot that always answers with the same thing."""

    reason = "so it is"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def decide(self, decision: object, fork: object) -> str:
        return "no"


class Silent:
    """Something that is made of a seed, but no bot."""

    def __init__(self, seed: int) -> None:
        self.seed = seed


class Failing(Stubborn):
    """A bot that fails."""

    def decide(self, decision: object, fork: object) -> str:
        raise ZeroDivisionError("by zero")


@pytest.fixture
def cautious(install: Install, monkeypatch: pytest.MonkeyPatch) -> str:
    """The example package, installed as its own document says."""
    monkeypatch.syspath_prepend(str(PACKAGE))
    project = tomllib.loads((PACKAGE / "pyproject.toml").read_text(encoding="utf-8"))
    ((name, where),) = project["project"]["entry-points"][GROUP].items()
    install(name, where, GROUP)
    return str(name)


def test_a_bot_of_another_package_plays_wherever_bots_do(cautious: str) -> None:
    assert players.names() == (*players.PLAYERS, cautious)
    assert call_json("simulate", "--games", "1", "--rounds", "3", "--players", f"{cautious},random")["games"] == 1
    new = {"do": "new", "ruleset": "toy", "players": ["human", cautious], "names": ["Ann", "Bob"]}
    assert Engine().reply(json.dumps(new))["seats"] == {"ann": "human", "bob": cautious}
    assert cautious in kinds()
    assert call("play", "--players", f"robot,{cautious}").exit_code == 2
    assert cautious in refusal("play", "--players", "robot")


def test_a_bot_is_known_by_its_row_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The names, the form of a new game and the help read the same table, and so does the search on several cores."""
    row = Bot("game.players.greedy:GreedyPlayer", "computer, Newcomer", several_cores=True)
    monkeypatch.setitem(players.PLAYERS, "newcomer", row)
    assert players.names()[-1] == "newcomer"
    assert kinds()[1] == "newcomer"
    assert kind_words("newcomer") == "computer, Newcomer"
    assert "human, newcomer, warlord" in " ".join(call("play", "--help").output.split())
    assert cores_words("newcomer")


def test_its_reason_is_told(cautious: str) -> None:
    session = toy_session()
    session.seats = dict.fromkeys(("ann", "bob"), cautious)
    bot = bots(session)["ann"]
    assert bot(session) == "wait"
    assert players.make_player(cautious, 1).reason == ""


def test_the_programs_own_bots_keep_their_names(install: Install) -> None:
    install("greedy", "tests.conformance.test_installed_bots:Stubborn", GROUP)
    install("human", "tests.conformance.test_installed_bots:Stubborn", GROUP)
    install("not,one", "tests.conformance.test_installed_bots:Stubborn", GROUP)
    assert players.names() == tuple(players.PLAYERS)
    assert not hasattr(players.make_player("greedy", 1), "seed")


@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("no.such.module:Bot", "ModuleNotFoundError: No module named 'no'"),
        ("tests.conformance.test_installed_bots:Nothing", "AttributeError"),
        ("tests.conformance.test_installed_bots:PACKAGE", "it lacks __call__"),
        ("tests.conformance.test_installed_bots:Silent", "it lacks decide, reason"),
        ("tests.conformance.test_installed_bots:Install", "TypeError"),
    ],
)
def test_a_broken_bot_says_so_and_stops_no_other(install: Install, where: str, reason: str) -> None:
    install("broken", where, GROUP)
    for command in ("simulate", "play"):
        told = refusal(command, "--players", "broken,random", "--rounds", "3")
        assert told.startswith("broken: this bot cannot be used: ")
        assert reason in told
        assert f"fix or remove {where}" in told
    assert "broken" not in kinds()
    assert call_json("simulate", "--games", "1", "--rounds", "3")["games"] == 1


@pytest.mark.parametrize(
    ("kind", "reason"),
    [("Stubborn", "it gave an illegal answer: 'no'"), ("Failing", "ZeroDivisionError: by zero")],
)
def test_a_bot_that_fails_in_play_is_named(install: Install, tmp_path: Path, kind: str, reason: str) -> None:
    install("rough", f"tests.conformance.test_installed_bots:{kind}", GROUP)
    assert reason in refusal("simulate", "--players", "rough,random", "--ruleset", "toy")
    new = {"do": "new", "ruleset": "toy", "players": ["rough", "human"]}
    assert reason in Engine().reply(json.dumps(new))["error"]["reason"]
    session = toy_session()
    session.seats = {"ann": "rough"}
    with pytest.raises(BrokenPlayer, match="fix or remove"):
        bots(session)["ann"](session)
    printed: list[str] = []
    desk = SessionModel(session, lambda played: None, tmp_path, bots(session))
    TextGame(desk, lambda: None, printed.append).run()
    told = "\n".join(printed)
    assert reason in told
    assert "gave up. Please decide for it." in told
