"""All that people can change by hand in a battle, in a sandbox or as a referee (D-CORE-12)."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit import pieces as kit
from game.engine.kit.editable import EditDocument, Edits, copied
from game.refusal import Refusal
from game.rulesets.dropzone.editing.course import GROUPS, SCORES, TURN
from game.rulesets.dropzone.editing.objectives import OBJECTIVES
from game.rulesets.dropzone.editing.places import BoardEdit, FlyEdit, FreshEdit, GarrisonEdit
from game.rulesets.dropzone.editing.squads import squad_of
from game.rulesets.dropzone.editing.terrain import SCENERY, TERRAIN
from game.rulesets.dropzone.editing.units import SQUADS, UNITS, WeaponEdit, ZoneEdit, stand_squad, why_not_squad
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.setup import add_squad, further
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.state import Squad
from game.rulesets.dropzone.view.event_text import Words
from game.wording import _

MOST_SQUADS: Final = 80


# -- putting down, bringing in and removing ---------------------------------------------------------


class PutEdit(kit.PuttingEdit[Game]):
    """Put a unit down, a squad with its middle at (x, y), or an objective; what was destroyed returns unharmed.

    A squad on the table keeps its formation; one that comes to it, or is given a `facing`, becomes a block.
    """

    facing: kit.Facing | None = None


class RemoveEdit(EditDocument[Game]):
    """Destroy a unit or a squad, take a squad off the table, or an objective, or a piece of scenery."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["removed", "destroyed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        squad, objective = squad_of(game, self.piece), game.state.objectives.get(self.piece)
        if squad is None:
            there = not objective.removed if objective is not None else TERRAIN.find(game, self.piece) is not None
            return [] if there and self.to == "removed" else self.edits.unfit(game, self.piece)
        unit = game.state.units.get(self.piece)
        units = [unit] if unit is not None else [game.state.units[each] for each in squad.units]
        goal = "destroyed" if self.to == "destroyed" else "off"
        if any(each.alive and each.place != goal for each in units):
            return []
        return [Refusal(_("{piece} is not on the table", piece=self.edits.name_of(game, self.piece)))]

    def carry_out(self, game: Game) -> None:
        for pieces in (UNITS, SQUADS, OBJECTIVES, TERRAIN):
            thing: Any = pieces.find(game, self.piece)
            if thing is not None:
                pieces.take(game, thing, self.to)
                return


class AddSquadEdit(kit.PlacedEdit[Game]):
    """Bring in a further squad of a stat sheet in play ("ann.anvils") as a block: an Auxiliary one (D-ARMY-5)."""

    do: Literal["add"]
    sheet: Annotated[str, Field(min_length=1, max_length=130)]
    size: Annotated[int, Field(ge=1, le=12)] | None = None
    facing: kit.Facing | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if self.sheet not in game.setup.sheets:
            known = ", ".join(game.setup.sheets)
            text = _("no stat sheet in play is called {sheet!r} - use one of {known}", sheet=self.sheet, known=known)
            return [Refusal(text, "D-UNIT-2")]
        if len(game.state.squads) >= MOST_SQUADS:
            return [Refusal(_("there are already {most} squads", most=MOST_SQUADS))]
        trial = copied(game)
        return why_not_squad(trial, self.bring_in(trial), self)

    def bring_in(self, game: Game) -> Squad:
        """Add the squad to a game, off the table."""
        size = self.size or game.setup.sheets[self.sheet].squad[0]
        document, called = further(game.setup, game.state, self.sheet, size)
        return add_squad(game.state, self.sheet.partition(".")[0], document, called)

    def carry_out(self, game: Game) -> None:
        stand_squad(game, self.bring_in(game), self)


# -- all together ----------------------------------------------------------------------------------


def name_of(game: Game, identity: str) -> str:
    """Return the name for an id, or the id itself if it has none."""
    return Words(game).name(identity)


EDITS: Final[Edits[Game]] = Edits(
    (UNITS, SQUADS, OBJECTIVES, TURN, SCORES, GROUPS, TERRAIN, SCENERY),
    (PutEdit, RemoveEdit, WeaponEdit, ZoneEdit, FlyEdit, BoardEdit, GarrisonEdit, FreshEdit, AddSquadEdit),
    copied,
    SOUND.require_table,
    name_of,
)
