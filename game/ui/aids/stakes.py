"""Which pieces the answer under consideration would hurt or help: worked out in a thread, and put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Final, Literal, cast

from game.engine.core.decisions import Answer
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, percent
from game.engine.session import Session
from game.engine.stakes import Sign, Stake, stakes
from game.engine.still import still
from game.play.session_model import SessionModel
from game.ui.aids.inspection import Inspection
from game.ui.decisions.base import Controller
from game.ui.widgets.tasks import Background, sound
from game.wording import N_, _

KEPT: Final = 40
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


class StakesAid:
    """The stakes of one answer at a time; `waiting`: they are being worked out."""

    def __init__(self, model: SessionModel) -> None:
        self._model = model
        self._background = Background(KEPT)
        self.closed = False

    def close(self) -> None:
        """Work out nothing any more: something went wrong there."""
        self.closed = True

    @property
    def waiting(self) -> bool:
        """Whether an answer is being worked out, or was until now."""
        return self._background.busy

    def weigh(self, controller: Controller, inspection: Inspection) -> Sequence[Stake]:
        """Return the stakes of the answer under consideration, or of a spot as soon as the ghost rests there."""
        return self.of(*controller.supposed(inspection.pointed(), inspection.hovered))

    def of(self, session: Session, answer: Answer | None) -> Sequence[Stake]:
        """Return the stakes of an answer to the pending decision of a session, none until they are known."""
        if (
            answer is None or self.closed or isinstance(session.decision, Editing)
        ):  # an edit has none, and follows the mouse
            return ()
        key = self._model.version, len(session.journal), repr(answer)
        known = sound(self._background.ask(key, lambda: partial(_worked_out, still(session), answer)))
        return cast("Sequence[Stake]", known or ())


def _worked_out(present: Session, answer: Answer) -> Sequence[Stake]:
    return stakes(present.fork(), answer)


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
