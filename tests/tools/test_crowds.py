"""The tool that holds arrangements in crowds against a slow search: resumable, misses by their seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import crowds

GOOD: crowds.Tried = {"seed": 1, "models": 5, "found": True, "legal": True, "slowly": True, "ms": 1.0}


def test_crowds_are_tried_once_and_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "crowds.jsonl"
    arguments = ["--jobs", "1", "--first", "100", "--both", "1", "--record", str(record)]
    assert crowds.main([*arguments, "--crowds", "2"]) == 0
    record.write_text(record.read_text(encoding="utf-8") + '{"seed": 10', encoding="utf-8")
    first = crowds.recorded(record)
    assert crowds.main([*arguments, "--crowds", "3"]) == 0
    again = crowds.recorded(record)
    assert ([*again], {seed: again[seed] for seed in first}) == ([100, 101, 102], first)
    assert "3 crowds; can be arranged: 3, found out by the slow search only: 0" in capsys.readouterr().out


def test_the_slow_search_is_asked_where_the_program_finds_nothing_and_in_every_so_many_th(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, record = list[int](), tmp_path / "crowds.jsonl"
    monkeypatch.setattr(crowds, "slowly_found", lambda case, seed: asked.append(seed))
    crowds.try_all(record, range(101, 104), 103, jobs=1)
    assert asked == [103]
    crowds.try_all(record, range(101, 104), 1, jobs=1)  # those noted without the slow search are tried again
    assert asked == [103, 101, 102]
    monkeypatch.setattr(crowds, "complete", lambda policy, wanted: None)
    crowds.try_all(record, range(104, 106), 100, jobs=1)
    assert asked == [103, 101, 102, 104, 105]
    monkeypatch.setattr(crowds, "complete", lambda policy, wanted: dict.fromkeys(wanted, (0.0, 0.0)))
    [illegal] = crowds.try_all(record, range(106, 107), 100, jobs=1)
    assert (asked[5:], illegal["legal"]) == ([106], False)


@pytest.mark.parametrize("code", ["", ', "code": "0123456789abcdef"'])
def test_a_record_of_other_code_is_refused(tmp_path: Path, code: str, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "crowds.jsonl"
    line = '{"seed": 100, "models": 5, "found": true, "legal": true, "slowly": true, "ms": 1.0' + code + "}\n"
    record.write_text(line, encoding="utf-8")
    with pytest.raises(SystemExit, match="2"):
        crowds.main(["--record", str(record), "--crowds", "1", "--first", "100", "--jobs", "1"])
    assert "was made by other code" in capsys.readouterr().err
    assert record.read_text(encoding="utf-8") == line


def test_misses_and_illegal_arrangements_are_named() -> None:
    missed, illegal = GOOD | {"seed": 7, "found": False}, GOOD | {"seed": 8, "legal": False}
    hopeless = GOOD | {"seed": 9, "found": False, "slowly": False}
    assert crowds.told([GOOD, hopeless], 1)[1]
    text, fine = crowds.told([GOOD, missed, hopeless], 1)
    assert ("1 misses: 7" in text, fine) == (True, False)
    assert "3 crowds; can be arranged: 2, found out by the slow search only: 1" in text
    text, fine = crowds.told([GOOD, illegal], 1)
    assert ("1 illegal: 8" in text, fine) == (True, False)
    assert crowds.told([GOOD] * 1999 + [missed], 1)[1]


def test_misses_are_forgiven_by_what_the_slow_search_finds_not_by_what_can_be_arranged() -> None:
    easy = [GOOD | {"seed": seed, "slowly": None if seed % 20 else True} for seed in range(1001, 2001)]
    missed = GOOD | {"seed": 7, "found": False}
    assert crowds.told([*easy, missed], 20)[1]
    half = [each | {"slowly": each["slowly"] and each["seed"] % 40 == 0} for each in easy]
    text, fine = crowds.told([*half, missed], 20)
    assert (fine, "of these 50 it finds an arrangement in 25, so in about 500 of all" in text) == (False, True)
