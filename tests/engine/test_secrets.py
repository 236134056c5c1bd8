"""Commitments that are not revealed yet, and facts that one player knows: in copies, in views and in what is saved."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Decision, IllegalAnswer, Option, random_answer
from game.engine.core.dice import KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.core.windows import in_secret
from game.engine.hidden import (
    BLOCK,
    fork_for,
    has_revealed_secrets,
    has_secrets_from,
    hidden_entries,
    holds_private_facts,
    known_entries,
    may_withdraw,
    private_facts,
    sealed_journal,
    sealed_state,
    unsealed,
    unsealed_state,
    view_for,
    with_new_secrets,
)
from game.engine.history.undo_policy import copy_at_length, undo_effect
from game.engine.rulebook.facets import PrivateFact, Secrets
from game.engine.rulebook.view import Line, PieceView, TableView
from game.engine.session import Session
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState

CARDS = tuple(Option(key, key) for key in "abcdef")


def card(player: str, about: str = "", private: bool = False) -> Choose:
    return Choose(player=player, prompt="Which card?", rule="S-1", about=about, options=CARDS, private=private)


class Committing(Toy):
    """Ann says something; ann, bob and ann again lay a card each in secret; all are shown, and a die falls."""

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        if not game.state.answers:
            game.state.answers.append((yield card("ann")))
            game.state.answers += yield from in_secret([card("ann"), card("bob"), card("ann")])
            game.events.append(Answered("ann", "".join(game.state.answers)))
            roll_die(game.dice, game.state.rolls, 6, "luck")
            yield CHECKPOINT
        yield card("bob")
        game.state.winners = ["ann"]


def committing(*answers: str, dice: Any = None) -> Session:
    session = Session(Committing(), ToySetup(), dice or KeyedDice(1), state=ToyState())
    for answer in answers:
        session.answer(answer)
    return session


def test_what_is_committed_is_hidden_until_all_of_it_is_there() -> None:
    for answers, hidden in (("", 0), ("a", 0), ("ab", 1), ("abc", 2), ("abcd", 0), ("abcde", 0)):
        session = committing(*answers)
        assert hidden_entries(session) == hidden
        assert known_entries(session) == len(answers) - hidden
        assert not holds_private_facts(session)
        assert private_facts(session) == {}
        assert not has_secrets_from("ann", session)


@pytest.mark.parametrize("viewer", ["ann", "bob", ""])
def test_a_copy_has_the_hidden_answers_of_others_drawn_anew(viewer: str) -> None:
    session = committing("a", "b", "c")
    copies = [fork_for(viewer, session, seed) for seed in range(30)]
    for copy in copies:
        assert copy.journal[0] == "a"
        assert len(copy.journal) == 3
        assert copy.pending().player == "ann"
    firsts, seconds = ({copy.journal[place] for copy in copies} for place in (1, 2))
    assert firsts == ({"b"} if viewer == "ann" else set("abcdef"))
    assert seconds == ({"c"} if viewer == "bob" else set("abcdef"))
    assert fork_for(viewer, session, 3).journal == copies[3].journal
    assert fork_for(viewer, session).journal == fork_for(viewer, session, 0).journal
    assert session.journal == ["a", "b", "c"]
    assert fork_for("", committing("a")).journal == ["a"]


def test_a_copy_with_a_seed_has_other_dice() -> None:
    session = committing("a", "b", "c")
    assert fork_for("bob", session).dice == session.dice
    assert fork_for("bob", session, 3).dice != session.dice


def test_whether_a_commitment_was_revealed_since_then() -> None:
    session = committing("a", "b", "c", "d", "e")
    for length, revealed in ((0, True), (1, True), (3, True), (4, False), (5, False)):
        assert has_revealed_secrets(length, session, copy_at_length(session, length)) == revealed
    amid = committing("a", "b", "c")
    for length in (0, 1, 2, 3):
        assert not has_revealed_secrets(length, amid, copy_at_length(amid, length))
    back = undo_effect(committing("a", "b", "c", "d"))
    assert back is not None
    assert (back.entries, back.player, back.asks) == (3, "ann", ("bob",))  # all of the commitment
    back = undo_effect(amid)
    assert back is not None
    assert (back.entries, back.player, back.asks) == (1, "bob", ())


def test_an_answer_that_revealed_a_commitment_is_not_withdrawn_for_its_dice() -> None:
    session = committing("a", "b", "c", dice=TypedDice())
    assert not may_withdraw(session)
    with pytest.raises(RollNeeded):
        session.answer("d")
    assert not may_withdraw(session)
    assert has_revealed_secrets(3, session, copy_at_length(session, 3))

    class Rolling(Toy):
        def play(self, game: ToyGame) -> Flow:
            yield CHECKPOINT
            yield card("ann")
            roll_die(game.dice, game.state.rolls, 6, "luck")

    open_ = Session(Rolling(), ToySetup(), TypedDice(), state=ToyState())
    assert not may_withdraw(open_)
    with pytest.raises(RollNeeded):
        open_.answer("a")
    assert may_withdraw(open_)
    assert not has_revealed_secrets(0, open_, open_.fork())


# -- what is written down --------------------------------------------------------------------------


def test_hidden_answers_are_sealed_and_all_others_are_written_as_they_are() -> None:
    session = committing("a", "b", "c")
    first, *hidden = sealed_journal(session)
    assert first == "a"
    assert [unsealed(each) for each in hidden] == ["b", "c"]
    assert all(set(each) == {"sealed"} for each in hidden)
    assert sealed_journal(committing("a", "b", "c", "d")) == ("a", "b", "c", "d")
    assert sealed_journal(committing()) == ()
    mark = session.marks[-1]
    assert [unsealed(each) for each in sealed_journal(session, mark)] == ["a", "b", "c"]
    later = committing("a", "b", "c", "d", "e")
    assert sealed_journal(later, later.marks[-1]) == ()
    before = committing("a", "b", "c", "d")
    assert sealed_journal(before, before.marks[-1]) == ()


def test_a_seal_says_nothing_of_the_length_nor_of_the_answer() -> None:
    def sealed(*answers: str) -> str:
        entry: Any = sealed_journal(committing(*answers))[-1]
        return str(entry["sealed"])

    assert len({len(sealed("a", card_)) for card_ in "abcdef"}) == 1
    assert len(sealed("a", "b")) == 2 * (8 + BLOCK)
    assert len({sealed("a", card_) for card_ in "abcdef"}) == 6
    assert sealed("a", "b") != sealed("c", "b")  # the same answer after others
    assert sealed("a", "b") == sealed("a", "b")
    for text in ("x" * (BLOCK - 2), "x" * (BLOCK - 1), ""):  # with its quotes a block, and one more
        from game.engine.hidden import _sealed

        entry = _sealed(text, b"12345678")
        assert unsealed(entry) == text
        assert len(entry["sealed"]) == 2 * (8 + (2 * BLOCK if len(text) == BLOCK - 1 else BLOCK))


@pytest.mark.parametrize("entry", ["a", ["a"], {"sealed": "00", "more": 1}, {}, {"other": "00"}])
def test_what_has_no_seal_is_as_it_was_given(entry: Any) -> None:
    assert unsealed(entry) is entry


# -- facts that one player knows -------------------------------------------------------------------


class Cards(Secrets[ToyGame]):
    """The card that only Ann knows."""

    def private(self, game: ToyGame) -> Mapping[str, PrivateFact]:
        hidden = game.state.answers and "shown" not in game.state.answers
        return {"card of a1": PrivateFact("ann", [("answers", 0)])} if hidden else {}

    def redraw_secrets(self, game: ToyGame, now: ToyGame, viewer: str, rng: Random) -> None:
        if viewer != "ann" and game.state.answers and self.private(now):
            game.state.answers[0] = rng.choice("abcdef")

    def known_to(self, game: ToyGame, viewer: str) -> Mapping[str, Sequence[Line]]:
        if viewer != "ann" or not self.private(game):
            return {}
        return {"a1": (Line(f"hides {game.state.answers[0]}"),), "ann": (Line("hides a card"),)}


class Hiding(Toy):
    """Ann hides a card on her first piece, which she alone knows until bob has guessed; bob sees the rest."""

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        if not state.answers:
            state.answers.append((yield card("ann", private=True)))
            game.events.append(Answered("ann", "hides a card"))
            yield CHECKPOINT
        if len(state.answers) == 1:
            guess = yield card("bob")
            state.answers.append(guess)
            right = guess == state.answers[0]
            game.events.append(Answered("bob", f"{guess} is {'right' if right else 'wrong'}"))
            yield card("bob")
            state.answers.append("shown")
            yield CHECKPOINT
        yield card("bob")
        state.winners = ["ann"]

    secrets = Cards()

    def view(self, game: ToyGame) -> TableView:
        away = PieceView("a9", "Away", "base", 0.0, 0.0, 0.5, "ann")
        return replace(super().view(game), reserve=(away,))


def hiding(*answers: str) -> Session:
    session = Session(Hiding(), ToySetup(), KeyedDice(1), state=ToyState())
    for answer in answers:
        session.answer(answer)
    return session


def card_of(session: Session) -> str:
    return str(session.state.answers[0])


def test_a_private_fact_is_kept_from_all_but_one_until_it_is_shown() -> None:
    for answers, kept in (("", False), ("a", True), ("ab", True), ("abc", False)):
        session = hiding(*answers)
        assert [has_secrets_from(viewer, session) for viewer in ("ann", "bob", "")] == [False, kept, kept]
        assert holds_private_facts(session) == kept
        state = sealed_state(session, session.state)
        assert isinstance(state["answers"][0], dict) == kept if state["answers"] else not kept
        assert {**state, "answers": 0} == {**session.state.plain(), "answers": 0}
        assert state["answers"][1:] == session.state.plain()["answers"][1:]
        assert unsealed_state(sealed_state(session, session.state)) == json.loads(json.dumps(session.state.plain()))
        sealed = sealed_journal(session)
        assert [unsealed(entry) for entry in sealed] == list(answers)
        assert [isinstance(entry, dict) for entry in sealed] == [kept, False, False][: len(answers)]


def test_only_the_player_who_knows_is_shown_the_fact() -> None:
    session = hiding("c")
    plain = session.ruleset.view(session.game)
    assert view_for("", session) == view_for("bob", session) == plain
    own = view_for("ann", session)
    shown = {piece.id: piece.details for piece in own.pieces}
    assert shown["a1"] == (*plain.pieces[0].details, Line("hides c"))
    assert [piece for piece in own.pieces if piece.id != "a1"] == [piece for piece in plain.pieces if piece.id != "a1"]
    assert own.reserve == plain.reserve
    assert [player.details for player in own.players] == [(Line("hides a card"),), ()]
    assert view_for("ann", committing()) == view_for("", committing())


def copies(copy: Callable[[int], Session]) -> set[str]:
    return {card_of(copy(seed)) for seed in range(40)}


def test_a_copy_for_another_player_has_the_fact_dealt_anew_and_looks_the_same() -> None:
    session = hiding("c")
    assert copies(lambda seed: fork_for("ann", session, seed)) == {"c"}
    for viewer in ("bob", ""):
        assert copies(lambda seed, viewer=viewer: fork_for(viewer, session, seed)) == set("abcdef")  # type: ignore[misc]
    guessed = hiding("c", "b")  # which was wrong, as everybody knows
    assert copies(lambda seed: fork_for("bob", guessed, seed)) == set("acdef")
    right = hiding("c", "c")
    assert copies(lambda seed: fork_for("bob", right, seed)) == {"c"}
    assert copies(lambda seed: fork_for("bob", hiding("c", "b", "d"), seed)) == {"c"}  # it was shown
    copy = fork_for("bob", guessed, 3)
    assert [event.plain() for event in copy.events] == [event.plain() for event in guessed.events][-1:]
    assert copy.pending().plain() == guessed.pending().plain()
    assert fork_for("bob", guessed).dice == guessed.dice
    assert fork_for("bob", guessed, 3).dice != guessed.dice
    copy.undo()
    assert card_of(copy) == card_of(fork_for("bob", guessed, 3))  # what it is undone to is dealt anew too
    assert card_of(guessed) == "c"


def test_a_sparse_session_keeps_a_checkpoint_where_a_copy_with_a_new_fact_was_asked_for() -> None:
    session = Session(Hiding(), ToySetup(), KeyedDice(1), state=ToyState(), history=False, sparse=True)
    session.answer("c")
    assert fork_for("bob", session, 3).pending().plain() == session.pending().plain()
    session.answer("b")
    session.answer("d")
    assert session.first_known == 3


def test_a_game_dealt_anew_begins_at_its_last_checkpoint_and_keeps_who_plays() -> None:
    session = hiding("c", "b")
    session.seats = {"ann": "human"}
    twins = [with_new_secrets("bob", session, Random(seed)) for seed in range(40)]
    assert {card_of(twin) for twin in twins} == set("acdef")
    for twin in twins:
        assert (twin.journal, twin.first_known, twin.seats) == (["b"], 0, {"ann": "human"})
        assert twin.beginning is not None
        assert twin.history
    twins[0].seats.clear()
    assert session.seats == {"ann": "human"}
    assert {card_of(with_new_secrets("ann", session, Random(seed))) for seed in range(5)} == {"c"}


def test_a_game_dealt_anew_ends_before_a_commitment_that_is_not_revealed() -> None:
    session = committing("a", "b", "c")
    assert with_new_secrets("bob", session, Random(1)).journal == ["a"]
    assert with_new_secrets("bob", committing("a", "b", "c", "d"), Random(1)).journal == []


class Concealing(Hiding):
    """The card is hidden amid a step: a private answer, after which bob guesses at once."""

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        state.answers.append((yield card("ann", private=True)))
        guess = yield card("bob")
        game.events.append(Answered("bob", f"{guess} is {'right' if guess == state.answers[0] else 'wrong'}"))
        yield card("bob")
        state.winners = ["ann"]


def concealing(*answers: str) -> Session:
    session = Session(Concealing(), ToySetup(), KeyedDice(1), state=ToyState())
    for answer in answers:
        session.answer(answer)
    return session


def test_a_private_answer_is_replaced_by_one_that_could_have_been_given() -> None:
    session = concealing("c")
    assert copies(lambda seed: fork_for("bob", session, seed)) == set("abcdef")
    assert copies(lambda seed: fork_for("ann", session, seed)) == {"c"}
    guessed = concealing("c", "b")
    assert copies(lambda seed: fork_for("bob", guessed, seed)) == set("acdef")
    assert fork_for("bob", guessed, 1).journal[1:] == ["b"]


class Answering(Hiding):
    """Ann hides a card; with card "c" alone she is asked in private amid a step, before bob is asked."""

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        if not state.answers:
            state.answers.append((yield card("ann", private=True)))
            yield CHECKPOINT
        if state.answers[0] == "c":
            yield card("ann", private=True)
        yield card("bob")
        yield card("bob")
        state.winners = ["ann"]


def test_a_copy_in_which_somebody_else_would_be_asked_is_given_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bob's answers are not drawn to stand for the one of ann: this took a thousand copies each time."""
    session = Session(Answering(), ToySetup(), KeyedDice(1), state=ToyState())
    for answer in ("c", "a", "b"):
        session.answer(answer)
    drawn = list[str]()

    def draw(decision: Decision, rng: Random) -> Any:
        drawn.append(decision.player)
        return random_answer(decision, rng)

    monkeypatch.setattr("game.engine.hidden.random_answer", draw)
    assert {card_of(fork_for("bob", session, seed)) for seed in range(10)} == {"c"}
    assert set(drawn) == {"ann"}


class Revealing(Concealing):
    """Nothing else than the real card fits: everybody sees which it was."""

    def view(self, game: ToyGame) -> TableView:
        return replace(super().view(game), round_text="".join(game.state.answers))


def test_where_only_the_truth_fits_what_everybody_saw_it_is_the_truth_that_is_dealt() -> None:
    session = Session(Revealing(), ToySetup(), KeyedDice(1), state=ToyState())
    session.answer("c")
    assert copies(lambda seed: fork_for("bob", session, seed)) == {"c"}

    class Wrong(Cards):
        def redraw_secrets(self, game: ToyGame, now: ToyGame, viewer: str, rng: Random) -> None:
            game.state.answers[0] = "z"

    class Impossible(Hiding):
        secrets = Wrong()

        def view(self, game: ToyGame) -> TableView:
            return replace(super().view(game), round_text="".join(game.state.answers))

    session = Session(Impossible(), ToySetup(), KeyedDice(1), state=ToyState())
    session.answer("c")
    with pytest.raises(RuntimeError, match="no other game was found"):
        fork_for("bob", session, 1)
    with pytest.raises(IllegalAnswer):
        session.answer("z")


class Ending(Concealing):
    """The game can be ended if the other agrees, after which bob is asked once more."""

    def interrupts(self, game: ToyGame, player: str) -> Any:
        return ((Interrupt("end", player, ("bob",)), None),)

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        game.state.answers.append((yield card("ann", private=True)))
        try:
            yield card("bob")
        except Interrupted:
            game.events.append(Answered("ann", "ends"))
            yield card("bob")
        game.state.winners = ["ann"]


def test_a_declaration_that_an_older_version_recorded_is_replayed_in_a_copy_too() -> None:
    session = Session(Ending(), ToySetup(), KeyedDice(1), state=ToyState())
    session.answer("c")
    session.give({"interrupt": "end", "player": "ann"}, recorded=True)  # without saying that bob agreed
    copy = fork_for("bob", session, 1)
    assert copy.journal[1:] == session.journal[1:]
    assert [event.plain() for event in copy.events] == [event.plain() for event in session.events]
    assert copy_at_length(session, 2).journal == session.journal
    assert not has_revealed_secrets(0, session, copy_at_length(session, 0))
