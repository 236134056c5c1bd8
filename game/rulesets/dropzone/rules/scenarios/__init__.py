"""The scenarios: the beginning of battlegroups, objectives and victory points (D-SCO). Imports game and objectives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Final, Literal

from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry, load
from game.rulesets.dropzone.rules.cargo import is_gate
from game.rulesets.dropzone.rules.features import Feature, features
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import claim_all, follow, points_around
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.state import Group, Mode, Objective, Squad
from game.table.terrain.battlefield import Battlefield


class Scenario:
    """A scenario; a subclass registers itself by its id.

    `zones` are the zones in which players deploy. With `direct`, battlegroups may be Directly Deployed. `measure` says
    what wins: victory points, then kill points, or kill points alone (D-WIN-2). `markers` are the number of marked
    places, and the further ones with three players or in Battles, at least `clear` inches from all edges; they may be
    `bunkers`, one in the middle, the others in opposite quarters. `objectives` are the flags with which objectives
    begin: hidden, mobile or removed. `surveys` says whether players score for surveys, too. `lay` places objectives.
    """

    id: ClassVar[str] = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    seats: ClassVar[tuple[int, int]] = (2, 4)
    rounds: ClassVar[int] = 0
    """The number of rounds, or 0 for as many as the players agree on."""
    zones: ClassVar[Literal["edges", "corners"]] = "edges"
    direct: ClassVar[bool] = False
    measure: ClassVar[Literal["victory", "kills"]] = "victory"
    markers: ClassVar[tuple[int, int]] = (0, 0)
    clear: ClassVar[float] = 6.0
    bunkers: ClassVar[bool] = False
    objectives: ClassVar[tuple[str, ...]] = ()
    surveys: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.id, cls)

    def modes(self, game: Game, group: Group) -> Sequence[Mode]:
        """Return the ways in which a battlegroup may begin; most that do not come by air begin In Reserve (D-DEP-8)."""
        if group.kind != "HQ" and not comes_by_air(game, group):
            return ("reserve",)
        return ("deployed", "readiness") if self.direct else ("readiness",)

    def lay(self, setup: Setup) -> Iterator[Objective]:
        """Yield the objectives at their spots: the map's markers, unless a scenario has its own (D-SETUP-3)."""
        for marker in setup.document.map.objectives:
            yield Objective(marker.id, *marker.at)

    def ready(self, game: Game) -> None:
        """Set before the first round which objectives are hidden or mobile, and remove unused ones."""
        for objective in game.state.objectives.values():
            for flag in ("hidden", "mobile", "removed"):
                setattr(objective, flag, flag in self.objectives)

    def after(self, game: Game, squad: Squad) -> None:
        """Apply the scenario's rules after the activation of a squad."""

    def claimed(self, game: Game) -> Flow:
        """Apply the scenario's rules after objectives have been claimed."""
        yield from ()

    def reach(self, game: Game, piece: str) -> int:
        """Return the factor that multiplies the ranges of Infantry in a Garrison; 1 in most scenarios."""
        return 1

    def worth(self, game: Game, objective: Objective) -> tuple[int, int]:
        """Return the victory points for an objective that a squad holds, and for one carried off its own edge."""
        return 0, 0

    def points(self, game: Game) -> dict[str, int]:
        """Return the victory points of each player if the battle ended now."""
        raise NotImplementedError


REGISTRY: Final[Registry[Scenario]] = Registry("scenario")


def comes_by_air(game: Game, group: Group) -> bool:
    """Return whether all of a battlegroup is Aircraft or aboard Aircraft, even in nested Transports (D-DEP-8).

    Squads in Holding count too (D-SPEC-ACC).
    """

    def flies(name: str) -> bool:
        unit = game.state.units[name]
        if unit.carrier and is_gate(game.sheet(game.state.units[unit.carrier])):
            return True
        return game.sheet(unit).is_aircraft or (bool(unit.carrier) and flies(unit.carrier))

    return all(flies(unit.id) for squad in game.squads_of(group) for unit in game.units_of(squad))


def marked(game: Game) -> tuple[Feature, ...]:
    """Return the Garrisons that the map marks with an objective, including those that have fallen."""
    return _marked(game.setup.ruler.battlefield, tuple(mark.at for mark in game.setup.document.map.objectives))


@lru_cache(maxsize=32)
def _marked(field: Battlefield, marks: tuple[tuple[float, float], ...]) -> tuple[Feature, ...]:
    pieces = (feature for feature in features(field) if feature.has("garrison"))
    return tuple(piece for piece in pieces if any(piece.gap(*at) <= 0.0 for at in marks))


def dominates(game: Game, feature: Feature, *, inside_double: bool) -> str:
    """Return the player with the most points of units near a piece; "" for a tie or no points (D-SCO-2, D-SCO-5)."""
    totals = {
        player: points_around(game, player, feature, inside_double=inside_double) for player in game.state.players
    }
    best = max(totals.values())
    leaders = [player for player, total in totals.items() if total == best]
    return leaders[0] if len(leaders) == 1 else ""


def settle(game: Game) -> Flow:
    """Move carried objectives, and settle claims, after actions and losses (D-OBJ-3, R-31)."""
    follow(game)
    claim_all(game)
    yield from of(game).claimed(game)


def of(game: Game) -> Scenario:
    """Return the scenario of a battle."""
    return named(game.setup.document.scenario)


def named(name: str) -> Scenario:
    """Return the scenario with an id."""
    if name not in REGISTRY:
        load(__name__)
    return REGISTRY[name]
