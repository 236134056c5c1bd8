"""All worked examples in one table: each is played here, or shown by tests of the room that it is about."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.rulesets.aos4 import test_worked_attacks, worked_fights, worked_magic, worked_moves, worked_rounds
from tests.rulesets.aos4.battles import EXAMPLES

assert len({test_worked_attacks, worked_fights, worked_magic, worked_moves, worked_rounds}) == 5
ALL = tuple(f"W-{number:02}" for number in range(1, 50))
ELSEWHERE = {identity: Path(test_worked_attacks.__file__) for identity in ALL[20:30]}
"""Those that are attacks and nothing else, by the module that rolls them."""
DOCUMENTS = ALL[45:]
"""Those about rosters and packs, shown by the tests of the documents."""


@pytest.mark.parametrize("identity", EXAMPLES)
def test_worked_example(identity: str) -> None:
    EXAMPLES[identity]()


@pytest.mark.parametrize("identity", [*ELSEWHERE, *DOCUMENTS])
def test_worked_example_is_shown_elsewhere(identity: str) -> None:
    folder = Path(__file__).parent
    modules = [ELSEWHERE[identity]] if identity in ELSEWHERE else [*folder.glob("documents/test_*.py")]
    name = "def test_" + identity.lower().replace("-", "_")
    said = re.compile(rf"(?:{name}|\b{identity}\b)")
    assert any(said.search(path.read_text(encoding="utf-8")) for path in modules)


def test_no_worked_example_is_missing() -> None:
    assert sorted({*EXAMPLES, *ELSEWHERE, *DOCUMENTS}) == sorted(ALL)
    assert not EXAMPLES.keys() & {*ELSEWHERE, *DOCUMENTS}
