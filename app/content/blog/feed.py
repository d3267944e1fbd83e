"""The blog as an Atom feed (RFC 4287)."""

from html import escape

from flask import Response

from app.content.blog.models import BlogPost
from app.content.blog.service import address_of, public_posts
from app.content.markdown import to_html, to_plain
from app.content.site_workspace import in_site_workspace
from app.core.clock import now
from app.core.db.base import db
from app.core.languages import RIGHT_TO_LEFT
from app.web.seo import base_url, in_language

ENTRIES = 20
LIST, FEED = "/pages/blog/list", "/blog/feed.xml"


def atom(language: str) -> Response:
    """The newest posts in a language."""
    base = base_url()
    with in_site_workspace() as bound:
        posts = list(db.session.scalars(public_posts().limit(ENTRIES))) if bound else []
        entries = "".join(_entry(base, post, language) for post in posts)
        updated = max((post.updated_at for post in posts), default=now())
    direction = ' dir="rtl"' if language in RIGHT_TO_LEFT else ""
    own, page = escape(in_language(base + FEED, language)), escape(in_language(base + LIST, language))
    response = Response(
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="{language}"{direction}>\n'
        f"<title>Parley</title><id>{escape(base + LIST)}</id><updated>{updated.isoformat()}</updated>\n"
        f'<link rel="self" type="application/atom+xml" href="{own}"/>'
        f'<link rel="alternate" type="text/html" href="{page}"/>\n{entries}</feed>\n',
        content_type="application/atom+xml; charset=utf-8",
    )
    response.headers["Cache-Control"] = "public, max-age=3600"
    response.headers["Vary"] = "Accept-Language"
    return response


def _entry(base: str, post: BlogPost, language: str) -> str:
    """One post."""
    text, url = post.text(language), base + address_of(post)
    tags = "".join(f'<category term="{escape(tag)}"/>' for tag in (post.category, *post.tags))
    return (
        f"<entry><title>{escape(text['title'])}</title><id>{escape(url)}</id>"
        f'<link rel="alternate" type="text/html" href="{escape(in_language(url, language))}"/>'
        f"<published>{(post.published_at or post.created_at).isoformat()}</published>"
        f"<updated>{post.updated_at.isoformat()}</updated><author><name>{escape(post.author)}</name></author>{tags}"
        f"<summary>{escape(to_plain(text['excerpt']))}</summary>"
        f'<content type="html">{escape(to_html(text["content"]))}</content></entry>\n'
    )
