"""Tooltips of a table: their texts about the thing under the mouse, and what they must not cover."""

from __future__ import annotations

from typing import Final

import pygame
import shapely

from game.engine.rulebook.view import Line
from game.lengths import coordinates
from game.ui.aids.guard import TOOLTIPS
from game.ui.aids.measurables import highest_surface
from game.ui.aids.measuring_view import pinned_receipt
from game.ui.aids.stakes import stake_lines
from game.ui.board.pieces import drawn_radius
from game.ui.panel import text
from game.ui.play.scene import TableScene
from game.ui.strip.sides import facts_of
from game.ui.strip.strip import FOLD
from game.ui.widgets.keys import key_label, key_of
from game.wording import _

AFTER: Final = 0.35
"""Seconds that the mouse rests before a tooltip appears."""


def shown_tip(scene: TableScene, now: float) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
    """Return place, title and lines of the present tooltip: about what keys or mouse point at, unless it is covered."""
    if scene.sheets or scene.tray.running(now) or scene.focus.staging.playing:
        return None
    if (focused := focused_tip(scene)) is not None:
        return focused
    rests = scene.focus.pointing and now - scene.focus.mouse_since >= AFTER
    if not rests or scene.side.helped or TOOLTIPS in scene.guard.closed or _covered(scene):
        return None
    found = tooltip(scene)
    return (scene.focus.mouse, *found) if found is not None else None


def _covered(scene: TableScene) -> bool:
    """Return whether dice or odds cover the thing under the mouse."""
    mouse = scene.focus.mouse
    tray = scene.tray.rect.collidepoint(mouse) and not scene.tray.yields(mouse, scene.focus.mouse_since)
    plate = scene.plate.rect.collidepoint(mouse) and not scene.plate.faint
    return bool(scene.tray.dice and tray) or plate


def tooltip(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    """Return title and lines of the tooltip: for a piece, an action, a rule, or a line of the log."""
    model = scene.model
    if scene.layout.table.collidepoint(scene.focus.mouse):
        if pinned := pinned_receipt(scene.focus.measuring, scene.focus.mouse):
            return pinned
        decision = scene.focus.controller.decision if scene.focus.controller is not None else None
        placing = decision is not None and decision.kind == "place"
        piece = scene.focus.staging.card(scene.focus.inspection.hovered)
        threats = scene.threats.lines()
        is_asked = piece is not None and decision is not None and piece.id == decision.about
        own = scene.focus.staging.units.titled(scene.focus.inspection.hovered)
        if is_asked and not threats and not scene.focus.inspection.selected:
            return None  # the panel shows it already, and its region begins here
        moved, asked = scene.focus.ghost.away, scene.focus.controller
        if asked is not None and (scene.focus.inspection.hovered in moved or (moved and asked.drags)):
            return None  # it would cover what is being placed
        if piece is not None and not placing:
            rests = asked is not None and not scene.focus.staging.playing
            against = asked.objections(scene.focus.inspection.hovered) if asked and rests else ()
            title = f"{piece.name} · {model.player_name(piece.owner)}" if piece.owner else piece.name
            titled = (Line(scene.focus.staging.units.label(own.id)),) if own is not None else ()
            return title, (*titled, *piece.details, *against, *threats)
        found = _terrain(scene) if not placing else None
        pointed = scene.actions.pointed()
        if pointed is not None and (pointed.about.terrain or pointed.about.level is not None):
            about = stake_lines(scene.stakes.weighed(), model.units) or (found[1] if found is not None else ())
            return f"{pointed.label}  {pointed.rule}", (*about, *threats)
        if threats:
            return found[0] if found is not None else _("Who could reach this"), threats
        return found
    if scene.layout.strip.collidepoint(scene.focus.mouse):
        if scene.strip.button_at(scene.focus.mouse) == FOLD:
            word = _("Show the rosters") if scene.strip.folded else _("Hide the rosters")
            return f"{word} ({key_label('shift+' + key_of(scene.options.keys, 'strip'))})", ()
        chip = scene.strip.piece(scene.strip.at(scene.focus.mouse))
        return facts_of(chip, scene.focus.staging.view) if chip is not None else None
    if (part := scene.rail.at(scene.focus.mouse)) is not None:
        return scene.rail.tip(model, part)
    if (facts := _of_the_bar(scene)) is not None:
        return facts
    row, entry = scene.actions.at(scene.focus.mouse), scene.log.at(scene.focus.mouse, model.log)
    rule = rule_at(scene, scene.focus.mouse) if entry is None else entry.rule
    title = rule
    if row >= 0 and (line := text.told(model, scene.actions.actions[row].id)) is not None:
        return scene.actions.actions[row].label, (line,)
    if row >= 0:
        rule = scene.actions.actions[row].rule
        title = f"{scene.actions.actions[row].label}  {rule}"
    wording = model.session.ruleset.wording(rule) if rule else ""
    told = [Line(wording)] if wording else []
    if entry is not None:
        told.append(Line(_("Click to see this moment."), tone="quiet"))
    return (title, tuple(told)) if told else scene.log.tip(scene.focus.mouse, scene.options.keys)


def rule_at(scene: TableScene, pixel: tuple[int, int]) -> str:
    """Return the id of the rule written at a pixel: in the panel, the details or the log."""
    return scene.side.rule_at(pixel) or scene.log.rule_at(pixel, scene.focus.staging.log)


def _of_the_bar(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    """Return the tooltip of a button, a phase or a player."""
    view = scene.model.view
    if (tip := scene.bar.tip(scene.tools.at(scene.focus.mouse), scene.options.keys)) is not None:
        return tip, ()
    if (phase := scene.bar.phase_at(scene.focus.mouse, view)) >= 0:
        return view.phases[phase], ()
    player = scene.bar.player_at(scene.focus.mouse, view)
    if player is None:
        return None
    points = f"{player.score} {_(scene.model.session.ruleset.terms.points)}"
    return player.name, (Line(points), *(Line(note) for note in player.notes), *player.details)


def focused_tip(scene: TableScene) -> tuple[tuple[int, int], str, tuple[Line, ...]] | None:
    """Return place, title and lines of the tooltip of the piece that has the keys on the rosters."""
    focused, view = scene.focus.inspection.focused, scene.focus.staging.view
    piece, chip = scene.strip.piece(focused), scene.strip.place(focused)
    return (chip.midbottom, *facts_of(piece, view)) if piece is not None and chip is not None else None


def _terrain(scene: TableScene) -> tuple[str, tuple[Line, ...]] | None:
    x, y = scene.focus.camera.to_table(*scene.focus.mouse)
    here = [piece for piece in scene.ground.battlefield.pieces if shapely.intersects_xy(piece.shape, x, y)]
    names = dict.fromkeys(piece.name for piece in here if piece.name)
    if not names:
        return None
    found = [Line(coordinates(x, y), tone="quiet")]
    level = highest_surface(scene.model.session.game.ruler, (x, y))
    if level:
        found.append(Line(_("A model can stand here on level {level}", level=level)))
    for piece in here:
        found += scene.model.view.grounds.get(piece.id, ())
    return ", ".join(names), tuple(found)


def _column(scene: TableScene) -> list[pygame.Rect]:
    """Return the bar and the parts of the panel, which only a tooltip about them may partly cover."""
    return [scene.layout.bar, scene.layout.decision, scene.layout.details, scene.layout.log]


def worth_seeing(scene: TableScene) -> list[pygame.Rect]:
    """Return what no tooltip may cover: the decision, pieces, rosters, buttons, rows, plates, odds, rulers' labels."""
    found = [
        rect.clip(scene.actions.rect) for _action, rect in scene.actions.rows() if rect.colliderect(scene.actions.rect)
    ]
    found += [button.rect for button in scene.tools.shown.values()]
    found += [*scene.bar.plates(scene.model.view).values(), scene.plate.rect, scene.layout.aid, *scene.context.readings]
    found += [scene.layout.strip, scene.layout.rail, scene.side.decision.head]
    if scene.focus.inspection.focused or not any(part.collidepoint(scene.focus.mouse) for part in _column(scene)):
        found += _column(scene)[1:]
    for piece in scene.focus.staging.view.pieces:
        x, y = scene.focus.camera.to_screen(piece.x, piece.y)
        r = drawn_radius(piece) * scene.focus.camera.scale
        found.append(pygame.Rect(x - r, y - r, 2 * r, 2 * r).clip(scene.layout.table))
    return [rect for rect in found if rect.width and rect.height]
