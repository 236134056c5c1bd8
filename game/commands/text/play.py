"""Play in a terminal: sentences to read, answers to type; everything by the functions that the window uses."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from game.commands.text.answers import Misread, Offer, hint, offers, read_answer
from game.commands.text.looking import Looking, reason
from game.engine.core.decisions import Choose
from game.engine.history.undo_policy import taking_back
from game.engine.saving.saves import save_game
from game.players import new_session
from game.players.random_player import NoLegalPlace
from game.ui.model.session_model import LogEntry, SessionModel
from game.ui.model.spoken_state import ended, question, scores, state_parts
from game.wording import N_, _

HELP: Final = (
    N_("a number          answer with that choice (or type the beginning of its words)"),
    N_("place X, Y        put the piece there; @BEARING LENGTH counts from where it stands"),
    N_("near X, Y         put the piece on the nearest legal spot"),
    N_("try X, Y          what a spot would mean, without going there"),
    N_("where             where the piece may be put"),
    N_("why N, why X, Y   the rule of a choice; why a spot is not legal"),
    N_("why not           why the rest cannot be chosen now"),
    N_("odds N            the odds of a choice before it is made"),
    N_("look [PIECE]      a piece, or everything on the table"),
    N_("range A B         how far one piece is from another"),
    N_("rule ID           a rule in our words"),
    N_("measure WHAT      tell and type lengths in inches, units or centimetres"),
    N_("state, log        where the game stands; what happened last"),
    N_("undo              take back the last answer"),
    N_("declare [WHAT]    concede, or agree on a draw or an early end"),
    N_("save [FILE]       save the game; it is saved by itself too"),
    N_("quit              leave; the game goes on with --continue"),
)
LONGEST: Final = 2000
"""Letters of a line that are read at once."""
LOGGED: Final = 12
"""Lines of the log that `log` tells."""


class Leave(Exception):
    """The person leaves the game."""


def _print(text: str) -> None:
    click.echo(text)


def _typed() -> str | None:
    """Return the next line, None when there are no more."""
    click.echo("> ", nl=False)
    try:
        line = sys.stdin.readline(LONGEST)
    except UnicodeDecodeError:
        return "?"
    return line.rstrip("\r\n") if line else None


@dataclass
class TextGame:
    """A game in a terminal. `read` gives the next line or None, `tell` takes a line of text."""

    desk: SessionModel
    read: Callable[[], str | None] = _typed
    tell: Callable[[str], None] = _print
    told: int = field(default=0, init=False)
    asked: int = field(default=-1, init=False)
    heard: list[str] = field(default_factory=list, init=False)
    """The sentences about the state that were told last."""
    taught: set[str] = field(default_factory=set, init=False)
    """How decisions are answered, as far as that was told."""

    def __post_init__(self) -> None:
        self.told = len(self.desk.log)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "state": lambda _unused: self._ask(whole=True),
            "log": self._log,
            "undo": self._undo,
            "declare": self._declare,
            "save": self._save,
            "quit": self._quit,
            **Looking(self.desk, self.tell).commands(),
        }

    # -- the course ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves; the game is saved in either case."""
        self.tell(_("{title}. Type help for what can be typed.", title=self.desk.view.title))
        try:
            while not self.desk.session.finished:
                self._step()
            self._news()
            self.tell(ended(self.desk.view.result))
            self.tell(scores(self.desk))
        except (Leave, KeyboardInterrupt) as leaving:
            self.tell(_("The game is saved: python -m game play --text --continue goes on."))
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.desk.keep()
            self._trouble()

    def _step(self) -> None:
        """Let a bot answer, or tell what is asked and take one line."""
        desk = self.desk
        if desk.session.awaiting is None and desk.bot is not None:
            self._let_bot_answer()
            return
        self._news()
        self._trouble()
        if self.asked != desk.version:
            self.asked = desk.version
            self._ask()
        line = self.read()
        if line is None:
            raise Leave
        if line.strip():
            self.take(line.strip())

    def _let_bot_answer(self) -> None:
        desk, bot = self.desk, self.desk.bot
        assert bot is not None
        name = desk.player_name(desk.decider)
        try:
            answered = desk.answer(bot(desk.session.fork()), new_session.reason_of(bot))
        except NoLegalPlace as error:
            answered = False
            self.tell(str(error))
        if not answered:
            self.tell(_("The program that plays for {name} gave up. Please decide for it.", name=name))
            desk.bots = {player: other for player, other in desk.bots.items() if player != desk.decider}

    def take(self, line: str) -> None:
        """Do what one line says; whatever it is, nothing breaks."""
        word, _unused, rest = line.partition(" ")
        try:
            command = self.commands.get(word.casefold())
            if command is not None:
                command(rest.strip())
            elif self.desk.session.awaiting is not None:
                self._dice(line)
            else:
                self._answer(line)
        except Misread as error:
            self.tell(str(error))

    def _ask(self, whole: bool = False) -> None:
        """Tell what is asked; what else has not changed since the last time is left out, unless all is wanted."""
        desk = self.desk
        self.tell("")
        parts = state_parts(desk)
        asked = question(desk)
        self.tell(" ".join(part for part in parts if whole or part == asked or part not in self.heard))
        self.heard = parts
        awaiting, decision = desk.session.awaiting, desk.decision
        if awaiting is not None:
            from game.ui.model.spoken_state import asked_dice

            for number, die in enumerate(asked_dice(desk, awaiting), 1):
                self.tell(Offer("", die.label, die.rule).line(number))
            self.tell(_("Roll them and type what they show, with spaces between; back returns to the choice."))
            return
        if decision is None:
            return
        for number, offer in enumerate(offers(desk, decision), 1):
            self.tell(offer.line(number))
        refused = [option.label for option, _unused in decision.refusals()] if isinstance(decision, Choose) else []
        if refused:
            self.tell(_("  Not now: {labels}. Type why not for the reasons.", labels=", ".join(refused)))
        how = hint(decision)
        if whole or how not in self.taught:
            self.tell(how)
            self.taught.add(how)

    def _news(self) -> None:
        """Tell what happened since the last time."""
        log = self.desk.log
        for entry in log[min(self.told, len(log)) :]:
            self._tell_entry(entry)
        self.told = len(log)

    def _tell_entry(self, entry: LogEntry) -> None:
        told = f"- {entry.text}" + (f" [{entry.rule}]" if entry.rule else "")
        self.tell(f"{told} {entry.why}".rstrip())

    def _trouble(self) -> None:
        trouble, self.desk.trouble = self.desk.trouble, []
        for text in trouble:
            self.tell(text)

    # -- answers -------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        desk, decision = self.desk, self.desk.decision
        if decision is None:
            raise Misread(_("Nothing is asked."))
        if not desk.answer(read_answer(desk, decision, line)):
            self.tell(desk.notice.title)
            for refusal in desk.notice.refusals:
                self.tell(f"  {reason(refusal)}")

    def _dice(self, line: str) -> None:
        desk = self.desk
        if line.strip().casefold() == "back":
            desk.session.withdraw()
            desk.refresh()
            return
        words = re.split(r"[,\s]+", line.strip())
        if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
            raise Misread(_("Type the faces as numbers, with spaces between."))
        if not desk.roll([int(word) for word in words]):
            self.tell(desk.notice.title)

    def _undo(self, rest: str) -> None:
        desk = self.desk
        way = taking_back(desk.session, bots=desk.bots)
        if way is None:
            raise Misread(_("There is nothing to take back"))
        for other in way.asks:
            name = desk.player_name(other)
            if not self._agreed(
                _("{name}, do you agree? Dice have fallen since; the same will come again.", name=name)
            ):
                raise Misread(_("{name} does not agree.", name=name))
        desk.undo()
        self.told = min(self.told, len(desk.log))
        self.tell(_("Taken back."))

    def _declare(self, rest: str) -> None:
        session, player = self.desk.session, self.desk.decider
        open_to = session.ruleset.interrupts(session.game, player)
        kinds = {interrupt.kind: interrupt for interrupt, _unused in open_to}
        if rest not in kinds:
            raise Misread(_("What can be declared: {kinds}.", kinds=", ".join(kinds)))
        name = self.desk.player_name
        if not self._agreed(_("{name}: {what}?", name=name(player), what=rest)):
            return
        for other in (each for each in kinds[rest].agreed if each not in self.desk.bots):
            ask = _(
                "{name}, do you agree? {player} declares: {what}.", name=name(other), player=name(player), what=rest
            )
            if not self._agreed(ask):
                raise Misread(_("{name} does not agree.", name=name(other)))
        if not self.desk.declare(kinds[rest]):
            for refusal in self.desk.notice.refusals:
                self.tell(reason(refusal))

    def _agreed(self, question: str) -> bool:
        self.tell(question + " " + _("Type yes or no."))
        line = self.read()
        if line is None:
            raise Leave
        return line.strip().casefold() in ("yes", "y", _("yes"))

    # -- telling ----------------------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        for line in HELP:
            self.tell(_(line))

    def _log(self, rest: str) -> None:
        for entry in self.desk.log[-LOGGED:]:
            self._tell_entry(entry)

    # -- files ------------------------------------------------------------------------------------

    def _save(self, rest: str) -> None:
        session = self.desk.session
        name = rest or f"{session.ruleset.name}-{len(session.journal)}.json"
        path = Path(name) if rest else self.desk.save_dir / name
        try:
            path = path if path.suffix or path.is_dir() else path.with_suffix(".json")
            save_game(session, path, self.desk.view.title)
        except (OSError, ValueError) as error:  # a name may hold what no name of a file may
            raise Misread(_("The game was not saved: {error}", error=error)) from None
        self.tell(_("Saved as {path}", path=path))

    def _quit(self, rest: str) -> None:
        raise Leave
