"""Where the maps and assets are: at the top of a checkout, or inside the package when installed from a wheel."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def resource(name: str) -> Path:
    """The folder or file `name` ("maps", "assets/fonts"), in a checkout or in an installed package."""
    in_checkout = _PACKAGE.parent / name
    if (_PACKAGE.parent / "pyproject.toml").is_file() and in_checkout.exists():
        return in_checkout
    return _PACKAGE / "data" / name


def bundled_maps() -> list[Path]:
    """The map documents that come with the program, by file name."""
    return sorted(resource("maps").glob("*.json"))


def bundled_map(name: str) -> Path | None:
    """The bundled map of that file name, with or without `.json`; None where there is none."""
    return next((path for path in bundled_maps() if name in (path.name, path.stem)), None)


def find_map(name: str | Path) -> Path:
    """The map of a file name or of a bundled map's name; any other name comes back, to be reported as missing."""
    given = Path(name)
    try:
        if given.exists():
            return given
    except OSError:  # longer than any name of a file may be
        return given
    return bundled_map(str(name)) or given
