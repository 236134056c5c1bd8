"""Routes: which answers a drag or a click stands for, and how far back they may go."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from game.engine.core.decisions import Allocate, ByHand, Choose, Option, Order, Pick, Place
from game.engine.core.dice import Dice, KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.options import Reference
from game.engine.core.typed_dice import TypedDice
from game.engine.core.windows import PASS
from game.engine.routes import (
    Route,
    copy_after,
    may_pass,
    route_past_window,
    route_starts,
    routes_to,
    routes_to_meet,
    routes_to_place,
    routes_to_switch,
    routes_to_targets,
)
from game.engine.session import Session
from tests.toy.toy_rulebook import Toy, ToyGame, ToySetup, ToyState

Script = Callable[[ToyGame], Flow]


class Scripted(Toy):
    """The toy with questions of a test's own."""

    def __init__(self, script: Script) -> None:
        self.script = script

    def play(self, game: ToyGame) -> Flow:
        yield CHECKPOINT
        yield from self.script(game)
        game.state.winners = ["ann"]


def game_of(script: Script, *answers: Any, dice: Dice | None = None) -> Session:
    session = Session(Scripted(script), ToySetup(), dice or KeyedDice(1), state=ToyState())
    for answer in answers:
        session.answer(answer)
    return session


def who(*candidates: str, about: str = "", least: int = 1, most: int = 1, player: str = "ann") -> Pick:
    return Pick(
        player=player, prompt="Who?", rule="R-1", about=about, candidates=candidates, minimum=least, maximum=most
    )


def what(about: str, *options: Option, player: str = "ann", secret: bool = False) -> Choose:
    return Choose(player=player, prompt="What?", rule="R-2", about=about, options=options, secret=secret)


def where(game: ToyGame, about: str, player: str = "ann") -> Place:
    return Place(player=player, prompt="Where?", rule="R-3", about=about, region=game.region(about))


def deed(key: str, hand: ByHand = "") -> Option:
    return Option(key, key.title(), letter=key[0], hand=hand)


LEVELS = Option("0", "Ground"), Option("1", "Upstairs")


def acting(game: ToyGame) -> Flow:
    """A turn of ann, in which a piece walks on a level, hops, charges, gambles or rests; then one of bob."""
    (piece,) = yield who("a1", "a2")
    yield from acts(game, piece, deed("rest"), deed("walk", "ground"), deed("charge", "piece"), deed("gamble"))


def acts(game: ToyGame, piece: str, *deeds: Option) -> Flow:
    match (yield what(piece, *deeds)):
        case "walk":
            yield what(piece, *LEVELS)
            yield where(game, piece)
        case "march":
            yield what(piece, *LEVELS)
            yield what(piece, deed("slowly"))
            yield where(game, piece)
        case "hop" | "ram":
            yield where(game, piece)
        case "charge":
            yield who("b1", "b2", about=piece)
            yield where(game, piece)
        case "vault":
            yield who("b1", "b2", about=piece)
            yield what(piece, *LEVELS)
            yield where(game, piece)
        case "swarm":
            yield who("b1", "b2", about=piece)
            yield what(piece, *LEVELS)
            yield what(piece, deed("slowly"))
            yield where(game, piece)
        case "gamble":
            roll_die(game.dice, game.state.rolls, 6, "gamble")
            yield where(game, piece)
    yield who("b1", "b2", player="bob")


def turn_of(*deeds: Option) -> Script:
    def script(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield from acts(game, piece, *deeds)

    return script


def told(routes: list[Route]) -> list[tuple[Any, ...]]:
    return [(route.length, route.answers, route.steps, route.hand, route.letter) for route in routes]


# -- putting a piece somewhere ---------------------------------------------------------------------


def test_a_drag_over_ground_stands_for_picking_walking_and_each_level() -> None:
    routes = routes_to_place(game_of(acting), "a1")
    assert told(routes) == [
        (0, (["a1"], "walk", "0"), ("Walk", "Ground"), "ground", "w"),
        (0, (["a1"], "walk", "1"), ("Walk", "Upstairs"), "ground", "w"),
    ]
    assert all(isinstance(route.decision, Place) and route.decision.about == "a1" for route in routes)


def test_the_answers_of_a_route_lead_where_its_copy_waits() -> None:
    session = game_of(acting)
    (route, _other) = routes_to_place(session, "a2")
    session.answer_all(route.answers, route.length)
    assert session.pending().plain() == route.decision.plain()
    assert routes_to_place(session, "a2")[0].answers == ()  # it is asked already


def test_where_no_deed_is_for_a_drag_the_first_that_puts_the_piece_somewhere_is() -> None:
    session = game_of(turn_of(deed("rest"), deed("hop"), deed("walk"), deed("ram")))
    assert told(routes_to_place(session, "a1")) == [(0, (["a1"], "hop"), ("Hop",), "", "")]


def test_all_levels_of_the_first_deed_are_offered() -> None:
    session = game_of(turn_of(deed("walk"), deed("march")))
    assert [route.answers for route in routes_to_place(session, "a1")] == [(["a1"], "walk", "0"), (["a1"], "walk", "1")]


def test_a_deed_for_the_hand_makes_others_step_aside() -> None:
    session = game_of(turn_of(deed("hop"), deed("ram", "piece")))
    assert told(routes_to_place(session, "a1")) == [(0, (["a1"], "ram"), ("Ram",), "piece", "r")]
    session = game_of(turn_of(deed("ram", "piece"), deed("hop", "ground")))
    assert told(routes_to_place(session, "a1")) == [(0, (["a1"], "hop"), ("Hop",), "ground", "h")]


def test_a_route_is_three_answers_long_at_most() -> None:
    assert routes_to_place(game_of(turn_of(deed("march"))), "a1") == []
    picked = game_of(turn_of(deed("march")), ["a1"])
    assert [route.answers for route in routes_to_place(picked, "a1")] == [
        ("march", "0", "slowly"),
        ("march", "1", "slowly"),
    ]


def test_a_gesture_names_one_other_piece_or_piece_of_terrain() -> None:
    wood, foe = Option("wood", "The wood", about=Reference(terrain=("wood",))), Option("b1", "Berta", subject=("b1",))

    def script(game: ToyGame) -> Flow:
        yield what("a1", wood, foe)
        yield what("a1", wood, foe, Option("a1", "Anna", subject=("a1",)), Option("wait", "Wait"))
        yield where(game, "a1")

    routes = routes_to_place(game_of(script), "a1")
    assert [route.answers for route in routes] == [("wood", "a1"), ("wood", "wait")]


def test_passing_a_window_first_does_not_count() -> None:
    def script(game: ToyGame) -> Flow:
        yield what("", deed("react"), Option(PASS, "Pass"))
        yield from acting(game)

    session = game_of(script)
    assert [route.answers for route in routes_to_place(session, "a1")] == [
        (PASS, ["a1"], "walk", "0"),
        (PASS, ["a1"], "walk", "1"),
    ]

    def late(game: ToyGame) -> Flow:
        yield from acting_then_window(game)

    def acting_then_window(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield what("", deed("react"), Option(PASS, "Pass"))
        yield where(game, piece)

    assert routes_to_place(game_of(late), "a1") == []  # a window is passed at first only


def test_only_a_window_in_which_nothing_need_be_done_is_passed() -> None:
    assert may_pass(what("a1", deed("react"), Option(PASS, "Pass")))
    assert not may_pass(what("a1", deed("react")))
    assert not may_pass(who(PASS))


def test_a_route_ends_before_dice_and_before_another_player() -> None:
    assert routes_to_place(game_of(turn_of(deed("gamble"))), "a1") == []
    assert routes_to_place(game_of(turn_of(deed("gamble", "ground"), deed("hop"))), "a1") == []
    assert routes_to_place(game_of(acting), "b1") == []
    assert routes_to_place(game_of(acting, ["a1"], "rest"), "a1") == []


def test_several_pieces_at_once_are_not_picked_by_dragging_one() -> None:
    def script(game: ToyGame, least: int, most: int) -> Flow:
        yield who("a1", "a2", least=least, most=most)
        yield where(game, "a1")

    for least, most, routes in ((1, 1, 1), (0, 1, 1), (1, 2, 1), (2, 2, 0), (0, 0, 0)):
        session = game_of(lambda game, least=least, most=most: script(game, least, most))  # type: ignore[misc]
        assert len(routes_to_place(session, "a1")) == routes
        assert next(route_starts(session)).picks("a1") == bool(routes)
        assert not next(route_starts(session)).picks("b1")


def test_nothing_is_picked_where_something_else_is_asked() -> None:
    assert not next(route_starts(game_of(acting, ["a1"]))).picks("a1")


# -- against another piece -------------------------------------------------------------------------


def test_a_drag_against_a_piece_stands_for_the_deed_that_names_it() -> None:
    session = game_of(acting)
    assert told(routes_to_meet(session, "a1", "b2")) == [(0, (["a1"], "charge", ["b2"]), ("Charge",), "piece", "c")]
    assert routes_to_meet(session, "a1", "a2") == []
    session = game_of(turn_of(deed("charge")))
    assert routes_to_meet(session, "a1", "b2") == []  # no deed for the hand names anything


def test_a_drag_against_a_piece_takes_no_option_that_names_another() -> None:
    foes = [Option(key, key, subject=(key,), hand="piece") for key in ("b1", "b2")]

    def script(game: ToyGame) -> Flow:
        yield what("a1", *foes)
        yield where(game, "a1")

    assert [route.answers for route in routes_to_meet(game_of(script), "a1", "b2")] == [("b2",)]


def test_a_route_against_a_piece_has_one_answer_more() -> None:
    session = game_of(turn_of(deed("vault", "piece")))
    assert [route.answers for route in routes_to_meet(session, "a1", "b1")] == []
    session.answer(["a1"])
    assert routes_to_meet(session, "a1", "b1") == []  # the level has no hand of its own

    def script(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield what(piece, deed("charge", "piece"))
        yield what(piece, deed("fast", "piece"))
        yield who("b1", "b2", about=piece)
        yield where(game, piece)

    assert [route.answers for route in routes_to_meet(game_of(script), "a1", "b1")] == [
        (["a1"], "charge", "fast", ["b1"])
    ]

    def longer(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield what(piece, deed("charge", "piece"))
        yield what(piece, deed("fast", "piece"))
        yield what(piece, deed("now", "piece"))
        yield who("b1", "b2", about=piece)
        yield where(game, piece)

    assert routes_to_meet(game_of(longer), "a1", "b1") == []
    assert len(routes_to_meet(game_of(longer, ["a1"]), "a1", "b1")) == 1


# -- naming a piece --------------------------------------------------------------------------------


def namings(session: Session, piece: str) -> list[Route]:
    """Return the routes to decisions in which a piece can be picked as the target of the active piece's action."""
    return routes_to(piece, routes_to_targets(session))


def test_a_click_on_a_piece_stands_for_every_deed_that_names_it() -> None:
    session = game_of(turn_of(deed("walk", "ground"), deed("charge", "piece"), deed("vault")), ["a1"])
    assert told(namings(session, "b1")) == [
        (1, ("charge",), ("Charge",), "piece", "c"),
        (1, ("vault",), ("Vault",), "", ""),
    ]
    assert namings(session, "a2") == namings(session, "a1") == []
    assert [route.answers for route in next(routes_to_targets(session))] == [("charge",), ("vault",)]


def test_nothing_is_named_while_no_piece_acts() -> None:
    assert namings(game_of(acting), "b1") == []
    assert [*routes_to_targets(game_of(acting))] == []


def test_the_active_piece_is_never_named_for_its_own_deed() -> None:
    def script(game: ToyGame) -> Flow:
        yield what("a1", deed("heal"))
        yield who("a1", "a2", about="a1")
        yield what("a1", deed("rest"))

    session = game_of(script)
    assert namings(session, "a1") == []
    assert [route.answers for route in namings(session, "a2")] == [("heal",)]
    routes = next(routes_to_targets(session))
    assert routes_to("a2", iter([[], routes])) == routes


def test_after_the_last_answers_a_deed_may_be_named_from_before_them() -> None:
    session = game_of(turn_of(deed("walk", "ground"), deed("charge", "piece")), ["a1"], "walk")
    assert told(namings(session, "b1")) == [(1, ("charge",), ("Charge",), "piece", "c")]
    assert [len(routes) for routes in routes_to_targets(session)] == [0, 1]  # before that no piece was active


# -- going back ------------------------------------------------------------------------------------


def test_answers_from_which_nobody_learnt_are_taken_back_first() -> None:
    session = game_of(acting, ["a1"], "walk")
    assert [start.length for start in route_starts(session)] == [2, 1, 0]
    assert told(routes_to_place(session, "a1")) == [(2, ("0",), ("Ground",), "", "")]
    assert [route.answers for route in routes_to_place(session, "a2")] == [(["a2"], "walk", "0"), (["a2"], "walk", "1")]
    assert {route.length for route in routes_to_place(session, "a2")} == {0}
    assert told(routes_to_meet(session, "a1", "b1")) == [(1, ("charge", ["b1"]), ("Charge",), "piece", "c")]


def lengths(script: Script, *answers: Any) -> list[int]:
    return [start.length for start in route_starts(game_of(script, *answers))]


@pytest.mark.parametrize(
    ("asked", "answer", "open_"),
    [
        (lambda game: what("a1", deed("hop")), "hop", True),
        (lambda game: who("a1", "b1", about="a1"), ["b1"], True),
        (lambda game: who("a1", "b1", about="a1", most=2), ["b1", "a1"], False),
        (lambda game: who("a1", "b1", about="a1", least=0), [], False),
        (lambda game: where(game, "a1"), [5.0, 5.0], False),
        (lambda game: Order(player="ann", prompt="", rule="R-4", about="a1", items=("a1", "b1")), ["a1", "b1"], False),
        (lambda game: Allocate(player="ann", prompt="", rule="R-5", about="a1", limits={"a1": 1}, total=1), {"a1": 1},
         False),
    ],
)  # fmt: skip
def test_only_choosing_and_naming_one_piece_is_taken_back(
    asked: Callable[[ToyGame], Any], answer: Any, open_: bool
) -> None:
    def script(game: ToyGame) -> Flow:
        yield asked(game)
        yield what("a1", deed("hop"))

    assert lengths(script, answer) == ([1, 0] if open_ else [1])


def test_going_back_ends_at_another_player_another_piece_and_at_dice() -> None:
    def after(first: Any, *, dice: bool = False) -> Script:
        def script(game: ToyGame) -> Flow:
            yield first
            if dice:
                roll_die(game.dice, game.state.rolls, 6, "luck")
            yield what("a1", deed("hop"))

        return script

    assert lengths(after(what("a1", deed("hop"))), "hop") == [1, 0]
    assert lengths(after(what("", deed("hop"))), "hop") == [1, 0]
    assert lengths(after(what("a2", deed("hop"))), "hop") == [1]
    assert lengths(after(what("a1", deed("hop"), player="bob")), "hop") == [1]
    assert lengths(after(what("a1", deed("hop")), dice=True), "hop") == [1]


def test_going_back_ends_where_the_piece_was_picked_and_where_the_game_began() -> None:
    def script(game: ToyGame) -> Flow:
        yield what("", deed("begin"))
        yield who("a1", "a2")
        yield what("a1", deed("hop"))
        yield what("a1", deed("hop"))

    assert lengths(script, "begin", ["a1"], "hop") == [3, 2, 1]
    assert lengths(script, "begin", ["a1"]) == [2, 1]
    assert lengths(script, "begin") == [1]  # no piece is asked about
    assert lengths(script) == [0]

    def active(game: ToyGame) -> Flow:
        yield what("a1", deed("hop"))
        yield what("a1", deed("hop"))

    assert lengths(active, "hop") == [1, 0]


def test_a_gesture_is_taken_back_as_a_whole() -> None:
    session = game_of(acting)
    session.answer_all([["a1"], "walk"])
    assert [start.length for start in route_starts(session)] == [2, 0]


def test_a_game_that_is_over_has_no_start_nor_has_a_secret_or_dice_to_be_rolled() -> None:
    def secret(game: ToyGame) -> Flow:
        yield what("a1", deed("hop"), secret=True)

    def rolling(game: ToyGame) -> Flow:
        yield what("a1", deed("hop"))
        roll_die(game.dice, game.state.rolls, 6, "luck")

    assert lengths(secret) == []
    assert copy_after(game_of(secret), "hop") is None
    over = game_of(secret, "hop")
    assert over.finished
    assert [*route_starts(over)] == []
    assert (routes_to_place(over, "a1"), routes_to_switch(over, "a1"), route_past_window(over)) == ([], [], None)
    waiting = game_of(rolling, dice=TypedDice())
    with pytest.raises(Exception, match="was not typed yet"):
        waiting.answer("hop")
    assert [*route_starts(waiting)] == []
    waiting.withdraw()
    assert copy_after(waiting, "hop") is None  # a copy rolls for itself


def test_the_real_game_is_never_touched_and_its_dice_are_never_seen() -> None:
    session = game_of(acting, ["a1"], "walk")
    before = session.state.digest(), list(session.journal)
    for start in route_starts(session):
        start.session.game.state.winners = ["bob"]
    routes_to_place(session, "a2")
    assert (session.state.digest(), session.journal) == before
    assert next(route_starts(session)).session.dice != session.dice


# -- another piece, or past a window ---------------------------------------------------------------


def test_a_click_on_another_piece_picks_that_one_instead() -> None:
    session = game_of(acting, ["a1"], "walk")
    (route,) = routes_to_switch(session, "a2")
    assert told([route]) == [(0, (), (), "", "")]
    assert route.picks("a2")
    assert routes_to_switch(session, "a1") == []  # it is the one that acts
    assert routes_to_switch(session, "b1") == []
    assert routes_to_switch(game_of(acting), "a1") == []  # nothing was picked before
    assert routes_to_switch(game_of(acting, ["a1"], "rest"), "a2") == []  # bob is asked now


def test_of_several_questions_in_which_it_may_be_picked_the_last_is_meant() -> None:
    def script(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield who("a2", "b1", about=piece)
        yield what(piece, deed("hop"))

    session = game_of(script, ["a1"], ["b1"])
    assert [route.length for route in routes_to_switch(session, "a2")] == [1]


def test_another_piece_that_is_put_down_meanwhile_is_no_route() -> None:
    def script(game: ToyGame) -> Flow:
        (piece,) = yield who("a1", "a2")
        yield what(piece, deed("throw", "ground"))
        yield where(game, "b1")

    assert routes_to_place(game_of(script), "a1") == []


def windowed(after: str) -> Script:
    def script(game: ToyGame) -> Flow:
        if (yield what("", deed("react"), Option(PASS, "Pass"))) == PASS:
            if after == "dice":
                roll_die(game.dice, game.state.rolls, 6, "luck")
            yield who("a1", "a2", player="bob" if after == "bob" else "ann")

    return script


def test_a_click_on_a_piece_lets_a_window_go_by_where_the_same_player_goes_on() -> None:
    session = game_of(windowed("ann"))
    (route,) = routes_to_switch(session, "a1")
    assert told([route]) == [(0, (PASS,), (), "", "")]
    assert routes_to_switch(session, "b1") == []
    assert route_past_window(session) is not None
    for after in ("bob", "dice"):
        session = game_of(windowed(after))
        assert route_past_window(session) is None
        assert routes_to_switch(session, "a1") == []
    assert route_past_window(game_of(acting)) is None


def test_an_answer_is_tried_up_to_the_next_decision_of_the_same_player() -> None:
    session = game_of(acting, ["a1"])
    walked = copy_after(session, "walk")
    assert walked is not None
    assert walked.pending().prompt == "What?"
    assert walked.journal[-1] == "walk"
    assert copy_after(session, "rest") is None
    assert copy_after(session, "gamble") is None

    def last(game: ToyGame) -> Flow:
        yield what("a1", deed("hop"))

    assert copy_after(game_of(last), "hop") is None
