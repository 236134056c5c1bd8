"""The controllers of all kinds of decision, each made known by loading its module."""

from game.ui.arranging import choosing, controller
from game.ui.decisions import choose, lay, lists, place
from game.ui.decisions.base import controller_for

__all__ = ["choose", "choosing", "controller", "controller_for", "lay", "lists", "place"]
