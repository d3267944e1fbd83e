"""What machines read: robots.txt, a sitemap with every language of every public page, and security.txt."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from html import escape

from flask import Blueprint, Response, current_app, request

from app.core.clock import now
from app.core.errors import NotFound
from app.core.languages import LANGUAGES
from app.web.site import site

SECURITY = "/.well-known/security.txt"
# Less than a year, as the standard advises; sent again each day.
SECURITY_FOR = timedelta(days=180)
PRIVATE = ("/api/", "/jwt/", "/submit", "/reports/", "/admin/", "/apps/")


def base_url() -> str:
    """The address visitors know us by, without a slash at its end."""
    return site().settings.public_url or request.host_url.rstrip("/")


def robots() -> Response:
    """Which addresses are not for crawlers, and where the sitemap is."""
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE), f"Sitemap: {base_url()}/sitemap.xml", ""]
    return _public("\n".join(lines), "text/plain; charset=utf-8")


def sitemap() -> Response:
    """The public pages, each with its languages."""
    base, table = base_url(), site().table
    entries = [
        _entry(base + page.path)
        for page in table.pages
        if page.sitemap and page.access.kind == "public" and not page.has_parameters
    ]
    entries += [_entry(base + path, changed) for path, changed in _content() if table.match(path)]
    return _public(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
        + "".join(entries)
        + "</urlset>\n",
        "application/xml; charset=utf-8",
    )


def security() -> Response:
    """Where weaknesses are reported (RFC 9116); 404 while nobody is named."""
    contact = site().settings.security_contact
    if not contact:
        raise NotFound
    expires = (now() + SECURITY_FOR).replace(hour=0, minute=0, second=0, microsecond=0)
    lines = [
        f"Contact: {contact}",
        f"Expires: {expires.isoformat().replace('+00:00', 'Z')}",
        f"Preferred-Languages: {', '.join(LANGUAGES)}",
        f"Canonical: {base_url()}{SECURITY}",
        "",
    ]
    return _public("\n".join(lines), "text/plain; charset=utf-8")


def in_language(url: str, language: str) -> str:
    """A page's address in a language; English needs no mark."""
    return url if language == "en" else f"{url}?hl={language}"


def _content() -> Iterator[tuple[str, datetime]]:
    """The addresses of what the areas publish, with when it was last changed."""
    for addresses in current_app.extensions["sitemap"]:
        yield from addresses()


def _entry(url: str, changed: datetime | None = None) -> str:
    """One page of the sitemap."""
    versions = [(language, in_language(url, language)) for language in LANGUAGES] + [("x-default", url)]
    links = "".join(
        f'<xhtml:link rel="alternate" hreflang="{name}" href="{escape(address)}"/>' for name, address in versions
    )
    lastmod = f"<lastmod>{changed.date().isoformat()}</lastmod>" if changed is not None else ""
    return f"<url><loc>{escape(url)}</loc>{lastmod}{links}</url>\n"


def _public(text: str, content_type: str) -> Response:
    """Text that anybody may keep for an hour."""
    response = Response(text, content_type=content_type)
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


def register(blueprint: Blueprint) -> None:
    """Add the addresses."""
    blueprint.add_url_rule("/robots.txt", view_func=robots)
    blueprint.add_url_rule("/sitemap.xml", view_func=sitemap)
    blueprint.add_url_rule(SECURITY, "security", view_func=security)
