"""A browser shows the battle report: every picture, nothing wider than the screen, every link leads somewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from game.engine.core.events import NoteDocument
from game.engine.history.timeline import Timeline
from game.engine.saving.loading import Difference
from game.ui.export import exports
from tests.games import random_game

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
PROBE = """<script>window.addEventListener("load", () => {
const all = (pick) => [...document.querySelectorAll(pick)];
const boxes = all("body *").filter((each) => !each.closest(".wide")).map((each) => each.getBoundingClientRect());
const facts = {
  room: document.documentElement.clientWidth,
  wide: document.documentElement.scrollWidth,
  furthest: Math.max(...boxes.map((box) => box.right)),
  pictures: all("img").map((each) => [each.complete, each.naturalWidth, each.getBoundingClientRect().width]),
  named: all("img").every((each) => each.alt.length > 3),
  headings: all("h2").map((each) => each.innerText),
  reached: all("nav a").map((each) => document.querySelector(each.getAttribute("href"))?.innerText),
  chart: all("main > svg").map((each) => each.getBoundingClientRect().width),
  letters: Math.min(...all("main > svg text, li, td, figcaption").map((each) => {
    const drawn = each.closest("svg");
    const scale = drawn ? drawn.getBoundingClientRect().width / drawn.viewBox.baseVal.width : 1;
    return parseFloat(getComputedStyle(each).fontSize) * scale;
  })),
  notes: all("aside").map((each) => each.innerText),
  rules: all("li code").length,
};
document.body.setAttribute("data-facts", JSON.stringify(facts));
});</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, to look at a page as people do")


@cache
def timeline() -> Timeline:
    """A whole random game with a note."""
    session = random_game()
    session.notes = [NoteDocument(entries=0, events=1, text="Long " * 60, author="Ann")]
    return Timeline(session)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    list(exports.export_html(timeline(), path, [Difference(3, "G-MOVE-1", "Moved: inches 3.1 (9.9)", 7)]))
    return path


@pytest.fixture(scope="module", params=SIZES)
def facts(request: pytest.FixtureRequest, page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the browser has made of the page."""
    assert CHROMIUM is not None
    folder = tmp_path_factory.mktemp("browser")
    probed = folder / "probed.html"
    probed.write_text(page.read_text(encoding="utf-8").replace("</body>", PROBE + "</body>"), encoding="utf-8")
    wide, high = SIZES[request.param]
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={wide},{high}")
    command = [CHROMIUM, *flags, f"--user-data-dir={folder / 'profile'}", "--dump-dom", probed.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    found = re.search(r'data-facts="([^"]*)"', shown)
    assert found is not None
    answer: dict[str, Any] = json.loads(unescape(found[1]))
    return answer


def test_nothing_is_wider_than_the_screen(facts: dict[str, Any]) -> None:
    assert facts["wide"] <= facts["room"]
    assert facts["furthest"] <= facts["room"] + 0.5


def test_every_picture_is_there_and_fills_the_column(facts: dict[str, Any]) -> None:
    assert len(facts["pictures"]) == len(exports.report_moments(timeline()))
    assert facts["named"]
    for complete, natural, shown in facts["pictures"]:
        assert complete
        assert natural == exports.REPORT_WIDTH
        assert min(880, facts["room"] - 60) < shown <= facts["room"]


def test_every_link_reaches_its_heading(facts: dict[str, Any]) -> None:
    assert facts["reached"] == facts["headings"]
    assert len(facts["headings"]) > 1


def test_letters_are_large_enough_to_read(facts: dict[str, Any]) -> None:
    assert facts["letters"] >= 9
    assert len(facts["chart"]) == 1
    assert facts["chart"][0] > 300


def test_notes_differences_and_rules_are_shown(facts: dict[str, Any]) -> None:
    assert "inches 3.1 (9.9)" in facts["notes"][0]
    assert facts["notes"][1].startswith("Note by Ann")
    session = timeline().session
    told = [event for event in session.events if not event.audience and event.rule]
    rounds = [event for event in told if (mark := session.ruleset.landmark(event)) and mark.sort == "round"]
    assert facts["rules"] == len(told) - len(rounds)
