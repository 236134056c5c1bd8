"""The models present and the value of each, wherever it stands: computed once for all spots of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from game.rulesets.godbreakers.ai.approach import Approach, approach_of
from game.rulesets.godbreakers.ai.beasts import Beast, beasts
from game.rulesets.godbreakers.ai.bounties import quarries
from game.rulesets.godbreakers.ai.lives import ascended, long_run, prizes, rounds_left, rout, stake, survives, ward
from game.rulesets.godbreakers.ai.presence import Standing, standing_to
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.traits import speakers

HOARD: Final = 1.4
"""VP of holding a hoard while it can still be plundered in a later round, per model that carries nothing yet.

It is less than the value of what a model would carry; otherwise no model would ever plunder.
"""
UNLADEN: Final = 0.7
LAST_CHANCE: Final = 2.5
"""The same in the last round, per such model that is still to act."""
TEMPO: Final = 0.05
"""VP of an activation still to come this round."""
FEAR: Final = 0.17
"""The chance that an enemy that can strike a model does so, minus what the fight may cost that enemy."""
WARY: Final = 0.51
"""The same for players who expect everything others may do, as often as veterans do it."""
COVETED: Final = 0.25
"""The same for a model with a prize, for any player: it stays out of the way by itself."""


class Member(NamedTuple):
    """A model of a circle: the VP lost with it, and those of its coming activation.

    Also how likely enemies that can strike it do so, and whether the circle cannot be routed while it is there.
    """

    model: Model
    life: float
    tempo: float
    fear: float
    stands: bool


class Side(NamedTuple):
    """A player with a circle on the table: its VP, what it can lose and gain, and its enemies."""

    points: float
    members: list[Member]
    foes: list[Model]
    """The models still to act."""
    strikers: list[tuple[Model, float]]
    """Of those, the models that players control, each with the inches from its centre to a rim it may harm."""
    rout: float
    plunder: float
    """The expected VP of a hoard that it holds."""
    approach: Approach


class Muster(NamedTuple):
    """Facts that hold wherever the model `moving` stands, as long as nothing else changes; read only.

    `safe` is the chance of each model to survive recovery, None if that depends on where models stand.
    """

    standing: list[Model]
    moving: int | None
    """The index of the moving model among those standing; None if no model moves."""
    markers: list[tuple[Marker, list[Standing | None]]]
    """How each standing model relates to each marker; for the moving one, anything."""
    safe: Mapping[str, float] | None
    hunters: list[Beast]
    quarries: list[tuple[Model, float]]
    waiting: int
    """How many players' models are still to act."""
    later: int
    """In how many rounds after this one markers count."""
    sides: dict[str, Side | None]


def mustered(game: Game, moving: Model | None = None, fear: float = FEAR, *, later: bool = True) -> Muster:
    """Return the models present, for any spot of the moving one; `fear` is how likely enemies that can strike do so.

    `later` is whether markers count in later rounds, too.
    """
    standing = game.standing()
    waiting = _still_to_act(game, standing)
    return Muster(
        standing,
        None if moving is None else standing.index(moving),
        [(marker, [standing_to(game, marker, each) for each in standing]) for marker in game.lying()],
        None if any(speakers(game, "lets_reroll")) else survival(game, standing),
        beasts(game, standing),
        quarries(game, standing),
        len(waiting),
        rounds_left(game) if later else 0,
        {player: _side(game, player, standing, moving, waiting, fear) for player in game.setup.players},
    )


def _still_to_act(game: Game, standing: Sequence[Model]) -> list[tuple[Model, float]]:
    """Return the players' models still to act, with their reach.

    It is the inches from the centre to a rim that the model may harm soon, by one move and its range.
    """
    waiting = [each for each in standing if each.owner and not each.activated and each.id != game.state.active]
    return [(each, each.radius + (attack_range(game, each) + movement_range(game, each)) + 1.0) for each in waiting]


def survival(game: Game, standing: Sequence[Model]) -> dict[str, float]:
    """Return the chance of each model to survive recovery, by id."""
    return {each.id: survives(game, each) if each.damage else 1.0 for each in standing}


def _side(
    game: Game,
    player: str,
    standing: Sequence[Model],
    moving: Model | None,
    waiting: Sequence[tuple[Model, float]],
    fear: float,
) -> Side | None:
    """Return a player's assets and enemies; None if the player is out of the game."""
    circle = game.circle(player)
    if player in game.state.lost or not circle:
        return None
    carried, foes = prizes(game), game.hostiles(circle[0])
    return Side(
        game.state.vp[player] + ascended(game, player),
        [_member(game, each, carried.get(each.id, 0), fear) for each in (*circle, *_wards(game, player, standing))],
        [foe for foe in foes if not foe.activated and foe.id != game.state.active],
        [striker for striker in waiting if striker[0].owner != player],
        rout(game, player),
        _plunder(game, [each for each in circle if not carried.get(each.id)]),
        approach_of(game, circle, carried, standing, moving),
    )


def _wards(game: Game, player: str, standing: Sequence[Model]) -> list[Model]:
    """Return the wild models whose fall costs a circle points."""
    if not scenario_of(game).wards:
        return []
    return [each for each in standing if each.owner == player and ward(game, each)]


def _member(game: Game, model: Model, laden: int, fear: float) -> Member:
    life = stake(game, model, laden) + long_run(game, model)
    return Member(model, life, TEMPO * (not model.activated), COVETED if laden else fear, model.godbreaker)


def _plunder(game: Game, unladen: Sequence[Model]) -> float:
    """Return the expected VP of a hoard that a circle holds, with these models that carry nothing."""
    if rounds_left(game):
        return HOARD + UNLADEN * len(unladen)
    return LAST_CHANCE * sum(not model.activated for model in unladen)
