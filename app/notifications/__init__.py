"""Notifications: what others did that concerns one, and what one's own work came to."""

from app.notifications.service import settle, tell

__all__ = ["settle", "tell"]
