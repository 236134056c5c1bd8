"""The battle report as one HTML page that needs nothing else: log, pictures, scores, dice, notes."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape as escaped
from typing import Final

from game.engine.core.events import Event, NoteDocument
from game.engine.history.fairness import Tally, tallies
from game.engine.history.timeline import Timeline
from game.engine.rulebook.view import PlayerView
from game.engine.saving.saves import Difference
from game.engine.session import Session
from game.printable import printable
from game.wording import N_, _, language, numeral

STYLE: Final = """
:root{color-scheme:light;--ink:#22252b;--quiet:#68707c;--line:#d8d4ca;--paper:#faf8f2;--lamp:#a8741a}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:60rem;margin:0 auto;padding:2rem 1.25rem 4rem}h1{font-size:1.7rem;margin:0}h2{margin:2.2rem 0 .6rem;
padding-bottom:.3rem;border-bottom:2px solid var(--line)}nav{display:flex;flex-wrap:wrap;gap:.4rem;margin:1.2rem 0}
nav a{border:1px solid var(--line);border-radius:6px;padding:.15rem .7rem;color:inherit;text-decoration:none}
nav a:hover,nav a:focus{border-color:var(--lamp);text-decoration:underline}
p.result{font-size:1.15rem;font-weight:600;margin:.4rem 0 1rem}
table{border-collapse:collapse;margin:.6rem 0}td,th{padding:.25rem .9rem .25rem 0;text-align:left}td.n{text-align:right}
ol{list-style:none;margin:0;padding:0}li{display:flex;gap:1rem;justify-content:space-between;padding:.12rem 0}
li.turn{margin-top:.55rem;font-weight:600}li.casualty,li.score{font-weight:600}li.casualty::before{content:"\\2716"}
li.score::before{content:"\\25C6"}li.casualty,li.score{justify-content:flex-start}li code{margin-left:auto}
code{color:var(--quiet);font-size:.8rem;white-space:nowrap}figure{margin:1rem 0}img{width:100%;height:auto;
border-radius:6px;display:block}figcaption{color:var(--quiet);font-size:.9rem;padding-top:.25rem}
aside{border-left:4px solid var(--lamp);background:#f3ecdc;margin:.6rem 0;padding:.5rem .9rem;white-space:pre-wrap}
aside.bad{border-color:#a3271b;background:#f8e3df}aside b{display:block}svg{width:100%;max-width:34rem;height:auto}
td svg{width:1rem;vertical-align:-.1rem}.wide{overflow-x:auto}
@media print{main{max-width:none;padding:0}nav{display:none}li,figure,aside{break-inside:avoid}}
"""
SETUP: Final = N_("Before the first round")
DICE: Final = N_("How even the dice fell")
PATTERNS: Final = ("", "7 5", "2 4", "11 4 2 4")
"""How the lines of the first, second, third and fourth player are dashed."""
Spot = Callable[[int, int], tuple[float, float]]
SIGNS: Final = ("circle", "square", "diamond", "triangle")


def escape(text: str) -> str:
    """Return a text as a page shows it, letter by letter."""
    return escaped(printable(text))


@dataclass(frozen=True)
class Plate:
    """A picture of the table at a moment (its number in the timeline), with what it shows."""

    moment: int
    caption: str
    image: bytes
    mime: str


def html_report(timeline: Timeline, plates: Sequence[Plate], differences: Sequence[Difference] = ()) -> str:
    """Return the whole game as a page that stands alone."""
    session = timeline.session
    view = session.ruleset.view(session.game)
    title = f"{session.ruleset.title}: {view.title}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        f'<p class="result">{escape(view.result or _("The game is not over."))}</p>',
    ]
    parts += [_difference(difference) for difference in differences]
    parts += [_players(timeline, view.players), score_chart(timeline)]
    dice = _dice(session.events)
    # The table as it stands at last comes first, as the picture that the page is known by.
    parts += [*map(_figure, plates[-1:]), _contents(session, dice), *_course(timeline, plates[:-1]), dice]
    body = "\n".join(part for part in parts if part)
    return (
        f'<!DOCTYPE html>\n<html lang="{escape(language())}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style></head>\n<body><main>\n{body}\n</main></body></html>\n"
    )


def _difference(difference: Difference) -> str:
    head = _("Played again, this game differs from what was recorded")
    return f'<aside class="bad"><b>{escape(head)}</b>{escape(str(difference))}</aside>'


def _players(timeline: Timeline, players: Sequence[PlayerView]) -> str:
    places = _places(timeline)
    rows = "".join(
        f'<tr><td><svg viewBox="-8 -8 16 16" aria-hidden="true">'
        f"{_sign(SIGNS[places.get(player.id, 0)], 0, 0, escape(player.colour))}</svg> {escape(player.name)}</td>"
        f'<td class="n"><b>{player.score}</b> {escape(_(timeline.session.ruleset.terms.points))}</td></tr>'
        for player in sorted(players, key=lambda player: -player.score)
    )
    return f"<table>{rows}</table>"


def _places(timeline: Timeline) -> dict[str, int]:
    """Return which sign and dash each player has."""
    session = timeline.session
    return {player: place % len(SIGNS) for place, player in enumerate(session.ruleset.players(session.setup))}


def _heading(name: str, text: str) -> str:
    return f'<h2 id="{name}">{escape(text)}</h2>'


def _contents(session: Session, dice: str) -> str:
    """Return links to all headings of the page."""
    found = [_link("setup", _(SETUP))]
    for event in session.events:
        landmark = session.ruleset.landmark(event)
        if landmark is not None and landmark.sort == "round":
            found.append(_link(f"round-{landmark.amount}", _("Round {number}", number=landmark.amount)))
    return f"<nav>{''.join(found)}{_link('dice', _(DICE)) if dice else ''}</nav>"


def _link(name: str, text: str) -> str:
    return f'<a href="#{name}">{escape(text)}</a>'


# -- scores --------------------------------------------------------------------------------------


def scores_by_round(timeline: Timeline) -> list[tuple[str, dict[str, int]]]:
    """Return every player's score at the end of each round, with the round's name; before the first round "0"."""
    found: list[tuple[str, dict[str, int]]] = []
    for index in timeline.round_ends():
        session = timeline.at(index)
        view = session.ruleset.view(session.game)
        name = str(timeline.places[index][0])
        scores = {player.id: player.score for player in view.players}
        if found and found[-1][0] == name:
            found[-1] = (name, scores)
        else:
            found.append((name, scores))
    return found


def score_chart(timeline: Timeline) -> str:
    """Return a small SVG of the scores round by round; each player's line has a dash and a sign of its own."""
    rounds = scores_by_round(timeline)
    if len(rounds) < 2:
        return ""
    players = timeline.session.ruleset.view(timeline.session.game).players
    values = [score for _unused, scores in rounds for score in scores.values()]
    low, high = min(0, *values), max(1, *values)
    wide, tall, left, top = 480, 220, 32, 16

    def spot(column: int, score: int) -> tuple[float, float]:
        x = left + column * (wide - left - 100) / (len(rounds) - 1)
        return round(x, 1), round(top + (tall - top - 32) * (high - score) / (high - low), 1)

    parts = [f'<svg viewBox="0 0 {wide} {tall}" width="{wide}" role="img" aria-label="{escape(_("Scores by round"))}">']
    parts += _axes(rounds, low, high, spot)
    places = _places(timeline)
    ends: list[float] = []
    for player in sorted(players, key=lambda player: -player.score):
        place = places.get(player.id, 0)
        spots = [spot(column, scores.get(player.id, 0)) for column, (_unused, scores) in enumerate(rounds)]
        colour = escape(player.colour)
        line = " ".join(f"{x},{y}" for x, y in spots)
        parts.append(
            f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="3" '
            f'stroke-dasharray="{PATTERNS[place]}"/>'
        )
        parts += [_sign(SIGNS[place], x, y, colour) for x, y in spots]
        y = max(spots[-1][1], ends[-1] + 18 if ends else 0.0)
        ends.append(y)
        parts.append(f'<text x="{spots[-1][0] + 12}" y="{y + 5}" font-size="14">{escape(player.name)}</text>')
    return "".join([*parts, "</svg>"])


def _axes(rounds: Sequence[tuple[str, Mapping[str, int]]], low: int, high: int, spot: Spot) -> Iterator[str]:
    for score in sorted({low, 0, high}):
        (x, y), (end, _height) = spot(0, score), spot(len(rounds) - 1, score)
        yield f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="#d8d4ca"/>'
        yield f'<text x="{x - 8}" y="{y + 5}" text-anchor="end" font-size="13" fill="#68707c">{score}</text>'
    for column, (name, _unused) in enumerate(rounds):
        x, y = spot(column, low)
        label = _("Round {number}", number=name) if len(rounds) < 7 else name
        text = "" if name == "0" else escape(label)
        yield f'<text x="{x}" y="{y + 22}" text-anchor="middle" font-size="13" fill="#68707c">{text}</text>'


def _sign(sign: str, x: float, y: float, colour: str) -> str:
    if sign == "circle":
        return f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>'
    corners = {
        "square": ((-4.5, -4.5), (4.5, -4.5), (4.5, 4.5), (-4.5, 4.5)),
        "diamond": ((0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)),
        "triangle": ((0, -6), (6, 5), (-6, 5)),
    }[sign]
    points = " ".join(f"{round(x + dx, 1)},{round(y + dy, 1)}" for dx, dy in corners)
    return f'<polygon points="{points}" fill="{colour}"/>'


# -- what happened -------------------------------------------------------------------------------


def _course(timeline: Timeline, plates: Sequence[Plate]) -> Iterator[str]:
    """Yield the log, round by round, with pictures and notes where they belong."""
    session = timeline.session
    shown = sorted(plates, key=lambda plate: plate.moment)
    notes = sorted(session.notes, key=lambda note: (note.events, note.entries))
    listed = False
    yield _heading("setup", _(SETUP))
    for number, event in enumerate(session.events, 1):
        landmark = session.ruleset.landmark(event)
        text = escape(session.ruleset.tell(session.game, event))
        if landmark is not None and landmark.sort == "round":
            yield ("</ol>" if listed else "") + f'<h2 id="round-{landmark.amount}">{text}</h2>'
            listed = False
        elif not event.audience:
            sort = landmark.sort if landmark is not None else ""
            css = {"activation": ' class="turn"', "casualty": ' class="casualty"', "score": ' class="score"'}.get(
                sort, ""
            )
            rule = f"<code>{escape(event.rule)}</code>" if event.rule else ""
            yield ("" if listed else "<ol>") + f"<li{css}><span>{text}</span>{rule}</li>"
            listed = True
        inserted = []
        while shown and (timeline.moments[shown[0].moment].events <= number or number == len(session.events)):
            inserted.append(_figure(shown.pop(0)))
        while notes and (notes[0].events <= number or number == len(session.events)):
            inserted.append(_note(notes.pop(0)))
        if inserted:
            yield ("</ol>" if listed else "") + "".join(inserted)
            listed = False
    if listed:
        yield "</ol>"
    yield from (_figure(plate) for plate in shown)
    yield from (_note(note) for note in notes)


def _figure(plate: Plate) -> str:
    data = base64.b64encode(plate.image).decode("ascii")
    caption = escape(plate.caption)
    image = f'<img alt="{caption}" src="data:{plate.mime};base64,{data}">'
    return f"<figure>{image}<figcaption>{caption}</figcaption></figure>"


def _note(note: NoteDocument) -> str:
    head = _("Note by {author}", author=note.author) if note.author else _("Note")
    return f"<aside><b>{escape(head)}</b>{escape(note.text)}</aside>"


# -- dice ----------------------------------------------------------------------------------------


def _dice(events: Sequence[Event]) -> str:
    rows = tallies(events)
    if not rows:
        return ""
    head = (_("die"), _("faces shown"), _("how often each face"), "chi²", "p")
    cells = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    table = f"<table><tr>{cells}</tr>{''.join(map(_tally, rows))}</table>"
    meaning = _("p is the chance that fair dice fall at least as unevenly as these did.")
    return f'{_heading("dice", _(DICE))}<div class="wide">{table}</div><p>{escape(meaning)}</p>'


def _tally(tally: Tally) -> str:
    counts = " ".join(f"{face}:{count}" for face, count in enumerate(tally.counts, 1))
    doubt = "" if tally.telling else " " + _("(too few rolls to tell)")
    return (
        f'<tr><td>d{tally.sides}</td><td class="n">{tally.rolls}</td><td>{counts}</td>'
        f'<td class="n">{numeral(tally.statistic, ".1f")}</td><td>{numeral(tally.p, ".3f")}{escape(doubt)}</td></tr>'
    )
