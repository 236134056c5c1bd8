"""The rulebooks that are held to the checks of `inchwise_conformance`. To have another one held to it, list it here."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from game.rulesets.aos4.rules.core.attacking import NO_CHARGE
from game.rulesets.aos4.rules.core.moves import STAY
from game.rulesets.godbreakers.rules.rounds.activation import END, NOTHING
from inchwise_conformance.listing import Case, Listed, cases, duels, moment, moments, play, played, thick

__all__ = [
    "BOTS",
    "CASES",
    "DUELS",
    "LISTED",
    "MOMENTS",
    "Bot",
    "Case",
    "Listed",
    "moment",
    "moments",
    "play",
    "played",
]
POSITIONS = Path(__file__).resolve().parents[1] / "positions"

LISTED = (
    Listed(
        "godbreakers",
        ((1, "hollow-wood"), (2, "market-ruins"), (2, "bare-table"), (3, "walled-yard"), (4, "stone-ford")),
        rounds=3,
        asks=frozenset({"choose", "pick", "place"}),
        reasons=True,
        alike=((END.key, NOTHING.key),),
    ),
    Listed(
        "bushido",
        ((2, "bamboo-ford"), (2, "terraced-fields")),
        rounds=2,
        positions=(str(POSITIONS / "bushido-melee.json"),),
        asks=frozenset({"choose", "pick", "place"}),
        reasons=True,
        secret=True,
    ),
    Listed(
        "aos4",
        ((2, "three-wells"), (2, "sunken-court")),
        rounds=1,
        positions=(str(POSITIONS / "aos4-melee.json"),),
        asks=frozenset({"choose", "pick", "arrange"}),
        seldom=frozenset({"pick"}),
        reasons=True,
        alike=((STAY, NO_CHARGE),),
    ),
    Listed(
        "dropzone",
        ((4, "twin-exchange"), (2, "twin-exchange")),
        rounds=2,
        asks=frozenset({"choose", "arrange"}),
    ),
    Listed("race", ((2, None),), asks=frozenset({"choose", "place"})),
    Listed("hurdles", ((2, None),), asks=frozenset({"choose", "place"})),
    Listed("toy", ((1, None), (2, None)), asks=frozenset({"choose", "pick", "place"})),
    Listed("units", ((1, None), (2, None)), asks=frozenset({"arrange"})),
    Listed("wayfarer", ((1, None), (2, None)), asks=frozenset({"place"})),
)


class Bot(NamedTuple):
    """A bot that must beat chance in twice so many games of so many rounds, of which a run plays a share."""

    ruleset: str
    name: str
    games: int
    rounds: int | None

    def __str__(self) -> str:
        return self.ruleset


BOTS = Bot("godbreakers", "greedy", 15, 3), Bot("bushido", "greedy", 3, 2), Bot("aos4", "greedy", 5, None)

CASES, MOMENTS, DUELS = cases(LISTED), thick(LISTED), duels(LISTED)
"""All games that are played; those from the thick of it; a game of two for each rulebook."""
