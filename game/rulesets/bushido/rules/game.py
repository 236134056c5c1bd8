"""A running game of Bushido with the queries that all rules share."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence, ValuesView
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, get_args

from game.engine.core.dice import ScriptedDice
from game.engine.core.flow import Flow
from game.engine.core.pools import Pool, rerolled, roll_pool
from game.engine.kit.effects import InForce, any_applies, total
from game.engine.kit.playing import SimpleGame
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.dice.results import SIDES, KiTest, Lying
from game.rulesets.bushido.rules.melee.bout import Bout, Shot
from game.rulesets.bushido.rules.registry import EFFECTS, STATES
from game.rulesets.bushido.rules.rulings import TOLERANCE
from game.rulesets.bushido.rules.setup import Setup
from game.rulesets.bushido.rules.state import Aura, Effect, Model, Objective, Span, State, objective_name
from game.rulesets.bushido.warbands.profiles import (
    BASES,
    FeatDocument,
    KiDocument,
    ProfileDocument,
    StatisticDocument,
    WeaponDocument,
)
from game.rulesets.bushido.warbands.traits import Term, term
from game.table.measuring.ruler import Ruler

Found = TypeVar("Found")
Params = ParamSpec("Params")


@dataclass(frozen=True)
class Beginning:
    """The positions of models and their contacts with enemies when an activation began, by the id of the model."""

    at: dict[str, tuple[float, float]] = field(default_factory=dict)
    touched: dict[str, frozenset[str]] = field(default_factory=dict)


@dataclass
class Game(SimpleGame[Setup, State]):
    """A running game: setup, state, dice, and the events so far."""

    bout: Bout | None = None
    aim: Callable[[Model], Shot] | None = None
    feat: FeatDocument | None = None
    lying: Lying | None = None
    ki_test: KiTest | None = None
    picked: str = ""
    then: str = ""
    """Views use these: the current exchange, the shot at a target, the feat in use, the dice on the table, the Ki test
    that a player may boost, the model picked to act, the action that follows the Walk being asked about."""
    began: Beginning = field(default_factory=Beginning)
    owed: int = 0
    surprised: str = ""
    """The cost of the current action in counters, and the id of the model that it surprises (B-SURP-2)."""
    fights: list[tuple[Model, Flow]] | None = None
    """Exchanges postponed until all models activated together have moved (B-TR-82). None if they are fought at once."""
    _known: dict[object, object] = field(default_factory=dict, repr=False)
    _posture: object = None

    def remembered(self, key: object, find: Callable[[], Found]) -> Found:
        """Return the result of `find`, cached until anything on the table changes."""
        present = self._present()
        if present != self._posture:
            self._posture = present
            self._known.clear()
        if key not in self._known:
            self._known[key] = find()
        return self._known[key]  # type: ignore[return-value]

    def _present(self) -> object:
        """Return a value that changes whenever a cached result may change."""
        # Changes of a model are counted; markers and effects change inside their containers too.
        changed = [model for model in self.models if model.markers or model.effects]
        others = [
            (
                model.id,
                [(state, *values) for state, values in model.markers.items()],
                [(effect.entry, effect.weapon) for effect in model.effects],
            )
            for model in changed
        ]
        state = self.state
        lying = [objective.on_table for objective in state.objectives.values()]
        return Model.changes, others, lying, len(state.destroyed), len(state.laid), list(state.auras), self.surprised

    @property
    def models(self) -> ValuesView[Model]:
        """Every model of the game, on the table or not."""
        return self.state.models.values()

    @contextmanager
    def supposing(self, model: Model, x: float, y: float, facing: int, *, ran: bool = False) -> Iterator[None]:
        """Put a model elsewhere for the duration of a `with` block. `ran` means that it got there by a Run."""
        old_place = model.x, model.y, model.facing, model.ran
        with self._cache_aside():
            model.x, model.y, model.facing, model.ran = x, y, facing, ran or model.ran
            try:
                yield
            finally:
                model.x, model.y, model.facing, model.ran = old_place

    @contextmanager
    def lending(self, model: Model, entry: str) -> Iterator[None]:
        """Give a model an entry for the duration of a `with` block."""
        with self._cache_aside():
            model.effects.append(Effect(entry, "action"))
            try:
                yield
            finally:
                model.effects.pop()

    @contextmanager
    def _cache_aside(self) -> Iterator[None]:
        """Make the cached results valid again after a `with` block that undoes what it changes."""
        old_cache = self._known if self._posture == self._present() else {}
        self._known, self._posture = {}, None
        try:
            yield
        finally:
            self._known, self._posture = old_cache, self._present()

    def copied(self) -> Game:
        """Return an independent copy of the game for trials; a roll there raises `UnplannedRoll`."""
        dice = ScriptedDice(())
        return replace(self, state=self.state.clone(), dice=dice, events=[], _known={}, _posture=None)

    @contextmanager
    def twin(self) -> Iterator[Game]:
        """Yield a copy of the game to change within a `with` block. Cached results of this game stay valid."""
        is_known = self._posture == self._present()
        yield self.copied()
        if is_known:
            self._posture = self._present()

    @property
    def ruler(self) -> Ruler:
        """The ruler of the table."""
        return self.setup.ruler_on(self.state.laid, self.state.destroyed)

    def forget(self) -> None:
        """Drop all cached results. Call after terrain or an objective has moved."""
        self._posture = None

    def moved(self, model: Model, why: str, rule: str, **more: Any) -> None:
        """Record that a model has moved to its current spot. `more` are other fields of the event."""
        x, y, facing = model.x, model.y, model.facing
        self.emit(events.Moved(model=model.id, why=why, x=x, y=y, facing=facing, rule=rule, **more))

    # -- players and models

    def other(self, player: str) -> str:
        """Return the opponent of a player."""
        return next(other_player for other_player in self.state.players if other_player != player)

    def in_order(self, first: str) -> tuple[str, str]:
        """Return both players, beginning with `first`."""
        return first, self.other(first)

    def name_of(self, identity: str) -> str:
        """Return the name of a model, objective or terrain piece. For other ids, return the id."""
        if identity in self.state.models:
            return self.state.models[identity].name
        if identity in self.state.objectives:
            return objective_name(identity)
        return self.setup.terrain_names.get(identity, identity)

    def of(self, player: str) -> list[Model]:
        """Return the models on the table that fight for a player (B-GEN-8)."""
        return [model for model in self.models if model.side == player and model.place == "table"]

    def in_play(self, player: str) -> list[Model]:
        """Return the models in play that fight for a player, on the table or Elsewhere (B-GEN-9)."""
        return [model for model in self.models if model.side == player and model.in_play]

    def on_table(self) -> list[Model]:
        """Return every model on the table."""
        return [model for model in self.models if model.place == "table"]

    def objectives(self) -> list[Objective]:
        """Return every objective on the table."""
        return [objective for objective in self.state.objectives.values() if objective.on_table]

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
        """Return whether a descriptor [about] is a model's type, name, faction or size (B-STAT-2)."""
        card = self.card(model)
        faction = card.faction or self.setup.player(model.owner).warband.faction  # Ronin are Ronin (B-WARB-5)
        return about in (*card.types, card.name, faction, self.size(model).capitalize())

    def size(self, model: Model) -> str:
        """Return the size of a model (B-GEO-8, B-TR-26)."""
        return self.setup.known(model.profile, "size", _size)

    # -- measuring

    def apart(self, one: Model, other: Model) -> float:
        """Return the inches between the edges of two bases, 0 if they overlap or are the same (B-GEO-3, B-GEO-5)."""
        return max(0.0, math.hypot(one.x - other.x, one.y - other.y) - one.radius - other.radius)

    def within(self, one: Model, other: Model, inches: float) -> bool:
        """Return whether two models are within a distance of each other (B-GEO-3)."""
        return self.apart(one, other) <= inches + TOLERANCE

    def touching(self, model: Model) -> list[Model]:
        """Return the enemies in base contact with a model (B-GEN-11)."""
        x, y, radius, side = model.x, model.y, model.radius, model.side
        return [
            other
            for other in self.models
            if other.side != side
            and other.place == "table"
            and math.hypot(x - other.x, y - other.y) - radius - other.radius <= TOLERANCE
        ]

    def begin_activation(self, model: Model) -> None:
        """Activate a model, and record all positions and contacts (B-MELEE-3, B-TR-11)."""
        self.state.active = model.id
        self.began = Beginning(
            {other.id: (other.x, other.y) for other in self.on_table()},
            {member.id: frozenset(other.id for other in self.touching(member)) for member in self.on_table()},
        )

    # -- entries of cards

    def terms(self, model: Model, weapon: str = "") -> Sequence[Term]:
        """Return the entries in force, from the card, the weapon, states, effects and auras (B-STAT-4)."""
        printed = self.setup.known(model.profile, f"terms {weapon}", lambda card: _terms(card, weapon))
        if self._is_plain(model):
            return printed
        lent = [term(state) for state in model.markers]
        lent += [term(effect.entry) for effect in model.effects if not effect.weapon or effect.weapon == weapon]
        lent += [term(aura.entry) for aura in self.state.auras if self.in_aura(model, aura)]
        return [*printed, *lent]

    def _is_plain(self, model: Model) -> bool:
        """Return whether a model has only the entries of its card."""
        return not model.markers and not model.effects and not self.state.auras

    def in_aura(self, model: Model, aura: Aura) -> bool:
        """Return whether an Aura or Pulse affects a model, which may be its source (B-KI-8)."""
        source = self.state.models[aura.source]
        is_on_right_side = (source.side == model.side) == (aura.whom == "friends")
        return is_on_right_side and source.on_table and model.on_table and self.within(source, model, aura.inches)

    def named(self, model: Model, name: str, weapon: str = "", about: str | None = None) -> Term | None:
        """Return a trait in force with its highest value plus all modifiers, or None (B-TR, B-GEN-3).

        With `about`, only entries with this descriptor count.
        """
        entries = [entry for entry in self.terms(model, weapon) if entry.name == name and about in (None, entry.about)]
        if not entries:
            return None
        with_value = [term for term in entries if not term.modifies]
        best = max(with_value, key=lambda term: term.value) if with_value else Term(name, entries[0].about, (0,))
        modifier = sum(term.value for term in entries if term.modifies)
        return Term(name, best.about, (best.value + modifier, *best.values[1:])) if modifier else best

    def effects(self, model: Model, moment: str, weapon: str = "") -> Sequence[InForce]:
        """Return the effects in force at a moment. Each name appears once, with its highest value (B-ENG-6)."""
        if not self._is_plain(model):
            return self._effects(model, moment, weapon)
        return self.setup.known(model.profile, f"{moment}/{weapon}", lambda card: self._effects(model, moment, weapon))

    def _effects(self, model: Model, moment: str, weapon: str) -> list[InForce]:
        """Return the effects in force at a moment, worked out anew."""
        names = EFFECTS.speaking(moment)
        effects: dict[tuple[str, str], InForce] = {}
        for entry in self.terms(model, weapon):
            if entry.name in names and (entry.name, entry.about) not in effects:
                strongest = self.named(model, entry.name, weapon, entry.about) or entry
                effects[entry.name, entry.about] = EFFECTS.effect(moment, strongest)
        return list(effects.values())

    def total(self, model: Model, moment: str, *situation: object, weapon: str = "") -> int:
        """Return the sum of the effects in force for a model at a moment (B-ENG-6)."""
        effects = self.effects(model, moment, weapon)
        return total(effects, self, model, *situation) if effects else 0

    def any(self, model: Model, moment: str, *situation: object, weapon: str = "") -> bool:
        """Return whether any effect in force applies to a model at a moment (B-ENG-6)."""
        effects = self.effects(model, moment, weapon)
        return bool(effects) and any_applies(effects, self, model, *situation)

    def weapon(self, model: Model, name: str) -> WeaponDocument:
        """Return the weapon of a model called `name`."""
        return next(weapon for weapon in self.card(model).weapons if weapon.name == name)

    def weapons(self, model: Model, kind: str) -> list[WeaponDocument]:
        """Return a model's weapons of a kind, "melee" or "ranged"."""
        return [weapon for weapon in self.card(model).weapons if weapon.kind == kind]

    def statistic(self, model: Model, name: str) -> int:
        """Return a statistic with its boosts, at most twice the printed value (B-GEN-3, B-KI-20)."""
        return self.limited(model, name, self.boosted(model, name))

    def boosted(self, model: Model, name: str) -> int:
        """Return a statistic with its boosts, before the limit. A printed "-" is 0 (B-KI-20, AMB-17a)."""
        printed: StatisticDocument | KiDocument = getattr(self.card(model), name)
        boosts = sum(entry.value for entry in self.terms(model) if entry.name == "Boost" and entry.about == name)
        return (printed.value or 0) + boosts

    def limited(self, model: Model, name: str, total: int) -> int:
        """Return a total, limited to twice the printed value but at least 1. A printed "-" stays 0 (B-GEN-3)."""
        printed: StatisticDocument | KiDocument = getattr(self.card(model), name)
        return 0 if printed.value is None else min(total, 2 * printed.value or 1)

    # -- dice

    def throw(self, model: Model, count: int, purpose: str) -> Pool:
        """Roll a pool of dice for a model."""
        key = f"turn {self.state.turn}/{model.id}/{purpose}"
        return roll_pool(self.dice, self.state.rolls, SIDES, count, key)

    def again(self, pool: Pool, indices: Sequence[int]) -> Pool:
        """Reroll some dice of a pool."""
        return rerolled(self.dice, self.state.rolls, pool, indices)

    # -- what happens to models

    def pay(self, model: Model, counters: int) -> None:
        """Take activation counters from a model, as many as it has (B-ACT-2)."""
        paid = min(counters, model.counters)
        if paid:
            model.counters -= paid
            self.emit(events.CountersPaid(model=model.id, amount=paid, left=model.counters))
            self.unmark(model, "Controlled", paid)

    def gain_ki(self, model: Model, amount: int, rule: str = "B-START-2", giver: str = "") -> None:
        """Give a model Ki, up to its maximum (B-STAT-2)."""
        maximum = self.card(model).ki.max
        gained = max(0, min(amount, maximum - model.ki))
        model.ki += gained
        self.emit(events.KiGained(model=model.id, amount=gained, lost=amount - gained, rule=rule, giver=giver))

    def mark(self, model: Model, state: str, *values: int) -> None:
        """Give a model a marker of a state for each value, unless it is immune (B-STATE-20)."""
        row = STATES[state]
        if self.any(model, "immune", state):
            return
        old_markers = [] if row.replaces else model.markers.get(state, [])
        gained = values[: 0 if old_markers else 1] if row.single else values
        if not gained:
            return
        model.markers[state] = [*old_markers, *gained]
        self.emit(events.MarkerGained(model=model.id, state=state, values=gained, rule=row.rule))
        if row.brings:
            self.mark(model, row.brings, 0)
        if row.changes_side:
            model.side = self.other(model.owner)

    def unmark(self, model: Model, state: str, count: int | None = None, *, cost: int = 0) -> int:
        """Remove markers of a state from a model, the highest first, and return their number. No `count` means all."""
        markers = sorted(model.markers.get(state, []), reverse=True)
        removed = len(markers) if count is None else min(count, len(markers))
        if removed:
            self.emit(events.MarkerLost(model=model.id, state=state, count=removed, rule=STATES[state].rule, cost=cost))
            if markers[removed:]:
                model.markers[state] = markers[removed:]
            else:
                del model.markers[state]
                if STATES[state].changes_side:
                    model.side = model.owner
        return removed

    def heal(self, model: Model, boxes: int, by: str = "") -> int:
        """Heal wounds of a model and return their number. This stops Bleeding (B-STAT-5, B-STATE-2).

        A model that only Last Stand keeps alive cannot be healed (B-TR-33).
        """
        cleared = min(boxes, model.wounds) if self.left(model) else 0
        if cleared:
            model.wounds -= cleared
            self.emit(events.Healed(model=model.id, amount=cleared, left=self.left(model), by=by))
            self.unmark(model, "Bleeding")
        return cleared

    def left(self, model: Model) -> int:
        """Return the number of unmarked boxes on a model's wound track (B-STAT-5)."""
        return max(0, self.card(model).wounds - model.wounds)

    def wound(self, model: Model, boxes: int, rule: str = "B-STAT-5", *, burning: bool = False) -> int:
        """Wound a model and return the number of boxes marked. A model without unmarked boxes is killed (B-STAT-5).

        It may Rise instead, but not from fire in the End Phase (B-TR-47), or make a Last Stand, but not in the End
        Phase (B-TR-33).
        """
        marked = min(boxes, self.left(model))
        if boxes > 0 and marked:
            model.wounds += marked
            self.emit(events.Wounded(model=model.id, amount=marked, left=self.left(model), rule=rule))
            in_end_phase = rule == "B-END-2"  # wounds by states in the End Phase
            if self.left(model) or (not (in_end_phase and burning) and self.rises(model)):
                return marked
            if in_end_phase or not self.any(model, "stands_to_the_last"):
                self.kill(model)
        return marked

    def rises(self, model: Model) -> bool:
        """Let a model roll to Rise, fully healed and Prone. Return whether it succeeded (B-TR-47)."""
        number = self.total(model, "rises")
        if not number:
            return False
        [face] = self.throw(model, 1, "rise").faces
        success = face > 1 and face >= number
        test = events.Tested(model=model.id, test="rise", result=face, number=number, success=success, rule="B-TR-47")
        self.emit(test)
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
        """Give a model an entry for a span of time. It loses the states that this makes it immune to (B-STATE-20)."""
        model.effects.append(Effect(entry, span, source, weapon))
        for state in [marker for marker in model.markers if self.any(model, "immune", marker)]:
            self.unmark(model, state)

    def expire(self, span: Span) -> None:
        """End the effects that last no longer than `span`, and start to count uses for it anew (B-END-3)."""
        spans = get_args(Span)
        ended_spans = spans[: spans.index(span) + 1]
        for model in self.models:
            if model.effects:
                model.effects = [effect for effect in model.effects if effect.span not in ended_spans]
        self.state.auras = [aura for aura in self.state.auras if aura.span not in ended_spans]
        for ended_span in ended_spans:
            self.state.uses.begin(ended_span)


def remembered(find: Callable[Concatenate[Game, Params], Found]) -> Callable[Concatenate[Game, Params], Found]:
    """Return a function of a game whose results are cached until anything on the table changes."""

    @wraps(find)
    def known(game: Game, /, *given: Params.args, **named: Params.kwargs) -> Found:
        return game.remembered((find, given, *named.items()), lambda: find(game, *given, **named))

    return known


def _size(card: ProfileDocument) -> str:
    """Return the size on a card, from a trait or the base."""
    names = {text for text in card.traits if text in ("Tiny", "Huge")}
    return names.pop().lower() if names else BASES[card.base_mm]


def _terms(card: ProfileDocument, weapon: str) -> tuple[Term, ...]:
    """Return the printed entries of a card and of one of its weapons."""
    weapon_traits = [text for entry in card.weapons if entry.name == weapon for text in entry.traits]
    return tuple(term(text) for text in (*card.traits, *weapon_traits))
