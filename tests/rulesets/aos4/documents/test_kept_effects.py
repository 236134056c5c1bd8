"""Effects read from texts that a player accepts are kept by hash, and importing finds them again (A-IMP-8)."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.documents.error import DocumentError
from game.documents.files import HOME_VARIABLE
from game.rulesets.aos4.documents.abilities import AbilityDocument, StepDocument
from game.rulesets.aos4.documents.catalogue import ARMIES
from game.rulesets.aos4.documents.condition_words import WORDS
from game.rulesets.aos4.documents.effect_words import steps_words
from game.rulesets.aos4.documents.kept_effects import kept_effects, kept_path, text_hash
from game.rulesets.aos4.documents.params import CONDITIONS
from game.rulesets.aos4.documents.phrases import covers, fits
from game.rulesets.aos4.rosters.listing import Armies
from tests.commands.calls import call
from tests.rulesets.aos4.documents.foreign_lists import a_list, profile, selection
from tools.effect_texts import main, report, texts

TEXT = "Add 1 to hit rolls for this unit's combat attacks."
OTHER = "Roll for luck."


def written(name: str, text: str) -> str:
    fields = f'<characteristic name="Effect">{text}</characteristic>'
    return f'<profile name="{name}" typeName="Ability (Passive)"><characteristics>{fields}</characteristics></profile>'


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A roster of another program with a text that is read and one that is not, and a folder of the player's own."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    profiles = profile("Reefmen") + written("Keen", TEXT) + written("Lucky", OTHER)
    model = selection("Reefman", "model", number="5")
    path = tmp_path / "list.ros"
    path.write_bytes(a_list(selection("Reefmen", inner=model, profiles=profiles, points=100)))
    return str(path)


def keen(file: str) -> AbilityDocument:
    return next(ability for ability in next(iter(ARMIES.find(file).units)).abilities if ability.name == "Keen")


def test_a_imp_8_importing_applies_nothing_until_it_is_accepted(file: str) -> None:
    armies = Armies()
    [text] = armies.texts(file)
    assert (text.owner, text.name, text.text, text.state) == ("Reefmen", "Keen", TEXT, "proposed")
    assert [text.text[start:end] for start, end in text.spans] == [TEXT]
    assert text.effects == ["+1 hit rolls · this unit · only attacks of kind: combat"]
    assert keen(file).handler == ""
    armies.decide(file, [text.id], accepted=True)
    assert (keen(file).handler, keen(file).params["what"]) == ("aura", "hit")
    assert [text.state for text in armies.texts(file)] == ["accepted"]


def test_a_imp_8_what_is_refused_stays_by_hand_and_can_be_accepted_later(file: str) -> None:
    armies = Armies()
    [text] = armies.texts(file)
    armies.decide(file, [text.id], accepted=True)
    armies.decide(file, [text.id], accepted=False)
    assert keen(file).handler == ""
    assert [text.state for text in armies.texts(file)] == ["refused"]
    armies.decide(file, [text.id], accepted=True)
    assert (keen(file).handler, kept_effects().refused) == ("aura", ())


def test_a_imp_8_what_a_player_corrects_is_used_and_shown(file: str) -> None:
    armies = Armies()
    [text] = armies.texts(file)
    values = {value.title: value for value in text.values}
    armies.correct(file, text.id, values["amount"].key, "2")
    assert keen(file).params["amount"] == 2
    [text] = armies.texts(file)
    assert (text.state, text.effects) == ("accepted", ["+2 hit rolls · this unit · only attacks of kind: combat"])
    armies.correct(file, text.id, values["only attacks of kind"].key, "")
    assert "attacks" not in keen(file).params
    with pytest.raises(DocumentError, match="must be a whole number"):
        armies.correct(file, text.id, values["amount"].key, "99")
    for odd in ("²", "9" * 5000):  # which `int` does not take
        with pytest.raises(DocumentError):
            armies.correct(file, text.id, values["amount"].key, odd)


def test_a_imp_8_limits_are_said_in_words() -> None:
    move = StepDocument(handler="move", params={"inches": "6", "way": "clear", "past": "models"})
    ward = StepDocument(handler="lend", params={"lends": "WARD", "amount": 5, "magic": 1, "target": "friend"})
    assert steps_words([move, ward]) == [
        "moves · this unit · inches: 6 · combat: kept out of · moves through: all models",
        "WARD (5+) · a friendly unit · only against spells, prayers and manifestations",
    ]


def test_a_imp_8_conditions_are_shown_in_words() -> None:
    needs: dict[str, str | int] = {"target": "enemy", "which": "terrain 3, not near 6 ANY, close 9 GULL, is FLY"}
    hit: dict[str, str | int] = {"what": "hit", "amount": 1, "if": "used TIDAL SONG, not damage 1"}
    steps = [StepDocument(handler="modify", params={**needs, **hit, "when": "with Gull Crown, around 4"})]
    assert steps_words(steps) == [
        "+1 hit rolls · an enemy unit · only if it: is within 3″ of a terrain feature, is not within 6″ of another "
        "friendly unit, is within 9″ of an enemy GULL, is FLY · only if the user: used a TIDAL SONG ability this turn, "
        "is not damaged · only if the other unit: still has its Gull Crown, is within 4″ of the user"
    ]
    assert {*WORDS} >= {*CONDITIONS}, "each condition has words"


def test_a_imp_8_no_text_is_kept(file: str) -> None:
    armies = Armies()
    armies.decide(file, [text.id for text in armies.texts(file)], accepted=True)
    assert "hit rolls" not in kept_path().read_text()


def test_a_imp_8_a_damaged_file_of_decisions_is_said_and_the_roster_is_read(file: str) -> None:
    kept_path().parent.mkdir(parents=True)
    kept_path().write_text("{}")
    army, remarks = ARMIES.opened(file)
    assert next(iter(army.units)).name == "Reefmen"
    assert any(remark.startswith("effects that you accepted are not used") for remark in remarks)
    with pytest.raises(DocumentError):
        kept_effects()


def test_a_imp_8_the_hash_is_that_of_the_text(file: str) -> None:
    one = keen(file)
    assert text_hash(one) == text_hash(one.model_copy(update={"id": "else", "effect": f"**{TEXT.upper()}**  "}))
    assert text_hash(one) != text_hash(one.model_copy(update={"effect": TEXT.replace("1", "2")}))
    assert text_hash(one) != text_hash(one.model_copy(update={"timing": "Your Hero Phase"}))


def test_a_imp_8_the_command_lists_and_accepts(file: str) -> None:
    listed = call("roster", "effects", file, "--ruleset", "aos4")
    assert f"\u00bb{TEXT}\u00ab" in listed.output
    assert "[read from text: check]" in listed.output
    assert "[accepted]" in call("roster", "effects", file, "--accept", "all", "--ruleset", "aos4").output
    assert keen(file).handler == "aura"
    identity = text_hash(keen(file))
    assert "[refused]" in call("roster", "effects", file, "--refuse", identity, "--ruleset", "aos4").output
    assert call("roster", "effects", file, "--accept", "nothing", "--ruleset", "aos4").exit_code == 2
    assert call("roster", "effects", "the-mended").exit_code == 2, "other rulebooks read no texts"
    assert '"state": "refused"' in call("roster", "effects", file, "--json", "--ruleset", "aos4").output


def test_a_imp_8_a_tool_measures_how_many_texts_are_read(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = texts([Path(file), Path(file)])
    assert [(text.name, text.is_read) for text in found] == [("Keen", True), ("Lucky", False)]
    assert [*report(found)][-1].split() == ["all", "1", "of", "2", "50.0%"]
    main([file, "--sample", "1", "--unread", "1"])
    shown = capsys.readouterr().out
    assert "=> aura" in shown
    assert "## Lucky" in shown


@pytest.mark.parametrize(
    ("phrase", "fit"),
    [
        ("HERO", True),
        ("HEROES", True),
        ("TIDEBORN HERO", True),
        ("HERO TIDEBORN", True),
        ("TIDEBORN CAVALRY", False),
        ("CAVALRY or HERO", True),
        ("non-CAVALRY", True),
        ("non-HERO", False),
        ("TIDE", False),
        ("Tide Reeves", True),
        ("DEEP FOLK", True),
    ],
)
def test_a_key_1_keywords_in_a_row_fit_a_unit(phrase: str, fit: bool) -> None:
    assert fits({"HERO", "TIDEBORN", "TIDE REEVE", "DEEP FOLKS"}, [phrase]) is fit


def test_a_key_1_all_phrases_must_fit_and_nothing_may_be_left() -> None:
    assert fits({"HERO", "TIDEBORN"}, ["HERO", "TIDEBORN"])
    assert not fits({"HERO"}, ["HERO", "TIDEBORN"])
    assert covers(frozenset({"WAR MACHINE", "WAR"}), "WAR MACHINES")
    assert not covers(frozenset({"WAR"}), "WAR MACHINE")
