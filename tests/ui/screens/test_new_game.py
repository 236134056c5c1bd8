"""A new game put together in the window, by mouse and by keys: what is chosen is what is played."""

from __future__ import annotations

import json
from dataclasses import replace

import pygame
import pytest

from game import rulesets, wording
from game.engine.core.typed_dice import TypedDice
from game.engine.plans import IntentDocument, PlanDocument, plans_folder
from game.engine.saving.autosaves import autosaved
from game.players.strength import strength_words
from game.table.documents import load_map, maps_folder
from game.table.maps.generating import new_map
from game.table.maps.terms import Wish
from game.ui.board.pieces import Livery
from game.ui.menu.new_game import RANDOM_MAP, CardSheet, NewGameScreen, faces
from game.ui.model.new_game_draft import NewGameDraft, kinds, offer_of
from game.ui.model.random_map import keep_random_map, terms_of
from game.ui.play.screen import TableScreen
from game.ui.prefs.memory import Draft, Seat, recall
from game.ui.sandbox.plans import save_plan
from game.ui.widgets.actions import MenuItem
from game.ui.widgets.sheet import ReaderSheet
from tests.ui.driver import Hands, asks

pytestmark = pytest.mark.usefixtures("dummy_display")


def at_the_form() -> Hands:
    hands = Hands()
    hands.window.go(NewGameScreen(hands.window))
    hands.frame()
    return hands


def tile(hands: Hands, identity: str) -> pygame.Rect:
    """Return the rectangle of an action by its id, on the sheet on top."""
    rows: list[tuple[MenuItem, pygame.Rect]] = hands.top.sheets[-1].list.rows()
    return next(rect for row, rect in rows if row.id == identity)


def to_tile(hands: Hands, identity: str) -> None:
    """Walk to an action by Tab."""
    for _ in range(60):
        current = hands.top.sheets[-1].list.current()
        if current is not None and current.id == identity:
            return
        hands.key("tab")
    pytest.fail(f"no action {identity!r} is reached")


def test_everything_is_chosen_by_keys_alone() -> None:
    hands = at_the_form()
    place = hands.top
    offers = place.drafting.offers
    for identity in (
        f"scenario:{offers.scenarios[1].name}",
        "map:1",
        "map:1",
        "map:-1",
        "players",
        "kind:1:recruit",
        "colour:0",
    ):
        to_tile(hands, identity)
        hands.key("return")
    to_tile(hands, "roster:0")
    hands.key("return")
    hands.keys("right", "return")
    hands.key("d")
    to_tile(hands, "rounds")
    hands.key("left")
    to_tile(hands, "deploy")
    hands.keys("space", "d")
    plan = place.drafting.plan()
    assert plan.scenario == offers.scenarios[1].name
    assert plan.map == offers.maps[1].name
    assert plan.rounds == offers.rounds[2] - 1
    assert plan.rosters[:2] == (offers.rosters[1].name, offers.rosters[0].name)  # the other seat gave it up
    assert plan.colours[:2] == (offers.colours[1].name, offers.colours[0].name)
    to_tile(hands, "begin")
    hands.key("return")
    assert isinstance(hands.top, TableScreen)
    scene = hands.top.scene
    assert len(scene.model.view.players) == 3
    assert list(scene.model.bots) == [scene.model.view.players[1].id]
    assert scene.model.session.state.round == 1


OFFERED = (
    *("agree", "agreed", "begin", "close", "colour", "deploy", "dice", "import", "kind", "map", "name", "odd"),
    *("players", "records", "roster", "rosters", "rounds", "ruleset", "scenario", "seats", "switch"),
)
"""The rows of the form before it was one page, as recorded then."""
RENAMED = {"ruleset": "cover", "agreed": "details", "seats": "name"}
"""What leads now to what these rows led to."""


def test_nothing_that_could_be_chosen_has_disappeared(monkeypatch: pytest.MonkeyPatch) -> None:
    found: set[str] = set()
    monkeypatch.setattr(NewGameDraft, "unread", lambda self: ["torn.ros: is not XML"])
    for book, players in (("godbreakers", 1), ("aos4", 2)):
        hands = Hands()
        hands.window.go(NewGameScreen(hands.window, NewGameDraft(book=book)))
        hands.top.drafting.change(players=players)
        hands.frame()
        for key in ("", "1", "d"):
            hands.keys(*key)
            found |= {row.id.partition(":")[0] for row in hands.top.sheets[-1].list.actions}
            hands.keys(*(["escape"] if key else []))
    assert {RENAMED.get(name, name) for name in OFFERED} <= found


def test_arrows_go_to_the_tile_in_their_direction() -> None:
    hands = at_the_form()

    def current() -> str:
        return str(hands.top.sheets[-1].list.current().id)

    assert current() == "begin"
    hands.key("up")
    assert current() == "roster:1"
    hands.key("up")
    assert current().startswith("kind:1:")
    hands.keys("left", "left", "left", "left")
    assert not current().startswith("kind:")
    for _ in range(12):
        hands.key("up")
    assert current() in ("close", "players") or current().startswith("scenario")


def test_the_rulebook_is_chosen_by_its_cover() -> None:
    hands = at_the_form()
    books = rulesets.usable()
    hands.press_row(rulesets.cover(books[1].name).title)
    assert hands.top.drafting.ruleset is books[1]
    hands.press_row(rulesets.cover(books[0].name).title)
    assert hands.top.drafting.ruleset is books[0]
    hands.key("escape")
    assert recall().rulebook == "", "what is only looked at is not chosen"


def test_levels_are_easy_normal_and_hard_and_all_kinds_have_their_figures_on_request() -> None:
    hands = at_the_form()
    shown = {row.label: row.detail for row, _rect in hands.top.sheets[-1].list.rows() if row.id.startswith("kind:1:")}
    assert shown == {"Person": "", "Recruit": "easy", "Veteran": "normal", "Warlord": "hard"}
    hands.click(tile(hands, "kind:1:warlord").center)
    assert hands.row("Plans the whole game, and expects your best reply.")
    hands.click(tile(hands, "others:1").center)
    rows = hands.top.sheets[-1].list.actions
    assert [row.id for row in rows] == [*kinds(), "close"]
    book = hands.top.drafting.draft.ruleset
    for kind in kinds():
        assert strength_words(book, kind) in next(row.detail for row in rows if row.id == kind)
    hands.press_row("computer, greedy")
    assert hands.top.drafting.seats[1].kind == "greedy"
    assert any(row.id == "kind:1:greedy" for row, _rect in hands.top.sheets[-1].list.rows())


def test_what_was_chosen_for_a_seat_stays_with_another_rulebook() -> None:
    hands = at_the_form()
    books = rulesets.usable()
    drafting = hands.top.drafting
    drafting.change(players=3)
    for seat, (name, colour) in enumerate((("Ann", 2), ("Bob", 0), ("Cid", 3))):
        kind = ("human", "veteran", "recruit")[seat]
        drafting.change_seat(seat, name=name, kind=kind, colour=drafting.offers.colours[colour].name)
    before = drafting.draft.seats
    for book in books[1:]:
        drafting.take_ruleset(book.name)
        offers = drafting.offers
        colours = {offer.name for offer in offers.colours}
        for seat, kept in zip(before, drafting.seats, strict=False):
            assert (kept.name, kept.kind) == (seat.name, seat.kind)
            assert kept.colour == seat.colour or seat.colour not in colours
        assert {seat.colour for seat in drafting.seats} <= colours
        assert len({seat.colour for seat in drafting.seats}) == len(drafting.seats)
        assert [seat.roster for seat in drafting.seats] == [offer.name for offer in offers.rosters[:2]]
    drafting.take_ruleset(books[0].name)
    after = drafting.draft.seats[:3]
    assert [(seat.name, seat.kind) for seat in after] == [(seat.name, seat.kind) for seat in before[:3]]


@pytest.mark.parametrize("book", [book.name for book in rulesets.usable()])
def test_tiles_keep_still_when_another_kind_of_player_is_chosen(book: str) -> None:
    hands = at_the_form()
    hands.top.drafting.take_ruleset(book)
    hands.frame()

    def places() -> dict[str, tuple[int, ...]]:
        rows = hands.top.sheets[-1].list.rows()
        return {row.id: tuple(rect) for row, rect in rows if row.id and not row.id.startswith("name:")}

    before = places()
    for kind in ("recruit", "warlord", "human"):
        hands.click(tile(hands, f"kind:1:{kind}").center)
        assert hands.top.drafting.seats[1].kind == kind
        assert places() == before


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("players", [1, 2, 4])
def test_no_tile_lies_on_another_and_every_one_can_be_reached(
    size: tuple[int, int], scale: float, players: int
) -> None:
    hands = Hands(size)
    hands.window.choose(replace(hands.window.options, scale=scale))
    hands.window.go(NewGameScreen(hands.window))
    hands.top.drafting.change(players=players)
    hands.frame()
    shown = hands.top.sheets[-1].list
    rects = [rect for row, rect in shown.rows() if row.enabled]
    assert [rect for rect in rects if len(rect.collidelistall(rects)) > 1] == []
    assert all(rect.width > 0 < rect.height for rect in rects)
    for _ in rects:
        hands.press("tab")
        at = shown.rows()[shown.cursor][1]
        assert shown.rect.top <= at.top < shown.rect.bottom


def test_people_may_roll_their_own_dice() -> None:
    hands = at_the_form()
    hands.press_row("Details")
    hands.press_row("Dice")
    assert hands.row("Dice")[0].value == "real dice, typed in"
    hands.press_row("Deploy for everyone")
    hands.press_row("Back")
    hands.key("return")
    assert isinstance(hands.top, TableScreen)
    assert isinstance(hands.top.scene.model.session.dice, TypedDice)


def test_a_seat_gets_a_name_by_mouse_and_typing() -> None:
    hands = at_the_form()
    hands.press_row("Player 1")
    assert asks(hands.top.sheets)
    hands.write("  Ann   Lee ")
    assert hands.row("Ann Lee")
    hands.click(tile(hands, "begin").center)
    assert hands.top.scene.model.view.players[0].name == "Ann Lee"


def test_a_click_on_the_left_of_a_value_goes_back() -> None:
    hands = at_the_form()
    hands.press_row("Details")
    rows = hands.top.sheets[-1].list
    action, rect = hands.row("Rounds")
    value = rows.row(action).value_rect(rect)
    hands.click((value.left + 4, value.centery))
    assert hands.row("Rounds")[0].value == str(int(action.value) - 1)
    hands.click((value.right - 4, value.centery))
    assert hands.row("Rounds")[0].value == action.value


def test_advanced_rules_say_what_they_need_and_are_agreed_on() -> None:
    hands = at_the_form()
    hands.press_row("Details")
    assert hands.row("Unbound")[0].reason == "only with Levels"
    hands.press_row("Levels")
    hands.press_row("Unbound")
    hands.press_row("Who handles wild models")
    hands.press_row("Back")
    plan = hands.top.drafting.plan()
    assert plan.switches == ("levels", "unbound")
    assert dict(plan.agreed)["wild_handler"] == "Player 1"
    assert "2 advanced rules" in hands.row("Details")[0].detail


def test_a_plan_for_a_computer_player_is_chosen_among_the_details() -> None:
    intents = (IntentDocument(who="Marrow", intent="hold"),)
    save_plan(PlanDocument(name="Hold on", intents=intents), plans_folder() / "hold-on.json")
    hands = at_the_form()
    hands.top.drafting.change_seat(1, kind="recruit")
    hands.press_row("Details")
    hands.press_row("Player 2")
    row = hands.row("Player 2")[0]
    assert (row.value, row.detail) == ("Hold on", "1 intent")
    hands.press_row("Back")
    session = hands.top.drafting.begin()
    assert session.plans[session.ruleset.players(session.setup)[1]].intents == intents


def test_a_plan_that_is_gone_or_for_a_player_who_follows_none_keeps_no_game_from_beginning() -> None:
    hands = at_the_form()
    hands.top.drafting.change_seat(1, kind="recruit", plan="/nowhere/hold-on.json")
    assert hands.top.drafting.begin().plans == {}
    intents = (IntentDocument(who="Marrow", intent="hold"),)
    file = plans_folder() / "hold-on.json"
    save_plan(PlanDocument(name="Hold on", intents=intents), file)
    hands.top.drafting.change_seat(1, kind="random", plan=str(file))
    assert hands.top.drafting.begin().plans == {}


def test_who_leads_wild_models_is_kept_from_before_agreements_had_a_place_of_their_own() -> None:
    circles = zip(("Ann", "Bob"), ("the-mended", "kettleblack"), strict=True)
    seats = tuple(Seat(name=name, colour="#3f8fd2", roster=roster) for name, roster in circles)
    kept = Draft(ruleset="godbreakers", scenario="score", map="market-ruins", seats=seats, handler="Bob")
    assert dict(NewGameDraft(kept).plan().agreed) == {"wild_handler": "Bob"}


def test_what_the_rulebook_refuses_cannot_begin_and_says_why() -> None:
    hands = at_the_form()
    hands.top.drafting.change(rounds=60)
    hands.frame()
    play = next(row for row, _rect in hands.top.sheets[-1].list.rows() if row.id == "begin")
    assert "60 rounds" in play.reason


def test_the_last_choices_are_there_again() -> None:
    hands = at_the_form()
    hands.click(tile(hands, "map:1").center)
    chosen = hands.top.drafting.draft.map
    hands.key("return")
    kept = recall().draft
    assert kept is not None
    assert kept.map == chosen
    assert at_the_form().top.drafting.draft.map == chosen


def test_choices_that_are_no_longer_on_offer_become_the_usual_ones() -> None:
    seat = Seat(name="Ann", kind="oracle", colour="#123456", roster="gone")
    draft = Draft(ruleset="godbreakers", scenario="gone", map="gone", rounds=99, players=12, seats=(seat,))
    fitting = NewGameDraft(draft)
    assert fitting.problem() == ""
    assert fitting.draft.scenario == fitting.offers.scenarios[0].name
    assert NewGameDraft(draft.model_copy(update={"ruleset": "gone"})).problem() == ""


def test_every_game_saves_itself_to_a_file_of_its_own() -> None:
    for _ in range(2):
        hands = at_the_form()
        hands.key("return")
        hands.window.close()
    assert len(autosaved()) == 2
    for path in autosaved():
        assert json.loads(path.read_text(encoding="utf-8"))["seats"] == {"player-1": "human", "player-2": "human"}


# -- pictures ------------------------------------------------------------------------------------


def painted(hands: Hands) -> CardSheet:
    """The cards on top, all of them painted."""
    hands.frames_until("every picture", lambda: not hands.top.tick())
    sheet = hands.top.sheets[-1]
    assert isinstance(sheet, CardSheet)
    return sheet


@pytest.mark.parametrize("row", ["scenario", "map"])
def test_choices_are_cards_with_a_picture_and_a_sentence_by_keys(row: str) -> None:
    hands = at_the_form()
    offers = hands.top.drafting.offers
    shown = offers.scenarios if row == "scenario" else offers.maps
    to_tile(hands, row)
    hands.key("return")
    sheet = painted(hands)
    cards = {action.id: rect for action, rect in sheet.list.rows()}
    assert [name for name in cards if name not in (RANDOM_MAP, "close")] == [offer.name for offer in shown]
    for offer in shown:
        assert sheet.paints[offer.name]((200, 120)) is not None
        assert offer.text
    hands.keys("right", "right", "left")
    hands.key("return")
    assert getattr(hands.top.drafting.draft, row) == shown[1].name
    hands.keys(row[0], "escape")
    assert getattr(hands.top.drafting.draft, row) == shown[1].name, "Esc changes nothing"


def test_a_random_map_is_made_kept_and_chosen_with_its_seed_in_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = at_the_form()
    hands.key("m")
    to_tile(hands, RANDOM_MAP)
    hands.key("return")
    hands.frames_until("the map", lambda: "random-" in hands.top.drafting.draft.map)
    (file,) = maps_folder().glob("*.json")
    drafting = hands.top.drafting
    assert drafting.draft.map == str(file)
    seed = file.stem.rpartition("-")[2]
    assert offer_of(drafting.offers.maps, drafting.draft.map).title.endswith(f"(seed {seed})")
    terms = terms_of(drafting.ruleset)
    assert terms is not None
    assert load_map(file) == new_map(terms, Wish(int(seed))).document
    assert drafting.problem() == ""
    monkeypatch.setattr("secrets.randbelow", lambda _most: int(seed))
    assert keep_random_map(terms) != file, "the first may have been drawn on"


def test_a_random_map_that_cannot_be_kept_changes_nothing_and_is_said() -> None:
    hands = at_the_form()
    before = hands.top.drafting.draft.map
    maps_folder().write_text("no folder")
    hands.key("m")
    to_tile(hands, RANDOM_MAP)
    hands.key("return")
    hands.frames_until("the reason", lambda: isinstance(hands.top.sheets[-1], ReaderSheet))
    assert str(maps_folder()) in hands.top.sheets[-1].chapters[0].lines[0].text
    assert hands.top.drafting.draft.map == before


def test_a_circle_is_chosen_as_a_card_by_the_mouse_and_swapped_with_the_seat_that_has_it() -> None:
    hands = at_the_form()
    hands.click(tile(hands, "roster:0").center)
    sheet = painted(hands)
    offers = hands.top.drafting.offers.rosters
    assert all(len(offer.sketch.pieces) == 5 and offer.sketch.pieces[0].leader for offer in offers)
    current = sheet.list.current()
    assert current is not None
    assert current.id == offers[0].name
    hands.press_row(offers[1].title)
    assert hands.top.drafting.plan().rosters == (offers[1].name, offers[0].name)
    assert hands.row(offers[1].title)[0].id == "roster:0"


@pytest.mark.parametrize("size", [(960, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("scale", [0.8, 1.0, 2.0])
@pytest.mark.parametrize("speech", ["en", "de"])
def test_cards_lie_apart_and_every_one_can_be_reached(size: tuple[int, int], scale: float, speech: str) -> None:
    hands = Hands(size)
    hands.window.choose(replace(hands.window.options, scale=scale, language=speech))
    try:
        hands.window.open("new")
        hands.frame()
        hands.key("s")
        sheet = hands.top.sheets[-1]
        assert isinstance(sheet, CardSheet)
        rects = [rect for _, rect in sheet.list.rows()]
        assert all(one.collidelist([other for other in rects if other is not one]) < 0 for one in rects)
        for _ in rects:
            hands.press("tab")
            shown = sheet.list.rows()[sheet.list.cursor][1]
            assert sheet.list.rect.top <= shown.top < sheet.list.rect.bottom
    finally:
        wording.use("en")


def test_a_roster_is_shown_with_the_faces_that_were_chosen() -> None:
    sketch = next(offer.sketch for offer in rulesets.load("godbreakers").offers().rosters if offer.sketch is not None)
    name = next(piece.name for piece in sketch.pieces if piece.name)
    pictures = {
        pygame.image.tobytes(faces(replace(sketch, faces=chosen), Livery(), (400, 90), 1.0), "RGBA")
        for chosen in ((), ((name, "anchor"),), ((name, "key"),))
    }
    assert len(pictures) == 3
