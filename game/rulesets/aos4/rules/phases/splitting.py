"""Units that losses have split: at the end of a turn models are removed until they are coherent (A-COH-4)."""

from __future__ import annotations

import numpy as np

from game.engine.core.decisions import Choose, Option
from game.engine.core.flow import Flow
from game.rulesets.aos4.rules.attacks.damaging import slay
from game.rulesets.aos4.rules.game import Game
from game.rulesets.aos4.rules.keywords import TITLES
from game.rulesets.aos4.rules.moving.unit_moves import coherency_of
from game.rulesets.aos4.rules.state import Unit
from game.table.layout.judge import is_coherent
from game.table.layout.links import are_linked, gaps_between, groups_of, links_wanted
from game.wording import _, ngettext, series


def restore_coherency(game: Game) -> Flow:
    """Let the commanders of units that are split remove models, the active player first (A-COH-4)."""
    for player in game.active_first():
        for unit in game.of(player):
            left = survivors(game, unit)
            if not left:
                continue
            kept = left[0] if len(left) == 1 else left[int((yield _asked(game, unit, left)))]
            slay(game, unit, [model for model in unit.at if model not in kept])


def _asked(game: Game, unit: Unit, left: list[tuple[str, ...]]) -> Choose:
    options = [Option(str(number), _label(game, unit, models), "A-COH-4", models) for number, models in enumerate(left)]
    prompt = ngettext("{unit} is split: which models stay?", "{unit} are split: which models stay?", unit.size,
                      unit=unit.name)  # fmt: skip
    return Choose(player=unit.owner, prompt=prompt, rule="A-COH-4", about=unit.id, options=options)


def _label(game: Game, unit: Unit, models: tuple[str, ...]) -> str:
    """Return what tells a part of a split unit from the others: its size, where it stands and who is in it."""
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
    """Return which models of a split unit may stay, group by group; none if it is coherent."""
    bases = game.positions.bases(unit)
    gaps = gaps_between(bases.centres, bases.radii)
    if len(bases.models) < 2 or is_coherent(gaps, coherency_of(game, unit, len(bases.models))):
        return []
    group = groups_of(are_linked(gaps, coherency_of(game, unit, 2).inches))
    found = []
    for number in np.unique(group):
        members = [int(at) for at in np.flatnonzero(group == number)]
        while members and not is_coherent(gaps[np.ix_(members, members)], coherency_of(game, unit, len(members))):
            part = gaps[np.ix_(members, members)]
            rule = coherency_of(game, unit, len(members))
            links = are_linked(part, rule.inches).sum(axis=0)
            if links.min() >= links_wanted(rule.links, len(members)):
                split = groups_of(are_linked(part, rule.inches))
                members = [member for member, which in zip(members, split) if which == 0]
            else:
                members.pop(int(links.argmin()))
        if members:
            found.append(tuple(bases.models[at] for at in members))
    return found
