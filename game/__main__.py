"""`python -m game` is the same as the console script `inchwise`."""

import os
import signal
from types import FrameType


def _stop(_number: int, _frame: FrameType | None) -> None:
    os.write(2, b"Interrupted.\n")
    os._exit(128 + signal.SIGINT)


if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, _stop)

from game.cli import main  # noqa: E402 - importing takes a moment, during which Ctrl-C may come

if __name__ == "__main__":
    main()
