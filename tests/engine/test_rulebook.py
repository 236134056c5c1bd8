"""Looking rules up: by id, by chapter, by words, and from one to the next."""

import pytest

from game import rulesets
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
    assert BOOK.search("move") == (MOVE, VAULT, ENGAGE)
    assert BOOK.search("mov") == (MOVE, VAULT, ENGAGE)


def test_all_words_must_be_there_in_any_order_case_and_accent() -> None:
    assert BOOK.search("WALL cafe") == (VAULT,)
    assert BOOK.search("wall engage") == ()


def test_another_form_of_a_word_and_a_synonym_come_after_the_word_itself() -> None:
    walk, board = ranked("X-1", "Boarding"), ranked("X-2", "Loads")
    assert Rulebook((walk, board)).search("loading") == (board, walk)
    assert Rulebook((walk, board)).search("embark") == Rulebook((walk, board)).search("embarks") == (walk, board)
    assert Rulebook((walk, board)).search("lo") == (board,)


@pytest.mark.parametrize(
    ("book", "looked_for"),
    [
        ("dropzone", {"load": "D-TRANS-8", "disembarking": "D-TRANS-12", "buildings": "D-SCEN-9", "healing": "C16"}),
        ("aos4", {"retreating": "A-AB-3", "piling": "A-PILE-1", "coherent": "A-COH-1", "scoring": "A-OBJ-6"}),
        ("bushido", {"shooting": "B-RNG-1", "tired": "B-ACT-4", "sneak": "B-TR-11", "charging": "B-MOVE-8"}),
        ("godbreakers", {"moving": "G-MOVE-1", "climbing": "G-ADV-3", "shooting": "G-TRAIT-RANGED", "dying": "Q15"}),
    ],
)
def test_a_players_word_leads_to_the_rule(book: str, looked_for: dict[str, str]) -> None:
    rules = Rulebook(rulesets.load(book).rules())
    first = {word: [rule.id for rule in rules.search(word)][:8] for word in looked_for}
    assert {word for word, rule in looked_for.items() if rule not in first[word]} == set(), first


def test_an_id_in_the_words_comes_first() -> None:
    assert BOOK.search("t-eng-1")[0] is ENGAGE
    assert BOOK.search("t-move") == (MOVE, VAULT)


def ranked(identity: str, title: str = "Other", text: str = "Nothing.", chapter: str = "Else", *examples: str) -> Rule:
    return Rule(identity, title, text, chapter, examples=examples)


def test_what_is_found_is_in_the_order_of_where_the_word_stands() -> None:
    rules = (
        ranked("X-1", "Push", "Push on.", "Push"),
        ranked("X-2", "Push"),
        ranked("X-3", "Pushing", "Pushing.", "Pushing"),
        ranked("X-4", "Pushing"),
        ranked("X-5", text="Push on.", chapter="Push"),
        ranked("X-6", text="Pushing.", chapter="Push"),
        ranked("X-7", chapter="Push"),
        ranked("X-8", chapter="Pushing"),
        ranked("X-9", text="Push on."),
        ranked("X-10", "Other", "Nothing.", "Else", "You push."),
        ranked("X-11", text="Pushing."),
        ranked("X-PUSH-1"),
    )
    assert Rulebook(rules[::-1]).search("push") == (*rules[:8], rules[9], rules[8], *rules[10:])
    assert Rulebook(rules).search("push")[:1] == rules[:1]
    assert Rulebook((*rules, ranked("Z"))).search("push") == rules


def test_several_words_add_up_and_an_id_outweighs_them_all() -> None:
    words = ranked("A-1", "Push pull", "Push pull b-1.", "Push pull")
    family, itself = ranked("B-1-2"), ranked("B-1")
    assert Rulebook((words, family, itself)).search("b-1") == (itself, family, words)
    one, two = ranked("A-1", "Push", "Pull."), ranked("A-2", "Push", "Pulling.")
    assert Rulebook((two, one)).search("push pull") == (one, two)
    assert Rulebook((one, two)).search("PUSH pulling") == (two, one)
    assert Rulebook((one,)).search("a") == (one,)  # found in its id only
    assert Rulebook((one,)).find("a") is one
    assert one.plain() == {
        "id": "A-1", "title": "Push", "chapter": "Else", "text": "Pull.", "see": [], "examples": [],
    }  # fmt: skip
