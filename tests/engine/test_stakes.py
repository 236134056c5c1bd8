"""Who would be hurt or helped by an answer, over every face of the first die."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from game.engine.core.decisions import Choose, Option
from game.engine.core.dice import KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.typed_dice import RollNeeded, TypedDice
from game.engine.history.changes import Effect, effects_of
from game.engine.rulebook.view import PieceView, TableView
from game.engine.session import Session
from game.engine.stakes import Stake, outcomes, sign_of, stakes
from tests.toy.toy_rulebook import Toy, ToyGame, ToySetup, ToyState


@dataclass(eq=False)
class FightState(ToyState):
    damage: dict[str, int] = field(default_factory=dict)
    symbols: dict[str, str] = field(default_factory=dict)
    active: list[str] = field(default_factory=list)
    owners: dict[str, str] = field(default_factory=dict)


Script = Callable[[ToyGame, Any], Flow]


class Fighting(Toy):
    """One question, after which the script of a test does something to the pieces."""

    def __init__(self, script: Script, secret: bool = False) -> None:
        self.script, self.secret = script, secret

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        options = Option("do", "Do"), Option("wait", "Wait")
        if (yield Choose(player="ann", prompt="What?", rule="R-1", options=options, secret=self.secret)) == "do":
            yield from self.script(game, game.state)
        game.state.winners = ["ann"]

    def view(self, game: ToyGame) -> TableView:
        state: Any = game.state
        view = super().view(game)
        return replace(
            view,
            pieces=tuple(
                replace(
                    piece, damage=state.damage.get(piece.id, 0), symbol=state.symbols.get(piece.id, "d8"),
                    active=piece.id in state.active, owner=state.owners.get(piece.id, piece.owner),
                )
                for piece in view.pieces
            ),
        )  # fmt: skip


def fight(script: Script, state: FightState | None = None, **more: Any) -> Session:
    secret = more.pop("secret", False)
    return Session(Fighting(script, secret), ToySetup(), more.get("dice", KeyedDice(1)), state=state or FightState())


def no_questions(act: Callable[[ToyGame, Any], object]) -> Script:
    def script(game: ToyGame, state: Any) -> Flow:
        act(game, state)
        yield from ()

    return script


def told(session: Session, answer: Any = "do") -> dict[str, tuple[Any, ...]]:
    return {
        f"{each.piece.id} {each.sign}": (each.certain, each.least, each.most, each.gone, each.chance, each.gone_chance)
        for each in stakes(session, answer)
    }


def roll(game: ToyGame, sides: int = 6, key: str = "hit") -> int:
    return roll_die(game.dice, game.state.rolls, sides, key).result


def test_what_is_certain_needs_no_die() -> None:
    def act(game: ToyGame, state: Any) -> None:
        state.damage["b1"] = 2
        del state.spots["b2"]

    session = fight(no_questions(act))
    assert told(session) == {
        "b1 hurt": (True, 2, 2, False, 1.0, 0.0),
        "b2 hurt": (True, 0, 0, True, 1.0, 1.0),
    }
    assert told(session, "wait") == {}
    assert session.journal == []
    assert Effect("hurt", BASE).amount == 0
    stake = Stake(BASE, "hurt", True)
    assert (stake.least, stake.most, stake.gone, stake.chance, stake.gone_chance) == (0, 0, False, 1.0, 0.0)


def test_every_face_of_the_first_die_is_an_outcome() -> None:
    def act(game: ToyGame, state: Any) -> None:
        face = roll(game)
        if face >= 3:
            state.damage["b1"] = face - 2
        if face == 6:
            del state.spots["b2"]
        if face <= 2:
            state.damage["a1"] = 0

    state = FightState(damage={"a1": 3})
    assert told(fight(no_questions(act), state)) == {
        "b1 hurt": (False, 1, 4, False, 4 / 6, 0.0),
        "b2 hurt": (False, 0, 0, True, 1 / 6, 1 / 6),
        "a1 helped": (False, 3, 3, False, 2 / 6, 0.0),
    }


def test_what_follows_a_second_die_has_its_chance_and_what_follows_a_question_is_not_promised() -> None:
    def second(game: ToyGame, state: Any) -> None:
        state.damage["b1"] = roll(game, 4, "first")
        if roll(game, 6, "second") > 3:
            state.damage["b2"] = 1

    assert told(fight(no_questions(second))) == {
        "b1 hurt": (True, 1, 4, False, 1.0, 0.0),
        "b2 hurt": (False, 1, 1, False, 0.5, 0.0),
    }

    def asked(game: ToyGame, state: Any) -> Flow:
        state.damage["b1"] = 1
        yield Choose(player="bob", prompt="?", rule="R-1", options=(Option("x", "X"),))
        state.damage["b2"] = 1

    assert told(fight(asked)) == {"b1 hurt": (True, 1, 1, False, 1.0, 0.0)}


def test_a_face_that_is_rolled_again_is_no_outcome() -> None:
    def act(game: ToyGame, state: Any) -> None:
        result = roll_die(game.dice, game.state.rolls, 6, "hit", reroll_at_most=2).result
        state.damage["b1"] = result

    # Faces 1 and 2 are rolled again, so that 3 to 6 are what is left.
    assert told(fight(no_questions(act))) == {"b1 hurt": (True, 3, 6, False, 1.0, 0.0)}


def test_dice_that_fell_before_fall_as_they_did() -> None:
    class Rolled(Fighting):
        def play(self, game: ToyGame) -> Flow:
            yield CHECKPOINT
            game.state.damage["a1"] = roll(game, 6, "before")  # type: ignore[attr-defined]
            options = (Option("do", "Do"),)
            yield Choose(player="ann", prompt="What?", rule="R-1", options=options)
            game.state.damage["b1"] = roll(game, 6, "after")  # type: ignore[attr-defined]

    session = Session(Rolled(no_questions(lambda game, state: None)), ToySetup(), KeyedDice(1), state=FightState())
    assert told(session) == {"b1 hurt": (True, 1, 6, False, 1.0, 0.0)}


def test_a_die_with_very_many_faces_is_not_tried() -> None:
    def act(game: ToyGame, state: Any) -> None:
        state.damage["b2"] = 1
        state.damage["b1"] = roll(game, 30)

    assert told(fight(no_questions(act))) == {"b2 hurt": (True, 1, 1, False, 1.0, 0.0)}


def test_when_the_action_is_over_before_the_die_falls_the_die_is_another_matter() -> None:
    def act(game: ToyGame, state: Any) -> None:
        state.damage["b1"] = 1
        state.active.clear()
        state.damage["b2"] = roll(game)

    state = FightState(active=["a1"])
    assert told(fight(no_questions(act), state)) == {"b1 hurt": (True, 1, 1, False, 1.0, 0.0)}
    assert set(told(fight(no_questions(act)))) == {"b1 hurt", "b2 hurt"}  # nothing was active before

    def on(game: ToyGame, state: Any) -> None:
        state.active.append("a2")
        state.damage["b2"] = roll(game)

    assert set(told(fight(no_questions(on), FightState(active=["a1"])))) == {"b2 hurt"}


def test_a_symbol_that_grows_by_luck_alone_is_not_told() -> None:
    def lucky(game: ToyGame, state: Any) -> None:
        if roll(game) == 6:
            state.symbols["a1"] = "d10"

    assert told(fight(no_questions(lucky))) == {}

    def surely(game: ToyGame, state: Any) -> None:
        state.symbols["a1"] = "d10"

    assert told(fight(no_questions(surely))) == {"a1 helped": (True, 0, 0, False, 1.0, 0.0)}

    def joins(game: ToyGame, state: Any) -> None:
        if roll(game) > 3:
            state.spots["b3"] = (1.0, 1.0)

    class Joining(Fighting):
        def view(self, game: ToyGame) -> TableView:
            from tests.toy import toy_rulebook

            toy_rulebook.NAMES.setdefault("b3", "Newcomer")
            try:
                return super().view(game)
            finally:
                toy_rulebook.NAMES.pop("b3")

    session = Session(Joining(no_questions(joins)), ToySetup(), KeyedDice(1), state=FightState())
    assert told(session) == {"b3 helped": (False, 0, 0, False, 0.5, 0.0)}

    def comes(game: ToyGame, state: Any) -> None:
        state.spots["b3"] = (1.0, 1.0)

    session = Session(Joining(no_questions(comes)), ToySetup(), KeyedDice(1), state=FightState())
    assert told(session) == {}  # in any case: that is what the answer says


def test_nothing_is_told_of_a_secret_of_dice_to_be_rolled_or_of_what_is_not_allowed() -> None:
    def act(game: ToyGame, state: Any) -> None:
        state.damage["b1"] = roll(game)

    assert told(fight(no_questions(act), secret=True)) == {}
    assert told(fight(no_questions(act)), "fly") == {}
    assert told(fight(no_questions(act)), ["do"]) == {}
    session = fight(no_questions(act), dice=TypedDice())
    assert told(session) == {"b1 hurt": (True, 1, 6, False, 1.0, 0.0)}
    with pytest.raises(RollNeeded):
        session.answer("do")
    assert told(session) == {}
    over = fight(no_questions(act))
    over.answer("do")
    assert told(over) == {}


BASE, MARKER = PieceView("b", "B", "base", 0.0, 0.0, 0.5, "ann"), PieceView("m", "M", "marker", 0.0, 0.0, 0.5)


@pytest.mark.parametrize(
    ("effect", "sign"),
    [
        (Effect("hurt", BASE, 1), "hurt"),
        (Effect("gone", BASE), "hurt"),
        (Effect("lost", BASE), "hurt"),
        (Effect("lost", MARKER), None),
        (Effect("won", BASE), "helped"),
        (Effect("won", MARKER), None),
        (Effect("came", BASE), "helped"),
        (Effect("came", MARKER), None),
        (Effect("healed", MARKER, 1), "helped"),
        (Effect("moved", BASE), None),
    ],
)
def test_what_a_change_means_for_its_piece(effect: Effect, sign: str | None) -> None:
    assert sign_of(effect) == sign


def view(*pieces: PieceView) -> TableView:
    return TableView("T", "R", (), 0, (), pieces)


@pytest.mark.parametrize(
    ("before", "after", "effects"),
    [
        ({}, {}, []),
        ({}, {"x": 1.0}, [("moved", 0)]),
        ({}, {"y": 1.0}, [("moved", 0)]),
        ({"damage": 1}, {"damage": 4}, [("hurt", 3)]),
        ({"damage": 4}, {"damage": 1}, [("healed", 3)]),
        ({}, {"symbol": "d10"}, [("raised", 0)]),
        ({"kind": "marker"}, {"kind": "marker", "symbol": "d10"}, []),
        ({"owner": "ann"}, {"owner": "bob"}, [("won", 0)]),
        ({"owner": "ann"}, {"owner": ""}, [("lost", 0)]),
        ({"controller": "ann"}, {"controller": "bob"}, [("won", 0)]),
        ({"controller": "ann"}, {"controller": ""}, [("lost", 0)]),
        ({"controller": "ann"}, {"owner": "bob", "controller": ""}, [("won", 0)]),
        ({}, {"carries": ("t", "u")}, [("took", 2)]),
        ({"carries": ("t", "u", "v")}, {"carries": ("t",)}, [("dropped", 2)]),
        ({"carries": ("t",)}, {"carries": ("u",)}, []),
        ({}, {"x": 1.0, "damage": 2}, [("moved", 0), ("hurt", 2)]),
    ],
)
def test_what_became_of_a_piece_between_two_moments(
    before: dict[str, Any], after: dict[str, Any], effects: list[tuple[str, int]]
) -> None:
    was, now = (
        replace(BASE, **{"owner": "", **before}),
        replace(BASE, **{"owner": "", **after}),
    )
    found = [*effects_of(view(was), view(now))]
    assert [(effect.change, effect.amount) for effect in found] == effects
    for effect in found:
        assert effect.piece is (was if effect.change in ("moved", "lost") else now)


def test_pieces_that_come_and_go_and_tokens_that_only_vanish() -> None:
    token, other = replace(BASE, id="t", kind="token"), replace(BASE, id="o")
    assert [*effects_of(view(BASE, token), view(other))] == [Effect("came", other), Effect("gone", BASE)]


def test_no_more_outcomes_are_worked_out_than_are_wanted() -> None:
    def thrice(game: ToyGame, state: Any) -> None:
        state.damage["b1"] = roll(game, 4, "first") + roll(game, 6, "second") + roll(game, 2, "third")

    session = fight(no_questions(thrice))
    found = [len(outcomes(session, "do", most)) for most in (3, 4, 23, 24, 47, 48, 100)]
    assert found == [1, 4, 4, 24, 24, 48, 48]
    assert sum(each.share for each in outcomes(session, "do", 24)) == 1


def test_a_marker_that_is_gone_was_picked_up_only_if_a_base_took_something() -> None:
    marker = replace(BASE, id="cache", kind="marker", owner="")
    loaded = replace(BASE, carries=("Cache",))
    assert [effect.change for effect in effects_of(view(BASE, marker), view(loaded))] == ["took", "picked"]
    assert [effect.change for effect in effects_of(view(loaded, marker), view(BASE))] == ["dropped", "gone"]
    assert [effect.change for effect in effects_of(view(BASE, marker), view(BASE))] == ["gone"]
