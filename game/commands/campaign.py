"""`campaign` carries rosters from game to game."""

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.new_game import NewGameCommand, new_game_options, players_named, read_request
from game.commands.output import UsageRefusal, require_new, show
from game.commands.play import play_out
from game.commands.rulebook import RulebookGroup, build, ruleset_option
from game.documents.files import write_json
from game.documents.locks import changing
from game.documents.reading import load_document
from game.engine import campaigns as engine
from game.engine.campaigns import CampaignDeed, Campaigns
from game.engine.rulebook.facets import Values, Verb
from game.engine.rulebook.ruleset import AnyRuleset
from game.engine.saving import autosaves
from game.engine.saving.documents import SaveDocument
from game.engine.saving.finished import game_id, proven
from game.players import HUMAN, new_session
from game.wording import N_, _

FILE = click.Path(dir_okay=False)
AS_JSON = N_("Print what changed and the whole campaign as JSON.")
json_option = click.option("--json", "as_json", is_flag=True, help=AS_JSON)


def campaigns_of(book: AnyRuleset) -> Campaigns[Any]:
    """Return the campaigns of a rulebook; raise `UsageRefusal` if it has none."""
    campaigns = engine.campaigns_of(book)
    if campaigns is None:
        raise UsageRefusal(_("{title} has no campaigns", title=_(book.title)))
    return campaigns


class CampaignGroup(RulebookGroup):
    """The shared commands, and the rulebook's own commands between games."""

    def verbs(self, book: AnyRuleset) -> Sequence[Verb[CampaignDeed[Any]]]:
        return campaigns_of(book).verbs()

    def build(self, verb: Verb[CampaignDeed[Any]]) -> click.Command:

        def run(values: Values, shared: dict[str, Any]) -> None:
            campaigns = campaigns_of(click.get_current_context().obj)
            _change_campaign(campaigns, shared["file"], lambda campaign: verb.run(campaign, values), shared["as_json"])

        as_json = click.Option(["--json", "as_json"], is_flag=True, help=_(AS_JSON))
        return build(verb, run, click.Argument(["file"], type=FILE), as_json)


@click.group(
    cls=CampaignGroup,
    epilog="""\b
Examples:
  python -m game campaign new ours.json --name Ours --roster the-mended --roster kettleblack
  python -m game campaign play ours.json --players human,greedy
  python -m game campaign apply ours.json            the game that was saved automatically
  python -m game campaign apply ours.json battle/replay.json
  python -m game campaign show ours.json
  python -m game campaign undo ours.json
  python -m game campaign COMMAND --help             more about one command
""",
)
@ruleset_option
def command(ruleset: str) -> None:
    """A campaign carries rosters from game to game. A finished game counts only after you apply it, and never twice."""


def _change_campaign(
    campaigns: Campaigns[Any], file: str, change: Callable[[Any], tuple[Any, Sequence[str]]], as_json: bool
) -> None:
    """Change the campaign in a file, which is locked meanwhile, and print what happened.

    `change` returns the changed campaign (None if nothing changes) and the news.
    """
    with changing(Path(file)):
        campaign = campaigns.load(file)
        after, news = change(campaign)
        if after is not None:
            write_json(Path(file), campaigns.plain(after))
    _show_result(campaigns, campaign if after is None else after, as_json, news=list(news))


def _show_result(campaigns: Campaigns[Any], campaign: Any, as_json: bool, **news: Any) -> None:
    show(news | campaigns.overview(campaign), news["news"], as_json)


@command.command("new")
@click.argument("file", type=FILE)
@click.option("--name", required=True, help="The name of the campaign.")
@click.option(
    "--roster",
    "--circle",
    "rosters",
    multiple=True,
    required=True,
    help="A roster by name or file; repeat for each roster.",
)
@click.option("--seed", type=click.IntRange(0, 2**62), help="Seed for its dice; random if left out.")
@json_option
@click.pass_obj
def new(book: AnyRuleset, file: str, name: str, rosters: tuple[str, ...], seed: int | None, as_json: bool) -> None:
    """Start a campaign in a new FILE."""
    campaigns = campaigns_of(book)
    campaign = campaigns.found(name, rosters, secrets.randbits(48) if seed is None else seed)
    Path(file).parent.mkdir(parents=True, exist_ok=True)
    with changing(Path(file)):
        require_new(file)
        write_json(Path(file), campaigns.plain(campaign))
    names = ", ".join(party.name for party in campaigns.parties(campaign))
    _show_result(campaigns, campaign, as_json, news=[_("{name} begins: {rosters}", name=name, rosters=names)])


@command.command("show")
@click.argument("file", type=FILE)
@click.option("--log", is_flag=True, help="Show the chronicle, entry by entry, instead of the rosters.")
@json_option
@click.pass_obj
def show_campaign(book: AnyRuleset, file: str, log: bool, as_json: bool) -> None:
    """Show the current rosters, and the game and round of every change."""
    campaigns = campaigns_of(book)
    campaign = campaigns.load(file)
    lines = [line.text for line in campaigns.chronicle(campaign) if line.tone != "quiet"] if log else []
    _show_result(campaigns, campaign, as_json, news=lines if log or as_json else list(campaigns.sheet(campaign)))


@command.command("apply")
@click.argument("file", type=FILE)
@click.argument("game", type=click.Path(dir_okay=False), required=False)
@json_option
@click.pass_obj
def apply(book: AnyRuleset, file: str, game: str | None, as_json: bool) -> None:
    """Apply a finished GAME (a save or replay) to the campaign; without GAME, the newest finished autosave.

    The game is first replayed from the start. Applying it a second time changes nothing.
    """
    campaigns = campaigns_of(book)
    campaigns.load(file)  # before the slow replay of the game
    path = game or str(autosaves.newest_finished() or "")
    if not path:
        raise UsageRefusal(_("no autosaved game is finished - name the file of a finished game"))
    session = proven(load_document(path, SaveDocument), rulesets.find, path)
    with changing(Path(file)):
        campaign = campaigns.load(file)
        applied = campaigns.apply(campaign, session, path)
        if applied is not None:
            write_json(Path(file), campaigns.plain(applied[0]))
    if applied is None:
        news = [_("{path}: this game was already applied; nothing changed", path=path)]
        _show_result(campaigns, campaign, as_json, applied=False, news=news)
        return
    after, summary = applied
    needs = [f"{party.name}: {party.why_not}" for party in campaigns.parties(after) if party.why_not]
    _show_result(campaigns, after, as_json, applied=True, game=game_id(session), news=[summary, *needs])


@command.command("undo")
@click.argument("file", type=FILE)
@click.option("--game", is_flag=True, help="Go back to before the last game, undoing everything since.")
@json_option
@click.pass_obj
def undo(book: AnyRuleset, file: str, game: bool, as_json: bool) -> None:
    """Undo the last entry of the chronicle."""
    campaigns = campaigns_of(book)

    def change(campaign: Any) -> tuple[Any, Sequence[str]]:
        before, entries = campaigns.undo(campaign, game=game)
        return before, [_("undone: {entry}", entry=entry) for entry in entries]

    _change_campaign(campaigns, file, change, as_json)


@command.command("play", cls=NewGameCommand)
@click.argument("file", type=FILE)
@click.option("--circle", "more", multiple=True, hidden=True)
@click.option("--headless", is_flag=True, help="Open no window: computer players play, with greedy in place of people.")
@click.option(
    "--out", type=click.Path(file_okay=False), default="battle", show_default=True, help="Folder for the results."
)
@new_game_options("human,human", rosters="A roster of the campaign; once for each. Without it all of them.")
@click.pass_obj
def play(
    book: AnyRuleset, /, file: str, more: tuple[str, ...], headless: bool, out: str, seed: int | None, **new: Any
) -> None:
    """Play a game with the campaign's current rosters. The campaign changes only once you apply the game."""
    campaigns = campaigns_of(book)
    campaign = campaigns.load(file)
    parties = (*new.pop("rosters"), *more) or tuple(party.name for party in campaigns.parties(campaign))
    if not players_named():
        new["players"] = ",".join([HUMAN] * len(parties))
    request = read_request(**new, rosters=(), people=True)
    if len(request.kinds) != len(parties):
        text = N_("--players: {kinds} given for {parties} rosters - name one for each, or use --roster")
        raise UsageRefusal(_(text, kinds=len(request.kinds), parties=len(parties)))
    setup = campaigns.setup_of(campaign, request.plan, parties)
    session = new_session.start(book, setup, request.kinds, seed)
    saved = play_out(session, headless=headless, out=Path(out))
    click.echo(_("When the game is over: python -m game campaign apply {file} {saved}", file=file, saved=saved))
