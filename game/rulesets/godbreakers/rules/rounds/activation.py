"""The Activation phase, and the activation of a model (G-ACT)."""

from __future__ import annotations

from functools import partial

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Asking, Flow
from game.engine.core.options import Judged
from game.refusal import Refusal
from game.rulesets.godbreakers.rules.actions.action import Action, Compulsion, Deed
from game.rulesets.godbreakers.rules.actions.repertoire import COMMON, READY_ACTION, reactions, refusal, repertoire
from game.rulesets.godbreakers.rules.asking import pick
from game.rulesets.godbreakers.rules.events import Activated, ActivationEnded, CompulsionOverridden, TraitsSetAside
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.rolls import settle_triumphs
from game.rulesets.godbreakers.rules.rounds.deployment import AUTO
from game.rulesets.godbreakers.rules.scenarios import find, names, scenario_of
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of, note_compulsions
from game.wording import N_, _

END = Option("end", N_("End activation"), "G-ACT-4", letter="a", stays=True, declines=True)
NOTHING = Option("nothing", N_("Do nothing"), "Q24", letter="a", stays=True, declines=True)
OVERRIDE = Option("override", N_("Final say: override"), "G-INI-5", letter="l")
TRAITS = Option("traits", N_("Choose which traits to use"), "G-INI-5", letter="k")


def activation_step(game: Game) -> Flow:
    """Activate a model of the next player, else a wild model, or end the phase (G-ACT-1, G-ACT-2).

    An activation takes one step to begin and one for each action, so that a game can be resumed between actions.
    """
    active = game.state.models.get(game.state.active)
    if active is not None:
        yield from next_action(game, active)
        return
    player, ready = next_in_turn(game)
    if not ready:
        player, ready = game.wild_handler, [model for model in unactivated_models(game) if model.wild]
    if not ready:
        game.state.step = "recovery"
        return
    wild = ready[0].wild
    prompt = _("Which wild model acts next?" if wild else "Which of your models do you activate?")
    rule = "G-ACT-2" if wild else "G-ACT-1"
    [model] = yield from pick(player, prompt, ready, rule=rule, excluded=partial(_not_ready, game, player))
    if not wild:
        game.state.turn = (game.state.priority.index(player) + 1) % len(game.state.priority)
    model.activated, game.state.active = True, model.id
    game.emit(Activated(model=model.id, handler=game.handler(model), rule=rule))


def unactivated_models(game: Game) -> list[Model]:
    """Return the models on the table that have not been activated this round (G-ACT-3)."""
    return [model for model in game.state.models.values() if not model.activated and model.on_table]


def will_act_again(game: Game, model: Model) -> bool:
    """Return whether a model will have another action before the game ends, in this or a later round (G-ACT-3)."""
    return game.state.round < game.state.rounds or not acts_next_round(game, model)


def acts_next_round(game: Game, model: Model) -> bool:
    """Return whether a model has no action left in this round (G-ACT-1, G-ACT-3)."""
    if model.id == game.state.active:
        return not has_another_action(game, model)
    return model.activated or game.state.step in ("recovery", "recovering", "resolution")


def can_still_engage(game: Game, model: Model) -> bool:
    """Return whether a model can move and then engage before the game ends, if it acts again (G-ACT-4, Q15)."""
    if game.state.round < game.state.rounds:
        return True
    return model.godbreaker and model.id != game.state.active


def next_in_turn(game: Game) -> tuple[str, list[Model]]:
    """Return the next player with unactivated models, and these models (G-ACT-1)."""
    ready, order, turn = unactivated_models(game), game.state.priority, game.state.turn
    for player in (*order[turn:], *order[:turn]):
        if own_models := [model for model in ready if model.owner == player]:
            return player, own_models
    return "", []


def _not_ready(game: Game, player: str, identity: str) -> Refusal:
    """Return the reason why a player cannot activate a piece."""
    model = game.state.models.get(identity)
    if model is None or not model.on_table:
        return Refusal(_("{piece} is not a model on the table", piece=game.name_of(identity)), "G-ACT-1")
    if model.activated:
        return Refusal(_("{model} has been activated this round", model=model.name), "G-ACT-3")
    if model.wild:
        return Refusal(_("{model} is wild: it acts after all player models", model=model.name), "G-ACT-2")
    return Refusal(_("{model} is not yours to activate", model=model.name), "G-ACT-1")


def next_action(game: Game, model: Model) -> Flow:
    """Let the active model perform an action. A godbreaker has two, an unaligned model one (G-ACT-4, Q15)."""
    performed = game.state.performed
    if model.on_table and model.wild:
        yield from wild_action(game, model)
    elif model.on_table:
        is_first_of_two = model.godbreaker and not performed
        count = _("first of two actions") if is_first_of_two else _("last action") if performed else _("only action")
        prompt = _("{model} acts: {left}", model=model.name, left=count)
        action = yield from choose_action(game, model, performed, prompt, END)
        if action is not None:
            performed.append(action.key)
            yield from perform_and_react(game, action.perform(game, model))
            if model.place == "table" and not action.ends_activation and len(performed) < _most_actions(model):
                return
    end_activation(game, model)


def actions_left(game: Game, model: Model) -> int:
    """Return the number of actions that the active model has left."""
    return _most_actions(model) - len(game.state.performed)


def _most_actions(model: Model) -> int:
    return 2 if model.godbreaker else 1


def has_another_action(game: Game, model: Model, *, choosing: bool = False) -> bool:
    """Return whether the model has an action after the current one (G-ACT-4).

    `choosing`: the player is still choosing the current action.
    """
    return max(1, len(game.state.performed) + choosing) < _most_actions(model)


def end_activation(game: Game, model: Model) -> None:
    """End the current activation."""
    settle_triumphs(game)
    if model.on_table:
        scenario_of(game).activation_ends(game, model)
    note_compulsions(game)
    game.state.active = ""
    game.state.performed = []
    game.state.engaged = []
    game.state.alerted.clear()
    game.emit(ActivationEnded(model=model.id))


def perform_and_react(game: Game, action: Flow) -> Flow:
    """Perform an action, settle Triumphs and let ready models react (G-ROLL-5, G-ADV-1)."""
    yield from action
    settle_triumphs(game)
    yield from reactions(game)


def choose_action(game: Game, model: Model, done: list[str], prompt: str, otherwise: Option) -> Asking[Action | None]:
    """Return the action that the player chooses, or None if they choose `otherwise`."""
    actions = {action.key: action for action in repertoire(game, model)}
    actions_before = tuple(done)
    shared = {action.key for action in (*COMMON, *scenario_of(game).actions, READY_ACTION)}

    def option(key: str) -> Option:
        if (action := actions.get(key)) is None:
            return otherwise.shown()
        if options.why_not(key) is not None:
            return _option(action)
        return _option(action, action.named(game, model), action.why_futile(game, model))

    def why_not(key: str) -> Refusal | None:
        return refusal(game, model, actions[key], actions_before) if key in actions else None

    options = Judged((*actions, otherwise.key), option, why_not, lambda: len(game.events))
    key = yield Choose(
        player=game.handler(model),
        prompt=prompt,
        rule="G-ACT-4",
        about=model.id,
        options=options,
        refused=options.refused,
        slots=(*sorted(actions, key=lambda each: each not in shared), otherwise.key),
    )
    return actions.get(key)


def _option(action: Action, label: str = "", why_futile: str = "") -> Option:
    label = label or _(action.label)
    if why_futile:
        label = _("{action} (earns nothing)", action=label)
    return Option(action.key, label, action.rule, letter=action.letter, stays=action.stays, detail=why_futile)


def lettered() -> list[Option]:
    """Return every option that has a letter on the keyboard."""
    actions = [*COMMON, READY_ACTION, *(trait.action(1) for trait in REGISTRY.values() if trait.action)]
    actions += [action for name in names() for action in find(name).actions]
    options = {action.key: _option(action) for action in actions}
    return [*options.values(), *(option.shown() for option in (END, NOTHING, OVERRIDE, TRAITS, AUTO))]


def wild_action(game: Game, model: Model) -> Flow:
    """Let a wild model meet its compulsion, unless its handler overrides the compulsion (G-SIDE-4, G-INI-5, Q12)."""
    chose_traits = False
    while True:
        compulsion = compulsion_of(game, model)
        deeds = deeds_of(game, model, compulsion)
        key = yield _wild_choice(game, model, compulsion, deeds, traits=bool(traits_in_use(model)) and not chose_traits)
        if key != TRAITS.key:
            break
        chose_traits = True
        yield from set_traits_aside(game, model)
    if key in deeds:
        yield from perform_and_react(game, deeds[key].perform())
    elif key == OVERRIDE.key:
        game.emit(CompulsionOverridden(model=model.id, handler=game.handler(model), compulsion=compulsion.name))
        prompt = _("{model} acts: any action", model=model.name)
        action = yield from choose_action(game, model, [], prompt, NOTHING)
        if action is not None:
            yield from perform_and_react(game, action.perform(game, model))


def _wild_choice(game: Game, model: Model, compulsion: Compulsion, deeds: dict[str, Deed], *, traits: bool) -> Choose:
    """Return the decision between the deeds of a compulsion. With `traits`, traits can be set aside first."""
    options = [Option(deed.key, deed.label, deed.rule, deed.subject) for deed in deeds.values()]
    if not deeds:
        options.append(NOTHING.shown())
    if traits:
        options.append(TRAITS.shown())
    return Choose(
        player=game.handler(model),
        prompt=_("{model} acts by compulsion: {compulsion}", model=model.name, compulsion=_(compulsion.name)),
        rule=compulsion.rule,
        about=model.id,
        options=(*options, OVERRIDE.shown()),
        refused=lambda: _why_not_others(game, model, compulsion.name, set(deeds)),
    )


def traits_in_use(model: Model) -> tuple[str, ...]:
    """Return the model's traits that have not been set aside this round (Q38)."""
    return tuple(trait for trait in model.traits if trait not in model.unused)


def set_traits_aside(game: Game, model: Model) -> Flow:
    """Let the handler choose the traits that a wild model uses for the rest of the round (G-INI-5, Q38)."""
    candidates = traits_in_use(model)
    text = _("only traits that {model} is still using can be chosen", model=model.name)
    used = yield Pick(
        player=game.handler(model),
        prompt=_("Which traits does {model} use?", model=model.name),
        rule="G-INI-5",
        about=model.id,
        candidates=candidates,
        excluded=lambda piece: Refusal(text, "G-INI-5"),
        minimum=0,
        maximum=len(candidates),
    )
    model.unused = tuple(trait for trait in model.traits if trait not in used)
    game.emit(TraitsSetAside(model=model.id, handler=game.handler(model), traits=model.unused))


def _why_not_others(game: Game, model: Model, compulsion: str, offered: set[str]) -> list[tuple[Option, Refusal]]:
    """Return the actions that are impossible or do not meet the compulsion, with the reasons."""
    text = _("it does not fit {compulsion}; use the final say to allow it", compulsion=_(compulsion))
    others = [action for action in repertoire(game, model) if action.key not in offered]
    return [(_option(action), refusal(game, model, action, []) or Refusal(text, "Q12")) for action in others]
