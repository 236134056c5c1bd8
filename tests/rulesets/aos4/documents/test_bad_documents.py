"""Whatever a file holds, reading it ends with a document or one clear refusal, and soon."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.rulesets.aos4.documents.abilities import PackDocument
from game.rulesets.aos4.documents.armies import ArmyDocument
from game.rulesets.aos4.documents.catalogue import ARMIES
from game.rulesets.aos4.documents.packs import load_pack
from tests.samples import some

FIXTURES = Path(__file__).parent / "fixtures"
CORE = Path(load_pack.__code__.co_filename).parent / "data" / "core.yaml"
HEAD = "type: core\nid: a\nname: a\n"
ARMY = CORE.parent / "lantern-concord.json"
ODD: list[Any] = [
    None, True, -1, 0, 10**30, 1.5, "", "x" * 5000, "\x00", "\ud800", "∞", [], {}, [[]], {"$text": 3}, [1], ["a"],
    "9" * 400, "1e400", "NaN", "-", "**", "<strong>", "../..", "\u2028",
]  # fmt: skip


def read(path: Path) -> bool:
    """Read a file as what its suffix says, or see it refused in one line; return whether it was read."""
    refused: DocumentError | None = None
    try:
        if path.suffix == ".yaml":
            pack, _warnings = load_pack(path)
            assert PackDocument.model_validate_json(pack.model_dump_json()) == pack
        else:
            army, warnings = ARMIES.read(path)
            assert ArmyDocument.model_validate_json(army.model_dump_json()) == army
            assert len(warnings) <= 200
    except DocumentError as error:
        refused = error
    if refused is not None:
        assert refused.file == str(path)
        assert refused.reason
        assert len(str(refused)) < 2000
    return refused is None


def mutated(content: bytes, rng: Random) -> bytes:
    """Return a content with a few bytes, pieces or lines other than they were."""
    data = bytearray(content)
    for _change in range(rng.randint(1, 6)):
        at, end = sorted(rng.randrange(len(data) + 1) for _side in "ab")
        kind = rng.randrange(6)
        if kind == 0 and data:
            data[rng.randrange(len(data))] = rng.randrange(256)
        elif kind == 1:
            del data[at : min(end, at + rng.choice((1, 20, 2000)))]
        elif kind == 2:
            data[at:at] = data[at : min(end, at + 300)]
        elif kind == 3:
            data[at:at] = rng.choice(
                [b"<", b">", b"&amp;", b"&x;", b"]]>", b"<!--", b"\xff\xfe", b"{", b"[", b"*a", b"!!x "]
            )
        elif kind == 4:
            lines = bytes(data).split(b"\n")
            rng.shuffle(lines)
            data = bytearray(b"\n".join(lines[: rng.randint(1, len(lines))]))
        else:
            data[at:at] = rng.choice([b"9" * 50, b"-1", b"1e9", b'"', b"'", b": ", b"\x00", b"\n  - "])
    return bytes(data)


@pytest.mark.parametrize("name", ["lamps.ros", "minimal.ros", "ebb.json", "army.json", "core.yaml"])
def test_mutated_files(tmp_path: Path, name: str) -> None:
    source = {"army.json": ARMY, "core.yaml": CORE}.get(name, FIXTURES / name)
    content, rng, path = source.read_bytes(), Random(name), tmp_path / name
    assert read(source), "what nothing is wrong with is read"
    for _file in range(some(300)):
        path.write_bytes(mutated(content, rng))
        read(path)


@pytest.mark.parametrize("suffix", [".ros", ".rosz", ".json", ".yaml"])
def test_random_bytes(tmp_path: Path, suffix: str) -> None:
    rng, path = Random(suffix), tmp_path / f"any{suffix}"
    for _file in range(some(300)):
        head = rng.choice(
            [b"", b"<roster ", b'{"roster": {', b"PK\x03\x04", b"abilities:\n", b"\xef\xbb\xbf", b"<?xml "]
        )
        path.write_bytes(head + rng.randbytes(rng.choice((0, 1, 40, 4000))))
        read(path)


def test_mutated_zip_files(tmp_path: Path) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.ros", (FIXTURES / "minimal.ros").read_bytes())
    rng, path = Random(4), tmp_path / "a.rosz"
    path.write_bytes(buffer.getvalue())
    assert read(path), "what nothing is wrong with is read"
    for _file in range(some(500)):
        path.write_bytes(mutated(buffer.getvalue(), rng))
        read(path)


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a tree: what holds it, and its key there."""
    if isinstance(tree, dict | list):
        for key in tree if isinstance(tree, dict) else range(len(tree)):
            yield tree, key
            yield from places(tree[key])


@pytest.mark.parametrize("source", [FIXTURES / "ebb.json", ARMY], ids=lambda path: path.stem)
def test_values_of_other_types(tmp_path: Path, source: Path) -> None:
    rng, path = Random(7), tmp_path / "odd.json"
    assert read(source), "what nothing is wrong with is read"
    for _file in range(some(600)):
        tree = json.loads(source.read_text(encoding="utf-8"))
        for holder, key in rng.sample(list(places(tree)), rng.randint(1, 3)):
            holder[key] = rng.choice(ODD)
        path.write_text(json.dumps(tree), encoding="utf-8")
        read(path)


@pytest.mark.parametrize(
    ("suffix", "content"),
    [
        (".yaml", lambda: "a: " + "[" * 100_000),
        (".yaml", lambda: "? " * 50_000),
        (".yaml", lambda: "- " * 50_000),
        (".yaml", lambda: "a" * 2_000_000),
        (".yaml", lambda: "&a [*a]"),
        (".yaml", lambda: HEAD + "rules: []\nabilities:\n" + "  - {}\n" * 30_000),
        (".yaml", lambda: HEAD + "abilities: []\nrules: [{id: a, information: " + "<" * 10**6 + "}]"),
        (".ros", lambda: '<roster a="' + "x" * 10**7 + '"/>'),
        (".ros", lambda: "<roster>" + "&lt;" * 10**6 + "</roster>"),
        (".ros", lambda: "<!--" * 10**6),
        (".ros", lambda: "<" + "a" * 10**7),
        (".ros", lambda: '<?xml version="1.0" encoding="utf-7"?><roster/>'),
        (".ros", lambda: '<?xml version="1.0" encoding="cp037"?><roster/>'),
        (".json", lambda: '{"roster": ' + "9" * 100_000 + "}"),
        (".json", lambda: "[" * 100_000),
        (".json", lambda: '{"roster": {"gameSystemId": "e51d-b1a3-75fc-dc3g", "forces": ['
                          + ",".join(['{"selections": []}'] * 100_000) + "]}}"),
    ],
)  # fmt: skip
def test_files_made_to_take_long(tmp_path: Path, suffix: str, content: Callable[[], str]) -> None:
    path = tmp_path / f"long{suffix}"
    path.write_text(content(), encoding="utf-8")
    read(path)


def test_the_most_that_a_roster_can_hold(tmp_path: Path) -> None:
    """Many units, models and weapons, each as large as may be: refused or read, and soon."""
    weapon = '<profile id="{n}" name="W{n}" typeName="Melee Weapon"><characteristics/></profile>'
    weapons = "".join(f'<selection type="upgrade" number="100"><profiles>{weapon.format(n=n)}</profiles></selection>'
                      for n in range(39))  # fmt: skip
    unit = (
        '<selection name="U" type="unit">'
        '<profiles><profile name="U" typeName="Unit"><characteristics/></profile></profiles>'
        f'<selections><selection type="model" number="100"><selections>{weapons}</selections></selection></selections>'
        "</selection>"
    )
    force = f'<force name="Regiment"><selections>{unit * 20}</selections></force>'
    path = tmp_path / "most.ros"
    path.write_text(
        '<roster gameSystemId="e51d-b1a3-75fc-dc3g"><forces><force name="top"><forces>'
        f"{force * 20}</forces></force></forces></roster>"
    )
    read(path)
