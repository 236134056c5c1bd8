"""Whether breaking the code of a rule fails a test of its id: mutants of the code that cites a rule, few for each."""

from __future__ import annotations

import ast
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tools.mutants import ROOT, Trial, Where, content
from tools.mutating.covering import Cache, Candidates, Covered, masks, tracer
from tools.mutating.forking import Forks, collected
from tools.mutating.mutations import GUTTED, Mutant, gutted, of_module

TRIES = 20
"""Mutants of a rule's code that are tried at most."""


class Shown(NamedTuple):
    """A test of a rule that failed when a line of the rule's code was broken."""

    rule: str
    test: str
    path: str
    before: str
    after: str


class Cited(NamedTuple):
    """A rule, the places of its code as (module, name), and the tests that cite it as (module, name)."""

    rule: str
    code: list[tuple[str, str]]
    tests: list[tuple[str, str]]


def lines_of(path: str, name: str) -> frozenset[int]:
    """Return the lines of a function, class or constant by its dotted name; without a name, those of the module.

    To a constant belong the functions and classes of its module that use it, to a row of it ("ROWS.Armour") itself.
    """
    if not name:
        return frozenset(range(1, content(path).count(b"\n") + 2))
    module = ast.parse(content(path))
    constant, _, row = name.partition(".")
    if constant.isupper() and row:
        return frozenset(
            line
            for table in module.body
            if constant_of(table) == constant
            for node in ast.walk(table)
            if isinstance(node, ast.Call) and row_of(node) == row
            for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
        )
    nodes: list[ast.AST] = [module]
    for part in name.split("."):
        nodes = [child for node in nodes for child in ast.iter_child_nodes(node) if _name_of(child) == part]
    found = nodes[:1]
    if found and constant_of(found[0]):
        found += [each for each in module.body if not constant_of(each) and _uses(each, name)]
    return frozenset(
        line
        for node in found
        if isinstance(node, ast.stmt)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )


def _uses(node: ast.AST, name: str) -> bool:
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(node))


def _name_of(node: ast.AST) -> str:
    return node.name if isinstance(node, ast.FunctionDef | ast.ClassDef) else constant_of(node)


def constant_of(node: ast.AST) -> str:
    """Return the name that an assignment gives to something, an empty string for anything else."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case _:
            return ""


def row_of(node: ast.AST) -> str:
    """Return the name of a row of a table, a call whose first argument is a text; an empty string for anything else."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr="of"),
            args=[ast.Constant(value=str(name)) | ast.Call(args=[ast.Constant(value=str(name))]), *_],
        ):
            return name
        case _:
            return ""


def is_of(test: str, cited: Cited) -> bool:
    """Return whether a test cites a rule: by its name, in itself, in its parameter, or in the example that it plays."""
    module, name = _called(test)
    speaks = re.search(rf"(?<!\w){re.escape(cited.rule)}(?!\w)", test) is not None
    example = test.rpartition("[")[2].rstrip("]").replace("-", "_").lower() + "_"
    return any(
        (module == where and (name == called or ("test_" not in called and speaks)))
        or (not _holds_tests(where) and called.startswith(example))
        for where, called in cited.tests
    )


def _holds_tests(module: str) -> bool:
    return module.rpartition("/")[2].startswith("test_")


def _called(test: str) -> tuple[str, str]:
    module, _, name = test.partition("::")
    return module, name.partition("[")[0].replace("::", ".")


class Tests:
    """The tests of rules, with the lines that they run."""

    def __init__(self, covered: Iterable[Covered]) -> None:
        self.by_module: dict[str, list[Covered]] = defaultdict(list)
        for each in covered:
            self.by_module[_called(each.test)[0]].append(each)

    def of(self, cited: Cited) -> list[Covered]:
        """Return the tests that a rule names, also as a parameter, or where there are none, those that cite it."""
        cites = tuple(module if _holds_tests(module) else module.rpartition("/")[0] for module, _ in cited.tests)
        modules = [module for module in self.by_module if module.startswith(cites)]
        citing = [each for module in modules for each in self.by_module[module] if is_of(each.test, cited)]
        plain = re.sub(r"\W+", "_", cited.rule).lower()
        name = re.compile(rf"test_(\w+_and_)?{plain}(_|\[|$)|test_.*\[(.*-)?{re.escape(cited.rule)}[-\]]")
        return [each for each in citing if name.match(each.test.rpartition("::")[2])] or citing


def breaking(rules: Iterable[Cited], cache: Cache, files: list[str], jobs: int, seconds: float) -> Iterator[Shown]:
    """Break the code of each rule until a test of its id fails, or nothing is left to try; yield what was shown."""
    every = list(rules)
    paths = frozenset(path for each in every for path, _ in each.code)
    tests = Tests(cache.read(files, paths))
    chances = {each.rule: chances_of(each, tests.of(each)) for each in every}
    wanted = {test.test.partition("::")[0] for left in chances.values() for _, chosen in left for test in chosen}
    traced = tracer(ROOT)
    shown: dict[str, Shown] = {}

    def trials(forks: Forks) -> None:
        traced.stop()
        trial = Trial(forks, masks(traced.get_data(), ROOT), seconds)
        for number in range(TRIES):
            now = {rule: left[number] for rule, left in chances.items() if rule not in shown and number < len(left)}
            children = (trial.child(rule, mutant, chosen) for rule, (mutant, chosen) in now.items())
            for rule, ending in forks.run(children, jobs):
                if ending.code and "::" in ending.said and not ending.said.startswith("ERROR"):
                    mutant = now[rule][0]
                    test = ending.said.split(" - ")[0].removeprefix("FAILED ")[:200]
                    shown[rule] = Shown(rule, test, mutant.path, *mutant.lines(content(mutant.path)))
            print(f"  round {number + 1}: {len(shown)} of {len(every)} rules shown", flush=True)

    if wanted:
        traced.start()
        collected(sorted(wanted), trials)
    yield from shown.values()


def chances_of(cited: Cited, tests: list[Covered]) -> list[tuple[Mutant, list[Covered]]]:
    """Return mutants of a rule's code, each with the tests of its id that may notice it: rows and rules first.

    Where none of them runs the line, all of them are asked: another test may have run it first for something kept.
    A module is broken anywhere only if no function, class or constant cites the rule.
    """
    where = Where(Candidates(ROOT, tests))
    small: list[tuple[Mutant, list[Covered]]] = []
    large: list[tuple[Mutant, list[Covered]]] = []
    rows: set[Mutant] = set()
    for path, name in [place for place in cited.code if place[1]] or cited.code:
        lines = lines_of(path, name)
        for mutant in changes(path):
            if mutant.line in lines and (chosen := where.tests(mutant) or tests):
                (large if mutant.kind == GUTTED else small).append((mutant, chosen))
                rows |= {mutant} if name.partition(".")[0].isupper() and "." in name else set()
    chance = random.Random(cited.rule)
    small, large = (
        sorted(chance.sample(every, len(every)), key=lambda each: (each[0] not in rows, "/rules/" not in each[0].path))
        for every in (small, large)
    )
    return [*small[: TRIES - 4], *large[:4]]


@cache
def changes(path: str) -> list[Mutant]:
    """Return the mutants of a module, and the large ones: empty functions, other names in data."""
    return [*of_module(content(path), path), *gutted(content(path), path)]


def read(file: Path) -> dict[str, Shown]:
    """Return what a file says was shown, by rule."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    rows = [Shown(*line.split("\t")) for line in lines if line and not line.startswith("#")]
    return {row.rule: row for row in rows}


def write(file: Path, shown: Iterable[Shown]) -> None:
    """Write what was shown, one rule a line."""
    head = "# rule, the test of its id that failed, the module, the line of it before and after; by --break\n"
    rows = ["\t".join(part.replace("\t", " ") for part in each) for each in sorted(shown)]
    file.write_text(head + "".join(f"{row}\n" for row in rows), encoding="utf-8")
