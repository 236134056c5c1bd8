from __future__ import annotations
from collections.abc import Callable
import pygame
from tests.ui.driver import Driver, part
from tests.ui.table.battle import battle
from tests.ui.table.test_cargo import drag, pixel
Window = Callable[..., Driver]

def say(driver, what=""):
    driver.scene.focus.mouse_since -= 10
    for _ in range(3): driver.frame()
    driver.scene.focus.mouse_since -= 10
    driver.frame()
    print(what, "| chip:", driver.scene.chip.content() and driver.scene.chip.content()[0].title, [s.text for s in driver.scene.chip.content()[0].lines] if driver.scene.chip.content() else None)
    print("     notes", [l.text for l in driver.scene.chip.content()[0].notes] if driver.scene.chip.content() else None)

SP = {f"ann.rifles-{n}": (18.0 + n / 2, 19.0 + n) for n in (1, 2, 3)}
def rows(driver):
    for r in driver.scene.focus.actions.actions: print("   ", r.id, "|", r.label, "|", r.detail, r.shortcut, r.enabled)
def test_a(window: Window) -> None:
    session = battle(SP, "ann.frontline")
    for k in ("ann.rifles", "move"): session.answer(k)
    from game.engine.core.decisions import answer_of
    driver = window(session, size=(1280, 720))
    drag(driver, pixel(driver, (18.5, 20.0)), (22.5, 23.0))
    driver.frames_until("in", lambda: session.pending().rule == "D-GARR-4")
    driver.frame()
    rows(driver); print(driver.scene.focus.controller.decision.prompt)
    pygame.image.save(driver.screen, "/tmp/dz61/s.png")

def test_b(window: Window) -> None:
    session = battle(SP | {"ann.mule-a": (14.0, 20.0), "ann.mule-b": (30.0, 5.0), "ann.bastion": (20.0, 6.0), "bob.glaives-1": (20.0, 40.0), "bob.glaives-2": (22.0, 40.0), "bob.pylon": (30.0, 30.0)}, "ann.frontline", declared=["ann.mule-a.squad"])
    driver = window(session, size=(1280, 720))
    driver.scene.model.answer("ann.rifles"); driver.frame()
    driver.keys("home", "home")
    for name, at in {"mule-a": (14, 20), "mule-b": (30, 5), "bastion": (20, 6), "glaives": (20, 40), "house": (22.5, 23), "wood": (8, 6), "rifle": (18.5, 20), "floor": (12, 14)}.items():
        driver.move(driver.at(*at)); say(driver, name)

def test_d(window: Window) -> None:
    session = battle({"ann.bastion": (20.0, 6.0), "bob.glaives-1": (20.0, 20.0), "bob.glaives-2": (22.0, 20.0), "bob.pylon": (30.0, 30.0)}, "ann.hq")
    session.answer("ann.bastion.squad"); print([o.key for o in session.decision.options])
    session.answer("scenery")
    driver = window(session, size=(1280, 720))
    print(session.decision.prompt)
    rows(driver)
    pygame.image.save(driver.screen, "/tmp/dz61/t.png")
    driver.keys("home", "home")
    for f in session.game.features:
        c = f.shape.centroid
        driver.move(driver.at(c.x, c.y)); say(driver, f.name)

def test_e(window: Window) -> None:
    session = battle({"ann.anvils-1": (20.0, 6.0), "bob.glaives-1": (20.0, 20.0), "bob.pylon": (30.0, 30.0)}, "ann.armour")
    print([o.key for o in session.decision.options])
    session.answer("ann.anvils"); session.answer("scenery")
    driver = window(session, size=(1280, 720))
    rows(driver)
    driver.keys("home", "home")
    for f in session.game.features:
        c = f.shape.representative_point()
        driver.move(driver.at(c.x, c.y)); say(driver, f.name)
        if f.name in ("North Wood", "West Road", "Dyers' Hall"):
            driver.click(driver.at(c.x, c.y)); print("  CLICK", driver.scene.model.notice)

def test_f(window: Window) -> None:
    session = battle(SP | {"ann.mule-a": (14.0, 20.0)}, "ann.frontline", declared=["ann.mule-a.squad"])
    driver = window(session, size=(1280, 720))
    driver.scene.model.answer("ann.rifles"); driver.frame()
    driver.move(driver.at(14, 20)); driver.frame()
    c = driver.scene.focus.controller
    print(c.decision.kind, c.decision.about, c.decision.player, c.marks(), driver.scene.focus.model.units.whole(c.decision.about))
    p = driver.scene.focus.animation.card("ann.mule-a")
    print(p.owner, driver.scene.tips._boarding('ann.mule-a'), driver.scene.tips.on_table())
