"""The view of the table with units, objectives and players, and the purposes of rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from game.engine.kit.wording import verdict
from game.engine.rulebook.view import (
    Facts,
    Line,
    PieceFacts,
    PieceView,
    PlayerView,
    RollView,
    Stock,
    TableView,
    UnitView,
    drawn_as,
)
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules import battleplans
from game.rulesets.aos4.rules.abilities import outermost
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.turns import facing_first
from game.rulesets.aos4.rules.objectives import scores
from game.rulesets.aos4.rules.phases.windows import DEEDS
from game.rulesets.aos4.rules.positions import number_of
from game.rulesets.aos4.rules.setup import TITLES
from game.rulesets.aos4.rules.state import Unit
from game.rulesets.aos4.rules.terrain import ABILITIES, features
from game.rulesets.aos4.view.cards import army_lines, card, effect_mark, profile, weapon_numbers
from game.rulesets.aos4.view.rail import OUTSIDE, phases_of
from game.table.footprints import Footprint, Oblong
from game.wording import N_, _, ngettext, numeral, series

RAIL: Final = ("", "", N_("Hero"), N_("Move"), N_("Shoot"), N_("Charge"), N_("Fight"), N_("End"))
"""The short names of deployment and the phases; the first two are shown only while they are on."""
DONE: Final = (("RUN", N_("ran"), "turn"), ("RETREAT", N_("retreated"), "turn"), ("FIGHT", N_("fought"), "phase"))
"""Keywords of used abilities that a unit shows, with the text and the span of time."""


def view(game: Game) -> TableView:
    """Return the table for display."""
    state, plan = game.state, battleplans.of(game)
    rounds = _("Round {round} of {rounds}", round=state.round, rounds=game.setup.document.options.rounds)
    units = {unit.id: unit_view(game, unit) for unit in state.units.values()}
    return TableView(
        title=_(plan.title),
        aim=Line(f"{_(plan.title)}: {_(plan.text)}", plan.rule),
        round_text=rounds if state.round else _("Deployment"),
        phases=tuple(_(DEEDS[phase]) for phase in phases_of(game)),
        phase=_phase(game),
        rail=tuple(map(_, RAIL)),
        players=tuple(_player(game, player) for player in state.players),
        pieces=(
            *(_objective(game, identity) for identity in game.setup.objectives),
            *(piece for unit in state.units.values() if unit.on_table for piece in pieces_of(game, unit)),
        ),
        result=verdict(state.result, game.player_name),
        reserve=tuple(
            piece for unit in state.units.values() if unit.place == "reserve" for piece in pieces_of(game, unit)
        ),
        names={piece.id: piece.name for piece in game.ruler.battlefield.pieces},
        grounds=_grounds(game),
        units=units,
        faces=game.setup.faces,
        turn=state.active if state.step == "phase" else "",
    )


def facts(game: Game) -> Facts:
    """Return the table in the form for learning programs."""
    markers = game.setup.objectives.items()
    pieces = [PieceFacts(identity, "marker", marker.x, marker.y, marker.radius) for identity, marker in markers]
    for unit in game.state.units.values():
        if unit.place != "table":
            continue
        leader, engaged = game.card(unit).general, game.in_combat(unit)
        flags = _is_done(game, unit), is_active(game, unit), leader, (), engaged
        bases = game.positions.bases(unit)
        pieces += [
            PieceFacts(model, "base", base.x, base.y, base.radius, unit.owner, "", 0, *flags, facing=_facing(base))
            for model, base in zip(bases.models, bases.footprints)
        ]
    return Facts(game.state.points, _phase(game), 1 + len(PHASES), pieces)


def _facing(base: Footprint) -> int | None:
    return base.facing if isinstance(base, Oblong) else None


def _phase(game: Game) -> int:
    return 0 if game.state.step in OUTSIDE else game.state.phase + 1


def _player(game: Game, player: str) -> PlayerView:
    """Return the view of a player with points, command points and notes."""
    state, document = game.state, game.setup.player(player)
    notes, stock = [], list[Stock]()
    if state.round:
        objectives_held, command = game.controlled(player), state.command[player]
        notes.append(ngettext("{n} command point", "{n} command points", command, n=command))
        stock.append(Stock("count-command", command, notes[0]))
        if player == state.underdog:
            notes.append(_("underdog"))
        notes.append(ngettext("{n} objective", "{n} objectives", objectives_held, n=objectives_held))
        if player == state.active and state.step == "phase":
            notes.append(_("their turn"))
    details = (*_spent(game, player), *army_lines(game, player))
    return PlayerView(player, document.name, document.colour, state.points[player], tuple(notes), details, tuple(stock))


def _spent(game: Game, player: str) -> Iterator[Line]:
    """Yield the commands that a player has used in this phase (A-CP-5)."""
    uses, commands = game.state.uses, game.setup.abilities[player].values()
    used = [spec for spec in commands if uses.count("phase", f"{player} command {spec.id}")]
    if names := [*dict.fromkeys(_(spec.name) for spec in used)]:
        yield Line(_("Commands used in this phase: {names}", names=series(names)), "A-CP-5")


def unit_view(game: Game, unit: Unit) -> UnitView:
    """Return the view of a unit."""
    role, starting_models = game.setup.roles[unit.card], len(game.models(unit))
    fate_line = None
    if unit.place == "destroyed":
        fate_line = Line(_("destroyed"), "A-DMG-10", "bad")
    return UnitView(
        id=unit.id,
        name=unit.name,
        owner=unit.owner,
        models={"table": len(unit.at), "reserve": starting_models}.get(unit.place, 0),
        start=starting_models,
        damage=unit.damage,
        symbol=role.kind,
        done=_is_done(game, unit),
        active=is_active(game, unit),
        leader=game.card(unit).general,
        engaged=unit.on_table and game.in_combat(unit),
        states=tuple(_states(game, unit)),
        stock=ngettext("{n} ritual point", "{n} ritual points", unit.ritual)
        if unit.ritual and fate_line is None
        else "",
        details=card(game, unit),
        fate=fate_line,
        profile=profile(game.card(unit)),
        weapons=tuple((weapon.name, *weapon_numbers(weapon)) for weapon in game.card(unit).weapons),
    )


def is_active(game: Game, unit: Unit) -> bool:
    """Return whether a unit is the user of the current ability, not counting reactions."""
    use = outermost(game)
    return use is not None and use.unit is unit


def _is_done(game: Game, unit: Unit) -> bool:
    """Return whether a unit has used its core ability of this phase."""
    return game.state.step == "phase" and unit.on_table and game.used(unit, "CORE", "phase")


MARKED: Final = 3
"""The largest number of lasting effects named beside a unit."""


def _states(game: Game, unit: Unit) -> list[str]:
    """Return the words beside a unit: its actions this turn, and its first lasting effects."""
    if not unit.on_table:
        return []
    states = [_("charged")] if game.charged(unit) else []
    use = outermost(game)
    current_keywords = use.spec.keywords if use is not None and use.unit is unit else ()
    for keyword, word, span in DONE:
        if keyword not in current_keywords and game.used(unit, keyword, span):
            redeployed = keyword == "RUN" and unit.owner != game.state.active  # others only run to redeploy (A-AB-15)
            states.append(_("redeployed") if redeployed else _(word))
    marks = [mark for effect in unit.effects if (mark := effect_mark(effect))]
    rest_mark = [f"+{len(marks) - MARKED}"] if len(marks) > MARKED else []
    return [*states, *marks[:MARKED], *rest_mark]


def pieces_of(game: Game, unit: Unit) -> list[PieceView]:
    """Return the views of a unit's models on the table, or of all its models in reserve."""
    models, on_table = game.models(unit), unit.on_table
    is_numbered = len(models) > 1
    engaged, done, active = game.in_combat(unit), _is_done(game, unit), on_table and is_active(game, unit)
    bases = {model: facing_first(game, unit, model, models[model].base) for model in models}
    if on_table:
        bases = dict(zip(unit.at, game.positions.bases(unit).footprints))
    return [
        PieceView(
            id=model,
            name=f"{unit.name} {number_of(model)}" if is_numbered else unit.name,
            kind="base",
            x=base.x,
            y=base.y,
            **drawn_as(base),
            owner=unit.owner,
            done=done,
            active=active,
            leader=game.card(unit).general,
            engaged=engaged,
            titles=tuple(TITLES[title] for title in sorted(models[model].titles)) if on_table else (),
            unit=unit.id,
        )
        for model, base in bases.items()
    ]


def _objective(game: Game, identity: str) -> PieceView:
    """Return the view of an objective with its control scores."""
    marker, holder = game.setup.objectives[identity], game.state.control.get(identity, "")
    who = _("controlled by {player}", player=game.player_name(holder)) if holder else _("uncontrolled")
    totals = scores(game, marker)
    tally = ", ".join(f"{game.player_name(player)} {score}" for player, score in totals.items())
    details = (Line(who, "A-OBJ-4"), Line(_("control scores now: {tally}", tally=tally), "A-OBJ-3"))
    place = marker.x, marker.y, marker.radius
    name = _(marker.name)
    return PieceView(identity, name, "marker", *place, symbol="objective", controller=holder, details=details)


def _grounds(game: Game) -> Mapping[str, tuple[Line, ...]]:
    """Return lines about the effects of each terrain piece, by id."""
    lines_by_piece = {}
    for feature in features(game.ruler.battlefield):
        lines = [Line(_(name), rule) for ability, (name, rule) in ABILITIES.items() if ability in feature.does]
        height = _("{inches}″ high", inches=numeral(feature.height, "g"))
        lines.append(Line(height, "A-TERR-1" if feature.is_low else "A-TERR-2"))
        lines_by_piece[feature.id] = tuple(lines)
    return lines_by_piece


def owners(game: Game) -> dict[str, str]:
    """Return the owner of every model and unit and the controller of every objective, by id."""
    units = game.state.units.values()
    models = {model: unit.owner for unit in units for model in game.models(unit)}
    return models | {unit.id: unit.owner for unit in units} | dict(game.state.control)


def ranks(game: Game) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the kind and the keywords of every model's unit, by the model's id."""
    kinds = ("HERO", "MONSTER", "CAVALRY", "WAR MACHINE", "BEAST", "MANIFESTATION", "FACTION TERRAIN", "INFANTRY")
    ranks_by_model = {}
    for unit in game.state.units.values():
        keywords = game.setup.keywords[unit.card]
        kind = next((kind.capitalize() for kind in kinds if kind in keywords), "Unit")
        for model in game.models(unit):
            ranks_by_model[model] = (kind, tuple(keywords))
    return ranks_by_model


ROLLS: Final = {
    "territory": (N_("the territory roll-off"), "A-DEP-1"),
    "priority": (N_("the priority roll"), "A-PRI-2"),
    "run": (N_("the run roll"), "A-AB-2"),
    "charge": (N_("the charge roll"), "A-CHG-2"),
    "hit": (N_("hit rolls"), "A-ATK-2"),
    "wound": (N_("wound rolls"), "A-ATK-3"),
    "save": (N_("save rolls"), "A-ATK-4"),
    "ward": (N_("ward rolls"), "A-DMG-3"),
    "damage": (N_("damage"), "A-ATK-5"),
    "rally": (N_("rally rolls"), "A-AB-13"),
    "cast": (N_("the casting roll"), "A-MAG-3"),
    "unbind": (N_("the unbinding roll"), "A-MAG-7"),
    "chant": (N_("the chanting roll"), "A-PRAY-2"),
    "banish": (N_("the banishment roll"), "A-AB-11"),
}
"""The purpose and rule of rolls, by a word in the key of the dice."""


def roll_wanted(game: Game, key: str) -> RollView:
    """Return the purpose of a die, from its key "round N/turn N/phase/unit/purpose/number of the die"."""
    parts = key.split("/")
    unit = game.state.units.get(parts[3] if len(parts) > 3 else "")
    words = (word for part in reversed(parts) for word in ROLLS if part == word or part.startswith(f"{word} "))
    text, rule = ROLLS.get(next(words, ""), (N_("an ability"), "A-DICE-10"))
    return RollView(_(text), unit.id if unit else "", unit.owner if unit else "", rule)
