"""Play in a terminal: sentences to read, answers to type; everything by the functions that the window uses."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import click

from game.commands.text_answers import Misread, Offer, hint, offers, read_answer, read_spot
from game.engine.decisions import Choose, MalformedAnswer, Place, Refusal
from game.engine.flow import Interrupt
from game.engine.rulebook import Rulebook
from game.engine.saves import save_game
from game.engine.undo_policy import taking_back
from game.engine.view import Line, OddsView, PieceView
from game.players.random_player import NoLegalPlace
from game.table.lengths import length
from game.ui.desk import Desk
from game.ui.spoken import disc_of, piece_line, range_line, scores, state_line
from game.wording import mark, say

HELP: Final = (
    mark("a number          answer with that choice (or type the beginning of its words)"),
    mark("place X, Y        put the piece there, in inches; @BEARING INCHES counts from where it stands"),
    mark("near X, Y         put the piece on the nearest legal spot"),
    mark("try X, Y          what a spot would mean, without going there"),
    mark("why N, why X, Y   the rule of a choice; why something is not offered, or a spot is not legal"),
    mark("odds N            the odds of a choice before it is made"),
    mark("look [PIECE]      a piece, or everything on the table"),
    mark("range A B         how far one piece is from another"),
    mark("rule ID           a rule in our words"),
    mark("state, log        where the game stands; what happened last"),
    mark("undo              take back the last answer"),
    mark("declare [WHAT]    concede, or agree on a draw or an early end"),
    mark("save [FILE]       save the game; it is saved by itself too"),
    mark("quit              leave; the game goes on with --continue"),
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
    except (UnicodeDecodeError, KeyboardInterrupt) as error:
        return None if isinstance(error, KeyboardInterrupt) else "?"
    return line.rstrip("\r\n") if line else None


@dataclass
class TextGame:
    """A game in a terminal. `read` gives the next line or None, `tell` takes a line of text."""

    desk: Desk
    read: Callable[[], str | None] = _typed
    tell: Callable[[str], None] = _print
    told: int = field(default=0, init=False)
    asked: int = field(default=-1, init=False)

    def __post_init__(self) -> None:
        self.told = len(self.desk.log)
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self._help,
            "?": self._help,
            "why": self._why,
            "try": self._try,
            "odds": self._odds,
            "look": self._look,
            "range": self._range,
            "rule": self._rule,
            "state": lambda _: self._ask(),
            "log": self._log,
            "undo": self._undo,
            "declare": self._declare,
            "save": self._save,
            "quit": self._quit,
        }

    # -- the course ----------------------------------------------------------------------------

    def run(self) -> None:
        """Play until the game is over or the person leaves; the game is saved in either case."""
        self.tell(say("{title}. Type help for what can be typed.", title=self.desk.view.title))
        try:
            while not self.desk.session.finished:
                self._step()
            self._news()
            self.tell(self.desk.view.result)
            self.tell(scores(self.desk))
        except Leave:
            self.tell(say("The game is saved: python -m game play --text --continue goes on."))
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
            answered = desk.answer(bot(desk.session.fork()))
        except NoLegalPlace as error:
            answered = False
            self.tell(str(error))
        if not answered:
            self.tell(say("The program that plays for {name} gave up. Please decide for it.", name=name))
            desk.bots = {player: other for player, other in desk.bots.items() if player != desk.decider}

    def take(self, line: str) -> None:
        """Do what one line says; whatever it is, nothing breaks."""
        word, _, rest = line.partition(" ")
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

    def _ask(self) -> None:
        desk = self.desk
        self.tell("")
        self.tell(state_line(desk))
        awaiting, decision = desk.session.awaiting, desk.decision
        if awaiting is not None:
            from game.ui.asked_dice import asked_dice

            for number, die in enumerate(asked_dice(desk, awaiting), 1):
                self.tell(Offer("", die.label, die.rule).line(number))
            self.tell(say("Roll them and type what they show, with spaces between; back returns to the choice."))
            return
        if decision is None:
            return
        for number, offer in enumerate(offers(desk, decision), 1):
            self.tell(offer.line(number))
        if isinstance(decision, Choose):
            for option, refusal in decision.refusals():
                self.tell(say("  not: {label}: {reason}", label=option.label, reason=_refusal(refusal)))
        self.tell(hint(decision))

    def _news(self) -> None:
        """Tell what happened since the last time."""
        log = self.desk.log
        for entry in log[min(self.told, len(log)) :]:
            self.tell(f"- {entry.text}" + (f" [{entry.rule}]" if entry.rule else ""))
        self.told = len(log)

    def _trouble(self) -> None:
        trouble, self.desk.trouble = self.desk.trouble, []
        for text in trouble:
            self.tell(text)

    # -- answers -------------------------------------------------------------------------------

    def _answer(self, line: str) -> None:
        desk, decision = self.desk, self.desk.decision
        if decision is None:
            raise Misread(say("Nothing is asked."))
        if not desk.answer(read_answer(desk, decision, line)):
            self.tell(desk.notice.title)
            for refusal in desk.notice.refusals:
                self.tell(f"  {_refusal(refusal)}")

    def _dice(self, line: str) -> None:
        desk = self.desk
        if line.strip().casefold() == "back":
            desk.session.withdraw()
            desk.refresh()
            return
        words = re.split(r"[,\s]+", line.strip())
        if not all(re.fullmatch(r"\d{1,3}", word) for word in words):
            raise Misread(say("Type the faces as numbers, with spaces between."))
        if not desk.roll([int(word) for word in words]):
            self.tell(desk.notice.title)

    def _undo(self, rest: str) -> None:
        desk = self.desk
        way = taking_back(desk.session, bots=desk.bots)
        if way is None:
            raise Misread(say("There is nothing to take back"))
        for other in way.asks:
            name = desk.player_name(other)
            if not self._agreed(
                say("{name}, do you agree? Dice have fallen since; the same will come again.", name=name)
            ):
                raise Misread(say("{name} does not agree.", name=name))
        desk.undo()
        self.told = min(self.told, len(desk.log))
        self.tell(say("Taken back."))

    def _declare(self, rest: str) -> None:
        session, player = self.desk.session, self.desk.decider
        open_to = session.ruleset.interrupts(session.game, player)
        kinds = [interrupt.kind for interrupt, _ in open_to]
        if rest not in kinds:
            raise Misread(say("What can be declared: {kinds}.", kinds=", ".join(kinds)))
        name = self.desk.player_name(player)
        agreed = self._agreed(say("{name}: {what}? Everybody it concerns has to agree.", name=name, what=rest))
        if agreed and not self.desk.declare(Interrupt(rest, player)):
            for refusal in self.desk.notice.refusals:
                self.tell(_refusal(refusal))

    def _agreed(self, question: str) -> bool:
        self.tell(question + " " + say("Type yes or no."))
        line = self.read()
        if line is None:
            raise Leave
        return line.strip().casefold() in ("yes", "y", say("yes"))

    # -- looking -------------------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        for line in HELP:
            self.tell(say(line))

    def _log(self, rest: str) -> None:
        for entry in self.desk.log[-LOGGED:]:
            self.tell(f"- {entry.text}" + (f" [{entry.rule}]" if entry.rule else ""))

    def _look(self, rest: str) -> None:
        desk = self.desk
        if rest:
            piece = self._piece(rest)
            self.tell(piece_line(desk, piece))
            reach = desk.session.ruleset.reach(desk.session.game, piece.id)
            self._lines((*piece.details, *reach.lines))
            return
        field = desk.battlefield
        self.tell(
            say("The table is {width} by {height}.", width=length(field.width, 0), height=length(field.height, 0))
        )
        for piece in desk.view.pieces:
            self.tell(f"  {piece_line(desk, piece, nearest=False)}")
        for terrain in field.pieces:
            corners = [spot for area in terrain.area for spot in area.outline]
            corners += [spot for wall in terrain.barricades for spot in wall.line]
            if corners:
                x, y = (sum(spot[axis] for spot in corners) / len(corners) for axis in (0, 1))
                where = say("around {x:.1f} by {y:.1f} inches", x=x, y=y)
                self.tell(f"  {terrain.name}, {where}.")

    def _range(self, rest: str) -> None:
        words = rest.split()
        for cut in range(1, len(words)):
            first, second = self._find(" ".join(words[:cut])), self._find(" ".join(words[cut:]))
            if len(first) == len(second) == 1:
                self.tell(f"{first[0].name}: {range_line(self.desk, first[0], second[0])}.")
                receipt = self.desk.session.game.ruler.measure(disc_of(first[0]), disc_of(second[0]))
                if receipt.terrain_inches > 0:
                    self.tell(say("  {inches} of it in terrain", inches=length(receipt.terrain_inches)))
                for wall in dict.fromkeys(receipt.blocked_by):
                    self.tell(say("  {wall} is in the way", wall=wall))
                return
        raise Misread(say("Name two pieces: range Wick Gull"))

    def _rule(self, rest: str) -> None:
        rule = Rulebook(self.desk.session.ruleset.rules()).find(rest.upper())
        if rule is None:
            raise Misread(say("No rule is called {id!r}.", id=rest[:40]))
        self.tell(f"{rule.id} {rule.title}: {rule.text}")
        if rule.see:
            self.tell(say("See also {rules}.", rules=", ".join(rule.see)))

    def _why(self, rest: str) -> None:
        desk, decision = self.desk, self.desk.decision
        if decision is None:
            raise Misread(say("Nothing is asked."))
        listed = offers(desk, decision)
        if isinstance(decision, Place) and not rest.isdecimal() and rest:
            spot = read_spot(desk, decision, rest)
            refusals = decision.why_not([*spot])
            for refusal in refusals:
                self.tell(f"  {_refusal(refusal)}")
            if not refusals:
                self.tell(say("It is legal there."))
            return
        rule = decision.rule
        if rest.isdecimal() and 1 <= int(rest) <= len(listed):
            rule = listed[int(rest) - 1].rule or rule
        elif rest:
            try:
                refusals = decision.why_not(rest)
            except MalformedAnswer as error:
                raise Misread(str(error)) from None
            for refusal in refusals:
                self.tell(f"  {_refusal(refusal)}")
            return
        self.tell(f"{rule}: {desk.session.ruleset.wording(rule)}")

    def _try(self, rest: str) -> None:
        desk, decision = self.desk, self.desk.decision
        if not isinstance(decision, Place):
            raise Misread(say("Nothing is to be placed."))
        x, y = read_spot(desk, decision, rest)
        for refusal in decision.why_not([x, y]):
            self.tell(f"  {_refusal(refusal)}")
        preview = desk.session.ruleset.preview(desk.session.game, decision, x, y)
        self._lines(preview.lines)
        for piece in preview.contacts:
            self.tell(say("  in contact with {piece}", piece=desk.name_of(piece)))

    def _odds(self, rest: str) -> None:
        desk, decision = self.desk, self.desk.decision
        if decision is None or not rest:
            raise Misread(say("Name a choice: odds 1"))
        answer = read_answer(desk, decision, rest)
        found = desk.session.ruleset.odds(desk.session.game, decision, answer) if decision.allows(answer) else None
        if found is None:
            self.tell(say("No dice hang on it."))
            return
        self._tell_odds(found)
        if found.reverse is not None:
            self._tell_odds(found.reverse)

    def _tell_odds(self, found: OddsView) -> None:
        self.tell(found.title)
        for chance in (*found.outcomes, *found.chances):
            self.tell(f"  {chance.label}: {chance.share:.1%}")
        for spread in found.spreads:
            told = ", ".join(f"{amount}: {share:.0%}" for amount, share in enumerate(spread.shares) if share >= 0.005)
            self.tell(f"  {spread.label}: {told}")
        self._lines(found.lines)

    def _lines(self, lines: Sequence[Line]) -> None:
        for line in lines:
            self.tell(f"  {line.text}" + (f" [{line.rule}]" if line.rule else ""))

    # -- pieces and files ----------------------------------------------------------------------

    def _find(self, name: str) -> list[PieceView]:
        wanted = name.strip().casefold()
        pieces = self.desk.view.pieces
        exact = [piece for piece in pieces if wanted in (piece.id.casefold(), piece.name.casefold())]
        return exact or [piece for piece in pieces if wanted and piece.name.casefold().startswith(wanted)]

    def _piece(self, name: str) -> PieceView:
        found = self._find(name)
        if not found:
            raise Misread(say("No piece on the table is called {name!r}.", name=name[:40]))
        if len(found) > 1:
            raise Misread(say("Several are called so: {names}.", names=", ".join(piece.id for piece in found)))
        return found[0]

    def _save(self, rest: str) -> None:
        session = self.desk.session
        name = rest or f"{session.ruleset.name}-{len(session.journal)}.json"
        path = Path(name) if rest else self.desk.save_dir / name
        path = path if path.suffix else path.with_suffix(".json")
        try:
            save_game(session, path, self.desk.view.title)
        except OSError as error:
            raise Misread(say("The game was not saved: {error}", error=error)) from None
        self.tell(say("Saved as {path}", path=path))

    def _quit(self, rest: str) -> None:
        raise Leave


def _refusal(refusal: Refusal) -> str:
    return refusal.text + (f" [{refusal.rule}]" if refusal.rule else "")
