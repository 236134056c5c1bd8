"""The judges, which rate answers for computer players, and the reasons for answers in words."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from game.engine.core.decisions import Choose, Decision, Pick, Place
from game.engine.rulebook import facets
from game.engine.rulebook.view import Prospect
from game.lengths import length
from game.rulesets.godbreakers.ai import candidates, evaluation, position
from game.rulesets.godbreakers.ai.choices import OPEN, entry_answers
from game.rulesets.godbreakers.ai.evaluation import action_worth, end_worth, prospects, whereabouts
from game.rulesets.godbreakers.ai.lives import PRIZES
from game.rulesets.godbreakers.ai.sight import ALL, FAR, NEAR, Sight
from game.rulesets.godbreakers.odds.supposing import standing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import level_of
from game.rulesets.godbreakers.rules.placing import attack_range, movement_range
from game.rulesets.godbreakers.rules.rounds.activation import has_another_action
from game.rulesets.godbreakers.rules.rounds.resolution import marker_worth
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.table.lattice import Position
from game.wording import _, series, translated


def reason(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the reasons for an answer in words."""
    if prospect.why:
        return prospect.why
    model, answer = game.state.models.get(decision.about), prospect.answer
    if isinstance(decision, Choose):
        if answer == "move":
            return _("it has somewhere useful to go")
        if answer == "plunder" and model is not None and _carries_treasure(game, model):
            return _("{model} carries treasure already, but the roll may be a triumph", model=model.name)
        option = next(option for option in decision.options if option.key == answer)
        reasons = (entry.why for entry in entry_answers(game, decision) if entry.answer == answer)
        return next(reasons, "") or action_worth(game, decision, option)[1]
    if isinstance(decision, Place) and isinstance(answer, list):
        spot, piece = Position(answer[0], answer[1]), game.find(decision.about)
        if model is not None:
            return (_reason_to_move if model.on_table else _reason_to_place)(game, decision, model, spot)
        if isinstance(piece, Marker):
            return _reason_for_marker(game, piece, spot)
    if isinstance(decision, Pick) and decision.rule in OPEN:
        picked = [game.state.models[identity] for identity in answer if identity in game.state.models]
        if picked:  # tokens are picked, too
            return "; ".join([", ".join([model.name, *whereabouts(game, model)]) for model in picked])
    known = prospects(game, decision, random.Random(0))
    return next((other.why for other in known if other.answer == answer), _("it fits the plan"))


def _carries_treasure(game: Game, model: Model) -> bool:
    return any(token.holder == model.id and token.type in PRIZES for token in game.state.tokens.values())


def _reason_to_move(game: Game, decision: Place, model: Model, spot: Position) -> str:
    """Return the reason for a spot: the range to the nearest goal, the value, and the enemies in reach."""
    level, after = level_of(decision.region, model.level), has_another_action(game, model)
    why, parts = end_worth(game, model, spot, level, after, moves=decision.rule == "G-MOVE-1")[1], list[str]()
    supposed, moved = standing(game, model, model.disc._replace(x=spot.x, y=spot.y, level=level))
    lying = supposed.lying()
    markers = [marker for marker in lying if marker_worth(model.owner, marker) or marker.kind == "hoard"]
    goals = _prey(supposed, moved) or markers
    ranges = {goal.name: n for goal in goals if (n := supposed.range(moved, goal)) is not None}
    if ranges:
        nearest = min(ranges, key=lambda name: ranges[name])
        parts.append(_("{n} U from {goal}", n=int(ranges[nearest]), goal=translated(nearest)))
        for vague in (_("close to {goal}", goal=translated(nearest)), _("as its compulsion demands")):
            why = why.removeprefix(vague).removeprefix("; ")
    parts += [why] if why else []
    parts += _danger(supposed, moved)
    return "; ".join(parts)


def _prey(game: Game, model: Model) -> list[Model | Marker]:
    """Return the possible targets of a wild model; players' models have none."""
    return [] if model.owner else [other for other in game.hostiles(model) if other.owner]


def _reason_to_place(game: Game, decision: Place, model: Model, spot: Position) -> str:
    """Return the reason for placing a model: the ranges to the two nearest goals, and the enemies in reach."""
    base = model.disc._replace(x=spot.x, y=spot.y, level=level_of(decision.region, model.level))
    supposed, moved = standing(game, model, base)
    markers = [marker for marker in supposed.lying() if marker.owner != model.owner or marker.kind == "hoard"]
    goals = _prey(supposed, moved) or markers
    ranges = sorted((n, goal.name) for goal in goals if (n := supposed.range(moved, goal)) is not None)
    parts = [_("{n} U from {goal}", n=int(n), goal=translated(name)) for n, name in ranges[:2]]
    return "; ".join([*parts, *_danger(supposed, moved)])


def _reason_for_marker(game: Game, marker: Marker, spot: Position) -> str:
    """Return the reason for a marker's spot: the distance from the middle of the table and from the next marker."""
    centre = game.battlefield.centre
    others = [(math.dist(spot, (other.x, other.y)), other) for other in game.lying() if other is not marker]
    apart, nearest = min(others, key=itemgetter(0), default=(0.0, None))
    parts = [] if nearest is None else [_("{inches} from {goal}", inches=length(apart), goal=translated(nearest.name))]
    if nearest is None or (nearest.x, nearest.y) != centre:
        parts.insert(0, _("{inches} from the middle", inches=length(math.dist(spot, centre))))
    return "; ".join(parts)


def _danger(game: Game, model: Model) -> list[str]:
    """Return a text with the enemies still to act that could move and strike a model."""
    waiting = [foe for foe in game.hostiles(model) if foe.owner and not foe.activated]
    if not waiting or not model.owner:
        return []
    near = [foe.name for foe in waiting if game.within(foe, model, movement_range(game, foe) + attack_range(game, foe))]
    return [_("in reach of {names}", names=series(near)) if near else _("out of everybody's reach")]


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions for a computer player with this sight."""

    sight: Sight
    prospects = staticmethod(evaluation.prospects)
    reason = staticmethod(reason)
    acting = staticmethod(position.acting)

    def worth(self, game: Game, player: str) -> float:
        return position.worth_at_end(game, player) if game.state.result else self.sight.worth(game, player)()

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return candidates.candidates(game, decision, rng, self.sight)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(NEAR if style == "near" else ALL)


JUDGE: Final = Judge(FAR)
