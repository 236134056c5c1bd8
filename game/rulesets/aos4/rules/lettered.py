"""The actions with a letter of their own, which people may change (A-ABIL-1)."""

from __future__ import annotations

from game.engine.core.options import Option
from game.engine.core.windows import PASS
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.rules.abilities import REGISTRY
from game.rulesets.aos4.rules.attacks.assigning import SHARE
from game.rulesets.aos4.rules.attacks.damaging import SUGGESTED
from game.rulesets.aos4.rules.core.charges import NO_CHARGE
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.aos4.rules.magic.prayers import BANK
from game.rulesets.aos4.rules.phases.deployment import AUTO
from game.wording import _


def lettered() -> list[Option]:
    """Return every core ability with its letter, then the other answers that have one.

    Of the units that may use an ability the one looked at has its letter, else the first.
    """
    abilities = [(REGISTRY[spec.id], spec) for spec in bundled_pack(CORE).abilities if spec.id in REGISTRY]
    return [
        *(Option(spec.id, _(spec.name), rules.rule, letter=rules.letter) for rules, spec in abilities if rules.letter),
        Option(PASS, _("Done with the phase; no reaction"), "A-TURN-3", letter="d"),
        Option(STAY, _("Stay where they are"), "A-MOVE-1", letter="h"),
        Option(NO_CHARGE, _("Do not charge"), "A-CHG-6", letter="h"),
        AUTO.shown(),
        Option(SHARE, _("Split the attacks"), "A-TGT-2", letter="shift+a"),
        Option(SUGGESTED, _("Those farthest from the enemy"), "A-DMG-6", letter="shift+y"),
        Option(BANK, _("Bank the ritual points"), "A-PRAY-3", letter="q"),
    ]
