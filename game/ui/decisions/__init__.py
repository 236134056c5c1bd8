"""One controller per kind of decision: answering it by mouse or keyboard.

May import board, model, prefs and widgets.
"""

from game.ui.decisions import choose, lay, lists, place
from game.ui.decisions.base import Controller, controller_for

__all__ = ["Controller", "choose", "controller_for", "lay", "lists", "place"]
