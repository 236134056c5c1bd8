"""The verdict on an arrangement of a unit, with every reason against it, for each member and for the whole."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from game.lengths import length, missing
from game.refusal import Refusal
from game.table.footprints import Footprint, between, clearance, rough_clearance
from game.table.lattice import position
from game.table.layout.effort import Effort
from game.table.layout.policy import Coherency, Demand, Layout, LayoutPolicy, Member
from game.table.layout.steps import Arrangement, Steps
from game.table.placing.clearances import CONTACT
from game.table.placing.places import LegalPlaces, is_legal
from game.table.shapes import Disc
from game.table.terrain.area import Floats
from game.wording import N_, _, ngettext

Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class LayoutReceipt:
    """The reasons against an arrangement, for each member and for the whole, and the links between members."""

    refusals: dict[str, list[Refusal]]
    whole: list[Refusal]
    links: list[tuple[str, str]]

    @property
    def is_legal(self) -> bool:
        """Whether the arrangement is legal."""
        return not self.refusals and not self.whole


class LegalArrangements(LegalPlaces[Arrangement, Steps, Steps, LayoutReceipt], Protocol):
    """The legal arrangements of several bases. Steps are in moving order; a base without a step stays.

    The arrangements it returns are steps with paths.
    """

    @property
    def members(self) -> tuple[Member, ...]:
        """The bases that steps may name, at their present spots."""

    def nearest(self, where: Arrangement, fixed: Collection[str] = (), effort: Effort | None = None) -> Steps | None:
        """Return a legal arrangement near a wanted one, with the `fixed` bases at their wanted spots, or None.

        The search uses no more than its `effort`.
        """


def allows(policy: LayoutPolicy, layout: Layout) -> bool:
    """Return whether an arrangement is legal; raise `KeyError` if a member has no spot."""
    verdicts = (is_legal(member.ends, layout[member.id]) for member in policy.members)
    return holds_together(policy, layout) and all(verdicts)  # the cheap checks first


def holds_together(policy: LayoutPolicy, layout: Layout) -> bool:
    """Return whether an arrangement is legal as a whole, without judging each member by itself."""
    spots, radii = _spots_and_radii(policy, layout)
    most = 0.0 if policy.coherency is None else policy.coherency.most
    gaps = rough_gaps_of(policy.members, spots, radii, most)
    if overlapping(policy, spots, gaps).any() or not is_coherent(gaps, policy.coherency):
        return False
    spots_by_id = {member.id: position(*layout[member.id]) for member in policy.members}
    if not all(is_met(demand, spots_by_id) for demand in policy.demands):
        return False
    return policy.against is None or not policy.against(spots_by_id)


def overlapping(policy: LayoutPolicy, spots: Floats, gaps: Floats) -> NDArray[np.bool_]:
    """Return which members overlap (n x n), given their spots and the gaps between them in inches."""
    over = gaps < -CONTACT
    if policy.height is None or not over.any():
        return over
    heights = np.array([policy.height(x, y) for x, y in spots.tolist()])
    return np.asarray(over & (heights[:, None] == heights))


def is_coherent(gaps: Floats, coherency: Coherency | None) -> bool:
    """Return whether bases are coherent, given the gaps between them (n x n, inches)."""
    if coherency is None or len(gaps) < 2:
        return True
    linked = are_linked(gaps, coherency.most)
    wanted = links_wanted(coherency.links, len(gaps))
    return bool((linked.sum(axis=0) >= wanted).all()) and are_one_group(linked)


def is_met(demand: Demand, layout: Layout) -> bool:
    """Return whether at least one member meets a demand."""
    return any(condition.allows(*layout[name]) for name, condition in demand.conditions.items() if name in layout)


def judge(policy: LayoutPolicy, layout: Layout, alone: Mapping[str, Sequence[Refusal]] | None = None) -> LayoutReceipt:
    """Return every reason against an arrangement; raise `KeyError` if a member has no spot.

    `alone` has the reasons against each member by itself, if they are already known.
    """
    spots, radii = _spots_and_radii(policy, layout)
    gaps, names = gaps_of(policy.members, spots, radii), [member.id for member in policy.members]
    overlaps = overlapping(policy, spots, gaps)
    if alone is None:
        alone = {member.id: member.ends.why_not(layout[member.id]) for member in policy.members}
    refusals = {
        member.id: [*alone.get(member.id, ()), *_overlaps(policy, overlaps[number], gaps[number])]
        for number, member in enumerate(policy.members)
    }
    coherency, links = policy.coherency, list[tuple[str, str]]()
    if coherency is not None and len(names) > 1:
        linked = are_linked(gaps, coherency.most)
        pairs = combinations(range(len(names)), 2)
        links = [(names[first], names[second]) for first, second in pairs if linked[first, second]]
        for number, refusal in _incoherent(coherency, gaps):
            refusals[names[number]].append(refusal)
    refusals_of_all = [refusal for demand in policy.demands for refusal in _unmet(demand, layout)]
    refusals_of_all += policy.against(layout) if policy.against is not None else ()
    return LayoutReceipt({name: reasons for name, reasons in refusals.items() if reasons}, refusals_of_all, links)


def _spots_and_radii(policy: LayoutPolicy, layout: Layout) -> tuple[Floats, Floats]:
    """Return the spots (n x 2) and the radii of all members."""
    spots = np.array([position(*layout[member.id]) for member in policy.members], dtype=np.float64).reshape(-1, 2)
    return spots, np.array([member.radius for member in policy.members])


def _overlaps(policy: LayoutPolicy, over: NDArray[np.bool_], gaps: Floats) -> Iterator[Refusal]:
    """Yield one refusal if a member overlaps others; `over` says which, and `gaps` are the inches to all."""
    if over.any():
        short = float(-gaps[over].min())
        others = (policy.members[other] for other in np.flatnonzero(over))
        names = ", ".join(other.name for other in others)
        text = _("overlaps {names} by {amount}", names=names, amount=missing(short))
        yield Refusal(text, policy.rule, N_("overlaps its own unit"), short)


def _incoherent(coherency: Coherency, gaps: Floats) -> Iterator[tuple[int, Refusal]]:
    """Yield each member that is outside the largest group or has too few links, with its refusal."""
    linked, wanted = are_linked(gaps, coherency.most), links_wanted(coherency.links, len(gaps))
    groups = groups_of(linked)
    for number, group in enumerate(groups):
        if group:
            short = float(gaps[number, groups == 0].min()) - coherency.inches
            text = _("{amount} too far from the rest of its unit", amount=missing(short))
            yield number, Refusal(text, coherency.rule, N_("out of coherency"), short)
            continue
        own_links = int(linked[number].sum())
        if own_links < wanted:
            short = float(np.sort(gaps[number])[wanted - 1]) - coherency.inches
            text = ngettext(
                "only {n} model of its unit is within {inches}; it needs {wanted} ({amount} too far)",
                "only {n} models of its unit are within {inches}; it needs {wanted} ({amount} too far)",
                own_links,
                inches=length(coherency.inches, 1),
                wanted=wanted,
                n=own_links,
                amount=missing(short),
            )
            yield number, Refusal(text, coherency.rule, N_("out of coherency"), short)


def _unmet(demand: Demand, layout: Layout) -> Iterator[Refusal]:
    """Yield the refusal of a demand that no member meets: that of the member that misses it by least."""
    if is_met(demand, layout):
        return
    refusals = [condition.why_not(*layout[name]) for name, condition in demand.conditions.items() if name in layout]
    if refusals:
        yield min(refusals, key=lambda refusal: math.inf if refusal.short_by is None else refusal.short_by)
    else:
        yield Refusal(_("none of these models can do what one of them must"))


def gaps_of(members: Sequence[Member], spots: Floats, radii: Floats) -> Floats:
    """Return the inches between the edges of all members (n x n, infinite on the diagonal); spots are n x 2."""
    gaps = gaps_between(spots, radii)
    if all(member.oblong is None for member in members):
        return gaps
    bases = [member.at(x, y) for member, (x, y) in zip(members, spots.tolist())]
    for first, second in combinations(range(len(bases)), 2):
        if members[first].oblong is not None or members[second].oblong is not None:
            gaps[first, second] = gaps[second, first] = clearance(bases[first], bases[second])
    return gaps


def rough_gaps_of(members: Sequence[Member], spots: Floats, radii: Floats, most: float) -> Floats:
    """Return gaps like `gaps_of`, but only exact enough to show overlaps, and whether a gap exceeds `most`."""
    gaps = gaps_between(spots, radii)
    if all(member.oblong is None for member in members):
        return gaps
    near, farther = np.nonzero(np.triu(gaps <= most, 1))
    of_sizes = defaultdict[tuple[Footprint, Footprint], list[int]](list)
    for index, (first, second) in enumerate(zip(near.tolist(), farther.tolist())):
        of_sizes[members[first].size, members[second].size].append(index)
    for sizes, pairs in of_sizes.items():
        if all(isinstance(size, Disc) for size in sizes):
            continue
        firsts, seconds = near[pairs], farther[pairs]
        distances = between(*sizes)
        gaps_of_pairs = distances.at_least(spots[firsts] - spots[seconds])
        for index in np.flatnonzero(
            distances.unsure(gaps_of_pairs, -CONTACT) | distances.unsure(gaps_of_pairs, most)
        ).tolist():
            first_base, second_base = (
                members[number].at(*spots[number].tolist()) for number in (firsts[index], seconds[index])
            )
            gaps_of_pairs[index] = rough_clearance(first_base, second_base)
        gaps[firsts, seconds] = gaps[seconds, firsts] = gaps_of_pairs
    return gaps


def gaps_between(spots: Floats, radii: Floats) -> Floats:
    """Return the inches between the edges of all pairs of bases (n x n, infinite on the diagonal); spots are n x 2."""
    offset = spots[:, None, :] - spots[None, :, :]
    gaps: Floats = np.hypot(offset[..., 0], offset[..., 1]) - radii[:, None] - radii[None, :]
    np.fill_diagonal(gaps, np.inf)
    return gaps


def are_linked(gaps: Floats, inches: float) -> Flags:
    """Return which gaps are links, which are at most `inches`; for a verdict, pass `Coherency.most`."""
    return np.asarray(gaps <= inches)


def are_one_group(linked: Flags) -> bool:
    """Return whether links (n x n) join all bases into one group."""
    return len(_groups_as_bits(linked)) == 1


def groups_of(linked: Flags) -> NDArray[np.intp]:
    """Return the number of each base's group, given the links (n x n); the largest group has the number 0."""
    groups = sorted(_groups_as_bits(linked), key=int.bit_count, reverse=True)
    return np.array([next(at for at, group in enumerate(groups) if group >> base & 1) for base in range(len(linked))])


def _groups_as_bits(linked: Flags) -> list[int]:
    """Return the groups of linked bases as sets of bits, in the order of their first bases."""
    rows = [int.from_bytes(row.tobytes(), "little") for row in np.packbits(linked, axis=1, bitorder="little")]
    groups, remaining = list[int](), (1 << len(rows)) - 1
    while remaining:
        reached = unvisited = remaining & -remaining
        while unvisited:
            lowest = unvisited & -unvisited
            newly_reached = rows[lowest.bit_length() - 1] & ~reached
            reached |= newly_reached
            unvisited = (unvisited ^ lowest) | newly_reached
        groups.append(reached)
        remaining &= ~reached
    return groups


def links_wanted(links: int, count: int) -> int:
    """Return the number of links that each of `count` bases needs, at most the number of other bases."""
    return min(links, count - 1)
