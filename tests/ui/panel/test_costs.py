"""What an answer costs: signs on its button, in the amount that is paid."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from game.engine.core.decisions import Choose, Option, random_answer
from game.engine.core.dice import KeyedDice
from game.engine.rulebook.new_game import GamePlan
from game.engine.rulebook.view import Stock
from game.engine.session import Session
from game.rulesets import load
from game.ui.widgets.actions import MenuItem
from game.wording import use
from tests.rulesets.bushido.bushido_kit import skirmish_session
from tests.ui.driver import Driver

Window = Callable[..., Driver]


def priced(session: Session, icon: str) -> tuple[Option, Stock]:
    """Play on until an option costs something with an icon; return that option and its price."""
    rng = Random(5)
    while True:
        decision = session.pending()
        options = decision.options if isinstance(decision, Choose) else ()
        costly = (option for option in options if any(stock.icon == icon for stock in option.price))
        if (option := next(costly, None)) is not None:
            return option, next(stock for stock in option.price if stock.icon == icon)
        session.answer(random_answer(decision, rng))


def test_a_command_costs_the_points_on_its_button() -> None:
    rules = load("aos4")
    session: Session = Session(rules, rules.new_setup(GamePlan(("Ann", "Bob"))), KeyedDice(3))
    option, price = priced(session, "count-command")
    player = session.pending().player
    before = session.state.command[player]
    session.answer(option.key)
    assert before - session.state.command[player] == price.number == 1


def test_a_feat_costs_the_ki_on_its_button() -> None:
    session = skirmish_session()
    option, price = priced(session, "count-ki")
    user = session.state.models[option.subject[0]]
    before = user.ki
    session.answer(option.key)
    assert before - session.state.models[user.id].ki == price.number


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_signs_stand_in_place_of_the_price_in_words(language: str) -> None:
    use(language)
    try:
        for icon in ("count-ki", "count-counter"):
            option, price = priced(skirmish_session(), icon)
            row = MenuItem(option.key, option.label, price=option.price)
            assert f"({price.text})" in option.label or price.number == 1
            assert price.text not in row.named
    finally:
        use("en")


def test_a_button_is_drawn_with_a_sign_for_each_counter(window: Window) -> None:
    driver = window(skirmish_session())
    driver.scene.focus.call(lambda: driver.scene.model.answer("pass"))
    driver.key("1")
    rows = {row.brief or row.named: row for row in driver.scene.focus.actions.actions}
    assert [stock.number for stock in rows["Walk"].price] == [1]
    assert [stock.number for stock in rows["Run"].price] == [1]
    assert [stock.number for stock in rows["Charge"].price] == [2]
