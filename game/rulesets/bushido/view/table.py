"""The table as screens show it, and the purposes of rolls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from game.engine.kit.wording import verdict
from game.engine.rulebook.view import Facts, Line, PieceFacts, PieceView, PlayerView, ReachView, RollView, TableView
from game.rulesets.bushido.rules import scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.terrain import standing
from game.rulesets.bushido.rules.setup_phase.zones import region
from game.rulesets.bushido.rules.state import Model, Objective, Step, objective_name
from game.rulesets.bushido.rules.terrain import TRAITS, Feature
from game.rulesets.bushido.view.cards import card_details
from game.rulesets.bushido.view.reference import RULES
from game.wording import N_, _, ngettext, numeral

SIZES: Final = {
    "zero": N_("Size Zero"),
    "tiny": N_("Size Tiny"),
    "small": N_("Size Small"),
    "medium": N_("Size Medium"),
    "large": N_("Size Large"),
    "huge": N_("Size Huge"),
}


def grounds(game: Game) -> dict[str, tuple[Line, ...]]:
    """Return the effect of each terrain piece on the table, by its id."""
    return {feature.piece.id: tuple(_lines(feature)) for feature in standing(game)}


def _lines(feature: Feature) -> Iterator[Line]:
    traits = [feature.passage, feature.visibility, *(["destructible"] if feature.destructible else [])]
    for trait in traits:
        name, rule = TRAITS[trait]
        if trait in ("normal", "clear"):  # their texts need no name
            yield Line(RULES.wording(rule), rule)
        else:
            yield Line(_("{trait}: {text}", trait=_(name), text=RULES.wording(rule)), rule)
    yield Line(_(SIZES[feature.size]), "B-TERR-10")


PHASES: Final = (N_("Setup"), N_("Start"), N_("Main"), N_("End"))
FRIENDLY: Final = {
    "south": N_("friendly to the player who deploys in the south"),
    "north": N_("friendly to the player who deploys in the north"),
}
_PHASE_OF: Final[dict[Step, int]] = {"setup": 0, "starting": 1, "main": 2, "activation": 2, "ending": 3, "over": 3}


def view(game: Game) -> TableView:
    """Return the table for display."""
    state = game.state
    scenario = scenarios.of(game)
    last = game.setup.document.options.turns
    turns = _("Turn {turn} of {turns}", turn=state.turn, turns=last)
    if game.setup.document.options.length == "variable":
        turns = _("Turn {turn}", turn=state.turn)
    models = [model for model in state.models.values() if model.on_table]
    return TableView(
        title=_(scenario.title),
        aim=Line(f"{_(scenario.title)}: {scenario.aim(game)}", scenario.rule),
        round_text=turns if state.turn else _("Setup"),
        phases=tuple(map(_, PHASES)),
        phase=_PHASE_OF[state.step],
        players=tuple(_player(game, player) for player in state.players),
        pieces=(
            *(_objective(game, objective) for objective in _objectives(game).values() if objective.on_table),
            *_zones(game),
            *(model_view(game, model) for model in models),
        ),
        result=verdict(state.result, game.player_name),
        reserve=tuple(
            model_view(game, model) for model in state.models.values() if model.place in ("reserve", "elsewhere")
        ),
        names=dict(game.setup.terrain_names),
        grounds=grounds(game),
    )


def facts(game: Game) -> Facts:
    """Return what programs for learning read of the table."""
    state = game.state
    laid = [each for each in _objectives(game).values() if each.on_table]
    pieces = [PieceFacts(each.id, "marker", each.x, each.y, each.radius, each.friendly_to) for each in laid]
    pieces += [PieceFacts(zone.id, "zone", zone.x, zone.y, zone.radius, zone.owner) for zone in _zones(game)]
    pieces += [_model_facts(game, model) for model in state.models.values() if model.on_table]
    return Facts(state.victory, _PHASE_OF[state.step], len(PHASES), pieces)


def _model_facts(game: Game, model: Model) -> PieceFacts:
    return PieceFacts(
        model.id,
        "base",
        model.x,
        model.y,
        model.radius,
        model.side,
        str(game.left(model)),
        model.wounds,
        done=model.exhausted and game.state.step in ("main", "activation", "ending"),
        active=model.id == game.state.active,
        leader="Leader" in game.card(model).types,
        engaged=model.on_table and bool(game.touching(model)),
        facing=model.facing if model.on_table else None,
    )


def owners(game: Game) -> dict[str, str]:
    """Return the player of every model and the friendly player of every objective, by id."""
    models = {model.id: model.side for model in game.state.models.values()}
    return models | {objective.id: objective.friendly_to for objective in game.state.objectives.values()}


def ranks(game: Game) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the kind of each model and the traits on its card, by id (B-STAT-2)."""
    cards = {model.id: game.card(model) for model in game.state.models.values()}
    return {
        model: ("Leader" if "Leader" in card.types else "Unique" if card.unique else "Rank and file", card.traits)
        for model, card in cards.items()
    }


def _player(game: Game, player: str) -> PlayerView:
    state, document = game.state, game.setup.player(player)
    notes = []
    scenario = scenarios.of(game)
    if state.turn and (scenario.zones or scenario.prayers):
        notes.append(
            ngettext("{n} scenario point", "{n} scenario points", state.points[player], n=state.points[player])
        )
    elif state.turn:
        held = scenario.tally(game, player)
        notes.append(ngettext("{n} objective", "{n} objectives", held, n=held))
    if player in state.prayers:
        notes.append(ngettext("{n} prayer", "{n} prayers", state.prayers[player], n=state.prayers[player]))
    if state.passes[player]:
        notes.append(ngettext("{n} pass token", "{n} pass tokens", state.passes[player], n=state.passes[player]))
    if state.turn and player == state.first_player:
        notes.append(_("goes first"))
    return PlayerView(player, document.name, document.colour, state.victory[player], tuple(notes))


def model_view(game: Game, model: Model) -> PieceView:
    """Return a model for display."""
    states = tuple(map(_, model.markers))
    return _model_facts(game, model).shown(
        model.name,
        details=tuple(card_details(game, model)),
        compulsion=", ".join(states),
        counters=model.counters if model.on_table else None,
        states=states,
        stock=_("Ki {ki}", ki=model.ki),
    )


def _objectives(game: Game) -> dict[str, Objective]:
    """Return the objectives, even before the setup has placed them."""
    known = game.state.objectives
    early = not known and game.state.step == "setup" and not game.state.south
    return scenarios.of(game).laid_out(game) if early else known


def _whose(game: Game, friendly_to: str, side: str) -> str:
    """Return a text with the friendly player of an objective or zone, or with its `side` before sides are chosen."""
    if friendly_to:
        return _("friendly to {player}", player=game.player_name(friendly_to))
    if side and not game.state.south:
        return _(FRIENDLY[side])
    return _("neutral")


def _objective(game: Game, objective: Objective) -> PieceView:
    scenario = scenarios.of(game)
    name = objective_name(objective.id)
    details = [Line(_whose(game, objective.friendly_to, scenario.side_of(objective.id)), "B-SCEN-2")]
    for player, markers in objective.worship.items():
        who = game.player_name(player)
        details.append(Line(_("worship markers of {player}: {n}", n=markers, player=who), "B-SCEN-6"))
    place = objective.x, objective.y, objective.radius
    return PieceView(objective.id, name, "marker", *place, objective.friendly_to, "objective", details=tuple(details))


def _zones(game: Game) -> list[PieceView]:
    """Return the scenario's zones in the colour of their controller, else of their friendly player (B-SCEN-7)."""
    found = []
    for name, x, y, radius, side in scenarios.of(game).zones:
        friendly = scenarios.friendly_to(game, side) if game.state.south else ""
        held = scenarios.controller(game, x, y, radius)
        who = _("controlled by {controller}", controller=game.player_name(held)) if held else _("uncontrolled")
        whose = _whose(game, friendly, side)
        across = _("a zone {inches}″ across", inches=numeral(2 * radius, "g"))
        details = (Line(f"{across}, {whose}", "B-SCEN-2"), Line(who, "B-SCEN-7"))
        title = _("Zone {name}", name=_(name))
        found.append(PieceView(f"zone-{name}", title, "zone", x, y, radius, held or friendly, details=details))
    return found


def reach(game: Game, piece: str) -> ReachView:
    """Return the legal spots for deploying a model. The ends of moves come with their decisions."""
    model = game.state.models.get(piece)
    if model is None or model.place != "reserve" or not game.state.south:
        return ReachView()
    return ReachView(move=region(game, model, model.owner))


ROLLS: Final = {
    "length": (N_("the length of the game"), "B-START-1"),
    "tactics": (N_("the tactical test"), "B-TEST-20"),
    "attack": (N_("attack"), "B-MELEE-7"),
    "defence": (N_("defence"), "B-MELEE-7"),
    "damage": (N_("damage"), "B-DMG-1"),
    "ki": (N_("the Ki test"), "B-TEST-13"),
    "size": (N_("the size test"), "B-TEST-12"),
    "ranged": (N_("the ranged attack"), "B-RNG-2"),
    "move": (N_("the Move test"), "B-TEST-11"),
}
"""Text and rule of the purpose of dice, by the part of their key."""


def roll_wanted(game: Game, key: str) -> RollView:
    """Return the purpose of a die by its key, which is "turn N/model/purpose/number"."""
    parts = key.split("/")
    purpose = next((part for part in reversed(parts) if part in ROLLS), "")
    text, rule = ROLLS.get(purpose, (N_("a test"), "B-TEST-1"))
    model = game.state.models.get(parts[1] if len(parts) > 1 else "")
    if model is None:
        return RollView(_(text), rule=rule)
    return RollView(_(text), model.id, model.side, rule)
