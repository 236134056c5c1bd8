"""Presentation facts: the table for a screen, and where a model could go and reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from game.engine.rulebook.view import Line, PieceView, PlayerView, ReachView, TableView
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import attack_range, move_region, movement_range
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import Marker, Model, Step, Token
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of
from game.table.reach.reach import Reach as Points
from game.wording import N_, _, told

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


def view(game: Game) -> TableView:
    """Return the table as a screen shows it."""
    state = game.state
    result = ""
    if state.result is not None:
        winners = _(" and ").join(game.player_name(player) for player in state.result.winners) or _("Nobody")
        margin = f" - {told(state.result.margin)}" if state.result.margin else ""
        verdict = _("{winners} wins" if len(state.result.winners) < 2 else "{winners} draw", winners=winners)
        result = f"{verdict}: {told(state.result.reason)}{margin}"
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
        result=result,
        reserve=(
            *(marker_view(game, marker) for marker in state.markers.values() if not marker.on_table),
            *(model_view(game, model) for model in state.models.values() if model.place == "reserve"),
        ),
    )


def _in_order(game: Game) -> list[str]:
    """Return the players in priority order, those out of the game last."""
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
    """Return a model as a screen shows it."""
    held = game.tokens_of(model)
    details = [
        Line(
            _(
                "d{die}, moves {move} U, reaches {reach} U",
                die=model.die,
                move=movement_range(game, model),
                reach=attack_range(game, model),
            ),
            "G-MEAS-8",
        ),
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
    )


def listed_tokens(tokens: Iterable[Token]) -> str:
    """Return tokens as people list them, those of a type once with their number: "treasure (2), trophy"."""
    counted = Counter(_(token.type) for token in tokens)
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counted.items())


def _icon(trait: str) -> str:
    return f"trait-{trait.lower()}"


def marker_view(game: Game, marker: Marker) -> PieceView:
    """Return a marker as a screen shows it."""
    controller = [player for player in game.playing() if game.controls(player, marker)]
    held = (
        _("controlled by {controller}", controller=game.player_name(controller[0]))
        if controller
        else _("controlled by nobody")
    )
    owner = marker.owner if marker.kind == "shard" else ""
    return PieceView(
        marker.id,
        told(marker.name),
        "marker",
        marker.x,
        marker.y,
        marker.radius,
        owner,
        marker.kind,
        details=(Line(held, "G-TBL-6"),),
    )


def _token(token: Token) -> PieceView:
    details = (Line(_("unclaimed"), "G-TBL-7"),)
    return PieceView(token.id, _(token.type), "token", token.x, token.y, 0.0, "", token.type, details=details)


def reach(game: Game, piece: str) -> ReachView:
    """Return where a model on the table could move, and the points within its attack range."""
    model = game.state.models.get(piece)
    if model is None or not model.on_table:
        return ReachView()
    n = attack_range(game, model)
    return ReachView(
        move=move_region(game, model),
        attack=Points(game.ruler, model.disc, n).points,
    )
