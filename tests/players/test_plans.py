"""Computer players that follow a plan: what each intent changes, secrecy, saves, and refusals of a plan."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import Arrange, Choose, Place
from game.engine.core.flow import Interrupt
from game.engine.intents import Table, aims_of
from game.engine.plans import IntentDocument, Known, PlanDocument, load_plan, require_fits
from game.engine.rulebook.new_game import GamePlan
from game.engine.sandbox import sandbox_from
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.finished import rest_differs
from game.engine.saving.loading import load_save
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.play.document_kinds import foreign_kind
from game.players import Planning, answer_with, blind_fork, make_player, new_session
from game.players.intents import Following


def plan_of(**intents: Mapping[str, object]) -> PlanDocument:
    return PlanDocument(
        name="A plan", intents=tuple(IntentDocument.model_validate({"who": who, **one}) for who, one in intents.items())
    )


PLAN = plan_of(
    wick={"intent": "hold"},
    tallow={"intent": "screen", "friend": "Wick"},
    ember={"intent": "push", "where": "Bob's Hoard"},
    flint={"intent": "hunt", "enemy": "Gull"},
    cinder={"intent": "reserve", "until": 2},
)


def begun(ruleset: str = "godbreakers") -> Session:
    session = new_session.new_game(ruleset, GamePlan(("Ann", "Bob")), ["greedy", "greedy"], seed=3)
    new_session.deploy(session)
    return session


class Round:
    """The first round of a game between bots, with the spots at its beginning and at its end."""

    def __init__(self, plan: PlanDocument | None, kind: str = "greedy") -> None:
        session = begun()
        if plan is not None:
            new_session.give_plan(session, "ann", plan, "a plan")
        bots = {player: make_player(kind, seed) for seed, player in enumerate(("ann", "bob"))}
        self.before = Table.of(session.ruleset, session.game)
        self.reserve_moves: list[float] = []
        while session.decision is not None and session.ruleset.round(session.game) <= 1:
            then = self.gap(session, "ann.cinder")
            mover = session.decision.player
            session.answer(answer_with(bots[mover], session, len(session.journal)))
            if mover == "ann" and session.decision is not None:
                self.reserve_moves.append(self.gap(session, "ann.cinder") - then)
        self.session, self.after = session, Table.of(session.ruleset, session.game)

    @staticmethod
    def gap(session: Session, piece: str) -> float:
        """Return the inches from a piece to the nearest enemy, or 0 once either is gone."""
        table = Table.of(session.ruleset, session.game)
        foes = [disc for name, disc in table.discs.items() if table.owners.get(name) == "bob"]
        return (
            min((math.dist(table.discs[piece][:2], foe[:2]) for foe in foes), default=0.0)
            if piece in table.discs
            else 0.0
        )

    def apart(self, one: str, other: str) -> float:
        return math.dist(self.after.discs[one][:2], self.after.discs[other][:2])


@pytest.fixture(scope="module")
def planned() -> Round:
    return Round(PLAN)


@pytest.fixture(scope="module")
def free() -> Round:
    return Round(None)


def test_a_piece_that_holds_stays_where_it_is(planned: Round, free: Round) -> None:
    assert planned.after.discs["ann.wick"] == planned.before.discs["ann.wick"]
    assert free.after.discs["ann.wick"] != free.before.discs["ann.wick"]


def test_a_piece_that_pushes_is_nearer_to_its_place(planned: Round, free: Round) -> None:
    assert planned.apart("ann.ember", "bob.hoard") < free.apart("ann.ember", "bob.hoard") - 3.0


def test_a_hunt_and_a_screen_are_about_the_enemy_that_they_name() -> None:
    plan = plan_of(
        flint={"intent": "hunt", "enemy": "Gull"}, tallow={"intent": "screen", "friend": "Wick", "enemy": "Gull"}
    )
    session = begun()
    table = Table.of(session.ruleset, session.game)
    hunt, screen = sorted(aims_of(plan, "ann", session.ruleset, session.game), key=lambda aim: aim.kind)
    gull, wick, goal = table.discs["bob.gull"], table.discs["ann.wick"], screen.goal(table, table)
    assert hunt.goal(table, table) == gull[:2]
    missed = hunt.miss(table, table)
    assert missed == pytest.approx(
        math.dist(table.discs["ann.flint"][:2], gull[:2]) - gull.radius - table.discs["ann.flint"].radius
    )
    assert goal is not None
    assert math.dist(goal, wick[:2]) + math.dist(goal, gull[:2]) == pytest.approx(math.dist(wick[:2], gull[:2]))


def test_a_piece_that_hunts_is_nearer_to_its_target(planned: Round, free: Round) -> None:
    assert planned.apart("ann.flint", "bob.gull") < free.apart("ann.flint", "bob.gull") - 1.0


def test_a_piece_that_screens_is_between_its_friend_and_the_nearest_enemy(planned: Round) -> None:
    wick, tallow = planned.after.discs["ann.wick"], planned.after.discs["ann.tallow"]
    foes = [disc for name, disc in planned.after.discs.items() if planned.after.owners.get(name) == "bob"]
    foe = min(foes, key=lambda disc: math.dist(disc[:2], wick[:2]))
    detour = math.dist(wick[:2], tallow[:2]) + math.dist(tallow[:2], foe[:2]) - math.dist(wick[:2], foe[:2])
    assert math.dist(wick[:2], tallow[:2]) < 5.0
    assert detour < 1.0


def test_a_reserve_never_goes_towards_the_enemy_before_its_round(planned: Round, free: Round) -> None:
    assert min(planned.reserve_moves) > -0.01
    assert min(free.reserve_moves) < -1.0


def test_a_recruit_follows_a_plan_too() -> None:
    played = Round(plan_of(wick={"intent": "hold"}), "recruit")
    assert played.after.discs["ann.wick"] == played.before.discs["ann.wick"]


def test_every_level_but_chance_can_follow_a_plan() -> None:
    kinds = {
        kind: isinstance(make_player(kind, 0), Planning)
        for kind in ("random", "greedy", "recruit", "veteran", "warlord")
    }
    assert kinds == {"random": False, "greedy": True, "recruit": True, "veteran": True, "warlord": True}


def test_a_bot_at_a_table_which_sees_only_its_copy_of_the_game_follows_its_plan() -> None:
    session = begun()
    new_session.give_plan(session, "ann", PLAN, "a plan")
    while session.pending().player != "ann":
        session.answer(answer_with(make_player("greedy", 1), session, 1))
    seated = new_session.Seated("greedy")
    seated(blind_fork(session, "ann"))
    assert isinstance(seated.player, Planning)
    assert seated.player.plan_to_follow == PLAN


def test_a_unit_that_may_come_on_loses_nothing_by_its_plan() -> None:
    session = begun("dropzone")
    new_session.set_up(session)
    plan = plan_of(**{"Ferret Scout Car": {"intent": "push", "where": "Centre"}})
    player = session.pending().player
    while player != "ann":
        session.answer(answer_with(make_player("greedy", 1), session, 1))
        player = session.pending().player
    following = Following(session.fork(), plan)
    assert isinstance(following.decision, Choose)
    (aim,) = following.aims
    assert not {*aim.models} & {*following.start.discs}
    assert following.gain(following.start.moved(dict.fromkeys(aim.models, (10.0, 8.0)))) == 0.0


def test_a_place_whose_name_others_have_too_goes_by_its_id() -> None:
    session = begun()
    view = replace(session.ruleset.view(session.game), names={"north": "Wood", "south": "Wood", "pond": "Pond"})
    known = Known.of(view)
    names = {identity: known.short(identity) for identity in ("north", "south", "pond")}
    assert {identity: known.places[name.lower()] for identity, name in names.items()} == {
        "north": "north", "south": "south", "pond": "pond",
    }  # fmt: skip
    assert names["pond"] == "Pond"


def test_an_intent_counts_from_its_round_on_and_before_its_end() -> None:
    intent = IntentDocument(who="Wick", intent="hold", since=2, until=4)
    assert [number for number in range(6) if intent.applies(number)] == [2, 3]
    assert IntentDocument(who="Wick", intent="hold").applies(0)


# -- secrecy and saves


def test_copies_of_a_game_know_no_plan_and_a_save_seals_it_until_the_end() -> None:
    session = begun()
    assert "plans" not in plain(save_document(session))
    new_session.give_plan(session, "ann", PLAN, "a plan")
    assert not session.fork().plans
    assert not blind_fork(session, "bob", 1).plans
    document = save_document(session)
    assert "hunt" not in json.dumps(plain(document)["plans"])
    again, difference = load_save(document, rulesets.find, "a save")
    assert difference is None
    assert again.plans == {"ann": PLAN}


def test_a_finished_game_shows_the_plans_and_agrees_with_its_seal() -> None:
    session = begun("bushido")
    new_session.give_plan(session, "ann", plan_of(**{"Bell Warden": {"intent": "hold"}}), "a plan")
    session.interrupt(Interrupt("concede", "bob"))
    assert session.finished
    document = save_document(session)
    assert "Bell Warden" in json.dumps(plain(document)["plans"])
    assert rest_differs(session, document) is None
    changed = rest_differs(session, document.model_copy(update={"plans": None}))
    assert changed is not None
    assert "changed after saving" in changed.reason


def test_a_changed_seal_of_a_plan_is_refused_with_its_place() -> None:
    session = begun()
    new_session.give_plan(session, "ann", PLAN, "a plan")
    broken = plain(save_document(session)) | {"plans": {"ann": {"sealed": "00"}}}
    with pytest.raises(DocumentError) as refused:
        load_save(parse_document(json.dumps(broken), SaveDocument, "a save"), rulesets.find, "a save")
    assert refused.value.where == "plans.ann.sealed"


# -- refusals

YAML = """\
format: inchwise-plan
version: 1
name: Hold
intents:
  - who: Wick
    intent: push
    where: Objective
"""


def test_a_plan_in_yaml_is_read(tmp_path: Path) -> None:
    file = tmp_path / "hold.yaml"
    file.write_text(YAML)
    assert load_plan(str(file)).intents == (IntentDocument(who="Wick", intent="push", where="Objective"),)


@pytest.mark.parametrize(
    ("intents", "where", "words"),
    [
        ({"Wik": {"intent": "hold"}}, "intents[0].who", "use one of Wick"),
        ({"Wick": {"intent": "hunt", "enemy": "Tallow"}}, "intents[0].enemy", "is not an enemy"),
        ({"Wick": {"intent": "screen", "friend": "Gull"}}, "intents[0].friend", "is not a piece of this side"),
        ({"Wick": {"intent": "push", "where": "Objektive"}}, "intents[0].where", "use one of Objective"),
    ],
)
def test_unknown_pieces_and_places_are_refused_with_place_and_cure(
    intents: Mapping[str, Mapping[str, object]], where: str, words: str
) -> None:
    with pytest.raises(DocumentError) as refused:
        new_session.give_plan(begun(), "ann", plan_of(**intents), "plan.json")
    assert (refused.value.file, refused.value.where) == ("plan.json", where)
    assert words in refused.value.reason


def test_where_nothing_can_be_named_the_refusal_says_so() -> None:
    session, plan = begun(), plan_of(Wick={"intent": "push", "where": "Well"})
    bare = replace(Known.of(session.ruleset.view(session.game)), places={})
    with pytest.raises(DocumentError) as refused:
        require_fits(plan, "ann", bare, "godbreakers", "plan.json")
    assert refused.value.reason == "'Well' is not a place on this table - this game has none"


@pytest.mark.parametrize(
    ("intent", "where"),
    [
        ({"intent": "push"}, "intents[0].where"),
        ({"intent": "hunt"}, "intents[0].enemy"),
        ({"intent": "hold", "enemy": "Gull"}, "intents[0].enemy"),
        ({"intent": "reserve", "since": 3, "until": 2}, "intents[0].until"),
    ],
)
def test_intents_that_make_no_sense_are_refused(intent: dict[str, object], where: str) -> None:
    text = json.dumps({"format": "inchwise-plan", "version": 1, "name": "x", "intents": [{"who": "Wick", **intent}]})
    with pytest.raises(DocumentError) as refused:
        parse_document(text, PlanDocument, "plan.json")
    assert refused.value.where == where


# -- all rulebooks


def on_the_table(ruleset: str, squad: str) -> Session:
    """Return a game after its deployment; a squad that would enter later is on the table."""
    session = begun(ruleset)
    new_session.set_up(session)
    if ruleset != "dropzone":
        return session
    box = sandbox_from(session)
    put = next(one for one in box.editor.palette(box.game) if one.label.startswith(squad))
    box.change({**put.edit, "x": 10.0, "y": 8.0})
    return box.start_game(1, 3)


@pytest.mark.parametrize(
    ("ruleset", "player", "who", "place"),
    [
        ("aos4", "bob", "Hullbreakers", "West Well"),
        ("bushido", "ann", "Temple Guard Spear", "Idol 2"),
        ("dropzone", "ann", "Ferret Scout Car", "Centre"),
    ],
)
def test_units_of_every_rulebook_move_as_planned(ruleset: str, player: str, who: str, place: str) -> None:
    session = on_the_table(ruleset, who)
    new_session.give_plan(session, player, plan_of(**{who: {"intent": "push", "where": place}}), "a plan")
    bots = {one: make_player("greedy" if one == player else "random", 1) for one in ("ann", "bob")}
    start = Table.of(session.ruleset, session.game)
    (aim,) = aims_of(session.plans[player], player, session.ruleset, session.game)
    decision = session.pending()
    while not (isinstance(decision, Place | Arrange) and decision.about in (aim.unit, *aim.models)):
        session.answer(answer_with(bots[decision.player], session, len(session.journal)))
        decision = session.pending()
    before, reason = aim.miss(start, start), bots[player].reason
    session.answer(answer_with(bots[player], session, len(session.journal)))
    after = aim.miss(Table.of(session.ruleset, session.game), start)
    assert before is not None
    assert after is not None
    assert after < before - 2.0
    assert reason == "it follows its plan"


def test_a_broken_plan_in_yaml_is_read_as_a_plan(tmp_path: Path) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("format: inchwise-plan\nname: A\nname: B\n", encoding="utf-8")
    assert foreign_kind(str(file)) is None, "no other program's file"


def test_plans_with_the_older_names_of_fields_are_read() -> None:
    assert plan_of(a={"intent": "hunt", "whom": "Gull"}) == plan_of(a={"intent": "hunt", "enemy": "Gull"})
    older = plan_of(a={"intent": "screen", "whom": "Wick", "against": "Gull"})
    assert older == plan_of(a={"intent": "screen", "friend": "Wick", "enemy": "Gull"})
