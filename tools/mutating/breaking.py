"""Whether breaking the code of a rule fails a test of its id: mutants of the code that cites a rule, few for each."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from tools.mutants import ROOT, Trial, content
from tools.mutating.covering import Cache, Candidates, Covered, masks, tracer
from tools.mutating.forking import Forks, collected
from tools.mutating.mutations import Mutant, mutants

TRIES = 8
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


def lines_of(path: str, name: str) -> range:
    """Return the lines of a function, method or class by its dotted name; none for a whole module."""
    nodes: list[ast.AST] = [ast.parse(content(path))]
    for part in name.split(".") if name else ():
        nodes = [
            child
            for node in nodes
            for child in ast.iter_child_nodes(node)
            if isinstance(child, ast.FunctionDef | ast.ClassDef) and child.name == part
        ]
    found = nodes[0] if nodes and name else None
    if isinstance(found, ast.FunctionDef | ast.ClassDef):
        return range(found.lineno, (found.end_lineno or found.lineno) + 1)
    return range(0)


def is_of(test: str, cited: Cited) -> bool:
    """Return whether a test cites a rule: by its name, in itself, or in the name of its parameter."""
    module, _, name = test.partition("::")
    plain = name.partition("[")[0].replace("::", ".")
    return any(
        module == where and (plain == called or (not called and cited.rule in name)) for where, called in cited.tests
    )


def breaking(rules: Iterable[Cited], cache: Cache, files: list[str], jobs: int, seconds: float) -> Iterator[Shown]:
    """Break the code of each rule until a test of its id fails, or nothing is left to try; yield what was shown."""
    every = list(rules)
    paths = frozenset(path for each in every for path, name in each.code if name)
    covered = list(cache.read(files, paths))
    chances = {each.rule: _chances(each, covered) for each in every}
    shown: list[Shown] = []
    traced = tracer(ROOT)

    def trials(forks: Forks) -> None:
        traced.stop()
        trial = Trial(forks, masks(traced.get_data(), ROOT), seconds)
        for number in range(TRIES):
            done = {each.rule for each in shown}
            now = {rule: left[number] for rule, left in chances.items() if rule not in done and number < len(left)}
            children = (trial.child(rule, mutant, tests) for rule, (mutant, tests) in now.items())
            for rule, ending in forks.run(children, jobs):
                if ending.code:
                    mutant = now[rule][0]
                    shown.append(
                        Shown(rule, ending.said.split(" - ")[0][:200], mutant.path, *mutant.lines(content(mutant.path)))
                    )
            print(f"  round {number + 1}: {len(shown)} of {len(every)} rules shown", flush=True)

    tests = {each.test.partition("::")[0] for left in chances.values() for _, chosen in left for each in chosen}
    if tests:
        traced.start()
        collected(sorted(tests), trials)
    yield from shown


def _chances(cited: Cited, covered: list[Covered]) -> list[tuple[Mutant, list[Covered]]]:
    """Return mutants of a rule's code that a test of its id runs, each with those tests."""
    candidates = Candidates(ROOT, [each for each in covered if is_of(each.test, cited)])
    chances: list[tuple[Mutant, list[Covered]]] = []
    for path, name in cited.code:
        lines = lines_of(path, name)
        able = [mutant for mutant in mutants(ROOT, ROOT / path) if mutant.line in lines] if lines else []
        chances += [(mutant, tests) for mutant in able if (tests := candidates.of_lines([(path, mutant.line)]))]
    random.Random(cited.rule).shuffle(chances)
    return chances[:TRIES]


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
