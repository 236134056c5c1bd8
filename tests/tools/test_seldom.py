"""The long cases that only the proof runs: how they are chosen, and that none of them is out of date."""

from __future__ import annotations

from tools.prove import SAMPLED
from tools.seldom import SELDOM, chosen, durations

REPORT = """
============================= slowest durations ==============================
0.25s call     tests/ui/test_a.py::test_tour[both]
4.00s call     tests/ui/test_a.py::test_game[mouse, 1 - 2]
3.00s setup    tests/ui/test_a.py::test_game[keys]
2.50s call     tests/ui/test_a.py::test_game[keys]
0.20s call     tests/ui/test_a.py::test_game[gamepad]
0.04s call     tests/ui/test_a.py::test_game[quick]
3.00s call     tests/ui/test_a.py::test_game[aos4, mouse]
0.20s call     tests/ui/test_a.py::test_game[aos4, keys]
0.25s call     tests/ui/test_a.py::test_alone
9.00s call     tests/test_a.py::test_game[keys]
9.00s call     tests/test_a.py::test_game[mouse]
"""


def test_of_the_long_cases_of_a_test_the_quickest_of_each_rulebook_stays() -> None:
    seconds = durations(REPORT.splitlines())
    assert seconds["tests/ui/test_a.py::test_game[keys]"] == 2.5, "what it takes to set up is not its own"
    assert chosen(seconds) == [
        f"tests/ui/test_a.py::test_game[{case}]" for case in ("aos4, mouse", "keys", "mouse, 1 - 2")
    ]


def test_of_the_longest_cases_of_a_file_the_quicker_half_stays() -> None:
    seconds = {f"tests/ui/test_b.py::test_{number}": number / 10 for number in range(7)}  # 4 of them are longest
    assert chosen(seconds) == ["tests/ui/test_b.py::test_5", "tests/ui/test_b.py::test_6"]
    assert chosen(seconds | {"tests/ui/test_b.py::test_6": 0.0}, ["tests/ui/test_b.py::test_6"]) == [
        "tests/ui/test_b.py::test_5"
    ]


def test_every_case_that_is_left_out_is_of_a_test_that_exists_and_is_run_by_the_proof() -> None:
    root, cases = SELDOM.parents[1], SELDOM.read_text(encoding="utf-8").splitlines()
    assert cases
    for case in cases:
        file, _colons, name = case.partition("::")
        assert any(file.startswith(f"{folder}/") for folders in SAMPLED for folder in folders), f"{case} is never run"
        texts = [path.read_text(encoding="utf-8") for path in (root / file, *root.glob("inchwise_conformance/*.py"))]
        assert any(f"def {name.partition('[')[0]}(" in text for text in texts), case
