"""Random maps of every rulebook: legal, fair, varied, and the same for the same seed."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import shapely

from game import rulesets
from game.documents.error import DocumentError
from game.engine.rulebook.new_game import GamePlan
from game.table.maps import generating
from game.table.maps.fairness import LEAST_FAIR, fairness_of, halves, is_open
from game.table.maps.generating import Made, _Attempt, copies, new_map
from game.table.maps.terms import COVERS, Kind, MapTerms, Spot, Wish, settled
from tools.random_maps import faults, planned, wishes

EACH = pytest.mark.parametrize("name", rulesets.names())


def terms_of(name: str) -> MapTerms:
    papers = rulesets.load(name).papers
    assert papers is not None
    terms = papers.map_terms()
    assert terms is not None
    return terms


@EACH
def test_random_maps_in_a_row_are_legal_open_and_fair(name: str, tmp_path: Path) -> None:
    """`tools/random_maps.py` does the same with 500 of each rulebook."""
    terms, book = terms_of(name), rulesets.load(name)
    made = [new_map(terms, wish) for wish in list(wishes(terms, 40))[1::14]]
    assert [fault for one in made for fault in faults(book, terms, one)] == []
    assert [*planned(book, made[-1], tmp_path)] == []


SAME = {
    "godbreakers": "15d2b4f44df2",
    "aos4": "88ef6978f4ae",
    "bushido": "1b49e827fcd0",
    "dropzone": "c43ee5b984fa",
}
"""The beginning of the SHA-256 of one map of each rulebook, on every Python and machine."""


@EACH
def test_the_same_seed_gives_the_same_map_everywhere(name: str) -> None:
    """Change these only on purpose: players pass seeds on."""
    made = new_map(terms_of(name), Wish(17))
    assert hashlib.sha256(made.document.model_dump_json().encode()).hexdigest()[:12] == SAME[name]


def test_other_seeds_and_styles_give_other_maps() -> None:
    terms = terms_of("aos4")
    maps = [new_map(terms, Wish(seed, style=style)) for seed in (1, 2) for style in terms.styles]
    assert len({made.document.terrain for made in maps}) == len(maps)
    assert len({made.document.palette for made in maps}) == len(terms.styles)


def test_more_cover_covers_more() -> None:
    terms = terms_of("bushido")
    areas = []
    for cover in ("light", "medium", "heavy"):
        terrain = new_map(terms, Wish(4, cover=cover)).document.terrain
        areas.append(sum(shapely.Polygon(area.outline).area for piece in terrain for area in piece.area))
    assert areas == sorted(areas)
    low, high = terms.cover["heavy"]
    assert low <= areas[-1] / (terms.size[0] * terms.size[1]) <= high


def test_a_mirror_image_is_on_the_other_side() -> None:
    sides = terms_of("godbreakers").sides(30.0, 22.0)
    (mirror,) = copies("mirrored", 30.0, 22.0, sides)
    assert mirror(((1.0, 2.0),)) == ((29.0, 2.0),)
    assert [copy(((1.0, 2.0),))[0] for copy in copies("fourfold", 30.0, 22.0, sides)] == [
        (29.0, 20.0), (29.0, 2.0), (1.0, 20.0)]  # fmt: skip
    south, north = terms_of("aos4").sides(44.0, 30.0)
    one, other = halves(44.0, 30.0, (south, north))
    assert one.bounds == (0.0, 0.0, 44.0, 15.0)
    assert other.bounds == (0.0, 15.0, 44.0, 30.0)


def made_without(symmetry: str) -> tuple[MapTerms, Made]:
    terms = terms_of("aos4")
    return terms, new_map(terms, Wish(5, style="holding", symmetry=symmetry))


def test_fairness_says_in_which_measure_the_sides_differ() -> None:
    terms, made = made_without("turned")
    assert made.fairness.percent == 100
    nothing = shapely.Polygon()
    south = fairness_of(made.document, terms, shapely.box(0, 0, 44, 10), nothing)
    assert south.percent == 0
    assert [(measure.first, measure.second) for measure in south.measures[:2]] == [(66.7, 0.0), (0.0, 0.0)]
    wall = fairness_of(made.document, terms, nothing, shapely.box(2, 10, 42, 13))
    assert wall.measures[2].first > wall.measures[2].second + 1
    assert LEAST_FAIR <= made_without("none")[1].fairness.percent <= 100


def test_a_wall_from_edge_to_edge_closes_a_map() -> None:
    terms, made = made_without("turned")
    spots = [Spot(spot.id, spot.name, *spot.at, spot.radius) for spot in made.document.objectives]
    opens = partial(is_open, terms, terms.size, spots)
    assert opens(shapely.box(0, 13, 38, 14))
    assert not opens(shapely.box(0, 13, 41, 14)), "the gap is narrower than the largest base"
    assert not opens(shapely.box(0, 0, 44, 8)), "no room to begin"


@pytest.mark.parametrize(
    ("wish", "place", "words"),
    [
        (Wish(1, style="sea"), "--style", "ruins"),
        (Wish(1, cover="full"), "--cover", "light, medium, heavy"),
        (Wish(1, symmetry="odd"), "--symmetry", "turned"),
        (Wish(1, size=(10.0, 10.0)), "--size", "30x22"),
        (Wish(1, size=(44.1, 30.0)), "--size", "quarters of an inch"),
    ],
)
def test_a_wish_that_the_rulebook_does_not_have_is_refused(wish: Wish, place: str, words: str) -> None:
    with pytest.raises(DocumentError, match=words) as refused:
        new_map(terms_of("aos4"), wish)
    assert refused.value.where == place


def second_of(seed: int) -> _Attempt:
    """Return the second attempt on a small table in a quarry; the first one was full before it had enough cover."""
    terms = terms_of("godbreakers")
    wish = settled(terms, Wish(seed, terms.least, "quarry", "heavy", "turned"))
    assert _Attempt(terms, wish, 0).made() is None
    return _Attempt(terms, wish, 1)


def test_a_table_that_was_full_too_soon_is_tried_with_larger_pieces() -> None:
    assert second_of(6).made() is not None
    small = second_of(6)
    small.larger = 1e-9
    assert small.made() is None


def test_a_table_that_was_full_too_soon_is_tried_with_pieces_that_count_as_cover(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt, added = second_of(2), list[tuple[str, bool]]()
    add = attempt._add

    def noted(kind: Kind, scale: float) -> bool:
        added.append((kind.id, add(kind, scale)))
        return added[-1][1]

    monkeypatch.setattr(attempt, "_add", noted)
    attempt._add_until_covered()
    after_failures = {kind for (_kind, fitted), (kind, _fitted) in pairwise(added) if not fitted}
    assert after_failures
    assert after_failures.isdisjoint({"wall", "block"})


def test_where_the_largest_base_cannot_pass_the_last_pieces_are_taken_away() -> None:
    terms = terms_of("aos4")
    wish = settled(terms, Wish(7, terms.least, cover="medium", symmetry="turned"))
    closed, opened = _Attempt(terms, wish, 0), _Attempt(terms, wish, 0)
    closed._add_until_covered()
    assert not is_open(terms, terms.least, closed.layout.spots, closed._walls())
    made = opened.made()
    assert made is not None
    names = [piece.name for piece in made.document.terrain]
    assert [piece.name for piece in closed.placed if piece.name in names] == names
    assert len(names) < len(closed.placed)


def test_a_table_without_room_for_the_wanted_cover_has_less() -> None:
    """Half of a table of these pieces cannot be covered."""
    terms = replace(terms_of("aos4"), cover=dict.fromkeys(COVERS, (0.4, 0.5)))
    made = new_map(terms, Wish(1, terms.least, "ruins", "heavy", "turned"))
    assert 0 < len(made.document.terrain) < 20


def test_where_no_map_is_legal_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generating, "ATTEMPTS", 2)
    terms = replace(terms_of("aos4"), problems=lambda document, players: ["nothing is allowed"])
    with pytest.raises(DocumentError, match="no legal map was found"):
        new_map(terms, Wish(1, terms.least, "ruins", "light", "turned"))


def test_a_map_can_be_begun(tmp_path: Path) -> None:
    book = rulesets.load("bushido")
    made = new_map(terms_of("bushido"), Wish(8))
    file = tmp_path / "map.json"
    file.write_text(made.document.model_dump_json(), encoding="utf-8")
    assert book.new_setup(GamePlan(("Ann", "Bob"), map=str(file))).document.map == made.document
