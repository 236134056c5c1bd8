"""The changes that people can make by hand in a battle, in a sandbox or as a referee.

Editable facts of the game and of units first, then procedures such as putting a unit down.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.core.decisions import LegalSpots
from game.engine.core.events import Corrected, Event
from game.engine.kit import pieces as kit
from game.engine.kit.blocks import BlockRoom, Spots, formation, placed
from game.engine.kit.editable import (
    Choice,
    EditDocument,
    Edits,
    Number,
    PieceEdit,
    PlayerIds,
    Row,
    Sort,
    StateEntry,
    Subject,
    Who,
    button,
    copied,
    number,
    of_players,
    of_the_game,
    tick,
)
from game.engine.kit.pieces import Terrain
from game.engine.kit.sandbox import SandboxEditor, in_a_row
from game.engine.rulebook.editing import ByHand, Correction, Droppable, Edit, Knob
from game.engine.rulebook.view import Line, OddsView, PieceView, drawn_as
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import Keyword
from game.rulesets.aos4.documents.params import MODIFIED, SET, why_not_set
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.editing.by_hand import NO_SOURCE, DeedEdit, RollEdit, offered, told_effect
from game.rulesets.aos4.new_game.planning import NEW_GAMES
from game.rulesets.aos4.rules import battleplans, mixed
from game.rulesets.aos4.rules.abilities.resolving import ATTUNED
from game.rulesets.aos4.rules.attacks.batch import NO_MODIFIER
from game.rulesets.aos4.rules.attacks.eligible import groups
from game.rulesets.aos4.rules.battle import HAS
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.invariants import SOUND
from game.rulesets.aos4.rules.moving.turns import ahead, facing_first
from game.rulesets.aos4.rules.moving.unit_moves import general
from game.rulesets.aos4.rules.phases.windows import DEEDS as PHASE_NAMES
from game.rulesets.aos4.rules.positions import number_of
from game.rulesets.aos4.rules.rulings import COMMAND_POINTS, TOLERANCE
from game.rulesets.aos4.rules.setup import AURA, TERRITORIES, Setup
from game.rulesets.aos4.rules.setup_documents import Aos4Setup
from game.rulesets.aos4.rules.state import Effect, State, Unit, Until
from game.rulesets.aos4.rules.terrain import PREFIX
from game.rulesets.aos4.view.cards import WHAT, effect_text, name_of
from game.rulesets.aos4.view.instruments import unit_of
from game.rulesets.aos4.view.volleys import attacking, attacks_on, of_attack
from game.table.documents import Area, Zone
from game.table.footprints import Footprint, Oblong
from game.table.lattice import Position, position, snap
from game.table.looks import Look
from game.table.placing.clearances import OnTable
from game.table.placing.oblongs import clear_of
from game.table.placing.region import Region
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import Pattern, Point, box_outline, round_outline
from game.wording import N_, _, stored


def middle_of(game: Game, unit: Unit) -> Position:
    """Return the middle of a unit on the table: that of the box around its bases."""
    west, south, east, north = game.positions.bases(unit).box
    return position((west + east) / 2, (south + north) / 2)


def fit(game: Game, unit: Unit) -> list[str]:
    """Return the models that come to the table with a unit: those not slain, or all if every model is slain."""
    models = game.models(unit)
    return [model for model in models if model not in unit.slain] or [*models]


def spots_of(game: Game, unit: Unit, facing: int | None, files: int | None) -> Spots:
    """Return the spots of a unit's models relative to its middle.

    A unit on the table keeps its formation unless `facing` or `files` is given; else it forms a block, see `formation`.
    """
    if unit.on_table and facing is None and files is None:
        x, y = middle_of(game, unit)
        return {model: (snap(spot[0] - x), snap(spot[1] - y)) for model, spot in unit.at.items()}
    models = [*unit.at] if unit.on_table else fit(game, unit)
    radii = {model: game.models(unit)[model].radius for model in models}
    return formation(radii, ahead(game, unit) if facing is None else facing, files)


def base_in(game: Game, unit: Unit, model: str, facing: int | None) -> Footprint:
    """Return the base of a model with a facing, or with the one that it has or comes to the table with."""
    base = facing_first(game, unit, model, game.models(unit)[model].base)
    return base if facing is None or isinstance(base, Disc) else base.turned_to(facing)


def model_room(game: Game, unit: Unit, model: str, facing: int | None) -> Region:
    """Return the room for a model of a unit: on the table, on no base and on no forbidden terrain (A-GEO-9)."""
    base, bases = base_in(game, unit, model, facing), game.positions.bases(unit).footprints
    own = [one for other, one in zip(unit.at, bases) if other != model and unit.on_table]
    return Region(base.radius, (*general(game, unit, base), clear_of(own, base, N_("overlaps a base"), "A-GEO-9")))


def block_room(game: Game, unit: Unit, spots: Spots, facing: int | None) -> BlockRoom:
    """Return the legal spots for the middle of a unit: those where each of its models has room."""
    bases = {model: base_in(game, unit, model, facing) for model in spots}
    regions = {base: Region(base.radius, general(game, unit, base)) for base in bases.values()}
    return BlockRoom([(regions[bases[model]], dx, dy) for model, (dx, dy) in spots.items()])


def _piece(name: str, title: str, look: Look, outline: tuple[Point, ...], height: float, does: str) -> Pattern:
    """Return a terrain piece of the sandbox's box of pieces; `does` lists its terrain traits."""
    traits = {f"{PREFIX}{trait}": True for trait in does.split()}
    return Pattern(name, title, look, outline, traits=traits, height=height)


STARTER: Final = (
    _piece("marsh", N_("Marsh (obscuring)"), "marsh", round_outline(2.2, 0.12, 18), 0.5, "obscuring"),
    _piece("hedge", N_("Low hedge (cover)"), "hedge", box_outline(5.0, 0.6), 1.0, "cover"),
    _piece("ruin", N_("Ruin (cover, unstable)"), "ruin", box_outline(5.0, 3.5), 2.0, "cover unstable"),
    _piece("wood", N_("Wood (obscuring, cover)"), "wood", round_outline(2.5, 0.1, 18), 3.0, "obscuring cover"),
    _piece("terrace", N_("Terrace (flat top)"), "rubble", box_outline(6.0, 4.0), 2.0, "flat-top"),
    _piece("wall", N_("Wall (impassable)"), "wall", box_outline(5.0, 0.5), 2.0, "impassable cover"),
    _piece("hall", N_("Hall (blocks sight)"), "building", box_outline(5.0, 4.0), 4.0, "impassable blocks-sight"),
    _piece("stone", N_("Place of power"), "rock", round_outline(1.2, 0.08), 3.0, "place-of-power impassable"),
)
"""The terrain pieces of a sandbox, with their terrain traits and heights in inches (A-TERR-7)."""


class Ground(Terrain[Game]):
    """The terrain of a table: pieces neither overlap nor, if impassable, lie on models (A-TERR-7, A-TAB-3)."""

    rule, rule_of_bases, tolerance, gone = "A-TERR-7", "A-TAB-3", TOLERANCE, "lifted"

    def solid(self, piece: Piece) -> bool:
        return piece.traits.get(f"{PREFIX}impassable") is True

    def standing(self, game: Game) -> Iterator[tuple[str, Sequence[Footprint]]]:
        units = (unit for unit in game.state.units.values() if unit.on_table)
        return ((unit.name, game.positions.bases(unit).footprints) for unit in units)


TERRAIN: Final = Ground()


BEFORE = ("territories", "terrain", "deploying", "deployed")
"""The steps before the first round."""
DEEDS: Final = {
    "charged": (N_("Charged"), "A-CHG-5"),
    "RUN": (N_("Ran"), "A-AB-2"),
    "RETREAT": (N_("Retreated"), "A-AB-3"),
    "FIGHT": (N_("Fought"), "A-FIGHT-3"),
    "CORE": (N_("Used a core ability"), "A-ONE-4"),
}
"""The recorded actions of a unit in this turn or phase: label and rule, by the key in the record of uses."""
IN_PHASE: Final = ("FIGHT", "CORE")
"""The keys of `DEEDS` that count for a phase instead of a turn."""
MOST_BONUS: Final = 3
BONUSES: Final = {"hit": "A-WPN-6", "wound": "A-WPN-6", "save": "A-ATK-4", "run": "A-AB-2", "charge": "A-CHG-2",
                  "cast": "A-MAG-3", "chant": "A-PRAY-2", "control": "A-OBJ-6", "move": "A-MOVE-2"}  # fmt: skip
"""The values that people can raise or lower by hand until the end of the turn, with the rule of each value."""
LENT: Final = ("STRIKE-FIRST", "STRIKE-LAST", "FLY")
"""The keywords that can be lent by hand."""


# -- the course of the battle ----------------------------------------------------------------------


PLAYERS: Final = PlayerIds("A-ROS-1")


def _why_no_round(game: Game, edit: Any) -> list[Refusal]:
    """Return the refusal of a round after the last one of the battle."""
    rounds = game.setup.document.options.rounds
    if edit.round is None or edit.round <= rounds:
        return []
    return [Refusal(_("the battle has {rounds} rounds", rounds=rounds), "A-RND-1")]


def _take_turn(game: Game, state: State, turn: int) -> None:
    state.turn = turn
    state.first = state.active if turn == 1 else game.other(state.active)


def _activate(game: Game, state: State, player: str) -> None:
    state.active = state.fighter = player
    _take_turn(game, state, state.turn)


def _begin_phase(game: Game, state: State, phase: str) -> None:
    """Begin a phase again from its start, with the active player's window."""
    game.expire("phase")
    state.step, state.phase, state.window = "phase", PHASES.index(phase), "active"
    state.fighter = state.active


TURN: Final = of_the_game("turn", (
        Number("round", N_("Round"), "A-RND-1", N_("round"), (1, NEW_GAMES.rounds[1]),
               most=lambda game, state: game.setup.document.options.rounds),
        Number("turn", N_("Turn in the round"), "A-RND-2", N_("turn"), (1, 2), form=Literal[1, 2], put=_take_turn),
        Choice("phase", N_("Phase"), "A-TURN-1", N_("phase"), attribute="phase_name", put=_begin_phase,
               form=Literal["startOfTurn", "hero", "movement", "shooting", "charge", "combat", "endOfTurn"],
               among=lambda game, state: {phase: _(PHASE_NAMES[phase]) for phase in PHASES}),
        Choice("active", N_("Whose turn it is"), "A-TURN-1", stored("has the turn", N_("active player")), PLAYERS.names,
               form=Identifier, why_not=PLAYERS.why_not, put=_activate),
        Choice("underdog", N_("Underdog"), "A-UND-1", N_("underdog"), PLAYERS.anybody, form=Who,
               why_not=PLAYERS.why_nobody),
    ),
    first=("round", "turn", "active", "phase"),
    closed=lambda game: [Refusal(_("the battle has not begun"), "A-RND-2")] if game.state.step in BEFORE else [],
    why_not=_why_no_round,
)  # fmt: skip
SCORES: Final = of_players("score", lambda game: game.setup.players, (
        Number("victory", N_("VP of {player}"), "A-EOT-1", N_("VP"), (0, 500), attribute="points"),
        Number("command", N_("Command points of {player}"), "A-CP-1", N_("command points"), (0, 99),
               most=lambda game, player: 20),
    ),
    unknown=lambda game, player: PLAYERS.why_not(game, None, player),
)  # fmt: skip
OBJECTIVES: Final = Sort[Game, StateEntry](
    "control",
    "piece",
    lambda game: {objective: StateEntry(game.state, objective) for objective in game.state.control},
    (
        Choice("player", N_("{objective} is controlled by"), "A-OBJ-4", N_("controlled by"), PLAYERS.anybody, form=Who,
               absent="", attribute="control", knob="control", why_not=PLAYERS.why_nobody),
    ),
    of_game=True,
    words=lambda game, objective: {"objective": _(game.setup.objectives[objective].name)},
)  # fmt: skip


# -- units -----------------------------------------------------------------------------------------


class UnitEdit(PieceEdit[Game, Unit]):
    """An edit of a unit, which is named by its own id or by that of a model."""

    find = staticmethod(unit_of)


class DidEdit(UnitEdit):
    """Record (`done`) or remove the record that a unit did something this turn.

    Removing "anything" makes all its abilities usable again.
    """

    do: Literal["did"]
    what: Literal["charged", "RUN", "RETREAT", "FIGHT", "CORE", "anything"]
    done: bool = False

    def against(self, game: Game, unit: Unit) -> list[Refusal]:
        if self.done and self.what == "anything":
            return [Refusal(_("say what {unit} did", unit=unit.name), "A-ONE-4")]
        return []

    def change(self, game: Game, unit: Unit) -> None:
        removed = _deeds(game, unit) if self.what == "anything" else [self.what]
        for uses in game.state.uses.by_span.values():
            for deed in removed:
                uses.pop(f"{unit.id} {deed}", None)
        if self.done:
            spans = ("phase", "turn") if self.what in IN_PHASE else ("turn",)
            game.note(unit, self.what, *spans)

    @staticmethod
    def knobs(game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield a tick for each recordable action, and a button that removes all records of a unit."""
        edit: Edit = {"do": "did", "piece": unit.id}
        for deed, (label, rule) in DEEDS.items():
            done = game.used(unit, deed, "phase" if deed in IN_PHASE else "turn")
            yield tick(f"did:{deed}", _(label), done, {**edit, "what": deed, "done": not done}, rule)
        reset = {**edit, "what": "anything", "done": False}
        yield button("fresh", _("Reset what it has used"), reset, "A-ONE-4")


def _deeds(game: Game, unit: Unit) -> list[str]:
    """Return the recorded actions and uses of a unit, without its id."""
    keys = {key for uses in game.state.uses.by_span.values() for key in uses}
    return sorted(key.removeprefix(f"{unit.id} ") for key in keys if key.startswith(f"{unit.id} "))


WORDED: Final = frozenset({HAS, "weapon", "barred", "free", "shielded", *(f"{what} set" for what in SET)})
"""The kinds of lasting effects that need a keyword, a weapon ability or an amount in words."""
ENDED_ONLY: Final = frozenset({"echo"})
"""The kinds of lasting effects that can be ended by hand but not given, since only their ability has the details."""
WHATS: Final = WORDED | ENDED_ONLY | {*MODIFIED, AURA, ATTUNED}
"""Every kind of lasting effect."""


class EffectEdit(UnitEdit):
    """Add a lasting effect to a unit, or end one with amount 0. The `amount` is added to `what`, or it lends a keyword.

    Without a `source` it is set by hand (A-IMP-8). A unit has one effect of each source and kind (A-ONE-3). `player` is
    the player whose turns count for its end, by default the unit's own.
    """

    aside: ClassVar[bool] = True

    do: Literal["effect"]
    what: Annotated[str, Field(min_length=1, max_length=40)]
    amount: Annotated[int, Field(ge=-20, le=20)] = 0
    keyword: Keyword | None = None
    until: Until = "turn"
    source: Annotated[str, Field(min_length=1, max_length=130)] = NO_SOURCE
    player: Identifier | None = None

    def against(self, game: Game, unit: Unit) -> list[Refusal]:
        if self.what not in WHATS or (self.what in ENDED_ONLY and self.amount):
            kinds = ", ".join(sorted(WHATS - ENDED_ONLY))
            return [Refusal(_("{what} is not available - use one of {known}", what=self.what, known=kinds), "A-KEY-1")]
        if (self.what in WORDED | ENDED_ONLY) != bool(self.keyword):
            return [Refusal(_("to lend a keyword, name it; other effects take no keyword"), "A-KEY-1")]
        replaced = self.what.removesuffix(" set")
        if self.keyword and replaced != self.what and (reason := why_not_set(replaced, self.keyword)):
            return [Refusal(f"{self.keyword}: {reason}", "A-DICE-8")]
        if self.player is not None and self.player not in game.setup.players:
            return PLAYERS.why_not(game, None, self.player)
        if not self.amount and not any(self._is(effect) for effect in unit.effects):
            return [Refusal(_("{unit} has no lasting effect of that kind", unit=unit.name), "A-ONE-3")]
        return []

    def _is(self, effect: Effect) -> bool:
        """Return whether an effect has the source, kind and keyword of this edit."""
        wanted = self.source, self.what, self.keyword or ""
        return (effect.source, effect.what, effect.keyword) == wanted

    def _gives_way(self, effect: Effect) -> bool:
        """Return whether an effect replaces the same characteristic for the same reason as this one (A-ONE-3)."""
        given = self.amount and self.what.endswith(" set")
        return bool(given) and (effect.source, effect.what) == (self.source, self.what)

    def change(self, game: Game, unit: Unit) -> None:
        unit.effects = [effect for effect in unit.effects if not (self._is(effect) or self._gives_way(effect))]
        if self.amount:
            unit.effects = [*unit.effects, self.effect(unit)]

    def effect(self, unit: Unit) -> Effect:
        """Return the effect that the unit gets."""
        return Effect(self.source, self.what, self.amount, self.until, self.player or unit.owner, self.keyword or "")

    def by_hand(self, game: Game, correction: Correction) -> None:
        """Change a unit, and record the change as an event."""
        unit = unit_of(game, self.piece)
        assert unit is not None
        ended = [effect for effect in unit.effects if self._is(effect)]
        self.change(game, unit)
        for effect in [self.effect(unit)] if self.amount else ended:
            told_effect(game, unit, effect, correction, ended=not self.amount)

    @staticmethod
    def facts(game: Game, unit: Unit) -> list[tuple[str, str]]:
        """Return the lasting effects on a unit as a fact."""
        lasting = (
            f"{effect.keyword if effect.what == HAS else effect.what} {effect.amount:+d}" for effect in unit.effects
        )
        return [(N_("effects"), ", ".join(lasting))]

    @staticmethod
    def knobs(game: Game, unit: Unit) -> Iterator[Knob]:
        """Yield the knobs for effects by hand (A-IMP-8), and a button to end each effect of an ability."""
        edit: Edit = {"do": "effect", "piece": unit.id}
        by_hand = {
            (effect.what, effect.keyword): effect.amount for effect in unit.effects if effect.source == NO_SOURCE
        }
        for value_name, rule in BONUSES.items():
            label, amount = _("By hand, this turn: {what}", what=_(WHAT[value_name])), by_hand.get((value_name, ""), 0)
            limits = -MOST_BONUS, MOST_BONUS
            bonus = number(f"bonus:{value_name}", label, amount, limits, {**edit, "what": value_name}, "amount", rule)
            yield replace(bonus, value=f"{amount:+d}" if amount else "–")
        for keyword in LENT:
            label, lent = _("By hand, this turn: {what}", what=keyword), (HAS, keyword) in by_hand
            other = {**edit, "what": HAS, "keyword": keyword, "amount": 0 if lent else 1}
            yield tick(f"keyword:{keyword}", label, lent, other, "A-KEY-1")
        for index, lasting in enumerate(unit.effects):
            if lasting.source != NO_SOURCE:
                ended = {"what": lasting.what, "amount": 0, "source": lasting.source}
                ended |= {"keyword": lasting.keyword} if lasting.keyword else {}
                label = _("End this: {effect}", effect=effect_text(game, unit, lasting))
                yield button(f"end:{index}", label, {**edit, **ended}, "A-TURN-5")


def _why_not_slain(game: Game, unit: Unit, damage: int) -> list[Refusal]:
    """Return the reason why a unit cannot have this much damage: it would slay a model."""
    health = mixed.lowest_health(game, unit)
    text = _("{unit} has Health {health}: that would slay a model", unit=unit.name, health=health)
    return [Refusal(text, "A-DMG-5")] if damage >= health else []


def _why_not_there(game: Game, unit: Unit, edit: Any) -> list[Refusal]:
    """Return the reasons why a unit, or one of its models, cannot be put at the spot of an edit."""
    model = getattr(edit, "piece", unit.id)
    if model == unit.id:
        spots = spots_of(game, unit, edit.facing, edit.files)
        return block_room(game, unit, spots, edit.facing).why_not((edit.x, edit.y))
    if model not in game.models(unit):
        return EDITS.unfit(game, model)
    if not unit.on_table:
        return [Refusal(_("{unit} must be on the table first: put the whole unit down", unit=unit.name), "A-DEP-9")]
    return model_room(game, unit, model, edit.facing).why_not(edit.spot)


def _stand(game: Game, unit: Unit, edit: Any) -> None:
    """Put a unit or one of its models on the table.

    A slain model returns. A destroyed unit comes back complete.
    """
    model = getattr(edit, "piece", unit.id)
    whole_unit = model == unit.id
    if whole_unit:
        spots = placed(spots_of(game, unit, edit.facing, edit.files), edit.x, edit.y)
        if not unit.on_table and {*unit.slain} & {*spots}:
            unit.slain, unit.damage = [], 0
        unit.place = "table"
    else:
        unit.slain = [name for name in unit.slain if name != model]
        spots = {**unit.at, model: edit.spot}
    bases = {
        other: base_in(game, unit, other, edit.facing if whole_unit or other == model else None) for other in spots
    }
    unit.at = {other: spots[other] for other in game.models(unit) if other in spots}
    unit.facings = {other: base.facing for other, base in bases.items() if isinstance(base, Oblong)}
    unit.damage = min(unit.damage, mixed.lowest_health(game, unit) - 1)


class Turning(Row[Game, Unit]):
    """The knob that turns a model whose base is not round."""

    def knobs(self, game: Game, subject: Subject[Unit]) -> Iterable[Knob]:
        unit, model = subject.thing, subject.id
        if model in unit.at and model in unit.facings:
            x, y = unit.at[model]
            edit = {"do": "put", "piece": model, "x": x, "y": y}
            yield kit.turning(edit, unit.facings[model], "A-MOVE-5")


class Leaving(Row[Game, Unit]):
    """The buttons that slay a model, and that take its unit off the table."""

    def knobs(self, game: Game, subject: Subject[Unit]) -> Iterable[Knob]:
        unit = subject.thing
        if subject.id in unit.at:
            yield kit.removal(subject.id, "removed", N_("Slay this model"), "A-DMG-5")
        if unit.on_table:
            yield kit.removal(unit.id, "reserve", N_("Put the whole unit back into reserve"), "A-DEP-9")
            yield kit.removal(unit.id, "destroyed", N_("Destroy the whole unit"), "A-DMG-10")


UNITS: Final = kit.Pieces[Game, Unit]("change", "piece", lambda game: game.state.units, (
        Row(lambda game, unit: [
            (N_("place"), kit.spot_text(*middle_of(game, unit)) if unit.on_table else unit.place),
            (N_("models"), str(len(unit.at)) if unit.on_table else "–"),
        ]),
        Number("damage", N_("Damage"), "A-DMG-5", N_("damage"), (0, 199), why_not=_why_not_slain,
               most=lambda game, unit: mixed.lowest_health(game, unit) - 1),
        Number("ritual", N_("Ritual points"), "A-PRAY-3", N_("ritual points"), (0, 99), most=lambda game, unit: 20,
               shown=lambda game, unit: game.has(unit, "PRIEST") or unit.ritual > 0),
        Row(lambda game, unit: [(N_("did"), ", ".join(_deeds(game, unit)))], DidEdit.knobs),
        Row(EffectEdit.facts, EffectEdit.knobs),
        Turning(lambda game, unit: []),
        Leaving(),
    ),
    owner=unit_of,
    why_not_there=_why_not_there,
    stand=_stand,
    take=lambda game, unit, to: None,
)  # fmt: skip
MODELS: Final = Sort[Game, str](
    "",
    "model",
    lambda game: {model: spot for unit in game.state.units.values() for model, spot in _spots(game, unit)},
    (Row(lambda game, spot: [("place", spot)]),),
)


def _spots(game: Game, unit: Unit) -> Iterator[tuple[str, str]]:
    for model in game.models(unit):
        yield model, kit.spot_text(*unit.at[model]) if model in unit.at else "slain"


class PutEdit(kit.PuttingEdit[Game]):
    """Put a unit down with its middle at (x, y), or one of its models; a slain one returns.

    A unit on the table keeps its formation; one that comes to it, or is given a `facing` or a number of `files`,
    becomes a block.
    """

    facing: kit.Facing | None = None
    files: Annotated[int, Field(ge=1, le=100)] | None = None


class AddUnitEdit(kit.AddingEdit[Game, Unit]):
    """Bring in a further unit of a warscroll in play ("ann.slingers") as a block; it fights for the same player."""

    pieces, most = UNITS, (80, N_("there are already {most} units"))

    do: Literal["add"]
    card: Annotated[str, Field(min_length=1, max_length=130)]
    facing: kit.Facing | None = None
    files: Annotated[int, Field(ge=1, le=100)] | None = None

    def against(self, game: Game) -> list[Refusal]:
        if self.card in game.setup.cards:
            return []
        cards = ", ".join(game.setup.cards)
        text = _("no warscroll in play is called {card!r} - use one of {known}", card=self.card, known=cards)
        return [Refusal(text, "A-ROS-1")]

    def made(self, game: Game) -> Unit:
        return further(game, self.card)


def further(game: Game, card: str) -> Unit:
    """Return one more unit of a warscroll, not yet in the battle; its id is the warscroll's with a number."""
    number = kit.free_number(f"{card}.", game.state.units, 2)
    return Unit(f"{card}.{number}", game.setup.cards[card].name, card.split(".", 1)[0], card)


class RemoveEdit(EditDocument[Game]):
    """Slay a model, take a unit off the table (`to` reserve, or destroyed), or remove a terrain piece."""

    do: Literal["remove"]
    piece: Identifier
    to: Literal["removed", "reserve", "destroyed"] = "removed"

    def why_not(self, game: Game) -> list[Refusal]:
        unit = unit_of(game, self.piece)
        if unit is None:
            return [] if TERRAIN.find(game, self.piece) is not None else EDITS.unfit(game, self.piece)
        if self.piece != unit.id and self.piece not in game.models(unit):
            return EDITS.unfit(game, self.piece)
        whole_unit = self.piece == unit.id
        if unit.place != self._goal if whole_unit else self.piece in unit.at and self.to == "removed":
            return []
        if not whole_unit and self.to != "removed":
            return [Refusal(_("only a whole unit can be put there: name {unit}", unit=unit.id), "A-DEP-9")]
        return [Refusal(_("{unit} is not on the table", unit=unit.name if whole_unit else name_of(game, self.piece)))]

    @property
    def _goal(self) -> Literal["reserve", "destroyed"]:
        return "destroyed" if self.to == "destroyed" else "reserve"

    def carry_out(self, game: Game) -> None:
        unit = unit_of(game, self.piece)
        if unit is None:
            TERRAIN.lay(game, self.piece)
        elif self.piece == unit.id and self._goal == "reserve":
            unit.place, unit.at, unit.facings = "reserve", {}, {}
        else:
            unit.at = {model: spot for model, spot in unit.at.items() if self.piece not in (model, unit.id)}
            unit.slain = [model for model in game.models(unit) if model not in unit.at]
            unit.facings = {model: facing for model, facing in unit.facings.items() if model in unit.at}
            if not unit.at:
                _destroy(game, unit)


def _destroy(game: Game, unit: Unit) -> None:
    """Take a unit off the table as destroyed; a manifestation may come again (A-DMG-10, A-MAN-8)."""
    unit.place, unit.at, unit.facings = "destroyed", {}, {}
    if "MANIFESTATION" in game.setup.keywords[unit.card]:
        unit.place, unit.slain, unit.damage, unit.effects, unit.summoner = "reserve", [], 0, [], ""


# -- all together ----------------------------------------------------------------------------------


class UnitEdits(Edits[Game]):
    """The edits of a battle. Moving a whole unit reports the unit's place, moving one model that of the model."""

    def apply(self, game: Game, correction: Correction) -> None:
        """Apply an edit in a battle. A DeedEdit changes nothing here, since its questions come first."""
        edit = self.read(correction.edit)
        if isinstance(edit, RollEdit):
            edit.roll(game, correction)
        elif isinstance(edit, EffectEdit) and edit.player is not None:
            edit.by_hand(game, correction)
        elif not isinstance(edit, DeedEdit):
            super().apply(game, correction)

    def carried_out(self, game: Game, correction: Correction) -> Iterator[Event]:
        """Yield the events of an edit without the places of the unit's models, or of the unit of a model."""
        about = str(correction.edit.get("piece", ""))
        of_model = about not in game.state.units and unit_of(game, about) is not None
        for event in super().carried_out(game, correction):
            if (
                not isinstance(event, Corrected)
                or event.fact != "place"
                or (event.piece == about if of_model else event.piece in game.state.units)
            ):
                yield event


EDITS: Final = UnitEdits(
    (UNITS, MODELS, TURN, SCORES, OBJECTIVES, TERRAIN),
    (PutEdit, RemoveEdit, DidEdit, EffectEdit, AddUnitEdit, RollEdit, DeedEdit),
    copied,
    SOUND.require_table,
    name_of,
)


# -- sandbox ---------------------------------------------------------------------------------------

SIDES: Final = {"south": N_("South"), "north": N_("North")}
TERRITORY: Final = 1 / 3
"""The share of an empty table that each territory is deep."""


class Editor(SandboxEditor[Setup, State, Game]):
    """Changes that people make to the table."""

    edits = EDITS
    resume_rule = "A-TURN-2"
    hand_rule = "A-IMP-8"
    kit = STARTER
    new_games = NEW_GAMES
    terrain = TERRAIN
    nobody = N_("{name} has no unit on the table: put one there first (A-DEP-3)")
    wrong_rounds = N_("{rounds} rounds is not possible in round {round} (A-RND-1)")

    def by_hand(self, game: Game, piece: str, player: str) -> ByHand | None:
        return offered(game, piece, player)

    def rolled(self, count: int, sides: int, needed: int) -> Edit:
        return {"do": "roll", "count": count, "sides": sides, "needed": needed}

    def pieces(self, game: Game) -> Iterator[Droppable]:
        """Yield everything that can be dropped: units off the table, whole units on it, slain models, further units."""
        yield from (*_off_table(game), *_whole(game), *_slain(game), *_further(game))

    def block(self, game: Game, edit: Edit) -> list[PieceView]:
        """Return the models of a unit at the spots where an edit would put them."""
        unit = game.state.units.get(str(edit.get("piece", "")))
        if edit.get("do") == "add":
            unit = further(game, str(edit["card"]))
        if unit is None:
            return []
        spots = placed(spots_of(game, unit, edit.get("facing"), edit.get("files")), edit["x"], edit["y"])
        bases = {model: base_in(game, unit, model, edit.get("facing")) for model in spots}
        return [
            PieceView(model, unit.name, "base", x, y, **drawn_as(bases[model]), owner=unit.owner, unit=unit.id)
            for model, (x, y) in spots.items()
        ]

    def room(self, game: Game, view: PieceView) -> LegalSpots:
        """Return the legal spots for a unit as a block or for one model (A-GEO-9)."""
        unit = game.state.units.get(view.id)
        if unit is not None:
            return block_room(game, unit, spots_of(game, unit, view.facing, None), view.facing)
        card = game.setup.cards.get(view.unit)
        if card is not None and view.id not in game.models(game.state.units[view.unit]):
            fresh = Unit(view.id, card.name, view.owner, view.unit)
            return block_room(game, fresh, spots_of(game, fresh, view.facing, None), view.facing)
        unit = unit_of(game, view.id)
        if unit is None:
            return Region(view.radius, (OnTable(game.ruler.battlefield, view.radius, rule="A-GEO-9"),))
        return model_room(game, unit, view.id, view.facing)

    def ground(self, document: Aos4Setup, width: float, height: float) -> dict[str, Any]:
        """Return territories in the thirds along the long edges, with the objectives in a row between them."""
        names = {name: _(name).title() for name in battleplans.find(document.scenario).objectives}
        zones, objectives = tuple(_territories(width, height)), in_a_row(names, width, height)
        return {"deployment": (), "zones": zones, "objectives": objectives}

    def free_state(self, setup: Setup, state: State) -> State:
        """Return the state changed for a sandbox: in a phase of a turn, without unfinished activities.

        Before the first round both players get their command points, as if it had begun.
        """
        sandbox = state.clone()
        one, other = setup.players
        if sandbox.step in BEFORE:
            sandbox.command = dict.fromkeys(setup.players, COMMAND_POINTS)
        if not sandbox.territories:
            sandbox.territories = dict(zip(setup.players, TERRITORIES))
        if sandbox.step != "phase":
            sandbox.step, sandbox.window = "phase", "active"
        sandbox.result, sandbox.regiment = None, ""
        sandbox.finished = [
            *sandbox.finished,
            *(fighter for fighter in (one, other) if fighter not in sandbox.finished),
        ]
        sandbox.round, sandbox.turn = max(1, sandbox.round), max(1, sandbox.turn)
        for name in ("beginner", "deployer", "first", "active", "fighter"):
            setattr(sandbox, name, getattr(sandbox, name) or one)
        return sandbox

    def takes_part(self, state: State, player: str) -> bool:
        return any(unit.on_table and unit.owner == player for unit in state.units.values())

    def resume(self, setup: Setup, first: State, *, begun: bool) -> None:
        if not begun:
            first.step, first.round = "round", first.round - 1

    def supposed(self, game: Game, piece: str, x: float, y: float) -> Game:
        game = copied(game)
        mover = unit_of(game, piece)
        if mover is not None and piece in mover.at:
            mover.at = {**mover.at, piece: (x, y)}
        return game

    def fighter(self, game: Game, piece: str) -> Unit | None:
        unit = unit_of(game, piece)
        return unit if unit is not None and unit.on_table else None

    def odds_between(self, game: Game, one: Unit, other: Unit) -> OddsView:
        """Return the odds of one unit attacking another: it shoots if it can, else it fights (A-SHOOT, A-FIGHT)."""
        friends = one.owner == other.owner
        for ability, ranged in (("shoot", True), ("fight", False)):
            attackers = groups(game, one, ranged=ranged, only=[other])
            if attackers and not friends:
                [attack] = attacks_on(game, game.ability(one.owner, ability), one, attackers, NO_MODIFIER)
                return of_attack(attack)
        names = {"one": one.name, "other": other.name}
        title = _("{one} and {other} are on the same side and cannot attack each other" if friends else
                  "{one} cannot attack {other} from there", **names)  # fmt: skip
        return OddsView(attacking(one, other), lines=(Line(title, "A-TGT-1", "warning"),))


def _territories(width: float, height: float) -> Iterator[Zone]:
    """Yield the territories of an empty table as zones."""
    depth = snap(height * TERRITORY)
    for side, south, north in zip(TERRITORIES, (0.0, height - depth), (depth, height)):
        area = Area(outline=((0.0, south), (width, south), (width, north), (0.0, north)))
        yield Zone(id=side, name=_(SIDES[side]), role="territory", area=(area,))


def _off_table(game: Game) -> Iterator[Droppable]:
    """Yield the units that are not on the table."""
    for player in game.setup.players:
        for unit in game.state.units.values():
            if unit.owner == player and not unit.on_table:
                group, edit = game.setup.player(player).army.name, {"do": "put", "piece": unit.id}
                yield Droppable(unit.id, _sized(game, unit), group, edit, _standing(game, unit))


def _whole(game: Game) -> Iterator[Droppable]:
    """Yield the units on the table, which keep their formation when they are moved whole."""
    for unit in game.state.units.values():
        if unit.on_table and len(unit.at) > 1:
            view = replace(_standing(game, unit), facing=None)
            edit = {"do": "put", "piece": unit.id}
            yield Droppable(f"whole:{unit.id}", unit.name, _("Move a whole unit"), edit, view)


def _slain(game: Game) -> Iterator[Droppable]:
    """Yield the slain models of units on the table."""
    for unit in game.state.units.values():
        for model in unit.slain if unit.on_table else ():
            base = base_in(game, unit, model, None)
            name = f"{unit.name} {number_of(model)}"
            view = PieceView(model, name, "base", 0.0, 0.0, **drawn_as(base), owner=unit.owner, unit=unit.id)
            yield Droppable(model, name, _("Slain models"), {"do": "put", "piece": model}, view)


def _further(game: Game) -> Iterator[Droppable]:
    """Yield a new unit of each warscroll in play."""
    for card in game.setup.cards:
        unit = further(game, card)
        group = _("More units for {player}", player=game.player_name(unit.owner))
        view = replace(_standing(game, unit), unit=card)
        yield Droppable(f"new:{card}", _sized(game, unit), group, {"do": "add", "card": card}, view)


def _sized(game: Game, unit: Unit) -> str:
    """Return the name of a unit with its number of models."""
    models = len(fit(game, unit))
    return unit.name if models == 1 else _("{unit} ({n} models)", unit=unit.name, n=models)


def _standing(game: Game, unit: Unit) -> PieceView:
    """Return the view of a unit while it is dragged: one base that faces the other side of the table."""
    largest = max(game.models(unit), key=lambda model: game.models(unit)[model].radius)
    shown = drawn_as(base_in(game, unit, largest, None))
    facing = shown.pop("facing", None)
    if len(fit(game, unit)) > 1:  # a block has a facing even if its bases are round
        facing = ahead(game, unit)
    return PieceView(unit.id, unit.name, "base", 0.0, 0.0, **shown, owner=unit.owner, facing=facing, unit=unit.id)
