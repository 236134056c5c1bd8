"""Exact odds of a melee exchange of Bushido: one pair of splits, and the table of all own and enemy splits."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial

from game import rulesets
from game.engine.core.dice import KeyedDice
from game.engine.core.pools import throws
from game.engine.rulebook.new_game import GamePlan
from game.rulesets.bushido.odds import exchange_odds, harm, rerolls
from game.rulesets.bushido.odds.exchange_odds import ExchangeOdds
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter
from game.rulesets.bushido.rules.melee.pools import splits

Columns = tuple[str, str, list[float], str, str, float, str]
POOL = 4
REPEATS = 9


def bouts() -> Iterator[tuple[Game, Bout]]:
    """Yield an exchange between every two models of the sample warbands whose weapons have specials."""
    ruleset = rulesets.load("bushido")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob")))
    game = ruleset.game(setup, ruleset.begin(setup), KeyedDice(1))
    sides: list[list[tuple[str, str]]] = [[], []]
    for model in game.state.models.values():
        model.place, model.x = "table", 3.0 * len(sides[0]) + (100.0 if model.side == "bob" else 0.0)
        armed = [each.name for each in game.weapons(model, "melee") if each.specials]
        sides[model.side == "bob"] += [(model.id, weapon) for weapon in armed]
    for one in sides[0]:
        for other in sides[1]:
            activating, opponent = (Fighter(game.state.models[name], weapon, POOL) for name, weapon in (one, other))
            bout = Bout(activating, opponent)
            bout.first = bout.activating
            yield game, bout


def measure_exchange() -> Iterator[Columns]:
    """Yield one row for a pair, one for the table: new dice first, then known ones; beside plain arithmetic."""
    base = statistics.median(_spent(lambda: sum(n * n % 7 for n in range(20_000))) for _ in range(REPEATS))
    for name, promise, work in (
        ("odds of a pair of splits", "must 3, aim 1", _pair),
        ("odds of all own x enemy splits", "must 60, aim 20", _table),
    ):
        for cold in (True, False):
            samples = []
            pairs = 0
            for game, bout in bouts():
                if cold:
                    _forget()
                pairs = max(pairs, len(splits(game, bout, bout.activating)) * len(splits(game, bout, bout.opponent)))
                samples.append(_spent(partial(work, game, bout)))
            label = f"{name}, {'new' if cold else 'known'} dice"
            note = f"pools of {POOL}, {len(samples)} exchanges, up to {pairs} pairs; worst {max(samples):.3g}"
            yield label, "ms", samples, promise, "20,000 multiplications", base, note


def _pair(game: Game, bout: Bout) -> object:
    own, other = (splits(game, bout, fighter)[-1] for fighter in (bout.activating, bout.opponent))
    return ExchangeOdds(game, bout).pair(bout.activating, own, other)


def _table(game: Game, bout: Bout) -> object:
    odds = ExchangeOdds(game, bout)
    others = splits(game, bout, bout.opponent)
    return [odds.pair(bout.activating, own, each) for own in splits(game, bout, bout.activating) for each in others]


def _forget() -> None:
    """Forget the dice counted before, as when nobody has asked yet."""
    counted = rerolls.after_rerolls, rerolls._best, rerolls._sums, rerolls._result
    for cache in (exchange_odds._joint, harm.damage_faces, throws, *counted):
        cache.cache_clear()


def _spent(work: Callable[[], object]) -> float:
    """Return milliseconds of this process's own time: the machine may be busy."""
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000
