"""The tool that builds the application: what it measures, and what it leaves out."""

import tomllib
from pathlib import Path

from tools import application


def test_links_count_nothing_in_the_size_of_a_folder(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "library.so").write_bytes(bytes(2_000_000))
    (tmp_path / "library.so").symlink_to(tmp_path / "inside" / "library.so")
    assert application.megabytes(tmp_path) == 2


def test_the_application_is_built_from_extras_that_there_are() -> None:
    project = tomllib.loads((application.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert set(application.EXTRAS) <= set(project["optional-dependencies"])
    assert application.ICON.is_file()
