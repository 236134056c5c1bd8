"""The interface that every rulebook implements. Its optional abilities are in `facets`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from game.engine.core.decisions import DEPLOY, Answer, Decision, Option
from game.engine.core.dice import Dice
from game.engine.core.events import Corrected, Cue, Event, Landmark, Words
from game.engine.core.flow import Flow, Interrupt
from game.engine.rulebook.game import Ending, GameT, SetupT, StateT
from game.engine.rulebook.new_game import Agreement, GamePlan, Offers
from game.engine.rulebook.reference import Rule
from game.lengths import Unit
from game.refusal import Refusal
from game.wording import N_, NN_, _, numeral

if TYPE_CHECKING:
    from game.documents.reading import Document
    from game.engine.core.decisions import Arrange
    from game.engine.rulebook.editing import Editor
    from game.engine.rulebook.facets import Judge, Movement, Openings, Papers, Secrets, Vision
    from game.engine.rulebook.questions import Questions
    from game.engine.rulebook.view import Facts, Line, OddsView, PhaseView, Preview, ReachView, RollView, TableView
    from game.table.lattice import Position


@dataclass(frozen=True)
class Terms:
    """The terms of a rulebook, marked by `N_`. They are capitalised, except `points` ("3 points") and the `unit`.

    `activation` names landmarks of that sort. `thrown` has a word or two for a purpose of dice in events, where the
    purpose itself is not such a word. `columns` are the short headings of the numbers of weapons in views, each with a
    sentence that says what they are. `answers` says how many of what the rulebook counts could hit a piece at a spot.
    `valued` is the unit in which computer players value positions, if not points; a
    value of `ends` or more means that the game ends, and `step` is a difference that matters to them: less than 1 where
    a game brings few points.
    """

    unit: Unit = field(default_factory=Unit)
    points: str = N_("points")
    roster: str = N_("Roster")
    rosters: str = N_("Rosters")
    campaign: str = N_("Campaign")
    rounds: str = N_("Rounds")
    round: str = N_("Round {number}")
    before: str = N_("Before the first round")
    activation: str = N_("Activation")
    thrown: Mapping[str, str] = field(default_factory=dict)
    columns: tuple[tuple[str, str], ...] = ()
    answers: tuple[str, str] = NN_("{n} could hit you", "{n} could hit you")
    valued: str = ""
    ends: float = math.inf
    step: float = 1.0

    @property
    def worth(self) -> str:
        """The unit in which computer players value positions."""
        return self.valued or self.points

    def gain(self, worth: float) -> str:
        """Return the expected gain of an answer in words, or "" if it is so large that it means the end of the game."""
        if abs(worth) >= self.ends:
            return ""
        return f"{numeral(round(worth, 1) + 0.0, '+.1f')} {_(self.worth)}"  # never "-0.0


class Ruleset(Protocol[SetupT, StateT, GameT]):
    """One rulebook. `SetupT` is its own validated document, which never changes during a game."""

    name: str
    title: str
    version: str
    terms: Terms = Terms()
    compared: Callable[[GameT, Decision], OddsView | None] | None = None
    """Returns the odds of all answers side by side, or None if there is nothing to compare."""

    vision: Vision[GameT] | None = None
    movement: Movement[GameT] | None = None
    judge: Judge[GameT] | None = None
    secrets: Secrets[GameT] | None = None
    editor: Editor[SetupT, StateT, GameT] | None = None
    papers: Papers | None = None
    questions: Questions[GameT] | None = None
    openings: Openings[GameT] | None = None

    def read_setup(self, plain: object, file: str = ...) -> SetupT:
        """Validate a setup from JSON-ready data; raise `DocumentError`."""

    def new_setup(self, plan: GamePlan) -> SetupT:
        """Return the setup of a new game; raise `DocumentError` if the plan names unknown things."""

    def plain_setup(self, setup: SetupT) -> dict[str, Any]:
        """Return a setup as self-contained JSON-ready data (maps and rosters included)."""

    def read_state(self, plain: object, setup: SetupT, file: str = ...) -> StateT:
        """Validate a state from JSON-ready data against its setup; raise `DocumentError`."""

    def begin(self, setup: SetupT) -> StateT:
        """Return the state of a game that has not started."""

    def game(self, setup: SetupT, state: StateT, dice: Dice) -> GameT:
        """Return a running game over `state` (not copied)."""

    def play(self, game: GameT) -> Flow:
        """Return the flow of the game from its state on; it starts with a checkpoint."""

    def result(self, game: GameT) -> Ending | None:
        """Return the ending of the game, or None while it goes on."""

    def interrupts(self, game: GameT, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return the declarations that a player can make outside decisions, with any refusal."""

    def violations(self, game: GameT) -> list[str]:
        """Return every broken invariant of the table, in words; empty if all hold."""

    def players(self, setup: SetupT) -> tuple[str, ...]:
        """Return the ids of the players."""

    def view(self, game: GameT) -> TableView:
        """Return the table for display."""

    def facts(self, game: GameT) -> Facts:
        """Return the facts about a table for machine learning; a rulebook may do so faster than from the view."""
        from game.engine.rulebook.view import facts_of

        return facts_of(self.view(game))

    def round(self, game: GameT) -> int:
        """Return the number of the round in play, 0 before the first."""
        return int(getattr(game.state, "round", 0))

    def words(self, game: GameT) -> Words[GameT]:
        """Return the object that puts the events of a game into words."""
        return Words(game)

    def tell(self, game: GameT, event: Event) -> str:
        """Return an event in plain words."""
        return event.sentence(self.words(game))

    def preview(self, game: GameT, decision: Decision, x: float, y: float) -> Preview:
        """Return the consequences of placing the piece of a decision at (x, y)."""

    def arranged(self, game: GameT, decision: Arrange, layout: Mapping[str, Position]) -> Preview | None:
        """Return the consequences of a `layout` (inches), legal or not; other pieces stay.

        The preview's `contacts` are the enemy pieces that would be in combat. This takes a few milliseconds, so call
        it when a drag rests, not in every frame.
        """
        return None

    def reach(self, game: GameT, piece: str) -> ReachView:
        """Return the areas that a piece can reach by a move and with an attack."""

    def documents(self) -> tuple[type[Document], ...]:
        """Return the rulebook's own kinds of document: its setups, rosters, campaigns."""
        return ()

    def offers(self) -> Offers:
        """Return the choices for a new game, in the language in use."""
        return Offers()

    def agreements(self) -> Sequence[Agreement]:
        """Return the agreements that players may make before a game, besides the optional rules."""
        return ()

    def lettered(self) -> Sequence[Option]:
        """Return all options with letters. Options with the same letter are never offered together."""
        return ()

    def agrees(self, game: GameT, interrupt: Interrupt, player: str) -> bool:
        """Return whether a bot playing for `player` agrees to a declaration. May move pieces of `game` meanwhile."""
        return True

    def deployed(self, game: GameT, decision: Decision) -> Answer:
        """Return the rulebook's answer to a decision with the shortcut `DEPLOY`."""
        return DEPLOY

    def ordered(self, game: GameT, decision: Decision, order: str) -> Answer | None:
        """Return the answer that a shortcut's order (`ORDER`) gives to a decision, or None if the order ends here."""
        return None

    def landmark(self, event: Event) -> Landmark | None:
        """Return the meaning of an event for the course of the game, or None for most events."""
        if isinstance(event, Corrected) and event.fact == self.terms.points:
            return Landmark("score", event.piece, int(event.after) - int(event.before), _("corrected by the referee"))
        return event.landmark()

    def owners(self, game: GameT) -> Mapping[str, str]:
        """Return the owner of each piece by the piece's id; lost pieces are included if possible."""
        view = self.view(game)
        return {piece.id: piece.owner for piece in (*view.pieces, *view.reserve, *view.lost)}

    def ranks(self, game: GameT) -> Mapping[str, tuple[str, Sequence[str]]]:
        """Return rank and traits by piece id, including lost pieces; only those that their views lack."""
        return {}

    def rail(self, game: GameT) -> Sequence[PhaseView]:
        """Return the abilities for each of `TableView.phases`, in order. Slow, so call it once per decision."""
        return ()

    def swapped(self, setup: SetupT) -> SetupT | None:
        """Return a setup in which every player has the next player's seat and roster, or None if impossible."""
        return None

    def outlook(self, game: GameT, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
        """Yield growing lists of possible attacks on the piece at (x, y); the last list is complete. Slow."""
        return iter(())

    def closest(self, game: GameT, piece: str) -> tuple[str, ...]:
        """Return the enemy closest to a piece by the rulebook's measure, or all that tie."""
        return ()

    def odds(self, game: GameT, decision: Decision, answer: Answer) -> OddsView | None:
        """Return the exact odds of an answer under consideration, or None if it needs no roll."""
        return None

    def cue(self, event: Event) -> Cue | None:
        """Return the sound of an event, or None for most events."""
        return event.sound

    def roll_wanted(self, game: GameT, key: str) -> RollView:
        """Return a description of a roll for people who roll the die; `game` is as before the answer."""
        from game.engine.rulebook.view import RollView

        return RollView(key)

    def rules(self) -> Sequence[Rule]:
        """Return every rule in our own words, in the order of the rulebook and the language in use."""
        return ()

    def wording(self, rule: str) -> str:
        """Return a rule in our own words, or an empty string."""
        return next((candidate.text for candidate in self.rules() if candidate.id == rule), "")

    def ability_text(self, game: GameT, decision: Decision, option: str = "") -> Line | None:
        """Return the text of the ability that an option uses, or else of the decision's ability.

        Returns None if the wording of the rule says everything.
        """
        return None

    def credits(self) -> Sequence[tuple[str, str]]:
        """Return acknowledgements: people and what they contributed."""
        return ()


AnyRuleset = Ruleset[Any, Any, Any]
"""Any rulebook, for code that does not look inside setups, states and games."""
