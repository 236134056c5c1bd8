"""The odds of an exchange that has not begun, if both sides split their dice evenly."""

from game.rulesets.bushido.odds.exchange_odds import ExchangeOdds, PairOdds
from game.rulesets.bushido.rules.actions.fighting import touched
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.melee.initiative import initiative
from game.rulesets.bushido.rules.melee.pools import pools, splits
from game.rulesets.bushido.rules.state import Model


def planned_bout(game: Game, model: Model, foe: Model, *, charge: bool = False) -> Bout:
    """Return an exchange with an enemy that has not begun, each side with its first weapon."""
    bout = Bout(Fighter(model), Fighter(foe), charge=charge, touched=touched(game, model, foe))
    for fighter in (bout.activating, bout.opponent):
        fighter.weapon = game.weapons(fighter.model, "melee")[0].name
    bout.first = initiative(game, bout)
    bout.activating.pool, bout.opponent.pool = pools(game, bout)
    return bout


def even_exchange(game: Game, model: Model, foe: Model, *, charge: bool = False) -> PairOdds:
    """Return the odds of an exchange with an enemy, each side with its first weapon and no special."""
    bout = planned_bout(game, model, foe, charge=charge)
    own, other = (_even(game, bout, fighter) for fighter in (bout.activating, bout.opponent))
    if game.state.auras:
        return ExchangeOdds(game, bout).pair(bout.activating, own, other)
    facts = [charge, bout.first is bout.activating, *(_facts(fighter) for fighter in (bout.activating, bout.opponent))]
    return game.setup.known(
        model.profile, f"even {facts}", lambda _card: ExchangeOdds(game, bout).pair(bout.activating, own, other)
    )


def _facts(fighter: Fighter) -> tuple[object, ...]:
    """Return what the odds of splits without a special hang on, beside the cards."""
    model = fighter.model
    lent = [(effect.entry, effect.weapon) for effect in model.effects]
    return model.profile, fighter.weapon, fighter.pool, model.wounds, sorted(model.markers), lent


def _even(game: Game, bout: Bout, fighter: Fighter) -> Split:
    plain = [split for split in splits(game, bout, fighter) if not split.special]
    return min(plain, key=lambda split: abs(split.attack - split.defence - 0.5), default=Split(0, 0))
