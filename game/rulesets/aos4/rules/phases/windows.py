"""The windows of a phase, in which a player uses abilities until they pass (A-TURN-2, A-TURN-3)."""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Asking
from game.engine.core.options import Judged
from game.engine.core.windows import PASS
from game.refusal import Refusal
from game.rulesets.aos4.documents.abilities import AbilityDocument
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.abilities import limits
from game.rulesets.aos4.rules.abilities.resolving import moments, option_for, rules_of, use_ability
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.use import Use
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
    """Yield every ability of the phase with each unit that has it, also if it cannot be used now."""
    for spec in game.setup.offered(player, moments(game, player, phase)):
        if {"DEPLOY", "FIGHT"} & {*spec.keywords}:
            continue
        for unit in rules_of(spec).users(game, player, spec):
            yield spec, unit


def why_not(game: Game, player: str, spec: AbilityDocument, unit: Unit) -> Refusal | None:
    """Return why a unit cannot use an ability now, or None if it can."""
    return limits.why_not(game, player, spec, unit) or rules_of(spec).why_not(game, spec, unit)


def window_of(game: Game, player: str, phase: str) -> Asking[bool]:
    """Let a player use one ability of a phase. Return whether they used one."""
    known = {f"{spec.id} {unit.id}": (spec, unit) for spec, unit in uses_in_phase(game, player, phase)}
    asked = question(game, player, phase, known)
    always = game.setup.document.options.windows == "always"
    if not always and not any(asked.offers(key) and rules_of(use[0]).matters(game, *use) for key, use in known.items()):
        return False
    key = yield asked
    if key == PASS:
        game.emit(events.Passed(player=player, rule="A-TURN-3"))
        return False
    spec, unit = known[key]
    yield from use_ability(Use(game, spec, player, unit))
    return True


def phase_option(spec: AbilityDocument, unit: Unit) -> Option:
    """Return the option to use an ability of a phase with a unit, which a drag of the unit can stand for."""
    return option_for(spec, unit, hand=rules_of(spec).hand, brief=_(spec.name))


def question(game: Game, player: str, phase: str, known: dict[str, tuple[AbilityDocument, Unit]]) -> Choose:
    """Return the question which ability a player uses, with reasons for unusable abilities."""

    def option(key: str) -> Option:
        return passing(phase) if key == PASS else phase_option(*known[key])

    def judged(key: str) -> Refusal | None:
        return None if key == PASS else why_not(game, player, *known[key])

    options = Judged((*known, PASS), option, judged, lambda: len(game.events))
    return Choose(
        player=player,
        prompt=_prompt(game, player, _(DEEDS[phase])),
        rule="A-TURN-2",
        options=options,
        refused=options.refused,
    )


def _prompt(game: Game, player: str, phase: str) -> str:
    """Return the text of the question. It names the active player if that is the opponent."""
    if game.state.step != "phase" or player == game.state.active:
        return _("{phase}: choose an ability", phase=phase)
    return _("{phase}, {name}'s turn: choose an ability", phase=phase, name=game.player_name(game.state.active))


def passing(phase: str) -> Option:
    """Return the option to pass in a phase."""
    return Option(PASS, _("Done: {phase}", phase=_(DEEDS[phase])), "A-TURN-3", letter="d")
