"""The actions that every model may take, and the reactions to them (G-MOVE, G-ENG, G-SPEC, G-ADV-1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from game.engine.core.decisions import Place
from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.asking import Trigger, pick, resolve
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, claim, suffer
from game.rulesets.godbreakers.rules.events import (
    AttackWon,
    Disengaged,
    Engaged,
    LevelChosen,
    MarkerDestroyed,
    Moved,
    ObstaclesMet,
    OutOfReach,
    ReadySpent,
)
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import (
    alert,
    attack_range,
    choose_level,
    displace,
    level_of,
    move_region,
    movement_range,
    pinning_conditions,
)
from game.rulesets.godbreakers.rules.rolls import ATTACK, roll, settle_triumphs, test
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import READY, Marker, Model, Token
from game.rulesets.godbreakers.rules.traits import Moment, Trait, added, ranked_traits, trait_amounts
from game.table.lattice import Position, distance
from game.table.placing.region import Region
from game.wording import N_, _, keep, translated

# -- moving (G-MOVE) -------------------------------------------------------------------------------


ESCAPE, AVOID = N_("Escape"), N_("Avoid Obstacles")
CLIMB, FALL = N_("Climb"), N_("Fall")


class Move(Action):
    """Place the model within its movement range of its current place (G-MOVE-1)."""

    key, label, rule = "move", N_("Move"), "G-MOVE-1"
    letter = "v"

    def why_not(self, game: Game, model: Model) -> str | Refusal:
        """Return a refusal if other models pin the model so that no end is legal (Q19)."""
        demands = pinning_conditions(game, model)
        if demands and not move_region(game, model).find():
            text = _("{model} is pinned: no move would end closer to every model pinning it", model=model.name)
            return Refusal(text, demands[0].rule)
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        yield from move(game, model)


def move(game: Game, model: Model, ends: Region | None = None, why: str = "") -> Flow:
    """Let a player move a model, to one of `ends` if given, with the test and the claims of tokens.

    `why` describes the legal spots in the prompt, for a compulsion.
    """
    player, ends = game.handler(model), ends or move_region(game, model)
    text = N_("Move {model} to a spot {why}") if why else N_("Move {model} within {n} U")
    prompt = _(text, model=model.name, n=movement_range(game, model), why=why)
    where = yield from choose_level(ends, player=player, prompt=prompt, about=model.id, test=AVOID)
    assert isinstance(where, Region)
    answer = yield Place(player=player, prompt=prompt, rule="G-MOVE-1", about=model.id, region=where, test=AVOID)
    yield from carry_out(game, model, Position(answer[0], answer[1]), level_of(where))


def carry_out(game: Game, model: Model, end: Position, level: int) -> Flow:
    """Move the model to `end`, make its Avoid Obstacles test and let it claim tokens (G-MOVE-2, G-MOVE-5)."""
    obstacles = obstacles_to(game, model, end, level)
    move_to(game, model, end, level)
    if obstacles:
        avoid(game, model, obstacles)
    yield from claim_tokens(game, model)


def move_to(game: Game, model: Model, end: Position, level: int) -> None:
    """Put the model at `end`. Without a surface there, the model falls (G-MOVE-1, G-ADV-4)."""
    start = (model.x, model.y)
    if level != model.level:
        game.emit(LevelChosen(model=model.id, start=model.level, end=level))
    (model.x, model.y), model.level = end, level
    game.emit(Moved(model=model.id, start=start, end=(end.x, end.y), inches=distance(start, end)))
    if game.falls(model.disc):
        displace(game, model, end.x, end.y, rule="G-ADV-4", level=level)
    else:
        alert(game, model)


def avoid(game: Game, model: Model, obstacles: Sequence[str]) -> None:
    """Make the Avoid Obstacles test. On a failure, the model takes 1 damage for each obstacle (G-MOVE-2)."""
    game.emit(ObstaclesMet(model=model.id, obstacles=tuple(obstacles)))
    if not test(game, model, AVOID, rule="G-MOVE-2"):
        suffer(game, model, len(obstacles), rule="G-MOVE-2")


def must_escape(game: Game, model: Model) -> bool:
    """Return whether a model has to Escape if it moves now (G-MOVE-3)."""
    return any(game.touching(model, game.hostiles(model)))


def obstacles_to(game: Game, model: Model, end: Position, level: int = 0, *, escaping: bool | None = None) -> list[str]:
    """Return the obstacles to a move to `end` on `level` (G-MOVE-3, G-MOVE-4, Q1, G-ADV-3, H4).

    `escaping` is whether the model has to Escape, if the caller knows.
    """
    if escaping is None:
        escaping = must_escape(game, model)
    obstacles = [ESCAPE] if escaping else []
    if level != model.level:
        obstacles.append(CLIMB if level > model.level else FALL)
    start = Position(model.x, model.y)
    crossed = game.ground(model.level, level).barricades_crossed(start, end)
    names = [barricade.name or keep("a barricade") for barricade in crossed]
    return obstacles + [keep("Vault over {barricade}", barricade=name) for name in names]


def claim_tokens(game: Game, model: Model) -> Flow:
    """Let a model that has moved claim any unclaimed tokens within 0 U (G-MOVE-5)."""
    tokens = [token for token in game.unclaimed() if game.within(model, token, 0)]
    if not tokens:
        return
    prompt = _("Which tokens does {model} claim?", model=model.name)
    picked = yield from pick(
        game.handler(model), prompt, tokens, rule="G-MOVE-5", about=model.id, minimum=0, maximum=len(tokens)
    )
    for token in picked:
        claim(game, model, token, rule="G-MOVE-5")


# -- engaging (G-ENG) ------------------------------------------------------------------------------


class Engage(Action):
    """Engage a hostile model within attack range (G-ENG-1)."""

    key, label, rule = "engage", N_("Engage"), "G-ENG-1"
    letter = "e"

    def why_not(self, game: Game, model: Model) -> str:
        reach = attack_range(game, model)
        if any(game.models_within(model, game.hostiles(model), reach)):
            return ""
        text = N_("no enemy is within {model}'s attack range of {reach} U")
        return _(text if reach else "no enemy is next to {model}", model=model.name, reach=reach)

    def named(self, game: Game, model: Model) -> str:
        enemies = targets(game, model)
        return _("Engage {target}", target=enemies[0].name) if len(enemies) == 1 else super().named(game, model)

    def perform(self, game: Game, model: Model) -> Flow:
        yield from engage(game, model, targets(game, model), [])

    def satisfies(self, game: Game, model: Model, target: Model) -> bool:
        return strikes(game, model, target)


def engage(game: Game, model: Model, candidates: list[Model], others: list[Model]) -> Flow:
    """Perform an Engage action against one of `candidates` and, if traits allow, some of `others` (G-ENG-1..5)."""
    yield from clash(game, Fight(model, (yield from nominate(game, model, candidates, others))))


def clash(game: Game, fight: Fight) -> Flow:
    """Carry out an Engage after the nomination: roll, deal damage, disengage (G-ENG-2..5)."""
    game.state.engaged = [model.id for model in fight.models]
    attack_roll(game, fight)
    yield from call_traits(game, fight, lambda trait: trait.after_attack_roll)
    inflict(game, fight)
    yield from call_traits(game, fight, lambda trait: trait.before_disengage)
    game.state.engaged = []
    game.emit(Disengaged(models=tuple(model.id for model in fight.models)))


def targets(game: Game, model: Model) -> list[Model]:
    """Return the hostile models within the model's attack range."""
    return list(game.models_within(model, game.hostiles(model), attack_range(game, model)))


def most_opponents(game: Game, model: Model) -> int:
    """Return the number of opponents that the model may nominate (G-ENG-1)."""
    return 1 + added(game, model, "opponents")


def nominate(game: Game, model: Model, candidates: list[Model], others: list[Model]) -> Asking[list[Model]]:
    """Ask for opponents and return them: one candidate and as many other models as traits allow (G-ENG-1)."""
    extra_opponents = most_opponents(game, model) - 1
    remaining = [other for other in others if other not in candidates]
    # if other models may follow, a candidate comes first and the rest later
    first_count = 1 if remaining else 1 + extra_opponents
    opponents = yield from _pick(game, model, candidates, 1, min(first_count, len(candidates)))
    remaining = [other for other in [*candidates, *remaining] if other not in opponents]
    if first_count == 1 and extra_opponents and remaining:
        game.state.engaged = [model.id, *(other.id for other in opponents)]  # public at once, and final
        opponents += yield from _pick(game, model, remaining, 0, min(extra_opponents, len(remaining)))
    game.emit(Engaged(model=model.id, opponents=tuple(other.id for other in opponents)))
    return opponents


def _pick(game: Game, model: Model, candidates: Sequence[Model], minimum: int, maximum: int) -> Asking[list[Model]]:
    """Ask for a number of opponents and return them."""
    prompt = _("Choose a target for {model}" if minimum else "Choose more targets for {model}", model=model.name)
    return (
        yield from pick(
            game.handler(model),
            prompt,
            candidates,
            rule="G-ENG-1",
            about=model.id,
            minimum=minimum,
            maximum=maximum,
            excluded=partial(why_not_engage, game, model),
        )
    )


def why_not_engage(game: Game, model: Model, identity: str) -> Refusal:
    """Return the reason why a model cannot be engaged."""
    other = game.state.models.get(identity)
    if other is None or not other.on_table:
        return Refusal(_("{piece} is not a model on the table", piece=game.name_of(identity)), "G-ENG-1")
    names = {"other": other.name, "model": model.name}
    if not game.hostile(model, other):
        return Refusal(_("{other} is not hostile to {model}", **names), "G-SIDE-1")
    distance, reach = game.range(model, other), attack_range(game, model)
    if game.reaches(model, other, reach):
        text = _("{other} is in reach, but already chosen or not what the compulsion requires", **names)
        return Refusal(text, "G-ENG-1")
    if game.levels and abs(model.level - other.level) > 1:
        return Refusal(_("{other} is more than one level away from {model}", **names), "G-ADV-2")
    if distance is None:
        return Refusal(_("an impassable barricade cuts {other} off from {model}", **names), "G-MEAS-6")
    text = _("{other} is {found} U from {model}, whose attack range is {reach} U", **names, found=distance, reach=reach)
    return Refusal(text, "G-ENG-1")


def challenges(game: Game, model: Model, engaged: list[Model]) -> Iterator[str]:
    """Yield the reasons why the model's attack roll is challenging, if it is (G-ENG-3, Q17)."""
    not_engaged = [other for other in game.hostiles(model) if other not in engaged]
    for other in game.touching(model, not_engaged):
        yield _("{other}, hostile and not engaged, is within 0 U", other=other.name)
    enemies = (other for other in engaged if game.hostile(model, other))
    sheltered = next((other.name for other in enemies if game.at_barricade(other)), None)
    if sheltered is not None and not game.at_barricade(model):
        yield _("{sheltered} is within 0 U of a barricade and {model} is not", sheltered=sheltered, model=model.name)
    if reason := scenario_of(game).challenges_attack(game, model, engaged):
        yield reason


def challenged(game: Game, model: Model, engaged: list[Model]) -> bool:
    """Return whether the model's attack roll is challenging (G-ENG-3)."""
    return next(challenges(game, model, engaged), None) is not None


def attack_roll(game: Game, fight: Fight) -> None:
    """Roll for every engaged model. A single highest result wins (G-ENG-2)."""
    challenging = {model.id: challenged(game, model, fight.models) for model in fight.models}
    for model in fight.models:
        fight.results[model.id] = roll(game, model, ATTACK, challenging=challenging[model.id])
    best = max(fight.results.values())
    best_models = [model for model in fight.models if fight.results[model.id] == best]
    fight.winner = best_models[0] if len(best_models) == 1 else None
    game.emit(AttackWon(winner=fight.winner.id if fight.winner else "", results=tuple(fight.results.items())))


def inflict(game: Game, fight: Fight) -> None:
    """Deal attack damage to every engaged enemy within the winner's attack range (G-ENG-4, Q7, Q8)."""
    winner = fight.winner
    if winner is None:
        return
    for loser in fight.models:
        if loser is winner or not game.hostile(winner, loser):
            continue
        if not strikes(game, winner, loser):
            game.emit(OutOfReach(model=loser.id, winner=winner.id))
            continue
        difference = fight.results[winner.id] - fight.results[loser.id]
        amount = attack_damage(difference, attack_modifier(game, winner, loser))
        fight.suffered[loser.id] = suffer(game, loser, amount, rule="G-ENG-4", source=winner)


def strikes(game: Game, winner: Model, loser: Model) -> bool:
    """Return whether `winner` damages `loser`, which is hostile and within its attack range (G-ENG-4, Q8)."""
    return game.hostile(winner, loser) and game.reaches(winner, loser, attack_range(game, winner))


def call_traits(game: Game, fight: Fight, moment: Callable[[Trait], Moment | None]) -> Flow:
    """Call the procedure that `moment` returns for each engaged model's traits, in order of triggers (Q21, Q40)."""

    def waiting() -> list[Trigger]:
        triggers = []
        for model in fight.models:
            for trait, rank in ranked_traits(game, model):
                procedure = moment(trait)
                if procedure and procedure.applies(game, fight, model):
                    flow = procedure.flow(game, fight, model, rank)
                    triggers.append(Trigger(model, trait.name, trait.rule, flow))
        return triggers

    yield from resolve(game, waiting)


# -- special actions, ready models, and what a model may do (G-SPEC, G-ADV-1, G-ACT-4) -------------


class Sunder(Action):
    """Try to destroy a marker that the active model's player controls (G-SPEC-1)."""

    key, label, rule = "sunder", N_("Sunder"), "G-SPEC-1"
    letter = "s"
    stays = True
    test = N_("Destroy Marker")

    def why_not(self, game: Game, model: Model) -> str:
        if not model.owner:
            return _("wild models do not control markers")
        return "" if self.markers(game, model) else _("its player controls no marker")

    def named(self, game: Game, model: Model) -> str:
        markers = self.markers(game, model)
        if len(markers) != 1:
            return super().named(game, model)
        text = N_("Sunder your own {marker}") if markers[0].owner == model.owner else N_("Sunder {marker}")
        return _(text, marker=translated(markers[0].name))

    def markers(self, game: Game, model: Model) -> list[Marker]:
        """Return the markers that the model may try to destroy, which its player controls (G-TBL-6)."""
        return list(game.controlled(model.owner, game.lying()))

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Which marker does {model} nominate?", model=model.name)
        marker = yield from self.choose(game, model, prompt, self.markers(game, model))
        if test(game, model, Sunder.test, rule="G-SPEC-1"):
            marker.on_table = False
            game.emit(MarkerDestroyed(marker=marker.id, model=model.id))


class HandOff(Action):
    """Let a friendly model within D U, the value of the die, claim tokens of the active model (G-SPEC-2)."""

    key, label, rule = "hand-off", N_("Hand Off"), "G-SPEC-2"
    letter = "h"
    stays = True
    test = N_("Go Long!")

    def why_not(self, game: Game, model: Model) -> str:
        if not game.tokens_of(model):
            return _("{model} carries no token", model=model.name)
        if receivers(game, model):
            return ""
        return _("no friendly model is within {die} U of {model}", die=model.die, model=model.name)

    def why_futile(self, game: Game, model: Model) -> str:
        types = {token.type for token in game.tokens_of(model)}
        for other in receivers(game, model):
            if not types <= {token.type for token in game.tokens_of(other)}:
                return ""
        return _("every friendly model in range already carries the same tokens")

    def perform(self, game: Game, model: Model) -> Flow:
        prompt = _("Who does {model} hand tokens to?", model=model.name)
        taker = yield from self.choose(game, model, prompt, receivers(game, model))
        if not game.reaches(model, taker, 0) and not test(game, model, self.test, rule=self.rule):
            return
        prompt, carried = _("Which tokens does {taker} claim?", taker=taker.name), game.tokens_of(model)
        tokens = yield from pick(
            game.handler(model), prompt, carried, rule=self.rule, about=taker.id, minimum=0, maximum=len(carried)
        )
        for token in tokens:
            claim(game, taker, token, giver=model, rule=self.rule)


def receivers(game: Game, model: Model) -> list[Model]:
    """Return the friendly models within D U, the value of the model's die."""
    return [other for other in game.standing() if game.friendly(model, other) and game.reaches(model, other, model.die)]


# -- readiness (G-ADV-1, Q28) ----------------------------------------------------------------------


class Ready(Action):
    """Claim a ready token and end the activation."""

    key, label, rule = "ready", N_("Ready"), "G-ADV-1"
    letter = "y"
    stays = True
    ends_activation = True

    def why_futile(self, game: Game, model: Model) -> str:
        if all(other.activated for other in game.hostiles(model)):
            return _("no enemy acts again this round, and then the token vanishes")
        return ""

    def perform(self, game: Game, model: Model) -> Flow:
        number = game.state.made[READY] = game.state.made.get(READY, 0) + 1
        token = game.state.tokens[f"{READY}-{number}"] = Token(f"{READY}-{number}", READY)
        claim(game, model, token, rule=self.rule)
        yield from ()


def reactions(game: Game) -> Flow:
    """Let alerted models engage the active model, in priority order (G-ADV-1, Q28).

    Each reaction may displace or remove models, so the candidates are looked up again after it. A model that cannot
    react keeps its token.
    """

    def waiting() -> list[Trigger]:
        return [Trigger(model, READY, "G-ADV-1", react(game, model)) for model in able_to_react(game)]

    if game.state.alerted:
        yield from resolve(game, waiting, _("Which of your ready models reacts first?"), "G-ADV-1")
        game.state.alerted.clear()


def able_to_react(game: Game) -> list[Model]:
    """Return the alerted models that still hold a token and have the active model in attack range."""
    active = game.state.models.get(game.state.active)
    if active is None or not game.state.alerted:
        return []
    alerted = [game.state.models[identity] for identity in game.state.alerted]
    return [model for model in alerted if model.on_table and game.ready_token(model) and active in targets(game, model)]


def react(game: Game, reactor: Model) -> Flow:
    """Spend a ready token and engage only the active model, even if traits allow more opponents (G-ADV-1)."""
    token = game.ready_token(reactor)
    assert token is not None
    del game.state.tokens[token.id]
    game.state.alerted.remove(reactor.id)
    game.emit(ReadySpent(model=reactor.id, token=token.id))
    active = game.state.models[game.state.active]
    game.emit(Engaged(model=reactor.id, opponents=(active.id,), rule="G-ADV-1"))
    yield from clash(game, Fight(reactor, [active]))
    settle_triumphs(game)


# -- repertoire ------------------------------------------------------------------------------------


COMMON: tuple[Action, ...] = (Move(), Engage(), Sunder(), HandOff())
"""The actions that every model has."""
READY_ACTION = Ready()
"""The action that all models have with the advanced rule of readiness (G-ADV-1)."""


def repertoire(game: Game, model: Model) -> list[Action]:
    """Return all actions of the model, including the scenario's and those not possible now (G-SPEC-3)."""
    actions = list(COMMON)
    actions += [trait.action(rank) for trait, rank in ranked_traits(game, model) if trait.action]
    actions.extend(scenario_of(game).actions)
    if game.setup.options.ready:
        actions.append(READY_ACTION)
    return actions


def refusal(game: Game, model: Model, action: Action, done: Sequence[str]) -> Refusal | None:
    """Return the reason why `action` is not offered after the actions `done` in this activation, or None if it is."""
    times_done = done.count(action.key)
    for trait, most in trait_amounts(game, model, "most", action.key) if times_done else ():
        if times_done >= most:
            names = {"model": model.name, "trait": _(trait.name), "action": _(action.label)}
            return Refusal(_("{model} is {trait}: only {most} {action} per activation", **names, most=most), trait.rule)
    reason = action.why_not(game, model)
    if isinstance(reason, Refusal):
        return reason
    return Refusal(reason, action.rule) if reason else None
