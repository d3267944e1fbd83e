"""The specified FAQ call, and ours of its editors."""

from typing import Any

from app.content.faq import service
from app.content.faq.schemas import FaqArgs, FaqSchema
from app.core.http.api import SpecifiedBlueprint
from app.core.languages import reading_language
from app.core.security.operations import PUBLIC, Operation

blp = SpecifiedBlueprint("faq", __name__, url_prefix="/faq", description="Frequently asked questions.")


@blp.get("/data", Operation(PUBLIC, query=FaqArgs, answer=FaqSchema))
def data(args: dict[str, Any]) -> dict[str, Any]:
    """List questions by category; `q` keeps those whose question contains it."""
    return service.read(args["q"], reading_language(args["hl"]))
