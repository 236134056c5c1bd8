"""The sheets of a scene: hand-over, menu, result, questions, messages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from game.engine.flow import Interrupt
from game.engine.view import Line
from game.ui.actions import Action, with_keys
from game.ui.campaign_ending import campaign_rows
from game.ui.messages import question
from game.ui.recap import fitting, recap_sheet
from game.ui.sheet import Sheet
from game.ui.theme import LAMP
from game.wording import mark, say, within_line

if TYPE_CHECKING:
    from game.ui.commands import Commands
    from game.ui.scene import Scene

DECLARATIONS: Final = {
    "concede": mark("Concede"),
    "draw": mark("Agree on a draw"),
    "end": mark("End the game early"),
}
HAPPENED: Final = 6
"""Lines of what happened since that a hand-over tells; the recap has them all."""
CLOSE: Final = Action("close", mark("Back to the table"), "escape")


def banner(scene: Scene, player: str) -> Sheet:
    """Name the player whose decision it is now; any key or click goes on."""
    decision = scene.desk.decision
    colour = scene.owners[player].colour if player in scene.owners else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.secret else []
    name = scene.desk.player_name(player)
    actions = [Action("go", say("Go on"), "return", primary=True)]
    steps = scene.recap() if scene.options.recap else []
    if steps:
        lines.append(Line(say("Since you last decided:"), tone="quiet"))
        lines += fitting([line for step in steps for line in step.lines], HAPPENED)
    lines.append(Line(say("Any key or click goes on."), tone="quiet"))
    if steps:
        actions.append(Action("recap", say("What happened since, step by step ({steps})", steps=len(steps)), "h"))

    def go(action: Action) -> None:
        if action.id == "recap":
            scene.show(recap_sheet(scene, steps))

    return Sheet(scene.theme, say("{name} decides", name=name), lines, actions, go, accent=colour, any_key=True)


def greeting(scene: Scene, text: str) -> Sheet:
    """Show a text at the start; any key or click goes on."""
    lines = [Line(part) for part in text.split("\n")]
    decision = scene.desk.decision
    if decision is not None:
        lines.append(
            Line(
                say(
                    "{player} decides first: {prompt}",
                    player=scene.desk.player_name(decision.player),
                    prompt=decision.prompt,
                ),
                decision.rule,
            )
        )
    lines.append(Line(say("F1 shows every key. Any key or click goes on."), tone="quiet"))
    return Sheet(
        scene.theme, scene.desk.view.title, lines, [Action("go", say("Begin"), "return", primary=True)], any_key=True
    )


def menu(scene: Scene, commands: Commands) -> Sheet:
    """What can be done besides deciding."""
    actions = [
        replace(CLOSE, label=say(CLOSE.label)),
        Action("undo", say("Take back the last answer")),
        Action("save", say("Save the game")),
        Action("load", say("Load a game")),
        *campaign_rows(scene.desk),
        Action("home", say("Main menu")),
        Action("help", say("Keys and signs")),
        Action("fairness", say("How even the dice fell")),
        Action("look", say("Look: {look}", look=say(scene.window.look.title))),
        Action(
            "recap", say("What happened since"), reason="" if scene.recap() else say("nothing since you last decided")
        ),
        Action("timeline", say("This game so far")),
        Action("rules", say("Rules")),
        Action("settings", say("Settings")),
        Action("referee", say("Referee: correct something...")),
        Action("sandbox", say("Open this moment in the sandbox")),
        *declarations(scene),
        *([Action("back", say("Back to the replay"))] if scene.desk.practice else []),
        Action("quit", say("Quit")),
    ]
    aim = scene.desk.view.aim
    lines = () if aim is None else (aim,)
    return Sheet(scene.theme, say("Menu"), lines, with_keys(actions), commands.from_menu, wide=58, fold=True)


def declarations(scene: Scene) -> list[Action]:
    """Return what the deciding person may declare, refused ones with their reason."""
    desk = scene.desk
    person = desk.decider if desk.bot is None else scene.last_person
    if desk.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in desk.session.ruleset.interrupts(desk.session.game, person):
        label = say(DECLARATIONS.get(interrupt.kind, interrupt.kind.capitalize()))
        reason = refusal.text if refusal else ""
        rule = refusal.rule if refusal else ""
        found.append(Action(f"declare:{interrupt.kind}", f"{label} ({desk.player_name(person)})", "", rule, reason))
    return found


def declare(scene: Scene, kind: str) -> Sheet:
    """Ask whether something is really to be declared."""
    desk = scene.desk
    person = desk.decider if desk.bot is None else scene.last_person
    label = say(DECLARATIONS.get(kind, kind.capitalize()))
    texts = [say("{player}: {what}?", player=desk.player_name(person), what=within_line(label))]
    if kind in ("draw", "end"):
        texts.append(say("Everybody at the table has to agree."))
    return question(scene.theme, label, texts, say("Yes: {what}", what=within_line(label)),
                    lambda: scene.call(lambda: desk.declare(Interrupt(kind, person))))  # fmt: skip


def result(scene: Scene) -> Sheet:
    """How the game ended, with everybody's victory points."""
    from game.ui.commands import Commands

    desk = scene.desk
    lines = [Line(desk.view.result or say("The game is over."))]
    ranked = sorted(desk.view.players, key=lambda player: -player.score)
    lines += [Line(f"{player.name}{_notes(player.notes)}", say("{score} VP", score=player.score)) for player in ranked]
    actions = [
        Action("close", say("Look at the table"), "escape", primary=True),
        *campaign_rows(desk),
        Action("timeline", say("Look back at the game")),
        Action("save", say("Save game and replay")),
        Action("undo", say("Take back the last answer")),
        Action("home", say("Main menu")),
        Action("quit", say("Quit")),
    ]
    return Sheet(scene.theme, say("The game is over"), lines, with_keys(actions), Commands(scene).from_menu)


def _notes(notes: tuple[str, ...]) -> str:
    return f" ({', '.join(notes)})" if notes else ""
