"""What is recorded is the same number on every Python and every machine.

`sum` over floats differs between Python 3.11 and 3.12; `hypot`, `dist`, sines and the like may differ in their last bit
between machines; sets of texts have another order in every process. None of them may reach a value in an event.
"""

from __future__ import annotations

import ast
import math
import random
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from game.table.lattice import Position, distance

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("game/table", "game/engine", *(f"game/rulesets/{name}/rules" for name in ("godbreakers", "bushido", "aos4")))
"""Where what is recorded is made: the rules, and everything they ask."""
LOOSE = {"hypot", "dist", "sin", "cos", "tan", "atan", "atan2", "asin", "acos", "exp", "log", "time", "now", "set"}
"""Calls whose result may differ between machines or runs; `sum` over floats is looked for everywhere."""
ROUNDED = {"position", "snap", "round", "distance", "stored", "int", "len"}
"""Calls whose result is the same everywhere, whatever last bit they are given (a distance: given the same spots)."""
KEPT = {"x", "y", "at", "start", "end", "facing", "level", "radius"}
"""Attributes of what lies on the lattice: the spots of a state, of an answer, of a path."""
SUMS = {
    "game/table/terrain/battlefield.py": "how far a line runs inside a piece: compared with a tolerance, never recorded",
    "game/table/terrain/area.py": "which of two lists of stretches is shorter: the same sums on both sides",
}


@cache
def trees() -> dict[str, ast.Module]:
    paths = sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def called(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name
        case _:
            return ""


@cache
def floats() -> frozenset[str]:
    """Names of fields, arguments and functions that are floats somewhere below the window."""
    names = set()
    for tree in trees().values():
        for node in ast.walk(tree):
            match node:
                case ast.FunctionDef(name=name, returns=ast.Name(id="float")):
                    names.add(name)
                case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Name(id="float")):
                    names.add(name)
                case _:
                    pass
    return frozenset(names)


def float_sums() -> Iterator[str]:
    """Yield every built-in sum whose items name something that is a float."""
    for path, tree in trees().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "sum":
                item = node.args[0].elt if isinstance(node.args[0], ast.GeneratorExp | ast.ListComp) else node.args[0]
                if isinstance(item, ast.Compare | ast.BoolOp):
                    continue
                names = {each.attr for each in ast.walk(item) if isinstance(each, ast.Attribute)}
                names |= {called(each) for each in ast.walk(item) if isinstance(each, ast.expr)}
                names |= {each.id for each in ast.walk(item) if isinstance(each, ast.Name)}
                if names & (floats() | LOOSE | {"length"}):
                    yield f"{path}:{node.lineno} {ast.unparse(node)}"


if __name__ == "__main__":
    for each in float_sums():
        print(each)
