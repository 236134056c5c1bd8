"""The sandbox for Dropzone Commander in the window: squads as blocks, Transports by a knob, scenery from the list."""

from __future__ import annotations

import pytest

from game.ui.model.new_game_draft import NewGameDraft
from game.ui.prefs.memory import remember
from game.ui.sandbox.screen import SandboxScreen, fresh
from tests.ui.screens.test_sandbox import Builder

ANVILS = "ann.anvils"


@pytest.fixture
def builder(dummy_display: None) -> Builder:
    remember(draft=NewGameDraft(book="dropzone").draft)
    found = Builder(lambda window: SandboxScreen(window, fresh()))
    found.box.change({"do": "put", "piece": ANVILS, "x": 20.0, "y": 5.0})
    found.box.change({"do": "put", "piece": "bob.gales", "x": 20.0, "y": 24.0})
    found.top.model.refresh()
    found.frame()
    return found


def test_a_squad_is_dropped_as_a_block_and_taken_back(builder: Builder) -> None:
    builder.take("Put something")
    builder.take("Rifle Section (3 units)")
    builder.move(builder.at(20.0, 10.0))
    assert len(builder.top.scene.focus.controller.block()) == 3
    builder.frame()
    builder.click(builder.at(20.0, 10.0))
    squad = builder.box.state.squads["ann.rifles"]
    assert {builder.box.state.units[each].place for each in squad.units} == {"table"}
    builder.keys("ctrl+z")
    assert {builder.box.state.units[each].place for each in squad.units} == {"aboard"}


def test_a_unit_is_dragged_out_of_its_squad(builder: Builder) -> None:
    unit = builder.box.state.units[f"{ANVILS}-1"]
    room = builder.box.editor.room(builder.box.game, builder.top.model.pieces[unit.id])
    spot = room.nearest((26.0, 5.0))
    assert spot is not None
    builder.drag((unit.x, unit.y), (spot[0], spot[1]))
    unit = builder.box.state.units[f"{ANVILS}-1"]
    assert (unit.x, unit.y) == pytest.approx(tuple(spot[:2]), abs=0.2)


def free(builder: Builder, piece: str) -> tuple[float, float]:
    """Return a spot in the south with room for a starter piece."""
    game, hill = builder.box.game, next(each for each in builder.box.editor.kit if each.id == piece)
    spots = ((float(x), float(y)) for y in range(3, 20) for x in range(44, 4, -1))
    return next(spot for spot in spots if not builder.box.editor.why_not_build(game, hill.piece, *spot, 0))


def middle_of(builder: Builder, piece: str) -> tuple[float, float] | None:
    found = [each.shape.centroid for each in builder.top.model.battlefield.pieces if each.id == piece]
    return (found[0].x, found[0].y) if found else None


def test_scenery_is_built_taken_away_and_put_back_from_the_list(builder: Builder) -> None:
    spot = free(builder, "hill")
    builder.keys("b")
    builder.take("Hill")
    builder.click(builder.at(*spot))
    assert middle_of(builder, "hill-1") == pytest.approx(spot, abs=0.5)
    builder.box.change({"do": "remove", "piece": "hill-1"})
    builder.top.model.refresh()
    builder.frame()
    assert middle_of(builder, "hill-1") is None
    builder.take("Put something")
    builder.top.sheets[-1].list.mark("hill-1")
    builder.keys("return")
    builder.move(builder.at(*spot))
    builder.frame()
    builder.click(builder.at(*spot))
    assert middle_of(builder, "hill-1") == pytest.approx(spot, abs=0.5)
