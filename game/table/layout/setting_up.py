"""The legal arrangements of a unit that is set up in one decision; its members have no paths and no order."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from random import Random
from typing import Final

import shapely

from game.cached import cached_property
from game.refusal import Refusal
from game.table.facing import FULL_TURN
from game.table.footprints import reach_of
from game.table.lattice import Position, position
from game.table.layout.completing import complete
from game.table.layout.effort import Effort, EffortSpent
from game.table.layout.judge import LayoutReceipt, allows, judge
from game.table.layout.policy import Layout, LayoutPolicy, Member
from game.table.layout.steps import (
    Arrangement,
    MemberStep,
    Steps,
    ends_of,
    name_refusals,
    other_facings,
    steps_of,
    straight_steps,
    with_facings,
)
from game.table.path.entering import EntryRegion
from game.table.placing.places import Verdict
from game.table.placing.region import Region
from game.table.placing.sampling import draws, in_a_box, triangles_of
from game.table.terrain.area import polygons_of
from game.wording import N_, _

_DARTS: Final = 24
"""The number of random blocks that are tried."""
_BEARINGS: Final = 8
"""The number of directions that a random block may face."""
_GAP: Final = 0.3
"""The widest gap between the members of a block, in inches, if links may be that long."""
_CLEAR: Final = 1e-3
"""The smallest gap between the members of a block, in inches."""
_TURN_CHANCE: Final = 0.5
"""How often a random arrangement is tried in another facing than the first one."""
_FACINGS: Final = 24
"""The number of facings from which that other facing is drawn."""
_KEPT: Final = 32
"""The number of cached arrangements in other facings."""
_DRAWN: Final = 0.01
"""Inches added to the box of a region, which may be slightly too small."""


class SetUp:
    """The legal arrangements in which a unit may be set up. Each arrangement names all members."""

    def __init__(self, policy: LayoutPolicy) -> None:
        self.policy = policy
        self._others = dict[tuple[tuple[str, int], ...], SetUp]()

    @property
    def members(self) -> tuple[Member, ...]:
        """The bases at their wanted spots."""
        return self.policy.members

    def verdict(self, where: Arrangement) -> Verdict:
        """Return whether an arrangement is legal, "yes" or "no"."""
        return "no" if self.find(where) is None else "yes"

    def find(self, where: Arrangement | None = None) -> Steps | None:
        """Return the steps on the lattice, or None if they are illegal; without `where`, return any legal steps."""
        if where is None:
            return self._any_arrangement
        steps = steps_of(where)
        if turned := self._turned(steps):
            return turned.find(steps)
        if self._refused_names(steps) or not allows(self.policy, ends_of(steps)):
            return None
        return with_facings(self.members, steps)

    def _turned(self, steps: Steps) -> SetUp | None:
        """Return the same unit with the facings of steps, or None if it has these already."""
        facings = other_facings(self.members, steps)
        return self.facing(facings) if facings and self.policy.turned is not None else None

    def facing(self, facings: Mapping[str, int]) -> SetUp:
        """Return the same unit in which some members have other facings."""
        if self.policy.turned is None:
            return self
        key = tuple(sorted(facings.items()))
        if key not in self._others:
            if len(self._others) >= _KEPT:
                self._others.clear()
            self._others[key] = SetUp(self.policy.turned(facings, False, {}))
        return self._others[key]

    def _refused_names(self, steps: Sequence[MemberStep]) -> list[Refusal]:
        """Return the refusals that do not depend on spots: for wrong or missing names, and for paths."""
        placed = {step.id for step in steps}
        left_out = [member.name for member in self.members if member.id not in placed]
        paths = (
            [Refusal(_("a unit being set up has no path"), "", N_("no path"))]
            if any(step.via for step in steps)
            else []
        )
        absent = [Refusal(_("{name} is not placed", name=name), "", N_("not placed")) for name in left_out]
        return [*name_refusals(self.members, steps), *absent, *paths]

    def why_not(self, where: Arrangement) -> LayoutReceipt:
        """Return every reason against an arrangement, for each member and for the whole."""
        steps = steps_of(where)
        if turned := self._turned(steps):
            return turned.why_not(steps)
        wrong = self._refused_names(steps)
        return LayoutReceipt({}, wrong, []) if wrong else judge(self.policy, ends_of(steps))

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal arrangement near a wanted one, with the `fixed` members at their wanted spots, or None."""
        steps = steps_of(where)
        if turned := self._turned(steps):
            return turned.nearest(steps, fixed, effort)
        if self._are_too_many:
            return None
        try:
            layout = complete(self.policy, ends_of(steps), fixed, effort=effort)
        except EffortSpent:
            return None
        return None if layout is None else self._steps(layout)

    def _steps(self, layout: Layout) -> Steps:
        """Return an arrangement as steps with the members' facings."""
        return with_facings(self.members, straight_steps(layout, layout))

    def sample(self, rng: Random) -> Steps | None:
        """Return a random legal arrangement, mostly a block of a few ranks, or any; None if none was found."""
        if self.policy.turned is not None and rng.random() < _TURN_CHANCE:
            facing = rng.randrange(_FACINGS) * (FULL_TURN // _FACINGS)
            steps = [
                MemberStep(member.id, Position(0.0, 0.0), (), facing)
                for member in self.members
                if member.facing is not None
            ]
            if turned := self._turned(tuple(steps)):
                return turned._block_somewhere(rng) or self._block_somewhere(rng) or self._any_arrangement
        return self._block_somewhere(rng) or self._random_arrangement(rng) or self._any_arrangement

    def _random_arrangement(self, rng: Random) -> Steps | None:
        """Return a random legal block in the drawn regions, or an arrangement near the last one tried, or None."""
        last = self._block((0.0, 0.0), rng)
        for middle in self._random_spots(rng):
            last = self._block(middle, rng)
            in_region = (shapely.contains_xy(member.ends.geometry, *last[member.id]) for member in self.policy.members)
            if all(in_region) and allows(self.policy, last):
                return self._steps(last)
        return self.nearest(last)

    @cached_property
    def _any_arrangement(self) -> Steps | None:
        """A legal arrangement for `find`: a random spot for a single base, a block for several bases."""
        policy = self.policy
        if len(self.members) == 1 and not policy.demands and policy.against is None:
            end = self.members[0].ends.sample(Random(0))
            return None if end is None else self._steps({self.members[0].id: end})
        return self._block_somewhere(Random(0)) or self._random_arrangement(Random(0))

    @cached_property
    def _are_too_many(self) -> bool:
        """Whether the space is too small for all bases in any arrangement, so that no search is needed.

        A convex shape of area A and perimeter P holds at most `2 A / (d² √3) + P / 2d + 1` spots that are d apart
        (Groemer, Oler).
        """
        bounds = [member.ends.bounds if isinstance(member.ends, Region) else None for member in self.members]
        boxes = [box for box in bounds if box is not None]
        if len(boxes) < len(self.members):
            return False
        west, south, east, north = zip(*boxes, strict=True)
        width, height = max(east) - min(west) + _DRAWN, max(north) - min(south) + _DRAWN
        spacing = 2 * min(_least_radius(member) for member in self.members) - _CLEAR
        most: float = 2 * width * height / (spacing * spacing * math.sqrt(3)) + (width + height) / spacing + 1
        return bool(len(self.members) > most)

    def _block_somewhere(self, rng: Random) -> Steps | None:
        """Return the first legal one of a few random blocks, or None; this draws no region and searches no path."""
        ends = self.members[0].ends
        box = ends.bounds if isinstance(ends, Region | EntryRegion) else None
        for spot in () if box is None else in_a_box(box, rng, _DARTS):
            block = self._block(spot, rng)
            free = all(member.ends.verdict(block[member.id]) == "yes" for member in self.members)
            if free and allows(self.policy, block):
                return self._steps(block)
        return None

    def _random_spots(self, rng: Random) -> Iterator[Position]:
        """Yield random spots in the region of a random member."""
        ground = rng.choice(self.members).ends.geometry
        yield from draws(triangles_of(shapely.MultiPolygon(polygons_of(ground))), rng, _DARTS)

    def _block(self, middle: tuple[float, float], rng: Random) -> dict[str, Position]:
        """Return all members in ranks round a spot, on the lattice, with the block facing in a random direction."""
        count, coherency = len(self.members), self.policy.coherency
        widest = max(member.radius for member in self.members)
        inches = _GAP if coherency is None else min(_GAP, coherency.inches / 2)
        spare = rng.uniform(_CLEAR, max(inches, _CLEAR))
        files = rng.randint(max(1, math.isqrt(count)), max(1, math.ceil(count / 2)))
        turn = 2 * math.pi * (rng.randrange(_BEARINGS) / _BEARINGS)
        cosine, sine = math.cos(turn), math.sin(turn)
        file_width, rank_depth = 2 * widest + spare, 2 * widest + spare
        bases = [member.oblong for member in self.members if member.oblong is not None]
        if bases:  # they keep their facings, so their reach depends on the direction of the block
            file_width = 2 * max(reach_of(base, cosine, sine) for base in bases) + spare
            rank_depth = 2 * max(reach_of(base, -sine, cosine) for base in bases) + spare
        x, y = middle
        ranks = math.ceil(count / files)
        spots = [(index % files - (files - 1) / 2, index // files - (ranks - 1) / 2) for index in range(count)]
        return {
            member.id: position(
                x + column * (file_width * cosine) - rank * (rank_depth * sine),
                y + column * (file_width * sine) + rank * (rank_depth * cosine),
            )
            for member, (column, rank) in zip(self.members, spots)
        }


def _least_radius(member: Member) -> float:
    """Return the radius of a disc that fits into a base."""
    return member.radius if member.oblong is None else min(member.oblong.length, member.oblong.width) / 2
