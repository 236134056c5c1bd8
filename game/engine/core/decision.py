"""The base class of all decisions, and the two errors for wrong answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from game.engine.core.options import Option
from game.refusal import Refusal
from game.table.lattice import snap
from game.wording import _

MOST_CORNERS: Final = 200
"""The most corners that a path in an answer may have."""

Answer = str | list[Any] | dict[str, Any]

DEPLOY: Final = "auto-deploy"
"""The key of the shortcut by which the rulebook places all remaining pieces. Only old journals hold it as an answer."""


class IllegalAnswer(ValueError):
    """The answer is well formed but the rules forbid it; the game is untouched."""

    def __init__(self, refusals: Sequence[Refusal]) -> None:
        self.refusals = tuple(refusals)
        super().__init__("; ".join(refusal.text for refusal in self.refusals))


class MalformedAnswer(ValueError):
    """The answer does not have the form that this decision needs; the game is untouched."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """A question to `player` under a `rule`, about the piece `about`. `test` names the roll of a preview.

    `secret`: the answer is sealed until all answers of its commitment are revealed. The `sealed` previous answers
    belong to the same commitment. `private`: only the player knows the answer until the rulebook shows it. `window`
    names the timing of a question that the player may pass every time (`Session.pass_at`).
    """

    player: str
    prompt: str
    rule: str
    about: str = ""
    shortcuts: Sequence[Option] = ()
    secret: bool = False
    sealed: int = 0
    private: bool = False
    window: str = ""
    test: str = field(default="", compare=False)

    @property
    def concealed(self) -> bool:
        """Whether only `player` may see the question and the answer for now."""
        return self.secret or self.private

    @property
    def deploys(self) -> bool:
        """Whether the rulebook can answer for the player by putting a piece down."""
        return any(option.key == DEPLOY for option in self.shortcuts)

    @property
    def kind(self) -> str:
        """The kind of decision: its class name in lower case."""
        return type(self).__name__.lower()

    def allows(self, answer: Answer) -> bool:
        """Return whether `answer` is well formed and legal."""
        try:
            return not self.why_not(answer)
        except MalformedAnswer:
            return False

    def why_not(self, answer: Answer) -> list[Refusal]:
        """Return every reason against `answer`, none if it is legal; raise `MalformedAnswer` if its form is wrong."""
        if isinstance(answer, str) and any(answer == option.key for option in self.shortcuts):
            return []
        return self._why_not(answer)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        raise NotImplementedError

    def malformed(self, text: str, answer: Answer) -> MalformedAnswer:
        """Return the error for an answer of the wrong form; `text` is marked by `N_`."""
        return MalformedAnswer(_(text, prompt=self.prompt, answer=answer))

    def normal(self, answer: Answer) -> Answer:
        """Return the answer in the canonical form for the journal."""
        return answer if isinstance(answer, str) else answer.copy()

    def details(self) -> dict[str, Any]:
        """Return the fields that `plain` adds for this kind of decision."""
        return {}

    def plain(self) -> dict[str, Any]:
        """Return the decision as JSON-ready data."""
        shortcuts = [{"key": option.key, "label": option.label, "rule": option.rule} for option in self.shortcuts]
        return {
            "kind": self.kind,
            "player": self.player,
            "prompt": self.prompt,
            "rule": self.rule,
            "about": self.about,
            **self.details(),
            **({"shortcuts": shortcuts} if shortcuts else {}),
            **({"secret": True} if self.concealed else {}),
            **({"window": self.window} if self.window else {}),
        }


def coordinates(answer: Answer, prompt: str) -> tuple[float, float]:
    """Return the (x, y) of an answer, snapped to the lattice; raise `MalformedAnswer`."""
    if not isinstance(answer, list | tuple) or len(answer) != 2:
        raise MalformedAnswer(_("{prompt}: answer with [x, y] in inches, not {answer!r}", prompt=prompt, answer=answer))
    numbers: list[float] = []
    for value in answer:
        if type(value) not in (int, float) or not abs(value) < 1e6:
            raise MalformedAnswer(_("{prompt}: {value!r} is not a finite number of inches", prompt=prompt, value=value))
        numbers.append(snap(value))
    return numbers[0], numbers[1]
