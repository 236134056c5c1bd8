"""The controller of a decision that places a unit: a block in hand, one model at a time; its look and searches."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, ClassVar, Final

import pygame
import shapely

from game.engine.core.decisions import Arrange, answer_of
from game.engine.core.options import Option
from game.engine.rulebook.view import Line, PieceView, Preview
from game.engine.rulebook.view import Verdict as Price
from game.lengths import tape, with_missing
from game.play.session_model import Notice, SessionModel
from game.refusal import Refusal
from game.table.layout.effort import Effort, EffortSpent
from game.table.layout.steps import Steps
from game.ui.arranging.draft import CLEAR, Draft, Find, Verdict, along, shifted, turned
from game.ui.board.camera import Box, Spot
from game.ui.board.labels import UnitOutlines
from game.ui.board.overlays import RegionOverlay, Sample, draw_cross, draw_pill
from game.ui.board.pieces import drawn_radius
from game.ui.decisions.base import Controller, DrawContext, controls, nudged, stepped
from game.ui.decisions.ghost import Ghost
from game.ui.decisions.place import box_of
from game.ui.shell.jobs import Progress
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.tasks import Stop, Task
from game.ui.widgets.theme import BAD, LAMP, PAPER, SHADOW, WARNING
from game.wording import N_, _, ngettext

MOMENT: Final = 0.04
"""Seconds waited at once for what is mostly found by then, to avoid flicker."""
SHOWN_AFTER: Final = 0.25
"""Seconds after which a search shows its progress."""


@dataclass(frozen=True)
class Job:
    """Work to do within an effort, and what happens with its result. A `search` is shown, and may be stopped."""

    find: Callable[[Effort], Any]
    then: Callable[[Any], None]
    search: bool = False


class Worker:
    """Does one job at a time, so that two threads never ask the rules of one decision at once."""

    def __init__(self) -> None:
        self._job: Job | None = None
        self._following: Job | None = None
        self._task: Task[Any] | None = None
        self._stop = Stop()
        self._effort = Effort()
        self._since = 0.0

    @property
    def idle(self) -> bool:
        """Whether there is nothing to do."""
        return self._task is None

    @property
    def searching(self) -> bool:
        """Whether a search is running whose result is still wanted."""
        jobs = (self._following, None if self._stop.ordered else self._job)
        return any(job is not None and job.search for job in jobs)

    @property
    def share(self) -> float | None:
        """The progress of a long search, from 0 to 1, or None without one."""
        shown = self.searching and time.monotonic() - self._since > SHOWN_AFTER
        return self._effort.share if shown else None

    def do(self, job: Job, moment: float = MOMENT) -> None:
        """Do a job in place of all others, as soon as the present work has stopped; wait for it a `moment`."""
        self.stop()
        self._following, self._since = job, time.monotonic()
        self.gather(moment)

    def stop(self) -> bool:
        """Drop the present work and what was to follow; return whether a search was running."""
        searched = self.searching
        self._stop.order()
        self._following = None
        return searched

    def gather(self, moment: float = 0.0) -> None:
        """Collect results, and begin what follows; wait for it a `moment`."""
        until = time.monotonic() + moment
        while self._following is not None or self._task is not None:
            if self._task is None:
                self._begin()
            elif self._task.wait(until - time.monotonic()):
                self._end(self._task)
            else:
                break

    def _begin(self) -> None:
        job, self._job, self._following = self._following, self._following, None
        assert job is not None
        self._stop = Stop()

        self._effort = Effort(stopped=self._stop)
        self._task = Task(partial(job.find, self._effort), "arrangement")

    def _end(self, task: Task[Any]) -> None:
        job, self._job, self._task = self._job, None, None
        try:
            found = task.result()
        except EffortSpent:
            found = None
        if job is not None and not self._stop.ordered:
            job.then(found)


def draw_ghosts(target: pygame.Surface, context: DrawContext, model: SessionModel, ghosts: Sequence[PieceView]) -> None:
    """Draw a dragged unit of which nothing is known yet but its name."""
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
    colour, view, names = livery.colour if livery is not None else PAPER, target.get_clip(), context.sprites.names
    if view.collidepoint(spots[0]):
        plate = target.blit(*names.of_units.beside(unit, colour, view, spots, radii, names.shown))
        context.readings.append(plate)


def draw_search(target: pygame.Surface, context: DrawContext, share: float) -> None:
    """Draw the progress of a search, from 0 to 1, at the top of the table, and how to stop it."""
    theme, view = context.theme, target.get_clip()
    words = _("Looking for a legal arrangement · Esc stops")
    box = draw_pill(target, words, (view.centerx, view.top + theme.px(3)), theme)
    bar = pygame.Rect(box.left + theme.px(1), box.bottom + theme.px(0.5), box.width - theme.px(2), theme.px(2))
    Progress(share).draw(target, theme, bar)


COMMIT, REPAIR, BACK, STOP, BEND, UNBEND = "commit", "nearest", "back", "stop", "bend", "unbend"
TURN, FINE_TURN = 15.0, 3.0
"""Degrees per notch of the wheel or key press, and with Shift."""
TURNS: Final = {"q": 1, "e": -1}
FILES: Final = {"comma": -1, "period": 1}
GAPS: Final = ("spread", "close")
SLIP: Final = 0.15
"""Inches that the mouse may move in a click."""
MOST, EACH = 7, 2
"""The most reasons listed, and the most models for each of them."""
ROWS: Final = (
    ("line", N_("One line"), "l"),
    ("ranks", N_("Two lines"), "j"),
    ("column", N_("Column"), "k"),
    ("block", N_("{files} side by side (, and .)"), "b"),
    ("ring", N_("Ring"), "o"),
    ("spread", N_("Spread out"), "d"),
    ("close", N_("Close up"), "c"),
)


@dataclass
class Grab:
    """What the mouse holds: a `model` of the block, or "" for a painted line; its start, and the arrangement then."""

    model: str
    start: Spot
    base: dict[str, Spot]
    moved: bool = False
    line: list[Spot] = field(default_factory=list)


@controls(Arrange)
class ArrangeController(Controller):
    """Drag the unit as a block, or with Alt one model; drag on the ground to paint a line for it. Enter confirms."""

    direct: ClassVar[bool] = False
    tells_first: ClassVar[bool] = True
    alone = N_(
        "Drag it, or click a spot: it goes as far that way as it can. Arrows nudge it (Shift: farther), Enter confirms."
    )
    turning = N_(
        "Drag it, or click a spot: it goes as far that way as it can. Q, E and the wheel turn its base (Shift: less), "
        "after P at the bend where it is. Arrows nudge it, Enter confirms."
    )
    hint = N_(
        "Drag it, Alt-drag one model, or draw a line to fill. A click moves it as far that way as it can. Wheel, "
        "Q and E turn. Tab: one model; Shift + Tab: these rows."
    )

    def __init__(self, model: SessionModel, decision: Arrange) -> None:
        super().__init__(model, decision)
        self.arrange = decision
        # a unit that is picked up and set up elsewhere begins where it is
        stands = any(
            (piece := model.pieces.get(member.id)) is not None and (piece.x, piece.y) == (member.disc.x, member.disc.y)
            for member in decision.arrangements.members
        )
        if len(decision.arrangements.members) == 1:
            self.hint = self.turning if decision.arrangements.members[0].facing is not None else self.alone
        self.draft = Draft(decision.arrangements, stands=stands)
        self._outlines = UnitOutlines()
        self._overlays = Memo[RegionOverlay | None](len(self.draft.members) + 2)
        self._ghost = Memo[Ghost]()
        self.worker = Worker()
        self.grab: Grab | None = None
        self._meant = Memo[Preview]()
        self._follow_intent()

    def _follow_intent(self) -> None:
        """Put the unit where it was dragged before this decision came; the result is confirmed as always."""
        intent, draft = self.model.intent, self.draft
        if intent is None or intent.unit != self.decision.about:
            if not draft.stands:
                self._seek(draft.near())
            return
        self.model.intent = None
        if intent.foe:
            self._seek(draft.wrapping([each.base for each in self.model.units.parts(intent.foe)]))
        else:
            draft.put(shifted(draft.wanted, *intent.by))
            self._seek(draft.near())

    # -- what takes long ------------------------------------------------------------------------

    def _seek(self, find: Find, missed: str = "") -> None:
        """Search for an arrangement, and adopt it; if none is found, say what was `missed`."""

        def then(steps: Steps | None) -> None:
            self.missed = steps is None and not self.draft.moved
            if steps is not None:
                self.draft.take(steps)
            elif missed:
                self.model.notice = Notice(missed)

        self.worker.do(Job(find, then, search=True))

    @property
    def searching(self) -> bool:
        return self.worker.searching

    def let_go(self) -> bool:
        return self.worker.stop()

    def waiting(self, now: float) -> bool:
        draft, worker = self.draft, self.worker
        worker.gather()
        if worker.idle and draft.rests and not draft.judged:
            worker.do(Job(draft.verdict(), draft.judge))
        if worker.idle and draft.lacks_ground:
            worker.do(Job(draft.next_ground, lambda _done: None), moment=0.0)
        return not worker.idle or not draft.judged or draft.lacks_ground

    def offer(self, piece: str, spot: Spot) -> bool:
        """Put the block where one of its models is at a spot, or as near to it as is legal."""
        if piece not in self.draft.starts:
            return False
        start = self.draft.starts[piece]
        self.draft.put(shifted(self.draft.starts, spot[0] - start[0], spot[1] - start[1]))
        self._seek(self.draft.near(), self._none_found())
        return True

    # -- rows ---------------------------------------------------------------------------------

    def actions(self) -> list[MenuItem]:
        draft = self.draft
        wrong = _("not legal: press N to fix it") if draft.judged and draft.steps is None else ""
        if self.worker.searching:
            wrong = _("looking for a legal arrangement")
        alone = len(draft.members) == 1
        stays_so = _("Stay where it is") if alone else _("Stay where they are")
        label = _("Move here") if draft.moved else stays_so
        others, stays = self.shortcuts(), self._staying()
        key = "" if self.missed else "return"
        first = MenuItem(COMMIT, label if draft.stands else _("Set up here"), key, reason=wrong, primary=True)
        if stays is not None:
            [own] = [row for row in others if row.id == SHORTCUT + stays.key]
            others.remove(own)
            first = replace(own, primary=True, also="return")
        rows = [first, MenuItem(REPAIR, _("Nearest legal arrangement"), "n")]
        if not alone:
            formations = draft.formations()
            offered = [row for row in ROWS if row[0] in formations or row[0] in GAPS]
            rows += [MenuItem(name, _(text, files=draft.files), key) for name, text, key in offered]
        rows += self._path_rows()
        if draft.moved and draft.stands and not draft.corners.get(draft.drawing):
            back = _("Back to where it was") if alone else _("Back to where they were")
            rows.append(MenuItem(BACK, back, "backspace"))
        if self.worker.searching:
            rows.insert(1, MenuItem(STOP, _("Stop looking"), "escape"))
        return [*rows, *others]

    def _path_rows(self) -> Iterator[MenuItem]:
        if name := self.draft.drawing:
            yield MenuItem(BEND, _("Bend its path here"), "p")
            if self.draft.corners.get(name):
                yield MenuItem(UNBEND, _("Remove the last bend"), "backspace")

    def _staying(self) -> Option | None:
        """Return the shortcut that equals confirming now, since all models stay, or None if there is none."""
        if self.missed or self.draft.moved or not self.draft.stands or self.worker.searching:
            return None
        return next((each for each in self.decision.shortcuts if each.stays), None)

    def perform(self, action: MenuItem) -> None:
        draft, name = self.draft, action.id
        self.model.notice = Notice()
        if name == COMMIT:
            self.commit()
            return
        self.let_go()
        if name == REPAIR:
            self._seek(draft.near(), self._none_found())
        elif name == BACK:
            draft.back()
        elif name == BEND:
            draft.bend()
        elif name == UNBEND:
            draft.unbend()
        elif name in GAPS:
            widest = draft.coherency.inches - CLEAR if draft.coherency is not None else 1.0
            draft.spread(widest if name == "spread" else CLEAR)
            self._seek(draft.near(), self._none_found())
        elif name in {row[0] for row in ROWS}:
            draft.form(name)
        else:
            super().perform(action)

    def _none_found(self) -> str:
        """Return that no legal arrangement was found, and the options left; a move is searched anywhere."""
        left = self.decision.shortcuts
        if not self.draft.stands or not left:
            return _("No legal arrangement was found near this one: drag it elsewhere")
        return _("No legal arrangement was found, here or elsewhere. Your only option: {choice}", choice=left[0].label)

    def commit(self) -> None:
        """Answer with the arrangement; if it is illegal, show every reason; do nothing while a search is running."""
        if self.worker.searching:
            self.model.notice = Notice(_("Looking for a legal arrangement: wait, or press Esc to stop"))
        elif (stays := self._staying()) is not None:
            self.model.answer(stays.key)
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
        refusals = tuple(Refusal(line.text, line.rule) for line in self._told())
        self.model.notice = Notice(_("Not a legal arrangement; press N for the nearest one"), refusals)

    def enter(self, current: MenuItem | None) -> None:
        if current is None:
            self.commit()
        else:
            self.perform(current)

    # -- mouse --------------------------------------------------------------------------------

    def press(self, spot: Spot, piece: str) -> None:
        self.let_go()
        model = self.draft.at(spot) or self._amid(spot)
        if model or not piece:
            self.grab = Grab(model, spot, dict(self.draft.wanted), line=[spot])

    def _amid(self, spot: Spot) -> str:
        """Return the nearest model to a spot amid the block, which is meant by it; a line begins outside."""
        wanted = self.draft.wanted
        widest = max(member.disc.radius for member in self.draft.members)
        block = shapely.MultiPoint([*wanted.values()]).convex_hull.buffer(widest)
        return min(wanted, key=lambda name: math.dist(wanted[name], spot)) if block.covers(shapely.Point(spot)) else ""

    def motion(self, spot: Spot, free: bool) -> None:
        grab = self.grab
        if grab is None:
            return
        if not grab.moved and math.dist(spot, grab.start) <= SLIP:
            return
        grab.moved = True
        if grab.model:
            dx, dy = spot[0] - grab.start[0], spot[1] - grab.start[1]
            self.draft.move(dx, dy, grab.base, grab.model if free else "")
        elif math.dist(spot, grab.line[-1]) > SLIP:
            grab.line.append(spot)

    def click(self, spot: Spot, piece: str) -> bool:
        grab, self.grab = self.grab, None
        self.model.notice = Notice()
        if grab is not None and grab.moved:
            self._drop(grab)
        elif model := self.draft.at(spot):
            self.draft.pick("" if self.draft.picked == model else model)
        elif piece and self.model.units.whole(piece) != self.decision.about:
            foes = [each.base for each in self.model.units.parts(self.model.units.whole(piece))]
            self._seek(self.draft.wrapping(foes), self._none_found())
        else:
            self._seek(self.draft.towards(spot), self._none_found())
        return True

    def _drop(self, grab: Grab) -> None:
        """Put the block down if that is legal, or show it as near as possible; form it along a painted line."""
        if not grab.model:
            self.draft.put(along(self.draft.now.members, self.draft.wanted, grab.line, self.draft.step))
        moved = [name for name, at in self.draft.wanted.items() if at != grab.base[name]]
        alone = grab.model if len(moved) == 1 else ""
        if grab.model and not self.confirms and (not alone or len(self.draft.members) == 1):
            self.worker.do(Job(self.draft.near(), self._put_down, search=True))
            return
        # If none is found, the reasons are shown.
        self._seek(self.draft.near_one(alone) if alone else self.draft.near())

    def _put_down(self, steps: Steps | None) -> None:
        """Answer with the block where it was dropped, if steps lead there; else show it as near as it can."""
        lies = steps is not None and self.draft.lies(steps)
        self.missed = steps is None and not self.draft.moved
        if steps is not None:
            self.draft.take(steps)
        if lies:
            self._answer()

    def release(self) -> None:
        self.grab = None

    def wheel(self, steps: int, fine: bool = False) -> bool:
        held, degrees = self.grab is not None and self.grab.model != "", (FINE_TURN if fine else TURN) * steps
        if not held and not self.draft.moved:
            return False
        self.let_go()
        self.draft.turn(degrees)
        if self.grab is not None and held:
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
        self.let_go()
        return True

    def focus(self) -> Spot | None:
        return self.draft.spot

    # -- what is told -------------------------------------------------------------------------

    def lines_title(self) -> str:
        return _("If they end here") if len(self.draft.members) > 1 else _("If it ends here")

    def lines(self) -> list[Line]:
        draft, steps = self.draft, self.draft.steps
        if not draft.judged or self.worker.searching or (steps is not None and not draft.moved):
            return []
        if steps is not None:
            inches = tape(draft.farthest())
            price = Price("cost", _("{inches} at most", inches=inches) if len(draft.members) > 1 else inches, inches)
            first = Line(self._legal(), tone="good", verdict=price if draft.stands else None)
            return [first, *self._meaning().lines]
        return [*self._told()]

    def _legal(self) -> str:
        """Return in words that it is legal, with the inches to go."""
        several = len(self.draft.members) > 1
        if not self.draft.stands:
            return _("All of them may stand there") if several else _("It may stand there")
        inches = tape(self.draft.farthest())
        if several:
            return _("All of them can go there; the farthest moves {inches}", inches=inches)
        return _("It may go there: {inches}", inches=inches)

    def _meaning(self) -> Preview:
        """Return the consequences of the wanted arrangement, if the rulebook knows them."""
        book, game = self.model.session.ruleset, self.model.session.game
        asked = replace(self.arrange, arrangements=self.draft.now) if self.draft.faces else self.arrange
        meant = lambda: book.arranged(game, asked, self.draft.wanted) or Preview()  # noqa: E731
        return self._meant.of(self.draft.version, meant)

    def _told(self) -> Iterator[Line]:
        """Yield the reasons: those against the whole first, then for each cause the models it applies to."""
        causes: dict[tuple[bool, str, str], list[tuple[str, Refusal]]] = {}
        for name, reason in self.draft.reasons():
            causes.setdefault((name == "", reason.rule, _(reason.cause)), []).append((name, reason))
        for (whole, rule, _cause), found in sorted(causes.items(), key=lambda item: not item[0][0]):
            found.sort(key=lambda each: (each[0] != self.draft.picked, -(each[1].short_by or 0.0)))
            for name, reason in found[: MOST if whole else EACH]:
                text = with_missing(reason.text, reason.short_by)
                label = self.model.units.label(name) or self.model.name_of(name) if name else ""
                yield Line(f"{label}: {text}" if label else text, rule, "bad")
            if not whole and len(found) > EACH:
                more = len(found) - EACH
                text = ngettext("and {n} more model", "and {n} more models", more)
                yield Line(text, tone="quiet")

    @property
    def ghost(self) -> Ghost:
        return self._ghost.of((self.draft.version, self.model.version), self._supposed)

    def _supposed(self) -> Ghost:
        draft = self.draft
        away = frozenset(
            name
            for name, at in draft.wanted.items()
            if at != draft.starts[name] or draft.faces.get(name) != draft.faced.get(name)
        )
        return Ghost(tuple(self._pieces()), draft.start, draft.spot, away, self.decision.about, draft.move_to)

    def _pieces(self) -> Iterator[PieceView]:
        pieces, reserve = self.model.pieces, self.model.reserve
        for member in self.draft.members:
            x, y = self.draft.wanted[member.id]
            disc, piece = member.disc, pieces.get(member.id) or reserve.get(member.id)
            bare = PieceView(member.id, disc.name, "base", x, y, disc.radius, self.model.decider)
            shown = replace(piece, x=x, y=y, active=False) if piece is not None else bare
            yield replace(shown, facing=self.draft.faces[member.id]) if member.id in self.draft.faces else shown

    def marks(self) -> dict[str, str]:
        met = dict.fromkeys(self._meaning().contacts, "contact") if self.draft.moved and self.draft.judged else {}
        return super().marks() | met | ({} if self.draft.moved else {self.decision.about: "chosen"})

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        """Return the area where the picked model, or any model, may end; None until it is worked out."""
        ground = self.draft.ground(self.draft.picked) if context.options.region else None
        if ground is None:
            return None
        key = self.draft.picked, tuple(self.draft.faces.items()), self.draft.lacks_ground
        return self._overlays.of(key, lambda: RegionOverlay(Sample(ground), reasons=False))

    @property
    def paths(self) -> Mapping[str, Sequence[Spot]]:
        draft = self.draft
        starts = draft.starts if draft.stands else {}
        steps = draft.steps or () if draft.moved else ()
        return {step.id: [*([starts[step.id]] if starts else []), *step.via, step.at] for step in steps}

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
        if self.draft.moved:
            self._draw_ghosts(target, context, self.draft.refused())
        if (share := self.worker.share) is not None:
            draw_search(target, context, share)

    def _draw_ghosts(self, target: pygame.Surface, context: DrawContext, refused: frozenset[str]) -> None:
        """Draw all models where the player wants them, with their paths; illegal ones are crossed out."""
        camera, draft, steps = context.camera, self.draft, self.draft.steps
        if context.options.receipts and draft.stands:
            self._draw_paths(target, context, steps)
        ghosts, scale = self.ghost.pieces, camera.scale
        good = not refused and (steps is not None or not draft.judged)
        self._outlines.draw(target, ghosts, camera, LAMP if good else WARNING if not refused else BAD, "solid")
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
        draft, share = self.draft, self.worker.share
        far = None if share is None else round(100 * share)
        return self, draft.version, draft.judged, draft.refused(), tuple(self._line()), far

    def _line(self) -> Sequence[Spot]:
        return self.grab.line if self.grab is not None and self.grab.moved and not self.grab.model else ()
