"""A piece that cannot be dragged says why; answers keep their places, and no click ends the turn of the wrong piece."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.ui.play.overlays.chip import Chip
from game.ui.play.overlays.deeds import DeedPlates
from game.ui.play.parts import dock
from game.ui.play.stuck import why_it_stays
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective
from tests.ui.driver import Driver, part
from tests.ui.panel.test_standing_orders import at_a_window
from tests.ui.table.test_hands import ENEMY, NOVA, PYRE, drag, duel

Window = Callable[..., Driver]


def said(driver: Driver) -> str:
    """Return what the chip at the cursor says."""
    content = part(driver.scene, Chip).content()
    return " ".join(line.text for line in content[0].lines) if content is not None else ""


def test_a_piece_that_cannot_be_dragged_says_why_at_the_cursor_and_is_not_selected(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, NOVA, (9.0, 9.0), (8.0, 9.0))  # it has acted once
    drag(driver, PYRE, (13.0, 9.0), drop=False)
    reason = "Nova is still acting: choose “End activation” first"
    assert said(driver) == reason
    drag(driver, PYRE, (13.0, 9.0))
    assert driver.scene.model.notice.title == reason
    assert driver.scene.focus.inspection.selected == ""
    driver.move(driver.at(13.0, 5.0))
    assert reason not in said(driver)


def test_an_enemy_that_is_dragged_says_that_it_is_not_ones_own(window: Window) -> None:
    driver = window(duel().session)
    drag(driver, ENEMY, (10.0, 15.0), drop=False)
    assert said(driver) == "Scoria is not yours to activate"


def test_a_marker_that_is_dragged_says_nothing(window: Window) -> None:
    session = begin(godbreaker("Nova", A, *NOVA), godbreaker("Scoria", B, *ENEMY), objective(14.0, 10.0)).session
    driver = window(session)
    drag(driver, (14.0, 10.0), (15.0, 10.0), drop=False)
    assert said(driver) == ""


@pytest.mark.parametrize("book", ["bushido", "aos4", "dropzone"])
def test_every_rulebook_says_why_an_enemy_is_not_dragged(window: Window, book: str) -> None:
    driver = window(at_a_window(book))
    model = driver.scene.model
    enemy = next(each.id for each in model.view.pieces if each.kind == "base" and each.owner not in ("", model.decider))
    assert why_it_stays(driver.scene.focus, enemy)


def buttons(driver: Driver) -> dict[str, tuple[int, int]]:
    """Return the places of the answers in the dock."""
    return {row.id: place.topleft for row, place in driver.scene.focus.actions.rows()}


def test_every_action_keeps_its_place_whether_it_is_possible_or_not(window: Window) -> None:
    driver = window(duel().session)
    driver.click(driver.at(*NOVA))
    alone, off = buttons(driver), [row.id for row in driver.scene.focus.actions.actions if not row.enabled]
    assert "engage" in off
    driver.key("escape")
    drag(driver, NOVA, (10.0, 11.9))  # next to an enemy
    close = buttons(driver)
    assert next(row for row in driver.scene.focus.actions.actions if row.id == "engage").enabled
    assert [*alone] == [*close]
    assert [*close][-1] == "end"
    assert {name: spot[0] for name, spot in alone.items()} == {name: spot[0] for name, spot in close.items()}


def test_a_second_click_does_not_end_the_turn_of_the_piece_that_follows(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, *ENEMY, 8)]
    driver = window(begin(*pieces).session)
    driver.click(driver.at(*NOVA))
    driver.window.options.pace = 1.0
    monkeypatch.setattr(dock, "AGAIN", 1e9)
    driver.click(driver.row("End activation")[1].center)
    assert driver.session.journal == [["nova"]]
    monkeypatch.setattr(dock, "AGAIN", 0.0)
    driver.click(driver.row("End activation")[1].center)
    assert driver.session.journal[:2] == [["nova"], "end"]


def test_several_answers_about_a_clicked_piece_are_buttons_beside_it_until_esc(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = window(at_a_window("aos4"))
    driver.frame()
    plates, asked, entries = part(driver.scene, DeedPlates), driver.scene.focus.asked, len(driver.session.journal)
    assert asked is not None
    rows = [row for row in asked.actions() if row.enabled][:2]
    monkeypatch.setattr(asked, "rows_at", lambda spot, piece: rows if piece else [])
    base = next(piece for piece in driver.scene.model.view.pieces if piece.kind == "base")
    driver.click(driver.at(base.x, base.y))
    assert [row.id for row in plates.offered()[1]] == [row.id for row in rows]
    assert len(plates._buttons) == len(rows) == 2
    driver.key("escape")
    assert not plates.offered()[1]
    assert len(driver.session.journal) == entries
