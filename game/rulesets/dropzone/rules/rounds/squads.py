"""What a squad does when it is activated: its actions, one after another (D-ACT, D-BG-7)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool
from game.refusal import Refusal
from game.rulesets.dropzone.rules import events, scenarios
from game.rulesets.dropzone.rules.cards.effects import expire, total
from game.rulesets.dropzone.rules.cards.hands import mourn
from game.rulesets.dropzone.rules.cards.occasions import Occasion, of_one
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.close_quarters.choosing import fire_or_fight, foes_inside
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import DROP, END, FLY_ON, LAND, MOVE, SEARCH, SHOOT, STAY, UNLOAD
from game.rulesets.dropzone.rules.moving.asking import Paths, ask, beside, squad_entry, squad_move
from game.rulesets.dropzone.rules.moving.garrisoning import enter, move_inside
from game.rulesets.dropzone.rules.objectives import (
    carried_by,
    claim_all,
    close_activation,
    drop,
    finds,
    follow,
    hand_on,
    is_at,
    receivers,
    search_result,
)
from game.rulesets.dropzone.rules.shooting.declaring import targets
from game.rulesets.dropzone.rules.shooting.reacting import react
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.rulesets.dropzone.rules.transports.cargo import REACH, fitting, ramp_limit, why_closed
from game.wording import _

PASS_ON: Final = "pass:"
MOST: Final = 2
"""Actions of a squad in an activation (D-ACT-1)."""


def may_act(game: Game, squad: Squad) -> bool:
    """Return whether a squad can do anything now: on the table, entering, or leaving an open Transport."""
    units = game.units_of(squad)
    if not units or squad.acted:
        return False
    first = units[0]
    if first.place == "off":
        group = game.state.groups.get(squad.group)
        return group is None or group.mode == "readiness"
    if first.place == "aboard":
        carrier = game.state.units[first.carrier]
        return carrier.place == "table" and why_closed(game, carrier) is None and bool(_way_out(game, squad))
    return True


def _way_out(game: Game, squad: Squad) -> bool:
    units = game.units_of(squad)
    carrier = game.state.units[units[0].carrier]
    return beside(game, units, carrier.x, carrier.y, REACH, "D-TRANS-12").find() is not None


def activate(game: Game, squad: Squad) -> Flow:
    """Let a squad take its actions (D-ACT-1 to D-ACT-3)."""
    squad.acted, squad.actions, squad.entered = True, [], False
    yield from offer(game, Occasion(of_one(game, squad.owner, None, "E-ACT"), squad))
    while len(squad.actions) < MOST and game.units_of(squad):
        answer = yield from _asked(game, squad)
        if answer == END.key:
            break
        if answer == DROP.key or answer.startswith(PASS_ON):
            _give(game, squad, answer)
            continue
        squad.actions = [*squad.actions, answer]
        if answer == MOVE.key:
            yield from move(game, squad)
        elif answer == SHOOT.key:
            yield from fire_or_fight(game, squad)
        else:
            squad.actions = [*squad.actions, answer]
            yield from search(game, squad)
        expire(game, "action")
        yield from mourn(game)
        follow(game)
        claim_all(game)
    expire(game, "squad")
    close_activation(game, squad)
    scenarios.of(game).after(game, squad)


def _asked(game: Game, squad: Squad) -> Asking[str]:
    """Ask for the next action; one that must come first, entering or getting out, is not asked for."""
    options, refused = [], []
    for option, refusal in (
        (MOVE, why_not_move(game, squad)),
        (SHOOT, why_not_shoot(game, squad)),
        (SEARCH, why_not_search(game, squad)),
    ):
        if refusal is None:
            here = option is MOVE and all(unit.on_table for unit in game.units_of(squad))
            subject = squad.units if here else ()
            options.append(replace(option.shown(), subject=subject, hand="ground" if here else ""))
        else:
            refused.append((option.shown(), refusal))
    options += _gifts(game, squad)
    options.append(END.shown())
    prompt = _("{squad}: what does it do?", squad=squad.name)
    answer: str = yield Choose(
        player=squad.owner, prompt=prompt, rule="D-ACT-4", about=squad.id, options=options, refused=lambda: refused
    )
    return answer


def _gifts(game: Game, squad: Squad) -> list[Option]:
    """Return the options to pass on or drop the objective that a squad carries (D-OBJ-9, D-OBJ-10)."""
    if carried_by(game, squad) is None or not game.present(squad):
        return []
    others = [
        Option(f"{PASS_ON}{each.id}", _("Pass the objective to {squad}", squad=each.name), "D-OBJ-9", each.units)
        for each in receivers(game, squad)
    ]
    return [*others, DROP.shown()]


def _give(game: Game, squad: Squad, answer: str) -> None:
    objective = carried_by(game, squad)
    assert objective is not None
    if answer == DROP.key:
        drop(game, objective, "D-OBJ-10", forced=False)
    else:
        hand_on(game, objective, game.state.squads[answer.removeprefix(PASS_ON)])


def why_not_move(game: Game, squad: Squad) -> Refusal | None:
    """Return why a squad cannot take a Move action."""
    if MOVE.key in squad.actions:
        return Refusal(_("it has moved already"), "D-ACT-1")
    return None


def why_not_shoot(game: Game, squad: Squad) -> Refusal | None:
    """Return why a squad cannot take a Shoot action."""
    if SHOOT.key in squad.actions:
        return Refusal(_("it has shot already"), "D-ACT-1")
    if game.units_of(squad)[0].place not in ("table", "inside"):
        return Refusal(_("it is not on the table"), "D-SHOOT-3")
    if not targets(game, squad) and not foes_inside(game, squad):
        return Refusal(_("no weapon has a target"), "D-SHOOT-3")
    return None


def why_not_search(game: Game, squad: Squad) -> Refusal | None:
    """Return why a squad cannot search (D-OBJ-5)."""
    if squad.actions:
        return Refusal(_("a search takes both actions"), "D-ACT-7")
    if hidden_here(game, squad) is None:
        return Refusal(_("no hidden objective is within 2″"), "D-OBJ-5")
    return None


def hidden_here(game: Game, squad: Squad) -> Objective | None:
    """Return a Hidden objective that a squad may search (D-OBJ-5)."""
    sheet = game.sheet_of(squad)
    if sheet.is_aircraft or sheet.type == "Behemoth" or not game.is_coherent(squad):
        return None
    for objective in game.state.objectives.values():
        if (
            objective.hidden
            and not objective.removed
            and any(is_at(game, each, objective) for each in game.units_of(squad))
        ):
            return objective
    return None


def search(game: Game, squad: Squad) -> Flow:
    """Search a Hidden objective (D-OBJ-5)."""
    objective = hidden_here(game, squad)
    if objective is None:
        return
    yield from offer(game, Occasion({squad.owner: "SEARCH"}, squad))
    pool = game.throw(f"search {squad.id}", 1)
    found = _searched(game, squad, objective, pool)
    looking = Occasion({squad.owner: "SEARCH2"}, squad, pools={squad.id: pool})
    if (yield from offer(game, looking)) and looking.pools[squad.id] != pool:
        found = _searched(game, squad, objective, looking.pools[squad.id])
    if found:
        objective.hidden, objective.claimed_by = False, squad.owner


def _searched(game: Game, squad: Squad, objective: Objective, pool: Pool) -> bool:
    """Emit what a search die finds, and return whether it does (D-OBJ-5)."""
    face, more = pool.faces[0], total(game, "search", squad.id)
    result = search_result(game, squad, objective, face, more)
    found = finds(face, result)
    game.emit(
        events.Searched(squad=squad.id, objective=objective.id, pool=pool, result=result, found=found, rule="D-OBJ-5")
    )
    return found


# -- moving


def move(game: Game, squad: Squad) -> Flow:
    """Let a squad move: onto the table, out of a Transport, over the ground, in the air, into a Transport (D-ACT-5)."""
    units, paths = game.units_of(squad), Paths()
    yield from offer(game, Occasion({squad.owner: "MOVE"}, squad))
    if units[0].place == "off":
        edge = game.state.edges[squad.owner]
        prompt = _("Where does {squad} enter?", squad=squad.name)
        if game.sheet_of(squad).is_aircraft:
            for unit in units:
                unit.airborne = True
        paths = yield from ask(game, squad, units, squad_entry(game, units, edge), prompt, "D-DEP-5")
    elif units[0].place == "inside":
        yield from move_inside(game, squad)
    elif units[0].place == "aboard":
        yield from disembark(game, squad)
        if game.standing(squad):
            yield from _on_the_ground(game, squad)
    elif game.sheet_of(squad).is_aircraft:
        paths = yield from _in_the_air(game, squad)
    else:
        yield from _on_the_ground(game, squad)
    if game.sheet_of(squad).is_aircraft:
        yield from react(game, squad, paths)
        yield from _land(game, squad)
    else:
        yield from enter(game, squad)
        yield from _embark(game, squad)


def _on_the_ground(game: Game, squad: Squad) -> Flow:
    units = game.standing(squad)
    prompt = _("Where does {squad} move?", squad=squad.name)
    yield from ask(game, squad, units, squad_move(game, units), prompt, "D-MOVE-1", (STAY.shown(),))


def disembark(game: Game, squad: Squad) -> Flow:
    """Set a squad down beside its Transport (D-TRANS-12, D-TRANS-18, D-TRANS-19)."""
    units = game.units_of(squad)
    carrier = game.state.units[units[0].carrier]
    prompt = _("Where does {squad} get out?", squad=squad.name)
    squad.disembarked = True
    squad.left_air = game.sheet(carrier).is_aircraft or game.squad_of(carrier).left_air
    where = beside(game, units, carrier.x, carrier.y, REACH, "D-TRANS-12")
    yield from ask(game, squad, units, where, prompt, "D-TRANS-12")
    yield from enter(game, squad)


def _in_the_air(game: Game, squad: Squad, inches: float | None = None) -> Asking[Paths]:
    units = game.standing(squad)
    for unit in units:
        unit.airborne = True
    prompt = _("Where does {squad} fly?", squad=squad.name)
    return (yield from ask(game, squad, units, squad_move(game, units, inches), prompt, "D-AIR-2", (STAY.shown(),)))


def _land(game: Game, squad: Squad) -> Flow:
    """Let Aircraft land, unload or load for free, and fly on (D-AIR-3, D-TRANS-14 to D-TRANS-16)."""
    units = game.standing(squad)
    if not units or not all(_has_ground(game, unit) for unit in units):
        return
    options = [FLY_ON.shown(), LAND.shown()]
    prompt = _("{squad}: land here?", squad=squad.name)
    if (yield Choose(player=squad.owner, prompt=prompt, rule="D-AIR-3", about=squad.id, options=options)) == FLY_ON.key:
        return
    for unit in units:
        unit.airborne = False
    game.emit(events.Landed(squad=squad.id, rule="D-AIR-3"))
    limit = ramp_limit(game, units[0])
    if max(unit.moved for unit in units) > limit + game.ruler.policy.tolerance:
        return
    yield from _transfer(game, squad, units)


def _has_ground(game: Game, unit: Unit) -> bool:
    """Return whether the landed token of an Aircraft would fit where it is (D-AIR-3)."""
    disc = game.disc(unit)
    clear = all(
        (other.x - unit.x) ** 2 + (other.y - unit.y) ** 2 >= (disc.radius + game.sheet(other).radius) ** 2
        for other in game.on_table()
        if other is not unit and not other.airborne
    )
    return clear and not any(
        each.has("impassable") and each.gap(unit.x, unit.y) < disc.radius for each in game.features
    )


def _transfer(game: Game, squad: Squad, units: list[Unit]) -> Flow:
    """Unload cargo for free after landing, and take off again with what is left of the move (D-TRANS-15)."""
    inside = {each.squad for each in game.state.units.values() if each.carrier in {unit.id for unit in units}}
    for name in sorted(inside):
        passengers = game.state.squads[name]
        options = [
            replace(STAY, label=_("They stay aboard"), rule="D-TRANS-15"),
            replace(UNLOAD, label=_("Unload {squad}", squad=passengers.name)),
        ]
        prompt = _("Unload {squad} here, for free?", squad=passengers.name)
        asked = Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-15", about=squad.id, options=options)
        if _way_out(game, passengers) and (yield asked) == UNLOAD.key:
            yield from disembark(game, passengers)


def _embark(game: Game, squad: Squad) -> Flow:
    """Let a coherent squad board a Transport that one of its units has reached (D-TRANS-8)."""
    if squad.disembarked or not game.standing(squad) or not game.is_coherent(squad):
        return
    found = [each for each in game.on_table() if _may_board(game, squad, each)]
    if not found:
        return
    options = [replace(STAY, label=_("Stay outside"), rule="D-TRANS-8", stays=False)]
    options += [Option(each.id, _("Board {transport}", transport=each.name), "D-TRANS-8", (each.id,)) for each in found]
    prompt = _("{squad}: board a Transport?", squad=squad.name)
    answer = yield Choose(player=squad.owner, prompt=prompt, rule="D-TRANS-8", about=squad.id, options=options)
    if answer == STAY.key:
        return
    squad.embarked = True
    for unit in game.units_of(squad):
        unit.place, unit.carrier = "aboard", answer
    game.emit(events.Embarked(squad=squad.id, transport=answer, rule="D-TRANS-8"))


def _may_board(game: Game, squad: Squad, transport: Unit) -> bool:
    """Return whether a whole squad may board a Transport now (D-TRANS-2 to D-TRANS-8)."""
    if transport.owner != squad.owner or not game.sheet(transport).carries or why_closed(game, transport) is not None:
        return False
    own = game.squad_of(transport)
    if own.group and own.group != squad.group:
        return False
    reach = REACH + game.ruler.policy.tolerance
    near = any((unit.x - transport.x) ** 2 + (unit.y - transport.y) ** 2 <= reach**2 for unit in game.standing(squad))
    return near and len(fitting(game, transport, squad)) == len(game.units_of(squad))
