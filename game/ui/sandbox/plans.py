"""Plans made in a sandbox: an intent for each piece, chosen from a menu and by a click, drawn as arrows."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import pygame
import shapely

from game.documents.files import write_json
from game.engine.plans import KINDS, IntentDocument, Kind, Known, PlanDocument, intent_words, load_plan, require_fits
from game.engine.rulebook.units import Units
from game.engine.rulebook.view import Line, PlayerView, TableView
from game.engine.saving.documents import plain
from game.table.shapes import Disc
from game.table.terrain.battlefield import Battlefield
from game.ui.board.camera import Spot
from game.ui.board.overlays import draw_pill
from game.ui.board.pieces import NOBODYS
from game.ui.board.ruler_art import draw_line
from game.ui.decisions.base import DrawContext
from game.ui.play.focus import Focus
from game.ui.play.sheets import close_row
from game.ui.widgets.actions import MenuItem, with_keys
from game.ui.widgets.sheet import Sheet
from game.ui.widgets.theme import SHADOW, Colour
from game.wording import N_, _

ASKED: Final[dict[Kind, str]] = {
    "hold": N_("Click the place to hold: a marker, terrain or any spot."),
    "push": N_("Click the place to push to: a marker, terrain or any spot."),
    "screen": N_("Click the friend to screen from the enemy."),
    "hunt": N_("Click the enemy to hunt."),
}
"""What is clicked for an intent."""
LABELS: Final[dict[Kind, str]] = {
    "hold": N_("Hold a place..."),
    "push": N_("Push to a place..."),
    "screen": N_("Screen a friend..."),
    "hunt": N_("Hunt an enemy..."),
}
"""The intents that ask for a click, in the menu."""
RESERVES: Final = (2, 3, 4)
"""The rounds offered for the end of a reserve."""
TO: Final = "plan-to:"
"""The beginning of the ids of places and targets in a list."""
HEAD: Final = 1.6
"""The length of an arrow's head, in units of the theme."""


@dataclass
class Plans:
    """The intents of each player on a table, and the intent whose place or target is asked now."""

    intents: dict[str, list[IntentDocument]] = field(default_factory=dict)
    aiming: tuple[Kind, str, str] | None = None
    """The kind of intent, the player, and the piece or unit."""

    def plan(self, player: PlayerView) -> PlanDocument | None:
        """Return a player's plan, or None without any intent."""
        own = self.intents.get(player.id)
        return PlanDocument(name=_("Plan of {player}", player=player.name)[:80], intents=tuple(own)) if own else None

    def of(self, player: str, whole: str, known: Known) -> list[IntentDocument]:
        """Return the intents of a piece or unit."""
        return [each for each in self.intents.get(player, ()) if whole in known.own(player, each.who)]

    def put(self, player: str, whole: str, known: Known, intent: IntentDocument | None) -> None:
        """Give a piece or unit an intent instead of those that it has, or none."""
        old = self.of(player, whole, known)
        rest = [each for each in self.intents.get(player, ()) if each not in old]
        self.intents[player] = [*rest, intent] if intent is not None else rest

    def aimed(self, known: Known, target: str | Spot) -> None:
        """Complete the intent that is being made with a place or a target; a spot is in inches."""
        if self.aiming is None:
            return
        kind, player, whole = self.aiming
        given = target if isinstance(target, str) else (round(target[0], 2), round(target[1], 2))
        made = IntentDocument.model_validate({"who": known.short(whole), "intent": kind, KINDS[kind].about: given})
        self.put(player, whole, known, made)
        self.aiming = None

    def targets(self, view: TableView, known: Known) -> list[MenuItem]:
        """Return the places or targets for the intent that is being made, to choose from a list."""
        if self.aiming is None:
            return []
        kind, player, whole = self.aiming
        if KINDS[kind].about == "where":
            names = {identity: _(known.short(identity)) for identity in dict.fromkeys(known.places.values())}
        else:
            cards = Units(view).on_table()
            friend = kind == "screen"
            names = {
                card.id: known.short(card.id)
                for card in cards
                if card.kind == "base" and card.owner and (card.owner == player) is friend and card.id != whole
            }
        return [MenuItem(f"{TO}{identity}", name) for identity, name in names.items()]

    def named(self, known: Known, identity: str) -> str | None:
        """Return the name by which a plan names what was clicked, or None if the present intent cannot use it."""
        if self.aiming is None:
            return None
        kind, player, whole = self.aiming
        if KINDS[kind].about == "where":
            return known.short(identity) if identity in known.places.values() else None
        owned = next((owner for owner, names in known.pieces.items() if (identity,) in names.values()), "")
        fits = owned == player and identity != whole if kind == "screen" else owned not in ("", player)
        return known.short(identity) if fits else None

    def load(self, file: str, player: str, known: Known, ruleset: str) -> None:
        """Take a player's plan from a file; raise `DocumentError`, `OSError`."""
        plan = load_plan(file)
        require_fits(plan, player, known, ruleset, file)
        self.intents[player] = [*plan.intents]


def save_plan(plan: PlanDocument, path: Path) -> None:
    """Write a plan to a file; raise `OSError` with the old file untouched."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_json(path, plain(plan))


# -- sheets ----------------------------------------------------------------------------------------


def intent_sheet(
    focus: Focus, title: str, now: Sequence[IntentDocument], choose: Callable[[Kind | None, int], None]
) -> Sheet:
    """Return the intents for a piece: `choose` takes the kind, or None for no intent, and the round of a reserve."""
    rows = [MenuItem("", ", ".join(map(intent_words, now)), heading=True)] if now else []
    rows.append(MenuItem("here", _("Hold this spot"), detail=_("Does not move.")))
    rows += [MenuItem(kind, _(label), detail=_(KINDS[kind].text)) for kind, label in LABELS.items()]
    for until in RESERVES:
        text = _(KINDS["reserve"].text) if until == RESERVES[0] else ""
        rows.append(MenuItem(f"reserve:{until}", _("Reserve until round {n}", n=until), detail=text))
    if now:
        rows.append(MenuItem("none", _("No intent")))

    def then(name: str) -> None:
        if name == "none":
            choose(None, 0)
        elif name == "here":
            choose("hold", 1)
        elif name.startswith("reserve:"):
            choose("reserve", int(name.partition(":")[2]))
        else:
            choose(next(kind for kind in KINDS if kind == name), 0)

    text = _("A computer player on this side follows it. Its opponents see it only after the game.")
    lines = [Line(text, tone="quiet")]
    return Sheet(focus.window.theme, title, lines, with_keys([*rows, close_row()]), then=then, wide=62)


def plans_sheet(focus: Focus, plans: Plans, perform: Callable[[MenuItem], None]) -> Sheet:
    """Return what can be done with each player's plan."""
    rows = []
    for player in focus.model.view.players:
        own = plans.intents.get(player.id, [])
        rows.append(MenuItem("", player.name, heading=True))
        rows += [MenuItem("", f"{each.who}: {intent_words(each)}", heading=True) for each in own]
        missing = "" if own else _("no piece has an intent")
        rows.append(MenuItem(f"save-plan:{player.id}", _("Save the plan..."), reason=missing))
        rows.append(MenuItem(f"load-plan:{player.id}", _("Load a plan...")))
        rows.append(MenuItem(f"clear-plan:{player.id}", _("Clear the plan"), reason=missing))
    lines = [Line(_("Right-click a piece to give it an intent."), tone="quiet")]
    return Sheet(focus.window.theme, _("Plans"), lines, with_keys([*rows, close_row()]), perform, wide=62)


# -- arrows ----------------------------------------------------------------------------------------


def draw_plans(target: pygame.Surface, plans: Plans, view: TableView, field: Battlefield, context: DrawContext) -> None:
    """Draw an arrow from each piece with an intent to its place or target, with the name of the intent."""
    if not any(plans.intents.values()):
        return
    known, units = Known.of(view), Units(view)
    grounds = {piece.id: piece.shape.centroid for piece in field.pieces}
    for player, own in plans.intents.items():
        colour = context.owners.get(player, NOBODYS).colour
        for intent in own:
            for whole in known.own(player, intent.who):
                card = units.standing(whole)
                if card is not None:
                    start = Disc(card.x, card.y, card.radius)
                    end = _aim(intent, player, known, units, grounds)
                    _draw_arrow(target, context, colour, start, end, _label(intent))


def _label(intent: IntentDocument) -> str:
    name = _(KINDS[intent.intent].name)
    return name if intent.until is None else _("{intent} until {n}", intent=name, n=intent.until)


def _aim(
    intent: IntentDocument, player: str, known: Known, units: Units, grounds: Mapping[str, shapely.Point]
) -> Disc | None:
    """Return what an intent is about on the table, or None."""
    if isinstance(intent.where, tuple):
        return Disc(*intent.where, 0.0)
    if intent.where is not None:
        identity = known.places.get(intent.where.lower(), "")
        marker = units.pieces.get(identity)
        if marker is not None:
            return Disc(marker.x, marker.y, marker.radius)
        spot = grounds.get(identity)
        return None if spot is None else Disc(spot.x, spot.y, 0.0)
    aimed = known.own(player, intent.friend) if intent.friend else known.others(player, intent.enemy or "")
    for identity in aimed:
        card = units.standing(identity)
        if card is not None:
            return Disc(card.x, card.y, card.radius)
    return None


def _draw_arrow(
    target: pygame.Surface, context: DrawContext, colour: Colour, start: Disc, end: Disc | None, label: str
) -> None:
    camera, theme = context.camera, context.theme
    x, y = camera.to_screen(start.x, start.y)
    if end is None or math.dist(start[:2], end[:2]) <= start.radius + end.radius:
        draw_pill(target, label, (x, y + start.radius * camera.scale + theme.px(1.5)), theme, colour)
        return
    to_x, to_y = camera.to_screen(end.x, end.y)
    far = math.dist((x, y), (to_x, to_y))
    dx, dy = (to_x - x) / far, (to_y - y) / far
    first = x + dx * start.radius * camera.scale, y + dy * start.radius * camera.scale
    last = to_x - dx * end.radius * camera.scale, to_y - dy * end.radius * camera.scale
    head = theme.px(HEAD)
    draw_line(target, first, (last[0] - dx * head, last[1] - dy * head), colour)
    corners = [*_head(last, (dx, dy), head)]
    pygame.draw.polygon(target, SHADOW, corners, 4)
    pygame.draw.polygon(target, colour, corners)
    draw_pill(target, label, ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2), theme, colour)


def _head(tip: Spot, along: Spot, size: float) -> Iterator[Spot]:
    yield tip
    for side in (0.6, -0.6):
        yield tip[0] - size * (along[0] + side * along[1]), tip[1] - size * (along[1] - side * along[0])
