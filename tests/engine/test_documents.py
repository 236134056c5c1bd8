"""Positions and saves as documents: every limit from both of its sides, dice there and back, the weight of a game."""

from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES, MOST_VALUES
from game.documents.reading import parse_document
from game.engine.core.decisions import IllegalAnswer
from game.engine.core.dice import Dice, KeyedDice, RollCounter, ScriptedDice, TurnedDice
from game.engine.core.events import Corrected, NoteDocument
from game.engine.core.typed_dice import TypedDice
from game.engine.saving import saves
from game.engine.saving.documents import (
    DiceDocument,
    DigestDocument,
    EventForm,
    PositionDocument,
    SaveDocument,
    TurnDocument,
    pack_events,
    part_of,
    plain,
    seal_of,
    unpack_events,
)
from game.engine.saving.loading import load_save, loading_steps
from game.engine.saving.records import BestDocument
from game.engine.saving.saves import LONG, SaveSize, SizeGuard, file_data, save_document
from tests.engine.rounds import new_session, obvious, play_on
from tests.engine.test_saves import finder

BEST = {"ruleset": "toy", "scenario": "s", "map": "m", "roster": "r", "rounds": 3, "points": 5, "won": True}
TURN = {"at": 0, "seed": 1}
NOTE = {"entries": 0, "events": 0, "text": "n"}


@pytest.mark.parametrize(
    ("kind", "content", "good", "bad"),
    [
        (TurnDocument, {"at": 0, "seed": 0}, {"at": 0}, {"at": -1}),
        (TurnDocument, {"at": 0, "seed": 0}, {"seed": 0}, {"seed": -1}),
        (TurnDocument, {"at": 0, "seed": 0}, {"seed": 2**63 - 1}, {"seed": 2**63}),
        (DiceDocument, {}, {"seed": 0}, {"seed": -1}),
        (DiceDocument, {}, {"seed": 2**63 - 1}, {"seed": 2**63}),
        (DiceDocument, {}, {"faces": [1]}, {"faces": [0]}),
        (DiceDocument, {}, {"faces": [100]}, {"faces": [101]}),
        (DiceDocument, {}, {"faces": [6] * 10_000}, {"faces": [6] * 10_001}),
        (DiceDocument, {"faces": [6] * 10_000}, {"purposes": ["x"] * 10_000}, {"purposes": ["x"] * 10_001}),
        (DiceDocument, {"faces": [6]}, {"purposes": ["x"]}, {"purposes": ["x", "y"]}),
        (DiceDocument, {"faces": [6]}, {"purposes": ["x" * 200]}, {"purposes": ["x" * 201]}),
        (DiceDocument, {}, {"typed": {"k": [1]}}, {"typed": {"k": []}}),
        (DiceDocument, {}, {"typed": {"k": [1] * 10_000}}, {"typed": {"k": [1] * 10_001}}),
        (DiceDocument, {}, {"typed": {str(number): [1] for number in range(10_000)}},
         {"typed": {str(number): [1] for number in range(10_001)}}),
        (DiceDocument, {"seed": 1}, {"turns": [TURN] * 1_000}, {"turns": [TURN] * 1_001}),
        (DiceDocument, {}, {"typed": {}}, {"seed": 1, "typed": {}}),
        (DiceDocument, {}, {"faces": []}, {}),
        (DigestDocument, {"entries": 0, "digest": "x" * 8}, {"digest": "x" * 64}, {"digest": "x" * 65}),
        (DigestDocument, {"entries": 0, "digest": "x" * 8}, {"digest": "x" * 8}, {"digest": "x" * 7}),
        (DigestDocument, {"entries": 0, "digest": "x" * 8}, {"entries": 0}, {"entries": -1}),
        (DigestDocument, {"entries": 0, "digest": "x" * 8}, {"events": 0}, {"events": -1}),
        (EventForm, {"event": "E"}, {"event": "E" * 80}, {"event": "E" * 81}),
        (EventForm, {"event": "E"}, {"rule": "R" * 80}, {"rule": "R" * 81}),
        (EventForm, {"event": "E"}, {"paths": ["p"] * 100}, {"paths": ["p"] * 101}),
        (EventForm, {"event": "E"}, {"paths": ["p" * 200]}, {"paths": ["p" * 201]}),
        (EventForm, {"event": "E"}, {"paths": ["a/b_1"]}, {"paths": ["a/1b"]}),
        (NoteDocument, NOTE, {"text": "x" * 2_000}, {"text": "x" * 2_001}),
        (NoteDocument, NOTE, {"text": "x"}, {"text": ""}),
        (NoteDocument, NOTE, {"entries": 0}, {"entries": -1}),
        (NoteDocument, NOTE, {"events": 0}, {"events": -1}),
        (NoteDocument, NOTE, {"author": "x" * 80}, {"author": "x" * 81}),
        (NoteDocument, NOTE, {"written_at": "x" * 200}, {"written_at": "x" * 201}),
        (BestDocument, BEST, {"rounds": 0}, {"rounds": -1}),
        (BestDocument, BEST, {"rounds": 1_000}, {"rounds": 1_001}),
        (BestDocument, BEST, {"points": 1_000_000}, {"points": 1_000_001}),
        (BestDocument, BEST, {"points": -1_000_000}, {"points": -1_000_001}),
    ],
)  # fmt: skip
def test_a_part_of_a_document_is_read_up_to_its_limit(
    kind: Any, content: dict[str, Any], good: dict[str, Any], bad: dict[str, Any]
) -> None:
    assert isinstance(kind.model_validate_json(json.dumps(content | good)), kind)
    with pytest.raises((ValidationError, DocumentError)):
        kind.model_validate_json(json.dumps(content | bad))


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ({"title": "x" * 200}, {"title": "x" * 201}),
        ({"seats": {f"p{n}": "human" for n in range(20)}}, {"seats": {f"p{n}": "human" for n in range(21)}}),
        ({"clocks": {"ann": 1e7}}, {"clocks": {"ann": 1.1e7}}),
        ({"clocks": {"ann": -1e7}}, {"clocks": {"ann": -1.1e7}}),
        ({"clocks": {f"p{n}": 1 for n in range(20)}}, {"clocks": {f"p{n}": 1 for n in range(21)}}),
        ({"deploying": {"ann": -1}}, {"deploying": {"ann": -2}}),
        ({"deploying": {f"p{n}": 1 for n in range(20)}}, {"deploying": {f"p{n}": 1 for n in range(21)}}),
        ({"record_from": 0}, {"record_from": -1}),
        ({"row_keys": {"q": {"row": "x" * 20}}}, {"row_keys": {"q": {"row": "x" * 21}}}),
        ({"version": 3}, {"version": 4}),
        ({"version": 1}, {"version": 0}),
        ({"checkpoint": {"entries": 2, "state": {}}}, {"checkpoint": {"entries": 3, "state": {}}}),
        ({"checkpoint": {"entries": 0, "state": {}}}, {"checkpoint": {"entries": -1, "state": {}}}),
        ({"events": [{"a": 1}]}, {"events": [[0]]}),
        ({"version": 2, "forms": [{"event": "E"}], "events": [[0]]}, {"version": 2, "events": [{"a": 1}]}),
        ({"notes": [NOTE] * 8_000}, {"notes": [NOTE] * 8_001}),
    ],
)
def test_a_save_is_read_up_to_its_limits(good: dict[str, Any], bad: dict[str, Any]) -> None:
    session = new_session()
    play_on(session, 2)
    content = json.loads(json.dumps(plain(save_document(session))))
    parse_document(json.dumps(content | good), SaveDocument, "a save")
    with pytest.raises(DocumentError):
        parse_document(json.dumps(content | bad), SaveDocument, "a save")


def test_a_position_is_read_up_to_its_limits_and_needs_little() -> None:
    content = {"format": "inchwise-position", "version": 1, "ruleset": "toy", "setup": {}}
    position = parse_document(json.dumps(content), PositionDocument, "a position")
    assert (position.dice, position.state, position.answers, position.note) == (DiceDocument(seed=0), None, (), "")
    parse_document(json.dumps(content | {"note": "x" * 2_000}), PositionDocument, "a position")
    with pytest.raises(DocumentError):
        parse_document(json.dumps(content | {"note": "x" * 2_001}), PositionDocument, "a position")


# -- dice ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dice",
    [
        KeyedDice(7),
        ScriptedDice((1, 2, 3), ("a", "b")),
        TypedDice({"k": [1, 2], "l": [3]}),
        TurnedDice(KeyedDice(7), KeyedDice(8), 3),
        TurnedDice(TurnedDice(ScriptedDice((1, 2)), KeyedDice(8), 3), KeyedDice(9), 5),
    ],
)
def test_dice_are_written_down_and_come_back(dice: Dice) -> None:
    document = DiceDocument.of(dice)
    assert document.dice() == dice
    assert DiceDocument.model_validate_json(document.model_dump_json()).dice() == dice


def test_a_script_goes_on_after_the_dice_that_have_fallen() -> None:
    dice = ScriptedDice((1, 2, 3), ("a", "b"), start=4)
    assert DiceDocument.of(dice, 5) == DiceDocument(faces=(2, 3), purposes=("b",))
    assert DiceDocument.of(dice) == DiceDocument(faces=(1, 2, 3), purposes=("a", "b"))
    assert DiceDocument(faces=(2, 3)).dice(5) == ScriptedDice((2, 3), (), 5)
    turned = TurnedDice(dice, KeyedDice(1), 9)
    assert DiceDocument.of(turned, 6) == DiceDocument(faces=(3,), turns=(TurnDocument(at=9, seed=1),))
    with pytest.raises(TypeError, match="dice of kind TurnedDice cannot be written down"):
        DiceDocument.of(TurnedDice(KeyedDice(1), dice, 3))


def test_dice_turn_to_another_seed_at_their_roll() -> None:
    dice, counter = TurnedDice(ScriptedDice((1, 1, 1)), ScriptedDice((6, 6), start=2), 2), RollCounter()
    assert [dice.roll(counter, 6, "k") for _number in range(4)] == [1, 1, 6, 6]


# -- parts, seals, events --------------------------------------------------------------------------


def test_a_refusal_within_a_part_names_the_whole_place() -> None:
    for inner, place in (("", "state"), ("points", "state.points"), ("[3].x", "state[3].x")):
        with pytest.raises(DocumentError) as caught, part_of("file", "state"):
            raise DocumentError("other", inner, "wrong")
        assert (caught.value.file, caught.value.where, caught.value.reason) == ("file", place, "wrong")


def test_a_seal_is_over_all_that_it_seals() -> None:
    known = seal_of({"ann": "human"}, {"ann": 1}, {"bob": 3}, 0)
    assert known == seal_of({"ann": "human"}, {"ann": 1.0}, {"bob": 3}, 0) == "4b222d2a63c45fdf"
    others = [
        seal_of({"ann": "greedy"}, {"ann": 1}, {"bob": 3}, 0), seal_of({"ann": "human"}, {"ann": 2}, {"bob": 3}, 0),
        seal_of({"ann": "human"}, {"ann": 1}, {"bob": 4}, 0), seal_of({"ann": "human"}, {"ann": 1}, {"bob": 3}, 1),
        seal_of({"ann": "human"}, {"ann": 1}, {"bob": 3}, None),
    ]  # fmt: skip
    assert len({known, *others}) == 6


def test_events_are_packed_by_their_form_and_come_back() -> None:
    events: list[dict[str, Any]] = [
        {"event": "A", "rule": "R", "roll": {"sides": 6, "faces": [1]}, "to": {}, "by": {"a-b": 1}},
        {"event": "A", "rule": "R", "roll": {"sides": 8, "faces": []}, "to": {}, "by": {"c d": 2}},
        {"event": "A", "rule": "S", "roll": {"sides": 8, "faces": []}, "to": {}, "by": {}},
        {"event": "B", "rule": "R"},
    ]
    forms, rows = pack_events(events)
    assert rows[:2] == ([0, 6, [1], {}, {"a-b": 1}], [0, 8, [], {}, {"c d": 2}])
    assert [(form.event, form.rule, form.paths) for form in forms] == [
        ("A", "R", ("roll/sides", "roll/faces", "to", "by")), ("A", "S", ("roll/sides", "roll/faces", "to", "by")),
        ("B", "R", ()),
    ]  # fmt: skip
    assert list(unpack_events(forms, [*rows, {"event": "C"}])) == [*events, {"event": "C"}]
    wrong: list[Any] = [[], [3], [-1], [True], ["0"], [0.0], [2, 1], [0, 6, [1], {}]]
    for row in wrong:
        with pytest.raises(Exception, match=r"refers to an unknown form|values, but its form has"):
            list(unpack_events(forms, [row]))
    event = Corrected(piece="a", fact="f", before="1", after="2", player="ann", agreed=("bob",))
    assert event.plain()["agreed"] == ["bob"]


# -- weight ----------------------------------------------------------------------------------------


def test_a_game_is_heavy_from_half_of_what_can_be_read() -> None:
    half, values = MAX_BYTES // 2, MOST_VALUES // 2
    assert not SaveSize(half, values).heavy
    assert SaveSize(half + 1, 0).heavy
    assert SaveSize(0, values + 1).heavy


def test_a_light_game_is_weighed_now_and_then_and_a_heavy_one_or_a_large_answer_always(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, weighings = new_session(), list[int]()
    weight = SaveSize(0, 0)

    def weighed(game: Any) -> SaveSize:
        weighings.append(len(game.events))
        return weight

    monkeypatch.setattr(saves, "save_size", weighed)
    guard = SizeGuard()
    event = session.answer("1")[0]

    def at(events: int, entry: str = "1") -> int:
        """How often a game with so many events was weighed so far."""
        session.events[:] = [event] * events
        session.journal[-1] = entry
        guard(session)
        return len(weighings)

    assert [at(0), at(99), at(100)] == [0, 0, 0], "a new game's save is as small as its setup"
    weight = SaveSize(MAX_BYTES // 2 - 1, 0)
    assert [at(1_000), at(1_099), at(1_100), at(1_199), at(1_200), at(1_101), at(1_100)] == [1, 1, 2, 2, 3, 3, 4]
    assert at(1_100, "x" * 2_000) == 4
    assert at(1_100, "x" * 2_001) == 5
    weight = SaveSize(MAX_BYTES, 0)
    assert [at(1_150), at(1_200), at(1_201), at(1_202)] == [5, 6, 7, 8]
    weight = SaveSize(MAX_BYTES // 2 - 600_000, 0)
    assert [at(1_203), at(1_204), at(1_402), at(1_403)] == [9, 9, 9, 10]
    weight = SaveSize(0, MOST_VALUES // 2 - 30 * 150)
    assert [at(1_603), at(1_752), at(1_753)] == [11, 11, 12]

    def too_heavy(game: Any) -> SaveSize:
        raise DocumentError("the game", "", "has no room")

    monkeypatch.setattr(saves, "save_size", too_heavy)
    with pytest.raises(IllegalAnswer, match="has no room"):
        SizeGuard()(session)


def test_a_long_game_has_packed_events_and_a_short_one_has_not() -> None:
    session = new_session()
    event = session.answer("1")[0]
    for events, is_packed in ((LONG, False), (LONG + 1, True)):
        session.events[:] = [event] * events
        document = file_data(save_document(session))
        assert bool(document.get("forms")) == is_packed
        assert document["version"] == 3
        session.unattested = True
        assert file_data(save_document(session))["version"] == (2 if is_packed else 1)
        session.unattested = False


@pytest.mark.parametrize("collecting", [True, False])
def test_reading_a_game_leaves_the_collector_of_garbage_as_it_was(collecting: bool) -> None:
    session = new_session()
    session.answer("1")
    was = gc.isenabled()
    try:
        (gc.enable if collecting else gc.disable)()
        restored, difference = load_save(save_document(session), finder(), "a save")
        assert gc.isenabled() == collecting
        with pytest.raises(DocumentError):
            load_save(save_document(session).model_copy(update={"ruleset": "chess"}), finder(), "a save")
        assert gc.isenabled() == collecting
    finally:
        (gc.enable if was else gc.disable)()
    assert difference is None
    assert isinstance(restored.guard, SizeGuard)
    restored.answer(obvious(restored))


def test_a_save_keeps_the_notes_of_moments_that_are_still_there(tmp_path: Path) -> None:
    session = new_session()
    play_on(session, 3)
    session.notes = [NoteDocument(entries=entries, events=0, text="n") for entries in (2, 3, 4)]
    assert [note.entries for note in save_document(session).notes] == [2, 3]
    assert tmp_path.exists()


def test_while_a_save_is_read_the_share_that_is_done_grows() -> None:
    session = new_session()
    play_on(session, 4)
    steps = loading_steps(save_document(session), finder(), "a save")
    assert [*steps] == pytest.approx([0.0, 0.2, 0.4, 0.6, 0.8])
