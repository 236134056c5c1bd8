"""An example of a client of the engine protocol: it plays one seat against a bot, and takes any of its options.

python tools/engine_client.py greedy
"""

import json
import random
import subprocess
import sys
from typing import Any


class Engine:
    """The program as another process: one line in, one line out."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "game", "engine"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def __call__(self, do: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return its reply; raise `ValueError` with the reason if it is refused."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(json.dumps({"do": do, **fields}), file=self.process.stdin, flush=True)
        reply: dict[str, Any] = json.loads(self.process.stdout.readline())
        if not reply["ok"]:
            raise ValueError(f"{reply['error']['where']}: {reply['error']['reason']}")
        return reply


def play(opponent: str, seed: int, rounds: int = 3, **more: Any) -> dict[str, Any]:
    """Play one game and return its result."""
    engine, rng = Engine(), random.Random(seed)
    reply = engine("new", players=["human", opponent], names=["Me", "Machine"], seed=seed, rounds=rounds, **more)
    while reply["decision"] is not None:
        options = engine("options", count=8, seed=rng.randrange(1000))["options"]
        reply = engine("answer", answer=rng.choice(options))
        for event in reply["events"]:
            print(event["text"])
    engine("quit")
    engine.process.communicate()
    result: dict[str, Any] = reply["result"]
    return result


if __name__ == "__main__":
    print(play(sys.argv[1] if len(sys.argv) > 1 else "greedy", seed=1))
