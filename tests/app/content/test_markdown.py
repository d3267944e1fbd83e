"""The small Markdown: what it knows becomes HTML, everything else stays text."""

import pytest

from app.content.markdown import DEEPEST, to_html, to_plain


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("One\ntwo\n\nthree", "<p>One<br>two</p>\n<p>three</p>"),
        ("## Head\nbody", "<h2>Head</h2>\n<p>body</p>"),
        ("- a\n- b", "<ul><li>a</li><li>b</li></ul>"),
        ("1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"),
        ("- a\nb", "<p>- a<br>b</p>"),
        ("> said", "<blockquote><p>said</p></blockquote>"),
        ("**s** and *e* and `**c**`", "<p><strong>s</strong> and <em>e</em> and <code>**c**</code></p>"),
        ("```\n<b>\n\n- x\n```", "<pre><code>&lt;b&gt;\n\n- x</code></pre>"),
        ("[here](/pages/faq)", '<p><a href="/pages/faq">here</a></p>'),
        ("[out](https://example.test/?a=1&b=2)",
         '<p><a href="https://example.test/?a=1&amp;b=2" rel="noopener nofollow">out</a></p>'),
        ("[a [b](/c)", '<p>[a <a href="/c">b</a></p>'),
        ("[a](b [c](/d)", '<p>[a](b <a href="/d">c</a></p>'),
        ("> ## Head\n> > said", "<blockquote><h2>Head</h2>\n<blockquote><p>said</p></blockquote></blockquote>"),
        ("```\na", "<p>```<br>a</p>"),
        ("a\n``` x\nb\n``` \nc\n```", "<p>a</p>\n<pre><code>b</code></pre>\n<p>c<br>```</p>"),
        ("2 * 3 * 4", "<p>2 * 3 * 4</p>"),
        ("", ""),
        ("a\r\n\r\nb", "<p>a</p>\n<p>b</p>"),
    ],
)  # fmt: skip
def test_what_it_knows(text: str, html: str) -> None:
    assert to_html(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](data:text/html,<script>)",
        "[x](//evil.test)",
        r"[x](/\evil.test)",
        '[x](https://a.test/"onmouseover="alert(1))',
        "`<svg onload=alert(1)>`",
        "> <iframe src=/x>",
        "## <style>*{}</style>",
    ],
)
def test_no_tag_attribute_or_address_of_another_kind_gets_through(text: str) -> None:
    html = to_html(text)
    tags = html.replace("<p>", "").replace("</p>", "").replace("<code>", "").replace("</code>", "")
    for own in ("<h2>", "</h2>", "<blockquote>", "</blockquote>", "</a>"):
        tags = tags.replace(own, "")
    assert "<" not in tags.replace(
        '<a href="https://a.test/&quot;onmouseover=&quot;alert(1" rel="noopener nofollow">', ""
    )
    assert 'href="javascript' not in html.lower() and 'href="//' not in html and 'href="data' not in html


def test_what_is_quoted_deeper_than_is_shown_stays_text() -> None:
    quotes = "<blockquote>" * DEEPEST, "</blockquote>" * DEEPEST
    assert to_html("> " * (DEEPEST + 2) + "a") == f"{quotes[0]}<p>&gt; &gt; a</p>{quotes[1]}"


def test_plain_text_has_no_marks() -> None:
    assert to_plain("## A & B\n\n- **one**\n- `two`") == "A & B one two"
