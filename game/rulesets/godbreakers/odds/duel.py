"""Fights without a table, between fighters described by a line of text, and their odds.

They use the rules, dice and odds of a real game. A line has the die, traits with ranks, flaws and "damage N". A fighter
is a godbreaker unless the line has "unaligned". Example: "D6 Defensive 1 Tough 1 Brittle damage 3".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from game.documents.error import DocumentError
from game.engine.core.dice import Dice, KeyedDice
from game.engine.core.odds import Chance, Distribution
from game.engine.rulebook.facets import Calculation, Value, Values, Verb
from game.rulesets.godbreakers.odds.odds import engage_odds, roll_odds, test_odds, triumph_odds
from game.rulesets.godbreakers.rules.actions.repertoire import most_opponents
from game.rulesets.godbreakers.rules.circles.documents import HIGHEST_RANK
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.rolls import recovery_odds
from game.rulesets.godbreakers.rules.scenarios import Scenario
from game.rulesets.godbreakers.rules.state import DICE, Model, State
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.words.rule_text import read_verbs
from game.wording import N_, _

ATTACKER, DEFENDER, HEALER = "attacker", "defender", "healer"
MOST_DAMAGE = 99
MOST_DEFENDERS = 4
"""A Merciless model of the highest rank can nominate four opponents (G-ENG-1)."""


@dataclass(frozen=True)
class Fighter:
    """The properties of a model that affect the odds."""

    die: int = 6
    traits: dict[str, int] = field(default_factory=dict)
    flaws: tuple[str, ...] = ()
    damage: int = 0
    godbreaker: bool = True

    def __str__(self) -> str:
        parts = [f"D{self.die}", *(f"{name} {rank}" for name, rank in self.traits.items()), *self.flaws]
        if not self.godbreaker:
            parts.append("unaligned")
        if self.damage:
            parts.append(f"damage {self.damage}")
        return " ".join(parts)

    def model(self, identity: str, owner: str) -> Model:
        """Return the fighter as a model of the rules."""
        kind = "godbreaker" if self.godbreaker else "unaligned"
        model = Model(identity, identity, kind, owner, self.die, place="table", damage=self.damage)
        model.traits, model.flaws = dict(self.traits), self.flaws
        return model


class Bout(Game):
    """A game without a table. All models are within 0 U of each other, and the attacker is active.

    `challenging` are ids of models with challenging attack rolls. `out_of_reach` are ids of models outside every
    winner's attack range. With `apart`, the defenders are hostile to each other, too.
    """

    def __init__(
        self,
        attacker: Fighter,
        defenders: Sequence[Fighter] = (),
        *,
        healers: Sequence[Fighter] = (),
        apart: bool = False,
        challenging: Collection[str] = (),
        out_of_reach: Collection[str] = (),
        hard_recovery: bool = False,
        dice: Dice | None = None,
    ) -> None:
        self.attacker = attacker.model(ATTACKER, ATTACKER)
        several = len(defenders) > 1
        self.defenders = []
        for number, fighter in enumerate(defenders, start=1):
            identity = f"{DEFENDER}-{number}" if several else DEFENDER
            self.defenders.append(fighter.model(identity, identity if apart else DEFENDER))
        friends = [healer.model(f"{HEALER}-{number}", ATTACKER) for number, healer in enumerate(healers, start=1)]
        models = {model.id: model for model in (self.attacker, *self.defenders, *friends)}
        self.state = State(models=models, markers={}, vp={}, rounds=1, round=1, step="activation", active=ATTACKER)
        self.dice = dice or KeyedDice(0)
        self.events = []
        self.shard_traits = {}
        self.levels = False
        self.out_of_reach = frozenset(out_of_reach)
        self.scenario = _FixedChallenges(frozenset(challenging), hard_recovery)

    solo = False

    def within(self, one: Piece, other: Piece, n: float) -> bool:
        if not isinstance(one, Model) or not isinstance(other, Model):
            return False
        return other.id not in self.out_of_reach or self.friendly(one, other)

    def models_within(self, model: Model, others: Sequence[Model], n: float) -> Iterator[Model]:
        return (other for other in others if self.within(model, other, n))

    def touching(self, piece: Piece, others: list[Model]) -> Iterator[Model]:
        return iter(())

    def at_barricade(self, model: Model) -> bool:
        return False


class _FixedChallenges(Scenario):
    """A stand-in for a scenario that makes the given rolls challenging."""

    def __init__(self, attacks: Collection[str], recovery: bool) -> None:
        self.attacks, self.recovery = attacks, recovery

    def challenges_attack(self, game: Game, model: Model, engaged: Sequence[Model]) -> str:
        return _("as specified") if model.id in self.attacks else ""

    def challenges_recovery(self, game: Game, model: Model) -> bool:
        return self.recovery


def parse_fighter(text: str, source: str) -> Fighter:
    """Return the fighter that `text` describes; raise `DocumentError` naming `source`."""
    words = text.replace(",", " ").split()
    traits: dict[str, int] = {}
    flaws: list[str] = []
    die = damage = 0
    godbreaker = True
    while words:
        word = words.pop(0)
        name = word.capitalize()
        if word.lower() in (f"d{size}" for size in DICE) and not die:
            die = int(word[1:])
        elif word.lower() == "damage":
            damage = _number(words, word, 0, MOST_DAMAGE, source, "G-TBL-8")
        elif word.lower() in ("unaligned", "godbreaker"):
            godbreaker = word.lower() == "godbreaker"
        elif name in traits or name in flaws:
            raise DocumentError(source, "", _("{name} is given twice - give it once, with its rank", name=name))
        elif name in REGISTRY and REGISTRY[name].metal == "flaw":
            flaws.append(name)
        elif name in REGISTRY:
            traits[name] = _number(words, name, 1, HIGHEST_RANK, source, "G-CIR-5")
        else:
            raise DocumentError(source, "", _unknown(word, die))
    if not die:
        reason = _("{words!r} has no die - begin with one of {dice} (G-ROLL-1)", words=text[:60], dice=_dice())
        raise DocumentError(source, "", reason)
    return Fighter(die, traits, tuple(flaws), damage, godbreaker)


def _number(words: list[str], name: str, least: int, most: int, source: str, rule: str) -> int:
    """Take the number after `name` from `words`; raise `DocumentError` if it is missing or outside the limits."""
    value = words.pop(0) if words else ""
    if not (value.isascii() and value.isdigit() and len(value) < 4 and least <= int(value) <= most):
        parts = {"name": name, "told": repr(value[:20]) if value else "nothing", "rule": rule}
        text = N_("{name} is followed by {told} - give a number from {least} to {most} ({rule})")
        raise DocumentError(source, "", _(text, **parts, least=least, most=most))
    return int(value)


def _unknown(word: str, die: int) -> str:
    """Return the reason why a word of a fighter is not accepted. `die` is the die given before it, or 0."""
    if word[:1] in "dD" and word[1:].isdigit():
        text = (
            N_("{word} is a second die - use one")
            if die
            else N_("{word} is not a die in this game - use one of {dice}")
        )
        return _(text, word=word[:20], dice=_dice())
    text = N_("{word!r} is not a trait or flaw - use a die, damage N, unaligned, or one of {known}")
    return _(text, word=word[:40], known=", ".join(sorted(REGISTRY)))


def _dice() -> str:
    return ", ".join(f"D{size}" for size in DICE)


# -- odds, for the command line and other programs -------------------------------------------------


Share = Callable[[Chance], str]
"""Returns a chance as text, for example as a percentage."""
ANY_TEST = N_("a test")


def _engage(values: Values) -> Calculation:
    """Return the odds of an Engage and of the recovery after it (G-ENG-2..4). Raise `DocumentError`.

    In the result, "models" lists all fighters, the attacker first, with their chances to win and to have a Triumph, the
    chance of each amount of damage, and the chance to become a casualty with and without the Engage.
    """
    attacker, defenders = values["attacker"], _several(values["defender"])
    if attacker is None or not defenders:
        raise DocumentError("odds", "", _("give --attacker and at least one --defender, or name another calculation"))
    if len(defenders) > MOST_DEFENDERS:
        raise DocumentError("--defender", "", _("give one to {most} defenders (G-ENG-1)", most=MOST_DEFENDERS))
    fighters = [parse_fighter(text, "--defender") for text in defenders]
    active = parse_fighter(str(attacker), "--attacker")
    groups = _groups(len(fighters))
    bout = Bout(
        active,
        fighters,
        apart=bool(values["apart"]),
        challenging=_fighters_in(_several(values["challenging"]), groups, "--challenging"),
        out_of_reach=_fighters_in(_several(values["out_of_reach"]), groups, "--out-of-reach"),
        hard_recovery=bool(values["hard_recovery"]),
    )
    most_defenders = most_opponents(bout, bout.attacker)
    if len(fighters) > most_defenders:
        reason = _(
            "gives {fighters} defenders, but {active} can nominate at most {most} - give the attacker Merciless",
            fighters=len(fighters),
            active=active,
            most=most_defenders,
        )
        raise DocumentError("--defender", "", f"{reason} (G-ENG-1)")
    odds = engage_odds(bout, bout.attacker, *bout.defenders)
    models: list[dict[str, Any]] = [
        {
            "id": fate.model,
            "fighter": str(fighter),
            "win": fate.win,
            "triumph": fate.triumph,
            "damage": _by_number(fate.damage),
            "casualty": fate.casualty,
            "casualty_without": fate.unharmed,
        }
        for fighter, fate in zip([active, *fighters], odds.fates, strict=True)
    ]
    result = {"win": odds.win, "tie": odds.tie, "lose": odds.lose, "models": models}

    def lines(share: Share) -> list[str]:
        words = [_("for the attacker: {shares}", shares=_shares(result, "win tie lose", share))]
        for model in models:
            casualty = _("  casualty  {share} at recovery", share=share(model["casualty"]))
            words += [
                f"{model['id']}: {model['fighter']}",
                _("  damage    {spread}", spread=_spread(model["damage"], share)),
                casualty + _(" ({share} without the Engage)", share=share(model["casualty_without"])),
                _("  Triumph   {share}", share=share(model["triumph"])),
            ]
        return words

    return Calculation(result, lines)


def _test(values: Values) -> Calculation:
    """Return the odds of a test (G-ROLL-4). Raise `DocumentError`."""
    fighter, active = parse_fighter(str(values["fighter"]), "fighter"), not values["inactive"]
    bout = Bout(fighter)
    bout.state.active = ATTACKER if active else ""
    roll = roll_odds(bout, bout.attacker, ANY_TEST, challenging=True)
    success = test_odds(bout, bout.attacker, ANY_TEST)
    result = {
        "fighter": str(fighter),
        "active": active,
        "success": success,
        "failure": _complement(success),
        "triumph": triumph_odds(bout.attacker, roll),
        "results": _by_number(roll),
    }

    return Calculation(result, lambda share: _lines(result, "success failure triumph", roll, share))


def _recovery(values: Values) -> Calculation:
    """Return the odds of a recovery, with or without a Healer nearby (G-REC-1). Raise `DocumentError`."""
    fighter, damage, healer = parse_fighter(str(values["fighter"]), "fighter"), values["damage"], values["healer"] or 0
    if isinstance(damage, int):
        fighter = replace(fighter, damage=damage)
    if not isinstance(healer, int) or not 0 <= healer <= HIGHEST_RANK:
        raise DocumentError("--healer", "", _("a rank is a number from 0 to {highest} (G-CIR-5)", highest=HIGHEST_RANK))
    healers = [Fighter(traits={"Healer": healer})] if healer else []
    bout = Bout(fighter, healers=healers, hard_recovery=bool(values["challenging"]))
    odds = recovery_odds(bout, bout.attacker)
    casualty, removed = odds.casualty(fighter.damage), min(odds.sheds, fighter.damage)
    result = {
        "fighter": str(fighter),
        "damage": fighter.damage,
        "removed_before": removed,
        "casualty": casualty,
        "survival": _complement(casualty),
        "triumph": odds.triumph(fighter.damage),
        "results": _by_number(odds.roll),
    }

    before = [_("  {n} damage is removed before the roll", n=removed)] if removed else []
    return Calculation(result, lambda share: _lines(result, "survival casualty triumph", odds.roll, share, before))


def _complement(chance: Chance) -> Chance:
    return Chance(chance.total - chance.weight, chance.total)


def _by_number(distribution: Distribution) -> dict[str, Chance]:
    return {str(number): chance for number, chance in distribution.chances()}


def _lines(
    result: dict[str, Any], names: str, roll: Distribution, share: Share, before: Sequence[str] = ()
) -> list[str]:
    """Return the lines of a single roll: the chances called `names`, lines to put `before` the results, the results."""
    spread = _("  result    {spread}", spread=_spread(_by_number(roll), share))
    return [f"{result['fighter']}: {_shares(result, names, share)}", *before, spread]


def _several(value: Value) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else ()


def _shares(result: dict[str, Any], names: str, share: Share) -> str:
    """Return the chances called `names` (separated by blanks) as one line."""
    return ", ".join(f"{name} {share(result[name])}" for name in names.split())


def _spread(chances: dict[str, Chance], share: Share) -> str:
    """Return the chance of each amount as one line."""
    return "   ".join(f"{amount}: {share(chance)}" for amount, chance in chances.items())


CALCULATIONS: Final[tuple[Verb[Callable[[Values], Calculation]], ...]] = read_verbs(
    "odds", {"engage": _engage, "test": _test, "recovery": _recovery}
)
"""The calculations that need no table. Their parameters are the options of the command line."""


def _groups(defenders: int) -> dict[str, tuple[str, ...]]:
    """Return the ids of the fighters for each word that an option accepts, such as "both"."""
    ids = tuple(f"{DEFENDER}-{n}" for n in range(1, defenders + 1)) if defenders > 1 else (DEFENDER,)
    single = {identity: (identity,) for identity in ids}
    return {**single, ATTACKER: (ATTACKER,), DEFENDER: ids, "both": (ATTACKER, *ids)}


def _fighters_in(words: Sequence[str], groups: dict[str, tuple[str, ...]], option: str) -> Collection[str]:
    """Return the ids of the fighters that the words of an option stand for. Raise `DocumentError`."""
    ids: set[str] = set()
    for word in words:
        if word not in groups:
            text = _("{word!r} is not one of {known}", word=word[:40], known=", ".join(sorted(groups)))
            raise DocumentError(option, "", text)
        ids.update(groups[word])
    return ids
