"""Counters of rendering, as `/metrics` has them."""

from prometheus_client import Counter, Histogram

RENDERS = Histogram("ssr_render_seconds", "Pages rendered by the worker")
FALLBACKS = Counter("ssr_fallback_total", "Pages answered without the worker", ["reason"])
