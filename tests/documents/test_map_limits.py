"""The limits of map documents: the last value that is read, and the first that is not; how near, sharp, small."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.limits import MOST_BARRICADES
from game.documents.reading import parse_document
from game.engine.saving.maps import map_now
from game.table import documents
from game.table.documents import MapDocument, TerrainPiece
from game.table.terrain.battlefield import Battlefield
from tests.documents.samples import JSON, SQUARE, plain_map

AREA: JSON = {"outline": SQUARE}
LINE: JSON = {"line": [[10, 10], [14, 10]], "width": 0.5}


def wood(**fields: JSON) -> JSON:
    return {"id": "copse", "name": "Copse", "look": "wood", "area": [AREA]} | fields


def woods(count: int, **fields: JSON) -> list[JSON]:
    apart = [(1 + number % 20, 1 + number // 20) for number in range(count)]
    outlines = [[[x, y], [x + 0.5, y], [x, y + 0.5]] for x, y in apart]
    return [wood(id=f"w-{at}", area=[{"outline": each}], **fields) for at, each in enumerate(outlines)]


def fence(**fields: JSON) -> dict[str, JSON]:
    return {"terrain": [{"id": "fence", "name": "Fence", "look": "hedge", "barricades": [LINE | fields]}]}


def zone(**fields: JSON) -> dict[str, JSON]:
    return {"zones": [{"id": "z", "name": "z", "role": "deployment", "area": [AREA]} | fields]}


def objective(**fields: JSON) -> dict[str, JSON]:
    return {"objectives": [{"id": "o", "name": "o", "at": [1, 1]} | fields]}


def zigzag(count: int) -> JSON:
    return [[0.2 * number, 10 + 0.1 * (number % 2)] for number in range(count)]


def ring(count: int, x: float = 10.0, y: float = 10.0, far: float = 8.0) -> JSON:
    turns = [2 * math.pi * number / count for number in range(count)]
    return [[x + far * math.cos(turn), y + far * math.sin(turn)] for turn in turns]


def holes(count: int) -> JSON:
    return [ring(3, 3.0 + at % 5 * 3.0, 3.0 + at // 5 * 3.0, 0.5) for at in range(count)]


def read(**changes: JSON) -> MapDocument:
    return parse_document(json.dumps(plain_map(version=2, **changes)), MapDocument, "map.json")


PARTS = 6
LIMITS: dict[str, tuple[dict[str, JSON], dict[str, JSON]]] = {
    "least width": ({"width": 4.0, "terrain": []}, {"width": 3.999, "terrain": []}),
    "least height": ({"height": 4.0, "terrain": []}, {"height": 3.999, "terrain": []}),
    "most width": ({"width": 200.0}, {"width": 200.001}),
    "most height": ({"height": 200.0}, {"height": 200.001}),
    "least unit": ({"unit": 0.1}, {"unit": 0.099}),
    "most unit": ({"unit": 10.0}, {"unit": 10.001}),
    "description": ({"description": "x" * 2000}, {"description": "x" * 2001}),
    "rulesets": ({"rulesets": [f"r{n}" for n in range(20)]}, {"rulesets": [f"r{n}" for n in range(21)]}),
    "terrain": ({"terrain": woods(200)}, {"terrain": woods(201)}),
    "dressing": ({"dressing": woods(60)}, {"dressing": woods(61)}),
    "deployment": (
        {"deployment": [{"name": "d", "point": [1, 1]}] * 50},
        {"deployment": [{"name": "d", "point": [1, 1]}] * 51},
    ),
    "zones": (
        {"zones": [zone(id=f"z{n}")["zones"][0] for n in range(50)]},
        {"zones": [zone(id=f"z{n}")["zones"][0] for n in range(51)]},
    ),
    "objectives": (
        {"objectives": [objective(id=f"o{n}")["objectives"][0] for n in range(50)]},
        {"objectives": [objective(id=f"o{n}")["objectives"][0] for n in range(51)]},
    ),
    "areas of a zone": (zone(area=[AREA] * 20), zone(area=[AREA] * 21)),
    "no area of a zone": (zone(area=[AREA]), zone(area=[])),
    "first seat": (zone(seat=1), zone(seat=0)),
    "last seat": (zone(seat=8), zone(seat=9)),
    "radius of an objective": (objective(radius=12.0), objective(radius=12.001)),
    "least radius": (objective(radius=0.0), objective(radius=-0.001)),
    "levels": ({"terrain": [wood(levels=[*range(10)])]}, {"terrain": [wood(levels=[*range(10), 0])]}),
    "highest level": ({"terrain": [wood(levels=[9])]}, {"terrain": [wood(levels=[10])]}),
    "lowest level": ({"terrain": [wood(levels=[0])]}, {"terrain": [wood(levels=[-1])]}),
    "height of a piece": ({"terrain": [wood(height=60.0)]}, {"terrain": [wood(height=60.001)]}),
    "depth of a piece": ({"terrain": [wood(height=0.0)]}, {"terrain": [wood(height=-0.001)]}),
    "areas of a piece": ({"terrain": [wood(area=[AREA] * 40)]}, {"terrain": [wood(area=[AREA] * 41)]}),
    "barricades of a piece": ({"terrain": [wood(barricades=[LINE] * 40)]}, {"terrain": [wood(barricades=[LINE] * 41)]}),
    "traits": (
        {"terrain": [wood(traits={f"t{n}": True for n in range(20)})]},
        {"terrain": [wood(traits={f"t{n}": True for n in range(21)})]},
    ),
    "name of a trait": ({"terrain": [wood(traits={"t" * 40: True})]}, {"terrain": [wood(traits={"t" * 41: True})]}),
    "most of a trait": ({"terrain": [wood(traits={"t": 1e6 - 0.5})]}, {"terrain": [wood(traits={"t": 1e6 + 0.5})]}),
    "least of a trait": ({"terrain": [wood(traits={"t": 0.5 - 1e6})]}, {"terrain": [wood(traits={"t": -1e6 - 0.5})]}),
    "least width of a barricade": (fence(width=0.05), fence(width=0.049)),
    "most width of a barricade": (fence(width=20.0), fence(width=20.001)),
    "name of a barricade": (fence(name="x" * 80), fence(name="x" * 81)),
    "points of a line": (fence(line=zigzag(100)), fence(line=zigzag(101))),
    "height of a barricade": (fence(height=60.0), fence(height=60.001)),
    "points of an outline": (
        {"terrain": [wood(area=[{"outline": ring(400)}])]},
        {"terrain": [wood(area=[{"outline": ring(401)}])]},
    ),
    "holes": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [20, 0], [20, 20], [0, 20]], "holes": holes(20)}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [20, 0], [20, 20], [0, 20]], "holes": holes(21)}])]},
    ),
    "coordinates": (
        {"width": 200.0, "terrain": [wood(area=[{"outline": [[0, 0], [200, 0], [9, 9]]}])]},
        {"width": 200.0, "terrain": [wood(area=[{"outline": [[0, 0], [200.001, 0], [9, 9]]}])]},
    ),
    "the edge": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [24, 0], [24, 20]]}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [24, 0], [24, 20.0001]]}])]},
    ),
    "the east edge": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [24, 0], [24, 20]]}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [24.0001, 0], [24, 20]]}])]},
    ),
    "points of a deployment": (
        {"deployment": [{"name": "d", "area": [[0, 0], [24, 0], [24, 20]]}]},
        {"deployment": [{"name": "d", "area": [[0, 0], [24, 0], [24, 20.1]]}]},
    ),
    "a deployment of one kind": (
        {"deployment": [{"name": "d", "area": [[0, 0], [24, 0], [24, 20]]}]},
        {"deployment": [{"name": "d", "area": [[0, 0], [24, 0], [24, 20]], "point": [1, 1]}]},
    ),
    "smallest area": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [1, 0], [1, 0.1001]]}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [1, 0], [1, 0.0999]]}])]},
    ),
    "neighbours of an outline": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [4, 0], [4, 0.0101], [0, 4]]}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [4, 0], [4, 0.0099], [0, 4]]}])]},
    ),
    "first and last of an outline": (
        {"terrain": [wood(area=[{"outline": [[0, 0], [4, 0], [4, 4], [0, 0.0101]]}])]},
        {"terrain": [wood(area=[{"outline": [[0, 0], [4, 0], [4, 4], [0, 0.0099]]}])]},
    ),
    "neighbours of a line": (fence(line=[[1, 1], [1, 1.0101]]), fence(line=[[1, 1], [1, 1.0099]])),
    "a ring": (
        fence(line=[[1, 1], [5, 1], [5, 5], [1, 1.0101]]),
        fence(line=[[1, 1], [5, 1], [5, 5], [1, 1.0099]]),
    ),
    "a bend": (
        fence(line=[[10, 10], [2, 10], [10, 10 + 8 * math.tan(math.radians(30.1))]]),
        fence(line=[[10, 10], [2, 10], [10, 10 + 8 * math.tan(math.radians(29.9))]]),
    ),
    "a later bend": (
        fence(line=[[10, 2], [10, 10], [2, 10], [10, 10 + 8 * math.tan(math.radians(30.1))]]),
        fence(line=[[10, 2], [10, 10], [2, 10], [10, 10 + 8 * math.tan(math.radians(29.9))]]),
    ),
    "ids of all kinds": (objective(id="z") | zone(id="y"), objective(id="z") | zone(id="z")),
    "ids of dressing": ({"dressing": woods(1)}, {"dressing": [wood()]}),
}


@pytest.mark.parametrize("part", range(PARTS))
def test_the_last_value_is_read_and_the_first_beyond_it_is_not(part: int) -> None:
    for name, (last, first) in [*LIMITS.items()][part::PARTS]:
        read(**last)
        try:
            read(**first)
        except DocumentError:
            continue
        pytest.fail(f"{name}: read beyond its limit")


def test_all_barricades_of_a_map_are_counted_together() -> None:
    def many(count: int) -> dict[str, JSON]:
        pieces = [
            {"id": f"f-{at}", "name": "f", "look": "hedge", "barricades": [LINE] * min(40, count - 40 * at)}
            for at in range(math.ceil(count / 40))
        ]
        return {"terrain": pieces[:-1], "dressing": pieces[-1:]}

    with pytest.raises(DocumentError, match="has 401 barricades - a map can have at most 400"):
        read(**many(MOST_BARRICADES + 1))


@pytest.mark.parametrize(("most", "legal"), [(4, True), (3, False)])
def test_outlines_may_cross_a_limited_number_of_times(most: int, legal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two bars that cross once meet at four points; edges that meet their own neighbours do not count."""
    monkeypatch.setattr(documents, "MOST_CROSSINGS", most)
    bars = [[1, 2], [9, 2], [9, 3], [1, 3]], [[6, 1], [7, 1], [7, 9], [6, 9]]
    crossed = [wood(id=f"w-{at}", area=[{"outline": bar}]) for at, bar in enumerate(bars)]
    holed = [wood(id="w-0", area=[{"outline": [[1, 1], [9, 1], [9, 9], [1, 9]], "holes": [[[2, 3], [4, 3], [4, 4]]]}])]
    lined = {"id": "f", "name": "f", "look": "hedge", "barricades": [{"line": [[3, 0], [3, 3.2]], "width": 0.5}]}
    for terrain in (crossed, [*holed, lined]):  # the fence crosses an edge of the outline, and one of the hole, twice
        if legal:
            read(terrain=terrain)
        else:
            with pytest.raises(DocumentError, match="cross more than 3 times"):
                read(terrain=terrain[:1], dressing=terrain[1:])


def test_fields_of_version_2_are_written_only_where_they_say_something() -> None:
    plain = read(terrain=[wood()])
    assert plain.news() is None
    assert plain.terrain[0].news() is None
    tall = read(terrain=[wood(height=2.0)], dressing=woods(1, height=1.0))
    assert tall.news() == "dressing"
    assert tall.terrain[0].news() == "height"
    assert "height" in tall.model_dump()["terrain"][0]
    for changes, where in (
        ({"terrain": [wood(height=2.0)]}, "terrain[0].height"),
        ({"terrain": [wood(barricades=[LINE, LINE | {"height": 1.0}])]}, "terrain[0].barricades[1].height"),
        ({"dressing": woods(1)}, "dressing"),
    ):
        document = plain_map(**changes)
        with pytest.raises(DocumentError) as refused:
            parse_document(json.dumps(document), MapDocument, "map.json")
        assert refused.value.where == where


def test_a_map_for_no_rulebook_is_for_all() -> None:
    assert read().is_for("aos4")
    assert read(rulesets=["aos4"]).is_for("aos4")
    assert not read(rulesets=["aos4"]).is_for("bushido")


def test_pieces_with_equal_shapes_and_ids_are_equal_keys() -> None:
    one, other = (TerrainPiece.model_validate_json(json.dumps(wood())) for _time in range(2))
    assert hash(one) == hash(other)
    assert {one: 1}[other] == 1
    assert hash(one) != hash(TerrainPiece.model_validate_json(json.dumps(wood(id="other"))))


def test_what_lies_on_a_table_now_is_drawn_in_inches_from_its_corner_on() -> None:
    """A piece that a rule moved over the edge by a hair is drawn at the edge."""
    dojo: dict[str, Any] = {
        "id": "dojo",
        "name": "Dojo",
        "look": "building",
        "levels": [0, 1],
        "traits": {"cover": "hard"},
        "height": 4.0,
        "area": [{"outline": [[2, 4], [8, 4], [8, 10], [2, 10]], "holes": [[[4, 6], [6, 6], [5, 8]]]}],
        "barricades": [
            {"line": [[2, 4], [8, 4]], "width": 0.5, "height": 1.0, "impassable": True, "name": "Door"},
            {"line": [[2, 10], [8, 10]], "width": 0.25},
        ],
    }
    document = read(unit=2.0, terrain=[dojo], dressing=woods(1), deployment=[{"name": "d", "point": [1, 1]}])
    now = map_now(document, Battlefield.from_map(document))
    assert now.terrain == document.terrain
    assert (now.dressing, now.deployment, now.name) == ((), (), document.name)
    assert now.terrain[0].barricades[0].name == "Door"
    assert now.terrain[0].barricades[1].name == ""
