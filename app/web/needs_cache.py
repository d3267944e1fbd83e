"""What a process has learnt of pages: which needs an address had, and which documents it has finished."""

from app.core.lru import Recent

Address = tuple[str, str, int]
"""Build, canonical address, reader."""


class Memory:
    """Lets needs be answered before they are asked for, and an unchanged page be recognised without rendering it.

    A wrong memory costs an answer nobody needs, or one more question; never a wrong page.
    """

    def __init__(self) -> None:
        """Start knowing nothing."""
        self._needs: Recent[Address, tuple[str, ...]] = Recent(2_000)
        self._finished: Recent[str, bool] = Recent(10_000)

    def needs(self, address: Address) -> tuple[str, ...] | None:
        """What the page needed when it was last rendered; None when it has not been."""
        return self._needs.get(address)

    def finished(self, tag: str) -> bool:
        """Whether a document of this tag was sent whole: only then is a browser's copy known to be good."""
        return self._finished.get(tag) is True

    def learn(self, address: Address, needs: tuple[str, ...], tag: str) -> None:
        """Keep what a finished page has shown."""
        self._needs.put(address, needs)
        self._finished.put(tag, True)
