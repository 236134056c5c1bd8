"""The table for display, the threats, the facts for a scorecard before the first round, and the purposes of dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.kit.wording import verdict
from game.engine.rulebook.facets import Footing, Opener
from game.engine.rulebook.view import (
    Facts,
    Line,
    PieceFacts,
    PieceView,
    PlayerView,
    ReachView,
    RollView,
    Stock,
    TableView,
)
from game.rulesets.godbreakers.odds.odds import may_ascend, standing
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.placing import LevelRegion, attack_range, landings, move_region, movement_range
from game.rulesets.godbreakers.rules.rolls import ATTACK, INITIATIVE, RECOVERY
from game.rulesets.godbreakers.rules.rounds.activation import actions_left, can_still_engage, will_act_again
from game.rulesets.godbreakers.rules.scenarios import scenario_of
from game.rulesets.godbreakers.rules.state import READY, Marker, Model, Step, Token
from game.rulesets.godbreakers.rules.traits import REGISTRY
from game.rulesets.godbreakers.rules.wild.compulsions import compulsion_of, deeds_of, ends_of
from game.rulesets.godbreakers.rules.wild.unaligned import RULE as TABLE_RULE
from game.rulesets.godbreakers.rules.wild.unaligned import TABLES, TREASURE
from game.table.placing.conditions import Here
from game.table.placing.region import Region
from game.table.reach.reach import Reach as Points
from game.table.shapes import Disc
from game.table.terrain.battlefield import Piece
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
"""Texts for models that have left the table, by their place in the state."""


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
        players=tuple(_player(game, player) for player in dict.fromkeys((*state.priority, *game.setup.players))),
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
        faces=game.setup.faces,
        grounds={piece.id: tuple(_ground_lines(piece)) for piece in game.battlefield.pieces},
    )


def _ground_lines(piece: Piece) -> Iterator[Line]:
    """Yield the kinds of terrain that a piece is, each with the rule for its effect."""
    if piece.decoration:
        yield Line(_("Decoration without effect"))
        return
    if piece.area:
        yield Line(_("Area terrain"), "G-MEAS-3")
    impassable = {barricade.impassable for barricade in piece.barricades}
    if True in impassable:
        yield Line(_("Impassable barricade"), "G-MEAS-6", "warning")
    if False in impassable:
        yield Line(_("Barricade"), "G-MOVE-4")


def facts(game: Game) -> Facts:
    """Return the facts of the table for programs that learn to play."""
    pieces = [
        PieceFacts(marker.id, "marker", marker.x, marker.y, marker.radius, _owner(marker)) for marker in game.lying()
    ]
    pieces += [PieceFacts(token.id, "token", token.x, token.y, 0.0) for token in game.unclaimed()]
    tokens_by_holder: dict[str, list[Token]] = {}
    for token in game.state.tokens.values():
        tokens_by_holder.setdefault(token.holder, []).append(token)
    pieces += [_model_facts(game, model, tokens_by_holder.get(model.id, ())) for model in game.standing()]
    return Facts(game.state.vp, _PHASE_OF[game.state.step], len(PHASES), pieces)


def _model_facts(game: Game, model: Model, held: Sequence[Token]) -> PieceFacts:
    """Return the facts of a model for programs and for display. `held` are its tokens."""
    types, active, engaged = [token.type for token in held], model.id == game.state.active, game.state.engaged
    carries, ready = tuple([kind for kind in types if kind != READY]), READY in types
    base = model.x, model.y, model.radius, model.owner, str(model.die), model.damage
    doing = model.activated, active, model.leader, carries, model.id in engaged, ready
    return PieceFacts(model.id, "base", *base, *doing, model.level)


def owners(game: Game) -> dict[str, str]:
    """Return the owner of every model and marker by its id, even off the table; "" means no owner."""
    models = {model.id: model.owner for model in game.state.models.values()}
    return models | {marker.id: marker.owner for marker in game.state.markers.values()}


def _player(game: Game, player: str) -> PlayerView:
    """Return a player for display, with notes such as "initiative"."""
    state, document = game.state, game.setup.player(player)
    notes = []
    if player == state.initiative and state.round:
        notes.append(_("initiative"))
    if state.round and state.priority and player == game.wild_handler:
        notes.append(_("handles wild models"))
    if player in state.lost:
        notes.append(_("out of the game"))
    first = (Stock("action-first", None, _("initiative")),) if player == state.initiative and state.round else ()
    return PlayerView(player, document.name, document.colour, state.vp[player], tuple(notes), left=first)


def model_view(game: Game, model: Model) -> PieceView:
    """Return a model for display."""
    tokens, fate = game.tokens_of(model), FATES.get(model.place)
    ranges = {"die": model.die, "move": movement_range(game, model), "reach": attack_range(game, model)}
    details = [
        Line(_("d{die}, moves {move} U, reaches {reach} U", **ranges), "G-MEAS-8"),
        Line(_("{damage} damage", damage=model.damage), "G-TBL-8", "warning" if model.damage else "plain"),
    ]
    if may_ascend(model) and model.on_table:
        text = _("A Triumph (a {die} on its die) takes it off the table", die=model.die)
        details.append(Line(text, "G-ROLL-6", "warning"))
    details.extend(Line(f"{_(trait)} {rank}", icon=REGISTRY[trait].icon) for trait, rank in model.traits.items())
    details.extend(Line(_(flaw), tone="warning", icon=REGISTRY[flaw].icon) for flaw in model.flaws)
    acts = model.id == game.state.active and not model.wild
    compulsion = compulsion_of(game, model) if model.wild and model.on_table else None
    if compulsion is not None:
        details.append(Line(_("Wild: {compulsion}", compulsion=_(compulsion.name)), compulsion.rule))
    if tokens:
        details.append(Line(_carried(game, model, tokens), "G-TBL-7", "good"))
    return _model_facts(game, model, tokens).shown(
        model.name,
        symbol=f"d{model.die}",
        details=tuple(details),
        traits=(*model.traits, *model.flaws),
        compulsion=compulsion.name if compulsion is not None else "",
        fate=replace(fate, text=_(fate.text)) if fate is not None else None,
        left=(Stock("count-counter", actions_left(game, model), _("Actions left")),) if acts else (),
    )


def _carried(game: Game, model: Model, held: Sequence[Token]) -> str:
    """Return a text with the tokens of a model, and the VP that they score at the end."""
    prizes = scenario_of(game).prizes if model.godbreaker else {}
    points = sum(prizes.get(kind, 0) for kind in {token.type for token in held})
    text = N_("Carries {held}: {vp} VP at the end") if points else N_("Carries {held}")
    return _(text, held=listed_tokens(held), vp=points)


def listed_tokens(tokens: Iterable[Token]) -> str:
    """Return a text that lists tokens by type with their numbers, such as "treasure (2), trophy"."""
    counts = Counter(_(token.type) for token in tokens)
    return ", ".join(name if count == 1 else f"{name} ({count})" for name, count in counts.items())


def marker_view(game: Game, marker: Marker) -> PieceView:
    """Return a marker for display."""
    controller = game.controller(marker)
    control_text = _("uncontrolled")
    if controller:
        control_text = _("controlled by {controller}", controller=game.player_name(controller))
    owner, name = _owner(marker), translated(marker.name)
    where, details = (marker.x, marker.y, marker.radius), (Line(control_text, "G-TBL-6"), *_worth(game, marker))
    return PieceView(marker.id, name, "marker", *where, owner, marker.kind, details=details, controller=controller)


def _worth(game: Game, marker: Marker) -> Iterator[Line]:
    """Yield the value of a marker, or the use of a hoard."""
    scenario = scenario_of(game)
    if marker.kind == "hoard":
        vp = scenario.prizes.get(TREASURE, 0)
        text = _("Whoever controls it may Plunder it. Each piece with treasure at the end: {vp} VP", vp=vp)
        yield Line(text, scenario.rule)
    elif marker.kind == "shard":
        facts = {"own": marker.worth_to(marker.owner), "other": marker.worth_to("")}
        yield Line(_("Worth {own} VP to its owner, {other} VP to anyone else", **facts), "G-RES-2")
    else:
        yield Line(_("Worth {vp} VP", vp=marker.worth_to("")), "G-RES-2")


def _owner(marker: Marker) -> str:
    """Return the player whose colour a marker has. Only shards have one."""
    return marker.owner if marker.kind == "shard" else ""


def _token(token: Token) -> PieceView:
    details = (Line(_("unclaimed"), "G-TBL-7"),)
    return PieceView(token.id, _(token.type), "token", token.x, token.y, 0.0, "", token.type, details=details)


def reach(game: Game, piece: str) -> ReachView:
    """Return the ends of a model's move and the points within its attack range.

    A wild model moves only as its compulsion demands. For a wild model, lines describe its deeds (G-SIDE-4, Q12).
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
    """Return the threats of hostile models that will act again. A threat is the ends of a move with the attack range.

    If `spot` is given, the piece `about` is put there on `level` first. A wild model threatens the models that its
    compulsion lets it strike (G-SIDE-4, Q12). In a game with levels, a threat extends to the adjacent levels.
    """
    model = game.state.models.get(about)
    if model is not None and spot is not None and model.on_table:
        game = standing(game, model, model.disc._replace(x=spot[0], y=spot[1], level=level))[0]
    others = [model for model in game.standing() if model.owner != player and model.id != about]
    current = (_current_threat(game, model) for model in others if will_act_again(game, model))
    return tuple(threat for threat in current if threat is not None)


def _current_threat(game: Game, model: Model) -> Threat | None:
    """Return a model's threat with its remaining actions, or None if its compulsion demands no strike."""
    current_spot = [(Region(model.radius, (Here(model.disc),)), model.level)]
    may_move = can_still_engage(game, model)
    if not model.wild:
        return threat_of(game, model, None if may_move else current_spot)
    deeds = [deed for deed in deeds_of(game, model, compulsion_of(game, model)).values() if deed.harms]
    if any(not deed.moves for deed in deeds):
        return threat_of(game, model, current_spot)
    ends = ends_of(game, model, deeds) if may_move else None
    if ends is None:
        return None
    threat = threat_of(game, model, landings(game, ends))
    return replace(threat, measured=partial(_after_moving, threat))


def _after_moving(threat: Threat, target: Disc) -> tuple[Strike, ...]:
    """Return the strike after a move, or () for a target in reach without a move.

    The compulsion of the model does not ask for a strike without a move.
    """
    strike = strike_of(threat, target)
    return () if strike is None or strike.already else (strike,)


def threat_of(game: Game, model: Model, ends: Iterable[tuple[Region, int]] | None = None) -> Threat:
    """Return a model's threat: the ends of its move with its attack range (G-MOVE-1, G-ENG-1).

    `ends` replaces the ends of its move. Each comes with the level of the model there.
    """
    # An Unbound model threatens from every level that it may count as standing on (G-ADV-5). A model that falls on
    # purpose threatens from the level where it lands (G-ADV-4).
    approaches = tuple(
        Approach(model.disc._replace(level=level), where)
        for where, landing in (landings(game, move_region(game, model)) if ends is None else ends)
        if not isinstance(where, LevelRegion) or where.find()
        for level in (game.levels_of(model, landing) if game.levels else (model.level,))
    )
    return Threat(
        model.id, model.name, model.disc, attack_range(game, model), approaches, game.ruler, N_("engage"), "G-ENG-1"
    )


_PURPOSES: Final = {
    INITIATIVE: (N_("initiative"), "G-INI-1"),
    ATTACK: (N_("attack"), "G-ENG-2"),
    RECOVERY: (N_("recovery"), "G-REC-1"),
    "hunt": (N_("its hunt"), "G-SCN-THE-CLASH"),
}


def roll_wanted(game: Game, key: str) -> RollView:
    """Return the purpose of a die by its key, which is "round N/id/purpose" (see `rolls.roll`)."""
    identity, purpose = (*key.split("/", 2), "", "")[1:3]
    owner = identity if identity in game.setup.players else ""
    model = game.state.models.get(identity)
    if model is not None:
        owner = game.handler(model)
    if purpose in _PURPOSES:
        text, rule = _PURPOSES[purpose]
        return RollView(_(text), identity, owner, rule)
    if purpose in TABLES:
        return RollView(_("the table of {table} traits", table=purpose), identity, owner, TABLE_RULE)
    return RollView(_("the test {test}", test=purpose), identity, owner, "G-ROLL-4")


# -- before the first round ------------------------------------------------------------------------


def homes(game: Game) -> Mapping[str, BaseGeometry]:
    """Return the ground around each player's shard where their models can be deployed (G-SCN-6)."""
    shards = {shard.owner: shard for shard in game.lying("shard")}
    areas = {}
    for player, shard in shards.items():
        godbreakers = [model for model in game.state.models.values() if model.owner == player and model.godbreaker]
        # the whole base fits within the range, which rounds down
        inches = max((movement_range(game, model) + 1 + 2 * model.radius for model in godbreakers), default=1.0)
        disc = shapely.Point(shard.x, shard.y).buffer(shard.radius + inches, quad_segs=32)
        areas[player] = shapely.intersection(disc, game.battlefield.table)
    return areas


def footing(game: Game) -> Footing:
    """Return the terrain that changes the measuring of lines and moves, and the impassable barricades (G-MEAS-6)."""
    pieces = [piece.area_shape for piece in game.battlefield.pieces if not piece.decoration]
    return Footing(shapely.union_all(pieces), shapely.union_all([wall.polygon for wall in game.battlefield.walls]))


def openers(game: Game, player: str) -> tuple[Opener, ...]:
    """Return a player's models on the table, each with a move and an Engage (G-MOVE-1, G-ENG-1)."""
    models = [model for model in game.standing() if model.owner == player]
    return tuple(Opener(model.id, model.name, partial(_hits, game, threat_of(game, model))) for model in models)


def _hits(game: Game, threat: Threat, target: str) -> Strike | None:
    """Return the strike of a threat at a model, or None if it cannot reach the model."""
    model = game.state.models.get(target)
    return strike_of(threat, model.disc) if model is not None and model.on_table else None
