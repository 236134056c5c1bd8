"""Rosters given out: as text, as documents, for other programs, as pages and cards of selectable text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pypdf import PdfReader

from game import rulesets
from game.engine.rosters import rosters_of
from game.engine.rulebook.printing import PrintedPart, PrintedRoster, PrintedRule, PrintedUnit
from game.play import pdf
from tests.commands.calls import call, refusal

BUNDLED = {
    "godbreakers": "the-mended",
    "bushido": "still-bell",
    "dropzone": "cinder-line",
    "aos4": "lantern-concord",
}


def pages_of(file: Path) -> list[str]:
    """Return the text of each page of a PDF, as a reader would copy it."""
    return [page.extract_text() for page in PdfReader(file).pages]


@pytest.mark.parametrize(("ruleset", "name"), BUNDLED.items(), ids=BUNDLED)
def test_every_rulebook_writes_its_rosters_as_text_and_as_a_document(ruleset: str, name: str, tmp_path: Path) -> None:
    book = ("--ruleset", ruleset)
    title = json.loads(call("roster", "show", name, "--json", *book).output)["name"]
    text = call("roster", "export", name, "--as", "text", *book).output
    assert title in text
    assert call("roster", "export", name, tmp_path / "mine.json", *book).exit_code == 0
    assert json.loads((tmp_path / "mine.json").read_text())["name"] == title
    assert call("roster", "export", name, tmp_path / "mine.txt", *book).exit_code == 0
    assert (tmp_path / "mine.txt").read_text() == text


@pytest.mark.parametrize("cards", [False, True], ids=["pages", "cards"])
@pytest.mark.parametrize(("ruleset", "name"), BUNDLED.items(), ids=BUNDLED)
def test_every_rulebook_prints_its_rosters(ruleset: str, name: str, cards: bool, tmp_path: Path) -> None:
    more = ("--cards",) if cards else ()
    result = call("roster", "export", name, tmp_path / "mine.pdf", "--ruleset", ruleset, *more)
    assert result.exit_code == 0
    text = " ".join(" ".join(pages_of(tmp_path / "mine.pdf")).split())
    rosters = rosters_of(rulesets.load(ruleset))
    assert rosters is not None
    roster = rosters.printed(rosters.find(name))
    for unit in (unit for part in roster.parts for unit in part.units):
        assert unit.name in text
        assert all(value in text for value, _word in unit.figures)
        for rule in unit.rules:
            assert " ".join(rule.text.replace("**", "").split())[:30] in text
    assert b"/Subtype /Image" not in (tmp_path / "mine.pdf").read_bytes()


def test_another_form_than_that_of_the_file_is_asked_for_by_name(tmp_path: Path) -> None:
    assert "newrecruit" in call("roster", "export", "--help").output
    assert "other programs have no form for it" in refusal("roster", "export", "the-mended", "--as", "newrecruit")
    assert "name a FILE that ends in .pdf" in refusal("roster", "export", "the-mended", "--as", "pdf")
    file = tmp_path / "list.json"
    book = ("--ruleset", "aos4")
    assert call("roster", "export", "lantern-concord", file, "--as", "newrecruit", *book).exit_code == 0
    assert "roster" in json.loads(file.read_text())
    assert call("roster", "check", file, *book).exit_code == 0
    assert "already exists" in refusal("roster", "export", "lantern-concord", file, *book)


def test_without_the_library_the_way_to_install_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "find_spec", lambda _name: None)
    assert 'pip install "inchwise[pdf]"' in refusal("roster", "export", "the-mended", tmp_path / "mine.pdf")
    assert not (tmp_path / "mine.pdf").exists()


def printed(*units: PrintedUnit) -> PrintedRoster:
    return PrintedRoster("Low Road", ("Two lines",), (PrintedPart("First", units),))


LONG = PrintedUnit("Wader", rules=tuple(PrintedRule(f"Rule {n}", "always", "mud and water " * 20) for n in range(12)))


def test_a_unit_too_long_for_a_card_or_a_page_goes_on_on_the_next(tmp_path: Path) -> None:
    pdf.save_pdf(printed(LONG), tmp_path / "cards.pdf", cards=True)
    pdf.save_pdf(printed(*[LONG] * 4), tmp_path / "pages.pdf")
    assert "Rule 11" in pages_of(tmp_path / "cards.pdf")[0]
    assert len(pages_of(tmp_path / "cards.pdf")) == 1
    assert len(pages_of(tmp_path / "pages.pdf")) > 1


def test_ten_cards_take_two_pages(tmp_path: Path) -> None:
    units = [PrintedUnit(f"Wader {number}", figures=(("4", "Move"),)) for number in range(10)]
    for number, pages in ((9, 1), (10, 2)):
        pdf.save_pdf(printed(*units[:number]), tmp_path / "cards.pdf", cards=True)
        assert len(pages_of(tmp_path / "cards.pdf")) == pages


def test_signs_of_a_foreign_list_do_no_harm(tmp_path: Path) -> None:
    odd = PrintedUnit("<b>&amp; **Wader** ∞ 漢", rules=(PrintedRule("a < b", "**", "**open & <i>"),))
    pdf.save_pdf(printed(odd), tmp_path / "mine.pdf")
    pdf.save_pdf(printed(odd), tmp_path / "mine.pdf", cards=True)
    assert (tmp_path / "mine.pdf").stat().st_size > 1000


def test_writing_can_be_stopped_and_leaves_nothing(tmp_path: Path) -> None:
    def stop(_share: float) -> None:
        raise InterruptedError

    for cards in (False, True):
        with pytest.raises(InterruptedError):
            pdf.save_pdf(printed(LONG), tmp_path / "mine.pdf", cards=cards, progress=stop)
    assert [*tmp_path.iterdir()] == []


def test_the_same_unit_is_one_card_with_its_number() -> None:
    book = rulesets.load("dropzone")
    rosters = rosters_of(book)
    assert rosters is not None
    roster = rosters.printed(rosters.find("cinder-line"))
    [drover] = [unit for part in roster.parts for unit in part.units if unit.name == "Drover Dropship"]
    assert drover.times == 3
