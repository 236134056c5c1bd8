"""Whatever is handed to the program, it answers with one clear line and exit code 2, and leaves nothing behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.commands.run import outcome, run_position
from game.documents.error import DocumentError
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import random_answer
from game.resources import resource
from tests.commands.calls import ENGAGE, PLACEMENT, ROOT, SOLO, call, position, refusal, write


@pytest.fixture(autouse=True)
def _left_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A refused command changes nothing in the folder it is called in."""
    monkeypatch.setenv("INCHWISE_HOME", str(tmp_path.with_name("home")))
    monkeypatch.chdir(tmp_path)
    yield
    made_by_test = {"document.json", "folder", "roster.json"}
    assert {path.name for path in tmp_path.iterdir()} <= made_by_test


READERS: dict[str, list[str]] = {
    "run": [],
    "measure": ["--from", "Wick", "--to", "Gull"],
    "reach": ["--model", "Wick", "--png", "reach.png"],
    "replay": ["--png", "pictures"],
}
"""Commands that read a document, with what else they want to be told."""

each_reader = pytest.mark.parametrize("command", READERS)


def refused_file(command: str, path: Path) -> str:
    line = refusal(command, path, *READERS[command])
    assert line.startswith(f"{path}: ")
    return line.removeprefix(f"{path}: ")


# -- files that are none -------------------------------------------------------------------------


@each_reader
def test_a_missing_file(command: str, tmp_path: Path) -> None:
    assert refused_file(command, tmp_path / "x.json") == "cannot be read or written: No such file or directory"


@each_reader
def test_a_folder(command: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    assert refused_file(command, tmp_path / "folder") == "is not a file - give the name of a JSON document"


DEEP = "[" * 30_000
JUNK: dict[str, tuple[str | bytes, str]] = {
    "binary": (bytes(range(256)), "at byte 128: is not UTF-8 text - save it as UTF-8"),
    "empty": ("", "at line 1 column 1: is not JSON"),
    "half": ('{"format": "inchwise', "at line 1 column 12: is not JSON"),
    "a list": ("[]", "is not a JSON object"),
    "too deep": (DEEP, "is nested too deeply"),
    "6 MB": ('{"a": "' + "x" * 6_000_000 + '"}', "is larger than 5,000,000 bytes"),
    "NaN": ('{"format": "inchwise-position", "version": NaN}', "NaN is no JSON number"),
    "a key twice": ('{"version": 1, "version": 2}', "the key 'version' appears twice"),
    "no format": ('{"version": 1}', "at format: is missing"),
    "no version": ('{"format": "inchwise-position"}', "at version: is missing or not a whole number"),
    "another kind": ('{"format": "inchwise-map", "version": 1}', 'at format: "inchwise-map" is unknown; only'),
}


@each_reader
@pytest.mark.parametrize("kind", JUNK)
def test_junk(command: str, kind: str, tmp_path: Path) -> None:
    content, reason = JUNK[kind]
    assert reason in refused_file(command, write(tmp_path, content))


@each_reader
def test_a_version_of_tomorrow(command: str, tmp_path: Path) -> None:
    form, known = ("inchwise-save", "1 or 2 or 3") if command == "replay" else ("inchwise-position", "1")
    line = refused_file(command, write(tmp_path, {"format": form, "version": 4}))
    assert line == f"at version: 4 is unknown; only {known} can be read - it may come from a newer version"


# -- positions -----------------------------------------------------------------------------------


def changed(*path: str | int, to: Any, of: Path = ENGAGE) -> dict[str, Any]:
    """An example position with one thing in it changed."""
    document = position(of)
    part: Any = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = to
    return document


def without(*path: str) -> dict[str, Any]:
    document = position()
    part: Any = document
    for step in path[:-1]:
        part = part[step]
    del part[path[-1]]
    return document


WICK = ("state", "models", "ann.wick")
MOVE = {"answers": [["bob.marrow"], "move"]}
WON_BY_ZOE = {"winners": ["zoe"], "reason": "", "rule": ""}
POSITIONS: dict[str, tuple[dict[str, Any], str]] = {
    "unknown ruleset": (changed("ruleset", to="chess"), "at ruleset: no rulebook is called 'chess'"),
    "unknown scenario": (changed("setup", "scenario", to="chess"), "at setup.scenario: no scenario is called 'chess'"),
    "unknown map": (changed("setup", "map", to="atlantis"), "'atlantis' is not a bundled map - use one of"),
    "a map without end": (changed("setup", "map", to="x" * 100_000), "xxx' is not a bundled map - use one of"),
    "unknown circle": (changed("setup", "players", 0, "circle", to="nuns"), "no circle is called 'nuns'"),
    "no setup": (changed("setup", to={}), "at setup.format: is missing"),
    "no players": (changed("setup", "players", to=[]), "at setup.players: "),
    "players alike": (changed("setup", "players", 1, "id", to="ann"), "another player already has the id 'ann'"),
    "misspelt": (position(colour="red"), "at colour: is not known here"),
    "misspelt in the state": (changed(*WICK, "colour", to="red"), "at state.models.ann.wick.colour: "),
    "no models": (without("state", "models"), "models: is missing"),
    "text for a number": (changed(*WICK, "x", to="12"), "models.ann.wick.x: must be a number"),
    "infinite": (changed(*WICK, "x", to=1e999), "is no JSON number - use plain finite numbers"),
    "off the table": (changed(*WICK, "x", to=-3.0), "at state: Wick hangs over the edge of the table (G-TBL-1)"),
    "overlapping": (changed(*WICK, "x", to=13.0), "Wick overlaps Gull by 0.5000 inches (G-TBL-2)"),
    "off the lattice": (changed(*WICK, "x", to=12.00001), "Wick stands off the lattice"),
    "odd die": (changed(*WICK, "die", to=7), "Wick has a die of 7 (G-ROLL-1)"),
    "unknown owner": (changed(*WICK, "owner", to="zoe"), "at state.models.ann.wick.owner: 'zoe' is not a player ("),
    "two names": (changed(*WICK, "id", to="ann.flint"), "models.ann.wick.id: is 'ann.flint' - it must match its key"),
    "unknown trait": (changed(*WICK, "traits", to={"Flying": 1}), "'Flying' is not available"),
    "unknown in vp": (changed("state", "vp", to={"ann": 1, "zoe": 2}), "at state.vp: names ['ann', 'zoe'], but the"),
    "unknown in order": (changed("state", "priority", to=["zoe"]), "priority: names ['zoe']"),
    "lost shard": (without("state", "markers", "bob.shard"), "markers: has no bob.shard"),
    "no objective": (without("state", "markers", "objective"), "at state.markers: has no objective"),
    "over without an end": (
        changed("state", "step", to="over"),
        "at state.step: is 'over': a game is over if and only if",
    ),
    "won by a stranger": (
        position(state=position()["state"] | {"step": "over", "result": WON_BY_ZOE}),
        "at state.result.winners: names ['zoe']",
    ),
    "unknown step": (changed("state", "step", to="tea"), "at state.step: "),
    "state a list": (position(state=[]), "at state: "),
    "journal a text": (position(answers="end"), "at answers: must be a list"),
    "journal of numbers": (position(answers=[1]), "at answers[0]"),
    "unknown answer": (position(answers=[["ann.wick"], "fly"]), "answers[1]: the recorded answer 'fly' is not allowed"),
    "answer of a wrong form": (position(answers=["ann.wick"]), "at answers[0]: the recorded answer 'ann.wick' is"),
    "not yours": (position(answers=[["bob.gull"]]), "Gull is not yours to activate"),
    "one answer too many": (
        position(answers=[*position()["answers"], {"interrupt": "concede", "player": "bob"}, [], "end"]),
        "at answers[5]: the recorded answer 'end' is not allowed: the game is over",
    ),
    "unknown interrupt": (position(answers=[{"interrupt": "nap", "player": "ann"}]), "this cannot be declared now"),
    "no dice left": (changed("dice", to={"faces": [7]}), "at answers[2]: the recorded answer ['bob.gull'] is"),
    "a die too large": (changed("dice", "faces", to=[7, 9]), "scripted roll 2 is 9, but a d8 is rolled"),
    "for somebody else": (changed("dice", "purposes", to=["gull"]), "scripted roll 1 is for 'gull', but round 2/ann"),
    "dice left over": (changed("dice", "faces", to=[7, 3, 5]), "at dice.faces: 1 scripted dice were not rolled: 5"),
    "a roll at once": (changed("state", "step", to="initiative"), "at dice.faces: scripted roll 1 is for"),
    "no die": (changed("dice", "faces", to=[0, 3]), "at dice.faces[0]: "),
    "both kinds of dice": (changed("dice", "seed", to=1), "at dice: needs exactly one of these: a seed, faces"),
    "negative seed": (changed("dice", to={"seed": -1}), "at dice.seed: "),
    "place a text": (changed("answers", to=[*MOVE["answers"], "there"], of=PLACEMENT), "answer with [x, y] in inches"),
    "place of three": (changed("answers", to=[*MOVE["answers"], [1, 2, 3]], of=PLACEMENT), "answer with [x, y] in"),
    "place far off": (changed("answers", to=[*MOVE["answers"], [25, 10]], of=PLACEMENT), "answers[2]: the recorded"),
    "place beyond all": (changed("answers", to=[*MOVE["answers"], [1e300, 1]], of=PLACEMENT), "not a finite number"),
}  # fmt: skip


@pytest.mark.parametrize("command", ["run", "measure", "reach"])
@pytest.mark.parametrize("kind", POSITIONS)
def test_a_position_of_which_no_game_comes(command: str, kind: str, tmp_path: Path) -> None:
    document, reason = POSITIONS[kind]
    refused = refused_file(command, write(tmp_path, document))
    assert reason in refused
    assert len(refused) < 400


def test_a_document_names_no_file_to_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by its path, and not by a name that a file beside it happens to have."""
    mine = tmp_path.with_name("elsewhere.json")
    mine.write_bytes(resource("maps/open-quarry.json").read_bytes())
    reason = "at setup.map: '{}' is not a bundled map - use one of bare-table, gallery-row, "
    for name in (str(mine), "../elsewhere.json", "/dev/stdin"):
        path = write(tmp_path, changed("setup", "map", to=name))
        assert reason.format(name) in refused_file("run", path)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "open-quarry").write_text("not what is meant", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "folder")
    assert call("run", ENGAGE).exit_code == 0


# -- saves ---------------------------------------------------------------------------------------


def a_save(**changes: Any) -> dict[str, Any]:
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(1))
    session.answer("auto-deploy")
    return plain(save_document(session)) | changes


SAVES: dict[str, tuple[dict[str, Any], str]] = {
    "unknown ruleset": ({"ruleset": "chess"}, "at ruleset: no rulebook is called 'chess'"),
    "journal a text": ({"journal": "end"}, "at journal: must be a list"),
    "journal of numbers": ({"journal": [1]}, "at journal[0]"),
    "journal too long": ({"journal": ["end"] * 20_001}, "at journal: "),
    "checkpoint beyond": ({"checkpoint": {"entries": 9, "state": {}}}, "at checkpoint.entries: is 9, but the journal"),
    "no setup": ({"setup": {}}, "at setup.format: is missing"),
    "no dice": ({"dice": {}}, "at dice: needs exactly one of these: a seed, faces"),
    "beginning": ({"beginning": {}}, "at beginning.models: is missing"),
}


@pytest.mark.parametrize("kind", SAVES)
def test_a_save_of_which_no_game_comes(kind: str, tmp_path: Path) -> None:
    changes, reason = SAVES[kind]
    path = write(tmp_path, a_save(**changes))
    assert reason in refused_file("replay", path)
    assert reason in refusal("play", "--headless", "--load", path)


def test_a_save_whose_checkpoint_is_needed_and_bad(tmp_path: Path) -> None:
    save = a_save(journal=["fly", "fly"], digests=[])
    del save["checkpoint"]["state"]["markers"]["ann.shard"]
    line = refusal("play", "--headless", "--load", write(tmp_path, save))
    assert "at checkpoint.state.markers: has no ann.shard" in line


# -- options -------------------------------------------------------------------------------------

NEW_GAME: dict[str, tuple[list[str], str]] = {
    "unknown ruleset": (["--ruleset", "chess"], "no rulebook is called 'chess' - use one of godbreakers"),
    "unknown scenario": (["--scenario", "chess"], "new game: at scenario: no scenario is called 'chess'"),
    "unknown map": (
        ["--map", "atlantis"],
        "atlantis: is neither a file nor a bundled map - the maps are bare-table, gallery-row",
    ),
    "map a folder": (["--map", "folder"], "folder: is not a file"),
    "unknown player": (["--players", "random,oracle"], "--players: 'oracle' is not a kind of player"),
    "no player": (["--players", ""], "--players: '' is not a kind of player"),
    "too many players": (
        ["--players", "random," * 4 + "random"],
        "new game: at players: there are 5 players - one to 4",
    ),
    "too few names": (["--names", "Ann"], "--names: 2 names are needed"),
    "too many names": (["--names", "Ann,Bob,Cy"], "--names: 2 names are needed"),
    "an empty name": (["--names", "Ann,"], "--names: 2 names are needed"),
    "a name too long": (["--names", "Ann," + "B" * 81], "--names: "),
    "a name of two lines": (["--names", "Ann,B\nob"], "--names: "),
    "missing roster": (["--roster", "nowhere.json"], "nowhere.json: "),
    "too few rounds": (["--rounds", "2"], "new game: at rounds: 2 rounds is not allowed - choose 3 to 7 (G-RND-1)"),
    "too many rounds": (["--rounds", "8"], "new game: at rounds: 8 rounds"),
    "rounds a text": (["--rounds", "many"], "Invalid value for '--rounds'"),
    "unknown handler": (["--wild-handler", "zoe"], "new game: at wild_handler: 'zoe' is not available"),
    "unknown way to arm": (["--threat-traits", "guessed"], "new game: at threat_traits: 'guessed' is not available"),
    "negative seed": (["--seed", "-1"], "Invalid value for '--seed': -1 is not in the range"),
    "unknown option": (["--colour", "red"], "No such option"),
}


@pytest.mark.parametrize("command", [("play", "--headless"), ("simulate", "--games", "1")], ids=["play", "simulate"])
@pytest.mark.parametrize("kind", NEW_GAME)
def test_a_new_game_that_cannot_be(command: tuple[str, ...], kind: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    options, reason = NEW_GAME[kind]
    players = [] if "--players" in options else ["--players", "random,random"]
    assert reason in refusal(*command, *players, *options)


OPTIONS: dict[str, tuple[list[str], str]] = {
    "a name without end": (["sandbox", "--size", "30x24", "--names", "x" * 500, "--text"], "--names: 'xxx"),
    "a table of no size": (["sandbox", "--size", "infx20", "--text"], "4 to 200 inches"),
    "both games": (["play", "--continue", "--load", "x.json"], "--continue and --load name two different games"),
    "nothing to continue": (["play", "--continue", "--headless"], "there is no game to continue ("),
    "missing save": (["play", "--load", "x.json", "--headless"], "x.json: cannot be read or written"),
    "too long to think": (["play", "--think", "61"], "Invalid value for '--think'"),
    "no number to think": (["play", "--think", "nan"], "--think: nan is not a number of seconds - use 0 to 60"),
    "people cannot be simulated": (["simulate", "--players", "human"], "--players: 'human' is not a kind of player"),
    "no games": (["simulate", "--games", "0"], "Invalid value for '--games'"),
    "no jobs": (["simulate", "--jobs", "0"], "Invalid value for '--jobs'"),
    "negative step": (["replay", "x.json", "--step", "-1"], "Invalid value for '--step'"),
    "no file": (["run"], "Missing argument 'POSITION'"),
    "no names": (["measure", "x.json"], "Missing option '--from'"),
    "no model": (["reach", "x.json"], "Missing option '--model'"),
    "unknown command": (["dance"], "No such command 'dance'"),
}


@pytest.mark.parametrize("kind", OPTIONS)
def test_options_that_cannot_be(kind: str) -> None:
    arguments, reason = OPTIONS[kind]
    assert reason in refusal(*arguments)


def test_a_place_that_cannot_be_written_to(tmp_path: Path) -> None:
    blocker = write(tmp_path, "not a folder")
    quick = ("--players", "random,random", "--rounds", "3", "--seed", "1")
    assert "document.json" in refusal("play", "--headless", *quick, "--out", blocker)
    assert "document.json" in refusal("play", "--headless", *quick, "--out", blocker / "deeper")
    assert "document.json" in refusal("reach", PLACEMENT, "--model", "Marrow", "--png", blocker / "x.png")
    assert "No such file" in refusal("reach", PLACEMENT, "--model", "Marrow", "--png", tmp_path / "no" / "x.png")


@pytest.mark.parametrize(
    "arguments",
    [
        ["run", "document.json"],
        ["play", "--headless", "--load", "document.json"],
        ["simulate", "--map", "document.json"],
    ],
    ids=lambda arguments: arguments[0],
)
def test_the_real_program_too_says_it_in_one_line(arguments: list[str], tmp_path: Path) -> None:
    write(tmp_path, bytes(range(256)))
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
    result = subprocess.run(
        [sys.executable, "-m", "game", *arguments], capture_output=True, text=True, check=False, env=environment
    )
    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr == "Error: document.json: at byte 128: is not UTF-8 text - save it as UTF-8\n"


STRANGE = [None, -1, 0, 10**6, "zoe", "", [], {}, True, 2.5, ["zoe"], {"zoe": 1}]


@pytest.mark.parametrize("path", [ENGAGE, SOLO], ids=lambda path: path.stem)
def test_a_stranger_in_the_state_never_breaks_the_program(path: Path) -> None:
    """Everything in a state in turn replaced by something else: it plays on or is refused, never breaks down."""
    session = run_position(str(path))
    state = session.marks[-1].state.plain()
    broken = []
    for steps in paths(state):
        for value in STRANGE:
            changed_state = json.loads(json.dumps(state))
            part = changed_state
            for step in steps[:-1]:
                part = part[step]
            part[steps[-1]] = value
            trouble = trouble_with(session, changed_state)
            if trouble:
                broken.append(f"{'.'.join(steps)} = {value!r}: {trouble}")
    assert broken == []


@pytest.mark.parametrize("step", ["setup", "round", "initiative", "activation", "recovery", "recovering", "resolution"])
def test_any_step_can_be_begun_from_any_state(step: str) -> None:
    session = run_position(str(ENGAGE))
    state = session.marks[-1].state.plain()
    changes: list[dict[str, Any]] = [{"priority": []}, {"lost": ["ann"]}, {"active": "ann.wick"}, {"rounds": 0}]
    changes += [{"setup_done": done} for done in (-3, 0, 5, 99)]
    changes += [{"turn": -7}, {"round": 99}, {"engaged": ["zoe"]}, {"automatic": ["zoe"]}, {"initiative": "zoe"}]
    changes += [{"models": {}}]
    assert [trouble for each in changes if (trouble := trouble_with(session, state | {"step": step} | each))] == []


def paths(part: dict[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The way to everything in a state; of models, markers and tokens that are alike the first will do."""
    for key, value in part.items():
        yield (*above, key)
        if isinstance(value, dict):
            alike = above == () and key in ("models", "markers", "tokens")
            yield from paths(dict(list(value.items())[:1]) if alike else value, (*above, key))


def trouble_with(like: Session, state: Any) -> str:
    """Return how a state breaks the program, or nothing."""
    try:
        read = like.ruleset.read_state(state, like.setup)
    except DocumentError:
        return ""
    except Exception as error:
        return f"reading: {error!r}"
    try:
        session = Session(like.ruleset, like.setup, KeyedDice(1), state=read)
        outcome(session)
        like.ruleset.view(session.game)
        rng = Random(1)
        for _ in range(8):
            if session.decision is not None:
                session.answer(random_answer(session.decision, rng))
    except Exception as error:
        return repr(error)
    return ""


def test_a_pipe_is_refused_unread_also_where_its_name_is_looked_at_for_a_rulebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe never ends, nor does a link to a device; the group looked for a rulebook in all that ends in .json."""
    os.mkfifo(tmp_path / "folder.json")
    (tmp_path / "folder.json").rename(tmp_path / "folder")
    (tmp_path / "document.json").symlink_to(tmp_path / "folder")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} is read whole"))
    for command in (("roster", "show"), ("campaign", "show")):
        line = refusal(*command, tmp_path / "document.json")
        assert line == f"{tmp_path / 'document.json'}: is not a file - give the name of a JSON document"


def test_a_document_that_is_too_large_names_no_rulebook(tmp_path: Path) -> None:
    content = json.dumps({"ruleset": "bushido", "text": "x" * 6_000_000})
    assert "is larger than 5,000,000 bytes" in refusal("roster", "show", write(tmp_path, content, "roster.json"))


@pytest.mark.parametrize(
    "command",
    [
        ("play", "--headless", "--load"),
        ("replay",),
        ("check",),
        ("run",),
        ("campaign", "show"),
        ("roster", "show"),
        ("roster", "import"),
        ("sandbox", "--text"),
        ("play", "--headless", "--players", "random,random", "--map"),
        ("simulate", "--games", "1", "--players", "random,random", "--roster", "the-mended", "--roster"),
        ("simulate", "--games", "1", "--players", "random,random", "--csv"),
        ("sandbox", "--out"),
    ],
    ids=" ".join,
)
def test_a_link_in_a_circle_is_refused(command: tuple[str, ...], tmp_path: Path) -> None:
    loop = tmp_path / "document.json"
    loop.symlink_to(loop)
    result = call(*command, loop)
    assert result.exit_code == 2, repr(result.exception)
    assert str(loop) in (result.stderr or result.stdout)
