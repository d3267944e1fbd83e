"""Web processes and runners killed under a provider's events: each acknowledged one is taken in once and in order."""

import http.client
import json
import random
import threading
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.app.channels.messaging.provider import Provider, provider_on_loopback, signed
from tests.endurance import repetitions
from tests.faults.accounts import connect
from tests.faults.conftest import BOTH
from tests.faults.installation import Installation, Load, running

PEOPLE, MESSAGES = repetitions(6, 40), 4
KILLS = repetitions(2, 20)


def send(site: Installation, hook: str, body: bytes) -> None:
    """Send an event until it is acknowledged, as a provider does; an answer may be lost on the way."""
    for _ in range(60):
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=15)
        try:
            connection.request("POST", hook, body=body, headers=signed("whatsapp", body))
            if connection.getresponse().status == 200:
                return
        except (OSError, http.client.HTTPException):
            pass
        finally:
            connection.close()
        time.sleep(random.uniform(0.05, 0.3))
    raise AssertionError("nobody has acknowledged the event")


def talk(site: Installation, hook: str, person: int) -> None:
    """Send what one person says, and now and then an event twice."""
    begun = int(time.time()) - 60
    for number in range(MESSAGES):
        message = {"from": f"9198450{person:05}", "id": f"wamid.{person}.{number}", "timestamp": str(begun + number),
                   "type": "text", "text": {"body": f"word {number} of {person}"}}  # fmt: skip
        value = {"metadata": {"phone_number_id": "1065"}, "messages": [message]}
        entry = {"id": "w", "changes": [{"field": "messages", "value": value}]}
        body = json.dumps({"object": "whatsapp_business_account", "entry": [entry]}).encode()
        for _ in range(1 + (number % 2)):
            send(site, hook, body)


@BOTH
def test_each_acknowledged_event_is_taken_in_once(folder: Path, database: str) -> None:
    with provider_on_loopback() as provider:
        settings = {"DATABASE_URL": database, "SSR_WORKERS": "0", "WEB_CONCURRENCY": "2", "GRAPH_API_URL": provider.url,
                    "OUTGOING_HOSTS": "127.0.0.1"}  # fmt: skip
        with running(folder, **settings) as site:
            hook = connect(site)

            def kill(_number: int) -> bool:
                threading.Event().wait(random.uniform(0.3, 0.9))
                done = kills.count()[True]
                return done < KILLS and site.kill("jobs" if done % 2 else "web", 0)

            with Load(kill, threads=1) as kills, ThreadPoolExecutor(4) as pool:
                list(pool.map(lambda person: talk(site, hook, person), range(PEOPLE)))
                site.until(lambda: kills.count()[True] == KILLS, "enough were killed")
            expected = {str(person): MESSAGES for person in range(PEOPLE)}
            site.until(
                lambda: {to: len(words) for to, words in texts_by_person(site).items()} == expected, "all is taken in"
            )
            for words in texts_by_person(site).values():
                assert words == sorted(words)
            people = {f"9198450{person:05}" for person in range(PEOPLE)}
            site.until(lambda: people <= {body["to"] for body in provider.sent()}, "all are answered")
            assert_answered_in_order(provider)
            site.check()


def texts_by_person(site: Installation) -> dict[str, list[str]]:
    """What each person has said in the order it was taken in."""
    texts: dict[str, list[str]] = defaultdict(list)
    for row in site.api("/api/v1/conversations?r=all&today=1&ch=whatsapp&per=100").json["items"]:
        turns = site.api(f"/api/v1/conversations/{row['id']}").json["turns"]
        for message in (message for turn in turns for message in turn["messages"]):
            if message["speaker"] == "user" and message["text"].startswith("word"):
                texts[message["text"].rpartition(" ")[2]].append(message["text"])
    return texts


def assert_answered_in_order(provider: Provider) -> None:
    """Expect that nobody was sent a message twice, but for one whose sender was killed."""
    references = [body["biz_opaque_callback_data"] for body in provider.sent()]
    assert len(references) - len(set(references)) <= KILLS
