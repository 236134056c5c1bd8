"""What players of Dropzone Commander read at the table without opening anything."""

from __future__ import annotations

from game.engine.rulebook.units import Units
from game.rulesets.dropzone import RULESET
from tests.rulesets.dropzone.dropzone_kit import Moment


def test_a_bare_number_is_the_points_left_and_a_number_of_units_has_its_own_sign() -> None:
    at = Moment()
    at.put("anvils-1", 10, 10)
    drover = at.put("drover-1", 20, 10)
    drover.lost = 1
    view = RULESET.view(at.game)
    cards = Units(view).cards
    values = {piece.id: piece.value for piece in view.pieces}
    assert values[drover.id] == cards[drover.squad].value == str(at.game.left(drover))
    assert values[at["anvils-1"].id] == str(at.game.left(at["anvils-1"]))
    assert cards[at["anvils-1"].squad].value == "×3"
