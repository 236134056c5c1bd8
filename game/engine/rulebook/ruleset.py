"""What a rulebook must offer to be played: the seam between floor 2 and floor 3."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Literal, Protocol

from game.engine.core.decisions import DEPLOY, Answer, Decision, Refusal
from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.core.flow import Flow, Interrupt
from game.engine.rulebook.new_game import Offers
from game.engine.rulebook.reference import Rule

if TYPE_CHECKING:
    from game.documents.reading import Document
    from game.engine.campaigns import Campaigns
    from game.engine.rulebook.landmarks import Landmark
    from game.engine.rulebook.lessons import Lesson
    from game.engine.rulebook.view import Line, OddsView, Preview, Prospect, ReachView, RollView, TableView
    from game.table.measuring.ruler import Ruler


Cue = Literal["dice", "placing", "triumph", "casualty", "turn", "refusal"]
"""What can be heard: of what happened, and of the window's own (a turn changes, an answer is refused)."""


class Game(Protocol):
    """One running game: its state, its dice and what has happened in it."""

    state: Any
    """A `Record` that carries the roll counter as `rolls`."""
    dice: Dice
    events: list[Event]

    @property
    def ruler(self) -> Ruler:
        """The measuring instrument of this game's table."""


@dataclass(frozen=True)
class GamePlan:
    """What people say of a new game; None leaves the rulebook's default.

    `map` is a bundled map's name or a file, `names` the players in seniority order, `switches` the optional
    rules to play with, `rosters` files of theirs, `colours` theirs as "#rrggbb", `agreed` what they settled of the
    rulebook's `agreements`, as pairs of name and value.
    """

    names: tuple[str, ...]
    scenario: str | None = None
    map: str | None = None
    rounds: int | None = None
    rosters: tuple[str, ...] = ()
    wild_handler: str | None = None
    switches: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    agreed: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Agreement:
    """Something the players settle before a game: its name in a plan, what it is, and the values with their words.

    The first value holds where nothing is said; `rule` is the id of the rule that leaves it to them.
    """

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    rule: str = ""


class Ruleset(Protocol):
    """One rulebook. `setup` is the ruleset's own validated document; it never changes during a game."""

    name: str
    title: str
    version: str

    def read_setup(self, plain: Any, file: str = ...) -> Any:
        """Validate a setup from JSON-ready data; raise `DocumentError`."""

    def new_setup(self, plan: GamePlan) -> Any:
        """Return the setup of a new game; raise `DocumentError` when the plan asks for what is not there."""

    def documents(self) -> tuple[type[Document], ...]:
        """Return the kinds of document that are the rulebook's own: its setups, rosters, campaigns."""
        return ()

    def agreements(self) -> Sequence[Agreement]:
        """Return what the players may settle of the rules before a game, beside the optional rules."""
        return ()

    def offers(self) -> Offers:
        """Return what can be chosen for a new game, in the language that was chosen."""
        return Offers()

    def deployed(self, game: Any, decision: Decision) -> Answer:
        """Return the answer to a decision with the shortcut `DEPLOY` by which the rulebook puts a piece down itself."""
        return DEPLOY

    def plain_setup(self, setup: Any) -> dict[str, Any]:
        """Return a setup as JSON-ready data that stands alone (maps and rosters included)."""

    def read_state(self, plain: Any, setup: Any, file: str = ...) -> Any:
        """Validate a state from JSON-ready data against its setup; raise `DocumentError`."""

    def begin(self, setup: Any) -> Any:
        """Return the state of a game that has not started."""

    def game(self, setup: Any, state: Any, dice: Dice) -> Any:
        """Return a running game over `state` (not copied)."""

    def play(self, game: Any) -> Flow:
        """Return the flow of the game from its state on; it starts with a checkpoint."""

    def result(self, game: Any) -> Any:
        """Return how the game ended, or None while it goes on: an object with `.winners` and `.reason`."""

    def interrupts(self, game: Any, player: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
        """Return what `player` may declare outside decisions, each with the reason when it is refused.

        What needs the consent of others names them as `agreed`.
        """

    def agrees(self, game: Any, interrupt: Interrupt, player: str) -> bool:
        """Say whether a program that plays for `player` agrees to what is declared; may shift pieces of `game`."""
        return True

    def violations(self, game: Any) -> list[str]:
        """Return every broken invariant of the table, in words; empty when all is well."""

    def players(self, setup: Any) -> tuple[str, ...]:
        """Return the ids of the players."""

    def view(self, game: Any) -> TableView:
        """Return the table as a screen shows it."""

    def tell(self, game: Any, event: Event) -> str:
        """Return an event in plain words."""

    def landmark(self, event: Event) -> Landmark | None:
        """Return what an event means for the course of the game, None for most."""
        return None

    def preview(self, game: Any, decision: Decision, x: float, y: float) -> Preview:
        """Return what placing at (x, y) would mean."""

    def outlook(self, game: Any, decision: Decision, x: float, y: float) -> Iterator[tuple[Line, ...]]:
        """Yield what is known so far of what others could do to the piece at (x, y); the last one is all.

        Dearer than a preview: asked for where a spot is kept, and in small steps, so that nobody has to wait.
        """
        return iter(())

    def closest(self, game: Any, piece: str) -> tuple[str, ...]:
        """Return the hostile pieces that are closest to a piece as the rulebook counts, all that tie."""
        return ()

    def reach(self, game: Any, piece: str) -> ReachView:
        """Return where a piece could move and reach."""

    def odds(self, game: Any, decision: Decision, answer: Answer) -> OddsView | None:
        """Return the exact odds of an answer that is only thought of, None when no dice hang on it."""
        return None

    def cue(self, event: Event) -> Cue | None:
        """Return how an event sounds, None for most."""
        return None

    def roll_wanted(self, game: Any, key: str) -> RollView:
        """Return what people must know to roll the die of that key themselves; `game` stands before the answer."""
        from game.engine.rulebook.view import RollView

        return RollView(key)

    def prospects(self, game: Any, decision: Decision, rng: Random) -> Iterator[Prospect]:
        """Yield the answers worth considering with what each is worth; may shift pieces of `game` while it looks."""

    def wording(self, rule: str) -> str:
        """Return a rule in our own words, or an empty string."""

    def rules(self) -> Sequence[Rule]:
        """Return every rule in our own words, in the order of the rulebook and the language that was chosen."""
        return ()

    def lesson(self) -> Lesson | None:
        """Return a first game step by step, None where nobody has written one."""
        return None

    def campaigns(self) -> Campaigns | None:
        """Return how rosters live on from game to game, None where they do not."""
        return None

    def credits(self) -> Sequence[tuple[str, str]]:
        """Return to whom the rulebook is owed: who and for what."""
        return ()
