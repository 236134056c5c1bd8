"""Run every check of this project: format, lint, types, coverage of the rules, catalogues of texts, tests.

All of them run; one that failed fails the whole. The tests come last, so that their closing line closes the report.
"""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

CHECKS = {
    "format": ["ruff", "format", "--check", "."],
    "lint": ["ruff", "check", "."],
    "types": ["mypy", "--strict", "game", "tests", "tools"],
    "rules": ["tools.rule_coverage", "--check"],
    "rules of bushido": ["tools.rule_coverage", "--check", "--ruleset", "bushido"],
    "texts": ["tools.languages", "--check"],
    "tests": ["pytest"],
}


def main() -> int:
    """Run the checks one after another; 0 if all passed, else 1."""
    failed: list[str] = []
    for name, command in CHECKS.items():
        if name == "tests" and failed:
            print(f"== failed before the tests: {', '.join(failed)}", flush=True)
        print(f"== {name}: python -m {' '.join(command)}", flush=True)
        started = time.perf_counter()
        result = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, stdin=subprocess.DEVNULL, check=False)
        if name != "tests":
            print(f"   {time.perf_counter() - started:.1f} s", flush=True)
        if result.returncode != 0:
            failed.append(name)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
