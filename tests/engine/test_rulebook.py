"""Looking rules up: by id, by chapter, by words, and from one to the next."""

import pytest

from game.engine.rulebook.reference import Rule, Rulebook

MOVE = Rule("T-MOVE-1", "Move", "Put the piece down within its range.", "Moving", ("T-ENG-1", "T-GONE-1"))
VAULT = Rule(
    "T-MOVE-2", "Vault", "An obstacle for a move over a wall.", "Moving", examples=("Over the café wall: 1 hit.",)
)
ENGAGE = Rule("T-ENG-1", "Engage", "Both roll; moving is over.", "Fighting", ("T-MOVE-1",))
BOOK = Rulebook((MOVE, VAULT, ENGAGE))


@pytest.mark.parametrize("written", ["T-MOVE-2", "t-move-2", " T-move-2 "])
def test_a_rule_is_found_by_its_id_in_any_case(written: str) -> None:
    assert BOOK.find(written) is VAULT


def test_a_family_stands_for_its_first_rule() -> None:
    assert BOOK.find("T-MOVE") is MOVE


@pytest.mark.parametrize("written", ["", "T-MOVE-3", "T-MO", "-"])
def test_what_is_no_id_is_no_rule(written: str) -> None:
    assert BOOK.find(written) is None


def test_a_link_to_a_rule_that_is_not_there_is_left_out() -> None:
    assert BOOK.seen_from(MOVE) == (ENGAGE,)


def test_chapters_keep_the_order_of_the_rulebook() -> None:
    assert list(BOOK.chapters().items()) == [("Moving", (MOVE, VAULT)), ("Fighting", (ENGAGE,))]


def test_without_words_every_rule_is_shown_in_order() -> None:
    assert BOOK.search("  ") == (MOVE, VAULT, ENGAGE)


def test_a_title_comes_before_a_text_and_a_whole_word_before_a_beginning() -> None:
    assert BOOK.search("move") == (MOVE, VAULT)
    assert BOOK.search("mov") == (MOVE, VAULT, ENGAGE)


def test_all_words_must_be_there_in_any_order_case_and_accent() -> None:
    assert BOOK.search("WALL cafe") == (VAULT,)
    assert BOOK.search("wall engage") == ()


def test_an_id_in_the_words_comes_first() -> None:
    assert BOOK.search("t-eng-1")[0] is ENGAGE
    assert BOOK.search("t-move") == (MOVE, VAULT)
