"""The error of an unusable document, in a light module that every other may import."""


class DocumentError(ValueError):
    """A document that cannot be used: its `file`, the place in it (`terrain[2].area[0]` or "") and the reason."""

    def __init__(self, file: str, where: str, reason: str) -> None:
        super().__init__(file, where, reason)
        self.file = file
        self.where = where
        self.reason = reason

    def __str__(self) -> str:
        place = f" at {self.where}:" if self.where else ""
        return f"{self.file}:{place} {self.reason}"
