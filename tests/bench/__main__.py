"""`make bench`: every figure beside its goal, the limit or peer it is a ratio of measured in the same run.

`make bench PARTS="pages writes"` takes some of them; `scale` (ten million messages) only when it is named.
"""

import sys

from tests.bench import (
    api,
    applications,
    engine,
    faults,
    frame,
    imports,
    jobs,
    knowledge,
    lists,
    live,
    masters,
    pages,
    paint,
    places,
    readers,
    receipts,
    reports,
    search,
    speech,
    start,
    understanding,
    visitors,
    writes,
)
from tests.bench.figures import ROOT, TINY, Figure, keep, machine

PARTS = {
    "pages": pages.measure,
    "imports": imports.measure,
    "masters": masters.measure,
    "api": api.measure,
    "writes": writes.measure,
    "reports": reports.measure,
    "receipts": receipts.measure,
    "readers": readers.measure,
    "search": search.measure,
    "lists": lists.measure,
    "places": places.measure,
    "start": start.measure,
    "live": live.measure,
    "jobs": jobs.measure,
    "faults": faults.measure,
    "paint": paint.measure,
    "frame": frame.measure,
    "applications": applications.measure,
    "engine": engine.measure,
    "understanding": understanding.measure,
    "knowledge": knowledge.measure,
    "speech": speech.measure,
    "visitors": visitors.measure,
    "scale": reports.measure_scale,
}
USUAL = tuple(name for name in PARTS if name != "scale")


def main(expected: list[str]) -> int:
    """Measure the wanted parts, print, and keep the results."""
    unknown = set(expected) - PARTS.keys()
    if unknown:
        sys.stderr.write(f"no such part: {', '.join(sorted(unknown))}; there are {', '.join(PARTS)}\n")
        return 2
    on, results = machine(), list[Figure]()
    for name in expected or USUAL:
        sys.stdout.write(f"== {name}\n")
        results += PARTS[name]()
    if not TINY:
        sys.stdout.write(f"kept in {keep(results, on).relative_to(ROOT)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
