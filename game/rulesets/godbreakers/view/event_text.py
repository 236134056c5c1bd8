"""Every event in plain words, for the log and the battle report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from game.engine.core.events import Event
from game.lengths import coordinates, length
from game.rulesets.godbreakers.rules.events import advanced, scenarios
from game.rulesets.godbreakers.rules.events import core as happened
from game.rulesets.godbreakers.rules.events.corrections import Corrected
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.state import Token
from game.wording import _, series, told


def tell(game: Game, event: Event) -> str:
    """Return one event in plain words."""
    teller = _TELLERS.get(type(event))
    return teller(game, event) if teller else event.kind


def _name(game: Game, identity: str) -> str:
    try:
        piece = game.piece(identity)
    except KeyError:
        return identity
    return told(piece.name) if not isinstance(piece, Token) else _(piece.type)


def _names(game: Game, identities: tuple[str, ...]) -> str:
    return series([_name(game, identity) for identity in identities])


def _players(game: Game, players: tuple[str, ...]) -> str:
    return series([game.player_name(player) for player in players])


def _rolled(game: Game, event: happened.Rolled) -> str:
    faces = " → ".join(map(str, event.roll.faces))
    hard = _(" (challenging)") if event.challenging else ""
    counted = _(", counts {result}", result=event.roll.result) if event.roll.result != event.roll.face else ""
    return _(
        "{model} rolls d{sides} for {purpose}{hard}: {faces}{counted}",
        model=_name(game, event.model),
        sides=event.roll.sides,
        purpose=_(event.purpose),
        hard=hard,
        faces=faces,
        counted=counted,
    )


def _placed(game: Game, event: happened.Placed) -> str:
    piece, spot = _name(game, event.piece), coordinates(event.x, event.y)
    if not event.player:  # it went where it had room
        return _("{piece} comes to rest at ({spot})", piece=piece, spot=spot)
    return _("{player} places {piece} at ({spot})", player=game.player_name(event.player), piece=piece, spot=spot)


def _attack_won(game: Game, event: happened.AttackWon) -> str:
    results = ", ".join(f"{_name(game, model)} {result}" for model, result in event.results)
    return (
        _("{winner} wins the attack roll ({results})", winner=_name(game, event.winner), results=results)
        if event.winner
        else _("No winner: {results}", results=results)
    )


def _damaged(game: Game, event: happened.Damaged) -> str:
    source = _(" from {source}", source=_name(game, event.source)) if event.source else ""
    if event.total == event.amount:
        return _(
            "{model} takes {amount} damage{source}",
            model=_name(game, event.model),
            amount=event.amount,
            source=source,
        )
    return _(
        "{model} takes {amount} damage{source}, {total} in all",
        model=_name(game, event.model),
        amount=event.amount,
        source=source,
        total=event.total,
    )


def _claimed(game: Game, event: happened.TokenClaimed) -> str:
    if event.rule == "G-ADV-1":
        return _("{model} stands ready", model=_name(game, event.model))
    giver = _(" from {giver}", giver=_name(game, event.giver)) if event.giver else ""
    return _(
        "{model} claims {token}{giver}", model=_name(game, event.model), token=_name(game, event.token), giver=giver
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
    terrain = {piece.id: piece.name for piece in game.setup.terrain_supply}
    who = terrain.get(event.piece) or _name(game, event.piece)
    if event.piece in game.setup.players:
        who = game.player_name(event.piece)
    parts = {
        "what": " ".join(part for part in (who, _(event.fact)) if part),
        "before": _(event.before) or "–",
        "after": _(event.after) or "–",
    }
    if not event.agreed:
        return _("{what}: {before} → {after}", **parts)
    agreed = series([game.player_name(player) for player in event.agreed if player in game.setup.players])
    return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **parts)


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
        "{piece} does not fit and lands {distance} away", piece=_name(g, e.piece), distance=length(e.inches)
    ),
    happened.Activated: lambda g, e: _(
        "{handler} activates {model}", handler=g.player_name(e.handler), model=_name(g, e.model)
    ),
    happened.ActivationEnded: lambda g, e: _("{model} has acted", model=_name(g, e.model)),
    happened.Moved: lambda g, e: _(
        "{model} moves {distance} to ({spot})",
        model=_name(g, e.model),
        distance=length(e.inches),
        spot=coordinates(*e.end),
    ),
    happened.ObstaclesMet: lambda g, e: _(
        "{model} must avoid: {obstacles}", model=_name(g, e.model), obstacles=", ".join(map(told, e.obstacles))
    ),
    happened.Tested: lambda g, e: _(
        "{model} passes {test}" if e.success else "{model} fails {test}", model=_name(g, e.model), test=_(e.test)
    ),
    happened.Engaged: lambda g, e: _(
        "{model} engages {opponents}", model=_name(g, e.model), opponents=_names(g, e.opponents)
    ),
    happened.AttackWon: _attack_won,
    happened.OutOfReach: lambda g, e: _(
        "{model} is beyond the reach of {winner}: no damage", model=_name(g, e.model), winner=_name(g, e.winner)
    ),
    happened.Disengaged: lambda g, e: _("{models} disengage", models=_names(g, e.models)),
    happened.Damaged: _damaged,
    happened.Recovered: lambda g, e: _(
        "{model} shakes off {removed} damage, {left} left" if e.left else "{model} has no damage left",
        model=_name(g, e.model),
        removed=e.removed,
        left=e.left,
    ),
    happened.Triumphed: lambda g, e: (
        _("Triumph! {model} sheds all damage ({removed})", model=_name(g, e.model), removed=e.removed)
        if e.removed
        else _("Triumph for {model}!", model=_name(g, e.model))
    ),
    happened.DieRaised: lambda g, e: _("{model} now rolls a d{die}", model=_name(g, e.model), die=e.die),
    happened.Ascended: lambda g, e: _("{model} ascends and leaves the table", model=_name(g, e.model)),
    happened.Casualty: lambda g, e: _("{model} is removed as a casualty", model=_name(g, e.model)),
    happened.TokensDropped: lambda g, e: _(
        "{model} drops {tokens}", model=_name(g, e.model), tokens=_names(g, e.tokens)
    ),
    happened.TokenClaimed: _claimed,
    happened.MarkerDestroyed: lambda g, e: _(
        "{model} destroys {marker}", model=_name(g, e.model), marker=_name(g, e.marker)
    ),
    happened.CompulsionOverridden: lambda g, e: _(
        "Final say: {handler} overrides {compulsion} for {model}",
        handler=g.player_name(e.handler),
        compulsion=_(e.compulsion),
        model=_name(g, e.model),
    ),
    happened.DieSet: lambda g, e: _("{model} is now a d{die}", model=_name(g, e.model), die=e.die),
    happened.Tamed: lambda g, e: _("{player} tames {model}", player=g.player_name(e.player), model=_name(g, e.model)),
    happened.TerrainRemoved: lambda g, e: _("{piece} is gone", piece=e.piece),
    happened.TerrainPlaced: lambda g, e: _("{piece} rises at ({spot})", piece=e.piece, spot=coordinates(e.x, e.y)),
    happened.CompulsionChanged: lambda g, e: _(
        "{model} now acts by {compulsion}", model=_name(g, e.model), compulsion=_(e.compulsion)
    ),
    happened.TraitsSetAside: lambda g, e: _(
        "{handler} lets {model} leave {traits} unused" if e.traits else "{handler} lets {model} use every trait",
        handler=g.player_name(e.handler),
        model=_name(g, e.model),
        traits=", ".join(map(_, e.traits)),
    ),
    scenarios.TableRolled: lambda g, e: _(
        "{who} rolls {result} on the {table} table: {outcome}",
        who=_name(g, e.model) if e.model else g.player_name(e.player),
        result=e.roll.result,
        table=_(e.table),
        outcome=_(e.outcome),
    ),
    scenarios.ThreatArmed: lambda g, e: _(
        "{model} has {traits}",
        model=_name(g, e.model),
        traits=", ".join(f"{_(trait)} {rank}" for trait, rank in e.traits),
    ),
    scenarios.TakenAway: lambda g, e: _("{by} takes {model} off the table", by=_name(g, e.by), model=_name(g, e.model)),
    scenarios.DamageCarried: lambda g, e: _(
        "{model} has {source}'s {amount} damage", model=_name(g, e.model), source=_name(g, e.source), amount=e.amount
    ),
    scenarios.TrophyLeft: lambda g, e: _("{model} leaves a trophy", model=_name(g, e.model)),
    scenarios.Nominated: lambda g, e: _(
        "{player} names {model} for a Triumph", player=g.player_name(e.player), model=_name(g, e.model)
    ),
    advanced.ReadySpent: lambda g, e: _("{model} was ready and reacts", model=_name(g, e.model)),
    advanced.TokensVanished: _vanished,
    advanced.LevelChosen: lambda g, e: _(
        "{model} goes from level {start} to level {end}", model=_name(g, e.model), start=e.start, end=e.end
    ),
    advanced.Fell: lambda g, e: _(
        "{model} falls from level {start} to level {end}", model=_name(g, e.model), start=e.start, end=e.end
    ),
    happened.Scored: _scored,
    happened.Routed: lambda g, e: _("{player}'s circle is routed", player=g.player_name(e.player)),
    happened.Conceded: lambda g, e: _("{player} concedes", player=g.player_name(e.player)),
    happened.GameEnded: _ended,
    Corrected: _corrected,
}
