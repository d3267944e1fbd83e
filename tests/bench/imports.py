"""Messages a second of a whole import, with rollups and search index."""

from tests.bench.figures import ROOT, Figure, at_least, skipped
from tests.bench.installation import prepared

DIALOGUES = ROOT.parent / "shared" / "data" / "sgd-dev.jsonl.gz"
MESSAGES = 38_768


def measure() -> list[Figure]:
    """Import the 2,098 dialogues into an installation of their own; the command's own start is taken off."""
    if not DIALOGUES.exists():
        return skipped("import", "the dialogues are not on this machine")
    with prepared() as site:
        start = site.flask("routes")
        took = site.flask("conversations", "import", str(DIALOGUES), "--workspace", "demo") - start
    return [at_least("import with rollups and search index, messages/s", MESSAGES / max(0.1, took), 5_000)]
