"""Where each rule of The Godbreaker Saga lives: the code that cites it and the tests that show it.

`python tools/rule_coverage.py` writes the page; with `--check` it exits 1 where a rule is cited by no code or
shown by no test, or where the page is out of date. A test shows a rule when its name begins with the rule's id
(`test_g_eng_3_...`), or when the id stands in a string of it: a docstring, a parameter, an expected rule.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game import rulesets  # noqa: E402
from game.rulesets.godbreakers.words.rule_text import all_rules  # noqa: E402

RULEBOOK = ROOT / "game" / "rulesets" / "godbreakers"
rulesets.load("godbreakers")
RULES = tuple(all_rules())
"""The project's own list of rule ids: numbered ones, rulings, and what traits and scenarios bring with them."""

PAGE = RULEBOOK / "COVERAGE.md"
CODE, TESTS = ROOT / "game", ROOT / "tests"
CITATION = re.compile(r"\b(?:G(?:-[A-Z0-9]+)+|[QEH]\d+a?)\b")
RANGE = re.compile(r"\b(G-[A-Z]+-|[QH])(\d+)\.\.(\d+)\b")
EXAMPLES = tuple(f"E{number}" for number in range(1, 23))
"""The worked examples: shown by tests, cited by no code."""


NO_WITNESSES = ("test_wording.py", "test_rule_coverage.py", "reference.py", "test_reference.py")
"""They speak of ids, not of rules."""


class Place(NamedTuple):
    """A module and the class, function or test in it."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"`{self.module}` {self.name}".rstrip()


def cited(text: str) -> Iterator[str]:
    """Yield every id in a text, those of a range such as G-MEAS-1..6 one by one."""
    yield from CITATION.findall(text)
    for family, first, last in RANGE.findall(text):
        yield from (f"{family}{number}" for number in range(int(first), int(last) + 1))


def named(function: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the ids that a test's name begins with, the longest each: test_g_tbl_7_and_q25_dropped names two."""
    parts = function.removeprefix("test_").split("_")
    while parts:
        for length in range(len(parts), 0, -1):
            identity = "-".join(parts[:length]).upper().replace("Q3A", "Q3a")
            if identity in known:
                yield identity
                break
        else:
            return
        parts = parts[length:]
        if parts[:1] != ["and"]:
            return
        parts = parts[1:]


def citations(path: Path, known: frozenset[str]) -> Iterator[tuple[str, Place]]:
    """Yield every known id that a module cites, with where: its strings, and the names of its tests."""
    module = path.relative_to(ROOT).as_posix()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    definitions = (ast.FunctionDef, ast.ClassDef)

    def walk(node: ast.AST, name: str) -> Iterator[tuple[str, Place]]:
        for child in ast.iter_child_nodes(node):
            inner = name
            if isinstance(child, definitions):
                inner = f"{name}.{child.name}" if name else child.name
                if child.name.startswith("test_"):
                    yield from ((identity, Place(module, inner)) for identity in named(child.name, known))
            elif isinstance(child, ast.Constant) and isinstance(child.value, str):
                yield from ((identity, Place(module, name)) for identity in cited(child.value) if identity in known)
            yield from walk(child, inner)

    yield from walk(tree, "")


def gather(folder: Path, known: frozenset[str]) -> dict[str, list[Place]]:
    """Return where each id is cited in a folder's modules, each place once."""
    found: dict[str, dict[Place, None]] = {identity: {} for identity in known}
    for path in sorted(folder.rglob("*.py")):
        if path.name not in NO_WITNESSES:
            for identity, place in citations(path, known):
                found[identity][place] = None
    return {identity: list(places) for identity, places in found.items()}


class Coverage(NamedTuple):
    """Where the ids are cited in code and shown by tests."""

    code: dict[str, list[Place]]
    tests: dict[str, list[Place]]

    def gaps(self) -> list[str]:
        """Say of each rule that it lacks code or a test, of each example that it lacks a test."""
        lacking = [f"{each}: no code cites it" for each in RULES if not self.code[each]]
        return [*lacking, *(f"{each}: no test shows it" for each in (*RULES, *EXAMPLES) if not self.tests[each])]


def coverage() -> Coverage:
    """Look through all code and all tests."""
    known = frozenset((*RULES, *EXAMPLES))
    return Coverage(gather(CODE, known), gather(TESTS, known))


def page(found: Coverage) -> str:
    """Return the page: a table of modules by rule."""
    lines = [
        "# Where every rule lives",
        "",
        "Written by `python tools/rule_coverage.py`; each id with the modules that cite it and the tests that show it.",
        "",
        "| rule | code | tests |",
        "|---|---|---|",
        *(f"| {each} | {_modules(found.code[each])} | {_modules(found.tests[each])} |" for each in RULES),
        *(f"| {each} | worked example | {_modules(found.tests[each])} |" for each in EXAMPLES),
    ]
    return "\n".join(lines) + "\n"


def _modules(places: list[Place]) -> str:
    """The modules of some places by their file names, each once."""
    names = [
        place.module.removeprefix("game/rulesets/godbreakers/").removeprefix("tests/rulesets/godbreakers/")
        for place in places
    ]
    return ", ".join(dict.fromkeys(names)) or "**none**"


def main(arguments: list[str]) -> int:
    """Write the page, or check; `--list ID` prints every place of one id."""
    found = coverage()
    if arguments[:1] == ["--list"]:
        for identity in arguments[1:]:
            print(identity, *(f"  {place}" for side in found for place in side.get(identity, [])), sep="\n")
        return 0
    gaps = found.gaps()
    if "--check" in arguments:
        if not PAGE.exists() or PAGE.read_text(encoding="utf-8") != page(found):
            gaps.append(f"{PAGE.relative_to(ROOT)} is out of date: run python tools/rule_coverage.py")
        print("\n".join(gaps) or f"{len(RULES)} rules and {len(EXAMPLES)} examples: all cited, all shown")
        return 1 if gaps else 0
    PAGE.write_text(page(found), encoding="utf-8")
    print(f"{PAGE.relative_to(ROOT)} written", *gaps, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
