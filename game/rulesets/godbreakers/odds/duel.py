"""Fights without a table, between fighters described by a line of text.

They use the rules, dice and odds of a real game. A line has the die, traits with ranks, flaws and "damage N". A fighter
is a godbreaker unless the line has "unaligned". Example: "D6 Defensive 1 Tough 1 Brittle damage 3".
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from game.documents.error import DocumentError
from game.engine.core.dice import Dice, KeyedDice
from game.rulesets.godbreakers.rules.constants import DICE, HIGHEST_RANK
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.scenarios import Scenario
from game.rulesets.godbreakers.rules.state import Model, State
from game.rulesets.godbreakers.rules.traits import REGISTRY
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

    @property
    def solo(self) -> bool:
        return False

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
    value = words.pop(0) if words else ""
    if not (value.isascii() and value.isdigit() and len(value) < 4 and least <= int(value) <= most):
        parts = {"name": name, "told": repr(value[:20]) if value else "nothing", "rule": rule}
        text = N_("{name} is followed by {told} - give a number from {least} to {most} ({rule})")
        raise DocumentError(source, "", _(text, **parts, least=least, most=most))
    return int(value)


def _unknown(word: str, die: int) -> str:
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
