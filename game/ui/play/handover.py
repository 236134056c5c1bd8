"""Handing the game from one person to the next at one screen."""

from __future__ import annotations

from game.ui.play.host import TableHost
from game.ui.play.sheets import handover_sheet
from game.wording import _


def hand_over(host: TableHost) -> None:
    """Name the person who decides now where that changed; inside somebody's activation a small notice does."""
    person = host.model.decider
    if reacts_within(host, person):
        return
    people = [player.id for player in host.model.view.players if player.id not in host.model.bots]
    if host.options.banner and host.last_person and person != host.last_person and len(people) > 1:
        host.show(handover_sheet(host, person, host.recap() if host.options.recap else []))
    if host.last_person and person != host.last_person:
        host.window.play("turn")
    host.last_person = person


def reacts_within(host: TableHost, person: str) -> bool:
    """Say so, instead of changing seats, where a person answers in the midst of another's activation."""
    model = host.model
    active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
    if active is None or person == host.last_person or active.owner != host.last_person:
        return False
    model.notice.title = _(
        "{person} answers, while {active} is active", person=model.player_name(person), active=active.name
    )
    model.notice.refusals = ()
    return True
