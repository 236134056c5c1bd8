"""The points at which a model may be thrown (B-SPEC-A12)."""

from __future__ import annotations

from game.cached import cached_property
from game.refusal import Refusal
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import base, sight
from game.rulesets.bushido.rules.state import Model
from game.table.lattice import Position
from game.table.path.judge import best_verdict
from game.table.path.path import Path
from game.table.path.policy import CONTACT, End, PathPolicy, Stage
from game.table.path.rim import RimRegion
from game.table.placing.places import Spot, Verdict, first_legal
from game.table.shapes import Disc
from game.wording import N_, _

RULE = "B-SPEC-A12"


class ThrowRegion(RimRegion):
    """The points that a thrower may aim at, which are in its sight and `inches` away from the thrown model.

    The thrown model does not block sight. The first obstacle on its way stops the thrown model.
    """

    def __init__(self, game: Game, thrower: Model, model: Model, inches: float) -> None:
        table = game.ruler.battlefield
        far = inches + model.radius
        at = Disc(model.x, model.y, 0.0, model.id)
        ring = End(
            (at,), most=inches + CONTACT / 2 - model.radius, least=inches - CONTACT / 2 - model.radius, rule=RULE
        )
        bounds = (-far, -far, table.width + far, table.height + far)
        policy = PathPolicy(model.radius, inches + CONTACT, bounds, (), (Stage("straight"),), (ring,), rule=RULE)
        super().__init__((model.x, model.y), (model.x, model.y), inches, policy)
        self._thrower = thrower
        self._sight = sight(game, thrower, "zero", model)

    def _is_seen(self, at: Position) -> bool:
        if self._thrower.has("Blind"):
            return False
        return self._sight.sees(base(self._thrower), Disc(*at, 0.0, "", "point"))

    def verdict(self, where: Spot) -> Verdict:
        """Return whether the thrower may aim at a spot. The answer is never "unknown"."""
        return "yes" if self.find(where) else "no"

    def _find(self, at: Position) -> Path | None:
        found = super()._find(at)
        return found if found is not None and self._is_seen(at) else None

    @cached_property
    def _end(self) -> Position | None:
        """A legal point that is as straight away from the thrower as possible, or None."""
        x, y = self.start
        beyond = 2 * x - self._thrower.x, 2 * y - self._thrower.y
        return first_legal(self, self._round(*beyond))

    def why_not(self, where: Spot) -> list[Refusal]:
        """Return the reasons why the thrower may not aim at a point, none if it may."""
        if self.find(where):
            return []
        aimed = best_verdict(Path.through([self.start, where]), self.policies)
        if not aimed.is_legal:
            return list(aimed.refusals)
        text = _("{model} cannot see that point", model=self._thrower.name)
        return [Refusal(text, RULE, N_("out of sight"))]
