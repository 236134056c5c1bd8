"""No program learns what a player of Bushido alone may know: notes and the hidden VIM."""

from __future__ import annotations

from functools import cache
from random import Random

from game.engine.core.decisions import Choose
from game.engine.core.dice import KeyedDice
from game.engine.hidden import hidden_entries, private_facts
from game.engine.rulebook.new_game import GamePlan
from game.engine.session import Session
from game.players.random_player import random_answer
from game.rulesets.bushido import RULESET as BUSHIDO
from inchwise_conformance.test_peeking import Pair, anew, other_future, peek
from inchwise_conformance.test_peeking import pairs as of_any_rulebook
from tests.conformance.listed import LISTED
from tests.conformance.test_notes import rounding


def hiding(*notes: str, vims: tuple[str, str] | None = None, seed: int = 5) -> list[Session]:
    """Return games of Bushido that differ in a note of the second player, or in their hidden VIM."""
    if vims is None:
        return [rounding(note, seed) for note in notes]
    games = []
    for vim in vims:
        setup = BUSHIDO.new_setup(GamePlan(("Ann", "Bob"), "seikyuu", "bamboo-ford"))
        tree = BUSHIDO.plain_setup(setup)
        tree["options"]["vim"] = "hidden"
        session, rng = Session(BUSHIDO, BUSHIDO.read_setup(tree), KeyedDice(seed)), Random(seed)
        while not private_facts(session):
            decision = session.pending()
            answer = random_answer(decision, rng)
            if decision.private and isinstance(decision, Choose):
                keys = [option.key for option in decision.options]
                answer = keys[int(vim) % len(keys)] if decision.player == BUSHIDO.players(session.setup)[1] else keys[0]
            session.answer(answer)
        games.append(session)
    return games


def together(one: Session, two: Session, answers: int, rng: Random) -> Pair | None:
    """Return two games after the same further answers, at a question to the one who may not know; None if they part."""
    owner = BUSHIDO.players(one.setup)[1]
    for number in range(answers + 40):
        if (
            one.finished
            or one.pending().plain() != two.pending().plain()
            or owner not in {fact.knows for fact in private_facts(one).values()}
        ):
            return None
        if number >= answers and one.pending().player != owner and not one.pending().concealed:
            return Pair(one, two)
        answer = random_answer(one.pending(), rng)
        one.answer(answer)
        two.answer(answer)
    return None


@cache
def pairs() -> list[Pair]:
    """Return pairs of games that differ in what a player noted, in the hidden VIM, or in what was chosen in secret."""
    (bushido,) = (book for book in LISTED if book.name == "bushido")
    made = of_any_rulebook(bushido)
    for number in range(5):
        notes, vims = hiding("4 west", "3 east", seed=number), hiding(vims=("0", "1"), seed=number)
        for (one, two), answers in ((notes, 8 * number), (vims, 8 * number), (vims, 0)):
            pair = together(anew(one), anew(two), answers, Random(number))
            if pair is not None:
                made.append(Pair(pair.one, other_future(pair.two, 100 + number)))
    return made


def test_whatever_a_seat_asks_for_shows_neither_notes_nor_vim() -> None:
    peek(pairs())


def test_the_pairs_differ_in_every_kind_of_hidden_thing() -> None:
    """Otherwise the test above would show nothing."""
    made = pairs()
    sealed = [each for each in made if hidden_entries(each.one)]
    notes = [each for each in made if any(name.startswith("note") for name in private_facts(each.one))]
    vims = [each for each in made if any(name.startswith("VIM") for name in private_facts(each.one))]
    fresh = [each for each in vims if each.one.marks[-1].entries < len(each.one.journal)]
    assert min(len(sealed), len(notes), len(vims), len(fresh)) >= 2
    assert all(each.one.journal != each.two.journal for each in (*sealed, *notes, *vims))
    assert all(each.one.state.plain() != each.two.state.plain() for each in (*notes, *vims))
