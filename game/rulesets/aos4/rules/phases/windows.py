"""The windows of a phase, and the second step of combat.

In a window, a player uses abilities until they pass (A-TURN-2, A-TURN-3). In the second step of the combat phase, units
fight alternately (A-FIGHT-2, A-STRIKE-1, A-STRIKE-2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from game.engine.core.decisions import Choose, Option, only_option
from game.engine.core.flow import Asking
from game.engine.core.options import Judged
from game.engine.core.windows import PASS
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import Use
from game.rulesets.aos4.rules.abilities.resolving import (
    is_worth_asking,
    moments,
    option_for,
    rules_of,
    use_ability,
    usual_pass,
    why_idle,
    why_not,
)
from game.rulesets.aos4.rules.core.attacking import cannot_fight, must_fight
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.wording import N_, _

DEEDS = {
    "startOfBattleRound": N_("Start of battle round"),
    "endOfBattleRound": N_("End of battle round"),
    "deployment": N_("Deployment"),
    "startOfTurn": N_("Start of turn"),
    "hero": N_("Hero phase"),
    "movement": N_("Movement phase"),
    "shooting": N_("Shooting phase"),
    "charge": N_("Charge phase"),
    "combat": N_("Combat phase"),
    "endOfTurn": N_("End of turn"),
}
"""The names of phases."""


def uses_in_phase(game: Game, player: str, phase: str) -> Iterator[tuple[AbilityDocument, Unit]]:
    """Yield every ability of the phase with each unit that has it, even if it cannot be used now."""
    for spec in game.setup.offered(player, moments(game, player, phase)):
        if {"DEPLOY", "FIGHT"} & {*spec.keywords}:
            continue
        for unit in rules_of(spec).users(game, player, spec):
            yield spec, unit


def window_of(game: Game, player: str, phase: str) -> Asking[bool]:
    """Let a player use one ability of a phase. Return whether they used one."""
    uses = {f"{spec.id} {unit.id}": (spec, unit) for spec, unit in uses_in_phase(game, player, phase)}
    choice = question(game, player, phase, uses)
    if not is_worth_asking(game, (use for key, use in uses.items() if choice.offers(key))):
        return False
    key = yield choice
    if key == PASS:
        game.emit(events.Passed(player=player, rule="A-TURN-3"))
        return False
    spec, unit = uses[key]
    yield from use_ability(Use(game, spec, player, unit))
    return True


def phase_option(game: Game, spec: AbilityDocument, unit: Unit, idle: str = "") -> Option:
    """Return the option to use an ability of a phase with a unit; a drag of the unit may stand for it."""
    return option_for(
        game,
        spec,
        unit,
        idle,
        hand=rules_of(spec).hand,
        brief=_("{option} ({why})", option=_(spec.name), why=idle) if idle else _(spec.name),
    )


def question(game: Game, player: str, phase: str, known: dict[str, tuple[AbilityDocument, Unit]]) -> Choose:
    """Return the question which ability a player uses, with the reasons why others cannot be used."""

    def option(key: str) -> Option:
        if key == PASS:
            return passing(phase, forgoes=_forgoes(game, player, phase, known, options))
        return phase_option(game, *known[key], why_idle(game, *known[key]))

    def judged(key: str) -> Refusal | None:
        return None if key == PASS else why_not(game, player, *known[key])

    options = Judged((*known, PASS), option, judged, lambda: len(game.events))
    return Choose(
        player=player,
        prompt=_prompt(game, player, _(DEEDS[phase])),
        rule="A-TURN-2",
        options=options,
        refused=options.refused,
        slots=(*known, PASS),
        usual=lambda: usual_pass(game, (use for key, use in known.items() if options.has(key))),
    )


def _prompt(game: Game, player: str, phase: str) -> str:
    """Return the text of the question, which names the active player if that is the opponent."""
    if game.state.step != "phase" or player == game.state.active:
        return _("{phase}: choose an ability", phase=phase)
    return _("{phase}, {name}'s turn: choose an ability", phase=phase, name=game.player_name(game.state.active))


def _forgoes(game: Game, player: str, phase: str, known: Mapping[str, Fighter], options: Judged) -> bool:
    """Return whether a pass gives up the phase: no unit has moved although one can, or one can still shoot."""
    if phase not in FORGONE or player != game.state.active:
        return False
    hand, _label = FORGONE[phase]
    deeds = {key: (spec, unit) for key, (spec, unit) in known.items() if rules_of(spec).hand == hand}
    if phase == "movement" and any(game.used(unit, f"ability {spec.id}", "phase") for spec, unit in deeds.values()):
        return False
    return any(options.has(key) and not why_idle(game, *use) for key, use in deeds.items())


FORGONE: Final = {
    "movement": ("ground", N_("Done: {phase}, and nothing moves")),
    "shooting": ("piece", N_("Done: {phase}, with shots left")),
}
"""How the units do what the phases are for, and the option to pass that gives this up."""


def passing(phase: str, *, forgoes: bool = False) -> Option:
    """Return the option to pass in a phase. Its label warns if that gives up what the phase is for."""
    label = FORGONE[phase][1] if forgoes else N_("Done: {phase}")
    return Option(PASS, _(label, phase=_(DEEDS[phase])), "A-TURN-3", letter="d", forgoes=forgoes)


LEFT_OUT = "left out of fighting"
TIERS = ("first", "normal", "last")
Fighter = tuple[AbilityDocument, Unit]
"""A unit that may fight, with the ability for it."""


def fight_next(game: Game) -> Asking[bool]:
    """Let the next player pick a unit to fight, or return False without units (A-FIGHT-2, A-FIGHT-5, A-STRIKE-4)."""
    state = game.state
    eligible = {player: fighters(game, player) for player in state.players}
    tiers = {tier_of(game, unit) for player in state.players for _spec, unit in eligible[player]}
    tier = next((tier for tier in TIERS if tier in tiers), None)
    if tier is None:
        return False
    _restart_tier(game, tier)
    if not _in_tier(game, eligible[state.fighter], tier):
        state.fighter = game.other(state.fighter)
    player = state.fighter
    fighters_by_key = {f"{spec.id} {unit.id}": (spec, unit) for spec, unit in _in_tier(game, eligible[player], tier)}
    has_choice = is_worth_asking(game, fighters_by_key.values())
    key = (yield _fight_question(game, player, fighters_by_key)) if has_choice else PASS
    state.fighter = game.other(player)
    if key == PASS:
        if has_choice:
            game.emit(events.Passed(player=player, rule="A-FIGHT-4"))
        for _spec, unit in fighters_by_key.values():
            game.note(unit, LEFT_OUT, "phase")
        return True
    spec, unit = fighters_by_key[key]
    yield from use_ability(Use(game, spec, player, unit))
    return True


def _fight_question(game: Game, player: str, known: Mapping[str, Fighter]) -> Choose:
    """Return the question which unit fights; passing is possible if no unit must fight."""
    options = [phase_option(game, spec, unit) for spec, unit in known.values()]
    if not any(must_fight(game, unit) for _spec, unit in known.values()):
        options.append(passing("combat"))
    prompt = _("{player}, which unit fights?", player=game.player_name(player))
    usual = partial(only_option, options)
    return Choose(player=player, prompt=prompt, rule="A-FIGHT-2", options=options, usual=usual)


def fighters(game: Game, player: str) -> list[Fighter]:
    """Return the units of a player that may fight, with the abilities for it (A-FIGHT-3, A-FIGHT-8)."""
    pairs = []
    for spec in game.setup.offered(player, moments(game, player, "combat")):
        if "FIGHT" not in spec.keywords:
            continue
        for unit in rules_of(spec).users(game, player, spec):
            if game.used(unit, LEFT_OUT, "phase") and not must_fight(game, unit):
                continue
            if cannot_fight(game, unit) is None and why_not(game, player, spec, unit) is None:
                pairs.append((spec, unit))
    return pairs


def _in_tier(game: Game, eligible: list[Fighter], tier: str) -> list[Fighter]:
    """Return the units of a tier among those that may fight."""
    return [(spec, unit) for spec, unit in eligible if tier_of(game, unit) == tier]


def tier_of(game: Game, unit: Unit) -> str:
    """Return the tier in which a unit fights. Both keywords together cancel out (A-STRIKE-3)."""
    first, last = game.has(unit, "STRIKE-FIRST"), game.has(unit, "STRIKE-LAST") or game.may_fight_again(unit)
    return "normal" if first == last else "first" if first else "last"


def _restart_tier(game: Game, tier: str) -> None:
    """Let the active player pick first in a new tier, if the players agreed on that (A-AMB-14)."""
    if game.setup.document.options.tiers != "restart":
        return
    key = f"tier {tier}"
    if not game.state.uses.count("phase", key):
        game.state.uses.note(key, "phase")
        game.state.fighter = game.state.active
