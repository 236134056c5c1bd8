"""The actions that come from traits: Heal, Command, Order, Channel and Jump Up (B-TR)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from game.engine.core.decisions import Option
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.actions import REGISTRY, Action, carry_out, group_of
from game.rulesets.bushido.rules.actions.fighting import aimed, by_path, given_up, go_to
from game.rulesets.bushido.rules.game import Game, remembered
from game.rulesets.bushido.rules.moving.carry_out import most_move, move_along
from game.rulesets.bushido.rules.moving.finding import has_contact
from game.rulesets.bushido.rules.moving.policies import engaged_with, toward
from game.rulesets.bushido.rules.moving.sight import too_far
from game.rulesets.bushido.rules.picking import ask, only_friends, pick
from game.rulesets.bushido.rules.state import Model
from game.table.path.policy import PathPolicy
from game.wording import N_, _

STOP = "stop"


class _OfTrait(Action):
    """An action of models with a certain trait."""

    trait = ""
    standard = False

    def known_to(self, game: Game, model: Model) -> bool:
        return game.named(model, self.trait) is not None

    def value(self, game: Game, model: Model) -> int:
        """Return the first value of the model's trait, or 0 if the model has lost the trait."""
        entry = game.named(model, self.trait)
        return 0 if entry is None else entry.value

    def why_not_for(self, game: Game, model: Model, other: Model) -> Refusal | None:
        """Return the reason why the model's trait does not reach a friend, or None if it does."""
        entry = game.named(model, self.trait)
        if entry is None:
            return Refusal(_("{model} has no such trait", model=model.name), self.rule)
        if entry.about and not game.is_a(other, entry.about):
            return Refusal(_("{model} is not {kind}", model=other.name, kind=entry.about), self.rule)
        return too_far(game, model, other, entry.inches, self.rule)

    def in_reach(self, game: Game, model: Model) -> list[Model]:
        """Return the friends that the model's trait reaches."""
        return [friend for friend in game.friends(model) if self.why_not_for(game, model, friend) is None]

    def why_none(self, game: Game, model: Model, text: str, why: Callable[[Model], Refusal | None]) -> Refusal:
        """Return the reason, worded by `text`, why the action is useless: the reason against the nearest friend."""
        nearest = min(game.friends(model), key=lambda other: game.apart(model, other), default=None)
        refusal = None if nearest is None else why(nearest)
        reason = _("it has no friend on the table") if refusal is None else refusal.text
        return Refusal(_(text, model=model.name, reason=reason), self.rule)

    def friends_refused(
        self, game: Game, model: Model, why_not: Callable[[Model], Refusal | None]
    ) -> list[tuple[Option, Refusal]]:
        """Return the friends that cannot be chosen, with the reasons."""
        reasons = ((friend, why_not(friend)) for friend in game.friends(model))
        return [(Option(one.id, one.name, self.rule, (one.id,)), why) for one, why in reasons if why is not None]


class Heal(_OfTrait):
    """Move to a friend and heal some of its wounds (B-TR-25)."""

    key, name, letter, rule, trait = "heal", N_("Heal"), "h", "B-TR-25", "Heal"
    in_contact = leaves_zones = stirs = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        """Return the reason why the action would be useless, or None (B-TR-25).

        It is useful if it heals a model or moves away from an enemy.
        """
        all_models = (model, *game.friends(model), *game.enemies(model))
        wounded = [member for member in all_models if can_be_healed(game, member)]
        if any(self.why_not_heal(game, model, member) is None for member in wounded):
            return None
        if engaged_with(game, model) and any(member is not model for member in self.patients(game, model)):
            return None
        if not wounded:
            return Refusal(_("no model on the table has a wound that can be healed"), self.rule)
        nearest = min(wounded, key=lambda other: game.apart(model, other))
        reason = self.why_not_heal(game, model, nearest)
        assert reason is not None
        return Refusal(_("{model} can heal no model: {reason}", model=model.name, reason=reason.text), reason.rule)

    def patients(self, game: Game, model: Model) -> list[Model]:
        """Return the possible patients, best first, including enemies and unwounded models (B-TR-25)."""
        all_models = (model, *game.friends(model), *game.enemies(model))
        patients = [other for other in all_models if self.why_not_heal(game, model, other) is None]
        return sorted(patients, key=lambda patient: (patient.side != model.side, -self.healed(game, model, patient)))

    def healed(self, game: Game, model: Model, patient: Model) -> int:
        """Return the number of a patient's wounds that the model heals."""
        return min(self.value(game, model), patient.wounds) if can_be_healed(game, patient) else 0

    def why_not_heal(self, game: Game, model: Model, patient: Model) -> Refusal | None:
        """Return the reason why a model, wounded or not, cannot be a patient, or None if it can (B-TR-25, B-TR-52)."""
        if game.any(patient, "soulless"):
            return Refusal(_("{model} is Soulless", model=patient.name), "B-TR-52")
        if patient is model or reaches(game, model, patient):
            return None
        if model.has("Held"):
            return Refusal(_("{model} is Held and cannot move", model=model.name), "B-STATE-9")
        names = {"model": model.name, "other": patient.name}
        path = Refusal(_("{model} has no path to base contact with {other}", **names), self.rule)
        return too_far(game, model, patient, most_move(game, model), self.rule) or path

    def note(self, game: Game, model: Model, piece: str) -> str:
        """Return a note with a patient's wounds and the number of them that the model heals."""
        patient = game.state.models[piece]
        facts = {"marked": patient.wounds, "wounds": game.card(patient).wounds}
        healed = self.healed(game, model, patient)
        if not healed:
            return _("{marked} of {wounds} wounds marked, heals none", **facts)
        return _("{marked} of {wounds} wounds marked, heals {healed}", healed=healed, **facts)

    def perform(self, game: Game, model: Model) -> Flow:
        """Move towards a patient, past enemies without a fight, and heal it in base contact."""

        def policy(friend: Model, inches: float) -> PathPolicy:
            return toward(game, model, friend, inches)

        def reach(friend: Model, inches: float) -> bool:
            return friend is model or by_path(game, model, policy)(friend, inches)

        patient = yield from aimed(game, model, self.patients(game, model), reach, partial(self.choose, game, model))
        if patient is None:
            return
        if patient is not model and not game.within(model, patient, 0.0):
            turning = Turning.asked(model.facing, self.rule)
            move = yield from go_to(game, model, patient, policy, self.rule, turning)
            if move is not None:
                move_along(game, model, *move, self.key, self.rule, patient.id)
        if patient is model or game.within(model, patient, 0.0):
            game.heal(patient, self.value(game, model), model.id)

    def choose(self, game: Game, model: Model, patients: list[Model]) -> Asking[Model]:
        """Ask for a patient, unless there is only one, and return it."""
        if len(patients) == 1:
            return patients[0]
        prompt, why = _("Choose a patient for {model}", model=model.name), partial(self.why_not_heal, game, model)
        notes = partial(self.note, game, model)
        return (yield from pick(game, model, prompt, self.rule, patients, why, given_up, notes=notes))[0]


@remembered
def reaches(game: Game, model: Model, patient: Model) -> bool:
    """Return whether a model can move into base contact with a patient."""
    if game.within(model, patient, 0.0):
        return True
    inches = most_move(game, model)
    if model.has("Held") or game.apart(model, patient) > inches:
        return False
    return has_contact(model, patient, toward(game, model, patient, inches))


def can_be_healed(game: Game, model: Model) -> bool:
    """Return whether a model has a wound that can be healed (B-STAT-5, B-TR-33, B-TR-52)."""
    return model.wounds > 0 and game.left(model) > 0 and not game.any(model, "soulless")


class Command(_OfTrait):
    """Let friends nearby act at once (B-TR-14)."""

    key, name, letter, rule, trait = "command", N_("Command"), "a", "B-TR-14", "Command"

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if self.followers(game, model):
            return None
        text = N_("{model} can command no model: {reason}")
        return self.why_none(game, model, text, partial(self.why_not_command, game, model))

    def why_not_command(self, game: Game, model: Model, other: Model) -> Refusal | None:
        """Return the reason why a friend cannot be commanded now, or None if it can (B-TR-14)."""
        if refusal := self.why_not_for(game, model, other):
            return refusal
        if other.exhausted:
            return Refusal(_("{model} has no activation counters", model=other.name), self.rule)
        if not any(self.orders(game, other)):
            return Refusal(_("{model} can take no simple action now", model=other.name), self.rule)
        if other in self.followers(game, model):
            return None
        return Refusal(_("the Group of {model} cannot be commanded as a whole", model=other.name), self.rule)

    def refused(self, game: Game, model: Model, done: set[str]) -> list[tuple[Option, Refusal]]:
        """Return the friends that cannot be commanded, with the reasons. `done` are the ids of friends that acted."""

        def why_not(friend: Model) -> Refusal | None:
            if friend.id in done:
                return Refusal(_("{model} was already commanded by this action", model=friend.name), self.rule)
            return self.why_not_command(game, model, friend)

        return self.friends_refused(game, model, why_not)

    def followers(self, game: Game, model: Model) -> list[Model]:
        """Return the friends in reach that have a counter and a possible action."""
        in_reach = self.in_reach(game, model)
        ready = [other for other in in_reach if not other.exhausted and any(self.orders(game, other))]
        limit = self.value(game, model)
        return [other for other in ready if self.can_command_all(group_of(game, other), ready, limit)]

    def can_command_all(self, group: list[Model], ready: list[Model], most: int) -> bool:
        """Return whether a Group has at most `most` models, all of them ready; True for an empty Group (B-TR-14)."""
        return len(group) <= most and all(model in ready for model in group)

    def orders(self, game: Game, follower: Model) -> Iterable[Action]:
        """Yield the standard simple actions that a follower can take now."""
        simple = [action for action in REGISTRY.values() if action.standard and not action.free]
        return (
            action for action in simple if action.price(game, follower) == 1 and action.why_not(game, follower) is None
        )

    def perform(self, game: Game, model: Model) -> Flow:
        """Let friends act one after another. Each pays a counter."""
        limit, commanded = self.value(game, model), set[str]()
        while len(commanded) < limit and model.in_play:
            rest_of_group = self.rest_of(game, commanded)
            friends = rest_of_group or self.still(game, model, commanded, limit)
            options = [
                Option(
                    f"{friend.id} {action.key}",
                    _("{model}: {action}", model=friend.name, action=_(action.name)),
                    self.rule,
                    (friend.id,),
                )
                for friend in friends
                for action in self.orders(game, friend)
            ]
            if not options:
                break
            stop = (
                [Option(STOP, _("Stop commanding"), self.rule, declines=True)]
                if commanded and not rest_of_group
                else []
            )
            refused = partial(self.refused, game, model, {*commanded})
            prompt = _("Choose a friend for {model} to command", model=model.name)
            key = yield ask(model, prompt, self.rule, (*options, *stop), refused)
            if key == STOP:
                break
            identity, name = key.split()
            commanded.add(identity)
            game.state.active = identity
            yield from carry_out(game, game.state.models[identity], REGISTRY[name])
            game.state.active, game.owed = model.id, self.cost

    def still(self, game: Game, model: Model, done: set[str], most: int) -> list[Model]:
        """Return the followers that can still be commanded. A Group needs enough remaining commands for all."""
        waiting = [other for other in self.followers(game, model) if other.id not in done]
        return [friend for friend in waiting if len(group_of(game, friend)) <= most - len(done)]

    def rest_of(self, game: Game, done: set[str]) -> list[Model]:
        """Return the models that must be commanded next because others of their Group were commanded (B-TR-14)."""
        groups = [group_of(game, game.state.models[identity]) for identity in done]
        rest_of_groups = {
            model.id: model for group in groups for model in group if model.id not in done and not model.exhausted
        }
        return [friend for friend in rest_of_groups.values() if any(self.orders(game, friend))]


class Order(_OfTrait):
    """Give friends nearby an activation counter each (B-TR-37)."""

    key, name, letter, rule, trait, cost = "order", N_("Order"), "l", "B-TR-37", "Order", 2

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if self.in_reach(game, model):
            return None
        text = N_("{model} can order no model: {reason}")
        return self.why_none(game, model, text, partial(self.why_not_for, game, model))

    def perform(self, game: Game, model: Model) -> Flow:
        """Give each chosen friend a counter."""
        limit, in_reach = self.value(game, model), self.in_reach(game, model)
        if len(in_reach) > limit:
            prompt = _("Choose who {model} gives orders to", model=model.name)
            reasons = only_friends(model), partial(self.why_not_for, game, model)
            in_reach = yield from pick(game, model, prompt, self.rule, in_reach, *reasons, maximum=limit)
        for friend in in_reach:
            friend.counters += 1
            game.emit(events.CountersGained(model=friend.id, amount=1, left=friend.counters, by=model.id))


class Channel(_OfTrait):
    """Give Ki tokens to friends nearby (B-TR-12)."""

    key, name, letter, rule, trait, cost, free = "channel", N_("Channel Ki"), "b", "B-TR-12", "Channel", 0, True
    in_contact = leaves_zones = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.state.uses.count("turn", f"{model.id}/channel"):
            return Refusal(_("{model} has already channelled this turn", model=model.name), self.rule)
        if model.has("Controlled"):
            return Refusal(_("it is Controlled and cannot spend Ki (B-STATE-4)"), "B-STATE-4")
        if self.receivers(game, model):
            return None
        if not model.ki:
            return Refusal(_("{model} has no Ki", model=model.name), self.rule)
        text = N_("{model} can channel Ki to no model: {reason}")
        return self.why_none(game, model, text, partial(self.why_not_receive, game, model))

    def receivers(self, game: Game, model: Model) -> list[Model]:
        """Return the friends in reach that can hold another token, if the model has a token."""
        friends = game.friends(model) if model.ki else []
        return [other for other in friends if self.why_not_receive(game, model, other) is None]

    def why_not_receive(self, game: Game, model: Model, other: Model) -> Refusal | None:
        """Return the reason why a friend cannot receive Ki, or None if it can (B-TR-12, B-STAT-2)."""
        if refusal := self.why_not_for(game, model, other):
            return refusal
        if other.ki < game.card(other).ki.max:
            return None
        return Refusal(_("{model} cannot hold more Ki", model=other.name), self.rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Give away Ki, token by token."""
        game.state.uses.note(f"{model.id}/channel", "turn")
        for given in range(self.value(game, model)):
            receivers = self.receivers(game, model)
            if not receivers:
                break
            stop = [Option(STOP, _("Stop here"), self.rule, declines=True)] if given else []
            options = [*(Option(friend.id, friend.name, self.rule, (friend.id,)) for friend in receivers), *stop]
            prompt = _("Who receives Ki from {model}?", model=model.name)
            refused = partial(self.friends_refused, game, model, partial(self.why_not_receive, game, model))
            key = yield ask(model, prompt, self.rule, options, refused)
            if key == STOP:
                break
            model.ki -= 1
            game.gain_ki(game.state.models[key], 1, self.rule, model.id)


class JumpUp(_OfTrait):
    """Stand up for free with Jump Up (B-TR-32)."""

    key, name, letter, rule, trait, cost, free = "jump-up", N_("Jump up"), "shift+u", "B-TR-32", "Jump Up", 0, True
    in_contact = leaves_zones = True

    def known_to(self, game: Game, model: Model) -> bool:
        return super().known_to(game, model) and model.has("Prone")

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return None if model.has("Prone") else Refusal(_("{model} is not Prone", model=model.name), self.rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Stand up before another action is declared."""
        yield from ()
        game.unmark(model, "Prone")
