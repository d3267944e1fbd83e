"""What a person wants to be told of."""

from app.accounts.users.models import User

TOLD = {
    "commentOnArticle": True, "answerOnForm": True, "followMe": False,
    "newAnnouncements": True, "productUpdates": True, "blogDigest": False,
}  # fmt: skip
"""What somebody is told of who has not chosen."""


def choices_of(user: User) -> dict[str, bool]:
    """What a person wants to be told of."""
    return TOLD | user.notifications
