"""The activation of battlegroups: the choice of squads, and their actions one after another (D-BG, D-ACT)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from game.engine.core.decisions import Choose, Option, only_option
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool
from game.refusal import Refusal
from game.rulesets.dropzone.rules import events, objectives, scenarios, zones
from game.rulesets.dropzone.rules.cards.hands import expire, mourn, total
from game.rulesets.dropzone.rules.cards.playing import Occasion, of_one, offer
from game.rulesets.dropzone.rules.cargo import carriers_of, is_loaded, load_in_words, muster, with_load
from game.rulesets.dropzone.rules.close_quarters.choosing import check_fortitude, fire_or_fight, foes_inside
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.letters import (
    DONE,
    DROP,
    END,
    FIRE,
    HOLD,
    MOVE,
    SCAN,
    SCENERY,
    SEARCH,
    SHOOT,
    SIGNAL,
    STAY,
    about_squad,
)
from game.rulesets.dropzone.rules.moving.asking import Paths, ask, has_room, is_rooted, squad_entry, squad_move
from game.rulesets.dropzone.rules.moving.boarding import (
    arrive,
    carriers,
    change,
    disembark,
    embark,
    enter,
    fly,
    fly_in,
    fly_straight,
    leave_table,
    may_get_out,
    move_inside,
)
from game.rulesets.dropzone.rules.perishing import signal, tread, waiting, why_not_signal
from game.rulesets.dropzone.rules.scenery import foes_in, house_of
from game.rulesets.dropzone.rules.shooting.declaring import has_foes, has_scenery
from game.rulesets.dropzone.rules.shooting.offering import why_no_fire
from game.rulesets.dropzone.rules.state import Group, Objective, Squad
from game.wording import N_, _, ngettext, series

PASS_ON: Final = "pass:"
OWN: Final = "own:"
TAKE: Final = "take:"
SHOOTING: Final = FIRE.key, SCENERY.key, SHOOT.key
MOST: Final = 2
"""Actions of a squad in an activation (D-ACT-1)."""


def may_act(game: Game, squad: Squad) -> bool:
    """Return whether a squad can do anything now: on the table, entering, or leaving an open Transport."""
    units = game.units_of(squad)
    if not units or squad.acted:
        return False
    first = units[0]
    if first.place == "off":
        return can_enter(game, squad)
    if first.place == "aboard":
        return may_get_out(game, squad)
    return True


def can_enter(game: Game, squad: Squad) -> bool:
    """Return whether a squad off the table may enter it now: not In Reserve, and able to move (D-DEP-5, R-10).

    Fast units are In Reserve in the first round (D-SPEC-FAS, D-DEP-7).
    """
    group, sheet = game.state.groups.get(squad.group), game.sheet_of(squad)
    if "fast" in sheet.rules and game.state.round == 1:
        return False
    return sheet.move[1] > 0.0 and (group is None or group.mode != "reserve")


def activate(game: Game, squad: Squad) -> Flow:
    """Let a squad take its actions (D-ACT-1 to D-ACT-3)."""
    squad.acted, squad.actions = True, []
    yield from offer(game, Occasion(of_one(game, squad.owner, None, "E-ACT"), squad))
    while len(squad.actions) < MOST and game.units_of(squad):
        answer = yield from _choose_action(game, squad)
        if answer == END.key:
            break
        if answer == DROP.key or answer.startswith((PASS_ON, TAKE)):
            yield from _hand_over_objective(game, squad, answer)
            continue
        shoots = answer in SHOOTING
        squad.actions = [*squad.actions, SHOOT.key if shoots else answer]
        if answer == MOVE.key:
            yield from move(game, squad)
        elif shoots:
            yield from fire_or_fight(game, squad, answer)
        elif answer.startswith(OWN):
            _record_own_action(game, squad, answer)
        else:
            squad.actions = [*squad.actions, answer]
            yield from LONG[answer](game, squad)
        expire(game, "action")
        yield from mourn(game)
        yield from scenarios.settle(game)
    expire(game, "squad")
    if game.standing(squad) and not game.is_coherent(squad):
        yield from objectives.let_fall(game, squad, "D-OBJ-11")
    scenarios.of(game).after(game, squad)


def _choose_action(game: Game, squad: Squad) -> Asking[str]:
    """Ask for a squad's next action.

    A squad off the table enters it first: `MOVE.key` is returned without a question.
    """
    if game.units_of(squad)[0].place == "off":
        return MOVE.key
    options, refused, cannot_shoot = [], [], why_not_shoot(game, squad)
    cannot_fire = cannot_shoot or why_not_fire(game, squad)
    for option, refusal in (
        (MOVE, why_not_move(game, squad)),
        (FIRE, cannot_fire),
        (SEARCH, why_not_search(game, squad)),
        (SCAN, why_not_scan(game, squad)),
        *([(SIGNAL, why_not_signal(game, squad))] if waiting(game, squad.owner) else []),
    ):
        if refusal is None:
            offered = option.shown()
            if option is MOVE:  # also out of a Transport or a Garrison, if it is dragged off
                aboard = game.units_of(squad)[0].place == "aboard"
                label = _("Get out and move") if aboard else offered.label
                offered = replace(offered, label=label, subject=squad.units, hand="ground")
            options.append(offered)
        else:
            refused.append((option.shown(), refusal))
    if cannot_shoot is None and has_scenery(game, squad):
        options.append(SCENERY.shown())
    former = (SHOOT.key,) if any(option.key in SHOOTING for option in options) else ()
    options += [*_own_actions(game, squad), *_objective_options(game, squad)]
    if "fast" not in game.sheet_of(squad).rules or MOVE.key in squad.actions:
        options.append(END.shown())
    answer: str = yield about_squad(
        squad,
        N_("{squad}: choose an action"),
        "D-ACT-4",
        options,
        refused=lambda: [(option, _with_reasons(game, squad, reasons)) for option, reasons in refused],
        former=former,
        slots=[action.key for action in (MOVE, FIRE, SEARCH, SCAN, SIGNAL, SCENERY)],
        usual=lambda: END.key if options == [END.shown()] else None,
    )
    return answer


def _with_reasons(game: Game, squad: Squad, refusal: Refusal) -> Refusal:
    """Return the refusal; `NO_FOE` is completed with the reasons of all weapons, which take long to find."""
    if refusal is not NO_FOE:
        return refusal
    reasons = why_no_fire(game, squad)
    return Refusal(_("no enemy can be fired at: {reason}", reason=reasons.text), reasons.rule)


def _own_actions(game: Game, squad: Squad) -> list[Option]:
    """Return the options for actions of the squad's stat sheet that it may still take (D-ACT-1, D-ACT-10)."""
    return [
        Option(f"{OWN}{action.name}", action.name, "D-ACT-10", squad.units)
        for action in game.sheet_of(squad).actions
        if f"{OWN}{action.name}" not in squad.actions
        and len(squad.actions) + action.cost <= MOST
        and game.present(squad)
    ]


def _record_own_action(game: Game, squad: Squad, answer: str) -> None:
    """Record that the squad takes an action of its stat sheet; the players carry out its text (D-ACT-10)."""
    action = next(candidate for candidate in game.sheet_of(squad).actions if answer == f"{OWN}{candidate.name}")
    squad.actions = [*squad.actions, *[answer] * (action.cost - 1)]
    game.emit(events.OwnAction(squad=squad.id, action=action.name, rule="D-ACT-10"))


def _objective_options(game: Game, squad: Squad) -> list[Option]:
    """Return the options to pass on or drop an objective, or to take one from another squad (D-OBJ-9, D-OBJ-10)."""
    if not game.present(squad):
        return []
    key, text, others, last = TAKE, N_("Take the objective from {squad}"), objectives.givers, []
    if objectives.carried_by(game, squad) is not None:
        key, text, others, last = PASS_ON, N_("Pass the objective to {squad}"), objectives.receivers, [DROP.shown()]
    gifts = [
        Option(f"{key}{receiver.id}", _(text, squad=receiver.name), "D-OBJ-9", receiver.units)
        for receiver in others(game, squad)
    ]
    return [*gifts, *last]


def _hand_over_objective(game: Game, squad: Squad, answer: str) -> Flow:
    """Let a squad pass its objective on, drop it, or take one from another squad, as answered (D-OBJ-9, D-OBJ-10)."""
    if answer == DROP.key:
        yield from objectives.let_fall(game, squad, "D-OBJ-10", forced=False)
        return
    other = game.state.squads[answer.removeprefix(TAKE).removeprefix(PASS_ON)]
    objectives.hand_on(game, *((other, squad) if answer.startswith(TAKE) else (squad, other)))


def why_not_move(game: Game, squad: Squad) -> Refusal | None:
    """Return the refusal of a Move action; None if the squad can take it."""
    if MOVE.key in squad.actions:
        return Refusal(_("it has moved already"), "D-ACT-1")
    units = game.units_of(squad)
    house = house_of(game, units[0]) if units else None
    if house is not None and "bloodthirsty" in game.sheet_of(squad).rules and foes_in(game, squad, house):
        return Refusal(_("it does not move while an enemy is in its Garrison"), "D-SPEC-BLO")
    must_stay = house is not None and game.setup.document.options.shifting == "on"
    rooted = next((unit for unit in units if must_stay and is_rooted(game, unit)), None)
    if rooted is not None:
        return Refusal(_("{unit} fired a weapon that must not move", unit=rooted.name), "D-SHOOT-7")
    return None


def why_not_shoot(game: Game, squad: Squad) -> Refusal | None:
    """Return the refusal of a Shoot action; None if the squad can take it."""
    if squad.high:
        return Refusal(_("it flies high this round"), "D-SPEC-FAS")
    if SHOOT.key in squad.actions:
        return Refusal(_("it has shot already"), "D-ACT-1")
    if not game.units_of(squad)[0].present:
        return Refusal(_("it is not on the table"), "D-SHOOT-3")
    return None


NO_FOE: Final = Refusal("", "D-SHOOT-3")
"""Stands in for the refusal to fire while its reason, which takes long to find, is not needed."""


def why_not_fire(game: Game, squad: Squad) -> Refusal | None:
    """Return `NO_FOE` if a squad has no enemy to shoot at or to fight; None if it has one."""
    return None if has_foes(game, squad) or foes_inside(game, squad) else NO_FOE


def why_not_search(game: Game, squad: Squad) -> Refusal | None:
    """Return the refusal of a search; None if the squad can search (D-OBJ-5)."""
    if squad.actions:
        return Refusal(_("a search takes both actions"), "D-ACT-7")
    if hidden_here(game, squad) is None:
        return Refusal(_("no hidden objective is within 2″"), "D-OBJ-5")
    return None


def why_not_scan(game: Game, squad: Squad) -> Refusal | None:
    """Return the refusal of a scan; None if the squad can scan (D-OBJ-6)."""
    sheet, units = game.sheet_of(squad), game.standing(squad)
    if not sheet.carries or sheet.is_aircraft:
        return Refusal(_("only a Transport on the ground can scan"), "D-ACT-8")
    if squad.actions:
        return Refusal(_("a scan takes both actions"), "D-ACT-8")
    if not units:
        return Refusal(_("it is not on the table"), "D-ACT-8")
    if all(unit.scanned for unit in units):
        return Refusal(_("it has a Scan Token already"), "D-OBJ-6")
    return None


def scan(game: Game, squad: Squad) -> Flow:
    """Give the Transports of a squad their Scan Tokens, one each at most (D-OBJ-6)."""
    for unit in game.standing(squad):
        unit.scanned = True
        game.emit(events.Scanned(unit=unit.id, rule="D-OBJ-6"))
    yield from ()


def hidden_here(game: Game, squad: Squad) -> Objective | None:
    """Return a Hidden objective that a squad may search now, or None (D-OBJ-5)."""
    if not game.sheet_of(squad).takes_objectives or not game.is_coherent(squad):
        return None
    hidden = (objective for objective in game.state.objectives.values() if objective.hidden and not objective.removed)
    return next((objective for objective in hidden if objectives.at(game, game.units_of(squad), objective)), None)


def search(game: Game, squad: Squad) -> Flow:
    """Search a Hidden objective, with the Scan Tokens that the player spends (D-OBJ-5, D-OBJ-6)."""
    objective = hidden_here(game, squad)
    if objective is None:
        return
    spent = yield from _spend_scan_tokens(game, squad)
    yield from offer(game, Occasion({squad.owner: "SEARCH"}, squad))
    pool = game.throw(f"search {squad.id}", 1)
    success = _resolve_search(game, squad, objective, pool, spent)
    occasion = Occasion({squad.owner: "SEARCH2"}, squad, pools={squad.id: pool})
    if (yield from offer(game, occasion)) and occasion.pools[squad.id] != pool:  # a card has rerolled the die
        success = _resolve_search(game, squad, objective, occasion.pools[squad.id], spent)
    if success:
        objective.hidden = False
        objectives.claim(game, objective, game.units_of(squad))


def _spend_scan_tokens(game: Game, squad: Squad) -> Asking[int]:
    """Ask how many Scan Tokens a search uses, and spend that many; return the number (D-OBJ-6)."""
    scanners = objectives.scanners_near(game, squad)
    if not scanners:
        return 0
    options = [
        Option(str(count), ngettext("Spend {n} Scan Token", "Spend {n} Scan Tokens", count), "D-OBJ-6")
        for count in range(len(scanners), -1, -1)
    ]
    answer = yield about_squad(squad, N_("{squad}: choose how many Scan Tokens to spend"), "D-OBJ-6", options)
    for unit in scanners[: int(answer)]:
        unit.scanned = False
    return int(answer)


def _resolve_search(game: Game, squad: Squad, objective: Objective, pool: Pool, spent: int) -> bool:
    """Emit the result of a search die; return whether the squad finds the objective (D-OBJ-5)."""
    face, bonus = pool.faces[0], total(game, "search", squad.id)
    result = objectives.search_result(game, squad, objective, face, bonus + spent)
    success = objectives.finds(face, result)
    game.emit(
        events.Searched(squad=squad.id, objective=objective.id, pool=pool, result=result, found=success, rule="D-OBJ-5")
    )
    return success


LONG: Final[dict[str, Callable[[Game, Squad], Flow]]] = {SEARCH.key: search, SCAN.key: scan, SIGNAL.key: signal}
"""The actions that take up both actions of a squad (D-ACT-7 to D-ACT-9)."""


# -- moving


def move(game: Game, squad: Squad) -> Flow:
    """Let a squad move: onto the table, out of a Transport, over the ground, in the air, into a Transport (D-ACT-5)."""
    units, paths, fast = game.units_of(squad), Paths(), "fast" in game.sheet_of(squad).rules
    left = carriers(game, squad)  # it may not board these again in the same move
    yield from offer(game, Occasion({squad.owner: "MOVE"}, squad))
    if units[0].place == "off":
        paths = yield from fly_in(game, squad) if fast else _enter_table(game, squad)
    elif units[0].place == "inside":
        yield from move_inside(game, squad)
    elif units[0].place == "aboard":
        yield from disembark(game, squad)
        if game.standing(squad):
            yield from _on_the_ground(game, squad)
    elif game.sheet_of(squad).is_aircraft:
        paths = yield from fly_straight(game, squad) if fast else fly(game, squad)
    else:
        paths = yield from _on_the_ground(game, squad)
    if game.sheet_of(squad).zones:
        yield from tread(game, squad, paths)
    elif game.sheet_of(squad).is_aircraft:
        yield from arrive(game, squad, paths)
        if squad.leaving:
            leave_table(game, squad)
        yield from change(game, squad)
    else:
        yield from change(game, squad)
        yield from enter(game, squad)
        yield from embark(game, squad, left)


def _enter_table(game: Game, squad: Squad) -> Asking[Paths]:
    """Ask where a squad enters from a table edge of its zone; return its paths, none if it has no room (D-DEP-5)."""
    units = game.units_of(squad)
    for unit in units:
        unit.airborne = game.sheet(unit).is_aircraft
    lines = zones.lines(game.battlefield, game.state.edges[squad.owner])
    entries = {edge: squad_entry(game, units, line) for edge, line in lines.items()}
    if len(entries) > 1:  # only several edges are a choice, for which those without room drop out
        entries = {edge: entry for edge, entry in entries.items() if has_room(entry)}
    edge = next(iter(entries), "")
    if len(entries) > 1:
        options = [Option(entry, _(zones.ZONES[entry]), "D-DEP-5") for entry in entries]
        text = N_("From which edge does {squad} enter?")
        edge = yield about_squad(squad, text, "D-DEP-5", options, named=with_load(game, squad))
    if not edge or not has_room(entries[edge]):
        for unit in units:
            unit.airborne = False
        return {}
    text = N_("Where does {squad} enter?")
    return (yield from ask(game, squad, entries[edge], text, "D-DEP-5", named=with_load(game, squad)))


def _on_the_ground(game: Game, squad: Squad) -> Asking[Paths]:
    """Ask for a squad's move over the ground; return the units' paths."""
    where = squad_move(game, game.standing(squad))
    return (yield from ask(game, squad, where, N_("Where does {squad} move?"), "D-MOVE-1", (STAY.shown(),)))


def can_act(game: Game, group: Group) -> bool:
    """Return whether a battlegroup can be activated: it is ready, and some unit could act (D-BG-6).

    Infiltrators act while the others of their battlegroup are In Reserve (D-SPEC-INF, R-46).
    """
    squads = game.squads_of(group)
    return group.status == "ready" and bool(squads) and (group.mode != "reserve" or any(map(game.present, squads)))


def is_off(game: Game, group: Group) -> bool:
    """Return whether all of a battlegroup is still In Readiness, off the table (D-DEP-5)."""
    units = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    return group.mode != "reserve" and not any(map(game.is_in_play, units))


def ready(game: Game, player: str) -> list[Group]:
    """Return the battlegroups that a player may still activate this round."""
    return [group for group in game.state.groups.values() if group.owner == player and can_act(game, group)]


def next_player(game: Game) -> str:
    """Return the player who activates next: the first after the last one who can, or "" (D-BG-9, D-ENG-3, D-BG-10)."""
    around = game.around(game.state.player)
    if game.state.player:
        around = [*around[1:], around[0]]
    return next((player for player in around if ready(game, player)), "")


def activation(game: Game) -> Flow:
    """Let the next player activate a battlegroup, or hold (D-BG-1, D-BG-3, D-BG-5, D-BG-12, D-BG-13, D-DEP-6, R-16)."""
    state = game.state
    player = next_player(game)
    if not player:
        state.step, state.player = "round-up", ""
        return
    groups = ready(game, player)
    options = [_group_option(game, group) for group in groups]
    if all(is_off(game, group) for group in groups) and game.setup.document.options.hold == "on":
        options.append(HOLD.shown())
    prompt = _("Which battlegroup do you activate?")
    answer = yield Choose(
        player=player, prompt=prompt, rule="D-BG-1", options=options, usual=partial(only_option, options)
    )
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
    state.declared = [*state.declared, *(yield from _choose_auxiliaries(game, group))]
    game.emit(events.GroupActivated(player=player, group=group.id, auxiliaries=tuple(state.declared), rule="D-BG-1"))
    yield from offer(game, Occasion({player: "BG"}))


def _group_option(game: Game, group: Group) -> Option:
    """Return the option to activate a battlegroup, labelled with its squads and their cargo."""
    units = [unit.id for squad in game.squads_of(group) for unit in game.standing(squad)]
    label = _("{group}: {squads}", group=_(group.name), squads=muster(game, group))
    return Option(group.id, label, "D-BG-1", tuple(units))


def _choose_auxiliaries(game: Game, group: Group) -> Asking[list[str]]:
    """Ask which Auxiliary squads act with a battlegroup; return the ids of the chosen ones (D-BG-2, R-45)."""
    state, chosen_ids = game.state, list[str]()
    while True:
        available = [
            squad
            for squad in state.squads.values()
            if squad.owner == group.owner and not squad.group and squad.id not in (*state.declared, *chosen_ids)
            and may_act(game, squad) and not is_loaded(game, squad)
        ]  # fmt: skip
        if not available:
            return chosen_ids
        detail = _("An empty dropship or other Auxiliary squad may act with any battlegroup, once a round.")
        options = [Option(squad.id, squad.name, "D-BG-2", squad.units, detail=detail) for squad in available]
        options.append(replace(END, label=_("No further Auxiliary squads"), rule="D-BG-2"))
        prompt = _("Which Auxiliary squad acts with {group}? Each acts once a round.", group=_(group.name))
        answer = yield Choose(player=group.owner, prompt=prompt, rule="D-BG-2", options=options)
        if answer == END.key:
            return chosen_ids
        chosen_ids.append(answer)


def act(game: Game) -> Flow:
    """Let the squads of the active battlegroup act one at a time, until the player is done (D-BG-4, D-BG-7).

    If it was In Readiness as a whole, everything that is not embarked must enter (D-DEP-5).
    """
    state = game.state
    group = state.groups[state.group]
    squads = [*game.squads_of(group), *(state.squads[key] for key in state.declared)]
    able_squads = [squad for squad in squads if may_act(game, squad)]
    has_begun = any(_has_acted(game, squad) for squad in squads)
    if not able_squads:
        yield from _end_activation(game, group)
        return
    options = [_squad_option(game, squad) for squad in able_squads]
    if has_begun and not (
        group.mode == "readiness" and any(game.units_of(squad)[0].place == "off" for squad in able_squads)
    ):
        label = _("Done, without {squads}", squads=series([squad.name for squad in able_squads]))
        # squads would lose their activation: neither Enter nor one press of its key chooses it
        options.append(replace(DONE, label=label))
    prompt = _("{group}: choose the squad that acts", group=_(group.name))
    usual = partial(only_option, options)
    answer = yield Choose(
        player=group.owner, prompt=prompt, rule="D-BG-7", options=options, usual=usual,
        former=(END.key,) if options[-1].key == DONE.key else (),
    )  # fmt: skip
    if answer in (DONE.key, END.key):
        yield from _end_activation(game, group)
        return
    squad = state.squads[answer]
    state.squad = squad.id
    yield from activate(game, squad)
    state.squad = ""


def _squad_option(game: Game, squad: Squad) -> Option:
    """Return the option that a squad acts, with its cargo named below."""
    load = load_in_words(game, squad)
    detail = _("carries {what}", what=load) if load else ""
    return Option(squad.id, squad.name, "D-BG-7", squad.units, hand="ground", detail=detail)


def _has_acted(game: Game, squad: Squad) -> bool:
    """Return whether a squad has done anything in its activation.

    A Move in which no unit moves does not count (R-15).
    """
    units = game.units_of(squad)
    other_actions = [action for action in squad.actions if action != MOVE.key]
    changed_place = squad.embarked or squad.disembarked or any(unit.turned for unit in units)
    return squad.acted and bool(other_actions or (squad.actions and (changed_place or not units)))


def _end_activation(game: Game, group: Group) -> Flow:
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
