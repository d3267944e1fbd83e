"""The areas by name; each is a package whose `routes` module holds its blueprints."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from flask import Flask

from app.extensions import api
from app.security import check_declared

PRODUCT = (
    "auth", "bots", "conversations", "imports", "exports", "reports", "audit", "pages", "jobs", "work", "search",
    "bookmarks", "locales", "live", "notifications",
)  # fmt: skip
BESIDE = ("users", "workspaces", "clients", "seeding", "server", "operations")
"""What has models or commands, but no calls of its own."""
DEMOS = (
    "demos.faq", "demos.pricing", "demos.account", "demos.profile", "demos.todo", "demos.knowledge_base", "demos.blog",
    "demos.calendar", "demos.invoices", "demos.shop", "demos.cards", "demos.datatables", "demos.users", "demos.chat",
    "demos.email",
)  # fmt: skip


def modules(kind: str) -> list[ModuleType]:
    """The areas' modules of one kind (`routes`, `models`, `jobs`, `cli`, `sitemap`), where they have one."""
    names = [f"app.{area}" for area in (*PRODUCT, *BESIDE, *DEMOS)]
    found = [name for name in names if find_spec(name) and find_spec(f"{name}.{kind}")]
    return [import_module(f"{name}.{kind}") for name in found]


def register(app: Flask) -> None:
    """Register every area's blueprints and check that each operation declares an ability."""
    names = set()
    for routes in modules("routes"):
        for blueprint in getattr(routes, "blueprints", None) or (routes.blp,):
            api.register_blueprint(blueprint)
            names.add(blueprint.name)
    check_declared(app, names)
    # Every process knows the jobs: who runs one again tells what it belongs to.
    modules("jobs")
