"""The scenarios: how battlegroups begin, and what brings victory points (D-SCO). Imports the game and objectives."""

from __future__ import annotations

from typing import ClassVar, Final

from game.engine.kit.registry import Registry
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.state import Group, Mode, Squad


class Scenario:
    """A scenario; a subclass registers itself by its id."""

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    seats: ClassVar[tuple[int, int]] = (2, 4)

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.id, cls)

    def mode(self, game: Game, group: Group) -> Mode:
        """Return how a battlegroup begins; most start In Reserve if they do not come by air (D-DEP-8)."""
        return "readiness" if group.kind == "HQ" or comes_by_air(game, group) else "reserve"

    def begin(self, game: Game) -> None:
        """Prepare the objectives before the first round."""

    def after(self, game: Game, squad: Squad) -> None:
        """Do what follows the activation of a squad."""

    def points(self, game: Game) -> dict[str, int]:
        """Return the victory points of each player if the battle ended now."""
        raise NotImplementedError


REGISTRY: Final[Registry[Scenario]] = Registry("scenario")


def comes_by_air(game: Game, group: Group) -> bool:
    """Return whether a whole battlegroup is deployed in or as Aircraft; nested cargo counts (D-DEP-8)."""

    def flies(name: str) -> bool:
        unit = game.state.units[name]
        return game.sheet(unit).is_aircraft or (bool(unit.carrier) and flies(unit.carrier))

    return all(flies(unit.id) for squad in game.squads_of(group) for unit in game.units_of(squad))


def of(game: Game) -> Scenario:
    """Return the scenario of a battle."""
    return REGISTRY[game.setup.document.scenario]
