"""The chance of a charge that is shown is that of the rolls on which there is a way (A-CHG-4, A-CHG-6)."""

from __future__ import annotations

from game.documents.reading import load_document
from game.rulesets.aos4.odds.charging import needed_by_paths, needed_straight
from game.table.documents import MapDocument, maps_for
from tests.rulesets.aos4.battles import Battle

WELLS = next(path for path in maps_for("aos4") if path.stem == "three-wells")
PIKES = [(25.0499 + 1.40985 * file, y) for y in (23.3685, 24.7783) for file in range(5)]
EELS = [(28.5892, 18.0536), (31.4512, 18.0536), (34.1406, 19.0325), (35.5716, 21.5111), (25.8998, 17.0747)]


def test_a_chg_6_a_roll_after_which_a_way_is_found_counts_among_those_that_reach() -> None:
    """A few spots round the nearest bases take 4 inches; the search that follows the roll finds a way of 3."""
    ground = load_document(WELLS, MapDocument)
    needed = []
    for roll in (2, 3):
        battle = Battle("charge", on=ground)
        battle.put("wallward-pikes", *PIKES)
        battle.put("eelback-chargers", *EELS)
        battle.put("beaconwright", (37.2248, 20.4295))
        battle.rolls("charge", 1, roll - 1).begin()
        pikes, eels = battle.unit("wallward-pikes"), battle.unit("eelback-chargers")
        assert needed_straight(battle.game, pikes, eels) == 3
        needed.append(needed_by_paths(battle.game, pikes, eels))
        battle.use("charge", "wallward-pikes").no_reaction()
        assert (battle.asked.rule == "A-CHG-4") is (roll >= 3)
    assert needed == [3, 3]
