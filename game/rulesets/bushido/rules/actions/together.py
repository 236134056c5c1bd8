"""Several models that are activated together. All of them move, then they fight, then they pay (B-TR-82)."""

from __future__ import annotations

from functools import partial

from game.engine.core.decisions import Pick
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import Action, begin, carry_out, settle
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.targeting import too_far
from game.rulesets.bushido.rules.picking import excluding, only_friends, pick
from game.rulesets.bushido.rules.state import Model
from game.wording import _

RULE = "B-TR-82"


def group_of(game: Game, model: Model) -> list[Model]:
    """Return the models on the table in the Group of a model, including the model. Empty without a Group."""
    if game.named(model, "Group") is None:
        return []
    return [other for other in game.of(model.side) if other.profile == model.profile]


def companions(game: Game, model: Model, action: Action) -> Asking[list[Model]]:
    """Return the models activated with a model: its whole Group, or the nearby Pack members that the player picks."""
    group, entry = group_of(game, model), game.named(model, "Pack")
    if not group and entry is None:
        return []
    able = [friend for friend in game.friends(model) if not friend.exhausted and action.why_not(game, friend) is None]
    if group or entry is None:
        return [friend for friend in able if friend in group]
    pack = [friend for friend in able if game.named(friend, "Pack") is not None]
    near = [friend for friend in pack if game.within(model, friend, entry.inches)]
    if not near:
        return []
    prompt, most = _("Which pack members act with {model}?", model=model.name), min(entry.value, len(near))
    reasons = only_friends(model), partial(_why_not_in_pack, game, model, action, entry.inches)
    return (yield from pick(game, model, prompt, RULE, near, *reasons, minimum=0, maximum=most))


def _why_not_in_pack(game: Game, model: Model, action: Action, inches: int, other: Model) -> Refusal | None:
    """Return why another model cannot act with a model of a Pack, or None if it can."""
    if game.named(other, "Pack") is None:
        return Refusal(_("{other} does not belong to a Pack", other=other.name), RULE)
    if other.exhausted:
        return Refusal(_("{model} has no activation counters", model=other.name), "B-ACT-4")
    return too_far(game, model, other, inches, RULE) or action.why_not(game, other)


def act_together(game: Game, model: Model, action: Action) -> Flow:
    """Let a model and its companions carry out an action (B-TR-82)."""
    others = [] if action.free else (yield from companions(game, model, action))
    if not others:
        yield from carry_out(game, model, action)
        return
    owed: dict[str, int] = {}
    game.fights = []
    for other in (model, *others):
        game.state.active = other.id
        if other.on_table and action.why_not(game, other) is None:
            yield from begin(game, other, action)
            owed[other.id] = game.owed
    yield from _fights(game, model)
    for identity, counters in owed.items():
        game.owed = counters
        settle(game, game.state.models[identity])


def _fights(game: Game, model: Model) -> Flow:
    """Carry out the postponed exchanges in the order that the player chooses."""
    waiting, game.fights = {identity.id: flow for identity, flow in game.fights or ()}, None
    while waiting:
        found = tuple(identity for identity in waiting if game.state.models[identity].on_table)
        picked = found[0] if found else next(iter(waiting))
        if len(found) > 1:
            [picked] = yield Pick(
                player=model.side,
                prompt=_("Who fights next?"),
                rule=RULE,
                candidates=found,
                excluded=excluding(
                    game, lambda other: Refusal(_("{model} has no fight to come", model=other.name), RULE)
                ),
            )
        game.state.active = picked
        yield from waiting.pop(picked)
