"""The commands in the pages for people: each is there, with every option that is shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.commands.calls import call

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("README.md", *(f"game/{room}/README.md" for room in ("commands", "documents", "lab", "ui")))
GROUPS = ("roster", "campaign")
"""Commands that have commands of their own."""


def commands_of(page: str) -> list[tuple[tuple[str, ...], list[str]]]:
    """Each command that a page shows, with the options it is shown with."""
    text = (ROOT / page).read_text(encoding="utf-8").replace("\\\n", " ")
    shown = re.findall(r"python -m game ([a-z]\S*)(?: ([a-z]\S*))?([^#\n`]*)", text)
    return [
        ((name, inner) if name in GROUPS and inner else (name,), re.findall(r"--[a-z-]+", rest))
        for name, inner, rest in shown
    ]


@pytest.mark.parametrize("page", [page for page in PAGES if "/ui/" not in page])
def test_every_command_and_option_that_a_page_names_is_there(page: str) -> None:
    shown = commands_of(page)
    assert shown
    helps = {name: call(*name, "--help") for name, _options in shown}
    assert [name for name, result in helps.items() if result.exit_code != 0] == []
    whole = {name: result.output + call(name[0], "--help").output for name, result in helps.items()}
    missing = [(name, option) for name, options in shown for option in options if f"{option} " not in whole[name]]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = re.findall(r"^(?!    ).*\]\(([^)#]+)\)", text, re.MULTILINE)
    assert [link for link in links if not ((ROOT / page).parent / link).exists()] == []
