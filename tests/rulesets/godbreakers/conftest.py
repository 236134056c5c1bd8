"""Every game that a test begins must use up its scripted dice exactly."""

from collections.abc import Iterator

import pytest

from tests.rulesets.godbreakers import kit


@pytest.fixture(autouse=True)
def all_dice_are_rolled(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Remember each game begun and ask at the end of the test what is left of its script."""
    begun: list[kit.Play] = []
    plain_init = kit.Play.__init__

    def remembering(self: kit.Play, *given: object, **named: object) -> None:
        plain_init(self, *given, **named)  # type: ignore[arg-type]
        begun.append(self)

    monkeypatch.setattr(kit.Play, "__init__", remembering)
    yield
    assert [play.dice_left for play in begun] == [0] * len(begun)
