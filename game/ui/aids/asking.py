"""Asking: questions such as where a piece can stand so that conditions hold. A thread finds the answers."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import shapely
from shapely.geometry.base import BaseGeometry

from game.engine.questions.asking import Answer, Best, Inquirer, Layer, Question, Verdicts
from game.engine.questions.words import best_text, names_of, proof_as_line, question_text
from game.engine.rulebook.questions import Askable
from game.engine.rulebook.view import Line
from game.lengths import with_missing
from game.play.session_model import SessionModel
from game.refusal import Refusal
from game.ui.board.camera import Spot
from game.ui.board.overlays import AreaOverlay, Style
from game.ui.board.pieces import topmost
from game.ui.decisions.base import Tool, stepped
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import REST
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Abandoned, Background
from game.wording import N_, _, ngettext

FITS: Final = Style((146, 232, 184), N_("meets your conditions"), tint=0.12, hatching="cross", spacing=16.0)
"""The style of the area where a piece can stand so that all conditions hold."""
PATIENCE: Final = 0.5
"""Seconds of work after which the progress is shown."""
MOST_ASKED: Final = 4


class Asking(Tool):
    """The aid that asks where `piece` can stand; `on` while it is in use.

    The conditions: `foes` are enemies to engage, `goals` things to control, `at_most` the number of enemies that may
    reach the spot (None: any number), `safest` asks for as few of these as possible.
    """

    title = N_("Asking")
    prompt = N_("Where can it stand? Choose the conditions")
    hint = N_(
        "Click enemies to engage, things to control, or your own piece to ask about it. "
        "Enter: try the best spot. Esc: leave."
    )

    def __init__(self, model: SessionModel, take: Callable[[str, Best], bool]) -> None:
        self.model, self._take = model, take
        self.on = False
        self.piece = ""
        self._spot: tuple[Spot | None, float] = (None, 0.0)
        self._worker = Background[Any]()
        self._inquirer = Memo[Inquirer]()
        self._overlay = Memo[AreaOverlay]()
        self._begun: tuple[object, float] = (None, 0.0)
        self._done = 0.0
        self._clear()

    def _clear(self) -> None:
        self.foes: tuple[str, ...] = ()
        self.goals: tuple[str, ...] = ()
        self.at_most: int | None = None
        self.safest = False

    def toggle(self, piece: str) -> None:
        """Ask about a piece, or stop asking; show a notice if no piece can be asked about."""
        if self.on:
            self.escape()
            return
        self.on = True
        if piece != self.piece:
            self._clear()
        about = (piece, *(part.id for part in self.model.units.parts(piece)), *self.model.pieces)
        self.piece = next(filter(self._can_ask, about), "")
        if not self.piece:
            self.escape()
            self.model.notice.title = _("Nothing to ask here: no piece on the table can move")

    def escape(self) -> None:
        """Stop asking, and stop the search."""
        self.on = False
        self._begun = (None, 0.0)

    def _can_ask(self, piece: str) -> bool:
        return self._askable(piece) is not None

    def _askable(self, piece: str) -> Askable | None:
        """Return the questions that a piece allows; None if there are none."""
        session = self.model.session
        questions = session.ruleset.questions
        return questions.askable(session.game, piece) if questions is not None else None

    # -- answers -------------------------------------------------------------------------------

    @property
    def _state(self) -> tuple[object, ...]:
        return id(self.model.session), self.model.version, id(self.model.view), self.piece

    def _current_inquirer(self) -> Inquirer:
        """Return the inquirer, which answers on a copy of the present game."""
        return self._inquirer.of(self._state, lambda: Inquirer(self.model.session.fork(), self.piece))

    @property
    def askable(self) -> Askable:
        """The enemies and goals that can be asked about for the piece."""
        return self._askable(self.piece) or Askable()

    @property
    def question(self) -> Question:
        """The question as it is now, without enemies and goals that have left the table."""
        askable = self.askable
        foes = tuple(foe for foe in self.foes if foe in askable.foes)
        goals = tuple(goal for goal in self.goals if goal in askable.goals)
        return Question(self.piece, foes, goals, self.at_most, self.safest)

    @property
    def is_open(self) -> bool:
        """Whether no condition has been chosen yet; then all spots are equally good."""
        return self.question == Question(self.piece)

    @property
    def answer(self) -> Answer | None:
        """The answer to the question; None while it is worked out."""
        if not self.on or self.piece not in self.model.pieces:
            return None  # there is no question
        inquirer, question = self._current_inquirer(), self.question
        key = (*self._state, question)
        if key != self._begun[0]:
            self._begun, self._done = (key, time.monotonic()), 0.0
        compute = partial(inquirer.answer, question, partial(self._progress, key))
        answer: Answer | None = self._worker.ask(key, lambda: compute)
        return answer

    def _progress(self, key: object, done: float) -> None:
        """Report the progress of the thread; stop its work if the question has changed."""
        if not self.on or self._begun[0] != key:
            raise Abandoned
        self._done = done

    def _spot_under_mouse(self, layer: Layer) -> tuple[Spot, bool] | None:
        """Return the spot under a resting mouse and whether it fits; None while the mouse moves or is off the table."""
        spot, since = self._spot
        if spot is None or time.monotonic() - since <= REST or not self._field.covers(shapely.Point(spot)):
            return None
        return spot, bool(shapely.intersects_xy(layer.region.geometry, *spot))

    @property
    def _field(self) -> BaseGeometry:
        return self.model.battlefield.table

    def verdicts(self) -> tuple[Spot, Verdicts] | None:
        """Return the spot under the mouse if it fits, else the best one, and its verdicts; None if not known yet."""
        answer = self.answer
        if answer is None or answer.best is None or answer.layer is None:
            return None
        if self.is_open and not ((pointed := self._spot_under_mouse(answer.layer)) and pointed[1]):
            return None
        best, pointed = answer.best, self._spot_under_mouse(answer.layer)
        spot = pointed[0] if pointed is not None and pointed[1] else (best.x, best.y)
        foes = answer.question.engages
        compute = partial(self._current_inquirer().verdicts, *spot, best.level, foes)
        verdicts = self._worker.ask((*self._state, "verdicts", spot, best.level, foes), lambda: compute)
        return (spot, verdicts) if verdicts is not None else None

    def against(self) -> list[Refusal]:
        """Return why the spot under the resting mouse does not fit; [] if it fits or that is not known yet.

        A piece under the mouse is pointed at itself, so its spot is not judged.
        """
        answer = self.answer
        if answer is None or answer.layer is None:
            return []
        pointed, layer = self._spot_under_mouse(answer.layer), answer.layer
        if pointed is None or pointed[1] or topmost(self.model.pieces.values(), pointed[0]) is not None:
            return []
        key = (*self._state, answer.question, "why not", pointed[0])
        refusals: list[Refusal] | None = self._worker.ask(key, lambda: partial(layer.region.why_not, pointed[0]))
        return refusals or []

    def waiting(self, now: float) -> bool:
        return self.on and (self._worker.busy or now - self._spot[1] < 2 * REST)

    # -- display -------------------------------------------------------------------------------

    def overlay(self) -> AreaOverlay | None:
        """Return the overlay of all fitting spots on the level of the best one; None without any."""
        answer = self.answer
        if answer is None or answer.layer is None:
            return None
        geometry = answer.layer.region.geometry
        if geometry.is_empty:
            return None
        return self._overlay.of((*self._state, answer.question), lambda: AreaOverlay(geometry, FITS))

    def notes(self) -> list[Line]:
        """Return the answer as lines, and the reasons against the spot under the mouse."""
        if not self.on:
            return []
        _question, answer, *_more = self.lines()
        against = next(map(_reason_line, self.against()), None)
        if against is None:
            return [answer]
        return [answer, replace(against, text=_("Under the mouse: {reason}", reason=against.text))]

    def lines(self) -> Iterator[Line]:
        """Yield the question, the answer in words, and the enemies that could reach the spot looked at."""
        yield Line(question_text(self.model.session, self.question))
        answer, names = self.answer, names_of(self.model.view)
        if answer is None:
            busy = time.monotonic() - self._begun[1] > PATIENCE
            progress = f" {round(100 * self._done)} %" if busy else ""
            yield Line(_("Working it out...") + progress, tone="quiet")
            return
        if answer.best is None:
            cause = answer.cause
            text = with_missing(cause.text, cause.short_by) if cause is not None else ""
            yield Line(_("Nowhere within reach: {cause}", cause=text), cause.rule if cause is not None else "", "bad")
        elif self.is_open:
            yield Line(_("Anywhere in the marked area. Choose what it should do there, or how safe it should be."))
        else:
            text, tone = best_text(answer.best.reached_by, answer.best.apart, names), "warning"
            yield Line(_("Best spot: {text}", text=text), tone=tone if answer.best.reached_by else "good")
        yield from self._looked_at(answer)

    def _looked_at(self, answer: Answer) -> Iterator[Line]:
        """Yield why the spot under the mouse does not fit, or else the enemies that could reach it or the best spot."""
        if refusals := self.against():
            yield Line(_("Under the mouse:"), tone="quiet")
            yield from map(_reason_line, refusals)
            return
        spot_and_verdicts = self.verdicts()
        if spot_and_verdicts is None or answer.best is None:
            return
        is_at_mouse = math.dist(spot_and_verdicts[0], (answer.best.x, answer.best.y)) > 1e-6
        yield Line(_("Under the mouse:") if is_at_mouse else _("At the best spot:"), tone="quiet")
        for fight in spot_and_verdicts[1].fights:
            yield Line(fight.text, fight.rule)
        yield from map(proof_as_line, spot_and_verdicts[1].proofs)

    def marks(self) -> dict[str, str]:
        if not self.on:
            return {}
        question = self.question
        return {self.piece: "chosen"} | dict.fromkeys((*question.engages, *question.controls), "candidate")

    @property
    def ghost(self) -> Ghost:
        answer, piece = self.answer, self.model.pieces.get(self.piece)
        if answer is None or answer.best is None or piece is None or self.is_open:
            return Ghost()
        best = replace(piece, x=answer.best.x, y=answer.best.y, level=answer.best.level)
        return Ghost((best,), (piece.x, piece.y), (best.x, best.y))

    # -- input ---------------------------------------------------------------------------------

    def actions(self) -> list[MenuItem]:
        question, askable = self.question, self.askable
        rows = [MenuItem("take", _("Try the best spot"), "return", reason=self._why_not(), primary=True)]
        engaged = ", ".join(map(self.model.name_of, question.engages)) or _("click an enemy")
        controlled = ", ".join(map(self.model.name_of, question.controls)) or _("click an objective")
        if askable.foes:
            rows.append(MenuItem("engage", _("Engage: {names}", names=engaged), "e", ticked=bool(question.engages)))
        if askable.goals:
            rows.append(
                MenuItem("control", _("Control: {names}", names=controlled), "c", ticked=bool(question.controls))
            )
        most = question.at_most
        text = _("Reached by any number of enemies")
        if most is not None:
            text = ngettext("Reached by at most {n} enemy", "Reached by at most {n} enemies", most, n=most)
        rows.append(MenuItem("reached", text, "r", ticked=most is not None))
        rows.append(MenuItem("safest", _("Only where the fewest enemies could reach it"), "s", ticked=question.safest))
        name = self.model.name_of(self.piece)
        rows.append(MenuItem("piece", _("Piece: {piece}", piece=name), "tab"))
        return [*rows, MenuItem("leave", _("Stop asking"), "escape")]

    def _why_not(self) -> str:
        """Return why the best spot cannot be tried, or ""."""
        answer = self.answer
        if self.is_open:
            return _("nothing is asked of the spot yet")
        if answer is None:
            return _("still working it out")
        return "" if answer.best is not None else _("no such spot")

    def perform(self, action: MenuItem) -> None:
        answer = self.answer
        if action.id == "take" and answer is not None and answer.best is not None and not self.is_open:
            self.on = False
            if not self._take(self.piece, answer.best):
                self.on = True
                self.model.notice.title = _("It cannot go there now: it is not its turn to move")
        elif action.id == "engage":
            self.foes = _next_of(self._one_of_each_unit(self._nearest_first(self.askable.foes)), self.foes)
        elif action.id == "control":
            self.goals = _next_of(self._nearest_first(self.askable.goals), self.goals)
        elif action.id == "reached":
            self.at_most = {None: 0, MOST_ASKED: None}.get(self.at_most, (self.at_most or 0) + 1)
        elif action.id == "safest":
            self.safest = not self.safest
        elif action.id == "piece":
            self._ask_about_next(1)
        elif action.id == "leave":
            self.escape()

    def _ask_about_next(self, by: int) -> None:
        """Ask about another piece: the one `by` places after the present one among those that can be asked about."""
        askable = self._one_of_each_unit(piece for piece in self.model.pieces if self._can_ask(piece))
        whole = self.model.units.whole
        present = next((candidate for candidate in askable if whole(candidate) == whole(self.piece)), "")
        self.piece = stepped(list(askable), present, by)

    def _nearest_first(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """Return pieces from the nearest to the farthest."""
        pieces_on_table, asked_piece = self.model.pieces, self.model.pieces[self.piece]

        def distance(name: str) -> float:
            return (
                math.dist((pieces_on_table[name].x, pieces_on_table[name].y), (asked_piece.x, asked_piece.y))
                if name in pieces_on_table
                else math.inf
            )

        return tuple(sorted(pieces, key=distance))

    def _one_of_each_unit(self, pieces: Iterable[str]) -> tuple[str, ...]:
        """Return the first of the pieces from each unit."""
        first: dict[str, str] = {}
        for piece in pieces:
            first.setdefault(self.model.units.whole(piece), piece)
        return tuple(first.values())

    def enter(self, current: MenuItem | None) -> None:
        self.perform(current or self.actions()[0])

    def key(self, press: Press) -> bool:
        if press.command != "next":
            return False
        self._ask_about_next(-1 if press.shift else 1)
        return True

    def motion(self, spot: Spot, free: bool) -> None:
        rounded_spot = round(spot[0], 1), round(spot[1], 1)
        if rounded_spot != self._spot[0]:
            self._spot = rounded_spot, time.monotonic()

    def look_away(self) -> None:
        if self._spot[0] is not None:
            self._spot = None, time.monotonic()

    def click(self, spot: Spot, piece: str) -> bool:
        askable_pieces, original = self.askable, piece
        if piece in askable_pieces.foes:
            self.foes = tuple({*self.foes} ^ {piece})
        elif piece in askable_pieces.goals or (piece := self._goal_at(spot)):
            self.goals = tuple({*self.goals} ^ {piece})
        elif mine := next((name for name in self._names_at(original) if self._can_ask(name)), ""):
            self.piece = mine
        return True

    def _names_at(self, piece: str) -> tuple[str, ...]:
        """Return the ids that can be meant by a click on a piece: its own, its unit and the models of that."""
        units = self.model.units
        whole = units.whole(piece)
        return (piece, whole, *(part.id for part in units.parts(whole))) if piece else ()

    def _goal_at(self, spot: Spot) -> str:
        """Return the goal whose disc a spot is in, such as a zone below pieces, or "" without one."""
        goals = (self.model.pieces[goal] for goal in self.askable.goals if goal in self.model.pieces)
        return next((goal.id for goal in goals if math.dist(spot, (goal.x, goal.y)) <= goal.radius), "")

    def focus(self) -> Spot | None:
        piece = self.model.pieces.get(self.piece)
        return (piece.x, piece.y) if piece is not None else None


def _reason_line(refusal: Refusal) -> Line:
    return Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")


def _next_of(items: tuple[str, ...], chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Return the item after the chosen one in a tuple; () if the chosen one is the last."""
    ring = ("", *items)
    following = ring[(ring.index(chosen[0]) + 1) % len(ring)] if chosen and chosen[0] in ring else ring[1 % len(ring)]
    return (following,) if following else ()
