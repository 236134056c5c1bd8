"""Every kind of decision, answered by the mouse alone and by the keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest

from game.engine.core.decisions import Decision, Order
from game.engine.session import Session
from game.play.session_model import Notice
from game.ui.decisions.lists import AllocateController
from game.ui.decisions.place import PlaceController
from game.ui.play.focus import bases
from tests.toy.sessions import toy_session
from tests.toy.toy_rulebook import RULER, Toy, ToyGame
from tests.ui.driver import Driver

Window = Callable[..., Driver]
CHOOSE, PICK, FOLLOW, PLACE, ORDER, ALLOCATE = range(6)


class Trio(Toy):
    """The toy asks for the order of three things, and nothing else."""

    def asked(self, game: ToyGame) -> tuple[Decision, ...]:
        return (Order(player="ann", prompt="In which order?", rule="T-5", items=("ann", "bob", "cem")),)


def last(session: Session) -> object:
    return session.journal[-1] if session.journal else None


def place_controller(window: Driver) -> PlaceController:
    controller = window.scene.focus.controller
    assert isinstance(controller, PlaceController)
    return controller


@pytest.mark.parametrize("keys", [("1",), ("tab", "return"), ("down", "return"), ("up", "up", "return")])
def test_choosing_by_keys(window: Window, keys: tuple[str, ...]) -> None:
    driver = window(toy_session(CHOOSE))
    driver.keys(*keys)
    assert last(driver.session) == "walk"


def test_choosing_by_mouse(window: Window) -> None:
    driver = window(toy_session(CHOOSE))
    driver.press_row("Wait")
    assert last(driver.session) == "wait"


def test_a_refused_option_says_why_and_does_nothing(window: Window) -> None:
    driver = window(toy_session(CHOOSE))
    action, rect = driver.row("Fly")
    assert action.reason == "nobody here has wings"
    driver.click(rect.center)
    assert driver.session.journal == []


def test_picking_one_by_keys(window: Window) -> None:
    driver = window(toy_session(PICK))
    driver.keys("tab", "tab", "return")
    assert last(driver.session) == ["a2"]


def test_picking_one_on_the_table(window: Window) -> None:
    driver = window(toy_session(PICK))
    driver.click(driver.at(5.0, 4.0))
    assert last(driver.session) == ["a1"]


def test_picking_what_is_no_candidate_says_why_and_looks_at_it(window: Window) -> None:
    driver = window(toy_session(PICK))
    driver.click(driver.at(16.0, 5.0))
    assert driver.session.journal == []
    assert "Dagmar Hail cannot be chosen" in driver.scene.model.notice.title
    assert driver.scene.focus.inspection.selected == "b2"


def test_picking_several_by_keys(window: Window) -> None:
    driver = window(toy_session(FOLLOW))
    driver.keys("tab", "tab", "space", "tab", "space", "return")
    assert last(driver.session) == ["a1", "a2"]


def test_picking_several_by_mouse(window: Window) -> None:
    driver = window(toy_session(FOLLOW))
    driver.click(driver.at(9.0, 7.0))
    driver.click(driver.at(3.0, 4.0))
    driver.press_row("Choose ")
    assert last(driver.session) == ["b1", "a2"]


def test_picking_none_where_none_is_enough(window: Window) -> None:
    driver = window(toy_session(FOLLOW))
    driver.key("return")
    assert last(driver.session) == []


def test_placing_by_mouse_takes_a_legal_spot_under_the_cursor(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.click(driver.at(7.0, 5.0))
    assert last(driver.session) == pytest.approx([7.0, 5.0], abs=0.03)


def test_placing_off_the_region_shows_the_nearest_legal_spot_and_takes_it_by_keys(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.keys("home", "home")  # the whole table
    driver.move(driver.at(19.0, 4.0))
    controller = place_controller(driver)
    assert controller.legal
    assert controller.spot == pytest.approx(controller.nearest((19.0, 4.0)), abs=0.05)
    before = len(driver.session.journal)
    driver.click(driver.at(19.0, 4.0))
    assert len(driver.session.journal) == before
    assert "spot is not legal" in driver.scene.model.notice.title
    driver.move(driver.at(19.0, 4.5))
    assert "spot is not legal" in driver.scene.model.notice.title
    driver.move(driver.at(*controller.spot))
    assert driver.scene.model.notice.title == "", "nothing is said against a legal spot"
    driver.keys("n", "return")
    placed = last(driver.session)
    assert isinstance(placed, list)
    assert 9.0 < placed[0] < 12.0


def test_the_ghost_passes_over_everything(window: Window) -> None:
    driver = window(toy_session(PLACE))
    for step in range(40):
        driver.move(driver.at(3.0 + step * 0.25, 3.0 + step * 0.2))
        assert place_controller(driver).legal


def test_nudging_by_keys(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.keys("right", "right", "up", "shift+right", "return")
    assert last(driver.session) == pytest.approx([6.1, 4.05], abs=1e-4)


def test_a_held_arrow_key_moves_a_piece_ever_faster_and_a_new_press_slowly_again(window: Window) -> None:
    driver = window(toy_session(PLACE))
    held = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RIGHT, mod=0, unicode="")
    steps, x = list[float](), place_controller(driver).spot[0]
    for _repeat in range(60):
        driver.handle(held)
        steps, x = [*steps, round(place_controller(driver).spot[0] - x, 3)], place_controller(driver).spot[0]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (0.05, 0.4)
    driver.handle(pygame.event.Event(pygame.KEYUP, key=pygame.K_RIGHT, mod=0, unicode=""))
    driver.key("right")
    assert place_controller(driver).spot[0] - x == pytest.approx(0.05, abs=1e-4)


def test_an_illegal_spot_is_shown_with_its_reasons_and_cured_by_one_key(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.keys(*["shift+left"] * 2)
    controller = place_controller(driver)
    assert not controller.legal
    assert [line.tone for line in controller.lines()] == ["bad"]
    driver.key("return")
    assert driver.session.journal == []
    assert driver.scene.model.notice.refusals[0].cause == "overlaps a base"
    notes, facts = driver.scene.asked.heading.notes, driver.scene.content().sections
    told = [line.text for line in (*notes, *(line for section in facts for line in section.lines))]
    assert sum("overlaps" in text for text in told) == 1, "refused once, told once"
    driver.key("n")
    assert place_controller(driver).legal
    driver.key("return")
    assert len(driver.session.journal) == 1


def test_holding_alt_shows_the_illegal_spot(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    import pygame

    driver = window(toy_session(PLACE))
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    driver.move(driver.at(6.0, 9.0))
    controller = place_controller(driver)
    assert controller.spot == pytest.approx((6.0, 9.0), abs=0.05)
    assert "on a barricade" in {reason.cause for reason in controller.region.why_not(controller.spot)}


def test_the_preview_is_what_the_rules_say(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.move(driver.at(8.0, 6.2))
    controller = place_controller(driver)
    assert controller.preview().contacts == ("b1",)
    assert driver.scene.focus.controller is not None
    assert driver.scene.focus.controller.marks() == {"b1": "contact"}
    receipt = controller.preview().receipt
    assert receipt is not None
    start = driver.session.game.disc("a1")
    assert receipt == RULER.measure(start, start.moved_to(*controller.spot))


def test_a_shortcut_is_a_button_and_a_key(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.key("1")
    assert last(driver.session) == "auto"
    other = window(toy_session(PLACE))
    other.press_row("Place it for me")
    assert last(other.session) == "auto"


def test_typing_a_place(window: Window) -> None:
    driver = window(toy_session(PLACE))
    driver.key("t")
    assert driver.dialog_open()
    driver.write("@90 2.5")
    assert place_controller(driver).spot == pytest.approx((7.5, 4.0), abs=1e-4)


def test_ordering_by_keys(window: Window) -> None:
    driver = window(toy_session(0, Trio()))
    driver.keys("d", "return")
    assert last(driver.session) == ["bob", "ann", "cem"]


def test_ordering_by_mouse(window: Window) -> None:
    driver = window(toy_session(0, Trio()))
    driver.press_row("2.")
    driver.press_row("Move Bob up")
    driver.press_row("Use this order")
    assert last(driver.session) == ["bob", "ann", "cem"]


@pytest.mark.parametrize(("key", "order"), [("1", ["ann", "bob"]), ("2", ["bob", "ann"]), ("return", ["ann", "bob"])])
def test_the_order_of_two_is_two_buttons(window: Window, key: str, order: list[str]) -> None:
    driver = window(toy_session(ORDER))
    assert driver.row("Bob, then Ann")[0].shortcut == "2"
    driver.key(key)
    assert last(driver.session) == order
    driver = window(toy_session(ORDER))
    driver.press_row(f"{order[0].title()}, then")
    assert last(driver.session) == order


@pytest.mark.parametrize("key", ["b", "n", "t"])
def test_a_key_that_means_nothing_says_so_and_does_nothing(window: Window, key: str) -> None:
    driver = window(toy_session(CHOOSE))
    driver.key(key)
    assert driver.session.journal == []
    assert driver.scene.model.notice.title.startswith(f"{key.upper()} does nothing now")


def test_allocating_by_keys(window: Window) -> None:
    driver = window(toy_session(ALLOCATE))
    driver.keys("right", "right", "right", "down", "down", "space", "right", "return")
    assert last(driver.session) == {"b1": 2, "b2": 1}


def test_allocating_by_mouse(window: Window) -> None:
    driver = window(toy_session(ALLOCATE))
    driver.press_row("One more for Corvane")
    driver.press_row("Dagmar Hail")  # a click on a row gives it one
    driver.press_row("One more for Dagmar")
    driver.press_row("Share out like this")
    assert last(driver.session) == {"b1": 1, "b2": 2}


def test_all_is_allocated_by_one_key_as_far_as_the_limit_goes_and_evenly_by_another(window: Window) -> None:
    driver = window(toy_session(ALLOCATE))
    controller = driver.scene.focus.controller
    assert isinstance(controller, AllocateController)
    driver.key("a")
    assert controller.answer() == {"b1": 2, "b2": 0}
    assert not driver.row("All for Corvane")[0].enabled
    driver.key("e")
    assert controller.answer() == {"b1": 2, "b2": 1}
    driver.press_row("Dagmar Hail")
    driver.press_row("All for Dagmar")
    driver.press_row("Share out like this")
    assert last(driver.session) == {"b1": 0, "b2": 3}


@pytest.mark.parametrize("key", ["return", "space"])
def test_a_marked_row_that_was_taken_and_has_nothing_left_to_do_says_so_and_is_let_go(window: Window, key: str) -> None:
    driver = window(toy_session(ALLOCATE))
    actions = driver.scene.focus.actions
    while (marked := actions.current()) is None or marked.id != "evenly":
        driver.key("tab")
    driver.key("return")
    assert not driver.row("Share out evenly")[0].enabled
    driver.key(key)
    assert driver.scene.model.notice.title == "Share out evenly: it is already shared out this way"
    assert actions.current() is None
    assert last(driver.session) is None
    driver.key("return")
    assert last(driver.session) == {"b1": 2, "b2": 1}


def test_a_whole_game_by_keyboard_alone(window: Window) -> None:
    driver = window(toy_session())
    driver.keys("1", "1", "return", "right", "return")
    assert driver.scene.hand_over.banner is not None
    assert driver.scene.hand_over.banner.title == "Bob's turn"
    driver.key("return")
    driver.keys("right", "right", "down", "down", "space", "right", "return")
    assert driver.session.decision is None
    assert driver.session.state.answers[:2] == ["walk", ["a1"]]
    assert driver.session.state.answers[5] == {"b1": 2, "b2": 1}
    assert driver.scene.focus.sheets[-1].title == "The game is over"


def test_resting_on_a_piece_that_cannot_be_picked_says_what_it_is_and_a_click_says_why(window: Window) -> None:
    driver = window(toy_session(1))
    driver.move(driver.at(9.0, 7.0))
    found = driver.scene.tips.tip()
    assert found is not None
    assert found == ("Corvane · Bob, enemy", driver.scene.model.pieces["b1"].details)
    driver.click(driver.at(9.0, 7.0))
    assert [each.rule for each in driver.scene.model.notice.refusals] == ["T-2"]
    assert "only a1, a2 can be chosen" in driver.scene.model.notice.refusals[0].text
    driver.move(driver.at(3.0, 4.0))
    assert driver.scene.tips.tip() == ("Berenike · Ann", driver.scene.model.pieces["a2"].details)


def test_rows_keep_their_places_while_a_message_is_there_and_none_below_it_is_pressed(window: Window) -> None:
    driver = window(toy_session(PLACE))
    places = [place for _row, place in driver.scene.focus.actions.rows()]
    driver.scene.model.notice = Notice("A long message that needs several lines in the dock. " * 12)
    driver.scene.refresh_panel()
    assert [place for _row, place in driver.scene.focus.actions.rows()] == places
    dock = driver.scene.asked
    assert dock.message.colliderect(places[-1])
    before = driver.session.journal[:]
    driver.click(dock.message.clip(places[-1]).center)
    assert driver.session.journal == before


def test_the_base_of_a_piece_in_hand_stays_clear_of_an_open_drawer(window: Window) -> None:
    driver = window(toy_session(PLACE), size=(1280, 720))
    focus = driver.scene.focus
    focus.open("odds")
    (base,) = bases(focus, focus.ghost.pieces)
    spot = driver.table.input._spot((focus.layout.drawer.left - 1, 300))
    assert focus.camera.to_screen(*spot) == pytest.approx((focus.layout.drawer.left - base.width // 2, 300))
