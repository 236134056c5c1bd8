"""Moved: use `game.engine.kit.new_games`."""

from typing import NoReturn


def __getattr__(name: str) -> NoReturn:
    if name.startswith("__"):
        raise AttributeError(name)
    raise ImportError(f"{name} moved: import it from game.engine.kit.new_games")
