"""The lines of an iCalendar file by RFC 5545: folding, parameters, escaping, dates; knows nothing of our events."""

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

FOLD_OCTETS = 75
ZONE_PARTS = 3
"""Of how many parts a zone's name is at most, as America/Argentina/Ushuaia."""
_NAME = r"[A-Za-z0-9-]+"
_LINE = re.compile(
    rf'(?P<name>{_NAME})(?P<parameters>(?:;{_NAME}=(?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)*):(?P<value>.*)',
    re.DOTALL,
)
_PARAMETER = re.compile(rf';({_NAME})=((?:"[^"]*"|[^";:,]*)(?:,(?:"[^"]*"|[^";:,]*))*)')
_DURATION = re.compile(r"([+-]?)P(?:(\d{1,4})W|(?:(\d{1,5})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,6})S)?)?)")


@dataclass(frozen=True, slots=True)
class Property:
    """One content line: name, parameters, value, and the line of the file it begins on."""

    name: str
    parameters: dict[str, str]
    value: str
    line: int


@dataclass(slots=True)
class Component:
    """What is between a BEGIN and its END."""

    name: str
    line: int
    properties: list[Property] = field(default_factory=list)
    parts: list["Component"] = field(default_factory=list)

    def first(self, name: str) -> Property | None:
        """The first property of a name."""
        return next((property_ for property_ in self.properties if property_.name == name), None)

    def text(self, name: str) -> str:
        """The text of a property, empty where there is none."""
        line = self.first(name)
        return unescape(line.value) if line else ""


def unfold_lines(text: str) -> list[tuple[int, str]]:
    """The content lines with the numbers they begin on; a line that begins with a blank goes on the one before."""
    lines: list[tuple[int, list[str]]] = []
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), 1):
        if line[:1] in (" ", "\t") and lines:
            lines[-1][1].append(line[1:])
        elif line.strip():
            lines.append((number, [line]))
    return [(number, "".join(pieces)) for number, pieces in lines]


def parse(text: str) -> Component:
    """The calendar of a file; raises ValueError with the line where it is none."""
    open_: list[Component] = []
    whole: Component | None = None
    for number, line in unfold_lines(text):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"Line {number} is not valid in an iCalendar file.")
        name, value = match["name"].upper(), match["value"]
        if name == "BEGIN":
            component = Component(value.strip().upper(), number)
            if open_:
                open_[-1].parts.append(component)
            elif component.name != "VCALENDAR":
                raise ValueError(f"Line {number}: expected BEGIN:VCALENDAR, not {component.name[:40]}.")
            whole = whole or component
            open_.append(component)
        elif name == "END":
            if not open_ or open_[-1].name != value.strip().upper():
                raise ValueError(f"Line {number}: ends {value.strip()[:40]}, which was not started.")
            open_.pop()
        elif not open_:
            raise ValueError(f"Line {number} is outside VCALENDAR.")
        else:
            parameters = {key.upper(): value.strip('"') for key, value in _PARAMETER.findall(match["parameters"])}
            open_[-1].properties.append(Property(name, parameters, value, number))
    if whole is None:
        raise ValueError("The file has no VCALENDAR.")
    if open_:
        raise ValueError(f"{open_[-1].name[:40]}, begun on line {open_[-1].line}, does not end: the file is cut off.")
    return whole


def unescape(value: str) -> str:
    """A TEXT value as it reads."""
    return re.sub(r"\\(.)", lambda escape: "\n" if escape[1] in "nN" else escape[1], value, flags=re.DOTALL)


def escape(text: str) -> str:
    """A text as a TEXT value."""
    for mark in "\\;,":
        text = text.replace(mark, f"\\{mark}")
    return re.sub(r"\r\n|\n|\r", r"\\n", text)


def moment(prop: Property, here: ZoneInfo) -> date | datetime:
    """The date or instant of a property; a time without a zone is that of the clocks in `here`."""
    value, tzid = prop.value.strip(), prop.parameters.get("TZID", "")
    if re.fullmatch(r"\d{8}", value):
        return datetime.strptime(value, "%Y%m%d").replace(tzinfo=UTC).date()
    if prop.parameters.get("VALUE", "").upper() == "DATE" or not re.fullmatch(r"\d{8}T\d{6}Z?", value):
        raise ValueError(f"{prop.name} “{value[:40]}” is no date or time")
    clock = datetime.strptime(value[:15], "%Y%m%dT%H%M%S")  # noqa: DTZ007 - its zone comes below
    if value.endswith("Z"):
        return clock.replace(tzinfo=UTC)
    return clock.replace(tzinfo=_zone(tzid) if tzid else here).astimezone(UTC)


def _zone(name: str) -> ZoneInfo:
    """The zone of a TZID, some programs' prefixes left out."""
    parts = name.strip("/").rsplit("/", ZONE_PARTS)[-ZONE_PARTS:]
    for first in range(len(parts)):
        try:
            return ZoneInfo("/".join(parts[first:]))
        except (ValueError, OSError):
            continue
        except Exception as error:  # ZoneInfoNotFoundError is a KeyError
            if not isinstance(error, KeyError):
                raise
    raise ValueError(f"zone “{name[:60]}” is not known")


def duration(prop: Property) -> timedelta:
    """The length a property says."""
    value = prop.value.strip()
    match = _DURATION.fullmatch(value)
    if match is None or value[-1] in "PT":
        raise ValueError(f"{prop.name} “{value[:40]}” is no duration")
    weeks, days, hours, minutes, seconds = (int(group or 0) for group in match.groups()[1:])
    if match[1] == "-":
        raise ValueError(f"{prop.name} “{value[:40]}” is negative")
    return timedelta(weeks=weeks, days=days, hours=hours, minutes=minutes, seconds=seconds)


def line(name: str, value: str) -> str:
    """A content line, folded at 75 octets without cutting a character."""
    out, used = [], 0
    for letter in f"{name}:{value}":
        octets = len(letter.encode())
        if used + octets > FOLD_OCTETS:
            out.append("\r\n ")
            used = 1
        out.append(letter)
        used += octets
    return "".join(out) + "\r\n"


def stamp(instant: datetime) -> str:
    """An instant as a value."""
    return instant.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
