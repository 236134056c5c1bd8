"""The actions Simple Feat and Complex Feat (B-ACT-15, B-ACT-21)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.moving import BEFORE, STAND, no_way_out, when_to_walk, with_a_walk
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.ki import in_ki
from game.rulesets.bushido.rules.moving.policies import engaged_with, held_by
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.table.path.path import Path
from game.wording import N_, _


class _UseFeat(Action):
    """Use a feat of one timing. A Walk before or after it is possible unless the feat forbids it (B-KI-9)."""

    timing: ClassVar[str] = ""
    in_contact = leaves_zones = True

    def label(self, game: Game, model: Model) -> str:
        """Return the name of the only feat that can be used, or of the action where the player still chooses one."""
        usable = self.usable(game, model)
        return usable[0].name if len(usable) == 1 else super().label(game, model)

    def least_ki(self, game: Game, model: Model) -> int:
        """Return the cost in Ki of the only feat that can be used, or 0 where the player still chooses one."""
        usable = self.usable(game, model)
        return feats.cost(game, model, usable[0]) if len(usable) == 1 else 0

    def known_to(self, game: Game, model: Model) -> bool:
        return bool(self.listed(game, model))

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if self.usable(game, model):
            return None
        for _feat, refusal in self.refused(game, model):
            return Refusal(refusal.text, self.rule)
        return Refusal(_("{model} has no such feat", model=model.name), self.rule)

    def listed(self, game: Game, model: Model) -> list[FeatDocument]:
        """Return the feats on the model's card that have the timing of this action."""
        return [feat for feat in game.card(model).feats if feat.timing == self.timing]

    def usable(self, game: Game, model: Model) -> list[FeatDocument]:
        """Return the feats that the model can pay for and use, possibly after a Walk."""
        return [feat for feat in self.listed(game, model) if self.why_not_use(game, model, feat) is None]

    def here(self, game: Game, model: Model, feat: FeatDocument) -> bool:
        """Return whether the model can use a feat without a Walk."""
        if held_by(game, model, moving=False):
            return False
        return feat.subject != "Target" or bool(feats.targets(game, model, feat))

    def there(self, game: Game, model: Model, feat: FeatDocument) -> bool:
        """Return whether the model can walk first to get a target for a feat."""
        stays = "no_walk" in feat.limits or model.has("Held") or engaged_with(game, model)
        return not stays and no_way_out(game, model) is None

    def perform(self, game: Game, model: Model) -> Flow:
        """Use a feat. Without a target after the Walk, the feat fails and the Ki is lost (B-KI-8)."""
        game.feat = feat = yield from self.choose(game, model)
        when = STAND
        if "no_walk" not in feat.limits:
            when = yield from self.stated(game, model, feat)

        def deed(path: Path) -> Flow:
            if not feats.why_not(game, model, feat):
                yield from feats.use(game, model, feat, path=path)

        yield from with_a_walk(game, model, self.key, when, deed)
        game.feat = None

    def refused(self, game: Game, model: Model) -> list[tuple[Option, Refusal]]:
        """Return the feats on the model's card that it cannot use now, with the reasons."""
        reasons = ((feat.name, self.why_not_use(game, model, feat)) for feat in self.listed(game, model))
        return [(Option(name, name, self.rule), reason) for name, reason in reasons if reason is not None]

    def why_not_use(self, game: Game, model: Model, feat: FeatDocument) -> Refusal | None:
        """Return the reason why the model cannot use a feat, even after a Walk, or None if it can."""
        if reason := feats.why_not(game, model, feat):
            return Refusal(reason, self.rule)
        if self.here(game, model, feat) or self.there(game, model, feat):
            return None
        for enemy in held_by(game, model, moving=False):
            return Refusal(_("{model} is in the zone of {enemy}", model=model.name, enemy=enemy.name), "B-GEO-34")
        return Refusal(_("{feat} has no target in range and sight", feat=feat.name), "B-KI-8")

    def why_futile(self, game: Game, model: Model) -> str:
        usable = self.usable(game, model)
        vain = [feat for feat in usable if feat.subject == "Target" and not feats.affected(game, model, feat)]
        return _("{feat} would help or hurt nobody now", feat=vain[0].name) if vain and vain == usable else ""

    def choose(self, game: Game, model: Model) -> Asking[FeatDocument]:
        """Ask for a feat, unless there is only one, and return it."""
        usable = self.usable(game, model)
        if len(usable) == 1:
            return usable[0]
        prices = {feat.name: feats.cost(game, model, feat) for feat in usable}
        options = [
            Option(name, _("{feat} ({ki} Ki)", feat=name, ki=price), self.rule, price=in_ki(price))
            for name, price in prices.items()
        ]
        prompt = _("Which feat does {model} use?", model=model.name)
        key = yield ask(model, prompt, self.rule, options, partial(self.refused, game, model))
        return next(feat for feat in usable if feat.name == key)

    def stated(self, game: Game, model: Model, feat: FeatDocument) -> Asking[str]:
        """Ask whether the model walks before or after the feat. Without a target here, it walks first."""
        if not self.here(game, model, feat):
            return BEFORE
        prompt = _("{feat}: does {model} walk before or after it?", feat=feat.name, model=model.name)
        ki = feats.cost(game, model, feat)
        here, later = _("Use it from here"), _("Use it, then walk")
        found = feats.targets(game, model, feat) if feat.subject == "Target" else []
        if len(found) == 1:
            names = {"target": found[0].name}
            here, later = _("Use it on {target} from here", **names), _("Use it on {target}, then walk", **names)
        labels = [here, _("Walk, then use it"), later]
        if ki:
            labels = [_("{action} ({ki} Ki)", action=label, ki=ki) for label in labels]
        return (yield from when_to_walk(game, model, self.rule, prompt, labels, price=in_ki(ki)))


class SimpleFeat(_UseFeat):
    """Use a Simple feat (B-ACT-15, B-KI-5)."""

    key, name, letter, rule, timing = "simple-feat", N_("Simple feat"), "s", "B-ACT-15", "Simple"


class ComplexFeat(_UseFeat):
    """Use a Complex feat (B-ACT-21, B-KI-6)."""

    key, name, letter, rule, timing, cost = "complex-feat", N_("Complex feat"), "shift+s", "B-ACT-21", "Complex", 2
