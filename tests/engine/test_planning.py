"""What all rulebooks have in common: plans of games, steps of a roster, entries of a journal, lessons, defaults."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar, Literal

import pytest

from game.documents.error import DocumentError
from game.documents.reading import Part
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.kit import new_games as kit
from game.engine.kit.new_games import NewGames, agreed, map_names, named_map, player_ids, with_named_map
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.lessons import lesson_of
from game.engine.rulebook.looking import sieve
from game.engine.rulebook.making import Choice, Step, refused, why_not_answer
from game.engine.rulebook.new_game import Agreement, GamePlan, Offers, Sketch
from game.engine.rulebook.ruleset import Ruleset, Terms
from game.engine.rulebook.view import PieceView, RollView, TableView
from game.printable import LONGEST_NAME, shortened
from game.refusal import Refusal
from game.resources import resource
from game.rulesets import load, names
from game.table.documents import MapDocument
from tests.engine.rounds import Threw, new_session
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState

# -- plans -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        (["Ann", "Bob"], ["ann", "bob"]),
        (["Ann", "ANN", "ann", "ann-2"], ["ann", "ann-2", "ann-3", "ann-2-2"]),
        (["  J.-P. O'Neill! "], ["j-p-o-neill"]),
        (["…", "!", "ß7"], ["player", "player-2", "7"]),
        (["x" * 41], ["x" * 40]),
        (["x" * 40, "x" * 45], ["x" * 40, "x" * 40 + "-2"]),
    ],
)
def test_every_player_has_an_id_of_their_own(names: list[str], ids: list[str]) -> None:
    assert player_ids(names) == ids


def test_an_id_has_its_own_length_and_its_own_word_for_no_name() -> None:
    assert player_ids(["abcdef", "?"], 3, "nobody") == ["abc", "nobody"]


class Plans(NewGames[Any, Any]):
    """New games of armies that are texts, called by their letter."""

    ruleset, roster, rounds = "toy", "army", (1, 5, 4)
    scenario, stories = "race", {"race": SimpleNamespace()}  # type: ignore[assignment]
    wrong_rounds, too_many, unknown_roster = (
        "{rounds} of {fewest} to {most}",
        "{rosters} for {names}",
        "{name} of {known}",
    )
    rosters: ClassVar[Any] = SimpleNamespace(
        find=str.upper,
        load=str.upper,
        names=lambda: "abc",
        bundled=lambda name: ToySetup(players=(name,)) if name == "a" else None,
    )

    def map_text(self, document: MapDocument, extent: str) -> tuple[str, str]:
        return extent, ""

    def roster_text(self, roster: Any) -> tuple[str, str]:
        return str(roster), ""

    def roster_sketch(self, roster: Any) -> Sketch:
        return Sketch(1.0, 1.0)


PLANS = Plans()


def test_a_plan_has_as_many_rounds_as_it_says_or_the_usual_number() -> None:
    assert PLANS.rounds_of(GamePlan(("Ann",))) == 4
    assert [PLANS.rounds_of(GamePlan(("Ann",), rounds=rounds)) for rounds in (1, 5)] == [1, 5]
    for rounds in (0, 6):
        with pytest.raises(DocumentError, match=f"{rounds} of 1 to 5"):
            PLANS.rounds_of(GamePlan(("Ann",), rounds=rounds))


def test_rosters_are_given_then_named_then_those_to_spare() -> None:
    plan = GamePlan(("Ann", "Bob"), rosters=("b",))
    assert PLANS.rosters_of(plan, ("Z",)) == ["Z", "B", "A", "C"]
    with pytest.raises(DocumentError, match="3 for 2"):
        PLANS.rosters_of(replace(plan, rosters=("a", "b", "c")))


@pytest.mark.parametrize("name", names())
def test_a_seat_has_an_id_a_name_a_colour_and_a_roster(name: str) -> None:
    book = load(name)
    rosters, colours = ([offer.name for offer in offers] for offers in (book.offers().rosters, book.offers().colours))
    for chosen in ((), ("#ffffff", "#000000")):
        setup = book.new_setup(GamePlan(("Ann", "Bob"), rosters=(rosters[1],), colours=chosen))
        seats = book.plain_setup(setup)["players"]
        assert [(seat["id"], seat["name"]) for seat in seats] == [("ann", "Ann"), ("bob", "Bob")]
        assert [seat["colour"] for seat in seats] == [*(chosen or colours[:2])]
        roster = next(value for value in seats[0].values() if isinstance(value, dict))
        assert roster["name"] == next(offer.title for offer in book.offers().rosters if offer.name == rosters[1])


def test_named_rosters_become_documents_and_others_are_refused() -> None:
    plain = {"players": [{"army": "a"}, {"army": {"own": 1}}, 3]}
    found = PLANS.named_documents(plain, "setup")
    assert found["players"][0]["army"]["players"] == ["a"]
    assert found["players"][1:] == plain["players"][1:]
    assert plain["players"][0] == {"army": "a"}, "what was given stays as it is"
    assert PLANS.named_documents(7, "setup") == 7
    with pytest.raises(DocumentError, match="bob of a, b, c") as caught:
        PLANS.named_documents({"players": [{"army": "bob"}]}, "setup")
    assert caught.value.where == "players[0].army"


class Options(Part):
    pace: Literal["slow", "fast"] = "slow"


def test_the_values_of_an_agreement_are_those_of_its_field_in_the_document() -> None:
    expected = Agreement("pace", "Pace", (("slow", "Slow"), ("fast", "Fast")), "P-1", "how fast")
    assert kit.agreement(Options, "pace", "P-1", "Pace", "how fast", "Slow", "Fast") == expected
    with pytest.raises(ValueError, match="shorter"):
        kit.agreement(Options, "pace", "P-1", "Pace", "how fast", "Slow")


def test_agreements_are_taken_by_name_and_value() -> None:
    known = [Agreement("pace", "Pace", (("slow", "Slow"), ("fast", "Fast")))]
    plan = GamePlan(("Ann",), agreed=(("pace", "fast"),))
    assert agreed(plan, known) == {"pace": "fast"}
    assert agreed(GamePlan(("Ann",)), known) == {}
    with pytest.raises(DocumentError) as caught:
        agreed(replace(plan, agreed=(("peace", "fast"),)), known)
    assert (caught.value.file, caught.value.where) == ("new game", "peace")
    assert caught.value.reason == "'peace' is not something to agree on - use pace"
    with pytest.raises(DocumentError) as caught:
        agreed(replace(plan, agreed=(("x" * 5000, "fast"),)), known)
    assert len(str(caught.value)) < 200
    leader = [Agreement("leader", "Leader", (("none", "None"),), players=True)]
    assert agreed(replace(plan, agreed=(("leader", "ANN"),)), leader, ["ann"]) == {"leader": "ann"}
    twins = GamePlan(("Ann", "Ann!"), agreed=(("leader", "Ann!"),))
    assert agreed(twins, leader, ["ann", "ann-2"]) == {"leader": "ann-2"}
    with pytest.raises(DocumentError, match="use one of none, Ann"):
        agreed(replace(plan, agreed=(("leader", "Bob"),)), leader, ["ann"])
    with pytest.raises(DocumentError) as caught:
        agreed(replace(plan, agreed=(("pace", "x" * 50),)), known)
    assert (caught.value.where, caught.value.reason) == (
        "pace", f"'{'x' * 40}' is not available - use one of slow, fast",
    )  # fmt: skip


def test_a_map_is_named_or_given_as_a_file_with_a_path_of_some_length(tmp_path: Path) -> None:
    assert "stone-ford" in map_names("godbreakers")
    bundled = named_map("stone-ford", "godbreakers")
    file = tmp_path / "own.json"
    file.write_text((resource("maps") / "stone-ford.json").read_text(encoding="utf-8"), encoding="utf-8")

    def path_of(length: int) -> str:
        """The same file by a path of so many characters."""
        left = length - len(str(tmp_path)) - len("/own.json")
        return f"{tmp_path}{'/' * (left % 2)}{'/.' * (left // 2)}/own.json"

    assert len(path_of(1000)) == 1000
    assert len(path_of(1001)) == 1001
    assert named_map(path_of(1000), "godbreakers") == named_map(str(file), "godbreakers") == bundled
    for name in (path_of(1001), str(tmp_path / "other.json")):
        with pytest.raises(DocumentError) as caught:
            named_map(name, "godbreakers")
        assert caught.value.file == shortened(name, LONGEST_NAME)
        assert "stone-ford" in caught.value.reason


def test_a_document_names_bundled_maps_only() -> None:
    whole = with_named_map({"map": "stone-ford", "rounds": 3}, "godbreakers", "a file")
    assert whole["rounds"] == 3
    assert whole["map"]["name"] == named_map("stone-ford", "godbreakers").name
    for plain in ({"rounds": 3}, {"map": {"name": "mine"}}):
        assert with_named_map(plain, "godbreakers", "a file") is plain
    with pytest.raises(DocumentError) as caught:
        with_named_map({"map": "/" + "x" * 99}, "godbreakers", "a file")
    assert (caught.value.file, caught.value.where) == ("a file", "map")
    assert caught.value.reason.startswith(f"'/{'x' * 59}' is not a bundled map")


# -- steps of a roster -----------------------------------------------------------------------------


def test_a_step_that_cannot_be_answered_says_why() -> None:
    steps = (
        Step("die", "Which die?", "Dice", choices=(Choice("d6", "D6"), Choice("d8", "D8")), rule="R-1"),
        Step("name", "What name?", "Name", suggestion=""),
        Step("saga", "Which saga?", "Sagas", reason="not yet", rule="R-3"),
    )
    assert why_not_answer(steps, "die", "d8") is None
    assert why_not_answer(steps, "name", "anything") is None
    assert why_not_answer(steps, "saga", "x") == Refusal("not yet", "R-3")
    assert why_not_answer(steps, "die", "d" * 50) == Refusal(
        f"'{'d' * 40}' is not available - use one of d6, d8", "R-1"
    )
    assert why_not_answer(steps, "hat", "x") == Refusal("there is no such step - use one of die, name, saga")
    assert [step.open for step in steps] == [True, True, False]
    assert not replace(steps[0], value="d6").open
    assert not replace(steps[0], optional=True).open
    assert str(refused("die", Refusal("no", "R-1"), "file")) == str(DocumentError("file", "die", "no (R-1)"))
    assert str(refused("die", Refusal("no"), "file")) == str(DocumentError("file", "die", "no"))


# -- entries of a journal --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry", "kind", "agreed_by"),
    [
        ({"interrupt": "draw", "player": "ann", "agreed": ["bob", 7]}, "draw", ("bob", "7")),
        ({"interrupt": "draw", "agreed": "bob"}, "draw", ()),
        ({"interrupt": 3}, None, ()),
        ({"player": "ann"}, None, ()),
        ("draw", None, ()),
        (["draw"], None, ()),
    ],
)
def test_a_declaration_is_told_from_an_answer(entry: Any, kind: str | None, agreed_by: tuple[str, ...]) -> None:
    declared = Interrupt.read(entry)
    assert (declared and declared.kind) == kind
    if declared is not None:
        assert (declared.player, declared.agreed) == (entry.get("player", ""), agreed_by)
    assert Correction.read(entry) is None


def test_a_correction_and_a_declaration_come_back_from_their_plain_form() -> None:
    for given in (Correction({"do": "put"}, "ann", ("bob",)), Correction({})):
        assert Correction.read(given.plain()) == given
        assert Interrupt.read(given.plain()) is None
    assert Correction.read({"correction": "put"}) is None
    assert Correction.read(["correction"]) is None
    assert Interrupt("end", "ann").plain() == {"interrupt": "end", "player": "ann"}
    assert Interrupt("end", "ann", ("bob",)).plain() == {"interrupt": "end", "player": "ann", "agreed": ["bob"]}
    assert Interrupt("end", "ann", rule="R") == Interrupt("end", "ann")


# -- lessons, looks --------------------------------------------------------------------------------


def test_a_step_of_a_lesson_is_reached_by_whatever_fits_its_goal() -> None:
    plain = {
        "title": "First", "player": "ann", "end": "Well done",
        "steps": [
            {"name": "any", "text": "x", "goal": {"event": "Threw"}, "at": ["a1"], "spot": [1.0, 2.0]},
            {"name": "one", "text": "x", "goal": {"event": "Answered", "model": "a*"}, "show": ["walk", "b?"]},
            {"name": "key", "text": "x", "goal": {"answer": "w*"}},
            {"name": "near", "text": "x", "goal": {"near": ["a*", "b*"], "within": 1.0}},
            {"name": "aid", "text": "x", "goal": {"use": "threats"}},
        ],
    }  # fmt: skip
    lesson = lesson_of(plain, {"ruleset": "toy"})
    assert (lesson.title, lesson.player, lesson.end) == ("First", "ann", "Well done")
    assert lesson.position == {"ruleset": "toy"}
    any_, one, key, near, aid = lesson.steps
    assert (any_.spot, any_.at, one.show, aid.aid, any_.aid) == ((1.0, 2.0), ("a1",), ("walk", "b?"), "threats", None)
    session = new_session()
    session.answer("1")
    session.answer("2")
    threw = [event for event in session.events if isinstance(event, Threw)]
    answered = [event for event in session.events if isinstance(event, Answered)]
    found = [any_.is_reached(events, (), ()) for events in ([], threw, answered, [*answered, *threw])]
    assert found == [False, True, False, True]
    assert not one.is_reached(answered, (), ())  # of no model

    class OfModel(Answered):
        model = "a1"

    OfModel.__name__ = "Answered"
    assert one.is_reached([*answered, OfModel("ann", "x")], (), ())
    OfModel.model = "b2"
    assert not one.is_reached([OfModel("ann", "x")], (), ())
    assert [key.is_reached((), [answer], ()) for answer in ("walk", ["walk"], "run", [1.0, 2.0])] == [
        True,
        True,
        False,
        False,
    ]
    assert [one.leads_on(answer) for answer in ("walk", ["b2"], "b22", [1.0, 2.0])] == [True, True, False, False]
    pieces = [PieceView(name, name, "base", x, 0.0, 0.5) for name, x in (("a1", 0.0), ("b1", 2.0), ("b2", 9.0))]
    assert near.is_reached((), (), pieces)
    assert not near.is_reached((), (), pieces[::2])
    assert not aid.is_reached(threw, ["walk"], pieces)


def test_a_look_sees_its_share_and_all_without_a_draw() -> None:
    rng = random.Random(1)
    before = rng.getstate()
    things = range(1000)
    assert sieve(rng, 1.0)(things) is sieve(rng, 1.5)(things) is things
    assert rng.getstate() == before
    seen = [*sieve(rng, 0.3)(things)]
    drawn = random.Random(1)
    assert seen == [each for each in things if drawn.random() < 0.3]


# -- what a rulebook need not say ------------------------------------------------------------------


def test_a_rulebook_that_says_nothing_more_has_plain_answers() -> None:
    book, session = Toy(), toy_session()
    game, decision = session.game, session.pending()
    assert (book.offers(), [*book.agreements()], [*book.lettered()], [*book.rules()], [*book.credits()]) == (
        Offers(), [], [], [], [],
    )  # fmt: skip
    assert book.offers().seats == (1, 2, 2)
    assert Ruleset.documents(book) == ()
    assert book.agrees(game, Interrupt("draw", "ann"), "bob") is True
    assert book.deployed(game, decision) == "auto-deploy"
    assert book.swapped(session.setup) is None
    assert [*book.outlook(game, decision, 1.0, 1.0)] == []
    assert book.closest(game, "a1") == ()
    assert (book.odds(game, decision, "walk"), book.cue(Answered("ann", "x"))) == (None, None)
    assert book.roll_wanted(game, "luck") == RollView("luck")


def test_pieces_that_are_away_or_lost_belong_to_somebody_too() -> None:
    class Losing(Toy):
        def view(self, game: ToyGame) -> TableView:
            view = super().view(game)
            lost = PieceView("c1", "C", "base", 0.0, 0.0, 0.5, "ann")
            return replace(view, lost=(lost,), reserve=(replace(lost, id="c2", owner="bob"),))

    game = Losing().game(ToySetup(), ToyState(), KeyedDice(1))
    assert Losing().owners(game) == {"a1": "ann", "a2": "ann", "b1": "bob", "b2": "bob", "c1": "ann", "c2": "bob"}


def test_what_an_answer_adds_is_told_with_its_sign_unless_only_the_end_of_the_game_is_that_much() -> None:
    plain, valued = Terms(points="VP"), Terms(points="VP", valued="worth", ends=50.0)
    assert (plain.worth, valued.worth) == ("VP", "worth")
    assert [plain.gain(worth) for worth in (1.25, -0.5, 0.0, -0.04)] == ["+1.2 VP", "-0.5 VP", "+0.0 VP", "+0.0 VP"]
    assert [valued.gain(worth) for worth in (49.9, -49.9, 50.0, -50.0)] == ["+49.9 worth", "-49.9 worth", "", ""]
