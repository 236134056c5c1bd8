"""Initiative in an exchange (B-MELEE-3)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.moving.terrain import high_ground


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
    fresh = not bout.touched.get(fighter.model.id)
    return fresh and (game.any(fighter.model, "has_reach", weapon=fighter.weapon) or stands_above(game, bout, fighter))


def stands_above(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side has Reach by high ground, where the opponent did not begin (B-TERR-8)."""
    ground, foe = high_ground(game, fighter.model), bout.against(fighter.model).model
    if ground is None or game.named(foe, "Cloudwalk") is not None:
        return False
    return high_ground(game, foe, game.began.at.get(foe.id)) != ground
