"""The Score: circles rob a hoard that the Forgotten guard (section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.engine.flow import Flow
from game.rulesets.godbreakers.actions import Action
from game.rulesets.godbreakers.compulsions import Compulsion, Deed, approach, closest, inflict_on_closest
from game.rulesets.godbreakers.damage import award, claim
from game.rulesets.godbreakers.deployment import choose_spot, deployment, place_hoard, shards_in_order
from game.rulesets.godbreakers.game import Game
from game.rulesets.godbreakers.placing import region, within
from game.rulesets.godbreakers.rolls import test
from game.rulesets.godbreakers.scenarios import Scenario, Task
from game.rulesets.godbreakers.state import Marker, Model, Token
from game.rulesets.godbreakers.unaligned import Kind, bring, make
from game.table.conditions import AnyOf

RULE = "G-SCN-THE-SCORE"
TREASURE = "treasure"
FORGOTTEN = Kind("forgotten", "Forgotten", 8)
SOLO_FORGOTTEN = 5
CARRIER_VP = 5


class TheScore(Scenario):
    """Carry treasure at the end: 5 VP for every godbreaker that does."""

    name = "score"
    title = "The Score"
    summary = "Plunder the hoards and still carry treasure when the last round ends."

    def tasks(self, game: Game) -> Sequence[Task]:
        """Shard and hoard in seniority order, deployment in reverse; solo play adds five Forgotten."""
        seniority = game.setup.players
        tasks = shards_in_order(game, seniority, place_hoard)
        if len(seniority) == 1:
            tasks.extend(partial(place_forgotten, game, number) for number in range(SOLO_FORGOTTEN))
        return [*tasks, *deployment(game, tuple(reversed(seniority)))]

    def actions(self) -> Sequence[Action]:
        """Plunder."""
        return (Plunder(),)

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        """While a hoard is on the table the Forgotten want what is in it."""
        return MINE if model.kind == FORGOTTEN.kind and hoards(game) else None

    def activation_ends(self, game: Game, model: Model) -> None:
        """A Forgotten claims a treasure it stands at."""
        if model.kind == FORGOTTEN.kind:
            for token in game.unclaimed(TREASURE):
                if game.within(model, token, 0):
                    claim(game, model, token, rule=RULE)
                    return

    def score(self, game: Game, *, final: bool) -> None:
        """At the end of the final round: 5 VP for each godbreaker carrying treasure, an ascended one too (G-ROLL-6)."""
        if not final:
            return
        for model in game.state.models.values():
            if model.godbreaker and any(token.type == TREASURE for token in game.tokens_of(model)):
                award(game, model.owner, CARRIER_VP, f"{model.name} carries treasure", rule=RULE)


def hoards(game: Game) -> list[Marker]:
    """Return the hoard markers on the table."""
    return [marker for marker in game.lying() if marker.kind == "hoard"]


def place_forgotten(game: Game, number: int) -> Flow:
    """Solo: place one of five Forgotten at the hoard or the objective; at least one stands at the objective."""
    player = game.setup.players[0]
    if player in game.state.lost:
        return
    objective = game.state.markers["objective"]
    model = make(game, FORGOTTEN)
    at_objective = within(game, objective.disc, 0, model.radius)
    places = [at_objective, *(within(game, hoard.disc, 0, model.radius) for hoard in hoards(game))]
    placed = [other for other in game.standing() if other.kind == FORGOTTEN.kind]
    must = number == SOLO_FORGOTTEN - 1 and not any(True for _ in game.touching(objective, placed))
    where = region(game, model, [at_objective if must else AnyOf(tuple(places))], None)
    spots = "the objective" if must else "the objective or the hoard (at least one at the objective)"
    prompt = f"Place {model.name} within 0 U of {spots}"
    yield from choose_spot(game, player, model, where, prompt, around=objective.disc, rule=RULE)


class Plunder(Action):
    """A godbreaker whose player controls a hoard takes a treasure and may wake a Forgotten."""

    key = "plunder"
    label = "Plunder"
    rule = RULE

    def why_not(self, game: Game, model: Model) -> str:
        """Say when the model is none, or its player controls no hoard."""
        if not model.godbreaker:
            return "only a godbreaker plunders"
        if any(game.controls(model.owner, hoard) for hoard in hoards(game)):
            return ""
        return f"{game.player_name(model.owner)} controls no hoard"

    def perform(self, game: Game, model: Model) -> Flow:
        """Claim a new treasure, then test What's That Sound?"""
        number = game.state.made[TREASURE] = game.state.made.get(TREASURE, 0) + 1
        token = Token(f"{TREASURE}-{number}", TREASURE, model.x, model.y)
        game.state.tokens[token.id] = token
        claim(game, model, token, rule=RULE)
        if not test(game, model, "What's That Sound?", rule=RULE):
            yield from bring(game, FORGOTTEN, model, 0, player=game.wild_handler, rule=RULE)


def _mine(game: Game, model: Model) -> list[Deed]:
    carriers = [
        other
        for other in game.standing()
        if other is not model and any(token.type == TREASURE for token in game.tokens_of(other))
    ]
    if carriers:
        return inflict_on_closest(game, model, carriers)
    loose = closest(game, model, game.unclaimed(TREASURE))
    deeds = [approach(game, model, token, "claim") for token in loose]
    return [*deeds, *(approach(game, model, hoard) for hoard in hoards(game))]


MINE = Compulsion("Mine!", RULE, _mine)
"""Hurt the closest treasure carrier (not itself, Q32); else claim the closest treasure, or go to a hoard."""
