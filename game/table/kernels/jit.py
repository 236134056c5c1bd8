"""How a kernel is compiled: when its module is imported, or fetched from the disk if it was compiled before.

Kernels are written out as loops over numbers and know no other type than numbers and arrays. Each says what the numpy
function of the same name says; that one is the oracle it is tested against.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import numba

# The library compiles a function anew when its own file has changed, but not when one that it calls has. So what is
# kept has a folder for each state of the modules that kernels are made of.
_TABLE = Path(__file__).resolve().parents[1]
_KEPT = _TABLE / "kernels" / "__pycache__"
_STATE = hashlib.blake2b(
    b"".join(path.read_bytes() for path in sorted(_TABLE.rglob("*.py"))), digest_size=6
).hexdigest()
if os.access(_KEPT if _KEPT.is_dir() else _KEPT.parent, os.W_OK):
    vars(numba.config)["CACHE_DIR"] = str(_KEPT / _STATE)

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(signature: str) -> Callable[[Function], Function]:
    """Compile a function for arguments of the types given, in numba's notation."""
    return cast(Callable[[Function], Function], numba.njit(signature, cache=True, error_model="numpy"))


def within_kernels(function: Function) -> Function:
    """Compile a function along with the kernels that call it."""
    return cast(Function, numba.njit(cache=True, error_model="numpy")(function))
