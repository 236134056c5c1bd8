"""Every event in plain words, for the log and the report; the sounds of events, and which are landmarks.

The texts are in `wording.json` by kind of event; of two, "text" is for a non-empty field "with".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, Final

from game.engine.core.events import Event
from game.engine.core.pools import Pool
from game.engine.kit.editable import Corrected
from game.engine.rulebook.ruleset import Cue
from game.engine.rulebook.view import Landmark
from game.lengths import coordinates, tape
from game.rulesets.bushido.rules import events, scenarios
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.turn.starting import LAST_ON
from game.rulesets.bushido.view.table import ROLLS
from game.rulesets.bushido.words.data import read_wording
from game.wording import N_, _, ngettext, series, translated

CUES: Final[Mapping[type[Event], Cue]] = {
    events.PoolRolled: "dice",
    events.DamageRolled: "dice",
    events.Deployed: "placing",
    events.TerrainLaid: "placing",
    events.Moved: "placing",
    events.VictoryPoint: "success",
    events.Killed: "loss",
}
"""The sound of each event that has one."""


STATISTICS: Final = {
    "melee": N_("die in melee"),
    "ranged": N_("die for the ranged attack"),
    "ki": N_("die in the Ki test"),
    "move": N_("inch of Move"),
}
"""What one boost of a statistic brings, by the statistic (B-KI-20)."""
MOST: Final = "the most"
"""The reason of a victory point for what a scenario mostly counts, as it is stored."""
EQUAL: Final = "equal"
"""The reason why nobody has a victory point, as it is stored."""
EQUALS: Final = {
    "influence": N_("both sides have as many objectives"),
    "points": N_("both sides have as many scenario points"),
    "vim": N_("the most important models of both sides fared alike"),
}
"""The same in words, by what was counted."""


def landmark(event: Event) -> Landmark | None:
    """Return what an event means for the course of the game, None for most."""
    match event:
        case events.TurnBegan():
            return Landmark("round", amount=event.turn)
        case events.ActionDeclared():
            return Landmark("activation", event.model)
        case events.FirstPlayer():
            return Landmark("lead", event.player)
        case events.Killed():
            return Landmark("casualty", event.model, text=N_("Casualties"), tone="bad")
        case events.Removed():
            return Landmark("casualty", event.model)
        case events.VictoryPoint(player=str() as player) if player:
            return Landmark("score", player, 1, reason_of(event))
        case Corrected(fact="VP"):
            return Landmark("score", event.piece, int(event.after) - int(event.before), _("corrected by the referee"))
        case events.Ended():
            return Landmark("ending")
    return None


def tell(game: Game, event: Event) -> str:
    """Return one event in plain words."""
    parts = {field.name: getattr(event, field.name) for field in fields(event)}
    for name, value in parts.items():
        if name in _IN_WORDS and value not in ("", ()):
            parts[name] = _IN_WORDS[name](game, value)
    if "x" in parts:
        parts["spot"] = coordinates(parts["x"], parts["y"])
    if "inches" in parts:
        parts["distance"] = tape(parts["inches"])  # as the way was shown before
    if type(event) in _TELLERS:
        return _TELLERS[type(event)](game, event, parts)
    texts = read_wording("view")["events"].get(event.kind)
    if texts is None:
        return event.kind
    empty = "with" in texts and not getattr(event, texts["with"])
    return _(texts["otherwise" if empty else "text"], **parts)


def name_of(game: Game, piece: str) -> str:
    """Return the name of a model, objective, piece of terrain or player."""
    name = game.name_of(piece)
    return _player(game, piece) if name == piece else name


def _player(game: Game, player: str) -> str:
    return game.player_name(player) if player in game.setup.players else player


def reason_of(event: events.VictoryPoint) -> str:
    """Return what a victory point was given for, or why it was not, in words of the scenario (B-SCEN-1, AMB-29)."""
    if event.reason == MOST:
        return _("the most objectives") if event.counted == "influence" else _("the most scenario points")
    if event.reason == EQUAL and event.counted in EQUALS:
        return _(EQUALS[event.counted])
    return translated(event.reason)


_PIECES: Final = (*("model", "by", "giver", "target", "activating", "opponent", "initiative", "attacker", "defender"),)
_IN_WORDS: Final[Mapping[str, Callable[[Game, Any], str]]] = {
    **dict.fromkeys(_PIECES, name_of),
    "player": _player,
    "objective": name_of,
    **dict.fromkeys(("piece", "terrain"), name_of),
    "winners": lambda game, players: series([_player(game, player) for player in players]),
    "reason": lambda game, text: translated(_(text)),
    "state": lambda game, text: _(text),
    "side": lambda game, text: _(text),
    "special": lambda game, text: _(text),
    "action": lambda game, key: _(ACTIONS[key].name) if key in ACTIONS else key,
    "test": lambda game, test: _(ROLLS[test][0]) if test in ROLLS else test,
    "purpose": lambda game, test: _(ROLLS[test][0]) if test in ROLLS else test,
    "names": lambda game, models: series([name_of(game, model) for model in models]),
    "feat": lambda game, feat: _("a boost") if feat == "boost" else feat,
}
"""How to put a field of an event into words, by its name."""


CAUSES: Final = {
    "": N_("{test} against {target}"),
    "Fear": N_("{test} against the Fear of {target}"),
    "Disguised": N_("{test} against the Disguise of {target}"),
    "fight": N_("{test} to hit {target} and not a friend beside it"),
}
"""What a roll is about, by the cause that its event names, where another model is."""
ALONE: Final = {"Fear": N_("{test} against Fear"), "Immobilised": N_("{test} to come free")}
"""The same where no other model is."""


def test_of(game: Game, event: events.PoolRolled | events.Tested, test: str) -> str:
    """Return the words for a test with the model and the thing that it is against."""
    if event.target:
        return _(CAUSES.get(event.cause, CAUSES[""]), test=test, target=name_of(game, event.target))
    return _(ALONE[event.cause], test=test) if event.cause in ALONE else test


def faces_of(pool: Pool) -> str:
    """Return the faces of a pool; a die that was rolled again shows all of its faces."""
    return ", ".join("→".join(map(str, shown)) for shown in pool.dice) or "–"


def _rolled(game: Game, event: events.PoolRolled, parts: dict[str, Any]) -> str:
    if event.colour and not event.pool.dice:
        return _("{model} has no dice in {colour}", model=parts["model"], colour=_(event.colour))
    purpose = test_of(game, event, _(event.colour) if event.colour else parts["purpose"])
    return _("{model} rolls for {purpose}: {faces}", model=parts["model"], purpose=purpose, faces=faces_of(event.pool))


def _damage(game: Game, event: events.DamageRolled, parts: dict[str, Any]) -> str:
    parts["faces"] = faces_of(event.pool)
    parts["kept"] = " + ".join(map(str, event.kept))
    text = N_(
        "{by} rolls damage against {model}, {faces}: "
        "total {total} at success level {level}, wounds before protection: {wounds}"
    )
    return _(text, **parts)


def _tested(game: Game, event: events.Tested, parts: dict[str, Any]) -> str:
    facts = {**parts, "test": test_of(game, event, parts["test"])}
    if event.success:
        return _("{model} passes {test}: {result}, {number} needed", **facts)
    return _("{model} fails {test}: {result}, {number} needed", **facts)


def _turn(game: Game, event: events.TurnBegan, parts: dict[str, Any]) -> str:
    texts = [_("Turn {turn} begins", **parts)]
    if 0 < event.face < LAST_ON:
        texts.append(_("the die for the length of the game shows {face}: the game goes on after it", **parts))
    if event.counters:
        texts.append(_("every model on the table gains {counters} activation counters", **parts))
    return "; ".join(texts)


def _feat(game: Game, event: events.FeatUsed, parts: dict[str, Any]) -> str:
    if event.about:
        facts = {"statistic": _(STATISTICS[event.about]), **parts}
        return _("{model} pays {cost} Ki for one more {statistic}, {left} left", **facts)
    if event.target:
        return _("{model} uses {feat} on {target} for {cost} Ki, {left} left", **parts)
    return _("{model} uses {feat} for {cost} Ki, {left} left", **parts)


def _moved(game: Game, event: events.Moved, parts: dict[str, Any]) -> str:
    if event.why == "bodyguard" and event.target:
        return _("{model} steps in for {target}, to {spot}", **parts)
    if event.target and event.inches:
        return _("{model} goes for {target}: {distance} to {spot}", **parts)
    if event.inches:
        return _("{model} moves {distance} to {spot}", **parts)
    return _("{model} is moved to {spot}", **parts)


def _scored(game: Game, event: events.PointsScored, parts: dict[str, Any]) -> str:
    if event.model:
        text = N_("{player} scores {points} scenario points: {model} prays at {objective}")
    elif event.reason in {zone[0] for zone in scenarios.find(game.setup.document.scenario).zones}:
        text = N_("{player} scores {points} scenario points for zone {reason}")
    else:
        text = N_("{player} scores {points} scenario points: {reason}")
    return _(text, **parts)


def _victory(game: Game, event: events.VictoryPoint, parts: dict[str, Any]) -> str:
    facts = {"player": parts["player"], "reason": reason_of(event)}
    if event.player:
        return _("{player} scores a victory point: {reason}", **facts)
    return _("Nobody scores a victory point: {reason}", **facts)


def _lost(game: Game, event: events.MarkerLost, parts: dict[str, Any]) -> str:
    if event.cost:
        return _("{model} pays {cost} Ki and loses {state} ({count})", **parts)
    return _("{model} loses {state} ({count})", **parts)


def _destroyed(game: Game, event: events.Destroyed, parts: dict[str, Any]) -> str:
    if event.cost:
        return _("{model} pays {cost} Ki and destroys {terrain}", **parts)
    return _("{model} destroys {terrain}", **parts)


def _ordered(game: Game, event: events.CountersGained, parts: dict[str, Any]) -> str:
    if event.by:
        return _("{by} orders {model}: activation counters gained: {amount}, {left} left", **parts)
    return _("{model} gains activation counters: {amount}, {left} left", **parts)


def _compared(game: Game, event: events.Compared, parts: dict[str, Any]) -> str:
    if event.hit:
        text = N_("{attacker} attacks {defender}: {attack} against {defence}, a hit with success level {level}")
    else:
        text = N_("{attacker} attacks {defender}: {attack} against {defence}, defended")
    if event.tie:
        return _(text, **parts) + _(" (a tie: more dice that count win it, else the active player)")
    return _(text, **parts)


def _opposed(game: Game, event: events.Opposed, parts: dict[str, Any]) -> str:
    winner = name_of(game, event.names[event.winner])
    sides = [
        f"{name_of(game, model)} {result} {ngettext('({n} die)', '({n} dice)', dice, n=dice)}"
        for model, result, dice in zip(event.names, event.results, event.counted)
    ]
    return _("{sides}: {winner} wins", sides=_(" against ").join(sides), winner=winner)


def _split(game: Game, event: events.SplitRevealed, parts: dict[str, Any]) -> str:
    text = _("{model} splits its dice: {attack} attack, {defence} defence", **parts)
    return f"{text}, {_(event.special)}" if event.special else text


def _aligned(game: Game, event: events.Aligned, parts: dict[str, Any]) -> str:
    if event.rule == "B-SCEN-6":
        return _("{model} worships at {objective}", **parts)
    if event.player:
        return _("{model} turns {objective}: it is friendly to {player}", **parts)
    return _("{model} turns {objective}: it is friendly to nobody", **parts)


def _ended(game: Game, event: events.Ended, parts: dict[str, Any]) -> str:
    outcome = _("{winner} wins", winner=parts["winners"])
    if len(event.winners) > 1:
        outcome = _("A draw between {winners}", winners=parts["winners"])
    return f"{outcome}: {parts['reason']}"


def _marked(game: Game, event: events.MarkerGained, parts: dict[str, Any]) -> str:
    count = len(event.values)
    values = f" ({', '.join(map(str, event.values))})" if any(event.values) else ""
    name = f"{parts['state']}{values}" if count == 1 else f"{count} × {parts['state']}{values}"
    return _("{model} is marked: {marker}", model=parts["model"], marker=name)


def _wounded(game: Game, event: events.Wounded, parts: dict[str, Any]) -> str:
    facts = {"n": event.amount, **parts}
    return ngettext(
        "{model} takes {n} wound, {left} left", "{model} takes {n} wounds, {left} left", event.amount, **facts
    )


def _healed(game: Game, event: events.Healed, parts: dict[str, Any]) -> str:
    facts = {"n": event.amount, **parts}
    if event.by and event.by != event.model:
        return ngettext(
            "{by} heals {n} wound of {model}, {left} left",
            "{by} heals {n} wounds of {model}, {left} left",
            event.amount,
            **facts,
        )
    return ngettext(
        "{model} heals {n} wound, {left} left", "{model} heals {n} wounds, {left} left", event.amount, **facts
    )


def _paid(game: Game, event: events.CountersPaid, parts: dict[str, Any]) -> str:
    return ngettext(
        "{model} pays {n} activation counter, {left} left",
        "{model} pays {n} activation counters, {left} left",
        event.amount,
        n=event.amount,
        **parts,
    )


def _ki(game: Game, event: events.KiGained, parts: dict[str, Any]) -> str:
    if event.giver:
        return _("{giver} gives {amount} Ki to {model}", **parts)
    if not event.lost:
        return _("{model} gains {amount} Ki", **parts)
    if not event.amount:
        return _("{model} gains no Ki: it cannot hold more", **parts)
    return _("{model} gains {amount} Ki, and loses {lost} that it cannot hold", **parts)


def _corrected(game: Game, event: Corrected, parts: dict[str, Any]) -> str:
    facts = {
        "what": " ".join(part for part in (parts["piece"], _(event.fact)) if part),
        "before": _fact(game, event.fact, event.before),
        "after": _fact(game, event.fact, event.after),
    }
    if not event.agreed:
        return _("{what}: {before} → {after}", **facts)
    agreed = series([_player(game, player) for player in event.agreed])
    return _("Correction: {what}: {before} → {after} (agreed by {players})", players=agreed, **facts)


def _fact(game: Game, fact: str, value: str) -> str:
    """Return a value of a corrected fact in words; events hold ids, names of states and numbers."""
    if fact in ("side", "friendly to", "goes first", "acts"):
        return _player(game, value) or _("nobody")
    if fact in ("states", "worship"):
        named = (each.rpartition(" ") for each in value.split(", ") if each)
        value = ", ".join(" ".join((_(_player(game, name)), figures)) for name, _space, figures in named)
    return _(_FACTS.get(value, value)) or "–"


_FACTS: Final = {
    "reserve": N_("in reserve"),
    "killed": N_("killed"),
    "elsewhere": N_("Elsewhere"),
    "removed": N_("off the table"),
}
"""The place of a piece that is not on the table, by its word in the state."""

_TELLERS: Final[Mapping[type[Event], Callable[[Game, Any, dict[str, Any]], str]]] = {
    events.PoolRolled: _rolled,
    events.Tested: _tested,
    events.TurnBegan: _turn,
    events.FeatUsed: _feat,
    events.Moved: _moved,
    events.PointsScored: _scored,
    events.VictoryPoint: _victory,
    events.MarkerLost: _lost,
    events.Destroyed: _destroyed,
    events.CountersGained: _ordered,
    events.Wounded: _wounded,
    events.Healed: _healed,
    events.CountersPaid: _paid,
    events.KiGained: _ki,
    events.DamageRolled: _damage,
    events.Compared: _compared,
    events.Opposed: _opposed,
    events.SplitRevealed: _split,
    events.Aligned: _aligned,
    events.Ended: _ended,
    events.MarkerGained: _marked,
    Corrected: _corrected,
}
