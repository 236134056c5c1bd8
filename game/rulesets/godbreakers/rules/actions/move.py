"""The Move action and its obstacles (G-MOVE)."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Place
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import claim, suffer
from game.rulesets.godbreakers.rules.events import LevelChosen, Moved, ObstaclesMet
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import (
    alert,
    choose_level,
    displace,
    level_of,
    move_region,
    movement_range,
    pinning_conditions,
)
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Model
from game.table.lattice import Position, distance
from game.table.placing.region import Region
from game.wording import N_, _, keep

ESCAPE, AVOID = N_("Escape"), N_("Avoid Obstacles")
CLIMB, FALL = N_("Climb"), N_("Fall")


class Move(Action):
    """Place the model within its movement range of its current place (G-MOVE-1)."""

    key, label, rule = "move", N_("Move"), "G-MOVE-1"
    letter = "v"

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return a refusal if other models pin the model so that no end is legal (Q19)."""
        demands = pinning_conditions(game, model)
        if demands and not move_region(game, model).find():
            text = _("{model} is pinned: no move would end closer to every model pinning it", model=model.name)
            return Refusal(text, demands[0].rule)
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        yield from move(game, model)


def move(game: Game, model: Model, ends: Region | None = None, why: str = "") -> Flow:
    """Ask for the end of a move, in `ends` if given, and carry out the move, its test and claims of tokens."""
    player, n = game.handler(model), movement_range(game, model)
    prompt = _("Move {model} within {n} U", model=model.name, n=n)
    if why:
        prompt = _("Move {model} to a spot {why}", model=model.name, why=why)
    ends = ends or move_region(game, model)
    where = yield from choose_level(ends, player=player, prompt=prompt, about=model.id, test=AVOID)
    assert isinstance(where, Region)
    answer = yield Place(player=player, prompt=prompt, rule="G-MOVE-1", about=model.id, region=where, test=AVOID)
    yield from carry_out(game, model, Position(answer[0], answer[1]), level_of(where))


def carry_out(game: Game, model: Model, end: Position, level: int) -> Flow:
    """Move the model to `end`, make its Avoid Obstacles test and let it claim tokens (G-MOVE-2, G-MOVE-5)."""
    obstacles = obstacles_to(game, model, end, level)
    move_to(game, model, end, level)
    if obstacles:
        avoid(game, model, obstacles)
    yield from claim_tokens(game, model)


def move_to(game: Game, model: Model, end: Position, level: int) -> None:
    """Put the model at `end`. Without a surface there, the model falls (G-MOVE-1, G-ADV-4)."""
    start = (model.x, model.y)
    if level != model.level:
        game.emit(LevelChosen(model=model.id, start=model.level, end=level))
    (model.x, model.y), model.level = end, level
    game.emit(Moved(model=model.id, start=start, end=(end.x, end.y), inches=distance(start, end)))
    if game.falls(model.disc):
        displace(game, model, end.x, end.y, rule="G-ADV-4", level=level)
    else:
        alert(game, model)


def avoid(game: Game, model: Model, obstacles: Sequence[str]) -> None:
    """Make the Avoid Obstacles test. On a failure, the model takes 1 damage for each obstacle (G-MOVE-2)."""
    game.emit(ObstaclesMet(model=model.id, obstacles=tuple(obstacles)))
    if not test(game, model, AVOID, rule="G-MOVE-2"):
        suffer(game, model, len(obstacles), rule="G-MOVE-2")


def must_escape(game: Game, model: Model) -> bool:
    """Return whether a model has to Escape if it moves now (G-MOVE-3)."""
    return any(game.touching(model, game.hostiles(model)))


def obstacles_to(game: Game, model: Model, end: Position, level: int = 0, *, escaping: bool | None = None) -> list[str]:
    """Return the obstacles to a move to `end` on `level` (G-MOVE-3, G-MOVE-4, Q1, G-ADV-3, H4).

    `escaping` is whether the model has to Escape, if the caller knows.
    """
    if escaping is None:
        escaping = must_escape(game, model)
    obstacles = [ESCAPE] if escaping else []
    if level != model.level:
        obstacles.append(CLIMB if level > model.level else FALL)
    start = Position(model.x, model.y)
    crossed = game.ground(model.level, level).barricades_crossed(start, end)
    names = [barricade.name or keep("a barricade") for barricade in crossed]
    return obstacles + [keep("Vault over {barricade}", barricade=name) for name in names]


def claim_tokens(game: Game, model: Model) -> Flow:
    """Let a model that has moved claim any unclaimed tokens within 0 U (G-MOVE-5)."""
    near = [token for token in game.unclaimed() if game.within(model, token, 0)]
    if not near:
        return
    prompt = _("Which tokens does {model} claim?", model=model.name)
    picked = yield from pick(
        game.handler(model), prompt, near, rule="G-MOVE-5", about=model.id, minimum=0, maximum=len(near)
    )
    for token in picked:
        claim(game, model, token, rule="G-MOVE-5")
