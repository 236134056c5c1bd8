"""Gold: traits that break the world and remake it."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Choose, Option, Reference
from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import remove_casualty, suffer
from game.rulesets.godbreakers.rules.events import DieSet, Tamed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import ask_terrain, models_in, remove_piece, supply, within_zero
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, bring_in, make
from game.table.terrain.battlefield import Piece
from game.wording import N_, _

LOWERED = {1: 6, 2: 8, 3: 10}
"""The die to which Despoiling sets a godbreaker, by rank."""

SUMMONED = {1: 8, 2: 10, 3: 12}
"""The die of a summoned model, by rank."""


class Despoil(Action):
    """Brings a casualty back without its damage (H3); a failed test makes it one again (H2)."""

    key, label, rule = "despoil", N_("Despoil"), "G-TRAIT-DESPOILING"
    letter = "d"
    test = N_("Stay With Me!")

    def _fallen(self, game: Game, model: Model) -> list[Model]:
        own = [other for other in game.state.models.values() if model.owner and other.owner == model.owner]
        return [other for other in own if other.godbreaker and other.place == "casualty"]

    def why_not(self, game: Game, model: Model) -> str:
        return "" if self._fallen(game, model) else _("no friendly godbreaker was removed as a casualty")

    def perform(self, game: Game, model: Model) -> Flow:
        player, prompt = game.handler(model), _("Which fallen godbreaker returns?")
        [friend] = yield from pick(
            player, prompt, self._fallen(game, model), rule=self.rule, about=model.id, test=self.test
        )
        friend.damage = 0
        yield from bring_in(game, friend, model, 0, player=player, rule=self.rule, test=self.test)
        if LOWERED[self.rank] < friend.die:
            friend.die = LOWERED[self.rank]
            game.emit(DieSet(model=friend.id, die=friend.die, rule=self.rule))
        if not test(game, model, self.test, rule=self.rule):
            yield from remove_casualty(game, friend)


class TerrainAction(Action):
    def tested(self, game: Game, model: Model, pieces: Sequence[Piece], prompt: str) -> Asking[Piece | None]:
        """Ask for terrain and make the test; return the piece, None for a failure, which costs 3 - R damage."""
        key = yield Choose(
            player=game.handler(model),
            prompt=prompt,
            rule=self.rule,
            about=model.id,
            options=tuple(_option(piece, self.rule) for piece in pieces),
            test=self.test,
        )
        if test(game, model, self.test, rule=self.rule):
            return next(piece for piece in pieces if piece.id == key)
        if self.rank < 3:
            suffer(game, model, 3 - self.rank, rule=self.rule)
        return None

    def hurt_all_in(self, piece: Piece, game: Game, model: Model) -> None:
        for other in models_in(game, piece):
            suffer(game, other, self.rank, rule=self.rule, source=model)


def _option(piece: Piece, rule: str) -> Option:
    return Option(piece.id, piece.name or piece.id, rule, about=Reference(terrain=(piece.id,)))


class Ruin(TerrainAction):
    key, label, rule = "ruin", N_("Ruin"), "G-TRAIT-RUINOUS"
    letter = "u"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if within_zero(game, model) else _("no terrain is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which terrain falls to ruin?")
        piece = yield from self.tested(game, model, within_zero(game, model), prompt)
        if piece is not None:
            self.hurt_all_in(piece, game, model)
            remove_piece(game, piece, rule=self.rule)


class Shape(TerrainAction):
    key, label, rule = "shape", N_("Shape"), "G-TRAIT-SHAPING"
    letter = "shift+s"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if supply(game, model.die) else _("no spare terrain piece is at most {die} U across", die=model.die)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which terrain takes shape?")
        chosen = yield from self.tested(game, model, supply(game, model.die), prompt)
        piece = (yield from ask_terrain(game, model, chosen, rule=self.rule)) if chosen is not None else None
        if piece is not None and piece.area:
            self.hurt_all_in(piece, game, model)


class Summon(Action):
    key, label, rule = "summon", N_("Summon"), "G-TRAIT-SUMMONING"
    letter = "o"
    test = N_("Obey!")

    def __init__(self, rank: int) -> None:
        self.die = SUMMONED[rank]
        self.kind = Kind(f"summoned-d{self.die}", f"Summoned D{self.die}", self.die)

    def why_not(self, game: Game, model: Model) -> str:
        standing = sum(other.kind == self.kind.kind for other in game.standing())
        left = game.setup.summons(self.die) - standing  # Q18
        return "" if left > 0 else _("no spare unaligned D{die} is left", die=self.die)

    def perform(self, game: Game, model: Model) -> Flow:
        summoned = make(game, self.kind)
        yield from bring_in(game, summoned, model, 0, player=game.handler(model), rule=self.rule, test=self.test)
        if test(game, model, self.test, rule=self.rule) and model.owner:
            summoned.owner = model.owner
            game.emit(Tamed(model=summoned.id, player=model.owner, rule=self.rule))


class Thunder(Action):
    key, label, rule = "thunder", N_("Thunder"), "G-TRAIT-THUNDEROUS"
    letter = "shift+t"
    test = N_("Thunder!")

    def perform(self, game: Game, model: Model) -> Flow:
        self._strike(game, model, self.rank)
        if test(game, model, self.test, rule=self.rule):
            self._strike(game, model, 2 * self.rank)
        else:
            suffer(game, model, self.rank, rule=self.rule)
        yield from ()

    def _strike(self, game: Game, model: Model, reach: int) -> None:
        for other in game.standing():
            if other is not model and game.reaches(model, other, reach):
                suffer(game, other, self.rank, rule=self.rule, source=model)

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        return game.reaches(model, target, self.rank)  # Q12
