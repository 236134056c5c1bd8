"""People read names: no text that a game, an edit, a refusal or text play shows has the id of anything in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.commands.text.play import TextGame
from game.engine.core.decisions import Answer, Choose, Decision, IllegalAnswer, MalformedAnswer, Order, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.core.flow import Interrupt
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.play.session_model import SessionModel
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.scenarios import names as scenarios
from game.rulesets.godbreakers.rules.setup import opening_state
from game.rulesets.godbreakers.rules.wild.unaligned import new_token
from inchwise_conformance.typed import line_of
from tests.rulesets.godbreakers.kit import A, B, begin, forgotten, godbreaker, hoard, objective, table, treasure, wood

RAW = re.compile(r"zq|\b[a-z]+-\d+\b|\b[a-z]+:[a-z]")
"""What gives an id away: the setup below has `zq` in each of its own, and what is made in play gets a number."""


def raw_in(texts: list[str]) -> list[str]:
    return sorted({text for text in texts if RAW.search(text)})


def strange_session(scenario: str, seed: int, **options: Any) -> Session:
    """A game in which every id of a player, model, marker or piece of terrain is unlike its name."""
    ruleset = rulesets.load("godbreakers")
    plain = ruleset.plain_setup(ruleset.new_setup(GamePlan(("Ann", "Bob"), scenario=scenario, map="stone-ford")))
    for number, player in enumerate(plain["players"]):
        player["id"] = f"zq{number}"
    for number, piece in enumerate(plain["map"]["terrain"]):
        piece["id"] = f"zqt{number}"
    plain["terrain_supply"] = [{**piece, "id": f"zqs{n}"} for n, piece in enumerate(plain["map"]["terrain"][:3])]
    plain["options"] |= {"ready": True, "rounds": 3, **options}
    plain["players"][0]["circle"]["godbreakers"][0]["traits"] = {"Shaping": 1, "Ruinous": 1}
    return Session(ruleset, ruleset.read_setup(plain), KeyedDice(seed))


def told_by(decision: Decision, game: Game) -> Iterator[str]:
    """Everything that a decision says, the refusals of what is not among its answers included."""
    yield decision.prompt
    yield from (option.label for option in decision.shortcuts)
    if isinstance(decision, Choose):
        yield from (option.label for option in decision.options)
        yield from (refusal.text for _, refusal in decision.refusals())
    state = game.state
    known = [*state.models, *state.markers, *state.tokens, *game.setup.players]
    wrong: list[Answer] = [[each] for each in known] if isinstance(decision, Pick) else []
    if isinstance(decision, Order):
        wrong = [list(decision.items)[:1]]
    elif isinstance(decision, Place):
        wrong = [[piece.x, piece.y] for piece in game.present()]
    for answer in wrong:
        yield from (refusal.text for refusal in decision.why_not(answer))


def edits_of(game: Game) -> Iterator[dict[str, Any]]:
    """Edits of everything there is, most of which are refused."""
    state, setup = game.state, game.setup
    models, others = list(state.models), [*state.markers, *state.tokens]
    terrain = [piece.id for piece in (*game.battlefield.pieces, *setup.terrain_supply)]
    for piece in (*models, *others, *terrain, *setup.players):
        yield {"do": "put", "piece": piece, "x": 6.0, "y": 6.0}
        yield {"do": "put", "piece": piece, "x": -6.0, "y": 6.0}
        yield {"do": "remove", "piece": piece, "to": "reserve"}
        yield {"do": "terrain", "piece": piece, "x": 5.0, "y": 5.0, "degrees": 90}
        yield {"do": "score", "player": piece, "vp": 5}
        for owner in (*setup.players, ""):
            yield {"do": "change", "piece": piece, "owner": owner}
        yield {"do": "change", "piece": piece, "activated": True, "traits": {"Tough": 1}, "name": "Ash"}
        for holder in (models[0], others[0], ""):
            yield {"do": "give", "token": piece, "to": holder}
    yield {"do": "round", "rounds": 5}


@pytest.mark.parametrize("scenario", scenarios())
def test_no_event_question_or_refusal_of_a_game_shows_an_id(scenario: str) -> None:
    session, rng = strange_session(scenario, 4), Random(4)
    texts: list[str] = []
    while session.decision is not None and len(session.journal) < 400:
        texts += told_by(session.decision, session.game)
        session.answer(random_answer(session.decision, rng))
    texts += [session.ruleset.tell(session.game, event) for event in session.events]
    assert len(texts) > 200
    assert raw_in(texts) == []


def test_no_refusal_of_a_declaration_shows_an_id() -> None:
    session = strange_session("score", 1)
    texts = []
    for kind, player in (("end", "zq0"), ("surrender", "zq1"), ("draw", "zq9")):
        with pytest.raises(IllegalAnswer) as caught:
            session.interrupt(Interrupt(kind, player))
        texts += [refusal.text for refusal in caught.value.refusals]
    assert len(texts) == 3
    assert raw_in(texts) == []


def test_no_edit_and_no_refusal_of_one_shows_an_id() -> None:
    start, rng = strange_session("score", 4), Random(4)
    while start.state.round < 2 or not start.at_checkpoint():
        start.answer(random_answer(start.pending(), rng))
    new_token(start.game, "treasure", 0.0, 0.0).holder = start.game.standing()[0].id
    ruleset = start.ruleset
    assert ruleset.editor is not None
    texts: list[str] = []
    done = 0
    for edit in edits_of(start.game):
        game = ruleset.game(start.setup, start.state.clone(), KeyedDice(0))
        try:
            refusals = ruleset.editor.edits.why_not(game, edit)
        except MalformedAnswer:
            continue
        texts += [refusal.text for refusal in refusals]
        if not refusals:
            ruleset.editor.edits.apply(game, Correction(edit, "zq0", ("zq1",)))
            texts += [ruleset.tell(game, event) for event in game.events]
            done += 1
    assert done > 40
    assert len(texts) > 150
    assert raw_in(texts) == []


def test_what_text_play_tells_has_no_id_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    session, rng = strange_session("score", 7), Random(7)
    told: list[str] = []
    desk = SessionModel(session, lambda played: None, tmp_path)
    asides = [
        "look",
        "look Ash",
        "why Ann",
        "why Objective",
        "why not",
        "where",
        "log",
        "range Ash Objective",
        "odds 1",
    ]
    waiting: list[str] = []

    def read() -> str | None:
        if session.decision is None or len(session.journal) > 150:
            return None
        if waiting:
            return waiting.pop()
        if len(session.journal) % 5 == 4:
            waiting.extend(asides)
        return line_of(session, random_answer(session.decision, rng))

    TextGame(desk, read, told.append).run()
    assert len(told) > 300
    assert raw_in(told) == []


def test_terrain_that_comes_and_goes_is_told_by_its_name() -> None:
    game = begin(godbreaker("Wick", A, 5, 5), ground=table(wood("Copse", 14, 2, 17, 5).model_copy(update={"id": "t7"})))
    [gone] = game.session.correct(Correction({"do": "remove", "piece": "t7"}, A, (A, B)))
    assert "Copse" in game.session.ruleset.tell(game.game, gone)


def test_a_correction_tells_places_owners_and_tokens_as_people_call_them() -> None:
    def corrected(**edit: Any) -> str:
        pieces = godbreaker("Wick", A, 5, 5), forgotten("Guard", 9, 9), treasure("treasure-1", "wick")
        game = begin(*pieces, objective(15, 10), hoard(A, 20, 15))
        events = game.session.correct(Correction(edit, A, (A, B)))
        return " | ".join(game.session.ruleset.tell(game.game, event) for event in events)

    assert "in reserve" in corrected(do="remove", piece="wick", to="reserve")
    assert "owner: nobody → Bert" in corrected(do="change", piece="guard", owner=B)
    assert "carried by Wick" in corrected(do="give", token="treasure-1", to="")
    assert "tokens: treasure → –" in corrected(do="give", token="treasure-1", to="")


def test_who_picks_what_cannot_be_picked_is_told_its_name() -> None:
    game = begin(
        godbreaker("Wick", A, 5, 5), godbreaker("Gull", B, 20, 10), hoard(A, 9, 9), treasure("treasure-1", "", 3, 3)
    )
    assert [each.text for each in game.refused([f"{A}.hoard"])] == [f"{A}'s hoard is not a model on the table"]
    assert [each.text for each in game.refused(["treasure-1"])] == ["treasure is not a model on the table"]


def test_setup_has_names_for_everything() -> None:
    session = strange_session("score", 1)
    game, setup = session.game, session.setup
    everything = [*opening_state(setup).models, *opening_state(setup).markers, *setup.players]
    everything += [piece.id for piece in (*setup.battlefield.pieces, *setup.terrain_supply)]
    names = [game.name_of(each) for each in everything]
    assert len(names) > 10
    assert raw_in(names) == []
