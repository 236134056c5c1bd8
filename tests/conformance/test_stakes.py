"""Who is marked as hurt or helped by an answer is who then is, in games at random of every listed rulebook."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from game.engine.core.decisions import Answer, Choose, Pick
from game.engine.core.dice import NotedDice
from game.engine.history.changes import effects_of
from game.engine.rulebook.view import TableView
from game.engine.session import Session
from game.engine.stakes import MOST as MOST_OUTCOMES
from game.engine.stakes import Outcome, Sign, outcomes, sign_of, stakes
from game.players.random_player import random_answer
from tests.conformance.listed import CASES, MOMENTS, Case
from tests.samples import some
from tools import promises
from tools.promising.dice import cases
from tools.promising.play import fresh, given

SEEDS = 60
"""Other dice with which an answer is tried whose dice are too many to go through."""
ODD = 4.5
"""Standard deviations by which how often something happens then may differ from its chance."""
THICK = {case.ruleset for case in MOMENTS}
"""Rulebooks of which a moment in the thick of it is looked at: whole games at random bring little there."""
MOST = some(10)
"""Decisions that are looked at from such a moment."""
MOST_OF_A_GAME = some(50)
"""Decisions that are looked at of a whole game."""
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
        for case in cases(session.fork, fresh(lambda: given(answer)), lambda _purpose: True, most=4 * MOST_OUTCOMES):
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


def considered(session: Session, rng: random.Random) -> list[Answer]:
    """Return some answers to the pending decision."""
    decision = session.pending()
    if isinstance(decision, Choose):
        return [option.key for option in rng.sample(decision.options, min(3, len(decision.options)))]
    if isinstance(decision, Pick) and decision.minimum <= 1 <= decision.maximum:
        return [[piece] for piece in rng.sample(decision.candidates, min(2, len(decision.candidates)))]
    return [random_answer(decision, rng)] if rng.random() < 0.1 else []


def broken(session: Session, answer: Answer) -> list[str]:
    """Return every mark that is not what happens, or not as likely, and everything that happens without a mark."""
    marks = {(stake.piece.id, stake.sign): stake for stake in stakes(session, answer)}
    before, every, wrong = session.ruleset.view(session.game), outcomes(session, answer), set[str]()
    counted, lost, total = Counter[Key](), Counter[str](), Fraction(0)
    for share, after in ends(session, answer, every):
        total += share
        gone = {effect.piece.id for effect in effects_of(before, after) if effect.change == "gone"}
        for key, damage in happened(before, after).items():
            mark = marks.get(key)
            counted[key] += share  # type: ignore[assignment]  # a sum of shares
            lost[key[0]] += share * (key[0] in gone)  # type: ignore[assignment]
            if mark is None:
                changes = {effect.change for effect in effects_of(before, after) if effect.piece.id == key[0]}
                if not changes <= {"raised", "came", "moved"}:  # growth by a lucky die, who joins anyway
                    wrong.add(f"unmarked: {key}")
            elif damage and not mark.least <= damage <= mark.most:
                wrong.add(f"not as marked: {mark}: {damage}")
    whole = not any(each.sides for each in every)
    for key, mark in marks.items():
        for shown, found in ((mark.chance, counted[key]), (mark.gone_chance, lost[key[0]] if mark.gone else 0)):
            odd = 1e-9 if whole else ODD * (shown * (1 - shown) / SEEDS) ** 0.5 + 1e-9
            if total and abs(shown - float(Fraction(found) / total)) > odd:
                wrong.add(f"not as likely: {mark}: {float(Fraction(found) / total)}")
    return sorted(wrong)


@pytest.mark.parametrize("case", [*(case for case in CASES if case.ruleset not in THICK), *MOMENTS], ids=str)
def test_the_marks_are_what_happens(case: Case) -> None:
    session, rng, tried = case.session(), random.Random(case.seed), 0
    while not session.finished and tried < (MOST if case.position else MOST_OF_A_GAME):
        if rng.random() < 0.15:
            tried += 1
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{session.pending().prompt} {answer}"
        session.answer(random_answer(session.pending(), rng))


@pytest.mark.parametrize("number", range(some(5)))
def test_the_marks_are_what_happens_with_any_trait_and_scenario(number: int) -> None:
    session, rng = promises.begin(number), random.Random(number)
    held: set[str] = set()
    while not session.finished:
        decision = session.pending()
        if session.state.round and rng.random() < 0.08:
            for answer in considered(session, rng):
                assert broken(session, answer) == [], f"{decision.prompt} {answer}"
                held |= {stake.sign for stake in stakes(session, answer)}
        session.answer(promises.lively(session, decision, rng))
    assert held
