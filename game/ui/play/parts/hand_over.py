"""Handing over: what is shown once another person decides, the cards of scored rounds, and the recap."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Final

import pygame

from game.engine.rulebook.view import Line
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.play.recap import RecapStep, Trail, fitting, recap_sheet
from game.ui.score.ending import CardWatch, score_sheet
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import LAMP, SLATE, colour_of
from game.wording import _, ngettext, series

HAPPENED: Final = 6
"""Lines of recent events in a hand-over; the recap has them all."""


class HandOver(Part):
    """Shows who decides once everything that happened has been shown. `last_person` decided before."""

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self.last_person = ""
        self.result_shown = focus.watched
        self.trail, self.cards = Trail(), CardWatch()
        self._due = False

    def note(self, decided: str) -> None:
        """Record a change of the session after an answer of the player who `decided`, "" if nobody did."""
        self.trail.note(self.focus.model, decided)
        self._due = not self.focus.watched

    def recap(self) -> list[RecapStep]:
        """Return the events since the deciding person's last decision."""
        return self.trail.since(self.focus.model, self.focus.model.decider or self.last_person)

    def go_on(self) -> None:
        """Show what is due, unless events are still being shown."""
        focus, model = self.focus, self.focus.model
        if not self._due or focus.animation.playing:
            return
        self._due = False
        if focus.controller is not None and model.decider != self.last_person:
            focus.animation.stage.hand_over(time.monotonic())
        self._show()

    def _show(self) -> None:
        """Show a hand-over, and before it the card of a scored round."""
        focus, model = self.focus, self.focus.model
        if model.decision is not None and model.bot is None and model.session.awaiting is None:
            self._hand_over()
        closed = self.cards.follow(model.session)
        if focus.options.score_card and self._people():
            for score, later in reversed(closed):
                focus.show(score_sheet(self.theme, model.session, score, later))

    def _people(self) -> list[str]:
        model = self.focus.model
        return [player.id for player in model.view.players if player.id not in model.bots]

    def _hand_over(self) -> None:
        """Announce a change of the deciding person; within another's activation, only by a small notice."""
        focus, person, decision = self.focus, self.focus.model.decider, self.focus.model.decision
        people = self._people()
        hidden = decision is not None and decision.concealed and len(people) > 1
        if not hidden and self._reacts_within(person):
            return
        changed = bool(self.last_person) and person != self.last_person
        if hidden:
            focus.show(curtain(focus, person, people))
        elif changed and focus.options.banner and len(people) > 1:
            focus.show(handover_sheet(focus, person, self.recap() if focus.options.recap else []))
        if hidden or changed:
            focus.window.play("turn")
        self.last_person = person

    def _reacts_within(self, person: str) -> bool:
        """Show a notice instead of changing seats, if a person answers within another's activation."""
        model = self.focus.model
        active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
        if active is None or person == self.last_person or active.owner != self.last_person:
            return False
        name, card = model.player_name(person), model.units.card(active.id) or active
        model.notice.title = ngettext(
            "{person} decides while {active} is active",
            "{person} decides while {active} are active",
            len(model.units.parts(card.id)),
            person=name,
            active=card.name,
        )
        model.notice.refusals = ()
        return True


class Curtain(Sheet):
    """A sheet that hides the whole window until the named person asks to see it."""

    def draw_veil(self, target: pygame.Surface) -> None:
        target.fill(SLATE)


def curtain(focus: Focus, person: str, people: Sequence[str]) -> Sheet:
    """Return the curtain before a secret decision: all but the deciding person are to look away."""
    known, decision = focus.model.player(person), focus.model.decision
    name, more = focus.model.player_name(person), _("Choices stay hidden until everybody has chosen.")
    others = [focus.model.player_name(each) for each in people if each != person]
    lines = [look_away(name, others), Line(more, decision.rule if decision else "")]
    action = MenuItem("go", _("I am {name}: show me the choice", name=name), "return", primary=True)
    accent = colour_of(known.colour) if known is not None else LAMP
    return Curtain(focus.window.theme, _("{name} decides in secret", name=name), lines, [action], accent=accent)


def look_away(name: str, others: Sequence[str]) -> Line:
    """Return the line that asks others to look away, so that only the named player looks at the screen."""
    return Line(_("Only {name} may look at the screen now. Look away, {others}.", name=name, others=series(others)))


def handover_sheet(focus: Focus, player: str, steps: Sequence[RecapStep]) -> Sheet:
    """Return the sheet that names the deciding player, and recent events; any key or click continues."""
    decision, known = focus.model.decision, focus.model.player(player)
    colour = colour_of(known.colour) if known is not None else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.concealed else []
    name = focus.model.player_name(player)
    actions = [MenuItem("go", _("Continue"), "return", primary=True)]
    if steps:
        lines.append(Line(_("Since you last decided:"), tone="quiet"))
        lines += fitting([line for step in steps for line in step.lines], HAPPENED)
    lines.append(Line(_("Any key or click to continue."), tone="quiet"))
    if steps:
        actions.append(MenuItem("recap", _("Recap, step by step ({steps})", steps=len(steps)), "h"))

    def go(action: MenuItem) -> None:
        if action.id == "recap":
            focus.show(recap_sheet(focus, steps))

    return Sheet(focus.window.theme, _("{name} decides", name=name), lines, actions, go, accent=colour, any_key=True)
