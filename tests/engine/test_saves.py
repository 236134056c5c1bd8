"""Saves, replays and positions of a game the engine has never heard of, there and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.files import write_json
from game.documents.reading import load_document, parse_document
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import KeyedDice, ScriptedDice, UnusedRolls
from game.engine.core.flow import Interrupt
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import PER_PLAYER, DiceDocument, PositionDocument, SaveDocument, plain
from game.engine.saving.loading import Difference, give_answers, load_game, load_save, start_of, verify
from game.engine.saving.saves import position_document, save_document, save_game
from game.engine.session import Session
from tests.engine.rounds import Rounds, new_session, obvious, play_on


def finder(rules: Rounds | None = None) -> Callable[[str, str], AnyRuleset]:
    def find(name: str, file: str) -> AnyRuleset:
        if name != "toy":
            raise DocumentError(file, "ruleset", f"no rulebook is called {name!r}")
        return rules or Rounds()

    return find


def moment(session: Session) -> tuple[Any, ...]:
    asked = None if session.decision is None else session.decision.plain()
    return session.state.digest(), asked, session.journal


def through_json(session: Session) -> SaveDocument:
    return parse_document(json.dumps(plain(save_document(session))), SaveDocument, "a save")


def write(path: Path, document: SaveDocument, **changes: Any) -> Path:
    write_json(path, plain(document) | changes)
    return path


def game_with_an_interrupt(answers: int) -> Session:
    session = new_session(players=3)
    session.answer("2")
    session.interrupt(Interrupt("concede", "bob"))
    play_on(session, answers)
    return session


@pytest.mark.parametrize("answers", [0, 1, 2, 3, 4, 7, 100])
def test_a_saved_game_is_loaded_at_the_same_decision(tmp_path: Path, answers: int) -> None:
    session = game_with_an_interrupt(answers)
    save_game(session, tmp_path / "game.json", "title")
    loaded, difference = load_game(tmp_path / "game.json", finder())
    assert difference is None
    assert moment(loaded) == moment(session)
    assert [mark.digest() for mark in loaded.marks] == [mark.digest() for mark in session.marks]
    assert [event.plain() for event in loaded.events] == [event.plain() for event in session.events]
    play_on(loaded)
    play_on(session)
    assert moment(loaded) == moment(session)


def test_a_save_says_what_it_is(tmp_path: Path) -> None:
    session = game_with_an_interrupt(100)
    save_game(session, tmp_path / "game.json", "after supper")
    document = load_document(tmp_path / "game.json", SaveDocument)
    assert (document.title, document.ruleset, document.rules_version) == ("after supper", "toy", "1")
    assert document.finished
    assert document.dice == DiceDocument(seed=1)
    assert document.checkpoint.entries == len(document.journal) == len(session.journal)
    assert [each.entries for each in document.digests] == [mark.entries for mark in session.marks]


def test_saving_again_keeps_the_save_before(tmp_path: Path) -> None:
    session = new_session()
    path = tmp_path / "game.json"
    save_game(session, path)
    session.answer("1")
    save_game(session, path)
    before, _ = load_game(tmp_path / "game.previous.json", finder())
    after, _ = load_game(path, finder())
    assert (before.journal, after.journal) == ([], ["1"])


# -- changed rules -------------------------------------------------------------------------------


def test_a_save_whose_answer_is_no_longer_legal_goes_on_from_its_checkpoint() -> None:
    session = new_session()
    play_on(session, 6)  # both laid a "1" in the first round
    loaded, difference = load_save(through_json(session), finder(Rounds(version="2", bans="1")), "a save")
    assert difference == Difference(1, "T-1", "the recorded answer '1' is not allowed: it is banned")
    assert str(difference) == "at entry 1 (T-1): the recorded answer '1' is not allowed: it is banned"
    assert moment(loaded) == moment(session)
    assert loaded.first_known == 4
    loaded.undo(2)
    with pytest.raises(ValueError, match="known are 4 to 4"):
        loaded.undo()
    play_on(loaded)
    assert loaded.finished


def test_answers_after_the_checkpoint_that_are_no_longer_legal_are_left_out() -> None:
    session = new_session()
    play_on(session, 6)  # a "2" was laid by both in the second round
    loaded, difference = load_save(through_json(session), finder(Rounds(version="2", bans="2")), "a save")
    assert difference is not None
    assert difference.entry == 5
    assert len(loaded.journal) == 4
    assert loaded.pending().player == "bob"
    with pytest.raises(IllegalAnswer, match="it is banned"):
        loaded.answer("2")


def test_a_save_that_comes_to_another_state_names_the_first_checkpoint_that_differs() -> None:
    session = new_session()
    play_on(session, 10)
    loaded, difference = load_save(through_json(session), finder(Rounds(version="2", bonus=7)), "a save")
    assert difference == Difference(4, "T-4", "the state reached is not the one recorded")
    assert loaded.state.points == session.state.points
    again, second = load_save(through_json(loaded), finder(Rounds(version="2", bonus=7)), "a save")
    assert second == Difference(8, "T-4", difference.reason)  # what came before is no longer vouched for
    assert moment(again) == moment(loaded)


def test_a_checkpoint_that_is_not_reached_any_more_is_a_difference() -> None:
    session = new_session()
    play_on(session, 6)
    document = plain(save_document(session))
    document["digests"].insert(1, {"entries": 2, "digest": "0123456789abcdef"})
    _, differences = verify(parse_document(json.dumps(document), SaveDocument, "a save"), finder(), "a save")
    assert differences == [Difference(2, "T-1", "the state reached is not the one recorded")]


def test_a_journal_that_goes_on_after_the_end_is_a_difference() -> None:
    session = new_session()
    play_on(session)
    document = save_document(session)
    longer = document.model_copy(update={"journal": (*document.journal, "1")})
    _, (difference,) = verify(longer, finder(), "a save")
    assert (difference.entry, difference.rule) == (13, "")
    assert "the game is over" in difference.reason


def test_a_game_played_as_recorded_differs_nowhere() -> None:
    session = game_with_an_interrupt(100)
    reached, differences = verify(through_json(session), finder(), "a save")
    assert differences == []
    assert moment(reached) == moment(session)


# -- bad saves -----------------------------------------------------------------------------------

STRANGERS: dict[str, Any] = {"seats": "human", "clocks": 1.0, "deploying": 0, "passing": {"skip": 0}, "plans": {}}
"""A value of every field by player."""


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"journal": [1]}, "journal[0]"),
        ({"journal": "abc"}, "journal"),
        ({"journal": [None]}, "journal[0]"),
        ({"ruleset": "chess"}, "ruleset"),
        ({"setup": {}}, "setup.format"),
        ({"dice": {}}, "dice"),
        ({"dice": {"seed": -1}}, "dice.seed"),
        ({"dice": {"seed": 1, "faces": [1]}}, "dice"),
        ({"dice": {"seed": 1, "purposes": ["x"]}}, "dice.purposes"),
        ({"dice": {"faces": [1], "purposes": ["x", "y"]}}, "dice.purposes"),
        ({"dice": {"faces": [0]}}, "dice.faces[0]"),
        ({"checkpoint": {"entries": 99, "state": {}}}, "checkpoint.entries"),
        ({"version": 4}, "version"),
        ({"version": 2, "events": [{"event": "Laid"}]}, "events[0]"),
        ({"format": "inchwise-position"}, "format"),
        ({"colour": "red"}, "colour"),
        *(({name: {"zoe": value}}, f"{name}.zoe") for name, value in STRANGERS.items()),
    ],
    ids=lambda value: None if isinstance(value, str) else json.dumps(value),
)
def test_a_bad_save_is_refused_with_its_place(tmp_path: Path, changes: dict[str, Any], where: str) -> None:
    path = write(tmp_path / "game.json", save_document(new_session()), **changes)
    with pytest.raises(DocumentError) as caught:
        load_game(path, finder())
    assert caught.value.where.startswith(where)
    assert caught.value.file == str(path)


def test_every_field_by_player_names_only_players_of_the_game() -> None:
    assert {*SaveDocument.marked(PER_PLAYER)} == {*STRANGERS}
    document = save_document(new_session()).model_copy(update={"clocks": {"zoe": 1.0}})
    with pytest.raises(DocumentError, match="is not a player in this game - its players are ann, bob"):
        load_save(document, finder(), "a save")


def test_a_bad_checkpoint_is_refused_with_its_place_when_it_is_needed() -> None:
    session = new_session()
    play_on(session, 6)
    document = plain(save_document(session))
    del document["checkpoint"]["state"]["points"]
    save = parse_document(json.dumps(document), SaveDocument, "a save")
    loaded, difference = load_save(save, finder(), "a save")
    assert (difference, moment(loaded)) == (None, moment(session))
    with pytest.raises(DocumentError) as caught:
        load_save(save, finder(Rounds(bans="1")), "a save")
    assert (caught.value.file, caught.value.where) == ("a save", "checkpoint.state.points")


# -- positions -----------------------------------------------------------------------------------


def opened(document: PositionDocument) -> Session:
    session = start_of(document, finder(), "a position")
    give_answers(session, document, "a position")
    return session


@pytest.mark.parametrize("answers", range(13))
def test_any_moment_is_a_position_and_comes_back(answers: int) -> None:
    session = new_session(players=2)
    play_on(session, answers)
    text = json.dumps(plain(position_document(session, "a note")))
    document = parse_document(text, PositionDocument, "a position")
    assert document.note == "a note"
    again = opened(document)
    assert again.state.digest() == session.state.digest()
    assert (again.decision and again.decision.plain()) == (session.decision and session.decision.plain())
    assert plain(position_document(again, "a note")) == plain(position_document(session, "a note"))
    play_on(again)
    play_on(session)
    assert again.state.digest() == session.state.digest()


def scripted(*faces: int, state: Any = None, purposes: tuple[str, ...] = (), answers: tuple[str, ...] = ()) -> Session:
    return opened(
        PositionDocument(
            ruleset="toy",
            setup=Rounds().plain_setup(new_session().setup),
            state=state,
            answers=answers,
            dice=DiceDocument(faces=faces, purposes=purposes),
        )
    )


def test_a_position_without_a_state_is_the_beginning() -> None:
    session = scripted(3, 4, answers=("1", "2"))
    assert isinstance(session.dice, ScriptedDice)
    session.dice.require_used(session.state.rolls)
    assert session.pending().player == "bob"


def test_scripted_dice_begin_where_the_state_has_come_to() -> None:
    session = new_session(dice=ScriptedDice.of([6, 2]))
    play_on(session, 4)
    state = session.marks[-1].state.plain()
    assert state["rolls"]["total"] == 2
    later = scripted(2, 6, state=state, answers=("2", "2"))
    assert isinstance(later.dice, ScriptedDice)
    later.dice.require_used(later.state.rolls)
    assert later.pending().player == "ann"  # bob 2 + 2, ann 6 + 2


def test_the_position_of_a_scripted_game_holds_the_dice_still_needed() -> None:
    session = new_session(dice=ScriptedDice((6, 2, 3, 5), ("ann", "bob", "bob", "ann")))
    play_on(session, 6)
    document = position_document(session)
    assert document.dice == DiceDocument(faces=(3, 5), purposes=("bob", "ann"))
    again = opened(document)
    assert again.state.digest() == session.state.digest()
    assert plain(position_document(again)) == plain(document)


@pytest.mark.parametrize(
    ("faces", "purposes", "reason"),
    [
        ((3,), (), r"roll 2 \(d6 for round 1/bob\) is not in the script of 1 dice"),
        ((3, 8), (), "scripted roll 2 is 8, but a d6 is rolled for round 1/bob"),
        ((3, 4), ("bob",), "scripted roll 1 is for 'bob', but round 1/ann is rolled"),
    ],
    ids=["too few", "too large", "for somebody else"],
)
def test_dice_that_do_not_fit_name_the_answer_they_failed_at(
    faces: tuple[int, ...], purposes: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(DocumentError, match=reason) as caught:
        scripted(*faces, purposes=purposes, answers=("1", "2"))
    assert (caught.value.file, caught.value.where) == ("a position", "answers[1]")


def test_unused_dice_are_found() -> None:
    session = scripted(3, 4, 5, answers=("1", "2"))
    assert isinstance(session.dice, ScriptedDice)
    with pytest.raises(UnusedRolls, match="1 scripted dice were not rolled: 5"):
        session.dice.require_used(session.state.rolls)


@pytest.mark.parametrize(
    ("answers", "where"), [(("1", "9"), "answers[1]"), (([1],), "answers[0]"), (({"a": 1},), "answers[0]")]
)
def test_an_answer_that_is_refused_is_named(answers: Any, where: str) -> None:
    with pytest.raises(DocumentError) as caught:
        scripted(3, 4, answers=answers)
    assert caught.value.where == where


def test_a_state_that_does_not_fit_its_setup_is_refused() -> None:
    with pytest.raises(DocumentError, match="are not those of the players") as caught:
        scripted(3, state={"points": {}, "order": []})
    assert caught.value.where == "state.points"


def test_a_game_that_began_from_a_position_can_be_saved_and_loaded(tmp_path: Path) -> None:
    """Its journal does not lead from the setup to where it stands, so the save says where it began."""
    for dice in (KeyedDice(5), ScriptedDice.of([6, 2, 3, 5, 2, 2])):
        session = new_session(dice=dice)
        play_on(session, 4)
        later = opened(position_document(session))
        play_on(later, 5)
        save_game(later, tmp_path / "game.json")
        loaded, difference = load_game(tmp_path / "game.json", finder())
        assert difference is None
        assert moment(loaded) == moment(later)
        play_on(loaded, 2)
        play_on(later, 2)
        assert moment(loaded) == moment(later)


def test_every_plain_answer_can_be_journalled() -> None:
    session = new_session()
    for _ in range(4):
        session.answer(obvious(session))
    assert session.journal == ["1", "1", ["bob", "ann"], {"bob": 2, "ann": 1}]
    assert through_json(session).journal == tuple(session.journal)


def test_an_answer_whose_seal_is_broken_is_a_difference() -> None:
    session = new_session()
    session.answer("1")
    document = save_document(session).model_copy(update={"journal": ({"sealed": "00"},)})
    _reached, (difference,) = verify(document, finder(), "a save")
    assert (difference.entry, difference.reason) == (1, "the sealed data cannot be opened: it was changed")
