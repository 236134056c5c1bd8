"""Playing in a terminal: sentences to read, answers to type, all through the window's functions."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from game.commands.text.looking import Command, Looking, reason, reasons
from game.documents.locks import writing
from game.engine.core.decisions import Choose
from game.engine.hidden import may_withdraw
from game.engine.history.undo_policy import taking_back
from game.engine.saving.records import result_message
from game.engine.saving.saves import save_game
from game.lab.summary import summary_lines
from game.play.answers import Offer, cited, hint, offers, read_answer
from game.play.session_model import LogEntry, SessionModel
from game.play.spoken_state import ended, question, scores, state_parts
from game.play.typed_spots import Misread
from game.players import blind_fork, new_session
from game.players.helpers import Helpers
from game.players.outsiders import BrokenPlayer
from game.players.random_player import NoLegalPlace
from game.wording import N_, _, series

HELP: Final = (
    N_("a number          make that choice (or type the start of its text)"),
    N_("place X, Y        put the piece there; @BEARING LENGTH measures from where it is now"),
    N_("near X, Y         put the piece on the nearest legal spot"),
    N_("move by X, Y      move a unit as a block; move to X, Y puts its middle there; stay leaves it"),
    N_("NAME to X, Y      move one model of a unit; then X, Y moves it on; join several with ;"),
    N_("ranks N           put a unit in ranks of N; repair finds the nearest legal arrangement"),
    N_("try X, Y          what a spot would mean, without going there"),
    N_("where             where the piece may be put"),
    N_("why N, why X, Y   the rule behind a choice; why a spot is not legal"),
    N_("why not           why the rest cannot be chosen now"),
    N_("odds N            the odds of a choice before it is made"),
    N_("coach             the best few answers, what each is expected to add, and why"),
    N_("look [PIECE]      a piece, or everything on the table"),
    N_("range A B         how far one piece is from another"),
    N_("rule ID           a rule, in our own words"),
    N_("measure WHAT      show and type lengths in inches, units or centimetres"),
    N_("state, log        the state of the game; what happened last"),
    N_("scores            scores over time, losses, turning points, luck"),
    N_("undo              go back one answer"),
    N_("declare [WHAT]    concede, or agree on a draw or an early end"),
    N_("save [FILE]       save the game; it also saves itself"),
    N_("quit              leave; resume with --continue"),
)
LONGEST: Final = 2000
"""Maximum characters of an input line."""
SCREENFUL: Final = 60
"""Empty lines that hide what was typed."""
LOGGED: Final = 12
"""The number of log lines that `log` prints."""


class Leave(Exception):
    """The user leaves the game."""


def _typed() -> str | None:
    """Return the next line, or None at the end of the input."""
    click.echo("> ", nl=False)
    try:
        line = sys.stdin.readline(LONGEST)
    except UnicodeDecodeError:
        return "?"
    return line.rstrip("\r\n") if line else None


@dataclass
class TextGame:
    """A game in a terminal. `read` returns the next line or None, `show` prints a line of text.

    Bots without their own limit think for `think` seconds at most, 0 for no limit, on that many `cores`, 0 for all.
    """

    desk: SessionModel
    read: Callable[[], str | None] = _typed
    show: Callable[[str], None] = click.echo
    think: float = 0.0
    cores: int = 1

    def __post_init__(self) -> None:
        self.helpers = Helpers()
        # Already printed: log entries, the version of the question, sentences about the state, hints.
        self.logged = len(self.desk.log)
        self.version = -1
        self.parts: Sequence[str] = ()
        self.hints: set[str] = set()
        self.secret = False  # the question printed last is answered in secret
        self.commands: dict[str, Command] = {
            **dict.fromkeys(("help", "?"), lambda rest: map(_, HELP)),
            "state": lambda rest: self._ask(whole=True),
            "log": lambda rest: map(_entry, self.desk.log[-LOGGED:]),
            "scores": lambda rest: summary_lines(self.desk.session),
            "undo": self._undo,
            "declare": self._declare,
            "save": self._save,
            "quit": self._quit,
            **Looking(self.desk).commands(),
        }

    def run(self) -> None:
        """Play until the game is over or the user leaves; the game is saved in either case."""
        self.show(_("{title}. Type help for a list of commands.", title=self.desk.view.title))
        new_session.let_help(self.helpers, self.desk.bots, self.desk.session, self.cores)
        try:
            while not self.desk.session.finished:
                self._step()
            self._show_all(self._news())
            self.show(ended(self.desk.view.result))
            self.show(scores(self.desk))
            if self.desk.noted is not None:
                self.show(result_message(self.desk.noted, self.desk.session.ruleset))
            self._show_all(self._trouble())
        except (Leave, KeyboardInterrupt) as leaving:
            self.show(_("The game is saved. To resume: python -m game play --text --continue"))
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.helpers.end()
            self.desk.keep()
            self._show_all(self._trouble())

    def _show_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.show(line)

    def _step(self) -> None:
        """Let a bot answer, or print the question and take one line."""
        desk = self.desk
        if desk.session.awaiting is None and desk.bot is not None:
            self._show_all(self._let_bot_answer())
            return
        if self.secret and self.version != desk.version:
            self.show("\n" * SCREENFUL)
        self._show_all(self._news())
        self._show_all(self._trouble())
        if self.version != desk.version:
            self.version = desk.version
            self._curtain()
            self._show_all(self._ask())
        line = self._line()
        if line:
            self.take(line)

    def _curtain(self) -> None:
        """Before a secret question, wait until only the deciding person looks at the screen."""
        desk, decision = self.desk, self.desk.decision
        people = [player for player in desk.view.players if player.id not in desk.bots]
        self.secret = decision is not None and decision.concealed and len(people) > 1
        if self.secret:
            name = desk.player_name(desk.decider)
            others = series([player.name for player in people if player.id != desk.decider])
            self.show(
                _("{name} decides in secret: look away, {others}. {name}, press Enter.", name=name, others=others)
            )
            self._line()

    def _line(self) -> str:
        """Return the next line; raise `Leave` at the end of the input."""
        line = self.read()
        if line is None:
            raise Leave
        return line.strip()

    def _let_bot_answer(self) -> Iterator[str]:
        desk, bot = self.desk, self.desk.bot
        assert bot is not None
        name = desk.player_name(desk.decider)
        try:
            if isinstance(bot, new_session.Seated):
                bot.limit(self.think)
                bot.helped_by(self.helpers)
            answered = desk.answer(bot(blind_fork(desk.session, desk.decider)), new_session.reason_of(bot))
        except (NoLegalPlace, BrokenPlayer) as error:
            answered = False
            yield str(error)
        if not answered:
            yield _("The computer player for {name} gave up. Please decide for it.", name=name)
            desk.bots = {player: other for player, other in desk.bots.items() if player != desk.decider}

    def take(self, line: str) -> None:
        """Execute one line; no line breaks the game."""
        word = line.split(" ", 1)[0]
        answer = self._answer if self.desk.session.awaiting is None else self._dice
        command = self.commands.get(word.casefold())
        try:
            self._show_all(answer(line) if command is None else command(line.removeprefix(word).strip()))
        except Misread as error:
            self.show(str(error))

    def _ask(self, whole: bool = False) -> Iterator[str]:
        """Yield the state and the question; unless `whole`, without sentences unchanged since last time."""
        desk = self.desk
        yield ""
        parts, open_question = state_parts(desk), question(desk)
        yield " ".join(part for part in parts if whole or part == open_question or part not in self.parts)
        self.parts = parts
        awaiting, decision = desk.session.awaiting, desk.decision
        if awaiting is not None:
            from game.play.spoken_state import asked_dice

            for number, die in enumerate(asked_dice(desk, awaiting), 1):
                yield Offer("", die.label, die.rule).line(number)
            yield _("Roll them and type the results with spaces between. Type back to return to the choice.")
            return
        if decision is None:
            return
        for number, offer in enumerate(offers(desk, decision), 1):
            yield offer.line(number)
        refused = [option.label for option, refusal in decision.refusals()] if isinstance(decision, Choose) else []
        if refused:
            yield _("  Not now: {labels}. Type why not for the reasons.", labels=", ".join(refused))
        if whole or hint(decision) not in self.hints:
            yield hint(decision)
        self.hints.add(hint(decision))

    def _news(self) -> list[str]:
        """Return the new entries of the log."""
        before, self.logged = self.logged, len(self.desk.log)
        return [_entry(entry) for entry in self.desk.log[before:]]

    def _trouble(self) -> list[str]:
        trouble, self.desk.trouble = self.desk.trouble, []
        return trouble

    def _answer(self, line: str) -> Iterator[str]:
        desk, decision = self.desk, self.desk.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if not desk.answer(read_answer(desk, decision, line)):
            yield desk.notice.title
            yield from reasons(desk.notice.refusals)

    def _dice(self, line: str) -> Iterator[str]:
        desk = self.desk
        if line.casefold() == "back":
            if not may_withdraw(desk.session):
                raise Misread(_("The secret choices are already revealed: roll the dice."))
            desk.session.withdraw()
            desk.refresh()
            return
        words = re.split(r"[,\s]+", line)
        if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
            raise Misread(_("Type the faces as numbers, with spaces between."))
        if not desk.roll([int(word) for word in words]):
            yield desk.notice.title

    def _undo(self, rest: str) -> Iterator[str]:
        desk = self.desk
        way = taking_back(desk.session, bots=desk.bots)
        if way is None:
            raise Misread(_("There is nothing to undo"))
        for other in way.asks:
            text = _("{name}, do you agree?", name=desk.player_name(other))
            self._require_agreement(other, f"{text} {way.why}")
        desk.undo()
        self.logged = min(self.logged, len(desk.log))
        yield _("Undone.")

    def _declare(self, rest: str) -> Iterator[str]:
        desk, session, player = self.desk, self.desk.session, self.desk.decider
        kinds = {interrupt.kind: interrupt for interrupt, *_rest in session.ruleset.interrupts(session.game, player)}
        if rest not in kinds:
            raise Misread(_("You can declare: {kinds}.", kinds=", ".join(kinds)))
        name = desk.player_name(player)
        if not self._agreed(_("{name}: {what}?", name=name, what=rest)):
            return
        for other in desk.people_asked(kinds[rest]):
            text = N_("{name}, do you agree? {player} declares: {what}.")
            self._require_agreement(other, _(text, name=desk.player_name(other), player=name, what=rest))
        if not desk.declare(kinds[rest]):
            yield from map(reason, desk.notice.refusals)

    def _require_agreement(self, player: str, question: str) -> None:
        if not self._agreed(question):
            raise Misread(_("{name} does not agree.", name=self.desk.player_name(player)))

    def _agreed(self, question: str) -> bool:
        self.show(question + " " + _("Type yes or no."))
        return self._line().casefold() in ("yes", "y", _("yes"))

    def _save(self, rest: str) -> Iterator[str]:
        session = self.desk.session
        name = rest or f"{session.ruleset.name}-{len(session.journal)}.json"
        path = Path(name) if rest else self.desk.save_dir / name
        try:
            path = path if path.suffix or path.is_dir() else path.with_suffix(".json")
            with writing(path, self.desk.file):
                save_game(session, path, self.desk.view.title)
        except (OSError, ValueError) as error:  # a typed name may be invalid as a file name
            raise Misread(_("The game was not saved: {error}", error=error)) from None
        yield _("Saved as {path}", path=path)

    def _quit(self, rest: str) -> Iterable[str]:
        raise Leave


def _entry(entry: LogEntry) -> str:
    return f"{cited(f'- {entry.text}', entry.rule)} {entry.why}".rstrip()
