"""Legal answers drawn at random."""

import random

from game.engine.core.decisions import Allocate, Answer, Arrange, Choose, Decision, Lay, Order, Pick, Place, answer_of
from game.table.facing import FULL_TURN
from game.table.layout.steps import present_spots
from game.wording import N_, _


class NoLegalPlace(RuntimeError):
    """A rulebook asks for a spot or an arrangement, but none is legal or could be found."""


def random_answer(decision: Decision, rng: random.Random) -> Answer:
    """Return a legal answer drawn at random; raise `NoLegalPlace` at a dead end."""
    if isinstance(decision, Choose):
        return decision.drawn(rng).key
    if isinstance(decision, Pick):
        most = min(decision.maximum, len(decision.candidates))
        return rng.sample(decision.candidates, rng.randint(decision.minimum, most))
    if isinstance(decision, Lay):
        turns = rng.sample(decision.turns, len(decision.turns))
        spots = ((decision.turned(turn).sample(rng), turn) for turn in turns)
        spot_and_turn = next(([spot.x, spot.y, turn] for spot, turn in spots if spot is not None), None)
        if spot_and_turn is not None:
            return spot_and_turn
    if isinstance(decision, Place):
        spot = decision.region.sample(rng)
        if spot is None and decision.shortcuts:  # such as buying a longer move, or not moving
            return rng.choice(decision.shortcuts).key
        if spot is None:
            raise NoLegalPlace(_("{prompt} ({rule}): no spot is legal", prompt=decision.prompt, rule=decision.rule))
        turning = decision.turning
        if turning is None or not turning.is_choice:
            return [spot.x, spot.y]
        return [spot.x, spot.y, (turning.middle(*spot) + rng.randint(-turning.most, turning.most)) % FULL_TURN]
    if isinstance(decision, Arrange):
        steps = decision.arrangements.sample(rng)
        if steps is not None:
            return answer_of(steps)
        if decision.shortcuts:
            return rng.choice(decision.shortcuts).key
        steps = decision.arrangements.nearest(present_spots(decision.arrangements.members))
        if steps is not None:  # this search is not random
            return answer_of(steps)
        text = N_("{prompt} ({rule}): no arrangement was found")
        raise NoLegalPlace(_(text, prompt=decision.prompt, rule=decision.rule))
    if isinstance(decision, Order):
        return rng.sample(decision.items, len(decision.items))
    if isinstance(decision, Allocate):
        shares = dict.fromkeys(decision.limits, 0)
        while sum(shares.values()) < decision.total:
            shares[rng.choice([item for item, limit in decision.limits.items() if shares[item] < limit])] += 1
        return {item: amount for item, amount in shares.items() if amount}
    raise TypeError(f"cannot answer a {decision.kind}")
