"""Which pieces the answer under consideration would hurt or help: worked out in a thread, and put into words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, percent
from game.engine.stakes import Sign, Stake
from game.wording import N_, _

Kind = Literal["damage", "gone", "other"]
WORDS: Final[dict[tuple[Sign, bool], dict[Kind, str]]] = {
    ("hurt", True): {
        "damage": N_("{piece} takes {n} damage"),
        "gone": N_("{piece} is lost"),
        "other": N_("{piece} is worse off"),
    },
    ("hurt", False): {
        "damage": N_("{piece} may take {n} damage"),
        "gone": N_("{piece} may be lost"),
        "other": N_("{piece} may be worse off"),
    },
    ("helped", True): {"damage": N_("{piece} recovers {n} damage"), "other": N_("{piece} benefits")},
    ("helped", False): {"damage": N_("{piece} may recover {n} damage"), "other": N_("{piece} may benefit")},
}
"""By sign and certainty: of damage, of a piece that leaves the table, of anything else."""


def stake_lines(found: Iterable[Stake], units: Units) -> tuple[Line, ...]:
    """Return stakes in words: uncertain ones with their chance; one line for models that a unit loses alike."""
    lines, lost = list[Line](), dict[tuple[str, float], list[Stake]]()
    for stake in found:
        tone, unit = "bad" if stake.sign == "hurt" else "good", units.whole(stake.piece.id)
        if stake.most or not stake.gone:
            kind: Kind = "damage" if stake.most else "other"
            lines.append(Line(_told(stake, kind, stake.chance - stake.gone_chance), tone=tone))
        if stake.gone and unit in units.models:
            lost.setdefault((unit, stake.gone_chance), []).append(stake)
        elif stake.gone:
            lines.append(Line(_told(stake, "gone", stake.gone_chance), tone=tone))
    for (unit, share), models in lost.items():
        text = N_("{unit} lose {n} of {all} models") if share >= 1.0 else N_("{unit} may lose {n} of {all} models")
        counts = {"n": len(models), "all": len(units.models[unit])}
        lines.append(Line(_likely(_(text, unit=units.cards[unit].name, **counts), share), tone="bad"))
    return tuple(lines)


def _told(stake: Stake, kind: Kind, share: float) -> str:
    text = WORDS[stake.sign, share >= 1.0][kind]
    return _likely(_(text, piece=stake.piece.name, n=amount_of(stake)), share)


def _likely(text: str, share: float) -> str:
    """Return the effect with its chance, unless it is certain."""
    return text if share >= 1.0 else f"{text}: {percent(share)}"


def amount_of(stake: Stake) -> str:
    """Return the amount of damage of a stake: "2", or "1–3" if it varies; "" without any."""
    return "" if not stake.most else str(stake.most) if stake.least == stake.most else f"{stake.least}–{stake.most}"
