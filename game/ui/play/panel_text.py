"""What the panel says: who decides what, why not, and what is known of the piece that is looked at."""

from __future__ import annotations

from collections.abc import Mapping

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, PieceView
from game.lengths import with_missing
from game.refusal import Refusal
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring
from game.ui.aids.measuring_view import measuring_sections
from game.ui.aids.receipt_text import receipt_lines
from game.ui.board.pieces import Livery
from game.ui.decisions import Controller
from game.ui.decisions.place import PlaceController
from game.ui.model.session_model import SessionModel
from game.ui.play.panel import Heading
from game.ui.prefs.settings import Options
from game.ui.widgets.reader import Section
from game.wording import _


def measuring_heading(measuring: Measuring) -> Heading:
    """Return the head of the panel while the tape measure is in hand."""
    return Heading(_("Measuring"), prompt=_("Measure anything to anything"), hint=_(measuring.hint))


def heading(
    model: SessionModel, controller: Controller | None, owners: Mapping[str, Livery], *, explain: bool
) -> Heading:
    """Return the head of the panel: who decides, what is asked, and by which rule; its words to `explain` it."""
    decision = model.decision
    if decision is None:
        return Heading(_("The game is over"), prompt=model.view.result, hint=_("Esc opens the menu."))
    livery = owners.get(decision.player, Livery())
    name = model.player_name(decision.player)
    if controller is None:
        return Heading(_("{name} is thinking", name=name), livery, decision.prompt, decision.rule)
    if isinstance(decision, Editing):
        return Heading(decision.title, prompt=decision.prompt, hint=_(controller.hint))
    wording = model.session.ruleset.wording(decision.rule) if explain else ""
    return Heading(_("{name} decides", name=name), livery, decision.prompt, decision.rule, wording, _(controller.hint))


def sections(
    model: SessionModel,
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
    notice, found = model.notice, []
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
            found += _way(model, controller)
    found += measuring_sections(measuring)
    piece = model.pieces.get(inspection.piece())
    if piece is not None:
        reach = inspection.reach(piece.id)[0]
        found.append(Section(piece.name, (*_owner(model, piece), *piece.details, *reach.lines)))
    if not found:
        hint = _("Point at a piece, or press I to look at the next one.")
        found.append(_explanation(model) or Section("", (Line(hint, tone="quiet"),)))
    return found


def _way(model: SessionModel, controller: PlaceController) -> list[Section]:
    """Return the receipt of the move that is thought of."""
    receipt = controller.preview().receipt if controller.shown else None
    policy = model.session.game.ruler.policy
    return [Section(_("How it is measured"), tuple(receipt_lines(receipt, policy)))] if receipt is not None else []


def _explanation(model: SessionModel) -> Section | None:
    """Return what a program did last and why, while nothing else is looked at."""
    entry = model.explained if model.bots else None
    return Section(entry.text, (Line(entry.why, entry.rule, "quiet"),)) if entry is not None else None


def _owner(model: SessionModel, piece: PieceView) -> tuple[Line, ...]:
    return (Line(model.player_name(piece.owner), tone="quiet"),) if piece.owner else ()


def refusal_line(refusal: Refusal) -> Line:
    """Return a refusal as a line: text, inches missing, rule."""
    return Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
