"""Rerolls that effects allow. The player decides after seeing the roll (A-DICE-2)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

REROLL, KEEP = "reroll", "keep"
RULE = "A-DICE-2"


def may_reroll(game: Game, unit: Unit, roll: str) -> bool:
    """Return whether an effect lets a unit reroll a kind of roll.

    The kind is a value of `MODIFIED` without "reroll" before it.
    """
    return game.bonus(unit, f"reroll {roll}") > 0


def wants_reroll(game: Game, unit: Unit, roll: str, total: int) -> Asking[bool]:
    """Return whether the player rerolls all dice of a roll, if an effect allows it."""
    if not may_reroll(game, unit, roll):
        return False
    options = (
        Option(REROLL, _("Reroll"), RULE, letter="r"),
        Option(KEEP, _("Keep the {total}", total=total), RULE, letter="d", declines=True),
    )
    prompt = _("{unit} rolled {total}: reroll?", unit=unit.name, total=total)
    answer = yield Choose(player=unit.owner, prompt=prompt, rule=RULE, about=unit.id, options=options, on_dice=True)
    return bool(answer == REROLL)
