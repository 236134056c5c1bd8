"""A drag that something blocks: the path round it is offered, and a second press takes it."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from game.engine.core.decisions import Place
from game.engine.routes import routes_to_place
from game.table.path.region import PathRegion
from game.table.placing.places import is_legal
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.ui.driver import Driver
from tests.ui.table.test_hands import drag

Window = Callable[..., Driver]
WARDEN, BEHIND, BEYOND = (9.0, 8.0), (15.0, 8.0), (1.0, 1.0)


def walk() -> PathRegion:
    """Return where the Bell Warden may walk."""
    decision = next(route.decision for route in routes_to_place(skirmish_session(), "ann.bell-warden"))
    assert isinstance(decision, Place)
    assert isinstance(decision.region, PathRegion)
    return decision.region


def test_the_way_towards_a_spot_ends_where_the_walk_does() -> None:
    region = walk()
    assert not is_legal(region, BEHIND)
    detour, end = region.detour(BEHIND), region.towards(BEHIND)
    assert detour is not None
    assert end is not None
    assert is_legal(region, end)
    assert math.dist(WARDEN, BEHIND) < detour[1]
    path = region.find(end)
    assert path is not None
    assert path.inches > 0.9 * region.policies[0].budget


def test_straight_moves_have_no_path_round_anything() -> None:
    run = [*routes_to_place(skirmish_session(), "ann.bell-warden")][1].decision
    assert isinstance(run, Place)
    assert isinstance(run.region, PathRegion)
    assert not is_legal(run.region, BEHIND)
    assert run.region.detour(BEHIND) is None


@pytest.mark.parametrize("how", ["return", "click", "escape"])
def test_a_blocked_drop_offers_the_path_round(window: Window, how: str) -> None:
    driver = window(skirmish_session())
    driver.key("return")  # no feat
    drag(driver, WARDEN, (11.0, 8.0), BEHIND)
    held = driver.scene.focus.hands.held
    assert held is not None
    assert driver.session.journal == ["pass"]
    assert driver.scene.model.notice.title.startswith("Bell Warden goes round")
    end = held.placing.spot
    if how == "click":
        driver.click(driver.at(*end))
    else:
        driver.key(how)
    warden = driver.session.state.models["ann.bell-warden"]
    if how == "escape":
        assert driver.session.journal == ["pass"]
        assert driver.scene.focus.hands.held is None
    else:
        assert (warden.x, warden.y) == pytest.approx(end, abs=0.01)


def test_a_straight_run_that_is_too_long_says_by_how_much_and_looks_for_no_other_path() -> None:
    """Difficult ground makes this run cost more than it has, and a run does not bend."""
    [run] = [
        route.decision for route in routes_to_place(skirmish_session(), "ann.bell-warden") if route.steps[-1] == "Run"
    ]
    assert isinstance(run, Place)
    [refusal] = run.region.why_not((3.75, 6.996))
    assert (refusal.cause, refusal.text) == ("too far", "2.34″ too far")


def test_a_drag_beyond_every_move_says_how_far_it_is_beyond_the_longest(window: Window) -> None:
    driver = window(skirmish_session())
    driver.key("return")  # no feat
    drag(driver, WARDEN, (8.5, 7.5), BEYOND, drop=False)
    held = driver.scene.focus.hands.held
    assert held is not None
    held.placing.settle()
    [reason] = held.reasons(held.at)
    assert reason.short_by is not None
    assert 0.0 < reason.short_by < 1.0, "of the Run, not of the Walk"
    driver.frame()
    content = driver.scene.chip.content()
    assert content is not None
    assert content[0].lines[0].text.endswith("too far")
