"""Edits of the course of a battle: points, the control of objectives, whose turn and which phase it is."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from game.documents.reading import Identifier
from game.engine.rulebook.edits import EditDocument, Who
from game.refusal import Refusal
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.editing.changes import unfit, why_no_player
from game.rulesets.aos4.new_game.planning import MOST_ROUNDS
from game.rulesets.aos4.rules.game import Game
from game.wording import _

BEFORE = ("territories", "terrain", "deploying", "deployed")
"""The steps before the first round."""


class ScoreEdit(EditDocument[Game]):
    """Set the victory points or the command points of a player; None keeps them."""

    folds_by = "player"

    do: Literal["score"]
    player: Identifier
    victory: Annotated[int, Field(ge=0, le=500)] | None = None
    command: Annotated[int, Field(ge=0, le=99)] | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        return why_no_player(game, self.player)

    def carry_out(self, game: Game) -> None:
        state = game.state
        if self.victory is not None:
            state.points = {**state.points, self.player: self.victory}
        if self.command is not None:
            state.command = {**state.command, self.player: self.command}


class ControlEdit(EditDocument[Game]):
    """Let a player control an objective, or nobody ("")."""

    folds_by = "piece"

    do: Literal["control"]
    piece: Identifier
    player: Who = ""

    def why_not(self, game: Game) -> list[Refusal]:
        if self.piece not in game.state.control:
            return unfit(game, self.piece)
        return why_no_player(game, self.player) if self.player else []

    def carry_out(self, game: Game) -> None:
        game.state.control = {**game.state.control, self.piece: self.player}


class TurnEdit(EditDocument[Game]):
    """Set the round, whether its first or second turn is played, whose turn it is, and its phase; None keeps it.

    A phase begins anew: its first window is that of the active player.
    """

    folds_by = ""

    do: Literal["turn"]
    round: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    turn: Literal[1, 2] | None = None
    phase: Literal["startOfTurn", "hero", "movement", "shooting", "charge", "combat", "endOfTurn"] | None = None
    active: Identifier | None = None
    underdog: Who | None = None

    def why_not(self, game: Game) -> list[Refusal]:
        if game.state.step in BEFORE:
            return [Refusal(_("the battle has not begun"), "A-RND-2")]
        rounds = game.setup.document.options.rounds
        if self.round is not None and self.round > rounds:
            return [Refusal(_("the battle has {rounds} rounds", rounds=rounds), "A-RND-1")]
        return [refusal for each in (self.active, self.underdog) if each for refusal in why_no_player(game, each)]

    def carry_out(self, game: Game) -> None:
        state = game.state
        state.round = self.round or state.round
        state.turn = self.turn or state.turn
        state.underdog = state.underdog if self.underdog is None else self.underdog
        if self.active:
            state.active = state.fighter = self.active
        if self.turn or self.active:
            state.first = state.active if state.turn == 1 else game.other(state.active)
        if self.phase is not None:
            game.expire("phase")
            state.step, state.phase, state.window = "phase", PHASES.index(self.phase), "active"
            state.fighter = state.active
