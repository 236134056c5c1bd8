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
"""The instructions for the click that each intent needs."""
LABELS: Final[dict[Kind, str]] = {
    "hold": N_("Hold a place..."),
    "push": N_("Push to a place..."),
    "screen": N_("Screen a friend..."),
    "hunt": N_("Hunt an enemy..."),
}
"""The labels in the menu of the intents that need a click."""
RESERVES: Final = (2, 3, 4)
"""The rounds offered as the end of staying in reserve."""
TO: Final = "plan-to:"
"""The prefix of the ids of rows for places and targets."""
HEAD: Final = 1.6
"""The length of an arrow's head, in units of the theme."""


@dataclass
class Plans:
    """The intents of each player on a table, and the intent whose place or target is being chosen."""

    intents: dict[str, list[IntentDocument]] = field(default_factory=dict)
    aiming: tuple[Kind, str, str] | None = None
    """The kind of the intent being made, the player, and the piece or unit."""

    def plan(self, player: PlayerView) -> PlanDocument | None:
        """Return a player's plan, None without intents."""
        own = self.intents.get(player.id)
        return PlanDocument(name=_("Plan of {player}", player=player.name)[:80], intents=tuple(own)) if own else None

    def of(self, player: str, unit: str, known: Known) -> list[IntentDocument]:
        """Return the intents of a piece or unit."""
        return [intent for intent in self.intents.get(player, ()) if unit in known.own(player, intent.who)]

    def put(self, player: str, unit: str, known: Known, intent: IntentDocument | None) -> None:
        """Replace the intents of a piece or unit by one, or by none."""
        old = self.of(player, unit, known)
        others = [other for other in self.intents.get(player, ()) if other not in old]
        self.intents[player] = [*others, intent] if intent is not None else others

    def aimed(self, known: Known, target: str | Spot) -> None:
        """Complete the intent being made with a place or target: a name, or a spot in inches."""
        if self.aiming is None:
            return
        kind, player, unit = self.aiming
        place = target if isinstance(target, str) else (round(target[0], 2), round(target[1], 2))
        intent = IntentDocument.model_validate({"who": known.short(unit), "intent": kind, KINDS[kind].about: place})
        self.put(player, unit, known, intent)
        self.aiming = None

    def targets(self, view: TableView, known: Known) -> list[MenuItem]:
        """Return rows for all places or targets of the intent being made."""
        if self.aiming is None:
            return []
        kind, player, unit = self.aiming
        if KINDS[kind].about == "where":
            names = {identity: _(known.short(identity)) for identity in dict.fromkeys(known.places.values())}
        else:
            cards = Units(view).on_table()
            wants_friend = kind == "screen"
            names = {
                card.id: known.short(card.id)
                for card in cards
                if card.kind == "base" and card.owner and (card.owner == player) is wants_friend and card.id != unit
            }
        return [MenuItem(f"{TO}{identity}", name) for identity, name in names.items()]

    def named(self, known: Known, identity: str) -> str | None:
        """Return the name of a clicked thing in a plan; None if the intent being made cannot use it."""
        if self.aiming is None:
            return None
        kind, player, unit = self.aiming
        if KINDS[kind].about == "where":
            return known.short(identity) if identity in known.places.values() else None
        owner_of_clicked = next((owner for owner, names in known.pieces.items() if (identity,) in names.values()), "")
        is_friend = owner_of_clicked == player and identity != unit
        is_enemy = owner_of_clicked not in ("", player)
        is_usable = is_friend if kind == "screen" else is_enemy
        return known.short(identity) if is_usable else None

    def load(self, file: str, player: str, known: Known, ruleset: str) -> None:
        """Load a player's plan from a file; raise `DocumentError`, `OSError`."""
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
    """Return the sheet of intents for a piece; `now` are its present ones.

    `choose` takes the kind of intent (None: no intent) and a number: the round of a reserve, 1 to hold the present
    spot.
    """
    rows = [MenuItem("", ", ".join(map(intent_words, now)), heading=True)] if now else []
    rows.append(MenuItem("here", _("Hold this spot"), detail=_("Does not move.")))
    rows += [MenuItem(kind, _(label), detail=_(KINDS[kind].text)) for kind, label in LABELS.items()]
    for last_round in RESERVES:
        text = _(KINDS["reserve"].text) if last_round == RESERVES[0] else ""
        rows.append(MenuItem(f"reserve:{last_round}", _("Reserve until round {n}", n=last_round), detail=text))
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
    """Return the sheet with each player's plan, to save, load or clear it."""
    rows = []
    for player in focus.model.view.players:
        own = plans.intents.get(player.id, [])
        rows.append(MenuItem("", player.name, heading=True))
        rows += [MenuItem("", f"{intent.who}: {intent_words(intent)}", heading=True) for intent in own]
        why_not = "" if own else _("no piece has an intent")
        rows.append(MenuItem(f"save-plan:{player.id}", _("Save the plan..."), reason=why_not))
        rows.append(MenuItem(f"load-plan:{player.id}", _("Load a plan...")))
        rows.append(MenuItem(f"clear-plan:{player.id}", _("Clear the plan"), reason=why_not))
    lines = [Line(_("Right-click a piece to give it an intent."), tone="quiet")]
    return Sheet(focus.window.theme, _("Plans"), lines, with_keys([*rows, close_row()]), perform, wide=62)


# -- arrows ----------------------------------------------------------------------------------------


def draw_plans(target: pygame.Surface, plans: Plans, view: TableView, field: Battlefield, context: DrawContext) -> None:
    """Draw an arrow from each piece with an intent to its place or target, labelled with the intent."""
    if not any(plans.intents.values()):
        return
    known, units = Known.of(view), Units(view)
    grounds = {piece.id: piece.shape.centroid for piece in field.pieces}
    for player, intents in plans.intents.items():
        colour = context.owners.get(player, NOBODYS).colour
        for intent in intents:
            for unit in known.own(player, intent.who):
                card = units.standing(unit)
                if card is not None:
                    start = Disc(card.x, card.y, card.radius)
                    end = _goal(intent, player, known, units, grounds)
                    _draw_arrow(target, context, colour, start, end, _label(intent))


def _label(intent: IntentDocument) -> str:
    name = _(KINDS[intent.intent].name)
    return name if intent.until is None else _("{intent} until {n}", intent=name, n=intent.until)


def _goal(
    intent: IntentDocument, player: str, known: Known, units: Units, grounds: Mapping[str, shapely.Point]
) -> Disc | None:
    """Return the place or target of an intent on the table as a disc; None if it is not there."""
    if isinstance(intent.where, tuple):
        return Disc(*intent.where, 0.0)
    if intent.where is not None:
        identity = known.places.get(intent.where.lower(), "")
        marker = units.pieces.get(identity)
        if marker is not None:
            return Disc(marker.x, marker.y, marker.radius)
        spot = grounds.get(identity)
        return None if spot is None else Disc(spot.x, spot.y, 0.0)
    targets = known.own(player, intent.friend) if intent.friend else known.others(player, intent.enemy or "")
    for identity in targets:
        card = units.standing(identity)
        if card is not None:
            return Disc(card.x, card.y, card.radius)
    return None


def _draw_arrow(
    target: pygame.Surface, context: DrawContext, colour: Colour, start: Disc, end: Disc | None, label: str
) -> None:
    """Draw the arrow of an intent, or only its label if it has no place or is there."""
    camera, theme = context.camera, context.theme
    x, y = camera.to_screen(start.x, start.y)
    if end is None or math.dist(start[:2], end[:2]) <= start.radius + end.radius:
        draw_pill(target, label, (x, y + start.radius * camera.scale + theme.px(1.5)), theme, colour)
        return
    to_x, to_y = camera.to_screen(end.x, end.y)
    distance = math.dist((x, y), (to_x, to_y))
    dx, dy = (to_x - x) / distance, (to_y - y) / distance
    first = x + dx * start.radius * camera.scale, y + dy * start.radius * camera.scale
    last = to_x - dx * end.radius * camera.scale, to_y - dy * end.radius * camera.scale
    head = theme.px(HEAD)
    draw_line(target, first, (last[0] - dx * head, last[1] - dy * head), colour)
    corners = [*_head(last, (dx, dy), head)]
    pygame.draw.polygon(target, SHADOW, corners, 4)
    pygame.draw.polygon(target, colour, corners)
    draw_pill(target, label, ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2), theme, colour)


def _head(tip: Spot, along: Spot, size: float) -> Iterator[Spot]:
    """Yield the corners of an arrow's head."""
    yield tip
    for side in (0.6, -0.6):
        yield tip[0] - size * (along[0] + side * along[1]), tip[1] - size * (along[1] - side * along[0])
