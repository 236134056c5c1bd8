"""The policies for undo, in a module of their own so that settings need not load a game."""

from typing import Literal

Policy = Literal["consent", "free"]
"""Whether, once dice have fallen, the other players must agree."""
