"""Staged events: what happens is shown in its order, and nothing waits for it."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView, TableView
from game.engine.session import Session
from game.play.session_model import SessionModel, Shot
from game.players.random_player import random_answer
from game.rulesets.bushido.rules import events
from game.rulesets.dropzone.rules.events import Outcome
from game.ui.animation.beats import Beat, Stage, beats_of
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker
from tests.samples import few
from tests.ui.driver import Driver
from tests.ui.table.test_hands import drag

Window = Callable[..., Driver]
ROOT = Path(__file__).resolve().parents[3]
ORDER = ["die-lands", "result", "piece", "log"]


def nothing(_beat: Beat) -> None:
    """Throw no dice, play no sound."""


def watched_game(seed: int, answers: int = 400) -> list[tuple[SessionModel, list[Beat]]]:
    """Play a random game as a window does; return each answer's beats."""
    ruleset = rulesets.load("godbreakers")
    scenario = ("score", "trap", "tragedy", "gathering", "clash", "nest")[seed % 6]
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), scenario)), KeyedDice(seed))
    model = SessionModel(session, lambda _: None, Path("nowhere"))
    model.watched = True
    rng, found = random.Random(seed), []
    for _ in range(answers):
        if model.decision is None:
            break
        view, seen = model.view, len(session.events)
        assert model.answer(random_answer(model.decision, rng)), model.notice
        beats = beats_of(session.events, model.shots, view, seen)
        found.append((model, beats))
        if beats:
            assert (beats[0].first, beats[0].before) == (seen, view)
            assert (beats[-1].last, beats[-1].after) == (len(session.events) - 1, model.view)
        for one, other in pairwise(beats):
            assert (one.last + 1, one.after) == (other.first, other.before)
    return found


@pytest.mark.parametrize("seed", few(range(6)))
def test_every_event_of_a_game_is_shown_once_in_its_order(seed: int) -> None:
    for model, beats in watched_game(seed):
        stage = Stage(nothing, nothing)
        now = 10.0
        stage.play(beats, now)
        while stage.tick(now):
            assert stage.told is not None
            assert stage.told <= len(model.session.events)
            now += 0.05
        last: dict[int, list[str]] = {}
        for stamp in stage.stamps:
            kinds = last.setdefault(stamp.event, [])
            kinds.append(stamp.kind)
            assert kinds == sorted(kinds, key=ORDER.index)
        seconds = [stamp.seconds for stamp in stage.stamps]
        assert seconds == sorted(seconds)
        assert [event for event, kinds in last.items() if kinds[-1] == "log"] == [beat.last for beat in beats]


def test_g_roll_6_a_piece_that_ascends_says_so_on_the_table_and_in_the_dock() -> None:
    play = begin(godbreaker("Raven", A, 10, 10, 12), godbreaker("Nova", B, 11, 10, 8), dice=[12, 3])
    play.answer(["raven"], "engage")
    model = SessionModel(play.session, lambda _: None, Path("nowhere"))
    model.watched = True
    before, seen = model.view, len(play.session.events)
    assert model.answer(["nova"])
    effects = [effect for beat in beats_of(play.session.events, model.shots, before, seen) for effect in beat.effects]
    assert ("left", "Raven", "ascends") in [(effect.change, effect.piece.name, effect.text) for effect in effects]
    assert model.notice.title == "Raven ascends: a Triumph on a d12 takes it off the table"


def test_skipping_shows_the_same_at_once() -> None:
    for _model, beats in watched_game(3, 150):
        slow, quick = Stage(nothing, nothing), Stage(nothing, nothing)
        now = 0.0
        slow.play(beats, now)
        while slow.tick(now):
            now += 0.1
        quick.play(beats, 0.0)
        quick.skip(0.0)
        assert [(each.event, each.kind) for each in quick.stamps] == [(each.event, each.kind) for each in slow.stamps]
        assert quick.trails == slow.trails


@pytest.mark.parametrize(("pace", "factor"), [(0.5, 2.0), (2.0, 0.5), (4.0, 0.25)])
def test_the_pace_divides_every_time(pace: float, factor: float) -> None:
    beats = next(beats for _model, beats in watched_game(0) if len(beats) > 1 and any(beat.throws for beat in beats))
    ends = []
    for each in (1.0, pace):
        stage, now = Stage(nothing, nothing, each), 0.0
        stage.play(beats, now)
        while stage.tick(now):
            now += 0.001
        ends.append(stage.stamps[-1].seconds)
    assert ends[1] == pytest.approx(ends[0] * factor)


# -- at the window -----------------------------------------------------------------------------


def engage(window: Window, *dice: int, **options: object) -> Driver:
    """Return a window in which Nova has just engaged Scoria."""
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8), godbreaker("Pyre", A, 20, 10, 8)]
    driver = window(begin(*pieces, dice=dice).session)
    for name, value in {"pace": 1.0, **options}.items():
        setattr(driver.window.options, name, value)
    driver.scene.apply_options()
    driver.click(driver.at(10, 10))
    driver.scene.hurry()
    framing, camera = driver.scene.framing, driver.scene.focus.camera
    driver.frames_until("the camera to rest", lambda: framing._settled and camera.glide is None)
    driver.click(driver.at(10, 11.2))
    return driver


def test_dice_land_before_damage_shows_and_damage_before_the_log_and_rows(window: Window) -> None:
    driver = engage(window, 7, 3)
    scene = driver.scene
    assert driver.session.state.models["scoria"].damage == 4, "the game does not wait"
    shown = {piece.id: piece for piece in scene.focus.animation.view.pieces}
    assert shown["scoria"].damage == 0
    assert not scene.focus.actions.actions
    assert not scene.sections()
    told = [entry.text for entry in scene.focus.animation.log]
    assert not any("damage" in text for text in told)
    assert scene.focus.animation.decider == A
    hovered = scene.tips.tip()
    assert hovered is not None
    assert "0 damage" in [line.text for line in hovered[1]]
    driver.frames_until("the show to end", lambda: not scene.focus.animation.playing)
    assert {piece.id: piece for piece in scene.focus.animation.view.pieces}["scoria"].damage == 4
    assert scene.focus.actions.actions
    assert any("damage" in entry.text for entry in scene.focus.animation.log)
    kinds = [stamp.kind for stamp in scene.focus.animation.stage.stamps]
    assert kinds.index("die-lands") < kinds.index("piece") < len(kinds) - 1
    assert kinds[-1] == "log"


@pytest.mark.parametrize("how", ["key", "click"])
def test_a_key_or_a_click_skips_to_the_end_and_still_means_what_it_means(window: Window, how: str) -> None:
    driver = engage(window, 7, 3)
    animation = driver.scene.focus.animation
    assert animation.playing
    driver.key("i") if how == "key" else driver.click(driver.at(25, 17))
    assert driver.scene.focus.animation.stage.beat is None
    if how == "key":
        assert driver.scene.focus.inspection.selected


def test_attack_dice_are_thrown_together_and_recovery_dice_apart(window: Window) -> None:
    driver = engage(window, 7, 3)
    beat = driver.scene.focus.animation.stage.beat
    assert beat is not None
    while beat is not None and not beat.throws:
        driver.frame()
        beat = driver.scene.focus.animation.stage.beat
    assert beat is not None
    assert [throw.purpose for throw in beat.throws] == ["attack", "attack"]


def test_reduced_motion_has_a_still_form_and_none_shows_all_at_once(window: Window) -> None:
    driver = engage(window, 7, 3, motion="reduced")
    assert driver.scene.focus.animation.stage.reduced
    assert not driver.scene.focus.animation.tweens.started
    off = engage(window, 7, 3, motion="off")
    assert not off.scene.focus.animation.playing


def test_the_hand_over_comes_last(window: Window) -> None:
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 10, 11.2, 8)]
    driver = window(begin(*pieces, dice=(7, 3)).session)
    driver.window.options.pace = 1.0
    driver.scene.apply_options()
    driver.session.answer_all([["nova"], "engage"])
    driver.scene.focus.call(driver.scene.model.refresh)
    driver.scene.focus.call(lambda: driver.scene.model.answer(["scoria"]))
    driver.scene.hurry()
    driver.scene.focus.call(lambda: driver.scene.model.answer("end"))
    driver.frame()
    if driver.scene.focus.animation.playing:
        assert driver.scene.hand_over.banner is None
    driver.frames_until("the hand-over", lambda: driver.scene.hand_over.banner is not None)
    assert driver.scene.hand_over.banner is not None
    assert driver.scene.hand_over.banner.title == "Bert's turn"
    assert [stamp.kind for stamp in driver.scene.focus.animation.stage.stamps][-2:] == ["log", "hand-over"]


def test_a_move_leaves_its_trail_for_a_moment_and_until_the_next_input(window: Window) -> None:
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 20, 11.2, 8)]
    driver = window(begin(*pieces).session)
    driver.window.options.pace = 4.0
    driver.scene.apply_options()
    driver.scene.focus.call(lambda: driver.session.answer_all([["nova"], "move"]))
    driver.scene.focus.call(driver.scene.model.refresh)
    driver.scene.focus.call(lambda: driver.scene.model.answer([8.0, 9.0]))
    driver.frames_until("the move", lambda: not driver.scene.focus.animation.playing)
    [(was, now)] = driver.scene.focus.animation.stage.trails
    assert ((was.x, was.y), (now.x, now.y)) == ((10.0, 10.0), (8.0, 9.0))
    stage, trails = driver.scene.focus.animation.stage, [(was, now)]
    stage.tick(time.monotonic() + 2.0)
    assert stage.trails == [], "it fades"
    stage.trails = trails
    driver.key("f")
    assert stage.trails == [], "nothing that is decided next is below it"
    driver.scene.focus.call(lambda: driver.scene.model.answer("end"))
    driver.scene.hurry()
    driver.frame()
    if driver.scene.focus.sheets:
        driver.key("return")
    driver.scene.focus.call(lambda: driver.scene.model.answer(["scoria"]))
    driver.scene.hurry()
    assert driver.scene.focus.animation.stage.trails == []


def test_a_piece_that_was_dragged_stays_where_it_was_put_down(window: Window) -> None:
    pieces = [godbreaker("Nova", A, 10, 10, 8), godbreaker("Scoria", B, 20, 11.2, 8)]
    driver = window(begin(*pieces).session)
    driver.window.options.pace = 1.0
    driver.scene.apply_options()
    drag(driver, (10.0, 10.0), (9.0, 9.0), (8.0, 9.0))
    animation = driver.scene.focus.animation
    while animation.stage.beat is not None:
        nova = animation.card("nova")
        assert nova is not None
        assert (nova.x, nova.y) == pytest.approx((8.0, 9.0), abs=0.05)
        assert not animation.tweens.started
        driver.frame()
    assert driver.scene.focus.hands.held is None


def test_the_film_of_an_activation_shows_everything_in_its_order(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "tools/film_activation.py", str(tmp_path), "--rate", "5"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    timeline = json.loads((tmp_path / "timeline.json").read_text(encoding="utf-8"))
    frames = list(tmp_path.glob("frame-*.png"))
    assert f"{len(frames)} frames" in made.stdout
    assert len(frames) > 15
    kinds = [entry["kind"] for entry in timeline]
    assert {*kinds} == {*ORDER, "hand-over"}
    assert [entry["t"] for entry in timeline] == sorted(entry["t"] for entry in timeline)
    assert kinds.index("hand-over") == len(kinds) - 1
    at = {(entry["event"], entry["kind"]): entry["t"] for entry in timeline}
    for (event, kind), seconds in at.items():
        if kind == "die-lands":
            assert seconds <= at[event, "result"] < at[event, "log"] < timeline[-1]["t"]
    hurt = next(event for event, kind in reversed(at) if kind == "piece")
    attack = max(event for event, kind in at if kind == "die-lands" and event < hurt)
    assert at[attack, "die-lands"] < at[attack, "log"] <= at[hurt, "piece"] < at[hurt, "log"]


def test_a_result_that_changes_nothing_is_said_at_the_target() -> None:
    missed = events.Tested(model="a", test="ranged", result=7, number=9, success=False, target="b")
    hit = events.DamageRolled(
        model="b", by="a", pool=Pool("w", 6, ((4,), (1,))), kept=(4, 1), total=5, level=0, wounds=0, stopped="low"
    )
    assert said(missed) == [("b", "Missed: 7 of 9 needed")]
    assert said(hit) == [("b", "Hit, no damage: 5 is too low")]
    assert said(replace(hit, stopped="protected")) == [("b", "Hit, no damage: protected")]
    assert said(replace(hit, stopped="")) == said(replace(missed, success=True)) == []
    assert said(replace(missed, cause="fight")) == []
    volley = Outcome(target="unit", hits=0, points=0, left=3)
    assert said(volley) == [("b", "Missed")]
    assert said(replace(volley, hits=2)) == [("b", "Hit, no damage")]
    assert said(replace(volley, hits=2, points=1)) == []


def said(event: Event) -> list[tuple[str, str]]:
    """Return what the beat of an event says, with the piece at which it is said."""
    view = TableView(
        "", "", (), 0, (), (PieceView("a", "A", "base", 5, 5, 0.5), PieceView("b", "B", "base", 9, 9, 0.5, unit="unit"))
    )
    [beat] = beats_of([event], [Shot(1, view)], view, 0)
    assert all(effect.change == "said" for effect in beat.effects)
    return [(effect.piece.id, effect.text) for effect in beat.effects]
