"""The mutants of a module: small changes of its source, each of which a test should notice.

Conditions, comparisons, arithmetic, returned values, constants and removed calls are changed. Docstrings, annotations,
decorators, f-strings and texts for players are not. A change keeps the number of lines, so that a mutant's code can be
compared with the code it replaces.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARISONS: dict[type[ast.cmpop], tuple[str, tuple[str, ...]]] = {
    ast.Lt: (r"<", ("<=", ">=")),
    ast.LtE: (r"<=", ("<", ">")),
    ast.Gt: (r">", (">=", "<=")),
    ast.GtE: (r">=", (">", "<")),
    ast.Eq: (r"==", ("!=",)),
    ast.NotEq: (r"!=", ("==",)),
    ast.Is: (r"\bis\b", ("is not",)),
    ast.IsNot: (r"\bis\s+not\b", ("is",)),
    ast.In: (r"\bin\b", ("not in",)),
    ast.NotIn: (r"\bnot\s+in\b", ("in",)),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
GUTTED = "gutted"
"""The kind of a mutant with an empty function, or with another name in its data."""
ENTRY = "entry"
"""The kind of a mutant whose data lacks an entry."""
TEXTS = ("_", "N_", "ngettext", "of_unit", "keep", "cast", "TypeVar", "ParamSpec", "NewType")
"""Calls whose arguments are texts for players, or types."""


@dataclass(frozen=True)
class Mutant:
    """One change of one module: `new` stands for the bytes from `start` to `end`."""

    path: str
    """From the root of the project."""
    line: int
    kind: str
    start: int
    end: int
    new: str

    def source(self, original: bytes) -> bytes:
        """Return the module's source with the change in it."""
        return original[: self.start] + self.new.encode() + original[self.end :]

    def lines(self, original: bytes) -> tuple[str, str]:
        """Return the changed lines, before and after, without blanks around them: what names a mutant for good."""
        before, after = original.decode().splitlines(), self.source(original).decode().splitlines()
        last = original.count(b"\n", 0, self.end)
        first = original.count(b"\n", 0, self.start)
        return tuple(" ".join(" ".join(text[first : last + 1]).split()) for text in (before, after))  # type: ignore[return-value]

    def diff(self, original: bytes) -> str:
        """Return the change as a diff."""
        before, after = original.decode().splitlines(), self.source(original).decode().splitlines()
        lines = difflib.unified_diff(before, after, self.path, self.path, n=1, lineterm="")
        return "\n".join(list(lines)[2:])


def mutants(root: Path, folder: Path) -> list[Mutant]:
    """Return all mutants of a folder's modules (or of one module), in order."""
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]
    return [mutant for path in files for mutant in of_module(path.read_bytes(), path.relative_to(root).as_posix())]


def of_module(source: bytes, path: str) -> list[Mutant]:
    """Return all mutants of a module that compile, in order."""
    found = Finder(source, path).mutants
    return sorted((mutant for mutant in found if _compiles(mutant, source)), key=lambda each: (each.start, each.new))


def gutted(source: bytes, path: str) -> list[Mutant]:
    """Return the mutants in which a function does nothing, or data has another name or lacks an entry."""
    finder = Finder(source, path, small=False)
    return [mutant for mutant in finder.mutants if _compiles(mutant, source)]


def _compiles(mutant: Mutant, source: bytes) -> bool:
    try:
        ast.parse(mutant.source(source))
    except SyntaxError:
        return False
    return True


class Finder:
    """Looks through a module for what can be changed."""

    def __init__(self, source: bytes, path: str, small: bool = True) -> None:
        self.source = source
        self.path = path
        self.changes = self._changes if small else self._gutted
        self.starts = [0]
        for line in source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.mutants: list[Mutant] = []
        self._visit(ast.parse(source), in_function=False)

    def _visit(self, node: ast.AST, in_function: bool) -> None:
        if isinstance(node, ast.JoinedStr | ast.Assert | ast.Import | ast.ImportFrom) or _is_typing(node):
            return
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            return
        for start, end, kind, new in self.changes(node, in_function):
            line = self.source.count(b"\n", 0, start) + 1
            new += "\n" * (self.source.count(b"\n", start, end) - new.count("\n"))
            self.mutants.append(Mutant(self.path, line, kind, start, end, new))
        inside = in_function or isinstance(node, ast.FunctionDef | ast.Lambda)
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    self._visit(child, inside)

    def _changes(self, node: ast.AST, in_function: bool) -> Iterator[tuple[int, int, str, str]]:
        match node:
            case ast.Compare():
                yield from self._comparisons(node)
            case ast.BoolOp():
                word, other = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
                for left, right in zip(node.values, node.values[1:]):
                    yield from self._between(left, right, rf"\b{word}\b", "condition", other)
            case ast.BinOp() if in_function or not isinstance(node.op, ast.BitOr):
                sign, other = ARITHMETIC.get(type(node.op), ("", ""))
                if sign:
                    yield from self._between(node.left, node.right, re.escape(sign), "arithmetic", other)
            case ast.AugAssign():
                sign, other = ARITHMETIC[type(node.op)]
                yield from self._between(node.target, node.value, re.escape(sign + "="), "arithmetic", other + "=")
            case ast.UnaryOp(op=ast.Not()):
                yield (*self._span(node), "condition", f"({self._text(node.operand)})")
            case ast.UnaryOp(op=ast.USub()):
                yield (*self._span(node), "arithmetic", f"(+{self._text(node.operand)})")
            case ast.Constant(value=bool() | int() | float()):
                yield (*self._span(node), "constant", _other(node.value))
            case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
                yield from self._returned(value)
            case ast.Expr(value=ast.Call()):
                yield (*self._span(node), "call", "pass")
            case ast.Expr(value=ast.YieldFrom(value=ast.Call() as called)):
                yield (*self._span(called), "call", "()")
            case ast.If() | ast.While() | ast.IfExp():
                yield from self._negated(node.test)
            case ast.comprehension():
                for test in node.ifs:
                    yield from self._negated(test)
            case _:
                pass

    def _gutted(self, node: ast.AST, in_function: bool) -> Iterator[tuple[int, int, str, str]]:
        match node:
            case ast.FunctionDef(body=[ast.Expr(value=ast.Constant()), *rest]) | ast.FunctionDef(body=rest) if rest:
                yield self._span(rest[0])[0], self._span(rest[-1])[1], GUTTED, "return None"
            case ast.Constant(value=str(text)) if not in_function:
                yield (*self._span(node), GUTTED, repr(text + "~"))
            case ast.Call() if not in_function:
                for entry in node.keywords:
                    if entry.arg and not isinstance(entry.value, ast.Constant):
                        start = self.starts[entry.lineno - 1] + entry.col_offset
                        yield start, self._span(entry.value)[1], ENTRY, "**{}"
            case _:
                pass

    def _comparisons(self, node: ast.Compare) -> Iterator[tuple[int, int, str, str]]:
        for left, operator, right in zip([node.left, *node.comparators], node.ops, node.comparators):
            pattern, others = COMPARISONS[type(operator)]
            for other in others:
                yield from self._between(left, right, pattern, "comparison", other)
        for side in (node.left, *node.comparators):
            if isinstance(side, ast.Constant) and isinstance(side.value, str):
                yield (*self._span(side), "constant", repr(side.value + "~"))

    def _returned(self, value: ast.expr) -> Iterator[tuple[int, int, str, str]]:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield (*self._span(value), "return", "''" if value.value else "'~'")
        elif isinstance(value, ast.BoolOp):
            yield (*self._span(value), "return", f"(not ({self._text(value)}))")
        elif not isinstance(value, ast.Compare | ast.UnaryOp) and not _is_truth(value):
            yield (*self._span(value), "return", "(None" + self._lines(value) + ")")

    def _negated(self, test: ast.expr) -> Iterator[tuple[int, int, str, str]]:
        if not isinstance(test, ast.Compare | ast.Constant) and not _is_not(test):
            yield (*self._span(test), "condition", f"(not ({self._text(test)}))")

    def _between(
        self, left: ast.expr, right: ast.expr, pattern: str, kind: str, new: str
    ) -> Iterator[tuple[int, int, str, str]]:
        start, end = self._span(left)[1], self._span(right)[0]
        gap = re.sub(rb"#[^\n]*", lambda comment: b" " * len(comment.group()), self.source[start:end])
        place = re.search(pattern.encode(), gap)
        if place is not None:
            yield start + place.start(), start + place.end(), kind, new

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.starts[node.lineno - 1] + node.col_offset, self.starts[node.end_lineno - 1] + node.end_col_offset

    def _text(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return self.source[start:end].decode()

    def _lines(self, node: ast.expr) -> str:
        start, end = self._span(node)
        return "\n" * self.source.count(b"\n", start, end)


def _is_typing(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name in TEXTS
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__" | "__slots__")]):
            return True
        case ast.Subscript(value=ast.Name(id="Literal")):
            return True
        case _:
            return False


def _is_not(node: ast.expr) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_truth(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, bool)


def _other(value: object) -> str:
    if isinstance(value, bool):
        return str(not value)
    assert isinstance(value, int | float)
    return repr(value + 1)
