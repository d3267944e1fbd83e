"""`python -m app.processes`: starts the processes of an installation and keeps them running."""

import sys

from app.config import settings_or_exit
from app.core import logs
from app.core.malloc import bound_heaps
from app.processes.reload import CHECK
from app.processes.supervisor import application, supervise


def main(words: list[str]) -> int:
    """Supervise until asked to stop; `--reload` is for developing, `--check` only sees whether all can be loaded."""
    bound_heaps()
    settings = settings_or_exit()
    logs.configure(settings)
    if CHECK in words:
        application()
        return 0
    address = settings.public_url or f"http://{settings.address}"

    def announce() -> None:
        line = f"Parley is at {address}"
        if not settings.production:
            line += "  —  sign in as admin@demo.com / admin or client@demo.com / client"
        print(line, flush=True)  # noqa: T201 - what a command prints

    return supervise(settings, announce, reload="--reload" in words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
