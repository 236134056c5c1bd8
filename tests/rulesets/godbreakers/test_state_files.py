"""What the fields of a state read from a file may be, each kept just so and just missed (G-TBL, G-RND, G-CIR)."""

from __future__ import annotations

from typing import Any

from game.engine.rulebook.laying import Laid
from game.rulesets.godbreakers.rules.invariants import COUNTED
from game.rulesets.godbreakers.rules.state import Result
from tests.rulesets.godbreakers.kit import A, B
from tests.rulesets.godbreakers.rounds.test_soundness import against, setting

SOUND: list[tuple[str, Any]] = [
    ("raven.radius", 0.1),
    ("beast.radius", 2.0),
    ("objective.radius", 2.0),
    ("raven.raises", COUNTED[1]),
    ("raven.reach", 12),
    ("raven.level", 3),
    ("raven.die", 12),
    ("raven.damage", 0),
    ("raven.traits", {"Tough": 1, "Fleet": 3}),
    ("raven.flaws", ("Slow", "Brittle")),
    ("treasure-1.level", 0),
    ("priority", [B, A]),
    ("initiative", ""),
    ("rounds", 1),
    ("rounds", 7),
    ("round", 0),
    ("round", 5),
    ("turn", 0),
    ("turn", 2),
    ("setup_done", COUNTED[1]),
    ("automatic", [A, B]),
    ("vp", {A: -20, B: 40}),
    ("lost", [A]),
    ("deployed", "nova"),
    ("alerted", ["nova", "raven"]),
    ("engaged", ["nova"]),
    ("active", "raven"),
    ("hunts", {A: [1, 6], B: []}),
    ("made", {"treasure": 0}),
    ("made", {"treasure": COUNTED[1]}),
    ("ruined", ["copse", "hedge"]),
    ("shaped", [Laid("pond", 15, 15, 0), Laid("bog", 5, 5, 0)]),
]
UNSOUND: list[tuple[str, Any, str]] = [
    ("raven.radius", 0.09, "models.raven.radius"),
    ("raven.radius", 2.01, "models.raven.radius"),
    ("raven.radius", 999.0, "models.raven.radius"),
    ("objective.radius", 0.09, "markers.objective.radius"),
    ("objective.owner", "carl", "markers.objective.owner"),
    ("raven.raises", -1, "models.raven.raises"),
    ("raven.raises", COUNTED[1] + 1, "models.raven.raises"),
    ("raven.reach", -1, "models.raven.reach"),
    ("raven.level", -1, "models.raven.level"),
    ("raven.id", "rook", "models.raven.id"),
    ("objective.id", "goal", "markers.objective.id"),
    ("treasure-1.id", "gem", "tokens.treasure-1.id"),
    ("raven.owner", "carl", "models.raven.owner"),
    ("raven.owner", "", "models.raven.owner"),  # only unaligned models can have no player
    ("raven.traits", {"Bold": 1}, "models.raven.traits"),
    ("raven.flaws", ("Bold",), "models.raven.traits"),
    ("raven.traits", {"Tough": 0}, "models.raven.traits.Tough"),
    ("raven.traits", {"Tough": 4}, "models.raven.traits.Tough"),
    ("raven.die", 7, ""),
    ("raven.die", 14, ""),
    ("raven.damage", -1, ""),
    ("treasure-1.holder", "carl", "tokens.treasure-1.holder"),
    ("treasure-1.level", -1, "tokens.treasure-1.level"),
    ("treasure-1.level", COUNTED[1] + 1, "tokens.treasure-1.level"),
    ("raven.place", "casualty", ""),
    ("priority", [A, A], "priority"),
    ("priority", [A, "carl"], "priority"),
    ("priority", [], "priority"),
    ("initiative", "carl", "initiative"),
    ("rounds", 0, "rounds"),
    ("rounds", 8, "rounds"),
    ("round", -1, "round"),
    ("round", 6, "round"),
    ("turn", -1, "turn"),
    ("turn", 3, "turn"),
    ("setup_done", -1, "setup_done"),
    ("automatic", ["carl"], "automatic"),
    ("vp", {A: 0}, "vp"),
    ("vp", {A: 0, B: 0, "carl": 0}, "vp"),
    ("lost", ["carl"], "lost"),
    ("deployed", "carl", "deployed"),
    ("alerted", ["nova", "carl"], "alerted"),
    ("engaged", ["carl"], "engaged"),
    ("active", "carl", ""),
    ("hunts", {"carl": [1]}, "hunts"),
    ("hunts", {A: [0]}, "hunts"),
    ("hunts", {A: [1, 7]}, "hunts"),
    ("made", {"treasure": -1}, "made.treasure"),
    ("made", {"treasure": COUNTED[1] + 1}, "made.treasure"),
    ("ruined", ["mill"], "ruined[0]"),
    ("ruined", ["copse", "copse"], "ruined[1]"),
    ("shaped", [Laid("mill", 15, 15, 0)], "shaped[0].id"),
    ("shaped", [Laid("copse", 15, 15, 0)], "shaped[0].id"),
    ("shaped", [Laid("pond", 15, 15, 0), Laid("pond", 5, 5, 0)], "shaped[1].id"),
    ("result", Result([A], "", "G-RND-1"), "step"),
    ("step", "over", "step"),
]


def test_what_a_game_may_come_to_is_sound() -> None:
    found = [(path, value, against(setting(path, value))) for path, value in SOUND]
    assert [row for row in found if row[2] != "sound"] == []


def test_what_no_game_comes_to_is_refused_by_its_place() -> None:
    found = [(path, value, where, against(setting(path, value))) for path, value, where in UNSOUND]
    assert [row for row in found if row[2] != row[3]] == []
