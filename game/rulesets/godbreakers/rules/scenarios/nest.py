"""The Nest: Horrors breed at the centre, and circles hunt them for trophies (section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Compulsion
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.deployment import centre, deployment, set_up_near, shards_in_order
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.compulsions import inflict_on_closest
from game.rulesets.godbreakers.rules.wild.unaligned import (
    HORROR,
    MIGHTY,
    TROPHY,
    TROPHY_VP,
    Kind,
    bring,
    bring_in,
    carriers,
    enlist,
)
from game.wording import N_, _

RULE = "G-SCN-THE-NEST"
SPAWN = Kind("spawn", "Spawn", 8, table=MIGHTY, draws=2)
HORROR_DISTANCE = 6
SPAWNING_DISTANCE = 2
HORROR_ABOVE = 7
"""A winning initiative above this value brings a Horror, any other result a Spawn."""

BREEDING = "breeding"
SPAWNS = Option("spawn", N_("A Spawn breaks out"), RULE)
BARREN = Option("barren", N_("No Spawn"), RULE)


class TheNest(Scenario):
    name, title, rule = "nest", N_("The Nest"), RULE
    place = 3
    families = ((HORROR.kind, SPAWN.kind),)
    prizes: ClassVar[Mapping[str, int]] = {TROPHY: TROPHY_VP}
    trophies = (HORROR.kind,)
    hunts: ClassVar[Mapping[str, str]] = {SPAWN.kind: TROPHY}
    text = N_(
        "Horrors and their Spawn haunt the centre; a Horror that dies leaves a trophy. Each godbreaker carrying "
        "trophies at the end of the last round is worth 10 VP."
    )
    summary = N_("Hunt the Horrors at the centre and still carry their trophies when the last round ends.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        place_horror = partial(set_up_near, game, HORROR, origin=centre(game), n=HORROR_DISTANCE, rule=RULE)
        horrors = [partial(place_horror, player) for player in seniority[::-1]]
        return [*shards_in_order(game), *horrors, *deployment(game, seniority)]

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        """Return Avenger for a Spawn while another model carries a trophy (H10)."""
        return AVENGER if model.kind == SPAWN.kind and carriers(game, model, TROPHY) else None

    def round_starts(self, game: Game) -> Flow:
        objective = game.state.markers["objective"]
        godbreakers = [model for model in game.standing() if model.godbreaker]
        if not objective.on_table or not any(game.touching(objective, godbreakers)):
            return
        if BREEDING in game.state.begun:
            return
        kind = HORROR if game.state.initiative_result > HORROR_ABOVE else SPAWN
        player = game.wild_handler
        model = yield from enlist(game, kind, player=player)
        game.state.begun.append(BREEDING)
        yield from bring_in(game, model, objective, 0, player=player, rule=RULE)

    def before_casualty(self, game: Game, model: Model) -> Flow:
        if model.kind != HORROR.kind:
            return
        key = yield Choose(
            player=game.wild_handler,
            prompt=_("{model} falls: does a Spawn break out of it?", model=model.name),
            rule=RULE,
            about=model.id,
            options=(SPAWNS.shown(), BARREN.shown()),
        )
        if key == SPAWNS.key:
            yield from bring(game, SPAWN, model, SPAWNING_DISTANCE, player=game.wild_handler, rule=RULE)


AVENGER = Compulsion(
    N_("Avenger"),
    "G-COMP-AVENGER",
    lambda game, model: inflict_on_closest(game, model, carriers(game, model, TROPHY)),
    N_("Hurt the closest other model that carries a trophy."),
)
"""Hurt the closest other model that carries a trophy (Q32)."""
