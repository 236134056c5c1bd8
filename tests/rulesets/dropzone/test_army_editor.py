"""Armies made step by step: only what the rules allow can be chosen, and every refusal names its rule."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.filling import filled
from game.engine.rosters import RosterShelf, import_file, rosters_of
from game.engine.rulebook.making import Choice, Step
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.armies import breaches
from game.rulesets.dropzone.documents.catalogue import NAMES, bundled_army
from game.rulesets.dropzone.rosters.editor import ArmyEditor
from game.rulesets.dropzone.rosters.listing import ArmyDraft, card_of
from tests.rulesets.dropzone.test_importing import ROSTER

EDITOR = ArmyEditor()
COLUMN = ("name=Dawn Column", "faction=Cinder Line")
FRONTLINE = ("groups.frontline=1", "add.frontline=rifle")
ARMOUR = ("groups.armour=1", "add.armour=anvil")


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))


def after(draft: ArmyDraft, *answers: str) -> ArmyDraft:
    for each in answers:
        step, _equals, answer = each.partition("=")
        draft = EDITOR.answer(draft, step, answer)
    return draft


def begun(*answers: str) -> ArmyDraft:
    return after(EDITOR.begin(1), *COLUMN, *answers)


def step_of(draft: ArmyDraft, name: str) -> Step:
    return next(step for step in EDITOR.steps(draft) if step.id == name)


def choice_of(draft: ArmyDraft, answer: str) -> Choice:
    step, _equals, name = answer.partition("=")
    return next(choice for choice in step_of(draft, step).choices if choice.answer == name)


def refusal(draft: ArmyDraft, answer: str) -> str:
    with pytest.raises(DocumentError) as refused:
        after(draft, answer)
    assert refused.value.where == answer.partition("=")[0]
    return refused.value.reason


def rules(draft: ArmyDraft) -> list[str]:
    return [each.rule for each in EDITOR.missing(draft)]


def test_d_army_10_an_army_is_made_and_played() -> None:
    draft = begun("groups.hq=1", "add.hq=bastion", "command.bastion=3", "commander.bastion=Major Ash", *FRONTLINE,
                  "squad.rifle=3", "auxiliary=mule", "cargo.rifle=mule", *ARMOUR, "squad.anvil=3", "auxiliary=drover",
                  "cargo.anvil=drover")  # fmt: skip
    army = EDITOR.finish(draft)
    assert breaches(army) == []
    assert army.points == 90 + 65 + 60 + 15 + 105 + 30
    assert [(each.name, each.value, each.unit) for each in army.commanders] == [("Major Ash", 3, "bastion")]
    assert {squad.id: squad.aboard for squad in army.squads if squad.aboard} == {"rifle": ("mule",),
                                                                                 "anvil": ("drover",)}  # fmt: skip
    shelf = RosterShelf(RULESET)
    name = shelf.finish(_saved(shelf, draft)).name
    setup = RULESET.new_setup(GamePlan(("Ann", "Bob"), rosters=(name, NAMES[1])))
    assert setup.document.players[0].army == army


def _saved(shelf: RosterShelf, draft: ArmyDraft) -> str:
    """Return the name under which a draft is the unfinished roster of a shelf."""
    begun = shelf.begin(1)
    assert begun.path is not None
    shelf._write_draft(begun.path, draft)
    return begun.name


def test_d_army_2_the_size_of_the_game_says_which_battlegroups_there_may_be() -> None:
    draft = begun("groups.frontline=2")
    assert [choice.answer for choice in step_of(draft, "groups.armour").choices] == ["0", "1"]
    assert len(step_of(after(draft, "limit=1000"), "groups.armour").choices) == 3
    assert rules(draft).count("D-ARMY-2") == 1
    assert rules(begun()).count("D-ARMY-2") == 2


def test_d_army_3_a_battlegroup_takes_only_its_categories_and_each_up_to_its_number() -> None:
    draft = begun("groups.frontline=1", "limit=1000", "add.frontline=rifle", "add.frontline=breacher")
    assert {choice.answer for choice in step_of(draft, "add.frontline").choices} == {"rifle", "breacher", "parasol"}
    refused = choice_of(draft, "add.frontline=breacher")
    assert refused.rule == "D-ARMY-3"
    assert refused.reason == "Frontline battlegroup: 2 × Exotic, but it can have 0 to 1"
    assert refusal(draft, "add.frontline=breacher") == f"{refused.reason} (D-ARMY-3)"
    assert choice_of(draft, "add.frontline=parasol").reason == ""
    assert "D-ARMY-3" in rules(begun("groups.frontline=1"))


def test_d_army_4_a_battlegroup_may_not_cost_too_much() -> None:
    draft = begun("groups.armour=1", "limit=500", "add.armour=anvil", "squad.anvil=6", "add.armour=parasol")
    assert step_of(draft, "squad.anvil").part.startswith("Armour, 250 of 250 points")
    assert choice_of(draft, "squad.parasol=2").rule == "D-ARMY-4"
    assert choice_of(draft, "squad.parasol=2").reason
    assert not choice_of(draft, "squad.anvil=5").reason


def test_d_army_10_nothing_is_added_beyond_the_limit() -> None:
    draft = begun("limit=500", *FRONTLINE, "groups.hq=1", "add.hq=bastion", "command.bastion=6", *ARMOUR)
    assert draft.army().points == 355
    draft = after(draft, "squad.anvil=6")
    assert choice_of(draft, "add.hq=ferret").rule == "D-ARMY-10"
    assert refusal(draft, "squad.rifle=3").endswith("(D-ARMY-10)")


def test_d_army_6_a_transport_without_cargo_is_listed_until_it_is_half_full() -> None:
    draft = begun(*FRONTLINE, *ARMOUR, "auxiliary=drover")
    assert "D-ARMY-6" in rules(draft)
    draft = after(draft, "cargo.anvil=drover")
    assert rules(draft) == []
    assert "D-ARMY-6" in rules(after(draft, "cargo.anvil=none"))


def test_d_trans_2_a_squad_starts_only_where_it_fits() -> None:
    draft = begun(*FRONTLINE, *ARMOUR, "squad.anvil=4", "auxiliary=drover", "auxiliary=mule")
    assert {choice.answer for choice in step_of(draft, "cargo.rifle").choices} == {"none", "mule", "spread:mule"}
    assert "D-TRANS-2" in choice_of(draft, "cargo.anvil=drover").reason
    assert choice_of(draft, "cargo.anvil=spread:drover").reason == "not enough room"
    draft = after(draft, "squad.drover=2", "cargo.anvil=spread:drover")
    assert draft.squad("anvil").aboard == ("drover-1", "drover-1", "drover-1", "drover-2")


def test_d_unit_5_units_keep_their_transports_and_commanders_when_a_squad_grows_or_shrinks() -> None:
    draft = begun(*FRONTLINE, *ARMOUR, "auxiliary=drover", "cargo.anvil=drover", "squad.drover=2")
    assert draft.squad("anvil").aboard == ("drover-1",)
    draft = after(draft, "cargo.anvil=drover-2", "squad.drover=1")
    assert draft.squad("anvil").aboard == ()
    draft = begun("groups.hq=1", "add.hq=bastion", "command.bastion=2", "squad.bastion=0")
    assert draft.commanders == ()


def test_d_army_7_a_commander_rides_only_a_unit_that_can_carry_one() -> None:
    draft = begun("groups.hq=1", "add.hq=bastion", "add.hq=ferret")
    assert [step.id for step in EDITOR.steps(draft) if step.id.startswith("command.")] == ["command.bastion"]
    assert step_of(after(draft, "command.bastion=2"), "commander.bastion").value == "Commander"


def test_d_army_2_a_battlegroup_with_squads_is_not_removed_by_mistake() -> None:
    draft = begun(*FRONTLINE)
    assert refusal(draft, "groups.frontline=0").startswith("remove the squads")
    assert after(draft, "squad.rifle=0", "groups.frontline=0").groups == ()


def test_the_armies_that_come_with_the_program_can_be_changed_step_by_step() -> None:
    for name in NAMES:
        army = bundled_army(name)
        draft = EDITOR.reopen(army, 1)
        assert EDITOR.missing(draft) == []
        assert EDITOR.finish(draft).points == army.points
        assert parse_document(draft.model_dump_json(), ArmyDraft, name) == draft
        assert EDITOR.card(army).members


def test_an_army_of_another_program_is_listed_and_changed_as_a_copy() -> None:
    book = RULESET
    rosters = rosters_of(book)
    assert rosters is not None
    import_file(rosters, RULESET.name, ROSTER)
    shelf = RosterShelf(book)
    (entry,) = shelf.own()
    assert entry.foreign
    with pytest.raises(DocumentError, match="copy it"):
        shelf.reopen(entry.name)
    copied = shelf.copy(entry.name)
    assert not copied.foreign
    assert plain(shelf.editor.finish(shelf.reopen(copied.name).draft))["groups"] == plain(entry.roster)["groups"]


def test_an_army_filled_at_random_has_a_headquarters_and_rides_for_its_infantry() -> None:
    editor = ArmyEditor()
    draft = filled(editor, editor.begin(0), Random(1))
    assert not editor.missing(draft)
    assert len(draft.commanders) == 1
    assert any(group.kind == "HQ" for group in draft.groups)
    infantry = [squad for squad in draft.squads if draft.sheet(squad).is_infantry]
    assert infantry
    assert all(squad.aboard for squad in infantry)


def test_a_squad_that_is_offered_shows_its_figures_and_its_weapons() -> None:
    [anvil] = [each for each in step_of(begun("groups.armour=1"), "add.armour").choices if each.answer == "anvil"]
    assert "moves 5″, Armour 14, 2 damage points" in anvil.text
    assert "Coil Cannon: 48″ (24″ countered), 1 × Energy 10, hits on 2+" in anvil.text


def test_d_dep_8_the_heading_of_a_battlegroup_says_that_it_comes_late() -> None:
    editor = ArmyEditor()
    draft = filled(editor, editor.begin(0), Random(1))
    parts = {step.part for step in editor.steps(draft) if "arrives in round 2" in step.part}
    assert any(part.startswith("Armour") for part in parts)
    assert not any(part.startswith("Headquarters") for part in parts)


def test_an_army_is_read_in_names_and_never_in_ids() -> None:
    """Commanders and squads in Transports name units as in play; answers about battlegroups say what they count."""
    army = bundled_army("cinder-line")
    card = card_of(army)
    shown = [line.text for line in card.lines] + [member.note for member in card.members]
    assert "Colonel Harrow, Command Value 4, 95 points, in Bastion Command Carrier" in shown
    assert any("in Mule APC A" in text for text in shown)
    ids = {unit for squad in army.squads for unit in squad.units if "-" in unit}
    assert [text for text in shown if any(each in text for each in ids)] == []
    assert [choice.label for choice in step_of(begun(), "groups.frontline").choices][:2] == [
        "0 battlegroups",
        "1 battlegroup",
    ]


def test_d_unit_2_a_card_says_what_an_army_is_like() -> None:
    slow, fast = ([line.text for line in card_of(bundled_army(name)).lines] for name in NAMES[:2])
    assert "On average its units move 7″ and have Armour 11. 3 of 21 fly, and the longest range is 60″." in slow
    assert "On average its units move 11″ and have Armour 9. 5 of 19 fly, and the longest range is 36″." in fast
