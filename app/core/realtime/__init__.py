"""Live updates: pages that wait learn that something has changed, and ask what it was."""

from app.core.realtime.service import EVERYBODY, position, publish

__all__ = ["EVERYBODY", "position", "publish"]
