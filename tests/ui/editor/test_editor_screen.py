"""The map editor in the window: by mouse and by keys, saving, drafts, a game on the map, the list of maps."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pygame
import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.table.documents import load_map, maps_folder, offered_maps, own_map
from game.table.looks import LOOKS
from game.ui.editor.backdrops import opened
from game.ui.editor.board import Board
from game.ui.editor.drafts import Backdrop, kept_drafts
from game.ui.editor.keys import DEEDS
from game.ui.editor.maps import MapsScreen, draft_of
from game.ui.editor.model import HIDDEN, MapEditor
from game.ui.editor.screen import EditorScreen
from game.ui.editor.words import empty_map
from game.ui.menu.menu import MenuScreen
from game.ui.play.screen import TableScreen
from game.ui.widgets import theme
from game.ui.widgets.theme import Ground
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")


def editing(book: str = "godbreakers", size: tuple[int, int] = (1280, 720)) -> Hands:
    hands = Hands(size)
    loaded = rulesets.load(book)
    hands.window.go(EditorScreen(hands.window, draft_of(empty_map(loaded), loaded)))
    hands.frame()
    return hands


def model(hands: Hands) -> MapEditor:
    found: MapEditor = hands.top.editor
    return found


def point(hands: Hands, x: float, y: float) -> tuple[float, float]:
    """Return the pixel of a spot on the table."""
    found: tuple[float, float] = hands.top.board.camera.to_screen(x, y)
    return found


def square(hands: Hands, x: float = 5.0, y: float = 5.0) -> None:
    """Draw a square by clicks, with the outline in hand."""
    hands.key("o")
    for dx, dy in ((0, 0), (4, 0), (4, 4), (0, 4), (0, 0)):
        hands.click(point(hands, x + dx, y + dy))


def test_an_outline_is_drawn_moved_and_undone_by_mouse() -> None:
    hands = editing()
    square(hands)
    (piece,) = model(hands).document.terrain
    assert [*piece.area[0].outline] == [(5, 5), (9, 5), (9, 9), (5, 9)]
    hands.key("v")
    hands.move(point(hands, 7, 7))
    grab, there = point(hands, 7, 7), point(hands, 12, 7)
    hands.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(grab[0]), round(grab[1])), button=1))
    hands.move(there)
    hands.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(round(there[0]), round(there[1])), button=1))
    assert model(hands).document.terrain[0].area[0].outline[0] == (10, 5)
    hands.keys("ctrl+z", "ctrl+z")
    assert model(hands).document.terrain == ()


def test_an_outline_is_drawn_and_placed_by_keys_alone() -> None:
    hands = editing()
    hands.key("o")
    for moves in ((), ("right", "right"), ("up", "up"), ("left", "left")):
        hands.keys(*moves, "return")
    hands.key("return")
    (piece,) = model(hands).document.terrain
    x, y = model(hands).centre
    assert piece.area[0].outline == ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
    hands.keys("escape", "tab", "1")
    hands.handle(pygame.event.Event(pygame.TEXTINPUT, text="2"))
    hands.key("return")
    assert model(hands).document.terrain[0].area[0].outline[0] == (12, y)
    hands.keys("delete")
    assert model(hands).document.terrain == ()


def test_every_command_that_is_listed_is_carried_out() -> None:
    hands = editing()
    known = hands.top._deeds()
    named = {name for name in DEEDS if ":" not in name and name not in ("left", "right", "up", "down")}
    assert named <= known.keys()


def test_a_map_is_saved_and_offered_and_its_draft_goes() -> None:
    hands = editing()
    square(hands)
    hands.top.keep()
    assert [draft.map for _path, draft in kept_drafts()] == [model(hands).document]
    hands.key("ctrl+s")
    hands.write("my-yard")
    path = maps_folder() / "my-yard.json"
    assert load_map(path).name == "My Yard"
    assert str(path) in dict(offered_maps("godbreakers"))
    assert own_map("my-yard") == path
    assert kept_drafts() == []
    square(hands, 15.0)
    hands.key("ctrl+s")
    assert len(load_map(path).terrain) == 2


def test_a_held_key_that_closed_a_sheet_does_nothing_more() -> None:
    hands = editing()
    square(hands)
    hands.key("v")
    held = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="")
    hands.handle(held, held)
    assert len(hands.top.sheets) == 1
    hands.top.sheets.clear()
    hands.handle(held)
    assert hands.top.sheets == []


def test_leaving_keeps_what_is_in_no_file_and_it_is_gone_on_with() -> None:
    hands = editing()
    square(hands)
    drawn = model(hands).document
    hands.window.home()
    hands.window.go(MapsScreen(hands.window, rulesets.load("godbreakers")))
    hands.frame()
    hands.press_row("Go on drawing")
    assert isinstance(hands.top, EditorScreen)
    assert model(hands).document == drawn
    assert model(hands).changed


def test_a_bundled_map_is_changed_as_a_copy() -> None:
    hands = Hands()
    hands.window.go(MapsScreen(hands.window, rulesets.load("bushido")))
    hands.frame()
    hands.press_row("Change Bamboo Ford")
    assert hands.top.file is None
    assert len(model(hands).document.terrain) == 12


def test_going_on_from_the_list_leaves_the_editor_below() -> None:
    hands = editing("aos4")
    square(hands)
    below = hands.top
    hands.key("ctrl+o")
    assert isinstance(hands.top, MapsScreen)
    assert hands.top.book.name == "aos4"
    hands.press_row("Go on drawing")
    assert isinstance(hands.top, EditorScreen)
    assert below not in hands.window.screens
    ((path, draft),) = kept_drafts()
    assert (hands.top._own, draft.map) == (path, model(hands).document)


def test_the_menu_leads_to_a_new_map() -> None:
    hands = Hands()
    hands.window.go(MenuScreen(hands.window))
    hands.frame()
    hands.keys("f", "return")
    assert isinstance(hands.top, EditorScreen)


def test_a_game_is_played_on_the_map_at_once() -> None:
    hands = editing()
    square(hands)
    (drawn,) = model(hands).document.terrain
    hands.key("f5")
    hands.frames_until("the game", lambda: isinstance(hands.top, TableScreen))
    (piece,) = hands.top.scene.model.battlefield.pieces
    assert piece.name == drawn.name
    hands.key("f12")
    hands.press_row("Back to the map")
    assert isinstance(hands.top, EditorScreen)
    assert model(hands).document.terrain == (drawn,)


def test_every_motion_of_a_stroke_by_hand_counts_in_a_slow_frame() -> None:
    hands = editing()
    hands.key("b")
    spots = [point(hands, x, y) for x, y in ((5, 5), (11, 5), (13, 9), (8, 12), (5, 9))]
    down, *moves = [(round(x), round(y)) for x, y in spots]
    hands.window._frame([
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=down, button=1),
        *(pygame.event.Event(pygame.MOUSEMOTION, pos=move, rel=(9, 9), buttons=(1, 0, 0)) for move in moves),
        pygame.event.Event(pygame.MOUSEBUTTONUP, pos=moves[-1], button=1),
    ])  # fmt: skip
    (piece,) = model(hands).document.terrain
    assert len(piece.area[0].outline) == 5


def test_a_piece_is_seen_while_the_picture_of_its_painted_table_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = editing()
    board, look, target = Board(), theme.LOOKS["lit"], pygame.Surface(hands.window.size)
    board.camera = hands.top.board.camera

    def draw() -> Ground:
        board.draw(target, hands.window.theme, look, hands.top.drawing, hands.top.checker.verdict, None)
        return board.ground(model(hands), look)

    square(hands)
    painted = [SimpleNamespace(field=board.ground(model(hands), look).battlefield)]
    monkeypatch.setattr(
        "game.ui.editor.board.GROUNDS", SimpleNamespace(of=lambda ground, quickly: painted[-1], busy=False)
    )
    monkeypatch.setattr(board.layer, "draw", lambda target, ground, camera: None)
    monkeypatch.setattr(board.layer, "ready", lambda ground, camera: True)
    square(hands, 15.0)
    hands.key("escape")
    ground = draw()
    painted.append(SimpleNamespace(field=ground.battlefield))
    monkeypatch.setattr(board.layer, "ready", lambda ground, camera: False)
    draw()
    (_first, drawn) = ground.battlefield.pieces
    x, y = point(hands, 17.3, 7.2)
    assert target.get_at((round(x), round(y)))[:3] == LOOKS[drawn.look].tint


def test_why_a_game_cannot_be_played_on_a_map_is_said() -> None:
    hands = editing("dropzone")
    model(hands).change(objectives=())
    hands.key("f5")
    hands.frames_until("the reason", lambda: "objectives" in hands.told())
    assert isinstance(hands.top, EditorScreen)


def test_a_hidden_layer_is_not_drawn() -> None:
    hands = editing()
    square(hands)
    assert len(hands.top.board.ground(model(hands), hands.window.look).battlefield.pieces) == 1
    model(hands).turn_layer("wood", HIDDEN)
    assert len(hands.top.board.ground(model(hands), hands.window.look).battlefield.pieces) == 0


def test_a_backdrop_is_scaled_by_two_clicks_on_a_known_length(tmp_path: Path) -> None:
    file = tmp_path / "plan.png"
    pygame.image.save(pygame.Surface((300, 220)), file)
    hands = editing()
    hands.top._load(Backdrop(file=str(file), north=22.0, pixel=0.1))
    hands.frames_until("the picture", lambda: hands.top.backdrop is not None)
    hands.key("q")
    hands.click(point(hands, 0, 22))
    hands.click(point(hands, 10, 22))
    hands.write("5")
    backdrop = hands.top.backdrop.backdrop
    assert (backdrop.pixel, backdrop.north) == (pytest.approx(0.05), pytest.approx(22.0))
    assert opened(file).get_size() == (300, 220)
    for length in ("50000", "0.0000000001"):  # no draft could hold a picture of that size: it could not be read again
        hands.click(point(hands, 0, 22))
        hands.click(point(hands, 10, 22))
        hands.write(length)
        hands.top.keep()
        assert kept_drafts()[0][1].backdrop is not None


def test_a_file_that_is_no_picture_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "plan.png"
    file.write_text("no picture", encoding="utf-8")
    hands = editing()
    hands.top._load(Backdrop(file=str(file)))
    hands.frames_until("the reason", lambda: "not a picture" in hands.told())


def test_a_picture_of_another_format_is_refused_whatever_its_name(tmp_path: Path) -> None:
    file = tmp_path / "plan.png"
    pygame.image.save(pygame.Surface((30, 22)), tmp_path / "plan.bmp")
    (tmp_path / "plan.bmp").rename(file)
    with pytest.raises(DocumentError, match="is not a picture"):
        opened(file)


@pytest.mark.parametrize("scale", [1.0, 1.3])
def test_everything_beside_the_table_is_in_its_panel(scale: float) -> None:
    hands = editing("aos4")
    square(hands)
    hands.window.rescale(scale)
    hands.frame()
    room = hands.top.room
    for shown, panel in zip(hands.top._lists, (room.bar, room.dock, room.side)):
        for _action, rect in shown.rows():
            assert panel.left <= rect.left
            assert rect.right <= panel.right
    assert not room.dock.colliderect(room.table)
    assert not room.side.colliderect(room.table)
