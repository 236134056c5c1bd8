"""The interface every rulebook implements: the seam between floors 2 and 3. Optional abilities are `facets`."""

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
from game.wording import N_, _, numeral

if TYPE_CHECKING:
    from game.documents.reading import Document
    from game.engine.core.decisions import Arrange
    from game.engine.rulebook.editing import Editor
    from game.engine.rulebook.facets import Judge, Movement, Papers, Secrets, Vision
    from game.engine.rulebook.questions import Questions
    from game.engine.rulebook.view import Facts, Line, OddsView, PhaseView, Preview, ReachView, RollView, TableView
    from game.table.lattice import Position


@dataclass(frozen=True)
class Terms:
    """The terms of a rulebook, marked by `N_`: capitalised, except `points` ("3 points") and the `unit` of ranges.

    `activation` names landmarks of that sort. `thrown` says in a word or two what dice are for, by the purpose in
    events, if that is not such a word itself. `spends`: players have something to spend, so their notes must be
    visible. `valued` is what computer players value positions in, if not points; an amount of `ends` is only reached by
    the end of the game.
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
    spends: bool = False
    valued: str = ""
    ends: float = math.inf

    @property
    def worth(self) -> str:
        """The unit in which computer players value positions."""
        return self.valued or self.points

    def gain(self, worth: float) -> str:
        """Return the expected gain of an answer in the unit of computer players, or "" if only the end gives that."""
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
        """Return how the game ended, or None while it is still going."""

    def interrupts(self, game: GameT, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return the declarations open to `player` outside decisions, with those who must agree and any refusal."""

    def violations(self, game: GameT) -> list[str]:
        """Return every broken invariant of the table, in words; empty if all hold."""

    def players(self, setup: SetupT) -> tuple[str, ...]:
        """Return the ids of the players."""

    def view(self, game: GameT) -> TableView:
        """Return the table for display."""

    def facts(self, game: GameT) -> Facts:
        """Return what programs for learning read of the view, more quickly if the rulebook can."""
        from game.engine.rulebook.view import facts_of

        return facts_of(self.view(game))

    def words(self, game: GameT) -> Words[GameT]:
        """Return the object that puts the events of a game into words."""
        return Words(game)

    def tell(self, game: GameT, event: Event) -> str:
        """Return an event in plain words."""
        return event.told(self.words(game))

    def preview(self, game: GameT, decision: Decision, x: float, y: float) -> Preview:
        """Return the consequences of placing at (x, y)."""

    def arranged(self, game: GameT, decision: Arrange, layout: Mapping[str, Position]) -> Preview | None:
        """Return the consequences of pieces standing here (inches), legal or not; pieces not named stay.

        `contacts` are the enemy pieces that would be in combat. It takes some milliseconds: ask when a drag rests, not
        in every frame.
        """
        return None

    def reach(self, game: GameT, piece: str) -> ReachView:
        """Return where a piece could move and its attack range."""

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
        """Return every option that has a letter; two options with the same letter are never offered together."""
        return ()

    def agrees(self, game: GameT, interrupt: Interrupt, player: str) -> bool:
        """Return whether a bot playing for `player` agrees to a declaration; may move pieces of `game` meanwhile."""
        return True

    def deployed(self, game: GameT, decision: Decision) -> Answer:
        """Return the rulebook's answer to a decision with the shortcut `DEPLOY`."""
        return DEPLOY

    def landmark(self, event: Event) -> Landmark | None:
        """Return what an event means for the course of the game, or None for most events."""
        if isinstance(event, Corrected) and event.fact == self.terms.points:
            return Landmark("score", event.piece, int(event.after) - int(event.before), _("corrected by the referee"))
        return event.landmark()

    def owners(self, game: GameT) -> Mapping[str, str]:
        """Return the owner of each piece, by id; lost pieces too if possible."""
        view = self.view(game)
        return {piece.id: piece.owner for piece in (*view.pieces, *view.reserve, *view.lost)}

    def ranks(self, game: GameT) -> Mapping[str, tuple[str, Sequence[str]]]:
        """Return rank and traits of pieces by id, if their views do not name them; lost pieces too."""
        return {}

    def rail(self, game: GameT) -> Sequence[PhaseView]:
        """Return what may be used in each of `TableView.phases`, in order; ask once per decision."""
        return ()

    def swapped(self, setup: SetupT) -> SetupT | None:
        """Return a setup with every player in the seat of the next, with the roster, or None if they cannot swap."""
        return None

    def outlook(self, game: GameT, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
        """Yield growing lists of what others could do to the piece at (x, y); the last list is complete. Slow."""
        return iter(())

    def closest(self, game: GameT, piece: str) -> tuple[str, ...]:
        """Return the enemies closest to a piece, as the rulebook measures; all that tie."""
        return ()

    def odds(self, game: GameT, decision: Decision, answer: Answer) -> OddsView | None:
        """Return the exact odds of an answer under consideration, or None if it needs no roll."""
        return None

    def cue(self, event: Event) -> Cue | None:
        """Return the sound of an event, or None for most events."""
        return event.sound

    def roll_wanted(self, game: GameT, key: str) -> RollView:
        """Return the description of the roll with this key, for people who roll it; `game` is as before the answer."""
        from game.engine.rulebook.view import RollView

        return RollView(key)

    def rules(self) -> Sequence[Rule]:
        """Return every rule in our own words, in the order of the rulebook and the language in use."""
        return ()

    def wording(self, rule: str) -> str:
        """Return a rule in our own words, or an empty string."""
        return next((each.text for each in self.rules() if each.id == rule), "")

    def told(self, game: GameT, decision: Decision, option: str = "") -> Line | None:
        """Return the text of what an option would use; without an option, of what the decision is part of.

        None if the wording of its rule says everything.
        """
        return None

    def credits(self) -> Sequence[tuple[str, str]]:
        """Return acknowledgements: the creators, and what each contributed."""
        return ()


AnyRuleset = Ruleset[Any, Any, Any]
"""Any rulebook, for code that does not look inside setups, states and games."""
