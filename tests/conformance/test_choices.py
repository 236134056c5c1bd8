"""Every choice about something on the table is highlighted there, and a click there takes it, in every rulebook."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Allocate, Choose, Decision, Option, Order, Pick, Reference
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.view import PieceView, ReachView, TableView
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.play.focus import rings
from game.ui.play.overlays.choices import choosable
from game.ui.widgets.actions import MenuItem
from inchwise_conformance.listing import sparse
from tests.conformance.listed import LISTED, Case
from tests.samples import some
from tests.toy.toy_rulebook import FIELD, Toy, ToyGame, ToySetup
from tests.ui.driver import Driver
from tools.promising import godbreakers

Window = Callable[..., Driver]
Spot = tuple[float, float]
LONGEST = some(150)
"""About how many decisions of a game are looked at, more until a piece was picked; one in five is clicked through."""

CLICKED = some(40)
"""Decisions about terrain and levels that are clicked through at least."""


class Grounds(Toy):
    """The toy asks about everything that lies on a table: terrain, a marker, players, pieces and levels."""

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        ground = tuple(Option(each.id, each.name, about=Reference(terrain=(each.id,))) for each in FIELD.pieces)
        foes = tuple(Option(each, each.title(), about=Reference(players=(each,))) for each in ("ann", "bob"))
        floors = tuple(Option(f"floor-{level}", f"Floor {level}", about=Reference(level=level)) for level in (0, 1))
        flag, pieces = Option("flag", "The flag", subject=("flag",)), Option("a2", "Berenike", subject=("a2",))
        return (
            Choose(player="ann", prompt="Which ground burns?", rule="T-1", options=ground),
            Choose(player="ann", prompt="Whom does it hurt?", rule="T-2", options=foes),
            Choose(player="ann", prompt="On which floor?", rule="T-3", options=floors),
            Choose(player="bob", prompt="What falls?", rule="T-4", options=(flag, pieces)),
            Pick(player="bob", prompt="Which marker?", rule="T-5", candidates=("flag",)),
            Order(player="bob", prompt="In which order?", rule="T-6", items=("a1", "ann", "b1")),
            Allocate(player="bob", prompt="Who gets how much?", rule="T-7", limits={"b1": 2, "b2": 3}, total=2),
        )

    def view(self, game: ToyGame) -> TableView:
        table = super().view(game)
        flag = PieceView("flag", "Flag", "marker", 18.0, 12.0, 0.5, symbol="objective")
        return TableView(table.title, table.round_text, table.phases, 0, table.players, (*table.pieces, flag))

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        return super().reach(game, piece) if piece != "flag" else ReachView()


def spots_of(driver: Driver, row: MenuItem) -> Iterator[tuple[float, float]]:
    """Yield the pixels where a click should take a row: clear spots of what it is about on the table, or a plate."""
    scene = driver.scene
    for piece in row.subject:
        view = scene.model.pieces.get(piece)
        if view is not None and scene.focus.piece_at((view.x, view.y)) == piece:
            yield driver.at(view.x, view.y)
    for player in row.about.players:
        yield scene.bar.plates()[player].center
    for shape in named_shapes(driver, row):
        rng = random.Random(1)
        west, south, east, north = shape.bounds
        for _attempt in range(200):
            spot = rng.uniform(west, east), rng.uniform(south, north)
            clear = all(abs(each.x - spot[0]) + abs(each.y - spot[1]) > 2.5 for each in scene.model.view.pieces)
            if clear and shapely.intersects_xy(shape.buffer(-0.02), *spot):
                yield driver.at(*spot)
                break


def named_shapes(driver: Driver, row: MenuItem) -> list[BaseGeometry]:
    return [
        shape for name, shape in choosable(driver.scene.focus).items() if name in (*row.about.terrain, level_of(row))
    ]


def level_of(row: MenuItem) -> str:
    return "" if row.about.level is None else f"level {row.about.level}"


def marked(driver: Driver, row: MenuItem) -> bool:
    """Return whether everything on the table that a row is about is highlighted."""
    scene = driver.scene
    ringed, whole = rings(scene.focus), scene.model.units.whole  # that of a whole unit is one outline
    pieces = all(piece in ringed or whole(piece) in ringed for piece in row.subject if piece in scene.model.pieces)
    known = {each.id for each in scene.model.battlefield.pieces}
    terrain = all(each in choosable(scene.focus) for each in row.about.terrain if each in known)
    level = row.about.level in (None, 0) or level_of(row) in choosable(scene.focus)
    plates = all(player in scene.bar.plates() for player in row.about.players)
    return pieces and terrain and level and plates


def only(row: MenuItem, rows: list[MenuItem]) -> bool:
    """Return whether no other row is about the same thing, so that a click can only mean this one."""
    return sum(other.subject == row.subject and other.about == row.about for other in rows if other.enabled) == 1


def on_table(driver: Driver, spot: tuple[float, float]) -> bool:
    return bool(driver.scene.focus.layout.table.collidepoint(spot))


def dismiss(driver: Driver) -> None:
    while driver.scene.focus.sheets:
        driver.key("space")


def click_through(driver: Driver, rng: random.Random, seen: set[str]) -> None:
    """Hold every row of the pending decision to its promise, then take one of them by a click.

    While a window is open, a click on a piece that could act next lets it go by instead, and the row of that lights up;
    what it offers takes a second click.
    """
    dismiss(driver)
    driver.frame()
    scene, decision = driver.scene, driver.session.pending()
    rows = [row for row in scene.focus.actions.actions if row.enabled and (row.subject or row.about != Reference())]
    assert all(marked(driver, row) for row in rows), decision.prompt
    ways = [(row, spot) for row in rows if only(row, scene.focus.actions.actions) for spot in spots_of(driver, row)]
    if not ways or decision.kind == "place":
        return
    row, spot = rng.choice(ways)
    past = (
        scene.focus.hands.row_past(scene.focus.piece_at(scene.focus.camera.to_table(*spot)))
        if on_table(driver, spot)
        else ""
    )
    driver.move(spot)
    if on_table(driver, spot):
        pointed = scene.focus.actions.pointed()
        assert (pointed and pointed.id) == (past or row.id), f"{decision.prompt}: {row.label}"
    before = len(driver.session.journal)
    if scene.focus.animation.tray.rect.collidepoint(spot) and not scene.focus.animation.tray.yields(
        (round(spot[0]), round(spot[1])), scene.focus.mouse_since
    ):
        driver.click(spot)  # puts the dice away that lie there
    driver.click(spot)
    is_window = isinstance(decision, Choose) and any(option.key == PASS for option in decision.options)
    if is_window and not past and row.id != PASS:
        assert len(driver.session.journal) == before
        driver.click(spot)
    seen.add(decision.kind)
    given: list[Any] = driver.session.journal[before:]
    if isinstance(decision, Choose):
        assert given == ([past, list(row.subject)] if past else [row.id])
    elif isinstance(decision, Pick) and decision.maximum == decision.minimum == 1:
        assert given == [list(row.subject)]
    elif isinstance(decision, Order) and len(decision.items) == 2:
        assert [order[0] for order in given] == [*row.subject, *row.about.players]
    else:  # a click adjusts, Enter confirms
        assert given == []
        assert scene.model.notice.title == ""


@pytest.mark.parametrize("case", [case for case in sparse(LISTED) if "choose" in case.asks], ids=str)
def test_what_is_asked_about_is_highlighted_and_clicked(window: Window, case: Case) -> None:
    session, rng, seen = case.session(), random.Random(case.seed), set[str]()
    driver = window(session, size=(1280, 720))
    for _turn in range(400):
        if session.decision is None or (len(session.journal) > LONGEST and case.asks & {"pick"} <= seen):
            break
        length = len(session.journal)
        if case.ruleset == "toy" or rng.random() < 0.2:
            click_through(driver, rng, seen)
        if length == len(session.journal) and session.decision is not None:
            driver.scene.focus.call(lambda: driver.scene.model.answer(random_answer(session.pending(), rng)))
    assert case.asks & {"pick"} <= seen


@pytest.mark.parametrize(
    ("number", "rules"),
    [(6, {"G-TRAIT-SHAPING", "G-TRAIT-RUINOUS"}), (8, {"G-ADV-2"}), (10, {"G-TRAIT-RUINOUS"})],
    ids=["Shaping and Ruinous", "levels", "Ruinous"],
)
def test_with_traits_that_ask_for_terrain_and_levels(window: Window, number: int, rules: set[str]) -> None:
    session, rng, seen, asked, clicked = godbreakers.begin(number), random.Random(number), set[str](), set[str](), 0
    driver = window(session, size=(1280, 720))
    while session.decision is not None and len(session.journal) < 240 and not (asked >= rules and clicked >= CLICKED):
        length, decision = len(session.journal), session.decision
        options = decision.options if isinstance(decision, Choose) else ()
        if any(option.about != Reference() for option in options):
            click_through(driver, rng, seen)
            asked.add(decision.rule)
            clicked += 1
        if length == len(session.journal):
            answer = godbreakers.lively(session, decision, rng)
            driver.scene.focus.call(lambda answer=answer: driver.scene.model.answer(answer))  # type: ignore[misc]
    assert asked >= rules
    assert seen == {"choose"}


def test_every_kind_of_thing_is_clicked_in_the_toy(window: Window) -> None:
    session = Session(Grounds(), ToySetup(), KeyedDice(1))
    journal: list[Any] = session.journal
    driver = window(session, size=(1280, 720))
    seen: set[str] = set()
    for prompt, answer in (
        ("Which ground burns?", "keep"),
        ("Whom does it hurt?", "bob"),
        ("On which floor?", "floor-0"),
        ("What falls?", "flag"),
        ("Which marker?", ["flag"]),
    ):
        driver.frame()
        dismiss(driver)
        assert session.pending().prompt == prompt
        wanted = answer if isinstance(answer, str) else f"item:{answer[0]}"
        row = next(row for row in driver.scene.focus.actions.actions if row.id == wanted)
        assert marked(driver, row)
        spot = next(iter(spots_of(driver, row)), driver.at(1.0, 7.0))
        driver.click(spot)
        assert journal[-1] == answer
        seen.add(prompt)
    dismiss(driver)
    for spot in (driver.scene.bar.plates()["ann"].center, driver.at(9.0, 7.0)):
        driver.click(spot)  # first the one, then the other
    driver.key("return")
    assert journal[-1] == ["ann", "b1", "a1"]
    for spot in (driver.at(16.0, 5.0), driver.at(16.0, 5.0)):
        driver.click(spot)
    driver.key("return")
    assert journal[-1] == {"b1": 0, "b2": 2}
