"""Keep the texts of the program and their translations together.

    python tools/languages.py              note every text in the catalogue, take it over into each language, compile
    python tools/languages.py --check      change nothing; say what does not fit, with exit code 1
    python tools/languages.py --new fr     begin another language

To reword a text, change it where it stands and run the first line: the translation of the old words stays under the new
ones, marked as fuzzy. Correct it, take the mark away, and run the line again.

A text is whatever stands in `_`, `ngettext`, `N_` or `keep` (game/wording.py), the help of the commands, the wording
of the rules, the words in the JSON files of the window and of warbands, the abilities of armies, and the names of
objectives on maps. Translate
`assets/languages/CODE/LC_MESSAGES/inchwise.po` with any editor for gettext files.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import io
import json
import re
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from pathlib import Path
from string import Formatter
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game.documents.files import replacing
from game.resources import bundled_maps
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.catalogue import CORE, NAMES, STARTER, bundled_army, bundled_pack
from game.table.documents import load_map

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "assets" / "languages"
TEMPLATE = FOLDER / "inchwise.pot"
PROMISED = 0.98
"""The share of all texts that a language here must have: a new text may wait a little for its translations."""

DOORS = {"_": 1, "N_": 1, "keep": 1, "ngettext": 2, "NN_": 2, "of_unit": 2}
"""The functions that mark texts, and how many of their arguments are texts."""

TEXT_KEYS = (
    *(
        "title",
        "text",
        "otherwise",
        "examples",
        "how",
        "said",
        "first",
        "far",
        "instead",
        "end",
        "help",
        "label",
        "keys",
        "signs",
    ),
    *("names", "effect"),
)
"""What holds texts in JSON data."""
ABILITIES = "game/rulesets/aos4/documents/data"
"""Where the abilities of bundled packs and armies stand."""

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # a date would make every run another file
Text = str | tuple[str, str]
"""A text, or its singular and plural."""


AS_WRITTEN: Final = "\b"
"""What begins a paragraph of the help whose lines stay as they are."""


def texts_of_program() -> dict[Text, list[str]]:
    """Return every text with the files that have it, in the order of these."""
    found: dict[Text, list[str]] = {}
    for path in sorted((ROOT / "game").rglob("*.py")):
        for text in _texts_of_module(path):
            found.setdefault(text, []).append(str(path.relative_to(ROOT)))
    data = ("wording.json", "cover.json", "ui/**/*.json", "rulesets/*/warbands/*.json")
    for path in sorted({path for each in data for path in (ROOT / "game").rglob(each)}):
        for text in _texts_of_data(json.loads(path.read_text(encoding="utf-8"))):
            found.setdefault(text, []).append(str(path.relative_to(ROOT)))
    for path in bundled_maps():
        for objective in load_map(path).objectives:
            found.setdefault(objective.name, []).append(str(path.relative_to(ROOT)))
    for ability in _bundled_abilities():
        for text in (ability.name, ability.timing, ability.declare, ability.effect):
            if text.strip():
                found.setdefault(text, []).append(ABILITIES)
    return {text: list(dict.fromkeys(files)) for text, files in found.items() if text}


def _bundled_abilities() -> Iterator[AbilityDocument]:
    """Yield the abilities of bundled packs and armies as the program reads and shows them."""
    for name in (CORE, STARTER):
        yield from bundled_pack(name).abilities
    for army in map(bundled_army, NAMES):
        yield from army.abilities
        for unit in army.units:
            yield from unit.abilities


def _texts_of_data(data: Any, key: str = "") -> Iterator[Text]:
    """Yield the texts in JSON data: those with words in them, under the keys that hold texts."""
    if isinstance(data, str):
        if key in TEXT_KEYS and re.search(r"[^\W\d_]{2}", re.sub(r"\{\w+\}", "", data)):
            yield data
    elif isinstance(data, list):
        for each in data:
            yield from _texts_of_data(each, key)
    elif isinstance(data, dict):
        for name, each in data.items():
            yield from _texts_of_data(each, key if key in TEXT_KEYS else name)


def _texts_of_module(path: Path) -> Iterator[Text]:
    in_commands = "commands" in (path.parent.name, path.parent.parent.name) or path.name == "cli.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else ""
            if DOORS.get(name) == 2:
                yield from zip(_constants(node.args[0]), _constants(node.args[1]))
            elif name in DOORS and node.args:
                yield from _constants(node.args[0])
            if in_commands:
                for keyword in node.keywords:
                    if keyword.arg in ("help", "epilog"):
                        yield from map(inspect.cleandoc, _constants(keyword.value))
        elif isinstance(node, ast.FunctionDef) and in_commands and any(map(_is_command, node.decorator_list)):
            yield ast.get_docstring(node) or ""


def _constants(node: ast.expr) -> list[str]:
    """Return the literal texts that an expression may be."""
    if isinstance(node, ast.IfExp):
        return _constants(node.body) + _constants(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _is_command(decorator: ast.expr) -> bool:
    """Whether a decorator makes a command of a function: then its docstring is what people read."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(called, ast.Attribute) and called.attr in ("command", "group")


def template() -> Catalog:
    """Return all texts as a catalogue without translations."""
    catalogue = Catalog(project="inchwise", creation_date=_NO_DATE, revision_date=_NO_DATE, charset="utf-8")
    for text, files in texts_of_program().items():
        catalogue.add(text, locations=[(file, 0) for file in files])
    return catalogue


def languages() -> list[str]:
    """Return the codes of the languages begun."""
    return sorted(path.parents[1].name for path in FOLDER.glob("*/LC_MESSAGES/inchwise.po"))


def file_of(language: str) -> Path:
    """Return the file of a language's translations."""
    return FOLDER / language / "LC_MESSAGES" / "inchwise.po"


def translations(language: str) -> Catalog:
    """Return a language's translations; empty when there are none yet."""
    path = file_of(language)
    if not path.exists():
        return Catalog(locale=language, project="inchwise", creation_date=_NO_DATE, revision_date=_NO_DATE)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as the program reads it."""
    target = io.BytesIO()
    write_mo(target, catalogue)
    return target.getvalue()


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue as people edit it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as aside, aside.open("wb") as file:
        write_po(file, catalogue, width=120, include_lineno=False, ignore_obsolete=True)


def update(also: str = "") -> None:
    """Bring the template and every language up to date, with its compiled file; `also` begins one more."""
    known = template()
    write(known, TEMPLATE)
    for language in sorted({*languages(), *([also] if also else [])}):
        catalogue = translations(language)
        before = [message for message in catalogue if message.id]
        catalogue.update(known, no_fuzzy_matching=True, keep_user_comments=True)
        suggest(catalogue, before)
        catalogue.creation_date = catalogue.revision_date = _NO_DATE
        write(catalogue, file_of(language))
        file_of(language).with_suffix(".mo").write_bytes(compiled(translations(language)))
        print(f"{language}: {share(catalogue):.1%} of {len(catalogue)} texts")


def suggest(catalogue: Catalog, before: Sequence[Message]) -> None:
    """Give new texts the translation of one from `before` that reads alike, marked as fuzzy to be looked at.

    Dropped texts come first: they were probably reworded. One that is still used must be more alike.
    """
    old_texts = {text for message in before for text in _texts(message)}
    former = {message.id: message.string for message in before if isinstance(message.id, str) and _translated(message)}
    dropped = [text for text in former if text not in catalogue]
    for message in catalogue:
        texts = _texts(message)
        if message.id and not set(texts) <= old_texts and not _translated(message):
            alike = (get_close_matches(text, *among) for among in ((dropped, 1), (former, 1, 0.8)) for text in texts)
            if old := next(filter(None, alike), None):
                string = str(former[old[0]])
                message.string = (string,) * catalogue.num_plurals if message.pluralizable else string
                message.flags.add("fuzzy")


def _texts(message: Message) -> tuple[str, ...]:
    """Return a text, or its singular and plural."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def share(catalogue: Catalog) -> float:
    """Return which share of its texts a language has, from 0 to 1."""
    done = [message for message in catalogue if message.id and _translated(message)]
    return len(done) / max(1, len(catalogue))


def _translated(message: Message) -> bool:
    if message.fuzzy:  # is not compiled
        return False
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


def problems() -> Iterator[str]:
    """Yield everything that does not fit together, in words."""
    known = set(texts_of_program())
    with TEMPLATE.open("rb") as file:
        noted = {message.id for message in read_po(file) if message.id}
    if known != noted:
        strangers = sorted(str(text)[:60] for text in known ^ noted)
        yield f"{TEMPLATE.name} is not up to date ({len(strangers)} texts, such as {strangers[0]!r})"
    for language in languages():
        catalogue = translations(language)
        for message in catalogue:
            yield from (f"{language}: {each}" for each in _broken_parts(message))
            if message.id and message.fuzzy:
                yield f"{language}: {message.id!r} is marked as fuzzy: look at its translation and take the mark away"
        if file_of(language).with_suffix(".mo").read_bytes() != compiled(catalogue):
            yield f"{language}: the .mo is not compiled from the .po"
        have = len({message.id for message in catalogue if message.id and _translated(message)} & known)
        if have < PROMISED * len(known):
            meaning = (
                "it can be chosen and shows the others in English, but the checks fail until so many are translated"
            )
            yield f"{language}: has {have} of {len(known)} texts, less than {PROMISED:.0%} - {meaning}"


def _broken_parts(message: Message) -> Iterator[str]:
    """Yield how the {parts} of a translation differ from those of the text."""
    texts = _texts(message)
    given = list(message.string) if isinstance(message.string, list | tuple) else [message.string]
    wanted = set().union(*map(_parts, texts))
    for string in given:
        if message.id and string and _parts(string) != wanted:
            yield f"{string!r} has other parts than {texts[0]!r}"
        if message.id and string and string.count(AS_WRITTEN) != texts[0].count(AS_WRITTEN):
            yield f"{string[:60]!r} has not each mark for lines that stay as they are of {texts[0][:60]!r}"


def _parts(text: str) -> set[tuple[str, str, str]]:
    """Return the {parts} of a text with their form, but a date in any; a text that is no template has none."""
    try:
        found = [(name, spec or "", form or "") for _, name, spec, form in Formatter().parse(text) if name is not None]
        return {(name, "date" if "%d" in spec else spec, form) for name, spec, form in found}
    except ValueError:
        return set()


def main() -> int:
    """Update or check the catalogues."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing, say what does not fit")
    parser.add_argument("--new", metavar="CODE", default="", help="begin another language")
    arguments = parser.parse_args()
    if not arguments.check:
        update(arguments.new)
    found = list(problems())
    print("\n".join(found) or "All texts are in their catalogues.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
