"""Own cards of famous Commanders: what they do, who knows them, and which are refused (D-ARMY-8)."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from game.documents.error import DocumentError
from game.documents.reading import parse_document
from game.engine.core.decisions import Choose
from game.rulesets.dropzone.documents.armies import ArmyDocument, CardDocument, CommanderDocument
from game.rulesets.dropzone.documents.cards import CARDS
from game.rulesets.dropzone.rosters.listing import reopened
from game.rulesets.dropzone.rules.activation import move
from game.rulesets.dropzone.rules.cards.hands import deck, offer_discards
from game.rulesets.dropzone.rules.cards.playing import Occasion, offer
from game.rulesets.dropzone.rules.secrets import cards, redraw_secrets
from game.rulesets.dropzone.rules.shooting.declaring import shoot
from game.rulesets.dropzone.rules.soundness import SOUND
from game.rulesets.dropzone.view.event_text import Words
from tests.rulesets.dropzone.dropzone_kit import CINDER, TESSALINE, Moment

N, S = "north", "south"
CALM = CardDocument(id="calm", name="Deadly Calm", text="Your squad needs 2 less to hit.", like="C01", amount=-2)
GRIT = CardDocument(id="grit", name="True Grit", text="Say something brave.", timing="MOVE")
SABLE = CommanderDocument(name="Sable", value=4, unit="bastion", cost=190, mount="bastion", cards=(CALM, GRIT))


def famous(**changes: Any) -> ArmyDocument:
    """Return the Cinder Line under Sable, changed in some way."""
    return CINDER.model_copy(update={"commanders": (SABLE.model_copy(update=changes),)})


def battle(*hand: str, **more: Any) -> Moment:
    """Return a moment in which Anvils face Glaives, and Sable is near."""
    at = Moment(armies=(famous(), TESSALINE), **more)
    at.game.state.order, at.game.state.player = [S, N], S
    at.put("bastion", 10, 6)
    at.put("anvils-1", 10, 10)
    at["anvils-2"].place = at["anvils-3"].place = "destroyed"
    at.put("glaives-1", 10, 30)
    at.hand(S, *hand)
    return at


def test_d_army_8_a_famous_commander_adds_own_cards_to_the_deck() -> None:
    """D-ARMY-8, D-SETUP-4: the owner's deck has them too, nobody else's."""
    at = battle()
    assert deck(at.game, S) == [*CARDS, "south.calm", "south.grit"]
    assert deck(at.game, N) == [*CARDS]


def test_d_army_8_an_own_card_works_like_one_of_the_deck_by_its_own_amount() -> None:
    """D-ARMY-8, C01: 2 less to hit, for this Shoot action; the reason has the name of the card."""
    at = battle("south.calm", dice=(1,))
    asked = at.run(shoot(at.game, at.squad("anvils-1")), "north.glaives-1", "south.calm|south.anvils")
    assert [each.window for each in asked if each.window] == ["decl"]
    [fired] = [each for each in at.game.events if type(each).__name__ == "Fired"]
    assert fired.plain()["needed"] == 0
    [played] = [each for each in at.game.events if type(each).__name__ == "CardPlayed"]
    assert played.sentence(Words(at.game)) == "South plays Deadly Calm on Anvil Battle Tank"


def test_d_army_8_people_carry_out_a_card_that_is_like_none() -> None:
    """D-ARMY-8, D-ACT-10: it is offered at its timing, played and discarded."""
    at = battle("south.grit")
    asked = at.run(move(at.game, at.squad("anvils-1")), "south.grit|", "stay")
    assert isinstance(asked[0], Choose)
    assert [each.label for each in asked[0].options] == ["Play True Grit", "No card"]
    assert at.game.state.discards[S] == ["south.grit"]


def test_d_army_8_an_own_card_may_cancel_another() -> None:
    """D-ARMY-8, C23."""
    veto = CardDocument(id="veto", name="Veto", text="Cancel the card that was just played.", like="C23")
    at = Moment(armies=(famous(cards=(veto,)), TESSALINE))
    at.game.state.order, at.game.state.player = [S, N], N
    at.put("bastion", 10, 6)
    at.put("oracle", 10, 40)
    at.hand(S, "south.veto")
    at.hand(N, "C26")
    at.run(offer(at.game, Occasion({N: "INIT"})), "C26|", "south.veto|")
    assert (at.game.state.discards[N], at.game.state.bereft) == (["C26"], [])


def test_d_core_11_others_are_dealt_what_a_deck_with_own_cards_may_hold() -> None:
    """D-CORE-11, D-ARMY-8: the owner sees them by name; a copy for the others has 32 cards to deal from."""
    at = battle("south.calm", "south.grit")
    assert [each.name for each in cards(at.game, S)] == [CALM.name, GRIT.name]
    seen = set[str]()
    for seed in range(60):
        redraw_secrets(at.game, at.game, N, Random(seed))
        seen |= {*at.game.state.hands[S]}
    assert {"south.calm", "south.grit"} <= seen
    assert hands_at_fault(at) == []
    [asked] = at.run(offer_discards(at.game, S), "pass")
    assert isinstance(asked, Choose)
    at.hand(N, "south.calm")
    assert hands_at_fault(at) == ["hands.north"]


def hands_at_fault(at: Moment) -> list[str]:
    """Return the places of a state at which a hand has cards that it cannot have."""
    return [place for place, _fault in SOUND.faults(at.game.state, at.game.setup) if place.startswith("hands")]


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"cost": 0, "mount": ""}, "not famous"),
        ({"cards": (CALM, CALM)}, "two cards are called"),
        ({"cards": (CALM.model_copy(update={"name": "Steady Hands"}),)}, "two cards are called"),
        ({"cards": (CALM.model_copy(update={"like": "C99"}),)}, "no card is called 'C99'"),
    ],
)
def test_d_army_8_own_cards_that_cannot_be(changes: dict[str, Any], fault: str) -> None:
    """D-ARMY-8, D-SETUP-4: no two cards of one name."""
    with pytest.raises(DocumentError, match=fault):
        parse_document(json.dumps(famous(**changes).model_dump(mode="json")), ArmyDocument, "army")


def test_d_army_8_a_famous_commander_keeps_cost_mount_and_cards_under_another_name() -> None:
    draft = reopened(famous()).commanded("bastion", 4, "Ruby")
    assert draft.commanders == (SABLE.model_copy(update={"name": "Ruby"}),)
