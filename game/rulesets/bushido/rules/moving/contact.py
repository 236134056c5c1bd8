"""The ends of a move in contact with a target, cached."""

from __future__ import annotations

from functools import lru_cache

from game.rulesets.bushido.rules.state import Model
from game.table.path.path import Path
from game.table.path.policy import PathPolicy, PathsQuestion
from game.table.path.rim import ContactRegion

_KEPT = 32


def has_contact(model: Model, target: Model, policy: PathPolicy) -> bool:
    """Return whether a model can reach contact with another under a policy."""
    return _has_contact(PathsQuestion.of((model.x, model.y), policy), (target.x, target.y, target.radius))


@lru_cache(maxsize=2048)
def _has_contact(asked: PathsQuestion, target: tuple[float, float, float]) -> bool:
    """Return the same answer from plain arguments, so that it can be cached between moves of other bases."""
    return ContactRegion(asked, target).find() is not None


def contact_region(model: Model, target: Model, policy: PathPolicy, known: Path | None = None) -> ContactRegion:
    """Return the ends of a move in contact with a target. `known` is a path to one of them, if the caller has one."""
    return _kept(PathsQuestion.of((model.x, model.y), policy), (target.x, target.y, target.radius), known)


_kept = lru_cache(maxsize=_KEPT)(ContactRegion)
