"""The sheets of a scene: hand-over, menu, result, questions, messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.engine.core.flow import Interrupt
from game.engine.rulebook.view import Line
from game.ui.play.campaign_result import campaign_rows
from game.ui.play.recap import fitting, recap_sheet
from game.ui.widgets.menu_item import MenuItem, with_keys
from game.ui.widgets.messages import question
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import LAMP
from game.wording import N_, _, within_line

if TYPE_CHECKING:
    from game.ui.play.commands import Commands
    from game.ui.play.scene import TableScene

DECLARATIONS: Final = {
    "concede": N_("Concede"),
    "draw": N_("Agree on a draw"),
    "end": N_("End the game early"),
}
HAPPENED: Final = 6
"""Lines of what happened since that a hand-over tells; the recap has them all."""
CLOSE: Final = MenuItem("close", N_("Back to the table"), "escape")


def banner(scene: TableScene, player: str) -> Sheet:
    """Name the player whose decision it is now; any key or click goes on."""
    decision = scene.model.decision
    colour = scene.owners[player].colour if player in scene.owners else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.secret else []
    name = scene.model.player_name(player)
    actions = [MenuItem("go", _("Go on"), "return", primary=True)]
    steps = scene.recap() if scene.options.recap else []
    if steps:
        lines.append(Line(_("Since you last decided:"), tone="quiet"))
        lines += fitting([line for step in steps for line in step.lines], HAPPENED)
    lines.append(Line(_("Any key or click goes on."), tone="quiet"))
    if steps:
        actions.append(MenuItem("recap", _("What happened since, step by step ({steps})", steps=len(steps)), "h"))

    def go(action: MenuItem) -> None:
        if action.id == "recap":
            scene.show(recap_sheet(scene, steps))

    return Sheet(scene.theme, _("{name} decides", name=name), lines, actions, go, accent=colour, any_key=True)


def greeting(scene: TableScene, text: str) -> Sheet:
    """Show a text at the start; any key or click goes on."""
    lines = [Line(part) for part in text.split("\n")]
    decision = scene.model.decision
    if decision is not None:
        lines.append(
            Line(
                _(
                    "{player} decides first: {prompt}",
                    player=scene.model.player_name(decision.player),
                    prompt=decision.prompt,
                ),
                decision.rule,
            )
        )
    lines.append(Line(_("F1 shows every key. Any key or click goes on."), tone="quiet"))
    return Sheet(
        scene.theme, scene.model.view.title, lines, [MenuItem("go", _("Begin"), "return", primary=True)], any_key=True
    )


def menu(scene: TableScene, commands: Commands) -> Sheet:
    """What can be done besides deciding."""
    actions = [
        replace(CLOSE, label=_(CLOSE.label)),
        MenuItem("undo", _("Take back the last answer")),
        MenuItem("save", _("Save the game")),
        MenuItem("load", _("Load a game")),
        *campaign_rows(scene.model),
        MenuItem("home", _("Main menu")),
        MenuItem("help", _("Keys and signs")),
        MenuItem("fairness", _("How even the dice fell")),
        MenuItem("look", _("Look: {look}", look=_(scene.window.look.title))),
        MenuItem(
            "recap", _("What happened since"), reason="" if scene.recap() else _("nothing since you last decided")
        ),
        MenuItem("timeline", _("This game so far")),
        MenuItem("rules", _("Rules")),
        MenuItem("settings", _("Settings")),
        MenuItem("referee", _("Referee: correct something...")),
        MenuItem("sandbox", _("Open this moment in the sandbox")),
        *declarations(scene),
        *([MenuItem("back", _("Back to the replay"))] if scene.model.practice else []),
        MenuItem("quit", _("Quit")),
    ]
    aim = scene.model.view.aim
    lines = () if aim is None else (aim,)
    return Sheet(scene.theme, _("Menu"), lines, with_keys(actions), commands.from_menu, wide=58, fold=True)


def declarations(scene: TableScene) -> list[MenuItem]:
    """Return what the deciding person may declare, refused ones with their reason."""
    model = scene.model
    person = model.decider if model.bot is None else scene.last_person
    if model.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in model.session.ruleset.interrupts(model.session.game, person):
        label = _(DECLARATIONS.get(interrupt.kind, interrupt.kind.capitalize()))
        reason = refusal.text if refusal else ""
        rule = refusal.rule if refusal else ""
        found.append(MenuItem(f"declare:{interrupt.kind}", f"{label} ({model.player_name(person)})", "", rule, reason))
    return found


def declare(scene: TableScene, kind: str) -> Sheet:
    """Ask whether something is really to be declared."""
    model = scene.model
    person = model.decider if model.bot is None else scene.last_person
    label = _(DECLARATIONS.get(kind, kind.capitalize()))
    texts = [_("{player}: {what}?", player=model.player_name(person), what=within_line(label))]
    if kind in ("draw", "end"):
        texts.append(_("Everybody at the table has to agree."))
    return question(scene.theme, label, texts, _("Yes: {what}", what=within_line(label)),
                    lambda: scene.call(lambda: model.declare(Interrupt(kind, person))))  # fmt: skip


def result(scene: TableScene) -> Sheet:
    """How the game ended, with everybody's victory points."""
    from game.ui.play.commands import Commands

    model = scene.model
    lines = [Line(model.view.result or _("The game is over."))]
    ranked = sorted(model.view.players, key=lambda player: -player.score)
    lines += [Line(f"{player.name}{_notes(player.notes)}", _("{score} VP", score=player.score)) for player in ranked]
    actions = [
        MenuItem("close", _("Look at the table"), "escape", primary=True),
        *campaign_rows(model),
        MenuItem("timeline", _("Look back at the game")),
        MenuItem("save", _("Save game and replay")),
        MenuItem("undo", _("Take back the last answer")),
        MenuItem("home", _("Main menu")),
        MenuItem("quit", _("Quit")),
    ]
    return Sheet(scene.theme, _("The game is over"), lines, with_keys(actions), Commands(scene).from_menu)


def _notes(notes: tuple[str, ...]) -> str:
    return f" ({', '.join(notes)})" if notes else ""
