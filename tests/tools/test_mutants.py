"""The mutants of a source, and how one takes the place of the original."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any, cast

import pytest

from game.rulesets.bushido.rules.setup_phase.terrain import zone
from tools.mutants import content, equivalents, main, sampled, stands
from tools.mutating import breaking
from tools.mutating.breaking import Cited, is_of
from tools.mutating.covering import Cache, Candidates, Covered
from tools.mutating.forking import Child, Forks, Run, limit
from tools.mutating.mutations import GUTTED, gutted, of_module
from tools.mutating.swapping import caches, forget, functions, swap

SOURCE = b'''"""A docstring with 1 in it."""
from typing import Literal

LIMIT: int = 3


@dataclass(frozen=True)
class Thing:
    size: int = 0

    def fits(self, most: Literal[1] = 1) -> bool:
        """Another one, 2 < 3."""
        if not self.size and most:
            self.note(_("{n} is 5", n=most + 1))
            return False
        return self.size * 2 <= most  # not <


def text(n: int) -> str:
    return f"{n + 1} left"
'''


def changes(source: bytes) -> set[tuple[int, str, str]]:
    return {(each.line, each.kind, each.lines(source)[1]) for each in of_module(source, "a.py")}


def test_conditions_comparisons_arithmetic_returns_constants_and_calls_are_changed() -> None:
    assert changes(SOURCE) == {
        (4, "constant", "LIMIT: int = 4"),
        (9, "constant", "size: int = 1"),
        (11, "constant", "def fits(self, most: Literal[1] = 2) -> bool:"),
        (13, "condition", "if not self.size or most:"),
        (13, "condition", "if (self.size) and most:"),
        (13, "condition", "if (not (not self.size and most)):"),
        (14, "call", "pass"),
        (15, "constant", "return True"),
        (16, "arithmetic", "return self.size / 2 <= most # not <"),
        (16, "constant", "return self.size * 3 <= most # not <"),
        (16, "comparison", "return self.size * 2 < most # not <"),
        (16, "comparison", "return self.size * 2 > most # not <"),
        (20, "return", "return (None)"),
    }


def test_a_mutant_keeps_the_number_of_lines() -> None:
    source = (
        b"def f(a):\n    g(\n        a,\n        1,\n    )\n    yield from h(\n 2\n    )\n    return [\n 3\n    ]\n"
    )
    found = of_module(source, "a.py")
    assert {each.kind for each in found} == {"call", "constant", "return"}
    assert {each.source(source).count(b"\n") for each in found} == {source.count(b"\n")}


def test_a_sample_is_the_same_for_the_same_seed_and_has_a_line_once() -> None:
    every = of_module(SOURCE, "a.py")
    assert sampled(every, 5, 1) == sampled(every, 5, 1) != sampled(every, 5, 2)
    assert len({each.line for each in sampled(every, 100, 1)}) == len(sampled(every, 100, 1)) == 8


def test_what_functions_of_the_game_keep_is_forgotten_before_a_test() -> None:
    zone("baseline", "south", 24.0, 24.0)
    assert zone.cache_info().currsize
    forget(caches())
    assert zone.cache_info().currsize == 0


def test_functions_that_exist_take_the_mutated_code(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    source = b"def outer(n):\n    return [k * 2 for k in range(n)]\n\n\nLIMIT = 1\n"
    path.write_bytes(source)
    names: dict[str, object] = {}
    exec(compile(source, str(path), "exec", dont_inherit=True), names)  # as an import does
    existing = functions(tmp_path)[str(path)]
    outer = names["outer"]
    assert callable(outer)
    product, limit = (each for each in of_module(source, "some.py") if each.new in ("/", "2"))
    assert swap(path, product.source(source), existing)
    assert outer(3) == [0.0, 0.5, 1.0]
    assert not swap(path, limit.source(source), existing)  # what a module does while it is imported


def test_lines_are_carried_over_to_a_changed_source(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one\ntwo\nthree\n", encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").write_text("", encoding="utf-8")
    cache = Cache(tmp_path / "cache", tmp_path)
    cache.folder.mkdir()
    cache.keep("tests/test_a.py", [Covered("tests/test_a.py::test", 0.5, {"a.py": 0b1100})])
    assert cache.missing(["tests/test_a.py"]) == []
    (tmp_path / "a.py").write_text("new\none\ntwo\nnew\nthree\n", encoding="utf-8")
    (covered,) = cache.read(["tests/test_a.py"], frozenset({"a.py"}))
    assert covered.lines == {"a.py": 0b111000}
    assert [each.test for each in Candidates(tmp_path, [covered]).of_lines([("a.py", 4)])] == ["tests/test_a.py::test"]
    assert Candidates(tmp_path, [covered]).of_lines([("a.py", 2)]) == []


def test_tests_that_import_a_constant_may_notice_its_change_though_they_run_no_line(tmp_path: Path) -> None:
    texts = {
        "test_a.py": "from game.kit import (\n    KIT,\n)\n",
        "test_b.py": "from game.kit import KITS\n",
        "test_c.py": "from game.other import KIT\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    slow, quick = Covered("test_a.py::test_slow", 2.0, {}), Covered("test_a.py::test_quick", 0.5, {})
    others = [Covered(f"{name}::test", 0.1, {}) for name in ("test_b.py", "test_c.py")]
    assert Candidates(tmp_path, [slow, quick, *others]).of_importers("game/kit.py", "KIT") == [quick, slow]


def test_a_record_is_stale_once_the_tests_or_a_helper_beside_them_changed(tmp_path: Path) -> None:
    for name in ("test_a.py", "test_b.py", "scenes.py"):
        (tmp_path / name).write_text("", encoding="utf-8")
    cache = Cache(tmp_path / "cache", tmp_path)
    cache.folder.mkdir()

    def is_stale() -> bool:
        return cache.missing(["test_a.py"]) == ["test_a.py"]

    for changed, stale in (("test_a.py", True), ("test_b.py", False), ("scenes.py", True)):
        cache.keep("test_a.py", [])
        assert not is_stale()
        (tmp_path / changed).write_text("MORE = 1\n", encoding="utf-8")
        assert is_stale() is stale, changed


def test_files_of_tests_that_leave_no_record_fail_the_measuring(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tools.mutants.all_tests", lambda: ["tests/engine/test_files.py"])
    monkeypatch.setattr("tools.mutants.collected", lambda _files, _work: None)
    assert main(["--measure", "--cache", str(tmp_path)]) == 1
    assert "tests/engine/test_files.py left no record" in capsys.readouterr().out


def test_equivalent_mutants_have_their_reasons_and_their_lines_still_stand() -> None:
    assert all(reason.strip() for reason in equivalents().values())
    assert [(path, before) for path, before, _after in equivalents() if not stands(path, before)] == []
    assert not stands("game/table/lattice.py", "no such line")
    assert not stands("game/nowhere.py", "")


GUTS = b'NAME = "Push"\nTEXT = N_("told")\n\n\ndef act(n):\n    """Act."""\n    go(n)\n    return n\n'


def test_what_a_rule_says_is_broken_also_by_empty_functions_and_other_names() -> None:
    changed = {(each.line, each.kind, each.new.strip()) for each in gutted(GUTS, "a.py")}
    assert changed == {(1, GUTTED, "'Push~'"), (7, GUTTED, "return None")}


def test_a_test_is_of_a_rule_by_its_name_its_parameter_or_the_example_that_it_plays() -> None:
    places = [("tests/test_a.py", "test_x_1_it"), ("tests/test_b.py", ""), ("tests/played.py", "w_07_it")]
    cited = Cited("X-1", [], places)
    assert is_of("tests/test_a.py::test_x_1_it[one]", cited)
    assert not is_of("tests/test_a.py::test_other", cited)
    assert is_of("tests/test_b.py::test_all[X-1-more]", cited)
    assert not is_of("tests/test_b.py::test_all[X-2]", cited)
    assert not is_of("tests/test_b.py::test_all[X-10]", cited)
    assert is_of("tests/test_examples.py::test_worked[W-07]", cited)
    assert not is_of("tests/test_examples.py::test_worked[W-08]", cited)


def test_tests_that_are_named_after_a_rule_go_before_those_that_cite_it() -> None:
    names = ("test_it", "test_x_1_it", "test_y_2_and_x_1_it")
    every = [Covered(f"tests/test_a.py::{name}", 0.1, {}) for name in names]
    cited = Cited("X-1", [], [("tests/test_a.py", name) for name in names])
    assert breaking.Tests(every).of(cited) == every[1:]
    assert breaking.Tests(every[:1]).of(cited) == every[:1]


def test_tests_with_a_rule_as_parameter_are_named_after_it() -> None:
    names = ("test_all[X-1-more]", "test_all[X-10-more]", "test_all[more-X-1]")
    every = [Covered(f"tests/test_a.py::{name}", 0.1, {}) for name in names]
    assert breaking.Tests(every).of(Cited("X-1", [], [("tests/test_a.py", "test_all")])) == [every[0], every[2]]


def test_the_code_of_a_rule_is_the_function_the_class_or_the_constant_that_cites_it() -> None:
    rulings = "game/rulesets/bushido/rules/rulings.py"
    (line,) = breaking.lines_of(rulings, "BURNING")
    text = content(rulings).decode().splitlines()
    assert text[line - 1].startswith("BURNING: Final = ")
    assert len(breaking.lines_of("game/rulesets/bushido/rules/registry.py", "MOMENTS")) > 38
    assert len(breaking.lines_of("game/rulesets/bushido/rules/melee/bout.py", "Fighter.counted")) == 3
    assert len(breaking.lines_of(rulings, "")) > len(text)
    assert not breaking.lines_of(rulings, "nowhere")


def test_a_module_is_broken_anywhere_only_where_nothing_in_it_cites_the_rule() -> None:
    rulings = "game/rulesets/bushido/rules/rulings.py"
    tests = [Covered("tests/test_a.py::test_x_1", 0.1, {rulings: -1})]
    (line,) = breaking.lines_of(rulings, "BURNING")
    narrow = breaking.chances_of(Cited("X-1", [(rulings, ""), (rulings, "BURNING")], []), tests)
    assert {mutant.line for mutant, _tests in narrow} == {line}
    assert len({mutant.line for mutant, _tests in breaking.chances_of(Cited("X-1", [(rulings, "")], []), tests)}) > 5


def test_a_piece_of_work_ends_when_its_time_is_up() -> None:
    def work(run: Run) -> int:
        limit(0.1)
        end = time.process_time() + 5.0
        while time.process_time() < end:
            pass
        return 0

    with TemporaryDirectory() as scratch:
        ((name, ending),) = Forks(cast(Any, SimpleNamespace(items=[])), Path(scratch)).run(
            [Child("long", work, 60.0)], 1
        )
    assert (name, ending.code) == ("long", None)
