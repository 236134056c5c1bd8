"""A limited number of legal answers to a decision; spots are drawn from all over their region."""

from collections.abc import Iterator
from math import ceil, factorial, sqrt
from random import Random

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Lay, Order, Pick, Place, answer_of
from game.players.random_player import NoLegalPlace, random_answer
from game.table.facing import FULL_TURN
from game.table.lattice import position
from game.table.layout.steps import present_spots
from game.table.placing.places import is_legal

_DRAWS = 3
"""The number of draws per wanted answer; after that, fewer answers are returned."""
_AT_ONCE, _FEW = 16, 3
"""The number of cells of the coarse grid, and the number of spots drawn at random if the grid yields fewer."""


def candidates(decision: Decision, most: int, rng: Random, *, brief: bool = False) -> tuple[list[Answer], bool]:
    """Return up to `most` different legal answers, at least one if any is legal, and whether these are all.

    With `brief`, the spots come from a coarse grid, which is quicker.
    """
    shortcuts: list[Answer] = [option.key for option in decision.shortcuts]
    if isinstance(decision, Choose):
        answers: list[Answer] = [*(option.key for option in decision.options), *shortcuts]
        return answers[:most], len(answers) <= most
    if isinstance(decision, Pick) and decision.maximum <= 1:
        none: list[Answer] = [[]] if decision.minimum == 0 else []
        answers = [*([piece] for piece in decision.candidates), *none, *shortcuts]
        return answers[:most], len(answers) <= most
    answers = shortcuts[:most]
    if type(decision) is Place:
        samples = _spots(decision, min(most, _AT_ONCE) if brief else most, rng, _FEW if brief else most)
    elif isinstance(decision, Arrange):
        samples = _arrangements(decision, min(most, _FEW) if brief else most, rng)
    else:
        samples = _random_answers(decision, _DRAWS * most, rng)
    texts = {repr(answer) for answer in answers}
    for answer in samples:
        if len(answers) >= most:
            break
        text = repr(answer)
        if text not in texts:
            texts.add(text)
            answers.append(answer)
    is_complete = isinstance(decision, Order) and len(answers) == factorial(len(decision.items)) + len(shortcuts)
    return answers, is_complete


def _random_answers(decision: Decision, draws: int, rng: Random) -> Iterator[Answer]:
    """Yield random answers, none if no spot is legal."""
    try:
        for _number in range(draws):
            yield random_answer(decision, rng)
    except NoLegalPlace:
        return


def _arrangements(decision: Arrange, most: int, rng: Random) -> Iterator[Answer]:
    """Yield the present arrangement if it is legal, then random arrangements."""
    steps = decision.arrangements.find(present_spots(decision.arrangements.members))
    if steps is not None:
        yield answer_of(steps)
    yield from _random_answers(decision, most, rng)


def _spots(decision: Place, most: int, rng: Random, least: int) -> Iterator[Answer]:
    """Yield legal spots, with one try in each cell of a grid over the region; fill up to `least` with random spots."""
    assert not isinstance(decision, Lay)
    box, count = getattr(decision.region, "bounds", None), 0
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
                count += 1
                facing = [] if turning is None or not turning.is_choice else [turning.middle(*spot) % FULL_TURN]
                yield [*spot, *facing]
    yield from _random_answers(decision, least - count, rng)
