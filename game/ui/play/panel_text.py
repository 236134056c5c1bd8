"""What the panel says: who decides what, why not, and what is known of the piece that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.engine.core.decisions import Refusal
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, PieceView
from game.lengths import with_missing
from game.ui.aids.receipt_text import receipt_lines
from game.ui.board.pieces import Livery
from game.ui.decisions import Controller
from game.ui.decisions.place import PlaceController
from game.ui.play.panel import Heading
from game.ui.widgets.section import Section
from game.wording import _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene


def heading(scene: TableScene) -> Heading:
    """Return the head of the panel: who decides, what is asked, and by which rule."""
    model = scene.model
    decision = model.decision
    if scene.measuring.on:
        return Heading(_("Measuring"), prompt=_("Measure anything to anything"), hint=_(scene.measuring.hint))
    if decision is None:
        return Heading(_("The game is over"), prompt=model.view.result, hint=_("Esc opens the menu."))
    livery = scene.owners.get(decision.player, Livery())
    name = model.player_name(decision.player)
    if scene.controller is None:
        return Heading(_("{name} is thinking", name=name), livery, decision.prompt, decision.rule)
    if isinstance(decision, Editing):
        return Heading(decision.title, prompt=decision.prompt, hint=_(scene.controller.hint))
    wording = model.session.ruleset.wording(decision.rule) if scene.explain else ""
    return Heading(
        _("{name} decides", name=name), livery, decision.prompt, decision.rule, wording, _(scene.controller.hint)
    )


def sections(scene: TableScene) -> list[Section]:
    """Return what stands below it: what was refused, what a spot would mean, rulers, the piece looked at."""
    model, found = scene.model, []
    notice = model.notice
    if notice.title:
        found.append(
            Section(
                notice.title,
                tuple(refusal_line(refusal) for refusal in notice.refusals),
                "bad" if notice.refusals else "plain",
            )
        )
    if not scene.measuring.on and scene.controller is not None:
        told = {line.text for section in found for line in section.lines}
        lines = tuple(line for line in _meaning(scene, scene.controller) if line.text not in told)
        if lines:
            found.append(Section(_("If it ends here"), lines))
    found += _way(scene)
    found += scene.measuring.sections()
    piece = model.pieces.get(scene.inspection.piece())
    if piece is not None:
        reach = scene.inspection.reach(piece.id)[0]
        found.append(Section(piece.name, (*_owner(scene, piece), *piece.details, *reach.lines)))
    if not found:
        hint = _("Point at a piece, or press I to look at the next one.")
        found.append(_explanation(scene) or Section("", (Line(hint, tone="quiet"),)))
    return found


def _way(scene: TableScene) -> list[Section]:
    """Return the receipt of the move that is thought of, while people want to know why."""
    controller = scene.controller
    if not scene.explain or not scene.options.receipts or not isinstance(controller, PlaceController):
        return []
    receipt = controller.preview().receipt if controller.shown and not scene.measuring.on else None
    policy = scene.model.session.game.ruler.policy
    return [Section(_("How it is measured"), tuple(receipt_lines(receipt, policy)))] if receipt is not None else []


def pinned_receipt(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the pinned ruler whose number the mouse rests on."""
    measuring = scene.measuring
    for ruler in measuring.pinned:
        receipt = measuring.receipt(ruler.first, ruler.second)
        box = measuring.numbers.get(ruler.number)
        if receipt is not None and box is not None and box.collidepoint(scene.mouse):
            first, second = measuring.measurables.name(ruler.first), measuring.measurables.name(ruler.second)
            lines = receipt_lines(receipt, scene.model.session.game.ruler.policy)
            return _("{first} to {second}", first=first, second=second), tuple(lines)
    return None


def _explanation(scene: TableScene) -> Section | None:
    """Return what a program did last and why, while nothing else is looked at."""
    entry = scene.model.explained if scene.model.bots else None
    return Section(entry.text, (Line(entry.why, entry.rule, "quiet"),)) if entry is not None else None


def _meaning(scene: TableScene, controller: Controller) -> tuple[Line, ...]:
    outlook = controller.outlook() if scene.options.threat else ()
    return (*controller.lines(), *outlook)


def _owner(scene: TableScene, piece: PieceView) -> tuple[Line, ...]:
    return (Line(scene.model.player_name(piece.owner), tone="quiet"),) if piece.owner else ()


def refusal_line(refusal: Refusal) -> Line:
    """Return a refusal as a line: text, inches missing, rule."""
    return Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
