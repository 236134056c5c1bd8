"""The house rules: who may import whom, how long things may grow, what must never be named."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "game"
MODULES = sorted(GAME.rglob("*.py"))
LONGEST_MODULE = 400
LONGEST_FUNCTION = 60

FLOORS = {
    "game.table": 1,
    "game.engine": 2,
    "game.rulesets": 3,
    "game.players": 4,
    "game.lab": 4,
    "game.ui": 5,
    "game.commands": 6,
    "game.cli": 6,
    "game.__main__": 6,
}
"""A module imports only from its own floor and those below; what is not listed (`game.resources`) is the cellar."""

RULEBOOK_REGISTRY = "game.rulesets"
"""The one module that may name the rulebooks: it finds them by name when one is asked for."""


class Import(NamedTuple):
    line: int
    target: str


def dotted(path: Path) -> str:
    """The name under which a module is imported."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def floor(module: str) -> int:
    return max((level for name, level in FLOORS.items() if module == name or module.startswith(name + ".")), default=0)


def system(module: str) -> str | None:
    """The rulebook a module belongs to."""
    found = re.match(r"game\.rulesets\.(\w+)", module)
    return found[1] if found and (GAME / "rulesets" / found[1]).is_dir() else None


def imports(path: Path) -> Iterator[Import]:
    """Everything a module imports, at the top, inside functions, or by name through `import_module`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(node.lineno, alias.name)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                file = ROOT / whole.replace(".", "/")
                is_module = file.is_dir() or file.with_suffix(".py").exists()
                yield Import(node.lineno, whole if is_module else node.module)
        elif isinstance(node, ast.Constant) and re.fullmatch(r"game(\.\w+)+(:\w+)?", str(node.value)):
            yield Import(node.lineno, str(node.value).partition(":")[0])


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_a_module_imports_only_from_its_own_floor_and_below(path: Path) -> None:
    here = floor(dotted(path))
    climbs = [f"line {line}: {target}" for line, target in imports(path) if floor(target) > here]
    assert climbs == []


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_rulebooks_do_not_know_each_other(path: Path) -> None:
    module = dotted(path)
    if module == RULEBOOK_REGISTRY or floor(module) > floor(RULEBOOK_REGISTRY):
        return
    strangers = {target for _, target in imports(path) if system(target) not in (None, system(module))}
    assert strangers == set()


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_only_the_window_knows_pygame(path: Path) -> None:
    pygame = {target for _, target in imports(path) if target.split(".")[0] in ("pygame", "pygame_gui")}
    assert not pygame or dotted(path).startswith("game.ui"), f"imports {pygame}"


@pytest.mark.parametrize("path", MODULES, ids=dotted)
def test_only_its_own_rulebook_speaks_of_godbreakers(path: Path) -> None:
    if system(dotted(path)) == "godbreakers" or dotted(path) == RULEBOOK_REGISTRY:
        return
    lines = path.read_text(encoding="utf-8").splitlines()
    mentions = [
        f"line {number}: {line.strip()}" for number, line in enumerate(lines, 1) if "godbreaker" in line.lower()
    ]
    assert mentions == []


WORDS_OF_ONE_RULEBOOK = re.compile(
    r"\b(U|VP|[Cc]ircles?|[Ss]agas?|[Ww]ild|[Gg]odbreakers?|[Tt]riumphs?|[Cc]rucibles?|G-[A-Z]{2,4}(-\d+)?|Q\d{1,2})\b"
)
MEANT = {
    ("game/cli.py", "circle"): "the old name of a command",
    ("game/cli.py", "saga"): "the old name of a command",
    ("game/commands/campaign.py", "circle"): "the old name of an option",
    ("game/lab/html_report.py", "circle"): "an SVG element",
    ("game/rulesets/__init__.py", "godbreakers"): "the default rulebook",
    ("game/table/placing/settle.py", "circle"): "geometry",
    ("game/table/placing/settle.py", "circles"): "geometry",
    ("game/table/terrain/battlefield.py", "circles"): "geometry",
    ("game/ui/decisions/order.py", "U"): "a key",
    ("game/ui/model/campaign_files.py", "sagas"): "a folder that was always called so",
}
"""Words of one rulebook that a shared module may use, and in which other sense; `circle` in a name is geometry."""


def words(path: Path) -> Iterator[tuple[int, str]]:
    """Every word in the texts, docstrings and names of a module, with its line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from ((node.lineno, found[0]) for found in WORDS_OF_ONE_RULEBOOK.finditer(node.value))
        for name in (getattr(node, field, None) for field in ("id", "attr", "name", "arg")):
            if isinstance(name, str) and "circle" not in name.lower():
                parts = re.sub(r"([a-z])([A-Z])", r"\1 \2", name).replace("_", " ").lower()
                line = getattr(node, "lineno", 0)
                yield from ((line, found[0]) for found in WORDS_OF_ONE_RULEBOOK.finditer(parts.replace("vp", "VP")))


def test_shared_floors_speak_of_no_single_rulebook() -> None:
    shared = [path for path in MODULES if system(dotted(path)) is None]
    found = {(path.relative_to(ROOT).as_posix(), word): line for path in shared for line, word in words(path)}
    assert {f"{file}:{line}: {word}" for (file, word), line in found.items() if (file, word) not in MEANT} == set()
    assert set(MEANT) <= set(found), "an exception that nothing needs any more"


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tools").glob("*.py"))], ids=lambda path: path.stem)
def test_modules_and_functions_stay_short(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= LONGEST_MODULE
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    long = {node.name: node.end_lineno - node.lineno + 1 for node in functions if node.end_lineno is not None}
    assert {name: length for name, length in long.items() if length > LONGEST_FUNCTION} == {}


def files_of_the_project() -> list[Path]:
    """What is committed, as git tells; without git (an unpacked archive) everything in our own folders."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        folders = [ROOT / name for name in ("game", "tests", "tools", "maps", "assets", ".ci")]
        return [path for folder in folders for path in folder.rglob("*") if "__pycache__" not in path.parts]
    return [ROOT / name for name in listed.stdout.split("\0") if name]


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
print(sorted(name for name in sys.modules if name.split(".")[0] in ("pygame", "pygame_gui")))
"""
    assert run_python(code) == "[]"


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
