"""The program's own source as syntax trees, read once for all tests that look through it."""

from __future__ import annotations

import ast
import gc
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def walk(tree: ast.AST) -> list[ast.AST]:
    """Return the nodes of a tree, itself first, without those that only say whether a name is read or written."""
    nodes = [tree]
    for node in nodes:
        for value in vars(node).values():
            if isinstance(value, list):
                nodes += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                nodes.append(value)
    return nodes


@cache
def _modules() -> dict[Path, ast.Module]:
    """Every module of the program, kept from the garbage collector, which would look through a million nodes again."""
    gc.disable()
    try:
        modules = {path: ast.parse(path.read_text(encoding="utf-8")) for path in (ROOT / "game").rglob("*.py")}
        gc.freeze()
    finally:
        gc.enable()
    return modules


def tree(path: Path) -> ast.Module:
    """Return a module of the program."""
    return _modules()[path.resolve()]


@cache
def nodes(path: Path) -> list[ast.AST]:
    """Return the nodes of a module of the program."""
    return walk(tree(path))
