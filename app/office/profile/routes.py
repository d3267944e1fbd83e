"""Calls about one's profile: the specified one, and our own reads and writes."""

from dataclasses import replace
from typing import Any

from app.core.db.base import db
from app.core.http.api import Blueprint, SpecifiedBlueprint
from app.core.http.etags import etag, match_revision
from app.core.http.listing import Page, paginate
from app.core.http.resources import Reply
from app.core.http.schemas import PageArgs
from app.core.security.operations import SIGNED_IN, Operation
from app.core.security.visitor import require_user, visitor
from app.office.profile import posts, schemas, service
from app.office.profile.models import Post
from app.office.profile.posts import Remark
from app.office.profile.specified import profile_data

specified = SpecifiedBlueprint("profile_data", __name__, url_prefix="/profile", description="Profile.")
own = Blueprint("profile", __name__, url_prefix="/api/v1/profile", description="Profile and shared posts.")
blueprints = (specified, own)


@specified.get("/data", Operation(SIGNED_IN, answer=schemas.ProfileDataSchema))
def data() -> dict[str, Any]:
    """Retrieve your profile: header, about, pages, feeds, posts, photos, people, the newest poll."""
    workspace = visitor().workspace
    assert workspace is not None  # noqa: S101 - every call here is a signed-in person's
    return profile_data(require_user(), workspace.zone)


@own.get("", Operation(SIGNED_IN, answer=schemas.ProfileSchema))
def get_profile() -> dict[str, Any]:
    """Retrieve your profile without its posts."""
    return service.profile(require_user())


@own.get("/posts", Operation(SIGNED_IN, query=PageArgs, answer=schemas.PostPageSchema))
def list_posts(args: dict[str, Any]) -> Page:
    """List the workspace's posts, newest first, each with its latest comments."""
    page = paginate(posts.newest(), args, key=Post.id)
    return replace(page, items=posts.remarks_of(list(page.items), require_user()))


def _remark(post: Post) -> Remark:
    """One post or comment as it is answered."""
    return posts.remarks_of([post], require_user())[0]


def _with_etag(post: Post) -> Reply:
    """The same under its revision."""
    return _remark(post), etag(post)


def _match_post(post: Post) -> Post:
    """The post or comment of a write, in the revision its writer has seen."""
    return match_revision(post, schemas.PostSchema, _remark)


@own.post(
    "/posts", Operation(SIGNED_IN, audit="post:create", body=schemas.RemarkArgs, answer=schemas.PostSchema, status=201)
)
def create_post(args: dict[str, Any]) -> Remark:
    """Create a post."""
    row = service.write_post(require_user(), args["text"])
    db.session.commit()
    return _remark(row)


@own.get("/posts/<int:post_id>", Operation(SIGNED_IN, revisioned=True, answer=schemas.PostSchema))
def get_post(post_id: int) -> Reply:
    """Retrieve a post or comment."""
    return _with_etag(service.find_post(post_id))


@own.post(
    "/posts/<int:post_id>/comments",
    Operation(SIGNED_IN, audit="post:comment", body=schemas.RemarkArgs, answer=schemas.RemarkSchema, status=201),
)
def comment(args: dict[str, Any], post_id: int) -> Remark:
    """Comment on a post."""
    row = service.write_post(require_user(), args["text"], service.find_post(post_id))
    db.session.commit()
    return _remark(row)


@own.patch(
    "/posts/<int:post_id>",
    Operation(SIGNED_IN, audit="post:update", revisioned=True, body=schemas.RemarkArgs, answer=schemas.PostSchema),
)
def change_post(args: dict[str, Any], post_id: int) -> Reply:
    """Update the text of your post or comment; it is shown as edited."""
    row = _match_post(service.find_own(post_id, require_user()))
    service.edit(row, args["text"])
    db.session.commit()
    return _with_etag(row)


@own.delete(
    "/posts/<int:post_id>", Operation(SIGNED_IN, audit="post:delete", revisioned=True, answer=schemas.PostSchema)
)
def remove_post(post_id: int) -> Reply:
    """Delete a post or comment with its comments; it can be restored."""
    row = _match_post(service.find_removable(post_id, require_user()))
    service.remove(row, require_user())
    db.session.commit()
    return _with_etag(row)


@own.post(
    "/posts/<int:post_id>/restore",
    Operation(SIGNED_IN, audit="post:restore", revisioned=True, answer=schemas.PostSchema),
)
def restore_post(post_id: int) -> Reply:
    """Restore a post or comment that you have deleted, with its comments."""
    row = _match_post(service.find_removed(post_id, require_user()))
    service.restore(row)
    db.session.commit()
    return _with_etag(row)


@own.post(
    "/posts/<int:post_id>/reactions",
    Operation(SIGNED_IN, audit="post:react", body=schemas.ReactionArgs, answer=schemas.PostSchema),
)
def react(args: dict[str, Any], post_id: int) -> Remark:
    """Like or share a post or comment, or undo that."""
    row = service.find_post(post_id)
    service.react(row, require_user(), args["kind"], on=args["on"])
    db.session.commit()
    return _remark(row)


@own.post(
    "/sources/<int:source_id>/favorite",
    Operation(SIGNED_IN, audit="source:favor", body=schemas.OnArgs, answer=schemas.OnArgs),
)
def favor(args: dict[str, Any], source_id: int) -> dict[str, Any]:
    """Add a page or feed to your favourites, or remove it."""
    service.favor(source_id, require_user(), on=args["on"])
    db.session.commit()
    return args


@own.post(
    "/people/<int:user_id>/follow",
    Operation(SIGNED_IN, audit="user:follow", body=schemas.OnArgs, answer=schemas.OnArgs),
)
def follow(args: dict[str, Any], user_id: int) -> dict[str, Any]:
    """Follow or unfollow a person of the workspace."""
    service.follow(user_id, require_user(), on=args["on"])
    db.session.commit()
    return args


@own.post(
    "/polls/<int:poll_id>/vote",
    Operation(SIGNED_IN, audit="poll:vote", body=schemas.VoteArgs, answer=schemas.PollSchema),
)
def vote(args: dict[str, Any], poll_id: int) -> service.PollView:
    """Vote in a poll; your last vote counts."""
    poll = service.find_poll(poll_id)
    service.vote(poll, require_user(), args["option"])
    db.session.commit()
    return service.view_poll(poll, require_user())
