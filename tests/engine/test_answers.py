"""Answers at the edges of what is well formed, terrain that is laid, and what answers at random come to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import (
    DEPLOY,
    Allocate,
    Arrange,
    Choose,
    Decision,
    Lay,
    MalformedAnswer,
    NoLegalPlace,
    Option,
    Order,
    Pick,
    Place,
    coordinates,
    random_answer,
)
from game.engine.core.dice import RollCounter, ScriptedDice
from game.engine.core.options import Judged, Reference
from game.engine.core.pools import Pool, outcomes, rerolled, roll_pool, throws
from game.engine.core.turning import Turning
from game.engine.core.windows import in_secret
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.policy import Member
from game.table.layout.steps import MemberStep
from game.table.path.region import DrawnRegion, PathRegion, best_receipt
from game.table.placing.places import Spot, is_legal
from game.table.shapes import Disc
from tests.engine.test_decisions import WHO, Square
from tests.toy.facing_rulebook import disc
from tests.toy.path_rulebook import path_session


class Nowhere(Square):
    """No spot is legal."""

    def why_not(self, where: Spot) -> list[Refusal]:
        return [Refusal("no room", "R-5")]

    def sample(self, rng: Random) -> Position | None:
        return None


# -- forms -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [999_999.0, -999_999.0, 0, 3])
def test_inches_are_numbers_of_some_size(value: float) -> None:
    pair: Any = (value, 1.0)
    assert coordinates([value, 1], "Where?") == coordinates(pair, "Where?") == (value, 1.0)


@pytest.mark.parametrize(
    "answer", [[1e6, 1.0], [1.0, -1e6], [True, 1.0], ["1", 1.0], [1.0], [1.0, 2.0, 3.0], "1 2", {"x": 1}, [None, 1.0],
               [float("inf"), 1.0], [1.0, float("nan")]]
)  # fmt: skip
def test_anything_else_is_no_spot(answer: Any) -> None:
    with pytest.raises(MalformedAnswer, match=r"^Where\?: "):
        coordinates(answer, "Where?")


def facing_place(now: int = 0, most: int = 0) -> Place:
    return Place(**WHO, region=Square(), turning=Turning.limited(now, most) if most else Turning.asked(now))


@pytest.mark.parametrize(("facing", "kept"), [(1_000_000, 28_000), (-1_000_000, 8_000), (36_000, 0), (-1, 35_999)])
def test_a_facing_is_a_whole_number_of_some_size(facing: int, kept: int) -> None:
    place = facing_place()
    assert place.normal([0.5, 0.5, facing]) == [0.5, 0.5, kept]
    assert place.normal({"at": [0.5, 0.5], "facing": facing}) == [0.5, 0.5, kept]
    assert place.pose([0.5, 0.5]) == (0.5, 0.5, 0)
    assert place.normal({"at": [0.5, 0.5]}) == [0.5, 0.5, 0]
    assert replace(place, turning=None) == place  # it is for display what it may face


@pytest.mark.parametrize("facing", [1_000_001, -1_000_001, True, 90.0, "90"])
def test_anything_else_is_no_facing(facing: Any) -> None:
    place = facing_place()
    assert not place.allows([0.5, 0.5, facing])
    with pytest.raises(MalformedAnswer, match="is not a facing - use whole hundredths of a degree"):
        place.why_not([0.5, 0.5, facing])


def test_turning_too_far_is_one_reason_among_those_against_a_spot() -> None:
    place = facing_place(9_000, 4_500)
    assert place.allows([0.5, 0.5, 13_500])
    assert not place.allows([0.5, 0.5, 13_501])
    assert [each.text for each in place.why_not([0.5, 2.0, 14_000])] == [
        "y is off the square", "turns 50°; the limit is 45°",
    ]  # fmt: skip
    assert place.details() == {"facing": {"sort": "limited", "most": 4_500, "now": 9_000}}
    settled = place.settled([0.5, 0.5, 10_000])
    assert settled.turning is not None
    assert (settled.turning.sort, settled.turning.middle(0.0, 0.0)) == ("kept", 10_000)
    assert Place(**WHO, region=Square()).settled([0.5, 0.5]).turning is None
    assert Turning.follows(1.0, 1.0, 70).plain() == {"sort": "follows", "most": 0}
    follows = Turning.follows(1.0, 1.0, 70, "R-6")
    assert [follows.middle(*spot) for spot in ((1.0, 1.0), (1.0, 3.0), (3.0, 1.0))] == [70, 9_000, 0]
    assert follows.why_not(1.0, 3.0, 9_000) is None
    refusal = follows.why_not(1.0, 3.0, 9_001)
    assert refusal == Refusal("its facing is fixed here: 90°", "R-6")
    assert [Turning.limited(100, 50).nearest(0.0, 0.0, facing) for facing in (0, 90, 36_000 - 1, 18_000)] == [
        50, 90, 50, 150,
    ]  # fmt: skip


# -- terrain ---------------------------------------------------------------------------------------


def lay(**more: Any) -> Lay:
    """A piece that lies in the unit square, turned by 90 degrees nowhere."""
    return Lay(**WHO, region=Square(), turned=lambda turn: Nowhere() if turn == 90 else Square(), **more)


def test_a_piece_of_terrain_is_laid_with_its_turn() -> None:
    decision = lay()
    assert decision.turns == range(0, 360, 15)
    assert (decision.normal([0.5, 0.25]), decision.normal([0.5, 0.25, 345])) == ([0.5, 0.25, 0], [0.5, 0.25, 345])
    assert decision.spot([0.5, 0.25, 30]) == (0.5, 0.25, 30)
    assert decision.allows([0.5, 0.25, 30])
    assert not decision.allows([0.5, 0.25, 90])
    assert not decision.allows([0.5, 2.0, 30])
    assert decision.why_not([0.5, 0.25]) == []
    assert [each.text for each in decision.why_not([0.5, 0.25, 90])] == ["no room"]
    assert [each.text for each in decision.why_not([0.5, 2.0, 30])] == ["y is off the square"]
    assert (decision.details(), lay(step=45).details()) == ({"step": 15}, {"step": 45})
    assert decision.snapped(1.0001, 0.5) == (1.0001, 0.5)
    kept = lay(shortcuts=(Option("leave", "Leave it"),))
    assert kept.allows("leave")
    assert not kept.allows("take")
    assert kept.normal("leave") == "leave"


@pytest.mark.parametrize(
    "answer", [[0.5, 0.5, 10], [0.5, 0.5, 360], [0.5, 0.5, -15], [0.5, 0.5, 15.0], [0.5, 0.5, True]]
)
def test_a_turn_is_a_whole_number_of_steps(answer: Any) -> None:
    assert not lay().allows(answer)
    with pytest.raises(MalformedAnswer, match="use whole steps of 15 degrees, from 0 to 345"):
        lay().why_not(answer)


# -- what decisions say ----------------------------------------------------------------------------


def test_two_questions_are_the_same_whatever_is_only_for_display() -> None:
    pick = Pick(**WHO, candidates=("a", "b"))
    assert replace(pick, notes=str.upper) == pick
    assert (pick.note("a"), replace(pick, notes=str.upper).note("a")) == ("", "A")
    assert replace(pick, test="dodge") == pick
    assert "notes" not in repr(pick)
    choose = Choose(**WHO, options=(Option("a", "A"),))
    assert replace(choose, leads={"a": Square()}) == choose
    assert "leads" not in repr(choose)
    assert (pick.minimum, pick.maximum, pick.secret, pick.private, pick.sealed) == (1, 1, False, False, 0)
    assert (replace(pick, secret=True).concealed, replace(pick, private=True).concealed, pick.concealed) == (
        True, True, False,
    )  # fmt: skip
    assert not pick.deploys
    assert replace(pick, shortcuts=(Option("x", "X"), Option(DEPLOY, "Place"))).deploys
    assert Reference().plain() == {}
    assert Reference(("wall",), (), 0).plain() == {"terrain": ["wall"], "level": 0}
    assert not Option("a", "A").stays


def test_answers_in_secret_know_how_many_of_them_are_sealed() -> None:
    asking = in_secret([Pick(**WHO, candidates=("a",)) for _number in range(3)])
    asked: list[Any] = [next(asking), asking.send(["a"]), asking.send(["b"])]
    assert [(each.secret, each.sealed) for each in asked] == [(True, 0), (True, 1), (True, 2)]
    with pytest.raises(StopIteration) as done:
        asking.send(["c"])
    assert done.value.value == [["a"], ["b"], ["c"]]


def test_the_pieces_a_pick_refuses_are_named_once_with_their_reason() -> None:
    pick = Pick(**WHO, candidates=("a", "b"), minimum=1, maximum=2, excluded=lambda piece: None)
    assert [each.text for each in pick.why_not(["x", "y", "x"])] == [
        "only a, b can be chosen: What now?", "a piece is named twice", "choose 1 to 2, not 3",
    ]  # fmt: skip
    assert [each.text for each in replace(pick, maximum=1).why_not([])] == ["choose 1, not 0"]


# -- answers at random -----------------------------------------------------------------------------


def drawn(decision: Decision, times: int = 400) -> Counter[str]:
    rng = Random(5)
    answers = [random_answer(decision, rng) for _number in range(times)]
    for answer in answers:
        assert decision.allows(answer)
    return Counter(map(repr, answers))


def test_every_legal_answer_is_drawn_sooner_or_later() -> None:
    options = tuple(Option(key, key) for key in "abc")
    assert set(drawn(Choose(**WHO, options=options))) == {"'a'", "'b'", "'c'"}
    pick = Pick(**WHO, candidates=("a", "b"), minimum=0, maximum=5)
    assert set(drawn(pick)) == {"[]", "['a']", "['b']", "['a', 'b']", "['b', 'a']"}
    assert set(drawn(replace(pick, minimum=2, maximum=2))) == {"['a', 'b']", "['b', 'a']"}
    assert len(drawn(Order(**WHO, items=("a", "b", "c")))) == 6
    shares = drawn(Allocate(**WHO, limits={"a": 2, "b": 1, "c": 0}, total=2))
    assert set(shares) == {"{'a': 2}", "{'a': 1, 'b': 1}"}
    assert set(drawn(Allocate(**WHO, limits={"a": 2}, total=0), 3)) == {"{}"}
    assert set(drawn(Place(**WHO, region=Square()), 5)) == {"[0.5, 0.5]"}
    assert set(drawn(facing_place(0, 1))) == {"[0.5, 0.5, 35999]", "[0.5, 0.5, 0]", "[0.5, 0.5, 1]"}
    kept = Place(**WHO, region=Square(), turning=Turning.kept(50))
    assert set(drawn(kept, 5)) == {"[0.5, 0.5]"}
    turns = drawn(lay(step=45))
    assert {json.loads(answer)[2] for answer in turns} == {0, 45, 135, 180, 225, 270, 315}


def test_where_no_spot_is_legal_a_shortcut_is_taken_or_nothing_can_be_answered() -> None:
    shortcuts = Option("x", "X"), Option("y", "Y")
    assert set(drawn(Place(**WHO, region=Nowhere(), shortcuts=shortcuts), 50)) == {"'x'", "'y'"}
    with pytest.raises(NoLegalPlace, match=r"What now\? \(R-1\): no spot is legal"):
        random_answer(Place(**WHO, region=Nowhere()), Random(1))
    nowhere = Lay(**WHO, region=Nowhere(), turned=lambda turn: Nowhere())
    with pytest.raises(NoLegalPlace):
        random_answer(nowhere, Random(1))
    with pytest.raises(TypeError, match="cannot answer a decision"):
        random_answer(Decision(**WHO), Random(1))


class Ranks:
    """Arrangements of one piece: found at random, or only by a search, or not at all."""

    ends: Any = Square()
    members = (Member("a", Disc(1.0, 2.0, 0.5, "Ann"), ends),)

    def __init__(self, sampled: bool, searched: bool) -> None:
        self.sampled, self.searched = sampled, searched

    def find(self, where: Sequence[MemberStep]) -> tuple[MemberStep, ...]:
        return (*where,)

    def sample(self, rng: Random) -> tuple[MemberStep, ...] | None:
        return (MemberStep("a", Position(5.0, 5.0), ()),) if self.sampled else None

    def nearest(self, wanted: Any, fixed: Collection[str] = (), effort: Any = None) -> tuple[MemberStep, ...] | None:
        assert wanted == {"a": Position(1.0, 2.0)}
        return (MemberStep("a", Position(6.0, 6.0), (Position(1.0, 1.0),)),) if self.searched else None


def arrange(sampled: bool, searched: bool, *shortcuts: Option) -> Arrange:
    legal: Any = Ranks(sampled, searched)
    return Arrange(**WHO, arrangements=legal, shortcuts=shortcuts)


def test_an_arrangement_at_random_is_sampled_else_passed_over_else_searched_for() -> None:
    skip = Option("skip", "Skip")
    rng = Random(1)
    assert random_answer(arrange(True, True, skip), rng) == [{"id": "a", "at": [5.0, 5.0]}]
    assert random_answer(arrange(False, True, skip), rng) == "skip"
    assert random_answer(arrange(False, True), rng) == [{"id": "a", "at": [6.0, 6.0], "via": [[1.0, 1.0]]}]
    with pytest.raises(NoLegalPlace, match=r"What now\? \(R-1\): no arrangement was found"):
        random_answer(arrange(False, False), rng)
    members = arrange(True, True).details()["members"]
    assert members == [{"id": "a", "name": "Ann", "at": [1.0, 2.0], "radius": 0.5}]


@pytest.mark.parametrize(("corners", "legal"), [(200, True), (201, False)])
def test_a_path_has_so_many_corners_at_most(corners: int, legal: bool) -> None:
    answer = [{"id": "a", "at": [1.0, 1.0], "via": [[1.0, 2.0]] * corners}]
    decision = arrange(True, True)
    assert decision.allows(answer) == legal
    if legal:
        assert len(decision.steps(answer)[0].via) == 200


# -- options and pools -----------------------------------------------------------------------------


def test_an_option_that_is_judged_is_the_one_of_its_key() -> None:
    asked: list[str] = []

    def why_not(key: str) -> Refusal | None:
        asked.append(key)
        return Refusal("no") if key == "b" else None

    options = Judged("aabc", lambda key: Option(key, key.upper()), why_not, lambda: 1)
    assert (options.has("a"), options.has("b"), options.has("z")) == (True, False, False)
    assert asked == ["a", "b"]
    assert [option.key for option in options] == ["a", "c"]
    assert (options[-1].label, len(options), [each.key for each in options[:1]]) == ("C", 2, ["a"])
    assert [(option.key, refusal.text) for option, refusal in options.refused()] == [("b", "no")]
    assert asked == ["a", "b", "c"]
    assert {options.drawn(Random(seed)).key for seed in range(20)} == {"a", "c"}


def test_dice_of_a_pool_fall_in_order_and_are_rolled_again_one_by_one() -> None:
    counter = RollCounter()
    dice = ScriptedDice.of([1, 2, 3, 6, 5])
    pool = roll_pool(dice, counter, 6, 3, "hit")
    assert pool == Pool("hit", 6, ((1,), (2,), (3,)))
    again = rerolled(dice, counter, pool, [0, 2])
    assert (again.dice, again.faces) == (((1, 6), (2,), (3, 5)), (6, 2, 5))
    assert counter.by_key == {"hit/0": 2, "hit/1": 1, "hit/2": 2}


def test_throws_of_a_pool_are_counted_as_every_case_is() -> None:
    from itertools import product

    for sides, count in ((6, 2), (3, 4), (2, 1), (4, 0)):
        cases = Counter(tuple(sorted(faces)) for faces in product(range(1, sides + 1), repeat=count))
        assert dict(throws(sides, count)) == cases
        assert outcomes(sides, count, sum) == Counter(map(sum, product(range(1, sides + 1), repeat=count)))


# -- spots and paths -------------------------------------------------------------------------------


def test_a_typed_spot_that_is_legal_stays_exactly_as_it_was_typed() -> None:
    place = Place(**WHO, region=Square())
    assert place.snapped(0.3333333, 0.5) == (0.3333333, 0.5)
    assert place.snapped(3.0, 0.5) == (3.0, 0.5)  # too far off to be a matter of rounding
    assert place.snapped(-0.00005, 0.5) == (0.0, 0.5)
    assert place.snapped(-0.0003, 0.5) == (-0.0003, 0.5)


def test_a_drawn_path_is_judged_and_nothing_is_searched_for() -> None:
    session = path_session()
    mover = disc(session, "a1")
    ruleset: Any = session.ruleset
    paths = PathRegion((mover.x, mover.y), *ruleset.movement.paths(session.game, mover, 6.0))
    drawn = DrawnRegion(paths, [Position(5.0, 6.0)])
    assert drawn.corners == (Position(5.0, 6.0),)
    path = drawn.find((6.0, 6.0))
    assert path is not None
    assert [leg.end for leg in path.legs] == [(5.0, 6.0), (6.0, 6.0)]
    assert is_legal(drawn, (6.0, 6.0))
    assert drawn.nearest((6.0, 6.0)) == Position(6.0, 6.0)
    receipt = best_receipt(drawn, (6.0, 6.0))
    assert receipt is not None
    assert receipt.inches == pytest.approx(3.0)
    assert drawn.why_not((6.0, 6.0)) == []
    # Through the wall, which a way that is searched for would go round.
    assert not is_legal(drawn, (5.0, 10.5))
    assert (drawn.find((5.0, 10.5)), best_receipt(drawn, (5.0, 10.5))) == (None, None)
    assert drawn.nearest((5.0, 10.5)) is None
    assert "in the way" in {refusal.cause for refusal in drawn.why_not((5.0, 10.5))}
    assert drawn.sample(Random(1)) == Position(5.0, 6.0)
    assert DrawnRegion(paths, ()).sample(Random(1)) == Position(5.0, 4.0)
    assert DrawnRegion(paths, [Position(5.0, 6.0), Position(5.0, 10.5)]).sample(Random(1)) is None
