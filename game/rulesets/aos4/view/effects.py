"""The descriptions of lasting effects."""

from __future__ import annotations

from game.rulesets.aos4.documents.params import MODIFIED, UNTIL
from game.rulesets.aos4.rules.abilities.limits import ATTUNED
from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.state import Effect, Unit
from game.wording import N_, _

WHAT = {**MODIFIED, ATTUNED: N_("unbinding and banishing as a WIZARD (1)")}


def effect_text(game: Game, unit: Unit, effect: Effect) -> str:
    """Return a description of a lasting effect with its ability and duration."""
    spec = game.setup.abilities[effect.player].get(effect.source)
    source = _(spec.name) if spec is not None else effect.source
    until = _(UNTIL[effect.until])
    if effect.what == HAS:
        return _("{source}: {keyword} {until}", source=source, keyword=effect.keyword, until=until)
    what = _(WHAT.get(effect.what, effect.what))
    amount = f"{effect.amount:+d}"
    return _("{source}: {amount} to {what} {until}", source=source, amount=amount, what=what, until=until)
