"""A browser plays the page of a replay: each moment is that of the game, by keys, bar, log and links, at both sizes."""

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
from game.engine.questions.scorecard import scorecard
from game.engine.questions.scorecard_words import lines
from game.engine.saving.loading import Difference
from game.ui.export import exports
from tests.games import random_game

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
SIZES = {"desktop": (1280, 900), "phone": (390, 844)}
PROBE = """<script>window.addEventListener("load", () => {
document.documentElement.classList.add("ready");
const all = (pick) => [...document.querySelectorAll(pick)], seen = (node) => node.offsetParent !== null;
const right = () => Math.max(...all("body *").filter((node) => !node.closest(".wide, #board") && seen(node))
  .map((node) => node.getBoundingClientRect().right));
const key = (name, more = {}) => {
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: name, bubbles: true, ...more}));
  return now;
};
const table = () => all(".piece").map((node) => [D.pieces[node.dataset.piece][0], node.style.transform]).sort();
const facts = {start: now, last: LAST, keys: {}, tables: {}, right: {}};
for (const at of WANTED) { go(at); facts.tables[at] = table(); }
go(LAST);
go(WANTED[1]);
facts.back = table();
for (const [name, more] of [["ArrowRight"], ["ArrowLeft"], ["ArrowRight", {shiftKey: true}],
  ["ArrowRight", {ctrlKey: true}], ["PageDown"], ["End"], ["Home"]]) {
  facts.keys[Object.keys(more || {})[0] || name] = key(name, more);
}
el("at").value = 30;
el("at").dispatchEvent(new Event("input"));
facts.scrubbed = now;
el("jump").selectedIndex = 2;
el("jump").dispatchEvent(new Event("change"));
facts.jumped = now;
const rolled = D.steps.findIndex((step) => step.r), row = document.querySelector(`#log li[data-s="${rolled}"]`);
row.click();
const slip = el("receipt");
facts.clicked = [rolled, now, slip.previousElementSibling === row, all("#receipt .die").length, D.steps[rolled].r];
const moved = D.steps.findIndex((step) => step.m && step.m[0][2]);
go(moved);
facts.moved = [el("receipt").innerText, all("#board .trail").length];
const decided = D.steps.findIndex((step) => step.d);
go(decided);
facts.decided = [el("receipt").innerText, D.texts[D.steps[decided].d.ask], D.texts[D.steps[decided].d.ans]];
el("receipt").querySelector("button.rule").click();
facts.rule = [el("receipt").querySelector("button.rule").innerText, all(".rule-text").map((node) => node.innerText)];
go(WANTED[1]);
key("p");
facts.card = [seen(el("card")), el("card").innerText];
const [number, at] = [...state.p].find(([one]) => D.pieces[one][1] === "base");
const beside = new DOMPoint(field(at, "x") + D.pieces[number][2] + 6 * unit, up(field(at, "y")));
const {x, y} = beside.matrixTransform(board.getScreenCTM());
key("Escape");
board.dispatchEvent(new MouseEvent("click", {clientX: x, clientY: y, bubbles: true}));
facts.tapped = chosen;
facts.wider = view[2];
key("+");
facts.closer = view[2];
key("0");
key("Escape");
facts.shut = seen(el("card"));
for (const name of ["f", "r", "l"]) {
  key(name);
  facts.right[name] = [right(), all(".panel").filter(seen).map((node) => node.id)];
  facts[name] = all(".panel").find(seen).innerText;
}
key("r");
const width = (node) => node.getBoundingClientRect().width;
const drawn = (node) => node.closest("svg");
const scale = (node) => drawn(node) ? width(drawn(node)) / drawn(node).viewBox.baseVal.width : 1;
facts.chart = all("#report > svg").map((node) => node.getBoundingClientRect().width);
const texts = all("#report > svg text, li, td, code, small").filter((node) => node.getClientRects().length);
facts.letters = Math.min(...texts.map((node) => parseFloat(getComputedStyle(node).fontSize) * scale(node)));
facts.label = parseFloat(all("#board .label")[0].getAttribute("font-size")) / unit;
document.querySelector("#report a[data-s]").click();
facts.turned = [now, Number(document.querySelector("#report a[data-s]").dataset.s)];
const stage = el("stage").getBoundingClientRect();
facts.sides = all("#report a[data-side]").map((link) => {
  link.click();
  return [now, all("#board .arrow").length, all("#board .side").map((node) => node.getAttribute("d").length),
    all(".legend")[link.dataset.side].innerText];
});
look(view);
facts.kept = all("#board .arrow").length;
key("ArrowRight");
facts.dropped = all("#board .arrow, #board .side").length;
Object.assign(facts, {room: document.documentElement.clientWidth, wide: document.documentElement.scrollWidth,
  stage: [stage.width, stage.height],
  buttons: Math.min(...all("#bar button").filter(seen).map((node) => node.offsetHeight)),
  asides: all("aside").map((node) => node.textContent), rules: all("#log li code").length,
  loaded: performance.getEntriesByType("resource").length,
  marks: all("#track span").map((node) => node.textContent).join("")});
document.body.setAttribute("data-facts", JSON.stringify(facts));
});</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="needs chromium, to look at a page as people do")


@cache
def timeline() -> Timeline:
    """A whole random game with a note."""
    session = random_game()
    session.notes = [NoteDocument(entries=0, events=1, text="Long " * 60, author="Ann")]
    return Timeline(session)


def wanted() -> list[int]:
    return [0, timeline().last // 2, timeline().last]


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("replay") / "replay.html"
    list(exports.export_html(timeline(), path, [Difference(3, "G-MOVE-1", "Moved: inches 3.1 (9.9)", 7)]))
    return path


@pytest.fixture(scope="module", params=SIZES)
def facts(request: pytest.FixtureRequest, page: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the browser has made of the page."""
    assert CHROMIUM is not None
    folder = tmp_path_factory.mktemp("browser")
    probed, probe = folder / "probed.html", PROBE.replace("WANTED", json.dumps(wanted()))
    probed.write_text(page.read_text(encoding="utf-8").replace("</body>", probe + "</body>"), encoding="utf-8")
    wide, high = SIZES[request.param]
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={wide},{high}")
    command = [CHROMIUM, *flags, f"--user-data-dir={folder / 'profile'}", "--dump-dom", probed.as_uri()]
    shown = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout
    found = re.search(r'data-facts="([^"]*)"', shown)
    assert found is not None
    answer: dict[str, Any] = json.loads(unescape(found[1]))
    return answer


def test_every_moment_is_that_of_the_game_whichever_way_it_is_reached(facts: dict[str, Any]) -> None:
    high = timeline().session.game.ruler.battlefield.height
    for moment in wanted():
        session = timeline().at(moment)
        pieces = session.ruleset.view(session.game).pieces
        drawn = [(name, *map(float, re.findall(r"-?[0-9.]+", where))) for name, where in facts["tables"][str(moment)]]
        known = sorted((piece.name, piece.x, high - piece.y) for piece in pieces)
        assert [name for name, *_spot in sorted(drawn)] == [name for name, *_spot in known]
        spots = zip(sorted(drawn), known, strict=True)
        assert max(max(abs(x - px), abs(y - py)) for (_name, x, y), (_same, px, py) in spots) < 0.002
    assert facts["back"] == facts["tables"][str(wanted()[1])]
    assert facts["tables"]["0"] != facts["back"]


def test_keys_bar_and_links_lead_where_they_say(facts: dict[str, Any]) -> None:
    line, at = timeline(), wanted()[1]
    keys = facts["keys"]
    assert facts["start"] == next(moment for moment, place in enumerate(line.places) if place[0])
    assert (keys["ArrowRight"], keys["ArrowLeft"]) == (at + 1, at)
    assert keys["shiftKey"] == line.step(at, "decision", 1)
    assert keys["ctrlKey"] == line.step(keys["shiftKey"], "activation", 1)
    assert keys["PageDown"] == next(stop for stop in line.stops("round") if stop > keys["ctrlKey"])
    assert (keys["End"], keys["Home"]) == (line.last, 0)
    assert facts["scrubbed"] == 30
    assert line.places[facts["jumped"]][0] == 2
    assert line.places[facts["jumped"] - 1][0] == 1
    assert facts["turned"][0] == facts["turned"][1] > 0


def test_a_click_on_the_log_shows_what_was_rolled_measured_and_decided(facts: dict[str, Any]) -> None:
    asked, shown, below, dice, groups = facts["clicked"]
    assert asked == shown
    assert below
    assert dice == sum(len(faces) if isinstance(faces, list) else 1 for group in groups for faces in group[4:])
    assert re.search(r"moved \d+\.\d\d″", facts["moved"][0])
    assert facts["moved"][1] >= 2
    words, prompt, answer = facts["decided"]
    assert prompt in words
    assert answer in words
    rule, texts = facts["rule"]
    book = {one.id: one for one in timeline().session.ruleset.rules()}
    assert texts == [f"{book[rule].title}. {book[rule].text}"]


def test_nothing_is_wider_than_the_screen_and_all_can_be_read_and_touched(facts: dict[str, Any]) -> None:
    assert facts["wide"] <= facts["room"]
    assert [(name, panels) for name, (_right, panels) in facts["right"].items()] == [
        ("f", ["forces"]),
        ("r", ["report"]),
        ("l", ["log"]),
    ]
    assert all(right <= facts["room"] + 0.5 for right, _panels in facts["right"].values())
    assert facts["letters"] >= 9
    assert facts["label"] >= 12
    assert facts["buttons"] >= 36
    assert min(facts["stage"]) > 200
    assert facts["chart"][0] > 300


def test_cards_forces_report_and_zoom_are_at_hand(facts: dict[str, Any]) -> None:
    session = timeline().session
    view = session.ruleset.view(session.game)
    names = {piece.name for piece in (*view.pieces, *view.lost, *view.reserve) if piece.owner and piece.kind == "base"}
    assert facts["card"][0]
    assert any(name in facts["card"][1] for name in {piece.name for piece in (*view.pieces, *view.lost)})
    assert facts["tapped"] is not None
    assert facts["closer"] < facts["wider"]
    assert not facts["shut"]
    assert all(name in facts["f"] for name in names)
    assert view.result in facts["r"]
    for heading in ("Turning points", "How evenly the dice fell"):
        assert heading in facts["r"]


def test_the_scorecard_of_the_beginning_is_in_the_report_and_on_the_table(facts: dict[str, Any]) -> None:
    line = timeline()
    beginning = next(moment for moment, place in enumerate(line.places) if place[0])
    session = line.at(beginning)
    card = scorecard(session.ruleset, session.game)
    assert all(one.text in facts["r"] for one in lines(card))
    assert [moment for moment, *_drawn in facts["sides"]] == [beginning] * 2
    assert [arrows for _moment, arrows, *_more in facts["sides"]] == [2 * len(side.hits) for side in card.sides]
    assert facts["kept"] == 2 * len(card.sides[1].hits) > 0
    for side, (_moment, _arrows, grounds, legend) in zip(card.sides, facts["sides"], strict=True):
        assert grounds[1] > 50
        assert f"where {side.name} begins" in legend
    assert facts["dropped"] == 0


def test_notes_differences_and_rules_are_shown_without_a_network(facts: dict[str, Any]) -> None:
    assert any("inches 3.1 (9.9)" in text for text in facts["asides"])
    assert any(text.startswith("Note by Ann") for text in facts["asides"])
    assert {"⚑", "⚠", "✖"} <= set(facts["marks"])
    session = timeline().session
    public = [event for event in session.events if not event.audience and event.rule]
    rounds = [event for event in public if (mark := session.ruleset.landmark(event)) and mark.sort == "round"]
    assert facts["rules"] == len(public) - len(rounds)
    assert facts["loaded"] == 0
