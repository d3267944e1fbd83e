"""A life cycle takes its rows along its table, and refuses everything else with what is possible."""

import sys
from pathlib import Path
from types import SimpleNamespace

import orjson
import pytest
from flask import Flask

from app.core.errors import Conflict
from app.core.lifecycles import Lifecycle
from tests.factories.lifecycles import pairs

UI = Path(__file__).parents[3] / "ui"
DOOR = Lifecycle("door", ("open", "closed", "locked"), {
    "close": ("open", "closed"),
    "open": ("closed", "open"),
    "lock": (("open", "closed"), ("locked", "closed")),
})  # fmt: skip


@pytest.mark.parametrize(("state", "event", "targets"), pairs(DOOR))
def test_each_pair_follows_the_table(state: str, event: str, targets: tuple[str, ...]) -> None:
    door = SimpleNamespace(state=state, id=1, workspace_id=1)
    if targets:
        assert DOOR.target(state, event) == targets[0]
        return
    with pytest.raises(Conflict) as refused:
        DOOR.move(door, event)
    assert refused.value.code == "invalid_transition" and door.state == state
    assert refused.value.extra == {"possible": DOOR.possible(state)}


def test_a_guard_chooses_among_the_targets_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.lifecycles.record_transition", lambda *_: None)
    door = SimpleNamespace(state="open", id=1, workspace_id=1)
    with pytest.raises(ValueError, match="does not lead to open"):
        DOOR.move(door, "lock", to="open")
    assert DOOR.move(door, "lock", to="closed") == "open" and door.state == "closed"


def test_a_table_names_known_states_only() -> None:
    with pytest.raises(ValueError, match="no state ajar"):
        Lifecycle("door", ("open",), {"push": ("open", "ajar")})


def test_the_audit_log_has_words_for_every_state(app: Flask) -> None:
    modules = [module for name, module in sys.modules.items() if name.startswith("app.")]
    lifecycles = [value for module in modules for value in vars(module).values() if isinstance(value, Lifecycle)]
    words = orjson.loads((UI / "i18n/en/states.json").read_bytes())
    assert len(lifecycles) > 10
    assert [state for lifecycle in lifecycles for state in lifecycle.states if f"state.{state}" not in words] == []
