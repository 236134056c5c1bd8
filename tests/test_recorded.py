"""What is recorded is the same number on every Python and every machine.

`sum` over floats differs between Python 3.11 and 3.12; `hypot`, `dist`, sines and the like may differ in their last bit
between machines; sets of texts have another order in every process. None of them may reach a value in an event.
"""

from __future__ import annotations

import ast
import math
import pathlib
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache

import pytest

from game.engine.saving.loading import _difference_of
from game.table.lattice import distance, position, snap
from game.table.path.path import Path
from tests.sources import nodes, walk

ROOT = pathlib.Path(__file__).resolve().parents[1]
RULES = tuple(f"game/rulesets/{name}/rules" for name in ("godbreakers", "bushido", "aos4", "dropzone"))
FOLDERS = ("game/table", "game/engine", *RULES)
"""Where what is recorded is made: the rules, and everything they ask."""
LOOSE = {"hypot", "dist", "sin", "cos", "tan", "atan", "atan2", "asin", "acos", "exp", "log", "degrees", "radians"}
"""Calls whose last bit may differ between machines."""
ROUNDED = {"position", "snap", "round", "distance", "int", "len", "bool", "str"}
"""Calls whose result is the same, whatever last bit their arguments have."""
KEPT = {".x", ".y", ".radius"}
"""Attributes of what is on the table: spots on the lattice and the size of a base."""
WHOLE = {
    "game/engine/core/odds.py": "cases times weights, all whole numbers",
    "game/engine/history/fairness.py": "a number of the report on dice, never recorded",
    "game/engine/history/luck.py": "a number of the report on luck, never recorded",
    "game/rulesets/aos4/rules/attacks/batch.py": "faces of dice",
    "game/rulesets/aos4/rules/attacks/assigning.py": "numbers of attacks",
    "game/rulesets/aos4/rules/core/attacking.py": "faces of dice",
    "game/rulesets/aos4/rules/core/moves.py": "faces of dice",
    "game/rulesets/aos4/rules/effects.py": "faces of dice",
    "game/rulesets/aos4/rules/objectives.py": "control scores",
    "game/rulesets/dropzone/rules/close_quarters/choosing.py": "damage points",
    "game/rulesets/dropzone/rules/close_quarters/fighting.py": "damage points",
    "game/rulesets/dropzone/rules/shooting/declaring.py": "faces of dice",
}
"""Modules whose sums only look as if they were over floats, with the reason."""
NO_CLOCK = {"time", "datetime"}
CLOCKS = {
    "game/engine/saving/records.py": "when a best result was reached: of a person's list, not of a game",
    "game/engine/saving/autosaves.py": "names of files",
    "game/engine/saving/saves.py": "when a game was saved: beside the game, not compared",
}
"""Modules that may know the time, with the reason."""


@cache
def modules() -> dict[str, list[ast.AST]]:
    """The nodes of each module."""
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): nodes(path) for path in paths}


def called(node: ast.AST) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


# -- sums ------------------------------------------------------------------------------------------


@cache
def floats() -> frozenset[str]:
    """Names of fields, arguments and functions that are floats somewhere below the window."""
    names = set()
    for module in modules().values():
        for node in module:
            match node:
                case ast.FunctionDef(name=name, returns=ast.Name(id="float")):
                    names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="float")):
                    names.add(name)
                case _:
                    pass
    return frozenset(names)


def float_sums(module: Iterable[ast.AST]) -> Iterator[ast.Call]:
    """Yield every built-in sum whose items name something that is a float."""
    for node in module:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum":
            item = node.args[0].elt if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp) else node.args[0]
            if isinstance(item, ast.Compare | ast.BoolOp):
                continue
            names = {each.attr for each in ast.walk(item) if isinstance(each, ast.Attribute)}
            names |= {each.id for each in ast.walk(item) if isinstance(each, ast.Name)}
            if names & (floats() | LOOSE | {"length", "area", "axis"}):
                yield node


def test_no_sum_over_floats_is_python_s_own() -> None:
    lines = {path: [f"{path}:{node.lineno}" for node in float_sums(module)] for path, module in modules().items()}
    assert [line for path, places in lines.items() if path not in WHOLE for line in places] == []
    assert [path for path in WHOLE if not lines[path]] == []


def test_a_sum_over_floats_is_seen() -> None:
    code = (
        "sum(math.dist(a, b) for a, b in pairwise(points))\nsum(leg.inches for leg in legs)\nsum(x > 1 for x in them)"
    )
    assert [node.lineno for node in float_sums(walk(ast.parse(code)))] == [1, 2]


# -- what reaches an event -------------------------------------------------------------------------


@cache
def events() -> dict[str, frozenset[str]]:
    """The fields of events that hold floats, by the name of the event."""
    fields: dict[str, frozenset[str]] = {}
    for folder in RULES:
        for node in modules()[f"{folder}/events.py"]:
            if isinstance(node, ast.ClassDef):
                held = {
                    each.target.id
                    for each in node.body
                    if isinstance(each, ast.AnnAssign)
                    and isinstance(each.target, ast.Name)
                    and "float" in ast.unparse(each.annotation)
                }
                if held:
                    fields[node.name] = fields.get(node.name, frozenset()) | held
    return fields


@cache
def definitions() -> dict[str, list[ast.FunctionDef]]:
    """Functions, methods and properties by name; those that return no number, no spot and no list are left out."""
    by_name: dict[str, list[ast.FunctionDef]] = defaultdict(list)
    for module in modules().values():
        for node in module:
            if isinstance(node, ast.FunctionDef) and "float" in ast.unparse(node.returns or ast.Constant("")):
                by_name[node.name].append(node)
    return by_name


def assigned(name: str, function: ast.AST) -> Iterator[ast.expr]:
    """Yield what a local name is given in a function."""
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=targets, value=value):
                if any(isinstance(each, ast.Name) and each.id == name for to in targets for each in ast.walk(to)):
                    yield value
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                yield value
            case ast.AugAssign(target=ast.Name(id=target), value=value) if target == name:
                yield value
            case _:
                pass


def loose(expression: ast.AST, function: ast.AST, seen: set[object]) -> Iterator[str]:
    """Yield the calls whose last bit may differ and that reach an expression unrounded."""
    name = called(expression)
    if name in ROUNDED:
        return
    if name in LOOSE or (name == "sum" and list(float_sums(walk(expression)))):
        yield f"line {expression.lineno}: {ast.unparse(expression)}"  # type: ignore[attr-defined]
    key = expression.id if isinstance(expression, ast.Name) else name
    if isinstance(expression, ast.Attribute):
        key = f".{expression.attr}"
    if key and key not in KEPT and (key, function) not in seen:
        seen.add((key, function))
        if isinstance(expression, ast.Name):
            for value in assigned(expression.id, function):
                yield from loose(value, function, seen)
        for other in definitions().get(key.removeprefix("."), []):
            if isinstance(expression, ast.Call) or (isinstance(expression, ast.Attribute) and _is_property(other)):
                for node in ast.walk(other):
                    if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
                        yield from loose(node.value, other, seen)
    chosen_by = [
        *getattr(expression, "ifs", ()),
        getattr(expression, "test", None),
    ]  # they choose a value, not its bits
    for child in ast.iter_child_nodes(expression):
        if child not in chosen_by:
            yield from loose(child, function, seen)


def _is_property(function: ast.FunctionDef) -> bool:
    return any("property" in ast.unparse(each) for each in function.decorator_list)


def recorded(path: str, module: Iterable[ast.AST]) -> Iterator[str]:
    """Yield what reaches an event of a module and may differ."""
    functions = [node for node in module if isinstance(node, ast.FunctionDef)]
    for node in module:
        held = events().get(called(node), frozenset())
        for keyword in node.keywords if isinstance(node, ast.Call) and held else ():
            if keyword.arg in held:
                around = [each for each in functions if each.lineno <= node.lineno <= (each.end_lineno or 0)]  # type: ignore[attr-defined]
                for line in (line for function in around for line in loose(keyword.value, function, set())):
                    yield f"{path}:{node.lineno} {keyword.arg}: {line}"  # type: ignore[attr-defined]


def test_no_length_in_an_event_hangs_on_a_last_bit() -> None:
    assert {"Moved", "Displaced", "ReachedNobody"} <= events().keys()
    assert [line for path, module in modules().items() for line in recorded(path, module)] == []


@pytest.mark.parametrize(
    "value",
    [
        "math.dist(start, end)",
        "way.inches",
        "far",
        "min(near(one, other) for other in them)",
        "game.positions.gap(a, b)",
    ],
)
def test_a_length_that_hangs_on_a_last_bit_is_seen(value: str) -> None:
    code = f"def move():\n    far = 1 + math.hypot(x, y)\n    game.emit(events.Moved(model=1, inches={value}))"
    code += "\ndef near(one, other) -> float:\n    return np.hypot(*apart(one, other))"
    definitions()["near"] = [each for each in ast.walk(ast.parse(code)) if getattr(each, "name", "") == "near"]  # type: ignore[misc]
    assert list(recorded("a module", walk(ast.parse(code))))


# -- time and order --------------------------------------------------------------------------------


def test_nothing_that_is_recorded_knows_the_time() -> None:
    known = {
        path
        for path, module in modules().items()
        for node in module
        if (isinstance(node, ast.Import) and NO_CLOCK & {each.name for each in node.names})
        or (isinstance(node, ast.ImportFrom) and node.module in NO_CLOCK)
    }
    assert known == CLOCKS.keys()


ORDERLESS = {
    "game/engine/core/pools.py": "the product of whole numbers",
}
"""Modules that may go through a set, with the reason."""


def in_the_order_of_a_set(module: Iterable[ast.AST]) -> Iterator[int]:
    """Yield the lines that go through a set in its own order; another set may be made so."""
    unordered = {id(each) for node in module if isinstance(node, ast.SetComp) for each in node.generators}
    for node in module:
        if id(node) in unordered:
            continue
        walked: list[ast.expr] = []
        if isinstance(node, ast.For | ast.comprehension):
            walked = [node.iter]
        elif called(node) in ("list", "tuple", "enumerate", "iter", "next", "dict.fromkeys"):
            walked = node.args[:1]  # type: ignore[attr-defined]
        for each in walked:
            if isinstance(each, ast.Set | ast.SetComp) or called(each) in ("set", "frozenset"):
                yield each.lineno


def test_the_order_of_a_set_is_seen() -> None:
    code = (
        "for a in {b for b in {1, 2}}: pass\nlist(set(them))\nfor a in sorted({1, 2}): pass\n[a for a in frozenset(x)]"
    )
    assert [*in_the_order_of_a_set(walk(ast.parse(code)))] == [1, 2, 4]


def test_nothing_goes_through_a_set_in_its_own_order() -> None:
    lines = {path: [f"{path}:{line}" for line in in_the_order_of_a_set(module)] for path, module in modules().items()}
    assert [line for path, places in lines.items() if path not in ORDERLESS for line in places] == []


# -- the numbers -----------------------------------------------------------------------------------


def test_a_recorded_distance_is_the_float_nearest_to_the_truth() -> None:
    rng = random.Random(1)
    for _ in range(2000):
        one, other = ((snap(rng.uniform(0, 60)), snap(rng.uniform(0, 60))) for _ in range(2))
        found = Fraction(distance(one, other))
        square = Fraction(other[0] - one[0]) ** 2 + Fraction(other[1] - one[1]) ** 2
        below, above = (Fraction(math.nextafter(float(found), to)) for to in (0.0, math.inf))
        assert ((found + below) / 2) ** 2 <= square <= ((found + above) / 2) ** 2
    assert distance((1.0, 1.0), (1.0, 1.0)) == 0.0


def test_a_recorded_path_is_as_long_as_its_legs() -> None:
    path = Path.through([(0, 0), (3, 4), (3, 10), (0.1, 10.2)])
    assert path.recorded == math.fsum([5.0, 6.0, distance(position(3, 10), position(0.1, 10.2))])
    arc = Path.through([(0, 0), (2, 0)], [math.pi / 2])
    assert arc.recorded == round(arc.inches, 9) == pytest.approx(2 / math.sqrt(2) * math.pi / 2)


def test_older_records_may_differ_in_a_last_bit_and_in_no_more() -> None:
    recorded_: dict[str, object] = {"event": "Moved", "inches": 0.1 + 0.2, "legs": [[1.0, 2.0]], "model": "a"}
    assert _difference_of(recorded_, recorded_ | {"inches": 0.3}) == ""
    changes: list[dict[str, object]] = [{"inches": 0.3001}, {"legs": [[1.0, 2.1]]}, {"legs": []}, {"model": "b"}]
    changes.append({"inches": None})
    for change in changes:
        assert _difference_of(recorded_, recorded_ | change) != ""
