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
WARDEN, BEHIND = (9.0, 8.0), (15.0, 8.0)


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
