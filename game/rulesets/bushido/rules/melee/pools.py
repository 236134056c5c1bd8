"""Initiative, the number of dice of each side in an exchange, and the legal splits (B-MELEE-3 to B-MELEE-5)."""

from __future__ import annotations

from game.rulesets.bushido.rules.dice.results import compensated
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.moving.sight import high_ground
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import Term, term


def parts(game: Game, bout: Bout, fighter: Fighter) -> list[tuple[str, int]]:
    """Return the parts of a side's pool, as reasons and numbers of dice (B-MELEE-4)."""
    model, enemy = fighter.model, bout.against(fighter.model).model
    active = fighter is bout.activating
    amounts = [("melee", game.boosted(model, "melee"))]
    if model.exhausted and not game.any(model, "ignores_exhaustion"):
        amounts.append(("Exhausted", -1))
    amounts.append(("assisting enemies", -assisting(game, model, enemy)))
    amounts += [(effect.entry.name, effect.amount) for effect in game.effects(model, "melee_dice")]
    amounts.append(("ran this turn", -1 if model.ran else 0))
    amounts.append(("Surprised", -1 if bout.surprised and not active else 0))
    amounts.append(("stood up", -1 if bout.stood_up and active else 0))
    amounts.append(("Split Attack", -bout.further if active else 0))
    amounts.append(("Death Sentence", 1 if enemy.has("Death Sentence") else 0))
    pool_effects = game.effects(model, "melee_pool", fighter.weapon)
    amounts += [(effect.entry.name, effect.amount) for effect in pool_effects if effect.applies(game, model, bout)]
    # parts without an effect are left out, but the printed value always comes first
    return [amount for amount in amounts if amount[1] or amount[0] == "melee"]


def pool_of(game: Game, bout: Bout, fighter: Fighter) -> int:
    """Return a side's number of dice, at most twice the printed value (B-GEN-3, AMB-17). It may be 0 or less."""
    return game.limited(fighter.model, "melee", total_of(game, bout, fighter))


def total_of(game: Game, bout: Bout, fighter: Fighter) -> int:
    """Return a side's number of dice before the limit (B-MELEE-4, AMB-17a)."""
    return sum(dice for _reason, dice in parts(game, bout, fighter))


def pools(game: Game, bout: Bout) -> tuple[int, int]:
    """Return the numbers of dice of the activating model and its opponent, both at least 1 (B-TEST-4)."""
    return compensated(pool_of(game, bout, bout.activating), pool_of(game, bout, bout.opponent))


def assisting(game: Game, model: Model, foe: Model) -> int:
    """Return the number of enemies that assist `foe` against a model (B-MELEE-20, AMB-12)."""
    count = 0
    for other in game.touching(model):
        if other is foe or game.any(other, "insignificant"):
            continue
        if other.has("Prone") and game.state.active == model.id:
            continue
        if not any(game.within(other, friend, 0.0) for friend in game.friends(model)):
            count += 1
    return max(0, count - game.total(model, "ignores_assisting"))


def specials(game: Game, model: Model, weapon: str) -> list[Term]:
    """Return the specials of a weapon that a model may choose, with their costs in dice (B-SPEC-1, B-SPEC-6)."""
    if game.any(model, "bars_specials"):
        return []
    return [term(text) for text in game.weapon(model, weapon).specials]


def splits(game: Game, bout: Bout, fighter: Fighter) -> list[Split]:
    """Return every legal split of a side (B-MELEE-5, B-MELEE-9, B-ACT-13)."""
    aggressive, defensive = _split_demands(game, bout, fighter)
    # If the pool became odd after the declaration, the demand of the Disengage counts (B-ACT-13).
    return _splits(game, fighter, aggressive, defensive) or _splits(game, fighter, False, defensive)


def can_split(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side has a split that meets all demands at once (B-ACT-13)."""
    return bool(_splits(game, fighter, *_split_demands(game, bout, fighter)))


def _split_demands(game: Game, bout: Bout, fighter: Fighter) -> tuple[bool, bool]:
    """Return whether attack must be at least as large as defence, and the reverse (B-TR-1, B-TR-17)."""
    model = fighter.model
    aggressive = game.any(model, "aggressive", weapon=fighter.weapon)
    defensive = game.any(model, "defensive", weapon=fighter.weapon)
    if model.has("Frightened") and game.any(model, "splits_freely"):
        defensive = False
    if aggressive and defensive:  # they cancel out (B-TR-1)
        aggressive = defensive = False
    return aggressive, defensive or (bout.disengaging and fighter is bout.activating)


def _splits(game: Game, fighter: Fighter, aggressive: bool, defensive: bool) -> list[Split]:
    """Return every split that meets the given demands."""
    splits = []
    chosen = [(entry.name, entry.value) for entry in specials(game, fighter.model, fighter.weapon)]
    for special, cost in [("", 0), *chosen]:
        dice = fighter.pool - cost
        for attack in range(dice, -1, -1) if dice >= 1 else ():
            defence = dice - attack
            if (aggressive and attack < defence) or (defensive and defence < attack):
                continue
            if (special.endswith("Attack") and not attack) or (special.endswith("Defence") and not defence):
                continue
            splits.append(Split(attack, defence, special))
    return splits


def initiative(game: Game, bout: Bout) -> Fighter:
    """Return the side that attacks first. The conditions are checked in the rulebook's order."""
    active, other = bout.activating, bout.opponent
    if active.model.has("Prone") and not bout.stood_up:
        return other
    if other.model.has("Prone") or bout.surprised:
        return active
    if game.any(active.model, "slow"):
        return other
    quick = [game.any(fighter.model, "strikes_first", weapon=fighter.weapon) for fighter in (active, other)]
    if quick[0] != quick[1]:
        return active if quick[0] else other
    reach = [has_reach(game, bout, fighter) for fighter in (active, other)]
    if reach[0] != reach[1]:
        return active if reach[0] else other
    return active


def has_reach(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side has Reach in this exchange (B-MELEE-3)."""
    is_new = not bout.touched.get(fighter.model.id)
    return is_new and (game.any(fighter.model, "has_reach", weapon=fighter.weapon) or stands_above(game, bout, fighter))


def stands_above(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side has Reach by high ground, where the opponent did not begin (B-TERR-8)."""
    ground, enemy = high_ground(game, fighter.model), bout.against(fighter.model).model
    if ground is None or game.named(enemy, "Cloudwalk") is not None:
        return False
    return high_ground(game, enemy, game.began.at.get(enemy.id)) != ground
