"""Where each rule of a rulebook lives: the code that cites it and the tests that show it.

    python tools/rule_coverage.py                  write the page of every rulebook here that has a digest of its rules
    python tools/rule_coverage.py --check          exit 1 where a rule has no code, no test, or none that shows it
    python tools/rule_coverage.py --list G-ENG-3   every place of one id
    python tools/rule_coverage.py --ruleset NAME …  of these listed rulebooks alone

    python tools/rule_coverage.py --break          break the code of each rule; a test of its id must fail

A test cites a rule when its name begins with the rule's id (`test_g_eng_3_...`), or when the id stands in a string of
it: a docstring, a parameter, an expected rule. A rule is shown if a test that cites it fails when the code that cites
it is broken: `--break` tries this (it takes long) and keeps the outcome in SHOWN.tsv beside the page. `--check` fails
for a rule that is not there.
"""

from __future__ import annotations

import argparse
import ast
import gc
import inspect
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game import rulesets  # noqa: E402
from tools import mutants  # noqa: E402
from tools.mutating import breaking, covering  # noqa: E402

RULES = tuple(rule.id for rule in rulesets.load(rulesets.DEFAULT).rules())
"""The built-in rulebook's rule ids: numbered ones, rulings, and those of traits and scenarios."""
CODE, TESTS = ROOT / "game", ROOT / "tests"
CITATION = re.compile(r"\b(?:G(?:-[A-Z0-9]+)+|[QEH]\d+a?)\b")
RANGE = re.compile(r"\b(G-[A-Z]+-|[QH])(\d+)\.\.(\d+)\b")
PLACE = re.compile(r"([\w.]+):([\w.]+)")
"""A text of a table that gives an id a place of its own."""
EXAMPLES = tuple(f"E{number}" for number in range(1, 23))
"""The worked examples of the built-in rulebook: shown by tests, cited by no code."""
EXAMPLES_OF = {
    rulesets.DEFAULT: EXAMPLES,
    "bushido": tuple(f"EX-{number}" for number in range(1, 42)),
    "aos4": tuple(f"W-{number:02}" for number in range(1, 50)),
    "dropzone": tuple(f"X-{number:02}" for number in range(1, 51)),
}
"""The worked examples of each rulebook that has any."""
NO_WITNESSES = ("test_wording.py", "test_rule_coverage.py", "reference.py", "test_reference.py")
"""They speak of ids, not of rules."""


class Place(NamedTuple):
    """A module and the class, function or test in it."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"`{self.module}` {self.name}".rstrip()


def cited(text: str) -> Iterator[str]:
    """Yield every id of the built-in rulebook in a text, those of a range such as G-MEAS-1..6 one by one."""
    yield from CITATION.findall(text)
    for family, first, last in RANGE.findall(text):
        yield from (f"{family}{number}" for number in range(int(first), int(last) + 1))


def named(function: str, known: frozenset[str]) -> Iterator[str]:
    """Yield the ids that a test's name begins with, the longest each: test_g_tbl_7_and_q25_dropped names two."""
    parts, by_name = function.removeprefix("test_").split("_"), _by_name(known)
    while parts:
        for length in range(len(parts), 0, -1):
            identity = by_name.get("_".join(parts[:length]))
            if identity is not None:
                yield identity
                break
        else:
            return
        parts = parts[length:]
        if parts[:1] != ["and"]:
            return
        parts = parts[1:]


@cache
def _by_name(known: frozenset[str]) -> dict[str, str]:
    return {re.sub(r"\W+", "_", identity).lower(): identity for identity in known}


class Said(NamedTuple):
    """A string of a module or the name of one of its tests, with the class, function, test or constant it is in."""

    text: str
    name: str
    is_test: bool


@cache
def said(path: Path) -> tuple[Said, ...]:
    """Return the strings and the names of tests of a module, in order: read once for all rulebooks."""
    found: list[Said] = []
    nodes: list[tuple[ast.AST, str]] = [(ast.parse(path.read_text(encoding="utf-8")), "")]
    while nodes:
        node, name = nodes.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}" if name else node.name
            if node.name.startswith("test_"):
                found.append(Said(node.name, name, is_test=True))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.append(Said(node.value, name, is_test=False))
        elif name.isupper() and breaking.row_of(node):
            name = f"{name}.{breaking.row_of(node)}"
        nodes += _with_names(node, name)[::-1]
    return tuple(found)


def _with_names(node: ast.AST, name: str) -> list[tuple[ast.AST, str]]:
    """Return the parts of a node with their names: a module's constants name what is in them and the text below."""
    parts: list[tuple[ast.AST, str]] = []
    above = ""
    for child in ast.iter_child_nodes(node):
        constant = breaking.constant_of(child) if isinstance(node, ast.Module) else ""
        is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
        parts.append((child, constant or (above if is_text else "") or name))
        above = constant
    return parts


@cache
def carried_out(path: Path) -> tuple[tuple[str, Path, str], ...]:
    """Return the ids that a table of a module gives a place of their own: "turn.ending:score", ".above:it"."""
    found = []
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if re.search(f'"{PLACE.pattern}"', text) else ():
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values):
                if isinstance(key, ast.Constant) and isinstance(value, ast.Constant):
                    place = PLACE.fullmatch(str(value.value))
                    module = path.parent.joinpath(*(part or ".." for part in place[1].split("."))) if place else path
                    files = (module.with_suffix(".py").resolve(), (module / "__init__.py").resolve())
                    found += [(str(key.value), file, place[2]) for file in files if place and file.exists()]
    return tuple(found)


def citations(
    path: Path, known: frozenset[str], find: Callable[[str], Iterable[str]] = cited
) -> Iterator[tuple[str, Place]]:
    """Yield every known id in a module with its place: `find` looks in strings; names of tests count too."""
    yield from ((rule, Place(shown(file), name)) for rule, file, name in carried_out(path) if rule in known)
    module = shown(path)
    for text, name, is_test in said(path):
        ids = named(text, known) if is_test else (identity for identity in find(text) if identity in known)
        yield from ((identity, Place(module, name)) for identity in ids)


def shown(path: Path) -> str:
    """Return a path as the page shows it: from the root of this project, where it is within."""
    return (path.relative_to(ROOT) if path.is_relative_to(ROOT) else path).as_posix()


def gather(folder: Path, known: frozenset[str], find: Callable[[str], Iterable[str]] = cited) -> dict[str, list[Place]]:
    """Return where each id is cited in a folder's modules, each place once."""
    found: dict[str, dict[Place, None]] = {identity: {} for identity in known}
    for path in sorted(folder.rglob("*.py")):
        if path.name not in NO_WITNESSES:
            for identity, place in citations(path, known, find):
                found[identity][place] = None
    return {identity: list(places) for identity, places in found.items()}


class Coverage(NamedTuple):
    """Where the ids are cited in code and shown by tests."""

    code: dict[str, list[Place]]
    tests: dict[str, list[Place]]
    rules: tuple[str, ...] = RULES
    examples: tuple[str, ...] = EXAMPLES

    def gaps(self) -> list[str]:
        """Return a line for each rule without code or a test, and for each example without a test."""
        lacking = [f"{each}: no code cites it" for each in self.rules if not self.code[each]]
        shown_by_tests = (*self.rules, *self.examples)
        return [*lacking, *(f"{each}: no test shows it" for each in shown_by_tests if not self.tests[each])]


class Subject(NamedTuple):
    """A rulebook whose rules are looked for; `folder` holds its page."""

    name: str
    rules: tuple[str, ...]
    examples: tuple[str, ...]
    folder: Path
    code: Path
    tests: Path

    @property
    def page(self) -> Path:
        """The file of the page."""
        return self.folder / "COVERAGE.md"

    @property
    def shown(self) -> Path:
        """The file of what breaking the code has shown."""
        return self.folder / "SHOWN.tsv"

    @property
    def command(self) -> str:
        """The command that writes the page."""
        return f"python tools/rule_coverage.py --ruleset {self.name}"


def subject(name: str, tests: Path = TESTS) -> Subject:
    """Return a listed rulebook with the folders of its code and tests."""
    ruleset = rulesets.load(name)
    folder = Path(inspect.getfile(type(ruleset))).resolve().parent
    code = CODE if folder.is_relative_to(CODE) else folder
    return Subject(name, tuple(rule.id for rule in ruleset.rules()), EXAMPLES_OF.get(name, ()), folder, code, tests)


def coverage(about: Subject) -> Coverage:
    """Look through all code and all tests for the rules of a rulebook."""
    known = frozenset((*about.rules, *about.examples))
    exact = re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})(?!\w)")
    find = cited if about.name == rulesets.DEFAULT else exact.findall
    return Coverage(gather(about.code, known, find), gather(about.tests, known, find), about.rules, about.examples)


def page(found: Coverage, about: Subject) -> str:
    """Return the page: a table of modules by rule."""
    own = (f"{shown(about.folder)}/", f"tests/rulesets/{about.name}/")
    known = breaking.read(about.shown)
    rows = {rule: known[rule] for rule in found.rules if rule in known}

    def short(modules: Iterable[str]) -> str:
        return (
            ", ".join(dict.fromkeys(each.removeprefix(own[0]).removeprefix(own[1]) for each in modules)) or "**none**"
        )

    def modules(places: list[Place]) -> str:
        return short(place.module for place in places)

    def failed(rule: str) -> str:
        return short([rows[rule].test.partition("::")[0]]) if rule in rows else "**not shown**"

    lines = [
        "# Where every rule lives",
        "",
        f"Written by `{about.command}`: the modules and the tests that cite each id, and the tests of it that",
        "failed when its code was broken. These show the rule; `--break` finds them.",
        f"{len(rows)} of {len(found.rules)} rules are shown.",
        "",
        "| rule | code | tests | shown by |",
        "|---|---|---|---|",
        *(
            f"| {each} | {modules(found.code[each])} | {modules(found.tests[each])} | {failed(each)} |"
            for each in found.rules
        ),
        *(f"| {each} | worked example | {modules(found.tests[each])} | |" for each in found.examples),
    ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Write the pages of rulebooks, check them, or list the places of some ids; 1 if any is wrong, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--ruleset",
        nargs="+",
        choices=rulesets.names(),
        default=[name for name in rulesets.own() if rulesets.load(name).rules()],
        help="the rulebooks (by default all in this package that have a digest)",
    )
    parser.add_argument("--tests", type=Path, default=TESTS, help="the folder of its tests")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit code 1 for a gap, a rule not shown or an old page"
    )
    parser.add_argument("--break", dest="breaks", action="store_true", help="break the code of rules not shown so far")
    parser.add_argument("--only", nargs="+", default=[], metavar="ID", help="with --break: these rules, shown or not")
    parser.add_argument("--jobs", type=int, default=2, help="with --break: processes at a time")
    parser.add_argument("--list", nargs="+", default=[], metavar="ID", help="print every place of these ids")
    options = parser.parse_args(arguments)
    gc.disable()  # it would look through the trees of every module, again and again
    return max([_tell(subject(name, options.tests), options) for name in options.ruleset])


def _tell(about: Subject, options: argparse.Namespace) -> int:
    if not about.rules:
        print(f"{about.name} has no digest of its rules: there is nothing to look for")
        return 1
    found = coverage(about)
    if options.list:
        for identity in options.list:
            places = (*found.code.get(identity, ()), *found.tests.get(identity, ()))
            print(identity, *(f"  {place}" for place in places), sep="\n")
        return 0
    if options.breaks:
        return _break(about, found, options)
    gaps = found.gaps()
    if options.check:
        gaps += [*_stale(about, found), *not_shown(about)]
        if not about.page.exists() or about.page.read_text(encoding="utf-8") != page(found, about):
            gaps.append(f"{shown(about.page)} is out of date: run {about.command}")
        proved = f"{len(breaking.read(about.shown))} of {len(found.rules)} rules shown by breaking their code"
        print("\n".join(gaps) or f"{len(found.rules)} rules and {len(found.examples)} examples: all cited; {proved}")
        return 1 if gaps else 0
    about.page.write_text(page(found, about), encoding="utf-8")
    print(f"{shown(about.page)} written", *gaps, sep="\n")
    return 0


def _stale(about: Subject, found: Coverage) -> list[str]:
    """Return a line for each rule that was shown by a test that cites it no more, or on a line that is gone."""
    cited = {rule: [(place.module, place.name) for place in places] for rule, places in found.tests.items()}
    return [
        f"{row.rule}: {row.test} no longer shows it: run {about.command} --break --only {row.rule}"
        for row in breaking.read(about.shown).values()
        if row.rule in cited
        and not (
            breaking.is_of(row.test, breaking.Cited(row.rule, [], cited[row.rule]))
            and mutants.stands(row.path, row.before)
        )
    ]


def not_shown(about: Subject) -> list[str]:
    """Return a line for each rule of which no test has failed when its code was broken."""
    known = breaking.read(about.shown)
    return [
        f"{rule}: no test of it failed when its code was broken: run {about.command} --break --only {rule}"
        for rule in about.rules
        if rule not in known
    ]


def _break(about: Subject, found: Coverage, options: argparse.Namespace) -> int:
    """Break the code of rules and keep what a test of their id has noticed; 1 if a rule is not shown, else 0."""
    known = breaking.read(about.shown)
    wanted = options.only or [rule for rule in found.rules if rule not in known]
    rules = [
        breaking.Cited(
            rule,
            [(place.module, place.name) for place in found.code[rule]],
            [(place.module, place.name) for place in found.tests[rule]],
        )
        for rule in wanted
    ]
    cache = covering.Cache(mutants.CACHE, ROOT)
    citing = {module for each in rules for module, _ in each.tests if "/test_" in module}
    if unmeasured := cache.missing(sorted(citing)):
        print(
            f"{about.name}: nothing was tried, for {len(unmeasured)} files of tests of these rules are not measured: "
            f"run python tools/mutants.py --measure --tests {' '.join(unmeasured)}"
        )
        return 1
    now = {each.rule: each for each in breaking.breaking(rules, cache, mutants.all_tests(), options.jobs, 10.0)}
    kept = {rule: row for rule, row in known.items() if rule in found.rules and rule not in options.only}
    breaking.write(about.shown, (kept | now).values())
    missing = [rule for rule in found.rules if rule not in kept | now]
    print(
        f"{about.name}: {len(kept | now)} of {len(found.rules)} rules shown by breaking their code",
        *missing,
        sep="\n  ",
    )
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
