"""Effects read from the texts of a roster in the window: checked once each, by mouse and by keys (A-IMP-8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.rulesets.aos4.documents.kept_effects import kept_effects
from game.ui.menu.new_game import NewGameScreen
from game.ui.model.new_game_draft import NewGameDraft
from game.ui.widgets.sheet import ReaderSheet
from tests.rulesets.aos4.documents.foreign_lists import a_list, profile, selection
from tests.ui.driver import Hands

pytestmark = pytest.mark.usefixtures("dummy_display")

TEXTS = {
    "Keen": "Add 1 to hit rolls for this unit's combat attacks.",
    "Tough": "This unit has Ward (5+).",
    "Lucky": "Roll for luck.",
}


def written(name: str, text: str) -> str:
    fields = f'<characteristic name="Effect">{text}</characteristic>'
    return f'<profile name="{name}" typeName="Ability (Passive)"><characteristics>{fields}</characteristics></profile>'


@pytest.fixture
def hands(tmp_path: Path) -> Hands:
    """Hands at the list of effects of a roster that was just imported."""
    profiles = profile("Reefmen") + "".join(written(name, text) for name, text in TEXTS.items())
    model = selection("Reefman", "model", number="5")
    path = tmp_path / "list.ros"
    path.write_bytes(a_list(selection("Reefmen", inner=model, profiles=profiles, points=100)))
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window, NewGameDraft(book="aos4")))
    hands.frame()
    hands.key("1")
    hands.press_row("Import a file")
    hands.write(str(path))
    hands.press_row("Check the effects")
    hands.frames_until("the texts are read", lambda: not hands.top.busy)
    return hands


def rows(hands: Hands) -> list[str]:
    return [row.label for row, _rect in hands.top.sheets[-1].list.rows()]


def shown(hands: Hands) -> dict[str, list[tuple[str, str]]]:
    """Return the lines of each chapter of the sheet on top, with their tones."""
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, ReaderSheet)
    return {chapter.title: [(line.text, line.tone) for line in chapter.lines] for chapter in sheet.chapters}


def test_the_words_that_were_read_stand_out_beside_what_they_mean(hands: Hands) -> None:
    assert rows(hands) == ["read from text: check (2)", "Reefmen · Keen", "Reefmen · Tough", "Done"]
    hands.press_row("Reefmen · Keen")
    assert shown(hands) == {
        "read from text: check": [],
        "The text, with the words that were read": [(TEXTS["Keen"], "good")],
        "What it seems to mean": [("· +1 hit rolls · this unit · only attacks of kind: combat", "plain")],
    }


def test_each_text_is_decided_once_by_keys_and_the_next_one_follows(hands: Hands) -> None:
    hands.key("return")
    hands.keys("a", "h")
    assert rows(hands)[:4] == ["accepted (1)", "Reefmen · Keen", "left by hand (1)", "Reefmen · Tough"]
    kept = kept_effects()
    assert [effect.params["what"] for effect in kept.accepted.values()] == ["hit"]
    assert len(kept.refused) == 1


def test_a_value_is_corrected_and_a_wrong_one_is_refused_with_its_reason(hands: Hands) -> None:
    hands.press_row("Reefmen · Keen")
    hands.key("c")
    hands.press_row("amount: 1")
    hands.write("99")
    assert "must be a whole number from -20 to 20" in hands.told()
    hands.key("return")
    hands.key("c")
    hands.press_row("only attacks of kind: combat")
    hands.press_row("shooting")
    assert "only attacks of kind: shooting" in rows(hands)
    hands.key("escape")
    assert next(iter(shown(hands))) == "accepted"
    assert [effect.params["attacks"] for effect in kept_effects().accepted.values()] == ["shooting"]
