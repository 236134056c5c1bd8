"""The effect that sets up a manifestation (A-MAN-1, A-MAN-5)."""

from __future__ import annotations

from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules.abilities import Ability
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.carry_out import ask_set_up
from game.rulesets.aos4.rules.moving.setting_up import summoned_near
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use
from game.wording import _


def manifestation(game: Game, player: str, spec: AbilityDocument) -> Unit | None:
    """Return the manifestation that an ability sets up: that of its parameter `unit`, by name."""
    wanted = str(spec.params.get("unit", ""))
    units = game.state.units.values()
    return next((each for each in units if each.owner == player and game.card(each).name == wanted), None)


class Summon(Ability):
    """Sets up the manifestation `unit`, wholly `within` inches, `beyond` inches from enemies, `visible` unless 0."""

    id, rule = "summon", "A-MAN-5"

    def why_not(self, game: Game, spec: AbilityDocument, unit: Unit) -> Refusal | None:
        found = manifestation(game, unit.owner, spec)
        if found is None:
            return Refusal(_("the army has no such manifestation"), self.rule)
        if found.place == "table":
            return Refusal(_("{unit} is already on the table", unit=found.name), self.rule)
        return None

    def effect(self, use: Use) -> Flow:
        """Set it up near its summoner, if there is room (A-ABIL-5)."""
        game = use.game
        unit = manifestation(game, use.player, use.spec)
        assert unit is not None
        room = summoned_near(game, unit, use.unit, use.spec)
        if not room.find():
            return
        prompt = _("Where does {unit} appear?", unit=unit.name)
        yield from ask_set_up(game, unit, room, prompt, self.rule)
        unit.summoner = use.unit.id
        unit.set_up_in = (game.state.round, game.state.turn)
