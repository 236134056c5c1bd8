"""Documents as strangers: nothing a file contains may do more than be refused."""

import copy
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.documents.error import DocumentError
from game.documents.limits import DEEPEST, MAX_BYTES, MOST_BARRICADES, MOST_VALUES, MOST_VALUES_ON_A_MAP
from game.documents.reading import format_of, parse_document, read_json, read_text
from game.engine.saving.documents import SaveDocument
from game.table.documents import MapDocument, load_map
from tests.documents.samples import JSON, PLAIN_MAP, plain_map, write


def refused(folder: Path, text: str) -> DocumentError:
    with pytest.raises(DocumentError) as error:
        load_map(write(folder, text))
    return error.value


def test_broken_json_is_refused_with_line_and_column(tmp_path: Path) -> None:
    error = refused(tmp_path, '{\n  "format": "inchwise-map",\n  oops\n}')
    assert error.where == "line 3 column 3"
    assert error.reason.startswith("is not JSON")


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_are_none_are_refused(tmp_path: Path, number: str) -> None:
    text = json.dumps(plain_map()).replace("24.0", number)
    assert f"{number} is no JSON number" in refused(tmp_path, text).reason


def test_overflowing_numbers_are_refused(tmp_path: Path) -> None:
    error = refused(tmp_path, json.dumps(plain_map()).replace("24.0", "1e999"))
    assert (error.where, "finite" in error.reason) == ("width", True)
    assert refused(tmp_path, '{"format": "inchwise-map", "version": ' + "9" * 5000 + "}").reason


def test_a_key_given_twice_is_refused_with_its_place(tmp_path: Path) -> None:
    text = json.dumps(plain_map()).replace('"id": "fence"', '"id": "fence", "id": "hedge"')
    error = refused(tmp_path, text)
    assert error.where == "terrain[1]"
    assert "'id' appears twice" in error.reason


def test_a_deep_nest_is_refused(tmp_path: Path) -> None:
    assert "nested too deeply" in refused(tmp_path, "[" * 30_000).reason
    for depth in range(300, 1100, 50):
        tower = json.dumps(plain_map()).replace('"a test"', "[" * depth + "]" * depth)
        assert refused(tmp_path, tower).reason


def test_lists_and_objects_lie_no_deeper_than_any_document_needs() -> None:
    assert read_json("[" * DEEPEST + "]" * DEEPEST, "x") is not None
    for opened, closed in (("[", "]"), ('{"a":[', "]}")):
        with pytest.raises(DocumentError, match="nested too deeply"):
            read_json(opened * (DEEPEST + 1) + closed * (DEEPEST + 1), "x")


NEVER_ENDING: dict[str, tuple[str, int]] = {
    "lists": ('{"format": "inchwise-save", "a": [' + "[]," * 1_600_000 + "[]]}", MOST_VALUES),
    "objects": ("[" + "{}," * MOST_VALUES + "{}]", MOST_VALUES),
    "numbers": ("[" + "1," * MOST_VALUES + "1]", MOST_VALUES),
    "corners": ("[" + "[1,2]," * (MOST_VALUES_ON_A_MAP // 3) + "[1,2]]", MOST_VALUES_ON_A_MAP),
}


@pytest.mark.parametrize("kind", NEVER_ENDING)
def test_values_are_counted_before_anything_is_parsed(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, most = NEVER_ENDING[kind]

    def unbounded(*_: object, **__: object) -> None:
        raise AssertionError("parsed before it was counted")

    monkeypatch.setattr(json, "loads", unbounded)
    with pytest.raises(DocumentError, match=f"holds more than {most:,} values") as error:
        parse_document(text, MapDocument if most == MOST_VALUES_ON_A_MAP else SaveDocument, "x")
    assert error.value.file == "x"


def test_a_number_beyond_all_use_is_refused_in_a_short_line() -> None:
    for digits in ("9" * 21, "9" * 5000, "-" + "9" * 100_000):
        with pytest.raises(DocumentError, match="digits - use plain finite numbers") as error:
            read_json(f'{{"seed": {digits}}}', "x")
        assert len(str(error.value)) < 120
    assert read_json(f"[{2**63}, -5]", "x") == [2**63, -5]


def test_of_very_many_faults_only_the_first_is_looked_at_closely() -> None:
    save = json.dumps({"format": "inchwise-save", "version": 1, "journal": [1] * 40_000})
    with pytest.raises(DocumentError, match=r"x: at .* \(and 120\d\d\d more\)"):
        parse_document(save, SaveDocument, "x")


def test_barricades_are_counted_before_they_are_compared() -> None:
    fence = {"line": [[1, 1], [3, 1]], "width": 0.1}
    pieces = [{"id": f"p{n}", "name": "P", "look": "wall", "barricades": [fence] * 40} for n in range(11)]
    assert len(pieces) * 40 > MOST_BARRICADES
    with pytest.raises(DocumentError, match="has 440 barricades - a map can have at most 400") as error:
        parse_document(json.dumps(plain_map(terrain=pieces)), MapDocument, "x")
    assert error.value.where == "terrain"


@pytest.mark.parametrize("text", ["[]", "3", '"map"', "null", "{}", '{"format": 3}', '{"format": "inchwise-map"}'])
def test_what_does_not_say_its_format_and_version_is_refused(tmp_path: Path, text: str) -> None:
    assert refused(tmp_path, text).where in ("", "format", "version")


def test_size_is_capped_before_anything_is_parsed(tmp_path: Path) -> None:
    error = refused(tmp_path, " " * (MAX_BYTES + 1))
    assert "larger than 5,000,000 bytes" in error.reason


def test_files_that_are_no_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.json"
    path.write_bytes(b'{"name": "\xff"}')
    with pytest.raises(DocumentError, match="UTF-8") as error:
        load_map(path)
    assert error.value.where == "byte 10"
    with pytest.raises(DocumentError, match="is not a file"):
        load_map(tmp_path)


def test_a_file_that_is_not_there_is_the_systems_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_map(tmp_path / "nowhere.json")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    path = write(tmp_path, "\ufeff" + json.dumps(plain_map()))
    assert load_map(path).name == "Plain"
    assert format_of(read_text(path), "map") == "inchwise-map"


def test_many_faults_are_counted(tmp_path: Path) -> None:
    error = refused(tmp_path, json.dumps(plain_map(width="a", height="b", name=3)))
    assert error.reason.endswith("(and 2 more)")


def places(tree: JSON, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """Every place in a document that a stranger could fill otherwise."""
    inner = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


@given(place=st.sampled_from(places(PLAIN_MAP)[1:]), value=ANYTHING)
def test_whatever_stands_in_a_map_it_is_read_or_refused_never_worse(place: tuple[str | int, ...], value: JSON) -> None:
    document: JSON = copy.deepcopy(PLAIN_MAP)
    spot = document
    for step in place[:-1]:
        spot = spot[step]
    spot[place[-1]] = value
    outcome = read_or_refused(json.dumps(document))
    assert outcome is None or "\n" not in str(outcome)


@given(text=st.text(max_size=200))
def test_whatever_text_is_given_it_is_refused(text: str) -> None:
    assert isinstance(read_or_refused(text), DocumentError)


def read_or_refused(text: str) -> DocumentError | None:
    try:
        assert parse_document(text, MapDocument, "stranger.json").format == "inchwise-map"
    except DocumentError as error:
        return error
    return None
