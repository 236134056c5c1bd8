"""Actions that are allowed but earn nothing say so before they are taken, on their button and at the cursor."""

from __future__ import annotations

import pytest

from game.engine.core.decisions import Choose
from game.play.verdicts import of_odds
from game.rulesets.godbreakers.view.odds import odds
from tests.rulesets.godbreakers.kit import A, B, Play, begin, godbreaker, hoard, treasure

FAR_AWAY = godbreaker("Nova", B, 25, 15)


def plundering(*, laden: bool) -> Play:
    loot = [treasure("gold", holder="raven")] if laden else []
    return begin(godbreaker("Raven", A, 11.5, 10), FAR_AWAY, hoard(A, 10, 10), *loot)


def handing_on(*, laden: bool) -> Play:
    friend = godbreaker("Wren", A, 12.7, 10)
    loot = [treasure("gold", holder="raven"), *([treasure("more", holder="wren")] if laden else [])]
    return begin(godbreaker("Raven", A, 11.5, 10), friend, FAR_AWAY, *loot)


def readying(*, over: bool) -> Play:
    enemy = godbreaker("Nova", B, 25, 15, activated=over)
    return begin(godbreaker("Raven", A, 11.5, 10), enemy, ready=True)


def thundering(*, alone: bool) -> Play:
    enemy = godbreaker("Nova", B, *((25, 15) if alone else (13.5, 10)))
    return begin(godbreaker("Raven", A, 11.5, 10, traits={"Thunderous": 1}), enemy)


@pytest.mark.parametrize(
    ("futile", "useful", "action", "why"),
    [
        (plundering(laden=True), plundering(laden=False), "plunder",
         "Raven already carries treasure: more is worth nothing"),
        (handing_on(laden=True), handing_on(laden=False), "hand-off",
         "Every friendly model in range already carries the same tokens"),
        (readying(over=True), readying(over=False), "ready",
         "No enemy acts again this round, and then the token vanishes"),
        (thundering(alone=True), thundering(alone=False), "thunder",
         "No other model is within 2 U of Raven"),
    ],
)  # fmt: skip
def test_an_action_that_earns_nothing_says_so_on_its_button_and_at_the_cursor(
    futile: Play, useful: Play, action: str, why: str
) -> None:
    for play, is_futile in ((futile, True), (useful, False)):
        play.answer(["raven"])
        assert isinstance(play.decision, Choose)
        label = next(option.label for option in play.decision.options if option.key == action)
        assert label.endswith(" (earns nothing)") == is_futile
        view = odds(play.game, play.decision, action)
        said = [line.text for line in of_odds(view)] if view is not None else []
        assert (why in said) == is_futile


def test_an_engage_names_its_only_target_and_no_refused_action_says_that_it_earns_nothing() -> None:
    play = begin(godbreaker("Raven", A, 11.5, 10), godbreaker("Nova", B, 12.7, 10), hoard(A, 25, 15))
    play.answer(["raven"])
    assert isinstance(play.decision, Choose)
    labels = {option.key: option.label for option in play.decision.options}
    assert labels["engage"] == "Engage Nova"
    assert {option.key: option.label for option, _why in play.decision.refusals()}["hand-off"] == "Hand Off"
    play = begin(
        godbreaker("Raven", A, 11.5, 10), *(godbreaker(name, B, x, 10) for name, x in (("Nova", 12.7), ("Vega", 10.3)))
    )
    play.answer(["raven"])
    assert isinstance(play.decision, Choose)
    assert next(option.label for option in play.decision.options if option.key == "engage") == "Engage"
