"""`saga`: circles that live on from game to game."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.campaigns import rulebook_with, saga_telling, sagas
from game.commands.errors import Refusal
from game.commands.new_game import new_game_options, read_request
from game.commands.play import play_out
from game.documents.files import write_json
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine.saving import autosaves
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.finished import proven
from game.players import new_session
from game.wording import _

SAGA_FILE = click.Path(dir_okay=False)


@click.group(
    epilog="""\b
Examples:
  python -m game saga new ours.json --name Ours --circle the-mended --circle kettleblack
  python -m game saga play ours.json --players human,greedy
  python -m game saga apply ours.json            the game that was saved automatically
  python -m game saga apply ours.json battle/replay.json
  python -m game saga show ours.json
  python -m game saga return ours.json the-mended Suture --trait Healer
  python -m game saga return ours.json the-mended Suture --crucible gold
  python -m game saga return ours.json the-mended Suture --never
  python -m game saga recruit ours.json the-mended --name Gauze --metal copper --trait Healer --trait Healer
  python -m game saga undo ours.json
"""
)
def command() -> None:
    """A saga keeps circles across games. A finished game counts once it is applied, and once only."""


def _change(file: str, wanted: Callable[[Any], Any], as_json: bool, news: Callable[[Any], list[str]]) -> None:
    """Change the saga in a file, which nobody else changes meanwhile, and say what came of it."""
    with changing(Path(file)):
        after = wanted(sagas().load(file))
        write_json(Path(file), plain(after))
    _say(after, as_json, news=news(after))


def _say(saga: Any, as_json: bool, **news: Any) -> None:
    if as_json:
        click.echo(json.dumps(news | {"saga": saga_telling().overview(saga)}, indent=2))
        return
    for line in news.get("news", []):
        click.echo(line)


json_option = click.option("--json", "as_json", is_flag=True, help="Print the news and the whole saga as JSON.")


@command.command("new")
@click.argument("file", type=SAGA_FILE)
@click.option("--name", required=True, help="What the saga is called.")
@click.option("--circle", "circles", multiple=True, required=True, help="A circle by name or file; once for each.")
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed of its own dice; without it a new one.")
@json_option
def new(file: str, name: str, circles: tuple[str, ...], seed: int | None, as_json: bool) -> None:
    """Found a saga in a new FILE."""
    saga = sagas().found(name, circles, secrets.randbits(48) if seed is None else seed)
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    with changing(Path(file)):
        if Path(file).exists():
            raise Refusal(_("{file} exists already - give a new file, or move the old one away", file=file))
        write_json(Path(file), plain(saga))
    begins = _("{name} begins: {circles}", name=name, circles=", ".join(circle.name for circle in saga.circles))
    _say(saga, as_json, news=[begins])


@command.command("show")
@click.argument("file", type=SAGA_FILE)
@click.option("--log", is_flag=True, help="Show the chronicle, entry by entry, instead of the circles.")
@json_option
def show(file: str, log: bool, as_json: bool) -> None:
    """Show how the circles stand, and in which game and round every change happened."""
    saga = sagas().load(file)
    telling = saga_telling()
    lines = [f"{number:>3}. {telling.tell(entry)}" for number, entry in enumerate(saga.chronicle, 1)]
    _say(saga, as_json, news=lines if log else [] if as_json else list(telling.sheet(saga)))


@command.command("apply")
@click.argument("file", type=SAGA_FILE)
@click.argument("game", type=click.Path(dir_okay=False), required=False)
@json_option
def apply(file: str, game: str | None, as_json: bool) -> None:
    """Apply a finished GAME, a save or replay, to the saga; without GAME the one that was saved automatically.

    The game is played again from its beginning first. Applying it a second time changes nothing.
    """
    sagas().load(file)  # before the work of playing the game again
    path = last_game() if game is None else game
    session = proven(load_document(path, SaveDocument), rulesets.find, path)
    with changing(Path(file)):
        saga = sagas().load(file)
        applied = sagas().apply(saga, session, path)
        if applied is not None:
            write_json(Path(file), plain(applied[0]))
    if applied is None:
        told = _("{path}: this very game was applied before; nothing changed", path=path)
        _say(saga, as_json, applied=False, news=[told])
        return
    after, entry = applied
    needs = [
        f"{circle['name']}: {need}" for circle in saga_telling().overview(after)["circles"] for need in circle["needs"]
    ]
    _say(after, as_json, applied=True, game=entry.game, news=[saga_telling().tell(entry), *needs])


def last_game() -> str:
    """Return the newest game that saved itself and is over; raise `Refusal`."""
    path = autosaves.newest_finished()
    if path is None:
        raise Refusal(_("no game that saved itself is over - name the file of a finished game"))
    return str(path)


@command.command("undo")
@click.argument("file", type=SAGA_FILE)
@click.option("--game", is_flag=True, help="Back to before the last game, whatever came after it.")
@json_option
def undo(file: str, game: bool, as_json: bool) -> None:
    """Take back the last entry of the chronicle: a game, a return, a recruit."""
    taken: list[Any] = []

    def wanted(saga: Any) -> Any:
        before, taken[:] = sagas().undo(saga, game=game)
        return before

    def news(saga: Any) -> list[str]:
        return [_("taken back: {entry}", entry=saga_telling().tell(entry)) for entry in reversed(taken)]

    _change(file, wanted, as_json, news)


@command.command("return")
@click.argument("file", type=SAGA_FILE)
@click.argument("circle")
@click.argument("name")
@click.option("--trait", help="The trait to gain or to raise.")
@click.option("--flaw", help="The flaw that comes with an alloy.")
@click.option("--crucible", metavar="METAL", help="Throw the crucible of a metal; then say --trait.")
@click.option("--never", is_flag=True, help="It does not come back, now or ever.")
@json_option
def bring_back(
    file: str,
    circle: str,
    name: str,
    trait: str | None,
    flaw: str | None,
    crucible: str | None,
    never: bool,
    as_json: bool,
) -> None:
    """Bring NAME of CIRCLE back from ascension, as a D6 with a trait gained; or say what it may gain."""
    module = sagas()
    if sum((trait is not None, crucible is not None, never)) > 1 or (flaw is not None and trait is None):
        raise Refusal(_("give one of --trait, --crucible and --never; --flaw goes with --trait"))

    def gains(saga: Any) -> str:
        return _("{name} may gain: {gains}", name=name, gains=module.open_gains(saga, circle, name))

    def wanted(saga: Any) -> Any:
        if trait is not None:
            return module.bring_back(saga, circle, name, trait, flaw)
        if crucible is not None:
            return module.cast_crucible(saga, circle, name, crucible)
        return module.farewell(saga, circle, name)

    def news(saga: Any) -> list[str]:
        return [saga_telling().tell(saga.chronicle[-1]), *([gains(saga)] if crucible is not None else [])]

    if trait is None and crucible is None and not never:
        saga = module.load(file)
        _say(saga, as_json, news=[gains(saga)])
        return
    _change(file, wanted, as_json, news)


@command.command("recruit")
@click.argument("file", type=SAGA_FILE)
@click.argument("circle")
@click.option("--name", help="What the recruit is called; without it the dice pick a name.")
@click.option("--metal", help="Its metal; without metal and traits the dice decide.")
@click.option("--trait", "traits", multiple=True, help="A trait gained; twice, the same one for rank 2.")
@json_option
def recruit(
    file: str, circle: str, name: str | None, metal: str | None, traits: tuple[str, ...], as_json: bool
) -> None:
    """Fill a gap in CIRCLE with a new D6."""
    _change(
        file,
        lambda saga: sagas().recruit(saga, circle, name, metal, traits),
        as_json,
        lambda saga: [saga_telling().tell(saga.chronicle[-1])],
    )


@command.command("play")
@click.argument("file", type=SAGA_FILE)
@click.option("--circle", "circles", multiple=True, help="Who plays, in seniority order; without it all circles.")
@click.option("--headless", is_flag=True, help="Open no window: programs play, people are replaced by the greedy one.")
@click.option("--out", type=click.Path(file_okay=False), default="battle", show_default=True, help="Folder for that.")
@new_game_options("human,human")
@click.pass_context
def play(
    ctx: click.Context, /, file: str, circles: tuple[str, ...], headless: bool, out: str, seed: int | None, **new: Any
) -> None:
    """Play a game with the circles of the saga as they stand. It changes the saga once you apply it."""
    if new["rosters"]:
        raise Refusal(_("--roster: the saga brings its own circles - choose among them with --circle"))
    seated = sagas().seats(sagas().load(file), circles)
    if ctx.get_parameter_source("players") is click.core.ParameterSource.DEFAULT:
        new["players"] = ",".join([new_session.HUMAN] * len(seated))
    request = replace(read_request(**new, people=True), ruleset=rulebook_with("sagas.steps"))
    if len(request.kinds) != len(seated):
        raise Refusal(
            _(
                "--players: {kinds} for {seated} circles - name one for each, or use --circle",
                kinds=len(request.kinds),
                seated=len(seated),
            )
        )
    session = new_session.start(
        rulesets.load(request.ruleset), sagas().setup_of(request.plan, seated), request.kinds, seed
    )
    saved = play_out(session, headless=headless, out=Path(out))
    click.echo(_("When the game is over: python -m game saga apply {file} {saved}", file=file, saved=saved))
