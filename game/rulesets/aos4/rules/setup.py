"""A battle's setup, prepared: the table, warscrolls, the abilities of every player, the first state."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple

import shapely
from shapely.geometry import Polygon

from game.cached import cached_property
from game.engine.rulebook.laying import Laid, LaidRulers
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.armies import UnitDocument, WeaponDocument
from game.rulesets.aos4.documents.catalogue import CORE, STARTER, bundled_pack
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.documents.together import together
from game.rulesets.aos4.rules.keywords import keywords
from game.rulesets.aos4.rules.rulings import OBJECTIVE_MM, TOLERANCE
from game.rulesets.aos4.rules.setup_documents import Aos4Setup, PlayerDocument
from game.rulesets.aos4.rules.state import State, Unit
from game.table.documents import MapDocument
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Battlefield, Piece, piece_from
from game.table.terrain.rigid import centred

INCH: Final = 25.4
"""Millimetres, in which bases are measured (A-GEO-1)."""
MEASURING: Final = MeasuringPolicy(
    anchor="edge",
    rounding="none",
    terrain="none",
    impassable_blocks=False,
    tolerance=TOLERANCE,
    citations={"range": "A-GEO-3", "place": "A-GEO-3"},
)
"""Age of Sigmar measures from edge to edge in inches, nothing rounded, through everything (A-GEO-3, A-GEO-4)."""
SACRED_RITES: Final = "sacred-rites"
"""The prayer that every PRIEST knows, in every army (A-PRAY-7, A-AMB-21)."""
TERRITORIES: Final = ("south", "north")


class ModelFacts(NamedTuple):
    """The facts of a model that never change: its radius in inches, its titles and its weapons (A-GEO-2, A-STATE-5)."""

    radius: float
    titles: frozenset[str]
    weapons: tuple[WeaponDocument, ...]


class Role(NamedTuple):
    """A unit's role in its army: in a regiment (its number), auxiliary (-1), faction terrain or a manifestation."""

    kind: str
    regiment: int = -1
    is_leader: bool = False


@lru_cache(maxsize=8)
def ruler_of(document: MapDocument, *, elevation: bool) -> Ruler:
    """Return the ruler of a map; all battles on it share one. Heights count if `elevation` is in use (A-TERR-6)."""
    return Ruler(Battlefield.from_map(document), replace(MEASURING, slant_from=0.0 if elevation else math.inf))


@dataclass(frozen=True, eq=False)
class Setup:
    """A setup document with its prepared table. Shared by a game and all its forks; never changes."""

    document: Aos4Setup

    @cached_property
    def ruler(self) -> Ruler:
        """The measuring instrument of the table."""
        return ruler_of(self.document.map, elevation=self.document.options.elevation == "on")

    @cached_property
    def _rulers(self) -> LaidRulers:
        return LaidRulers(self.ruler, self.terrain_pieces)

    def ruler_on(self, laid: Sequence[Laid], lifted: Sequence[str]) -> Ruler:
        """Return the ruler of the table with the terrain that edits placed elsewhere than on the map, or removed."""
        return self._rulers.on(laid, lifted)

    @cached_property
    def _territories(self) -> dict[str, Polygon]:
        return {}

    def territory(self, side: str) -> Polygon:
        """Return the territory of a side: a zone of the map."""
        if side not in self._territories:
            zones = self.document.map.zones
            areas = [Polygon(area.outline) for zone in zones if zone.id == side for area in zone.area]
            [self._territories[side]] = polygons_of(shapely.union_all(areas))
        return self._territories[side]

    @cached_property
    def terrain_pieces(self) -> Mapping[str, Piece]:
        """Every piece of terrain, centred on its anchor: on the map, beside it, and built in a sandbox."""
        document = self.document
        beside = (piece_from(piece) for piece in (*document.map.dressing, *document.terrain_supply))
        on_map = (piece for piece in self.ruler.battlefield.pieces if not piece.decoration)
        return {piece.id: centred(piece) for piece in (*on_map, *beside)}

    @cached_property
    def players(self) -> tuple[str, ...]:
        """Ids of the players."""
        return tuple(player.id for player in self.document.players)

    def player(self, identity: str) -> PlayerDocument:
        """Return the player called `identity`."""
        return next(player for player in self.document.players if player.id == identity)

    @cached_property
    def cards(self) -> Mapping[str, UnitDocument]:
        """The warscroll of each unit, by the unit's id: the player's id, a dot, the warscroll's id."""
        return {
            f"{player.id}.{unit.id}": unit
            for player in self.document.players
            for unit in (*player.army.units, *player.army.terrain, *player.army.manifestations)
        }

    @cached_property
    def roles(self) -> Mapping[str, Role]:
        """The role of each unit in its army, by its id (A-ROS-1)."""
        found: dict[str, Role] = {}
        for player in self.document.players:
            army = player.army
            for number, regiment in enumerate(army.regiments):
                for place, unit in enumerate(regiment.units):
                    found[f"{player.id}.{unit.id}"] = Role("regiment", number, place == 0)
            found |= {f"{player.id}.{unit.id}": Role("auxiliary") for unit in army.auxiliaries}
            found |= {f"{player.id}.{unit.id}": Role("terrain") for unit in army.terrain}
            found |= {f"{player.id}.{unit.id}": Role("manifestation") for unit in army.manifestations}
        return found

    @cached_property
    def keywords(self) -> Mapping[str, Mapping[str, int]]:
        """The keywords of each unit with their numbers, by its id (A-KEY)."""
        return {identity: keywords(card.keywords) for identity, card in self.cards.items()}

    @cached_property
    def faction_terrain(self) -> frozenset[str]:
        """The warscrolls of faction terrain (A-KEY-12)."""
        return frozenset(card for card, each in self.keywords.items() if "FACTION TERRAIN" in each)

    @cached_property
    def models(self) -> Mapping[str, Mapping[str, ModelFacts]]:
        """The models of each unit by the ids of both, in the order of its warscroll."""
        return {identity: dict(_models(identity, card)) for identity, card in self.cards.items()}

    @cached_property
    def _further(self) -> dict[str, Mapping[str, ModelFacts]]:
        return {}

    def models_of(self, unit: Unit) -> Mapping[str, ModelFacts]:
        """Return the models that a unit began with, by id; an edit may add units of a warscroll."""
        if unit.id == unit.card:
            return self.models[unit.card]
        if unit.id not in self._further:
            self._further[unit.id] = dict(_models(unit.id, self.cards[unit.card]))
        return self._further[unit.id]

    @cached_property
    def abilities(self) -> Mapping[str, Mapping[str, AbilityDocument]]:
        """Every ability that a player's units may use, by player and its id; later packs win (A-IMP-3)."""
        return {player.id: self._abilities_of(player) for player in self.document.players}

    def _abilities_of(self, player: PlayerDocument) -> Mapping[str, AbilityDocument]:
        army = player.army
        packs = (bundled_pack(CORE), *self.document.packs, *army.packs)
        shared = {each.id: each for each in bundled_pack(STARTER).abilities if each.id == SACRED_RITES}
        found = shared | {each.id: each for each in together(packs)}
        found |= {each.id: each for each in army.abilities}
        for unit in (*army.units, *army.terrain, *army.manifestations):
            for each in unit.abilities:
                users = each.used_by or (unit.name,)
                found[each.id] = each if each.used_by else each.model_copy(update={"used_by": users})
        return found

    @cached_property
    def _offered(self) -> dict[tuple[str, frozenset[str]], tuple[AbilityDocument, ...]]:
        return {}

    def offered(self, player: str, moments: frozenset[str]) -> tuple[AbilityDocument, ...]:
        """Return the abilities that a player's units may use by themselves at some moments; see `moments`."""
        key = player, moments
        if key not in self._offered:
            self._offered[key] = tuple(
                each
                for each in self.abilities[player].values()
                if moments.intersection(each.phases) and timing(each.timing).moment not in ("reaction", "passive")
            )
        return self._offered[key]

    def names_unit(self, spec: AbilityDocument, unit: Unit) -> bool:
        """Return whether an ability names a unit; of several with one name, the ones whose cards have it (A-IMP-29)."""
        name = self.cards[unit.card].name
        if name not in spec.used_by:
            return False
        bearers = self._bearers.get((unit.owner, name, spec.id))
        return bearers is None or unit.card in bearers

    @cached_property
    def _bearers(self) -> Mapping[tuple[str, str, str], frozenset[str]]:
        """The warscrolls that have an ability, by player, name of the unit, and ability."""
        found: dict[tuple[str, str, str], frozenset[str]] = {}
        for card, unit in self.cards.items():
            for spec in unit.abilities:
                key = (owner_of(card), unit.name, spec.id)
                found[key] = found.get(key, frozenset()) | {card}
        return found

    @cached_property
    def reactions(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The reactions of every player (A-REACT)."""
        return self._with_moment("reaction")

    @cached_property
    def tactics(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The battle tactic cards of every player: shown, and ticked by hand."""
        return {
            player: tuple(each for each in known.values() if each.kind == "card")
            for player, known in self.abilities.items()
        }

    @cached_property
    def passives(self) -> Mapping[str, tuple[AbilityDocument, ...]]:
        """The passive abilities of every player (A-ABIL-6)."""
        return self._with_moment("passive")

    def _with_moment(self, moment: str) -> Mapping[str, tuple[AbilityDocument, ...]]:
        return {
            player: tuple(each for each in known.values() if timing(each.timing).moment == moment)
            for player, known in self.abilities.items()
        }

    @cached_property
    def objectives(self) -> Mapping[str, Disc]:
        """The objective markers by id, with their names on the map, translated where they are shown (A-GEO-10)."""
        standard = OBJECTIVE_MM / INCH / 2
        return {
            each.id: Disc(*each.at, each.radius or standard, each.name, "marker")
            for each in self.document.map.objectives
        }


def _models(identity: str, card: UnitDocument) -> list[tuple[str, ModelFacts]]:
    """Return the facts of a unit's models that never change, by their ids; bases in inches (A-GEO-2, A-STATE-5)."""
    weapons = {weapon.name: weapon for weapon in card.weapons}
    facts = [
        ModelFacts(group.base_mm / INCH / 2, frozenset(group.titles), tuple(weapons[name] for name in group.weapons))
        for group in card.models
        for _model in range(group.count)
    ]
    return [(f"{identity}-{number}", each) for number, each in enumerate(facts, 1)]


def owner_of(card: str) -> str:
    """Return the player whose warscroll this is."""
    return card.partition(".")[0]


def _names(setup: Setup) -> Iterator[tuple[str, str]]:
    """Yield each unit's id with its name; a player's units that share a name are numbered (A-IMP-29)."""
    shared = Counter((owner_of(identity), card.name) for identity, card in setup.cards.items())
    met: Counter[tuple[str, str]] = Counter()
    for identity, card in setup.cards.items():
        key = (owner_of(identity), card.name)
        met[key] += 1
        yield identity, card.name if shared[key] == 1 else f"{card.name} {met[key]}"


def opening_state(setup: Setup) -> State:
    """Return the state before the first decision: all units in reserve."""
    nothing = dict.fromkeys(setup.players, 0)
    return State(
        players=setup.players,
        units={identity: Unit(identity, name, owner_of(identity), identity) for identity, name in _names(setup)},
        points=nothing.copy(),
        command=nothing.copy(),
        control=dict.fromkeys(setup.objectives, ""),
        ticked={player: [] for player in setup.players},
    )
