"""Notifications: what others did that concerns one, and what one's own work came to."""

from app.notifications.service import tell

__all__ = ["tell"]
