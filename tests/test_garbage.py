"""Memory that a program no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

import pytest

from game import garbage


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux reports the memory of a process")
def test_freed_memory_between_what_stays_goes_back() -> None:
    def held() -> int:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])

    garbage.give_back()
    blocks = [bytearray(60_000) for _block in range(2_000)]  # too small to be given back one by one
    stays = blocks[::10]
    full = held()
    del blocks
    garbage.give_back()
    assert (full - held()) * 4_096 > 50_000_000
    assert len(stays) == 200


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_other_systems_are_left_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: object) -> object:
        raise error

    garbage._trim.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", missing)
    garbage.give_back()
    garbage._trim.cache_clear()
    assert "ctypes" in sys.modules
