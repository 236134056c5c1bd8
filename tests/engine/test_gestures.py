"""What a session does with several entries at once: gestures, placing by the rulebook, declarations, corrections."""

from __future__ import annotations

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

from game.engine.core.decisions import DEPLOY, Answer, Choose, Decision, IllegalAnswer, MalformedAnswer, Option, Place
from game.engine.core.dice import KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow, Interrupt
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.rulebook.editing import Correction, Edit
from game.engine.session import NothingPending, Session
from game.refusal import Refusal
from tests.engine.rounds import Rounds, new_session, obvious, play_on
from tests.engine.test_session import whole
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState

# -- gestures --------------------------------------------------------------------------------------


def test_answers_given_together_are_undone_together_also_after_others() -> None:
    session = new_session()
    events = session.answer_all(["1", "2"])
    assert events == session.events
    assert session.gestures == [range(2)]
    before = whole(session)
    session.answer(obvious(session))
    session.undo()  # comes back to the end of the gesture, which stays one
    assert whole(session) == before
    assert [session.length_before(length) for length in (1, 2, 3)] == [0, 0, 2]
    session.undo()
    assert (session.journal, session.gestures) == ([], [])


def test_several_gestures_are_several_steps() -> None:
    session = new_session()
    session.answer_all(["1"])
    session.answer_all(["2", ["ann", "bob"]])
    assert [session.length_before(length) for length in (3, 2, 1)] == [1, 1, 0]
    session.undo(2)
    assert session.journal == []


def test_answers_are_given_in_place_of_those_since_a_moment() -> None:
    session = new_session()
    session.answer("1")
    session.answer("2")
    session.answer_all(["3", "4"], since=0)
    assert session.journal == ["3", "4"]
    straight = new_session()
    straight.answer("3")
    straight.answer("4")
    assert whole(session) == whole(straight)
    before = whole(session)
    for wrong in (["1", "99"], ["trap"]):
        with pytest.raises((IllegalAnswer, RuntimeError)):
            session.answer_all(wrong, since=0)
        assert whole(session) == before
    session.answer_all(["1"], since=1)
    assert session.journal == ["3", "1"]


def test_a_gesture_that_fails_is_no_gesture() -> None:
    session = new_session()
    session.answer("1")
    before = whole(session)
    with pytest.raises(MalformedAnswer):
        session.answer_all(["2", "99"])
    assert whole(session) == before
    assert session.gestures == []


def test_entries_of_a_journal_are_applied_as_one_step_with_declarations_nobody_need_attest() -> None:
    session = agreeing()
    events = session.give_all(["1", {"interrupt": "end", "player": "ann"}])
    assert [event.kind for event in events] == ["Answered", "Answered"]
    assert session.unattested
    assert session.gestures == [range(2)]
    session.undo()
    assert session.journal == []


def rolling() -> Session:
    session = new_session(dice=TypedDice())
    with pytest.raises(RollNeeded):
        session.answer_all(["1", "2"])
    return session


def test_a_gesture_whose_last_answer_waits_for_dice_is_one_step_all_the_same() -> None:
    session = rolling()
    assert session.journal == ["1"]
    waiting: Any = session.awaiting
    assert waiting.entry == "2"
    while session.awaiting is not None:
        try:
            session.roll([3] * len(session.awaiting.rolls))
        except RollNeeded:
            continue
    assert session.journal == ["1", "2"]
    session.undo()
    assert session.journal == []


def test_a_gesture_that_waits_amid_its_answers_is_taken_back() -> None:
    session = new_session(dice=TypedDice())
    with pytest.raises(RollNeeded):
        session.answer_all(["1", "2", ["ann", "bob"]])
    assert (session.journal, session.gestures, session.awaiting) == ([], [], None)


def test_an_answer_that_waits_for_dice_can_be_withdrawn() -> None:
    session = rolling()
    session.withdraw()
    assert session.awaiting is None
    assert session.journal == ["1"]
    assert session.gestures == []  # so that later answers are their own steps
    session.withdraw()
    assert session.journal == ["1"]
    assert session.pending().player == "bob"


# -- placing by the rulebook -----------------------------------------------------------------------


class Deploying(Toy):
    """Ann and bob place two pieces each in turn; the rulebook can do it for them. Then one is asked something else."""

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        for number, piece in enumerate(("a1", "b1", "a2", "b2")):
            player = "ann" if piece[0] == "a" else "bob"
            option = (Option(DEPLOY, "Place the rest"),) if number < 4 else ()
            spot = yield Place(
                player=player, prompt=f"Where to put {piece}?", rule="D-1", about=piece,
                region=game.region("a1"), shortcuts=option,
            )  # fmt: skip
            state.answers.append(spot)
            game.events.append(Answered(player, piece))
        yield Choose(player="ann", prompt="Go on?", rule="D-2", options=(Option("go", "Go"),))
        state.winners = ["ann"]

    def deployed(self, game: ToyGame, decision: Decision) -> Answer:
        return [4.0, 4.5 + len(game.state.answers)]


def deploying() -> Session:
    return Session(Deploying(), ToySetup(), KeyedDice(1), state=ToyState())


def test_the_rulebook_places_on_for_a_player_and_for_nobody_else() -> None:
    session = deploying()
    events = session.answer(DEPLOY)
    assert [event.plain()["text"] for event in events] == ["a1"]
    assert (session.deploying, session.journal) == ({"ann": 0}, [[4.0, 4.5]])
    assert session.pending().player == "bob"
    events = session.answer([5.0, 5.0])  # after which the rulebook places for ann again
    assert [event.plain()["text"] for event in events] == ["b1", "a2"]
    assert session.pending().about == "b2"
    assert session.journal == [[4.0, 4.5], [5.0, 5.0], [4.0, 6.5]]
    session.answer(DEPLOY)
    assert session.deploying == {"ann": 0, "bob": 3}
    assert session.pending().prompt == "Go on?"
    with pytest.raises(IllegalAnswer):
        session.answer(DEPLOY)


def test_undo_goes_back_over_what_the_rulebook_placed() -> None:
    session = deploying()
    session.answer(DEPLOY)
    session.answer([5.0, 5.0])
    assert not session.answers_itself(len(session.journal))
    session.undo()
    assert session.journal == [[4.0, 4.5]]  # the last entry was the rulebook's own, so bob's before it goes too
    while session.journal:
        session.undo()
    assert session.deploying == {}
    session.answer([5.0, 5.0])
    session.answer([6.0, 5.0])
    assert session.pending().about == "a2"  # ann places for herself now


def test_a_placing_by_the_rulebook_that_is_undone_is_done_no_longer() -> None:
    session = deploying()
    session.answer([5.0, 5.0])
    session.answer([6.0, 5.0])
    session.answer(DEPLOY)
    assert session.deploying == {"ann": 2}
    session.rewind(3)
    assert session.deploying == {"ann": 2}
    session.rewind(2)
    assert session.deploying == {}


# -- declarations ----------------------------------------------------------------------------------


class Agreeing(Rounds):
    """The toy in rounds, which may be ended if the others agree."""

    def interrupts(self, game: Any, player: str) -> Any:
        others = tuple(each for each in game.state.order if each != player)
        taken = Refusal("too early", "T-9") if game.state.round == 0 else None
        return (
            (Interrupt("end", player, others, "T-6"), None),
            (Interrupt("skip", player, (), "T-7"), taken),
            (Interrupt("never", player, (), "T-7"), Refusal("never", "T-9")),
        )


def agreeing() -> Session:
    return new_session(Agreeing(), players=3)


def test_a_declaration_needs_the_agreement_of_all_that_it_names() -> None:
    session = agreeing()
    before = whole(session)
    for missing, agreed in (("Bob", ()), ("cy", ("bob",)), ("Bob", ("cy", "dee"))):
        with pytest.raises(IllegalAnswer, match=f"{missing} has to agree") as caught:
            session.interrupt(Interrupt("end", "ann", agreed))
        assert [each.rule for each in caught.value.refusals] == ["T-6"]
    with pytest.raises(IllegalAnswer, match="never"):
        session.interrupt(Interrupt("never", "ann"))
    with pytest.raises(IllegalAnswer, match="this cannot be declared now"):
        session.interrupt(Interrupt("draw", "ann"))
    assert whole(session) == before
    session.interrupt(Interrupt("end", "ann", ("dee", "cy", "bob")))
    assert session.journal == [{"interrupt": "end", "player": "ann", "agreed": ["cy", "bob"]}]  # no others
    assert not session.unattested


def test_a_recorded_declaration_need_not_say_who_agreed_but_what_it_says_must_be_whole() -> None:
    session = agreeing()
    entry = {"interrupt": "end", "player": "ann"}
    with pytest.raises(IllegalAnswer):
        session.give(entry)
    with pytest.raises(IllegalAnswer):
        session.give({**entry, "agreed": ["bob"]}, recorded=True)
    assert not session.unattested
    session.give(entry, recorded=True)
    assert session.journal == [entry]
    assert bool(session.unattested)
    attested = agreeing()
    attested.give({**entry, "agreed": ["bob", "cy"]}, recorded=True)
    assert not attested.unattested
    attested = agreeing()
    attested.give({"interrupt": "skip", "player": "ann"}, recorded=True)
    assert not attested.unattested


# -- corrections -----------------------------------------------------------------------------------


class Spots:
    """A referee may put pieces elsewhere."""

    def why_not(self, game: ToyGame, edit: Edit) -> list[Refusal]:
        return [] if edit.get("piece") in game.state.spots else [Refusal("no piece of that name", "E-1")]

    def apply(self, game: ToyGame, correction: Correction) -> None:
        game.state.spots[correction.edit["piece"]] = correction.edit["spot"]
        game.events.append(Answered(correction.player, "corrected"))

    def flow(self, game: ToyGame, correction: Correction) -> Flow:
        self.apply(game, correction)
        yield from ()

    def is_aside(self, edit: Edit) -> bool:
        return False


class Refereed(Toy):
    """The toy with a referee; two questions are asked between checkpoints."""

    editor: Any = SimpleNamespace(edits=Spots())
    """The rest of what an editor does is not needed here."""

    def play(self, game: ToyGame) -> Flow:
        while len(game.state.answers) < 6:
            yield CHECKPOINT
            self.prepare(game)
            for _number in range(2):
                game.state.answers.append(
                    (yield Choose(player="ann", prompt="Go on?", rule="R-1", options=(Option("go", "Go"),)))
                )
        game.state.winners = ["ann"]

    def prepare(self, game: ToyGame) -> None:
        """Change nothing."""


EDIT = Correction({"piece": "b1", "spot": (1.0, 2.0)}, "ann", ("bob",))


def refereed(answers: int, rules: Toy | None = None) -> Session:
    session = Session(rules or Refereed(), ToySetup(), KeyedDice(1), state=ToyState())
    for _number in range(answers):
        session.answer("go")
    return session


def test_a_referee_corrects_the_table_between_two_steps() -> None:
    session = refereed(2)
    assert session.why_no_correction() == []
    (event,) = session.correct(EDIT)
    assert event.plain()["text"] == "corrected"
    assert session.state.spots["b1"] == (1.0, 2.0)
    assert session.journal[-1] == EDIT.plain()
    assert session.at_checkpoint()
    assert session.pending().prompt == "Go on?"
    again = refereed(0)
    for entry in deepcopy(session.journal):
        again.give(entry)
    assert whole(again) == whole(session)
    session.undo()
    assert session.state.spots["b1"] != (1.0, 2.0)
    again.answer("go")
    with pytest.raises(IllegalAnswer, match=r"undo it \(answers so far: 1\)"):
        again.correct(EDIT)
    for _number in range(3):
        again.answer("go")
    assert again.finished


def test_amid_a_step_nothing_is_corrected_and_the_reason_says_how_many_answers_are_open() -> None:
    session = refereed(3)
    before = whole(session)
    (refusal,) = session.why_no_correction()
    assert refusal.text.endswith("undo it (answers so far: 1)")
    with pytest.raises(IllegalAnswer, match=r"undo it \(answers so far: 1\)"):
        session.correct(EDIT)
    assert whole(session) == before
    session.undo()
    with pytest.raises(IllegalAnswer, match="no piece of that name"):
        session.correct(Correction({"piece": "zoe"}))
    plain = new_session()
    with pytest.raises(IllegalAnswer, match="no way to change the table"):
        plain.correct(EDIT)
    play_on(plain)
    with pytest.raises(NothingPending):
        plain.correct(EDIT)


class Begun(Refereed):
    """Something changes before anything is asked."""

    def prepare(self, game: ToyGame) -> None:
        game.state.spots["a1"] = (2.0, 2.0)


BEGUN: Any = Begun


def test_what_is_under_way_before_any_answer_is_not_corrected() -> None:
    (refusal,) = refereed(0, BEGUN()).why_no_correction()
    assert refusal.text == "an action is in progress: make the open decision first"


# -- what a session remembers ----------------------------------------------------------------------


def test_a_new_session_remembers_nothing() -> None:
    session = new_session()
    assert (session.notes, session.seats, session.clocks, session.deploying, session.gestures) == ([], {}, {}, {}, [])
    assert (session.unattested, session.awaiting, session.guard, session.witness) == (False, None, None, None)
    assert (session.from_setup, session.beginning, session.history) == (True, None, True)
    state = session.state
    later = Session(session.ruleset, session.setup, session.dice, state=state, journal=["1"])
    assert (later.from_setup, later.journal, later.first_known) == (False, ["1"], 1)
    assert later.beginning is not None
    assert later.beginning is not state
    assert Session(session.ruleset, session.setup, session.dice, state=state, history=False).beginning is None


def test_a_guard_that_refuses_an_entry_undoes_it() -> None:
    session = new_session()
    session.answer("1")
    before = whole(session)

    def guard(guarded: Session) -> None:
        assert guarded.journal[-1] == "2"
        raise IllegalAnswer([Refusal("no room")])

    session.guard = guard
    with pytest.raises(IllegalAnswer, match="no room"):
        session.answer("2")
    assert whole(session) == before
    session.guard = None
    session.answer("2")


def test_a_witness_sees_every_event_when_it_happens() -> None:
    session, seen = new_session(), list[int]()
    session.witness = lambda: seen.append(len(session.events))
    session.answer("1")
    session.answer("2")
    assert seen == [1, 2, 3, 4]
    assert type(session.events) is list
    session.witness = None
    session.answer(obvious(session))
    assert len(seen) == 4


class Throwing(Rounds):
    """A die falls between a checkpoint and the first question."""

    def play(self, game: Any) -> Flow:
        yield CHECKPOINT
        roll_die(game.dice, game.state.rolls, 6, "first")
        yield from super().play(game)


def test_before_the_first_question_dice_are_rolled_and_nothing_is_asked() -> None:
    session = new_session(Throwing(), dice=TypedDice())
    assert not session.finished
    with pytest.raises(NothingPending, match="roll the dice first"):
        session.pending()
    session.withdraw()
    assert session.awaiting is not None  # nothing was answered that could be withdrawn
    with pytest.raises(MalformedAnswer):
        session.roll([7])
    session.roll([4])
    assert session.pending().player == "ann"
    with pytest.raises(NothingPending, match="there are no dice to roll"):
        session.roll([4])
    with pytest.raises(NothingPending, match="there are no dice to roll"):
        new_session().roll([4])
    over = new_session()
    play_on(over)
    with pytest.raises(NothingPending, match="the game is over"):
        over.pending()
