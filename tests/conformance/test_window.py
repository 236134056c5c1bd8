"""Every listed rulebook can be played at the window: by keys alone, and by the mouse alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from game.ui.widgets.actions import MenuItem
from tests.conformance.listed import DUELS, MOMENTS, Case
from tests.samples import SHARE, few, some
from tests.ui.driver import Driver, Hurried

MOST = 4000
"""Deeds of one hand within which a whole game ends."""
SEVERAL = some(600)
"""Deeds of one hand at a rulebook of which `tests/ui/test_whole_games.py` plays whole games, or keys play one here."""
PLAYED_WHOLE = {"godbreakers", "bushido", "aos4"}
Window = Callable[..., Driver]


def dismiss(driver: Driver) -> None:
    while driver.scene.focus.sheets:
        assert driver.scene.focus.sheets[-1].title != "Something went wrong"
        driver.key("space")


def offered(driver: Driver) -> list[MenuItem]:
    return [action for action in driver.scene.focus.actions.actions if action.enabled and action.shortcut]


def by_keys(driver: Driver, rng: random.Random) -> None:
    kind = driver.session.pending().kind
    if kind == "place":
        driver.keys(*(rng.choice(("left", "right", "up", "down", "shift+up", "shift+left")) for _ in range(4)))
        driver.keys("n", "return")
    elif kind == "allocate":
        driver.keys(*(rng.choice(("right", "right", "left", "down", "space")) for _ in range(6)), "return")
    elif kind == "order" or rng.random() < 0.3:
        driver.keys("tab", "return")
        driver.key("return")
    else:
        driver.key(rng.choice(offered(driver)).shortcut)


def somewhere(driver: Driver, rng: random.Random) -> tuple[float, float]:
    field = driver.scene.model.battlefield
    return driver.at(rng.uniform(1, field.width - 1), rng.uniform(1, field.height - 1))


def by_mouse(driver: Driver, rng: random.Random) -> None:
    decision = driver.session.pending()
    if decision.kind == "place":
        driver.click(somewhere(driver, rng))
        return
    if decision.kind == "arrange" and rng.random() < 0.5:
        driver.click(somewhere(driver, rng))
    rows = [(action, rect) for action, rect in driver.scene.focus.actions.rows() if action.enabled]
    visible = [row for row in rows if driver.scene.focus.actions.rect.contains(row[1])]
    primary = [row for row in visible if row[0].primary]
    driver.click(rng.choice(primary if primary and rng.random() < 0.5 else visible)[1].center)


THICK = {"bushido"}
"""Rulebooks whose games are played from the thick of it, and by the mouse until all pieces stand."""
GAMES = [
    (hands, case)
    for hands in (by_keys, by_mouse)
    for case in (*DUELS, *MOMENTS)
    if case.position or case.ruleset not in THICK
]


@pytest.mark.parametrize(("hands", "case"), few(GAMES), ids=lambda value: getattr(value, "__name__", str(value)))
def test_a_game_is_played_by_one_hand(
    dummy_display: None, tmp_path: Path, hands: Callable[[Driver, random.Random], None], case: Case
) -> None:
    driver = Hurried(tmp_path, case.session(), size=(960, 600))
    rng = random.Random(9)
    kinds: set[str] = set()
    whole = case.ruleset not in PLAYED_WHOLE and (hands is by_keys or SHARE >= 1.0)
    for _ in range(some(400) if case.position else MOST if whole else SEVERAL):
        dismiss(driver)
        if driver.session.decision is None:
            break
        kinds.add(driver.session.pending().kind)
        driver.look()
        hands(driver, rng)
    assert driver.session.decision is None or not whole
    assert case.asks <= kinds
    assert bool(driver.scene.model.view.result) == (driver.session.decision is None)
    assert driver.session.ruleset.violations(driver.session.game) == []


@pytest.mark.parametrize("case", [case for case in DUELS if case.ruleset in THICK], ids=str)
def test_everybody_is_set_up_by_the_mouse_alone(window: Window, case: Case) -> None:
    driver, rng = window(case.session(), size=(960, 600)), random.Random(9)
    reserve, kinds = len(driver.scene.model.view.reserve), set[str]()
    assert reserve
    for _ in range(MOST):
        dismiss(driver)
        if not driver.scene.model.view.reserve:
            break
        kinds.add(driver.session.pending().kind)
        by_mouse(driver, rng)
    assert "place" in kinds
    assert sum(piece.kind == "base" for piece in driver.scene.model.view.pieces) == reserve
    assert driver.session.ruleset.violations(driver.session.game) == []
