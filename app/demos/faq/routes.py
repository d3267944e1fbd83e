"""The specified FAQ call, and ours of its editors."""

from typing import Any

from app.api import SpecifiedBlueprint
from app.demos.faq import own_routes, service
from app.demos.faq.schemas import FaqArgs, FaqSchema
from app.languages import reading_language
from app.security import public

blp = SpecifiedBlueprint("faq", __name__, url_prefix="/faq", description="Frequently asked questions")


@blp.get("/data")
@public
@blp.arguments(FaqArgs, location="query")
@blp.response(200, FaqSchema)
def data(args: dict[str, Any]) -> dict[str, Any]:
    """Questions by category; `q` keeps those whose question contains it."""
    return service.read(args["q"], reading_language(args["hl"]))


blueprints = (blp, own_routes.blp)
