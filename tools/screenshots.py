"""Pictures of the window in many situations, without a display: `python tools/screenshots.py OUT_DIR`.

With `--matrix` it makes those of the main screens at every size and scale, in German, in high contrast and with
reduced motion, and says what cannot be read in them; the exit code is 1 if there is anything. With `--references` it
writes the small pictures that tests/ui/test_screenshots.py compares with, with `--readme` the pictures that the README
shows.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final
from unittest import mock

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import click  # noqa: E402
import pygame  # noqa: E402
from PIL import Image, ImageChops  # noqa: E402

from game import rulesets  # noqa: E402
from game.documents.files import HOME_VARIABLE, saves_folder  # noqa: E402
from game.documents.rosters import rosters_folder  # noqa: E402
from game.engine.core.dice import KeyedDice  # noqa: E402
from game.engine.rosters import RosterShelf  # noqa: E402
from game.engine.rulebook.new_game import GamePlan  # noqa: E402
from game.engine.saving.saves import save_game  # noqa: E402
from game.engine.session import Session  # noqa: E402
from game.play.session_model import palette_of  # noqa: E402
from game.players import new_session  # noqa: E402
from game.ui.board.camera import Camera  # noqa: E402
from game.ui.board.grounds import GROUNDS  # noqa: E402
from game.ui.board.pieces import Sprites, bottom_up, liveries  # noqa: E402
from game.ui.board.table_art import TableLayer  # noqa: E402
from game.ui.decisions.place import PlaceController  # noqa: E402
from game.ui.menu.menu import MenuScreen  # noqa: E402
from game.ui.model.campaign_files import campaigns_folder  # noqa: E402
from game.ui.prefs.settings import Options  # noqa: E402
from game.ui.shell.sheet_screen import PICTURE  # noqa: E402
from game.ui.widgets.theme import LOOKS, Ground, Theme  # noqa: E402
from game.wording import use  # noqa: E402
from tests.ui.driver import Driver, Hands  # noqa: E402
from tools import battle_film  # noqa: E402
from tools.legible import faults  # noqa: E402
from tools.situations import ALL, MAIN, README, SITUATIONS, STAGED, Situation, session_of, settle  # noqa: E402

REFERENCES: Final = ROOT / "tests" / "ui" / "references"
PICTURES: Final = ROOT / "assets" / "pictures"
SIZES: Final = ((960, 600), (1280, 720), (1920, 1080))
SCALES: Final = (0.8, 1.0, 1.5, 2.0)
SMALL: Final = (640, 360)
LARGE: Final = (1024, 576)
FRIDAY: Final = 1_700_000_000
"""When the saved game was saved, in seconds since 1970."""
CENTRE: Final = (15.5, 12.0)
INCHES: Final = 27.0
"""The middle of the picture behind the main menu and its width, in inches of its table."""
LONG: Final = 60.0
"""Seconds after which nothing moves any more."""


@dataclass(frozen=True)
class Rendered:
    """The picture of a situation, and what cannot be read in it."""

    picture: pygame.Surface
    faults: Sequence[str]


@dataclass(frozen=True)
class Variant:
    """A window and its settings, in which every main screen is to be readable."""

    name: str
    size: tuple[int, int]
    options: Options


def variants() -> Iterator[Variant]:
    """Yield every size at every scale, then other settings at every size and with larger text."""
    usual = Options(pace=0.0, look="club")  # no table is painted: what is read does not stand on it
    for size in SIZES:
        for scale in SCALES:
            yield Variant(f"{size[0]}-{scale:.0%}", size, replace(usual, scale=scale))
    others = {
        "german": replace(usual, language="de"),
        "contrast": replace(usual, look="contrast"),
        "reduced": replace(usual, motion="reduced"),
    }
    for name, options in others.items():
        for size in SIZES:
            yield Variant(f"{size[0]}-{name}", size, replace(options, scale=1.0))
        yield Variant(f"{SIZES[1][0]}-{name}-150%", SIZES[1], replace(options, scale=1.5))


def render_screen(situation: Situation, options: Options | None = None) -> Rendered:
    """Return the picture of a screen behind the main menu, with one saved game and one that is damaged in the list.

    One saga is kept too; behind the entry of rosters a roster of one's own, and one in the making.
    """
    name = situation.game.removeprefix("entry:")
    with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, {HOME_VARIABLE: folder}):
        saved = saves_folder() / "Friday night.json"
        save_game(session_of("round"), saved, "saved")
        (saves_folder() / "half a game.json").write_text('{"format": "inchwise-save"', encoding="utf-8")
        for days, path in enumerate((saved, saves_folder() / "half a game.json")):
            os.utime(path, (FRIDAY - 86400 * days, FRIDAY - 86400 * days))
        (campaigns_folder() / "saga.json").write_bytes((SITUATIONS / "saga.json").read_bytes())
        if name == "rosters":
            shelf = RosterShelf(rulesets.load(rulesets.DEFAULT))
            shelf.copy("the-unquiet-orchard", "The Low Road")
            draft = rosters_folder(shelf.book) / "unfinished.draft.json"
            draft.write_bytes((SITUATIONS / "roster-draft.json").read_bytes())
        hands = Hands(situation.size)
        hands.window.choose(options or replace(hands.window.options, scale=situation.scale))
        hands.window.go(MenuScreen(hands.window))
        if name:
            hands.window.open(name)
        settle(hands)
        situation.act(hands)
        settle(hands)
        rendered = Rendered(hands.screen.copy(), faults(hands.window.paint, situation.size))
        hands.window.close()
    return rendered


def render(situation: Situation) -> pygame.Surface:
    """Return the picture of a situation, the same every time."""
    return rendered(situation).picture


def rendered(situation: Situation, options: Options | None = None) -> Rendered:
    """Return the picture of a situation, the same every time, and what cannot be read in it."""
    use(options.language if options is not None else "en")
    pygame.display.init()
    pygame.font.init()
    if situation.game.startswith("entry:"):
        return render_screen(situation, options)
    with tempfile.TemporaryDirectory() as folder:
        driver = Driver(Path(folder), session_of(situation.game), situation.size)
        if options is not None:
            driver.window.choose(options)
            driver.frame()
        elif situation.scale != 1.0:
            driver.window.rescale(situation.scale)
            driver.frame()
        scene = driver.scene
        begun = scene.hand_over
        begun.banner, begun.last_person = None, scene.model.decider  # how one wins is not what a picture shows
        situation.act(driver)
        scene.focus.animation.tweens.started.clear()
        scene.focus.zoomed_at -= LONG
        driver.frames_until("the camera", lambda: not scene.framing.tick(time.monotonic()))
        scene.focus.animation.tray.settle()
        scene.chip.anew()
        driver.tick()
        if isinstance(scene.focus.controller, PlaceController) and scene.focus.controller.shown:
            scene.focus.controller.rest()
        if scene.focus.ground.lit:
            GROUNDS.now(scene.focus.ground)
            driver.frame()
        driver.frames_until("whom the answer would hurt or help", lambda: not scene.stakes.waiting)
    return Rendered(driver.screen.copy(), faults(driver.window.paint, situation.size))


def shown(picture: pygame.Surface, size: tuple[int, int]) -> Image.Image:
    """Return a picture at another size, letters shrunk softly."""
    whole = Image.frombytes("RGB", picture.get_size(), pygame.image.tobytes(picture, "RGB"))
    return whole.resize(size, Image.Resampling.BOX if whole.width % size[0] == 0 else Image.Resampling.LANCZOS)


def behind_the_menu() -> Image.Image:
    """Return what lies behind the main menu: a game's table in the light of a lamp, drawn as in play, without names."""
    ruleset = rulesets.load(rulesets.DEFAULT)
    plan = GamePlan(("Ann", "Bob", "Cy"), scenario="clash", map="stone-ford")
    session = Session(ruleset, ruleset.new_setup(plan), KeyedDice(3))
    new_session.deploy(session)
    view, field = ruleset.view(session.game), session.game.ruler.battlefield
    canvas = pygame.Surface((3200, 1800), depth=32)
    camera = Camera(field.width, field.height, canvas.get_rect(), *CENTRE, canvas.get_width() / INCHES)
    ground = LOOKS["lit"].lay(Ground.of(field, palette_of(session)))
    GROUNDS.now(ground)
    TableLayer().draw(canvas, ground, camera)
    sprites, owners = Sprites(Theme()), liveries(view)
    for piece in bottom_up(view.pieces):
        sprites.draw(canvas, piece, camera.to_screen(piece.x, piece.y), camera.scale, owners)
    picture = shown(canvas, (1600, 900)).convert("RGB")
    light = Image.radial_gradient("L").resize((2400, 1600)).crop((100, 250, 1700, 1150))
    return ImageChops.multiply(picture, ImageChops.invert(light).point(lambda v: min(255, v + 40)).convert("RGB"))


def small(picture: pygame.Surface) -> Image.Image:
    """Return a picture at the size of the references."""
    return shown(picture, SMALL)


def save(picture: Image.Image, path: Path) -> None:
    """Write a picture in steps of eight: half of the bytes, and nothing that a comparison would miss.

    WebP without losses takes two thirds of the bytes of PNG.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    picture.point(lambda value: value & 0xF8 | 4).save(path, lossless=True)


def matrix(folder: Path | None, only: tuple[str, ...]) -> int:
    """Render the main screens in every variant, into a folder for each; print what cannot be read, return how much."""
    found = 0
    screens = [situation for situation in ALL if situation.name in MAIN] + [STAGED]
    for variant in variants():
        for situation in screens:
            if only and situation.name not in only:
                continue
            made = rendered(replace(situation, size=variant.size), variant.options)
            for fault in made.faults:
                click.echo(f"{variant.name}/{situation.name}: {fault}")
            found += len(made.faults)
            if folder is not None:
                (folder / variant.name).mkdir(parents=True, exist_ok=True)
                pygame.image.save(made.picture, str(folder / variant.name / f"{situation.name}.png"))
    use("en")
    return found


@click.command()
@click.argument("folder", required=False, type=click.Path(file_okay=False, path_type=Path))
@click.option("--references", is_flag=True, help="Write the small references of the tests.")
@click.option("--only", multiple=True, metavar="NAME", help="Only this situation; once for each.")
@click.option("--backdrop", is_flag=True, help="Write the picture behind the main menu.")
@click.option("--matrix", "whole", is_flag=True, help="Write the main screens at every size, scale, look, language.")
@click.option("--readme", is_flag=True, help="Write the pictures of the README.")
def main(
    folder: Path | None, references: bool, only: tuple[str, ...], backdrop: bool, whole: bool, readme: bool
) -> None:
    """Render every situation into FOLDER."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    if whole:
        sys.exit(1 if matrix(folder, only) else 0)
    if backdrop:
        behind_the_menu().save(ROOT / PICTURE, quality=84, optimize=True, progressive=True)
    if readme and not only:
        battle_film.write(PICTURES / "battle.gif")
    for situation in ALL:
        if only and situation.name not in only:
            continue
        wanted = readme and situation.name in README
        if not (folder or references or wanted):
            continue
        picture = render(situation)
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            pygame.image.save(picture, str(folder / f"{situation.name}.png"))
        if references:
            save(small(picture), REFERENCES / f"{situation.name}.webp")
        if wanted:
            picture = rendered(situation, Options(pace=0.0, look="lit", scale=situation.scale)).picture
            shown(picture, LARGE).save(PICTURES / f"{situation.name}.png", optimize=True)
        click.echo(situation.name)


if __name__ == "__main__":
    main()
