"""The consequences of a placement, as claims. The rules run on copies of the game to find them (see `supposing`).

A claim is a fact that would become true, like an event of the future. `preview` puts claims into words.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.engine.core.decisions import Decision
from game.engine.core.odds import mixed
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Claim
from game.rulesets.godbreakers.odds.odds import engage_odds, test_odds
from game.rulesets.godbreakers.odds.supposing import Resolved, failed, resolved, standing
from game.rulesets.godbreakers.rules.actions.action import Deed
from game.rulesets.godbreakers.rules.actions.engage import Engage, most_opponents, targets
from game.rulesets.godbreakers.rules.actions.move import AVOID, obstacles_to
from game.rulesets.godbreakers.rules.actions.repertoire import able_to_react, refusal
from game.rulesets.godbreakers.rules.damage import extra_damage
from game.rulesets.godbreakers.rules.events import Damaged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import attack_range, landings, move_region, movement_range, within_move
from game.rulesets.godbreakers.rules.rounds.activation import can_still_engage, has_another_action, will_act_again
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.best_range import best_range
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of
from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.conditions import AnyOf, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc

MOST_TARGETS = 4
"""The most opponents whose odds are listed. With more opponents, only names are listed."""


def of_marker(game: Game, marker: Marker, x: float, y: float) -> Iterator[Claim]:
    """Yield a claim with the models within 0 U of a marker at (x, y), if any."""
    moved = marker.disc.moved_to(x, y)
    if near := [model.id for model in game.standing() if _beside(game, moved, model)]:
        yield Claim("contact", (marker.id, *near))


def of_placement(game: Game, decision: Decision, model: Model, there: Disc) -> Iterator[Claim]:
    """Yield the consequences of placing a model at `there`, also after a fall."""
    editing = isinstance(decision, Editing)  # an edit is previewed as a move of the active model
    moving = model.on_table and (editing or decision.rule == "G-MOVE-1")
    obstacles = obstacles_to(game, model, Position(there.x, there.y), there.level) if moving else []
    supposed, moved = standing(game, model, there)
    if editing:
        supposed.state.active = moved.id
    name = decision.test if not moving else AVOID if obstacles else ""
    outcomes = list(resolved(supposed, name, obstacles)) if supposed.state.active else [(1, supposed)]
    if moving:
        yield Claim(
            "range",
            (moved.id,),
            amount=_least_range(game, model, there),
            inches=math.dist((model.x, model.y), (there.x, there.y)),
        )
        yield from (Claim("obstacle", (moved.id, obstacle)) for obstacle in obstacles)
        if not obstacles:
            yield Claim("no obstacle", (moved.id,))
    if name:
        active, amount = supposed.state.active, len(obstacles) + extra_damage(supposed, moved) if moving else 0
        passed = float(test_odds(supposed, supposed.state.models[active], name))
        yield Claim("test", (active, name), (passed,), amount)
    if moved.level < there.level:
        hurt = sum(event.amount for event in supposed.events if isinstance(event, Damaged))
        yield Claim("fall", (moved.id, str(moved.level)), amount=hurt)
    near = [piece.id for piece in supposed.present() if piece is not moved and _beside(supposed, moved.disc, piece)]
    if near:
        yield Claim("contact", (moved.id, *near))
    if model.place == "casualty":
        for _cases, outcome in outcomes:  # a returned model stays only if the test passes
            models = outcome.state.models
            models[model.id] = models[model.id].clone()  # outcomes may share the model
            models[model.id].place = "casualty" if failed(outcome) else "table"
    acting = [outcome for outcome in outcomes if _active(outcome[1]).on_table] if supposed.state.active else []
    reactors = list(_reactions(acting, settled=moving or not name))
    for claim in _controls(game, model, moved, outcomes):
        yield replace(claim, amount=len(reactors))  # a reaction may change control
    if moving and (tokens := [token.id for token in supposed.unclaimed() if _beside(supposed, moved.disc, token)]):
        yield Claim("tokens", (moved.id, *tokens))
    if supposed.state.active:
        yield from reactors
        if supposed.state.active == moved.id:
            spent = not editing and not has_another_action(game, model)
            yield from _fights(acting, spent=spent, plain=not reactors)
    elif game.state.step == "setup" and (others := targets(supposed, moved)):
        yield Claim("in range", (moved.id, *(other.id for other in others)))


def _active(game: Game) -> Model:
    return game.state.models[game.state.active]


def _least_range(game: Game, model: Model, there: Disc) -> int:
    """Return the smallest range in U of a move that ends at `there`, or -1 for none (G-MEAS-5, Q3)."""
    # No range is smaller than the distance between the centres.
    least = max(1, math.floor(math.hypot(there.x - model.x, there.y - model.y) - 1.0))
    for n in range(least, movement_range(game, model) + 1):
        try:
            demand = within_move(game, model, n)
            condition = demand.for_level(there.level) if game.levels else demand
        except LevelOutOfRange:
            return -1
        if condition is None or condition.allows(there.x, there.y):
            return n
    return -1


def _controls(game: Game, model: Model, moved: Model, outcomes: Sequence[Resolved]) -> Iterator[Claim]:
    """Yield the likeliest and the current controller of each marker that may change hands (G-TBL-6)."""
    models = [game.state.models[identity] for identity in (model.id, game.leaving) if identity]
    leaving = [other for other in models if other.on_table]
    for marker in game.lying():
        near = _beside(game, moved.disc, marker) or any(game.touching(marker, leaving))
        if not near and len(outcomes) < 2:
            continue
        shares: Counter[str] = Counter()
        for cases, outcome in reversed(outcomes):  # passed tests first
            shares[outcome.controller(marker)] += cases
        if near or len(shares) > 1:  # a model that ascends by the test gives up its markers
            [(controller, cases)] = shares.most_common(1)
            yield Claim("control", (marker.id, controller, game.controller(marker)), (cases / shares.total(),))


def _beside(game: Game, base: Disc, piece: Piece) -> bool:
    """Return whether a piece is within 0 U of a base. Does not measure if they are far apart (G-MEAS-2)."""
    gap = base.radius + piece.radius + 1.0
    near = -gap < piece.x - base.x < gap and -gap < piece.y - base.y < gap
    return near and game.ruler.within(base, piece.disc, 0)


# -- the active model's fights -----------------------------------------------------------------


def _reactions(outcomes: list[Resolved], *, settled: bool) -> Iterator[Claim]:
    """Yield the ready models that would engage the active model, with odds if nothing comes before (G-ADV-1)."""
    if outcomes and (reactors := able_to_react(outcomes[0][1])):
        game, model = outcomes[0][1], _active(outcomes[0][1])
        names = tuple(other.id for other in reactors)
        exact = settled and len(names) == 1 and not game.state.engaged
        chances = _mixed(outcomes, names[0], (model.id,))[0] if exact else ()
        yield Claim("could react" if game.state.engaged else "reacts", (model.id, *names), chances)


def _fights(outcomes: list[Resolved], *, spent: bool, plain: bool) -> Iterator[Claim]:
    """Yield the models that the active model could engage next, with odds if nothing comes before (G-ENG-1)."""
    if not outcomes:
        return
    game, model = outcomes[0][1], _active(outcomes[0][1])
    opponents = targets(game, model)
    about = (model.id, *(other.id for other in opponents))
    if not opponents:
        return
    if spent:
        yield Claim("spent", about)
    elif refusal(game, model, Engage(), game.state.performed):
        yield Claim("barred", about)
    elif not plain or game.state.engaged or len(opponents) > MOST_TARGETS:
        yield Claim("could engage", about)
    else:
        yield from (claim for other in about[1:] for claim in _engage(outcomes, about[:1], (other,)))
        if 1 < len(opponents) <= most_opponents(game, model):
            yield from _engage(outcomes, about[:1], about[1:])


def _engage(outcomes: list[Resolved], active: tuple[str, ...], opponents: tuple[str, ...]) -> Iterator[Claim]:
    chances, lost = _mixed(outcomes, active[0], opponents)
    yield Claim("engage", active + opponents, chances)
    if any(lost):
        yield Claim("lost", active + opponents, lost)


def _mixed(
    outcomes: list[Resolved], active: str, opponents: tuple[str, ...]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the chances of win, tie and loss, and of casualties, averaged over all outcomes before the Engage."""
    rows = []
    for cases, game in outcomes:
        models = game.state.models
        odds = engage_odds(game, models[active], *(models[other] for other in opponents))
        chances = odds.win, odds.tie, odds.lose, *(fate.casualty for fate in odds.fates)
        rows.append([(cases, chance) for chance in chances])
    shares = tuple(float(mixed(column)) for column in zip(*rows, strict=True))
    return shares[:3], shares[3:]


# -- threats by others -------------------------------------------------------------------------


def of_others(game: Game, model: Model, there: Disc) -> Iterator[tuple[Claim, ...]]:
    """Yield the hostile models that could reach a model at `there`, at once or after a move. The claims grow."""
    supposed, target = standing(game, model, there)
    now: list[str] = []
    later: list[str] = []
    for hostile in supposed.hostiles(target):
        other = supposed.state.models[hostile.id] = hostile.clone()
        supposed.state.active, other.unused = other.id, ()  # as when the other model's turn comes
        if not will_act_again(game, other):
            continue
        if _reaches(supposed, other, target):
            now.append(other.id)
        elif not can_still_engage(game, other):
            continue  # it has no action left to engage after a move
        elif could_come_to_reach(supposed, other, target):
            later.append(other.id)
        reachers = {"at once": now, "after a move": later}
        yield tuple(Claim(kind, (target.id, *others)) for kind, others in reachers.items() if others)
    if not now and not later:
        yield (Claim("nobody", (target.id,)),)


def _reaches(game: Game, other: Model, model: Model) -> bool:
    """Return whether `other` can strike `model` without moving. A wild model strikes only by its compulsion."""
    if not other.wild:
        return game.reaches(other, model, attack_range(game, other))
    return any(not deed.moves for deed in _deeds_against(game, other, model))


def _deeds_against(game: Game, other: Model, model: Model) -> list[Deed]:
    """Return the deeds that a wild model's compulsion demands against another model now (G-SIDE-4, Q12)."""
    deeds = deeds_of(game, other, compulsion_of(game, other)).values()
    return [deed for deed in deeds if deed.harms and model.id in deed.subject]


def could_come_to_reach(game: Game, other: Model, model: Model) -> bool:
    """Return whether a move of `other` can end with `model` in its attack range (G-MOVE-1, G-ENG-1).

    A wild model moves as its compulsion demands, which is as near to its target as possible (Q12).
    """
    if other.wild:
        if not _deeds_against(game, other, model):
            return False
        nearest = best_range(game, other, model, nearest=True).range
        return nearest is not None and nearest <= attack_range(game, other)
    steps, n = movement_range(game, other), attack_range(game, other)
    gap = math.hypot(model.x - other.x, model.y - other.y) - model.radius - other.radius
    if gap >= steps + n + 2.0:  # walls and terrain only shorten the reach
        return False
    return any(ends.find() for ends in striking_ends(game, other, model, n))


def striking_ends(game: Game, other: Model, model: Model, n: int) -> Iterator[Region]:
    """Yield the ends of a move of `other` from which `model` is within `n` U, level by level (G-ADV-2, G-ADV-5)."""
    near = WithinRange(game.ruler, model.disc, n, other.radius, whole=False)
    if not game.levels:
        yield move_region(game, other, (near,))
        return
    for ends, level in landings(game, move_region(game, other)):
        # An Unbound model may shift its level for the attack too.
        levels = [stance for stance in game.levels_of(other, level) if abs(stance - model.level) <= 1]
        if levels:
            in_range = AnyOf([near.for_level(stance) for stance in levels])
            yield Region(ends.radius, (*ends.conditions, in_range), ends.around)
