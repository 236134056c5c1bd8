"""The texts of abilities, while a unit may use one and while it is carried out (A-IMP-8)."""

from __future__ import annotations

from functools import cache

from game.engine.core.decisions import Choose, Decision
from game.engine.rulebook.view import Line
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.use import current
from game.rulesets.aos4.view.cards import ability_line


def told(game: Game, decision: Decision, option: str = "") -> Line | None:
    """Return the text of the ability that an option uses; without an option, of the one in use.

    Core abilities have their text in the wording of the rules.
    """
    if option:
        known = game.setup.abilities[decision.player] if isinstance(decision, Choose) else {}
        spec = known.get(option.partition(" ")[0])
    else:
        use = current(game)
        spec = use.spec if use is not None else None
    return ability_line(spec) if spec is not None and not _is_core(spec) else None


def _is_core(spec: AbilityDocument) -> bool:
    return spec.id in _core()


@cache
def _core() -> frozenset[str]:
    return frozenset(each.id for each in bundled_pack(CORE).abilities)
