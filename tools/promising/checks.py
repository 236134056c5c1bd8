"""The check of each promise that is shown before an answer; see `tools.promises`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from game.engine.core.decisions import Answer, Choose, Pick, Place
from game.engine.rulebook.view import Claim
from game.engine.session import Session
from game.rulesets.godbreakers.rules.events import Damaged, Fell, ObstaclesMet, ReadySpent, Tested
from game.rulesets.godbreakers.rules.state import Model
from game.table.placing.places import is_legal
from tools.promising.book import Problems
from tools.promising.dice import Case, cases, fresh, given
from tools.promising.odds import OddsChecks
from tools.promising.play import (
    act,
    as_active,
    choose,
    comes,
    controller_of,
    decline,
    engageable,
    free,
    others_came,
    proposals,
    reaches,
    tests_only,
)

OTHERS = 3
"""Hostile models whose way to a spot is looked for."""
TRIES = 24
"""Ends of a move that are tried for a witness."""


class Checks(OddsChecks):
    """Checks everything shown before an answer: previews, outlooks and odds."""

    def of(self, session: Session, answer: Answer) -> Problems:
        """Yield the faults in everything shown of an answer to the pending decision."""
        yield from super().of(session, answer)
        decision = session.pending()
        yield from self.odds(session, decision, answer)
        if isinstance(decision, Place) and isinstance(answer, list) and decision.about in session.state.models:
            yield from self._placement(session, decision, answer)

    # -- placements ----------------------------------------------------------------------------

    def _placement(self, session: Session, decision: Place, spot: list[Any]) -> Problems:
        lines = session.ruleset.preview(session.game, decision, *spot).lines
        claims: dict[str, list[Claim]] = defaultdict(list)
        yield from self.verdicts(lines)
        for line in lines:
            yield from self.hold("claimed", line.claim is not None, line.text)
            if line.claim is not None:
                claims[line.claim.kind].append(line.claim)
        active = session.state.active

        def after(twin: Session) -> Answer | None:
            pending = twin.pending()
            return [] if pending.rule == "G-MOVE-5" and isinstance(pending, Pick) else None

        every = cases(session.fork, fresh(lambda: given(spot, then=after)), tests_only)
        if any(others_came(session, case, decision.about) for case in every):
            return  # the rest of the setup follows by itself
        yield from self._tests(every, claims)
        yield from self._landing(session, decision, every, claims)
        yield from self._tokens(session, decision, spot, claims)
        yield from self._reactions(session, spot, every, claims)
        if decision.about == active:
            yield from self._fights(session, active, every, claims)
        for case in every[:1]:
            yield from self._others(session, decision, spot, case)

    def _tests(self, every: Sequence[Case], claims: dict[str, list[Claim]]) -> Problems:
        met = sorted(claim.about[1] for claim in claims["obstacle"])
        for case in every:
            found = sorted(name for event in case.of(ObstaclesMet) for name in event.obstacles)
            yield from self.hold("obstacle", found == met, f"{met} shown, {found} met")
            tested = [event.test for event in case.of(Tested)]
            shown = [claim.about[1] for claim in claims["test"]]
            yield from self.hold("test", tested == shown, f"{shown} shown, {tested} made")
        for claim in claims["test"]:
            good = sum((case.share for case in every if all(each.success for each in case.of(Tested))), Fraction(0))
            yield from self.near("test", claim.chances[0], good)
            hurt = {event.amount for case in every for event in case.of(Damaged) if event.rule == "G-MOVE-2"}
            wanted = {claim.amount} if claim.amount and good < 1 else set()
            yield from self.hold("failed test", hurt == wanted, f"{wanted} shown, {hurt} suffered")

    def _landing(
        self, session: Session, decision: Place, every: Sequence[Case], claims: dict[str, list[Claim]]
    ) -> Problems:
        for case in every:
            falls = [(event.model, str(event.end)) for event in case.of(Fell) if event.model == decision.about]
            hurt = sum(event.amount for event in case.of(Damaged) if event.rule == "G-ADV-4")
            shown = [claim.about for claim in claims["fall"]]
            yield from self.hold("fall", falls == shown, f"{shown} shown, {falls} fell")
            for claim in claims["fall"]:
                yield from self.hold("fall", hurt == claim.amount, f"{claim.amount} shown, {hurt} suffered")
            state, game = case.session.state, case.session.game
            model = state.models[decision.about]
            if not model.on_table or (state.step, state.round) != (session.state.step, session.state.round):
                continue  # it has left since, or a phase has gone by
            near = {piece.id for piece in game.present() if piece is not model and game.within(model, piece, 0)}
            told = {each for claim in claims["contact"] for each in claim.about[1:]}
            told = {each for each in told if game.piece(each) in game.present()}
            yield from self.hold("contact", near == told, f"{sorted(told)} shown, {sorted(near)} there")
        yield from self._controls(session, decision, every, claims["control"])

    def _controls(self, session: Session, decision: Place, every: Sequence[Case], claims: Sequence[Claim]) -> Problems:
        shown = {claim.about[0]: claim for claim in claims}
        quiet = [case for case in every if case.session.state.step == session.state.step]
        if any(claim.amount for claim in claims):
            return  # who is ready strikes before anybody can look
        if len(quiet) < len(every) or session.state.step == "resolution":
            return
        for marker in session.game.lying():
            claim = shown.get(marker.id)
            after = claim.about[1] if claim else controller_of(session, marker.id)
            share = sum((case.share for case in every if controller_of(case.session, marker.id) == after), Fraction(0))
            yield from self.near("control", claim.chances[0] if claim else 1.0, share)

    def _tokens(self, session: Session, decision: Place, spot: list[Any], claims: dict[str, list[Claim]]) -> Problems:
        shown = {each for claim in claims["tokens"] for each in claim.about[1:]}
        twin = session.fork(7)
        twin.answer(spot)
        asked = twin.decision
        found = set(asked.candidates) if isinstance(asked, Pick) and asked.rule == "G-MOVE-5" else set()
        yield from self.hold("tokens", shown == found, f"{sorted(shown)} shown, {sorted(found)} offered")

    def _reactions(
        self, session: Session, spot: list[Any], every: Sequence[Case], claims: dict[str, list[Claim]]
    ) -> Problems:
        shown = {each for claim in claims["reacts"] for each in claim.about[1:]}
        for case in every:
            asked, model = case.session.decision, case.session.state.models.get(session.state.active)
            spent = {event.model for event in case.of(ReadySpent)}
            waiting = set(asked.candidates) if isinstance(asked, Pick) and asked.rule == "G-ADV-1" else set()
            if model is not None and model.place == "ascended":
                continue
            if shown:
                yield from self.hold(
                    "reacts", shown >= spent | waiting and bool(spent | waiting), f"not {sorted(shown)}"
                )
            elif not claims["could react"]:
                yield from self.hold("no reaction", not spent | waiting, f"{sorted(spent | waiting)} reacted")

    # -- whom it could engage ------------------------------------------------------------------

    def _fights(self, session: Session, active: str, every: Sequence[Case], claims: dict[str, list[Claim]]) -> Problems:
        told = {each for kind in ("engage", "could engage") for claim in claims[kind] for each in claim.about[1:]}
        before = session.state.models[active]
        on_table = []
        for case in every:
            twin = case.session.fork()
            decline(twin, active)
            model = twin.state.models[active]
            if not model.on_table or model.die != before.die:
                on_table += [case] if model.on_table and free(twin, active) else []
                continue
            on_table.append(case)
            offered = engageable(twin, active) if free(twin, active) else set()
            yield from self.hold("could engage", told == offered, f"{sorted(told)} shown, {sorted(offered)} offered")
        for claim in claims["engage"]:
            lost = next((each for each in claims["lost"] if each.about == claim.about), None)
            yield from self.fight(session, active, on_table, claim, lost)

    # -- who could come ------------------------------------------------------------------------

    def _others(self, session: Session, decision: Place, spot: list[Any], case: Case) -> Problems:
        """Look for a way for each model that is said to come, and for one that is said not to."""
        *_, lines = ((), *session.ruleset.outlook(session.game, decision, *spot))
        yield from self.verdicts(lines)
        claims = {line.claim.kind: line.claim.about[1:] for line in lines if line.claim is not None}
        state = case.session.state
        model = state.models[decision.about]
        if not model.on_table or decision.test == "Obey!" or case.session.decision is None:
            return  # whose enemy it is is not settled yet
        last = state.round >= state.rounds
        if (state.step, state.round) != (session.state.step, session.state.round):
            return
        game = case.session.game
        hostile = list(game.hostiles(model))
        for other in self.rng.sample(hostile, min(OTHERS, len(hostile))):
            kinds = ("at once", "after a move", "next round")
            now, later, then = (other.id in claims.get(kind, ()) for kind in kinds)
            if other.id == state.active:
                continue  # it may act again at once, or not at all
            acted = other.activated or state.step in ("recovery", "recovering", "resolution")
            yield from self.hold("this round", not (acted and (now or later)), f"{other.name} has acted")
            yield from self.hold("next round", acted or not then, f"{other.name} has yet to act")
            if last and acted:
                yield from self.hold("too late", not then, f"{other.name} has acted")
                continue
            here = reaches(case.session, other.id, model.id)
            if acted:  # it comes next round, at once or after a move
                now, later = then and here, then
            yield from self.hold("at once", here == now, f"{other.name}: {now} shown, {here} found")
            if last and not other.godbreaker:
                yield from self.hold("too late", not later, f"{other.name} has one action")
            elif not here:
                ends = self._moved(case.session, other, model, likely=later)
                # As they are now: a Triumph on the way may lengthen a reach.
                found = any(
                    comes(twin, other.id, model.id) for twin in ends if twin.game.piece(other.id).die == other.die
                )
                yield from self.hold("after a move", found == later, f"{other.name}: {later} shown, {found} found")

    def _moved(self, session: Session, other: Model, model: Model, *, likely: bool) -> Iterator[Session]:
        """Yield the game after moves of a model that come as near to another as they can, `likely` ones first."""
        twin = as_active(session, other.id)
        spots = proposals(twin.game, other.id, model.id) if likely else []
        if not (choose(twin, f"approach:{model.id}") if other.wild else act(twin, "move")):
            return
        levels = [option.key for option in twin.decision.options] if isinstance(twin.decision, Choose) else [""]
        for level in levels:
            at = twin.fork()
            if level:
                at.answer(level)
            place = at.pending()
            assert isinstance(place, Place)
            for number in range(TRIES):
                turn = [self.rng.uniform(-1.5, 1.5) for _ in range(2)] if number else [0.0, 0.0]
                spot = place.region.nearest((model.x + turn[0], model.y + turn[1]))
                if number < len(spots) and is_legal(place.region, spots[number]):
                    spot = spots[number]
                if spot is not None:
                    end = at.fork(number)
                    end.answer([spot.x, spot.y])
                    if end.state.models[other.id].on_table:
                        yield end
