"""The walks through common changes (game/README.md) lead where they say, and need no other file than they list."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pygame
import pytest

from game import cli, lengths
from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.lab.batch import BatchPlan
from game.lab.grid import Cell
from game.players.bots import PLAYERS, Bot
from game.rulesets import load
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.game import Game as Battle
from game.rulesets.dropzone.rules import scenarios
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.state import Objective
from game.rulesets.godbreakers.rules.rounds.deployment import deployment
from game.rulesets.godbreakers.rules.scenarios import SCENARIOS, Task, bundled
from game.table.documents import load_map
from game.table.looks import LOOKS, Appearance
from game.table.terrain.battlefield import Area, Battlefield, Piece
from game.table.terrain.kit import Pattern
from game.table.terrain.rigid import placed
from game.ui.board import relief, table_art
from game.ui.menu import new_game
from game.ui.model.new_game_draft import NewGameDraft, short_kind
from game.ui.play.part import OverlayPart
from game.ui.play.scene import TableScene
from game.ui.widgets.keys import COMMANDS, Command
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import Ground
from game.ui.widgets.tiles import fitting
from tests.commands.calls import call
from tests.toy.sessions import toy_session
from tests.ui.driver import Driver, Hands

ROOT = Path(__file__).resolve().parents[2]
WALKS = (ROOT / "game" / "README.md").read_text(encoding="utf-8")
WALKS = WALKS[WALKS.index("## I want to change") : WALKS.index("## Where else to look")]


def named(text: str, folder: str = "") -> Iterator[tuple[str, str]]:
    """Yield the names in a text with the files that have them: "`tape` and `length` in `game/lengths.py`"."""
    for sentence in re.split(r"[.;:|](?=\s)", text):
        names: list[str] = []
        for before, word in re.findall(r"([^`]*)`([^`]*)`", sentence):
            if "/" not in word:
                names += [word] if word.isidentifier() else []
            elif not word.endswith("/"):
                yield from ((name, folder + word) for name in names if re.search(r" (in|of)\s+$", before))
                names = []


def places() -> list[tuple[str, str]]:
    walks, table = WALKS.split("\n| change |")
    found = [*named(walks)]
    for row in table.splitlines()[2:]:
        for folder, cell in zip(("bushido", "aos4", "dropzone"), row.split(" | ")[1:]):
            found += named(cell.removesuffix(" |"), f"game/rulesets/{folder}/")
    return [*found, *named(table.rpartition("|\n")[2])]


def test_every_name_of_a_walk_is_in_the_file_that_it_names() -> None:
    known = places()
    assert len(known) > 40
    assert [
        (name, file) for name, file in known if not re.search(rf"\b{name}\b", (ROOT / file).read_text(encoding="utf-8"))
    ] == []


@pytest.fixture
def registered() -> Iterator[None]:
    """Restore the registries of scenarios after a test."""
    registries: tuple[dict[str, Any], ...] = battleplans.REGISTRY, scenarios.REGISTRY, SCENARIOS
    before = [dict(registry) for registry in registries]
    yield
    for registry, rows in zip(registries, before):
        registry.clear()
        registry.update(rows)


@pytest.mark.usefixtures("registered")
def test_a_battleplan_of_age_of_sigmar_is_one_class_and_is_played_on_its_own_map(tmp_path: Path) -> None:
    wells = load_map(ROOT / "maps" / "three-wells.json")
    ends = tuple(each for each in wells.objectives if each.id != "centre")
    springs = wells.model_copy(update={"name": "Two Springs", "objectives": ends})
    file = tmp_path / "springs.json"
    file.write_text(springs.model_dump_json(), encoding="utf-8")

    class TwoSprings(battleplans.Battleplan):
        name, title, text, rule = "two-springs", "Two Springs", "Hold both springs.", "A-EBR-3"
        map, objectives = str(file), ("west", "east")

        def scores(self, own: int, theirs: int) -> Iterator[tuple[int, str]]:
            yield 3 * own, "controls springs"

        def outcome(self, game: Battle) -> tuple[list[str], str, str]:
            return [game.ahead(game.state.points) or ""], "more victory points", self.rule

    book = load("aos4")
    plan = GamePlan(("Ann", "Bob"), scenario="two-springs")
    assert book.new_setup(plan).document.map.name == "Two Springs"
    assert book.new_setup(replace(plan, scenario=None)).document.map.name == "Three Wells"
    assert book.new_setup(replace(plan, map="sunken-court")).document.map.name == "Sunken Court"
    assert Cell(BatchPlan("aos4", plan, ("random", "random"), seed=1)).map == str(file)
    drafting = NewGameDraft(None, "aos4")
    drafting.take_scenario("two-springs")
    assert drafting.plan().map == str(file)
    assert drafting.problem() == ""


@pytest.mark.usefixtures("registered")
def test_a_scenario_of_dropzone_commander_is_one_class_that_lays_its_own_objectives() -> None:
    load("dropzone")

    class FourInARow(scenarios.Scenario):
        id, title, text, rule = "four-in-a-row", "Four", "Four in a row.", "D-SCO-1"

        def lay(self, setup: Setup) -> Iterator[Objective]:
            field = setup.ruler.battlefield
            return (Objective(f"o{n}", field.width * n / 5, field.height / 2) for n in range(1, 5))

        def points(self, game: Game) -> dict[str, int]:
            return dict.fromkeys(game.state.players, 0)

    book = load("dropzone")
    session = Session(book, book.new_setup(GamePlan(("Ann", "Bob"), scenario="four-in-a-row")), KeyedDice(1))
    assert [(each.id, each.x, each.hidden) for each in session.state.objectives.values()] == [
        (f"o{n}", session.game.ruler.battlefield.width * n / 5, False) for n in range(1, 5)
    ]


@pytest.mark.parametrize(
    ("name", "stories"),
    [("aos4", battleplans.REGISTRY), ("dropzone", scenarios.REGISTRY), ("godbreakers", SCENARIOS)],
)
def test_a_scenario_may_have_a_length_of_its_own(
    monkeypatch: pytest.MonkeyPatch, name: str, stories: dict[str, Any]
) -> None:
    book, drafting = load(name), NewGameDraft(None, name)
    scenario = drafting.offers.scenarios[0].name
    monkeypatch.setattr(stories[scenario], "rounds", 5)
    plan = GamePlan(("Cy", "Dee"), scenario=scenario)
    setup = book.plain_setup(book.new_setup(plan))
    assert setup["options"]["rounds"] == 5
    drafting.offer_again()
    drafting.change(rounds=6)
    assert (drafting.plan().rounds, drafting.problem()) == (5, "")
    with pytest.raises(DocumentError, match="is played for 5 rounds, not for 6 - use 5"):
        book.new_setup(replace(plan, rounds=6))
    setup["options"]["rounds"] = 6
    with pytest.raises(DocumentError, match=r"x.json: at options.rounds: .* not for 6"):
        book.read_setup(setup, "x.json")


@pytest.mark.usefixtures("registered")
def test_a_scenario_of_the_godbreaker_saga_is_one_class_whose_tasks_are_the_setup() -> None:
    load("godbreakers")

    class ThreeRounds(bundled.TheScore):
        name, place, rounds = "three-rounds", 99, 3

        def tasks(self, game: Any) -> list[Task]:
            return [*deployment(game, game.setup.players)]

    book = load("godbreakers")
    session = Session(book, book.new_setup(GamePlan(("Ann", "Bob"), scenario="three-rounds")), KeyedDice(1))
    assert session.state.rounds == 3
    assert session.pending().rule == "G-SCN-6"


@pytest.mark.parametrize(("label", "is_shown"), [("Calm", True), ("Unwavering", False)])
def test_a_bot_with_ease_has_a_button_if_there_is_room_for_its_name(
    dummy_display: None, monkeypatch: pytest.MonkeyPatch, label: str, is_shown: bool
) -> None:
    row = Bot("game.players.greedy:GreedyPlayer", f"computer, {label}", ease="careful")
    monkeypatch.setitem(PLAYERS, "steady", row)
    monkeypatch.setattr(new_game, "MAIN", (*new_game.MAIN, "steady"))
    assert short_kind("steady") == label
    hands = Hands()
    hands.window.go(new_game.NewGameScreen(hands.window, NewGameDraft(book="godbreakers")))
    hands.tick()
    tiles = [tile for tile in hands.top.sheets[-1].tiles() if tile.action.id.startswith("kind:")]
    assert (label in {tile.action.label for tile in tiles}) == is_shown
    theme = hands.window.theme
    for tile in tiles:
        room = tile.rect.width - theme.px(1)
        assert fitting(theme, tile.action.label, room, tile.size)[1] == [tile.action.label], "cut off"


def test_a_look_of_terrain_is_one_row(monkeypatch: pytest.MonkeyPatch) -> None:
    tower = Appearance((40, 70, 200), "Towers", "wall", coloured=True)
    monkeypatch.setitem(LOOKS, "tower", tower)
    monkeypatch.setitem(LOOKS, "grey tower", tower._replace(coloured=False))
    square = Area(((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0)))
    pictures = []
    for look in ("grey tower", "wall", "rubble", "tower"):
        field = Battlefield(4.0, 4.0, (Piece("a", "A", (square,), look=look, height=2.0),))
        pictures.append(relief.painted(Ground.of(field), 0.0, Frame(0.0, 4.0, 6.0, 24, 24)))
    assert pictures[0].tobytes() == pictures[1].tobytes() != pictures[2].tobytes()
    red, _green, blue = (int(part) for part in pictures[3][12, 12])
    assert blue > 2 * red, "a coloured look is painted in its own colour"
    hedge = Pattern("hedge", "Hedge", "tower", lines=(((-0.8, 0.0), (0.8, 0.0)),), width=0.8, height=3.0).piece
    assert [line.height for line in hedge.barricades] == [3.0]
    field = Battlefield(4.0, 4.0, (placed(hedge, 2.0, 2.0, 0),))
    picture = relief.painted(Ground.of(field), 0.0, Frame(0.0, 4.0, 6.0, 24, 24))
    red, _green, blue = (int(part) for part in picture[12, 12])
    assert blue > 2 * red, "and so are its barricades"


def test_a_measure_is_one_row(dummy_display: None, monkeypatch: pytest.MonkeyPatch) -> None:
    unit = lengths.Unit("{amount} mm", "{amount} millimetres", "millimetres", "millimetres", "mm", 25.4, 0, 100)
    monkeypatch.setitem(lengths.UNITS, "millimetres", unit)
    assert lengths.measures()["millimetres"] == "millimetres"
    assert lengths.typed_measures()["mm"] == "millimetres"
    lengths.show_in("millimetres")
    assert (lengths.tape(2.998), lengths.missing(2.998), lengths.length(2.998)) == ("76 mm", "77 mm", "76 mm")
    assert (lengths.coordinates(1.0, 2.0, 1), lengths.apart(), lengths.of_an_inch()) == ("25, 51", 100, 25.4)
    marks: list[object] = []
    monkeypatch.setattr(pygame.draw, "line", lambda *where: marks.append(where))
    table_art._paint_rim(pygame.Surface((240, 240)), Ground.of(Battlefield(10.0, 10.0)), 20.0, 20)
    assert len(marks) == 4 * 26, "on each edge, one for each centimetre"


def test_a_command_is_a_line_and_a_module_of_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def command() -> None:
        click.echo("three days")

    module = ModuleType("game.commands.age")
    vars(module)["command"] = command
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(cli.COMMANDS, "age", "How old a save is.")
    assert "How old a save is." in call("--help").output
    assert call("age").output == "three days\n"


def test_an_overlay_is_a_part_with_its_own_commands(
    window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    pressed, shown = list[str](), list[str]()

    class Rings(OverlayPart):
        def overlays(self) -> tuple[()]:
            return ()

        def draw(self, target: pygame.Surface) -> None:
            shown.append("rings")

        def commands(self) -> dict[str, Callable[[], None]]:
            return {"rings": lambda: pressed.append("rings")}

    listed = TableScene._overlays
    monkeypatch.setattr(TableScene, "_overlays", lambda scene: (*listed(scene), Rings(scene.focus)))
    monkeypatch.setitem(COMMANDS, "rings", Command("rings", "Rings of objectives", "ctrl+i"))
    driver = window(toy_session())
    driver.key("ctrl+i")
    assert pressed == ["rings"]
    assert shown
    shown.clear()
    monkeypatch.setattr(OverlayPart, "is_drawn", False)
    driver.tick()
    assert not shown, "one property hides an aid"
