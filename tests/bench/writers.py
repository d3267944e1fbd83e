"""Four of these with four threads each write to one SQLite file: read, change, insert, commit; a line of JSON."""

import json
import os
import random
import sys
import threading
import time

from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from app.config import load_settings
from app.core.db.base import begin_as, engine_options, prepare_engine
from tests.bench.figures import amount

SECONDS, THREADS, ROWS = amount(5.0, 0.3), 4, 50


def main() -> None:
    """Write until the time is up."""
    settings = load_settings()
    engine = create_engine(settings.database_url, **engine_options(settings))
    prepare_engine(engine, settings)
    took, locked = list[float](), list[str]()
    lock = threading.Lock()

    def write() -> None:
        begin_as("IMMEDIATE")
        chance, mine = random.Random(), list[float]()
        until = time.perf_counter() + SECONDS
        while time.perf_counter() < until:
            row, started = chance.randrange(ROWS), time.perf_counter()
            try:
                with engine.begin() as connection:
                    value = connection.scalar(text("SELECT value FROM bench_counter WHERE id = :id"), {"id": row})
                    connection.execute(
                        text("UPDATE bench_counter SET value = :value WHERE id = :id"), {"value": value + 1, "id": row}
                    )
                    connection.execute(text("INSERT INTO bench_event (text) VALUES (:text)"), {"text": "x" * 60})
            except OperationalError as error:
                locked.append(str(error.orig))
            else:
                mine.append((time.perf_counter() - started) * 1000)
        with lock:
            took.extend(mine)

    # All begin together, when the parent says so.
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    threads = [threading.Thread(target=write) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.stdout.write(json.dumps({"pid": os.getpid(), "took": took, "locked": len(locked)}) + "\n")


if __name__ == "__main__":
    main()
