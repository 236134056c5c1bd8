"""What promises of The Godbreaker Saga are held against: games of every scenario, with models at random."""

from __future__ import annotations

import random

from game import rulesets
from game.engine.core.decisions import Answer, Choose, Decision, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.godbreakers.rules.circles.documents import circles_by_slug, flaw_names, trait_names
from game.rulesets.godbreakers.rules.scenarios import names as scenario_names
from game.rulesets.godbreakers.rules.setup import Setup, opening_state
from game.rulesets.godbreakers.rules.state import DICE
from game.table.documents import Area, BarricadeLine, TerrainPiece, maps_for
from tools.promising.book import ANSWERS, Book, considered
from tools.promising.checks import Checks

SEATS = ("Ann", "Bob", "Cem", "Dot")
SPOTS = 2
"""Spots of a placement that are looked at."""
RAISED = (
    TerrainPiece(id="thicket", name="Thicket", look="wood", area=(Area(outline=((0, 0), (3, 0), (3, 2.5), (0, 2.5))),)),
    TerrainPiece(
        id="palisade", name="Palisade", look="wall", barricades=(BarricadeLine(line=((0, 1), (4, 1)), width=0.3),)
    ),
)
"""Terrain for Shaping."""


def begin(number: int) -> Session:
    """Return a game at its start: scenarios and seats by turns, everything else by lot."""
    scenario, rng = scenario_names()[number % len(scenario_names())], random.Random(number)
    ruleset = rulesets.load("godbreakers")
    seats = 1 + rng.randrange(4)
    levels = rng.random() < 0.4
    ground = (
        "gallery-row" if levels and rng.random() < 0.8 else rng.choice([path.stem for path in maps_for("godbreakers")])
    )
    switches = [switch for switch in ("ready", "unbound") if rng.random() < 0.7] + ["levels"] * levels
    circles = rng.sample([circle.name for circle in circles_by_slug().values()], seats)
    plan = GamePlan(SEATS[:seats], scenario, ground, rosters=tuple(circles), rounds=3, switches=tuple(switches))
    document = ruleset.new_setup(plan).document
    players = tuple(
        each.model_copy(update={"circle": each.circle.model_copy(update={"shard": rng.choice((None, *trait_names()))})})
        for each in document.players
    )
    setup = Setup(document.model_copy(update={"players": players, "terrain_supply": RAISED}))
    state = opening_state(setup)
    for model in state.models.values():
        model.die = rng.choice(DICE)
        model.traits = {trait: rng.randint(1, 3) for trait in rng.sample(trait_names(), rng.choice((0, 1, 2, 2, 4)))}
        model.flaws = tuple(rng.sample(flaw_names(), rng.choice((0, 0, 1, 2))))
        model.damage = rng.choice((0, 0, 0, 2, 5))
    return Session(ruleset, setup, KeyedDice(number), state=state, history=False)


def lively(session: Session, decision: Decision, rng: random.Random) -> Answer:
    """Return an answer at random that brings pieces together rather than letting them stand about."""
    if session.state.round == 0 and decision.shortcuts and rng.random() < 0.3:
        return decision.shortcuts[0].key
    if isinstance(decision, Choose):
        keys = [option.key for option in decision.options]
        busy = [key for key in keys if key not in ("end", "nothing", "traits")] or keys
        rare = [key for key in busy if key not in ("move", "engage")]
        return rng.choice(rare if rare and rng.random() < 0.3 else busy if rng.random() < 0.9 else keys)
    if isinstance(decision, Place) and rng.random() < 0.8:
        spot = near_something(session, decision, rng)
        if spot is not None:
            return spot
    return random_answer(decision, rng)


def near_something(session: Session, decision: Place, rng: random.Random) -> list[float] | None:
    """Return a legal spot close to some other piece on the table, where promises are made."""
    pieces = [piece for piece in session.game.present() if piece.id != decision.about]
    pieces += [token for token in session.game.unclaimed() if token.type != "ready"]
    if not pieces:
        return None
    piece = rng.choice(pieces)
    turn = [rng.uniform(-1.6, 1.6) for _ in range(2)]
    spot = decision.region.nearest((piece.x + turn[0], piece.y + turn[1]))
    return None if spot is None else [spot.x, spot.y]


def thought_of(session: Session, decision: Decision, rng: random.Random) -> list[Answer]:
    """Return some answers to look at: spots close to something among them."""
    if isinstance(decision, Place):
        spots = [near_something(session, decision, rng), random_answer(decision, rng)]
        return [spot for spot in spots if spot is not None][:SPOTS]
    if isinstance(decision, Pick):
        return [random_answer(decision, rng) for _ in range(ANSWERS - 1)]
    return considered(session, decision, rng)


BOOK = Book(begin, lively, thought_of, Checks)
