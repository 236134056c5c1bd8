"""Events at which cards may be played, and on what: Influence, and where a card does something (D-CMD, D-CARD)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from game.engine.core.pools import Pool, rerolled
from game.rulesets.dropzone.documents.cards import Card, Timing
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import INFLUENCE, Game
from game.rulesets.dropzone.rules.scenery import blow, house_of
from game.rulesets.dropzone.rules.shooting.numbers import BEST_SAVE, HOTTEST, UNSAVED, Fire
from game.rulesets.dropzone.rules.space import inches_between
from game.rulesets.dropzone.rules.state import Squad, Unit

RELAY: Final = 8.0
"""Inches around a Scout in which it relays cards (D-CMD-3)."""
MAST: Final = 4.0
"""Inches that a Relay Mast adds to the Influence of its Commander while it has not moved."""


class Sphere(NamedTuple):
    """A source of Influence: the unit from which it is measured, the Garrison it is in, its reach in inches, its rule.

    The rule is that of Commanders, or of Scouts (D-CMD-2, D-CMD-3).
    """

    unit: Unit
    house: Feature | None
    inches: float
    rule: str


def spheres(game: Game, player: str) -> Iterator[Sphere]:
    """Yield from where a player's cards reach how far: Commanders and Scouts in play (D-CMD-2, D-CMD-3)."""
    for commander in game.commanders(player):
        unit = game.state.units[commander.unit]
        mast = MAST if "relay mast" in game.sheet(unit).rules and not unit.turned else 0.0
        yield _sphere(game, unit, commander.value * INFLUENCE + mast, "D-CMD-2")
    for unit in game.state.units.values():
        scouts = unit.owner == player and unit.alive and game.sheet(unit).category == "Scout"
        if scouts and game.is_in_play(unit):
            yield _sphere(game, unit, RELAY, "D-CMD-3")


def _sphere(game: Game, unit: Unit, inches: float, rule: str) -> Sphere:
    """Return the reach of a unit, measured from the Transport or the Garrison that it is in (D-GARR-13)."""
    there = game.outermost(unit)
    return Sphere(there, house_of(game, there), inches, rule)


def reaches(game: Game, player: str, target: Sequence[Unit] | Feature) -> bool:
    """Return whether any unit or any point of a piece is in a player's Influence (D-CMD-2, D-CMD-3, R-17)."""
    slack = game.ruler.policy.tolerance
    if isinstance(target, Feature):
        return any(_to_piece(each, target) <= each.inches + slack for each in spheres(game, player))
    there = [unit for unit in target if unit.place in ("table", "inside")]
    return bool(there) and any(holds(game, sphere, there) for sphere in spheres(game, player))


def holds(game: Game, sphere: Sphere, units: Sequence[Unit]) -> bool:
    """Return whether any of some units on the table or in Garrisons is in the reach of a source (D-CMD-2)."""
    slack = game.ruler.policy.tolerance
    return any(_to_unit(game, sphere, unit) <= sphere.inches + slack for unit in units)


def _to_unit(game: Game, sphere: Sphere, unit: Unit) -> float:
    """Return the inches to a unit; between heights they slant, but not from a Garrison's outline (D-GEO-5)."""
    if sphere.house is not None:
        return sphere.house.gap(unit.x, unit.y)
    return inches_between(game.body(sphere.unit), game.body(unit), game.ruler.policy.slant_from)


def _to_piece(sphere: Sphere, piece: Feature) -> float:
    if sphere.house is not None:
        return float(sphere.house.shape.distance(piece.shape))
    return piece.gap(sphere.unit.x, sphere.unit.y)


@dataclass
class Occasion:
    """An event: its timing for each player, the active player first, and the squad and fire concerned.

    `pools` are dice that may be rerolled, by player or squad.
    """

    timings: Mapping[str, Timing]
    squad: Squad | None = None
    fires: Sequence[Fire] = ()
    pools: MutableMapping[str, Pool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the squad concerned."""
        return self.squad.name if self.squad is not None else ""


class Target(NamedTuple):
    """What a card is played on: a squad, a player or a piece by id, and a weapon; its units or piece, for Influence."""

    about: str = ""
    name: str = ""
    weapon: str = ""
    where: Sequence[Unit] | Feature = ()

    @property
    def key(self) -> str:
        """Identifies the target among those of a card."""
        return f"{self.about}|{self.weapon}" if self.weapon else self.about

    @property
    def subject(self) -> tuple[str, ...]:
        """The pieces to point at."""
        return () if isinstance(self.where, Feature) else tuple(unit.id for unit in self.where)


def of_one(game: Game, player: str, own: Timing | None, others: Timing | None = None) -> dict[str, Timing]:
    """Return the timings of an event of one player, who has priority: theirs, and that of the others (D-CARD-4)."""
    timings = {each: own if each == player else others for each in game.around(player)}
    return {each: timing for each, timing in timings.items() if timing is not None}


def of_all(game: Game, timing: Timing) -> dict[str, Timing]:
    """Return the timing of an event of all players, in initiative order, the active player first (D-UP-2)."""
    return dict.fromkeys(game.around(game.state.player), timing)


def reroll(game: Game, occasion: Occasion, key: str) -> None:
    """Reroll the die of a player or squad (D-CORE-5)."""
    occasion.pools[key] = rerolled(game.dice, game.state.rolls, occasion.pools[key], [0])


def is_fresh(occasion: Occasion, key: str) -> bool:
    """Return whether there is a die of a player or squad that was not rerolled yet (D-CORE-5)."""
    return key in occasion.pools and len(occasion.pools[key].dice[0]) == 1


Targets = Callable[[Game, str, Occasion], Iterator[Target]]


def on_squad(game: Game, squad: Squad) -> Target:
    """Return a squad as a target."""
    return Target(squad.id, squad.name, "", game.present(squad))


def _acting(fits: Callable[[Game, Squad, Occasion], bool]) -> Targets:
    """Return a search for the squad that acts, if something is true of it."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        squad = occasion.squad
        if squad is not None and not _is_behemoth(game, squad) and fits(game, squad, occasion):
            yield on_squad(game, squad)

    return found


def _weapon(fits: Callable[[Fire], bool]) -> Targets:
    """Return a search for the weapons of the acting squad that fire and of which something is true."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        squad = occasion.squad
        if squad is None or _is_behemoth(game, squad):
            return
        for name in dict.fromkeys(fire.weapon.name for fire in occasion.fires if fits(fire)):
            yield Target(squad.id, squad.name, name, game.present(squad))

    return found


def _fired_at(fits: Callable[[Game, Fire, Unit], bool]) -> Targets:
    """Return a search for a player's squads that are fired at, if something is true of the fire at one unit."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        pairs = [(fire, unit) for fire in occasion.fires for unit in _struck(fire)]
        own = [unit.squad for fire, unit in pairs if unit.owner == player and fits(game, fire, unit)]
        for squad in map(game.state.squads.__getitem__, dict.fromkeys(own)):
            if not _is_behemoth(game, squad):
                yield on_squad(game, squad)

    return found


def _struck(fire: Fire) -> list[Unit]:
    """Return the units that a weapon fires at or strikes."""
    aimed = [fire.target] if isinstance(fire.target, Unit) else []
    return [*aimed, *(strike.unit for strike in fire.strikes if strike.unit is not fire.target)]


def _is_behemoth(game: Game, squad: Squad) -> bool:
    """Return whether cards do nothing to a squad (D-CARD-6)."""
    return game.sheet_of(squad).is_behemoth


def _damaged(fits: Callable[[Game, Unit], bool]) -> Targets:
    """Return a search for a player's damaged units on the table and in Garrisons of which something is true."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        own = (each for each in game.in_play() if each.owner == player and each.lost and fits(game, each))
        return (Target(each.id, each.name, "", (each,)) for each in own)

    return found


# -- what single cards need


def _is_obscured(fire: Fire) -> bool:
    return fire.aim.hull_down and not fire.aim.target.is_large and not fire.aim.ignores("hull")


def failed_blows(fire: Fire) -> list[int]:
    """Return the damage dice that did nothing to scenery and were not rerolled, by their numbers (C05)."""
    if fire.battering is None or not isinstance(fire.target, Feature):
        return []
    return [
        number
        for number, (shown, energy) in enumerate(zip(fire.battering.dice, fire.energies, strict=True))
        if len(shown) == 1 and not blow(fire.weapon, fire.target, shown[-1], energy).points
    ]


def _moves(game: Game, squad: Squad) -> bool:
    return game.sheet_of(squad).move[1] > 0.0


def _is_vehicle(game: Game, squad: Squad, occasion: Occasion) -> bool:
    return _moves(game, squad) and all(map(game.is_vehicle, game.units_of(squad)))


def _is_slowed(game: Game, squad: Squad, occasion: Occasion) -> bool:
    """Return whether Tough ground is within a squad's Move and would cost it more (D-MOVE-4)."""
    sheet = game.sheet_of(squad)
    if sheet.type not in ("Infantry", "Tank") or not game.standing(squad):
        return False
    tough = [each for each in game.features if each.has("tough") and not each.has("impassable")]
    return any(each.gap(unit.x, unit.y) <= sheet.move[1] for each in tough for unit in game.standing(squad))


def _is_aircraft(game: Game, squad: Squad, occasion: Occasion) -> bool:
    return game.sheet_of(squad).is_aircraft and "fast" not in game.sheet_of(squad).rules


def _is_smoked(game: Game, fire: Fire, unit: Unit) -> bool:
    """Return whether smoke makes a ground unit harder to hit: not if it has Soft Cover already (C13)."""
    soft = fire.aim.soft and fire.aim.target.is_infantry and not fire.aim.ignores("soft")
    return not unit.airborne and fire.aim.needed is not None and not soft


def _is_exposed(game: Game, fire: Fire, unit: Unit) -> bool:
    """Return whether Body Cover would help Infantry against hits (C14)."""
    covered = fire.aim.body and unit is fire.target
    return game.sheet(unit).is_infantry and not covered and not fire.aim.ignores("body")


def _may_save(game: Game, fire: Fire, unit: Unit) -> bool:
    """Return whether a unit takes Damage now against which better saves would help (C15)."""
    hurt = any(strike.unit is unit and strike.damage for strike in fire.strikes)
    passive = game.sheet(unit).passive
    return hurt and fire.weapon.energy < UNSAVED and (not passive or passive > BEST_SAVE)


def _carrying(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    """Yield the player if a squad that carries an objective is in Influence: it may be passed on farther (C22)."""
    squads = [game.state.squads[each.carrier] for each in game.state.objectives.values() if each.carrier]
    units = [unit for squad in squads if squad.owner == player for unit in game.present(squad)]
    if units:
        yield Target(player, game.player_name(player), "", units)


def _tested(*, own: bool) -> Targets:
    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        if occasion.squad is not None and (occasion.squad.owner == player) == own:
            yield on_squad(game, occasion.squad)

    return found


def _opponents(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for other in game.state.players:
        if other != player and game.state.hands[other]:
            yield Target(other, game.player_name(other))


def _own_die(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    if is_fresh(occasion, player):
        yield Target(player)


def _always(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    yield Target()


def spent_aa(game: Game, unit: Unit) -> list[str]:
    """Return the AA weapons that a unit has fired this round, and with which it could react (D-RF-4)."""
    aa = {each.name for each in game.sheet(unit).weapons if "aa" in each.rules and "indirect" not in each.rules}
    return [name for name in unit.fired if name in aa and name not in unit.rearmed]


def _disarmed(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for squad in game.state.squads.values():
        armed = squad.owner == player and not _is_behemoth(game, squad)
        if armed and any(spent_aa(game, unit) for unit in game.present(squad)):
            yield on_squad(game, squad)


def _burning(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for feature in game.features:
        if game.state.tokens.get(feature.id, 0) and feature.has("destructible"):
            yield Target(feature.id, feature.name, "", feature)


TARGETS: Final[dict[str, Targets]] = {
    "C01": _acting(lambda game, squad, at: any(fire.aim.needed is not None for fire in at.fires)),
    "C02": _acting(lambda game, squad, at: any(map(_is_obscured, at.fires))),
    "C03": _weapon(lambda fire: bool(fire.missed)),
    "C04": _weapon(lambda fire: fire.aim.energy < HOTTEST and bool(fire.struck)),
    "C05": _weapon(lambda fire: any(strike.failed for strike in fire.strikes) or bool(failed_blows(fire))),
    "C06": _weapon(lambda fire: fire.weapon.shots > 1),
    "C07": _acting(lambda game, squad, at: game.sheet_of(squad).is_infantry and bool(game.standing(squad))),
    "C08": _acting(_is_vehicle),
    "C09": _acting(_is_aircraft),
    "C10": _acting(_is_slowed),
    "C11": _acting(lambda game, squad, at: _is_aircraft(game, squad, at) and bool(game.sheet_of(squad).carries)),
    "C12": _acting(lambda game, squad, at: True),
    "C13": _fired_at(_is_smoked),
    "C14": _fired_at(lambda game, fire, unit: bool(fire.struck) and _is_exposed(game, fire, unit)),
    "C15": _fired_at(_may_save),
    "C16": _damaged(Game.is_vehicle),
    "C17": _damaged(lambda game, unit: game.sheet(unit).is_infantry),
    "C18": _tested(own=True),
    "C19": _tested(own=False),
    "C20": _acting(lambda game, squad, at: True),
    "C21": _acting(lambda game, squad, at: is_fresh(at, squad.id)),
    "C22": _carrying,
    "C23": lambda game, player, at: iter(()),  # it answers a card, see `playing`
    "C24": _opponents,
    "C25": _own_die,
    "C26": _always,
    "C27": _acting(lambda game, squad, at: game.sheet_of(squad).is_infantry and _moves(game, squad)),
    "C28": _weapon(lambda fire: fire.aim.shots > 1),
    "C29": _disarmed,
    "C30": _burning,
}
"""What each card may be played on."""


def targets(game: Game, player: str, card: Card, occasion: Occasion) -> Iterator[Target]:
    """Yield what a card may be played on now, in Influence if it needs it (D-CARD-1)."""
    for target in TARGETS.get(card.does, _always)(game, player, occasion):
        if card.area == "Global" or reaches(game, player, target.where):
            yield target


def still_applies(game: Game, player: str, card: Card, target: Target, occasion: Occasion) -> bool:
    """Return whether what a card was played for is still there when it resolves (D-CARD-5)."""
    return any(each.key == target.key for each in TARGETS.get(card.does, _always)(game, player, occasion))
