"""The value of fights and of damage: the VP that a player gains if models are hurt or removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Final

from game.rulesets.godbreakers.ai.beasts import bounty, nearest_owner
from game.rulesets.godbreakers.ai.lives import SCRATCH, harm, needed, prize, stake
from game.rulesets.godbreakers.ai.position import ground
from game.rulesets.godbreakers.odds.odds import EngageOdds, engage_odds
from game.rulesets.godbreakers.odds.supposing import activated
from game.rulesets.godbreakers.rules.actions.engage import most_opponents, targets
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import LARGEST_DIE, Model

CREDITED: Final = 0.8
"""The share of a bounty that counts when the fall of a model is rated."""


def removal_gain(game: Game, player: str, model: Model) -> float:
    """Return the VP that a player gains if a model is removed, from its life, prize, bounty and markers.

    The gain is negative for a player's own model. A wild model that the player handles is not their own.
    """
    loss = stake(game, model) + needed(game, model)
    gain = -loss if model.owner == player else loss
    if points := bounty(game, model):
        gain += CREDITED * (points if nearest_owner(model, game.standing()) == player else -points)
    return gain - ground(game, player, model)


def hurt(game: Game, player: str, model: Model, amount: int) -> float:
    """Return the VP that a player gains if a model suffers `amount` damage, plus the extra damage of its flaws."""
    return harm(game, model, amount + extra_damage(game, model)) * removal_gain(game, player, model)


def fight_worth(game: Game, player: str, model: Model, opponents: Sequence[Model], odds: EngageOdds) -> float:
    """Return the VP that a player is expected to gain by an Engage with these odds.

    A model's loss of life is the extra chance to become a casualty, plus a little for damage.
    """
    total = 0.0
    for fighter, fate in ((model, odds.active), *zip(opponents, odds.opponents, strict=True)):
        loss = float(fate.casualty) - float(fate.unharmed) + SCRATCH * fate.damage.mean
        total += loss * removal_gain(game, player, fighter)
        if fighter.godbreaker and fighter.die == LARGEST_DIE:
            loss = stake(game, fighter) + needed(game, fighter) - prize(game, fighter)  # it keeps its prize
            total += float(fate.triumph) * (-loss if fighter.owner == player else loss)
    return total


def fights(
    game: Game, model: Model, player: str, candidates: Sequence[Model], most: int
) -> Iterator[tuple[list[Model], float, EngageOdds]]:
    """Yield groups of opponents with value and odds. The best group so far is enlarged each time (G-ENG-1)."""
    best: list[Model] = []
    for _size in range(min(most, len(candidates))):
        engagements = []
        for other in candidates:
            if other not in best:
                group = [*best, other]
                odds = engage_odds(game, model, *group)
                engagements.append((group, fight_worth(game, player, model, group, odds), odds))
        yield from engagements
        best = max(engagements, key=itemgetter(1))[0]


def best_fight(game: Game, model: Model, player: str, among: Sequence[str] = ()) -> tuple[float, list[Model]]:
    """Return the VP of a model's best Engage from its current spot as if it were active, and the opponents.

    `among` limits the opponents to these ids, if it is given.
    """
    near = [other for other in targets(game, model) if not among or other.id in among]
    if not near:  # the usual case
        return 0.0, []
    if game.state.active != model.id:
        game, model = activated(game, model)
    crowd, worth, _odds = max(fights(game, model, player, near, most_opponents(game, model)), key=itemgetter(1))
    return worth, crowd
