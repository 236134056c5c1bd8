"""The environment for learning: steps per second of one core, with observation and mask, for every rulebook."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

from game import rulesets
from game.api.environment import TableEnvironment

Columns = tuple[str, str, list[float], str]
SECONDS, SAMPLES = 1.0, 7


def measure_environment() -> Iterator[Columns]:
    """Yield a row for each rulebook; the promise is about the first. Processor time is counted."""
    for name in rulesets.names():
        env, rng = TableEnvironment(ruleset=name), random.Random(1)
        env.reset(seed=1)
        promise = "must 2,000, aim 4,000" if name == rulesets.DEFAULT else ""
        yield f"environment steps, {name}", "/s", [_speed(env, rng) for _sample in range(SAMPLES)], promise


def _speed(env: TableEnvironment, rng: random.Random) -> float:
    steps, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        observation, _reward, terminated, truncated, _info = env.last()
        if terminated or truncated:
            env.reset()
            continue
        env.step(rng.randrange(int(observation["action_mask"].sum())))
        steps += 1
    return steps / (time.process_time() - started)
