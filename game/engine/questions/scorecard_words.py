"""A scorecard in words and as data, for all screens, terminals and reports."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from game.engine.questions.scorecard import Scorecard, Side
from game.engine.rulebook.view import Line
from game.lengths import size
from game.table.maps.fairness import LEAST_FAIR, Measure
from game.wording import _, ngettext, numeral, percent, series


def summary(card: Scorecard) -> str:
    """Return one sentence with the numbers of enemies that each side can hit in turn one."""
    stronger, weaker = sorted(card.sides, key=lambda side: -len(side.targets))
    if not stronger.units and not weaker.units:
        return _("Both sides start off the table, so nothing can be hit at once.")
    if not stronger.targets:
        return _("Neither side can hit anything in turn one.")
    facts = {
        "one": stronger.name,
        "other": weaker.name,
        "n": len(stronger.targets),
        "all": len(weaker.units),
        "things": _things(card),
    }
    if not weaker.targets:
        return _("{one} can hit {n} of {other}'s {all} {things} in turn one; {other} can hit none back.", **facts)
    facts |= {"m": len(weaker.targets), "own": len(stronger.units)}
    return _(
        "{one} can hit {n} of {other}'s {all} {things} in turn one; {other} can hit {m} of {one}'s {own}.", **facts
    )


def side_summary(side: Side, other: Side) -> str:
    """Return the number of enemies that a side can hit in turn one, in a few words."""
    if not side.targets:
        return _("{name} can hit nothing in turn one", name=side.name)
    facts = {"name": side.name, "other": other.name, "n": len(side.targets), "all": len(other.units)}
    return _("{name} can hit {n} of {other}'s {all} in turn one", **facts)


def _things(card: Scorecard) -> str:
    return _("units") if card.of_units else _("models")


def fairness_text(card: Scorecard) -> str:
    """Return the fairness of a scorecard in words, with the main reason."""
    worst, (first, second) = card.worst, card.sides
    if card.fairness.percent == 100:
        return _("Fairness 100%: both sides are equal on every measure.")
    facts = {"percent": card.fairness.percent, "title": worst.title, "one": first.name, "other": second.name}
    first_value, second_value = _values_in_words(worst)
    return _(
        "Fairness {percent}%. The sides differ most in {title}: {a} for {one}, {b} for {other}.",
        **facts,
        a=first_value,
        b=second_value,
    )


def _values_in_words(measure: Measure) -> tuple[str, str]:
    """Return both values of a measure with their unit, with decimals only where they matter."""

    def in_words(value: float) -> str:
        if math.isinf(value):
            return _("no path")
        return size(value) if measure.unit == "in" else f"{numeral(value, '.4g')}%"

    return in_words(measure.first), in_words(measure.second)


def fairness_line(card: Scorecard) -> Line:
    """Return the fairness of a scorecard as a line."""
    return Line(fairness_text(card), tone="good" if card.fairness.percent >= LEAST_FAIR else "warning")


def lines(card: Scorecard) -> Iterator[Line]:
    """Yield the scorecard as lines: its fairness, the enemies in range, the ground, then each side."""
    yield fairness_line(card)
    yield Line(summary(card))
    yield from ground_lines(card)
    for side, enemy in (card.sides, card.sides[::-1]):
        yield from side_lines(card, side, enemy)


def ground_lines(card: Scorecard) -> Iterator[Line]:
    """Yield the measures of both sides: cover, obstacles, paths and hidden ground."""
    first, second = card.sides
    for measure in card.fairness.measures:
        facts = {"title": measure.title, "one": first.name, "other": second.name}
        first_value, second_value = _values_in_words(measure)
        text = _("{title}: {a} for {one}, {b} for {other}", **facts, a=first_value, b=second_value)
        if first_value == second_value:
            text = _("{title}: {a} for both", title=measure.title, a=first_value)
        yield Line(text[:1].upper() + text[1:], tone="warning" if 100 * measure.alike < LEAST_FAIR else "plain")


def side_lines(card: Scorecard, side: Side, other: Side) -> Iterator[Line]:
    """Yield lines about one side: the enemies and goals within its reach in turn one, and the ground hidden from it."""
    yield from hit_lines(side)
    if side.off:
        text = ngettext(
            "{name}: {n} unit starts off the table", "{name}: {n} units start off the table", len(side.off),
            name=side.name, n=len(side.off),
        )  # fmt: skip
        yield Line(f"{text} ({series(list(side.off))})", tone="quiet")
    if card.goals:
        facts = {"name": side.name, "n": len(side.taken), "all": len(card.goals)}
        text = _("{name} can reach {n} of {all} goals in turn one", **facts)
        reached = "; ".join(f"{goal.name}: {series(list(goal.by))}" for goal in side.taken)
        yield Line(f"{text} ({reached})" if reached else text)
    if side.hidden is None:
        return
    share = percent(side.hidden.area / card.area)
    if side.hidden.is_empty:
        yield Line(_("Nothing is hidden from {name}'s ground", name=side.name))
        return
    inside = side.hidden.intersection(other.home).area / other.home.area if other.home.area else 0.0
    facts = {"share": share, "name": side.name, "other": other.name, "inside": percent(inside)}
    yield Line(_("Hidden from {name}'s ground: {share} of the table, {inside} of {other}'s ground", **facts))


def legend(side: Side) -> dict[str, str]:
    """Return the meanings of a side's marks on a drawn table: its grounds `home` and `hidden`, its arrows."""
    likely = {hit.likely for hit in side.hits}
    texts = {
        "hidden": _("hidden from {name}'s ground", name=side.name),
        "home": _("where {name} begins", name=side.name),
        "sure": _("can hit in turn one"),
        "lucky": _("can hit in turn one, with luck"),
    }
    hides = side.hidden is not None and not side.hidden.is_empty
    appears = {"hidden": hides, "home": not side.home.is_empty, "sure": True in likely, "lucky": False in likely}
    return {name: text for name, text in texts.items() if appears[name]}


def hit_lines(side: Side) -> Iterator[Line]:
    """Yield a line for each enemy that a side can hit: the attackers, with their chances if dice decide."""
    for target, name in (*side.targets.items(), *side.long_shots.items()):
        hits = sorted((hit for hit in side.hits if hit.target == target), key=lambda hit: -hit.strike.chance)
        attackers = series([hit.name if hit.strike.chance >= 1.0 else f"{hit.name} {percent(hit.strike.chance)}"
                     for hit in hits])  # fmt: skip
        text = _("{side} can hit {name}: {by}", side=side.name, name=name, by=attackers)
        if target in side.long_shots:
            text = _("{side} can hit {name} with luck: {by}", side=side.name, name=name, by=attackers)
        yield Line(text, hits[0].strike.rule, "plain" if target in side.targets else "quiet")


def plain(card: Scorecard) -> dict[str, Any]:
    """Return a scorecard as JSON-ready data."""
    return {
        "fairness": card.fairness.percent,
        "measures": [_plain_measure(measure) for measure in card.fairness.measures],
        "summary": summary(card),
        "sides": [_plain_side(card, side, enemy) for side, enemy in (card.sides, card.sides[::-1])],
    }


def _plain_measure(measure: Measure) -> dict[str, Any]:
    """Return a measure; inches without a path are None, because JSON knows no infinity."""
    return {name: None if value == math.inf else value for name, value in measure._asdict().items()}


def _plain_side(card: Scorecard, side: Side, other: Side) -> dict[str, Any]:
    """Return one side of a scorecard as JSON-ready data."""
    hits = [
        {"by": hit.id, "target": hit.target, "how": hit.strike.verb, "rule": hit.strike.rule,
         "chance": round(hit.strike.chance, 4), "needs": hit.strike.needs, "inches": round(hit.strike.inches, 2)}
        for hit in side.hits
    ]  # fmt: skip
    hidden = None if side.hidden is None else round(side.hidden.area / card.area, 4)
    return {
        "player": side.player,
        "name": side.name,
        "pieces": dict(side.units),
        "off_the_table": list(side.off),
        "can_hit": len(side.targets),
        "hits": hits,
        "goals": [{"goal": goal.goal, "name": goal.name, "by": list(goal.by)} for goal in side.taken],
        "hidden": hidden,
    }
