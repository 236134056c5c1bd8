"""How many texts of abilities are read as effects: the share by kind, and a sample with what was read, for checking.

    python tools/effect_texts.py PATH…                  (rosters .ros, .rosz, .json and catalogues .cat, .gst, folders)
    python tools/effect_texts.py PATH… --sample 20      (and twenty texts that are read, at random)
    python tools/effect_texts.py PATH… --unread 20      (and twenty texts that are not)

Equal texts count once. What every army has anyway, which an import leaves out, counts as carried out by the core rules.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from game.documents.battlescribe.tree import Element
from game.rulesets.aos4.documents.abilities import AbilityDocument, unmarked
from game.rulesets.aos4.documents.importing import values
from game.rulesets.aos4.documents.importing.values import Abilities, type_of
from game.rulesets.aos4.documents.kept_effects import text_hash
from game.rulesets.aos4.documents.reading_effects import Proposal, read_effects

SUFFIXES = (".ros", ".rosz", ".json", ".cat", ".gst")
CORE = values.CORE_PASSIVES | values.TERRAIN_ABILITIES | values.CORE_ABILITIES


class Text(NamedTuple):
    """A text with what was read of it: an ability, or the name of one that the core rules carry out."""

    kind: str
    name: str
    ability: AbilityDocument | None = None
    proposal: Proposal | None = None

    @property
    def is_read(self) -> bool:
        """Whether the text needs no hands."""
        return self.ability is None or self.proposal is not None


def texts(paths: list[Path]) -> list[Text]:
    """Return the different texts of abilities in some files."""
    found: dict[str, Text] = {}
    for path in paths:
        for profile in profiles(path):
            if not type_of(profile).startswith("Ability"):
                continue
            [ability] = Abilities().read([profile]) or [None]
            if ability is None:
                name = " ".join((profile.get("name") or "").upper().split())
                found.setdefault(f"core {name}", Text("core", name))
            else:
                found.setdefault(text_hash(ability), Text(ability.kind, ability.name, ability, read_effects(ability)))
    return list(found.values())


def profiles(path: Path) -> Iterator[Element]:
    """Yield the profiles in a file."""
    for root in roots(path):
        stack = [root]
        while stack:
            part = stack.pop()
            stack += [child for name in NESTED for child in part.all(name)]
            yield from part.all("profiles")


NESTED = (
    "forces", "selections", "sharedSelectionEntries", "selectionEntries", "selectionEntryGroups",
    "sharedSelectionEntryGroups", "entryLinks", "sharedProfiles", "forceEntries", "categoryEntries",
)  # fmt: skip


def roots(path: Path) -> Iterator[Element]:
    """Yield the trees of a file."""
    from game.documents.battlescribe.opening import open_catalogue, open_roster

    if path.suffix.lower() in (".cat", ".gst"):
        yield open_catalogue(path)
    else:
        yield open_roster(path, values.GAME_SYSTEM, values.GAME)


def report(found: list[Text]) -> Iterator[str]:
    """Yield the shares by kind."""
    every, read = Counter(text.kind for text in found), Counter(text.kind for text in found if text.is_read)
    for kind in sorted(every):
        yield f"{kind:<10}{read[kind]:>6} of {every[kind]:>6}  {read[kind] / every[kind]:6.1%}"
    yield f"{'all':<10}{sum(read.values()):>6} of {len(found):>6}  {sum(read.values()) / max(1, len(found)):6.1%}"


def shown(text: Text) -> Iterator[str]:
    """Yield a text with what was read of it."""
    ability = text.ability
    assert ability is not None
    yield f"## {ability.name} | {ability.kind} | {ability.timing} | {', '.join(ability.keywords)}"
    for part in (ability.declare, ability.effect):
        yield from (f"   {line}" for line in unmarked(part).splitlines())
    if text.proposal is not None:
        for step in text.proposal.steps or ("needs nothing",):
            yield f"   => {step if isinstance(step, str) else f'{step.handler} {dict(step.params)}'}"


def main(arguments: list[str] | None = None) -> None:
    """Print the report on the files that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--sample", type=int, default=0, help="show so many texts that are read")
    parser.add_argument("--unread", type=int, default=0, help="show so many texts that are not read")
    parser.add_argument("--seed", type=int, default=1, help="another seed shows other texts")
    options: Any = parser.parse_args(arguments)
    files = [path for given in options.paths for path in (sorted(given.rglob("*")) if given.is_dir() else [given])]
    found = texts([path for path in files if path.suffix.lower() in SUFFIXES])
    print(*report(found), sep="\n")
    rng = random.Random(options.seed)
    for wanted, is_read in ((options.sample, True), (options.unread, False)):
        pool = [text for text in found if text.ability is not None and text.is_read == is_read]
        for text in rng.sample(pool, min(wanted, len(pool))):
            print(*shown(text), sep="\n")


if __name__ == "__main__":
    main()
