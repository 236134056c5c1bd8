"""Every event in plain words, for the log and the battle report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from game.engine.core.events import Event
from game.lengths import coordinates, length
from game.rulesets.godbreakers.rules.events import advanced, scenarios
from game.rulesets.godbreakers.rules.events import core as happened
from game.rulesets.godbreakers.rules.events.corrections import Corrected
from game.rulesets.godbreakers.rules.game import Game
from game.wording import N_, _, series, told


def tell(game: Game, event: Event) -> str:
    """Return one event in plain words."""
    teller = _TELLERS.get(type(event))
    return teller(game, event) if teller else event.kind


def _names(game: Game, identities: tuple[str, ...]) -> str:
    return series([game.name_of(identity) for identity in identities])


def _players(game: Game, players: tuple[str, ...]) -> str:
    return series([game.player_name(player) for player in players])


def _rolled(game: Game, event: happened.Rolled) -> str:
    faces = " → ".join(map(str, event.roll.faces))
    hard = _(" (challenging)") if event.challenging else ""
    counted = _(", counts {result}", result=event.roll.result) if event.roll.result != event.roll.face else ""
    return _(
        "{model} rolls d{sides} for {purpose}{hard}: {faces}{counted}",
        model=game.name_of(event.model),
        sides=event.roll.sides,
        purpose=_(event.purpose),
        hard=hard,
        faces=faces,
        counted=counted,
    )


def _placed(game: Game, event: happened.Placed) -> str:
    piece, spot = game.name_of(event.piece), coordinates(event.x, event.y)
    if not event.player:  # it went where it had room
        return _("{piece} comes to rest at ({spot})", piece=piece, spot=spot)
    return _("{player} places {piece} at ({spot})", player=game.player_name(event.player), piece=piece, spot=spot)


def _attack_won(game: Game, event: happened.AttackWon) -> str:
    results = ", ".join(f"{game.name_of(model)} {result}" for model, result in event.results)
    return (
        _("{winner} wins the attack roll ({results})", winner=game.name_of(event.winner), results=results)
        if event.winner
        else _("No winner: {results}", results=results)
    )


def _damaged(game: Game, event: happened.Damaged) -> str:
    source = _(" from {source}", source=game.name_of(event.source)) if event.source else ""
    if event.total == event.amount:
        return _(
            "{model} takes {amount} damage{source}",
            model=game.name_of(event.model),
            amount=event.amount,
            source=source,
        )
    return _(
        "{model} takes {amount} damage{source}, {total} in all",
        model=game.name_of(event.model),
        amount=event.amount,
        source=source,
        total=event.total,
    )


def _claimed(game: Game, event: happened.TokenClaimed) -> str:
    if event.rule == "G-ADV-1":
        return _("{model} stands ready", model=game.name_of(event.model))
    giver = _(" from {giver}", giver=game.name_of(event.giver)) if event.giver else ""
    return _(
        "{model} claims {token}{giver}", model=game.name_of(event.model), token=game.name_of(event.token), giver=giver
    )


def _scored(game: Game, event: happened.Scored) -> str:
    return _(
        "{player} {points:+d} VP ({reason}), now {total}",
        player=game.player_name(event.player),
        points=event.points,
        reason=told(event.reason),
        total=event.total,
    )


def _vanished(_unused: Game, event: advanced.TokensVanished) -> str:
    types = [_(token.rpartition("-")[0]) for token in event.tokens]
    return _("Gone: {tokens}", tokens=", ".join(_("the {type} token", type=each) for each in types))


def _ended(game: Game, event: happened.GameEnded) -> str:
    if len(event.winners) == 1:
        outcome = _("{winner} wins", winner=game.player_name(event.winners[0]))
    else:
        outcome = (
            _("A draw between {winners}", winners=_players(game, event.winners)) if event.winners else _("Nobody wins")
        )
    return f"{outcome}: {told(event.reason)}" + (f" ({told(event.margin)})" if event.margin else "")


def _corrected(game: Game, event: Corrected) -> str:
    parts = {
        "what": " ".join(part for part in (game.name_of(event.piece), _(event.fact)) if part),
        "before": _fact(game, event.fact, event.before),
        "after": _fact(game, event.fact, event.after),
    }
    if not event.agreed:
        return _("{what}: {before} → {after}", **parts)
    agreed = series([game.player_name(player) for player in event.agreed if player in game.setup.players])
    return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **parts)


def _fact(game: Game, fact: str, value: str) -> str:
    """Return a corrected fact as people put it; an event has ids and single words."""
    if fact == "owner":
        return game.player_name(value) if value in game.setup.players else _("nobody")
    if fact == "place" and value in game.state.models:
        return _("carried by {model}", model=game.name_of(value))
    if fact in ("traits", "flaws", "tokens"):
        value = ", ".join(_thing(game, each) for each in value.split(", ") if each)
    return told(_PLACES.get(value, value)) or "–"


def _thing(game: Game, named: str) -> str:
    """Return a token by its id, or a trait with its rank, as people call it."""
    trait, _unused, rank = named.partition(" ")
    return f"{_(trait)} {rank}" if rank else _(game.name_of(named))


_PLACES: Final = {
    "reserve": N_("in reserve"),
    "casualty": N_("removed as a casualty"),
    "ascended": N_("ascended"),
    "removed": N_("off the table"),
}
"""Where a piece that is not on the table is, by the word in the state."""

_TELLERS: Mapping[type[Event], Callable[[Game, Any], str]] = {
    happened.RoundBegan: lambda _unused, e: _("Round {round} begins", round=e.round),
    happened.Rolled: _rolled,
    happened.InitiativeTied: lambda g, e: _(
        "{players} tie at {result} and roll again", players=_players(g, e.players), result=e.result
    ),
    happened.InitiativeWon: lambda g, e: _(
        "{player} wins the initiative with {result}", player=g.player_name(e.player), result=e.result
    ),
    happened.PrioritySet: lambda g, e: _(
        "Order this round: {order}; {handler} handles the wild",
        order=_(", then ").join(map(g.player_name, e.order)),
        handler=g.player_name(e.handler),
    ),
    happened.Placed: _placed,
    happened.Displaced: lambda g, e: _(
        "{piece} does not fit and lands {distance} away", piece=g.name_of(e.piece), distance=length(e.inches)
    ),
    happened.Activated: lambda g, e: _(
        "{handler} activates {model}", handler=g.player_name(e.handler), model=g.name_of(e.model)
    ),
    happened.ActivationEnded: lambda g, e: _("{model} has acted", model=g.name_of(e.model)),
    happened.Moved: lambda g, e: _(
        "{model} moves {distance} to ({spot})",
        model=g.name_of(e.model),
        distance=length(e.inches),
        spot=coordinates(*e.end),
    ),
    happened.ObstaclesMet: lambda g, e: _(
        "{model} must avoid: {obstacles}", model=g.name_of(e.model), obstacles=", ".join(map(told, e.obstacles))
    ),
    happened.Tested: lambda g, e: _(
        "{model} passes {test}" if e.success else "{model} fails {test}", model=g.name_of(e.model), test=_(e.test)
    ),
    happened.Engaged: lambda g, e: _(
        "{model} engages {opponents}", model=g.name_of(e.model), opponents=_names(g, e.opponents)
    ),
    happened.AttackWon: _attack_won,
    happened.OutOfReach: lambda g, e: _(
        "{model} is beyond the reach of {winner}: no damage", model=g.name_of(e.model), winner=g.name_of(e.winner)
    ),
    happened.Disengaged: lambda g, e: _("{models} disengage", models=_names(g, e.models)),
    happened.Damaged: _damaged,
    happened.Recovered: lambda g, e: _(
        "{model} shakes off {removed} damage, {left} left" if e.left else "{model} has no damage left",
        model=g.name_of(e.model),
        removed=e.removed,
        left=e.left,
    ),
    happened.Triumphed: lambda g, e: (
        _("Triumph! {model} sheds all damage ({removed})", model=g.name_of(e.model), removed=e.removed)
        if e.removed
        else _("Triumph for {model}!", model=g.name_of(e.model))
    ),
    happened.DieRaised: lambda g, e: _("{model} now rolls a d{die}", model=g.name_of(e.model), die=e.die),
    happened.Ascended: lambda g, e: _("{model} ascends and leaves the table", model=g.name_of(e.model)),
    happened.Casualty: lambda g, e: _("{model} is removed as a casualty", model=g.name_of(e.model)),
    happened.TokensDropped: lambda g, e: _(
        "{model} drops {tokens}", model=g.name_of(e.model), tokens=_names(g, e.tokens)
    ),
    happened.TokenClaimed: _claimed,
    happened.MarkerDestroyed: lambda g, e: _(
        "{model} destroys {marker}", model=g.name_of(e.model), marker=g.name_of(e.marker)
    ),
    happened.CompulsionOverridden: lambda g, e: _(
        "Final say: {handler} overrides {compulsion} for {model}",
        handler=g.player_name(e.handler),
        compulsion=_(e.compulsion),
        model=g.name_of(e.model),
    ),
    happened.DieSet: lambda g, e: _("{model} is now a d{die}", model=g.name_of(e.model), die=e.die),
    happened.Tamed: lambda g, e: _("{player} tames {model}", player=g.player_name(e.player), model=g.name_of(e.model)),
    happened.TerrainRemoved: lambda g, e: _("{piece} is gone", piece=g.name_of(e.piece)),
    happened.TerrainPlaced: lambda g, e: _(
        "{piece} rises at ({spot})", piece=g.name_of(e.piece), spot=coordinates(e.x, e.y)
    ),
    happened.CompulsionChanged: lambda g, e: _(
        "{model} now acts by {compulsion}", model=g.name_of(e.model), compulsion=_(e.compulsion)
    ),
    happened.TraitsSetAside: lambda g, e: _(
        "{handler} lets {model} leave {traits} unused" if e.traits else "{handler} lets {model} use every trait",
        handler=g.player_name(e.handler),
        model=g.name_of(e.model),
        traits=", ".join(map(_, e.traits)),
    ),
    scenarios.TableRolled: lambda g, e: _(
        "{who} rolls {result} on the {table} table: {outcome}",
        who=g.name_of(e.model) if e.model else g.player_name(e.player),
        result=e.roll.result,
        table=_(e.table),
        outcome=_(e.outcome),
    ),
    scenarios.ThreatArmed: lambda g, e: _(
        "{model} has {traits}",
        model=g.name_of(e.model),
        traits=", ".join(f"{_(trait)} {rank}" for trait, rank in e.traits),
    ),
    scenarios.TakenAway: lambda g, e: _(
        "{by} takes {model} off the table", by=g.name_of(e.by), model=g.name_of(e.model)
    ),
    scenarios.DamageCarried: lambda g, e: _(
        "{model} has {source}'s {amount} damage", model=g.name_of(e.model), source=g.name_of(e.source), amount=e.amount
    ),
    scenarios.TrophyLeft: lambda g, e: _("{model} leaves a trophy", model=g.name_of(e.model)),
    scenarios.Nominated: lambda g, e: _(
        "{player} names {model} for a Triumph", player=g.player_name(e.player), model=g.name_of(e.model)
    ),
    advanced.ReadySpent: lambda g, e: _("{model} was ready and reacts", model=g.name_of(e.model)),
    advanced.TokensVanished: _vanished,
    advanced.LevelChosen: lambda g, e: _(
        "{model} goes from level {start} to level {end}", model=g.name_of(e.model), start=e.start, end=e.end
    ),
    advanced.Fell: lambda g, e: _(
        "{model} falls from level {start} to level {end}", model=g.name_of(e.model), start=e.start, end=e.end
    ),
    happened.Scored: _scored,
    happened.Routed: lambda g, e: _("{player}'s circle is routed", player=g.player_name(e.player)),
    happened.Conceded: lambda g, e: _("{player} concedes", player=g.player_name(e.player)),
    happened.GameEnded: _ended,
    Corrected: _corrected,
}
