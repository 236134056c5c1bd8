"""The table for a screen: pieces, where models could move and strike, and the purpose of a roll."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Final

from game.engine.kit.wording import verdict
from game.engine.rulebook.view import Facts, Line, PieceFacts, PieceView, PlayerView, ReachView, RollView, TableView
from game.rulesets.godbreakers.odds.supposing import standing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.levels import LevelRegion
from game.rulesets.godbreakers.rules.placing import attack_range, landings, move_region, movement_range
from game.rulesets.godbreakers.rules.rolls import ATTACK, INITIATIVE, RECOVERY
from game.rulesets.godbreakers.rules.rounds.activation import acts_again, strikes_after_moving
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Step, Token
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of, ends_of
from game.rulesets.godbreakers.rules.wild.unaligned import RULE as TABLE_RULE
from game.rulesets.godbreakers.rules.wild.unaligned import TABLES
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.reach.reach import Reach as Points
from game.table.shapes import Disc
from game.table.threat.threat_map import Approach, Strike, Threat, strike_of
from game.wording import N_, _, translated

PHASES = (N_("Setup"), N_("Initiative"), N_("Activation"), N_("Recovery"), N_("Resolution"))
_PHASE_OF: dict[Step, int] = {
    "setup": 0,
    "round": 1,
    "initiative": 1,
    "ordering": 1,
    "starting": 1,
    "activation": 2,
    "recovery": 3,
    "recovering": 3,
    "resolution": 4,
    "nomination": 4,
    "over": 4,
}
FATES: Final = {
    "casualty": Line(N_("Casualty"), "G-REC-1", "bad"),
    "ascended": Line(N_("Ascended"), "G-ROLL-6", "good"),
    "removed": Line(N_("Out of the game"), tone="bad"),
}
"""What became of a model that has left the table, by where it is now."""


def view(game: Game) -> TableView:
    """Return the table for display."""
    state = game.state
    margin = f" - {translated(state.result.margin)}" if state.result is not None and state.result.margin else ""
    return TableView(
        title=_(scenario_of(game).title),
        aim=Line(f"{_(scenario_of(game).title)}: {_(scenario_of(game).summary)}", scenario_of(game).rule),
        round_text=_("Round {round} of {rounds}", round=state.round, rounds=state.rounds)
        if state.round
        else _("Setup"),
        phases=tuple(map(_, PHASES)),
        phase=_PHASE_OF[state.step],
        players=tuple(_player(game, player) for player in _in_order(game)),
        pieces=(
            *(marker_view(game, marker) for marker in game.lying()),
            *(_token(token) for token in game.unclaimed()),
            *(model_view(game, model) for model in game.standing()),
        ),
        result=verdict(state.result, game.player_name) + margin,
        reserve=(
            *(marker_view(game, marker) for marker in state.markers.values() if not marker.on_table),
            *(model_view(game, model) for model in state.models.values() if model.place == "reserve"),
        ),
        lost=tuple(model_view(game, model) for model in state.models.values() if model.owner and model.place in FATES),
        names=game.setup.terrain_names,
    )


def facts(game: Game) -> Facts:
    """Return what programs for learning read of the table."""
    pieces = [PieceFacts(each.id, "marker", each.x, each.y, each.radius, _owner(each)) for each in game.lying()]
    pieces += [PieceFacts(token.id, "token", token.x, token.y, 0.0) for token in game.unclaimed()]
    pieces += [_model_facts(game, model) for model in game.standing()]
    return Facts(game.state.vp, _PHASE_OF[game.state.step], len(PHASES), pieces)


def _model_facts(game: Game, model: Model) -> PieceFacts:
    held = [token.type for token in game.tokens_of(model)]
    return PieceFacts(
        model.id,
        "base",
        model.x,
        model.y,
        model.radius,
        model.owner,
        str(model.die),
        model.damage,
        done=model.activated,
        active=model.id == game.state.active,
        leader=model.leader,
        carries=tuple(kind for kind in held if kind != "ready"),
        engaged=model.id in game.state.engaged,
        ready="ready" in held,
        level=model.level,
    )


def owners(game: Game) -> dict[str, str]:
    """Return the player of every model and marker by its id, lost ones too, or "" for none."""
    models = {model.id: model.owner for model in game.state.models.values()}
    return models | {marker.id: marker.owner for marker in game.state.markers.values()}


def _in_order(game: Game) -> list[str]:
    order = game.state.priority
    return [*order, *(player for player in game.setup.players if player not in order)]


def _player(game: Game, player: str) -> PlayerView:
    state, document = game.state, game.setup.player(player)
    notes = []
    if player == state.initiative and state.round:
        notes.append(_("initiative"))
    if state.round and state.priority and player == game.wild_handler:
        notes.append(_("handles wild models"))
    if player in state.lost:
        notes.append(_("out of the game"))
    return PlayerView(player, document.name, document.colour, state.vp[player], tuple(notes))


def model_view(game: Game, model: Model) -> PieceView:
    """Return a model for display."""
    held, fate = game.tokens_of(model), FATES.get(model.place)
    ranges = {"die": model.die, "move": movement_range(game, model), "reach": attack_range(game, model)}
    details = [
        Line(_("d{die}, moves {move} U, reaches {reach} U", **ranges), "G-MEAS-8"),
        Line(_("{damage} damage", damage=model.damage), "G-TBL-8", "warning" if model.damage else "plain"),
    ]
    details.extend(Line(f"{_(trait)} {rank}", icon=_icon(trait)) for trait, rank in model.traits.items())
    details.extend(Line(_(flaw), tone="warning", icon=_icon(flaw)) for flaw in model.flaws)
    compulsion = compulsion_of(game, model) if model.wild and model.on_table else None
    if compulsion is not None:
        details.append(Line(_("Wild: {compulsion}", compulsion=_(compulsion.name)), compulsion.rule))
    if held:
        details.append(Line(_("Carries {held}", held=listed_tokens(held)), "G-TBL-7", "good"))
    return PieceView(
        id=model.id,
        name=model.name,
        kind="base",
        x=model.x,
        y=model.y,
        radius=model.radius,
        owner=model.owner,
        symbol=f"d{model.die}",
        value=str(model.die),
        damage=model.damage,
        done=model.activated,
        active=model.id == game.state.active,
        leader=model.leader,
        carries=tuple(token.type for token in held if token.type != "ready"),
        details=tuple(details),
        engaged=model.id in game.state.engaged,
        ready=any(token.type == "ready" for token in held),
        traits=(*model.traits, *model.flaws),
        compulsion=compulsion.name if compulsion is not None else "",
        level=model.level,
        fate=replace(fate, text=_(fate.text)) if fate is not None else None,
    )


def listed_tokens(tokens: Iterable[Token]) -> str:
    """Return tokens as a list in words, grouped by type with their number: "treasure (2), trophy"."""
    counted = Counter(_(token.type) for token in tokens)
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counted.items())


def _icon(trait: str) -> str:
    return f"trait-{trait.lower()}"


def marker_view(game: Game, marker: Marker) -> PieceView:
    """Return a marker for display."""
    controller = next((player for player in game.playing() if game.controls(player, marker)), "")
    held = _("uncontrolled")
    if controller:
        held = _("controlled by {controller}", controller=game.player_name(controller))
    owner, name = _owner(marker), translated(marker.name)
    where, details = (marker.x, marker.y, marker.radius), (Line(held, "G-TBL-6"),)
    return PieceView(marker.id, name, "marker", *where, owner, marker.kind, details=details, controller=controller)


def _owner(marker: Marker) -> str:
    return marker.owner if marker.kind == "shard" else ""


def _token(token: Token) -> PieceView:
    details = (Line(_("unclaimed"), "G-TBL-7"),)
    return PieceView(token.id, _(token.type), "token", token.x, token.y, 0.0, "", token.type, details=details)


def reach(game: Game, piece: str) -> ReachView:
    """Return where a model on the table could move, and the points within its attack range.

    A wild model moves where its compulsion allows, or not at all; lines say what it would do (G-SIDE-4, Q12).
    """
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ReachView()
    n = attack_range(game, model)
    attack = Points(game.ruler, model.disc, n).points
    if not model.wild:
        return ReachView(move=move_region(game, model), attack=attack)
    compulsion = compulsion_of(game, model)
    deeds = [*deeds_of(game, model, compulsion).values()]
    lines = [Line(deed.label, deed.rule) for deed in deeds]
    lines = lines or [Line(_("{compulsion} demands nothing of it now", compulsion=_(compulsion.name)), compulsion.rule)]
    return ReachView(ends_of(game, model, deeds), attack, tuple(lines))


def threats(
    game: Game, player: str, about: str = "", spot: tuple[float, float] | None = None, level: int = 0
) -> tuple[Threat, ...]:
    """Return the models hostile to a player's that may act again: the ends of a move of each, and its attack range.

    The piece `about` is placed at `spot` on a level; demands of hostile traits on a move are included. A wild model
    threatens what its compulsion lets it strike, from where that leads it (G-SIDE-4, Q12). With levels, each threatens
    models on the level where its move ends and on the next.
    """
    model = game.state.models.get(about)
    if model is not None and spot is not None and model.on_table:
        game = standing(game, model, model.disc._replace(x=spot[0], y=spot[1], level=level))[0]
    others = [model for model in game.standing() if model.owner != player and model.id != about]
    found = (_threat_now(game, model) for model in others if acts_again(game, model))
    return tuple(threat for threat in found if threat is not None)


def _threat_now(game: Game, model: Model) -> Threat | None:
    """Return what a model threatens with the actions left to it; None for a wild one that is not to strike anyone."""
    here = [(Region(model.radius, (Here(model.disc),)), model.level)]
    may_move = strikes_after_moving(game, model)
    if not model.wild:
        return threat_of(game, model, None if may_move else here)
    deeds = [deed for deed in deeds_of(game, model, compulsion_of(game, model)).values() if deed.harms]
    if any(not deed.moves for deed in deeds):
        return threat_of(game, model, here)
    ends = ends_of(game, model, deeds) if may_move else None
    if ends is None:
        return None
    threat = threat_of(game, model, landings(game, ends))
    return replace(threat, measured=partial(_after_moving, threat))


def _after_moving(threat: Threat, target: Disc) -> tuple[Strike, ...]:
    """Return the strike after a move, none for a target in reach now that the compulsion does not ask for."""
    strike = strike_of(threat, target)
    return () if strike is None or strike.already else (strike,)


def threat_of(game: Game, model: Model, ends: Iterable[tuple[Region, int]] | None = None) -> Threat:
    """Return the ends of a move of a model, and the attack range that it has there (G-MOVE-1, G-ENG-1).

    `ends`, if given, are other ends, each with the level on which the model is there.
    """
    # An Unbound model threatens from every level that it may count as standing on where it ends (G-ADV-5); one that
    # falls on purpose, from where it lands (G-ADV-4).
    approaches = tuple(
        Approach(model.disc._replace(level=level), where)
        for where, lands in (landings(game, move_region(game, model)) if ends is None else ends)
        if not isinstance(where, LevelRegion) or where.find()
        for level in (game.levels_of(model, lands) if game.levels else (model.level,))
    )
    return Threat(
        model.id, model.name, model.disc, attack_range(game, model), approaches, game.ruler, N_("engage"), "G-ENG-1"
    )


_NAMED: Final = {
    INITIATIVE: (N_("initiative"), "G-INI-1"),
    ATTACK: (N_("attack"), "G-ENG-2"),
    RECOVERY: (N_("recovery"), "G-REC-1"),
    "hunt": (N_("its hunt"), "G-SCN-THE-CLASH"),
}


def roll_wanted(game: Game, key: str) -> RollView:
    """Return the purpose of the die of a key; keys are "round N/who/purpose" (see `rolls.roll`)."""
    who, purpose = (*key.split("/", 2), "", "")[1:3]
    owner = who if who in game.setup.players else ""
    model = game.state.models.get(who)
    if model is not None:
        owner = game.handler(model)
    if purpose in _NAMED:
        text, rule = _NAMED[purpose]
        return RollView(_(text), who, owner, rule)
    if purpose in TABLES:
        return RollView(_("the table of {table} traits", table=purpose), who, owner, TABLE_RULE)
    return RollView(_("the test {test}", test=purpose), who, owner, "G-ROLL-4")
