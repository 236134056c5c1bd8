"""Circles made step by step: legal by every path, no second look at the crucible, every refusal with its rule."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.saving.documents import plain
from game.rulesets.godbreakers.rules.circles.documents import (
    CRUCIBLE,
    METALS,
    CircleDocument,
    circles_by_slug,
    flaw_names,
    listed,
    trait_names,
)
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft
from game.rulesets.godbreakers.rules.circles.editor import CircleEditor
from tests.rulesets.godbreakers.kit import ready_circles, training_circles
from tests.samples import some

EDITOR = CircleEditor()


def after(draft: CircleDraft, *answers: str) -> CircleDraft:
    """A draft after answers such as "1.metal=iron"."""
    for each in answers:
        step, _equals, answer = each.partition("=")
        draft = EDITOR.answer(draft, step, answer)
    return draft


def refusal(draft: CircleDraft, step: str, answer: str) -> str:
    with pytest.raises(DocumentError) as refused:
        EDITOR.answer(draft, step, answer)
    assert refused.value.where == step
    return refused.value.reason


def seed_of(metal: str, roll: int, key: int = 0, place: int = 0) -> int:
    """A seed with which the crucible of a metal shows a face for a gain of a member."""
    for seed in range(200):
        draft = EDITOR.begin(seed)
        cast = draft.members[key].cast(place, metal, seed, f"circle/{key}")  # type: ignore[arg-type]  # a metal
        if cast.thrown[0].roll == roll:
            return seed
    raise AssertionError


def tried(draft: CircleDraft, step: str, answer: str) -> tuple[CircleDraft, DocumentError | None]:
    """The draft after an answer, or as it was and the refusal."""
    try:
        return EDITOR.answer(draft, step, answer), None
    except DocumentError as refused:
        return draft, refused


def value(draft: CircleDraft, step: str) -> str:
    return next(each.value for each in EDITOR.steps(draft) if each.id == step)


def choices(draft: CircleDraft, step: str) -> list[str]:
    return [choice.answer for each in EDITOR.steps(draft) if each.id == step for choice in each.choices]


def made(draft: CircleDraft, rng: random.Random) -> CircleDraft:
    """The draft with all that is open answered by chance."""
    while EDITOR.missing(draft):
        step = rng.choice([each for each in EDITOR.steps(draft) if each.open])
        answer = f"Name {step.id}" if step.suggestion is not None else rng.choice(step.choices).answer
        draft = EDITOR.answer(draft, step.id, answer)
    return draft


def read_again(circle: CircleDocument) -> CircleDocument:
    return parse_document(json.dumps(plain(circle)), CircleDocument, "again")


def thrown_in(draft: CircleDraft) -> set[tuple[int, int, str, int]]:
    """Every throw in a draft, by the member it belongs to."""
    return {(member.key, each.gain, each.metal, each.roll) for member in draft.members for each in member.thrown}


@settings(max_examples=max(4, some(30)))
@given(st.integers(0, 2**40))
def test_a_circle_made_by_any_legal_path_is_read_by_the_games_own_reader(seed: int) -> None:
    """G-CIR-1..7: only legal choices are offered, so whatever is chosen is legal."""
    circle = EDITOR.finish(made(EDITOR.begin(seed), random.Random(seed)))
    assert read_again(circle) == circle
    assert [member.name for member in circle.godbreakers] == [f"Name {n}.name" for n in range(1, 6)]


@settings(max_examples=max(4, some(30)))
@given(st.integers(0, 2**40))
def test_a_walk_through_the_editor_never_reaches_an_illegal_draft(seed: int) -> None:
    rng = random.Random(seed)
    draft = EDITOR.begin(seed) if rng.random() < 0.6 else EDITOR.reopen(rng.choice(ready_circles()), seed)
    garbage = [
        "",
        "Skillet",
        "Glow",
        "8",
        "1 2 3",
        "crucible gold",
        "Brittle",
        "copper",
        *trait_names(),
        "\n",
        "x" * 90,
    ]
    for _turn in range(60):
        step = rng.choice(EDITOR.steps(draft))
        legal = [choice.answer for choice in step.choices] or [f"Name {rng.randrange(9)}"]
        answer = rng.choice(legal if rng.random() < 0.7 else garbage)
        thrown = thrown_in(draft)
        draft, refused = tried(draft, step.id, answer)
        if refused is not None:
            assert refused.where == step.id
            assert re.search(r"\(G-[A-Z]+-\d+\)$", refused.reason), refused
            assert answer not in [choice.answer for choice in step.choices] or step.reason
        assert EDITOR.read_draft(json.dumps(EDITOR.plain_draft(draft)), "draft") == draft
        assert thrown <= thrown_in(draft), "a throw was forgotten"
    finished = EDITOR.finish(made(draft, rng))
    assert read_again(finished) == finished


def test_g_cir_1_what_is_missing_is_listed_at_any_time() -> None:
    draft = EDITOR.begin(1)
    missing = EDITOR.missing(draft)
    assert {each.rule for each in missing} >= {"G-CIR-1", "G-CIR-3", "G-CIR-4"}
    assert "The circle: Fights for" in [each.text for each in missing]
    draft = after(draft, "cause=a road home")
    assert "The circle: Fights for" not in [each.text for each in EDITOR.missing(draft)]
    with pytest.raises(DocumentError, match=r"still missing: The circle: Name, .* and \d+ more"):
        EDITOR.finish(draft)


def test_g_cir_1_no_two_of_a_circle_share_a_name() -> None:
    draft = after(EDITOR.begin(1), "1.name=Rook")
    assert refusal(draft, "2.name", " rook ").endswith("(G-CIR-1)")
    assert value(after(draft, "1.name=rook"), "1.name") == "rook"
    assert refusal(draft, "name", "two\x07bells").endswith("(G-CIR-1)")


def test_g_cir_2_there_are_two_d8_and_they_can_go_to_any_two() -> None:
    draft = EDITOR.begin(1)
    assert len(choices(draft, "dice")) == 10
    assert [member.die for member in after(draft, "dice=2 5").members] == [6, 8, 6, 6, 8]
    for wrong in ("1", "1 2 3", "6 7", ""):
        assert refusal(draft, "dice", wrong).endswith("(G-CIR-2)")


def test_g_cir_2_and_3_whoever_leads_stands_first_and_gains_a_third_trait() -> None:
    draft = after(EDITOR.begin(1), "3.name=Heron", "3.metal=iron", "leader=3")
    assert value(draft, "leader") == "Heron"
    assert choices(draft, "1.trait-1")[:5] == list(CRUCIBLE["iron"])
    assert not choices(draft, "2.trait-3")
    draft = after(draft, "1.trait-1=Tough", "1.trait-2=Tough", "1.trait-3=Brutal", "leader=2", "leader=2")
    assert draft.members[0].document(3).traits == {"Tough": 2, "Brutal": 1}


def test_g_cir_4_the_shard_of_a_finished_circle_never_changes() -> None:
    draft = after(EDITOR.begin(1), "shard=Fleet", "shard=Tough")
    assert value(draft, "shard") == "Tough"
    assert refusal(EDITOR.settled(draft), "shard", "Fleet").endswith("never changes (G-CIR-4)")
    mended = circles_by_slug()["the-mended"]
    assert refusal(EDITOR.reopen(mended, 1), "shard", "Fleet").endswith("(G-CIR-4)")
    assert refusal(draft, "shard", "Glow").endswith("(G-CIR-4)")


def test_g_cir_5_only_traits_of_the_metal_or_a_rise_are_offered() -> None:
    draft = after(EDITOR.begin(1), "1.metal=iron")
    throws = [f"crucible {metal}" for metal in METALS]
    assert choices(draft, "1.trait-1") == [*listed("iron"), *throws]
    draft = after(draft, "1.trait-1=Tough")
    others = [name for name in listed("iron") if name != "Tough"]
    assert choices(draft, "1.trait-2") == [*others, "Tough", *throws]
    assert "not on the list for iron" in refusal(draft, "1.trait-2", "Healer")
    assert refusal(draft, "1.trait-2", "Healer").endswith("(G-CIR-5)")
    draft = after(draft, "1.trait-2=Tough", "1.trait-3=Tough")
    assert value(draft, "1.trait-3") == "Tough 3"


def test_g_cir_3_and_5_steps_wait_for_those_they_follow_from() -> None:
    draft = EDITOR.begin(1)
    assert refusal(draft, "1.trait-1", "Tough") == "choose its metal first (G-CIR-3)"
    assert refusal(after(draft, "1.metal=iron"), "1.trait-2", "Tough").endswith(
        "choose the previous trait first (G-CIR-5)"
    )


def test_g_cir_5_another_metal_opens_the_traits_it_does_not_have() -> None:
    draft = after(EDITOR.begin(1), "1.metal=iron", "1.trait-1=Tough", "1.trait-2=Brutal", "1.metal=gold")
    assert value(draft, "1.trait-1") == ""
    assert value(draft, "1.metal") == "Gold"


def test_g_cir_6_a_throw_stands_whatever_is_decided_anew() -> None:
    draft = after(EDITOR.begin(seed_of("gold", 3)), "1.metal=iron", "1.trait-1=crucible gold")
    thrown = next(step.thrown for step in EDITOR.steps(draft) if step.id == "1.trait-1")
    assert thrown is not None
    assert (thrown.face, thrown.gave) == (3, "Shaping")
    assert choices(draft, "1.trait-1") == ["Shaping"]
    assert refusal(draft, "1.trait-1", "crucible iron").endswith("(G-CIR-6)")
    assert refusal(draft, "1.trait-1", "Healer") == (
        "the crucible roll for it was a 3, Shaping, which leaves Shaping (G-CIR-6)"
    )
    draft = after(draft, "1.trait-1=Shaping", "1.metal=copper")
    assert value(draft, "1.trait-1") == "Shaping 1, from the crucible"
    assert refusal(draft, "1.trait-1", "Healer").endswith("(G-CIR-6)")
    again = after(EDITOR.begin(draft.seed), "1.metal=gold", "leader=2", "2.trait-1=crucible gold")
    assert again.members[1].thrown == draft.members[0].thrown


def test_g_cir_6_a_throw_can_be_traded_for_a_rise() -> None:
    draft = after(
        EDITOR.begin(seed_of("gold", 3, place=1)), "1.metal=iron", "1.trait-1=Tough", "1.trait-2=crucible gold"
    )
    assert choices(draft, "1.trait-2") == ["Shaping", "Tough"]
    draft = after(draft, "1.trait-2=Tough")
    assert draft.members[0].gains[1].roll == 3
    assert value(draft, "1.trait-2") == "Tough 2, from the crucible"


def test_g_cir_7_a_kept_alloy_adds_the_metal_a_trait_and_a_flaw() -> None:
    draft = after(EDITOR.begin(seed_of("mercury", 6)), "1.metal=iron", "1.trait-1=crucible mercury")
    assert choices(draft, "1.trait-1") == list(listed("mercury"))
    draft = after(draft, "1.trait-1=Fleet")
    assert "1.trait-1-flaw" in [step.id for step in EDITOR.steps(draft) if step.open]
    assert refusal(draft, "1.trait-2", "Fleet").endswith("(G-CIR-5)")
    flawless = refusal(draft, "1.trait-1-flaw", "Glum")
    assert flawless.startswith("an alloy adds a flaw that the godbreaker does not have yet - use one of ")
    assert flawless.endswith("(G-CIR-7)")
    assert choices(draft, "1.trait-1-flaw") == list(flaw_names())
    draft = after(draft, "1.trait-1-flaw=Prey")
    assert {"Cunning", "Tough"} <= set(choices(draft, "1.trait-2"))
    assert draft.members[0].growth(1).flaws == ["Prey"]
    assert value(after(draft, "1.trait-1-flaw=Slow"), "1.trait-1-flaw") == "Slow"


def test_a_finished_circle_opens_again_as_it_is() -> None:
    for circle in ready_circles():
        assert EDITOR.finish(EDITOR.reopen(circle, 5)) == circle.model_copy(update={"godbreakers": with_gains(circle)})


def with_gains(circle: CircleDocument) -> tuple[Any, ...]:
    return EDITOR.finish(EDITOR.reopen(circle, 6)).godbreakers


def test_training_circles_and_veterans_are_not_opened() -> None:
    refused = EDITOR.why_not_reopen(training_circles()[0])
    assert refused is not None
    assert refused.rule == "G-CIR-3"
    veteran = EDITOR.why_not_reopen(ready_circles()[0].model_copy(update={"veteran": True}))
    assert veteran is not None
    assert veteran.rule == "G-CIR-2"


@pytest.mark.parametrize(
    ("where", "change"),
    [
        ("members[0].gains[0].by", {"gains": [{"by": "crucible", "metal": "gold", "roll": 3, "trait": "Shaping"}]}),
        ("members[0].gains[0].trait", {"gains": [{"trait": "Healer"}]}),
        ("members[0].thrown", {"thrown": [{"gain": 0, "metal": "gold", "roll": n} for n in (3, 4)]}),
        ("members[0].alloy", {"alloy": "Fleet"}),
        ("members", {"die": 6}),
        ("members", {"key": 1}),
    ],
)
def test_a_draft_that_was_tampered_with_is_refused(where: str, change: dict[str, Any]) -> None:
    document = EDITOR.plain_draft(after(EDITOR.begin(1), "1.metal=iron"))
    document["members"][0] |= change
    with pytest.raises(DocumentError) as refused:
        EDITOR.read_draft(json.dumps(document), "draft.json")
    assert refused.value.where == where


def test_a_card_says_what_a_circle_is_good_at() -> None:
    said = {circle.name: EDITOR.card(circle).strength for circle in (*ready_circles(), *training_circles()[:1])}
    assert said["The Long Glass"] == "Best at striking from a distance."
    assert said["The Unquiet Orchard"].startswith("Good at controlling where others stand and at outlasting")
    assert said["The Lantern Row"].startswith("No traits")
    card = EDITOR.card(ready_circles()[2])
    assert card.title == "The Mended"
    assert [member.leader for member in card.members] == [True, False, False, False, False]
    assert any(line.text.startswith("Healer: ") and line.rule == "G-TRAIT-HEALER" for line in card.wordings)
