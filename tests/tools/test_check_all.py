"""The command that runs every check: what failed before the tests is the last thing that it says."""

import pytest

from tools import check_all


def test_what_failed_before_the_tests_is_said_again_after_them(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_all, "CHECKS", {"fine": ["this"], "missing": ["no_such_module"]})
    monkeypatch.setattr(check_all, "TESTS", ["this"])
    assert check_all.main() == 1
    assert "No module named no_such_module" in capfd.readouterr().out.rpartition("== failed before the tests:")[2]
