"""Sagas: circles that live on, every change traced to game, round and rule; apply, undo, return, recruit."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.flow import Interrupt
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.finished import game_id, proven
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets import find, load
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules.circles.documents import GainDocument
from game.rulesets.godbreakers.rules.events import Casualty, RoundBegan, Triumphed
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.campaign import Sagas, entry_text, overview, sheet
from game.rulesets.godbreakers.sagas.standing import (
    Circle,
    GameEntry,
    Member,
    RecruitEntry,
    ReturnEntry,
    SagaDocument,
    circles_of,
)

Plain = dict[str, Any]

GAME = "0123456789abcdef0123"
OTHER = "fedcba98765432100123"
MENDED, KETTLE = "The Mended", "Kettleblack"


@cache
def founded() -> SagaDocument:
    return steps.found("Ours", ("the-mended", "kettleblack"), seed=5)


def read(content: Plain) -> SagaDocument:
    return parse_document(json.dumps(content), SagaDocument, "saga.json")


def with_entries(*entries: Plain, saga: SagaDocument | None = None) -> SagaDocument:
    content = plain(saga or founded())
    return read(content | {"chronicle": [*content["chronicle"], *entries]})


def showing(*changes: Plain, circle: str = MENDED, **more: Any) -> Plain:
    whole = {"circle": circle, "player": "Ann", "vp": 3, "outcome": "won", "changes": list(changes)}
    return whole | more


def game(*showings: Plain, identity: str = GAME) -> Plain:
    found = {"kind": "game", "game": identity, "scenario": "score", "map": "Market Ruins", "rounds": 5}
    return found | {"showings": list(showings)}


def raised(name: str, before: int, after: int, when: int = 2) -> Plain:
    change = {"godbreaker": name, "what": "die", "before": before, "after": after}
    return change | {"round": when, "rule": "G-ROLL-5"}


def ascended(name: str, before: int = 8, when: int = 4) -> Plain:
    return {"godbreaker": name, "what": "ascended", "before": before, "round": when, "rule": "G-ROLL-6"}


def circle_of(saga: SagaDocument, name: str = MENDED) -> Circle:
    return circles_of(saga)[name]


def member_of(saga: SagaDocument, name: str, circle: str = MENDED) -> Member:
    found = circle_of(saga, circle).find(name)
    assert found is not None
    return found


def names(saga: SagaDocument, circle: str = MENDED) -> list[str]:
    return [member.document.name for member in circle_of(saga, circle).present]


# -- real games --------------------------------------------------------------------------------


def play(saga: SagaDocument, seed: int = 1, rounds: int = 3, answers: int | None = None) -> Session:
    """A game between the circles of a saga, played by programs; cut off after so many answers where given."""
    circles = steps.seats(saga, ())
    setup = NEW_GAMES.planned(GamePlan(("Ann", "Bob"), scenario="score", rounds=rounds), circles)
    session = Session(load("godbreakers"), setup, KeyedDice(seed))
    player = make_player("random", seed)
    while not session.finished and (answers is None or len(session.journal) < answers):
        session.answer(answer_with(player, session, len(session.journal)))
    return session


@cache
def first_game() -> Session:
    return play(founded())


@cache
def first_save() -> SaveDocument:
    return SaveDocument.model_validate_json(save_document(first_game()).model_dump_json(exclude_none=True))


@cache
def after_first() -> SagaDocument:
    applied = steps.apply(founded(), proven(first_save(), find, "game.json"), "game.json")
    assert applied is not None
    return applied[0]


def with_rounds(session: Session, *kinds: type[Event]) -> list[tuple[int, Any]]:
    """The events of some kinds, each with the round in which it happened."""
    now, found = 0, []
    for event in session.events:
        now = event.round if isinstance(event, RoundBegan) else now
        if isinstance(event, kinds):
            found.append((now, event))
    return found


def test_q14_after_a_game_every_die_is_what_it_was_at_its_end() -> None:
    models = first_game().state.models.values()
    for player, name in (("ann", MENDED), ("bob", KETTLE)):
        ends = {model.name: model for model in models if model.owner == player and model.godbreaker}
        for member in circle_of(after_first(), name).members:
            end = ends[member.document.name]
            assert (member.where == "ascended") == (end.place == "ascended")
            assert member.document.die == end.die


def test_every_change_leads_back_to_the_game_the_round_and_the_rule() -> None:
    steps = [step for circle in circles_of(after_first()).values() for each in circle.members for step in each.history]
    assert steps
    known = {event.rule for event in first_game().events}
    for step in steps:
        assert step.game == game_id(first_game())
        assert 1 <= step.round <= 3
        assert step.rule in known


def test_honours_count_what_happened() -> None:
    told = overview(after_first())
    assert sum(circle["triumphs"] for circle in told["circles"]) == len(with_rounds(first_game(), Triumphed))
    fallen = [event for _, event in with_rounds(first_game(), Casualty) if event.model[:4] in ("ann.", "bob.")]
    assert sum(circle["fallen"] for circle in told["circles"]) == len(fallen)
    vp = first_game().state.vp
    assert [(circle["games"], circle["vp"]) for circle in told["circles"]] == [(1, vp["ann"]), (1, vp["bob"])]
    won = [circle["won"] for circle in told["circles"]]
    winners = first_game().state.result.winners
    assert won == ([int(player in winners) for player in ("ann", "bob")] if len(winners) == 1 else [0, 0])
    assert told["games"] == 1


def test_the_same_game_counts_once() -> None:
    assert steps.apply(after_first(), proven(first_save(), find, "game.json"), "game.json") is None


def test_the_id_of_a_game_is_the_same_however_it_was_saved_and_another_for_another_game() -> None:
    again = proven(first_save().model_copy(update={"title": "x", "saved_at": "then"}), find, "game.json")
    assert game_id(again) == game_id(first_game())
    assert game_id(play(founded(), seed=2, answers=20)) != game_id(play(founded(), seed=3, answers=20))


def test_undo_takes_back_exactly_what_was_applied() -> None:
    before, taken = steps.undo(after_first())
    assert plain(before) == plain(founded())
    assert isinstance(taken[0], GameEntry)
    assert steps.apply(before, first_game(), "game.json") is not None


def test_a_saga_goes_on_from_game_to_game() -> None:
    saga = after_first()
    for circle in circles_of(saga).values():
        for member in circle.ascended:
            saga = steps.farewell(saga, circle.founded.name, member.document.name)
            saga = steps.recruit(saga, circle.founded.name)
    second = play(saga, seed=4)
    save = SaveDocument.model_validate_json(save_document(second).model_dump_json(exclude_none=True))
    applied = steps.apply(saga, proven(save, find, "second.json"), "second.json")
    assert applied is not None
    assert overview(applied[0])["games"] == 2
    assert read(plain(applied[0])) == applied[0]
    back, taken = steps.undo(applied[0], game=True)
    assert (plain(back), len(taken)) == (plain(saga), 1)


def test_g_asc_1_d12_circles_lose_members_to_ascension() -> None:
    content = plain(founded())
    for circle in content["circles"]:
        circle["veteran"] = True
        for member in circle["godbreakers"]:
            member["die"] = 12
    saga = read(content)
    session = play(saga, seed=6, rounds=5)
    applied = steps.apply(saga, session, "game.json")
    assert applied is not None
    gone = [model.name for model in session.state.models.values() if model.place == "ascended"]
    waiting = [each.document.name for circle in circles_of(applied[0]).values() for each in circle.ascended]
    assert gone
    assert sorted(waiting) == sorted(gone)
    with pytest.raises(DocumentError, match="bring it back or let it go"):
        steps.seats(applied[0], ())


# -- games that are refused --------------------------------------------------------------------


def tampered(**changes: Any) -> SaveDocument:
    content = plain(first_save())
    return SaveDocument.model_validate_json(json.dumps(content | changes))


def refused(save: SaveDocument) -> str:
    with pytest.raises(DocumentError) as caught:
        proven(save, find, "game.json")
    return f"{caught.value.where}: {caught.value.reason}"


def test_an_unfinished_game_is_refused() -> None:
    save = save_document(play(founded(), answers=30)).model_copy(update={"finished": True})
    assert "the game is not over" in refused(save)


def test_a_game_that_began_in_the_middle_is_refused() -> None:
    assert "only whole games count" in refused(tampered(beginning={"round": 1}))


def test_a_tampered_save_is_refused() -> None:
    content = plain(first_save())
    state = content["checkpoint"]["state"]
    richer = {**content["checkpoint"], "state": state | {"vp": {"ann": 99, "bob": 0}}}
    assert "cannot be trusted" in refused(tampered(checkpoint=richer))
    assert "cannot be trusted" in refused(tampered(dice={"seed": 999}))
    assert "cannot be trusted" in refused(tampered(journal=["nonsense", *content["journal"][1:]]))
    digests = [*content["digests"][:-1], content["digests"][-1] | {"digest": "0" * 24}]
    assert "cannot be trusted" in refused(tampered(digests=digests))
    setup = json.loads(json.dumps(content["setup"]))
    setup["players"][0]["circle"] |= {"veteran": True}
    setup["players"][0]["circle"]["godbreakers"][0]["die"] = 12
    assert "cannot be trusted" in refused(tampered(setup=setup))


def test_games_of_other_circles_are_refused() -> None:
    other = steps.found("Theirs", ("the-mended", "the-long-glass"), seed=1)
    with pytest.raises(DocumentError, match="Kettleblack is not in this saga") as caught:
        steps.apply(other, first_game(), "game.json")
    assert caught.value.where == "setup.players[1].circle"


def test_games_of_the_circles_as_they_no_longer_are_are_refused() -> None:
    grown = with_entries(game(showing(raised("Splint", 6, 8))))
    with pytest.raises(DocumentError, match="Splint's die is 8 in the saga but 6 in the game"):
        steps.apply(grown, first_game(), "game.json")
    short = with_entries(game(showing(ascended("Splint", 6))))
    with pytest.raises(DocumentError, match="Splint ascended: bring it back or let it go"):
        steps.apply(short, first_game(), "game.json")


def test_q14_a_triumph_in_an_action_cut_short_is_kept() -> None:
    session = play(founded(), answers=60)
    model = next(each for each in session.state.models.values() if each.owner == "ann" and each.die < 12)
    session.interrupt(Interrupt("concede", "bob"))
    before = session.state.models[model.id].die
    session.state.models[model.id].raises = 1
    applied = steps.apply(founded(), session, "game.json")
    assert applied is not None
    assert member_of(applied[0], model.name).document.die == min(12, before + 2)


# -- ascension and return ----------------------------------------------------------------------


def away(name: str = "Suture") -> SagaDocument:
    """A saga in which one of The Mended has ascended."""
    return with_entries(game(showing(ascended(name, 8))))


def test_g_asc_1_a_return_gains_a_trait_and_makes_a_d6() -> None:
    back = steps.bring_back(away(), "the-mended", "Suture", "Healer", None)
    suture = member_of(back, "Suture")
    assert (suture.where, suture.document.die, suture.document.traits["Healer"]) == ("circle", 6, 3)
    assert suture.document.gains[-1] == GainDocument(trait="Healer", at="return")
    assert suture.history[-1].game == GAME
    assert names(back)[0] == "Suture"
    roster = circle_of(back).roster()
    assert roster.veteran
    assert type(roster).model_validate_json(roster.model_dump_json(exclude_none=True)) == roster


def test_g_asc_1_a_return_must_gain_what_the_rules_allow() -> None:
    with pytest.raises(DocumentError, match=r"Fleet is not available.*G-CIR-5"):
        steps.bring_back(away(), MENDED, "Suture", "Fleet", None)
    with pytest.raises(DocumentError, match="is not waiting to return"):
        steps.bring_back(away(), MENDED, "Splint", "Healer", None)
    with pytest.raises(DocumentError, match="is not waiting to return"):
        steps.bring_back(founded(), MENDED, "Suture", "Healer", None)
    with pytest.raises(DocumentError, match="no circle is called 'Nobody'"):
        steps.bring_back(away(), "Nobody", "Suture", "Healer", None)


def test_g_cir_6_a_throw_binds_the_return() -> None:
    thrown = steps.cast_crucible(away(), MENDED, "Suture", "gold")
    with pytest.raises(DocumentError, match="has already rolled"):
        steps.cast_crucible(thrown, MENDED, "Suture", "iron")
    assert steps.cast_crucible(away(), MENDED, "Suture", "gold").chronicle[-1].kind == "crucible"
    options = member_of(thrown, "Suture").open_gains()
    assert {gain.by for gain in options} <= {"crucible", "alloy"}
    for gain in options[:3]:
        back = steps.bring_back(thrown, MENDED, "Suture", gain.trait, gain.flaw)
        assert member_of(back, "Suture").document.gains[-1] == gain
    with pytest.raises(DocumentError, match="is not available"):
        steps.bring_back(thrown, MENDED, "Suture", "Vengeful", None)


def alloyed() -> SagaDocument:
    throw = {"kind": "crucible", "circle": MENDED, "godbreaker": "Suture", "metal": "gold", "roll": 6}
    return with_entries(throw, saga=away())


def test_g_cir_7_an_alloy_on_return_brings_metal_trait_and_flaw() -> None:
    with pytest.raises(DocumentError, match=r"Shaping costs a flaw: Brittle, Careful, Prey, Slow, Unlucky"):
        steps.bring_back(alloyed(), MENDED, "Suture", "Shaping", None)
    back = steps.bring_back(alloyed(), MENDED, "Suture", "shaping", "slow")
    suture = member_of(back, "Suture").document
    assert (suture.metals, suture.flaws) == (("copper", "gold"), ("Slow",))
    assert suture.traits == {"Healer": 2, "Defensive": 1, "Shaping": 1}


def test_g_asc_1_one_not_returned_never_comes_back() -> None:
    gone = steps.farewell(away(), MENDED, "Suture")
    assert member_of(gone, "Suture").where == "gone"
    with pytest.raises(DocumentError, match="is not waiting to return"):
        steps.bring_back(gone, MENDED, "Suture", "Healer", None)


def test_g_asc_1_one_with_four_traits_at_rank_3_never_comes_back() -> None:
    content = plain(founded())
    full = dict.fromkeys(("Healer", "Defensive", "Inspired", "Vengeful"), 3)
    gains = [{"trait": name, "at": "return"} for name in full for _ in range(3)]
    for gain in gains[:3]:
        del gain["at"]
    content["circles"][0]["veteran"] = True
    content["circles"][0]["godbreakers"][0] |= {"traits": full, "gains": gains}
    saga = read(content | {"chronicle": [game(showing(ascended("Suture", 8)))]})
    assert member_of(saga, "Suture").where == "gone"
    assert member_of(saga, "Suture").history[-1].rule == "G-ASC-1"
    assert circle_of(saga).needs() == ["1 to recruit (G-CIR-1)"]


def test_q36_when_the_leader_is_gone_the_next_on_the_roster_leads_without_a_third_trait() -> None:
    gone = steps.recruit(steps.farewell(away(), MENDED, "Suture"), MENDED, "Gauze", "copper", ("Healer", "Healer"))
    assert names(gone) == ["Poultice", "Splint", "Lull", "Second Breath", "Gauze"]
    leader = next(member for member in overview(gone)["circles"][0]["members"] if member["leads"])
    assert leader["name"] == "Poultice"
    assert sum(leader["traits"].values()) == 2
    assert len(steps.seats(gone, ())) == 2


# -- recruits ----------------------------------------------------------------------------------


def gap() -> SagaDocument:
    return steps.farewell(away(), MENDED, "Suture")


def test_g_cir_1_a_recruit_fills_the_gap_at_d6() -> None:
    full = steps.recruit(gap(), MENDED)
    entry = full.chronicle[-1]
    assert isinstance(entry, RecruitEntry)
    assert (entry.godbreaker.die, len(entry.godbreaker.gains)) == (6, 2)
    assert names(full)[-1] == entry.godbreaker.name
    assert member_of(full, entry.godbreaker.name).history[0].game == GAME
    assert steps.recruit(gap(), MENDED).chronicle[-1].model_copy(update={"at": entry.at}) == entry


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("Splint", "copper", ("Healer", "Healer")), r"was in the circle before.*G-CIR-1"),
        (("Suture", "copper", ("Healer", "Healer")), r"was in the circle before.*G-CIR-1"),
        (("Gauze", "copper", ("Healer",)), r"a recruit gains 2 traits.*G-CIR-3"),
        (("Gauze", "copper", ("Healer", "Healer", "Healer")), r"a recruit gains 2 traits.*G-CIR-3"),
        (("Gauze", "copper", ("Fleet", "Healer")), r"Fleet is not on the list for copper.*G-CIR-5"),
        (("Gauze", "tin", ("Healer", "Healer")), "copper"),
        (("Gauze", None, ("Healer", "Healer")), "give name, metal and traits"),
        (("", None, ()), "name"),
    ],
)
def test_g_cir_1_a_recruit_against_the_rules_is_refused(arguments: tuple[Any, ...], reason: str) -> None:
    with pytest.raises(DocumentError) as caught:
        steps.recruit(gap(), MENDED, *arguments)
    assert re.search(reason, str(caught.value))


def test_g_cir_1_nobody_is_recruited_where_no_place_is_free() -> None:
    with pytest.raises(DocumentError, match="already has its 5 godbreakers"):
        steps.recruit(founded(), MENDED)
    with pytest.raises(DocumentError, match="bring it back or let it go"):
        steps.recruit(away(), MENDED)


def test_undo_back_to_before_the_last_game_takes_back_what_followed_from_it() -> None:
    full = steps.recruit(gap(), MENDED)
    before, taken = steps.undo(full, game=True)
    assert plain(before) == plain(founded())
    assert [entry.kind for entry in taken] == ["game", "farewell", "recruit"]
    assert plain(steps.undo(full)[0]) == plain(steps.undo(full)[0])
    with pytest.raises(DocumentError, match="no entry to undo"):
        steps.undo(founded())
    with pytest.raises(DocumentError, match="no game to undo"):
        steps.undo(founded(), game=True)


# -- documents that contradict themselves ------------------------------------------------------

RETURN = {"kind": "return", "circle": MENDED, "godbreaker": "Suture", "game": GAME}
HEALED = {"trait": "Healer", "at": "return"}
AWAY = game(showing(ascended("Suture")))

CONTRADICTIONS: dict[str, tuple[list[Plain], str]] = {
    "the same game twice": ([game(showing()), game(showing())], "chronicle[1].game"),
    "a die that was another": ([game(showing(raised("Splint", 8, 10)))], "chronicle[0].showings[0].changes[0].before"),
    "a stranger": ([game(showing(raised("Nobody", 6, 8)))], "chronicle[0].showings[0]"),
    "a stranger's triumphs": ([game(showing(triumphs={"Nobody": 1}))], "chronicle[0].showings[0]"),
    "an unknown circle": ([game(showing(circle="Them"))], "chronicle[0].showings[0].circle"),
    "a circle twice": ([game(showing(), showing())], "chronicle[0].showings[1].circle"),
    "a game short of one": ([AWAY, game(showing(), identity=OTHER)], "chronicle[1].showings[0].circle"),
    "a change after ascension": (
        [game(showing(ascended("Suture"), raised("Suture", 8, 10)))],
        "chronicle[0].showings[0].changes[1].before",
    ),
    "a return of nobody": ([RETURN | {"gain": HEALED}], "chronicle[0].godbreaker"),
    "a return from another game": ([AWAY, RETURN | {"game": OTHER, "gain": HEALED}], "chronicle[1].game"),
    "a return without rising": (
        [AWAY, RETURN | {"gain": {"trait": "Fleet", "at": "return"}}],
        "chronicle[1].gain.trait",
    ),
    "a gain of creation": ([AWAY, RETURN | {"gain": {"trait": "Healer"}}], "chronicle[1].gain.at"),
    "a crucible that was not thrown": (
        [AWAY, RETURN | {"gain": {"by": "crucible", "metal": "copper", "roll": 2, **HEALED}}],
        "chronicle[1].gain.by",
    ),
    "an entry for no circle": ([AWAY, RETURN | {"circle": "Them", "gain": HEALED}], "chronicle[1].circle"),
    "a recruit at D8": (
        [
            AWAY,
            {"kind": "farewell", "circle": MENDED, "godbreaker": "Suture", "game": GAME},
            {
                "kind": "recruit",
                "circle": MENDED,
                "godbreaker": {"name": "Gauze", "die": 8, "metals": ["copper"], "traits": {"Healer": 2}},
            },
        ],
        "chronicle[2].godbreaker.die",
    ),
    "a die of 7": ([game(showing(raised("Splint", 6, 7)))], "chronicle[0].game.showings[0].changes[0].after"),
    "a rule that is none": (
        [game(showing(raised("Splint", 6, 8) | {"rule": "because"}))],
        "chronicle[0].game.showings[0].changes[0].rule",
    ),
    "a kind that is none": ([{"kind": "gift", "circle": MENDED}], "chronicle[0]"),
    "a die without its value": (
        [game(showing({key: value for key, value in raised("Splint", 6, 8).items() if key != "after"}))],
        "chronicle[0].game.showings[0].changes[0].after",
    ),
}


@pytest.mark.parametrize(("entries", "where"), CONTRADICTIONS.values(), ids=CONTRADICTIONS)
def test_a_chronicle_that_contradicts_itself_is_refused(entries: list[Plain], where: str) -> None:
    with pytest.raises(DocumentError) as caught:
        with_entries(*entries)
    assert caught.value.where == where


def test_a_saga_of_a_newer_version_is_refused() -> None:
    with pytest.raises(DocumentError, match="it may come from a newer version") as caught:
        read(plain(founded()) | {"version": 2})
    assert caught.value.where == "version"


def test_a_saga_needs_different_circles_that_can_grow() -> None:
    with pytest.raises(DocumentError, match="is listed twice"):
        steps.found("Ours", ("the-mended", "the-mended"), 1)
    with pytest.raises(DocumentError, match=r"is a training circle.*G-CIR-3"):
        steps.found("Ours", ("tidewrack",), 1)
    with pytest.raises(DocumentError, match="there is no circle or file called"):
        steps.found("Ours", ("nobody",), 1)


def test_nonsense_in_a_saga_is_refused(tmp_path: Path) -> None:
    text = json.dumps(plain(founded())).replace('"seed": 5', '"seed": NaN')
    with pytest.raises(DocumentError, match="NaN is no JSON number"):
        parse_document(text, SagaDocument, "saga.json")
    huge = tmp_path / "huge.json"
    with huge.open("wb") as stream:
        stream.truncate(50_000_000)
    with pytest.raises(DocumentError, match="is larger than"):
        Sagas().load(str(huge))


# -- who plays, and how it is told -------------------------------------------------------------


def test_the_circles_of_a_game_are_chosen_by_name() -> None:
    assert [circle.name for circle in steps.seats(founded(), ("kettleblack",))] == [KETTLE]
    with pytest.raises(DocumentError, match="cannot play against itself"):
        steps.seats(founded(), ("kettleblack", KETTLE))


def test_a_saga_tells_where_everything_came_from() -> None:
    saga = steps.bring_back(alloyed(), MENDED, "Suture", "Shaping", "Slow")
    saga = with_entries(game(showing(raised("Splint", 6, 8)), identity=OTHER), saga=saga)
    text = "\n".join(sheet(saga))
    assert "ascended: game 1 (01234567), round 4 (G-ROLL-6)" in text
    assert "returned with Shaping 1 and Slow, D8 → D6: after game 1 (01234567) (G-ASC-1)" in text
    assert "D6 → D8: game 2 (fedcba98), round 2 (G-ROLL-5)" in text
    assert "needs before its next game: Suture ascended" in "\n".join(sheet(away()))
    for entry in steps.recruit(gap(), MENDED).chronicle:
        assert entry_text(entry)
    assert isinstance(saga.chronicle[2], ReturnEntry)
    assert entry_text(saga.chronicle[1]).endswith("rolled a 6 on the gold crucible (G-CIR-6)")
