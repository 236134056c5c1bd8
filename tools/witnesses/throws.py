"""Hold the exact odds of Dropzone Commander against dice that are thrown by the rules' text: a million times each.

    python tools/witnesses/throws.py                     a million throws of 200 volleys and 40 squads in close quarters
    python tools/witnesses/throws.py --throws 20000 --situations 30

Exit code 1 when something differs. What is thrown here is written from the rules' text alone (D-SHOOT-12 to
D-SHOOT-20, D-SPEC, D-CQ) and shares nothing with the odds that it judges but stat sheets and how a player focuses hits.
`fire.py` throws the rules' own resolving, in fewer situations.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from numpy.typing import NDArray

from game.rulesets.dropzone.documents.catalogue import NAMES, bundled_army
from game.rulesets.dropzone.documents.sheets import UnitDocument, WeaponDocument
from game.rulesets.dropzone.odds.fire import best_focus, close_odds, glance, hits_on, volley
from game.rulesets.dropzone.rules.scenery import settle
from game.rulesets.dropzone.rules.shooting.numbers import Aim
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]
ERRORS: Final = 5.5
"""Standard errors by which a share may be off: chance alone goes that far once in 25 million times."""
MORE: Final = ("Penetrative", "Devastator-2 (Infantry, Tank, Vehicle)", "Devastator-3 (Skimmer)", "Destroyer-5+",
               "Focus-2", "Reduced-1", "Flame", "Cover (Soft)", "Cover (All)", "AA-1", "Indirect", "Area")  # fmt: skip
"""Special rules that weapons are given besides their own."""
BESIDE: Final = (("Area", "Focus-2"), ("Area", "Destroyer-5+"), ("Area", "Reduced-1"))
"""Rules that no weapon has together."""


class Situation(NamedTuple):
    """A volley at a unit with some points left."""

    aim: Aim
    left: int

    def __str__(self) -> str:
        weapon, target = self.aim.weapon, self.aim.target
        return f"{weapon.name} ({', '.join(weapon.special)}) at {target.name} with {self.left} points: {self.aim}"


def volleys(rng: Random, count: int) -> Iterator[Situation]:
    """Yield volleys of the sample forces' weapons at their units, in all circumstances, with further special rules."""
    sheets = [sheet for name in NAMES for sheet in bundled_army(name).units]
    weapons = [weapon for sheet in sheets for weapon in sheet.weapons if not weapon.cq]
    for _number in range(count):
        weapon, target = rng.choice(weapons), rng.choice([each for each in sheets if not each.is_behemoth])
        weapon, target = _varied(rng, weapon), _hardened(rng, target)
        seen = not ("indirect" in weapon.rules and rng.random() < 0.3)
        scattered, disembarked, reacting, soft, body = (rng.random() < 0.25 for _each in range(5))
        lost, combined = rng.choice((0, 0, 1, 2)), "reduced" in weapon.rules and rng.random() < 0.5
        aim = Aim(weapon, target, hull_down=seen and rng.random() < 0.25, seen=seen, scattered=scattered,
                  disembarked=disembarked, reacting=reacting, soft=soft, body=body, lost=lost, combined=combined,
                  vehicle=target.type in ("Tank", "Skimmer", "Walker"))  # fmt: skip
        yield Situation(aim, rng.randint(1, target.damage))


def _varied(rng: Random, weapon: WeaponDocument) -> WeaponDocument:
    special = {*weapon.special, *rng.sample(MORE, rng.choice((0, 0, 1, 2)))}
    for one, other in BESIDE:
        if any(each.startswith(one.split("-")[0]) for each in special):
            special = {each for each in special if not each.startswith(other.split("-")[0])}
    if weapon.accuracy is None:  # nothing is thrown that could show the number of a Destroyer
        special = {each for each in special if not each.startswith("Destroyer")}
    energy = rng.choice((weapon.energy, weapon.energy, rng.randint(1, 14)))
    shots = rng.choice((weapon.shots, weapon.shots, rng.randint(1, 8)))
    return weapon.model_copy(update={"special": tuple(sorted(special)), "energy": energy, "shots": shots})


def _hardened(rng: Random, target: UnitDocument) -> UnitDocument:
    special = (*target.special, *(["Resilient"] if rng.random() < 0.2 else []))
    passive = rng.choice((target.passive, target.passive, 3, 6))
    return target.model_copy(update={"special": special, "passive": passive, "evasion": rng.choice((0, 0, 1, 3))})


# -- throwing


def to_hit(aim: Aim) -> int:
    """Return the number needed to hit (D-SHOOT-12, D-SPEC-IND, D-SPEC-FLA, D-SPEC-COV, D-SPEC-AA)."""
    weapon, target = aim.weapon, aim.target
    rules = weapon.rules
    ignored = set(rules["cover"].about) if "cover" in rules else set()
    flame, infantry = "flame" in rules, target.type == "Infantry"
    evasion = 0 if flame else max(0, target.evasion - (rules["aa"].value if "aa" in rules else 0))
    assert weapon.accuracy is not None
    return (
        (weapon.accuracy if aim.seen else 5)
        + 2 * (aim.hull_down and "large" not in target.rules and not {"hull", "all"} & ignored)
        + aim.scattered + 2 * aim.disembarked + 2 * aim.reacting
        + 2 * (aim.soft and infantry and not flame and not {"soft", "all"} & ignored)
        + evasion
    )  # fmt: skip


def does(aim: Aim, faces: Ints, energy: Ints) -> Ints:
    """Return the Damage of damage dice (D-SHOOT-15 to D-SHOOT-17, D-SPEC-PEN, D-SPEC-DV, D-SPEC-RES)."""
    rules, target = aim.weapon.rules, aim.target
    ignored = set(rules["cover"].about) if "cover" in rules else set()
    covered = aim.body and target.type == "Infantry" and "flame" not in rules and not {"body", "all"} & ignored
    armour = target.armour + covered
    success = (faces > 1) & (faces + energy >= armour)
    success |= (faces == 6) & ("penetrative" in rules)
    critical = success & (faces + energy >= armour + 2) & ("resilient" not in target.rules)
    found: Ints = success * devastator(aim) * (1 + critical)
    return found


def devastator(aim: Aim) -> int:
    """Return what a success does: the highest applicable Devastator, or 1 (D-SPEC-DV)."""
    kinds = {aim.target.type.lower(), *(["vehicle"] if aim.vehicle else [])}
    listed = [
        (int(text.split("-")[1].split()[0]), text.lower().split("(")[1].rstrip(")").split(", "))
        for text in aim.weapon.special
        if text.startswith("Devastator")
    ]
    return max((amount for amount, about in listed if kinds & {*about}), default=1)


def thrown(situation: Situation, throws: int, dice: np.random.Generator) -> Ints:
    """Return the points that a target suffers in each of some throws of a volley, after saves."""
    aim, _left = situation
    weapon, target, rules = aim.weapon, aim.target, aim.weapon.rules
    shots = max(0, weapon.shots - (rules["reduced"].value * aim.lost if "reduced" in rules else 0))
    energy = weapon.energy
    if aim.combined and shots:
        energy, shots = max(energy, min(9, energy + shots - 1)), 1
    faces = dice.integers(1, 7, (throws, shots))
    struck = np.ones((throws, shots), dtype=np.bool_)
    if weapon.accuracy is not None:
        struck = (faces == 6) | ((faces > 1) & (faces >= to_hit(aim)))
    if "area" in rules:
        points = _templates(aim, struck, faces, energy, dice)
    else:
        sure: Flags = struck & (faces >= (rules["destroyer"].value if "destroyer" in rules else 7))
        plain = struck & ~sure
        if "focus" in rules:
            points = _focused(situation, plain, energy, rules["focus"].value, dice)
        else:
            damage = dice.integers(1, 7, (throws, shots))
            points = (does(aim, damage, np.full(shots, energy)) * plain).sum(axis=1)
        critical = 1 if "resilient" in target.rules else 2  # a Critical counts as a normal hit then
        points = points + sure.sum(axis=1) * max(critical, devastator(aim))
    if target.passive and weapon.energy < 13:
        points = dice.binomial(points, (target.passive - 1) / 6)
    return points


def _focused(situation: Situation, hits: Flags, energy: int, more: int, dice: np.random.Generator) -> Ints:
    """Return the points of hits that a player focuses for the most points that the target can lose (D-SPEC-FOC)."""
    aim, left = situation
    throws, shots = hits.shape
    given, kept = np.zeros((shots + 1, shots), dtype=np.int64), np.zeros((shots + 1, shots), dtype=np.bool_)
    for count in range(1, shots + 1):
        way = best_focus(aim, count, left)
        assert sum(way) + len(way) == count, "every hit is kept or given to another one"
        given[count, : len(way)], kept[count, : len(way)] = way, True
    counts = hits.sum(axis=1)
    damage = dice.integers(1, 7, (throws, shots))
    found: Ints = (does(aim, damage, energy + more * given[counts]) * kept[counts]).sum(axis=1)
    return found


def _templates(aim: Aim, struck: Flags, faces: Ints, energy: int, dice: np.random.Generator) -> Ints:
    """Return the points of Area shots at a lone unit: a hit, a glance with 2 Energy less, or a miss (D-SPEC-ARE)."""
    infantry = aim.target.type == "Infantry"
    times = dice.integers(1, 7, faces.shape) if infantry else np.ones(faces.shape, dtype=np.int64)
    damage = dice.integers(1, 7, (*faces.shape, 6 if infantry else 1))
    counted = np.arange(damage.shape[2]) < times[:, :, None]
    bare = np.where(struck, energy, energy - 2)[:, :, None]
    strikes = (struck | (faces > 1))[:, :, None] & counted
    found: Ints = (does(aim, damage, bare) * strikes).sum(axis=(1, 2))
    return found


def expected(situation: Situation) -> Sequence[float]:
    """Return the chance of each number of points by the odds that are judged."""
    aim, left = situation
    if "area" not in aim.weapon.rules:
        return [*map(float, volley(aim, left))]
    faces = range(1, 7)
    hit = sum(aim.needed is None or aim.hits(face) for face in faces) / 6
    off = 0.0 if aim.needed is None else sum(face > 1 and not aim.hits(face) for face in faces) / 6
    direct = hits_on(aim, aim.energy, infantry=aim.target.is_infantry)
    one = np.zeros(max(len(direct), len(glance(aim))))
    one[: len(direct)] += hit * direct
    one[: len(glance(aim))] += off * glance(aim)
    one[0] += 1.0 - hit - off
    found = np.ones(1)
    for _shot in range(aim.shots):
        found = np.convolve(found, one)
    return [*map(float, found)]


def differences(known: Sequence[float], counted: Ints, throws: int) -> Iterator[str]:
    """Yield every number whose share among some throws is too far from its chance."""
    counts = np.bincount(counted, minlength=len(known))
    for number, count in enumerate(counts):
        chance = known[number] if number < len(known) else 0.0
        off = ERRORS * (max(0.0, chance * (1.0 - chance)) / throws) ** 0.5 + 1e-9
        if abs(count / throws - chance) > off + (10 / throws if 0.0 < chance < 20 / throws else 0.0):
            yield f"{number} has {chance:.6f}, thrown {count / throws:.6f}"


# -- close quarters


def close_quarters(rng: Random, throws: int, dice: np.random.Generator) -> tuple[str, list[str]]:
    """Return a fight between two squads of the sample forces in words, and every share that differs."""
    moment = Moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5))
    squads = [squad for squad in moment.game.state.squads.values() if moment.game.sheet_of(squad).is_infantry]
    squad = rng.choice([each for each in squads if any(one.cq for one in moment.game.sheet_of(each).weapons)])
    foe = rng.choice([each for each in squads if each.owner != squad.owner])
    for each in (squad, foe):
        for unit in moment.game.units_of(each):
            settle(moment.game, unit, moment.game.features[0], "centre")
            unit.lost = rng.randrange(moment.game.sheet(unit).damage)
    entered, sheet = rng.random() < 0.4, moment.game.sheet_of(foe)
    attacks = [(unit, weapon) for unit in moment.game.units_of(squad) for weapon in moment.game.sheet(unit).weapons
               if weapon.cq]  # fmt: skip
    odds = close_odds(moment.game, attacks, foe, entered=entered)
    points = np.zeros(throws, dtype=np.int64)
    for unit, weapon in attacks:
        aim = replace(Aim(weapon, sheet), body=False)
        fewer = weapon.rules["reduced"].value * unit.lost if "reduced" in weapon.rules else 0
        rolled = dice.integers(1, 7, (throws, max(0, weapon.shots - fewer)))
        succeeds = (rolled > 1) & (rolled + weapon.energy >= sheet.armour)
        if entered:  # every success is rolled again
            second = dice.integers(1, 7, rolled.shape)
            succeeds &= (second > 1) & (second + weapon.energy >= sheet.armour)
        assert weapon.energy < 13
        points += succeeds.sum(axis=1) * devastator(aim)
    saves = [sheet.passive, sheet.rules["dodge"].value if "dodge" in sheet.rules else 0]
    for needed in filter(None, saves):
        points = dice.binomial(points, (needed - 1) / 6)
    lefts = sorted(sheet.damage - unit.lost for unit in moment.game.units_of(foe))
    downs = np.zeros(throws, dtype=np.int64)
    for down in np.cumsum(lefts):
        downs += points >= down
    rest = sum(lefts) - np.minimum(points, sum(lefts))
    die = dice.integers(1, 7, throws)
    weak = (points > 0) & (rest > 0) & (2 * rest < sheet.damage * len(foe.units))
    runs = weak & (die != 6) & ((die == 1) | (die < sheet.fortitude))
    found = [
        *(f"points: {each}" for each in differences([*map(float, odds.harm.points)], points, throws)),
        *(f"destroyed: {each}" for each in differences([*map(float, odds.destroyed)], downs, throws)),
        *(f"runs: {each}" for each in differences([1 - odds.breaks, odds.breaks], runs.astype(np.int64), throws)),
    ]
    return f"{squad.name} at {foe.name}, {'after entering' if entered else 'inside'}, {lefts} points left", found


def judged(throws: int, situations: int, seed: int = 1) -> Mapping[str, list[str]]:
    """Return what differs by situation in words, nothing for those that agree."""
    rng, dice, found = Random(seed), np.random.default_rng(seed), dict[str, list[str]]()
    for situation in volleys(rng, situations):
        counted = np.concatenate([thrown(situation, min(throws, 100_000), dice)
                                  for _part in range(max(1, throws // 100_000))])  # fmt: skip
        found[str(situation)] = [*differences(expected(situation), counted, len(counted))]
    for number in range(situations // 5):
        name, off = close_quarters(rng, throws, dice)
        found[f"{number}: {name}"] = off
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Throw every situation, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--throws", type=int, default=1_000_000)
    parser.add_argument("--situations", type=int, default=200)
    asked = parser.parse_args(arguments)
    found = judged(asked.throws, asked.situations)
    wrong = {name: off for name, off in found.items() if off}
    for name, off in wrong.items():
        print(name, *off, sep="\n    ")
    print(f"{len(found)} situations, {asked.throws} throws each: {len(wrong) or 'none'} differ")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
