"""Sigils: chosen from names, different at one table, and the same every time."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from random import Random

import pygame
import pytest
from PIL import Image

from game import rulesets
from game.documents.faces import FacedDocument, picture_face, sigil_names
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import PieceView, TableView, UnitView
from game.engine.saving.documents import plain
from game.engine.session import Session
from game.rulesets.godbreakers.rules.circles.documents import circles_by_slug
from game.ui.board.pieces import MOST_FACES, Sprites
from game.ui.board.sigils import (
    FIELDS,
    LEAST,
    Sigil,
    Sigils,
    difference,
    draw_face,
    hints,
    shared_name,
    timeless,
    tones,
)
from game.ui.widgets.theme import PAPER, Theme

NAMES = (
    "Wick",
    "Tallow",
    "Ember",
    "Flint",
    "Cinder",
    "Marrow",
    "Gull",
    "Kelpie",
    "Driftwood",
    "Brine",
    "Zzyx",
    "Oomla",
)
COLOURS = ((74, 144, 217), (224, 94, 60), (87, 179, 106), (185, 122, 224))


def met(names: tuple[str, ...] | list[str]) -> dict[str, Sigil]:
    sigils = Sigils()
    sigils.meet(names)
    return {name: sigils.of(name) for name in names}


def test_the_same_names_have_the_same_sigils_in_any_order() -> None:
    shuffled = [*NAMES]
    Random(4).shuffle(shuffled)
    assert met(NAMES) == met(shuffled)


def test_a_later_guest_changes_no_earlier_face() -> None:
    sigils = Sigils()
    sigils.meet(NAMES[2:])
    before = {name: sigils.of(name) for name in NAMES[2:]}
    sigils.meet(NAMES)
    assert {name: sigils.of(name) for name in NAMES[2:]} == before


def test_names_hint_at_their_charges() -> None:
    found = met(NAMES)
    assert (found["Wick"].charge, found["Gull"].charge, found["Marrow"].charge) == ("candle", "gull", "bone")
    assert set(hints().values()) <= set(sigil_names())


def test_equal_pieces_share_a_sigil() -> None:
    found = met(["Forgotten 1", "Forgotten 2", "Drover B", "Drover C"])
    assert found["Forgotten 1"] == found["Forgotten 2"] != found["Drover B"] == found["Drover C"]
    assert shared_name("Drover B") == "Drover"
    assert shared_name("Vitamin") == "Vitamin"


def test_no_two_at_one_table_look_alike() -> None:
    names = [model.name for circle in circles_by_slug().values() for model in circle.godbreakers][:24]
    found = [sigil.charge for sigil in met(names).values()]
    assert len(set(found)) == len(names)
    assert all(difference(one, other) >= LEAST for one, other in combinations(found, 2))


def test_names_without_a_hint_have_all_charges_to_choose_from() -> None:
    names = [f"Zq{letter}x" for letter in "abcdefghijklmnopqrstuvwxyz"]
    assert not any(word in name.lower() for name in names for word in hints())
    found = {sigil.charge for sigil in met(names).values()}
    assert len(found) == len(names)
    assert found <= set(timeless()) < set(sigil_names())  # no tanks among swordsmen
    assert len({met([name])[name].charge for name in names}) > len(names) // 3  # each has favourites of its own


def test_names_with_a_hint_choose_first() -> None:
    rival = next(name for number in range(2000) if met([name := f"A{number}q"])[name].charge == "candle")
    found = met([rival, "Wick"])
    assert found["Wick"].charge == "candle" != found[rival].charge


def test_more_names_than_charges_still_all_have_a_face() -> None:
    names = [f"N{number}x" for number in range(len(sigil_names()) + 5)]
    assert len(met(names)) == len(names)


def lightness(colour: tuple[int, int, int]) -> float:
    """Return L* of a colour, 0 to 100."""
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return float(116 * y ** (1 / 3) - 16) if y > 0.008856 else 903.3 * y


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("spent", [False, True])
def test_the_field_stays_much_darker_than_the_charge(colour: tuple[int, int, int], spent: bool) -> None:
    charge = (206, 206, 202) if spent else PAPER
    assert all(lightness(charge) - lightness(tone) >= 18 for tone in tones(colour, spent=spent))


@pytest.mark.parametrize("charge", sigil_names())
def test_every_charge_covers_a_fair_part_of_its_face(charge: str) -> None:
    picture = pygame.Surface((60, 60), pygame.SRCALPHA, 32)
    draw_face(picture, Sigil(charge, "plain"), 30, 28, COLOURS[0])
    bright = sum(min(picture.get_at((x, y))[:3]) > 150 for x in range(60) for y in range(60))
    assert 0.06 < bright / 2463 < 0.5  # of the disc's pixels


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_differs_from_the_plain_one(field: str) -> None:
    def face(kind: str) -> bytes:
        picture = pygame.Surface((60, 60), pygame.SRCALPHA, 32)
        draw_face(picture, Sigil("moon", kind), 30, 28, COLOURS[0])
        return pygame.image.tobytes(picture, "RGBA")

    assert (face(field) == face("plain")) == (field == "plain")


def test_models_of_a_large_unit_have_plain_faces() -> None:
    def sigil(count: int) -> Sigil | None:
        sprites = Sprites(Theme())
        unit = UnitView("guard", "Wall Guard", start=count, models=count)
        sprites.meet(TableView("", "", (), 0, (), (), units={"guard": unit}))
        return sprites.sigil(PieceView("m", "Model", "base", 0, 0, 0.5, unit="guard"))

    assert sigil(MOST_FACES) is not None
    assert sigil(MOST_FACES + 1) is None


@pytest.mark.parametrize("book", ["godbreakers", "bushido", "aos4", "dropzone"])
def test_the_table_shows_the_faces_that_players_chose(book: str, tmp_path: Path) -> None:
    """A picture of their own for one piece, a sigil for another; those of other players stay as they were."""
    Image.new("RGB", (50, 50), "lime").save(tmp_path / "p.png")
    ruleset = rulesets.load(book)
    bare = ruleset.new_setup(GamePlan(("Ann", "Bob")))
    before = ruleset.view(Session(ruleset, bare, KeyedDice(1)).game)
    assert before.faces == {}
    seat = bare.document.players[0]
    one, other, *_rest = [each for each in [*before.units.values()] or before.reserve if each.owner == seat.id]
    [roster] = [value for _name, value in seat if isinstance(value, FacedDocument)]
    faces = {one.name: picture_face(str(tmp_path / "p.png")), other.name: "anchor"}
    (tmp_path / "ours.json").write_text(json.dumps(plain(roster) | {"faces": faces}), "utf-8")
    setup = ruleset.new_setup(GamePlan(("Ann", "Bob"), rosters=(str(tmp_path / "ours.json"),)))
    view = ruleset.view(Session(ruleset, setup, KeyedDice(1)).game)
    assert view.faces == {seat.id: faces}
    sprites = Sprites(Theme())
    sprites.meet(view)
    assert sprites.sigils.of(other.name, seat.id).charge == "anchor"
    assert sprites.sigils.of(other.name, "nobody").charge != "anchor"
    canvas = pygame.Surface((60, 60), pygame.SRCALPHA, 32)
    draw_face(canvas, sprites.sigils.of(one.name, seat.id), 30, 28, (200, 40, 40))
    assert canvas.get_at((30, 30))[:3] == pytest.approx((0, 255, 0), abs=12)
    assert canvas.get_at((2, 2)).a == 0
    draw_face(canvas, sprites.sigils.of(one.name, seat.id), 30, 28, (200, 40, 40), spent=True)
    red, green, blue = canvas.get_at((30, 30))[:3]
    assert red == green == blue, "spent pieces have no colours"


def test_a_sigil_that_somebody_chose_is_given_to_nobody_else() -> None:
    sigils = Sigils()
    sigils.meet(["Wick"])
    charge = sigils.of("Wick").charge
    later = Sigils()
    later.chosen = {"ann": {"Ember": charge}}
    later.meet(["Wick"])
    assert later.of("Ember", "ann").charge == charge != later.of("Wick").charge
