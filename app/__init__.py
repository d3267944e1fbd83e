"""Parley: a back office for people who run conversational bots."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from app.config import Settings

__all__ = ["create_app"]


def create_app(settings: "Settings | None" = None) -> "Flask":
    """The application; it is loaded when one is made, because the supervisor lives without."""
    from app.factory import build

    return build(settings)
