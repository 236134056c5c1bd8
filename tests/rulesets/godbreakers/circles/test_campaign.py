"""Sagas as a screen sees them: pages, errands that can all be run, games applied and taken back."""

import json

import pytest

from game.documents.error import DocumentError
from game.engine.campaigns import Campaigns
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.rulesets.godbreakers import RULESET
from game.rulesets.godbreakers.rules.circles.documents import METALS
from game.rulesets.godbreakers.sagas.campaign import Sagas
from game.rulesets.godbreakers.sagas.standing import SagaDocument
from tests.rulesets.godbreakers.circles.test_sagas import (
    KETTLE,
    MENDED,
    ascended,
    away,
    founded,
    game,
    play,
    raised,
    showing,
    with_entries,
)

BOOK: Campaigns[SagaDocument] = Sagas()


def test_the_rulebook_offers_its_sagas() -> None:
    assert isinstance(RULESET.papers.campaigns(), Sagas)


def test_a_saga_can_be_founded_with_every_roster_on_offer() -> None:
    assert len(BOOK.rosters()) == 8
    saga = BOOK.found("All", [offer.name for offer in BOOK.rosters()], 1)
    assert [page.title for page in BOOK.pages(saga)] == [offer.title for offer in BOOK.rosters()]


def test_a_new_saga_needs_nothing_and_everybody_can_play() -> None:
    assert BOOK.errands(founded()) == ()
    assert [(party.name, party.why_not) for party in BOOK.parties(founded())] == [(MENDED, ""), (KETTLE, "")]
    assert BOOK.summary(founded()) == ("Ours", "0 games: The Mended, Kettleblack")


def test_a_page_tells_each_godbreaker_with_die_traits_and_where_each_change_came_from() -> None:
    page = BOOK.pages(away())[0]
    text = [(line.text.strip(), line.rule) for line in page.lines]
    assert any(note == "D6" and "Splint" in words for words, note in text)
    assert any("Suture, ascended" in words for words, _ in text)
    assert any("game 1, round 4" in words and rule == "G-ROLL-6" for words, rule in text)
    assert any("Before its next game" in words for words, _ in text)


def test_g_asc_1_whoever_ascended_returns_step_by_step_or_never() -> None:
    saga = away()
    back, never = BOOK.errands(saga)
    assert (back.made, never.made, back.rule, never.rule) == (True, False, "G-ASC-1", "G-ASC-1")
    (step,) = BOOK.steps(saga, back.key)
    assert [choice.answer for choice in step.choices if choice.part.startswith("Or raise")] == ["Healer", "Defensive"]
    for choice in step.choices:
        after, news = BOOK.answer(saga, back.key, step.id, choice.answer)
        assert len(after.chronicle) == len(saga.chronicle) + 1
        thrown = choice.answer.startswith("crucible")
        assert bool(BOOK.steps(after, back.key)) == thrown
        assert news.startswith("" if thrown else f"Suture of The Mended returned with {choice.answer}")
    assert "Suture" in BOOK.run(saga, never.key)[1]
    with pytest.raises(DocumentError, match=r"Tough.*not available.*\(G-CIR-5\)"):
        BOOK.answer(saga, back.key, step.id, "Tough")
    with pytest.raises(DocumentError, match="has not chosen"):
        BOOK.run(saga, back.key)
    assert BOOK.card(saga, back.key).members[0].name == "Suture"


def test_g_cir_6_and_7_a_return_keeps_what_its_throw_left() -> None:
    back = BOOK.errands(away())[0].key
    seen = set()
    for metal in METALS:
        saga = BOOK.answer(away(), back, "gain", f"crucible {metal}")[0]
        (step,) = BOOK.steps(saga, back)
        assert step.thrown is not None
        assert not any(choice.answer.startswith("crucible") for choice in step.choices)
        with pytest.raises(DocumentError, match="G-CIR-6"):
            BOOK.answer(saga, back, "gain", f"crucible {metal}")
        for choice in step.choices:
            after, news = BOOK.answer(saga, back, "gain", choice.answer)
            trait, _slash, flaw = choice.answer.partition("/")
            assert f"returned with {trait}" + (f" and {flaw}" if flaw else "") in news
            assert BOOK.steps(after, back) == []
        seen.add(step.thrown.gave)
    assert len(seen) > 1


def test_g_cir_1_a_gap_is_filled_by_the_dice_or_by_choice() -> None:
    saga, _ = BOOK.run(away(), json.dumps(["never", MENDED, "Suture"]))
    errands = BOOK.errands(saga)
    assert [json.loads(errand.key)[0] for errand in errands] == ["make", "recruit", "recruit"]
    assert [errand.made for errand in errands] == [True, False, False]
    for errand in errands[1:]:
        after, news = BOOK.run(saga, errand.key, errand.name or "")
        assert BOOK.errands(after) == ()
        assert (errand.name or "") in news
        assert news.startswith(f"{MENDED} recruited")


def test_an_errand_that_is_none_is_refused() -> None:
    with pytest.raises(DocumentError, match="is not waiting to return"):
        BOOK.run(founded(), json.dumps(["never", MENDED, "Suture"]))


def test_a_game_is_applied_once_and_taken_back() -> None:
    session = play(founded(), answers=3)
    session.interrupt(Interrupt("concede", session.ruleset.players(session.setup)[0]))
    applied = BOOK.apply(founded(), session, "game.json")
    assert applied is not None
    after, news = applied
    assert "Kettleblack won" in news
    assert BOOK.apply(after, session, "game.json") is None
    before, taken = BOOK.undo(after, game=True)
    assert before == founded()
    assert taken == (news,)
    told = BOOK.chronicle(after)
    assert [line.text for line in told] == [
        f"1. {news}",
        "The Mended (Ann): no triumphs, nobody fell",
        "Kettleblack (Bob): no triumphs, nobody fell",
    ]


def test_the_chronicle_names_game_and_round_of_every_change_with_its_rule() -> None:
    told = BOOK.chronicle(with_entries(game(showing(raised("Splint", 6, 8), ascended("Suture"), fallen={"Splint": 2}))))
    assert [(line.text, line.rule) for line in told][1:] == [
        ("The Mended (Ann): Splint (2) fell", ""),
        ("· Splint D6 → D8 in round 2", "G-ROLL-5"),
        ("· Suture ascended in round 4", "G-ROLL-6"),
    ]


def test_parties_that_need_something_cannot_play() -> None:
    saga: SagaDocument = with_entries(game(showing(ascended("Suture"))))
    with pytest.raises(DocumentError, match="cannot play yet"):
        BOOK.setup_of(saga, GamePlan(("Ann",)), [MENDED])
    assert [bool(party.why_not) for party in BOOK.parties(saga)] == [True, False]
    setup = BOOK.setup_of(saga, GamePlan(("Ann",)), [KETTLE])
    assert setup.document.players[0].circle.name == KETTLE


# -- recruits made step by step --------------------------------------------------------------------


def gap() -> SagaDocument:
    """The saga with a place to fill."""
    return BOOK.run(away(), json.dumps(["never", MENDED, "Suture"]))[0]


def answered(saga: SagaDocument, *answers: str) -> SagaDocument:
    for each in answers:
        step, _equals, answer = each.partition("=")
        saga = BOOK.answer(saga, MAKE, step, answer)[0]
    return saga


MAKE = json.dumps(["make", MENDED])


def test_g_cir_1_a_recruit_is_made_step_by_step() -> None:
    saga = answered(gap(), "name=Gauze", "metal=copper", "trait-1=Healer")
    with pytest.raises(DocumentError, match=r"still missing: Second trait \(G-CIR-5\)"):
        BOOK.run(saga, MAKE)
    saga = answered(saga, "trait-2=Healer")
    assert BOOK.card(saga, MAKE).members[0].value == "D6"
    after, news = BOOK.run(saga, MAKE)
    assert news == "The Mended recruited Gauze, copper; Healer 2 (G-CIR-1)"
    assert BOOK.errands(after) == ()


def test_g_cir_6_a_recruit_throws_the_crucible_once_whatever_is_taken_back() -> None:
    saga = answered(gap(), "metal=copper", "trait-1=crucible gold")
    thrown = saga.making[0].member.thrown
    assert [json.loads(errand.key)[0] for errand in BOOK.errands(saga)] == ["make"]
    with pytest.raises(DocumentError, match="G-CIR-6"):
        BOOK.run(saga, json.dumps(["recruit", MENDED]))
    with pytest.raises(DocumentError, match="G-CIR-6"):
        answered(saga, "trait-1=Healer")
    kept = BOOK.steps(saga, MAKE)[2].choices[0].answer
    saga = answered(saga, "name=Gauze", f"trait-1={kept}")
    if any(step.id == "trait-1-flaw" for step in BOOK.steps(saga, MAKE)):
        saga = answered(saga, "trait-1-flaw=Prey")
    full = BOOK.run(answered(saga, f"trait-2={BOOK.steps(saga, MAKE)[-1].choices[0].answer}"), MAKE)[0]
    before = BOOK.undo(full, game=False)[0]
    assert before.making[0].member.thrown == thrown


def test_g_cir_1_a_recruit_is_not_called_as_somebody_was() -> None:
    with pytest.raises(DocumentError, match=r"another godbreaker is already called 'suture' \(G-CIR-1\)"):
        answered(gap(), "name=suture")


def test_g_cir_7_an_alloy_on_return_costs_a_flaw() -> None:
    for seed in range(100):
        saga = BOOK.answer(away().model_copy(update={"seed": seed}), RETURN, "gain", "crucible iron")[0]
        (step,) = BOOK.steps(saga, RETURN)
        if step.thrown is not None and step.thrown.face == 6:
            break
    else:
        pytest.fail("no alloy in a hundred throws")
    kept = [choice.answer for choice in step.choices if not choice.label.startswith("Raise")]
    assert len(kept) == 25
    assert "Tough/Slow" in kept
    assert BOOK.answer(saga, RETURN, "gain", "Tough/Slow")[1].startswith(
        "Suture of The Mended returned with Tough and Slow by alloy"
    )
    with pytest.raises(DocumentError, match="not available"):
        BOOK.answer(saga, RETURN, "gain", "Tough")


RETURN = json.dumps(["return", MENDED, "Suture"])
