"""Everything with a name on cards: the notation of entries, and a row for each state, trait, special, feat and event.

A trait that is a number or a permission is all here. A trait with a procedure is looked up by name where that is
carried out. Moments are in `rules.registry`, conditions in `rules.conditions`, the markers of a model in
`Model.markers`. The cost, timing, subject, range and limits of a feat are on the card that has it. The procedures of
specials are in `rules.specials`. A special that only one profile has is a row like any other (B-SPEC-7).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from game.engine.kit.effects import YES, Row, X
from game.wording import N_, _

_NAME = r"(?P<name>[A-Z][A-Za-z!' /-]*?)"
_ABOUT = r"(?: \[(?P<about>[^\[\]()]+(?:\([^()]*\))?)\])?"
_VALUES = r"(?: \((?P<values>[+-]?\d+(?:/\d+)?)\"?\))?"
_TERM = re.compile(f"^{_NAME}{_ABOUT}{_VALUES}$")


class UnreadableTerm(ValueError):
    """A text is not in the notation of profile cards."""


@dataclass(frozen=True, slots=True)
class Term:
    """An entry of a card: its name, its descriptor in brackets (a type of model, a test, another trait), its values.

    "Armour (+1)" and "Armour (-1)" `modify` the Armour of the model. "Armour (1)" does not add to another Armour
    (B-GEN-3, B-TR).
    """

    name: str
    about: str = ""
    values: tuple[int, ...] = ()
    modifies: bool = False

    @property
    def value(self) -> int:
        """The first value, or 0 if there is none."""
        return self.values[0] if self.values else 0

    @property
    def inches(self) -> int:
        """The last value, which is the distance of an entry with a distance; 0 if there is none."""
        return self.values[-1] if self.values else 0

    def __str__(self) -> str:
        about = f" [{self.about}]" if self.about else ""
        sign = "+" if self.modifies and self.value >= 0 else ""
        values = f" ({sign}{'/'.join(map(str, self.values))})" if self.values else ""
        return f"{self.name}{about}{values}"


@lru_cache(maxsize=2_000)
def term(text: str) -> Term:
    """Return the entry that a text on a card stands for; raise `UnreadableTerm`."""
    match = _TERM.match(text)
    if match is None:
        advice = N_('{text!r} cannot be read - write it like "Parry (1)", "Heal (2)" or "Fear (4)"')
        raise UnreadableTerm(_(advice, text=text))
    values = tuple(int(value) for value in (match["values"] or "").split("/") if value)
    return Term(match["name"], match["about"] or "", values, (match["values"] or "").startswith(("+", "-")))


RULE: Final = "B-WARB-6"

Moments = tuple[str, ...]
Lasts = Literal["exchange", "action", "turn"]


@dataclass(frozen=True, kw_only=True)
class Feat:
    """A Ki feat: it lends an `entry` to its user, to a target, or to all `around` it, or gives and cures states.

    `moments` are the windows of procedures in which it may be used ("initiative", "pool", "damage", "ranged-pool",
    "ranged-damage"), beside those that its timing gives it (B-KI-2, B-KI-11). What is around lasts as long as an Aura
    or a Pulse does, as the card says (B-KI-8). A target may have to be of a `kind`; `weapon` limits what is lent.
    """

    name: str
    moments: Moments = ()
    entry: str = ""
    span: Lasts = "turn"
    weapon: str = ""
    around: Literal["", "friends", "enemies"] = ""
    target: Literal["", "friend", "enemy"] = ""
    kind: str = ""
    gives: str = ""
    cures: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class EventCard:
    """An event card: it lends an `entry` to all models of its player that take part in a moment."""

    name: str
    rule: str = RULE
    text: str
    entry: str
    span: Lasts = "turn"
    moments: Moments = ("open", "close")


FEATS: Final = {
    feat.name: feat
    for feat in (
        Feat(name="Choking Smoke", entry="Aggressive", around="enemies"),
        Feat(name="Dirty Trick", entry="Feint (1)", span="exchange", moments=("pool",)),
        Feat(name="Green Balm", target="friend", cures=("Poisoned", "Bleeding")),
        Feat(name="Iron Chant", entry="Armour (1)", moments=("declare", "pool", "damage", "ranged-damage")),
        Feat(name="Planted Feet", entry="Parry (1)", span="exchange", moments=("pool",)),
        Feat(name="Rush the Bank", target="friend", kind="Mudwater", entry="Charging Bonus [Brutal (1)]"),
        Feat(name="Slip Away", entry="Ranged Defence (1)", moments=("declare", "ranged-set-up")),
        Feat(name="Slow Breath", entry="Brutal (1)", weapon="War Bow", span="action", moments=("ranged-pool",)),
        Feat(name="Steady Drum", entry="Courage (1)", around="friends"),
        Feat(name="Tolling Voice", target="enemy", gives="Stunned"),
        Feat(name="War Cry", entry="Brutal (1)", around="friends"),
    )
}
"""Each Ki feat by its name on cards."""
CARDS: Final = {
    card.name: card
    for card in (
        EventCard(
            name="Rising Mist",
            text=N_("Until the end of the turn, ranged attacks against all your models are 1 harder."),
            entry="Ranged Defence (1)",
        ),
        EventCard(
            name="Old Grudge",
            text=N_("In this exchange, your model gets +1 to its attack result."),
            entry="Brutal (1)",
            span="exchange",
            moments=("pool",),
        ),
    )
}
"""Each event card by its name."""


@dataclass(frozen=True, kw_only=True)
class Special:
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

    @property
    def attacks(self) -> bool:
        """Whether this is a special attack."""
        return self.name.endswith("Attack")

    def levels(self, level: int) -> list[int]:
        """Return the success levels of all damage rolls of a hit (B-SPEC-A1)."""
        if not self.drops:
            return [level]
        return [level, 0] if level < self.drops else list(range(level, -1, -self.drops))


# fmt: off
SPECIALS: Final = {row.name: row for row in (
    Special(name="Combo Attack", rule="B-SPEC-A1", drops=2,
        text=N_("After each damage roll, the success level drops by 2. While it is 0 or more, roll again.")),
    Special(name="Critical Attack", rule="B-SPEC-A2", critical=True,
        text=N_("If the two damage dice show the same number, the defender is removed from play.")),
    Special(name="Drag Attack", rule="B-SPEC-A3", does="drag", inches=1.0, rolls_damage=False,
        text=N_("The attacker moves 1 inch away and the defender follows; no damage roll.")),
    Special(name="Forceback Attack", rule="B-SPEC-A4", does="force back", halves=True,
        text=N_("The defender is moved 1 inch away and the attacker follows; wounds are halved.")),
    Special(name="Grapple Attack", rule="B-SPEC-A5", does="grapple", leaves="Held", rolls_damage=False,
        text=N_("The defender becomes Held and does not attack in this exchange; no damage roll.")),
    Special(name="Powerful Attack", rule="B-SPEC-A6", bonus=3, text=N_("+3 to the damage roll.")),
    Special(name="Push Attack", rule="B-SPEC-A7", does="push", rolls_damage=False,
        text=N_("The defender is moved directly away until it is out of the attacker's zone; no damage roll.")),
    Special(name="Sidestep Attack", rule="B-SPEC-A8", does="sidestep", rolls_damage=False,
        text=N_("The attacker moves away until it is out of the defender's zone; no damage roll.")),
    Special(name="Slam Attack", rule="B-SPEC-A9", does="knock", leaves="Prone", inches=3.0, halves=True,
        text=N_("The defender is moved 3 inches away and becomes Prone; wounds are halved.")),
    Special(name="Stun Attack", rule="B-SPEC-A10", does="stun", leaves="Stunned",
        text=N_("The defender gains a Stunned marker after the damage roll.")),
    Special(name="Sweep Attack", rule="B-SPEC-A11", does="sweep", leaves="Prone", halves=True,
        text=N_("The defender becomes Prone; wounds are halved.")),
    Special(name="Throw Attack", rule="B-SPEC-A12", does="throw", leaves="Prone", inches=2.0, halves=True,
        text=N_("The defender is moved 2 inches in a direction the attacker chooses and becomes Prone; wounds are "
                "halved.")),
    Special(name="Counterstrike Defence", rule="B-SPEC-D1", does="counterstrike",
        text=N_("If the attacker put dice in attack, make a damage roll against it with the success level 2 lower.")),
    Special(name="Drag Defence", rule="B-SPEC-D2", does="drag",
        text=N_("The defender moves 1 inch away and the attacker follows into base contact.")),
    Special(name="Forceback Defence", rule="B-SPEC-D3", does="force back",
        text=N_("The attacker is moved 1 inch away and the defender follows into base contact.")),
    Special(name="Grapple Defence", rule="B-SPEC-D4", does="grapple", leaves="Held",
        text=N_("The attacker becomes Held.")),
    Special(name="Push Defence", rule="B-SPEC-D5", does="push",
        text=N_("The attacker is moved directly away until it is out of the defender's zone.")),
    Special(name="Sidestep Defence", rule="B-SPEC-D6", does="sidestep",
        text=N_("The defender moves away until it is out of the attacker's zone.")),
    Special(name="Sweep Defence", rule="B-SPEC-D7", does="sweep", leaves="Prone",
        text=N_("The attacker becomes Prone.")),
    Special(name="Throw Defence", rule="B-SPEC-D8", does="knock", leaves="Prone", inches=2.0,
        text=N_("The attacker is moved 2 inches directly away and becomes Prone.")),
)}
# fmt: on
"""Each special by its name (B-SPEC-A, B-SPEC-D)."""


ALL: Final = None
"""For `fades`: all markers."""


@dataclass(frozen=True, kw_only=True)
class State(Row):
    """A state: the rules for its markers, its effects, and the reason if it bars actions.

    A `single` state has at most one marker. Markers of a `valued` state have a number. New markers of a state that
    `replaces` take the place of old ones. `brings` is a state that is gained with each marker. `fades` is the number of
    markers that are removed in step 1 of the End Phase (B-END-1).
    """

    single: bool = False
    valued: bool = False
    replaces: bool = False
    ignores_tough: bool = False
    changes_side: bool = False
    brings: str = ""
    fades: int | None = 0
    reason: str = ""


# fmt: off
STATES: Final = {row.name: row for row in (
    State.of("Berserk", "B-STATE-1",
             N_("Aggressive. Must fight the nearest enemy it can reach, or else run at it. Remove all markers "
                 "in the End Phase."),
             brings="Impetuous", fades=ALL, aggressive=True),
    State.of("Bleeding", "B-STATE-2", N_("Takes wounds in the End Phase. Healing a marked box removes all markers."),
             valued=True),
    State.of("Blind", "B-STATE-3",
             N_("Sees only what is in base contact with it; one fewer die in melee; no Run or Charge. Remove all "
                "markers in the End Phase."),
             fades=ALL, melee_dice=-1, bars=YES.about("run", "charge"), reason=N_("it is Blind")),
    State.of("Controlled", "B-STATE-4",
             N_("Fights for the other side for one counter per marker; cannot spend Ki."),
             replaces=True, changes_side=True,
             bars=YES.about("complex-feat", "complex-scenario", "focus", "order", "charge").when("too_few_markers"),
             reason=N_("it has only one Controlled marker")),
    State.of("Death Sentence", "B-STATE-5",
             N_("Enemies that fight it get one extra die and +1 to damage rolls.")),
    State.of("Diseased", "B-STATE-6", N_("In the Starting Phase, it loses one marker and one activation counter.")),
    State.of("Disguised", "B-STATE-7",
             N_("Enemies must pass a Ki test before they may target it or move into base contact with it. "
                "Its zone may be ignored."),
             valued=True),
    State.of("Frightened", "B-STATE-8",
             N_("Defensive; one fewer die in melee and ranged attacks; cannot move into contact with Fear models."),
             defensive=True, melee_dice=-1, ranged_dice=-1),
    State.of("Held", "B-STATE-9", N_("Defensive; one fewer die in melee; cannot move or be moved."),
             single=True, defensive=True, melee_dice=-1,
             bars=YES.but_for("disengage", "stand-up", "simple-feat", "complex-feat"), reason=N_("it is Held")),
    State.of("Immobilised", "B-STATE-10",
             N_("Must pass a size test before it moves or turns; no specials; enemies ignore contact with it."),
             bars_specials=True),
    State.of("Impetuous", "B-STATE-11",
             N_("While it has counters, only Impetuous models can be activated. Each action removes one marker.")),
    State.of("On Fire", "B-STATE-12",
             N_("Takes wounds in the End Phase, ignoring Tough. Waiting removes up to two markers."),
             valued=True, ignores_tough=True),
    State.of("Poisoned", "B-STATE-13", N_("Takes wounds in the End Phase."), valued=True),
    State.of("Prone", "B-STATE-14",
             N_("One fewer die in melee; attacks second; no specials; does not block sight. Can only stand up."),
             single=True, melee_dice=-1, bars_specials=True,
             bars=YES.but_for("stand-up", "jump-up"), reason=N_("it is Prone: it may only stand up")),
    State.of("Reloading", "B-STATE-15", N_("Weapons with Reload cannot shoot. Waiting removes one marker.")),
    State.of("Spirit Block", "B-STATE-16", N_("Generates no Ki. Remove one marker at the end of that step.")),
    State.of("Stunned", "B-STATE-17",
             N_("One fewer die in melee and ranged attacks. Remove one marker in the End Phase; waiting removes all."),
             fades=1, melee_dice=-1, ranged_dice=-1),
)}
# fmt: on
"""Each state by its name."""


FORMS: Final = ("", "(X)", "(X/Y)", "[D]", "[D] (X)", "[D] (X/Y)")
"""The forms of traits on cards: a descriptor [D] in brackets, values X and Y in parentheses."""
TESTS: Final = ("Attack", "Defence", "Ki", "Melee", "Ranged", "Size", "Tactical")
"""The tests that Prowess and Adept may name (B-TR-41, B-TR-73)."""


@dataclass(frozen=True, kw_only=True)
class Trait(Row):
    """A trait: its form on cards, the descriptors it can have (empty for any), and the state that its wounds bring."""

    form: str = ""
    names: tuple[str, ...] = ()
    leaves: str = ""


# fmt: off
TRAITS: Final = {row.name: row for row in (
    # Damage and wounds (B-DMG).
    Trait.of("Armour", "B-TR-4", N_("Damage rolls against it are X lower."), form="(X)", armour=X),
    Trait.of("Pierce", "B-TR-39", N_("Its hits treat Armour as X lower, never below 0."), form="(X)", pierce=X),
    Trait.of("Tough", "B-TR-57", N_("Reduces wounds taken by X each time."), form="(X)", tough=X),
    Trait.of("Sharp", "B-TR-49", N_("Its hits treat Tough as X lower, never below 0."), form="(X)", sharp=X),
    Trait.of("Durable", "B-TR-19", N_("Two or more wounds at once become one."), durable=True),
    Trait.of("Strong", "B-TR-54", N_("Damage rolls: roll three dice, keep the best two. One extra die in size tests."),
             strong=True),
    Trait.of("Weak", "B-TR-54",
             N_("Damage rolls: roll three dice, keep the worst two. One fewer die in size tests."), weak=True),
    Trait.of("Regenerate", "B-TR-45", N_("Heals X wounds in the End Phase."), form="(X)", regenerates=X),
    Trait.of("Bleed", "B-TR-7", N_("When it wounds an enemy that is not Soulless, that enemy gains X × Bleeding (Y)."),
             form="(X/Y)", leaves="Bleeding", on_wound=X.when("enemy_with_a_soul")),
    Trait.of("Poison", "B-TR-40", N_("When it wounds a model that is not Soulless, that model gains X × Poisoned (Y)."),
             form="(X/Y)", leaves="Poisoned", on_wound=X.when("victim_with_a_soul")),
    Trait.of("Fire", "B-TR-24", N_("When it wounds a model, that model gains X × On Fire (Y)."),
             form="(X/Y)", leaves="On Fire", on_wound=X),
    Trait.of("Rise", "B-TR-47",
             N_("When it has no wounds left, it rolls a die; on X or more, it heals all its wounds and becomes Prone."),
             form="(X)", rises=X),
    Trait.of("Last Stand", "B-TR-33", N_("When it has no wounds left, it stays and acts until the end of the turn."),
             stands_to_the_last=True),
    Trait.of("Assassin", "B-TR-5",
             N_("Against an enemy that never saw it coming, roll three damage dice and keep any two."),
             assassin=True),
    # Actions of their own, feats and opposed Ki tests (B-ACT-1, B-KI, B-TEST-13).
    Trait.of("Channel", "B-TR-12",
             N_("Once per turn, when activated: gives up to X of its Ki to friends within Y inches."),
             form="(X/Y)"),
    Trait.of("Command", "B-TR-14",
             N_("Simple action: up to X friends of the named type within Y inches each take a simple action."),
             form="[D] (X/Y)"),
    Trait.of("Heal", "B-TR-25", N_("Simple action: moves to a model that is not Soulless and heals X of its wounds."),
             form="(X)"),
    Trait.of("Order", "B-TR-37",
             N_("Complex action: X friends of the named type within Y inches gain a counter each."),
             form="[D] (X/Y)"),
    Trait.of("Willpower", "B-TR-70", N_("+X to opposed Ki tests while it is activating."),
             form="(X)", ki_active_result=X),
    Trait.of("Resistance", "B-TR-70", N_("+X to opposed Ki tests while an enemy is activating."),
             form="(X)", ki_passive_result=X),
    Trait.of("Overwhelm", "B-TR-71",
             N_("The opponent loses its X highest dice in opposed Ki tests while this model is activating."),
             form="(X)", takes_ki_dice_active=X),
    Trait.of("Mettle", "B-TR-71", N_("The opponent loses its X highest dice in opposed Ki tests that it started."),
             form="(X)", takes_ki_dice_passive=X),
    Trait.of("Spirit", "B-TR-83", N_("Adds X to its dice in Ki tests."), form="(X)", spirit=X),
    Trait.of("Disturb Flow", "B-TR-84", N_("Feats of enemies within Y inches cost X Ki more."),
             form="(X/Y)", disturbs=X.when("near")),
    # The exchange (B-MELEE).
    Trait.of("Aggressive", "B-TR-1", N_("At least as many attack dice as defence dice."), aggressive=True),
    Trait.of("Defensive", "B-TR-17", N_("At least as many defence dice as attack dice."), defensive=True),
    Trait.of("Steadfast", "B-TR-53",
             N_("Splits its dice freely when Frightened; continues its action after a failed fear test."),
             splits_freely=True),
    Trait.of("Brutal", "B-TR-10", N_("+X to its attack and ranged results, if any die counts."),
             form="(X)", attack_result=X),
    Trait.of("Parry", "B-TR-38", N_("+X to its defence results, if any die counts."), form="(X)", defence_result=X),
    Trait.of("Co-ordinated Attack", "B-TR-15",
             N_("One extra die if a friend of the named type is also in base contact with the enemy."),
             form="[D]", melee_pool=YES.when("friend_of_its_kind_touches_the_enemy")),
    Trait.of("Dodge", "B-TR-18",
             N_("May choose up to X of the opponent's attack dice and make it reroll them, once each."),
             form="(X)", rerolls_enemy_attack=X),
    Trait.of("Feint", "B-TR-23", N_("May make the opponent reroll up to X of its defence dice, once each."),
             form="(X)", rerolls_enemy_defence=X),
    Trait.of("Prowess", "B-TR-41", N_("May reroll up to X of its dice in the named test, once each."),
             form="[D] (X)", names=TESTS, rerolls_own=X.when("in_its_test")),
    Trait.of("Impenetrable Defence", "B-TR-29", N_("The enemy loses its highest attack die."), takes_attack_dice=1),
    Trait.of("Unblockable", "B-TR-58", N_("The enemy loses its X highest defence dice."),
             form="(X)", takes_defence_dice=X),
    Trait.of("Indomitable", "B-TR-30", N_("Ignores X assisting enemies."), form="(X)", ignores_assisting=X),
    Trait.of("Insignificant", "B-TR-31",
             N_("Its zone may be ignored; it never assists, intercepts or takes scenario actions."),
             insignificant=True),
    Trait.of("Reach", "B-TR-44",
             N_("Attacks first unless it was in base contact with an enemy when the activation began."),
             has_reach=True),
    Trait.of("Lightning Reflexes", "B-TR-36",
             N_("Always attacks first; cancels out if both have it."), strikes_first=True),
    Trait.of("Slow", "B-TR-51", N_("No Run or Charge; when active, it attacks second."), slow=True),
    Trait.of("Endurance", "B-TR-20", N_("Loses no die for being Exhausted."), ignores_exhaustion=True),
    Trait.of("Tireless", "B-TR-56", N_("Exchanges that enemies start cost it no counter."), tireless=True),
    Trait.of("Adept", "B-TR-73", N_("In the named test, X more of its dice can support the highest."),
             form="[D] (X)", names=TESTS, supports=X.when("in_its_test_or_colour")),
    Trait.of("Kata", "B-TR-72", N_("Keeps 1s in melee exchanges."), keeps_ones=YES.about("attack", "defence")),
    Trait.of("Mantra", "B-TR-72", N_("Keeps 1s in opposed Ki tests."), keeps_ones=YES.about("opposed ki")),
    Trait.of("Vengeance", "B-TR-81", N_("In melee against the named type: +1 to attack results and damage rolls."),
             form="[D]", against=YES.when("against_its_kind")),
    Trait.of("Split Attack", "B-TR-80",
             N_("Its Melee and Charge may fight several enemies, with one fewer die in each fight per extra enemy."),
             splits_attack=True),
    # Moving, standing and reaching others (B-MOVE, B-ACT).
    Trait.of("Agile", "B-TR-2", N_("May leave base contact with enemies without disengaging; never Held."),
             agile=True, immune=YES.about("Held")),
    Trait.of("Bodyguard", "B-TR-8",
             N_("May swap places with a friend of the named type within X inches when an enemy moves to fight "
                 "or shoots at that friend."),
             form="[D] (X)"),
    Trait.of("Camouflage", "B-TR-11",
             N_("While it has cover from an enemy, that enemy cannot target it or move into base contact with it "
                 "unless the enemy started within X inches."),
             form="(X)"),
    Trait.of("Banzai!", "B-TR-79", N_("Its Charge is a simple action."), charges_simply=True),
    Trait.of("Charging Bonus", "B-TR-13", N_("When it charges, it has the named trait until the activation ends."),
             form="[D]"),
    Trait.of("Huge", "B-TR-26", N_("Its size is Huge, no matter how large its base is.")),
    Trait.of("Tiny", "B-TR-26", N_("Its size is Tiny, no matter how large its base is.")),
    Trait.of("Scout", "B-TR-48",
             N_("Deploys after all others, within Y inches of its own zone; +X to the deployment test."),
             form="(X/Y)"),
    Trait.of("Jump Up", "B-TR-32", N_("May stand up from Prone when it is activated, before it declares its action.")),
    Trait.of("Construct", "B-GEO-21", N_("Gives cover, as terrain does.")),
    Trait.of("Flank", "B-TR-85",
             N_("May start Elsewhere and arrive at a neutral edge in turn 2, 3 or 4. Note the turn and edge in "
                 "secret.")),
    Trait.of("Group", "B-TR-82",
             N_("All models of its card are activated together: first they move, then they fight.")),
    Trait.of("Pack", "B-TR-82",
             N_("Up to X other pack models within Y inches are activated with it: first they move, then they fight."),
             form="(X/Y)"),
    # Ranged weapons (B-RNG).
    Trait.of("Ammo", "B-TR-3", N_("It can be fired X times."), form="(X)"),
    Trait.of("Reload", "B-TR-46", N_("After every shot, it gains X × Reloading."), form="(X)"),
    Trait.of("Rapid Fire", "B-TR-43", N_("One Ranged Attack makes up to X attacks, at any targets."),
             form="(X)", shots=X - 1),
    Trait.of("Lightweight", "B-TR-78", N_("Moving does not make its shots harder.")),
    # Fear, immunity and tactics (B-FEAR, B-STATE-20, B-TEST-20).
    Trait.of("Fear", "B-TR-21", N_("Causes fear tests against X, and passes any up to X itself."), form="(X)", fear=X),
    Trait.of("Fearless", "B-TR-22", N_("Passes every fear test and is never Frightened."),
             fearless=True, immune=YES.about("Frightened")),
    Trait.of("Soulless", "B-TR-52", N_("Passes fear tests; resists Ki; never Bleeding, Frightened or Poisoned."),
             soulless=True, immune=YES.about("Bleeding", "Frightened", "Poisoned")),
    Trait.of("Immune", "B-TR-28", N_("Never gains markers of the named state."),
             form="[D]", names=tuple(STATES), immune=YES.when("of_its_state")),
    Trait.of("Courage", "B-TR-76", N_("+X to its own fear tests, if any die counts."), form="(X)", fear_result=X),
    Trait.of("Leadership", "B-TR-34", N_("Friends of the named type within Y inches get +X to fear tests."),
             form="[D] (X/Y)", lends_fear_result=X.when("near_its_kind")),
    Trait.of("Tactician", "B-TR-55", N_("Adds X to its dice in tactical tests."), form="(X)", tactics=X),
    Trait.of("Ranged Defence", "B-TR-42", N_("Ranged attacks against it are X harder."), form="(X)", ranged_defence=X),
    Trait.of("Sixth Sense", "B-TR-50", N_("Never Surprised or Blind; ignores Camouflage."),
             never_surprised=True, immune=YES.about("Blind")),
    Trait.of("Aware", "B-TR-6", N_("Sees all round."), sees_all_round=True),
    Trait.of("Lightfooted", "B-TR-35", N_("Treats Difficult terrain as Normal while it moves."), lightfooted=True),
    Trait.of("Immovable", "B-TR-27", N_("Only its own actions and friends can move it; it is never Prone."),
             immovable=True, immune=YES.about("Prone")),
    Trait.of("Evasive", "B-TR-77", N_("Ignores zones of control while it moves."), ignores_zones=True),
    Trait.of("Cloudwalk", "B-TR-77", N_("Ignores terrain, models and zones while it moves."),
             ignores_zones=True, flies=True),
    Trait.of("Intangible", "B-TR-77", N_("Ignores models, terrain, zones and contact while it moves."),
             ignores_zones=True, flies=True),
    Trait.of("Bravery", "B-TR-9",
             N_("May retry a failed fear test once. Cancels out with Cowardly, and cancels the enemy's Terror."),
             brave=True),
    Trait.of("Cowardly", "B-TR-16", N_("Must repeat a passed fear test once."), cowardly=True),
    Trait.of("Terror", "B-TR-74", N_("Enemies that pass a fear test it caused must repeat it once."), terrible=True),
    Trait.of("Dread", "B-TR-75", N_("Fear tests against it lose X dice, and no model passes them by having Fear."),
             form="(X)", dread=X),
    Trait.of("Hatred", "B-WARB-7", N_("Cannot be in a warband with the named type."), form="[D]"),
)}
# fmt: on
"""Each trait by its name on cards."""
