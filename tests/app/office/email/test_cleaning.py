"""Hostile HTML is made harmless, and nothing is fetched from elsewhere; addresses are read as people write them."""

import pytest

from app.office.email.addresses import read, write
from app.office.email.cleaning import clean, hosts, text_of

BAD = (
    "<script javascript: onerror onload src= url( <iframe <form <input <style data: <link <meta <base position "
    "background /api srcset <svg <object <video"
).split()
SOURCES = (
    "https://a.example/1.png https://a.example/1.png http://b.example/2.gif cid:logo data:image/png;base64,AA "
    "//c.example/3.png https://["
).split()


@pytest.mark.parametrize(
    "html",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<a href='javascript:alert(1)'>x</a>",
        "<a href='JaVaScRiPt:alert(1)'>x</a>",
        "<a href='data:text/html,<script>alert(1)</script>'>x</a>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
        "<iframe src='https://x.example'></iframe>",
        "<object data='x'></object><embed src='x'>",
        "<form action='https://x.example'><input name=a><button>b</button></form>",
        "<meta http-equiv=refresh content='0;url=https://x.example'>",
        "<base href='https://x.example/'>",
        "<link rel=stylesheet href='https://x.example/a.css'>",
        "<style>@import 'https://x.example/a.css'</style>",
        "<p style='background:url(https://x.example/a)'>x</p>",
        "<p style='position:fixed;inset:0'>x</p>",
        "<body onload=alert(1)>x</body>",
        "<video src='https://x.example/a.mp4' autoplay></video><audio src=x></audio>",
        "<template><script>alert(1)</script></template>",
        "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
        "<a href='/api/v1/me'>x</a><img src='/api/v1/me'><img srcset='https://x.example/b 2x'>",
        "<p background='https://x.example/a'>x</p><table background='https://x.example/a'></table>",
    ],
)
def test_what_acts_or_fetches_is_gone(html: str) -> None:
    cleaned = clean(f"<p>Before</p>{html}<p>After</p>")[0].lower()
    assert "before" in cleaned and "after" in cleaned
    for bad in BAD:
        assert bad not in cleaned, bad


def test_what_a_mail_looks_like_stays() -> None:
    html = (
        "<h2>Service</h2><p style='text-align:center;color:red'>Up <b>6%</b></p>"
        "<table><tr><td colspan='2'>x</td></tr></table>"
    )
    cleaned, remote = clean(html)
    assert "<h2>Service</h2>" in cleaned and "<b>6%</b>" in cleaned and 'colspan="2"' in cleaned
    assert "text-align:center" in cleaned.replace(" ", "") and "color" not in cleaned
    assert remote == []


def test_links_stay_and_tell_nobody_where_from() -> None:
    cleaned = clean("<a href='https://x.example/a' target='_top'>x</a>")[0]
    assert 'href="https://x.example/a"' in cleaned and "target" not in cleaned
    assert "noopener" in cleaned and "noreferrer" in cleaned


def test_pictures_from_elsewhere_are_reported_once_each() -> None:
    html = "".join(f"<img src='{src}' alt='A'>" for src in SOURCES)
    cleaned, remote = clean(html)
    assert remote == ["https://a.example/1.png", "http://b.example/2.gif"]
    assert "example" not in cleaned and "<img" not in cleaned and cleaned.count("<em>[A]</em>") == 7
    assert hosts(remote) == [{"host": "a.example", "url": remote[0]}, {"host": "b.example", "url": remote[1]}]
    many = "".join(f"<img src='https://a.example/{n}'>" for n in range(99))
    assert len(clean(many)[1]) == 50


def test_what_is_said_of_a_picture_stays_text() -> None:
    html = "a<img src=x alt='&lt;b&gt; &quot;c&quot; > d'>e<img src=x alt=''>f<img>g<img alt=h src='>'>"
    assert clean(html)[0].replace("&gt; d", "> d") == "a<em>[&lt;b&gt; &quot;c&quot; > d]</em>efg<em>[h]</em>"


def test_cleaned_twice_is_cleaned_once() -> None:
    html = "<p>a &lt;script&gt; b</p><a href='https://x.example?a=1&amp;b=2'>x</a><p>1 &amp;lt; 2</p>"
    once = clean(html)[0]
    assert clean(once)[0] == once and "&lt;script&gt;" in once


def test_html_is_read_as_text() -> None:
    assert text_of("<p>One<br>two</p><table><tr><td>a</td><td>b &amp; c</td></tr></table>") == "One\ntwo\na b & c"


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("a@x.example", [("", "a@x.example")]),
        ("Asha <a@x.example>, b@y.example;", [("Asha", "a@x.example"), ("", "b@y.example")]),
        ('"Rao, Asha" <a@x.example>', [("Rao, Asha", "a@x.example")]),
        ("a@x.example, A@X.example", [("", "a@x.example")]),
        ("nobody", [("", "nobody")]),
        ("<a@x.example>", [("", "a@x.example")]),
        ('"unclosed, b@y.example', [("", '"unclosed'), ("", "b@y.example")]),
        (" , ;\n", []),
    ],
)
def test_addresses_are_read_as_people_write_them(text: str, people: list[tuple[str, str]]) -> None:
    addresses = read(text)
    assert [(address["name"], address["email"]) for address in addresses] == people
    assert read(write(addresses)) == addresses
