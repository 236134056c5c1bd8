"""The controller of decisions that place a unit: moved as a block or model by model; slow searches run in a thread."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final

import pygame
import shapely

from game.engine.core.decisions import Answer, Arrange, answer_of
from game.engine.core.options import Option
from game.engine.rulebook.view import Line, PieceView, Preview
from game.engine.rulebook.view import Verdict as Price
from game.lengths import tape, with_missing
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.lattice import Position
from game.table.layout.effort import Effort, EffortSpent
from game.table.layout.steps import Steps
from game.ui.arranging.draft import CLEAR, Draft, Find, Verdict, middle, shifted, turned
from game.ui.arranging.entering import Entering
from game.ui.arranging.painted import painted
from game.ui.board.camera import Box, Spot
from game.ui.board.labels import UnitOutlines
from game.ui.board.overlays import RegionOverlay, Sample, draw_cross, draw_pill
from game.ui.board.pieces import drawn_radius, topmost
from game.ui.decisions.base import Controller, DrawContext, controls, nudged, stepped
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import box_of
from game.ui.shell.jobs import Progress
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import Press, details_held
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Stop, Task
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, WARNING
from game.wording import N_, _, ngettext

MOMENT: Final = 0.04
"""Seconds that a new job is waited for: most end by then, which avoids flicker."""
ENTERING: Final = 0.1
"""Seconds that a drop waits for the search for spots at which the unit may be put down."""
SHOWN_AFTER: Final = 0.25
"""Seconds after which a search shows its progress."""


def amid(layout: Mapping[str, Spot], radius: float, spot: Spot) -> str:
    """Return the model nearest to a spot, if the spot is inside the block of its unit; else ""."""
    block = shapely.MultiPoint([*layout.values()]).convex_hull.buffer(radius)
    return min(layout, key=lambda name: math.dist(layout[name], spot)) if block.covers(shapely.Point(spot)) else ""


@dataclass(frozen=True)
class Job:
    """Work for a `Worker`: `find` does it within an effort, `then` takes the result.

    A `search` is shown and can be stopped.
    """

    find: Callable[[Effort], Any]
    then: Callable[[Any], None]
    search: bool = False


class Worker:
    """Runs one job at a time, so that two threads never ask the rules about one decision at once."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._following: Job | None = None
        self._task: Task[Any] | None = None
        self._stop = Stop()
        self._effort = Effort()
        self._since = 0.0

    @property
    def idle(self) -> bool:
        """Whether there is no job."""
        return self._task is None

    @property
    def searching(self) -> bool:
        """Whether a search is running whose result is still wanted."""
        jobs = (self._following, None if self._stop.ordered else self._job)
        return any(job is not None and job.search for job in jobs)

    @property
    def share(self) -> float | None:
        """The progress of a long search, from 0 to 1; None while none is shown."""
        is_shown = self.searching and time.monotonic() - self._since > SHOWN_AFTER
        return self._effort.share if is_shown else None

    def do(self, job: Job, moment: float = MOMENT) -> None:
        """Replace all jobs by this one.

        It begins as soon as the present one has stopped; wait up to `moment` seconds.
        """
        self.stop()
        self._following, self._since = job, time.monotonic()
        self.gather(moment)

    def stop(self) -> bool:
        """Drop the present and the next job; return whether a search was running."""
        searched = self.searching
        self._stop.order()
        self._following = None
        return searched

    def gather(self, moment: float = 0.0) -> None:
        """Take results and begin the next job, waiting at most `moment` seconds."""
        until = time.monotonic() + moment
        while self._following is not None or self._task is not None:
            if self._task is None:
                self._begin_next()
            elif self._task.wait(until - time.monotonic()):
                self._finish_job(self._task)
            else:
                break

    def _begin_next(self) -> None:
        """Begin the next job in a thread."""
        job, self._job, self._following = self._following, self._following, None
        assert job is not None
        self._stop = Stop()

        self._effort = Effort(stopped=self._stop)
        self._task = Task(partial(job.find, self._effort), "arrangement")

    def _finish_job(self, task: Task[Any]) -> None:
        """Take the result of a finished job, unless it was stopped."""
        job, self._job, self._task = self._job, None, None
        try:
            result = task.result()
        except EffortSpent:
            result = None
        if job is not None and not self._stop.ordered:
            job.then(result)


def centred(layout: Mapping[str, Spot], spot: Spot) -> dict[str, Position]:
    """Return an arrangement with its middle moved to a spot."""
    x, y = middle(layout)
    return shifted(layout, spot[0] - x, spot[1] - y)


def draw_ghosts(target: pygame.Surface, context: DrawContext, model: SessionModel, ghosts: Sequence[PieceView]) -> None:
    """Draw the models of a dragged unit, with its name."""
    for ghost in ghosts:
        centre = context.camera.to_screen(ghost.x, ghost.y)
        context.sprites.draw(target, ghost, centre, context.camera.scale, context.owners)
    draw_name(target, context, model, ghosts)


def draw_name(target: pygame.Surface, context: DrawContext, model: SessionModel, ghosts: Sequence[PieceView]) -> None:
    """Write the name of a unit beside its ghosts."""
    unit = model.view.units.get(ghosts[0].unit)
    if unit is None:
        return
    camera, livery = context.camera, context.owners.get(unit.owner)
    spots = [camera.to_screen(ghost.x, ghost.y) for ghost in ghosts]
    radii = [drawn_radius(ghost) * camera.scale for ghost in ghosts]
    colour, visible, names = livery.colour if livery is not None else PAPER, target.get_clip(), context.sprites.names
    if visible.collidepoint(spots[0]):
        moving = {ghost.id for ghost in ghosts}
        others = [
            camera.base(drawn_radius(piece), (piece.x, piece.y))
            for piece in model.view.pieces
            if piece.id not in moving
        ]
        areas_in_use = *names.shown, *context.sprites.taken
        plate = target.blit(*names.of_units.beside(unit, colour, visible, spots, radii, areas_in_use, others))
        context.readings.append(plate)


def draw_search(target: pygame.Surface, context: DrawContext, share: float) -> None:
    """Draw the progress of a search (`share`, from 0 to 1) at the top of the table, and the key that stops it."""
    theme, table = context.theme, target.get_clip()
    words = _("Looking for a legal arrangement · Esc stops")
    box = draw_pill(target, words, (table.centerx, table.top + theme.px(3)), theme)
    bar = pygame.Rect(box.left + theme.px(1), box.bottom + theme.px(0.5), box.width - theme.px(2), theme.px(2))
    Progress(share).draw(target, theme, bar)


COMMIT, REPAIR, BACK, STOP, BEND, UNBEND = "commit", "nearest", "back", "stop", "bend", "unbend"
TURN, FINE_TURN = 15.0, 3.0
"""Degrees for one notch of the wheel or key press, without and with Shift."""
TURNS: Final = {"q": 1, "e": -1}
"""The turns to the left by key."""
FILES: Final = {"comma": -1, "period": 1}
"""The models added to each rank by key."""
GAPS: Final = ("spread", "close")
SLIP: Final = 0.15
"""Inches that the mouse may move in a click."""
MOST, EACH = 7, 2
"""The most reasons against the whole arrangement, and the most models listed for one reason."""
ROWS: Final = (
    ("line", N_("One line"), "l"),
    ("ranks", N_("Two lines"), "j"),
    ("column", N_("Column"), "k"),
    ("block", N_("{files} side by side (, and .)"), "b"),
    ("ring", N_("Ring"), "o"),
    ("spread", N_("Spread out"), "s"),
    ("close", N_("Close up"), "c"),
)


@dataclass
class Grab:
    """What the mouse holds: a `model` of the block, or "" while a line is painted.

    `start` is the spot of the mouse, `base` the arrangement, both as the button went down.
    """

    model: str
    start: Spot
    base: dict[str, Spot]
    moved: bool = False
    line: list[Spot] = field(default_factory=list)


@controls(Arrange)
class ArrangeController(Controller):
    """Places a unit: drag it as a block, or one model with Alt, or with Alt paint a line on the ground.

    Enter confirms.
    """

    direct: ClassVar[bool] = False
    lines_first: ClassVar[bool] = True
    alone = N_(
        "Drag it, or click a spot: it goes as far that way as it can. Arrows nudge it (Shift: farther), Enter confirms."
    )
    turning = N_(
        "Drag it, or click a spot: it goes as far that way as it can. Q, E and the wheel turn its base (Shift: less), "
        "after P at the bend where it is. Arrows nudge it, Enter confirms."
    )
    hint = N_(
        "Drag it; Alt-drag one model, or the ground: a line to fill. A click moves it as far that way as it can. "
        "Wheel, Q and E turn. Tab: one model; Shift + Tab: these rows."
    )

    def __init__(self, model: SessionModel, decision: Arrange) -> None:
        super().__init__(model, decision)
        self.arrange = decision
        # a unit that is picked up and set up elsewhere begins where it is
        on_table = any(
            (piece := model.pieces.get(member.id)) is not None and (piece.x, piece.y) == (member.disc.x, member.disc.y)
            for member in decision.arrangements.members
        )
        if len(decision.arrangements.members) == 1:
            self.hint = self.turning if decision.arrangements.members[0].facing is not None else self.alone
        self.draft = Draft(decision.arrangements, stands=on_table)
        self._outlines = UnitOutlines()
        self._overlays = Memo[RegionOverlay | None](len(self.draft.members) + 2)
        self._ghost = Memo[Ghost]()
        self.worker = Worker()
        self.grab: Grab | None = None
        self.entering: Entering | None = None
        """The things that could take in the unit that is dragged, from its first drag on."""
        self._pointed = Memo[Draft](1)
        self._points_at: Spot | None = None
        self._follows = not on_table
        """Whether the unit is shown under the mouse, where a click would set it up: until the player moves it."""
        self._meant = Memo[Preview]()
        self._follow_intent()

    def _follow_intent(self) -> None:
        """Start where the unit was dragged to before this decision; the player still has to confirm."""
        intent, draft = self.model.intent, self.draft
        if intent is None or intent.unit != self.decision.about:
            if not draft.stands:
                self._search(draft.near())
            return
        self.model.intent = None
        if intent.foe:
            self._search(draft.wrapping([part.base for part in self.model.units.parts(intent.foe)]))
        else:
            draft.put(shifted(draft.wanted, *intent.by))
            self._lay(lambda: None)

    # -- searches ---------------------------------------------------------------------------------

    def _search(self, find: Find, missed: str = "") -> None:
        """Search for an arrangement and adopt it; if there is none, show the text `missed`."""

        def adopt(steps: Steps | None) -> None:
            self.missed = steps is None and not self.draft.moved
            if steps is not None:
                self.draft.take(steps)
            elif missed:
                self.model.notice = Notice(missed)

        self.worker.do(Job(find, adopt, search=True))

    @property
    def searching(self) -> bool:
        return self.worker.searching

    def let_go(self) -> bool:
        self._follows, self._points_at = False, None
        return self.worker.stop()

    def waiting(self, now: float) -> bool:
        draft, worker, entering = self.shown, self.worker, self.entering
        worker.gather()
        open_question = entering is not None and self.held_over != "" and not entering.is_known
        if entering is not None and open_question and worker.idle and draft.rests:
            worker.do(Job(entering.search(draft.near()), entering.noting()), moment=0.0)
        if worker.idle and draft.rests and not draft.judged:
            worker.do(Job(draft.verdict(), draft.judge))
        if worker.idle and self.draft.lacks_ground:
            worker.do(Job(self.draft.next_ground, lambda _done: None), moment=0.0)
        return not worker.idle or not draft.judged or self.draft.lacks_ground or open_question

    def offer(self, piece: str, spot: Spot) -> bool:
        """Put the block with one of its models at a spot, or into the nearest legal arrangement."""
        if piece not in self.draft.starts:
            return False
        start = self.draft.starts[piece]
        self.draft.put(shifted(self.draft.starts, spot[0] - start[0], spot[1] - start[1]))
        self._search(self.draft.near(), self._none_found())
        return True

    def enter_thing(self, then: Callable[[Sequence[Answer] | None], None]) -> None:
        """Search for the answers that get the unit into the thing that it is held over, and hand them to `then`."""
        assert self.entering is not None
        self.worker.do(Job(self.entering.search(self.draft.near()), then, search=True), ENTERING)

    @property
    def held_over(self) -> str:
        """The thing over which the unit is held and which could take it in, or ""."""
        held = self.grab is not None and self.grab.moved and self.grab.model and self.entering is not None
        return self.entering.into if held and self.entering is not None else ""

    @property
    def shown(self) -> Draft:
        """The draft that is drawn and described: the unit where a click would set it up, else the prepared one."""
        return self.draft if self._points_at is None else self._pointed.of(self.draft.version, lambda: copy(self.draft))

    def _point(self, spot: Spot | None) -> None:
        """Show the unit under the mouse if a click would set it up there; not over a piece or the unit itself."""
        follows = self._follows and not self.confirms and not self.worker.searching
        if not follows or spot is None or self._amid(spot) or topmost(self.model.pieces.values(), spot) is not None:
            self._points_at = None
        elif spot != self._points_at:
            self._points_at = spot
            self.shown.put(centred(self.draft.wanted, spot))

    # -- rows ---------------------------------------------------------------------------------

    def actions(self) -> list[MenuItem]:
        draft = self.draft
        why_not = _("not legal: choose “Nearest legal arrangement”") if draft.judged and draft.steps is None else ""
        if self.worker.searching:
            why_not = _("looking for a legal arrangement")
        is_single = len(draft.members) == 1
        stay = _("Stay where it is") if is_single else _("Stay where they are")
        label = _("Move here") if draft.moved else stay
        shortcuts, stay_option = self.shortcuts(), self._staying()
        key = "" if self.missed else "return"
        first = MenuItem(COMMIT, label if draft.stands else _("Set up here"), key, reason=why_not, primary=True)
        if stay_option is not None:
            [stay_row] = [row for row in shortcuts if row.id == SHORTCUT + stay_option.key]
            shortcuts.remove(stay_row)
            first = replace(stay_row, primary=True, also="return")
        rows = [first, MenuItem(REPAIR, _("Nearest legal arrangement"), "n")]
        if not is_single:
            formations = draft.formations()
            formation_rows = [row for row in ROWS if row[0] in formations or row[0] in GAPS]
            rows += [MenuItem(name, _(text, files=draft.files), key) for name, text, key in formation_rows]
        rows += self._path_rows()
        if draft.moved and draft.stands and not draft.corners.get(draft.drawing):
            back_label = _("Back to where it was") if is_single else _("Back to where they were")
            rows.append(MenuItem(BACK, back_label, "backspace"))
        if self.worker.searching:
            rows.insert(1, MenuItem(STOP, _("Stop looking"), "escape"))
        return [*rows, *shortcuts]

    def _path_rows(self) -> Iterator[MenuItem]:
        """Yield the rows for drawing the path of the picked model."""
        if name := self.draft.drawing:
            yield MenuItem(BEND, _("Bend its path here"), "p")
            if self.draft.corners.get(name):
                yield MenuItem(UNBEND, _("Remove the last bend"), "backspace")

    def _staying(self) -> Option | None:
        """Return the shortcut that has the same effect as confirming now, because all models stay; None without one."""
        if self.missed or self.draft.moved or not self.draft.stands or self.worker.searching:
            return None
        return next((shortcut for shortcut in self.decision.shortcuts if shortcut.stays), None)

    def perform(self, action: MenuItem) -> None:
        draft, name = self.draft, action.id
        self.model.notice = Notice()
        if name == COMMIT:
            self.commit()
            return
        self.let_go()
        if name == REPAIR:
            self._search(draft.near(), self._none_found())
        elif name == BACK:
            draft.back()
        elif name == BEND:
            draft.bend()
        elif name == UNBEND:
            draft.unbend()
        elif name in GAPS:
            widest = draft.coherency.inches - CLEAR if draft.coherency is not None else 1.0
            draft.spread(widest if name == "spread" else CLEAR)
            self._search(draft.near(), self._none_found())
        elif name in {row[0] for row in ROWS}:  # a formation
            draft.form(name)
        else:
            super().perform(action)

    def _none_found(self) -> str:
        """Return the text that no legal arrangement was found, with the option left to a unit that moves."""
        shortcuts = self.decision.shortcuts
        if not self.draft.stands or not shortcuts:
            return _("No legal arrangement was found near this one: drag it elsewhere")
        return _(
            "No legal arrangement was found, here or elsewhere. Your only option: {choice}", choice=shortcuts[0].label
        )

    def commit(self) -> None:
        """Answer with the arrangement; if it is not legal, show every reason. A running search must end first."""
        if self.worker.searching:
            self.model.notice = Notice(_("Looking for a legal arrangement: wait, or press Esc to stop"))
        elif self._points_at is not None:
            self._set_up(self._points_at)
        elif (stay_option := self._staying()) is not None:
            self.model.answer(stay_option.key)
        elif self.draft.judged and self.worker.idle:
            self._answer()
        else:
            self.worker.do(Job(self.draft.verdict(), self._judge_and_answer, search=True))

    def _judge_and_answer(self, verdict: Verdict) -> None:
        self.draft.judge(verdict)
        self._answer()

    def _answer(self) -> None:
        if self.draft.steps is not None:
            self.model.answer(answer_of(self.draft.steps))
            return
        self.model.notice = Notice(_("Not legal: choose “Nearest legal arrangement”"), self._refusals())

    def _refusals(self) -> tuple[Refusal, ...]:
        """Return the known reasons against the arrangement, each with its model."""
        return tuple(Refusal(line.text, line.rule) for line in self._reason_lines() if line.rule)

    def enter(self, current: MenuItem | None) -> None:
        if current is None:
            self.commit()
        else:
            self.perform(current)

    # -- mouse --------------------------------------------------------------------------------

    def press(self, spot: Spot, piece: str) -> None:
        self.let_go()
        model = self.draft.at(spot) or self._amid(spot)
        if model or (not piece and details_held()):
            self.grab = Grab(model, spot, dict(self.draft.wanted), line=[spot])

    def _amid(self, spot: Spot) -> str:
        """Return the model nearest to a spot inside the block, or "" outside it, where a painted line may begin."""
        return amid(self.draft.wanted, max(member.disc.radius for member in self.draft.members), spot)

    def motion(self, spot: Spot, free: bool) -> None:
        grab = self.grab
        if grab is None:
            self._point(spot)
            return
        if not grab.moved and math.dist(spot, grab.start) <= SLIP:
            return
        grab.moved = True
        if grab.model:
            dx, dy = spot[0] - grab.start[0], spot[1] - grab.start[1]
            self.draft.move(dx, dy, grab.base, grab.model if free else "")
            self.entering = self.entering or Entering(self.model, self.decision.about)
            self.entering.hold(spot, self.draft.version)
        elif math.dist(spot, grab.line[-1]) > SLIP:
            grab.line.append(spot)

    def look_away(self) -> None:
        self._point(None)

    def click(self, spot: Spot, piece: str) -> bool:
        grab, self.grab = self.grab, None
        self.model.notice = Notice()
        if grab is not None and grab.moved:
            self._drop(grab)
        elif model := self.draft.at(spot):
            self.draft.pick("" if self.draft.picked == model else model)
        # a click on another unit means: move around it
        elif piece and self.model.units.whole(piece) != self.decision.about:
            foes = [part.base for part in self.model.units.parts(self.model.units.whole(piece))]
            self._search(self.draft.wrapping(foes), self._none_found())
        elif self.draft.stands or self.confirms:
            self._search(self.draft.towards(spot), self._none_found())
        else:  # a unit is set up where it is clicked, as if it were dropped there
            self._set_up(spot)
        return True

    def _set_up(self, spot: Spot) -> None:
        """Set the unit up with its middle at a spot, or show it as near as possible and say why not there."""
        self._points_at = None
        self.draft.put(centred(self.draft.wanted, spot))
        self._lay(self._answer)

    @property
    def drags(self) -> bool:
        return self.grab is not None and self.grab.moved

    def _drop(self, grab: Grab) -> None:
        """Put the block down if that is legal, or show it as near as possible; form it along a painted line."""
        if not grab.model:
            self._search(painted(self.draft, grab.line))
            return
        if self.entering is not None and self.entering.into:
            self.enter_thing(partial(self._get_in, self.entering))
            return
        moved_models = [name for name, spot in self.draft.wanted.items() if spot != grab.base[name]]
        only_moved = grab.model if len(moved_models) == 1 else ""
        if not self.confirms and (not only_moved or len(self.draft.members) == 1):
            self._lay(self._answer)
            return
        # If none is found, the reasons are shown.
        self._search(self.draft.near_one(only_moved) if only_moved else self.draft.near())

    def _get_in(self, entering: Entering, answers: Sequence[Answer] | None) -> None:
        """Get the unit into the thing it was dropped on, or show it as near as possible."""
        if not entering.take(answers):
            self._search(self.draft.near())
            self.model.notice = entering.missed()

    def _lay(self, then: Callable[[], None]) -> None:
        """Lay the unit down where it is wanted and go on with `then`, or show it as near as possible.

        A unit that is set up, for which nothing on the table shows why, has the reasons too.
        """
        verdict, near = self.draft.verdict(), self.draft.near()

        def find(effort: Effort) -> tuple[Verdict, Steps | None]:
            judged = verdict(effort)
            return judged, near(effort) if judged[1] is None else judged[1]

        def lay(found: tuple[Verdict, Steps | None] | None) -> None:
            judged, steps = found or (None, None)
            if judged is not None:
                self.draft.judge(judged)
            refusals = self._refusals()
            self.missed = steps is None and not self.draft.moved
            if steps is not None:
                self.draft.take(steps)
            if judged is not None and judged[1] is not None:
                then()
            elif not self.draft.stands:
                nearest = _("Not legal there: shown as near as it can stand")
                self.model.notice = Notice(nearest if steps is not None else self._none_found(), refusals)

        self.worker.do(Job(find, lay, search=True))

    @property
    def holds(self) -> bool:
        return self.grab is not None

    def release(self) -> None:
        self.grab = None

    def wheel(self, steps: int, fine: bool = False) -> bool:
        is_holding_block = self.grab is not None and self.grab.model != ""
        degrees = (FINE_TURN if fine else TURN) * steps
        turns = len(self.draft.members) > 1 or self.draft.faces
        # the wheel zooms unless a block is in hand or moved, and if the turn of a single round base would not show
        if not turns or not (is_holding_block or self.draft.moved):
            return False
        self.let_go()
        self.draft.turn(degrees)
        if self.grab is not None and is_holding_block:
            self.grab.base = {**turned(self.grab.base, degrees)}
        return True

    # -- keys ---------------------------------------------------------------------------------

    def key(self, press: Press) -> bool:
        draft = self.draft
        if press.command == "next" and not press.shift and len(draft.members) > 1:
            draft.pick(stepped(["", *draft.starts], draft.picked, 1))
        elif press.key in TURNS and not press.ctrl:
            draft.turn(TURNS[press.key] * (FINE_TURN if press.shift else TURN))
        elif press.key in FILES:
            draft.form("block", draft.files + FILES[press.key])
        elif (by := nudged((0.0, 0.0), press)) is not None:
            draft.move(*by, only=draft.picked)
        else:
            return False
        self.model.notice = Notice()  # what it says is about another arrangement
        self.let_go()
        return True

    def focus(self) -> Spot | None:
        return self.draft.spot

    # -- lines and drawings ----------------------------------------------------------------------

    def lines_title(self) -> str:
        return _("If they end here") if len(self.draft.members) > 1 else _("If it ends here")

    def lines(self) -> list[Line]:
        draft, steps = self.shown, self.shown.steps
        if self.held_over and self.entering is not None:
            return [self.entering.line()]
        if not draft.judged or self.worker.searching or (steps is not None and not draft.moved):
            return []
        if steps is not None:
            inches = tape(draft.farthest())
            price = Price("cost", _("{inches} at most", inches=inches) if len(draft.members) > 1 else inches, inches)
            first = Line(self._legal_text(), tone="good", verdict=price if draft.stands else None)
            return [first, *self._consequences().lines]
        return [*self._reason_lines()]

    def _legal_text(self) -> str:
        """Return the text that the arrangement is legal, with the inches that models move."""
        are_several = len(self.draft.members) > 1
        if not self.draft.stands:
            return _("All of them may stand there") if are_several else _("It may stand there")
        inches = tape(self.shown.farthest())
        if are_several:
            return _("All of them can go there; the farthest moves {inches}", inches=inches)
        return _("It may go there: {inches}", inches=inches)

    def _consequences(self) -> Preview:
        """Return the consequences of the wanted arrangement; empty if the rulebook shows none."""
        book, game = self.model.session.ruleset, self.model.session.game
        decision = replace(self.arrange, arrangements=self.draft.now) if self.draft.faces else self.arrange
        preview = lambda: book.arranged(game, decision, self.shown.wanted) or Preview()  # noqa: E731
        return self._meant.of(self._seen, preview)

    @property
    def _seen(self) -> tuple[int, int]:
        """The versions of the prepared draft and of the shown one."""
        return self.draft.version, -1 if self._points_at is None else self.shown.version

    def _reason_lines(self) -> Iterator[Line]:
        """Yield the reasons against the arrangement: first those against all of it, then those against models."""
        causes: dict[tuple[bool, str, str], list[tuple[str, Refusal]]] = {}
        for name, reason in self.shown.reasons():
            causes.setdefault((name == "", reason.rule, _(reason.cause)), []).append((name, reason))
        for (for_all, rule, _cause), cases in sorted(causes.items(), key=lambda item: not item[0][0]):
            cases.sort(key=lambda case: (case[0] != self.draft.picked, -(case[1].short_by or 0.0)))
            for name, reason in cases[: MOST if for_all else EACH]:
                text = with_missing(reason.text, reason.short_by)
                label = self.model.units.label(name) or self.model.name_of(name) if name else ""
                yield Line(f"{label}: {text}" if label else text, rule, "bad")
            if not for_all and len(cases) > EACH:
                rest = len(cases) - EACH
                text = ngettext("and {n} more model", "and {n} more models", rest)
                yield Line(text, tone="quiet")

    @property
    def ghost(self) -> Ghost:
        return self._ghost.of((self._seen, self.model.version, self.held_over), self._arranged_unit)

    def _arranged_unit(self) -> Ghost:
        """Return the unit as arranged; `away` has the models whose place or facing differs from the present one."""
        draft = self.shown
        units_away = frozenset(
            name
            for name, spot in draft.wanted.items()
            if spot != draft.starts[name] or draft.faces.get(name) != draft.faced.get(name)
        )
        away = frozenset[str]() if self.held_over else units_away
        return Ghost(tuple(self._arranged_models()), draft.start, draft.spot, away, self.decision.about, draft.move_to)

    def _arranged_models(self) -> Iterator[PieceView]:
        """Yield the models at their wanted spots, in their wanted facings."""
        pieces, reserve = self.model.pieces, self.model.reserve
        for member in self.draft.members:
            x, y = self.shown.wanted[member.id]
            disc, piece = member.disc, pieces.get(member.id) or reserve.get(member.id)
            plain_base = PieceView(member.id, disc.name, "base", x, y, disc.radius, self.model.decider)
            arranged = replace(piece, x=x, y=y, active=False) if piece is not None else plain_base
            yield replace(arranged, facing=self.draft.faces[member.id]) if member.id in self.draft.faces else arranged

    def marks(self) -> dict[str, str]:
        contacts = (
            dict.fromkeys(self._consequences().contacts, "contact") if self.shown.moved and self.shown.judged else {}
        )
        return super().marks() | contacts | ({} if self.draft.moved else {self.decision.about: "chosen"})

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        """Return the area where the picked model, or any model, can end; None while that is computed."""
        ground = self.draft.ground(self.draft.picked) if context.options.region else None
        if ground is None:
            return None
        key = self.draft.picked, tuple(self.draft.faces.items()), self.draft.lacks_ground
        return self._overlays.of(key, lambda: RegionOverlay(Sample(ground), reasons=False))

    @property
    def paths(self) -> Mapping[str, Sequence[Spot]]:
        draft = self.shown
        starts = draft.starts if draft.stands else {}
        steps = draft.steps or () if draft.moved else ()
        from_starts = {step.id: [starts[step.id]] if starts else [] for step in steps}
        return {step.id: [*from_starts[step.id], *step.via, step.at] for step in steps}

    @property
    def region_box(self) -> Box | None:
        ground = self.draft.ground("")
        return box_of(ground) if ground is not None else None

    @property
    def seeks_region(self) -> bool:
        return self.draft.lacks_ground

    @property
    def draws_reach(self) -> bool:
        return True

    def under(self, target: Canvas, context: DrawContext) -> None:
        overlay = self.shown_region(context)
        if overlay is not None:
            overlay.show(target, context.camera)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        if len(line := self._line()) > 1:
            spots = [context.camera.to_screen(*spot) for spot in line]
            pygame.draw.lines(target, SHADOW, False, spots, 5)
            pygame.draw.lines(target, LAMP, False, spots, 3)
        if self.held_over and self.grab is not None and self.entering is not None:
            self.entering.draw_way(target, context.camera, self.grab.start, self.entering.at)
        elif self.shown.moved:
            if self._points_at is not None:  # the prepared draft stays where the mouse can drag it
                dragged_to = [
                    replace(ghost, x=x, y=y) for ghost, (x, y) in zip(self.ghost.pieces, self.draft.wanted.values())
                ]
                self._outlines.draw(target, dragged_to, context.camera, PAPER, "dashed")
            self._draw_ghosts(target, context, self.shown.refused())
        if (share := self.worker.share) is not None:
            draw_search(target, context, share)

    def _draw_ghosts(self, target: pygame.Surface, context: DrawContext, refused: frozenset[str]) -> None:
        """Draw all models at their places in the draft, with their paths; cross out the illegal ones."""
        camera, draft, steps = context.camera, self.shown, self.shown.steps
        if context.options.receipts and draft.stands:
            self._draw_paths(target, context, steps)
        ghosts, scale = self.ghost.pieces, camera.scale
        may_be_legal = not refused and (steps is not None or not draft.judged)
        colour = BAD if refused else WARNING
        self._outlines.draw(target, ghosts, camera, LAMP if may_be_legal else colour, "solid")
        for ghost in ghosts:
            centre = camera.to_screen(ghost.x, ghost.y)
            if ghost.id == draft.picked:
                context.sprites.ring(target, ghost, centre, scale, PAPER, "dashed")
            elif ghost.id in draft.by_hand:
                context.sprites.ring(target, ghost, centre, scale, LAMP, "solid")
            context.sprites.draw(target, ghost, centre, scale, context.owners)
            if ghost.id in refused:
                draw_cross(target, centre, ghost.radius * scale)
        draw_name(target, context, self.model, ghosts)

    def _draw_paths(self, target: pygame.Surface, context: DrawContext, steps: Steps | None) -> None:
        """Draw the path of each model that moves, straight unless it has corners."""
        corners = self.draft.corners | {step.id: step.via for step in steps or ()}
        for name, start in self.draft.starts.items():
            path = [start, *corners.get(name, ()), self.draft.wanted[name]]
            if path[0] != path[-1]:
                pygame.draw.aalines(target, PAPER, False, [context.camera.to_screen(*spot) for spot in path])
        for ghost in self.ghost.pieces:
            faces = self.draft.corner_faces.get(ghost.id, ())
            for (x, y), facing in zip(self.draft.corners.get(ghost.id, ()), faces):
                centre = context.camera.to_screen(x, y)
                context.sprites.ring(
                    target, replace(ghost, facing=facing), centre, context.camera.scale, PAPER, "dashed"
                )

    def over_key(self) -> object:
        draft, share = self.shown, self.worker.share
        percent = None if share is None else round(100 * share)
        return self, self._seen, self.held_over, draft.judged, draft.refused(), tuple(self._line()), percent

    def _line(self) -> Sequence[Spot]:
        """Return the line being painted, or an empty one."""
        return self.grab.line if self.grab is not None and self.grab.moved and not self.grab.model else ()
