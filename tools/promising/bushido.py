"""What promises of Bushido are held against: models are put where they may go, and then met, seen and shot at."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from pathlib import Path
from typing import Final

from game import rulesets
from game.documents.reading import load_document
from game.engine.core.decisions import Answer, Choose, Pick, Place
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Claim, Line
from game.engine.saving.documents import PositionDocument
from game.engine.saving.loading import start_of
from game.engine.session import Session
from game.rulesets.bushido.rules import events
from game.rulesets.bushido.rules.actions.fighting import targets
from game.rulesets.bushido.rules.actions.moving import STAND
from game.rulesets.bushido.rules.moving.sight import sees
from game.rulesets.bushido.rules.state import Model
from game.table.documents import maps_for
from game.table.path.region import PathRegion
from tools.promising.book import Book, Keeping, Problems, considered, lively

MOMENT: Final = Path(__file__).resolve().parents[2] / "tests" / "positions" / "bushido-melee.json"
"""Both warbands close to each other."""
ALIKE: Final = 0.005
"""Inches by which two paths to the same spot may differ."""
TOUCH: Final = 0.001
"""Inches from which bases do not touch any more (B-GEO-3)."""
PASSES: Final = 8
"""Windows that are passed until somebody may act."""


def begin(number: int) -> Session:
    """Return a game at its start, or every other one in the thick of it."""
    ruleset = rulesets.load("bushido")
    if number % 2:
        begun = start_of(load_document(MOMENT, PositionDocument), rulesets.find, "bushido-melee")
        return Session(ruleset, begun.setup, KeyedDice(number), state=begun.state.clone(), history=False)
    rng = random.Random(number)
    scenario = rng.choice([offer.name for offer in ruleset.offers().scenarios])
    plan = GamePlan(("Ann", "Bob"), scenario, rng.choice([path.stem for path in maps_for("bushido")]))
    return Session(ruleset, ruleset.new_setup(plan), KeyedDice(number), history=False)


class Checks(Keeping):
    """Checks what a spot of a model would mean, and who could then do what to it."""

    def of(self, session: Session, answer: Answer) -> Problems:
        yield from super().of(session, answer)
        decision = session.pending()
        model = session.state.models.get(decision.about)
        if isinstance(decision, Place) and isinstance(answer, list) and model is not None and model.on_table:
            yield from self._placed(session, decision, model, answer)

    def _placed(self, session: Session, decision: Place, model: Model, answer: Answer) -> Problems:
        x, y, _facing = decision.pose(answer)
        settled = decision.settled(answer)
        preview = session.ruleset.preview(session.game, settled, x, y)
        claims = claims_of(preview.lines)
        *_, last = ((), *session.ruleset.outlook(session.game, settled, x, y))
        yield from self.verdicts((*preview.lines, *last))
        twin = session.fork(7)
        begun = len(twin.events)
        twin.answer(answer)
        moved = [each for each in twin.events[begun:] if isinstance(each, events.Moved) and each.model == model.id]
        if preview.path and moved:
            # A fork looks for a path anew, and may find one that is as good.
            close = abs(preview.inches - moved[0].inches) < ALIKE
            yield from self.hold("inches", close, f"{preview.inches} shown, {moved[0].inches} gone")
            yield from self.hold("path", abs(preview.inches - decision.path(answer).recorded) < 1e-6, str(preview.path))
        there = twin.state.models[model.id]
        if not there.on_table or math.dist((there.x, there.y), (x, y)) > 1e-3:
            return  # it was thrown, fell or was guarded against
        yield from self._near(twin, there, preview.contacts, claims)
        if at_rest(twin) and (there.x, there.y) == (twin.state.models[model.id].x, twin.state.models[model.id].y):
            yield from self._others(twin, there.id, claims_of(last), preview.contacts)

    def _near(self, twin: Session, model: Model, contacts: tuple[str, ...], claims: dict[str, list[Claim]]) -> Problems:
        """Hold contacts and distances against those measured here (B-GEO-3)."""
        gaps = {each.id: gap_of(model, each) for each in twin.game.on_table() if each is not model}
        touched = {name for name, gap in gaps.items() if gap <= TOUCH}
        yield from self.hold("contacts", {*contacts} == touched, f"{sorted(contacts)} shown, {sorted(touched)} there")
        enemies = {each.id: max(0.0, gaps[each.id]) for each in twin.game.enemies(model)}
        gone = {each for claim in claims["nearest"] for each in claim.about} - enemies.keys()
        for claim in claims["contact"]:
            met = touched & enemies.keys()
            yield from self.hold("contact", {*claim.about} == met, f"{claim.about} shown, {sorted(met)} there")
        for claim in claims["nearest"] if not gone else ():  # somebody bled to death since
            yield from self.hold("nearest", abs(min(enemies.values()) - claim.inches) < 2e-4, f"{claim} of {enemies}")
        lying = [max(0.0, gap_of(model, each)) for each in twin.state.objectives.values() if each.on_table]
        for claim in claims["objective"]:
            yield from self.hold("objective", abs(min(lying) - claim.inches) < 2e-4, f"{claim} of {lying}")

    def _others(self, twin: Session, name: str, claims: dict[str, list[Claim]], contacts: tuple[str, ...]) -> Problems:
        """Hold who sees whom, and who of those that are not met already could come."""
        model = twin.state.models[name]
        for kind, seen in (
            ("seen by", {each.id for each in twin.game.enemies(model) if sees(twin.game, each, model)}),
            ("sees", {each.id for each in twin.game.enemies(model) if sees(twin.game, model, each)}),
        ):
            for claim in claims[kind]:
                yield from self.hold(kind, {*claim.about} == seen, f"{sorted(claim.about)} shown, {sorted(seen)} there")
        shown = {kind: {each.about[0] for each in claims[kind]} for kind in ("charges", "fights", "near")}
        for enemy in [each.id for each in twin.game.enemies(model) if not each.exhausted]:
            acting = as_active(twin, enemy)
            if acting is None:
                continue
            offered = {option.key.rpartition(" ")[2] for option in acting.pending().options}  # type: ignore[attr-defined]
            foe, other = acting.state.models[enemy], acting.state.models[name]
            charged = "charge" in offered and other in targets(acting.game, foe, charge=True)
            fought = "melee" in offered and melee_reaches(acting, enemy, name)
            if enemy in shown["charges"]:
                yield from self.hold("charges", charged, f"{enemy} cannot charge it")
            if enemy in shown["fights"]:
                yield from self.hold("fights", fought, f"{enemy} cannot fight it")
            if not any(enemy in each for each in (contacts, *shown.values())):
                yield from self.hold("does not come", not charged and not fought, f"{enemy}: {charged}, {fought}")
            yield from self._shots(acting, enemy, name, claims, "ranged" in offered)

    def _shots(self, acting: Session, enemy: str, name: str, claims: dict[str, list[Claim]], offered: bool) -> Problems:
        """Hold what an enemy needs to hit against the odds that it is shown when it shoots from where it stands."""
        told = {each.about[2]: each.amount for each in claims["shoots"] if each.about[0] == enemy}
        hidden = any(each.about[0] == enemy for kind in ("concealed", "shoots after a walk") for each in claims[kind])
        if not offered:
            yield from self.hold("no shot", not told, f"{enemy} cannot shoot now")
            return
        weapons = [each.name for each in acting.game.weapons(acting.state.models[enemy], "ranged")]
        for weapon in weapons:
            needed = shot_needs(acting, enemy, weapon, name)
            if needed is not None and (weapon in told or not hidden):
                yield from self.hold("shoots", told.get(weapon, 0) == needed, f"{enemy}: {told} shown, {needed} needed")


def claims_of(lines: tuple[Line, ...]) -> dict[str, list[Claim]]:
    """Return the claims of some lines by their kinds."""
    claims: dict[str, list[Claim]] = defaultdict(list)
    for line in lines:
        if line.claim is not None:
            claims[line.claim.kind].append(line.claim)
    return claims


def gap_of(one: Model, other: Model) -> float:
    """Return the inches between two bases."""
    return math.dist((one.x, one.y), (other.x, other.y)) - one.radius - other.radius


def at_rest(session: Session) -> bool:
    """Pass on windows until somebody may act; say whether it came to that."""
    for _window in range(PASSES):
        decision = session.decision
        if decision is None or decision.rule == "B-MAIN-3":
            return decision is not None
        if not (isinstance(decision, Choose) and decision.offers(PASS)):
            return False
        session.answer(PASS)
    return False


def as_active(session: Session, enemy: str) -> Session | None:
    """Return the game with a model about to declare an action; None if it may not act."""
    state = session.state.clone()
    state.step, state.active, state.active_player = "activation", "", state.models[enemy].side
    twin = Session(session.ruleset, session.setup, KeyedDice(1), state=state, history=False)
    if not at_rest(twin):
        return None
    if isinstance(twin.decision, Pick):
        if enemy not in twin.decision.candidates:
            return None
        twin.answer([enemy])
    named = [option.key.rpartition(" ")[0] for option in getattr(twin.decision, "options", ())]
    return twin if enemy in named else None


def melee_reaches(session: Session, enemy: str, name: str) -> bool:
    """Say whether a model that declares Melee is offered another, or meets it as the only one."""
    twin = session.fork(3)
    twin.answer(f"{enemy} melee")
    if isinstance(twin.decision, Choose) and twin.decision.rule == "AMB-31":  # it takes Ki to reach it
        twin.answer(twin.decision.options[0].key)
    decision = twin.decision
    if isinstance(decision, Pick) and decision.about == enemy:
        return name in decision.candidates
    if isinstance(decision, Place) and decision.about == enemy and isinstance(decision.region, PathRegion):
        there = twin.state.models[name]
        goals = [policy.goal for policy in decision.region.policies if policy.goal is not None]
        return any(math.dist(goal[:2], (there.x, there.y)) < TOUCH for goal in goals)
    bout = twin.game.bout
    return bout is not None and name in {bout.activating.model.id, bout.opponent.model.id}


def shot_needs(session: Session, enemy: str, weapon: str, name: str) -> int | None:
    """Return what a model needs to hit another from where it stands, 0 if it is not offered; None if it is unclear."""
    twin = session.fork(3)
    twin.answer(f"{enemy} ranged")
    for key in (STAND, weapon):
        decision = twin.decision
        if isinstance(decision, Choose) and decision.about == enemy and decision.offers(key):
            twin.answer(key)
    decision = twin.decision
    if not isinstance(decision, Pick) or decision.rule != "B-RNG-1" or decision.about != enemy:
        return None
    if name not in decision.candidates:
        return 0
    found = twin.ruleset.odds(twin.game, decision, [name])
    cells = [
        row.cells for grid in (found.grids if found is not None else ()) for row in grid.rows if grid.title == weapon
    ]
    return int(cells[0][0]) if cells and cells[0][0].isdecimal() else 0


BOOK = Book(begin, lively, considered, Checks)
