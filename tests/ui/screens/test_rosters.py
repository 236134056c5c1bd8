"""Rosters in the window: looked at, made step by step by mouse alone and by keys alone, changed, printed, deleted."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image

from game import rulesets
from game.documents.faces import PICTURE
from game.documents.rosters import own_rosters, rosters_folder
from game.engine.campaigns import campaigns_of
from game.engine.rosters import RosterShelf
from game.engine.rulebook.making import Card
from game.engine.rulebook.view import Line
from game.engine.saving.documents import plain
from game.rulesets.godbreakers.rules.circles.documents import CircleDocument
from game.ui.menu.menu import MenuScreen
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.campaign_files import campaigns_folder, keep
from game.ui.prefs.memory import remember
from game.ui.rosters.card import EDGE, PAGE, CardSheet, draw_card, roster_page
from game.ui.rosters.faces import FacePage, new_faces
from game.ui.rosters.list_screen import RosterListScreen
from game.ui.rosters.making import MakingScreen, StepsPage
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.dialogs import copied_text
from game.ui.widgets.sheet import ReaderSheet
from game.ui.widgets.text import line_height
from game.ui.widgets.theme import Theme
from tests.toy.toy_rulebook import Toy
from tests.ui.driver import Hands, asks, press

pytestmark = pytest.mark.usefixtures("dummy_display")
BOOK = rulesets.DEFAULT


@pytest.fixture
def hands() -> Hands:
    """Hands at the list of rosters, reached from the main menu."""
    found = Hands()
    remember(rulebook=BOOK)
    found.window.go(MenuScreen(found.window))
    found.frame()
    found.press_row("Build")
    found.press_row("Circles")
    assert isinstance(found.top, RosterListScreen)
    return found


def shelf() -> RosterShelf:
    return RosterShelf(rulesets.load(BOOK))


def making(hands: Hands) -> MakingScreen:
    top = hands.top
    assert isinstance(top, MakingScreen)
    return top


def card_sheet(hands: Hands) -> CardSheet:
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, CardSheet)
    return sheet


def text_of(hands: Hands) -> str:
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, ReaderSheet)
    return "\n".join(f"{chapter.title}: {line.text}" for chapter in sheet.chapters for line in chapter.lines)


def open_row(hands: Hands) -> str:
    """The id of the row under the keyboard cursor, which is the next open step."""
    current = hands.top.sheets[-1].list.current()
    assert current is not None
    return str(current.id)


def own_circle(name: str) -> CircleDocument:
    found = shelf().find(name).roster
    assert isinstance(found, CircleDocument)
    return found


def page_of(hands: Hands) -> StepsPage:
    return making(hands).page


def test_a_roster_is_made_by_keys_alone(hands: Hands) -> None:
    """The space bar goes to the suggested name, which is typed over; Enter takes the first answer of other steps."""
    hands.key("m")
    assert (page_of(hands).opened, page_of(hands).pane) == ("name", page_of(hands).rows)
    hands.key("space")
    hands.write("Low Road")
    assert making(hands).kept.draft.name == "Low Road"
    for _turn in range(60):
        if page_of(hands).opened == "":
            break
        hands.key("return")
    hands.key("return")
    assert isinstance(hands.top, RosterListScreen)
    assert shelf().unfinished() == []
    circle = own_circle("low-road")
    assert circle.godbreakers[0].traits == {"Defensive": 1, "Healer": 1, "Inspired": 1}
    members = [member.name for member in shelf().card(shelf().find("low-road")).members]
    assert [*(circle.faces or {})] == sorted(members, key=members.index), "who plays with them later changes no face"
    assert new_faces(shelf().card(shelf().find("low-road"))) == {}
    assert own_rosters(BOOK)[0].stem == hands.top.chosen == "low-road"
    assert open_row(hands) == "kept:low-road"


def test_a_roster_is_made_by_mouse_alone(hands: Hands) -> None:
    """A click on a step opens its answers beside it, a click on one answers and opens the next step."""
    hands.press_row("Make a new one")
    screen = making(hands)
    press(hands, "Shard")
    press(hands, "Fleet")
    assert screen.kept.draft.shard == "Fleet"
    assert screen.page.opened == "shard-name"
    while screen.missing():
        step = screen.page.steps[screen.page.opened]
        assert step.open
        press(hands, "Take this" if step.suggestion is not None else step.choices[0].label)
        assert not asks(screen.sheets)
    press(hands, "Finish")
    assert isinstance(hands.top, RosterListScreen)
    assert shelf().own()[0].title.endswith(" Circle")


def test_a_key_answers_while_the_keyboard_is_at_the_steps(hands: Hands) -> None:
    hands.key("m")
    press(hands, "Metal", "Number 2")
    hands.key("escape")
    assert page_of(hands).pane is page_of(hands).rows
    hands.key("2")
    assert making(hands).kept.draft.members[1].metal == "iron"
    assert page_of(hands).opened == "2.trait-1"


def test_enter_takes_the_suggested_line_at_once_as_its_button_says(hands: Hands) -> None:
    hands.key("m")
    press(hands, "Shard")
    hands.key("1")
    hands.key("escape")
    assert page_of(hands).line is not None
    assert page_of(hands).pane is page_of(hands).rows, "the steps have the focus, as they have at first"
    opened = page_of(hands).opened
    hands.key("return")
    assert page_of(hands).opened != opened


def test_a_key_that_opened_a_typed_step_types_nothing(hands: Hands) -> None:
    hands.key("m")
    press(hands, "Shard")
    hands.key("1")
    line = page_of(hands).line
    assert line is not None
    assert line.text.endswith(" Stone")
    hands.key("s")
    assert line.text == "s", "the letter of a button is typed here"
    hands.key("escape")
    hands.key("space")
    hands.handle(pygame.event.Event(pygame.TEXTINPUT, text=" "))
    line = page_of(hands).line
    assert line is not None
    assert line.text.endswith(" Stone"), "the key that goes to the field is not typed"


def test_a_line_that_is_shown_takes_letters_while_the_keyboard_is_at_the_steps(hands: Hands) -> None:
    hands.key("m")
    assert page_of(hands).pane is page_of(hands).rows
    before = making(hands).kept.draft
    hands.keys("s", "u", "n")
    line = page_of(hands).line
    assert line is not None
    assert line.text == "sun"
    assert making(hands).kept.draft == before, "no button was pressed"


def test_all_at_random_is_legal_and_can_be_undone(hands: Hands) -> None:
    hands.key("m")
    hands.keys("return", "return", "escape")
    before = making(hands).kept.draft
    hands.keys("tab", "tab", "s")
    assert making(hands).missing() == []
    first = making(hands).kept.draft
    hands.key("s")
    assert making(hands).kept.draft != first
    hands.keys("u", "u")
    assert making(hands).kept.draft == before
    press(hands, "Fill the rest")
    assert making(hands).missing() == []
    assert making(hands).kept.draft.name == before.name
    assert hands.row("Fill the rest")[0].reason == "nothing is open"
    hands.key("f")
    assert isinstance(hands.top, RosterListScreen)


def test_a_rolled_die_stays_whatever_is_undone(hands: Hands) -> None:
    hands.key("m")
    hands.keys("return", "return")
    press(hands, "Metal", "Number 1")
    hands.key("1")
    press(hands, "Roll on the gold")
    hands.key("space")
    for button in ("Undo", "Surprise me"):
        assert hands.row(button)[0].reason == "rolled dice stay"
    draft = making(hands).kept.draft
    hands.keys("u", "s")
    assert making(hands).kept.draft == draft
    hands.key("r")
    assert making(hands).missing() == []
    assert making(hands).kept.draft.members[0].thrown == draft.members[0].thrown
    hands.key("u")
    assert making(hands).kept.draft == draft


def test_escape_goes_back_to_the_steps_and_then_leaves_with_the_draft_kept(hands: Hands) -> None:
    hands.key("m")
    hands.keys("return", "return")
    assert page_of(hands).pane is page_of(hands).choices
    hands.key("escape")
    assert page_of(hands).pane is page_of(hands).rows
    name = making(hands).kept.draft.name
    hands.key("escape")
    assert isinstance(hands.top, RosterListScreen)
    assert shelf().unfinished()[0].draft.name == name


def test_the_keyboard_begins_at_the_present_answer(hands: Hands) -> None:
    hands.key("m")
    press(hands, "Metal", "Number 1")
    hands.key("3")
    press(hands, "Metal", "Number 1")
    hands.key("return")
    assert making(hands).kept.draft.members[0].metal == "mercury"


def test_tab_reaches_the_buttons_and_arrows_the_steps(hands: Hands) -> None:
    hands.key("m")
    page = page_of(hands)
    hands.keys("down", "down")
    assert page.opened == "shard"
    hands.key("right")
    assert page.pane is page.choices
    hands.key("left")
    assert page.pane is page.rows
    hands.keys("tab", "tab", "right", "return")
    assert making(hands).missing() == []
    hands.keys("up", "end", "left")
    assert page.opened == "", "where buttons are, up and down scroll the card"


def test_a_narrow_window_shows_the_card_or_the_answers() -> None:
    hands = Hands((1280, 720))
    hands.window.options.scale = 2.0
    hands.window.resize((1280, 720))
    hands.window.go(RosterListScreen(hands.window, rulesets.load(BOOK)))
    hands.key("m")
    page = page_of(hands)
    finish = [row.label for row in page.buttons.actions].index("Finish")
    assert page.buttons.rows()[finish][1].width > 400
    hands.key("return")
    assert all(row.label != "Finish" for row in page.buttons.actions)
    press(hands, "Back")
    assert page.pane is page.rows
    assert hands.top is making(hands), "back from the answers, not from the page"


def test_faces_are_chosen_by_clicks_and_by_keys(hands: Hands, tmp_path: Path) -> None:
    shelf().copy("the-mended", "Ours")
    hands.top.enter()
    hands.press_row("Ours")
    hands.press_row("Faces")
    page = hands.top.sheets[-1]
    assert isinstance(page, FacePage)
    hands.press_row("Poultice")
    hands.press_row("anchor")
    assert own_circle("ours").faces == {"Poultice": "anchor"}
    hands.press_row("Splint")
    hands.press_row("crown")
    hands.press_row("The sigil that suits")
    assert own_circle("ours").faces == {"Poultice": "anchor"}
    Image.new("RGB", (80, 60), "orange").save(tmp_path / "me.jpg")
    (tmp_path / "no.jpg").write_text("none")
    for name in ("no.jpg", "me.jpg"):
        hands.press_row("A picture of your own")
        hands.write(str(tmp_path / name))
        if name == "no.jpg":
            assert "is not a picture that can be read" in hands.told()
            hands.key("return")
    chosen = own_circle("ours").faces
    assert chosen is not None
    assert chosen["Splint"].startswith(PICTURE)
    assert hands.top.sheets[-1] is page
    hands.key("escape")
    assert card_sheet(hands).cards["kept:ours"][0].faces == chosen, "the list shows them at once"


def test_the_die_lands_before_it_is_said_what_it_gave(hands: Hands) -> None:
    kept = shelf().begin(3)
    shelf().answer(kept.name, "name", "Ash")
    shelf().answer(kept.name, "1.metal", "iron")
    hands.top.enter()
    hands.press_row("Ash")
    hands.press_row("Finish making it")
    press(hands, "First trait")
    press(hands, "Roll on the gold crucible")
    thrown = making(hands).kept.draft.members[0].thrown[0]
    assert page_of(hands).rolling
    assert "rolled" not in hands.told()
    assert hands.window.tick(), "the die tumbles, so frames go on"
    hands.key("space")
    assert f"Crucible of gold: rolled {thrown.roll}" in hands.told()
    assert making(hands).sheets == [page_of(hands)], "no other sheet"
    hands.keys("escape", "escape")
    assert isinstance(hands.top, RosterListScreen), "one step back at a time, and nothing is lost"
    hands.press_row("Ash")
    hands.press_row("Finish making it")
    press(hands, "First trait")
    assert f"Crucible of gold: rolled {thrown.roll}" in hands.told()
    assert not any(row.label.startswith("Roll") for row in page_of(hands).choices.actions)


def test_what_is_missing_is_listed_and_finishing_is_refused(hands: Hands) -> None:
    hands.press_row("Make a new one")
    row, _rect = hands.row("Finish")
    assert row.reason == "25 items are still open"
    assert "The circle: Fights for (G-CIR-1)" in [line.text for line in page_of(hands).missing]
    waiting = next(row for row in page_of(hands).rows.actions if row.id == "1.trait-1")
    assert waiting.reason == "choose its metal first (G-CIR-3)"
    press(hands, "First trait")
    assert page_of(hands).opened == "name", "a step that waits is not opened"
    hands.key("f")
    assert page_of(hands) is hands.top.sheets[-1]


def test_a_refused_answer_is_explained_with_its_rule(hands: Hands) -> None:
    hands.press_row("Make a new one")
    press(hands, "Name")
    hands.write("  ")
    assert "(G-CIR-1)" in hands.told()
    hands.key("return")
    assert making(hands).kept.draft.name is None
    assert page_of(hands).opened == "name"


def test_every_roster_has_a_card(hands: Hands) -> None:
    cards = card_sheet(hands).cards
    assert len(cards) == 12
    card, facts = cards["kept:the-mended"]
    assert card.strength == "Best at outlasting its enemies."
    assert [line.text for line in facts] == ["Games played in a saga: 0"]


def test_games_played_in_a_saga_are_counted(hands: Hands) -> None:
    campaigns = campaigns_of(rulesets.load(BOOK))
    assert campaigns is not None
    saga = json.loads((Path(__file__).parents[1] / "situations" / "saga.json").read_bytes())
    path = campaigns_folder() / "ours.json"
    path.write_text(json.dumps(saga), encoding="utf-8")
    played = campaigns.games(campaigns.load(str(path)))
    keep(campaigns, path, campaigns.load(str(path)))
    hands.top.enter()
    name, count = next((name, count) for name, count in played.items() if count)
    bundled = next(each for each in shelf().bundled() if each.title == name)
    _card, facts = card_sheet(hands).cards[f"kept:{bundled.name}"]
    assert facts[0].text == f"Games played in a saga: {count}"


def test_the_wording_of_every_trait_is_read(hands: Hands) -> None:
    hands.press_row("The Mended")
    assert "Suture · D8 · leader · Copper: Healer 2: Friendly models" in text_of(hands)
    hands.key("escape")
    assert open_row(hands) == "kept:the-mended"


def test_a_bundled_roster_is_copied_to_change_it(hands: Hands) -> None:
    hands.press_row("The Mended")
    assert "copy it to change it" in hands.row("Change")[0].reason
    assert not hands.row("Delete")[0].enabled
    hands.press_row("Copy")
    hands.write("Ours")
    assert hands.row("Ours")[0].id == "kept:ours"
    assert plain(own_circle("ours")) == plain(shelf().find("the-mended").roster) | {"name": "Ours"}


def test_an_own_roster_is_changed_and_keeps_its_shard(hands: Hands) -> None:
    shelf().copy("the-mended", "Ours")
    hands.top.enter()
    hands.press_row("Ours")
    hands.press_row("Change")
    assert "never changes" in hands.row("Shard")[0].reason
    assert hands.row("Surprise me")[0].reason == "only for a new one"
    press(hands, "Fights for")
    hands.write("bread")
    assert own_circle("ours").fights_for != "bread"
    hands.key("f")
    assert own_circle("ours").fights_for == "bread"


def test_changes_begun_are_told_in_the_list(hands: Hands) -> None:
    shelf().copy("the-mended", "Ours")
    shelf().reopen("ours")
    shelf().answer("ours", "cause", "bread")
    hands.top.enter()
    assert hands.row("Ours")[0].detail == "changes in progress"


def test_a_training_roster_of_ones_own_can_only_be_renamed(hands: Hands) -> None:
    shelf().copy("tidewrack", "Ours")
    hands.top.enter()
    hands.press_row("Ours")
    assert hands.row("Change")[0].reason.endswith("(G-CIR-3)")
    hands.press_row("Rename")
    hands.write("Theirs")
    assert own_circle("ours").name == "Theirs"


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "dropzone"])
def test_a_roster_can_be_played_with_at_once(hands: Hands, book: str) -> None:
    kept = RosterShelf(rulesets.load(book))
    kept.copy(kept.bundled()[1].name, "Ours")
    hands.window.go(RosterListScreen(hands.window, rulesets.load(book)))
    hands.press_row("Ours")
    hands.press_row("Play with it")
    page = hands.top
    assert isinstance(page, NewGameScreen)
    assert (page.drafting.ruleset.name, page.drafting.seats[0].roster) == (book, "ours")
    hands.key("escape")
    assert isinstance(hands.top, RosterListScreen)


def test_a_roster_is_deleted_after_a_question(hands: Hands) -> None:
    shelf().copy("the-mended", "Ours")
    hands.top.enter()
    hands.press_row("Ours")
    hands.press_row("Delete")
    hands.press_row("No, keep it")
    assert len(own_rosters(BOOK)) == 1
    hands.press_row("Ours")
    hands.press_row("Delete")
    hands.press_row("Delete")
    assert own_rosters(BOOK) == []
    assert isinstance(hands.top, RosterListScreen)
    assert all(row.id != "kept:ours" for row in card_sheet(hands).list.actions)


@pytest.mark.parametrize(
    ("row", "name", "begins"),
    [
        ("List as text", "out.txt", b"The Mended"),
        ("Document of", "out.json", b"{"),
        ("Pages to print", "out.pdf", b"%PDF"),
        ("Cards to cut", "out.pdf", b"%PDF"),
        ("One page as a picture", "out.png", b"\x89PNG"),
    ],
)
def test_a_roster_is_exported_to_a_file(hands: Hands, tmp_path: Path, row: str, name: str, begins: bytes) -> None:
    hands.press_row("The Mended")
    hands.press_row("Export")
    hands.press_row(row)
    hands.write(str(tmp_path / "out"))
    assert (tmp_path / name).read_bytes().startswith(begins)
    assert f"The Mended is in {tmp_path / name}" in hands.told()


def test_a_picture_of_a_large_army_shows_every_squad() -> None:
    book = rulesets.load("dropzone")
    army = RosterShelf(book)
    card = army.card(army.bundled()[0])
    often = replace(card, members=card.members * 3)
    short, long = roster_page(card), roster_page(often)
    assert long.get_height() > 2 * short.get_height() > 2 * PAGE[1]
    ink = pygame.surfarray.array2d(long)[:, -EDGE - 60 : -EDGE]
    assert len({*ink.ravel().tolist()}) > 1, "down to its end something is written"
    assert roster_page(RosterShelf(rulesets.load(BOOK)).card(shelf().bundled()[0])).get_height() == PAGE[1]


def test_a_file_that_is_there_is_replaced_only_after_a_question(hands: Hands, tmp_path: Path) -> None:
    (tmp_path / "out.pdf").write_bytes(b"mine")
    hands.press_row("The Mended")
    hands.press_row("Export")
    hands.press_row("Pages to print")
    hands.write(str(tmp_path / "out.pdf"))
    assert "already exists" in hands.row(str(tmp_path))[0].label
    hands.key("escape")
    assert (tmp_path / "out.pdf").read_bytes() == b"mine"


def test_a_list_is_copied_as_text_and_forms_that_it_does_not_have_are_not_offered(hands: Hands) -> None:
    hands.press_row("The Mended")
    hands.press_row("Export")
    assert not any(row.id == "newrecruit" for row in hands.top.sheets[-1].list.actions)
    hands.press_row("Copy the list")
    assert copied_text().startswith("The Mended, a circle")


def test_a_roster_cannot_be_written_where_there_is_no_folder(hands: Hands, tmp_path: Path) -> None:
    hands.press_row("The Mended")
    hands.press_row("Export")
    hands.press_row("One page as a picture")
    hands.write(str(tmp_path / "no" / "out.png"))
    assert "there is no folder" in hands.told()


def test_an_export_that_fails_or_is_stopped_says_so_and_ends(
    hands: Hands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def writes(*arguments: Any) -> None:
        reached = arguments[-1]
        if arguments[3].stem == "full":
            raise OSError("the disk is full")
        while True:
            reached(0.5)

    monkeypatch.setattr("game.ui.export.rosters.write_roster", writes)
    for name in ("full", "long"):
        hands.top.replace(hands.top.first())
        hands.press_row("The Mended")
        hands.press_row("Export")
        hands.press_row("Pages to print")
        hands.key("ctrl+a")
        hands.handle(pygame.event.Event(pygame.TEXTINPUT, text=str(tmp_path / name)))
        hands.press("return")
        if name == "long":
            hands.tick()
            assert hands.top.busy
            hands.press("escape")
        hands.frame()
        assert not hands.top.busy
        assert ("the disk is full" in hands.told()) == (name == "full")
    assert [*tmp_path.glob("*.pdf")] == []


def test_a_file_is_imported_or_refused_with_file_and_reason(hands: Hands, tmp_path: Path) -> None:
    file = tmp_path / "mended.json"
    shelf().give_out("the-mended", file)
    hands.press_row("Import a file")
    hands.write(str(file))
    assert open_row(hands) == "kept:the-mended-2"
    file.write_text("{", encoding="utf-8")
    hands.press_row("Import a file")
    hands.write(str(file))
    assert str(file) in hands.told()
    assert "is not JSON" in hands.told()


def test_a_damaged_roster_is_shown_and_can_be_deleted(hands: Hands) -> None:
    (rosters_folder(BOOK) / "broken.json").write_text("{", encoding="utf-8")
    hands.top.enter()
    assert "is not JSON" in hands.row("broken")[0].detail
    hands.press_row("broken")
    assert "is not JSON" in text_of(hands)
    hands.press_row("Delete")
    hands.press_row("Delete")
    assert own_rosters(BOOK) == []


def test_own_rosters_are_made_from_the_form_of_a_new_game_and_chosen_there(hands: Hands) -> None:
    hands.window.home()
    hands.key("n")
    hands.key("1")
    hands.press_row("Make and change circles")
    shelf().copy("the-mended", "Ours")
    hands.key("escape")
    form = hands.top
    assert isinstance(form, NewGameScreen)
    hands.key("1")
    assert hands.top.sheets[-1].list.actions[0].label == "Ours", "one's own come first"
    hands.press_row("Ours")
    hands.key("return")
    played = [each.circle.name for each in hands.top.scene.model.session.setup.document.players]
    assert played[0] == "Ours"


def test_a_rulebook_without_an_editor_has_no_such_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "_loaded", dict.fromkeys((BOOK, Toy.name), Toy()))
    found = Hands()
    remember(rulebook=BOOK)
    found.window.go(MenuScreen(found.window))
    found.frame()
    found.press_row("Build")
    assert all(row.id != "rosters" for row in found.top.sheets[0].list.actions)
    assert any(row.id == "maps" for row in found.top.sheets[0].list.actions)


def test_what_does_not_fit_on_a_card_is_marked_and_never_cut() -> None:
    theme = Theme()
    card = Card("Title", tuple(Line(f"Number {number}") for number in range(6)), "", ())
    step = line_height(theme, "small")

    def inks(high: int) -> list[int]:
        """The rows of pixels below the title that have ink, counted from the top of the card's inside."""
        target = pygame.Surface((300, 400))
        draw_card(target, theme, card, (), pygame.Rect(0, 0, 300, high))
        inner = pygame.Rect(0, 0, 300, high).inflate(-theme.px(4), -theme.px(3))
        top = inner.top + line_height(theme, "large")
        bright = [y for y in range(top, 400) if max(target.get_at((x, y)).r for x in range(inner.left, 200)) > 150]
        return [(y - top) // step for y in bright]

    high = line_height(theme, "large") + 6 * step + theme.px(3)
    assert {*inks(high)} == {0, 1, 2, 3, 4, 5}
    assert {*inks(high - 1)} == {0, 1, 2, 3, 4}, "the last lines give way to the sign that there is more"
    assert inks(high - 1).count(4) < inks(high).count(4)


def test_the_list_leads_to_the_rosters_of_every_other_rulebook_and_back(hands: Hands) -> None:
    ids = [row.id for row in card_sheet(hands).actions]
    assert ids.index("part:books") == ids.index("bushido") - 1, "below a heading, apart from the armies of this one"
    hands.press_row("Bushido: Warbands")
    assert card_sheet(hands).title == "Warbands"
    assert hands.top.sheets == [card_sheet(hands)]
    hands.press_row("Make a new one")
    assert making(hands).book.name == "bushido"
    hands.key("escape")
    hands.press_row("The Godbreaker Saga: Circles")
    assert card_sheet(hands).title == "Circles"


def test_an_army_is_changed_by_mouse_with_every_reason_shown_and_chosen_for_a_game(hands: Hands) -> None:
    hands.press_row("Dropzone Commander")
    hands.press_row("Cinder Line Regiment")
    hands.press_row("Copy")
    hands.key("return")
    hands.press_row("Cinder Line Regiment 2")
    hands.press_row("Change")
    press(hands, "Anvil Battle Tank")
    reasons = {row.label: row.reason for row in page_of(hands).choices.actions}
    assert reasons["2 units, 70 points"] == ""
    assert reasons["5 units, 175 points"].endswith("(D-ARMY-10)")
    answered = page_of(hands).opened
    press(hands, "2 units, 70 points")
    assert (page_of(hands).opened, page_of(hands).pane) == (answered, page_of(hands).rows), "it may be answered again"
    press(hands, "Anvil Battle Tank: starts in")
    press(hands, "on the ground")
    assert row_named(hands, "Finish").reason, "a Drover is empty (D-ARMY-6)"
    press(hands, "Drover Dropship B")
    press(hands, "Finish")
    book = rulesets.load("dropzone")
    assert [entry.title for entry in RosterShelf(book).own()] == ["Cinder Line Regiment 2"]
    assert "Cinder Line Regiment 2" in [offer.title for offer in book.offers().rosters]


def test_a_behemoth_of_ones_own_is_typed_in_with_its_zones_and_the_reasons_of_what_is_fixed(hands: Hands) -> None:
    """D-BEH-1, D-BEH-8, D-BEH-11."""
    hands.press_row("Dropzone Commander")
    hands.press_row("Cinder Line Regiment")
    hands.press_row("Copy")
    hands.key("return")
    hands.press_row("Cinder Line Regiment 2")
    hands.press_row("Change")
    press(hands, "Start a unit of your own")
    press(hands, "a blank sheet")
    press(hands, "Type")
    press(hands, "Behemoth")
    assert row_named(hands, "Units in a squad").reason.endswith("(D-BEH-1)")
    assert row_named(hands, "Damage points").reason.endswith("(D-BEH-11)")
    press(hands, "Damage zone Hull")
    hands.write("5 points, armour -2")
    press(hands, "Category")
    reasons = {row.label: row.reason for row in page_of(hands).choices.actions}
    assert reasons["Behemoth"] == ""
    assert reasons["Heavy"].endswith("(D-BEH-1)")
    hands.key("escape")
    making(hands)
    hull = row_named(hands, "Damage zone Hull")
    assert "5 points, 1 threshold, Armour -2" in f"{hull.label} {hull.value}"


def row_named(hands: Hands, start: str) -> MenuItem:
    return hands.row(start)[0]
