"""What players of Dropzone Commander read at the table without opening anything."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.units import Units
from game.engine.session import Session
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.rules.activation import act, activate, activation
from tests.rulesets.dropzone.dropzone_kit import Moment
from tests.rulesets.dropzone.test_firing import first


def test_a_bare_number_is_the_points_left_and_a_number_of_units_has_its_own_sign() -> None:
    at = Moment()
    at.put("anvils-1", 10, 10)
    drover = at.put("drover-2", 20, 10)
    drover.lost = 1
    view = RULESET.view(at.game)
    cards = Units(view).cards
    values = {piece.id: piece.value for piece in view.pieces}
    assert values[drover.id] == cards[drover.squad].value == str(at.game.left(drover))
    assert values[at["anvils-1"].id] == str(at.game.left(at["anvils-1"]))
    assert cards[at["anvils-1"].squad].value == "×3"


def loaded() -> Moment:
    """The Drover of the armoured battlegroup is on the table with the Anvils aboard, as at the start."""
    at = Moment()
    at.game.state.order = ["south", "north"]
    group = at.game.state.groups[at.squad("anvils-1").group]
    group.status, group.mode, at.game.state.group = "active", "deployed", group.id
    drover = at.put("drover-2", 20, 10, airborne=True)
    assert {at[f"anvils-{n}"].carrier for n in (1, 2, 3)} == {drover.id}
    at.game.state.declared = [drover.squad]
    return at


def test_what_a_dropship_carries_is_named_wherever_it_is_chosen() -> None:
    at = loaded()
    decision = first(act(at.game))
    assert isinstance(decision, Choose)
    [drover] = [each for each in decision.options if each.key == at["drover-2"].squad]
    assert drover.detail == "carries Anvil Battle Tank × 3"
    card = RULESET.view(at.game).units[at["drover-2"].squad]
    assert any(line.text.startswith("Anvil Battle Tank: 3 units aboard") for line in card.details)


def test_battlegroups_and_what_enters_are_listed_with_their_cargo() -> None:
    at = Moment()
    at.game.state.edges = {"south": "south", "north": "north"}
    at.game.state.order = ["south", "north"]
    for group in at.game.state.groups.values():
        group.mode = "readiness"
    decision = first(activation(at.game))
    assert isinstance(decision, Choose)
    assert any("Drover Dropship B with Anvil Battle Tank × 3" in each.label for each in decision.options)
    entering = first(activate(at.game, at.squad("drover-2")))
    assert entering.prompt == "Where does Drover Dropship B with Anvil Battle Tank × 3 enter?"


def about_to_land(*, aboard: bool = True) -> Session:
    """A dropship with three Anvils aboard, or beside three, which has flown far enough to be asked whether it lands."""
    session = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(7))
    state = session.state
    drover = state.units["ann.drover-2"]
    drover.place, drover.x, drover.y, drover.facing = "table", 20.0, 6.0, 9000
    drover.airborne = True
    for number in (1, 2, 3) if not aboard else ():
        anvil = state.units[f"ann.anvils-{number}"]
        anvil.place, anvil.carrier, anvil.x, anvil.y = "table", "", 18.0 + number, 11.0
    state.edges, state.order, state.round = {"ann": "south", "bob": "north"}, ["ann", "bob"], 1
    state.step, state.player, state.group = "group", "ann", "ann.armour"
    state.groups["ann.armour"].status = "active"
    state.hands = {"ann": [], "bob": []}
    state.declared = [drover.squad]
    session = Session(RULESET, session.setup, KeyedDice(7), state=state)
    session.answer(drover.squad)
    session.answer("move")
    session.answer([{"id": drover.id, "at": [20.0, 9.0]}])
    return session


@pytest.mark.parametrize(("aboard", "verb"), [(True, "unload"), (False, "load")])
@pytest.mark.parametrize("end", ["and stay", "and fly on"])
def test_one_answer_is_a_dropships_whole_errand_and_the_journal_holds_its_steps(
    aboard: bool, verb: str, end: str
) -> None:
    session = about_to_land(aboard=aboard)
    before = len(session.journal)
    orders = {each.label: each.key for each in session.pending().shortcuts}
    assert [*orders] == [f"Land, {verb} Anvil Battle Tank × 3 {each}" for each in ("and fly on", "and stay")]
    session.answer(orders[f"Land, {verb} Anvil Battle Tank × 3 {end}"])
    state = session.state
    drover, anvils = state.units["ann.drover-2"], [state.units[f"ann.anvils-{number}"] for number in (1, 2, 3)]
    assert {each.place for each in anvils} == {"table" if aboard else "aboard"}
    given = session.journal[before:]
    assert given[0] == "land"
    assert given[-1] == ("take-off" if end == "and fly on" else "down")
    if end == "and fly on":
        assert (session.pending().rule, session.pending().about) == ("D-AIR-2", drover.squad)
    assert drover.airborne == (end == "and fly on")
    session.undo()
    assert len(session.journal) == before
