"""How often something is repeated: enough to see it fail in the suite, many times more in `make endure`."""

import os

ENDURE = os.environ.get("ENDURE") == "1"


def repetitions(suite: int, endure: int) -> int:
    """The count for this run."""
    return endure if ENDURE else suite
