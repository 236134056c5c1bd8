"""Lasting effects in words."""

from __future__ import annotations

from game.rulesets.aos4.rules.game import HAS, Game
from game.rulesets.aos4.rules.state import Effect, Unit
from game.wording import N_, _

UNTIL = {
    "phase": N_("until the phase ends"),
    "turn": N_("until the turn ends"),
    "round": N_("until the battle round ends"),
    "own turn": N_("until the next turn of its player"),
}
WHAT = {
    "hit": N_("hit rolls"),
    "wound": N_("wound rolls"),
    "save": N_("save rolls"),
    "run": N_("run rolls"),
    "charge": N_("charge rolls"),
    "cast": N_("casting rolls"),
    "chant": N_("chanting rolls"),
    "control": N_("control score"),
    "move": N_("Move"),
    "attuned": N_("unbinding and banishing as a WIZARD (1)"),
}


def effect_text(game: Game, unit: Unit, effect: Effect) -> str:
    """Return in words what lasts on a unit, by which ability and how long."""
    spec = game.setup.abilities[effect.player].get(effect.source)
    source = _(spec.name) if spec is not None else effect.source
    until = _(UNTIL[effect.until])
    if effect.what == HAS:
        return _("{source}: {keyword} {until}", source=source, keyword=effect.keyword, until=until)
    what = _(WHAT.get(effect.what, effect.what))
    return _(
        "{source}: {amount} to {what} {until}", source=source, amount=f"{effect.amount:+d}", what=what, until=until
    )
