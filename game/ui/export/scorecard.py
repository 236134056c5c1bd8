"""A scorecard as a page to keep or print: pictures of the table for each side, and everything in words."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from string import Template
from typing import Final

import pygame

from game.documents.files import write_text
from game.engine.questions.scorecard import Scorecard, Side
from game.engine.rulebook.view import TableView
from game.lab.page import PAGE
from game.lab.svg import escape
from game.table.terrain.battlefield import Battlefield
from game.ui.board.scorecard_art import scorecard_picture
from game.ui.pages.scorecard import chapters_of
from game.ui.widgets.theme import Ground
from game.wording import _, language

SIZE: Final = (1200, 900)


def scorecard_page(card: Scorecard, view: TableView, field: Battlefield, title: str) -> str:
    """Return the page in the language in use; it needs no network."""
    first, *others = chapters_of(card)
    parts = [f"<h1>{escape(title)}</h1>", *(f'<p class="result">{escape(line.text)}</p>' for line in first.lines)]
    for chapter in others:
        parts.append(f"<h2>{escape(chapter.title)}</h2>")
        parts += [
            picture for side in card.sides if side.name == chapter.title for picture in _figure(side, view, field)
        ]
        lines = "".join(f"<li>{escape(line.text)} {escape(line.rule)}</li>" for line in chapter.lines)
        parts.append(f"<ul>{lines}</ul>")
    body = "\n".join(parts)
    return Template(PAGE.read_text(encoding="utf-8")).substitute(
        language=escape(language()), title=escape(title), body=body
    )


def _figure(side: Side, view: TableView, field: Battlefield) -> Iterator[str]:
    from PIL import Image

    drawn, content = scorecard_picture((side,), view, Ground.of(field), SIZE), BytesIO()
    picture = Image.frombytes("RGB", drawn.get_size(), pygame.image.tobytes(drawn, "RGB"))
    picture.save(content, "WEBP", quality=80)
    about = escape(_("{name}: what it can hit in turn one, and what is hidden from its ground", name=side.name))
    image = b64encode(content.getvalue()).decode("ascii")
    yield f'<figure><img style="max-width:100%" alt="{about}" src="data:image/webp;base64,{image}"></figure>'


def save_page(card: Scorecard, view: TableView, field: Battlefield, title: str, path: Path) -> None:
    """Write the page to a file; raise `OSError`."""
    write_text(path, scorecard_page(card, view, field, title))
