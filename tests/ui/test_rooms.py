"""The rooms of the window: who may import whom, screens that open by name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from game import ui
from game.ui.menu.menu import ENTRIES, QUICK, QUIT
from game.ui.shell.router import SCREENS, factory

ROOMS = [
    ("app",),
    ("replay", "campaign", "sandbox", "drills", "editor"),
    ("menu", "play", "rosters"),
    ("dock",),
    ("aids", "pages", "export", "score", "animation"),
    ("arranging",),
    ("decisions",),
    ("board",),
    ("shell",),
    ("model",),
    ("prefs",),
    ("widgets",),
]
"""The rooms of `game.ui`, top to bottom: each imports only from lower steps, and none from its own step but itself."""

FOLDER = Path(ui.__file__).parent
RANKS = {room: rank for rank, step in enumerate(ROOMS) for room in step}


def modules() -> dict[str, Path]:
    """Every module of the window by its name below `game.ui`, "" for the window itself."""
    parts = {path: path.relative_to(FOLDER).with_suffix("").parts for path in FOLDER.rglob("*.py")}
    return {".".join(name[:-1] if name[-1] == "__init__" else name): path for path, name in parts.items()}


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules of the window that a module imports: at its top, inside functions, or for types only."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            whole = [f"{node.module}.{alias.name}" for alias in node.names]
            names = [name if name.removeprefix("game.ui.") in known else str(node.module) for name in whole]
        else:
            continue
        yield from (name.removeprefix("game.ui.") for name in names if name.startswith("game.ui."))


def graph() -> dict[str, set[str]]:
    """Which module imports which."""
    known = modules()
    return {name: set(imported(path, known)) - {name} for name, path in known.items()}


def test_every_room_has_its_step() -> None:
    assert {name.split(".")[0] for name in modules()} - {""} == set(RANKS)


def test_rooms_import_only_from_lower_steps() -> None:
    climbs = [
        f"{name} imports {target}"
        for name, targets in graph().items()
        for target in targets
        if (here := name.split(".")[0]) != (there := target.split(".")[0]) and here and RANKS[there] <= RANKS[here]
    ]
    assert climbs == []


def test_no_module_imports_itself_by_way_of_others() -> None:
    left = graph()
    while leaves := [name for name, targets in left.items() if not targets & left.keys()]:
        for name in leaves:
            del left[name]
    assert sorted(left) == []


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
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func).endswith("window.open")
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(opened) >= 5
    assert opened <= SCREENS.keys()
