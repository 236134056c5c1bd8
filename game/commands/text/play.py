"""Playing in a terminal: it prints sentences and reads typed answers, and calls the same functions as the window."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import click

from game.commands.text.by_hand import HandCommands
from game.documents.locks import writing
from game.engine.core.decisions import Arrange, Choose, Decision, Lay, Pick, Place
from game.engine.hidden import may_withdraw
from game.engine.history.undo_policy import standing_orders, undo_effect
from game.engine.rulebook.reference import Rulebook
from game.engine.rulebook.view import Line, PieceView
from game.engine.saving.records import result_message
from game.engine.saving.saves import save_game
from game.lab.summary import summary_lines
from game.lengths import coordinates, in_words, measures, show_in, size, tape, typed_measures, with_missing
from game.play.answers import Offer, cited, hint, offers, read_answer, read_placing
from game.play.candidate_words import candidate_lines
from game.play.session_model import LogEntry, SessionModel, Weighing
from game.play.spoken_state import (
    asked_dice,
    base_of,
    kinds,
    piece_line,
    place_of,
    question,
    range_line,
    scores,
    state_parts,
    with_full_stop,
)
from game.play.typed_spots import Misread
from game.players import blind_fork, new_session
from game.players.coach import NoAdvice, adviser
from game.players.helpers import Helpers
from game.players.outsiders import BrokenPlayer
from game.players.random_player import NoLegalPlace
from game.refusal import Refusal
from game.table.path.region import PathRegion
from game.table.placing.region import Region
from game.table.placing.terrain_region import TerrainRegion
from game.table.terrain.area import polygons_of
from game.ui.prefs.settings import keep_changes, load_options, settings_path
from game.wording import N_, _, ngettext, percent, series

STRETCHES: Final = 5
"""The most parts of a legal region that `where` lists."""

Command = Callable[[str], Iterable[str]]
"""A function that executes a line without its first word and yields the lines to print; it may raise `Misread`."""


@dataclass
class Queries:
    """Queries about a game in a terminal. They never change the game."""

    model: SessionModel

    def commands(self) -> dict[str, Command]:
        """Return the queries by command word, each made from the method with that word in its name."""
        words = ("why", "try", "odds", "look", "range", "rule", "measure", "where", "coach")
        return {word: getattr(self, f"_do_{word}") for word in words}

    def _do_look(self, rest: str) -> Iterator[str]:
        model = self.model
        if rest:
            piece = self._piece(rest)
            yield piece_line(model, piece)
            reach = model.session.ruleset.reach(model.session.game, piece.id)
            yield from _indented((*piece.details, *reach.lines))
            return
        field = model.battlefield
        yield _("The table is {width} by {height}.", width=size(field.width), height=size(field.height))
        for piece in model.units.on_table():
            yield f"  {piece_line(model, piece, nearest=False)}"
        for terrain in field.pieces:
            corners = [spot for area in terrain.area for spot in area.outline]
            corners += [spot for wall in terrain.barricades for spot in wall.line]
            if corners:
                x, y = (sum(spot[axis] for spot in corners) / len(corners) for axis in (0, 1))
                yield f"  {terrain.name}, {kinds(terrain)}, {place_of(x, y)}."

    def _do_range(self, rest: str) -> Iterator[str]:
        words = rest.replace(",", " ").split()
        for cut in range(1, len(words)):
            first, second = self._find(" ".join(words[:cut])), self._find(" ".join(words[cut:]))
            if len(first) == len(second) == 1:
                near_piece, far_piece = self.model.units.closest(first[0].id, second[0].id)
                yield f"{near_piece.name}: {range_line(self.model, near_piece, far_piece)}."
                receipt = self.model.session.game.ruler.measure(base_of(near_piece), base_of(far_piece))
                if receipt.terrain_inches > 0:
                    yield _("  {inches} of it in terrain", inches=tape(receipt.terrain_inches))
                for wall in dict.fromkeys(receipt.blocked_by):
                    yield _("  {wall} is in the way", wall=wall)
                return
        names = " ".join(piece.name for piece in self.model.units.on_table()[:2])
        raise Misread(_("Name two pieces: range {names}", names=names))

    def _do_coach(self, rest: str) -> Iterator[str]:
        model = self.model
        try:
            best_answers = adviser(model.session)
        except NoAdvice as none:
            raise Misread(str(none)) from None
        rated = best_answers()
        if not rated:
            raise Misread(_("The coach has no advice here."))
        weighing = Weighing.before(model.session.pending(), rated, rated[0].answer)
        yield _("The coach's best answers, best first:")
        yield from (f"  - {line.text}" for line in candidate_lines(model, weighing, numbered=False))

    def _do_rule(self, rest: str) -> Iterator[str]:
        rule = Rulebook(self.model.session.ruleset.rules()).find(rest.upper())
        if rule is None:
            raise Misread(_("No rule is called {id!r}.", id=rest[:40]))
        yield f"{rule.id} {rule.title}: {rule.text}"
        if rule.see:
            yield _("See also {rules}.", rules=", ".join(rule.see))

    def _do_why(self, rest: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if rest == "not":
            refused = list(decision.refusals()) if isinstance(decision, Choose) else []
            lines = [f"  {option.label}: {reason(refusal)}" for option, refusal in refused]
            yield from lines or [_("Every choice is allowed here.")]
            return
        if isinstance(decision, Place) and rest and not rest.isdecimal():
            refusals = decision.why_not([*read_placing(model, decision, rest)])
            yield from reasons(refusals) or [_("It is legal there.")]
            return
        if isinstance(decision, Arrange) and rest and not rest.isdecimal():
            yield from reasons(decision.why_not(read_answer(model, decision, rest))) or [_("That is legal.")]
            return
        rule, refusals = decision.rule, []
        if rest.isdecimal():
            listed, number = offers(model, decision), int(rest)
            rule = (listed[number - 1].rule if 1 <= number <= len(listed) else "") or rule
        elif rest:
            refusals = self._refusals_of(decision, rest)
        yield from reasons(refusals) or [f"{rule}: {model.session.ruleset.wording(rule)}"]

    def _refusals_of(self, decision: Decision, name: str) -> list[Refusal]:
        """Return the refusals of the piece or option with a name, none if it can be chosen."""
        if isinstance(decision, Pick):
            return decision.why_not([self._piece(name).id])
        name_typed = name.casefold()
        return [
            refusal
            for option, refusal in (decision.refusals() if isinstance(decision, Choose) else ())
            if name_typed == option.key.casefold() or option.label.casefold().startswith(name_typed)
        ]

    def _do_where(self, rest: str) -> Iterator[str]:
        region = self._placement().region
        if not isinstance(region, Region | TerrainRegion | PathRegion):
            raise Misread(_("That can't be listed here. Type near 12.5, 8 to find the nearest legal spot."))
        parts = sorted(polygons_of(region.geometry), key=lambda part: -part.area)
        if not parts:
            raise Misread(_("No spot is legal."))
        yield ngettext("It is legal in {n} region:", "It is legal in {n} regions:", len(parts))
        for part in parts[:STRETCHES]:
            west, south, east, north = part.bounds
            inside = part.representative_point()
            yield _(
                "  {share:.0%} of the rectangle from {first} to {second}, for example {spot}",
                share=part.area / max((east - west) * (north - south), part.area),
                first=coordinates(west, south, 1),
                second=coordinates(east, north, 1),
                spot=coordinates(inside.x, inside.y, 1),
            )

    def _do_try(self, rest: str) -> Iterator[str]:
        model, decision = self.model, self._placement()
        x, y, *turn = read_placing(model, decision, rest)
        answer = [x, y, *turn]
        refusals = decision.why_not(answer)
        if refusals:
            yield from reasons(refusals)
            region = decision.turned(int(turn[0])) if isinstance(decision, Lay) else decision.region
            nearest = region.nearest((x, y))
            if nearest is not None:
                yield _("  The nearest legal spot is {spot}.", spot=coordinates(nearest.x, nearest.y))
            return
        preview = model.session.ruleset.preview(model.session.game, decision.settled(answer), x, y)
        yield from _indented(preview.lines)
        for piece in preview.contacts:
            yield _("  in contact with {piece}", piece=model.name_of(piece))

    def _placement(self) -> Place:
        if not isinstance(self.model.decision, Place):
            raise Misread(_("There is nothing to place."))
        return self.model.decision

    def _do_odds(self, rest: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        book, game = model.session.ruleset, model.session.game
        if decision is not None and rest:
            answer = read_answer(model, decision, rest)
            odds = book.odds(game, decision, answer) if decision.allows(answer) else None
        elif decision is not None and book.compared is not None:
            odds = book.compared(game, decision)
        else:
            raise Misread(_("Name a choice: odds 1"))
        if odds is None:
            yield _("No dice are involved.")
            return
        yield odds.title
        for chance in (*odds.outcomes, *odds.chances):
            yield f"  {chance.label}: {percent(chance.share, 1)}"
        for spread in odds.spreads:
            shares = [f"{amount}: {percent(share)}" for amount, share in enumerate(spread.shares) if share >= 0.005]
            yield f"  {spread.label}: {', '.join(shares)}"
        for grid in odds.grids:
            yield f"  {grid.title}"
            for row in grid.rows:
                cells = ", ".join(f"{head} {cell}" for head, cell in zip(grid.heads[1:], row.cells))
                yield f"    {row.label}: {cells}"
        yield from _indented(odds.lines)

    def _do_measure(self, rest: str) -> Iterator[str]:
        unit_typed = rest.strip().casefold()
        matches = [measure for begins, measure in typed_measures().items() if unit_typed.startswith(begins)]
        matches += [measure for measure in measures() if unit_typed and measure.startswith(unit_typed)]
        if not matches:
            unit_names = ", ".join(_(name) for name in measures().values())
            raise Misread(_("Lengths can be shown and typed in: {known}.", known=unit_names))
        show_in(matches[0], spelled=True)
        self.model.retranslate()
        options = load_options(settings_path())[0]
        try:
            keep_changes(options, replace(options, measure=matches[0]), settings_path())
        except OSError as error:
            yield _("The settings could not be saved: {error}", error=error)
        yield _("Lengths are now shown and typed in {measure}.", measure=in_words())

    def _find(self, name: str) -> list[PieceView]:
        wanted = name.strip().casefold()
        pieces = self.model.units.on_table()
        exact = [piece for piece in pieces if wanted in (piece.id.casefold(), piece.name.casefold())]
        return exact or [piece for piece in pieces if wanted and piece.name.casefold().startswith(wanted)]

    def _piece(self, name: str) -> PieceView:
        matches = self._find(name)
        if not matches:
            raise Misread(_("No piece on the table is called {name!r}.", name=name[:40]))
        if len(matches) > 1:
            names = ", ".join(piece.name for piece in matches)
            raise Misread(_("Several pieces have that name: {names}.", names=names))
        return matches[0]


def _indented(lines: Iterable[Line]) -> Iterator[str]:
    return (cited(f"  {line.text}", line.rule) for line in lines)


def reasons(refusals: Iterable[Refusal]) -> list[str]:
    """Return refusals as indented lines."""
    return [f"  {reason(refusal)}" for refusal in refusals]


def reason(refusal: Refusal) -> str:
    """Return a refusal as a line: its reason, the missing length, and the rule."""
    return cited(with_missing(refusal.text, refusal.short_by), refusal.rule)


STANDING: Final = {"each": N_("each"), "always": N_("always"), "never": N_("never"), "phase": N_("phase")}
"""The standing answers on a reaction, in words."""
HELP: Final = (
    N_("a number          make that choice (or type the start of its text)"),
    N_("place X, Y        put the piece there; @BEARING LENGTH measures from where it is now"),
    N_("near X, Y         put the piece on the nearest legal spot"),
    N_("move by X, Y      move a unit as a block; move to X, Y puts its middle there; stay leaves it"),
    N_("NAME to X, Y      move one model of a unit; then X, Y moves it on; join several with ;"),
    N_("then facing 45    on such a path, turn a base that is not round: 2 to 10, 4 then facing 45 then 12, 5"),
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
    N_("standing [N HOW]  what you are asked in reaction: each, always, never, or not this phase"),
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
            **dict.fromkeys(("help", "?"), lambda rest: (*map(_, HELP), *HandCommands(self.model).help())),
            "state": lambda rest: self._question_lines(whole=True),
            "log": lambda rest: map(_log_line, self.model.log[-LOGGED:]),
            "scores": lambda rest: summary_lines(self.model.session),
            **{
                word: getattr(self, f"_do_{word}")
                for word in ("skip", "skipped", "standing", "undo", "declare", "save", "quit")
            },
            **Queries(self.model).commands(),
            **HandCommands(self.model).commands(),
        }

    def run(self) -> None:
        """Play until the game is over or the user leaves; in both cases, the game is saved."""
        self.show(_("{title}. Type help for a list of commands.", title=self.model.view.title))
        new_session.let_help(self.helpers, self.model.bots, self.model.session, self.cores)
        try:
            while not self.model.session.finished:
                self._step()
            self._show_all(self._new_log_lines())
            self.show(with_full_stop(self.model.view.result))
            self.show(scores(self.model))
            if self.model.recorded is not None:
                self.show(result_message(self.model.recorded, self.model.session.ruleset))
            self._show_all(self._take_trouble())
        except (Leave, KeyboardInterrupt) as leaving:
            self.show(_("The game is saved. To resume: python -m game play --text --continue"))
            if isinstance(leaving, KeyboardInterrupt):
                raise
        finally:
            self.helpers.end()
            self.model.keep()
            self._show_all(self._take_trouble())

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
        self._show_all(self._new_log_lines())
        self._show_all(self._take_trouble())
        if self.version != model.version:
            self.version = model.version
            self._hide_secrets()
            self._show_all(self._question_lines())
        line = self._next_line()
        if line:
            self.take(line)

    def _hide_secrets(self) -> None:
        """Wait before a secret question until only the deciding person looks at the screen."""
        model, decision = self.model, self.model.decision
        self.secret = decision is not None and decision.concealed and len(model.people) > 1
        if self.secret:
            name = model.player_name(model.decider)
            others = series([model.player_name(player) for player in model.people if player != model.decider])
            self.show(
                _("{name} decides in secret: look away, {others}. {name}, press Enter.", name=name, others=others)
            )
            self._next_line()

    def _next_line(self) -> str:
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
        """Execute a line, or reply with a message if it makes no sense."""
        word = line.split(" ", 1)[0]
        answer = self._give_answer if self.model.session.awaiting is None else self._enter_dice
        command = self.commands.get(word.casefold())
        try:
            self._show_all(answer(line) if command is None else command(line.removeprefix(word).strip()))
        except Misread as error:
            self.show(str(error))

    def _question_lines(self, whole: bool = False) -> Iterator[str]:
        """Yield the state and the question; unless `whole`, only the sentences that changed since last time."""
        model = self.model
        yield ""
        parts, open_question = state_parts(model), question(model)
        yield " ".join(part for part in parts if whole or part == open_question or part not in self.parts)
        self.parts = parts
        awaiting, decision = model.session.awaiting, model.decision
        if awaiting is not None:
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

    def _new_log_lines(self) -> list[str]:
        """Return the new entries of the log."""
        before, self.logged = self.logged, len(self.model.log)
        return [_log_line(entry) for entry in self.model.log[before:]]

    def _take_trouble(self) -> list[str]:
        trouble, self.model.trouble = self.model.trouble, []
        return trouble

    def _give_answer(self, line: str) -> Iterator[str]:
        model, decision = self.model, self.model.decision
        if decision is None:
            raise Misread(_("Nothing to decide."))
        if not model.answer(read_answer(model, decision, line)):
            yield model.notice.title
            yield from reasons(model.notice.refusals)

    def _enter_dice(self, line: str) -> Iterator[str]:
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

    def _do_skip(self, rest: str) -> Iterator[str]:
        timings = self.model.skippable
        timing = timings[:1] if not rest else [name for name in timings if f".{rest.casefold()}-" in name]
        if not timing:
            raise Misread(_("This question can't be skipped."))
        if not self.model.skip(timing[0]):
            yield from reasons(self.model.notice.refusals)

    def _do_skipped(self, rest: str) -> Iterator[str]:
        player = self.model.decider
        orders = [*standing_orders(self.model.session, player).items()]
        if not rest:
            yield from (f"  {number}. {question}" for number, (_window, question) in enumerate(orders, 1))
        elif rest.isdecimal() and 1 <= int(rest) <= len(orders):
            self.model.ask_again(player, orders[int(rest) - 1][0])
        else:
            raise Misread(_("You don't skip that many questions."))

    def _do_standing(self, rest: str) -> Iterator[str]:
        """List the topics that can be settled for good at this question, or settle one: "standing 1 never"."""
        model, topics = self.model, self.model.topics
        if not topics:
            raise Misread(_("Nothing can be settled at this question."))
        topic_number, _space, way = rest.partition(" ")
        if rest:
            ways = {word: name for name in STANDING for word in (name, _(STANDING[name]))}
            if not (topic_number.isdecimal() and 1 <= int(topic_number) <= len(topics)) or way not in ways:
                words = ", ".join(_(word) for word in STANDING.values())
                raise Misread(_("Type a number and one of: {words}.", words=words))
            name = ways[way]
            if not model.settle(topics[int(topic_number) - 1], "" if name == "each" else name):
                yield from reasons(model.notice.refusals)
            return
        for place, topic in enumerate(topics, 1):
            yield f"  {place}. {topic.name}: {_(STANDING[model.standing_answer(topic) or 'each'])}"

    def _do_undo(self, rest: str) -> Iterator[str]:
        model = self.model
        withdrawal = undo_effect(model.session, bots=model.bots)
        if withdrawal is None:
            raise Misread(_("There is nothing to undo"))
        for other in withdrawal.asks:
            text = _("{name}, do you agree?", name=model.player_name(other))
            self._require_agreement(other, f"{text} {withdrawal.why}")
        model.undo()
        self.logged = min(self.logged, len(model.log))
        yield _("Undone.")

    def _do_declare(self, rest: str) -> Iterator[str]:
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
        return self._next_line().casefold() in ("yes", "y", _("yes"))

    def _do_save(self, rest: str) -> Iterator[str]:
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

    def _do_quit(self, rest: str) -> Iterable[str]:
        raise Leave


def _log_line(entry: LogEntry) -> str:
    return f"{cited(f'- {entry.text}', entry.rule)} {entry.why}".rstrip()
