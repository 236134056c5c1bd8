"""A rulebook of units: one is set up, both move past a palisade and each other's zones, then one charges or not."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.engine.core.decisions import Arrange, Decision, Option
from game.engine.core.dice import Dice, KeyedDice, roll_die
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.rulebook.view import Line, PieceView, PlayerView, Preview, ReachView, TableView
from game.engine.session import Session
from game.table.lattice import Position, position
from game.table.layout.judge import LegalArrangements
from game.table.layout.moving import UnitMove
from game.table.layout.policy import Coherency, Demand, LayoutPolicy, Member
from game.table.layout.setting_up import SetUp
from game.table.layout.steps import ends_of
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.path.policy import Ground, PathPolicy, base
from game.table.path.region import PathRegion
from game.table.placing.condition import AnyOf
from game.table.placing.conditions import ClearOf, OnTable
from game.table.placing.region import Region
from game.table.placing.rings import Ring
from game.table.shapes import Disc
from game.table.terrain.area import polygons_of
from game.table.terrain.battlefield import Barricade, Battlefield, Piece
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState

PALISADE = Piece("palisade", "Palisade", barricades=(Barricade(((9, 8), (15, 8)), 0.5, True, "Palisade", "palisade"),))
FIELD = Battlefield(24.0, 18.0, (PALISADE,), name="The meadow")
RULER = Ruler(FIELD, MeasuringPolicy())
COUNTS = {"pikes": 5, "riders": 10}
RADII = {"pikes": 0.5, "riders": 0.63}
NAMES = {"pikes": "Pike", "riders": "Rider"}
LINK, ZONE, CAMP = 0.5, 3.0, 5.0
MOVES = {"pikes": 5.0, "riders": 6.0}
CHARGE = 9.0
QUESTIONS = ("set up pikes", "move pikes", "move riders", "move pikes", "move riders", "charge pikes")


def models(unit: str) -> list[str]:
    """The models of a unit."""
    return [f"{unit}-{number}" for number in range(1, COUNTS[unit] + 1)]


def ranks(unit: str, x: float, y: float, step: float = 1.5, files: int = 5) -> dict[str, Position]:
    """A unit in ranks, from its first model at (x, y) on."""
    spots = [(x + at % files * step, y + at // files * step) for at in range(COUNTS[unit])]
    return {model: position(*spot) for model, spot in zip(models(unit), spots)}


@dataclass(eq=False)
class UnitState(ToyState):
    spots: dict[str, tuple[float, float]] = field(
        default_factory=lambda: {model: (at.x, at.y) for model, at in ranks("riders", 9.0, 14.0).items()}
    )


@dataclass
class UnitGame(ToyGame):
    ruler: Ruler = RULER

    def disc(self, piece: str) -> Disc:
        unit, number = piece.split("-")
        return Disc(*self.state.spots[piece], RADII[unit], f"{NAMES[unit]} {number}")

    def standing(self, unit: str) -> list[Disc]:
        """The models of a unit on the table."""
        return [self.disc(model) for model in models(unit) if model in self.state.spots]

    def setting_up(self, unit: str) -> SetUp:
        """The arrangements of a unit in its camp."""
        radius = RADII[unit]
        clear = ClearOf(self.standing("riders"), radius, "overlaps a base", "U-2")
        region = Region(radius, (OnTable(Battlefield(FIELD.width, CAMP, ()), radius, "U-1"), clear))
        wanted = ranks(unit, 4.0, 2.0)
        members = [
            Member(name, Disc(*wanted[name], radius, f"{NAMES[unit]} {number}"), region)
            for number, name in enumerate(models(unit), 1)
        ]
        return SetUp(LayoutPolicy(tuple(members), coherency(unit), (), "U-2"))

    def moving(self, unit: str, *, charge: bool = False) -> UnitMove:
        """The moves of a unit; in a charge it may come near the other one, and has to."""
        radius, foes = RADII[unit], self.standing("pikes" if unit == "riders" else "riders")
        grounds = [base(each, "U-5", 0.0 if charge else ZONE) for each in foes]
        grounds += [Ground("Palisade", part, "U-6", solid=True) for part in polygons_of(PALISADE.shape)]
        budget = CHARGE if charge else MOVES[unit]
        bounds = (0.0, 0.0, FIELD.width, FIELD.height)
        policy = PathPolicy(radius, budget, bounds, tuple(grounds), rule="U-4")
        starts = {name: position(*self.state.spots[name]) for name in models(unit)}
        members = tuple(Member(name, self.disc(name), PathRegion(at, policy)) for name, at in starts.items())
        demands = [Demand(dict.fromkeys(starts, near_any(foes, radius)))] if charge else []
        return UnitMove(LayoutPolicy(members, coherency(unit), tuple(demands), "U-3"), starts, "U-7")


def coherency(unit: str) -> Coherency:
    """What holds a unit together."""
    return Coherency(LINK, 2 if COUNTS[unit] >= 7 else 1, "U-8")


def near_any(foes: list[Disc], radius: float) -> AnyOf:
    """Being within half an inch of any of some foes."""
    return AnyOf([Ring(foe, foe.radius + radius + LINK, rule="U-9") for foe in foes])


class Units(Toy):
    """The rulebook; ann leads the pikes, bob the riders, one player both."""

    name, title, state_type = "units", "Units", UnitState

    def game(self, setup: ToySetup, state: ToyState, dice: Dice) -> UnitGame:
        return UnitGame(setup, state, dice)

    def question(self, game: UnitGame, number: int) -> Arrange:
        """The question of this number."""
        what, unit = QUESTIONS[number].rsplit(" ", 1)
        player = game.setup.players[0 if unit == "pikes" else -1]
        legal: LegalArrangements
        legal = game.setting_up(unit) if what == "set up" else game.moving(unit, charge=what == "charge")
        decline = (Option("decline", "Do not charge", "U-9"),) if what == "charge" else ()
        return Arrange(
            player=player,
            prompt=f"{what.capitalize()} the {unit}",
            rule="U-1" if what == "set up" else "U-4",
            about=unit,
            arrangements=legal,
            shortcuts=decline,
        )

    def play(self, game: ToyGame) -> Flow:
        assert isinstance(game, UnitGame)
        state = game.state
        yield CHECKPOINT
        while len(state.answers) < len(QUESTIONS):
            asked = self.question(game, len(state.answers))
            answer = yield asked
            state.answers.append(answer)
            if not isinstance(answer, str):
                state.spots.update({name: (at.x, at.y) for name, at in ends_of(asked.steps(answer)).items()})
            game.events.append(Answered(asked.player, f"{asked.prompt}: {len(answer)}"))
            if len(state.answers) == len(QUESTIONS):
                lucky = roll_die(game.dice, state.rolls, 6, "luck").result > 3
                state.winners = [game.setup.players[0 if lucky else -1]]
            yield CHECKPOINT

    def violations(self, game: ToyGame) -> list[str]:
        assert isinstance(game, UnitGame)
        discs = [*game.standing("pikes"), *game.standing("riders")]
        return [
            f"{one.name} overlaps {other.name}"
            for number, one in enumerate(discs)
            for other in discs[:number]
            if math.dist(one[:2], other[:2]) < one.radius + other.radius - 1e-6
        ]

    def view(self, game: ToyGame) -> TableView:
        assert isinstance(game, UnitGame)
        players = game.setup.players
        owners = {"pikes": players[0], "riders": players[-1]}
        pieces = tuple(
            PieceView(piece, disc.name, "base", disc.x, disc.y, disc.radius, owners[unit], unit, details=(DETAIL,))
            for piece, disc, unit in ((each, game.disc(each), each.split("-")[0]) for each in sorted(game.state.spots))
        )
        plates = tuple(PlayerView(each, each.title(), hue, 1) for each, hue in zip(players, ("#3f8fd2", "#d9653b")))
        won = f"{game.state.winners[0].title()} wins" if game.state.winners else ""
        return TableView("Units", "Round 1 of 1", ("Move", "End"), int(won != ""), plates, pieces, won)

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> Preview:
        return Preview(())

    def arranged(self, game: ToyGame, decision: Arrange, layout: Mapping[str, Position]) -> Preview:
        """Who is within a zone of the other unit, and how near they come to it."""
        assert isinstance(game, UnitGame)
        unit = decision.about
        spots = {**game.state.spots, **layout}
        foes = {foe: game.disc(foe) for foe in models("pikes" if unit == "riders" else "riders") if foe in spots}
        gaps = {
            foe: min(math.dist(spots[model], disc[:2]) for model in models(unit) if model in spots)
            for foe, disc in foes.items()
        }
        reach = RADII["pikes"] + RADII["riders"] + ZONE
        contacts = tuple(foe for foe, gap in gaps.items() if gap <= reach)
        return Preview((Line(f"meets {len(contacts)}", "U-5"),), contacts)

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        assert isinstance(game, UnitGame)
        unit = piece.partition("-")[0]
        if any(model not in game.state.spots for each in COUNTS for model in models(each)):
            return ReachView()
        ends = next(member.ends for member in game.moving(unit).members if member.id == piece)
        assert isinstance(ends, PathRegion)
        return ReachView(ends)


DETAIL = Line("moves as a unit", "U-4")
RULESET: Any = Units()


def unit_session(question: int = 0, players: tuple[str, ...] = ("ann", "bob")) -> Session:
    """A game of it that asks its question of this number first; the pikes stand where they are first wanted."""
    state = UnitState(answers=[[]] * question)
    if question:
        state.spots.update({name: (at.x, at.y) for name, at in ranks("pikes", 4.0, 2.0).items()})
    return Session(RULESET, ToySetup(players=players), KeyedDice(1), state=state)


def arranged(session: Session) -> Arrange:
    """The arrangement that a game asks for."""
    decision = session.pending()
    assert isinstance(decision, Arrange)
    return decision
