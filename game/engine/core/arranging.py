"""The decision that places several pieces at once, such as a unit that is set up or moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from game.engine.core.decision import MOST_CORNERS, Answer, Decision, MalformedAnswer, coordinates
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.table.facing import FULL_TURN
from game.table.lattice import Position
from game.table.layout.steps import MemberStep
from game.wording import N_, _

if TYPE_CHECKING:
    from game.table.layout.judge import LegalArrangements

_FORM: Final = N_('{prompt}: answer with a list of {{"id": ..., "at": [x, y], "via": [[x, y], ...]}}, not {answer!r}')


@dataclass(frozen=True, kw_only=True)
class Arrange(Decision):
    """Place all pieces of the unit `about` in one answer, as `arrangements` allows. Each piece has its own path.

    `turnings` limit the facings of the pieces that have one, by their ids; a facing that is not given is the middle.
    """

    arrangements: LegalArrangements = field(compare=False, repr=False)
    turnings: Mapping[str, Turning] = field(default_factory=dict, compare=False, repr=False)

    def _why_not(self, answer: Answer) -> list[Refusal]:
        receipt = self.arrangements.why_not(self.steps(answer))
        reasons = [Refusal(one.text, one.rule or self.rule, one.cause, one.short_by) for one in receipt.whole]
        for name, refusals in receipt.refusals.items():
            reasons += [self._named(name, refusal) for refusal in refusals]
        return [*reasons, *self._turned_too_far(answer)]

    def _turned_too_far(self, answer: Answer) -> list[Refusal]:
        """Return why pieces may not face as an answer says."""
        ends = {step.id: step.at for step in self.steps(answer)}
        against = (
            (name, self.turnings[name].why_not(*ends[name], facing)) for name, facing in self.facings(answer).items()
        )
        return [self._named(name, refusal) for name, refusal in against if refusal is not None]

    def _named(self, name: str, refusal: Refusal) -> Refusal:
        member = next(part for part in self.arrangements.members if part.id == name)
        text = _("{name}: {reason}", name=member.disc.name or name, reason=refusal.text)
        return Refusal(text, refusal.rule or self.rule, refusal.cause, refusal.short_by)

    def allows(self, answer: Answer) -> bool:
        return super().allows(answer) if isinstance(answer, str) else self._allows(answer)

    def _allows(self, answer: Answer) -> bool:
        try:
            return self.arrangements.find(self.steps(answer)) is not None and not self._turned_too_far(answer)
        except MalformedAnswer:
            return False

    def steps(self, answer: Answer) -> tuple[MemberStep, ...]:
        """Return an answer as steps; raise `MalformedAnswer`."""
        if not isinstance(answer, list):
            raise self.malformed(_FORM, answer)
        return tuple(self._step(part) for part in answer)

    def _step(self, part: Any) -> MemberStep:
        known = {"id", "at", "via", "facing"} if self.turnings else {"id", "at", "via"}
        if not isinstance(part, dict) or not {"id", "at"} <= set(part) <= known:
            raise self.malformed(_FORM, part)
        corners = part.get("via", [])
        if not isinstance(part["id"], str) or not isinstance(corners, list) or len(corners) > MOST_CORNERS:
            raise self.malformed(_FORM, part)
        via = tuple(Position(*coordinates(corner, self.prompt)) for corner in corners)
        return MemberStep(part["id"], Position(*coordinates(part["at"], self.prompt)), via)

    def facings(self, answer: Answer) -> dict[str, int]:
        """Return the facings that an answer gives, in hundredths of a degree, by piece; raise `MalformedAnswer`."""
        found = {}
        for part in answer if isinstance(answer, list) and self.turnings else ():
            facing = part.get("facing")
            if facing is None:
                continue
            if not isinstance(facing, int) or isinstance(facing, bool) or not 0 <= facing < FULL_TURN:
                raise self.malformed(_FORM, part)
            if part["id"] not in self.turnings:
                raise self.malformed(_FORM, part)
            found[part["id"]] = facing
        return found

    def normal(self, answer: Answer) -> Answer:
        if isinstance(answer, str):
            return answer
        steps, facings = self.steps(answer), self.facings(answer)
        return answer_of(self.arrangements.find(steps) or steps, facings)

    def details(self) -> dict[str, Any]:
        members = [
            {"id": one.id, "name": one.disc.name, "at": [one.disc.x, one.disc.y], "radius": one.disc.radius}
            for one in self.arrangements.members
        ]
        turnings = {name: each.plain() for name, each in self.turnings.items()}
        return {"members": members, **({"turnings": turnings} if turnings else {})}


def answer_of(steps: Iterable[MemberStep], facings: Mapping[str, int] | None = None) -> list[Any]:
    """Return steps, and the facings at their ends, in the form of an answer."""
    return [_part_of(step, (facings or {}).get(step.id)) for step in steps]


def _part_of(step: MemberStep, facing: int | None) -> dict[str, Any]:
    via = {"via": [[*corner] for corner in step.via]} if step.via else {}
    return {"id": step.id, "at": [*step.at], **via, **({} if facing is None else {"facing": facing})}
