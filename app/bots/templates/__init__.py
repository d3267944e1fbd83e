"""The templates a new bot can start from: whole flow documents, each a YAML file beside this one."""

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from app.bots.flow.documents import read

FOLDER = Path(__file__).parent
TEMPLATES = {
    "service-booking": (
        "Service booking",
        "Books a workshop visit, answers common questions, hands over to a person.",
        "service",
    ),
    "sales-enquiry": (
        "Sales enquiry",
        "Takes interest in a model, arranges a test drive, answers questions on finance.",
        "sales",
    ),
    "post-service-feedback": (
        "Post-service feedback",
        "Asks how the visit was, takes complaints, arranges a call back.",
        "psf",
    ),
}


PREVIEWS = ("en", "hi", "mixed")
"""How the visitor of a preview writes: in English, in Hindi, or as customers do."""


@cache
def lines_of(name: str) -> dict[str, list[Any]]:
    """Return what the visitor of a template's preview says, by how they write."""
    scripts: dict[str, dict[str, list[Any]]] = yaml.safe_load((FOLDER / "previews.yaml").read_bytes())
    return scripts[name]


@cache
def _document(name: str) -> dict[str, Any]:
    """A template's document."""
    document: dict[str, Any] = read((FOLDER / f"{name}.yaml").read_bytes(), "yaml")
    return document


def list_templates() -> list[dict[str, Any]]:
    """Return what the templates are."""
    return [
        {
            "id": name,
            "title": title,
            "description": description,
            "group": group,
            "languages": _document(name)["languages"],
            "goals": _document(name).get("goals", []),
        }
        for name, (title, description, group) in TEMPLATES.items()
    ]


def document_of(name: str, language: str) -> dict[str, Any]:
    """Return a copy of a template's document that speaks this language first, where it speaks it."""
    document = deepcopy(_document(name))
    document["languages"].sort(key=lambda code: code != language)
    return document
