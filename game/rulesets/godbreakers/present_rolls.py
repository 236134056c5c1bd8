"""What people must know to roll a die of this game themselves (G-ROLL-1)."""

from __future__ import annotations

from typing import Final

from game.engine.view import RollView
from game.rulesets.godbreakers.game import Game
from game.rulesets.godbreakers.rolls import ATTACK, INITIATIVE, RECOVERY
from game.rulesets.godbreakers.threat_traits import RULE as TABLE_RULE
from game.rulesets.godbreakers.threat_traits import TABLES
from game.wording import mark, say

HUNT: Final = "hunt"

_NAMED: Final = {
    INITIATIVE: (mark("initiative"), "G-INI-1"),
    ATTACK: (mark("attack"), "G-ENG-2"),
    RECOVERY: (mark("recovery"), "G-REC-1"),
    HUNT: (mark("its hunt"), "G-SCN-THE-CLASH"),
}


def roll_wanted(game: Game, key: str) -> RollView:
    """Return what the die of a key is for: keys are "round N/who/purpose" (see `rolls.roll`)."""
    _, who, purpose = (*key.split("/", 2), "", "")[:3]
    owner = who if who in game.setup.players else ""
    model = game.state.models.get(who)
    if model is not None:
        owner = game.handler(model)
    if purpose in _NAMED:
        text, rule = _NAMED[purpose]
        return RollView(say(text), who, owner, rule)
    if purpose in TABLES:
        return RollView(say("the table of {table} traits", table=purpose), who, owner, TABLE_RULE)
    return RollView(say("the test {test}", test=purpose), who, owner, "G-ROLL-4")
