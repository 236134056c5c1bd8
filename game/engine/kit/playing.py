"""Base classes of setups, their documents and running games: players, options, terrain that can be moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Final, Generic, Literal, TypeVar, cast

from pydantic import Field, model_validator

from game.cached import cached_property
from game.documents.faces import FacedDocument
from game.documents.limits import MOST_VALUES_IN_A_SETUP
from game.documents.reading import Document, Identifier, Name, Part, refuse
from game.engine.core.dice import Dice
from game.engine.core.events import Event, Fact, Meaning, Words
from game.engine.core.flow import CHECKPOINT, Flow, Interrupt, Interrupted
from game.engine.core.records import Record
from game.engine.rulebook.laying import Laid, LaidRulers
from game.table.documents import MapDocument, TerrainPiece
from game.table.measuring.ruler import Ruler
from game.table.terrain.battlefield import Piece, piece_from
from game.table.terrain.rigid import centred
from game.wording import N_, _, keep, series, translated

PlayerT = TypeVar("PlayerT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")


class TwoPlayers(Document):
    """The setup of a game in which only the players vary. A rulebook names its `format`."""

    version: Literal[1] = 1
    players: Annotated[tuple[Identifier, ...], Field(min_length=2, max_length=2)]


@dataclass(eq=False)
class Result(Record):
    """The result of a game and the reason. Several winners mean a draw; without winners, everyone loses."""

    winners: list[str]
    reason: str
    rule: str


class Ended(Fact):
    """A game is over. Several winners mean a draw; without winners, everyone loses. `reason` is stored (see `keep`)."""

    means = Meaning("ending")
    winners: tuple[str, ...]
    reason: str

    def sentence(self, words: Words[Any]) -> str:
        outcome, winners = _("Nobody wins"), series([words.name(winner) for winner in self.winners])
        if len(self.winners) == 1:
            outcome = _("{winner} wins", winner=winners)
        elif self.winners:
            outcome = _("A draw between {winners}", winners=winners)
        return f"{outcome}: {translated(self.reason)}"


class PlayedSetup(Generic[PlayerT]):
    """A setup with a `document`, which names the players."""

    @cached_property
    def players(self: Any) -> tuple[str, ...]:
        """The ids of the players."""
        return tuple(player.id for player in self.document.players)

    def player(self: Any, identity: str) -> PlayerT:
        """Return the player called `identity`."""
        return cast(PlayerT, next(player for player in self.document.players if player.id == identity))


class LaidSetup(PlayedSetup[PlayerT]):
    """A setup with the `ruler` of a table."""

    def further_terrain(self) -> Iterable[Piece]:
        """Return terrain besides that of the map and that built in a sandbox."""
        return ()

    @cached_property
    def terrain_supply(self: Any) -> tuple[Piece, ...]:
        """The terrain beside the table, centred on its anchors: of the map, built in a sandbox, and further pieces."""
        ground = self.document.map
        beside = (piece_from(part, ground.unit) for part in (*ground.dressing, *self.document.terrain_supply))
        return tuple(centred(piece) for piece in (*beside, *self.further_terrain()))

    def terrain(self: Any) -> dict[str, Piece]:
        """Return the terrain on the map and beside the table by id, centred on its anchors."""
        on_map = (centred(piece) for piece in self.ruler.battlefield.pieces if not piece.decoration)
        return {piece.id: piece for piece in (*on_map, *self.terrain_supply)}

    @cached_property
    def terrain_pieces(self) -> Mapping[str, Piece]:
        """Every piece of terrain that can lie on the table, by id."""
        return self.terrain()

    @cached_property
    def _rulers(self: Any) -> LaidRulers:
        return LaidRulers(self.ruler, self.terrain_pieces)

    def ruler_on(self, laid: Sequence[Laid], gone: Sequence[str] = ()) -> Ruler:
        """Return the ruler of the table with the `laid` terrain, and without the pieces whose ids are in `gone`."""
        return self._rulers.on(laid, gone)

    @cached_property
    def faces(self: Any) -> dict[str, dict[str, str]]:
        """The faces that players have chosen in their rosters, by player and by the name of a piece or unit."""
        rosters = ((seat.id, roster) for seat in self.document.players for _field, roster in seat)
        return {seat: roster.faces for seat, roster in rosters if isinstance(roster, FacedDocument) and roster.faces}


def declared_outcome(interrupt: Interrupt, players: Sequence[str]) -> tuple[list[str], str]:
    """Return the winners and the reason when a player concedes, or when all players agree to a draw."""
    if interrupt.kind == "draw":
        return [*players], keep("a draw by agreement")
    return [player for player in players if player != interrupt.player], keep("the other player conceded")


def play_in_steps(game: Any, step: Callable[[Any], Flow], declared: Callable[[Any, Interrupt], None]) -> Flow:
    """Play a game step by step until the step in its state is "over", with a checkpoint before each.

    `declared` carries out a declaration that interrupts a step: a player concedes, or all agree to a draw.
    """
    while game.state.step != "over":
        yield CHECKPOINT
        try:
            yield from step(game)
        except Interrupted as interrupted:
            declared(game, interrupted.interrupt)
    yield CHECKPOINT


class PlayedGame:
    """A running game with its `setup` and the `events` so far."""

    def emit(self: Any, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def player_name(self: Any, player: str) -> str:
        """Return a player's name."""
        return cast(str, self.setup.player(player).name)


@dataclass
class SimpleGame(PlayedGame, Generic[SetupT, StateT]):
    """A running game that consists only of its setup, state, dice and the events so far."""

    setup: SetupT
    state: StateT
    dice: Dice
    events: list[Event] = field(default_factory=list)


Colour = Annotated[str, Field(pattern=r"^#[0-9a-fA-F]{6}$")]
FIRST_COLOUR: Final = "#3f8fd2"
MOST_SUPPLIED: Final = 40
"""The most terrain pieces that a sandbox can add to a table."""


class SeatDocument(Part):
    """A player: a short id, a name and a colour. A rulebook adds the roster."""

    id: Identifier
    name: Name
    colour: Colour = FIRST_COLOUR


class SettledDocument(Document):
    """Everything that is settled before the first decision of a game. `terrain_supply` was built in a sandbox.

    A rulebook narrows `players` and `options`. `taken` refuses an id that another player has.
    """

    most_values: ClassVar[int] = MOST_VALUES_IN_A_SETUP
    taken: ClassVar[str] = N_("{id!r} is taken by the other player")

    version: Literal[1] = 1
    ruleset: str
    scenario: Identifier
    map: MapDocument
    players: tuple[Any, ...]
    options: Any
    terrain_supply: Annotated[tuple[TerrainPiece, ...], Field(max_length=MOST_SUPPLIED)] = ()

    @model_validator(mode="after")
    def _has_different_players(self) -> SettledDocument:
        ids = [player.id for player in self.players]
        for number, identity in enumerate(ids):
            if identity in ids[:number]:
                refuse(f"players[{number}].id", _(self.taken, id=identity, identity=identity))
        return self
