"""Arithmetic that compiled code can do in place of numpy: which functions, and while it is wanted.

The numpy functions are the ones that count; whoever asks for the compiled ones gets the same answers sooner. They
take seconds to compile when a computer first meets them, so only long runs without a window ask.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from importlib import import_module
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
