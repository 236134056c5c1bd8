"""The setup of a battle as the rules use it: the table, warscrolls and abilities, and the first state."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

from shapely.geometry import Polygon

from game.cached import cached_property
from game.engine.kit.playing import LaidSetup
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import (
    CharacteristicsDocument,
    ModelsDocument,
    UnitDocument,
    WeaponDocument,
    together,
)
from game.rulesets.aos4.documents.catalogue import CORE, STARTER, bundled_pack
from game.rulesets.aos4.documents.params import CONDITIONAL, KEYWORDS, TARGET, TOUGHENS, changes
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules.rulings import OBJECTIVE_MM, TOLERANCE
from game.rulesets.aos4.rules.setup_documents import Aos4Setup, PlayerDocument
from game.rulesets.aos4.rules.state import State, Unit
from game.table.documents import MapDocument
from game.table.footprints import Footprint, Oblong
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.wording import N_

INCH: Final = 25.4
"""The number of millimetres in an inch. Bases are measured in millimetres (A-GEO-1)."""
MEASURING: Final = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    short_by=TOLERANCE,
    citations={"range": "A-GEO-3", "place": "A-GEO-3"},
)
"""Distances are measured from edge to edge, without rounding, through everything (A-GEO-3, A-GEO-4)."""
SACRED_RITES: Final = "sacred-rites"
"""The prayer that every PRIEST knows, in every army (A-PRAY-7, A-AMB-21)."""
TERRITORIES: Final = ("south", "north")


CHARGE_ROLL: Final = "charge roll"
"""The beginning of conditions about charge rolls, which are recorded only if an effect has such a condition."""
WATCHED: Final = (
    "hurt ",
    "slew ",
    "destroyed ",
    "crossed ",
    "harmed ",
    "felled ",
    "outfought ",
    "aimed ",
    "struck ",
    "thinned ",
    " any turn",
)
"""Parts of conditions about damage and moves, recorded only if an effect has one; all but the last begin them."""


class ModelFacts(NamedTuple):
    """The constant facts of a model. `base` is its base at any spot, in inches (A-GEO-2, A-STATE-5).

    `name` is "" for most models.
    """

    base: Footprint
    titles: frozenset[str]
    weapons: tuple[WeaponDocument, ...]
    printed: CharacteristicsDocument
    name: str = ""

    @property
    def radius(self) -> float:
        """The distance from the middle of the base to its farthest point, in inches."""
        return self.base.radius


class Role(NamedTuple):
    """A unit's role in its army. `regiment` is the number of the regiment, or -1 for units outside regiments."""

    kind: str
    regiment: int = -1
    is_leader: bool = False


AURA: Final = "aura"
"""The handler of effects around a unit, which work always if their ability is passive, else while it lasts."""


class Aura(NamedTuple):
    """One change by an effect around units of a player: an added `amount`, or a keyword or text that is given."""

    player: str
    spec: AbilityDocument
    source: str
    params: Mapping[str, str | int]
    amount: int
    keyword: str
    is_passive: bool

    @property
    def is_armys(self) -> bool:
        """Whether it belongs to the whole army and not to single units."""
        return self.is_passive and not self.spec.used_by and "user" not in self.params


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument, *, elevation: bool) -> Ruler:
    """Return the ruler of a map, which all battles on this map share. Heights count with `elevation` (A-TERR-6)."""
    return Ruler(Battlefield.from_map(document), replace(MEASURING, slant_from=0.0 if elevation else math.inf))


def _toughened(unit: UnitDocument, abilities: Mapping[str, AbilityDocument]) -> UnitDocument:
    """Return a warscroll with the Health that passive abilities add, also for models with their own Health."""
    own_abilities = {ability.id for ability in unit.abilities}
    unit_words = {unit.name.upper(), *keywords(unit.keywords)}
    added_health = 0
    for spec in abilities.values():
        for step in spec.steps if timing(spec.timing).moment == "passive" else ():
            applies = (
                spec.id in own_abilities
                if TARGET.of(step.params) == "self"
                else fits(unit_words, KEYWORDS.of(step.params))
            )
            added_health += TOUGHENS.of(step.params) if applies else 0
    if not added_health:
        return unit
    groups = tuple(
        group.model_copy(update={"own": group.own.model_copy(update={"health": group.own.health + added_health})})
        if group.own else group for group in unit.models
    )  # fmt: skip
    return unit.model_copy(update={"health": unit.health + added_health, "models": groups})


@dataclass(frozen=True, eq=False)
class Setup(LaidSetup[PlayerDocument]):
    """A setup document with everything derived from it, shared by a game and all its forks."""

    document: Aos4Setup
    _models: dict[str, Mapping[str, ModelFacts]] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def ruler(self) -> Ruler:
        """The measuring instrument of the table."""
        return ruler_of(self.document.map, elevation=self.document.options.elevation == "on")

    @cached_property
    def territories(self) -> Mapping[str, Polygon]:
        """The territory of each side, which is a zone of the map with one area."""
        zones = [zone for zone in self.document.map.zones if zone.id in TERRITORIES]
        return {zone.id: Polygon(zone.area[0].outline) for zone in zones}

    @cached_property
    def cards(self) -> Mapping[str, UnitDocument]:
        """The warscroll of each unit, by an id of the form "player.warscroll"."""
        return {
            f"{player.id}.{unit.id}": _toughened(unit, self.abilities[player.id])
            for player in self.document.players
            for unit in (*player.army.units, *player.army.terrain, *player.army.manifestations)
        }

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        """The role of each unit in its army, by the id of the unit (A-ROS-1)."""
        roles: dict[str, Role] = {}
        for player in self.document.players:
            army = player.army
            for number, regiment in enumerate(army.regiments):
                for place, unit in enumerate(regiment.units):
                    roles[f"{player.id}.{unit.id}"] = Role("regiment", number, place == 0)
            roles |= {f"{player.id}.{unit.id}": Role("auxiliary") for unit in army.auxiliaries}
            roles |= {f"{player.id}.{unit.id}": Role("terrain") for unit in army.terrain}
            roles |= {f"{player.id}.{unit.id}": Role("manifestation") for unit in army.manifestations}
        return roles

    @cached_property
    def keywords(self) -> Mapping[str, Mapping[str, int]]:
        """The keywords of each unit with their numbers, by the id of the unit (A-KEY)."""
        return {identity: keywords(card.keywords) for identity, card in self.cards.items()}

    @cached_property
    def faction_terrain(self) -> frozenset[str]:
        """The warscrolls of faction terrain (A-KEY-12)."""
        return frozenset(card for card, keyword in self.keywords.items() if "FACTION TERRAIN" in keyword)

    @cached_property
    def mixed(self) -> frozenset[str]:
        """The warscrolls of units whose models have different characteristics."""
        return frozenset(card for card, unit in self.cards.items() if any(group.own for group in unit.models))

    @property
    def has_shapes(self) -> bool:
        """Whether bases that are not round have their real shapes instead of discs (A-AMB-4)."""
        return self.document.options.bases == "shapes"

    def models_of(self, unit: Unit) -> Mapping[str, ModelFacts]:
        """Return the facts of a unit's models by id in the order of its warscroll, also if an edit added the unit."""
        if unit.id not in self._models:
            self._models[unit.id] = _models(unit.id, self.cards[unit.card], self.has_shapes)
        return self._models[unit.id]

    @cached_property
    def abilities(self) -> Mapping[str, Mapping[str, AbilityDocument]]:
        """Every ability of a player's units, by player and id. Later packs replace earlier ones (A-IMP-3)."""
        return {player.id: self._abilities_of(player) for player in self.document.players}

    def _abilities_of(self, player: PlayerDocument) -> Mapping[str, AbilityDocument]:
        """Return the abilities of a player's army and packs, by id; later ones replace earlier ones."""
        army = player.army
        packs = (bundled_pack(CORE), *self.document.packs, *army.packs)
        shared = {ability.id: ability for ability in bundled_pack(STARTER).abilities if ability.id == SACRED_RITES}
        abilities = shared | {pack.id: pack for pack in together(packs)}
        abilities |= {ability.id: ability for ability in army.abilities}
        for unit in (*army.units, *army.terrain, *army.manifestations):
            for ability in unit.abilities:
                users = ability.used_by or (unit.name,)
                abilities[ability.id] = ability if ability.used_by else ability.model_copy(update={"used_by": users})
        return abilities

    def offered(self, player: str, moments: frozenset[str]) -> tuple[AbilityDocument, ...]:
        """Return a player's abilities for these moments, without reactions and passive abilities; see `moments`."""
        return tuple(
            spec
            for spec in self.abilities[player].values()
            if moments.intersection(spec.phases) and timing(spec.timing).moment not in ("reaction", "passive")
        )

    def names_unit(self, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether an ability names a unit. If units share the name, their warscrolls decide (A-IMP-29)."""
        name = self.cards[unit.card].name
        if name not in spec.used_by:
            return False
        bearers = self._bearers.get((unit.owner, name, spec.id))
        return bearers is None or unit.card in bearers

    @cached_property
    def _bearers(self) -> Mapping[tuple[str, str, str], frozenset[str]]:
        """The warscrolls with an ability, by player, name of the unit, and ability."""
        bearers: dict[tuple[str, str, str], frozenset[str]] = {}
        for card, unit in self.cards.items():
            for spec in unit.abilities:
                key = (owner_of(card), unit.name, spec.id)
                bearers[key] = bearers.get(key, frozenset()) | {card}
        return bearers

    @cached_property
    def reactions(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The reactions of every player (A-REACT)."""
        return self._with_moment("reaction")

    @cached_property
    def tactics(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The battle tactic cards of every player, which are marked by hand."""
        return {
            player: tuple(ability for ability in abilities.values() if ability.kind == "card")
            for player, abilities in self.abilities.items()
        }

    @cached_property
    def passives(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The passive abilities of every player (A-ABIL-6)."""
        return self._with_moment("passive")

    @cached_property
    def auras(self) -> Mapping[str, tuple[Aura, ...]]:
        """The effects around units of both players, by the value that they change (A-ABIL-6)."""
        auras: dict[str, list[Aura]] = {}
        for player, abilities in self.abilities.items():
            for spec in abilities.values():
                passive = timing(spec.timing).moment == "passive"
                for number, step in enumerate(spec.steps):
                    if step.handler == AURA:
                        for what, amount, keyword in changes(step.params):
                            aura = Aura(player, spec, spec.source(number), step.params, amount, keyword, passive)
                            auras.setdefault(what, []).append(aura)
        return {what: tuple(changes_of_value) for what, changes_of_value in auras.items()}

    @cached_property
    def auras_of_attacks(self) -> bool:
        """Whether an effect around units may change attacks, so that attacks depend on the spots of all units."""
        return any(what != "control" for what in self.auras)

    @cached_property
    def watches(self) -> bool:
        """Whether an effect has a condition on earlier damage, slain models or crossings, which must be recorded."""
        return bool(self.watched)

    @cached_property
    def watched(self) -> frozenset[str]:
        """The parts of conditions that effects have and that must be recorded; see `WATCHED`."""
        texts = [text for name, text in self._params if name in CONDITIONAL]
        return frozenset(word for word in WATCHED if any(word in text for text in texts))

    @cached_property
    def counts_charges(self) -> bool:
        """Whether an effect has a condition on charge rolls, so that these must be recorded."""
        return any(CHARGE_ROLL in text for _name, text in self._params)

    @property
    def _params(self) -> Iterator[tuple[str, str]]:
        """The parameters of all abilities, by name."""
        for abilities in self.abilities.values():
            for spec in abilities.values():
                for step in spec.steps:
                    yield from ((name, str(value)) for name, value in step.params.items())

    def _with_moment(self, moment: str) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """Return the abilities of every player whose timing has this moment."""
        return {
            player: tuple(ability for ability in abilities.values() if timing(ability.timing).moment == moment)
            for player, abilities in self.abilities.items()
        }

    @cached_property
    def objectives(self) -> Mapping[str, Disc]:
        """The objective markers by id, with untranslated names (A-GEO-10)."""
        standard = OBJECTIVE_MM / INCH / 2
        return {
            objective.id: Disc(*objective.at, objective.radius or standard, objective.name, "marker")
            for objective in self.document.map.objectives
        }


def _models(identity: str, card: UnitDocument, has_shapes: bool) -> dict[str, ModelFacts]:
    """Return the constant facts of a unit's models by id (A-GEO-2, A-STATE-5)."""
    weapons, common = {weapon.name: weapon for weapon in card.weapons}, card.characteristics
    facts = list[ModelFacts]()
    for group in card.models:
        base = base_of(group) if has_shapes else Disc(0.0, 0.0, group.disc_mm / INCH / 2)
        titles = frozenset(group.titles)
        armed = tuple(weapons[name] for name in group.weapons)
        facts += [ModelFacts(base, titles, armed, group.own or common, group.name)] * group.count
    return {f"{identity}-{number}": fact for number, fact in enumerate(facts, 1)}


def base_of(group: ModelsDocument) -> Footprint:
    """Return the base of a group of models at the origin. A base that is not round faces east (A-AMB-4)."""
    if group.base_wide_mm is None or group.base_shape == "round":
        return Disc(0.0, 0.0, group.base_mm / INCH / 2)
    return Oblong(0.0, 0.0, group.base_mm / INCH, group.base_wide_mm / INCH, group.base_shape)


def owner_of(card: str) -> str:
    """Return the player who owns a warscroll, from its id."""
    return card.partition(".")[0]


def _names(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield each unit's id with its name. A player's units with the same name are numbered (A-IMP-29)."""
    by_name = Counter((owner_of(identity), card.name) for identity, card in setup.cards.items())
    numbered: Counter[tuple[str, str]] = Counter()
    for identity, card in setup.cards.items():
        key = (owner_of(identity), card.name)
        numbered[key] += 1
        yield identity, card.name if by_name[key] == 1 else f"{card.name} {numbered[key]}"


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision, with all units in reserve."""
    nothing = dict.fromkeys(setup.players, 0)
    return State(
        players=setup.players,
        units={identity: Unit(identity, name, owner_of(identity), identity) for identity, name in _names(setup)},
        points=nothing.copy(),
        command=nothing.copy(),
        control=dict.fromkeys(setup.objectives, ""),
        ticked={player: [] for player in setup.players},
    )


_NUMBERED: Final = re.compile(r"^(?P<name>.+?)\s*\((?:1/)?(?P<number>\d+)\+?\)$")

TITLES: Final = {"champion": N_("Champion"), "musician": N_("Musician"), "standard bearer": N_("Standard bearer")}
"""The titles that models of a unit can have, as shown to players."""


@lru_cache(maxsize=512)
def keywords(printed: tuple[str, ...]) -> Mapping[str, int]:
    """Return the keywords of a warscroll in capitals, each with its number or 0 (A-KEY-1, A-KEY-10).

    A number is in brackets: "WIZARD (1)", "WARD (6+)", "CHAMPION (1/5)". Keywords without a rule of their own stay as
    they are: A-KEY-11, A-KEY-13, A-KEY-14, A-KEY-15.
    """
    numbers: dict[str, int] = {}
    for text in map(str.strip, printed):
        match = _NUMBERED.match(text)
        numbers[(match["name"] if match else text).upper()] = int(match["number"]) if match else 0
    return numbers
