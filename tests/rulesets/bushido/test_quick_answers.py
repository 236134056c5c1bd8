"""What the rules answer quickly or keep: held against the whole question on tables that random games come to."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator

import pytest
import shapely

from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.actions.fighting import farthest, has_target, targets, why_barred
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import most_move
from game.rulesets.bushido.rules.moving.finding import contact_region, find_path, has_contact
from game.rulesets.bushido.rules.moving.policies import (
    approach,
    held_by,
    is_in_zone,
    may_ignore,
    toward,
    zones_in_force,
)
from game.rulesets.bushido.rules.moving.sight import base, impassable, sees, sight, unseen
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.traits import term
from game.table.lattice import position
from game.table.path.judge import check
from game.table.path.path import Path
from game.table.path.region import best_receipt
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import moment


def moments(seed: int, every: int = 23, most: int = 12, after: int = 0) -> Iterator[Game]:
    """Games at some of their decisions, once models stand on the table."""
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), "idols"))
    session = Session(RULESET, setup, KeyedDice(seed), history=False, sparse=True)
    rng = random.Random(seed)
    number = 0
    while session.decision is not None and most:
        session.answer(random_answer(session.decision, rng))
        number += 1
        if number > after and number % every == 0 and session.game.on_table():
            most -= 1
            yield session.game


def crowded(seed: int) -> Game:
    """A game whose models stand in the middle of the table, in nobody's way, and look anywhere."""
    game, rng = next(moments(seed, after=40)), random.Random(seed)
    models = game.on_table()
    solid = [feature.piece.shape for feature in impassable(game)]
    taken = [(each.x, each.y, each.radius) for each in game.state.objectives.values()]
    for model in models:
        while True:
            x, y = position(rng.uniform(5, 19), rng.uniform(5, 19))
            apart = all(math.hypot(x - a, y - b) > model.radius + radius + 0.01 for a, b, radius in taken)
            if apart and all(shape.distance(shapely.Point(x, y)) > model.radius + 0.01 for shape in solid):
                break
        model.x, model.y, model.facing = x, y, rng.randrange(36_000)
        taken.append((x, y, model.radius))
    return game


def reached(game: Game, model: Model, enemy: Model, *, charge: bool) -> bool:
    """Whether a move reaches an enemy, by searching every end of it."""
    inches = farthest(game, model, charge=charge)
    policy = approach(game, model, enemy, inches, charge=charge)
    if find_path(game, model, enemy, policy) is not None:
        return True
    region = contact_region(model, enemy, policy)
    return not charge and any(is_legal(region, spot) for spot in region._round(model.x, model.y))


@pytest.mark.parametrize("charge", [False, True])
def test_b_act_20_31_targets_are_those_that_a_search_reaches(charge: bool) -> None:
    found, missed = 0, 0
    for game in map(crowded, range(2)):
        for model in game.on_table():
            open_to = [enemy for enemy in game.enemies(model) if why_barred(game, model, enemy) is None]
            slow = [
                enemy
                for enemy in open_to
                if (not charge or sees(game, model, enemy)) and reached(game, model, enemy, charge=charge)
            ]
            assert has_target(game, model, charge=charge) == bool(slow)
            if not model.has("Berserk"):
                assert targets(game, model, charge=charge) == slow
            found, missed = found + len(slow), missed + len(open_to) - len(slow)
    assert min(found, missed) > 10


def test_b_act_20_31_the_path_to_contact_that_is_shown_is_the_one_that_is_taken() -> None:
    """The one that was known already was taken, and another one shown, with its length."""
    bent = 0
    for game in map(crowded, range(3)):
        for model in game.on_table():
            for enemy in game.enemies(model):
                policy = approach(game, model, enemy, farthest(game, model, charge=True), charge=True)
                if (known := find_path(game, model, enemy, policy)) is not None:
                    region = contact_region(model, enemy, policy, known)
                    shown, taken = best_receipt(region, known.end), region.find(known.end)
                    assert shown is not None
                    assert taken == known == shown.path
                    assert not shown.refusals
                    bent += len(known.legs) > 1
    assert bent


def test_b_tr_25_a_healer_reaches_whom_a_search_of_every_end_reaches() -> None:
    told = {True: 0, False: 0}
    for game in map(crowded, range(7, 9)):
        for model in game.on_table()[:6]:
            for patient in [each for each in game.friends(model) if game.apart(model, each) <= 5.0]:
                policy = toward(game, model, patient, 5.0)
                region = contact_region(model, patient, policy)
                reaches = any(is_legal(region, spot) for spot in region._round(model.x, model.y))
                assert has_contact(model, patient, policy) == reaches
                told[reaches] += 1
    assert min(told.values()) > 0


def test_b_surp_1_who_is_unseen_is_out_of_all_that_is_seen() -> None:
    told = {True: 0, False: 0}
    rng = random.Random(4)
    for game in map(crowded, range(4, 7)):
        field = game.ruler.battlefield
        for target in game.on_table():
            for mover in game.enemies(target):
                end = position(mover.x + rng.uniform(-3, 3), mover.y + rng.uniform(-3, 3))
                path = Path.through([(mover.x, mover.y), end])
                looking = sight(game, target, game.size(mover), mover)
                area = looking.area(base(target), (0.0, 0.0, field.width, field.height))
                swept = shapely.LineString(path.outline()).buffer(mover.radius - 0.01)
                hidden = target.has("Blind") or not shapely.intersects(area, swept)
                assert unseen(game, target, mover, path) == hidden
                told[hidden] += 1
    assert min(told.values()) > 20


def test_b_geo_30_33_zones_that_are_kept_are_those_that_are_asked_anew() -> None:
    seen = 0
    for game in moments(7, every=7, most=30):
        for model in game.on_table():
            slow = [enemy for enemy in game.enemies(model) if not may_ignore(game, model, enemy)]
            assert list(zones_in_force(game, model)) == slow
            assert list(held_by(game, model)) == [enemy for enemy in slow if is_in_zone(game, model, enemy)]
            seen += len(slow)
    assert seen > 100


def test_what_is_kept_is_found_anew_when_a_model_changes() -> None:
    at = moment()
    model = next(iter(at.game.state.models.values()))
    found: list[int] = []

    def once_more() -> int:
        found.append(0)
        return len(found)

    def ask() -> int:
        return at.game.remembered("something", once_more)

    assert (ask(), ask()) == (1, 1)
    model.x += 1.0
    assert ask() == 2
    model.markers["Prone"] = [0]
    assert ask() == 3
    at.game.lend(model, "Armour (1)", "turn")
    assert (ask(), ask()) == (4, 4)
    at.game.state.destroyed.append("hedge")
    assert ask() == 5


def test_entries_of_a_card_are_those_that_are_read_from_it() -> None:
    for game in moments(8, every=31, most=8):
        for model in game.state.models.values():
            for weapon in ("", *(each.name for each in game.card(model).weapons)):
                own = [text for each in game.card(model).weapons if each.name == weapon for text in each.traits]
                texts = [*game.card(model).traits, *own]
                texts += list(model.markers)
                texts += [each.entry for each in model.effects if each.weapon in ("", weapon)]
                assert list(game.terms(model, weapon)) == [term(text) for text in texts]
                for what in ("fear", "insignificant", "tactics"):
                    assert list(game.effects(model, what, weapon)) == game._effects(model, what, weapon)


def test_b_act_31_an_end_that_is_told_quickly_has_a_way() -> None:
    found = 0
    for game in map(crowded, range(3)):
        for model in game.on_table():
            for enemy in game.enemies(model):
                policy = approach(game, model, enemy, most_move(game, model), charge=False)
                end = contact_region(model, enemy, policy)._end
                if end is not None:
                    path = contact_region(model, enemy, policy).find(end)
                    assert path is not None
                    assert check(path, policy).is_legal
                    found += find_path(game, model, enemy, policy) is None
    assert found > 3


def test_b_move_11_a_straight_way_that_bends_at_the_rim_of_the_zone_is_found() -> None:
    """In one line it would stop short of the zone's rim, where the next part of the move begins."""
    at = moment()
    warden = at.put("bell-warden", 6.1, 11.1)
    brute = at.put("ferry-brute", 6.25, 16.36)
    brute.facing = 27800
    inches = farthest(at.game, warden, charge=False)
    policy = approach(at.game, warden, brute, inches, charge=False)
    path = find_path(at.game, warden, brute, policy)
    assert path is not None
    assert len(path.legs) == 2
