"""On what terms answers are taken back: a word of its own, so that settings can name it without loading a game."""

from typing import Literal

Policy = Literal["consent", "free"]
"""Once dice have fallen: whether the others must agree, or need not."""
