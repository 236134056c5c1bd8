"""The tool that looks for what covers the table: planted faults are found, and a game is played and judged."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest
from click.testing import CliRunner

from game.ui.play.part import Plate
from game.ui.play.parts.above import Dice
from tests.ui.conftest import dummy_display, window  # noqa: F401 - fixtures
from tests.ui.driver import Driver, part
from tools import stage
from tools.situations import session_of

Window = Callable[..., Driver]


def plant(monkeypatch: pytest.MonkeyPatch, part: object, *plates: Plate) -> None:
    monkeypatch.setattr(part, "covering", lambda: [*plates])


def around(driver: Driver, piece: str) -> pygame.Rect:
    view = driver.scene.model.pieces[piece]
    return driver.scene.focus.camera.base(view.radius, (view.x, view.y))


def found(driver: Driver, decided: Sequence[str] = ()) -> list[tuple[str, str]]:
    scene = driver.scene
    return [(each.kind, each.what) for each in stage.overlaps_of(scene, stage.plates_of(scene), decided, 1)]


@pytest.fixture
def asked(window: Window) -> Driver:  # noqa: F811
    """A table at which the player is asked about a piece, and may choose others."""
    driver = window(session_of("choosing"))
    driver.frame()
    assert driver.scene.focus.about
    return driver


@pytest.mark.parametrize("kind", ["chip", "tooltip", "dice", "banner", "drawer", "card"])
def test_what_covers_the_piece_asked_about_is_found(asked: Driver, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    about = asked.scene.focus.about
    plant(monkeypatch, part(asked.scene, Dice), (kind, around(asked, about)))
    assert (kind, about) in found(asked)
    assert part(asked.scene, Dice).covering() != []
    beside = around(asked, about)
    beside.left = beside.right + 400
    plant(monkeypatch, part(asked.scene, Dice), (kind, beside))
    assert (kind, about) not in found(asked)


def test_a_corner_beside_a_round_base_covers_nothing(asked: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    about = asked.scene.focus.about
    base = around(asked, about)
    corner = pygame.Rect(base.topleft, (base.width // 8, base.height // 8))
    plant(monkeypatch, part(asked.scene, Dice), ("chip", corner))
    assert found(asked) == []


def test_what_covers_a_candidate_or_what_was_decided_is_found(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: F811
    driver = window(session_of("picking"))
    driver.frame()
    scene = driver.scene
    assert scene.focus.controller is not None
    candidate = next(iter(scene.focus.controller.marks()))
    plant(monkeypatch, part(scene, Dice), ("tooltip", around(driver, candidate)))
    assert ("tooltip", candidate) in found(driver)
    other = next(name for name in scene.model.pieces if name not in stage.concerned_pieces(scene, ()))
    plant(monkeypatch, part(scene, Dice), ("dice", around(driver, other)))
    assert ("dice", other) not in found(driver)
    assert ("dice", other) in found(driver, [other])


@pytest.mark.parametrize("kind", ["chip", "banner"])
def test_two_chips_or_banners_at_once_are_found(asked: Driver, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    away = pygame.Rect(asked.scene.focus.layout.table.topleft, (9, 9))
    asked.scene.hand_over.banner = None  # that of the beginning
    plant(monkeypatch, part(asked.scene, Dice), (kind, away))
    assert found(asked) == []
    plant(monkeypatch, asked.scene.hand_over, (kind, away))
    assert found(asked) == [(kind, "one too many")]


def test_an_invisible_prompt_or_action_is_found(asked: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    assert [*stage.hidden_in(asked.scene, 1)] == []
    rows = asked.scene.focus.actions.rows()
    shifted = [(row, rect.move(5000, 0)) for row, rect in rows]
    monkeypatch.setattr(asked.scene.focus.actions, "rows", lambda: shifted)
    assert [each.kind for each in stage.hidden_in(asked.scene, 1)] == ["action"]
    monkeypatch.setattr(asked.scene.focus.actions, "rows", list)
    assert [each.what for each in stage.hidden_in(asked.scene, 1)] == ["no row is shown"]


def test_the_share_is_of_pixels_that_no_panel_covers(asked: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    layout = asked.scene.focus.layout
    whole = layout.window.width * layout.window.height
    assert stage.share_of(asked.scene) == pytest.approx(layout.table.width * layout.table.height / whole)
    pane = asked.scene.panes[0]
    half = pygame.Rect(layout.table.topleft, (layout.table.width // 2, layout.table.height))
    monkeypatch.setattr(type(pane), "rect", property(lambda pane: half))
    assert stage.share_of(asked.scene) < 0.51 * layout.table.width * layout.table.height / whole


def test_a_report_names_what_is_wrong() -> None:
    report = stage.Report(2000, 0.76)
    report.shown.update(dict.fromkeys(stage.KINDS, 100))
    assert report.faults(100, 2000) == []
    report.shown["chip"] = 99
    assert report.faults(100, 2000) == ["shown in fewer than 100 frames: chip 99"]
    assert report.faults(100, 1000) == []
    report.least_share = 0.745
    assert report.faults(130, 1000) == []
    assert report.faults(100, 1000) == ["the table has 74.5% of the window, 75% are wanted"]
    report.overlaps.append(stage.Overlap(3, "chip", "wick", (0, 0, 9, 9)))
    assert "1 overlaps" in report.faults(130, 1000)


def test_the_last_line_of_json_sums_up(dummy_display: None) -> None:  # noqa: F811
    command: Any = ["--ruleset", "godbreakers", "--frames", "40", "--json"]
    lines = CliRunner().invoke(stage.main, command).stdout.splitlines()
    last = json.loads(lines[-1])
    assert last["frames"] == 40
    assert 0.3 < last["least_share"] < 0.9
    assert last["overlaps"] == []
    assert {*stage.KINDS} <= {*last["shown"]}
    assert last["shown"]["banner"] > 0
