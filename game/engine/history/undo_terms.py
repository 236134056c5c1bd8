"""The policies for undo, in a separate module so that the settings need not load a game."""

from typing import Literal

Policy = Literal["consent", "free"]
"""Whether the other players must agree once dice were rolled."""
