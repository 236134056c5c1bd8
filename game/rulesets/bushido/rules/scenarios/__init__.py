"""Scenarios: one class each, in a file of its own; `find` returns one by name (B-SCEN). Imports rules beside it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import ClassVar, Final, Literal

from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.rulesets.bushido.rules import events, rulings
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import vim_is_gone
from game.rulesets.bushido.rules.scenarios.decreasing import Form, decrease
from game.rulesets.bushido.rules.setup import INCH
from game.rulesets.bushido.rules.state import Objective
from game.wording import N_, _, keep, stored

REGISTRY: Registry[Scenario] = Registry("scenario")
Counted = Literal["influence", "points", "vim"]
IN_ORDER: Final[tuple[Counted, ...]] = ("influence", "points", "vim")
"""The reasons for victory points, in that order (B-SCEN-11)."""
MOST_VICTORY: Final = 3
LAST_TURN: Final = 7
"""B-END-4a."""
VIM_LOST: Final = stored("the other's most important model lost", N_("the enemy's most important model is lost"))
ALL_GIVEN: Final = stored("the last victory point is given out", N_("the last victory point has been scored"))
ONE_SIDE: Final = stored("one side has nothing left on the table", N_("one side has no models left on the table"))
ANY = "any"
SMALL = 30 / INCH / 2
"""Inches: the radius of a small objective (B-SCEN-3)."""
FRIENDLY, NEUTRAL, ENEMY = 1, 2, 3
"""The scenario points of an objective or zone by alignment (B-SCEN-2)."""


class Scenario:
    """A scenario: name, title, its goal in one sentence, deployment, objectives and zones, scoring (B-SCEN-1)."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    deployment: ClassVar[str] = "baseline"
    """The kind of deployment; with `ANY`, the players agree on one (B-SETUP-7)."""
    conditions: ClassVar[Mapping[Counted, tuple[int, ...]]] = {"points": (2, 4, 6)}
    """The reasons for victory points, each with the turns at whose end it counts (B-SCEN-1)."""
    decreasing: ClassVar[Mapping[Counted, Form]] = {}
    """The objective that is removed after a victory point, by the reason for the point (B-SCEN-8, AMB-28)."""
    resets: ClassVar[tuple[int, ...]] = ()
    prayers: ClassVar[int] = 0
    interaction: ClassVar[str] = ""
    interaction_cost: ClassVar[int] = 1
    """What a model may do at an objective ("influence", "prayer", "worship"), with its cost in counters."""
    zones: ClassVar[tuple[tuple[str, float, float, float, str], ...]] = ()
    """Zones: id, centre and radius in inches, and the side it is friendly to ("south", "north", "")."""

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.name, cls)

    spots: ClassVar[tuple[tuple[float, float, str], ...]] = ()
    """Objectives: their centres in inches, and the side each is friendly to at the start ("south", "north", "")."""
    thing: ClassVar[str] = "objective"
    """The name of an objective, for its id."""

    def objective_spots(self) -> list[tuple[float, float, float]]:
        """Return centre and radius of every objective in inches (B-SCEN-3)."""
        return [(x, y, SMALL) for x, y, _side in self.spots]

    def objectives(self, game: Game) -> list[Objective]:
        """Return the objectives at the start; the sides are known (B-SCEN-3)."""
        return [
            Objective(f"{self.thing}-{number}", x, y, SMALL, friendly_to(game, side))
            for number, (x, y, side) in enumerate(self.spots, 1)
        ]

    def laid_out(self, game: Game) -> dict[str, Objective]:
        """Return the objectives before the sides are known, friendly to neither player yet (B-SETUP-1)."""
        return {each.id: replace(each, friendly_to="") for each in self.objectives(game)}

    def side_of(self, objective: str) -> str:
        """Return the side ("south", "north", "") that an objective is friendly to at the start, by its id."""
        return {f"{self.thing}-{number}": side for number, (_x, _y, side) in enumerate(self.spots, 1)}.get(
            objective, ""
        )

    def starting(self, game: Game) -> None:
        """Wipe the scenario points in the scenario's turns for that (B-SCEN-9, B-START-5)."""
        if game.state.turn in self.resets:
            game.state.points = dict.fromkeys(game.state.players, 0)

    def scored(self, game: Game) -> None:
        """Award the scenario points of the End Phase, for controlled zones (B-SCEN-7)."""
        for name, x, y, radius, side in self.zones:
            holder = controller(game, x, y, radius)
            if holder:
                award(game, holder, worth(game, holder, friendly_to(game, side)), name)

    @property
    def counts(self) -> Counted:
        """The main aim of the scenario: the first of its conditions."""
        return next(iter(self.conditions))

    def conditions_in(self, game: Game) -> Mapping[Counted, tuple[int, ...]]:
        """Return the conditions in a game; the last is for most important models, if that was agreed (B-SCEN-12)."""
        options, turns = game.setup.document.options, self.conditions[self.counts]
        last = max((turn for turn in turns if turn <= options.turns), default=0)
        if options.vim == "none" or options.vim_point == "no" or not last:
            return self.conditions
        return {**self.conditions, self.counts: tuple(turn for turn in turns if turn != last), "vim": (last,)}

    def awards(self, game: Game) -> tuple[int, ...]:
        """Return the turns at the end of which its main victory point is given."""
        return self.conditions_in(game)[self.counts]

    def aim(self, game: Game) -> str:
        """Return how to win a game in one sentence, in two if most important models count."""
        text, last = _(self.text), self.conditions_in(game).get("vim", ())
        if last and "vim" not in self.conditions:
            more = N_("At the end of turn {turn}, the loss of a most important model counts instead.")
            text = f"{text} {_(more, turn=last[0])}"
        return text

    def tally(self, game: Game, player: str, counted: Counted | None = None) -> int:
        """Return a player's count for a victory point, to compare with the other's (B-SCEN-4, B-SCEN-7, B-SCEN-12)."""
        counted = counted or self.counts
        if counted == "influence":
            return sum(each.on_table and each.friendly_to == player for each in game.state.objectives.values())
        return game.state.points[player] if counted == "points" else int(vim_is_gone(game, game.other(player)))

    def ending(self, game: Game) -> Flow:
        """Award scenario points, then the victory points of this turn, at its end (B-END-4, B-SCEN-11, B-SCEN-24)."""
        self.scored(game)
        for counted in IN_ORDER:
            left = MOST_VICTORY - sum(game.state.victory.values())
            if left and game.state.turn in self.conditions_in(game).get(counted, ()):
                yield from self._awarded(game, counted)

    def _awarded(self, game: Game, counted: Counted) -> Flow:
        one, other = game.state.players
        tallies = {player: self.tally(game, player, counted) for player in game.state.players}
        if tallies[one] == tallies[other]:  # neither player has the most (AMB-29)
            game.emit(events.VictoryPoint(player="", victory=0, reason=keep(events.EQUAL), counted=counted))
            return
        winner = one if tallies[one] > tallies[other] else other
        game.state.victory[winner] += 1
        victory = game.state.victory[winner]
        reason = keep(VIM_LOST) if counted == "vim" else keep("the most")
        game.emit(events.VictoryPoint(player=winner, victory=victory, reason=reason, counted=counted))
        if counted in self.decreasing and not all_given(game):  # the third ends the game: nothing more is asked
            yield from decrease(game, winner, self.decreasing[counted])


def why_over(game: Game) -> str:
    """Return why the game ends in this End Phase, as it is stored, or "" if it goes on (B-END-4)."""
    if all_given(game):
        return keep(ALL_GIVEN)
    if not all(is_alive(game, player) for player in game.state.players):
        return keep(ONE_SIDE)
    return keep("the last turn is over") if game.state.last_turn or game.state.turn >= longest(game) else ""


def longest(game: Game) -> int:
    """Return the last possible turn of a game of this length (B-START-1, B-SCEN-10)."""
    options = game.setup.document.options
    return options.turns if options.length == "fixed" else LAST_TURN


def all_given(game: Game) -> bool:
    """Return whether the third victory point was scored, which ends the game (B-END-4a, B-END-4c)."""
    return sum(game.state.victory.values()) >= MOST_VICTORY


def is_alive(game: Game, player: str) -> bool:
    """Return whether a player still has models that count (B-END-4, AMB-3)."""
    elsewhere = rulings.ELSEWHERE_KEEPS_GAME_ALIVE
    return any(each.side == player and (each.on_table or (elsewhere and each.in_play)) for each in game.models)


def friendly_to(game: Game, side: str) -> str:
    """Return the player of a side, an empty string for Neutral."""
    south = game.state.south or game.state.players[0]
    return {"south": south, "north": game.other(south)}.get(side, "")


def worth(game: Game, player: str, friendly: str) -> int:
    """Return the scenario points of something that is friendly to a player, or neutral (B-SCEN-2)."""
    return NEUTRAL if not friendly else FRIENDLY if friendly == player else ENEMY


def award(game: Game, player: str, points: int, reason: str, model: str = "", objective: str = "") -> None:
    """Give a player scenario points, for what a model did at an objective or for a zone."""
    game.state.points[player] += points
    told = events.PointsScored(player=player, points=points, reason=reason, model=model, objective=objective)
    game.emit(told)


def controller(game: Game, x: float, y: float, radius: float) -> str:
    """Return the controller of a round zone: strictly more models and strictly more rice wholly inside (B-SCEN-7)."""
    inside = [
        model
        for model in game.on_table()
        if ((model.x - x) ** 2 + (model.y - y) ** 2) ** 0.5 + model.radius <= radius + 1e-9
    ]
    one, other = game.state.players
    models = {player: sum(model.side == player for model in inside) for player in (one, other)}
    rice = {player: sum(game.card(each).rice for each in inside if each.side == player) for player in (one, other)}
    for player in (one, other):
        foe = game.other(player)
        if models[player] > models[foe] and rice[player] > rice[foe]:
            return player
    return ""


find = REGISTRY.__getitem__


def names() -> tuple[str, ...]:
    """Return the names of the scenarios, in the order of the book."""
    return REGISTRY.sorted("rule")
