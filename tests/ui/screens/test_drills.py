"""Drills in the window: a round by the keyboard and by the mouse, its receipts, its results."""

from __future__ import annotations

import pygame
import pytest

from game.drills import results
from game.engine.rulebook.view import Line
from game.lengths import Unit, count_in
from game.rulesets import load
from game.ui.board.camera import Box
from game.ui.drills import screen
from game.ui.drills.screen import Course, DrillScene, DrillScreen, DrillsScreen
from game.ui.play.framing import box_of
from game.ui.prefs.memory import remember
from tests.ui.driver import Hands, on_table


def begun(count: int = 4, seed: int = 3) -> tuple[Hands, Course]:
    """A window with a round of drills on it, whatever lengths were counted in before."""
    hands = Hands()
    count_in(Unit())
    course = Course(load("godbreakers"), seed, count, own=False)
    hands.frames_until("the drills", lambda: len(course.ready) == count)
    hands.window.go(DrillsScreen(hands.window))
    hands.window.go(DrillScreen(hands.window, course))
    hands.frame()
    return hands, course


def scene(hands: Hands) -> DrillScene:
    found = hands.top.scene
    assert isinstance(found, DrillScene)
    return found


def said(hands: Hands) -> list[str]:
    hands.frame()
    heading = scene(hands).asked.heading
    return [heading.prompt, *(line.text for line in heading.told)]


def test_a_round_by_the_keyboard_is_graded_shown_and_recorded(dummy_display: None) -> None:
    hands, course = begun()
    for number in range(4):
        assert scene(hands).heading().who.startswith(f"{number + 1} of 4: ")
        assert not any(text.startswith(("Right", "Wrong")) for text in said(hands))
        hands.keys(*(["right", "up", "return"] if course.drill.wants_spot else ["2"]))
        assert course.grade is not None
        told = said(hands)
        assert told[0].startswith("Right." if course.grade.right else "Wrong. ")
        assert [line.text for line in screen.said(course.grade.lines)] == told[1:-1]
        assert scene(hands).asked.heading.hint == course.drill.prompt
        proof = [line.text for section in scene(hands).sections() for line in section.lines]
        assert all(line.text in proof for line in course.grade.lines)
        hands.key("return")
    assert isinstance(hands.top, DrillsScreen)
    [one] = results.results()
    assert (one.asked, one.right) == (4, course.right)


def test_a_spot_is_clicked_and_the_right_ground_shown_afterwards(dummy_display: None) -> None:
    hands, course = begun(8)
    while not course.drill.wants_spot:
        hands.keys("1", "return")
    shown = scene(hands)
    assert shown.legend() == []
    hands.key("home")  # the whole table, with its corner
    hands.click(shown.focus.camera.to_screen(1.0, 1.0))
    assert course.grade is not None
    hands.frame()
    assert [entry.label for entry in shown.legend()] == ["meets your conditions"]


def test_a_spot_is_called_by_what_stands_there_and_the_held_key_adds_its_coordinates(
    dummy_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    hands, course = begun(8)
    while not course.drill.wants_spot:
        hands.keys("1", "return")
    here = hands.row("Here: ")[0].label
    assert not any(letter.isdigit() for letter in here)
    with monkeypatch.context() as patched:  # it is looked for once, not in every frame
        patched.setattr(screen, "place_in_words", lambda *facts: "elsewhere")
        hands.frame()
        assert hands.row("Here: ")[0].label == here
    pygame.key.set_mods(pygame.KMOD_ALT)
    hands.frame()
    assert hands.row("Here: ")[0].label.startswith(f"{here} (")
    pygame.key.set_mods(0)
    hands.key("home")
    hands.click(scene(hands).focus.camera.to_screen(1.0, 1.0))
    assert course.grade is not None
    assert not course.grade.right
    assert said(hands)[0].endswith(course.grade.truth)
    pygame.key.set_mods(pygame.KMOD_ALT)
    assert said(hands)[0].startswith(f"Wrong. The answer: {course.grade.truth} (")
    pygame.key.set_mods(0)


def test_the_question_is_drawn_dashed_and_its_answer_measured(
    dummy_display: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The camera goes near the pieces; where a spot is sought, it shows all of them and gives nothing away."""
    drawn: list[str] = []
    monkeypatch.setattr(screen, "draw_line", lambda *_args, dashed: drawn.append("dashed" if dashed else "solid"))
    monkeypatch.setattr(screen, "draw_ruler", lambda *args: drawn.append(f"{args[1].origin}-{args[1].target}"))
    hands, course = begun(14, 5)
    kinds = set[str]()
    while not course.over:
        drill, camera = course.drill, scene(hands).focus.camera
        ends = len(drill.marked) - 1 + (drill.spot is not None)
        drawn.clear()
        hands.tick()
        assert drawn == ["dashed"] * ends
        if drill.wants_spot or drill.kind == "count":  # all enemies matter
            assert camera.scale == pytest.approx(scene(hands).framing.everything().scale)
        else:
            seen = camera.sees(camera.viewport)
            boxes = [box_of(scene(hands).model.pieces[name]).wider(5.9) for name in drill.marked]
            boxes += [Box(*drill.spot, *drill.spot).wider(5.9)] if drill.spot is not None else []
            assert all(seen.contains(on_table(box, camera)) for box in boxes)
            around = Box.around([box.wider(0.1) for box in boxes])
            assert around is not None
            assert camera.view == camera.view_of(around, scene(hands).framing.most, camera.viewport)
        hands.keys(*(["return"] if drill.wants_spot else ["1"]))
        drawn.clear()
        hands.tick()
        assert drawn == ([f"{each.origin}-{each.target}" for each in drill.receipts] or ["solid"] * ends)
        kinds |= {drill.kind} if drill.receipts else set()
        if drill.kind == "count":  # only those that reach
            assert course.grade is not None
            assert len(drill.receipts) <= int(course.grade.truth.split()[0])
        hands.key("return")
    assert {"units", "control"} <= kinds


def test_no_aid_answers_before_the_person_does(dummy_display: None) -> None:
    hands, course = begun()
    for key in ("m", "x", "ctrl+a", "i"):
        hands.key(key)
        assert scene(hands).model.notice.title == "Answer first: then measure and ask as you like"
    assert (scene(hands).focus.tool, scene(hands).focus.inspection.selected) == (None, "")
    hands.key("ctrl+z")
    assert scene(hands).model.notice.title == "Not available in a drill"
    hands.keys(*(["return"] if course.drill.wants_spot else ["1"]), "m")
    assert scene(hands).focus.measuring.on


def test_who_controls_a_marker_is_seen_only_after_the_answer(dummy_display: None) -> None:
    hands, course = begun(14, 5)
    while course.drill.kind != "control":
        hands.keys(*(["return"] if course.drill.wants_spot else ["1"]), "return")
    [goal] = course.drill.marked
    model = scene(hands).model
    told = [line.text for line in model.pieces[goal].details]
    assert (model.pieces[goal].controller, told) == ("", [])
    hands.key("1")
    assert course.grade is not None
    assert model.pieces[goal].details[0].text == course.grade.lines[0].text
    assert all(line.text.endswith(" U") for line in course.grade.lines[1:])


def test_leaving_early_keeps_what_was_answered(dummy_display: None) -> None:
    hands, course = begun()
    hands.keys(*(["return"] if course.drill.wants_spot else ["1"]), "escape")
    assert isinstance(hands.top, DrillsScreen)
    assert results.results()[0].asked == 1


def test_the_page_begins_a_round_and_can_be_stopped(dummy_display: None) -> None:
    hands = Hands()
    results.results_path().write_text("{")
    hands.window.go(DrillsScreen(hands.window))
    hands.frame()
    assert "drills.json: at line 1" in hands.told()
    assert results.results_path().read_text() == "{"
    hands.key("1")
    hands.key("escape")
    assert isinstance(hands.top, DrillsScreen)
    hands.key("1")
    hands.frames_until("the first drill", lambda: isinstance(hands.top, DrillScreen))
    assert scene(hands).course.count == 10
    hands.key("q")
    assert isinstance(hands.top, DrillsScreen)
    hands.handle(pygame.event.Event(pygame.QUIT))
    assert not hands.window.running


def test_the_page_begins_at_the_rulebook_chosen_in_the_menu(dummy_display: None) -> None:
    remember(rulebook="bushido")
    hands = Hands()
    hands.window.go(DrillsScreen(hands.window))
    marked = hands.top.sheets[-1].list.current()
    assert marked is not None
    assert marked.label == "Ten drills: Bushido"


def test_how_many_lines_of_proof_there_are_is_said_where_not_all_have_room() -> None:
    lines = [Line(f"Wisp {number}") for number in range(7)]
    assert [line.text for line in screen.said(lines)] == [*(f"Wisp {n}" for n in range(4)), "3 more in the drawer"]
    assert screen.said(lines[:4]) == lines[:4]
