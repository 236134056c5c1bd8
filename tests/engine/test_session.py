"""Sessions of a game that the engine has never heard of: answers, interrupts, faults, undo, forks."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.engine.core.decisions import Choose, IllegalAnswer, MalformedAnswer
from game.engine.core.dice import KeyedDice, RollCounter, ScriptedDice, UnplannedRoll
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import NothingPending, Session
from game.engine.still import snapshot
from game.players.random_player import random_answer
from tests.engine.rounds import Rounds, Threw, new_session, obvious, play_on
from tests.toy.toy_rulebook import Answered


def whole(session: Session) -> tuple[Any, ...]:
    """Everything that says where a game stands."""
    asked = None if session.decision is None else session.decision.plain()
    marks = [(mark.entries, mark.events, mark.digest()) for mark in session.marks]
    return session.state.digest(), asked, list(session.journal), [event.plain() for event in session.events], marks


def test_a_game_kept_still_is_forked_as_it_was_while_the_game_goes_on() -> None:
    session = new_session()
    session.answer("1")
    kept, before = snapshot(session), session.fork()
    session.answer("2")
    twin = kept.fork()
    assert twin.journal == before.journal != session.journal
    assert twin.state.digest() == before.state.digest() != session.state.digest()


def test_a_game_is_played_to_its_end() -> None:
    session = new_session()
    play_on(session)
    assert session.finished
    assert session.state.winners == ["bob"]
    assert len(session.journal) == 3 * 4
    with pytest.raises(NothingPending):
        session.answer("1")
    with pytest.raises(NothingPending):
        session.interrupt(Interrupt("concede", "ann"))


def test_an_answer_returns_what_happened_since() -> None:
    session = new_session()
    assert session.answer("1") == [Answered(rule="T-1", audience=("ann",), player="ann", text="1")]
    laid, *thrown = session.answer("2")
    assert isinstance(laid, Answered)
    assert [event.kind for event in thrown] == ["Threw", "Threw"]
    assert session.events[-2:] == thrown


def test_a_hidden_hand_is_a_secret_question_and_an_event_for_its_player() -> None:
    session = new_session()
    assert session.pending().secret
    (event,) = session.answer("4")
    assert event.audience == ("ann",)
    assert event.plain() == {"event": "Answered", "rule": "T-1", "audience": ["ann"], "player": "ann", "text": "4"}
    open_event = session.answer("1")[-1]
    assert isinstance(open_event, Threw)
    assert "audience" not in open_event.plain()
    assert not session.pending().secret


def test_a_roll_in_an_event_is_written_out() -> None:
    session = new_session(dice=ScriptedDice.of([1, 6, 2]))
    session.answer("1")
    *_, first, _ = session.answer("2")
    assert first.plain()["roll"] == {
        "key": "round 1/ann", "sides": 6, "faces": [1, 6], "result": 6, "reroll_at_most": 1, "zero_at_most": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("answer", "error"), [("9", IllegalAnswer), (["1"], MalformedAnswer), (None, MalformedAnswer)])
def test_a_refused_answer_leaves_the_game_untouched(answer: Any, error: type[Exception]) -> None:
    session = new_session()
    play_on(session, 5)
    before = whole(session)
    with pytest.raises(error):
        session.answer(answer)
    assert whole(session) == before
    play_on(session)
    assert session.finished


def test_an_answer_cannot_pass_for_an_interrupt() -> None:
    session = new_session()
    while session.pending().kind != "allocate":
        session.answer(obvious(session))
    before = whole(session)
    with pytest.raises(MalformedAnswer):
        session.answer({"interrupt": "concede", "player": "bob"})
    assert whole(session) == before


def test_what_was_handed_in_can_be_changed_afterwards() -> None:
    session = new_session(players=3)
    while session.pending().kind != "order":
        session.answer(obvious(session))
    answer: Any = ["cy", "bob", "ann"]
    session.answer(answer)
    answer.clear()
    assert session.journal[-1] == session.state.order == ["cy", "bob", "ann"]


def test_what_the_rules_do_with_an_answer_does_not_change_the_journal() -> None:
    session = new_session(players=3)
    while session.pending().kind != "allocate":
        session.answer(obvious(session))
    given = deepcopy(session.journal)
    session.interrupt(Interrupt("concede", "ann"))  # takes ann out of the list that was the answer
    assert session.state.order == ["cy", "bob"]
    assert session.journal[:-1] == given


# -- interrupts ----------------------------------------------------------------------------------


def test_an_interrupt_unwinds_nested_steps_and_the_game_goes_on() -> None:
    session = new_session(players=3)
    session.answer("1")
    assert session.state.open_steps == ["bob lays"]
    (event,) = session.interrupt(Interrupt("concede", "bob"))
    assert event == Answered(rule="T-5", player="bob", text="leaves")
    assert session.state.open_steps == ["ann lays"]  # bob's step is closed, the next round is open
    assert session.journal[-1] == {"interrupt": "concede", "player": "bob"}
    assert session.at_checkpoint()
    assert session.pending().player == "ann"
    play_on(session)
    assert "bob" not in session.state.winners


def test_an_interrupt_can_end_the_game() -> None:
    session = new_session()
    session.interrupt(Interrupt("concede", "bob"))
    assert session.finished
    assert session.state.winners == ["ann"]
    session.undo()
    assert session.state.digest() == new_session().state.digest()


@pytest.mark.parametrize(
    ("interrupt", "reason"),
    [
        (Interrupt("draw", "ann"), "nobody may"),
        (Interrupt("end", "ann"), "cannot be declared now"),
        (Interrupt("concede", "nobody"), "cannot be declared now"),
    ],
)
def test_an_interrupt_that_is_not_offered_is_refused(interrupt: Interrupt, reason: str) -> None:
    session = new_session()
    before = whole(session)
    with pytest.raises(IllegalAnswer, match=reason):
        session.interrupt(interrupt)
    assert whole(session) == before


# -- faults --------------------------------------------------------------------------------------


def test_a_fault_in_the_rules_leaves_the_game_where_it_stood() -> None:
    session = new_session()
    play_on(session, 5)
    before = whole(session)
    with pytest.raises(RuntimeError, match="the rules break down here"):
        session.answer("trap")
    assert whole(session) == before
    play_on(session)
    assert session.finished


def test_a_fork_survives_a_fault_too() -> None:
    session = new_session()
    play_on(session, 5)
    fork = session.fork(seed=5)
    before = whole(fork)
    with pytest.raises(RuntimeError, match="the rules break down here"):
        fork.answer("trap")
    assert whole(fork) == before
    play_on(fork)
    assert fork.finished


def test_a_roll_that_no_script_holds_leaves_the_game_where_it_stood() -> None:
    session = new_session(dice=ScriptedDice.of([3]))
    session.answer("1")
    before = whole(session)
    with pytest.raises(UnplannedRoll, match=r"roll 2 \(d6 for round 1/bob\)"):
        session.answer("2")
    assert whole(session) == before


# -- undo, rewind, forks -------------------------------------------------------------------------


@pytest.mark.parametrize("back", range(1, 9))
def test_undo_and_the_same_answers_come_to_the_same_game(back: int) -> None:
    session = new_session(players=3)
    session.answer("2")
    session.interrupt(Interrupt("concede", "bob"))
    play_on(session, 7)
    before = whole(session)
    entries = session.journal[-back:]
    session.undo(back)
    assert len(session.journal) == 9 - back
    for entry in entries:
        interrupt = Interrupt.read(entry)
        if interrupt is None:
            session.answer(entry)
        else:
            session.interrupt(interrupt)
    assert whole(session) == before


def test_another_answer_after_undo_brings_the_same_dice() -> None:
    session = new_session()
    session.answer("1")
    first = session.answer("2")[1:]
    session.undo(2)
    session.answer("3")
    assert session.answer("4")[1:] == first


def test_a_gesture_that_was_undone_binds_no_later_answers() -> None:
    session = new_session()
    session.answer_all(["1", "2"])
    session.undo()
    assert session.journal == []
    session.answer("3")
    session.answer("4")
    session.undo()
    assert session.journal == ["3"]


def test_undo_of_a_finished_game_reopens_it() -> None:
    session = new_session()
    play_on(session)
    end = whole(session)
    session.undo()
    assert session.pending().kind == "allocate"
    session.answer(obvious(session))
    assert whole(session) == end


@pytest.mark.parametrize("length", [-1, 6, 100])
def test_rewind_to_nowhere_is_refused(length: int) -> None:
    session = new_session()
    play_on(session, 5)
    before = whole(session)
    with pytest.raises(ValueError, match=f"cannot go to entry {length}: known are 0 to 5"):
        session.rewind(length)
    assert whole(session) == before


def test_marks_are_never_changed_by_playing_on() -> None:
    session = new_session(players=3)
    kept: dict[int, str] = {}
    while not session.finished:
        kept.setdefault(session.marks[-1].entries, session.marks[-1].state.digest())
        session.answer(obvious(session))
        assert {mark.entries: mark.state.digest() for mark in session.marks}.items() >= kept.items()
    assert len(kept) == 3


def test_the_state_of_a_mark_is_nobodys_to_change() -> None:
    session = new_session()
    play_on(session, 4)
    session.state.points["ann"] = 1000
    assert session.marks[-1].state.points["ann"] != 1000


@pytest.mark.parametrize("given", range(13))
def test_a_fork_stands_where_its_origin_stands_and_is_its_own(given: int) -> None:
    session = new_session()
    play_on(session, given)
    before = whole(session)
    fork = session.fork()
    assert fork.state.digest() == session.state.digest()
    assert (fork.decision and fork.decision.plain()) == (session.decision and session.decision.plain())
    play_on(fork)
    assert whole(session) == before
    play_on(session)
    assert fork.state.digest() == session.state.digest()


def test_a_fork_shares_the_checkpoint_it_was_copied_from_and_never_changes_it() -> None:
    session = new_session(players=3)
    play_on(session, 4)
    kept, before = session.marks[-1].state, session.marks[-1].state.digest()
    fork = session.fork()
    assert fork.marks[0].state is kept
    assert fork.state is not kept
    play_on(fork)
    fork.rewind(fork.first_known)
    play_on(fork)
    assert session.marks[-1].state is kept
    assert kept.digest() == before


def test_a_fork_with_a_seed_rolls_other_dice_from_here_on() -> None:
    session = new_session()
    session.answer("1")
    real = [event.plain() for event in session.fork().answer("2")]
    others = [[event.plain() for event in session.fork(seed).answer("2")] for seed in range(20)]
    assert sum(other != real for other in others) > 10
    assert [event.plain() for event in session.fork(3).answer("2")] == others[3]
    assert session.answer("2")[1].plain() == real[1]


def test_a_fork_never_gets_the_real_dice_whatever_its_seed() -> None:
    def faces(session: Session) -> object:
        return session.answer("1")[1].plain()

    games = [new_session(dice=KeyedDice(seed), players=1) for seed in range(30)]
    assert all(game.fork(seed).dice != game.dice for seed, game in enumerate(games))
    assert all(game.fork(seed).fork(seed).dice != game.dice for seed, game in enumerate(games))
    assert sum(faces(game.fork(seed)) == faces(game) for seed, game in enumerate(games)) < 15


def after_the_roll() -> Session:
    """A game in mid-round, dice rolled and not yet settled."""
    session = new_session(dice=KeyedDice(4))
    play_on(session, 6)
    assert session.pending().kind == "order"
    return session


def test_a_fork_of_a_fork_stands_where_that_fork_stands() -> None:
    """Dice that fell before the fork stay as they fell, whatever dice are to come."""
    session = after_the_roll()
    for seed in range(20):
        fork = session.fork(seed)
        again = fork.fork(seed + 100)
        assert again.state.digest() == fork.state.digest() == session.state.digest()
        assert again.pending() == fork.pending() == session.pending()


def test_undo_in_a_fork_goes_back_over_the_dice_that_fell_before_it() -> None:
    session = after_the_roll()
    wanted = session.pending().player
    for seed in range(20):
        fork = session.fork(seed)
        fork.answer(obvious(fork))
        fork.undo()
        assert fork.pending().player == wanted
        assert fork.state.digest() == session.state.digest()


def test_a_fork_that_is_undone_shows_no_die_that_has_not_fallen() -> None:
    """Fallen faces come again for the same roll; the dice of the game never serve another roll of the fork."""
    session = after_the_roll()
    fallen = set(session.state.rolls.by_key)
    fork = session.fork(1)
    fork.rewind(fork.first_known)
    rolls = fork.state.rolls.clone()
    others = [fork.dice.roll(rolls, 6, f"not rolled {number}") for number in range(40)]
    assert others == [KeyedDice(~1).roll(RollCounter(), 6, f"not rolled {number}") for number in range(40)]
    key = next(each for each in fallen if each not in fork.state.rolls.by_key)
    again = [dice.roll(fork.state.rolls.clone(), 6, key) for dice in (fork.dice, session.dice)]
    assert again[0] == again[1]


def test_a_fork_knows_nothing_before_its_checkpoint() -> None:
    session = new_session()
    play_on(session, 6)
    fork = session.fork()
    assert len(fork.journal) == 2
    with pytest.raises(ValueError, match="known are 0 to 2"):
        fork.undo(3)


def test_without_history_only_the_latest_checkpoint_is_kept() -> None:
    session = new_session(history=False)
    play_on(session, 6)
    assert len(session.marks) == 1
    session.undo(2)
    assert len(session.journal) == session.first_known == 4
    with pytest.raises(ValueError, match="known are 4 to 4"):
        session.undo()
    twin = new_session()
    play_on(twin, 4)
    assert session.state.digest() == twin.state.digest()


def test_a_sparse_session_keeps_a_checkpoint_where_a_copy_was_asked_for() -> None:
    sparse, usual = new_session(history=False, sparse=True), new_session(history=False)
    for session in (sparse, usual):
        play_on(session, 6)
    assert (sparse.first_known, usual.first_known) == (0, 4)
    copy, other = sparse.fork(), usual.fork()
    assert copy.state.digest() == other.state.digest() == usual.state.digest()
    assert copy.pending().plain() == usual.pending().plain()
    assert sparse.fork(seed=3).state.digest() == usual.state.digest()
    for session in (sparse, usual):
        play_on(session, 4)
    assert sparse.first_known == usual.first_known == 8  # the first checkpoint after the copy
    play_on(sparse, 2)
    play_on(usual, 2)
    assert (sparse.first_known, usual.first_known) == (8, 12)
    sparse.undo(2)
    usual = new_session()
    play_on(usual, 10)
    assert whole(sparse)[:4] == whole(usual)[:4]


def test_a_sparse_session_keeps_a_checkpoint_now_and_then_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.engine.session._LONG_AGO", 9)
    session = new_session(players=4, history=False, sparse=True)
    kept = set()
    while not session.finished:
        session.answer(obvious(session))
        kept.add(session.first_known)
    assert len(kept) == 2  # every eight entries end a round: after sixteen one was long ago
    play_on(fork := session.fork())
    assert fork.state.digest() == session.state.digest()


def test_a_sparse_session_keeps_a_checkpoint_as_soon_as_the_last_one_is_long_ago(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for long_ago, kept in ((8, 8), (9, 0)):
        monkeypatch.setattr("game.engine.session._LONG_AGO", long_ago)
        session = new_session(players=4, history=False, sparse=True)
        play_on(session, 6)  # ends the first round
        assert session.first_known == 0
        play_on(session, 2)
        session = new_session(players=2, history=False, sparse=True)
        play_on(session, 8)  # ends the second one
        assert session.first_known == kept


def test_random_walks_with_undo_and_forks_stay_on_the_rails() -> None:
    """However one got to a journal, that journal's game is the one reached straight."""
    rng = Random(12)
    for _ in range(25):
        session = new_session(players=rng.randint(1, 4), dice=KeyedDice(rng.randrange(100)))
        for _ in range(40):
            if not session.finished and rng.random() < 0.7:
                decision = session.pending()
                if isinstance(decision, Choose):
                    session.answer(rng.choice([option.key for option in decision.options if option.key != "trap"]))
                else:
                    session.answer(obvious(session))
            elif session.journal:
                session.rewind(rng.randint(session.first_known, len(session.journal)))
            if rng.random() < 0.2:
                play_on(session.fork(rng.randrange(9)), 3)
        straight = Session(session.ruleset, session.setup, session.dice)
        for entry in session.journal:
            straight.answer(entry)
        assert whole(straight) == whole(session)


def test_a_new_flow_from_any_mark_asks_the_same_question() -> None:
    session = new_session(players=3)
    while not session.finished:
        if session.at_checkpoint():
            fresh = Session(Rounds(), session.setup, session.dice, state=session.marks[-1].state.clone())
            assert fresh.pending().plain() == session.pending().plain()
        session.answer(obvious(session))


@pytest.mark.parametrize("name", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_states_of_checkpoints_are_made_when_somebody_reads_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are the states that were there, whichever is read first; afterwards they are stored at once."""
    monkeypatch.setattr("game.engine.session._LONG_AGO", 20)
    ruleset = rulesets.load(name)
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob")))
    session, kept = Session(ruleset, setup, KeyedDice(5)), dict[int, str]()
    witness, rng = Session(ruleset, setup, KeyedDice(5), history=False), Random(5)
    for _answer in range(45):
        answer = random_answer(session.pending(), rng)
        for game in (session, witness):
            game.answer(answer)
        kept[witness.marks[-1].entries] = witness.marks[-1].state.digest()
    assert sum("state" in vars(mark) for mark in session.marks) < 5
    assert {mark.entries: mark.digest() for mark in reversed(session.marks) if mark.entries in kept} == kept
    session.answer(random_answer(session.pending(), rng))
    assert all("state" in vars(mark) for mark in session.marks)
    session.undo(20)
    assert session.marks[-1].digest() == kept[session.marks[-1].entries]
