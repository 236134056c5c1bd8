"""Handing the game from one person to the next at one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.wording import _

if TYPE_CHECKING:
    from game.ui.play.scene import TableScene


def hand_over(scene: TableScene) -> None:
    """Name the person who decides now where that changed; inside somebody's activation a small notice does."""
    person = scene.model.decider
    if reacts_within(scene, person):
        return
    people = [player.id for player in scene.model.view.players if player.id not in scene.model.bots]
    if scene.options.banner and scene.last_person and person != scene.last_person and len(people) > 1:
        from game.ui.play.sheets import banner

        scene.show(banner(scene, person))
    if scene.last_person and person != scene.last_person:
        scene.window.play("turn")
    scene.last_person = person


def reacts_within(scene: TableScene, person: str) -> bool:
    """Say so, instead of changing seats, where a person answers in the midst of another's activation."""
    model = scene.model
    active = next((piece for piece in model.view.pieces if piece.active and piece.owner), None)
    if active is None or person == scene.last_person or active.owner != scene.last_person:
        return False
    model.notice.title = _(
        "{person} answers, while {active} is active", person=model.player_name(person), active=active.name
    )
    model.notice.refusals = ()
    return True
