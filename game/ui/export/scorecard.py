"""A scorecard as a page to keep or print, with a picture of the table for each side and all facts."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from string import Template
from typing import Final

import pygame

from game.documents.files import write_text
from game.engine.questions.scorecard import Scorecard, Side
from game.engine.questions.scorecard_words import fairness_line, ground_lines, side_lines, summary
from game.engine.rulebook.view import Line, TableView
from game.lab.page import PAGE
from game.lab.svg import escape
from game.table.terrain.battlefield import Battlefield
from game.ui.board.scorecard_art import scorecard_picture
from game.ui.widgets.theme import Ground
from game.wording import _, language

SIZE: Final = (1200, 900)


def scorecard_page(card: Scorecard, view: TableView, field: Battlefield, title: str) -> str:
    """Return the page in the present language; it needs no network."""
    results = (fairness_line(card).text, summary(card))
    parts = [f"<h1>{escape(title)}</h1>", *(f'<p class="result">{escape(text)}</p>' for text in results)]
    parts += [f"<h2>{escape(_('The ground'))}</h2>", listed(ground_lines(card))]
    for side, other in (card.sides, card.sides[::-1]):
        parts += [
            f"<h2>{escape(side.name)}</h2>",
            _figure_of_side(side, view, field),
            listed(side_lines(card, side, other)),
        ]
    body = "\n".join(parts)
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        language=escape(language()), title=escape(title), body=body
    )


def listed(lines: Iterable[Line]) -> str:
    """Return lines as a list of a page, each with its rule."""
    return f"<ul>{''.join(f'<li>{escape(line.text)} {escape(line.rule)}</li>' for line in lines)}</ul>"


def _figure_of_side(side: Side, view: TableView, field: Battlefield) -> str:
    """Return the picture of a side's turn one as part of the page."""
    from PIL import Image

    surface, image_file = scorecard_picture((side,), view, Ground.of(field), SIZE), BytesIO()
    picture = Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
    picture.save(image_file, "WEBP", quality=80)
    description = escape(_("{name}: what it can hit in turn one, and what is hidden from its ground", name=side.name))
    image = b64encode(image_file.getvalue()).decode("ascii")
    return f'<figure><img style="max-width:100%" alt="{description}" src="data:image/webp;base64,{image}"></figure>'


def save_page(card: Scorecard, view: TableView, field: Battlefield, title: str, path: Path) -> None:
    """Write the page to a file; raise `OSError`."""
    write_text(path, scorecard_page(card, view, field, title))
