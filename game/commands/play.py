"""`play` plays a game, in a window if possible, otherwise between bots."""

import math
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.new_game import NewGameCommand, Request, new_game_options, read_request
from game.commands.output import UsageRefusal, draw_table, output_folder
from game.documents.error import DocumentError
from game.documents.files import previous_of, saves_folder, write_text
from game.engine.core.typed_dice import TypedDice
from game.engine.plans import load_plan
from game.engine.saving import autosaves
from game.engine.saving.autosaves import Autosave
from game.engine.saving.loading import load_game
from game.engine.saving.saves import save_game
from game.engine.session import Session
from game.lab.report import battle_report
from game.lengths import show_in
from game.players import HUMAN, answer_with, follows_plans, make_player, names, new_session
from game.players.bots import STAND_IN
from game.players.random_player import NoLegalPlace
from game.undisturbed import undisturbed
from game.wording import N_, _


@click.command(
    cls=NewGameCommand,
    epilog="""\b
Examples:
  python -m game                                       two people at one computer
  python -m game play --players human,veteran          against the computer (or recruit, warlord, greedy, random)
  python -m game play --players human --names Ann      solo
  python -m game play --map hollow-wood --rounds 3
  python -m game play --continue                       continue after a crash
  python -m game play --text                           in the terminal, for screen readers too
  python -m game play --dice typed                     roll your own dice and type the results
  python -m game play --players human,veteran --plan 2=hold.yaml      the computer player follows your plan
  python -m game play --headless --out battle          no window: a report, a picture and a replay
""",
)
@new_game_options("human,human")
@click.option(
    "--plan",
    "plans",
    multiple=True,
    metavar="SEAT=FILE",
    help="A plan that the computer player on a seat follows, such as 2=hold.yaml; may be repeated.",
)
@click.option("--continue", "go_on", is_flag=True, help="Continue the newest autosaved game.")
@click.option("--load", "file", type=click.Path(), help="Continue a saved game.")
@click.option("--text", is_flag=True, help="Play in the terminal: sentences to read, answers to type.")
@click.option(
    "--dice",
    type=click.Choice([new_session.ROLLED, new_session.TYPED]),
    help="Who rolls in a new game: the program, or the players, who then type the results.",
)
@click.option(
    "--think",
    type=click.FloatRange(0, 60),
    metavar="SECONDS",
    help="Seconds a computer player may think about a decision, at the table or in text; 0: no limit. If left "
    "out, the value in the settings, at first 2.",
)
@click.option(
    "--cores",
    type=click.IntRange(0, 64),
    metavar="NUMBER",
    help="Cores a warlord searches on, at the table or in text; 0: all of them, 1: no extra process. If left out, "
    "the value in the settings, at first all.",
)
@click.option("--headless", is_flag=True, help="Open no window: computer players play, with greedy in place of people.")
@click.option(
    "--out", type=click.Path(file_okay=False), default="battle", show_default=True, help="Folder for the results."
)
def command(
    go_on: bool,
    file: str | None,
    text: bool,
    dice: str | None,
    think: float | None,
    cores: int | None,
    headless: bool,
    out: str,
    seed: int | None,
    plans: tuple[str, ...],
    **new: Any,
) -> None:
    """Play a game. Without a display, computer players play it and a report is written."""
    request = read_request(**new, people=True)
    if think is not None and math.isnan(think):
        raise UsageRefusal(_("--think: nan is not a number of seconds - use 0 to 60"))
    if plans and (go_on or file is not None):
        raise UsageRefusal(_("--plan is for a new game - a saved game keeps the plans it began with"))
    _check_dice(dice, saved=go_on or file is not None, headless=headless, seed=seed)
    if go_on and file is not None:
        raise UsageRefusal(_("--continue and --load name two different games - use one of them"))
    own = None
    if go_on:
        own = _game_to_continue()
    elif file:
        own = autosaves.take_over(Path(file))
    try:
        if own is not None or file:
            session = _load_saved_game(own.path if own is not None else Path(file or ""), request, continued=go_on)
        else:
            dice = dice or new_session.ROLLED
            session = new_session.new_game(request.ruleset, request.plan, request.kinds, seed, dice)
            give_plans(session, plans)
        if text:
            own = own or autosaves.new_autosave()
            _play_in_text(session, own, think, cores)
        else:
            play_out(session, headless=headless, out=Path(out), own=own, think=think, cores=cores)
    finally:
        if own is not None:
            own.let_go()


def give_plans(session: Session, plans: Sequence[str]) -> None:
    """Give plans to computer players, from texts that name a seat and a file; raise `DocumentError`, `UsageRefusal`."""
    seats = session.ruleset.players(session.setup)
    for given in plans:
        seat, _equals, file = given.partition("=")
        if not file or not seat.isdecimal() or not 1 <= int(seat) <= len(seats):
            text = N_("--plan: {given!r} does not name a seat and a file - use a number up to {n}, as in 2=hold.yaml")
            raise UsageRefusal(_(text, given=given, n=len(seats)))
        player = seats[int(seat) - 1]
        kind = session.seats.get(player, HUMAN)
        if kind == HUMAN:
            text = N_("--plan: a person plays on seat {seat} - give the plan to a computer player")
            raise UsageRefusal(_(text, seat=seat))
        if not follows_plans(kind):
            text = N_("--plan: a {kind} player follows no plan - use another kind in --players")
            raise UsageRefusal(_(text, kind=kind))
        new_session.give_plan(session, player, load_plan(file), file)


def play_out(
    session: Session,
    *,
    headless: bool,
    out: Path,
    own: Autosave | None = None,
    think: float | None = None,
    cores: int | None = None,
) -> Path:
    """Play a game in a window, or into the folder `out` without a window; return the file that holds the save.

    `own` is the autosave to continue, `think` the seconds that bots may think in a window, `cores` the cores they use.
    """
    if not headless and _window_opens():
        from game.ui.app import run

        own = own or autosaves.new_autosave()
        run(session, autosave=own, save_dir=saves_folder(), bots=new_session.bots(session, think, cores))
        return own.path
    if isinstance(session.dice, TypedDice):
        raise UsageRefusal(_("in this game the players roll the dice - play it in a window or with --text"))
    play_headless(session, out)
    return out / "replay.json"


def _check_dice(dice: str | None, *, saved: bool, headless: bool, seed: int | None) -> None:
    if dice is not None and saved:
        raise UsageRefusal(_("--dice is for a new game - a saved game keeps the dice it began with"))
    if dice == new_session.TYPED and headless:
        raise UsageRefusal(_("--dice typed needs people - leave --headless out"))
    if dice == new_session.TYPED and seed is not None:
        raise UsageRefusal(_("--seed is for dice that the program rolls - leave it out with --dice typed"))


def _play_in_text(session: Session, own: Autosave, think: float | None, cores: int | None) -> None:
    from game.commands.text.play import TextGame
    from game.play.session_model import SessionModel
    from game.ui.prefs.settings import load_options, settings_path

    autosaves.clear_old_games()
    options, complaint = load_options(settings_path())
    show_in(options.measure, spelled=True)
    if complaint:
        click.echo(complaint, err=True)
    model = SessionModel(session, own, saves_folder(), new_session.bots(session, think, cores))
    TextGame(model, think=options.think, cores=options.cores).run()


def _game_to_continue() -> Autosave:
    own = autosaves.take_newest()
    if own is not None:
        return own
    if autosaves.autosaved():
        raise UsageRefusal(_("there is no game to continue (all of them are open elsewhere)"))
    raise UsageRefusal(_("there is no game to continue ({path} is empty)", path=autosaves.autosaves_folder()))


def _load_saved_game(path: Path, request: Request, *, continued: bool) -> Session:
    """Return a saved game; if a `continued` game cannot be read, return its previous version.

    The kinds of players stay the same unless --players was given or the save does not name them.
    """
    try:
        session, difference = load_game(path, rulesets.find)
    except (DocumentError, OSError) as error:
        if not continued:
            raise
        try:
            session, difference = load_game(previous_of(path), rulesets.find)
        except (DocumentError, OSError):
            raise error from None
        click.echo(autosaves.fall_back(path, error), err=True)
    if difference is not None:
        text = N_("The rules have changed since this game was saved: its replay differs {difference}.")
        click.echo(_(text, difference=difference), err=True)
    if request.seated or not session.seats:
        new_session.seat(session, request.kinds)
    return session


def _window_opens() -> bool:
    with undisturbed():
        from game.ui.app import display_available

    if display_available():
        return True
    text = _("There is no display for a window: computer players play the game and a report is written instead.")
    click.echo(text, err=True)
    return False


def play_headless(session: Session, folder: Path) -> None:
    """Let bots play the game to its end and write a report, a picture and a replay into `folder`."""
    from tqdm import tqdm

    with undisturbed():
        pass

    if not os.access(output_folder(folder), os.W_OK):
        raise UsageRefusal(_("{folder}: cannot be written to - name another folder with --out", folder=folder))
    players = {}
    for place, seat in enumerate(session.ruleset.players(session.setup)):
        kind = session.seats.get(seat, "")
        players[seat] = make_player(kind if kind in names() else STAND_IN, place)
    reasons: dict[int, str] = {}
    with tqdm(unit="decision", disable=None) as bar:
        while session.decision is not None:
            try:
                player, event = players[session.decision.player], len(session.events)
                session.answer(answer_with(player, session, len(session.journal)))
                reasons[event] = _("Why: {reason}", reason=_(player.reason))
            except NoLegalPlace as error:
                raise UsageRefusal(_("the game came to a dead end: {error}", error=error)) from None
            bar.update()
    draw_table(session, folder / "table.png")
    save_game(session, folder / "replay.json", "battle")
    write_text(folder / "report.md", battle_report(session, "table.png", reasons))
    view, points = session.ruleset.view(session.game), _(session.ruleset.terms.points)
    click.echo(f"{view.result}. " + ", ".join(f"{player.name}: {player.score} {points}" for player in view.players))
    click.echo(_("Written to {folder}: report.md, table.png, replay.json", folder=folder))
