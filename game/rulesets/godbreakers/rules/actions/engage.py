"""The Engage action in the steps of the rulebook (G-ENG)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from game.engine.core.flow import Asking, Flow
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action, Fight
from game.rulesets.godbreakers.rules.asking import Trigger, pick, resolve
from game.rulesets.godbreakers.rules.damage import attack_damage, attack_modifier, suffer
from game.rulesets.godbreakers.rules.events import AttackWon, Disengaged, Engaged, OutOfReach
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range
from game.rulesets.godbreakers.rules.rolls import ATTACK, roll
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import Moment, Trait, added, ranked_traits
from game.wording import N_, _


class Engage(Action):
    """Engage a hostile model within attack range (G-ENG-1)."""

    key, label, rule = "engage", N_("Engage"), "G-ENG-1"
    letter = "e"

    def why_not(self, game: Game, model: Model) -> str:
        reach = attack_range(game, model)
        if any(game.models_within(model, game.hostiles(model), reach)):
            return ""
        return _("no hostile model is within {model}'s attack range of {reach} U", model=model.name, reach=reach)

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
    more = most_opponents(game, model) - 1
    rest = [other for other in others if other not in candidates]
    first = 1 if rest else 1 + more
    opponents = yield from _pick(game, model, candidates, 1, min(first, len(candidates)))
    rest = [other for other in [*candidates, *rest] if other not in opponents]
    if first == 1 and more and rest:
        game.state.engaged = [model.id, *(other.id for other in opponents)]  # public at once, and final
        opponents += yield from _pick(game, model, rest, 0, min(more, len(rest)))
    game.emit(Engaged(model=model.id, opponents=tuple(other.id for other in opponents)))
    return opponents


def _pick(game: Game, model: Model, candidates: Sequence[Model], minimum: int, maximum: int) -> Asking[list[Model]]:
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
            excluded=partial(_why_not, game, model),
        )
    )


def _why_not(game: Game, model: Model, identity: str) -> Refusal:
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
    crowd = [other for other in game.hostiles(model) if other not in engaged]
    for other in game.touching(model, crowd):
        yield _("{other}, hostile and not engaged, is within 0 U", other=other.name)
    foes = (other for other in engaged if game.hostile(model, other))
    sheltered = next((other.name for other in foes if game.at_barricade(other)), None)
    if sheltered is not None and not game.at_barricade(model):
        yield _("{sheltered} is within 0 U of a barricade and {model} is not", sheltered=sheltered, model=model.name)
    reason = scenario_of(game).challenges_attack(game, model, engaged)
    if reason:
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
    first = [model for model in fight.models if fight.results[model.id] == best]
    fight.winner = first[0] if len(first) == 1 else None
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
    """Return whether `loser` is hostile and within the attack range of `winner`, so takes damage (G-ENG-4, Q8)."""
    return game.hostile(winner, loser) and game.reaches(winner, loser, attack_range(game, winner))


def call_traits(game: Game, fight: Fight, moment: Callable[[Trait], Moment | None]) -> Flow:
    """Call the procedure that `moment` returns for each engaged model's traits, in order of triggers (Q21, Q40)."""

    def waiting() -> list[Trigger]:
        triggers = []
        for model in fight.models:
            for trait, rank in ranked_traits(game, model):
                procedure = moment(trait)
                if procedure and (flow := procedure(game, fight, model, rank)) is not None:
                    triggers.append(Trigger(model, trait.name, trait.rule, flow))
        return triggers

    yield from resolve(game, waiting)
