"""HTML that may be shown: nh3 keeps what is known to be harmless, and no picture is fetched from elsewhere."""

import re
from html import unescape
from typing import Any

import nh3

from app.core.values.urls import is_web_url, split_url

_TAGS = frozenset(
    "a abbr b blockquote br caption center cite code col colgroup dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 "
    "h6 hr i img ins li ol p pre q s small span strike strong sub sup table tbody td tfoot th thead tr u ul".split()
)
_GONE = frozenset("script style title head template noscript svg math iframe object form select".split())
"""Tags that go with everything in them."""
_ATTRIBUTES = {
    "*": {"dir", "lang", "style"},
    "a": {"href"},
    "img": {"alt", "src"},
    "td": {"colspan", "rowspan", "align"},
    "th": {"colspan", "rowspan", "align"},
}
_STYLES = {"text-align", "font-weight", "font-style", "text-decoration"}
"""Colours and sizes are ours, so that every mail can be read on every skin."""
_BREAKS = re.compile(r"<(?:br|/p|/div|/h[1-6]|/li|/tr|/blockquote|hr)\b[^<>]*>")
_CELLS = re.compile(r"</t[dh]>")
_TAG = re.compile(r'<(?:[^"<>]|"[^"]*")+>')
_PICTURE = re.compile(r'<img((?:[^"<>]|"[^"]*")*)>')
_ALT = re.compile(r'\balt="([^"]*)"')
_LINES = re.compile(r"\n{3,}")
MOST_REMOTE = 50
LONGEST_ADDRESS = 2000


def clean(html: str) -> tuple[str, list[str]]:
    """HTML without anything that acts, and the addresses of the pictures it wanted from elsewhere."""
    remote: list[str] = []

    def keep(tag: str, name: str, value: str) -> str | None:
        """The attribute's value; none for where a picture is, which is noted."""
        if tag == "img" and name == "src":
            if _is_web(value) and value not in remote and len(remote) < MOST_REMOTE:
                remote.append(value)
            return None
        return value

    cleaned = nh3.clean(
        html,
        tags=_TAGS,
        clean_content_tags=_GONE,
        attributes=_ATTRIBUTES,
        attribute_filter=keep,
        link_rel="noopener noreferrer nofollow",
        url_schemes={"http", "https", "mailto", "tel"},
        url_relative="deny",
        filter_style_properties=_STYLES,
    )
    return _PICTURE.sub(_in_words, cleaned), remote


def _in_words(picture: re.Match[str]) -> str:
    """What is said of a picture, in its place."""
    match = _ALT.search(picture[1])
    return f"<em>[{match[1]}]</em>" if match and match[1].strip() else ""


def _is_web(address: str) -> bool:
    """Whether an address is one that a reader could open by themselves."""
    return len(address) <= LONGEST_ADDRESS and is_web_url(address)


def hosts(addresses: list[str]) -> list[dict[str, Any]]:
    """The addresses by the host they are on."""
    return [{"host": split_url(address).hostname or "", "url": address} for address in addresses]


def text_of(html: str) -> str:
    """Cleaned HTML as text, a line a block."""
    lines = _CELLS.sub(" ", _BREAKS.sub("\n", html.replace("\n", " ")))
    text_lines = (" ".join(line.split()) for line in unescape(_TAG.sub("", lines)).split("\n"))
    return _LINES.sub("\n\n", "\n".join(text_lines)).strip()
