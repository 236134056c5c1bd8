"""A rulebook of units: 200 models in 24 of them on the largest table; questions about units and about their models."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from game.engine.core.decisions import Allocate, Choose, Decision, Option, Order, Pick
from game.engine.core.dice import Dice, KeyedDice
from game.engine.core.flow import CHECKPOINT, Flow
from game.engine.rulebook.ruleset import Terms
from game.engine.rulebook.view import Line, PieceView, PlayerView, ReachView, TableView, UnitView
from game.engine.session import Session
from game.lengths import Unit
from game.table.measuring.policy import MeasuringPolicy
from game.table.measuring.ruler import Ruler
from game.table.shapes import Disc
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from tests.toy.toy_rulebook import Answered, Toy, ToyGame, ToySetup, ToyState


class Sort(NamedTuple):
    """A unit of an army: its name, its models, the radius of their bases in inches, and its titles."""

    name: str
    models: int
    radius: float
    titles: tuple[str, ...] = ()


COMMAND = ("Champion", "Musician", "Standard Bearer")
ARMIES: Final = {
    "ann": (
        Sort("Ashlar Wardens", 20, 0.63, COMMAND),
        Sort("Bittern Spears", 20, 0.492, COMMAND),
        Sort("Cinder Oath", 10, 0.63, COMMAND[:1]),
        Sort("Dunlin Archers", 10, 0.492, COMMAND),
        Sort("Ember Choir", 10, 0.63, COMMAND[:2]),
        Sort("Fallow Knights", 10, 0.787, COMMAND),
        Sort("Gravel Hounds", 5, 0.63),
        Sort("Hollow Riders", 5, 0.984, COMMAND[:1]),
        Sort("Ironwood Ballista", 5, 0.787),
        Sort("Juniper Guard", 3, 0.787, COMMAND[:1]),
        Sort("Kestrel Queen", 1, 1.181),
        Sort("Loam Sage", 1, 0.63),
    ),
    "bob": (
        Sort("Glarecoil Slingers", 20, 0.492, COMMAND),
        Sort("Mire Reavers", 20, 0.63, COMMAND),
        Sort("Nettle Brood", 10, 0.63, COMMAND[:1]),
        Sort("Osier Stalkers", 10, 0.492, COMMAND),
        Sort("Peat Walkers", 10, 0.63, COMMAND[:2]),
        Sort("Quagmire Lancers", 10, 0.787, COMMAND),
        Sort("Rushlight Imps", 5, 0.492),
        Sort("Sallow Drakes", 5, 0.984, COMMAND[:1]),
        Sort("Tanglefoot Throwers", 5, 0.787),
        Sort("Umber Trolls", 3, 0.984),
        Sort("Viper Matron", 1, 1.575),
        Sort("Wither Prophet", 1, 0.63),
    ),
}
UNITS: Final = {sort.name.lower().replace(" ", "-"): (owner, sort) for owner, army in ARMIES.items() for sort in army}
Spot = tuple[float, float]
WIDE, HIGH = 72.0, 48.0
RUINS = Piece("ruins", "Ruins", area=(Area(((32.0, 20.0), (40.0, 20.0), (40.0, 28.0), (32.0, 28.0))),), look="wood")
WALL = Piece("wall", "Wall", barricades=(Barricade(((20.0, 12.0), (26.0, 12.0)), 0.6, name="Wall", piece_id="wall"),))
FIELD = Battlefield(WIDE, HIGH, (RUINS, WALL), name="The plain")
RULER = Ruler(FIELD, MeasuringPolicy())


def host(seed: int) -> dict[str, Spot]:
    """Return where the models of all units stand, in blocks here and there, none over another."""
    return dict(_placed(seed))


@cache  # most tests use the same few seeds
def _placed(seed: int) -> dict[str, Spot]:
    rng, spots, taken = random.Random(seed), dict[str, Spot](), list[tuple[float, float, float]]()
    for unit, (_owner, sort) in sorted(UNITS.items(), key=lambda item: -item[1][1].models * item[1][1].radius):
        apart, square = 2 * sort.radius + rng.choice((0.02, 0.3, 0.45)), math.ceil(math.sqrt(sort.models))
        for files in (min(sort.models, rng.randint(square, 10)), *[square] * 40):
            half = math.hypot(files, -(-sort.models // files)) * apart / 2
            tries = [(rng.uniform(half, WIDE - half), rng.uniform(half, HIGH - half)) for _try in range(400)]
            free = (spot for spot in tries if all(math.dist(spot, (x, y)) > half + r for x, y, r in taken))
            if (at := next(free, None)) is not None:
                taken.append((*at, half))
                block = _block(at, rng.uniform(0, math.tau), sort.models, files, apart)
                spots |= {f"{unit}-{number}": spot for number, spot in enumerate(block, 1)}
                break
    return spots


def _block(at: Spot, turn: float, models: int, files: int, apart: float) -> Iterator[Spot]:
    """Yield the spots of models in ranks and files about a middle, turned by an angle in radians."""
    for number in range(models):
        across, down = (number % files - (files - 1) / 2) * apart, (number // files - models // files / 2) * apart
        x, y = across * math.cos(turn) - down * math.sin(turn), across * math.sin(turn) + down * math.cos(turn)
        yield round(at[0] + x, 3), round(at[1] + y, 3)


class HostSetup(ToySetup):
    seed: int = 1


@dataclass(eq=False)
class HostState(ToyState):
    pass


class Host(Toy):
    """The rulebook: who acts, on whom, who falls, in which order, who bears how much."""

    name, title, setup_document, state_type = "host", "Host", HostSetup, HostState
    terms = Terms(unit=Unit("{amount}″", "{amount} inches", "inches", "inches"), points="VP")

    def begin(self, setup: ToySetup) -> HostState:
        return HostState(spots=host(getattr(setup, "seed", 1)))

    def game(self, setup: ToySetup, state: ToyState, dice: Dice) -> ToyGame:
        return ToyGame(setup, state, dice, ruler=RULER)

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        own, enemies = ([unit for unit, (owner, _) in UNITS.items() if owner == side] for side in ("ann", "bob"))
        actor = game.state.answers[0][0] if game.state.answers and game.state.answers[0] != "as before" else own[0]
        options = (
            Option("charge", f"Charge the {UNITS[enemies[0]][1].name}", "H-2", subject=(enemies[0],)),
            Option("shoot", f"Shoot at the {UNITS[enemies[1]][1].name}", "H-2", subject=(enemies[1],)),
            Option("wait", "Wait", "H-2"),
        )
        models = tuple(piece for piece in game.state.spots if piece.startswith(f"{enemies[0]}-"))
        limits = {enemies[0]: 3, enemies[1]: 2}
        return (
            Pick(player="ann", prompt="Which unit acts?", rule="H-1", candidates=tuple(own)),
            Choose(player="ann", prompt="What does it do?", rule="H-2", about=actor, options=options),
            Pick(
                player="bob",
                prompt="Who falls?",
                rule="H-3",
                about=enemies[0],
                candidates=models,
                minimum=2,
                maximum=2,
            ),
            Order(player="bob", prompt="Who strikes first?", rule="H-4", items=tuple(enemies[:3])),
            Allocate(player="bob", prompt="Who bears it?", rule="H-5", limits=limits, total=3),
        )

    def play(self, game: ToyGame) -> Flow:
        state = game.state
        yield CHECKPOINT
        for number in range(len(state.answers), len(self.asked(game))):
            asked = self.asked(game)[number]  # what was answered decides what is asked
            answer = yield asked
            state.answers.append(answer)
            game.events.append(Answered(asked.player, f"{asked.prompt} {answer}"))
            if isinstance(asked, Allocate):
                state.winners = ["ann"]
            yield CHECKPOINT

    def view(self, game: ToyGame) -> TableView:
        spots, answers = game.state.spots, game.state.answers
        actor = answers[0][0] if answers and answers[0] != "as before" else ""
        names = {unit: sort.name for unit, (_owner, sort) in UNITS.items()}
        pieces = []
        for piece, (x, y) in spots.items():
            unit, _, number = piece.rpartition("-")
            owner, sort = UNITS[unit]
            title = sort.titles[int(number) - 1 : int(number)]
            pieces.append(
                PieceView(
                    piece, names[unit], "base", x, y, sort.radius, owner, unit=unit, titles=title, active=unit == actor
                )
            )
        units = {unit: self._unit(unit, actor) for unit in UNITS}
        plates = tuple(PlayerView(each, each.title(), hue, 1) for each, hue in (("ann", "#3f8fd2"), ("bob", "#d9653b")))
        won = f"{game.state.winners[0].title()} wins" if game.state.winners else ""
        return TableView(
            "Host", "Round 1 of 1", ("Ask", "End"), int(won != ""), plates, tuple(pieces), won, units=units
        )

    def _unit(self, unit: str, actor: str) -> UnitView:
        owner, sort = UNITS[unit]
        hurt = sort.models % 3
        return UnitView(
            unit,
            sort.name,
            owner,
            models=sort.models,
            start=sort.models + hurt,
            damage=hurt,
            active=unit == actor,
            leader=sort.models == 1,
            states=("ritual",) if unit == "loam-sage" else (),
            details=(Line(f"Moves 5 inches, {hurt + 1} health each", "H-0"), Line("Fights with spears", "H-0")),
        )

    def preview(self, game: ToyGame, decision: Decision, x: float, y: float) -> object:  # type: ignore[override]
        raise AssertionError("nothing is placed here")

    def reach(self, game: ToyGame, piece: str) -> ReachView:
        return ReachView(lines=(Line("Reaches 5 inches", "H-0"),) if piece in UNITS else ())

    def closest(self, game: ToyGame, piece: str) -> tuple[str, ...]:
        return ()


def disc_of_model(game: ToyGame, piece: str) -> Disc:
    """The base of a model where it stands."""
    unit = piece.rpartition("-")[0]
    return Disc(*game.state.spots[piece], UNITS[unit][1].radius, UNITS[unit][1].name)


def host_session(step: int = 0, seed: int = 1) -> Session:
    """Return a game of it that asks its question number `step` first."""
    state = HostState(spots=host(seed), answers=["as before"] * step)
    return Session(Host(), HostSetup(seed=seed), KeyedDice(1), state=state)
