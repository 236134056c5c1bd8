"""Drills: made from positions, graded by the rules, kept from day to day."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.drills import results
from game.drills.drill import TITLES, Drill, Kind
from game.drills.making import Maker
from game.drills.places import place_in_words
from game.drills.positions import drills
from game.drills.words import bar, day_lines, kind_lines, round_line
from game.engine.questions.asking import Inquirer, Question
from game.engine.rulebook.view import PieceView
from game.engine.saving.saves import save_game
from game.lengths import count_in
from game.rulesets.godbreakers.odds.odds import engage_odds, standing
from game.rulesets.godbreakers.rules.actions.repertoire import obstacles_to
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.ruleset import TERMS
from game.table.lattice import Position
from game.table.placing.places import is_legal
from game.table.terrain.battlefield import Area, Battlefield, Piece
from tests.games import random_game
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.rulesets.godbreakers.kit import A, Play, begin, godbreaker, objective
from tests.rulesets.godbreakers.machine.test_questions import quarrel
from tests.toy.toy_rulebook import Toy


@pytest.fixture(autouse=True)
def own_folder(tmp_path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path))
    count_in(TERMS.unit)


def made(kind: Kind, play: Play | None = None) -> Drill:
    """A drill of a kind from the quarrel, with the first seed that gives one."""
    session = (play or quarrel()).session
    found = (Maker(session, Random(seed)).make(kind) for seed in range(20))
    return next(drill for drill in found if drill is not None)


def truth(drill: Drill) -> str:
    """The key of the answer that is graded as right; exactly one is."""
    [key] = [key for key, _label in drill.choices if drill.judge(key).right]
    return key


def test_reach_is_what_the_rules_offer() -> None:
    play, drill = quarrel(), made("reach")
    foe, piece = (play.state.models[each] for each in drill.marked)
    if truth(drill) == "no":
        assert not play.game.reaches(foe, piece, attack_range(play.game, foe))
    grade = drill.judge("perhaps")
    assert not grade.right
    assert grade.lines[0].text.startswith(foe.name)


def test_how_far_is_the_range_of_the_receipt() -> None:
    play, drill = quarrel(), made("units")
    one, other = (play.state.models[each] for each in drill.marked)
    assert truth(drill) == f"{play.game.range(one, other):.0f}"
    assert len(drill.choices) == 4


def test_how_many_could_come_are_those_of_the_proofs() -> None:
    drill = made("count")
    right = drill.judge(truth(drill))
    assert int(truth(drill)) == sum(line.tone == "warning" for line in right.lines)


def test_a_test_is_needed_where_there_are_obstacles() -> None:
    play, drill = quarrel(), made("test")
    assert drill.spot is not None
    [piece] = drill.marked
    obstacles = obstacles_to(play.game, play.state.models[piece], drill.spot)
    assert truth(drill) == ("yes" if obstacles else "no")


def test_a_spot_is_graded_by_the_verdict_with_every_reason_against_it() -> None:
    drill = made("spot")
    assert drill.wants_spot
    wrong = drill.judge(Position(0.0, 0.0))
    assert not wrong.right
    assert wrong.lines[0].tone == "bad"
    assert wrong.truth.startswith("for instance ")
    assert wrong.spot is not None
    assert drill.judge(wrong.spot).right


def test_a_spot_is_named_by_what_stands_there() -> None:
    mill, hut = ((10.0, 10.0), (12.0, 10.0), (12.0, 12.0), (10.0, 12.0)), ((26.0, 18.0), (27.0, 18.0), (27.0, 19.0))
    corners = {"North Mill": mill, "Hut": hut}
    terrain = (Piece(name, name, area=(Area(outline),)) for name, outline in corners.items())
    field = Battlefield(30.0, 22.0, (*terrain,))
    wick = PieceView("wick", "Wick", "base", 5.0, 11.0, 0.5)
    named = partial(place_in_words, field, [wick], seen_from=wick)
    assert named((11.0, 11.0)) == "in North Mill"
    assert named((13.0, 11.0)) == "behind North Mill"
    assert named((16.0, 11.0)) == "right of North Mill", "too far off to be behind it"
    assert named((11.0, 13.0)) == "above North Mill"
    assert named((11.0, 8.0)) == "below North Mill"
    assert named((5.0, 20.0)) == "at the upper left of the table"
    assert place_in_words(field, [wick], (4.0, 11.2)) == "left of Wick"


def test_the_best_engagement_is_the_one_with_the_best_odds() -> None:
    play, drill = quarrel(), made("foe")
    piece, odds = play.state.models[drill.marked[0]], {}
    for foe in (key for key, _label in drill.choices):
        best = Inquirer(play.session, piece.id).answer(Question(piece.id, engages=(foe,))).best
        assert best is not None
        supposed, found = standing(play.game, piece, piece.disc.moved_to(best.x, best.y))
        chances = engage_odds(supposed, found, supposed.state.models[foe])
        odds[foe] = float(chances.win) - float(chances.lose)
    assert truth(drill) == max(odds, key=lambda foe: odds[foe])
    assert drill.prompt.startswith("After a move, ")
    assert [line.tone for line in drill.judge("").lines].count("good") == 1
    wrong = min(odds, key=lambda foe: odds[foe])
    best_line, chosen_line = [line.text for line in drill.judge(wrong).lines if line.tone != "quiet"][:2]
    assert (best_line[:5], chosen_line[:12]) == ("best,", "your choice,")
    assert not any(line.text.startswith("your choice") for line in drill.judge(truth(drill)).lines)


def test_control_is_who_stands_at_it_and_the_receipt_says_how_far_everybody_is() -> None:
    held = begin(godbreaker("Wick", A, 12.0, 10.0), godbreaker("Marrow", "bert", 20.0, 10.0), objective(13.0, 10.0))
    drill = made("control", held)
    assert truth(drill) == A
    assert [line.text for line in drill.judge(A).lines] == ["controlled by Anna", "Wick: 0 U", "Marrow: 6 U"]


def test_who_controls_a_marker_is_not_shown_before_the_answer() -> None:
    held = begin(godbreaker("Wick", A, 12.0, 10.0), godbreaker("Marrow", "bert", 20.0, 10.0), objective(13.0, 10.0))
    drill, whole = made("control", held), held.session.ruleset.view(held.game)
    shown, known = ({piece.id: piece for piece in view.pieces} for view in (drill.without_answer(whole), whole))
    assert (known["objective"].controller, shown["objective"].controller) == (A, "")
    assert (known["objective"].details != (), shown["objective"].details) == (True, ())
    assert shown["wick"] == known["wick"]
    assert made("reach").without_answer(whole) == whole


def test_of_a_zone_only_its_size_is_told_before_the_answer() -> None:
    session = skirmish_session()
    found = (Maker(session, Random(seed)).make("control") for seed in range(40))
    drill = next(drill for drill in found if drill is not None and drill.marked[0].startswith("zone"))
    view = session.ruleset.view(session.game)
    [zone] = [piece for piece in drill.without_answer(view).pieces if piece.id == drill.marked[0]]
    assert (zone.owner, zone.controller) == ("", "")
    assert [line.rule for line in zone.details] == ["B-SCEN-2"]


def test_bushido_has_drills_but_none_about_tests() -> None:
    maker = Maker(skirmish_session(), Random(1))
    kinds: tuple[Kind, ...] = ("reach", "count", "units", "spot")
    assert [kind for kind in kinds if maker.make(kind) is None] == []
    assert maker.make("test") is None


def test_units_have_drills_in_which_they_are_called_by_their_names() -> None:
    battle = Battle("movement")
    battle.put("wallward-pikes", *row(4, 18, 12, 1.3))
    battle.put("hullbreakers", (18, 20), (20, 20))
    battle.put("barbcasters", (24, 20), (26, 20))
    session = battle.begin().session
    maker = Maker(session, Random(2))
    found = {kind: drill for kind in TITLES if (drill := maker.make(kind)) is not None}
    assert {"reach", "count", "units", "spot", "control"} <= set(found)
    reach = found["reach"]
    foe, piece = reach.marked
    [reacher] = [each for each in Inquirer(session, piece).reachers if foe.startswith(each.id)]
    at = next(each for each in session.ruleset.view(session.game).pieces if each.id == piece)
    assert truth(reach) == ("yes" if reacher.reaches(at.x, at.y, 0) else "no")
    assert reacher.name in reach.prompt
    assert not any(char.isdigit() for char in reach.prompt.partition("reach")[0])


def test_the_same_seed_gives_the_same_drills_and_none_twice() -> None:
    book = rulesets.load("godbreakers")
    one, again = ([drill.prompt for drill in drills(book, 3, 4, own=False)] for _time in range(2))
    assert one == again
    assert len(set(one)) == 4
    with pytest.raises(DocumentError, match="has no drills"):
        next(drills(Toy(), 1))


def test_each_drill_has_a_position_of_its_own_which_the_making_of_others_leaves_alone() -> None:
    """The next one is made while this one is on the screen."""
    games = [drill.session.game for drill in drills(rulesets.load("godbreakers"), 3, 3, own=False)]
    assert len({*map(id, games)}) == 3


def test_own_games_come_first_and_damaged_ones_are_passed_over() -> None:
    from game.documents.files import saves_folder

    session = random_game(before_round=2)
    save_game(session, saves_folder() / "mine.json", "mine")
    (saves_folder() / "broken.json").write_text("{")
    drill = next(drills(session.ruleset, 2))
    assert drill.session.state.digest() == session.state.digest()


def test_results_are_kept_by_day_and_a_damaged_file_is_set_aside() -> None:
    assert results.results() == ()
    kinds = results.tally([("reach", True), ("reach", False), ("spot", True)])
    assert kinds == {"reach": (1, 2), "spot": (1, 1)}
    assert results.record("godbreakers", 61.4, kinds) == ""
    results.record("godbreakers", 30.0, {"spot": (0, 2)})
    rounds = results.results()
    assert [(each.right, each.asked, each.seconds) for each in rounds] == [(2, 3, 61), (0, 2, 30)]
    assert results.by_day(rounds) == [(rounds[0].day, 2, 5, 91)]
    assert results.by_kind(rounds) == {"reach": (1, 2), "spot": (1, 3)}
    [day] = day_lines(rounds)
    assert day.endswith("2 of 5, 18 s each")
    assert [line.split("  ", 1)[1] for line in kind_lines(rounds)] == [
        "1 of 2  In range or not",
        "1 of 3  Find the spot",
    ]
    results.results_path().write_text("{")
    assert "the file was renamed to drills.damaged.json" in results.record("godbreakers", 1.0, kinds)
    assert len(results.results()) == 1


def test_bars_and_rounds_in_words() -> None:
    assert bar(1, 2) == "█" * 10 + "·" * 10
    assert bar(0, 0) == "·" * 20
    assert round_line(8, 10, 125.0) == "8 of 10 right in 2:05"


def test_contact_is_found_by_a_click_beside_the_line() -> None:
    session = skirmish_session(ki=0)
    session.game.state.models["bob.river-bandit-cutter-1"].x = 14.0
    answer = Inquirer(session, "ann.temple-guard-spear").answer(
        Question("ann.temple-guard-spear", engages=("bob.river-bandit-cutter-1",))
    )
    assert answer.best is not None
    [layer] = answer.layers
    assert layer.is_thin
    x, y = answer.best.x + 0.05, answer.best.y - 0.05
    assert not is_legal(layer.region, (x, y))
    near = layer.near(x, y, 0.3)
    assert near is not None
    assert is_legal(layer.region, near)
    assert layer.near(x + 3.0, y - 3.0, 0.3) is None
