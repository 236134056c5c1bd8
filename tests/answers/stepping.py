"""Scenes for single questions about ways: those drawn by hand or stored, legs, grounds and policies."""

from __future__ import annotations

import math

import numpy as np
import shapely
from shapely.geometry import Polygon, box

from game.table.lattice import distance, position
from game.table.path.crossings import box_of_leg, depths, passes_by, stretches_of
from game.table.path.crossings import distance as distance_to
from game.table.path.judge import (
    allows,
    certain_refusals,
    check,
    end_refusals,
    gains_in_reach,
    inches_to_enter,
    least_cost,
    most_inches,
    near_and_far,
    total_gain,
)
from game.table.path.path import Leg, Path
from game.table.path.policy import End, Ground, PathPolicy, PathsQuestion, Stage, base, beyond, contact, near_to
from game.table.path.simpler_policies import loosen, path_to_goal, tighten
from game.table.path.straight import with_straight_legs
from game.table.shapes import Disc
from tests.answers.asking import Answers, Scene, grid, known
from tests.answers.walking import BOUNDS, told


def drawn_by_hand() -> Answers:
    """Ways that are drawn, good and bad, each under policies that have something against it."""
    post, hill = Disc(14.0, 12.0, 0.5, "post"), Ground("hill", box(9.0, 14.0, 11.0, 17.0), "W-17", factor=2.0)
    grounds = (
        base(post, "W-11"),
        hill,
        Ground("ditch", box(16.0, 10.0, 16.5, 14.0), "W-9", enter=1.0, leave=0.5, rest=False),
    )
    plain = PathPolicy(0.5, 6.0, BOUNDS, grounds, rule="W-12")
    paths = {
        "stays": Path.through([(12.0, 12.0)]),
        "through the post": Path.through([(12.0, 12.0), (16.0, 12.0)]),
        "over the hill": Path.through([(12.0, 12.0), (10.0, 15.0)]),
        "over the hill and back": Path.through([(12.0, 12.0), (10.0, 15.0), (10.0, 13.0)]),
        "off the table": Path.through([(12.0, 12.0), (12.0, 6.0), (12.0, -1.0)]),
        "over the ditch": Path.through([(15.0, 9.0), (17.5, 12.0), (17.5, 13.0)]),
        "into the ditch": Path.through([(15.5, 8.5), (16.25, 11.0)]),
        "an arc": Path.through([(12.0, 12.0), (12.0, 14.0)], [math.pi / 2]),
        "an arc round the post": Path.through([(13.0, 12.0), (15.0, 12.0)], [-math.pi]),
        "arcs": Path.through([(12.0, 12.0), (11.0, 13.0), (10.0, 12.0), (10.0, 12.001)], [1.5, -2.5, 1.0]),
        "there and back": Path.through([(12.0, 12.0), (12.0, 14.0), (12.0, 11.0)]),
    }
    stages = {
        "free": plain,
        "straight": plain.but(stages=(Stage("straight", rule="W-1"),)),
        "toward": plain.but(stages=(Stage("toward", of=(post,), rule="W-3"),)),
        "away": plain.but(stages=(Stage("away", of=(post,), rule="W-7"),)),
        "not nearer": plain.but(stages=(Stage("not nearer", of=(post,), rule="W-6"),)),
        "not farther": plain.but(stages=(Stage("not farther", of=(post,), rule="W-6"),)),
        "along": plain.but(stages=(Stage("along", of=(post,), rule="W-5"),)),
        "touching": plain.but(ends=(contact(post, rule="W-4"),)),
        "near the hill": plain.but(ends=(End((hill.shape,), 0.0, -0.5, "W-13", "the hill"),)),
        "up to the ditch": plain.but(
            stages=(Stage(until="touch", names=("ditch",), rule="W-2"), Stage("away", of=(post,)))
        ),
    }
    for name, path in paths.items():
        yield (
            f"{name}: way",
            [
                path.stored(),
                path.inches,
                path.recorded,
                [path.at(n / 2) for n in range(13)],
                path.outline(),
                path.reversed.stored(),
                path.end,
            ],
        )
        yield f"{name}: legs", [(leg.chord, leg.radius, leg.inches, leg.at(0.5)) for leg in path.legs]
        yield f"{name}: outline", [len(path.outline(sagitta)) for sagitta in (0.5, 0.05, 0.005, 0.0005)]
        yield f"{name}: cornered", told(with_straight_legs(path, plain))
        for policy_name, policy in stages.items():
            receipt = check(path, policy)
            yield (
                f"{name}, {policy_name}",
                [
                    receipt.refusals,
                    receipt.inches,
                    receipt.cost,
                    receipt.left,
                    receipt.once,
                    [leg.prices for leg in receipt.legs],
                ],
            )
            yield f"{name}, {policy_name}: allowed", allows(path, policy)


def stored() -> Answers:
    """How long a path is as it is recorded."""
    yield "distances", [distance((0.0, 0.0), (3.0, 4.0)), distance((1.1, 2.2), (3.3, -4.4))]


def grounds() -> Answers:
    """Single questions about grounds and policies."""
    block, bog = (
        Ground("block", box(3.0, 3.0, 5.0, 4.0), solid=True, margin=0.25),
        Ground("bog", Disc(8.0, 4.0, 1.0), factor=2.0),
    )
    road, path = Ground("road", box(0.0, 8.0, 12.0, 8.5), once=-2.0), Ground("road", box(9.0, 0.0, 9.5, 8.0), once=-1.0)
    round_ = Ground("round", shapely.Point(6.0, 11.0).buffer(1.0), solid=True)
    policy = PathPolicy(0.5, 4.0, (0.0, 0.0, 14.0, 14.0), (block, bog, road, path, round_))
    for ground in policy.grounds:
        yield (
            f"{ground.name} {ground.once}",
            [
                ground.box,
                ground.disc,
                ground.distance_kept(0.5),
                [ground.is_near((x, 4.0, x + 0.5, 4.5), 0.75) for x in (1.0, 1.74, 1.75, 1.76, 5.75, 5.76, 7.0)],
            ],
        )
        yield (
            f"apart from {ground.name} {ground.once}",
            [inches_to_enter(ground, 0.5, spot) for spot in ((1.0, 1.0), (6.5, 3.5), (10.0, 9.0))],
        )
    yield (
        "near",
        [
            [g.name for g in near_to(policy, box_, inches)]
            for box_ in ((0.0, 0.0, 2.0, 2.0), (5.5, 3.0, 6.4, 4.0), (8.0, 6.0, 9.0, 7.4))
            for inches in (0.0, 0.1, 1.0)
        ],
    )
    spots = [(2.0, 7.0), (6.0, 6.0), (9.0, 6.0), (12.0, 12.0)]
    yield "least costs", [least_cost(policy, one, other) for one in spots for other in spots]
    yield "gains", [[g.once for g in gains_in_reach(policy, spot)] for spot in spots]
    yield "most", [most_inches(policy, spot) for spot in spots]
    yield "gained", [total_gain((road, path)), total_gain((path, road)), total_gain(())]
    for name, other in (
        ("looser", loosen(policy)),
        ("tighter", tighten(policy)),
        ("part", policy.but(ends=(contact(Disc(1, 1, 1)),)).as_part()),
    ):
        yield (
            name,
            [
                other.budget,
                len(other.ends),
                [
                    (g.name, g.factor, g.once, g.shape if isinstance(g.shape, Polygon) else g.shape[:3])
                    for g in other.grounds
                ],
            ],
        )
    yield (
        "keys",
        [
            PathsQuestion.of((1.0, 1.0), policy) == PathsQuestion.of((1.0, 1.0), policy.but()),
            PathsQuestion.of((1.0, 1.0), policy) == PathsQuestion.of((1.0, 1.0001), policy),
        ],
    )
    to = policy.to_disc(Disc(5.0, 9.0, 0.25))
    yield "goals", [to.goal, policy.goal, policy.but(ends=(End((Disc(5.0, 9.0, 0.25),), 1.0),)).goal]
    yield (
        "against",
        [
            [*end_refusals(policy, x, y)]
            for x, y in ((0.4, 3.0), (4.0, 3.5), (4.0, 2.3), (8.0, 4.0), (6.0, 11.0), (13.7, 13.8))
        ],
    )
    yield (
        "against anyway",
        [certain_refusals(policy, position(2.0, 7.0), position(*to)) for to in ((4.0, 3.5), (13.0, 7.0), (6.0, 6.0))],
    )
    yield "beyond", beyond(Polygon([(2, 2), (6, 2), (6, 6)]), policy.bounds)
    goals = [Disc(5.5, 6.0, 0.5), Disc(8.5, 1.0, 0.5), Disc(4.0, 1.5, 0.25), Disc(6.0, 11.0, 0.2), Disc(4.0, 3.5, 0.1)]
    bare = policy.but(grounds=(block, bog, round_))
    yield (
        "leads there",
        [
            known(path_to_goal(position(2.0, 6.0), [which.but(ends=(End((goal,), 0.2),))]))
            for which in (policy, bare)
            for goal in goals
        ],
    )


def legs_in_grounds() -> Answers:
    """At which inches of a leg a base is in a ground, and how near a leg comes to a spot."""
    star = Polygon([(3.0, 3.0), (6.0, 4.0), (9.0, 3.0), (7.0, 6.0), (8.0, 9.0), (5.5, 7.0), (3.0, 8.0), (4.5, 5.5)])
    shapes: dict[str, Disc | Polygon] = {
        "a disc": Disc(5.5, 5.5, 1.25),
        "a dot": Disc(5.5, 5.5, 0.0),
        "a box": box(4.0, 4.5, 7.0, 6.0),
        "a star": star,
    }
    legs = {
        "east": Leg(position(1.0, 5.2), position(10.0, 5.2)),
        "up": Leg(position(6.5, 1.0), position(6.5, 9.5)),
        "slanted": Leg(position(1.0, 1.0), position(9.5, 8.7)),
        "short": Leg(position(5.0, 5.0), position(5.3, 5.1)),
        "passing": Leg(position(1.0, 9.0), position(4.0, 9.4)),
        "a left turn": Leg(position(2.0, 4.0), position(9.0, 5.0), 1.2),
        "a right turn": Leg(position(9.0, 7.0), position(3.0, 4.0), -2.0),
        "most of a circle": Leg(position(5.0, 2.0), position(6.0, 2.0), 5.5),
    }
    for leg_name, leg in legs.items():
        yield f"box of {leg_name}", box_of_leg(leg)
        yield f"near and far of {leg_name}", [near_and_far(leg, x, y) for x, y in ((5.5, 5.5), (0.0, 0.0), (6.0, 9.0))]
        for shape_name, shape in shapes.items():
            for near in (-0.3, 0.0, 0.25, 0.8):
                ground = Ground("it", shape, margin=near)
                yield (
                    f"{leg_name} in {shape_name}, {near}",
                    [stretches_of(leg, ground, near), passes_by(leg, ground, near)],
                )
    rows = grid(2.0, 2.0, 10.0, 10.0, 8)
    spots = np.array([spot for row in rows for spot in row])
    for shape_name, shape in shapes.items():
        yield f"distances from {shape_name}", [distance_to(shape, *spot) for spot in spots.tolist()]
        if isinstance(shape, Polygon):
            yield f"depths in {shape_name}", depths(shape, spots[:, 0], spots[:, 1])


SCENES: dict[str, Scene] = {
    "ways drawn by hand": drawn_by_hand,
    "ways stored": stored,
    "grounds": grounds,
    "legs in grounds": legs_in_grounds,
}
