"""The verdict on a unit's move: each member by its own path, one after another, past the rest as they stand."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from game.lengths import missing
from game.refusal import Refusal
from game.table.lattice import position
from game.table.layout.judge import LayoutReceipt, holds_together, judge
from game.table.layout.own_paths import SEARCHED, OwnPaths, step_of
from game.table.layout.passing import Passing, Points
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import Arrangement, Step, Steps, ends_of, misnamed, steps_of
from game.table.placing.places import Verdict
from game.table.terrain.area import Floats
from game.wording import N_, _

_KEPT: Final = 16
"""Verdicts that are kept: the same one is asked for several times."""


class MoveJudge:
    """Judges the moves of a unit from its present spots, `starts`; lengths in inches.

    Each member's `ends` are a `PathRegion`. Members in the way block each other, unless `own_models_block` is off. An
    arrangement is legal if any order works (`rule_order`), no matter which order is given. A given path is judged as it
    is. Without one, a path is searched for if the straight one is blocked.
    """

    def __init__(
        self, policy: LayoutPolicy, starts: Layout, rule_order: str = "", *, own_models_block: bool = True
    ) -> None:
        self.policy, self.rule_order, self.own_models_block = policy, rule_order, own_models_block
        self.starts = {member.id: position(*starts[member.id]) for member in policy.members}
        self.own = OwnPaths(policy, [*self.starts.values()])
        self.radii = np.array([member.disc.radius for member in policy.members])
        self._numbers = {member.id: number for number, member in enumerate(policy.members)}
        self._known = OrderedDict[Steps, Steps | None]()

    @property
    def members(self) -> tuple[Member, ...]:
        """The bases, where they stand."""
        return self.policy.members

    def verdict(self, where: Arrangement) -> Verdict:
        """Return whether the unit may move so, unknown where a member may have to go round something."""
        asked = steps_of(where)
        if misnamed(self.members, asked) or not self._holds(self._all_steps(asked)):
            return "no"
        return "yes" if self.straightly(asked) is not None else "unknown"

    def find(self, where: Arrangement) -> Steps | None:
        """Return the steps with the paths found, in an order that works, without members that stay, or None if illegal.

        Judging these again needs no search.
        """
        asked = steps_of(where)
        if asked not in self._known:
            found = self._found(asked)
            self.keep(asked, found)
            if found is not None:
                self.keep(found, found)
        return self._known[asked]

    def keep(self, asked: Steps, found: Steps | None) -> None:
        """Remember a verdict."""
        self._known[asked] = found
        while len(self._known) > _KEPT:
            self._known.popitem(last=False)

    def forget(self) -> None:
        """Forget the kept verdicts, to measure how long they take."""
        self._known.clear()

    def straightly(self, steps: Sequence[Step]) -> Steps | None:
        """Return what `find` does if all members go straight, or as given, and none must go round another one."""
        found = self._found(tuple(steps), search=False)
        if found is not None:
            self.keep(found, found)
        return found

    def _found(self, asked: Steps, *, search: bool = True) -> Steps | None:
        if misnamed(self.members, asked):
            return None
        all_steps = self._all_steps(asked)
        if not self._holds(all_steps):
            return None
        paths = self.own.all_paths(all_steps, search=search)
        return None if paths is None else self._in_order(asked, paths, search=search)

    def _holds(self, all_steps: Sequence[Step]) -> bool:
        return holds_together(self.policy, ends_of(all_steps))

    def _in_order(self, asked: Steps, paths: Sequence[Points | None], *, search: bool) -> Steps | None:
        """Return the paths of all members as steps in an order that works, as asked if possible; None if none does."""
        known = [path for path in paths if path is not None]
        if len(known) < len(paths):
            return None
        wished = [number for number in self._wished(asked) if len(known[number]) > 1]
        if not self.own_models_block:
            return tuple(step_of(self.members[number].id, known[number]) for number in wished)
        kept = {self._numbers[step.id] for step in asked if step.via or not search}
        found = ordered(self.own, known, wished, kept, self.radii)
        return None if found is None else tuple(step_of(self.members[number].id, path) for number, path in found)

    def _wished(self, asked: Steps) -> list[int]:
        return [self._numbers[step.id] for step in asked]

    def _all_steps(self, asked: Steps) -> list[Step]:
        """Return a step for every member, in their order: a member that is not named stays."""
        named = {step.id: step for step in asked}
        return [named.get(name) or Step(name, at) for name, at in self.starts.items()]

    def why_not(self, where: Arrangement) -> LayoutReceipt:
        """Return every reason against a move, for each member and for the whole."""
        asked = steps_of(where)
        wrong = misnamed(self.members, asked)
        if wrong:
            return LayoutReceipt({}, wrong, [])
        all_steps = self._all_steps(asked)
        layout = ends_of(all_steps)
        if self.find(asked) is not None:
            return judge(self.policy, layout, {})
        paths = self.own.paths(all_steps)
        alone = {
            step.id: self.own.why_not(number, step)
            for number, (step, path) in enumerate(zip(all_steps, paths))
            if path is None
        }
        receipt = judge(self.policy, layout, alone)
        for name, against in self._barred(asked, paths).items():
            receipt.refusals.setdefault(name, []).append(against)
        return receipt

    def _barred(self, asked: Steps, paths: Sequence[Points | None]) -> dict[str, Refusal]:
        """Return the members that others of the unit block; none if all those with a path of their own can go.

        A member without a path of its own has its own reason: it blocks no other, since its path is unknown.
        """
        kept = {self._numbers[step.id] for step in asked if step.via}
        wished = [number for number in self._wished(asked) if len(paths[number] or ()) > 1]
        here = [number for number, path in enumerate(paths) if path is not None]

        def can_go(some: Sequence[int]) -> bool:
            """Return whether these members can make the requested moves, ignoring the rest of the unit."""
            known = [paths[number] or () for number in some]
            own, at = self.own.only(some), {number: place for place, number in enumerate(some)}
            moving = [at[number] for number in wished if number in at]
            return (
                ordered(own, known, moving, {at[each] for each in kept if each in at}, self.radii[[*some]]) is not None
            )

        if not self.own_models_block or can_go(here):
            return {}
        passing = Passing([paths[number] or () for number in here], self.radii[here])
        able = passing.order([here.index(number) for number in wished])
        order = [*able, *(at for number in wished if (at := here.index(number)) not in able)]
        barred = {here[at]: [(here[other], deep) for other, deep in over] for at, over in passing.barred(order).items()}
        sure = {one: over for one, over in barred.items() if not can_go(sorted({one, *(each for each, _deep in over)}))}
        return {
            self.members[number].id: self._in_the_way(over)
            for number, over in (sure or barred).items()  # a ring of them blocks itself, though no two of them do
        }

    def _in_the_way(self, others: Sequence[tuple[int, float]]) -> Refusal:
        short = max(deep for _other, deep in others)
        names = ", ".join(self._name(other) for other, _deep in others)
        text = _("{name} is in the way by {amount}", name=names, amount=missing(short))
        return Refusal(text, self.rule_order or self.policy.rule, N_("in the way"), short)

    def _name(self, number: int) -> str:
        member = self.members[number]
        return member.disc.name or member.id


def ordered(
    own: OwnPaths, paths: Sequence[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Return the paths of all that move, in an order in which they can go, or None if none was found.

    The wished order is taken if possible, else another one, else others go round; the paths of those `kept` stay. If
    nothing is found with the wished order, the members' own order is tried.
    """
    passing = Passing(paths, radii)
    order = wished if passing.passes(wished) else passing.order(wished)
    if len(order) == len(wished):
        return [(number, paths[number]) for number in order]
    found = _one_by_one(own, [*paths], wished, kept, radii)
    by_number = sorted(wished)
    return _one_by_one(own, [*paths], by_number, kept, radii) if found is None and by_number != [*wished] else found


def _one_by_one(
    own: OwnPaths, paths: list[Points], wished: Sequence[int], kept: Collection[int], radii: Floats
) -> list[tuple[int, Points]] | None:
    """Let each member go that can, those that then block no other first; if none can, one goes round the others."""
    left, gone = list(wished), np.zeros(len(paths), dtype=bool)
    passing, tries, found = Passing(paths, radii), SEARCHED, list[tuple[int, Points]]()
    while left:
        barred = np.asarray(np.where(gone, passing.at_end, passing.at_start).any(axis=1))
        free = [each for each in left if not barred[each]]
        polite = [each for each in free if not passing.at_end[[other for other in left if other != each], each].any()]
        going = next(iter(polite or free), None)
        for number in left if going is None else ():
            if number in kept or tries <= 0:
                continue
            tries -= 1
            discs = [
                member.disc.moved_to(*paths[other][-1 if gone[other] else 0])
                for other, member in enumerate(own.members)
                if other != number
            ]
            path = own.round(number, paths[number][-1], discs)
            if path is not None:
                paths[number], going = path, number
                passing = Passing(paths, radii)
                break
        if going is None:
            return None
        left.remove(going)
        found.append((going, paths[going]))
        gone[going] = True
    return found
