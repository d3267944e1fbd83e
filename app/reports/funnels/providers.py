"""What other areas ask of funnels: who came to a step, and who went no further."""

from collections.abc import Mapping
from typing import Any

from marshmallow.validate import Range

from app.core.errors import BeyondSchema, Invalid
from app.core.http.schemas import Whole
from app.offers.segments import People, people_source
from app.reports.context import ReportContext, ReportQuery
from app.reports.funnels import service
from app.reports.funnels.schemas import FunnelArgs
from app.reports.funnels.steps import MOST

PATH = "/reports/journey"
GROWING = ("all", "this_year")
"""Ranges that become too long for a funnel with time."""


class FunnelPeopleArgs(FunnelArgs):
    """A funnel, and the step whose people are meant."""

    reached = Whole(load_default=0, validate=Range(0, MOST))
    stopped = Whole(load_default=0, validate=Range(0, MOST))


@people_source(PATH, "Journey", FunnelPeopleArgs)
def _read_people(args: Mapping[str, Any]) -> People:
    """Return the people whose way reached a step, or ended with it."""
    values = dict(args)
    parts = {name: values.pop(name) for name in ("steps", "scope", "window", "order", "by", "settled")}
    reached, stopped = values.pop("reached"), values.pop("stopped")
    if bool(reached) == bool(stopped):
        raise Invalid({"reached": [BeyondSchema("Name one step that was reached, or at which people stopped.")]})
    if values["r"] in GROWING:
        raise Invalid({"r": [BeyondSchema("The range grows beyond what a funnel counts: choose a shorter one.")]})
    funnel = service.funnel_of(**parts)
    ways = service.settled_ways(ReportContext(ReportQuery(**values)), funnel)
    if ways is None:
        raise Invalid({"r": [BeyondSchema("The range is too long for a funnel: choose at most 92 days.")]})
    matching_ways = [way for way in ways if (len(way.times) >= reached if reached else len(way.times) == stopped)]
    return People({way.conversation.person for way in matching_ways}, len(matching_ways))
