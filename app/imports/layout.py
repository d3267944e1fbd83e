"""Times for dialogues that come without: estimated by a seed, the same in every run, and marked as estimated."""

import bisect
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from zoneinfo import ZoneInfo

# How busy each hour of the day is; people write to a dealer before work, before noon and after work.
HOURS = (1, 1, 1, 1, 1, 2, 4, 8, 14, 20, 24, 24, 18, 16, 18, 20, 22, 24, 22, 16, 10, 6, 3, 2)
_BUSY = tuple(accumulate(HOURS))
APART = timedelta(hours=6)
"""Longer than any default conversation timeout and the longest laid dialogue together."""


@dataclass(slots=True)
class Layout:
    """A range of days in a zone with one slot per line of the file."""

    seed: int
    first_day: date
    last_day: date
    zone: ZoneInfo
    slots: int
    until: datetime
    _last: dict[str, datetime] = field(default_factory=dict)
    """When each contact's dialogue before began: theirs lie further apart than a conversation's timeout."""

    @property
    def days(self) -> int:
        """How many days the range has."""
        return (self.last_day - self.first_day).days + 1

    def chance(self, source_id: str) -> random.Random:
        """The dialogue's own dice: they do not depend on which dialogues came before."""
        return random.Random(f"{self.seed}:{source_id}")  # noqa: S311 - lays out times, guards nothing

    def start(self, line: int, ext_user: str, chance: random.Random) -> datetime:
        """When the dialogue of a line begins: its slot, bent towards the busy hours of the day."""
        place = (min(line, self.slots) - 1 + chance.random()) / max(self.slots, 1) * self.days
        day = self.first_day + timedelta(days=min(int(place), self.days - 1))
        start = datetime.combine(day, time.min, self.zone).astimezone(UTC) + _time_of_day(place % 1)
        earliest = self._last.get(ext_user)
        if earliest is not None and start < earliest + APART:
            start = earliest + APART
        start = min(start, self.until - timedelta(hours=1))
        self._last[ext_user] = start
        return start


def _time_of_day(share: float) -> timedelta:
    """The time by which that share of a day's dialogues has begun."""
    busy = share * _BUSY[-1]
    hour = min(bisect.bisect_right(_BUSY, busy), 23)
    before = _BUSY[hour] - HOURS[hour]
    return timedelta(seconds=int((hour + (busy - before) / HOURS[hour]) * 3600 * 1000) / 1000)


def gaps(speakers: Sequence[str], chance: random.Random) -> list[timedelta]:
    """How long after the previous message each one comes: people think, bots answer at once."""
    waits = [timedelta(0)]
    for speaker in speakers[1:]:
        low, high = (0.4, 2.6) if speaker == "bot" else (4.0, 45.0)
        waits.append(timedelta(milliseconds=round(chance.uniform(low, high) * 1000)))
    return waits
