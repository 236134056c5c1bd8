"""The session in play with all facts about it that the window shows; it draws nothing."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from game.engine.core.decisions import (
    Answer,
    Choose,
    Decision,
    IllegalAnswer,
    MalformedAnswer,
    Topic,
    has_choice,
    only_answer,
)
from game.engine.core.events import Event, Landmark
from game.engine.core.flow import Interrupt
from game.engine.core.typed_dice import RollNeeded
from game.engine.core.windows import PASS
from game.engine.hidden import view_for
from game.engine.history.fairness import subject_of, throws
from game.engine.history.undo_policy import undo_effect
from game.engine.routes import Route, may_pass
from game.engine.rulebook.editing import Correction, Edit
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import PieceView, PlayerView, Prospect, TableView
from game.engine.saving import records
from game.engine.saving.autosaves import Autosave
from game.engine.saving.records import SavedResult
from game.engine.saving.saves import SizeGuard
from game.engine.session import OTHER_DICE, Entry, Session
from game.lengths import count_in
from game.players.coach import labels_of
from game.players.new_session import agrees
from game.refusal import Refusal
from game.table.terrain.battlefield import Battlefield
from game.wording import _

Bot = Callable[[Session], Answer]

NEWS = 10
"""The number of latest log entries in which a bot's reason counts as news."""


@dataclass(frozen=True)
class Intent:
    """An order for a unit to move `by` some inches east and north, or to a `foe`, carried out at its next move."""

    unit: str
    by: tuple[float, float] = (0.0, 0.0)
    foe: str = ""


@dataclass(frozen=True)
class LogEntry:
    """An event in plain words with its rule, and with a bot's reason (`why`) if its answer begins here.

    `mark` is the event's meaning for the course of the game, if any.
    """

    text: str
    rule: str
    why: str = ""
    mark: Landmark | None = None


@dataclass(frozen=True)
class Weighing:
    """A bot's ratings for a decision, best first, with the `answer` given and the `events` that it led to.

    `labels` are the labels of the rated options, by key.
    """

    events: range
    decision: Decision
    rated: tuple[Prospect, ...]
    answer: Answer
    labels: Mapping[str, str]

    @classmethod
    def before(cls, decision: Decision, rated: Sequence[Prospect], answer: Answer) -> Self:
        """Return the ratings before the answer is given; labels are read now, for the answer changes the options."""
        labels = labels_of(decision) if any(isinstance(prospect.answer, str) for prospect in rated) else {}
        return cls(range(0), decision, tuple(rated), answer, labels)


@dataclass(frozen=True)
class Shot:
    """The table right after event number `length`."""

    length: int
    view: TableView


@dataclass
class Notice:
    """A message to the user, shown until the user does something."""

    title: str = ""
    refusals: tuple[Refusal, ...] = ()


def palette_of(session: Session) -> Mapping[str, str] | None:
    """Return the palette of the map in a game's setup, if any."""
    document = session.ruleset.plain_setup(session.setup).get("map")
    palette = document.get("palette") if isinstance(document, dict) else None
    return palette if isinstance(palette, dict) else None


@dataclass
class SessionModel:
    """A session in play, or a `practice` game that branched off; `version` grows with every change.

    `retry` restarts a practice game.
    """

    session: Session
    autosave: Callable[[Session], None]
    save_dir: Path
    bots: Mapping[str, Bot] = field(default_factory=dict)
    version: int = 0
    notice: Notice = field(default_factory=Notice)
    trouble: list[str] = field(default_factory=list)
    practice: bool = False
    retry: Callable[[], None] | None = None

    def __post_init__(self) -> None:
        count_in(self.session.ruleset.terms.unit)
        self.session.guard = self.session.guard or SizeGuard()
        self.log: list[LogEntry] = []
        self.said: dict[str, Answer] = {}  # the last answer that each player gave themselves
        self.view: TableView = self.seen(self.session)
        self.units = Units(self.view)
        self.pieces: dict[str, PieceView] = {}
        self.reserve: dict[str, PieceView] = {}
        self._first, self._because = 0, ("", "")
        self.undone: list[list[Entry]] = []
        """The answers that were undone, latest last, until a new answer is given."""
        self.shots: list[Shot] = []
        """The table after each event of the last answer, if `watched`."""
        self.recorded: SavedResult | None = None
        """The record of a finished solo game."""
        self.watched = False
        self.weighings: list[Weighing] = []
        self.intent: Intent | None = None
        """The aim of dragging a unit, until that decision comes up."""
        self._hidden_keys: dict[str, dict[str, str]] = {}
        """The keys of rows that no save may tell, as only one player knows the question."""
        self.refresh()

    @property
    def decision(self) -> Decision | None:
        """The pending decision, or None when the game is over."""
        return self.session.decision

    @property
    def decider(self) -> str:
        """The id of the deciding player, or ""."""
        return self.decision.player if self.decision else ""

    @property
    def viewpoint(self) -> str:
        """The player whose enemies count as threats, namely the deciding player."""
        return self.decider

    def row_keys(self) -> tuple[dict[str, str], dict[str, str]]:
        """Return the letters and the digits given to rows of the pending question; a row keeps its key for the phase.

        Letters are the same in all questions by one rule; digits only where the very same thing is asked again, so that
        they begin at 1 in each new question.
        """
        decision, phase = self.decision, f"{self.view.round_text}|{self.view.phase}|"
        for every in (self.session.row_keys, self._hidden_keys):
            for question in [question for question in every if not question.startswith(phase)]:
                del every[question]
        if decision is None:
            return {}, {}
        every = self._hidden_keys if decision.concealed else self.session.row_keys
        question = f"{phase}{decision.player}|{decision.rule}"
        return every.setdefault(question, {}), every.setdefault(f"{question}|{decision.prompt}", {})

    @property
    def people(self) -> list[str]:
        """The players that are not bots."""
        return [player.id for player in self.view.players if player.id not in self.bots]

    @property
    def viewer(self) -> str:
        """The only person at the table, who may see private facts, or "" if several people share the screen."""
        people = [player for player in self.session.ruleset.players(self.session.setup) if player not in self.bots]
        return people[0] if len(people) == 1 else ""

    @property
    def seat(self) -> str:
        """The number of the deciding seat, starting at "1", or "" if no player decides."""
        seats = [player.id for player in self.view.players]
        return str(seats.index(self.decider) + 1) if self.decider in seats else ""

    @property
    def bot(self) -> Bot | None:
        """The bot that answers the pending decision, if any."""
        return self.bots.get(self.decider)

    @property
    def battlefield(self) -> Battlefield:
        battlefield: Battlefield = self.session.game.ruler.battlefield
        return battlefield

    def player(self, identity: str) -> PlayerView | None:
        return next((player for player in self.view.players if player.id == identity), None)

    def player_name(self, identity: str) -> str:
        """Return a player's name; the id if there is no such player."""
        player = self.player(identity)
        return player.name if player else identity

    def name_of(self, identity: str) -> str:
        """Return the displayed name of a piece or player, or else a name made from the id."""
        card = self.pieces.get(identity) or self.reserve.get(identity) or self.units.cards.get(identity)
        if card is not None:
            return card.name
        names = {**self.view.names, **{player.id: player.name for player in self.view.players}}
        if identity in names:
            return names[identity]
        words = identity.rsplit(".", 1)[-1].replace("-", " ").replace("_", " ").split()
        return " ".join(word[:1].upper() + word[1:] for word in words) or identity

    def note_barred(self, piece: str, causes: Sequence[Refusal]) -> None:
        """Report why an enemy cannot be attacked now."""
        self.notice = Notice(_("{piece} cannot be attacked now", piece=self.name_of(piece)), tuple(causes))

    def palette(self) -> Mapping[str, str] | None:
        """Return the palette of the map in the setup, if any."""
        return palette_of(self.session)

    def answer(self, answer: Answer, because: str = "", rated: Sequence[Prospect] = ()) -> bool:
        """Give an answer, with a bot's reason `because` and the prospects it `rated`; a refusal goes to the notice."""
        decision, before = self.decision, len(self.session.events)
        is_shown = decision is not None and bool(rated) and not decision.concealed
        is_real_choice = decision is not None and has_choice(decision)
        self._because = (decision.player, because) if decision is not None and is_real_choice else ("", "")
        weighing = Weighing.before(decision, rated, answer) if decision is not None and is_shown else None
        if decision is not None:
            self.said[decision.player] = answer
        accepted = self._change_session(lambda: self.session.answer(answer), _("Not allowed"))
        if accepted and weighing is not None:
            self.weighings.append(replace(weighing, events=range(before, len(self.session.events))))
        return accepted

    def take(self, route: Route, answer: Answer) -> bool:
        """Give the answers of a route and then `answer`, as a single undo step; a refusal goes to the notice."""
        answers = [*route.answers, answer]
        self.said[self.decider] = answer
        return self._change_session(lambda: self.session.answer_all(answers, route.length), _("Not allowed"))

    def rolls_unasked(self, answer: Answer) -> bool:
        """Return whether an answer rolls dice, either at once or after a question with only one answer."""
        twin, player = self.session.fork(OTHER_DICE), self.decider
        question, dice_before = twin.decision, twin.state.rolls.total
        if player not in self.session.forced or question is None or not question.allows(answer):
            return False
        twin.answer(answer)
        target = twin.decision
        if target is None or target.player != player or twin.state.rolls.total > dice_before:
            return False
        only_possible = only_answer(target)
        if only_possible is not None:
            twin.answer(only_possible)
        return bool(twin.state.rolls.total > dice_before)

    @property
    def skippable(self) -> tuple[str, ...]:
        """The timings at which the deciding player may pass the pending question and all later ones."""
        decision = self.decision
        return decision.timings if decision is not None and may_pass(decision) else ()

    def skip(self, timing: str) -> bool:
        """Pass the pending question for its player, and every later one of that timing."""
        player = self.session.pending().player
        self.said[player] = PASS
        return self._change_session(lambda: self.session.pass_at(player, timing), _("Not allowed"))

    @property
    def topics(self) -> Sequence[Topic]:
        """The topics on which the deciding player may set a standing answer at the pending question."""
        decision = self.decision
        return decision.topics if isinstance(decision, Choose) else ()

    def settle(self, topic: Topic, how: str) -> bool:
        """Set the deciding player's standing answer on a topic to one of `SETTLED`; "" means to ask each time."""
        decision = self.session.pending()
        assert isinstance(decision, Choose)  # only such a question has topics
        orders = decision.orders_on(topic)
        for timing in orders.values():
            self.session.pass_at(decision.player, timing, passes=False)
        if not how:
            self.keep()
            return True
        if how != "always":
            self.said[decision.player] = PASS
        return self._change_session(lambda: self.session.pass_at(decision.player, orders[how]), _("Not allowed"))

    def standing_answer(self, topic: Topic) -> str:
        """Return the deciding player's standing answer on a topic; "" if they are asked each time."""
        decision = self.session.pending()
        assert isinstance(decision, Choose)  # only such a question has topics
        orders = self.session.passing.get(decision.player, {})
        return next((how for how, timing in decision.orders_on(topic).items() if timing in orders), "")

    def ask_again(self, player: str, window: str) -> None:
        """End a player's standing order to pass at a timing, so that they are asked again."""
        self.session.pass_at(player, window, passes=False)
        self.keep()

    def people_asked(self, interrupt: Interrupt) -> list[str]:
        """Return the people to ask before an interrupt is declared; `declare` itself asks bots."""
        return [player for player in interrupt.agreed if player not in self.bots]

    def declare(self, interrupt: Interrupt) -> bool:
        """Declare an interrupt; a refusal, also by a bot, goes to the notice."""
        for bot in interrupt.agreed:
            if bot in self.bots and not agrees(self.session, interrupt, bot):
                text = _("{player} expects to gain by playing on and does not agree", player=self.player_name(bot))
                self.notice = Notice(_("Not now"), (Refusal(text, interrupt.rule),))
                return False
        return self._change_session(lambda: self.session.interrupt(interrupt), _("Not now"))

    @property
    def hand_of(self) -> str:
        """The person who makes changes by hand: the one who decides or, if a computer player does, the first person."""
        return self.decider if self.decider in self.people else (self.people or [""])[0]

    def change_by_hand(self, edit: Edit) -> bool:
        """Change the table by hand; against a computer player, the log records it as a referee's change."""
        agreed = (self.hand_of,) if self.bots else ()
        correction = Correction(edit, self.hand_of, agreed)
        return self._change_session(lambda: self.session.change_by_hand(correction), _("Not possible"))

    def roll(self, faces: Sequence[int]) -> bool:
        """Enter the faces of dice that people rolled, so that the waiting answer is given again."""
        return self._change_session(lambda: self.session.roll(faces), _("Not allowed"))

    def _change_session(self, act: Callable[[], object], refused: str) -> bool:
        """Change the session, then refresh; return whether the rules allowed it.

        A refusal becomes a notice titled `refused`.
        """
        marks, self._first = len(self.session.marks), len(self.session.events)
        self.shots = []
        self.session.witness = self._record_shot if self.watched else None
        try:
            act()
        except RollNeeded:  # the answer was accepted and waits for dice
            self._clear_and_refresh()
            return True
        except IllegalAnswer as error:
            self.notice = Notice(refused, error.refusals)
            return False
        except MalformedAnswer as error:
            self.notice = Notice(str(error))
            return False
        except Exception as error:  # a fault in the rules must not close the window; the session is unchanged
            traceback.print_exception(error)
            name = type(error).__name__
            self.trouble.append(_("The rules failed on this answer ({name}: {error}).", name=name, error=error))
            self.trouble.append(_("The game is back where it was. Please report this and attach a saved game."))
            self.refresh()
            return False
        self._finish_change(marks)
        if self.shots:  # something may change after the last event
            self.shots[-1] = replace(self.shots[-1], view=self.view)
        return True

    def _record_shot(self) -> None:
        self.shots.append(Shot(len(self.session.events), self.seen(self.session)))

    def _finish_change(self, marks: int) -> None:
        """Adopt the new state of the session, and save if a person decides next.

        Between computer players, save only if the session has more checkpoints than `marks`.
        """
        self._clear_and_refresh()
        self._attach_reason()
        events_and_entries = zip(self.session.events[self._first :], self.log[self._first :], strict=False)
        notable_texts = [entry.text for event, entry in events_and_entries if event.notable]
        if notable_texts and self.bot is None:
            self.notice = Notice("; ".join(notable_texts))
        if self.bot is None or len(self.session.marks) != marks:
            self.keep()
        self.recorded = records.record_result(self.session) if self.session.finished and not self.practice else None
        if self.recorded is not None and self.recorded.trouble:
            self.trouble.append(self.recorded.trouble)

    def _clear_and_refresh(self) -> None:
        self.notice, self.undone = Notice(), []
        self.refresh()

    def _attach_reason(self) -> None:
        """Add the bot's reason for an answer to the first log entry that follows from it, if that bot decided there."""
        first, (player, because), self._because = self._first, self._because, ("", "")
        if because and first < len(self.log) and self._may_have_decided(self.session.events[first], player):
            self.log[first] = replace(self.log[first], why=_("Why: {reason}", reason=because))

    def _may_have_decided(self, event: Event, player: str) -> bool:
        """Return whether an event may result from a decision of this player; false for dice and others' actions."""
        data, deed = event.plain(), event.deed()
        if deed is None and any(throws([event])):
            return False
        actor = (deed.by if deed is not None else "") or subject_of(data)
        return self.session.ruleset.owners(self.session.game).get(actor, actor) in ("", player)

    @property
    def explained(self) -> LogEntry | None:
        """The latest of the last few log entries that has a bot's reason, or None."""
        return next((entry for entry in reversed(self.log[-NEWS:]) if entry.why), None)

    @property
    def file(self) -> Path | None:
        """The game's own autosave file, if it has one."""
        return self.autosave.path if isinstance(self.autosave, Autosave) else None

    def leave(self) -> None:
        """Save automatically, then release the file for other windows."""
        self.keep()
        if isinstance(self.autosave, Autosave):
            self.autosave.let_go()

    def keep(self) -> None:
        """Save automatically; a failure is reported, never raised."""
        try:
            self.autosave(self.session)
        except OSError as error:
            self.trouble.append(_("The game could not be saved automatically: {error}", error=error))

    def undo(self) -> bool:
        """Undo the last answer of a person and all later answers; `redo` gives them again."""
        session, journal = self.session, list(self.session.journal)
        back = undo_effect(session, bots=self.bots)
        if back is None:
            self.notice = Notice(_("There is nothing to undo"))
            return False
        undone = self.undone
        session.rewind(len(journal) - back.entries)
        self._clear_and_refresh()
        self.undone = [*undone, journal[len(session.journal) :]]
        self.keep()
        return True

    def redo(self) -> bool:
        """Repeat the answers undone last, with the same dice; return whether that worked."""
        if not self.undone:
            self.notice = Notice(_("There is nothing to redo"))
            return False
        *undone, entries = self.undone
        redone = self._change_session(lambda: self.session.give_all(entries), _("Not allowed"))
        self.undone = undone if redone else []
        return redone

    def open(self, session: Session) -> None:
        """Switch to another session."""
        self.weighings = self.weighings if session is self.session else []
        self.session = session
        session.guard = session.guard or SizeGuard()
        self.log.clear()
        self._clear_and_refresh()

    def retranslate(self) -> None:
        """Translate everything into the current language, except the reasons of bots."""
        reasons = {number: entry.why for number, entry in enumerate(self.log)}
        if self.session.decision is not None:
            self.session.rewind(len(self.session.journal))
        self.open(self.session)
        for number, reason in reasons.items():
            self.log[number] = replace(self.log[number], why=reason)

    def seen(self, session: Session) -> TableView:
        """Return the table as the viewer sees it, including their own private facts."""
        return view_for(self.viewer, session)

    def refresh(self) -> None:
        """Adopt the state of the session."""
        session = self.session
        self.version += 1
        self.view = self.seen(session)
        self.units = Units(self.view)
        self.pieces = {piece.id: piece for piece in self.view.pieces}
        self.reserve = {piece.id: piece for piece in self.view.reserve}
        del self.log[len(session.events) :]
        self.weighings = [weighing for weighing in self.weighings if weighing.events.stop <= len(session.events)]
        for event in session.events[len(self.log) :]:
            mark = session.ruleset.landmark(event)
            self.log.append(LogEntry(session.ruleset.tell(session.game, event), event.rule, mark=mark))
