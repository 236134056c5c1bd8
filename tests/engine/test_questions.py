"""Questions asked backwards in words, and the conditions that they add: who could reach a spot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.questions.asking import Answer, Best, Layer, Question
from game.engine.questions.conditions import EndsOfPaths, ReachedByAtMost
from game.engine.questions.words import answer_lines, best_text, names_of, proof_as_line, proof_line, question_text
from game.engine.rulebook.questions import Ends, Proof, Reacher
from game.engine.rulebook.view import Line, TableView, UnitView
from game.lengths import counted
from game.refusal import Refusal
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.table.shapes import Bounds
from tests.toy.facing_rulebook import disc
from tests.toy.path_rulebook import path_session
from tests.toy.sessions import toy_session

BOX = (0.0, 0.0, 20.0, 14.0)


class Near(Reacher):
    """An enemy that reaches a square around itself; as drawn it is a little smaller."""

    def __init__(self, name: str, x: float, y: float, reach: float) -> None:
        self.id, self.name = name.lower(), name
        self.x, self.y, self.reach = x, y, reach
        self.drawn = 0

    def area(self, box: Bounds, level: int) -> BaseGeometry:
        self.drawn += 1
        reach = self.reach - 0.1
        square = shapely.box(self.x - reach, self.y - reach, self.x + reach, self.y + reach)
        return square if self.reach else shapely.Polygon()

    def reaches(self, x: float, y: float, level: int) -> bool:
        return level == 0 and max(abs(x - self.x), abs(y - self.y)) <= self.reach

    def proof(self, x: float, y: float, level: int) -> Proof:
        return Proof(self.reaches(x, y, level), self.name)


def enemies() -> tuple[Near, Near, Near]:
    return Near("Ada", 4.0, 4.0, 2.0), Near("Bea", 6.0, 4.0, 2.0), Near("Cid", 0.0, 0.0, 0.0)


def at_most(most: int, level: int = 0) -> ReachedByAtMost:
    return ReachedByAtMost(enemies(), most, BOX, level)


def test_a_spot_is_counted_by_the_rules_and_drawn_by_the_areas() -> None:
    condition = at_most(1)
    assert [each.id for each in condition.who(5.0, 4.0)] == ["ada", "bea"]
    assert condition.counts([(5.0, 4.0), (2.05, 4.0), (2.5, 4.0), (15.0, 4.0)]) == [2, 0, 1, 0]
    assert condition.counts([]) == []
    assert [condition.allows(*spot) for spot in ((5.0, 4.0), (2.05, 4.0), (15.0, 4.0))] == [False, True, True]
    assert at_most(0).allows(2.05, 4.0) is False
    assert at_most(1, level=1).allows(5.0, 4.0)
    assert at_most(3).allows(5.0, 4.0)
    assert at_most(2).allows(5.0, 4.0)
    assert Ends(toy_session().game.region("a1")).level == 0


def test_what_at_most_so_many_reach_is_all_but_what_more_do() -> None:
    whole, both, either = 20.0 * 14.0, 1.8 * 3.8, 3.8 * 3.8 * 2 - 1.8 * 3.8
    assert at_most(3).allowed().area == pytest.approx(whole)
    assert at_most(2).allowed().area == pytest.approx(whole)
    assert at_most(1).allowed().area == pytest.approx(whole - both)
    assert at_most(0).allowed().area == pytest.approx(whole - either)


def test_how_far_it_is_to_where_fewer_come_and_why_not_here() -> None:
    condition = at_most(1)
    assert condition.short_by(15.0, 4.0) == 0.0
    assert condition.short_by(5.0, 4.0) == pytest.approx(0.9)
    assert condition.short_by(4.0, 4.0) > 0.0  # by the rules, though not as drawn
    refusal = condition.why_not(5.0, 4.0)
    assert (refusal.text, refusal.cause, refusal.short_by) == (
        "2 could reach it: Ada and Bea",
        "too many can reach it",
        None,
    )


def test_another_number_shares_what_is_known() -> None:
    first = at_most(3)
    first.who(5.0, 4.0)
    for reacher in first.reachers:
        first.area(reacher)
    other = first.with_limit(0)
    assert other.most == 0
    assert other.who(5.0, 4.0) == first.who(5.0, 4.0)
    for reacher in other.reachers:
        other.area(reacher)
    assert [reacher.drawn for reacher in first.reachers] == [1, 1, 1]  # type: ignore[attr-defined]


def test_the_ends_of_ways_are_a_condition_with_its_bounds() -> None:
    session = path_session()
    start = disc(session, "a1")
    ruleset: Any = session.ruleset
    paths = PathRegion((start.x, start.y), *ruleset.movement.paths(session.game, start, 3.0))
    condition = EndsOfPaths(paths)
    assert condition.rule == "W-8"
    assert condition.bounds == (2.0, 1.0, 8.0, 7.0)
    assert condition.envelope().bounds == pytest.approx((2.0, 1.0, 8.0, 7.0))
    assert condition.envelope(1.0).bounds == pytest.approx((1.0, 0.0, 9.0, 8.0))
    far = EndsOfPaths(PathRegion((start.x, start.y), *ruleset.movement.paths(session.game, start, 30.0)))
    assert far.bounds == (0.0, 0.0, 20.0, 14.0)
    for spot, legal in (((5.0, 6.9), True), ((5.0, 7.1), False), ((3.5, 4.0), False)):
        assert condition.allows(*spot) == legal
        assert (condition.why_not(*spot).text == "no path leads there") == legal
    assert condition.short_by(5.0, 8.0) == pytest.approx(1.0, abs=0.01)
    assert condition.short_by(5.0, 5.0) == pytest.approx(1e-4)
    (outside,) = condition.excluded(condition.envelope()).values()
    assert outside.area == pytest.approx(condition.envelope().area - condition.drawn.area, rel=0.01)
    assert condition.allowed() is condition.drawn
    assert condition.key(BOX) == EndsOfPaths(paths).key(BOX)
    assert condition.message(1.0, 1.0, 1.0) == "no path leads there"


# -- in words --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (Question("a1"), "Where can Aldis Thorn move?"),
        (Question("a1", engages=("b1",)), "Where can Aldis Thorn engage Corvane?"),
        (Question("a1", controls=("b1", "b2")), "Where can Aldis Thorn control Corvane and Dagmar Hail?"),
        (Question("a1", at_most=0), "Where can Aldis Thorn be reached by at most 0 enemies?"),
        (Question("a1", at_most=1), "Where can Aldis Thorn be reached by at most 1 enemy?"),
        (Question("a1", safest=True), "Where can Aldis Thorn be safest?"),
        (
            Question("a1", ("b1",), ("b2",), 2, safest=True),
            "Where can Aldis Thorn engage Corvane, control Dagmar Hail, be reached by at most 2 enemies and be safest?",
        ),
    ],
)
def test_a_question_is_one_sentence(question: Question, text: str) -> None:
    assert question_text(toy_session(), question) == text


def layer(level: int) -> Layer:
    region = toy_session().game.region("a1")
    assert isinstance(region, Region)
    return Layer(level, region, at_most(3))


def test_an_answer_is_its_area_and_the_best_spot_or_why_there_is_none() -> None:
    session, question = toy_session(), Question("a1")
    one = Answer(question, (layer(0),), Best(1.5, 2.25, 0, ("b1",), 3.04))
    area = layer(0).region.geometry.area
    assert [*answer_lines(session, one)] == [
        "Where can Aldis Thorn move?", f"  {area:.2f} square inches", "  best spot: 1.50, 2.25",
        "  Corvane could reach it; the nearest enemy is 3.0″ away",
    ]  # fmt: skip
    two = Answer(question, (layer(0), layer(2)), Best(1.5, 2.25, 2, (), 3.04))
    assert [*answer_lines(session, two)][1:3] == [
        f"  {area:.2f} square inches on level 0", f"  {area:.2f} square inches on level 2",
    ]  # fmt: skip
    assert two.layer is two.layers[1]
    assert two.area == pytest.approx(2 * area)
    none = Answer(question, (layer(0), layer(2)), None, Refusal("too far", "T-1"))
    assert none.layer is none.layers[0]
    assert [*answer_lines(session, none)][1:] == ["  nowhere within reach: too far  [T-1]"]
    assert [*answer_lines(session, Answer(question, (), None, Refusal("too far")))][1:] == [
        "  nowhere within reach: too far"
    ]
    assert [*answer_lines(session, Answer(question, (), None))][1:] == ["  nowhere within reach: "]
    assert Answer(question, (), None).layer is None


def test_who_could_reach_the_best_spot_and_how_far_the_nearest_enemy_is() -> None:
    names = {"b1": "Corvane"}
    assert best_text((), 2.0, names) == "no enemy could reach it; the nearest is 2.0″ away"
    assert best_text((), -0.5, names) == "no enemy could reach it; the nearest is 0.0″ away"
    assert best_text(("b1", "b9"), 2.0, names) == "Corvane and b9 could reach it; the nearest enemy is 2.0″ away"
    view = TableView("T", "R", (), 0, (), (), units={"u": UnitView("u", "Unit")})
    assert names_of(view) == {"u": "Unit"}


def test_a_verdict_cites_its_rule_where_it_is_wanted() -> None:
    reaches, not_ = Proof(True, "Ada reaches it", "T-1"), Proof(False, "Bea does not")
    assert proof_line(reaches) == "Ada reaches it  [T-1]"
    assert proof_line(reaches, cited=False) == "Ada reaches it"
    assert proof_line(not_) == "Bea does not"
    session = toy_session()
    receipt = session.game.ruler.measure(session.game.disc("a1"), session.game.disc("b1"))
    measured = proof_line(replace(reaches, receipt=receipt))
    assert measured == f"Ada reaches it ({counted(receipt.range)} as measured)  [T-1]"
    assert proof_line(replace(not_, receipt=receipt)) == "Bea does not"
    assert proof_as_line(reaches) == Line("Ada reaches it", "T-1", "warning")
    assert proof_as_line(not_) == Line("Bea does not", "", "good")
