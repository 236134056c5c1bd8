"""The largest rosters of other programs, or a share of them, as `readers.py` hands them to readers."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

from game.documents.battlescribe.opening import MAX_EXPANDED
from game.documents.battlescribe.tree import MOST_ELEMENTS
from game.rulesets.aos4.documents.importing.values import GAME_SYSTEM
from tools.benches.reading.inputs import Content, Maker, share_of


def _selection(name: str, inner: str = "", profiles: str = "", kind: str = "unit", more: str = "") -> str:
    return (
        f'<selection name="{name}" type="{kind}" number="1"{more}><profiles>{profiles}</profiles>'
        f"<selections>{inner}</selections></selection>"
    )


def _profile(name: str, kind: str, values: dict[str, str]) -> str:
    fields = "".join(f'<characteristic name="{key}">{value}</characteristic>' for key, value in values.items())
    return f'<profile name="{name}" typeName="{kind}"><characteristics>{fields}</characteristics></profile>'


_SCROLL = {"Move": "5", "Health": "1", "Save": "4+", "Control": "1"}
_ABILITY = {"Timing": "Passive", "Effect": "Nothing happens"}


def _roster(selections: list[str]) -> str:
    return (
        f'<roster name="List" gameSystemId="{GAME_SYSTEM}" gameSystemRevision="1"><forces>'
        f'<force name="Pack" catalogueName="Faction"><selections>{"".join(selections)}</selections></force>'
        "</forces></roster>"
    )


def _elements(share: float) -> int:
    return share_of(MOST_ELEMENTS - 1_000, share)


def many_units(share: float) -> Content:
    """Return a roster of units without end."""
    return _roster([_selection("Troop")] * (_elements(share) // 3))


def many_heroes(share: float) -> Content:
    """Return a roster of things with warscrolls, all of one name, each within another one's force."""
    unit = _selection("Troop", profiles=_profile("Troop", "Unit", _SCROLL))
    return _roster([unit] * (_elements(share) // 9))


def many_abilities(share: float) -> Content:
    """Return a roster of one unit whose abilities differ in their texts."""
    values = [_ABILITY | {"Effect": f"Nothing {number}"} for number in range(_elements(share) // 4)]
    abilities = "".join(_profile("One", "Ability (Passive)", each) for each in values)
    return _roster([_selection("Troop", profiles=_profile("Troop", "Unit", _SCROLL) + abilities)])


def many_rules(share: float) -> Content:
    """Return a roster of one unit in whose choices other choices are nested, each with a rule."""
    rule = '<rules><rule name="R{n}"><description>Text {n}</description></rule></rules>'
    inner = [
        f'<selection name="U" type="upgrade" number="1">{rule.format(n=n)}</selection>'
        for n in range(_elements(share) // 4)
    ]
    return _roster([_selection("Troop", "".join(inner), _profile("Troop", "Unit", _SCROLL))])


def many_names(share: float) -> Content:
    """Return a roster of one unit in which everything has a name that somebody gave."""
    inner = [f'<selection name="U" customName="N{n}" type="upgrade"/>' for n in range(_elements(share * 0.9))]
    return _roster([_selection("Troop", "".join(inner), _profile("Troop", "Unit", _SCROLL))])


def many_weapons(share: float) -> Content:
    """Return a roster of units that have all their weapons from one model each, all different."""
    values = {"Atk": "1", "Hit": "4+", "Wnd": "4+", "Rnd": "-", "Dmg": "1"}
    weapons = "".join(_profile(f"W{n}", "Melee Weapon", values) for n in range(39))
    unit = _selection("T", profiles=_profile("T", "Unit", _SCROLL) + weapons)
    return _roster([unit] * max(1, _elements(share) // 290))


def nested(share: float) -> Content:
    """Return a roster of units in which choices are nested as deeply as they may be."""
    inner = ""
    for _level in range(26):
        inner = f'<selection name="U" type="upgrade" number="1"><selections>{inner}</selections></selection>'
    unit = _selection("Troop", inner, _profile("Troop", "Unit", _SCROLL))
    return _roster([unit] * (_elements(share) // 62))


def long_attribute(share: float) -> Content:
    """Return a roster with one long attribute."""
    return f'<roster name="{"x" * share_of(MAX_EXPANDED - 200, share)}" gameSystemId="{GAME_SYSTEM}"/>'


def long_words(share: float) -> Content:
    """Return a roster with one long text, given in pieces."""
    return f"<roster>{'x&#65;' * share_of((MAX_EXPANDED - 200) // 6, share)}</roster>"


def many_attributes(share: float) -> Content:
    """Return a roster whose root has attributes without end."""
    values = " ".join(f'a{number}="1"' for number in range(share_of(1_500_000, share)))
    return f"<roster {values}/>"


def packed(make: Maker) -> Maker:
    """Return the maker of the zip files of rosters."""

    def made(share: float) -> Content:
        content, target = make(share), io.BytesIO()
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("list.ros", content)
        return target.getvalue()

    return made


def foreign_json(share: float) -> Content:
    """Return a roster of another program in JSON, as large as JSON may be, its one unit full of abilities."""

    def profile(name: str, kind: str, values: dict[str, str]) -> dict[str, Any]:
        characteristics = [{"name": key, "$text": value} for key, value in values.items()]
        return {"name": name, "typeName": kind, "characteristics": characteristics}

    abilities = [
        profile("One", "Ability (Passive)", _ABILITY | {"Effect": f"Nothing {number}"})
        for number in range(share_of(27_000, share))
    ]
    unit = {"name": "Troop", "type": "unit", "number": 1, "profiles": [profile("Troop", "Unit", _SCROLL), *abilities]}
    forces = [{"name": "Pack", "catalogueName": "Faction", "selections": [unit]}]
    return json.dumps({"roster": {"name": "List", "gameSystemId": GAME_SYSTEM, "forces": forces}})


def catalogue(share: float) -> Content:
    """Return a catalogue as large as one may be."""
    rule = '<rules><rule name="Base Size"><description>32mm</description></rule></rules>'
    entry = '<selectionEntry id="e{n}" name="Troop" type="model">' + rule + "</selectionEntry>"
    entries = "".join(entry.format(n=n) for n in range(_elements(share) // 4))
    return f"<catalogue><sharedSelectionEntries>{entries}</sharedSelectionEntries></catalogue>"
