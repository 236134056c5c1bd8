"""A game of the engine protocol with the client and bots on its seats, and the view of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import Any

from game.api.candidates import candidates
from game.documents.error import DocumentError
from game.engine.core.decisions import Answer, Choose
from game.engine.core.dice import NotedDice
from game.engine.hidden import view_for, with_new_secrets
from game.engine.history.undo_policy import undo_effect
from game.engine.saving.documents import DiceDocument, TurnDocument, plain
from game.engine.saving.saves import SizeGuard, position_document
from game.engine.session import NothingPending, Session
from game.players import HUMAN, Player, answer_with, blind_fork, make_player
from game.players.new_session import seat
from game.wording import _


class SeatedGame:
    """A game with the client and bots on its seats; bots answer at once."""

    def __init__(self, session: Session, kinds: Sequence[str], seed: int, tries: int | None = None) -> None:
        self.session, self.kinds, self.seed, self.tries = session, tuple(kinds), seed, tries
        seats = session.ruleset.players(session.setup)
        if len(kinds) != len(seats):
            reason = _("{n} given for {seats} seats - give one for each", n=len(kinds), seats=len(seats))
            raise DocumentError("", "players", reason)
        session.guard = SizeGuard()
        session.history = True
        seat(session, kinds)
        self.bots: dict[str, Player] = {
            player: make_player(kind, seed + place, tries)
            for place, (player, kind) in enumerate(zip(seats, kinds))
            if kind != HUMAN
        }
        self.events_reported = 0
        self.bot_answers: list[dict[str, Any]] = []

    def play_bots(self) -> None:
        """Let bots answer until the client must decide or the game is over; raise `NoLegalPlace` at a dead end."""
        session = self.session
        while session.decision is not None and (bot := self.bots.get(session.decision.player)) is not None:
            decision = session.decision
            answer = answer_with(bot, session, self.seed + len(session.journal))
            session.answer(answer)
            if not decision.concealed:
                self.bot_answers.append({"player": decision.player, "answer": answer, "reason": _(bot.reason)})

    def viewer(self, named: str | None) -> str:
        """Return the client's seat to show: `named`, or by default the deciding seat, or "" for the public view."""
        own_seats = [player for player in self.session.ruleset.players(self.session.setup) if player not in self.bots]
        if named is not None and named not in own_seats:
            reason = _("you do not control {player!r} - use {own}", player=named, own=", ".join(own_seats) or _("none"))
            raise DocumentError("", "viewer", reason)
        decision = self.session.decision
        deciding = decision.player if decision is not None and decision.player in own_seats else ""
        return deciding if named is None else named

    def moment(self, viewer: str) -> dict[str, Any]:
        """Return the pending decision as a player may see it, or the result if the game is over."""
        session, decision = self.session, self.session.decision
        if decision is not None:
            hidden = {"player": decision.player, "secret": True}
            open_to_all = not decision.concealed or decision.player == viewer
            return {"decision": decision.plain() if open_to_all else hidden, "result": None}
        ending = session.ruleset.result(session.game)
        if ending is None:
            return {"decision": None, "result": None}
        scores = {player.id: player.score for player in session.ruleset.view(session.game).players}
        return {
            "decision": None,
            "result": {"winners": list(ending.winners), "reason": _(ending.reason), "scores": scores},
        }

    def news(self) -> dict[str, Any]:
        """Return the events since the last call, the bots' open answers, and the present moment."""
        session = self.session
        new = session.events[self.events_reported :]
        events = [event.plain() | {"text": session.ruleset.tell(session.game, event)} for event in new]
        bot_answers, self.bot_answers, self.events_reported = self.bot_answers, [], len(session.events)
        return {"events": events, "bots": bot_answers, **self.moment(self.viewer(None))}

    def options(self, viewer: str, count: int, seed: int) -> dict[str, Any]:
        """Return legal answers to the pending decision, whether these are all, and the refused options with reasons."""
        decision = self.session.pending()
        if decision.concealed and decision.player != viewer:
            raise DocumentError("", "viewer", _("only {player} may see this decision", player=decision.player))
        answers, complete = candidates(decision, count, Random(seed))
        refused = decision.refusals() if isinstance(decision, Choose) else ()
        reasons = [
            {"key": option.key, "label": option.label, "reason": against.text, "rule": against.rule}
            for option, against in refused
        ]
        return {"options": answers, "all": complete, "refused": reasons}

    def position(self, viewer: str, seed: int) -> dict[str, Any]:
        """Return this moment for a player, as a document that plays on with other dice and as the visible table.

        The document contains the dice rolled since the last checkpoint; it reveals no later dice.
        """
        checkpoint, recorder = self.session.marks[-1], NotedDice(self.session.dice)
        twin = with_new_secrets(viewer, self.session, Random(seed))
        mark, total = twin.marks[-1], twin.state.rolls.total
        self.session.replayed(checkpoint, self.session.journal[checkpoint.entries :][: len(twin.journal)], recorder)
        twin.dice = DiceDocument(seed=seed).dice()
        document = position_document(twin)
        rolls_before = checkpoint.state.rolls.total
        faces = tuple(recorder.order[mark.state.rolls.total - rolls_before : total - rolls_before])
        if faces:
            dice = DiceDocument(faces=faces, turns=(TurnDocument(at=total, seed=seed),))
            document = document.model_copy(update={"dice": dice})
        return {"position": plain(document), "table": asdict(view_for(viewer, self.session))}

    def undo(self) -> None:
        """Undo the client's last answer and all since; bots then answer. Raise `NothingPending` if nothing is left."""
        session = self.session
        back = undo_effect(session, "free", self.bots)
        if back is None:
            raise NothingPending(_("you have no answer to undo"))
        session.rewind(len(session.journal) - back.entries)
        self.events_reported = min(self.events_reported, len(session.events))
        self.play_bots()

    def fork(self, viewer: str, kinds: Sequence[str] | None, seed: int) -> SeatedGame:
        """Return a copy with other dice, in which random facts replace those that `viewer` may not know."""
        twin = blind_fork(self.session, viewer, seed)
        copy = SeatedGame(twin, kinds or (HUMAN,) * len(self.kinds), seed, self.tries)
        copy.events_reported = len(twin.events)
        twin.guard = None  # a copy has no save that could grow too large
        return copy

    def answer(self, answer: Answer) -> None:
        """Answer for the client, then let bots answer; raise as `Session.answer` does, with the game unchanged."""
        decision = self.session.pending()
        if decision.player in self.bots:
            raise DocumentError("", "answer", _("{player} is a computer player - use undo", player=decision.player))
        self.session.answer(answer)
        self.play_bots()
