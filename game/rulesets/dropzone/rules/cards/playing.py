"""Playing cards at an event: the players asked, the targets and effects of cards, and the stack (D-CARD-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import draw
from game.engine.core.flow import Asking
from game.engine.core.options import Reference
from game.engine.core.pools import Pool, least_face, rerolled
from game.engine.core.windows import PASS
from game.rulesets.dropzone.documents.cards import Card, Timing
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards import hands
from game.rulesets.dropzone.rules.cards.hands import lend, put_away
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import INFLUENCE, Game
from game.rulesets.dropzone.rules.letters import NO_CARD
from game.rulesets.dropzone.rules.scenery import add_tokens, blow, house_of
from game.rulesets.dropzone.rules.shooting.numbers import BEST_SAVE, HOTTEST, UNSAVED, Fire
from game.rulesets.dropzone.rules.space import inches_between
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import N_, _

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
    """Yield the sources of a player's Influence: Commanders and Scouts in play (D-CMD-2, D-CMD-3)."""
    for commander in game.commanders(player):
        unit = game.state.units[commander.unit]
        mast = MAST if "relay mast" in game.sheet(unit).rules and not unit.turned else 0.0
        yield _sphere(game, unit, commander.value * INFLUENCE + mast, "D-CMD-2")
    for unit in game.state.units.values():
        if unit.owner == player and game.sheet(unit).category == "Scout" and game.is_in_play(unit):
            yield _sphere(game, unit, RELAY, "D-CMD-3")


def _sphere(game: Game, unit: Unit, inches: float, rule: str) -> Sphere:
    """Return a unit as a source of Influence, measured from the Transport or Garrison that it is in (D-GARR-13)."""
    origin = game.outermost(unit)
    return Sphere(origin, house_of(game, origin), inches, rule)


def reaches(game: Game, player: str, target: Sequence[Unit] | Feature) -> bool:
    """Return whether any unit or any point of a piece is in a player's Influence (D-CMD-2, D-CMD-3, R-17)."""
    if isinstance(target, Feature):
        return any(_to_piece(sphere, target) <= sphere.inches + game.slack for sphere in spheres(game, player))
    units = [unit for unit in target if unit.present]
    return any(holds(game, sphere, units) for sphere in spheres(game, player))


def holds(game: Game, sphere: Sphere, units: Sequence[Unit]) -> bool:
    """Return whether any of these units, on the table or in Garrisons, is in a source's reach (D-CMD-2)."""
    return any(_inches_to_unit(game, sphere, unit) <= sphere.inches + game.slack for unit in units)


def _inches_to_unit(game: Game, sphere: Sphere, unit: Unit) -> float:
    """Return the inches from a source of Influence to a unit; measured level from a Garrison's outline (D-GEO-5)."""
    if sphere.house is not None:
        return sphere.house.gap(*unit.spot)
    return inches_between(game.body(sphere.unit), game.body(unit), game.ruler.policy.slant_from)


def _to_piece(sphere: Sphere, piece: Feature) -> float:
    if sphere.house is not None:
        return float(sphere.house.shape.distance(piece.shape))
    return piece.gap(*sphere.unit.spot)


@dataclass
class Occasion:
    """An event: its timing for each player, the active player first, and the squad and fire concerned.

    `pools` are dice that may be rerolled, by player or squad; `so_far` returns what they mean so far for a player.
    """

    timings: Mapping[str, Timing]
    squad: Squad | None = None
    fires: Sequence[Fire] = ()
    pools: MutableMapping[str, Pool] = field(default_factory=dict)
    so_far: Callable[[str], str] = lambda player: ""


class Target(NamedTuple):
    """The target of a card: the id of a squad, player or piece, any weapon, and the units or piece in Influence."""

    about: str = ""
    name: str = ""
    weapon: str = ""
    where: Sequence[Unit] | Feature = ()

    @property
    def key(self) -> str:
        """The part of an option's key that identifies this target."""
        return f"{self.about}|{self.weapon}" if self.weapon else self.about

    @property
    def subject(self) -> tuple[str, ...]:
        """The pieces to point at."""
        return () if isinstance(self.where, Feature) else tuple(unit.id for unit in self.where)


def of_one(game: Game, player: str, own: Timing | None, others: Timing | None = None) -> dict[str, Timing]:
    """Return the timings of an event of one player, who has priority: theirs, and that of the others (D-CARD-4)."""
    timings = {asked_player: own if asked_player == player else others for asked_player in game.around(player)}
    return {asked_player: timing for asked_player, timing in timings.items() if timing is not None}


def of_all(game: Game, timing: Timing) -> dict[str, Timing]:
    """Return the timing of an event of all players, in initiative order, the active player first (D-UP-2)."""
    return dict.fromkeys(game.around(game.state.player), timing)


def reroll(game: Game, occasion: Occasion, key: str) -> None:
    """Reroll the die of a player or squad (D-CORE-5)."""
    occasion.pools[key] = rerolled(game.dice, game.state.rolls, occasion.pools[key], [0])


def is_fresh(occasion: Occasion, key: str) -> bool:
    """Return whether a player or squad has a die that may still be rerolled (D-CORE-5)."""
    return key in occasion.pools and len(occasion.pools[key].dice[0]) == 1


Targets = Callable[[Game, str, Occasion], Iterator[Target]]


def on_squad(game: Game, squad: Squad) -> Target:
    """Return a squad as a target."""
    return Target(squad.id, squad.name, "", game.present(squad))


def _acting_squad(fits: Callable[[Game, Squad, Occasion], bool]) -> Targets:
    """Return a search for card targets: the acting squad, if it `fits`. Cards never affect a Behemoth (D-CARD-6)."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        squad = occasion.squad
        if squad is not None and not game.sheet_of(squad).is_behemoth and fits(game, squad, occasion):
            yield on_squad(game, squad)

    return found


def _acting_weapons(fits: Callable[[Fire], bool]) -> Targets:
    """Return a search for card targets: the acting squad, once for each weapon whose fire `fits`."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        names = dict.fromkeys(fire.weapon.name for fire in occasion.fires if fits(fire))
        for target in _acting_squad(lambda game, squad, at: True)(game, player, occasion):
            yield from (target._replace(weapon=name) for name in names)

    return found


def _fired_at(fits: Callable[[Game, Fire, Unit], bool]) -> Targets:
    """Return a search for card targets: the player's squads under fire, if the fire at one of their units `fits`."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        pairs = [(fire, unit) for fire in occasion.fires for unit in _units_under_fire(fire)]
        own_squads = [unit.squad for fire, unit in pairs if unit.owner == player and fits(game, fire, unit)]
        for squad in map(game.state.squads.__getitem__, dict.fromkeys(own_squads)):
            if not game.sheet_of(squad).is_behemoth:
                yield on_squad(game, squad)

    return found


def _units_under_fire(fire: Fire) -> list[Unit]:
    """Return the units that a weapon fires at or, once its hits are known, strikes."""
    aimed = [fire.target] if isinstance(fire.target, Unit) else []
    return [*aimed, *(strike.unit for strike in fire.strikes if strike.unit is not fire.target)]


def _damaged_units(fits: Callable[[Game, Unit], bool]) -> Targets:
    """Return a search for card targets: the player's damaged units in play that `fits` accepts."""

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        damaged = (unit for unit in game.in_play() if unit.owner == player and unit.lost and fits(game, unit))
        return (Target(unit.id, unit.name, "", (unit,)) for unit in damaged)

    return found


# -- what single cards need


def _is_obscured(fire: Fire) -> bool:
    return fire.aim.hull_down and not fire.aim.target.is_large and not fire.aim.ignores("hull")


def failed_blows(fire: Fire) -> list[int]:
    """Return the indices of damage dice that did nothing to scenery and were not rerolled yet (C05)."""
    if fire.battering is None or not isinstance(fire.target, Feature):
        return []
    return [
        number
        for number, (faces, energy) in enumerate(zip(fire.battering.dice, fire.energies, strict=True))
        if len(faces) == 1 and not blow(fire.weapon, fire.target, faces[-1], energy).points
    ]


def _is_vehicle(game: Game, squad: Squad, occasion: Occasion) -> bool:
    return game.sheet_of(squad).move[1] > 0.0 and all(map(game.is_vehicle, game.units_of(squad)))


def _is_slowed(game: Game, squad: Squad, occasion: Occasion) -> bool:
    """Return whether Tough ground that would slow a squad down is within its Move (D-MOVE-4)."""
    sheet = game.sheet_of(squad)
    if sheet.type not in ("Infantry", "Tank") or not game.standing(squad):
        return False
    tough = [feature for feature in game.features if feature.has("tough") and not feature.has("impassable")]
    return any(feature.gap(*unit.spot) <= sheet.move[1] for feature in tough for unit in game.standing(squad))


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


def _carrier_owner(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    """Yield the player as a target, with their squads that carry objectives, which may pass them farther (C22)."""
    squads = [game.state.squads[objective.carrier] for objective in game.state.objectives.values() if objective.carrier]
    units = [unit for squad in squads if squad.owner == player for unit in game.present(squad)]
    if units:
        yield Target(player, game.player_name(player), "", units)


def _testing_squad(*, own: bool) -> Targets:
    """Return a search for card targets: the squad that tests its Fortitude, if it is the player's own, or else an
    enemy's.
    """

    def found(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
        if occasion.squad is not None and (occasion.squad.owner == player) == own:
            yield on_squad(game, occasion.squad)

    return found


def _opponents(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for other in game.state.players:
        if other != player and game.state.hands[other]:
            yield Target(other, game.player_name(other))


def _always(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    yield Target()


def spent_aa(game: Game, unit: Unit) -> list[str]:
    """Return the unit's AA weapons that have fired this round and with which it could react (D-RF-4)."""
    aa = {weapon.name for weapon in game.sheet(unit).weapons if "aa" in weapon.rules and "indirect" not in weapon.rules}
    return [name for name in unit.fired if name in aa and name not in unit.rearmed]


def _disarmed(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for squad in game.state.squads.values():
        armed = squad.owner == player and not game.sheet_of(squad).is_behemoth
        if armed and any(spent_aa(game, unit) for unit in game.present(squad)):
            yield on_squad(game, squad)


def _burning(game: Game, player: str, occasion: Occasion) -> Iterator[Target]:
    for feature in game.features:
        if game.state.tokens.get(feature.id, 0) and feature.has("destructible"):
            yield Target(feature.id, feature.name, "", feature)


TARGETS: Final[dict[str, Targets]] = {
    "C01": _acting_squad(lambda game, squad, at: any(fire.aim.needed is not None for fire in at.fires)),
    "C02": _acting_squad(lambda game, squad, at: any(map(_is_obscured, at.fires))),
    "C03": _acting_weapons(lambda fire: bool(fire.missed)),
    "C04": _acting_weapons(lambda fire: fire.aim.energy < HOTTEST and bool(fire.struck)),
    "C05": _acting_weapons(lambda fire: any(strike.failed for strike in fire.strikes) or bool(failed_blows(fire))),
    "C06": _acting_weapons(lambda fire: fire.weapon.shots > 1),
    "C07": _acting_squad(lambda game, squad, at: game.sheet_of(squad).is_infantry and bool(game.standing(squad))),
    "C08": _acting_squad(_is_vehicle),
    "C09": _acting_squad(_is_aircraft),
    "C10": _acting_squad(_is_slowed),
    "C11": _acting_squad(lambda game, squad, at: _is_aircraft(game, squad, at) and bool(game.sheet_of(squad).carries)),
    "C12": _acting_squad(lambda game, squad, at: True),
    "C13": _fired_at(_is_smoked),
    "C14": _fired_at(lambda game, fire, unit: bool(fire.struck) and _is_exposed(game, fire, unit)),
    "C15": _fired_at(_may_save),
    "C16": _damaged_units(Game.is_vehicle),
    "C17": _damaged_units(lambda game, unit: game.sheet(unit).is_infantry),
    "C18": _testing_squad(own=True),
    "C19": _testing_squad(own=False),
    "C20": _acting_squad(lambda game, squad, at: True),
    "C21": _acting_squad(lambda game, squad, at: is_fresh(at, squad.id)),
    "C22": _carrier_owner,
    "C23": lambda game, player, at: iter(()),  # it answers a card, see `playing`
    "C24": _opponents,
    "C25": lambda game, player, at: iter([Target(player)] if is_fresh(at, player) else []),
    "C26": _always,
    "C27": _acting_squad(
        lambda game, squad, at: game.sheet_of(squad).is_infantry and game.sheet_of(squad).move[1] > 0.0
    ),
    "C28": _acting_weapons(lambda fire: fire.aim.shots > 1),
    "C29": _disarmed,
    "C30": _burning,
}
"""The targets of each card, by the id of the printed card that it works like."""


def targets(game: Game, player: str, card: Card, occasion: Occasion) -> Iterator[Target]:
    """Yield the targets that a card may be played on now, in Influence if it needs that (D-CARD-1)."""
    for target in TARGETS.get(card.does, _always)(game, player, occasion):
        if card.area == "Global" or reaches(game, player, target.where):
            yield target


def still_applies(game: Game, player: str, card: Card, target: Target, occasion: Occasion) -> bool:
    """Return whether the target of a card is still a legal one when the card resolves (D-CARD-5)."""
    return any(legal.key == target.key for legal in TARGETS.get(card.does, _always)(game, player, occasion))


Doing = Callable[[Game, str, Target, Occasion], None]


def _reroll_misses(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for fire in occasion.fires:
        if fire.weapon.name == target.weapon and fire.pool is not None:
            fire.pool = rerolled(game.dice, game.state.rolls, fire.pool, fire.missed)
            least = least_face(fire.aim.hits)
            game.rolled("hit", fire.pool, len(fire.struck), fire.unit, rule="C03", needed=least)


def _reroll_failures(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    """Reroll the failed damage dice of a weapon, against units and scenery (C05)."""
    for fire in occasion.fires:
        if fire.weapon.name != target.weapon:
            continue
        for strike in fire.strikes:
            if strike.pool is not None and strike.failed:
                strike.pool = rerolled(game.dice, game.state.rolls, strike.pool, strike.failed)
                game.rolled("damage", strike.pool, strike.damage, fire.unit, rule="C05", needed=strike.least)
        if fire.battering is not None:
            fire.battering = rerolled(game.dice, game.state.rolls, fire.battering, failed_blows(fire))


def _restore(game: Game, target: Target, points: int, rule: str) -> None:
    """Let a unit regain damage points, never more than it has lost (D-UNIT-6)."""
    unit = game.state.units[target.about]
    gained = min(points, unit.lost)
    unit.lost -= gained
    game.emit(events.Restored(unit=unit.id, amount=gained, left=game.left(unit), rule=rule))


def _intercept(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    state, other = game.state, target.about
    lost = draw(game.dice, state.rolls, state.hands[other], f"round {state.round}/all/intercept {other}")
    hands.discard(game, other, [lost], "C24")


def _revise(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    """Draw 2 cards, then let the player discard what exceeds the hand limit (C26)."""
    hands.take(game, player, 2)
    game.state.bereft = [*game.state.bereft, player]


def _rearm(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    for unit in game.present(game.state.squads[target.about]):
        unit.rearmed = [*unit.rearmed, *spent_aa(game, unit)]


def _fan(game: Game, player: str, target: Target, occasion: Occasion) -> None:
    feature = next(candidate for candidate in game.features if candidate.id == target.about)
    add_tokens(game, feature, game.throw_d3(f"embers {feature.id}", piece=feature.id), "C30")


DOING: Final[dict[str, Doing]] = {
    "C03": _reroll_misses,
    "C05": _reroll_failures,
    "C16": lambda game, player, target, at: _restore(game, target, 1, "C16"),
    "C17": lambda game, player, target, at: _restore(
        game, target, game.throw_d3("medics", game.state.units[target.about]), "C17"
    ),
    "C21": lambda game, player, target, at: reroll(game, at, target.about),
    "C24": _intercept,
    "C25": lambda game, player, target, at: reroll(game, at, player),
    "C26": _revise,
    "C29": _rearm,
    "C30": _fan,
}
"""The effects of the cards that act at once; C23, which cancels another card, is part of the stack."""


def carry_out(game: Game, card: Card, player: str, target: Target, occasion: Occasion) -> None:
    """Apply a card; players carry out a card of their own that works like no printed one by hand (D-ARMY-8)."""
    if card.does in DOING:
        DOING[card.does](game, player, target, occasion)
    elif card.changes:
        lend(game, card, target.about, target.weapon)


CANCEL: Final = "C23"
MOMENTS: Final[dict[Timing, str]] = {
    "INIT-ROLL": N_("{standing} Play a card?"),
    "INIT": N_("The round is about to begin. Play a card?"),
    "BG": N_("Your battlegroup is about to act. Play a card?"),
    "MOVE": N_("{squad} is about to move. Play a card?"),
    "DECL": N_("{squad} is about to shoot. Play a card?"),
    "HIT": N_("{squad} has rolled to hit. Play a card?"),
    "DMG": N_("{squad} is about to roll for damage. Play a card?"),
    "DMG2": N_("{squad} has rolled for damage. Play a card?"),
    "E-ACT": N_("The enemy's {squad} is about to act. Play a card?"),
    "E-DECL": N_("The enemy's {squad} is about to shoot. Play a card?"),
    "E-HIT": N_("The enemy's {squad} has hit. Play a card?"),
    "SAVE": N_("You are about to roll saves. Play a card?"),
    "SEARCH": N_("{squad} is about to search. Play a card?"),
    "SEARCH2": N_("{squad} has searched. Play a card?"),
    "FORT": N_("{squad} must test its Fortitude. Play a card?"),
    "RF": N_("Enemies react to {squad}. Play a card?"),
    "END-BG": N_("Your battlegroup has acted. Play a card?"),
    "UP": N_("The round is over. Play a card?"),
    "RESP": N_("{player} played {card}. Cancel it?"),
}
"""The question at each timing."""
OCCASIONS: Final[dict[Timing, str]] = {
    "INIT-ROLL": N_("You are asked when initiative is rolled."),
    "INIT": N_("You are asked before a round begins."),
    "BG": N_("You are asked when your battlegroup is about to act."),
    "MOVE": N_("You are asked when your squad is about to move."),
    "DECL": N_("You are asked when your squad is about to shoot."),
    "HIT": N_("You are asked when your squad has rolled to hit."),
    "DMG": N_("You are asked before your squad rolls for damage."),
    "DMG2": N_("You are asked when your squad has rolled for damage."),
    "E-ACT": N_("You are asked when an enemy squad is about to act."),
    "E-DECL": N_("You are asked when an enemy squad is about to shoot."),
    "E-HIT": N_("You are asked when an enemy squad has hit."),
    "SAVE": N_("You are asked when you are about to roll saves."),
    "SEARCH": N_("You are asked when your squad is about to search."),
    "SEARCH2": N_("You are asked when your squad has searched."),
    "FORT": N_("You are asked when a squad must test its Fortitude."),
    "RF": N_("You are asked when enemies react to your Aircraft."),
    "END-BG": N_("You are asked when your battlegroup has acted."),
    "UP": N_("You are asked at the end of a round."),
    "RESP": N_("You are asked when another player plays a card."),
}
"""What a card that is read says of its timing (D-CARD-4)."""
ROLLED: Final[dict[Timing, str]] = {
    "HIT": N_("{squad} has rolled to hit: {missed} of {dice} missed. Play a card?"),
    "DMG2": N_("{squad} has rolled for damage: {missed} of {dice} did nothing. Play a card?"),
    "E-HIT": N_("The enemy's {squad} has hit: {missed} of {dice} missed. Play a card?"),
}
"""The question at the timings at which dice of a squad's fire lie on the table."""
ON_DICE: Final = ("INIT-ROLL", "SEARCH2", "SAVE", *ROLLED)
"""The timings at which the dice just rolled matter."""


def _dice_of(fires: Sequence[Fire], timing: Timing) -> tuple[int, int]:
    """Return how many dice of a squad's fire missed, or did no damage, and how many were rolled."""
    if timing == "DMG2":
        strikes = [strike for fire in fires for strike in fire.strikes if strike.pool is not None]
        return sum(len(strike.failed) for strike in strikes), sum(len(strike.energies) for strike in strikes)
    pools = [fire for fire in fires if fire.pool is not None]
    return sum(len(pool.faces) - len(pool.struck) for pool in pools), sum(len(pool.faces) for pool in pools)


@dataclass
class Played:
    """A card that was played and has not resolved yet."""

    card: Card
    player: str
    target: Target
    cancelled: bool = False


def may_play(game: Game, occasion: Occasion) -> bool:
    """Return whether any player could have a card for an event, even one without a target."""
    cards, timings = game.setup.cards, occasion.timings.items()
    return any(cards[card].timing == timing for player, timing in timings for card in _cards_that_ask(game, player))


def offer(game: Game, occasion: Occasion) -> Asking[bool]:
    """Let the players play cards at an event until all pass in a row, and resolve them; return whether any was played.

    A player is asked only if a card that `_cards_that_ask` returns has a target. All players may respond to a card, the
    next player first (R-18).
    """
    if not may_play(game, occasion):
        return False
    players, stack, passed, turn = [*occasion.timings], list[Played](), 0, 0
    while passed < len(players):
        player = players[turn % len(players)]
        turn += 1
        play = yield from _choose_card(game, player, occasion, stack)
        if play is None:
            passed += 1
            continue
        passed = turn = 0
        put_away(game, player, [play.card.id])
        stack.append(play)
        card, target = play.card.id, play.target
        game.emit(events.CardPlayed(player=player, card=card, target=target.about, weapon=target.weapon, rule=card))
        first, *others = game.around(player)
        players = [*others, first]
    played = bool(stack)
    _resolve_stack(game, occasion, stack)
    return played


def _resolve_stack(game: Game, occasion: Occasion, stack: list[Played]) -> None:
    """Resolve the played cards, the latest first. A card that lost its target has no effect (D-CARD-4, D-CARD-5)."""
    while stack:
        play = stack.pop()
        if play.cancelled:
            continue
        if play.card.does == CANCEL:
            stack[-1].cancelled = True
            game.emit(events.CardCancelled(card=stack[-1].card.id, player=stack[-1].player, rule=CANCEL))
        elif still_applies(game, play.player, play.card, play.target, occasion):
            carry_out(game, play.card, play.player, play.target, occasion)


def _cards_that_ask(game: Game, player: str) -> Sequence[str]:
    """Return the ids of the cards that decide whether a player is asked: the hand, or all that they could hold
    (D-ENG-5).

    Asking about all of them reveals nothing about the hand.
    """
    hand, discarded = game.state.hands[player], game.state.discards[player]
    by_hand = not hand or game.setup.document.options.asked == "held"
    return hand if by_hand else [card for card in game.setup.decks[player] if card not in discarded]


def _possible_plays(
    game: Game, player: str, occasion: Occasion, stack: list[Played], hand: Sequence[str]
) -> Iterator[Played]:
    """Yield what a player could play of a hand: cards for this event, and answers to the opponent's last card."""
    timing, cards = occasion.timings.get(player), [game.setup.cards[key] for key in hand]
    for card in cards:
        if card.timing == timing:
            yield from (Played(card, player, target) for target in targets(game, player, card, occasion))
    if stack and stack[-1].player != player:
        yield from (Played(card, player, Target()) for card in cards if card.does == CANCEL)


def _choose_card(game: Game, player: str, occasion: Occasion, stack: list[Played]) -> Asking[Played | None]:
    """Ask a player for a card if, as far as opponents know, they could play one; return it, or None (D-ENG-5)."""
    possible = [*_possible_plays(game, player, occasion, stack, _cards_that_ask(game, player))]
    if not possible:
        return None
    plays_in_hand = (play for play in possible if play.card.id in game.state.hands[player])
    plays = {f"{play.card.id}|{play.target.key}": play for play in plays_in_hand}
    timing: Timing = "RESP" if all(play.card.does == CANCEL for play in possible) else occasion.timings[player]
    squad_name = occasion.squad.name if occasion.squad is not None else ""
    facts = {"squad": squad_name, "standing": occasion.so_far(player)}
    if stack:
        facts |= {"player": game.player_name(stack[-1].player), "card": _(stack[-1].card.name)}
    missed, dice = _dice_of(occasion.fires, timing) if timing in ROLLED else (0, 0)
    text = _(ROLLED[timing], missed=missed, dice=dice, **facts) if dice else _(MOMENTS[timing], **facts)
    game.state.asked = [*game.state.asked, asked_at(player, timing)]
    options = [*(_play_option(key, play) for key, play in plays.items()), NO_CARD.shown()]
    answer = yield Choose(
        player=player,
        prompt=text,
        rule="D-CARD-4",
        about=occasion.squad.id if occasion.squad is not None else "",
        options=options,
        private=True,
        window=timing.lower(),
        until=f"round-{game.state.round}",
        on_dice=timing in ON_DICE,
    )
    return None if answer == PASS else plays[answer]


def _play_option(key: str, play: Played) -> Option:
    """Return the option to play a card, labelled with its target."""
    target, name = play.target, _(play.card.name)
    label = _("Play {card}", card=name)
    if target.weapon:
        label = _("Play {card} on {weapon} of {target}", card=name, target=target.name, weapon=target.weapon)
    elif target.name:
        label = _("Play {card} on {target}", card=name, target=target.name)
    option = Option(key, label, play.card.id, target.subject, detail=_(play.card.text))
    return replace(option, about=Reference(terrain=(target.about,))) if isinstance(target.where, Feature) else option


def asked_at(player: str, timing: Timing) -> str:
    """Return the note by which the state records that a player was asked at a timing."""
    return f"{player} {timing}"
