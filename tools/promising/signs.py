"""Whether the signs of an answer are on whoever changes, as much and as likely as they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from game.engine.core.decisions import Answer
from game.engine.core.dice import NotedDice
from game.engine.history.changes import effects_of
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.engine.stakes import MOST as MOST_OUTCOMES
from game.engine.stakes import Outcome, Sign, outcomes, sign_of, stakes
from tools.promising.dice import cases, fresh, given

SEEDS = 60
"""Other dice with which an answer is tried whose dice are too many to go through."""
ODD = 4.5
"""Standard deviations by which how often something happens then may differ from its chance."""
Key = tuple[str, Sign]
"""A piece and a sign on it."""


def happened(before: TableView, after: TableView) -> dict[Key, int]:
    """Return the pieces that something happened to, each with what it means and the damage."""
    found: dict[Key, int] = {}
    for effect in effects_of(before, after):
        if (sign := sign_of(effect)) is not None:
            damage = effect.amount if effect.change in ("hurt", "healed") else 0
            found[effect.piece.id, sign] = found.get((effect.piece.id, sign), 0) + damage
    return found


def ends(session: Session, answer: Answer, every: list[Outcome]) -> Iterator[tuple[Fraction, TableView]]:
    """Yield tables after an answer, with their shares: all that there are, counted apart, or those with other dice."""
    if not any(each.sides for each in every):
        for case in cases(
            session.fork, fresh(lambda: given(answer)), lambda _purpose: True, most=4 * MOST_OUTCOMES, rerolls=1
        ):
            yield case.share, case.session.ruleset.view(case.session.game)
        return
    for seed in range(SEEDS):
        twin, seen = session.fork(seed), dict[int, TableView]()
        twin.dice = twin.game.dice = noted = NotedDice(twin.dice)

        def look(twin: Session = twin, noted: NotedDice = noted, seen: dict[int, TableView] = seen) -> None:
            seen[len(noted.order)] = twin.ruleset.view(twin.game)

        look()
        twin.witness = look
        twin.answer(answer)
        look()
        for each in every:
            if tuple(noted.order[: len(each.faces)]) == each.faces:
                yield Fraction(1, SEEDS), seen[max(fallen for fallen in seen if fallen <= len(each.faces))]


def broken(session: Session, answer: Answer) -> list[str]:
    """Return every mark that is not what happens, or not as likely, and everything that happens without a mark."""
    marks = {(stake.piece.id, stake.sign): stake for stake in stakes(session, answer)}
    before, every, wrong = session.ruleset.view(session.game), outcomes(session, answer), set[str]()
    counted, lost, total = defaultdict[Key, Fraction](Fraction), defaultdict[str, Fraction](Fraction), Fraction(0)
    for share, after in ends(session, answer, every):
        total += share
        gone = {effect.piece.id for effect in effects_of(before, after) if effect.change == "gone"}
        for key, damage in happened(before, after).items():
            mark = marks.get(key)
            counted[key] += share
            lost[key[0]] += share * (key[0] in gone)
            if mark is None:
                effects = [each for each in effects_of(before, after) if (each.piece.id, sign_of(each)) == key]
                if not {effect.change for effect in effects} <= {"raised", "came"}:  # a lucky die, who joins anyway
                    wrong.add(f"unmarked: {key}")
            elif damage and not mark.least <= damage <= mark.most:
                wrong.add(f"not as marked: {mark}: {damage}")
    whole = not any(each.sides for each in every)
    for key, mark in marks.items():
        for shown, found in (
            (mark.chance, counted[key]),
            (mark.gone_chance, lost[key[0]] if mark.gone else Fraction(0)),
        ):
            odd = 1e-9 if whole else ODD * (shown * (1 - shown) / SEEDS) ** 0.5 + 1e-9
            if total and abs(shown - float(found / total)) > odd:
                wrong.add(f"not as likely: {mark}: {float(found / total)}")
    return sorted(wrong)
