"""Each player's luck: the sum of their rolls against the exact distribution of what they rolled."""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from game.engine.core.events import Event
from game.engine.core.odds import Chance, Distribution, die
from game.engine.history.fairness import throws
from game.engine.history.owners import Owners
from game.engine.session import Session


@dataclass(frozen=True)
class Luck:
    """A number of rolls, the sum of the results, its expected value, and the chance of a luckier run: a larger sum."""

    rolls: int
    total: int
    expected: float
    luckier: Chance

    @property
    def surplus(self) -> float:
        """How much more than expected was rolled."""
        return self.total - self.expected


def luck_of(rolled: Iterable[tuple[Distribution, int]]) -> Luck:
    """Return the luck of results, each with the distribution it was rolled from; exact, in 0.1 s for 200 rolls."""
    results = list(rolled)
    total = sum(result for distribution, result in results)
    dice = Counter(distribution for distribution, result in results)
    cases = 1
    for distribution, count in dice.items():
        cases *= distribution.total**count
    # The generating function of the sum at a power of two: each block of bits holds the cases of one sum.
    bits = cases.bit_length() + 1
    product = 1
    for distribution, count in dice.items():
        product *= sum(weight << bits * result for result, weight in enumerate(distribution.weights)) ** count
    more = (product >> bits * (total + 1)) % ((1 << bits) - 1)  # the sum of the blocks above the total
    expected = sum(distribution.mean * count for distribution, count in dice.items())
    return Luck(len(results), total, expected, Chance(more, cases))


def fallen(
    event: Event, players: Container[str], owner_of: Callable[[str], str]
) -> Iterator[tuple[str, Distribution, int]]:
    """Yield the rolls in an event that count as luck: the player, the distribution, the result.

    Rolls on tables do not: more is not better there.
    """
    for throw in throws((event,)):
        owner = throw.subject if throw.subject in players else owner_of(throw.subject)
        if owner in players and not throw.on_table:
            yield owner, die(throw.sides, throw.reroll_at_most, throw.zero_at_most), throw.result


def lucks(session: Session) -> dict[str, Luck]:
    """Return the luck of every player in a game's rolls, less those on tables, where more is not better."""
    owners, players = Owners(session), session.ruleset.players(session.setup)
    rolled: dict[str, list[tuple[Distribution, int]]] = {player: [] for player in players}
    for number, event in enumerate(session.events):
        for player, distribution, result in fallen(event, players, partial(owners.of, event=number)):
            rolled[player].append((distribution, result))
    return {player: luck_of(results) for player, results in rolled.items()}
