"""A small Markdown: headings, lists, quotes, code, links, emphasis. Text is escaped first, so no tag gets through."""

import re
from html import escape, unescape

_BLANK = re.compile(r"\n[ \t]*\n+")
_CODE = re.compile(r"`([^`\n]+)`")
_LINK = re.compile(r"\[([^\]\n]+)\]\(([^)\s]+)\)")
_STRONG = re.compile(r"\*\*(\S(?:[^*\n]*\S)?)\*\*")
_EM = re.compile(r"\*(\S(?:[^*\n]*\S)?)\*")
_SAFE = re.compile(r"(?:https?://|mailto:|/(?![/\\])|#)[^\\\x00-\x1f]*", re.IGNORECASE)
_FENCE = re.compile(r"^```[^\n]*\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"(#{2,3})[ \t]+(.+)")
_BULLET = re.compile(r"[-*][ \t]+(.*)")
_NUMBER = re.compile(r"\d{1,3}\.[ \t]+(.*)")
_TAG = re.compile(r"<[^>]+>")


def to_html(text: str) -> str:
    """The text as HTML of our own making."""
    out: list[str] = []
    for place, part in enumerate(_FENCE.split(text.replace("\r\n", "\n").replace("\r", "\n"))):
        if place % 2:
            out.append(f"<pre><code>{escape(part.rstrip())}</code></pre>")
            continue
        out += [_block(block.strip("\n").split("\n")) for block in _BLANK.split(part) if block.strip()]
    return "\n".join(out)


def to_plain(text: str) -> str:
    """The text without its marks, on one line, as search and descriptions want it."""
    return " ".join(unescape(_TAG.sub(" ", to_html(text))).split())


def _block(lines: list[str]) -> str:
    """One block between blank lines."""
    heading = _HEADING.fullmatch(lines[0].strip())
    if heading:
        rest = f"\n{_block(lines[1:])}" if lines[1:] else ""
        level = len(heading[1])
        return f"<h{level}>{_inline(heading[2])}</h{level}>{rest}"
    if all(line.startswith(">") for line in lines):
        return f"<blockquote>{_block([line[1:].strip() for line in lines])}</blockquote>"
    for name, item in (("ul", _BULLET), ("ol", _NUMBER)):
        found = [item.fullmatch(line.strip()) for line in lines]
        if all(found):
            points = "".join(f"<li>{_inline(one[1])}</li>" for one in found if one)
            return f"<{name}>{points}</{name}>"
    return f"<p>{'<br>'.join(_inline(line.strip()) for line in lines)}</p>"


def _inline(text: str) -> str:
    """One line's text with its marks; what stands in code is taken as it is."""
    pieces = _CODE.split(text)
    return "".join(
        f"<code>{escape(piece)}</code>" if n % 2 else _marked(escape(piece)) for n, piece in enumerate(pieces)
    )


def _marked(text: str) -> str:
    """Escaped text with links and emphasis."""
    pieces, last = [], 0
    for found in _LINK.finditer(text):
        pieces += [_emphasised(text[last : found.start()]), _link(found[1], found[2])]
        last = found.end()
    return "".join([*pieces, _emphasised(text[last:])])


def _link(label: str, target: str) -> str:
    """A link to the web, a mail address or a place of ours; anything else stays text."""
    if not _SAFE.fullmatch(unescape(target)):
        return f"[{label}]({target})"
    away = ' rel="noopener nofollow"' if target.lower().startswith("http") else ""
    return f'<a href="{target}"{away}>{_emphasised(label)}</a>'


def _emphasised(text: str) -> str:
    """Strong and emphasised parts."""
    return _EM.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", text))
