"""People who play whole games at the window: one by mouse with direct handling, one by keys, one by a gamepad.

They answer at random, and quickly rather than well; all they may do is let events happen. What a decision offers they
see as people do: pieces where they stand on the table, rows in the panel.
"""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

import pygame

from game.engine.core.decisions import Allocate, Arrange, Choose, Decision, Option, Order, Pick, Place
from game.engine.core.windows import PASS
from game.ui.arranging.choosing import ALL, GROUP
from game.ui.arranging.controller import ArrangeController
from game.ui.board.camera import Spot
from game.ui.shell.gamepad import BACK, LB, RB, SPEED, A, B, X, Y
from game.ui.widgets.actions import SHORTCUT, MenuItem
from tests.ui.driver import Driver

TRIES = 12
"""Spots tried at random for a gesture, before another one is chosen."""
STEPS_BACK = 0.03
"""How often somebody changes his mind."""
AIMS = 3
"""The pieces nearest to the active one that are tried for what an action of it may name."""
STICK = 0.1
"""The longest time between two looks at a stick, in seconds."""


class Person:
    """Somebody at a window. `done` counts by name the ways in which something was answered."""

    can_redo = False
    """Whether there is a way to do again what was taken back."""

    def __init__(self, driver: Driver, seed: int) -> None:
        self.driver = driver
        self.rng = Random(seed)
        self.done: Counter[str] = Counter()

    # -- what is seen --------------------------------------------------------------------------

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return self.driver.session.pending()

    def rows(self) -> list[MenuItem]:
        """Return the rows in the panel that can be taken."""
        return [row for row in self.driver.scene.focus.actions.actions if row.enabled]

    def pixel(self, spot: Spot) -> tuple[int, int]:
        """Return the pixel of a spot on the table."""
        x, y = self.driver.at(*spot)
        return round(x), round(y)

    def spot_of(self, piece: str) -> Spot | None:
        """Return where a piece can be clicked; None where it cannot, or not for itself."""
        view = self.driver.scene.model.pieces.get(piece)
        if view is None:
            return None
        for dx, dy in ((0.0, 0.0), *itertools.product((-0.6, 0.6), repeat=2)):
            spot = view.x + dx * view.radius, view.y + dy * view.radius
            if self.is_free(spot, piece):
                return spot
        return None

    def is_free(self, spot: Spot, piece: str = "") -> bool:
        """Return whether a click there hits the table, no button on it, and just that piece or none."""
        scene, pixel = self.driver.scene, self.pixel(spot)
        banner = scene.hand_over.banner
        return (
            scene.focus.layout.table.collidepoint(pixel)
            and not (banner is not None and banner.button.collidepoint(pixel))
            and scene.focus.piece_at(scene.focus.camera.to_table(*pixel)) == piece
        )

    def goal(self, place: Decision) -> Spot | None:
        """Return a legal spot at random that lies on the shown part of the table, with no piece there."""
        assert isinstance(place, Place)
        for _ in range(TRIES):
            found = place.region.sample(self.rng)
            if found is not None and self.is_free((found.x, found.y)):
                return found.x, found.y
        return None

    # -- what is done --------------------------------------------------------------------------

    def answer(self) -> str:
        """Answer what is asked, or a part of it, by one gesture, or step back from it; return how."""
        if self.rng.random() < STEPS_BACK:
            self.step_back()
            how = "stepped back"
        else:
            how = self._answer(self.decision)
        self.done[how] += 1
        return how

    def _answer(self, decision: Decision) -> str:
        raise NotImplementedError

    def step_back(self) -> None:
        """Go one step back; from the top of an activation, out of the menu that opens instead."""
        raise NotImplementedError

    def go_on(self) -> None:
        """Go on past the sheet on top: whose turn it is, or what a round brought."""
        raise NotImplementedError

    def take(self, row: MenuItem) -> None:
        """Take a row of the panel."""
        raise NotImplementedError

    def undo(self) -> None:
        """Take the last gesture back."""
        raise NotImplementedError

    def redo(self) -> None:
        """Do it again."""
        raise NotImplementedError

    def _take_any(self, rows: list[MenuItem]) -> str:
        row = self.rng.choice(rows)
        self.take(row)
        opens = row.id == ALL or row.id.startswith(GROUP)  # opens or closes the rows of a unit
        return "changed" if opens else "row"

    def _confirm_or_change(self, decision: Decision) -> str:
        """Confirm rows that are adjusted first, if that is possible, else change one."""
        rows = {row.id: row for row in self.driver.scene.focus.actions.actions}
        confirm = rows.pop("confirm")
        can = [row for row in rows.values() if row.enabled and not row.primary]
        if confirm.enabled and (not can or isinstance(decision, Allocate) or self.rng.random() < 0.5):
            self.take(confirm)
            return "confirmed"
        forth = [row for row in can if row.id in ("more", "all", "evenly")] if isinstance(decision, Allocate) else can
        self.take(self.rng.choice(forth or can))
        return "changed"

    def _set_out(self) -> bool:
        """Confirm an arrangement by its row, if it is legal; return whether it is."""
        control = self.driver.scene.focus.controller
        assert isinstance(control, ArrangeController)
        self.driver.frames_until("a verdict", lambda: control.draft.judged)
        self.driver.scene.refresh_panel()  # the rows may not have been painted since
        rows = {row.id: row for row in self.rows()}
        if "commit" in rows:
            self.take(rows["commit"])
            # Where ground was being drawn just then, the verdict is asked for again, and the answer comes after it.
            self.driver.frames_until(
                "the answer", lambda: control.worker.idle or self.driver.scene.focus.controller is not control
            )
        return "commit" in rows

    def _middle(self, decision: Arrange) -> Spot | None:
        """Return the middle of a legal arrangement at random, if it is in sight and no piece is there."""
        steps = decision.arrangements.sample(self.rng)
        if not steps:
            return None
        spot = sum(step.at.x for step in steps) / len(steps), sum(step.at.y for step in steps) / len(steps)
        return spot if self.is_free(spot) else None


class Mouse(Person):
    """Handles pieces directly; takes a row only for what no piece and no spot on the table stands for."""

    def _answer(self, decision: Decision) -> str:
        if isinstance(decision, Place):
            return self._place(decision)
        if isinstance(decision, Arrange):
            return self._arrange(decision)
        if isinstance(decision, Pick):
            return self._pick(decision)
        if isinstance(decision, Order | Allocate):
            return self._order(decision)
        assert isinstance(decision, Choose)
        return self._choose(decision)

    def _place(self, place: Place) -> str:
        if place.shortcuts and self.rng.random() < 0.1:
            return self._take_any([row for row in self.rows() if row.id.startswith("shortcut:")])
        stands = self.spot_of(place.about)
        if (
            stands is not None
            and self.driver.scene.focus.is_direct
            and self.rng.random() < 0.5
            and self.drag(place.about)
        ):
            return "dragged"
        goal = self.goal(place)
        if goal is None:  # it can only stay where it is, or everything lies under a piece
            here = self.driver.scene.model.pieces.get(place.about)
            found = place.region.nearest((here.x, here.y) if here is not None else (0.0, 0.0))
            assert found is not None
            goal = found.x, found.y
        self.click(goal)
        return "put down"

    def _arrange(self, decision: Arrange) -> str:
        shortcuts = [row for row in self.rows() if row.id.startswith("shortcut:")]
        if shortcuts and self.rng.random() < 0.2:
            return self._take_any(shortcuts)
        goal = self._middle(decision) if self.rng.random() < 0.6 else None
        if goal is not None:
            self.click(goal)
            return "changed"
        return "arranged" if self._set_out() else "changed"

    def _pick(self, pick: Pick) -> str:
        several = pick.maximum != 1 or pick.minimum != 1
        on_table = [piece for piece in pick.candidates if self.spot_of(piece)]
        if several:
            confirm = next((row for row in self.rows() if row.id == "confirm"), None)
            if confirm is not None and (not on_table or self.rng.random() < 0.5):
                self.take(confirm)
                return "confirmed"
        if on_table and self.rng.random() < 0.9:
            piece = self.rng.choice(on_table)
            if not several and self.rng.random() < 0.5 and self.drag(piece):
                return "dragged"
            self.click(self.spot_of(piece))
            return "ticked" if several else "clicked a piece"
        off_table = [row for row in self.rows() if row.id != "confirm" and not set(row.subject) & set(on_table)]
        if off_table:
            self.take(self.rng.choice(off_table))
            return "ticked" if several else "row"
        self.click(self.spot_of(self.rng.choice(on_table)))
        return "ticked" if several else "clicked a piece"

    def _order(self, decision: Order | Allocate) -> str:
        whole = [row for row in self.rows() if row.id.startswith("order:")]
        return self._take_any(whole) if whole else self._confirm_or_change(decision)

    def _choose(self, choose: Choose) -> str:
        """Do one of the things that a gesture stands for, or take a row for something else."""
        marked = [option.subject[0] for option in choose.options if len(option.subject) == 1]
        unique = [piece for piece in marked if marked.count(piece) == 1 and piece != choose.about]
        unique = [piece for piece in unique if self.spot_of(piece) and len(choose.options) > 1]
        if unique and all(sum(piece in option.subject for option in choose.options) == 1 for piece in unique):
            spot, before = self.spot_of(self.rng.choice(unique)), len(self.driver.session.journal)
            self.click(spot)
            window = any(option.key == PASS for option in choose.options)  # its first click names what the second uses
            if window and len(self.driver.session.journal) == before:
                self.click(spot)
            return "clicked a choice"
        if self._meet(choose.about):
            return "dragged against an enemy"
        if not choose.about and self.rng.random() < 0.6 and (how := self._drag_unit(choose)):
            return how
        ways = [self._move_it, self._aim, self._switch]
        self.rng.shuffle(ways)
        if (
            self.driver.scene.focus.is_direct
            and choose.about in self.driver.scene.model.pieces
            and self.rng.random() < 0.7
        ):
            for way in ways:
                if how := way(choose.about):
                    return how
        return self._take_any(self.rows())

    def _move_it(self, piece: str) -> str:
        """Drag the piece that is asked about, or click into its region."""
        if self.rng.random() < 0.5:
            return "dragged" if self.drag(piece) else ""
        ahead = self.driver.scene.focus.hands.ahead()
        goal = self.goal(ahead.placing.decision) if ahead is not None else None
        if goal is None:
            return ""
        self.click(goal)
        return "clicked in the region"

    def _meet(self, piece: str) -> bool:
        """Drag the piece that is asked about against the nearest enemy that an action of it leads to."""
        pieces, start = self.driver.scene.model.pieces, self.spot_of(piece)
        if start is None or not any(option.hand == "piece" for option in _options(self.decision)):
            return False
        mine = pieces[piece]
        foes = [each for each in pieces.values() if each.kind == "base" and each.owner not in ("", mine.owner)]
        foe = min(foes, key=lambda each: math.dist((each.x, each.y), (mine.x, mine.y)), default=None)
        if (
            foe is None
            or not self.is_free((foe.x, foe.y), foe.id)
            or self.rng.random() < 0.4
            or self._clear_dice(start)
        ):
            return False
        self.driver.move(self.pixel(start))
        self._button(pygame.MOUSEBUTTONDOWN, start)
        if (held := self.driver.scene.focus.hands.held) is None:
            return False
        self.driver.move(self.pixel((foe.x, foe.y)))
        if not held.meets:
            self.driver.click(self.pixel(start), button=3)
            return False
        self._button(pygame.MOUSEBUTTONUP, (foe.x, foe.y))
        return True

    def _drag_unit(self, choose: Choose) -> str:
        """Drag a unit that may do something by hand: over the ground, or onto the nearest enemy."""
        pieces = self.driver.scene.model.pieces
        option = self.rng.choice([each for each in choose.options if each.hand] or [None])
        start = self.spot_of(option.subject[0]) if option is not None and option.subject else None
        if option is None or start is None or pieces[option.subject[0]].unit == "":
            return ""
        goal = start[0] + self.rng.uniform(-4, 4), start[1] + self.rng.uniform(-4, 4)
        if option.hand == "piece":
            mine = pieces[option.subject[0]].owner
            foes = [each for each in pieces.values() if each.unit and each.owner not in ("", mine)]
            foe = min(foes, key=lambda each: math.dist((each.x, each.y), start), default=None)
            goal = (foe.x, foe.y) if foe is not None else start
        if not self.driver.scene.focus.layout.table.collidepoint(self.pixel(goal)) or self._clear_dice(start):
            return ""
        before = len(self.driver.session.journal)
        self.driver.move(self.pixel(start))
        self._button(pygame.MOUSEBUTTONDOWN, start)
        self.driver.move(self.pixel(((start[0] + goal[0]) / 2, (start[1] + goal[1]) / 2)))
        self.driver.move(self.pixel(goal))
        self._button(pygame.MOUSEBUTTONUP, goal)
        if len(self.driver.session.journal) == before:
            return ""
        return "dragged" if option.hand == "ground" else "dragged against an enemy"

    def _aim(self, about: str) -> str:
        """Click a piece that an action of the active one may name."""
        scene, pieces = self.driver.scene, self.driver.scene.model.pieces
        active = pieces[about]
        others = [piece for piece in pieces.values() if piece.owner != active.owner and self.spot_of(piece.id)]
        near = sorted(others, key=lambda piece: math.dist((piece.x, piece.y), (active.x, active.y)))
        for piece in near[:AIMS]:
            if len(scene.focus.hands.aims(piece.id)) == 1 and len(scene.focus.hands.named(piece.id)) == 1:
                self.click(self.spot_of(piece.id))
                return "clicked an enemy"
        return ""

    def _switch(self, about: str) -> str:
        """Click another piece of one's own that may act instead."""
        owner = self.driver.scene.model.pieces[about].owner
        for other in self.driver.scene.model.view.pieces:
            spot = self.spot_of(other.id)
            if other.owner == owner and other.id != about and spot and self.rng.random() < 0.3:
                before = list(self.driver.session.journal)
                self.click(spot)
                if self.driver.session.journal != before:
                    return "switched"
        return ""

    # -- the hand ------------------------------------------------------------------------------

    def drag(self, piece: str) -> bool:
        """Drag a piece into the region that shows as it is picked up; return whether there was one to let go in."""
        start = self.spot_of(piece)
        if start is None:
            return False
        if self._clear_dice(start):
            return True
        self.driver.move(self.pixel(start))
        self._button(pygame.MOUSEBUTTONDOWN, start)
        held = self.driver.scene.focus.hands.held
        goal = self.goal(held.placing.decision) if held is not None else None
        spot = start
        if held is not None and goal is not None:
            grip = start[0] - held.at[0], start[1] - held.at[1]
            spot = goal[0] + grip[0], goal[1] + grip[1]
            self.driver.move(self.pixel(((start[0] + spot[0]) / 2, (start[1] + spot[1]) / 2)))
            self.driver.move(self.pixel(spot))
            if held.is_off or not self.driver.scene.focus.layout.table.collidepoint(self.pixel(spot)):
                goal = None
        if goal is None:  # let go again, so that nothing happened
            self.driver.click(self.pixel(start), button=3)
            assert self.driver.scene.focus.hands.held is None
            return False
        self._button(pygame.MOUSEBUTTONUP, spot)
        return True

    def _button(self, kind: int, spot: Spot) -> None:
        self.driver.handle(pygame.event.Event(kind, pos=self.pixel(spot), button=1))
        self.driver.frame()

    def click(self, spot: Spot | None) -> None:
        """Click a spot of the table."""
        assert spot is not None
        if not self._clear_dice(spot):
            self.driver.click(self.pixel(spot))

    def _clear_dice(self, spot: Spot) -> bool:
        """Clear the dice away that lie over a spot, by a click on them; return whether it was one on the table too."""
        before = list(self.driver.session.journal)
        if self.driver.scene.focus.animation.tray.rect.collidepoint(self.pixel(spot)):
            self.driver.click(self.pixel(spot))
        return self.driver.session.journal != before

    def take(self, row: MenuItem) -> None:
        actions = self.driver.scene.focus.actions
        for _ in range(60):
            rect = self._rect(row)
            if actions.rect.contains(rect):
                break
            up = rect.top < actions.rect.top
            self.driver.move(actions.rect.center)
            self.driver.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1 if up else -1, flipped=False))
            self.driver.frame()
        self.driver.click(self._rect(row).center)

    def _rect(self, row: MenuItem) -> pygame.Rect:
        return next(rect for each, rect in self.driver.scene.focus.actions.rows() if each.id == row.id)

    def go_on(self) -> None:
        self.driver.click(self.driver.scene.focus.sheets[-1].rect.center)
        if self.driver.scene.focus.sheets:
            rows = self.driver.scene.focus.sheets[-1].list.rows()
            primary = [rect for row, rect in rows if row.primary]
            if primary:
                self.driver.click(primary[0].center)

    def step_back(self) -> None:
        for _ in range(TRIES):
            spot = self.rng.uniform(0, 30), self.rng.uniform(0, 22)
            if self.is_free(spot):
                self.driver.click(self.pixel(spot), button=3)
                return

    def undo(self) -> None:
        self.driver.click(self.driver.scene.bar.tools.shown["undo"].rect.center)


class Keys(Person):
    """Takes everything by the keyboard: letters, arrows, Tab, Enter, the space bar."""

    can_redo = True

    def _answer(self, decision: Decision) -> str:
        if isinstance(decision, Place) and not (decision.shortcuts and self.rng.random() < 0.1):
            return self._place(decision)
        if isinstance(decision, Arrange) and not (decision.shortcuts and self.rng.random() < 0.2):
            return self._arrange(decision)
        if isinstance(decision, Pick) and (decision.maximum != 1 or decision.minimum != 1):
            return self._tick()
        if isinstance(decision, Order | Allocate) and not any(row.id.startswith("order:") for row in self.rows()):
            return self._confirm_or_change(decision)
        return self._take_any(
            [row for row in self.rows() if not isinstance(decision, Place | Arrange) or row.id in _shortcuts(decision)]
        )

    def _arrange(self, decision: Arrange) -> str:
        before = list(self.driver.session.journal)
        for _ in range(self.rng.randint(0, 4)):
            self.driver.key(self.rng.choice(("shift+up", "shift+down", "shift+left", "shift+right", "q", "e", "tab")))
        self.driver.keys("n", "return")
        if self.driver.session.journal == before:
            self.driver.keys("backspace", "n")
            return "changed"
        return "arranged"

    def _place(self, place: Place) -> str:
        if self.rng.random() < 0.3 and (goal := self.goal(place)) is not None:
            self.driver.key("t")
            self.driver.keys(*f"{goal[0]:.4f},{goal[1]:.4f}", "return", "return")
            return "typed"
        for _ in range(self.rng.randint(0, 4)):
            way = self.rng.choice(("up", "down", "left", "right"))
            self.driver.key(f"shift+{way}" if self.rng.random() < 0.8 else way)
        self.driver.keys("n", "return")
        return "nudged"

    def _tick(self) -> str:
        confirm = next((row for row in self.rows() if row.id == "confirm"), None)
        others = [row for row in self.rows() if row.id != "confirm"]
        if confirm is not None and (not others or self.rng.random() < 0.5):
            self.take(confirm)
            return "confirmed"
        self.reach(self.rng.choice(others))
        self.driver.key("space")
        return "ticked"

    def take(self, row: MenuItem) -> None:
        marked = self.driver.scene.focus.actions.current()  # Enter is for that
        if row.shortcut and (marked is None or row.shortcut != "return") and self.rng.random() < 0.8:
            asked = self.driver.session.decision
            self.driver.key(row.shortcut)
            now = self.driver.scene.focus.actions.current()
            newly = now is not None and now.id == row.id and (marked is None or marked.id != row.id)
            for _ in range(2 if row.id == PASS else int(newly)):
                if self.driver.session.decision is asked:
                    self.driver.key(row.shortcut)  # it was only marked, or may have been meant for the phase before
            return
        self.reach(row)
        self.driver.key("return")

    def reach(self, row: MenuItem) -> None:
        """Mark a row, by Tab and Shift+Tab, by this alone where Tab picks a model."""
        arranging = isinstance(self.decision, Arrange)
        self._step_to(row, lambda on: self.driver.key("tab" if on and not arranging else "shift+tab"))

    def _step_to(self, row: MenuItem, step: Callable[[bool], None]) -> None:
        """Step on or back until a row is marked, the shorter way round."""
        actions = self.driver.scene.focus.actions
        names = [each.id for each in actions.actions if each.enabled]
        marked = actions.current()
        at = names.index(marked.id) if marked is not None and marked.id in names else -1
        on = (names.index(row.id) - at) % len(names) <= len(names) // 2
        for _ in range(len(actions.actions) + 2):
            if (marked := actions.current()) is not None and marked.id == row.id:
                return
            step(on)
        raise AssertionError(f"{row.label} cannot be reached step by step")

    def go_on(self) -> None:
        self.driver.key("return")

    def step_back(self) -> None:
        self.driver.key("escape")
        if self.driver.scene.focus.sheets:
            self.driver.key("escape")

    def undo(self) -> None:
        self.driver.key("ctrl+z")

    def redo(self) -> None:
        self.driver.key(self.rng.choice(("ctrl+y", "ctrl+shift+z")))


PUSHES = 1000
"""Ticks of the stick after which it is plain that it does not lead to a spot."""


class Pad(Keys):
    """Takes everything by a gamepad: shoulders and A for rows, the cross and X for spots, or the stick as a mouse."""

    can_redo = False

    def press(self, *buttons: int) -> None:
        """Press buttons, one after another."""
        for button in buttons:
            for kind in (pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP):
                self.driver.handle(pygame.event.Event(kind, instance_id=0, button=button))
            self.driver.frame()

    def cross(self, way: tuple[int, int]) -> None:
        """Press the cross in one direction."""
        for value in (way, (0, 0)):
            self.driver.handle(pygame.event.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=value))
        self.driver.frame()

    def click(self, spot: Spot | None) -> None:
        """Move the cursor to a spot and press A; before that as often as dice there need to lie and be cleared away.

        Dice that lay there before the cursor came let the first press through, which is then all that is done.
        """
        assert spot is not None
        self.point(self.pixel(spot))
        tray, before = self.driver.scene.focus.animation.tray, list(self.driver.session.journal)
        for _ in range(2):
            if tray.rect.collidepoint(self.pixel(spot)):
                self.press(A)
            if self.driver.session.journal != before or self.driver.scene.focus.sheets:
                return
        self.press(A)

    def point(self, pixel: tuple[int, int]) -> None:
        """Move the cursor to a pixel with the left stick: first across, then up or down."""
        pad = self.driver.window.gamepad
        if math.dist(pad.cursor, pixel) < 1:  # it lies there, but a row was marked since
            self.point((pixel[0] // 2, pixel[1]))
        for axis in (0, 1):
            left, now = pixel[axis] - pad.cursor[axis], time.monotonic()
            for _push in range(PUSHES):
                if abs(left) <= 0.01:
                    break
                self._stick(axis, 1.0 if left > 0 else -1.0)  # the first push may go past it on a busy machine
                now += min(STICK, abs(left) / SPEED)
                self.driver.handle(*pad.tick(now, self.driver.window.size))
                left = pixel[axis] - pad.cursor[axis]
            assert abs(left) <= 0.01, f"the stick came no nearer than {left} pixels to {pixel}"
            self._stick(axis, 0.0)
        self.driver.frame()

    def _stick(self, axis: int, value: float) -> None:
        self.driver.handle(pygame.event.Event(pygame.JOYAXISMOTION, instance_id=0, axis=axis, value=value))

    def _answer(self, decision: Decision) -> str:
        if isinstance(decision, Pick) and self.rng.random() < 0.5:
            there = [piece for piece in decision.candidates if self.spot_of(piece)]
            if decision.minimum == decision.maximum == 1 and there:
                self.click(self.spot_of(self.rng.choice(there)))
                return "clicked a piece"
        return super()._answer(decision)

    def _place(self, place: Place) -> str:
        goal = self.goal(place)
        if goal is not None and self.rng.random() < 0.5:
            self.click(goal)
            return "put down"
        for _ in range(self.rng.randint(0, 4)):
            self.cross(self.rng.choice(((0, 1), (0, -1), (1, 0), (-1, 0))))
        self.press(X)
        if self.driver.window.gamepad._aims:  # the cursor was moved last: A would click there, unless it is marked
            self.reach(next(row for row in self.rows() if row.id == "commit"))
        self.press(A)
        return "nudged"

    def _arrange(self, decision: Arrange) -> str:
        before, goal = list(self.driver.session.journal), self._middle(decision)
        if goal is not None and self.rng.random() < 0.5:
            self.click(goal)
        for _ in range(self.rng.randint(0, 4)):
            self.cross(self.rng.choice(((0, 1), (0, -1), (1, 0), (-1, 0))))
        self.press(X)
        self._set_out()
        return "arranged" if self.driver.session.journal != before else "changed"

    def _tick(self) -> str:
        confirm = next((row for row in self.rows() if row.id == "confirm"), None)
        others = [row for row in self.rows() if row.id != "confirm"]
        if confirm is not None and (not others or self.rng.random() < 0.5):
            self.take(confirm)
            return "confirmed"
        self.reach(self.rng.choice(others))
        self.press(Y)
        return "ticked"

    def take(self, row: MenuItem) -> None:
        self.reach(row)
        self.press(A)

    def reach(self, row: MenuItem) -> None:
        arranging = isinstance(self.decision, Arrange)  # there RB picks models
        self.press(LB if arranging else RB)  # so that A does what is marked, and is no click
        self._step_to(row, lambda on: self.press(RB if on and not arranging else LB))

    def go_on(self) -> None:
        sheet = self.driver.scene.focus.sheets[-1]
        if self.driver.window.gamepad._aims:  # A would click where the cursor is
            self.press(RB)
        if not sheet.closed:  # some are closed by any key
            self.press(A)

    def step_back(self) -> None:
        self.press(B)
        if self.driver.scene.focus.sheets:
            self.press(B)

    def undo(self) -> None:
        self.press(BACK)


def _options(decision: Decision) -> Sequence[Option]:
    return decision.options if isinstance(decision, Choose) else ()


def _shortcuts(decision: Decision) -> set[str]:
    """Return the ids of the rows of a decision's shortcuts."""
    return {SHORTCUT + each.key for each in decision.shortcuts}


HANDS: dict[str, type[Person]] = {"mouse": Mouse, "keys": Keys, "gamepad": Pad}
