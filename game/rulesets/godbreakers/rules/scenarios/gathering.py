"""The Gathering: Hunters hide among the Locals (section 11)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import ClassVar

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.damage import award, take_away
from game.rulesets.godbreakers.rules.events import DamageCarried
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.rounds.deployment import (
    deployment,
    set_up_apart_from_deployed,
    set_up_at,
    shards_in_order,
)
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild.unaligned import HUNTER, LOCAL, QUARRY, bring_in, enlist
from game.wording import N_, _, keep

RULE = "G-SCN-THE-GATHERING"
VERIFIED_VP = 1
HUNTER_DISTANCE = 6
REVEAL = Option("hunter", N_("Reveal a Hunter"), RULE)
CONCEAL = Option("nobody", N_("It was a Local after all"), RULE)


class Verify(Action):
    """Remove a Local within attack range. A test decides whether the player gains or loses VP."""

    key, label, rule = "verify", N_("Verify"), RULE
    letter = "shift+v"
    test = N_("This Will Hurt…")
    stakes = (VERIFIED_VP, -VERIFIED_VP)

    def why_not(self, game: Game, model: Model) -> str:
        if not model.godbreaker:
            return _("only a godbreaker can verify Locals")
        if suspects(game, model):
            return ""
        reach = attack_range(game, model)
        return _("no Local is within {model}'s attack range of {reach} U", model=model.name, reach=reach)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which Local does {model} verify?", model=model.name)
        local = yield from self.choose(game, model, prompt, suspects(game, model))
        take_away(game, local, model, rule=RULE)
        names = {"model": model.name, "local": local.name}
        if test(game, model, self.test, rule=RULE):
            award(game, model.owner, VERIFIED_VP, keep("{model} verifies {local}", **names), rule=RULE)
            yield from reveal(game, model, local)
        else:
            award(game, model.owner, -VERIFIED_VP, keep("{model} hurts {local}", **names), rule=RULE)


class TheGathering(Scenario):
    name, title, rule = "gathering", N_("The Gathering"), RULE
    place = 6
    families = ((HUNTER.kind,),)
    actions = (Verify(),)
    quarry: ClassVar[Mapping[str, int]] = QUARRY
    errands: ClassVar[Mapping[str, int]] = {LOCAL.kind: VERIFIED_VP}
    text = N_(
        "Hunters hide among the Locals. Verify a Local: a success scores 1 VP and may reveal a Hunter, a failure "
        "costs 1 VP. The circle closest to a casualty gains 5 VP for a Hunter and loses 1 VP for a Local."
    )
    summary = N_("Verify the Locals, and be closest to the Hunters as they fall; dead Locals cost you.")

    def tasks(self, game: Game) -> Sequence[Task]:
        seniority = game.setup.players
        place_local = partial(set_up_apart_from_deployed, kind=LOCAL, rule=RULE)
        tasks = [*shards_in_order(game), *deployment(game, seniority[::-1], place_local)]
        if len(seniority) == 1:
            tasks.append(lambda: set_up_at(game, HUNTER, seniority[0], game.lying(), rule=RULE))
        return tasks


def suspects(game: Game, model: Model) -> list[Model]:
    """Return the Locals within a model's attack range."""
    reach = attack_range(game, model)
    return [other for other in game.standing() if other.kind == LOCAL.kind and game.reaches(model, other, reach)]


def reveal(game: Game, model: Model, local: Model) -> Flow:
    """Let the active model's player replace a Local with a Hunter that has the same damage."""
    player = model.owner
    key = yield Choose(
        player=player,
        prompt=_("Was {local} a Hunter?", local=local.name),
        rule=RULE,
        about=model.id,
        options=(REVEAL.shown(), CONCEAL.shown()),
    )
    if key == CONCEAL.key:
        return
    hunter = yield from enlist(game, HUNTER, player=player)
    hunter.damage = local.damage
    if hunter.damage:
        game.emit(DamageCarried(model=hunter.id, source=local.id, amount=hunter.damage, rule=RULE))
    yield from bring_in(game, hunter, model, HUNTER_DISTANCE, player=player, rule=RULE)
