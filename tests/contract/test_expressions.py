"""Regular expressions take linear time: the rule finds those that do not, and `app` has none."""

import subprocess
import sys

from tests.rules.expressions import Expression, findings, javascript


def test_the_application_has_linear_expressions_only() -> None:
    # In a process of its own, which loads the whole application while it watches what is compiled.
    done = subprocess.run([sys.executable, "-m", "tests.rules.expressions"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_takes_longer_is_refused() -> None:
    bad = [
        (r"[A-Za-z_]+([/+-][A-Za-z0-9_+-]+)*", "fullmatch"),
        (r"(a|a)*b", "match"),
        (r"(?P<first>\w+)\s*\w+\Z", "match"),
        (r"<[^>]+>", "sub"),
        (r"\s+$", "search"),
        (r"[^/]*/x[^/]*[^\x00]*/", "fullmatch"),
    ]
    good = Expression(r"\d{4}", 0, "fullmatch", "good")
    lines = findings([good, *(Expression(pattern, 0, use, pattern) for pattern, use in bad)])
    refused = [next((pattern for pattern, _ in bad if line.startswith(f"{pattern}: ")), line) for line in lines]
    assert list(dict.fromkeys(refused)) == [pattern for pattern, _ in bad]


def test_an_expression_is_the_same_in_the_other_notation() -> None:
    expression = Expression("a/(?P<b>[\x00é])\\Z\\/", 2 | 16, "search", "")
    assert javascript(expression) == r"/a\/(?<b>[\u0000\u00e9])(?![^])\//is"
