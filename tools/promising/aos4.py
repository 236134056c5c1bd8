"""What promises of Age of Sigmar are held against: arrangements are made, and then measured, shot and charged from."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from fractions import Fraction
from pathlib import Path
from typing import Final

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.decisions import Answer, Arrange, Choose
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Claim, OddsView
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session
from game.rulesets.aos4.documents.timing import PHASES
from game.rulesets.aos4.rules import events
from game.rulesets.aos4.rules.state import Unit
from game.table.documents import maps_for
from game.table.lattice import Position
from game.table.path.region import PathRegion
from tools.promising.book import Book, Keeping, Problems, considered, lively
from tools.promising.dice import Case, TooMany, cases, fresh, given

MOMENT: Final = Path(__file__).resolve().parents[2] / "tests" / "positions" / "aos4-melee.json"
"""Both armies close to each other."""
REACH: Final = 3.001
"""Inches of combat range, with the tolerance (A-RANGE-1, A-GEO-4)."""
MOST: Final = 400
"""Ways that dice may fall after an answer that are gone through."""


def begin(number: int) -> Session:
    """Return a game at its start, or every other one in the thick of it."""
    ruleset = rulesets.load("aos4")
    if number % 2:
        begun = start_of(load_document(MOMENT, PositionDocument), rulesets.find, "aos4-melee")
        return Session(ruleset, begun.setup, KeyedDice(number), state=begun.state.clone(), history=False)
    ground = random.Random(number).choice([path.stem for path in maps_for("aos4")])
    return Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), map=ground)), KeyedDice(number), history=False)


class Checks(Keeping):
    """Checks what an arrangement of a unit would mean, and the odds of charges and casts."""

    def of(self, session: Session, answer: Answer) -> Problems:
        yield from super().of(session, answer)
        decision = session.pending()
        if isinstance(decision, Arrange) and isinstance(answer, list):
            yield from self._arranged(session, decision, answer)
        elif isinstance(decision, Choose) and isinstance(answer, str):
            yield from self._odds(session, answer)

    # -- arrangements --------------------------------------------------------------------------

    def _arranged(self, session: Session, decision: Arrange, answer: Answer) -> Problems:
        layout: dict[str, Position] = {step.id: step.at for step in decision.steps(answer)}
        preview = session.ruleset.arranged(session.game, decision, layout)
        assert preview is not None
        claims: dict[str, list[Claim]] = defaultdict(list)
        yield from self.verdicts(preview.lines)
        for line in preview.lines:
            if line.claim is not None:
                claims[line.claim.kind].append(line.claim)
        twin = session.fork(7)
        begun = len(twin.events)
        twin.answer(answer)
        if any(isinstance(event, events.Slain | events.Destroyed) for event in twin.events[begun:]):
            return  # blows were struck before anything was asked
        unit = next((each for each in twin.state.units.values() if {*layout} & {*each.at}), None)
        where = {} if unit is None else {model: tuple(at) for model, at in unit.at.items()}
        if unit is None or any(where.get(model) != (at[0], at[1]) for model, at in layout.items()):
            return  # some of its models were slain, or it went on
        yield from self.hold("split", not claims["split"], "a legal answer is said to split its unit")
        yield from self._near(twin, unit, preview.contacts, claims)
        yield from self._objectives(twin, unit, claims["objective"])
        yield from self._charges(session, decision, answer, claims)
        yield from self._could_charge(twin, unit, claims["could charge"])
        if twin.state.step == "phase":
            yield from self._shots(twin, unit, [*claims["shoots"], *claims["covered"]])

    def _near(self, twin: Session, unit: Unit, contacts: tuple[str, ...], claims: dict[str, list[Claim]]) -> Problems:
        """Hold combats with those in sight against the gaps between bases, measured here (A-RANGE-2, A-GEO-3)."""
        shown = {each for claim in claims["in combat"] for each in claim.about}
        gone = {each for claim in claims["out of combat"] for each in claim.about}
        near, models = set[str](), set[str]()
        for enemy in [each for each in twin.game.enemies(unit) if twin.game.seeing.units(unit, each)]:
            for model in enemy.at:
                if any(gap_of(twin, unit, own, enemy, model) <= REACH for own in unit.at):
                    models.add(model)
                    near.add(enemy.id)
        if not {each.besieges for each in twin.state.units.values()} - {""} and twin.game.fights(unit):
            yield from self.hold("combat", shown == near, f"{sorted(shown)} shown, {sorted(near)} near")
            yield from self.hold("contacts", {*contacts} == models, f"{sorted(contacts)} shown, {sorted(models)} near")
        yield from self.hold("left", not gone & near, f"{sorted(gone & near)} are near")

    def _objectives(self, twin: Session, unit: Unit, claims: list[Claim]) -> Problems:
        for claim in claims:
            marker = twin.setup.objectives[claim.about[0]]
            radius = {model: disc.radius for model, disc in zip(unit.at, twin.game.positions.bases(unit).footprints)}
            near = sum(
                math.dist(at, marker[:2]) - radius[model] - marker.radius <= REACH for model, at in unit.at.items()
            )
            yield from self.hold("objective", near == claim.amount, f"{claim.amount} shown, {near} near")

    def _charges(self, session: Session, decision: Arrange, answer: Answer, claims: dict[str, list[Claim]]) -> Problems:
        """Hold that a charge reaches somebody, or nobody, against what it then is called (A-CHG-5, A-CHG-6)."""
        if decision.rule != "A-CHG-4":
            yield from self.hold("no charge", not claims["charges"] and not claims["no charge"], "of another move")
            return
        twin = session.fork(5)
        before = len(twin.events)
        twin.answer(answer)
        came = any(isinstance(event, events.Charged) for event in twin.events[before:])
        yield from self.hold("charges", bool(claims["charges"]) == came, f"{claims['charges']} shown, {came}")

    def _could_charge(self, twin: Session, unit: Unit, claims: list[Claim]) -> Problems:
        """Hold a charge as the crow flies against the nearest two bases and the throws of two dice (A-CHG-2)."""
        for claim in claims:
            enemy, bonus = twin.state.units[claim.about[1]], twin.game.bonus(unit, "charge")
            gap = min(gap_of(twin, unit, own, enemy, model) for own in unit.at for model in enemy.at)
            rolls = [a + b for a in range(1, 7) for b in range(1, 7)]
            enough = [max(0, roll + bonus) + 0.5 + 0.001 >= gap for roll in rolls]
            yield from self.near("could charge", claim.chances[0], sum(enough) / 36)
            least = min((roll for roll, good in zip(rolls, enough, strict=True) if good), default=13)
            yield from self.hold("needs", least == claim.amount, f"{claim.amount} shown, {least} needed")

    def _shots(self, twin: Session, unit: Unit, claims: list[Claim]) -> Problems:
        """Hold who could shoot at whom against the targets that are offered then (A-TGT-1)."""
        shown = {claim.about[:2] for claim in claims}
        for enemy in twin.game.enemies(unit):
            offered = targets_of(twin, enemy)
            if offered is not None:
                told, found = (enemy.id, unit.id) in shown, unit.id in offered
                yield from self.hold("shot at", told == found, f"{enemy.id}: {told} shown, {found} offered")
        own = {target for shooter, target in shown if shooter == unit.id}
        offered = targets_of(twin, unit)
        if own and offered is not None:
            yield from self.hold("shoots", own == offered, f"{sorted(own)} shown, {sorted(offered)} offered")

    # -- odds ----------------------------------------------------------------------------------

    def _odds(self, session: Session, answer: str) -> Problems:
        found = session.ruleset.odds(session.game, session.pending(), answer)
        if found is None:
            return
        shown = {each.claim.kind: each.share for each in (*found.outcomes, *found.chances) if each.claim is not None}
        yield from self._charged(session, answer, shown)
        yield from self._casts(session, answer, shown)
        yield from self._chants(session, answer, shown)
        yield from self._inches(session, answer, found)

    def _charged(self, session: Session, answer: str, shown: dict[str, float]) -> Problems:
        """Hold the chance of a charge to reach somebody against the rolls after which there is an arrangement."""
        if "charge" not in shown:
            return
        every = self._played(session, answer, "charge")
        if every:
            good = sum(case.share for case in every if not case.of(events.ReachedNobody))
            yield from self.near("charge", shown["charge"], good)

    def _casts(self, session: Session, answer: str, shown: dict[str, float]) -> Problems:
        """Hold the chances that a spell fails or is miscast, or is cast at all, against its rolls (A-MAG-3)."""
        if {"cast", "miscast"} & shown.keys():
            yield from self._rolled(session, answer, shown, "cast", events.CastRolled, ("miscast", "failed"))

    def _chants(self, session: Session, answer: str, shown: dict[str, float]) -> Problems:
        """Hold the chances that a prayer fails against its rolls (A-PRAY-2)."""
        if "answered" in shown:
            yield from self._rolled(session, answer, shown, "chant", events.Chanted, ("failed",))

    def _rolled(
        self,
        session: Session,
        answer: str,
        shown: dict[str, float],
        purpose: str,
        kind: type[events.CastRolled] | type[events.Chanted],
        outcomes: tuple[str, ...],
    ) -> Problems:
        every = self._played(session, answer, purpose)
        rolled = [(case.share, each) for case in every for each in case.of(kind)[:1]]
        if rolled and sum(share for share, _event in rolled) == 1:
            for outcome in outcomes:
                good = sum(share for share, event in rolled if event.outcome == outcome)
                yield from self.near(outcome, shown.get(outcome, 0.0), good)

    def _inches(self, session: Session, answer: str, found: OddsView) -> Problems:
        """Hold the inches of a run or a redeployment against what the unit is then asked to go (A-AB-2, A-AB-15)."""
        shown = next((each.shares for each in found.spreads if each.claim and each.claim.kind == "inches"), None)
        purpose = answer.partition(" ")[0]
        if shown is None or purpose not in ("run", "redeploy"):
            return
        counted: dict[int, Fraction] = defaultdict(Fraction)
        for case in self._played(session, answer, purpose):
            asked = case.session.decision
            if not isinstance(asked, Arrange):
                return
            regions = [each.ends for each in asked.arrangements.members if isinstance(each.ends, PathRegion)]
            counted[round(max(region.policies[0].budget for region in regions))] += case.share
        for inches in range(len(shown)) if counted else ():
            yield from self.near("inches", shown[inches], counted[inches])

    def _played(self, session: Session, answer: str, purpose: str) -> list[Case]:
        """Return every case of the dice of a purpose, the first answer given and all that can be passed on."""

        def after(twin: Session) -> Answer | None:
            decision = twin.pending()
            if isinstance(decision, Choose) and decision.rule == "A-REACT-2":
                return PASS
            if isinstance(decision, Choose) and decision.rule == "A-ABIL-4":
                return decision.options[0].key
            return None

        policy = fresh(lambda: given(answer, then=after))
        try:
            return cases(session.fork, policy, lambda key: f"/{purpose}" in key, most=MOST, rerolls=1)
        except TooMany:
            return []


def gap_of(session: Session, unit: Unit, own: str, enemy: Unit, model: str) -> float:
    """Return the inches between two models (A-GEO-3)."""
    radii = 0.0
    for each, name in ((unit, own), (enemy, model)):
        radii += dict(zip(each.at, session.game.positions.bases(each).footprints, strict=True))[name].radius
    return math.dist(unit.at[own], enemy.at[model]) - radii


def targets_of(session: Session, unit: Unit) -> set[str] | None:
    """Return the units that a unit is offered to shoot at, were it its shooting phase now; None if it may not shoot."""
    state = session.state.clone()
    state.step, state.phase, state.window, state.active = "phase", PHASES.index("shooting"), "active", unit.owner
    twin = Session(session.ruleset, session.setup, KeyedDice(1), state=state, history=False)
    decision = twin.decision
    key = next((each.key for each in getattr(decision, "options", ()) if each.key == f"shoot {unit.id}"), None)
    if key is None:
        return None
    twin.answer(key)
    decision = twin.decision
    if isinstance(decision, Choose) and decision.rule in ("A-AB-4", "A-AB-6"):
        return {option.key for option in decision.options if option.key in state.units}
    return {event.target for event in twin.events if isinstance(event, events.Attacked)} or None


BOOK = Book(begin, lively, considered, Checks)
