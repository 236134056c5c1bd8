"""Small lists as other programs write them, each with something that the importer passes over, and what it says."""

from __future__ import annotations

import io
import zipfile
from typing import NamedTuple

from game.rulesets.aos4.documents.importing.values import GAME_SYSTEM


def profile(name: str, health: int = 5, kind: str = "Unit") -> str:
    """Return a warscroll's first line."""
    told = {"Move": '5"', "Health": str(health), "Save": "4+", "Control": "2"}
    fields = "".join(f'<characteristic name="{key}">{value}</characteristic>' for key, value in told.items())
    return f'<profile name="{name}" typeName="{kind}"><characteristics>{fields}</characteristics></profile>'


def selection(name: str, kind: str = "unit", inner: str = "", profiles: str = "", points: int = 0, **more: str) -> str:
    """Return something chosen, as the file of a roster has it."""
    facts = "".join(f' {key}="{value}"' for key, value in more.items())
    costs = f'<costs><cost name="pts" typeId="points" value="{points}"/></costs>' if points else ""
    return (
        f'<selection name="{name}" type="{kind}"{facts}>{costs}<profiles>{profiles}</profiles>'
        f"<selections>{inner}</selections></selection>"
    )


def roster(*selections: str, total: int = 0) -> str:
    """Return the file of a roster whose units stand in one force of auxiliaries."""
    costs = f'<costs><cost name="pts" typeId="points" value="{total}"/></costs>' if total else ""
    return (
        f'<roster name="List" gameSystemId="{GAME_SYSTEM}" gameSystemRevision="1">{costs}<forces>'
        f'<force name="Pack" catalogueName="Faction"><selections>{"".join(selections)}</selections></force>'
        "</forces></roster>"
    )


TROOPS = selection("Troops", profiles=profile("Troops", 1), points=100, number="1")
BASE = '<rules><rule name="Base Size"><description>75x42mm</description></rule></rules></selection>'


class Case(NamedTuple):
    """A file, and what is said of it: in a refusal, or about an army that is read."""

    file: str
    content: bytes
    says: str
    refused: bool = False
    unfinished: bool = False
    """The list is kept, but its units lack profiles."""


def zipped(**files: bytes) -> bytes:
    """Return a zip file with these files, whose names end in .ros."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(f"{name}.ros".replace("MAC_", "__MACOSX/._"), content)
    return packed.getvalue()


def a_list(*selections: str, total: int = 0) -> bytes:
    """Return the bytes of a list."""
    return roster(*selections, total=total).encode()


def _hero(kind: str) -> bytes:
    return a_list(TROOPS, selection("Captain", kind, profiles=profile("Captain"), points=150), total=250)


_FOUR = "".join(selection(f"Rider {number}", "upgrade", profiles=profile("Rider", 2)) for number in range(4))
_RIDER = selection("Rider", "model", profiles=profile("Rider", 2)).replace("</selection>", BASE)

CASES: dict[str, Case] = {
    "a hero of type model": Case("list.ros", _hero("model"), "assumed by type for Troops, Captain"),
    "a hero of type upgrade": Case("list.ros", _hero("upgrade"), "assumed by type for Troops, Captain"),
    "four upgrades that are models": Case(
        "list.ros",
        a_list(selection("Riders", inner=_FOUR, profiles=profile("Rider", 2))),
        "assumed by type for Riders",
    ),
    "two warscrolls": Case(
        "list.ros",
        a_list(selection("Gang", profiles=profile("Gang", 1) + profile("Chief", 3))),
        "Gang has 2 warscrolls (Gang, Chief); Gang is used for all its models",
    ),
    "a name of its own": Case(
        "list.ros",
        a_list(selection("Captain", profiles=profile("Captain"), customName="Grim Bess")),
        "Captain: its own name, Grim Bess, is not used",
    ),
    "points for what is not a unit": Case(
        "list.ros",
        a_list(TROOPS, selection("A banner", "upgrade", points=30), total=130),
        "30 of 130 points are for things other than units; these are left out or used by hand",
    ),
    "beside what a Mac keeps": Case(
        "list.rosz", zipped(MAC_list=b"\0\5\26\7", list=a_list(TROOPS)), "assumed by type for Troops"
    ),
    "two lists in a zip file": Case(
        "list.rosz",
        zipped(one=a_list(TROOPS), two=a_list(TROOPS)),
        "contains 2 files ending in .ros - it must contain exactly one",
        refused=True,
    ),
    "151 auxiliary units": Case(
        "list.ros", a_list(*[TROOPS] * 151), "has 151 auxiliary units - at most 150 are read", refused=True
    ),
    "a list as text": Case(
        "list.txt",
        b"Regiment 1\nTroops (100)\n- 10 x Troop\n",
        "line 2: no profile for Troops",
        unfinished=True,
    ),
    "a pack as text": Case(
        "pack.txt", b"id: mine\nname: Mine\nabilities: []\n", "an ability pack ends in .yaml", refused=True
    ),
}
