"""Which signs and patterns are in view on the table, for its legend."""

from __future__ import annotations

from game.ui.aids.inspection import Overlays
from game.ui.aids.threat_layer import LABELS
from game.ui.board.overlays import SIGNS
from game.ui.play.choices import choosable
from game.ui.play.scene import TableScene

THREATS = tuple(list(SIGNS)[4 : 4 + len(LABELS)])


def signs_in_view(scene: TableScene, reach: Overlays) -> list[str]:
    """Return the names, in `SIGNS`, of what is drawn besides the causes of illegal spots; `reach` is what is shown."""
    move, attack = reach
    controller = scene.controller
    region = controller.shown_region(scene.context) if controller is not None else None
    stakes = {stake.sign for stake in scene.weighed_stakes()}
    shown = {
        "legal": region is not None or (move is not None and not move.looked_at),
        "can be chosen": bool(choosable(scene)),
        "could move here": move is not None and move.looked_at,
        "could strike here": attack is not None,
        **{name: label in scene.threats.labels for name, label in zip(THREATS, LABELS, strict=True)},
        "would be hurt": "hurt" in stakes,
        "would be helped": "helped" in stakes,
    }
    return [name for name, there in shown.items() if there]
