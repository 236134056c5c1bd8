"""Feats that lend something to all about their user: Auras for the turn, Pulses for the activation (B-KI-8)."""

from __future__ import annotations

from typing import ClassVar, Literal

from game.engine.core.flow import Flow
from game.rulesets.bushido.rules.feats import Feat
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.state import Aura, Model
from game.rulesets.bushido.warbands.profiles import FeatDocument


class _Around(Feat):
    """Lends an entry of a card within the range that stands on the card; whether for long, its subject there says."""

    entry: ClassVar[str] = ""
    whom: ClassVar[Literal["friends", "enemies"]] = "friends"

    def useful(self, game: Game, user: Model, feat: FeatDocument, bout: Bout | None) -> bool:
        return all((each.entry, each.source) != (self.entry, user.id) for each in game.state.auras)

    def effect(self, game: Game, user: Model, target: Model | None, bout: Bout | None) -> Flow:
        yield from ()
        feat = next(each for each in game.card(user).feats if each.name == self.name)
        span: Literal["turn", "activation"] = "activation" if feat.subject == "Pulse" else "turn"
        game.state.auras.append(Aura(self.entry, user.id, feat.range_in or 0, span, self.whom))


class SteadyDrum(_Around):
    """Friends about it are braver."""

    name, entry = "Steady Drum", "Courage (1)"


class WarCry(_Around):
    """Friends about it strike harder."""

    name, entry = "War Cry", "Brutal (1)"


class ChokingSmoke(_Around):
    """Enemies about it strike in haste."""

    name, entry, whom = "Choking Smoke", "Aggressive", "enemies"
