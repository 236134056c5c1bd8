"""The tool that holds arrangements in crowds against a slow search: resumable, misses by their seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import crowds


def test_crowds_are_tried_once_and_noted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "crowds.jsonl"
    arguments = ["--jobs", "1", "--first", "100", "--record", str(record)]
    assert crowds.main([*arguments, "--crowds", "2"]) == 0
    record.write_text(record.read_text(encoding="utf-8") + '{"seed": 10', encoding="utf-8")
    first = crowds.recorded(record)
    assert crowds.main([*arguments, "--crowds", "3"]) == 0
    again = crowds.recorded(record)
    assert ([*again], {seed: again[seed] for seed in first}) == ([100, 101, 102], first)
    assert "3 crowds; the slow search finds" in capsys.readouterr().out


def test_misses_and_illegal_arrangements_are_named() -> None:
    good = {"seed": 1, "found": True, "legal": True, "slowly": True, "ms": 1.0}
    missed, illegal = good | {"seed": 7, "found": False}, good | {"seed": 8, "legal": False}
    hopeless = good | {"seed": 9, "found": False, "slowly": False}
    assert crowds.told([good, hopeless])[1]
    text, fine = crowds.told([good, missed, hopeless])
    assert ("1 misses: 7" in text, fine) == (True, False)
    text, fine = crowds.told([good, illegal])
    assert ("1 illegal: 8" in text, fine) == (True, False)
    assert crowds.told([good] * 1999 + [missed])[1]
