"""The teacher of a running lesson: the step, wrong answers, and answers that lead on. It draws nothing."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from fnmatch import fnmatchcase
from random import Random
from typing import Any, Final, TypeVar

from game import rulesets
from game.documents.reading import parse_document
from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Pick, Place, answer_of
from game.engine.rulebook.lessons import Lesson, LessonStep, apart, happened, written
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.rulebook.view import PieceView, UnitView
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import give_answers, start_of
from game.engine.session import Session
from game.players import HUMAN, answer_with, make_player
from game.players.bots import FIRST_OPPONENT
from game.players.new_session import seat
from game.refusal import Refusal
from game.table.lattice import Position
from game.wording import _

Known = TypeVar("Known")
MOST_SHOWN: Final = 40
"""The number of shown answers without success after which an earlier moment is tried."""
NEXT_TO: Final = 1.0
"""The inches below which two pieces are next to each other."""
SHARES: Final = (1.0, 0.75, 0.5, 0.25, 0.1)
"""The shares of the way to a piece that a shown move of several pieces tries, one after another."""


def teaches(book: AnyRuleset) -> bool:
    """Return whether a rulebook has a lesson."""
    return book.papers is not None and book.papers.lesson is not None


def taught(book: AnyRuleset) -> Lesson:
    """Return the lesson of a rulebook that has one, in the language in use."""
    assert book.papers is not None
    assert book.papers.lesson is not None
    return book.papers.lesson()


def new_lesson(book: AnyRuleset) -> Session:
    """Return the game of a rulebook's lesson at its beginning; raise `DocumentError`."""
    lesson = taught(book)
    document = parse_document(json.dumps(lesson.position), PositionDocument, lesson.title)
    session = start_of(document, rulesets.find, lesson.title)
    give_answers(session, document, lesson.title)
    seat(session, [HUMAN if player == lesson.player else FIRST_OPPONENT for player in book.players(session.setup)])
    session.lesson = [len(session.journal)]
    return session


class Teacher:
    """Follows a lesson in play; `session.lesson` has the length of the journal at the beginning of each step.

    `strayed` says whether the last answer was the first one that did not lead towards the goal though another would
    have. `done` says whether the goal is reached and the learner still has to read something before the next step.
    `late` says whether it cannot be reached any more: those who could do it have acted. `news` is the text about
    something that has just happened, until it is read or the learner answers.
    """

    def __init__(self, session: Session) -> None:
        self.session, self.lesson = session, taught(session.ruleset)
        self._rng = Random(len(session.journal))
        self.news, self._heard = "", len(session.events)
        self._asked: tuple[int, Decision | None, dict[str, Any]] = -1, None, {}
        self._retried = -1, -1  # the step for which it went back, and to which length of the journal
        self._begin()
        self._was_asked, self._could = self._is_asked(), bool(self.lead())

    @property
    def begun(self) -> list[int]:
        """The lengths of the journal as each step so far began."""
        assert self.session.lesson is not None
        return self.session.lesson

    @property
    def at(self) -> int:
        """The number of the step, from 0 on."""
        return len(self.begun) - 1

    @property
    def step(self) -> LessonStep | None:
        """The current step, or None when all are done."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    @property
    def aside(self) -> str:
        """The text of the lesson's first aside that belongs to the learner's present question, or ""."""
        decision = self.session.decision
        if decision is None or not self._is_asked():
            return ""
        texts = (
            aside.text
            for aside in self.lesson.asides
            if aside.kind == decision.kind
            and (self.step is None or self.step.name != aside.unless)
            and fnmatchcase(decision.about, aside.about)
            and fnmatchcase(decision.rule, aside.rule)
        )
        return next(texts, "")

    @property
    def text(self) -> str:
        """The text of the step: the task with the pieces that can do it now or, if done, the result."""
        step = self.step
        if step is None:
            return self.lesson.end
        if self.done and step.said:
            events = self.session.events[self._events :]
            return next((outcome["said"] for outcome in step.outcomes if happened(outcome, events)), step.said)
        if (pair := self.pair) is not None:
            own_name, other_name = pair[0].name, pair[1].name
        else:
            own_name, other_name = self._names.get(self.doer) or _("your piece"), _("an enemy")
        text = step.far if self.is_far else step.text
        return text.replace("{one}", own_name).replace("{other}", other_name)  # names of commands stay, for their keys

    def _cached(self, find: Callable[[], Known]) -> Known:
        """Return the result of `find`, cached until the step or the question changes."""
        if self._asked[0] != self.at or self._asked[1] is not self.session.decision:
            self._asked = self.at, self.session.decision, {}
        results = self._asked[2]
        if find.__name__ not in results:
            results[find.__name__] = find()
        answer: Known = results[find.__name__]
        return answer

    @property
    def _names(self) -> dict[str, str]:
        """The names of the learner's pieces and units by their ids."""
        return self._cached(self._own_names)

    def _own_names(self) -> dict[str, str]:
        view = self.session.ruleset.view(self.session.game)
        every: list[PieceView | UnitView] = [*view.pieces, *view.units.values()]
        return {piece.id: piece.name for piece in every if piece.owner == self.lesson.player}

    @property
    def doer(self) -> str:
        """The learner's unit that is asked, or the first that can do the step now; "" without one."""
        return self._cached(self._first_able)

    def _first_able(self) -> str:
        step, decision, names = self.step, self.session.decision, self._names
        if step is None or decision is None:
            return ""
        if decision.about in names:
            return decision.about
        keys = [option.key for option in decision.options] if isinstance(decision, Choose) else []
        able_keys = [key for key in keys if any(fnmatchcase(key, pattern) for pattern in step.acts)]
        preferred = [key for pattern in step.show for key in able_keys if fnmatchcase(key, pattern)]
        units = [key.rpartition(" ")[2] for key in (*preferred, *able_keys)]
        return next((unit for unit in units if unit in names), "")

    @property
    def is_far(self) -> bool:
        """Whether the two pieces that the step names are still too far apart for it."""
        step, decision, pair = self.step, self.session.decision, self.pair
        if step is None or not step.far:
            return False
        if pair is None:
            return not self.doer
        if isinstance(decision, Choose) and decision.about == pair[0].id:
            return not any(fnmatchcase(option.key, pattern) for option in decision.options for pattern in step.acts)
        return not _offered(decision, [pair[1]]) and apart(*pair) >= NEXT_TO

    @property
    def pair(self) -> tuple[PieceView, PieceView] | None:
        """The two nearest pieces that fit the step's `pair`; pieces that the decision is about are preferred."""
        return self._cached(self._nearest_pair)

    def _nearest_pair(self) -> tuple[PieceView, PieceView] | None:
        step, decision, pieces = self.step, self.session.decision, self.pieces
        if step is None or not step.pair:
            return None
        mine, theirs = ([piece for piece in pieces if fnmatchcase(piece.id, pattern)] for pattern in step.pair)
        asked_piece = decision.about if decision is not None else ""
        mine = (
            [piece for piece in mine if piece.id == asked_piece]
            or _offered(decision, mine)
            or [piece for piece in mine if not piece.done]
            or mine
        )
        theirs = _offered(decision, theirs) or theirs
        pairs = [(own, foe) for own in mine for foe in theirs if own is not foe]
        return min(pairs, key=lambda pair: apart(*pair), default=None)

    def _begin(self, events: int | None = None) -> None:
        """Look at the game from here on, or from an earlier number of events on."""
        self._events = len(self.session.events) if events is None else events
        self._read = len(self.session.journal)
        self.strayed = self._astray = self._answered = False
        self.late = self._is_late()
        self.done = self.step is not None and (self.step.is_text or (self.late and self._was_reached(self.step)))

    @property
    def pieces(self) -> tuple[PieceView, ...]:
        """All pieces on the table."""
        return tuple(self.session.ruleset.view(self.session.game).pieces)

    @property
    def is_behind(self) -> bool:
        """Whether the game has answers that the teacher has not looked at yet."""
        return len(self.session.journal) != self._read

    def watch(self, used: Collection[str] = (), *, read: bool = True) -> bool:
        """Look at what happened and at the aids in use; return whether the step, its state or its hint changed.

        A finished step waits until its last text was `read`, also if it ended without an answer of the learner.
        """
        session, before = self.session, (self.at, self.strayed, self.done, self.late, self.news)
        while len(self.begun) > 1 and self.begun[-1] > len(session.journal):  # undone
            self.begun.pop()
        if self.at != before[0] or self._read > len(session.journal):
            self._begin()
        step, answers = self.step, session.journal[self._read :]
        if step is not None and answers and self._was_asked:
            self._record_answer(step, answers[0])
        if step is not None and answers and step.aid == "odds":
            step = self._skip_step_about_odds(step)
        if step is not None and not self.done and (step.aid in used or self._reached(step)):
            self.done = bool(step.said) or not (read and self._answered)
            if not self.done:
                self.go_on()
        if answers:
            self.late = self._is_late()
        self._note_news(is_answered=bool(answers) and self._was_asked)
        while self.step is not None and not self.done and self._cached(self._is_lost):
            self.news = self.step.instead
            self.go_on()
        self._read = len(session.journal)
        self._was_asked, self._could = self._is_asked(), bool(self.lead())
        return (self.at, self.strayed, self.done, self.late, self.news) != before

    def _note_news(self, *, is_answered: bool) -> None:
        """Set `news` to the lesson's text about the latest event, if it has one; clear it after an answer."""
        new_events = self.session.events[self._heard :]
        self._heard = len(self.session.events)
        texts = [aside.text for aside in self.lesson.asides if aside.event and happened(aside.event, new_events)]
        if texts or is_answered:
            self.news = texts[-1] if texts else ""

    def _skip_step_about_odds(self, step: LessonStep) -> LessonStep:
        """If the next step's goal is already reached, begin that step and return it; else return this step."""
        following = self.lesson.steps[self.at + 1 : self.at + 2]
        if not following or not self._reached(following[0]):
            return step
        self.begun.append(self.begun[-1])
        self.strayed = self.done = False
        return following[0]

    def _is_late(self) -> bool:
        """Return whether the step can no longer be done: its pieces have acted this round, or its phase is over."""
        step = self.step
        if step is None or not step.actor:
            return step is not None and bool(step.missed) and happened(step.missed, self.session.events[self._events :])
        view = self.session.ruleset.view(self.session.game)
        in_finished_groups = {name for group in view.groups if group.status == "done" for name in group.units}
        actors: list[UnitView | PieceView] = [*view.units.values()]
        actors += [piece for piece in view.pieces if piece.unit not in view.units]
        return all(
            actor.done or actor.fate or actor.id in in_finished_groups
            for actor in actors
            if fnmatchcase(actor.id, step.actor)
        )

    def _is_lost(self) -> bool:
        """Return whether the only pieces that can do the step are gone, or are asked and cannot do it."""
        step = self.step
        if step is None or not step.only or not self._is_asked():
            return False
        able = [piece.id for piece in self.pieces if fnmatchcase(piece.id, step.only)]
        return all(self._cannot(step, piece) for piece in able)

    def _cannot(self, step: LessonStep, piece: str) -> bool:
        """Return whether the step's action is refused to a piece that can be picked now."""
        decision = self.session.decision
        if isinstance(decision, Pick) and decision.minimum == 1 and piece in decision.candidates:
            trial = self.session.fork(seed=0)
            trial.answer([piece])
            decision = trial.decision
        return isinstance(decision, Choose) and decision.about == piece and bool(refused_acts(step, decision))

    def _record_answer(self, step: LessonStep, answer: Answer) -> None:
        """Record an answer of the learner. The first one that leads astray shows a hint until the next answer."""
        leads = step.leads_on(answer) or not self._could
        self._answered, self.strayed, self._astray = True, not leads and not self._astray, not leads

    def _is_asked(self) -> bool:
        """Return whether the learner decides."""
        return self.session.decision is not None and self.session.decision.player == self.lesson.player

    def _was_reached(self, step: LessonStep) -> bool:
        """Return whether the goal was reached in this game before the step began."""
        return "event" in step.goal and step.is_reached(self.session.events, (), ())

    def _reached(self, step: LessonStep) -> bool:
        session = self.session
        answers = session.journal[self.begun[-1] :]
        pieces = self.pieces if "near" in step.goal and answers else ()
        return step.is_reached(session.events[self._events :], answers, pieces)

    def go_on(self) -> None:
        """Begin the next step, after the event that completed this one or, without such an event, here."""
        step, events = self.step, self.session.events
        goal = step.goal if step is not None and "event" in step.goal else None
        next_starts = (
            number + 1
            for number in range(self._events, len(events))
            if goal and happened(goal, events[number : number + 1])
        )
        self.begun.append(len(self.session.journal))
        self._begin(next(next_starts, None))

    @property
    def can_go_back(self) -> bool:
        """Whether there is a step before this one, or something to undo in the first one."""
        return len(self.begun) > 1 or len(self.session.journal) > max(self.begun[-1], self.session.first_known)

    def back(self) -> None:
        """Go back to the beginning of the step before; in the first step, to its own beginning."""
        if len(self.begun) > 1:
            self.begun.pop()
        self.session.rewind(max(self.begun[-1], self.session.first_known))
        self._begin()

    def retry(self) -> None:
        """Go back to the beginning of this step, or of an earlier one if the step cannot be done from its beginning."""
        start, session = self.begun[-1], self.session
        would_change_nothing = self._retried == (self.at, start) or len(session.journal) == start
        beginnings = {beginning for beginning in self.begun if beginning < start or not would_change_nothing}
        for length in sorted(beginnings, reverse=True):
            session.rewind(max(length, session.first_known))
            self.begun[:] = [min(length, beginning) for beginning in self.begun]
            self._begin()
            if not self.late:
                break
        self._retried = self.at, self.begun[-1]

    def lead(self) -> str:
        """Return the pattern of the first listed answer that leads on, or "" without one."""
        step, decision = self.step, self.session.decision
        if step is None or self.done or self.late or decision is None or not self._is_asked():
            return ""
        answer = next(self._listed_answers(step, decision), None)
        return written(answer) if answer is not None else ""

    @property
    def first(self) -> str:
        """The text on what to do first, if the piece that is asked cannot do the step yet; else ""."""
        return self.step.first if self.step is not None and self.blocked else ""

    @property
    def blocked(self) -> tuple[Refusal, ...]:
        """The reasons why the asked piece cannot do the step; empty if it can or no piece is asked."""
        return self._cached(self._refused) if not self.done else ()

    def _refused(self) -> tuple[Refusal, ...]:
        step, decision = self.step, self.session.decision
        if step is None or not isinstance(decision, Choose) or not decision.about or not self._is_asked():
            return ()
        return refused_acts(step, decision)

    @property
    def guesses(self) -> bool:
        """Whether the step has no answer for the learner's question, so that an example is only a guess."""
        step, decision = self.step, self.session.decision
        return step is not None and decision is not None and next(self._examples(step, decision), None) is None

    def leads_by(self, patterns: Collection[str]) -> bool:
        """Return whether the answer that leads on matches one of the patterns."""
        lead = self.lead()
        return bool(lead) and any(fnmatchcase(lead, pattern) for pattern in patterns)

    def example(self) -> Answer | None:
        """Return an answer that leads towards the goal of the step; None if the learner is not asked."""
        step, decision = self.step, self.session.decision
        if step is None or decision is None or not self._is_asked():
            return None
        preferred = next(self._examples(step, decision), None)
        return preferred or answer_with(make_player(FIRST_OPPONENT, self._rng.getrandbits(32)), self.session, 0)

    def _examples(self, step: LessonStep, decision: Decision) -> Iterator[Answer]:
        """Yield the answers that the step prefers, best first."""
        yield from self._listed_answers(step, decision)
        yield from self._placing_answers(step, decision)

    def _listed_answers(self, step: LessonStep, decision: Decision) -> Iterator[Answer]:
        """Yield the step's preferred answers among those that can be listed, best first."""
        answers: list[Answer] = [option.key for option in decision.shortcuts]
        if isinstance(decision, Choose):
            answers += [option.key for option in decision.options]
        elif isinstance(decision, Pick) and decision.minimum <= 1:
            answers += [[piece] for piece in decision.candidates]
        ids_of_pair = [piece.id for piece in self.pair or ()]
        answers.sort(key=lambda answer: written(answer) not in ids_of_pair)
        for pattern in step.show:
            yield from (answer for answer in answers if fnmatchcase(written(answer), pattern))

    def _placing_answers(self, step: LessonStep, decision: Decision) -> Iterator[Answer]:
        """Yield the step's preferred answers that place pieces, best first."""
        target = self.pair[1].id if self.pair is not None else step.toward
        pieces = (piece for piece in self.pieces if fnmatchcase(piece.id, target))
        goal = step.spot or next(((piece.x, piece.y) for piece in pieces), None)
        if goal is None:
            return
        if isinstance(decision, Place) and (spot := decision.region.nearest(goal)) is not None:
            yield [*spot]
        if isinstance(decision, Arrange):
            spots = {member.id: (member.disc.x, member.disc.y) for member in decision.arrangements.members}
            x, y = (sum(axis) / len(spots) for axis in zip(*spots.values(), strict=True))
            for share in SHARES:
                shift = share * (goal[0] - x), share * (goal[1] - y)
                wanted_spots = {name: Position(spot[0] + shift[0], spot[1] + shift[1]) for name, spot in spots.items()}
                if (steps := decision.arrangements.nearest(wanted_spots)) is not None:
                    yield answer_of(steps)


def refused_acts(step: LessonStep, decision: Choose) -> tuple[Refusal, ...]:
    """Return why no answer of the step's kind can be given; empty if one can, or if none was ever offered."""
    if any(fnmatchcase(option.key, pattern) for option in decision.options for pattern in step.acts):
        return ()
    refused = [(option.key, refusal) for option, refusal in decision.refusals()]
    return tuple(refusal for key, refusal in refused if any(fnmatchcase(key, pattern) for pattern in step.acts))


def _offered(decision: Decision | None, pieces: Sequence[PieceView]) -> list[PieceView]:
    """Return the pieces among `pieces` that can be picked now."""
    candidates = decision.candidates if isinstance(decision, Pick) else ()
    return [piece for piece in pieces if piece.id in candidates]
