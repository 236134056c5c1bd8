"""Controller of a choice: rows of options. Some can also be taken by dragging a unit onto ground or an enemy."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Final

import pygame

from game.engine.core.decisions import Answer, Arrange, Choose, Decision, Option, answer_of
from game.engine.core.options import Reference
from game.engine.core.windows import PASS
from game.engine.routes import Route, copy_after
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line
from game.engine.sighting import bars
from game.lengths import length
from game.play.session_model import Intent, Notice, SessionModel
from game.refusal import Refusal
from game.table.layout.effort import Effort
from game.table.layout.steps import Steps
from game.ui.arranging.controller import ENTERING, SLIP, ArrangeController, Grab, Job, amid, draw_ghosts
from game.ui.arranging.entering import Entering, draw_way
from game.ui.board.camera import Spot
from game.ui.board.overlays import Overlay
from game.ui.decisions.base import Controller, DrawContext, Thing, controls, rows_about, thing_at
from game.ui.decisions.ghost import Ghost
from game.ui.widgets.actions import SHORTCUT, MenuItem
from game.ui.widgets.keys import Press
from game.ui.widgets.layers import Canvas
from game.ui.widgets.memo import Memo
from game.ui.widgets.theme import BAD, LAMP
from game.wording import N_, _, ngettext

SKIP: Final = "skip:"
"""The prefix of the ids of rows that pass a window and all later ones of a timing."""
SKIPS: Final = {
    "": (N_("No, and don't ask again"), "shift+j"),
    "phase": (N_("No, and not again this phase"), "j"),
    "turn": (N_("No, and not again this turn"), "j"),
    "round": (N_("No, and not again this round"), "j"),
}
"""The labels and letters of those rows, by the span for which they pass; "" is the rest of the game.

No rulebook gives these letters to an answer of its own.
"""
UNASKED: Final = N_("You won't be asked again. You can change this in the menu, under Questions you skip.")

SETTLE: Final = f"{SKIP}topic:"
"""The prefix of the ids of rows with a standing answer to all offers of one topic, such as an ability."""
SETTLES: Final = {
    "phase": N_("Not {name} this phase"),
    "never": N_("Never {name} this game"),
    "always": N_("Always offer {name}"),
}
"""The labels of those rows, by the standing answer."""
MANY: Final = 8
"""The number of options about units from which they are grouped by unit, if a unit has several."""
GROUP: Final = "unit:"
"""The prefix of the ids of rows that stand for a unit."""
TERRAIN: Final = "terrain"
"""Stands for the unit of all rows that are about a piece of terrain, if they are folded into one row."""
ALL: Final = "all units"
"""The id of the row that closes a group."""


def _span(timing: str) -> str:
    """Return how long passing at a timing lasts: "phase", "turn", "round", or "" for the rest of the game."""
    return timing.partition(".")[2].partition("-")[0]


class Groups:
    """Which group of rows is open: those of a `unit`, or those whose ids are in `kept`; none if both are empty.

    If `begun`, this question has grouped its rows before. It still does, however few are left, and the row of a unit
    keeps its number, which keys use.
    """

    def __init__(self, units: Units, *, begun: bool = False) -> None:
        self._units, self.begun = units, begun
        self.unit = ""
        self.kept: frozenset[str] = frozenset()
        self._found: tuple[object, list[MenuItem]] = (None, [])

    @property
    def is_open(self) -> bool:
        return bool(self.unit or self.kept)

    def open(self, unit: str = "", kept: Collection[str] = ()) -> None:
        """Open the group of a unit or of the rows with these ids; without arguments, close the group."""
        self.unit, self.kept = unit, frozenset(kept)

    def unit_of(self, row: MenuItem) -> str:
        """Return the unit that a row is about, `TERRAIN` for a piece of terrain, "" for none or several."""
        if row.about.terrain and not row.subject:
            return TERRAIN
        units = {self._units.whole(piece) for piece in row.subject}
        unit = next(iter(units), "")
        return unit if len(units) == 1 and unit in self._units.models else ""

    def are_many(self, rows: Sequence[MenuItem]) -> bool:
        """Return whether there are enough rows about units to group them."""
        units = [unit for row in rows if row.enabled and (unit := self.unit_of(row)) not in ("", TERRAIN)]
        return (self.begun or len(units) >= MANY) and len(units) > len({*units})

    def folds(self, rows: Sequence[MenuItem]) -> bool:
        """Return whether there are so many rows about terrain, beside those about units, that one stands for them."""
        units = [self.unit_of(row) for row in rows if row.enabled]
        return units.count(TERRAIN) >= MANY and any(unit not in ("", TERRAIN) for unit in units)

    def shown(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        """Return the rows to show: all rows, one row per unit, or the rows of the open group."""
        key = [*rows], self.unit, self.kept
        if self._found[0] != key:  # a frame asks several times
            self._found = key, self._in_slots(self._grouped(rows))
        return [*self._found[1]]

    def _in_slots(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        """Return rows of an overview with the slots of their units."""
        if self.is_open or not self.begun:
            return [*rows]
        return [replace(row, slot=GROUP + unit) if (unit := self.unit_of(row)) else row for row in rows]

    def _grouped(self, rows: Sequence[MenuItem]) -> list[MenuItem]:
        """Return the rows to show: the open group with a way back, else the overview; all rows if they are few."""
        if not self.are_many(rows) and not self.folds(rows):
            return [*rows]
        if not self.is_open:
            return self.overview(rows, by_unit=self.are_many(rows))
        group = [row for row in rows if row.id in self.kept or (self.unit and self.unit_of(row) == self.unit)]
        about_no_unit = [row for row in rows if row.enabled and not self.unit_of(row)]
        back_label = _("All targets") if self.unit == TERRAIN else _("All units")
        return [*group, MenuItem(ALL, back_label, "escape"), *about_no_unit]

    def overview(self, rows: Sequence[MenuItem], *, by_unit: bool = True) -> list[MenuItem]:
        """Return a row for each unit in its place: its group, or its only option, or why it has none.

        Other rows stay as they are, and without `by_unit` all rows about units; many about terrain are one row.
        """
        groups, folds = dict[str, list[MenuItem]](), self.folds(rows)
        for row in rows:
            unit = self.unit_of(row)
            groups.setdefault(unit if unit and (folds if unit == TERRAIN else by_unit) else row.id, []).append(row)
        return [self._unit_row(unit, group) for unit, group in groups.items()]

    def _unit_row(self, unit: str, rows: Sequence[MenuItem]) -> MenuItem:
        """Return the row that stands for all rows of a unit in the overview."""
        options = [row for row in rows if row.enabled] or rows[:1]
        return options[0] if len(options) == 1 else self._group_row(unit, options)

    def _group_row(self, unit: str, rows: Sequence[MenuItem]) -> MenuItem:
        """Return the row that opens the group of a unit and lists its options."""
        if unit == TERRAIN:
            pieces = dict.fromkeys(piece for row in rows for piece in row.about.terrain)
            pieces_in_words = ngettext("{n} piece", "{n} pieces", len(pieces))
            return MenuItem(GROUP + unit, _("Scenery…"), detail=pieces_in_words, about=Reference((*pieces,)))
        name = self._units.cards[unit].name
        useful = [row for row in rows if not row.idle] or rows
        labels, count = ", ".join(row.brief or row.label for row in useful), len(rows)
        brief = labels if all(row.brief for row in rows) else ngettext("{n} choice", "{n} choices", count)
        all_idle = all(row.idle for row in rows)
        return MenuItem(GROUP + unit, name, detail=labels, brief=brief, subject=rows[0].subject, idle=all_idle)


HINTS: Final = {
    ("ground",): N_("Drag a unit across the table. Click it to see what it can do."),
    ("piece",): N_("Drag a unit onto an enemy. Click it to see what it can do."),
    ("ground", "piece"): N_("Drag a unit across the table or onto an enemy. Click it to see what it can do."),
}
"""The hints for dragging units, by the things onto which they can be dragged."""

AROUND: Final = 2.0
"""Inches around the mouse within which an enemy counts as the target, if the dragged unit needs one."""
KEPT: Final = 40


@dataclass
class Drag:
    """A unit that the mouse drags: the options that a drop can take, and where the mouse began and is now.

    A drop on the ground chooses the option `over`, a drop on an enemy `against`. `path` has the keys of all options
    that lead from a drop on the ground to the arrangement of the unit. `block` shows that arrangement beforehand,
    unless a roll comes first. `foe` is the enemy unit under the mouse, `causes` are the reasons why it cannot be a
    target. `entering` has the transports or buildings that the unit could enter.
    """

    unit: str
    over: Option | None
    against: Option | None
    start: Spot
    at: Spot
    path: Sequence[str] = ()
    block: ArrangeController | None = None
    foe: str = ""
    causes: tuple[Refusal, ...] = ()
    entering: Entering | None = None
    moved: bool = False

    @property
    def into(self) -> str:
        """The thing under the mouse that could take the unit in, or ""."""
        return self.entering.into if self.entering is not None else ""


@controls(Choose)
class ChooseController(Controller):
    """Offers options as rows, with refused ones below. A unit with options can be dragged, or clicked to see them."""

    hint = N_("Click an answer, or press its key.")
    lines_first: ClassVar[bool] = True

    def __init__(self, model: SessionModel, decision: Choose) -> None:
        super().__init__(model, decision)
        self.choice = decision
        options = sorted(decision.options, key=lambda option: option.idle)
        self._offered = _without_repeated_details([_option_row(option) for option in options])
        self._refused = [_option_row(option, refusal.text, refusal.rule) for option, refusal in decision.refusals()]
        spans = {timing: _span(timing) for timing in reversed(model.skippable)}
        skips = ((timing, *SKIPS[span]) for timing, span in spans.items())
        self._skipping = [MenuItem(SKIP + timing, _(label), letter, lasting=True) for timing, label, letter in skips]
        self._skipping += [
            MenuItem(f"{SETTLE}{number}:{answer}", _(words, name=topic.name), lasting=True)
            for number, topic in enumerate(model.topics)
            for answer, words in SETTLES.items()
            if answer != model.standing_answer(topic)
        ]
        self._meant = ""
        """The row of the last click on the table, which a second click takes."""
        self._folded: MenuItem | None = None
        """The row about the terrain under the mouse, if one row stands for all of these."""
        self.drag: Drag | None = None
        self._entering: ArrangeController | None = None
        self._causes = Memo[tuple[Refusal, ...]](KEPT)
        _letters, digits = model.row_keys()
        self.groups = Groups(model.units, begun=any(place.startswith(GROUP) for place in digits))
        self.groups.begun = self.groups.are_many(self._offered) or self.groups.begun
        if not decision.about:
            model.intent = None
        laid = [option for option in decision.options if any(piece in model.pieces for piece in option.subject)]
        hands = {option.hand for option in laid if option.hand}
        if hands and (not decision.about or "ground" in hands) and model.view.units:
            self.hint = _(HINTS.get((*sorted(hands),), HINTS["ground", "piece"]))

    @property
    def upcoming(self) -> Decision:
        block = self.drag.block if self.drag is not None else None
        return block.decision if block is not None else self.decision

    # -- dragging -----------------------------------------------------------------------------

    def press(self, spot: Spot, piece: str) -> None:
        self.drag = None
        piece = piece or self._model_around(spot)
        unit = self.model.units.whole(piece) if piece else ""
        by_hand = {option.hand: option for option in reversed(self.choice.options) if piece in option.subject}
        ground_row, piece_row = by_hand.get("ground"), by_hand.get("piece")
        if self.decision.about not in ("", unit):
            piece_row = None  # such options are about the target onto which the piece of the decision is dragged
        if (ground_row or piece_row) and unit != piece:
            self.drag = Drag(unit, ground_row, piece_row, spot, spot)

    def _model_around(self, spot: Spot) -> str:
        """Return the nearest model of an own unit with an option if the spot is inside the unit's block; else ""."""
        subjects = {piece for option in self.choice.options for piece in option.subject}
        own_units = (models for models in self.model.units.models.values() if models[0].owner == self.decision.player)
        units = (models for models in own_units if models[0].id in subjects)
        models_around = (
            amid({model.id: (model.x, model.y) for model in models}, models[0].radius, spot) for models in units
        )
        return next(filter(None, models_around), "")

    def offer(self, piece: str, spot: Spot) -> bool:
        """Move a unit so that one of its models is at a spot; return whether the unit can be moved now."""
        ground_row = next(
            (option for option in self.choice.options if option.hand == "ground" and piece in option.subject), None
        )
        model = self.model.pieces.get(piece)
        if ground_row is None or model is None or self.decision.about:
            return False
        self.model.intent = Intent(self.model.units.whole(piece), (spot[0] - model.x, spot[1] - model.y), "")
        return self.model.answer(ground_row.key)

    def motion(self, spot: Spot, free: bool) -> None:
        drag = self.drag
        if drag is None or (not drag.moved and math.dist(spot, drag.start) <= SLIP):
            return
        if not drag.moved:
            drag.moved, drag.block = True, self._block_of(drag)
            if drag.over is not None:
                drag.entering = Entering(self.model, drag.unit, drag.path)
            if drag.block is not None:
                drag.block.entering = drag.entering
        drag.at, drag.foe = spot, self._enemy_at(drag, spot)
        key = self.model.version, drag.unit, drag.foe
        drag.causes = self._causes.of(key, lambda: self._why_no_target(drag)) if drag.foe else ()
        if drag.block is not None:
            drag.block.motion(spot, free=False)
        elif drag.entering is not None:
            drag.entering.hold(spot)
            if drag.into and not drag.entering.is_known:
                drag.entering.noting()(drag.entering.search(None)(Effort()))

    def _block_of(self, drag: Drag) -> ArrangeController | None:
        """Return the dragged unit as its coming decision would arrange it; None if dice are rolled before.

        Sets `drag.path` to the options that lead to that decision.
        """
        option, session = drag.over, self.model.session
        while option is not None and (later := copy_after(session, option.key)) is not None:
            drag.path, session = (*drag.path, option.key), later
            decision = session.decision
            options = decision.options if isinstance(decision, Choose) and decision.about == drag.unit else ()
            option = next((choice for choice in options if choice.hand == "ground"), None)
        if not drag.path or not isinstance(session.decision, Arrange) or session.decision.about != drag.unit:
            return None
        block = ArrangeController(self.model, session.decision)
        if not block.draft.stands:  # it comes out of something: its middle follows the mouse
            drag.start = block.draft.start
        block.grab = Grab(next(iter(block.draft.wanted)), drag.start, dict(block.draft.wanted))
        return block

    def _enemy_at(self, drag: Drag, spot: Spot) -> str:
        """Return the enemy unit under the mouse if it can be a target, else "".

        If the unit cannot be dropped on the ground, the enemy nearest to the mouse counts too.
        """
        units = self.model.units
        owner = units.cards[drag.unit].owner
        if drag.against is None:
            return ""
        distances = {
            unit: min(math.dist(spot, (model.x, model.y)) - model.radius for model in models)
            for unit, models in units.models.items()
            if units.cards[unit].owner not in ("", owner)
        }
        nearest = min(distances, key=lambda unit: distances[unit], default="")
        return nearest if nearest and distances[nearest] <= (AROUND if drag.over is None else 0.0) else ""

    @property
    def drags(self) -> bool:
        """Whether a unit is being dragged."""
        return self.drag is not None and self.drag.moved

    @property
    def holds(self) -> bool:
        return self.drag is not None

    def release(self) -> None:
        self.drag = None

    def click(self, spot: Spot, piece: str) -> bool:
        drag, self.drag = self.drag, None
        if drag is None or not drag.moved:
            was_used = super().click(spot, piece)
            if not was_used and (reasons := self._why_not_chosen(piece)):
                self.model.notice = Notice(_("{piece} cannot be chosen", piece=self.model.name_of(piece)), reasons)
            elif not was_used and not piece and (barred := self.barred_at(spot))[0]:
                self.model.note_barred(*barred)
            return was_used
        if drag.entering is not None and drag.into and drag.path:
            self._enter(drag, drag.entering, spot)
            return True
        if drag.block is not None and not drag.foe and not self.confirms:
            self._put_down(drag, drag.block, spot)
        else:
            self._take_option(drag, spot)
        return True

    def _put_down(self, drag: Drag, block: ArrangeController, spot: Spot) -> None:
        """Put a unit down where it was dropped, undone together with the answers before it; if not legal, ask."""

        model, version = self.model, self.model.version

        def put(steps: Steps | None) -> None:
            if model.version != version:
                return  # something else was answered meanwhile
            if steps is None or not block.draft.lies(steps):
                self._take_option(drag, spot)
            else:
                model.take(Route(model.session, len(model.session.journal), (*drag.path,)), answer_of(steps))

        self._entering = block
        block.motion(spot, free=False)
        block.worker.do(Job(block.draft.near(), put, search=True), ENTERING)

    def _take_option(self, drag: Drag, spot: Spot) -> None:
        """Take the option that a drop means; the decision that follows shows the unit where it was dropped."""
        path = [drag.against.key] if drag.foe and drag.against else [*drag.path]
        path = path or [option.key for option in (drag.over,) if option is not None]
        if not path:
            self.model.notice, self.missed = self._meant_for_enemies(drag), True
            return
        if drag.causes:
            self.model.note_barred(drag.foe, drag.causes)
            self.missed = True
            return
        option_meant = drag.against if drag.foe else drag.over
        if option_meant is not None and option_meant.idle:
            cause = Refusal(_("this would have no effect; to do it anyway, choose it in the list"), option_meant.rule)
            self.model.notice, self.missed = Notice(option_meant.brief or option_meant.label, (cause,)), True
            return
        shift = spot[0] - drag.start[0], spot[1] - drag.start[1]
        self.model.intent = Intent(drag.unit, shift, drag.foe)
        if all(self.model.answer(key) for key in path) and drag.foe:
            self._aim(drag)

    def _why_no_target(self, drag: Drag) -> tuple[Refusal, ...]:
        """Return why the enemy under the mouse cannot be attacked now."""
        enemy, *_others = self.model.units.parts(drag.foe)
        return tuple(bars(self.model.session, drag.unit, enemy.id))

    def _enter(self, drag: Drag, entering: Entering, spot: Spot) -> None:
        """Get a unit into the thing it was dropped on, from the nearest spot beside it if needed; else show why not."""

        def enter(answers: Sequence[Answer] | None) -> None:
            if entering.take(answers):
                return
            notice = entering.missed()
            if drag.block is not None:
                self.model.intent = Intent(drag.unit, (spot[0] - drag.start[0], spot[1] - drag.start[1]))
                if not all(self.model.answer(key) for key in drag.path):
                    return
            self.model.notice, self.missed = notice, True

        if drag.block is None:
            enter(entering.search(None)(Effort()))
            return
        self._entering = drag.block
        drag.block.motion(spot, free=False)
        drag.block.enter_thing(enter)

    @property
    def searching(self) -> bool:
        return self._entering is not None and self._entering.searching

    @staticmethod
    def _meant_for_enemies(drag: Drag) -> Notice:
        """Return the notice that a unit cannot be dropped on bare ground, because its options need an enemy."""
        if drag.against is None:
            return Notice(_("Drop it on the ground"))
        cause = Refusal(_("no enemy is within {far} of the mouse", far=length(AROUND)), drag.against.rule)
        return Notice(_("{what} needs an enemy: drop it on one", what=drag.against.label), (cause,))

    def _aim(self, drag: Drag) -> None:
        """Choose the enemy on which the unit was dropped, if the next decision asks for a target."""
        decision, enemy = self.model.decision, {part.id for part in self.model.units.parts(drag.foe)}
        if not isinstance(decision, Choose) or decision.about != drag.unit or decision.player != self.decision.player:
            return
        options = [option for option in decision.options if not enemy.isdisjoint(option.subject)]
        if len(options) == 1:
            self.model.answer(options[0].key)

    # -- rows: those of many units are grouped ------------------------------------------------

    def actions(self) -> list[MenuItem]:
        rows, harmless = self.groups.shown(self._rows_in_order()), self._harmless_row()
        return [replace(row, also="return") if row.id == harmless else row for row in rows]

    def _harmless_row(self) -> str:
        """Return the row that Enter takes while nothing is chosen: one that declines or passes; "" without one."""
        if self.missed or self.groups.is_open:
            return ""
        harmless = (
            option for option in self.choice.options if (option.declines or option.key == PASS) and not option.forgoes
        )
        return next((option.key for option in harmless), "")

    def enter(self, current: MenuItem | None) -> None:
        if current is not None:
            self.perform(current)
        elif harmless := self._harmless_row():
            self.model.answer(harmless)

    def space(self, current: MenuItem | None) -> None:
        """Take the marked row; unlike Enter, nothing without one, for Space is also pressed to see what happens."""
        if current is not None:
            self.perform(current)

    def _rows_in_order(self) -> list[MenuItem]:
        """Return all rows, ungrouped, in display order."""
        shortcuts = self.shortcuts()
        for_many = [row for row in shortcuts if row.subject]  # before the options that they choose among
        others = [row for row in shortcuts if not row.subject]
        slots = {key: slot for slot, key in enumerate(self.choice.slots)}
        if not slots:
            beside = [*_beside(self._offered, others)]
            return [*for_many, *beside, *(row for row in others if row not in beside), *self._skipping, *self._refused]

        def is_placed(row: MenuItem) -> bool:
            return row.id in slots and not row.idle

        placed = sorted(filter(is_placed, (*self._offered, *self._refused)), key=lambda row: slots[row.id])
        offered, refused = ([row for row in rows if not is_placed(row)] for rows in (self._offered, self._refused))
        return [*for_many, *placed, *offered, *others, *self._skipping, *refused]

    def perform(self, action: MenuItem) -> None:
        if action.id == ALL:
            self.groups.open()
        elif action.id.startswith(GROUP):
            self.groups.open(action.id.removeprefix(GROUP))
        elif action.id.startswith(SETTLE):
            number, _colon, way = action.id.removeprefix(SETTLE).partition(":")
            if self.model.settle(self.model.topics[int(number)], way) and way == "never":
                self.model.notice = Notice(_(UNASKED))
        elif action.id.startswith(SKIP):
            timing = action.id.removeprefix(SKIP)
            if self.model.skip(timing) and not _span(timing):
                self.model.notice = Notice(_(UNASKED))
        else:
            self.model.answer(action.id.removeprefix(SHORTCUT))

    def narrow(self, options: Collection[str]) -> bool:
        grouped = self.groups.are_many(rows := self._rows_in_order())
        if grouped:
            self.groups.open(kept={row.id for row in rows if row.id in options})
        return grouped

    def key(self, press: Press) -> bool:
        """Open the group of all rows with this letter, if no visible row has it; return whether there was one."""
        rows, shown_keys = self._rows_in_order(), {row.shortcut for row in self.actions() if row.enabled}
        lettered = {row.id for row in rows if row.enabled and row.shortcut == press.shortcut}
        return bool(press.shortcut) and press.shortcut not in shown_keys and bool(lettered) and self.narrow(lettered)

    def let_go(self) -> bool:
        if self._entering is not None and self._entering.let_go():
            return True
        was_open = self.groups.is_open
        self.groups.open()
        return was_open

    # -- clicking -----------------------------------------------------------------------------

    def look_away(self) -> None:
        self._folded = None

    def rows_at(self, spot: Spot, piece: str) -> list[MenuItem]:
        rows = super().rows_at(spot, piece)
        self._folded = None
        if [row.id for row in rows] == [GROUP + TERRAIN]:
            terrain_rows = rows_about(self._rows_in_order(), thing_at(self.model, spot, piece))
            self._folded = next((row for row in terrain_rows if not row.id.startswith(SHORTCUT)), None)
        if rows:
            return [row for row in rows if not row.id.startswith(SHORTCUT)] or rows
        leads = self.choice.leads or {}
        places = [row for row in self.actions() if not piece and row.id in leads and leads[row.id].find(spot)]
        if places or not self.groups.is_open:
            return places
        return rows_about(self.groups.overview(self._rows_in_order()), thing_at(self.model, spot, piece))

    def choose(self, rows: Sequence[MenuItem]) -> bool:
        """Take the only row that was clicked; in a window of responses, only a second click uses it."""
        if self._folded is not None and len(rows) == 1 and rows[0].id == GROUP + TERRAIN:
            return super().choose([self._folded])
        if len(rows) == 1 and rows[0].id.startswith(GROUP):
            self.perform(rows[0])
            return False  # so that the click also inspects the unit
        units = self.model.units
        several = len(rows) > 1 and all(units.whole(piece) in units.models for row in rows for piece in row.subject)
        if several:
            return False  # the click inspects the unit and shows its rows first
        clicked = rows[0].id if len(rows) == 1 else ""
        if clicked in ("", PASS, self._meant) or all(option.key != PASS for option in self.choice.options):
            return super().choose(rows)
        self._meant = clicked
        self.model.notice = Notice(_("{row} - click again to use it", row=rows[0].label))
        return False

    # -- lines and drawings ----------------------------------------------------------------------

    def _why_not_chosen(self, piece: str) -> tuple[Refusal, ...]:
        """Return the refusal of choosing another player's piece; none if it is the subject of an enabled row."""
        view = self.model.pieces.get(piece)
        foreign = view is not None and view.owner not in ("", self.decision.player)
        if not foreign or any(piece in row.subject for row in self._offered):
            return ()
        return tuple(Refusal(row.reason, row.rule) for row in self._refused if piece in row.subject)[:1]

    def barred_at(self, spot: Spot) -> tuple[str, Sequence[Refusal]]:
        offered = {terrain for row in self._offered for terrain in row.about.terrain}
        terrain_here = thing_at(self.model, spot, "").terrain if offered else ()
        for terrain in terrain_here if offered.isdisjoint(terrain_here) else ():
            causes = self._causes.of((self.model.version, terrain), partial(self._bars, terrain))
            if causes:
                return terrain, causes
        return "", ()

    def _bars(self, target: str) -> tuple[Refusal, ...]:
        """Return why the piece that the decision is about cannot attack a target."""
        return tuple(bars(self.model.session, self.decision.about, target))

    @property
    def dropped_on(self) -> str:
        return self.drag.foe if self.drag is not None and self.drag.moved else ""

    def objections(self, piece: str) -> tuple[Line, ...]:
        return tuple(Line(refusal.text, refusal.rule, "bad") for refusal in self._why_not_chosen(piece))

    def weighed(self, pointed: MenuItem | None, piece: str) -> Answer | None:
        drag = self.drag
        if drag is not None and drag.moved:
            return drag.against.key if drag.foe and drag.against is not None and not drag.causes else None
        rows_of_piece = rows_about(self.actions(), Thing(piece, self.model.units.whole(piece))) if piece else []
        row = rows_of_piece[0] if len(rows_of_piece) == 1 else pointed
        if row is not None and row.id.startswith(SKIP):
            return None if row.id.startswith(SETTLE) and row.id.endswith(":always") else PASS
        if row is not None and row.id.startswith(GROUP):  # of its unit, the row about the very model that is meant
            rows_of_model = [
                model_row
                for model_row in self._rows_in_order()
                if model_row.enabled and piece and model_row.subject == (piece,)
            ]
            folded = self._folded if row.id == GROUP + TERRAIN else None
            row = rows_of_model[0] if len(rows_of_model) == 1 else folded
            return super().weighed(row, piece) if row is not None else None
        return None if row is not None and row.id == ALL else super().weighed(row, piece)

    def _option_of_drop(self) -> Option | None:
        """Return the option that a drop would take now."""
        drag = self.drag
        if drag is None or not drag.moved:
            return None
        return drag.against if drag.foe or drag.over is None else drag.over

    def lines_title(self) -> str:
        option = self._option_of_drop()
        return option.label if option is not None else super().lines_title()

    def lines(self) -> list[Line]:
        drag = self.drag
        if drag is None or not drag.moved:
            return super().lines()
        if drag.entering is not None and drag.into:
            return [drag.entering.line()]
        if drag.causes:
            return [Line(cause.text, cause.rule, "bad") for cause in drag.causes]
        if drag.foe:
            return [Line(_("Onto {enemy}", enemy=self.model.units.cards[drag.foe].name))]
        if drag.block is not None:
            return drag.block.lines()
        if drag.over is None and drag.against is not None:
            return [Line(_("No enemy here: drop it on one"), drag.against.rule, "warning")]
        return (
            [Line(_("Roll the dice first; then it moves that way as far as it can"), tone="quiet")] if drag.over else []
        )

    def marks(self) -> dict[str, str]:
        drag = self.drag
        if drag is None or not drag.moved:
            return super().marks()
        entered = drag.entering.marks() if drag.entering is not None else {}
        return entered | {model.id: "contact" for model in (self.model.units.parts(drag.foe) if drag.foe else ())}

    def grounds(self, context: DrawContext) -> Sequence[Overlay]:
        drag = self.drag
        if drag is None or not drag.moved:
            return super().grounds(context)
        return drag.entering.grounds() if drag.entering is not None else ()

    @property
    def ghost(self) -> Ghost:
        drag = self.drag
        if drag is None:
            return Ghost()
        ghost = drag.block.ghost if drag.block is not None else self._ghost(drag)
        over_ground = drag.moved and not drag.foe and not drag.into
        return replace(ghost, away=ghost.away if over_ground else frozenset(), move_to=None)

    def _ghost(self, drag: Drag) -> Ghost:
        """Return the models of a dragged unit, simply moved with the mouse: dice come before the real move."""
        dx, dy = drag.at[0] - drag.start[0], drag.at[1] - drag.start[1]
        models = self.model.units.models.get(drag.unit, ())
        moved = tuple(replace(piece, x=piece.x + dx, y=piece.y + dy) for piece in models)
        return Ghost(moved, drag.start, drag.at, frozenset(piece.id for piece in models))

    @property
    def paths(self) -> Mapping[str, Sequence[Spot]]:
        held = self.drag is not None and self.drag.moved and self.drag.block is not None
        return self.drag.block.paths if held and self.drag is not None and self.drag.block is not None else {}

    @property
    def draws_reach(self) -> bool:
        return self.drags

    def waiting(self, now: float) -> bool:
        block = self.drag.block if self.drag is not None else self._entering
        return block is not None and block.waiting(now)

    def under(self, target: Canvas, context: DrawContext) -> None:
        if self.drag is not None and self.drag.block is not None:
            self.drag.block.under(target, context)

    def over(self, target: pygame.Surface, context: DrawContext) -> None:
        drag = self.drag
        if drag is None and self.searching and self._entering is not None:
            self._entering.over(target, context)
        if drag is None or not drag.moved:
            return
        if drag.block is not None and not drag.foe:
            drag.block.over(target, context)
            return
        # held over a thing, or with dice to come, the unit gets a line to the mouse instead of its exact place
        if drag.entering is not None and drag.into:
            drag.entering.draw_way(target, context.camera, drag.start, drag.at)
            return
        ghosts = self._ghost(drag).pieces
        if not drag.foe and ghosts:
            draw_ghosts(target, context, self.model, ghosts)
        middle = self.model.units.middle(drag.unit)
        origin = drag.start if middle is None else (middle.x, middle.y)
        draw_way(target, context.camera, origin, drag.at, BAD if drag.causes else LAMP)

    def over_key(self) -> object:
        drag = self.drag
        if drag is None or not drag.moved:
            return self if not self.searching else None
        return self, drag.at, drag.foe, drag.into, drag.block.over_key() if drag.block is not None else None


def _option_row(option: Option, reason: str = "", rule: str = "") -> MenuItem:
    """Return the row of an option; with a `reason`, it is refused."""
    return MenuItem(
        option.key,
        option.label,
        option.letter,
        rule=rule or option.rule,
        reason=reason,
        subject=option.subject,
        about=option.about,
        dice=option.dice,
        brief=option.brief,
        price=option.price,
        detail=option.detail,
        idle=option.idle,
    )


def _beside(rows: Sequence[MenuItem], orders: Sequence[MenuItem]) -> Iterator[MenuItem]:
    """Yield rows, each after the orders about the same terrain."""
    for row in rows:
        yield from (order for order in orders if order.about.terrain and order.about == row.about)
        yield row


def _without_repeated_details(rows: Sequence[MenuItem]) -> list[MenuItem]:
    """Return the rows, keeping a detail only on the first of consecutive rows that share it."""
    before = ["", *(row.detail for row in rows)]
    return [replace(row, detail="" if row.detail == said else row.detail) for said, row in zip(before, rows)]
