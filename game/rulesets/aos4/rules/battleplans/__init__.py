"""Battleplans with their rules for scoring and victory, one per file (A-RND-1, A-EBR-3). Imports the game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import ClassVar, Final

from game.engine.kit.registry import Registry
from game.rulesets.aos4.rules.game import Game

REGISTRY: Final[Registry[Battleplan]] = Registry("battleplan")
"""Every battleplan by its name."""


class Battleplan(ABC):
    """A battleplan. The map has its objectives and territories. A subclass with a `name` registers itself."""

    name: ClassVar[str] = ""
    title: ClassVar[str]
    text: ClassVar[str]
    rule: ClassVar[str]
    map: ClassVar[str]
    """The bundled map that it is played on unless players choose another; its objectives are on that map."""
    objectives: ClassVar[tuple[str, ...]]
    """The ids of the objectives that a map must have."""
    rounds: ClassVar[int] = 0
    """The number of rounds, or 0 for as many as the players agree on."""

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.name, cls)

    @abstractmethod
    def scores(self, own: int, theirs: int) -> Iterator[tuple[int, str]]:
        """Yield a player's victory points at the end of their turn with the reasons (A-EOT-1).

        `own` is the number of objectives that the player controls, `theirs` that of the opponent.
        """

    @abstractmethod
    def outcome(self, game: Game) -> tuple[list[str], str, str]:
        """Return the winners after the last round (both in a draw), the reason and its rule (A-EBR-3)."""


find, of = REGISTRY.__getitem__, REGISTRY.of
"""The battleplan with a name, and the battleplan of a game."""


def names() -> tuple[str, ...]:
    """Return the names of all battleplans."""
    return tuple(REGISTRY)
