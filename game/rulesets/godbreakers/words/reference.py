"""The reference: every rule with its title, its chapter, what it is linked to and examples worked out.

The texts and titles are in `wording.json` and `titles.py`, or come with traits and scenarios (`wording.entry`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from game.engine.rulebook.reference import Rule
from game.rulesets.godbreakers.words.rule_text import all_entries, all_rules
from game.rulesets.godbreakers.words.titles import chapter
from game.wording import N_, _

LINKS: Final[dict[str, str]] = {
    "G-MEAS-1": "G-MEAS-2 G-MEAS-3 Q2",
    "G-MEAS-2": "G-MEAS-4 Q4",
    "G-MEAS-3": "G-TBL-4 Q2",
    "G-MEAS-5": "G-MOVE-1 Q3 Q3a",
    "G-MEAS-6": "G-TBL-3",
    "G-MEAS-7": "G-SIDE-5",
    "G-MEAS-8": "G-MOVE-1 G-ENG-1",
    "G-TBL-1": "Q30",
    "G-TBL-2": "G-TBL-5 Q4 Q20",
    "G-TBL-3": "G-MOVE-4",
    "G-TBL-4": "G-TBL-5 G-TBL-9",
    "G-TBL-5": "G-ADV-4 Q23",
    "G-TBL-6": "G-RES-2 G-SPEC-1",
    "G-TBL-7": "G-MOVE-5 G-TBL-10 Q25",
    "G-TBL-8": "G-REC-1",
    "G-SIDE-1": "G-SIDE-2 G-SIDE-3",
    "G-SIDE-2": "G-SIDE-3 G-SIDE-4",
    "G-SIDE-4": "G-SIDE-5 G-INI-5 Q12",
    "G-ROLL-1": "G-ROLL-3 G-ROLL-4 G-ROLL-5",
    "G-ROLL-2": "Q11",
    "G-ROLL-3": "G-ROLL-4 G-ENG-3",
    "G-ROLL-5": "G-ROLL-6 Q5 Q14",
    "G-ROLL-6": "G-ASC-1 Q5",
    "G-RND-1": "G-RND-2 G-SCN-2 G-SCN-3",
    "G-RND-2": "G-INI-1 G-ACT-1 G-REC-1 G-RES-1",
    "G-INI-1": "G-INI-2 G-INI-3",
    "G-INI-4": "Q21",
    "G-INI-5": "G-ACT-2 Q12 Q22",
    "G-ACT-1": "G-ACT-3 G-ACT-4",
    "G-ACT-4": "G-MOVE-1 G-ENG-1 G-SPEC-1 G-SPEC-2 G-SPEC-3 Q15 Q24",
    "G-REC-1": "Q26 Q27",
    "G-RES-1": "Q21 Q31",
    "G-RES-2": "G-SCN-2 Q31",
    "G-RES-3": "Q16 Q31 Q35",
    "G-MOVE-1": "G-MOVE-2 Q3 Q24",
    "G-MOVE-2": "G-MOVE-3 G-MOVE-4 Q1",
    "G-MOVE-4": "Q1",
    "G-ENG-1": "G-ENG-2",
    "G-ENG-2": "G-ENG-3 G-ENG-4 Q7 Q8",
    "G-ENG-3": "Q17",
    "G-ENG-4": "G-ENG-5 Q6 Q8",
    "G-SPEC-3": "Q13",
    "G-CIR-1": "G-CIR-2 G-CIR-3 G-CIR-4 Q36",
    "G-CIR-3": "G-CIR-5",
    "G-CIR-4": "Q13",
    "G-CIR-5": "G-CIR-6 G-ASC-1",
    "G-CIR-6": "G-CIR-7 Q34",
    "G-SCN-4": "G-RES-3",
    "G-SCN-5": "Q22 Q33",
    "G-SCN-6": "G-SCN-1",
    "G-ADV-1": "Q28",
    "G-ADV-2": "G-ADV-3 G-ADV-5 Q37",
    "G-ADV-3": "G-MOVE-2 G-ADV-4",
    "G-TRAIT-MYSTERIOUS": "Q3",
    "G-TRAIT-VENGEFUL": "Q21",
    "G-TRAIT-PINNING": "Q19",
    "G-TRAIT-CUNNING": "Q3",
    "G-TRAIT-DESPOILING": "G-RES-4",
    "G-TRAIT-RUINOUS": "G-TBL-4 Q29",
    "G-TRAIT-SHAPING": "G-TBL-4 Q18 Q29",
    "G-TRAIT-SUMMONING": "G-SIDE-3 Q18",
    "G-FLAW-CAREFUL": "G-ENG-1 G-ACT-4",
    "G-FLAW-SLOW": "G-MOVE-1 G-ACT-4",
    "G-FLAW-UNLUCKY": "G-ROLL-3",
    "G-SCN-THE-SCORE": "G-SCN-2 G-TBL-6 G-COMP-MINE",
    "G-SCN-THE-NEST": "G-SCN-2 G-SCN-5 G-COMP-AVENGER",
    "G-SCN-THE-TRAGEDY": "G-SCN-2 G-MEAS-7",
    "G-SCN-THE-TRAP": "G-SCN-2 G-COMP-FOR-THE-BROKEN",
    "G-SCN-THE-GATHERING": "G-SCN-2 G-SCN-5",
    "G-SCN-THE-CLASH": "G-SCN-2 G-SCN-5",
    "G-COMP-FOR-THE-BROKEN": "G-SPEC-1",
    "G-COMP-MINE": "Q32",
    "G-COMP-AVENGER": "Q32",
    "H1": "G-TRAIT-MYSTERIOUS G-TBL-5 Q23",
    "H2": "G-TRAIT-DESPOILING G-SCN-4",
    "H3": "G-TRAIT-DESPOILING G-TBL-8",
    "H4": "G-ADV-2 G-ADV-3 G-MOVE-4 G-MEAS-6",
    "H5": "G-ADV-2 G-ADV-4",
    "H6": "G-ADV-4 G-MOVE-1",
    "H7": "G-ADV-2 G-TBL-6",
    "H8": "G-SCN-3 Q35",
    "H9": "G-SCN-THE-CLASH G-SCN-THE-NEST G-SCN-THE-GATHERING",
    "H10": "G-COMP-AVENGER Q32",
    "H11": "Q12 G-MEAS-6",
    "H12": "G-RES-3 G-ACT-4 Q35 Q41",
    "Q38": "G-INI-5 Q27",
    "Q39": "G-CIR-4 Q13",
    "Q40": "G-INI-4 G-ADV-1 Q21",
    "Q41": "G-ASC-1 G-RND-1",
}
"""Which rules belong to which, besides those that name each other; every link goes both ways."""

NAMED: Final = ("TRAIT-", "FLAW-", "COMP-", "SCN-THE-")
"""How ids begin whose titles are proper names: where such a name stands in another rule's text, that is a link."""
ALSO_NAMED: Final = ("G-ADV-1", "G-MOVE-3", "G-MOVE-4", "G-SPEC-1", "G-SPEC-2", "G-ROLL-5")

EXAMPLES: Final[tuple[tuple[str, str], ...]] = (
    ("G-REC-1", N_("Wick, a D6 with 3 damage, rolls a 4 to recover: nothing is left, it stays.")),
    ("G-REC-1", N_("Suture, a D12 with 7 damage, rolls a 6: 1 is left, so it is removed as a casualty.")),
    ("G-ROLL-5", N_("Gauze, a D6 with 7 damage, recovers with a 6: a Triumph. All damage goes, then it is a D8.")),
    ("G-ENG-4", N_("Wick rolls 5 against Gauze's 2, both within 0 U: Gauze takes 3 damage.")),
    ("G-ENG-2", N_("Wick and Suture both roll 4: nobody wins, nobody is hurt.")),
    ("Q8", N_("Gauze strikes from 6 U by Ranged, 5 against Wick's 7: Wick wins, but reaches only 0 U.")),
    ("G-TRAIT-MERCILESS", N_("Wick rolls 5 against Suture's 3 and Gauze's 1: Suture takes 2, Gauze 4.")),
    ("G-TRAIT-FLEET", N_("A D6 with Fleet 2 moves 6 + 4 = 10 U.")),
    ("G-TRAIT-RANGED", N_("A D6 with Ranged 2 strikes as far as 6 × 2 = 12 U.")),
    ("G-MEAS-3", N_("5.2″ apart with 2.9″ of it in area terrain: 5 + 2 = 7 U.")),
    ("G-MEAS-2", N_("Just over 2″ apart is 2 U; 0.9″ apart is 0 U.")),
    ("G-ROLL-5", N_("Brand, a D8, attacks with an 8: its damage goes at once, and after the Engage it is a D10.")),
    ("G-TBL-6", N_("One of yours alone at an objective controls it. Two of yours beside two enemies do not.")),
    ("G-TBL-6", N_("One of yours beside your own tame model does not control the shard.")),
    ("G-TRAIT-TOUGH", N_("Brutal 1 beats Tough 2 by 3: 3 + 2 - 4 = 1 damage.")),
    ("Q6", N_("A lead of 1 against Tough 1 and Brittle: 1 - 2 becomes the minimum of 1, and Brittle makes it 2.")),
    ("G-TRAIT-DEADLY", N_("Deadly 2 rolls 1, then 2, then 5: the 5 stands.")),
    ("G-ROLL-3", N_("A challenging attack roll of 3 against a plain 1 counts 0 against 1: the 1 wins by 1.")),
    ("G-FLAW-UNLUCKY", N_("An Unlucky model rolls a 4 in a test: it fails.")),
    ("G-MOVE-2", N_("Out from beside an enemy and across a barricade, then a 2 in the test: 2 damage.")),
    ("G-ROLL-6", N_("A D12 recovers with a 12: its damage goes, it ascends, and its tokens stay claimed.")),
    ("G-INI-2", N_("Leaders roll 5, 5 and 3; the first two again, 2 and 4: the second circle sets the order.")),
    ("G-ADV-2", N_("8.2″ to a target one level up, terrain below only, seen from above: 4 + (4 + 4) = 12 U.")),
)
"""Worked examples, each with the rule it shows."""


def rules() -> tuple[Rule, ...]:
    """Return every rule and ruling in the order of the rulebook, in the language that was chosen."""
    return tuple(
        Rule(
            identity,
            _(found.title),
            _(found.text),
            _(chapter(identity)),
            links()[identity],
            tuple(_(text) for rule, text in EXAMPLES if rule == identity),
        )
        for identity, found in all_entries().items()
    )


@cache
def links() -> dict[str, tuple[str, ...]]:
    """Return for every rule the ids of those it is linked to, in the order of the rulebook."""
    found: dict[str, set[str]] = {identity: set() for identity in all_rules()}
    titles = {name: found.title for name, found in all_entries().items() if _is_named(name)}
    named = {name: re.compile(rf"\b{re.escape(title)}(?!\w)") for name, title in titles.items()}
    for identity, text in all_rules().items():
        others = [name for name, pattern in named.items() if name != identity and pattern.search(text)]
        for other in (*others, *LINKS.get(identity, "").split()):
            found[identity].add(other)
            found[other].add(identity)
    order = {identity: place for place, identity in enumerate(all_rules())}
    return {identity: tuple(sorted(others, key=order.__getitem__)) for identity, others in found.items()}


def _is_named(identity: str) -> bool:
    return identity.removeprefix("G-").startswith(NAMED) or identity in ALSO_NAMED
