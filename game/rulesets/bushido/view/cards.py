"""The profile card of a model as lines, with all current changes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from game.engine.rulebook.view import Line
from game.rulesets.bushido.rules import feats
from game.rulesets.bushido.rules.game import Game
from game.rulesets.bushido.rules.important import RULE, is_hidden, is_vim
from game.rulesets.bushido.rules.registry import STATES, TRAITS
from game.rulesets.bushido.rules.specials import REGISTRY as SPECIALS
from game.rulesets.bushido.rules.state import Model
from game.rulesets.bushido.warbands.feats import FEATS
from game.rulesets.bushido.warbands.profiles import FeatDocument, StatisticDocument, WeaponDocument
from game.rulesets.bushido.warbands.roster_text import statistic, weapon_line
from game.rulesets.bushido.warbands.terms import Term, term
from game.wording import N_, _, ngettext


def card_details(game: Game, model: Model) -> Iterator[Line]:
    """Yield the lines of a model's card."""
    card = game.card(model)
    yield track(game, model)
    yield Line(
        _("Ki {ki} of {most}, +{each} each turn", ki=model.ki, most=card.ki.max, each=card.ki.value), "B-START-2"
    )
    count = model.counters
    tone = "plain" if count else "warning"
    yield Line(ngettext("{n} activation counter", "{n} activation counters", count, n=count), "B-START-3", tone)
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
    lent = [effect.entry for effect in model.effects if not effect.weapon and effect.source != RULE]
    for text in (*card.traits, *lent):
        yield _trait(text)


def track(game: Game, model: Model) -> Line:
    """Return the line of the wound track (B-STAT-5)."""
    wounds, left = game.card(model).wounds, game.left(model)
    boxes = "×" * model.wounds + "·" * left
    tone = "plain" if left > wounds / 2 else "warning" if left > 1 else "bad"
    return Line(_("{left} of {wounds} wounds left  {boxes}", left=left, wounds=wounds, boxes=boxes), "B-STAT-5", tone)


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
    more = game.boosted(model, name) - (printed.value or 0)
    if printed.value is not None and more:
        yield _("boosts"), more


def _changed_value(text: str, printed: int | None, changes: Iterator[tuple[str, int]], rule: str) -> Iterator[Line]:
    """Yield a line with the current value of a statistic and the reasons, if it has changed."""
    amounts = list(changes)
    if amounts:
        now = max(0, (printed or 0) + sum(amount for _reason, amount in amounts))
        reasons = ", ".join(f"{reason} {amount:+d}" for reason, amount in amounts)
        yield Line(_(text, now=now, reasons=reasons), rule, "warning")


def _state(state: str, values: list[int]) -> Line:
    condition = STATES[state]
    count = f" ×{len(values)}" if len(values) > 1 else ""
    strength = f" ({', '.join(map(str, sorted(values, reverse=True)))})" if condition.valued else ""
    return Line(f"{_(state)}{count}{strength}: {_(condition.text)}", condition.rule, "warning")


def _trait(text: str) -> Line:
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
    shots = model.ammo.get(weapon.name)
    more = "" if shots is None else _(", {n} shots left", n=shots)
    yield Line(weapon_line(weapon) + more, "B-STAT-3", icon="engaged" if weapon.kind == "melee" else "")
    for text in weapon.specials:
        row = SPECIALS.get(term(text).name)
        if row is not None:
            yield Line(f"{text}: {filled(_(row.text), term(text))}", row.rule)
    for text in weapon.traits:
        if term(text).name in TRAITS:
            yield _trait(text)


def _feat(game: Game, model: Model, feat: FeatDocument) -> Line:
    refused = feats.why_not(game, model, feat) if model.in_play else ""
    if feat.name not in FEATS:
        refused = _("the effect of this feat is not supported")
    facts = {"name": feat.name, "ki": feats.cost(game, model, feat), "timing": _(feat.timing), "effect": _(feat.effect)}
    text = _("{name} ({ki} Ki, {timing}): {effect}", **facts)
    if refused:
        return Line(_("{feat} Not now: {reason}", feat=text, reason=refused), "B-KI-2", "warning")
    return Line(text, "B-KI-2", "good" if model.in_play else "plain")
