"""What all rulebooks' sandboxes share: empty tables, new terrain, games from a position, odds of a pair."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, ClassVar, Final

from game.documents.error import DocumentError
from game.engine.core.decisions import Answer
from game.engine.kit.editable import Edits
from game.engine.kit.new_games import NewGames
from game.engine.kit.pieces import Terrain
from game.engine.kit.playing import MOST_SUPPLIED
from game.engine.rulebook.editing import Droppable, Editor
from game.engine.rulebook.game import GameT, SetupT, StateT
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import OddsView
from game.refusal import Refusal
from game.table.documents import Objective, TerrainPiece
from game.table.lattice import snap
from game.table.terrain.battlefield import Piece
from game.table.terrain.kit import numbered
from game.wording import _

SANDBOX: Final = "sandbox"
"""The name of the document in refusals."""


class SandboxEditor(Editor[SetupT, StateT, GameT]):
    """An editor for games whose setup has a `document` with map, options and `terrain_supply`.

    `terrain` are the terrain edits. `round` and `rounds` are the field of the state with the number of the round and
    the option with their number. `nobody` refuses a player without pieces ({name}), `wrong_rounds` a number of rounds
    ({rounds} and {round}, or {turns} and {turn}). `most_supplied` is the most terrain from a sandbox.
    """

    edits: Edits[GameT]
    new_games: NewGames[SetupT, Any]
    terrain: Terrain[GameT]
    round: ClassVar[str] = "round"
    rounds: ClassVar[str] = "rounds"
    nobody: ClassVar[str]
    wrong_rounds: ClassVar[str]
    most_supplied: ClassVar[int] = MOST_SUPPLIED

    # -- pieces

    @abstractmethod
    def pieces(self, game: GameT) -> Iterable[Droppable]:
        """Yield the pieces that can be put on the table, besides terrain."""

    def palette(self, game: GameT) -> list[Droppable]:
        return [*self.pieces(game), *self.terrain.droppable(game)]

    def why_not_build(self, game: GameT, piece: Piece, x: float, y: float, degrees: int) -> list[Refusal]:
        return self.terrain.why_not_lie(game, piece, x, y, degrees)

    def built(self, setup: Any, piece: TerrainPiece) -> tuple[SetupT, str]:
        document = setup.document
        lying = (*document.map.terrain, *document.map.dressing, *document.terrain_supply)
        used = [part.id for part in lying]
        return supplied(setup, piece, used, self.most_supplied, self.new_games.checked)

    # -- tables and games

    def ground(self, document: Any, width: float, height: float) -> dict[str, Any]:
        """Return further fields for the map of an empty table in a new game, such as objectives."""
        return {}

    def bare_setup(self, width: float, height: float, plan: GamePlan) -> SetupT:
        planned: Any = self.new_games.planned(replace(plan, map=None))
        ground = {"name": _("Empty table"), "description": "", "author": _("sandbox"), "width": width, "height": height}
        ground |= {"terrain": (), "dressing": ()} | self.ground(planned.document, width, height)
        table = planned.document.map.model_copy(update=ground)
        return self.new_games.checked(planned.document.model_copy(update={"map": table}), SANDBOX)

    @abstractmethod
    def takes_part(self, state: StateT, player: str) -> bool:
        """Return whether a player has pieces to play on with."""

    @abstractmethod
    def resume(self, setup: SetupT, first: StateT, *, begun: bool) -> None:
        """Prepare a state for a game that continues in its round if `begun`, or else starts that round."""

    def opening(self, setup: Any, state: StateT, rounds: int, begun: bool) -> tuple[SetupT, StateT]:
        """Return setup and state of a game from a position; raise `DocumentError` for bad rounds or missing pieces."""
        for player in setup.players:
            if not self.takes_part(state, player):
                raise DocumentError(SANDBOX, "", _(self.nobody, name=setup.player(player).name))
        fewest_rounds, most_rounds, _usual = self.new_games.rounds
        present_round = getattr(state, self.round)
        if not max(fewest_rounds, present_round) <= rounds <= most_rounds:
            numbers = {self.rounds: rounds, self.round: present_round}
            raise DocumentError(SANDBOX, "rounds", _(self.wrong_rounds, **numbers))
        options = setup.document.options.model_copy(update={self.rounds: rounds})
        first = self.free_state(setup, state)
        opened = self.new_games.checked(setup.document.model_copy(update={"options": options}), SANDBOX)
        self.resume(opened, first, begun=begun)
        return opened, first

    # -- odds

    def supposed(self, game: GameT, piece: str, x: float, y: float) -> GameT:
        """Return a copy of a game in which a piece stands at (x, y)."""
        game = self.edits.copied(game)
        if (mover := self.fighter(game, piece)) is not None:
            mover.x, mover.y = x, y
        return game

    @abstractmethod
    def fighter(self, game: GameT, piece: str) -> Any:
        """Return the piece or unit that fights when a piece does; None off the table."""

    @abstractmethod
    def odds_between(self, game: GameT, one: Any, other: Any) -> OddsView:
        """Return the odds of one fighter attacking another."""

    def pair_odds(self, game: GameT, about: str, answer: Answer) -> OddsView | None:
        """Return the odds of a pair in an answer to `Editing`, with `about` at the place given in the answer."""
        if not isinstance(answer, dict):
            return None
        if "x" in answer and "y" in answer:
            game = self.supposed(game, about, answer["x"], answer["y"])
        attacker, target = (self.fighter(game, str(answer.get(role))) for role in ("attacker", "target"))
        if attacker is None or target is None or attacker is target:
            return None
        return self.odds_between(game, attacker, target)


def in_a_row(names: dict[str, str], width: float, height: float) -> tuple[Objective, ...]:
    """Return objectives, given their names by id, in a row across the middle of a table."""
    gap = width / (len(names) + 1)
    return tuple(
        Objective(id=key, name=name, at=(snap(gap * number), snap(height / 2)))
        for number, (key, name) in enumerate(names.items(), start=1)
    )


def supplied(
    setup: Any, piece: TerrainPiece, used_ids: Collection[str], most: int, checked: Callable[[Any, str], SetupT]
) -> tuple[SetupT, str]:
    """Return the setup with one more terrain piece off the table, and the piece's new id; raise `DocumentError`.

    `most` is the highest number allowed; `checked` returns the setup for a document.
    """
    document, new_piece = setup.document, numbered(piece, used_ids)
    if len(document.terrain_supply) >= most:
        raise DocumentError(SANDBOX, "terrain", _("there are already {most} new pieces", most=most))
    supply = (*document.terrain_supply, new_piece)
    return checked(document.model_copy(update={"terrain_supply": supply}), SANDBOX), new_piece.id
