"""Arithmetic that compiled code can do in place of numpy: which functions, and while it is wanted.

The numpy functions are the ones that count; whoever asks for the compiled ones gets the same answers sooner. They
take seconds to compile when a computer first meets them, so only long runs without a window ask.
"""

from __future__ import annotations

import gc
import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

STAND_INS: dict[Callable[..., Any], Callable[..., Any]] = {}
"""Functions of numpy and what does the work of each; filled when the kernels are compiled."""

_used: dict[Callable[..., Any], Callable[..., Any]] = {}


def compilable(simple: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Let a compiled function do the work of this one while that is wanted; `__wrapped__` never does."""

    @wraps(simple)
    def either(*args: Given.args, **kwargs: Given.kwargs) -> Answer:
        answer: Answer = _used.get(simple, simple)(*args, **kwargs)
        return answer

    return either


def stands_in_for(function: Callable[..., Answer]) -> Callable[[Callable[Given, Answer]], Callable[Given, Answer]]:
    """Note the function that it decorates as the one that does the work of a compilable one."""

    def noted(stand_in: Callable[Given, Answer]) -> Callable[Given, Answer]:
        STAND_INS[vars(function)["__wrapped__"]] = stand_in
        return stand_in

    return noted


@contextmanager
def compiled() -> Iterator[bool]:
    """Let compiled code do its share meanwhile; say whether it does: without the extra `fast` numpy does it all."""
    before = dict(_used)
    able = _compile()
    _used.update(STAND_INS)
    try:
        yield able
    finally:
        _used.clear()
        _used.update(before)


def must_compile() -> bool:
    """Whether `compiled` will first compile, which takes about half a minute, and not just fetch what it did before."""
    folder = folder_of_kernels()
    return folder is not None and not folder.is_dir() and find_spec("numba") is not None


@cache
def folder_of_kernels() -> Path | None:
    """Return where compiled kernels are kept, None where nothing can be written and their library finds a place.

    The library compiles a function anew when its own file has changed, but not when one that it calls has. So there is
    a folder for each state of the modules that kernels are made of.
    """
    table = Path(__file__).resolve().parent
    kept = table / "kernels" / "__pycache__"
    if not os.access(kept if kept.is_dir() else kept.parent, os.W_OK):
        return None
    sources = b"".join(path.read_bytes() for path in sorted(table.rglob("*.py")))
    return kept / hashlib.blake2b(sources, digest_size=6).hexdigest()


@cache
def _compile() -> bool:
    """Compile what can be, or fetch it from the disk, once in a process; return whether that succeeds."""
    try:
        import_module("game.table.kernels")
    except (ImportError, RuntimeError):  # the library is not there, or finds no folder to keep its work in
        STAND_INS.clear()
        return False
    gc.collect()
    # A compiler is half a million things that never go: they and all else there is by now are not looked through again.
    gc.freeze()
    return True
