"""Actions that a trait gives: Heal, Command, Order, Channel, and standing up with Jump Up (B-TR)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.flow import Asking, Flow
from game.engine.core.turning import Turning
from game.refusal import Refusal
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.actions import REGISTRY, Action, carry_out
from game.rulesets.bushido.rules.actions.fighting import go_to
from game.rulesets.bushido.rules.actions.together import group_of
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.carry_out import most_move, move_along
from game.rulesets.bushido.rules.moving.contact import has_contact
from game.rulesets.bushido.rules.moving.policies import toward
from game.rulesets.bushido.rules.state import Model
from game.wording import N_, _

STOP = "stop"


class _OfTrait(Action):
    """An action that only models with a trait have."""

    trait = ""
    standard = False

    def known_to(self, game: Game, model: Model) -> bool:
        return game.named(model, self.trait) is not None


class Heal(_OfTrait):
    """B-TR-25."""

    key, name, letter, rule, trait = "heal", N_("Heal"), "h", "B-TR-25", "Heal"
    in_contact = leaves_zones = stirs = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if next(self._patients(game, model), None) is None:
            return Refusal(_("nobody that {model} could heal is within reach", model=model.name), self.rule)
        return None

    def patients(self, game: Game, model: Model) -> list[Model]:
        """Return the models with a soul, itself and enemies included, that it reaches; wounded or not (B-TR-25)."""
        return list(self._patients(game, model))

    def _patients(self, game: Game, model: Model) -> Iterator[Model]:
        for each in (model, *game.friends(model), *game.enemies(model)):
            if not game.any(each, "soulless") and (each is model or self.reaches(game, model, each)):
                yield each

    def reaches(self, game: Game, model: Model, patient: Model) -> bool:
        """Return whether the model can move into base contact with a patient."""
        if game.within(model, patient, 0.0):
            return True
        inches = most_move(game, model)
        if model.has("Held") or game.apart(model, patient) > inches:
            return False
        key = f"heals {model.id} {patient.id} {inches}"
        return game.remembered(key, lambda: has_contact(model, patient, toward(game, model, patient, inches)))

    def perform(self, game: Game, model: Model) -> Flow:
        """Move toward a patient, past enemies without a fight, and heal it in base contact."""
        patient = yield from _one(model, self.patients(game, model), _("Whom does {model} heal?", model=model.name))
        if patient is not model and not game.within(model, patient, 0.0):
            found = yield from go_to(
                game,
                model,
                patient,
                lambda friend, inches: toward(game, model, friend, inches),
                self.rule,
                Turning.asked(model.facing, self.rule),
            )
            if found is not None:
                move_along(game, model, *found, self.key, self.rule)
        entry = game.named(model, "Heal")
        if entry is not None and (patient is model or game.within(model, patient, 0.0)):
            game.heal(patient, entry.value)


class Command(_OfTrait):
    """B-TR-14."""

    key, name, letter, rule, trait = "command", N_("Command"), "a", "B-TR-14", "Command"

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not self.followers(game, model):
            return Refusal(_("nobody near {model} can be commanded", model=model.name), self.rule)
        return None

    def followers(self, game: Game, model: Model) -> list[Model]:
        """Return the friends in reach that have a counter and something to do with it."""
        near = _near(game, model, "Command")
        ready = [each for each in near if not each.exhausted and any(self.orders(game, each))]
        entry = game.named(model, "Command")
        most = entry.value if entry is not None else 0
        return [each for each in ready if self.is_whole(group_of(game, each), ready, most)]

    def is_whole(self, group: list[Model], ready: list[Model], most: int) -> bool:
        """Return whether a Group may be commanded: all of it or nobody; anybody may who is in none (B-TR-14)."""
        return len(group) <= most and all(each in ready for each in group)

    def orders(self, game: Game, follower: Model) -> Iterable[Action]:
        """Yield the standard simple actions that a follower can do."""
        simple = [each for each in REGISTRY.values() if each.standard and not each.free]
        return (each for each in simple if each.price(game, follower) == 1 and each.why_not(game, follower) is None)

    def perform(self, game: Game, model: Model) -> Flow:
        """Let friends act one after another, each paying its counter."""
        entry = game.named(model, "Command")
        done: set[str] = set()
        while entry is not None and len(done) < entry.value and model.in_play:
            rest = self.rest_of(game, done)
            found = rest or self.still(game, model, done, entry.value)
            options = [
                Option(
                    f"{each.id} {action.key}",
                    _("{model}: {action}", model=each.name, action=_(action.name)),
                    self.rule,
                    (each.id,),
                )
                for each in found
                for action in self.orders(game, each)
            ]
            if not options:
                break
            stop = [Option(STOP, _("Command nobody else"), self.rule)] if done and not rest else []
            key = yield Choose(
                player=model.side,
                prompt=_("Whom does {model} command?", model=model.name),
                rule=self.rule,
                about=model.id,
                options=(*options, *stop),
            )
            if key == STOP:
                break
            identity, name = key.rsplit(" ", 1)
            done.add(identity)
            game.state.active = identity
            yield from carry_out(game, game.state.models[identity], REGISTRY[name])
            game.state.active, game.owed = model.id, self.cost

    def still(self, game: Game, model: Model, done: set[str], most: int) -> list[Model]:
        """Return who may be commanded after others: a Group only if the whole of it still may."""
        found = [each for each in self.followers(game, model) if each.id not in done]
        return [each for each in found if len(group_of(game, each)) <= most - len(done)]

    def rest_of(self, game: Game, done: set[str]) -> list[Model]:
        """Return those who must be commanded yet, since others of their Group were (B-TR-14)."""
        groups = [group_of(game, game.state.models[each]) for each in done]
        rest = {each.id: each for group in groups for each in group if each.id not in done and not each.exhausted}
        return [each for each in rest.values() if any(self.orders(game, each))]


class Order(_OfTrait):
    """B-TR-37."""

    key, name, letter, rule, trait, cost = "order", N_("Order"), "l", "B-TR-37", "Order", 2

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if not _near(game, model, "Order"):
            return Refusal(_("nobody near {model} can be ordered", model=model.name), self.rule)
        return None

    def perform(self, game: Game, model: Model) -> Flow:
        """Give friends a counter each."""
        entry, near = game.named(model, "Order"), _near(game, model, "Order")
        assert entry is not None
        picked = [each.id for each in near]
        if len(near) > entry.value:
            picked = yield Pick(
                player=model.side,
                prompt=_("Whom does {model} order?", model=model.name),
                rule=self.rule,
                about=model.id,
                candidates=tuple(picked),
                minimum=1,
                maximum=entry.value,
            )
        for identity in picked:
            friend = game.state.models[identity]
            friend.counters += 1
            game.emit(events.CountersGained(model=identity, amount=1, left=friend.counters))


class Channel(_OfTrait):
    """B-TR-12."""

    key, name, letter, rule, trait, cost, free = "channel", N_("Channel Ki"), "b", "B-TR-12", "Channel", 0, True
    in_contact = leaves_zones = True

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        if game.state.uses.count("turn", f"{model.id}/channel"):
            return Refusal(_("{model} has channelled this turn", model=model.name), self.rule)
        if model.has("Controlled"):
            return Refusal(_("it is Controlled and spends no Ki (B-STATE-4)"), "B-STATE-4")
        if not self.receivers(game, model):
            return Refusal(_("nobody near {model} can take Ki", model=model.name), self.rule)
        return None

    def receivers(self, game: Game, model: Model) -> list[Model]:
        """Return the friends within reach with room for a token, while the model has one."""
        near = _near(game, model, "Channel") if model.ki else []
        return [each for each in near if each.ki < game.card(each).ki.max]

    def perform(self, game: Game, model: Model) -> Flow:
        """Hand out Ki, one token after the other."""
        entry = game.named(model, "Channel")
        game.state.uses.note(f"{model.id}/channel", "turn")
        for given in range(entry.value if entry else 0):
            found = self.receivers(game, model)
            if not found:
                break
            stop = [Option(STOP, _("No more"), self.rule)] if given else []
            key = yield Choose(
                player=model.side,
                prompt=_("Who receives Ki from {model}?", model=model.name),
                rule=self.rule,
                about=model.id,
                options=(*(Option(each.id, each.name, self.rule, (each.id,)) for each in found), *stop),
            )
            if key == STOP:
                break
            model.ki -= 1
            game.gain_ki(game.state.models[key], 1, self.rule)


class JumpUp(_OfTrait):
    """B-TR-32."""

    key, name, letter, rule, trait, cost, free = "jump-up", N_("Jump up"), "shift+u", "B-TR-32", "Jump Up", 0, True
    in_contact = leaves_zones = True

    def known_to(self, game: Game, model: Model) -> bool:
        return super().known_to(game, model) and model.has("Prone")

    def impossible(self, game: Game, model: Model) -> Refusal | None:
        return None if model.has("Prone") else Refusal(_("{model} is on its feet", model=model.name), self.rule)

    def perform(self, game: Game, model: Model) -> Flow:
        """Be no longer Prone, before an action is declared."""
        yield from ()
        game.unmark(model, "Prone")


def _near(game: Game, model: Model, trait: str) -> list[Model]:
    """Return the friends that a trait [D] (X/Y") of a model reaches."""
    entry = game.named(model, trait)
    if entry is None:
        return []
    friends = [each for each in game.friends(model) if game.within(model, each, entry.inches)]
    return [each for each in friends if not entry.about or game.is_a(each, entry.about)]


def _one(model: Model, found: list[Model], prompt: str) -> Asking[Model]:
    if len(found) == 1:
        return found[0]
    [picked] = yield Pick(
        player=model.side, prompt=prompt, rule="B-TR-25", about=model.id, candidates=tuple(each.id for each in found)
    )
    return next(each for each in found if each.id == picked)
