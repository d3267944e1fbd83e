"""Signatures of webhooks."""

import hashlib
import hmac

from app.core.http.signatures import sign, verify


def test_a_signature_is_over_the_moment_and_the_raw_bytes() -> None:
    body = '{"text":"नमस्ते"}'.encode()
    expected = hmac.new(b"secret", b"1760000000." + body, hashlib.sha256).hexdigest()
    assert sign("secret", body, 1_760_000_000) == f"sha256={expected}"
    assert verify("secret", body, 1_760_000_000, f" sha256={expected.upper()} ")


def test_anything_else_is_refused() -> None:
    right = sign("secret", b"{}", 5)
    assert not verify("other", b"{}", 5, right) and not verify("secret", b"{ }", 5, right)
    assert not verify("secret", b"{}", 6, right)
    for wrong in ("", right.removeprefix("sha256="), right[:-1], right.replace("sha256", "sha1"), "sha256=" + "é" * 64):
        assert not verify("secret", b"{}", 5, wrong)
