"""Each player's luck: the sum of their rolls, compared with the exact distribution for these dice."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np

from game.engine.core.events import Event
from game.engine.core.odds import Chance, Distribution, die
from game.engine.history.fairness import throws
from game.engine.history.scores import Owners
from game.engine.session import Session

EXACT: Final = 400
"""The most rolls for which the cases of a sum are counted exactly; more rolls would take seconds."""
FINE: Final = 1 << 53
"""The total of a `Chance` that was rounded from floating point."""


@dataclass(frozen=True)
class Luck:
    """The luck in a number of rolls: how many, their total, its expected value, and the chance of a larger total."""

    rolls: int
    total: int
    expected: float
    luckier: Chance

    @property
    def surplus(self) -> float:
        """The total minus its expected value."""
        return self.total - self.expected

    @property
    def share_of_games(self) -> float:
        """The share of all games with these dice whose total is at most this one; a large share is lucky."""
        return 1.0 - float(self.luckier)


def luck_of(rolled: Iterable[tuple[Distribution, int]]) -> Luck:
    """Return the luck of rolls, given as pairs of distribution and result. Exact for up to `EXACT` rolls.

    For more rolls, the error of the chance is below 1e-9.
    """
    results = list(rolled)
    total = sum(result for distribution, result in results)
    dice = Counter(distribution for distribution, result in results)
    expected = sum(distribution.mean * count for distribution, count in dice.items())
    luckier = (_exact_chance if len(results) <= EXACT else _fourier_chance)(dice, total)
    return Luck(len(results), total, expected, luckier)


def _fourier_chance(dice: Mapping[Distribution, int], total: int) -> Chance:
    """Return the chance of a sum above `total` in floating point, by multiplying Fourier transforms."""
    size = 1 + sum((len(distribution.weights) - 1) * count for distribution, count in dice.items())
    spectrum = np.ones(size // 2 + 1, dtype=np.complex128)
    for distribution, count in dice.items():
        spectrum *= np.fft.rfft(np.array(distribution.weights, dtype=np.float64) / distribution.total, size) ** count
    shares = np.fft.irfft(spectrum, size)
    return Chance(round(max(0.0, float(shares[total + 1 :].sum())) * FINE), FINE)


def _exact_chance(dice: Mapping[Distribution, int], total: int) -> Chance:
    """Return the exact chance of a sum above `total`; 400 dice take about 0.1 s."""
    cases = 1
    for distribution, count in dice.items():
        cases *= distribution.total**count
    # The generating function of the sum, evaluated at a power of two. Each block of bits holds the cases of one sum.
    bits = cases.bit_length() + 1
    product = 1
    for distribution, count in dice.items():
        product *= sum(weight << bits * result for result, weight in enumerate(distribution.weights)) ** count
    cases_above = (product >> bits * (total + 1)) % ((1 << bits) - 1)  # the sum of the blocks above the total
    return Chance(cases_above, cases)


def lucky_rolls(
    event: Event, players: Container[str], owner_of: Callable[[str], str]
) -> Iterator[tuple[str, Distribution, int]]:
    """Yield the player, distribution and result of each roll in an event that counts as luck.

    Rolls on tables do not count, because a higher roll is not better there.
    """
    for throw in throws((event,)):
        owner = throw.subject if throw.subject in players else owner_of(throw.subject)
        if owner in players and not throw.on_table:
            yield owner, die(throw.sides, throw.reroll_at_most, throw.zero_at_most), throw.result


def lucks(session: Session) -> dict[str, Luck]:
    """Return the luck of every player in a game; see `lucky_rolls`."""
    owners, players = Owners(session), session.ruleset.players(session.setup)
    rolled: dict[str, list[tuple[Distribution, int]]] = {player: [] for player in players}
    for number, event in enumerate(session.events):
        for player, distribution, result in lucky_rolls(event, players, partial(owners.of, event=number)):
            rolled[player].append((distribution, result))
    return {player: luck_of(results) for player, results in rolled.items()}
