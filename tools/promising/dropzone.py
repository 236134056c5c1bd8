"""What promises of Dropzone Commander are held against: squads move, are measured, and are asked what they fire at."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from game import rulesets
from game.engine.core.decisions import Answer, Arrange, Choose
from game.engine.core.dice import KeyedDice
from game.engine.core.windows import PASS
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Claim
from game.engine.session import Session
from game.rulesets.dropzone.rules.features import house_at
from game.rulesets.dropzone.rules.letters import FIRE, FLY_ON, SILENT
from game.rulesets.dropzone.rules.setup import Setup
from game.rulesets.dropzone.rules.space import link
from game.rulesets.dropzone.rules.state import Squad, State, Unit
from game.table.lattice import Position
from tools.promising.book import Book, Keeping, Problems, considered, lively

WARMING: Final = 600
"""The most answers of the start of a battle, of which the thick of it is made."""
THICK: Final = 2
"""The round in which a game in the thick of it begins."""
CLAIMING: Final = 2.0
"""Inches within which units are at an objective (D-OBJ-3)."""
PASSES: Final = 40
"""The most answers until a squad is asked again."""


def begin(number: int) -> Session:
    """Return a game at its start, or every other one in the thick of it."""
    setup = _setup(number)
    state = _thick(number).clone() if number % 2 else None
    return Session(rulesets.load("dropzone"), setup, KeyedDice(number), state=state, history=False)


def _setup(number: int) -> Setup:
    ruleset = rulesets.load("dropzone")
    ground = random.Random(number).choice([each.name for each in ruleset.offers().maps])
    setup: Setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), map=ground))
    return setup


@cache
def _thick(number: int) -> State:
    """Return the state of a game in a round in which the forces have met."""
    session, rng = begin(number - 1), random.Random(number)
    while session.decision is not None and session.state.round < THICK and len(session.journal) < WARMING:
        session.answer(lively(session, session.decision, rng))
    state: State = session.marks[-1].state
    return state


class Checks(Keeping):
    """Checks what the move of a squad would mean."""

    def of(self, session: Session, answer: Answer) -> Problems:
        yield from super().of(session, answer)
        decision = session.pending()
        if isinstance(decision, Arrange) and isinstance(answer, list) and decision.about in session.state.squads:
            yield from self._moved(session, decision, answer)

    def _moved(self, session: Session, decision: Arrange, answer: Answer) -> Problems:
        layout: dict[str, Position] = {step.id: step.at for step in decision.steps(answer)}
        preview = session.ruleset.arranged(session.game, decision, layout)
        if preview is None:
            return
        claims: dict[str, list[Claim]] = defaultdict(list)
        yield from self.verdicts(preview.lines)
        for line in preview.lines:
            if line.claim is not None:
                claims[line.claim.kind].append(line.claim)
        twin = session.fork(7)
        twin.answer(answer)
        squad = twin.state.squads[decision.about]
        if not _is_asked_again(twin, squad) or not _stands(twin, squad, layout):
            return  # it boarded, went on, or was shot at before anybody could look
        yield from self._measured(twin, squad, claims)
        yield from self._silenced(session, twin, squad, claims["silenced"])
        if all(twin.state.units[name].facing == face for name, face in _faces(decision, layout).items()):
            if claims["fires at"]:
                yield from self._fires(twin, squad, claims["fires at"][0])
            yield from self._answers(twin, squad, claims["fired at by"])

    def _measured(self, twin: Session, squad: Squad, claims: Mapping[str, Sequence[Claim]]) -> Problems:
        """Hold coherency and objectives against what is measured here, from centre to centre (D-COH-1, D-OBJ-3)."""
        apart = not _is_one_group(twin, squad)
        yield from self.hold("incoherent", bool(claims["incoherent"]) == apart, f"{not apart} shown, {apart} measured")
        units = [unit for unit in _standing(twin, squad) if twin.game.sheet(unit).takes_objectives and not apart]
        gaps = {}
        for each in twin.state.objectives.values():
            if not (each.removed or each.carrier or house_at(twin.game.ruler.battlefield, each.x, each.y)):
                gaps[each.id] = min((math.dist((unit.x, unit.y), (each.x, each.y)) for unit in units), default=math.inf)
        shown = {each for claim in claims["at"] for each in claim.about}
        near = {name for name, gap in gaps.items() if gap <= CLAIMING + _spare(twin)}
        yield from self.hold("at", shown & gaps.keys() == near, f"{sorted(shown)} shown, {sorted(near)} measured")
        for claim in claims["objective"]:
            if claim.about[0] in gaps:
                yield from self.near("objective", claim.inches, gaps[claim.about[0]])
                yield from self.near("nearest", claim.inches, min(gaps.values()))

    def _silenced(self, before: Session, twin: Session, squad: Squad, claims: Sequence[Claim]) -> Problems:
        """Hold the weapons that a move silences against the inches that the units went (D-SHOOT-6)."""
        counted: dict[str, int] = defaultdict(int)
        for unit in twin.game.units_of(squad):
            was = before.state.units[unit.id]
            for weapon in twin.game.sheet(unit).weapons:
                limit = weapon.silent_beyond
                if limit is not None and not weapon.cq and _may_fire(before, was, weapon.name):
                    counted[weapon.name] += _is_beyond(twin, unit, limit) and not _is_beyond(twin, was, limit)
        shown = {claim.about[1]: claim.amount for claim in claims}
        found = {name: count for name, count in counted.items() if count}
        yield from self.hold("silenced", shown == found, f"{shown} shown, {found} counted")

    def _fires(self, twin: Session, squad: Squad, claim: Claim) -> Problems:
        """Hold whom a squad could fire at against the targets that it is offered when it shoots (D-SHOOT-3)."""
        found = _offered(twin.fork(3), squad.id)
        if found is not None:
            yield from self.hold("fires at", {*claim.about} == found, f"{claim.about} shown, {sorted(found)} offered")

    def _answers(self, twin: Session, squad: Squad, claims: Sequence[Claim]) -> Problems:
        """Hold the enemies that could fire at a squad against their targets, were it their activation now."""
        shown = {each for claim in claims for each in claim.about}
        for other in twin.state.squads.values():
            if other.owner == squad.owner or other.acted or not twin.game.present(other):
                continue
            acting = as_active(twin, other)
            found = _offered(acting, other.id) if acting is not None else None
            if found is not None:
                told, offered = other.id in shown, squad.id in found
                yield from self.hold("fired at", told == offered, f"{other.id}: {told} shown, {offered} offered")


def _is_asked_again(session: Session, squad: Squad) -> bool:
    """Stay in the air and pass on everything until a squad is asked for its next action; return whether it is."""
    for _answer in range(PASSES):
        decision = session.decision
        if decision is None or (decision.rule == "D-ACT-4" and decision.about == squad.id):
            return decision is not None
        key = next((each for each in (PASS, FLY_ON.key) if isinstance(decision, Choose) and decision.offers(each)), "")
        if not key:
            return False
        session.answer(key)
    return False


def _stands(session: Session, squad: Squad, layout: Mapping[str, Position]) -> bool:
    """Return whether all units of a squad stand where they were put."""
    units = [session.state.units[name] for name in squad.units if name in layout]
    return bool(units) and all(unit.on_table and (unit.x, unit.y) == (*layout[unit.id][:2],) for unit in units)


def _faces(decision: Arrange, layout: Mapping[str, Position]) -> dict[str, int]:
    """Return the facings that a preview supposes: it knows only where units go."""
    return {name: decision.turnings[name].middle(*spot) for name, spot in layout.items() if name in decision.turnings}


def _standing(session: Session, squad: Squad) -> list[Unit]:
    return [each for each in map(session.state.units.__getitem__, squad.units) if each.on_table]


def _is_one_group(session: Session, squad: Squad) -> bool:
    """Return whether the units of a squad are joined by links between centres (D-COH-1)."""
    units, most = _standing(session, squad), link(session.game.sheet_of(squad)) + _spare(session)
    groups = [{unit.id} for unit in units]
    for one in units:
        near = {other.id for other in units if math.dist((one.x, one.y), (other.x, other.y)) <= most}
        joined = [each for each in groups if each & near]
        groups = [set[str]().union(*joined), *(each for each in groups if each not in joined)]
    return len(groups) <= 1


def _spare(session: Session) -> float:
    """Return the inches by which a length may be longer than a rule allows."""
    inches: float = session.game.ruler.policy.short_by
    return inches


def _is_beyond(session: Session, unit: Unit, limit: float) -> bool:
    """Return whether a unit went too far this round to fire a weapon of that limit; 0 forbids pivots too."""
    return unit.moved > limit + _spare(session) or (not limit and unit.turned)


def _may_fire(session: Session, unit: Unit, weapon: str) -> bool:
    """Return whether a weapon may fire so far as its shots and the squad's embarking go (D-SPEC-LIM, D-TRANS-17)."""
    squad, sheet = session.game.squad_of(unit), session.game.sheet(unit)
    armed = next(each for each in sheet.weapons if each.name == weapon)
    limited, twin = armed.rules.get("limited"), armed.rules.get("alt")
    spent = limited is not None and unit.spent.get(weapon, 0) >= limited.value
    others = {each.name for each in sheet.weapons if twin is not None and each.rules.get("alt") == twin}
    late = squad.disembarked and armed.silent_beyond == 0.0
    return not (squad.embarked or spent or late or weapon in unit.fired or others & {*unit.fired})


def _offered(session: Session, squad: str) -> set[str] | None:
    """Return the squads at which a squad is offered to fire any of its weapons; None if it fights instead."""
    decision, found = session.decision, set[str]()
    if not isinstance(decision, Choose) or not decision.offers(FIRE.key):
        return found
    session.answer(FIRE.key)
    while isinstance(decision := session.decision, Choose) and decision.rule == "D-SHOOT-5":
        found |= {session.state.units[each.key].squad for each in decision.options if each.key in session.state.units}
        session.answer(SILENT.key)
    return None if decision is not None and decision.rule in ("D-CQ-2", "D-CQ-3") else found


def as_active(session: Session, squad: Squad) -> Session | None:
    """Return the game with an enemy squad asked for its first action; None if it is not asked."""
    state = session.state.clone()
    groups = [each for each in state.groups.values() if each.owner == squad.owner]
    group = next((each for each in groups if each.id == squad.group), groups[0])
    group.status, group.mode = "active", "deployed"
    state.step, state.player, state.group, state.squad, state.declared = "group", squad.owner, group.id, "", [squad.id]
    twin = Session(session.ruleset, session.setup, KeyedDice(1), state=state, history=False)
    decision = twin.decision
    if not isinstance(decision, Choose) or decision.rule != "D-BG-7" or not decision.offers(squad.id):
        return None
    twin.answer(squad.id)
    return twin if _is_asked_again(twin, twin.state.squads[squad.id]) else None


BOOK = Book(begin, lively, considered, Checks)
