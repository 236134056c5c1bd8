"""The ability Rally, which heals damage and returns models (A-AB-13)."""

from __future__ import annotations

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability, Use
from game.rulesets.aos4.rules.attacks.damaging import Rally as Spending
from game.rulesets.aos4.rules.attacks.damaging import rallies
from game.rulesets.aos4.rules.core.moves import out_of_combat
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.healing import heal, is_hurt, return_models
from game.rulesets.aos4.rules.rulings import RALLIED, RALLY_DICE
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _, ngettext


class Rally(Ability):
    """Roll dice, each 4+ a point, and spend the points to heal damage or return models (A-AB-13, A-CMD-5)."""

    id, rule, letter, needs = "rally", "A-AB-13", "y", (out_of_combat,)

    def matters(self, game: Game, spec: AbilityDocument, unit: Unit) -> bool:
        return is_hurt(unit)

    def effect(self, use: Use) -> Flow:
        game, unit = use.game, use.unit
        pool = game.throw(unit, rally_dice(game, unit), "rally")
        points = sum(face >= RALLIED for face in pool.faces)
        game.rolled(unit, N_("rally"), pool, points, needed=RALLIED, rule=self.rule)
        ways = rallies(points, game.card(unit).health, unit.damage, len(unit.slain))
        if not ways:
            return
        chosen = ways[0] if len(ways) == 1 else ways[int((yield self._question(use, ways)))]
        if chosen.healed:
            heal(game, unit, chosen.healed, self.rule)
        yield from return_models(game, unit, chosen.returned)

    def _question(self, use: Use, ways: tuple[Spending, ...]) -> Choose:
        options = [Option(str(number), spending_text(way), self.rule) for number, way in enumerate(ways)]
        prompt = _("Spend the rally points of {unit}", unit=use.unit.name)
        return Choose(player=use.player, prompt=prompt, rule=self.rule, about=use.unit.id, options=options)


def rally_dice(game: Game, unit: Unit) -> int:
    """Return the number of a unit's rally dice, one more with a musician (A-AB-13, A-KEY-7)."""
    return RALLY_DICE + (1 if game.holders(unit, "musician") else 0)


def spending_text(way: Spending) -> str:
    """Return a description of a way to spend rally points."""
    parts = []
    if way.returned:
        parts.append(ngettext("{n} model returns", "{n} models return", way.returned, n=way.returned))
    if way.healed:
        parts.append(_("heal {n}", n=way.healed))
    if way.lost:
        parts.append(ngettext("{n} point is lost", "{n} points are lost", way.lost, n=way.lost))
    return ", ".join(parts)
