"""One controller per kind of decision: how a person answers it by mouse or by keyboard.

May import board, model, prefs and widgets.
"""

from game.ui.decisions import lists, place
from game.ui.decisions.base import Controller, controller_for

__all__ = ["Controller", "controller_for", "lists", "place"]
