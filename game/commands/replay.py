"""`replay` replays a saved game: its log, reports, pictures and videos, notes, and practice games from a moment."""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from game import rulesets
from game.commands.output import UsageRefusal, draw_table, output_folder, show
from game.commands.run import event_lines, run_with_progress_bar
from game.documents.locks import writing
from game.documents.reading import load_document
from game.engine.core.events import NoteDocument
from game.engine.history.timeline import NoSuchMoment, Retrace, Timeline
from game.engine.saving.documents import SaveDocument
from game.engine.saving.finished import rest_differs, unchecked
from game.engine.saving.loading import Difference, replay_steps, start_of
from game.engine.saving.maps import keep_map
from game.engine.saving.saves import note_in_file, save_game
from game.engine.session import Session
from game.lab.hindsight import TRIES, Hindsight, hindsight_data, hindsight_lines
from game.lab.summary import luck_lines, summary, summary_lines
from game.players.coach import NoAdvice
from game.undisturbed import undisturbed
from game.wording import _


@click.command(
    epilog="""\b
Examples:
  python -m game replay game.json                 the log of the whole game
  python -m game replay game.json --verify        does it still come out the same?
  python -m game replay game.json --step 40       the table after 40 answers
  python -m game replay game.json --stats         scores by round, losses, turning points, luck
  python -m game replay game.json --coach         what each activation lost against the best answer found, and luck
  python -m game replay game.json --png pictures  one picture for every checkpoint
  python -m game replay game.json --html battle.html --gif battle.gif
  python -m game replay game.json --at 3.2 --png now.png   round 3, second activation
  python -m game replay game.json --at 2 --annotate "This lost the game" --author Ann
  python -m game replay game.json --at 2 --branch practice.json   then: play --load practice.json
"""
)
@click.argument("file", type=click.Path())
@click.option("--verify", is_flag=True, help="Compare everything the save records; exit code 1 if anything differs.")
@click.option("--stats", is_flag=True, help="Print scores by round, losses, turning points and luck, not the log.")
@click.option(
    "--coach", is_flag=True, help="Print what activations cost compared with the best answers found, and luck."
)
@click.option("--tries", type=click.IntRange(1, 10_000), help="Answers that --coach tries per decision (default 100).")
@click.option("--step", type=click.IntRange(0), help="Stop after this many answers.")
@click.option(
    "--png", "png", type=click.Path(), help="Draw the moment given by --at (FILE.png), or every checkpoint (FOLDER)."
)
@click.option(
    "--html",
    type=click.Path(dir_okay=False),
    help="Write a page that plays the game in a browser, with log and report.",
)
@click.option("--gif", type=click.Path(dir_okay=False), help="Write the game as an animated GIF.")
@click.option("--mp4", type=click.Path(dir_okay=False), help="Write the game as a video.")
@click.option("--scale", type=click.FloatRange(1, 200), help="Pixels per inch in FILE.png (default 40).")
@click.option("--at", metavar="WHEN", help="A moment: start, end, a round (3), an activation in it (3.2).")
@click.option("--annotate", metavar="TEXT", help="Save a note on that moment in the saved game.")
@click.option("--author", default="", metavar="NAME", help="Author of the note.")
@click.option("--map", "map", type=click.Path(dir_okay=False), help="Save the table at that moment as a map.")
@click.option("--branch", type=click.Path(dir_okay=False), help="Save a practice game that continues from that moment.")
@click.option(
    "--same-dice", is_flag=True, help="Give the practice game the original dice; otherwise it rolls new ones."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.pass_context
def command(
    ctx: click.Context,
    /,
    file: str,
    verify: bool,
    stats: bool,
    coach: bool,
    tries: int | None,
    step: int | None,
    png: str | None,
    as_json: bool,
    **made: Any,
) -> None:
    """Replay a saved game from the start and print what happens, or export it."""
    folder = png if png is not None and not png.lower().endswith(".png") else None
    made["png"] = png if folder is None else None
    if any(made[name] for name in ("at", "html", "gif", "mp4", "png", "annotate", "branch", "map")):
        if folder or as_json or stats or coach or step is not None:
            text = _(
                "--step, --stats, --coach, --json and --png FOLDER cannot be combined with other outputs - use "
                "them alone"
            )
            raise UsageRefusal(text)
        same = _make_exports(file, made)
        ctx.exit(1 if verify and not same else 0)
    for option in ("scale", "author", "same_dice"):
        if made[option]:
            name = option.replace("_", "-")
            raise UsageRefusal(_("--{name} only works with an output made from the game - see --help", name=name))
    if tries is not None and not coach:
        raise UsageRefusal(_("--tries works only with --coach"))
    document = load_document(file, SaveDocument)
    if step is not None and step > len(document.journal):
        raise UsageRefusal(_("--step {step}: the game has {n} answers", step=step, n=len(document.journal)))
    session = start_of(document, rulesets.find, file)
    difference = _replay_steps(session, document, step, None if folder is None else Path(folder))
    judged = _judge_activations(session, tries) if coach else None
    missed = tuple(unchecked(session, document)) if verify and difference is None and step is None else ()
    lines = _text_lines(session, difference, missed, verify=verify, stats=stats, judged=judged)
    outcome = _outcome_data(session, document, difference, missed) if as_json else None
    if outcome is not None and stats:
        outcome["statistics"] = summary(session)
    if outcome is not None and judged is not None:
        outcome["coach"] = hindsight_data(judged)
    show(outcome, lines, as_json)
    ctx.exit(1 if verify and difference is not None else 0)


def _replay_steps(session: Session, document: SaveDocument, step: int | None, folder: Path | None) -> Difference | None:
    """Replay a game up to `step`, and draw every checkpoint into `folder` if given; return the first difference."""
    from tqdm import tqdm

    if folder is not None:
        output_folder(folder)
    total, drawn = len(document.journal) if step is None else step, 0
    steps = tqdm(replay_steps(session, document), total=total, unit="answer", disable=folder is None, leave=False)
    for done, difference in enumerate(steps):
        if difference is not None:
            return difference
        if folder is not None and session.at_checkpoint():
            draw_table(session, folder / f"{drawn:04}.png")
            drawn += 1
        if done == total:
            break
    return rest_differs(session, document) if step is None else None


def _outcome_data(
    session: Session, document: SaveDocument, difference: Difference | None, missed: Sequence[str]
) -> dict[str, Any]:
    plain = difference and {"entry": difference.entry, "where": difference.where, "reason": str(difference)}
    return {
        "answers": len(session.journal),
        "recorded": len(document.journal),
        "checkpoints": len(session.marks),
        "same": difference is None,
        "difference": plain,
        "unchecked": list(missed),
        "digest": session.state.digest(),
        "decision": None if session.decision is None else session.decision.plain(),
        "events": [event.plain() for event in session.events],
    }


def _judge_activations(session: Session, tries: int | None) -> Hindsight:
    """Return the judgement of a game's activations, with a progress bar meanwhile."""
    try:
        hindsight = Hindsight(session, tries or TRIES)
    except NoAdvice as none:
        raise UsageRefusal(f"--coach: {none}") from None
    run_with_progress_bar(hindsight.steps(), _("judging the whole game"))
    return hindsight


def _text_lines(
    session: Session,
    difference: Difference | None,
    missed: Sequence[str],
    *,
    verify: bool,
    stats: bool,
    judged: Hindsight | None,
) -> Iterator[str]:
    if stats:
        yield from summary_lines(session)
    if judged is not None:
        yield from hindsight_lines(judged)
        yield from () if stats else luck_lines(session)
    elif not verify and not stats:
        yield from event_lines(session)
    if difference is not None:
        yield _("differs from the saved game {difference}", difference=difference)
    else:
        answers, marks = len(session.journal), len(session.marks)
        yield _("{n} answers, {marks} checkpoints: the same as recorded", n=answers, marks=marks)
        yield from (_("not checked: {what}", what=what) for what in missed)


def _make_exports(file: str, exports: Mapping[str, Any]) -> bool:
    """Replay a game and write the exports that `exports` asks for; return whether the game matched its record."""
    if exports["annotate"] is not None and not exports["annotate"].strip():
        raise UsageRefusal(_("--annotate: the note is empty - write some words"))
    document = load_document(file, SaveDocument)
    retrace = Retrace(document, rulesets.find, file)
    run_with_progress_bar(retrace.steps(), _("replaying the game"))
    for difference in retrace.differences:
        click.echo(_("differs from the saved game {difference}", difference=difference), err=True)
    timeline = retrace.timeline()
    try:
        moment = timeline.find(exports["at"] or "end")
    except NoSuchMoment as error:
        raise UsageRefusal(f"--at: {error}") from None
    if exports["annotate"] is not None:
        note = _note_document(timeline, moment, exports["annotate"], exports["author"])
        note_in_file(Path(file), note, document.journal)
        timeline.session.notes.append(note)
        click.echo(_("Noted in {file}", file=file))
    if exports["branch"] is not None:
        practice = timeline.branch(moment, None if exports["same_dice"] else secrets.randbits(48))
        with writing(Path(exports["branch"])):
            save_game(practice, Path(exports["branch"]), "practice")
        prompt = practice.decision.prompt if practice.decision is not None else _("the game is over")
        click.echo(_("Practice game written to {path}: {asked}", path=exports["branch"], asked=prompt))
    if exports["map"] is not None:
        keep_map(timeline.at(moment), Path(exports["map"]))
        click.echo(_("Written: {name}", name=exports["map"]))
    _write_exports(timeline, moment, retrace, exports)
    if not any(value for name, value in exports.items() if name != "at"):
        for line in event_lines(timeline.session, timeline.moments[moment].events):
            click.echo(line)
    return not retrace.differences


def _note_document(timeline: Timeline, moment: int, text: str, author: str) -> NoteDocument:
    for option, words in (("--annotate", text), ("--author", author)):
        try:
            words.encode()
        except UnicodeEncodeError:
            raise UsageRefusal(_("{option}: is not UTF-8 text", option=option)) from None
    return NoteDocument(
        entries=timeline.moments[moment].entries,
        events=timeline.moments[moment].events,
        text=text.strip()[:2000],
        author=author[:80],
        written_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _write_exports(timeline: Timeline, moment: int, retrace: Retrace, made: Mapping[str, Any]) -> None:
    if not any(made[kind] for kind in ("png", "html", "gif", "mp4")):
        return
    with undisturbed():
        from game.ui.export import exports

    exporters: dict[str, Callable[[Path], exports.Steps]] = {
        "png": lambda path: exports.export_png(timeline, path, moment, made["scale"] or exports.PICTURE_SCALE),
        "html": lambda path: exports.export_html(timeline, path, retrace.differences),
        "gif": lambda path: exports.export_gif(timeline, path),
        "mp4": lambda path: exports.export_mp4(timeline, path),
    }
    for kind, export in exporters.items():
        name = made[kind]
        if name is None:
            continue
        try:
            run_with_progress_bar(export(Path(name)), Path(name).name)
        except (exports.NotInstalled, ValueError) as error:
            raise UsageRefusal(f"{name}: {error}") from None
        click.echo(_("Written: {name}", name=name))
