"""Effects that a pack can give its abilities by `handler` and `params` (A-IMP-9): one class each.

Whom they are for is said by parameters too, see `targets`. Imports abilities, attacks and moving.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules


def load_all() -> None:
    """Import every effect of this folder."""
    for module in iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
