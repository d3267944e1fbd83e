"""Living updates: pages are told that something has changed while they wait, and ask anew for what it was."""

from app.live.service import position, publish

__all__ = ["position", "publish"]
