"""The options with letters, which are the same in every question, and the questions about squads and for units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from game.engine.core.decisions import ORDER, Choose, Option
from game.engine.core.flow import Asking
from game.engine.core.windows import PASS
from game.rulesets.dropzone.rules.state import Squad, Unit
from game.wording import N_, _

MOVE: Final = Option("move", N_("Move"), "D-ACT-5", letter="v")
SHOOT: Final = Option("shoot", N_("Shoot"), "D-ACT-6", letter="t")
FIRE: Final = Option("fire", N_("Shoot"), "D-ACT-6", letter="t")
"""The option to shoot at enemies only; weapons without an enemy in reach are passed over."""
SCENERY: Final = Option("scenery", N_("Shoot at scenery…"), "D-SCEN-12", letter="y")
SEARCH: Final = Option("search", N_("Search"), "D-ACT-7", letter="s")
SCAN: Final = Option("scan", N_("Scan"), "D-ACT-8", letter="c")
SIGNAL: Final = Option("signal", N_("Signal to a Behemoth"), "D-ACT-9", letter="g")
END: Final = Option("end", N_("Nothing more"), "D-ACT-2", letter="d", declines=True)
DONE: Final = Option("done", N_("Done"), "D-BG-9", letter="e", forgoes=True)
"""Ends the activation of a battlegroup while some of its squads could still act.

Its letter is not that of `END`, which a player may have pressed just before to end a squad.
"""
STAY: Final = Option("stay", N_("Stay here"), "D-ACT-2", letter="h", stays=True, declines=True)
LAND: Final = Option("land", N_("Land"), "D-AIR-3", letter="l")
FLY_ON: Final = Option("fly-on", N_("Stay in the air"), "D-AIR-1", letter="a", declines=True)
DROP: Final = Option("drop", N_("Drop the objective"), "D-OBJ-10", letter="shift+d")
UNLOAD: Final = Option("out", N_("Unload"), "D-TRANS-15", letter="u")
SILENT: Final = replace(END, label=N_("Do not fire it"), rule="D-SHOOT-2", declines=False)
"""Not what Enter takes: it gives up the very shot that was chosen."""
LATER: Final = Option("later", N_("Fire it after the others"), "D-SHOOT-4", letter="k")
ALL_AT: Final = Option(f"{ORDER}at|", N_("All fire at {squad}"), "D-SHOOT-4", letter="q")
"""The order to fire every further weapon at a squad, whose id follows in the key."""
CEASE: Final = Option(f"{ORDER}cease", N_("The squad fires nothing more"), "D-SHOOT-2", letter="o", declines=True)
NO_FIRE: Final = Option(PASS, N_("No Reaction Fire"), "D-RF-1", letter="shift+n")
HOLD: Final = Option("hold", N_("Hold them back this round"), "D-BG-5", letter="b")
NO_CARD: Final = replace(NO_FIRE, label=N_("No card"), rule="D-CARD-4")
KEEP_CARDS: Final = replace(NO_FIRE, label=N_("Keep the other cards"), rule="D-INIT-7")


def about_squad(squad: Squad, text: str, rule: str, options: Sequence[Option], named: str = "", **more: Any) -> Choose:
    """Return a question about a squad to its player. `text` has its name, or else `named`, its name with its load."""
    prompt = _(text, squad=named or squad.name)
    return Choose(player=squad.owner, prompt=prompt, rule=rule, about=squad.id, options=options, **more)


def choose_unit(units: Sequence[Unit], player: str, prompt: str, rule: str, about: str = "") -> Asking[Unit]:
    """Ask a player to choose a unit, unless there is only one."""
    if len(units) == 1:
        return units[0]
    options = [Option(unit.id, unit.name, rule, (unit.id,)) for unit in units]
    answer = yield Choose(player=player, prompt=prompt, rule=rule, about=about, options=options)
    return next(unit for unit in units if unit.id == answer)


def lettered() -> list[Option]:
    """Return every option that has a letter. Options with the same letter are never offered together."""
    return [MOVE, FIRE, SCENERY, SEARCH, SCAN, SIGNAL, END, DONE, STAY, LAND, FLY_ON, DROP, UNLOAD, CEASE, NO_FIRE,
            HOLD, LATER, ALL_AT]  # fmt: skip
