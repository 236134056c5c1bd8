"""The house rules: who may import whom, how long things may grow, what must never be named.

One test for each habit; it lists every offender.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sources import nodes, tree, walk

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "game"
MODULES = sorted(GAME.rglob("*.py"))
LONGEST_FUNCTION = 60

FLOORS = {
    "game.table": 1,
    "game.engine": 2,
    "game.rulesets": 3,
    "game.players": 4,
    "game.lab": 4,
    "game.api": 4,
    "game.doors": 4,
    "game.drills": 4,
    "game.play": 4,
    "game.ui": 5,
    "game.commands": 6,
    "game.cli": 6,
    "game.__main__": 6,
}
"""A module imports only from its own floor and those below; what is not listed (`game.resources`) is the cellar."""

ROOMS = {
    "game.table": "threat > layout > path > placing sight > reach > measuring > heights maps > terrain > documents"
    " > footprints > looks shapes > lattice facing valley",
    "game.engine": "questions > routes sighting > history > rosters > filling saving > campaigns sandbox > hidden"
    " > session > intents > plans > rulebook > core",
    "game.ui": "app > replay campaign sandbox drills editor > menu play rosters > dock > aids pages export score"
    " animation > arranging > decisions > board > shell > model > prefs > widgets",
    "game.rulesets.aos4": "ruleset > editing > ai > view > odds > rosters lesson new_game > rules > documents > words",
    "game.rulesets.bushido": "ruleset > editing rosters > ai view > odds > lesson new_game > rules > warbands > words",
    "game.rulesets.dropzone": "ruleset > editing rosters > ai view > odds > lesson new_game > rules > documents words",
    "game.rulesets.godbreakers": "ruleset > editing ai lesson > view > odds > sagas > new_game > rules > words",
}
"""The rooms of a floor, top to bottom: each imports only from those right of it, not from its neighbours between >."""

RULEBOOK_REGISTRY = "game.rulesets"
"""The one module that may name the rulebooks: it finds them by name when one is asked for."""


class Import(NamedTuple):
    line: int
    target: str


@cache
def dotted(path: Path) -> str:
    """The name under which a module is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {dotted(path) for path in MODULES}
NAMED = re.compile(r"game(\.\w+)+(:\w+)?")


@cache
def floor(module: str) -> int:
    return max((level for name, level in FLOORS.items() if within(module, name)), default=0)


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def system(module: str) -> str | None:
    """The rulebook a module belongs to."""
    found = re.match(r"game\.rulesets\.(\w+)", module)
    return found[1] if found and (GAME / "rulesets" / found[1]).is_dir() else None


@cache
def imports(path: Path) -> tuple[Import, ...]:
    """Everything a module imports: at the top, for types, inside functions, or by a name in a string."""
    return tuple(_imports(path))


def _imports(path: Path) -> Iterator[Import]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield Import(node.lineno, whole if whole in NAMES else node.module)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            yield Import(node.lineno, node.value.partition(":")[0])


def offences(path: Path, wrong: str) -> str:
    return f"{path.relative_to(ROOT)}: {wrong}"


def test_a_module_imports_only_from_its_own_floor_and_below() -> None:
    climbs = [
        offences(path, f"line {line}: {target}")
        for path in MODULES
        for line, target in imports(path)
        if floor(target) > floor(dotted(path))
    ]
    assert climbs == []


def test_no_file_imports_in_a_circle() -> None:
    """Not for types either; a door that is opened by name, as a string, is no import."""
    known = {dotted(path) for path in MODULES}
    graph: dict[str, set[str]] = {}
    for path in MODULES:
        lines = path.read_text(encoding="utf-8").splitlines()
        for line, target in imports(path):
            by_name = f'"{target}' in lines[line - 1]
            if target in known and target != dotted(path) and not by_name:
                graph.setdefault(dotted(path), set()).add(target)
    circle: list[str] = []
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        circle = found.args[1]
    assert circle == []


def test_no_folder_of_the_window_loads_its_own_modules() -> None:
    """Loading one of them begins the folder first, which would close a circle."""
    folders = [path for path in MODULES if path.name == "__init__.py" and within(dotted(path), "game.ui")]
    assert [offences(path, name) for path in folders for _, name in imports(path) if within(name, "game.ui")] == []


@pytest.mark.parametrize("package", ROOMS)
def test_the_rooms_of_a_floor_are_in_order(package: str) -> None:
    ranks = {room: rank for rank, rooms in enumerate(ROOMS[package].split(" > ")) for room in rooms.split()}

    def room(module: str) -> str:
        return module.removeprefix(package + ".").split(".")[0] if within(module, package) and module != package else ""

    there = {path.stem if path.is_file() else path.name for path in (ROOT / package.replace(".", "/")).iterdir()}
    assert set(ranks) <= there
    climbs = [
        offences(path, f"line {line}: {target}")
        for path in MODULES
        for line, target in imports(path)
        if (here := room(dotted(path))) in ranks and (other := room(target)) and other != here
        if ranks.get(other, -1) <= ranks[here]
    ]
    assert climbs == []


def test_folders_say_what_lives_there() -> None:
    packages = sorted({path.parent for path in MODULES})
    silent = [
        offences(folder, "says nothing") for folder in packages if not ast.get_docstring(tree(folder / "__init__.py"))
    ]
    rooms = [folder for folder in packages if any(within(dotted(folder / "x.py"), name) for name in FLOORS)]
    curt = [
        offences(folder, "says neither what lives there nor what it may import")
        for folder in rooms
        if "import" not in (ast.get_docstring(tree(folder / "__init__.py")) or "").lower()
    ]
    assert silent + curt == []


def test_rulebooks_do_not_know_each_other() -> None:
    strangers = [
        offences(path, f"line {line}: {target}")
        for path in MODULES
        for line, target in imports(path)
        if dotted(path) != RULEBOOK_REGISTRY
        and floor(dotted(path)) <= floor(RULEBOOK_REGISTRY)
        and system(target) not in (None, system(dotted(path)))
    ]
    assert strangers == []


def test_only_the_window_knows_pygame() -> None:
    window = [
        offences(path, f"line {line}: {target}")
        for path in MODULES
        for line, target in imports(path)
        if target.split(".")[0] == "pygame" and not within(dotted(path), "game.ui")
    ]
    assert window == []


def test_only_its_own_rulebook_speaks_of_godbreakers() -> None:
    mentions = [
        offences(path, f"line {number}: {line.strip()}")
        for path in MODULES
        if system(dotted(path)) != "godbreakers" and dotted(path) != RULEBOOK_REGISTRY
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "godbreaker" in line.lower()
    ]
    assert mentions == []


WORDS_OF_ONE_RULEBOOK = re.compile(
    r"\b(U|VP|[Cc]ircles?|[Ss]agas?|[Ww]ild|[Gg]odbreakers?|[Tt]riumphs?|[Cc]rucibles?|G-[A-Z]{2,4}(-\d+)?|Q\d{1,2})\b"
)
MEANT = {
    ("game/cli.py", "circle"): "the old name of a command",
    ("game/cli.py", "saga"): "the old name of a command",
    ("game/commands/campaign.py", "circle"): "the old name of an option",
    ("game/play/archive.py", "sagas"): "the folder of campaigns",
    ("game/lab/svg.py", "circle"): "an SVG element",
    ("game/rulesets/__init__.py", "godbreakers"): "the default rulebook",
    ("game/table/maps/formats/svg.py", "circle"): "an SVG element",
    ("game/table/placing/settle.py", "circle"): "geometry",
    ("game/table/placing/settle.py", "circles"): "geometry",
    ("game/ui/decisions/lists.py", "U"): "a key",
    ("game/ui/model/campaign_files.py", "sagas"): "a folder that was always called so",
}
"""Words of one rulebook that a shared module may use, and in which other sense; `circle` in a name is geometry."""


@cache
def words_in(name: str) -> tuple[str, ...]:
    """Every such word in a name, but for `circle`."""
    parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("_", " ").lower().replace("vp", "VP")
    return () if "circle" in parts else tuple(found[0] for found in WORDS_OF_ONE_RULEBOOK.finditer(parts))


def words(path: Path) -> Iterator[tuple[int, str]]:
    """Every word in the texts, docstrings and names of a module, with its line."""
    for node in nodes(path):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, found[0]) for found in WORDS_OF_ONE_RULEBOOK.finditer(node.value))
        for name in (getattr(node, field, None) for field in ("id", "attr", "name", "arg")):
            if isinstance(name, str):
                yield from ((getattr(node, "lineno", 0), word) for word in words_in(name))


def test_shared_floors_speak_of_no_single_rulebook() -> None:
    shared = [path for path in MODULES if system(dotted(path)) is None]
    found = {(path.relative_to(ROOT).as_posix(), word): line for path in shared for line, word in words(path)}
    assert {f"{file}:{line}: {word}" for (file, word), line in found.items() if (file, word) not in MEANT} == set()
    assert set(MEANT) <= set(found), "an exception that nothing needs any more"


def test_functions_stay_short() -> None:
    long: list[str] = []
    tools = {path: walk(ast.parse(path.read_text(encoding="utf-8"))) for path in sorted((ROOT / "tools").rglob("*.py"))}
    for path, whole in ({path: nodes(path) for path in MODULES} | tools).items():
        functions = [node for node in whole if isinstance(node, ast.FunctionDef)]
        sizes = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
        long += [offences(path, f"{name}: {size} lines") for name, size in sizes.items() if size > LONGEST_FUNCTION]
    assert long == []


def test_underscore_is_gettext_and_nothing_else() -> None:
    """`_`, `ngettext` and `N_` are called; none of them is a throwaway, a parameter or a function of ours."""
    names = {"_", "ngettext", "N_"}
    misused: list[str] = []
    for path in MODULES:
        if dotted(path) == "game.wording":
            continue
        for node in nodes(path):
            taken = (
                (isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load) and node.id in names)
                or (isinstance(node, ast.arg) and node.arg in names)
                or (isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name in names)
                or (isinstance(node, ast.alias) and node.asname in names)
            )
            if taken:
                misused.append(offences(path, f"line {getattr(node, 'lineno', 0)}"))
    assert misused == []


def files_of_the_project() -> list[Path]:
    """What is committed, as git tells; without git (an unpacked archive) everything in our own folders."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        folders = [ROOT / name for name in ("game", "tests", "tools", "maps", "assets", ".ci")]
        return [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return [ROOT / name for name in listed.stdout.split("\0") if name]


def test_lengths_are_formatted_in_their_own_module() -> None:
    """One formatted by hand shows inches to people who chose centimetres; commands, and a rulebook's sheets, may."""
    formatted = re.compile(r"""\.2f\b|\.\d[fg]['"]\)}″|:[.\dfg]+}″""")
    found = [
        offences(path, f"line {number}: {line.strip()}")
        for path in MODULES
        if path != GAME / "lengths.py" and GAME / "commands" not in path.parents
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if formatted.search(line) and not re.search(r"keep\(|square inches|\"\"\"", line)
    ]
    assert found == []


def test_nothing_committed_names_the_place_it_was_written_in() -> None:
    places = [b".lib" + b"rary", b"/wo" + b"rk/", b"/tmp/te" + b"am"]
    contents = {str(path.relative_to(ROOT)): path.read_bytes() for path in files_of_the_project() if path.is_file()}
    texts = {name: content for name, content in contents.items() if b"\0" not in content}
    assert len(texts) > 20
    found = [f"{name}: {place!r}" for name, text in texts.items() for place in places if place in text]
    assert found == []


def run_python(code: str) -> str:
    """What a fresh interpreter prints; its failure is the test's."""
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout.strip()


def test_headless_use_imports_no_pygame() -> None:
    names = [dotted(path) for path in MODULES if not dotted(path).startswith(("game.ui", "game.__main__"))]
    code = f"""
import importlib, sys
for name in {names!r}:
    importlib.import_module(name)
print(sorted(name for name in sys.modules if name.split(".")[0] == "pygame"))
"""
    assert run_python(code) == "[]"


def test_properties_found_once_take_no_lock_that_a_thread_could_wait_for() -> None:
    locked = [
        offences(path, "functools")
        for path in MODULES
        if "import cached_property" in path.read_text("utf-8")
        if path.name != "cached.py" and "from game.cached import cached_property" not in path.read_text("utf-8")
    ]
    assert locked == []


def test_help_imports_nothing_heavy() -> None:
    code = """
import sys
from game.cli import main
try:
    main(["--help"], standalone_mode=False)
finally:
    print("heavy:", sorted({"numpy", "shapely", "pydantic", "pymunk", "pygame"} & set(sys.modules)))
"""
    assert run_python(code).splitlines()[-1] == "heavy: []"


def test_the_menu_imports_no_geometry_and_no_rulebook(tmp_path: Path) -> None:
    code = f"""
import os, sys
os.environ.update(SDL_VIDEODRIVER="dummy", INCHWISE_HOME={str(tmp_path)!r})
from game.ui.app import open_window
from game.ui.menu import menu
from game.ui.shell.window import Window
screen = open_window((960, 600))
window = Window(screen.get_size())
window.go(menu.MenuScreen(window))
window.tick()
window.paint(screen)
heavy = ("numpy", "shapely", "game.engine.rulebook.ruleset", "platformdirs")
print("heavy:", [name for name in heavy if name in sys.modules], flush=True)
os._exit(0)
"""
    assert run_python(code).splitlines()[-1] == "heavy: []"
