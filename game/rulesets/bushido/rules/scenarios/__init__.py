"""Scenarios, each a class in a file of its own (B-SCEN). Imports rules beside it."""

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
from game.rulesets.bushido.rules.setup import INCH, Setup
from game.rulesets.bushido.rules.state import Objective
from game.wording import N_, _, keep, stored

REGISTRY: Registry[Scenario] = Registry("scenario")
Counted = Literal["influence", "points", "vim"]
IN_ORDER: Final[tuple[Counted, ...]] = ("influence", "points", "vim")
"""The reasons for victory points, in the order of scoring (B-SCEN-11)."""
MOST_VICTORY: Final = 3
LAST_TURN: Final = 7
"""The limits of victory points and of turns (B-END-4a)."""
VIM_LOST: Final = stored("the other's most important model lost", N_("the enemy's most important model is lost"))
ALL_GIVEN: Final = stored("the last victory point is given out", N_("the last victory point has been scored"))
ONE_SIDE: Final = stored("one side has nothing left on the table", N_("one side has no models left on the table"))
ANY = "any"
SMALL = 30 / INCH / 2
"""The radius of a small objective, in inches (B-SCEN-3)."""
FRIENDLY, NEUTRAL, ENEMY = 1, 2, 3
"""The scenario points of an objective or zone by alignment (B-SCEN-2)."""


class Scenario:
    """A scenario with its deployment, objectives, zones and scoring (B-SCEN-1)."""

    name: ClassVar[str] = ""
    title: ClassVar[str] = ""
    text: ClassVar[str] = ""
    rule: ClassVar[str] = ""
    deployment: ClassVar[str] = "baseline"
    """The kind of deployment. With `ANY`, the players agree on a kind (B-SETUP-7)."""
    conditions: ClassVar[Mapping[Counted, tuple[int, ...]]] = {"points": (2, 4, 6)}
    """The reasons for victory points, with the turns at whose ends they are scored (B-SCEN-1)."""
    decreasing: ClassVar[Mapping[Counted, Form]] = {}
    """The kind of objective removed after a victory point, by the reason for the point (B-SCEN-8, AMB-28)."""
    resets: ClassVar[tuple[int, ...]] = ()
    prayers: ClassVar[int] = 0
    interaction: ClassVar[str] = ""
    interaction_cost: ClassVar[int] = 1
    """The interaction with objectives ("influence", "prayer", "worship" or ""), and its cost in counters."""
    zones: ClassVar[tuple[tuple[str, float, float, float, str], ...]] = ()
    """The zones: id, centre and radius in inches, and the friendly side ("south", "north", "")."""

    def __init_subclass__(cls) -> None:
        REGISTRY.add(cls.name, cls)

    spots: ClassVar[tuple[tuple[float, float, str], ...]] = ()
    """The objectives: centre in inches, and the friendly side at the start ("south", "north", "")."""
    thing: ClassVar[str] = "objective"
    """The word for an objective in its id."""

    def objective_spots(self) -> list[tuple[float, float, float]]:
        """Return centre and radius of every objective in inches (B-SCEN-3)."""
        return [(x, y, SMALL) for x, y, _side in self.spots]

    def objectives(self, game: Game) -> list[Objective]:
        """Return the objectives at the start. The sides must have been chosen (B-SCEN-3)."""
        return [
            Objective(f"{self.thing}-{number}", x, y, SMALL, friendly_to(game, side))
            for number, (x, y, side) in enumerate(self.spots, 1)
        ]

    def laid_out(self, game: Game) -> dict[str, Objective]:
        """Return the objectives before the sides are chosen, all Neutral (B-SETUP-1)."""
        return {objective.id: replace(objective, friendly_to="") for objective in self.objectives(game)}

    def side_of(self, objective: str) -> str:
        """Return the friendly side of an objective at the start ("south", "north", ""), by its id."""
        return {f"{self.thing}-{number}": side for number, (_x, _y, side) in enumerate(self.spots, 1)}.get(
            objective, ""
        )

    def starting(self, game: Game) -> None:
        """Reset the scenario points at the start of certain turns (B-SCEN-9, B-START-5)."""
        if game.state.turn in self.resets:
            game.state.points = dict.fromkeys(game.state.players, 0)

    def scored(self, game: Game) -> None:
        """Award the scenario points for controlled zones in the End Phase (B-SCEN-7)."""
        for name, x, y, radius, side in self.zones:
            holder = controller(game, x, y, radius)
            if holder:
                award(game, holder, worth(game, holder, friendly_to(game, side)), name)

    @property
    def counts(self) -> Counted:
        """The main reason for victory points."""
        return next(iter(self.conditions))

    def conditions_in(self, game: Game) -> Mapping[Counted, tuple[int, ...]]:
        """Return the reasons for victory points in a game. The players may have agreed on a VIM point (B-SCEN-12)."""
        options, turns = game.setup.document.options, self.conditions[self.counts]
        last = max((turn for turn in turns if turn <= options.turns), default=0)
        if options.vim == "none" or options.vim_point == "no" or not last:
            return self.conditions
        return {**self.conditions, self.counts: tuple(turn for turn in turns if turn != last), "vim": (last,)}

    def awards(self, game: Game) -> tuple[int, ...]:
        """Return the turns at whose ends the main victory point is scored."""
        return self.conditions_in(game)[self.counts]

    def aim(self, game: Game) -> str:
        """Return a text about winning the game."""
        text, last = _(self.text), self.conditions_in(game).get("vim", ())
        if last and "vim" not in self.conditions:
            more = N_("At the end of turn {turn}, the loss of a most important model counts instead.")
            text = f"{text} {_(more, turn=last[0])}"
        return text

    def tally(self, game: Game, player: str, counted: Counted | None = None) -> int:
        """Return the player's count that decides a victory point (B-SCEN-4, B-SCEN-7, B-SCEN-12)."""
        counted = counted or self.counts
        if counted == "influence":
            return sum(objective.friendly_to == player for objective in game.objectives())
        return game.state.points[player] if counted == "points" else int(vim_is_gone(game, game.other(player)))

    def ending(self, game: Game) -> Flow:
        """Award the scenario points and victory points at the end of a turn (B-END-4, B-SCEN-11, B-SCEN-24)."""
        self.scored(game)
        for counted in IN_ORDER:
            remaining = MOST_VICTORY - sum(game.state.victory.values())
            if remaining and game.state.turn in self.conditions_in(game).get(counted, ()):
                yield from self._award_victory_point(game, counted)

    def _award_victory_point(self, game: Game, counted: Counted) -> Flow:
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
        if counted in self.decreasing and not all_given(game):  # the third point ends the game
            yield from decrease(game, winner, self.decreasing[counted])


def why_over(game: Game) -> str:
    """Return the stored text of why the game ends in this End Phase, or "" if it does not (B-END-4)."""
    if all_given(game):
        return keep(ALL_GIVEN)
    if not all(is_alive(game, player) for player in game.state.players):
        return keep(ONE_SIDE)
    return keep("the last turn is over") if game.state.last_turn or game.state.turn >= longest(game.setup) else ""


def longest(setup: Setup) -> int:
    """Return the last possible turn of a game (B-START-1, B-SCEN-10)."""
    options = setup.document.options
    return options.turns if options.length == "fixed" else LAST_TURN


def all_given(game: Game) -> bool:
    """Return whether all three victory points have been scored, which ends the game (B-END-4a, B-END-4c)."""
    return sum(game.state.victory.values()) >= MOST_VICTORY


def is_alive(game: Game, player: str) -> bool:
    """Return whether a player still has models that keep their side in the game (B-END-4, AMB-3)."""
    elsewhere = rulings.ELSEWHERE_KEEPS_GAME_ALIVE
    return any(model.side == player and (model.on_table or (elsewhere and model.in_play)) for model in game.models)


def friendly_to(game: Game, side: str) -> str:
    """Return the player of a side ("south", "north"), or "" for Neutral."""
    south = game.state.south or game.state.players[0]
    return {"south": south, "north": game.other(south)}.get(side, "")


def worth(game: Game, player: str, friendly: str) -> int:
    """Return the scenario points for a player of an objective or zone, by its friendly player (B-SCEN-2)."""
    return NEUTRAL if not friendly else FRIENDLY if friendly == player else ENEMY


def award(game: Game, player: str, points: int, reason: str, model: str = "", objective: str = "") -> None:
    """Award scenario points to a player. `model` and `objective` are ids for the log."""
    game.state.points[player] += points
    game.emit(events.PointsScored(player=player, points=points, reason=reason, model=model, objective=objective))


def controller(game: Game, x: float, y: float, radius: float) -> str:
    """Return the player with more models and more rice wholly inside a round zone, or "" (B-SCEN-7)."""
    inside = [
        model
        for model in game.on_table()
        if ((model.x - x) ** 2 + (model.y - y) ** 2) ** 0.5 + model.radius <= radius + 1e-9
    ]
    one, other = game.state.players
    models = {player: sum(model.side == player for model in inside) for player in (one, other)}
    rice = {
        player: sum(game.card(holder).rice for holder in inside if holder.side == player) for player in (one, other)
    }
    for player in (one, other):
        foe = game.other(player)
        if models[player] > models[foe] and rice[player] > rice[foe]:
            return player
    return ""


find = REGISTRY.__getitem__


def of(game: Game) -> Scenario:
    """Return the scenario of a game."""
    return find(game.setup.document.scenario)


def names() -> tuple[str, ...]:
    """Return the names of the scenarios, in the order of the rulebook."""
    return REGISTRY.sorted("rule")
