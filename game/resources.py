"""The folders of maps and assets: at the top of a checkout, or inside the package when installed from a wheel."""

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """Return the folder or file `name` ("maps", "assets/fonts"), in a checkout or in an installed package."""
    in_checkout = _PACKAGE.parent / name
    if (_PACKAGE.parent / "pyproject.toml").is_file() and in_checkout.exists():
        return in_checkout
    return _PACKAGE / "data" / name


@cache
def bundled_maps() -> tuple[Path, ...]:
    """Return the map documents that come with the program, by file name."""
    return tuple(sorted(resource("maps").glob("*.json")))


def bundled_map(name: str) -> Path | None:
    """Return the bundled map of that file name, with or without `.json`; None if there is none."""
    return next((path for path in bundled_maps() if name in (path.name, path.stem)), None)
