"""The odds panel: asking the rules for the odds of an engage, and painting them."""

from __future__ import annotations

import os
import random
import statistics
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from game import rulesets
from game.engine.core.decisions import Pick
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.ui.aids.odds_plate import OddsArt
from game.ui.widgets.theme import Theme

Columns = tuple[str, str, list[float], str, str, float, str]


def measure_odds_panel() -> list[Columns]:
    """Return rows for the panel as a whole and for the odds alone, over many engages of a few games."""
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1280, 720))
    art, room = OddsArt(Theme()), pygame.Surface((352, 1280))
    whole, alone = [], []
    for seed in range(4):
        ruleset = rulesets.load(rulesets.DEFAULT)
        session = Session(ruleset, ruleset.new_setup(GamePlan(("Ann", "Bob", "Cem", "Dot"))), KeyedDice(seed))
        rng = random.Random(seed)
        while session.decision is not None:
            decision = session.decision
            for piece in decision.candidates if isinstance(decision, Pick) else ():
                started = time.perf_counter()
                odds = ruleset.odds(session.game, decision, [piece])
                known = time.perf_counter()
                if odds is not None and odds.spreads:
                    art.draw(room, odds, room.get_rect())
                    whole.append((time.perf_counter() - started) * 1000)
                    alone.append((known - started) * 1000)
            session.answer(random_answer(decision, rng))
    note = f"{len(whole)} engages of four games, 99th percentile {sorted(whole)[int(len(whole) * 0.99)]:.2f} ms"
    base = statistics.median(alone)
    return [("odds panel, asked and painted", "ms", whole, "must 3, aim 1", "the odds alone", base, note)]
