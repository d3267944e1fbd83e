"""A small Markdown: headings, lists, quotes, code, links, emphasis. Text is escaped first, so no tag gets through."""

import re
from collections.abc import Iterator
from html import escape, unescape

_BLANK = re.compile(r"\n[ \t]*\n+")
_CODE = re.compile(r"`([^`\n]+)`")
_LABEL = re.compile(r"\[([^\[\]\n]+)\]\(")
_STOP = re.compile(r"[)\s]|$")
_STRONG = re.compile(r"\*\*(\S(?:[^*\n]*\S)?)\*\*")
_EM = re.compile(r"\*(\S(?:[^*\n]*\S)?)\*")
_SAFE = re.compile(r"(?:https?://|mailto:|/(?![/\\])|#)[^\\\x00-\x1f]*", re.IGNORECASE)
_HEADING = re.compile(r"(#{2,3})[ \t](.+)")
_BULLET = re.compile(r"[-*][ \t](.*)")
_NUMBER = re.compile(r"\d{1,3}\.[ \t](.*)")
_TAG = re.compile(r'<(?:[^"<>]|"[^"]*")+>')
_FENCE = "```"
DEEPEST = 32
"""How deep quotes are shown in quotes; what is deeper stays text."""


def to_html(text: str) -> str:
    """The text as HTML of our own making."""
    out: list[str] = []
    for is_code, part in _parts(text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
        if is_code:
            out.append(f"<pre><code>{escape(part.rstrip())}</code></pre>")
        else:
            out += [_block(block.strip("\n").split("\n")) for block in _BLANK.split(part) if block.strip()]
    return "\n".join(out)


def _parts(lines: list[str]) -> Iterator[tuple[bool, str]]:
    """What is between fences, as code, and what is around them; a fence that is not closed is none."""
    begin = opened = 0
    is_open = False
    for number, line in enumerate(lines):
        if is_open and line.rstrip(" \t") == _FENCE:
            yield False, "\n".join(lines[begin:opened])
            yield True, "\n".join(lines[opened + 1 : number])
            begin, is_open = number + 1, False
        elif not is_open and line.startswith(_FENCE):
            opened, is_open = number, True
    yield False, "\n".join(lines[begin:])


def to_plain(text: str) -> str:
    """The text without its marks, on one line, as search and descriptions want it."""
    return " ".join(unescape(_TAG.sub(" ", to_html(text))).split())


def _block(lines: list[str]) -> str:
    """One block between blank lines: headings and quotes around what is left."""
    out, begin, depth = [], 0, 0
    while begin < len(lines):
        if heading := _HEADING.fullmatch(lines[begin].strip()):
            level = len(heading[1])
            out.append(f"<h{level}>{_inline(heading[2].strip())}</h{level}>")
            begin += 1
            if begin < len(lines):
                out.append("\n")
        elif depth < DEEPEST and all(line.startswith(">") for line in lines[begin:]):
            out.append("<blockquote>")
            lines, begin, depth = [line[1:].strip() for line in lines[begin:]], 0, depth + 1
        else:
            out.append(_plain_block(lines[begin:]))
            break
    return "".join([*out, *["</blockquote>"] * depth])


def _plain_block(lines: list[str]) -> str:
    """A list, or a paragraph."""
    for name, item in (("ul", _BULLET), ("ol", _NUMBER)):
        items = [item.fullmatch(line.strip()) for line in lines]
        if all(items):
            points = "".join(f"<li>{_inline(item[1].strip())}</li>" for item in items if item)
            return f"<{name}>{points}</{name}>"
    return f"<p>{'<br>'.join(_inline(line.strip()) for line in lines)}</p>"


def _inline(text: str) -> str:
    """One line's text with its marks; what is in code is taken as it is."""
    pieces = _CODE.split(text)
    return "".join(
        f"<code>{escape(piece)}</code>" if n % 2 else _render_inline(escape(piece)) for n, piece in enumerate(pieces)
    )


def _render_inline(text: str) -> str:
    """Escaped text with links and emphasis."""
    pieces, last, stop = [], 0, -1
    for match in _LABEL.finditer(text):
        begin = match.end()
        # Where a target stops is looked for once, however many labels there are before it.
        if stop < begin and (after := _STOP.search(text, begin)):
            stop = after.start()
        if match.start() >= last and begin < stop and text[stop : stop + 1] == ")":
            pieces += [_render_emphasis(text[last : match.start()]), _link(match[1], text[begin:stop])]
            last = stop + 1
    return "".join([*pieces, _render_emphasis(text[last:])])


def _link(label: str, target: str) -> str:
    """A link to the web, a mail address or a place of ours; anything else stays text."""
    if not _SAFE.fullmatch(unescape(target)):
        return f"[{label}]({target})"
    away = ' rel="noopener nofollow"' if target.lower().startswith("http") else ""
    return f'<a href="{target}"{away}>{_render_emphasis(label)}</a>'


def _render_emphasis(text: str) -> str:
    """Strong and emphasised parts."""
    return _EM.sub(r"<em>\1</em>", _STRONG.sub(r"<strong>\1</strong>", text))
