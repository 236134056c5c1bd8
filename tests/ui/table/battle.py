"""A battle of Dropzone Commander in the window: units where a test wants them, while a battlegroup acts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.state import State

Spots = Mapping[str, tuple[float, float]]


def battle(
    spots: Spots,
    group: str,
    *,
    inside: Mapping[str, str] | None = None,
    declared: Sequence[str] = (),
    hands: Mapping[str, Sequence[str]] | None = None,
) -> Session:
    """Return a battle in which units stand at some spots and a battlegroup acts; what they carry stays aboard.

    `inside` has the slots of units in Garrisons, `declared` the Auxiliary squads that act, too.
    Other units stay off the table. Both players have the default armies.
    """
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))
    state = session.state
    for name, (x, y) in spots.items():
        unit = state.units[name]
        unit.place, unit.carrier, unit.x, unit.y, unit.facing = "table", "", x, y, 9000
    pieces = {piece.id: piece for piece in session.game.features}
    for name, slot in (inside or {}).items():
        house, _colon, place = slot.rpartition(":")
        settle(session.game, state.units[name], pieces[house], place)
    begin(state, group, declared)
    state.hands = {player: sorted((hands or {}).get(player, ())) for player in state.players}
    return Session(RULESET, session.setup, KeyedDice(7), state=state)


def begin(state: State, group: str, declared: Sequence[str] = ()) -> None:
    """Let a battlegroup act in the first round."""
    player = state.groups[group].owner
    state.edges, state.round = {"ann": "south", "bob": "north"}, 1
    state.order = [player, *(each for each in state.players if each != player)]
    state.step, state.player, state.group = "group", player, group
    state.groups[group].status, state.groups[group].mode = "active", "deployed"
    state.declared = [*declared]
    squads = [each for each in state.squads.values() if each.group == group]
    aboard = {state.units[name].carrier for squad in squads for name in squad.units}
    while aboard := {name for name in aboard if name}:
        carriers = [state.units[name] for name in sorted(aboard)]
        state.declared = [*state.declared, *sorted({unit.squad for unit in carriers} - {*state.declared})]
        aboard = {unit.carrier for unit in carriers}


def answered(session: Session, *keys: str) -> Session:
    """Give the first of some keys that is offered, until none is."""
    while isinstance(asked := session.decision, Choose):
        offered = [option.key for option in asked.options]
        key = next((each for each in keys if each in offered), None)
        if key is None:
            break
        session.answer(key)
    return session
