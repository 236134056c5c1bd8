"""Scenarios, their scoring, and the interactions of models with objectives (B-SCEN)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal, NamedTuple

from game.engine.core.decisions import Pick
from game.engine.core.flow import Flow
from game.engine.kit.registry import Registry
from game.refusal import Refusal
from game.rulesets.bushido.rules import events, rulings
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.secrets import vim_is_gone
from game.rulesets.bushido.rules.setup import INCH, Setup
from game.rulesets.bushido.rules.state import Model, Objective, objective_name
from game.table.shapes import Disc
from game.wording import N_, _, keep, stored

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
Form = Literal["scorer", "any", "popular"]
"""The objectives that may be removed: those friendly to the scorer, any, or those with the most simple actions."""


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """A scenario with its deployment, objectives, zones and scoring (B-SCEN-1)."""

    name: str
    title: str
    text: str
    rule: str
    deployment: str = "baseline"
    """The kind of deployment. With `ANY`, the players agree on a kind (B-SETUP-7)."""
    conditions: Mapping[Counted, tuple[int, ...]] = field(default_factory=lambda: {"points": (2, 4, 6)})
    """The reasons for victory points, with the turns at whose ends they are scored (B-SCEN-1)."""
    decreasing: Mapping[Counted, Form] = field(default_factory=dict)
    """The kind of objective removed after a victory point, by the reason for the point (B-SCEN-8, AMB-28)."""
    resets: tuple[int, ...] = ()
    prayers: int = 0
    interaction: str = ""
    interaction_cost: int = 1
    """The interaction with objectives (a key of `INTERACTIONS` or ""), and its cost in counters."""
    zones: tuple[tuple[str, float, float, float, str], ...] = ()
    """The zones: id, centre and radius in inches, and the friendly side ("south", "north", "")."""
    spots: tuple[tuple[float, float, str], ...] = ()
    """The objectives: centre in inches, and the friendly side at the start ("south", "north", "")."""
    thing: str = "objective"
    """The word for an objective in its id."""

    @property
    def placed(self) -> dict[str, tuple[float, float, str]]:
        """The `spots` of the objectives by id."""
        return {f"{self.thing}-{number}": spot for number, spot in enumerate(self.spots, 1)}

    def objectives(self, game: Game | None = None) -> dict[str, Objective]:
        """Return the objectives at the start by id (B-SCEN-3). Without a `game` with sides, all are Neutral."""
        return {
            key: Objective(key, x, y, SMALL, "" if game is None else friendly_to(game, side))
            for key, (x, y, side) in self.placed.items()
        }

    def side_of(self, objective: str) -> str:
        """Return the friendly side of an objective at the start ("south", "north", ""), by its id."""
        return self.placed[objective][2] if objective in self.placed else ""

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
            sentence = N_("At the end of turn {turn}, the loss of a most important model counts instead.")
            text = f"{text} {_(sentence, turn=last[0])}"
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
        """Give a victory point to the higher count, if any (AMB-29); remove an objective if the scenario says so."""
        first, second = game.state.players
        tallies = {player: self.tally(game, player, counted) for player in game.state.players}
        if tallies[first] == tallies[second]:  # neither player has the most
            game.emit(events.VictoryPoint(player="", victory=0, reason=keep(events.EQUAL), counted=counted))
            return
        winner = first if tallies[first] > tallies[second] else second
        game.state.victory[winner] += 1
        victory = game.state.victory[winner]
        reason = keep(VIM_LOST) if counted == "vim" else keep("the most")
        game.emit(events.VictoryPoint(player=winner, victory=victory, reason=reason, counted=counted))
        if counted in self.decreasing and not all_given(game):  # the third point ends the game
            yield from decrease(game, winner, self.decreasing[counted])


# fmt: off
REGISTRY: Final[Registry[Scenario]] = Registry("scenario")
REGISTRY.update((row.name, row) for row in (
    Scenario(
        name="idols", title=N_("Idols"), rule="B-SCEN-20",
        text=N_("Turn the three idols to your side. The player with more of them at the end of turns 2, 4 and 6 "
                "scores."),
        deployment="corner-square", thing="idol", interaction="influence",
        conditions={"influence": (2, 4, 6)}, decreasing={"influence": "scorer"},
        spots=((6.0, 12.0, ""), (12.0, 12.0, ""), (18.0, 12.0, "")),
    ),
    Scenario(
        name="keii", title=N_("Keii"), rule="B-SCEN-21",
        text=N_("Pray at the shrines; the enemy's are worth 3 points. The player with more points at the end of turns "
                "2, 4 and 6 scores."),
        prayers=5, thing="shrine", interaction="prayer",
        spots=((8.0, 6.0, "south"), (16.0, 6.0, "south"), (6.0, 12.0, ""), (18.0, 12.0, ""), (8.0, 18.0, "north"),
               (16.0, 18.0, "north")),
    ),
    Scenario(
        name="seikyuu", title=N_("Seikyuu"), rule="B-SCEN-22",
        text=N_("Hold zones with more models and more rice. The player with more points at the end of turns 2, 4 and 6 "
                "scores."),
        resets=(2, 4, 6),
        zones=(("west", 5.0, 12.0, 2.0, ""), ("middle", 12.0, 12.0, 2.0, ""), ("east", 19.0, 12.0, 2.0, "")),
    ),
    Scenario(
        name="ryodo", title=N_("Ryodo"), rule="B-SCEN-23",
        text=N_("Hold zones; the enemy's are worth 3 points. The player with more points at the end of turns 2, 4 and "
                "6 scores."),
        deployment=ANY, resets=(3, 5),
        zones=(("west", 4.0, 16.0, 2.0, "north"), ("middle", 12.0, 12.0, 2.0, ""), ("east", 20.0, 8.0, 2.0, "south")),
    ),
))
# fmt: on


def why_over(game: Game) -> str:
    """Return the stored reason why the game ends in this End Phase, or "" if it continues (B-END-4)."""
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
    """Return the scenario points of an objective or zone for a player, by its friendly player (B-SCEN-2)."""
    return NEUTRAL if not friendly else FRIENDLY if friendly == player else ENEMY


def award(game: Game, player: str, points: int, reason: str, model: str = "", objective: str = "") -> None:
    """Award scenario points to a player. `model` and `objective` are ids for the log."""
    game.state.points[player] += points
    game.emit(events.PointsScored(player=player, points=points, reason=reason, model=model, objective=objective))


def is_inside(base: Disc, x: float, y: float, radius: float) -> bool:
    """Return whether a base is wholly inside a round zone (B-SCEN-7)."""
    return math.hypot(base.x - x, base.y - y) + base.radius <= radius + 1e-9


def controller(game: Game, x: float, y: float, radius: float) -> str:
    """Return the player with more models and more rice wholly inside a round zone, or "" (B-SCEN-7)."""
    inside = [model for model in game.on_table() if is_inside(model.disc, x, y, radius)]
    for player in game.state.players:
        own_rice = [game.card(model).rice for model in inside if model.side == player]
        other_rice = [game.card(model).rice for model in inside if model.side != player]
        if len(own_rice) > len(other_rice) and sum(own_rice) > sum(other_rice):
            return player
    return ""


find, of, names = REGISTRY.__getitem__, REGISTRY.of, partial(REGISTRY.sorted, "rule")
"""The scenario with a name, the scenario of a game, and the names of all, in the order of the rulebook."""


def decrease(game: Game, winner: str, form: Form) -> Flow:
    """Let the opponent of a victory point's winner choose an objective, and remove it."""
    objectives = removable(game, winner, form)
    if not objectives:
        return
    player = game.other(winner)
    removed = objectives[0].id
    if len(objectives) > 1 or form != "popular":
        says = N_("{winner} has scored, so you remove one objective from the table. Which one?")
        if form == "scorer":
            says = N_("{winner} has scored, so you remove one of its objectives from the table. Which one?")
        [removed] = yield Pick(
            player=player,
            prompt=_(says, winner=game.player_name(winner)),
            rule="B-SCEN-8",
            candidates=tuple(objective.id for objective in objectives),
            excluded=lambda piece: _why_not(game, piece, form),
        )
    game.state.objectives[removed].on_table = False
    game.emit(events.ObjectiveRemoved(objective=removed, player=player))


def _why_not(game: Game, piece: str, form: Form) -> Refusal:
    """Return the reason why a piece is not a candidate for removal (B-SCEN-8)."""
    if piece not in game.state.objectives:
        return Refusal(_("{piece} is not an objective", piece=game.name_of(piece)), "B-SCEN-8")
    name = objective_name(piece)
    if form == "popular":
        return Refusal(
            _("models acted more often at another objective than at {objective}", objective=name), "B-SCEN-8"
        )
    return Refusal(_("{objective} is not friendly to the player who scored", objective=name), "B-SCEN-8")


def removable(game: Game, winner: str, form: Form) -> list[Objective]:
    """Return the objectives that can be removed, by the form of the scenario."""
    objectives = game.objectives()
    if form == "scorer":
        return [objective for objective in objectives if objective.friendly_to == winner]
    most_actions = max((objective.actions for objective in objectives), default=0)
    return objectives if form == "any" else [objective for objective in objectives if objective.actions == most_actions]


class Interaction(NamedTuple):
    """The effect of a scenario action. `why_not` returns the reason why a model cannot use it, or ""."""

    rule: str
    why_not: Callable[[Game, Model, Objective], str]
    carry_out: Callable[[Game, Model, Objective], None]


def _why_no_influence(game: Game, model: Model, objective: Objective) -> str:
    """Return the reason why a model cannot turn an objective, or ""."""
    return _("it is already friendly (B-SCEN-4)") if objective.friendly_to == model.side else ""


def _influence(game: Game, model: Model, objective: Objective) -> None:
    """Turn an objective from Enemy to Neutral, or from Neutral to Friendly (B-SCEN-4)."""
    objective.friendly_to = "" if objective.friendly_to else model.side
    game.emit(events.Aligned(model=model.id, objective=objective.id, player=objective.friendly_to))


def prayers_left(game: Game, player: str) -> int:
    """Return the number of a player's prayer tokens (B-SCEN-5)."""
    return game.state.prayers.get(player, of(game).prayers)


def _prayed(model: Model, objective: Objective) -> str:
    """Return the key of a prayer in the counts of uses."""
    return f"{model.id} prays at {objective.id}"


def _why_no_prayer(game: Game, model: Model, objective: Objective) -> str:
    """Return the reason why a model cannot pray at an objective, which it can do once per turn (B-SCEN-5)."""
    if not prayers_left(game, model.side):
        return _("no prayers are left (B-SCEN-5)")
    if game.state.uses.count("turn", _prayed(model, objective)):
        return _("it has already prayed there this turn (B-SCEN-5)")
    return ""


def _pray(game: Game, model: Model, objective: Objective) -> None:
    """Spend a prayer token for scenario points (B-SCEN-5)."""
    game.state.prayers[model.side] = prayers_left(game, model.side) - 1
    game.state.uses.note(_prayed(model, objective), "turn")
    points = worth(game, model.side, objective.friendly_to)
    award(game, model.side, points, keep("a prayer"), model.id, objective.id)


def _worship(game: Game, model: Model, objective: Objective) -> None:
    """Put a worship marker on an objective (B-SCEN-6)."""
    objective.worship[model.side] = objective.worship.get(model.side, 0) + 1
    game.emit(events.Aligned(model=model.id, objective=objective.id, player=model.side, rule="B-SCEN-6"))


INTERACTIONS: Final = {
    "influence": Interaction("B-SCEN-4", _why_no_influence, _influence),
    "prayer": Interaction("B-SCEN-5", _why_no_prayer, _pray),
    "worship": Interaction("B-SCEN-6", lambda _game, _model, _objective: "", _worship),
}
"""The interactions of models with objectives, by name."""


def reset_alignments(game: Game) -> None:
    """Make objectives Neutral. An objective with worship loses a marker of each player instead (B-SCEN-6, B-SCEN-9)."""
    for objective in game.state.objectives.values():
        if any(objective.worship.values()):
            objective.worship = {player: max(0, count - 1) for player, count in objective.worship.items()}
        else:
            objective.friendly_to = ""
