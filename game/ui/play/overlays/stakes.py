"""Overlay of signs at the pieces that the answer under consideration would harm or help."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, Literal

import pygame

from game.engine.core.decisions import Answer
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line
from game.engine.session import Session
from game.engine.stakes import Sign, Stake, stakes
from game.engine.still import work_on_copy
from game.ui.board.overlays import Entry
from game.ui.board.stake_art import amount_of, draw_stakes, stake_legend
from game.ui.play.focus import Focus
from game.ui.play.part import Part
from game.ui.widgets.tasks import Background
from game.wording import N_, _, percent

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
"""Texts by sign and certainty: for damage, for a piece that leaves the table, for anything else."""


def stake_lines(all_stakes: Iterable[Stake], units: Units) -> tuple[Line, ...]:
    """Return stakes in words, uncertain ones with their chance; models that a unit loses alike share a line."""
    lines, losses = list[Line](), dict[tuple[str, float], list[Stake]]()
    for stake in all_stakes:
        tone, unit = "bad" if stake.sign == "hurt" else "good", units.whole(stake.piece.id)
        if stake.most or not stake.gone:
            kind: Kind = "damage" if stake.most else "other"
            lines.append(Line(_in_words(stake, kind, stake.chance - stake.gone_chance), tone=tone))
        if stake.gone and unit in units.models:
            losses.setdefault((unit, stake.gone_chance), []).append(stake)
        elif stake.gone:
            lines.append(Line(_in_words(stake, "gone", stake.gone_chance), tone=tone))
    for (unit, chance), models in losses.items():
        text = N_("{unit} lose {n} of {all} models") if chance >= 1.0 else N_("{unit} may lose {n} of {all} models")
        counts = {"n": len(models), "all": len(units.models[unit])}
        lines.append(Line(_likely(_(text, unit=units.cards[unit].name, **counts), chance), tone="bad"))
    return tuple(lines)


def _in_words(stake: Stake, kind: Kind, chance: float) -> str:
    """Return one effect on a piece in words, with its chance."""
    text = WORDS[stake.sign, chance >= 1.0][kind]
    return _likely(_(text, piece=stake.piece.name, n=amount_of(stake)), chance)


def _likely(text: str, chance: float) -> str:
    """Return a text with the chance of its effect, unless that is certain."""
    return text if chance >= 1.0 else f"{text}: {percent(chance)}"


KEPT: Final = 40


class Stakes(Part):
    """The signs at the pieces that an answer would harm or help; for a piece in hand, at its proposed place."""

    title: ClassVar = N_("Possible effects")
    code: ClassVar = ("board.stake_art:*",)

    def __init__(self, focus: Focus) -> None:
        super().__init__(focus)
        self._background = Background[Sequence[Stake]](KEPT)
        self.places: list[pygame.Rect] = []
        """The places in the window of the plates drawn last."""

    def weighed(self) -> Sequence[Stake]:
        """Return the pieces that the answer under consideration would harm or help; () until that is known."""
        focus = self.focus
        if self.closed or not focus.considers or focus.weighed is None:
            return ()
        if focus.aimed:
            action = focus.hands.leads_to(focus.aimed, wait=False)
            return self._of(action[0].session, action[1]) if action is not None else ()
        return self._of(*focus.weighed.supposed(focus.inspection.pointed(), focus.inspection.hovered))

    def _of(self, session: Session, answer: Answer | None) -> Sequence[Stake]:
        """Return the stakes of an answer to the pending decision of a session; () until they are known."""
        if answer is None or isinstance(session.decision, Editing):  # edits of the sandbox change with every mouse move
            return ()
        key = self.focus.model.version, len(session.journal), repr(answer)
        return self._background.ask(key, work_on_copy(session, stakes, answer)) or ()

    def draw(self, target: pygame.Surface) -> None:
        self.places = []
        if self.focus.sheets or not (found_stakes := self.weighed()):
            return
        pieces, weighed, camera = dict(self.focus.model.pieces), self.focus.weighed, self.focus.camera
        if weighed is not None and (placed := weighed.ghost.placed) is not None:
            pieces[placed.id] = placed
        on_table = ((stake, pieces[stake.piece.id]) for stake in found_stakes if stake.piece.id in pieces)
        bases = [camera.base(piece.radius, (piece.x, piece.y)) for piece in pieces.values()]
        names = self.focus.context.sprites.names.shown
        self.places = draw_stakes(target, on_table, camera, self.focus.context.theme, bases, names)

    def legend(self) -> Sequence[Entry]:
        return stake_legend(self.weighed()) if self.focus.shows_aids else ()

    def tick(self, now: float) -> bool:
        return self.waiting

    @property
    def waiting(self) -> bool:
        """Whether stakes are being worked out."""
        return self._background.busy
