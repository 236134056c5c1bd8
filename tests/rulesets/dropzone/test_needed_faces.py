"""The face that the dice tray says each die needs is the least one that the rules let count."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

import pytest

from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.history.fairness import throws
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.rules import events
from game.rulesets.dropzone.rules.activation import search
from game.rulesets.dropzone.rules.cards.hands import lend
from game.rulesets.dropzone.rules.cards.playing import Occasion, Target, carry_out
from game.rulesets.dropzone.rules.close_quarters.choosing import strike
from game.rulesets.dropzone.rules.close_quarters.fighting import fortitude, through
from game.rulesets.dropzone.rules.scenery import automatic_hits, hit_scenery, settle, take_points
from game.rulesets.dropzone.rules.shooting.declaring import resolve, resolve_tokens
from game.rulesets.dropzone.rules.shooting.legal import aim_at_scenery
from game.rulesets.dropzone.rules.shooting.numbers import Fire, Modifier, Strike
from tests.rulesets.dropzone.dropzone_kit import Moment, S, rectangle

COIL, BOW = "Coil Cannon", "Bow Gun"


class Rolled(NamedTuple):
    """A die: the face that it is said to need, and whether it counted."""

    needed: int
    counted: bool


Case = Callable[[int], Rolled]


def moment(*dice: int) -> Moment:
    """Return an Anvil that looks at a Glaive, Rifles at an objective, and a shack."""
    at = Moment(rectangle("shack", "small-shack", 30, 30, 35, 35), dice=dice, objectives={"prize": (40, 10)})
    for name, x, y in (("anvils-1", 10, 10), ("glaives-1", 10, 20), ("rifles-1", 40, 10), ("dancers-1-1", 44, 40)):
        at.put(name, x, y)
    for name in ("rifles-2", "rifles-3", "dancers-1-2"):
        at[name].place = "destroyed"
    return at


def drain(flow: Generator[Any, Any, Any]) -> Any:
    """Carry out a flow that asks nothing, and return its value."""
    while True:
        try:
            next(flow)
        except StopIteration as end:
            return end.value


def said(at: Moment, kind: type[Event] = events.Rolled) -> int:
    """Return what the dice of the first event of a kind are said to need."""
    event = next(each for each in at.game.events if isinstance(each, kind))
    [needed] = {each.needed for each in throws([event])}
    return needed


def shot(needed: int, face: int) -> Rolled:
    """A Bow Gun, for which cards add up to a number needed to hit."""
    at = moment(face, face, *[1] * 4)
    fire = at.fire("anvils-1", BOW, "glaives-1")
    assert fire.aim.needed is not None
    fire.aim = replace(fire.aim, cards=(Modifier("", needed - fire.aim.needed, ""),))
    drain(resolve(at.game, [fire], reacting=True))
    assert fire.aim.needed == needed
    return Rolled(said(at, events.Fired), bool(fire.struck))


def rolled_again(needed: int, face: int) -> Rolled:
    at = moment(face)
    fire = at.fire("anvils-1", COIL, "glaives-1")
    assert fire.aim.needed is not None
    fire.aim = replace(fire.aim, cards=(Modifier("", needed - fire.aim.needed, ""),))
    fire.pool = Pool("hit", 6, ((1,),))
    played(at, "C03", fire)
    return Rolled(said(at), bool(fire.struck))


def damaging(energy: int, face: int) -> Rolled:
    at = moment(face)
    fire = at.fire("anvils-1", COIL, "glaives-1")
    target = at["glaives-1"]
    fire.strikes = [Strike(target, (energy,), fire.aim, pool=Pool("damage", 6, ((1,),)))]
    played(at, "C05", fire)
    return Rolled(said(at), bool(fire.strikes[0].damage))


def played(at: Moment, card: str, fire: Fire) -> None:
    """Carry out a card for a weapon."""
    carry_out(at.game, CARDS[card], S, Target(fire.unit.squad, weapon=fire.weapon.name), Occasion({}, fires=[fire]))


def searched(more: int, face: int) -> Rolled:
    """A search in the first round; a card adds `more`."""
    at = moment(face)
    at.game.state.objectives["prize"].hidden = True
    lend(at.game, CARDS["C20"]._replace(amount=more), at.squad("rifles-1").id)
    drain(search(at.game, at.squad("rifles-1")))
    return Rolled(said(at, events.Searched), not at.game.state.objectives["prize"].hidden)


def steady(more: int, face: int) -> Rolled:
    """A Fortitude test; a card adds `more`."""
    at = moment(face)
    lend(at.game, CARDS["C19"]._replace(amount=more), at.squad("rifles-1").id)
    failed = drain(fortitude(at.game, at.squad("rifles-1")))
    return Rolled(said(at), not failed)


def hit_at_once(energy: int, face: int) -> Rolled:
    """An automatic hit on an Anvil, which has no save."""
    at = moment(face)
    left = automatic_hits(at.game, at["anvils-1"], 1, energy, "D-AIR-7")
    return Rolled(said(at), bool(left))


def saving(save: int, face: int) -> Rolled:
    at = moment(face)
    left = take_points(at.game, at["anvils-1"], 1, save, "D-AIR-7")
    return Rolled(said(at), not left)


def battered(energy: int, face: int) -> Rolled:
    at = moment(face)
    idle = hit_scenery(at.game, at.game.features[0], 1, energy, "D-AIR-7")
    return Rolled(said(at), not idle)


def at_scenery(energy: int, face: int) -> Rolled:
    """A hit of a weapon with other Energy on a shack."""
    at = moment(2, face)
    [shack] = at.game.features
    weapon = at.weapon("anvils-1", COIL).model_copy(update={"energy": energy})
    drain(
        resolve(at.game, [Fire(at["anvils-1"], weapon, shack, aim_at_scenery(at.game, at["anvils-1"], weapon, shack))])
    )
    return Rolled(said(at, events.Shot), bool(at.game.state.scars))


def collateral(place: str, face: int) -> Rolled:
    """A token on a shack, for itself or for the Dancers in it."""
    dice = (face, 1) if place == "shack" else (1, face)
    at = moment(*dice, *[1] * 3)
    [shack] = at.game.features
    settle(at.game, at["dancers-1-1"], shack, "centre")
    at.game.state.tokens = {shack.id: 1}
    drain(resolve_tokens(at.game, shack))
    rolled = [each for each in at.game.events if isinstance(each, events.Rolled)][place != "shack"]
    return Rolled(rolled.needed, rolled.total > 0)


def dodging(surge: bool, face: int) -> Rolled:
    """Dancers dodge; with a card, they save before."""
    at = moment(face, 1)
    left = through(at.game, at.squad("dancers-1-1"), 1, surge=surge)
    return Rolled(said(at), not left)


def close(face: int) -> Rolled:
    """Rifles fight Dancers, whose dodges fail."""
    at = moment(*[face] * 4, *[1] * 20)
    fire = at.fire("rifles-1", "Close Rifles", "dancers-1-1")
    drain(strike(at.game, [fire], entered=False))
    return Rolled(said(at, events.Struck), at["dancers-1-1"].lost > 0)


CASES: dict[str, Case] = {
    **{f"hits on {needed}": partial(shot, needed) for needed in (-1, 1, 2, 4, 6, 7, 9)},
    **{f"C03 on {needed}": partial(rolled_again, needed) for needed in (1, 5, 8)},
    **{f"C05, Energy {energy}": partial(damaging, energy) for energy in (3, 8, 12)},
    **{f"search {more:+d}": partial(searched, more) for more in (-1, 0, 2, 9)},
    **{f"Fortitude {more:+d}": partial(steady, more) for more in (-3, -1, 0, 9)},
    **{f"automatic, Energy {energy}": partial(hit_at_once, energy) for energy in (3, 10, 14)},
    **{f"saves on {save}": partial(saving, save) for save in (2, 5)},
    **{f"scenery, Energy {energy}": partial(battered, energy) for energy in (1, 4, 12)},
    **{f"fire at scenery, Energy {energy}": partial(at_scenery, energy) for energy in (1, 4, 9)},
    "collateral": partial(collateral, "shack"),
    "collateral inside": partial(collateral, "dancers"),
    "dodges": partial(dodging, False),
    "saves": partial(dodging, True),
    "close quarters": close,
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_d_shoot_13_and_d_core_4_a_die_is_said_to_need_the_least_face_that_counts(case: Case) -> None:
    rolled = {face: case(face) for face in range(1, 7)}
    [needed] = {each.needed for each in rolled.values()}
    assert [face for face, each in rolled.items() if each.counted] == [*range(needed or 7, 7)]


def test_d_shoot_15_damage_dice_of_different_energy_need_no_single_face() -> None:
    at = moment()
    aim = at.aim("anvils-1", COIL, "glaives-1")
    needed = [Strike(at["glaives-1"], energies, aim).least for energies in ((8, 8), (8, 10), (10, 8), (1, 1), ())]
    assert needed == [4, 0, 0, 0, 0]
