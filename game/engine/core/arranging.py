"""The decision that places several pieces at once, such as a unit that is set up or moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from game.engine.core.decision import MOST_CORNERS, Answer, Decision, MalformedAnswer, coordinates
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.steps import MemberStep
from game.wording import N_, _

if TYPE_CHECKING:
    from game.table.layout.judge import LegalArrangements

_FORM: Final = N_('{prompt}: answer with a list of {{"id": ..., "at": [x, y], "via": [[x, y], ...]}}, not {answer!r}')


@dataclass(frozen=True, kw_only=True)
class Arrange(Decision):
    """Place all pieces of the unit `about` in one answer, as `arrangements` allows. Each piece has its own path."""

    arrangements: LegalArrangements = field(compare=False, repr=False)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        receipt = self.arrangements.why_not(self.steps(answer))
        reasons = [Refusal(one.text, one.rule or self.rule, one.cause, one.short_by) for one in receipt.whole]
        for name, refusals in receipt.refusals.items():
            reasons += [self._named(name, refusal) for refusal in refusals]
        return reasons

    def _named(self, name: str, refusal: Refusal) -> Refusal:
        member = next(part for part in self.arrangements.members if part.id == name)
        text = _("{name}: {reason}", name=member.disc.name or name, reason=refusal.text)
        return Refusal(text, refusal.rule or self.rule, refusal.cause, refusal.short_by)

    def allows(self, answer: Answer) -> bool:
        return super().allows(answer) if isinstance(answer, str) else self._allows(answer)

    def _allows(self, answer: Answer) -> bool:
        try:
            return self.arrangements.find(self.steps(answer)) is not None
        except MalformedAnswer:
            return False

    def steps(self, answer: Answer) -> tuple[MemberStep, ...]:
        """Return an answer as steps; raise `MalformedAnswer`."""
        if not isinstance(answer, list):
            raise self.malformed(_FORM, answer)
        return tuple(self._step(part) for part in answer)

    def _step(self, part: Any) -> MemberStep:
        if not isinstance(part, dict) or not {"id", "at"} <= set(part) <= {"id", "at", "via"}:
            raise self.malformed(_FORM, part)
        corners = part.get("via", [])
        if not isinstance(part["id"], str) or not isinstance(corners, list) or len(corners) > MOST_CORNERS:
            raise self.malformed(_FORM, part)
        via = tuple(Position(*coordinates(corner, self.prompt)) for corner in corners)
        return MemberStep(part["id"], Position(*coordinates(part["at"], self.prompt)), via)

    def normal(self, answer: Answer) -> Answer:
        if isinstance(answer, str):
            return answer
        steps = self.steps(answer)
        return answer_of(self.arrangements.find(steps) or steps)

    def details(self) -> dict[str, Any]:
        members = [
            {"id": one.id, "name": one.disc.name, "at": [one.disc.x, one.disc.y], "radius": one.disc.radius}
            for one in self.arrangements.members
        ]
        return {"members": members}


def answer_of(steps: Iterable[MemberStep]) -> list[Any]:
    """Return steps in the form of an answer."""
    return [
        {"id": step.id, "at": [*step.at], **({"via": [[*corner] for corner in step.via]} if step.via else {})}
        for step in steps
    ]
