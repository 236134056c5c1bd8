"""Gold: traits that break the world and remake it."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Flow
from game.rulesets.godbreakers.rules.actions.action import Action
from game.rulesets.godbreakers.rules.damage import remove_casualty, suffer
from game.rulesets.godbreakers.rules.events import DieSet, Tamed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import introduce, within
from game.rulesets.godbreakers.rules.rolls import test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import ask_terrain, models_in, remove_piece, supply, within_zero
from game.rulesets.godbreakers.rules.traits import Trait
from game.rulesets.godbreakers.rules.wild.unaligned import Kind, make
from game.wording import N_, _

LOWERED = {1: 6, 2: 8, 3: 10}
"""The die to which Despoiling sets a godbreaker, by rank."""

SUMMONED = {1: 8, 2: 10, 3: 12}
"""The die of a summoned model, by rank."""


class Despoiling(Trait):
    """Special action: call a fallen friend back, diminished."""

    name, metal, rule = N_("Despoiling"), "gold", "G-TRAIT-DESPOILING"
    text = N_(
        "Special action: a friendly casualty, a godbreaker, returns within 0 U, its die cut for good to D6, D8 or "
        "D10 (rank 1, 2, 3) if that is lower. Then test Stay With Me!: on a failure it falls again."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (Despoil(rank),)


class Despoil(Action):
    """Place a friendly casualty within 0 U, its die lowered; then test Stay With Me!"""

    key, label, rule = "despoil", N_("Despoil"), "G-TRAIT-DESPOILING"
    test = N_("Stay With Me!")

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def _fallen(self, game: Game, model: Model) -> list[Model]:
        return [
            other
            for other in game.state.models.values()
            if other.godbreaker and other.place == "casualty" and model.owner and other.owner == model.owner
        ]

    def why_not(self, game: Game, model: Model) -> str:
        return "" if self._fallen(game, model) else _("no friendly godbreaker was removed as a casualty")

    def perform(self, game: Game, model: Model) -> Flow:
        """Choose the friend, place it without its damage, lower its die, test; a casualty it may be again (H2, H3)."""
        picked = yield Pick(
            player=game.handler(model),
            prompt=_("Which fallen godbreaker returns?"),
            rule=self.rule,
            about=model.id,
            candidates=tuple(other.id for other in self._fallen(game, model)),
            test=self.test,
        )
        friend = game.state.models[picked[0]]
        friend.damage = 0
        yield from introduce(
            game,
            friend,
            [within(game, model.disc, 0, friend.radius)],
            model.disc,
            player=game.handler(model),
            prompt=_("Place {friend} within 0 U of {model}", friend=friend.name, model=model.name),
            rule=self.rule,
            test=self.test,
        )
        if LOWERED[self.rank] < friend.die:
            friend.die = LOWERED[self.rank]
            game.emit(DieSet(model=friend.id, die=friend.die, rule=self.rule))
        if not test(game, model, self.test, rule=self.rule):
            yield from remove_casualty(game, friend)


class Ruinous(Trait):
    """Special action: bring terrain down."""

    name, metal, rule = N_("Ruinous"), "gold", "G-TRAIT-RUINOUS"
    text = N_(
        "Special action: name terrain it stands within 0 U of and test Ruin. Pass: all models in that piece take "
        "damage equal to the rank and it is removed. Fail: this model takes 3 − rank."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (Ruin(rank),)


class Ruin(Action):
    """Nominate terrain within 0 U and test: it goes and hurts whoever is in it, or the active model is hurt."""

    key, label, rule = "ruin", N_("Ruin"), "G-TRAIT-RUINOUS"
    test = label

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str:
        return "" if within_zero(game, model) else _("no terrain is within 0 U of {model}", model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        pieces = {piece.id: piece for piece in within_zero(game, model)}
        key = yield Choose(
            player=game.handler(model),
            prompt=_("Which terrain falls to ruin?"),
            rule=self.rule,
            about=model.id,
            options=tuple(Option(piece.id, piece.name or piece.id, self.rule) for piece in pieces.values()),
            test=self.test,
        )
        if not test(game, model, self.test, rule=self.rule):
            backfire(game, model, self.rank, rule=self.rule)
            return
        for other in models_in(game, pieces[key]):
            suffer(game, other, self.rank, rule=self.rule, source=model)
        remove_piece(game, pieces[key], rule=self.rule)


class Shaping(Trait):
    """Special action: raise terrain."""

    name, metal, rule = N_("Shaping"), "gold", "G-TRAIT-SHAPING"
    text = N_(
        "Special action: take a spare terrain piece no more than D U across and test Shape. Pass: it goes down "
        "within 0 U; in area terrain, models then in it take damage equal to the rank. Fail: this model takes 3 − "
        "rank."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (Shape(rank),)


class Shape(Action):
    """Choose terrain off the table and test: put it within 0 U and hurt whoever is in it, or be hurt."""

    key, label, rule = "shape", N_("Shape"), "G-TRAIT-SHAPING"
    test = label

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str:
        return "" if supply(game, model.die) else _("no terrain off the table is at most {die} U across", die=model.die)

    def perform(self, game: Game, model: Model) -> Flow:
        pieces = {piece.id: piece for piece in supply(game, model.die)}
        key = yield Choose(
            player=game.handler(model),
            prompt=_("Which terrain takes shape?"),
            rule=self.rule,
            about=model.id,
            options=tuple(Option(piece.id, piece.name or piece.id, self.rule) for piece in pieces.values()),
            test=self.test,
        )
        if not test(game, model, self.test, rule=self.rule):
            backfire(game, model, self.rank, rule=self.rule)
            return
        piece = yield from ask_terrain(game, model, pieces[key], rule=self.rule)
        if piece is not None and piece.area:
            for other in models_in(game, piece):
                suffer(game, other, self.rank, rule=self.rule, source=model)


def backfire(game: Game, model: Model, rank: int, *, rule: str) -> None:
    """Hurt the active model for a failed Ruin or Shape test: 3 - R damage."""
    if rank < 3:
        suffer(game, model, 3 - rank, rule=rule)


class Summoning(Trait):
    """Special action: call something unaligned."""

    name, metal, rule = N_("Summoning"), "gold", "G-TRAIT-SUMMONING"
    text = N_(
        "Special action: an unaligned model from off the table, D8, D10 or D12 at rank 1, 2 or 3, is placed within "
        "0 U. If the Obey! test passes, it is tame and yours."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (Summon(rank),)


class Summon(Action):
    """Place an unaligned model within 0 U; then test Obey! to tame it."""

    key, label, rule = "summon", N_("Summon"), "G-TRAIT-SUMMONING"
    test = N_("Obey!")

    def __init__(self, rank: int) -> None:
        self.die = SUMMONED[rank]
        self.kind = Kind(f"summoned-d{self.die}", f"Summoned D{self.die}", self.die)

    def why_not(self, game: Game, model: Model) -> str:
        """Say when the supply is used up (Q18)."""
        standing = sum(other.kind == self.kind.kind for other in game.standing())
        left = game.setup.summons(self.die) - standing
        return "" if left > 0 else _("no unaligned D{die} is left off the table", die=self.die)

    def perform(self, game: Game, model: Model) -> Flow:
        summoned = make(game, self.kind)
        yield from introduce(
            game,
            summoned,
            [within(game, model.disc, 0, summoned.radius)],
            model.disc,
            player=game.handler(model),
            prompt=_("Place {summoned} within 0 U of {model}", summoned=summoned.name, model=model.name),
            rule=self.rule,
            test=self.test,
        )
        if test(game, model, self.test, rule=self.rule) and model.owner:
            summoned.owner = model.owner
            game.emit(Tamed(model=summoned.id, player=model.owner, rule=self.rule))


class Thunderous(Trait):
    """Special action: hurt everybody around."""

    name, metal, rule = N_("Thunderous"), "gold", "G-TRAIT-THUNDEROUS"
    text = N_(
        "Special action: inactive models within R U take R damage each (R: its rank). Then test Thunder!: on a pass "
        "those within 2R U take R; on a failure this model does."
    )

    def actions(self, rank: int) -> Sequence[Action]:
        return (Thunder(rank),)


class Thunder(Action):
    """R damage to all inactive models within R U; then test for as much within 2R U, or suffer it."""

    key, label, rule = "thunder", N_("Thunder"), "G-TRAIT-THUNDEROUS"
    test = N_("Thunder!")

    def __init__(self, rank: int) -> None:
        self.rank = rank

    def why_not(self, game: Game, model: Model) -> str:
        return ""

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
        """It hurts whoever is within R U (Q12)."""
        return game.reaches(model, target, self.rank)
