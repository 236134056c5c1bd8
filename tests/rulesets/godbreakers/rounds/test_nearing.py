"""As near or as far as can be (Q12), against brute force: every spot of a grid, judged and measured one by one."""

import copy
import random
from collections.abc import Iterator

import pytest
import shapely

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets import load
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import LevelRegion, Levels, level_of, move_region, movement_range
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.wild import compulsions
from game.rulesets.godbreakers.rules.wild.compulsions import best_range
from game.table.placing.places import is_legal
from game.table.placing.region import Region
from tests.rulesets.godbreakers.kit import PLAYERS
from tests.samples import some
from tests.table.test_room import Pinprick

STEP = 0.37
SAMPLES = 6
GROUNDS = {"market-ruins": (), "walled-yard": (), "gallery-row": ("levels",)}


def opened(ground: str, seed: int) -> Game:
    """A game of The Trap with everybody on the table, put there at random."""
    ruleset = load("godbreakers")
    plan = GamePlan(PLAYERS[:2], "trap", ground, switches=GROUNDS[ground])
    session, source = Session(ruleset, ruleset.new_setup(plan), KeyedDice(seed)), random.Random(seed)
    while session.decision is not None and session.state.step != "activation":
        session.answer(random_answer(session.decision, source))
    game = session.game
    assert isinstance(game, Game)
    return game


def layers_of(region: Region) -> list[Region]:
    return list(region.every) if isinstance(region, Levels) else [region]


def brute(game: Game, model: Model, target: Model) -> Iterator[float | None]:
    """The range to the target from every legal end on a grid, on every level."""
    reach = movement_range(game, model) + 2.0
    steps = [STEP * number for number in range(-int(reach / STEP), int(reach / STEP) + 1)]
    for layer in layers_of(move_region(game, model)):
        end = model.disc._replace(level=level_of(layer, model.level))
        for dx in steps:
            for dy in steps:
                if is_legal(layer, (model.x + dx, model.y + dy)):
                    yield game.ruler.range(end.moved_to(model.x + dx, model.y + dy), target.disc)


@pytest.mark.parametrize("nearest", [True, False], ids=["nearing", "fleeing"])
@pytest.mark.parametrize("seed", range(some(8)))
@pytest.mark.parametrize("ground", GROUNDS)
def test_q12_no_end_of_a_move_is_better_and_every_one_offered_is_as_good(ground: str, seed: int, nearest: bool) -> None:
    game, source = opened(ground, seed), random.Random(seed)
    standing = [model for model in game.standing() if model.place == "table"]
    model = source.choice(standing)
    others = sorted((other for other in standing if other is not model), key=lambda other: other.id)
    near = sorted(others, key=lambda other: abs(other.x - model.x) + abs(other.y - model.y))
    target = near[0] if not nearest and seed % 2 else source.choice(others)
    best = best_range(game, model, target, nearest=nearest)
    found = list(brute(game, model, target))
    assert found, "where it stands is on the grid"
    measured = [each for each in found if each is not None]
    if best.range is None:
        assert not nearest or not measured, "without any range it is as near as can be, walls ignored"
    else:
        assert nearest or len(measured) == len(found), "an end without any range is farther than any"
        assert all(best.range <= each if nearest else best.range >= each for each in measured)
    offered = 0
    for layer in layers_of(best.region):
        end = model.disc._replace(level=level_of(layer, model.level))
        whole = next(one for one in layers_of(move_region(game, model)) if same_level(one, layer))
        for spot in (layer.sample(random.Random(number)) for number in range(SAMPLES)):
            if spot is not None:
                offered += 1
                assert is_legal(whole, (spot.x, spot.y))
                assert game.ruler.range(end.moved_to(spot.x, spot.y), target.disc) == best.range
    assert offered


@pytest.mark.parametrize("ground", GROUNDS)
def test_q12_who_asks_again_in_the_same_position_gets_the_same_ends_without_a_search(
    ground: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = opened(ground, 2)
    model, target = game.standing()[:2]
    first = best_range(game, model, target, nearest=True)
    monkeypatch.setattr(compulsions, "_smallest_range", lambda *_arguments: pytest.fail("searched again"))
    again = best_range(game, model, target, nearest=True)
    assert (again.range, again.words) == (first.range, first.words)
    draws = [again.region.sample(random.Random(seed)) for seed in range(4)]
    assert draws == [first.region.sample(random.Random(seed)) for seed in range(4)]
    target.x += 0.5
    with pytest.raises(pytest.fail.Exception, match="searched again"):
        best_range(game, model, target, nearest=True)


def same_level(one: Region, other: Region) -> bool:
    """Whether two are the ends on the same level, both of a fall or neither."""
    return level_of(one) == level_of(other) and getattr(one, "fall", False) == getattr(other, "fall", False)


def test_a_level_has_room_once_a_spot_on_it_is_judged_legal() -> None:
    """Soak, 2026-11-22: a level was found empty, then an end on it was found, and yet it was not offered."""
    level = LevelRegion(0.5, [Pinprick(shapely.Polygon())], None, 0)
    both = Levels([level, level.closed()], [])
    assert (level.find(), both.find(), both.layers) == (None, None, [])
    assert is_legal(level, (4.3, 6.5))
    assert (bool(level.find()), bool(both.find()), both.layers) == (True, True, [level])


def test_levels_in_one_are_as_a_region_the_first_that_has_room() -> None:
    full = LevelRegion(0.5, [Pinprick(shapely.Polygon())], None, 0)
    open_one = LevelRegion(0.5, [Pinprick(shapely.Polygon())], None, 1)
    both = Levels([full, open_one], [])
    assert is_legal(open_one, (4.3, 6.5))
    assert (both.level, both.first, both.radius, both.fall) == (1, open_one, 0.5, False)
    assert (is_legal(copy.copy(both), (4.3, 6.5)), is_legal(copy.copy(both), (4.3, 6.6))) == (True, False)
    assert not hasattr(Levels.__new__(Levels), "every")
