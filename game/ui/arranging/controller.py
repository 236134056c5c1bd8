"""The controller of a decision that places a unit: a block in hand, formations, one model at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Final

import pygame

from game.engine.core.arranging import Arrange, answer_of
from game.engine.rulebook.abilities import Arranging
from game.engine.rulebook.view import Line, Preview
from game.lengths import tape, with_missing
from game.refusal import Refusal
from game.table.layout.steps import Steps
from game.ui.arranging.art import ArrangingArt
from game.ui.arranging.draft import Draft
from game.ui.arranging.formations import CLEAR, Spot, along, middle, shifted, turned
from game.ui.board.memo import Memo
from game.ui.board.overlays import RegionOverlay
from game.ui.decisions.base import Controller, DrawContext, controls, nudged, stepped
from game.ui.model.session_model import Notice, SessionModel
from game.ui.model.spoken_state import disc_of
from game.ui.widgets.keys import Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.menu_item import MenuItem
from game.wording import N_, _, ngettext

COMMIT, REPAIR, BACK = "commit", "nearest", "back"
TURN, FINE_TURN = 15.0, 3.0
"""Degrees per notch of the wheel or press of a key, and with Shift."""
TURNS: Final = {"q": 1, "e": -1}
FILES: Final = {"comma": -1, "period": 1}
GAPS: Final = ("spread", "close")
SLIP: Final = 0.15
"""Inches that the mouse may move in a click."""
MOST, EACH = 7, 2
"""Reasons that are listed, and models for each of them."""
ROWS: Final = (
    ("line", N_("Line"), "l"),
    ("ranks", N_("Two ranks"), "j"),
    ("column", N_("Column"), "k"),
    ("block", N_("Block of {files} files (, and .)"), "b"),
    ("ring", N_("Round its middle"), "o"),
    ("spread", N_("Spread to the most"), "d"),
    ("close", N_("Close up"), "c"),
)


@dataclass
class Grab:
    """What the mouse holds: a `model` of the block, or "" for a line being painted; where it began, and all then."""

    model: str
    start: Spot
    base: dict[str, Spot]
    moved: bool = False
    line: list[Spot] = field(default_factory=list)


@controls(Arrange)
class ArrangeController(Controller):
    """Drag the unit as a block, or with Alt one model; drag on the ground paints a line for it. Enter confirms."""

    direct: ClassVar[bool] = False
    tells_first: ClassVar[bool] = True
    alone = N_("Drag it, or click where it goes: as far towards there as it can. Arrows nudge it, Enter confirms.")
    hint = N_(
        "Drag it, with Alt one model, or draw a line for it. A click: as far towards there as it can. Wheel, Q and E "
        "turn. Tab: one model; Shift + Tab: these rows."
    )

    def __init__(self, model: SessionModel, decision: Arrange) -> None:
        super().__init__(model, decision)
        self.arrange = decision
        stands = any(member.id in model.pieces for member in decision.arrangements.members)
        if len(decision.arrangements.members) == 1:
            self.hint = self.alone
        self.draft = Draft(decision.arrangements, stands=stands)
        self.art = ArrangingArt(model, self.draft)
        self.grab: Grab | None = None
        self._meant = Memo[Preview]()
        self._follow_intent()

    def _follow_intent(self) -> None:
        """Put the unit where it was dragged before this was asked; what it comes to is confirmed as always."""
        intent = self.model.intent
        if intent is None or intent.unit != self.decision.about:
            return
        self.model.intent = None
        if intent.foe:
            self.draft.wrap([disc_of(each) for each in self.model.units.parts(intent.foe)])
        else:
            self.draft.put(shifted(self.draft.wanted, *intent.by))
            self.draft.settle()

    def offer(self, piece: str, spot: Spot) -> bool:
        """Put the block where one of its models is at a spot, else as near to that as is legal."""
        if piece not in self.draft.starts:
            return False
        start = self.draft.starts[piece]
        self.draft.put(shifted(self.draft.starts, spot[0] - start[0], spot[1] - start[1]))
        self._settled(self.draft.settle())
        return True

    # -- rows ---------------------------------------------------------------------------------

    def actions(self) -> list[MenuItem]:
        draft, steps = self.draft, self._steps()
        wrong = _("not legal: N repairs it") if draft.judged and steps is None else ""
        label = _("Move so") if draft.moved else _("Stay as they stand")
        rows = [
            MenuItem(COMMIT, label if draft.stands else _("Set up so"), "return", reason=wrong, primary=True),
            MenuItem(REPAIR, _("Nearest legal arrangement"), "n"),
        ]
        if len(draft.members) > 1:
            rows += [MenuItem(name, _(text, files=draft.files), key) for name, text, key in ROWS]
        if draft.moved and draft.stands:
            rows.append(MenuItem(BACK, _("Back to where they stand"), "backspace"))
        return [*rows, *self.shortcuts()]

    def perform(self, action: MenuItem) -> None:
        draft, name = self.draft, action.id
        self.model.notice = Notice()
        if name == COMMIT:
            self.commit()
        elif name == REPAIR:
            self.repair()
        elif name == BACK:
            draft.back()
        elif name in GAPS:
            widest = draft.coherency.inches - CLEAR if draft.coherency is not None else 1.0
            draft.spread(widest if name == "spread" else CLEAR)
        elif name in {row[0] for row in ROWS}:
            draft.form(name)
        else:
            super().perform(action)

    def repair(self) -> bool:
        """Take the legal arrangement nearest to what is wanted; say so if none was found."""
        found = self.draft.settle()
        if not found:
            self.model.notice = Notice(_("No legal arrangement was found near this one: drag it elsewhere"))
        return found

    def commit(self) -> None:
        """Answer with the arrangement; if it is not legal, show every reason."""
        steps = self.draft.judge()
        if steps is not None:
            self.model.answer(answer_of(steps))
            return
        refusals = tuple(Refusal(line.text, line.rule) for line in self._told())
        self.model.notice = Notice(_("Not a legal arrangement; N takes the nearest one"), refusals)

    def enter(self, current: MenuItem | None) -> None:
        if current is None:
            self.commit()
        else:
            self.perform(current)

    # -- mouse --------------------------------------------------------------------------------

    def press(self, spot: Spot, piece: str) -> None:
        model = self.draft.at(spot)
        if model or not piece:
            self.grab = Grab(model, spot, dict(self.draft.wanted), line=[spot])

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
            foes = [disc_of(each) for each in self.model.units.parts(self.model.units.whole(piece))]
            self._settled(self.draft.wrap(foes))
        else:
            self._settled(self.draft.towards(spot))
        return True

    def _settled(self, found: bool) -> None:
        if not found:
            self.model.notice = Notice(_("No legal arrangement was found there"))

    def _drop(self, grab: Grab) -> None:
        """Put the block down where that is legal, else as near as can be; form along a painted line."""
        if not grab.model:
            self.draft.put(along(self.draft.members, self.draft.wanted, grab.line, self.draft.step))
        alone = grab.model if len(self.movers_since(grab)) == 1 else ""
        if self.draft.judge() is None and not (alone and self.draft.place_one(alone)):
            self.draft.settle()  # else the reasons are told

    def movers_since(self, grab: Grab) -> list[str]:
        """Return who is wanted elsewhere than when the mouse was pressed."""
        return [name for name, at in self.draft.wanted.items() if at != grab.base[name]]

    def release(self) -> None:
        self.grab = None

    def wheel(self, steps: int, fine: bool = False) -> bool:
        held, degrees = self.grab is not None and self.grab.model != "", (FINE_TURN if fine else TURN) * steps
        if not held and not self.draft.moved:
            return False
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
        return True

    def focus(self) -> Spot | None:
        return self.draft.wanted[self.draft.picked] if self.draft.picked else middle(self.draft.wanted)

    # -- what is told -------------------------------------------------------------------------

    def lines_title(self) -> str:
        return _("If they end here")

    def lines(self) -> list[Line]:
        draft = self.draft
        steps = self._steps()
        if not draft.judged or (steps is not None and not draft.moved):
            return []
        if steps is not None:
            going = _("All may go there; the farthest goes {inches}", inches=tape(draft.farthest()))
            return [Line(going if draft.stands else _("All may stand there"), tone="good"), *self._meaning().lines]
        return [*self._told()]

    def _meaning(self) -> Preview:
        """Return what standing as wanted would mean, where the rulebook can tell."""
        book, game = self.model.session.ruleset, self.model.session.game
        if not isinstance(book, Arranging):
            return Preview()
        return self._meant.of(self.draft.version, lambda: book.arranged(game, self.arrange, self.draft.wanted))

    def _told(self) -> Iterator[Line]:
        """Yield the reasons: those of the whole, then for each cause the models against which it is."""
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
                text = ngettext("and {n} model more", "and {n} models more", more)
                yield Line(text, tone="quiet")

    def waiting(self, now: float) -> bool:
        busy = self.grab is not None and self.grab.moved
        return (not busy and self.draft.work()) or not self.draft.judged

    @property
    def movers(self) -> frozenset[str]:
        moved = (name for name, at in self.draft.wanted.items() if at != self.draft.starts[name])
        return frozenset(moved)

    def marks(self) -> dict[str, str]:
        met = dict.fromkeys(self._meaning().contacts, "contact") if self.draft.moved and self.draft.judged else {}
        return super().marks() | met | ({} if self.draft.moved else {self.decision.about: "chosen"})

    def layout(self) -> tuple[str, Mapping[str, Spot]] | None:
        return self.decision.about, self.draft.wanted

    def shown_region(self, context: DrawContext) -> RegionOverlay | None:
        return self.art.overlay() if context.options.region else None

    @property
    def draws_reach(self) -> bool:
        return True

    def under(self, target: Canvas, context: DrawContext) -> None:
        self.art.under(target, context)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        self.art.over(target, context, self._steps(), self._line())

    def over_key(self) -> object:
        return self, self.draft.version, self.draft.judged, self.draft.refused(), tuple(self._line())

    def _steps(self) -> Steps | None:
        """Return the exact verdict as soon as the block rests; None until then, and if it is not legal."""
        return self.draft.judge() if self.draft.judged or self.draft.rests else None

    def _line(self) -> Sequence[Spot]:
        return self.grab.line if self.grab is not None and self.grab.moved and not self.grab.model else ()
