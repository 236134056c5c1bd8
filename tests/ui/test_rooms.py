"""The rooms of the window and its screens that open by name; who may import whom stands in `tests/test_house.py`."""

from __future__ import annotations

import ast
from pathlib import Path

from game import ui
from game.ui.menu.menu import ENTRIES, QUICK, QUIT
from game.ui.shell.router import SCREENS, factory
from tests.test_house import ROOMS

FOLDER = Path(ui.__file__).parent
RANKED = {*ROOMS["game.ui"].replace(">", " ").split()}


def modules() -> dict[str, Path]:
    """Every module of the window by its name below `game.ui`, "" for the window itself."""
    parts = {path: path.relative_to(FOLDER).with_suffix("").parts for path in FOLDER.rglob("*.py")}
    return {".".join(name[:-1] if name[-1] == "__init__" else name): path for path, name in parts.items()}


def test_every_room_has_its_step() -> None:
    assert {name.split(".")[0] for name in modules()} - {""} == RANKED


def test_every_room_says_what_lives_there_and_what_it_may_import() -> None:
    silent = []
    for room in {name.split(".")[0] for name in modules()} - {"", "app"}:
        told = ast.get_docstring(ast.parse((FOLDER / room / "__init__.py").read_text(encoding="utf-8"))) or ""
        if "May import" not in told:
            silent.append(room)
    assert silent == []


def test_every_screen_that_is_opened_by_name_can_be_made() -> None:
    assert all(callable(factory(name)) for name in SCREENS)


def test_every_entry_of_the_menu_is_a_screen() -> None:
    assert {entry.name for entry in ENTRIES} - {QUIT, QUICK} <= SCREENS.keys()


def test_every_name_by_which_a_screen_is_opened_is_known() -> None:
    opened = {
        node.args[0].value
        for path in modules().values()
        if "window.open" in (text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("window.open")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(opened) >= 5
    assert opened <= SCREENS.keys()
