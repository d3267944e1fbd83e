"""Shapes of the knowledge base's calls, by API.md §7, and of our own."""

import marshmallow as ma

from app.content.editor.shapes import (
    BODY,
    TITLE_LENGTH,
    Slug,
    WrittenChangeSchema,
    WrittenListArgs,
    WrittenRowsSchema,
    WrittenSchema,
)
from app.content.knowledge_base.models import CATEGORIES
from app.core.http.schemas import Id, NonBlankLine, ResponseSchema, Schema, Switch, Text, Whole


class ReadArgs(Schema):
    """The language to read in."""

    hl = Text(load_default="")


class CategoryArgs(ReadArgs):
    """One category by its slug, and words to look for."""

    category = Text(load_default="")
    q = Text(load_default="", validate=ma.validate.Length(max=200))


class QuestionArgs(ReadArgs):
    """One question by its slug."""

    slug = Text(load_default="")


class KnowledgeCategorySchema(ResponseSchema):
    """A category as a tile."""

    id = Whole()
    category = Text()
    img = Text()
    title = Text()
    desc = Text()


class ListedQuestionSchema(ResponseSchema):
    """A question that leads to its article."""

    id = Whole()
    question = Text()
    slug = Text()


class CategoryQuestionsSchema(ResponseSchema):
    """A category with its questions."""

    id = Whole()
    title = Text()
    icon = Text()
    iconColor = Text()
    questions = ma.fields.List(ma.fields.Nested(ListedQuestionSchema))


class RelatedQuestionSchema(ResponseSchema):
    """A question beside another."""

    id = Whole()
    question = Text()


class QuestionPageSchema(ResponseSchema):
    """A question with its answer as HTML."""

    title = Text()
    lastUpdated = Text()
    relatedQuestions = ma.fields.List(ma.fields.Nested(RelatedQuestionSchema))
    content = Text()


class ArticleCategorySchema(ResponseSchema):
    """Where an article belongs."""

    slug = Text()
    title = Text()


class RelatedArticleSchema(ResponseSchema):
    """An article of the same category."""

    slug = Text()
    title = Text()


class VotesSchema(ResponseSchema):
    """What readers said of an article."""

    helpful = Whole()
    unhelpful = Whole()


class ArticleSchema(ResponseSchema):
    """An article with everything its page shows; what is built in has no id, and no votes."""

    id = Id(allow_none=True)
    slug = Text()
    category = ma.fields.Nested(ArticleCategorySchema)
    title = Text()
    summary = Text()
    content = Text()
    plain = Text()
    updated_at = ma.fields.AwareDateTime()
    related = ma.fields.List(ma.fields.Nested(RelatedArticleSchema))
    votes = ma.fields.Nested(VotesSchema, allow_none=True)


class HelpfulArgs(Schema):
    """Whether an article was helpful."""

    helpful = Switch(required=True)


class KnowledgeListArgs(WrittenListArgs):
    """The articles of all categories or of one."""

    category = Text(load_default="", validate=ma.validate.OneOf(["", *CATEGORIES]))


class NewKnowledgeArticleSchema(Schema):
    """A draft by its English question."""

    question = NonBlankLine(TITLE_LENGTH, required=True)
    category = Text(required=True, validate=ma.validate.OneOf(CATEGORIES))


class KnowledgeArticleChangeSchema(WrittenChangeSchema):
    """What of an article can be changed; keys left out stay as they are."""

    question = NonBlankLine(TITLE_LENGTH)
    content = Text(**BODY)
    category = Text(validate=ma.validate.OneOf(CATEGORIES))
    slug = Slug()


class KnowledgeArticleSchema(WrittenSchema):
    """An article as its form is filled in."""

    question = Text()
    content = Text()
    category = Text()
    slug = Text()
    published_at = ma.fields.AwareDateTime(allow_none=True)


class NewKnowledgeArticleAnswerSchema(KnowledgeArticleSchema):
    """A new article, and where it is written."""

    next = Text()


class KnowledgeArticlePageSchema(WrittenRowsSchema):
    """One page of the workspace's articles."""

    items = ma.fields.List(ma.fields.Nested(KnowledgeArticleSchema))


_MAYBE = {"optional": True}


class KnowledgePreviewSchema(ResponseSchema):
    """What was typed, and how readers would see it."""

    language = Text()
    question = Text()
    content = Text()
    category = Text(metadata=_MAYBE)
    slug = Text(metadata=_MAYBE)
    status = Text(metadata=_MAYBE)
    html = Text()
