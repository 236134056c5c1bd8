"""What many games say: rates and means with their intervals, and the page that shows them."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Literal

import pytest

from game.engine.rulebook.new_game import GamePlan
from game.lab.batch import BatchPlan
from game.lab.figures import by_round, first_initiative, luck, mean, pairings, rate, survival, win_rates
from game.lab.grid import Cell, Grid, Row
from game.lab.page import lab_page
from game.lab.watching import Fate

ROW = Row(
    plan="p", ruleset="godbreakers", scenario="score", map="market-ruins", players="random,greedy", rosters=",",
    game=0, seed=1, side=0, seat=0, kind="random", roster="", result="loss", points=1, rounds=(0, 1), led=True,
    rolls=10, rolled=40, expected=45.0, pieces=(Fate("d8", ("Tough",), True), Fate("d10", (), False)), decisions=9,
    violations=(),
)  # fmt: skip


Result = Literal["win", "draw", "loss"]
OTHER: dict[Result, Result] = {"win": "loss", "loss": "win", "draw": "draw"}


def game(number: int, result: Result, points: int = 3, rolled: int = 50) -> list[Row]:
    """A game of random against greedy with this result for random."""
    first = replace(ROW, game=number, result=result, points=points, rounds=(0, points), rolled=rolled)
    second = replace(
        ROW,
        game=number,
        side=1,
        seat=1,
        kind="greedy",
        result=OTHER[result],
        led=False,
        rounds=(2,),
        rolled=45,
        pieces=(),
    )
    return [first, second]


GAMES = [
    *game(0, "loss", rolled=30), *game(1, "loss", rolled=40), *game(2, "draw", 6, 45), *game(3, "win", 9, 50),
    *game(4, "loss", rolled=44),
]  # fmt: skip


def test_a_rate_has_wilsons_interval() -> None:
    found = rate("x", [1.0] * 8 + [0.0] * 2)
    assert (found.share, found.count) == (0.8, 10)
    assert (found.low, found.high) == pytest.approx((0.49016, 0.94332), abs=1e-5)
    assert rate("x", [1.0] * 10).low == pytest.approx(0.72247, abs=1e-5)
    assert (rate("x", [0.0]).low, rate("x", [1.0]).high) == (0.0, 1.0)
    assert found.text == "80.0% (49.0–94.3), 10"


def test_a_mean_has_an_interval_of_two_standard_errors() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.value == 2.5
    assert found.high - found.value == pytest.approx(1.95996 * (5 / 3) ** 0.5 / 2, abs=1e-4)
    assert mean([7.0]).text == "7.0 ± 0.0"


def test_a_draw_counts_half_and_only_games_between_unlike_sides_count() -> None:
    assert [(each.label, each.share, each.count) for each in win_rates(GAMES, lambda row: row.kind)] == [
        ("greedy", 0.7, 5), ("random", 0.3, 5),
    ]  # fmt: skip
    assert win_rates(GAMES, lambda row: row.map) == []
    assert [(each.label, each.share) for each in pairings(GAMES)] == [("greedy against random", 0.7)]
    alone = win_rates([replace(ROW, result="win")], lambda row: row.kind)
    assert [(each.label, each.share) for each in alone] == [("random", 1.0)]


def test_points_are_kept_after_an_early_end() -> None:
    lines = dict(by_round(GAMES, lambda row: row.kind))
    assert [each.value for each in lines["greedy"]] == [2.0, 2.0]
    assert [each.value for each in lines["random"]] == [0.0, pytest.approx(24 / 5)]
    assert by_round([replace(ROW, rounds=())], lambda row: row.kind) == []


def test_survival_is_counted_by_rank_and_by_trait() -> None:
    ranks, traits = survival(GAMES)
    assert [(each.label, each.share, each.count) for each in ranks] == [("d8", 1.0, 5), ("d10", 0.0, 5)]
    assert [(each.label, each.share, each.count) for each in traits] == [("Tough", 1.0, 5)]


def test_the_first_initiative_is_counted_for_whoever_had_it() -> None:
    assert [(each.label, each.share, each.count) for each in first_initiative(GAMES)] == [("score", 0.3, 5)]
    both = [*GAMES, *(replace(row, scenario="trap", game=9) for row in game(9, "win"))]
    labels = [(each.label, each.count) for each in first_initiative(both)]
    assert labels == [("every scenario", 6), ("score", 5), ("trap", 1)]


def test_luck_is_the_result_against_the_expectation_and_against_the_others() -> None:
    found = luck(GAMES)
    assert [each.count for each in found] == [2] * 5
    assert [each.label for each in found] == [
        "-15.0 to -5.0", "-5.0 to -1.0", "+0.0 to +0.0", "+1.0 to +5.0", "+5.0 to +15.0",
    ]  # fmt: skip
    assert [each.share for each in found] == [0.0, 0.0, 0.5, 1.0, 1.0]
    assert luck([ROW]) == []


class Page(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]


def test_a_page_stands_alone_and_names_in_it_do_no_harm() -> None:
    nasty = "<script>alert('\u202e')</script>&\"x"
    rows = [replace(row, roster=nasty if row.side else "b", scenario=nasty) for row in GAMES]
    batch = BatchPlan("godbreakers", GamePlan(("Ann", "Bob")), ("random", "greedy"), seed=1)
    cell = Cell(batch)
    cell.__dict__["scenario"] = nasty
    text = lab_page(Grid((cell,), 5), rows)
    page = Page()
    page.feed(text)
    assert "script" not in page.tags
    assert {"link", "img", "iframe", "object", "use", "image"}.isdisjoint(page.tags)
    assert not {"src", "href", "xlink:href", "data"} & {name for name, _value in page.attributes}
    assert "http" not in text
    assert "@import" not in text
    assert "url(" not in text
    assert "\u202e" not in text
    assert "&lt;script&gt;" in text
    assert re.findall(r"<h2>([^<&:]+)", text) == [
        "Win rate by player", "Player against player", "Win rate by seat", "Win rate by roster", "Points by round",
        "Survival by rank", "Survival by trait", "Win rate of the player with the initiative in round one",
        "Win rate by luck",
    ]  # fmt: skip
    assert page.tags.count("svg") == 9
    assert "5 games of 5, seed 1" in text
    assert "30.0% (" in text


def test_a_page_without_games_says_so() -> None:
    batch = BatchPlan("bushido", GamePlan(("Ann", "Bob")), ("random", "random"), seed=1)
    assert "0 games of 3, seed 1" in lab_page(Grid((Cell(batch),), 3), [])
