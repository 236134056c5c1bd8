"""Map documents: what is accepted, and what every refusal says."""

from pathlib import Path

import pytest

from game.documents.error import DocumentError
from game.table.documents import MapDocument, load_map
from game.table.terrain.battlefield import Battlefield
from tests.documents.samples import JSON, PLAIN_MAP, SQUARE, plain_map, write


def with_area(outline: JSON, holes: JSON = ()) -> dict[str, JSON]:
    piece = {"id": "copse", "name": "Copse", "look": "wood", "area": [{"outline": outline, "holes": list(holes)}]}
    return plain_map(terrain=[piece])


def with_barricade(**barricade: JSON) -> dict[str, JSON]:
    body = {"line": [[10, 10], [14, 10]], "width": 0.5} | barricade
    return plain_map(terrain=[{"id": "fence", "name": "Fence", "look": "hedge", "barricades": [body]}])


def refusal(folder: Path, document: JSON) -> DocumentError:
    with pytest.raises(DocumentError) as refused:
        load_map(write(folder, document))
    assert refused.value.file.endswith("document.json")
    return refused.value


def test_a_sound_map_is_read_whole(tmp_path: Path) -> None:
    document = load_map(write(tmp_path, plain_map()))
    assert (document.name, document.width, document.height, document.unit) == ("Plain", 24.0, 20.0, 1.0)
    assert document.terrain[0].area[0].outline[2] == (6.0, 6.0)
    assert document.terrain[1].barricades[0].width == 0.5
    assert document.terrain[0].levels == (0,)


def test_a_map_survives_being_written_and_read_again(tmp_path: Path) -> None:
    document = load_map(write(tmp_path, plain_map()))
    assert load_map(write(tmp_path, document.model_dump_json())) == document


def test_a_map_cannot_be_changed_and_can_be_a_key(tmp_path: Path) -> None:
    document = load_map(write(tmp_path, plain_map()))
    with pytest.raises(ValueError, match="frozen"):
        document.terrain[0].name = "Other"
    assert {document: 1}[load_map(write(tmp_path, plain_map()))] == 1


def test_an_error_names_file_place_and_reason(tmp_path: Path) -> None:
    path = write(tmp_path, with_area([*SQUARE[:3], [2.0, "six"]]))
    with pytest.raises(DocumentError) as refused:
        load_map(path)
    assert str(refused.value) == f"{path}: at terrain[0].area[0].outline[3][1]: must be a number, not 'six'"


BAD_OUTLINES = {
    "bow tie": ([[2, 2], [6, 6], [6, 2], [2, 6]], "terrain[0].area[0].outline", "crosses or touches itself"),
    "two points": ([[2, 2], [6, 6]], "terrain[0].area[0].outline", "at least 3"),
    "sliver": ([[2, 2], [6, 2], [6, 2.011]], "terrain[0].area[0].outline", "square inches"),
    "point twice": ([[2, 2], [6, 2], [6, 2], [2, 6]], "terrain[0].area[0].outline[2]", "repeats the point before it"),
    "closed by hand": ([*SQUARE, [2, 2]], "terrain[0].area[0].outline[4]", "repeats the first point"),
    "off the table": ([[2, 2], [25, 2], [6, 6]], "terrain[0].area[0].outline[1]", "is off the 24 x 20 table"),
    "negative": ([[2, 2], [-1, 2], [6, 6]], "terrain[0].area[0].outline[1][0]", "greater than or equal to 0"),
    "three coordinates": ([[2, 2, 2], [6, 2], [6, 6]], "terrain[0].area[0].outline[0]", "at most 2"),
    "too many points": ([[2 + i / 100, 2 + i % 2] for i in range(401)], "terrain[0].area[0].outline", "at most 400"),
}


@pytest.mark.parametrize(("outline", "where", "reason"), BAD_OUTLINES.values(), ids=BAD_OUTLINES.keys())
def test_bad_outlines_are_refused_with_their_place(tmp_path: Path, outline: JSON, where: str, reason: str) -> None:
    error = refusal(tmp_path, with_area(outline))
    assert error.where == where
    assert reason in error.reason


def test_holes_lie_inside_and_apart(tmp_path: Path) -> None:
    hole = [[3, 3], [4, 3], [4, 4]]
    assert load_map(write(tmp_path, with_area(SQUARE, [hole]))).terrain[0].area[0].holes == (
        ((3.0, 3.0), (4.0, 3.0), (4.0, 4.0)),
    )
    outside = refusal(tmp_path, with_area(SQUARE, [[[8, 8], [9, 8], [9, 9]]]))
    assert outside.where == "terrain[0].area[0].holes"
    assert refusal(tmp_path, with_area(SQUARE, [hole, hole])).where == "terrain[0].area[0].holes"


BAD_LINES = {
    "one point": ([[10, 10]], ".line", "at least 2"),
    "crossing itself": ([[10, 10], [14, 10], [14, 12], [12, 12], [12, 8]], ".line", "crosses itself"),
    "closed ring": ([[10, 10], [14, 10], [14, 12], [10, 10]], ".line", "closed ring"),
    "hairpin": ([[10, 10], [14, 10], [10, 10.5]], ".line[1]", "make the corner wider"),
    "point twice": ([[10, 10], [10, 10]], ".line[1]", "repeats the point before it"),
    "off the table": ([[10, 10], [10, 20.5]], ".line[1]", "is off the 24 x 20 table"),
}


@pytest.mark.parametrize(("line", "where", "reason"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_g_tbl_3_a_barricade_is_one_unbroken_open_line(tmp_path: Path, line: JSON, where: str, reason: str) -> None:
    error = refusal(tmp_path, with_barricade(line=line))
    assert error.where == "terrain[0].barricades[0]" + where
    assert reason in error.reason


def piece(**fields: JSON) -> dict[str, JSON]:
    return {"id": "copse", "name": "Copse", "look": "wood", "area": [{"outline": SQUARE}]} | fields


BAD_PIECES = {
    "same id": ([piece(), piece()], "terrain[1].id", "taken by an earlier piece"),
    "nothing in it": ([piece(area=[])], "terrain[0]", "neither area nor barricades"),
    "decorative barricade": (
        [piece(decoration=True, barricades=[{"line": [[10, 10], [14, 10]], "width": 0.5}])],
        "terrain[0].barricades",
        "cannot be decoration",
    ),
    "level twice": ([piece(levels=[0, 0])], "terrain[0].levels", "names a level twice"),
    "no level": ([piece(levels=[])], "terrain[0].levels", "at least 1"),
    "unknown look": ([piece(look="jelly")], "terrain[0].look", "not 'jelly'"),
    "misspelt key": ([piece(barricade=[])], "terrain[0].barricade", "is not known here"),
    "missing name": ([{"id": "a", "look": "wood"}], "terrain[0].name", "is missing"),
    "shouting id": ([piece(id="Copse!")], "terrain[0].id", "not 'Copse!'"),
    "no object": (["copse"], "terrain[0]", "must be an object"),
}


@pytest.mark.parametrize(("terrain", "where", "reason"), BAD_PIECES.values(), ids=BAD_PIECES.keys())
def test_bad_pieces_are_refused_with_their_place(tmp_path: Path, terrain: JSON, where: str, reason: str) -> None:
    error = refusal(tmp_path, plain_map(terrain=terrain))
    assert error.where == where
    assert reason in error.reason


BAD_TABLES = {
    "endless": ({"width": 1e9}, "width", "less than or equal to 200"),
    "text for a number": ({"width": "24"}, "width", "must be a number"),
    "truth for a number": ({"width": True}, "width", "must be a number"),
    "bad colour": ({"palette": {"ground": "red"}}, "palette.ground", "not 'red'"),
    "escape codes": ({"name": "a\x1b[31m"}, "name", "pattern"),
    "hint without a place": ({"deployment": [{"name": "a"}]}, "deployment[0]", "either a point or an area"),
    "hint off the table": (
        {"deployment": [{"name": "a", "point": [3, 21]}]},
        "deployment[0].point",
        "off the 24 x 20 table",
    ),
}


@pytest.mark.parametrize(("changes", "where", "reason"), BAD_TABLES.values(), ids=BAD_TABLES.keys())
def test_bad_tables_are_refused_with_their_place(
    tmp_path: Path, changes: dict[str, JSON], where: str, reason: str
) -> None:
    error = refusal(tmp_path, plain_map(**changes))
    assert error.where == where
    assert reason in error.reason


def test_unknown_versions_and_formats_are_refused_clearly(tmp_path: Path) -> None:
    later = refusal(tmp_path, plain_map(version=3))
    assert (later.where, later.reason) == (
        "version",
        "3 is unknown; only 1 or 2 can be read - it may come from a newer version",
    )
    other = refusal(tmp_path, plain_map(format="inchwise-save"))
    assert other.where == "format"
    assert '"inchwise-save" is unknown; only "inchwise-map"' in other.reason


def test_the_schema_describes_what_is_accepted() -> None:
    schema = MapDocument.model_json_schema()
    assert schema["properties"]["format"]["const"] == "inchwise-map"
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"format", "version", "name", "author", "width", "height", "palette", "terrain"}


VERSION_2: dict[str, JSON] = {
    "rulesets": ["bushido", "other"],
    "terrain": [
        {
            "id": "dojo",
            "name": "Dojo",
            "look": "building",
            "traits": {"cover": "hard", "storeys": 2, "difficult": True, "dodge.bonus": 0.5},
            "height": 4.5,
            "area": [{"outline": SQUARE}],
            "barricades": [{"line": [[10, 10], [14, 10]], "width": 2.5, "height": 1.0}],
        }
    ],
    "zones": [{"id": "south", "name": "South edge", "role": "deployment", "area": [{"outline": SQUARE}], "seat": 1}],
    "objectives": [{"id": "idol-1", "name": "First idol", "at": [12.0, 10.0], "radius": 0.8, "role": "idol"}],
}


def test_version_2_says_what_further_rulebooks_need(tmp_path: Path) -> None:
    document = load_map(write(tmp_path, plain_map(version=2, **VERSION_2)))
    assert (document.is_for("bushido"), document.is_for("godbreakers")) == (True, False)
    assert document.terrain[0].traits == {"cover": "hard", "storeys": 2, "difficult": True, "dodge.bonus": 0.5}
    assert [(zone.role, zone.seat) for zone in document.zones] == [("deployment", 1)]
    assert [(each.name, each.at, each.radius) for each in document.objectives] == [("First idol", (12.0, 10.0), 0.8)]
    piece = Battlefield.from_map(document).pieces[0]
    assert (piece.traits["cover"], piece.height, piece.barricades[0].height) == ("hard", 4.5, 1.0)
    again = write(tmp_path, document.model_dump(mode="json", exclude_none=True))
    assert load_map(again) == document


@pytest.mark.parametrize("name", [*VERSION_2, "height"])
def test_version_1_cannot_say_it(tmp_path: Path, name: str) -> None:
    changes = {name: VERSION_2[name]} if name in VERSION_2 else with_barricade(height=1.0)
    error = refusal(tmp_path, plain_map(**changes))
    assert name in error.where or error.where == "terrain[0].traits"
    assert error.reason == "needs version 2 - set `version` to 2, or remove it"


def test_a_map_of_version_1_is_written_as_it_was_read(tmp_path: Path) -> None:
    document = load_map(write(tmp_path, plain_map()))
    written = document.model_dump(mode="json")
    assert written["version"] == 1
    assert not {"rulesets", "zones", "objectives"} & set(written)
    assert not {"traits", "height"} & {name for piece in written["terrain"] for name in piece}
    assert "height" not in written["terrain"][1]["barricades"][0]
    assert document.is_for("any rulebook")


BAD_NEWS: dict[str, tuple[dict[str, JSON], str, str]] = {
    "twice": ({"objectives": [{"id": "copse", "name": "x", "at": [1, 1]}]}, "objectives[0].id", "taken"),
    "off": ({"objectives": [{"id": "o", "name": "x", "at": [25, 1]}]}, "objectives[0].at", "off the 24 x 20 table"),
    "zone off": (
        {"zones": [{"id": "z", "name": "z", "role": "x", "area": [{"outline": [[0, 0], [30, 0], [0, 5]]}]}]},
        "zones[0].area[0].outline[1]",
        "off the 24 x 20 table",
    ),
    "seat": ({"zones": [{"id": "z", "name": "z", "role": "x", "area": [{"outline": SQUARE}], "seat": 0}]}, "seat", ""),
    "key": ({"terrain": [PLAIN_MAP["terrain"][0] | {"traits": {"Hard Cover": True}}]}, "traits", ""),
    "value": ({"terrain": [PLAIN_MAP["terrain"][0] | {"traits": {"cover": [1]}}]}, "traits", ""),
}


@pytest.mark.parametrize(("changes", "where", "reason"), BAD_NEWS.values(), ids=BAD_NEWS.keys())
def test_bad_zones_objectives_and_traits_are_refused(
    tmp_path: Path, changes: dict[str, JSON], where: str, reason: str
) -> None:
    error = refusal(tmp_path, plain_map(version=2, **changes))
    assert where in error.where
    assert reason in error.reason


def test_a_tangle_of_outlines_is_refused_before_anything_is_united(tmp_path: Path) -> None:
    along = [[[0, at], [20, at], [20, at + 0.05], [0, at + 0.05]] for at in (0.2 * n + 0.5 for n in range(90))]
    upright = [[[y, x] for x, y in outline] for outline in along]
    terrain = [
        {"id": f"field-{n}", "name": "Field", "look": "field", "area": [{"outline": outline}]}
        for n, outline in enumerate([*along, *upright])
    ]
    assert len(load_map(write(tmp_path, plain_map(terrain=terrain[:90]))).terrain) == 90
    tangle = refusal(tmp_path, plain_map(terrain=terrain))
    assert (tangle.where, tangle.reason) == (
        "terrain",
        "has outlines that cross more than 10,000 times - leave some out",
    )
