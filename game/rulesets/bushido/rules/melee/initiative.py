"""The model that attacks first in an exchange (B-MELEE-3)."""

from __future__ import annotations

from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.moving.terrain import high_ground


def initiative(game: Game, bout: Bout) -> Fighter:
    """Return the side that has the initiative, by the conditions in their order."""
    active, other = bout.activating, bout.opponent
    if active.model.has("Prone") and not bout.stood_up:
        return other
    if other.model.has("Prone") or bout.surprised:
        return active
    if game.any(active.model, "slow"):
        return other
    quick = [game.any(each.model, "strikes_first", weapon=each.weapon) for each in (active, other)]
    if quick[0] != quick[1]:
        return active if quick[0] else other
    reach = [has_reach(game, bout, each) for each in (active, other)]
    if reach[0] != reach[1]:
        return active if reach[0] else other
    return active


def has_reach(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether a side may use Reach: it touched no enemy when the activation began (B-MELEE-3)."""
    fresh = not bout.touched.get(fighter.model.id)
    return fresh and (game.any(fighter.model, "has_reach", weapon=fighter.weapon) or stands_above(game, bout, fighter))


def stands_above(game: Game, bout: Bout, fighter: Fighter) -> bool:
    """Return whether high ground gives Reach: the opponent did not begin on it and does not Cloudwalk (B-TERR-8)."""
    ground, foe = high_ground(game, fighter.model), bout.against(fighter.model).model
    if ground is None or game.named(foe, "Cloudwalk") is not None:
        return False
    return high_ground(game, foe, game.began.at.get(foe.id)) != ground
