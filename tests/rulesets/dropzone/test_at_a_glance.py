"""What players of Dropzone Commander read at the table without opening anything."""

from __future__ import annotations

from game.engine.core.decisions import Choose
from game.engine.rulebook.units import Units
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
