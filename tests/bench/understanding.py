"""What bots understand: accuracy on CLINC150, training, reading, memory of the process, and a turn of the sandbox."""

import gzip
import http.client
import json
import os
import random
import time
from pathlib import Path
from statistics import mean, quantiles
from typing import Any

import psutil

from app.bots.understanding.client import Process
from tests.bench.figures import ROOT, Figure, amount, at_least, at_most, beside, skipped
from tests.bench.installation import Installation, prepared, running
from tests.faults.installation import SERVED

PHRASES = Path(os.environ.get("PARLEY_DATA", ROOT.parent / "shared" / "data")) / "clinc150.json.gz"
SEEDS, SHOTS, FEW = (1, 2, 3)[: amount(3, 1)], amount(10, 4), amount(20, 4)
READ, TURNS = amount(300, 25), amount(300, 25)
BATCH = amount(100, 10)
SAID = (
    "I'd like to get my car serviced",
    "Terra",
    "when do you open on saturday",
    "tomorrow",
    "repair",
    "asdf",
    "restart",
)


def measure() -> list[Figure]:
    """In an installation of its own, by its own process."""
    with prepared(SSR_WORKERS="1", **SERVED) as site, running(site) as server:
        process = Process(str(site.folder / "nlu.sock"))
        figures = (
            _clinc(site, process) if PHRASES.exists() else skipped("CLINC150", "its phrases are not on this machine")
        )
        figures += _turns(site)
        peak = max(_peak(child) for child in psutil.Process(server.pid).children() if _is_understanding(child))
        return [*figures, at_most("process that understands, most memory, MB", peak, 500)]


def _is_understanding(process: psutil.Process) -> bool:
    return "app.bots.understanding" in " ".join(process.cmdline())


def _peak(process: psutil.Process) -> float:
    """The most memory a process has ever had, in MB."""
    lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def _clinc(site: Installation, process: Process) -> list[Figure]:
    """The figures of a public set of questions with many that belong to no intent."""
    with gzip.open(PHRASES) as file:
        data: dict[str, list[tuple[str, str]]] = json.load(file)
    for name in ("test", "oos_test"):
        data[name] = data[name][:: amount(1, 100)]
    by_intent: dict[str, list[str]] = {}
    for text, intent in data["train"]:
        by_intent.setdefault(intent, []).append(text)
    folder = site.folder / "models"
    folder.mkdir(exist_ok=True)
    figures = _few(process, by_intent, folder, [text for text, _ in data["test"]])
    accuracy, within, refused, took = [], [], [], []
    for seed in SEEDS:
        trained = _trained(process, _sample(by_intent, sorted(by_intent), seed), folder / f"seed-{seed}")
        took.append(trained)
        inside = _read(process, f"seed-{seed}", [text for text, _ in data["test"]])
        right = [item["intents"][0]["name"] == intent for item, (_, intent) in zip(inside, data["test"], strict=True)]
        accuracy.append(100 * mean(right))
        within.append(100 * mean(ok and item["band"] == "accept" for ok, item in zip(right, inside, strict=True)))
        outside = _read(process, f"seed-{seed}", [text for text, _ in data["oos_test"]])
        refused.append(100 * mean(item["band"] != "accept" for item in outside))
    return [
        *figures,
        beside("CLINC150, 150 intents x 10 phrases: training with its figures, s", mean(took)),
        at_least("CLINC150, 10 phrases an intent: accuracy, %, mean of 3 seeds", mean(accuracy), 90.5),
        at_least("CLINC150: in-scope accuracy at the threshold found, %", mean(within), 86),
        at_least("CLINC150: out-of-scope recall at that threshold, %", mean(refused), 85),
    ]


def _few(process: Process, by_intent: dict[str, list[str]], folder: Path, texts: list[str]) -> list[Figure]:
    """A bot as they usually are, by a process that has just begun."""
    chosen = random.Random(0).sample(sorted(by_intent), FEW)
    data = _sample(by_intent, chosen, 0)
    cold = _trained(process, data, folder / "few")
    data["intents"][chosen[0]]["en"][0] = "something nobody has said before"
    warm = _trained(process, data, folder / "few-edited", (folder / "few").read_bytes())
    took = []
    for text in texts[: READ + 20]:
        begun = time.perf_counter()
        assert process.read("few", [text], "balanced")
        took.append((time.perf_counter() - begun) * 1000)
    return [
        at_most("20 intents x 10 phrases: trained with its figures, cold, s", cold, 10),
        at_most("20 intents x 10 phrases: one phrase edited, s", warm, 2),
        at_most("a text read over the socket, p95, ms", quantiles(took[20:], n=20)[-1], 15),
    ]


def _sample(by_intent: dict[str, list[str]], intents: list[str], seed: int) -> dict[str, Any]:
    """Training data: so many phrases of each intent."""
    chance = random.Random(seed)
    return {"intents": {name: {"en": chance.sample(by_intent[name], SHOTS)} for name in intents}, "questions": []}


def _trained(process: Process, data: dict[str, Any], path: Path, before: bytes = b"") -> float:
    """Train into a file; the seconds it took."""
    begun = time.perf_counter()
    _, content = process.train(data, before, lambda _progress: None)
    took = time.perf_counter() - begun
    path.write_bytes(content)
    return took


def _read(process: Process, model: str, texts: list[str]) -> list[dict[str, Any]]:
    """What many texts mean."""
    results: list[dict[str, Any]] = []
    for first in range(0, len(texts), BATCH):
        items = process.read(model, texts[first : first + BATCH], "balanced")
        assert items is not None
        results += items
    return results


def _turns(site: Installation) -> list[Figure]:
    """Texts said to a bot of a template in the sandbox, over HTTP."""
    link = http.client.HTTPConnection("127.0.0.1", site.port, timeout=30)

    def call(method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        link.request(method, path, json.dumps(body) if body is not None else None, headers)
        answer = link.getresponse()
        data = answer.read()
        assert answer.status < 300, data
        return json.loads(data)

    token = call("POST", "/jwt/login", {"email": "admin@demo.com", "password": "admin"})["accessToken"]
    new = {"name": "Bench", "group": "service", "template": "service-booking"}
    bot = call("POST", "/api/v1/bots", new, token)["id"]
    while call("GET", f"/api/v1/bots/{bot}/training", token=token)["state"] != "ready":
        time.sleep(0.2)
    took, understood = [], 0
    for turn in range(TURNS):
        if turn % 100 == 0:
            sandbox = call("POST", "/api/v1/sandbox", {"bot": bot}, token)["id"]
        message = {"text": SAID[turn % len(SAID)]}
        begun = time.perf_counter()
        answer = call("POST", f"/api/v1/sandbox/{sandbox}/messages", message, token)
        took.append((time.perf_counter() - begun) * 1000)
        understood += answer["trace"]["understanding"]
    cuts = quantiles(took[20:], n=100)
    return [
        at_least("turns of the sandbox that were understood, %", 100 * understood / TURNS, 100),
        at_most("a turn of the sandbox over HTTP, p50, ms", cuts[49], 15),
        at_most("a turn of the sandbox over HTTP, p99, ms", cuts[98], 50),
    ]
