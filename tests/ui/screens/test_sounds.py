"""Sounds: made by our own tool, sound in themselves, following events, silent where there is nothing to play them."""

from __future__ import annotations

import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game import rulesets
from game.documents.reading import load_document
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.resources import resource
from game.rulesets.godbreakers.rules import events as happened
from game.ui.shell import sounds
from game.ui.shell.sounds import ORDER, Sounds, cues_of
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Answered
from tests.ui.driver import Driver
from tools.make_sounds import LONGEST, PEAK, RATE, SOUNDS, loudness, write

ENGAGE = Path(__file__).resolve().parents[2] / "positions" / "engage.json"


def read(path: Path) -> tuple[int, np.ndarray[Any, np.dtype[np.int16]]]:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (1, 2)
        return file.getframerate(), np.frombuffer(file.readframes(file.getnframes()), "<i2")


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(Sounds, "play", lambda self, cues, volume: found.append(tuple(cues)) if volume else None)
    return found


@pytest.fixture
def mixer(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()  # where there is a device, any test before may have opened it
    yield
    pygame.mixer.quit()


def test_every_sound_that_is_played_is_made_by_the_tool() -> None:
    assert set(SOUNDS) == set(ORDER)
    assert {path.stem for path in resource("assets/sounds").glob("*.wav")} == set(ORDER)
    assert sum(path.stat().st_size for path in resource("assets/sounds").iterdir()) < 300_000


def test_the_committed_sounds_are_what_the_tool_makes(tmp_path: Path) -> None:
    write(tmp_path)
    for name in SOUNDS:
        rate, kept = read(resource(f"assets/sounds/{name}.wav"))
        _, made = read(tmp_path / f"{name}.wav")
        assert rate == RATE
        assert kept.size == made.size
        # The last bits of a sine may differ between machines.
        assert np.max(np.abs(kept.astype(int) - made.astype(int))) <= 4


@pytest.mark.parametrize("name", ORDER)
def test_a_sound_is_short_begins_at_once_without_a_click_ends_in_silence_and_does_not_clip(name: str) -> None:
    rate, samples = read(resource(f"assets/sounds/{name}.wav"))
    level = np.abs(samples.astype(float)) / 32767
    assert 0.05 <= samples.size / rate <= LONGEST + 0.001
    assert level.max() <= PEAK + 0.001
    assert level[0] < 0.02
    assert level[: round(0.12 * rate)].max() > 0.1
    assert level[-20:].max() < 0.02
    assert abs(np.mean(samples / 32767)) < 0.01


def test_all_sounds_are_as_loud_as_one_another() -> None:
    loud = {name: loudness(read(resource(f"assets/sounds/{name}.wav"))[1] / 32767) for name in ORDER}
    assert max(loud.values()) < 1.12 * min(loud.values()), loud  # a decibel


def test_events_are_heard_as_their_rulebook_says() -> None:
    ruleset = rulesets.load("godbreakers")
    events = [
        happened.Casualty(model="a"),
        happened.RoundBegan(round=1),
        happened.Triumphed(model="a", removed=0),
    ]
    assert cues_of(events, ruleset) == ["loss", "success"]
    assert cues_of([Answered("ann", "x")], toy_session().ruleset) == []


def test_dice_are_heard_when_they_fall(window: Callable[..., Driver], heard: list[tuple[str, ...]]) -> None:
    document = load_document(ENGAGE, PositionDocument)
    driver = window(start_of(document, rulesets.find, "a position"))
    for answer in document.answers:
        assert driver.scene.model.answer(answer)
        driver.frame()
    assert any("dice" in cues for cues in heard)


def test_a_refused_answer_is_heard(window: Callable[..., Driver], heard: list[tuple[str, ...]]) -> None:
    driver = window(toy_session(3))
    driver.scene.focus.call(lambda: driver.scene.model.answer([-5.0, 3.0]))
    assert ("refusal",) in heard


def test_a_change_of_turns_is_heard(window: Callable[..., Driver], heard: list[tuple[str, ...]]) -> None:
    driver = window(toy_session(3))
    driver.scene.focus.call(lambda: driver.scene.model.answer("auto"))
    assert ("turn",) in heard


def test_f6_silences_and_the_settings_hold_the_volume(
    window: Callable[..., Driver], heard: list[tuple[str, ...]]
) -> None:
    driver = window(toy_session())
    driver.key("f6")
    heard.clear()
    assert driver.scene.model.notice.title == "Sounds are off"
    driver.scene.window.play("turn")
    assert heard == []
    driver.key("f6")
    heard.clear()
    driver.scene.window.play("turn")
    assert heard == [("turn",)]


def test_the_mixer_is_opened_for_the_first_sound_only(mixer: None) -> None:
    player = Sounds()
    assert pygame.mixer.get_init() is None
    player.play(["loss", "dice", "placing"], 0.5)
    player.wait()
    assert pygame.mixer.get_init() is not None
    assert pygame.mixer.get_busy()
    pygame.mixer.stop()
    player.play(["turn"], 0.25)
    assert pygame.mixer.get_busy()
    assert player._sounds["turn"].get_volume() == pytest.approx(0.25, abs=0.01)


def test_at_no_volume_the_mixer_stays_shut(mixer: None) -> None:
    player = Sounds()
    player.play(["turn"], 0.0)
    player.play([], 1.0)
    player.wait()
    assert pygame.mixer.get_init() is None


def test_without_a_sound_device_there_is_silence_and_no_complaint(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    player = Sounds()
    monkeypatch.setattr(sounds, "device_likely", lambda: False)
    player.play(["turn"], 1.0)
    player.wait()
    player.play(["turn"], 1.0)
    assert pygame.mixer.get_init() is None
    assert capfd.readouterr() == ("", "")


def test_a_sound_device_that_cannot_be_opened_is_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    player = Sounds()
    player.play(["turn"], 1.0)
    player.wait()
    player.play(["turn"], 1.0)
    assert pygame.mixer.get_init() is None
