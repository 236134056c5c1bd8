"""Spots beside bases that stand are the same whether all pairs are measured or only those that can matter."""

from __future__ import annotations

import numpy as np
import pytest

from game.table.layout.completing import Slots
from game.table.layout.judge import are_linked
from game.table.placing.clearances import CONTACT
from game.table.terrain.area import Floats


@pytest.mark.parametrize("standing", [1, 2, 5, 30, 98])
@pytest.mark.parametrize("most", [0.501, 6.0, -0.2])
def test_only_near_bases_are_measured_and_the_spots_are_the_same(standing: int, most: float) -> None:
    rng = np.random.default_rng(standing)
    for _time in range(4):
        radii = rng.choice([0.5, 0.63, 1.6], standing + 1)
        rows = np.stack(np.meshgrid(np.arange(12), np.arange(12)), -1).reshape(-1, 2)[: standing + 1]
        spots = rows * 2.4 + rng.normal(0.0, 0.3, (standing + 1, 2))
        slots = Slots(radii, max(most, 0.5), most)
        slots.vary(rng.random(), rng.random())
        found, links = slots.beside(standing, spots, list(range(standing)), spots[standing])

        there = spots[:standing]
        every = np.concatenate(
            (
                spots[standing][None, :],
                slots._round(there, radii[:standing], standing),
                slots._between(there, radii[:standing], standing),
            )
        )
        away = np.hypot(*(every[:, None, :] - there[None, :, :]).transpose(2, 0, 1))
        gaps = away - radii[None, :standing] - radii[standing]
        linked = are_linked(gaps, most).sum(axis=1)
        good = (gaps >= -CONTACT).all(axis=1) & (linked > 0)
        assert np.array_equal(found, every[good])
        assert np.array_equal(links, linked[good])


def test_members_alike_are_measured_once_beside_the_same_bases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no room is left, all members that are still to come were measured one by one."""
    rng = np.random.default_rng(1)
    radii = np.full(12, 0.5)
    spots = rng.uniform(0.0, 6.0, (12, 2)) * 3
    slots = Slots(radii, 0.5, 0.501)
    measured: list[int] = []
    around = slots._round

    def counted(there: Floats, standing: Floats, number: int) -> Floats:
        measured.append(number)
        return around(there, standing, number)

    monkeypatch.setattr(slots, "_round", counted)
    first = [slots.beside(number, spots, [0, 1, 2], spots[number]) for number in (4, 5, 6)]
    assert measured == [4]
    moved = spots + 0.25
    slots.beside(4, moved, [0, 1, 2], spots[4])
    slots.vary(0.3, 0.7)
    again = slots.beside(4, spots, [0, 1, 2], spots[4])
    assert measured == [4, 4, 4]
    assert not np.array_equal(first[0][0], again[0])
