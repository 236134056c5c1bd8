"""Who sees whom where the rulebook does not say: terrain and bases of the same level stop sight, as one chooses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from game.engine.rulebook.view import PieceView
from game.engine.sighting import FRONT, Stops, disc_of, front_arc, has_sight, sight_policy
from game.table.shapes import Disc
from tests.toy.facing_rulebook import disc
from tests.toy.path_rulebook import Eyes, path_session
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import COPSE, FIELD, RULER, ToyGame


def stoppers(observer: Disc, target: Disc, stops: Stops = "all") -> list[str]:
    return sorted(each.name for each in sight_policy(toy_session(), stops).blockers(observer, target))


def at(x: float, y: float, name: str = "", level: int = 0) -> Disc:
    return Disc(x, y, 0.5, name, "base", level)


@pytest.mark.parametrize(
    ("stops", "names"),
    [
        ("all", ["Copse", "Keep", "Wall", "a2", "b2"]),
        ("terrain", ["Copse", "Keep", "Wall"]),
        ("bases", ["a2", "b2"]),
    ],
)
def test_what_stops_sight_between_two_bases_is_everything_but_these_two(stops: Stops, names: list[str]) -> None:
    session = toy_session()
    assert stoppers(disc(session, "a1"), disc(session, "b1"), stops) == names


def test_one_looks_out_of_what_one_stands_in_and_not_at_other_levels() -> None:
    inside, outside = at(12.0, 4.0), at(1.0, 1.0)
    assert stoppers(inside, outside, "terrain") == stoppers(outside, inside, "terrain") == ["Keep", "Wall"]
    above = at(12.0, 4.0, level=1), at(1.0, 1.0, level=1)
    assert stoppers(*above) == []
    assert "a1" in stoppers(above[0], outside)  # on one of the two levels


def test_decoration_stops_nothing() -> None:
    class Dressed(type(toy_session().ruleset)):  # type: ignore[misc]
        def game(self, setup: object, state: object, dice: object) -> ToyGame:
            found = ToyGame(setup, state, dice)  # type: ignore[arg-type]
            field = replace(FIELD, pieces=(replace(COPSE, decoration=True), *FIELD.pieces[1:]))
            return replace(found, ruler=type(RULER)(field, RULER.policy))

    policy = sight_policy(toy_session(rules=Dressed()), "terrain")
    assert sorted(each.name for each in policy.blockers(at(1.0, 1.0), at(2.0, 1.0))) == ["Keep", "Wall"]


def test_the_rulebook_is_asked_where_it_says_who_sees_whom() -> None:
    plain, own = toy_session(), path_session()
    assert (has_sight(plain), has_sight(own)) == (False, True)
    assert front_arc(plain) == FRONT == 180.0
    assert front_arc(own) == Eyes().sight(own.game).arc
    assert sight_policy(own).citations == {"sight": "W-1", "arc": "W-2"}
    assert sight_policy(plain).arc == FRONT
    piece = PieceView("a", "A", "base", 1.0, 2.0, 0.5, level=2, facing=9_000)
    assert disc_of(piece) == Disc(1.0, 2.0, 0.5, "a", "base", 2, 9_000)
