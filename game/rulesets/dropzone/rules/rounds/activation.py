"""Battlegroup activation: who activates what, in which order, and when all is done (D-BG)."""

from __future__ import annotations

from dataclasses import replace

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking, Flow
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.cards.effects import expire
from game.rulesets.dropzone.rules.cards.occasions import Occasion
from game.rulesets.dropzone.rules.cards.playing import offer
from game.rulesets.dropzone.rules.close_quarters.choosing import check_fortitude
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import END, HOLD, MOVE
from game.rulesets.dropzone.rules.rounds.squads import activate, may_act
from game.rulesets.dropzone.rules.state import Group, Squad
from game.rulesets.dropzone.rules.transports.cargo import carriers_of, is_loaded
from game.wording import _


def can_act(game: Game, group: Group) -> bool:
    """Return whether a battlegroup can be activated: it is ready, and some unit could act (D-BG-6).

    Infiltrators act while the others of their battlegroup are In Reserve (D-SPEC-INF, R-46).
    """
    there = game.squads_of(group)
    return group.status == "ready" and bool(there) and (group.mode != "reserve" or any(map(game.present, there)))


def is_off(game: Game, group: Group) -> bool:
    """Return whether a whole battlegroup is In Readiness (D-DEP-5)."""
    units = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    return group.mode != "reserve" and not any(map(game.is_in_play, units))


def ready(game: Game, player: str) -> list[Group]:
    """Return the battlegroups that a player may still activate this round."""
    return [each for each in game.state.groups.values() if each.owner == player and can_act(game, each)]


def next_player(game: Game) -> str:
    """Return who activates next: the first in the order after the last one, who can (D-BG-9, D-ENG-3, D-BG-10)."""
    order, last = game.state.order, game.state.player
    start = order.index(last) + 1 if last in order else 0
    around = (*order[start:], *order[:start])
    return next((player for player in around if ready(game, player)), "")


def activation(game: Game) -> Flow:
    """Let the next player activate a battlegroup, or hold (D-BG-1, D-BG-3, D-BG-5, D-BG-12, D-BG-13, D-DEP-6, R-16)."""
    state = game.state
    player = next_player(game)
    if not player:
        state.step, state.player = "round-up", ""
        return
    groups = ready(game, player)
    options = [_option(game, each) for each in groups]
    if all(is_off(game, each) for each in groups) and game.setup.document.options.hold == "on":
        options.append(HOLD.shown())
    prompt = _("Which battlegroup do you activate?")
    answer = yield Choose(player=player, prompt=prompt, rule="D-BG-1", options=options)
    state.player = player  # not sooner: until then nothing is in progress, and a referee may correct the table
    if answer == HOLD.key:
        for group in groups:
            group.status = "held"
            game.emit(events.GroupHeld(player=player, group=group.id, rule="D-BG-5"))
        return
    group = state.groups[answer]
    group.status, state.group, state.step = "active", group.id, "group"
    if group.mode != "reserve":
        group.mode = "readiness" if is_off(game, group) else "deployed"
    state.declared = [squad.id for squad in carriers_of(game, group) if not squad.acted]
    state.declared += yield from _declared(game, group)
    game.emit(events.GroupActivated(player=player, group=group.id, auxiliaries=tuple(state.declared), rule="D-BG-1"))
    yield from offer(game, Occasion({player: "BG"}))


def _option(game: Game, group: Group) -> Option:
    units = [unit.id for squad in game.squads_of(group) for unit in game.standing(squad)]
    return Option(group.id, _(group.name), "D-BG-1", tuple(units))


def _declared(game: Game, group: Group) -> Asking[list[str]]:
    """Ask which other Auxiliary squads act with a battlegroup (D-BG-2, R-45)."""
    state, chosen = game.state, list[str]()
    while True:
        free = [
            each
            for each in state.squads.values()
            if each.owner == group.owner and not each.group and each.id not in (*state.declared, *chosen)
            and may_act(game, each) and not is_loaded(game, each)
        ]  # fmt: skip
        if not free:
            return chosen
        options = [Option(each.id, each.name, "D-BG-2", each.units) for each in free]
        options.append(replace(END, label=_("No further Auxiliary squads"), rule="D-BG-2"))
        prompt = _("Which Auxiliary squad acts with {group}?", group=_(group.name))
        answer = yield Choose(player=group.owner, prompt=prompt, rule="D-BG-2", options=options)
        if answer == END.key:
            return chosen
        chosen.append(answer)


def act(game: Game) -> Flow:
    """Let the squads of the active battlegroup act one at a time, until the player is done (D-BG-4, D-BG-7).

    If it was In Readiness as a whole, everything that is not embarked must enter (D-DEP-5).
    """
    state = game.state
    group = state.groups[state.group]
    there = [*game.squads_of(group), *(state.squads[each] for each in state.declared)]
    able = [squad for squad in there if may_act(game, squad)]

    def is_outside(squad: Squad) -> bool:
        return game.units_of(squad)[0].place == "off"

    begun = any(_has_acted(game, squad) for squad in there)
    if not able:
        yield from _finish(game, group)
        return
    options = [Option(each.id, each.name, "D-BG-7", each.units, hand="ground") for each in able]
    if begun and not (group.mode == "readiness" and any(map(is_outside, able))):
        options.append(replace(END, label=_("Done with {group}", group=_(group.name)), rule="D-BG-9"))
    prompt = _("{group}: which squad acts?", group=_(group.name))
    answer = yield Choose(player=group.owner, prompt=prompt, rule="D-BG-7", options=options)
    if answer == END.key:
        yield from _finish(game, group)
        return
    squad = state.squads[answer]
    state.squad = squad.id
    yield from activate(game, squad)
    state.squad = ""


def _has_acted(game: Game, squad: Squad) -> bool:
    """Return whether a squad has done anything in its activation; a Move that goes nowhere is nothing (R-15)."""
    units = game.units_of(squad)
    done = [each for each in squad.actions if each != MOVE.key]
    moved = squad.embarked or squad.disembarked or any(each.turned for each in units)
    return squad.acted and bool(done or (squad.actions and (moved or not units)))


def _finish(game: Game, group: Group) -> Flow:
    """End the activation of a battlegroup: Fortitude tests first (D-BG-11)."""
    yield from check_fortitude(game)
    yield from offer(game, Occasion({group.owner: "END-BG"}))
    expire(game, "action", "squad", "group")
    group.status = "done"
    for squad in game.state.squads.values():
        squad.entered = False
    if group.mode != "reserve":
        group.mode = "readiness" if is_off(game, group) else "deployed"
    game.state.group, game.state.declared, game.state.step = "", [], "activation"
