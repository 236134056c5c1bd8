"""The special attacks and defences: a row for each, with its name on cards, its rule, its text and what it does.

What changes the damage roll is all here. What moves a model or leaves a marker is a procedure, called by its name in
`does`; procedures are in `rules.specials`. A special that a single profile has is a row like any other (B-SPEC-7).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from game.wording import N_


@dataclass(frozen=True, kw_only=True)
class Row:
    """A special: its name, its rule, its text, and the procedure called `does`, which moves another by some `inches`.

    `leaves` is the state that its success leaves the other in. `rolls_damage` and `halves` are about the attacker's
    damage roll, `bonus` is added to it, `critical` removes the victim on a double, and with `drops` there are further
    rolls, each with a success level that is so much lower.
    """

    name: str = ""
    rule: str = ""
    text: str = ""
    does: str = ""
    leaves: str = ""
    inches: float = 0.0
    rolls_damage: bool = True
    halves: bool = False
    bonus: int = 0
    critical: bool = False
    drops: int = 0


# fmt: off
SPECIALS: Final = {row.name: row for row in (
    Row(name="Combo Attack", rule="B-SPEC-A1", drops=2,
        text=N_("After each damage roll, the success level drops by 2. While it is 0 or more, roll again.")),
    Row(name="Critical Attack", rule="B-SPEC-A2", critical=True,
        text=N_("If the two damage dice show the same number, the defender is removed from play.")),
    Row(name="Drag Attack", rule="B-SPEC-A3", does="drag", inches=1.0, rolls_damage=False,
        text=N_("The attacker moves 1 inch away and the defender follows; no damage roll.")),
    Row(name="Forceback Attack", rule="B-SPEC-A4", does="force back", halves=True,
        text=N_("The defender is moved 1 inch away and the attacker follows; wounds are halved.")),
    Row(name="Grapple Attack", rule="B-SPEC-A5", does="grapple", leaves="Held", rolls_damage=False,
        text=N_("The defender becomes Held and does not attack in this exchange; no damage roll.")),
    Row(name="Powerful Attack", rule="B-SPEC-A6", bonus=3, text=N_("+3 to the damage roll.")),
    Row(name="Push Attack", rule="B-SPEC-A7", does="push", rolls_damage=False,
        text=N_("The defender is moved directly away until it is out of the attacker's zone; no damage roll.")),
    Row(name="Sidestep Attack", rule="B-SPEC-A8", does="sidestep", rolls_damage=False,
        text=N_("The attacker moves away until it is out of the defender's zone; no damage roll.")),
    Row(name="Slam Attack", rule="B-SPEC-A9", does="knock", leaves="Prone", inches=3.0, halves=True,
        text=N_("The defender is moved 3 inches away and becomes Prone; wounds are halved.")),
    Row(name="Stun Attack", rule="B-SPEC-A10", does="stun", leaves="Stunned",
        text=N_("The defender gains a Stunned marker after the damage roll.")),
    Row(name="Sweep Attack", rule="B-SPEC-A11", does="sweep", leaves="Prone", halves=True,
        text=N_("The defender becomes Prone; wounds are halved.")),
    Row(name="Throw Attack", rule="B-SPEC-A12", does="throw", leaves="Prone", inches=2.0, halves=True,
        text=N_("The defender is moved 2 inches in a direction the attacker chooses and becomes Prone; wounds are "
                "halved.")),
    Row(name="Counterstrike Defence", rule="B-SPEC-D1", does="counterstrike",
        text=N_("If the attacker put dice in attack, make a damage roll against it with the success level 2 lower.")),
    Row(name="Drag Defence", rule="B-SPEC-D2", does="drag",
        text=N_("The defender moves 1 inch away and the attacker follows into base contact.")),
    Row(name="Forceback Defence", rule="B-SPEC-D3", does="force back",
        text=N_("The attacker is moved 1 inch away and the defender follows into base contact.")),
    Row(name="Grapple Defence", rule="B-SPEC-D4", does="grapple", leaves="Held",
        text=N_("The attacker becomes Held.")),
    Row(name="Push Defence", rule="B-SPEC-D5", does="push",
        text=N_("The attacker is moved directly away until it is out of the defender's zone.")),
    Row(name="Sidestep Defence", rule="B-SPEC-D6", does="sidestep",
        text=N_("The defender moves away until it is out of the attacker's zone.")),
    Row(name="Sweep Defence", rule="B-SPEC-D7", does="sweep", leaves="Prone",
        text=N_("The attacker becomes Prone.")),
    Row(name="Throw Defence", rule="B-SPEC-D8", does="knock", leaves="Prone", inches=2.0,
        text=N_("The attacker is moved 2 inches directly away and becomes Prone.")),
)}
# fmt: on
"""Each special by its name (B-SPEC-A, B-SPEC-D)."""
