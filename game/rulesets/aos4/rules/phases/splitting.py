"""The removal of models from split units at the end of a turn (A-COH-4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from game.engine.core.decisions import Option, Pick
from game.engine.core.flow import Flow
from game.refusal import Refusal
from game.rulesets.aos4.rules.attacks.damaging import SUGGESTED, from_the_enemy, slay
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.moving.unit_moves import coherency_of
from game.rulesets.aos4.rules.rulings import CROWD
from game.rulesets.aos4.rules.setup import TITLES
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.judge import is_coherent
from game.table.layout.links import Flags, are_linked, gaps_between, groups_of
from game.wording import _, ngettext, series

RULE = "A-COH-4"


def restore_coherency(game: Game) -> Flow:
    """Let the players remove models from split units, the active player first (A-COH-4).

    A player removes models in steps until the unit is coherent, or chooses a coherent part to keep.
    """
    for player in game.active_first():
        for unit in game.of(player):
            while parts := survivors(game, unit):
                answer = yield _removal_question(game, unit, parts)
                if isinstance(answer, str):
                    kept = parts[0 if answer == SUGGESTED else int(answer)]
                    answer = [model for model in unit.at if model not in kept]
                slay(game, unit, answer, RULE)


def _removal_question(game: Game, unit: Unit, parts: Sequence[tuple[str, ...]]) -> Pick:
    least = len(unit.at) - len(parts[0])
    prompt = ngettext(
        "{unit} are split: choose at least {n} model to remove",
        "{unit} are split: choose the first of {n} or more models to remove",
        least,
        n=least,
        unit=unit.name,
    )
    ways = [Option(str(number), _label(game, unit, models), RULE, models) for number, models in enumerate(parts)]
    ways[0] = Option(SUGGESTED, ways[0].label, RULE, parts[0], letter="shift+y")
    return Pick(
        player=unit.owner,
        prompt=prompt,
        rule=RULE,
        about=unit.id,
        candidates=tuple(unit.at),
        excluded=lambda piece: Refusal(_("only a model of {unit} can be chosen", unit=unit.name), RULE),
        shortcuts=ways,
    )


def _label(game: Game, unit: Unit, models: tuple[str, ...]) -> str:
    """Return a description of a part of a split unit by its size, position and titles."""
    xs, ys = zip(*(unit.at[model] for model in models))
    all_xs, all_ys = zip(*unit.at.values())
    east, north = sum(xs) / len(xs) - sum(all_xs) / len(all_xs), sum(ys) / len(ys) - sum(all_ys) / len(all_ys)
    if abs(east) > abs(north):
        where = _("to the east") if east > 0 else _("to the west")
    else:
        where = _("to the north") if north > 0 else _("to the south")
    label = ngettext("Keep {n} model {where}", "Keep {n} models {where}", len(models), n=len(models), where=where)
    facts = game.models(unit)
    titles = [_(TITLES[title]) for model in models for title in sorted(facts[model].titles)]
    return f"{label}: {series(titles)}" if titles else label


def survivors(game: Game, unit: Unit) -> list[tuple[str, ...]]:
    """Return the best coherent part of each group of a split unit, the best first, or nothing for a coherent unit.

    More models are better, then a champion, a musician, a standard bearer, then a spot near the enemy (A-DMG-6).
    """
    bases, facts = game.positions.bases(unit), game.models(unit)
    gaps = gaps_between(bases.centres, bases.radii)

    def holds(members: Sequence[int]) -> bool:
        return is_coherent(gaps[np.ix_(members, members)], coherency_of(game, unit, len(members)))

    if holds(range(len(bases.models))):
        return []
    far = from_the_enemy(game, unit)

    def worth(members: Sequence[int]) -> tuple[float, ...]:
        titles = [title for at in members for title in facts[bases.models[at]].titles]
        return (len(members), *map(titles.count, TITLES), -round(float(far[[*members]].sum()), 3))

    linked = are_linked(gaps, coherency_of(game, unit, len(bases.models)).most)
    group = groups_of(linked)
    groups = [[int(at) for at in np.flatnonzero(group == number)] for number in np.unique(group)]
    parts = [members if holds(members) else _best_part(members, linked, worth) for members in groups]
    return [tuple(bases.models[index] for index in part) for part in sorted(parts, key=worth, reverse=True)]


def _best_part(group: list[int], linked: Flags, worth: Callable[[Sequence[int]], tuple[float, ...]]) -> list[int]:
    """Return the best coherent part of a connected group in which some models have too few links (A-COH-2).

    Models with one link are removed until there are none. If fewer than `CROWD` models remain, the best small part of
    the group counts, in which one link is enough.
    """
    core, loose = group, group
    while loose:
        loose = [at for at in core if linked[at, core].sum() < 2]
        core = [at for at in core if at not in loose]
    if len(core) >= CROWD:
        return core
    found = {frozenset([at]) for at in group}
    for _size in range(2, CROWD):
        found = {part | {at} for part in found for at in _linked_models(part, linked)}
    return max(sorted(map(sorted, found)), key=worth)


def _linked_models(part: frozenset[int], linked: Flags) -> set[int]:
    """Return the models linked to a part but not in it."""
    return {int(at) for at in np.flatnonzero(linked[[*part]].any(axis=0))} - part
