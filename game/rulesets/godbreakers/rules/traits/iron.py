"""Iron: traits that hit hard, hold fast and endure."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Fight
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, region, within
from game.rulesets.godbreakers.rules.state import Model
from game.table.placing.conditions import CloserTo, Condition
from game.table.shapes import gap
from game.wording import _

JUGGERNAUT, PINNING = "G-TRAIT-JUGGERNAUT", "G-TRAIT-PINNING"


def juggernaut(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Return what an active model does before its Engage breaks up: it places an engaged model elsewhere."""
    return _shove(game, fight, model, rank) if fight.led_by(game, model) and model.on_table else None


def _shove(game: Game, fight: Fight, model: Model, rank: int) -> Flow:
    """Place one engaged model that is still on the table, possibly itself (Q9)."""
    player, n = game.handler(model), 2 * rank
    text = _(
        "{model} is a Juggernaut: which engaged model do you place within {n} U of where it stands?",
        model=model.name,
        n=n,
    )
    standing = [each for each in fight.models if each.on_table]
    for moved in (yield from pick(player, text, standing, rule=JUGGERNAUT, about=model.id, minimum=0)):
        where = region(game, moved, [within(game, moved.disc, n, moved.radius)], moved.disc)
        text = _("Place {moved} within {n} U of where it stands", moved=moved.name, n=n)
        yield from ask_place(game, moved, where, player=player, prompt=text, rule=JUGGERNAUT)


def pinning(game: Game, holder: Model, rank: int, mover: Model) -> Sequence[Condition]:
    """Return the condition that an enemy near an inactive model ends its move closer to it."""
    if holder.id == game.state.active or not game.hostile(holder, mover) or not game.within(holder, mover, rank):
        return ()
    return (CloserTo(holder.disc, gap(holder.disc, mover.disc), mover.radius, rule=PINNING),)  # Q19
