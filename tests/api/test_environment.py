"""The environment for learning holds what PettingZoo promises, for every rulebook and scenario."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from game import rulesets
from game.api.environment import TableEnvironment
from game.api.observing import CANDIDATE, HEAD, MOST_PIECES, PIECE
from game.documents.error import DocumentError
from game.engine.core.decisions import Place
from game.engine.rulebook.new_game import GamePlan
from tests.toy.toy_rulebook import RULESET as TOY
from tests.toy.unit_rulebook import RULESET as UNITS

ROOT = Path(__file__).resolve().parents[2]
TWO = GamePlan(("Ann", "Bob"), rounds=2)
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:The old environment creation API",  # examples that PettingZoo's own tests import
)


def short(**more: Any) -> TableEnvironment:
    return TableEnvironment(GamePlan(("Ann", "Bob"), rounds=3), **more)


def played(env: TableEnvironment, most: int = 10_000) -> dict[str, float]:
    """Play at random; return the reward that each agent ends with."""
    rewards: dict[str, float] = {}
    for agent in env.agent_iter(most):
        observation, reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            rewards[agent] = reward
            env.step(None)
            continue
        assert env.observation_space(agent).contains(observation)
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    return rewards


def test_it_passes_the_tests_of_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import api_test, render_test, seed_test

    api_test(short(), num_cycles=200)
    assert "Passed" in capsys.readouterr().out
    seed_test(short, num_cycles=60)
    render_test(short)


@pytest.mark.parametrize("scenario", [each.name for each in rulesets.load(rulesets.DEFAULT).offers().scenarios])
def test_every_scenario_is_played_to_its_end(scenario: str) -> None:
    env = TableEnvironment(GamePlan(("Ann", "Bob"), scenario=scenario, rounds=3))
    env.reset(seed=4)
    rewards = played(env)
    assert set(rewards) == {"player_0", "player_1"}
    assert sorted(rewards.values()) in ([-1.0, 1.0], [0.0, 0.0], [-1.0, -1.0])
    assert env.session.finished
    assert env.agents == []


def test_other_rulebooks_are_played_too(monkeypatch: pytest.MonkeyPatch) -> None:
    env = TableEnvironment(TWO, ruleset="bushido")
    env.reset(seed=1)
    assert set(played(env)) == set(env.possible_agents)
    assert env.session.finished
    monkeypatch.setitem(rulesets._loaded, "toy", TOY)
    monkeypatch.setattr(rulesets, "names", lambda: ("toy",))
    toy = TableEnvironment(GamePlan(("Ann", "Bob")), ruleset="toy")
    toy.reset(seed=1)
    assert sorted(played(toy).values()) == [-1.0, 1.0]


def test_units_are_arranged_by_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(rulesets._loaded, "units", UNITS)
    monkeypatch.setattr(rulesets, "names", lambda: ("units",))
    env = TableEnvironment(GamePlan(("Ann", "Bob")), ruleset="units", count=6)
    env.reset(seed=1)
    rows = env.observe(env.agent_selection)["observation"][HEAD + MOST_PIECES * PIECE :].reshape(6, CANDIDATE)
    first = env.answers[0]
    assert isinstance(first, list)
    assert rows[0, 3] == pytest.approx(sum(step["at"][0] for step in first) / len(first) / 24.0)
    assert sorted(played(env).values()) == [-1.0, 1.0]


def test_opponents_are_policies_and_only_agents_are_asked() -> None:
    env = TableEnvironment(GamePlan(("Ann", "Bob"), rounds=3), ("greedy", "agent"))
    env.reset(seed=2)
    assert env.possible_agents == ["player_1"]
    assert env.seat_of == {"player_1": "bob"}
    rewards = played(env)
    assert rewards == {"player_1": -1.0}  # chance loses to the greedy player


def test_candidates_are_legal_and_the_mask_has_as_many() -> None:
    env = TableEnvironment(count=12)
    env.reset(seed=5)
    places = 0
    for agent in env.agent_iter(100):
        observation = env.last()[0]
        decision = env.session.pending()
        assert observation["action_mask"].sum() == len(env.answers) <= 12
        assert all(decision.allows(answer) for answer in env.answers)
        if isinstance(decision, Place):
            places += 1
            size = env.session.game.ruler.battlefield
            row = observation["observation"][HEAD + MOST_PIECES * PIECE :].reshape(12, CANDIDATE)
            for answer, seen in zip(env.answers, row, strict=False):
                if isinstance(answer, list):
                    assert seen[3:5] == pytest.approx([answer[0] / size.width, answer[1] / size.height], abs=1e-5)
        env.step(int(env.action_space(agent).sample(observation["action_mask"])))
    assert places > 10


def test_what_is_seen_is_the_table_from_ones_own_side() -> None:
    env = short()
    env.reset(seed=3)
    played(env, 40)
    first, second = (env.observe(agent)["observation"] for agent in env.possible_agents)
    rows = [seen[HEAD : HEAD + MOST_PIECES * PIECE].reshape(MOST_PIECES, PIECE) for seen in (first, second)]
    pieces = env.session.ruleset.view(env.session.game).pieces
    for place, piece in enumerate(pieces):
        owned = piece.owner == "ann", piece.owner == "bob"
        assert (rows[0][place][1], rows[1][place][1]) == owned
        assert (rows[0][place][2], rows[1][place][2]) == owned[::-1]
    idle = next(agent for agent in env.possible_agents if agent != env.agent_selection)
    assert env.observe(idle)["action_mask"].sum() == 0


def test_points_are_paid_as_they_come() -> None:
    env = short(reward="points")
    env.reset(seed=6)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, _reward, terminated, truncated, _info = env.last()
        over = terminated or truncated
        env.step(None if over else int(env.action_space(agent).sample(observation["action_mask"])))
        for each, reward in () if over else env.rewards.items():
            paid[each] += reward
    scores = {player.id: player.score for player in env.session.ruleset.view(env.session.game).players}
    assert paid == {"player_0": scores["ann"] - scores["bob"], "player_1": scores["bob"] - scores["ann"]}


def test_a_masked_action_is_refused() -> None:
    env = short()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="action 23 is masked: there are"):
        env.step(23)
    assert len(env.session.journal) == 0


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        ({"players": ("agent", "robot")}, "players"),
        ({"players": ("agent",)}, "players"),
        ({"players": ("greedy", "random")}, "players"),
        ({"ruleset": "ludo"}, "ruleset"),
        ({"count": 0}, "count"),
        ({"reward": "glory"}, "reward"),
        ({"render_mode": "holograms"}, "render_mode"),
    ],
)
def test_an_impossible_game_is_refused_with_its_reason(arguments: dict[str, Any], where: str) -> None:
    with pytest.raises(DocumentError) as error:
        TableEnvironment(GamePlan(("Ann", "Bob")), **arguments)
    assert error.value.where == where


def test_it_renders_text_and_a_picture() -> None:
    for mode, wanted in (("ansi", "Ann: 0"), ("rgb_array", None)):
        env = short(render_mode=mode)
        env.reset(seed=1)
        shown = env.render()
        if wanted is not None:
            assert wanted in str(shown)
        else:
            assert isinstance(shown, np.ndarray)
            assert shown.shape[2] == 3
            assert len(np.unique(shown.reshape(-1, 3), axis=0)) > 3
    assert short().render() is None


def test_the_example_in_the_page_runs() -> None:
    page = (ROOT / "game" / "api" / "README.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)
    assert names["env"].session.finished


def test_nobody_else_loads_it_it_says_what_it_needs_and_leaves_the_sound_of_windows_alone() -> None:
    code = """
import os, sys
import game.api, game.api.engine, game.commands.engine
print([name for name in ("gymnasium", "pettingzoo") if name in sys.modules])
sys.modules["pettingzoo"] = None
try:
    import game.api.environment
except ImportError as error:
    print(error)
del sys.modules["pettingzoo"]
import game.api.environment
print(os.environ.get("SDL_AUDIODRIVER"))
"""
    environment = {name: value for name, value in os.environ.items() if name != "SDL_AUDIODRIVER"}
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    loaded, needed, sound = ran.stdout.splitlines()
    assert loaded == "[]"
    assert needed.startswith("the environment needs PettingZoo: pip install inchwise[rl]")
    assert sound == "None"
