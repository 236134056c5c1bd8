"""Edits of units and their models: each a document with its checks and its effect."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.rulebook.edits import EditDocument, Inches
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import Keyword
from game.rulesets.aos4.editing.blocks import BlockRoom, model_room, placed, spots_of
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.state import Effect, Unit, Until
from game.rulesets.aos4.view.corrections import name_of
from game.rulesets.aos4.view.instruments import unit_of
from game.table.lattice import snap
from game.wording import N_, _

Facing = Annotated[int, Field(ge=0, lt=36_000)]
"""Hundredths of a degree, 0 east, counter-clockwise."""
Source = Annotated[str, Field(min_length=1, max_length=130)]
BY_HAND: Final = "by hand"
"""The source of effects that people set; it affects a unit only once for each thing, as abilities do (A-ONE-3)."""
DEEDS: Final = {
    "charged": (N_("Charged"), "A-CHG-5"),
    "RUN": (N_("Ran"), "A-AB-2"),
    "RETREAT": (N_("Retreated"), "A-AB-3"),
    "FIGHT": (N_("Fought"), "A-FIGHT-3"),
    "CORE": (N_("Used a core ability"), "A-ONE-4"),
}
"""What a unit did this turn, or in this phase: its name and rule, by the key in the ledger."""
IN_PHASE: Final = ("FIGHT", "CORE")
"""The deeds that count in a phase."""


class PutEdit(EditDocument[Game]):
    """Put a unit down with its middle at (x, y), or one of its models; a slain one returns.

    A unit on the table keeps its formation; one that comes to it, or is given a `facing` or a number of `files`,
    becomes a block. One that was destroyed is whole again.
    """

    folds_by = "piece"

    do: Literal["put"]
    piece: Identifier
    x: Inches
    y: Inches
    facing: Facing | None = None
    files: Annotated[int, Field(ge=1, le=100)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        unit = game.state.units.get(self.piece)
        if unit is not None:
            return BlockRoom(game, unit, spots_of(game, unit, self.facing, self.files)).why_not((self.x, self.y))
        unit = unit_of(game, self.piece)
        if unit is None or self.piece not in game.models(unit):
            return unfit(game, self.piece)
        if not unit.on_table:
            return [Refusal(_("{unit} are not on the table: put the whole unit down", unit=unit.name), "A-DEP-9")]
        return model_room(game, unit, self.piece).why_not((snap(self.x), snap(self.y)))

    def carry_out(self, game: Game) -> None:
        unit = game.state.units.get(self.piece)
        if unit is None:
            unit = unit_of(game, self.piece)
            assert unit is not None
            unit.slain = [each for each in unit.slain if each != self.piece]
            _stand(game, unit, {**unit.at, self.piece: (snap(self.x), snap(self.y))})
            return
        spots = placed(spots_of(game, unit, self.facing, self.files), self.x, self.y)
        if not unit.on_table and {*unit.slain} & {*spots}:
            unit.slain, unit.damage = [], 0
        unit.place = "table"
        _stand(game, unit, spots)


class RemoveEdit(EditDocument[Game]):
    """Slay a model, take a unit off the table (`to` reserve, or destroyed), or a piece of terrain."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["removed", "reserve", "destroyed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        unit = unit_of(game, self.piece)
        if unit is None:
            lies = any(each.id == self.piece and not each.decoration for each in game.ruler.battlefield.pieces)
            return [] if lies else unfit(game, self.piece)
        if self.piece != unit.id and self.piece not in game.models(unit):
            return unfit(game, self.piece)
        whole = self.piece == unit.id
        if unit.place != self._goal if whole else self.piece in unit.at and self.to == "removed":
            return []
        if not whole and self.to != "removed":
            return [Refusal(_("only a whole unit can be put there: name {unit}", unit=unit.id), "A-DEP-9")]
        return [Refusal(_("{unit} is not on the table", unit=unit.name if whole else name_of(game, self.piece)))]

    @property
    def _goal(self) -> Literal["reserve", "destroyed"]:
        return "destroyed" if self.to == "destroyed" else "reserve"

    def carry_out(self, game: Game) -> None:
        unit = unit_of(game, self.piece)
        if unit is None:
            lift(game, self.piece)
        elif self.piece == unit.id and self._goal == "reserve":
            unit.place, unit.at = "reserve", {}
        else:
            unit.at = {model: spot for model, spot in unit.at.items() if self.piece not in (model, unit.id)}
            unit.slain = [model for model in game.models(unit) if model not in unit.at]
            if not unit.at:
                _destroy(game, unit)


class ChangeEdit(EditDocument[Game]):
    """Set the damage count or the ritual points of a unit, or what it did this turn; None keeps the present value."""

    folds_by = "piece"

    do: Literal["change"]
    piece: Identifier
    damage: Annotated[int, Field(ge=0, le=199)] | None = None
    ritual: Annotated[int, Field(ge=0, le=99)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        unit = unit_of(game, self.piece)
        if unit is None:
            return unfit(game, self.piece)
        health = game.card(unit).health
        if self.damage is None or self.damage < health:
            return []
        text = _("{unit} has Health {health}: that would slay a model", unit=unit.name, health=health)
        return [Refusal(text, "A-DMG-5")]

    def carry_out(self, game: Game) -> None:
        unit = unit_of(game, self.piece)
        assert unit is not None
        unit.damage = unit.damage if self.damage is None else self.damage
        unit.ritual = unit.ritual if self.ritual is None else self.ritual


class DidEdit(EditDocument[Game]):
    """Let a unit have done something this turn, or not; not even anything: all abilities can be used anew."""

    do: Literal["did"]
    piece: Identifier
    what: Literal["charged", "RUN", "RETREAT", "FIGHT", "CORE", "anything"]
    done: bool = False

    def why_not(self, game: Game) -> list[Refusal]:
        unit = unit_of(game, self.piece)
        if unit is None:
            return unfit(game, self.piece)
        if self.done and self.what == "anything":
            return [Refusal(_("say what {unit} did", unit=unit.name), "A-ONE-4")]
        return []

    def carry_out(self, game: Game) -> None:
        unit = unit_of(game, self.piece)
        assert unit is not None
        ledger = game.state.uses.by_span
        for uses in ledger.values():
            gone = [
                key for key in uses if key.startswith(f"{unit.id} ") and self.what in ("anything", key.split(" ", 1)[1])
            ]
            for key in gone:
                del uses[key]
        if self.done:
            game.note(unit, self.what, *(("phase", "turn") if self.what in IN_PHASE else ("turn",)))


class EffectEdit(EditDocument[Game]):
    """Let something last on a unit: so much is added to `what`, or it has a keyword; an `amount` of 0 ends it.

    Without a `source` it is set by hand (A-IMP-8). Of one source and kind a unit has one effect (A-ONE-3).
    """

    do: Literal["effect"]
    piece: Identifier
    what: Literal["hit", "wound", "save", "run", "charge", "cast", "chant", "control", "move", "keyword", "attuned"]
    amount: Annotated[int, Field(ge=-20, le=20)] = 0
    keyword: Keyword | None = None
    until: Until = "turn"
    source: Source = BY_HAND

    def why_not(self, game: Game) -> list[Refusal]:
        unit = unit_of(game, self.piece)
        if unit is None:
            return unfit(game, self.piece)
        if (self.what == HAS) != bool(self.keyword):
            return [Refusal(_("a keyword is named where one is lent, and only there"), "A-KEY-1")]
        if not self.amount and not any(self._is(each) for each in unit.effects):
            return [Refusal(_("nothing of that kind lasts on {unit}", unit=unit.name), "A-ONE-3")]
        return []

    def _is(self, effect: Effect) -> bool:
        wanted = self.source, self.what, self.keyword or ""
        return (effect.source, effect.what, effect.keyword) == wanted

    def carry_out(self, game: Game) -> None:
        unit = unit_of(game, self.piece)
        assert unit is not None
        unit.effects = [each for each in unit.effects if not self._is(each)]
        if self.amount:
            new = Effect(self.source, self.what, self.amount, self.until, unit.owner, self.keyword or "")
            unit.effects = [*unit.effects, new]


# -- shared ----------------------------------------------------------------------------------------


def _stand(game: Game, unit: Unit, spots: dict[str, tuple[float, float]]) -> None:
    """Let models of a unit stand at some spots, in the order of its warscroll."""
    unit.at = {model: spots[model] for model in game.models(unit) if model in spots}


def _destroy(game: Game, unit: Unit) -> None:
    """Take a unit off the table as destroyed; a manifestation may come again (A-DMG-10, A-MAN-8)."""
    unit.place, unit.at = "destroyed", {}
    if "MANIFESTATION" in game.setup.keywords[unit.card]:
        unit.place, unit.slain, unit.damage, unit.effects, unit.summoner = "reserve", [], 0, [], ""


def lift(game: Game, identity: str) -> None:
    """Take a piece of terrain from where it lies."""
    state = game.state
    state.laid = [each for each in state.laid if each.id != identity]
    if any(each.id == identity for each in game.setup.ruler.battlefield.pieces):
        state.lifted = [*(each for each in state.lifted if each != identity), identity]
    game.forget()


def unfit(game: Game, identity: str) -> list[Refusal]:
    """Return the refusal of an unknown id, or of a piece that this kind of edit cannot change."""
    name = name_of(game, identity)
    if name == identity:
        return [Refusal(_("nothing is called {identity}", identity=identity))]
    return [Refusal(_("this cannot be done to {name}", name=name))]


def why_no_player(game: Game, player: str) -> list[Refusal]:
    """Return why nobody of that id plays."""
    if player in game.setup.players:
        return []
    known = ", ".join(game.setup.players)
    return [Refusal(_("{player!r} is no player - use one of {known}", player=player, known=known), "A-ROS-1")]
