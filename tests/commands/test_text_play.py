"""`play --text`: whole games typed line by line, everything that can be asked, and lines that mean nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from game import rulesets
from game.cli import main
from game.commands.text.play import HELP, TextGame
from game.documents.reading import load_document
from game.engine.core.decisions import Answer, Pick, Place
from game.engine.core.typed_dice import TypedDice
from game.engine.routes import routes_to_place
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving import autosaves
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, load_game, start_of
from game.engine.session import Session
from game.lab.summary import summary_lines
from game.play.answers import Offer, _keys_named, hint, read_answer
from game.play.session_model import SessionModel
from game.play.typed_spots import Misread
from game.players.new_session import new_game
from inchwise_conformance.typed import conversation, line_of
from tests.commands.calls import ENGAGE
from tests.games import random_game
from tests.rulesets.aos4.test_oval_bases import EAST, moving, rallying
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.samples import few
from tests.toy.sessions import toy_session
from tests.toy.unit_rulebook import ranks as unit_ranks
from tests.toy.unit_rulebook import unit_session
from tests.ui.panel.test_odds_plate import fighting


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def engage(answers: int = 99, typed: bool = False) -> Session:
    document = load_document(ENGAGE, PositionDocument)
    document = document.model_copy(update={"answers": document.answers[:answers]})
    if typed:
        document = document.model_copy(update={"dice": document.dice.model_validate({"typed": {}})})
    session = start_of(document, rulesets.find, "a position")
    give_answers(session, document, "a position")
    return session


def play(*arguments: str, typed: str = "", **more: Any) -> Result:
    return CliRunner().invoke(main, ["play", "--text", *arguments], input=typed, **more)


def test_a_whole_game_is_played_from_the_standard_input(home: Path) -> None:
    lines = "1\nnear 15, 11\n2 5\n5\n2\n1 2\n"
    result = play("--rounds", "3", "--names", "Ann,Bob", "--seed", "4", typed=lines * 400)
    assert result.exit_code == 0, result.output
    assert "Setup. Ann decides: Place Ann's Signal Lamp, your shard: outside 6 U of the centre." in result.output
    assert "Round 3 of 3, resolution phase" in result.output or "Round 3 of 3" in result.output
    last = result.output.strip().splitlines()[-2:]
    assert last[1].startswith("Points: ")
    document = json.loads(next((home / "autosaves").glob("*[0-9].json")).read_text(encoding="utf-8"))
    assert document["finished"]


def test_a_whole_game_with_typed_dice_from_the_standard_input(home: Path) -> None:
    lines = "1\nnear 15, 11\n2 5\n5\n2\n1 2\n3\n1 2 3\n1 2 3 4\n"
    result = play("--rounds", "3", "--dice", "typed", typed=lines * 400)
    assert result.exit_code == 0, result.output
    assert "d8 for initiative [G-INI-1]" in result.output
    session, difference = load_game(next((home / "autosaves").glob("*[0-9].json")), rulesets.find)
    assert difference is None
    assert session.finished
    assert isinstance(session.dice, TypedDice)


@pytest.mark.parametrize("dice", few(["typed", "rolled"]))
def test_a_whole_game_of_idols_is_played_line_by_line(home: Path, dice: str) -> None:
    pools = "".join(" ".join("352614135"[:count]) + "\n" for count in range(9, 2, -1)) if dice == "typed" else ""
    lines = f"1\nnear 12, 12\n2\n3\n1 2\n{pools}"
    result = play("--ruleset", "bushido", "--names", "Ann,Bob", "--dice", dice, "--rounds", "2", typed=lines * 400)
    assert result.exit_code == 0, result.output
    assert "Bob decides: Which model takes the tactical test?" in result.output
    assert result.output.strip().splitlines()[-1].startswith("Points: Ann ")
    session, difference = load_game(next((home / "autosaves").glob("*[0-9].json")), rulesets.find)
    assert difference is None
    assert session.finished


@pytest.mark.parametrize(
    ("step", "line", "answer"),
    [
        (0, "2", "wait"),
        (0, "walk", "walk"),
        (0, "Wai", "wait"),
        (1, "2", ["a2"]),
        (1, "aldis", ["a1"]),
        (2, "1 3", ["a1", "b1"]),
        (2, "none", []),
        (3, "place 6, 4.5", [6.0, 4.5]),
        (3, "6,4.5", [6.0, 4.5]),
        (3, "@90 1", [6.0, 4.0]),
        (3, "1", "auto"),
        (4, "2 1", ["bob", "ann"]),
        (4, "2", ["bob", "ann"]),
        (5, "1=2 2=1", {"b1": 2, "b2": 1}),
    ],
)
def test_each_kind_of_decision_is_answered_by_a_line(tmp_path: Path, step: int, line: str, answer: Any) -> None:
    session = toy_session(step)
    conversation(session, tmp_path, line)
    assert session.journal == [answer]


@pytest.mark.parametrize(
    ("step", "line", "reply"),
    [
        (0, "9", "'9' is not understood: type 1 to 2, or help."),
        (0, "fly", "'fly' is not understood: type 1 to 2, or help."),
        (0, "why fly", "  nobody here has wings [T-1]"),
        (0, "why 1", "T-1: Rules are meant to be read."),
        (2, "1 1", "  a piece is named twice [T-3]"),
        (3, "place 5", "Two numbers are needed: place 12.5, 8 - or @45 6.5 for bearing and inches."),
        (3, "why 5, 4", "It is legal there."),
        (3, "try 6, 4", "  No obstacle [T-4]"),
        (4, "1 1", "Type every number from 1 to 2 once."),
        (0, "why not", "  Fly: nobody here has wings [T-1]"),
        (3, "where", "It is legal in 1 region:"),
        (3, "why not", "Every choice is allowed here."),
        (3, "try 0, 0", "  The nearest legal spot is "),
        (0, "where", "There is nothing to place."),
        (0, "measure cm", "Lengths are now shown and typed in centimetres."),
        (0, "measure feet", "Lengths can be shown and typed in: inches, units (1 U is 1″), centimetres."),
        (5, "1=1", "  share out 3, not 1 [T-6]"),
        (5, "1=x", "'1=x' is not understood: type 1=2 to give two to the first."),
        (0, "odds", "Name a choice: odds 1"),
        (0, "odds 1", "  Win: 50.0%"),
        (0, "try 1, 1", "There is nothing to place."),
        (0, "range Aldis", "Name two pieces: range "),
        (0, "range Aldis Corvane", "Aldis Thorn: 4 U from Corvane (4.00 inches)."),
        (0, "look Corvane", "  d8, moves 6 [T-0]"),
        (0, "look nobody", "No piece on the table is called 'nobody'."),
        (0, "rule X", "No rule is called 'X'."),
        (0, "undo", "There is nothing to undo"),
        (0, "declare war", "You can declare: draw."),
        (0, "save /proc/none/x", "The game was not saved: "),
        (0, "help", HELP[0]),
    ],
)
def test_what_is_asked_or_wrong_is_told_and_nothing_happens(tmp_path: Path, step: int, line: str, reply: str) -> None:
    session = fighting(step)
    printed = conversation(session, tmp_path, line)
    assert any(text.startswith(reply) for text in printed), printed
    assert session.journal == []


def test_an_illegal_place_is_refused_with_every_reason(tmp_path: Path) -> None:
    session = toy_session(3)
    printed = conversation(session, tmp_path, "place 19.9, 13")
    assert "Not allowed" in printed
    assert any("off the table" in line or "table" in line for line in printed[printed.index("Not allowed") :])
    assert session.journal == []


def test_a_game_that_another_program_plays_is_not_saved_over(tmp_path: Path) -> None:
    other = autosaves.new_autosave()
    other.path.write_text("other", encoding="utf-8")
    printed = conversation(toy_session(0), tmp_path, f"save {other.path}")
    assert any("another program is using it" in line for line in printed)
    assert other.path.read_text(encoding="utf-8") == "other"
    other.let_go()
    assert f"Saved as {other.path}" in conversation(toy_session(0), tmp_path, f"save {other.path}")


@pytest.mark.parametrize("name", ["CON", "a:b", "no folder/evening"])
def test_a_game_gets_a_name_that_every_system_takes_and_no_new_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    printed = conversation(toy_session(0), tmp_path, f"save {name}")
    assert any(line.startswith("The game was not saved: ") for line in printed)
    assert list(tmp_path.glob("**/*")) == []


def test_a_game_may_be_saved_to_its_own_file(tmp_path: Path) -> None:
    own = autosaves.new_autosave()
    printed: list[str] = []
    typing: Iterator[str | None] = iter([f"save {own.path}", None])
    TextGame(SessionModel(toy_session(0), own, tmp_path), lambda: next(typing), printed.append).run()
    own.let_go()
    assert f"Saved as {own.path}" in printed


def test_taking_back_asks_the_others_once_dice_have_fallen(tmp_path: Path) -> None:
    session = engage()
    before = len(session.journal)
    printed = conversation(session, tmp_path, "undo", "no", "undo", "yes")
    assert "Bob does not agree." in printed
    assert "Undone." in printed
    assert len(session.journal) == before - 1


def test_q41_an_early_end_is_asked_of_everybody_who_plays(tmp_path: Path) -> None:
    session = engage()
    printed = conversation(session, tmp_path, "declare end", "yes", "no")
    assert "Bob, do you agree? Ann declares: end. Type yes or no." in printed
    assert "Bob does not agree." in printed
    assert session.state.result is None
    conversation(session, tmp_path, "declare end", "yes", "yes")
    assert session.journal[-1] == {"interrupt": "end", "player": "ann", "agreed": ["bob"]}
    assert session.state.result is not None


def test_dice_are_asked_for_in_words_and_wrong_ones_refused(tmp_path: Path) -> None:
    session = engage(0, typed=True)
    document = load_document(ENGAGE, PositionDocument)
    lines = [line_of(each, answer) for each, answer in _asked(document)]
    printed = conversation(session, tmp_path, *lines, "9 9", "x", "3", "back", lines[-1], "7 3")
    assert "  1. Ann, Wick: d8 for attack [G-ENG-2]" in printed
    assert "a d8 shows 1 to 8, not 9" in printed
    assert "Type the faces as numbers, with spaces between." in printed
    assert "roll 2 dice, not 1" in printed
    assert session.dice == TypedDice({"round 2/ann.wick/attack": [7], "round 2/bob.gull/attack": [3]})


def _asked(document: PositionDocument) -> list[tuple[Session, Answer]]:
    found: list[tuple[Session, Answer]] = []
    for number, entry in enumerate(document.answers):
        found.append((engage(number), entry))
    return found


def test_the_state_is_one_spoken_line(tmp_path: Path) -> None:
    printed = conversation(engage(0), tmp_path, "state")
    assert any(line.startswith("Round 2 of 5, activation phase. Ann decides: ") for line in printed)


def test_the_figures_of_the_game_are_told_when_asked_for(tmp_path: Path) -> None:
    session = random_game(3, before_round=3)
    lines = list(summary_lines(session))
    printed = "\n".join(conversation(session, tmp_path, "scores"))
    assert len(lines) > 5
    assert all(line in printed for line in lines)


def test_only_what_has_changed_is_told_again(tmp_path: Path) -> None:
    printed = conversation(toy_session(0), tmp_path, "1", "state")
    assert sum("Round 1 of 1" in line for line in printed) == 2  # at the beginning, and when asked for
    assert not any("?." in line or ".." in line for line in printed)


def test_lengths_are_spelled_out_for_the_ear(home: Path) -> None:
    result = play("--seed", "5", typed="near 5, 5\nmeasure cm\nwhy 1, 1\nlog\nquit\n")
    assert result.exit_code == 0, result.output
    assert " centimetres" in result.output
    assert "″" not in result.output
    again = play("--continue", typed="near 25.4, 25.4\nquit\n")
    assert "centimetres" in again.output  # it is kept for the next time


@pytest.mark.parametrize(
    ("line", "there"),
    [
        ("move by 3, 0", {"pikes-1": [7.0, 2.0], "pikes-5": [13.0, 2.0]}),
        ("move by @0 2", {"pikes-1": [4.0, 4.0], "pikes-5": [10.0, 4.0]}),
        ("move to 8, 3", {"pikes-1": [5.0, 3.0], "pikes-5": [11.0, 3.0]}),
        ("5 to 8.5, 3.2", {"pikes-5": [8.5, 3.2]}),
        ("pike 5 by -1, 1.3", {"pikes-5": [9.0, 3.3]}),
        ("move by 1, 0; 5 by -1, 1.3", {"pikes-1": [5.0, 2.0], "pikes-5": [10.0, 3.3]}),
        ("ranks 3", {"pikes-1": [5.9, 2.55], "pikes-5": [8.1, 2.55]}),
        ("5 by 4, 0; repair", {"pikes-4": [8.5, 2.0]}),
        ("stay", {}),
    ],
)
def test_a_unit_is_arranged_by_a_line(tmp_path: Path, line: str, there: dict[str, list[float]]) -> None:
    session = unit_session(1)
    conversation(session, tmp_path, line)
    [answer] = session.journal
    assert isinstance(answer, list)
    ends = {step["id"]: step["at"] for step in answer}
    stood = {name: [x, y] for name, (x, y) in unit_ranks("pikes", 4.0, 2.0).items()}
    assert {name: (stood | ends)[name] for name in there} == there
    assert (answer == []) == (line == "stay")


def test_the_way_of_one_of_a_unit_is_typed_from_corner_to_corner(tmp_path: Path) -> None:
    session = unit_session(1)
    conversation(session, tmp_path, "5 to 10, 4 then 8.6, 3.2")
    assert session.journal == [[{"id": "pikes-5", "at": [8.6, 3.2], "via": [[10.0, 4.0]]}]]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("move by 30, 0", "Pike 1: at least 25.00″ too far"),
        ("5 by 3, 0", "Pike 5: 3.00″ too far from the rest of its unit [U-8]"),
        ("why 5 by 3, 0", "Pike 5: 3.00″ too far from the rest of its unit [U-8]"),
        ("why move by 1, 0", "That is legal."),
        ("5 to 8.5, 3 then facing 45", "Only bases that are not round have a facing here."),
        ("wick to 3, 3", "No model being placed is called 'wick'."),
        ("move by 3", "Two numbers are needed, such as 12.5, 8 - or @45 6.5 for bearing and length."),
        ("march", "'march' is not understood. Type move by 3, 0"),
    ],
)
def test_an_arrangement_refused_or_misread_changes_nothing(tmp_path: Path, line: str, said: str) -> None:
    session = unit_session(1)
    printed = conversation(session, tmp_path, line)
    assert any(said in each for each in printed)
    assert session.journal == []


@pytest.mark.parametrize(
    "line", ["move by 1, 0; facing 45", "1 facing 45; move by 1, 0", "1 to 21, 10; facing 45; repair"]
)
def test_a_base_that_is_not_round_is_turned_by_a_line(tmp_path: Path, line: str) -> None:
    session = moving(EAST).session
    printed = conversation(session, tmp_path, line)
    assert any("facing 90°" in each for each in printed), "how it stands"
    assert session.journal[-1] == [{"id": "ann.beaconwright-1", "at": [21.0, 10.0], "facing": 4500}]


@pytest.mark.parametrize(("line", "via", "at", "facing"), [
    ("1 to 21.5, 10 then facing 60 then 21.5, 11", [[21.5, 10.0, EAST]], [21.5, 11.0], 3000),
    ("1 by 1.5, 0 then facing 60 then 0, 1", [[21.5, 10.0, EAST]], [21.5, 11.0], 3000),
    ("1 to 21.5, 10 then facing 60", [[21.5, 10.0, EAST]], [21.5, 10.0], 3000),
    ("1 to facing 60 then 21.5, 10 then facing 70 then 22, 10", [[21.5, 10.0, 3000]], [22.0, 10.0], 2000),
    ("1 facing 60; 1 to 21.5, 10 then facing 70 then 22, 10", [[21.5, 10.0, 3000]], [22.0, 10.0], 2000),
    ("1 to facing 60 then facing 70 then 22, 10", [[20.0, 10.0, 3000]], [22.0, 10.0], 2000),
    ("1 to 21, 10 then facing 80 then 21, 11; facing 90",
     [[21.0, 10.0, EAST], [21.0, 11.0, 1000]], [21.0, 11.0], EAST),
    ("1 to 21, 10 then 21, 11; facing 80", [[21.0, 10.0]], [21.0, 11.0], 1000),
])  # fmt: skip
def test_a_path_is_typed_with_turns_at_its_bends(
    tmp_path: Path, line: str, via: list[list[float]], at: list[float], facing: int
) -> None:
    session = moving(EAST).session
    printed = conversation(session, tmp_path, line)
    assert any("2 to 10, 4 then facing 45 then 12, 5" in each for each in printed), "the hint shows how"
    assert session.journal[-1] == [{"id": "ann.beaconwright-1", "at": at, "via": via, "facing": facing}]


def test_a_turn_at_a_bend_is_listed_in_the_help(tmp_path: Path) -> None:
    assert any("then facing 45" in each for each in conversation(moving(EAST).session, tmp_path, "help"))


@pytest.mark.parametrize(("line", "said"), [
    ("facing up", "Type where it faces as a bearing: facing 90 is to the right."),
    ("7 facing 45", "Only bases that are not round have a facing here."),
    ("1 to 21, 10 facing 80 then 22, 10", "A turn is a step of its own: 2 to 10, 4 then facing 45 then 12, 5."),
    ("1 to 21, 10 then facing then 22, 10", "Type where it faces as a bearing: facing 90 is to the right."),
    ("1 to 21, 10 then facing nan then 22, 10", "Type where it faces as a bearing: facing 90 is to the right."),
    ("1 to 21, 10 then facing 60 then", "Two numbers are needed, such as 12.5, 8"),
    ("1 to 21, 10 then then 22, 10", "Two numbers are needed, such as 12.5, 8"),
    ("7 to 21, 10 then facing 60 then 22, 10", "No model being placed is called '7'."),
    ("move by 1, 0 then facing 45", "A unit turns in a part of its own: move by 3, 0; facing 45."),
    (f"1 to facing 60 then {' then '.join(['21, 10'] * 201)}", "A path has at most 200 corners."),
    ("1 to 28, 10 then facing 60 then 22, 10", "Beaconwright: 10.09″ too far [A-MOVE-2]"),
])  # fmt: skip
def test_a_turn_misread_changes_nothing(tmp_path: Path, line: str, said: str) -> None:
    session = moving(EAST).session
    before = [*session.journal]
    assert any(said in each for each in conversation(session, tmp_path, line))
    assert session.journal == before


def test_a_whole_game_of_units_is_played_line_by_line(tmp_path: Path) -> None:
    session = unit_session()
    lines = ["move to 6, 2", "move by 1, 1", "move by 0, -1", "stay", "repair", "Do not"]
    printed = conversation(session, tmp_path, *lines)
    assert session.finished
    assert any("1. Pike 1 at 4.00, 2.00 [U-1]" in line for line in printed)
    assert any("move by 3, 0" in line for line in printed)


def test_lines_that_mean_nothing_never_break_the_game(tmp_path: Path) -> None:
    rng = Random(5)
    words = [
        *("place", "near", "try", "why", "odds", "look", "range", "rule", "undo", "declare", "state", "log", "scores"),
        *("1", "2", "-1", "99999999999", "1=1", "=", "@", "@1e9", "nan", "inf", "ä", "\x00", "'", "yes", "Wick"),
        *("3,3", "{}", "%s", "move", "by", "to", ";", "then", "repair", "ranks", "stay"),
    ]  # fmt: skip
    for session in (toy_session(2), toy_session(3), toy_session(5), unit_session(1), engage()):
        lines = [" ".join(rng.choices(words, k=rng.randint(1, 4))) for _ in range(60)]
        printed = conversation(session, tmp_path, *lines)
        assert session.ruleset.violations(session.game) == []
        assert printed


def test_bots_answer_and_the_log_tells_it(home: Path) -> None:
    result = play("--players", "human,random", "--names", "Ann,Machine", "--seed", "1", typed="1\n1\n1\nlog\nquit\n")
    assert result.exit_code == 0, result.output
    assert "Machine places" in result.output
    assert "python -m game play --text --continue" in result.output


def test_a_game_left_goes_on(home: Path) -> None:
    play("--seed", "1", typed="near 3, 3\nquit\n")
    result = play("--continue", typed="state\n")
    assert "Place Player 1's Hoard: outside 6 U of any shard" in result.output


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--continue", "--dice", "typed"), "--dice is for a new game"),
        (("--dice", "typed", "--seed", "3"), "--seed is for dice that the program rolls"),
        (("--dice", "typed", "--headless"), "--dice typed needs people"),
    ],
)
def test_dice_that_do_not_go_with_the_rest_are_refused(arguments: tuple[str, ...], reason: str) -> None:
    result = CliRunner().invoke(main, ["play", *arguments])
    assert result.exit_code == 2
    assert reason in result.stderr


NUMBERED = ("Betrayer 1, of nobody", "Betrayer 10, of nobody", "Betrayer 5, of nobody", "Gull")


@pytest.mark.parametrize(
    ("line", "picked"),
    [
        ("Betrayer 5", ["c"]),
        ("betrayer 1", ["a"]),
        ("Betrayer 10 gull", ["b", "d"]),
        ("2, betrayer 5, 4", ["b", "c", "d"]),
        ("1 2", ["a", "b"]),
    ],
)
def test_pieces_whose_names_have_several_words_are_named_one_after_another(line: str, picked: list[str]) -> None:
    listed = [Offer(key, label, whole=False) for key, label in zip("abcd", NUMBERED, strict=True)]
    assert _keys_named(line, listed) == picked
    with pytest.raises(Misread, match="'Betrayer' is not understood: type 1 to 4"):
        _keys_named("Betrayer", listed)


def test_whatever_was_told_before_a_question_is_always_told(tmp_path: Path) -> None:
    printed = conversation(toy_session(4), tmp_path, "undo", "1 2", "undo", "2 1", "state")
    begun = [after for before, after in pairwise(printed) if not before]
    assert len(begun) > 3
    assert all(" decides: " in line for line in begun)


def test_none_is_offered_only_where_none_may_be_picked() -> None:
    for least, ends in ((0, ", or none."), (1, " between.")):
        decision = Pick(player="ann", prompt="Whom?", rule="T-1", candidates=("a", "b"), minimum=least, maximum=2)
        assert hint(decision).endswith(ends)


def test_decoration_is_for_the_eye_only_and_levels_are_told(tmp_path: Path) -> None:
    assert "Cracked Paving, decoration only, " in play("--map", "market-ruins", typed="look\n").output
    assert ", area terrain, on level 1, " in play("--map", "gallery-row", typed="look\n").output


# -- dressing the table ------------------------------------------------------------------------


def dressing() -> Session:
    return new_game("godbreakers", GamePlan(("Ann", "Bob"), "score", "bare-table"), ["human", "human"], 1)


def test_terrain_is_laid_and_turned_by_typing(tmp_path: Path) -> None:
    session = dressing()
    conversation(session, tmp_path, "Hedge", "place 5, 5 turn 90", "low wall", "near 5, 5, turn 450")
    assert session.journal[:3] == ["hedge-1", [5.0, 5.0, 90], "wall-1"]
    assert {each.id: each.degrees for each in session.state.shaped} == {"hedge-1": 90, "wall-1": 90}


def test_why_and_try_judge_terrain_as_it_would_be_turned(tmp_path: Path) -> None:
    lines = ["great wood", "why 5, 3.5 turn 90", "try 5, 3.5 turn 90", "where", "try 5, 3.5", "place 5, 5 turn 7"]
    told = "\n".join(conversation(dressing(), tmp_path, *lines))
    assert told.count("hangs over the edge") == 2
    assert "nearest legal spot" in told
    assert "It is legal in 1 region" in told
    assert "steps of 15 degrees" in told


def test_the_coach_says_what_is_best_and_answers_nothing(tmp_path: Path) -> None:
    session = engage(0)
    printed = conversation(session, tmp_path, "coach")
    at = printed.index("The coach's best answers, best first:")
    first, second = printed[at + 1 : at + 3]
    assert first.startswith("  - ")
    worths = [float(line.split(" VP")[0].rsplit(" ", 1)[1]) for line in (first, second)]
    assert worths[0] >= worths[1]
    assert session.journal == []


def test_where_a_rulebook_values_nothing_the_coach_says_so(tmp_path: Path) -> None:
    printed = conversation(toy_session(4), tmp_path, "coach")
    assert "This rulebook does not rate answers, so there is no advice." in printed


def test_a_model_that_returns_is_typed_with_its_facing_and_goes_where_it_fits_so() -> None:
    session = rallying().session
    asked = session.pending()
    assert isinstance(asked, Place)
    desk = SessionModel(session, lambda _played: None, Path("nowhere"))
    answer = read_answer(desk, asked, "near 8.5, 10 facing 90")
    assert isinstance(answer, list)
    x, y, facing = answer
    assert (facing, y) == (EAST, pytest.approx(10.0, abs=0.2))
    assert asked.allows([x, y, facing])
    assert not asked.allows([8.5, 10.0, facing])


def test_a_path_of_ones_own_is_typed_corner_by_corner() -> None:
    session = skirmish_session()
    walk = next(iter(routes_to_place(session, "ann.bell-warden"))).decision
    assert isinstance(walk, Place)
    desk = SessionModel(session, lambda _played: None, Path("nowhere"))
    assert "place 10, 6 then 12.5, 8" in hint(walk)
    drawn = read_answer(desk, walk, "place 9, 7 then 8, 7 facing 90")
    assert drawn == {"at": [8.0, 7.0], "via": [[9.0, 7.0]], "facing": 0}
    assert walk.allows(drawn)
    assert "too far" in str(walk.why_not(read_answer(desk, walk, "@180 3 then @0 3")))
    with pytest.raises(Misread):
        read_answer(desk, walk, "place 9, 7 then")
