"""Living updates: pages are told that something has changed while they wait, and ask anew for what it was."""

from app.core.realtime.service import EVERYBODY, position, publish

__all__ = ["EVERYBODY", "position", "publish"]
