"""Write pages about every module, class and function: `python tools/api_pages.py FOLDER [MODULE …]`.

The pages come from the docstrings, by pdoc: `pip install "inchwise[docs]"`. Without modules they are about all of
`game` and `inchwise_conformance`, and take a minute or two. Open `index.html` in the folder. The examples in docstrings
are run by `tests/test_pages.py`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EVERYTHING = ("game", "inchwise_conformance", "!game.__main__", "!inchwise_conformance.test_")
"""What is written about without an argument; `!` leaves out modules whose names begin so."""


def write(folder: Path, modules: tuple[str, ...] = EVERYTHING) -> int:
    """Write the pages into a folder; return the exit code of pdoc."""
    command = [sys.executable, "-m", "pdoc", "--docformat", "markdown", "--output-directory", str(folder), *modules]
    path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
    quiet = {"PYTHONPATH": path, "SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return subprocess.run(command, cwd=ROOT, env=os.environ | quiet, check=False).returncode


def main(arguments: list[str]) -> int:
    """Write the pages that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("modules", nargs="*", default=EVERYTHING)
    options = parser.parse_args(arguments)
    return write(options.folder, tuple(options.modules))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
