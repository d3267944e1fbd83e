"""The mutation score of each module that has been tried: `python -m tests.rules.survivors`, after `mutmut run`."""

import json
import sys
from collections import Counter
from pathlib import Path

from mutmut.stats import status_by_exit_code

WANTED = 80.0
MUTANTS = Path(__file__).resolve().parents[2] / "mutants"
NOTICED = {"killed", "timeout", "caught by type check"}


def tried() -> dict[str, Counter[str]]:
    """How many mutants of each module ended how, but for those that were not tried."""
    mutants = {}
    for path in sorted(MUTANTS.glob("app/**/*.meta")):
        codes = json.loads(path.read_text())["exit_code_by_key"].values()
        ended = Counter(status_by_exit_code[code] for code in codes if code is not None)
        if ended:
            mutants[str(path.relative_to(MUTANTS).with_suffix(""))] = ended
    return mutants


if __name__ == "__main__":
    modules, total = tried(), Counter[str]()
    for name, ended in modules.items():
        noticed = sum(ended[kind] for kind in NOTICED)
        total.update({"noticed": noticed, "all": ended.total()})
        print(f"{100 * noticed / ended.total():6.1f} %  {name}  {dict(ended)}")
    score = 100 * total["noticed"] / total["all"] if total["all"] else 0.0
    print(
        f"{score:6.1f} %  of {total['all']} mutants; wanted {WANTED:g} %. `mutmut results` and `mutmut show` tell more."
    )
    sys.exit(0 if score >= WANTED else 1)
