"""The actions of using a feat: Simple Feat, Complex Feat (B-ACT-15, B-ACT-21)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.actions import Action
from game.rulesets.bushido.rules.actions.moving import BEFORE, STAND, no_way_out, still, when_to_walk, with_a_walk
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.engaged import engaged_with
from game.rulesets.bushido.rules.moving.zones import held_by
from game.rulesets.bushido.rules.picking import ask
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.profiles import FeatDocument
from game.table.path.path import Path
from game.wording import N_, _


class _UseFeat(Action):
    """Pays for a feat of a timing and uses it; with a Walk before or after unless the feat forbids it (B-KI-9)."""

    timing: ClassVar[str] = ""
    in_contact = leaves_zones = True

    def known_to(self, game: Game, model: Model) -> bool:
        return bool(self.listed(game, model))

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not self.usable(game, model):
            known = self.listed(game, model)
            if not known:
                return Refusal(_("{model} has no such feat", model=model.name), self.rule)
            return Refusal(self.why_not_use(game, model, known[0]).text, self.rule)
        return None

    def listed(self, game: Game, model: Model) -> list[FeatDocument]:
        """Return the feats of the card with the timing of this action."""
        return [each for each in game.card(model).feats if each.timing == self.timing]

    def usable(self, game: Game, model: Model) -> list[FeatDocument]:
        """Return the feats that the model can pay for and use, if need be after a Walk."""
        return [
            each for each in self.listed(game, model) if self.here(game, model, each) or self.there(game, model, each)
        ]

    def here(self, game: Game, model: Model, feat: FeatDocument) -> bool:
        """Return whether the model can use a feat where it stands."""
        if feats.why_not(game, model, feat) or held_by(game, model, moving=False):
            return False
        return feat.subject != "Target" or bool(feats.targets(game, model, feat))

    def there(self, game: Game, model: Model, feat: FeatDocument) -> bool:
        """Return whether the model may walk first, and then use a feat that only needs a target."""
        stays = "no_walk" in feat.limits or still(model) or bool(engaged_with(game, model))
        return not stays and not feats.why_not(game, model, feat) and no_way_out(game, model) is None

    def perform(self, game: Game, model: Model) -> Flow:
        """Use a feat; if it then has no target it fails, and its Ki is lost (B-KI-8)."""
        feat = yield from self.chosen(game, model)
        when = STAND
        if "no_walk" not in feat.limits:
            when = yield from self.stated(game, model, feat)

        def deed(path: Path) -> Flow:
            if not feats.why_not(game, model, feat):
                yield from feats.use(game, model, feat, path=path)

        yield from with_a_walk(game, model, self.key, when, deed)

    def refused(self, game: Game, model: Model) -> list[tuple[Option, Refusal]]:
        """Return the feats of the card that the model cannot use now, each with the reason."""
        usable = self.usable(game, model)
        others = [each for each in self.listed(game, model) if each not in usable]
        return [(Option(each.name, each.name, self.rule), self.why_not_use(game, model, each)) for each in others]

    def why_not_use(self, game: Game, model: Model, feat: FeatDocument) -> Refusal:
        """Return why the model can use a feat neither here nor after a Walk."""
        if reason := feats.why_not(game, model, feat):
            return Refusal(reason, self.rule)
        for enemy in held_by(game, model, moving=False):
            return Refusal(_("{model} is in the zone of {enemy}", model=model.name, enemy=enemy.name), "B-GEO-34")
        return Refusal(_("{feat} has no target in range and sight", feat=feat.name), "B-KI-8")

    def chosen(self, game: Game, model: Model) -> Asking[FeatDocument]:
        """Ask which of several feats the model uses."""
        found = self.usable(game, model)
        if len(found) == 1:
            return found[0]
        options = [
            Option(each.name, _("{feat} ({ki} Ki)", feat=each.name, ki=feats.cost(game, model, each)), self.rule)
            for each in found
        ]
        prompt = _("Which feat does {model} use?", model=model.name)
        key = yield ask(model, prompt, self.rule, options, partial(self.refused, game, model))
        return next(each for each in found if each.name == key)

    def stated(self, game: Game, model: Model, feat: FeatDocument) -> Asking[str]:
        """Ask when the model walks; it walks first if the feat has no target here."""
        if not self.here(game, model, feat):
            return BEFORE
        prompt = _("Does {model} walk before or after the feat?", model=model.name)
        labels = (_("Use it from here"), _("Walk, then use it"), _("Use it, then walk"))
        return (yield from when_to_walk(game, model, self.rule, prompt, labels))


class SimpleFeat(_UseFeat):
    """B-ACT-15, B-KI-5."""

    key, name, letter, rule, timing = "simple-feat", N_("Simple feat"), "s", "B-ACT-15", "Simple"


class ComplexFeat(_UseFeat):
    """B-ACT-21, B-KI-6."""

    key, name, letter, rule, timing, cost = "complex-feat", N_("Complex feat"), "shift+s", "B-ACT-21", "Complex", 2
