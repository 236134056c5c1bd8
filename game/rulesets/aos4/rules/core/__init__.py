"""The abilities that every army has, by the phase in which they are used (A-AB). Imports all other rules but phases."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules


def load_all() -> None:
    """Import every ability of this folder."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
