"""What a saga does not let through: a second throw of the crucible, a referee's edit as a Triumph, half games."""

import json
from pathlib import Path
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.engine.core.flow import Interrupt
from game.engine.rulebook.editing import Correction
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players import answer_with, make_player
from game.rulesets.godbreakers.new_game.planning import NEW_GAMES
from game.rulesets.godbreakers.rules.events import Ascended, DieRaised
from game.rulesets.godbreakers.sagas import steps
from game.rulesets.godbreakers.sagas.campaign import entry_text
from game.rulesets.godbreakers.sagas.standing import CrucibleEntry, GameEntry, SagaDocument
from tests.rulesets.godbreakers.circles.test_circles import circle as roster
from tests.rulesets.godbreakers.circles.test_sagas import (
    GAME,
    KETTLE,
    MENDED,
    OTHER,
    away,
    circle_of,
    founded,
    game,
    member_of,
    play,
    raised,
    showing,
    with_entries,
)
from tests.rulesets.godbreakers.circles.test_sagas import ascended as ascension

METALS = ("copper", "iron", "mercury", "gold")


def face(saga: SagaDocument) -> int:
    """What the last throw of a saga shows."""
    entry = saga.chronicle[-1]
    assert isinstance(entry, CrucibleEntry)
    return entry.roll


# -- the crucible ------------------------------------------------------------------------------


def test_g_cir_6_every_metal_has_a_throw_of_its_own() -> None:
    seeds = [away().model_copy(update={"seed": seed}) for seed in range(40)]
    faces = [[face(steps.cast_crucible(saga, MENDED, "Suture", metal)) for metal in METALS] for saga in seeds]
    # Were the face the same whatever the metal, each list would hold one face only.
    assert sum(len(set(each)) > 1 for each in faces) > 30


def test_g_cir_6_what_others_throw_before_changes_no_face() -> None:
    both = with_entries(game(showing(ascension("Suture"), ascension("Lull", 6))))
    first = steps.cast_crucible(both, MENDED, "Suture", "gold")
    other = steps.cast_crucible(steps.cast_crucible(both, MENDED, "Lull", "iron"), MENDED, "Suture", "gold")
    assert face(first) == face(other)


def test_g_cir_6_a_throw_cannot_be_taken_back() -> None:
    thrown = steps.cast_crucible(away(), MENDED, "Suture", "gold")
    with pytest.raises(DocumentError, match=r"crucible roll, which cannot be undone.*G-CIR-6"):
        steps.undo(thrown)


def test_g_cir_6_a_throw_comes_back_with_its_game() -> None:
    thrown = steps.cast_crucible(away(), MENDED, "Suture", "gold")
    entry = away().chronicle[0]
    assert isinstance(entry, GameEntry)
    before, taken = steps.undo(thrown, game=True)
    assert [entry.kind for entry in taken] == ["game"]
    assert before.chronicle == ()
    assert [entry.godbreaker for entry in before.thrown] == ["Suture"]
    again = steps.with_game(before, entry, "game.json")
    assert [entry.kind for entry in again.chronicle] == ["game", "crucible"]
    assert face(again) == face(thrown)
    assert again.thrown == ()


def test_g_cir_6_a_throw_of_an_earlier_game_stays_when_a_later_one_is_taken_back() -> None:
    later = game(showing(circle=KETTLE), identity=OTHER)
    thrown = steps.cast_crucible(with_entries(later, saga=away()), MENDED, "Suture", "gold")
    before, taken = steps.undo(thrown, game=True)
    assert [entry.kind for entry in taken] == ["game"]
    assert [entry.kind for entry in before.chronicle] == ["game", "crucible"]
    assert face(before) == face(thrown)


# -- what is refused ---------------------------------------------------------------------------


def test_g_roll_5_a_die_that_jumps_two_steps_on_one_triumph_is_refused() -> None:
    with pytest.raises(DocumentError, match=r"D6 to D10 takes 2 Triumphs.*G-ROLL-5"):
        with_entries(game(showing(raised("Splint", 6, 10), triumphs={"Splint": 1})))
    # Two of them in one roll-off for initiative do make it (Q5).
    saga = with_entries(game(showing(raised("Splint", 6, 10), triumphs={"Splint": 2})))
    assert member_of(saga, "Splint").document.die == 10


def test_g_cir_2_a_circle_that_calls_itself_veteran_founds_no_saga_and_joins_no_game(tmp_path: Path) -> None:
    file = tmp_path / "grown.json"
    file.write_text(json.dumps(roster((1, {"die": 12}), veteran=True)), encoding="utf-8")
    with pytest.raises(DocumentError, match=r"veteran.*G-CIR-2"):
        steps.found("Ours", (str(file), "kettleblack"), seed=1)
    with pytest.raises(DocumentError, match=r"veteran.*G-CIR-2"):
        NEW_GAMES.planned(GamePlan(("Ann", "Bob"), rosters=(str(file),)))


# -- a referee's edit is no Triumph ------------------------------------------------------------


def corrected(edit: dict[str, Any], then: int = 40) -> tuple[Session, GameEntry]:
    """A game in which a referee makes an edit when the first activation is asked for, and its entry in the saga."""
    session = play(founded(), answers=14)
    player = make_player("random", 3)
    while session.why_no_correction() or session.state.step != "activation":
        session.answer(answer_with(player, session, len(session.journal)))
    session.correct(Correction(edit))
    for _ in range(then):
        session.answer(answer_with(player, session, len(session.journal)))
    session.interrupt(Interrupt("concede", "bob"))
    applied = steps.apply(founded(), session, "game.json")
    assert applied is not None
    return session, applied[1]


def test_g_roll_5_a_die_that_a_referee_turned_is_no_triumph_for_the_saga() -> None:
    _, entry = corrected({"do": "change", "piece": "ann.lull", "die": 12}, then=0)
    assert [change for change in entry.showings[0].changes if change.godbreaker == "Lull"] == []


def test_g_roll_5_a_triumph_on_a_die_that_a_referee_turned_counts_as_one_step_of_the_lasting_die() -> None:
    record = steps._Record("Lull", die=6, played=10)
    record.read(DieRaised(model="ann.lull", die=12), 2)
    assert [(change.before, change.after) for change in record.changes] == [(6, 8)]


def test_g_roll_6_an_ascension_on_a_d12_that_only_a_referee_made_one_is_a_triumph() -> None:
    record = steps._Record("Lull", die=6, played=12)
    record.read(Ascended(model="ann.lull", tokens=()), 2)
    assert [(change.what, change.before, change.after) for change in record.changes] == [("die", 6, 8)]


def test_q5_two_triumphs_at_once_are_two_steps_of_the_chronicle() -> None:
    record = steps._Record("Lull", die=6, played=6)
    record.read(DieRaised(model="ann.lull", die=10), 1)
    assert [(change.before, change.after) for change in record.changes] == [(6, 8), (8, 10)]


# -- full games --------------------------------------------------------------------------------


def half(identity: str = GAME, *changes: dict[str, Any]) -> dict[str, Any]:
    return game(showing(*(changes or (ascension("Suture"),))), identity=identity) | {"full": False}


def test_g_asc_1_nobody_returns_after_a_game_that_was_ended_early() -> None:
    saga = with_entries(half())
    with pytest.raises(DocumentError, match=r"full game.*G-ASC-1"):
        steps.bring_back(saga, MENDED, "Suture", "Healer", None)
    with pytest.raises(DocumentError, match=r"full game.*G-ASC-1"):
        steps.cast_crucible(saga, MENDED, "Suture", "gold")
    assert circle_of(saga).needs() == ["1 to recruit (G-CIR-1)"]


def test_g_asc_1_the_return_waits_for_the_next_full_game_and_for_room() -> None:
    recruited = steps.recruit(with_entries(half()), MENDED)
    assert circle_of(recruited).needs() == []
    full = with_entries(game(showing(), identity=OTHER), saga=recruited)
    with pytest.raises(DocumentError, match=r"already has its 5 godbreakers.*G-CIR-1"):
        steps.bring_back(full, MENDED, "Suture", "Healer", None)
    roomy = with_entries(game(showing(ascension("Lull", 6)), identity=OTHER), saga=recruited)
    back = steps.bring_back(steps.farewell(roomy, MENDED, "Lull"), MENDED, "Suture", "Healer", None)
    assert member_of(back, "Suture").where == "circle"


@pytest.mark.parametrize(("kind", "full"), [("concede", True), ("end", False), ("draw", False)])
def test_q41_a_game_all_others_conceded_is_full_one_ended_early_is_not(kind: str, full: bool) -> None:
    session = play(founded(), answers=60)
    (declared,) = (each for each, _ in session.ruleset.interrupts(session.game, "bob") if each.kind == kind)
    session.interrupt(declared)
    applied = steps.apply(founded(), session, "game.json")
    assert applied is not None
    assert applied[1].full == full
    assert ("ended early" in entry_text(applied[1])) != full


def test_q41_a_solo_game_that_was_given_up_is_no_full_game() -> None:
    setup = NEW_GAMES.planned(GamePlan(("Ann",), rounds=3), steps.seats(founded(), (MENDED,)))
    session = Session(play(founded(), answers=1).ruleset, setup, play(founded(), answers=1).dice)
    session.interrupt(Interrupt("concede", "ann"))
    applied = steps.apply(founded(), session, "game.json")
    assert applied is not None
    assert not applied[1].full
