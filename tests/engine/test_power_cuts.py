"""A loss of power while a game is saved: whatever the disk then holds, it loads as the old save or the new one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from game.documents.reading import load_document
from game.engine.saving.documents import SaveDocument
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import Toy

FOLDER = -1
"""The file that stands for the folder in a recorded flush."""


@dataclass(frozen=True)
class Step:
    """What a program asked of the disk: `name` a file, `write` to it, `flush` it (or the folder), or `drop` a name."""

    what: str
    file: int
    name: str = ""
    content: bytes = b""
    gone: str = ""


@dataclass
class Recorder:
    """Records what happens in a folder, in order: files by number, so that they can be followed over renames."""

    folder: Path
    steps: list[Step] = field(default_factory=list)
    known: dict[str, tuple[int, bytes]] = field(default_factory=dict)

    def look(self, moved: tuple[str, str] | None = None) -> None:
        """Record what has changed in the folder since the last look; `moved` is a rename that was just done."""
        now = {path.name: (path.stat().st_ino, path.read_bytes()) for path in self.folder.iterdir()}
        if moved is not None:
            before, after = moved
            self.steps.append(Step("name", now[after][0], after, gone=before))
            self.known[after] = self.known.pop(before)
        for name, (file, content) in now.items():
            had = self.known.get(name)
            if had is None or had[0] != file:
                self.steps.append(Step("name", file, name))
                had = (file, b"")
            if had[1] != content:
                self.steps.append(Step("write", file, content=content))
        self.steps.extend(Step("drop", self.known[name][0], name) for name in self.known.keys() - now.keys())
        self.known = now


@pytest.fixture
def recorder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recorder:
    folder = tmp_path / "saves"
    folder.mkdir()
    recorder = Recorder(folder)
    fsync, replace = os.fsync, os.replace

    def flush(handle: int) -> None:
        recorder.look()
        fsync(handle)
        status = os.fstat(handle)
        is_folder = status.st_ino == folder.stat().st_ino
        recorder.steps.append(Step("flush", FOLDER if is_folder else status.st_ino))

    def rename(source: Any, target: Any, **more: Any) -> None:
        recorder.look()
        replace(source, target, **more)
        recorder.look((Path(source).name, Path(target).name))

    monkeypatch.setattr(os, "fsync", flush)
    monkeypatch.setattr(os, "replace", rename)
    monkeypatch.setattr(os, "rename", rename)
    return recorder


def states(steps: list[Step], cut: int) -> Iterator[dict[str, bytes]]:
    """Yield every content of the folder that a cut after so many steps may leave.

    Names that were not flushed with the folder may each be kept or lost; a file that was not flushed since it was
    written may be empty, half written or whole.
    """
    durable: dict[str, int] = {}
    pending: list[Step] = []
    contents: dict[int, tuple[bytes, ...]] = {}
    for step in steps[:cut]:
        if step.what == "write":
            contents[step.file] = (b"", step.content[: len(step.content) // 2], step.content)
        elif step.what == "flush" and step.file != FOLDER:
            contents[step.file] = contents.get(step.file, (b"",))[-1:]
        elif step.what == "flush":
            for each in pending:
                _name(durable, each)
            pending = []
        else:
            pending.append(step)
    for chosen in product((False, True), repeat=len(pending)):
        names = dict(durable)
        for each, kept in zip(pending, chosen, strict=True):
            if kept:
                _name(names, each)
        files = sorted(set(names.values()))
        for held in product(*(contents.get(file, (b"",)) for file in files)):
            content = dict(zip(files, held, strict=True))
            yield {name: content[file] for name, file in names.items()}


def _name(names: dict[str, int], step: Step) -> None:
    names.pop(step.gone or (step.name if step.what == "drop" else ""), None)
    if step.what == "name":
        names[step.name] = step.file


def test_whatever_a_loss_of_power_leaves_is_a_whole_save(recorder: Recorder, tmp_path: Path) -> None:
    path, session = recorder.folder / "game.json", toy_session(rules=Toy())
    lengths, ends = [], []
    for answer in ("walk", ["a1"], [], [3.0, 3.0]):
        session.answer(answer)
        save_game(session, path)
        recorder.look()
        lengths.append(len(session.journal))
        ends.append(len(recorder.steps))
    seen: dict[bytes, int] = {}
    checked = 0
    for cut in range(len(recorder.steps) + 1):
        done = sum(end <= cut for end in ends)
        allowed = {*lengths[max(0, done - 1) : done + 1]}
        for state in states(recorder.steps, cut):
            checked += 1
            content, before = state.get("game.json"), state.get("game.previous.json")
            assert before is None or before in seen
            if content is None:
                assert done == 0, "the save is gone"
                continue
            if content not in seen:
                file = tmp_path / "cut.json"
                file.write_bytes(content)
                loaded, difference = load_game(file, lambda name, file: Toy())
                assert difference is None
                seen[content] = len(loaded.journal)
            assert seen[content] in allowed
            assert done < len(lengths) or cut < ends[-1] or seen[content] == lengths[-1]
    assert checked > 100
    assert sorted(seen.values()) == lengths
    assert load_document(path, SaveDocument).journal


def test_a_save_that_is_reported_done_is_on_the_disk(recorder: Recorder) -> None:
    """Once `save_game` returns, no cut brings the old save back: the folder was flushed after the rename."""
    path, session = recorder.folder / "game.json", toy_session(rules=Toy())
    for answer in ("walk", ["a1"]):
        session.answer(answer)
        save_game(session, path)
    recorder.look()
    after = {state["game.json"] for state in states(recorder.steps, len(recorder.steps))}
    assert after == {path.read_bytes()}
