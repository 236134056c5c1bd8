"""Scripts that the bundled font lacks: drawn in a system font that has them, else named; never as boxes."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.rulebook.new_game import GamePlan
from game.players import new_session
from game.ui.board.pieces import letters_of
from game.ui.widgets import typeface
from game.ui.widgets.text import shorten, wrap
from game.ui.widgets.theme import Theme, font_file
from game.ui.widgets.typeface import Run, coverage, has, missing, runs
from tests.ui.driver import Driver

OWN = font_file("regular")
SAMPLES = (
    "日本語",
    "한국어",
    "العربية",
    "עברית",
    "ไทย",
    "हिन्दी",
    "😀🎲",
    "Ж",
    "▲",
    "👩‍👧",
    "e\u0301\u0323",
    "\U000f1234",
)


@pytest.fixture
def other(monkeypatch: pytest.MonkeyPatch) -> str:
    """The only font of this system: the bold one that is bundled, which is to have other characters."""
    file = font_file("bold")
    use_fonts(monkeypatch, file)
    return file


def use_fonts(monkeypatch: pytest.MonkeyPatch, *files: str) -> None:
    monkeypatch.setattr(typeface, "system_fonts", lambda: files)
    monkeypatch.setattr(typeface, "_used", [])
    typeface._system_file.cache_clear()
    runs.cache_clear()


def test_the_bundled_fonts_cover_what_the_program_writes() -> None:
    for weight in ("regular", "semibold", "bold"):
        assert all(has(font_file(weight), ord(each)) for each in "Aäß″–…·×‹›−°½∞�Ж")
        assert not any(has(font_file(weight), ord(each)) for each in "日ع😀✓→")


def test_coverage_agrees_with_the_pictures(dummy_display: None) -> None:
    font = pygame.font.Font(OWN, 30)
    box = pygame.image.tobytes(font.render("\U000f1234", True, "white"), "RGBA")
    for code in (*range(0x21, 0x250), *range(0x2000, 0x2070), *range(0x2190, 0x2200)):
        if code not in (0xAD, 0x2028, 0x2029) and chr(code).isprintable():
            drawn = pygame.image.tobytes(font.render(chr(code), True, "white"), "RGBA") != box
            assert drawn == has(OWN, code), hex(code)


def test_a_file_that_is_no_font_covers_nothing(tmp_path: Path) -> None:
    for number, content in enumerate((b"", b"ttcf", b"\0\1\0\0\0\1cmap", b"x" * 500)):
        file = tmp_path / f"{number}.ttf"
        file.write_bytes(content)
        assert coverage(str(file)) == ((), ())
    assert coverage(str(tmp_path / "none.ttf")) == ((), ())


def test_a_text_is_split_by_coverage(monkeypatch: pytest.MonkeyPatch, other: str) -> None:
    def covers(file: str, code: int) -> bool:
        return code < 0x500 if file == OWN else 0x3000 <= code < 0xA000 or 0x600 <= code < 0x700

    monkeypatch.setattr(typeface, "has", covers)
    assert runs("Anna", OWN) == (Run("Anna"),)
    assert runs("A 日本 B語", OWN) == (Run("A "), Run("日本", other), Run(" B"), Run("語", other))
    assert runs("عر عر, 1", OWN) == (Run("عر", other, True), Run(" ", "", False), Run("عر", other, True), Run(", 1"))
    assert runs("ไทย 日", OWN) == (Run("[Thai ×3]"), Run(" "), Run("日", other))


def test_what_no_font_has_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fonts(monkeypatch)
    assert [missing(each) for each in ("日本語", "ไทย", "हिन्दी", "🎲🎲", "😀")] == [
        "[CJK ×3]", "[Thai ×3]", "[Devanagari ×3]", "[game die ×2]", "[grinning face]"
    ]  # fmt: skip
    assert missing("\U000f1234") == "?"
    assert runs("Anna 日本", OWN) == (Run("Anna "), Run("[CJK ×2]"))


@pytest.mark.parametrize("bare", [False, True])
def test_nothing_is_drawn_as_a_box(monkeypatch: pytest.MonkeyPatch, dummy_display: None, bare: bool) -> None:
    if bare:
        use_fonts(monkeypatch)
    theme = Theme()
    for sample in (*SAMPLES, *(f"Anna {sample} and more" for sample in SAMPLES), "".join(SAMPLES)):
        for run in runs(sample, OWN):
            assert all(has(run.file or OWN, ord(each)) or ord(each) in typeface._JOINERS for each in run.text), sample
        picture = theme.font("body").render(sample, True, (255, 255, 255))
        assert picture.get_bounding_rect().width
        assert theme.font("body").size(sample) == picture.get_size()
        assert picture.get_height() == theme.font("body").get_height()


def test_long_texts_without_blanks_are_wrapped_and_shortened(dummy_display: None) -> None:
    theme = Theme()
    text = "日本語の名前" * 20
    lines = wrap(theme, text, 200)
    assert "".join(lines) == text
    assert all(theme.font("body").size(line)[0] <= 200 for line in lines if len(line) > 1)
    assert theme.font("body").size(shorten(theme, "العربية" * 20, 100))[0] <= 100


def test_plain_texts_look_for_no_system_font(monkeypatch: pytest.MonkeyPatch, dummy_display: None) -> None:
    def never() -> tuple[str, ...]:
        raise AssertionError("no system font is needed")

    monkeypatch.setattr(typeface, "system_fonts", never)
    Theme().font("body").render("12.5″ – Änderung · ½", True, "white")


def test_letters_of_players_are_in_the_bundled_font() -> None:
    assert letters_of(["Anna", "Bob"]) == ["A", "B"]
    assert letters_of(["日本", "한국", "Anna"]) == ["A", "B", "N"]
    assert letters_of(["Ärger", "אב"]) == ["Ä", "A"]
    assert letters_of(["1", "2"]) == ["1", "2"]
    assert letters_of(["1", "Ann 2"]) == ["A", "N"]


def test_players_whose_names_differ_in_their_numbers_have_these_as_signs() -> None:
    assert letters_of(["Player 1", "Player 2"]) == ["1", "2"]
    assert letters_of(["Player 2", "Player 12"]) == ["2", "P"]
    assert letters_of(["Player 1", "Recruit"]) == ["P", "R"]


def test_a_game_of_players_from_everywhere_is_drawn(dummy_display: None, tmp_path: Path) -> None:
    for names in (("日本語", "العربية"), ("ไทย", "😀🎲"), ("\U000f1234", "עברית")):
        session = new_session.new_game("godbreakers", GamePlan(names), ["human", "human"], 3)
        driver = Driver(tmp_path, session)
        driver.tick()
        letters = {livery.letter for livery in driver.scene.focus.context.owners.values()}
        assert all(has(font_file("bold"), ord(letter)) for letter in letters)
