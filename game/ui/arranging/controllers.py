"""The controllers of all kinds of decision; loading their modules registers them."""

from game.ui.arranging import choosing, controller
from game.ui.decisions import choose, lay, lists, place
from game.ui.decisions.base import controller_for

__all__ = ["choose", "choosing", "controller", "controller_for", "lay", "lists", "place"]
