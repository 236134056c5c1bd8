"""The window in another language: nothing is cut off, and a language that is chosen is spoken everywhere at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from game import wording
from game.documents.files import saves_folder
from game.engine.saving.saves import save_game
from game.play.spoken_state import round_sentence
from game.ui.menu.menu import MenuScreen
from game.ui.menu.saved_games import OpeningScreen
from game.ui.prefs.settings import Options
from game.ui.replay.screen import ReplayScreen
from tests.samples import few
from tests.ui.driver import Driver, Hands
from tests.ui.inked import Written, noted
from tools.screenshots import rendered
from tools.situations import ALL, Situation, keys, session_of

OTHERS = wording.languages()[1:]
WORDY = (
    "engage-dice",
    "fairness",
    "four-players",
    "measuring",
    "new-game-agreed",
    "campaign",
)
"""Pictures with many words."""
MORE = (
    Situation("settings", "choosing", keys("f4")),
    Situation("threats", "choosing", keys("x")),
)
SITUATIONS = [*(each for each in ALL if each.name in WORDY), *MORE]
SIZES = [((960, 600), 1.0), ((960, 600), 1.5)]
"""Pixels of the window, and the scale of its type."""
UNFINISHED = ("…", "Threat map: working it out…", "Export …", "A picture of your own …")
"""Texts that end with an ellipsis although nothing of them is cut off."""


@pytest.fixture
def notes(dummy_display: None) -> Iterator[list[Written]]:
    """All texts that come onto the screen."""
    with noted() as found:
        yield found


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("size", "scale"), SIZES, ids=str)
def test_nothing_is_cut_off(notes: list[Written], language: str, size: tuple[int, int], scale: float) -> None:
    wording.use(language)
    unfinished = {wording._(each) for each in UNFINISHED}
    cut = []
    for situation in few([*SITUATIONS[SIZES.index((size, scale)) :]]):
        notes.clear()
        rendered(
            replace(situation, size=size, scale=scale), Options(pace=0.0, scale=scale, language=language, look="club")
        )
        assert len(notes) > 10
        cut += [
            f"{situation.name}: {each.text!r}"
            for each in notes
            if each.narrowed or (each.text.endswith("…") and each.text not in unfinished)
        ]
    assert cut == []


def painted_anew(hands: Hands, notes: list[Written]) -> set[str]:
    """Return every text that is on the screen: in high contrast everything is painted again."""
    hands.move((2, 2))
    notes.clear()
    while not hands.window.look.sharp:
        hands.window.next_look()
    hands.frame()
    return {each.text for each in notes if not each.text.replace(".", "").isdigit()}


def choose(hands: Hands, language: str) -> None:
    """Choose a language in the settings that are open."""
    while hands.window.options.language != language:
        hands.press_row(wording._("Language"))


def at_the_menu() -> Hands:
    """The main menu."""
    hands = Hands()
    hands.window.go(MenuScreen(hands.window))
    return hands


def at_a_place(name: str) -> Hands:
    """A table behind the main menu."""
    hands = at_the_menu()
    hands.window.open(name)
    hands.frames_until("the place to be opened", lambda: not isinstance(hands.top, OpeningScreen))
    hands.frame()
    return hands


def at_a_replay() -> Hands:
    """A game that was saved, looked at again."""
    save_game(session_of("round"), saves_folder() / "round.json")
    hands = at_a_place("replays")
    hands.key("return")
    hands.frames_until("the game to be opened", lambda: isinstance(hands.top, ReplayScreen))
    return hands


TABLES: dict[str, Callable[[Path], Hands]] = {
    "placing": lambda folder: Driver(folder, session_of("moving-market-ruins")),
    "sandbox": lambda folder: at_a_place("sandbox"),
    "lesson": lambda folder: at_a_place("lesson"),
    "replay": lambda folder: at_a_replay(),
}


@pytest.mark.parametrize("table", few([*TABLES]))
def test_a_table_speaks_the_language_that_is_chosen_at_once(notes: list[Written], tmp_path: Path, table: str) -> None:
    seen = []
    for first in ("en", "de"):
        wording.use(first)
        hands = TABLES[table](tmp_path)
        hands.key("f4")
        choose(hands, "de")
        hands.key("escape")
        seen.append(painted_anew(hands, notes))
        hands.window.close()
    assert seen[0] == seen[1]
    assert len(seen[0]) > 10


def test_menu_and_settings_speak_the_language_that_is_chosen_at_once(notes: list[Written]) -> None:
    seen = []
    for first in ("en", "de"):
        wording.use(first)
        hands = at_the_menu()
        hands.press_row(wording._("Settings"))
        choose(hands, "de")
        hands.top.sheets[-1].list.mark("close")
        settings = painted_anew(hands, notes)
        hands.key("escape")
        seen.append((settings, painted_anew(hands, notes)))
        hands.window.close()
    assert seen[0] == seen[1]
    assert min(map(len, seen[0])) > 10


def test_a_phase_keeps_its_capital_within_a_german_sentence(dummy_display: None, tmp_path: Path) -> None:
    wording.use("de")
    assert "Phase Aktivierung" in round_sentence(Driver(tmp_path, session_of("choosing")).scene.model)
