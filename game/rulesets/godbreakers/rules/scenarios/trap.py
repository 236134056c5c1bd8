"""The Trap: Betrayers appear at every objective and go for the shards (section 11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.repertoire import Sunder, refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.play import order_effects
from game.rulesets.godbreakers.rules.rounds.deployment import deployment, place_clear_of_shards, shards_in_order
from game.rulesets.godbreakers.rules.scenarios import Scenario, Task
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import approach, closest
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, bring_in, enlist
from game.wording import N_, _

RULE = "G-SCN-THE-TRAP"
BETRAYER = Kind("betrayer", "Betrayer", 8, {"Brutal": 1, "Deadly": 1})
OBJECTIVE = "objective"


class BreakShard(Sunder):
    """A Betrayer at a shard tries to destroy it."""

    key, label, rule = "break-shard", N_("Break the shard"), RULE
    letter = "b"
    stays = False

    def why_not(self, game: Game, model: Model) -> str:
        if model.kind != BETRAYER.kind:
            return _("only a Betrayer can break a shard without controlling it")
        return "" if self.markers(game, model) else _("no shard is within 0 U of {model}", model=model.name)

    def markers(self, game: Game, model: Model) -> list[Marker]:
        """Return the shards within 0 U of a model."""
        return [shard for shard in game.lying("shard") if game.within(model, shard, 0)]


class TheTrap(Scenario):
    name, title, rule = "trap", N_("The Trap"), RULE
    place = 5
    actions = (BreakShard(),)
    text = N_(
        "At the start of every round, a Betrayer appears within 0 U of each objective, out to destroy shards. "
        "Each player adds one objective; only markers score."
    )
    summary = N_("Hold the objectives while Betrayers rise from them and break the shards.")

    def tasks(self, game: Game) -> Sequence[Task]:
        place_objective = partial(place_clear_of_shards, kind=OBJECTIVE, rule=RULE)
        return [*shards_in_order(game, place_objective), *deployment(game, game.setup.players[::-1])]

    def compulsion(self, game: Game, model: Model) -> Compulsion | None:
        return FOR_THE_BROKEN if model.kind == BETRAYER.kind and game.lying("shard") else None

    def round_starts(self, game: Game) -> Flow:
        """Bring a Betrayer within 0 U of every objective marker (G-INI-4)."""
        begun = game.state.begun
        due = [marker.id for marker in game.lying(OBJECTIVE) if marker.id not in begun]
        for identity in (yield from order_effects(game, due, _("At which objective does a Betrayer rise first?"))):
            player = game.wild_handler
            model = yield from enlist(game, BETRAYER, player=player)
            begun.append(identity)
            yield from bring_in(game, model, game.state.markers[identity], 0, player=player, rule=RULE)


def _for_the_broken(game: Game, model: Model) -> list[Deed]:
    action = BreakShard()
    near = action.markers(game, model)  # no shard is closer than 0 U
    if near and refusal(game, model, action, []) is None:
        subject = tuple(shard.id for shard in near)
        return [Deed(action.key, _(action.label), RULE, subject, lambda: action.perform(game, model))]
    return [approach(game, model, shard) for shard in closest(game, model, game.lying("shard"))]


FOR_THE_BROKEN = Compulsion(
    N_("For The Broken!"), "G-COMP-FOR-THE-BROKEN", _for_the_broken, N_("Destroy the closest shard.")
)
