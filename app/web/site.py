"""What the page views share: table, renderer, assets, cache and kept copies of one application."""

from dataclasses import dataclass, field
from pathlib import Path

from flask import Flask, current_app

from app.config import Settings
from app.web.assets import Assets
from app.web.needs_cache import Memory
from app.web.page_cache import PageCache
from app.web.slow_pages import SlowPages
from app.web.snapshots import Copies
from app.web.table import Table, TableFile
from app.web.worker import Renderer, socket_paths


@dataclass
class Site:
    """The browser's side of one application."""

    settings: Settings
    tables: TableFile
    renderer: Renderer
    assets: Assets
    cache: PageCache
    copies: Copies
    memory: Memory = field(default_factory=Memory)
    held: SlowPages = field(default_factory=SlowPages)

    @property
    def table(self) -> Table:
        """The present page table."""
        return self.tables.current()


def make_site(app: Flask, settings: Settings) -> Site:
    """The site of an application: its build lies in `app/static/build`."""
    build = Path(app.config.get("PAGES_BUILD") or Path(app.root_path) / "static" / "build")
    return Site(
        settings=settings,
        tables=TableFile(build / "pages.json", watch=not settings.production),
        renderer=Renderer(socket_paths(settings)),
        assets=Assets(build),
        cache=PageCache(mark=settings.instance / "content.changed"),
        copies=Copies(settings.instance / "copies"),
    )


def site() -> Site:
    """The present application's site."""
    current: Site = current_app.extensions["site"]
    return current
