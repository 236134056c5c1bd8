"""The tool that plays in a real window: where there is no X server it says what to install."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from tools import newcomer


def test_without_an_x_server_it_says_what_to_install_and_does_nothing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(newcomer, "MISSING", ["xvfb", "xdotool"])
    told = CliRunner().invoke(newcomer.main, [str(tmp_path / "pictures")])
    assert told.exit_code == 0
    assert told.output == "skipped: install the packages xvfb and xdotool\n"
    assert not (tmp_path / "pictures").exists()
