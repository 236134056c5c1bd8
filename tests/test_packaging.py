"""An installed program stands alone: the wheel carries maps and assets, and the README gives the two commands."""

import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from game import __version__
from game.table.documents import maps_for

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The content of the wheel, laid out as an installer does, outside the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    result = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (wheel,) = folder.glob("*.whl")
    assert wheel.name == f"inchwise-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def test_a_wheel_lists_and_checks_its_own_maps(installed: Path, tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "game", "maps", "--json"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    files = [Path(row["file"]) for row in json.loads(result.stdout)]
    assert [file.name for file in files] == [path.name for path in maps_for("godbreakers")]
    assert all(file.is_relative_to(installed) for file in files)


def test_a_wheel_carries_everything_the_program_reads(installed: Path) -> None:
    for folder in ("maps", "assets"):
        there = {path.relative_to(ROOT) for path in (ROOT / folder).rglob("*") if path.is_file()}
        packed = {path.relative_to(installed / "game" / "data") for path in (installed / "game" / "data").rglob("*")}
        assert there <= packed
    data = {path.relative_to(ROOT) for kind in ("*.json", "*.yaml") for path in (ROOT / "game").rglob(kind)}
    assert {path for path in data if not (installed / path).is_file()} == set()
    assert (installed / "game" / "py.typed").is_file()


def test_the_readme_gives_exactly_two_commands_and_their_windows_forms() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    commands = [line.strip() for line in lines if re.match(r"    \S+ .*-m venv", line)]
    unix = [command for command in commands if command.startswith("python3 ")]
    windows = [command for command in commands if command.startswith("py -3 ")]
    assert len(unix) == len(windows) == 2
    assert [
        command.replace("python3", "py -3").replace("/", "\\").replace("bin", "Scripts") for command in unix
    ] == windows
    assert [command.rsplit(" && ")[-1] for command in unix] == [
        ".venv/bin/python -m game",
        ".venv/bin/python tools/check_all.py",
    ]
