"""The chip at the cursor: at most three lines, each with its number, over nothing that matters."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pygame
import pytest

from game.engine.rulebook.view import Grid, GridRow, Likelihood, Line, OddsView, Spread, Verdict
from game.play.verdicts import MOST, of_lines, of_odds
from game.rulesets.dropzone.view.preview import _ramps
from game.ui.play.overlays.chip import WIDEST, Art, Content
from tests.rulesets.aos4.battles import Battle, row
from tests.rulesets.dropzone.dropzone_kit import Moment
from tests.rulesets.godbreakers.kit import A, B, begin, godbreaker, objective, table, wall
from tests.ui.driver import Driver
from tools.situations import session_of

Window = Callable[..., Driver]
NOVA = (10.0, 12.5)


def risk(text: str, chance: float) -> Line:
    return Line(text, "R-1", verdict=Verdict("risk", text, "", chance))


def shown(driver: Driver) -> Content:
    """Return what the chip says, as if the mouse had rested."""
    driver.scene.focus.mouse_since -= 10.0
    driver.frame()
    found = driver.scene.chip.content()
    assert found is not None
    return found[0]


def texts(driver: Driver) -> list[str]:
    return [line.text for line in shown(driver).lines]


def drag(driver: Driver, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Drag a piece, without letting go."""
    x, y = driver.at(*start)
    driver.move((x, y))
    driver.handle(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(round(x), round(y)), button=1))
    for share in (0.3, 0.6, 1.0):
        spot = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
        driver.move(driver.at(*spot))
    assert driver.scene.focus.hands.held is not None
    driver.scene.focus.hands.held.placing.rest()
    driver.frame()


# -- what is said ------------------------------------------------------------------------------


def test_cost_own_risk_and_answer_come_first_and_a_gain_has_the_line_that_is_left() -> None:
    gain, cost = Line("g", verdict=Verdict("gain", "a marker")), Line("c", verdict=Verdict("cost", "3 of 8 U", "3"))
    answer = Line("a", tone="bad", verdict=Verdict("answer", about=("x", "y")))
    assert [said.text for said in of_lines([gain, answer, cost])] == ["3 of 8 U", "2 could hit you", "a marker"]
    every = of_lines([gain, answer, risk("1 damage", 1.0), cost])
    assert [said.text for said in every] == ["3 of 8 U", "1 damage", "2 could hit you"]
    assert len(every) == MOST
    assert of_lines([Line("no verdict")]) == ()


@pytest.mark.parametrize(
    ("chance", "tone"), [(0.04, None), (0.05, "warning"), (0.24, "warning"), (0.25, "bad"), (1.0, "bad")]
)
def test_a_risk_below_5_in_a_hundred_is_only_in_the_list_and_from_25_on_it_is_red(
    chance: float, tone: str | None
) -> None:
    found = of_lines([risk("falls: 20%", chance)])
    assert [said.tone for said in found] == ([tone] if tone else [])


def test_a_quiet_line_is_said_without_alarm() -> None:
    """A dropship that flies too far to unload does nothing illegal."""
    [said] = of_lines([Line("too far", tone="quiet", verdict=Verdict("risk", "too far to unload"))])
    assert (said.text, said.tone) == ("too far to unload", "plain")
    at = Moment()
    at.put("drover-1", 10, 10, airborne=True).moved = 16.0
    [line] = _ramps(at.game, at.squad("drover-1"))
    assert (line.tone, line.text.partition(":")[0]) == ("quiet", "too far to unload")


def test_of_several_risks_the_likeliest_is_said_first_and_enemies_of_all_lines_are_counted_once() -> None:
    lines = [risk("small", 0.1), risk("large", 0.6)]
    lines += [Line("", tone=tone, verdict=Verdict("answer", about=about)) for tone, about in
              (("bad", ("a",)), ("warning", ("a", "b")))]  # fmt: skip
    large, small, answer = of_lines(lines)
    assert (large.text, small.text) == ("large", "small")
    assert (answer.text, answer.tone, answer.about) == ("2 could hit you", "bad", ("a", "b"))


def test_a_second_line_of_a_role_is_shown_if_there_is_room() -> None:
    costs = [Line("", verdict=Verdict("cost", text)) for text in ("4.2 of 6 inches", "2 could see you", "in the open")]
    assert [said.text for said in of_lines(costs)] == ["4.2 of 6 inches", "2 could see you", "in the open"]
    assert [said.text for said in of_lines([*costs, risk("falls", 0.3)])] == [
        "4.2 of 6 inches", "2 could see you", "falls",
    ]  # fmt: skip


def test_what_several_lines_say_alike_is_said_once() -> None:
    """A unit that could shoot at two enemies says so in a line for each, with one verdict."""
    both, near = Verdict("gain", "could shoot at A and B"), Verdict("gain", "near a marker")
    lines = [Line("A: 2 attacks", verdict=both), Line("B: 3 attacks", verdict=both), Line("", verdict=near)]
    assert [said.text for said in of_lines(lines)] == ["could shoot at A and B", "near a marker"]


def test_an_illegal_spot_says_the_first_reason() -> None:
    lines = [Line("too near", "R-2", "bad"), Line("too far", "R-3", "bad")]
    assert [said.text for said in of_lines(lines)] == ["too near"]


def test_odds_that_are_being_worked_out_say_so() -> None:
    waiting = OddsView("Split the dice", lines=(Line("still working it out", tone="quiet"),))
    assert [said.text for said in of_odds(waiting)] == ["still working it out"]


def test_odds_say_the_most_damage_and_the_own_risk_unless_it_is_small() -> None:
    outcomes = Likelihood("Win", 0.6, "good"), Likelihood("Lose", 0.4, "bad")
    spreads = Spread("Damage to Bo", (0.4, 0.3, 0.2997, 0.0003), "good"), Spread("Damage to Ada", (0.9, 0.1), "bad")
    odds = OddsView("Ada engages Bo", outcomes, spreads, (Likelihood("Ada lost", 0.16, "bad"),))
    assert [(said.text, said.tone) for said in of_odds(odds)] == [
        ("Damage to Bo: up to 2", "good"),
        ("Ada lost: 16%", "warning"),
    ]
    safe = OddsView("Ada engages Bo", outcomes, spreads, (Likelihood("Ada lost", 0.04, "bad"),))
    assert [said.text for said in of_odds(safe)] == ["Damage to Bo: up to 2"]


def test_odds_without_any_chance_say_so() -> None:
    gain = Verdict("gain", "0% to hit: needs 9, at best 8", "0%", 0.0)
    risk_line = Verdict("risk", "Their hit: 40%", "40%", 0.4)
    shot = OddsView("Ada shoots at Bo", verdicts=(gain,))
    assert [(said.text, said.tone) for said in of_odds(shot)] == [(gain.text, "warning")]
    split = OddsView("Ada against Bo", verdicts=(gain, risk_line))
    assert [said.text for said in of_odds(split)] == [gain.text, risk_line.text]
    hopeless = Grid(("target", "hit"), (GridRow("Bo", ("0%",)),))
    assert [said.text for said in of_odds(OddsView("Ada", grids=(hopeless,)))] == ["Bo: hit 0%"]
    chances = OddsView("Ada", chances=(Likelihood("Bo is hit", 0.0, "good"),))
    assert [said.text for said in of_odds(chances)] == ["Bo is hit: 0%"]


def test_a_drag_says_what_it_costs_its_own_risk_and_how_many_could_hit(window: Window) -> None:
    nova, scoria = godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 14.0, 12.5, 8)
    driver = window(begin(nova, scoria, objective(6, 14)).session)
    drag(driver, NOVA, (10.0, 10.0))
    first, *_rest = shown(driver).lines
    assert re.fullmatch(r"\d+ of 8 U", first.text)
    assert first.strong == first.text.split()[0]
    assert texts(driver)[1:] == ["1 could hit you"]
    told = [line for section in driver.scene.sections() for line in section.lines]
    assert {line.verdict.text for line in told if line.verdict is not None and line.verdict.role == "cost"} == {
        first.text
    }


def test_hovering_an_enemy_in_reach_says_the_shares_the_most_damage_and_the_risk(window: Window) -> None:
    pieces = [godbreaker("Nova", A, 10.0, 10.0, 8), godbreaker("Scoria", B, 10.0, 11.2, 8)]
    driver = window(begin(*pieces).session)
    driver.click(driver.at(10.0, 10.0))
    driver.move(driver.at(10.0, 11.2))
    content = shown(driver)
    odds = driver.scene.focus.odds()
    assert odds is not None
    assert content.outcomes == odds.outcomes
    lost = next(chance for chance in odds.chances if chance.label.startswith("Nova lost"))
    assert next(line.text for line in content.lines) == f"11% to remove Scoria, up to {odds.spreads[0].most} damage"
    assert ("Risk" in " ".join(line.text for line in content.lines)) == (lost.share >= 0.05)


def test_a_drag_into_something_says_what_is_in_the_way(window: Window) -> None:
    pieces = [godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", A, 12.5, 12.5, 8)]
    driver = window(begin(*pieces, ground=table(wall("Keep", (20, 0), (20, 6), impassable=True))).session)
    drag(driver, NOVA, (12.5, 12.3))
    first = shown(driver).lines[0]
    assert "Scoria" in first.text
    assert (first.role, first.tone) == ("risk", "bad")


def test_rules_and_inches_are_said_only_while_the_key_is_held(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.move(driver.at(9.0, 9.0))
    content, _box = driver.scene.chip.content() or (Content(), None)
    plain = driver.scene.chip.picture(content, 320)
    assert not re.search(r"[A-Z]-[A-Z]+-\d", " ".join((content.title, *(line.text for line in content.lines))))
    assert content.details == ""
    monkeypatch.setattr(pygame.key, "get_mods", lambda: pygame.KMOD_ALT)
    driver.frame()
    found = driver.scene.chip.content()
    assert found is not None
    assert found[0].details.endswith("″")
    assert "G-MEAS-5" in {note.rule for note in found[0].notes}
    assert driver.scene.chip.picture(found[0], 320).get_height() > plain.get_height()


def test_notes_are_wrapped_with_their_rules_and_never_cut_off(window: Window) -> None:
    driver = window(session_of("moving-market-ruins"))
    causes = "needed: 3, long range +1, cover +1, size -1, the shooter has moved +1, repeat shot +1, Ranged Defence +2"
    content = Content("Cutter", notes=(Line(causes, "B-RNG-10"), Line("short", "B-RNG-2")))
    widths = {wide: chip_with_notes(driver, content, wide) for wide in (240, 400)}
    assert all(picture.get_width() <= wide + 40 for wide, picture in widths.items())
    assert (
        widths[240].get_height()
        > widths[400].get_height()
        > chip_with_notes(driver, Content("Cutter"), 240).get_height()
    )


def chip_with_notes(driver: Driver, content: Content, widest: int) -> pygame.Surface:
    """Return the picture of a chip while the key for details is held."""
    chip = driver.scene.chip
    return Art(chip.theme, chip.unit, detailed=True).picture(content, widest)


def test_pressing_the_key_for_details_keeps_what_the_resting_mouse_shows(window: Window) -> None:
    driver = window(begin(godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 20.0, 12.5, 8)).session)
    driver.move(driver.at(20.0, 12.5))
    before = shown(driver)
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        driver.handle(pygame.event.Event(kind, key=pygame.K_LALT, mod=pygame.KMOD_ALT, unicode=""))
        assert shown(driver).title == before.title


def test_the_hint_of_the_key_is_given_only_where_it_has_something_to_show(window: Window) -> None:
    driver = window(begin(godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 20.0, 12.5, 8)).session)
    driver.move(driver.at(20.0, 12.5))
    shown(driver)
    driver.frame()
    assert driver.scene.focus.noted
    driver.move(driver.at(27.0, 3.0))
    driver.frame()
    driver.frame()
    assert not driver.scene.focus.noted


def test_enemies_that_have_acted_are_counted_apart_as_those_of_the_next_round(window: Window) -> None:
    nova, scoria = godbreaker("Nova", A, *NOVA, 8), godbreaker("Scoria", B, 14.0, 12.5, 8, activated=True)
    driver = window(begin(nova, scoria, objective(6, 14)).session)
    drag(driver, NOVA, (10.0, 10.0))
    assert not any("could hit you" in text for text in texts(driver))
    held = driver.scene.focus.hands.held
    assert held is not None
    assert any("could reach it next round: Scoria" in line.text for line in held.placing.outlook())


# -- where it lies -----------------------------------------------------------------------------


@pytest.mark.parametrize("scale", [1.0, 1.3, 2.0])
def test_the_chip_covers_nothing_that_matters_wherever_a_piece_is_dragged(window: Window, scale: float) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.window.rescale(scale)
    driver.frame()
    scene, rng, beside = driver.scene, random.Random(7), 0
    for _number in range(25):
        driver.move(driver.at(rng.uniform(3, 27), rng.uniform(3, 19)))
        rect = scene.chip.rect
        assert rect.width, "something is said wherever it may end"
        assert pygame.Rect((0, 0), scene.focus.size).contains(rect)
        if scene.focus.layout.table.contains(rect):
            beside += 1
            own = [plate for plate in scene.chip.avoided() if plate != rect]
            assert rect.collidelist(own) < 0
        else:
            assert scene.chip.foot.colliderect(rect)
    assert scale > 1.5 or beside > 12, "mostly there is a place on the table"


def test_in_a_crowd_without_a_free_place_it_lies_at_the_foot_of_the_dock(window: Window) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.move(driver.at(9.0, 9.0))
    chip = driver.scene.chip
    everything = [driver.scene.focus.layout.table]
    chip.avoided = lambda: everything  # type: ignore[method-assign]
    driver.frame()
    assert chip.rect.width
    assert not chip.rect.colliderect(driver.scene.focus.layout.table)


def test_there_is_one_chip_and_no_box_tooltip_on_the_table(window: Window) -> None:
    battle = Battle("shooting")
    battle.put("glarecoil-slingers", *row(5, 30, 16, 1.3))
    battle.put("tide-reeve", (33, 24))
    battle.put("hullbreakers", *row(3, 36, 24, 1.5))
    driver = window(battle.begin().use("shoot", "glarecoil-slingers").session)
    driver.move(driver.at(33, 24))
    assert texts(driver) == ["1.5 damage expected"]
    assert driver.scene.tips.shown(1e12) is None
    assert [name for part in driver.scene.parts for name, _rect in part.covering()].count("chip") == 1


def test_nothing_is_said_below_a_sheet_or_while_something_is_shown(window: Window) -> None:
    driver = window(session_of("moving-market-ruins"))
    driver.move(driver.at(9.0, 9.0))
    assert driver.scene.chip.rect.width
    driver.key("f1")
    assert driver.scene.chip.content() is None
    driver.frame()
    assert not driver.scene.chip.rect.width


def test_a_chip_is_rather_narrow_than_far_from_its_subject(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    chip = window(begin(godbreaker("Nova", A, *NOVA, 8), objective(6, 14)).session).scene.chip
    content = Content(
        lines=of_lines([Line("", verdict=Verdict("risk", "a long line that can be wrapped " * 4, "", 0.5))])
    )
    box, wide = pygame.Rect(400, 300, 20, 20), chip.picture(content, round(WIDEST * chip.unit)).get_size()

    def placed(size: tuple[int, int], _box: pygame.Rect) -> pygame.Rect:
        return pygame.Rect((box.right + (300 if size == wide else 20), box.top), size)

    monkeypatch.setattr(chip, "placed", placed)
    found = chip._fitting(content, box)
    assert found is not None
    assert found[1].left == box.right + 20


def test_the_line_from_a_chip_to_a_row_of_the_dock_crosses_no_other_row(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver, ends = window(session_of("choosing"), size=(1280, 720)), list[tuple[float, float]]()
    rows = driver.scene.focus.actions.rows()
    first, beside = rows[0][1], rows[1][1]
    assert first.right < beside.left
    monkeypatch.setattr(pygame.draw, "aaline", lambda _target, _colour, _start, end: ends.append(end))
    driver.scene.chip._draw_tail(driver.screen, pygame.Rect(300, first.top, 200, 60), first)
    assert ends[0][0] >= beside.right
