"""The odds of a secret split: a small table, one row for every split of the other side (B-MELEE-5)."""

from __future__ import annotations

from game.engine.core.decisions import Answer, Decision
from game.engine.rulebook.view import Line, OddsView, percent
from game.rulesets.bushido.odds.exchange_odds import ExchangeOdds, PairOdds
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.melee.bout import Split
from game.rulesets.bushido.rules.melee.pools import splits
from game.wording import _, numeral


def odds(game: Game, decision: Decision, answer: Answer) -> OddsView | None:
    """Return the odds of a split under consideration against every split of the opponent; None for anything else."""
    bout = game.bout
    if bout is None or decision.rule != "B-MELEE-5" or not isinstance(answer, str):
        return None
    own = bout.of(game.state.models[decision.about])
    foe = bout.against(own.model)
    split = next((each for each in splits(game, bout, own) if each.key == answer), None)
    if split is None:
        return None
    table = ExchangeOdds(game, bout)
    rows = [(other, table.pair(own, split, other)) for other in splits(game, bout, foe)]
    title = _("{split}: you hit, wounds dealt; you are hit, wounds taken", split=split.key)
    note = Line(_("exact, without rerolls; against each split of {model}:", model=foe.model.name), "B-MELEE-10")
    return OddsView(title, lines=(note, *(_row(other, found) for other, found in rows)))


def _row(other: Split, found: PairOdds) -> Line:
    good = found.dealt - found.taken
    tone = "good" if good > 0.25 else "bad" if good < -0.25 else "plain"
    text = _(
        "{split}: {hit}, {dealt}; {suffer}, {taken}",
        split=other.key,
        hit=percent(found.hit),
        dealt=numeral(found.dealt, ".1f"),
        suffer=percent(found.suffer),
        taken=numeral(found.taken, ".1f"),
    )
    return Line(text, tone=tone)
