"""The odds of secret splits for display (B-MELEE-5)."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean
from typing import Final

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Grid, GridRow, Line, OddsView, percent
from game.rulesets.bushido.odds.exchange_odds import PairOdds, SplitTable, rerolls_of, split_table
from game.rulesets.bushido.rules.feats import has_any
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Bout, Fighter, Split
from game.rulesets.bushido.rules.melee.pools import has_reach, parts
from game.rulesets.bushido.rules.moving.sight import high_ground
from game.rulesets.bushido.view import shots
from game.wording import N_, _, numeral

TELLING: Final = 0.25
"""The difference in average wounds from which a row is coloured."""
STEPS: Final = (
    (N_("weapons"), "B-MELEE-2"),
    (N_("initiative"), "B-MELEE-3"),
    (N_("feats and boosts"), "B-MELEE-4"),
    (N_("secret split"), "B-MELEE-5"),
    (N_("all dice, rerolls"), "B-MELEE-7"),
    (N_("first attack"), "B-MELEE-10"),
    (N_("second attack"), "B-MELEE-13"),
    (N_("counters"), "B-MELEE-14"),
)
"""The steps of an exchange in their order."""
REASONS: Final = (N_("melee"), N_("assisting enemies"), N_("ran this turn"), N_("stood up"))
"""Names of parts of a pool, for translation."""
REROLLS: Final = N_("rerolls: each side rerolls a die as long as that improves the result of its colour on average")
"""The assumed policy for rerolls."""
NOW: Final = 3
"""The index of the step in which dice are split."""


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the odds of a split, compared with all splits of both sides, or of a shot, or None."""
    subject = _table_and_side(game, decision)
    if subject is None:
        return shots.odds(game, decision, answer)
    if not isinstance(answer, str):
        return None
    table, own = subject
    row = next((number for number, model in enumerate(table.own) if model.key == answer), None)
    if row is None:
        return None
    foe = table.bout.against(own.model)
    against = Grid(
        _heads(),
        tuple(_row(split, pair) for split, pair in zip(table.other, table.odds[row], strict=True)),
        _("{split}, against each split of {model}", split=_words(table.own[row]), model=foe.model.name),
    )
    overview = _overview(game, table, own, marked=row)
    return OddsView(overview.title, lines=overview.lines, grids=(*overview.grids, against))


def compared(game: Game, decision: Decision) -> OddsView | None:
    """Return the odds of all splits or shots for comparison, or None for other decisions."""
    subject = _table_and_side(game, decision)
    return shots.compared(game, decision) if subject is None else _overview(game, *subject)


def compared_splits(game: Game, bout: Bout, own: Fighter) -> OddsView:
    """Return the odds of all splits of a side, averaged over the other side's splits."""
    return _overview(game, split_table(game, bout, own), own)


def _table_and_side(game: Game, decision: Decision) -> tuple[SplitTable, Fighter] | None:
    bout = game.bout
    if bout is None or bout.first is None or decision.rule != "B-MELEE-5":
        return None
    own = bout.of(game.state.models[decision.about])
    return split_table(game, bout, own), own


def _overview(game: Game, table: SplitTable, own: Fighter, marked: int = -1) -> OddsView:
    foe = table.bout.against(own.model)
    rows = []
    for number, (split, pairs) in enumerate(zip(table.own, table.odds, strict=True)):
        mean = PairOdds(*(fmean(column) for column in zip(*pairs, strict=True)))
        rows.append(_row(split, mean, marked=number == marked))
    title = _("{model} against {other}", model=own.model.name, other=foe.model.name)
    grid = Grid(_heads(), tuple(rows), _("On average, if the opponent picks each split equally often"))
    return OddsView(title, lines=tuple(_facts(game, table.bout)), grids=(grid,))


def _heads() -> tuple[str, ...]:
    return _("split"), _("you hit"), _("wounds dealt"), _("you are hit"), _("wounds taken")


def _words(split: Split) -> str:
    return f"{split.attack}/{split.defence}" + (f" {_(split.special)}" if split.special else "")


def _row(split: Split, odds: PairOdds, *, marked: bool = False) -> GridRow:
    good = odds.dealt - odds.taken
    tone = "good" if good > TELLING else "bad" if good < -TELLING else "plain"
    amounts = numeral(odds.dealt, ".1f"), numeral(odds.taken, ".1f")
    cells = percent(odds.hit), amounts[0], percent(odds.suffer), amounts[1]
    return GridRow(_(split.special) if split.special else "", cells, tone, split.dice, marked)


def _facts(game: Game, bout: Bout) -> Iterator[Line]:
    """Yield lines about the current step, the initiative, and the parts of both pools."""
    steps = ", ".join(f"[{_(name)}]" if number == NOW else _(name) for number, (name, _rule) in enumerate(STEPS))
    yield Line(_("Steps: {steps}", steps=steps), STEPS[NOW][1], "quiet")
    first, second = bout.in_order
    why = _(" thanks to Reach") if has_reach(game, bout, first) and not has_reach(game, bout, second) else ""
    text = _("{first} attacks first{why}, then {second}", first=first.model.name, why=why, second=second.model.name)
    yield Line(text, "B-MELEE-3")
    for fighter in bout.in_order:
        made = [f"{_(reason)} {dice:+d}" if place else f"{_(reason)} {dice}" for place, (reason, dice) in
                enumerate(parts(game, bout, fighter))]  # fmt: skip
        facts = {"model": fighter.model.name, "dice": fighter.pool, "parts": ", ".join(made)}
        yield Line(_("{model}: {dice} dice ({parts})", **facts), "B-MELEE-4")
    yield from counted(game, bout)


def counted(game: Game, bout: Bout) -> Iterator[Line]:
    """Yield lines about the assumptions of the odds, and about facts left out (B-TEST-5, B-MELEE-11)."""
    yield Line(_("exact: every possible roll is counted, damage rolls too"), "B-MELEE-10", "quiet")
    if any(any(rerolls_of(game, bout, fighter)) for fighter in bout.in_order):
        yield Line(_(REROLLS), "B-TEST-5", "quiet")
    for fighter in bout.in_order:
        model = fighter.model
        if game.total(model, "rises"):
            text = _("{model} may Rise; wounds healed by that are not subtracted", model=model.name)
            yield Line(text, "B-TR-47", "quiet")
        if (ground := high_ground(game, model)) is not None and ground.size == "huge":
            text = _("{model} may fall: an enemy that can throw it off high ground does so", model=model.name)
            yield Line(text, "B-TERR-8", "quiet")
        if has_any(game, "damage", model.side, (model,)):
            yield Line(_("left out: feats of {model} after the roll", model=model.name), "B-MELEE-11", "quiet")
