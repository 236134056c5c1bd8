"""Map documents: what is accepted, and what every refusal says."""

from pathlib import Path

import pytest

from game.table.documents import DocumentError, MapDocument, load_map
from tests.documents.samples import JSON, SQUARE, plain_map, write


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
    "off the table": ([[2, 2], [25, 2], [6, 6]], "terrain[0].area[0].outline[1]", "lies off the table of 24 x 20"),
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
    "hairpin": ([[10, 10], [14, 10], [10, 10.5]], ".line[1]", "blunt the corner"),
    "point twice": ([[10, 10], [10, 10]], ".line[1]", "repeats the point before it"),
    "off the table": ([[10, 10], [10, 20.5]], ".line[1]", "lies off the table"),
}


@pytest.mark.parametrize(("line", "where", "reason"), BAD_LINES.values(), ids=BAD_LINES.keys())
def test_g_tbl_3_a_barricade_is_one_unbroken_open_line(tmp_path: Path, line: JSON, where: str, reason: str) -> None:
    error = refusal(tmp_path, with_barricade(line=line))
    assert error.where == "terrain[0].barricades[0]" + where
    assert reason in error.reason


def test_g_tbl_3_a_barricade_is_at_most_one_u_wide(tmp_path: Path) -> None:
    assert load_map(write(tmp_path, with_barricade(width=1.0))).terrain[0].barricades[0].width == 1.0
    error = refusal(tmp_path, with_barricade(width=1.01))
    assert (error.where, "more than one unit" in error.reason) == ("terrain[0].barricades[0].width", True)
    wide_units = with_barricade(width=1.5) | {"unit": 2.0}
    assert load_map(write(tmp_path, wide_units)).terrain[0].barricades[0].width == 1.5


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
    "hint off the table": ({"deployment": [{"name": "a", "point": [3, 21]}]}, "deployment[0].point", "off the table"),
}


@pytest.mark.parametrize(("changes", "where", "reason"), BAD_TABLES.values(), ids=BAD_TABLES.keys())
def test_bad_tables_are_refused_with_their_place(
    tmp_path: Path, changes: dict[str, JSON], where: str, reason: str
) -> None:
    error = refusal(tmp_path, plain_map(**changes))
    assert error.where == where
    assert reason in error.reason


def test_unknown_versions_and_formats_are_refused_clearly(tmp_path: Path) -> None:
    later = refusal(tmp_path, plain_map(version=2))
    assert (later.where, later.reason) == ("version", "2 is not known here, only 1 - it may come from a newer program")
    other = refusal(tmp_path, plain_map(format="inchwise-save"))
    assert other.where == "format"
    assert '"inchwise-save" is not known here, only "inchwise-map"' in other.reason


def test_the_schema_describes_what_is_accepted() -> None:
    schema = MapDocument.model_json_schema()
    assert schema["properties"]["format"]["const"] == "inchwise-map"
    assert schema["additionalProperties"] is False
    assert set(schema["required"]) == {"format", "version", "name", "author", "width", "height", "palette", "terrain"}
