"""The table answers as it did: every question about some small scenes, against what was recorded."""

from __future__ import annotations

import pytest

from tests.answers.asking import differences
from tests.answers.scenes import SCENES, all_recorded, answers, recorded


@pytest.mark.parametrize("name", SCENES)
def test_the_table_answers_as_recorded(name: str) -> None:
    found = [*differences(recorded(name), answers(name))]
    meant = f"if that is meant: python tools/answers.py --update '{name}'"
    assert not found, "\n".join([f"{name}: {len(found)} answers differ", *found[:12], meant])


def test_every_recorded_scene_is_asked_about() -> None:
    assert all_recorded() == {*SCENES}
