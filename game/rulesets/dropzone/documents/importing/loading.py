"""The starting cargo of an army whose file has none (D-TRANS-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from game.rulesets.dropzone.documents.sheets import LIMIT, UnitDocument
from game.wording import _, series


def loaded(army: dict[str, Any], warnings: list[str]) -> dict[str, Any]:
    """Return an army's data with its squads in Transports with room, as far as they go; say in `warnings` who is where.

    A Transport takes squads of one battlegroup only (D-TRANS-4), whole ones, in the order of the file.
    """
    sheets = {each["id"]: UnitDocument.model_validate(each) for each in army["units"]}
    holds = [_Hold(unit, sheets[squad["unit"]]) for squad in army["auxiliaries"] for unit in _units(squad)]
    told = []
    groups = []
    for group in army["groups"]:
        squads = []
        for squad in group["squads"]:
            sheet = sheets[squad["unit"]]
            hold = next((each for each in holds if each.takes(sheet, squad["size"], group["id"])), None)
            if hold is not None:
                hold.load(sheet, squad["size"], group["id"])
                told.append(_("{squad} in {transport}", squad=sheet.name, transport=hold.sheet.name))
                squads.append({**squad, "aboard": (hold.unit,)})
            else:
                squads.append(squad)
        groups.append({**group, "squads": tuple(squads)})
    if told:
        names = series(told)
        warnings.append(_("the file does not say who rides where; assumed: {names}", names=names))
    return {**army, "groups": tuple(groups)}


def _units(squad: dict[str, Any]) -> Sequence[str]:
    size, identity = squad["size"], squad["id"]
    return [identity] if size == 1 else [f"{identity}-{number}" for number in range(1, size + 1)]


class _Hold:
    """A Transport with what is left of its Capacity."""

    def __init__(self, unit: str, sheet: UnitDocument) -> None:
        self.unit, self.sheet, self.group = unit, sheet, ""
        self.left = dict(sheet.carries)

    def takes(self, cargo: UnitDocument, count: int, group: str) -> bool:
        """Return whether a whole squad fits, and is of the battlegroup of all others there (D-TRANS-4)."""
        found = self.sheet.hold_for(cargo)
        fits = found is not None and self.left[found[0]] >= found[1] * count
        return fits and self.group in ("", group) and cargo.radius + self.sheet.radius <= LIMIT

    def load(self, cargo: UnitDocument, count: int, group: str) -> None:
        """Take a squad aboard."""
        found = self.sheet.hold_for(cargo)
        assert found is not None
        self.left[found[0]] -= found[1] * count
        self.group = group
