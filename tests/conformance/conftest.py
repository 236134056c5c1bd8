"""The toy rulebooks are installed for these tests: packages with entry points lie on the path."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from game import outside, rulesets
from inchwise_conformance.listing import spread
from tests.conformance.listed import LISTED
from tests.ui.conftest import dummy_display, window

__all__ = ["dummy_display", "window"]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    spread(metafunc, LISTED)


class Install(Protocol):
    """Installs a rulebook, or what else is found by entry points of a group."""

    def __call__(self, name: str, where: str, group: str = ...) -> None: ...


@pytest.fixture
def install(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Install a rulebook or something of another group: its name, and where its object is."""
    folder = tmp_path_factory.mktemp("installed")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setattr(rulesets, "_loaded", dict(rulesets._loaded))

    def add(name: str, where: str, group: str = rulesets.GROUP) -> None:
        info: Path = folder / f"inchwise_{name}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: inchwise-{name}\nVersion: 1\n", encoding="utf-8")
        (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {where}\n", encoding="utf-8")
        outside.installed.cache_clear()

    yield add
    monkeypatch.undo()
    outside.installed.cache_clear()


@pytest.fixture(autouse=True)
def toys(install: Install) -> None:
    modules = {"race": "race", "hurdles": "hurdles", "toy": "toy", "units": "unit", "wayfarer": "path"}
    for name, module in modules.items():
        install(name, f"tests.toy.{module}_rulebook:RULESET")
