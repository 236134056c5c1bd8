"""Units placed in one decision: malformed and illegal answers, what is kept, and that it outlives saves and replays."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from game.api.candidates import candidates
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer, IllegalAnswer, MalformedAnswer, answer_of
from game.engine.core.dice import KeyedDice
from game.engine.history.timeline import Timeline
from game.engine.routes import routes_to_place
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.loading import load_save, verify
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.coach import answer_in_words
from game.players.random_player import NoLegalPlace, random_answer
from game.table.lattice import position
from game.table.layout.judging_moves import OwnPaths
from game.table.layout.policy import Layout
from game.table.layout.steps import MemberStep
from game.table.path.region import PathRegion
from tests.samples import some
from tests.toy.toy_rulebook import ToySetup
from tests.toy.unit_rulebook import RULESET, Units, arranged, models, ranks, unit_session


def block(dx: float, dy: float, unit: str = "pikes") -> list[Any]:
    """The pikes, which stand at (4, 2), moved as a block."""
    return [{"id": name, "at": [x + dx, y + dy]} for name, (x, y) in ranks(unit, 4.0, 2.0).items()]


@pytest.mark.parametrize(
    "answer",
    [
        [1.0, 2.0],
        {"pikes-1": [1.0, 2.0]},
        [["pikes-1", 1.0, 2.0]],
        [{"id": "pikes-1"}],
        [{"id": 1, "at": [1.0, 2.0]}],
        [{"id": "pikes-1", "at": [1.0]}],
        [{"id": "pikes-1", "at": [1.0, float("nan")]}],
        [{"id": "pikes-1", "at": [1.0, 2.0], "via": [1.0, 2.0]}],
        [{"id": "pikes-1", "at": [1.0, 2.0], "via": [[1.0, 2.0]] * 201}],
        [{"id": "pikes-1", "at": [1.0, 2.0], "facing": 90}],
    ],
)
def test_an_answer_of_another_form_is_malformed_and_changes_nothing(answer: Any) -> None:
    session = unit_session(1)
    assert not arranged(session).allows(answer)
    with pytest.raises(MalformedAnswer, match="Move the pikes: "):
        arranged(session).why_not(answer)
    with pytest.raises(MalformedAnswer):
        session.answer(answer)
    assert session.journal == []


def test_what_is_against_a_move_names_the_model_and_its_rule() -> None:
    session = unit_session(1)
    far = block(0.0, 0.0)
    far[4]["at"] = [13.0, 9.0]
    against = arranged(session).why_not(far)
    told = [(each.text, each.rule) for each in against]
    assert told == [
        ("Pike 5: at least 2.62″ too far", "U-4"),
        ("Pike 5: 6.83″ too far from the rest of its unit", "U-8"),
    ]
    with pytest.raises(IllegalAnswer, match=r"Pike 5: at least 2\.62″ too far"):
        session.answer(far)


def test_strangers_and_those_named_twice_are_illegal_under_the_rule_of_the_question() -> None:
    decision = arranged(unit_session(1))
    [stranger] = decision.why_not([{"id": "riders-1", "at": [1.0, 2.0]}])
    assert (stranger.text, stranger.rule) == ("riders-1 is not one of the models placed here", "U-4")
    [twice] = decision.why_not([block(1.0, 0.0)[0]] * 2)
    assert twice.text == "Pike 1 is named twice"


def test_in_a_set_up_everybody_is_named_and_goes_no_way() -> None:
    decision = arranged(unit_session())
    assert decision.allows(block(0.0, 0.0))
    [left_out] = decision.why_not(block(0.0, 0.0)[1:])
    assert (left_out.text, left_out.rule) == ("Pike 1 is not placed", "U-1")
    bent = block(0.0, 0.0)
    bent[0]["via"] = [[1.0, 1.0]]
    assert [each.text for each in decision.why_not(bent)] == ["a unit being set up has no path"]
    assert not decision.allows([])


def test_what_is_kept_lies_on_the_lattice_with_ways_and_order_found() -> None:
    session = unit_session(1)
    session.state.spots.update({name: (4.5 + 1.5 * at, 6.9) for at, name in enumerate(models("pikes"))})
    session = Session(RULESET, ToySetup(), KeyedDice(1), state=session.state)
    told = [{"id": name, "at": [2.30004 + 1.5 * at, 9.3]} for at, name in enumerate(models("pikes"))]
    decision = arranged(session)
    assert decision.allows(told)
    kept = decision.normal(told)
    assert isinstance(kept, list)
    assert [step["at"] for step in kept] == [[2.3 + 1.5 * at, 9.3] for at in range(5)]
    assert [bool(step.get("via")) for step in kept] == [False] * 4 + [True]
    assert decision.normal(kept) == kept


def test_shortcuts_stand_for_a_whole_answer() -> None:
    session = unit_session(5)
    decision = arranged(session)
    assert decision.allows("decline")
    assert decision.why_not("decline") == []
    assert decision.normal("decline") == "decline"
    assert not decision.allows("nonsense")
    with pytest.raises(MalformedAnswer):
        decision.why_not("nonsense")


def test_a_decision_says_in_plain_data_who_stands_where() -> None:
    shown = arranged(unit_session(1)).plain()
    assert (shown["kind"], shown["about"]) == ("arrange", "pikes")
    assert shown["members"][1] == {"id": "pikes-2", "name": "Pike 2", "at": [5.5, 2.0], "radius": 0.5}
    assert json.loads(json.dumps(shown)) == shown


def test_a_charge_that_nobody_ends_is_refused_with_the_inches_of_the_nearest() -> None:
    session = unit_session(5)
    [against] = arranged(session).why_not(block(0.0, 3.0))
    assert against.rule == "U-9"
    assert "too far from Rider" in against.text


def played(seed: int, questions: int = 99) -> Session:
    """A game at random."""
    session, rng = unit_session(), Random(seed)
    while not session.finished and len(session.journal) < questions:
        session.answer(random_answer(session.pending(), rng))
        assert RULESET.violations(session.game) == []
    return session


@pytest.mark.parametrize("seed", range(some(20)))
def test_random_games_are_legal_and_replayed_without_a_search(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(seed)
    monkeypatch.setattr(PathRegion, "find", lambda *_given: pytest.fail("searched"))
    monkeypatch.setattr(OwnPaths, "round", lambda *_given: pytest.fail("searched"))
    again = unit_session()
    for entry in session.journal:
        again.answer(entry)
    assert again.journal == session.journal
    assert again.state.digest() == session.state.digest()


def test_arrangements_are_taken_back_and_forks_go_their_own_way() -> None:
    session = played(3, 3)
    before = session.state.digest()
    twin = session.fork()
    session.answer(random_answer(session.pending(), Random(1)))
    assert twin.state.digest() == before
    session.undo()
    assert session.state.digest() == before
    assert session.pending().plain() == twin.pending().plain()


def finder(name: str, file: str) -> Units:
    return Units()


def test_arrangements_outlive_a_save_and_its_replay() -> None:
    session = played(4, 5)
    document = parse_document(json.dumps(plain(save_document(session))), SaveDocument, "a save")
    assert list(document.journal) == session.journal
    loaded, difference = load_save(document, finder, "a save")
    assert (difference, loaded.state.digest()) == (None, session.state.digest())
    again, differences = verify(document, finder, "a save")
    assert (differences, again.state.digest()) == ([], session.state.digest())


def test_a_save_with_an_arrangement_the_rules_refuse_differs_and_says_where() -> None:
    document = save_document(played(4, 2))
    wrong: list[Answer] = [document.journal[0], [{"id": "pikes-1", "at": [23.0, 17.0]}]]
    _session, differences = verify(document.model_copy(update={"journal": tuple(wrong)}), finder, "a save")
    assert "Pike 1: " in str(differences[0])


def test_every_moment_of_a_timeline_shows_the_unit_where_it_was() -> None:
    session = played(5, 4)
    timeline = Timeline(session)
    spots = [timeline.at(index).state.spots for index in timeline.stops("decision")]
    assert spots[-1] == session.state.spots
    assert spots[0] != spots[1]


def test_candidates_begin_with_staying_and_are_legal() -> None:
    decision = arranged(unit_session(1))
    found, whole = candidates(decision, 6, Random(1))
    assert found[0] == []
    assert len(found) == 6
    assert not whole
    assert all(decision.allows(answer) for answer in found)
    assert len(candidates(decision, 24, Random(1), brief=True)[0]) <= 4


def test_a_unit_is_led_to_where_it_is_arranged_by_its_id() -> None:
    [route] = routes_to_place(unit_session(1), "pikes")
    assert route.decision.kind == "arrange"
    assert routes_to_place(unit_session(1), "riders") == []


def test_an_arrangement_in_words_says_how_many_and_where() -> None:
    words = answer_in_words(arranged(unit_session(1)), block(1.0, 0.0), {}, str)
    assert words == "5 pieces, the group centred on 8.00, 2.00"


class _Rare:
    """Arrangements of which none is drawn, and none found but those given."""

    members = ()

    def __init__(self, found: tuple[MemberStep, ...] | None = None) -> None:
        self.found = found

    def sample(self, rng: Random) -> tuple[MemberStep, ...] | None:
        return None

    def nearest(self, wanted: Layout) -> tuple[MemberStep, ...] | None:
        return self.found


def test_a_dead_end_is_told_unless_there_is_a_shortcut() -> None:
    nowhere: Any = _Rare()
    with pytest.raises(NoLegalPlace, match="no arrangement was found"):
        random_answer(replace(arranged(unit_session(1)), arrangements=nowhere), Random(1))
    assert random_answer(replace(arranged(unit_session(5)), arrangements=nowhere), Random(1)) == "decline"


def test_an_arrangement_that_is_not_drawn_is_looked_for() -> None:
    somewhere: Any = _Rare((MemberStep("pikes-1", position(1, 2), ()),))
    answer = random_answer(replace(arranged(unit_session(1)), arrangements=somewhere), Random(1))
    assert answer == [{"id": "pikes-1", "at": [1.0, 2.0]}]


def test_steps_are_answers_and_answers_are_steps() -> None:
    answer = [{"id": "pikes-1", "at": [1.0, 2.0], "via": [[3.0, 4.0]]}, {"id": "pikes-2", "at": [5.0, 6.0]}]
    assert answer_of(arranged(unit_session(1)).steps(answer)) == answer
