"""What the panel says: who decides what, why not, and what is known of the piece that is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.core.decisions import Refusal
from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, PieceView
from game.lengths import with_missing
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.receipt_text import receipt_lines
from game.ui.board.pieces import Livery
from game.ui.decisions import Controller
from game.ui.decisions.place import PlaceController
from game.ui.model.session_model import Desk
from game.ui.play.panel import Heading
from game.ui.prefs.settings import Options
from game.ui.widgets.section import Section
from game.wording import _


def measuring_heading(measuring: Measuring) -> Heading:
    """Return the head of the panel while the tape measure is in hand."""
    return Heading(_("Measuring"), prompt=_("Measure anything to anything"), hint=_(measuring.hint))


def heading(desk: Desk, controller: Controller | None, owners: Mapping[str, Livery], *, explain: bool) -> Heading:
    """Return the head of the panel: who decides, what is asked, and by which rule; its words to `explain` it."""
    decision = desk.decision
    if decision is None:
        return Heading(_("The game is over"), prompt=desk.view.result, hint=_("Esc opens the menu."))
    livery = owners.get(decision.player, Livery())
    name = desk.player_name(decision.player)
    if controller is None:
        return Heading(_("{name} is thinking", name=name), livery, decision.prompt, decision.rule)
    if isinstance(decision, Editing):
        return Heading(decision.title, prompt=decision.prompt, hint=_(controller.hint))
    wording = desk.session.ruleset.wording(decision.rule) if explain else ""
    return Heading(_("{name} decides", name=name), livery, decision.prompt, decision.rule, wording, _(controller.hint))


def sections(
    desk: Desk,
    controller: Controller | None,
    measuring: Measuring,
    inspection: Inspection,
    options: Options,
    *,
    explain: bool,
) -> list[Section]:
    """Return what stands below it: what was refused, what a spot would mean, rulers, the piece looked at.

    With `explain` it says how a move that is thought of is measured.
    """
    notice, found = desk.notice, []
    if notice.title:
        found.append(
            Section(
                notice.title,
                tuple(refusal_line(refusal) for refusal in notice.refusals),
                "bad" if notice.refusals else "plain",
            )
        )
    if not measuring.on and controller is not None:
        refused = {line.text for section in found for line in section.lines}
        outlook = controller.outlook() if options.threat else ()
        lines = tuple(line for line in (*controller.lines(), *outlook) if line.text not in refused)
        if lines:
            found.append(Section(_("If it ends here"), lines))
        if explain and options.receipts and isinstance(controller, PlaceController):
            found += _way(desk, controller)
    found += measuring.sections()
    piece = desk.pieces.get(inspection.piece())
    if piece is not None:
        reach = inspection.reach(piece.id)[0]
        found.append(Section(piece.name, (*_owner(desk, piece), *piece.details, *reach.lines)))
    if not found:
        hint = _("Point at a piece, or press I to look at the next one.")
        found.append(_explanation(desk) or Section("", (Line(hint, tone="quiet"),)))
    return found


def _way(desk: Desk, controller: PlaceController) -> list[Section]:
    """Return the receipt of the move that is thought of."""
    receipt = controller.preview().receipt if controller.shown else None
    policy = desk.session.game.ruler.policy
    return [Section(_("How it is measured"), tuple(receipt_lines(receipt, policy)))] if receipt is not None else []


def pinned_receipt(measuring: Measuring, mouse: tuple[int, int]) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the pinned ruler whose number the mouse rests on."""
    for ruler in measuring.pinned:
        receipt = measuring.receipt(ruler.first, ruler.second)
        box = measuring.numbers.get(ruler.number)
        if receipt is not None and box is not None and box.collidepoint(mouse):
            first, second = measuring.things.name(ruler.first), measuring.things.name(ruler.second)
            lines = receipt_lines(receipt, measuring.desk.session.game.ruler.policy)
            return _("{first} to {second}", first=first, second=second), tuple(lines)
    return None


def _explanation(desk: Desk) -> Section | None:
    """Return what a program did last and why, while nothing else is looked at."""
    entry = desk.explained if desk.bots else None
    return Section(entry.text, (Line(entry.why, entry.rule, "quiet"),)) if entry is not None else None


def _owner(desk: Desk, piece: PieceView) -> tuple[Line, ...]:
    return (Line(desk.player_name(piece.owner), tone="quiet"),) if piece.owner else ()


def refusal_line(refusal: Refusal) -> Line:
    """Return a refusal as a line: text, inches missing, rule."""
    return Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
