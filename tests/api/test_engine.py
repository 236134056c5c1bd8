"""The engine protocol: games for another program, whatever it sends."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from game.api.engine import MOST_GAMES, Engine, bounded_lines
from game.api.messages import REQUESTS
from game.cli import main
from game.documents.reading import parse_document
from game.engine.hidden import hidden_entries
from game.engine.saving.documents import PositionDocument
from game.players import random_player
from inchwise_conformance.test_secrets import otherwise
from tests.commands.calls import ENGAGE, POSITIONS, SOLO, position
from tools.engine_client import play

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "game" / "api" / "README.md"


def ask(engine: Engine, do: str, **fields: Any) -> dict[str, Any]:
    """The reply to a request, which must not be refused."""
    reply = engine.reply(json.dumps({"do": do, **fields}))
    assert reply["ok"], reply
    return json.loads(json.dumps(reply)) if reply else reply


def fault(engine: Engine, text: str) -> tuple[str, str]:
    """The place and the reason of a refusal."""
    reply = engine.reply(text)
    assert not reply["ok"]
    return reply["error"]["where"], reply["error"]["reason"]


def talk(*lines: str | bytes) -> list[dict[str, Any]]:
    """What the command answers to some lines."""
    sent = b"\n".join(line.encode() if isinstance(line, str) else line for line in lines)
    result = CliRunner().invoke(main, ["engine"], input=sent)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_the_session_in_the_page_runs_as_it_is_printed() -> None:
    lines = re.findall(r"^([<>]) (.*)$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    sent = [text for side, text in lines if side == ">"]
    printed = [text for side, text in lines if side == "<"]
    replies = [json.dumps(reply, separators=(",", ":"), ensure_ascii=False) for reply in talk(*sent)]
    assert len(sent) == len(printed) == len(replies) > 8
    for reply, text in zip(replies, printed, strict=True):
        whole, sign, _rest = text.partition("…")
        assert reply.startswith(whole) if sign else reply == whole


def test_the_page_names_every_request_and_every_field() -> None:
    table = PAGE.read_text(encoding="utf-8")
    rows = {found[1]: found[2] for found in re.finditer(r"^\| `(\w+)` \|.*\| (.*?)\|$", table, re.MULTILINE)}
    assert set(rows) == set(REQUESTS)
    for do, model in REQUESTS.items():
        fields = set(model.model_fields) - {"do", "id", "game"}
        assert set(re.findall(r"`(\w+)`", rows[do])) == fields


def test_the_schema_of_the_requests_is_printed() -> None:
    result = CliRunner().invoke(main, ["schema", "engine"])
    schema = json.loads(result.stdout)
    assert set(schema["discriminator"]["mapping"]) == set(REQUESTS)
    assert "the requests of the engine protocol" in CliRunner().invoke(main, ["schema"]).output


@pytest.mark.parametrize(
    ("opponent", "more"), [("greedy", {}), ("random", {"ruleset": "bushido", "rounds": 1})], ids=["first", "bushido"]
)
def test_the_example_client_plays_a_whole_game(
    opponent: str, more: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len((ROOT / "tools" / "engine_client.py").read_text(encoding="utf-8").splitlines()) < 60
    result = play(opponent, seed=1, **more)
    assert set(result["scores"]) == {"me", "machine"}
    assert len(capsys.readouterr().out.splitlines()) > 20


def test_a_whole_game_is_the_same_for_the_same_seed() -> None:
    told = []
    for _time in range(2):
        engine, rng = Engine(), random.Random(5)
        reply, texts = ask(engine, "new", players=["human", "random"], seed=3, rounds=3), []
        while reply["decision"] is not None:
            reply = ask(engine, "answer", answer=rng.choice(ask(engine, "options", count=5, seed=1)["options"]))
            texts += [event["text"] for event in reply["events"]]
        assert reply["result"]["reason"]
        told.append(texts)
    assert told[0] == told[1]
    assert len(told[0]) > 50


def test_bots_alone_play_to_the_end() -> None:
    reply = ask(Engine(), "new", players=["random", "random"], seed=1, rounds=3)
    assert reply["decision"] is None
    assert set(reply["result"]["scores"]) == {"random-1", "random-2"}
    assert {each["player"] for each in reply["bots"]} == {"random-1", "random-2"}


@pytest.mark.parametrize("path", [ENGAGE, SOLO, POSITIONS / "bushido-melee.json"], ids=lambda path: path.stem)
def test_every_option_is_legal_and_other_answers_are_refused(path: Path) -> None:
    engine = Engine()
    begun = ask(engine, "new", position=position(path))
    options = ask(engine, "options", count=6)
    assert 0 < len(options["options"]) <= 6
    for option in options["options"]:
        ask(engine, "answer", answer=option, game=begun["game"])
        again = ask(engine, "undo", game=begun["game"])
        assert again["decision"] == begun["decision"]
    refused = engine.reply(json.dumps({"do": "answer", "answer": {"nobody": 1}}))
    assert refused["error"]["kind"] == "malformed"
    refused = engine.reply(json.dumps({"do": "answer", "answer": ["nobody"]}))
    assert refused["error"]["kind"] in ("illegal", "malformed")
    assert ask(engine, "decision")["decision"] == begun["decision"]


def test_a_position_plays_on_as_the_game_but_with_dice_of_its_own() -> None:
    engine = Engine()
    reply = ask(engine, "new", players=["human", "random"], seed=11, rounds=3)
    for _number in range(12):
        reply = ask(engine, "answer", answer=ask(engine, "options", count=4)["options"][-1])
    there = ask(engine, "position", seed=99)
    document = parse_document(json.dumps(there["position"]), PositionDocument, "")
    assert document.dice.seed == 99 or document.dice.turns[-1].seed == 99
    assert '"seed": 11' not in json.dumps(there)
    again = ask(engine, "new", position=there["position"])
    assert again["decision"] == reply["decision"]
    assert ask(engine, "position", seed=99, game=again["game"])["table"] == there["table"]
    pieces = [each["id"] for each in there["table"]["pieces"]]
    assert len(pieces) > 5


def test_a_fork_has_other_dice_and_leaves_its_game_alone() -> None:
    engine = Engine()
    document = position(ENGAGE)
    begun = ask(engine, "new", position=document | {"dice": {"seed": 1}})
    ends = set()
    for seed in range(6):
        copy, rng, texts = ask(engine, "fork", game=begun["game"], seed=seed), random.Random(1), []
        assert copy["decision"] == begun["decision"]
        for _number in range(6):
            if copy["decision"] is not None:
                option = rng.choice(ask(engine, "options", game=copy["game"], count=3)["options"])
                copy |= ask(engine, "answer", game=copy["game"], answer=option)
                texts += copy["events"]
        ends.add(json.dumps(texts))
        ask(engine, "drop", game=copy["game"])
    assert len(ends) > 1
    assert ask(engine, "decision")["game"] == begun["game"]
    assert ask(engine, "decision")["decision"] == begun["decision"]


def test_what_another_seat_committed_in_secret_is_not_told() -> None:
    engine = Engine()
    ask(engine, "new", position=position(POSITIONS / "bushido-melee.json"))
    game, rng = engine.games[1], random.Random(2)
    while not hidden_entries(game.session):
        game.answer(random_player.random_answer(game.session.pending(), rng))
    asked = game.session.pending().player
    (other,) = {*game.session.ruleset.players(game.session.setup)} - {asked}
    assert ask(engine, "decision", viewer=other)["decision"] == {"player": asked, "secret": True}
    assert fault(engine, json.dumps({"do": "options", "viewer": other}))[0] == "viewer"

    def told() -> list[Any]:
        copies = [ask(engine, "fork", game=1, seed=seed) | {"game": 0} for seed in range(3)]
        shown = [ask(engine, do, game=1) for do in ("decision", "options", "position")]
        return [*shown, *copies]

    before = told()
    game.session = otherwise(game.session)
    assert told() == before


def test_seats_of_bots_are_closed_to_the_client() -> None:
    engine = Engine()
    ask(engine, "new", players=["human", "greedy"], seed=1)
    where, reason = fault(engine, '{"do": "position", "viewer": "greedy-2"}')
    assert (where, reason) == ("viewer", "you do not control 'greedy-2' - use human-1")


DEEP = "[" * 5000 + "]" * 5000


@pytest.mark.parametrize(
    ("sent", "where", "reason"),
    [
        ("[1]", "", "is not a JSON object"),
        ("{}", "do", "use one of new, position"),
        ('{"do": ["new"]}', "do", "use one of new, position"),
        ("{", "line 1 column 2", "is not JSON"),
        (b"\xff\xfe", "line 1: byte 0", "is not UTF-8"),
        (DEEP, "", "nested too deeply"),
        ('{"do": "answer", "answer": 5}', "answer", "must be text, a list or an object, not 5"),
        ('{"do": "answer", "answer": null}', "answer", "must be text, a list or an object, not null"),
        ('{"do": "answer", "answer": ' + "[" * 40 + "]" * 40 + "}", "", "nested too deeply"),
        ('{"do": "new", "seed": ' + "9" * 400 + "}", "", "use plain finite numbers"),
        ('{"do": "new", "seed": 9999999999999999999}', "seed", "less than"),
        ('{"do": "new", "seed": NaN}', "", "NaN is no JSON number"),
        ('{"do": "new", "do": "quit"}', "", "appears twice"),
        ('{"do": "new", "ruleset": "ludo"}', "ruleset", "no rulebook is called"),
        ('{"do": "new", "players": ["robot"]}', "players[0]", "is not a kind of player"),
        ('{"do": "new", "players": []}', "players", "at least 1"),
        ('{"do": "new", "names": ["Ann"]}', "names", "give one for each"),
        ('{"do": "new", "names": ["Ann", "A\\u0000"]}', "names[1]", "should match pattern"),
        ('{"do": "new", "map": "/nowhere"}', "map", "cannot be used"),
        ('{"do": "new", "rosters": ["/nowhere", "x"]}', "rosters[0]", "cannot be used"),
        ('{"do": "new", "agreed": {"weather": "rain"}}', "agreed.weather", "is not available"),
        ('{"do": "new", "rounds": 99}', "", ""),
        ('{"do": "new", "seat": 1}', "seat", "is not known here"),
        (
            '{"do": "new", "position": {"format": "inchwise-save", "version": 1}}',
            "position: format",
            "document you meant",
        ),
        ('{"do": "decision"}', "game", "there is no game 0 (games: none)"),
        ('{"do": "decision", "game": 7}', "game", "there is no game 7"),
        ('{"do": "decision", "game": true}', "game", "must be a whole number"),
        ('{"do": "options", "count": 501}', "count", "less than or equal to 500"),
    ],
)
def test_what_cannot_be_met_is_refused_and_the_next_line_is_read(sent: str | bytes, where: str, reason: str) -> None:
    refused, after = talk(sent, '{"do": "quit"}')
    assert not refused["ok"]
    assert where in refused["error"]["where"]
    assert reason in refused["error"]["reason"]
    assert refused["error"]["reason"] != ""
    assert after == {"ok": True}


def test_a_position_whose_dice_people_roll_is_refused() -> None:
    document = position(ENGAGE) | {"dice": {"typed": {}}}
    where, reason = fault(Engine(), json.dumps({"do": "new", "position": document}))
    assert (where, reason) == ("position: dice.typed", "dice cannot be typed here - give a seed or faces")


def test_coordinates_beyond_all_bounds_are_malformed() -> None:
    engine = Engine()
    ask(engine, "new", seed=1)
    for spot in ("[1e999, 1]", "[-1e300, 1]", "[99999999999999999999, 0]"):
        reply = engine.reply(f'{{"do": "answer", "answer": {spot}}}')
        assert not reply["ok"]
        assert reply["error"]["where"].startswith("answer")


def test_a_game_that_is_over_says_so() -> None:
    engine = Engine()
    ask(engine, "new", players=["random", "random"], seed=1, rounds=3)
    for request in ('{"do": "answer", "answer": "x"}', '{"do": "options"}'):
        assert "the game is over" in fault(engine, request)[1]
    assert "no answer to undo" in fault(engine, '{"do": "undo"}')[1]


def test_so_many_games_and_no_more() -> None:
    engine = Engine()
    ask(engine, "new", seed=1)
    engine.games = dict.fromkeys(range(1, MOST_GAMES + 1), engine.games[1])
    assert "drop one first" in fault(engine, '{"do": "new"}')[1]
    assert "drop one first" in fault(engine, '{"do": "fork"}')[1]


def test_long_lines_are_refused_without_being_held() -> None:
    lines = list(bounded_lines(io.BytesIO(b"a" * 100 + b"\nshort\n\n" + b"b" * 10 + b"\n" + b"c" * 99), 10))
    told = [each if isinstance(each, str) else str(each).partition(" - ")[0] for each in lines]
    first, last = (f"line {number}: is longer than 10 bytes" for number in (1, 5))
    assert told == [first, "short\n", "b" * 10 + "\n", last]


def test_a_fault_of_the_program_is_a_reply_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_engine: Engine, _text: str) -> dict[str, Any]:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Engine, "reply", broken)
    (reply,) = talk("{}")
    assert reply["error"]["kind"] == "fault"
    assert "ZeroDivisionError: by zero" in reply["error"]["reason"]


def test_a_closed_pipe_ends_it_without_a_word() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "game", "engine"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    process.stdin.write(b'{"do": "quit"}\n')
    process.stdin.close()
    assert process.wait(60) == 1
    assert process.stderr.read() == b""
    process.stderr.close()


JUNK: tuple[Any, ...] = (
    None,
    True,
    -1,
    1,
    1.5,
    1e308,
    10**25,
    "",
    "ann",
    "\0",
    "😀",
    [],
    {},
    [1],
    [1, 2, 3],
    [[]],
    {"a": 1},
)


def test_whatever_the_fields_hold_there_is_a_reason_and_no_fault() -> None:
    engine, rng = Engine(), random.Random(8)
    ask(engine, "new", seed=1, rounds=3)
    ask(engine, "new", position=position(POSITIONS / "bushido-melee.json"))
    refusals = 0
    for _number in range(500):
        do = rng.choice(list(REQUESTS))
        fields = [name for name in REQUESTS[do].model_fields if name != "do" and rng.random() < 0.4]
        reply = engine.reply(json.dumps({"do": do, **{name: rng.choice(JUNK) for name in fields}}))
        assert reply["ok"] or reply["error"]["reason"]
        refusals += not reply["ok"]
        if len(engine.games) > 20 or not engine.games:
            engine.games = {}
            ask(engine, "new", seed=1, rounds=3)
    assert refusals > 200


def test_a_bot_at_a_dead_end_is_told_and_what_was_answered_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Engine()
    ask(engine, "new", players=["human", "random"], seed=1)
    before = ask(engine, "answer", answer=[28, 9])

    def stuck(*_arguments: object) -> None:
        raise random_player.NoLegalPlace("no place is legal")

    monkeypatch.setattr("game.api.seated.answer_with", stuck)
    answer = ask(engine, "options", count=4)["options"][-1]
    reply = engine.reply(json.dumps({"do": "answer", "answer": answer}))
    assert (reply["error"]["kind"], reply["error"]["reason"]) == ("game", "no place is legal")
    assert "is a computer player - use undo" in fault(engine, '{"do": "answer", "answer": "x"}')[1]
    assert ask(engine, "undo")["decision"] == before["decision"]
