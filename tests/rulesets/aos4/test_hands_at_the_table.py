"""Effects, dice and deeds that players do by hand in a battle stand in the journal like answers (A-IMP-8)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import Choose, IllegalAnswer, MalformedAnswer
from game.engine.core.dice import KeyedDice
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.rulebook.editing import ByHand, Correction, Edit
from game.engine.sandbox import Sandbox
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument
from game.rulesets.aos4.documents.params import BARRED, MODIFIED, SET, UNTIL
from game.rulesets.aos4.editing.edits import Editor
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.view.cards import card
from tests.rulesets.aos4.battles import A, B, Battle, row

PIKES = "ann.wallward-pikes"
CURSE = AbilityDocument(id="curse", name="Curse of the Bog", timing="Any Hero Phase", phases=("anyHero",),
                        used_by=("Tide Reeve",))  # fmt: skip


def melee(phase: str = "hero", **more: Any) -> Battle:
    """Pikes and hullbreakers that stand near each other, and a reeve with an ability for hands."""
    battle = Battle(phase, packs=(PackDocument(id="test", kind="custom", name="Test", abilities=(CURSE,)),), **more)
    battle.put("beaconwright", (6, 5))
    battle.put("wallward-pikes", *row(8, 14, 8, 1.5, 4))
    battle.put("tide-reeve", (14, 25))
    battle.put("hullbreakers", *row(5, 14, 20, 2))
    return battle


def offer(battle: Battle, piece: str = PIKES, player: str = A) -> ByHand:
    """Return what a player can do by hand to a unit."""
    found = Editor().by_hand(battle.game, piece, player)
    assert found is not None
    return found


def given(battle: Battle, what: str, amount: str, source: str = "Curse of the Bog", until: str = "turn") -> Edit:
    """Return the edit that gives the pikes an effect, put together from what is offered."""
    hands = offer(battle)
    deed = next(deed for deed in hands.deeds if deed.id == what)
    span = next(fields for fields in hands.spans.values() if fields["until"] == until)
    return deed.made(amount, hands.sources[source], span)


def by(battle: Battle, edit: Edit, player: str = A, agreed: tuple[str, ...] = ()) -> None:
    """Let a player make a change by hand."""
    battle.session.correct(Correction(edit, player, agreed))


def told(battle: Battle) -> list[str]:
    """Return the log."""
    session = battle.session
    return [session.ruleset.tell(session.game, event) for event in session.events]


def test_every_kind_of_lasting_effect_is_offered_with_every_duration() -> None:
    battle = melee().begin()
    kinds = {deed.id for deed in offer(battle).deeds if deed.lasts}
    assert {*MODIFIED, *(f"{what} set" for what in SET), *(f"barred {kind}" for kind in BARRED)} <= kinds
    assert {"STRIKE-FIRST", "STRIKE-LAST", "FLY", "WARD"} <= kinds
    assert [fields["until"] for fields in offer(battle).spans.values()] == [*UNTIL]
    for deed in offer(battle).deeds:
        if deed.lasts:
            for amount in deed.amounts or ("",):
                made = deed.made(amount, {"source": "x", "player": B}, {"until": "battle"})
                assert not battle.session.ruleset.editor.edits.why_not(battle.game, made), deed  # type: ignore[union-attr]


def test_an_effect_by_hand_has_source_and_end_and_counts_at_once() -> None:
    battle = melee().begin()
    before = battle.game.bonus(battle.unit("wallward-pikes"), "hit")
    by(battle, given(battle, "hit", "-1"))
    unit = battle.unit("wallward-pikes")
    assert battle.game.bonus(unit, "hit") == before - 1
    text = "Curse of the Bog: -1 to hit rolls until the turn ends"
    assert text in [line.text for line in card(battle.game, unit)]
    assert told(battle)[-1] == f"By hand, Ann: Wallward Pikes, {text}"
    assert battle.session.journal[-1] == Correction(given(battle, "hit", "-1"), A).plain()
    battle.session.undo()
    assert not battle.unit("wallward-pikes").effects


def test_an_ability_that_was_used_is_the_likeliest_source() -> None:
    battle = melee().begin()
    assert [*offer(battle).sources] == ["by hand", "Curse of the Bog"]
    battle.say("pass").use("curse", "tide-reeve").say("done")
    assert [*offer(battle).sources] == ["Curse of the Bog", "by hand"]


def test_an_effect_by_hand_is_taken_off_by_hand() -> None:
    battle = melee().begin()
    by(battle, given(battle, "STRIKE-LAST", "", until="battle"))
    [ending] = offer(battle).endings
    assert ending.label == "End this: Curse of the Bog: STRIKE-LAST for the rest of the battle"
    assert ending.more is not None
    by(battle, ending.more, B)
    assert not battle.unit("wallward-pikes").effects
    assert told(battle)[-1].startswith("By hand, Bob: Wallward Pikes loses Curse of the Bog")


def test_a_characteristic_is_replaced_once_and_a_ward_has_its_number() -> None:
    battle = melee().begin()
    for what, amount in (("move set", "3"), ("move set", "5"), ("WARD", "5"), ("STRIKE-FIRST", ""), ("FLY", "")):
        by(battle, given(battle, what, amount))
    unit = battle.unit("wallward-pikes")
    kept = ["move set 5", "keyword WARD", "keyword STRIKE-FIRST", "keyword FLY"]
    assert [f"{each.what} {each.keyword}" for each in unit.effects] == kept
    assert "Curse of the Bog: WARD (5+) until the turn ends" in [line.text for line in card(battle.game, unit)]
    for text in ("D3", "many"):
        edit = {"do": "effect", "piece": PIKES, "what": "rend set", "amount": 1, "keyword": text}
        with pytest.raises(IllegalAnswer, match=text):
            by(battle, edit)


@pytest.mark.parametrize(("until", "phase", "window"), [("phase", "movement", ""), ("own turn", "startOfTurn", "b")])
def test_an_effect_by_hand_ends_by_itself(until: str, phase: str, window: str) -> None:
    battle = melee().begin(KeyedDice(1))
    by(battle, given(battle, "save", "+1", until=until))
    while battle.unit("wallward-pikes").effects and len(battle.session.journal) < 30:
        battle.say("pass")
    assert battle.game.state.phase_name in (phase, "hero")
    assert (battle.game.state.active == B) == (window == "b")


def test_until_the_next_hero_phase_of_its_player() -> None:
    battle = melee("startOfTurn").begin()
    by(battle, given(battle, "move", "+2", until="own hero"))  # Bob's ability: the hero phase of Ann does not end it
    game = battle.game
    game.begin_hero_phase(A)
    assert battle.unit("wallward-pikes").effects
    game.expire("own turn", "turn", own=B)
    assert battle.unit("wallward-pikes").effects
    game.begin_hero_phase(B)
    assert not battle.unit("wallward-pikes").effects


def test_effects_and_dice_come_while_an_action_is_in_progress_and_leave_it() -> None:
    battle = melee().begin(KeyedDice(5))
    battle.say("pass").use("curse", "tide-reeve")
    asked = battle.asked
    assert asked.prompt == "Curse of the Bog by hand: choose what happens"
    assert next(iter(offer(battle).sources)) == "Curse of the Bog"
    by(battle, {"do": "roll", "count": 3, "needed": 4, "purpose": "curse"}, B)
    by(battle, given(battle, "wound", "-1"), B)
    assert battle.asked is asked
    battle.say("done")
    session = battle.session
    twin = Session(session.ruleset, session.setup, KeyedDice(5), state=battle.state.clone())
    twin.give_all(session.journal)
    assert twin.state.digest() == session.state.digest()
    session.undo(2)
    assert not battle.unit("wallward-pikes").effects
    assert battle.asked.prompt == asked.prompt


def test_dice_for_any_purpose_are_counted_and_logged() -> None:
    battle = melee().rolls("by hand", 2, 4, 6).begin()
    by(battle, {"do": "roll", "count": 3, "needed": 4, "purpose": "who goes first"})
    assert told(battle)[-1] == "Ann rolls 3D6: 6 4 2, total 12; 2 of 3 are 4+ (who goes first)"
    by(battle, given(battle, "hit", "+1"), A)
    battle.dice_used()


def test_typed_dice_for_any_purpose() -> None:
    battle = melee().begin(TypedDice())
    with pytest.raises(RollNeeded):
        by(battle, {"do": "roll", "count": 2, "sides": 3})
    awaiting = battle.session.awaiting
    assert awaiting is not None
    assert [(roll.sides, roll.purpose) for roll in awaiting.rolls] == [(3, "by hand"), (3, "by hand")]
    battle.session.roll([3, 1])
    assert told(battle)[-1] == "Ann rolls 2D3: 3 1, total 4"


def test_a_deed_by_hand_asks_what_the_rules_ask() -> None:
    battle = melee().rolls("by hand", 5).rolls("by-hand amount", 4).begin()
    edit = {"do": "deed", "what": "mortal", "piece": PIKES, "amount": "D3", "needed": 4, "source": "Curse of the Bog"}
    by(battle, edit, B)
    assert battle.asked.prompt == "1 model of Wallward Pikes is slain: choose which"
    assert battle.asked.player == A
    battle.say("suggested")
    assert len(battle.unit("wallward-pikes").at) == 7
    assert battle.asked.prompt == "Hero phase: choose an ability"
    battle.session.undo(2)
    assert len(battle.unit("wallward-pikes").at) == 8


def test_what_was_done_by_hand_is_saved_and_replayed(tmp_path: Path) -> None:
    session = melee().begin(KeyedDice(7)).session
    session.correct(Correction({"do": "deed", "what": "slay", "piece": PIKES, "amount": "2"}, A))
    session.correct(Correction({"do": "roll", "count": 2}, B))  # in the middle of the deed
    session.answer("suggested")
    effect = {"do": "effect", "piece": PIKES, "what": "run", "amount": 1, "until": "battle", "player": B}
    session.correct(Correction(effect, B))
    save_game(session, tmp_path / "game.json", "By hand")
    loaded, difference = load_game(tmp_path / "game.json", rulesets.find)
    assert difference is None
    assert loaded.state.digest() == session.state.digest()
    loaded.rewind(loaded.first_known)
    loaded.give_all(session.journal[loaded.first_known :])
    assert [event.plain() for event in loaded.events] == [event.plain() for event in session.events]


def test_a_deed_whose_roll_fails_does_nothing() -> None:
    battle = melee().rolls("by hand", 3).begin()
    by(battle, {"do": "deed", "what": "slay", "piece": PIKES, "amount": "2", "needed": 4})
    assert len(battle.unit("wallward-pikes").at) == 8
    assert isinstance(battle.asked, Choose)


def test_a_deed_waits_for_the_action_in_progress() -> None:
    battle = melee().begin()
    battle.say("pass").use("curse", "tide-reeve")
    with pytest.raises(IllegalAnswer, match="in progress"):
        by(battle, {"do": "deed", "what": "heal", "piece": PIKES})


def test_conceding_in_the_middle_of_a_deed_ends_the_battle() -> None:
    battle = melee().begin()
    by(battle, {"do": "deed", "what": "slay", "piece": PIKES, "amount": "1"})
    [concede] = [each for each, _why in battle.session.ruleset.interrupts(battle.game, A) if each.kind == "concede"]
    battle.session.interrupt(concede)
    assert battle.session.finished


def test_against_a_computer_player_the_log_names_the_referee() -> None:
    battle = melee().begin()
    by(battle, given(battle, "run", "+1"), A, (A,))
    assert told(battle)[-1].startswith("Referee, Ann: Wallward Pikes, ")
    by(battle, {"do": "deed", "what": "heal", "piece": PIKES}, A, (A,))
    assert any(isinstance(event, events.AdjustedByReferee) for event in battle.session.events)


def test_bad_changes_are_refused() -> None:
    battle = melee().begin()
    for edit, error in (
        ({"do": "roll", "count": 0}, MalformedAnswer),
        ({"do": "deed", "what": "mortal", "piece": PIKES, "amount": "many"}, MalformedAnswer),
        ({"do": "deed", "what": "return", "piece": "bob.hullbreakers"}, IllegalAnswer),
        ({"do": "effect", "piece": PIKES, "what": "hit", "amount": 1, "player": "cem"}, IllegalAnswer),
    ):
        with pytest.raises(error):
            by(battle, edit)
    sandbox = Sandbox(rulesets.load("aos4"), battle.setup, battle.state.clone())
    with pytest.raises(IllegalAnswer, match="this is for a game"):
        sandbox.change({"do": "roll"})
