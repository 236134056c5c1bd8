"""What people must know to roll a die of this game themselves (G-ROLL-1)."""

from __future__ import annotations

from typing import Final

from game.engine.rulebook.view import RollView
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import ATTACK, INITIATIVE, RECOVERY
from game.rulesets.godbreakers.rules.wild.threat_traits import RULE as TABLE_RULE
from game.rulesets.godbreakers.rules.wild.threat_traits import TABLES
from game.wording import N_, _

HUNT: Final = "hunt"

_NAMED: Final = {
    INITIATIVE: (N_("initiative"), "G-INI-1"),
    ATTACK: (N_("attack"), "G-ENG-2"),
    RECOVERY: (N_("recovery"), "G-REC-1"),
    HUNT: (N_("its hunt"), "G-SCN-THE-CLASH"),
}


def roll_wanted(game: Game, key: str) -> RollView:
    """Return what the die of a key is for: keys are "round N/who/purpose" (see `rolls.roll`)."""
    _unused, who, purpose = (*key.split("/", 2), "", "")[:3]
    owner = who if who in game.setup.players else ""
    model = game.state.models.get(who)
    if model is not None:
        owner = game.handler(model)
    if purpose in _NAMED:
        text, rule = _NAMED[purpose]
        return RollView(_(text), who, owner, rule)
    if purpose in TABLES:
        return RollView(_("the table of {table} traits", table=purpose), who, owner, TABLE_RULE)
    return RollView(_("the test {test}", test=purpose), who, owner, "G-ROLL-4")
