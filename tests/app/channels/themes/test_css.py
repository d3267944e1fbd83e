"""A theme's own CSS: what is harmless stays, all else is left out and named."""

import pytest

from app.channels.themes.css import LISTED, sanitise


def test_known_rules_are_kept_in_plain_form() -> None:
    source = (
        "/* Ours */ .bubble,\n.user .bubble:hover{ Border : 1px solid #FFF ;padding: 4px 8px }\nheader h2 {gap:1px}"
    )
    assert sanitise(source) == (
        ".bubble, .user .bubble:hover { border: 1px solid #fff; padding: 4px 8px }\nheader h2 { gap: 1px }",
        [],
    )


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("@import url(//evil.example/x.css);", "rule"),
        ("@import '//evil.example/x.css'; .bubble { gap: 1px }", "rule"),
        ("@media all { .bubble { padding: 4px } }", "rule"),
        ("@font-face { font-family: x; src: url(//evil.example/x) }", "rule"),
        ("body { padding: 4px }", "selector"),
        (":host { padding: 4px }", "selector"),
        ("* { padding: 4px }", "selector"),
        (".launcher { padding: 4px }", "selector"),
        ("input[value^=a] { padding: 4px }", "selector"),
        (".bubble:has(a) { padding: 4px }", "selector"),
        (r".b\75 bble { padding: 4px }", "selector"),
        (".panel { position: fixed }", "property"),
        (".panel { inset: 0 }", "property"),
        (".panel { z-index: 9 }", "property"),
        (".panel { transform: scale(9) }", "property"),
        (".bubble { background: url(//evil.example/x) }", "property"),
        (".bubble { background: #fff }", "property"),
        (".bubble { color: #fff }", "property"),
        (".bubble { opacity: 0 }", "property"),
        (".bubble { display: none }", "property"),
        (".bubble { content: 'x' }", "property"),
        (".bubble { --primary: #fff }", "property"),
        (".bubble { behavior: url(x.htc) }", "property"),
        (".bubble { -moz-binding: url(x.xml) }", "property"),
        (r".bubble { pos\69tion: fixed }", "property"),
        (".bubble { padding: expression(alert(1)) }", "value"),
        (".bubble { padding: calc(9px * 999) }", "value"),
        (".bubble { padding: var(--x) }", "value"),
        (".bubble { padding: 9999px }", "value"),
        (".bubble { padding: -4px }", "value"),
        (".bubble { padding: 99vh }", "value"),
        (".bubble { font-size: 1px }", "value"),
        (".bubble { font-size: 0 }", "value"),
        (".bubble { box-shadow: 0 0 0 9999px #fff }", "value"),
        (".bubble { border: 1px solid red }", "value"),
        (r".bubble { padding: \34px }", "value"),
        (".bubble { padding: 4px !important }", "value"),
        (".bubble { padding: 1px 1px 1px 1px 1px 1px 1px 1px 1px }", "value"),
        (".bubble { padding }", "syntax"),
        ("</style><script>alert(1)</script>", "syntax"),
    ],
)
def test_what_is_not_known_is_left_out(source: str, why: str) -> None:
    css, removed = sanitise(source)
    assert [rule.why for rule in removed] == [why]
    assert css in ("", ".bubble { gap: 1px }")


def test_a_comment_a_text_or_a_brace_hides_nothing() -> None:
    source = (
        ".bubble { content: \"} body { padding: 1px } \"; gap: 2px; url: ';@import x;' } /* .chip { position: fixed }"
    )
    css, removed = sanitise(source)
    assert "body" not in css and "@" not in css and "(" not in css and "inset" not in css
    assert removed


def test_a_block_without_its_end_is_read_to_the_end() -> None:
    assert sanitise(".bubble { gap: 4px").css == ".bubble { gap: 4px }"


def test_what_was_left_out_is_shortened() -> None:
    _css, removed = sanitise("x { a: b } " * (LISTED + 9) + f".{'y' * 500} {{ gap: 1px }}")
    assert len(removed) == LISTED
    (long,) = sanitise(f".{'y' * 500} {{ gap: 1px }}").removed
    assert len(long.what) == 80 and long.what.endswith("…")


def test_what_was_written_is_read_the_same_again() -> None:
    once = sanitise(".chip, header .who:first-child { text-align: center; color: red; line-height: 1.4; gap: 2em }")
    assert sanitise(once.css) == (once.css, [])
