"""Properties that are computed once, without the lock that all objects of a class share in Python 3.11.

With that lock, two threads that need two such properties in opposite order wait for each other forever. Without it,
both threads may compute the same value, which does no harm.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - named as in functools
        """A property that is computed at its first use and then stored in the object."""

        def __init__(self, find: Any) -> None:
            self.find, self.name = find, ""
            self.__doc__ = find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, owner: Any, kind: type | None = None) -> Any:
            if owner is None:
                return self
            values = owner.__dict__
            if self.name not in values:
                values[self.name] = self.find(owner)
            return values[self.name]


__all__ = ["cached_property"]
