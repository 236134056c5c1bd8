"""Makes drills from a position. The answers come from the functions for questions and for judging placements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from random import Random
from typing import Final

from game.drills.drill import Choices, Drill, Grade, Kind, judge_of_choice
from game.drills.places import place_in_words
from game.engine.questions.asking import Answer, Inquirer, Question
from game.engine.questions.words import proof_as_line, question_text
from game.engine.rulebook.questions import Fight
from game.engine.rulebook.view import Line, PieceView
from game.engine.session import Session
from game.lengths import away, counted
from game.table.lattice import Position, position
from game.table.measuring.receipt import Receipt
from game.wording import N_, _, ngettext

TRIES: Final = 6
"""The number of pieces tried for a kind of drill in a position."""
NEAR: Final = 14.0
"""The most inches between two pieces of a question."""
AREA: Final = 25.0
"""The most square inches of a region of right spots."""

APART: Final = 0.05
"""The least difference in worth between the best engagement and the next."""
CLOSEST: Final = 4
"""The number of pieces whose distances from a marker are listed with the answer."""
SLIP: Final = 0.3
"""The tolerance, in inches, for a spot on a thin region."""


class Maker:
    """A maker of drills from one position."""

    def __init__(self, session: Session, rng: Random) -> None:
        self.session, self.rng = session, rng
        assert session.ruleset.questions is not None
        self.book = session.ruleset.questions
        self.pieces = {piece.id: piece for piece in session.ruleset.view(session.game).pieces}
        self.askable_pieces = [piece for piece in self.pieces if self.book.askable(session.game, piece) is not None]

    def make(self, kind: Kind) -> Drill | None:
        """Return a drill of a kind, or None if the position offers none."""
        make: Callable[[str], Drill | None] = getattr(self, f"_make_{kind}")
        for piece in self.rng.sample(self.askable_pieces, min(TRIES, len(self.askable_pieces))):
            if (drill := make(piece)) is not None:
                return drill
        return None

    def _foes(self, piece: str) -> list[PieceView]:
        """Return the enemies near a piece, nearest first, and only the nearest model of each unit."""
        askable, own = self.book.askable(self.session.game, piece), self.pieces[piece]
        foes = [self.pieces[foe] for foe in (askable.foes if askable is not None else ())]
        distances = {foe.id: ((foe.x - own.x) ** 2 + (foe.y - own.y) ** 2) ** 0.5 for foe in foes}
        near = sorted((foe for foe in foes if distances[foe.id] <= NEAR), key=lambda foe: distances[foe.id])
        first: dict[str, PieceView] = {}
        for foe in near:
            first.setdefault(foe.unit or foe.id, foe)
        return [*first.values()]

    def _choice_drill(
        self,
        kind: Kind,
        prompt: str,
        truth: str,
        choices: Choices,
        lines: Iterable[Line],
        *marked: str,
        receipts: Iterable[Receipt | None] = (),
    ) -> Drill:
        judge = judge_of_choice(truth, choices, tuple(lines))
        return Drill(kind, self.session, prompt, choices, judge, marked, receipts=tuple(filter(None, receipts)))

    def _make_reach(self, piece: str) -> Drill | None:
        foes, own = self._foes(piece)[:3], self.pieces[piece]
        reachers = {reacher.id: reacher for reacher in Inquirer(self.session, piece).reachers}
        known_foes = [foe for foe in foes if (foe.unit or foe.id) in reachers]
        if not known_foes:
            return None
        foe = self.rng.choice(known_foes)
        reacher = reachers[foe.unit or foe.id]
        proof = reacher.proof(own.x, own.y, own.level)
        choices = ("yes", _("Yes")), ("no", _("No"))
        prompt = _("Could {foe} reach {piece} the next time it acts?", foe=reacher.name, piece=own.name)
        truth, lines = "yes" if proof.reaches else "no", [proof_as_line(proof)]
        return self._choice_drill("reach", prompt, truth, choices, lines, foe.id, piece, receipts=[proof.receipt])

    def _make_count(self, piece: str) -> Drill | None:
        own, foes = self.pieces[piece], self._foes(piece)
        if not foes:
            return None
        proofs = Inquirer(self.session, piece).proofs(own.x, own.y, own.level)
        count = sum(proof.reaches for proof in proofs)
        first = max(0, min(count - self.rng.randrange(4), len(proofs) - 3))
        choices = tuple((str(n), ngettext("{n} enemy", "{n} enemies", n, n=n)) for n in range(first, first + 4))
        prompt = _("How many enemies could reach {piece} where it stands?", piece=own.name)
        measured = (proof.receipt for proof in proofs if proof.reaches)
        return self._choice_drill(
            "count", prompt, str(count), choices, map(proof_as_line, proofs), piece, receipts=measured
        )

    def _make_units(self, piece: str) -> Drill | None:
        foes, own = self._foes(piece), self.pieces[piece]
        if not foes:
            return None
        foe = self.rng.choice(foes[:4])
        receipt = self.session.game.ruler.measure(own.base, foe.base)
        if receipt.range is None:
            return None
        truth = round(receipt.range)
        first = max(0, truth - self.rng.randrange(4))
        choices = tuple((str(n), counted(n)) for n in range(first, first + 4))
        prompt = _("How far is it from {piece} to {foe}?", piece=own.name, foe=foe.name)
        if receipt.range != truth:
            prompt = _("How far is it from {piece} to {foe}, to the nearest inch?", piece=own.name, foe=foe.name)
        facts = {"range": counted(receipt.range), "far": away(receipt.inches), "terrain": away(receipt.terrain_inches)}
        text = N_("{far} in a straight line")
        if receipt.terrain_inches:
            text = N_("{far} in a straight line, {terrain} of it in area terrain, which counts as {range}")
        elif round(receipt.inches, 1) != round(receipt.range, 1):
            text = N_("{far} in a straight line, which counts as {range}")
        lines = (Line(_(text, **facts), receipt.rules[0] if receipt.rules else ""),)
        return self._choice_drill("units", prompt, str(truth), choices, lines, piece, foe.id, receipts=[receipt])

    def _make_test(self, piece: str) -> Drill | None:
        mover = self.pieces[piece]
        spots_around = ((mover.x + dx, mover.y + dy) for dx in (-4.0, -2.0, 2.0, 4.0) for dy in (-4.0, -2.0, 2.0, 4.0))
        if not any(self.book.tests(self.session.game, piece, *spot) for spot in spots_around):
            return None  # nothing is in the way anywhere, or no move is tested
        best = Inquirer(self.session, piece).answer(Question(piece))
        spots = [*_random_spots(best, self.rng)]
        tests = {spot: self.book.tests(self.session.game, piece, *spot) for spot in spots}
        tested = [spot for spot, lines in tests.items() if lines]
        untested = [spot for spot, lines in tests.items() if not lines]
        if not tested or not untested:
            return None
        spot = self.rng.choice(tested if self.rng.random() < 0.6 else untested)
        lines = tuple(tests[spot]) or (Line(_("nothing is in the way"), tone="good"),)
        choices = ("yes", _("Yes")), ("no", _("No"))
        prompt = _("Does {piece} need a test to move to the marked spot?", piece=self.pieces[piece].name)
        judge = judge_of_choice("yes" if tests[spot] else "no", choices, lines)
        return Drill("test", self.session, prompt, choices, judge, (piece,), spot)

    def _make_spot(self, piece: str) -> Drill | None:
        foes, inquirer = self._foes(piece), Inquirer(self.session, piece)
        askable = inquirer.askable
        questions = [Question(piece, engages=(foe.id,)) for foe in foes[:2]]
        questions += [Question(piece, controls=(goal,)) for goal in (askable.goals if askable is not None else ())]
        questions += [Question(piece, safest=True)]
        self.rng.shuffle(questions)
        for question in questions:
            answer = inquirer.answer(question)
            if answer.best is not None and 0.3 < answer.area < AREA:
                field, own = self.session.game.ruler.battlefield, self.pieces[piece]
                place = place_in_words(field, self.pieces.values(), (answer.best.x, answer.best.y), own)
                judge = partial(_grade_spot, answer, inquirer, place)
                prompt = question_text(self.session, question) + " " + _("Find a spot.")
                ground = answer.layer.region.geometry if answer.layer is not None else None
                return Drill("spot", self.session, prompt, (), judge, (piece, *question.engages), ground=ground)
        return None

    def _make_foe(self, piece: str) -> Drill | None:
        inquirer, fights = Inquirer(self.session, piece), list[tuple[PieceView, Fight]]()
        for foe in self._foes(piece)[:4]:
            best = inquirer.answer(Question(piece, engages=(foe.id,))).best
            if best is not None:
                fight = self.book.fight(self.session.game, piece, foe.id, best.x, best.y, best.level)
                fights.append((foe, fight))
        fights.sort(key=lambda pair: -pair[1].worth)
        if len(fights) < 2 or fights[0][1].worth - fights[1][1].worth < APART:
            return None
        choices = tuple(sorted(((foe.id, foe.name) for foe, _fight in fights), key=lambda choice: choice[1]))
        prompt = _("After a move, which enemy can {piece} engage with the best odds?", piece=self.pieces[piece].name)
        marked = (piece, *(key for key, _label in choices))
        return Drill("foe", self.session, prompt, choices, partial(_grade_foe, fights), marked)

    def _make_control(self, piece: str) -> Drill | None:
        askable = self.book.askable(self.session.game, piece)
        goals = [goal for goal in (askable.goals if askable is not None else ()) if goal in self.pieces]
        if not goals:
            return None
        goal = self.pieces[self.rng.choice(goals)]
        players = self.session.ruleset.view(self.session.game).players
        choices = (*((player.id, player.name) for player in players), ("", _("nobody")))
        prompt = _("Who controls {goal}?", goal=goal.name)
        truth = self.book.controller(self.session.game, goal.id)
        nearest = self._nearest(goal)
        lines = [*goal.details[:1], *(line for line, _receipt in nearest)]
        receipts = (receipt for _line, receipt in nearest)
        return self._choice_drill("control", prompt, truth, choices, lines, goal.id, receipts=receipts)

    def _nearest(self, goal: PieceView) -> list[tuple[Line, Receipt]]:
        """Return lines with the measured distances of the nearest pieces from the edge of a marker or zone."""
        measured = []
        for piece in self.pieces.values():
            if piece.kind == "base" and piece.owner:
                receipt = self.session.game.ruler.measure(piece.base, goal.base)
                if receipt.range is not None:
                    measured.append((receipt.inches, piece.name, receipt))
        nearest = []
        for _inches, name, receipt in sorted(measured, key=itemgetter(0))[:CLOSEST]:
            text = _("{piece}: {range}", piece=name, range=counted(receipt.range))
            nearest.append((Line(text, receipt.rules[0] if receipt.rules else ""), receipt))
        return nearest


def _random_spots(answer: Answer, rng: Random) -> Iterator[Position]:
    for layer in answer.layers[:1]:
        for _each in range(8):
            spot = layer.region.sample(rng)
            if spot is not None:
                yield spot


def _grade_foe(fights: Sequence[tuple[PieceView, Fight]], chosen: str | Position) -> Grade:
    """Return the grade for a chosen enemy, with figures for the best one, the chosen one, and the others.

    `fights` are in the order of their worth.
    """
    best = fights[0][0]
    in_order = sorted(fights, key=lambda pair: pair[0] is not best and pair[0].id != chosen)
    lines = list[Line]()
    for foe, fight in in_order:
        text = fight.text
        if foe is best:
            text = _("best, {fight}", fight=text)
        elif foe.id == chosen:
            text = _("your choice, {fight}", fight=text)
        lines.append(Line(text, fight.rule, "good" if foe is best else "warning"))
        lines += [Line(reason, tone="quiet") for reason in fight.why]
    return Grade(chosen == best.id, best.name, tuple(lines))


def _grade_spot(answer: Answer, inquirer: Inquirer, place: str, spot: str | Position) -> Grade:
    """Return the grade for a spot: right if the rules allow it, otherwise wrong with every reason.

    `place` is the best spot in words.
    """
    best, layer = answer.best, answer.layer
    assert best is not None
    assert layer is not None
    x, y = position(*spot) if isinstance(spot, tuple) else (best.x, best.y)
    if layer.is_thin and (near := layer.near(x, y, SLIP)) is not None:
        x, y = near
    refusals = layer.region.why_not((x, y))
    truth, there = _("for instance {place}", place=place), position(best.x, best.y)
    if refusals:
        return Grade(False, truth, tuple(Line(refusal.text, refusal.rule, "bad") for refusal in refusals), there)
    return Grade(True, truth, tuple(map(proof_as_line, inquirer.proofs(x, y, layer.level))), there)
