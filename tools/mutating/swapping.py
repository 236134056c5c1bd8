"""A mutant's code in place of the original: in functions that exist already, or in a module as it is imported."""

from __future__ import annotations

import gc
import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import _lru_cache_wrapper
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType

VARIABLE = "INCHWISE_MUTANT"
"""Where a fresh process reads which source to import for which file, as JSON."""

Key = tuple[str, int, int]
"""What names a function's code within a module: its name, its first line, and which of several that share both."""


def functions(under: Path) -> dict[str, list[FunctionType]]:
    """Return all functions that exist whose code lies in a folder, by file."""
    gc.unfreeze()
    by_file: dict[str, list[FunctionType]] = defaultdict(list)
    for thing in gc.get_objects():
        if type(thing) is FunctionType and thing.__code__.co_filename.startswith(str(under)):
            by_file[thing.__code__.co_filename].append(thing)
    gc.freeze()
    return by_file


def caches() -> list[_lru_cache_wrapper[object]]:
    """Return the caches of all functions of the game that keep what they returned."""
    gc.unfreeze()
    kept = [thing for thing in gc.get_objects() if isinstance(thing, _lru_cache_wrapper)]
    gc.freeze()
    return [each for each in kept if each.__module__.startswith("game.")]


def forget(kept: Iterable[_lru_cache_wrapper[object]]) -> None:
    """Empty caches: a test runs no line, and meets no mutant, of a function whose result is kept from before."""
    for each in kept:
        each.cache_clear()


def swap(path: Path, mutated: bytes, existing: Sequence[FunctionType]) -> bool:
    """Give the existing functions of a module the mutated code; return False where that cannot be."""
    before = _codes(compile(path.read_bytes(), str(path), "exec", dont_inherit=True))
    after = _codes(compile(mutated, str(path), "exec", dont_inherit=True))
    changed = {key: after.get(key) for key, code in before.items() if code != after.get(key)}
    if not changed or any(code is None for code in changed.values()):
        return False
    changed_outside = [key for key in changed if key[0] == "<module>"]
    if changed_outside and not any(key[0] != "<module>" for key in changed):
        return False
    by_key = {(code.co_qualname, code.co_firstlineno, code): key for key, code in before.items()}
    done = 0
    for function in existing:
        code = function.__code__
        key = by_key.get((code.co_qualname, code.co_firstlineno, code))
        new = changed.get(key) if key is not None else None
        if new is not None:
            if len(new.co_freevars) != len(code.co_freevars):
                return False
            function.__code__ = new
            done += 1
    return done > 0


def _codes(code: CodeType) -> dict[Key, CodeType]:
    """Return all code in a module's code, by what names it."""
    by_key: dict[Key, CodeType] = {}
    count: dict[tuple[str, int], int] = defaultdict(int)
    waiting = [code]
    while waiting:
        code = waiting.pop(0)
        count[code.co_qualname, code.co_firstlineno] += 1
        by_key[code.co_qualname, code.co_firstlineno, count[code.co_qualname, code.co_firstlineno]] = code
        waiting += [inner for inner in code.co_consts if isinstance(inner, CodeType)]
    return by_key


class Mutated(MetaPathFinder):
    """Finds one module with another source than its file has."""

    def __init__(self, path: Path, source: bytes) -> None:
        self.path = path
        self.source = source

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the module's spec with the other source."""
        if not fullname.startswith("game"):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None or Path(spec.origin) != self.path:
            return None
        spec.loader = _Loader(fullname, str(self.path), self.source)
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, fullname: str, path: str, source: bytes) -> None:
        super().__init__(fullname, path)
        self.source = source

    def get_code(self, fullname: str) -> CodeType:
        """Compile the other source; nothing of it is kept on the disk."""
        return compile(self.source, self.path, "exec", dont_inherit=True)


if VARIABLE in os.environ:  # pytest imports this as a plugin, before anything of ours
    _given = json.loads(os.environ.pop(VARIABLE))
    assert not any(name == "game" or name.startswith("game.") for name in sys.modules)
    sys.meta_path.insert(0, Mutated(Path(_given["path"]), _given["source"].encode()))
