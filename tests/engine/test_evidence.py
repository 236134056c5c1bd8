"""A save as evidence: whatever was changed in it is named, with its place and the event, and nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice, ScriptedDice, TurnedDice
from game.engine.core.flow import Flow
from game.engine.core.typed_dice import TypedDice
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving.documents import DiceDocument, SaveDocument, plain, seal_of
from game.engine.saving.finished import compared, game_id, proven, rest_differs, unchecked
from game.engine.saving.loading import Difference, verify
from game.engine.saving.saves import save_document
from game.engine.session import Session
from tests.engine.rounds import Rounds, new_session, play_on
from tests.toy.toy_rulebook import Answered

Content = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Measured(Answered):
    inches: float
    way: tuple[float, ...] = ()
    to: Mapping[str, float] = field(default_factory=dict)
    after: str = ""
    later = ("after",)


class Measuring(Rounds):
    """The toy in rounds with an event that holds measures."""

    def play_round(self, game: Any) -> Flow:
        game.events.append(
            Measured(
                player="ann",
                text="x" * 130,
                inches=2.5,
                way=(1.0, 2.0),
                to={"b1": 0.25, "b2": 4.0, "b3": 0.0},
                after="noon",
            )
        )
        yield from super().play_round(game)


def find(rules: Rounds) -> Callable[[str, str], AnyRuleset]:
    return lambda name, file: rules


def content_of(session: Session) -> Content:
    return json.loads(json.dumps(plain(save_document(session))))  # type: ignore[no-any-return]


def played(answers: int = 100, **more: Any) -> Session:
    session = new_session(Measuring(), **more)
    play_on(session, answers)
    return session


def document_of(content: Content) -> SaveDocument:
    return parse_document(json.dumps(content), SaveDocument, "a save")


def difference_of(content: Content, rules: Rounds | None = None) -> Difference | None:
    """The first difference of a save from its game, as `replay --verify` finds it."""
    document = document_of(content)
    session, found = verify(document, find(rules or Measuring()), "a save")
    return found[0] if found else rest_differs(session, document)


def changed(change: Callable[[Content], object], session: Session | None = None) -> tuple[int, str, int]:
    content = content_of(session or played())
    change(content)
    found = difference_of(content)
    assert found is not None
    return found.entry, found.reason, found.event


@pytest.mark.parametrize("answers", [0, 1, 3, 4, 5, 100])
def test_an_untouched_save_differs_nowhere_and_all_of_it_was_checked(answers: int) -> None:
    session = played(answers)
    session.seats = {"ann": "human", "bob": "greedy"}
    session.clocks = {"ann": 3.26}
    content = content_of(session)
    assert content["clocks"] == {"ann": 3.3}  # to the tenth of a second
    assert difference_of(content) is None
    document = document_of(content)
    reached, _differences = verify(document, find(Measuring()), "a save")
    assert [*unchecked(reached, document)] == []
    assert (reached.seats, reached.clocks) == (session.seats, {"ann": 3.3})


# -- events ----------------------------------------------------------------------------------------


def test_an_event_that_was_changed_is_named_with_what_differs_in_it() -> None:
    numbers = {event["event"]: number for number, event in reversed([*enumerate(content_of(played())["events"])])}
    assert numbers == {"Measured": 0, "Answered": 1, "Threw": 3}

    def event(kind: str, **changes: Any) -> tuple[int, str, int]:
        return changed(lambda content: content["events"][numbers[kind]].update(changes))

    assert event("Answered", text="9") == (1, "Answered: text 1 (9) - recorded values in brackets", 2)
    assert event("Answered", text="9", rule="X") == (
        1, "Answered: rule T-1 (X), text 1 (9) - recorded values in brackets", 2
    )  # fmt: skip
    assert event("Answered", event="Laid") == (1, "Answered happens, but Laid was recorded", 2)
    assert event("Answered", more=1) == (1, "Answered: more - (1) - recorded values in brackets", 2)
    assert event("Measured", inches=2.75) == (0, "Measured: inches 2.5000 (2.7500) - recorded values in brackets", 1)
    assert event("Measured", inches=2.50001) == (0, "Measured: inches 2.5 (2.50001) - recorded values in brackets", 1)
    assert event("Measured", way=[1.0, 3.0]) == (
        0, "Measured: way [1.0, 2.0] ([1.0, 3.0]) - recorded values in brackets", 1
    )  # fmt: skip
    assert event("Measured", way=[1.0])[1].startswith("Measured: way ")
    assert event("Measured", to={"b1": 0.25})[1].startswith("Measured: to ")
    assert event("Measured", to={"b1": 0.5, "b2": 4.0, "b3": 0.0})[1].startswith("Measured: to ")
    long = event("Measured", text="y" * 120)[1]
    assert long == f"Measured: text {'x' * 117}... ({'y' * 120}) - recorded values in brackets"


def test_the_last_bits_of_a_number_and_what_an_older_version_did_not_write_are_no_difference() -> None:
    content = content_of(played())
    content["events"][0].update(
        inches=2.5 + 9e-10, way=[1.0 - 9e-10, 2.0], to={"b1": 0.25 + 9e-10, "b2": 4.0, "b3": 1e-9}
    )
    del content["events"][0]["after"]
    assert difference_of(content) is None
    content["events"][0]["inches"] = 2.5 + 2e-9
    assert difference_of(content) is not None
    content["events"][0]["inches"] = 2.5
    content["events"][0]["after"] = "midnight"
    found = difference_of(content)
    assert found is not None
    assert found.reason.startswith("Measured: after noon (midnight)")


def test_events_that_are_missing_or_were_added_are_named() -> None:
    session = played()
    last = len(session.events)
    assert changed(lambda content: content["events"].pop()) == (
        12, "Answered happens, but nothing more was recorded", last
    )  # fmt: skip
    extra = {"event": "Rained", "rule": ""}
    assert changed(lambda content: content["events"].append(extra)) == (
        12, "Rained was recorded but does not happen", last
    )  # fmt: skip
    assert changed(lambda content: content["events"].insert(1, extra)) == (
        1,
        "Answered happens, but Rained was recorded",
        2,
    )
    amid = played(6)
    more = len(amid.events)
    assert changed(lambda content: content["events"].append(extra), amid) == (
        6, "Rained was recorded but does not happen", more
    )  # fmt: skip


def test_an_event_that_happens_no_longer_is_missed_at_its_checkpoint() -> None:
    """Here the record has one more before the checkpoint than now happens."""
    session = played(4)
    content = content_of(session)
    content["digests"][1]["events"] += 1
    content["events"].append({"event": "Rained", "rule": ""})
    found = difference_of(content)
    assert found is not None
    assert (found.entry, found.reason, found.event) == (
        4, "Measured was recorded but does not happen", len(session.events)
    )  # fmt: skip


# -- the rest of a save ----------------------------------------------------------------------------


def place(change: Callable[[Content], object], session: Session | None = None) -> tuple[str, str]:
    session = session or played(6)
    content = content_of(session)
    change(content)
    found = difference_of(content)
    assert found is not None
    assert (found.entry, found.rule, found.event) == (len(content["journal"]), "", len(session.events))
    return found.where, found.reason


MISSING = "is missing, but every save of this version has it - the game cannot be trusted without it"


def test_every_part_of_the_rest_of_a_save_is_compared() -> None:
    assert place(lambda content: content["checkpoint"]["state"]["points"].update(ann=77)) == (
        "checkpoint.state.points.ann", "is 77, but the replay gives 1",
    )  # fmt: skip
    assert place(lambda content: content["checkpoint"].update(entries=3)) == (
        "checkpoint.entries", "is 3, but the replay gives 4",
    )  # fmt: skip
    where, _reason = place(lambda content: content["checkpoint"]["state"].update(points=3))
    assert where == "checkpoint.state.points"
    assert place(lambda content: content["digests"].pop()) == (
        "digests", "cover 1 checkpoints, but the game has 2",
    )  # fmt: skip
    assert place(lambda content: content["digests"][1].update(events=5)) == (
        "digests[1].events", "is 5, but the replay gives 6",
    )  # fmt: skip
    assert place(lambda content: content.update(finished=True)) == ("finished", "is True, but the replay gives False")
    assert place(lambda content: content.update(rules_version="0")) == (
        "rules_version", "recorded with rules 0, replayed with 1; everything else is the same",
    )  # fmt: skip


def test_who_played_the_clocks_and_the_deployment_are_sealed() -> None:
    session = played(6)
    session.seats = {"ann": "human", "bob": "greedy"}
    other = ("seats", "or the clocks were changed after saving")
    assert place(lambda content: content["seats"].update(ann="greedy"), session) == other
    assert place(lambda content: content["clocks"].update(ann=1.0), session) == other
    assert place(lambda content: content["deploying"].update(ann=1), session) == other

    def sealed(content: Content) -> None:
        seats, clocks, deploying = (content.get(name, {}) for name in ("seats", "clocks", "deploying"))
        content["seal"] = seal_of(seats, clocks, deploying, content["record_from"])

    def absent(content: Content) -> None:
        del content["seats"]["bob"]
        sealed(content)

    assert place(absent, session) == ("seats.bob", "is missing")
    session.seats = {}
    assert difference_of(content_of(session)) is None  # a game without seats


def test_evidence_that_was_removed_is_missed() -> None:
    for name in ("seal", "record_from", "events"):
        assert place(lambda content, name=name: content.pop(name)) == (  # type: ignore[misc]
            ("seats", "or the clocks were changed after saving") if name == "record_from" else (name, MISSING)
        )
    assert place(lambda content: (content.pop("record_from"), content.pop("seal"))) == ("seal", MISSING)
    assert place(lambda content: content["digests"].pop(0))[0] == "digests"
    assert place(lambda content: content["digests"].clear())[0] == "digests"
    older = content_of(played(6)) | {"version": 1}
    for name in ("seal", "record_from", "events"):
        del older[name]
    assert difference_of(older) is None


def test_what_could_not_be_checked_is_named() -> None:
    session = played(6)
    content = content_of(session) | {"version": 1}
    del content["seal"], content["record_from"], content["events"]
    del content["digests"][0]
    document = document_of(content)
    assert [*unchecked(session, document)] == [
        "events: not recorded in that version",
        "who played, clocks and deployment: not sealed in that version",
        "events before answer 4: the record begins there",
    ]
    session.unattested = True
    content["digests"] = []
    assert [*unchecked(session, document_of(content))][2:] == [
        "who agreed to the end: not recorded in that version",
        "events before answer 6: the record begins there",
    ]
    later = document_of(content_of(played(6)) | {"record_from": 4})
    assert [*unchecked(played(6), later)] == ["events before answer 4: the record begins there"]


def test_dice_that_the_game_never_rolled_are_named() -> None:
    session = played(6)  # four dice or more fell: two in each round of two cards
    rolled = session.state.rolls.total
    for dice, words in (
        (TurnedDice(KeyedDice(1), KeyedDice(2), rolled - 1), []),
        (TurnedDice(KeyedDice(1), KeyedDice(2), rolled), [
            f"dice.turns[0], from roll {rolled} on: only {rolled} dice were rolled"
        ]),
        (ScriptedDice.of([2] * rolled), []),
        (ScriptedDice.of([2] * (rolled + 1)), [f"dice.faces from {rolled} on: only {rolled} dice were rolled"]),
        (TypedDice({"round 1/ann": [3], "round 1/bob": [3]}), []),
        (TypedDice({"round 1/ann": [3, 4, 5], "round 9/bob": [3, 4]}), ["4 typed faces that were not rolled"]),
    ):  # fmt: skip
        document = save_document(session).model_copy(update={"dice": DiceDocument.of(dice)})
        reached = session
        if isinstance(dice, TypedDice):
            reached = new_session()
            reached.state.rolls.by_key.update({"round 1/ann": 1, "round 1/bob": 1})
        assert [*unchecked(reached, document)] == words


def test_a_record_that_begins_at_a_checkpoint_is_compared_from_there_on() -> None:
    """So it is after the rules have changed: what was before is no longer vouched for."""
    session = played(10)
    later = Session(
        session.ruleset, session.setup, session.dice, state=session.marks[1].state, journal=session.journal[:4]
    )
    for entry in session.journal[4:]:
        later.answer(entry)
    content = content_of(session)
    skipped = session.marks[1].events
    content["digests"] = content["digests"][1:]
    content["events"] = content["events"][skipped:]
    for each in content["digests"]:
        each["events"] -= skipped
    content["record_from"] = 4
    content["seal"] = seal_of({}, {}, {}, 4)
    assert difference_of(content) is None
    fewer = json.loads(json.dumps(content))
    fewer["digests"][1]["events"] -= 1
    found = difference_of(fewer)
    assert found is not None
    wanted = content["digests"][1]["events"]
    assert (found.where, found.reason) == (
        "digests[1].events", f"is {wanted - 1}, but the replay gives {wanted}",
    )  # fmt: skip
    more = json.loads(json.dumps(content))
    more["digests"][1]["events"] += 1
    found = difference_of(more)
    assert found is not None
    assert (found.entry, found.reason) == (8, f"{content['events'][wanted]['event']} was recorded but does not happen")
    content["events"][0]["text"] = "other"
    found = difference_of(content)
    assert found is not None
    assert (found.entry, found.event) == (4, skipped + 1) or (found.entry, found.event) == (5, skipped + 1)
    content = content_of(session) | {"digests": content["digests"], "record_from": 4, "seal": content["seal"]}
    assert difference_of(content) is not None  # more events than since then


# -- proofs ----------------------------------------------------------------------------------------


def proof(content: Content) -> tuple[str, str]:
    with pytest.raises(DocumentError) as caught:
        proven(document_of(content), find(Measuring()), "a save")
    return caught.value.where, caught.value.reason


def test_only_a_whole_game_that_is_over_and_agrees_is_proven() -> None:
    content = content_of(played())
    assert proven(document_of(content), find(Measuring()), "a save").state.winners == ["bob"]
    assert proof(content_of(played(6))) == ("journal", "the game is not over - play it to its end first")
    assert proof({**content, "seal": ""}) == ("seal", MISSING)
    beginning = {**content, "beginning": content["checkpoint"]["state"]}
    assert proof(beginning) == ("beginning", "it began in the middle of a game - only whole games count")
    text = json.loads(json.dumps(content))
    text["events"][1]["text"] = "9"
    where, reason = proof(text)
    assert (where, reason.startswith("its replay differs at entry 1")) == ("journal", True)
    for part in ("entries", "state"):
        other = json.loads(json.dumps(content))
        if part == "state":
            other["checkpoint"]["state"]["points"]["ann"] = 77
        else:
            other["checkpoint"]["entries"] = 11
        assert proof(other)[0] in ("state", "checkpoint.state", "journal")


def test_the_id_of_a_game_never_changes() -> None:
    session = played(6)
    assert game_id(session) == "d52e1a6a5f24ddd3ce92"
    assert game_id(played(7)) != game_id(session)
    assert game_id(played(6, dice=KeyedDice(2))) != game_id(session)
    turned = played(6, dice=TurnedDice(KeyedDice(1), KeyedDice(2), 99))
    assert game_id(turned) not in (game_id(session), game_id(played(6, dice=KeyedDice(2))))


def test_every_place_in_which_plain_data_differ_is_named() -> None:
    one = {"a": 1, "b": [1, {"c": 2}], "d": (1, 2), "e": [1], "f": {"g": 1}, "same": {"x": [1]}}
    two = {"a": 2, "b": [1, {"c": 3}], "d": [1, 2], "e": [1, 2], "f": 5, "same": {"x": [1]}, "new": 0}
    assert [*compared(one, two, "at")] == [
        ("at.a", "is 1, but the replay gives 2"),
        ("at.b[1].c", "is 2, but the replay gives 3"),
        ("at.e", "is [1], but the replay gives [1, 2]"),
        ("at.f", "is {'g': 1}, but the replay gives 5"),
        ("at.new", "is None, but the replay gives 0"),
    ]
    assert [*compared("x" * 60, "y" * 61, "at")] == [("at", f"is {'x' * 60}, but the replay gives {'y' * 57}...")]
    assert [*compared([1], {"a": 1}, "at")] == [("at", "is [1], but the replay gives {'a': 1}")]
