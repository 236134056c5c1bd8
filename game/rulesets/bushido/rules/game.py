"""One running game of Bushido: its state and dice, with the questions that all rules ask."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence, ValuesView
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar

from game.engine.core.dice import Dice
from game.engine.core.events import Event
from game.engine.core.flow import Flow
from game.engine.core.pools import Pool, rerolled, roll_pool
from game.engine.kit.effects import InForce, any_applies, total
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.lying import Lying
from game.rulesets.bushido.rules.dice.results import SIDES
from game.rulesets.bushido.rules.melee.bout import Bout
from game.rulesets.bushido.rules.registry import EFFECTS, STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.shooting.shot import Shot
from game.rulesets.bushido.rules.state import Aura, Effect, Model, Span, State, objective_name
from game.rulesets.bushido.warbands.profiles import (
    BASES,
    KiDocument,
    ProfileDocument,
    StatisticDocument,
    WeaponDocument,
)
from game.rulesets.bushido.warbands.terms import Term, term
from game.table.measuring.ruler import Ruler

Found = TypeVar("Found")

SIZES = ("zero", "tiny", "small", "medium", "large", "huge")
"""The ladder of sizes (B-GEO-8)."""

_ORDER: tuple[Span, ...] = ("exchange", "action", "activation", "turn", "game")


@dataclass(frozen=True)
class Beginning:
    """The situation when an activation began: where the models stood, and which enemies each of them touched."""

    at: dict[str, tuple[float, float]] = field(default_factory=dict)
    touched: dict[str, frozenset[str]] = field(default_factory=dict)


@dataclass
class Game:
    """One running game: setup, state, dice, and the events so far."""

    setup: Setup
    state: State
    dice: Dice
    events: list[Event] = field(default_factory=list)
    bout: Bout | None = None
    aim: Callable[[Model], Shot] | None = None
    lying: Lying | None = None
    picked: str = ""
    """The current exchange, the shot a target would get, dice on the table, the asked player; flows hold theirs."""
    began: Beginning = field(default_factory=Beginning)
    owed: int = 0
    surprised: str = ""
    """Counters that the current action costs, only one after a failed fear test; the models it surprises (B-SURP-2)."""
    fights: list[tuple[Model, Flow]] | None = None
    """Exchanges put off until all models activated together have moved (B-TR-82); None: fought at once."""
    _known: dict[str, object] = field(default_factory=dict, repr=False)
    _posture: object = None

    def remembered(self, key: str, find: Callable[[], Found]) -> Found:
        """Return what `find` returns, kept as long as no model moves, turns or changes its state."""
        now = self._present()
        if now != self._posture:
            self._posture = now
            self._known.clear()
        if key not in self._known:
            self._known[key] = find()
        return self._known[key]  # type: ignore[return-value]

    def _present(self) -> object:
        """Return what everything kept depends on."""
        # Changes of a model are counted; markers and effects change inside their containers too.
        others = [(each.id, *each.markers, len(each.effects)) for each in self.models if each.markers or each.effects]
        state = self.state
        lying = [each.on_table for each in state.objectives.values()]
        return Model.changes, others, lying, len(state.destroyed), len(state.laid), list(state.auras)

    @property
    def models(self) -> ValuesView[Model]:
        """Every model of the game, wherever it is."""
        return self.state.models.values()

    @contextmanager
    def supposing(self, model: Model, x: float, y: float, facing: int, *, ran: bool = False) -> Iterator[None]:
        """Let a model stand elsewhere, after a Run if it `ran`, while something is worked out.

        What was kept before is kept.
        """
        before = model.x, model.y, model.facing, model.ran
        kept = self._known if self._posture == self._present() else {}
        self._known, self._posture = {}, None
        model.x, model.y, model.facing, model.ran = x, y, facing, ran or model.ran
        try:
            yield
        finally:
            model.x, model.y, model.facing, model.ran = before
            self._known, self._posture = kept, self._present()

    @property
    def ruler(self) -> Ruler:
        """The ruler of the table."""
        return self.setup.ruler_on(self.state.laid, self.state.destroyed)

    def forget(self) -> None:
        """Drop everything kept: terrain or an objective was moved."""
        self._posture = None

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def moved(self, model: Model, why: str, rule: str, **more: Any) -> None:
        """Tell that a model moved to where it is now, with `more` fields of the event."""
        x, y, facing = model.x, model.y, model.facing
        self.emit(events.Moved(model=model.id, why=why, x=x, y=y, facing=facing, rule=rule, **more))

    # -- players and models

    def other(self, player: str) -> str:
        """Return the opponent of a player."""
        return next(each for each in self.state.players if each != player)

    def in_order(self, first: str) -> tuple[str, str]:
        """Return both players, `first` first."""
        return first, self.other(first)

    def player_name(self, player: str) -> str:
        """Return a player's name."""
        return self.setup.player(player).name

    def name_of(self, identity: str) -> str:
        """Return the name of a model, objective or piece of terrain; for anything else the id."""
        if identity in self.state.models:
            return self.state.models[identity].name
        if identity in self.state.objectives:
            return objective_name(identity)
        return self.setup.terrain_names.get(identity, identity)

    def of(self, player: str) -> list[Model]:
        """Return the models on the table that fight for a player (B-GEN-8)."""
        return [model for model in self.models if model.side == player and model.place == "table"]

    def on_table(self) -> list[Model]:
        """Return every model on the table."""
        return [model for model in self.models if model.place == "table"]

    def enemies(self, model: Model) -> list[Model]:
        """Return the models on the table that fight against a model (B-GEN-8)."""
        return [other for other in self.models if other.side != model.side and other.place == "table"]

    def friends(self, model: Model) -> list[Model]:
        """Return the other models on the table on the side of a model (B-GEN-8)."""
        return [other for other in self.on_table() if other.side == model.side and other is not model]

    def card(self, model: Model) -> ProfileDocument:
        """Return a model's profile card."""
        return self.setup.profiles[model.profile]

    def is_a(self, model: Model, about: str) -> bool:
        """Return whether a descriptor [about] fits a model: a type, a name, its faction or size (B-STAT-2)."""
        card = self.card(model)
        faction = card.faction or self.setup.player(model.owner).warband.faction  # Ronin are Ronin (B-WARB-5)
        return about in (*card.types, card.name, faction, self.size(model).capitalize())

    def size(self, model: Model) -> str:
        """Return the size of a model (B-GEO-8, B-TR-26)."""
        return self.setup.known(model.profile, "size", _size)

    # -- measuring

    def apart(self, one: Model, other: Model) -> float:
        """Return the inches between the edges of two bases, 0 if they overlap; 0 to itself (B-GEO-3, B-GEO-5)."""
        return max(0.0, math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)

    def within(self, one: Model, other: Model, inches: float) -> bool:
        """Return whether two models are within a distance of each other (B-GEO-3)."""
        return self.apart(one, other) <= inches + TOLERANCE

    def touching(self, model: Model) -> list[Model]:
        """Return the enemies in base to base contact with a model (B-GEN-11)."""
        x, y, own, side = model.x, model.y, model.radius, model.side
        return [
            other
            for other in self.models
            if other.side != side
            and other.place == "table"
            and math.hypot(x - other.x, y - other.y) - own - other.radius <= TOLERANCE
        ]

    def begin_activation(self, model: Model) -> None:
        """Note that a model is activated, where all models stand and which they touch (B-MELEE-3, B-TR-11)."""
        self.state.active = model.id
        self.began = Beginning(
            {each.id: (each.x, each.y) for each in self.on_table()},
            {each.id: frozenset(other.id for other in self.touching(each)) for each in self.on_table()},
        )

    # -- entries of cards

    def terms(self, model: Model, weapon: str = "") -> Sequence[Term]:
        """Return the entries in force: of the card, the weapon in use, states, and lent ones (B-STAT-4)."""
        printed = self.setup.known(model.profile, f"terms {weapon}", lambda card: _terms(card, weapon))
        if self._is_plain(model):
            return printed
        lent = [term(state) for state in model.markers]
        lent += [term(effect.entry) for effect in model.effects if not effect.weapon or effect.weapon == weapon]
        lent += [term(aura.entry) for aura in self.state.auras if self.in_aura(model, aura)]
        return [*printed, *lent]

    def _is_plain(self, model: Model) -> bool:
        """Return whether a model has only the traits of its card."""
        return not model.markers and not model.effects and not self.state.auras

    def in_aura(self, model: Model, aura: Aura) -> bool:
        """Return whether an Aura or Pulse reaches a model, its source included (B-KI-8)."""
        source = self.state.models[aura.source]
        meant = (source.side == model.side) == (aura.whom == "friends")
        return meant and source.on_table and model.on_table and self.within(source, model, aura.inches)

    def named(self, model: Model, name: str, weapon: str = "", about: str | None = None) -> Term | None:
        """Return a trait in force with its highest value and all modifiers, or None without it (B-TR, B-GEN-3).

        With `about` only entries about that count.
        """
        found = [each for each in self.terms(model, weapon) if each.name == name and about in (None, each.about)]
        if not found:
            return None
        plain = [each for each in found if not each.modifies]
        best = max(plain, key=lambda each: each.value) if plain else Term(name, found[0].about, (0,))
        more = sum(each.value for each in found if each.modifies)
        return Term(name, best.about, (best.value + more, *best.values[1:])) if more else best

    def effects(self, model: Model, moment: str, weapon: str = "") -> Sequence[InForce]:
        """Return the effects in force at a moment, each name once with its highest value (B-ENG-6)."""
        if not self._is_plain(model):
            return self._effects(model, moment, weapon)
        return self.setup.known(model.profile, f"{moment}/{weapon}", lambda card: self._effects(model, moment, weapon))

    def _effects(self, model: Model, moment: str, weapon: str) -> list[InForce]:
        names = EFFECTS.speaking(moment)
        found: dict[tuple[str, str], InForce] = {}
        for each in self.terms(model, weapon):
            if each.name in names and (each.name, each.about) not in found:
                strongest = self.named(model, each.name, weapon, each.about) or each
                found[each.name, each.about] = EFFECTS.effect(moment, strongest)
        return list(found.values())

    def total(self, model: Model, moment: str, *situation: object, weapon: str = "") -> int:
        """Return the sum of the effects in force for a model at a moment that counts (B-ENG-6)."""
        found = self.effects(model, moment, weapon)
        return total(found, self, model, *situation) if found else 0

    def any(self, model: Model, moment: str, *situation: object, weapon: str = "") -> bool:
        """Return whether any effect in force says yes at a moment (B-ENG-6)."""
        found = self.effects(model, moment, weapon)
        return bool(found) and any_applies(found, self, model, *situation)

    def weapon(self, model: Model, name: str) -> WeaponDocument:
        """Return a weapon of a model."""
        return next(each for each in self.card(model).weapons if each.name == name)

    def weapons(self, model: Model, kind: str) -> list[WeaponDocument]:
        """Return a model's weapons of a kind, "melee" or "ranged"."""
        return [each for each in self.card(model).weapons if each.kind == kind]

    def statistic(self, model: Model, name: str) -> int:
        """Return a statistic as printed, with its boosts, at most twice the printed value (B-GEN-3, B-KI-20)."""
        return self.limited(model, name, self.boosted(model, name))

    def boosted(self, model: Model, name: str) -> int:
        """Return a statistic as printed plus its boosts, before the limit of the total; "-" is 0 (B-KI-20, AMB-17a)."""
        printed: StatisticDocument | KiDocument = getattr(self.card(model), name)
        boosts = sum(each.value for each in self.terms(model) if each.name == "Boost" and each.about == name)
        return (printed.value or 0) + boosts

    def limited(self, model: Model, name: str, total: int) -> int:
        """Return a total of a statistic: at most twice the printed value, 1 if that is 0; "-" stays 0 (B-GEN-3)."""
        printed: StatisticDocument | KiDocument = getattr(self.card(model), name)
        return 0 if printed.value is None else min(total, 2 * printed.value or 1)

    # -- dice

    def throw(self, model: Model, count: int, purpose: str) -> Pool:
        """Roll a pool for a model."""
        key = f"turn {self.state.turn}/{model.id}/{purpose}"
        return roll_pool(self.dice, self.state.rolls, SIDES, count, key)

    def again(self, pool: Pool, indices: Sequence[int]) -> Pool:
        """Reroll some dice of a pool."""
        return rerolled(self.dice, self.state.rolls, pool, indices)

    # -- what happens to models

    def pay(self, model: Model, counters: int) -> None:
        """Take activation counters from a model, as many as it has (B-ACT-2)."""
        lost = min(counters, model.counters)
        if lost:
            model.counters -= lost
            self.emit(events.CountersPaid(model=model.id, amount=lost, left=model.counters))
            self.unmark(model, "Controlled", lost)

    def gain_ki(self, model: Model, amount: int, rule: str = "B-START-2", giver: str = "") -> None:
        """Give a model Ki up to its limit (B-STAT-2)."""
        most = self.card(model).ki.max
        kept = max(0, min(amount, most - model.ki))
        model.ki += kept
        self.emit(events.KiGained(model=model.id, amount=kept, lost=amount - kept, rule=rule, giver=giver))

    def mark(self, model: Model, state: str, *values: int) -> None:
        """Give a model markers of a state, one for each value, unless it is immune (B-STATE-20)."""
        row = STATES[state]
        if self.any(model, "immune", state):
            return
        had = [] if row.replaces else model.markers.get(state, [])
        gained = values[: 0 if had else 1] if row.single else values
        if not gained:
            return
        model.markers[state] = [*had, *gained]
        self.emit(events.MarkerGained(model=model.id, state=state, values=gained, rule=row.rule))
        if row.brings:
            self.mark(model, row.brings, 0)
        if row.changes_side:
            model.side = self.other(model.owner)

    def unmark(self, model: Model, state: str, count: int | None = None, *, cost: int = 0) -> int:
        """Take markers of a state from a model, the highest first, all without a count; return how many were taken."""
        had = sorted(model.markers.get(state, []), reverse=True)
        gone = len(had) if count is None else min(count, len(had))
        if gone:
            self.emit(events.MarkerLost(model=model.id, state=state, count=gone, rule=STATES[state].rule, cost=cost))
            left = had[gone:]
            if left:
                model.markers[state] = left
            else:
                del model.markers[state]
                if STATES[state].changes_side:
                    model.side = model.owner
        return gone

    def heal(self, model: Model, boxes: int, by: str = "") -> int:
        """Clear marked boxes of a model; Bleeding stops when one is cleared (B-STAT-5, B-STATE-2).

        A model that is kept alive by Last Stand recovers nothing (B-TR-33).
        """
        cleared = min(boxes, model.wounds) if self.left(model) else 0
        if cleared:
            model.wounds -= cleared
            self.emit(events.Healed(model=model.id, amount=cleared, left=self.left(model), by=by))
            self.unmark(model, "Bleeding")
        return cleared

    def left(self, model: Model) -> int:
        """Return the unmarked boxes of a model's track (B-STAT-5)."""
        return max(0, self.card(model).wounds - model.wounds)

    def wound(self, model: Model, boxes: int, rule: str = "B-STAT-5", *, burning: bool = False) -> int:
        """Mark boxes of a model's track; return how many. A model with none left is killed (B-STAT-5).

        It may Rise, but not from fire in the End Phase (B-TR-47), or make a Last Stand, but not against what hurts
        then, since such models are removed before (B-TR-33).
        """
        marked = min(boxes, self.left(model))
        if boxes > 0 and marked:
            model.wounds += marked
            self.emit(events.Wounded(model=model.id, amount=marked, left=self.left(model), rule=rule))
            ending = rule == "B-END-2"
            if self.left(model) or (not (ending and burning) and self.rises(model)):
                return marked
            if ending or not self.any(model, "stands_to_the_last"):
                self.kill(model)
        return marked

    def rises(self, model: Model) -> bool:
        """Let a model try to Rise: healed and Prone if it passes; return whether it did (B-TR-47)."""
        number = self.total(model, "rises")
        if not number:
            return False
        [face] = self.throw(model, 1, "rise").faces
        success = face > 1 and face >= number
        told = events.Tested(model=model.id, test="rise", result=face, number=number, success=success, rule="B-TR-47")
        self.emit(told)
        if success:
            self.emit(events.Healed(model=model.id, amount=model.wounds, left=self.card(model).wounds))
            model.wounds = 0
            self.unmark(model, "Bleeding")
            self.mark(model, "Prone", 0)
        return success

    def kill(self, model: Model, rule: str = "B-STAT-5") -> None:
        """Take a model out of the game."""
        model.place = "killed"
        self.emit(events.Killed(model=model.id, rule=rule))

    def lend(self, model: Model, entry: str, span: Span, source: str = "", weapon: str = "") -> None:
        """Lend a model a card entry for a span of time; a model that becomes immune loses the state (B-STATE-20)."""
        model.effects.append(Effect(entry, span, source, weapon))
        for state in [each for each in model.markers if self.any(model, "immune", each)]:
            self.unmark(model, state)

    def expire(self, span: Span) -> None:
        """End everything that lasts no longer than a span, and start a new span in the ledger (B-END-3)."""
        over = _ORDER[: _ORDER.index(span) + 1]
        for model in self.state.models.values():
            if model.effects:
                model.effects = [each for each in model.effects if each.span not in over]
        self.state.auras = [each for each in self.state.auras if each.span not in over]
        for each in over:
            self.state.uses.begin(each)


def _size(card: ProfileDocument) -> str:
    names = {text for text in card.traits if text in ("Tiny", "Huge")}
    return names.pop().lower() if names else BASES[card.base_mm]


def _terms(card: ProfileDocument, weapon: str) -> tuple[Term, ...]:
    own = [text for each in card.weapons if each.name == weapon for text in each.traits]
    return tuple(term(text) for text in (*card.traits, *own))
