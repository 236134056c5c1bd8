"""How long a step in the timeline of a five-round game takes at 1920x1080, and how long it takes to write it down."""

from __future__ import annotations

import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import click
import pygame

from game import rulesets
from game.engine.dice import KeyedDice
from game.engine.documents import SaveDocument, plain
from game.engine.ruleset import GamePlan
from game.engine.saves import save_document
from game.engine.session import Session
from game.engine.timeline import Retrace, Timeline
from game.players import answer_with, make_player
from game.ui import exports
from game.ui.places.replay import ReplayPlace
from game.ui.window import Window

SIZE = (1920, 1080)
STEPS = 40
ROWS = (
    ("right", pygame.K_RIGHT, 0, "event forth"),
    ("left", pygame.K_LEFT, 0, "event back"),
    ("decision", pygame.K_RIGHT, pygame.KMOD_SHIFT, "decision forth"),
    ("decision", pygame.K_LEFT, pygame.KMOD_SHIFT, "decision back"),
    ("activation", pygame.K_RIGHT, pygame.KMOD_CTRL, "activation forth"),
    ("activation", pygame.K_LEFT, pygame.KMOD_CTRL, "activation back"),
)


def game(seed: int) -> Session:
    """Return a whole game of five rounds between two programs."""
    ruleset = rulesets.load("godbreakers")
    session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob"), rounds=5)), KeyedDice(seed))
    player = make_player("greedy", 1)
    while session.decision is not None:
        session.answer(answer_with(player, session, len(session.journal)))
    return session


def seconds(work: Callable[[], object]) -> float:
    """Return how long something takes."""
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def report(name: str, milliseconds: float, must: float, aim: float, more: str = "") -> None:
    """Print a row: what, how long, what is promised."""
    click.echo(f"{name:<34}{milliseconds:>10.1f} ms   must {must:g}, aim {aim:g}   {more}")


def steps(timeline: Timeline) -> None:
    """Print how long steps in round five take, to the picture on the screen."""
    screen = pygame.display.set_mode(SIZE)
    window = Window(SIZE)
    place = ReplayPlace(window, timeline, lambda note: None)
    window.go(place)
    for _, key, mod, name in ROWS:
        start = timeline.find("5") if key == pygame.K_RIGHT else timeline.last
        place.go(start)
        window.tick()
        window.paint(screen)
        taken = []
        for _ in range(STEPS):
            before = place.scene.moment
            event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")

            def step(event: pygame.event.Event = event) -> None:
                window.handle(event)
                window.tick()
                window.paint(screen)

            spent = seconds(step) * 1000
            if place.scene.moment == before:
                break
            taken.append(spent)
        if taken:
            report(f"timeline, {name}", statistics.median(taken), 100, 30, f"longest {max(taken):.1f} of {len(taken)}")


@click.command()
@click.option("--seed", default=11, show_default=True, help="Seed of the game.")
def main(seed: int) -> None:
    """Print every row beside what is promised."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    pygame.display.init()
    pygame.font.init()
    session = game(seed)
    document = SaveDocument.model_validate_json(json.dumps(plain(save_document(session))))
    click.echo(f"{len(session.journal)} answers, {len(session.events)} events")
    retrace = Retrace(document, rulesets.find, "game")
    report("play it again, comparing", seconds(lambda: list(retrace.steps())) * 1000, 3000, 1000)
    timeline = retrace.timeline()
    report("find every moment", seconds(lambda: Timeline(retrace.session)) * 1000, 500, 200)
    steps(timeline)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        html = seconds(lambda: list(exports.export_html(timeline, folder / "x.html"))) * 1000
        report("HTML report", html, 5000, 2000, f"{(folder / 'x.html').stat().st_size:,} bytes")
        gif = seconds(lambda: list(exports.export_gif(timeline, folder / "x.gif"))) * 1000
        report("GIF of the game", gif, 20000, 8000, f"{(folder / 'x.gif').stat().st_size:,} bytes")
        png = seconds(lambda: list(exports.export_png(timeline, folder / "x.png", timeline.last))) * 1000
        report("PNG of the table", png, 2000, 1000)


if __name__ == "__main__":
    main()
