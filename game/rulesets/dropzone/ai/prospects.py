"""The answers a computer player considers and their expected gain: exact odds for dice, else the position's value."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from game.cached import cached_property
from game.engine.core.decisions import Arrange, Choose, Decision, Option, Place
from game.engine.core.records import restored
from game.engine.core.shares import power
from game.engine.core.windows import PASS
from game.engine.rulebook import facets
from game.engine.rulebook.view import Prospect
from game.rulesets.dropzone.ai import position
from game.rulesets.dropzone.ai.arrangements import (
    DOOR,
    TRIFLE,
    Hope,
    arranged,
    fares,
    hopes,
    inches_to,
    move_hopes,
    out_of_house,
    purpose,
    toward_goals,
    unloaded,
)
from game.rulesets.dropzone.ai.position import (
    EXTRACTED,
    HALF_DEAD,
    OPEN,
    expected_loss,
    fire,
    point,
    seeing,
    table_of_prizes,
    valued,
)
from game.rulesets.dropzone.odds.fire import best_focus, close_odds, die_of, fire_odds, lost, search_odds
from game.rulesets.dropzone.rules.activation import OWN, PASS_ON, hidden_here
from game.rulesets.dropzone.rules.cargo import cargo
from game.rulesets.dropzone.rules.close_quarters.choosing import SPLIT, armed_for, fires_at, foes_inside
from game.rulesets.dropzone.rules.close_quarters.fighting import armed
from game.rulesets.dropzone.rules.events import Initiative
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import (
    DONE,
    DROP,
    END,
    FLY_ON,
    HOLD,
    MOVE,
    SCENERY,
    SEARCH,
    SHOOT,
    SIGNAL,
    UNLOAD,
)
from game.rulesets.dropzone.rules.moving.asking import REACH
from game.rulesets.dropzone.rules.moving.boarding import LEAVE, SHIFT, TAKE_OFF, passengers, slot_name
from game.rulesets.dropzone.rules.objectives import carried_by
from game.rulesets.dropzone.rules.play import KEEP, REROLL
from game.rulesets.dropzone.rules.scenery import CENTRE, house_of, settle
from game.rulesets.dropzone.rules.shooting.declaring import (
    COMBINED,
    asked_about,
    declared_by,
    fire_at,
    stands_in,
    weapons,
)
from game.rulesets.dropzone.rules.shooting.legal import aim, in_reach
from game.rulesets.dropzone.rules.shooting.numbers import Armed, Fire
from game.rulesets.dropzone.rules.state import POSE, Squad, Unit
from game.wording import N_, _, numeral, percent, series


class Rated(NamedTuple):
    """The expected gain of an answer, in victory points, and the reason for it; see `Prospect`.

    With `settled`, it is the exact expectation over all dice up to the end of the activation; with `foreseen`, it is an
    estimate for all of it.
    """

    worth: float
    why: str
    settled: bool = False
    scored: bool = True
    foreseen: bool = False


FREE: Final = 0.01
"""Victory points that fire is worth in itself, because it costs nothing."""
LATER: Final = 0.35
"""The share of the value of Reaction Fire that is lost because the weapon does not fire again this round."""
RUN: Final = 0.3
"""Victory points for an enemy squad that breaks and runs."""
NEVER: Final = -0.5
"""The value of answers that help nobody."""


def expected(game: Game, fires: Sequence[Fire]) -> Rated:
    """Rate declared fire by the points that it is expected to destroy."""
    if not fires:
        return Rated(-FREE, _("nothing to fire at"))
    value = expected_loss(game, [*fires]) / point(game)
    return Rated(FREE + value, expectation(game, fires))


def expectation(game: Game, fires: Sequence[Fire]) -> str:
    """Return a text for players: the damage expected of a declaration of fire at the unit that suffers most."""
    odds = fire_odds(game, fires)
    if not odds.units:
        to_scenery = sum(harm.lost for harm in odds.scenery.values())
        return _("{points} damage expected to scenery", points=numeral(to_scenery, ".1f"))
    name, harm = max(odds.units.items(), key=lambda named: named[1].lost)
    facts = {"points": numeral(harm.lost, ".1f"), "chance": percent(harm.destroyed)}
    return _("{points} damage expected on {unit}, {chance} to destroy it", unit=game.state.units[name].name, **facts)


def shared_out(game: Game, squad: Squad, until: Armed | None = None) -> list[Fire]:
    """Return a good declaration of fire for a squad: each weapon in turn aims where it adds most.

    `until`: stop before this weapon.
    """
    fires: list[Fire] = []
    for unit in game.present(squad):
        for weapon in [*weapons(game, unit)]:
            if (unit, weapon) == until:
                return fires
            if not stands_in(fires, unit, weapon):
                shots = [fire_at(game, unit, weapon, target) for target in in_reach(game, [(unit, weapon)])[0]]
                rated = [(added(game, shot, fires), number) for number, shot in enumerate(shots)]
                value, number = max(rated, default=(0.0, -1))
                fires += [shots[number]] if value > 0.0 else []
    return fires


def added(game: Game, fire: Fire, before: Sequence[Fire]) -> float:
    """Return the points that one shot adds to the fire already declared at the same target."""
    at_same_target = [shot for shot in before if shot.target is fire.target]
    alone = expected_loss(game, [fire])
    if not at_same_target or not alone:
        return alone
    return expected_loss(game, [*at_same_target, fire]) - expected_loss(game, at_same_target)


AT_SCENERY: Final = Rated(NEVER, N_("for want of an enemy to fire at"), settled=True, scored=False)
"""Fire at scenery, which computer players leave alone."""


def target(asked: Asked, option: Option) -> Rated:
    """Rate a target for the weapon in question, given the fire that its squad has already declared."""
    game, fire = asked.game, declared_by(asked.game, asked.decision, option.key)
    if fire is None:
        return Rated(0.0, _("nothing worth firing at"), settled=True)
    if not isinstance(fire.target, Unit):
        return AT_SCENERY._replace(why=_(AT_SCENERY.why))
    return Rated(FREE + added(game, fire, asked.before) / point(game), expectation(game, [fire]), settled=True)


def focus(asked: Asked, option: Option) -> Rated:
    """Rate a way to focus hits, preferring the best one against the nearest enemy (D-SPEC-FOC)."""
    game, unit = asked.game, asked.game.state.units[asked.decision.about]
    hits = len(asked.decision.options[0].key.split())  # a key holds the hits of each group, and the first merges none
    fired = [weapon for weapon in game.sheet(unit).weapons if "focus" in weapon.rules and weapon.name in unit.fired]
    enemies = [enemy for enemy in game.on_table() if enemy.owner != unit.owner and not enemy.airborne]
    if not fired or not enemies:
        return Rated(0.0, "", scored=False)
    nearest = min(enemies, key=lambda enemy: (enemy.x - unit.x) ** 2 + (enemy.y - unit.y) ** 2)
    grouping = best_focus(aim(game, unit, fired[-1], nearest, None), hits, game.left(nearest))
    is_best = option.key == " ".join(map(str, grouping))
    return Rated(FREE if is_best else -FREE, _("the most damage expected"), settled=True)


def reduced(asked: Asked, option: Option) -> Rated:
    """Rate a way to fire a Reduced weapon, several weak shots or one strong one, at its best target (D-SPEC-RED)."""
    game, unit, combined = asked.game, asked.game.state.units[asked.decision.about], option.key == COMBINED
    weapon = next(candidate for candidate in game.sheet(unit).weapons if candidate.name == asked.decision.test)
    if weapon.cq:
        aimed = replace(fires_at(game, [(unit, weapon)], asked.foe)[0].aim, combined=combined)
        points = lost(power(die_of(aimed.damage), aimed.shots), sum(map(game.left, game.units_of(asked.foe))))
        return Rated(FREE * points, _("the most damage expected"), settled=True)
    targets = in_reach(game, [(unit, weapon)])[0]
    declarations = [[fire_at(game, unit, weapon, target, combined=combined)] for target in targets]
    if not declarations:
        return Rated(0.0, "", scored=False)
    value, number = max((expected_loss(game, fires), number) for number, fires in enumerate(declarations))
    return Rated(value / point(game), expectation(game, declarations[number]), settled=True)


def fight(game: Game, attackers: Sequence[Armed], foe: Squad) -> Rated:
    """Rate close quarters fire at a squad in the same Garrison (D-CQ-2)."""
    odds = close_odds(game, attackers, foe, entered=any(game.squad_of(unit).entered for unit, _weapon in attackers))
    prizes = table_of_prizes(game)
    units = game.units_of(foe)
    mean_prize = sum(prizes.get(unit.id, 0.0) for unit in units) / max(1, len(units))
    falls = sum(number * chance for number, chance in enumerate(odds.destroyed))
    share = HALF_DEAD * odds.harm.lost / game.sheet_of(foe).damage + (1.0 - HALF_DEAD) * float(falls)
    facts = {"points": numeral(odds.harm.lost, ".1f"), "chance": percent(odds.breaks), "squad": foe.name}
    why = _("{points} damage expected on {squad} in close quarters, {chance} that it runs", **facts)
    return Rated(FREE + share * mean_prize / point(game) + RUN * odds.breaks, why)


def divided(game: Game, attacks: Sequence[Armed], foes: Sequence[Squad]) -> list[Squad]:
    """Return the best target squad of each close quarters weapon, in their order (D-CQ-2).

    It starts with all weapons at one squad; then each weapon in turn changes its target if that is worth more.
    """
    aims = max(([foe] * len(attacks) for foe in foes), key=lambda targets: fights_worth(game, attacks, targets))
    for number in range(len(attacks)):
        others = [[*aims[:number], foe, *aims[number + 1 :]] for foe in foes]
        aims = max([aims, *others], key=lambda targets: fights_worth(game, attacks, targets))
    return aims


def fights_worth(game: Game, attacks: Sequence[Armed], aims: Sequence[Squad]) -> float:
    """Return the value of close quarters fire with a squad as the target of each weapon."""
    rated = [fight(game, weapons_at_it, foe) for foe, weapons_at_it in by_foe(attacks, aims)]
    return FREE + sum(fight_rated.worth - FREE for fight_rated in rated)  # FREE counts once, not for every target


def by_foe(attacks: Sequence[Armed], aims: Sequence[Squad]) -> list[tuple[Squad, list[Armed]]]:
    """Return each squad that is aimed at, with the weapons aimed at it."""
    targets: dict[str, tuple[Squad, list[Armed]]] = {}
    for attack, foe in zip(attacks, aims, strict=True):
        targets.setdefault(foe.id, (foe, []))[1].append(attack)
    return [*targets.values()]


def split(game: Game, attacks: Sequence[Armed], aims: Sequence[Squad]) -> Rated:
    """Rate close quarters fire with a target squad for each weapon (D-CQ-2)."""
    targets = by_foe(attacks, aims)
    if len(targets) < 2:
        return Rated(0.0, _("better to fire everything at one squad"))
    why = series([fight(game, weapons_at_it, foe).why for foe, weapons_at_it in targets])
    return Rated(fights_worth(game, attacks, aims), why)


def reaction(asked: Asked, option: Option) -> Rated:
    """Rate Reaction Fire at a fully visible target, after which the weapon is spent this round (D-RF-2, D-RF-3)."""
    game, fire = asked.game, declared_by(asked.game, asked.decision, option.key)
    assert fire is not None
    forgone = 0.0 if game.squad_of(fire.unit).acted else LATER
    return Rated(
        FREE + expected_loss(game, [fire]) / point(game) * (1.0 - forgone), expectation(game, [fire]), settled=True
    )


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
    """A choice whose options are rated, with everything that the ratings of several options share.

    With `ahead`, a search compares the options with positions, whose value includes fire to come.
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
        unit, weapon = asked_about(self.game, self.decision) or (None, None)
        return shared_out(self.game, self.game.squad_of(unit), (unit, weapon)) if unit and weapon else []

    @cached_property
    def divided(self) -> tuple[list[Armed], list[Squad]]:
        """The close quarters weapons of the squad that fights, and the best target squad of each."""
        state = self.game.state
        squad = state.squads.get(self.decision.about) or self.game.squad_of(state.units[self.decision.about])
        attacks = armed(self.game, squad)
        return attacks, divided(self.game, attacks, foes_inside(self.game, squad))

    @property
    def foe(self) -> Squad:
        """The best target squad of the close quarters weapon in question."""
        asked = self.decision.about, self.decision.test
        return next(foe for (unit, weapon), foe in zip(*self.divided) if (unit.id, weapon.name) == asked)


def option(asked: Asked, option: Option) -> Rated:
    """Return the value of an option, in victory points, and the reason."""
    if option.key == DONE.key:
        return done(asked)
    if option.key in (PASS, END.key) and asked.decision.rule != "D-SHOOT-5":
        return Rated(0.0, _("nothing else helps"), settled=asked.decision.rule == "D-RF-1")
    rate = RATED.get(asked.decision.rule)
    return rate(asked, option) if rate is not None else Rated(0.0, "", scored=False)


# -- initiative, and the order of activation


def foresight(asked: Asked, option: Option) -> Rated:
    """Rate the use of Foresight to reroll for initiative, once a game: good for a player who is behind (D-INIT-9)."""
    player = asked.decision.player
    totals = {event.player: event.total for event in asked.game.events if isinstance(event, Initiative)}
    is_behind = totals[player] < max(total for owner, total in totals.items() if owner != player)
    return Rated(FIRST if (option.key == REROLL) is is_behind else 0.0, _("to strike first"))


def group(asked: Asked, option: Option) -> Rated:
    """Rate a battlegroup by the points that it can destroy now, and by an objective to bring home (D-BG-1)."""
    game = asked.game
    if option.key == HOLD.key:
        return Rated(LEFT, _("better on the table"))
    chosen = game.state.groups[option.key]
    units = [unit for squad in game.squads_of(chosen) for unit in game.units_of(squad)]
    prizes = table_of_prizes(game)
    with_group = fire(game, chosen.owner, prizes, own=True).whole
    with restored(units, *POSE):
        for unit in units:
            unit.place = "off" if unit.present else unit.place
        # what all fire of its side is worth, less what it is worth without this battlegroup
        strikes = (with_group - fire(game, chosen.owner, prizes, own=True).whole) / point(game)
    if any(carried_by(game, squad) is not None for squad in game.squads_of(chosen)):
        return Rated(1.0 + strikes, _("it has an objective to bring home"))
    if strikes > TRIFLE:
        return Rated(strikes, _("it can do most damage now"))
    return Rated(TRIFLE * len(units), _("it has the most to do"))


def squad_to_act(asked: Asked, option: Option) -> Rated:
    """Rate a squad by the best that it can do; Transports with a load come first (D-BG-7)."""
    game = asked.game
    squad = game.state.squads[option.key]
    units = game.units_of(squad)
    if units[0].place == "off":
        loaded = any(cargo(game, unit) for unit in units)
        return Rated(ENTERED + (LOADED if loaded else 0.0), _("it comes onto the table"))
    if any(cargo(game, unit) for unit in units) and game.sheet_of(squad).carries and not asked.ahead:
        return Rated(LOADED, _("it brings others to where they are needed"))
    before = valued(game, squad.owner).whole
    with restored([game.state], "squad"), restored([squad], "acted", "actions"):
        game.state.squad, squad.acted, squad.actions = squad.id, True, []
        cost_of_acting = valued(game, squad.owner).whole - before if asked.ahead else 0.0
        actions = [
            _moved(game, squad, _hoped(game, squad, asked.rng, asked.share), 0.0),
            *([expected(game, shared_out(game, squad))] if units[0].present else []),
            *([searching(game, squad)] if hidden_here(game, squad) is not None else []),
        ]
    best = max(actions, key=lambda rated: rated.worth)
    if best.worth <= TRIFLE:
        return Rated(-TRIFLE + cost_of_acting, _("it has nothing to do"))
    return best._replace(worth=best.worth + cost_of_acting, foreseen=True)


def done(asked: Asked) -> Rated:
    """Rate the end of a battlegroup's activation by the loss of everything that its squads could still do (D-BG-9)."""
    player, group = asked.decision.player, asked.game.state.groups[asked.game.state.group]
    before = valued(asked.game, player).whole
    with restored([group], "status"):
        group.status = "done"
        return Rated(valued(asked.game, player).whole - before, _("nothing else helps"), settled=True)


# -- actions of a squad


def action(asked: Asked, option: Option) -> Rated:
    """Rate an action of the squad that acts (D-ACT-4)."""
    game, decision = asked.game, asked.decision
    squad = game.state.squads[decision.about]
    if option.key == SEARCH.key:
        return searching(game, squad)
    if option.key == DROP.key or option.key.startswith(PASS_ON):
        return Rated(LEFT, _("better kept"))
    if option.key.startswith(OWN):
        return Rated(0.0, "", scored=False)
    if option.key == SIGNAL.key:
        return Rated(CALLED, _("a Behemoth drops where it is needed"))
    if option.key == SCENERY.key:
        return AT_SCENERY._replace(why=_(AT_SCENERY.why))
    spots = asked.hoped
    due = valued(game, squad.owner).due if SHOOT.key not in squad.actions else 0.0
    if option.key == MOVE.key:
        return _moved(game, squad, spots, due)
    rated = _shooting(game, squad)
    cost_of_acting = (
        _spent(game, squad) if asked.ahead else 0.0
    )  # the dice are counted exactly, so that no search throws them
    rated = rated._replace(worth=rated.worth + cost_of_acting, settled=asked.ahead)
    if rated.worth <= cost_of_acting:
        return rated
    limits = [weapon.silent_beyond for weapon in game.sheet_of(squad).weapons if weapon.silent_beyond is not None]
    # a move that is short enough to fire its weapons may still follow; the fire that is due is not counted twice
    gains = [spot.gain - spot.due for spot in spots if spot.inches <= min(limits, default=spot.inches)]
    by_moving = max(0.0, *gains) if gains and MOVE.key not in squad.actions else 0.0
    return rated._replace(worth=rated.worth + LIKELY * by_moving)


def _spent(game: Game, squad: Squad) -> float:
    """Return the change in a position's value when a squad has used its Shoot action without any hit."""
    before = valued(game, squad.owner).whole
    with restored([squad], "actions"):
        squad.actions = [*squad.actions, SHOOT.key]
        return valued(game, squad.owner).whole - before


def _shooting(game: Game, squad: Squad) -> Rated:
    """Rate the best fire of a squad: close quarters at one squad or several, or an ordinary declaration."""
    attacks, foes = armed(game, squad), foes_inside(game, squad)
    fights = [fight(game, attacks, foe) for foe in foes]
    fights += [split(game, attacks, divided(game, attacks, foes))] if len(foes) > 1 else []
    return max([*fights, expected(game, shared_out(game, squad))], key=lambda rated: rated.worth)


def _moved(game: Game, squad: Squad, spots: list[Hope], due: float) -> Rated:
    """Rate a move to the best of the spots, which come best first; `due` is the value of the fire that may follow."""
    if game.units_of(squad)[0].place == "off":
        return Rated(ENTERED, _("it comes onto the table"))
    if not spots or spots[0].gain + due <= TRIFLE:
        return Rated(-TRIFLE, _("no better spot is in reach"))
    best = spots[0]
    gain = best.gain + due if best.gain > TRIFLE else -TRIFLE
    return Rated(gain, purpose(game, squad, best.ends), foreseen=True)


def _hoped(game: Game, squad: Squad, rng: random.Random, share: float) -> list[Hope]:
    """Return arrangements that a squad could reach with a Move, best first. `share`: fraction of candidates tried."""
    units = game.units_of(squad) if MOVE.key not in squad.actions else []
    if not units:
        return []
    if units[0].place == "table":
        return move_hopes(game, squad, share, rng)
    house, carrier = house_of(game, units[0]), game.outermost(units[0])
    if house is not None:
        return hopes(game, squad, out_of_house(game, squad, units, house))
    if carrier is units[0] or carrier.place != "table":
        return []
    return hopes(game, squad, toward_goals(game, units, carrier, REACH + game.sheet_of(squad).move[1]))


def searching(game: Game, squad: Squad) -> Rated:
    """Rate a search by its chance and the worth of the objective (D-OBJ-5)."""
    objective = hidden_here(game, squad)
    if objective is None:
        return Rated(LEFT, "")
    chance = search_odds(game, squad, objective)
    why = _("{chance} to find the objective", chance=percent(chance))
    return Rated(0.1 + chance * (OPEN + EXTRACTED) / 2, why, settled=False)


def fights(asked: Asked, option: Option) -> Rated:
    """Rate a squad to fight with all weapons, a target for each, or shooting out of the Garrison instead (D-CQ-2)."""
    game, decision, foe = asked.game, asked.decision, asked.game.state.squads.get(option.key)
    if option.key == SHOOT.key:
        return expected(game, shared_out(game, game.state.squads[decision.about]))
    if option.key == SPLIT:
        return split(game, *asked.divided)
    if foe is None:
        return Rated(0.0, _("nothing worth firing at"))
    rated = fight(game, armed_for(game, decision), foe)
    return rated._replace(worth=FREE if foe is asked.foe else -FREE) if decision.test else rated


# -- Garrisons


def _gain(game: Game, units: Sequence[Unit], change: Callable[[Unit], None]) -> float:
    """Return the change in a position's value if `change` is applied to units; they are restored afterwards."""
    before = valued(game, units[0].owner).whole
    with restored(units, *POSE):
        for unit in units:
            change(unit)
        return valued(game, units[0].owner).whole - before


def enters(asked: Asked, option: Option) -> Rated:
    """Rate entering a Garrison by the position at its centre, before each unit is placed (D-GARR-3, D-SPEC-RAP)."""
    game = asked.game
    house = game.piece(option.key)
    if house is None:
        return Rated(0.0, _("better in the open"))
    units = game.units_of(game.state.squads[asked.decision.about])
    gain = _gain(game, units, partial(settle, game, feature=house, place=CENTRE)) + SHELTER
    return Rated(gain, _("under cover, and near what it holds"), settled=True)


def slots(asked: Asked, option: Option) -> Rated:
    """Rate a place in a Garrison, or leaving it (D-GARR-4)."""
    game, decision = asked.game, asked.decision
    if option.key in (SHIFT, LEAVE):
        return _leaving(game, game.state.squads[decision.about], option.key)
    unit = game.state.units[decision.about]
    units = game.units_of(game.squad_of(unit))
    house = house_of(game, unit) or _entered(game, decision)
    if house is None:
        return Rated(0.0, "", scored=False)
    if option.key == CENTRE:
        return Rated(SHELTER, _("nobody outside sees it there"), settled=True)
    in_slot = _gain(game, units, partial(settle, game, feature=house, place=option.key))
    at_centre = _gain(game, units, partial(settle, game, feature=house, place=CENTRE))
    return Rated(in_slot - at_centre, _("it can fire from there"), settled=True)


def _entered(game: Game, decision: Choose) -> Feature | None:
    """Return the Garrison whose slots a decision offers; only the names of its options tell it."""
    garrisons = (feature for feature in game.features if feature.has("garrison"))
    return next((house for house in garrisons if slot_name(house, CENTRE) == decision.options[0].label), None)


def _leaving(game: Game, squad: Squad, key: str) -> Rated:
    """Rate shifting in a Garrison or leaving it, by its key."""
    units = game.units_of(squad)
    house = house_of(game, units[0])
    if key == SHIFT or house is None:
        return Rated(0.0, _("better under cover"))
    spots = hopes(game, squad, out_of_house(game, squad, units, house))
    if not spots:
        return Rated(LEFT, "")
    return Rated(spots[0].gain, purpose(game, squad, spots[0].ends))


# -- Transports


def landing(asked: Asked, option: Option) -> Rated:
    """Rate landing: worth it to unload where that helps, or to be ready for a squad that could board (D-AIR-3)."""
    game, decision = asked.game, asked.decision
    if option.key == FLY_ON.key:
        return Rated(0.0, _("only AA weapons reach it in the air"))
    squad = game.state.squads[decision.about]
    units = [game.state.units[name] for name in option.subject] or game.standing(squad)
    before = valued(game, squad.owner)
    best, spots = unloaded(game, squad, units)
    if best is not None and best.whole - before.whole > TRIFLE:
        names = series([passenger.name for passenger in passengers(game, units)])
        reason = _("to unload {squads}: {there}", squads=names, there=purpose(game, squad, spots))
        return Rated(best.whole - before.whole, reason, foreseen=True)
    worth_of_waiting = TRIFLE if _has_fare(game, squad, units) else -TRIFLE
    return Rated(worth_of_waiting, _("to be ready for those it will carry"))


def _has_fare(game: Game, squad: Squad, units: list[Unit]) -> bool:
    """Return whether a friendly squad that could gain by a ride could board a Transport that landed here."""
    # near enough to walk up and board, if only roughly
    return any(inches_to(game, game.present(fare)[0], units[0].spot) <= 4.0 for fare in fares(game, squad))


def unloading(asked: Asked, option: Option) -> Rated:
    """Rate unloading a squad for free (D-TRANS-15)."""
    game, decision = asked.game, asked.decision
    if option.key in game.state.units:
        return boarding(asked, option)
    if option.key != UNLOAD.key:
        return Rated(0.0, _("better aboard"))
    squad = game.state.squads[decision.about]
    units = game.standing(squad)
    for inside in passengers(game, units):
        if inside.name in option.label:
            spots = hopes(game, inside, toward_goals(game, game.units_of(inside), units[0], REACH - DOOR))
            if spots:
                return Rated(spots[0].gain, purpose(game, inside, spots[0].ends), foreseen=True)
    return Rated(0.0, "", scored=False)


def boarding(asked: Asked, option: Option) -> Rated:
    """Rate boarding a Transport: to be carried home, or to the next objective (D-TRANS-8)."""
    carrier = asked.game.state.units.get(option.key)
    if carrier is None:
        return Rated(0.0, _("better on the ground"))

    def board(unit: Unit) -> None:
        unit.place, unit.carrier = "aboard", carrier.id

    gain = _gain(asked.game, asked.game.units_of(asked.game.state.squads[asked.decision.about]), board)
    return Rated(gain, _("{transport} takes it where it is needed", transport=carrier.name))


def taking_off(asked: Asked, option: Option) -> Rated:
    """Rate taking off again; in the air, only AA weapons can hit (D-TRANS-16)."""
    game, squad = asked.game, asked.game.state.squads[asked.decision.about]
    units = game.standing(squad)
    if option.key != TAKE_OFF:
        return Rated(TRIFLE if _has_fare(game, squad, units) else 0.0, _("to be ready for those it will carry"))

    def rise(unit: Unit) -> None:
        unit.airborne = True

    return Rated(_gain(game, units, rise), _("only AA weapons reach it in the air"))


def zone(asked: Asked, option: Option) -> Rated:
    """Rate a damage zone of a Behemoth, or a weapon of it that falls silent (D-BEH-8, D-BEH-9)."""
    behemoth = asked.game.state.units[option.subject[0]]
    points_left = asked.game.zones_left(behemoth).get(option.key)
    if points_left is not None:
        return Rated(FIRST / (1.0 + points_left), _("without two zones it is destroyed"), settled=True)
    weapon = next(armed for armed in asked.game.sheet(behemoth).weapons if armed.name == option.key)
    return Rated(FIRST * weapon.shots * weapon.energy / 100, _("its strongest weapon"), settled=True)


def under_foot(asked: Asked, option: Option) -> Rated:
    """Rate a unit that a dropping Behemoth could hit: best is the enemy most likely to be destroyed (D-BEH-4)."""
    unit = asked.game.state.units[option.key]
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
    "D-SHOOT-5": target,
    "D-SPEC-FOC": focus,
    "D-SPEC-RED": reduced,
    "D-CQ-2": fights,
    "D-GARR-3": enters,
    "D-GARR-4": slots,
    "D-AIR-3": landing,
    "D-TRANS-15": unloading,
    "D-TRANS-8": boarding,
    "D-RF-1": reaction,
    "D-DEP-2": lambda asked, each: Rated(
        FIRST if each.key.endswith("|deployed") else 0.0, _("the sooner it is there, the better")
    ),
    "D-INIT-7": lambda asked, each: Rated(-TRIFLE, _("it may still be of use")),
    "D-CARD-4": lambda asked, each: Rated(TRIFLE, _("it helps here")),
    "D-SPEC-RAP": enters,
    "D-TRANS-16": taking_off,
    "D-BEH-4": under_foot,
    "D-BEH-6": under_foot,
    "D-BEH-8": zone,
    "D-BEH-9": zone,
}
"""The value of the options of a decision, by its rule."""


POINTS: Final = 6
"""The spots that are considered for Reaction Fire, and for a Behemoth to drop on."""


def prospects(
    game: Game, decision: Decision, rng: random.Random, share: float = 1.0, *, ahead: bool = False
) -> Iterator[Prospect]:
    """Yield the answers worth considering, each with its expected value in victory points and the reason.

    With a `share` below 1, only that share of the spots is considered; `ahead` of a search, all are rated thoroughly.
    """
    if isinstance(decision, Arrange):
        yield from arranged(game, decision, rng, share, thorough=ahead)
    elif isinstance(decision, Choose):
        asked = Asked(game, decision, rng, share, ahead)
        for offered in decision.options:
            worth, reason, settled, scored, foreseen = option(asked, offered)
            yield Prospect(offered.key, worth, reason, scored and offered.key != PASS, settled, settled, foreseen)
    elif isinstance(decision, Place):
        yield from _placed(game, decision, rng)


def _placed(game: Game, decision: Place, rng: random.Random) -> Iterator[Prospect]:
    """Yield points of an Aircraft's path to fire at, best where it would crash on no friendly unit (D-RF-2).

    For a Behemoth that drops, they are spots near enemies where it would crush no friendly unit (D-BEH-3).
    """
    grounded = [other for other in game.on_table() if not other.airborne]
    friends = [unit for unit in grounded if unit.owner == decision.player]
    drops = decision.rule == "D-BEH-3"
    for _time in range(POINTS):
        spot = decision.region.sample(rng)
        if spot is None:
            continue
        squared_gap = min(((unit.x - spot.x) ** 2 + (unit.y - spot.y) ** 2 for unit in friends), default=99.0)
        value, reason = min(0.0, squared_gap / 4.0 - 1.0), _("where its wreck hits nothing of ours")
        if drops:
            to_enemy = min((math.dist(unit.spot, spot) for unit in grounded if unit not in friends), default=99.0)
            # no friendly unit within 3″ counts for more than enemies
            value = 100 * min(0.0, squared_gap - 9) - to_enemy
            reason = _("near enemies, on nobody of ours")
        yield Prospect([spot.x, spot.y], value / 100, reason, scored=drops, settled=not drops, final=not drops)


candidates = partial(prospects, ahead=True)
"""Yield the few answers worth trying on copies of the game."""


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions; with `far`, for a player who plans for the whole battle.

    Near the end of the battle such a player values what units can still win, not the units, and expects no later fire.
    """

    far: bool = False
    acting = staticmethod(position.acting)

    def prospects(self, game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
        with seeing(far=self.far):
            return iter([*prospects(game, decision, rng, share)])  # at once: nobody else sees as far meanwhile

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        with seeing(far=self.far):
            return iter([*candidates(game, decision, rng)])

    def worth(self, game: Game, player: str) -> float:
        with seeing(far=self.far):
            return position.worth(game, player)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(far=style == "wary")
