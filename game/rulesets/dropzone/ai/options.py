"""The value of the options of a choice: who acts, what it does, where it enters, lands, gets out and in."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from game.cached import cached_property
from game.engine.core.decisions import Choose, Option
from game.engine.core.windows import PASS
from game.engine.rulebook.view import percent
from game.rulesets.dropzone.ai import shots
from game.rulesets.dropzone.ai.arrangements import (
    TRIFLE,
    Hope,
    back_later,
    hopes,
    in_slot,
    loads,
    move_hopes,
    purpose,
    toward_goals,
    unloaded,
)
from game.rulesets.dropzone.ai.position import EXTRACTED, OPEN, fire, valued, worth
from game.rulesets.dropzone.ai.rated import Rated
from game.rulesets.dropzone.ai.strength import point, table_of_prizes
from game.rulesets.dropzone.ai.wanted import DOOR, fares, outside
from game.rulesets.dropzone.odds.fire import search_odds
from game.rulesets.dropzone.rules.activation import OWN, PASS_ON, hidden_here
from game.rulesets.dropzone.rules.cargo import cargo
from game.rulesets.dropzone.rules.close_quarters.choosing import SPLIT, armed_for, foes_inside
from game.rulesets.dropzone.rules.close_quarters.fighting import armed
from game.rulesets.dropzone.rules.events import Initiative
from game.rulesets.dropzone.rules.features import Feature, house_at
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import DROP, END, FLY_ON, HOLD, MOVE, SEARCH, SHOOT, SIGNAL, UNLOAD
from game.rulesets.dropzone.rules.moving.asking import REACH
from game.rulesets.dropzone.rules.moving.boarding import LEAVE, OUTSIDE, SHIFT, slot_name
from game.rulesets.dropzone.rules.moving.flying import TAKE_OFF
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.play import KEEP, REROLL
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.state import Group, Squad, Unit
from game.wording import _, series

FIRST: Final = 0.05
"""Victory points for the initiative."""
LOADED: Final = 0.4
"""Victory points by which Transports act before others, so that their loads can act too."""
ENTERED: Final = 0.25
"""Victory points for a squad that comes onto the table."""
CALLED: Final = 0.3
"""Victory points for a Behemoth that drops from the sky, which takes both actions of the Infantry."""
LIKELY: Final = 0.6
"""The share of the gain of a move after the fire that is counted on: its spot may not be free."""
SHELTER: Final = 0.02
"""Victory points for the centre of a Garrison, where nobody is seen."""
LEFT: Final = -0.5
"""The value of options that computer players leave alone."""


@dataclass
class Asked:
    """A choice whose options are rated; what several of them need is worked out once.

    With `ahead`, a search compares them with positions, in which fire to come is worth something already.
    """

    game: Game
    decision: Choose
    rng: random.Random
    share: float = 1.0
    ahead: bool = False

    @cached_property
    def hoped(self) -> list[Hope]:
        """The spots that a Move action of the squad may lead to, best first."""
        return _hoped(self.game, self.game.state.squads[self.decision.about], self.rng, self.share)

    @cached_property
    def before(self) -> list[Fire]:
        """The fire that the squad is expected to have declared before the weapon in question."""
        return shots.declared_before(self.game, self.decision)

    @cached_property
    def divided(self) -> tuple[list[shots.Attack], list[Squad]]:
        """The close quarters weapons of the squad that fights, and the squad at which each is best fired."""
        state = self.game.state
        squad = state.squads.get(self.decision.about) or self.game.squad_of(state.units[self.decision.about])
        attacks = armed(self.game, squad)
        return attacks, shots.divided(self.game, attacks, foes_inside(self.game, squad))


def option(asked: Asked, each: Option) -> Rated:
    """Return the value of an option, in victory points, and the reason."""
    if each.key == END.key and asked.decision.rule == "D-BG-7":
        return done(asked)
    if each.key in (PASS, END.key) and asked.decision.rule != "D-SHOOT-5":
        return Rated(0.0, _("nothing else helps"), settled=asked.decision.rule == "D-RF-1")
    rate = RATED.get(asked.decision.rule)
    return rate(asked, each) if rate is not None else Rated(0.0, "", scored=False)


# -- who acts


def foresight(asked: Asked, each: Option) -> Rated:
    """Rate another roll for initiative, which a unit with Foresight allows once a game: for those behind (D-INIT-9)."""
    player = asked.decision.player
    totals = {one.player: one.total for one in asked.game.events if isinstance(one, Initiative)}
    behind = totals[player] < max(total for owner, total in totals.items() if owner != player)
    return Rated(FIRST if (each.key == REROLL) is behind else 0.0, _("to strike first"))


def group(asked: Asked, each: Option) -> Rated:
    """Rate a battlegroup by what it can destroy now, and what it may lose before it acts (D-BG-1)."""
    game = asked.game
    if each.key == HOLD.key:
        return Rated(LEFT, _("better on the table"))
    chosen = game.state.groups[each.key]
    units = [unit for squad in game.squads_of(chosen) for unit in game.units_of(squad)]
    value, why = _urgency(game, chosen, units)
    return Rated(value, why)


def _urgency(game: Game, chosen: Group, units: list[Unit]) -> tuple[float, str]:
    """Return how much a battlegroup should act soon: its fire, those that it may lose, its way to objectives."""
    prizes = table_of_prizes(game)
    whole = fire(game, chosen.owner, prizes, own=True).whole
    with back_later(units):
        for unit in units:
            if unit.place in ("table", "inside"):
                unit.place = "off"
        without = fire(game, chosen.owner, prizes, own=True).whole
    strikes = (whole - without) / point(game)
    held = any(carried_by(game, squad) is not None for squad in game.squads_of(chosen))
    if held:
        return 1.0 + strikes, _("it has an objective to bring home")
    if strikes > TRIFLE:
        return strikes, _("it can do most damage now")
    return TRIFLE * len(units), _("it has the most to do")


def squad_to_act(asked: Asked, each: Option) -> Rated:
    """Rate a squad by the best that it can do; Transports with a load come first (D-BG-7)."""
    game = asked.game
    squad = game.state.squads[each.key]
    units = game.units_of(squad)
    if units[0].place == "off":
        loaded = any(cargo(game, unit) for unit in units)
        return Rated(ENTERED + (LOADED if loaded else 0.0), _("it comes onto the table"))
    if any(cargo(game, unit) for unit in units) and game.sheet_of(squad).carries and not asked.ahead:
        return Rated(LOADED, _("it brings others to where they are needed"))
    before = valued(game, squad.owner).whole
    with _active(game, squad):
        spent = valued(game, squad.owner).whole - before if asked.ahead else 0.0
        found = [
            _moved(game, squad, _hoped(game, squad, asked.rng, asked.share), 0.0),
            *([shots.expected(game, shots.shared_out(game, squad))] if _on_field(units) else []),
            *([searching(game, squad)] if hidden_here(game, squad) is not None else []),
        ]
    best = max(found, key=lambda rated: rated.worth)
    if best.worth <= TRIFLE:
        return Rated(-TRIFLE + spent, _("it has nothing to do"))
    return best._replace(worth=best.worth + spent, foreseen=True)


def done(asked: Asked) -> Rated:
    """Rate the end of a battlegroup's activation: what squads that have not acted could still do is lost (D-BG-9)."""
    state, player = asked.game.state, asked.decision.player
    group = state.groups[state.group]
    here, status = valued(asked.game, player).whole, group.status
    group.status = "done"
    lost = valued(asked.game, player).whole - here
    group.status = status
    return Rated(lost, _("nothing else helps"), settled=True)


def _on_field(units: list[Unit]) -> bool:
    return units[0].place in ("table", "inside")


@contextmanager
def _active(game: Game, squad: Squad) -> Iterator[None]:
    """Let a squad act for a moment."""
    state = game.state
    before, acted, actions = state.squad, squad.acted, squad.actions
    state.squad, squad.acted, squad.actions = squad.id, True, []
    try:
        yield
    finally:
        state.squad, squad.acted, squad.actions = before, acted, actions


# -- what it does


def action(asked: Asked, each: Option) -> Rated:
    """Rate an action of the squad that acts (D-ACT-4)."""
    game, decision = asked.game, asked.decision
    squad = game.state.squads[decision.about]
    if each.key == SEARCH.key:
        return searching(game, squad)
    if each.key == DROP.key or each.key.startswith(PASS_ON):
        return Rated(LEFT, _("better kept"))
    if each.key.startswith(OWN):
        return Rated(0.0, "", scored=False)
    if each.key == SIGNAL.key:
        return Rated(CALLED, _("a Behemoth drops where it is needed"))
    found = asked.hoped
    due = valued(game, squad.owner).due if SHOOT.key not in squad.actions else 0.0
    if each.key == MOVE.key:
        return _moved(game, squad, found, due)
    rated = _shooting(game, squad)
    spent = _spent(game, squad) if asked.ahead else 0.0  # the dice are counted exactly, so that no search throws them
    rated = rated._replace(worth=rated.worth + spent, settled=asked.ahead)
    if rated.worth <= spent:
        return rated
    limits = [weapon.silent_beyond for weapon in game.sheet_of(squad).weapons if weapon.silent_beyond is not None]
    after = [hope.gain - hope.due for hope in found if hope.inches <= min(limits, default=hope.inches)]
    more = max(0.0, *after) if after and MOVE.key not in squad.actions else 0.0
    return rated._replace(worth=rated.worth + LIKELY * more)


def _spent(game: Game, squad: Squad) -> float:
    """Return what a position gains by the Shoot action of a squad being over, before its hits: it loses that fire."""
    here, actions = valued(game, squad.owner).whole, squad.actions
    squad.actions = [*actions, SHOOT.key]
    gain = valued(game, squad.owner).whole - here
    squad.actions = actions
    return gain


def _shooting(game: Game, squad: Squad) -> Rated:
    attacks, foes = armed(game, squad), foes_inside(game, squad)
    fights = [shots.fight(game, attacks, foe) for foe in foes]
    if len(foes) > 1:
        every = shots.divided(game, attacks, foes)
        why = series([shots.fight(game, at_one, foe).why for foe, at_one in shots.by_foe(attacks, every)])
        fights.append(Rated(shots.fights_worth(game, attacks, every), why))
    return max([*fights, shots.expected(game, shots.shared_out(game, squad))], key=lambda rated: rated.worth)


def _moved(game: Game, squad: Squad, found: list[Hope], due: float) -> Rated:
    """Return the value of a move to the best spot, with the fire that may follow it."""
    place = game.units_of(squad)[0].place
    if place == "off":
        return Rated(ENTERED, _("it comes onto the table"))
    if not found or found[0].gain + due <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    best = found[0]
    gain = best.gain if best.gain > TRIFLE else -TRIFLE
    return Rated(gain + (due if best.gain > TRIFLE else 0.0), purpose(game, squad, best.ends), foreseen=True)


def _hoped(game: Game, squad: Squad, rng: random.Random, share: float) -> list[Hope]:
    """Return the spots that a Move action may lead to, best first."""
    if MOVE.key in squad.actions:
        return []
    units = game.units_of(squad)
    if units[0].place == "table":
        return move_hopes(game, squad, share, rng)
    house = house_of(game, units[0])
    if house is not None:
        return hopes(game, squad, outside(game, squad, units, house))
    if units[0].place == "aboard":
        return [*_out_hopes(game, squad)]
    return []


def _out_hopes(game: Game, squad: Squad) -> Iterator[Hope]:
    """Yield the gain of getting out of a Transport where it stands."""
    units = game.units_of(squad)
    carrier = game.outermost(units[0])
    if carrier.place == "table":
        yield from hopes(game, squad, toward_goals(game, units, carrier, REACH + game.sheet_of(squad).move[1]))


def searching(game: Game, squad: Squad) -> Rated:
    """Rate a search by its chance, and by what the objective is worth (D-OBJ-5)."""
    objective = hidden_here(game, squad)
    if objective is None:
        return Rated(LEFT, "")
    chance = search_odds(game, squad, objective)
    why = _("{chance} to find the objective", chance=percent(chance))
    return Rated(0.1 + chance * (OPEN + EXTRACTED) / 2, why, settled=False)


def fights(asked: Asked, each: Option) -> Rated:
    """Rate a squad to fight with all weapons, a target for each, or shooting out of the Garrison instead (D-CQ-2)."""
    game, decision = asked.game, asked.decision
    if each.key == SHOOT.key:
        return shots.expected(game, shots.shared_out(game, game.state.squads[decision.about]))
    if decision.test:
        return _one_fights(asked, each)
    if each.key != SPLIT:
        return shots.fight(game, armed_for(game, decision), game.state.squads[each.key])
    every = shots.by_foe(*asked.divided)
    if len(every) < 2:
        return Rated(0.0, _("better to fire everything at one squad"))
    why = series([shots.fight(game, at_one, foe).why for foe, at_one in every])
    return Rated(shots.fights_worth(game, *asked.divided), why)


def _one_fights(asked: Asked, each: Option) -> Rated:
    """Rate a squad as the target of one close quarters weapon, with those of the others as they are best (D-CQ-2)."""
    game = asked.game
    attacks, aims = asked.divided
    asked_for = asked.decision.about, asked.decision.test
    number = next(place for place, (unit, weapon) in enumerate(attacks) if (unit.id, weapon.name) == asked_for)
    before, after = slice(number), slice(number + 1, None)
    silent = shots.fights_worth(game, [*attacks[before], *attacks[after]], [*aims[before], *aims[after]])
    if each.key not in game.state.squads:
        return Rated(0.0, _("nothing worth firing at"))
    foe = game.state.squads[each.key]
    worth = shots.fights_worth(game, attacks, [*aims[before], foe, *aims[after]])
    return Rated(worth - silent, shots.fight(game, [attacks[number]], foe).why)


# -- Garrisons


def enters(asked: Asked, each: Option) -> Rated:
    """Rate entering a Garrison by the position at its centre, or at a side, before each unit is placed (D-GARR-3)."""
    game, decision = asked.game, asked.decision
    if each.key == OUTSIDE:
        return Rated(0.0, _("better in the open"))
    squad = game.state.squads[decision.about]
    house = next(piece for piece in game.features if piece.id == each.key)
    here = worth(game, squad.owner)
    with in_slot(game, game.units_of(squad), house, CENTRE):
        gain = worth(game, squad.owner) - here + SHELTER
    return Rated(gain, _("under cover, and near what it holds"), settled=True)


def slots(asked: Asked, each: Option) -> Rated:
    """Rate a place in a Garrison, or leaving it (D-GARR-4)."""
    game, decision = asked.game, asked.decision
    if each.key in (SHIFT, LEAVE):
        return _leaving(game, game.state.squads[decision.about], each.key)
    unit = game.state.units[decision.about]
    units = game.units_of(game.squad_of(unit))
    house = house_of(game, unit) or _entered(game, decision, each)
    if house is None:
        return Rated(0.0, "", scored=False)
    with in_slot(game, units, house, each.key):
        value = worth(game, unit.owner) + (SHELTER if each.key == CENTRE else 0.0)
    with in_slot(game, units, house, CENTRE):
        base = worth(game, unit.owner)
    why = _("nobody outside sees it there") if each.key == CENTRE else _("it can fire from there")
    return Rated(value - base, why, settled=True)


def _entered(game: Game, decision: Choose, option: Option) -> Feature | None:
    """Return the Garrison whose slots a decision offers, by their names."""
    there = (each for each in game.features if each.has("garrison"))
    return next((each for each in there if slot_name(each, CENTRE) == decision.options[0].label), None)


def _leaving(game: Game, squad: Squad, key: str) -> Rated:
    units = game.units_of(squad)
    house = house_of(game, units[0])
    if key == SHIFT or house is None:
        return Rated(0.0, _("better under cover"))
    found = hopes(game, squad, outside(game, squad, units, house))
    best = found[0] if found else None
    if best is None:
        return Rated(LEFT, "")
    return Rated(best.gain, purpose(game, squad, best.ends))


# -- Transports


def landing(asked: Asked, each: Option) -> Rated:
    """Rate landing: to unload where it helps, or to pick somebody up (D-AIR-3)."""
    game, decision = asked.game, asked.decision
    if each.key == FLY_ON.key:
        return Rated(0.0, _("only AA weapons reach it in the air"))
    squad = game.state.squads[decision.about]
    units = [game.state.units[name] for name in each.subject] or game.standing(squad)
    here = valued(game, squad.owner)
    best, ends = unloaded(game, squad, units)
    if best is not None and best.whole - here.whole > TRIFLE:
        names = series([each.name for each in loads(game, units)])
        why = _("to unload {squads}: {there}", squads=names, there=purpose(game, squad, ends))
        return Rated(best.whole - here.whole, why, foreseen=True)
    waits = TRIFLE if _has_fare(game, squad, units) else -TRIFLE
    return Rated(waits, _("to be ready for those it will carry"))


def _has_fare(game: Game, squad: Squad, units: list[Unit]) -> bool:
    """Return whether a friendly squad that has somewhere to go could board a landed Transport here."""
    for fare in fares(game, squad):
        first = game.present(fare)[0]
        house = house_at(game.ruler.battlefield, first.x, first.y)
        gap = house.gap(units[0].x, units[0].y) if house is not None else math.dist(
            (first.x, first.y), (units[0].x, units[0].y))  # fmt: skip
        if gap <= 4.0:
            return True
    return False


def unloading(asked: Asked, each: Option) -> Rated:
    """Rate unloading a squad for free (D-TRANS-15)."""
    game, decision = asked.game, asked.decision
    if each.key in game.state.units:
        return boarding(asked, each)
    if each.key != UNLOAD.key:
        return Rated(0.0, _("better aboard"))
    squad = game.state.squads[decision.about]
    units = game.standing(squad)
    for passengers in loads(game, units):
        if passengers.name in each.label:
            found = hopes(game, passengers, toward_goals(game, game.units_of(passengers), units[0], REACH - DOOR))
            if found:
                return Rated(found[0].gain, purpose(game, passengers, found[0].ends), foreseen=True)
    return Rated(0.0, "", scored=False)


def boarding(asked: Asked, each: Option) -> Rated:
    """Rate boarding a Transport: to be carried home, or to the next objective (D-TRANS-8)."""
    game, decision = asked.game, asked.decision
    squad = game.state.squads[decision.about]
    carrier = game.state.units.get(each.key)
    if carrier is None:
        return Rated(0.0, _("better on the ground"))
    here = worth(game, squad.owner)
    units = game.units_of(squad)
    with back_later(units):
        for unit in units:
            unit.place, unit.carrier = "aboard", carrier.id
        gain = worth(game, squad.owner) - here
    return Rated(gain, _("{transport} takes it where it is needed", transport=carrier.name))


def taking_off(asked: Asked, each: Option) -> Rated:
    """Rate taking off again: only AA weapons reach Aircraft in the air (D-TRANS-16)."""
    game = asked.game
    squad = game.state.squads[asked.decision.about]
    units = game.standing(squad)
    if each.key != TAKE_OFF:
        return Rated(TRIFLE if _has_fare(game, squad, units) else 0.0, _("to be ready for those it will carry"))
    here = valued(game, squad.owner).whole
    with back_later(units):
        for unit in units:
            unit.airborne = True
        gain = valued(game, squad.owner).whole - here
    return Rated(gain, _("only AA weapons reach it in the air"))


def dropping(asked: Asked, each: Option) -> Rated:
    """Rate dropping into a Garrison from a hovering Transport (D-SPEC-RAP)."""
    game = asked.game
    house = next((piece for piece in game.features if piece.id == each.key), None)
    if house is None:
        return Rated(0.0, _("better in the open"))
    units = game.units_of(game.state.squads[asked.decision.about])
    here = worth(game, units[0].owner)
    with in_slot(game, units, house, CENTRE):
        return Rated(worth(game, units[0].owner) - here, _("under cover, and near what it holds"), settled=True)


def zone(asked: Asked, each: Option) -> Rated:
    """Rate a damage zone of a Behemoth, or a weapon of it that falls silent (D-BEH-8, D-BEH-9)."""
    behemoth = asked.game.state.units[each.subject[0]]
    left = asked.game.zones_left(behemoth).get(each.key)
    if left is not None:
        return Rated(FIRST / (1.0 + left), _("without two zones it is destroyed"), settled=True)
    weapon = next(one for one in asked.game.sheet(behemoth).weapons if one.name == each.key)
    return Rated(FIRST * weapon.shots * weapon.energy / 100, _("its strongest weapon"), settled=True)


def under_foot(asked: Asked, each: Option) -> Rated:
    """Rate a unit to take a hit from a Behemoth: an enemy, and the one that is likeliest to fall (D-BEH-4)."""
    unit = asked.game.state.units[each.key]
    prize = asked.game.sheet(unit).points / point(asked.game) / asked.game.left(unit)
    return Rated(prize if unit.owner != asked.decision.player else -prize, _("the likeliest to fall"))


Rate = Callable[[Asked, Option], Rated]
RATED: Final[dict[str, Rate]] = {
    "D-INIT-6": lambda asked, each: Rated(FIRST if each.key == KEEP else 0.0, _("to strike first")),
    "D-INIT-9": foresight,
    "D-BG-1": group,
    "D-BG-2": lambda asked, each: Rated(TRIFLE, _("it acts only if it is declared")),
    "D-BG-7": squad_to_act,
    "D-ACT-4": action,
    "D-SHOOT-5": lambda asked, each: shots.target(asked.game, asked.decision, each, asked.before),
    "D-SPEC-FOC": lambda asked, each: shots.focus(asked.game, asked.decision, each),
    "D-SPEC-RED": lambda asked, each: shots.reduced(asked.game, asked.decision, each),
    "D-CQ-2": fights,
    "D-GARR-3": enters,
    "D-GARR-4": slots,
    "D-AIR-3": landing,
    "D-TRANS-15": unloading,
    "D-TRANS-8": boarding,
    "D-RF-1": lambda asked, each: shots.reaction(asked.game, each.key),
    "D-DEP-2": lambda asked, each: Rated(
        FIRST if each.key.endswith("|deployed") else 0.0, _("the sooner it is there, the better")
    ),
    "D-INIT-7": lambda asked, each: Rated(-TRIFLE, _("it may still be of use")),
    "D-CARD-4": lambda asked, each: Rated(TRIFLE, _("it helps here")),
    "D-SPEC-RAP": dropping,
    "D-TRANS-16": taking_off,
    "D-BEH-4": under_foot,
    "D-BEH-6": under_foot,
    "D-BEH-8": zone,
    "D-BEH-9": zone,
}
"""The value of the options of a decision, by its rule."""
