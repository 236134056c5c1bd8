"""The largest documents that the program reads, or a share of them, as `readers.py` hands them to readers.

Every maker takes a share from 0 to 1 of what the limits of its kind allow, and returns the content of a file. The kinds
that cost most for their size are here: honest documents at their limits, and such as are refused at the very end.
"""

from __future__ import annotations

import json
import math
import random
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from game import rulesets
from game.documents.limits import MAX_BYTES, MOST_BARRICADES, MOST_VALUES, MOST_VALUES_ON_A_MAP
from game.documents.yaml_text import MAX_BYTES as MOST_YAML
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import plain
from game.engine.saving.position_text import HEAD
from game.engine.saving.saves import file_data, position_document, save_document
from game.engine.session import Session
from game.players.random_player import random_answer

Content = str | bytes
Maker = Callable[[float], Content]
ROOT = Path(__file__).resolve().parents[3]


def share_of(most: int, share: float) -> int:
    """Return a share of a limit, at least one."""
    return max(1, int(most * share))


def example(path: str) -> dict[str, Any]:
    """Return a document that comes with the program, by its path from the root."""
    document: dict[str, Any] = json.loads((ROOT / path).read_text(encoding="utf-8"))
    return document


# -- JSON of any kind


def long_text(share: float) -> Content:
    """Return a document that is one long text."""
    return json.dumps({"format": "inchwise-map", "version": 1, "name": "x" * share_of(MAX_BYTES - 100, share)})


def wrong_values(share: float) -> Content:
    """Return a save in which every entry of the journal is a fault."""
    journal = [None] * share_of(MOST_VALUES - 200, share)
    return json.dumps({"format": "inchwise-save", "version": 3, "journal": journal})


def unknown_keys(share: float) -> Content:
    """Return a save with as many keys of its own invention as there may be values."""
    keys = {f"key{number}": number for number in range(share_of(MOST_VALUES - 200, share))}
    return json.dumps({"format": "inchwise-save", "version": 3} | keys)


def double_keys(share: float) -> Content:
    """Return a save of objects in which a key stands twice."""
    twice = ",".join(['{"a":1,"a":2}'] * share_of(MOST_VALUES // 3 - 200, share))
    return f'{{"format":"inchwise-save","version":3,"journal":[{twice}]}}'


def digits(share: float) -> Content:
    """Return a document that is one number without end."""
    return "9" * share_of(MAX_BYTES - 1, share)


def open_brackets(share: float) -> Content:
    """Return a document of nothing but open brackets."""
    return "[" * share_of(MOST_VALUES - 1, share)


# -- maps


def outlined(share: float, size: float = 24.0) -> Content:
    """Return a map of pieces with as many corners as its limit of values allows; `size` is its width in inches."""
    corners, apart = 396, size / 6
    pieces = share_of(MOST_VALUES_ON_A_MAP // (corners * 3 + 12), share)
    terrain = [
        {
            "id": f"piece-{number}",
            "name": "Wood",
            "look": "wood",
            "area": [{"outline": _star((number % 6 + 0.5) * apart, (number // 6 + 0.5) * apart, apart * 0.4, corners)}],
        }
        for number in range(pieces)
    ]
    return json.dumps(_map(terrain, size))


def crossing(share: float) -> Content:
    """Return a map whose outlines cross nearly as often as they may."""
    bars = share_of(49, share**0.5)
    upright = [[(x, 0.5), (x + 0.2, 0.5), (x + 0.2, 23.5), (x, 23.5)] for x in (0.6 + 0.46 * n for n in range(bars))]
    level = [[(y, x) for x, y in corners] for corners in upright]
    terrain = [
        {"id": f"bar-{number}", "name": "Bar", "look": "ruin", "area": [{"outline": outline}]}
        for number, outline in enumerate([*upright, *level])
    ]
    return json.dumps(_map(terrain))


def walled(share: float) -> Content:
    """Return a map with as many barricades as there may be."""
    lines = [
        [[1 + number % 20 * 1.1, 1 + number // 20 * 1.1], [1.7 + number % 20 * 1.1, 1.4 + number // 20 * 1.1]]
        for number in range(share_of(MOST_BARRICADES, share))
    ]
    terrain = [
        {
            "id": f"wall-{begin}",
            "name": "Wall",
            "look": "wall",
            "barricades": [{"line": line, "width": 0.3, "impassable": True} for line in lines[begin : begin + 4]],
        }
        for begin in range(0, len(lines), 4)
    ]
    return json.dumps(_map(terrain))


def _star(x: float, y: float, radius: float, corners: int) -> list[tuple[float, float]]:
    """Return an outline that turns in and out at every corner."""
    reach = (radius, radius * 0.97)
    turns = [(math.tau * at / corners, reach[at % 2]) for at in range(corners)]
    return [(round(x + far * math.cos(turn), 4), round(y + far * math.sin(turn), 4)) for turn, far in turns]


def _map(terrain: list[dict[str, Any]], size: float = 24.0) -> dict[str, Any]:
    colours = {"ground": "#aabbcc", "grain": "#99aabb", "area": "#445566", "barricade": "#112233"}
    head = {"format": "inchwise-map", "version": 1, "name": "Full", "author": "a bench", "width": size, "height": size}
    return {**head, "palette": colours, "terrain": terrain}


# -- games


@cache
def _played(ruleset: str, answers: int) -> Session:
    """Return a game played at random for so many answers, begun anew in the same game where it ends earlier."""
    book = rulesets.load(ruleset)
    plan = GamePlan(("Ann", "Bob", "Cy", "Di")) if ruleset == "godbreakers" else GamePlan(("Ann", "Bob"))
    session, rng = Session(book, book.new_setup(plan), KeyedDice(5)), random.Random(5)
    while session.decision is not None and len(session.journal) < answers:
        session.answer(random_answer(session.decision, rng))
    return session


def save_of(ruleset: str, version: int = 3) -> Maker:
    """Return the maker of saves of a rulebook, in a version of the format."""

    def make(share: float) -> Content:
        document = save_document(_played(ruleset, share_of(600, share)))
        content = plain(document) if version == 1 else file_data(document)
        if version == 1:  # what older versions did not write
            content = {name: value for name, value in content.items() if name not in ("seal", "record_from")}
        return json.dumps(content | {"version": max(version, 1)})

    return make


def noted(share: float) -> Content:
    """Return a save that is nearly all notes."""
    note = {"entries": 0, "events": 0, "text": "x" * 2000}
    return json.dumps(file_data(save_document(_played("bushido", 20))) | {"notes": [note] * share_of(2_000, share)})


def long_journal(share: float) -> Content:
    """Return a save whose journal is as long as its values allow; its first entry is not legal."""
    content = file_data(save_document(_played("bushido", 20)))
    return json.dumps(content | {"journal": ["no such answer"] * share_of(20_000, share), "digests": []})


def position_of(ruleset: str) -> Maker:
    """Return the maker of positions of a rulebook: a checkpoint with as many answers since as wanted."""

    def make(share: float) -> Content:
        document = plain(position_document(_played(ruleset, share_of(300, share))))
        return json.dumps(document)

    return make


def unknown_answers(share: float) -> Content:
    """Return a position whose answers fill its values."""
    document = plain(position_document(_played("godbreakers", 60)))
    return json.dumps(document | {"answers": [["no.one"]] * share_of(19_000, share)})


def line_of_text(share: float) -> Content:
    """Return a position as a line that unpacks to the largest document."""
    document = plain(position_document(_played("godbreakers", 60))) | {
        "note": "x" * share_of(MAX_BYTES - 60_000, share)
    }
    packed = zlib.compress(json.dumps(document).encode(), 9)
    return HEAD + urlsafe_b64encode(packed).decode()


def setup_of(ruleset: str) -> Maker:
    """Return the maker of setups of a rulebook on a map full of terrain."""

    def make(share: float) -> Content:
        book = rulesets.load(ruleset)
        content = book.plain_setup(book.new_setup(GamePlan(("Ann", "Bob"))))
        size = min(content["map"]["width"], content["map"]["height"])
        content["map"] |= {"terrain": json.loads(outlined(share, size))["terrain"]}
        return json.dumps(content)

    return make


# -- rosters


def circle(share: float) -> Content:
    """Return a circle with as many members as a document may hold."""
    content = example("game/rulesets/godbreakers/rules/circles/ready-6-kettleblack.json")
    members = content["godbreakers"] * 10
    content["godbreakers"] = [each | {"name": f"Member {n}"} for n, each in enumerate(members[: share_of(20, share)])]
    return json.dumps(content)


def warband(share: float) -> Content:
    """Return a warband with as many cards and pieces of terrain as a document may hold."""
    content = example("game/rulesets/bushido/warbands/still-bell.json")
    cards = content["models"] * 10
    content["models"] = [each | {"id": f"card-{n}"} for n, each in enumerate(cards[: share_of(30, share)])]
    piece = {"name": "Wood", "look": "wood", "area": [{"outline": _star(4, 4, 3.0, 390)}]}
    content["terrain"] = [
        {"name": "Wood", "rice": 1, "piece": piece | {"id": f"wood-{number}"}} for number in range(share_of(6, share))
    ]
    return json.dumps(content)


def army(share: float) -> Content:
    """Return an army whose units fill its values."""
    content = example("game/rulesets/aos4/documents/data/lantern-concord.json")
    unit = content["regiments"][0]["units"][1]
    many = [unit | {"id": f"unit-{number}"} for number in range(share_of(440, share))]
    content["regiments"] = [{"name": "R", "units": many[at : at + 20]} for at in range(0, min(len(many), 400), 20)]
    content["auxiliaries"] = many[400:]
    return json.dumps(content)


_ABILITY_TEXT = """  - id: ability-{number}
    name: Ability {number}
    type: passive
    timing: Passive
    availablePhases: [anyHero]
    declare: Nothing
    keywords: []
    effect: {text}
"""


def _pack(abilities: Iterable[str]) -> Content:
    return "id: full\nname: Full\ntype: custom\nrules: {}\nabilities:\n" + "".join(abilities)


def pack(share: float) -> Content:
    """Return an ability pack of as many abilities as fit into it."""
    text = "x" * min(3_900, MOST_YAML // 400 - 200)
    return _pack(_ABILITY_TEXT.format(number=number, text=text) for number in range(share_of(400, share)))


def faulty_pack(share: float) -> Content:
    """Return a pack in which every ability is a fault."""
    return _pack(f"  - {{a{number}: 1}}\n" for number in range(share_of(19_000, share)))


def marked_pack(share: float) -> Content:
    """Return a pack whose one text is nothing but tags."""
    text = "<strong><ul><li>x</li>" * share_of((MOST_YAML - 300) // 22, share)
    return _pack([_ABILITY_TEXT.format(number=1, text=text)])


# -- what the program writes for itself


def saga(share: float) -> Content:
    """Return a saga with a chronicle as long as its values allow."""
    files = ("6-kettleblack", "3-mended")
    circles = [example(f"game/rulesets/godbreakers/rules/circles/ready-{name}.json") for name in files]
    content = {
        "format": "inchwise-saga",
        "version": 1,
        "ruleset": "godbreakers",
        "name": "Ours",
        "circles": circles,
    }
    names = [each["name"] for each in circles]
    chronicle = [
        {
            "kind": "game",
            "game": f"{number:020x}",
            "scenario": "nest",
            "map": "Any",
            "rounds": 5,
            "showings": [
                {"circle": names[0], "player": "Ann", "vp": 3, "outcome": "won"},
                {"circle": names[1], "player": "Bob", "vp": 1, "outcome": "lost"},
            ],
        }
        for number in range(share_of(3_400, share))
    ]
    return json.dumps(content | {"chronicle": chronicle})


def records(share: float) -> Content:
    """Return as many best results as are kept."""
    best = {
        "ruleset": "godbreakers",
        "scenario": "nest",
        "map": "M",
        "roster": "R",
        "rounds": 5,
        "points": 1,
        "won": True,
    }
    return json.dumps(
        {
            "format": "inchwise-records",
            "version": 1,
            "best": [best | {"map": f"Map {number}"} for number in range(share_of(5_000, share))],
        }
    )


def drills(share: float) -> Content:
    """Return as many rounds of drills as are kept."""
    kinds = {f"kind-{number}": [1, 2] for number in range(15)}
    one = {"day": "2026-01-01", "ruleset": "aos4", "seconds": 60, "kinds": kinds}
    return json.dumps({"format": "inchwise-drills", "version": 1, "rounds": [one] * share_of(1_000, share)})


def answers(share: float) -> Content:
    """Return lines of answers for the making of a roster."""
    return "no-step: no answer\n" * share_of(MAX_BYTES // 19 - 1, share)
