"""The entry of a finished game in a saga, with each circle's result and lasting changes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from game.engine.core.events import Corrected
from game.engine.core.flow import Interrupt
from game.engine.saving.finished import game_id
from game.engine.session import Session
from game.rulesets.godbreakers.rules.constants import LARGEST_DIE
from game.rulesets.godbreakers.rules.events import Ascended, Casualty, DieRaised, DieSet, RoundBegan, Triumphed
from game.rulesets.godbreakers.rules.game import Game
from game.rulesets.godbreakers.rules.setup import model_ids
from game.rulesets.godbreakers.rules.setup_documents import PlayerDocument
from game.rulesets.godbreakers.rules.state import Model
from game.rulesets.godbreakers.sagas.entries import ChangeDocument, GameEntry, ShowingDocument


@dataclass
class _Record:
    """The lasting changes to a godbreaker in a game. `played` is its die in the game, which a referee may have set."""

    name: str
    die: int
    played: int
    ascended: bool = False
    changes: list[ChangeDocument] = field(default_factory=list)

    def read(self, event: DieRaised | DieSet | Ascended, when: int) -> None:
        if isinstance(event, Ascended):
            self.ascend(when, event.rule)
        elif isinstance(event, DieRaised):
            self.rise((event.die - self.played) // 2, when, event.rule)
            self.played = event.die
        else:
            self._become(min(self.die, event.die), when, event.rule)
            self.played = event.die

    def rise(self, steps: int, when: int, rule: str) -> None:
        """Record Triumphs. Each raises the die by one step, up to the largest die (Q5)."""
        for _step in range(steps):
            self._become(min(LARGEST_DIE, self.die + 2), when, rule)

    def ascend(self, when: int, rule: str) -> None:
        """Record an ascension. If only a referee had made the die the largest, record a Triumph instead."""
        if self.die < LARGEST_DIE:
            self.rise(1, when, "G-ROLL-5")
        elif not self.ascended:
            self._note({"what": "ascended", "before": self.die, "round": when, "rule": rule})
            self.ascended = True

    def _become(self, die: int, when: int, rule: str) -> None:
        if die != self.die:
            self._note({"what": "die", "before": self.die, "after": die, "round": when, "rule": rule})
            self.die = die

    def _note(self, content: dict[str, object]) -> None:
        self.changes.append(ChangeDocument.model_validate({"godbreaker": self.name, **content}))


def entry_of(session: Session, at: str) -> GameEntry:
    """Return the saga entry of a finished game. The session must hold all events of the game."""
    game: Game = session.game
    document = game.setup.document
    records = {
        identity: _Record(member.name, member.die, member.die)
        for player in document.players
        for identity, member in zip(model_ids(player), player.circle.godbreakers)
    }
    _read_events(session, records)
    for identity, record in records.items():
        _close(game.state.models[identity], record, game.state.round)
    return GameEntry(
        game=game_id(session),
        at=at,
        scenario=document.scenario,
        map=document.map.name,
        rounds=game.state.round,
        full=_is_full(session),
        showings=tuple(_showing(session, player, records) for player in document.players),
    )


def _is_full(session: Session) -> bool:
    """Return whether a game ran to its end or all others conceded. A solo player must not concede (G-ASC-1, Q41)."""
    declared = {interrupt.kind for entry in session.journal if (interrupt := Interrupt.read(entry)) is not None}
    alone = len(session.ruleset.players(session.setup)) == 1
    return declared.isdisjoint(("draw", "end", "concede") if alone else ("draw", "end"))


def _read_events(session: Session, records: dict[str, _Record]) -> None:
    now = 0
    for event in session.events:
        if isinstance(event, RoundBegan):
            now = event.round
        elif isinstance(event, DieRaised | DieSet | Ascended) and event.model in records:
            records[event.model].read(event, now)
        elif isinstance(event, Corrected) and event.fact == "die" and event.piece in records:
            records[event.piece].played = int(event.after.removeprefix("D"))


def _close(model: Model, record: _Record, last_round: int) -> None:
    """Record the Triumphs and the ascension that were still pending at the end of the game (Q14)."""
    if model.ascending and model.place == "table":
        record.ascend(last_round, "G-ROLL-6")
    record.rise(model.raises, last_round, "G-ROLL-5")


def _showing(session: Session, player: PlayerDocument, records: dict[str, _Record]) -> ShowingDocument:
    own = {identity: records[identity] for identity in model_ids(player)}
    triumphs = Counter(event.model for event in session.events if isinstance(event, Triumphed))
    fallen = Counter(event.model for event in session.events if isinstance(event, Casualty))
    result = session.state.result
    won = player.id in result.winners
    return ShowingDocument(
        circle=player.circle.name,
        player=player.name,
        vp=session.state.vp[player.id],
        outcome="lost" if not won else "won" if len(result.winners) == 1 else "drew",
        triumphs={record.name: triumphs[identity] for identity, record in own.items() if triumphs[identity]},
        fallen={record.name: fallen[identity] for identity, record in own.items() if fallen[identity]},
        changes=tuple(change for record in own.values() for change in record.changes),
    )
