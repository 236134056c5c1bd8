"""The Score: circles rob a hoard that the Forgotten guard (section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.damage import claim
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import region, within
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.rounds.deployment import (
    choose_spot,
    deployment,
    place_clear_of_shards,
    shards_in_order,
)
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import approach, closest, inflict_on_closest
from game.rulesets.godbreakers.rules.wild.unaligned import (
    FORGOTTEN,
    TREASURE,
    TREASURE_VP,
    bring,
    carriers,
    enlist,
    new_token,
)
from game.table.placing.conditions import AnyOf
from game.wording import N_, _

RULE = "G-SCN-THE-SCORE"
SOLO_FORGOTTEN = 5


class Plunder(Action):
    """Take treasure from a hoard that the godbreaker's player controls. On a failed test, a Forgotten appears."""

    key, label, rule = "plunder", N_("Plunder"), RULE
    letter = "p"
    test = N_("What's That Sound?")

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can plunder")
        if any(game.controlled(model.owner, game.lying("hoard"))):
            return ""
        return _("{owner} controls no hoard", owner=game.player_name(model.owner))

    def perform(self, game: Game, model: Model) -> Flow:
        token = new_token(game, TREASURE, model.x, model.y, model.level)
        claim(game, model, token, rule=RULE)
        if not test(game, model, self.test, rule=RULE):
            yield from bring(game, FORGOTTEN, model, 0, player=game.wild_handler, rule=RULE)


class Hoarded(Scenario):
    """A scenario with hoards. Circles plunder them, and the Forgotten claim treasure."""

    actions = (Plunder(),)
    prizes: ClassVar[Mapping[str, int]] = {TREASURE: TREASURE_VP}
    hunts: ClassVar[Mapping[str, str]] = {FORGOTTEN.kind: TREASURE}

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        return MINE if model.kind == FORGOTTEN.kind and game.lying("hoard") else None

    def activation_ends(self, game: Game, model: Model) -> None:
        near = (token for token in game.unclaimed(TREASURE) if game.within(model, token, 0))
        if model.kind == FORGOTTEN.kind and (treasure := next(near, None)) is not None:
            claim(game, model, treasure, rule=self.rule)


class TheScore(Hoarded):
    name, title, rule = "score", N_("The Score"), RULE
    place = 1
    text = N_(
        "Forgotten guard hoards of treasure. A godbreaker may Plunder a hoard its player controls, from anywhere, and "
        "rolls for What's That Sound?: 3 or less brings a Forgotten next to it. Each godbreaker carrying treasure at "
        "the end of the last round is worth 5 VP."
    )
    summary = N_("Plunder the hoards and still carry treasure when the last round ends.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        tasks = shards_in_order(game, partial(place_clear_of_shards, kind="hoard", rule=RULE))
        if len(seniority) == 1:
            tasks.extend(partial(place_forgotten, game, number) for number in range(SOLO_FORGOTTEN))
        return [*tasks, *deployment(game, seniority[::-1])]


def place_forgotten(game: Game, number: int) -> Flow:
    """Let the solo player place a Forgotten at the hoard or the objective. One of five must be at the objective."""
    player = game.setup.players[0]
    if player in game.state.lost:
        return
    objective = game.state.markers["objective"]
    model = yield from enlist(game, FORGOTTEN, player=player)
    at_objective = within(game, objective.disc, 0, model.radius)
    places = [at_objective, *(within(game, hoard.disc, 0, model.radius) for hoard in game.lying("hoard"))]
    placed = [other for other in game.standing() if other.kind == FORGOTTEN.kind]
    must = number == SOLO_FORGOTTEN - 1 and not any(game.touching(objective, placed))
    where = region(game, model, [at_objective if must else AnyOf(tuple(places))], None)
    spots = _("the objective") if must else _("the objective or the hoard (at least one at the objective)")
    prompt = _("Place {model} within 0 U of {spots}", model=model.name, spots=spots)
    yield from choose_spot(game, player, model, where, prompt, around=objective.disc, rule=RULE)


def _mine(game: Game, model: Model) -> list[Deed]:
    thieves = carriers(game, model, TREASURE)
    if thieves:
        return inflict_on_closest(game, model, thieves)
    unclaimed = closest(game, model, game.unclaimed(TREASURE))
    deeds = [approach(game, model, token, "claim") for token in unclaimed]
    return [*deeds, *(approach(game, model, hoard) for hoard in game.lying("hoard"))]


MINE = Compulsion(
    N_("Mine!"),
    "G-COMP-MINE",
    _mine,
    N_(
        "Hurt the closest other model that carries treasure. If none does, claim the closest unclaimed treasure "
        "or get within 0 U of a hoard."
    ),
)
"""Hurt the closest other model with treasure (Q32), or else claim the closest treasure or go to a hoard."""
