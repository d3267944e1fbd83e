"""What a person wants to be notified of."""

from app.accounts.users.models import User

DEFAULT_CHOICES = {
    "commentOnArticle": True, "answerOnForm": True, "followMe": False,
    "newAnnouncements": True, "productUpdates": True, "blogDigest": False,
}  # fmt: skip
"""What someone is notified of who has not chosen."""


def choices_of(user: User) -> dict[str, bool]:
    """What a person wants to be notified of."""
    return DEFAULT_CHOICES | user.notifications
