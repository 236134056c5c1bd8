"""The special actions of traits, and their procedures during an Engage."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.core.decisions import Choose, Option, Reference
from game.engine.core.flow import Asking, Flow
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.engage import targets
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import remove_casualty, suffer
from game.rulesets.godbreakers.rules.events import DieSet, Tamed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, displace, region, within
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import adjacent_pieces, ask_terrain, models_in, remove_piece, spare_pieces
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, bring_in, make
from game.table.placing.conditions import AnyOf, CloserTo, Condition
from game.table.shapes import gap
from game.table.terrain.battlefield import Piece
from game.wording import N_, _

VENGEFUL = "G-TRAIT-VENGEFUL"


class HiddenWays(Action):
    """Place the model near another model. Without room, place it unstably at the closest model (H1)."""

    key, label, rule = "hidden-ways", N_("Hidden Ways"), "G-TRAIT-MYSTERIOUS"
    letter = "shift+h"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if len(game.standing()) > 1 else _("there is no other model on the table")

    def perform(self, game: Game, model: Model) -> Flow:
        if not test(game, model, self.test, rule=self.rule):
            return
        others = [other for other in game.standing() if other is not model]
        near = AnyOf([within(game, other.disc, self.rank, model.radius) for other in others])
        where = region(game, model, [near])
        if not where.find():
            nearest = min(others, key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
            displace(game, model, nearest.x, nearest.y, rule=self.rule, level=nearest.level)
            return
        prompt = _("Place {model} within {rank} U of another model", model=model.name, rank=self.rank)
        yield from ask_place(game, model, where, player=game.handler(model), prompt=prompt, rule=self.rule)


def vengeful(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Let a model that took attack damage deal damage to an enemy within its attack range."""
    if not fight.suffered.get(model.id) or not model.on_table:
        return None
    enemies = targets(game, model)
    return _retaliate(game, model, rank, enemies) if enemies else None


def _retaliate(game: Game, model: Model, rank: int, enemies: Sequence[Model]) -> Flow:
    player = game.handler(model)
    prompt = _("{model} is Vengeful: who takes {rank} damage?", model=model.name, rank=rank)
    for other in (yield from pick(player, prompt, enemies, rule=VENGEFUL, about=model.id, minimum=0)):
        suffer(game, other, rank, rule=VENGEFUL, source=model)


JUGGERNAUT, PINNING = "G-TRAIT-JUGGERNAUT", "G-TRAIT-PINNING"


def juggernaut(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Let an active model place an engaged model elsewhere before its Engage ends."""
    return _shove(game, fight, model, rank) if fight.led_by(game, model) and model.on_table else None


def _shove(game: Game, fight: Fight, model: Model, rank: int) -> Flow:
    """Let the player place an engaged model that is still on the table, possibly `model` itself (Q9)."""
    player, n = game.handler(model), 2 * rank
    text = _(
        "{model} is a Juggernaut: which engaged model do you place within {n} U of where it stands?",
        model=model.name,
        n=n,
    )
    standing = [other for other in fight.models if other.on_table]
    for moved in (yield from pick(player, text, standing, rule=JUGGERNAUT, about=model.id, minimum=0)):
        where = region(game, moved, [within(game, moved.disc, n, moved.radius)], moved.disc)
        text = _("Place {moved} within {n} U of where it stands", moved=moved.name, n=n)
        yield from ask_place(game, moved, where, player=player, prompt=text, rule=JUGGERNAUT)


def pinning(game: Game, holder: Model, rank: int, mover: Model) -> Sequence[Condition]:
    """Return the condition that an enemy near an inactive holder ends its move closer to the holder."""
    if holder.id == game.state.active or not game.hostile(holder, mover) or not game.within(holder, mover, rank):
        return ()
    return (CloserTo(holder.disc, gap(holder.disc, mover.disc), mover.radius, rule=PINNING),)  # Q19


STAY = Option("stay", N_("Stay here"), "G-TRAIT-CUNNING")


def cunning(game: Game, fight: Fight, model: Model, rank: int) -> Flow | None:
    """Let an active model be placed elsewhere right after the rolls of its Engage."""
    return _shift(game, model, rank) if fight.led_by(game, model) else None


def _shift(game: Game, model: Model, rank: int) -> Flow:
    where = region(game, model, [within(game, model.disc, rank, model.radius)], model.disc)
    prompt = _("{model} is Cunning: place it within {rank} U of where it stands", model=model.name, rank=rank)
    player, stay = game.handler(model), (STAY.shown(),)
    yield from ask_place(game, model, where, player=player, prompt=prompt, rule=STAY.rule, shortcuts=stay)


LOWERED = {1: 6, 2: 8, 3: 10}
"""The die to which Despoiling sets a godbreaker, by rank."""

SUMMONED = {1: 8, 2: 10, 3: 12}
"""The die of a summoned model, by rank."""


class Despoil(Action):
    """Return a casualty to the table without damage (H3). On a failed test, it is a casualty again (H2)."""

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
    def choose_and_test(self, game: Game, model: Model, pieces: Sequence[Piece], prompt: str) -> Asking[Piece | None]:
        """Ask for a terrain piece and make the test. Return the piece, or None after a failure, which deals damage."""
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
        return "" if adjacent_pieces(game, model) else _("no terrain is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which terrain falls to ruin?")
        piece = yield from self.choose_and_test(game, model, adjacent_pieces(game, model), prompt)
        if piece is not None:
            self.hurt_all_in(piece, game, model)
            remove_piece(game, piece, rule=self.rule)


class Shape(TerrainAction):
    key, label, rule = "shape", N_("Shape"), "G-TRAIT-SHAPING"
    letter = "shift+s"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        pieces = spare_pieces(game, model.die)
        return "" if pieces else _("no spare terrain piece is at most {die} U across", die=model.die)

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which terrain takes shape?")
        chosen = yield from self.choose_and_test(game, model, spare_pieces(game, model.die), prompt)
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
