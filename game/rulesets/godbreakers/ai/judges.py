"""The judges, which rate answers for computer players and give the reasons in words."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final

from game.engine.core.decisions import Choose, Decision, Pick, Place
from game.engine.rulebook import facets
from game.engine.rulebook.view import Claim, Prospect, percent
from game.lengths import length
from game.rulesets.godbreakers.ai import evaluation
from game.rulesets.godbreakers.ai.evaluation import OPEN, prospects
from game.rulesets.godbreakers.ai.fights import best_fight
from game.rulesets.godbreakers.ai.lives import prize
from game.rulesets.godbreakers.ai.position import ALL, FAR, NEAR, Sight, acting
from game.rulesets.godbreakers.ai.spots import Step, aims, errands, gains, markers, whereabouts
from game.rulesets.godbreakers.odds.supposing import standing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Marker, Model
from game.rulesets.godbreakers.rules.wild.compulsions import straight_inches
from game.rulesets.godbreakers.view.forecast import could_come_to_reach, of_placement
from game.table.lattice import Position
from game.wording import _, series, translated


def reason_for(game: Game, decision: Decision, prospect: Prospect) -> str:
    """Return the reasons for an answer in words."""
    if prospect.why:
        return prospect.why
    model, answer = game.state.models.get(decision.about), prospect.answer
    if isinstance(decision, Choose) and model is not None:
        if answer == "move":
            return _("it has somewhere useful to go")
        if answer == "plunder" and prize(game, model):
            return _("{model} carries treasure already, but the roll may be a triumph", model=model.name)
        if decision.leads and answer in decision.leads and model.on_table:
            step = Step.of(game, decision, model, decision.leads[str(answer)])
            rated = [*gains(game, step, FAR, random.Random(0))]
            best = max(rated, key=itemgetter(1), default=None)
            return _reason_for_spot(game, decision, step, best[0]) if best else _("nothing important is in reach")
    if isinstance(decision, Place) and isinstance(answer, list):
        spot, piece = Position(answer[0], answer[1]), game.find(decision.about)
        if model is not None:
            return _reason_for_spot(game, decision, Step.of(game, decision, model, decision.region), spot)
        if isinstance(piece, Marker):
            return _reason_for_marker(game, piece, spot)
    if isinstance(decision, Pick) and decision.rule in OPEN:
        picked = [game.state.models[identity] for identity in answer if identity in game.state.models]
        if picked:  # tokens are picked, too
            return "; ".join([", ".join([model.name, *whereabouts(game, model)]) for model in picked])
    known = prospects(game, decision, random.Random(0), 0.0 if isinstance(decision, Choose) else 1.0)
    return next((other.why for other in known if other.answer == answer), _("it fits the plan"))


def _reason_for_spot(game: Game, decision: Decision, step: Step, spot: tuple[float, float]) -> str:
    """Return the reason for a spot: the ranges to the nearest goals, what it brings, and the enemies in reach."""
    model, there = step.model, step.model.disc._replace(x=spot[0], y=spot[1], level=step.level)
    supposed, moved = standing(game, model, there)
    prey: list[Model | Marker] = [other for other in supposed.hostiles(moved) if other.owner and not moved.owner]
    goals = prey or aims(supposed, moved)
    if not model.on_table:
        goals = [goal for goal in goals if goal.owner != model.owner or goal.kind == "hoard"]
    parts = whereabouts(supposed, moved, goals, 1 if model.on_table else 2)
    if model.on_table:
        claims = [*of_placement(game, decision, model, there)]
        brings = [*_brought(supposed, moved, claims, after=step.after)]
        if not brings and not parts:
            nearest = min(goals, key=lambda goal: straight_inches(moved, goal), default=None)
            near = _("out of harm's way") if nearest is None else _("close to {goal}", goal=translated(nearest.name))
            brings = [near if moved.owner else _("as its compulsion demands")]
        parts += [*brings, *_risk(claims)]
    return "; ".join([*parts, *_danger(supposed, moved)])


def _brought(game: Game, model: Model, claims: Sequence[Claim], *, after: bool) -> Iterator[str]:
    """Yield what a spot brings, from the claims about it. `after` is whether the model has another action."""
    near = {identity for claim in claims if claim.kind == "contact" for identity in claim.about[1:]}
    controlled = {claim.about[0] for claim in claims if claim.kind == "control" and claim.about[1] == model.owner}
    held = [translated(marker.name) for marker in markers(game, model) if marker.id in near & controlled]
    if held:
        yield _("holds {held}", held=series(held))
    if after and (met := [target.name for target in errands(game, model) if target.id in near]):
        yield _("has {names} within 0 U", names=series(met))
    if any(claim.kind == "tokens" for claim in claims) and not prize(game, model):
        yield _("has a token in reach")
    fight, crowd = best_fight(game, model, model.owner or game.handler(model)) if after else (0.0, [])
    if fight > 0.0:
        yield _("can engage {names} from there", names=series([other.name for other in crowd]))


def _risk(claims: Sequence[Claim]) -> Iterator[str]:
    """Yield the chance to be hurt by obstacles, from the claims about a spot.

    Its text can follow another reason, so it begins with a semicolon.
    """
    obstacles = Counter(translated(claim.about[1]) for claim in claims if claim.kind == "obstacle")
    names = series([name if n == 1 else f"{n} × {name}" for name, n in obstacles.items()])
    for claim in claims if obstacles else ():
        if claim.kind == "test":
            fail = percent(1.0 - claim.chances[0])
            yield _("; {fail} to be hurt by {obstacles}", fail=fail, obstacles=names).removeprefix("; ")


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
    near = [foe.name for foe in waiting if could_come_to_reach(game, foe, model)]
    return [_("in reach of {names}", names=series(near)) if near else _("out of everybody's reach")]


# -- judges ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judge(facets.Judge[Game]):
    """Rates answers and positions for a computer player with this sight."""

    sight: Sight
    reason = staticmethod(reason_for)
    acting = staticmethod(acting)

    def worth(self, game: Game, player: str) -> float:
        return self.sight.worth(game, player)()

    def prospects(self, game: Game, decision: Decision, rng: random.Random, share: float = 1.0) -> Iterator[Prospect]:
        return evaluation.prospects(game, decision, rng, share, self.sight)

    def candidates(self, game: Game, decision: Decision, rng: random.Random) -> Iterator[Prospect]:
        return evaluation.candidates(game, decision, rng, self.sight)

    def styled(self, style: facets.Style) -> Judge:
        return Judge(NEAR if style == "near" else ALL)


JUDGE: Final = Judge(FAR)
