"""The areas by name; each is a package whose `routes` and `compat_routes` modules hold its blueprints."""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from flask import Flask

from app.core.http.extensions import api
from app.core.security.visitor import check_declared

AREAS = (
    "core.jobs",
    "core.realtime",
    "core.mail",
    "core.http",
    "audit",
    "accounts.workspaces",
    "accounts.users",
    "accounts.auth",
    "accounts.people",
    "accounts.oidc",
    "accounts.settings",
    "accounts.languages",
    "notifications",
    "webhooks",
    "web",
    "clients",
    "reference",
    "bots.catalog",
    "bots.understanding",
    "bots.documents",
    "bots.media",
    "bots.cases",
    "bots.previews",
    "bots.handlers",
    "conversations",
    "analytics",
    "ingest",
    "channels.questions",
    "channels.sessions",
    "channels.shadows",
    "channels.replays",
    "channels.tokens",
    "channels.themes",
    "channels.web",
    "channels.messaging",
    "channels.voice",
    "channels.openai",
    "channels.rest",
    "sandbox",
    "inbox",
    "imports",
    "masters.records",
    "masters.imports",
    "masters.documents",
    "leads",
    "offers",
    "reports.records",
    "reports",
    "reports.reviews",
    "reports.annotations",
    "reports.targets",
    "reports.history",
    "reports.outlets",
    "reports.contacts",
    "reports.calls",
    "reports.bots",
    "reports.standard",
    "reports.funnels",
    "reports.explanations",
    "reports.dashboards",
    "reports.receipts",
    "reports.snapshots",
    "reports.alerts",
    "reports.schedules",
    "exports",
    "content.blog",
    "content.faq",
    "content.knowledge_base",
    "content.pricing",
    "content.editor",
    "office.todo",
    "office.calendar",
    "office.email",
    "office.chat",
    "office.invoices",
    "office.shop",
    "office.profile",
    "samples.cards",
    "samples.datatables",
    "bookmarks",
    "search",
    "work",
    "seeding",
    "processes",
    "operations",
    "operations.jobs",
)
"""Packages in the order in which each may use what is before it."""


def modules(kind: str) -> list[ModuleType]:
    """The areas' modules of one kind (`routes`, `models`, `jobs`, `cli`, `seed`, `sitemap`), where they have one."""
    names = [f"app.{area}" for area in AREAS]
    present = [name for name in names if find_spec(name) and find_spec(f"{name}.{kind}")]
    return [import_module(f"{name}.{kind}") for name in present]


def register(app: Flask) -> None:
    """Register every area's blueprints and check that each operation declares an ability."""
    modules("providers")
    names: dict[str, None] = {}
    for routes in modules("compat_routes") + modules("routes"):
        for blueprint in getattr(routes, "blueprints", None) or (routes.blp,):
            if blueprint.name not in names:
                api.register_blueprint(blueprint)
                names[blueprint.name] = None
    check_declared(app, set(names))
    # Lower areas ask the application, where they want something of each: the demonstration its samples.
    app.extensions["areas"] = modules
    app.extensions["sitemap"] = [area.addresses for area in modules("sitemap")]
    # Every process knows the jobs: who runs one again tells what it belongs to.
    modules("jobs")
