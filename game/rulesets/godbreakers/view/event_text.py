"""Every event in plain words, for the log and the battle report; the sounds of events, and which are landmarks.

The texts are in `wording.json` by kind of event; of two, "text" is for a non-empty field "with".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from game.engine.core.events import Event
from game.engine.kit.editable import Corrected
from game.engine.rulebook.ruleset import Cue
from game.engine.rulebook.view import Landmark
from game.lengths import coordinates, tape
from game.rulesets.godbreakers.rules import events
from game.rulesets.godbreakers.rules.dressing_events import TerrainAdded
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.words.data import read_wording
from game.wording import N_, _, series, translated

WORDING: Final = read_wording("view")
"""The texts of events and of claims."""

CUES: Final[Mapping[type[Event], Cue]] = {
    events.Rolled: "dice",
    events.TableRolled: "dice",
    events.Placed: "placing",
    events.Moved: "placing",
    events.TerrainPlaced: "placing",
    TerrainAdded: "placing",
    events.Triumphed: "success",
    events.Ascended: "success",
    events.Casualty: "loss",
}
"""The sound of each event that has one."""


def landmark(event: Event) -> Landmark | None:
    """Return what an event means for the course of the game, None for most."""
    match event:
        case events.RoundBegan():
            return Landmark("round", amount=event.round)
        case events.Activated():
            return Landmark("activation", event.model)
        case events.InitiativeWon():
            return Landmark("lead", event.player, event.result)
        case events.Casualty():
            return Landmark("casualty", event.model, text=N_("Casualties"), tone="bad")
        case events.Ascended():
            return Landmark("casualty", event.model, text=N_("Ascensions"), tone="good")
        case events.TakenAway():
            return Landmark("casualty", event.model)
        case events.Triumphed():
            return Landmark("feat", event.model, text=N_("Triumphs"), tone="good")
        case events.Scored():
            return Landmark("score", event.player, event.points, translated(event.reason))
        case Corrected(fact="VP"):
            return Landmark("score", event.piece, int(event.after) - int(event.before), _("corrected by the referee"))
        case events.GameEnded():
            return Landmark("ending")
    return None


def tell(game: Game, event: Event) -> str:
    """Return one event in plain words."""
    parts = _parts(game, event)
    if type(event) in _TELLERS:
        return _TELLERS[type(event)](game, event, parts)
    texts = WORDING["events"].get(event.kind)
    if texts is None:
        return event.kind
    empty = "with" in texts and not getattr(event, texts["with"])
    return _(texts["otherwise" if empty else "text"], **parts)


def _parts(game: Game, event: Event) -> dict[str, Any]:
    """Return the fields of an event in words, by the names that the texts use."""
    parts = {field.name: getattr(event, field.name) for field in fields(event)}
    for name, value in parts.items():
        if name in _IN_WORDS and value:
            parts[name] = _IN_WORDS[name](game, value)
    if "inches" in parts:
        parts["distance"] = tape(parts["inches"])
    if isinstance(event, events.TableRolled):
        parts |= {"who": parts["model"] or parts["player"], "result": event.roll.result}
    elif isinstance(event, events.Moved):
        parts["spot"] = coordinates(*event.end)
    elif "x" in parts:
        parts["spot"] = coordinates(parts["x"], parts["y"])
    return parts


def _names(game: Game, pieces: tuple[str, ...]) -> str:
    return series([game.name_of(piece) for piece in pieces])


def _tokens(game: Game, tokens: tuple[str, ...]) -> str:
    counted = Counter(map(game.name_of, tokens))
    return series([name if count == 1 else f"{name} ({count})" for name, count in counted.items()])


def _players(game: Game, players: tuple[str, ...]) -> str:
    return series([game.player_name(player) if player in game.setup.players else player for player in players])


def _listed_traits(game: Game, traits: tuple[Any, ...]) -> str:
    return ", ".join(_(trait) if isinstance(trait, str) else f"{_(trait[0])} {trait[1]}" for trait in traits)


_IN_WORDS: Final[Mapping[str, Callable[[Game, Any], str]]] = {
    **dict.fromkeys(("model", "piece", "winner", "marker", "by", "source", "token"), Game.name_of),
    **dict.fromkeys(("opponents", "models"), _names),
    "tokens": _tokens,
    **dict.fromkeys(("player", "handler"), lambda game, player: _players(game, (player,))),
    **dict.fromkeys(("players", "winners"), _players),
    **dict.fromkeys(("purpose", "test", "compulsion", "table", "outcome"), lambda game, text: _(text)),
    **dict.fromkeys(("reason", "margin"), lambda game, text: translated(text)),
    "traits": _listed_traits,
    "obstacles": lambda game, obstacles: ", ".join(map(translated, obstacles)),
    "order": lambda game, players: _(", then ").join(map(game.player_name, players)),
    "results": lambda game, results: ", ".join(f"{game.name_of(model)} {result}" for model, result in results),
}
"""How to put a field of an event into words, by its name."""

# -- events whose text is assembled ---------------------------------------------------------------


def _rolled(game: Game, event: events.Rolled, parts: dict[str, Any]) -> str:
    roll = event.roll
    return _(
        "{model} rolls d{sides} for {purpose}{hard}: {faces}{counted}",
        model=parts["model"],
        purpose=parts["purpose"],
        sides=roll.sides,
        hard=_(" (challenging)") if event.challenging else "",
        faces=" → ".join(map(str, roll.faces)),
        counted=_(", counts {result}", result=roll.result) if roll.result != roll.face else "",
    )


def _damaged(game: Game, event: events.Damaged, parts: dict[str, Any]) -> str:
    parts["source"] = _(" from {source}", source=parts["source"]) if event.source else ""
    if event.total == event.amount:
        return _("{model} takes {amount} damage{source}", **parts)
    return _("{model} takes {amount} damage{source}, {total} in all", **parts)


def _claimed(game: Game, event: events.TokenClaimed, parts: dict[str, Any]) -> str:
    if event.rule == "G-ADV-1":
        return _("{model} stands ready", **parts)
    parts["giver"] = _(" from {giver}", giver=game.name_of(event.giver)) if event.giver else ""
    return _("{model} claims {token}{giver}", **parts)


def _vanished(game: Game, event: events.TokensVanished, parts: dict[str, Any]) -> str:
    types = [_(token.rpartition("-")[0]) for token in event.tokens]
    return _("Gone: {tokens}", tokens=", ".join(_("the {type} token", type=each) for each in types))


def _ended(game: Game, event: events.GameEnded, parts: dict[str, Any]) -> str:
    outcome = _("Nobody wins")
    if len(event.winners) == 1:
        outcome = _("{winner} wins", winner=parts["winners"])
    elif event.winners:
        outcome = _("A draw between {winners}", winners=parts["winners"])
    return f"{outcome}: {parts['reason']}" + (f" ({parts['margin']})" if event.margin else "")


def _corrected(game: Game, event: Corrected, parts: dict[str, Any]) -> str:
    facts = {
        "what": " ".join(part for part in (parts["piece"], _(event.fact)) if part),
        "before": _fact(game, event.fact, event.before),
        "after": _fact(game, event.fact, event.after),
    }
    if not event.agreed:
        return _("{what}: {before} → {after}", **facts)
    agreed = _players(game, tuple(player for player in event.agreed if player in game.setup.players))
    return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **facts)


def _fact(game: Game, fact: str, value: str) -> str:
    """Return a value of a corrected fact in words; events hold ids and single words."""
    if fact == "owner":
        return game.player_name(value) if value in game.setup.players else _("nobody")
    if fact == "place" and value in game.state.models:
        return _("carried by {model}", model=game.name_of(value))
    if fact in ("traits", "flaws", "tokens"):
        value = ", ".join(_holding(game, each) for each in value.split(", ") if each)
    return translated(_PLACES.get(value, value)) or "–"


def _holding(game: Game, named: str) -> str:
    """Return the name of a token given by id, or a trait with its rank, in words."""
    trait, space, rank = named.partition(" ")
    return f"{_(trait)} {rank}" if space else _(game.name_of(named))


_PLACES: Final = {
    "reserve": N_("in reserve"),
    "casualty": N_("removed as a casualty"),
    "ascended": N_("ascended"),
    "removed": N_("off the table"),
}
"""The place of a piece that is not on the table, by its word in the state."""

_TELLERS: Final[Mapping[type[Event], Callable[[Game, Any, dict[str, Any]], str]]] = {
    events.Rolled: _rolled,
    events.Damaged: _damaged,
    events.TokenClaimed: _claimed,
    events.TokensVanished: _vanished,
    events.GameEnded: _ended,
    Corrected: _corrected,
}
