"""Memory that a program no longer needs goes back to the system."""

from __future__ import annotations

import ctypes
import platform
import subprocess
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


HEAPS = """
import ctypes, sys, tempfile, threading
from pathlib import Path
from game import garbage

if "shared" in sys.argv:
    garbage.share_heaps()
at_once = threading.Barrier(8)

def fill():
    blocks = [bytearray(5_000) for _block in range(100)]
    at_once.wait()

threads = [threading.Thread(target=fill) for _thread in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
c = ctypes.CDLL(None)
c.fopen.restype = ctypes.c_void_p
with tempfile.TemporaryDirectory() as folder:
    path = Path(folder) / "heaps.xml"
    file = ctypes.c_void_p(c.fopen(str(path).encode(), b"w"))
    c.malloc_info(0, file)
    c.fclose(file)
    print(path.read_text(encoding="ascii").count("<heap "))
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="only the GNU C library has a heap for each thread")
def test_threads_share_two_heaps() -> None:
    def heaps(*told: str) -> int:
        run = [sys.executable, "-c", HEAPS, *told]
        return int(subprocess.run(run, capture_output=True, text=True, check=True).stdout)

    assert heaps("shared") <= 2 < heaps()


@pytest.mark.parametrize("error", [AttributeError, OSError, TypeError])
def test_other_systems_are_left_alone(error: type[Exception], monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_name: object) -> object:
        raise error

    garbage._function.cache_clear()
    monkeypatch.setattr(ctypes, "CDLL", missing)
    garbage.give_back()
    garbage._function.cache_clear()
    assert "ctypes" in sys.modules
