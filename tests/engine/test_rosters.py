"""People's own rosters: in files of their own, never overwritten, never half written, drafts saved as they grow."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from game import rulesets
from game.documents import locks
from game.documents.error import DocumentError
from game.documents.rosters import draft_beside, own_rosters, rosters_folder
from game.engine import rosters
from game.engine.rosters import RosterEntry, RosterShelf
from game.engine.saving.documents import plain
from tests.toy.toy_rulebook import Toy


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RosterShelf:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    return RosterShelf(rulesets.load(rulesets.DEFAULT))


def made(shelf: RosterShelf, title: str) -> RosterEntry:
    """A roster made by taking the first choice of every step."""
    kept = shelf.answer(shelf.begin(4).name, "name", title)
    while shelf.editor.missing(kept.draft):
        step = next(each for each in shelf.editor.steps(kept.draft) if each.open)
        kept = shelf.answer(kept.name, step.id, step.choices[0].answer if step.choices else step.suggestion or "X")
    return shelf.finish(kept.name)


def test_a_rulebook_without_an_editor_has_no_shelf() -> None:
    with pytest.raises(DocumentError, match="has no rosters to make"):
        RosterShelf(Toy())


def test_a_roster_is_made_saved_and_found(shelf: RosterShelf) -> None:
    kept = made(shelf, "The Low Road")
    assert not RosterEntry("a", "A").changing
    assert (kept.name, kept.title, kept.own, kept.changing) == ("the-low-road", "The Low Road", True, False)
    assert [each.title for each in shelf.own()] == ["The Low Road"]
    assert shelf.unfinished() == []
    assert plain(shelf.find("The Low Road").roster) == plain(shelf.editor.load(str(kept.path)))
    offers = rulesets.load(rulesets.DEFAULT).offers().rosters
    assert "the-low-road" in [offer.name for offer in offers]


def test_a_draft_is_saved_after_every_answer(shelf: RosterShelf) -> None:
    name = shelf.begin(4).name
    shelf.answer(name, "1.metal", "iron")
    shelf.answer(name, "1.trait-1", "crucible gold")
    again = RosterShelf(rulesets.load(rulesets.DEFAULT)).unfinished()[0]
    assert again.title == "Unnamed"
    assert again.draft.members[0].thrown[0].metal == "gold"
    with pytest.raises(DocumentError, match="G-CIR-6"):
        shelf.answer(name, "1.trait-1", "crucible gold")


def test_two_names_alike_do_not_overwrite_each_other(shelf: RosterShelf) -> None:
    first, second = made(shelf, "The Low Road"), made(shelf, "The Low Road")
    assert [first.name, second.name] == ["the-low-road", "the-low-road-2"]
    assert made(shelf, "The Mended").name == "the-mended-2"
    assert len(own_rosters(shelf.book)) == 3


def test_a_bundled_roster_is_copied_and_never_changed(shelf: RosterShelf) -> None:
    stays = "is bundled with the program and cannot be changed"
    with pytest.raises(DocumentError, match=stays):
        shelf.rename("the-mended", "Ours")
    with pytest.raises(DocumentError, match=stays):
        shelf.delete("the-mended")
    with pytest.raises(DocumentError, match=stays):
        shelf.reopen("the-mended")
    copy = shelf.copy("the-mended")
    assert (copy.name, copy.title, copy.own) == ("the-mended-2", "The Mended 2", True)
    assert plain(copy.roster) == plain(shelf.find("the-mended").roster) | {"name": "The Mended 2"}
    assert shelf.copy("the-mended").title == "The Mended 3"


def test_an_own_roster_is_changed_in_place(shelf: RosterShelf) -> None:
    name = shelf.copy("the-mended", "Ours").name
    shelf.reopen(name)
    assert shelf.answer(name, "cause", "nothing at all").changing
    assert shelf.find(name).roster.fights_for != "nothing at all"
    kept = shelf.finish(name)
    assert (kept.roster.fights_for, kept.changing, kept.name) == ("nothing at all", False, "ours")


def test_a_throw_is_remembered_when_a_roster_is_opened_again(shelf: RosterShelf) -> None:
    name = made(shelf, "Ours").name
    metal = shelf.reopen(name).draft.members[0].metal
    shelf.answer(name, "1.trait-1", f"crucible {metal}")
    again = shelf.reopen(name)
    assert again.changing
    assert again.draft.members[0].thrown
    with pytest.raises(DocumentError, match="G-CIR-4"):
        shelf.answer(name, "shard", "Fleet")


def test_a_roster_is_renamed_with_its_draft(shelf: RosterShelf) -> None:
    name = made(shelf, "Ours").name
    kept = shelf.rename(name, "  Theirs ")
    assert (kept.name, kept.title, kept.draft.name, kept.changing) == ("ours", "Theirs", "Theirs", False)
    with pytest.raises(DocumentError, match="G-CIR-1"):
        shelf.rename(name, "")
    assert shelf.rename(shelf.begin().name, "Soon").title == "Soon"


def test_a_deleted_roster_leaves_nothing_behind(shelf: RosterShelf) -> None:
    name = made(shelf, "Ours").name
    shelf.rename(name, "Theirs")
    shelf.delete(name)
    assert list(rosters_folder(shelf.book).iterdir()) == []


def test_export_and_import_keep_a_roster(shelf: RosterShelf, tmp_path: Path) -> None:
    shelf.give_out("the-mended", tmp_path / "mended.json")
    taken = shelf.take_in(str(tmp_path / "mended.json"))
    assert (taken.name, taken.title) == ("the-mended-2", "The Mended")
    assert taken.roster == shelf.find("the-mended").roster


@pytest.mark.parametrize(
    ("content", "told"),
    [("{", "is not JSON"), ('{"format": "inchwise-map", "version": 1}', "format"), ("[]", "not a JSON object")],
)
def test_a_bad_file_is_not_imported(shelf: RosterShelf, tmp_path: Path, content: str, told: str) -> None:
    file = tmp_path / "bad.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(DocumentError, match=told) as refused:
        shelf.take_in(str(file))
    assert refused.value.file == str(file)
    assert shelf.own() == []


def test_a_damaged_roster_is_listed_with_its_reason_and_can_be_deleted(shelf: RosterShelf) -> None:
    (rosters_folder(shelf.book) / "broken.json").write_text("{", encoding="utf-8")
    kept = shelf.find("broken")
    assert "is not JSON" in kept.trouble
    with pytest.raises(DocumentError, match="is not JSON"):
        shelf.copy("broken")
    shelf.delete("broken")
    assert shelf.own() == []


def fail(*_: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize("moment", ["os.fsync", "pathlib.Path.replace"])
def test_an_own_roster_survives_a_crash_between_writing_and_renaming(
    shelf: RosterShelf, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    kept = made(shelf, "Ours")
    assert kept.path is not None
    before = {path: path.read_bytes() for path in (kept.path, draft_beside(kept.path))}
    with monkeypatch.context() as broken:
        broken.setattr(moment, fail)
        with pytest.raises(OSError, match="No space left"):
            shelf.rename("ours", "Theirs")
        with pytest.raises(OSError, match="No space left"):
            shelf.answer("ours", "cause", "nothing")
    assert {path: path.read_bytes() for path in before} == before
    assert not list(kept.path.parent.glob(".*.part"))
    assert shelf.rename("ours", "Theirs").title == "Theirs"


def test_a_killed_writer_leaves_the_old_roster(shelf: RosterShelf) -> None:
    """As after a crash that no program could tidy up: a part of a new file lies beside the old one."""
    kept = made(shelf, "Ours")
    assert kept.path is not None
    (kept.path.parent / ".ours.json.999999999-abcdefgh.part").write_text('{"half', encoding="utf-8")
    assert [each.title for each in shelf.all() if each.own] == ["Ours"]
    assert shelf.rename("ours", "Theirs").roster.name == "Theirs"
    assert os.listdir(kept.path.parent).count(".ours.json.999999999-abcdefgh.part") == 0


def test_a_roster_that_another_program_changes_is_left_alone(
    shelf: RosterShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "WAIT", 0.05)
    kept = made(shelf, "Ours")
    assert kept.path is not None
    with locks.changing(kept.path), pytest.raises(OSError, match="another program"):
        shelf.rename("ours", "Theirs")
    assert json.loads(kept.path.read_bytes())["name"] == "Ours"


def test_a_roster_is_good_without_its_draft(shelf: RosterShelf) -> None:
    kept = made(shelf, "Ours")
    assert kept.path is not None
    draft_beside(kept.path).write_text("{", encoding="utf-8")
    assert (shelf.find("ours").title, shelf.find("ours").trouble) == ("Ours", "")
    assert shelf.reopen("ours").draft is not None
    assert not shelf.find("ours").changing


def test_looking_for_rosters_makes_no_folder(shelf: RosterShelf, tmp_path: Path) -> None:
    assert len(shelf.all()) == len(shelf.bundled())
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize("name", ["nothing.json", "somewhere/nothing", "./nothing"])
def test_what_looks_like_a_file_is_looked_for_as_one(shelf: RosterShelf, name: str) -> None:
    with pytest.raises((DocumentError, OSError)) as caught:
        shelf.find(name)
    assert "no roster has that name" not in str(caught.value)
    with pytest.raises(DocumentError, match="no roster has that name"):
        shelf.find("nothing")


def test_the_last_answers_are_taken_back_one_by_one_even_later(shelf: RosterShelf) -> None:
    begun = shelf.begin(4)
    shelf.answer(begun.name, "name", "Ash")
    shelf.answer(begun.name, "1.metal", "iron")
    again = RosterShelf(rulesets.load(rulesets.DEFAULT))
    assert again.undo(begun.name).draft.members[0].metal is None
    last = again.undo(begun.name)
    assert last.draft == begun.draft
    with pytest.raises(DocumentError, match="no steps to undo"):
        again.undo(begun.name)


def test_an_answer_that_changes_nothing_is_no_step(shelf: RosterShelf) -> None:
    begun = shelf.begin(4)
    shelf.answer(begun.name, "name", "Ash")
    shelf.answer(begun.name, "name", "Ash")
    assert shelf.undo(begun.name).draft == begun.draft


def test_random_answers_are_one_step_and_the_same_for_a_seed(shelf: RosterShelf) -> None:
    name = shelf.begin(4).name
    before = shelf.answer(name, "name", "Ash").draft
    filled = shelf.fill(name, 7)
    assert shelf.editor.missing(filled.draft) == []
    assert filled.draft.name == "Ash"
    assert shelf.why_not_fill(filled) is not None
    surprise = shelf.surprise(name, 8).draft
    assert surprise.name != "Ash"
    assert shelf.undo(name).draft == filled.draft
    assert shelf.undo(name).draft == before
    assert shelf.fill(name, 7).draft == filled.draft
    assert shelf.surprise(name, 8).draft == surprise


def test_no_roll_is_taken_back(shelf: RosterShelf) -> None:
    name = shelf.begin(4).name
    shelf.answer(name, "1.metal", "iron")
    rolled = shelf.answer(name, "1.trait-1", "crucible gold")
    with pytest.raises(DocumentError, match="rolled dice stay"):
        shelf.undo(name)
    with pytest.raises(DocumentError, match="rolled dice stay"):
        shelf.surprise(name, 1)
    shelf.answer(name, "name", "Ash")
    assert shelf.undo(name).draft == rolled.draft
    assert shelf.fill(name, 1).draft.members[0].thrown == rolled.draft.members[0].thrown


def test_a_finished_roster_is_not_replaced_at_random(shelf: RosterShelf) -> None:
    name = made(shelf, "Ours").name
    shelf.reopen(name)
    with pytest.raises(DocumentError, match="only for a new one"):
        shelf.surprise(name, 1)
    with pytest.raises(DocumentError, match="no steps to undo"):
        shelf.undo(name)


def test_only_so_many_drafts_are_kept(shelf: RosterShelf, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rosters, "LETTERS", 3000)
    name = shelf.begin(4).name
    for number in range(20):
        shelf.answer(name, "name", f"Ash {number}")
    assert 1 < len(shelf.find(name).earlier) < 10
    assert shelf.undo(name).draft.name == "Ash 18"


def test_a_draft_whose_history_was_damaged_is_still_read(shelf: RosterShelf) -> None:
    kept = shelf.answer(shelf.begin(4).name, "name", "Ash")
    assert kept.path is not None
    file = draft_beside(kept.path)
    content = json.loads(file.read_bytes())
    file.write_text(json.dumps(content | {rosters.EARLIER: ["nonsense"]}), encoding="utf-8")
    assert shelf.unfinished()[0].title == "Ash"
    assert shelf.why_not_undo(shelf.unfinished()[0]) is not None
    file.write_text(json.dumps(content | {rosters.EARLIER: "nonsense"}), encoding="utf-8")
    assert "earlier" in shelf.unfinished()[0].trouble


def test_a_card_has_the_chosen_faces(shelf: RosterShelf) -> None:
    name = shelf.copy("the-mended", "Ours").name
    entry = shelf.choose_face(name, "Poultice", "anchor")
    assert shelf.card(entry).faces == {"Poultice": "anchor"}
    assert shelf.card(shelf.reopen(name), draft=True).faces == {"Poultice": "anchor"}
    assert shelf.card(shelf.begin(1)).faces == {}
