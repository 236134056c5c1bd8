"""The threat map of Bushido: enemies with counters, their moves to contact and their shots."""

from __future__ import annotations

from game.rulesets.bushido import RULESET
from game.rulesets.bushido.rules.actions import REGISTRY as ACTIONS
from game.rulesets.bushido.rules.actions.fighting import targets
from game.rulesets.bushido.rules.state import Model
from game.table.shapes import Disc
from game.table.threat.threat_map import Threat, ThreatMap
from tests.rulesets.bushido.bushido_kit import skirmish_session

CHARGE = ACTIONS["charge"]
SPEAR = "ann.temple-guard-spear"


def threats_of(session: object, player: str = "ann", **about: object) -> dict[str, Threat]:
    found = RULESET.vision.threats(session.game, player, **about)  # type: ignore[attr-defined]
    assert found is not None
    return {threat.id: threat for threat in found}


def base(model: Model) -> Disc:
    return model.disc._replace(name=model.name)


def test_b_gen_11_every_enemy_with_counters_threatens_and_an_exhausted_one_does_not() -> None:
    session = skirmish_session(ferry_brute={"counters": 0}, reed_stalker={"counters": 1})
    foes = {model.id for model in session.game.on_table() if model.owner == "bob"}
    assert set(threats_of(session)) == foes - {"bob.ferry-brute"}


def test_b_act_31_models_that_enemies_can_fight_are_struck_and_no_others() -> None:
    session = skirmish_session()
    game, drawn, verdicts = session.game, ThreatMap(), set()
    drawn.update(list(threats_of(session).values()))
    drawn.finish()
    for model in game.on_table():
        if model.owner == "ann":
            struck = {strike.id for strike in drawn.strikes(base(model))}
            for foe in game.enemies(model):
                charges = CHARGE.why_not(game, foe) is None and model in targets(game, foe, charge=True)
                fights = charges or model in targets(game, foe, charge=False)
                assert (foe.id in struck) == fights, (model.id, foe.id)
                verdicts.add(fights)
    assert verdicts == {False, True}


def test_b_rng_1_an_archer_strikes_from_where_it_is_as_far_as_its_bow() -> None:
    session = skirmish_session()
    game, archer = session.game, session.game.state.models["ann.temple-guard-archer"]
    threat = threats_of(session, "bob")[archer.id]
    longest = max(max(weapon.bands or (0,)) for weapon in game.weapons(archer, "ranged"))
    assert threat.n == longest
    drawn = ThreatMap()
    drawn.update([threat])
    drawn.finish()
    assert drawn.over(archer.x, archer.y + archer.radius + longest - 0.3) == [archer.id]
    assert drawn.over(archer.x, archer.y + archer.radius + longest + 0.3) == []


def test_the_map_is_drawn_as_if_the_model_in_hand_were_there() -> None:
    session = skirmish_session()
    model = session.game.state.models[SPEAR]
    before = model.x, model.y
    struck = {}
    for spot in (before, (1.5, 1.5)):
        drawn = ThreatMap()
        drawn.update(list(threats_of(session, about=SPEAR, spot=spot).values()))
        drawn.finish()
        struck[spot] = {strike.id for strike in drawn.strikes(base(model).moved_to(*spot))}
    assert "bob.river-bandit-cutter-1" in struck[before]
    assert struck[1.5, 1.5] == set()
    assert (model.x, model.y) == before
