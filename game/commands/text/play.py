"""Playing in a terminal: sentences to read and answers to type, with the same functions as the window."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click

from game.commands.text.looking import Command, Queries, reason, reasons
from game.documents.locks import writing
from game.engine.core.decisions import Choose
from game.engine.hidden import may_withdraw
from game.engine.history.standing_orders import standing_orders
from game.engine.history.undo_policy import taking_back
from game.engine.saving.records import result_message
from game.engine.saving.saves import save_game
from game.lab.summary import summary_lines
from game.play.answers import Offer, cited, hint, offers, read_answer
from game.play.session_model import LogEntry, SessionModel
from game.play.spoken_state import question, scores, state_parts, with_full_stop
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
    N_("skip              pass now, and don't ask at such moments again"),
    N_("skipped [N]       the questions you skip; with a number, ask that one again"),
    N_("undo              go back one answer"),
    N_("declare [WHAT]    concede, or agree on a draw or an early end"),
    N_("save [FILE]       save the game; it also saves itself"),
    N_("quit              leave; resume with --continue"),
)
LONGEST: Final = 2000
"""The most characters of an input line."""
SCREENFUL: Final = 60
"""The number of empty lines that hide a secret answer."""
LOGGED: Final = 12
"""The number of log lines that `log` prints."""


class Leave(Exception):
    """The user leaves the game."""


def _read_line() -> str | None:
    """Return the next line, or None at the end of the input."""
    click.echo("> ", nl=False)
    try:
        line = sys.stdin.readline(LONGEST)
    except UnicodeDecodeError:
        return "?"
    return line.rstrip("\r\n") if line else None


@dataclass
class TextGame:
    """A game in a terminal; `read` returns the next line or None, `show` prints a line of text.

    Bots without their own limit think for at most `think` seconds (0: no limit) on `cores` cores (0: all).
    """

    model: SessionModel
    read: Callable[[], str | None] = _read_line
    show: Callable[[str], None] = click.echo
    think: float = 0.0
    cores: int = 1

    def __post_init__(self) -> None:
        self.helpers = Helpers()
        # What is already printed: log entries, the version of the question, sentences about the state, hints.
        self.logged = len(self.model.log)
        self.version = -1
        self.parts: Sequence[str] = ()
        self.hints: set[str] = set()
        self.secret = False  # the question printed last is answered in secret
        self.commands: dict[str, Command] = {
            **dict.fromkeys(("help", "?"), lambda rest: map(_, HELP)),
            "state": lambda rest: self._ask(whole=True),
            "log": lambda rest: map(_entry, self.model.log[-LOGGED:]),
            "scores": lambda rest: summary_lines(self.model.session),
            "skip": self._skip,
            "skipped": self._skipped,
            "undo": self._undo,
            "declare": self._declare,
            "save": self._save,
            "quit": self._quit,
            **Queries(self.model).commands(),
        }

    def run(self) -> None:
        """Play until the game is over or the user leaves; in both cases, the game is saved."""
        self.show(_("{title}. Type help for a list of commands.", title=self.model.view.title))
        new_session.let_help(self.helpers, self.model.bots, self.model.session, self.cores)
        try:
            while not self.model.session.finished:
                self._step()
            self._show_all(self._news())
            self.show(with_full_stop(self.model.view.result))
            self.show(scores(self.model))
            if self.model.recorded is not None:
                self.show(result_message(self.model.recorded, self.model.session.ruleset))
            self._show_all(self._trouble())
        except (Leave, KeyboardInterrupt) as leaving:
            self.show(_("The game is saved. To resume: python -m game play --text --continue"))
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.helpers.end()
            self.model.keep()
            self._show_all(self._trouble())

    def _show_all(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.show(line)

    def _step(self) -> None:
        """Let a bot answer, or print the question and execute one line."""
        model = self.model
        if model.session.awaiting is None and model.bot is not None:
            self._show_all(self._let_bot_answer())
            return
        if self.secret and self.version != model.version:
            self.show("\n" * SCREENFUL)
        self._show_all(self._news())
        self._show_all(self._trouble())
        if self.version != model.version:
            self.version = model.version
            self._hide_secrets()
            self._show_all(self._ask())
        line = self._line()
        if line:
            self.take(line)

    def _hide_secrets(self) -> None:
        """Wait before a secret question until only the deciding person looks at the screen."""
        model, decision = self.model, self.model.decision
        people = [player for player in model.view.players if player.id not in model.bots]
        self.secret = decision is not None and decision.concealed and len(people) > 1
        if self.secret:
            name = model.player_name(model.decider)
            others = series([player.name for player in people if player.id != model.decider])
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
        model, bot = self.model, self.model.bot
        assert bot is not None
        name = model.player_name(model.decider)
        try:
            if isinstance(bot, new_session.Seated):
                bot.limit(self.think)
                bot.helped_by(self.helpers)
            accepted = model.answer(bot(blind_fork(model.session, model.decider)), new_session.reason_of(bot))
        except (NoLegalPlace, BrokenPlayer) as error:
            accepted = False
            yield str(error)
        if not accepted:
            yield _("The computer player for {name} gave up. Please decide for it.", name=name)
            model.bots = {player: other for player, other in model.bots.items() if player != model.decider}

    def take(self, line: str) -> None:
        """Execute a line; a line that has no meaning is answered with a message."""
        word = line.split(" ", 1)[0]
        answer = self._answer if self.model.session.awaiting is None else self._dice
        command = self.commands.get(word.casefold())
        try:
            self._show_all(answer(line) if command is None else command(line.removeprefix(word).strip()))
        except Misread as error:
            self.show(str(error))

    def _ask(self, whole: bool = False) -> Iterator[str]:
        """Yield the state and the question; unless `whole`, leave out sentences that are the same as last time."""
        model = self.model
        yield ""
        parts, open_question = state_parts(model), question(model)
        yield " ".join(part for part in parts if whole or part == open_question or part not in self.parts)
        self.parts = parts
        awaiting, decision = model.session.awaiting, model.decision
        if awaiting is not None:
            from game.play.spoken_state import asked_dice

            for number, die in enumerate(asked_dice(model, awaiting), 1):
                yield Offer("", die.label, die.rule).line(number)
            yield _("Roll them and type the results with spaces between. Type back to return to the choice.")
            return
        if decision is None:
            return
        for number, offer in enumerate(offers(model, decision), 1):
            yield offer.line(number)
        refused = [option.label for option, refusal in decision.refusals()] if isinstance(decision, Choose) else []
        if refused:
            yield _("  Not now: {labels}. Type why not for the reasons.", labels=", ".join(refused))
        if whole or hint(decision) not in self.hints:
            yield hint(decision)
        self.hints.add(hint(decision))

    def _news(self) -> list[str]:
        """Return the new entries of the log."""
        before, self.logged = self.logged, len(self.model.log)
        return [_entry(entry) for entry in self.model.log[before:]]

    def _trouble(self) -> list[str]:
        trouble, self.model.trouble = self.model.trouble, []
        return trouble

    def _answer(self, line: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if not model.answer(read_answer(model, decision, line)):
            yield model.notice.title
            yield from reasons(model.notice.refusals)

    def _dice(self, line: str) -> Iterator[str]:
        model = self.model
        if line.casefold() == "back":
            if not may_withdraw(model.session):
                raise Misread(_("The secret choices are already revealed: roll the dice."))
            model.session.withdraw()
            model.refresh()
            return
        words = re.split(r"[,\s]+", line)
        if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
            raise Misread(_("Type the faces as numbers, with spaces between."))
        if not model.roll([int(word) for word in words]):
            yield model.notice.title

    def _skip(self, rest: str) -> Iterator[str]:
        if not self.model.may_skip:
            raise Misread(_("This question can't be skipped."))
        if not self.model.skip():
            yield from reasons(self.model.notice.refusals)

    def _skipped(self, rest: str) -> Iterator[str]:
        player = self.model.decider
        orders = [*standing_orders(self.model.session, player).items()]
        if not rest:
            yield from (f"  {number}. {question}" for number, (_window, question) in enumerate(orders, 1))
        elif rest.isdecimal() and 1 <= int(rest) <= len(orders):
            self.model.ask_again(player, orders[int(rest) - 1][0])
        else:
            raise Misread(_("You don't skip that many questions."))

    def _undo(self, rest: str) -> Iterator[str]:
        model = self.model
        withdrawal = taking_back(model.session, bots=model.bots)
        if withdrawal is None:
            raise Misread(_("There is nothing to undo"))
        for other in withdrawal.asks:
            text = _("{name}, do you agree?", name=model.player_name(other))
            self._require_agreement(other, f"{text} {withdrawal.why}")
        model.undo()
        self.logged = min(self.logged, len(model.log))
        yield _("Undone.")

    def _declare(self, rest: str) -> Iterator[str]:
        model, session, player = self.model, self.model.session, self.model.decider
        kinds = {interrupt.kind: interrupt for interrupt, *_rest in session.ruleset.interrupts(session.game, player)}
        if rest not in kinds:
            raise Misread(_("You can declare: {kinds}.", kinds=", ".join(kinds)))
        name = model.player_name(player)
        if not self._asks_agreement(_("{name}: {what}?", name=name, what=rest)):
            return
        for other in model.people_asked(kinds[rest]):
            text = N_("{name}, do you agree? {player} declares: {what}.")
            self._require_agreement(other, _(text, name=model.player_name(other), player=name, what=rest))
        if not model.declare(kinds[rest]):
            yield from map(reason, model.notice.refusals)

    def _require_agreement(self, player: str, question: str) -> None:
        if not self._asks_agreement(question):
            raise Misread(_("{name} does not agree.", name=self.model.player_name(player)))

    def _asks_agreement(self, question: str) -> bool:
        self.show(question + " " + _("Type yes or no."))
        return self._line().casefold() in ("yes", "y", _("yes"))

    def _save(self, rest: str) -> Iterator[str]:
        session = self.model.session
        name = rest or f"{session.ruleset.name}-{len(session.journal)}.json"
        path = Path(name) if rest else self.model.save_dir / name
        try:
            path = path if path.suffix or path.is_dir() else path.with_suffix(".json")
            with writing(path, self.model.file):
                save_game(session, path, self.model.view.title)
        except (OSError, ValueError) as error:  # a typed name may be invalid as a file name
            raise Misread(_("The game was not saved: {error}", error=error)) from None
        yield _("Saved as {path}", path=path)

    def _quit(self, rest: str) -> Iterable[str]:
        raise Leave


def _entry(entry: LogEntry) -> str:
    return f"{cited(f'- {entry.text}', entry.rule)} {entry.why}".rstrip()
