"""The pages for developers: their links lead somewhere, their examples run, their picture is up to date."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import re
import subprocess
from pathlib import Path

import pytest

from tools import api_pages, picture_of_floors

ROOT = Path(__file__).resolve().parents[1]
PLACES = ("game", "inchwise_conformance", "tests", "tools", "assets", "maps")


def pages() -> list[str]:
    listed = subprocess.run(["git", "ls-files", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    found = listed.split() or [str(path.relative_to(ROOT)) for path in ROOT.rglob("*.md") if ".venv" not in path.parts]
    return sorted(page for page in found if not page.endswith(("CHANGELOG.md", "COVERAGE.md")))


def without_code(text: str) -> str:
    return re.sub(r"^    .*$", "", re.sub(r"(?sm)^```.*?^```$", "", text), flags=re.MULTILINE)


@pytest.mark.parametrize("page", pages())
def test_every_place_that_a_page_sends_people_to_is_there(page: str) -> None:
    text = without_code((ROOT / page).read_text(encoding="utf-8"))
    places = re.findall(rf"`((?:{'|'.join(PLACES)})/[\w./-]*)", text)
    assert [place for place in places if not (ROOT / place).exists()] == []
    links = [link for link in re.findall(r"\]\(([^)\s]+)\)", text) if not re.match(r"[a-z]+:", link)]
    assert [link for link in links if not _leads(ROOT / page, link)] == []
    if page in ("README.md", "CONTRIBUTING.md", "game/README.md"):
        assert len(places) + len(links) > 5


def _leads(page: Path, link: str) -> bool:
    """Return whether a link leads to a file, and to a heading of it if it names one."""
    file, _, heading = link.partition("#")
    target = page.parent / file if file else page
    if not heading or not target.is_file():
        return target.exists()
    headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return heading in {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}


WITH_EXAMPLES = [page for page in pages() if "\n>>> " in (ROOT / page).read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    test = doctest.DocTestParser().get_doctest(text, {}, page, str(ROOT / page), 0)
    assert len(test.examples) > 5
    assert doctest.DocTestRunner().run(test).failed == 0


EXAMPLES = sorted(
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in (ROOT / "game").rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)
"""The modules with examples in docstrings."""


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_examples_of_a_module_run(name: str) -> None:
    done = doctest.testmod(importlib.import_module(name))
    assert done.attempted
    assert done.failed == 0


def test_some_pages_and_modules_have_examples() -> None:
    assert set(WITH_EXAMPLES) >= {"game/engine/README.md", "game/table/README.md"}
    assert len(EXAMPLES) >= 5


def test_the_picture_of_the_floors_is_up_to_date() -> None:
    told = "python tools/picture_of_floors.py"
    assert picture_of_floors.PICTURE.read_text(encoding="utf-8") == picture_of_floors.picture(), told


def test_the_picture_has_a_line_for_each_import_that_no_other_line_stands_for() -> None:
    imports = {"top": {"middle", "low"}, "middle": {"low"}, "low": set[str]()}
    assert picture_of_floors.heights(imports) == {"top": 2, "middle": 1, "low": 0}
    assert picture_of_floors.nearest(imports, "top") == {"middle"}


@pytest.mark.skipif(importlib.util.find_spec("pdoc") is None, reason="pdoc is not installed")
def test_pages_are_written_from_docstrings(tmp_path: Path) -> None:
    assert api_pages.write(tmp_path, ("game.table.lattice",)) == 0
    page = (tmp_path / "game" / "table" / "lattice.html").read_text(encoding="utf-8")
    assert "Return the lattice position nearest to" in page
