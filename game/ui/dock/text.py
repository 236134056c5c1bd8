"""The texts of dock and drawer: the decision, refusals, and facts about the inspected piece."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from game.engine.rulebook.editing import Editing
from game.engine.rulebook.view import Line, Preview
from game.lengths import tape, with_missing
from game.play.session_model import SessionModel
from game.refusal import Refusal
from game.table.measuring.policy import MeasuringPolicy
from game.ui.aids.inspection import Inspection
from game.ui.aids.measuring import Measuring, measuring_sections, receipt_lines
from game.ui.animation.beats import Beat
from game.ui.board.pieces import Livery
from game.ui.decisions.base import Controller
from game.ui.decisions.ghost import Ghost
from game.ui.prefs.settings import Options
from game.ui.widgets.sheet import Section
from game.wording import _


@dataclass(frozen=True)
class Heading:
    """The head of the dock: the deciding player, the decision, its rule and the text that it leaves to players.

    `notes` are messages, such as why an answer was refused: they come and go, and lie below the answers.
    """

    who: str = ""
    livery: Livery = field(default_factory=Livery)
    prompt: str = ""
    rule: str = ""
    hint: str = ""
    told: tuple[Line, ...] = ()
    notes: tuple[Line, ...] = ()


def heading(model: SessionModel, controller: Controller | None, owners: Mapping[str, Livery]) -> Heading:
    """Return the head of the dock: the deciding player, the decision and its rule."""
    decision = model.decision if controller is None else controller.decision  # a piece in hand has the decision to come
    if decision is None or model.decision is None:
        return Heading(_("The game is over"), prompt=model.view.result, hint=_("Esc opens the menu."))
    livery = owners.get(decision.player, Livery())
    name = model.player_name(decision.player)
    if controller is None:
        return Heading(_("{name} is thinking", name=name), livery)  # watchers do not see the question
    if isinstance(decision, Editing):
        return Heading(decision.title, prompt=decision.prompt, hint=_(controller.hint))
    return Heading(_("{name} decides", name=name), livery, decision.prompt, decision.rule, _(controller.hint),
                   notes=tuple(controller.notes()))  # fmt: skip


def staged_heading(model: SessionModel, beat: Beat, owners: Mapping[str, Livery]) -> Heading:
    """Return the head of the dock while events are shown: what happens, and why a bot wanted it if it decided that.

    While dice fall it is the event before, since the dice tell their result themselves.
    """
    number = max(0, beat.first - 1) if beat.throws else beat.first
    entry = model.log[number]
    reason = entry.why if not beat.throws else ""
    active = next((piece for piece in beat.after.pieces if piece.active), None)
    livery = owners.get(active.owner, Livery()) if active is not None else Livery()
    unit = beat.after.units.get(active.unit) if active is not None else None
    actor, reason_lines = unit or active, (Line(reason, tone="quiet"),) if reason else ()
    return Heading(
        actor.name if actor else "", livery, entry.text, entry.rule, _("Any key or click to skip."), reason_lines
    )


def sections(
    model: SessionModel,
    controller: Controller | None,
    measuring: Measuring,
    inspection: Inspection,
    options: Options,
    *,
    previews: bool = True,
) -> list[Section]:
    """Return the sections of the drawer: previews, rulers, a piece."""
    chapters = list[Section]()
    if controller is not None and (line := told(model)) is not None:
        chapters.append(Section("", (line,)))
    if previews and not measuring.on and controller is not None:
        refused_texts = {line.text for line in notes(model)}
        title, lines = preview_of(controller, outlook=options.threat)
        if lines := tuple(line for line in lines if line.text not in refused_texts):
            chapters.append(Section(title, lines, first=controller.lines_first))
    chapters += measuring_sections(measuring)
    piece = model.units.card(inspection.piece())
    if piece is not None:
        reach = inspection.reach(piece.id)
        owner = (Line(model.player_name(piece.owner), tone="quiet"),) if piece.owner else ()
        chapters.append(Section(piece.name, (*owner, *piece.details, *reach.lines), last=True))
    if not chapters:
        bot_action = model.explained if model.bots else None  # the last action of a bot, with its reason
        if bot_action is not None:
            chapters.append(Section(bot_action.text, (Line(bot_action.why, bot_action.rule, "quiet"),)))
        chapters.append(Section(_("What appears here"), tuple(_to_come(model, options)), last=True))
    return chapters


def _to_come(model: SessionModel, options: Options) -> Iterator[Line]:
    """Yield lines that say what the empty tab would show, and when."""
    if not options.odds:
        yield Line(_("Odds are switched off in the settings of this game."), tone="quiet")
    elif model.decision is None or model.bot is not None:
        yield Line(_("The odds of your answers, once you are asked again."), tone="quiet")
    else:
        text = _(
            "The odds of an answer that leads to dice: point at it, at an enemy that you can attack, or drag a piece."
        )
        yield Line(text, tone="quiet")
    yield Line(_("The facts of a piece that you point at. Key I goes on to the next piece."), tone="quiet")


def preview_of(controller: Controller, *, outlook: bool) -> tuple[str, tuple[Line, ...]]:
    """Return the heading and the lines of the preview of an unfinished answer.

    With `outlook`, the preview also tells what the opponents could do next.
    """
    lines = [*controller.lines()]
    if outlook:
        lines += controller.outlook()
    return controller.lines_title(), tuple(lines)


def measured(ghost: Ghost, policy: MeasuringPolicy) -> tuple[Line, ...]:
    """Return the measurement at the cursor: of a move, or of the gap to the present place of the piece."""
    preview = ghost.preview() if ghost.preview is not None and ghost.shown else Preview()
    if len(preview.path) == 2:
        return (Line(_("{distance} from centre to centre, in a straight line", distance=tape(preview.inches))),)
    if preview.path:
        return (Line(_("{distance} for the centre, along its path", distance=tape(preview.inches))),)
    return tuple(receipt_lines(preview.receipt, policy)) if preview.receipt is not None else ()


def notes(model: SessionModel) -> tuple[Line, ...]:
    """Return the reasons for which the latest answer or key was refused."""
    notice = model.notice
    title = (Line(notice.title, tone="bad" if notice.refusals else "plain"),) if notice.title else ()
    return *title, *(refusal_line(refusal) for refusal in notice.refusals)


def told(model: SessionModel, option: str = "") -> Line | None:
    """Return the text of the ability that an option of the decision uses, or without one, the decision itself."""
    session, decision = model.session, model.decision
    return session.ruleset.ability_text(session.game, decision, option) if decision is not None else None


def refusal_line(refusal: Refusal) -> Line:
    """Return a refusal as a line: its text, the missing inches, its rule."""
    return Line(with_missing(refusal.text, refusal.short_by), refusal.rule, "bad")
