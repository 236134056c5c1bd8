"""The forms of an action: an action itself, an Engage under way as traits see it, and the deeds of a compulsion.

Each action is one class. `repertoire` lists those that a model has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.words.rule_text import entry
from game.table.placing.region import Region


class Action:
    """Something an active model may do (G-ACT-4, G-SPEC-3); some end the activation. A trait's action has its `rank`.

    `letter` is its key at the table; with `stays` all pieces stay where they stand. `test` and `stakes` are for bots:
    the test it makes, and the rough value of success and failure in VP.
    """

    key: ClassVar[str]
    label: ClassVar[str]
    rule: ClassVar[str]
    letter: ClassVar[str] = ""
    ends_activation: ClassVar[bool] = False
    stays: ClassVar[bool] = False
    test: ClassVar[str] = ""
    stakes: ClassVar[tuple[float, float]] = (0.0, 0.0)

    def __init__(self, rank: int = 0) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return why the model cannot perform it now, or an empty string; a `Refusal` if another rule forbids it."""
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        """Perform it."""
        raise NotImplementedError

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        """Return whether it inflicts damage on `target`, as a compulsion may demand (Q12)."""
        return False


@dataclass(eq=False)
class Fight:
    """One Engage under way: the engaged models, their rolls and those that suffered attack damage.

    `active` is the model making the Engage: the active one, or a ready one that reacts to it (G-ADV-1).
    """

    active: Model
    opponents: list[Model]
    results: dict[str, int] = field(default_factory=dict)
    winner: Model | None = None
    suffered: dict[str, int] = field(default_factory=dict)

    @property
    def models(self) -> list[Model]:
        """All engaged models, the active one first."""
        return [self.active, *self.opponents]

    def led_by(self, game: Game, model: Model) -> bool:
        """Return whether this is the Engage of a model in its own activation."""
        return model is self.active and model.id == game.state.active


@dataclass(frozen=True)
class Deed:
    """One way to meet a compulsion (G-SIDE-4, Q12); `moves` if it is a move action, `ends` then returns where to.

    `harms` if it inflicts damage on its subject, or comes nearer to it in order to.
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
    """A compulsion and the deeds that meet it now (none: it demands nothing); `text` is its entry in the reference."""

    name: str
    rule: str
    deeds: Callable[[Game, Model], list[Deed]]
    text: str = ""

    def __post_init__(self) -> None:
        if self.text:
            entry(self.rule, self.name, self.text)
