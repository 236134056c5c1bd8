"""Warbands made step by step: only what the rules allow is offered, every refusal with its rule; cards of one's own."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.rosters import RosterShelf
from game.engine.rulebook.making import Step
from game.engine.saving.documents import plain
from game.rulesets.bushido.rosters.cards import read_list, read_weapon, weapon_text
from game.rulesets.bushido.rosters.drafts import WarbandDraft
from game.rulesets.bushido.rosters.editor import WarbandEditor
from game.rulesets.bushido.warbands.profiles import NAMES, WARBANDS, WarbandDocument, WeaponDocument, bundled_warband
from tests.rulesets.bushido.bushido_kit import MUD, moment

EDITOR = WarbandEditor()
ROAD = ("name=The Reed Road", "faction=Mudwater")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))


def after(draft: WarbandDraft, *answers: str) -> WarbandDraft:
    for each in answers:
        step, _equals, answer = each.partition("=")
        draft = EDITOR.answer(draft, step, answer)
    return draft


def begun(*answers: str) -> WarbandDraft:
    return after(EDITOR.begin(1), *ROAD, *answers)


def step_of(draft: WarbandDraft, name: str) -> Step:
    return next(step for step in EDITOR.steps(draft) if step.id == name)


def refusal(draft: WarbandDraft, answer: str) -> str:
    with pytest.raises(DocumentError) as refused:
        after(draft, answer)
    assert refused.value.where == answer.partition("=")[0]
    return refused.value.reason


def rules(draft: WarbandDraft) -> list[str]:
    return [each.rule for each in EDITOR.missing(draft)]


def test_a_warband_is_made_of_cards_and_played() -> None:
    draft = begun("card.river-bandit-chief=1", "card.river-bandit-cutter=2", "event.old-grudge=2")
    assert not EDITOR.missing(draft)
    warband = EDITOR.finish(draft)
    assert (warband.name, warband.faction, warband.rice) == ("The Reed Road", "Mudwater", 32)
    assert [(each.id, each.count) for each in warband.models] == [("river-bandit-chief", 1), ("river-bandit-cutter", 2)]
    assert parse_document(json.dumps(plain(warband)), WarbandDocument, "warband") == warband


def test_what_is_open_in_a_new_one_is_told_with_rules() -> None:
    assert rules(EDITOR.begin(1)) == ["B-WARB-2"] * 3
    with pytest.raises(DocumentError, match=r"is not finished: Name and 2 more \(B-WARB-2\)"):
        EDITOR.finish(EDITOR.begin(1))


def test_b_warb_2_only_cards_of_the_faction_are_offered_once_it_is_chosen() -> None:
    assert step_of(EDITOR.begin(1), "card.bell-warden").reason == "choose the faction first"
    cards = [step.id for step in EDITOR.steps(begun()) if step.id.startswith("card.")]
    assert cards == ["card.river-bandit-chief", "card.river-bandit-cutter", "card.reed-stalker", "card.ferry-brute"]
    assert "Ronin cannot be chosen" in refusal(EDITOR.begin(1), "faction-name=Ronin")


def test_b_warb_3_what_is_too_dear_is_offered_no_more_and_says_why() -> None:
    draft = begun("limit=40", "card.river-bandit-chief=1", "card.ferry-brute=1")
    cutter = step_of(draft, "card.river-bandit-cutter")
    assert [choice.answer for choice in cutter.choices] == ["0", "1"]
    assert "costs 41 rice, 1 more than the limit of 40" in cutter.choices[-1].text
    draft = after(draft, "card.river-bandit-cutter=1")
    stalker = step_of(draft, "card.reed-stalker")
    assert (stalker.rule, "costs 43 rice" in stalker.reason) == ("B-WARB-3", True)
    assert "costs 43 rice" in refusal(draft, "card.reed-stalker=1")


def test_b_warb_4_no_more_models_than_wound_tracks() -> None:
    assert "'3' is not available" in refusal(begun(), "card.river-bandit-cutter=3")


def test_a_lower_limit_and_another_faction_are_told_live_and_can_be_put_right() -> None:
    draft = begun("card.river-bandit-chief=1", "card.ferry-brute=1", "card.river-bandit-cutter=2", "limit=40")
    assert rules(draft) == ["B-WARB-3"]
    draft = after(draft, "faction=Still Bell")
    assert rules(draft) == ["B-WARB-3", "B-WARB-2", "B-WARB-2", "B-WARB-2"]
    draft = after(draft, "faction=Mudwater", "card.ferry-brute=0")
    assert not rules(draft)


def test_a_card_of_ones_own_is_typed_entry_by_entry_and_checked_at_once() -> None:
    draft = begun("new-card=herb-sister")
    own = "own.herb-sister-2."
    draft = after(
        draft,
        f"{own}name=Mud Sister",
        f"{own}melee=3 (1)",
        f"{own}ki=2/6 (3)",
        f"{own}traits=Heal (1), Leadership [Still Bell] (1/6)",
        f"{own}weapon-new=Long Bow: strength +1, range 6/12/18, Pierce (1), Powerful Attack (1)",
        f"{own}feats=Iron Chant",
        f"{own}base_mm=40",
        f"{own}rice=9",
        f"{own}max=2",
        f"{own}unique=no",
        "card.herb-sister-2=2",
    )
    [card] = EDITOR.finish(draft).models
    assert (card.name, card.melee.value, card.melee.boost, card.ki.max, card.base_mm) == ("Mud Sister", 3, 1, 6, 40)
    assert (card.rice, card.count, card.weapons[1].bands, card.feats[0].name) == (9, 2, (6, 12, 18), "Iron Chant")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("traits=Flying", "unknown trait 'Flying'"),
        ("traits=Parry", "write it as Parry (X)"),
        ("melee=strong", "the Ki cost of a boost in brackets"),
        ("ki=3", 'write it like "2/6"'),
        ("rice=many", "is not a whole number"),
        ("rice=400", "rice"),
        ("wounds=0", "wounds"),
        ("weapon-1=-", "there is no melee weapon - every model has one (B-STAT-2)"),
        ("weapon-1=Stick", "write it like"),
        ("weapon-1=Stick: Kick Attack (1)", "unknown special 'Kick Attack'"),
        ("weapon-new=Bow: range 9/6/3", "must grow from short to medium to long (B-RNG-10)"),
        ("feats=Juggling", "no card has a feat called 'Juggling'"),
        ("name= ", "1 to 80 characters"),
        ("base_mm=35", "is not available"),
    ],
)
def test_what_no_card_may_say_is_refused_and_nothing_is_changed(answer: str, reason: str) -> None:
    draft = begun("new-card=empty")
    assert reason in refusal(draft, f"own.new-card.{answer}")


def test_b_warb_5_a_ronin_of_ones_own_is_hired_by_whom_it_lists() -> None:
    draft = begun("new-card=empty", "own.new-card.hired_by=Still Bell")
    assert step_of(draft, "card.new-card").rule == "B-WARB-2"
    assert "Ronin that Mudwater does not hire" in step_of(draft, "card.new-card").reason
    draft = after(draft, "own.new-card.hired_by=Still Bell, Mudwater", "card.new-card=1")
    assert EDITOR.finish(draft).models[0].faction == "Ronin"


def test_b_warb_7_hatred_bars_the_card_with_its_reason() -> None:
    draft = begun("new-card=empty", "own.new-card.traits=Hatred [Bandit]", "card.river-bandit-chief=1")
    step = step_of(draft, "card.new-card")
    assert (step.rule, "hates Bandit" in step.reason) == ("B-WARB-7", True)


def test_b_warb_6_a_theme_is_typed_and_bars_cards_with_its_reason() -> None:
    draft = begun("theme=Night Watch: permits Bandit; excludes Leader; Ronin")
    assert step_of(draft, "theme").value == "Night Watch: permits Bandit; excludes Leader; Ronin"
    chief = step_of(draft, "card.river-bandit-chief")
    assert (chief.rule, "the theme Night Watch excludes Leader" in chief.reason) == ("B-WARB-6", True)
    theme = EDITOR.finish(after(draft, "card.river-bandit-cutter=1")).theme
    assert theme is not None
    assert (theme.permits, theme.excludes, theme.ronin) == (("Bandit",), ("Leader",), True)
    assert after(draft, "theme=-").theme is None
    assert "write it like" in refusal(draft, "theme=Night Watch: likes Bandit")
    assert "name" in refusal(draft, "theme=: permits Bandit")


def test_an_own_card_is_thrown_away() -> None:
    draft = begun("new-card=empty", "card.new-card=1", "own.new-card.drop=drop")
    assert not draft.cards


@pytest.mark.parametrize("name", NAMES)
def test_a_warband_that_is_reopened_and_finished_is_the_same(name: str) -> None:
    before = bundled_warband(name)
    draft = EDITOR.reopen(before, 1)
    assert not any(each.own for each in draft.cards)
    again = EDITOR.finish(draft)
    assert (again.rice, [each.id for each in again.models]) == (before.rice, [each.id for each in before.models])


def test_random_answers_never_lead_to_a_warband_that_breaks_a_rule_unsaid() -> None:
    finished = 0
    for seed in range(12):
        rng = Random(seed)
        draft = begun(f"faction={rng.choice(('Mudwater', 'Still Bell'))}")
        for _turn in range(12):
            steps = [step for step in EDITOR.steps(draft) if step.choices and not step.reason and step.id != "faction"]
            step = rng.choice(steps)
            draft = EDITOR.answer(draft, step.id, rng.choice(step.choices).answer)
        if not EDITOR.missing(draft):
            finished += 1
            assert EDITOR.finish(draft).rice <= draft.rice_limit
    assert finished


@pytest.mark.parametrize("name", NAMES)
def test_every_weapon_reads_back_as_it_is_written(name: str) -> None:
    for card in bundled_warband(name).models:
        for weapon in card.weapons:
            assert WeaponDocument.model_validate_json(json.dumps(read_weapon(weapon_text(weapon)))) == weapon


def test_commas_in_brackets_belong_to_an_entry() -> None:
    assert read_list("Parry (1), Hatred [Monk, Still Bell], -") == ["Parry (1)", "Hatred [Monk, Still Bell]"]


def test_a_warband_on_the_shelf_is_copied_changed_and_found_by_its_name() -> None:
    shelf = RosterShelf(rulesets.load("bushido"))
    kept = shelf.copy("mudwater", "My Band")
    kept = shelf.reopen(kept.name)
    shelf.answer(kept.name, "card.ferry-brute", "0")
    kept = shelf.finish(kept.name)
    assert WARBANDS.find(kept.name).rice == 39
    assert [each.title for each in shelf.own()] == ["My Band"]
    assert "My Band" in [offer.title for offer in rulesets.load("bushido").offers().rosters]


def test_b_warb_6_terrain_is_bought_among_the_starter_pieces_and_brought_to_the_table() -> None:
    draft = begun("card.river-bandit-chief=1", "terrain.pond=2", "terrain.hedge=1")
    pond = step_of(draft, "terrain.pond")
    assert (pond.value, pond.part) == ("for 2 rice", "Terrain cards")
    assert "Difficult" in pond.choices[0].text
    warband = EDITOR.finish(draft)
    assert [(each.name, each.rice) for each in warband.terrain] == [("Pond", 2), ("Low hedge", 1)]
    assert warband.rice == 19
    game = moment(south=warband, north=MUD)
    assert [piece.id for piece in game.game.setup.terrain_supply] == ["south.pond", "south.hedge"]
    again = after(EDITOR.reopen(warband, 1), "terrain.pond=0")
    assert [each.piece.id for each in again.terrain] == ["hedge"]


def test_b_warb_6_six_pieces_are_the_most_and_each_needs_rice() -> None:
    six = ("pond", "field", "road", "hedge", "wall", "statue")
    draft = begun("card.river-bandit-chief=1", *(f"terrain.{name}=1" for name in six))
    assert "at most 6 pieces" in refusal(draft, "terrain.house=1")
    poor = begun("limit=40", "card.river-bandit-chief=1", "card.ferry-brute=1", "card.reed-stalker=1")
    assert [choice.answer for choice in step_of(poor, "terrain.house").choices] == ["0", "1", "2", "3", "4"]


def test_b_warb_6_terrain_that_somebody_drew_is_kept_or_left_out() -> None:
    warband = EDITOR.finish(begun("card.river-bandit-chief=1", "terrain.pond=2"))
    card = warband.terrain[0]
    drawn = card.model_copy(update={"name": "Our pond", "piece": card.piece.model_copy(update={"id": "our-pond"})})
    draft = EDITOR.reopen(warband.model_copy(update={"terrain": (drawn,)}), 1)
    assert after(draft, "terrain.our-pond=keep").terrain == (drawn,)
    assert after(draft, "terrain.our-pond=drop").terrain == ()
