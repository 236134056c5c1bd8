"""The number of dice of each side in an exchange, and how it may split them (B-MELEE-4, B-MELEE-5)."""

from __future__ import annotations

from game.rulesets.bushido.rules.dice.results import compensated
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.terms import term


def parts(game: Game, bout: Bout, fighter: Fighter) -> list[tuple[str, int]]:
    """Return the parts of a side's pool, for the receipt: a reason and its dice (B-MELEE-4)."""
    model, foe = fighter.model, bout.against(fighter.model).model
    active = fighter is bout.activating
    found = [("melee", game.boosted(model, "melee"))]
    if model.exhausted and not game.any(model, "ignores_exhaustion"):
        found.append(("Exhausted", -1))
    found.append(("assisting enemies", -assisting(game, model, foe)))
    found += [(each.entry.name, each.amount) for each in game.effects(model, "melee_dice")]
    found.append(("ran this turn", -1 if model.ran else 0))
    found.append(("Surprised", -1 if bout.surprised and not active else 0))
    found.append(("stood up", -1 if bout.stood_up and active else 0))
    found.append(("Split Attack", -bout.further if active else 0))
    found.append(("Death Sentence", 1 if foe.has("Death Sentence") else 0))
    more = game.effects(model, "melee_pool", fighter.weapon)
    found += [(each.entry.name, each.amount) for each in more if each.applies(game, model, bout)]
    return [each for each in found if each[1] or each[0] == "melee"]


def pool_of(game: Game, bout: Bout, fighter: Fighter) -> int:
    """Return a side's pool: the sum, at most twice the printed value (B-GEN-3, AMB-17); it may be 0 or less."""
    return game.limited(fighter.model, "melee", total_of(game, bout, fighter))


def total_of(game: Game, bout: Bout, fighter: Fighter) -> int:
    """Return the sum of the parts of a side's pool, before its limit (B-MELEE-4, AMB-17a)."""
    return sum(dice for _reason, dice in parts(game, bout, fighter))


def pools(game: Game, bout: Bout) -> tuple[int, int]:
    """Return the pools of the activating model and of its opponent, raised until both have a die (B-TEST-4)."""
    return compensated(pool_of(game, bout, bout.activating), pool_of(game, bout, bout.opponent))


def assisting(game: Game, model: Model, foe: Model) -> int:
    """Return how many enemies assist against a model in a fight with `foe` (B-MELEE-20, AMB-12)."""
    found = 0
    for other in game.touching(model):
        if other is foe or game.any(other, "insignificant"):
            continue
        if other.has("Prone") and game.state.active == model.id:
            continue
        if not any(game.within(other, friend, 0.0) for friend in game.friends(model)):
            found += 1
    return max(0, found - game.total(model, "ignores_assisting"))


def specials(game: Game, fighter: Fighter) -> list[tuple[str, int]]:
    """Return the specials of the present weapon that a model may choose, each with its cost (B-SPEC-1, B-SPEC-6)."""
    if game.any(fighter.model, "bars_specials"):
        return []
    entries = [term(text) for text in game.weapon(fighter.model, fighter.weapon).specials]
    return [(each.name, each.value) for each in entries]


def splits(game: Game, bout: Bout, fighter: Fighter) -> list[Split]:
    """Return every legal commitment of a side (B-MELEE-5, B-MELEE-9, B-ACT-13)."""
    aggressive, wary = _leaning(game, bout, fighter)
    # A pool that became odd after the declaration cannot be split evenly: the Disengage wins (B-ACT-13).
    return _splits(game, fighter, aggressive, wary) or _splits(game, fighter, False, wary)


def can_split(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side has a commitment that meets all demands on it at once (B-ACT-13)."""
    return bool(_splits(game, fighter, *_leaning(game, bout, fighter)))


def _leaning(game: Game, bout: Bout, fighter: Fighter) -> tuple[bool, bool]:
    """Return whether a side must put as many dice in attack as in defence, and as many in defence (B-TR-1, B-TR-17)."""
    model = fighter.model
    aggressive = game.any(model, "aggressive", weapon=fighter.weapon)
    defensive = game.any(model, "defensive", weapon=fighter.weapon)
    if model.has("Frightened") and game.any(model, "splits_freely"):
        defensive = False
    if aggressive and defensive:  # they cancel out (B-TR-1)
        aggressive = defensive = False
    return aggressive, defensive or (bout.disengaging and fighter is bout.activating)


def _splits(game: Game, fighter: Fighter, aggressive: bool, wary: bool) -> list[Split]:
    found = []
    for special, cost in [("", 0), *specials(game, fighter)]:
        left = fighter.pool - cost
        for attack in range(left, -1, -1) if left >= 1 else ():
            defence = left - attack
            if (aggressive and attack < defence) or (wary and defence < attack):
                continue
            if (special.endswith("Attack") and not attack) or (special.endswith("Defence") and not defence):
                continue
            found.append(Split(attack, defence, special))
    return found
