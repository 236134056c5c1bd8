"""The sheets of a host: hand-over, menu, result, questions, messages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from game.engine.core.flow import Interrupt
from game.engine.rulebook.view import Line
from game.ui.play.campaign_result import campaign_rows
from game.ui.play.host import TableHost
from game.ui.play.recap import RecapStep, fitting, recap_sheet
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet, question
from game.ui.widgets.theme import LAMP, colour_of
from game.wording import N_, _, within_line

DECLARATIONS: Final = {
    "concede": N_("Concede"),
    "draw": N_("Agree on a draw"),
    "end": N_("End the game early"),
}
HAPPENED: Final = 6
"""Lines of what happened since that a hand-over tells; the recap has them all."""
CLOSE: Final = MenuItem("close", N_("Back to the table"), "escape")


def handover_sheet(host: TableHost, player: str, steps: Sequence[RecapStep]) -> Sheet:
    """Name the player whose decision it is now, and what happened since; any key or click goes on."""
    decision, known = host.model.decision, host.model.player(player)
    colour = colour_of(known.colour) if known is not None else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.secret else []
    name = host.model.player_name(player)
    actions = [MenuItem("go", _("Go on"), "return", primary=True)]
    if steps:
        lines.append(Line(_("Since you last decided:"), tone="quiet"))
        lines += fitting([line for step in steps for line in step.lines], HAPPENED)
    lines.append(Line(_("Any key or click goes on."), tone="quiet"))
    if steps:
        actions.append(MenuItem("recap", _("What happened since, step by step ({steps})", steps=len(steps)), "h"))

    def go(action: MenuItem) -> None:
        if action.id == "recap":
            host.show(recap_sheet(host, steps))

    return Sheet(host.theme, _("{name} decides", name=name), lines, actions, go, accent=colour, any_key=True)


def greeting(host: TableHost, text: str) -> Sheet:
    """Show a text at the start; any key or click goes on."""
    lines = [Line(part) for part in text.split("\n")]
    decision = host.model.decision
    if decision is not None:
        lines.append(
            Line(
                _(
                    "{player} decides first: {prompt}",
                    player=host.model.player_name(decision.player),
                    prompt=decision.prompt,
                ),
                decision.rule,
            )
        )
    lines.append(Line(_("F1 shows every key. Any key or click goes on."), tone="quiet"))
    return Sheet(
        host.theme, host.model.view.title, lines, [MenuItem("go", _("Begin"), "return", primary=True)], any_key=True
    )


def menu(host: TableHost, perform: Callable[[MenuItem], None]) -> Sheet:
    """What can be done besides deciding."""
    actions = [
        replace(CLOSE, label=_(CLOSE.label)),
        MenuItem("undo", _("Take back the last answer")),
        MenuItem("save", _("Save the game")),
        MenuItem("load", _("Load a game")),
        *campaign_rows(host.model),
        MenuItem("home", _("Main menu")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("fairness", _("How even the dice fell")),
        MenuItem("look", _("Look: {look}", look=_(host.window.look.title))),
        MenuItem("recap", _("What happened since"), reason="" if host.recap() else _("nothing since you last decided")),
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
    return Sheet(host.theme, _("Menu"), lines, with_keys(actions), perform, wide=58, fold=True)


def declarations(host: TableHost) -> list[MenuItem]:
    """Return what the deciding person may declare, refused ones with their reason."""
    model = host.model
    person = model.decider if model.bot is None else host.last_person
    if model.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in model.session.ruleset.interrupts(model.session.game, person):
        label = _(DECLARATIONS.get(interrupt.kind, interrupt.kind.capitalize()))
        reason = refusal.text if refusal else ""
        rule = refusal.rule if refusal else ""
        found.append(MenuItem(f"declare:{interrupt.kind}", f"{label} ({model.player_name(person)})", "", rule, reason))
    return found


def declare(host: TableHost, kind: str) -> Sheet:
    """Ask whether something is really to be declared, then everybody who has to agree."""
    model = host.model
    person = model.decider if model.bot is None else host.last_person
    offered = model.session.ruleset.interrupts(model.session.game, person)
    interrupt = next((each for each, _refusal in offered if each.kind == kind), Interrupt(kind, person))
    label = _(DECLARATIONS.get(kind, kind.capitalize()))
    texts = [_("{player}: {what}?", player=model.player_name(person), what=within_line(label))]
    people = [each for each in interrupt.agreed if each not in model.bots]
    yes = _("Yes: {what}", what=within_line(label))

    def go() -> None:
        ask_each(host, people, texts, yes, lambda: host.call(lambda: model.declare(interrupt)))

    more = [_("Everybody at the table has to agree.")] if interrupt.agreed else []
    return question(host.theme, label, [*texts, *more], yes, go)


def ask_each(host: TableHost, asks: Sequence[str], texts: Sequence[str], label: str, then: Callable[[], None]) -> None:
    """Ask players one after another whether they agree; do something once all of them have."""
    if not asks:
        then()
        return
    title = _("{ask}, do you agree?", ask=host.model.player_name(asks[0]))
    host.show(question(host.theme, title, texts, label, lambda: ask_each(host, asks[1:], texts, label, then)))


def result(host: TableHost, perform: Callable[[MenuItem], None]) -> Sheet:
    """How the game ended, with everybody's victory points."""
    model = host.model
    lines = [Line(model.view.result or _("The game is over."))]
    points = _(model.session.ruleset.terms.points)
    ranked = sorted(model.view.players, key=lambda player: -player.score)
    lines += [Line(f"{player.name}{_notes(player.notes)}", f"{player.score} {points}") for player in ranked]
    actions = [
        MenuItem("close", _("Look at the table"), "escape", primary=True),
        *campaign_rows(model),
        MenuItem("timeline", _("Look back at the game")),
        MenuItem("save", _("Save game and replay")),
        MenuItem("undo", _("Take back the last answer")),
        MenuItem("home", _("Main menu")),
        MenuItem("quit", _("Quit")),
    ]
    return Sheet(host.theme, _("The game is over"), lines, with_keys(actions), perform)


def _notes(notes: tuple[str, ...]) -> str:
    return f" ({', '.join(notes)})" if notes else ""
