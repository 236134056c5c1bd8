"""Texts as data: the `wording.json` beside the module that reads it."""

from functools import partial

from game.engine.kit.wording import read_wording as read_any

read_wording = partial(read_any, "game.rulesets.aos4")
