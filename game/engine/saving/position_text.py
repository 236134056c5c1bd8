"""Positions as one line of text: "inchwise-position:1:" and the compressed document in URL-safe base64."""

import base64
import binascii
import json
import zlib
from typing import Final

from game.documents.error import DocumentError
from game.documents.limits import MAX_BYTES
from game.documents.reading import parse_document
from game.engine.saving.documents import PositionDocument, plain
from game.wording import _

HEAD: Final = "inchwise-position:1:"


def position_text(document: PositionDocument) -> str:
    """Return a position as one line of text."""
    content = json.dumps(plain(document), separators=(",", ":"), sort_keys=True)
    return HEAD + base64.urlsafe_b64encode(zlib.compress(content.encode(), 9)).decode()


def read_position_text(text: str, file: str = "") -> PositionDocument:
    """Return the position in a text (such a line, or JSON); raise `DocumentError`."""
    file = file or _("the text")
    text = text.strip().lstrip("\ufeff")
    if not text.startswith(HEAD):
        if not text.startswith("{"):
            reason = _("is not a position: it must begin with {head} or a brace", head=HEAD)
            raise DocumentError(file, "", reason)
        return parse_document(text[: MAX_BYTES + 1], PositionDocument, file)
    try:
        packed = base64.urlsafe_b64decode("".join(text[len(HEAD) :].split()))
        unpacking = zlib.decompressobj()
        content = unpacking.decompress(packed, MAX_BYTES)
        complete = unpacking.eof and not unpacking.unconsumed_tail
        unpacked = content.decode()
    except (binascii.Error, zlib.error, ValueError):
        raise DocumentError(file, "", _("is damaged: copy the whole line again")) from None
    if not complete:
        raise DocumentError(file, "", _("is damaged or too large: copy the whole line again"))
    return parse_document(unpacked, PositionDocument, file)
