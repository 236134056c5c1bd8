"""`roster make`, `copy`, `rename`, `delete`, `import`, `export`: people's own rosters on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from PIL import Image

from game.cli import main
from game.documents.rosters import own_rosters
from tests.commands.calls import call, call_json, refusal, write
from tests.toy.toy_rulebook import Toy

BOOK = "godbreakers"
WHOLE = """\
# a circle in plain words
name: The Low Road
cause: a road home
shard: Fleet
shard-name: Milestone
1.name: Heron
1.metal: iron
1.trait-1: Tough
1.trait-2: Tough
1.trait-3: Brutal
2.name: Rook
2.metal: gold
2.trait-1: Shaping
2.trait-2: Ruinous
3.name: Moth
3.metal: copper
3.trait-1: Healer
3.trait-2: Inspired
4.name: Otter
4.metal: mercury
4.trait-1: Fleet
4.trait-2: Deadly
5.name: Wren
5.metal: mercury
5.trait-1: Ranged
5.trait-2: Ranged
dice: 1 5
"""


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def made(folder: Path, text: str = WHOLE) -> Result:
    return call("roster", "make", "--answers", write(folder, text, "answers.txt"), "--seed", "3")


def typed(lines: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, ["roster", *arguments], input=lines)


def test_a_roster_is_made_from_a_file_of_answers(tmp_path: Path) -> None:
    result = made(tmp_path)
    assert result.exit_code == 0, result.output
    assert result.output.startswith("The Low Road is finished: ")
    shown = call("roster", "show", "the-low-road").output
    assert "* Heron  D8  iron; Tough 2, Brutal 1" in shown
    assert "  Wren   D8  mercury; Ranged 2" in shown
    assert "the-low-road" in call("roster", "list").output.splitlines()[-1]
    assert call("roster", "check", "the-low-road").exit_code == 0


def test_what_is_missing_is_listed_and_gone_on_with(tmp_path: Path) -> None:
    half, rest = WHOLE.split("4.name", maxsplit=1)
    result = made(tmp_path, half)
    assert result.exit_code == 0
    assert "missing: Number 4 · D6: Name (G-CIR-3)" in result.output
    assert result.output.splitlines()[-1] == "Continue with: python -m game roster make unfinished"
    assert "1.metal         Metal: Iron" in call("roster", "show", "unfinished").output
    row = call_json("roster", "list")[-1]
    assert (row["name"], row["finished"]) == ("unfinished", False)
    facts = call_json("roster", "make", "unfinished", "--answers", write(tmp_path, "4.name" + rest))
    assert (facts["name"], facts["finished"], facts["missing"]) == ("the-low-road", True, [])


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "1.metal: tin",
            "at line 1, 1.metal: 'tin' is not available - use one of copper, iron, mercury, gold (G-CIR-3)",
        ),
        ("1.trait-1: Tough", "at line 1, 1.trait-1: choose its metal first (G-CIR-3)"),
        ("cause", "at line 1: is not an answer - write it as STEP: ANSWER"),
        ("cuase: bread", "at line 1, cuase: there is no such step - use one of name, cause"),
        ("dice: 1 2 3", "(G-CIR-2)"),
        ("name: \x07", "at line 1, name: "),
    ],
)
def test_a_bad_answer_is_refused_in_one_line_and_leaves_nothing(tmp_path: Path, line: str, told: str) -> None:
    file = write(tmp_path, line, "answers.txt")
    assert told in refusal("roster", "make", "--answers", file)
    assert len(call_json("roster", "list")) == 12


def test_a_throw_stays_thrown_even_if_a_later_line_is_refused(tmp_path: Path) -> None:
    file = write(tmp_path, "1.metal: iron\n1.trait-1: crucible gold\n1.trait-2: Glow\n", "answers.txt")
    assert "earlier answers are saved as unfinished" in refusal("roster", "make", "--answers", file, "--seed", "3")
    assert "(G-CIR-6)" in refusal("roster", "make", "unfinished", "--answers", write(tmp_path, "1.trait-1: Tough"))


def test_a_roster_is_made_by_answering_questions(tmp_path: Path) -> None:
    answers = [line.split(": ")[1] for line in WHOLE.splitlines()[1:-1]]
    answers[5] = "7\ntin\n2"  # the leader's metal: no such number, no such metal, the second
    result = typed("\n".join(answers) + "\n", "make")
    assert result.exit_code == 0, result.output
    assert "The circle · Name (G-CIR-1)" in result.output
    assert "No: 'tin' is not available" in result.output
    assert "Or leave it to the crucible:" in result.output
    assert result.output.splitlines()[-1].startswith("The Low Road is finished: ")


def test_a_whole_roster_is_made_at_random(tmp_path: Path) -> None:
    first = call_json("roster", "make", "--surprise", "--seed", "7")
    assert first["finished"]
    again = call_json("roster", "make", "--surprise", "--seed", "7")
    assert (again["steps"], again["name"]) == (first["steps"], f"{first['name']}-2")
    assert call_json("roster", "make", "--surprise", "--seed", "8")["steps"] != first["steps"]


def test_what_is_open_is_answered_at_random_and_undone(tmp_path: Path) -> None:
    file = write(tmp_path, "name: The Low Road\n2.name: Heron\n2.metal: iron\n")
    call("roster", "make", "--answers", file, "--seed", "3")
    facts = call_json("roster", "make", "unfinished", "--undo")
    assert not facts["finished"]
    answers = {step["step"]: step["answer"] for step in facts["steps"]}
    assert (answers["2.name"], answers["2.metal"]) == ("Heron", "")
    facts = call_json("roster", "make", "unfinished", "--fill", "--seed", "3")
    assert facts["finished"]
    assert {step["step"]: step["answer"] for step in facts["steps"]}["2.name"] == "Heron"
    assert call("roster", "check", "the-low-road").exit_code == 0


def test_what_blocks_random_answers_is_said(tmp_path: Path) -> None:
    file = write(tmp_path, "faction-name: Nobody\n")
    result = call("roster", "make", "--answers", file, "--fill", "--ruleset", "bushido")
    assert "missing: at least one model (B-WARB-2)" in result.output


def test_what_was_asked_is_kept_when_the_input_ends() -> None:
    result = typed("Ash\na road home\n", "make")
    assert result.exit_code == 130
    assert "Fights for: a road home" in call("roster", "show", "unfinished").output


def test_the_crucible_says_what_it_gave() -> None:
    result = typed("Ash\nbread\nFleet\nStone\nHeron\niron\ncrucible gold\n", "make", "--seed", "3")
    assert "Crucible of gold: rolled " in result.output


def test_an_own_roster_is_changed_by_its_steps(tmp_path: Path) -> None:
    made(tmp_path)
    result = typed("shard\nnonsense\ncause\nbread\n\n", "make", "the-low-road")
    assert result.exit_code == 0, result.output
    assert result.output.count("No: there is no such step to change") == 2
    assert "fights for bread" in call("roster", "show", "the-low-road").output
    file = write(tmp_path, "shard: Tough", "shard.txt")
    assert "never changes (G-CIR-4)" in refusal("roster", "make", "the-low-road", "--answers", file)


def test_a_bundled_roster_is_copied_to_change_it(tmp_path: Path) -> None:
    assert "copy it to change it" in refusal("roster", "make", "the-mended")
    assert call("roster", "copy", "the-mended", "Ours").output == "Ours is now yours: ours\n"
    assert call("roster", "copy", "ours").output == "Ours 2 is now yours: ours-2\n"
    assert [path.stem for path in own_rosters(BOOK)] == ["ours-2", "ours"]
    assert "no roster has that name" in refusal("roster", "copy", "nobody")
    assert "(G-CIR-1)" in refusal("roster", "copy", "ours", " \n ")
    assert "training circle" in refusal("roster", "make", call_json("roster", "copy", "tidewrack")["name"])


def test_a_roster_is_renamed() -> None:
    call("roster", "copy", "the-mended", "Ours")
    assert call("roster", "rename", "ours", "Theirs").output == "ours is now called Theirs\n"
    assert call_json("roster", "show", "ours")["name"] == "Theirs"
    assert "cannot be changed" in refusal("roster", "rename", "the-mended", "Ours")
    assert "(G-CIR-1)" in refusal("roster", "rename", "ours", "")


def test_a_roster_is_deleted_after_a_question() -> None:
    call("roster", "copy", "the-mended", "Ours")
    assert typed("n\n", "delete", "ours").exit_code == 0
    assert len(own_rosters(BOOK)) == 1
    assert "Ours is deleted" in typed("y\n", "delete", "ours").output
    assert own_rosters(BOOK) == []
    assert "no roster has that name" in refusal("roster", "delete", "ours", "--yes")
    assert "cannot be changed" in refusal("roster", "delete", "the-mended", "--yes")


def test_a_roster_goes_out_as_a_document_and_comes_in_again(tmp_path: Path) -> None:
    file = tmp_path / "mended.json"
    assert call("roster", "export", "the-mended", file).output == f"The Mended is in {file}\n"
    assert "already exists" in refusal("roster", "export", "the-mended", file)
    assert call("roster", "import", file).output == "The Mended is now yours: the-mended-2\n"
    assert json.loads(own_rosters(BOOK)[0].read_bytes()) == json.loads(file.read_bytes())


@pytest.mark.parametrize(("content", "told"), [("{", "is not JSON"), ("{}", "format: is missing"), (b"\xff", "UTF-8")])
def test_a_bad_file_is_not_imported(tmp_path: Path, content: str | bytes, told: str) -> None:
    line = refusal("roster", "import", write(tmp_path, content, "bad.json"))
    assert line.startswith(str(tmp_path / "bad.json"))
    assert told in line
    assert "No such file" in refusal("roster", "import", tmp_path / "nowhere.json")
    assert own_rosters(BOOK) == []


def test_a_roster_of_another_program_is_imported_as_it_is(tmp_path: Path) -> None:
    """The form of a new game has no path to a file: what is to be chosen there has to be among one's own."""
    file = tmp_path / "lamps.ros"
    file.write_bytes((Path(__file__).parents[1] / "rulesets/aos4/documents/fixtures/lamps.ros").read_bytes())
    book = ("--ruleset", "aos4")
    told, *odd = call("roster", *book, "import", file).output.splitlines()
    assert told == "Lamps over the Fen is now yours: lamps"
    assert odd == call("check", file).output.splitlines()[1:]
    [kept] = own_rosters("aos4", (".ros",))
    assert kept.read_bytes() == file.read_bytes()
    assert "already exists" in refusal("roster", *book, "import", file)
    assert "Lamps over the Fen" in call("roster", *book, "list").output
    bad = write(tmp_path, "<roster/>", "bad.ros")
    assert refusal("roster", *book, "import", bad).startswith(str(bad))
    assert len(own_rosters("aos4", (".ros",))) == 1


def test_a_broken_rule_is_not_imported(tmp_path: Path) -> None:
    plain = call_json("roster", "show", "the-mended")
    plain["godbreakers"][0]["die"] = 12
    assert "have the dice D12" in refusal("roster", "import", write(tmp_path, plain))


def test_a_roster_is_printed_as_a_picture(tmp_path: Path) -> None:
    assert call("roster", "export", "the-mended", tmp_path / "page.png").exit_code == 0
    with Image.open(tmp_path / "page.png") as page:
        assert page.size == (1240, 1754)
        dark = sum(page.convert("L").histogram()[:128])
    assert dark > 5_000
    known = "use a name that ends in .txt or .json or .pdf or .png, or --as"
    assert known in refusal("roster", "export", "the-mended", tmp_path / "page.gif")
    assert "No such file" in refusal("roster", "export", "the-mended", tmp_path / "no" / "page.png")


def test_an_unfinished_roster_is_not_exported(tmp_path: Path) -> None:
    made(tmp_path, "cause: bread")
    assert "is not finished" in refusal("roster", "export", "unfinished", tmp_path / "x.json")


def test_a_game_is_played_with_a_roster_of_ones_own(tmp_path: Path) -> None:
    made(tmp_path)
    out = tmp_path / "battle"
    game = call(
        "play", "--headless", "--players", "random,random", "--roster", "the-low-road", "--rounds", "3", "--seed", "1",
        "--out", out,
    )  # fmt: skip
    assert game.exit_code == 0, game.output
    saved = json.loads((out / "replay.json").read_bytes())
    assert "The Low Road" in json.dumps(saved["setup"])


def test_a_rulebook_without_an_editor_has_no_such_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.commands.rulebook.rulesets.load", lambda name: Toy())
    for arguments in (["make"], ["copy", "a"], ["import", "a.json"], ["list"]):
        assert "has no rosters" in refusal("roster", *arguments)


def test_a_member_gets_a_face_by_name_or_from_a_picture(tmp_path: Path) -> None:
    call("roster", "copy", "the-mended", "Ours")
    assert call("roster", "face", "ours", "Splint", "anchor").output == "Splint of Ours has another face now\n"
    Image.new("RGB", (30, 30), "red").save(tmp_path / "me.png")
    assert call_json("roster", "face", "ours", "Lull", tmp_path / "me.png")["title"] == "Ours"
    faces = call_json("roster", "show", "ours")["faces"]
    assert faces["Splint"] == "anchor"
    assert faces["Lull"].startswith("data:image/webp;base64,")
    call("roster", "face", "ours", "Lull", "auto")
    assert call_json("roster", "show", "ours")["faces"] == {"Splint": "anchor"}
    assert "no member has that name" in refusal("roster", "face", "ours", "Nobody", "anchor")
    assert "No such file" in refusal("roster", "face", "ours", "Splint", tmp_path / "none.png")
