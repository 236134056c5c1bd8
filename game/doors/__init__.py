"""The former name of `game.api`, for programs that still use that name. Imports only `game.api`."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

from game.api import GamePlan, bots, new_game

__all__ = ["GamePlan", "bots", "new_game"]


class _Former(MetaPathFinder, Loader):
    """Finds `game.doors.X` as `game.api.X`, the same module and not a copy."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        return ModuleSpec(name, self) if name.startswith(f"{__name__}.") else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(spec.name.replace(__name__, "game.api", 1))
        spec.loader_state = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Restore the module's own spec. The module is loaded already."""
        if module.__spec__ is not None:
            module.__spec__ = module.__spec__.loader_state


sys.meta_path.insert(0, _Former())
