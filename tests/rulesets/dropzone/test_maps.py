"""The maps of Dropzone Commander that come with the program."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Checkpoint
from game.players.random_player import random_answer
from game.rulesets.dropzone.documents.catalogue import NAMES, RULESET, bundled_army
from game.rulesets.dropzone.new_game.planning import check_map
from game.rulesets.dropzone.rules.deployment import opening_state
from game.rulesets.dropzone.rules.features import features
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.play import play
from game.rulesets.dropzone.rules.setup import DropzoneSetup, PlayerDocument, Setup
from game.rulesets.dropzone.rules.soundness import SOUND
from game.table.documents import MapDocument, load_map, maps_for
from game.table.terrain.battlefield import Battlefield
from tests.rulesets.dropzone.dropzone_kit import field
from tests.samples import few

MAPS = {path.stem: load_map(path) for path in maps_for(RULESET)}
WIDEST = 1.6
"""Inches between Impassable pieces that the widest tank needs."""

each_map = pytest.mark.parametrize("name", MAPS)


@each_map
def test_d_setup_2_a_map_of_ours_is_48_inches_square_and_has_no_problem(name: str) -> None:
    assert (MAPS[name].width, MAPS[name].height) == (48, 48)
    assert list(check_map(MAPS[name])) == []


@each_map
def test_d_sco_1_three_objectives_lie_in_garrisons_on_the_centre_line(name: str) -> None:
    pieces = features(Battlefield.from_map(MAPS[name]))
    assert [each.at[1] for each in MAPS[name].objectives] == [24.0] * 3
    for each in MAPS[name].objectives:
        assert any(piece.has("garrison") and piece.is_under(*each.at) for piece in pieces), each.name


@each_map
def test_d_dep_1_neither_edge_is_better_for_the_table_turned_around_is_the_same(name: str) -> None:
    pieces = features(Battlefield.from_map(MAPS[name]))
    for one in pieces:
        x, y = one.shape.centroid.coords[0]
        turned = [each for each in pieces if each.gap(48 - x, 48 - y) <= one.gap(x, y) + 0.2]
        areas = [each.shape.area for each in turned if each.kind == one.kind and each.height == one.height]
        assert any(abs(area - one.shape.area) < 1.5 for area in areas), one.name


@pytest.mark.parametrize("name", ["kiln-water", "lantern-quarter"])
def test_d_move_3_tanks_pass_between_all_impassable_pieces(name: str) -> None:
    blocking = [each for each in features(Battlefield.from_map(MAPS[name])) if each.has("impassable")]
    for number, one in enumerate(blocking):
        for other in blocking[:number]:
            gap = one.shape.distance(other.shape)
            assert gap >= WIDEST or gap < 1e-6, (one.name, other.name)


def battle(document: MapDocument, seed: int) -> Game:
    """Return a battle of the sample forces on a map before its first decision."""
    players = tuple(PlayerDocument(id=name, name=name.title(), army=bundled_army(name)) for name in NAMES)
    setup = Setup(DropzoneSetup(scenario="targets-of-opportunity", map=document, players=players))
    return Game(setup, opening_state(setup), KeyedDice(seed))


@pytest.mark.parametrize("name", few(["lantern-quarter", "kiln-water"]))
def test_d_eng_1_a_battle_at_random_on_a_map_breaks_nothing(name: str) -> None:
    game, rng = battle(MAPS[name], 5), Random(5)
    flow = play(game)
    step = next(flow)
    try:
        while True:
            assert SOUND.violations(game.state, game.setup) == []
            step = flow.send(None if isinstance(step, Checkpoint) else step.normal(random_answer(step, rng)))
    except StopIteration:
        pass
    assert game.state.result is not None


def test_d_setup_3_objectives_lie_apart_and_clear_of_the_edges() -> None:
    """D-SETUP-3, D-ENG-6: 6″ from each other and from every edge."""
    spots = {"one": (10.0, 24.0), "two": (15.9, 24.0), "three": (24.0, 5.9), "four": (24.0, 30.0)}
    problems = check_map(field(objectives=spots))
    assert [(each.where, each.rule) for each in problems] == [
        ("objectives[1].at", "D-SETUP-3"), ("objectives[2].at", "D-SETUP-3"),
    ]  # fmt: skip
