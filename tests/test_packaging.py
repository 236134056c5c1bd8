"""An installed program stands alone: the sources build a wheel with all that it reads; the README has two commands."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import venv
import zipfile
from importlib.util import cache_from_source
from pathlib import Path

import pytest

from game import __version__
from game.table.documents import maps_for

ROOT = Path(__file__).resolve().parents[1]
TUTORIAL = ROOT / "game" / "rulesets" / "README.md"


def built(project: Path, folder: Path, kind: str = "wheel") -> Path:
    """Build a distribution of a project into a folder."""
    build = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)]
    result = subprocess.run(build, cwd=project, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    (file,) = folder.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return file


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source distribution, unpacked."""
    folder = tmp_path_factory.mktemp("sources")
    with tarfile.open(built(ROOT, folder, "sdist")) as archive:
        if hasattr(tarfile, "data_filter"):
            archive.extraction_filter = staticmethod(tarfile.data_filter)  # the first versions of Python 3.11 have none
        archive.extractall(folder)
    return folder / f"inchwise-{__version__}"


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as an installer does that finds no wheel."""
    return built(sources, tmp_path_factory.mktemp("wheel"))


def compiled(site: Path) -> None:
    """Lend what Python compiled of this checkout to an installed copy of it, whose files are as old then."""
    for copy in [path for name in ("game", "inchwise_conformance") for path in (site / name).rglob("*.py")]:
        file = ROOT / copy.relative_to(site)
        cache = Path(cache_from_source(str(file)))
        if cache.is_file():
            shutil.copystat(file, copy)
            (copy.parent / cache.parent.name).mkdir(exist_ok=True)
            shutil.copy(cache, copy.parent / cache.parent.name)


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """The content of the wheel, laid out as an installer does, outside the tree."""
    assert wheel.name == f"inchwise-{__version__}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(wheel.parent / "site")
    return wheel.parent / "site"


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


def files_of(*folders: str) -> set[Path]:
    """Return the files in folders of this checkout, without what Python compiled."""
    files = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT) for path in files if "__pycache__" not in path.parts}


def test_a_wheel_carries_everything_the_program_reads(installed: Path) -> None:
    code = files_of("game", "inchwise_conformance")
    read = {Path("game/data") / path for path in files_of("maps", "assets")}
    assert {path.suffix for path in code} >= {".py", ".json", ".yaml", ".html", ".css", ".js", ".typed"}
    assert {path.suffix for path in read} >= {".json", ".svg", ".png", ".jpg", ".ttf", ".wav", ".mo"}
    assert {path for path in code | read if not (installed / path).is_file()} == set()


def test_a_source_distribution_carries_what_builds_and_checks_it(sources: Path) -> None:
    needed = files_of("game", "inchwise_conformance", "maps", "assets", "tests", "tools", ".ci")
    pages = {
        Path(name)
        for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md", "pyproject.toml")
    }
    assert {path for path in needed | pages if not (sources / path).is_file()} == set()


def test_the_version_is_stated_in_one_place_and_the_changelog_begins_with_it(sources: Path) -> None:
    assert "version" in tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dynamic"]
    headings = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == [__version__, "0.1.0"]
    assert f"\nVersion: {__version__}\n" in (sources / "PKG-INFO").read_text(encoding="utf-8")


def blocks(page: Path, language: str, part: int = 0) -> list[str]:
    """Return the blocks of code in a page: those of the least that a rulebook needs, or of what is more (part 1)."""
    text = page.read_text(encoding="utf-8").split("\n## More than the least\n")[part]
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(("part", "name"), [(0, "race"), (1, "hurdles")])
def test_the_tutorial_builds_the_rulebooks_that_the_checks_play(part: int, name: str) -> None:
    file = (ROOT / "tests" / "toy" / f"{name}_rulebook.py").read_text(encoding="utf-8")
    code = "".join(blocks(TUTORIAL, "python", part))
    assert code.replace("\n", "") == file.replace("from tests.toy.", "from ").replace("\n", "")


def test_the_rulebook_of_the_tutorial_is_installed_beside_a_wheel_checked_there_and_played(
    wheel: Path, tmp_path: Path
) -> None:
    """In an environment of its own, to which only what the program depends on is lent."""
    project = tmp_path / "race"
    project.mkdir()
    [toml] = blocks(TUTORIAL, "toml")
    (project / "pyproject.toml").write_text(toml, encoding="utf-8")
    (project / "race_rulebook.py").write_text("\n".join(blocks(TUTORIAL, "python")), encoding="utf-8")
    venv.create(project / ".venv", with_pip=False)
    python = str(next((project / ".venv").glob("[bS]*/python*")))
    wheels = [str(wheel), str(built(project, tmp_path))]
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-deps", "--no-compile"]
    subprocess.run([*pip, *wheels], check=True)
    (site,) = (project / ".venv").rglob("site-packages")
    compiled(site)
    (site / "lent.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")

    def run(*arguments: str) -> str:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        environment["INCHWISE_HOME"] = str(tmp_path / "home")
        ran = subprocess.run(
            [python, *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    passed = re.findall(
        r"^PASSED \S*inchwise_conformance/test_(\w+)\.py::",
        # Plain assertions: pytest would compile all of the program anew, which comes with a plugin.
        run("-m", "pytest", "-rA", "--assert=plain", "--rulebook", "race"),
        re.MULTILINE,
    )
    checks = {path.stem.removeprefix("test_") for path in (ROOT / "inchwise_conformance").glob("test_*.py")}
    assert set(passed) == checks - {"lessons"}  # it teaches nothing
    game = ("play", "--ruleset", "race", "--players", "random,random", "--headless", "--out", str(tmp_path / "out"))
    assert "wins" in run("-m", "game", *game)
    assert run("-c", FORM).split() == ["godbreakers", "aos4", "bushido", "dropzone", "race"]


FORM = """
from game.ui.model.new_game_draft import NewGameDraft
from game import rulesets
draft = NewGameDraft()
for book in rulesets.usable():
    draft.take_ruleset(book.name)
    print(draft.ruleset.name)
"""
"""Goes through the rulebooks of the form of a new game, which the main menu opens."""


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
