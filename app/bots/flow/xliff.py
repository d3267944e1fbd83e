"""Texts in two languages as XLIFF 1.2: each a unit under its path, written and read."""

import re
from collections.abc import Iterable
from typing import NamedTuple
from xml.etree import ElementTree

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from app.core.values.placeholders import VARIABLE

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
DEEPEST = 50
"""How many elements stand within each other at most."""
_UNTRANSLATED = ("new", "needs-translation")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML cannot hold."""


class Unit(NamedTuple):
    """A text in the first language and in another one, where it has been translated."""

    key: str
    source: str
    target: str | None
    is_stale: bool = False
    limit: int | None = None
    note: str | None = None


class Translation(NamedTuple):
    """What a file holds: from which language into which, and its units."""

    source: str
    target: str
    units: list[Unit]


class UnreadableTranslation(ValueError):
    """What was read is no translation as XLIFF 1.2; says why."""


def writable(text: str) -> str:
    """Return a text as XML gives it back: without characters that it cannot hold, each line's end a plain one."""
    return _FORBIDDEN.sub("", text).replace("\r\n", "\n").replace("\r", "\n")


def write(name: str, source: str, target: str, units: Iterable[Unit]) -> str:
    """Return a translation as a file, with its variables marked as what is not translated."""
    root = ElementTree.Element("xliff", {"version": "1.2", "xmlns": NAMESPACE})
    about = {"original": name, "datatype": "plaintext", "source-language": source, "target-language": target}
    body = ElementTree.SubElement(ElementTree.SubElement(root, "file", about), "body")
    for unit in units:
        limit = {"maxwidth": str(unit.limit), "size-unit": "char"} if unit.limit else {}
        element = ElementTree.SubElement(body, "trans-unit", {"id": unit.key, "xml:space": "preserve", **limit})
        _write_text(ElementTree.SubElement(element, "source"), unit.source)
        if unit.target is not None:
            state = "needs-review-translation" if unit.is_stale else "translated"
            _write_text(ElementTree.SubElement(element, "target", {"state": state}), unit.target)
        if unit.note:
            ElementTree.SubElement(element, "note").text = unit.note
        _indent(element, "        ")
    _indent(body, "      ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _indent(element: ElementTree.Element, indent: str) -> None:
    """Put each part of an element on a line of its own; what is within the parts stays as it is."""
    for part in element:
        part.tail = f"\n{indent}"
    if len(element):
        element.text, element[-1].tail = f"\n{indent}", f"\n{indent[2:]}"


def _write_text(element: ElementTree.Element, text: str) -> None:
    """Write a text with each variable in an element of its own."""
    text, at = writable(text), 0
    last: ElementTree.Element | None = None
    for number, match in enumerate(VARIABLE.finditer(text), 1):
        before = text[at : match.start()]
        if last is None:
            element.text = before
        else:
            last.tail = before
        last = ElementTree.SubElement(element, "ph", {"id": str(number)})
        last.text, at = match[0], match.end()
    if last is None:
        element.text = text
    else:
        last.tail = text[at:]


def read(raw: bytes) -> Translation:
    """Return what a file holds; Unreadable where it is none of XLIFF 1.2. It may declare no entities of its own."""
    reader = _Reader()
    parser = DefusedXMLParser(target=reader, forbid_dtd=True, forbid_entities=True, forbid_external=True)
    try:
        parser.feed(raw)
        parser.close()
    except DefusedXmlException:
        raise UnreadableTranslation("A file with a DTD or entities of its own is not read.") from None
    except (ElementTree.ParseError, LookupError, ValueError) as error:
        raise (
            error if isinstance(error, UnreadableTranslation) else UnreadableTranslation("This is not an XML file.")
        ) from None
    if reader.languages is None:
        raise UnreadableTranslation("The file holds no translation.")
    return Translation(*reader.languages, reader.units)


class _Reader:
    """Gathers the units of a file while it is parsed; no tree of it is made."""

    def __init__(self) -> None:
        self.units: list[Unit] = []
        self.languages: tuple[str, str] | None = None
        self._open: list[str] = []
        self._key = ""
        self._texts: dict[str, list[str]] = {}
        self._into: list[str] | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        """Go into an element."""
        name, within = _local(tag), self._open[-1] if self._open else ""
        if not within and (name != "xliff" or not attributes.get("version", "").startswith("1.")):
            raise UnreadableTranslation("This is not an XLIFF 1.2 file.")
        if len(self._open) >= DEEPEST:
            raise UnreadableTranslation("The elements of the file are nested too deep.")
        self._open.append(name)
        if name == "file":
            languages = (attributes.get("source-language", ""), attributes.get("target-language", ""))
            if self.languages not in (None, languages):
                raise UnreadableTranslation("The file holds translations between several languages.")
            self.languages = languages
        elif name == "trans-unit":
            self._key, self._texts = attributes.get("id", ""), {}
        elif within == "trans-unit" and name in ("source", "target"):
            # A text that a program only has copied is none yet.
            is_text = name == "source" or attributes.get("state") not in _UNTRANSLATED
            self._into = self._texts.setdefault(name, []) if is_text else None
        elif name == "x" and self._into is not None:
            self._into.append(attributes.get("equiv-text", ""))

    def end(self, tag: str) -> None:
        """Leave an element."""
        name = self._open.pop()
        if name == "trans-unit":
            texts = {key: "".join(parts) for key, parts in self._texts.items()}
            self.units.append(Unit(self._key, texts.get("source", ""), texts.get("target")))
        elif name in ("source", "target") and self._open and self._open[-1] == "trans-unit":
            self._into = None

    def data(self, text: str) -> None:
        """Take in text."""
        if self._into is not None:
            self._into.append(text)

    def close(self) -> None:
        """End reading."""


def _local(tag: str) -> str:
    """The name of an element without its namespace."""
    return tag.rpartition("}")[2]
