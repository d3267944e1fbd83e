"""Security headers of every response, as data with one default per kind of answer."""

from flask import Flask, Response, current_app, request

from app.config import Settings
from app.core.security.nested import nested_request

CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'{styles}; style-src-attr 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; frame-src 'self'; "
    "form-action 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'"
)
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(self)",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
SANDBOXED = {"Content-Security-Policy": "default-src 'none'; sandbox"}
"""What files of others are answered with: nothing in them acts."""


def content_security_policy(style_hashes: tuple[str, ...] = ()) -> str:
    """The policy of a page that inlines styles with these `sha256-…` hashes."""
    return CSP.format(styles="".join(f" '{digest}'" for digest in style_hashes))


def register(app: Flask, settings: Settings) -> None:
    """Set the headers on every response that has not set its own."""

    @app.after_request
    def _secure(response: Response) -> Response:
        if nested_request() is not None:
            return response  # A call of our own: no browser sees its headers.
        for name, value in FIXED.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Content-Security-Policy", content_security_policy())
        if settings.https:
            response.headers.setdefault("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
        if "Cache-Control" not in response.headers:
            signed_in = request.endpoint != "static"
            response.headers["Cache-Control"] = "private, no-cache" if signed_in else "public, max-age=31536000"
            if signed_in:
                response.headers.add("Vary", "Cookie")
        if current_app.testing:
            response.headers.setdefault("X-Endpoint", request.endpoint or "")
        return response
