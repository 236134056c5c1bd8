"""The sandbox and the referee in the window, by mouse and by keyboard."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest

from game import rulesets
from game.documents.reading import read_text
from game.engine.sandbox import Sandbox, sandbox_from
from game.engine.saving.loading import open_sandbox
from game.engine.saving.position_text import read_position_text
from game.table.placing.places import is_legal
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import remember
from game.ui.sandbox.plans import save_plan
from game.ui.sandbox.screen import GameWish, RefereeScreen, SandboxScreen, fresh, kept_path
from tests.ui.driver import Driver, Hands, asks
from tools.situations import session_of

OpenWindow = Callable[..., Driver]


class Builder(Hands):
    """Hands at a sandbox."""

    def __init__(self, place: Callable[[Any], Any] | None = None) -> None:
        super().__init__()
        if place is None:
            self.window.open("sandbox")
        else:
            self.window.go(place(self.window))
        self.frame()

    @property
    def box(self) -> Sandbox:
        """The sandbox."""
        found: Sandbox = self.top.model.sandbox
        return found

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the pixel of a spot on the table."""
        found: tuple[float, float] = self.top.scene.focus.camera.to_screen(x, y)
        return found

    def take(self, label: str) -> None:
        """Press the key of the row that begins like that."""
        self.key(self.row(label)[0].shortcut)

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from a spot on the table to another."""
        here, there = self.at(*start), self.at(*end)
        self.move(here)
        press = tuple(map(round, here))
        self.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=press, button=1))
        for share in (0.3, 0.7, 1.0):
            self.move((here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share))
        self.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=tuple(map(round, there)), button=1))
        self.frame()

    def open_menu(self) -> None:
        """Let go of everything and open the menu."""
        while not self.top.sheets:
            self.key("escape")

    def where(self, piece: str) -> tuple[float, float]:
        """Return where a piece stands."""
        view = self.top.model.pieces[piece]
        return view.x, view.y


@pytest.fixture
def builder(dummy_display: None) -> Builder:
    return Builder(lambda window: SandboxScreen(window, fresh()))


def drop_wick(builder: Builder) -> None:
    """Put Wick down at (10, 10) by the mouse."""
    builder.take("Put something")
    builder.take("Wick")
    builder.click(builder.at(10.0, 10.0))


def test_a_piece_is_dropped_dragged_and_taken_back_by_the_mouse(builder: Builder) -> None:
    drop_wick(builder)
    assert builder.where("ann.wick") == pytest.approx((10, 10), abs=0.05)
    builder.drag((10, 10), (16, 12))
    assert builder.where("ann.wick") == pytest.approx((16, 12), abs=0.05)
    builder.press_row("Take Wick")
    assert "ann.wick" not in builder.top.model.pieces
    builder.keys("ctrl+z", "ctrl+z")
    assert builder.where("ann.wick") == pytest.approx((10, 10), abs=0.05)


def test_a_drag_from_bare_ground_moves_the_view_and_a_click_there_selects_nothing(builder: Builder) -> None:
    drop_wick(builder)
    builder.click(builder.at(10.0, 10.0))
    there = builder.at(21.0, 15.0)
    builder.drag((20.0, 14.0), (21.0, 15.0))
    assert builder.at(20.0, 14.0) == pytest.approx(there, abs=1)
    assert builder.where("ann.wick") == pytest.approx((10, 10), abs=0.05)
    assert builder.top.model.about == "ann.wick"
    builder.click(builder.at(20.0, 14.0))
    assert not builder.top.model.about


def test_no_banner_speaks_of_a_turn_where_nobody_has_one(builder: Builder) -> None:
    assert builder.top.scene.hand_over.banner is None


def test_a_piece_is_dropped_nudged_changed_and_taken_off_by_the_keyboard_alone(builder: Builder) -> None:
    builder.keys("d")
    builder.take("Wick")
    builder.keys("return", "tab")
    assert builder.top.model.about == "ann.wick"
    x, y = builder.where("ann.wick")
    builder.keys("right", "shift+up", "return")
    assert builder.where("ann.wick") == pytest.approx((x + 0.05, y + 1.0), abs=1e-6)
    builder.keys("e")
    builder.keys("down", "right", "right", "escape")
    assert builder.box.state.models["ann.wick"].damage == 2
    builder.keys("delete")
    assert not builder.box.state.models["ann.wick"].on_table


def test_a_dragged_base_rests_where_it_has_room_and_alt_says_why_not(builder: Builder) -> None:
    drop_wick(builder)
    builder.drag((10, 10), (15, 11))  # onto the objective
    assert not builder.box.ruleset.violations(builder.box.game)
    assert builder.where("ann.wick") != pytest.approx((15, 11), abs=0.3)
    builder.top.model.select("ann.wick")
    builder.frame()
    builder.top.scene.focus.controller.move_to((15.0, 11.0), free=True)
    builder.frame()
    assert [line.rule for line in builder.top.scene.focus.controller.lines()] == ["G-TBL-2"]
    builder.keys("return")
    assert [each.rule for each in builder.top.model.notice.refusals] == ["G-TBL-2"]


def test_the_odds_of_any_pair_are_shown_and_follow_the_ghost(builder: Builder) -> None:
    drop_wick(builder)
    builder.take("Put something")
    builder.take("New Hunter")
    builder.click(builder.at(20.0, 10.0))
    builder.click(builder.at(10.0, 10.0))
    builder.move(builder.at(20.0, 10.0))
    far = builder.top.scene.focus.odds()
    assert far is not None
    assert "could not nominate" in far.lines[0].text
    assert builder.top.scene.focus.drawer == ""
    builder.take("Odds against")
    assert builder.top.scene.focus.drawer == "odds"
    builder.top.scene.focus.controller.move_to((18.9, 10.0), free=True)
    near = builder.top.scene.focus.odds()
    assert near is not None
    assert all("could not nominate" not in line.text for line in near.lines)


def test_terrain_is_built_turned_and_refused_over_the_edge(builder: Builder) -> None:
    before = len(builder.top.model.battlefield.pieces)
    builder.take("Put new terrain")
    builder.take("Copse")
    builder.keys(".")
    builder.click(builder.at(18.0, 7.0))
    assert len(builder.top.model.battlefield.pieces) == before + 1
    builder.take("Put new terrain")
    builder.take("Copse")
    builder.click(builder.at(0.5, 7.0))
    assert [each.rule for each in builder.top.model.notice.refusals] == ["G-TBL-1"]
    assert len(builder.top.model.battlefield.pieces) == before + 1
    builder.keys("escape", "ctrl+z")
    assert len(builder.top.model.battlefield.pieces) == before


def test_another_table_is_laid_and_the_old_one_brought_back(builder: Builder) -> None:
    drop_wick(builder)
    builder.open_menu()
    builder.press_row("Another table")
    builder.take("Set up this")
    assert not builder.top.model.battlefield.pieces
    assert (builder.top.model.battlefield.width, builder.top.model.battlefield.height) == (30, 22)
    builder.keys("ctrl+z")
    assert builder.where("ann.wick") == pytest.approx((10, 10), abs=0.05)


def test_a_position_is_copied_and_pasted_and_rubbish_is_refused(builder: Builder) -> None:
    drop_wick(builder)
    commands = builder.top.input.commands
    commands.do("copy")
    before = builder.box.state.digest()
    builder.drag((10, 10), (16, 12))
    commands.do("paste")
    builder.frame()
    assert builder.box.state.digest() == before

    from game.ui.widgets.dialogs import copy_text

    copy_text("inchwise-position:1:rubbish")
    commands.do("paste")
    assert "damaged" in builder.told()
    assert builder.box.state.digest() == before


def test_the_sandbox_is_found_again_as_it_was_left(builder: Builder) -> None:
    drop_wick(builder)
    kept = builder.box.state.digest()
    builder.window.close()
    again = Builder()
    assert again.box.state.digest() == kept


def test_a_damaged_sandbox_file_is_told_and_a_new_one_opened(dummy_display: None) -> None:
    kept_path().parent.mkdir(parents=True)
    kept_path().write_text("{", encoding="utf-8")
    builder = Builder()
    assert "could not be opened" in builder.told()
    assert builder.box.journal == []
    builder.key("return")
    drop_wick(builder)
    assert kept_path().with_name("sandbox.damaged.json").read_text(encoding="utf-8") == "{"


def test_two_sandboxes_at_once_are_both_kept(dummy_display: None) -> None:
    builders = [Builder(), Builder()]
    drop_wick(builders[0])
    built = [builder.box.state.digest() for builder in builders]
    for builder in builders:
        builder.window.close()
    paths = (kept_path(), kept_path().with_name("sandbox-2.json"))
    kept = [open_sandbox(read_position_text(read_text(path), str(path)), rulesets.find, str(path)) for path in paths]
    assert [box.state.digest() for box in kept] == built
    assert built[0] != built[1]


def test_a_game_starts_from_here_only_when_every_circle_stands(builder: Builder) -> None:
    drop_wick(builder)
    builder.open_menu()
    builder.key("g")
    builder.take("Start the game")
    assert "Bob has no godbreaker" in builder.told()
    builder.keys("return")
    builder.take("Put something")
    builder.take("Marrow")
    builder.click(builder.at(20.0, 10.0))
    builder.open_menu()
    builder.key("g")
    builder.take("Start the game")
    assert isinstance(builder.top, TableScreen)
    assert not isinstance(builder.top, SandboxScreen)
    session = builder.top.scene.model.session
    assert session.state.round == 1
    assert session.state.models["ann.wick"].on_table


def test_any_moment_of_a_game_opens_in_the_sandbox_and_the_game_stays(window: OpenWindow) -> None:
    driver = window(session_of("moving-market-ruins"))
    before = driver.session.state.digest()
    driver.key("f12")
    driver.press_row("Open this moment")
    assert isinstance(driver.top, SandboxScreen)
    about = next(piece.id for piece in driver.top.model.view.pieces if piece.kind == "base")
    driver.top.model.select(about)
    driver.frame()
    driver.key("delete")
    assert about not in driver.top.model.pieces
    driver.window.back()
    assert driver.session.state.digest() == before


def test_the_referee_corrects_what_everybody_agrees_on_and_it_can_be_taken_back(window: OpenWindow) -> None:
    driver = window(session_of("choosing"))
    session = driver.session
    if not session.at_checkpoint():
        session.rewind(session.marks[-1].entries)
    before, entries = session.state.digest(), len(session.journal)
    driver.key("f12")
    driver.press_row("Referee")
    place = driver.top
    assert isinstance(place, RefereeScreen)
    about = next(piece.id for piece in place.model.view.pieces if piece.kind == "base")
    place.model.select(about)
    driver.frame()
    driver.keys("e", "down", "right", "escape", "g")
    people = 0
    while driver.top is place:
        assert "damage" in driver.told()
        driver.key("return")
        people += 1
    assert people == len(place.model.view.players)
    assert driver.top is driver.table
    assert len(session.journal) == entries + 1
    assert session.state.models[about].damage == 1
    driver.frame()
    assert any(entry.text.startswith("Correction") for entry in driver.scene.model.log)
    session.undo()
    assert session.state.digest() == before


def test_everybody_agrees_to_what_is_changed_in_the_end_not_to_every_turn_of_a_knob(window: OpenWindow) -> None:
    driver = window(session_of("choosing"))
    session = driver.session
    session.rewind(session.marks[-1].entries)
    before, entries = session.state.digest(), len(session.journal)
    driver.key("f12")
    driver.press_row("Referee")
    assert driver.top.scene.heading().who == "Referee"
    driver.keys(
        "v", "down", "right", "right", "right", "left", "escape", "tab", "e", "down", "right", "escape", "ctrl+z"
    )
    driver.key("g")
    assert [line.text for line in driver.top.sheets[-1].lines] == ["Ann VP: 0 → 2"]
    driver.keys("return", "return")
    assert driver.top is driver.table
    assert session.state.vp["ann"] == 2
    assert len(session.journal) == entries + 1
    driver.key("ctrl+z")
    assert session.state.digest() == before


def test_a_spot_can_be_typed_and_a_move_there_is_weighed(builder: Builder) -> None:
    drop_wick(builder)
    builder.top.model.select("ann.wick")
    builder.frame()
    builder.key("t")
    assert asks(builder.top.scene.focus.sheets)
    builder.key("escape")
    builder.top.scene.focus.controller.move_to((11.0, 12.0), True)
    builder.frame()
    assert "G-MOVE-2" in [line.rule for line in builder.top.scene.focus.controller.lines()]
    builder.key("return")
    assert builder.where("ann.wick") == (11.0, 12.0)


def test_how_far_a_base_goes_and_strikes_is_drawn_once_it_is_worked_out(builder: Builder) -> None:
    drop_wick(builder)
    builder.top.model.select("ann.wick")
    builder.frame()
    controller = builder.top.scene.focus.controller
    while controller.sees(20.0) is None:
        assert builder.top.model.reach_worker.busy
        time.sleep(0.01)
    move, attack = controller.sees(20.0)
    assert move is not None
    assert is_legal(move.region, (11.0, 11.0))
    assert attack is not None
    assert not builder.top.model.reach_worker.busy


def test_the_referee_is_told_kindly_to_wait_in_the_midst_of_an_action(window: OpenWindow) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.key("f12")
    driver.press_row("Referee")
    assert driver.top is driver.table
    assert "in progress" in driver.told()


def test_files_of_positions_are_saved_and_loaded(builder: Builder, tmp_path: Path) -> None:
    drop_wick(builder)
    commands, before = builder.top.input.commands, builder.box.state.digest()
    commands.save_to(str(tmp_path / "mine.json"))
    builder.drag((10, 10), (16, 12))
    commands.load_from(str(tmp_path / "mine.json"))
    builder.frame()
    assert builder.box.state.digest() == before
    commands.load_from(str(tmp_path / "nothing.json"))
    assert "nothing.json" in builder.told()


def test_a_click_on_the_rosters_takes_up_a_piece_even_the_target_of_the_odds(dummy_display: None) -> None:
    builder = Builder(lambda window: SandboxScreen(window, sandbox_from(session_of("choosing"))))
    strip, model = builder.top.scene.focus.roster_column, builder.top.model
    builder.key("ctrl+shift+r")
    for identity in [chip.piece.id for chip in strip.chips[:3]]:
        builder.click(strip.place(identity).center)
        builder.frame()
        assert model.decision.about == identity
        model.hand.target = strip.chips[2].piece.id
        builder.frame()
    assert model.sandbox.journal == []


def drag_from_rosters(builder: Builder, piece: str, spot: tuple[float, float]) -> None:
    """Drag the row of a piece in the rosters to a spot on the table."""
    focus = builder.top.scene.focus
    if not focus.roster_column.rect.width:
        builder.top.input.commands.do("strip_fold")
        builder.frame()
    start, end = focus.roster_column.place(piece).center, builder.at(*spot)
    builder.move(start)
    builder.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for share in (0.3, 0.6, 0.9, 1.0):
        builder.move((start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share))
    builder.handle(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=tuple(map(round, end)), button=1))
    builder.frame()


@pytest.mark.parametrize("book", [book.name for book in rulesets.usable() if book.editor is not None])
def test_a_piece_is_dragged_from_the_rosters_onto_the_table(dummy_display: None, book: str) -> None:
    remember(rulebook=book)
    builder = Builder(lambda window: SandboxScreen(window, fresh()))
    builder.top.scene.focus.camera.fit()
    scene = builder.top.scene
    builder.top.input.commands.do("strip_fold")
    builder.frame()
    piece = scene.focus.roster_column.chips[0].piece.id
    assert not scene.model.units.parts(piece)
    drag_from_rosters(builder, piece, (10.0, 6.0))
    standing = scene.model.units.parts(piece)
    assert standing
    middle = [sum(getattr(each, axis) for each in standing) / len(standing) for axis in ("x", "y")]
    assert middle == pytest.approx((10.0, 6.0), abs=3.0)
    builder.keys("ctrl+z")
    assert not scene.model.units.parts(piece)


def right_click(builder: Builder, spot: tuple[float, float]) -> None:
    x, y = builder.at(*spot)
    place = round(x), round(y)
    builder.move(place)
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        builder.handle(pygame.event.Event(kind, pos=place, button=3))
    builder.frame()


def test_a_right_click_opens_the_menu_of_what_is_there(builder: Builder) -> None:
    drop_wick(builder)
    right_click(builder, (10.0, 10.0))
    menu = builder.top.sheets[-1]
    assert menu.title == "Wick"
    assert menu.rect.collidepoint(builder.at(10.0, 10.0)) or menu.rect.inflate(40, 40).collidepoint(
        builder.at(10.0, 10.0)
    )
    builder.press_row("Take Wick")
    assert "ann.wick" not in builder.top.model.pieces
    right_click(builder, (10.0, 10.0))
    builder.press_row("Undo the last step")
    assert "ann.wick" in builder.top.model.pieces
    right_click(builder, (16.0, 12.0))
    assert builder.top.sheets[-1].title == "Here"
    builder.take("Put something")
    builder.take("Gull")
    builder.keys("return")
    assert builder.where("bob.gull") == pytest.approx((16.0, 12.0), abs=0.2)


def test_the_right_button_lets_go_of_what_is_held_and_a_click_beside_closes_its_menu(builder: Builder) -> None:
    builder.take("Put something")
    builder.take("Wick")
    right_click(builder, (10.0, 10.0))
    assert builder.top.model.hand.empty
    assert not builder.top.sheets
    right_click(builder, (10.0, 10.0))
    assert builder.top.sheets
    builder.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1270, 700), button=1))
    assert not builder.top.sheets


def test_a_plan_is_made_by_right_click_and_click_saved_loaded_and_followed(builder: Builder, tmp_path: Path) -> None:
    drop_wick(builder)
    builder.take("Put something")
    builder.take("Marrow")
    builder.click(builder.at(20.0, 10.0))
    builder.click(builder.at(10.0, 10.0), 3)
    builder.press_row("Plan for Wick")
    builder.press_row("Hunt an enemy")
    builder.click(builder.at(3.0, 3.0))
    assert builder.top.model.notice.title == "Click the enemy to hunt."
    builder.click(builder.at(20.0, 10.0))
    plans = builder.top.model.plans
    assert [(one.who, one.intent, one.enemy) for one in plans.intents["ann"]] == [("Wick", "hunt", "Marrow")]
    builder.open_menu()
    builder.press_row("Plans")
    assert builder.row("Wick: hunt Marrow")
    file = tmp_path / "wick.json"
    save_plan(plans.plan(builder.top.model.view.players[0]), file)
    plans.intents.clear()
    plans.load(str(file), "ann", builder.top.model.known, "godbreakers")
    assert [one.enemy for one in plans.intents["ann"]] == ["Marrow"]
    builder.top.commands.start(GameWish(3, False, {"ann": "recruit", "bob": "human"}))
    assert builder.top.scene.model.session.plans["ann"].intents[0].enemy == "Marrow"


def test_a_place_for_an_intent_is_chosen_by_keys_alone_and_escape_gives_up(builder: Builder) -> None:
    drop_wick(builder)
    builder.keys("tab")
    assert builder.top.model.about == "ann.wick"
    builder.take("Plan for Wick")
    builder.take("Push to a place")
    builder.key("escape")
    assert builder.top.model.plans.aiming is None
    builder.take("Plan for Wick")
    builder.take("Push to a place")
    builder.take("Guildhall")
    assert [one.where for one in builder.top.model.plans.intents["ann"]] == ["Guildhall"]
    builder.take("Plan for Wick")
    builder.take("No intent")
    assert builder.top.model.plans.intents["ann"] == []
