"""A replay as a page that plays in a browser without a network: table, timeline, log and report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import Template
from typing import Any, Final
from zlib import crc32

from game.documents.faces import PICTURE
from game.engine.history.timeline import Timeline
from game.engine.rulebook.reference import Rulebook
from game.engine.saving.loading import Difference
from game.lab.html_report import html_facts, html_log
from game.lab.svg import escape
from game.play.session_model import palette_of
from game.resources import resource
from game.table.looks import LOOKS, PLAIN, Appearance
from game.ui.board.pieces import NEUTRAL, Livery, Sprites, liveries
from game.ui.board.sigils import STONE, partition, tones
from game.ui.export.course import Course
from game.ui.export.opening import Opening
from game.ui.widgets.signs import icon_file
from game.ui.widgets.theme import SHADOW, Colour, Ground, Theme, mix
from game.wording import N_, _, language

FILES: Final = Path(__file__).with_suffix("")
"""The path of the page's template, styles and script, without the suffix."""
STATES: Final = ("leader", "ready", "engaged")
"""The icons of states, in the order of the page's script."""
WORDS: Final = {
    "play": N_("Play"),
    "stop": N_("Stop"),
    "back": N_("Previous event (Left)"),
    "on": N_("Next event (Right)"),
    "roundBack": N_("Previous round (PgUp)"),
    "roundOn": N_("Next round (PgDn)"),
    "jump": N_("Jump to a round"),
    "at": N_("Moment"),
    "log": N_("Log"),
    "report": N_("Report"),
    "forces": N_("Forces"),
    "names": N_("Names (N)"),
    "closer": N_("Zoom in (+)"),
    "farther": N_("Zoom out (-)"),
    "whole": N_("Whole table (0)"),
    "table": N_("The table"),
    "decided": N_("{player} decides: {prompt}"),
    "measured": N_("Measured"),
    "rolled": N_("Rolled"),
    "chosen": N_("Decided"),
    "nothing": N_("Nothing was measured, rolled or decided at this moment."),
    "reserve": N_("in reserve"),
    "lost": N_("lost"),
    "done": N_("has acted"),
    "close": N_("Close (Esc)"),
    "keys": N_(
        "Left and Right: event. Shift: decision. Ctrl: activation. PgUp and PgDn: round. Home and End: first and last "
        "moment. Space: play. P: next piece. L, R, F: log, report, forces. N: names. +, - and 0: zoom."
    ),
    "count": N_("{name}: moment {number} of {all}"),
}
"""The texts of the page's script by their names there."""


def replay_page(course: Course, differences: Sequence[Difference] = (), opening: Opening | None = None) -> str:
    """Return the page of a game whose course has been followed to its end, with the scorecard of its `opening`."""
    timeline = course.timeline
    session = timeline.session
    view = session.ruleset.view(session.game)
    data = course.page() | {
        "rounds": _round_starts(timeline),
        "stops": _stops(timeline),
        "marks": _timeline_signs(course, differences),
    }
    data |= {"size": [session.game.ruler.battlefield.width, session.game.ruler.battlefield.height]}
    data |= {
        "players": [*_player_facts(course)],
        "faces": _face_facts(course),
        "names": dict(view.names),
        "rules": _cited_rules(course),
        "sides": opening.data() if opening is not None else [],
    }
    data |= {"words": {name: _(text) for name, text in WORDS.items()}, "looks": [*LOOKS]}
    parts = {
        "language": escape(language()),
        "title": escape(f"{_(session.ruleset.title)}: {view.title}"),
        "style": FILES.with_suffix(".css").read_text(encoding="utf-8") + _ground_style(timeline),
        "script": FILES.with_suffix(".js").read_text(encoding="utf-8"),
        "drawings": "".join(_symbols(course)),
        "facts": html_facts(timeline, differences) + ("" if opening is None else opening.html()),
        "log": html_log(timeline),
        "keys": escape(_(WORDS["keys"])),
        # without "<" it cannot end the element of the page
        "data": json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
        **{f"w_{name}": escape(_(WORDS[name])) for name in ("log", "report", "forces", "table")},
    }
    return Template(FILES.with_suffix(".html").read_text(encoding="utf-8")).substitute(parts)


def _round_starts(timeline: Timeline) -> list[list[Any]]:
    """Return the first moment of each round with the round's name, and of the time before the first round."""
    terms = timeline.session.ruleset.terms
    first_moments: dict[int, int] = {}
    for moment, (number, _turn) in enumerate(timeline.places):
        first_moments.setdefault(number, moment)
    return [
        [moment, _(terms.round, number=number) if number else _(terms.before)]
        for number, moment in first_moments.items()
    ]


def _stops(timeline: Timeline) -> dict[str, list[int]]:
    return {"decision": [*timeline.stops("decision")], "activation": [*timeline.stops("activation")]}


def _timeline_signs(course: Course, differences: Sequence[Difference]) -> list[list[Any]]:
    """Return the moments with a sign on the timeline: a loss, a score, a note, or a difference."""
    timeline = course.timeline
    signs = {"casualty": "✖", "score": "◆"}
    sign_of = {
        moment: signs[mark.sort]
        for moment, marks in timeline.landmarks.items()
        for mark in sorted(marks, key=lambda mark: mark.sort, reverse=True)
        if mark.sort in signs
    }
    sign_of |= {timeline.index_of(note.entries, note.events): "⚑" for note in timeline.session.notes}
    sign_of |= {timeline.index_of(difference.entry, difference.event): "⚠" for difference in differences}
    return [[moment, sign] for moment, sign in sorted(sign_of.items())]


def _player_facts(course: Course) -> Iterator[dict[str, Any]]:
    """Yield the facts of each player for the page: name, rim, letter, and the colours of bases."""
    view = course.session.ruleset.view(course.session.game)
    livery_of = liveries(view)
    for player in sorted(view.players, key=lambda player: course.seats[player.id]):
        yield {"name": player.name, **_livery_facts(livery_of[player.id])}
    yield {"name": "", **_livery_facts(Livery())}


def _livery_facts(livery: Livery) -> dict[str, Any]:
    """Return the rim, the letter, and the colours of fresh and spent bases of a player."""
    fresh_tones, spent_tones = ([*tones(livery.colour, spent=spent_tones)] for spent_tones in (False, True))
    rims = livery.colour, mix(livery.colour, STONE, 0.45)
    return {
        "rim": livery.rim,
        "letter": livery.letter,
        "tones": [
            [_hex(colour) for colour in (rim, *pair)]
            for rim, pair in zip(rims, (fresh_tones, spent_tones), strict=True)
        ],
    }


def _face_facts(course: Course) -> list[list[str] | None]:
    """Return the charge and the field of each piece on the table, or None for a plain face."""
    sprites = _sprites(course.timeline)
    faces: list[list[str] | None] = []
    for piece in course.looks.values():
        sigil = sprites.sigil(piece) if piece.kind == "base" else None
        faces.append(None if sigil is None else [_charge(sigil.charge), sigil.field])
    return faces


def _sprites(timeline: Timeline) -> Sprites:
    """Return sprites that have met the first and the last table of the game, like those of the window."""
    sprites = Sprites(Theme())
    for moment in (0, timeline.last):
        session = timeline.at(moment)
        sprites.meet(session.ruleset.view(session.game))
    return sprites


def _charge(charge: str) -> str:
    """Return the name of a charge on the page; one that is a picture gets a name by its content."""
    return f"own-{crc32(charge.encode()):08x}" if charge.startswith(PICTURE) else charge


def _cited_rules(course: Course) -> dict[str, list[str]]:
    """Return the title and text of every rule that the log or a question cites, by its id."""
    book = Rulebook(course.session.ruleset.rules())
    events = (event.rule for event in course.session.events if not event.audience)
    ids = {*events, *(step["d"]["rule"] for step in course.moments if "d" in step)}
    rules = {name: rule for name in ids if name and (rule := book.find(name)) is not None}
    return {name: [_(rule.title), _(rule.text)] for name, rule in sorted(rules.items())}


# -- drawings ------------------------------------------------------------------------------------


def _symbols(course: Course) -> Iterator[str]:
    """Yield the symbols of the table: charges and fields of bases, icons, hatchings of terrain."""
    sprites = _sprites(course.timeline)
    bases = [piece for piece in course.looks.values() if piece.kind == "base"]
    sigils = {sigil for piece in bases if (sigil := sprites.sigil(piece)) is not None}
    for charge in sorted({sigil.charge for sigil in sigils}):
        yield _charge_symbol(charge)
    for field in sorted({"plain", *(sigil.field for sigil in sigils)}):
        shapes = "".join(f'<polygon points="{_points(shape)}"/>' for shape in partition(field))
        yield f'<symbol id="f-{field}" viewBox="0 0 1 1" overflow="visible">{shapes}</symbol>'
    marker_icons = {
        f"{piece.kind}-{piece.symbol}" for piece in course.looks.values() if piece.kind in ("marker", "token")
    }
    for name in sorted({*STATES, *marker_icons}):
        yield _symbol_of_drawing(f"i-{name}", icon_file(name).read_text(encoding="utf-8"))
    for name, look in {"": PLAIN, **LOOKS}.items():
        yield _hatching_pattern(f"h-{name}", look)


def _charge_symbol(charge: str) -> str:
    """Return a charge as a symbol of the page, from its picture or its drawing."""
    if charge.startswith(PICTURE):
        picture = f'<image href="{charge}" width="64" height="64" preserveAspectRatio="xMidYMid slice"/>'
        return f'<symbol id="s-{_charge(charge)}" viewBox="0 0 64 64">{picture}</symbol>'
    return _symbol_of_drawing(f"s-{charge}", resource(f"assets/sigils/{charge}.svg").read_text(encoding="utf-8"))


def _symbol_of_drawing(identity: str, drawing: str) -> str:
    """Return a drawing as a symbol: its white takes the colour of its use, its black that of the field."""
    view_box, content = (
        re.findall(r'viewBox="([^"]*)"', drawing)[0],
        re.sub(r"^.*?<svg[^>]*>|</svg>\s*$", "", drawing, flags=re.DOTALL),
    )
    content = re.sub(r'"#(?:000|000000)"', '"var(--dark,#15202c)"', content)
    content = re.sub(r'"#[0-9a-fA-F]{3,6}"', '"currentColor"', content)
    return f'<symbol id="{identity}" viewBox="{view_box}">{content}</symbol>'


def _hatching_pattern(identity: str, look: Appearance) -> str:
    """Return the pattern of a look of terrain, in inches."""
    gap = look.spacing
    lines = {
        "brick": f"M0 0H{2 * gap}M0 {gap}H{2 * gap}M0 0V{gap}M{gap} {gap}V{2 * gap}",
        "horizontal": f"M0 0H{2 * gap}M0 {gap}H{2 * gap}",
        "vertical": f"M0 0V{2 * gap}M{gap} 0V{2 * gap}",
    }
    path = lines.get(
        look.hatching, f"M0 {2 * gap}L{2 * gap} 0M{-gap} {gap}L{gap} {-gap}M{gap} {3 * gap}L{3 * gap} {gap}"
    )
    size = f'width="{2 * gap}" height="{2 * gap}"'
    return f'<pattern id="{identity}" patternUnits="userSpaceOnUse" {size}><path d="{path}"/></pattern>'


def _ground_style(timeline: Timeline) -> str:
    """Return the colours of the table and of its kinds of terrain, in the palette of its map."""
    session = timeline.session
    ground = Ground.of(session.game.ruler.battlefield, palette_of(session))
    colours: Mapping[str, Colour] = {
        "ground": mix(ground.ground, (0, 0, 0), 0.07),
        "area": ground.area,
        "wall": ground.barricade,
        "solid": ground.impassable,
        "wood": ground.rim,
        "shadow": SHADOW,
        "none": NEUTRAL,
    }
    looks = {f"look-{name}": mix(ground.area, look.tint, 0.65) for name, look in LOOKS.items()}
    rows = "".join(f"--{name}:{_hex(colour)};" for name, colour in {**colours, **looks}.items())
    return f"#board{{{rows}}}"


def _points(shape: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in shape)


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
