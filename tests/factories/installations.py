"""Imports begun in a running installation."""

import json
import uuid

from tests.faults.installation import Installation

DIALOGUES = 3_000


def dialogue_lines(number: int, size: int = DIALOGUES) -> bytes:
    """Return a file of dialogues of its own."""
    return "\n".join(
        json.dumps({
            "id": f"kill-{number}-{n}", "contact": f"caller {number} {n}",
            "turns": [{"speaker": "user", "text": "Is my car ready?"}, {"speaker": "bot", "text": "It is."}],
        })
        for n in range(size)
    ).encode()  # fmt: skip


def start_import(site: Installation, number: int, size: int = DIALOGUES) -> str:
    """Begin an import; return its id."""
    boundary = uuid.uuid4().hex
    head = f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="kill-{number}.jsonl"\r\n\r\n'
    body = head.encode() + dialogue_lines(number, size) + f"\r\n--{boundary}--\r\n".encode()
    answer = site.ask(
        "/api/v1/imports", "POST", data=body, Content_Type=f"multipart/form-data; boundary={boundary}",
        Authorization=f"Bearer {site.token}", Idempotency_Key=uuid.uuid4().hex,
    )  # fmt: skip
    assert answer.status == 202, answer.body
    return str(answer.json["id"])
