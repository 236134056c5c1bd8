"""At the edge: whatever is printed, interrupted or closed, there is a clear line and never a traceback."""

from __future__ import annotations

import contextlib
import io
import os
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from game.commands.terminal import Terminal, exit_code_of
from game.printable import one_line, printable, spelled
from tests.commands.calls import ROOT, call, position, refusal, write
from tests.samples import few

HOSTILE = "A\x9b31m\u202eB\u2066C\u200fD\u2028E"
"""A name that no rule for names refuses: it colours, reverses and breaks what stands beside it."""


def program(folder: Path, *arguments: str | bytes | Path, **named: Any) -> subprocess.Popen[bytes]:
    """Start the program in a process and a session of its own."""
    environment = os.environ | {"PYTHONPATH": str(ROOT), "INCHWISE_HOME": str(folder / "home")}

    def hear_signals() -> None:  # tests that run in the background or under nohup were started deaf
        for number in (signal.SIGINT, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, "-m", "game", *arguments],
        env=environment | named.pop("environment", {}),
        stdin=named.pop("stdin", subprocess.PIPE),
        stdout=named.pop("stdout", subprocess.PIPE),
        stderr=subprocess.PIPE,
        cwd=folder,
        start_new_session=True,
        preexec_fn=named.pop("preexec_fn", hear_signals),  # noqa: PLW1509 - these programs are all we start
        **named,
    )


def ended(process: subprocess.Popen[bytes], clue: str = "") -> tuple[int, str, str]:
    """Wait for a process; return its exit code and what it wrote."""
    out, error = process.communicate(timeout=120)
    errors = error.decode("utf-8", "replace")
    assert "Traceback" not in errors
    assert "Exception ignored" not in errors
    assert clue in errors
    return process.returncode, (out or b"").decode("utf-8", "replace"), errors


# -- names ---------------------------------------------------------------------------------------


def test_what_is_not_to_be_seen_is_escaped() -> None:
    assert printable("Wörd ″ → 字 👩‍🚀\n\tx") == "Wörd ″ → 字 👩‍🚀\n\tx"
    assert printable(HOSTILE) == r"A\u009b31m\u202eB\u2066C\u200fD\u2028E"
    assert printable("\x1b[2J\r\x00\udcff\ufeff") == r"\u001b[2J\u000d\u0000\udcff\ufeff"
    assert one_line("a\nb\tc\x7f") == r"a\nb\tc\u007f"


def test_letters_that_a_terminal_lacks_are_written_more_plainly() -> None:
    assert spelled("6.5″ – “é” 字", "cp1252") == '6.5" – “é” \\u5b57'
    assert spelled("6.5″ – “é” 字", "ascii") == '6.5" - "e" \\u5b57'
    assert spelled("6.5″", "utf-8") == "6.5″"


def test_a_bar_may_return_to_the_start_of_its_line_and_nothing_else() -> None:
    stream = io.StringIO()
    for text in ("\rplaying: 5 of 9", "\r   \r", "\r", "name\rhidden\n"):
        Terminal(stream).write(text)
    assert stream.getvalue() == "\rplaying: 5 of 9\r   \r\rname\\u000dhidden\n"


def named(name: str) -> dict[str, Any]:
    document = position()
    document["state"]["models"]["ann.wick"]["name"] = name
    return document


@pytest.mark.parametrize("command", [["run"], ["measure", "--from", "ann.wick", "--to", "Gull"], ["run", "--json"]])
def test_a_name_does_not_reach_the_terminal_raw(command: list[str], tmp_path: Path) -> None:
    path = write(tmp_path, named(HOSTILE))
    result = call(command[0], path, *command[1:])
    assert result.exit_code == 0, result.output
    assert "B\\u2066C" in result.stdout
    assert not re.search("[\x9b\u202e\u2066\u200f\u2028]", result.output)


def test_a_file_of_an_odd_name_is_refused_in_one_line(tmp_path: Path) -> None:
    line = refusal("check", "a\nb\x1b[31m\u202e.json", "--for", "chess")
    assert "chess" in line
    result = call("check", "a\nb\x1b[31m\u202e.json")
    assert result.stdout == "a\\nb\\u001b[31m\\u202e.json: cannot be read or written: No such file or directory\n"


# -- streams -------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", few(["ascii", "cp1252", "utf-8"], 3))
def test_any_encoding_of_the_terminal_will_do(encoding: str, tmp_path: Path) -> None:
    run = program(tmp_path, "play", "--text", environment={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"})
    assert run.stdin is not None
    run.stdin.write(b"place 3, 4\nrange ann.wick objective\nlook\n")
    code, out, _ = ended(run)
    assert code == 0
    assert "save" in out


def test_a_full_disk_under_the_output_is_told_once(tmp_path: Path) -> None:
    def no_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    kept = {"PYTHONDONTWRITEBYTECODE": "1"}  # compiled modules would be cut short too, for whoever comes next
    with (tmp_path / "maps.txt").open("wb") as file:
        code, _, errors = ended(program(tmp_path, "maps", stdout=file, preexec_fn=no_room, environment=kept))
    assert (code, errors) == (2, "Error: standard output: cannot be read or written: File too large\n")


def test_a_reader_who_went_away_is_no_error(tmp_path: Path) -> None:
    read, written = os.pipe()
    os.close(read)
    code, _, errors = ended(program(tmp_path, "maps", stdout=written))
    os.close(written)
    assert (code, errors) == (1, "")


@pytest.mark.parametrize("closed", [[1], [0, 1, 2]])
def test_closed_streams_do_not_matter(closed: list[int], tmp_path: Path) -> None:
    def close() -> None:
        for number in closed:
            os.close(number)

    assert ended(program(tmp_path, "maps", preexec_fn=close))[0] == 0
    assert ended(program(tmp_path, "check", "none.json", preexec_fn=close))[0] == 2


def test_arguments_that_are_no_text_are_refused(tmp_path: Path) -> None:
    for arguments in few([[b"\xff"], [b"check", b"\xff.json"], [b"play", b"--headless", b"--scenario", b"\xff"]]):
        code, out, errors = ended(program(tmp_path, *arguments))
        assert code == 2
        assert "\\udcff" in out + errors


def test_endless_numbers_in_arguments_are_refused() -> None:
    digits = "9" * 5000
    for arguments in (
        ["sandbox", "--edit", f'{{"do": "add", "x": {digits}}}', "--text"],
        ["odds", "--attacker", f"D8 damage {digits}", "--defender", "D6"],
        ["play", "--headless", "--rounds", digits],
        ["replay", "x.json", "--step", digits],
        ["sandbox", "--size", f"{digits}x20", "--text"],
    ):
        assert len(refusal(*arguments)) < 6000


# -- endings -------------------------------------------------------------------------------------


def test_ctrl_c_in_a_game_saves_it(tmp_path: Path) -> None:
    run = program(tmp_path, "play", "--text")
    assert run.stdout is not None
    while b"1." not in run.stdout.readline():
        pass
    time.sleep(0.2)
    run.send_signal(signal.SIGINT)
    code, out, errors = ended(run)
    assert (code, errors.strip()) == (130, "Interrupted.")
    assert "The game is saved" in out
    assert len(list((tmp_path / "home" / "autosaves").glob("*.json"))) == 1


@pytest.mark.parametrize(
    ("number", "late"),
    [(signal.SIGINT, 0.8), (signal.SIGTERM, 0.0), (signal.SIGHUP, 0.2)],
)
def test_an_end_of_many_games_ends_the_workers_too(number: signal.Signals, late: float, tmp_path: Path) -> None:
    """Also while they begin, and though the terminal sends the signal to all of them."""
    run = program(tmp_path, "simulate", "--games", "100000", "--jobs", "2")
    while len(living(run.pid)) < 5:  # the program, two workers, and two that track what they share
        assert run.poll() is None
        time.sleep(0.01)
    time.sleep(late)
    os.killpg(run.pid, number)
    assert ended(run)[0] == 128 + number
    for _ in range(200):
        if not living(run.pid):
            break
        time.sleep(0.05)
    assert living(run.pid) == []


def living(group: int) -> list[str]:
    """The processes of a group that have not ended."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, of = path.read_text(encoding="utf-8").rpartition(")")[2].split()[:3]
            if int(of) == group and state != "Z":
                found.append(path.parent.name)
    return found


@pytest.mark.parametrize(("stop", "code"), [(KeyboardInterrupt(), 130), (SystemExit(143), 143)])
def test_a_fault_that_comes_of_an_interruption_is_none(stop: BaseException, code: int) -> None:
    """Python itself turns one into a RuntimeError where it falls into the making of a class."""

    def run() -> None:
        try:
            raise stop
        except BaseException as error:
            raise RuntimeError("Error calling __set_name__") from error

    assert exit_code_of(run) == code
    with pytest.raises(ZeroDivisionError):
        exit_code_of(lambda: 1 // 0)


def test_save_to_a_folder_is_refused_and_the_game_goes_on(tmp_path: Path) -> None:
    run = program(tmp_path, "play", "--text")
    assert run.stdin is not None
    run.stdin.write(b"save /\nsave .\nsave a\x00b\nsave " + b"x" * 400 + b"\nlook\nquit\n")
    code, out, _ = ended(run)
    assert code == 0
    assert out.count("The game was not saved") == 4
    assert "The game is saved" in out


def test_names_are_escaped_in_the_battle_report(tmp_path: Path) -> None:
    names = "<b>Ann|*x*</b>,[Bob](http://x)`"
    result = call("play", "--headless", "--players", "random,random", "--names", names, "--rounds", "3", "--seed", "1",
                  "--out", tmp_path / "out")  # fmt: skip
    assert result.exit_code == 0, result.output
    report = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert r"| \<b\>Ann\|\*x\*\</b\> |" in report
    assert r"\[Bob\](http://x)\`" in report
    assert not re.search(r"(?<!\\)<b>", report)
    page = tmp_path / "page.html"
    assert call("replay", tmp_path / "out" / "replay.json", "--html", page).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert "&lt;b&gt;Ann|*x*&lt;/b&gt;" in text
    assert "<b>Ann" not in text
