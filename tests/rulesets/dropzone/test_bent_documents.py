"""Armies, maps, set-ups, saves and lists of other programs, bent at random: refused with a reason, or played."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game import rulesets
from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import IllegalAnswer, MalformedAnswer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.saving.documents import SaveDocument, plain
from game.engine.saving.loading import load_save
from game.engine.saving.saves import save_document
from game.engine.session import Session
from game.players.random_player import NoLegalPlace, random_answer
from game.resources import resource
from game.rulesets.dropzone import RULESET
from game.rulesets.dropzone.documents.armies import ArmyDocument, breaches
from game.rulesets.dropzone.documents.catalogue import ARMIES, NAMES, bundled_army
from game.rulesets.dropzone.new_game.planning import check_map
from game.table.documents import MapDocument
from tests.samples import some

TRIES = some(400)
"""Documents of each kind that are tried."""
FEW = 8
"""Decisions for which a bent document is played."""
MAPS = ("twin-exchange", "kiln-water", "lantern-quarter")
ROSTER = Path(__file__).parent / "fixtures" / "harbour-watch.ros"
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1, 3, 99, 2**63, 0.5, -0.001, 1e300, "", "x", "I/V/I", "a" * 300, "\u202e\x9b", "south.anvils",
    "rifles-1", "Alt-", "Strafe-99", "Focus-0", "Devastator-9 (", "Access", "Fast", "dropzone.kind", "large-bunker",
    [], [[]], [0, 0], [48, 48], ["drover-1"] * 3, {}, {"a": {}}, {"I": 1, "I/V": 99},
)  # fmt: skip


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every entry of a document as what holds it and its key."""
    inner = list(tree.items()) if isinstance(tree, dict) else list(enumerate(tree)) if isinstance(tree, list) else []
    for key, value in inner:
        yield tree, key
        yield from places(value)


def bent(document: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a document in which one to three entries are odd, gone, doubled or those of another place."""
    whole = copy.deepcopy(document)
    for _time in range(rng.randint(1, 3)):
        every = list(places(whole))
        (holder, key), (other, there) = rng.choice(every), rng.choice(every)
        sort = rng.randrange(4)
        if sort == 0:
            del holder[key]
        elif sort == 1 and isinstance(holder, list):
            holder.append(copy.deepcopy(holder[key]))
        elif sort == 2:
            holder[key] = copy.deepcopy(other[there])
        else:
            holder[key] = rng.choice(ODD)
    return whole


def says_why(refusal: DocumentError) -> None:
    assert refusal.reason
    assert len(str(refusal)) < 1_000


def begins(session: Session) -> None:
    """Play some decisions, looking at the table all the time."""
    rng = Random(1)
    for _decision in range(FEW):
        session.ruleset.view(session.game)
        if session.decision is None:
            break
        session.answer(random_answer(session.decision, rng))


def army(document: dict[str, Any]) -> None:
    parsed = parse_document(json.dumps(document), ArmyDocument, "army")
    breaches(parsed)
    setup = plain_setup()
    setup["players"][0]["army"] = document
    begins(Session(RULESET, RULESET.read_setup(setup), KeyedDice(1)))


def a_map(document: dict[str, Any]) -> None:
    check_map(parse_document(json.dumps(document), MapDocument, "map"))
    a_setup(plain_setup() | {"map": document})


def a_setup(document: dict[str, Any]) -> None:
    begins(Session(RULESET, RULESET.read_setup(document), KeyedDice(1)))


def a_save(document: dict[str, Any]) -> None:
    session, _difference = load_save(parse_document(json.dumps(document), SaveDocument, "save"), rulesets.find, "save")
    begins(session)


def plain_setup() -> dict[str, Any]:
    return copy.deepcopy(_setup())


@cache
def _setup() -> dict[str, Any]:
    plain_one: dict[str, Any] = RULESET.plain_setup(RULESET.new_setup(GamePlan(("Ann", "Bob"))))
    return json.loads(json.dumps(plain_one))  # type: ignore[no-any-return]


@cache
def a_saved_game() -> dict[str, Any]:
    session, rng = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(2)), Random(2)
    while session.decision is not None and len(session.journal) < 60:
        session.answer(random_answer(session.decision, rng))
    saved: dict[str, Any] = json.loads(json.dumps(plain(save_document(session))))
    return saved


KINDS: dict[str, tuple[Callable[[], list[dict[str, Any]]], Callable[[dict[str, Any]], None]]] = {
    "army": (lambda: [json.loads(bundled_army(name).model_dump_json()) for name in NAMES], army),
    "map": (
        lambda: [json.loads((resource("maps") / f"{name}.json").read_text(encoding="utf-8")) for name in MAPS],
        a_map,
    ),
    "set-up": (lambda: [plain_setup()], a_setup),
    "save": (lambda: [a_saved_game()], a_save),
}


@pytest.mark.parametrize("kind", KINDS)
def test_d_eng_6_a_bent_document_is_refused_or_played(kind: str) -> None:
    documents, read = KINDS[kind]
    known = documents()
    for seed in range(TRIES):
        document = bent(known[seed % len(known)], Random(f"{kind} {seed}"))
        try:
            read(document)
        except NoLegalPlace:
            continue
        except DocumentError as refusal:
            says_why(refusal)
        except Exception as error:
            raise AssertionError(f"{kind} {seed}: {error!r}") from error


def test_d_army_2_a_bent_list_of_another_program_is_refused_or_read(tmp_path: Path) -> None:
    text, path = ROSTER.read_text(encoding="utf-8"), tmp_path / "list.ros"
    for seed in range(TRIES):
        rng, tags = Random(seed), text.split("<")
        for _time in range(rng.randint(1, 4)):
            place, sort = rng.randrange(len(tags)), rng.choice((0, 1, 2, 2, 2, 3, 3, 3))
            if sort == 0:
                del tags[place]
            elif sort == 1:
                tags.insert(place, rng.choice(tags))
            else:
                mark = '">'[sort - 2]
                words = tags[place].split(mark)
                words[rng.randrange(len(words) // 2, len(words))] = str(rng.choice(ODD)).replace("\x9b", "")
                tags[place] = mark.join(words)
        path.write_text("<".join(tags), encoding="utf-8")
        try:
            found, _odd = ARMIES.read(path)
            breaches(found)
        except DocumentError as refusal:
            says_why(refusal)
        except Exception as error:
            raise AssertionError(f"{seed}: {error!r}") from error


def test_d_eng_6_an_odd_answer_is_refused_and_changes_nothing() -> None:
    session, rng = Session(RULESET, RULESET.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(4)), Random(4)
    for _decision in range(some(400)):
        if session.decision is None:
            break
        good = random_answer(session.decision, rng)
        before = session.state.digest()
        shapes: list[Any] = [*ODD, good[1:] if isinstance(good, list) else [good], [good, good], {"id": good}]
        for odd in rng.sample(shapes, 6):
            if session.decision.allows(good) and odd != good:
                _refused(session, odd)
        assert session.state.digest() == before
        session.answer(good)


def _refused(session: Session, odd: Any) -> None:
    assert session.decision is not None
    try:
        legal = session.decision.allows(odd)
    except MalformedAnswer:
        legal = False
    if not legal:
        with pytest.raises((IllegalAnswer, MalformedAnswer)):
            session.answer(odd)
