"""Shapes of the knowledge base's calls, by API.md §7, and of our own."""

import marshmallow as ma

from app.schemas import Answer, Schema, Switch, Text, Whole


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


class KnowledgeCategorySchema(Answer):
    """A category as a tile."""

    id = Whole()
    category = Text()
    img = Text()
    title = Text()
    desc = Text()


class ListedQuestionSchema(Answer):
    """A question that leads to its article."""

    id = Whole()
    question = Text()
    slug = Text()


class CategoryQuestionsSchema(Answer):
    """A category with its questions."""

    id = Whole()
    title = Text()
    icon = Text()
    iconColor = Text()
    questions = ma.fields.List(ma.fields.Nested(ListedQuestionSchema))


class RelatedQuestionSchema(Answer):
    """A question beside another."""

    id = Whole()
    question = Text()


class QuestionPageSchema(Answer):
    """A question with its answer as HTML."""

    title = Text()
    lastUpdated = Text()
    relatedQuestions = ma.fields.List(ma.fields.Nested(RelatedQuestionSchema))
    content = Text()


class ArticleCategorySchema(Answer):
    """Where an article belongs."""

    slug = Text()
    title = Text()


class RelatedArticleSchema(Answer):
    """An article of the same category."""

    slug = Text()
    title = Text()


class VotesSchema(Answer):
    """What readers said of an article."""

    helpful = Whole()
    unhelpful = Whole()


class ArticleSchema(Answer):
    """An article with everything its page shows."""

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
