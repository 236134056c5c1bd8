"""All scenes, by name, and where their answers are recorded."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.answers import arranging, finding, looking, measuring, placing, stepping, threatening, walking
from tests.answers.asking import Scene, plain

DATA = Path(__file__).parent / "recorded"
MODULES: tuple[ModuleType, ...] = (measuring, placing, looking, walking, stepping, finding, arranging, threatening)
SCENES: dict[str, Scene] = {name: scene for module in MODULES for name, scene in module.SCENES.items()}
_MODULE_OF = {name: module.__name__.rpartition(".")[2] for module in MODULES for name in module.SCENES}


def answers(name: str) -> dict[str, Any]:
    """Return the answers of now to all questions about a scene."""
    found: dict[str, Any] = {}
    for question, answer in SCENES[name]():
        assert question not in found, f"{question!r} is asked twice about {name}"
        found[question] = plain(answer)
    return found


@cache
def _read(module: str) -> dict[str, dict[str, Any]]:
    path = DATA / f"{module}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def recorded(name: str) -> dict[str, Any]:
    """Return the recorded answers about a scene; none where it was not recorded yet."""
    return _read(_MODULE_OF[name]).get(name, {})


def all_recorded() -> set[str]:
    """Return the names of all scenes whose answers are recorded."""
    return {name for path in DATA.glob("*.json") for name in _read(path.stem)}


def record(found: Mapping[str, dict[str, Any]]) -> None:
    """Write the answers of some scenes; others stay as they are recorded, if they still exist."""
    for module in sorted({_MODULE_OF[name] for name in found}):
        every = {**_read(module), **found}
        scenes = [f"{json.dumps(name)}: {_written(every[name])}" for name in SCENES if _is_of(name, module, every)]
        DATA.mkdir(exist_ok=True)
        (DATA / f"{module}.json").write_text("{\n" + ",\n".join(scenes) + "\n}\n", encoding="utf-8")


def _is_of(name: str, module: str, every: Mapping[str, Any]) -> bool:
    return _MODULE_OF[name] == module and name in every


def _written(found: Mapping[str, Any]) -> str:
    """Return answers as JSON, a line for each question."""
    lines = [
        f"{json.dumps(question)}: {json.dumps(answer, separators=(',', ':'), ensure_ascii=False)}"
        for question, answer in found.items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}"
