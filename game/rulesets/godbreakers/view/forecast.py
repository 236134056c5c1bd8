"""The consequences of a placement, as claims: the rules' own functions run on copies of the game (see `supposing`).

Claims describe what may happen as events describe what has happened; `preview` puts them into words.
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
from game.rulesets.godbreakers.rules.actions.ready import able_to_react
from game.rulesets.godbreakers.rules.actions.repertoire import refusal
from game.rulesets.godbreakers.rules.damage import more_suffered
from game.rulesets.godbreakers.rules.events import Damaged
from game.rulesets.godbreakers.rules.game import Game, Piece
from game.rulesets.godbreakers.rules.placing import attack_range, landings, move_region, movement_range, within_move
from game.rulesets.godbreakers.rules.rounds.activation import acts_again, leaves_time, strikes_after_moving
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.best_range import best_range
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of
from game.table.lattice import Position
from game.table.measuring.ruler import LevelOutOfRange
from game.table.placing.conditions import AnyOf, WithinRange
from game.table.placing.region import Region
from game.table.shapes import Disc

MOST_TARGETS = 4
"""The most opponents whose odds are listed one by one; with more, only names are listed."""


def of_marker(game: Game, marker: Marker, x: float, y: float) -> Iterator[Claim]:
    """Yield which models would be within 0 U of a marker at (x, y)."""
    there = marker.disc.moved_to(x, y)
    if near := [model.id for model in game.standing() if _beside(game, there, model)]:
        yield Claim("contact", (marker.id, *near))


def of_placement(game: Game, decision: Decision, model: Model, there: Disc) -> Iterator[Claim]:
    """Yield the consequences of placing a model `there`, as seen from where it then lands."""
    thought = isinstance(decision, Editing)  # an edit is previewed as a move of the active model
    moving = model.on_table and (thought or decision.rule == "G-MOVE-1")
    obstacles = obstacles_to(game, model, Position(there.x, there.y), there.level) if moving else []
    supposed, found = standing(game, model, there)
    if thought:
        supposed.state.active = found.id
    name = decision.test if not moving else AVOID if obstacles else ""
    ways = list(resolved(supposed, name, obstacles)) if supposed.state.active else [(1, supposed)]
    if moving:
        yield Claim(
            "range",
            (found.id,),
            amount=_least_range(game, model, there),
            inches=math.dist((model.x, model.y), (there.x, there.y)),
        )
        yield from (Claim("obstacle", (found.id, obstacle)) for obstacle in obstacles)
        if not obstacles:
            yield Claim("no obstacle", (found.id,))
    if name:
        active, amount = supposed.state.active, len(obstacles) + more_suffered(supposed, found) if moving else 0
        passed = float(test_odds(supposed, supposed.state.models[active], name))
        yield Claim("test", (active, name), (passed,), amount)
    if found.level < there.level:
        hurt = sum(event.amount for event in supposed.events if isinstance(event, Damaged))
        yield Claim("fall", (found.id, str(found.level)), amount=hurt)
    near = [piece.id for piece in supposed.present() if piece is not found and _beside(supposed, found.disc, piece)]
    if near:
        yield Claim("contact", (found.id, *near))
    if model.place == "casualty":
        for way in (each[1] for each in ways):  # a returned model stays only if the test passes
            returned = way.state.models[model.id] = way.state.models[model.id].clone()  # outcomes may share it
            returned.place = "casualty" if failed(way) else "table"
    acting = [way for way in ways if _active(way[1]).on_table] if supposed.state.active else []
    reactors = list(_reactions(acting, settled=moving or not name))
    for claim in _controls(game, model, found, ways):
        yield replace(claim, amount=len(reactors))  # a reaction may change control
    if moving and (tokens := [token.id for token in supposed.unclaimed() if _beside(supposed, found.disc, token)]):
        yield Claim("tokens", (found.id, *tokens))
    if supposed.state.active:
        yield from reactors
        if supposed.state.active == found.id:
            spent = not thought and not leaves_time(game, model)
            yield from _fights(acting, spent=spent, plain=not reactors)
    elif game.state.step == "setup" and (others := targets(supposed, found)):
        yield Claim("in range", (found.id, *(other.id for other in others)))


def _active(game: Game) -> Model:
    return game.state.models[game.state.active]


def _least_range(game: Game, model: Model, there: Disc) -> int:
    """Return the smallest move range within which the whole base would be `there`, -1 if none (G-MEAS-5, Q3)."""
    # The far rim moves as far as the centre does: no smaller range needs trying.
    least = max(1, math.floor(math.hypot(there.x - model.x, there.y - model.y) - 1.0))
    for n in range(least, movement_range(game, model) + 1):
        try:
            demand = within_move(game, model, n)
            here = demand.for_level(there.level) if game.levels else demand
        except LevelOutOfRange:
            return -1
        if here is None or here.allows(there.x, there.y):
            return n
    return -1


def _controls(game: Game, model: Model, found: Model, ways: Sequence[Resolved]) -> Iterator[Claim]:
    """Yield for each marker the model leaves or touches its likeliest controller then, and the one now (G-TBL-6)."""
    gone = [game.state.models[each] for each in (model.id, game.leaving) if each and game.state.models[each].on_table]
    for marker in game.lying():
        touched = _beside(game, found.disc, marker) or any(game.touching(marker, gone))
        if not touched and len(ways) < 2:
            continue
        shares: Counter[str] = Counter()
        for cases, way in reversed(ways):  # passed tests first
            shares[_controller(way, marker)] += cases
        if touched or len(shares) > 1:  # a model that ascends by the test gives up its markers
            [(after, likely)] = shares.most_common(1)
            yield Claim("control", (marker.id, after, _controller(game, marker)), (likely / shares.total(),))


def _controller(game: Game, marker: Marker) -> str:
    return next((player for player in game.playing() if game.controls(player, marker)), "")


def _beside(game: Game, there: Disc, piece: Piece) -> bool:
    """Return whether a piece is within 0 U of a spot; skips measuring when they are far apart (G-MEAS-2)."""
    gap = there.radius + piece.radius + 1.0
    near = -gap < piece.x - there.x < gap and -gap < piece.y - there.y < gap
    return near and game.ruler.within(there, piece.disc, 0)


# -- the active model's fights -----------------------------------------------------------------


def _reactions(ways: list[Resolved], *, settled: bool) -> Iterator[Claim]:
    """Yield the ready models that would strike the active model next, with odds if nothing precedes them (G-ADV-1)."""
    if ways and (reactors := able_to_react(ways[0][1])):
        game, model = ways[0][1], _active(ways[0][1])
        names = tuple(other.id for other in reactors)
        exact = settled and len(names) == 1 and not game.state.engaged
        chances = _mixed(ways, names[0], (model.id,))[0] if exact else ()
        yield Claim("could react" if game.state.engaged else "reacts", (model.id, *names), chances)


def _fights(ways: list[Resolved], *, spent: bool, plain: bool) -> Iterator[Claim]:
    """Yield the models the active model could then engage, with odds if nothing precedes the engage (G-ENG-1)."""
    if not ways:
        return
    game, model = ways[0][1], _active(ways[0][1])
    found = targets(game, model)
    about = (model.id, *(other.id for other in found))
    if not found:
        return
    if spent:
        yield Claim("spent", about)
    elif refusal(game, model, Engage(), game.state.performed):
        yield Claim("barred", about)
    elif not plain or game.state.engaged or len(found) > MOST_TARGETS:
        yield Claim("could engage", about)
    else:
        yield from (claim for other in about[1:] for claim in _engage(ways, about[:1], (other,)))
        if 1 < len(found) <= most_opponents(game, model):
            yield from _engage(ways, about[:1], about[1:])


def _engage(ways: list[Resolved], active: tuple[str, ...], opponents: tuple[str, ...]) -> Iterator[Claim]:
    chances, lost = _mixed(ways, active[0], opponents)
    yield Claim("engage", active + opponents, chances)
    if any(lost):
        yield Claim("lost", active + opponents, lost)


def _mixed(
    ways: list[Resolved], active: str, opponents: tuple[str, ...]
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return win, tie and loss of an engage, and each casualty chance, weighted over all outcomes before it."""
    rows = []
    for cases, game in ways:
        models = game.state.models
        odds = engage_odds(game, models[active], *(models[other] for other in opponents))
        chances = odds.win, odds.tie, odds.lose, *(fate.casualty for fate in odds.fates)
        rows.append([(cases, chance) for chance in chances])
    shares = tuple(float(mixed(each)) for each in zip(*rows, strict=True))
    return shares[:3], shares[3:]


# -- threats by others -------------------------------------------------------------------------


def of_others(game: Game, model: Model, there: Disc) -> Iterator[tuple[Claim, ...]]:
    """Yield the hostile models that could reach a model `there`, at once or after a move, as they are found."""
    supposed, found = standing(game, model, there)
    now: list[str] = []
    later: list[str] = []
    for hostile in supposed.hostiles(found):
        other = supposed.state.models[hostile.id] = hostile.clone()
        supposed.state.active, other.unused = other.id, ()  # its state when its turn comes
        if not acts_again(game, other):
            continue
        if _reaches(supposed, other, found):
            now.append(other.id)
        elif not strikes_after_moving(game, other):
            continue  # a move would leave it no action to engage
        elif could_come_to_reach(supposed, other, found):
            later.append(other.id)
        reaching = {"at once": now, "after a move": later}
        yield tuple(Claim(kind, (found.id, *others)) for kind, others in reaching.items() if others)
    if not now and not later:
        yield (Claim("nobody", (found.id,)),)


def _reaches(game: Game, other: Model, model: Model) -> bool:
    """Return whether `other` can strike `model` from where it stands; a wild one, if that is its compulsion."""
    if not other.wild:
        return game.reaches(other, model, attack_range(game, other))
    return any(not deed.moves for deed in _deeds_against(game, other, model))


def _deeds_against(game: Game, other: Model, model: Model) -> list[Deed]:
    """Return how the compulsion of a wild model would have it harm another now (G-SIDE-4, Q12)."""
    deeds = deeds_of(game, other, compulsion_of(game, other)).values()
    return [deed for deed in deeds if deed.harms and model.id in deed.subject]


def could_come_to_reach(game: Game, other: Model, model: Model) -> bool:
    """Return whether a move of `other` can end with `model` in its attack range (G-MOVE-1, G-ENG-1).

    A wild model moves as its compulsion demands: as near as it can to what it is to strike (Q12).
    """
    if other.wild:
        if not _deeds_against(game, other, model):
            return False
        nearest = best_range(game, other, model, nearest=True).range
        return nearest is not None and nearest <= attack_range(game, other)
    steps, n = movement_range(game, other), attack_range(game, other)
    gap = math.hypot(model.x - other.x, model.y - other.y) - model.radius - other.radius
    if gap >= steps + n + 2.0:  # walls and terrain only shorten its reach
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
        ways = [near.for_level(each) for each in game.levels_of(other, level) if abs(each - model.level) <= 1]
        if ways:
            yield Region(ends.radius, (*ends.conditions, AnyOf(ways)), ends.around)
