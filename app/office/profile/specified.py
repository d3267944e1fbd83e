"""The profile in the specified shape: counts as texts, names for people, no ids."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from app.accounts.users.models import User
from app.core.db.base import db
from app.office.profile import posts, service
from app.office.profile.models import Post
from app.office.profile.posts import Remark

POSTS = 10


def profile_data(reader: User, zone: str) -> dict[str, Any]:
    """Everything the specified call answers about one person, in the zone of their workspace."""
    profile, place = service.profile(reader), ZoneInfo(zone)
    newest = db.session.scalars(posts.newest().order_by(Post.id.desc()).limit(POSTS)).all()
    return {
        "header": {
            "avatar": reader.avatar,
            "username": reader.full_name,
            "designation": profile["designation"],
            "coverImg": profile["cover"],
        },
        "userAbout": {
            "about": profile["about"],
            "joined": _day(profile["joined"], place),
            "lives": profile["country"],
            "email": profile["email"],
            "website": profile["website"],
        },
        "suggestedPages": [
            {"avatar": "", "username": page["name"], "subtitle": page["about"], "favorite": page["favorite"]}
            for page in profile["pages"]
        ],
        "twitterFeeds": [
            {
                "imgUrl": "",
                "title": feed["name"],
                "id": feed["handle"],
                "tags": feed["tags"],
                "desc": feed["about"],
                "favorite": feed["favorite"],
            }
            for feed in profile["feeds"]
        ],
        "post": [_post(post, place) for post in posts.remarks_of(newest, reader)],
        "latestPhotos": [{"img": photo.image} for photo in profile["photos"]],
        "suggestions": [
            {
                "avatar": suggestion.person.avatar,
                "name": suggestion.person.name,
                "mutualFriend": f"{suggestion.mutual} Mutual Friends",
            }
            for suggestion in profile["suggestions"]
            if not suggestion.following
        ],
        "polls": _polls(profile["poll"]),
    }


def _day(at: datetime, zone: ZoneInfo) -> str:
    """A day as the specified calls write it."""
    return f"{at.astimezone(zone):%-d %b %Y}"


def _post(post: Remark, zone: ZoneInfo) -> dict[str, Any]:
    """A post as specified; who likes it beyond the listed ones is a number."""
    values = {
        "avatar": post.author.avatar, "username": post.author.name,
        "postTime": f"{_day(post.created_at, zone)} at {post.created_at.astimezone(zone):%H:%M}", "postText": post.text,
        "likes": str(post.likes), "youLiked": post.liked, "comments": str(post.comments), "share": str(post.shares),
        "likedUsers": [{"avatar": person.avatar, "username": person.name} for person in post.likers],
        "likedCount": post.likes - len(post.likers),
        "detailedComments": [
            {"avatar": remark.author.avatar, "username": remark.author.name, "comment": remark.text,
             "commentsLikes": remark.likes, "youLiked": remark.liked}
            for remark in post.remarks
        ],
    }  # fmt: skip
    return values | ({"postImg": post.image} if post.image else {})


def _polls(poll: service.PollView | None) -> list[dict[str, Any]]:
    """The answers of the newest poll."""
    return [
        {"name": option.name, "result": f"{option.percent}%",
         "votedUser": [{"img": person.avatar, "username": person.name} for person in option.people]}
        for option in (poll.options if poll else [])
    ]  # fmt: skip
