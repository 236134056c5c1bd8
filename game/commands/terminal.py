"""The commands and the terminal: printing, signals, exit codes."""

import _thread
import contextlib
import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, Final, TextIO

import click

from game.commands.output import UsageRefusal, reason_of
from game.documents.error import DocumentError
from game.printable import printable, spelled, unrepeated
from game.wording import _

INTERRUPTED: Final = 128 + signal.SIGINT
"""The exit code after Ctrl-C."""
_ENDING_SIGNALS: Final = [number for number in signal.Signals if number.name in ("SIGTERM", "SIGHUP")]
"""The signals that end the program; not every system has both."""


class Terminal(io.TextIOBase):
    """A stream that writes to another one, with control characters escaped and unprintable characters replaced.

    It claims UTF-8 and has no file descriptor, so that nothing writes past it. Errors contain `name`; without a name,
    they are ignored.
    """

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, stream: TextIO, name: str = "") -> None:
        self._stream = stream
        self._name = name

    def write(self, text: str) -> int:
        """Write text. It may return to the start of the line only at its own start or end, as progress bars do."""
        returns = text.startswith("\r"), text.endswith("\r") and len(text) > 1
        inner = printable(text[returns[0] : len(text) - returns[1]])
        text_to_show = "\r" * returns[0] + inner + "\r" * returns[1]
        with self._naming_stream():
            self._stream.write(spelled(text_to_show, self._stream.encoding or self.encoding))
        return len(text)

    def flush(self) -> None:
        with self._naming_stream():
            self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()

    def writable(self) -> bool:
        return True

    @contextlib.contextmanager
    def _naming_stream(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if self._name:
                error.filename = self._name
                raise


@contextlib.contextmanager
def at_the_terminal() -> Iterator[None]:
    """Print through `Terminal` streams, and let signals end the program in good order, with files closed."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = sys.stdin or io.StringIO()  # None if stdin was closed
    sys.stdout = Terminal(sys.stdout or io.StringIO(), _("standard output"))
    sys.stderr = Terminal(sys.stderr or io.StringIO())
    try:
        with _signal_handlers():
            yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        for stream in (sys.stdout, sys.stderr):
            _flush_or_forget(stream)


def _flush_or_forget(stream: TextIO | None) -> None:
    """Flush a stream and drop any text that cannot be flushed, so that Python does not complain at exit."""
    try:
        if stream is not None:
            stream.flush()
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # type: ignore[union-attr]  # None has no flush


@contextlib.contextmanager
def _signal_handlers() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handlers: dict[int, Any] = {
        number: _exit_on_signal for number in _ENDING_SIGNALS if signal.getsignal(number) is signal.SIG_DFL
    }
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        handlers[signal.SIGINT] = signal.default_int_handler
    before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
    hook, sys.unraisablehook = sys.unraisablehook, _interrupt_again
    try:
        yield
    finally:
        sys.unraisablehook = hook
        for number, handler in before.items():
            signal.signal(number, handler)


def _exit_on_signal(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _interrupt_again(unraisable: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that arrived where no exception can be raised; report other exceptions as usual."""
    if unraisable.exc_type is KeyboardInterrupt:
        _thread.interrupt_main()
    else:
        sys.__unraisablehook__(unraisable)


def exit_code_of(run: Callable[[], object], given: Sequence[str] = ()) -> int:
    """Run a click command in non-standalone mode and return its exit code; a refusal is printed as one line.

    The refusal repeats only a short form of the words `given` on the command line.
    """
    try:
        code = run()
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.ClickException as error:
        vars(error)["message"] = unrepeated(error.message, given)
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort, EOFError):
        click.echo(_("Interrupted."), err=True)
        return INTERRUPTED
    except BrokenPipeError:
        return 1  # the reader closed the pipe
    except (DocumentError, OSError) as error:
        UsageRefusal(unrepeated(reason_of(error), given)).show()
        return UsageRefusal.exit_code
    except Exception as error:
        stopped = stopped_by(error)
        if stopped is None:
            raise
        return stopped


def stopped_by(error: BaseException | None) -> int | None:
    """Return the exit code for the signal that caused an exception, or None if no signal did."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return INTERRUPTED
        if isinstance(error, SystemExit) and isinstance(error.code, int):
            return error.code
        error = error.__cause__ or error.__context__
    return None
