"""The files of unit profiles that a player typed: one per unit, in one folder per rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import Field

from game.documents.battlescribe.names import key, keys
from game.documents.error import DocumentError
from game.documents.files import home, home_path, stem_of, write_json
from game.documents.reading import Document, Name, load_document
from game.documents.yaml_text import Node, read_yaml, read_yaml_text
from game.printable import LONGEST_NAME, shortened
from game.wording import _

FOLDER: Final = "profiles"
DocumentT = TypeVar("DocumentT", bound=Document)


class TypedProfile(Document):
    """The profile of a unit as typed by a player, or in `like` the name under which a library has it.

    `stands_in` names the unit whose values it borrows until a library has its own.
    """

    version: Literal[1] = 1
    name: Name
    like: Annotated[str, Field(max_length=80)] = ""
    stands_in: Annotated[str, Field(max_length=80)] = ""

    def typed(self) -> Mapping[str, str]:
        """Return its values by field, as a player types them; none if a library has them."""
        return {}


ProfileT = TypeVar("ProfileT", bound=TypedProfile)


class OwnProfiles(Generic[ProfileT]):
    """The profiles that a player typed for a rulebook; `troubles` describes those that cannot be read."""

    def __init__(self, ruleset: str, kind: type[ProfileT]) -> None:
        self.documents, self.troubles = kept_profiles(ruleset, kind)
        self._known = {key(document.name): document for document in self.documents}

    def find(self, name: str) -> ProfileT | None:
        """Return the profile of a unit by its name, or None."""
        return next((self._known[wanted] for wanted in keys(name) if wanted in self._known), None)

    def renamed(self, name: str) -> str:
        """Return the name that a unit has in a library."""
        profile = self.find(name)
        return profile.like if profile is not None and profile.like else name


def kept_profiles(ruleset: str, document: type[DocumentT]) -> tuple[list[DocumentT], list[str]]:
    """Return the profiles that the player typed, and descriptions of those that cannot be read."""
    documents, troubles = list[DocumentT](), list[str]()
    for path in sorted((home_path() / FOLDER / ruleset).glob("*.json")):
        if path.stem.endswith(".previous"):
            continue
        try:
            documents.append(load_document(path, document))
        except (DocumentError, OSError) as error:
            troubles.append(str(error))
    return documents, troubles


def keep_profile(ruleset: str, profile: TypedProfile) -> None:
    """Save a profile in the data folder, replacing any profile of the same unit; raise `OSError`."""
    folder = home() / FOLDER / ruleset
    folder.mkdir(parents=True, exist_ok=True)
    content = profile.model_dump(mode="json", exclude_defaults=True) | {"format": profile.format, "version": 1}
    write_json(folder / f"{stem_of(profile.name, 'profile')}.json", content)


def remove_profile(ruleset: str, name: str, names: Iterable[str]) -> None:
    """Remove the profile of a unit; `names` are the existing ones. Raises `DocumentError`, `OSError`."""
    folder = home_path() / FOLDER / ruleset
    for path in (folder / f"{stem_of(name, 'profile')}.json", folder / f"{name}.json"):
        if path.is_file():
            path.unlink()
            return
    text = _("no profile of yours has that name - your profiles: {known}", known=", ".join(names) or _("none"))
    raise DocumentError(shortened(name, LONGEST_NAME), "", text)


def typed_fields(file: str) -> dict[str, Any]:
    """Return the fields in a YAML or JSON document of a few lines, as plain data; raise `DocumentError`, `OSError`."""
    root = read_yaml(read_yaml_text(file), file)
    if root.kind != "mapping":
        raise DocumentError(file, root.place, _("is not a profile - write name, move, health, save, control, …"))
    return {str(name.value): _plain(value) for name, value in root.pairs}


def _plain(node: Node) -> Any:
    """Return a node as plain data; a weapon line that YAML reads as a mapping becomes a line of text again."""
    if node.kind == "list":
        return [_plain(item) for item in node.items]
    if node.kind == "mapping":
        return ", ".join(f"{name.value}: {_plain(value)}" for name, value in node.pairs)
    return node.value
