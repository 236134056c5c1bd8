"""Faces that players choose: sigils by name, and pictures of their own inside the roster."""

from __future__ import annotations

import base64
import json
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from game import rulesets
from game.documents.error import DocumentError
from game.documents.faces import (
    LARGEST_FILE,
    LARGEST_PICTURE,
    LARGEST_SIDE,
    PICTURE,
    SIDE,
    picture_bytes,
    picture_face,
    sigil_names,
)
from game.documents.reading import parse_document
from game.engine.rosters import RosterEntry, RosterShelf
from game.engine.saving.documents import plain

MAKERS = {"godbreakers": "the-mended", "bushido": "still-bell", "dropzone": "cinder-line"}
"""Rulebooks whose rosters people make themselves, with a bundled one that can be changed step by step."""


def picture(path: Path, size: tuple[int, int] = (300, 500), kind: str = "PNG") -> str:
    """Write a red picture with a green middle; return its path."""
    made = Image.new("RGB", size, "red")
    made.paste("lime", (0, size[1] // 2 - size[0] // 2, size[0], size[1] // 2 + size[0] // 2))
    made.save(path, kind)
    return str(path)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))


def own(book: str) -> tuple[RosterShelf, RosterEntry]:
    shelf = RosterShelf(rulesets.load(book))
    return shelf, shelf.copy(MAKERS[book])


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_cut_to_its_middle_and_made_small(tmp_path: Path, kind: str) -> None:
    face = picture_face(picture(tmp_path / "p", kind=kind))
    (tmp_path / "kept").write_bytes(picture_bytes(face))
    with Image.open(tmp_path / "kept") as kept:
        assert (kept.format, kept.size) == ("WEBP", (SIDE, SIDE))
        for spot in ((3, 3), (SIDE - 4, 3), (SIDE // 2, SIDE // 2)):
            red, green, _blue = np.asarray(kept.convert("RGB"))[spot[1], spot[0]]
            assert green > 200 > 60 > red


def test_what_is_no_picture_is_refused_with_its_reason(tmp_path: Path) -> None:
    (tmp_path / "text.png").write_text("no picture")
    with pytest.raises(DocumentError, match="is not a picture that can be read"):
        picture_face(str(tmp_path / "text.png"))
    whole = Path(picture(tmp_path / "whole.png")).read_bytes()
    (tmp_path / "cut.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(DocumentError, match="is not a picture that can be read"):
        picture_face(str(tmp_path / "cut.png"))
    with pytest.raises(DocumentError, match="is not a file"):
        picture_face(str(tmp_path))
    with pytest.raises(FileNotFoundError):
        picture_face(str(tmp_path / "none.png"))


def test_a_photograph_is_turned_as_its_camera_says_and_read_at_a_fraction_of_its_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = Image.new("RGB", (3000, 3000), "red")
    taken.paste("lime", (0, 0, 3000, 1500))
    turned = Image.Exif()
    turned[0x0112] = 6  # the camera was held upright: its top is at the right
    taken.save(tmp_path / "taken.jpg", exif=turned)
    sizes, convert = list[int](), Image.Image.convert

    def watched(self: Image.Image, *given: Any, **named: Any) -> Image.Image:
        sizes.append(self.width)
        return convert(self, *given, **named)

    with monkeypatch.context() as watching:
        watching.setattr(Image.Image, "convert", watched)
        face = picture_face(str(tmp_path / "taken.jpg"))
    assert sizes[0] < 1000
    (tmp_path / "kept").write_bytes(picture_bytes(face))
    with Image.open(tmp_path / "kept") as kept:
        colours = np.asarray(kept.convert("RGB"))[SIDE // 2, [SIDE // 4, SIDE - SIDE // 4], 1]
    assert colours[0] < 60
    assert colours[1] > 200


def test_a_file_that_is_too_large_is_never_opened(tmp_path: Path) -> None:
    with (tmp_path / "large.png").open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    with pytest.raises(DocumentError, match="is larger than 30,000,000 bytes"):
        picture_face(str(tmp_path / "large.png"))


def test_a_large_picture_in_a_roster_is_refused() -> None:
    shelf, entry = own("godbreakers")
    made = BytesIO()
    Image.new("RGB", (LARGEST_SIDE + 1, 4), "red").save(made, "WEBP")
    face = PICTURE + base64.b64encode(made.getvalue()).decode()
    with pytest.raises(DocumentError, match="is not a WebP picture of at most 512 pixels a side"):
        shelf.choose_face(entry.name, shelf.editor.card(entry.roster).members[0].name, face)


@pytest.mark.parametrize("times", [2, 4])
def test_a_picture_that_would_fill_the_memory_is_never_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int
) -> None:
    wide = times * round(LARGEST_PICTURE**0.5)
    Image.new("1", (wide, wide)).save(tmp_path / "huge.png")
    monkeypatch.setattr(Image.Image, "convert", lambda *_args: pytest.fail("it was unpacked"))
    with pytest.raises(DocumentError, match="has more than 16,000,000 pixels"):
        picture_face(str(tmp_path / "huge.png"))


@pytest.mark.parametrize("book", MAKERS)
def test_a_roster_keeps_the_faces_of_its_members(book: str, tmp_path: Path) -> None:
    shelf, entry = own(book)
    first, *_more = [card.name for card in shelf.editor.card(entry.roster).members]
    shelf.choose_face(entry.name, first, sigil_names()[5])
    assert shelf.find(entry.name).roster.faces == {first: sigil_names()[5]}
    [offer] = [offer for offer in rulesets.load(book).offers().rosters if offer.title == entry.title]
    assert offer.sketch is not None
    assert offer.sketch.faces == ((first, sigil_names()[5]),)
    shelf.choose_face(entry.name, first, picture_face(picture(tmp_path / "p.png")))
    assert shelf.find(entry.name).roster.faces[first].startswith(PICTURE)
    shelf.rename(entry.name, "Theirs")
    assert shelf.find(entry.name).roster.faces
    shelf.choose_face(entry.name, first, "")
    assert "faces" not in plain(shelf.find(entry.name).roster)


def test_a_roster_that_is_changed_step_by_step_keeps_the_faces_of_those_who_stay() -> None:
    shelf, entry = own("godbreakers")
    names = [card.name for card in shelf.editor.card(entry.roster).members]
    for name in names[:2]:
        shelf.choose_face(entry.name, name, "anchor")
    shelf.reopen(entry.name)
    shelf.answer(entry.name, "1.name", "Another")
    finished = shelf.finish(entry.name)
    assert finished.roster.faces == {names[1]: "anchor"}
    assert not finished.changing


@pytest.mark.parametrize(
    ("face", "reason"),
    [
        ("no-such-sigil", "neither a sigil nor a picture"),
        (PICTURE + "AAAA", "is not a WebP picture"),
        (PICTURE + "!!!", "is not a WebP picture"),
    ],
)
def test_a_wrong_face_is_refused_and_nothing_is_written(face: str, reason: str) -> None:
    shelf, entry = own("godbreakers")
    first = shelf.editor.card(entry.roster).members[0].name
    assert entry.path is not None
    before = entry.path.read_text()
    with pytest.raises(DocumentError, match=reason):
        shelf.choose_face(entry.name, first, face)
    with pytest.raises(DocumentError, match="no member has that name"):
        shelf.choose_face(entry.name, "Nobody", "anchor")
    assert entry.path.read_text() == before
    content = json.dumps(plain(entry.roster) | {"faces": {first: face}})
    with pytest.raises(DocumentError, match=reason) as refusal:
        parse_document(content, type(entry.roster), "ours.json")
    assert refusal.value.where == f"faces.{first}"


def test_a_bundled_roster_has_no_faces_to_choose() -> None:
    shelf = RosterShelf(rulesets.load("godbreakers"))
    with pytest.raises(DocumentError, match="cannot be changed"):
        shelf.choose_face(shelf.bundled()[0].name, "Wick", "anchor")
