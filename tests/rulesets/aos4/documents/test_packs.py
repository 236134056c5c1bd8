"""A-IMP-1 to A-IMP-10: packs of abilities in YAML."""

from pathlib import Path

import pytest
import yaml
from pydantic import ValidationError

from game.documents.battlescribe.fields import tidy
from game.documents.error import DocumentError
from game.rulesets.aos4.documents.abilities import AbilityDocument, PackDocument, marked, spans, unmarked
from game.rulesets.aos4.documents.armies import by_hand, together
from game.rulesets.aos4.documents.catalogue import ARMIES, CORE, NAMES, STARTER, bundled_army, bundled_pack
from game.rulesets.aos4.documents.packs import load_pack, parse_pack
from game.rulesets.aos4.documents.timing import timing

CATALOGUE = """
normal-move normal|Your Movement Phase|yourMovement|0|CORE MOVE
run normal|Your Movement Phase|yourMovement|0|CORE MOVE RUN
retreat normal|Your Movement Phase|yourMovement|0|CORE MOVE RETREAT
shoot normal|Your Shooting Phase|yourShooting|0|CORE ATTACK SHOOT
charge normal|Your Charge Phase|yourCharge|0|CORE MOVE CHARGE
fight normal|Any Combat Phase|anyCombat|0|CORE ATTACK FIGHT
deploy-unit normal|Deployment Phase|deployment|0|DEPLOY
deploy-faction-terrain normal|Deployment Phase|deployment|0|DEPLOY TERRAIN
deploy-regiment normal|Deployment Phase|deployment|0|DEPLOY
unbind normal|Reaction: Opponent declared a SPELL ability|anyHero|0|UNBIND
banish-manifestation normal|Your Hero Phase|yourHero|0|BANISH
activate-place-of-power normal|Start of Any Turn|anyStartOfTurn|0|CORE
rally command|Any Hero Phase|anyHero|1|RALLY
magical-intervention command|Enemy Hero Phase|enemyHero|1|MAGIC
redeploy command|Enemy Movement Phase|enemyMovement|1|MOVE RUN
at-the-double command|Reaction: You declared a RUN ability|yourMovement|1|MOVE RUN
covering-fire command|Enemy Shooting Phase|enemyShooting|1|SHOOT ATTACK
counter-charge command|Enemy Charge Phase|enemyCharge|2|MOVE CHARGE
forward-to-victory command|Reaction: You declared a CHARGE ability|yourCharge|1|MOVE CHARGE
all-out-attack command|Reaction: You declared an ATTACK ability|anyCombat anyShooting|1|ATTACK
all-out-defence command|Reaction: Opponent declared an ATTACK ability|anyCombat anyShooting|1|DEFENCE
power-through command|End of Any Turn|anyEndOfTurn|1|MOVE
"""
"""The 22 core abilities: id, type, timing, phases, price, keywords (A-AB-1 to A-AB-22)."""

PACK = """\
type: {kind}
id: try-out
name: Try-out
abilities:
  - id: wade
    type: normal
    name: Wade
    timing: {timing}
    availablePhases: [{phases}]
    declare: "{declare}"
    effect: Wade.
    keywords: [{keywords}]
{more}rules: []
"""


def written(
    kind: str = "custom",
    timing: str = "Your Hero Phase",
    phases: str = "yourHero",
    declare: str = "Choose.",
    keywords: str = "MOVE",
    more: str = "",
) -> str:
    return PACK.format(kind=kind, timing=timing, phases=phases, declare=declare, keywords=keywords, more=more)


def refusals(text: str) -> list[str]:
    with pytest.raises(DocumentError) as refused:
        parse_pack(text, "pack.yaml")
    return [f"{fault.where}: {fault.reason}" for fault in refused.value.faults]


def test_a_ab_the_core_pack_has_the_22_abilities() -> None:
    core = bundled_pack(CORE)
    told = [
        f"{each.id} {each.kind}|{each.timing}|{' '.join(each.phases)}|{each.cost}|{' '.join(each.keywords)}"
        for each in core.abilities
    ]
    assert told == CATALOGUE.strip().splitlines()
    assert all(each.declare and each.effect and each.name for each in core.abilities)
    assert len(core.rules) == 10


def test_a_imp_4_every_timing_of_the_bundled_packs_is_understood() -> None:
    for ability in (*bundled_pack(CORE).abilities, *bundled_pack(STARTER).abilities):
        told = timing(ability.timing)
        assert told.moment in ("reaction", "passive", *ability.phases)
        assert told.moment != "reaction" or (told.side and told.keywords)


def test_a_imp_9_the_starter_pack_carries_the_extensions() -> None:
    pack = {ability.id: ability for ability in bundled_pack(STARTER).abilities}
    assert len(pack) == 11
    assert (pack["blinding-flare"].kind, pack["blinding-flare"].value) == ("spell", 6)
    assert (pack["salt-the-wounds-shut"].kind, pack["salt-the-wounds-shut"].value) == ("prayer", 4)
    assert (pack["sacred-rites"].kind, pack["sacred-rites"].value) == ("prayer", 0)
    assert (pack["steady-glow"].kind, pack["steady-glow"].phases) == ("passive", ())
    assert pack["drowning-peal"].used_by == ("Hollow Bell",)


def test_w_49_all_faults_at_once() -> None:
    more = """\
  - {id: x, type: command, name: X, timing: A, availablePhases: [yourHero], declare: a, effect: b, keywords: [MOVE]}
  - {id: wade, type: normal, name: Y, timing: A, availablePhases: [yourLunch], declare: a, effect: b, keywords: [MOVE]}
"""
    assert [told.split(" - ")[0] for told in refusals(written(more=more))] == [
        "line 13 column 5, abilities[1].cost: is missing",
        "line 14 column 68, abilities[2].availablePhases[0]: 'yourLunch' is not a phase",
        "line 14 column 10, abilities[2].id: another ability has the id 'wade'",
    ]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ("    cost: 1\n", "line 13 column 11, abilities[0].cost: is for commands only"),
        ("    castingValue: 5\n", "line 13 column 19, abilities[0].castingValue: is for a spell only"),
        ("    params: 3\n", "line 13 column 13, abilities[0].params: must be a mapping"),
        ("    usedBy: 3\n", "line 13 column 13, abilities[0].usedBy: must be text"),
        ("    usedBy: [Ann, 3]\n", "line 13 column 19, abilities[0].usedBy[1]: must be text"),
        ("    handler: [1]\n", "line 13 column 14, abilities[0].handler: must be text"),
        ("    name: Wade\n", "line 13 column 5, abilities[0].name: appears twice"),
        ("  - 7\n", "line 13 column 5, abilities[1]: must be a mapping"),
    ],
)
def test_a_imp_2_a_fault_is_told_with_line_column_and_path(change: str, told: str) -> None:
    assert refusals(written(more=change))[0].split(" - ")[0] == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ": is empty"),
        ("[1, 2]", "line 1 column 1: must be a mapping"),
        ("a: [1", "is not YAML"),
        ("a: !!python/object:os.system ls", "line 1 column 4: has a tag"),
        ("a: &a [1]\nb: [*a, *a]", "line 2 column 5: is an alias"),
        ("--- {}\n--- {}", "is a second document"),
        ("[" * 5000, "is nested too deeply"),
        ("a: " + "x: {" * 3, "is not YAML"),
        ("\x00", "is not YAML"),
        ("- 1\n" * 61_000, "holds more than 60,000 values"),
    ],
)
def test_a_imp_1_only_plain_and_bounded_yaml_is_read(text: str, told: str) -> None:
    found = refusals(text)
    assert any(told in line for line in found), found


def test_a_imp_1_files_are_bounded(tmp_path: Path) -> None:
    large = tmp_path / "large.yaml"
    large.write_text("#" * (2 * 1024 * 1024 + 1))
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"name: \xe4\xf6")
    for path, told in ((large, "is larger than"), (latin, "is not UTF-8"), (tmp_path, "is not a file")):
        with pytest.raises(DocumentError, match=told):
            load_pack(path)


def test_a_imp_3_what_is_odd_is_a_warning() -> None:
    text = written("season", keywords="MOVE, WET", more="    colour: blue\n").replace(
        "rules: []", "rules:\n  - {id: lunch, information: Eat.}\n  - {id: hero, information: Cast.}"
    )
    pack, warnings = parse_pack(text, "pack.yaml")
    assert [f"{told.where}: {told.reason.split(' - ')[0]}" for told in warnings] == [
        "line 1 column 7, type: 'season' is not a type of pack",
        "line 12 column 22, abilities[0].keywords[1]: 'WET' is not a core keyword",
        "line 13 column 5, abilities[0].colour: is not known here",
        "line 15 column 10, rules[0].id: 'lunch' is not a phase",
    ]
    assert pack.abilities[0].extra == {"colour": "blue"}
    assert (pack.kind, list(pack.rules), pack.abilities[0].keywords) == ("custom", ["hero", "lunch"], ("MOVE", "WET"))


def test_a_imp_3_many_and_long_unknown_fields_do_no_harm() -> None:
    pack, warnings = parse_pack(written(more="".join(f"    x{n}: {'y' * 3000}\n" for n in range(30))), "pack.yaml")
    assert [len(text) for text in pack.abilities[0].extra.values()] == [1000] * 20
    assert len(warnings) == 30


@pytest.mark.parametrize(
    ("timing", "told"),
    [
        ("Enemy Hero Phase", "says yourHero, but its timing says enemyHero"),
        ("After lunch", "'After lunch' is not understood"),
        ('"Reaction: You blinked"', "the trigger in 'Reaction: You blinked' is not understood"),
    ],
)
def test_a_imp_5_a_timing_that_the_phases_contradict_is_a_warning(timing: str, told: str) -> None:
    pack, warnings = parse_pack(written(timing=timing), "pack.yaml")
    assert [warning.reason.split(" - ")[0] for warning in warnings] == [told]
    assert pack.abilities[0].phases == ("yourHero",)


@pytest.mark.parametrize(
    ("text", "side", "keyword", "named", "whom"),
    [
        ("Reaction: You declared a RUN ability", "you", "RUN", "", ""),
        ("Reaction: Opponent declared an ATTACK ability that targeted this unit", "opponent", "ATTACK", "", "target"),
        ("You declared a CHARGE ability for this unit", "you", "CHARGE", "", "user"),
        ("Reaction: Opponent declared the 'Rally' command", "opponent", "", "Rally", ""),
        ("Reaction: Your opponent blinked", "opponent", "", "", ""),
        ("Reaction: Opponent declared a command, SPELL or PRAYER", "opponent", "COMMAND SPELL PRAYER", "", ""),
        ("Reaction: You declared a RUN or RETREAT ability", "you", "RUN RETREAT", "", ""),
        (
            "Reaction: Opponent declared a SPELL, PRAYER or HEX for this unit",
            "opponent",
            "SPELL PRAYER HEX",
            "",
            "user",
        ),
        ("Reaction: Opponent picked this unit as the target of a SHOOT ability", "opponent", "SHOOT", "", ""),
        ("Reaction: Opponent declared a non-UNIQUE SPELL ability", "opponent", "SPELL", "", ""),
    ],
)
def test_a_imp_6_what_triggers_a_reaction(text: str, side: str, keyword: str, named: str, whom: str) -> None:
    told = timing(text)
    assert (told.moment, told.side, " ".join(told.keywords)) == ("reaction", side, keyword)
    assert (told.named, told.whom) == (named, whom)


def test_a_imp_7_keywords_are_marked_and_other_markup_stays_visible() -> None:
    text = marked('Pick a <strong>HERO</strong> &amp; <b>not</b> <p class="x">this</p> ** <script>x</script>')
    assert text == 'Pick a **HERO** & <b>not</b> <p class="x">this\n<script>x</script>'
    assert unmarked("a **HERO** now") == "a HERO now"
    assert list(spans("a **HERO** now")) == [("a ", False), ("HERO", True), (" now", False)]
    assert marked("<h4>Two:</h4><ol><li><strong>A <strong>B</strong></strong> c</li><li>d</li></ol><ul><li>e</ul>") == (
        "**Two:**\n1. **A B** c\n2. d\n- e"
    )
    assert marked("<strong>open") == "**open**"


def test_a_imp_24_texts_are_tidied() -> None:
    assert tidy("Anti\u2011**^^Monster^^**\u00a0 (+1\tRend)⟝⟞") == "Anti-Monster (+1 Rend)"


def ability(identity: str, effect: str = "One.") -> AbilityDocument:
    return AbilityDocument(id=identity, name="Wade", timing="Your Hero Phase", phases=("yourHero",), effect=effect)


def pack(identity: str, *abilities: AbilityDocument, overrides: tuple[str, ...] = ()) -> PackDocument:
    return PackDocument(id=identity, kind="custom", name=identity, abilities=abilities, overrides=overrides)


def test_a_imp_3_a_later_pack_replaces_only_what_it_says() -> None:
    first, again, other = pack("a", ability("wade")), pack("b", ability("wade")), pack("c", ability("wade", "Two."))
    assert together((first, again)) == (ability("wade"),)
    with pytest.raises(DocumentError, match="the pack 'a' also has it"):
        together((first, other))
    replacing = pack("d", ability("wade", "Two."), overrides=("wade", "swim"))
    assert together((first, replacing)) == (ability("wade", "Two."),)


def test_a_imp_8_what_has_no_effect_in_the_rules_is_by_hand() -> None:
    handled = AbilityDocument(id="swim", name="Swim", timing="Passive", kind="passive", handler="moist")
    army = bundled_army(NAMES[0]).model_copy(update={"packs": (pack("a", ability("wade"), handled),)})
    assert [(owner, each.id) for owner, each in by_hand(army, {"moist"})] == [("", "wade")]
    assert [each.id for _owner, each in by_hand(army, {"wade"})] == ["swim"]


def test_18_1_and_18_2_the_starter_armies() -> None:
    for name, models in zip(NAMES, (24, 16), strict=True):
        army = ARMIES.find(name)
        assert army.points == 500
        assert sum(unit.size for unit in army.units) == models
        assert len(army.regiments) == len(army.manifestations) == 1
        assert army.packs == (bundled_pack(STARTER),)
        for unit in (*army.units, *army.terrain, *army.manifestations):
            titles = [title for group in unit.models for title in group.titles]
            assert ("CHAMPION" in unit.keywords) == ("champion" in titles)
            assert len(titles) == sum(word.startswith(("CHAMPION", "MUSICIAN", "STANDARD")) for word in unit.keywords)
            weapons = {weapon.name for weapon in unit.weapons}
            assert weapons == {weapon for group in unit.models for weapon in group.weapons}


def test_an_unknown_army_is_told_with_those_there_are() -> None:
    with pytest.raises(DocumentError, match="lantern-concord, brineback-tithe"):
        ARMIES.find("nobody")


@pytest.mark.parametrize(
    ("handler", "params", "told"),
    [
        ("mortal-damage", "{target: enemy, range: far}", "params.range: must be a whole number"),
        ("mortal-damage", "{target: enemies}", "params.target: is not available"),
        ("mortal-damage", "{amount: many}", "params.amount: 'many' is not an amount"),
        ("mortal-damage", '{"on": 13}', "params.on: must be a whole number from 1 to 12"),
        ("modify", "{what: beauty}", "params.what: is not available"),
        ("modify", "{what: hit, until: forever}", "params.until: is not available"),
        ("modify", "{what: hit, amount: D3}", "params.amount: must be a whole number"),
        ("modify", "{amount: 1}", "params: what is missing"),
        ("lend", "{amount: 1}", "params: lends is missing"),
        ("aura", "{what: luck}", "params.what: is not available"),
        (
            "aura",
            "{amount: 1}",
            "params: what / sets / lends / gives / bars / frees / shields / passes / sheds / toughens / echoes is "
            "missing",
        ),
        ("modify", "{what: hit, if: sleepy}", "params.if: is not available"),
        ("modify", "{what: hit, when: damage many}", "params.when: is not available"),
        ("arm", "{gives: Sharp}", "params.gives: is not a weapon ability that is known here"),
        ("set", "{sets: attacks, to: many}", "params.to: 'many' is not an amount"),
        ("mortal-damage", "{dice: many, each: 5}", "params.dice: 'many' is not an amount"),
        ("move", "{inches: 3, way: under}", "params.way: is not available"),
        ("bar", "{bars: SLEEP}", "params.bars: is not available"),
        ("summon", "{within: 12}", "params: unit is missing"),
        ("heal", "{returns: all}", "params.returns: must be a whole number"),
        ("wade-by-hand", "{range: far}", "params.range: must be a whole number"),
    ],
)
def test_a_imp_9_parameters_are_asked_for_before_a_battle(handler: str, params: str, told: str) -> None:
    """A wrong one stopped the battle in its middle with an error of the program."""
    [refusal] = refusals(written(more=f"    handler: {handler}\n    params: {params}\n"))
    assert f"abilities[0].{told}" in refusal
    assert refusal.startswith("line 14 column ")
    plain = {"id": "wade", "name": "Wade", "timing": "Passive", "handler": handler, "params": yaml.safe_load(params)}
    with pytest.raises(ValidationError, match=told.partition(": ")[2]):
        AbilityDocument.model_validate(plain)


def test_a_imp_9_parameters_that_an_effect_does_not_know_are_odd() -> None:
    pack, warnings = parse_pack(written(more="    handler: heal\n    params: {rnge: 3}\n"), "pack.yaml")
    assert [f"{told.where}: {told.reason}" for told in warnings] == [
        "line 14 column 20, abilities[0].params.rnge: is not known here - it does nothing"
    ]
    assert pack.abilities[0].params == {"rnge": 3}
