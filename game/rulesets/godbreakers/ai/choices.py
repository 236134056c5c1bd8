"""Who of several it should be: whom revenge hurts, who rolls for a circle, who is shoved, fetched back or handed to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.core.decisions import Pick
from game.engine.rulebook.view import Prospect
from game.rulesets.godbreakers.ai.losses import hurt
from game.rulesets.godbreakers.rules.actions.special import HandOff
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.traits.copper import Vengeful
from game.rulesets.godbreakers.rules.traits.gold import Despoil
from game.rulesets.godbreakers.rules.traits.iron import Juggernaut
from game.wording import _

ROLLER: Final = "G-INI-1"
OPEN: Final = (Juggernaut.rule, Despoil.rule, HandOff.rule)
"""Questions that hang on what follows: each answer is tried."""


def rated(game: Game, decision: Pick) -> Iterator[Prospect]:
    """Yield the answers to a question whose answers differ at first sight; none to any other."""
    if decision.rule == Vengeful.rule:
        yield from _avenged(game, decision)
    elif decision.rule == ROLLER:
        highest = max(game.state.models[identity].die for identity in decision.candidates)
        for identity in decision.candidates:
            if game.state.models[identity].die == highest:
                yield Prospect([identity], 0.0, _("it rolls the largest die"), scored=False)


def tried(decision: Pick) -> Iterator[Prospect]:
    """Yield every answer to a question that hangs on what follows, for those who look ahead; none to any other."""
    if decision.rule in OPEN and decision.maximum == 1:
        if not decision.minimum:
            yield Prospect([], 0.0, _("nobody is better off elsewhere"))
        yield from (Prospect([identity], 0.0, "") for identity in decision.candidates)


def _avenged(game: Game, decision: Pick) -> Iterator[Prospect]:
    model = game.state.models[decision.about]
    rank = dict(game.traits_of(model)).get(Vengeful.name, 1)
    yield Prospect([], 0.0, _("nobody is there whom it should hurt"))
    for identity in decision.candidates:
        other = game.state.models[identity]
        why = _("{damage} damage to {names}", damage=rank, names=other.name)
        yield Prospect([identity], hurt(game, decision.player, other, rank), why)
