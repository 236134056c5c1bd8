"""The list of where every rule lives: how ids are found in code and in the names of tests."""

from pathlib import Path

import pytest

from tools import rule_coverage

KNOWN = frozenset((*rule_coverage.RULES, *rule_coverage.EXAMPLES))


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_g_eng_3_a_bystander", ["G-ENG-3"]),
        ("test_q3a_and_g_meas_5_terrain", ["Q3a", "G-MEAS-5"]),
        ("test_g_scn_the_trap_reckons", ["G-SCN-THE-TRAP"]),
        ("test_q1_and_others", ["Q1"]),
        ("test_e15_brittle", ["E15"]),
        ("test_nothing_of_the_kind", []),
    ],
)
def test_a_test_is_named_after_what_it_shows(name: str, ids: list[str]) -> None:
    assert list(rule_coverage.named(name, KNOWN)) == ids


def test_a_range_of_ids_cites_each_of_them() -> None:
    found = set(rule_coverage.cited("as in G-SIDE-1..3, Q12 and Q3a")) & KNOWN
    assert found == {"G-SIDE-1", "G-SIDE-2", "G-SIDE-3", "Q12", "Q3a"}


def test_a_table_may_name_the_place_that_carries_a_rule_out(tmp_path: Path) -> None:
    (tmp_path / "turn").mkdir()
    (tmp_path / "turn" / "ending.py").write_text("", encoding="utf-8")
    table = tmp_path / "turn" / "rulings.py"
    (tmp_path / "above.py").write_text("", encoding="utf-8")
    places = 'BY = {"Q7": "ending:score", "Q8": "nowhere:it", "Q9": "a text", "Q10": ".above:it"}\n'
    table.write_text(places, encoding="utf-8")
    expected = (("Q7", tmp_path / "turn" / "ending.py", "score"), ("Q10", tmp_path / "above.py", "it"))
    assert rule_coverage.carried_out(table) == expected


def test_a_constant_is_named_by_what_is_in_it_and_by_the_text_below(tmp_path: Path) -> None:
    module = tmp_path / "it.py"
    module.write_text('"""Q1."""\nONE = 1\n"""Q2."""\nTWO: str = "Q3"\ndef it():\n    """Q4."""\n', encoding="utf-8")
    assert [(each.text, each.name) for each in rule_coverage.said(module)] == [
        ("Q1.", ""),
        ("Q2.", "ONE"),
        ("Q3", "TWO"),
        ("Q4.", "it"),
    ]


def test_an_id_without_code_or_without_a_test_is_a_gap_and_an_example_needs_no_code() -> None:
    place = rule_coverage.Place("somewhere.py", "thing")
    whole = {identity: [place] for identity in KNOWN}
    assert rule_coverage.Coverage(whole, whole).gaps() == []
    assert rule_coverage.Coverage(whole | {"Q7": [], "E7": []}, whole).gaps() == ["Q7: no code cites it"]
    assert rule_coverage.Coverage(whole, whole | {"E7": []}).gaps() == ["E7: no test shows it"]


def test_strings_names_and_docstrings_of_a_module_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = tmp_path / "test_it.py"
    module.write_text('"""About G-ENG."""\ndef test_q7_it():\n    assert rule == "G-ENG-4"\n', encoding="utf-8")
    monkeypatch.setattr(rule_coverage, "ROOT", tmp_path)
    found = [(identity, place.name) for identity, place in rule_coverage.citations(module, KNOWN)]
    assert found == [("Q7", "test_q7_it"), ("G-ENG-4", "test_q7_it")]
