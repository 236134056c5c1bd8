"""Properties that are worked out once, without the lock that Python 3.11 has for all objects of a class together.

With that lock two threads that need two such properties in another order wait for each other for ever. Without it both
may work the same thing out, which does no harm.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or sys.version_info >= (3, 12):
    from functools import cached_property
else:

    class cached_property:  # noqa: N801 - it stands for the one of functools
        """A property that is worked out on first use and then kept in the object."""

        def __init__(self, find: Any) -> None:
            self.find, self.name = find, ""
            self.__doc__ = find.__doc__

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, owner: Any, kind: type | None = None) -> Any:
            if owner is None:
                return self
            kept = owner.__dict__
            if self.name not in kept:
                kept[self.name] = self.find(owner)
            return kept[self.name]


__all__ = ["cached_property"]
