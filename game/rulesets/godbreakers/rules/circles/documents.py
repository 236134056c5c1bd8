"""Circles: the gains of godbreakers, documents with the rules of creation, random and bundled circles (G-CIR)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from importlib.resources import files
from typing import Annotated, Any, Final, Literal, NamedTuple, TypeVar

from pydantic import Field, model_validator

from game.documents.error import DocumentError
from game.documents.faces import FacedDocument
from game.documents.reading import Name, Part, parse_document, refuse
from game.engine.core.dice import Dice, KeyedDice, RollCounter, roll_die
from game.engine.kit.rosters import ByName
from game.wording import N_, _, slug

# -- gains (G-CIR-5..7) ----------------------------------------------------------------------------


CIRCLE_SIZE: Final = 5
"""Godbreakers in a circle (G-CIR-1)."""

FRESH_DICE: Final = (8, 8, 6, 6, 6)
"""The dice of a circle at creation (G-CIR-2)."""

RECRUIT_DIE: Final = 6
"""The die of a recruit and of a godbreaker that returns from ascension (G-CIR-1, G-ASC-1)."""

FRESH_GAINS: Final = 2
LEADER_GAINS: Final = 3
"""The numbers of traits that a godbreaker and a leader gain at creation (G-CIR-3)."""

MOST_TRAITS: Final = 4
HIGHEST_RANK: Final = 3
"""The most traits of a godbreaker, and their highest rank (G-CIR-5)."""

Metal = Literal["copper", "iron", "mercury", "gold"]
Occasion = Literal["creation", "return"]

METAL_OF: dict[str, str] = {}
"""The metal of each trait, "flaw" for flaws. `traits.load_all` fills it."""
METALS: tuple[Metal, ...] = ("copper", "iron", "mercury", "gold")
_IN_WORDS = N_("copper"), N_("iron"), N_("mercury"), N_("gold")  # translated where they are shown


class GainDocument(Part):
    """A gain by choice (G-CIR-5), by the crucible (G-CIR-6), or by an alloy (G-CIR-7).

    `trait` is the new or raised trait. A gain by the crucible has the crucible's `metal` and the `roll`. An alloy has
    the new `metal` and `flaw`. `at` is the occasion: creation or a return from ascension.
    """

    by: Literal["choice", "crucible", "alloy"] = "choice"
    trait: Name
    metal: Metal | None = None
    roll: Annotated[int, Field(ge=1, le=6)] | None = None
    flaw: Name | None = None
    at: Occasion = "creation"

    @model_validator(mode="after")
    def _says_what_it_must(self) -> GainDocument:
        rule, *required = {
            "choice": ("G-CIR-5",),
            "crucible": ("G-CIR-6", "metal", "roll"),
            "alloy": ("G-CIR-7", "metal", "flaw"),
        }[self.by]
        for name in ("metal", "roll", "flaw"):
            if (getattr(self, name) is not None) != (name in required):
                drop, add = N_("does not belong to this gain - drop it"), N_("is required for a gain by {by} - add it")
                refuse(name, f"{_(add if name in required else drop, by=self.by)} ({rule})")
        return self


class Broken(NamedTuple):
    """A broken rule: its id, the place in the document, and the reason with a way to fix it."""

    rule: str
    where: str
    reason: str

    def __str__(self) -> str:
        return f"{self.reason} ({self.rule})"


def listed(metal: str) -> tuple[str, ...]:
    """Return the traits on a metal's list, in alphabetical order."""
    return tuple(sorted(name for name, metal_of_trait in METAL_OF.items() if metal_of_trait == metal))


def trait_names() -> tuple[str, ...]:
    """Return all traits, not including flaws. A shard may have any of them (G-CIR-4)."""
    return tuple(sorted(name for name, metal in METAL_OF.items() if metal != "flaw"))


def flaw_names() -> tuple[str, ...]:
    """Return all flaws."""
    return listed("flaw")


@dataclass
class Growth:
    """The metals, traits with ranks, and flaws of a godbreaker after some of its gains."""

    metals: list[Metal] = field(default_factory=list)
    traits: dict[str, int] = field(default_factory=dict)
    flaws: list[str] = field(default_factory=list)

    @property
    def has_room(self) -> bool:
        """Whether the godbreaker may gain a new trait."""
        return len(self.traits) < MOST_TRAITS

    def raisable(self) -> list[str]:
        """Return the traits whose ranks may rise."""
        return [name for name, rank in self.traits.items() if rank < HIGHEST_RANK]

    @property
    def can_gain(self) -> bool:
        """Whether the godbreaker can gain anything. Four traits at rank 3 are the limit (G-ASC-1)."""
        return self.has_room or bool(self.raisable())

    def may_take(self, trait: str) -> bool:
        """Return whether the limits allow the godbreaker to gain or raise this trait (G-CIR-5)."""
        return self.traits[trait] < HIGHEST_RANK if trait in self.traits else self.has_room

    def free_flaws(self) -> list[str]:
        """Return the flaws that the godbreaker does not have (G-CIR-7)."""
        return [name for name in flaw_names() if name not in self.flaws]

    def choices(self) -> list[str]:
        """Return the traits that the godbreaker may gain or raise by choice (G-CIR-5)."""
        listed_traits = [name for metal in self.metals for name in listed(metal)]
        return [name for name in dict.fromkeys([*self.traits, *listed_traits]) if self.may_take(name)]

    def why_not_choose(self, trait: str) -> str:
        """Return the reason why a trait cannot be gained by choice, or ""."""
        if trait in self.choices():
            return ""
        if trait in self.traits:
            return _("{trait} is already at rank {highest} - gain another one", trait=trait, highest=HIGHEST_RANK)
        if not self.has_room:
            return _("the godbreaker already has {most} traits - raise one of them", most=MOST_TRAITS)
        if trait not in trait_names():
            choices = ", ".join(self.choices())
            return _("no trait is called {trait!r} - use one of {known}", trait=trait[:40], known=choices)
        metals = _(" and ").join(self.metals) or _("no metal")
        text = N_("{trait} is not on the list for {metals} - choose one that is, or roll it on the crucible")
        return _(text, trait=trait, metals=metals)

    @property
    def fields(self) -> dict[str, Any]:
        """The metals, traits and flaws as fields of a document."""
        return {"metals": tuple(self.metals), "traits": self.traits, "flaws": tuple(self.flaws)}

    def take(self, gain: GainDocument) -> None:
        """Apply a gain. The caller has checked that it is legal."""
        self.traits[gain.trait] = self.traits.get(gain.trait, 0) + 1
        if gain.by == "alloy" and gain.metal is not None and gain.flaw is not None:
            if gain.metal not in self.metals:
                self.metals.append(gain.metal)
            self.flaws.append(gain.flaw)


# -- the crucible and its alloys (G-CIR-6, G-CIR-7) ------------------------------------------------


CRUCIBLE: Final[dict[Metal, tuple[str, ...]]] = {
    "copper": ("Defensive", "Healer", "Inspired", "Mysterious", "Vengeful"),
    "iron": ("Brutal", "Juggernaut", "Pinning", "Relentless", "Tough"),
    "mercury": ("Cunning", "Deadly", "Fleet", "Merciless", "Ranged"),
    "gold": ("Despoiling", "Ruinous", "Shaping", "Summoning", "Thunderous"),
}
"""The traits on faces 1 to 5 of the crucible's d6, by metal."""

ALLOY: Final = 6
"""The face that gives an alloy."""


def throw(dice: Dice, counter: RollCounter, key: str) -> int:
    """Roll the crucible's d6 for the purpose `key` (G-CIR-6)."""
    return roll_die(dice, counter, ALLOY, f"{key}/crucible").face


def shown(metal: Metal, roll: int) -> str:
    """Return the name of the trait on a face of a metal's list, or "Alloy"."""
    return _("Alloy") if roll == ALLOY else CRUCIBLE[metal][roll - 1]


def offers(growth: Growth, metal: Metal, roll: int, at: Occasion = "creation") -> list[GainDocument]:
    """Return the gains that a throw allows: its result, or raising a trait instead (Q34). If empty, throw again."""
    by_crucible = partial(GainDocument, by="crucible", metal=metal, roll=roll, at=at)
    if roll == ALLOY:
        results = _alloys(growth, metal, at)
    else:
        name = CRUCIBLE[metal][roll - 1]
        results = [by_crucible(trait=name)] if growth.may_take(name) else []
    taken = {gain.trait for gain in results if gain.by == "crucible"}
    trades = [by_crucible(trait=name) for name in growth.raisable() if name not in taken]
    return results + trades


def open_gains(growth: Growth, thrown: tuple[Metal, int] | None, at: Occasion = "creation") -> list[GainDocument]:
    """Return the possible gains after a throw, or by choice if there is no throw (G-CIR-5..7)."""
    if thrown is not None:
        return offers(growth, *thrown, at)
    return [GainDocument(trait=name, at=at) for name in growth.choices()]


def _alloys(growth: Growth, metal: Metal, at: Occasion) -> list[GainDocument]:
    """Return every alloy with this metal. An alloy is a new trait of its list at rank 1 and a new flaw (G-CIR-7)."""
    if not growth.has_room:
        return []
    traits = [name for name in listed(metal) if name not in growth.traits]
    flaws = growth.free_flaws()
    return [GainDocument(by="alloy", metal=metal, trait=trait, flaw=flaw, at=at) for trait in traits for flaw in flaws]


def why_not(growth: Growth, gain: GainDocument) -> Broken | None:
    """Return the rule that a gain breaks, with the field of the gain, or None if it is legal."""
    if gain.by == "choice":
        reason = growth.why_not_choose(gain.trait)
        return Broken("G-CIR-5", "trait", reason) if reason else None
    assert gain.metal is not None
    open_gains = offers(growth, gain.metal, ALLOY if gain.roll is None else gain.roll, gain.at)
    if gain in open_gains:
        return None
    if gain.by == "alloy":
        return Broken("G-CIR-7", *_why_no_alloy(growth, gain, gain.metal))
    face = shown(gain.metal, gain.roll or ALLOY)
    traits = dict.fromkeys(option.trait for option in open_gains if option.by == "crucible")
    named = _(" or ").join(traits) or _("nothing")
    text = N_("a {roll} on the {metal} list is {face}, which leaves {named} to gain")
    return Broken("G-CIR-6", "trait", _(text, roll=gain.roll, metal=gain.metal, face=face, named=named))


def _why_no_alloy(growth: Growth, gain: GainDocument, metal: Metal) -> tuple[str, str]:
    """Return the field and the reason why a gain by alloy is not legal."""
    if not growth.has_room:
        return "trait", _(
            "an alloy gives a new trait, but this godbreaker already has four - raise one of them instead"
        )
    if gain.trait in growth.traits:
        text = N_("an alloy gives a new trait, but this godbreaker already has {trait} - take another one")
        return "trait", _(text, trait=gain.trait)
    if gain.trait not in listed(metal):
        text = N_("{trait!r} is not on the {metal} list - use one of {listed}")
        return "trait", _(text, trait=gain.trait[:40], metal=metal, listed=", ".join(listed(metal)))
    return "flaw", why_no_flaw(growth)


def why_no_flaw(growth: Growth) -> str:
    """Return the reason why a flaw cannot come with an alloy (G-CIR-7)."""
    free_flaws = ", ".join(growth.free_flaws()) or _("none: it has them all")
    return _("an alloy adds a flaw that the godbreaker does not have yet - use one of {left}", left=free_flaws)


# -- documents -------------------------------------------------------------------------------------


# These bounds only exclude nonsense. `broken_rules` checks the limits of the game and names the rules.
Rank = Annotated[int, Field(ge=1, le=1_000, json_schema_extra={"maximum": HIGHEST_RANK})]
Traits = Annotated[dict[Name, Rank], Field(max_length=60, json_schema_extra={"maxProperties": MOST_TRAITS})]


class GodbreakerDocument(Part):
    """A godbreaker on a roster (G-CIR-3). `reach` is extra attack range in U, for training circles only.

    `metals` begins with the metal chosen at creation, and alloys add more. `gains` is the record of its traits, oldest
    first. Without a record, every rank was chosen from the list of its metal.
    """

    name: Name
    die: Literal[6, 8, 10, 12] = 6
    metals: tuple[Metal, ...] = Field(default=(), max_length=4)
    traits: Traits = Field(default_factory=dict)
    flaws: tuple[Name, ...] = Field(default=(), max_length=20)
    gains: tuple[GainDocument, ...] = Field(default=(), max_length=20)
    reach: int = Field(default=0, ge=0, le=36)


class CircleDocument(FacedDocument):
    """A roster (G-CIR-1): a name, a cause, a shard and exactly five godbreakers, the leader first.

    A fresh circle keeps the rules of creation (G-CIR-2, G-CIR-3). A `veteran` comes from a saga, in which dice rise
    and returning godbreakers gain traits. A `training` circle only has to keep the limits of G-CIR-5.
    """

    format: Literal["inchwise-circle"] = "inchwise-circle"
    version: Literal[1] = 1
    ruleset: Literal["godbreakers"] = "godbreakers"
    name: Name
    fights_for: Name
    training: bool = False
    veteran: bool = False
    shard: Name | None = None
    shard_name: Name = "Shard"
    godbreakers: tuple[GodbreakerDocument, ...] = Field(min_length=1, max_length=CIRCLE_SIZE * 4)

    @model_validator(mode="after")
    def _keeps_the_rules(self) -> CircleDocument:
        for broken in broken_rules(self):
            refuse(broken.where, str(broken))
        return self


# -- the rules of creation (G-CIR-1..7) ---------------------------------------------------------


def broken_rules(circle: CircleDocument) -> Iterator[Broken]:
    """Yield every rule that a circle breaks."""
    members = circle.godbreakers
    if len(members) != CIRCLE_SIZE:
        text = N_("there are {members}, but a circle has exactly {size} - add or remove some")
        yield Broken("G-CIR-1", "godbreakers", _(text, members=len(members), size=CIRCLE_SIZE))
    yield from _names(members)
    if circle.shard is None and not circle.training:
        yield Broken("G-CIR-4", "shard", _("is missing - every shard carries one trait"))
    elif circle.shard is not None and circle.shard not in trait_names():
        text = N_("no trait is called {shard!r} - use one of {known}")
        yield Broken("G-CIR-4", "shard", _(text, shard=circle.shard[:40], known=", ".join(trait_names())))
    for index, member in enumerate(members):
        place = f"godbreakers[{index}]"
        yield from _limits(member, place) if circle.training else broken_by_member(member, place)
    if not circle.training:
        dice = sorted((member.die for member in members), reverse=True)
        if not circle.veteran and len(dice) == CIRCLE_SIZE and dice != sorted(FRESH_DICE, reverse=True):
            dice_text = ", ".join(f"D{die}" for die in dice)
            text = N_("have the dice {found}, but a fresh circle has two D8 and three D6 - correct them")
            yield Broken("G-CIR-2", "godbreakers", _(text, found=dice_text))
        yield from _number_of_gains(circle)


def broken_by_member(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Yield every rule that a godbreaker breaks in any circle. `here` is its place in a document."""
    yield from _limits(member, here)
    yield from _origins(member, here)


def _names(members: Sequence[GodbreakerDocument]) -> Iterator[Broken]:
    """Yield an error for each name that an earlier member already has."""
    names = [member.name.casefold() for member in members]
    for index, member in enumerate(members):
        if names[index] in names[:index]:
            reason = _("another godbreaker is already called {member!r} - rename one", member=member.name)
            yield Broken("G-CIR-1", f"godbreakers[{index}].name", reason)


def _limits(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Yield an error for each unknown trait or flaw, rank that is too high, and trait or flaw too many."""
    for name, rank in member.traits.items():
        if name not in trait_names():
            text = N_("no trait is called {name!r} - use one of {known}")
            yield Broken("G-CIR-5", f"{here}.traits", _(text, name=name[:40], known=", ".join(trait_names())))
        elif rank > HIGHEST_RANK:
            reason = _("rank {rank} is more than {highest} - lower it", rank=rank, highest=HIGHEST_RANK)
            yield Broken("G-CIR-5", f"{here}.traits.{name}", reason)
    if len(member.traits) > MOST_TRAITS:
        text = N_("there are {traits}, but a godbreaker has at most {most} - drop some")
        yield Broken("G-CIR-5", f"{here}.traits", _(text, traits=len(member.traits), most=MOST_TRAITS))
    for index, name in enumerate(member.flaws):
        if name not in flaw_names():
            reason = _("no flaw is called {name!r} - use one of {known}", name=name[:40], known=", ".join(flaw_names()))
            yield Broken("G-CIR-7", f"{here}.flaws[{index}]", reason)
        elif name in member.flaws[:index]:
            yield Broken("G-CIR-7", f"{here}.flaws[{index}]", _("{name} is listed twice - drop one", name=name))


def _origins(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Yield the first gain that is not legal, or each difference between the gains and the rest of a godbreaker."""
    if not member.metals:
        yield Broken("G-CIR-3", f"{here}.metals", _("is empty - choose one of {known}", known=", ".join(METALS)))
        return
    if member.reach:
        reason = _("is for training circles only - drop it, or mark the circle as training")
        yield Broken("G-MEAS-8", f"{here}.reach", reason)
    growth = Growth([member.metals[0]])
    if not member.gains:
        yield from _without_record(member, here)
        return
    for index, gain in enumerate(member.gains):
        if gain.at == "creation" and index and member.gains[index - 1].at == "return":
            yield Broken(
                "G-CIR-3", f"{here}.gains[{index}].at", _("creation comes before any return - correct the order")
            )
            return
        if broken := why_not(growth, gain):
            yield broken._replace(where=f"{here}.gains[{index}].{broken.where}")
            return
        growth.take(gain)
    if sorted(growth.metals) != sorted(member.metals):
        text = N_("{metals} does not match the gains, which give {grown} - correct one of them")
        named, expected = ", ".join(member.metals), ", ".join(growth.metals)
        yield Broken("G-CIR-7", f"{here}.metals", _(text, metals=named, grown=expected))
    if growth.traits != member.traits:
        text = N_("{ranks} does not match the gains, which give {grown} - correct one of them")
        yield Broken("G-CIR-5", f"{here}.traits", _(text, ranks=_ranks(member.traits), grown=_ranks(growth.traits)))
    if sorted(growth.flaws) != sorted(member.flaws):
        text = N_("{named} does not match the alloys among its gains, which give {due} - correct one of them")
        named, expected = ", ".join(member.flaws) or _("none"), ", ".join(growth.flaws) or _("none")
        yield Broken("G-CIR-7", f"{here}.flaws", _(text, named=named, due=expected))


def _without_record(member: GodbreakerDocument, here: str) -> Iterator[Broken]:
    """Yield the errors of a member without a record of gains, whose traits must all come from one metal."""
    if len(member.metals) > 1:
        text = N_("there are {metals} metals, but only an alloy adds one - keep one, or record the alloy in `gains`")
        yield Broken("G-CIR-7", f"{here}.metals", _(text, metals=len(member.metals)))
    elif member.flaws:
        reason = _("come with alloys only - drop them, or record the alloys in `gains`")
        yield Broken("G-CIR-7", f"{here}.flaws", reason)
    for name in member.traits:
        if name not in listed(member.metals[0]):
            text = N_(
                "is not on the {metal} list - choose one of {known}, record its origin in `gains`, or mark the "
                "circle as training"
            )
            fields = {"metal": member.metals[0], "known": ", ".join(listed(member.metals[0]))}
            yield Broken("G-CIR-5", f"{here}.traits.{name}", _(text, **fields))


def _ranks(traits: dict[str, int]) -> str:
    return ", ".join(f"{name} {rank}" for name, rank in traits.items()) or _("none")


def gains_of(member: GodbreakerDocument) -> tuple[GainDocument, ...]:
    """Return the gains of a godbreaker. Without a record, this is a choice for every rank."""
    if member.gains:
        return member.gains
    return tuple(GainDocument(trait=name) for name, rank in member.traits.items() for _rank in range(rank))


def _number_of_gains(circle: CircleDocument) -> Iterator[Broken]:
    """Yield an error for each wrong number of gains: two at creation, three for a leader.

    A godbreaker of a veteran circle may have gained more later.
    """
    leaders = 0
    for index, member in enumerate(circle.godbreakers):
        place = f"godbreakers[{index}].gains" if member.gains else f"godbreakers[{index}].traits"
        gains = gains_of(member)
        at_creation = sum(gain.at == "creation" for gain in gains)
        if not circle.veteran:
            expected = LEADER_GAINS if index == 0 else FRESH_GAINS
            if at_creation != len(gains):
                yield Broken("G-ASC-1", place, _("include a return, but the circle is fresh - only a saga has returns"))
            elif at_creation != expected:
                subject = _("the leader") if index == 0 else _("a godbreaker")
                text = N_("there are {first} gains, but {who} of a fresh circle has {due}, each a trait or a rank")
                reason = _(text, first=at_creation, who=subject, due=expected)
                yield Broken(
                    "G-CIR-3", place, _("{reason} - correct them, or mark the circle as training", reason=reason)
                )
        elif not FRESH_GAINS <= at_creation <= LEADER_GAINS:
            text = N_("there are {first} gains at creation, but a godbreaker has two and a leader three - correct them")
            yield Broken("G-CIR-3", place, _(text, first=at_creation))
        leaders += at_creation == LEADER_GAINS
        if circle.veteran and leaders > 1:
            yield Broken(
                "G-CIR-3",
                place,
                _(
                    "there are three gains at creation, as for a leader, but another godbreaker also has three - "
                    "correct one"
                ),
            )
            return


# -- random circles and recruits -------------------------------------------------------------------


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
    """Random choices by game dice. The purpose of every roll begins with `about`."""

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
        return GodbreakerDocument.model_validate({"name": name, "die": die, **growth.fields, "gains": record})

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
        maker.godbreaker(given_name, die, FRESH_GAINS if index else LEADER_GAINS)
        for index, (given_name, die) in enumerate(zip(names, FRESH_DICE))
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


# -- bundled circles -------------------------------------------------------------------------------


@cache
def circles_by_slug() -> dict[str, CircleDocument]:
    """Return every circle that comes with the game by a name such as "the-greenhand", training circles first."""
    folder = files("game.rulesets.godbreakers.rules.circles")
    paths = sorted((file for file in folder.iterdir() if file.name.endswith(".json")), key=lambda file: file.name)
    circles = (parse_document(file.read_text(encoding="utf-8"), CircleDocument, file.name) for file in paths)
    return {slug(circle.name): circle for circle in circles}


class CirclesByName(ByName[CircleDocument]):
    """Circles by name; bundled ones also by their title."""

    def bundled(self, name: str) -> CircleDocument | None:
        return next((circle for key, circle in circles_by_slug().items() if name in (circle.name, key)), None)


class FreshCircles(CirclesByName):
    """The circles that can play outside a saga (G-CIR-2)."""

    def own(self) -> dict[str, CircleDocument]:
        return {name: circle for name, circle in super().own().items() if not circle.veteran}

    def find(self, name: str) -> CircleDocument:
        circle = super().find(name)
        if circle.veteran:
            reason = _(
                "marks an experienced circle, which plays only in its saga - outside a saga, a circle must be fresh "
                "(G-CIR-2)"
            )
            raise DocumentError(name, "veteran", reason)
        return circle


CIRCLES, FRESH = (
    kind(
        "godbreakers",
        CircleDocument,
        circles_by_slug,
        lambda name: circles_by_slug()[name],
        N_("there is no circle or file called {name!r} - the circles are {known}"),
    )
    for kind in (CirclesByName, FreshCircles)
)
