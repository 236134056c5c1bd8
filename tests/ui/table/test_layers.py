"""Layers that lie still: shown as they would be blitted, and kept when they come again."""

from __future__ import annotations

import random
from functools import partial

import pygame
import pytest

from game.ui.widgets.layers import Canvas, Layers

VIEW = pygame.Rect(10, 10, 60, 40)


@pytest.fixture
def target() -> pygame.Surface:
    return pygame.Surface((80, 60))


def picture(colour: tuple[int, ...], size: tuple[int, int] = (60, 40)) -> pygame.Surface:
    surface = pygame.Surface(size, pygame.SRCALPHA, 32)
    surface.fill(colour)
    return surface


def show(layers: Layers, target: pygame.Surface, sprite: pygame.Surface, spot: tuple[int, int]) -> bytes:
    """Show a ground and, within a narrower clip, a sprite; return what can be seen."""
    target.fill((0, 0, 0))
    layers.set_clip(VIEW)
    layers.blit(GROUND, VIEW)
    layers.set_clip(pygame.Rect(10, 10, 30, 40))
    layers.blit(sprite, spot)
    layers.show(target, VIEW)
    return pygame.image.tobytes(target, "RGB")


GROUND, OTHER = picture((90, 120, 60, 255)), picture((60, 90, 120, 255))


def test_what_is_shown_again_and_again_stays_the_same(target: pygame.Surface) -> None:
    layers, sprite = Layers(), picture((200, 0, 0, 128), (12, 12))
    first = show(layers, target, sprite, (32, 20))
    assert target.get_at((35, 25))[:3] != target.get_at((41, 25))[:3] == (90, 120, 60)  # the clip cuts the sprite
    assert [show(layers, target, sprite, (32, 20)) for _ in range(3)] == [first] * 3


def test_what_moves_or_fades_is_shown_at_once(target: pygame.Surface) -> None:
    layers, sprite = Layers(), picture((200, 0, 0, 255), (12, 12))
    seen = [show(layers, target, sprite, (20, 20)) for _ in range(3)]
    moved = show(layers, target, sprite, (24, 20))
    sprite.set_alpha(120)
    faded = show(layers, target, sprite, (24, 20))
    assert len({*seen}) == 1
    assert len({seen[0], moved, faded}) == 3


def test_one_picture_may_be_shown_solid_and_faint(target: pygame.Surface) -> None:
    layers, sprite = Layers(), picture((200, 0, 0, 255), (8, 8))
    for _ in range(3):
        layers.set_clip(VIEW)
        layers.blit(GROUND, VIEW)
        for alpha, spot in ((255, (20, 20)), (90, (50, 20))):
            sprite.set_alpha(alpha)
            layers.blit(sprite, spot)
        layers.show(target, VIEW)
        assert target.get_at((24, 24))[:3] == (200, 0, 0)
        assert (200, 0, 0) != target.get_at((54, 24))[:3] != (90, 120, 60)


def test_another_view_is_painted_anew(target: pygame.Surface) -> None:
    layers, wide = Layers(), pygame.Rect(0, 0, 80, 60)
    for view in (VIEW, VIEW, wide, wide, wide):
        layers.set_clip(view)
        layers.blit(picture((1, 2, 3, 255), view.size) if view is VIEW else GROUND, view)
        layers.show(target, view)
    assert target.get_at((5, 5))[:3] == (90, 120, 60)


def test_a_part_is_drawn_again_only_when_its_key_changes(target: pygame.Surface) -> None:
    layers, sprite = Layers(), picture((200, 0, 0, 255), (8, 8))
    drawn: list[int] = []

    def draw(canvas: Canvas) -> None:
        drawn.append(len(drawn))
        canvas.blit(sprite, (20 + 8 * len(drawn), 20))

    for key, clip in ((1, VIEW), (1, VIEW), (2, VIEW), (2, VIEW), (2, VIEW.inflate(-4, -4)), (1, VIEW)):
        layers.set_clip(clip)
        layers.blit(GROUND, VIEW)
        layers.part(key, draw)
        layers.show(target, VIEW)
        assert target.get_at((24 + 8 * len(drawn), 24))[:3] == (200, 0, 0)
    assert len(drawn) == 4


def test_what_is_mended_looks_as_if_it_were_painted_anew(target: pygame.Surface) -> None:
    sprites = [picture((40 * number, 255 - 40 * number, 90, 150 + 20 * number), (9, 7)) for number in range(5)]
    layers, rng = Layers(), random.Random(5)
    shown: list[tuple[int, tuple[int, int], int]] = []
    for frame in range(120):
        if rng.random() < 0.6:  # one moves, fades, comes or goes, or all change their order
            at = rng.randrange(len(shown) + 1)
            shown[at : at + rng.randrange(2)] = [
                (rng.randrange(5), (rng.randrange(70), rng.randrange(50)), rng.choice((90, 255)))
                for _ in range(rng.randrange(2))
            ]
            if rng.random() < 0.2:
                rng.shuffle(shown)
        pictures = []
        for painter in (layers, Layers()):
            painter.set_clip(VIEW)
            painter.blit(GROUND if frame < 90 else OTHER, VIEW)

            def draw(canvas: Canvas) -> None:
                for number, spot, alpha in shown:
                    sprites[number].set_alpha(alpha)
                    canvas.blit(sprites[number], spot)

            painter.part([*shown], draw)
            target.fill((0, 0, 0))
            painter.show(target, VIEW)
            pictures.append(pygame.image.tobytes(target, "RGB"))
        assert pictures[0] == pictures[1], frame


def test_what_is_drawn_over_it_is_kept_while_nothing_moves(target: pygame.Surface) -> None:
    layers, sprite, drawn = Layers(), picture((200, 0, 0, 255), (8, 8)), 0

    def over() -> None:
        nonlocal drawn
        drawn += 1
        pygame.draw.circle(target, (drawn, 250, 0), (40, 30), 4)

    def put(spot: tuple[int, int], canvas: Canvas) -> None:
        canvas.blit(sprite, spot)

    def shown(key: object, spot: tuple[int, int] = (20, 20)) -> int:
        layers.set_clip(VIEW)
        layers.blit(GROUND, VIEW)
        layers.part(spot, partial(put, spot))
        layers.show(target, VIEW, key, over)
        assert target.get_at((spot[0] + 1, spot[1] + 1))[:3] == (200, 0, 0)
        return target.get_at((40, 30))[0]

    assert [shown("a") for _ in range(6)] == [1, 2, 3, 3, 3, 3]
    assert [shown("b"), shown("b")] == [4, 5]
    assert shown("a") > 5  # drawn anew before what was kept of it comes back
    assert shown("a", (24, 20)) != shown("a", (28, 20))  # a piece moves below it
    assert [shown(None) for _ in range(5)] == [*range(drawn - 4, drawn + 1)]  # without a key it may always change
