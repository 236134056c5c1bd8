"""How computer players choose models for effects such as revenge, initiative or the entry of a wild model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.core.decisions import Choose, Decision, Pick
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai.fights import hurt
from game.rulesets.godbreakers.rules.actions.special import HandOff
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rounds.activation import TRAITS
from game.rulesets.godbreakers.rules.scenarios.gathering import CONCEAL, REVEAL
from game.rulesets.godbreakers.rules.scenarios.nest import BARREN, SPAWNS
from game.rulesets.godbreakers.rules.traits.procedures import JUGGERNAUT, VENGEFUL, Despoil
from game.rulesets.godbreakers.rules.wild.cast import HUNTER, QUARRY
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches
from game.wording import _

ROLLER: Final = "G-INI-1"
OPEN: Final = (JUGGERNAUT, Despoil.rule, HandOff.rule)
"""The rules of decisions whose answers are all tried, because their value depends on later decisions."""


def rated(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield rated answers to decisions that can be rated without trying their answers, else nothing."""
    if decision.rule == VENGEFUL:
        yield from _revenge_targets(game, decision)
    elif decision.rule == ROLLER:
        highest = max(game.state.models[identity].die for identity in decision.candidates)
        for identity in decision.candidates:
            if game.state.models[identity].die == highest:
                yield Prospect([identity], 0.0, _("it rolls the largest die"), scored=False)
    elif decision.rule == TRAITS.rule and len(decision.candidates) > 1:
        yield Prospect([decision.candidates[0]], 0.0, _("its other traits are left unused"), scored=False)


def entry_answers(game: Game, decision: Decision) -> Iterator[Prospect]:
    """Yield the answers to a decision whether a wild model enters, with their reasons, else nothing."""
    keys = {option.key for option in decision.options} if isinstance(decision, Choose) else set[str]()
    if REVEAL.key in keys:
        why = _("{points} VP for the circle closest when it falls", points=QUARRY[HUNTER.kind])
        yield Prospect(REVEAL.key, 0.0, why, scored=False)
        yield Prospect(CONCEAL.key, 0.0, _("no Hunter will attack anyone"), scored=False)
    elif SPAWNS.key in keys:
        horror = game.state.models[decision.about]
        godbreakers = [model for model in game.standing() if model.godbreaker]
        nearest = min(godbreakers, key=lambda model: straight_inches(horror, model), default=None)
        ours = nearest is not None and nearest.owner == decision.player
        why = _("{model} is closest to it", model=nearest.name) if nearest else _("no model is left for it to hurt")
        yield Prospect(SPAWNS.key, -1.0 if ours else 1.0, why, scored=False)
        yield Prospect(BARREN.key, 0.0, why, scored=False)


def picks_to_try(decision: Pick) -> Iterator[Prospect]:
    """Yield all answers to a decision whose value depends on later decisions, else nothing."""
    if decision.rule in OPEN and decision.maximum == 1:
        if not decision.minimum:
            yield Prospect([], 0.0, _("no model is better off elsewhere"))
        yield from (Prospect([identity], 0.0, "") for identity in decision.candidates)


def _revenge_targets(game: Game, decision: Pick) -> Iterator[Prospect]:
    model = game.state.models[decision.about]
    rank = dict(game.traits_of(model)).get("Vengeful", 1)
    yield Prospect([], 0.0, _("no target for this"))
    for identity in decision.candidates:
        other = game.state.models[identity]
        why = _("{damage} damage to {names}", damage=rank, names=other.name)
        yield Prospect([identity], hurt(game, decision.player, other, rank), why)
