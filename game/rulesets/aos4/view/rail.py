"""The rail of phases, with the abilities that each player may use (A-TURN)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from game.engine.rulebook.view import Line, PhaseView, UseView
from game.rulesets.aos4.documents.abilities import AbilityDocument, unmarked
from game.rulesets.aos4.documents.catalogue import CORE, bundled_pack
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules.abilities.resolving import moments, rules_of, why_not
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.phases.windows import DEEDS, fighters, uses_in_phase
from game.rulesets.aos4.rules.state import Unit
from game.wording import _

DEPLOYMENT, BETWEEN = "deployment", "startOfBattleRound"
"""The first stop of the rail, outside the phases of a turn: deployment, later the time between rounds."""

OUTSIDE = ("territories", "terrain", "deploying", "deployed", "round", "opening", "turn")
"""The steps outside the phases of a turn."""


def phases_of(game: Game) -> tuple[str, ...]:
    """Return the stops of the rail: the time outside turns, and the phases of a turn."""
    return (BETWEEN if game.state.round else DEPLOYMENT, *PHASES)


def rail(game: Game) -> tuple[PhaseView, ...]:
    """Return the views of the stops on the rail."""
    return tuple(_phase(game, phase) for phase in phases_of(game))


def is_on(game: Game, phase: str) -> bool:
    """Return whether a phase is the current phase."""
    if phase in (DEPLOYMENT, BETWEEN):
        return game.state.step in OUTSIDE
    return game.state.step == "phase" and game.state.phase_name == phase


def _phase(game: Game, phase: str) -> PhaseView:
    """Return the view of a stop: its hints, and the abilities that each player may use."""
    name, hints = _(DEEDS[phase]), tuple(_hints(game, phase))
    if phase in (DEPLOYMENT, BETWEEN):
        return PhaseView(name, is_on(game, phase), hints)
    if not is_on(game, phase):
        later = {player: tuple(_abilities(game, player, phase)) for player in game.state.players}
        return PhaseView(name, False, hints, later)
    return PhaseView(name, True, hints, {player: tuple(_uses(game, player, phase)) for player in game.state.players})


def _hints(game: Game, phase: str) -> Iterator[Line]:
    """Yield the hints of packs for a phase, line by line (A-IMP-10)."""
    army_packs = (game.setup.player(player).army.packs for player in game.state.players)
    packs = {pack.id: pack for pack in (bundled_pack(CORE), *game.setup.document.packs)}
    packs |= {pack.id: pack for packs_of_player in army_packs for pack in packs_of_player}
    for pack in packs.values():
        for line in unmarked(_(pack.rules[phase])).splitlines() if phase in pack.rules else ():
            yield Line(line.removeprefix("- "), "A-TURN-1")


def _abilities(game: Game, player: str, phase: str) -> Iterator[UseView]:
    """Yield a player's abilities for a phase that is not the current phase."""
    for spec in game.setup.offered(player, moments(game, player, phase)):
        if any(True for _unit in rules_of(spec).users(game, player, spec)):
            yield UseView(_(spec.name), rules_of(spec).rule)


def _uses(game: Game, player: str, phase: str) -> Iterator[UseView]:
    """Yield each ability of the current phase with the number of units that can use it now."""
    state = game.state
    window = "active" if player == state.active else "opponent"
    is_over = state.window == "fight" or (state.window == "opponent" and window == "active")
    for spec, units in _by_ability(uses_in_phase(game, player, phase)):
        yield _use(game, player, spec, units, over=is_over)
    for spec, units in _by_ability(fighters(game, player)) if phase == "combat" else ():
        yield UseView(_(spec.name), rules_of(spec).rule, len(units))  # the units that may still fight (A-FIGHT-3)


def _by_ability(uses: Iterable[tuple[AbilityDocument, Unit]]) -> list[tuple[AbilityDocument, list[Unit]]]:
    """Return the abilities of these uses, each with its units."""
    grouped: dict[str, tuple[AbilityDocument, list[Unit]]] = {}
    for spec, unit in uses:
        grouped.setdefault(spec.id, (spec, []))[1].append(unit)
    return list(grouped.values())


def _use(game: Game, player: str, spec: AbilityDocument, units: Iterable[Unit], *, over: bool) -> UseView:
    """Return the view of an ability with its possible users, or the reason why no unit can use it now."""
    name, rule = _(spec.name), rules_of(spec).rule
    if over:
        return UseView(name, "A-TURN-3", reason=_("this part of the phase is over"))
    refusals = [(unit, why_not(game, player, spec, unit)) for unit in units]
    able_units = [unit for unit, refusal in refusals if refusal is None]
    if able_units:
        return UseView(name, rule, len(able_units), options=tuple(f"{spec.id} {unit.id}" for unit in able_units))
    first = next(refusal for _unit, refusal in refusals if refusal is not None)
    return UseView(name, first.rule or rule, reason=first.text)
