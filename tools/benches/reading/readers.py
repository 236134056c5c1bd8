"""Every reader of documents at a quarter, a half and all of its largest input: `python tools/bench.py readers`.

A row says how long all of it takes, as the median of several readings, and how much longer that is than for half of it;
its note, how much longer half takes than a quarter, the memory of the whole process at its most, and what is wrong:
GROWS where all takes more than 2.46 times as long as half (n to the power of 1.3), SLOW above 2 seconds, LARGE above
300 MB. Each input is read in a process of its own, whose modules are loaded before; garbage is collected between two
readings, as its collection takes longer the more there is, whatever the reader does.

    python tools/benches/reading/readers.py [NAME ...]         the readers whose names begin so, by themselves
    python tools/benches/reading/readers.py --read NAME FILE     read one file, print seconds and memory
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))

from tools.benches.reading import charts, foreign, inputs  # noqa: E402 - the root is needed to find it
from tools.benches.reading.inputs import Maker  # noqa: E402 - as above

Columns = tuple[str, str, list[float], str, str, float, str]
SHARES: Final = (0.25, 0.5, 1.0)
STEEPEST: Final = 2.0**1.3
"""How much longer twice as much may take."""
LONGEST, LARGEST = 2_000.0, 300.0
"""Milliseconds and megabytes that any input may take."""
NOISE: Final = 20.0
"""Milliseconds below which a growth says nothing."""
REPEATS: Final = 3


@dataclass(frozen=True)
class Reader:
    """A way to read a kind of file: the command, with {} for the file, or a function of it, and what makes the file."""

    name: str
    suffix: str
    make: Maker
    read: Sequence[str] | Callable[[Path], object]

    def __call__(self, path: Path) -> None:
        """Read a file; that it is refused is as good as that it is read."""
        if not callable(self.read):
            _command([each.replace("{}", str(path)) for each in self.read])
            return
        from game.documents.error import DocumentError

        with contextlib.suppress(DocumentError, OSError):
            self.read(path)


def _command(words: Sequence[str]) -> None:
    from click.testing import CliRunner

    from game.cli import main

    result = CliRunner().invoke(main, words)
    if result.exit_code not in (0, 2):
        raise SystemExit(f"{words}: exit code {result.exit_code}: {result.output[-2000:]} {result.exception!r}")


def _settings(path: Path) -> object:
    from game.ui.prefs.settings import load_options

    return load_options(path)


def _memory(path: Path) -> object:
    from game.documents.reading import load_document
    from game.ui.prefs.memory import Memory

    return load_document(path, Memory)


def _records(path: Path) -> object:
    from game.documents.reading import load_document
    from game.engine.saving.records import RecordsDocument

    return load_document(path, RecordsDocument)


def _drills(path: Path) -> object:
    from game.documents.reading import load_document
    from game.drills.results import ResultsDocument

    return load_document(path, ResultsDocument)


def _shelf(path: Path) -> object:
    from game.ui.menu.saved_games import Saved, read

    read(Saved(path, 0.0, path.stat().st_size))
    return None


def _engine(path: Path) -> object:
    """Hand a file to the engine protocol as one line."""
    from game.api.engine import Engine, bounded_lines

    line = path.read_bytes().replace(b"\n", b" ") + b"\n"
    engine = Engine()
    return [each if isinstance(each, Exception) else engine.reply(each) for each in bounded_lines(BytesIO(line))]


def _catalogue(path: Path) -> object:
    """Read a roster that has the file for a catalogue beside it."""
    roster = path.with_name("list.ros")
    roster.write_text(str(foreign.many_heroes(0.001)), encoding="utf-8")
    from game.rulesets.aos4.documents.importing.army import read_roster

    return read_roster(roster)


def _converted(path: Path) -> object:
    from game.table.maps.formats.converting import read_any

    return read_any(path)


def _position_text(path: Path) -> object:
    from game.engine.saving.position_text import read_position_text

    return read_position_text(path.read_text(encoding="utf-8"))


CHECK: Final = ("check", "{}")
AOS: Final = ("roster", "show", "{}", "--ruleset", "aos4")
IMPORT: Final = ("roster", "import", "{}", "--ruleset", "aos4")


def _readers() -> Iterator[Reader]:
    """Yield every reader."""
    for name, junk in (
        ("one long text", inputs.long_text),
        ("60,000 faults", inputs.wrong_values),
        ("60,000 unknown keys", inputs.unknown_keys),
        ("keys that stand twice", inputs.double_keys),
        ("5,000,000 digits", inputs.digits),
        ("60,000 brackets", inputs.open_brackets),
    ):
        yield Reader(f"check: {name}", ".json", junk, CHECK)
    for name, chart in (("corners", inputs.outlined), ("crossings", inputs.crossing), ("barricades", inputs.walled)):
        yield Reader(f"map: {name}", ".json", chart, CHECK)
        for book in ("godbreakers", "bushido", "aos4"):
            yield Reader(f"map: {name}, for {book}", ".json", chart, ("check", "{}", "--for", book))
    for book in ("godbreakers", "bushido", "aos4"):
        yield Reader(f"setup: {book}", ".json", inputs.setup_of(book), CHECK)
        yield Reader(f"position: {book}", ".json", inputs.position_of(book), CHECK)
        yield Reader(f"save on the shelf: {book}", ".json", inputs.save_of(book), _shelf)
        yield Reader(f"save played again: {book}", ".json", inputs.save_of(book), CHECK)
    yield Reader("save of version 1 on the shelf", ".json", inputs.save_of("bushido", 1), _shelf)
    yield Reader("save: notes", ".json", inputs.noted, CHECK)
    yield Reader("save: journal", ".json", inputs.long_journal, CHECK)
    yield Reader("position: answers", ".json", inputs.unknown_answers, ("run", "{}"))
    yield Reader("position as a line", ".txt", inputs.line_of_text, _position_text)
    yield Reader("circle", ".json", inputs.circle, CHECK)
    yield Reader("warband", ".json", inputs.warband, ("roster", "show", "{}", "--ruleset", "bushido"))
    yield Reader("army", ".json", inputs.army, AOS)
    yield from _foreign()
    yield Reader("saga", ".json", inputs.saga, ("saga", "show", "{}"))
    yield Reader("records", ".json", inputs.records, _records)
    yield Reader("drills", ".json", inputs.drills, _drills)
    yield Reader("settings", ".json", inputs.unknown_keys, _settings)
    yield Reader("memory of the window", ".json", inputs.unknown_keys, _memory)
    yield Reader("answers of a roster", ".txt", inputs.answers, ("roster", "make", "--answers", "{}"))
    yield Reader("line of the engine", ".json", inputs.wrong_values, _engine)
    yield Reader("line of the engine: text", ".json", inputs.long_text, _engine)


def _foreign() -> Iterator[Reader]:
    """Yield the readers of documents that are not ours."""
    for name, pack in (("pack", inputs.pack), ("pack: faults", inputs.faulty_pack), ("pack: tags", inputs.marked_pack)):
        yield Reader(name, ".yaml", pack, CHECK)
    for name, make in (
        ("units", foreign.many_units),
        ("warscrolls", foreign.many_heroes),
        ("abilities", foreign.many_abilities),
        ("rules", foreign.many_rules),
        ("own names", foreign.many_names),
        ("weapons", foreign.many_weapons),
        ("nested", foreign.nested),
        ("attribute", foreign.long_attribute),
        ("attributes", foreign.many_attributes),
        ("text", foreign.long_words),
    ):
        yield Reader(f"ros: {name}", ".ros", make, CHECK)
        yield Reader(f"rosz: {name}", ".rosz", foreign.packed(make), AOS)
    yield Reader("rosz: units, imported", ".rosz", foreign.packed(foreign.many_units), IMPORT)
    yield Reader("roster in JSON", ".json", foreign.foreign_json, CHECK)
    yield Reader("roster in JSON, shown", ".json", foreign.foreign_json, AOS)
    yield Reader("catalogue", ".cat", foreign.catalogue, _catalogue)
    for name, suffix, chart in (
        ("GeoJSON: corners", ".geojson", charts.corners),
        ("GeoJSON: crossings", ".geojson", charts.crossings),
        ("GeoJSON: points", ".geojson", charts.spots),
        ("GeoJSON: brackets", ".geojson", inputs.open_brackets),
        ("Universal VTT: picture", ".dd2vtt", charts.picture),
        ("Universal VTT: one wall", ".dd2vtt", charts.spiral),
        ("Universal VTT: many walls", ".dd2vtt", charts.hatched),
        ("layout: corners", ".json", charts.templated),
    ):
        yield Reader(name, suffix, chart, _converted)


def _read_here(name: str, path: Path) -> None:
    """Read a file in this process and print milliseconds of processor time, and megabytes at the most."""
    reader = next(each for each in _readers() if each.name == name)
    little = path.with_name(f"little{path.suffix}")
    little.write_bytes(_bytes(reader, 0.001))
    reader(little)  # so that all modules are there
    spent: list[float] = []
    while len(spent) < REPEATS and sum(spent) < 2 * LONGEST:
        gc.collect()
        gc.disable()
        started = time.process_time()
        reader(path)
        spent.append((time.process_time() - started) * 1000)
    print(json.dumps([spent, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))


def _bytes(reader: Reader, share: float) -> bytes:
    content = reader.make(share)
    return content.encode() if isinstance(content, str) else content


def measure_readers(names: Sequence[str] = ()) -> Iterator[Columns]:
    """Yield a row for every reader, or for those whose names begin so."""
    for reader in _readers():
        if not names or any(reader.name.startswith(name) for name in names):
            yield _measured(reader)


def _measured(reader: Reader) -> Columns:
    samples: list[list[float]] = []
    most = 0.0
    for share in SHARES:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / f"Faction{reader.suffix}"
            path.write_bytes(_bytes(reader, share))
            environment = {**os.environ, "PYTHONPATH": str(ROOT), "INCHWISE_HOME": str(Path(folder) / "home")}
            command = [sys.executable, __file__, "--read", reader.name, str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=folder)
        if done.returncode:
            raise SystemExit(f"{reader.name} at {share}: {done.stderr}")
        spent, megabytes = json.loads(done.stdout.splitlines()[-1])
        samples.append(spent)
        most = max(most, megabytes)
    quarter, half, whole = map(statistics.median, samples)
    flags = [
        word
        for word, is_so in (
            ("GROWS", whole > NOISE and whole / half > STEEPEST),
            ("SLOW", whole > LONGEST),
            ("LARGE", most > LARGEST),
        )
        if is_so
    ]
    note = " ".join([f"half {half / quarter:.2f} x a quarter; {most:.0f} MB", *flags])
    return reader.name, "ms", samples[-1], "must 2,000, 300 MB", "half of it", half, note


if __name__ == "__main__":
    if sys.argv[1:2] == ["--read"]:
        _read_here(sys.argv[2], Path(sys.argv[3]))
    else:
        for name, _unit, spent, _promise, _base, half, note in measure_readers(sys.argv[1:]):
            whole = statistics.median(spent)
            print(f"{name:<40}{whole:>9.0f} ms {whole / half:>6.2f} x half; {note}", flush=True)
