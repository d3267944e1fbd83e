"""The dashboard over a million and ten million messages, against the raw scan and DuckDB."""

import json
import sys

from tests.bench.figures import Figure, amount, at_most, beside, output
from tests.bench.installation import on_each_database

DAYS = 365
MILLION = amount(1_000_000, 5_000)


def measure() -> list[Figure]:
    """A million messages on both databases."""
    return _both(MILLION, messages=True)


def measure_scale() -> list[Figure]:
    """Ten million; their sessions, people and rollups, without the texts, which no report reads."""
    return _both(10 * MILLION, messages=False)


def _both(count: int, *, messages: bool) -> list[Figure]:
    """Both databases, whose pages may take different times."""
    pages = {"SQLite": 150, "PostgreSQL": 80}
    return on_each_database(
        "reports",
        lambda engine, site: _figures(
            engine, count, insert_conversations(site.env, count, messages), page=pages[engine]
        ),
        tiny="PostgreSQL",
    )


def insert_conversations(env: dict[str, str], count: int, messages: bool, **more: bool) -> dict[str, float]:
    """Lay the messages into an installation and measure there."""
    words = json.dumps({"messages": count, "texts": messages, **more})
    printed = output([sys.executable, "-m", "tests.bench.scale", words], env)
    result: dict[str, float] = json.loads(printed.splitlines()[-1])
    return result


def _figures(engine: str, count: int, timings: dict[str, float], page: float) -> list[Figure]:
    """The figures of one database; at a million messages everything is to take 30 ms at most."""
    at = f"{engine}, {count / 1e6:g} M messages"
    small = count <= MILLION
    return [
        beside(f"{at}: rows inserted, s", timings["inserted"]),
        beside(f"{at}: raw scan of 28 days, ms", timings["raw"]),
        beside(f"{at}: DuckDB on the same rows, ms", timings["duckdb"]),
        at_most(f"{at}: dashboard of 28 days, all queries, ms", timings["month"], 30 if small else page),
        beside(f"{at}: the same, answer made, ms", timings["month_made"]),
        beside(f"{at}: its queries against the raw scan", timings["month"] / timings["raw"]),
        at_most(
            f"{at}: for a reader of half the bots, against the whole", timings["month_scoped"] / timings["month"], 1.2
        ),
        at_most(f"{at}: the same, answers made", timings["month_scoped_made"] / timings["month_made"], 1.2),
        at_most(f"{at}: dashboard of a year, all queries, ms", timings["year"], 30 if small else 50),
        beside(f"{at}: the same, answer made, ms", timings["year_made"]),
        beside(f"{at}: the same before its people are in bitmaps, ms", timings["year_rows_made"]),
        at_most(f"{at}: people of a year and of its steps, ms", timings["people"], 50),
        beside(f"{at}: the same from rows, ms", timings["people_rows"]),
        beside(f"{at}: bitmaps of a year, built, ms", timings["built"]),
        beside(f"{at}: longest that writers wait for a month, ms", timings["longest_month"]),
        at_most(f"{at}: retention of 12 weeks, ms", timings["cohort"], 30 if small else 130),
        at_most(f"{at}: history page, first, queries, ms", timings["first"], 5),
        at_most(f"{at}: history page, deepest, queries, ms", timings["deep"], 5),
        beside(f"{at}: number of all that fit, ms", timings["count"]),
        *_sizes(at, timings),
    ]


def _sizes(at: str, timings: dict[str, float]) -> list[Figure]:
    """What the tables that grow add each day, where that was measured."""
    return [
        beside(f"{at}: {name.removeprefix('size ')}, KB a day", size / 1024 / DAYS)
        for name, size in timings.items()
        if name.startswith("size ")
    ]
