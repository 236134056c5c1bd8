"""How a kernel is compiled: when its module is imported, or fetched from the disk if it was compiled before.

Kernels are written out as loops over numbers and know no other type than numbers and arrays. Each says what the numpy
function of the same name says; that one is the oracle it is tested against.
"""

from collections.abc import Callable
from typing import TypeVar, cast

import numba

from game.table.compiling import folder_of_kernels

_FOLDER = folder_of_kernels()
if _FOLDER is not None:
    vars(numba.config)["CACHE_DIR"] = str(_FOLDER)

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(signature: str) -> Callable[[Function], Function]:
    """Compile a function for arguments of the types given, in numba's notation."""
    return cast(Callable[[Function], Function], numba.njit(signature, cache=True, error_model="numpy"))


def within_kernels(function: Function) -> Function:
    """Compile a function along with the kernels that call it."""
    return cast(Function, numba.njit(cache=True, error_model="numpy")(function))
