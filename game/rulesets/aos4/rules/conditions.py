"""Conditions on units, and the choice of units that an ability may affect (A-MAG-9, A-ONE-3, A-TURN-5).

Imports the battle.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import compress
from typing import Final

from game.rulesets.aos4.documents import params
from game.rulesets.aos4.documents.params import ANY, Value
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules import mixed
from game.rulesets.aos4.rules.battle import Battle
from game.rulesets.aos4.rules.positions import gaps_to
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, TOLERANCE
from game.rulesets.aos4.rules.setup import TITLES, WATCHED
from game.rulesets.aos4.rules.state import Unit
from game.table.footprints import Footprint, clearance_of_shape, half_box, is_wholly_in
from game.table.placing.oblongs import inside_shape
from game.table.shapes import Bounds, Disc

Params = Mapping[str, Value]


def names(battle: Battle, unit: Unit) -> set[str]:
    """Return the words by which texts name a unit: its keywords and its name."""
    return {*battle.own_keywords(unit), unit.name.upper(), battle.card(unit).name.upper()}


def meets(battle: Battle, unit: Unit, conditions: tuple[str, ...], user: Unit | None = None) -> bool:
    """Return whether a unit meets all conditions; `user` is the unit whose ability has them."""
    return all(_meets(battle, unit, condition, user) for condition in conditions)


def _meets(battle: Battle, unit: Unit, condition: str, user: Unit | None) -> bool:
    """Return whether a unit meets one condition of `params.CONDITIONS`."""
    start, _space, argument = condition.rpartition(" ")
    if condition.startswith("with "):
        name = condition[5:].casefold()
        models_named = [
            model for model, facts in battle.models(unit).items() if _plain(facts.name) == name or name in facts.titles
        ]
        if not models_named and name not in TITLES:
            return not battle.state.uses.count("battle", shed_note(unit, condition[5:]))
        return any(model in unit.at for model in models_named)
    if condition.startswith(("not damage ", "not near ", "not close ")):
        return not _meets(battle, unit, condition.removeprefix("not "), user)
    if start in ("around", "beyond"):
        return user is not None and battle.distances.within(unit, user, int(argument)) == (start == "around")
    if argument.isdigit():
        return REACHED[start](battle, unit, int(argument))
    if condition.startswith(params.PHRASED):
        return _is_beside(battle, unit, condition, user)
    if used := next((used for used in params.USED if condition.startswith(f"{used} ")), ""):
        return _has_used(battle, unit, used, condition.removeprefix(f"{used} "))
    if condition in COMPARISONS:
        return user is not None and COMPARISONS[condition](battle, unit, user)
    if condition.startswith(WATCHED):
        return _is_noted(battle, unit, condition, user)
    if condition.startswith("all contesting"):
        return _all_contest(battle, unit, own=condition.endswith("own"))
    if condition.startswith("not "):
        return not _meets(battle, unit, condition.removeprefix("not "), user)
    if condition in STANDING:
        return STANDING[condition](battle, unit)
    if condition.endswith(" territory"):
        player = battle.other(unit.owner) if "enemy" in condition else unit.owner
        is_there = is_outside_territory if condition.startswith("outside") else is_in_territory
        return is_there(battle, unit, player)
    return contests_any(battle, unit, condition.removeprefix("contesting").strip())


def are_of_one_regiment(battle: Battle, unit: Unit, other: Unit) -> bool:
    """Return whether two units belong to the same regiment of a player."""
    return battle.regiment_of(unit) == battle.regiment_of(other) != ""


def _has_used(battle: Battle, unit: Unit, used: str, keyword: str) -> bool:
    """Return whether a unit, or the army that `used` names, used abilities with a keyword, or whether none did."""
    span = "phase" if "just" in used else "turn"
    units = [other for other in battle.state.units.values() if other.owner == unit.owner] if "army" in used else [unit]
    return any(battle.used(other, keyword, span) for other in units) != ("not" in used.split())


def shed_note(unit: Unit, token: str) -> str:
    """Return the key under which it is recorded that a unit has lost a token."""
    return f"{unit.id} shed {token.casefold()}"


def _plain(name: str) -> str:
    """Return a name without commas and capitals, for comparison."""
    return name.replace(",", "").casefold()


def _control(battle: Battle, unit: Unit) -> int:
    return mixed.highest_control(battle, unit)


COMPARISONS: Final[Mapping[str, Callable[[Battle, Unit, Unit], bool]]] = {
    "health above": lambda battle, unit, user: mixed.health(battle, unit) > mixed.health(battle, user),
    "control above": lambda battle, unit, user: _control(battle, unit) > _control(battle, user),
    "control below": lambda battle, unit, user: _control(battle, unit) < _control(battle, user),
    "models below": lambda battle, unit, user: len(unit.at) < len(user.at),
    "fighting": lambda battle, unit, user: user in battle.fought_by(unit),
    "same regiment": are_of_one_regiment,
    "contesting together": lambda battle, unit, user: any(
        contesting(battle, unit, marker) and contesting(battle, user, marker)
        for marker in battle.setup.objectives.values()
    ),
}
"""Conditions that compare a unit with the unit whose ability has them."""
STANDING: Final[Mapping[str, Callable[[Battle, Unit], bool]]] = {
    "charged": lambda battle, unit: battle.charged(unit),
    "in combat": lambda battle, unit: battle.in_combat(unit),
    "single": lambda battle, unit: unit.size == 1,
    "reduced": lambda battle, unit: len(unit.at) < unit.size,
    "reinforced": lambda battle, unit: battle.card(unit).reinforced,
    "set up": lambda battle, unit: unit.set_up_in == (battle.state.round, battle.state.turn),
    "own turn": lambda battle, unit: battle.state.active == unit.owner,
    "enemy turn": lambda battle, unit: battle.state.active != unit.owner,
}
"""Conditions on a unit alone, in a few words."""


def charge_note(unit: Unit) -> str:
    """Return the key under which a unit's unmodified charge roll is recorded."""
    return f"{unit.id} charge roll"


def _is_beside(battle: Battle, unit: Unit, condition: str, user: Unit | None) -> bool:
    """Return whether a unit meets a condition that names keywords: its own, or those of enemies or friends near it."""
    relation, _space, phrase = condition.partition(" ")
    if relation == "is":
        return fits(names(battle, unit), (phrase,))
    if relation == "fights":
        return any(fits(names(battle, enemy), (phrase,)) for enemy in battle.fought_by(unit))
    if relation in ("felled", "outfought"):
        kind = "any" if relation == "felled" else "combat"
        destroyed = (other for other in battle.state.units.values() if other.place == "destroyed")
        hurt = (
            enemy
            for enemy in destroyed
            if enemy.owner != unit.owner and battle.state.uses.count("turn", f"{unit.id} {enemy.id} hurt {kind}")
        )
        return any(phrase == ANY or fits(names(battle, enemy), (phrase,)) for enemy in hurt)
    if relation == "lost":
        return any(
            other.owner == unit.owner and other.place == "destroyed" and fits(names(battle, other), (phrase,))
            for other in battle.state.units.values()
        )
    inches, _space, phrase = phrase.partition(" ")
    if relation == "close":
        return any(
            enemy is not unit
            and fits(names(battle, enemy), (phrase,))
            and battle.distances.within(unit, enemy, float(inches))
            for enemy in battle.enemies(user or unit)
        )
    if phrase == ANY:
        return any(
            other is not unit and battle.distances.within(unit, other, float(inches))
            for other in battle.of((user or unit).owner)
        )
    is_within = battle.distances.wholly_within if relation == "inside" else battle.distances.within
    return any(
        other is not unit and fits(names(battle, other), (phrase,)) and is_within(unit, other, float(inches))
        for other in _named_units(battle, (user or unit).owner)
    )


def _named_units(battle: Battle, player: str) -> list[Unit]:
    """Return the units of a player on the table, with faction terrain, which abilities may name."""
    return [unit for unit in battle.state.units.values() if unit.owner == player and unit.place == "table"]


def _is_noted(battle: Battle, unit: Unit, condition: str, user: Unit | None) -> bool:
    """Return whether a condition on recorded damage, moves or aims is met; see `note_damage` and `note_aim`."""
    deed, *kind, span = condition.split()
    subject = unit.id
    if deed in ("crossed", "aimed", "struck", "thinned") or (deed == "hurt" and kind):
        if user is None:
            return False
        subject = f"{user.id} {unit.id}"
    return battle.state.uses.count(span, " ".join((subject, deed, *kind))) > 0


ABILITY: Final = "ability"
"""The kind of damage that abilities inflict without attacks."""


def note_damage(battle: Battle, unit: Unit, attacker: Unit | None, kind: str, slain: int) -> None:
    """Record that damage points were allocated to a unit, with the attacking unit `attacker` if any."""
    notes = [f"{unit.id} hurt"]
    if attacker is not None and attacker.owner != unit.owner and slain and " any turn" in battle.setup.watched:
        notes += [f"{attacker.id} slew any"] + ([] if unit.at else [f"{attacker.id} destroyed any"])
    if attacker is not None and kind != ABILITY:
        notes += [f"{attacker.id} {unit.id} hurt {kind}", f"{attacker.id} {unit.id} hurt any"]
        notes += [f"{attacker.id} {unit.id} thinned {kind}"] if slain and "thinned " in battle.setup.watched else []
        if attacker.owner != unit.owner and "harmed " in battle.setup.watched:
            notes += [f"{attacker.id} harmed", f"{attacker.id} harmed {kind}"]
        if attacker.owner != unit.owner and slain:
            notes += [f"{attacker.id} slew", f"{attacker.id} slew {kind}"]
            notes += [] if unit.at else [f"{attacker.id} destroyed", f"{attacker.id} destroyed {kind}"]
    for note in notes:
        battle.state.uses.note(note, "phase", "turn")


def note_aim(battle: Battle, unit: Unit, targets: Sequence[str], kind: str) -> None:
    """Record the targets of a unit's attacks with an ability, and whether all attacks of a kind have the same one."""
    for target in {*targets} if "struck " in battle.setup.watched else ():
        battle.state.uses.note(f"{unit.id} {target} struck {kind}", "phase", "turn")
    if "aimed " in battle.setup.watched and len({*targets}) == 1:
        battle.state.uses.note(f"{unit.id} {targets[0]} aimed {kind}", "phase", "turn")


def is_at_edge(battle: Battle, unit: Unit, inches: float) -> bool:
    """Return whether a unit is wholly within a distance of one edge of the table (A-GEO-6)."""
    field, bases = battle.ruler.battlefield, battle.positions.bases(unit).footprints
    reach = inches + TOLERANCE
    return any(
        all(_far_side(base, edge, field.width, field.height) <= reach for base in bases)
        for edge in ("west", "east", "south", "north")
    )


def _far_side(base: Footprint, edge: str, width: float, height: float) -> float:
    """Return the distance from an edge of the table to the far side of a base."""
    to_centre = {"west": base.x, "east": width - base.x, "south": base.y, "north": height - base.y}
    across, up = half_box(base)
    return to_centre[edge] + (across if edge in ("west", "east") else up)


def _has_enemy_within(battle: Battle, unit: Unit, inches: int) -> bool:
    return any(battle.distances.within(unit, enemy, inches) for enemy in battle.enemies(unit))


REACHED: Final[Mapping[str, Callable[[Battle, Unit, int], bool]]] = {
    "round": lambda battle, unit, number: battle.state.round == number,
    "from round": lambda battle, unit, number: battle.state.round >= number,
    "charge roll": lambda battle, unit, number: (
        battle.state.uses.count("turn", charge_note(unit)) >= number and battle.charged(unit)
    ),
    "size": lambda battle, unit, number: unit.size >= number,
    "damage": lambda battle, unit, number: unit.damage >= number,
    "health": lambda battle, unit, number: mixed.health(battle, unit) >= number,
    "frail": lambda battle, unit, number: mixed.health(battle, unit) <= number,
    "far": lambda battle, unit, number: not _has_enemy_within(battle, unit, number),
    "close": _has_enemy_within,
    "fought": lambda battle, unit, number: len(battle.fought_by(unit)) >= number,
    "terrain": lambda battle, unit, number: any(
        min(battle.positions.gaps_to_feature(unit, feature), default=number + 1) <= number + TOLERANCE
        for feature in battle.features()
        if feature.id != unit.id
    ),
    "at terrain": lambda battle, unit, number: any(
        all(is_wholly_in(base, area, TOLERANCE) for base in battle.positions.bases(unit).footprints)
        for area in (
            feature.shape.buffer(number, quad_segs=64) for feature in battle.features() if feature.id != unit.id
        )
    ),
    "edge": is_at_edge,
    "models": lambda battle, unit, number: len(unit.at) >= number,
    "fewer": lambda battle, unit, number: len(unit.at) <= number,
}
"""Conditions with a number."""


def is_outside_territory(battle: Battle, unit: Unit, player: str) -> bool:
    """Return whether no part of a unit is within the territory of a player (A-GEO-6)."""
    zone = battle.setup.territories.get(battle.state.territories.get(player, ""))
    if zone is None:
        return False
    bases = battle.positions.bases(unit).footprints
    return all(clearance_of_shape(base, zone) >= -TOLERANCE for base in bases)


def is_in_territory(battle: Battle, unit: Unit, player: str) -> bool:
    """Return whether a unit is wholly within the territory of a player (A-GEO-6)."""
    zone = battle.setup.territories.get(battle.state.territories.get(player, ""))
    if zone is None:
        return False
    bases = battle.positions.bases(unit).footprints
    return all(inside_shape(zone, base, "", "").short_by(base.x, base.y) <= TOLERANCE for base in bases)


def contests_any(battle: Battle, unit: Unit, control: str) -> bool:
    """Return whether a unit contests any objective that fits `control`; "" stands for all objectives.

    "own" ones are controlled by its player and "enemy" ones by the enemy; "foreign" ones are not controlled by its
    player, "safe" ones not by the enemy; "alone" means that no other unit of its player contests it.
    """
    wanted_player = {"own": unit.owner, "enemy": battle.other(unit.owner)}.get(control)
    return any(
        contesting(battle, unit, marker) > 0
        for identity, marker in battle.setup.objectives.items()
        if (wanted_player is None or battle.state.control.get(identity) == wanted_player)
        and not (control == "foreign" and battle.state.control.get(identity) == unit.owner)
        and not (
            control == "alone"
            and any(other is not unit and contesting(battle, other, marker) for other in battle.of(unit.owner))
        )
        and not (control == "safe" and battle.state.control.get(identity) == battle.other(unit.owner))
    )


def _all_contest(battle: Battle, unit: Unit, *, own: bool) -> bool:
    """Return whether each model of a unit contests an objective, with `own` one that its player controls."""
    bases = battle.positions.bases(unit)
    models_near = [
        gaps_to(bases, marker) <= COMBAT_RANGE + TOLERANCE
        for identity, marker in battle.setup.objectives.items()
        if contesting(battle, unit, marker) and not (own and battle.state.control.get(identity) != unit.owner)
    ]
    return bool(models_near) and all(any(models) for models in zip(*models_near))


def is_near(battle: Battle, unit: Unit, needs: Params) -> bool:
    """Return whether another friendly unit named by the parameter `near` is as near as the parameters require."""
    phrases = params.NEAR.of(needs)
    if not phrases:
        return True
    inches, wholly = params.NEAR_RANGE.of(needs), params.NEAR_WHOLLY.of(needs)
    is_within = battle.distances.wholly_within if wholly or params.NEAR_INSIDE.of(needs) else battle.distances.within
    others = (
        other
        for other in (battle.of(unit.owner) if phrases == (ANY,) else _named_units(battle, unit.owner))
        if other is not unit and (phrases == (ANY,) or fits(names(battle, other), phrases))
    )
    if params.NEAR_INSIDE.of(needs):  # here the others must be wholly within the range of this unit
        return any(is_within(other, unit, inches) for other in others)
    return any(is_within(unit, other, inches) for other in others)


def may_work(battle: Battle, unit: Unit, needs: Params) -> bool:
    """Return whether the user of an effect meets the effect's conditions on it."""
    return meets(battle, unit, params.IF.of(needs)) and is_near(battle, unit, needs) and _fights(battle, unit, needs)


def _fights(battle: Battle, unit: Unit, needs: Params) -> bool:
    """Return whether a unit is in combat with an enemy that meets the parameters, or the parameters require none."""
    phrases, conditions = params.FIGHTS.of(needs), params.FIGHTS_WHICH.of(needs)
    if not phrases and not conditions:
        return True
    return any(
        fits(names(battle, enemy), phrases) and meets(battle, enemy, conditions, unit)
        for enemy in battle.fought_by(unit)
    )


def is_for_itself(needs: Params) -> bool:
    """Return whether an effect affects only its user."""
    return params.TARGET.of(needs) == "self"


def is_for_each(needs: Params) -> bool:
    """Return whether an effect affects each unit that fits, without a choice of the player."""
    return params.TARGET.of(needs).startswith("each")


def concerns(battle: Battle, needs: Params, unit: Unit, target: Unit) -> bool:
    """Return whether a unit's effect could affect another unit, regardless of distance and sight."""
    if is_for_itself(needs):
        return False
    return target.owner in _owners(battle, needs, unit.owner) and battle.fights(target) and _is_named(
        battle, needs, target
    )  # fmt: skip


def _owners(battle: Battle, needs: Params, player: str) -> tuple[str, ...]:
    """Return the players whose units an effect may affect."""
    target = f"{params.TARGET.of(needs)} {params.SIDE.of(needs)}"
    if "enemy" in target:
        return (battle.other(player),)
    return (player,) if "friend" in target else battle.state.players


def _is_named(battle: Battle, needs: Params, target: Unit) -> bool:
    """Return whether a unit has the keywords that an effect's targets need."""
    phrases = params.KEYWORDS.of(needs)
    return not phrases or fits(names(battle, target), phrases)


def is_target(battle: Battle, needs: Params, unit: Unit, target: Unit, centre: Unit | None = None) -> bool:
    """Return whether a unit's effect may affect a unit, which may be the user itself.

    Distances and sight are measured from the user, or from another unit at the `centre`.
    """
    if is_for_itself(needs):
        return target is unit
    if params.OR_SELF.of(needs) and target is unit:
        return True
    if params.TARGET.of(needs) == "trigger":
        return target is answered(battle)
    if params.TARGET.of(needs) == "victim":
        return [*struck(battle)] == [target]
    if not concerns(battle, needs, unit, target):
        return False
    unit = centre or unit
    if "other" in params.TARGET.of(needs) and target is unit:
        return False
    reach = params.RANGE.of(needs)
    is_within = battle.distances.wholly_within if params.WHOLLY.of(needs) else battle.distances.within
    if reach and target is not unit and not is_within(target, unit, reach):
        return False
    if not meets(battle, target, params.WHICH.of(needs), unit):
        return False
    return not params.VISIBLE.of(needs) or battle.sees(unit, target)


def answered(battle: Battle) -> Unit | None:
    """Return the unit to whose ability a reaction reacts, or None between uses."""
    if not battle.under_way:
        return None
    latest = battle.under_way[-1]
    unit: Unit = (latest.trigger or latest).unit
    return unit


def struck(battle: Battle) -> list[Unit]:
    """Return the targets of the attacks to which a reaction reacts, each once."""
    latest = battle.under_way[-1] if battle.under_way else None
    if latest is None:
        return []
    targets: list[Unit] = (latest.trigger or latest).targets
    return list(dict.fromkeys(targets))


def answers(battle: Battle, needs: Params, unit: Unit, user: Unit) -> bool:
    """Return whether a unit may react to an ability used by `user`, by the reaction's parameters (A-REACT-1)."""
    if not fits(names(battle, user), params.BY.of(needs)) or not meets(battle, user, params.BY_WHICH.of(needs), unit):
        return False
    reach = params.BY_RANGE.of(needs)
    is_within = battle.distances.wholly_within if params.BY_WHOLLY.of(needs) else battle.distances.within
    if reach and user is not unit and not is_within(user, unit, reach):
        return False
    return not params.BY_VISIBLE.of(needs) or user is unit or battle.sees(unit, user)


def is_army_target(battle: Battle, needs: Params, player: str, target: Unit) -> bool:
    """Return whether a passive effect of a player's whole army, which no single unit has, affects a unit."""
    if is_for_itself(needs) or params.RANGE.of(needs) or params.VISIBLE.of(needs):
        return False
    return (
        target.owner in _owners(battle, needs, player)
        and battle.fights(target)
        and _is_named(battle, needs, target)
        and meets(battle, target, params.WHICH.of(needs))
    )


FAR: Final = COMBAT_RANGE + 1.0
"""A distance in inches beyond which no model contests an objective."""


def are_far(box: Bounds, other: Bounds) -> bool:
    """Return whether two boxes are too far apart for models in one to contest anything in the other."""
    (west, south, east, north), (left, low, right, high) = box, other
    return max(west - right, left - east, south - high, low - north) > FAR


def contests(battle: Battle, unit: Unit) -> bool:
    """Return whether a unit can contest objectives, which manifestations cannot (A-MAN-4)."""
    return battle.fights(unit) and "MANIFESTATION" not in battle.setup.keywords[unit.card]


def contesting(battle: Battle, unit: Unit, marker: Disc) -> int:
    """Return the number of models of a unit that contest an objective."""
    return len(contesters(battle, unit, marker))


def contesters(battle: Battle, unit: Unit, marker: Disc) -> Sequence[str]:
    """Return the models of a unit that contest an objective (A-OBJ-2, A-MAN-4, A-AMB-33)."""
    (x, y, radius), bases = marker[:3], battle.positions.bases(unit)
    if are_far(bases.box, (x - radius, y - radius, x + radius, y + radius)) or not contests(battle, unit):
        return ()
    if battle.keeps_from_contesting(unit):
        return ()
    return tuple(compress(bases.models, gaps_to(bases, marker) <= COMBAT_RANGE + TOLERANCE))
