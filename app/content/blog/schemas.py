"""Shapes of the blog's specified calls (API.md §8) and of our own."""

from typing import Any

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.content.blog.models import CATEGORIES, COVERS, STATUSES
from app.content.editor.shapes import BODY, TITLE_LENGTH, LanguageArgs, Slug, WrittenSchema, WrittenTextSchema
from app.core.errors import BeyondSchema
from app.core.http.schemas import (
    Id,
    ListArgs,
    NonBlankLine,
    NonBlankText,
    PageArgs,
    Pattern,
    ResponseSchema,
    Schema,
    Text,
    Whole,
    page_schema,
)

EXCERPT_LENGTH = 600
Nested, Items = ma.fields.Nested, ma.fields.List


class NarrowArgs(Schema):
    """Posts of a category or with a tag, and the language to read in."""

    category = Text(load_default="")
    tag = Text(load_default="")
    hl = Text(load_default="")


class OneArgs(LanguageArgs):
    """One post by its number."""

    id = Whole(load_default=None)


class ListedBlogPostSchema(ResponseSchema):
    """A post of the specified list."""

    img = Text()
    title = Text()
    id = Whole()
    avatar = FileAddress()
    userFullName = Text()
    blogPosted = Text()
    tags = Items(Text())
    excerpt = Text()
    comment = Whole()


class RecentBlogPostSchema(ResponseSchema):
    """A post beside others."""

    img = Text()
    title = Text()
    id = Whole()
    createdTime = Text()


class BlogCategorySchema(ResponseSchema):
    """A category with its drawing."""

    category = Text()
    icon = Text()


class BlogSidebarSchema(ResponseSchema):
    """What is beside the list."""

    recentPosts = Items(Nested(RecentBlogPostSchema))
    categories = Items(Nested(BlogCategorySchema))


class SpecifiedBlogPostSchema(ResponseSchema):
    """A post in full."""

    img = Text()
    title = Text()
    avatar = FileAddress()
    userFullName = Text()
    createdTime = Text()
    tags = Items(Text())
    content = Text()
    comments = Whole()
    bookmarked = Whole()


class SpecifiedBlogCommentSchema(ResponseSchema):
    """A comment."""

    avatar = FileAddress()
    userFullName = Text()
    commentedAt = Text()
    commentText = Text()


class BlogDetailSchema(ResponseSchema):
    """A post with its comments."""

    blog = Nested(SpecifiedBlogPostSchema)
    comments = Items(Nested(SpecifiedBlogCommentSchema))


class BlogChoiceSchema(ResponseSchema):
    """A category as a form's choice."""

    value = Text()
    label = Text()


class BlogEditSchema(ResponseSchema):
    """A post as the specified edit screen fills in its form."""

    avatar = FileAddress()
    userFullName = Text()
    createdTime = Text()
    blogTitle = Text()
    blogCategories = Items(Nested(BlogChoiceSchema))
    slug = Text()
    status = Text()
    excerpt = Text()
    featuredImage = Text()


# ---- our own ---------------------------------------------------------------------------------------------


class BlogArgs(ListArgs):
    """Posts are listed by when they were published."""

    page = Text(load_default="1", validate=Pattern(r"^[1-9][0-9]{0,3}$", error="Must be a page number."))
    category = Text(load_default="", validate=ma.validate.OneOf(["", *CATEGORIES]))
    tag = Text(load_default="", validate=ma.validate.Length(max=40))
    hl = Text(load_default="")


class BlogItemSchema(ResponseSchema):
    """A post of a list."""

    id = Id()
    number = Whole()
    title = Text()
    excerpt = Text()
    category = Text()
    tags = Items(Text())
    author = Text()
    avatar = FileAddress()
    image = Text()
    published_at = ma.fields.AwareDateTime()
    updated_at = ma.fields.AwareDateTime()
    comments = Whole()


BlogPageSchema = page_schema(BlogItemSchema, "BlogPageSchema")


class BlogCommentSchema(ResponseSchema):
    """What someone said to a post."""

    id = Id()
    author = Text()
    avatar = FileAddress()
    text = Text()
    created_at = ma.fields.AwareDateTime()
    approved = ma.fields.Function(
        lambda row: row.approved_at is not None,
        metadata={"type": "boolean", "description": "Whether readers see it; otherwise it waits for an editor"},
    )
    revision = Whole()


class WaitingCommentSchema(BlogCommentSchema):
    """A comment that readers do not see yet, with the post it is about."""

    post_number = Whole()
    post_title = Text()


WaitingCommentPageSchema = page_schema(WaitingCommentSchema)


class BlogPostSchema(BlogItemSchema):
    """A post with its text as HTML and the latest comments."""

    content = Text()
    latest_comments = Items(Nested(BlogCommentSchema))


class CommentArgs(Schema):
    """What to say."""

    text = NonBlankText(2000, required=True)


class PostListArgs(PageArgs):
    """All posts of the workspace, whatever their state."""

    status = Text(load_default="", validate=ma.validate.OneOf(["", *STATUSES, "Deleted"]))


class NewBlogPostSchema(Schema):
    """A draft by its English title."""

    title = NonBlankLine(TITLE_LENGTH, required=True)


class BlogPostChangeSchema(WrittenTextSchema):
    """What of a post can be changed; keys left out stay as they are."""

    title = NonBlankLine(TITLE_LENGTH)
    excerpt = Text(validate=ma.validate.Length(max=EXCERPT_LENGTH))
    content = Text(**BODY)
    slug = Slug()
    category = Text(validate=ma.validate.OneOf(list(CATEGORIES)))
    tags = Items(
        Text(validate=ma.validate.Length(1, 40)),
        # What has commas is split before it is counted.
        validate=ma.validate.Length(max=8, error=BeyondSchema("Too long: 8 entries at most.")),
    )
    status = Text(validate=ma.validate.OneOf(STATUSES))
    image = Text(validate=ma.validate.OneOf(COVERS))

    @ma.pre_load
    def split(self, data: Any, **_kwargs: Any) -> Any:
        """Tags of a form come as one text with commas."""
        tags = data.get("tags") if isinstance(data, dict) else None
        if not isinstance(tags, list) or not all(isinstance(tag, str) for tag in tags):
            return data
        each = (tag.strip() for joined in tags for tag in joined.split(","))
        return data | {"tags": list(dict.fromkeys(tag for tag in each if tag))}


class WrittenPostSchema(WrittenSchema):
    """A post as its form is filled in."""

    number = Whole()
    title = Text()
    excerpt = Text()
    content = Text()
    slug = Text()
    category = Text()
    tags = Items(Text())
    image = Text()
    author = Text()
    published_at = ma.fields.AwareDateTime(allow_none=True)


class NewBlogPostAnswerSchema(WrittenPostSchema):
    """A new draft, and where it is written."""

    next = Text()


WrittenPostPageSchema = page_schema(WrittenPostSchema)


_MAYBE = {"optional": True}


class BlogPreviewSchema(ResponseSchema):
    """What was typed, and how readers would see it."""

    language = Text()
    title = Text()
    excerpt = Text()
    content = Text()
    slug = Text(metadata=_MAYBE)
    category = Text(metadata=_MAYBE)
    tags = Items(Text(), metadata=_MAYBE)
    status = Text(metadata=_MAYBE)
    image = Text(metadata=_MAYBE)
    html = Text()
    excerpt_html = Text()
