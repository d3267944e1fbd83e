"""Questions to a bot's documents: ten thousand passages, searched by words and by meaning, and the same over HTTP.

`python -m tests.bench.knowledge` lays the passages into an installation's database, searches them there, and prints
the bot that has them with the times.
"""

import http.client
import json
import random
import sys
import time
from functools import cache
from statistics import quantiles
from typing import Any

import numpy as np
from sqlalchemy import select

from app import create_app
from app.bots.catalog.models import Bot
from app.bots.documents.models import BotDocument, BotPassage
from app.bots.documents.service import find_library
from app.bots.understanding.embedding import DIMENSIONS, MINILM
from app.config import load_settings
from app.core import clock
from app.core.db.base import begin_as, db
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere, within
from tests.bench.figures import Figure, amount, at_least, at_most, beside, output
from tests.bench.installation import Installation, on_each_database, running
from tests.bench.scale import insert

PASSAGES, A_DOCUMENT = amount(10_000, 60), 500
QUESTIONS, WARM = amount(400, 25), amount(40, 5)
GOAL_MS = 50
VOCABULARY, WORDS, ASKED = 8_000, 110, 6
SYLLABLES = "ba be do fa gi ko la ma mi no pa ra re sa si ta ti vo wa zu".split()


def measure() -> list[Figure]:
    """Passages of one bot on both databases."""
    return on_each_database("knowledge", _figures)


def _figures(engine: str, site: Installation) -> list[Figure]:
    """The figures of one database."""
    env = site.env | {"UNDERSTANDING": "inside"}
    report = json.loads(output([sys.executable, "-m", "tests.bench.knowledge"], env).splitlines()[-1])
    with running(site):
        took, scored = _measured_by_http(site, report["bot"])
    at = f"{engine}, {PASSAGES:,} passages"
    return [
        beside(f"{at}: read and indexed, ms", report["read"]),
        beside(f"{at}: a search, p50, ms", quantiles(report["took"], n=100)[49]),
        at_most(f"{at}: a search, p95, ms", quantiles(report["took"], n=100)[94], GOAL_MS),
        beside(f"{at}: a question over HTTP, p50, ms", quantiles(took[WARM:], n=100)[49]),
        beside(f"{at}: a question over HTTP, p95, ms", quantiles(took[WARM:], n=100)[94]),
        at_least(f"{at}: questions that find passages, %", scored, 100),
    ]


def _measured_by_http(site: Installation, bot: str) -> tuple[list[float], float]:
    """How long each question takes in ms, the first one included, and how many of them find something, in percent."""
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=120)
    headers = {"Content-Type": "application/json", "Accept": "application/json"}

    def call(path: str, body: Any) -> Any:
        link.request("POST", path, json.dumps(body), headers)
        answer = link.getresponse()
        data = answer.read()
        assert answer.status < 300, data
        return json.loads(data)

    login = call("/jwt/login", {"email": "admin@demo.com", "password": "admin"})
    headers["Authorization"] = f"Bearer {login['accessToken']}"
    chance, took, successes = random.Random(1), [], 0
    for _ in range(QUESTIONS + WARM):
        text = " ".join(chance.choices(_vocabulary(), _weights(), k=ASKED))
        begun = time.perf_counter()
        answer = call(f"/api/v1/bots/{bot}/knowledge/search", {"text": text, "k": 8})
        took.append((time.perf_counter() - begun) * 1000)
        successes += any(hit["passage"] for hit in answer["hits"])
    return took, 100 * successes / (QUESTIONS + WARM)


@cache
def _vocabulary() -> list[str]:
    """Made words, all different, the frequent ones first."""
    chance, words = random.Random(0), dict[str, None]()
    while len(words) < VOCABULARY:
        words["".join(chance.choices(SYLLABLES, k=chance.randrange(2, 5)))] = None
    return list(words)


@cache
def _weights() -> list[float]:
    """How frequent each of them is: as words of languages are."""
    return [1 / (rank + 10) for rank in range(VOCABULARY)]


def _lay() -> None:
    """Give the first bot documents with passages and vectors."""
    app, chance, vectors = create_app(load_settings()), random.Random(2), np.random.default_rng(3)
    with app.app_context():
        begin_as("IMMEDIATE")
        with everywhere():
            bot_id, workspace_id = db.session.execute(select(Bot.id, Bot.workspace_id).order_by(Bot.id)).first() or (
                0,
                0,
            )
        with within(workspace_id):
            for start in range(0, PASSAGES, A_DOCUMENT):
                number = min(A_DOCUMENT, PASSAGES - start)
                document = BotDocument(
                    id=new_id(), bot_id=bot_id, title=f"Manual {start // A_DOCUMENT}", source="file", kind="text",
                    state="live", passages=number, engine=MINILM, reading=1,
                )  # fmt: skip
                db.session.add(document)
                db.session.flush()
                rows = [
                    {"id": new_id(), "workspace_id": workspace_id, "bot_id": bot_id, "document_id": document.id,
                     "number": at + 1, "page": at // 2 + 1, "heading": f"Part {at}", "address": "", "words": WORDS,
                     "text": " ".join(chance.choices(_vocabulary(), _weights(), k=WORDS)), "digest": f"{at:064x}",
                     "vector": _unit(vectors.standard_normal(DIMENSIONS)), "created_at": clock.now()}
                    for at in range(number)
                ]  # fmt: skip
                insert(BotPassage.__table__, rows)  # type: ignore[arg-type]
            db.session.commit()
            times = _searched(db.session.get_one(Bot, bot_id))
    sys.stdout.write(json.dumps({"bot": str(bot_id), "read": times[0], "took": times[WARM:]}) + "\n")


def _searched(bot: Bot) -> list[float]:
    """The ms of each search, of which the first reads and indexes the passages."""
    chance, took = random.Random(1), []
    for _ in range(QUESTIONS + WARM):
        text = " ".join(chance.choices(_vocabulary(), _weights(), k=ASKED))
        begun = time.perf_counter()
        library = find_library(bot)
        assert library is not None and library.find(text)["hits"]
        took.append((time.perf_counter() - begun) * 1000)
    return took


def _unit(vector: Any) -> bytes:
    """A vector of length one, as it is stored."""
    unit: bytes = (vector / np.linalg.norm(vector)).astype(np.float32).tobytes()
    return unit


if __name__ == "__main__":
    _lay()
