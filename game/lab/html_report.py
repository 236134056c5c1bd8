"""The battle report as parts of a page: the scores, turning points and dice of a game, and its log with notes."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from game.engine.core.events import Event, NoteDocument
from game.engine.history.fairness import Tally, tallies
from game.engine.history.scores import RoundScore, Turn, rounds_of, turning_points
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PlayerView
from game.engine.saving.loading import Difference
from game.engine.session import Session
from game.lab.summary import LUCK, luck_table, round_name, round_title, turn_text
from game.lab.svg import DASHES, SIGNS, escape, stacked, svg_sign, svg_text
from game.wording import N_, _, numeral

DICE: Final = N_("How evenly the dice fell")
TURNS: Final = N_("Turning points")
CLASSES: Final = {"activation": "turn", "casualty": "casualty", "score": "score"}
"""The CSS class of an event by its sort of landmark."""


def html_facts(timeline: Timeline, differences: Sequence[Difference] = ()) -> str:
    """Return a game's result, scores, luck, turning points and dice; links to moments have the attribute `data-s`."""
    session = timeline.session
    view = session.ruleset.view(session.game)
    head = escape(_("The replay of this game differs from the saved game"))
    parts = [f'<p class="result">{escape(view.result or _("The game is not over."))}</p>']
    parts += [f'<aside class="bad"><b>{head}</b>{escape(str(difference))}</aside>' for difference in differences]
    parts += [_score_table(timeline, view.players), score_chart(timeline), _luck_html(session, view.players)]
    parts += [_turning_points_html(timeline), _dice_html(session.events)]
    return "\n".join(filter(None, parts))


def html_log(timeline: Timeline) -> str:
    """Return the log of a game by rounds, with its notes; an entry's attribute `data-s` is its moment."""
    parts = [f'<h2 id="setup" data-s="0">{escape(_(timeline.session.ruleset.terms.before))}</h2>']
    for listed, group in groupby(_log_entries(timeline), key=lambda entry: entry.startswith("<li")):
        entries = "\n".join(group)
        parts.append(f"<ol>{entries}</ol>" if listed else entries)
    return "\n".join(parts)


def _score_table(timeline: Timeline, players: Sequence[PlayerView]) -> str:
    places, points = _index_by_player(timeline), escape(_(timeline.session.ruleset.terms.points))
    rows = "".join(
        f'<tr><td><svg viewBox="-8 -8 16 16" aria-hidden="true">'
        f"{svg_sign(places.get(player.id, 0), 0, 0, escape(player.colour))}</svg> {escape(player.name)}</td>"
        f'<td class="n"><b>{player.score}</b> {points}</td></tr>'
        for player in sorted(players, key=lambda player: -player.score)
    )
    return f"<table>{rows}</table>"


def _index_by_player(timeline: Timeline) -> dict[str, int]:
    """Return the index of each player's sign and dash pattern by player."""
    session = timeline.session
    return {player: place % len(SIGNS) for place, player in enumerate(session.ruleset.players(session.setup))}


def score_chart(timeline: Timeline) -> str:
    """Return a small SVG of the scores by round; each player's line has its own dash pattern and sign."""
    scored = rounds_of(timeline.session)
    names = ["", *(_short_name(timeline.session, score, len(scored)) for score in scored[1:])]
    rounds = [(name, score.after) for name, score in zip(names, scored, strict=False)]
    if len(rounds) < 2:
        return ""
    players = timeline.session.ruleset.view(timeline.session.game).players
    values = [score for name, scores in rounds for score in scores.values()]
    low, high = min(0, *values), max(1, *values)
    width, height, left, top = 480, 220, 32, 16
    columns = [round(left + column * (width - left - 100) / (len(rounds) - 1), 1) for column in range(len(rounds))]

    def level(score: int) -> float:
        return round(top + (height - top - 32) * (high - score) / (high - low), 1)

    label = escape(_("Scores over time"))
    parts = [f'<svg viewBox="0 0 {width} {height}" width="{width}" role="img" aria-label="{label}">']
    for score in sorted({low, 0, high}):
        x, y = columns[0], level(score)
        parts.append(f'<line x1="{x}" y1="{y}" x2="{columns[-1]}" y2="{y}" stroke="#d8d4ca"/>')
        parts.append(svg_text(x - 8, y + 5, str(score), 'text-anchor="end" font-size="13" fill="#68707c"'))
    for x, (label, _scores) in zip(columns, rounds, strict=True):
        parts.append(svg_text(x, level(low) + 22, label, 'text-anchor="middle" font-size="13" fill="#68707c"'))
    places, ranked = _index_by_player(timeline), sorted(players, key=lambda player: -player.score)
    heights = stacked([level(rounds[-1][1].get(player.id, 0)) for player in ranked], 18, level(low))
    for player, label_y in zip(ranked, heights, strict=True):
        place, colour = places.get(player.id, 0), escape(player.colour)
        levels = [level(scores.get(player.id, 0)) for name, scores in rounds]
        line = " ".join(f"{x},{y}" for x, y in zip(columns, levels, strict=True))
        stroke = f'stroke="{colour}" stroke-width="3" stroke-dasharray="{DASHES[place]}"'
        parts.append(f'<polyline points="{line}" fill="none" {stroke}/>')
        parts += [svg_sign(place, x, y, colour) for x, y in zip(columns, levels, strict=True)]
        parts.append(svg_text(columns[-1] + 12, label_y + 5, player.name, 'font-size="14"'))
    return "".join([*parts, "</svg>"])


def _short_name(session: Session, score: RoundScore, count: int) -> str:
    return round_title(session, score) if count < 7 else round_name(score)


def _log_entries(timeline: Timeline) -> Iterator[str]:
    session = timeline.session
    after: defaultdict[int, list[str]] = defaultdict(list)
    """Notes by the number of the event before them."""
    for note in sorted(session.notes, key=lambda note: (note.events, note.entries)):
        moment_index = timeline.index_of(note.entries, note.events)
        after[min(max(note.events, 1), len(session.events))].append(_note_html(note, moment_index))
    yield from after[0]
    for number, event in enumerate(session.events, 1):
        landmark = session.ruleset.landmark(event)
        text = escape(session.ruleset.tell(session.game, event))
        moment = f'data-s="{timeline.of_event(number)}"'
        if landmark is not None and landmark.sort == "round":
            yield f'<h2 id="round-{landmark.amount}" {moment}>{text}</h2>'
        elif not event.audience:
            name = CLASSES.get(landmark.sort if landmark is not None else "")
            rule = f"<code>{escape(event.rule)}</code>" if event.rule else ""
            yield (f'<li class="{name}" ' if name else "<li ") + f"{moment}><span>{text}</span>{rule}</li>"
        yield from after[number]


def _note_html(note: NoteDocument, moment: int) -> str:
    head = _("Note by {author}", author=note.author) if note.author else _("Note")
    return f'<aside data-s="{moment}"><b>{escape(head)}</b>{escape(note.text)}</aside>'


def _dice_html(events: Sequence[Event]) -> str:
    rows = tallies(events)
    if not rows:
        return ""
    head = (_("die"), _("times rolled"), _("count of each face"), "chi²", "p")
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    table = f"<table><tr>{cells}</tr>{''.join(map(_tally_row, rows))}</table>"
    meaning = escape(_("p is the chance that fair dice fall at least as unevenly as these did."))
    return f'<h2 id="dice">{escape(_(DICE))}</h2><div class="wide">{table}</div><p>{meaning}</p>'


def _luck_html(session: Session, players: Sequence[PlayerView]) -> str:
    head, cells = luck_table(session)
    heads = "<th></th>" + "".join(f'<th class="n">{escape(cell)}</th>' for cell in head)
    rows = "".join(
        f"<tr><td>{escape(player.name)}</td>"
        + "".join(f'<td class="n">{escape(cell)}</td>' for cell in cells[player.id])
        + "</tr>"
        for player in players
        if player.id in cells
    )
    return f'<div class="wide"><table><tr>{heads}</tr>{rows}</table></div><p>{escape(_(LUCK))}</p>'


def _turning_points_html(timeline: Timeline) -> str:
    session = timeline.session
    begins = {timeline.places[moment][0]: moment for moment in reversed(timeline.stops("round"))}
    turns = "".join(
        f'<li><a href="#" data-s="{_moment_of(timeline, turn, begins)}">{escape(turn_text(session, turn))}</a></li>'
        for turn in turning_points(session)
    )
    return f'<h2 id="turns">{escape(_(TURNS))}</h2><ul>{turns}</ul>' if turns else ""


def _moment_of(timeline: Timeline, turn: Turn, begins: Mapping[int, int]) -> int:
    return timeline.of_event(turn.lost[0] + 1) if turn.lost else begins.get(turn.round.number, 0)


def _tally_row(tally: Tally) -> str:
    counts = " ".join(f"{face}:{count}" for face, count in enumerate(tally.counts, 1))
    doubt = "" if tally.meaningful else " " + _("(too few rolls to tell)")
    return (
        f'<tr><td>d{tally.sides}</td><td class="n">{tally.rolls}</td><td>{counts}</td>'
        f'<td class="n">{numeral(tally.statistic, ".1f")}</td><td>{numeral(tally.p, ".3f")}{escape(doubt)}</td></tr>'
    )
