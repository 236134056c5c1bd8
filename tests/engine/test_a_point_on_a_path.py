"""A `Place` that picks a point on a path under way: what it allows, undo and forks inside the move, and as text."""

from __future__ import annotations

import pathlib
from random import Random

import pytest

from game.commands.text.play import TextGame
from game.engine.core.decisions import Decision, IllegalAnswer, Place, random_answer
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.core.options import Option
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.table.path.along import AlongPath
from game.table.path.path import Path
from game.table.placing.places import is_legal
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Answered, Toy, ToyGame

PATH = Path.through([(5.0, 4.0), (8.0, 4.0), (8.0, 1.0)])
HOLD = Option("hold", "Do not shoot", "R-2")


class Reacting(Toy):
    """Aldis goes along a path; Bob may shoot once, where he says, but not in the first inch: then Aldis goes on."""

    name = "reacting"

    def reaction(self, places: AlongPath) -> Decision:
        return Place(
            player="bob", prompt="Where is it shot at?", rule="R-1", about="a1", region=places, shortcuts=(HOLD,)
        )

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        while not state.winners:
            places = AlongPath(PATH, ((1.0, PATH.inches),), rule="R-1")
            asked = self.reaction(places)
            answer = yield asked
            if isinstance(answer, list):
                gone = places.find((answer[0], answer[1]))
                assert gone is not None
                state.spots["a1"] = gone.end
                game.events.append(Answered("bob", f"shot after {gone.inches:.2f} inches"))
            state.answers.append(answer)
            state.spots["a1"] = PATH.end
            state.winners = ["ann"] if len(state.answers) == 3 else []
            yield CHECKPOINT


def reacting() -> Session:
    return toy_session(rules=Reacting())


def texts(session: Session) -> list[str]:
    return [event.text for event in session.game.events if isinstance(event, Answered)]


def place_of(session: Session) -> Place:
    decision = session.pending()
    assert isinstance(decision, Place)
    return decision


def test_a_point_on_the_path_is_an_answer_and_one_beside_it_is_not() -> None:
    session = reacting()
    place = place_of(session)
    assert place.allows([7.5, 4.0])
    assert place.allows([8, 2.5])
    assert not place.takes_paths
    [off] = place.why_not([7.5, 4.25])
    assert (off.short_by, off.rule) == (0.25, "R-1")
    [early] = place.why_not([5.5, 4.0])
    assert early.short_by == pytest.approx(0.5)
    before = session.state.digest()
    with pytest.raises(IllegalAnswer, match=r"0\.25″ from where it must end"):
        session.answer([7.5, 4.25])
    assert session.state.digest() == before
    session.answer([8.0, 2.5])
    assert texts(session) == ["shot after 4.50 inches"]


def test_a_typed_spot_beside_the_path_by_rounding_is_on_it() -> None:
    slanting = AlongPath(Path.through([(0.0, 0.0), (3.0, 7.0)]))
    place = Place(player="bob", prompt="", rule="", about="a1", region=slanting)
    assert not place.allows([1.5, 3.5003])
    assert place.allows([*place.snapped(1.5, 3.5002)])


@pytest.mark.parametrize("seed", range(6))
def test_games_at_random_fork_and_are_taken_back_inside_the_move(seed: int) -> None:
    session, rng = reacting(), Random(seed)
    while not session.finished:
        place = place_of(session)
        answer = random_answer(place, rng)
        assert isinstance(answer, list)
        assert is_legal(place.region, (answer[0], answer[1]))
        fork, before = session.fork(), session.state.digest()
        session.answer(answer)
        fork.answer(answer)
        assert fork.state.digest() == session.state.digest() != before
        session.undo()
        assert session.state.digest() == before
        session.answer(answer)
    again = reacting()
    for entry in session.journal:
        again.answer(entry)
    assert again.state.digest() == session.state.digest()
    assert texts(again) == texts(session)


def test_it_is_spoken_as_any_other_place(tmp_path: pathlib.Path) -> None:
    lines = ["where", "try 7.5, 4.3", "place 5.2, 4", "near 9.0, 3.4", "place 8, 1", "1"]
    session, printed = reacting(), list[str]()
    typing = iter([*lines, None])
    TextGame(SessionModel(session, lambda _played: None, tmp_path), lambda: next(typing), printed.append).run()
    said = "\n".join(printed)
    assert "Type near 12.5, 8 to find the nearest legal spot" in said
    assert "0.30″ from where it must end" in said
    assert "The nearest legal spot is 7.5" in said
    assert "0.80″ from where it must end" in said
    assert session.journal == [[8.0, 3.4], [8.0, 1.0], "hold"]
    assert session.finished
