"""Legal answers to a decision, as many as a program wants; spots are drawn from all over their region."""

from collections.abc import Iterator
from math import ceil, factorial, sqrt
from random import Random

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Lay, Order, Pick, Place, answer_of
from game.players.random_player import NoLegalPlace, random_answer
from game.table.facing import FULL_TURN
from game.table.lattice import position
from game.table.layout.steps import standing
from game.table.placing.places import is_legal

_DRAWS = 3
"""Draws per wanted answer before fewer are returned."""
_AT_ONCE, _FEW = 16, 3
"""Cells of the coarse grid, and the number of spots searched for if the grid has fewer."""


def candidates(decision: Decision, most: int, rng: Random, *, brief: bool = False) -> tuple[list[Answer], bool]:
    """Return up to `most` different legal answers, and whether these are all; at least one if any is legal.

    With `brief`, spots from a coarse grid that are found at once are enough.
    """
    shortcuts: list[Answer] = [option.key for option in decision.shortcuts]
    if isinstance(decision, Choose):
        found: list[Answer] = [*(option.key for option in decision.options), *shortcuts]
        return found[:most], len(found) <= most
    if isinstance(decision, Pick) and decision.maximum <= 1:
        none: list[Answer] = [[]] if decision.minimum == 0 else []
        found = [*([piece] for piece in decision.candidates), *none, *shortcuts]
        return found[:most], len(found) <= most
    found = shortcuts[:most]
    if type(decision) is Place:
        drawn = _spots(decision, min(most, _AT_ONCE) if brief else most, rng, _FEW if brief else most)
    elif isinstance(decision, Arrange):
        drawn = _arrangements(decision, min(most, _FEW) if brief else most, rng)
    else:
        drawn = _drawn(decision, _DRAWS * most, rng)
    known = {repr(each) for each in found}
    for answer in drawn:
        if len(found) >= most:
            break
        text = repr(answer)
        if text not in known:
            known.add(text)
            found.append(answer)
    whole = isinstance(decision, Order) and len(found) == factorial(len(decision.items)) + len(shortcuts)
    return found, whole


def _drawn(decision: Decision, draws: int, rng: Random) -> Iterator[Answer]:
    """Yield answers at random; nothing if no spot is legal."""
    try:
        for _number in range(draws):
            yield random_answer(decision, rng)
    except NoLegalPlace:
        return


def _arrangements(decision: Arrange, most: int, rng: Random) -> Iterator[Answer]:
    """Yield the arrangement as it is, if that is legal, then others at random."""
    steps = decision.arrangements.find(standing(decision.arrangements.members))
    if steps is not None:
        yield answer_of(steps)
    yield from _drawn(decision, most, rng)


def _spots(decision: Place, most: int, rng: Random, least: int) -> Iterator[Answer]:
    """Yield a spot from each cell of a grid over the region if one is found at once, then `least` at random."""
    assert not isinstance(decision, Lay)
    box, found = getattr(decision.region, "bounds", None), 0
    if box is not None:
        side = ceil(sqrt(most))
        west, south, east, north = box
        wide, high = (east - west) / side, (north - south) / side
        turning = decision.turning
        for cell in rng.sample(range(side * side), side * side):
            x = west + (cell % side + rng.random()) * wide
            y = south + (cell // side + rng.random()) * high
            spot = position(x, y)
            if is_legal(decision.region, spot):
                found += 1
                facing = [] if turning is None or not turning.is_choice else [turning.middle(*spot) % FULL_TURN]
                yield [*spot, *facing]
    yield from _drawn(decision, least - found, rng)
