"""Units of a view: models and their unit are looked up by the id of either."""

from __future__ import annotations

from dataclasses import replace

from game.engine.rulebook.units import Units, card_of, grouped, middle, strength
from game.engine.rulebook.view import Line, PieceView, TableView, UnitView

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


def test_what_is_on_the_table_has_a_card_and_the_rest_has_not() -> None:
    units = Units(VIEW)
    assert units.standing("pikes") == units.standing("pikes-4") == units.cards["pikes"]
    assert units.standing("lone") is LONE
    assert units.standing("bows") is units.standing("bows-1") is units.standing("nobody") is None
    assert [each.id for each in units.on_table()] == ["lone", "pikes"]


def test_a_lone_piece_is_looked_up_wherever_it_is_and_the_one_on_the_table_first() -> None:
    gone, away = replace(LONE, id="gone"), replace(LONE, id="away")
    stray = replace(LONE, id="stray", unit="unheard-of")
    units = Units(replace(VIEW, lost=(gone, replace(LONE, x=9.0)), reserve=(away,), pieces=(LONE, stray)))
    assert (units.card("gone"), units.card("away"), units.card("lone")) == (gone, away, LONE)
    assert units.card("stray") is stray  # of a unit that the view does not have
    assert units.whole("stray") == "stray"
    fallen = Units(replace(VIEW, lost=(replace(MODELS[0], id="pikes-9"),)))
    assert fallen.whole("pikes-9") == "pikes"
    assert fallen.parts("pikes-9") == ()


def test_the_middle_and_the_closest_models() -> None:
    units = Units(VIEW)
    assert units.middle("pikes") is MODELS[2]
    assert (units.middle("pikes-4"), units.middle("lone"), units.middle("bows")) == (MODELS[4], LONE, None)
    assert units.closest("lone", "pikes") == (LONE, MODELS[0])
    assert units.closest("pikes", "lone") == (MODELS[0], LONE)
    # By the gap between the bases, not by their middles: the large one is nearer.
    small, large = PieceView("s", "S", "base", 3.0, 1.0, 0.2), PieceView("l", "L", "base", 1.0, 3.5, 1.5)
    group = replace(VIEW, pieces=(LONE, replace(small, unit="bows"), replace(large, unit="bows")))
    assert Units(group).closest("lone", "bows")[1].id == "l"
    assert Units(group).closest("bows", "lone")[0].id == "l"
    both = middle([replace(small, x=0.0, y=0.0), replace(small, x=0.0, y=9.0), large])
    assert both is large


def test_a_model_is_told_from_others_by_its_titles_or_its_number() -> None:
    champion = replace(MODELS[1], titles=("Champion", "Banner"))
    titled = replace(LONE, titles=("Hero",))
    single = replace(WAITING, x=8.0)
    units = Units(replace(VIEW, pieces=(titled, MODELS[0], champion, MODELS[2], single)))
    assert units.titled("pikes-1") is champion
    assert units.titled("pikes-0") is units.titled("lone") is units.titled("pikes") is None
    assert units.label("pikes-1") == "Champion, Banner"
    assert (units.label("pikes-0"), units.label("pikes-2")) == ("Model 1", "Model 3")
    assert units.label("pikes-4") == ""  # not on the table
    assert units.label("bows-1") == ""  # the only one
    assert (
        Units(replace(VIEW, pieces=(replace(MODELS[0], name="Ada"), replace(MODELS[1], name="Bea")))).label("pikes-0")
        == ""
    )
    assert units.label("lone") == units.label("pikes") == units.label("nobody") == ""


def test_a_click_is_understood_among_ids_that_are_read_only_once() -> None:
    units = Units(VIEW)
    assert units.meant("pikes-1", iter(["lone", "pikes"])) == "pikes"
    assert units.meant("pikes-1", {"pikes": 1}) == "pikes"


def test_the_card_of_a_unit_says_all_that_the_unit_says() -> None:
    fate = Line("destroyed")
    unit = UnitView(
        "u", "Name", "ann", 3, 5, 2, "star", "7", True, True, True, True, ("Shaken",), "2 CP", 4, (Line("more"),), fate
    )
    model = PieceView("u-1", "M", "base", 3.0, 4.0, 0.7, symbol="d8", level=2)
    assert card_of(unit, (model,)) == PieceView(
        id="u",
        name="Name",
        kind="base",
        x=3.0,
        y=4.0,
        radius=0.7,
        owner="ann",
        symbol="star",
        value="7",
        damage=2,
        done=True,
        active=True,
        leader=True,
        details=(Line("3 of 5 models, 2 damage, Shaken", tone="quiet"), Line("more")),
        engaged=True,
        level=2,
        fate=fate,
        counters=4,
        states=("Shaken",),
        stock="3/5 · 2 CP",
        unit="u",
    )
    plain = card_of(replace(unit, symbol="", value="", stock=""), (model,))
    assert (plain.symbol, plain.value, plain.stock) == ("d8", "×3", "3/5")
    away = card_of(UnitView("v", "V", start=1))
    assert (away.x, away.y, away.radius, away.value, away.stock, away.details) == (0.0, 0.0, 0.5, "", "", ())


def test_the_strength_of_a_unit_in_words() -> None:
    assert strength(UnitView("u", "U", models=2, start=3)) == "2 of 3 models"
    assert strength(UnitView("u", "U", models=1, start=1)) == ""
    assert strength(UnitView("u", "U", models=1, start=1, damage=4, states=("Shaken", "Slow"))) == (
        "4 damage, Shaken, Slow"
    )
