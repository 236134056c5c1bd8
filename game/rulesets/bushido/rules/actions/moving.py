"""The actions Walk and Run (B-ACT-10, B-ACT-11), and walks before or after another action."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import ClassVar

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Stock
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules.actions import Action, free_to_move
from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.moving.carry_out import ask_path, most_move, move_along, region_of, to_objectives
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by, run, run_length, walk
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.rulings import OUT_OF_ZONE
from game.rulesets.bushido.rules.state import Model
from game.table.facing import facing_towards
from game.table.lattice import position
from game.table.path.judge import check
from game.table.path.path import Path
from game.wording import N_, _

STAND, BEFORE, AFTER = "stand", "before", "after"
RUSHES = 40
"""The number of lengths that are tried for a Berserk model's run, the full length first."""


def no_way_out(game: Game, model: Model, *, running: bool = False) -> Refusal | None:
    """Return the reason why a model cannot leave the zones it is in by a Walk or Run, or None if it can (B-GEO-32)."""
    if _gets_out(game, model, running=running):
        return None
    return Refusal(_("{model} has no path out of the zone it is in", model=model.name), "B-GEO-32")


@remembered
def _gets_out(game: Game, model: Model, *, running: bool) -> bool:
    """Return whether a Walk or Run can lead out of all zones that hold a model."""
    holders, move = held_by(game, model), most_move(game, model)
    if not holders:
        return True
    policy = run(game, model, run_length(move)) if running else walk(game, model, move)
    # First try the shortest path out, which leads straight away from an enemy.
    for enemy in holders:
        share = (OUT_OF_ZONE - game.apart(model, enemy)) / math.hypot(model.x - enemy.x, model.y - enemy.y)
        end = model.x + (model.x - enemy.x) * share, model.y + (model.y - enemy.y) * share
        if check(Path.through([(model.x, model.y), end]), policy).is_legal:
            return True
    return region_of(model, policy).nearest((model.x, model.y)) is not None


def when_to_walk(
    game: Game,
    model: Model,
    rule: str,
    prompt: str,
    labels: Sequence[str],
    refusal: Refusal | None = None,
    price: tuple[Stock, ...] = (),
) -> Asking[str]:
    """Ask whether a model walks before an action, after it, or not at all. A model in a zone walks first (AMB-13).

    `refusal` is the reason why the model cannot act without walking first, if there is one. `price` is a further cost.
    """
    if model.has("Held") or engaged_with(game, model):
        return STAND
    if held_by(game, model, moving=False):
        return BEFORE
    all_options = [Option(key, label, rule, price=price) for key, label in zip((STAND, BEFORE, AFTER), labels)]
    refused = [(option, refusal) for option in all_options if refusal is not None and option.key != BEFORE]
    options = [option for option in all_options if refusal is None or option.key == BEFORE]
    chosen: str = yield ask(model, prompt, rule, options, lambda: refused)
    return chosen


def walk_with(game: Game, model: Model, why: str) -> Asking[Path | None]:
    """Walk as part of another action. Return the path, or None if the model cannot move (B-ACT-14, B-ACT-15)."""
    if model.has("Held") or not (yield from free_to_move(game, model)):
        return None
    move = yield from ask_path(
        game,
        model,
        lambda inches: region_of(model, walk(game, model, inches)),
        Turning.asked(model.facing, Walk.moves),
        prompt=_("Where does {model} walk to?", model=model.name),
        rule=Walk.moves,
        goals=lambda region: to_objectives(game, model, region, Walk.moves),
    )
    if move is None:
        return None
    move_along(game, model, *move, why, Walk.moves)
    return move[0]


def with_a_walk(game: Game, model: Model, why: str, when: str, deed: Callable[[Path], Flow]) -> Flow:
    """Carry out `deed` with a Walk before or after it, as declared (B-ACT-14, B-ACT-15, B-GEO-34).

    `deed` gets the path of the Walk before it. A model that cannot walk as declared has lost its action (B-STATE-10).
    """
    path: Path | None = Path(position(model.x, model.y))
    if when == BEFORE:
        game.then = why
        path = yield from walk_with(game, model, why)
        game.then = ""
    if path is not None and not held_by(game, model, moving=False):
        yield from deed(path)
    if when == AFTER and model.on_table:
        yield from walk_with(game, model, why)


class Walk(Action):
    """Move up to Move (B-ACT-10)."""

    key, name, letter, rule, hand = "walk", N_("Walk"), "k", "B-ACT-10", "ground"
    moves: ClassVar[str] = "B-MOVE-6"
    """The rule of its movement, which the decision about its path has."""
    leaves_zones = stirs = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return no_way_out(game, model)

    def perform(self, game: Game, model: Model) -> Flow:
        """Walk up to Move and choose a facing at the end (B-MOVE-6)."""
        yield from walk_with(game, model, self.key)


class Run(Action):
    """Move up to one and a half times Move in a straight line (B-ACT-11)."""

    key, name, letter, rule, hand = "run", N_("Run"), "v", "B-ACT-11", "ground"
    moves: ClassVar[str] = "B-MOVE-7"
    """The rule of its movement, which the decision about its path has."""
    leaves_zones = stirs = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.any(model, "slow"):
            return Refusal(_("{model} is Slow", model=model.name), "B-TR-51")
        return no_way_out(game, model, running=True)

    def perform(self, game: Game, model: Model) -> Flow:
        """Run in a straight line and face along it. A Berserk model runs at the nearest enemy (B-MOVE-7)."""
        if model.has("Berserk"):
            self.rush(game, model)
            return
        move = yield from ask_path(
            game,
            model,
            lambda inches: region_of(model, run(game, model, run_length(inches))),
            Turning.follows(model.x, model.y, model.facing, self.moves),
            prompt=_("Where does {model} run to?", model=model.name),
            rule=self.moves,
        )
        if move is not None:
            move_along(game, model, *move, self.key, self.moves)
        model.ran = True

    def rush(self, game: Game, model: Model) -> None:
        """Run straight at the nearest enemy, as far as possible (B-STATE-1)."""
        target = min(game.enemies(model), key=lambda enemy: game.apart(model, enemy), default=None)
        model.ran = True
        if target is None:
            return
        dx, dy, longest = target.x - model.x, target.y - model.y, run_length(game.statistic(model, "move"))
        model.facing, distance = facing_towards(dx, dy), math.hypot(dx, dy)
        region = region_of(model, run(game, model, longest))
        for step in range(RUSHES, 0, -1):
            share = min(longest, distance) * step / RUSHES / distance
            spot = position(model.x + share * dx, model.y + share * dy)
            if (path := region.find(spot)) is not None:
                move_along(game, model, path, model.facing, self.key, "B-STATE-1")
                return
