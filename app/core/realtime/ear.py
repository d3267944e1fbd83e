"""One thread a web process, awake only while someone waits: it looks for new events and calls those they are for.

It asks the database, so that it hears every process and every machine, whatever the database is.
"""

import logging
import threading
import time
from collections.abc import Callable, Set
from datetime import timedelta
from typing import Any

from flask import Flask, current_app
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from app.core.clock import now
from app.core.db.base import db, read_only
from app.core.db.ids import new_id
from app.core.db.tenancy import everywhere
from app.core.realtime.long_poll import ParkedConnections
from app.core.realtime.models import LiveEvent
from app.core.realtime.service import EVERYBODY

SECONDS = 0.2
"""Between two looks, as long as anybody waits."""
WINDOW = timedelta(seconds=15)
"""How far a look goes back: longer than a transaction takes from numbering its event to its commit."""
_log = logging.getLogger(__name__)


def attend(lot: ParkedConnections) -> None:
    """See to it that those who wait here are called."""
    app: Flask = current_app._get_current_object()  # type: ignore[attr-defined]
    with _starting:
        if lot not in _ears:
            _ears[lot] = threading.Thread(target=_listen, args=(app, lot), name="ear", daemon=True)
            _ears[lot].start()


RevisionSource = Callable[[], dict[Any, int]]
_sources: dict[str, RevisionSource] = {}


def source(kind: str) -> Callable[[RevisionSource], RevisionSource]:
    """Register what else can be waited for: by keys that begin with a kind, and the largest number of late of each.

    It is asked in a reader's transaction everywhere, only while someone waits for something of the kind.
    """

    def register(function: RevisionSource) -> RevisionSource:
        _sources[kind] = function
        return function

    return register


_ears: dict[ParkedConnections, threading.Thread] = {}
_starting = threading.Lock()


def _listen(app: Flask, lot: ParkedConnections) -> None:
    """Look, call, sleep – for as long as the process lives."""
    while lot.occupied.wait():
        try:
            keys: list[Any] = [wait.key for wait in list(lot.waiting.values())]
            kinds = {key[0] for key in keys}
            lot.call(_for_each(latest_numbers(app, kinds), lot))
        except SQLAlchemyError as error:
            # Those who wait are asked again in the end; the database will be back.
            _log.warning("ear_deaf: %s", error)
        time.sleep(SECONDS)


def _for_each(numbers: dict[Any, int], lot: ParkedConnections) -> dict[Any, int]:
    """The same for everybody who waits here, with what is for all people of their workspace."""
    # Those who wait here are known by workspace and person.
    keys: set[Any] = {wait.key for wait in list(lot.waiting.values())}
    both = {key: max(numbers.get(key, 0), numbers.get((key[0], EVERYBODY), 0)) for key in keys}
    return {key: number for key, number in both.items() if number}


def latest_numbers(app: Flask, kinds: Set[Any] = frozenset()) -> dict[Any, int]:
    """The largest number of late for each person, by workspace and person, and of what else there is of these kinds."""
    floor = new_id(now() - WINDOW)
    query = (
        select(LiveEvent.workspace_id, LiveEvent.user_id, func.max(LiveEvent.number))
        .where(LiveEvent.id > floor)
        .group_by(LiveEvent.workspace_id, LiveEvent.user_id)
    )
    with app.app_context(), everywhere(), read_only():
        numbers: dict[Any, int] = {(place, user): number for place, user, number in db.session.execute(query)}
        for kind in kinds & _sources.keys():
            numbers |= _sources[kind]()
        return numbers
