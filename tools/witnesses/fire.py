"""Hold the exact odds of Dropzone Commander against dice: the rules' own resolving, rolled by the million.

    python tools/witnesses/fire.py                 a million rolls of each situation
    python tools/witnesses/fire.py --rolls 20000   fewer

Exit code 1 when something differs. Each situation is resolved by the functions that a battle uses, again and again
from the same state.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from game.engine.core.decisions import Choose
from game.engine.core.dice import RollCounter
from game.engine.core.shares import Shares
from game.rulesets.dropzone.documents.sheets import WeaponDocument
from game.rulesets.dropzone.odds.fire import FireOdds, best_focus, close_odds, collapse_odds, fire_odds, search_odds
from game.rulesets.dropzone.rules.activation import search
from game.rulesets.dropzone.rules.close_quarters.choosing import fires_at, strike
from game.rulesets.dropzone.rules.close_quarters.fighting import fails_by, must_test, roll_fortitude
from game.rulesets.dropzone.rules.features import Feature
from game.rulesets.dropzone.rules.game import Game
from game.rulesets.dropzone.rules.scenery import fall, settle
from game.rulesets.dropzone.rules.shooting.declaring import resolve
from game.rulesets.dropzone.rules.shooting.legal import aim_at_scenery
from game.rulesets.dropzone.rules.shooting.numbers import Fire
from game.rulesets.dropzone.rules.state import Objective, Squad, Unit
from game.table.documents import TerrainPiece
from tests.rulesets.dropzone.dropzone_kit import Moment, rectangle

ERRORS = 5.0
"""Standard errors by which a share may be off."""
Known = Mapping[str, Sequence[float]]
"""The chance of each result of several quantities, by name."""
Rolled = dict[str, int]


class Situation(NamedTuple):
    """What the odds say, and a function that resolves it once from the same state."""

    known: Known
    once: Callable[[], Rolled]


class RandomDice:
    """Quick dice without memory."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def roll(self, counter: RollCounter, sides: int, key: str) -> int:
        return self._random.randint(1, sides)


def differences(situation: Situation, rolls: int) -> Iterator[str]:
    """Yield every result whose share among some rolls is too far from its chance."""
    counts: dict[str, Counter[int]] = {name: Counter() for name in situation.known}
    for _roll in range(rolls):
        for name, result in situation.once().items():
            counts[name][result] += 1
    for name, shares in situation.known.items():
        if max(counts[name]) >= len(shares):
            yield f"{name}: {max(counts[name])} was rolled, at most {len(shares) - 1} is possible"
        for result, share in enumerate(shares):
            found = counts[name][result] / rolls
            off = ERRORS * (share * (1.0 - share) / rolls) ** 0.5 + 1e-9
            if abs(found - share) > off:
                yield f"{name}: {result} has {share:.5f}, rolled {found:.5f}"


def situations() -> Iterator[tuple[str, Situation]]:
    """Yield some situations of every kind."""
    yield "fire", _ordinary()
    yield "focus", _focused()
    yield "area", _templates()
    yield "scenery", _scenery()
    yield "close quarters", _close(entered=False)
    yield "close quarters after entering", _close(entered=True)
    yield "collapse", _collapse()
    yield "search", _search()


def _moment(*terrain: TerrainPiece) -> Moment:
    moment = Moment(*terrain)
    moment.game.dice = RandomDice(1)
    return moment


def _restored(game: Game, resolved: Callable[[], Rolled]) -> Callable[[], Rolled]:
    """Return a function that resolves something, after which everything is as it was."""
    state = game.state

    def once() -> Rolled:
        game.state = state.clone()
        game.events.clear()
        found = resolved()
        game.state = state
        return found

    return once


def _played(game: Game, fires: Sequence[Fire]) -> None:
    """Resolve fire, focusing as the odds assume."""
    flow = resolve(game, fires)
    step = next(flow, None)
    while step is not None:
        assert isinstance(step, Choose)
        hits = len(step.options[0].key.split())
        fire = next(each for each in fires if each.unit.id == step.about and each.has("focus"))
        assert not isinstance(fire.target, Feature)
        way = " ".join(map(str, best_focus(fire.aim, hits, game.sheet(fire.target).damage - fire.target.lost)))
        try:
            step = flow.send(way)
        except StopIteration:
            return


def _fired(moment: Moment, declared: Sequence[tuple[str, str, str]]) -> Situation:
    """Return a declaration of fire as a situation: the points that each unit loses, the units of squads destroyed."""
    game = moment.game
    odds = fire_odds(game, [moment.fire(*each) for each in declared])
    whole = game.state

    def resolved() -> Rolled:
        _played(game, [moment.fire(*each) for each in declared])
        found = {name: game.state.units[name].lost - whole.units[name].lost for name in odds.units}
        for squad in odds.destroyed:
            found[squad] = sum(not game.state.units[each].alive for each in whole.squads[squad].units)
        return found

    return Situation(_known(odds), _restored(game, resolved))


def _known(odds: FireOdds) -> Known:
    lost = {name: _capped(harm.points, harm.left) for name, harm in (*odds.units.items(), *odds.scenery.items())}
    return lost | {squad: shares.tolist() for squad, shares in odds.destroyed.items()}


def _capped(points: Shares, left: int) -> list[float]:
    return [*(float(each) for each in points[:left]), float(points[left:].sum())]


def _ordinary() -> Situation:
    moment = _moment()
    for number in (1, 2, 3):
        moment.put(f"anvils-{number}", 20 + 2 * number, 10)
        moment.put(f"glaives-{number}", 20 + 2 * number, 25, -90)
    moment["glaives-2"].lost = 1
    shots = [(f"anvils-{number}", "Coil Cannon", f"glaives-{min(2, number)}") for number in (1, 2, 3)]
    return _fired(moment, [*shots, ("anvils-3", "Bow Gun", "glaives-2")])


def _focused() -> Situation:
    moment = _moment()
    moment.put("oracle", 20, 10)
    moment.put("glaives-1", 24, 10)
    moment.put("anvils-1", 22, 20)
    moment.put("bastion", 22, 16)
    return _fired(moment, [("oracle", "Scatter Motes", "bastion"), ("oracle", "Prism Lance", "bastion"),
                           ("glaives-1", "Arc Cannon", "anvils-1")])  # fmt: skip


def _templates() -> Situation:
    moment = _moment()
    moment.put("bastion", 20, 5)
    moment.put("anvils-1", 24, 5)
    moment.put("dancers-1-1", 20, 25, -90)
    moment.put("dancers-1-2", 21.5, 25, -90)
    moment.put("flickers-1", 20, 26.5, -90)
    return _fired(moment, [("bastion", "Siege Howitzer", "dancers-1-1"), ("anvils-1", "Coil Cannon", "flickers-1")])


def _scenery() -> Situation:
    moment = _moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5))
    game, piece = moment.game, moment.game.features[0]
    moment.put("bastion", 20, 5)
    moment.put("anvils-1", 24, 5)
    moment.put("oracle", 28, 5)
    game.state.scars = {piece.id: 6}

    def fires() -> list[Fire]:
        armed = (("bastion", "Siege Howitzer"), ("anvils-1", "Coil Cannon"), ("oracle", "Prism Lance"))
        return [
            Fire(moment[name], moment.weapon(name, weapon), piece,
                 aim_at_scenery(game, moment[name], moment.weapon(name, weapon), piece))
            for name, weapon in armed
        ]  # fmt: skip

    def resolved() -> Rolled:
        _played(game, fires())
        return {piece.id: game.state.scars[piece.id] - 6}

    return Situation(_known(fire_odds(game, fires())), _restored(game, resolved))


def _inside(*names: str) -> tuple[Moment, Feature]:
    moment = _moment(rectangle("hall", "small-building", 20, 20, 25, 25, 5))
    piece = moment.game.features[0]
    for name in names:
        moment[name].carrier = ""
        settle(moment.game, moment[name], piece, "centre")
    return moment, piece


def _close(*, entered: bool) -> Situation:
    moment, _piece = _inside("rifles-1", "rifles-2", "rifles-3", "dancers-1-1", "dancers-1-2")
    game = moment.game
    moment["dancers-1-2"].lost = 2
    foe = moment.squad("dancers-1-1")

    def armed() -> list[tuple[Unit, WeaponDocument]]:
        return [(moment[f"rifles-{number}"], moment.weapon("rifles-1", "Close Rifles")) for number in (1, 2, 3)]

    def resolved() -> Rolled:
        squad: Squad = game.state.squads[foe.id]
        for _asked in strike(game, fires_at(game, armed(), squad), entered=entered):
            raise AssertionError("nobody has cards")
        units = [game.state.units[each] for each in squad.units]
        lost = sum(each.lost for each in units) - 2
        fails = bool(lost) and must_test(game, squad) and fails_by(game, squad, roll_fortitude(game, squad).faces[0])
        return {"lost": lost, "destroyed": sum(not each.alive for each in units), "breaks": int(bool(fails))}

    odds = close_odds(game, armed(), foe, entered=entered)
    known = {
        "lost": _capped(odds.harm.points, odds.harm.left),
        "destroyed": odds.destroyed.tolist(),
        "breaks": [1.0 - odds.breaks, odds.breaks],
    }
    return Situation(known, _restored(game, resolved))


def _collapse() -> Situation:
    moment, piece = _inside("dancers-1-1", "rifles-1")
    game = moment.game
    moment.put("glaives-1", 26.5, 22)
    moment.put("anvils-1", 22, 27.6)
    odds = collapse_odds(game, piece)

    def resolved() -> Rolled:
        fall(game, piece)
        return {name: game.state.units[name].lost for name in odds}

    return Situation({name: _capped(harm.points, harm.left) for name, harm in odds.items()}, _restored(game, resolved))


def _search() -> Situation:
    moment = _moment()
    game = moment.game
    game.state.round = 3
    game.state.objectives["prize"] = Objective("prize", 20, 20, hidden=True)
    moment.put("rifles-1", 20.5, 21)
    moment.put("dancers-1-1", 20, 19)
    squad = moment.squad("rifles-1")
    chance = search_odds(game, squad, game.state.objectives["prize"])

    def resolved() -> Rolled:
        for _asked in search(game, game.state.squads[squad.id]):
            raise AssertionError("nobody has cards")
        return {"found": int(not game.state.objectives["prize"].hidden)}

    return Situation({"found": [1.0 - chance, chance]}, _restored(game, resolved))


def main(arguments: Sequence[str] | None = None) -> int:
    """Roll every situation, print what differs, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=1_000_000)
    asked, wrong = parser.parse_args(arguments), 0
    for name, situation in situations():
        found = [*differences(situation, asked.rolls)]
        wrong += len(found)
        print(f"{name}: {asked.rolls} rolls, {len(situation.known)} quantities,", *(found or ["equal"]), flush=True)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
