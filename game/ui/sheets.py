"""The sheets of a scene: hand-over, menu, result, questions, messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from game.engine.flow import Interrupt
from game.engine.view import Line
from game.ui.actions import Action, with_keys
from game.ui.messages import question
from game.ui.recap import recap_sheet
from game.ui.sheet import Sheet
from game.ui.theme import LAMP
from game.wording import say

if TYPE_CHECKING:
    from game.ui.commands import Commands
    from game.ui.scene import Scene

DECLARATIONS: Final = {
    "concede": "Concede",
    "draw": "Agree on a draw",
    "end": "End the game early",
}
CLOSE: Final = Action("close", "Back to the table", "escape")


def banner(scene: Scene, player: str) -> Sheet:
    """Name the player whose decision it is now; any key or click goes on."""
    decision = scene.desk.decision
    colour = scene.owners[player].colour if player in scene.owners else LAMP
    lines = [Line(decision.prompt, decision.rule)] if decision and not decision.secret else []
    lines.append(Line("Any key or click goes on.", tone="quiet"))
    name = scene.desk.player_name(player)
    actions = [Action("go", "Go on", "return", primary=True)]
    steps = scene.recap() if scene.options.recap else []
    if steps:
        actions.append(Action("recap", f"What happened since ({len(steps)})", "h"))

    def go(action: Action) -> None:
        if action.id == "recap":
            scene.show(recap_sheet(scene, steps))

    return Sheet(scene.theme, f"{name} decides", lines, actions, go, accent=colour, any_key=True)


def greeting(scene: Scene, text: str) -> Sheet:
    """Show a text at the start; any key or click goes on."""
    lines = [Line(part) for part in text.split("\n")]
    decision = scene.desk.decision
    if decision is not None:
        lines.append(Line(f"{scene.desk.player_name(decision.player)} decides first: {decision.prompt}", decision.rule))
    lines.append(Line("F1 shows every key. Any key or click goes on.", tone="quiet"))
    return Sheet(
        scene.theme, scene.desk.view.title, lines, [Action("go", "Begin", "return", primary=True)], any_key=True
    )


def menu(scene: Scene, commands: Commands) -> Sheet:
    """What can be done besides deciding."""
    actions = [
        CLOSE,
        Action("undo", "Take back the last answer"),
        Action("save", "Save the game"),
        Action("load", "Load a game"),
        Action("help", "Keys and signs"),
        Action("fairness", "How even the dice fell"),
        Action("look", f"Look: {scene.window.look.title}"),
        Action("recap", "What happened since", reason="" if scene.recap() else "nothing since you last decided"),
        Action("settings", "Settings"),
        Action("larger", "Larger type", reason="it is as large as it gets" if scene.theme.scale >= 2 else ""),
        Action("smaller", "Smaller type", reason="it is as small as it gets" if scene.theme.scale <= 0.8 else ""),
        *declarations(scene),
        Action("home", say("Main menu")),
        Action("quit", "Quit"),
    ]
    return Sheet(scene.theme, "Menu", (), with_keys(actions), commands.from_menu, wide=58)


def declarations(scene: Scene) -> list[Action]:
    """Return what the deciding person may declare, refused ones with their reason."""
    desk = scene.desk
    person = desk.decider if desk.bot is None else scene.last_person
    if desk.decision is None or not person:
        return []
    found = []
    for interrupt, refusal in desk.session.ruleset.interrupts(desk.session.game, person):
        label = DECLARATIONS.get(interrupt.kind, interrupt.kind.capitalize())
        reason = refusal.text if refusal else ""
        rule = refusal.rule if refusal else ""
        found.append(Action(f"declare:{interrupt.kind}", f"{label} ({desk.player_name(person)})", "", rule, reason))
    return found


def declare(scene: Scene, kind: str) -> Sheet:
    """Ask whether something is really to be declared."""
    desk = scene.desk
    person = desk.decider if desk.bot is None else scene.last_person
    label = DECLARATIONS.get(kind, kind.capitalize())
    texts = [f"{desk.player_name(person)}: {label.lower()}?"]
    if kind in ("draw", "end"):
        texts.append("Everybody at the table has to agree.")
    return question(scene.theme, label, texts, f"Yes: {label.lower()}",
                    lambda: scene.call(lambda: desk.declare(Interrupt(kind, person))))  # fmt: skip


def result(scene: Scene) -> Sheet:
    """How the game ended, with everybody's victory points."""
    from game.ui.commands import Commands

    desk = scene.desk
    lines = [Line(desk.view.result or "The game is over.")]
    ranked = sorted(desk.view.players, key=lambda player: -player.score)
    lines += [Line(f"{player.name}{_notes(player.notes)}", f"{player.score} VP") for player in ranked]
    actions = [
        Action("close", "Look at the table", "escape", primary=True),
        Action("save", "Save game and replay"),
        Action("undo", "Take back the last answer"),
        Action("home", say("Main menu")),
        Action("quit", "Quit"),
    ]
    return Sheet(scene.theme, "The game is over", lines, with_keys(actions), Commands(scene).from_menu)


def _notes(notes: tuple[str, ...]) -> str:
    return f" ({', '.join(notes)})" if notes else ""
