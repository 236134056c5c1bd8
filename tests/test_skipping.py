"""In CI a skipped test fails the run, unless it names a tool that could not be installed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SKIPPING = """
import pytest
@pytest.mark.skip(reason="needs chromium, to look at a page as people do")
def test_of_a_page():
    pass
def test_that_passes():
    pass
"""


@pytest.mark.parametrize(
    ("ci", "missing", "workers", "code"),
    [("true", "xvfb xdotool", "0", 1), ("true", "", "2", 1), ("true", "chromium", "2", 0), ("false", "", "0", 0)],
)
def test_a_skipped_test_fails_ci_alone(tmp_path: Path, ci: str, missing: str, workers: str, code: int) -> None:
    (tmp_path / "conftest.py").write_text((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"), "utf-8")
    (tmp_path / "test_one.py").write_text(SKIPPING, "utf-8")
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-n", workers, "-p", "no:cacheprovider", "--rootdir", tmp_path, tmp_path],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "CI": ci, "INCHWISE_MISSING": missing},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == code, ended.stdout
    assert ("In CI no test may be skipped" in ended.stdout) is bool(code)
