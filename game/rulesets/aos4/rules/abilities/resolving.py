"""The steps of using an ability: declaration, reactions and effect (A-ABIL-2, A-REACT)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.engine.core.windows import PASS, Opportunity, window
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.documents.timing import timing
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import REGISTRY, Ability, Use, limits
from game.rulesets.aos4.rules.abilities.by_hand import ByHand
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.magic import cast, chant
from game.rulesets.aos4.rules.state import Unit
from game.wording import _, series

BY_HAND = ByHand()
"""The stand-in for an effect that the rules do not know (A-IMP-8)."""


def rules_of(spec: AbilityDocument) -> Ability:
    """Return the rules of an ability, which are `BY_HAND` if the program cannot resolve its effect."""
    found = REGISTRY.get(spec.effect_id, BY_HAND)
    return BY_HAND if found.answers and timing(spec.timing).moment != "reaction" else found


def why_not(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use an ability now, or None if it can."""
    return limits.why_not(game, player, spec, unit) or rules_of(spec).why_not(game, spec, unit)


def is_worth_asking(game: Game, uses: Iterable[tuple[AbilityDocument, Unit]]) -> bool:
    """Return whether to ask a player about some uses, since one could change something or by option (A-REACT-5)."""
    if game.setup.document.options.windows == "always":
        return True
    return any(rules_of(spec).matters(game, spec, unit) for spec, unit in uses)


def moments(game: Game, player: str, phase: str) -> frozenset[str]:
    """Return the values of `availablePhases` that match a phase for a player (A-TURN-4)."""
    if phase in ("startOfBattleRound", "endOfBattleRound", "deployment"):
        return frozenset((phase,))
    name = f"{phase[0].upper()}{phase[1:]}"
    return frozenset((f"any{name}", f"{'your' if player == game.state.active else 'enemy'}{name}"))


def use_ability(use: Use) -> Flow:
    """Let a unit pay for an ability, declare it and, after reactions, resolve it (A-ABIL-2, A-REACT-1, A-REACT-3)."""
    game, spec, rules = use.game, use.spec, rules_of(use.spec)
    limits.pay(game, use.player, spec, use.unit)
    game.emit(
        events.AbilityUsed(
            unit=use.unit.id,
            ability=spec.id,
            player=use.player,
            name=spec.name,
            by_hand=rules is BY_HAND,
            rule=rules.rule,
        )
    )
    game.under_way.append(use)
    yield from _declare(use, rules)
    if not use.fails:
        yield from rules.effect(use)
    game.under_way.pop()


def _declare(use: Use, rules: Ability) -> Flow:
    """Make the choices and rolls of an ability, then let both players react (A-ABIL-2, A-ABIL-3)."""
    spec = use.spec
    yield from rules.declare(use)
    if spec.kind == "spell":
        yield from cast(use)
    elif spec.kind == "prayer" and spec.value:  # users that need no roll store points without risk (A-PRAY-7)
        yield from chant(use)
    if use.trigger is None:  # a reaction triggers no reactions (A-REACT-3)
        yield from _reactions(use)


def _reactions(use: Use) -> Flow:
    """Let the players react alternately until both pass, the active player first (A-REACT-2, A-REACT-4, A-REACT-6)."""
    game = use.game
    players = [player for player in game.active_first() if player == use.player or use.is_cast]  # A-REACT-4
    if not any(True for player in players for _each in _specs(game, player, use)):
        return

    def open_to(player: str) -> list[Opportunity]:
        found = list(reactions(game, player, use))
        if not is_worth_asking(game, found):
            return []
        return [
            Opportunity(option_for(spec, unit), partial(use_ability, Use(game, spec, player, unit, trigger=use)))
            for spec, unit in found
        ]

    def ask(player: str, options: tuple[Option, ...]) -> Choose:
        about = use.unit.id
        return Choose(
            player=player, prompt=_prompt(use), rule="A-REACT-2", about=about, options=options, window="reaction"
        )

    def passing(player: str) -> Option:
        return Option(PASS, _("No"), "A-REACT-2", letter="d")

    always = game.setup.document.options.windows == "always"
    yield from window(players, open_to, ask, passing, lambda player: always, alternately=True)


def _prompt(use: Use) -> str:
    """Return the question whether to react to a use, with its targets if it has any (A-REACT-2)."""
    ability, unit = _(use.spec.name), use.unit.name
    names = [*dict.fromkeys(target.name for target in use.targets)]
    if not names:
        return _("React to {ability} by {unit}?", ability=ability, unit=unit)
    return _("React to {ability} by {unit}, targeting {names}?", ability=ability, unit=unit, names=series(names))


def option_for(spec: AbilityDocument, unit: Unit, **more: Any) -> Option:
    """Return the option to use an ability with a unit, with `more` fields."""
    rules, text = rules_of(spec), _("{ability}: {unit}", ability=_(spec.name), unit=unit.name)
    return Option(f"{spec.id} {unit.id}", text, rules.rule, tuple(unit.at), letter=rules.letter, **more)


def _specs(game: Game, player: str, use: Use) -> Iterator[AbilityDocument]:
    """Yield a player's reactions to a use. If a trigger is unknown, the phases count (A-IMP-6, A-AMB-18)."""
    side = "you" if player == use.player else "opponent"
    for spec in game.setup.reactions[player]:
        trigger = timing(spec.timing)
        if trigger.side not in ("", side):
            continue
        if trigger.during and trigger.during not in moments(game, player, game.state.phase_name):
            continue
        if trigger.keywords:
            fits = not {*use.spec.keywords, use.spec.kind.upper()}.isdisjoint(trigger.keywords)
        elif trigger.named:
            fits = trigger.named.casefold() == use.spec.name.casefold()
        else:
            fits = not moments(game, player, game.state.phase_name).isdisjoint(spec.phases)
        if fits:
            yield spec


def reactions(game: Game, player: str, use: Use) -> Iterator[tuple[AbilityDocument, Unit]]:
    """Yield a player's possible reactions to a use, each with a unit that may use it (A-REACT-5)."""
    targets_known = bool(use.targets) or "ATTACK" in use.spec.keywords  # not for charges and abilities by hand
    for spec in _specs(game, player, use):
        rules, whom = rules_of(spec), timing(spec.timing).whom
        for unit in rules.users(game, player, spec):
            if whom == "user" and unit is not use.unit:
                continue
            if whom == "target" and targets_known and unit not in use.targets:
                continue
            if rules.responds(game, spec, unit, use) and why_not(game, player, spec, unit) is None:
                yield spec, unit
