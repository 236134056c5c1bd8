"""Everything that people can change by hand in a battle, in a sandbox or as a referee (D-CORE-12).

Units and squads are in `units`, scenery is in `terrain`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.kit import pieces as kit
from game.engine.kit.editable import (
    Choice,
    EditDocument,
    Edits,
    Number,
    PlayerIds,
    Row,
    Sort,
    Tick,
    Who,
    copied,
    of_players,
    of_the_game,
)
from game.refusal import Refusal
from game.rulesets.dropzone.editing.terrain import SCENERY, TERRAIN
from game.rulesets.dropzone.editing.units import (
    SQUADS,
    UNITS,
    BoardEdit,
    FlyEdit,
    FreshEdit,
    GarrisonEdit,
    WeaponEdit,
    ZoneEdit,
    stand_squad,
    why_not_squad,
)
from game.rulesets.dropzone.new_game.planning import NEW_GAMES
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.objectives import claimants
from game.rulesets.dropzone.rules.setup import SURVEY, add_squad, further
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.rules.state import Group, Objective, Squad, State, Step
from game.rulesets.dropzone.view.event_text import STATUS, Words
from game.rulesets.dropzone.view.supposing import squad_of
from game.rulesets.dropzone.view.table import MODES
from game.wording import N_, _

BEFORE: Final[tuple[Step, ...]] = ("zones", "deploying")
"""The steps before the first round."""
MOST_KILLS: Final = 50_000


PLAYERS: Final = PlayerIds("D-ARMY-1")


def _closed(game: Game) -> list[Refusal]:
    return [Refusal(_("the battle has not begun"), "D-RND-1")] if game.state.step in BEFORE else []


def _last_round(game: Game, state: State) -> int:
    """Return the highest number of the round now: if the next one is about to begin, it is one of the battle's too."""
    return max(1, game.setup.document.options.rounds - (state.step == "initiation"))


def _why_no_round(game: Game, edit: Any) -> list[Refusal]:
    rounds = _last_round(game, game.state)
    if edit.round is None or edit.round <= rounds:
        return []
    return [Refusal(_("the battle has {rounds} rounds", rounds=game.setup.document.options.rounds), "D-RND-1")]


def _let_begin(game: Game, state: State, player: str) -> None:
    state.order = [player, *(each for each in state.order or state.players if each != player)]


def _group_words(game: Game, identity: str) -> dict[str, str]:
    group = game.state.groups[identity]
    return {"group": _(group.name), "player": game.player_name(group.owner)}


def _why_not_set(game: Game, group: Group, status: object) -> list[Refusal]:
    if group.status != "active":
        return []
    return [Refusal(_("{group} is acting: finish that first", group=_(group.name)), "D-BG-7")]


def _is_off(game: Game, group: Group) -> bool:
    units = [unit for squad in game.squads_of(group) for unit in game.units_of(squad)]
    return bool(units) and not any(map(game.is_in_play, units))


TURN: Final = of_the_game("turn", (
        Number("round", N_("Round"), "D-RND-1", N_("round"), (1, NEW_GAMES.rounds[1]), most=_last_round),
        Choice("first", N_("Who activates first"), "D-INIT-2", N_("activates first"), PLAYERS.names,
               attribute="beginner", form=Identifier, why_not=PLAYERS.why_not, put=_let_begin),
    ),
    first=("round", "first"),
    closed=_closed,
    why_not=_why_no_round,
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: game.setup.players, (
        Number("kills", N_("Kill points of {player}"), "D-WIN-3", N_("kill points"), (0, MOST_KILLS)),
        Number("scores", N_("VP of {player} for surveys"), "D-SCO-4", N_("VP"), (0, 99),
               shown=lambda game, player: game.setup.document.scenario == SURVEY),
    ),
    unknown=lambda game, player: PLAYERS.why_not(game, None, player),
)  # fmt: skip
GROUPS: Final = Sort[Game, Group]("group", "group", lambda game: game.state.groups, (
        Choice("status", N_("{group} of {player} has acted"), "D-BG-1", N_("has acted"), why_not=_why_not_set,
               form=Literal["ready", "done", "held"], knob="acted",
               shown=lambda game, group: group.status != "active",
               among=lambda game, group: {each: _(text) for each, text in STATUS.items() if each != "active"}),
        Choice("mode", N_("{group} of {player} waits"), "D-DEP-5", N_("waits"),
               form=Literal["readiness", "reserve"], knob="waits", shown=_is_off,
               among=lambda game, group: {each: _(text) for each, text in MODES.items() if each != "deployed"}),
    ),
    of_game=True,
    words=_group_words,
    closed=_closed,
)  # fmt: skip


def _carriers(game: Game, objective: Objective) -> dict[str, str]:
    """Return the squads that could carry an objective: those that are at it, and the one that does (D-OBJ-7)."""
    taken = {each.carrier for each in game.state.objectives.values()} - {objective.carrier}
    there = [unit.squad for unit in claimants(game, objective)]
    found = [each for each in dict.fromkeys((*there, objective.carrier)) if each and each not in taken]
    return {"": _("nobody"), **{each: game.state.squads[each].name for each in found}}


def _why_not_carried(game: Game, objective: Objective, carrier: str) -> list[Refusal]:
    squad = game.state.squads.get(carrier)
    if not carrier:
        return []
    if squad is None or not game.units_of(squad):
        return [Refusal(_("{carrier!r} is not a squad in the battle", carrier=carrier), "D-OBJ-7")]
    if any(each.carrier == carrier for each in game.state.objectives.values() if each is not objective):
        return [Refusal(_("{squad} carries another objective", squad=squad.name), "D-OBJ-7")]
    sheet = game.sheet_of(squad)
    if not sheet.takes_objectives:
        return [Refusal(_("{squad} carries no objectives", squad=squad.name), "D-OBJ-14")]
    return []


def _hand_over(game: Game, objective: Objective, carrier: str) -> None:
    objective.carrier = carrier
    if carrier:
        objective.claimed_by, objective.removed, objective.hidden = game.state.squads[carrier].owner, False, False


def _why_not_lie(game: Game, objective: Objective, edit: Any) -> list[Refusal]:
    x, y = edit.spot
    field = game.ruler.battlefield
    if 0.0 <= x <= field.width and 0.0 <= y <= field.height:
        return []
    return [Refusal(_("the spot is off the table"), "D-OBJ-1")]


def _lie(game: Game, objective: Objective, edit: Any) -> None:
    objective.x, objective.y = edit.spot
    objective.removed, objective.carrier, objective.extracted_by = False, "", ""


def _take_away(game: Game, objective: Objective, to: str) -> None:
    objective.removed, objective.carrier = True, ""


OBJECTIVES: Final = kit.Pieces[Game, Objective]("objective", "piece", lambda game: game.state.objectives, (
        Row(lambda game, it: [(N_("place"), "removed" if it.removed else kit.spot_text(it.x, it.y))],
            lambda game, it: [] if it.removed else [kit.removal(it.id, *kit.OFF_THE_TABLE)]),
        Choice("claimed_by", N_("Claimed by"), "D-OBJ-3", N_("claimed by"), PLAYERS.anybody, form=Who,
               why_not=PLAYERS.why_nobody),
        Choice("extracted_by", N_("Taken off the table by"), "D-SCO-1", N_("taken off the table by"), PLAYERS.anybody,
               form=Who, why_not=PLAYERS.why_nobody, shown=lambda game, objective: objective.removed),
        Choice("carrier", N_("Carried by"), "D-OBJ-7", N_("carried by"), _carriers, form=Who, put=_hand_over,
               why_not=_why_not_carried, shown=lambda game, objective: objective.mobile and not objective.removed),
        Tick("hidden", N_("Hidden"), "D-OBJ-1", N_("hidden"), shown=lambda game, objective: not objective.carrier),
    ),
    why_not_there=_why_not_lie,
    stand=_lie,
    take=_take_away,
)  # fmt: skip


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


EDITS: Final[Edits[Game]] = Edits(
    (UNITS, SQUADS, OBJECTIVES, TURN, SCORES, GROUPS, TERRAIN, SCENERY),
    (PutEdit, RemoveEdit, WeaponEdit, ZoneEdit, FlyEdit, BoardEdit, GarrisonEdit, FreshEdit, AddSquadEdit),
    copied,
    SOUND.require_table,
    lambda game, identity: Words(game).name(identity),
)
