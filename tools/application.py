"""Build the program as one folder that runs without Python: `tools/application.py [FOLDER]`, by default `dist`.

    python tools/application.py                 builds dist/inchwise, for the system that it runs on
    python tools/application.py --prove         also starts it on an X server of its own and measures it

The wheel is built and installed into an environment of its own (made once and used again) with what the program needs
and PyInstaller, so that nothing else gets into the folder. With --prove: exit code 1 if too large, slow or broken.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from game import rulesets  # noqa: E402
from tools.interpreters import environment  # noqa: E402

NAME: Final = "inchwise"
MOST_MEGABYTES: Final = 180
MOST_SECONDS: Final = 1.5
STARTS: Final = 5
"""The number of starts, of which the quickest counts: the others wait for what else the computer does."""
EXTRAS: Final = ("application", "pdf")
"""The optional dependencies that are built in; films need a program that is larger than all the rest."""
LEFT_OUT: Final = (
    "tkinter", "unittest", "pytest", "setuptools", "pip", "sqlite3", "numpy.f2py", "numpy.testing", "pydantic.mypy",
    "PIL.ImageTk", "PIL._avif", "PIL.AvifImagePlugin",
)  # fmt: skip
"""Modules that only tools and tests of the libraries use, or for pictures that the program never reads."""
ICON: Final = ROOT / "assets" / "application" / "inchwise-256.png"
"""Made into the form of the system by PyInstaller; Linux has it in the desktop entry."""
SCRIPT: Final = """\
from multiprocessing import freeze_support

if __name__ == "__main__":
    freeze_support()  # the helpers of a Warlord are this program, too
    from game.__main__ import main

    main()
"""
GAME: Final = "--players random,recruit --headless --seed 1"
COLOURS: Final = 100
"""More colours than these are in a window only once it shows its menu."""


def build(folder: Path) -> Path:
    """Build the application into a folder and return its program."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needs = [line for name in EXTRAS for line in project["optional-dependencies"][name]]
    python = environment(platform.python_version(), Path(sys.executable), needs)
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        _run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", name], ROOT)
        [wheel] = work.glob("*.whl")
        pip: list[str | Path] = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        _run([*pip, "--no-deps", "--force-reinstall", wheel], work)
        script = work / f"{NAME}.py"
        script.write_text(SCRIPT, encoding="utf-8")
        options: list[str | Path] = ["--noconfirm", "--log-level", "ERROR", "--name", NAME, "--icon", ICON]
        options += ["--distpath", folder, "--workpath", work / "work", "--specpath", work]
        options += ["--collect-data", "game", "--collect-submodules", "game", "--recursive-copy-metadata", NAME]
        options += [word for module in LEFT_OUT for word in ("--exclude-module", module)]
        if sys.platform == "win32":
            options += ["--hide-console", "hide-early"]  # it stays where the program is started from a terminal
        _run([python, "-m", "PyInstaller", *options, script], work)  # in a checkout it would take that
    for library in folder.glob(f"{NAME}/_internal/libpython*.so*"):
        if strip := shutil.which("strip"):  # what debuggers read is the largest part of it
            _run([strip, "--strip-unneeded", library], folder)
    return folder / NAME / (f"{NAME}.exe" if sys.platform == "win32" else NAME)


def _run(command: Sequence[str | Path], folder: Path) -> None:
    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    subprocess.run([str(word) for word in command], cwd=folder, env=surroundings, check=True, stdout=subprocess.DEVNULL)


def megabytes(folder: Path) -> float:
    """Return the size of all files in a folder; links count nothing."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink()) / 1e6


def seconds_to_menu(program: Path) -> float:
    """Start the program on an X server of its own, and return how long it took until its menu was seen."""
    from tests.ui.desktop import Desktop, wait_for

    with tempfile.TemporaryDirectory() as home:
        desktop = Desktop(Path(home))
        try:
            started = time.perf_counter()
            desktop.game = subprocess.Popen([program], cwd=home, env=desktop.environment, stdin=subprocess.DEVNULL)
            wait_for("the window", desktop.window, 20.0)
            wait_for("its place", lambda: desktop.geometry()[2])
            wait_for("the menu", lambda: desktop.picture().getcolors(COLOURS) is None)
            return time.perf_counter() - started
        finally:
            desktop.close()


def failures(program: Path) -> list[str]:
    """Return what fails of commands that need all parts of the program: maps, rulebooks, texts, pages, pictures."""
    found = []
    with tempfile.TemporaryDirectory() as home:
        surroundings = os.environ | {"INCHWISE_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        surroundings.pop("PYTHONPATH", None)
        save = f"{home}/{rulesets.DEFAULT}/replay.json"
        commands = [
            "--language de --help",
            "maps",
            "doctor",
            "roster list",
            f"roster export the-mended {home}/mended.pdf",
            *(f"play --ruleset {name} {GAME} --out {home}/{name}" for name in rulesets.own()),
            f"replay {save} --verify",
            f"replay {save} --html {home}/page.html",
            f"replay {save} --png {home}/picture.png",
        ]
        for command in commands:
            ended = subprocess.run(
                [program, *command.split()], cwd=home, env=surroundings, capture_output=True, text=True, check=False
            )
            if ended.returncode:
                found.append(f"{command}: {(ended.stderr or ended.stdout).strip()[-400:]}")
    return found


def prove(program: Path) -> bool:
    """Print size and start of an application and what fails in it; return whether all is as it must be."""
    from tests.ui.desktop import MISSING

    size = megabytes(program.parent)
    print(f"size: {size:.0f} MB (at most {MOST_MEGABYTES})", flush=True)
    failed = failures(program)
    print("\n".join(failed) or "commands: all passed", flush=True)
    if MISSING:
        print(f"start: not measured, needs {' and '.join(MISSING)}")
        return False
    starts = sorted(seconds_to_menu(program) for _start in range(STARTS))
    print(f"start to menu: {starts[0]:.2f} s (at most {MOST_SECONDS}), slowest of {STARTS}: {starts[-1]:.2f} s")
    return size <= MOST_MEGABYTES and starts[0] <= MOST_SECONDS and not failed


def main(arguments: list[str]) -> int:
    """Build the application, and prove it if asked to; 1 if something is not as it must be, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist", help="where the folder inchwise is made")
    parser.add_argument("--prove", action="store_true", help="start it, measure it, and run some commands")
    options = parser.parse_args(arguments)
    program = build(options.folder.resolve())
    print(f"built: {program}", flush=True)
    return 0 if not options.prove or prove(program) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
