"""Hold the table to recorded answers: what was measured, seen, reached and arranged in some small scenes.

    python tools/answers.py                   compare all scenes in tests/answers/recorded
    python tools/answers.py walls kit         only those whose name contains one of these
    python tools/answers.py --update NAME     take the answers of now as right for these scenes

The scenes and their questions are in tests/answers. Update only where a difference is meant: each answer was held
against an independent oracle when it was recorded, where there is one (tests/answers/holding.py does so again).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.answers.asking import differences
from tests.answers.holding import faults
from tests.answers.scenes import SCENES, answers, record, recorded


def main(arguments: list[str]) -> int:
    """Compare or record; 1 where something differs or an oracle disagrees, else 0."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="parts of names of scenes")
    parser.add_argument("--update", action="store_true", help="record the answers of now")
    options = parser.parse_args(arguments)
    chosen = [name for name in SCENES if not options.names or any(part in name for part in options.names)]
    wrong, found_now = 0, {}
    for name in chosen:
        now = answers(name)
        found = [*differences(recorded(name), now), *faults(name)]
        wrong += bool(found)
        for line in found[:5]:
            print(f"{name}: {line}")
        found_now[name] = now
    if options.update:
        record(found_now)
    print(f"{len(chosen)} scenes, {wrong} differ")
    return 0 if options.update else min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
