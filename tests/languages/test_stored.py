"""Texts that saves hold stay as they are; people read today's words, in old saves too."""

from collections.abc import Iterator

import pytest

from game import rulesets, wording
from game.rulesets.bushido.rules import events

STORED = {
    "has the turn": "active player",
    "as many victory points, and nobody controls the Centre": (
        "tied on victory points, and neither player controls the Centre"
    ),
    "as many victory points, and the Centre": "tied on victory points, but controls the Centre",
    "equal": "a tie",
    "the other's most important model lost": "the enemy's most important model is lost",
    "one side has nothing left on the table": "one side has no models left on the table",
    "the last victory point is given out": "the last victory point has been scored",
    "won, without a margin": "win, with no margin",
    "closest to {model} as it fell": "closest to {model} when it fell",
}
"""What saves hold, and what people read."""


@pytest.fixture(autouse=True)
def everything_declared() -> Iterator[None]:
    for name in rulesets.names():
        rulesets.load(name)
    yield
    wording.use("en")


@pytest.mark.parametrize(("text", "shown"), STORED.items())
def test_a_new_game_stores_the_old_text_and_shows_the_new_one(text: str, shown: str) -> None:
    kept = wording.keep(text, model="Wick")
    assert str(kept) == text.format(model="Wick")
    assert wording.translated(kept) == shown.format(model="Wick")


@pytest.mark.parametrize(("text", "shown"), STORED.items())
def test_an_old_save_shows_the_new_text_in_every_language(text: str, shown: str) -> None:
    read = text.format(model="Bell Warden")
    assert wording.translated(read) == shown.format(model="Bell Warden")
    wording.use("de")
    german = wording.translated(read)
    assert german == wording._(shown, model="Bell Warden")
    assert german != shown.format(model="Bell Warden")


def test_other_texts_are_shown_as_they_are() -> None:
    assert wording.translated("equally closest to Wick as it fell over") == "equally closest to Wick as it fell over"
    assert wording.translated("closest to Wick as it fell over") == "closest to Wick as it fell over"
    assert wording.translated(wording.keep("lost to {name}", name="Wick")) == "lost to Wick"


def test_a_kept_text_within_another_is_translated_too() -> None:
    wording.use("de")
    kept = wording.keep("{name}: {reason}", name="equal", reason=wording.keep("equal"))
    assert wording.translated(kept) == "equal: " + wording._("a tie") != "equal: a tie"
    assert wording._("{reason}", reason=wording.keep("equal")) == wording._("a tie")


def test_an_event_compares_the_stored_text_and_tells_the_new_one() -> None:
    even = events.VictoryPoint(player="", victory=0, reason="equal", counted="")
    assert even.plain()["reason"] == "equal"
    assert wording.translated(even.reason) == "a tie"
