"""The traits and flaws: their special actions, procedures and conditions, and a row for each trait and flaw."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from game.engine.core.decisions import Choose, Option, Reference
from game.engine.core.flow import Asking, Flow
from game.engine.kit.effects import YES, X
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.actions.repertoire import targets
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.damage import suffer
from game.rulesets.godbreakers.rules.events import DieSet, Tamed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import ask_place, displace, movement_range, region, within
from game.rulesets.godbreakers.rules.play import remove_casualty
from game.rulesets.godbreakers.rules.rolls import ATTACK, NO_TESTS, test
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.terrain import adjacent_pieces, ask_terrain, models_in, remove_piece, spare_pieces
from game.rulesets.godbreakers.rules.traits import Moment, Ranked, Trait
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
        in_range = AnyOf([within(game, other.disc, self.rank, model.radius) for other in others])
        where = region(game, model, [in_range])
        if not where.find():
            nearest = min(others, key=lambda other: math.dist((model.x, model.y), (other.x, other.y)))
            displace(game, model, nearest.x, nearest.y, rule=self.rule, level=nearest.level)
            return
        prompt = _("Place {model} within {rank} U of another model", model=model.name, rank=self.rank)
        yield from ask_place(game, model, where, player=game.handler(model), prompt=prompt, rule=self.rule)


def may_retaliate(game: Game, fight: Fight, model: Model) -> bool:
    """Return whether a model took attack damage and has an enemy in its attack range."""
    return bool(fight.suffered.get(model.id)) and model.on_table and bool(targets(game, model))


def vengeful(game: Game, fight: Fight, model: Model, rank: int) -> Flow:
    """Let the player choose an enemy in attack range, or none, that takes damage."""
    player = game.handler(model)
    prompt = _("{model} is Vengeful: choose who takes {rank} damage", model=model.name, rank=rank)
    for other in (yield from pick(player, prompt, targets(game, model), rule=VENGEFUL, about=model.id, minimum=0)):
        suffer(game, other, rank, rule=VENGEFUL, source=model)


JUGGERNAUT, PINNING = "G-TRAIT-JUGGERNAUT", "G-TRAIT-PINNING"


def leads(game: Game, fight: Fight, model: Model) -> bool:
    """Return whether a model, still on the table, makes the Engage in its own activation."""
    return model is fight.active and model.id == game.state.active and model.on_table


def juggernaut(game: Game, fight: Fight, model: Model, rank: int) -> Flow:
    """Let the player place an engaged model that is still on the table, possibly `model` itself (Q9)."""
    player, n = game.handler(model), 2 * rank
    facts = {"model": model.name, "n": n}
    text = _("{model} is a Juggernaut: choose an engaged model to place within {n} U of where it stands", **facts)
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


STAY = Option("stay", N_("Stay here"), "G-TRAIT-CUNNING", declines=True)


def cunning(game: Game, fight: Fight, model: Model, rank: int) -> Flow:
    """Let the player place a model elsewhere nearby, or leave it."""
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
        """Return the friendly godbreakers that were removed as casualties."""
        models_of_player = [other for other in game.state.models.values() if model.owner and other.owner == model.owner]
        return [other for other in models_of_player if other.godbreaker and other.place == "casualty"]

    def why_not(self, game: Game, model: Model) -> str:
        return "" if self._fallen(game, model) else _("no friendly godbreaker was removed as a casualty")

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which fallen godbreaker returns?")
        friend = yield from self.choose(game, model, prompt, self._fallen(game, model))
        friend.damage = 0
        yield from bring_in(game, friend, model, 0, player=game.handler(model), rule=self.rule, test=self.test)
        if LOWERED[self.rank] < friend.die:
            friend.die = LOWERED[self.rank]
            game.emit(DieSet(model=friend.id, die=friend.die, rule=self.rule))
        if not test(game, model, self.test, rule=self.rule):
            yield from remove_casualty(game, friend)


class TerrainAction(Action):
    """An action with one of the terrain `pieces` that the model may choose."""

    def pieces(self, game: Game, model: Model) -> Sequence[Piece]:
        """Return the terrain pieces that the model may choose."""
        raise NotImplementedError

    def choose_and_test(self, game: Game, model: Model, prompt: str) -> Asking[Piece | None]:
        """Ask for a terrain piece and make the test.

        Return the piece, or None if the test fails, which deals damage to the model.
        """
        pieces = self.pieces(game, model)
        key = yield Choose(
            player=game.handler(model),
            prompt=prompt,
            rule=self.rule,
            about=model.id,
            options=tuple(
                Option(piece.id, piece.name or piece.id, self.rule, about=Reference(terrain=(piece.id,)))
                for piece in pieces
            ),
            test=self.test,
        )
        if test(game, model, self.test, rule=self.rule):
            return next(piece for piece in pieces if piece.id == key)
        if self.rank < 3:
            suffer(game, model, 3 - self.rank, rule=self.rule)
        return None

    def hurt_all_in(self, piece: Piece, game: Game, model: Model) -> None:
        """Deal damage to all models in a terrain piece."""
        for other in models_in(game, piece):
            suffer(game, other, self.rank, rule=self.rule, source=model)


class Ruin(TerrainAction):
    key, label, rule = "ruin", N_("Ruin"), "G-TRAIT-RUINOUS"
    letter = "u"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        return "" if self.pieces(game, model) else _("no terrain is within 0 U of {model}", model=model.name)

    def pieces(self, game: Game, model: Model) -> Sequence[Piece]:
        return adjacent_pieces(game, model)

    def perform(self, game: Game, model: Model) -> Flow:
        piece = yield from self.choose_and_test(game, model, _("Which terrain falls to ruin?"))
        if piece is not None:
            self.hurt_all_in(piece, game, model)
            remove_piece(game, piece, rule=self.rule)


class Shape(TerrainAction):
    key, label, rule = "shape", N_("Shape"), "G-TRAIT-SHAPING"
    letter = "shift+s"
    test = label

    def why_not(self, game: Game, model: Model) -> str:
        pieces = self.pieces(game, model)
        return "" if pieces else _("no spare terrain piece is at most {die} U across", die=model.die)

    def pieces(self, game: Game, model: Model) -> Sequence[Piece]:
        return spare_pieces(game, model.die)

    def perform(self, game: Game, model: Model) -> Flow:
        chosen = yield from self.choose_and_test(game, model, _("Which terrain takes shape?"))
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
        spare = game.setup.summons(self.die) - len(game.standing(self.kind.kind))  # Q18
        return "" if spare > 0 else _("no spare unaligned D{die} is left", die=self.die)

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

    def why_futile(self, game: Game, model: Model) -> str:
        reach = 2 * self.rank
        if any(other is not model and game.reaches(model, other, reach) for other in game.standing()):
            return ""
        return _("no other model is within {reach} U of {model}", reach=reach, model=model.name)

    def perform(self, game: Game, model: Model) -> Flow:
        self._strike(game, model, self.rank)
        if test(game, model, self.test, rule=self.rule):
            self._strike(game, model, 2 * self.rank)
        else:
            suffer(game, model, self.rank, rule=self.rule)
        yield from ()

    def _strike(self, game: Game, model: Model, reach: int) -> None:
        """Deal damage to all other models within a range."""
        for other in game.standing():
            if other is not model and game.reaches(model, other, reach):
                suffer(game, other, self.rank, rule=self.rule, source=model)

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        return game.reaches(model, target, self.rank)  # Q12


# -- conditions, to which rows refer by name -------------------------------------------------------


def active(game: Game, model: Model, trait: Ranked, purpose: str) -> bool:
    """Return whether the model is active."""
    return model.id == game.state.active


def inactive(game: Game, model: Model, trait: Ranked, purpose: str) -> bool:
    """Return whether the model is not active."""
    return model.id != game.state.active


def friend_in_movement_range(game: Game, holder: Model, trait: Ranked, roller: Model) -> bool:
    """Return whether `roller` is a friend within the holder's movement range (Q10)."""
    return game.friendly(holder, roller) and game.reaches(holder, roller, movement_range(game, holder))


# -- rows ------------------------------------------------------------------------------------------


# fmt: off
ROWS: Final = (
    Trait.of(N_("Defensive"), "G-TRAIT-DEFENSIVE",
             N_("While inactive, this model rerolls attack faces of its rank or lower."),
             metal="copper", talent="outlast", reroll_at_most=X.about(ATTACK).when("inactive")),
    Trait.of(N_("Healer"), "G-TRAIT-HEALER",
             N_("Friendly models inside this model's movement range reroll recovery faces of its rank or lower."),
             metal="copper", talent="outlast", lets_reroll=X.when("friend_in_movement_range")),
    Trait.of(N_("Inspired"), "G-TRAIT-INSPIRED",
             N_("While active, this model rerolls faces of its rank or lower in tests."),
             metal="copper", talent="move", reroll_at_most=X.but_for(*NO_TESTS).when("active")),
    Trait.of(N_("Mysterious"), "G-TRAIT-MYSTERIOUS",
             N_("Special action with a Hidden Ways test: on a pass, place this model anywhere within R U of "
                 "another model (R: its rank)."),
             metal="copper", talent="move", action=HiddenWays),
    Trait.of(N_("Vengeful"), "G-TRAIT-VENGEFUL",
             N_("If this model took attack damage in an Engage, it may deal damage equal to its rank to one "
                 "enemy in its attack range before the models disengage."),
             metal="copper", talent="strike", before_disengage=Moment(may_retaliate, vengeful)),
    Trait.of(N_("Despoiling"), "G-TRAIT-DESPOILING",
             N_("Special action: return a friendly godbreaker casualty within 0 U. Its die drops for good to "
                 "D6, D8 or D10 (rank 1, 2, 3) if that is lower. Then test Stay With Me!: on a failure it falls "
                 "again."),
             metal="gold", talent="outlast", action=Despoil),
    Trait.of(N_("Ruinous"), "G-TRAIT-RUINOUS",
             N_("Special action: choose terrain within 0 U and test Ruin. Pass: all models in that piece take "
                 "damage equal to the rank, and it is removed. Fail: this model takes 3 − rank."),
             metal="gold", talent="control", action=Ruin),
    Trait.of(N_("Shaping"), "G-TRAIT-SHAPING",
             N_("Special action: choose a spare terrain piece no more than D U across and test Shape. Pass: "
                 "place it within 0 U; if it is area terrain, models in it take damage equal to the rank. Fail: "
                 "this model takes 3 − rank."),
             metal="gold", talent="control", action=Shape),
    Trait.of(N_("Summoning"), "G-TRAIT-SUMMONING",
             N_("Special action: place an unaligned model from off the table within 0 U: a D8, D10 or D12 at "
                 "rank 1, 2 or 3. If the Obey! test passes, it is tame and yours."),
             metal="gold", talent="control", action=Summon),
    Trait.of(N_("Thunderous"), "G-TRAIT-THUNDEROUS",
             N_("Special action: each inactive model within R U takes R damage (R: this model's rank). Then "
                 "test Thunder!: on a pass, those within 2R U take R damage; on a failure, this model does."),
             metal="gold", talent="shoot", action=Thunder),
    Trait.of(N_("Brutal"), "G-TRAIT-BRUTAL", N_("This model deals 2 more attack damage per rank."),
             metal="iron", talent="strike", dealt=2 * X),
    Trait.of(N_("Juggernaut"), "G-TRAIT-JUGGERNAUT",
             N_("While active, before its Engage breaks up, this model may place one engaged model within 2 U "
                 "per rank of where that model stands."),
             metal="iron", talent="control", before_disengage=Moment(leads, juggernaut)),
    Trait.of(N_("Pinning"), "G-TRAIT-PINNING",
             N_("While this model is inactive, enemies within R U of it (R: its rank) must end their move "
                 "actions closer to it."),
             metal="iron", talent="control", move_conditions=pinning),
    Trait.of(N_("Relentless"), "G-TRAIT-RELENTLESS",
             N_("At the start of the Recovery phase, this model removes damage equal to its rank."),
             metal="iron", talent="outlast", sheds=X),  # Q27
    Trait.of(N_("Tough"), "G-TRAIT-TOUGH",
             N_("This model takes 2 less attack damage per rank, but at least 1."),
             metal="iron", talent="outlast", taken=2 * X),
    Trait.of(N_("Cunning"), "G-TRAIT-CUNNING",
             N_("While active, right after the rolls of its Engage, this model may be placed within R U of "
                 "where it stands (R: its rank)."),
             metal="mercury", talent="move", after_attack_roll=Moment(leads, cunning)),
    Trait.of(N_("Deadly"), "G-TRAIT-DEADLY", N_("While active, this model rerolls attack faces of its rank or lower."),
             metal="mercury", talent="strike", reroll_at_most=X.about(ATTACK).when("active")),
    Trait.of(N_("Fleet"), "G-TRAIT-FLEET", N_("Adds 2 U per rank to the model's movement range."),
             metal="mercury", talent="move", movement=2 * X),
    Trait.of(N_("Merciless"), "G-TRAIT-MERCILESS",
             N_("When it engages while active, this model may nominate more opponents in its attack range, up "
                 "to its rank."),
             metal="mercury", talent="strike", opponents=X),
    Trait.of(N_("Ranged"), "G-TRAIT-RANGED",
             N_("Adds the model's die value, once per rank, to its attack range: a D6 with Ranged 2 reaches 12 U."),
             metal="mercury", talent="shoot", reach_in_dice=X),
    Trait.of(N_("Unbound"), "G-TRAIT-UNBOUND",
             N_("Advanced: before a range is worked out, this model may count as being up to R levels higher or "
                 "lower (R: its rank)."),
             metal="advanced", talent="move"),
    Trait.of(N_("Brittle"), "G-FLAW-BRITTLE", N_("Each time this model suffers damage, it suffers 1 more."),
             metal="flaw", suffered=1),  # applied after all reductions (Q6)
    Trait.of(N_("Careful"), "G-FLAW-CAREFUL", N_("This model may engage only once in each activation."),
             metal="flaw", most=YES.about("engage")),
    Trait.of(N_("Prey"), "G-FLAW-PREY",
             N_("Wild models with this model inside their own movement range turn Predator: they hunt the "
                 "closest model with Prey."),
             metal="flaw"),
    Trait.of(N_("Slow"), "G-FLAW-SLOW", N_("This model may take only one Move action in each activation."),
             metal="flaw", most=YES.about("move")),
    Trait.of(N_("Unlucky"), "G-FLAW-UNLUCKY", N_("On this model's challenging rolls, a 4 also counts as 0."),
             metal="flaw", zero_at_most=4),
)
# fmt: on
