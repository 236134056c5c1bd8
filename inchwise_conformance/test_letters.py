"""Every action has one letter that clashes with no other and none of the window's."""

from __future__ import annotations

from game import rulesets
from game.ui.widgets.keys import COMMANDS, RESERVED
from inchwise_conformance.listing import Listed, of_rulebooks


@of_rulebooks("book", lambda listed: listed)
def test_no_two_actions_share_a_letter_and_none_is_the_windows(book: Listed) -> None:
    letters = {option.key: option.letter for option in rulesets.load(book.name).lettered()}
    for one, other in book.alike:
        assert letters[one] == letters.pop(other)
    assert all(letters.values()), letters
    assert len(set(letters.values())) == len(letters)
    own = {command.key for command in COMMANDS.values() if command.key and command.name != "type"}
    assert not own & {*letters.values()}
    assert not RESERVED & {letter.removeprefix("shift+") for letter in letters.values() if "+" not in letter}
