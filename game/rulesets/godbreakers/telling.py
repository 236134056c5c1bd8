"""Every event in plain words, for the log and the battle report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.events import Event
from game.rulesets.godbreakers import advanced_events as advanced
from game.rulesets.godbreakers import events as happened
from game.rulesets.godbreakers import scenario_events
from game.rulesets.godbreakers.game import Game


def tell(game: Game, event: Event) -> str:
    """Return one event in plain words."""
    teller = _TELLERS.get(type(event))
    return teller(game, event) if teller else event.kind


def _name(game: Game, identity: str) -> str:
    try:
        piece = game.piece(identity)
    except KeyError:
        return identity
    return str(getattr(piece, "name", "") or getattr(piece, "type", identity))


def _names(game: Game, identities: tuple[str, ...]) -> str:
    names = [_name(game, identity) for identity in identities]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def _players(game: Game, players: tuple[str, ...]) -> str:
    names = [game.player_name(player) for player in players]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "nobody"


def _rolled(game: Game, event: happened.Rolled) -> str:
    faces = " → ".join(map(str, event.roll.faces))
    hard = " (challenging)" if event.challenging else ""
    counted = f", counts {event.roll.result}" if event.roll.result != event.roll.face else ""
    return f"{_name(game, event.model)} rolls d{event.roll.sides} for {event.purpose}{hard}: {faces}{counted}"


def _placed(game: Game, event: happened.Placed) -> str:
    who = f"{game.player_name(event.player)} places " if event.player else ""
    return f"{who}{_name(game, event.piece)} at ({event.x:.2f}, {event.y:.2f})"


def _attack_won(game: Game, event: happened.AttackWon) -> str:
    results = ", ".join(f"{_name(game, model)} {result}" for model, result in event.results)
    return f"{_name(game, event.winner)} wins the attack roll ({results})" if event.winner else f"No winner: {results}"


def _damaged(game: Game, event: happened.Damaged) -> str:
    source = f" from {_name(game, event.source)}" if event.source else ""
    return f"{_name(game, event.model)} takes {event.amount} damage{source}, {event.total} in all"


def _claimed(game: Game, event: happened.TokenClaimed) -> str:
    giver = f" from {_name(game, event.giver)}" if event.giver else ""
    return f"{_name(game, event.model)} claims {_name(game, event.token)}{giver}"


def _scored(game: Game, event: happened.Scored) -> str:
    return f"{game.player_name(event.player)} {event.points:+d} VP ({event.reason}), now {event.total}"


def _ended(game: Game, event: happened.GameEnded) -> str:
    if len(event.winners) == 1:
        outcome = f"{game.player_name(event.winners[0])} wins"
    else:
        outcome = f"A draw between {_players(game, event.winners)}" if event.winners else "Nobody wins"
    return f"{outcome}: {event.reason}" + (f" ({event.margin})" if event.margin else "")


_TELLERS: Mapping[type[Event], Callable[[Game, Any], str]] = {
    happened.RoundBegan: lambda _, e: f"Round {e.round} begins",
    happened.Rolled: _rolled,
    happened.InitiativeTied: lambda g, e: f"{_players(g, e.players)} tie at {e.result} and roll again",
    happened.InitiativeWon: lambda g, e: f"{g.player_name(e.player)} wins the initiative with {e.result}",
    happened.PrioritySet: lambda g, e: (
        f"Order this round: {', then '.join(map(g.player_name, e.order))}; {g.player_name(e.handler)} handles the wild"
    ),
    happened.Placed: _placed,
    happened.Displaced: lambda g, e: f"{_name(g, e.piece)} does not fit and lands {e.inches:.2f}″ away",
    happened.Activated: lambda g, e: f"{g.player_name(e.handler)} activates {_name(g, e.model)}",
    happened.ActivationEnded: lambda g, e: f"{_name(g, e.model)} has acted",
    happened.Moved: lambda g, e: f"{_name(g, e.model)} moves {e.inches:.2f}″",
    happened.ObstaclesMet: lambda g, e: f"{_name(g, e.model)} must avoid: {', '.join(e.obstacles)}",
    happened.Tested: lambda g, e: f"{_name(g, e.model)} {'passes' if e.success else 'fails'} {e.test}",
    happened.Engaged: lambda g, e: f"{_name(g, e.model)} engages {_names(g, e.opponents)}",
    happened.AttackWon: _attack_won,
    happened.OutOfReach: lambda g, e: f"{_name(g, e.model)} is beyond the reach of {_name(g, e.winner)}: no damage",
    happened.Disengaged: lambda g, e: f"{_names(g, e.models)} disengage",
    happened.Damaged: _damaged,
    happened.Recovered: lambda g, e: f"{_name(g, e.model)} shakes off {e.removed} damage, {e.left} left",
    happened.Triumphed: lambda g, e: f"Triumph! {_name(g, e.model)} sheds all damage ({e.removed})",
    happened.DieRaised: lambda g, e: f"{_name(g, e.model)} now rolls a d{e.die}",
    happened.Ascended: lambda g, e: f"{_name(g, e.model)} ascends and leaves the table",
    happened.Casualty: lambda g, e: f"{_name(g, e.model)} is removed as a casualty",
    happened.TokensDropped: lambda g, e: f"{_name(g, e.model)} drops {_names(g, e.tokens)}",
    happened.TokenClaimed: _claimed,
    happened.MarkerDestroyed: lambda g, e: f"{_name(g, e.model)} destroys {_name(g, e.marker)}",
    happened.CompulsionOverridden: lambda g, e: (
        f"Final say: {g.player_name(e.handler)} overrides {e.compulsion} for {_name(g, e.model)}"
    ),
    happened.DieSet: lambda g, e: f"{_name(g, e.model)} is now a d{e.die}",
    happened.Tamed: lambda g, e: f"{g.player_name(e.player)} tames {_name(g, e.model)}",
    happened.TerrainRemoved: lambda g, e: f"{e.piece} is gone",
    happened.TerrainPlaced: lambda g, e: f"{e.piece} rises at ({e.x:.2f}, {e.y:.2f})",
    happened.CompulsionChanged: lambda g, e: f"{_name(g, e.model)} now acts by {e.compulsion}",
    happened.TraitsSetAside: lambda g, e: (
        f"{g.player_name(e.handler)} lets {_name(g, e.model)} "
        + (f"leave {', '.join(e.traits)} unused" if e.traits else "use every trait")
    ),
    scenario_events.TableRolled: lambda g, e: (
        f"{_name(g, e.model) if e.model else g.player_name(e.player)} rolls {e.roll.result} on the {e.table} table: "
        f"{e.outcome}"
    ),
    scenario_events.ThreatArmed: lambda g, e: (
        f"{_name(g, e.model)} has {', '.join(f'{trait} {rank}' for trait, rank in e.traits)}"
    ),
    scenario_events.TakenAway: lambda g, e: f"{_name(g, e.by)} takes {_name(g, e.model)} off the table",
    scenario_events.DamageCarried: lambda g, e: f"{_name(g, e.model)} has {_name(g, e.source)}'s {e.amount} damage",
    scenario_events.TrophyLeft: lambda g, e: f"{_name(g, e.model)} leaves a trophy",
    scenario_events.Nominated: lambda g, e: f"{g.player_name(e.player)} names {_name(g, e.model)} for a Triumph",
    advanced.ReadySpent: lambda g, e: f"{_name(g, e.model)} was ready and reacts",
    advanced.TokensVanished: lambda g, e: f"Gone: {', '.join(e.tokens)}",
    advanced.LevelChosen: lambda g, e: f"{_name(g, e.model)} goes from level {e.start} to level {e.end}",
    advanced.Fell: lambda g, e: f"{_name(g, e.model)} falls from level {e.start} to level {e.end}",
    happened.Scored: _scored,
    happened.Routed: lambda g, e: f"{g.player_name(e.player)}'s circle is routed",
    happened.Conceded: lambda g, e: f"{g.player_name(e.player)} concedes",
    happened.GameEnded: _ended,
}
