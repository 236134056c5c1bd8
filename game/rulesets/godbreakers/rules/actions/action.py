"""The base class of actions, an Engage in progress, and compulsions with the deeds that meet them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.asking import PieceT, pick
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry
from game.table.placing.region import Region
from game.wording import N_, _


class Action:
    """An action that an active model may perform (G-ACT-4, G-SPEC-3). An action of a trait has the trait's `rank`.

    `letter` is the key for the action at the table. `stays` means that the action moves no piece. `test` is
    the name of its test, `outcomes` are the labels of success and failure. Computer players use `test` and `stakes`,
    the rough value of success and failure in VP.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    letter: ClassVar[str] = ""
    ends_activation: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    test: ClassVar[str] = ""
    outcomes: ClassVar[tuple[str, str]] = N_("Success"), N_("Failure")
    stakes: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def __init__(self, rank: int = 0) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return the reason why the model cannot perform the action now, or "".

        Return a `Refusal` if another rule forbids the action.
        """
        return ""

    def named(self, game: Game, model: Model) -> str:
        """Return the label of the action for a model, with its only target if it has one."""
        return _(self.label)

    def why_futile(self, game: Game, model: Model) -> str:
        """Return the reason why the action is allowed but would earn nothing now, or ""."""
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        """Perform the action."""
        raise NotImplementedError

    def choose(self, game: Game, model: Model, prompt: str, candidates: Sequence[PieceT]) -> Asking[PieceT]:
        """Return the candidate that the model's player chooses before the action's test, if it has one."""
        player = game.handler(model)
        [chosen] = yield from pick(player, prompt, candidates, rule=self.rule, about=model.id, test=self.test)
        return chosen

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        """Return whether the action inflicts damage on `target`, as a compulsion may demand (Q12)."""
        return False


@dataclass(eq=False)
class Fight:
    """An Engage in progress: the models, their rolls and the attack damage they suffered.

    `active` is the model that makes the Engage. This is the active model or a ready model that reacts to it (G-ADV-1).
    """

    active: Model
    opponents: list[Model]
    results: dict[str, int] = field(default_factory=dict)
    winner: Model | None = None
    suffered: dict[str, int] = field(default_factory=dict)

    @property
    def models(self) -> list[Model]:
        """All engaged models. The model that makes the Engage comes first."""
        return [self.active, *self.opponents]


@dataclass(frozen=True)
class Deed:
    """A way to meet a compulsion (G-SIDE-4, Q12). If it is a move action, `moves` is set and `ends` returns its ends.

    `harms` means that the deed inflicts damage on its subject or brings the model nearer in order to do so.
    """

    key: str
    label: str
    rule: str
    subject: tuple[str, ...]
    perform: Callable[[], Flow]
    moves: bool = False
    ends: Callable[[], Region] | None = None
    harms: bool = False


@dataclass(frozen=True)
class Compulsion:
    """A compulsion of wild models. `deeds` returns the deeds that meet it now. `text` is its entry in the reference."""

    name: str
    rule: str
    deeds: Callable[[Game, Model], list[Deed]]
    text: str = ""

    def __post_init__(self) -> None:
        if self.text:
            entry(self.rule, self.name, self.text)
