"""The areas of `app`, the features of `ui` and the tests carry the same names: `python -m tests.rules.mirror`.

What has no counterpart is in one of the lists below with its reason, and only as long as it has none.
"""

import sys
from pathlib import Path

from app.areas import AREAS

ROOT = Path(__file__).resolve().parents[2]
FEATURES_ALONE = {
    "accounts/access": "shows one's own abilities, out of /api/v1/me",
    "bots/secrets": "writes secrets, which bots/catalog has the calls of",
    "bots/settings": "changes a bot of bots/catalog",
    "bots/versions": "shows versions, which bots/catalog has the calls of",
    "bots/overview": "joins what bots/catalog and reports say of one bot",
    "bots/flow": "edits the flows that bots/catalog has the calls of",
    "bots/knowledge": "edits the questions and answers of those flows",
    "bots/texts": "edits the texts of those flows in all languages",
    "channels/try": "the page on which channels/web is tried",
    "accounts/layout": "chooses preferences, a call of accounts/settings",
    "directory": "lists the pages there are",
    "home": "joins reports, tasks and notifications",
    "jobs": "shows operations/jobs",
    "misc": "explains errors",
    "reports/dashboard": "shows reports",
    "reports/due": "lists what a figure of reports/standard counts",
    "samples/design": "shows components",
}
"""Features without an area of their name."""
AREAS_ALONE = {
    "bots/documents": "shown by bots/knowledge",
    "channels/questions": "shown by bots/knowledge",
    "accounts/users": "the table; its people are accounts/people",
    "accounts/workspaces": "the table; settings of it are in accounts/settings",
    "bots/previews": "asked where a bot is made",
    "reports/bots": "asked by the list and the page of bots",
    "channels/openai": "asked by programs",
    "channels/rest": "asked by programs",
    "channels/sessions": "the sessions of a channel's visitors",
    "channels/shadows": "shown by bots/handlers",
    "channels/replays": "shown by bots/versions",
    "channels/web": "what the widget on other pages calls",
    "analytics": "measures what reports show",
    "content/editor": "the editing of blog, FAQ and knowledge base",
    "conversations": "the store; its list is reports/history",
    "ingest": "takes events",
    "operations": "health and backups",
    "operations/jobs": "shown by jobs",
    "processes": "servers",
    "reports": "shown by reports/dashboard",
    "reports/funnels": "shown by reports/standard",
    "reports/records": "the tables; shown by targets, annotations and snapshots",
    "reports/reviews": "shown by reports/history",
    "seeding": "samples",
    "web": "the browser's side of Flask",
    "webhooks": "shown by reference",
}
"""Areas beside those of `core` that no feature of their name shows."""
FEATURES_UNTESTED = {
    "accounts/auth", "content/blog", "content/faq", "content/knowledge_base", "content/pricing",
    "channels/try", "work",
}  # fmt: skip
"""Features that `tests/ssr` and the journeys alone look at."""
AREAS_UNTESTED = {"accounts/workspaces"}
"""Areas that the tests of those around them look at."""


def areas() -> set[str]:
    """The folders of the areas in `app`."""
    return {area.replace(".", "/") for area in AREAS}


def features(root: Path = ROOT) -> set[str]:
    """The folders of the features in `ui/features`: those that declare pages or calls."""
    top = root / "ui" / "features"
    return {file.parent.relative_to(top).as_posix() for name in ("pages.ts", "api.ts") for file in top.rglob(name)}


def tested(root: Path, kind: str, *patterns: str) -> set[str]:
    """The folders under `tests/app` or `tests/ui` that have tests."""
    top = root / "tests" / kind
    return {file.parent.relative_to(top).as_posix() for pattern in patterns for file in top.rglob(pattern)}


def _pair(names: set[str], other: set[str], alone: set[str], what: str) -> list[str]:
    """What one side has and the other has not, unless it is known to be alone, and what is wrongly said to be."""
    missing = [f"{name}: {what}" for name in sorted(names - other - alone)]
    return missing + [f"{name}: is no longer alone (tests/rules/mirror.py)" for name in sorted(alone - (names - other))]


def problems(root: Path = ROOT) -> list[str]:
    """Every name that one side has and the others have not."""
    areas_ = {area for area in areas() if not area.startswith("core/")}
    of_app = tested(root, "app", "test_*.py")
    of_ui = tested(root, "ui", "*.test.ts", "*.test.tsx")
    folders = {path.relative_to(root / "app").as_posix() for path in (root / "app").rglob("*") if path.is_dir()}
    parts = {path.relative_to(root / "ui").as_posix() for path in (root / "ui").rglob("*") if path.is_dir()}
    known = features(root)
    # A part of the interface, or of its features: groups, and what several of a group share.
    parts |= {name.removeprefix("features/") for name in parts}
    return [
        *_pair(known, areas_, set(FEATURES_ALONE), "is a feature and no area"),
        *_pair(areas_, known, set(AREAS_ALONE), "is an area that no feature shows"),
        *_pair(areas_, of_app, AREAS_UNTESTED, "is an area without tests in tests/app"),
        *_pair(of_app, folders, {"."}, "is tested in tests/app and not there"),
        *_pair(known, of_ui, FEATURES_UNTESTED, "is a feature without tests in tests/ui"),
        *_pair(of_ui, parts, {".", "addresses"}, "is tested in tests/ui and not there"),
    ]


if __name__ == "__main__":
    problem_list = problems()
    if problem_list:
        print("\n".join(problem_list))
    sys.exit(1 if problem_list else 0)
