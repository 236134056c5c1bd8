"""The controllers of all kinds of decision; loading their modules registers them."""

from game.ui.arranging import choosing, controller
from game.ui.decisions import lists, place
from game.ui.decisions.base import controller_for

__all__ = ["choosing", "controller", "controller_for", "lists", "place"]
