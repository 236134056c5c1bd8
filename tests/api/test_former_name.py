"""What was called `game.doors` is `game.api`; programs that import the former name get the same things."""

from importlib import import_module


def test_the_former_name_of_the_api_gives_the_same_modules() -> None:
    former, now = import_module("game.doors"), import_module("game.api")
    assert [getattr(former, name) is getattr(now, name) for name in former.__all__] == [True] * 3
    assert import_module("game.doors.messages") is import_module("game.api.messages")
    spec = import_module("game.api.messages").__spec__
    assert spec is not None
    assert spec.name == "game.api.messages"
