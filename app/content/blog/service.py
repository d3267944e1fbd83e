"""Reading the blog of the site workspace, and commenting on it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, func, select

from app.accounts.users.models import User
from app.content.blog.models import CATEGORIES, BlogComment, BlogPost
from app.content.markdown import to_html, to_plain
from app.content.site_workspace import in_site_workspace, in_words
from app.core.clock import now
from app.core.db.base import db, fetch
from app.core.errors import NotFound
from app.core.http.listing import Page
from app.notifications import tell

SHOWN_COMMENTS = 100
RECENT = 4
_READABLE = BlogComment.approved_at.is_not(None)
NONE = Page([], 0, 1, 10, None, None)


def address_of(post: BlogPost) -> str:
    """Where a post is read."""
    return f"/pages/blog/detail/{post.number}"


def public_posts() -> Select[BlogPost]:
    """Posts that readers may see, the newest first."""
    query = select(BlogPost).where(BlogPost.status == "Published", BlogPost.deleted_at.is_(None))
    return query.order_by(BlogPost.published_at.desc(), BlogPost.id.desc())


def filter_posts(category: str = "", tag: str = "", q: str = "", language: str = "en") -> list[BlogPost]:
    """Public posts of a category, with a tag, with words in title or excerpt; the site workspace is bound."""
    query = public_posts()
    if category:
        query = query.where(BlogPost.category == category)
    words, posts = q.casefold().split(), list[BlogPost]()
    for post in db.session.scalars(query):
        text = post.text(language)
        whole = f"{text['title']} {text['excerpt']} {' '.join(post.tags)}".casefold()
        if (not tag or tag in post.tags) and all(word in whole for word in words):
            posts.append(post)
    return posts


def get_public(number: int | None) -> BlogPost:
    """The public post of a number, without one the newest; NotFound otherwise."""
    query = public_posts().limit(1)
    return fetch(query.where(BlogPost.number == number) if number is not None else query, "This post does not exist.")


def comment_counts(posts: Sequence[BlogPost]) -> dict[int, int]:
    """How many comments readers see of each post."""
    query = select(BlogComment.post_id, func.count()).where(_READABLE).group_by(BlogComment.post_id)
    rows = db.session.execute(query.where(BlogComment.post_id.in_([post.id for post in posts])))
    return {post_id: int(count) for post_id, count in rows}


# ---- the specified calls ---------------------------------------------------------------------------------


def specified_list(category: str, tag: str, language: str) -> list[dict[str, Any]]:
    """Public posts as the specified list has them."""
    with in_site_workspace() as bound:
        if not bound:
            return []
        posts = filter_posts(category, tag, language=language)
        counts = comment_counts(posts)
        return [_specified_item(post, language, counts) for post in posts]


def _specified_item(post: BlogPost, language: str, counts: dict[int, int]) -> dict[str, Any]:
    """One post of the specified list."""
    text = post.text(language)
    return {
        "img": post.image,
        "title": text["title"],
        "id": post.number,
        "avatar": post.avatar,
        "userFullName": post.author,
        "blogPosted": in_words(post.published_at or post.created_at),
        "tags": [post.category, *post.tags],
        "excerpt": to_plain(text["excerpt"]),
        "comment": counts.get(post.id, 0),
    }


def sidebar(language: str) -> dict[str, Any]:
    """The newest posts and the categories."""
    with in_site_workspace() as bound:
        posts = list(db.session.scalars(public_posts().limit(RECENT))) if bound else []
        recent = [
            {
                "img": post.image,
                "title": post.text(language)["title"],
                "id": post.number,
                "createdTime": in_words(post.published_at or post.created_at),
            }
            for post in posts
        ]
    return {"recentPosts": recent, "categories": [{"category": c, "icon": i} for c, i in CATEGORIES.items()]}


def specified_detail(number: int | None, language: str) -> dict[str, Any]:
    """A post with its comments as the specified call tells it."""
    with in_site_workspace() as bound:
        if not bound:
            raise NotFound("This post does not exist.")
        post = get_public(number)
        text, comments = post.text(language), comments_of(post)
        blog = {
            "img": post.image,
            "title": text["title"],
            "avatar": post.avatar,
            "userFullName": post.author,
            "createdTime": in_words(post.published_at or post.created_at),
            "tags": [post.category, *post.tags],
            "content": to_html(text["content"]),
            "comments": comment_counts([post]).get(post.id, 0),
            "bookmarked": 0,
        }
        remarks = [
            {"avatar": c.avatar, "userFullName": c.author, "commentedAt": in_words(c.created_at), "commentText": c.text}
            for c in comments
        ]
    return {"blog": blog, "comments": remarks}


def specified_edit(number: int | None, language: str) -> dict[str, Any]:
    """A public post as the specified edit screen fills in its form."""
    with in_site_workspace() as bound:
        if not bound:
            raise NotFound("This post does not exist.")
        post = get_public(number)
        text = post.text(language)
        return {
            "avatar": post.avatar,
            "userFullName": post.author,
            "createdTime": in_words(post.published_at or post.created_at),
            "blogTitle": text["title"],
            "blogCategories": [{"value": post.category.lower(), "label": post.category}],
            "slug": post.slug,
            "status": post.status,
            "excerpt": to_html(text["excerpt"]),
            "featuredImage": post.image,
        }


# ---- our own ---------------------------------------------------------------------------------------------


def page_of(args: dict[str, Any], language: str) -> Page:
    """One page of public posts; NotFound past the end."""
    with in_site_workspace() as bound:
        if not bound:
            return NONE
        matching = filter_posts(args["category"], args["tag"], args["q"], language)
        number, per = int(args["page"]), args["per"]
        posts = matching[(number - 1) * per : number * per]
        if number > 1 and not posts:
            # Search engines keep every address that is answered.
            raise NotFound("This page of the list does not exist.")
        counts = comment_counts(posts)
        items = [item(post, language, counts) for post in posts]
    following = str(number + 1) if number * per < len(matching) else None
    return Page(items, len(matching), number, per, following, str(number - 1) if number > 1 else None)


def item(post: BlogPost, language: str, counts: dict[int, int]) -> dict[str, Any]:
    """A post as our lists have it."""
    text = post.text(language)
    return {
        "id": post.id,
        "number": post.number,
        "title": text["title"],
        "excerpt": to_plain(text["excerpt"]),
        "category": post.category,
        "tags": post.tags,
        "author": post.author,
        "avatar": post.avatar,
        "image": post.image,
        "published_at": post.published_at or post.created_at,
        "updated_at": post.updated_at,
        "comments": counts.get(post.id, 0),
    }


def post_page(number: int, language: str) -> dict[str, Any]:
    """A post with everything its page shows."""
    with in_site_workspace() as bound:
        if not bound:
            raise NotFound("This post does not exist.")
        post = get_public(number)
        body = item(post, language, comment_counts([post]))
        return body | {"content": to_html(post.text(language)["content"]), "latest_comments": comments_of(post)}


def comments_of(post: BlogPost) -> list[BlogComment]:
    """The latest comments of a post, the oldest of them first."""
    query = select(BlogComment).where(BlogComment.post_id == post.id, _READABLE).order_by(BlogComment.id.desc())
    return list(db.session.scalars(query.limit(SHOWN_COMMENTS)))[::-1]


def add_comment(number: int, user: User, text: str) -> BlogComment:
    """What a person says to a public post; the site workspace is bound, and its own people need no approval."""
    post = get_public(number)
    row = BlogComment(post_id=post.id, user_id=user.id, author=user.full_name, avatar=user.avatar, text=text)
    row.approved_at = now() if user.workspace_id == post.workspace_id else None
    db.session.add(row)
    db.session.flush()
    tell(post.user_id, "comment", f"{address_of(post)}#comments", what=post.text("en")["title"], by=user)
    return row


def get_comment(number: int, comment_id: int) -> BlogComment:
    """A comment of a post of the bound workspace, or NotFound."""
    query = select(BlogComment).join(BlogPost, BlogPost.id == BlogComment.post_id)
    return fetch(query.where(BlogComment.id == comment_id, BlogPost.number == number), "This comment does not exist.")


def waiting_comments() -> Select[BlogComment]:
    """The comments of the bound workspace's posts that readers do not see yet."""
    return select(BlogComment).where(BlogComment.approved_at.is_(None))


def waiting_comment(comment_id: int) -> BlogComment:
    """A comment that waits, or NotFound: another editor may have judged it meanwhile."""
    return fetch(waiting_comments().where(BlogComment.id == comment_id), "This comment is no longer waiting.")


def titles_of(comments: Sequence[BlogComment]) -> dict[int, tuple[int, str]]:
    """Number and title of the posts that comments are about."""
    query = select(BlogPost).where(BlogPost.id.in_({comment.post_id for comment in comments}))
    return {post.id: (post.number, post.text("en")["title"]) for post in db.session.scalars(query)}
