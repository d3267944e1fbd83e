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
    known, place = service.profile(reader), ZoneInfo(zone)
    newest = db.session.scalars(posts.newest().order_by(Post.id.desc()).limit(POSTS)).all()
    return {
        "header": {
            "avatar": reader.avatar, "username": reader.full_name, "designation": known["designation"],
            "coverImg": known["cover"],
        },
        "userAbout": {
            "about": known["about"], "joined": _day(known["joined"], place), "lives": known["country"],
            "email": known["email"], "website": known["website"],
        },
        "suggestedPages": [
            {"avatar": "", "username": one["name"], "subtitle": one["about"], "favorite": one["favorite"]}
            for one in known["pages"]
        ],
        "twitterFeeds": [
            {"imgUrl": "", "title": one["name"], "id": one["handle"], "tags": one["tags"], "desc": one["about"],
             "favorite": one["favorite"]}
            for one in known["feeds"]
        ],
        "post": [_post(one, place) for one in posts.shown(newest, reader)],
        "latestPhotos": [{"img": photo.image} for photo in known["photos"]],
        "suggestions": [
            {"avatar": one.person.avatar, "name": one.person.name, "mutualFriend": f"{one.mutual} Mutual Friends"}
            for one in known["suggestions"] if not one.following
        ],
        "polls": _polls(known["poll"]),
    }  # fmt: skip


def _day(at: datetime, zone: ZoneInfo) -> str:
    """A day as the specified calls write it."""
    return f"{at.astimezone(zone):%-d %b %Y}"


def _post(one: Remark, zone: ZoneInfo) -> dict[str, Any]:
    """A post as specified; who likes it beyond the listed ones is a number."""
    made = {
        "avatar": one.author.avatar, "username": one.author.name,
        "postTime": f"{_day(one.created_at, zone)} at {one.created_at.astimezone(zone):%H:%M}", "postText": one.text,
        "likes": str(one.likes), "youLiked": one.liked, "comments": str(one.comments), "share": str(one.shares),
        "likedUsers": [{"avatar": person.avatar, "username": person.name} for person in one.likers],
        "likedCount": one.likes - len(one.likers),
        "detailedComments": [
            {"avatar": said.author.avatar, "username": said.author.name, "comment": said.text,
             "commentsLikes": said.likes, "youLiked": said.liked}
            for said in one.remarks
        ],
    }  # fmt: skip
    return made | ({"postImg": one.image} if one.image else {})


def _polls(poll: service.Asked | None) -> list[dict[str, Any]]:
    """The answers of the newest poll."""
    return [
        {"name": one.name, "result": f"{one.percent}%",
         "votedUser": [{"img": person.avatar, "username": person.name} for person in one.people]}
        for one in (poll.options if poll else [])
    ]  # fmt: skip
