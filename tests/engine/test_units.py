"""Units of a view: models and their unit are looked up by the id of either."""

from __future__ import annotations

from game.engine.rulebook.units import Units, grouped, middle
from game.engine.rulebook.view import PieceView, TableView, UnitView

LONE = PieceView("lone", "Lone", "base", 1.0, 1.0, 0.5)
MODELS = tuple(PieceView(f"pikes-{n}", "Pikes", "base", 3.0 + n, 5.0, 0.6, "ann", unit="pikes") for n in range(5))
WAITING = PieceView("bows-1", "Bows", "base", 0.0, 0.0, 0.6, "bob", unit="bows")
UNITS = {
    "pikes": UnitView("pikes", "Pikes", "ann", models=5, start=10, damage=2),
    "bows": UnitView("bows", "Bows", "bob", models=1, start=1),
}
VIEW = TableView("T", "R", (), 0, (), (LONE, *MODELS), reserve=(WAITING,), units=UNITS)


def test_a_model_leads_to_its_unit_and_a_unit_to_its_models() -> None:
    units = Units(VIEW)
    assert units.whole("pikes-3") == units.whole("pikes") == "pikes"
    assert (units.whole("lone"), units.whole("bows-1"), units.whole("nobody")) == ("lone", "bows", "nobody")
    assert [each.id for each in units.parts("pikes")] == [each.id for each in MODELS]
    assert units.parts("pikes-3") == (MODELS[3],)
    assert (units.parts("lone"), units.parts("bows"), units.parts("nobody")) == ((LONE,), (), ())
    assert units.spread(["lone", "pikes", "bows"]) == ("lone", *(each.id for each in MODELS), "bows")


def test_there_is_one_card_for_a_unit() -> None:
    units = Units(VIEW)
    assert set(units.cards) == {"lone", "pikes", "bows"}
    card = units.card("pikes-1")
    assert card is not None
    assert (card.id, card.name, card.owner, card.damage) == ("pikes", "Pikes", "ann", 2)
    assert (card.x, card.y) == (MODELS[2].x, MODELS[2].y)
    assert units.card("lone") is LONE
    assert units.card("nobody") is None


def test_a_click_on_a_model_means_it_or_its_unit() -> None:
    units = Units(VIEW)
    assert units.meant("pikes-1", ["pikes", "lone"]) == "pikes"
    assert units.meant("pikes-1", ["pikes", "pikes-1"]) == "pikes-1"
    assert units.meant("lone", ["pikes"]) == units.meant("", ["pikes"]) == ""


def test_the_middle_of_a_unit_is_one_of_its_models() -> None:
    assert grouped([LONE, *MODELS]) == {"pikes": MODELS}
    assert middle(MODELS) is MODELS[2]
