"""Damage to a unit: wards, allocation, slain models, destroyed units (A-DMG).

Functions of plain numbers come first. At the end: models removed from split units at the end of a turn (A-COH-4).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, combinations, islice
from typing import Final, NamedTuple

import numpy as np

from game.engine.core.decisions import Choose, Option, Pick
from game.engine.core.dice import Dice, RollCounter
from game.engine.core.flow import Asking, Flow
from game.engine.core.pools import Pool, roll_pool
from game.refusal import Refusal
from game.rulesets.aos4.documents.params import PASSES
from game.rulesets.aos4.documents.phrases import fits
from game.rulesets.aos4.rules import events, mixed
from game.rulesets.aos4.rules.attacks.batch import SIDES
from game.rulesets.aos4.rules.conditions import ABILITY, contests_any, names, note_damage
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import coherency_of
from game.rulesets.aos4.rules.positions import gaps_within
from game.rulesets.aos4.rules.rulings import COMBAT_RANGE, CROWD
from game.rulesets.aos4.rules.setup import TITLES
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.judge import Flags, are_linked, groups_of, is_coherent
from game.table.terrain.area import Floats
from game.wording import _, ngettext, series


@dataclass(frozen=True, slots=True)
class Body:
    """The numbers of a unit that matter for damage. `health` is that of one model; `ward` is None without a ward.

    `differing` has the Health of each model if they differ, in the order in which damage slays them. `spared` is the
    number of next damage points that are ignored instead of being allocated.
    """

    health: int
    models: int
    damage: int = 0
    ward: int | None = None
    differing: tuple[int, ...] = ()
    spared: int = 0

    @property
    def healths(self) -> tuple[int, ...]:
        """The Health of each model, in the order in which damage slays them."""
        return self.differing or (self.health,) * self.models

    @property
    def left(self) -> int:
        """The number of damage points that would destroy the unit."""
        return (sum(self.differing) or self.health * self.models) - self.damage


@dataclass(frozen=True, slots=True)
class Losses:
    """The result of damage points. `damage` is the unit's new damage count, and `lost` points have no effect."""

    slain: int
    damage: int
    lost: int = 0


class Rally(NamedTuple):
    """A way to spend rally points: returned models, healed damage and lost points."""

    returned: int
    healed: int
    lost: int


def best_ward(wards: Iterable[int]) -> int | None:
    """Return the best ward, or None without a ward. Wards of 0 do not count (A-DMG-4)."""
    return min((ward for ward in wards if ward), default=None)


def warded(face: int, ward: int) -> bool:
    """Return whether a ward roll removes its damage point (A-DMG-3, A-KEY-2)."""
    return face >= ward


def suffer(
    dice: Dice, counter: RollCounter, body: Body, points: int, key: str, *, unwarded: int = 0
) -> tuple[Pool, int, Losses]:
    """Make a ward roll for each damage point, then allocate the remaining points (A-DMG-2, A-DMG-3, A-DMG-5).

    Return the ward rolls, the number of points that they removed, and the losses. `unwarded` points come without a ward
    roll (A-DMG-4, A-DMG-9). The key of the roll is `<key>/ward`.
    """
    wards = roll_pool(dice, counter, SIDES, 0 if body.ward is None else points, f"{key}/ward")
    removed = sum(warded(face, body.ward or 0) for face in wards.faces)
    return wards, removed, allocate(body, points - removed + unwarded)


def allocate(body: Body, points: int) -> Losses:
    """Return the result of damage points that no ward removed (A-DMG-5, A-DMG-10)."""
    points -= min(points, body.spared)
    suffered = min(points, body.left)
    slain, damage = 0, body.damage + suffered
    for health in body.healths:
        if damage < health:
            break
        slain, damage = slain + 1, damage - health
    return Losses(slain, damage, points - suffered)


def rallies(points: int, damage: int, slain: Sequence[int]) -> tuple[Rally, ...]:
    """Return the useful ways to spend rally points, those with the most returned models first (A-AB-13, A-AMB-30).

    One point heals one damage. Points equal to a model's Health return a slain model (A-DMG-8); `slain` has the Health
    of each slain model, the first to return first.
    """
    ways: list[Rally] = []
    costs = [cost for cost in accumulate(slain, initial=0) if cost <= points]
    for returned, cost in reversed([*enumerate(costs)]):
        remaining = points - cost
        healed = min(damage, remaining)
        if healed > (ways[-1].healed if ways else -1):
            ways.append(Rally(returned, healed, remaining - healed))
    return tuple(way for way in ways if way.returned or way.healed)


SUGGESTED = "suggested"
MOST_TRIED: Final = 1000
"""The largest number of groups of casualties to try in the search for one that leaves the unit coherent."""
MOST_WEIGHED: Final = 100
"""The largest number of groups to compare if every group splits the unit."""


def body_of(game: Game, unit: Unit) -> Body:
    """Return a unit's numbers for damage. A manifestation counts as one model (A-DMG-3, A-DMG-4, A-MAN-7)."""
    models = 1 if is_one_body(game, unit) else len(unit.at)
    differing = tuple(mixed.healths(game, unit)) if unit.card in game.setup.mixed and models > 1 else ()
    spared = max(0, game.bonus(unit, "spared") - game.state.uses.count("phase", f"{unit.id} spared"))
    return Body(mixed.lowest_health(game, unit), models, unit.damage, ward_of(game, unit), differing, spared)


def ward_of(game: Game, unit: Unit) -> int | None:
    """Return the roll that saves a unit with its ward, at least 2, or None without a ward (A-DMG-3, A-DMG-4)."""
    ward = best_ward(game.numbers(unit, "WARD"))
    if ward is None or game.bonus(unit, "no ward"):
        return None
    needed = max(2, ward - game.bonus(unit, "ward"))
    return needed if needed <= SIDES else None


def is_one_body(game: Game, unit: Unit) -> bool:
    """Return whether all models of a unit are removed together (A-MAN-7)."""
    return "MANIFESTATION" in game.setup.keywords[unit.card]


def inflict(
    game: Game,
    unit: Unit,
    points: int,
    purpose: str,
    *,
    mortal: bool = False,
    unwarded: int = 0,
    by: Unit | None = None,
    kind: str = "",
) -> Flow:
    """Inflict damage points on a unit. Its player chooses the slain models (A-DMG-3, A-DMG-5, A-DMG-6).

    `by` is the unit whose attacks of a `kind`, or whose ability, inflict the points.
    """
    if points + unwarded <= 0 or not unit.at or unit.id in game.dying:
        return
    body = body_of(game, unit)
    key = game.key(unit, purpose)
    wards, removed, losses = suffer(game.dice, game.state.rolls, body, points, key, unwarded=unwarded)
    spared = min(body.spared, points + unwarded - removed)
    for _point in range(spared):
        game.state.uses.note(f"{unit.id} spared", "phase")
    if body.ward is not None and wards.faces:
        game.emit(events.Warded(unit=unit.id, needed=body.ward, pool=wards, warded=removed, rule="A-DMG-3"))
    unit.damage = losses.damage
    takers = _takers(game, unit) if removed else []  # before any model is removed
    game.emit(
        events.Damaged(
            unit=unit.id,
            points=points + unwarded - removed - spared - losses.lost,
            count=losses.damage,
            slain=losses.slain,
            mortal=mortal,
            rule="A-DMG-2" if mortal else "A-DMG-5",
        )
    )
    if losses.slain:
        number = len(unit.at) if is_one_body(game, unit) else losses.slain
        certain, others = mixed.first_to_fall(game, unit, number)
        # The damage count must fit the remaining models when the player is asked.
        if certain and number - len(certain) < len(others):
            slay(game, unit, certain)
            number, certain = number - len(certain), []
        chosen = yield from casualties(game, unit, number - len(certain), others)
        yield from fell(game, unit, [*certain, *chosen])
    if game.setup.watches and points + unwarded - removed - spared > losses.lost:
        note_damage(game, unit, by, kind, losses.slain)
    if takers:
        yield from _pass_on(game, unit, takers, removed, purpose)


AS_IT_DIES: Final[list[Callable[[Game, Unit], Flow]]] = []
"""The functions to call when a unit is destroyed, before it is removed."""


def _takers(game: Game, unit: Unit) -> list[Unit]:
    """Return the units in combat range to one of which an effect passes points removed by wards (A-DMG-9)."""
    phrases = [PASSES.of(influence.scope) for influence in game.influences(unit, "passes")]
    friends = game.of(unit.owner) if phrases else []
    near = [other for other in friends if other is not unit and game.positions.within(other, unit, COMBAT_RANGE)]
    return [other for other in near if any(fits(names(game, other), kinds) for kinds in phrases)]


def _pass_on(game: Game, unit: Unit, others: Sequence[Unit], points: int, purpose: str) -> Flow:
    """Allocate damage points removed by wards to one of the `others` (A-DMG-9)."""
    options = [Option(other.id, other.name, "A-DMG-9", tuple(other.at), hand="piece") for other in others]
    prompt = _("Which unit takes the damage points of {unit}?", unit=unit.name)
    key = others[0].id
    if len(others) > 1:
        key = yield Choose(player=unit.owner, prompt=prompt, rule="A-DMG-9", about=unit.id, options=options)
    yield from inflict(game, game.state.units[key], 0, f"{purpose} passed on", unwarded=points)


def mortal_damage(game: Game, unit: Unit, points: int, purpose: str, by: Unit | None = None) -> Flow:
    """Inflict mortal damage on a unit, with `by` the unit whose ability inflicts it (A-DMG-2)."""
    yield from inflict(game, unit, points, purpose, mortal=True, by=by, kind=ABILITY)


def casualties(game: Game, unit: Unit, number: int, among: Sequence[str]) -> Asking[list[str]]:
    """Return slain models out of `among`, which the unit's player chooses if there is a choice (A-DMG-5, A-AMB-29)."""
    if not number:
        return []
    number = len(among) if is_one_body(game, unit) else number
    if number >= len(among):
        return [*among]
    prompt = ngettext(
        "{n} model of {unit} is slain: choose which",
        "{n} models of {unit} are slain: choose which",
        number,
        unit=unit.name,
    )
    label = ngettext("The one farthest from the enemy", "Those farthest from the enemy", number)
    suggestion = Option(SUGGESTED, label, "A-DMG-6", letter="shift+y")
    harm = cache(lambda models: _said_of_split(game, unit, models))
    answer = yield Pick(
        player=unit.owner,
        prompt=prompt,
        rule="A-DMG-5",
        about=unit.id,
        candidates=tuple(among),
        minimum=number,
        maximum=number,
        excluded=lambda piece: _why_no_casualty(unit, piece),
        notes=(lambda piece: harm((piece,))) if number == 1 else None,
        harm=harm,
        sparing=lambda ordered: sparing(game, unit, number, ordered),
        shortcuts=(suggestion,),
        usual=lambda: SUGGESTED if _are_equal(game, unit, number, among) else None,
    )
    return suggested_casualties(game, unit, number, among) if answer == SUGGESTED else [*answer]


def _are_equal(game: Game, unit: Unit, number: int, among: Sequence[str]) -> bool:
    """Return whether it makes no difference which models out of `among` are slain.

    The unit fights no enemy and contests nothing. Enough models without a title have equal weapons and characteristics.
    """
    if game.in_combat(unit) or contests_any(game, unit, ""):
        return False
    models = game.models(unit)
    untitled = [models[model] for model in among if not models[model].titles]
    kinds = {(*(weapon.name for weapon in model.weapons), model.base, model.printed) for model in untitled}
    return len(untitled) >= number and len(kinds) == 1


def _why_no_casualty(unit: Unit, piece: str) -> Refusal:
    if piece in unit.at:
        return Refusal(_("models of {unit} with less Health are slain first", unit=unit.name), "A-DMG-5")
    return Refusal(_("only a model of {unit} can be chosen", unit=unit.name), "A-DMG-5")


def suggested_casualties(game: Game, unit: Unit, number: int, among: Sequence[str] = ()) -> list[str]:
    """Return suggested casualties out of `among`, or of all models.

    Models far from the enemy and without a title come first.
    """
    bases, models = game.positions.bases(unit), game.models(unit)
    distances = dict(zip(bases.models, from_the_enemy(game, unit), strict=True))
    order = sorted(bases.models, key=lambda model: (bool(models[model].titles), -distances[model]))
    return sparing(game, unit, number, [model for model in order if not among or model in among])


def split_by(game: Game, unit: Unit, casualties: Collection[str]) -> int:
    """Return the number of further models that the unit would lose at the end of the turn (A-COH-4)."""
    parts = survivors(game, unit, without=casualties)
    return len(unit.at) - len(casualties) - len(parts[0]) if parts else 0


def _said_of_split(game: Game, unit: Unit, casualties: Collection[str]) -> str:
    """Return a warning about the further models that casualties would cost by splitting the unit, or ""."""
    further_losses = split_by(game, unit, casualties) if casualties else 0
    return (
        ngettext(
            "this splits the unit: {n} more will be lost", "this splits the unit: {n} more will be lost", further_losses
        )
        if further_losses
        else ""
    )


def sparing(game: Game, unit: Unit, number: int, order: Sequence[str]) -> list[str]:
    """Return casualties early in an `order` of models that split the unit as little as possible."""
    indices = {model: index for index, model in enumerate(game.positions.bases(unit).models)}
    remaining, casualties = [*indices], list[str]()
    while len(casualties) < number:
        possible = [model for model in order if model in remaining]
        harmless = (
            model
            for model in possible
            if _is_coherent(game, unit, [indices[other] for other in remaining if other != model])
        )
        best = next(harmless, possible[0])
        remaining.remove(best)
        casualties.append(best)
    if _is_coherent(game, unit, [indices[model] for model in remaining]):
        return casualties
    groups = [*_groups_of_casualties(game, unit, [indices[model] for model in order], number)]
    coherent_groups = (
        group
        for group in groups
        if _is_coherent(game, unit, [index for index in indices.values() if index not in group])
    )
    models = [*indices]
    if (coherent := next(coherent_groups, None)) is not None:
        return [models[index] for index in coherent]
    options = [
        casualties,
        *([models[index] for index in group] for group in [*groups[:MOST_WEIGHED], *groups[-len(indices) :]]),
    ]
    return min(options, key=lambda models_slain: split_by(game, unit, models_slain))


def _groups_of_casualties(game: Game, unit: Unit, order: Sequence[int], number: int) -> Iterator[list[int]]:
    """Yield groups of casualties: first the earliest models in the order, then groups that spare a close group.

    The second kind keeps models alive that are close together, so that the unit stays coherent.
    """
    yield from map(list, islice(combinations(order, number), MOST_TRIED))
    bases, distances = game.positions.bases(unit), from_the_enemy(game, unit)
    gaps = gaps_within(bases)
    spared = [index for index in range(len(gaps)) if index not in order]
    for start in reversed(order):
        survivors = _close_group(gaps, distances, [*spared, start], len(gaps) - number)
        yield [index for index in order if index not in survivors]


def _close_group(gaps: Floats, far: Floats, start: Sequence[int], size: int) -> list[int]:
    """Return the indices of a group of close models, grown from those at the `start` by the closest model each time."""
    group = [*start]
    while len(group) < size:
        others = [index for index in range(len(gaps)) if index not in group]
        group.append(min(others, key=lambda index: (round(float(gaps[index, group].min()), 3), float(far[index]))))
    return group


def from_the_enemy(game: Game, unit: Unit) -> Floats:
    """Return the distance of each model to the nearest enemy, in inches between centres, or 0 without enemies."""
    centres = game.positions.bases(unit).centres
    enemies = [game.positions.bases(enemy).centres for enemy in game.enemies(unit)]
    enemy_centres = np.concatenate(enemies) if enemies else np.zeros((0, 2))
    if not len(enemy_centres):
        return np.zeros(len(centres))
    nearest: Floats = np.hypot(*(centres[:, None, :] - enemy_centres[None, :, :]).transpose(2, 0, 1)).min(axis=1)
    return nearest


def _is_coherent(game: Game, unit: Unit, indices: Sequence[int]) -> bool:
    """Return whether a unit is coherent with only the models of these indices (A-COH)."""
    bases = game.positions.bases(unit)
    gaps = gaps_within(bases)[np.ix_([*indices], [*indices])]
    return is_coherent(gaps, coherency_of(game, unit, len(indices)))


def fell(game: Game, unit: Unit, models: Sequence[str], rule: str = "A-DMG-5") -> Flow:
    """Remove slain models. Before a unit's last ones, resolve the effects of its destruction."""
    if models and len(models) == len(unit.at) and unit.id not in game.dying:
        game.dying.append(unit.id)
        for resolve in AS_IT_DIES:
            yield from resolve(game, unit)
        game.dying.remove(unit.id)
    slay(game, unit, models, rule)


def slay(game: Game, unit: Unit, models: Sequence[str], rule: str = "A-DMG-5") -> None:
    """Remove slain models from the table. A unit without models is destroyed (A-DMG-10)."""
    if not models:
        return
    spots = {model: unit.at[model] for model in models}
    unit.at = {model: spot for model, spot in unit.at.items() if model not in spots}
    unit.slain = [*unit.slain, *models]
    unit.facings = {model: facing for model, facing in unit.facings.items() if model in unit.at}
    game.emit(events.Slain(unit=unit.id, models=spots, rule=rule))
    if not unit.at:
        destroy(game, unit)


def destroy(game: Game, unit: Unit, rule: str = "A-DMG-10") -> None:
    """Remove a unit from play, with the manifestations it summoned, which may return (A-MAN-2, A-MAN-8)."""
    game.emit(events.Destroyed(unit=unit.id, name=unit.name, rule=rule))
    unit.facings = {}
    if "MANIFESTATION" in game.setup.keywords[unit.card]:
        unit.place, unit.at, unit.slain, unit.damage, unit.effects, unit.summoner = "reserve", {}, [], 0, [], ""
        return
    unit.place, unit.at = "destroyed", {}
    for other in game.state.units.values():
        if other.summoner == unit.id and other.on_table:
            destroy(game, other, "A-MAN-2")


RULE = "A-COH-4"


def restore_coherency(game: Game) -> Flow:
    """Let the players remove models from split units, the active player first (A-COH-4).

    A player removes models step by step until the unit is coherent, or chooses a coherent part to keep.
    """
    for player in game.active_first():
        for unit in game.of(player):
            while parts := survivors(game, unit):
                answer = yield _removal_question(game, unit, parts)
                if isinstance(answer, str):
                    remaining = parts[0 if answer == SUGGESTED else int(answer)]
                    answer = [model for model in unit.at if model not in remaining]
                yield from fell(game, unit, answer, RULE)


def _removal_question(game: Game, unit: Unit, parts: Sequence[tuple[str, ...]]) -> Pick:
    """Return the question which models of a split unit to remove, or which part to keep."""
    least = len(unit.at) - len(parts[0])
    prompt = ngettext(
        "{unit} are split: choose at least {n} model to remove",
        "{unit} are split: choose the first of {n} or more models to remove",
        least,
        n=least,
        unit=unit.name,
    )
    options = [Option(str(number), _label(game, unit, models), RULE, models) for number, models in enumerate(parts)]
    options[0] = Option(SUGGESTED, options[0].label, RULE, parts[0], letter="shift+y")
    return Pick(
        player=unit.owner,
        prompt=prompt,
        rule=RULE,
        about=unit.id,
        candidates=tuple(unit.at),
        excluded=lambda piece: Refusal(_("only a model of {unit} can be chosen", unit=unit.name), RULE),
        shortcuts=options,
    )


def _label(game: Game, unit: Unit, models: tuple[str, ...]) -> str:
    """Return a description of a part of a split unit by its size, position and titles."""
    xs, ys = zip(*(unit.at[model] for model in models))
    all_xs, all_ys = zip(*unit.at.values())
    east, north = sum(xs) / len(xs) - sum(all_xs) / len(all_xs), sum(ys) / len(ys) - sum(all_ys) / len(all_ys)
    if abs(east) > abs(north):
        direction = _("to the east") if east > 0 else _("to the west")
    else:
        direction = _("to the north") if north > 0 else _("to the south")
    label = ngettext("Keep {n} model {where}", "Keep {n} models {where}", len(models), n=len(models), where=direction)
    models_by_id = game.models(unit)
    titles = [_(TITLES[title]) for model in models for title in sorted(models_by_id[model].titles)]
    return f"{label}: {series(titles)}" if titles else label


def survivors(game: Game, unit: Unit, without: Collection[str] = ()) -> list[tuple[str, ...]]:
    """Return the best coherent part of each group of a split unit, the best first; nothing for a coherent unit.

    More models are better, then a champion, a musician, a standard bearer, then a spot near the enemy (A-DMG-6). Models
    of `without` count as slain.
    """
    bases, models = game.positions.bases(unit), game.models(unit)
    gaps = gaps_within(bases)
    present = [index for index, model in enumerate(bases.models) if model not in without]

    def holds(members: Sequence[int]) -> bool:
        return is_coherent(gaps[np.ix_(members, members)], coherency_of(game, unit, len(members)))

    if holds(present):
        return []
    distances = from_the_enemy(game, unit)

    def worth(members: Sequence[int]) -> tuple[float, ...]:
        titles = [title for member in members for title in models[bases.models[member]].titles]
        return (len(members), *map(titles.count, TITLES), -round(float(distances[[*members]].sum()), 3))

    links = are_linked(gaps, coherency_of(game, unit, len(present)).most)
    group = groups_of(links[np.ix_(present, present)])
    groups = [[present[member] for member in np.flatnonzero(group == number)] for number in np.unique(group)]
    parts = [members if holds(members) else _best_part(members, links, worth) for members in groups]
    return [tuple(bases.models[index] for index in part) for part in sorted(parts, key=worth, reverse=True)]


def _best_part(group: list[int], linked: Flags, worth: Callable[[Sequence[int]], tuple[float, ...]]) -> list[int]:
    """Return the best coherent part of a connected group in which some models have too few links (A-COH-2).

    Models with one link are removed until there are none. If fewer than `CROWD` models remain, the best small part of
    the group counts, in which one link is enough.
    """
    core, loose = group, group
    while loose:
        loose = [index for index in core if linked[index, core].sum() < 2]
        core = [index for index in core if index not in loose]
    if len(core) >= CROWD:
        return core
    parts = {frozenset([index]) for index in group}
    for _size in range(2, CROWD):
        parts = {part | {index} for part in parts for index in _linked_models(part, linked) & {*group}}
    return max(sorted(map(sorted, parts)), key=worth)


def _linked_models(part: frozenset[int], linked: Flags) -> set[int]:
    """Return the models that are linked to a part but not in it."""
    return {int(at) for at in np.flatnonzero(linked[[*part]].any(axis=0))} - part
