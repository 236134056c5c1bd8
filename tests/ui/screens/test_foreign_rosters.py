"""Rosters of other programs in the form of a new game: taken in there, and what is passed over is said there."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.documents.rosters import own_rosters, rosters_folder
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.aos4.documents.foreign_lists import CASES, Case
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")


def at_the_seats() -> Hands:
    """Hands at the sheet that says who plays with which army."""
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, NewGameDraft(book="aos4")))
    hands.frame()
    hands.key("1")
    return hands


def read(hands: Hands) -> str:
    """Return the lines of the sheet on top."""
    sheet = hands.top.sheets[-1]
    if isinstance(sheet, ReaderSheet):
        return "\n".join(line.text for chapter in sheet.chapters for line in chapter.lines)
    return hands.told()


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_file_is_imported_in_the_form_which_says_what_is_passed_over(case: Case, tmp_path: Path) -> None:
    path = tmp_path / case.file
    path.write_bytes(case.content)
    hands = at_the_seats()
    hands.press_row("Import a file")
    hands.write(str(path))
    assert case.says in read(hands)
    if case.refused:
        assert str(path) in read(hands)
        assert own_rosters("aos4", (path.suffix,)) == []
        return
    assert hands.top.sheets[-1].title == "List is now yours: list"
    hands.key("escape")
    hands.key("1")
    hands.press_row("List")
    hands.key("1")
    row = next(row for row, _rect in hands.top.sheets[-1].list.rows() if "about List" in row.label)
    hands.press_row(row.label)
    assert case.says in read(hands)
    hands.key("escape")
    hands.key("return")
    assert hands.top.scene.model.session.setup.document.players[0].army.name == "List"


def test_own_files_that_cannot_be_read_are_named_in_the_form() -> None:
    (rosters_folder("aos4") / "torn.ros").write_text("<roster", encoding="utf-8")
    hands = at_the_seats()
    hands.press_row("1 file cannot be read")
    assert "torn.ros" in read(hands)
    assert "is not XML" in read(hands)


def test_a_rulebook_that_makes_its_rosters_has_no_such_row() -> None:
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window))
    hands.frame()
    hands.key("1")
    assert not any(row[0].id == "import" for row in hands.top.sheets[-1].list.rows())
