"""The sheets of a table: greeting, menu, result, questions, messages; from the result a game goes to a campaign."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from game.documents.error import DocumentError
from game.engine.campaigns import campaigns_of
from game.engine.core.flow import Interrupt
from game.engine.history.undo_policy import standing_orders
from game.engine.rulebook.view import Line
from game.engine.saving.loading import Difference
from game.engine.saving.records import result_message
from game.lengths import coordinates, in_words
from game.play.session_model import SessionModel
from game.play.typed_spots import read_place
from game.players.new_session import may_swap
from game.refusal import Refusal
from game.ui.decisions.base import Tool
from game.ui.decisions.ghost import Ghost
from game.ui.model.campaign_files import kept_campaigns, read
from game.ui.play.focus import Focus
from game.ui.play.parts.hand_over import HandOver
from game.ui.score.ending import TURN, EndingSheet, Figures, turn_rows
from game.ui.shell.window import Window
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet, notice, question
from game.wording import N_, _, within_line

APPLY: Final = "apply:"
"""The prefix of the id of an action that applies the game to a campaign, before the path of its file."""


def campaign_rows(model: SessionModel) -> list[MenuItem]:
    """Return an action for every campaign to which the finished game can be applied, or was already.

    There are none before a game is over, nor for a game that started in the middle: only whole games count.
    """
    session = model.session
    campaigns = campaigns_of(session.ruleset)
    if campaigns is None or model.practice or not session.from_setup or not session.finished:
        return []
    found = []
    for kept in kept_campaigns(campaigns):
        if kept.content is None:
            continue
        try:
            after = campaigns.apply(kept.content, session, kept.path.name)
        except DocumentError:
            continue  # other rosters played, or these in an older state
        reason = "" if after is not None else _("already in its chronicle")
        label = _("Apply to {name}", name=campaigns.summary(kept.content)[0])
        found.append(MenuItem(f"{APPLY}{kept.path}", label, reason=reason))
    return found


def apply_ending(focus: Focus, path: Path) -> None:
    """Save the finished game, open the campaign and apply the game there; Back returns to the table."""
    session = focus.model.session
    campaigns = campaigns_of(session.ruleset)
    kept = read(campaigns, path) if campaigns is not None else None
    focus.model.keep()
    file = focus.model.file
    if campaigns is None or kept is None or kept.content is None or file is None or focus.model.trouble:
        focus.model.trouble += [kept.trouble] if kept is not None and kept.trouble else []
        return
    focus.window.open(
        "campaign", book=session.ruleset.name, campaigns=campaigns, path=path, content=kept.content, finished=file
    )


DECLARATIONS: Final = {
    "concede": N_("Concede"),
    "draw": N_("Agree on a draw"),
    "end": N_("End the game early"),
}


def close_row() -> MenuItem:
    """Return the row that leads back to the table."""
    return MenuItem("close", _("Back to the table"), "escape")


def greeting(focus: Focus, text: str) -> Sheet:
    """Return a welcoming text; any key or click continues."""
    lines = [Line(part) for part in text.split("\n")]
    decision = focus.model.decision
    if decision is not None:
        player = focus.model.player_name(decision.player)
        first = _("{player} decides first: {prompt}", player=player, prompt=decision.prompt)
        lines.append(Line(first, decision.rule))
    lines.append(Line(_("F1 shows every key. Any key or click to continue."), tone="quiet"))
    actions = [MenuItem("go", _("Begin"), "return", primary=True)]
    return Sheet(focus.window.theme, focus.model.view.title, lines, actions, any_key=True)


def menu(focus: Focus, hand_over: HandOver, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the menu of everything besides decisions."""
    actions = [
        close_row(),
        MenuItem("undo", _("Undo the last decision")),
        MenuItem("save", _("Save the game")),
        MenuItem("load", _("Load a game")),
        MenuItem("map", _("Save the table as a map")),
        *([MenuItem("result", _("How the game went"))] if focus.model.session.finished else []),
        *campaign_rows(focus.model),
        MenuItem("home", _("Main menu")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("ask", _("Where could a piece stand?")),
        MenuItem("coach", _("Ask the coach")),
        MenuItem("fairness", _("How evenly the dice fell")),
        MenuItem("look", _("Theme: {look}", look=_(focus.window.look.title))),
        MenuItem("skipped", _("Questions you skip"), reason="" if skipped(focus, hand_over) else _("none")),
        MenuItem("recap", _("Recap"), reason="" if hand_over.recap() else _("nothing since you last decided")),
        MenuItem("timeline", _("This game so far")),
        MenuItem("rules", _("Rules")),
        MenuItem("settings", _("Settings")),
        MenuItem("referee", _("Referee: correct something...")),
        MenuItem("sandbox", _("Open this moment in the sandbox")),
        *declarations(focus, hand_over),
        *([MenuItem("back", _("Back to the replay"))] if focus.model.practice else []),
        MenuItem("quit", _("Quit")),
    ]
    aim = focus.model.view.aim
    lines = () if aim is None else (aim,)
    return Sheet(focus.window.theme, _("Menu"), lines, with_keys(actions), perform, wide=58, fold=True)


def skipped(focus: Focus, hand_over: HandOver) -> Mapping[str, str]:
    """Return the questions that the deciding person is not asked any more, by their timing."""
    return standing_orders(focus.model.session, _person(hand_over))


def skipped_sheet(focus: Focus, hand_over: HandOver) -> Sheet:
    """Return the questions that the deciding person is not asked any more; the chosen one is asked again."""
    person, questions = _person(hand_over), skipped(focus, hand_over)
    note = _("You pass at such moments without being asked. Choose one to be asked again.")
    none = _("You are asked at every moment at which you can do something.")

    def ask_again(window: str) -> None:
        focus.model.ask_again(person, window)
        focus.show(skipped_sheet(focus, hand_over))

    lines = [Line(note if questions else none, tone="quiet")]
    rows = [close_row(), *(MenuItem(window, question) for window, question in questions.items())]
    return Sheet(focus.window.theme, _("Questions you skip"), lines, with_keys(rows), then=ask_again, wide=62)


def declarations(focus: Focus, hand_over: HandOver) -> list[MenuItem]:
    """Return what the deciding person may declare; refused declarations have their reason."""
    person = _person(hand_over)
    if focus.model.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in _interrupts(focus, person):
        label = f"{_label(interrupt.kind)} ({focus.model.player_name(person)})"
        rule, reason = (refusal.rule, refusal.text) if refusal else ("", "")
        found.append(MenuItem(f"declare:{interrupt.kind}", label, "", rule, reason))
    return found


def _person(hand_over: HandOver) -> str:
    model = hand_over.focus.model
    return model.decider if model.bot is None else hand_over.last_person


def _interrupts(focus: Focus, person: str) -> Sequence[tuple[Interrupt, Refusal | None]]:
    session = focus.model.session
    return session.ruleset.interrupts(session.game, person)


def _label(kind: str) -> str:
    return _(DECLARATIONS.get(kind, kind.capitalize()))


def declare(focus: Focus, hand_over: HandOver, kind: str) -> Sheet:
    """Ask for confirmation of a declaration, then everybody who has to agree."""
    model, person, label = focus.model, _person(hand_over), _label(kind)
    offered = (interrupt for interrupt, refusal in _interrupts(focus, person))
    interrupt = next((each for each in offered if each.kind == kind), Interrupt(kind, person))
    texts = [_("{player}: {what}?", player=model.player_name(person), what=within_line(label))]
    yes = _("Yes: {what}", what=within_line(label))

    def go() -> None:
        ask_each(focus, model.people_asked(interrupt), texts, yes, lambda: focus.call(lambda: model.declare(interrupt)))

    more = [_("Everybody at the table has to agree.")] if interrupt.agreed else []
    return question(focus.window.theme, label, [*texts, *more], yes, go)


def ask_each(
    focus: Focus, asks: Sequence[str], texts: Sequence[str], label: str, then: Callable[[], None], no: str = ""
) -> None:
    """Ask players one after another whether they agree, then call `then`; `no` is the label of the other answer."""
    if not asks:
        then()
        return
    title = _("{ask}, do you agree?", ask=focus.model.player_name(asks[0]))
    next_one = partial(ask_each, focus, asks[1:], texts, label, then, no)
    focus.show(question(focus.window.theme, title, texts, label, next_one, no))


def difference_notice(window: Window, difference: Difference) -> Sheet:
    """Return the notice that the rules have changed since a game was saved."""
    texts = [
        _("The rules have changed since it was saved:"),
        str(difference),
        _("It continues from its last checkpoint."),
    ]
    return notice(window.theme, texts, _("Loaded with differences"))


def ask_spot(focus: Focus, hand: Tool | None) -> bool:
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
        focus.model.notice.title = _(
            "Type two numbers: 12.5, 8 - or @45 6.5 for bearing and {measure}", measure=measure
        )

    title = _("Where to, in {measure}? x, y or @bearing length", measure=in_words())
    focus.dialogs.ask_text(title, coordinates(*ghost.spot), place)
    return True


def result(focus: Focus, hand_over: HandOver, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return the page at the end of the game; what only looks at the game returns to it."""
    model = focus.model
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
            hand_over.result_shown = False
        perform(action)

    alone = [] if model.recorded is None else [Line(result_message(model.recorded, model.session.ruleset))]
    lines, rows, figures = (
        [Line(model.view.result or _("The game is over.")), *alone],
        with_keys(actions),
        Figures.of(model.session),
    )
    title, theme = _("The game is over"), focus.window.theme
    return EndingSheet(theme, title, lines, rows, chosen, figure=figures, marked="close")
