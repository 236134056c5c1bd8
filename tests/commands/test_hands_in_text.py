"""`hand` and `roll` in text play: effects, deeds and dice by hand in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.commands.text.by_hand import HELP, HandCommands
from game.play.session_model import SessionModel
from game.play.typed_spots import Misread
from tests.rulesets.aos4.battles import Battle
from tests.rulesets.aos4.test_hands_at_the_table import melee
from tests.toy.sessions import toy_session


def at(battle: Battle, folder: Path) -> tuple[HandCommands, SessionModel]:
    """Return the commands for a battle, with its model."""
    model = SessionModel(battle.session, lambda session: None, folder, {})
    return HandCommands(model), model


def test_what_can_be_done_is_listed_in_groups(tmp_path: Path) -> None:
    hands, _model = at(melee().begin(), tmp_path)
    lines = [*hands.hand("wallward pikes")]
    assert lines[0].startswith("Its attacks: Hit rolls +1; Wound rolls +1; ")
    assert any(line.startswith("At once: Inflict mortal damage 1; ") for line in lines)
    assert "From: by hand; Curse of the Bog" in lines
    assert [*hands.help()] == [*HELP]


def test_an_effect_is_given_and_ended_in_a_line(tmp_path: Path) -> None:
    hands, model = at(melee().begin(), tmp_path)
    assert [*hands.hand("wallward, hit rolls -1, from curse, until the battle round")] == []
    assert model.log[-1].text == (
        "By hand, Ann: Wallward Pikes, Curse of the Bog: -1 to hit rolls until the battle round ends"
    )
    assert [*hands.hand("wallward")][-1] == (
        "end 1: End this: Curse of the Bog: -1 to hit rolls until the battle round ends"
    )
    assert [*hands.hand("wallward, end 1")] == []
    assert not model.session.state.units["ann.wallward-pikes"].effects


def test_dice_are_rolled_in_a_line(tmp_path: Path) -> None:
    hands, model = at(melee().rolls("by hand", 1, 5, 4).begin(), tmp_path)
    assert [*hands.roll("3d6 4+")] == []
    assert model.log[-1].text == "Ann rolls 3D6: 5 4 1, total 10; 2 of 3 are 4+"


def test_what_is_refused_says_why(tmp_path: Path) -> None:
    battle = melee().begin()
    battle.say("pass").use("curse", "tide-reeve")
    hands, _model = at(battle, tmp_path)
    assert "in progress" in "".join(hands.hand("wallward, heal"))


@pytest.mark.parametrize(
    "line", ["nobody", "", "wallward, sing", "wallward, hit rolls 9", "wallward, fly, from nowhere", "wallward, end 3"]
)
def test_what_means_nothing_is_misread(line: str, tmp_path: Path) -> None:
    hands, _model = at(melee().begin(), tmp_path)
    with pytest.raises(Misread):
        list(hands.hand(line))
    with pytest.raises(Misread):
        list(hands.roll(line))


def test_a_rulebook_without_such_changes_has_no_such_commands(tmp_path: Path) -> None:
    model = SessionModel(toy_session(), lambda session: None, tmp_path, {})
    assert not HandCommands(model).commands()
    assert not [*HandCommands(model).help()]
