"""Requests that no person has made: messengers and mail filters that look at a link before it is opened."""

import re

from flask import request

_ROBOT = re.compile(r"bot\b|crawl|spider|preview|whatsapp|facebookexternalhit|facebot|scanner", re.IGNORECASE)


def is_preview() -> bool:
    """Whether the present request only looks at a link, so that it counts as no opening."""
    purpose = request.headers.get("Sec-Purpose", "") + request.headers.get("Purpose", "")
    agent = request.user_agent.string
    return request.method == "HEAD" or "prefetch" in purpose or _ROBOT.search(agent) is not None
