"""Message templates of a WhatsApp Business account: how Graph lists them, and what its webhooks say of one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

from app.channels.messaging.adapters.contract import Call, Credentials, bearer, objects, part, text_of
from app.channels.messaging.adapters.meta import VERSION

PER = 100
FIELDS = "id,name,language,status,category,quality_score,rejected_reason,components"
STATES = ("approved", "pending", "rejected", "paused", "disabled")
GONE = "deleted"
_STATES = {"REINSTATED": "approved", "FLAGGED": "approved", "IN_APPEAL": "rejected", "APPEAL_REQUESTED": "rejected",
           "PENDING_DELETION": "disabled", "LIMIT_EXCEEDED": "disabled", "ARCHIVED": "disabled", "LOCKED": "disabled",
           "DELETED": GONE}  # fmt: skip
QUALITIES = ("high", "medium", "low")
_QUALITIES = {"GREEN": "high", "YELLOW": "medium", "RED": "low"}
VARIABLE = re.compile(r"\{\{\s*(\w+)\s*\}\}")
MOST_BUTTONS = 10


@dataclass(frozen=True, slots=True)
class ListedTemplate:
    """A template as Graph lists it."""

    name: str
    language: str
    state: str
    category: str
    quality: str | None
    reason: str
    contents: dict[str, Any] = field(default_factory=dict)
    """`header`, `body`, `footer`, `buttons`, and the `variables` of header and body."""


def templates_call(business: str, credentials: Credentials, address: str, after: str) -> Call:
    """Return the call of one page of templates; `after` is the cursor of the page before."""
    page = f"&after={quote(after, safe='')}" if after else ""
    url = f"{address}/{VERSION}/{quote(business, safe='')}/message_templates?limit={PER}&fields={FIELDS}{page}"
    return Call(url, None, bearer(credentials["access_token"]), "GET")


def read_page(answer: Mapping[str, Any]) -> tuple[list[ListedTemplate], str]:
    """Return the templates of a page, and the cursor of the next one; empty on the last."""
    templates = [
        _read_template(entry) for entry in objects(answer.get("data")) if entry.get("name") and entry.get("language")
    ]
    paging = part(answer, "paging")
    after = text_of(part(paging, "cursors").get("after"), 1000) if paging.get("next") else ""
    return [template for template in templates if template.state != GONE], after


def _read_template(entry: Mapping[str, Any]) -> ListedTemplate:
    reason = text_of(entry.get("rejected_reason"), 120)
    return ListedTemplate(
        text_of(entry["name"], 200), text_of(entry["language"], 12), state_of(entry.get("status")),
        text_of(entry.get("category"), 20).lower(), quality_of(part(entry, "quality_score").get("score")),
        "" if reason == "NONE" else reason, _contents(objects(entry.get("components"))),
    )  # fmt: skip


def state_of(status: Any) -> str:
    """Return our word for a state of Graph; one that nobody knows is not usable."""
    text = text_of(status, 40).upper()
    return _STATES.get(text) or (text.lower() if text.lower() in STATES else "pending")


def quality_of(score: Any) -> str | None:
    """Return our word for a quality; None where there is none yet."""
    return _QUALITIES.get(text_of(score, 20).upper())


def _contents(components: list[dict[str, Any]]) -> dict[str, Any]:
    """What a person sees of a template."""
    by_type = {text_of(component.get("type"), 20).upper(): component for component in components}
    header, body = by_type.get("HEADER", {}), text_of(part(by_type, "BODY").get("text"))
    form = text_of(header.get("format"), 20).lower()
    head = text_of(header.get("text"), 300) or (f"[{form}]" if form not in ("", "text") else "")
    buttons = [text_of(button.get("text"), 60) for button in objects(part(by_type, "BUTTONS").get("buttons"))]
    return {
        "header": head, "body": body, "footer": text_of(part(by_type, "FOOTER").get("text"), 300),
        "buttons": [text for text in buttons if text][:MOST_BUTTONS],
        "variables": list(dict.fromkeys(VARIABLE.findall(f"{head} {body}"))),
    }  # fmt: skip
