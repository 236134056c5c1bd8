"""Painted tables: one lit relief for each map, painted beside the frames and kept on disk."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from game.resources import bundled_maps
from game.table.documents import find_map, load_map
from game.table.looks import LOOKS as TERRAIN
from game.table.looks import PLAIN
from game.table.terrain.battlefield import Area, Barricade, Battlefield, Piece
from game.ui.board import grounds, relief, table_art
from game.ui.board.camera import Camera
from game.ui.board.grounds import Grounds, digest
from game.ui.board.table_art import TableLayer
from game.ui.board.textures import Grid, Shades, blurred, bricks, cells, noise, random_numbers, rising, rough, shifted
from game.ui.widgets.raster import Frame
from game.ui.widgets.theme import LOOKS, PAPER, Ground
from tests.toy.sessions import toy_session
from tests.ui.driver import PATIENCE, Driver

SMALL = 6.0
"""Pixels per inch of tables in tests: painting one takes a tenth of a second."""


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relief, "FINEST", SMALL)


def ground_of(name: str) -> Ground:
    document = load_map(find_map(name))
    return LOOKS["lit"].lay(Ground.of(Battlefield.from_map(document), document.palette.model_dump(exclude_none=True)))


def whole_picture(ground: Ground) -> grounds.Picture:
    return relief.painted(ground, relief.pavedness(ground))


def awaited(known: Grounds, ground: Ground) -> grounds.Painted:
    """Return the painted table of a ground, once it is painted."""
    end = time.monotonic() + PATIENCE
    while (painted := known.of(ground)) is None or painted.field is not ground.battlefield:
        assert time.monotonic() < end
        time.sleep(0.005)
    return painted


# -- textures ----------------------------------------------------------------------------------


def grid(left: float, bottom: float, wide: int, high: int, scale: float = 20.0) -> Grid:
    x = left + (np.arange(wide, dtype=np.float32) + 0.5) / np.float32(scale)
    y = bottom + (high - np.arange(high, dtype=np.float32) - 0.5) / np.float32(scale)
    return Grid(x.astype(np.float32), y.astype(np.float32))


@pytest.mark.parametrize("texture", [
    lambda grid: noise(grid, 0.7, 3),
    lambda grid: rough(grid, 1.3, 5),
    lambda grid: cells(grid, 0.5, 2).gap,
    lambda grid: cells(grid, 0.5, 2).stone,
    lambda grid: bricks(grid, 0.4, 0.5, 0.25, 8).gap,
])  # fmt: skip
def test_textures_are_fixed_to_the_table(texture: object) -> None:
    whole, part = grid(0, 0, 120, 100), grid(2, 1, 40, 40)
    inside = texture(whole)[40:80, 40:80]  # type: ignore[operator]
    assert np.abs(inside - texture(part)).max() < 0.02  # type: ignore[operator]


def test_random_numbers_are_even_and_the_same_every_time() -> None:
    across, up = np.meshgrid(np.arange(200), np.arange(200))
    numbers = random_numbers(across, up, 4)
    assert (numbers == random_numbers(across, up, 4)).all()
    assert numbers.mean() == pytest.approx(0.5, abs=0.01)
    assert abs(np.corrcoef(numbers[:, :-1].ravel(), numbers[:, 1:].ravel())[0, 1]) < 0.02
    assert (numbers != random_numbers(across, up, 5)).mean() > 0.99


def test_every_pixel_of_a_stone_has_its_number_and_gaps_lie_between_stones() -> None:
    stones = cells(grid(0, 0, 80, 80), 1.0, 3)
    beside = stones.stone[:, :-1] != stones.stone[:, 1:]
    assert beside.any()
    assert stones.gap[:, :-1][beside].max() < 0.15 < stones.gap.max()


def test_values_are_blurred_shifted_and_smoothed() -> None:
    spot = np.zeros((9, 9), np.float32)
    spot[4, 4] = 1
    assert shifted(spot, 2, -1)[3, 6] == 1 == shifted(spot, 2, -1).sum()
    assert 0 < blurred(spot, 1.0)[4, 4] < 1
    assert rising(0, 1, np.array([-1, 0, 0.5, 1, 2], np.float32)).tolist() == [0, 0, 0.5, 1, 1]


# -- relief ------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", bundled_maps(), ids=lambda path: path.stem)
def test_no_ground_competes_with_names_and_rings(path: Path) -> None:
    pixels = whole_picture(ground_of(path.stem)).astype(float) / 255
    light = pixels @ (0.2126, 0.7152, 0.0722)
    ivory = np.array(PAPER) / 255 @ (0.2126, 0.7152, 0.0722)
    assert np.quantile(light, 0.99) < 0.85 * ivory
    colourful = pixels.max(axis=2) - pixels.min(axis=2)
    assert np.quantile(colourful, 0.99) < 0.5
    assert light.std() > 0.02


def test_a_part_of_a_table_fits_the_whole() -> None:
    ground = ground_of("market-ruins")
    whole, frame = whole_picture(ground), relief.frame_of_table(ground.battlefield)
    part = relief.painted(ground, relief.pavedness(ground), Frame(6.0, frame.north - 4.0, frame.scale, 72, 60))
    inner = whole[24:84, 36:108].astype(int)[10:-10, 10:-10]
    assert np.abs(inner - part.astype(int)[10:-10, 10:-10]).mean() < 3


def test_a_wall_casts_its_shadow_away_from_the_lamp() -> None:
    table = relief.Relief.blank(Frame(0.0, 10.0, 10.0, 100, 100), (10.0, 10.0))
    table.colour[:] = 0.5
    table.height[45:55, 45:55] = 0.8
    light = table.lit().mean(axis=2)
    assert light[58, 57] < light[42, 43] - 30  # south-east of it, and north-west


def test_open_ground_is_paved_less_where_it_is_green() -> None:
    green, brown = (replace(ground_of("market-ruins"), ground=each) for each in ((120, 150, 90), (150, 140, 120)))
    assert relief.pavedness(green) < relief.pavedness(brown)


# -- in the background and on disk -------------------------------------------------------------


def test_a_table_is_painted_once_in_the_background_and_then_comes_from_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground, first = ground_of("three-wells"), Grounds(tmp_path)
    assert first.of(ground) is None
    assert first.busy
    painted = awaited(first, ground)
    assert first.of(ground) is painted

    def never(*_args: object, **_named: object) -> None:
        raise AssertionError("it is on disk")

    monkeypatch.setattr(grounds, "painted", never)
    again = awaited(Grounds(tmp_path), ground_of("three-wells"))
    assert np.abs(again.pixels.astype(int) - painted.pixels.astype(int)).mean() < 4  # JPEG


def test_a_picture_for_a_file_waits_for_its_table(tmp_path: Path) -> None:
    known, ground = Grounds(tmp_path), ground_of("three-wells")
    assert known.now(ground) is known.of(ground)


def test_a_table_keeps_its_colours_at_every_zoom_and_without_a_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.quit()
    known, ground = Grounds(tmp_path), ground_of("stone-ford")
    monkeypatch.setattr(grounds, "GROUNDS", known)
    painted, field = known.now(ground), ground.battlefield
    assert painted is not None
    for scale in (3.0, 8.0):
        camera = Camera(
            field.width, field.height, pygame.Rect(0, 0, 320, 240), field.width / 2, field.height / 2, scale
        )
        canvas = pygame.Surface((320, 240), depth=32)
        TableLayer().draw(canvas, ground, camera)
        for x, y in ((4.0, 4.0), (16.0, 12.0), (27.0, 20.0)):
            px, py = camera.to_screen(x, y)
            if canvas.get_rect().collidepoint(px, py):
                around = pygame.Rect(0, 0, 9, 9)
                around.center = round(px), round(py)
                shown = np.array(pygame.transform.average_color(canvas, around)[:3], float)
                row, column = round((field.height - y) * SMALL), round(x * SMALL)
                here = painted.pixels[row - 6 : row + 7, column - 6 : column + 7].reshape(-1, 3).mean(axis=0)
                assert np.abs(shown - here).max() < 25


def picture_of_another_size() -> bytes:
    content = BytesIO()
    Image.new("RGB", (90, 60)).save(content, "JPEG")
    return content.getvalue()


@pytest.mark.parametrize(
    "content", [b"", b"not a picture", b"\xff\xd8\xff\xe0" + b"\0" * 50, picture_of_another_size()], ids=range(4)
)
def test_a_damaged_file_is_painted_anew(tmp_path: Path, content: bytes) -> None:
    ground = ground_of("three-wells")
    path = tmp_path / f"{digest(ground)}.jpg"
    path.write_bytes(content)
    painted = awaited(Grounds(tmp_path), ground)
    assert painted.pixels.shape[:2] == relief.frame_of_table(ground.battlefield)[:2:-1]
    assert path.stat().st_size > 1000


def test_a_table_is_painted_even_if_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_name: str) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(grounds, "cache_folder", full)
    awaited(Grounds(), ground_of("three-wells"))


def test_the_tables_used_longest_ago_are_deleted_first(tmp_path: Path) -> None:
    for age, name in enumerate("abcde"):
        (tmp_path / f"{name}.jpg").write_bytes(b"x" * 100)
        os.utime(tmp_path / f"{name}.jpg", (1_000_000 - age, 1_000_000 - age))
    grounds._tidy(tmp_path, 250)
    assert sorted(path.stem for path in tmp_path.iterdir()) == ["a", "b"]


def test_only_the_surroundings_of_a_fallen_building_are_painted_anew(tmp_path: Path) -> None:
    ground, known = ground_of("twin-exchange"), Grounds(tmp_path)
    before = awaited(known, ground)
    field = ground.battlefield
    fallen = next(piece for piece in field.pieces if piece.look == "building")
    rubble = replace(fallen, look="rubble", height=0.0)
    pieces = tuple(rubble if piece is fallen else piece for piece in field.pieces)
    after_it = replace(ground, battlefield=Battlefield(field.width, field.height, pieces))
    assert known.of(after_it) is before  # the old one is shown meanwhile
    after = awaited(known, after_it)
    changed = np.abs(after.pixels.astype(int) - before.pixels.astype(int)).max(axis=2) > 12
    rows, columns = np.nonzero(changed)
    west, south, east, north = fallen.shape.buffer(relief.SHADOW_REACH + 1.5).bounds
    assert west * SMALL <= columns.min()
    assert columns.max() <= east * SMALL
    assert (field.height - north) * SMALL <= rows.min()
    assert rows.max() <= (field.height - south) * SMALL
    assert len(list(tmp_path.iterdir())) == 1  # a table in the middle of a game is not kept


def test_a_felled_wood_leaves_no_seam_although_the_ground_would_be_paved_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relief, "FINEST", 20.0)
    ground, known = ground_of("walled-yard"), Grounds(tmp_path)
    before = awaited(known, ground)
    field = ground.battlefield
    felled = next(piece for piece in field.pieces if piece.look == "wood")
    pieces = tuple(piece for piece in field.pieces if piece is not felled)
    bare = replace(ground, battlefield=Battlefield(field.width, field.height, pieces))
    assert relief.pavedness(bare) > relief.pavedness(ground) + 0.01
    after = awaited(known, bare)
    assert after.paved == before.paved
    around = felled.shape.buffer(relief.SHADOW_REACH + 1.2).bounds
    part = relief.part_of(relief.frame_of_table(field), around)
    assert part is not None
    rows, columns, frame = part
    same = relief.painted(bare, before.paved, frame)
    assert (after.pixels[rows, columns][12:-12, 12:-12] != same[12:-12, 12:-12]).mean() < 0.2
    assert (after.pixels[rows, columns][:4] != before.pixels[rows, columns][:4]).mean() < 0.2


def test_a_piece_that_stays_where_it_is_is_painted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ground, known = ground_of("twin-exchange"), Grounds(tmp_path)
    awaited(known, ground)
    painted, frames = relief.painted, list[object]()

    def counted(*args: object, **named: object) -> grounds.Picture:
        frames.append(args)
        return painted(*args, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(grounds, "painted", counted)
    field = ground.battlefield
    fallen = next(piece for piece in field.pieces if piece.look == "building")
    pieces = tuple(replace(each, look="rubble") if each is fallen else each for each in field.pieces)
    awaited(known, replace(ground, battlefield=Battlefield(field.width, field.height, pieces)))
    assert len(frames) == 1


def test_what_is_built_on_an_empty_table_is_painted_alone(tmp_path: Path) -> None:
    ground, known = ground_of("open-ground"), Grounds(tmp_path)
    before = awaited(known, ground)
    one = ground_of("temple-court").battlefield.pieces[:1]
    built = replace(ground, battlefield=Battlefield(ground.battlefield.width, ground.battlefield.height, one))
    assert known.of(built) is before
    after, shape = awaited(known, built), one[0].shape
    rows, columns, _frame = relief.part_of(relief.frame_of_table(built.battlefield), shape.bounds) or (0, 0, None)
    apart = np.abs(after.pixels.astype(int) - before.pixels.astype(int)).max(axis=2)
    assert apart[rows, columns].mean() > 20
    assert (apart > 12).mean() < 0.2


def test_painting_stops_when_the_program_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relief, "FINEST", 64.0)
    known, ground = Grounds(tmp_path), ground_of("lantern-quarter")
    known.of(ground)
    known.close()
    rest(known)
    assert known.of(ground) is None
    assert not [*tmp_path.iterdir()]


def test_a_ground_that_cannot_be_painted_is_reported_once_and_stays_flat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_args: object, **_named: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(grounds, "painted", broken)
    known, ground = Grounds(tmp_path), ground_of("three-wells")
    assert known.of(ground) is None
    rest(known)
    assert known.of(ground) is None
    assert known.now(ground) is None
    assert not known.busy
    assert capsys.readouterr().err.count("Traceback") == 1


def rest(known: Grounds) -> None:
    """Wait until nothing is painted any more, as a window does: it asks, and draws no painted table meanwhile."""
    end = time.monotonic() + PATIENCE
    while known.busy:
        assert time.monotonic() < end
        time.sleep(0.005)


def test_nothing_is_busy_for_ever_if_the_table_is_left_while_it_is_painted(tmp_path: Path) -> None:
    known, ground = Grounds(tmp_path), ground_of("three-wells")
    assert known.of(ground) is None
    rest(known)
    assert known.of(ground) is not None


def test_what_is_painted_has_a_name_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    ground = ground_of("three-wells")
    field = ground.battlefield
    shorter = replace(ground, battlefield=Battlefield(field.width, field.height, field.pieces[1:]))
    assert len({digest(each) for each in (ground, shorter, replace(ground, ground=(1, 2, 3)))}) == 3
    assert digest(ground) == digest(ground_of("three-wells"))
    before = digest(ground)
    monkeypatch.setattr(grounds, "VERSION", grounds.VERSION + 1)
    assert digest(ground) != before  # what an older version has painted is not shown


# -- shapes of things --------------------------------------------------------------------------


def test_every_look_has_a_title_and_names_materials_that_are_there() -> None:
    used = {name for look in (PLAIN, *TERRAIN.values()) for name in (look.material, look.flat)}
    assert used == {*relief.MATERIALS}, (
        "`material` and `flat` in game/table/looks.py are keys of MATERIALS in relief.py"
    )
    assert [name for name, look in TERRAIN.items() if not look.title] == []


def heights(look: str, height: float) -> Shades:
    """Return the heights of a table with one square piece of a look in its middle, 20 pixels per inch."""
    area = Area(((3.0, 3.0), (7.0, 3.0), (7.0, 7.0), (3.0, 7.0)))
    piece = Piece("it", "It", (area,), look=look, height=height)
    table = relief.Relief.blank(Frame(0.0, 10.0, 20.0, 200, 200), (10.0, 10.0))
    patch = table.patch(area.polygon)
    assert patch is not None
    relief.MATERIALS[TERRAIN[look].material](table, patch, piece, 5)
    return table.height


def test_a_tall_ruin_has_walls_all_around_and_a_low_one_none() -> None:
    tall, low = heights("ruin", 5.0), heights("ruin", 1.0)
    assert tall[70:130, 62:64].mean() > 0.2 > 0.12 > low[70:130, 62:64].mean()
    assert tall[95:105, 95:105].mean() == pytest.approx(low[95:105, 95:105].mean(), abs=0.02)


def test_a_house_has_a_pitched_roof_a_tall_one_a_flat_one_and_a_stall_is_low() -> None:
    def rise(height: float) -> float:
        found = heights("building", height)
        return float(found[96:104, 96:104].mean() - found[70:78, 96:104].mean())

    assert rise(5.0) > 0.3 > abs(rise(7.0))
    assert heights("building", 0.0).max() < 0.35 < heights("building", 5.0).max()


def test_a_wall_lifts_nothing_beside_it() -> None:
    table = relief.Relief.blank(Frame(0.0, 10.0, 20.0, 200, 200), (10.0, 10.0))
    table.height[:] = -0.04
    relief._barricade(table, Barricade(((3.0, 5.0), (7.0, 5.0)), 0.4), TERRAIN["ruin"], 3)
    assert table.height[85:90].max() == table.height[85:90].min() == np.float32(-0.04)
    assert table.height[98:102, 80:120].min() > 0.3


# -- in the window -----------------------------------------------------------------------------

PAINTING = Grounds.of
"""What tests with a window do without."""


def test_the_window_shows_the_flat_table_and_then_the_painted_one(
    window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    known = Grounds(tmp_path)
    monkeypatch.setattr(Grounds, "of", PAINTING)
    for where in ("game.ui.board.grounds.GROUNDS", "game.ui.play.scene.GROUNDS"):
        monkeypatch.setattr(where, known)
    driver = window(toy_session())
    driver.frame()
    table = driver.scene.focus.layout.table
    flat = pygame.surfarray.array3d(driver.screen.subsurface(table)).astype(int)
    driver.window.choose(replace(driver.window.options, look="lit"))
    driver.frame()
    at_first = pygame.surfarray.array3d(driver.screen.subsurface(table)).astype(int)
    assert np.abs(at_first - flat).mean() < 1
    focus = driver.scene.focus
    focus.zoomed_at, focus.mouse_since = focus.zoomed_at - 60, focus.mouse_since - 60  # nothing else wants frames
    end = time.monotonic() + PATIENCE
    while driver.scene.tick():  # the window draws as long as its scene wants frames
        assert time.monotonic() < end
        driver.tick()
    painted = pygame.surfarray.array3d(driver.screen.subsurface(table)).astype(int)
    assert np.abs(painted - flat).mean() > 5


# -- quickly -----------------------------------------------------------------------------------


def test_a_draft_of_a_table_comes_first_and_then_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relief, "FINEST", 24.0)
    known, ground = Grounds(tmp_path), ground_of("three-wells")
    scales: list[float] = []

    def noted(ground: Ground, paved: float, frame: Frame | None = None, rest: Callable[[], None] = print) -> object:
        scales.append((frame or relief.frame_of_table(ground.battlefield)).scale)
        return relief.painted(ground, paved, frame, lambda: None)

    monkeypatch.setattr(grounds, "painted", noted)
    drafts, end = [], time.monotonic() + PATIENCE
    while (painted := known.of(ground, quickly=True)) is None or painted.draft:
        assert time.monotonic() < end
        drafts += [painted] if painted is not None and painted not in drafts else []
        time.sleep(0.005)
    assert scales == [6.0, 24.0]
    assert [draft.surface.get_width() for draft in drafts] == [round(6.0 * ground.battlefield.width)]
    assert painted.surface.get_width() == round(24.0 * ground.battlefield.width)
    fine = pygame.transform.smoothscale(painted.surface, drafts[0].surface.get_size())
    apart = np.abs(pygame.surfarray.array3d(fine).astype(int) - pygame.surfarray.array3d(drafts[0].surface)).mean()
    assert apart < 12, "it shows the same table"
    again = Grounds(tmp_path)
    while (painted := again.of(ground, quickly=True)) is None:
        time.sleep(0.005)
    assert not painted.draft, "it is on disk"
    assert len(scales) == 2


def test_a_painted_table_fades_in(monkeypatch: pytest.MonkeyPatch) -> None:
    ground, now = ground_of("three-wells"), [10.0]
    field = ground.battlefield
    looks = [
        grounds.Painted(field, ground.ground, 0.0, pygame.Surface((60, 40), depth=32), draft=draft)
        for draft in (True, False)
    ]
    looks[1].surface.fill((200, 200, 200))
    monkeypatch.setattr("game.ui.board.table_art.time.monotonic", lambda: now[0])
    monkeypatch.setattr(table_art, "_painted", lambda _ground: looks[0])
    monkeypatch.setattr(table_art, "_numerals", lambda *_more: {})
    layer, canvas = TableLayer(), pygame.Surface((320, 240), depth=32)
    camera = Camera(field.width, field.height, canvas.get_rect(), field.width / 2, field.height / 2, 10.0)

    def middle() -> int:
        layer.draw(canvas, ground, camera, fades=True)
        return canvas.get_at((160, 120))[0]

    dark = middle()
    looks[0] = looks[1]
    shades = []
    for passed in (0.0, 0.1, 0.2, 0.3, 0.5):
        now[0] = 10.0 + passed
        shades.append(middle())
    assert shades[0] == pytest.approx(dark, abs=2)
    assert shades == sorted(shades)
    assert 90 < shades[2] < 130
    assert shades[-1] > 180
