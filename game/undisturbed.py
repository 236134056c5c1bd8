"""Delaying signals during operations that would swallow them."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_WAITING: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


@contextmanager
def undisturbed() -> Iterator[None]:
    """Delay Ctrl-C and similar signals, for example during imports that mistake any exception for a missing part."""
    if not hasattr(signal, "pthread_sigmask") or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _WAITING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
