"""Shapes of the profile: by API.md §6 for the specified call, and our own."""

import marshmallow as ma

from app.accounts.auth.file_addresses import FileAddress
from app.core.http.schemas import Id, NonBlankText, ResponseSchema, Schema, Switch, Text, Whole, page_schema
from app.office.profile.models import REACTIONS

# ---- as specified ------------------------------------------------------------------------------------


class ProfileHeaderSchema(ResponseSchema):
    """Who one is."""

    avatar = FileAddress()
    username = Text(metadata={"example": "Asha Rao"})
    designation = Text()
    coverImg = Text()


class UserAboutSchema(ResponseSchema):
    """What people say about themselves."""

    about = Text()
    joined = Text(metadata={"example": "13 Dec 2025"})
    lives = Text()
    email = Text()
    website = Text()


class SuggestedPageSchema(ResponseSchema):
    """A page one may like to read."""

    avatar = FileAddress()
    username = Text()
    subtitle = Text()
    favorite = ma.fields.Boolean()


class FeedSchema(ResponseSchema):
    """The latest from a feed; `tags` is one text."""

    imgUrl = Text()
    title = Text()
    id = Text()
    tags = Text()
    desc = Text()
    favorite = ma.fields.Boolean()


class LikedUserSchema(ResponseSchema):
    """Someone who likes a post."""

    avatar = FileAddress()
    username = Text()


class DetailedCommentSchema(ResponseSchema):
    """A comment."""

    avatar = FileAddress()
    username = Text()
    comment = Text()
    commentsLikes = Whole()
    youLiked = ma.fields.Boolean()


class SpecifiedPostSchema(ResponseSchema):
    """A post; its counts are texts but for those who like it beyond the listed ones."""

    avatar = FileAddress()
    username = Text()
    postTime = Text()
    postText = Text()
    postImg = Text(metadata={"optional": True})
    likes = Text(metadata={"example": "12"})
    youLiked = ma.fields.Boolean()
    comments = Text()
    share = Text()
    likedUsers = ma.fields.List(ma.fields.Nested(LikedUserSchema))
    likedCount = Whole()
    detailedComments = ma.fields.List(ma.fields.Nested(DetailedCommentSchema))


class LatestPhotoSchema(ResponseSchema):
    """A picture."""

    img = Text()


class SuggestionSchema(ResponseSchema):
    """Someone one may know."""

    avatar = FileAddress()
    name = Text()
    mutualFriend = Text(metadata={"example": "3 Mutual Friends"})


class VotedUserSchema(ResponseSchema):
    """Someone who chose an answer."""

    img = FileAddress()
    username = Text()


class PollAnswerSchema(ResponseSchema):
    """An answer of the newest poll and its share of the votes."""

    name = Text()
    result = Text(metadata={"example": "82%"})
    votedUser = ma.fields.List(ma.fields.Nested(VotedUserSchema))


class ProfileDataSchema(ResponseSchema):
    """The profile, as specified."""

    header = ma.fields.Nested(ProfileHeaderSchema)
    userAbout = ma.fields.Nested(UserAboutSchema)
    suggestedPages = ma.fields.List(ma.fields.Nested(SuggestedPageSchema))
    twitterFeeds = ma.fields.List(ma.fields.Nested(FeedSchema))
    post = ma.fields.List(ma.fields.Nested(SpecifiedPostSchema))
    latestPhotos = ma.fields.List(ma.fields.Nested(LatestPhotoSchema))
    suggestions = ma.fields.List(ma.fields.Nested(SuggestionSchema))
    polls = ma.fields.List(ma.fields.Nested(PollAnswerSchema))


# ---- our own -----------------------------------------------------------------------------------------


class PersonSchema(ResponseSchema):
    """Someone of the workspace, as they show themselves."""

    id = Id()
    name = Text()
    avatar = FileAddress()


class SourceSchema(ResponseSchema):
    """A page or feed one may like to read."""

    id = Id()
    name = Text()
    handle = Text()
    about = Text()
    tags = Text()
    favorite = ma.fields.Boolean()


class PhotoSchema(ResponseSchema):
    """A picture of the album."""

    id = Id()
    image = Text()
    title = Text()


class AcquaintanceSchema(ResponseSchema):
    """Someone one may know: how many of those one follows follow them, and whether one does."""

    person = ma.fields.Nested(PersonSchema)
    mutual = Whole()
    following = ma.fields.Boolean()


class PollOptionSchema(ResponseSchema):
    """An answer of a poll with its votes, and some of those who gave it."""

    id = Id()
    name = Text()
    votes = Whole()
    percent = Whole()
    people = ma.fields.List(ma.fields.Nested(PersonSchema))


class PollSchema(ResponseSchema):
    """A question to everybody, and what one has answered."""

    id = Id()
    question = Text()
    votes = Whole()
    mine = Id(allow_none=True)
    options = ma.fields.List(ma.fields.Nested(PollOptionSchema))


class ProfileSchema(ResponseSchema):
    """One's profile but for the posts."""

    person = ma.fields.Nested(PersonSchema)
    designation = Text()
    cover = Text()
    about = Text()
    joined = ma.fields.AwareDateTime()
    country = Text()
    company = Text()
    email = Text()
    website = Text()
    followers = Whole()
    following = Whole()
    pages = ma.fields.List(ma.fields.Nested(SourceSchema))
    feeds = ma.fields.List(ma.fields.Nested(SourceSchema))
    photos = ma.fields.List(ma.fields.Nested(PhotoSchema))
    suggestions = ma.fields.List(ma.fields.Nested(AcquaintanceSchema))
    poll = ma.fields.Nested(PollSchema, allow_none=True)


class RemarkSchema(ResponseSchema):
    """What posts and comments have in common."""

    id = Id()
    author = ma.fields.Nested(PersonSchema)
    text = Text()
    created_at = ma.fields.AwareDateTime()
    likes = Whole()
    liked = ma.fields.Boolean()
    edited_at = ma.fields.AwareDateTime(allow_none=True)
    """When its author last changed it."""
    editable = ma.fields.Boolean()
    """Whether one has written it, and so may change it."""
    removable = ma.fields.Boolean()
    """Whether one may take it away: one's own, or anything for who looks after the workspace."""
    deleted = ma.fields.Boolean()
    """Whether one has taken it away; nobody else sees it then."""
    revision = Whole()


class PostSchema(RemarkSchema):
    """A post with the newest of what was said of it."""

    image = Text()
    likers = ma.fields.List(ma.fields.Nested(PersonSchema))
    shares = Whole()
    shared = ma.fields.Boolean()
    comments = Whole()
    remarks = ma.fields.List(ma.fields.Nested(RemarkSchema))


PostPageSchema = page_schema(PostSchema)


class RemarkArgs(Schema):
    """What one has to say."""

    text = NonBlankText(2000, required=True, metadata={"example": "Well done!"})


class ReactionArgs(Schema):
    """Which reaction, and whether one has it from now on."""

    kind = Text(required=True, validate=ma.validate.OneOf(REACTIONS))
    on = Switch(required=True)


class OnArgs(Schema):
    """Whether it is so from now on."""

    on = Switch(required=True)


class VoteArgs(Schema):
    """The answer one chooses."""

    option = Id(required=True)
