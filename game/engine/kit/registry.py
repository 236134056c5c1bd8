"""Registries: classes such as scenarios register themselves by key in the module that defines them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeVar

ThingT = TypeVar("ThingT")


class Registry(dict[str, ThingT]):
    """Things by key. For an unknown key, it raises a `KeyError` that names the `kind` of thing."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self.kind = kind

    def __missing__(self, key: str) -> ThingT:
        raise KeyError(f"no {self.kind} is called {key!r}; there are: {', '.join(self)}")

    def add(self, key: str, made: type[ThingT]) -> None:
        """Register an object of a class under its key. A class without a key is only a base for other classes."""
        if key:
            self[key] = made()

    def of(self, game: Any) -> ThingT:
        """Return the scenario that a game's setup names."""
        return self[game.setup.document.scenario]

    def sorted(self, attribute: str) -> tuple[str, ...]:
        """Return the keys ordered by an attribute of the things, independent of the order of registration."""
        return tuple(sorted(self, key=lambda key: getattr(self[key], attribute)))


def load(*packages: str) -> None:
    """Import every module of some packages, so that their classes register themselves."""
    for package in packages:
        for module in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{module.name}")
