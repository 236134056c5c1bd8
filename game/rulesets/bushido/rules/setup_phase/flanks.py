"""Flank: models that begin Elsewhere and arrive later, at an edge and in a turn noted in secret (B-TR-85)."""

from __future__ import annotations

from random import Random
from typing import Final, get_args

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.core.decisions import Choose, Option, Place
from game.engine.core.flow import Asking, Flow
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import is_vim
from game.rulesets.bushido.rules.picking import pick_own
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.setup_phase.zones import apart_from_enemies, deployment_of, room, zone_of
from game.rulesets.bushido.rules.state import Edge, Model
from game.table.facing import facing_towards
from game.table.placing.region import Region
from game.table.placing.solids import ClearOfShape, NearShape
from game.wording import N_, _

RULE: Final = "B-TR-85"
TURNS: Final = (2, 3, 4)
EDGES: Final = tuple(edge for edge in get_args(Edge) if edge)
HERE: Final = "deploy"
COUNTERS: Final = 2
NAMES: Final = {"west": N_("the west edge"), "east": N_("the east edge")}


def edge_of(deployment: str, edge: str, width: float, height: float) -> BaseGeometry:
    """Return a neutral edge: a side of the table, or half of each side at a corner (B-SETUP-7)."""
    x = 0.0 if edge == "west" else width
    if deployment == "baseline":
        return shapely.LineString([(x, 0.0), (x, height)])
    y = height if edge == "west" else 0.0
    return shapely.LineString([(x, height / 2), (x, y), (width / 2, y)])


def goes_round(game: Game, model: Model) -> Asking[bool]:
    """Return whether a model with Flank begins Elsewhere. Its player notes turn and edge in secret."""
    if game.named(model, "Flank") is None or is_vim(model):  # B-SCEN-12
        return False
    notes = {f"{turn} {edge}": (turn, edge) for turn in TURNS for edge in EDGES}
    options = [
        Option(key, _("Turn {turn}, at {edge}", turn=turn, edge=_(NAMES[edge])), RULE)
        for key, (turn, edge) in notes.items()
    ]
    key = yield Choose(
        player=model.owner,
        prompt=_("Does {model} go round the flank? Only you will know when and where it arrives", model=model.name),
        rule=RULE,
        about=model.id,
        private=True,
        options=(Option(HERE, _("Deploy it with the others"), "B-SETUP-5"), *options),
    )
    if key == HERE:
        model.flank_turn = 0
        return False
    model.place = "elsewhere"
    model.flank_turn, model.flank_edge = notes[key]
    game.emit(events.WentRound(model=model.id))
    return True


def deal_notes(game: Game, now: Game, viewer: str, rng: Random) -> None:
    """Replace the notes that `viewer` may not know with random legal notes (B-TR-85)."""
    for model in game.models:
        if model.owner != viewer and is_noted(game, model) and is_noted(now, now.state.models[model.id]):
            model.flank_turn = rng.choice([turn for turn in TURNS if turn > now.state.turn])
            model.flank_edge = rng.choice(EDGES)


def is_noted(game: Game, model: Model) -> bool:
    """Return whether a model is Elsewhere with a secret note."""
    return model.place == "elsewhere" and model.flank_turn > game.state.turn and game.state.step != "over"


def arrivals(game: Game, player: str) -> Flow:
    """Let a player's models arrive whose turn has come. Models without room wait (B-START-5)."""
    waiting = [
        other
        for other in game.state.models.values()
        if other.side == player and other.place == "elsewhere" and 0 < other.flank_turn <= game.state.turn
    ]
    while waiting:
        model = yield from pick_own(game, player, _("Which model arrives next?"), RULE, waiting)
        waiting.remove(model)
        where = arrival(game, model)
        if where.find():
            x, y = yield Place(
                player=player,
                prompt=_("Where does {model} arrive?", model=model.name),
                rule=RULE,
                about=model.id,
                region=where,
            )
            table = game.ruler.battlefield
            model.place, model.x, model.y, model.counters = "table", x, y, COUNTERS
            model.facing = facing_towards(table.width / 2 - x, table.height / 2 - y)
            model.flank_turn, model.flank_edge = 0, ""
            game.emit(events.Deployed(model=model.id, x=x, y=y, facing=model.facing, rule=RULE))


def arrival(game: Game, model: Model) -> Region:
    """Return the legal spots for an arriving model, at its edge and outside the enemy's zones."""
    table, enemy = game.ruler.battlefield, zone_of(game, game.other(model.side))
    edge = edge_of(deployment_of(game.setup), model.flank_edge, table.width, table.height)
    near = NearShape(edge, TOLERANCE, model.radius, _(NAMES[model.flank_edge or "west"]), RULE)
    apart = ClearOfShape(enemy.shape, model.radius + TOLERANCE, enemy.name, N_("in the enemy's deployment zone"), RULE)
    return Region(model.radius, (*room(game, model), *apart_from_enemies(game, model), apart, near))
