"""What registers itself is found by its key, and an unknown key is answered with those that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.kit.registry import Registry, load

DICE: Registry[Die] = Registry("die")


class Die:
    key = ""
    sides = 0

    def __init_subclass__(cls) -> None:
        DICE.add(cls.key, cls)


class Twenty(Die):
    key, sides = "d20", 20


class Base(Die):
    """A base of others has no key."""


class Six(Base):
    key, sides = "d6", 6


def test_what_has_a_key_is_registered_in_the_order_of_definition() -> None:
    assert [*DICE] == ["d20", "d6"]
    assert isinstance(DICE["d6"], Six)
    assert DICE.sorted("sides") == ("d6", "d20")


def test_an_unknown_key_says_what_there_is() -> None:
    with pytest.raises(KeyError, match="no die is called 'd7'; there are: d20, d6"):
        DICE["d7"]
    assert DICE.get("d7") is None
    assert "d7" not in DICE


def test_every_module_of_a_package_is_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "dice_of_a_test"
    package.mkdir()
    (package / "__init__.py").write_text("loaded = []\n", encoding="utf-8")
    for name in ("eight", "ten"):
        text = f"import dice_of_a_test\ndice_of_a_test.loaded.append({name!r})\n"
        (package / f"{name}.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    load("dice_of_a_test")
    load("dice_of_a_test")
    import dice_of_a_test  # type: ignore[import-not-found]

    assert dice_of_a_test.loaded == ["eight", "ten"]
