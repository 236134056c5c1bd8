"""The table for display, the cards of models with all current changes, and the purposes of rolls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from game.engine.kit.wording import verdict
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
from game.rulesets.bushido.rules import feats, scenarios
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.moving.sight import standing
from game.rulesets.bushido.rules.registry import STATES, TRAITS
from game.rulesets.bushido.rules.secrets import RULE, is_hidden, is_vim
from game.rulesets.bushido.rules.setup_phase.terrain import region
from game.rulesets.bushido.rules.state import Model, Objective, Step, objective_name
from game.rulesets.bushido.rules.terrain import TRAITS as TERRAIN_TRAITS
from game.rulesets.bushido.rules.terrain import Feature
from game.rulesets.bushido.view.reference import RULES
from game.rulesets.bushido.warbands.profiles import FeatDocument, StatisticDocument, WeaponDocument
from game.rulesets.bushido.warbands.roster_text import statistic, weapon_line, weapon_numbers
from game.rulesets.bushido.warbands.traits import FEATS, SPECIALS, Term, term
from game.wording import N_, _, ngettext, numeral


def card_details(game: Game, model: Model) -> Iterator[Line]:
    """Yield the lines of a model's card."""
    card = game.card(model)
    yield track(game, model)
    yield Line(
        _("Ki {ki} of {most}, +{each} each turn", ki=model.ki, most=card.ki.max, each=card.ki.value), "B-START-2"
    )
    count = model.counters
    tone = "plain" if count else "warning"
    yield Line(ngettext("{n} activation counter", "{n} activation counters", count), "B-START-3", tone)
    yield Line(
        _(
            "Melee {melee}, ranged {ranged}, move {move}",
            melee=statistic(card.melee),
            ranged=statistic(card.ranged),
            move=statistic(card.move),
        ),
        "B-STAT-2",
    )
    melee, ranged, move = melee_changes(game, model), ranged_changes(game, model), boosts_of(game, model, "move")
    yield from _changed_value(N_("Melee now {now}: {reasons}"), card.melee.value, melee, "B-MELEE-4")
    yield from _changed_value(N_("Ranged now {now}: {reasons}"), card.ranged.value, ranged, "B-RNG-2")
    yield from _changed_value(N_("Move now {now}: {reasons}"), card.move.value, move, "B-KI-20")
    for state, values in model.markers.items():
        yield _state(state, values)
    for weapon in card.weapons:
        yield from _weapon(weapon, model)
    for feat in card.feats:
        yield _feat(game, model, feat)
    if is_vim(model) and not is_hidden(game, model):
        yield Line(_("The most important model of its side"), RULE, "good")
    lent_entries = [effect.entry for effect in model.effects if not effect.weapon and effect.source != RULE]
    for text in (*card.traits, *lent_entries):
        yield _trait(text)


def track(game: Game, model: Model) -> Line:
    """Return the line of the wound track (B-STAT-5)."""
    wounds, boxes_left = game.card(model).wounds, game.left(model)
    boxes = "×" * model.wounds + "·" * boxes_left
    tone = "plain" if boxes_left > wounds / 2 else "warning" if boxes_left > 1 else "bad"
    return Line(
        _("{left} of {wounds} wounds left  {boxes}", left=boxes_left, wounds=wounds, boxes=boxes), "B-STAT-5", tone
    )


def melee_changes(game: Game, model: Model) -> Iterator[tuple[str, int]]:
    """Yield the current changes of the melee statistic against all opponents, as reasons and dice (B-MELEE-4)."""
    if model.on_table and model.exhausted and game.state.turn and not game.any(model, "ignores_exhaustion"):
        yield _("Exhausted"), -1
    for effect in game.effects(model, "melee_dice"):
        yield _(effect.entry.name), effect.amount
    if model.ran:
        yield _("ran this turn"), -1
    yield from boosts_of(game, model, "melee")


def ranged_changes(game: Game, model: Model) -> Iterator[tuple[str, int]]:
    """Yield the current changes of the ranged statistic, as reasons and dice (B-RNG-2)."""
    if game.card(model).ranged.value:
        for effect in game.effects(model, "ranged_dice"):
            yield _(effect.entry.name), effect.amount
        yield from boosts_of(game, model, "ranged")


def boosts_of(game: Game, model: Model, name: str) -> Iterator[tuple[str, int]]:
    """Yield the current change of a statistic by boosts, if any (B-KI-20)."""
    printed: StatisticDocument = getattr(game.card(model), name)
    boosts = game.boosted(model, name) - (printed.value or 0)
    if printed.value is not None and boosts:
        yield _("boosts"), boosts


def _changed_value(text: str, printed: int | None, changes: Iterator[tuple[str, int]], rule: str) -> Iterator[Line]:
    """Yield a line with the current value of a statistic and the reasons, if it has changed."""
    amounts = list(changes)
    if amounts:
        value = max(0, (printed or 0) + sum(amount for _reason, amount in amounts))
        reasons = ", ".join(f"{reason} {amount:+d}" for reason, amount in amounts)
        yield Line(_(text, now=value, reasons=reasons), rule, "warning")


def _state(state: str, values: list[int]) -> Line:
    """Return the line of a state: its markers and its effect."""
    condition = STATES[state]
    count = f" ×{len(values)}" if len(values) > 1 else ""
    strength = f" ({', '.join(map(str, sorted(values, reverse=True)))})" if condition.valued else ""
    return Line(f"{_(state)}{count}{strength}: {_(condition.text)}", condition.rule, "warning")


def _trait(text: str) -> Line:
    """Return the line of a trait with its effect."""
    row = TRAITS.get(term(text).name)
    if row is None:
        return Line(text)
    return Line(f"{text}: {filled(_(row.text), term(text))}", row.rule)


def filled(text: str, entry: Term) -> str:
    """Return a text with the values of an entry in place of X and Y."""
    for name, value in zip("XY", entry.values):
        text = re.sub(rf"\b{name}\b", str(value), text)
    return text


def _weapon(weapon: WeaponDocument, model: Model) -> Iterator[Line]:
    """Yield the lines of a weapon, its specials and its traits."""
    shots = model.ammo.get(weapon.name)
    shots_text = "" if shots is None else _(", {n} shots left", n=shots)
    yield Line(weapon_line(weapon) + shots_text, "B-STAT-3", icon="engaged" if weapon.kind == "melee" else "")
    for text in weapon.specials:
        row = SPECIALS.get(term(text).name)
        if row is not None:
            cost = term(text).value
            price = ngettext("Costs {n} die.", "Costs {n} dice.", cost) if cost else ""
            yield Line(f"{text}: {filled(_(row.text), term(text))} {price}".strip(), row.rule)
    for text in weapon.traits:
        if term(text).name in TRAITS:
            yield _trait(text)


def _feat(game: Game, model: Model, feat: FeatDocument) -> Line:
    """Return the line of a feat, with the reason if it cannot be used now."""
    refused = feats.why_not(game, model, feat) if model.in_play else ""
    if feat.name not in FEATS:
        refused = _("the effect of this feat is not supported")
    facts = {"name": feat.name, "ki": feats.cost(game, model, feat), "timing": _(feat.timing), "effect": _(feat.effect)}
    text = _("{name} ({ki} Ki, {timing}): {effect}", **facts)
    if (row := FEATS.get(feat.name)) is not None and row.entry and (lent := term(row.entry)).name in TRAITS:
        meaning = filled(_(TRAITS[lent.name].text), lent)
        text = f"{text} {_('{ability} means: {meaning}', ability=row.entry, meaning=meaning)}"
    if refused:
        return Line(_("{feat} Not now: {reason}", feat=text, reason=refused), "B-KI-2", "warning")
    return Line(text, "B-KI-2", "good" if model.in_play else "plain")


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
    """Yield the effects of the traits of a terrain piece, and its size."""
    traits = [feature.passage, feature.visibility, *(["destructible"] if feature.destructible else [])]
    for trait in traits:
        name, rule = TERRAIN_TRAITS[trait]
        if trait in ("normal", "clear"):  # their texts need no name
            yield Line(RULES.wording(rule), rule)
        else:
            yield Line(_("{trait}: {text}", trait=_(name), text=RULES.wording(rule)), rule)
    yield Line(_(SIZES[feature.size]))


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
    return TableView(
        title=_(scenario.title),
        aim=Line(f"{_(scenario.title)}: {scenario.aim(game)}", scenario.rule),
        rail=("", *map(_, PHASES[1:])),
        round_text=turns if state.turn else _("Setup"),
        phases=tuple(map(_, PHASES)),
        phase=_PHASE_OF[state.step],
        players=tuple(_player(game, player) for player in state.players),
        pieces=(
            *(_objective(game, objective) for objective in _objectives(game).values() if objective.on_table),
            *_zones(game),
            *(model_view(game, model) for model in game.on_table()),
        ),
        result=verdict(state.result, game.player_name),
        reserve=tuple(model_view(game, model) for model in game.models if model.place in ("reserve", "elsewhere")),
        lost=tuple(_lost(game, model) for model in game.models if model.place in ("killed", "removed")),
        names=dict(game.setup.terrain_names),
        grounds=grounds(game),
        faces=game.setup.faces,
    )


def _lost(game: Game, model: Model) -> PieceView:
    """Return a model that is out of the game for display."""
    fate = Line(_("Out of the game"), "B-STAT-5", "bad")
    return replace(model_view(game, model), fate=fate, counters=None, left=())


def facts(game: Game) -> Facts:
    """Return the facts of the table for programs that learn to play."""
    state = game.state
    objectives = [piece for piece in _objectives(game).values() if piece.on_table]
    pieces = [PieceFacts(piece.id, "marker", piece.x, piece.y, piece.radius, piece.friendly_to) for piece in objectives]
    pieces += [PieceFacts(zone.id, "zone", zone.x, zone.y, zone.radius, zone.owner) for zone in _zones(game)]
    pieces += [_model_facts(game, model) for model in game.on_table()]
    return Facts(state.victory, _PHASE_OF[state.step], len(PHASES), pieces)


def _model_facts(game: Game, model: Model) -> PieceFacts:
    """Return the facts of a model for programs and for display."""
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
    models = {model.id: model.side for model in game.models}
    return models | {objective.id: objective.friendly_to for objective in game.state.objectives.values()}


def ranks(game: Game) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the kind of each model and the traits on its card, by id (B-STAT-2)."""
    cards = {model.id: game.card(model) for model in game.models}
    return {
        model: ("Leader" if "Leader" in card.types else "Unique" if card.unique else "Rank and file", card.traits)
        for model, card in cards.items()
    }


def _player(game: Game, player: str) -> PlayerView:
    """Return a player for display, with points, tokens and objectives."""
    state, document, scenario, notes = game.state, game.setup.player(player), scenarios.of(game), []
    passes, left = state.passes[player], list[Stock]()
    tokens = ngettext("{n} pass token", "{n} pass tokens", passes)
    if state.turn and (scenario.zones or scenario.prayers):
        notes.append(ngettext("{n} scenario point", "{n} scenario points", state.points[player]))
    elif state.turn:
        held = scenario.tally(game, player)
        notes.append(ngettext("{n} objective", "{n} objectives", held))
        left.append(Stock("count-objective", held, notes[-1]))
    if player in state.prayers:
        notes.append(ngettext("{n} prayer", "{n} prayers", state.prayers[player]))
    if passes:
        notes.append(tokens)
    if state.turn and player == state.first_player:
        notes.append(_("goes first"))
    if state.turn:
        left.append(Stock("action-pass", passes, tokens))
    return PlayerView(player, document.name, document.colour, state.victory[player], tuple(notes), left=tuple(left))


def model_view(game: Game, model: Model) -> PieceView:
    """Return a model for display."""
    states, card = tuple(map(_, model.markers)), game.card(model)
    return _model_facts(game, model).shown(
        model.name,
        details=tuple(card_details(game, model)),
        compulsion=", ".join(states),
        counters=model.counters if model.on_table else None,
        states=states,
        stock=_("Ki {ki}", ki=model.ki),
        health=card.wounds,
        profile=(
            (statistic(card.move), _("Move")),
            (statistic(card.melee), _("Melee")),
            (statistic(card.ranged), _("Ranged")),
        ),
        weapons=tuple((weapon.name, *weapon_numbers(weapon)) for weapon in card.weapons),
        left=(Stock("count-ki", model.ki, _("Ki")), Stock("count-counter", model.counters, _("Counters left"))),
    )


def _objectives(game: Game) -> dict[str, Objective]:
    """Return the objectives, even before the setup has placed them."""
    placed = game.state.objectives
    none_yet = not placed and game.state.step == "setup" and not game.state.south
    return scenarios.of(game).objectives() if none_yet else placed


def _whose(game: Game, friendly_to: str, side: str) -> str:
    """Return a text with the friendly player of an objective or zone, or with its `side` before sides are chosen."""
    if friendly_to:
        return _("friendly to {player}", player=game.player_name(friendly_to))
    if side and not game.state.south:
        return _(FRIENDLY[side])
    return _("neutral")


def _objective(game: Game, objective: Objective) -> PieceView:
    """Return an objective for display."""
    scenario = scenarios.of(game)
    name = objective_name(objective.id)
    details = [Line(_whose(game, objective.friendly_to, scenario.side_of(objective.id)), "B-SCEN-2")]
    for player, markers in objective.worship.items():
        name_of_player = game.player_name(player)
        details.append(Line(_("{player}'s worship markers: {n}", n=markers, player=name_of_player), "B-SCEN-6"))
    if scenario.interaction:
        price = ngettext("{n} counter", "{n} counters", scenario.interaction_cost)
        text = _("Move into base contact with it, then use it for {price}", price=price)
        details.append(Line(text, "B-ACT-16"))
    if scenario.interaction == "influence":
        details.append(Line(_("Each use turns it one step: enemy → neutral → yours"), "B-SCEN-4"))
    place = objective.x, objective.y, objective.radius
    return PieceView(objective.id, name, "marker", *place, objective.friendly_to, "objective", details=tuple(details))


def _zones(game: Game) -> list[PieceView]:
    """Return the scenario's zones in the colour of their controller, else of their friendly player (B-SCEN-7)."""
    views = []
    for name, x, y, radius, side in scenarios.of(game).zones:
        friendly = scenarios.friendly_to(game, side) if game.state.south else ""
        controller = scenarios.controller(game, x, y, radius)
        control_text = (
            _("controlled by {controller}", controller=game.player_name(controller))
            if controller
            else _("uncontrolled")
        )
        whose = _whose(game, friendly, side)
        width = _("a zone {inches}″ across", inches=numeral(2 * radius, "g"))
        details = (Line(f"{width}, {whose}", "B-SCEN-2"), Line(control_text, "B-SCEN-7"))
        title = _("Zone {name}", name=_(name))
        views.append(PieceView(f"zone-{name}", title, "zone", x, y, radius, controller or friendly, details=details))
    return views


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
