"""The referee: facts of a running game are corrected on a copy and applied once all players agree."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from game.documents.error import DocumentError
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.rulebook.editing import Correction, Edit
from game.engine.sandbox import Sandbox
from game.play.session_model import Notice, SessionModel
from game.ui.play.scene import TableScene
from game.ui.play.sheets import ask_each
from game.ui.sandbox.commands import SandboxCommands
from game.ui.sandbox.model import SandboxModel
from game.ui.sandbox.screen import SandboxScreen
from game.ui.shell.sheet_screen import SheetHost
from game.ui.shell.window import Window
from game.ui.widgets.sheet import notice, question
from game.wording import _

MOST_LISTED: Final = 14
"""The most changes listed one by one for those who must agree."""


def call_referee(window: Window, host: SheetHost, played: SessionModel) -> RefereeScreen | None:
    """Return the screen for correcting facts of a game; if that is impossible now, show a sheet with the reason."""

    def report(texts: list[str], title: str) -> None:
        host.show(notice(window.theme, texts, title))

    session = played.session
    if session.finished:
        report([_("The game is over. Undo the last decision first.")], _("Referee"))
        return None
    against = session.why_no_correction() if session.awaiting is None else []
    if session.awaiting is not None or against:
        texts = [each.text for each in against] or [_("roll the dice before correcting anything")]
        report(texts, _("Not now"))
        return None
    try:
        sandbox = Sandbox(session.ruleset, session.setup, session.state.clone(), free=False)
    except DocumentError as error:
        report([error.reason], _("Referee"))
        return None
    return RefereeScreen(window, sandbox, played)


class RefereeScreen(SandboxScreen):
    """A copy of the game to be corrected; the changes are applied to the game once all players agree."""

    def __init__(self, window: Window, sandbox: Sandbox, played: SessionModel) -> None:
        super().__init__(window, sandbox)
        self.model.referee = True
        self.model.autosave = lambda session: None
        self.input.obey(RefereeCommands(self.scene, self.model, played))
        self.scene.refresh_panel()


class RefereeCommands(SandboxCommands):
    """The commands of a referee: the sandbox commands without other tables and games."""

    def __init__(self, scene: TableScene, model: SandboxModel, played: SessionModel) -> None:
        super().__init__(scene, model)
        self.played = played

    def table(self) -> dict[str, Callable[[], None]]:
        others = ("table", "game", "build", "load", "paste")
        return super().table() | dict.fromkeys(others, lambda: None) | {"agree": self.ask}

    def _menu(self) -> None:
        model, back = self.model, self.scene.window.back
        if not model.hand.empty or model.about:
            super()._menu()
        elif not model.sandbox.journal:
            back()
        else:
            title, texts = _("Leave without changes?"), [_("Changes here don't affect the game.")]
            no = _("No, keep correcting")
            self.scene.focus.show(question(self.scene.window.theme, title, texts, _("Keep as it is"), back, no))

    def people(self) -> list[str]:
        """Return the players who must agree: all but bots."""
        return [player.id for player in self.played.view.players if player.id not in self.played.bots]

    def edits(self) -> list[Edit]:
        """Return the edits made, one for each fact."""
        sandbox = self.model.sandbox
        return sandbox.edits.folded([edit for edit in sandbox.journal if isinstance(edit, dict)])

    def changes(self) -> list[str]:
        """Return the changes in words: every fact as it is in the game, and as proposed."""
        played = self.played.session
        trial = Sandbox(played.ruleset, played.setup, played.state.clone(), free=False)
        events = [event for edit in self.edits() for event in trial.change(edit)]
        return [trial.ruleset.tell(trial.game, event) for event in events]

    def ask(self) -> None:
        """Ask one person after another; when all have agreed, correct the game."""
        texts = self.changes() or [_("Nothing has changed.")]
        if len(texts) > MOST_LISTED:
            texts = [*texts[: MOST_LISTED - 1], _("... and {n} more", n=len(texts) - MOST_LISTED + 1)]
        label, no = _("Agreed: correct it"), _("No, keep correcting")
        ask_each(self.scene.focus, self.people(), texts, label, self.carry_over, no)

    def carry_over(self) -> None:
        """Correct the game, either entirely or, if it refuses any change, not at all."""
        session, people = self.played.session, tuple(self.people())
        before = len(session.journal)
        by = self.played.decider if self.played.decider in people else (people or ("",))[0]
        try:
            for edit in self.edits():
                session.correct(Correction(edit, by, people))
        except (IllegalAnswer, MalformedAnswer) as error:
            session.rewind(before)
            self._report(_("The game could not be corrected"), [str(error)])
            return
        self.played.notice = Notice(_("The game was corrected"))
        self.played.refresh()
        self.played.keep()
        self.scene.window.back()
