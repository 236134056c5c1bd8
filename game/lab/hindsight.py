"""The cost of a game's activations: each answer is compared with the best answer of a lookahead."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from game.engine.core.decisions import Answer, Arrange, Place
from game.engine.core.flow import Interrupt
from game.engine.hidden import known_entries
from game.engine.rulebook.editing import Correction
from game.engine.session import Mark, Session
from game.lab.summary import number
from game.players import HUMAN, blind_fork
from game.players.coach import SEED, NoAdvice, answer_in_words, labels_of
from game.players.lookahead import Lookahead
from game.players.planner import is_of_activation, reason_for_plan
from game.wording import N_, _, ngettext

TRIES: Final = 100
"""The number of answers tried on copies of the game for one decision."""
LEAST: Final = 0.25
"""The least cost of an activation, in points, that is mentioned; the lookahead is not more exact than that."""
MOST: Final = 8
"""The number of activations listed, the costliest ones."""


@dataclass(frozen=True)
class JudgedAnswer:
    """An answer after `entries` entries of the journal, and the best answer, both in words with expected points."""

    entries: int
    given: str
    worth: float
    best: str
    best_worth: float
    why: str = ""

    @property
    def cost(self) -> float:
        """The points by which the best answer is better."""
        return max(0.0, self.best_worth - self.worth)


@dataclass
class Activation:
    """A player's answers in activation `number` of a round, the activation of `piece`.

    `round` is 0 if the game began in the middle of that round.
    """

    player: str
    round: int
    number: int
    piece: str
    answers: list[JudgedAnswer] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """The points lost by the answers in the activation, without the luck of the dice."""
        return sum(answer.cost for answer in self.answers)

    @property
    def worst(self) -> JudgedAnswer:
        """The costliest answer in the activation."""
        return max(self.answers, key=lambda answer: answer.cost)


class Hindsight:
    """A judge of the answers in a game's activations; it uses only facts that the deciding player knew.

    It judges the answers of people, or of all players if there are no people. Equal games and `tries` give equal
    numbers. Raises `NoAdvice` if the rulebook does not judge positions.
    """

    def __init__(self, session: Session, tries: int = TRIES) -> None:
        if session.ruleset.judge is None:
            raise NoAdvice(_("This rulebook does not rate positions, so there is nothing to compare."))
        self.session, self.tries = session, tries
        self.stopped: Callable[[], bool] = lambda: False
        self._judge = session.ruleset.judge
        players = session.ruleset.players(session.setup)
        people = [player for player in players if session.seats.get(player, HUMAN) == HUMAN]
        self.players: Collection[str] = people or players
        self.activations: list[Activation] = []
        self.began = ""
        """The name of the round in which the game began."""
        self.reviewed, self.choices = 0, 0
        """The number of choices judged so far, and of all that are to be judged."""

    def steps(self) -> Iterator[tuple[int, int]]:
        """Judge answer by answer; yield the number of choices judged, and of all."""
        session, first = self.session, self.session.marks[0]
        entries = session.journal[first.entries : known_entries(session)]
        self.reviewed, self.choices = 0, sum(self._chosen(first, entries))
        twin = session.replayed(first, ())
        self.began = session.ruleset.view(twin.game).round_text
        latest = (0, 0, "")
        for done, entry in enumerate(entries):
            yield self.reviewed, self.choices
            chosen, player = self._is_choice(twin, entry), twin.pending().player
            judged = self._judge_answer(twin, entry, first.entries + done) if chosen else None
            if self.stopped():  # which cuts a search short
                return
            self.reviewed += chosen
            before, activation = len(twin.events), latest if self._judge.acting(twin.game) is not None else None
            twin.give(entry, recorded=True)
            for event in twin.events[before:]:
                mark = session.ruleset.landmark(event)
                if mark is not None and mark.sort == "round":
                    latest = (mark.amount, 0, "")
                elif mark is not None and mark.sort == "activation":
                    latest = (latest[0], latest[1] + 1, self._name_finder(twin)(mark.subject))
            if judged is not None:
                self._add_judged(Activation(player, *(activation or latest)), judged)
        yield self.choices, self.choices

    def _chosen(self, first: Mark[Any], entries: Sequence[Any]) -> Iterator[bool]:
        """Yield for each entry whether it is judged."""
        twin = self.session.replayed(first, ())
        for entry in entries:
            if self.stopped():
                return
            yield self._is_choice(twin, entry)
            twin.give(entry, recorded=True)

    def _is_choice(self, twin: Session, entry: Any) -> bool:
        """Return whether an entry is an answer of one of the players in an activation."""
        if Interrupt.read(entry) is not None or Correction.read(entry) is not None:
            return False
        decision = twin.pending()
        return decision.player in self.players and is_of_activation(twin, decision)

    def _add_judged(self, activation: Activation, judged: JudgedAnswer) -> None:
        key = (activation.player, activation.round, activation.number)
        for other in self.activations[-len(self.session.ruleset.players(self.session.setup)) :]:
            if (other.player, other.round, other.number) == key:
                other.answers.append(judged)
                return
        activation.answers.append(judged)
        self.activations.append(activation)

    def _judge_answer(self, twin: Session, entry: Any, entries: int) -> JudgedAnswer | None:
        decision = twin.pending()
        fork = blind_fork(twin, decision.player, SEED)
        search = Lookahead(fork, decision.player, Random(SEED), self.tries, stopped=self.stopped)
        rated = search.rated(also=(entry,))
        given_prospect = next((prospect for prospect in rated if prospect.answer == entry), None)
        if given_prospect is None or len(rated) < 2:
            return None
        labels, name_of = labels_of(decision), self._name_finder(twin)

        def words(answer: Answer) -> str:
            return answer_in_words(decision, answer, labels, name_of)

        best, reason = rated[0], ""
        if best.worth > given_prospect.worth:
            reason = reason_for_plan(search.plan) if not isinstance(decision, Place | Arrange) else ""
            reason = reason or self._judge.reason(fork.game, decision, best)
        return JudgedAnswer(entries, words(entry), given_prospect.worth, words(best.answer), best.worth, reason)

    @staticmethod
    def _name_finder(twin: Session) -> Callable[[str], str]:
        view = twin.ruleset.view(twin.game)
        names = {piece.id: piece.name for piece in (*view.pieces, *view.reserve, *view.lost)}
        names |= {unit.id: unit.name for unit in view.units.values()} | dict(view.names)
        names |= {player.id: player.name for player in view.players}
        return lambda identity: names.get(identity, identity)

    def costliest(self) -> list[Activation]:
        """Return the costliest activations, in the order of the game."""
        costly = sorted((one for one in self.activations if one.cost >= LEAST), key=lambda one: -one.cost)[:MOST]
        return sorted(costly, key=lambda activation: activation.answers[0].entries)


def activation_title(hindsight: Hindsight, activation: Activation) -> str:
    """Return a title for an activation, with its cost."""
    session, players = hindsight.session, hindsight.session.ruleset.view(hindsight.session.game).players
    return _(
        "{round}, {piece} ({player}): {cost} {points}",
        round=_(session.ruleset.terms.round, number=activation.round) if activation.round else hindsight.began,
        piece=activation.piece,
        player=next((player.name for player in players if player.id == activation.player), activation.player),
        cost=number(-activation.cost, 1),
        points=_(session.ruleset.terms.worth),
    )


def worst_text(activation: Activation) -> str:
    """Return the costliest answer of an activation and the best answer, in words."""
    worst = activation.worst
    return _(
        "mostly from {given} ({worth}); better: {best} ({best_worth}), {why}",
        given=worst.given,
        worth=number(worst.worth, 1, sign=True),
        best=worst.best,
        best_worth=number(worst.best_worth, 1, sign=True),
        why=worst.why,
    )


def total_lines(hindsight: Hindsight) -> Iterator[str]:
    """Yield each player's total loss as a line, its accuracy, and the part judged if judging was stopped."""
    session = hindsight.session
    points = _(session.ruleset.terms.worth)
    if hindsight.reviewed < hindsight.choices:
        yield _("Stopped: reviewed {done} of {n} choices", done=hindsight.reviewed, n=hindsight.choices)
    for player in session.ruleset.view(session.game).players:
        own_activations = [activation for activation in hindsight.activations if activation.player == player.id]
        if own_activations:
            yield ngettext(
                "{player}: {lost} {points} given away on {n} occasion",
                "{player}: {lost} {points} given away on {n} occasions",
                len(own_activations),
                player=player.name,
                lost=number(sum(activation.cost for activation in own_activations), 1),
                points=points,
            )
    text = N_("Compared with the best answer found in {tries} tries per decision. Dice luck is not counted.")
    yield _(text, tries=hindsight.tries)
    yield _("At the end of the game, winning itself is worth many points.")


def hindsight_lines(hindsight: Hindsight) -> Iterator[str]:
    """Yield lines with the costliest activations and each player's total loss."""
    yield _("What cost the most, in expected points")
    costly = hindsight.costliest()
    yield from (f"  {activation_title(hindsight, one)}, {worst_text(one)}" for one in costly)
    if not costly:
        yield "  " + _("nothing cost enough to mention")
    yield from total_lines(hindsight)


def hindsight_data(hindsight: Hindsight) -> list[dict[str, Any]]:
    """Return all activations with their answers as JSON-ready data."""
    return [
        {
            "player": activation.player,
            "round": activation.round,
            "activation": activation.number,
            "piece": activation.piece,
            "cost": activation.cost,
            "answers": [vars(judged) | {"cost": judged.cost} for judged in activation.answers],
        }
        for activation in hindsight.activations
    ]
