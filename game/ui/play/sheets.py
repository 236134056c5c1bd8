"""The sheets of a table: hand-over, menu, result, questions, messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import pygame

from game.engine.core.flow import Interrupt
from game.engine.rulebook.view import Line
from game.engine.saving.loading import Difference
from game.engine.saving.records import result_message
from game.lengths import coordinates, in_words
from game.play.typed_spots import read_place
from game.players.new_session import may_swap
from game.refusal import Refusal
from game.ui.decisions.base import Tool
from game.ui.decisions.ghost import Ghost
from game.ui.play.campaign_result import campaign_rows
from game.ui.play.host import TableHost
from game.ui.play.recap import RecapStep, fitting, recap_sheet
from game.ui.score.card import score_sheet
from game.ui.score.ending import TURN, EndingSheet, Figures, turn_rows
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet, notice, question
from game.ui.widgets.theme import LAMP, SLATE, colour_of
from game.wording import N_, _, ngettext, series, within_line

DECLARATIONS: Final = {
    "concede": N_("Concede"),
    "draw": N_("Agree on a draw"),
    "end": N_("End the game early"),
}
HAPPENED: Final = 6
"""Lines of recent events in a hand-over; the recap has them all."""


def close_row() -> MenuItem:
    """Return the row that leads back to the table."""
    return MenuItem("close", _("Back to the table"), "escape")


def after_events(host: TableHost) -> None:
    """Show what is due once the events were shown: a hand-over, and before it the card of a scored round."""
    if host.model.decision is not None and host.model.bot is None and host.model.session.awaiting is None:
        hand_over(host)
    people = [player.id for player in host.model.view.players if player.id not in host.model.bots]
    closed = host.cards.follow(host.model.session)
    if host.window.options.score_card and people:
        for score, later in reversed(closed):
            host.show(score_sheet(host.window.theme, host.model.session, score, later))


def hand_over(host: TableHost) -> None:
    """Announce a change of the deciding person; within another's activation, only by a small notice."""
    person, decision = host.model.decider, host.model.decision
    people = [player.id for player in host.model.view.players if player.id not in host.model.bots]
    if decision is not None and decision.concealed and len(people) > 1:
        host.show(curtain(host, person, people))
        host.window.play("turn")
        host.last_person = person
        return
    if reacts_within(host, person):
        return
    changed = bool(host.last_person) and person != host.last_person
    if changed and host.window.options.banner and len(people) > 1:
        host.show(handover_sheet(host, person, host.recap() if host.window.options.recap else []))
    if changed:
        host.window.play("turn")
    host.last_person = person


def reacts_within(host: TableHost, person: str) -> bool:
    """Show a notice instead of changing seats, if a person answers within another's activation."""
    model = host.model
    active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
    if active is None or person == host.last_person or active.owner != host.last_person:
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


def curtain(host: TableHost, person: str, people: Sequence[str]) -> Sheet:
    """Return the curtain before a secret decision: all but the deciding person are to look away."""
    known, decision = host.model.player(person), host.model.decision
    name, others = host.model.player_name(person), [each for each in people if each != person]
    away = series([host.model.player_name(each) for each in others])
    lines = [
        Line(_("Only {name} may look at the screen now. Look away, {others}.", name=name, others=away)),
        Line(_("Choices stay hidden until everybody has chosen."), decision.rule if decision else ""),
    ]
    action = MenuItem("go", _("I am {name}: show me the choice", name=name), "return", primary=True)
    accent = colour_of(known.colour) if known is not None else LAMP
    return Curtain(host.window.theme, _("{name} decides in secret", name=name), lines, [action], accent=accent)


def handover_sheet(host: TableHost, player: str, steps: Sequence[RecapStep]) -> Sheet:
    """Return the sheet that names the deciding player, and recent events; any key or click continues."""
    decision, known = host.model.decision, host.model.player(player)
    colour = colour_of(known.colour) if known is not None else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.concealed else []
    name = host.model.player_name(player)
    actions = [MenuItem("go", _("Continue"), "return", primary=True)]
    if steps:
        lines.append(Line(_("Since you last decided:"), tone="quiet"))
        lines += fitting([line for step in steps for line in step.lines], HAPPENED)
    lines.append(Line(_("Any key or click to continue."), tone="quiet"))
    if steps:
        actions.append(MenuItem("recap", _("Recap, step by step ({steps})", steps=len(steps)), "h"))

    def go(action: MenuItem) -> None:
        if action.id == "recap":
            host.show(recap_sheet(host, steps))

    return Sheet(host.window.theme, _("{name} decides", name=name), lines, actions, go, accent=colour, any_key=True)


def greeting(host: TableHost, text: str) -> Sheet:
    """Return a welcoming text; any key or click continues."""
    lines = [Line(part) for part in text.split("\n")]
    decision = host.model.decision
    if decision is not None:
        player = host.model.player_name(decision.player)
        first = _("{player} decides first: {prompt}", player=player, prompt=decision.prompt)
        lines.append(Line(first, decision.rule))
    lines.append(Line(_("F1 shows every key. Any key or click to continue."), tone="quiet"))
    actions = [MenuItem("go", _("Begin"), "return", primary=True)]
    return Sheet(host.window.theme, host.model.view.title, lines, actions, any_key=True)


def menu(host: TableHost, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the menu of everything besides decisions."""
    actions = [
        close_row(),
        MenuItem("undo", _("Undo the last decision")),
        MenuItem("save", _("Save the game")),
        MenuItem("load", _("Load a game")),
        MenuItem("map", _("Save the table as a map")),
        *([MenuItem("result", _("How the game went"))] if host.model.session.finished else []),
        *campaign_rows(host.model),
        MenuItem("home", _("Main menu")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("ask", _("Where could a piece stand?")),
        MenuItem("coach", _("Ask the coach")),
        MenuItem("fairness", _("How evenly the dice fell")),
        MenuItem("look", _("Theme: {look}", look=_(host.window.look.title))),
        MenuItem("recap", _("Recap"), reason="" if host.recap() else _("nothing since you last decided")),
        MenuItem("timeline", _("This game so far")),
        MenuItem("rules", _("Rules")),
        MenuItem("settings", _("Settings")),
        MenuItem("referee", _("Referee: correct something...")),
        MenuItem("sandbox", _("Open this moment in the sandbox")),
        *declarations(host),
        *([MenuItem("back", _("Back to the replay"))] if host.model.practice else []),
        MenuItem("quit", _("Quit")),
    ]
    aim = host.model.view.aim
    lines = () if aim is None else (aim,)
    return Sheet(host.window.theme, _("Menu"), lines, with_keys(actions), perform, wide=58, fold=True)


def declarations(host: TableHost) -> list[MenuItem]:
    """Return what the deciding person may declare; refused declarations have their reason."""
    person = _person(host)
    if host.model.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in _interrupts(host, person):
        label = f"{_label(interrupt.kind)} ({host.model.player_name(person)})"
        rule, reason = (refusal.rule, refusal.text) if refusal else ("", "")
        found.append(MenuItem(f"declare:{interrupt.kind}", label, "", rule, reason))
    return found


def _person(host: TableHost) -> str:
    return host.model.decider if host.model.bot is None else host.last_person


def _interrupts(host: TableHost, person: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
    session = host.model.session
    return session.ruleset.interrupts(session.game, person)


def _label(kind: str) -> str:
    return _(DECLARATIONS.get(kind, kind.capitalize()))


def declare(host: TableHost, kind: str) -> Sheet:
    """Ask for confirmation of a declaration, then everybody who has to agree."""
    model, person, label = host.model, _person(host), _label(kind)
    offered = (interrupt for interrupt, refusal in _interrupts(host, person))
    interrupt = next((each for each in offered if each.kind == kind), Interrupt(kind, person))
    texts = [_("{player}: {what}?", player=model.player_name(person), what=within_line(label))]
    yes = _("Yes: {what}", what=within_line(label))

    def go() -> None:
        ask_each(host, model.people_asked(interrupt), texts, yes, lambda: host.call(lambda: model.declare(interrupt)))

    more = [_("Everybody at the table has to agree.")] if interrupt.agreed else []
    return question(host.window.theme, label, [*texts, *more], yes, go)


def ask_each(
    host: TableHost, asks: Sequence[str], texts: Sequence[str], label: str, then: Callable[[], None], no: str = ""
) -> None:
    """Ask players one after another whether they agree, then call `then`; `no` is the label of the other answer."""
    if not asks:
        then()
        return
    title = _("{ask}, do you agree?", ask=host.model.player_name(asks[0]))
    next_one = partial(ask_each, host, asks[1:], texts, label, then, no)
    host.show(question(host.window.theme, title, texts, label, next_one, no))


def difference_notice(window: Window, difference: Difference) -> Sheet:
    """Return the notice that the rules have changed since a game was saved."""
    texts = [
        _("The rules have changed since it was saved:"),
        str(difference),
        _("It continues from its last checkpoint."),
    ]
    return notice(window.theme, texts, _("Loaded with differences"))


def ask_spot(host: TableHost, hand: Tool | None) -> bool:
    """Ask where a piece or unit is to go, legal or not, if one is placed; return whether that is so."""
    ghost = hand.ghost if hand is not None else Ghost()
    move_to = ghost.move_to
    if hand is None or move_to is None:
        return False
    hand.let_go()  # a search in progress would move it again

    def place(text: str) -> None:
        found = read_place(text, ghost.start)
        if found is not None:
            move_to(found, True)
            return
        measure = in_words()
        host.model.notice.title = _("Type two numbers: 12.5, 8 - or @45 6.5 for bearing and {measure}", measure=measure)

    title = _("Where to, in {measure}? x, y or @bearing length", measure=in_words())
    host.dialogs.ask_text(title, coordinates(*ghost.spot), place)
    return True


def result(host: TableHost, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the page at the end of the game; what only looks at the game returns to it."""
    model = host.model
    actions = [
        *campaign_rows(model),
        MenuItem("again", _("Again, with new dice")),
        *([MenuItem("swap", _("Swap sides"))] if may_swap(model.session) else []),
        MenuItem("report", _("Report")),
        MenuItem("hindsight", _("Ask the coach what could have gone better")),
        MenuItem("close", _("Look at the table"), "escape", primary=True),
        MenuItem("timeline", _("Look back at the game")),
        MenuItem("save", _("Save game and replay")),
        MenuItem("undo", _("Undo the last decision")),
        MenuItem("home", _("Main menu")),
        MenuItem("quit", _("Quit")),
        *turn_rows(model.session),
    ]

    def chosen(action: MenuItem) -> None:
        if action.id in ("timeline", "report", "hindsight") or action.id.startswith(TURN):
            host.result_shown = False
        perform(action)

    alone = [] if model.recorded is None else [Line(result_message(model.recorded, model.session.ruleset))]
    lines, rows, figures = (
        [Line(model.view.result or _("The game is over.")), *alone],
        with_keys(actions),
        Figures.of(model.session),
    )
    title, theme = _("The game is over"), host.window.theme
    return EndingSheet(theme, title, lines, rows, chosen, figure=figures, marked="close")
