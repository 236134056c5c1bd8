"""The catalogue of texts: complete, sound, compiled; and what a person reads is built nowhere but at its door."""

import ast
import re
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from typing import IO

import pytest
from babel.messages.catalog import Catalog, Message

from game import wording
from game.engine.kit.wording import read_wording
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from tests.commands.calls import call
from tests.sources import nodes
from tools import languages

ROOT = Path(__file__).resolve().parents[2]

NAMES = ROOT / "game" / "ui" / "pages" / "credits.py"
"""Whose names are the same in every language."""

SPOKEN = [
    path
    for folder in ("engine", "rulesets", "ui", "commands", "players", "table")
    for path in sorted((ROOT / "game" / folder).rglob("*.py"))
    if path != NAMES
]

FIRST_IS_READ = {"Refusal", "Line", "Notice", "Heading", "Section", "Likelihood", "Spread", "OddsView", "award"}
SECOND_IS_READ = {"Option", "Action"}
ARE_READ = {"prompt", "label", "reason", "title", "hint", "text", "detail"}
"""Where texts for people go: the first or the second argument of a call, or arguments of a name."""


def test_german_is_there() -> None:
    assert wording.languages()[:2] == ("en", "de")


@pytest.mark.parametrize("language", languages.languages())
def test_lessons_call_rows_what_they_are_called_at_the_table(language: str) -> None:
    spoken = {m.id: str(m.string) for m in languages.translations(language) if isinstance(m.id, str)}
    names = [each.name for each in bundled_pack(CORE).abilities]
    lesson = [step["text"] for step in read_wording("game.rulesets.aos4", "lesson")["steps"]]
    rows = [(name, text) for name in names for text in lesson if re.search(rf"([Cc]hoose|such as) {name}\b", text)]
    assert len(rows) >= 2
    assert [text for row, text in rows if spoken[row] not in spoken[text]] == []


def test_a_roll_is_called_what_its_ability_is_called() -> None:
    wording.use("de")
    names = {each.id: each.name for each in bundled_pack(CORE).abilities}
    try:
        told = {key: wording._(key) for key in ("run", "redeploy", "charge", "retreat", "rally")}
        assert told == {key: wording._(names[key]) for key in told}
    finally:
        wording.use("en")


@pytest.mark.parametrize("language", languages.languages())
def test_every_translation_can_be_filled_with_what_its_text_is(language: str) -> None:
    wrong = [each for message in languages.translations(language) for each in languages._broken_parts(message)]
    assert wrong == []


def test_a_help_whose_lines_would_run_together_is_found() -> None:
    message = Message("\b\nExamples:\n  play", "\nBeispiele:\n  play")
    assert ["has not each mark" in each for each in languages._broken_parts(message)] == [True]


def test_the_help_of_every_command_is_translated_whole() -> None:
    said = call("--language", "de", "engine", "--help").output
    assert "Lässt ein anderes Programm spielen" in said
    assert "A reply has" not in said


def test_a_reworded_text_keeps_its_translation_until_somebody_looks_at_it() -> None:
    dropped = [Message("Undo the last move now", "Letzten Zug jetzt zurück"), Message("Colour of the seat", "Farbe")]
    catalogue = Catalog(locale="de")
    catalogue.add("Undo the last move")
    catalogue.add("Undo the last move here", "Zug hier zurück")
    catalogue.add("Wind and weather")
    languages.suggest(catalogue, dropped)
    said = {message.id: (message.string, message.fuzzy) for message in catalogue if message.id}
    assert said == {
        "Undo the last move": ("Letzten Zug jetzt zurück", True),
        "Undo the last move here": ("Zug hier zurück", False),
        "Wind and weather": (None, False),
    }
    assert languages.share(catalogue) == 1 / 3


def test_a_text_that_is_still_used_elsewhere_or_gains_a_plural_lends_its_translation() -> None:
    before = [Message("Undo the last decision", "Letzte Entscheidung zurück"), Message("{n} more games", "{n} Partien")]
    catalogue = Catalog(locale="de")
    catalogue.add("Undo the last decision", "Letzte Entscheidung zurück")
    catalogue.add("Undo the last decision now")
    catalogue.add(("{n} more game", "{n} more games"))
    languages.suggest(catalogue, before)
    assert [(message.string, message.fuzzy) for message in catalogue if message.id] == [
        ("Letzte Entscheidung zurück", False),
        ("Letzte Entscheidung zurück", True),
        (("{n} Partien", "{n} Partien"), True),
    ]


def test_a_catalogue_that_cannot_be_written_stays_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "inchwise.po"
    languages.write(Catalog(locale="de"), path)
    before = path.read_bytes()

    def fails(file: IO[bytes], catalogue: Catalog, **how: object) -> None:
        file.write(b"half")
        raise OSError(ENOSPC, "no space left")

    monkeypatch.setattr(languages, "write_po", fails)
    with pytest.raises(OSError, match="no space left"):
        languages.write(Catalog(locale="de"), path)
    assert path.read_bytes() == before


def test_a_translation_with_other_parts_is_found() -> None:
    catalogue = Catalog(locale="de")
    message = catalogue.add("Place {model}", "Setze {modell}")
    assert message is not None
    assert list(languages._broken_parts(message)) == ["'Setze {modell}' has other parts than 'Place {model}'"]


def written(node: ast.expr) -> bool:
    """Whether an expression is a text with words in it that stands there as it is."""
    if isinstance(node, ast.IfExp):
        return written(node.body) or written(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return any(map(written, node.values))
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and bool(re.search("[A-Za-z]{3}", node.value))


def read_by_people(node: ast.Call) -> Iterator[ast.expr]:
    """Yield the arguments of a call that people read."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if name in FIRST_IS_READ:
        yield from node.args[:1]
    if name in SECOND_IS_READ:
        yield from node.args[1:2]
    if name and name[0].isupper() and name not in ("Kind", "Marker", "Model", "DocumentError"):
        yield from (keyword.value for keyword in node.keywords if keyword.arg in ARE_READ)


def test_what_people_read_passes_through_the_door() -> None:
    past = [
        f"{path.relative_to(ROOT)}, line {call.lineno}: {ast.unparse(text)}"
        for path in SPOKEN
        for call in nodes(path)
        if isinstance(call, ast.Call)
        for text in read_by_people(call)
        if written(text)
    ]
    assert past == []
