"""Random circles and recruits that keep the rules (G-CIR-1..7)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from game.engine.core.dice import Dice, KeyedDice, RollCounter
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument, GodbreakerDocument
from game.rulesets.godbreakers.rules.circles.gains import (
    CIRCLE_SIZE,
    FRESH_DICE,
    FRESH_GAINS,
    LEADER_GAINS,
    METALS,
    RECRUIT_DIE,
    GainDocument,
    Growth,
    listed,
    offers,
    throw,
)
from game.rulesets.godbreakers.words.data import slug

_NAMES = (
    "Alder Anvil Ash Barb Bellows Brack Burr Candle Chisel Clay Cobble Coil Dapple Dregs Drum Dusk Fallow Ferrule "
    "Flax Gallow Gimlet Glim Harl Hasp Heather Hinge Jack-by-Night Kestrel Knot Lade Larch Latch Loam Madder "
    "Mallet Moth Nail Oar Otter Pitch Plough Pumice Rivet Rook Rust Saffron Shale Sleet Sorrow Spindle Stave Tarn "
    "Teasel Thimble Thorn Umber Vetch Weft Whin Yew "
)
GIVEN_NAMES = tuple(_NAMES.split())
"""Names for random godbreakers and circles."""

CAUSES = (
    "a road home",
    "the names struck from the record",
    "one winter without masters",
    "the river's old course",
    "a debt nobody else remembers",
    "the quiet after the bells",
)

Item = TypeVar("Item")


@dataclass
class Maker:
    """Makes random choices with game dice. `about` is the beginning of the purpose of each roll."""

    dice: Dice
    about: str
    counter: RollCounter = field(default_factory=RollCounter)

    def pick(self, items: Sequence[Item], purpose: str) -> Item:
        """Return a random item. All items are equally likely."""
        return items[self.dice.roll(self.counter, len(items), f"{self.about}/{purpose}") - 1]

    def gain(self, growth: Growth, who: str) -> GainDocument:
        """Let a godbreaker gain a random trait, by choice or by the crucible (G-CIR-5, G-CIR-6)."""
        if self.pick(("choice", "crucible"), f"{who}/how") == "choice":
            gain = GainDocument(trait=self.pick(growth.choices(), f"{who}/trait"))
        else:
            metal = self.pick(METALS, f"{who}/metal")
            open_gains: list[GainDocument] = []
            while not open_gains:
                roll = throw(self.dice, self.counter, f"{self.about}/{who}")
                open_gains = offers(growth, metal, roll)
            gain = self.pick(open_gains, f"{who}/offer")
        growth.take(gain)
        return gain

    def godbreaker(self, name: str, die: int, gains: int) -> GodbreakerDocument:
        """Return a new godbreaker with a random metal and this number of gains (G-CIR-3)."""
        growth = Growth([self.pick(METALS, f"{name}/born of")])
        record = tuple(self.gain(growth, name) for _gain in range(gains))
        grown = {"metals": tuple(growth.metals), "traits": growth.traits, "flaws": tuple(growth.flaws)}
        return GodbreakerDocument.model_validate({"name": name, "die": die, **grown, "gains": record})

    def name(self, excluded: Collection[str]) -> str:
        """Return a random name that is not in `excluded`, ignoring case."""
        taken = {name.casefold() for name in excluded}
        free = [name for name in GIVEN_NAMES if name.casefold() not in taken]
        return self.pick(free, "name") if free else f"Nameless {len(taken)}"


def random_circle(name: str, seed: int, *, fights_for: str | None = None, shard: str | None = None) -> CircleDocument:
    """Return a random fresh circle for a seed. Raise pydantic's error for an unknown shard trait."""
    maker = Maker(KeyedDice(seed), f"circle {slug(name)}")
    names: list[str] = []
    for _seat in range(CIRCLE_SIZE):
        names.append(maker.name(names))
    members = tuple(
        maker.godbreaker(given_name, die, FRESH_GAINS if place else LEADER_GAINS)
        for place, (given_name, die) in enumerate(zip(names, FRESH_DICE))
    )
    return CircleDocument(
        name=name,
        fights_for=fights_for or maker.pick(CAUSES, "cause"),
        shard=shard or maker.pick([trait for metal in METALS for trait in listed(metal)], "shard"),
        shard_name=f"{maker.pick(GIVEN_NAMES, 'shard name')} Stone",
        godbreakers=members,
    )


def random_recruit(dice: Dice, excluded: Collection[str], about: str) -> GodbreakerDocument:
    """Return a random recruit with a name that is not in `excluded` (G-CIR-1, G-CIR-3)."""
    maker = Maker(dice, about)
    return maker.godbreaker(maker.name(excluded), RECRUIT_DIE, FRESH_GAINS)
