"""Dice that people roll themselves: asked for by what they are for, the answer waits, and nothing is half done."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.engine.core.decisions import MalformedAnswer
from game.engine.core.dice import KeyedDice, RollCounter, UnplannedRoll, roll_die
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.typed_dice import RollNeeded, TypedDice, WantedRoll, rolled_together
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import DiceDocument, plain
from game.engine.saving.finished import game_id
from game.engine.saving.loading import give_answers, load_game, start_of, verify
from game.engine.saving.saves import position_document, save_document, save_game
from game.engine.session import NothingPending, Session
from tests.engine.rounds import Rounds, new_session, obvious
from tests.engine.test_saves import finder, moment, through_json
from tests.toy.toy_rulebook import ToySetup

_PLAN = GamePlan(("ann", "bob"))


class _RollsFirst(Rounds):
    """The toy in rounds, but a die falls before the first question."""

    def play(self, game: Any) -> Flow:
        yield CHECKPOINT
        roll_die(game.dice, game.state.rolls, 6, "first")
        yield from super().play(game)


class _AsOfOld(Rounds):
    """The toy in rounds with the setups it once had."""

    def plain_setup(self, setup: ToySetup) -> dict[str, Any]:
        return super().plain_setup(setup) | {"rounds": 3}


def waiting() -> Session:
    """A game in which ann's die is to be rolled: both have laid a card."""
    session = new_session(dice=TypedDice())
    session.answer("1")
    with pytest.raises(RollNeeded):
        session.answer("1")
    return session


def wanted(session: Session) -> list[tuple[str, int, int]]:
    assert session.awaiting is not None
    return [(roll.key, roll.sides, roll.index) for roll in session.awaiting.rolls]


def type_on(session: Session, faces: list[int], answers: int = 1000) -> int:
    """Give plain answers and the faces asked for; return how many times dice were asked for."""
    asked = 0
    for _ in range(answers):
        if session.finished:
            break
        try:
            if session.awaiting is not None:
                asked += 1
                session.roll([faces.pop(0) for _ in session.awaiting.rolls])
            else:
                session.answer(obvious(session))
        except RollNeeded:
            continue
    return asked


def test_an_answer_that_needs_dice_waits_and_the_game_stands_before_it() -> None:
    session = new_session(dice=TypedDice())
    session.answer("1")
    before = moment(session)
    events = [event.plain() for event in session.events]
    with pytest.raises(RollNeeded, match="round 1/ann"):
        session.answer("1")
    assert moment(session) == before
    assert [event.plain() for event in session.events] == events
    assert wanted(session) == [("round 1/ann", 6, 0)]


def test_the_answer_is_given_again_once_its_dice_are_typed() -> None:
    session = waiting()
    with pytest.raises(RollNeeded):
        session.roll([5])
    assert wanted(session) == [("round 1/bob", 6, 0)]
    happened = session.roll([3])
    assert [event.plain()["roll"]["faces"] for event in happened if event.kind == "Threw"] == [[5], [3]]
    assert session.awaiting is None
    assert session.pending().kind == "order"


def test_a_reroll_is_asked_for_by_itself_after_the_first_face_is_known() -> None:
    session = waiting()
    for face, then in ((1, ("round 1/ann", 6, 1)), (1, ("round 1/ann", 6, 2)), (4, ("round 1/bob", 6, 0))):
        with pytest.raises(RollNeeded):
            session.roll([face])
        assert wanted(session) == [then]
    session.roll([2])
    assert session.pending().kind == "order"


@pytest.mark.parametrize(
    ("faces", "reason"),
    [
        ([7], "a d6 shows 1 to 6, not 7"),
        ([0], "shows 1 to 6"),
        ([], "roll 1 die, not 0"),
        ([1, 2], "not 2"),
    ],
)
def test_impossible_faces_are_refused_and_nothing_is_kept(faces: list[int], reason: str) -> None:
    session = waiting()
    before = moment(session)
    with pytest.raises(MalformedAnswer, match=reason):
        session.roll(faces)
    assert moment(session) == before
    assert wanted(session) == [("round 1/ann", 6, 0)]
    assert session.dice == TypedDice()


def test_dice_cannot_be_typed_when_none_are_asked_for() -> None:
    with pytest.raises(NothingPending):
        new_session(dice=TypedDice()).roll([3])
    with pytest.raises(NothingPending):
        new_session(dice=KeyedDice(1)).roll([3])


def test_another_answer_may_be_given_instead_and_a_die_that_fell_stays_fallen() -> None:
    session = waiting()
    with pytest.raises(RollNeeded):
        session.roll([5])
    with pytest.raises(RollNeeded):
        session.answer("2")
    assert wanted(session) == [("round 1/bob", 6, 0)]


def test_taken_back_and_played_again_the_same_dice_come_again() -> None:
    session = waiting()
    type_on(session, [5, 3], 2)
    session.undo()
    assert session.awaiting is None
    happened = session.answer("1")
    assert [event.plain()["roll"]["faces"] for event in happened if event.kind == "Threw"] == [[5], [3]]


def test_a_whole_game_of_typed_dice_is_the_game_of_the_same_keyed_dice() -> None:
    keyed, typed = new_session(), new_session(dice=TypedDice())
    while not keyed.finished:
        answer = obvious(keyed)
        keyed.answer(answer)
        try:
            typed.answer(answer)
        except RollNeeded:
            while typed.awaiting is not None:
                roll = typed.awaiting.rolls[0]
                counter = RollCounter(by_key={roll.key: roll.index})
                try:
                    typed.roll([KeyedDice(1).roll(counter, roll.sides, roll.key)])
                except RollNeeded:
                    continue
    assert moment(typed) == moment(keyed)


@pytest.mark.parametrize("steps", [0, 3, 5, 8, 11, 40])
def test_saved_and_loaded_in_the_middle_it_goes_on_with_what_was_typed(tmp_path: Path, steps: int) -> None:
    faces = [5, 1, 3, 2, 6, 4, 1, 1, 2, 3, 6, 5, 4]
    session = new_session(dice=TypedDice())
    type_on(session, faces, steps)
    save_game(session, tmp_path / "game.json")
    loaded, difference = load_game(tmp_path / "game.json", finder())
    assert difference is None
    assert moment(loaded) == moment(session)
    assert loaded.dice == session.dice
    rest = [6, 5, 4, 3, 2, 6, 5, 4, 3, 2]
    type_on(loaded, list(rest))
    type_on(session, list(rest))
    assert moment(loaded) == moment(session)
    assert loaded.finished
    assert game_id(loaded) == game_id(session)
    assert verify(through_json(loaded), finder(), "a save")[1] == []


def test_a_position_keeps_what_was_typed() -> None:
    session = new_session(dice=TypedDice())
    type_on(session, [5, 3, 4], 6)
    document = position_document(session)
    again = start_of(document, finder(), "a position")
    give_answers(again, document, "a position")
    assert again.state.digest() == session.state.digest()


def test_dice_rolled_before_anything_is_asked_are_awaited_too() -> None:
    """A checkpoint may stand right before a roll, so a game may begin with one."""
    document: dict[str, Any] = json.loads(json.dumps(plain(save_document(new_session(dice=TypedDice())))))
    assert document["dice"]["typed"] == {}
    rules = _RollsFirst()
    session = Session(rules, rules.new_setup(_PLAN), TypedDice())
    assert not session.finished
    assert wanted(session) == [("first", 6, 0)]
    with pytest.raises(NothingPending, match="roll the dice first"):
        session.pending()
    session.roll([4])
    assert session.pending().kind == "choose"
    assert session.state.rolls.by_key == {"first": 1}


def test_a_fork_with_a_seed_never_asks_for_dice_and_never_sees_what_was_typed() -> None:
    session = waiting()
    type_on(session, [2, 2], 2)
    session.undo()  # both dice are known now, but not to whoever thinks ahead
    seen = set()
    for seed in range(12):
        fork = session.fork(seed)
        happened = fork.answer("1")
        seen.add(tuple(event.plain()["roll"]["faces"][0] for event in happened if event.kind == "Threw"))
    assert len(seen) > 3
    assert session.dice == TypedDice({"round 1/ann": [2], "round 1/bob": [2]})


def test_a_die_typed_but_not_needed_is_forgotten() -> None:
    dice = TypedDice({"attack": [3, 4], "other": [2]})
    dice.roll(RollCounter(), 6, "attack")
    dice.forget_unused((WantedRoll("attack", 6, 0), WantedRoll("attack", 6, 1), WantedRoll("other", 6, 0)))
    assert dice == TypedDice({"attack": [3]})


def test_a_typed_face_that_the_die_does_not_have_is_told() -> None:
    with pytest.raises(UnplannedRoll, match="the face typed for attack is 9, but a d6 is rolled"):
        TypedDice({"attack": [9]}).roll(RollCounter(), 6, "attack")


def test_the_document_of_typed_dice_stands_beside_the_other_sources() -> None:
    typed = TypedDice({"a": [1, 2]})
    assert DiceDocument.of(typed).dice() == typed
    with pytest.raises(ValueError, match="exactly one of these"):
        DiceDocument(seed=1, typed={})


def test_the_id_of_a_game_with_seeded_dice_is_as_it_ever_was() -> None:
    session = new_session(_AsOfOld())
    session.answer("1")
    assert game_id(session) == "3b67534f2d986cd38712"


def test_dice_thrown_together_are_asked_for_together_and_those_that_are_known_are_not() -> None:
    def course(dice: Any) -> None:
        counter = RollCounter()
        if dice.roll(counter, 6, "ann/hit/0") == 3:
            for number in (1, 2):
                dice.roll(counter, 6, f"ann/hit/{number}")
            dice.roll(counter, 6, "ann/save/0")

    known = TypedDice({"ann/hit/0": [3]})
    first = WantedRoll("ann/hit/1", 6, 0)
    assert rolled_together(known, first, course) == (first, WantedRoll("ann/hit/2", 6, 0))
    assert rolled_together(TypedDice(), WantedRoll("ann/hit/0", 6, 0), course) == (WantedRoll("ann/hit/0", 6, 0),)
    assert [WantedRoll(key, 6, 0).purpose for key in ("a/hit/3", "a/hit", "hit", "a/attack/1", "a/attack")] == [
        "hit", "hit", "hit", "attack defence", "attack",
    ]  # fmt: skip


def test_faces_that_were_not_rolled_in_the_end_are_forgotten() -> None:
    dice = TypedDice({"a": [1, 2], "b": [3]})
    rolls = WantedRoll("a", 6, 1), WantedRoll("b", 6, 0)
    dice.used.add(WantedRoll("a", 6, 0))
    dice.forget_unused(rolls)
    assert dice.faces == {"a": [1]}
    dice.forget_unused(rolls)
    assert dice.faces == {"a": [1]}
    dice.note(WantedRoll("a", 6, 0), 5)
    dice.note(WantedRoll("a", 6, 1), 6)
    assert dice.faces == {"a": [1, 6]}
