"""Visitors talk to a bot while web processes are killed: what was acknowledged is there, once, and they can go on.

`CONVERSATIONS=1000` has as many of them as operators ask about; the suite makes do with fewer.
"""

import http.client
import os
import random
import sqlite3
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.endurance import repetitions
from tests.faults.installation import SERVED, Installation, Load, running

CONVERSATIONS = int(os.environ.get("CONVERSATIONS", repetitions(30, 120)))
ORIGIN = "https://www.meridian.example"
SAID = ("I want to book a service", "Vela", "periodic service", "KA01AB1234", "Friday")
AT_ONCE, TRIES = 8, 60
PER_ADDRESS = 25
"""Conversations opened from one address: below what an address may open in an hour."""


def token_of(folder: Path) -> str:
    """The web token of a bot of the demonstration."""
    with sqlite3.connect(folder / "parley.db") as connection:
        query = "SELECT public_token FROM bot_token t JOIN bot b ON b.id = t.bot_id WHERE b.name = 'Service Desk'"
        return str(connection.execute(query).fetchone()[0])


class Visitor:
    """Someone on the dealer's page, who tries again for as long as nobody has answered."""

    def __init__(self, server: Installation, token: str, number: int) -> None:
        """Come from one of our addresses, so that none opens too many conversations."""
        self.server, self.token = server, token
        self.source = f"127.0.1.{1 + number // PER_ADDRESS}"
        self.id, self.secret = "", ""
        self.sent: list[str] = []
        self.answers: dict[str, Any] = {}

    def ask(self, path: str, method: str, data: Any = None) -> Any:
        """One request, again until someone answers for good."""
        headers = {"Origin": ORIGIN} | ({"Authorization": f"Bearer {self.secret}"} if self.secret else {})
        for _ in range(TRIES):
            try:
                answer = self.server.ask(path, method, data=data, source=self.source, seconds=15, **headers)
            except (OSError, http.client.HTTPException):
                answer = None
            if answer is not None and answer.status == 429:
                # Words said again while processes are killed count like others: a page waits as it is asked to.
                threading.Event().wait(float(answer.headers["retry-after"]))
                continue
            if answer is not None and answer.status < 500:
                assert answer.status in (200, 201, 202, 204), (answer.status, answer.body)
                return answer
            threading.Event().wait(random.uniform(0.05, 0.3))
        raise AssertionError(f"nobody has answered {method} {path}")

    def talk(self) -> "Visitor":
        """Open a conversation and say everything."""
        opened = self.ask("/w/1/sessions", "POST", {"token": self.token, "lang": "en"}).json
        self.id, self.secret = opened["session_id"], opened["secret"]
        for text in SAID:
            self.say(text)
        return self

    def say(self, text: str) -> Any:
        """Say something; the answer is the same however often it is asked for."""
        key = str(uuid.uuid4())
        body = {"client_msg_id": key, "type": "text", "text": text}
        answer = self.ask(f"/w/1/sessions/{self.id}/messages", "POST", body)
        self.sent.append(text)
        return answer

    def events(self) -> list[dict[str, Any]]:
        """All that has happened."""
        return list(self.ask(f"/w/1/sessions/{self.id}/events?after=0", "GET").json["events"])


def test_no_word_of_a_visitor_is_lost_or_doubled(folder: Path) -> None:
    token = token_of(folder)
    with running(folder, **SERVED, WEB_CONCURRENCY="2") as server:
        chance = random.Random(7)

        def kill(_number: int) -> bool:
            threading.Event().wait(chance.uniform(0.4, 1.2))
            return server.kill("web", chance.randrange(2))

        with Load(kill, threads=1) as kills, ThreadPoolExecutor(AT_ONCE) as pool:
            visitors = list(pool.map(lambda n: Visitor(server, token, n).talk(), range(CONVERSATIONS)))
        assert kills.count()[True] >= 2
        server.until(lambda: server.ask("/readyz").status == 200, "ready again")
        with ThreadPoolExecutor(AT_ONCE) as pool:
            lists = list(pool.map(Visitor.events, visitors))
            for events, visitor in zip(lists, visitors, strict=True):
                assert [event["text"] for event in events if event["speaker"] == "user"] == visitor.sent == list(SAID)
                assert [event["at"] for event in events] == sorted(event["at"] for event in events)
            last = list(pool.map(lambda visitor: visitor.say("10 am").json["events"], visitors))
        assert {events[-1]["text"] for events in last} == {"On which number can we reach you?"}
        server.check()
        assert stored(folder) == (CONVERSATIONS * (len(SAID) + 1), CONVERSATIONS)


def stored(folder: Path) -> tuple[int, int]:
    """How many words of visitors are stored, and in how many conversations."""
    with sqlite3.connect(folder / "parley.db") as connection:
        query = (
            "SELECT count(*), count(DISTINCT conversation_id) FROM message "
            "WHERE speaker = 'user' AND event_id LIKE 'web:%'"
        )
        words, conversations = connection.execute(query).fetchone()
        return int(words), int(conversations)
