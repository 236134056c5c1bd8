"""What looking back costs at 1920x1080: a step in the timeline of a five-round game, and writing the game down."""

from __future__ import annotations

import json
import statistics
import tempfile
from pathlib import Path

import pygame

from game import rulesets
from game.engine.history.timeline import Retrace, Timeline
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.saves import save_document
from game.ui.export import exports
from game.ui.replay.screen import ReplayScreen
from game.ui.shell.window import Window
from tools.battle_film import played
from tools.timing import timed

SIZE = (1920, 1080)
STEPS = 40
REPEATS = 3
KEYS = {"event": 0, "decision": pygame.KMOD_SHIFT, "activation": pygame.KMOD_CTRL}
Columns = tuple[str, str, list[float], str, str, float, str]


def _steps(timeline: Timeline) -> list[Columns]:
    """Return rows for steps in round five, from the key to the picture on the screen."""
    screen = pygame.display.set_mode(SIZE)
    window = Window(SIZE)
    place = ReplayScreen(window, timeline, lambda note: None)
    window.go(place)
    base = statistics.median(timed(lambda: window.paint(screen)) for _ in range(20))
    rows: list[Columns] = []
    for unit, mod in KEYS.items():
        for key, way in ((pygame.K_RIGHT, "forth"), (pygame.K_LEFT, "back")):
            place.scene.go(timeline.find("5") if way == "forth" else timeline.last)
            window.paint(screen)
            event = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")
            taken = []
            for _ in range(STEPS):
                before = place.scene.moment

                def step(event: pygame.event.Event = event) -> None:
                    window.handle(event)
                    window.tick()
                    window.paint(screen)

                spent = timed(step)
                if place.scene.moment == before:
                    break
                taken.append(spent)
            note = f"longest {max(taken):.0f}"
            rows.append((f"timeline, {unit} {way}", "ms", taken, "must 100, aim 30", "frame at rest", base, note))
    return rows


def measure_timeline() -> list[Columns]:
    """Return the rows."""
    pygame.display.init()
    pygame.font.init()
    session = played(GamePlan(("Ann", "Bob"), rounds=5), 11)
    document = SaveDocument.model_validate_json(json.dumps(plain(save_document(session))))
    size = f"{len(session.journal)} answers, {len(session.events)} events"

    def again() -> Retrace:
        retrace = Retrace(document, rulesets.find, "game")
        list(retrace.steps())
        return retrace

    copying = statistics.median(timed(session.state.clone) for _ in range(20))
    against = ("copy of a state", copying)
    rows: list[Columns] = [
        ("play a game again, comparing", "ms", [timed(again) for _ in range(REPEATS)], "", *against, size),
        (
            "find its moments",
            "ms",
            [timed(lambda: Timeline(session)) for _ in range(REPEATS)],
            "",
            *against,
            "",
        ),
    ]
    timeline = again().timeline()
    rows += _steps(timeline)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "game"
        for title, promise, export in (
            ("HTML report of five rounds", "must 5, aim 2", lambda: exports.export_html(timeline, path)),
            ("GIF of five rounds", "must 20, aim 8", lambda: exports.export_gif(timeline, path)),
            ("PNG of the table", "", lambda: exports.export_png(timeline, path, timeline.last)),
        ):
            samples = [timed(lambda export=export: list(export())) / 1000 for _ in range(REPEATS)]  # type: ignore[misc]
            note = f"{path.stat().st_size / 1e6:.2f} MB"
            rows.append((title, "s", samples, promise, "copy of a state", copying / 1000, note))
    return rows
