"""Battleplans: what scores, how long a battle lasts, who wins (A-RND-1, A-EBR-3). One file each. Imports the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final

from game.engine.kit.registry import Registry
from game.rulesets.aos4.rules.game import Game

REGISTRY: Final[Registry[Battleplan]] = Registry("battleplan")
"""Every battleplan by its name."""


class Battleplan(ABC):
    """A battleplan. Its objectives and territories come from the map; a subclass with a `name` registers itself."""

    name: ClassVar[str] = ""
    title: ClassVar[str]
    text: ClassVar[str]
    rule: ClassVar[str]
    map: ClassVar[str]
    """The bundled map that it is written for."""
    objectives: ClassVar[tuple[str, ...]]
    """The ids of the objectives that a map for it must have."""

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.name, cls)

    @abstractmethod
    def scores(self, game: Game, player: str) -> Iterator[tuple[int, str]]:
        """Yield the victory points of a player at the end of their turn, each with its reason (A-EOT-1)."""

    @abstractmethod
    def outcome(self, game: Game) -> tuple[list[str], str, str]:
        """Return who wins after the last round (several: a draw), the reason, and its rule (A-EBR-3)."""


find = REGISTRY.__getitem__


def of(game: Game) -> Battleplan:
    """Return the battleplan of a game."""
    return find(game.setup.document.scenario)


def names() -> tuple[str, ...]:
    """Return the names of all battleplans."""
    return tuple(REGISTRY)
