"""Circles in the making, gains and their reasons, the numbers of a game (G-CIR, G-RND-1, G-SCN-4, Q18)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from game.rulesets.godbreakers.rules import play, rolls, setup, state, terrain
from game.rulesets.godbreakers.rules.circles import documents
from game.rulesets.godbreakers.rules.circles.documents import (
    CRUCIBLE,
    CircleDocument,
    GainDocument,
    GodbreakerDocument,
    Growth,
    broken_rules,
    flaw_names,
    gains_of,
    listed,
    offers,
    trait_names,
    why_not,
)
from game.rulesets.godbreakers.rules.circles.drafts import CircleDraft, MemberDraft, new_draft, reopened, why_not_reopen
from game.rulesets.godbreakers.rules.circles.editor import (
    DOTS,
    TALENTS,
    card_of,
    godbreaker_card,
    member_card,
    strength,
)
from game.rulesets.godbreakers.rules.rounds import deployment
from game.rulesets.godbreakers.rules.setup import OptionsDocument, SummonsDocument, opening_state
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild import unaligned
from tests.rulesets.godbreakers.kit import make_setup, ready_circles, table, training_circles


def test_the_numbers_of_the_digest() -> None:
    """G-ROLL-1, G-ROLL-3, G-TBL-9, G-RND-1, G-CIR-1, G-CIR-2, G-CIR-3, G-CIR-5, G-SCN-3, G-SCN-4, Q20."""
    assert (state.DICE, state.LARGEST_DIE, rolls.CHALLENGING_ZERO) == ((6, 8, 10, 12), 12, 3)
    assert (terrain.AREA_AT_LEAST, terrain.AREA_AT_MOST) == (0.25, 0.5)
    assert terrain.ABOUT_HALF < 0.5 < terrain.COVERED_ABOUT_HALF
    assert (setup.FEWEST_ROUNDS, setup.DEFAULT_ROUNDS, setup.MOST_ROUNDS) == (3, 5, 7)
    assert (documents.CIRCLE_SIZE, documents.FRESH_DICE, documents.RECRUIT_DIE) == (5, (8, 8, 6, 6, 6), 6)
    assert (documents.FRESH_GAINS, documents.LEADER_GAINS) == (2, 3)
    assert (documents.MOST_TRAITS, documents.HIGHEST_RANK) == (4, 3)
    assert (play.SOLO_LOST, play.SOLO_RESPECTABLE, play.SOLO_MAJOR) == (10, 20, 30)
    assert (play.NOMINATED_BELOW, play.SOLO_CASUALTY, deployment.SHARD_DISTANCE) == (10, -5, 6)
    assert (state.BASE_RADIUS, state.MARKER_RADIUS) == (0.5, 0.5)
    assert unaligned.UNALIGNED_RADIUS == {6: 0.5, 8: 0.5, 10: 0.63, 12: 0.79}


def test_g_rnd_1_and_q18_what_is_agreed_where_nobody_says_otherwise() -> None:
    options, summons = OptionsDocument(), SummonsDocument()
    assert (options.rounds, options.wild_handler, options.threat_traits) == (5, "lowest", "rolled")
    assert (options.ready, options.levels, options.unbound) == (False, False, False)
    assert (summons.d8, summons.d10, summons.d12) == (2, 2, 1)
    for rounds in (3, 7):
        assert OptionsDocument(rounds=rounds).rounds == rounds
    for rounds in (2, 8):
        with pytest.raises(ValidationError):
            OptionsDocument(rounds=rounds)
    assert SummonsDocument(d8=20).d8 == 20
    with pytest.raises(ValidationError):
        SummonsDocument(d8=21)


# -- gains


@pytest.mark.parametrize(
    ("traits", "trait", "reason"),
    [
        ({"Tough": 2}, "Tough", ""),
        ({"Tough": 2}, "Brutal", ""),
        ({"Tough": 3}, "Tough", "Tough is already at rank 3 - gain another one"),
        (
            dict.fromkeys(("Tough", "Brutal", "Pinning", "Relentless"), 1),
            "Juggernaut",
            "the godbreaker already has 4 traits - raise one of them",
        ),
        (dict.fromkeys(("Tough", "Brutal", "Pinning", "Relentless"), 1), "Tough", ""),
        ({"Tough": 1}, "Glow", "no trait is called 'Glow' - use one of Tough, Brutal, Juggernaut, Pinning, Relentless"),
        (
            {"Tough": 1},
            "Fleet",
            "Fleet is not on the list for iron - choose one that is, or roll it on the crucible",
        ),
    ],
)
def test_g_cir_5_why_a_trait_cannot_be_gained(traits: dict[str, int], trait: str, reason: str) -> None:
    growth = Growth(["iron"], dict(traits))
    assert growth.why_not_choose(trait) == reason
    assert growth.may_take(trait) is (reason == "" or trait in ("Glow", "Fleet"))


def test_g_cir_5_with_several_metals_or_none_the_lists_are_named() -> None:
    assert "the list for iron and gold -" in Growth(["iron", "gold"]).why_not_choose("Fleet")
    assert "the list for no metal -" in Growth().why_not_choose("Fleet")


def test_g_asc_1_and_g_cir_5_what_can_still_be_gained() -> None:
    full = dict.fromkeys(("Tough", "Brutal", "Pinning", "Relentless"), 3)
    assert not Growth(["iron"], dict(full)).can_gain
    assert Growth(["iron"], full | {"Tough": 2}).can_gain
    assert Growth(["iron"], full | {"Tough": 2}).raisable() == ["Tough"]
    assert Growth(["iron"], {"Tough": 3}).can_gain
    assert Growth(["iron"], {"Tough": 3}).choices() == ["Brutal", "Juggernaut", "Pinning", "Relentless"]
    assert next(iter(Growth(["iron"], {"Fleet": 1}).choices())) == "Fleet"


def test_g_cir_5_and_g_cir_7_gains_add_up() -> None:
    growth = Growth(["iron"])
    for gain in (
        GainDocument(trait="Tough"),
        GainDocument(trait="Tough"),
        GainDocument(by="alloy", metal="gold", trait="Ruinous", flaw="Prey"),
        GainDocument(by="alloy", metal="iron", trait="Brutal", flaw="Slow"),
        GainDocument(by="crucible", metal="mercury", roll=3, trait="Fleet"),
    ):
        growth.take(gain)
    assert growth == Growth(["iron", "gold"], {"Tough": 2, "Ruinous": 1, "Brutal": 1, "Fleet": 1}, ["Prey", "Slow"])
    assert not growth.has_room


def test_g_cir_4_any_trait_but_no_flaw_may_be_a_shards() -> None:
    assert {*trait_names()} >= {trait for traits in CRUCIBLE.values() for trait in traits}
    assert not {*trait_names()} & {*flaw_names()}
    assert flaw_names() == ("Brittle", "Careful", "Prey", "Slow", "Unlucky")
    assert listed("iron") == tuple(sorted(CRUCIBLE["iron"]))


def test_g_cir_7_why_there_is_no_alloy() -> None:
    def against(growth: Growth, trait: str = "Ruinous", flaw: str = "Prey") -> tuple[str, str]:
        broken = why_not(growth, GainDocument(by="alloy", metal="gold", trait=trait, flaw=flaw))
        if broken is None:
            return "", ""
        assert broken.rule == "G-CIR-7"
        return broken.where, broken.reason.partition(" - ")[0]

    four = dict.fromkeys(("Tough", "Brutal", "Pinning", "Relentless"), 1)
    assert against(Growth(["iron"])) == ("", "")
    assert against(Growth(["iron"], four)) == (
        "trait",
        "an alloy gives a new trait, but this godbreaker already has four",
    )
    assert against(Growth(["gold"], {"Ruinous": 1})) == (
        "trait",
        "an alloy gives a new trait, but this godbreaker already has Ruinous",
    )
    assert against(Growth(["iron"]), "Fleet") == ("trait", "'Fleet' is not on the gold list")
    no_flaw = "an alloy adds a flaw that the godbreaker does not have yet"
    assert against(Growth(["iron"], {}, ["Prey"])) == ("flaw", no_flaw)
    every_flaw = Growth(["iron"], {}, [*flaw_names()])
    broken = why_not(every_flaw, GainDocument(by="alloy", metal="gold", trait="Ruinous", flaw="Prey"))
    assert broken is not None
    assert broken.reason.endswith("use one of none: it has them all")


@pytest.mark.parametrize("roll", range(1, 7))
@pytest.mark.parametrize("metal", ["copper", "iron", "mercury", "gold"])
def test_g_cir_6_what_each_face_offers(metal: Any, roll: int) -> None:
    """The trait of the list, or an alloy; and always a rise of an own trait below rank 3 (Q34)."""
    growth = Growth(["iron"], {"Tough": 2, "Brutal": 3})
    found = offers(growth, metal, roll)
    rises = ["Tough"]
    if roll == 6:
        traits = [name for name in sorted(CRUCIBLE[metal]) if name not in growth.traits]
        alloys = [(each.trait, each.flaw) for each in found if each.by == "alloy"]
        assert alloys == [(trait, flaw) for trait in traits for flaw in flaw_names()]
        assert [each.trait for each in found if each.by == "crucible"] == rises
    else:
        name = CRUCIBLE[metal][roll - 1]
        kept = [] if name == "Brutal" else [name]
        assert [each.trait for each in found] == kept + [each for each in rises if each not in kept]
        assert all((each.by, each.metal, each.roll) == ("crucible", metal, roll) for each in found)


# -- drafts


def member(**more: Any) -> MemberDraft:
    return MemberDraft.model_validate_json(json.dumps({"key": 0, **more}))


def refused(where: str, **more: Any) -> None:
    with pytest.raises(ValidationError, match=where):
        member(**more)


def test_g_cir_3_a_gain_waits_for_its_metal_and_is_of_creation() -> None:
    draft = member()
    assert draft.options(0) == []
    assert draft.why_not(0, GainDocument(trait="Tough")) == ("G-CIR-3", "trait", "choose its metal first")
    iron = member(metal="iron")
    returned = iron.why_not(0, GainDocument(trait="Tough", at="return"))
    assert returned is not None
    assert returned[:2] == ("G-ASC-1", "at")
    assert iron.why_not(0, GainDocument(trait="Tough")) is None
    assert [each.trait for each in iron.options(0)] == [*listed("iron")]
    refused("choose its metal first", gains=[{"trait": "Tough"}])


def test_g_cir_6_a_throw_is_for_one_gain_and_binds_it() -> None:
    thrown = member(metal="iron", thrown=[{"gain": 1, "metal": "gold", "roll": 3}], gains=[{"trait": "Tough"}])
    assert thrown.throw_for(0) is None
    throw = thrown.throw_for(1)
    assert throw is not None
    assert throw.roll == 3
    assert [each.trait for each in thrown.options(1)] == ["Shaping", "Tough"]
    chosen = thrown.why_not(1, GainDocument(trait="Brutal"))
    assert chosen is not None
    assert chosen[:2] == ("G-CIR-6", "by")
    assert "a 3, Shaping, which leaves Shaping or Tough" in chosen.reason
    never = member(metal="iron").why_not(0, GainDocument(by="crucible", metal="gold", roll=3, trait="Shaping"))
    assert never is not None
    assert never[:2] == ("G-CIR-6", "by")
    refused(
        "one gain has two rolls", metal="iron", thrown=[{"gain": 0, "metal": "gold", "roll": each} for each in (3, 4)]
    )
    refused("no alloy roll", metal="iron", alloy="Ruinous")
    alloyed = member(metal="iron", alloy="Ruinous", thrown=[{"gain": 0, "metal": "gold", "roll": 6}])
    assert alloyed.alloy == "Ruinous"


def test_g_cir_6_a_change_keeps_gains_up_to_the_first_that_is_no_longer_legal() -> None:
    draft = member(name="Ada", metal="iron", gains=[{"trait": each} for each in ("Tough", "Brutal", "Brutal")])
    changed = draft.with_gain(0, GainDocument(trait="Pinning"))
    assert [each.trait for each in changed.gains] == ["Pinning", "Brutal", "Brutal"]
    assert draft.growth(1).traits == {"Tough": 1}
    assert draft.growth(3).traits == {"Tough": 1, "Brutal": 2}
    other = draft.changed(draft.gains, metal="gold")
    assert other.gains == ()
    cast = draft.cast(1, "gold", 7, "about")
    assert [each.trait for each in cast.gains] == ["Tough"]
    assert [each.gain for each in cast.thrown] == [1]
    assert draft.document(2).traits == {"Tough": 1, "Brutal": 1}


def test_g_cir_1_g_cir_2_and_g_cir_4_a_circle_in_the_making() -> None:
    draft = new_draft(5)
    assert [each.die for each in draft.members] == [8, 8, 6, 6, 6]
    assert [draft.due(index) for index in range(5)] == [3, 2, 2, 2, 2]

    def against(**more: Any) -> str:
        with pytest.raises(ValidationError) as error:
            CircleDraft.model_validate_json(json.dumps(draft.model_dump() | more))
        return str(error.value)

    assert "no trait is called 'Slow'" in against(shard="Slow")
    members = [each.model_dump() for each in draft.members]
    assert "two D8 and three D6" in against(members=[*members[:4], members[4] | {"die": 8}])
    assert "the same key" in against(members=[*members[:4], members[4] | {"key": 3}])
    named = [each | {"name": name} for each, name in zip(members, ("Ada", "Bo", "Cy", "ADA", "Eve"))]
    assert "'ADA' is already taken" in against(members=named)
    assert CircleDraft.model_validate(draft.model_dump() | {"shard": "Tough"}).shard == "Tough"


def test_g_cir_2_and_g_cir_3_only_fresh_circles_are_opened_again() -> None:
    fresh = next(each for each in ready_circles() if not each.training)
    assert why_not_reopen(fresh) is None
    refusals = [why_not_reopen(each) for each in (training_circles()[0], fresh.model_copy(update={"veteran": True}))]
    assert [refusal and refusal.rule for refusal in refusals] == ["G-CIR-3", "G-CIR-2"]
    again = reopened(fresh, 3)
    assert again.settled
    assert (again.name, again.shard, again.seed) == (fresh.name, fresh.shard, 3)
    assert [each.key for each in again.members] == [0, 1, 2, 3, 4]
    documents = [each.document(again.due(index)) for index, each in enumerate(again.members)]
    assert [each.traits for each in documents] == [each.traits for each in fresh.godbreakers]


def test_g_cir_1_names_and_number_of_a_circle() -> None:
    fresh = ready_circles()[0]
    assert [*broken_rules(fresh)] == []
    twice = fresh.model_copy(
        update={
            "godbreakers": (
                *fresh.godbreakers[:4],
                fresh.godbreakers[4].model_copy(update={"name": fresh.godbreakers[0].name.upper()}),
            )
        }
    )
    assert [(each.rule, each.where) for each in broken_rules(twice)] == [("G-CIR-1", "godbreakers[4].name")]
    four = fresh.model_copy(update={"godbreakers": fresh.godbreakers[:4]})
    assert [(each.rule, each.where) for each in broken_rules(four)] == [("G-CIR-1", "godbreakers")]


def test_g_cir_5_a_godbreaker_without_a_record_chose_every_rank() -> None:
    plain = GodbreakerDocument.model_validate_json(
        json.dumps({"name": "Ada", "die": 6, "metals": ["iron"], "traits": {"Tough": 2, "Brutal": 1}})
    )
    assert [(each.by, each.trait) for each in gains_of(plain)] == [
        ("choice", "Tough"),
        ("choice", "Tough"),
        ("choice", "Brutal"),
    ]


# -- cards


def circle(shard: str | None, *traits: dict[str, int]) -> CircleDocument:
    """A training circle whose members have some traits: it may have any."""
    members = [
        each.model_copy(update={"traits": own})
        for each, own in zip(training_circles()[0].godbreakers, [*traits, *[{}] * 5])
    ]
    return training_circles()[0].model_copy(update={"godbreakers": tuple(members), "shard": shard})


@pytest.mark.parametrize(
    ("shard", "traits", "said"),
    [
        (None, ({},), "No traits: for learning how to move and fight."),
        (None, ({"Brutal": 2}, {"Ranged": 1}), "Best at hitting hard at close quarters."),
        (
            None,
            ({"Brutal": 3}, {"Ranged": 2}),
            "Good at hitting hard at close quarters and at striking from a distance; weak at",
        ),
        (
            "Ranged",
            ({"Brutal": 2},),
            "Good at striking from a distance and at hitting hard at close quarters; weak at",
        ),
        ("Ranged", ({"Brutal": 1},), "Best at striking from a distance."),
    ],
)
def test_a_card_weighs_ranks_and_the_shard_as_three_of_them(
    shard: str | None, traits: tuple[dict[str, int], ...], said: str
) -> None:
    assert strength(circle(shard, *traits)).startswith(said)


def test_every_trait_says_what_it_is_good_for() -> None:
    assert {name for name, trait in REGISTRY.items() if trait.talent in TALENTS} == {*trait_names()}


def test_a_card_of_a_circle_good_at_everything_names_no_weakness() -> None:
    every = {"Brutal": 3, "Ranged": 3, "Tough": 3, "Fleet": 3}
    said = strength(circle("Pinning", every, {"Inspired": 3, "Pinning": 1, "Cunning": 1}, {"Mysterious": 3}))
    assert "Good at" in said or "Best at" in said


def test_g_cir_4_a_card_explains_the_shards_trait_among_those_of_the_circle() -> None:
    card = card_of(circle("Fleet", {"Tough": 1}, {"Brutal": 2}))
    assert [line.rule for line in card.wordings] == ["G-TRAIT-BRUTAL", "G-TRAIT-FLEET", "G-TRAIT-TOUGH"]
    assert [line.rule for line in card_of(circle(None, {"Tough": 1})).wordings] == ["G-TRAIT-TOUGH"]


def test_a_card_of_a_godbreaker_lists_traits_then_flaws() -> None:
    ada = GodbreakerDocument.model_validate_json(
        json.dumps({"name": "Ada", "die": 8, "metals": ["iron", "gold"], "traits": {"Tough": 2}, "flaws": ["Slow"]})
    )
    card = godbreaker_card(ada, leader=True)
    assert [(each.text, each.rule) for each in card.traits] == [("Tough 2", "G-TRAIT-TOUGH"), ("Slow", "G-FLAW-SLOW")]
    assert (card.name, card.leader) == ("Ada", True)
    draft = member(metal="iron", die=8, gains=[{"trait": "Tough"}, {"trait": "Tough"}])
    assert member_card(draft, 1, leader=False).traits[0].text == "Tough 1"
    assert member_card(draft, 1, leader=False).name == DOTS


def test_q18_as_many_unaligned_models_are_ready_as_the_setup_lists() -> None:
    setup = make_setup(2, table())
    assert [setup.summons(die) for die in (6, 8, 10, 12)] == [0, 2, 2, 1]
    own = make_setup(2, table(), summons={"d8": 1, "d10": 0, "d12": 3})
    assert [own.summons(die) for die in (8, 10, 12)] == [1, 0, 3]


def test_g_rnd_1_a_game_has_five_rounds_where_no_other_number_was_agreed() -> None:
    assert opening_state(make_setup(2, table())).rounds == 5
    assert opening_state(make_setup(2, table(), rounds=3)).rounds == 3
